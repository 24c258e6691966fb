//! What is written of a todo where it is kept: as on the wire, without what has its default.
//!
//! Absent fields take their defaults when a todo is read, so both shapes are read alike, and those
//! who stored every field before are understood. Most todos use few of the 22 fields.

use super::{Field, Priority, Status, Todo};
use crate::recurrence::Recurrence;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// Writes a todo without its defaults.
#[derive(Debug, Clone, Copy)]
pub struct Stored<'t>(pub &'t Todo);

impl Serialize for Stored<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let todo = self.0;
        let mut out = s.serialize_map(None)?;
        out.serialize_entry("id", &todo.id)?;
        if !todo.uid.is_empty() {
            out.serialize_entry("uid", &todo.uid)?;
        }
        out.serialize_entry(Field::Title.name(), &todo.title)?;
        for field in Field::ALL {
            if field != Field::Title && !is_default(todo, field) {
                put(&mut out, todo, field)?;
            }
        }
        out.serialize_entry("version", &todo.version)?;
        out.serialize_entry("createdAt", &todo.created_at)?;
        out.serialize_entry("updatedAt", &todo.updated_at)?;
        out.end()
    }
}

/// Writes one field with its name.
pub(crate) fn put<M: SerializeMap>(out: &mut M, todo: &Todo, field: Field) -> Result<(), M::Error> {
    let name = field.name();
    match field {
        Field::Title => out.serialize_entry(name, &todo.title),
        Field::Notes => out.serialize_entry(name, &todo.notes),
        Field::ScheduledFor => out.serialize_entry(name, &todo.scheduled_for),
        Field::TimeOfDay => out.serialize_entry(name, &todo.time_of_day),
        Field::DueDate => out.serialize_entry(name, &todo.due_date),
        Field::Priority => out.serialize_entry(name, &todo.priority),
        Field::Status => out.serialize_entry(name, &todo.status),
        Field::StatusReason => out.serialize_entry(name, &todo.status_reason),
        Field::Estimate => out.serialize_entry(name, &todo.estimate),
        Field::Labels => out.serialize_entry(name, &todo.labels),
        Field::Checklist => out.serialize_entry(name, &todo.checklist),
        Field::Recurrence => out.serialize_entry(name, &todo.recurrence),
        Field::CompletedDates => out.serialize_entry(name, &todo.completed_dates),
        Field::SkippedDates => out.serialize_entry(name, &todo.skipped_dates),
        Field::Moved => out.serialize_entry(name, &todo.moved),
        Field::Extra => out.serialize_entry(name, &todo.extra),
    }
}

fn is_default(todo: &Todo, field: Field) -> bool {
    match field {
        Field::Title => todo.title.is_empty(),
        Field::Notes => todo.notes.is_empty(),
        Field::ScheduledFor => todo.scheduled_for.is_none(),
        Field::TimeOfDay => todo.time_of_day.is_none(),
        Field::DueDate => todo.due_date.is_none(),
        Field::Priority => todo.priority == Priority::default(),
        Field::Status => todo.status == Status::default(),
        Field::StatusReason => todo.status_reason.is_none(),
        Field::Estimate => todo.estimate.is_none(),
        Field::Labels => todo.labels.is_empty(),
        Field::Checklist => todo.checklist.is_empty(),
        Field::Recurrence => todo.recurrence == Recurrence::default(),
        Field::CompletedDates => todo.completed_dates.is_empty(),
        Field::SkippedDates => todo.skipped_dates.is_empty(),
        Field::Moved => todo.moved.is_empty(),
        Field::Extra => todo.extra.is_empty(),
    }
}
