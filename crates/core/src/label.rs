//! What an operation does, in words, rendered from the operation and its targets (R23): never
//! from what a model wrote.

use crate::operation::{Operation, Patch, Target};
use crate::recurrence::Recurrence;
use crate::todo::{ChecklistItem, Status, Todo};
use crate::todos::View;
use jiff::civil::Date;

/// A date as people check it: `Fri 2026-11-27`.
pub fn day(date: Date) -> String {
    date.strftime("%a %Y-%m-%d").to_string()
}

/// A todo as a choice of a question: `#7 “Pack bags” Sat 2026-11-28`, its title cut at 40 characters (S0-50).
pub fn choice(todo: &Todo) -> String {
    let title: String = shown(&todo.title).chars().take(40).collect();
    match todo.scheduled_for {
        Some(date) => format!("#{} “{title}” {}", todo.id, day(date)),
        None => format!("#{} “{title}”", todo.id),
    }
}

/// The label of an item of an import: what is like going back otherwise comes from a file there.
pub(crate) fn imported(label: &str) -> String {
    let said = |from: &str, to: &str| label.strip_prefix(from).map(|rest| format!("{to}{rest}"));
    said("Bring back ", "Add ").or_else(|| said("Restore ", "Change ")).unwrap_or_else(|| label.to_owned())
}

/// A text as part of a label: control characters and those that nobody sees made visible, so that it cannot
/// look like more than it is.
fn shown(text: &str) -> String {
    crate::hidden::marked(text)
}

/// A command in one line, with a sign where a line of it ends: what follows is a command too.
pub fn one_line(command: &str) -> String {
    command.replace("\r\n", "\n").replace('\n', " \u{23ce} ")
}

/// Characters that turn text around or break lines unseen.
pub(crate) fn misleading(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Somebody's words within ours (R23): between quotation marks that they cannot close, since those in them are single
/// ones; control and direction characters made visible.
pub fn in_quotes(text: &str) -> String {
    format!("\u{201c}{}\u{201d}", inside(text))
}

/// Somebody's words as they stand between quotation marks, whichever a language has: those in them, opening and
/// closing ones alike, are the single ones of the same kind.
pub fn inside(text: &str) -> String {
    let single = |c: char| match c {
        '\u{201c}' => '\u{2018}',
        '\u{201d}' => '\u{2019}',
        '\u{201e}' => '\u{201a}',
        '\u{ab}' => '\u{2039}',
        '\u{bb}' => '\u{203a}',
        other => other,
    };
    shown(text).chars().map(single).collect()
}

/// The title as shown: quoted, cut to 60 characters.
pub fn quoted(title: &str) -> String {
    match title.char_indices().nth(60) {
        Some((at, _)) => in_quotes(&format!("{}…", title.get(..at).unwrap_or_default())),
        None => in_quotes(title),
    }
}

/// Entries of a list, each in quotation marks of its own: none looks like two, or like another change.
fn listed<'t>(entries: impl IntoIterator<Item = &'t String>) -> String {
    entries.into_iter().map(|entry| in_quotes(entry)).collect::<Vec<_>>().join(", ")
}

fn status(status: Status) -> &'static str {
    match status {
        Status::Open => "open",
        Status::InProgress => "in progress",
        Status::Groomed => "groomed",
        Status::Blocked => "blocked",
        Status::OnHold => "on hold",
        Status::Done => "done",
        Status::Rejected => "rejected",
    }
}

fn json_text(value: &impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(text)) => text,
        Ok(other) => other.to_string(),
        Err(_) => String::new(),
    }
}

/// Lines of a checklist by their titles, whether they are named by title or by id.
fn lines(names: &[String], todo: Option<&Todo>) -> Vec<String> {
    let title = |name: &String| {
        let line = todo.and_then(|t| t.checklist.iter().find(|l| l.id == *name));
        line.map_or_else(|| name.clone(), |line| line.title.clone())
    };
    names.iter().map(title).collect()
}

/// What a checklist that takes the place of another does to its lines.
#[derive(Default)]
struct LinesMoved {
    gone: Vec<String>,
    came: Vec<String>,
    ticked: Vec<String>,
    unticked: Vec<String>,
}

