//! Calls in the notation of Python, brought to JSON: `[add(title="x", count=2)]`, `dict(title="x")`.

use super::CALL_FORMS;
use crate::find::alone;
use serde_json::Value;
use std::ops::Range;

/// The fences of code that models call with.
const FENCES: [&str; 2] = ["```tool_code", "```python"];

/// An object, as a call that makes it.
const DICT: &str = "dict(";

/// The tokens of models that call in the notation of Python.
const TOKENS: (&str, &str) = ("<|tool_call_start|>", "<|tool_call_end|>");

/// Deepest nesting of objects that calls make.
const DEPTH: usize = 32;

/// Calls as JSON, where they are the whole text, or stand between the tokens that say so; then the words around them
/// stay.
pub(in crate::find) fn of_python(text: &str) -> Option<String> {
    if let Some((before, (inside, after))) = alone::behind_reasoning(text)
        .split_once(TOKENS.0)
        .and_then(|(before, rest)| Some((before, rest.split_once(TOKENS.1)?)))
    {
        // In the words of another call it is none.
        if CALL_FORMS.iter().any(|form| before.contains(form.open)) {
            return None;
        }
        return Some(format!("{before}{}{}", between_tokens(inside)?, further(after)));
    }
    let text = alone(text);
    let fenced = in_fence(text, FENCES[0]);
    let printed = fenced.and_then(|inside| inside.strip_prefix("print(")?.strip_suffix(')'));
    let listed = text.strip_prefix('[').and_then(|inside| inside.strip_suffix(']'));
    whole(printed.or(fenced).or(listed)?)
}

/// What stands between the tokens of calls, as JSON.
fn between_tokens(inside: &str) -> Option<String> {
    let listed = inside.trim().strip_prefix('[').and_then(|inside| inside.strip_suffix(']'));
    whole(listed.unwrap_or(inside))
}

/// What stands behind calls: further ones between tokens as JSON, with the tokens that set them off.
fn further(after: &str) -> String {
    let (mut plain, mut rest) = (String::new(), after);
    while let Some((between, behind)) = rest.split_once(TOKENS.0)
        && let Some((inside, behind)) = behind.split_once(TOKENS.1)
        && let Some(calls) = between_tokens(inside)
    {
        plain.push_str(&format!("{}{between}{}{calls}", TOKENS.1, TOKENS.0));
        rest = behind;
    }
    plain + rest
}

/// The same without a mark around it that says so, and an object as Python makes one: `add(title="x")`, `dict(title="x")`.
pub(in crate::find) fn of_bare_python(text: &str) -> Option<String> {
    let text = alone(text);
    let bare = in_fence(text, FENCES[1]).unwrap_or(text);
    if !begins_a_call(bare) {
        return None;
    }
    let Some(inside) = bare.strip_prefix(DICT) else { return whole(bare) };
    let read = arguments(inside, 0)?;
    read.after.filter(|after| after.is_empty()).map(|_| format!("{{{}}}", read.members.join(",")))
}

/// What of a text may be nothing but calls: the model's own words, or those behind reasoning that nothing opens, without
/// tags around them.
fn alone(text: &str) -> &str {
    let words = alone::words(text);
    let begins = |rest: &str| {
        let rest = alone::in_tags(rest);
        begins_a_call(without_marks(rest.strip_prefix(TOKENS.0).unwrap_or(rest)))
    };
    let behind = alone::behind_thoughts(words, begins).filter(|_| !begins_a_call(unmarked(words)));
    alone::in_tags(behind.unwrap_or(words))
}

/// What stands in a fence of this name that all of it is.
fn in_fence<'t>(text: &'t str, fence: &str) -> Option<&'t str> {
    let inside = text.strip_prefix(fence)?.strip_suffix("```")?;
    inside.trim_start_matches([' ', '\r']).starts_with('\n').then(|| inside.trim())
}

/// Whether a text begins with a call that names its first argument: `add(title=`.
fn begins_a_call(text: &str) -> bool {
    let name = |text: &str| text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|end| *end > 0);
    let inside = name(text).and_then(|end| text.get(end..)?.strip_prefix('('));
    let value = inside.map(str::trim_start).and_then(|inside| inside.get(name(inside)?..));
    value.is_some_and(|value| value.trim_start().starts_with('=') && !value.trim_start().starts_with("=="))
}

/// The calls that a text is made of, behind the marks that say so.
fn unmarked(text: &str) -> &str {
    let from = text.find(TOKENS.0).map_or(0, |at| at + TOKENS.0.len());
    without_marks(text.get(from..).unwrap_or_default())
}

/// The same where they begin at once.
fn without_marks(text: &str) -> &str {
    let mut rest = text.trim_start();
    for mark in FENCES.into_iter().chain(["print(", "["]) {
        rest = rest.strip_prefix(mark).unwrap_or(rest).trim_start();
    }
    rest
}

