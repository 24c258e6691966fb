//! "No gym for 2 weeks from dec 5", "pause yoga for a month", "gym is off until dec 15": a series rests for so long, from today
//! on or from the day that is said. Each of its days in between is left out, and the length is no day of its own.

use super::amount::{self, Unit};
use super::lexicon::{Verb, one_of};
use super::rest;
use super::run::{Run, Said};
use super::series::{self, Span};
use super::split::{lead, verb_at};
use super::text::Clause;
use crate::dates::{self, What};
use countersign_core::todo::Todo;
use jiff::civil::Date;

/// Orders a rest, where no verb of ours does.
const RESTS: &str = "i'm skipping|skipping|take a break from|taking a break from|i'm taking a break from|have a break from|leave out|\
    no more";

/// Says of a name in front that it does not take place.
const OFF: &str = "is off|are off|is cancelled|is canceled|are cancelled|are canceled|is paused|is on hold|is out|is suspended|\
    won't happen|will not happen|is not happening|isn't happening|doesn't happen|on hold|is closed|rests|pauses";

/// In front of the day that the rest begins with.
const BEGINS: &str = "starting from|starting on|starting with|starting|beginning from|beginning on|beginning with|beginning|as of|\
    from|effective";

/// The message with the days that are left out; `None` where it says no length of a rest, or names no series.
pub(super) fn plain(text: &str, run: &Run<'_>) -> Option<Said<String>> {
    let c = &Clause::new(text, run.clock);
    let at = lead(c).at;
    if c.toks.iter().any(|t| t.quoted) {
        return None;
    }
    let (cut, span) = (at + 1..c.len()).find_map(|cut| {
        let off = (at + 1..cut).any(|i| c.any(i, OFF) == Some(cut));
        Some((cut, length(c, cut, run).or_else(|| until(c, cut, run).filter(|_| off))?))
    })?;
    let series = named(c, at, cut, run)?;
    let mut each = Vec::new();
    for todo in series {
        let days = series::within(todo, span, run.today()).len();
        if days > rest::MOST {
            return Some(Err(rest::too_many(todo, days)));
        }
        each.push(match span.from == span.to {
            true => format!("skip #{} on {}", todo.id, span.from),
            false => format!("skip #{} from {} to {}", todo.id, span.from, span.to),
        });
    }
    Some(Ok(each.join("; ")))
}

/// The series that rest, where the words in front of the length say that.
fn named<'r>(c: &Clause, at: usize, cut: usize, run: &'r Run<'_>) -> Option<Vec<&'r Todo>> {
    let head = verb_at(c, at, false).filter(|h| matches!(h.verb, Verb::Skip | Verb::Hold | Verb::Delete | Verb::Stop));
    let begin = c
        .any(at, RESTS)
        .or_else(|| c.any(at, super::news::ABSENT))
        .or_else(|| head.map(|head| head.next))
        .or_else(|| c.any(at, "put|place").filter(|_| cut >= 2 && c.any(cut - 2, "on hold") == Some(cut)));
    let (begin, end) = match begin {
        Some(begin) => {
            let held = cut >= 2 && c.any(cut - 2, "on hold") == Some(cut);
            (begin, if held { cut - 2 } else { cut })
        }
        None => (at, (at + 1..cut).find(|i| c.any(*i, OFF) == Some(cut))?),
    };
    let names = c.slice(begin..end.max(begin)).trim_end_matches(',');
    if let Some(todo) = run.one_series(names) {
        return Some(vec![todo]);
    }
    let names = super::fields::list(names);
    names.iter().map(|name| run.one_series(name)).collect()
}

/// The days of a rest that is told of from a word on to the end: "for 2 weeks", "for three days from thursday", "from dec 5 for 2
/// weeks".
fn length(c: &Clause, cut: usize, run: &Run<'_>) -> Option<Span> {
    let said = (cut..c.len()).find(|i| reason(c, *i)).unwrap_or(c.len());
    let end = (cut..said).rev().find(|i| !one_of(c.word(*i), "please|pls|thanks|on|onwards|onward"))? + 1;
    if c.word(cut) == "for" {
        let next = amount::length(c, cut + 1)?;
        let from = match c.any(next, BEGINS) {
            _ if next == end => run.today(),
            Some(begin) => day(c.slice(begin..end), run)?,
            None => return None,
        };
        return lasting(from, c, cut + 1);
    }
    let begin = c.any(cut, BEGINS)?;
    let lasts = (begin + 1..end).find(|i| c.word(*i) == "for" && amount::length(c, i + 1) == Some(end))?;
    let from = day(c.slice(begin..lasts).trim_end_matches(" on").trim_end_matches(','), run)?;
    lasting(from, c, lasts + 1)
}

/// The days up to one that a rest lasts until: "is paused until christmas".
fn until(c: &Clause, cut: usize, run: &Run<'_>) -> Option<Span> {
    let end = (cut..c.len()).find(|i| reason(c, *i)).unwrap_or(c.len());
    let (from, to) = (run.today(), run.rest_until(c.slice(cut..end).trim_end_matches(','))?);
    (from <= to).then_some(Span { from, to, weekday: false })
}

/// Whether why somebody rests is told from a word on.
fn reason(c: &Clause, at: usize) -> bool {
    let marked = at > 0 && c.toks.get(at - 1).is_some_and(|t| matches!(t.after, Some(',' | '.' | ';' | ':')));
    one_of(c.word(at), "because|since|due|cause|cuz|cos") || marked && one_of(c.word(at), "i'm|im|i|we're|we|my|the")
}

/// The day that words name, or the first of the period that they name.
fn day(said: &str, run: &Run<'_>) -> Option<Date> {
    match dates::whole(said, run.clock)? {
        What::Date { date, .. } => Some(date),
        What::Range { date, .. } => date,
        _ => None,
    }
}

/// So long from a day on, that day with it.
fn lasting(from: Date, c: &Clause, at: usize) -> Option<Span> {
    let (amount, _) = amount::leading(c, at)?;
    let whole = matches!(amount.unit, Unit::Days | Unit::Months) && amount.n > 0;
    let to = amount::shifted(from, amount).yesterday().ok().filter(|to| whole && *to >= from)?;
    Some(Span { from, to, weekday: false })
}
