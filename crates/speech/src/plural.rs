//! A sentence of the catalogue in its pieces, and which plural a number takes.

use crate::Language;

/// A piece of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    /// As it stands.
    Text(String),
    /// `{name}`: what stood in the English text's gap.
    Gap(String),
    /// `{n:one|other}`: the form that goes with the number in a gap.
    Choice(String, Vec<String>),
}

/// The pieces of a sentence; none when a brace is not closed.
pub(crate) fn pieces(sentence: &str) -> Option<Vec<Piece>> {
    let mut out = Vec::new();
    let mut rest = sentence;
    while let Some((text, tail)) = rest.split_once('{') {
        if !text.is_empty() {
            out.push(Piece::Text(text.to_owned()));
        }
        let (inside, tail) = tail.split_once('}')?;
        out.push(match inside.split_once(':') {
            None => Piece::Gap(inside.to_owned()),
            Some((name, forms)) => Piece::Choice(name.to_owned(), forms.split('|').map(str::to_owned).collect()),
        });
        rest = tail;
    }
    if !rest.is_empty() {
        out.push(Piece::Text(rest.to_owned()));
    }
    Some(out)
}

/// How many forms a language has.
#[cfg(test)]
pub(crate) fn forms(language: Language) -> usize {
    if language == Language::Romanian { 3 } else { 2 }
}

/// Which form goes with a number, from 0 (CLDR's cardinal rules for whole numbers).
pub(crate) fn form(language: Language, number: &str) -> usize {
    let number: u64 = number.parse().unwrap_or(u64::MAX);
    match language {
        Language::French => usize::from(number > 1),
        Language::German | Language::Spanish => usize::from(number != 1),
        Language::Romanian => match (number, number % 100) {
            (1, _) => 0,
            (0, _) | (_, 1..=19) => 1,
            _ => 2,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_take_the_plural_of_the_language() {
        let of = |language| [0, 1, 2, 19, 20, 21, 100, 101, 119].map(|n: u64| form(language, &n.to_string()));
        assert_eq!(of(Language::German), [1, 0, 1, 1, 1, 1, 1, 1, 1]);
        assert_eq!(of(Language::Spanish), [1, 0, 1, 1, 1, 1, 1, 1, 1]);
        assert_eq!(of(Language::French), [0, 0, 1, 1, 1, 1, 1, 1, 1]);
        assert_eq!(of(Language::Romanian), [1, 0, 1, 1, 2, 2, 2, 1, 1]);
    }
}
