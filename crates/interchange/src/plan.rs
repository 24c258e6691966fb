//! An import as the operations of one change set: what is new is added whole, what differs is set,
//! what is the same is left alone. Importing a file again therefore plans nothing.

use crate::format::Format;
use crate::series::same_from;
use crate::{Incoming, Parsed, kept};
use countersign_core::ids::TodoId;
use countersign_core::operation::Operation;
use countersign_core::todo::{ChecklistItem, Field, Todo};
use countersign_core::todos::{Todos, View};
use jiff::tz::TimeZone;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// The operations that bring `parsed` in. New todos get numbers from `next_id` upward; native JSON
/// keeps its numbers where they are free.
///
/// A todo is known by its uid. Of a row without one that equals a todo in every field its format
/// has words for, that todo is taken to be the same one.
pub fn plan(parsed: &Parsed, todos: &Todos, next_id: TodoId) -> Vec<Operation> {
    let mut numbers = Numbers::new(parsed, todos, next_id);
    let mut twins = Twins::default();
    let mut operations = Vec::new();
    for incoming in &parsed.todos {
        if let Some(known) = todos.by_uid(&incoming.uid) {
            let fields = changes(parsed.format, known, incoming);
            if !fields.is_empty() {
                operations.push(Operation::Restore { id: known.id, fields });
            }
        } else if !(incoming.derived && twins.take(parsed.format, todos, incoming)) {
            let id = numbers.of(incoming);
            let todo = Box::new(Todo { id, ..incoming.todo.clone() });
            operations.push(Operation::Revive { todo });
        }
    }
    operations
}

/// The fields of a known todo that the file says otherwise.
fn changes(format: Format, known: &Todo, incoming: &Incoming) -> Map<String, Value> {
    let mut fields = Map::new();
    for field in incoming.fields.iter().copied().filter(|f| differs(format, known, incoming, *f)) {
        let value = match field {
            Field::Extra => merged(format, known, &incoming.todo),
            Field::Checklist if format != Format::Json => checklist(known, &incoming.todo),
            field => incoming.todo.get(field),
        };
        fields.insert(field.name().to_owned(), value);
    }
    fields
}

fn differs(format: Format, known: &Todo, incoming: &Incoming, field: Field) -> bool {
    let said = &incoming.todo;
    match field {
        // A status the format cannot say reads as a plainer one; that is no change.
        Field::Status if format.shown(known.status) == said.status => false,
        Field::Title if format != Format::Json => !is_line(&known.title, &said.title),
        // Ids of lines are ours alone, and Todoist's templates hold no ticked lines.
        Field::Checklist if format != Format::Json => {
            let lines = |todo: &'_ Todo| -> Vec<ChecklistItem> {
                todo.checklist.iter().filter(|l| format != Format::Todoist || !l.checked).cloned().collect()
            };
            let (known, said) = (lines(known), lines(said));
            known.len() != said.len()
                || known.iter().zip(&said).any(|(k, s)| k.checked != s.checked || !is_line(&k.title, &s.title))
        }
        Field::Notes if matches!(format, Format::Markdown | Format::Todoist) => {
            crate::fit::plain(&known.notes).trim() != said.notes.trim()
        }
        // "Tomorrow" in a file still means the day after it was first read.
        Field::ScheduledFor | Field::TimeOfDay | Field::Recurrence if same_phrase(format, known, said) => false,
        Field::ScheduledFor | Field::TimeOfDay | Field::Recurrence
            if format == Format::Todoist && (unsaid(known, said) || same_series(known, incoming)) =>
        {
            field == Field::TimeOfDay && known.scheduled_for.is_some() && known.time_of_day != said.time_of_day
        }
        Field::Extra => merged(format, known, said) != known.get(Field::Extra),
        _ => known.get(field) != said.get(field),
    }
}

/// Whether a file says this text: as it is, or as a line holds it, with no line end, tab or control character.
fn is_line(known: &str, said: &str) -> bool {
    said == known || said == crate::fit::one_line(known)
}

/// What a template of our own could not say of a todo: a rule without a phrase is its first date there, and a time
/// without a date is nothing.
fn unsaid(known: &Todo, said: &Todo) -> bool {
    let typed = kept::get(known, Format::Todoist, "phrase").is_some();
    let rule = known.recurrence.is_repeating() && !said.recurrence.is_repeating() && !typed;
    let timed = known.scheduled_for.is_none() && known.time_of_day.is_some() && said.time_of_day.is_none();
    known.scheduled_for == said.scheduled_for && (rule || timed)
}