impl LinesMoved {
    /// None where some lines stand elsewhere, where all are others, and where nothing is other.
    fn between(before: &[ChecklistItem], after: &[ChecklistItem]) -> Option<Self> {
        let (mut moved, mut rest) = (Self::default(), after.iter().peekable());
        for was in before {
            match rest.next_if(|is| is.title == was.title) {
                Some(is) if is.checked && !was.checked => moved.ticked.push(is.title.clone()),
                Some(is) if !is.checked && was.checked => moved.unticked.push(is.title.clone()),
                Some(_) => {}
                None => moved.gone.push(was.title.clone()),
            }
        }
        for is in rest {
            moved.came.push(is.title.clone());
            moved.ticked.extend(is.checked.then(|| is.title.clone()));
        }
        let elsewhere = moved.came.iter().any(|line| moved.gone.contains(line));
        let others = moved.came.len() == after.len();
        let same = [&moved.gone, &moved.came, &moved.ticked, &moved.unticked].iter().all(|lines| lines.is_empty());
        (!elsewhere && !others && !same).then_some(moved)
    }
}

/// The parts of a patch in words: `date Fri 2026-11-27, time 09:00`. `todo` = what it is put on, where
/// that is one.
fn changes(set: &Patch, todo: Option<&Todo>) -> String {
    let mut parts: Vec<String> = Vec::new();
    if let Some(title) = &set.title {
        parts.push(format!("title {}", quoted(title)));
    }
    if let Some(date) = set.scheduled_for {
        parts.push(date.map_or_else(|| "no date".to_owned(), |d| format!("date {}", day(d))));
    }
    if let Some(time) = set.time_of_day {
        parts.push(time.map_or_else(|| "no time".to_owned(), |t| format!("time {t}")));
    }
    if let Some(date) = set.due_date {
        parts.push(date.map_or_else(|| "no due date".to_owned(), |d| format!("due {}", day(d))));
    }
    if let Some(priority) = set.priority {
        parts.push(format!("{} priority", json_text(&priority)));
    }
    if let Some(to) = set.status {
        parts.push(status(to).to_owned());
    }
    if let Some(done) = set.completed {
        parts.push(if done { "done" } else { "open" }.to_owned());
    }
    if let Some(minutes) = set.estimate {
        parts.push(minutes.map_or_else(|| "no estimate".to_owned(), |m| format!("estimate {m} min")));
    }
    if let Some(rule) = &set.recurrence {
        parts.push(rule.describe());
    }
    if let Some(labels) = &set.labels {
        parts.push(if labels.is_empty() {
            "no labels".to_owned()
        } else {
            format!("{} {}", if labels.len() == 1 { "label" } else { "labels" }, listed(labels))
        });
    }
    let list = |what: &str, items: &[String], parts: &mut Vec<String>| {
        if !items.is_empty() {
            parts.push(format!("{what} {}", listed(items)));
        }
    };
    list("add label", &set.labels_add, &mut parts);
    list("remove label", &set.labels_remove, &mut parts);
    if set.notes.is_some() {
        parts.push("notes".to_owned());
    }
    match set.checklist.as_deref() {
        None => {}
        Some([]) => parts.push("no checklist".to_owned()),
        Some(after) => match todo.and_then(|todo| LinesMoved::between(&todo.checklist, after)) {
            Some(moved) => {
                list("remove from checklist", &moved.gone, &mut parts);
                list("add to checklist", &moved.came, &mut parts);
                list("tick", &moved.ticked, &mut parts);
                list("untick", &moved.unticked, &mut parts);
            }
            None => parts.push(format!("checklist {}", listed(after.iter().map(|line| &line.title)))),
        },
    }
    list("add to checklist", &set.checklist_add, &mut parts);
    list("tick", &lines(&set.checklist_check, todo), &mut parts);
    list("untick", &lines(&set.checklist_uncheck, todo), &mut parts);
    parts.join(", ")
}

/// The day a todo has once the date is put on it: a series begins where its repetition first falls.
fn begins(date: Date, rule: &Recurrence) -> Date {
    if rule.is_repeating() { rule.first(date).unwrap_or(date) } else { date }
}

/// A patch with the date that the todo has after it.
fn begun(set: &Patch, todo: Option<&Todo>) -> Patch {
    let old = todo.map(|todo| &todo.recurrence);
    let new = set.recurrence.as_ref().and_then(|rule| rule.over(old.unwrap_or(&Recurrence::default())).ok());
    let date = |date| new.as_ref().or(old).map_or(date, |rule| begins(date, rule));
    Patch { scheduled_for: set.scheduled_for.map(|put| put.map(date)), ..set.clone() }
}

