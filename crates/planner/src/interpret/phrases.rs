//! Lists of words and of phrases, looked up by their first word. A sentence is held against thousands of entries, read
//! this way and that; a list is taken apart once in the life of the program.

use std::collections::HashMap;
use std::sync::{LazyLock, PoisonError, RwLock};

/// A shorter list is read through sooner than it is looked up.
const SHORT: usize = 64;

/// A list as its entries by their first word.
pub(super) struct Phrases(HashMap<&'static str, Vec<&'static str>>);

/// By where a list stands in the program, and what parts its entries.
type Known = HashMap<(usize, usize, char), &'static Phrases>;

static KNOWN: LazyLock<RwLock<Known>> = LazyLock::new(RwLock::default);

impl Phrases {
    /// The entries of a long list; nothing for a short one.
    pub(super) fn of(list: &'static str, parted_by: char) -> Option<&'static Self> {
        if list.len() < SHORT {
            return None;
        }
        let key = (list.as_ptr().addr(), list.len(), parted_by);
        let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
        Some(known.unwrap_or_else(|| {
            let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
            // As many as the program has lists.
            *known.entry(key).or_insert_with(|| Box::leak(Box::new(Self::read(list, parted_by))))
        }))
    }

    fn read(list: &'static str, parted_by: char) -> Self {
        let mut all: HashMap<&'static str, Vec<&'static str>> = HashMap::new();
        for entry in list.split(parted_by).filter(|entry| !entry.is_empty()) {
            all.entry(first(entry)).or_default().push(entry);
        }
        Self(all)
    }

    /// Those that begin with this word.
    pub(super) fn beginning(&self, word: &str) -> &[&'static str] {
        self.0.get(word).map_or(&[], Vec::as_slice)
    }

    /// Whether it is one of them.
    pub(super) fn has(&self, phrase: &str) -> bool {
        self.beginning(first(phrase)).contains(&phrase)
    }
}

fn first(phrase: &str) -> &str {
    phrase.split_once(' ').map_or(phrase, |(first, _)| first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_its_entries_and_no_parts_of_them() {
        const LIST: &str = "as soon as|as|in case|in case of|whenever|provided|provided that|assuming|supposing|unless";
        let list = Phrases::of(LIST, '|').unwrap();
        for entry in LIST.split('|') {
            assert!(list.has(entry), "{entry}");
        }
        for other in ["", "soon", "as soon", "in", "case", "whenever ", "provided|provided that"] {
            assert!(!list.has(other), "{other}");
        }
        assert_eq!(list.beginning("in"), ["in case", "in case of"]);
        assert!(Phrases::of("a|b", '|').is_none());
    }
}
