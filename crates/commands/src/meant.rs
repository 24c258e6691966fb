//! A word of a command, as far as it is known what a shell makes of it: whoever looks at the files that words lead to
//! is told which are names, which are patterns, and of which nobody knows.

use crate::scan::Word;
use std::collections::BTreeMap;

/// One word that a program is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meant {
    /// Just this.
    Name(String),
    /// A pattern, in the place of which the files stand that it fits: `*.txt`.
    Pattern(String),
    /// What only a shell could know, a part of it or all.
    Unknown,
}

impl Meant {
    /// Its text, if it is one for certain.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Name(text) => Some(text),
            Self::Pattern(_) | Self::Unknown => None,
        }
    }

    fn of(text: String) -> Self {
        if text.contains(['*', '?', '[']) { Self::Pattern(text) } else { Self::Name(text) }
    }
}

/// What a word comes to with the `n`th value of each of its variables.
pub(crate) fn words(word: &Word, values: &BTreeMap<String, Vec<String>>, n: usize) -> Vec<Meant> {
    if word.exact {
        return vec![Meant::Name(word.text.clone())];
    }
    if word.substituted {
        return vec![Meant::Unknown];
    }
    let known = |(name, default): &(String, Option<String>)| {
        default.is_some() || values.get(name).is_some_and(|values| !values.is_empty())
    };
    if word.holes.is_empty() {
        return crate::judge::spread(word).into_iter().map(Meant::of).collect();
    }
    match word.fill(values, n).filter(|_| word.holes.iter().all(known)) {
        Some(text) if word.quoted => vec![Meant::of(text)],
        Some(text) => text.split_whitespace().map(|part| Meant::of(part.to_owned())).collect(),
        None => vec![Meant::Unknown],
    }
}
