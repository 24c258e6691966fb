//! The last day of a series that begins and says no end: what the person has set (TODOS.md rule 7), however it begins.

use crate::effect::Working;
use crate::operation::Operation;
use crate::recurrence::Recurrence;
use crate::settings::DefaultUntil;
use crate::todo::Todo;
use crate::todos::View;
use jiff::civil::Date;
use serde_json::Value;

/// Whether an operation as it was sent has a repetition that says no end. `until: null` says that it has none.
pub fn open_end(sent: &Value) -> bool {
    let rule = sent.get("recurrence").or_else(|| sent.get("set")?.get("recurrence"));
    let Some(Value::Object(rule)) = rule else { return false };
    !rule.contains_key("until") && rule.get("count").is_none_or(Value::is_null)
}

/// Gives the series that begins by this operation its last day. One that goes on in another way ends when it did; a
/// bulk change makes only single todos repeat (TODOS.md rule 12).
pub(super) fn end(op: &mut Operation, until: DefaultUntil, view: &Working<'_>, today: Date) {
    let of = |target| view.resolve(target).and_then(|id| view.todo(id));
    let (set, start) = match op {
        Operation::Create(draft) => {
            if let Some(rule) = draft.recurrence.as_mut() {
                rule.until = rule.until.or_else(|| last(rule, draft.scheduled_for, until, today));
            }
            return;
        }
        Operation::Update { id, set } => {
            let todo = of(*id);
            if todo.is_some_and(|todo: &Todo| todo.recurrence.is_repeating()) {
                return;
            }
            let start = set.scheduled_for.unwrap_or(todo.and_then(|todo| todo.scheduled_for));
            (set, start)
        }
        Operation::BulkUpdate { set, .. } => {
            let start = set.scheduled_for.flatten();
            (set, start)
        }
        _ => return,
    };
    let Some(patch) = &mut set.recurrence else { return };
    if let Some(until) = patch.alone().and_then(|rule| last(&rule, start, until, today)) {
        patch.set_until(until);
    }
}

/// The last day of a rule that repeats without an end, from this start.
fn last(rule: &Recurrence, start: Option<Date>, until: DefaultUntil, today: Date) -> Option<Date> {
    if !rule.is_repeating() || rule.until.is_some() || rule.count.is_some() {
        return None;
    }
    let from = start.map_or(today, |start| start.max(today));
    until.last_day(rule.first(from).unwrap_or(from))
}
