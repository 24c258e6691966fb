//! What a file of a format would not hold, said at the time of the export: nobody should find out
//! when the only copy left is that file.
//!
//! Native JSON holds everything but a second todo of one identity. iCalendar and Taskwarrior carry in one property of ours what they
//! have no words for (see `residue.rs`); another program does not show it, and it comes back here.

use crate::Env;
use crate::format::Format;
use crate::series::same_from;
use countersign_core::ids::TodoId;
use countersign_core::problem::Problem;
use countersign_core::todo::{Field, Todo};
use jiff::Timestamp;
use std::collections::{BTreeMap, HashSet};

/// So many todos are named; the rest is counted.
const NAMED: usize = 5;

/// What does not go along.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Lost {
    Todo,
    Status,
    Field(Field),
    /// Written, but read back as something else.
    Read(Field),
    /// Not read back as one todo.
    Whole,
    /// What files of other formats said, kept for them.
    Kept,
    /// What is kept of this format without being such.
    NotGenuine,
    /// Another todo has its identity.
    Double,
}

/// What [`crate::write()`] would leave out, one problem for each kind of thing, with the todos it is
/// left out of.
pub fn losses(format: Format, todos: &mut dyn Iterator<Item = &Todo>, env: &Env<'_>) -> Vec<Problem> {
    let mut lost: BTreeMap<Lost, Vec<TodoId>> = BTreeMap::new();
    let plain = Todo::new(TodoId(0), String::new(), String::new(), Timestamp::UNIX_EPOCH);
    let mut identities: HashSet<String> = HashSet::new();
    for todo in todos {
        let mut what = match format {
            Format::Json | Format::Ics | Format::Taskwarrior => Vec::new(),
            _ => of_one(format, todo, &plain, env),
        };
        // Where the whole todo is left out, that has been said.
        if format.identifies() && !identities.insert(todo.uid.clone()) {
            what.push(Lost::Double);
        }
        if format != Format::Json && what != [Lost::Todo] && todo.extra.keys().any(|of| of != format.name()) {
            what.push(Lost::Kept);
        }
        if format != Format::Json && what != [Lost::Todo] && crate::genuine::purged(todo, Some(format), env).is_some() {
            what.push(Lost::NotGenuine);
        }
        for what in what {
            lost.entry(what).or_default().push(todo.id);
        }
    }
    lost.into_iter().map(|(what, ids)| problem(format, what, &ids)).collect()
}

fn of_one(format: Format, todo: &Todo, plain: &Todo, env: &Env<'_>) -> Vec<Lost> {
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
    lost.extend(misread(format, todo, env));
    lost
}

/// What the file would say otherwise: the todo is written and read back.
fn misread(format: Format, todo: &Todo, env: &Env<'_>) -> Vec<Lost> {
    let text = crate::write(format, &mut std::iter::once(todo), env);
    let Some(file) = crate::read(format, &text, env).ok() else { return vec![Lost::Whole] };
    let [back] = file.todos.as_slice() else { return vec![Lost::Whole] };
    let back = &back.todo;
    // A series may be said from its next date on.
    let series = match (todo.scheduled_for, back.scheduled_for) {
        (Some(a), Some(b)) if todo.recurrence.is_repeating() && back.recurrence.is_repeating() => {
            same_from((&todo.recurrence, a), (&back.recurrence, b), env.today)
        }
        _ => false,
    };
    let line = |t: &Todo| -> Vec<(String, bool)> {
        let lines = t.checklist.iter().filter(|line| format != Format::Todoist || !line.checked);
        lines.map(|line| (line.title.trim().to_owned(), line.checked)).collect()
    };
    let differs = |field: &Field| match field {
        // Looked at above.
        Field::Extra | Field::Status | Field::StatusReason => false,
        Field::Title => todo.title.trim() != back.title,
        Field::Checklist => line(todo) != line(back),
        Field::ScheduledFor | Field::Recurrence if series => false,
        field => todo.get(*field) != back.get(*field),
    };
    format.fields().iter().copied().filter(differs).map(Lost::Read).collect()
}

fn problem(format: Format, what: Lost, ids: &[TodoId]) -> Problem {
    let mut of = ids.iter().take(NAMED).map(|id| format!("#{id}")).collect::<Vec<_>>().join(", ");
    if let Some(more) = ids.len().checked_sub(NAMED).filter(|more| *more > 0) {
        of += &format!(" and {more} more");
    }
    let message = match what {
        Lost::Todo => format!("{format} holds open todos only; left out: {of}"),
        Lost::Status => format!("{format} has no word for the status of {of}; a plainer one is written"),
        Lost::Field(Field::Checklist) if format == Format::Todoist => {
            format!("{format} has no place for ticked checklist lines; left out of {of}")
        }
        Lost::Kept => format!("{format} has no place for what files of other formats said of {of}; left out"),
        Lost::NotGenuine => {
            format!("{of} keeps as of {format} what no such file would leave there; that part is left out")
        }
        Lost::Double => format!("{of} has the identity of another todo, and of those only the first is read back"),
        Lost::Whole => format!("{format} does not read {of} back as one todo each"),
        Lost::Read(Field::Recurrence) => {
            format!("{format} has no words for the repetition of {of}; written as a single date")
        }
        Lost::Read(field) => format!("{format} would read {} of {of} back as something else", field.name()),
        Lost::Field(field) => format!("{format} has no place for {}; left out of {of}", field.name()),
    };
    let hint = match what {
        Lost::Double => "Delete all but one of them, or export markdown as well, which has no identities.",
        _ => "Export json as well: it holds everything.",
    };
    Problem::new("not_exported", message).hinting(hint)
}