/// Where the texts stand in the arguments of the calls that a text is made of.
pub(in crate::find) fn literals(text: &str) -> Vec<Range<usize>> {
    let mut texts = Vec::new();
    if of_python(text).or_else(|| of_bare_python(text)).is_none() {
        return texts;
    }
    let calls = unmarked(alone(text));
    let (mut at, mut word) = (text.rfind(calls).unwrap_or_default(), false);
    while let Some(sign) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let read = if word { None } else { text.get(at..).and_then(literal) };
        let len = match read {
            Some(Literal::Text(_, len)) => {
                texts.push(at..at + len);
                len
            }
            // The calls are closed: what is open stands behind them.
            Some(Literal::Open) => break,
            _ => sign.len_utf8(),
        };
        word = sign.is_alphanumeric() || sign == '_';
        at += len;
    }
    texts
}

/// Whether a text ends inside of a call.
pub(super) fn is_open(text: &str) -> bool {
    text.rfind(TOKENS.0) > text.rfind(TOKENS.1) || open(text).is_some()
}

/// The text that ends inside of a call: what stands before it, and what is closed in the calls, and in a list or an
/// object that is an argument, as JSON that is left open.
pub(super) fn open(text: &str) -> Option<String> {
    let text = alone(text);
    let inside = unmarked(text);
    let before = text.strip_suffix(inside)?;
    if !begins_a_call(inside) {
        return None;
    }
    let Calls { closed, open } = calls(inside)?;
    // A list of calls has a bracket behind it.
    let open = match open {
        Some(open) => open.unwrap_or_default(),
        None if before.ends_with('[') => String::new(),
        None => return None,
    };
    // Only marks stand between the words and the calls.
    let said = before.get(..text.find(TOKENS.0).unwrap_or_default()).unwrap_or_default();
    Some(match closed.as_slice() {
        [] => format!("{said}{open}"),
        [one] if open.is_empty() => format!("{said}{one}"),
        closed => format!("{said}[{},{open}", closed.join(",")),
    })
}

/// Calls one after the other.
struct Calls {
    closed: Vec<String>,
    /// The last, where the text ends in it, as far as that is closed; nothing where nothing is.
    open: Option<Option<String>>,
}

/// Calls that are closed, as JSON.
fn whole(text: &str) -> Option<String> {
    let Calls { closed, open: None } = calls(text.trim())? else { return None };
    match closed.as_slice() {
        [] => None,
        [one] => Some(one.clone()),
        _ => Some(format!("[{}]", closed.join(","))),
    }
}

fn calls(text: &str) -> Option<Calls> {
    let mut rest = text;
    let mut calls = Calls { closed: Vec::new(), open: None };
    while !rest.is_empty() {
        let Some(end) = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.'))) else {
            return (!calls.closed.is_empty()).then_some(calls);
        };
        let (name, after) = rest.split_at(end);
        let read = arguments(after.strip_prefix('(')?, 0)?;
        if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let call = format!("{{\"name\":\"{name}\",\"arguments\":{{{}", read.members.join(","));
        let Some(after) = read.after else {
            calls.open = Some(read.holds.then_some(call));
            return Some(calls);
        };
        calls.closed.push(call + "}}");
        let after = after.trim_start();
        rest = if after.is_empty() { after } else { after.strip_prefix([',', ';']).unwrap_or(after).trim_start() };
    }
    Some(calls)
}

/// The arguments of a call, each a member of an object.
struct Arguments<'t> {
    members: Vec<String>,
    /// What comes after the bracket that ends them; none where the text ends before it.
    after: Option<&'t str>,
    /// The last of them is a list or an object that the text ends in.
    holds: bool,
}

/// The arguments up to the bracket that ends them; none where they are not read.
fn arguments(text: &str, depth: usize) -> Option<Arguments<'_>> {
    let mut read = Arguments { members: Vec::new(), after: None, holds: false };
    let mut rest = text.trim_start();
    loop {
        if let Some(after) = rest.strip_prefix(')') {
            return Some(Arguments { after: Some(after), ..read });
        }
        let Some((key, value)) = rest.split_once('=') else {
            let name = rest.trim_end().bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
            return name.then_some(read);
        };
        let (key, value) = (key.trim(), value.trim_start());
        if key.is_empty() || !key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
            return None;
        }
        let known = value.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '"' | '\'' | '[' | '{' | '-'))
            || value.starts_with(DICT)
            || prefixed(value).is_some()
            || ["True", "False", "None", "true", "false", "null"].iter().any(|word| value.starts_with(word));
        match value_of(value, depth) {
            Read::Closed(json, after) if known => {
                read.members.push(format!("\"{key}\":{json}"));
                rest = next(after);
            }
            Read::Open(json) => {
                // What a text holds that is cut is no part of the call.
                let inside = value.strip_prefix('[').map_or(value, str::trim_start);
                let records = inside.starts_with('{') || inside.starts_with(DICT);
                if records {
                    read.members.push(format!("\"{key}\":{json}"));
                    read.holds = true;
                }
                return Some(read);
            }
            _ => return None,
        }
    }
}

