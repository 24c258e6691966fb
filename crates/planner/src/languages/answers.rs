//! Answers to a question, in English.

use super::clause::Clauses;
use super::dated;
use super::pattern::Reader;
use super::table::{Language, has};
use super::words::words;
use crate::dates::Clock;

/// The answer as the planner understands it; as it is where it names something.
pub(super) fn english(language: &'static Language, text: &str, clock: &Clock) -> String {
    let all = words(text, Some(language));
    let trimmed = Clauses::trimmed(language, &all, clock);
    for said in [&all[..], trimmed] {
        let reader = Reader { language, words: said, clock };
        for (pattern, english) in language.answers {
            if let Some((_, caught)) = reader.matches(0, pattern, true) {
                return caught
                    .slots
                    .iter()
                    .enumerate()
                    .fold((*english).to_owned(), |out, (n, slot)| out.replace(&format!("${}", n + 1), slot));
            }
        }
        if let Some(phrases) = dated::english(&reader, said) {
            return phrases;
        }
    }
    // "den mit Tom", "celui de Paul": what is left names it.
    let names: Vec<&str> = trimmed
        .iter()
        .filter(|w| w.quoted || !has(language.stop, &w.fold) && !has(language.edges, &w.fold))
        .filter_map(|w| text.get(w.span.clone()))
        .collect();
    if names.is_empty() || names.len() > 4 { text.to_owned() } else { names.join(" ") }
}
