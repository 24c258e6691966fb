//! "Doch Samstag", "a las 5 mejor", "plutôt vendredi", "mach 17 Uhr draus", "das Gleiche für den Zahnarzt", "doch nicht": a
//! message in another language that only goes on from the order before it, in English.

use super::clause::{Clauses, Outcome};
use super::pattern::Reader;
use super::table::{Kind, Language, has};
use super::words::{Word, words};
use super::{corrected, dated, detect, objects, pointing, sentence};
use crate::dates::{self, Clock, What};
use crate::interpret::Context;
use countersign_core::todos::Todos;

/// More words are a message of its own.
const MOST_WORDS: usize = 8;

/// How far back the order may be.
const MOST_BACK: usize = 4;

/// Such a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GoesOn {
    /// Its English.
    pub(crate) english: String,
    /// Pieces of that with the words they stand for.
    pub(crate) pieces: Vec<(String, String)>,
    /// It can be nothing else: where it has no order to go on from, it is nothing new.
    pub(crate) only: bool,
}

/// The English of such a message; `None` where it is none.
pub(crate) fn english(text: &str, todos: &Todos, clock: &Clock, ctx: &Context) -> Option<String> {
    heard(text, todos, clock, ctx).map(|said| said.english)
}

/// Such a message, in the language of what was said before, or in that of its own words.
pub(crate) fn heard(text: &str, todos: &Todos, clock: &Clock, ctx: &Context) -> Option<GoesOn> {
    let own = ctx.turns.iter().rev().filter(|turn| turn.role != "assistant" && turn.text.trim() != text.trim());
    let mut languages = own.take(MOST_BACK).filter_map(|turn| super::hear(&turn.text, todos, clock));
    let before = languages.next().map(|heard| detect::named(heard.language));
    if let Some(said) = before.and_then(|language| in_language(language, text, todos, clock)) {
        return Some(said);
    }
    // Most messages have no such word in any language.
    let plain = words(text, None);
    let cued = |language: &&Language| {
        plain.len() <= MOST_WORDS
            && plain.iter().any(|w| {
                let said = |list: &'static str| has(list, &w.fold);
                said(language.corrections) || said(language.makes) || said(language.too) || w.fold.contains(['-', '\''])
            })
    };
    let others = detect::ALL.into_iter().filter(cued);
    let others = others.filter(|language| before.is_none_or(|before| before.code != language.code));
    let mut all = others.filter_map(|language| in_language(language, text, todos, clock)).filter(|said| said.only);
    let first = all.next()?;
    // Words that two languages share say what they say in both, or nothing.
    all.all(|other| other == first).then_some(first)
}

/// Whether a message says no more than that what was proposed is not wanted.
pub(crate) fn cancels(text: &str, clock: &Clock) -> bool {
    if text.split_whitespace().nth(MOST_WORDS).is_some() {
        return false;
    }
    detect::ALL.into_iter().any(|language| {
        let all = words(text, Some(language));
        let said = Clauses::trimmed(language, &all, clock);
        [&all[..], said].into_iter().any(|said| {
            let own = |w: &Word| !w.quoted && w.after.is_none_or(|mark| matches!(mark, ',' | '.' | '!'));
            said.iter().all(own) && has(language.cancels, &joined(said))
        })
    })
}

