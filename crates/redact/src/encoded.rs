//! Keys that stand in a text in another form: key blocks in base64, the numbers of a key in JSON (JWK), and the data
//! of a Secret of Kubernetes.

use crate::Found;
use crate::extents;
use crate::names::{is_plain, is_sure};
use crate::values::is_reference;
use aho_corasick::AhoCorasick;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

const KEY: &str = "private key";
const DATA: &str = "data of a Secret";

/// A line of what is in base64 that is shorter is its last.
const LINE: usize = 48;
/// So far around the name of its kind a key or a Secret goes.
const AROUND: usize = 16 * 1024;

/// "PRIVATE KEY" in base64, by where in three bytes it begins.
static MARK: LazyLock<Option<AhoCorasick>> =
    LazyLock::new(|| AhoCorasick::new(["UFJJVkFURSBLRV", "BSSVZBVEUgS0VZ", "QUklWQVRFIEtFW"]).ok());

static KIND_OF_KEY: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"\\{0,3}["']kty\\{0,3}["']\s{0,20}:"#).ok());

/// The private numbers of a key.
static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"\\{0,3}["'](?:d|k|p|q|dp|dq|qi|r|t)\\{0,3}["']\s{0,20}:\s{0,20}\\{0,3}["']([A-Za-z0-9_+/=-]{6,})"#)
        .ok()
});

static SECRET_OF_YAML: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"(?m)^.{0,80}?(?-u:\b)kind:[ \t]{1,8}["']?Secret["']?[ \t]*(?:#.*)?\r?$"#).ok());

static SECRET_OF_JSON: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"\\{0,3}"kind\\{0,3}"\s{0,20}:\s{0,20}\\{0,3}"Secret\\{0,3}""#).ok());

static DATA_OF_JSON: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#""(?:data|stringData)\\{0,3}"\s{0,20}:\s{0,20}\{([^{}]*)\}"#).ok());

static VALUE_OF_JSON: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#":\s{0,20}\\{0,3}"((?:[^"\\\r\n]|\\[^nr"])+)"#).ok());

pub(crate) fn find(text: &str) -> Vec<Found> {
    let mut out = Vec::new();
    blocks(text, &mut out);
    numbers(text, &mut out);
    yaml(text, &mut out);
    json(text, &mut out);
    out
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_')
}

/// Key blocks in base64, each line by itself.
fn blocks(text: &str, out: &mut Vec<Found>) {
    let bytes = text.as_bytes();
    let mut done = 0;
    for found in MARK.as_ref().into_iter().flat_map(|marks| marks.find_iter(text)) {
        if found.start() < done {
            continue;
        }
        let before = bytes.get(done..found.start()).unwrap_or_default().iter().rev();
        let mut start = found.start() - before.take_while(|b| is_base64(**b)).count();
        // What ends a line in a text within a text is none of it, nor is the sign before it.
        while bytes.get(start) == Some(&b'=') {
            start += 1;
        }
        if start > 0 && bytes.get(start - 1) == Some(&b'\\') {
            start += 1;
        }
        let mut kind = Some(KEY);
        loop {
            let length = bytes.get(start..).unwrap_or_default().iter().take_while(|b| is_base64(**b)).count();
            done = start + length;
            if length == 0 {
                break;
            }
            out.push((start..done, kind.take()));
            let rest = text.get(done..).unwrap_or_default();
            let bare = rest.trim_start_matches(['\r', '\\']);
            let below = bare.strip_prefix('\n').or_else(|| bare.strip_prefix('n').filter(|_| rest.starts_with('\\')));
            let Some(below) = below.filter(|_| length >= LINE) else { break };
            let next = below.trim_start_matches([' ', '\t', '+', '>', '|']);
            let length = next.bytes().take_while(|b| is_base64(*b)).count();
            let ends = next
                .get(length..)
                .is_none_or(|rest| rest.is_empty() || rest.starts_with(['\r', '\n', '"', '\'', '\\']));
            if !ends || (length < LINE && !next.get(..length).is_some_and(|line| line.ends_with('='))) {
                break;
            }
            start = text.len() - next.len();
        }
    }
}

/// The private numbers of keys in JSON.
fn numbers(text: &str, out: &mut Vec<Found>) {
    let mut done = 0;
    for found in KIND_OF_KEY.as_ref().into_iter().flat_map(|pattern| pattern.find_iter(text)) {
        if found.start() < done {
            continue;
        }
        let from = text.floor_char_boundary(found.start().saturating_sub(AROUND)).max(done);
        let from = text.get(from..found.start()).and_then(|before| before.rfind('{')).map_or(from, |at| from + at);
        let to = text.floor_char_boundary(found.end().saturating_add(AROUND));
        let to = text.get(found.end()..to).and_then(|after| after.find('}')).map_or(to, |at| found.end() + at);
        done = to;
        let object = text.get(from..to).unwrap_or_default();
        for number in NUMBER.as_ref().into_iter().flat_map(|pattern| pattern.captures_iter(object)) {
            if let Some(number) = number.get(1) {
                out.push((from + number.start()..from + number.end(), Some(KEY)));
            }
        }
    }
}

/// A line: where its words begin, behind the margin of a list or of a shown file, and its words.
struct Line<'t> {
    start: usize,
    column: usize,
    item: bool,
    words: &'t str,
}

