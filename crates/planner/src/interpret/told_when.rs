//! A time that is told of, and meant by the order behind it: "i'm away this weekend, move everything to monday" is about
//! this weekend's todos, and "everything but the milk is done for today" about today's. The order is said again with
//! the time where it chooses the todos; where that cannot be done, nothing is understood: half of it would be about every
//! todo there is.

use super::asides::{stretches, told};
use super::lexicon::one_of;
use super::text::{Tok, tokens};
use crate::dates::{self, Clock, What};

const TOTAL: &str = "everything|all";

/// Behind "everything": the time that was told of, once more.
const THEN: [&str; 16] = [
    "in that time",
    "in this time",
    "during that time",
    "in that period",
    "during that period",
    "in that week",
    "that week",
    "that weekend",
    "on that day",
    "that day",
    "on those days",
    "from those days",
    "those days",
    "from then",
    "from that day",
    "then",
];

/// In front of "everything" where todos are meant: "remind me to water everything" is a new one.
const ORDERS: &str = "move|push|shift|postpone|reschedule|bump|delay|defer|put|bring|cancel|delete|remove|drop|clear|skip|complete|mark|\
    finish|set|change|off|back|on";

/// Behind "everything" where nothing else chooses.
const ONWARDS: &str = "to|until|till|by|back|forward|onto|into|one|two|three|a|an";

/// What is understood instead of the message; `Err` where a time is told of that cannot be put into the order.
pub(super) fn plain(text: &str, clock: &Clock) -> Result<Option<String>, ()> {
    let toks = tokens(text);
    if toks.iter().any(|t| t.quoted) {
        return Ok(None);
    }
    match done_for(text, &toks) {
        Some(said) => Ok(Some(said)),
        None => told_before(text, &toks, clock),
    }
}

/// "everything but the milk is done for today".
fn done_for(text: &str, toks: &[Tok]) -> Option<String> {
    let word = |at: usize| toks.get(at).map_or("", |t| t.fold.as_str());
    let last = toks.len().checked_sub(1)?;
    let verb = if word(last - usize::from(last > 0)) == "for" { last.checked_sub(2)? } else { last.checked_sub(1)? };
    let said = one_of(word(0), TOTAL)
        && word(last) == "today"
        && one_of(word(verb), "done|finished|complete|completed")
        && one_of(word(verb.checked_sub(1)?), "is|are|was|were");
    let rest = text.get(toks.first()?.end..toks.get(verb)?.end).filter(|_| said)?;
    Some(format!("{} today{rest}", word(0)))
}

/// "i'm in vienna from thursday to sunday, move everything in that time to next monday".
fn told_before(text: &str, toks: &[Tok], clock: &Clock) -> Result<Option<String>, ()> {
    let parts = stretches(toks, 0);
    let Some(at) = (1..parts.len()).find(|i| parts.get(i - 1).is_some_and(|before| told(toks, before))) else {
        return Ok(None);
    };
    let (Some(before), Some(order)) = (parts.get(at - 1), parts.get(at)) else { return Ok(None) };
    let word = |i: usize, list: &'static str| toks.get(i).is_some_and(|t| one_of(&t.fold, list));
    let ordered = |i: &usize| *i > order.start && word(*i, TOTAL) && word(i - 1, ORDERS);
    let Some(everything) = order.clone().find(ordered) else { return Ok(None) };
    let told = toks.get(before.clone()).unwrap_or_default();
    let statement = told.first().zip(told.last()).and_then(|(first, last)| text.get(first.start..last.end));
    let statement = statement.unwrap_or_default();
    let found = dates::find(statement, clock);
    let [when] = found.as_slice() else { return if found.is_empty() { Ok(None) } else { Err(()) } };
    if !matches!(when.what, What::Date { .. } | What::Range { .. }) {
        return Err(());
    }
    let phrase = statement.get(when.span.clone()).unwrap_or_default().to_lowercase();
    let phrase = match phrase.strip_prefix("from ").and_then(|span| span.split_once(" to ")) {
        Some((from, to)) => format!("between {from} and {to}"),
        None => phrase,
    };
    let end = toks.get(everything).map_or(text.len(), |t| t.end);
    let (front, behind) = text.split_at(end);
    let behind = behind.trim_start();
    let behind = THEN.iter().find_map(|then| behind.strip_prefix(then)).unwrap_or(behind).trim_start();
    let next = behind.split([' ', '.', '!', ',']).next().unwrap_or_default().to_lowercase();
    if !next.is_empty() && !one_of(&next, ONWARDS) {
        return Err(());
    }
    Ok(Some(format!("{front} {phrase} {behind}").trim_end().to_owned()))
}
