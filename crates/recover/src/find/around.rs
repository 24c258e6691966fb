//! What stands around documents that are found one after the other: each part of a text is looked through once,
//! however many thousands of them there are.

use std::collections::HashMap;
use std::hash::Hash;

/// Where the next word begins.
#[derive(Debug, Default)]
pub(super) struct NextWord {
    /// Nothing of a word stands from here
    from: usize,
    /// up to here.
    at: usize,
}

impl NextWord {
    /// Offset of the first letter, digit or full stop at or after `from`, or of the end.
    pub(super) fn after(&mut self, text: &str, from: usize) -> usize {
        if !(self.from..=self.at).contains(&from) || self.at == 0 {
            let rest = text.get(from..).unwrap_or_default();
            *self = Self { from, at: rest.find(is_of_a_word).map_or(text.len(), |at| from + at) };
        }
        self.at
    }
}

/// Where texts that were looked for stand next.
#[derive(Debug, Default)]
pub(super) struct Ahead {
    /// None stands from the first offset up to the second.
    known: HashMap<String, (usize, usize)>,
}

impl Ahead {
    /// Offset of `what` at or after `from`.
    pub(super) fn find(&mut self, text: &str, from: usize, what: &str) -> Option<usize> {
        if let Some((least, at)) = self.known.get(what)
            && (*least..=*at).contains(&from)
        {
            return Some(*at).filter(|at| *at < text.len());
        }
        let found = text.get(from..)?.find(what).map(|at| from + at);
        self.known.insert(what.to_owned(), (from, found.unwrap_or(text.len())));
        found
    }
}

/// What was found out about words, for the same words once more: a text that was made to be long has the same ones
/// thousands of times.
#[derive(Debug)]
pub(super) struct Known<K, V>(HashMap<K, V>);

/// So much is remembered.
const REMEMBERED: usize = 1 << 8;

impl<K: Eq + Hash, V: Copy> Known<K, V> {
    /// What is known of `what`, or what `find` finds.
    pub(super) fn of(&mut self, what: K, find: impl FnOnce() -> V) -> V {
        if let Some(known) = self.0.get(&what) {
            return *known;
        }
        let found = find();
        if self.0.len() < REMEMBERED {
            self.0.insert(what, found);
        }
        found
    }
}

impl<K, V> Default for Known<K, V> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

/// What words are made of, and a full stop.
pub(super) fn is_of_a_word(c: char) -> bool {
    c.is_alphanumeric() || c == '.'
}

/// Where the line of an offset begins.
#[derive(Debug, Default)]
pub(super) struct LineStart {
    line: usize,
    /// So much was looked through.
    seen: usize,
}

impl LineStart {
    /// Offset after the last line break before `at`.
    pub(super) fn before(&mut self, text: &str, at: usize) -> usize {
        if at < self.seen {
            *self = Self::default();
        }
        let new = text.get(self.seen..at).unwrap_or_default();
        self.line = new.rfind('\n').map_or(self.line, |found| self.seen + found + 1);
        self.seen = at;
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::{LineStart, NextWord};

    #[test]
    fn what_is_remembered_is_what_is_there() {
        let text = "{} {}\n, {\"a\": 1} é\n[] no.\n\n{}";
        let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let (mut word, mut line) = (NextWord::default(), LineStart::default());
        // Also where reading goes back to.
        for &at in ends.iter().chain(ends.iter().rev()) {
            let next = text[at..].find(|c: char| c.is_alphanumeric() || c == '.').map_or(text.len(), |n| at + n);
            assert_eq!(word.after(text, at), next, "{at}");
            assert_eq!(line.before(text, at), text[..at].rfind('\n').map_or(0, |n| n + 1), "{at}");
        }
    }
}