fn line(start: usize, whole: &str) -> Line<'_> {
    let mut words = whole.trim_start_matches(|c: char| c.is_whitespace() || c.is_ascii_digit() || "|+>:→│".contains(c));
    let item = words.starts_with("- ");
    if item {
        words = words.get(1..).unwrap_or_default().trim_start();
    }
    Line { start, column: whole.len() - words.len(), item, words: words.trim_end() }
}

/// The values of the data of Secrets in YAML.
fn yaml(text: &str, out: &mut Vec<Found>) {
    let mut done = 0;
    for found in SECRET_OF_YAML.as_ref().into_iter().flat_map(|pattern| pattern.find_iter(text)) {
        if found.start() < done {
            continue;
        }
        let kind = line(found.start(), found.as_str());
        let ends =
            |line: &Line<'_>| !line.words.is_empty() && (line.column < kind.column || line.words.starts_with("---"));
        let from = text.floor_char_boundary(found.start().saturating_sub(AROUND)).max(done);
        let to = text.floor_char_boundary(found.end().saturating_add(AROUND));
        let mut lines: Vec<Line<'_>> = Vec::new();
        let mut at = found.start();
        if !kind.item {
            for whole in text.get(from..found.start()).unwrap_or_default().split_inclusive('\n').rev() {
                at -= whole.len();
                let one = line(at, whole);
                let (end, first) = (ends(&one), one.item && one.column == kind.column);
                if !end {
                    lines.push(one);
                }
                if end || first {
                    break;
                }
            }
        }
        lines.reverse();
        at = found.start();
        for (n, whole) in text.get(found.start()..to).unwrap_or_default().split_inclusive('\n').enumerate() {
            let one = line(at, whole);
            at += whole.len();
            if n > 0 && (ends(&one) || (one.item && one.column <= kind.column)) {
                break;
            }
            done = at;
            lines.push(one);
        }
        data(text, kind.column, &lines, out);
    }
}

/// The values below `data:` and `stringData:` in these lines.
fn data(text: &str, column: usize, lines: &[Line<'_>], out: &mut Vec<Found>) {
    /// Which of the two these lines are of.
    #[derive(PartialEq)]
    enum Of {
        Data,
        Strings,
        Other,
    }
    let (mut of, mut block) = (Of::Other, None);
    for line in lines.iter().filter(|line| !line.words.is_empty() && !line.words.starts_with('#')) {
        if line.column <= column {
            of = match line.words {
                "data:" => Of::Data,
                "stringData:" => Of::Strings,
                _ => Of::Other,
            };
            block = None;
            continue;
        }
        if of == Of::Other {
            continue;
        }
        block = block.filter(|above| line.column > *above);
        let value = match line.words.split_once(": ") {
            Some((name, value)) if !name.contains(' ') && block.is_none() => value.trim(),
            _ if line.words.ends_with(':') && block.is_none() => continue,
            _ => line.words,
        };
        let at = line.start + line.column + line.words.len() - value.len();
        let bare = extents::quoted(text, at).map_or(at..at + value.len(), |value| value.at);
        if value.starts_with(['|', '>']) && value.len() <= 3 {
            block = Some(line.column);
            continue;
        }
        let name = line.words.get(..line.words.len() - value.len()).unwrap_or_default();
        let said = |value: &str| of == Of::Strings && !name.is_empty() && !is_sure(name) && is_word(value);
        if !text.get(bare.clone()).is_none_or(|value| is_harmless(value) || said(value)) {
            out.push((bare, Some(DATA)));
        }
    }
}

/// The values of the data of Secrets in JSON.
fn json(text: &str, out: &mut Vec<Found>) {
    let kinds: Vec<Range<usize>> = SECRET_OF_JSON
        .as_ref()
        .into_iter()
        .flat_map(|pattern| pattern.find_iter(text))
        .map(|found| found.range())
        .collect();
    let (Some(first), Some(last)) = (kinds.first(), kinds.last()) else { return };
    let from = text.floor_char_boundary(first.start.saturating_sub(AROUND));
    let to = text.floor_char_boundary(last.end.saturating_add(AROUND));
    let near = text.get(from..to).unwrap_or_default();
    for found in DATA_OF_JSON.as_ref().into_iter().flat_map(|pattern| pattern.captures_iter(near)) {
        let Some(all) = found.get(1) else { continue };
        for value in VALUE_OF_JSON.as_ref().into_iter().flat_map(|pattern| pattern.captures_iter(all.as_str())) {
            if let Some(value) = value.get(1).filter(|value| !is_harmless(value.as_str())) {
                let start = from + all.start();
                out.push((start + value.start()..start + value.end(), Some(DATA)));
            }
        }
    }
}

/// A word that stands elsewhere, too (`username: postgres`): behind a placeholder there it would tell nothing.
fn is_word(value: &str) -> bool {
    value.bytes().all(|b| b.is_ascii_alphabetic() || matches!(b, b'-' | b'_' | b'.')) && is_plain(value)
}

/// What is none of a secret though it stands in one: a certificate, a template.
fn is_harmless(value: &str) -> bool {
    let begins = ["LS0tLS1CRUdJTiBDRVJU", "-----BEGIN CERT", "-----END CERT"];
    value.is_empty() || is_reference(value) || begins.iter().any(|begin| value.starts_with(begin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_a_pattern() {
        for pattern in [&KIND_OF_KEY, &NUMBER, &SECRET_OF_YAML, &SECRET_OF_JSON, &DATA_OF_JSON, &VALUE_OF_JSON] {
            assert!(pattern.is_some());
        }
        assert!(MARK.is_some());
    }
}
