//! How likely a reading is: what a wrong character looks like, and what a document looks like. Costs
//! are whole numbers; each step is roughly a factor of ten to a hundred.

use super::search::{Edit, Fix};
use crate::node::{Data, Node};
use crate::parse::{is_number, within_one_edit};

/// What is taken for the other by eye, by keyboard or by model.
const ALIKE: [&str; 5] = ["\"'`“”„‘’´«»‹›❝❞「」′″‚", ",;.", ":=;", "{[(", "}])"];

fn at(text: &str, offset: usize) -> Option<char> {
    text.get(offset..)?.chars().next()
}

fn before(text: &str, offset: usize) -> Option<char> {
    text.get(..offset)?.chars().next_back()
}

/// What the edit says of how the text came about. A lost character and two that changed places can have
/// been one thing each; an added one, or one in place of another, any of many.
pub(super) fn cost(text: &str, edit: Edit) -> u32 {
    let Some(own) = at(text, edit.at) else { return 2 };
    // The sign of a number is no mark of structure.
    let sign = own == '-' && at(text, edit.at + 1).is_some_and(|c| c.is_ascii_digit());
    let punctuation = own.is_ascii_punctuation() && !sign;
    match edit.fix {
        Fix::Insert(_) | Fix::Swap => 0,
        Fix::Delete => {
            let doubled = before(text, edit.at) == Some(own) || at(text, edit.at + own.len_utf8()) == Some(own);
            match (doubled, punctuation) {
                (true, _) => 0,
                (false, true) => 1,
                (false, false) => 2,
            }
        }
        Fix::Replace(byte) => {
            let meant = char::from(byte);
            let alike = ALIKE.iter().any(|set| set.contains(own) && set.contains(meant));
            match (alike, punctuation) {
                (true, _) => 0,
                (false, true) => 1,
                (false, false) => 2,
            }
        }
    }
}

/// Whether the edit sets, removes or moves a quote, or what stands before one.
pub(super) fn moves_a_quote(text: &str, edit: Edit) -> bool {
    let own = at(text, edit.at);
    match edit.fix {
        Fix::Insert(byte) => matches!(byte, b'"' | b'\\'),
        Fix::Delete => own == Some('"'),
        Fix::Replace(byte) => byte == b'"' || own == Some('"'),
        Fix::Swap => own == Some('"') || own.and_then(|c| at(text, edit.at + c.len_utf8())) == Some('"'),
    }
}

/// How much about a document is not as documents are.
pub(super) fn oddness(node: &Node) -> u32 {
    match &node.data {
        Data::Text(text) => odd_text(text),
        Data::Array(items) => {
            let kinds = items.iter().map(kind).filter(|k| *k > 0).collect::<std::collections::HashSet<_>>().len();
            let alone = match &**items {
                [Node { data: Data::Array(_), .. }] => 1,
                [Node { data: Data::Object(members), .. }] if members.is_empty() => 2,
                _ => 0,
            };
            u32::from(kinds > 1) + unlike(items) + alone + items.iter().map(oddness).sum::<u32>()
        }
        Data::Object(members) => {
            let mut seen = std::collections::HashSet::with_capacity(members.len());
            members
                .iter()
                .map(|(key, value)| {
                    let twice = if seen.insert(key.as_str()) { 0 } else { 2 };
                    twice + odd_key(key) + oddness(value)
                })
                .sum()
        }
        Data::Null | Data::Bool(_) | Data::Number(_) => 0,
    }
}

/// Members of one name that are of different kinds from record to record.
fn unlike(records: &[Node]) -> u32 {
    let mut kinds = std::collections::HashMap::new();
    let mut odd = std::collections::HashSet::new();
    for record in records {
        let Data::Object(members) = &record.data else { continue };
        for (key, value) in members {
            let this = kind(value);
            if this > 0 && *kinds.entry(key.as_str()).or_insert(this) != this {
                odd.insert(key.as_str());
            }
        }
    }
    u32::try_from(odd.len()).unwrap_or(u32::MAX).min(4)
}

