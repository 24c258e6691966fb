//! Answers to a question, in English.

use super::clause::Clauses;
use super::dated;
use super::lengths;
use super::pattern::{Reader, filled};
use super::pointing;
use super::table::{Language, has};
use super::words::{Word, words};
use crate::dates::{self, Clock, What};

/// The answer as the planner understands it; as it is where it names something.
pub(super) fn english(language: &'static Language, text: &str, clock: &Clock) -> String {
    let all = words(text, Some(language));
    let trimmed = Clauses::trimmed(language, &all, clock);
    if fixed(language, trimmed, clock).is_none()
        && spares(language, trimmed)
        && let Some(rest) = trimmed.get(1).and_then(|next| text.get(next.span.start..))
    {
        return format!("not {}", english(language, rest, clock));
    }
    for said in [&all[..], trimmed, behind_no(language, trimmed)] {
        if let Some(english) = fixed(language, said, clock) {
            return english;
        }
        let reader = Reader::new(language, said, clock);
        // "eine Stunde": how long something takes.
        if let Some((_, length)) = lengths::length(&reader, 0).filter(|(end, _)| *end == said.len()) {
            return length;
        }
        if let Some(phrases) = dated::english(&reader, said) {
            // "el segundo el martes" is no date, but a choice and a date.
            let whole = dates::whole(&phrases, clock).is_some_and(|what| !matches!(what, What::Ambiguous { .. }));
            return if whole { phrases } else { with_more(language, said, clock).unwrap_or(phrases) };
        }
    }
    let trimmed = if with_more(language, trimmed, clock).is_some() { trimmed } else { behind_no(language, trimmed) };
    if let Some(english) = with_more(language, trimmed, clock) {
        return english;
    }
    // "den mit Tom", "celui de Paul": what is left names it.
    const THAT: &str = "celle celui ceux celles cel cea la el le una uno una o";
    let names: Vec<&str> = trimmed
        .iter()
        .filter(|w| w.quoted || !has(THAT, &w.fold))
        .filter(|w| w.quoted || !has(language.stop, &w.fold) && !has(language.edges, &w.fold))
        .filter_map(|w| text.get(w.span.clone()))
        .collect();
    if names.is_empty() || names.len() > 4 { text.to_owned() } else { names.join(" ") }
}

/// An answer that is one in this language, whatever the question was put in, in English; `None` where it only may name
/// something.
pub(super) fn listed(language: &'static Language, text: &str, clock: &Clock) -> Option<String> {
    let all = words(text, Some(language));
    let trimmed = Clauses::trimmed(language, &all, clock);
    let all = [&all[..], trimmed, behind_no(language, trimmed)];
    all.into_iter().find_map(|said| fixed(language, said, clock).or_else(|| with_more(language, said, clock)))
}

/// A text that is nothing but an answer of the language's table, in English.
pub(super) fn of_table(language: &'static Language, text: &str, clock: &Clock) -> Option<String> {
    let all = words(text, Some(language));
    fixed(language, Clauses::trimmed(language, &all, clock), clock)
}

/// An answer of the language's table, in English.
fn fixed(language: &'static Language, said: &[Word], clock: &Clock) -> Option<String> {
    let reader = Reader::new(language, said, clock);
    let mut answers = reader.matching(0, language.answers, true);
    let listed = answers.next().map(|((_, english), _, caught)| filled(english, &caught.slots));
    // "die ersten zwei"
    listed.or_else(|| pointing::placed(language, said).filter(|some| !some.ends_with(" one")))
}

/// "Nein, der erste": what stands behind the words that set something right, where there is anything.
fn behind_no<'w>(language: &Language, said: &'w [Word]) -> &'w [Word] {
    if spares(language, said) {
        return said;
    }
    let from = said.iter().take_while(|w| !w.quoted && has(language.corrections, &w.fold)).count();
    said.get(from..).filter(|rest| !rest.is_empty()).unwrap_or(said)
}

/// "nicht Petra", "nu Petra", and not "nu, Petra": what is named is the one that is not meant.
fn spares(language: &Language, said: &[Word]) -> bool {
    let [not, next, ..] = said else { return false };
    !not.quoted && has("nicht no pas nu", &not.fold) && has(language.not, &not.fold) && not.after.is_none() && {
        !has(language.corrections, &next.fold) && !has(language.not, &next.fold)
    }
}

/// "nur die zweite", "les deux lundi", "ambos el lunes": an answer with a word before it or a date behind it.
fn with_more(language: &'static Language, said: &[Word], clock: &Clock) -> Option<String> {
    const BEFORE: &str = "nur bloss solo solamente seulement juste doar numai pe ja si oui da";
    const BETWEEN: &str = "aber und doch pero y mais et dar si insa";
    let from = said.iter().take_while(|w| has(BEFORE, &w.fold)).count();
    let said = said.get(from..)?;
    let reader = Reader::new(language, said, clock);
    let answer = reader.matching(0, language.answers, false).max_by_key(|(_, end, _)| *end);
    let ((_, english), end, caught) = answer?;
    let english = filled(english, &caught.slots);
    let rest = said.get(end..)?;
    let rest = rest.get(rest.iter().take_while(|w| has(BETWEEN, &w.fold)).count()..)?;
    if rest.is_empty() {
        return (from > 0).then_some(english);
    }
    let date = dated::english(&Reader::new(language, rest, clock), rest)?;
    Some(format!("{english} {date}"))
}
