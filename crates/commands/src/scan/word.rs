//! One word of a shell's text, and what it may be with the values of its variables.

use super::parameter::{APART, Hole};
use std::collections::BTreeMap;

/// Longer values of variables are not looked at. Bytes.
pub(crate) const LONGEST_VALUE: usize = 4 * 1024;

/// By this name a word holds all that a function or a script is given: `$@`, `$*`.
pub(crate) const ALL_PARAMETERS: &str = "@";

/// Whether a name is that of what is given from outside, or by the shell itself: `$1`, `$@`, `${?}`.
fn is_parameter(name: &str) -> bool {
    name == ALL_PARAMETERS || name.bytes().all(|b| b.is_ascii_digit())
}

/// One word.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Word {
    /// Quotes taken off. `~` for the home folder, `*` for what is not known.
    pub(crate) text: String,
    /// Whether a shell would pass exactly `text`.
    pub(crate) exact: bool,
    /// Whether any of it was quoted: `"if"` is a word and `if` is not.
    pub(crate) quoted: bool,
    /// Whether it begins with `NAME=`.
    pub(crate) assigns: bool,
    /// The variables it names.
    pub(crate) variables: Vec<String>,
    /// Those that it gives a value if they have none, or ends the line: `${x:=a}`, `${x:?}`.
    pub(crate) ensures: Vec<String>,
    /// Whether a part of it is what another command prints.
    pub(crate) substituted: bool,
    /// Whether its braces come to more words than are looked at.
    pub(crate) many: bool,
    /// Whether its braces come to more words, of which this is but one.
    pub(crate) cut: bool,
    /// `text` with a NUL for each of `holes`.
    pub(super) template: String,
    /// The variables whose values are not known here.
    pub(crate) holes: Vec<Hole>,
}

impl Word {
    /// A word of which nothing but this text is known.
    pub(crate) fn bare(text: &str) -> Self {
        Self { text: text.to_owned(), ..Self::default() }
    }

    /// The text with the `n`th value of each variable, of which none is given twice; none when no value
    /// is known, or when it is longer than [`LONGEST_VALUE`].
    pub(crate) fn fill(&self, values: &BTreeMap<String, Vec<String>>, n: usize) -> Option<String> {
        if self.holes.is_empty() || self.template.matches('\0').count() != self.holes.len() {
            return None;
        }
        let mut parts = self.template.split('\0');
        let mut text = parts.next()?.to_owned();
        let mut known = false;
        for (part, hole) in parts.zip(&self.holes) {
            let given = values.get(&hole.name).and_then(|values| values.get(n).or(values.last()));
            let value = given.map(|value| hole.changed(value)).or(hole.default.clone());
            known |= value.is_some();
            text.push_str(value.as_deref().unwrap_or("*"));
            text.push_str(part);
            if text.len() > LONGEST_VALUE {
                return None;
            }
        }
        known.then_some(text)
    }

    /// The words that a shell makes of what it is filled with.
    pub(crate) fn apart(&self, filled: &str) -> Vec<String> {
        let parts = filled.split(APART);
        match self.quoted {
            true => parts.map(str::to_owned).collect(),
            false => parts.flat_map(str::split_whitespace).map(str::to_owned).collect(),
        }
    }

    /// Whether a value of one of its variables is known.
    pub(crate) fn is_known(&self, values: &BTreeMap<String, Vec<String>>) -> bool {
        self.holes.iter().any(|hole| hole.default.is_some() || values.contains_key(&hole.name))
    }

    /// How long [`fill`](Self::fill) makes it at most. Bytes.
    pub(crate) fn longest(&self, values: &BTreeMap<String, Vec<String>>, n: usize) -> usize {
        let value = |name| values.get(name).and_then(|values| values.get(n).or(values.last())).map_or(1, String::len);
        let filled = self.holes.iter().map(|hole| value(&hole.name)).sum::<usize>();
        self.text.len() + filled.min(LONGEST_VALUE)
    }

    /// The text with the names of its variables in the place of their values: the same name is the same value.
    pub(crate) fn by_name(&self) -> String {
        if self.template.matches('\0').count() != self.holes.len() {
            return self.text.clone();
        }
        let mut parts = self.template.split('\0');
        let first = parts.next().unwrap_or("").to_owned();
        parts.zip(&self.holes).fold(first, |text, (part, hole)| format!("{text}${}{part}", hole.name))
    }

    /// The text without its variables, of which none was given a value here.
    pub(crate) fn emptied(&self, values: &BTreeMap<String, Vec<String>>) -> Option<String> {
        self.unfilled().filter(|_| self.is_unset(values))
    }

    /// Whether nothing is left of it, because none of its variables was given a value here.
    pub(crate) fn is_empty(&self, values: &BTreeMap<String, Vec<String>>) -> bool {
        !self.holes.is_empty() && self.template.chars().all(|c| c == '\0') && self.is_unset(values)
    }

    fn is_unset(&self, values: &BTreeMap<String, Vec<String>>) -> bool {
        let unset = |Hole { name, default, .. }: &Hole| {
            default.is_none() && !is_parameter(name) && !values.contains_key(name) && !self.ensures.contains(name)
        };
        self.holes.iter().all(unset)
    }

    /// The text without its variables, as it is when they have no values.
    pub(crate) fn unfilled(&self) -> Option<String> {
        (!self.holes.is_empty()).then(|| self.template.replace('\0', "")).filter(|text| !text.is_empty())
    }
}
