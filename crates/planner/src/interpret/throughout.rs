//! "No, I mean the whole series", behind one day of it that was moved: the same from now on, each week.

use super::correct::STRONG;
use super::lexicon::one_of;
use super::run::Run;
use super::standing::{self, Standing};
use super::text::Clause;
use countersign_core::operation::Operation;
use countersign_core::recurrence::{ByDay, Frequency};

/// All of a series.
const WHOLE: &str = "the whole series|whole series|the series|the entire series|the full series|all of them|every one|every week|every time|always|\
    for the whole series|for all of them|all occurrences|every occurrence|all the time|for good|permanently|from now on";

/// The order before, for all days of the series that fall on the weekday of the one that it moved; `None` where it moved none,
/// or where the series has no weekdays.
pub(super) fn whole_series(c: &Clause, text: &str, run: &Run<'_>) -> Option<String> {
    let mut from = 0;
    while let Some(end) = c.any(from, STRONG).filter(|end| *end < c.len()) {
        from = end;
    }
    let end = c.len() - usize::from(one_of(c.word(c.len().saturating_sub(1)), "please|instead"));
    if run.ctx.turns.is_empty() || !one_of(&c.slice(from..end).to_lowercase(), WHOLE) {
        return None;
    }
    let Standing { ops, .. } = standing::order(run, text)?;
    let [Operation::MoveOccurrence { id, occurrence_date, to }] = ops.as_slice() else { return None };
    let todo = run.todo(id.id()?)?;
    let rule = &todo.recurrence;
    let time = to.time.map(|time| format!(" at {time}")).unwrap_or_default();
    let Some(date) = to.date.filter(|date| date.weekday() != occurrence_date.weekday()) else {
        return to.time.map(|time| format!("change the time of #{} to {time}", todo.id));
    };
    let was = ByDay::every(occurrence_date.weekday());
    if rule.frequency != Frequency::Weekly || !rule.by_day.contains(&was) {
        return None;
    }
    let mut days: Vec<ByDay> = rule.by_day.iter().copied().filter(|by| *by != was).collect();
    days.push(ByDay::every(date.weekday()));
    days.sort_by_key(|by| by.day.to_monday_zero_offset());
    days.dedup();
    let names: Vec<String> = days.iter().map(|by| format!("{:?}", by.day).to_lowercase()).collect();
    let every = match rule.interval {
        1 => "every ".to_owned(),
        n => format!("every {n} weeks on "),
    };
    Some(format!("set #{} to repeat {every}{}{time}", todo.id, names.join(" and ")))
}