/// The title an operation is about, also of one that is made in the same set; its `@n` where nothing is.
pub fn target(op: &Operation, view: &dyn View) -> String {
    match op {
        Operation::Create(draft) => draft.title.clone(),
        Operation::Revive { todo } => todo.title.clone(),
        Operation::RunCommand(command) => command.command.clone(),
        Operation::CallTool(call) => format!("{}/{}", call.server, call.tool),
        Operation::MakeRule { rule } => rule.grant.name(),
        _ if op.file().is_some() => op.file().map_or_else(String::new, |at| at.path.to_string()),
        _ => match op.target() {
            Some(of) => view.target(of).map_or_else(
                || match of {
                    Target::Todo(id) => format!("#{id}"),
                    new @ Target::New(_) => new.to_string(),
                },
                |t: &Todo| t.title.clone(),
            ),
            None => String::new(),
        },
    }
}

/// The name that a label has in quotation marks, which nothing in it can close: of a change to a todo its title, cut as
/// it was then.
pub(crate) fn named(label: &str) -> Option<&str> {
    Some(label.split_once('\u{201c}')?.1.split_once('\u{201d}')?.0)
}

/// What was sent, when it could not be read as an operation: a change of a file or a command as one that can be done is
/// called, as far as it says; of anything else what it names, marked as such.
pub fn unread(raw: Option<&serde_json::Value>) -> String {
    let text = |name: &str| raw.and_then(|v| v.get(name)).and_then(|v| v.as_str());
    let path = ["path", "file_path", "filePath"].into_iter().find_map(text).map(shown);
    let id = raw.and_then(|v| v.get("id")).and_then(serde_json::Value::as_i64);
    match (text("op"), path, text("command").or_else(|| text("title"))) {
        (Some("write_file"), Some(path), _) => format!("Write {path}"),
        (Some("edit_file"), Some(path), _) => format!("Edit {path}"),
        (Some("delete_file"), Some(path), _) => format!("Delete file {path}"),
        (Some("rename_file"), Some(path), _) => match text("to") {
            Some(to) => format!("Rename {path} to {}", shown(to)),
            None => format!("Move file {path}"),
        },
        (Some("chmod_file"), Some(path), _) => format!("Change permissions of {path}"),
        (Some("run_command"), _, Some(command)) => format!("Run {}", shown(command)),
        (Some(op), _, Some(about)) => format!("{} {}", shown(&op.replace('_', " ")), quoted(about)),
        (Some(op), _, None) if id.is_some() => format!("{} #{}", shown(&op.replace('_', " ")), id.unwrap_or_default()),
        _ => "Not an operation".to_owned(),
    }
}

