//! Patterns as they are matched (their notation is told in [`super::super::table`]), and lists of them by the words that
//! may begin them.

use crate::languages::lengths::Change;
use crate::languages::table::{Deed, Kind};
use crate::once::Once;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// One pattern.
pub(super) struct Pattern {
    pub(super) elements: Vec<Element>,
}

/// One part of a pattern.
pub(super) enum Element {
    /// Any words.
    Star,
    /// This mark stands in front.
    Behind(char),
    /// The part of the sentence begins here.
    Begin,
    /// The part of the sentence ends here.
    End,
    /// No such thing is next.
    Not(Core),
    One {
        core: Core,
        optional: bool,
    },
}

/// What stands at a place.
pub(super) enum Core {
    /// A slot by its letter.
    Slot(char),
    /// One of these, each of some words, the longest first.
    Words(Vec<Vec<&'static str>>),
}

/// Something that holds for what a pattern matches.
pub(in crate::languages) trait Rule: 'static {
    /// Its pattern.
    fn pattern(&self) -> &'static str;
}

impl Rule for &'static str {
    fn pattern(&self) -> &'static str {
        self
    }
}

impl Rule for (&'static str, &'static str) {
    fn pattern(&self) -> &'static str {
        self.0
    }
}

impl Rule for (Kind, &'static str, &'static str) {
    fn pattern(&self) -> &'static str {
        self.1
    }
}

impl Rule for (Change, &'static str) {
    fn pattern(&self) -> &'static str {
        self.1
    }
}

impl Rule for (Deed, &'static str) {
    fn pattern(&self) -> &'static str {
        self.1
    }
}

impl Pattern {
    /// A pattern of the program's.
    pub(super) fn of(pattern: &'static str) -> &'static Self {
        static ALL: Once<Pattern> = Once::new();
        ALL.of(pattern.as_bytes(), || Self::read(pattern))
    }

    fn read(pattern: &'static str) -> Self {
        let elements = pattern.split(' ').map(|element| match element {
            "*" => Element::Star,
            ":" => Element::Behind(':'),
            "," => Element::Behind(','),
            "^" => Element::Begin,
            "$" => Element::End,
            _ => match (element.strip_prefix('!'), element.strip_suffix('?')) {
                (Some(other), _) => Element::Not(Core::read(other)),
                (None, Some(core)) => Element::One { core: Core::read(core), optional: true },
                (None, None) => Element::One { core: Core::read(element), optional: false },
            },
        });
        Self { elements: elements.collect() }
    }

    /// The words of which one must stand first; `None` where something else may.
    fn firsts(&self) -> Option<impl Iterator<Item = &'static str>> {
        match self.elements.iter().find(|element| !matches!(element, Element::Begin)) {
            Some(Element::One { core: Core::Words(phrases), optional: false }) => {
                Some(phrases.iter().filter_map(|phrase| phrase.first().copied()))
            }
            _ => None,
        }
    }
}

impl Core {
    fn read(core: &'static str) -> Self {
        if let Some(slot) = core.strip_prefix('<') {
            return Self::Slot(slot.chars().next().unwrap_or('>'));
        }
        let phrases = core.split('|').map(|phrase| phrase.split('_').collect::<Vec<_>>());
        let mut phrases: Vec<Vec<&str>> = phrases.filter(|words| words.iter().all(|word| !word.is_empty())).collect();
        phrases.sort_by_key(|words| std::cmp::Reverse(words.len()));
        Self::Words(phrases)
    }
}

/// The patterns of a list, in its order.
pub(super) struct Patterns {
    all: Vec<Pattern>,
    /// Those that may match where this word stands.
    by_first: FxHashMap<&'static str, Vec<usize>>,
    /// Those that may match anywhere.
    open: Vec<usize>,
}

impl Patterns {
    /// A list of the program's.
    pub(super) fn of<R: Rule>(list: &'static [R]) -> &'static Self {
        static ALL: Once<Patterns> = Once::new();
        ALL.of(list, || Self::read(list.iter().map(|rule| Pattern::read(rule.pattern())).collect()))
    }

    fn read(all: Vec<Pattern>) -> Self {
        let (mut by_first, mut open): (FxHashMap<&str, Vec<usize>>, Vec<usize>) = (FxHashMap::default(), Vec::new());
        for (n, pattern) in all.iter().enumerate() {
            match pattern.firsts() {
                Some(words) => words.for_each(|word| by_first.entry(word).or_default().push(n)),
                None => open.push(n),
            }
        }
        for of_word in by_first.values_mut() {
            of_word.extend(&open);
            of_word.sort_unstable();
            of_word.dedup();
        }
        Self { all, by_first, open }
    }

    /// The patterns that may match where a word stands that is so spelt, with their places in the list.
    pub(super) fn beginning(&self, fold: &str, lower: Option<&str>) -> impl Iterator<Item = (usize, &Pattern)> {
        let with_marks = lower.and_then(|lower| self.by_first.get(lower));
        let places: Cow<'_, [usize]> = match (self.by_first.get(fold), with_marks) {
            (None, None) => Cow::Borrowed(&self.open),
            (Some(places), None) | (None, Some(places)) => Cow::Borrowed(places),
            (Some(folded), Some(marked)) => {
                let mut both = [folded.as_slice(), marked].concat();
                both.sort_unstable();
                both.dedup();
                Cow::Owned(both)
            }
        };
        (0..places.len()).filter_map(move |n| {
            let place = *places.get(n)?;
            Some((place, self.all.get(place)?))
        })
    }
}
