//! What a file of a format would not hold, said at the time of the export: nobody should find out
//! when the only copy left is that file.
//!
//! Native JSON holds everything. iCalendar and Taskwarrior carry in one property of ours what they
//! have no words for (see `residue.rs`); another program does not show it, and it comes back here.

use crate::format::Format;
use countersign_core::ids::TodoId;
use countersign_core::problem::Problem;
use countersign_core::todo::{Field, Todo};
use jiff::Timestamp;
use std::collections::BTreeMap;

/// So many todos are named; the rest is counted.
const NAMED: usize = 5;

/// What does not go along.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Lost {
    Todo,
    Status,
    Field(Field),
}

/// What [`crate::write()`] would leave out, one problem for each kind of thing, with the todos it is
/// left out of.
pub fn losses(format: Format, todos: &mut dyn Iterator<Item = &Todo>) -> Vec<Problem> {
    let mut lost: BTreeMap<Lost, Vec<TodoId>> = BTreeMap::new();
    if !matches!(format, Format::Json | Format::Ics | Format::Taskwarrior) {
        let plain = Todo::new(TodoId(0), String::new(), String::new(), Timestamp::UNIX_EPOCH);
        for todo in todos {
            for what in of_one(format, todo, &plain) {
                lost.entry(what).or_default().push(todo.id);
            }
        }
    }
    lost.into_iter().map(|(what, ids)| problem(format, what, &ids)).collect()
}

fn of_one(format: Format, todo: &Todo, plain: &Todo) -> Vec<Lost> {
    if format == Format::Todoist && todo.status.is_closed() {
        return vec![Lost::Todo];
    }
    let mut lost = Vec::new();
    if format.shown(todo.status) != todo.status {
        lost.push(Lost::Status);
    }
    // What other formats left here is theirs, and never part of this one. A status is looked at above.
    let named = |field: &Field| format.fields().contains(field) || matches!(field, Field::Extra | Field::Status);
    let fields = Field::ALL.into_iter().filter(|field| !named(field));
    lost.extend(fields.filter(|field| todo.get(*field) != plain.get(*field)).map(Lost::Field));
    if format == Format::Todoist && todo.checklist.iter().any(|line| line.checked) {
        lost.push(Lost::Field(Field::Checklist));
    }
    lost
}

fn problem(format: Format, what: Lost, ids: &[TodoId]) -> Problem {
    let mut named: Vec<String> = ids.iter().take(NAMED).map(|id| format!("#{id}")).collect();
    if let Some(more) = ids.len().checked_sub(NAMED).filter(|more| *more > 0) {
        named.push(format!("{more} more"));
    }
    let of = named.join(", ");
    let message = match what {
        Lost::Todo => format!("{format} holds open todos only; left out: {of}"),
        Lost::Status => format!("{format} has no word for the status of {of}; a plainer one is written"),
        Lost::Field(Field::Checklist) if format == Format::Todoist => {
            format!("{format} has no place for ticked checklist lines; left out of {of}")
        }
        Lost::Field(field) => format!("{format} has no place for {}; left out of {of}", field.name()),
    };
    Problem::new("not_exported", message).hinting("Export json as well: it holds everything.")
}
