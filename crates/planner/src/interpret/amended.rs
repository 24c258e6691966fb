//! The order before, put otherwise: another day or time in its words, or what was said of it done to what it came to.

use super::correct::corrected;
use super::lexicon::Verb;
use super::run::{Ref, Run};
use super::split::{clauses, lead, verb_at};
use super::standing::Standing;
use super::target::same_title;
use super::text::Clause;
use crate::dates::{self, What};
use countersign_core::operation::Operation;

/// The order with another value, in its words or behind them.
pub(super) fn put_otherwise(order: Standing, rest: &str, run: &mut Run<'_>) -> Option<String> {
    if let Some(said) = another_day(&order, rest, run) {
        run.replaced = true;
        return Some(said);
    }
    let counted = super::counted::counts(rest).then(|| super::counted::value(rest, &order, run));
    let rest = match counted {
        Some(counted) => counted?,
        None => rest.to_owned(),
    };
    match amended(&order, &rest, run) {
        Some(said) => {
            run.replaced = !order.ops.is_empty();
            Some(said)
        }
        None => carried(order, &format!("make it {rest}"), run),
    }
}

/// One day of a series, moved elsewhere than was said, or another one done.
fn another_day(order: &Standing, rest: &str, run: &Run<'_>) -> Option<String> {
    let rest = ["on ", "to "].iter().find_map(|lead| rest.strip_prefix(lead)).unwrap_or(rest);
    let what = dates::whole(rest, run.clock)?;
    match order.ops.as_slice() {
        [Operation::MoveOccurrence { id, occurrence_date, to }] => {
            let had = to.time.map(|time| time.to_string());
            let clock = |time: jiff::civil::Time| time.strftime("%H:%M").to_string();
            let (date, time) = match what {
                What::Date { date, .. } => (Some(date), had),
                What::DateTime { date, time, .. } => (Some(date), Some(clock(time))),
                What::Time { time, .. } => (to.date, Some(clock(time))),
                _ => return None,
            };
            let date = date.map(|date| date.to_string());
            let to = match (date, time) {
                (Some(date), Some(time)) => format!("{date} at {time}"),
                (date, time) => date.or(time)?,
            };
            Some(format!("move #{} on {occurrence_date} to {to}", id.id()?))
        }
        [Operation::CompleteOccurrence { id, occurrence_date, completed: true }] => {
            let What::Date { date, .. } = what else { return None };
            // What is told of as done has passed.
            let past = *occurrence_date <= run.today() && date > run.today();
            let date = if past { date.saturating_sub(jiff::Span::new().weeks(1)) } else { date };
            Some(format!("complete #{} on {date}", id.id()?))
        }
        _ => None,
    }
}

/// The order with the value in the place of its own, or beside it; `None` where it has no place for it. What moves
/// something by an amount would be done twice.
pub(super) fn amended(order: &Standing, rest: &str, run: &Run<'_>) -> Option<String> {
    let said = order.said.as_str();
    let c = Clause::new(said, run.clock);
    let l = lead(&c);
    let verb = verb_at(&c, l.at, l.ing).map(|head| head.verb);
    let makes = matches!(order.ops.as_slice(), [Operation::Create(_)]);
    if !order.whole
        || !(makes || matches!(verb, Some(Verb::Move | Verb::Set | Verb::Schedule)) || skips(&order.ops))
        || c.any(l.at, "push back|bring forward").is_some()
        || clauses(said, run).len() != 1
        || makes && !run.ctx.proposed && is_there(order, run)
    {
        return None;
    }
    let new = dates::whole(rest.trim_start_matches("on "), run.clock);
    let last = c.found.last();
    let fits = match (&new, last.map(|f| &f.what)) {
        (Some(What::Duration { .. }), _) | (_, Some(What::Duration { .. })) => false,
        // "make it every week" repeats the day that was said.
        (Some(What::Recurrence { rule, .. }), Some(_)) if rule.by_day.is_empty() && rule.by_month_day.is_empty() => {
            false
        }
        (Some(What::Time { .. }), Some(What::Range { .. })) => false,
        (Some(_), Some(_)) => makes || last.is_some_and(|f| f.span.end == said.len()),
        (Some(_), None) if verb == Some(Verb::Move) && order.ops.is_empty() => {
            return Some(format!("{said} to {}", rest.trim_start_matches("to ")));
        }
        (Some(_), None) => false,
        // "at 3, no, 4"
        (None, Some(What::Time { .. } | What::DateTime { .. } | What::Recurrence { time: Some(_), .. }))
            if is_hour(rest) =>
        {
            true
        }
        (None, _) => !makes && (0..c.len()).any(|i| super::fields::level(c.word(i)).is_some()) && !is_hour(rest),
    };
    let put = fits.then(|| corrected(&format!("{said}, no wait, {rest}"), run).ok()).flatten()?;
    keeps(order, &put, new.is_none(), run).then_some(put)
}

/// Whether operations leave out one day of a series.
pub(super) fn skips(ops: &[Operation]) -> bool {
    matches!(ops, [Operation::SkipOccurrence { .. }])
}

