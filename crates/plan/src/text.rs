//! Any text as Markdown that reads back as that text.
//!
//! Two means, both plain CommonMark: a backslash before punctuation that would be read as structure,
//! and numeric character references for what cannot stand for itself (blanks at the ends, control
//! characters, line separators). Other Markdown in a text stays as it was written.

use crate::line::{self, Section};

/// Where a text stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// Paragraphs under a heading or a label.
    Block,
    /// In a list: bullets would begin the next one.
    Item,
    /// Under `## Other`, where only the document's own headings count.
    Other,
}

/// Writes a text in one line.
pub(crate) fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    push(&mut out, text, true, true, false);
    out
}

/// Writes a list of texts in one line; `_none_` for an empty one.
pub(crate) fn list(items: &[String]) -> String {
    if items.is_empty() {
        return NONE.to_owned();
    }
    let mut out = String::new();
    if let [only] = items
        && reads_as_none(only)
        && let Some(c) = only.chars().next()
    {
        push_reference(&mut out, c);
        push(&mut out, only.get(c.len_utf8()..).unwrap_or_default(), false, true, true);
        return out;
    }
    for (n, item) in items.iter().enumerate() {
        if n > 0 {
            out.push_str(", ");
        }
        if item.is_empty() {
            out.push_str("\"\"");
            continue;
        }
        if item.starts_with('"') {
            out.push('\\');
        }
        push(&mut out, item, true, true, true);
    }
    out
}

/// The empty list.
pub(crate) const NONE: &str = "_none_";

/// Writes a text of any number of lines; all but the first begin with `indent`. Blank lines inside
/// stay blank.
pub(crate) fn block(text: &str, place: Place, indent: &str) -> String {
    let inner = text.trim_start_matches('\n');
    let before = text.len() - inner.len();
    let body = inner.trim_end_matches('\n');
    let after = inner.len() - body.len();
    let mut out = String::with_capacity(text.len() + 16);
    (0..before).for_each(|_| out.push_str("&#10;"));
    if !body.is_empty() {
        for (n, line) in body.split('\n').enumerate() {
            if n > 0 {
                out.push('\n');
                if !line.is_empty() {
                    out.push_str(indent);
                }
            }
            push_line(&mut out, line, place, n == 0);
        }
    }
    (0..after).for_each(|_| out.push_str("&#10;"));
    out
}

fn push_line(out: &mut String, line: &str, place: Place, first: bool) {
    let rest = line.trim_start_matches([' ', '\t']);
    let blank = line.len() - rest.len();
    match structure(rest, place) {
        Some(at) => {
            let (lead, mark) = (line.get(..blank).unwrap_or_default(), rest.get(..at).unwrap_or_default());
            push(out, lead, first, false, false);
            out.push_str(mark);
            out.push('\\');
            push(out, rest.get(at..).unwrap_or_default(), false, true, false);
        }
        None => push(out, line, first, true, false),
    }
}

/// Where to put the backslash in a line that would be read as structure.
fn structure(rest: &str, place: Place) -> Option<usize> {
    if rest.starts_with("```") || rest.starts_with("~~~") {
        return Some(0);
    }
    if place == Place::Other {
        return line::heading(rest).is_some_and(|(_, name)| Section::named(name).is_some()).then_some(0);
    }
    let underline = !rest.is_empty() && (rest.bytes().all(|b| b == b'-') || rest.bytes().all(|b| b == b'='));
    if rest.starts_with('#') || rest.starts_with("**") || underline {
        return Some(0);
    }
    let (mark, after) = line::bullet(rest)?;
    (place == Place::Item || after.starts_with("**")).then_some(mark)
}

/// Appends `text`; `first` and `last`: it is at the beginning or end of its line, where blanks are
/// not safe.
fn push(out: &mut String, text: &str, first: bool, last: bool, commas: bool) {
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, next)| *next);
        let exposed = (first && at == 0) || (last && next.is_none());
        match c {
            '\\' if next.is_none_or(|next| !next.is_ascii_alphanumeric()) => out.push_str("\\\\"),
            '&' if next == Some('#') => out.push_str("\\&"),
            ',' if commas => out.push_str("\\,"),
            ' ' | '\t' if !exposed => out.push(c),
            ' ' => out.push_str("&#32;"),
            c if hidden(c) => push_reference(out, c),
            c => out.push(c),
        }
    }
}

fn push_reference(out: &mut String, c: char) {
    out.push_str("&#");
    out.push_str(&u32::from(c).to_string());
    out.push(';');
}

/// What people write for an empty list.
fn reads_as_none(line: &str) -> bool {
    line == NONE || matches!(line.to_lowercase().as_str(), "none" | "n/a" | "-")
}

/// Characters that end a line somewhere, steer a terminal, or turn the reading direction.
fn hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{FEFF}' | '\u{200E}' | '\u{200F}' | '\u{061C}'
            | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Reads what [`one_line`] and [`block`] wrote in one line.
pub(crate) fn decode(line: &str) -> String {
    if !line.contains(['\\', '&']) {
        return line.to_owned();
    }
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(['\\', '&']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let (c, used) = character(from);
        out.push(c);
        rest = from.get(used..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// The character that a text beginning with `\` or `&` stands for, and how long it was written.
fn character(from: &str) -> (char, usize) {
    if let Some(after) = from.strip_prefix('\\') {
        return match after.chars().next() {
            Some(c) if c.is_ascii_punctuation() => (c, 2),
            _ => ('\\', 1),
        };
    }
    reference(from).unwrap_or(('&', 1))
}

fn reference(from: &str) -> Option<(char, usize)> {
    let after = from.strip_prefix("&#")?;
    let digits = after.bytes().take(8).position(|b| b == b';')?;
    let digits = after.get(..digits)?;
    let number = match digits.strip_prefix(['x', 'X']) {
        Some(hex) if hex.bytes().all(|b| b.is_ascii_hexdigit()) => u32::from_str_radix(hex, 16).ok()?,
        None if digits.bytes().all(|b| b.is_ascii_digit()) => digits.parse().ok()?,
        _ => return None,
    };
    Some((char::from_u32(number)?, digits.len() + 3))
}

/// Reads what [`list`] wrote, and lists as people write them.
pub(crate) fn decode_list(line: &str) -> Vec<String> {
    let line = line.trim_matches([' ', '\t']);
    if line.is_empty() || reads_as_none(line) {
        return Vec::new();
    }
    let mut items = Vec::new();
    let mut start = 0;
    let mut escaped = false;
    for (at, c) in line.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            ',' => {
                items.push(item(line.get(start..at).unwrap_or_default()));
                start = at + 1;
            }
            _ => {}
        }
    }
    items.push(item(line.get(start..).unwrap_or_default()));
    items
}

fn item(written: &str) -> String {
    match written.trim_matches([' ', '\t']) {
        "\"\"" => String::new(),
        written => decode(written),
    }
}
