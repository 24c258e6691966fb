//! The catalogue: each phrase in English and in the other four, compiled once.

use crate::Language;
use crate::pattern::{Kind, Pattern};
use crate::plural::{Piece, pieces};
use std::collections::HashMap;
use std::sync::LazyLock;

macro_rules! files {
    ($($name:literal),* $(,)?) => { [$(($name, include_str!(concat!("../phrases/", $name, ".txt")))),*] };
}

/// The files of the catalogue, by what their texts are about.
static FILES: &[(&str, &str)] = &files![
    "agents", "labels", "hints", "planner", "suggest", "tools", "review", "files", "commands", "door", "others",
    "models", "images"
];

/// A phrase as the catalogue has it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Phrase {
    /// The file it is in.
    pub file: &'static str,
    /// English, as templates; one for each plural.
    pub english: Vec<&'static str>,
    /// Texts of the sources that come out as one of these, where they are put together otherwise.
    pub sources: Vec<&'static str>,
    /// German, Spanish, French, Romanian.
    pub said: [&'static str; 4],
}

/// All phrases as they are written down.
pub fn phrases() -> Vec<Phrase> {
    let mut all = Vec::new();
    for (file, text) in FILES {
        let mut now = Phrase { file, ..Phrase::default() };
        for line in text.lines().chain([""]) {
            let (what, words) = line.split_once(' ').unwrap_or((line, ""));
            match what {
                "en" => now.english.push(words),
                "src" => now.sources.push(words),
                "" if !now.english.is_empty() => {
                    all.push(std::mem::replace(&mut now, Phrase { file, ..Phrase::default() }));
                }
                _ => {
                    let at = Language::ALL.iter().position(|l| l.tag() == what);
                    if let Some(said) = at.and_then(|at| now.said.get_mut(at)) {
                        *said = words;
                    }
                }
            }
        }
    }
    all
}

struct Entry {
    pattern: Pattern,
    /// Index into what is said.
    said: usize,
}

/// The phrases, ready to be matched.
pub(crate) struct Catalogue {
    said: Vec<[Vec<Piece>; 4]>,
    /// Without gaps, by their whole text.
    whole: HashMap<&'static str, usize>,
    /// With gaps, by the first character, the most literal first; `None` begins with a gap.
    gaps: HashMap<Option<char>, Vec<Entry>>,
}

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(Catalogue::compile);

impl Catalogue {
    pub(crate) fn get() -> &'static Self {
        &CATALOGUE
    }

    fn compile() -> Self {
        let mut made = Self { said: Vec::new(), whole: HashMap::new(), gaps: HashMap::new() };
        for phrase in phrases() {
            // What cannot be read is left out; a test sees to it that all can.
            let [Some(de), Some(es), Some(fr), Some(ro)] = phrase.said.map(pieces) else { continue };
            let said = made.said.len();
            made.said.push([de, es, fr, ro]);
            for english in phrase.english {
                if !english.contains('{') {
                    made.whole.insert(english, said);
                } else if let Some(pattern) = Pattern::read(english) {
                    made.gaps.entry(pattern.head().chars().next()).or_default().push(Entry { pattern, said });
                }
            }
        }
        for entries in made.gaps.values_mut() {
            entries.sort_by_key(|e| std::cmp::Reverse(e.pattern.literal()));
        }
        made
    }

    /// Whether a text is a phrase as it stands.
    pub(crate) fn has(&self, text: &str) -> bool {
        self.whole.contains_key(text)
    }

    /// The phrases that fit a text, the most literal first.
    pub(crate) fn fitting<'t>(&'static self, text: &'t str) -> impl Iterator<Item = Found<'t>> {
        let whole = self.whole.get(text).map(|said| Found { said: *said, pattern: None, held: Vec::new() });
        let begun = self.gaps.get(&text.chars().next()).into_iter().flatten();
        // A digit may be the text of a template or a number in its first gap.
        let open = self.gaps.get(&None).into_iter().flatten();
        whole.into_iter().chain(begun.chain(open).filter_map(move |entry| {
            let held = entry.pattern.fit(text)?;
            Some(Found { said: entry.said, pattern: Some(&entry.pattern), held })
        }))
    }
}

/// A phrase that fits a text.
pub(crate) struct Found<'t> {
    said: usize,
    pattern: Option<&'static Pattern>,
    held: Vec<&'t str>,
}

impl<'t> Found<'t> {
    /// Its pieces in a language.
    pub(crate) fn said(&self, language: Language) -> &'static [Piece] {
        CATALOGUE.said.get(self.said).and_then(|all| all.get(language as usize)).map_or(&[], Vec::as_slice)
    }

    /// What stands in the gap that the phrase ends in, if it ends in one that holds any text.
    pub(crate) fn last_gap(&self) -> Option<&'t str> {
        self.held.last().copied().filter(|_| self.pattern.is_some_and(Pattern::ends_open))
    }

    /// Whether the phrase has no word of its own.
    pub(crate) fn is_of_signs(&self) -> bool {
        self.pattern.is_some_and(Pattern::is_of_signs)
    }

    /// What stands in the gap of a name.
    pub(crate) fn held(&self, name: &str) -> Option<(&'static Kind, &'t str)> {
        let gaps = self.pattern?.gaps().zip(&self.held);
        gaps.filter(|((gap, _), _)| *gap == name).map(|((_, kind), held)| (kind, *held)).next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plural::forms;
    use std::collections::BTreeSet;

    #[test]
    fn every_phrase_is_said_whole_in_each_language() {
        let mut seen = BTreeSet::new();
        for phrase in phrases() {
            let at = format!("{}: {:?}", phrase.file, phrase.english);
            let mut common: Option<BTreeSet<String>> = None;
            for english in &phrase.english {
                assert!(seen.insert(*english), "twice: {at}");
                let pattern = Pattern::read(english).unwrap_or_else(|| panic!("unreadable: {at}"));
                let names: Vec<String> = pattern.gaps().map(|(name, _)| name.to_owned()).collect();
                let set: BTreeSet<String> = names.iter().cloned().collect();
                assert_eq!(set.len(), names.len(), "a name twice: {at}");
                assert!(common.as_ref().is_none_or(|c| *c == set), "not the same gaps: {at}");
                common = Some(set);
            }
            let common = common.unwrap();
            for (language, said) in Language::ALL.into_iter().zip(phrase.said) {
                let at = format!("{} in {at}", language.tag());
                assert!(!said.trim().is_empty() && said.trim() == said, "nothing for {at}");
                let mut used = BTreeSet::new();
                for piece in pieces(said).unwrap_or_else(|| panic!("unreadable: {at}")) {
                    match piece {
                        Piece::Text(_) => {}
                        Piece::Gap(name) => {
                            used.insert(name);
                        }
                        Piece::Choice(name, all) => {
                            assert_eq!(all.len(), forms(language), "plurals of {at}");
                            used.insert(name);
                        }
                    }
                }
                assert_eq!(used, common, "gaps of {at}");
            }
        }
        assert!(seen.len() > 400, "{}", seen.len());
    }
}
