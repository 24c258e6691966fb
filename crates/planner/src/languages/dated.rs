//! A date phrase in another language, read as its English.

use super::detect;
use super::pattern::Reader;
use super::table::{has, meaning};
use super::words::{Word, words};
use crate::dates::{self, Clock, What};

/// What a text that is nothing but a date says in a language that is known; `None` where it is no such text, or
/// where two languages read it as different days.
pub(crate) fn whole(text: &str, clock: &Clock) -> Option<What> {
    let mut found: Vec<What> = Vec::new();
    for language in detect::ALL {
        let said = words(text, Some(language));
        // "30 min", "5.6.": nothing in it is of the language.
        let own = |w: &Word| {
            let listed = has(language.strong, &w.fold) || has(language.weak, &w.fold);
            let month = meaning(language.months, w.fold.trim_end_matches('.')).is_some();
            listed
                || month && dates::whole(&w.fold, clock).is_none()
                || w.fold.len() > 3 && w.fold.chars().all(char::is_alphabetic) && !detect::is_english(&w.fold)
        };
        let reader = Reader::new(language, &said, clock);
        if !said.iter().any(own) && !reader.has_short_weekday() {
            continue;
        }
        found.extend(read(&reader, &said));
    }
    found.dedup();
    if found.len() == 1 { found.pop() } else { None }
}

/// The same of a text that is known to be in the language of this code; `None` also where that is none of ours.
pub(crate) fn whole_in(code: &str, text: &str, clock: &Clock) -> Option<What> {
    let language = detect::ALL.into_iter().find(|language| language.code == code)?;
    let said = words(text, Some(language));
    read(&Reader::new(language, &said, clock), &said)
}

fn read(reader: &Reader<'_>, said: &[Word]) -> Option<What> {
    let what = english(reader, said).and_then(|english| dates::whole(&english, reader.clock));
    what.filter(|what| !matches!(what, What::Duration { .. }))
}

/// The English of words that are phrases throughout, or of a month alone.
pub(super) fn english(reader: &Reader<'_>, said: &[Word]) -> Option<String> {
    if let [month] = said
        && let Some(english) = meaning(reader.language.months, month.fold.trim_end_matches('.'))
    {
        return Some(english.to_owned());
    }
    let phrases = reader.phrases();
    let covered: usize = phrases.iter().map(|p| p.at.len()).sum();
    (covered == said.len() && covered > 0)
        .then(|| phrases.iter().map(|p| p.english.as_str()).collect::<Vec<_>>().join(" "))
}
