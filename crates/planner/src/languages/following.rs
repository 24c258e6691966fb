//! "Doch Samstag", "a las 5 mejor", "plutôt vendredi", "das Gleiche für den Zahnarzt": a message in another language that
//! only goes on from the order before it, in English.

use super::clause::{Clauses, Outcome};
use super::pattern::Reader;
use super::table::{Language, has};
use super::words::{Word, words};
use super::{dated, detect, sentence};
use crate::dates::{self, Clock, What};
use crate::interpret::Context;
use countersign_core::todos::Todos;

/// More words are a message of its own.
const MOST_WORDS: usize = 8;

/// How far back the order may be.
const MOST_BACK: usize = 4;

/// The English of such a message; `None` where it is none.
pub(crate) fn english(text: &str, todos: &Todos, clock: &Clock, ctx: &Context) -> Option<String> {
    let own = ctx.turns.iter().rev().filter(|turn| turn.role != "assistant" && turn.text.trim() != text.trim());
    let mut languages = own.take(MOST_BACK).filter_map(|turn| super::hear(&turn.text, todos, clock));
    let language = detect::named(languages.next()?.language);
    let all = words(text, Some(language));
    if all.len() > MOST_WORDS {
        return None;
    }
    let said = Clauses::trimmed(language, &all, clock);
    if let Some(name) = (1..said.len()).find_map(|at| same(language, said.get(..at)?).then(|| said.get(at..))?) {
        return Some(format!("same for {}", named(language, text, name)?));
    }
    let tie = |w: &&Word| !w.quoted && has(language.corrections, &w.fold);
    let from = said.iter().take_while(tie).count();
    let said = said.get(from..)?;
    let to = said.len() - said.iter().rev().take_while(tie).count();
    let corrects = from > 0 || to < said.len();
    let said = said.get(..to).filter(|said| !said.is_empty())?;
    let reader = Reader { language, words: said, clock };
    if let Some(date) = dated::english(&reader, said)
        && matches!(dates::whole(&date, clock), Some(What::Date { .. } | What::DateTime { .. } | What::Time { .. }))
    {
        return Some(if corrects { format!("no, {date}") } else { format!("make it {date}") });
    }
    let rest = text.get(said.first()?.span.start..said.last()?.span.end)?;
    match sentence::read(language, rest, todos, clock) {
        Outcome::Said(order) if corrects => Some(format!("no, {}", order.english)),
        _ => None,
    }
}

/// Whether words say that what follows gets the same.
fn same(language: &Language, said: &[Word]) -> bool {
    let joined = said.iter().map(|w| w.fold.as_str()).collect::<Vec<_>>().join("_");
    has(language.same, &joined)
}

/// A name without its articles.
fn named(language: &Language, text: &str, name: &[Word]) -> Option<String> {
    let plain = |w: &&Word| w.quoted || !has(language.stop, &w.fold) && !has(language.edges, &w.fold);
    let own: Vec<&str> = name.iter().filter(plain).filter_map(|w| text.get(w.span.clone())).collect();
    (!own.is_empty()).then(|| own.join(" "))
}