/// The whole operation in words. `count` is the number of targets of a bulk operation.
pub fn label(op: &Operation, view: &dyn View, count: usize) -> String {
    let name = quoted(&target(op, view));
    let todos = |n: usize| if n == 1 { "1 todo".to_owned() } else { format!("{n} todos") };
    match op {
        Operation::Create(draft) => {
            let set = Patch {
                scheduled_for: draft.scheduled_for.map(Some),
                time_of_day: draft.time_of_day.map(Some),
                due_date: draft.due_date.map(Some),
                priority: draft.priority,
                status: draft.status.filter(|status| *status != Status::Open),
                estimate: draft.estimate.map(Some),
                labels: (!draft.labels.is_empty()).then(|| draft.labels.clone()),
                notes: (!draft.notes.is_empty()).then(|| draft.notes.clone()),
                checklist: (!draft.checklist.is_empty()).then(|| draft.checklist.clone()),
                recurrence: draft.recurrence.clone().filter(Recurrence::is_repeating).map(Into::into),
                ..Patch::default()
            };
            let rest = changes(&begun(&set, None), None);
            if rest.is_empty() { format!("Add {name}") } else { format!("Add {name}: {rest}") }
        }
        Operation::Update { id, set } => {
            let todo = view.target(*id);
            format!("Change {name}: {}", changes(&begun(set, todo), todo))
        }
        Operation::Delete { .. } => format!("Delete {name}"),
        Operation::Complete { completed: true, .. } => format!("Complete {name}"),
        Operation::Complete { completed: false, .. } => format!("Reopen {name}"),
        Operation::SetStatus { status: to, reason, .. } => match reason {
            Some(why) => format!("Set {name} to {}: {}", status(*to), quoted(why)),
            None => format!("Set {name} to {}", status(*to)),
        },
        Operation::CompleteOccurrence { occurrence_date, completed: true, .. } => {
            format!("Complete {name} of {}", day(*occurrence_date))
        }
        Operation::CompleteOccurrence { occurrence_date, .. } => format!("Reopen {name} of {}", day(*occurrence_date)),
        Operation::SkipOccurrence { occurrence_date, .. } => format!("Skip {name} on {}", day(*occurrence_date)),
        Operation::MoveOccurrence { occurrence_date, to, .. } => {
            let mut text = format!("Move {name} of {} to", day(*occurrence_date));
            if let Some(date) = to.date {
                text.push(' ');
                text.push_str(&day(date));
            }
            if let Some(time) = to.time {
                text.push_str(&format!(" {time}"));
            }
            text
        }
        Operation::BulkUpdate { set, .. } => format!("Change {}: {}", todos(count), changes(set, None)),
        Operation::BulkComplete { completed: true, .. } => format!("Complete {}", todos(count)),
        Operation::BulkComplete { .. } => format!("Reopen {}", todos(count)),
        Operation::BulkDelete { .. } => format!("Delete {}", todos(count)),
        Operation::Undo { item: Some(item), .. } => format!("Undo item {}", shown(item)),
        Operation::Undo { batch, .. } => format!("Undo entry {}", shown(batch.as_deref().unwrap_or_default())),
        Operation::Restore { fields, .. } => {
            let mut parts: Vec<&str> = fields.keys().map(|key| restored(key)).collect();
            parts.dedup();
            format!("Restore {name}: {}", parts.join(", "))
        }
        Operation::Revive { .. } => format!("Bring back {name}"),
        // Something that has no lines, such as a picture.
        Operation::WriteFile { at, new: true, added: 0, bytes, .. } if *bytes > 0 => {
            format!("Add file {}, {bytes} bytes", shown(at.path.as_str()))
        }
        Operation::WriteFile { at, new, added, removed, .. } => {
            let path = shown(at.path.as_str());
            let lines = if *added == 1 { "line" } else { "lines" };
            if *new {
                format!("Add file {path}, {added} {lines}")
            } else {
                format!("Edit {path}, +{added} −{removed}")
            }
        }
        Operation::DeleteFile { at, .. } => format!("Delete file {}", shown(at.path.as_str())),
        Operation::RenameFile { at, to, .. } => format!("Rename {} to {}", shown(at.path.as_str()), shown(to.as_str())),
        Operation::ChmodFile { at, mode } => format!("Set permissions of {} to {mode:o}", shown(at.path.as_str())),
        Operation::RunCommand(command) if command.cwd.is_empty() => {
            format!("Run {}", shown(&one_line(&command.command)))
        }
        Operation::CallTool(call) if call.arguments.is_empty() => {
            format!("Call {} of {}", shown(&call.tool), shown(&call.server))
        }
        Operation::CallTool(call) => {
            format!("Call {} of {}: {}", shown(&call.tool), shown(&call.server), shown(&call.brief()))
        }
        Operation::MakeRule { rule } => format!("Rule: {}, {}", shown(&rule.grant.name()), rule.bounds()),
        Operation::RunCommand(command) => {
            format!("Run {} in {}", shown(&one_line(&command.command)), shown(&command.cwd))
        }
    }
}

/// A key of a restore in a label: a field in the words of the other labels, or the list's field with the element.
fn restored(key: &str) -> &str {
    match key.split_once(':') {
        Some(("occurrence", date)) => date,
        Some(("line", _)) => "checklist",
        Some((_, element)) => element,
        None => match key {
            "scheduledFor" => "date",
            "timeOfDay" => "time",
            "dueDate" => "due date",
            "recurrence" => "repetition",
            "completedDates" => "done dates",
            "skippedDates" => "skipped dates",
            "moved" => "moved dates",
            "statusReason" => "reason",
            other => other,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::unread;
    use serde_json::json;

    #[test]
    fn what_cannot_be_done_is_called_like_what_can() {
        for (raw, called) in [
            (json!({ "op": "edit_file", "path": "a.txt", "edit": "?" }), "Edit a.txt"),
            (json!({ "op": "write_file", "file_path": "a.txt" }), "Write a.txt"),
            (json!({ "op": "delete_file", "path": "a.txt" }), "Delete file a.txt"),
            (json!({ "op": "rename_file", "path": "a.txt", "to": "/tmp/b" }), "Rename a.txt to /tmp/b"),
            (json!({ "op": "rename_file", "path": "a.txt" }), "Move file a.txt"),
            (json!({ "op": "chmod_file", "path": "a.txt" }), "Change permissions of a.txt"),
            (json!({ "op": "run_command", "command": "ls" }), "Run ls"),
            (json!({ "op": "create", "title": "milk" }), "create “milk”"),
            (json!({ "op": "complete_occurrence", "id": 5 }), "complete occurrence #5"),
            (json!({ "op": "edit_file" }), "Not an operation"),
            (json!(3), "Not an operation"),
        ] {
            assert_eq!(unread(Some(&raw)), called);
        }
    }
}
