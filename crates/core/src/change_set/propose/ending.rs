//! The last day of a series that begins and says no end: what the person has set (TODOS.md rule 7), however it begins.

use crate::effect::Working;
use crate::operation::Operation;
use crate::recurrence::{Recurrence, RecurrencePatch};
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

/// Gives the series that begins by this operation its last day.
pub(super) fn end(op: &mut Operation, until: DefaultUntil, view: &Working<'_>, today: Date) {
    let of = |target| view.resolve(target).and_then(|id| view.todo(id));
    let (rule, start) = match op {
        Operation::Create(draft) => (draft.recurrence.as_mut(), draft.scheduled_for),
        Operation::Update { id, set } => {
            let todo = of(*id);
            let begins = !todo.is_some_and(|todo: &Todo| todo.recurrence.is_repeating());
            let start = set.scheduled_for.unwrap_or(todo.and_then(|todo| todo.scheduled_for));
            (whole(&mut set.recurrence).filter(|_| begins), start)
        }
        Operation::BulkUpdate { set, .. } => (whole(&mut set.recurrence), set.scheduled_for.flatten()),
        _ => return,
    };
    let Some(rule) = rule.filter(|rule| rule.is_repeating() && rule.until.is_none() && rule.count.is_none()) else {
        return;
    };
    let from = start.map_or(today, |start| start.max(today));
    rule.until = until.last_day(rule.first(from).unwrap_or(from));
}

fn whole(rule: &mut Option<RecurrencePatch>) -> Option<&mut Recurrence> {
    match rule {
        Some(RecurrencePatch::Whole(rule)) => Some(rule),
        _ => None,
    }
}
