//! What the functions of a text, and what stands behind `set --`, are given: `f() { rm "$1"; }; f /`.

use super::values::{all_given, valued};
use crate::case::Case;
use crate::scan::Word;
use crate::tree::{Gives, Part};
use crate::verdict::Segment;

/// So many words of one call are given names.
const MOST: usize = 9;

/// The words that each call of a function of this text gives, and each `set`. Where `shift` moves them, each may come
/// to be any: then they are given from every one on.
pub(super) fn parameters(parts: &[Part]) -> Vec<Vec<Word>> {
    let functions: Vec<&str> = parts
        .iter()
        .filter_map(|part| if let Part::Function(name) = part { Some(name.as_str()) } else { None })
        .collect();
    let commands = || {
        parts.iter().filter_map(|part| match part {
            Part::Command(found) => found.words.split_first(),
            _ => None,
        })
    };
    let called = commands().filter_map(|(name, words)| match name.text.as_str() {
        "set" => {
            let option = |word: &&Word| word.text != "--" && word.text.starts_with(['-', '+']);
            let options = words.iter().take_while(option).count();
            let ends = words.get(options).is_some_and(|word| word.text == "--");
            Some(words[options + usize::from(ends)..].to_vec())
        }
        name if functions.contains(&name) => Some(words.to_vec()),
        _ => None,
    });
    let called: Vec<Vec<Word>> = called.filter(|words| !words.is_empty()).collect();
    if !commands().any(|(name, _)| name.text == "shift") {
        return called;
    }
    called.iter().flat_map(|words| (0..words.len().min(MOST)).map(|from| words[from..].to_vec())).collect()
}

/// Gives them their names, twice: a function may hand on what it is given to one that is called before. What a value
/// alone is refused for is told.
pub(super) fn give(case: &mut Case<'_>, calls: &[Vec<Word>]) -> Vec<Segment> {
    let mut refused = Vec::new();
    for words in calls.iter().chain(calls) {
        for (at, word) in words.iter().take(MOST).enumerate() {
            refused.extend(valued(case, (at + 1).to_string(), word, Gives::Another));
        }
        all_given(case, words);
    }
    refused
}
