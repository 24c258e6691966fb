//! A value against the one that a todo has: "group slides 3 not 2", "wound care: 20 mins left, not 45", "kayla can't do
//! tues, weds 2:30 now".

use super::lengths;
use super::lexicon::one_of;
use super::run::Run;
use super::split::lead;
use super::target::{Match, Want, content};
use super::text::Clause;
use crate::dates::{self, What};
use countersign_core::ids::TodoId;
use jiff::civil::Time;

/// Stands between the new value and the old one.
const BETWEEN: &str = "now|actually|instead|left|only|really";

/// The message as a plain order, where the old value is the one that the todo has.
pub(super) fn plain(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let (not, old) = c.seek(2, "and not|but not|not|instead of|rather than")?;
    let last = (old + 1..=c.len()).rev().find(|end| !one_of(c.word(end - 1), "please|pls|anymore|any|more|now"))?;
    let end = (1..=not).rev().find(|end| !one_of(c.word(end - 1), BETWEEN))?;
    let was = c.slice(old..last);
    let from = lead(&c).at;
    (from + 1..end).find_map(|at| {
        let Match::One(id) = run.find(&content(c.slice(from..at)), Want::Open) else { return None };
        let todo = run.todo(id)?;
        let now = c.slice(at..end);
        if let (Some(new), Some(before), Some(has)) = (hour(now, run), hour(was, run), todo.time_of_day)
            && same_hour(before, has.time())
        {
            return Some(format!("change #{id} to {}", nearest(new, now, has.time()).strftime("%H:%M")));
        }
        let (minutes, all) = lengths::minutes(&c, at).filter(|(_, all)| *all == end)?;
        let has = todo.estimate?.to_string();
        let before = lengths::minutes(&c, old).map_or_else(|| was.to_owned(), |(old, _)| old.to_string());
        (all == end && before == has).then(|| format!("set the estimate of #{id} to {minutes} minutes"))
    })
}

/// A text that is nothing but a time, with or without "at".
fn hour(text: &str, run: &Run<'_>) -> Option<Time> {
    match dates::whole(&format!("at {}", text.trim_start_matches("at ")), run.clock)? {
        What::Time { time, .. } => Some(time),
        _ => None,
    }
}

/// The same point of the clock; of which half of the day nobody said.
fn same_hour(said: Time, has: Time) -> bool {
    said.minute() == has.minute() && said.hour() % 12 == has.hour() % 12
}

/// A bare hour in the half of the day that is nearer to the time before.
fn nearest(new: Time, said: &str, before: Time) -> Time {
    let bare = said.bytes().all(|b| b.is_ascii_digit() || matches!(b, b':' | b'.' | b' '));
    let other = new.wrapping_add(jiff::SignedDuration::from_hours(12));
    let far = |time: Time| (i32::from(time.hour()) - i32::from(before.hour())).abs();
    if bare && new.hour() <= 12 && far(other) < far(new) { other } else { new }
}

/// "kayla can't do tues, weds 2:30 now": another day than the one that is not possible.
pub(super) fn another_day(text: &str, run: &Run<'_>) -> Option<String> {
    const BESIDE: &str = "now|instead|then|works|ok|okay|is|better|please|pls|so|but|and|it|can|fine|will|do|would";
    let c = Clause::new(text, run.clock);
    let from = lead(&c).at;
    let (not, verb) = c.seek(from + 1, "can't|cant|cannot|can not")?;
    let does = c.any(verb, "do|make|manage|come|come on|make it on|have|offer|make it")?;
    let [old, new] = c.found.as_slice() else { return None };
    let (old_at, new_at) = (c.toks_of(&old.span), c.toks_of(&new.span));
    let day = |what: &What| matches!(what, What::Date { .. } | What::DateTime { .. });
    let rest = |range: std::ops::Range<usize>| range.clone().all(|i| one_of(c.word(i), BESIDE));
    let id: TodoId = match run.find(&content(c.slice(from..not)), Want::Open) {
        Match::One(id) => id,
        _ => return None,
    };
    let single = run.todo(id).is_some_and(|t| !t.recurrence.is_repeating());
    let whole = old_at.start == does && rest(old_at.end..new_at.start) && rest(new_at.end..c.len());
    (single && whole && day(&old.what) && day(&new.what))
        .then(|| format!("move #{id} to {}", c.slice(new_at).trim_start_matches("on ")))
}