fn in_language(language: &'static Language, text: &str, todos: &Todos, clock: &Clock) -> Option<GoesOn> {
    let all = words(text, Some(language));
    if all.len() > MOST_WORDS {
        return None;
    }
    let only = |english: String| Some(GoesOn { english, pieces: Vec::new(), only: true });
    if let Some((name, whole)) = one_more(language, &all)
        && (whole || is_there(language, text, name, todos))
    {
        return only(format!("and {} too", named(language, text, name)?));
    }
    if let Some((wrong, meant)) = not_that(language, &all)
        && is_there(language, text, meant, todos)
    {
        return only(format!("not {}, {}", named(language, text, wrong)?, named(language, text, meant)?));
    }
    let said = Clauses::trimmed(language, &all, clock);
    if let Some(name) = (1..said.len()).find_map(|at| same(language, said.get(..at)?).then(|| said.get(at..))?) {
        let english = format!("same for {}", named(language, text, name)?);
        return Some(GoesOn { english, pieces: Vec::new(), only: false });
    }
    let tie = |w: &&Word| !w.quoted && has(language.corrections, &w.fold);
    let meant = corrected::turn(language, said).map_or(0, |(count, _)| count);
    let from = said.iter().take_while(tie).count().max(meant);
    let said = said.get(from..)?;
    let to = said.len() - said.iter().rev().take_while(tie).count();
    let corrects = from > 0 || to < said.len();
    let said = said.get(..to).filter(|said| !said.is_empty())?;
    // "Nein, die zweite": another of those that were offered.
    if let Some(place) = pointing::placed(language, said) {
        return if corrects { only(format!("no, {place}")) } else { None };
    }
    // "nimm 10 Uhr", "mach 17 Uhr draus"
    let put = said.iter().take_while(|w| !w.quoted && has(language.makes, &w.fold)).count();
    let end = said.len() - said.iter().rev().take_while(|w| !w.quoted && has(language.made, &w.fold)).count();
    for (value, makes) in [(Some(said), false), (said.get(put..end), put > 0)] {
        let Some(value) = value.filter(|value| !value.is_empty()) else { continue };
        let lead = if corrects { "no," } else { "make it" };
        if let Some(level) = pointing::level(language, value) {
            let own = text.get(value.first()?.span.start..value.last()?.span.end)?.to_owned();
            let pieces = vec![(format!("{level} priority"), own)];
            return Some(GoesOn { english: format!("{lead} {level} priority"), pieces, only: corrects || makes });
        }
        let reader = Reader::new(language, value, clock);
        if let Some(date) = dated::english(&reader, value)
            && matches!(dates::whole(&date, clock), Some(What::Date { .. } | What::DateTime { .. } | What::Time { .. }))
        {
            let own = text.get(value.first()?.span.start..value.last()?.span.end)?.to_owned();
            let english = format!("{lead} {date}");
            return Some(GoesOn { english, pieces: vec![(date, own)], only: corrects || makes });
        }
    }
    if let [number] = said
        && corrects
        && number.fold.parse::<u8>().is_ok_and(|n| n <= 24)
    {
        return only(format!("no, {}", number.fold));
    }
    let reader = Reader::new(language, said, clock);
    if corrects
        && let [length] = reader.phrases().as_slice()
        && length.kind == Kind::For
        && length.at == (0..said.len())
    {
        return only(format!("no, {}", length.english.trim_start_matches("for ")));
    }
    let rest = text.get(said.first()?.span.start..said.last()?.span.end)?;
    match sentence::read(language, rest, todos, clock) {
        Outcome::Said(order) if corrects => {
            let english = format!("no, {}", order.english);
            Some(GoesOn { english, pieces: order.pieces, only: false })
        }
        _ => None,
    }
}

/// "Und Bathroom", "Bathroom auch", "și Bathroom de asemenea": what is named, and whether both words stand around it.
fn one_more<'w>(language: &Language, all: &'w [Word]) -> Option<(&'w [Word], bool)> {
    let own = |w: &&Word, list: &'static str| !w.quoted && has(list, &w.fold);
    let and = all.first().filter(|w| own(w, language.and)).map_or(0, |_| 1);
    let too = all.last().filter(|w| own(w, language.too)).map_or(0, |_| 1);
    let name = all.get(and..all.len().checked_sub(too)?).filter(|name| !name.is_empty())?;
    (and + too > 0).then_some((name, and + too == 2))
}

/// "Nicht Kitchen, sondern Bathroom": the one that is not meant, and the one that is.
fn not_that<'w>(language: &Language, all: &'w [Word]) -> Option<(&'w [Word], &'w [Word])> {
    const BUT: &str = "sondern sino mais ci pero aber dar";
    let said = |w: &Word, list: &'static str| !w.quoted && has(list, &w.fold);
    let [first, rest @ ..] = all else { return None };
    if !said(first, language.not) || first.after.is_some() {
        return None;
    }
    let turn = rest.iter().position(|w| w.after == Some(','))?;
    let (wrong, meant) = rest.split_at_checked(turn + 1)?;
    let meant = meant.get(meant.iter().take_while(|w| said(w, BUT)).count()..)?;
    (!meant.is_empty()).then_some((wrong, meant))
}

/// Whether words name one todo that is there, and nothing else.
fn is_there(language: &'static Language, text: &str, name: &[Word], todos: &Todos) -> bool {
    let found = objects::named(language, text, name, 0..name.len(), todos);
    matches!(found, objects::Object::One { .. }) && name.iter().all(|w| !w.quoted)
}

fn joined(said: &[Word]) -> String {
    said.iter().map(|w| w.fold.as_str()).collect::<Vec<_>>().join("_")
}

/// Whether words say that what follows gets the same.
fn same(language: &Language, said: &[Word]) -> bool {
    has(language.same, &joined(said))
}

/// A name without its articles.
fn named(language: &Language, text: &str, name: &[Word]) -> Option<String> {
    let plain = |w: &&Word| w.quoted || !has(language.stop, &w.fold) && !has(language.edges, &w.fold);
    let own: Vec<&str> = name.iter().filter(plain).filter_map(|w| text.get(w.span.clone())).collect();
    (!own.is_empty()).then(|| own.join(" "))
}