/// Values of different kinds are seldom in one list; null may be in any.
fn kind(node: &Node) -> u8 {
    match node.data {
        Data::Null => 0,
        Data::Bool(_) => 1,
        Data::Number(_) => 2,
        Data::Text(_) => 3,
        Data::Array(_) => 4,
        Data::Object(_) => 5,
    }
}

/// A text with white space at its ends, or ends that belong to the structure around; one that is a
/// misspelt literal, or a number; a quote without another.
pub(super) fn odd_text(text: &str) -> u32 {
    let spaced = text.starts_with([' ', '\t']) || text.ends_with([' ', '\t']);
    let said = text.trim().trim_matches('"');
    let structure = text.contains("\":") || text.contains("\",");
    let literal = ["true", "false", "null"].iter().any(|l| within_one_edit(text, l));
    u32::from(spaced)
        + 2 * u32::from(odd_start(said) || odd_end(said))
        + u32::from(structure)
        + 2 * u32::from(literal)
        + u32::from(is_number(text))
        + u32::from(has_odd_quotes(text))
        + u32::from(!text.matches(['“', '”', '„']).count().is_multiple_of(2))
        + u32::from(begins_with_a_value(text))
}

/// Whether a quote has no other; `24"` are inches.
pub(crate) fn has_odd_quotes(text: &str) -> bool {
    let inches = text.split('"').next().is_some_and(|before| before.ends_with(|c: char| c.is_ascii_digit()));
    text.matches('"').count() % 2 == 1 && !inches
}

/// `true,it's`: a value and its comma, rather than the beginning of a text.
fn begins_with_a_value(text: &str) -> bool {
    text.split_once(',').is_some_and(|(first, rest)| {
        !rest.starts_with(' ') && (matches!(first, "true" | "false" | "null") || is_number(first))
    })
}

fn odd_start(text: &str) -> bool {
    match text.chars().next() {
        Some('{') => !text.contains('}'),
        Some('[') => !text.contains(']'),
        Some('\'') => text.matches('\'').count() == 1,
        Some('“') if text.contains('”') => false,
        Some(c @ ('*' | '_' | '|' | '′' | '❝' | '‚')) => !text.trim_start_matches(c).contains(c),
        Some(c @ ('`' | '“' | '”')) => text.matches(c).count() == 1,
        Some(c) if let Some(close) = closed_by(c) => !text.contains(close),
        Some(c) => {
            matches!(c, ',' | ':' | ';' | '=' | '}' | ']') || (c == '.' && text.len() > 1 && !text.starts_with(".."))
        }
        None => false,
    }
}

/// The sign that closes one of a pair, where a text that begins with one has the other.
fn closed_by(open: char) -> Option<char> {
    Some(match open {
        '«' => '»',
        '‹' => '›',
        '「' => '」',
        '(' => ')',
        '<' => '>',
        _ => return None,
    })
}

fn odd_end(text: &str) -> bool {
    match text.chars().next_back() {
        Some('}') => text.matches('}').count() > text.matches('{').count(),
        Some(']') => text.matches(']').count() > text.matches('[').count(),
        Some('\'') => text.matches('\'').count() == 1,
        Some(c @ ('*' | '_' | '|' | '′' | '❞')) => !text.trim_end_matches(c).contains(c),
        Some(c @ ('`' | '“' | '”')) => text.matches(c).count() == 1 && !(c == '”' && text.contains('“')),
        Some(c @ ('>' | '»' | '›' | '」')) => !text.contains(['<', '«', '‹', '「']) && text.matches(c).count() == 1,
        Some('<' | '«' | '‹' | '「' | '(') => true,
        Some(c) => matches!(c, ',' | ':' | ';' | '=' | '{' | '['),
        None => false,
    }
}

/// Keys are words.
fn odd_key(key: &str) -> u32 {
    let plain = key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '$' | ' ' | '/' | '@'));
    let edge = |c: Option<char>| c.is_some_and(|c| !c.is_alphanumeric() && !matches!(c, '_' | '$' | '@'));
    u32::from(key.is_empty() || !plain)
        + 2 * u32::from(key.contains('"'))
        + 2 * u32::from(edge(key.chars().next()) || edge(key.chars().next_back()))
}
