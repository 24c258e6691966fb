//! Lists of words and of phrases, looked up by their first word.

use crate::once::Once;
use rustc_hash::FxHashMap;

/// A shorter list is read through sooner than it is looked up.
const SHORT: usize = 64;

/// A list as its entries by their first word.
#[derive(Debug)]
pub struct Phrases(FxHashMap<&'static str, Vec<&'static str>>);

static BY_BAR: Once<Phrases> = Once::new();
static BY_BLANK: Once<Phrases> = Once::new();

impl Phrases {
    /// The entries of a long list that bars set apart; nothing for a short one.
    pub fn of(list: &'static str) -> Option<&'static Self> {
        (list.len() >= SHORT).then(|| BY_BAR.of(list.as_bytes(), || Self::read(list, '|')))
    }

    /// The words of a long list that blanks set apart; nothing for a short one.
    pub fn words(list: &'static str) -> Option<&'static Self> {
        (list.len() >= SHORT).then(|| BY_BLANK.of(list.as_bytes(), || Self::read(list, ' ')))
    }

    fn read(list: &'static str, parted_by: char) -> Self {
        let mut all: FxHashMap<&'static str, Vec<&'static str>> = FxHashMap::default();
        for entry in list.split(parted_by).filter(|entry| !entry.is_empty()) {
            all.entry(first(entry)).or_default().push(entry);
        }
        Self(all)
    }

    /// Those that begin with this word.
    pub fn beginning(&self, word: &str) -> &[&'static str] {
        self.0.get(word).map_or(&[], Vec::as_slice)
    }

    /// Whether it is one of them.
    pub fn has(&self, phrase: &str) -> bool {
        self.beginning(first(phrase)).contains(&phrase)
    }
}

fn first(entry: &str) -> &str {
    entry.split(' ').next().unwrap_or_default()
}
