//! Scalars of another type or spelling. Only where one value can be meant: "about five" stays.

use super::super::Types;
use super::super::validate::equals;
use super::keys::same_word;
use crate::node::{Data, Marks, Node};
use crate::parse::{is_number, lenient_number};
use serde_json::Value;

/// The value in a type that is wanted.
pub(super) fn convert(node: &Node, types: Types) -> Option<Data> {
    match &node.data {
        Data::Text(text) if !node.marks.has(Marks::GUESSED.with(Marks::UNCLOSED)) => {
            // `"id": #3`, without quotes.
            let bare = text.strip_prefix('#').filter(|_| node.marks.has(Marks::BARE));
            from_text(bare.unwrap_or(text).trim(), types)
        }
        // `["a" 2 "b"]`: hardly a text.
        Data::Number(_) | Data::Bool(_) if node.marks.has(Marks::BESIDE) => None,
        Data::Number(digits) if types.has(Types::STRING) => Some(Data::Text(digits.to_string())),
        Data::Bool(value) if types.has(Types::STRING) => Some(Data::Text(value.to_string())),
        _ => None,
    }
}

fn from_text(text: &str, types: Types) -> Option<Data> {
    if types.has(Types::NUMBER | Types::INTEGER)
        && let Some(digits) = number(text, !types.has(Types::NUMBER))
    {
        return Some(Data::Number(digits.as_str().into()));
    }
    if types.has(Types::BOOLEAN) {
        match text.to_ascii_lowercase().as_str() {
            "true" => return Some(Data::Bool(true)),
            "false" => return Some(Data::Bool(false)),
            _ => {}
        }
    }
    (types.has(Types::NULL) && says_nothing(text)).then_some(Data::Null)
}

/// Whether a text stands for there being none.
pub(super) fn says_nothing(text: &str) -> bool {
    matches!(text.trim().to_ascii_lowercase().as_str(), "null" | "none" | "")
}

/// The digits of a number in text: `12`, `+12`, `1,250`, `12.0` for an integer. Not `1.250,00`, `12 kg`,
/// `007`, `3.7` for an integer. An exponent is
/// written out for an integer: `1e3` is 1000.
fn number(text: &str, integer: bool) -> Option<String> {
    let plain = text.strip_prefix('+').unwrap_or(text);
    let digits = match plain {
        _ if plain.contains(',') => ungrouped(plain)?,
        _ if plain.strip_prefix('-').unwrap_or(plain).starts_with('.') => {
            lenient_number(plain).filter(|_| !plain.contains('_'))?
        }
        _ => plain.to_owned(),
    };
    if !is_number(&digits) || (plain.len() < text.len() && digits.starts_with('-')) {
        return None;
    }
    if !integer {
        return Some(digits);
    }
    if digits.contains(['e', 'E']) {
        return written_out(&digits);
    }
    let whole = match digits.split_once('.') {
        Some((whole, fraction)) if fraction.bytes().all(|b| b == b'0') => whole.to_owned(),
        Some(_) => return None,
        None => digits,
    };
    Some(whole)
}

/// Largest exponent that is written out.
const MAX_EXPONENT: usize = 18;

/// The digits of an integer with an exponent: `1e3`, `2.5E1`; not `1e-3`, `1.5e0`.
fn written_out(digits: &str) -> Option<String> {
    let (mantissa, exponent) = digits.split_once(['e', 'E'])?;
    let exponent = exponent.strip_prefix('+').unwrap_or(exponent).parse::<usize>().ok()?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let zeros = exponent.checked_sub(fraction.len()).filter(|_| exponent <= MAX_EXPONENT)?;
    let (sign, whole) = whole.strip_prefix('-').map_or(("", whole), |whole| ("-", whole));
    let all = format!("{whole}{fraction}{}", "0".repeat(zeros));
    let significant = all.trim_start_matches('0');
    Some(if significant.is_empty() { "0".to_owned() } else { format!("{sign}{significant}") })
}

/// `1,250,000.5` without its commas, if they stand where groups of three end.
fn ungrouped(text: &str) -> Option<String> {
    let (whole, fraction) = text.split_once('.').map_or((text, None), |(w, f)| (w, Some(f)));
    let mut groups = whole.strip_prefix('-').unwrap_or(whole).split(',');
    let first = groups.next()?;
    let digits = |group: &str| group.bytes().all(|b| b.is_ascii_digit());
    let sound = (1..=3).contains(&first.len())
        && digits(first)
        && !first.starts_with('0')
        && groups.all(|g| g.len() == 3 && digits(g))
        && fraction.is_none_or(|f| !f.is_empty() && digits(f));
    sound.then(|| text.replace(',', ""))
}

/// The one choice that differs from the value only in case, style or type.
pub(super) fn choice(node: &Node, choices: &[Value]) -> Option<Data> {
    if choices.iter().any(|c| equals(node, c)) || node.marks.has(Marks::GUESSED.with(Marks::UNCLOSED)) {
        return None;
    }
    let fits = |choice: &&Value| match (&node.data, choice) {
        (Data::Text(text), Value::String(choice)) if node.marks.has(Marks::ESCAPED) => {
            text.replace('\\', "") == *choice
        }
        (Data::Text(text), Value::String(choice)) => same_word(text.trim(), choice),
        (Data::Text(text), Value::Number(n)) => number(text.trim(), false).is_some_and(|d| d == n.to_string()),
        (Data::Text(text), Value::Bool(b)) => text.trim().eq_ignore_ascii_case(&b.to_string()),
        (Data::Number(digits), Value::String(choice)) => **digits == **choice,
        _ => false,
    };
    let mut fitting = choices.iter().filter(fits);
    let (Some(only), None) = (fitting.next(), fitting.next()) else { return None };
    match only {
        Value::String(text) => Some(Data::Text(text.clone())),
        Value::Number(n) => Some(Data::Number(n.to_string().as_str().into())),
        Value::Bool(b) => Some(Data::Bool(*b)),
        _ => None,
    }
}
