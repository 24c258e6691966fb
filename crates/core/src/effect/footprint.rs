//! Which values of a todo an operation builds on: what a signature binds, and what makes an item drift.

use super::{fits_series, occurrence};
use crate::operation::{Operation, Patch};
use crate::recurrence::RecurrencePatch;
use crate::todo::{Field, Status, Todo};
use jiff::civil::Date;
use serde_json::{Value, json};

/// The keys of a todo's state that an operation builds on; read with [`read_key`].
pub fn footprint(op: &Operation) -> Footprint {
    let fields = |list: &[Field]| Footprint::Keys(list.iter().map(|f| f.name().to_owned()).collect());
    match op {
        Operation::Create(_)
        | Operation::Undo { .. }
        | Operation::WriteFile { .. }
        | Operation::DeleteFile { .. }
        | Operation::RenameFile { .. }
        | Operation::ChmodFile { .. }
        | Operation::MakeRule { .. }
        | Operation::CallTool(_)
        | Operation::RunCommand(_) => Footprint::Nothing,
        Operation::Revive { .. } => Footprint::Absent,
        Operation::Delete { .. } | Operation::BulkDelete { .. } => fields(&Field::ALL),
        Operation::Complete { .. } | Operation::BulkComplete { .. } => {
            fields(&[Field::Status, Field::StatusReason, Field::Recurrence])
        }
        Operation::SetStatus { status, .. } => match status {
            Status::Done => fields(&[Field::Status, Field::StatusReason, Field::Recurrence]),
            _ => fields(&[Field::Status, Field::StatusReason]),
        },
        Operation::CompleteOccurrence { occurrence_date, .. } | Operation::SkipOccurrence { occurrence_date, .. } => {
            Footprint::Keys(occurrence_keys(*occurrence_date))
        }
        Operation::MoveOccurrence { occurrence_date, to, .. } => {
            let mut keys = occurrence_keys(*occurrence_date);
            keys.extend(to.time.map(|_| Field::TimeOfDay.name().to_owned()));
            Footprint::Keys(keys)
        }
        Operation::Update { set, .. } => Footprint::Keys(patch_keys(set, false)),
        // Whether a todo repeats decides whether it is a target.
        Operation::BulkUpdate { set, .. } => Footprint::Keys(patch_keys(set, !fits_series(set))),
        Operation::Restore { fields, .. } => Footprint::Keys(fields.keys().cloned().collect()),
    }
}

/// See [`footprint`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Footprint {
    /// Builds on no existing todo.
    Nothing,
    /// The todo must not exist.
    Absent,
    /// These keys of the todo.
    Keys(Vec<String>),
}

fn occurrence_keys(date: Date) -> Vec<String> {
    vec![Field::Recurrence.name().to_owned(), Field::ScheduledFor.name().to_owned(), format!("occurrence:{date}")]
}

fn patch_keys(set: &Patch, series_apart: bool) -> Vec<String> {
    let mut keys: Vec<String> = Vec::new();
    let mut add = |given: bool, field: Field| {
        if given && !keys.iter().any(|k| k == field.name()) {
            keys.push(field.name().to_owned());
        }
    };
    add(set.title.is_some(), Field::Title);
    add(set.notes.is_some(), Field::Notes);
    add(set.scheduled_for.is_some() || set.recurrence.is_some(), Field::ScheduledFor);
    add(set.time_of_day.is_some(), Field::TimeOfDay);
    add(set.due_date.is_some(), Field::DueDate);
    add(set.priority.is_some(), Field::Priority);
    let status = set.status.is_some() || set.completed.is_some();
    add(status, Field::Status);
    add(status, Field::StatusReason);
    add(set.estimate.is_some(), Field::Estimate);
    add(set.labels.is_some(), Field::Labels);
    add(set.checklist.is_some(), Field::Checklist);
    // The rule decides where a new start lands, and a todo that is done cannot repeat.
    add(set.recurrence.is_some() || set.scheduled_for.is_some() || status || series_apart, Field::Recurrence);
    add(set.recurrence.is_some(), Field::Status);
    // Ending a repetition forgets these.
    let ends = set.recurrence.as_ref().is_some_and(RecurrencePatch::ends);
    add(ends, Field::CompletedDates);
    add(ends, Field::SkippedDates);
    add(ends, Field::Moved);
    keys.extend(set.labels_add.iter().chain(&set.labels_remove).map(|l| format!("label:{}", l.to_lowercase())));
    keys.extend(
        set.checklist_check.iter().chain(&set.checklist_uncheck).map(|l| format!("checklist:{}", l.to_lowercase())),
    );
    keys
}

/// The value behind a footprint key: a field, `occurrence:<date>`, `label:<label>`, `checklist:<line>`
/// (what it says, and whether it is ticked) or `line:<id>` (all of it).
pub fn read_key(todo: &Todo, key: &str) -> Value {
    if let Some(field) = Field::named(key) {
        return todo.get(field);
    }
    match key.split_once(':') {
        Some(("occurrence", date)) => {
            let Some(date) = crate::operation::parse::date(date) else { return Value::Null };
            // By its original date: the one given may be the date it was moved to.
            let Ok(date) = occurrence(todo, date) else { return Value::Null };
            if todo.completed_dates.contains(&date) {
                // Skipping a moved one that is done takes both back.
                todo.moved.get(&date).map_or_else(
                    || json!("completed"),
                    |to| json!({ "completed": true, "date": to.date, "time": to.time }),
                )
            } else if todo.skipped_dates.contains(&date) {
                json!("skipped")
            } else if let Some(moved) = todo.moved.get(&date) {
                json!(moved)
            } else {
                json!("open")
            }
        }
        Some(("label", label)) => json!(todo.labels.iter().any(|l| l.to_lowercase() == label)),
        Some(("line", id)) => json!(super::element::line(todo, id)),
        Some(("checklist", name)) => todo
            .checklist
            .iter()
            .find(|l| l.id.to_lowercase() == name || l.title.to_lowercase() == name)
            .map_or(Value::Null, |l| json!({ "title": l.title, "checked": l.checked })),
        _ => Value::Null,
    }
}
