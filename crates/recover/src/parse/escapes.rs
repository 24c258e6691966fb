//! What stands between two quotes: escapes of JSON and of other languages, raw control characters.

use super::Parser;
use super::backslash::{Backslashes, Meaning};
use crate::node::Marks;
use crate::repair::Repair;

impl Parser<'_> {
    /// What `text[begin..end]` says. Characters that JSON wants escaped are kept as they are.
    pub(super) fn unescape(&mut self, begin: usize, end: usize, marks: &mut Marks) -> String {
        let raw = self.scan.text.get(begin..end.max(begin)).unwrap_or_default();
        if raw.bytes().any(|b| b < 0x20) {
            if raw.bytes().any(|b| matches!(b, b'\n' | b'\r')) {
                self.repairs.add(Repair::RawNewline);
            }
            if raw.bytes().any(|b| b < 0x20 && !matches!(b, b'\n' | b'\r')) {
                self.repairs.add(Repair::ControlCharacter);
            }
        }
        let mut out = String::with_capacity(raw.len());
        let mut rest = raw;
        let mut odd = Backslashes::of(raw);
        while let Some(at) = rest.find('\\') {
            out.push_str(&rest[..at]);
            rest = self.escape(&rest[at..], &mut odd, &mut out, marks);
        }
        out.push_str(rest);
        out
    }

    /// Reads the escape that `rest` starts with, and answers what is left.
    fn escape<'t>(&mut self, rest: &'t str, odd: &mut Backslashes<'_>, out: &mut String, marks: &mut Marks) -> &'t str {
        let Some(kind) = rest[1..].chars().next() else {
            // Cut in the middle of an escape.
            marks.add(Marks::GUESSED);
            return "";
        };
        let after = &rest[1 + kind.len_utf8()..];
        let plain = match kind {
            '"' | '\\' | '/' => Some(kind),
            'b' => Some('\u{8}'),
            'f' => Some('\u{c}'),
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            'u' if !after.starts_with('{') => return self.unicode_escape(after, out, marks),
            // JSON5 and every C-like language: the quote itself.
            '\'' | '`' => {
                self.repairs.add(Repair::BadEscape);
                Some(kind)
            }
            // Who opens with one of these escapes it; anywhere else the backslash may be text.
            '“' | '”' | '‘' | '’' => {
                self.repairs.add(Repair::BadEscape);
                marks.add(Marks::LOSSY);
                Some(kind)
            }
            _ => None,
        };
        let Some(c) = plain else { return self.odd_escape(&rest[1..], odd, out, marks) };
        out.push(c);
        after
    }

    /// A backslash before what JSON does not escape. Whatever it means, a body may have said otherwise.
    fn odd_escape<'t>(
        &mut self,
        rest: &'t str,
        odd: &mut Backslashes<'_>,
        out: &mut String,
        marks: &mut Marks,
    ) -> &'t str {
        self.repairs.add(Repair::BadEscape);
        marks.add(Marks::LOSSY);
        match odd.meaning(rest) {
            Meaning::Character(c, len) => {
                out.push(c);
                return &rest[len..];
            }
            Meaning::Needless => {}
            Meaning::Text => out.push('\\'),
            Meaning::Unknown => {
                marks.add(Marks::ESCAPED);
                out.push('\\');
            }
        }
        let len = rest.chars().next().map_or(0, char::len_utf8);
        out.push_str(&rest[..len]);
        &rest[len..]
    }

    fn unicode_escape<'t>(&mut self, after: &'t str, out: &mut String, marks: &mut Marks) -> &'t str {
        let unit = |text: &str| {
            text.get(..4)
                .filter(|h| h.bytes().all(|b| b.is_ascii_hexdigit()))
                .and_then(|h| u16::from_str_radix(h, 16).ok())
        };
        let Some(first) = unit(after) else {
            self.repairs.add(Repair::BadEscape);
            marks.add(Marks::LOSSY.with(Marks::CHANGED));
            // `\u20'1c`: a character of which a digit is missing, or another; `\users` may be meant as it stands.
            if after.starts_with(|c: char| c.is_ascii_hexdigit()) {
                marks.add(Marks::ESCAPED);
            }
            out.push_str("\\u");
            return after;
        };
        let rest = &after[4..];
        if let Some(c) = char::from_u32(u32::from(first)) {
            out.push(c);
            return rest;
        }
        if let Some(second) = rest.strip_prefix("\\u").and_then(unit)
            && let Some(Ok(c)) = char::decode_utf16([first, second]).next()
        {
            out.push(c);
            return &rest[6..];
        }
        self.repairs.add(Repair::LoneSurrogate);
        marks.add(Marks::LOSSY.with(Marks::CHANGED));
        out.push(char::REPLACEMENT_CHARACTER);
        rest
    }
}