/// Whether the order as it is put now still says all that it said, each date perhaps another; of a level, perhaps
/// another level.
fn keeps(order: &Standing, put: &str, level: bool, run: &Run<'_>) -> bool {
    const DATES: [&str; 4] = ["scheduledFor", "dueDate", "timeOfDay", "recurrence"];
    if order.ops.is_empty() {
        return true;
    }
    let mut read = order.anew(run);
    let fields = |op: &Operation| op.to_value().as_object().cloned().unwrap_or_default();
    let same = |(was, is): (&Operation, &Operation)| {
        let (was, is) = (fields(was), fields(is));
        let dated = |key: &String| {
            key == "occurrenceDate" && skips(&order.ops) || DATES.contains(&key.as_str()) || level && key == "priority"
        };
        was.iter().all(|(key, value)| is.get(key).is_some_and(|now| dated(key) || now == value))
            && is.keys().all(|key| dated(key) || was.contains_key(key))
    };
    read.all(put).is_ok() && read.ops.len() == order.ops.len() && order.ops.iter().zip(&read.ops).all(same)
}

fn is_hour(text: &str) -> bool {
    text.len() <= 2 && text.bytes().all(|b| b.is_ascii_digit())
}

/// Whether what the order was to make is in the list by now.
fn is_there(order: &Standing, run: &Run<'_>) -> bool {
    matches!(order.ops.as_slice(), [Operation::Create(draft)] if !same_title(run.todos, &draft.title).is_empty())
}

/// The message read as the next clause of the order: what that comes to is changed by it. Of what is there only when it
/// is goes together, a day and its time; what else is said of it stands for itself.
pub(super) fn carried(order: Standing, text: &str, run: &mut Run<'_>) -> Option<String> {
    let when = !dates::find(text, run.clock).is_empty();
    let changes = |op: &Operation| match op {
        Operation::Create(_) => true,
        Operation::Update { set, .. } if when => set.scheduled_for.is_some() || set.due_date.is_some(),
        Operation::Update { set, .. } => set.priority.is_some(),
        _ => false,
    };
    if order.ops.is_empty() || !order.ops.iter().all(changes) || order.whole && clauses(&order.said, run).len() != 1 {
        return None;
    }
    // What waits to be signed is not there yet, whatever is called so.
    if let [Operation::Create(draft)] = order.ops.as_slice()
        && !run.ctx.proposed
        && let [id] = same_title(run.todos, &draft.title).as_slice()
    {
        run.last = vec![Ref::Todo(*id)];
        let open = run.todo(*id).filter(|t| !t.status.is_closed())?;
        // Of what has only a deadline, the deadline.
        let due = draft.due_date.is_some() && draft.scheduled_for.is_none() && open.scheduled_for.is_none();
        let said = dates::find(text, run.clock);
        return Some(match said.as_slice() {
            [one] if due && matches!(one.what, What::Date { .. }) => {
                let date = text.get(one.span.clone())?.trim_start_matches("on ");
                format!("set the due date of #{id} to {date}")
            }
            _ => text.to_owned(),
        });
    }
    let said = dates::find(text, run.clock);
    // "… is due on december 7", "make that december 4": the deadline was given, and another one is.
    if let ([Operation::Update { id, set }], [one]) = (order.ops.as_slice(), said.as_slice())
        && set.due_date.is_some()
        && set.scheduled_for.is_none()
        && matches!(one.what, What::Date { .. })
        && let Some(id) = id.id()
    {
        let date = text.get(one.span.clone())?.trim_start_matches("on ").trim_start_matches("to ");
        let date = format!("set the due date of #{id} to {date}");
        (run.carried, run.replaced) = (Some(order.ops.len()), true);
        run.ops = order.ops;
        run.last = order.last;
        return Some(date);
    }
    // A day that the repetition has not is no part of it.
    let off = |op: &Operation| {
        let rule = match op {
            Operation::Create(draft) => draft.recurrence.as_ref(),
            _ => None,
        };
        let days = said.iter().filter_map(|f| match f.what {
            What::Date { date, .. } | What::DateTime { date, .. } => Some(date),
            _ => None,
        });
        rule.is_some_and(|rule| days.into_iter().any(|date| dates::anchor(rule, date) != Some(date)))
    };
    if order.ops.iter().any(off) {
        return None;
    }
    // The time of a day of a series is not the series'.
    let repeats =
        |one: &Ref| matches!(one, Ref::Todo(id) if run.todo(*id).is_some_and(|t| t.recurrence.is_repeating()));
    if order.last.is_empty() || order.last.iter().any(repeats) && order.ops.len() > 1 {
        return None;
    }
    (run.carried, run.replaced) = (Some(order.ops.len()), true);
    let only_repeats = |f: &dates::Found| match &f.what {
        What::Recurrence { rule, .. } => rule.by_day.is_empty() && rule.by_month_day.is_empty(),
        _ => false,
    };
    run.carried_on = match order.ops.as_slice() {
        [Operation::Update { set, .. }] if said.iter().all(only_repeats) => set.scheduled_for.flatten(),
        [Operation::Create(draft)] if said.iter().all(only_repeats) => draft.scheduled_for,
        _ => None,
    };
    run.ops = order.ops;
    run.last = order.last;
    Some(text.to_owned())
}

impl Run<'_> {
    /// Where the order before was not changed but another thing said, that is all of it.
    pub(super) fn only_new(&mut self) {
        if let Some(count) = self.carried.filter(|count| self.ops.len() > *count) {
            self.ops.drain(..count);
            self.replaced = false;
        }
        // "make it every week" repeats from the day that was said, and not from the one that it was on.
        match (self.carried_on, self.ops.as_mut_slice()) {
            (Some(date), [Operation::Update { set, .. }]) if set.recurrence.is_some() => {
                set.scheduled_for = Some(Some(date));
            }
            (Some(date), [Operation::Create(draft)]) if draft.recurrence.is_some() => draft.scheduled_for = Some(date),
            _ => {}
        }
    }
}
