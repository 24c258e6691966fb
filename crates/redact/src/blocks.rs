//! Private keys in blocks (PEM, OpenSSH, PGP, PuTTY): each line of the body by itself, so that the lines of
//! the text stay where they are.

use crate::Found;
use regex::Regex;
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

/// The bodies of the keys in a text, also of those that are cut, and of those within another text, where
/// the ends of lines are written `\n`.
pub(crate) fn find(text: &str) -> Vec<Found> {
    let mut out = Vec::new();
    let mut done = 0;
    for found in BEGINNING.iter().flat_map(|pattern| pattern.find_iter(text)) {
        if found.start() >= done {
            done = body(text, found.end(), &mut out);
        }
    }
    out
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
