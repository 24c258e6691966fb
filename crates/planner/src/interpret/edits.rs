//! Cuts and replacements in a message, by the places of its words.

use super::text::Clause;
use std::ops::Range;

/// What takes the place of which words; in no order.
#[derive(Default)]
pub(super) struct Edits(Vec<(Range<usize>, String)>);

impl Edits {
    /// Without these words, and without the mark behind them.
    pub(super) fn cut(&mut self, words: Range<usize>) {
        self.put(words, "");
    }

    /// With other words in place of these.
    pub(super) fn put(&mut self, words: Range<usize>, instead: &str) {
        if !words.is_empty() {
            self.0.push((words, instead.to_owned()));
        }
    }

    /// The text with all of it done; `None` where there is nothing to do.
    pub(super) fn apply(mut self, c: &Clause) -> Option<String> {
        if self.0.is_empty() {
            return None;
        }
        self.0.sort_by_key(|(words, _)| words.start);
        let (mut out, mut from) = (String::new(), 0);
        for (words, instead) in &self.0 {
            let (Some(first), Some(last)) =
                (c.toks.get(words.start), words.end.checked_sub(1).and_then(|i| c.toks.get(i)))
            else {
                continue;
            };
            let mut front = c.text.get(from..first.start).unwrap_or_default();
            if first.start < from {
                continue;
            }
            let next = c.toks.get(words.end).map_or(c.text.len(), |t| opening(&c.text, t.start));
            let end = if instead.is_empty() { next } else { last.end };
            // Behind the last words kept the sentence ends.
            if instead.is_empty() && next == c.text.len() {
                front = front.trim_end_matches([' ', ',', ';', '(', '-', '—', '–']);
            }
            out.push_str(front);
            out.push_str(instead);
            from = end;
        }
        out.push_str(c.text.get(from..).unwrap_or_default());
        Some(out.trim().to_owned())
    }
}

/// Where the quotation mark or bracket in front of a word is.
fn opening(text: &str, start: usize) -> usize {
    let front = text.get(..start).unwrap_or_default();
    let marks = front.chars().rev().take_while(|ch| matches!(ch, '"' | '“' | '\'' | '‘' | '('));
    start - marks.map(char::len_utf8).sum::<usize>()
}
