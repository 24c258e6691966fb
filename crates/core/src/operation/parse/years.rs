//! There is no year 0. What a client sends with it is refused; what is stored with it, by an earlier version or from a
//! file, is read as it is.

use super::fields::Fields;
use crate::operation::{Operation, Patch};
use crate::problem::Problem;
use crate::recurrence::RecurrencePatch;
use jiff::civil::Date;

/// A date with the field it stands in, and the code of what is wrong there.
type Dated = (Option<Date>, &'static str, &'static str);

fn last(rule: Option<&RecurrencePatch>) -> Option<Date> {
    match rule? {
        RecurrencePatch::Whole(rule) => rule.until,
        RecurrencePatch::Part(part) => part.get("until")?.as_str().and_then(super::date),
    }
}

fn of_patch(set: &Patch, [scheduled, rule]: [&'static str; 2]) -> Vec<Dated> {
    vec![
        (set.scheduled_for.flatten(), "scheduledFor", scheduled),
        (set.due_date.flatten(), "dueDate", "invalid_dueDate"),
        (last(set.recurrence.as_ref()), "recurrence", rule),
    ]
}

/// Refuses dates of the year 0.
pub(super) fn real_years(f: &mut Fields<'_>, op: Option<&Operation>) {
    let occurrence = |date: Date| (Some(date), "occurrenceDate", "invalid_occurrenceDate");
    let (dates, within) = match op {
        Some(Operation::Create(draft)) => {
            let until = draft.recurrence.as_ref().and_then(|rule| rule.until);
            let dates = vec![
                (draft.scheduled_for, "scheduledFor", "invalid_scheduledFor"),
                (draft.due_date, "dueDate", "invalid_dueDate"),
                (until, "recurrence", "invalid_recurrence"),
            ];
            (dates, "")
        }
        Some(Operation::Update { set, .. }) => (of_patch(set, ["invalid_scheduledFor", "invalid_recurrence"]), ""),
        Some(Operation::BulkUpdate { set, .. }) => {
            (of_patch(set, ["invalid_set_scheduledFor", "invalid_set_recurrence"]), "/set")
        }
        Some(
            Operation::CompleteOccurrence { occurrence_date, .. } | Operation::SkipOccurrence { occurrence_date, .. },
        ) => (vec![occurrence(*occurrence_date)], ""),
        Some(Operation::MoveOccurrence { occurrence_date, to, .. }) => {
            (vec![occurrence(*occurrence_date), (to.date, "to", "invalid_move")], "")
        }
        _ => return,
    };
    for (date, field, code) in dates {
        if date.is_some_and(|date| date.year() < 1) {
            f.push(
                Problem::new(code, format!("{field} is in the year 0, which no calendar has"))
                    .at(format!("{within}/{field}")),
            );
        }
    }
}
