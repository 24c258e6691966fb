//! What a short message puts right in the order before it without saying all of it: "friday not thursday", "pm of course",
//! "I meant complete".

use super::correct::STRONG;
use super::lexicon::{Verb, one_of};
use super::run::Run;
use super::split::verb_at;
use super::standing;
use super::text::Clause;
use crate::dates::{self, What};
use countersign_core::operation::Operation;
use jiff::civil::Time;

/// Says that it goes without saying.
const SURELY: &str = "of course|obviously|naturally|clearly|certainly";

/// More words are a message of their own.
const MOST_WORDS: usize = 8;

/// The value, or the order about "it", that takes the place of what was said.
pub(super) fn value(text: &str, c: &Clause, run: &Run<'_>) -> Option<String> {
    if run.ctx.turns.is_empty() || c.len() > MOST_WORDS {
        return None;
    }
    let mut at = 0;
    while let Some(end) = c.any(at, STRONG).or_else(|| c.any(at, SURELY)).or_else(|| c.any(at, "i said")) {
        at = end;
    }
    let end = (at + 1..c.len()).find(|i| c.any(*i, SURELY) == Some(c.len())).unwrap_or(c.len());
    let said = c.slice(at..end).trim_end_matches(['.', '!', ',']);
    if said.is_empty() {
        return None;
    }
    let pm = one_of(&said.to_lowercase(), "pm|p.m|p.m.");
    if pm || one_of(&said.to_lowercase(), "am|a.m|a.m.") {
        return in_half(time_of(text, run)?, pm);
    }
    let dated =
        |said: &str| matches!(dates::whole(said, run.clock), Some(what) if !matches!(what, What::Duration { .. }));
    if let Some((not, old)) = c.seek(at + 1, "and not|but not|not|instead of|rather than").filter(|(_, old)| *old < end)
    {
        let (new, old) = (c.slice(at..not), c.slice(old..end));
        return (dated(new) && dated(old)).then(|| new.to_owned());
    }
    if end < c.len() && dated(said) {
        return Some(said.to_owned());
    }
    let head = verb_at(c, at, false).filter(|head| head.next == end && at > 0)?;
    matches!(head.verb, Verb::Delete | Verb::Complete | Verb::Skip | Verb::Reopen).then(|| format!("{said} it"))
}

/// The time that the order before gives to what it makes or changes.
fn time_of(text: &str, run: &Run<'_>) -> Option<Time> {
    let order = standing::order(run, text)?;
    let [op] = order.ops.as_slice() else { return None };
    match op {
        Operation::Create(draft) => draft.time_of_day.map(|time| time.time()),
        Operation::Update { set, .. } => set.time_of_day.flatten().map(|time| time.time()),
        _ => None,
    }
}

/// The same on the clock, in one half of the day.
fn in_half(time: Time, pm: bool) -> Option<String> {
    let hour = time.hour() % 12 + if pm { 12 } else { 0 };
    let time = Time::new(hour, time.minute(), 0, 0).ok()?;
    Some(time.strftime("%H:%M").to_string())
}
