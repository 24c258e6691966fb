//! A word of a command, as far as it is known what a shell makes of it: whoever looks at the files that words lead to
//! is told which are names, which are patterns, and of which nobody knows.

use crate::case::Case;
use crate::scan::{Hole, Word, expands_braces};

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

    /// Its text, if it is a pattern.
    #[must_use]
    pub fn pattern(&self) -> Option<&str> {
        if let Self::Pattern(text) = self { Some(text) } else { None }
    }

    /// Its text, as it is written where it is a pattern.
    pub(crate) fn written(&self) -> Option<&str> {
        match self {
            Self::Name(text) | Self::Pattern(text) => Some(text),
            Self::Unknown => None,
        }
    }

    fn of(text: String) -> Self {
        if text.contains(['*', '?', '[']) { Self::Pattern(text) } else { Self::Name(text) }
    }
}

/// What a word comes to with the `n`th value of each of its variables.
pub(crate) fn words(case: &Case<'_>, word: &Word, n: usize) -> Vec<Meant> {
    // What more braces come to than are spread, nobody knows.
    if word.cut {
        return vec![Meant::Unknown];
    }
    if word.exact {
        return vec![Meant::Name(word.text.clone())];
    }
    if word.substituted || expands_braces(&word.text) {
        return vec![Meant::Unknown];
    }
    if word.holes.is_empty() {
        return crate::judge::spread(word).into_iter().map(Meant::of).collect();
    }
    let known = |hole: &Hole| {
        let given = hole.default.is_some() || case.values.get(&hole.name).is_some_and(|values| !values.is_empty());
        given && hole.is_known()
    };
    let unsure = word.holes.iter().any(|hole| case.unsure.contains(&hole.name));
    let meant = |text: String| if unsure && text.contains(['*', '?']) { Meant::Unknown } else { Meant::of(text) };
    match word.fill(&case.values, n).filter(|_| word.holes.iter().all(known)) {
        Some(text) => word.apart(&text).into_iter().map(meant).collect(),
        None => vec![Meant::Unknown],
    }
}
