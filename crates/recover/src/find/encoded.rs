//! Documents that were escaped once too often, for a string or for a page.

use super::Finder;
use super::between::Between;
use crate::node::{Data, Marks, Node};
use crate::parse::Parsed;
use crate::parse::scan::Scan;
use crate::repair::Repairs;

/// A quote in a page.
const QUOTES: [&str; 3] = ["&quot;", "&#34;", "&#x22;"];

/// Whether a text was made for a page: an entity stands where its first bracket wants a quote. Entities behind anything
/// else are what a string says, and stay as they are.
pub(super) fn is_for_a_page(text: &str) -> bool {
    let opens = |inside: &str| {
        let inside = inside.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '{' | '['));
        QUOTES.iter().any(|quote| inside.starts_with(quote))
    };
    let object = text.find('{').unwrap_or(text.len());
    let list = text.get(..object).and_then(|before| before.find('['));
    let first = [list, Some(object)].into_iter().flatten();
    !text.contains('"') && first.filter_map(|at| text.get(at..)).any(opens)
}

/// Text that was made for a page: each quote is an entity, and so are the other characters that must be.
pub(super) fn without_entities(text: &str) -> String {
    const ENTITIES: &[(&str, char)] = &[
        ("&quot;", '"'),
        ("&#34;", '"'),
        ("&#x22;", '"'),
        ("&amp;", '&'),
        ("&lt;", '<'),
        ("&gt;", '>'),
        ("&#39;", '\''),
        ("&#x27;", '\''),
        ("&apos;", '\''),
    ];
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let (length, meant) =
            ENTITIES.iter().find(|(entity, _)| rest.starts_with(entity)).map_or((1, '&'), |(e, c)| (e.len(), *c));
        plain.push(meant);
        rest = &rest[length..];
    }
    plain.push_str(rest);
    plain
}

/// Takes one level of escapes off what stands between `\"` and `\"`, and around. What stands between
/// plain quotes has only one.
pub(super) fn once_unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let (mut open, mut level) = (false, 1);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                (open, level) = (!open, usize::from(open));
                plain.push('"');
            }
            '\\' if open && level == 0 => {
                plain.push(c);
                plain.extend(chars.next());
            }
            '\\' => match chars.next() {
                Some('"') => {
                    open = !open;
                    plain.push('"');
                }
                Some('\\') => {
                    plain.push('\\');
                    // The escape that is left covers what follows, a quote too.
                    let rest = chars.as_str();
                    if let Some((covered, after)) = covered(rest).filter(|_| open) {
                        plain.push(covered);
                        chars = after.chars();
                    }
                }
                Some('n') => plain.push('\n'),
                Some('t') => plain.push('\t'),
                Some('r') => plain.push('\r'),
                Some('/') => plain.push('/'),
                Some(other) => plain.extend(['\\', other]),
                None => {}
            },
            c => plain.push(c),
        }
    }
    plain
}

/// The character that an escape covers of which one level was taken off, and what comes after it. A quote
/// may lack its own level inside a text, `\"say \\"hi\\" now\"`, but not where it may end it.
fn covered(rest: &str) -> Option<(char, &str)> {
    for (escaped, meant) in [("\\\"", '"'), ("\\\\", '\\')] {
        if let Some(after) = rest.strip_prefix(escaped) {
            return Some((meant, after));
        }
    }
    let after = rest.strip_prefix('"')?;
    (!after.trim_start().starts_with([',', '}', ']', ':'])).then_some(('"', after))
}

/// The text with one level of escapes off its only document, which was escaped once too often; the words before it stay.
pub(super) fn without_escapes(text: &str) -> Option<String> {
    let (words, document) = text.split_at(text.find(['{', '['])?);
    let escaped = escaped_start(document) && !words.is_empty() && !words.contains('"');
    escaped.then(|| format!("{words}{}", once_unescaped(document)))
}

/// How many documents may stand before one that is a string: each is read once more.
const MOST: usize = 64;

impl Finder<'_> {
    /// JSON in a string of JSON that stands beside something else: `Answer: "{\"a\": 1}"`.
    pub(super) fn encoded_string(&mut self, start: usize) -> bool {
        let inside = self.text.get(start + 1..).unwrap_or_default();
        if self.found.candidates.len() > MOST || !inside.starts_with(['{', '[']) || !escaped_start(inside) {
            return false;
        }
        let mut values = serde_json::Deserializer::from_str(&self.text[start..]).into_iter();
        let Some(Ok(text)) = values.next() else { return false };
        let end = start + values.byte_offset();
        let node = Node::new(Data::Text(text), start, end, Marks::default());
        self.push(Parsed::new(node, end, Repairs::default()), start, true);
        true
    }
}

/// Whether a backslash stands before the first quote in brackets: `{\n  \"a\": [`, escaped once too often.
pub(super) fn escaped_start(text: &str) -> bool {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(['{', '[', ' ', '\n', '\r', '\t']);
        match ["\\n", "\\t", "\\r"].iter().find_map(|e| rest.strip_prefix(e)) {
            Some(after) => rest = after,
            None => return rest.starts_with("\\\""),
        }
    }
}

/// The escapes of white space.
const BREAKS: [&str; 3] = ["\\n", "\\t", "\\r"];

/// With white space for its escapes between the strings, which have quotes of their own: `{\n  "a": 1\n}`, where only the
/// line breaks were escaped once too often. What stands in a string stays as it is.
pub(super) fn with_breaks(text: &str) -> Option<String> {
    if !BREAKS.iter().any(|escape| text.contains(escape)) {
        return None;
    }
    let (words, document) = text.split_at(text.find(['{', '['])?);
    let mut plain = BREAKS.iter().fold(words.to_owned(), |words, escape| words.replace(escape, " \n"));
    let mut changed = plain != words;
    let mut between = Between::new(document, ends_before_a_break);
    let mut covered = 0;
    for (at, sign) in document.char_indices() {
        let escape = sign == '\\' && !between.is_in_a_string() && break_at(document, at);
        if escape {
            plain.push_str(" \n");
            (covered, changed) = (at + 2, true);
        } else if at >= covered {
            plain.push(sign);
            between.pass(at, sign, sign);
        }
    }
    changed.then_some(plain)
}

fn break_at(text: &str, at: usize) -> bool {
    text.get(at..).is_some_and(|rest| BREAKS.iter().any(|escape| rest.starts_with(escape)))
}

fn ends_before_a_break(scan: &Scan<'_>, mut at: usize) -> bool {
    loop {
        at = scan.skip_space(at);
        if !break_at(scan.text, at) {
            return matches!(scan.at(at), b',' | b':' | b'}' | b']' | 0);
        }
        at += 2;
    }
}