fn next(after: &str) -> &str {
    after.strip_prefix(',').unwrap_or(after).trim_start()
}

/// A value with the texts in it that JSON does not know as JSON has them.
enum Read<'t> {
    /// And what comes after it: a comma, or the bracket that ends the arguments.
    Closed(String, &'t str),
    /// The text ends in it.
    Open(String),
    /// It is not read.
    Other,
}

fn value_of(text: &str, nested: usize) -> Read<'_> {
    let (mut json, mut depth, mut at, mut word) = (String::new(), 0_usize, 0, false);
    while let Some(byte) = text.as_bytes().get(at).copied() {
        if !word && let Some(literal) = text.get(at..).and_then(literal) {
            match literal {
                Literal::Text(value, len) => {
                    json.push_str(&value);
                    at += len;
                }
                Literal::Open => return Read::Open(json + text.get(at..).unwrap_or_default()),
                Literal::Other => return Read::Other,
            }
            continue;
        }
        if !word && let Some(inside) = text.get(at..).and_then(|rest| rest.strip_prefix(DICT)) {
            // `[dict(title="x")]`
            let Some(object) = (nested < DEPTH).then(|| arguments(inside, nested + 1)).flatten() else {
                return Read::Other;
            };
            json.extend(["{", &object.members.join(",")]);
            let Some(after) = object.after else { return Read::Open(json) };
            json.push('}');
            at = text.len() - after.len();
            continue;
        }
        match byte {
            b'[' | b'{' | b'(' => depth += 1,
            b',' | b')' if depth == 0 => {
                return Read::Closed(json.trim().to_owned(), text.get(at..).unwrap_or_default());
            }
            b']' | b'}' | b')' if depth == 0 => return Read::Other,
            b']' | b'}' | b')' => depth -= 1,
            _ => {}
        }
        word = byte.is_ascii_alphanumeric() || byte == b'_';
        let len = text.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
        json.push_str(text.get(at..at + len).unwrap_or_default());
        at += len;
    }
    Read::Open(json)
}

/// A text as Python writes it.
enum Literal {
    /// In JSON, or in quotes that are read where JSON is; and its length.
    Text(String, usize),
    /// The text ends in it.
    Open,
    /// Its words are not what stands there.
    Other,
}

/// The letters that say how a text is to be read, and its quote.
fn prefixed(text: &str) -> Option<(&str, char)> {
    let quote = text.bytes().take(3).position(|b| matches!(b, b'"' | b'\''))?;
    let prefix = text.get(..quote)?;
    let known = prefix.bytes().all(|b| b"uUrRbBfF".contains(&b));
    if known { Some((prefix, text.get(quote..)?.chars().next()?)) } else { None }
}

/// The text that begins here.
fn literal(text: &str) -> Option<Literal> {
    let (prefix, quote) = prefixed(text)?;
    let inside = text.get(prefix.len()..)?;
    let three = quote.to_string().repeat(3);
    let marks = if inside.starts_with(&three) { three } else { quote.to_string() };
    let body = inside.get(marks.len()..)?;
    let mut escaped = false;
    let end = body.char_indices().find(|&(at, c)| {
        let ends = !escaped && c == quote && body.get(at..).is_some_and(|rest| rest.starts_with(&marks));
        escaped = c == '\\' && !escaped;
        ends
    });
    let Some((end, _)) = end else { return Some(Literal::Open) };
    let len = prefix.len() + 2 * marks.len() + end;
    if prefix.is_empty() && marks.len() == 1 {
        return Some(Literal::Text(text.get(..len)?.to_owned(), len));
    }
    let body = body.get(..end)?;
    let said = match prefix.to_ascii_lowercase().as_str() {
        "" | "u" => unescaped(body),
        "r" => Some(body.to_owned()),
        _ => None,
    };
    Some(said.map_or(Literal::Other, |said| Literal::Text(Value::String(said).to_string(), len)))
}

/// What a text says with its escapes; none where one of them is not known.
fn unescaped(text: &str) -> Option<String> {
    let (mut plain, mut rest) = (String::new(), text);
    while let Some((before, escape)) = rest.split_once('\\') {
        plain.push_str(before);
        let sign = escape.chars().next()?;
        let digits = match sign {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        if digits > 0 {
            let code = u32::from_str_radix(escape.get(1..=digits)?, 16).ok()?;
            plain.push(char::from_u32(code)?);
        } else if sign != '\n' {
            plain.push(match sign {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                '\\' | '"' | '\'' => sign,
                _ => return None,
            });
        }
        rest = escape.get(sign.len_utf8() + digits..)?;
    }
    plain.push_str(rest);
    Some(plain)
}
