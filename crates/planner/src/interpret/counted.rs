//! "A day later", "half an hour earlier", said of an order: counted from the date and the time that it gives, not from
//! now.

use super::amount::{Unit, shift_amount, shifted};
use super::lexicon::one_of;
use super::run::Run;
use super::standing::Standing;
use super::text::Clause;
use countersign_core::operation::Operation;
use jiff::Span;

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
