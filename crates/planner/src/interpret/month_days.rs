//! "no gym on dec 2, 4 and 7", "complete yoga on dec 1, 3": days of a month that is said once, of a series: each with its month,
//! so that none is lost.

use super::edits::Edits;
use super::lexicon::{Verb, one_of};
use super::run::Run;
use super::split::{lead, verb_at};
use super::text::Clause;

/// Says that days are left out or done, where no verb of ours begins.
const OF_DAYS: &str = "no|not|can't|cant|cannot|won't|without|cancelled|canceled|off|skipped|done|skip|cancel|miss|missing|\
    did|finished|completed|went|attended|missed";

/// The message with the month beside each day; `None` where there is no such row, or nothing is said of days that are there.
pub(super) fn plain(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let at = lead(&c).at;
    let orders = verb_at(&c, at, false)
        .is_some_and(|h| matches!(h.verb, Verb::Skip | Verb::Delete | Verb::Complete | Verb::Reopen));
    let told = (at..c.len()).any(|i| one_of(c.word(i), OF_DAYS));
    if !orders && !told || c.toks.iter().any(|t| t.quoted) {
        return None;
    }
    let led = if orders { led(&c, at) } else { None };
    let c = led.as_deref().map_or(c, |led| Clause::new(led, run.clock));
    spelled_out(&c).or(led)
}

/// "skip swimming the 11th, 18th and 25th": with the word that leads to days.
fn led(c: &Clause, at: usize) -> Option<String> {
    let from = (at + 2..c.len()).find(|i| c.word(*i) == "the" && is_day(c, i + 1))?;
    let days = row(c, from + 1, c.len());
    let ordinal = |i: &usize| c.word(*i).ends_with(|ch: char| ch.is_ascii_alphabetic());
    let whole = days.len() > 1 && days.iter().all(ordinal) && days.last() == Some(&(c.len() - 1));
    let led = one_of(c.word(from - 1), "on|of|from|by|to|for|until|till|and|before|after|in|at");
    (whole && !led).then(|| format!("{} on {}", c.slice(0..from), c.slice(from..c.len())))
}

/// The words with the one month that they name beside each of its days.
pub(super) fn spelled_out(c: &Clause) -> Option<String> {
    let months = (0..c.len()).filter(|i| crate::dates::month(c.word(*i)).is_some()).collect::<Vec<_>>();
    let [month] = months.as_slice() else { return None };
    let name = c.word(*month).to_owned();
    let mut edits = Edits::default();
    let behind = row(c, month + 1, c.len());
    let row = match behind.as_slice() {
        [] | [_] => before(c, *month)?,
        _ => behind,
    };
    for at in row {
        // The one beside the month has it already.
        if at != month + 1 && at + 1 != *month && c.word(at + 1) != "of" {
            edits.put(at..at + 1, &format!("{name} {}", c.slice(at..at + 1)));
        }
    }
    edits.apply(c)
}

/// The places of days from a place on, one behind the other.
fn row(c: &Clause, from: usize, end: usize) -> Vec<usize> {
    let mut out: Vec<usize> = Vec::new();
    let mut at = from;
    while at < end {
        let marked = at > 0 && c.toks.get(at - 1).is_some_and(|t| t.after == Some(','));
        let next = c.any(at, "and the|and on|and|& the|&|plus|the").unwrap_or(at);
        if !out.is_empty() && !marked && next == at || next >= end || !is_day(c, next) {
            break;
        }
        out.push(next);
        at = next + 1;
    }
    // "dec 2, 4 pm": an hour.
    if out.len() > 1 && out.last().is_some_and(|last| one_of(c.word(last + 1), "am|pm|o'clock|days|hours|times|weeks"))
    {
        out.pop();
    }
    out
}

/// The days in front of a month: "2, 4 and 7 december", "the 2nd, 4th and 7th of december".
fn before(c: &Clause, month: usize) -> Option<Vec<usize>> {
    let last = month.checked_sub(if c.word(month.checked_sub(1)?) == "of" { 2 } else { 1 })?;
    (0..last).map(|from| row(c, from, last + 1)).find(|row| row.len() > 1 && row.last() == Some(&last))
}

fn is_day(c: &Clause, at: usize) -> bool {
    let word = c.word(at);
    let figure = word.trim_end_matches(|ch: char| ch.is_ascii_alphabetic());
    let ending = word.get(figure.len()..).unwrap_or_default();
    matches!(ending, "" | "st" | "nd" | "rd" | "th") && figure.parse().is_ok_and(|day: u32| (1..=31).contains(&day))
}