/// A phrase such as "every monday" begins on its next date: the same series when all dates from there on are, and
/// none was to come before.
fn same_series(known: &Todo, incoming: &Incoming) -> bool {
    let said = &incoming.todo;
    let (Some(begun), Some(next)) = (known.scheduled_for, said.scheduled_for) else { return false };
    let repeating = known.recurrence.is_repeating() && said.recurrence.is_repeating();
    // The time of reading: a row of a template has no other.
    let read = said.created_at.to_zoned(TimeZone::UTC).date();
    let before = next.yesterday().ok().and_then(|day| known.recurrence.prev_on_or_before(begun, day));
    repeating
        && before.is_none_or(|date| date <= read)
        && same_from((&known.recurrence, begun), (&said.recurrence, next), next)
}

/// The lines of the file, with the ids of those that are there already.
fn checklist(known: &Todo, said: &Todo) -> Value {
    let mut ids: HashMap<&str, Vec<&str>> = HashMap::new();
    for line in known.checklist.iter().rev() {
        ids.entry(line.title.as_str()).or_default().push(line.id.as_str());
    }
    let mut lines = said.checklist.clone();
    for line in &mut lines {
        if let Some(id) = ids.get_mut(line.title.as_str()).and_then(Vec::pop) {
            id.clone_into(&mut line.id);
        }
    }
    serde_json::to_value(lines).unwrap_or(Value::Null)
}

fn same_phrase(format: Format, known: &Todo, said: &Todo) -> bool {
    let phrase = kept::get(said, format, "phrase");
    phrase.is_some() && phrase == kept::get(known, format, "phrase")
}

/// What is kept from other formats stays, and a typed "tomorrow" beside the date that it stood for.
fn merged(format: Format, known: &Todo, said: &Todo) -> Value {
    if format == Format::Json {
        return said.get(Field::Extra);
    }
    let dates = |todo: &Todo| (todo.scheduled_for, todo.time_of_day, todo.recurrence.clone());
    let typed = kept::get(known, format, "phrase").filter(|_| dates(known) == dates(said));
    let with_phrase = typed.filter(|_| kept::get(said, format, "phrase").is_none()).map(|typed| {
        let mut said = said.clone();
        kept::keep(&mut said, format, "phrase", typed.clone());
        said
    });
    let mut all = known.extra.clone();
    match with_phrase.as_ref().unwrap_or(said).extra.get(format.name()) {
        Some(kept) => all.insert(format.name().to_owned(), kept.clone()),
        None => all.remove(format.name()),
    };
    serde_json::to_value(all).unwrap_or(Value::Null)
}

/// Todos that rows without identity may be, by title; each is taken once.
#[derive(Default)]
struct Twins {
    by_title: Option<HashMap<String, Vec<TodoId>>>,
}

impl Twins {
    fn take(&mut self, format: Format, todos: &Todos, incoming: &Incoming) -> bool {
        let by_title = self.by_title.get_or_insert_with(|| {
            let mut by_title: HashMap<String, Vec<TodoId>> = HashMap::new();
            for todo in todos.iter().rev() {
                by_title.entry(crate::fit::one_line(&as_read(format, todo).title)).or_default().push(todo.id);
            }
            by_title
        });
        let Some(ids) = by_title.get_mut(&incoming.todo.title) else {
            return false;
        };
        let same = |id: &TodoId| todos.todo(*id).is_some_and(|known| equal(format, &as_read(format, known), incoming));
        // The youngest of many alike would be looked at again and again; the first few decide.
        match ids.iter().rev().take(64).position(same) {
            Some(from_end) => {
                ids.remove(ids.len() - 1 - from_end);
                true
            }
            None => false,
        }
    }
}

/// A todo as a row of the format that we wrote reads back.
fn as_read(format: Format, known: &Todo) -> Cow<'_, Todo> {
    match format {
        Format::Todoist => Cow::Owned(crate::todoist::as_read(known)),
        _ => Cow::Borrowed(known),
    }
}

fn equal(format: Format, known: &Todo, incoming: &Incoming) -> bool {
    incoming.fields.iter().all(|field| *field == Field::Extra || !differs(format, known, incoming, *field))
}

/// Numbers for new todos.
struct Numbers {
    next: i64,
    taken: HashSet<i64>,
    hints: HashSet<i64>,
}

impl Numbers {
    fn new(parsed: &Parsed, todos: &Todos, next_id: TodoId) -> Self {
        let taken: HashSet<i64> = todos.iter().map(|t| t.id.0).collect();
        let hints =
            parsed.todos.iter().filter_map(|i| i.id_hint).map(|id| id.0).filter(|id| !taken.contains(id)).collect();
        Self { next: next_id.0.max(1), taken, hints }
    }

    fn of(&mut self, incoming: &Incoming) -> TodoId {
        if let Some(TodoId(own)) = incoming.id_hint
            && self.taken.insert(own)
        {
            return TodoId(own);
        }
        while self.taken.contains(&self.next) || self.hints.contains(&self.next) {
            self.next += 1;
        }
        self.taken.insert(self.next);
        TodoId(self.next)
    }
}
