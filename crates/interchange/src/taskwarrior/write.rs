//! A todo as a task. What a task has no words for goes into an attribute of our own, found by
//! reading the task back.

use super::{OURS, ZONE, recur};
use crate::fit::{one_line, plain};
use crate::format::Format;
use crate::reading::Reading;
use crate::residue::residue;
use crate::{Env, identity, kept, moment};
use countersign_core::recurrence::Anchor;
use countersign_core::todo::{Priority, Status, Todo};
use serde_json::{Map, Value, json};

/// Writes an export, one task a line within brackets.
pub(crate) fn write(todos: &mut dyn Iterator<Item = &Todo>, env: &Env<'_>) -> String {
    let mut out = String::from("[");
    for (at, todo) in todos.enumerate() {
        let mut task = task(todo, env);
        let mut ours = ours(&task, todo, env);
        if task.get("uuid").and_then(Value::as_str) != Some(todo.uid.as_str()) && !todo.uid.is_empty() {
            ours.insert("uid".to_owned(), Value::from(todo.uid.as_str()));
        }
        let timed = ["scheduled", "due", "until"].iter().any(|key| task.contains_key(*key));
        if let Some(zone) = env.zone.iana_name().filter(|_| timed) {
            ours.insert(ZONE.to_owned(), Value::from(zone));
        }
        if !ours.is_empty() {
            task.insert(OURS.to_owned(), Value::from(Value::Object(ours).to_string()));
        }
        out.push_str(if at == 0 { "\n" } else { ",\n" });
        out.push_str(&Value::Object(task).to_string());
    }
    out.push_str("\n]\n");
    out
}

fn ours(task: &Map<String, Value>, todo: &Todo, env: &Env<'_>) -> Map<String, Value> {
    let mut reading = Reading::new(Format::Taskwarrior);
    let read = super::one(&mut reading, task, 1, env);
    match read.and_then(|place| reading.incoming(place)) {
        Some(plain) => residue(&plain.todo, todo),
        None => Map::new(),
    }
}

/// One note of the time the todo was changed, in the shape of `annotations`.
pub(super) fn annotations(todo: &Todo) -> Option<Value> {
    let entry = moment::compact_utc(todo.updated_at);
    (!todo.notes.is_empty()).then(|| json!([{ "entry": entry, "description": plain(&todo.notes) }]))
}

fn task(todo: &Todo, env: &Env<'_>) -> Map<String, Value> {
    let mut task = Map::new();
    // Taskwarrior takes nothing but UUIDs; another identity goes into our own attribute.
    let uuid =
        if identity::is_uuid(&todo.uid) { todo.uid.clone() } else { identity::uuid(Format::Taskwarrior, &todo.uid, 0) };
    let set = |task: &mut Map<String, Value>, key: &str, value: String| task.insert(key.to_owned(), Value::from(value));
    set(&mut task, "uuid", uuid);
    set(&mut task, "description", one_line(&todo.title));
    set(&mut task, "entry", moment::compact_utc(todo.created_at));
    set(&mut task, "modified", moment::compact_utc(todo.updated_at));
    let start = todo.scheduled_for;
    let word = start.filter(|_| todo.recurrence.is_repeating()).and_then(|start| recur::write(&todo.recurrence, start));
    let status = match todo.status {
        Status::Done => "completed",
        Status::Rejected => "deleted",
        _ if word.is_some() => "recurring",
        _ => "pending",
    };
    set(&mut task, "status", status.to_owned());
    let stamp = |date, time| moment::begins(date, time, &env.zone).map(moment::compact_utc);
    if let Some(stamp) = start.and_then(|date| stamp(date, todo.time_of_day)) {
        set(&mut task, "scheduled", stamp);
    }
    if let Some(stamp) = todo.due_date.and_then(|date| stamp(date, todo.time_of_day.filter(|_| start.is_none()))) {
        set(&mut task, "due", kept_due(todo, env).unwrap_or(stamp));
    } else if let Some(stamp) = start.filter(|_| word.is_some()).and_then(|date| stamp(date, todo.time_of_day)) {
        // A recurring task needs a due date; the residue says that there is none.
        set(&mut task, "due", stamp);
    }
    let unprioritised = kept::text(todo, Format::Taskwarrior, "priority") == Some("");
    match todo.priority {
        Priority::High => drop(set(&mut task, "priority", "H".to_owned())),
        Priority::Medium if unprioritised => {}
        Priority::Medium => drop(set(&mut task, "priority", "M".to_owned())),
        Priority::Low => drop(set(&mut task, "priority", "L".to_owned())),
    }
    let project =
        kept::text(todo, Format::Taskwarrior, "project").filter(|p| todo.labels.first().is_some_and(|l| l == p));
    let tags: Vec<&String> = todo.labels.iter().skip(usize::from(project.is_some())).collect();
    if !tags.is_empty() {
        task.insert("tags".to_owned(), json!(tags));
    }
    let kept_notes = kept::get(todo, Format::Taskwarrior, "annotations").filter(|kept| {
        let whole = Map::from_iter([("annotations".to_owned(), (*kept).clone())]);
        let lines: Vec<&str> = super::annotations(&whole).map(|(_, text)| text).collect();
        lines.join("\n") == todo.notes
    });
    if let Some(notes) = kept_notes.cloned().or_else(|| annotations(todo)) {
        task.insert("annotations".to_owned(), notes);
    }
    if todo.status == Status::InProgress {
        set(&mut task, "start", moment::compact_utc(todo.updated_at));
    }
    repetition(&mut task, todo, word, env);
    attributes(&mut task, todo);
    task
}

fn kept_due(todo: &Todo, env: &Env<'_>) -> Option<String> {
    let raw = kept::text(todo, Format::Taskwarrior, "due")?;
    let date = moment::civil(moment::from_compact_utc(raw)?, &env.zone).date();
    (Some(date) == todo.due_date && todo.scheduled_for.is_some()).then(|| raw.to_owned())
}

fn repetition(task: &mut Map<String, Value>, todo: &Todo, word: Option<String>, env: &Env<'_>) {
    let Some(word) = word else { return };
    task.insert("recur".to_owned(), Value::from(word));
    let chained = todo.recurrence.anchor == Anchor::Completion;
    task.insert("rtype".to_owned(), Value::from(if chained { "chained" } else { "periodic" }));
    if let Some(until) = todo.recurrence.until.and_then(|date| moment::begins(date, todo.time_of_day, &env.zone)) {
        task.insert("until".to_owned(), Value::from(moment::compact_utc(until)));
    }
}

/// Attributes kept from a file, unless the todo says them itself or they no longer hold.
fn attributes(task: &mut Map<String, Value>, todo: &Todo) {
    let repeating = todo.recurrence.is_repeating();
    let project_held = |value: &Value| value.as_str().is_some_and(|p| todo.labels.first().is_some_and(|l| l == p));
    for (key, value) in kept::all(todo, Format::Taskwarrior).into_iter().flatten() {
        let holds = match key.as_str() {
            "project" => project_held(value),
            "start" => todo.status == Status::InProgress,
            "end" => todo.status.is_closed(),
            "recur" | "rtype" | "until" => !repeating,
            "priority" | "annotations" | "due" | "undated" => false,
            _ => true,
        };
        if holds {
            task.insert(key.clone(), value.clone());
        }
    }
}
