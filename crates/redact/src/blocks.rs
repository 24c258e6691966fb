//! Private keys in blocks (PEM, OpenSSH, PGP, PuTTY): each line of the body by itself, so that the lines of
//! the text stay where they are.

use crate::Found;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

const KIND: &str = "private key";
/// A shorter line belongs to a key only at its end.
const LINE: usize = 16;

static BEGINNING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----|\bPrivate-Lines: [0-9]{1,5}",
    )
    .ok()
});

static END: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----").ok());

/// The bodies of the keys in a text, also of those that are cut at either end, and of those within another text, where
/// the ends of lines are written `\n`.
pub(crate) fn find(text: &str) -> Vec<Found> {
    let mut out = Vec::new();
    let mut ends = Vec::new();
    for found in BEGINNING.iter().flat_map(|pattern| pattern.find_iter(text)) {
        if ends.last().is_none_or(|end| found.start() >= *end) {
            ends.push(body(text, found.end(), &mut out));
        }
    }
    for found in END.iter().flat_map(|pattern| pattern.find_iter(text)) {
        if ends.binary_search(&found.start()).is_err() {
            lines_before(text, found.start(), &mut out);
        }
    }
    out
}

/// The lines of a key whose beginning was cut off, from its end upwards.
fn lines_before(text: &str, end: usize, out: &mut Vec<Found>) {
    let mut lines: Vec<Range<usize>> = Vec::new();
    let mut start = text.get(..end).and_then(|before| before.rfind('\n'));
    while let Some(end) = start {
        let above = text.get(..end).unwrap_or_default();
        start = above.rfind('\n');
        let from = start.map_or(0, |at| at + 1);
        let line = above.get(from..).unwrap_or_default().trim_end();
        // What a diff or a quotation puts before a line.
        let bare = line.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '+' | '-' | '>' | '#' | '|'));
        let is_body = bare.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'='));
        if bare.is_empty() || !is_body || (bare.len() < LINE && !lines.is_empty()) {
            break;
        }
        let ends = from + line.len();
        lines.push(ends - bare.len()..ends);
    }
    if lines.iter().any(|line| line.len() >= LINE) {
        out.extend(lines.into_iter().enumerate().map(|(n, line)| (line, (n == 0).then_some(KIND))));
    }
}

/// Takes the lines of a body that begins here; where it ends.
fn body(text: &str, from: usize, out: &mut Vec<Found>) -> usize {
    let (mut at, mut kind) = (from, Some(KIND));
    loop {
        let start = at + between(text.get(at..).unwrap_or_default());
        let rest = text.get(start..).unwrap_or_default();
        let length = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=')).count();
        let after = rest.get(length..).unwrap_or_default();
        // `Proc-Type: 4,ENCRYPTED`, `Version: …`
        if length > 0 && (after.starts_with(':') || after.starts_with('-')) {
            let Some(end) = line_end(after) else { return start };
            at = start + length + end;
            continue;
        }
        let last = after.get(between(after)..).is_some_and(|next| next.starts_with("----"));
        if length == 0 || (length < LINE && !last && !rest.starts_with('=')) {
            return start;
        }
        out.push((start..start + length, kind.take()));
        at = start + length;
    }
}

/// The length of what stands between two lines: spaces, ends of lines as they are or as written, and what
/// a program or a quotation puts around lines.
fn between(text: &str) -> usize {
    let mut rest = text;
    loop {
        let less = rest.trim_start_matches(|c: char| {
            c.is_whitespace() || matches!(c, '"' | '\'' | ',' | '#' | '>' | '|' | '*' | '`')
        });
        let bare = less.trim_start_matches('\\');
        let less = match bare.chars().next() {
            Some('n' | 'r' | 't') if bare.len() < less.len() => bare.get(1..).unwrap_or_default(),
            Some('"' | '\'' | '\n' | '\r') if bare.len() < less.len() => bare,
            _ => less,
        };
        if less.len() == rest.len() {
            return text.len() - rest.len();
        }
        rest = less;
    }
}

/// Where a line of a header ends, within so many bytes.
fn line_end(text: &str) -> Option<usize> {
    let near = text.bytes().take(200);
    let mut before = 0;
    for (at, byte) in near.enumerate() {
        if byte == b'\n' || (byte == b'n' && before == b'\\') {
            return Some(at + 1);
        }
        before = byte;
    }
    None
}
