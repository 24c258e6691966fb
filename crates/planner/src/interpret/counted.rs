//! "A day later", "half an hour earlier", said of an order: counted from the date and the time that it gives, not from
//! now.

use super::amount::{Unit, shift_amount, shifted};
use super::lexicon::one_of;
use super::run::Run;
use super::standing::Standing;
use super::text::Clause;
use crate::dates::weekday;
use countersign_core::operation::Operation;
use jiff::Span;
use jiff::civil::Date;

/// Whether a text counts from what was said before.
pub(super) fn counts(rest: &str) -> bool {
    one_of(&rest.rsplit(' ').next().unwrap_or_default().to_lowercase(), "later|earlier|sooner")
}

/// The value that such a text comes to; `None` where the order gives nothing to count from.
pub(super) fn value(rest: &str, order: &Standing, run: &Run<'_>) -> Option<String> {
    let amount = shift_amount(&mut Clause::new(rest, run.clock), 0, 1).ok()??;
    let (date, time, repeats) = match order.ops.as_slice() {
        [Operation::Create(draft)] => (draft.scheduled_for, draft.time_of_day, draft.recurrence.is_some()),
        [Operation::Update { id, set }] => {
            let todo = run.todo(id.id()?)?;
            let repeats = set.recurrence.is_some() || todo.recurrence.is_repeating();
            (set.scheduled_for.unwrap_or(todo.scheduled_for), set.time_of_day.unwrap_or(todo.time_of_day), repeats)
        }
        _ => return None,
    };
    if amount.unit != Unit::Minutes {
        return date.filter(|_| !repeats).map(|date| shifted(date, amount).to_string());
    }
    let was = date.unwrap_or_else(|| run.today()).to_datetime(time?.time());
    let is = was.checked_add(Span::new().minutes(amount.n)).ok()?;
    let clock = is.strftime("at %H:%M");
    match date {
        Some(date) if date != is.date() => (!repeats).then(|| format!("{} {clock}", is.date())),
        _ => Some(clock.to_string()),
    }
}

/// Says that the same weekday of the week after is meant.
const AFTER: &str = "the one after that|the one after|the next one|the next|the following one|the following|the week after|\
    the week after that|a week later|the one following|the one in the week after|next week";

/// "not this monday, the one after", "i mean the monday after": whether a message says nothing else.
pub(super) fn a_week_on(c: &Clause) -> bool {
    let Some(at) = (0..c.len()).find(|at| weekday(c.word(*at)).is_some()) else { return false };
    let led = |lists: &'static str| (0..at).all(|i| one_of(c.word(i), lists));
    let denied = (0..at).any(|i| c.word(i) == "not");
    let behind = c.any(at + 1, "but|i mean|rather|make it").unwrap_or(at + 1);
    let other = denied
        && led("no|wait|actually|sorry|not|on|this|that|the|next|coming|i|mean")
        && c.any(behind, AFTER) == Some(c.len());
    let after = !denied
        && c.word(at.wrapping_sub(1)) == "the"
        && led("no|wait|actually|sorry|i|mean|meant|make|it|to|on|the|rather")
        && c.any(at + 1, "after|after that|after this|following|after that one") == Some(c.len());
    other || after
}

/// A week behind the day that the order gives, where that is the weekday the message speaks of.
pub(super) fn week_after(c: &Clause, order: &Standing) -> Option<String> {
    let dates: Vec<Date> = order
        .ops
        .iter()
        .filter_map(|op| match op {
            Operation::Create(draft) => draft.scheduled_for.or(draft.due_date),
            Operation::Update { set, .. } => set.scheduled_for.flatten().or(set.due_date.flatten()),
            Operation::SkipOccurrence { occurrence_date, .. } => Some(*occurrence_date),
            Operation::MoveOccurrence { to, .. } => to.date,
            _ => None,
        })
        .collect();
    let [date] = dates[..] else { return None };
    let day = (0..c.len()).find_map(|at| weekday(c.word(at)))?;
    (day == date.weekday()).then(|| date.saturating_add(Span::new().weeks(1)).to_string())
}
