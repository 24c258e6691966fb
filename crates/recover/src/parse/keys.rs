//! Keys: one without quotes, and one that lost its last quote.

use super::scan::Quote;
use super::{Held, Marks, Parser, State};
use crate::repair::Repair;

impl Parser<'_> {
    /// `"done: true}]}`, `"done': true}]}`: a key without its last quote or with another, a number,
    /// literal or list of numbers, and the brackets of all that is open. No text is cut there.
    pub(super) fn key_before_the_last_value(&self, at: usize) -> Option<(String, usize)> {
        let scan = self.scan;
        let (_, len) = scan.quote(at)?;
        let end = scan.word(at + len);
        let next = end + scan.quote(end).map_or(0, |(_, len)| len);
        let colon = scan.skip_space(next);
        let value = scan.skip_space(colon + 1);
        if end == at + len || scan.at(colon) != b':' {
            return None;
        }
        let ended = if scan.plain_scalar(value) { scan.word(value) } else { scan.list_of_numbers(value)? };
        let mut rest = scan.skip_space(ended);
        for frame in self.stack.iter().rev() {
            if scan.at(rest) != if frame.is_object() { b'}' } else { b']' } {
                return None;
            }
            rest = scan.skip_space(rest + 1);
        }
        let over = scan.done(rest) || scan.wrapper_end(rest);
        over.then(|| (scan.text.get(at + len..end).unwrap_or_default().to_owned(), next))
    }

    pub(super) fn take_key(&mut self, mut text: String, start: usize, mut marks: Marks) {
        if marks.has(Marks::LOSSY) && !marks.has(Marks::CHANGED) {
            // Keys are words: `"na\me"`, `"due\_date"`.
            let word: String = text.chars().filter(|c| *c != '\\').collect();
            if word.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '$')) {
                text = word;
                marks.remove(Marks::LOSSY.with(Marks::ESCAPED));
            }
        }
        if self.scan.quote(start).is_some() {
            self.quoted_keys = true;
        } else {
            self.doubt_bodies_before_a_bare_key();
        }
        if let Some(top) = self.stack.last_mut()
            && let Held::Object { key, .. } = &mut top.held
        {
            *key = Some((text, start, marks));
            top.state = State::Colon;
        }
    }

    pub(super) fn bare_key(&mut self) -> bool {
        let scan = self.scan;
        let start = self.pos;
        let end = scan.word(start);
        let colon = scan.skip_space(end);
        if end > start && matches!(scan.at(colon), b':' | b'=') {
            self.fix(Repair::UnquotedKey);
            if scan.at(colon) == b'=' && self.stack.last().is_some_and(|top| top.colons) {
                // `"a = \"1", b = \"2\""`: one line of a text, and no other dialect.
                self.doubt_texts();
            }
            self.pos = end;
            self.take_key(scan.text[start..end].to_owned(), start, Marks::default());
            return true;
        }
        if end > start && scan.quote(end).is_some_and(|(_, len)| scan.at(scan.skip_space(end + len)) == b':') {
            // `name": 1`: the opening quote is missing.
            self.fix(Repair::MissingQuote);
            let sure = self.stack.last().is_some_and(|top| (top.comma || top.is_empty()) && !top.tainted);
            if !sure {
                self.taint();
            }
            let (_, len) = scan.quote(end).unwrap_or((Quote::Double, 1));
            self.pos = end + len;
            let marks = if sure { Marks::CONCLUDED } else { Marks::GUESSED };
            self.take_key(scan.text[start..end].to_owned(), start, marks);
            return true;
        }
        // The first key of a root object decides whether this is an object at all.
        if !self.sure
            && self.stack.len() == 1
            && self.stack.last().is_some_and(|f| f.is_empty() && !f.comma)
            && !scan.done(colon)
        {
            return false;
        }
        if end > start && (scan.quote(colon).is_some() && scan.delimited_string(colon) || scan.plain_scalar(colon)) {
            if scan.quoted_key(colon) {
                self.junk();
                return true;
            }
            self.fix(Repair::UnquotedKey);
            self.doubt_texts();
            self.pos = end;
            self.take_key(scan.text[start..end].to_owned(), start, Marks::GUESSED);
            return true;
        }
        if scan.done(colon) {
            self.pos = colon;
            return true;
        }
        self.junk();
        true
    }
}
