//! What was kept from models elsewhere, for the places where it may be put back: a placeholder of one prompt gets
//! a name that means the same in every later text, and only the text that a secret was kept from takes it back.

use crate::{PLACEHOLDER, Secrets, fits_anywhere};
use std::collections::BTreeMap;
use std::ops::Range;

/// Secrets by the numbers that stand for them in what models replied.
#[derive(Clone, Default)]
pub struct Kept {
    secrets: BTreeMap<usize, String>,
    numbers: BTreeMap<String, usize>,
}

/// How many, never which.
impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Kept").field("secrets", &self.secrets.len()).finish()
    }
}

impl Kept {
    /// A reply to the prompt in which these were hidden, its placeholders named so that no other prompt has them.
    /// `draw` gives numbers that nobody guesses; where it gives none, and of a number that the prompt did not have,
    /// the placeholder stays as it is, and is put back nowhere.
    pub fn named(&mut self, reply: &str, secrets: &Secrets, mut draw: impl FnMut() -> Option<usize>) -> String {
        let Some(pattern) = PLACEHOLDER.as_ref().filter(|_| !secrets.is_empty()) else { return reply.to_owned() };
        let mut name = |found: &regex::Captures<'_>| {
            let secret = secrets.at(found.get(1)?.as_str().parse().ok()?)?;
            let number = match self.numbers.get(secret) {
                Some(number) => *number,
                None => draw().filter(|number| !self.secrets.contains_key(number))?,
            };
            self.secrets.insert(number, secret.to_owned());
            self.numbers.insert(secret.to_owned(), number);
            Some(format!("[secret {number}]"))
        };
        let put = |found: &regex::Captures<'_>| {
            name(found).unwrap_or_else(|| found.get(0).map_or("", |all| all.as_str()).to_owned())
        };
        pattern.replace_all(reply, put).into_owned()
    }

    /// What a model wrote for a text, with the secrets in the places of their placeholders that stand in that text
    /// as it was. One that could break what is around it (quotes, backslashes, ends of lines, marks of XML) stays a
    /// placeholder, and so does one that was kept from elsewhere: see [`crate::placeholder_in`].
    #[must_use]
    pub fn put_back(&self, text: &str, was: &str) -> String {
        let Some(pattern) = PLACEHOLDER.as_ref().filter(|_| !self.secrets.is_empty()) else { return text.to_owned() };
        let put = |found: &regex::Captures<'_>| {
            let all = found.get(0).map_or("", |all| all.as_str());
            let secret = self.secret(all).filter(|secret| fits_anywhere(secret) && was.contains(secret));
            secret.unwrap_or(all).to_owned()
        };
        pattern.replace_all(text, put).into_owned()
    }

    /// How many secrets it knows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.secrets.len()
    }

    /// Whether it knows none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.secrets.is_empty()
    }

    /// Takes over what another kept.
    pub fn extend(&mut self, other: Self) {
        self.secrets.extend(other.secrets);
        self.numbers.extend(other.numbers);
    }

    /// Whether it is known what a placeholder in a reply stands for.
    pub fn knows(&self, placeholder: &str) -> bool {
        self.secret(placeholder).is_some()
    }

    /// What a placeholder in a reply stands for.
    pub(crate) fn secret(&self, placeholder: &str) -> Option<&str> {
        let number = placeholder.strip_prefix("[secret ")?.strip_suffix(']')?;
        self.secrets.get(&number.parse().ok()?).map(String::as_str)
    }

    /// Where placeholders of replies stand in a text.
    pub(crate) fn places(&self, text: &str) -> Vec<Range<usize>> {
        let Some(pattern) = PLACEHOLDER.as_ref().filter(|_| !self.secrets.is_empty()) else { return Vec::new() };
        pattern
            .find_iter(text)
            .filter(|found| self.secret(found.as_str()).is_some())
            .map(|found| found.range())
            .collect()
    }
}
