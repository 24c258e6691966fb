//! JSON to operations, every defect named with the codes of REQUIREMENTS F.
//!
//! Closed: an unknown key is a defect (R2). Aliases that do not guess are read: `action` and `type`
//! for `op` (S0-67), a missing `op` that its fields leave no doubt about (S0-68), `where.text`, alias
//! recurrences. What an operation means for the todos that
//! exist is not looked at here (see [`crate::change_set::propose`]).

mod loose;
mod values;

pub use loose::coerced;

use super::{Draft, MoveTo, Operation, Patch, Target};
use crate::command::Command;
use crate::file::{FileKey, FilePath};
use crate::predicate::{DateRange, Predicate};
use crate::problem::Problem;
use crate::recurrence::{Recurrence, RecurrencePatch};
use crate::rule::Terms;
use crate::todo::{Status, Todo};
use jiff::civil::Date;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use values::{
    checklist, clean, date_value, estimate, labels, lines, notes, one_or_many, priority, some_of, status, target,
    time_value, title, todo_id,
};

/// Most operations in one request.
pub const MAX_OPERATIONS: usize = 10_000;
const MAX_REASON: usize = 2_000;

/// Reads one operation as a client may send it: every value in its own type. What a model says is
/// [`coerced`] before.
///
/// # Errors
/// All defects that were found, each with a path.
pub fn operation(value: &Value) -> Result<Operation, Vec<Problem>> {
    read(value, false)
}

/// Reads an operation that this product stored: also `restore` and `revive`.
///
/// # Errors
/// All defects that were found.
pub fn stored(value: &Value) -> Result<Operation, Vec<Problem>> {
    read(value, true)
}

/// Reads a real date, `YYYY-MM-DD` and nothing else.
pub fn date(text: &str) -> Option<Date> {
    let shape = text.len() == 10
        && text.bytes().enumerate().all(|(i, b)| if i == 4 || i == 7 { b == b'-' } else { b.is_ascii_digit() });
    if shape { text.parse().ok() } else { None }
}

/// The fields of one JSON object, taken one by one; what is left at the end is unknown.
struct Fields<'a> {
    map: &'a Map<String, Value>,
    taken: BTreeSet<&'static str>,
    problems: Vec<Problem>,
    /// `true` inside `set`, where codes are `invalid_set_…`.
    in_set: bool,
    prefix: &'static str,
}

fn describe(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((i, _)) => format!("{}…", text.get(..i).unwrap_or_default()),
        None => text,
    }
}

impl<'a> Fields<'a> {
    fn new(map: &'a Map<String, Value>, prefix: &'static str) -> Self {
        Self { map, taken: BTreeSet::new(), problems: Vec::new(), in_set: false, prefix }
    }

    fn take(&mut self, name: &'static str) -> Option<&'a Value> {
        self.taken.insert(name);
        self.map.get(name)
    }

    fn bad(&mut self, code: &'static str, name: &str, value: &Value) {
        let path = format!("{}/{name}", self.prefix);
        self.problems.push(Problem::new(code, format!("{name} is not valid: {}", describe(value))).at(path));
    }

    fn push(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    /// A value that must be present to count, read by `f`; `None` from `f` is a defect.
    fn read<T>(&mut self, name: &'static str, code: &'static str, f: impl FnOnce(&'a Value) -> Option<T>) -> Option<T> {
        let value = self.take(name)?;
        let got = f(value);
        if got.is_none() {
            self.bad(code, name, value);
        }
        got
    }

    /// As [`Self::read`], where null (and `""`) means: cleared.
    fn nullable<T>(
        &mut self,
        name: &'static str,
        code: &'static str,
        f: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Option<Option<T>> {
        let value = self.take(name)?;
        if value.is_null() || value.as_str() == Some("") {
            return Some(None);
        }
        let got = f(value);
        if got.is_none() {
            self.bad(code, name, value);
            return None;
        }
        Some(got)
    }

    fn code(&self, plain: &'static str, set: &'static str) -> &'static str {
        if self.in_set { set } else { plain }
    }

    fn finish(mut self) -> Vec<Problem> {
        for name in self.map.keys() {
            if !self.taken.contains(name.as_str()) {
                let path = format!("{}/{}", self.prefix, pointer(name));
                self.problems
                    .push(Problem::new("unknown_field", format!("\"{}\" is not a field here", cut(name, 60))).at(path));
            }
        }
        self.problems
    }
}

/// A name as a part of a JSON pointer (RFC 6901), not longer than is of use.
fn pointer(name: &str) -> String {
    cut(name, 60).replace('~', "~0").replace('/', "~1")
}

fn cut(text: &str, chars: usize) -> String {
    text.chars().take(chars).collect()
}

fn recurrence(f: &mut Fields<'_>) -> Option<RecurrencePatch> {
    let code = f.code("invalid_recurrence", "invalid_set_recurrence");
    let value = f.take("recurrence")?;
    match RecurrencePatch::parse(value) {
        Ok(rule) => Some(rule),
        Err(why) => {
            let path = format!("{}/recurrence", f.prefix);
            f.push(Problem::new(code, format!("recurrence is not valid: {why}")).at(path));
            None
        }
    }
}

/// The rule of a new todo: whole, since there is none it could be a part of (R6).
fn whole_recurrence(f: &mut Fields<'_>) -> Option<Recurrence> {
    match recurrence(f)? {
        RecurrencePatch::Whole(rule) => Some(rule),
        RecurrencePatch::Part(_) => {
            let path = format!("{}/recurrence", f.prefix);
            f.push(Problem::new("invalid_recurrence", "recurrence is not valid: type is missing").at(path));
            None
        }
    }
}

fn draft(f: &mut Fields<'_>) -> Draft {
    let name = f.read("title", "invalid_title", title);
    if name.is_none() && !f.map.contains_key("title") {
        f.push(Problem::new("invalid_title", "title is missing").at("/title"));
    }
    let done = f.read("completed", "invalid_completed", Value::as_bool);
    let status = f.read("status", "invalid_status", status);
    agree(f, status, done);
    let status = status.or(done.filter(|d| *d).map(|_| Status::Done));
    let draft = Draft {
        title: name.unwrap_or_default(),
        notes: f.read("notes", "invalid_notes", notes).unwrap_or_default(),
        scheduled_for: f.nullable("scheduledFor", "invalid_scheduledFor", date_value).flatten(),
        time_of_day: f.nullable("timeOfDay", "invalid_timeOfDay", time_value).flatten(),
        due_date: f.nullable("dueDate", "invalid_dueDate", date_value).flatten(),
        priority: f.nullable("priority", "invalid_priority", priority).flatten(),
        status,
        estimate: f.nullable("estimate", "invalid_estimate", estimate).flatten(),
        labels: f.read("labels", "invalid_labels", labels).unwrap_or_default(),
        checklist: f.read("checklist", "invalid_checklist", checklist).unwrap_or_default(),
        recurrence: whole_recurrence(f),
    };
    if draft.recurrence.as_ref().is_some_and(Recurrence::is_repeating)
        && draft.scheduled_for.is_none()
        && !f.problems.iter().any(|p| p.code == "invalid_scheduledFor")
    {
        f.push(
            Problem::new("missing_anchor_for_recurrence", "a repeating todo has no scheduledFor").at("/scheduledFor"),
        );
    }
    draft
}

fn patch(f: &mut Fields<'_>) -> Patch {
    let set = Patch {
        title: f.read("title", "invalid_title", title),
        notes: f.read("notes", "invalid_notes", notes),
        scheduled_for: f.nullable(
            "scheduledFor",
            f.code("invalid_scheduledFor", "invalid_set_scheduledFor"),
            date_value,
        ),
        time_of_day: f.nullable("timeOfDay", f.code("invalid_timeOfDay", "invalid_set_timeOfDay"), time_value),
        due_date: f.nullable("dueDate", "invalid_dueDate", date_value),
        priority: f.read("priority", f.code("invalid_priority", "invalid_set_priority"), priority),
        completed: f.read("completed", "invalid_completed", Value::as_bool),
        status: f.read("status", "invalid_status", status),
        estimate: f.nullable("estimate", "invalid_estimate", estimate),
        labels: f.read("labels", "invalid_labels", labels),
        checklist: f.read("checklist", "invalid_checklist", checklist),
        recurrence: recurrence(f),
        labels_add: f.read("labels_add", "invalid_labels", labels).unwrap_or_default(),
        labels_remove: f.read("labels_remove", "invalid_labels", labels).unwrap_or_default(),
        checklist_add: f.read("checklist_add", "invalid_checklist", lines).unwrap_or_default(),
        checklist_check: f.read("checklist_check", "invalid_checklist", lines).unwrap_or_default(),
        checklist_uncheck: f.read("checklist_uncheck", "invalid_checklist", lines).unwrap_or_default(),
    };
    agree(f, set.status, set.completed);
    set
}

fn range(f: &mut Fields<'_>, name: &'static str, codes: [&'static str; 3]) -> Option<DateRange> {
    let value = f.take(name)?;
    let Value::Object(map) = value else {
        f.bad(codes[0], name, value);
        return None;
    };
    let mut inner = Fields::new(map, if name == "due_range" { "/where/due_range" } else { "/where/scheduled_range" });
    let from = inner.nullable("from", codes[1], date_value).flatten();
    let to = inner.nullable("to", codes[2], date_value).flatten();
    let problems = inner.finish();
    let sound = problems.is_empty();
    f.problems.extend(problems);
    if sound && from.is_none() && to.is_none() {
        f.bad(codes[0], name, value);
    }
    if let (Some(a), Some(b)) = (from, to)
        && a > b
    {
        f.bad(codes[2], name, value);
    }
    Some(DateRange { from, to })
}

/// Reads `where`: closed, and never empty (R2).
///
/// # Errors
/// All defects that were found.
pub fn predicate(value: Option<&Value>) -> Result<Predicate, Vec<Problem>> {
    let Some(Value::Object(map)) = value else {
        return Err(vec![Problem::new("invalid_where_object", "where is missing or is not an object").at("/where")]);
    };
    let mut f = Fields::new(map, "/where");
    let text = |v: &Value| v.as_str().map(str::trim).filter(|t| !t.is_empty() && t.len() <= 2_000).map(str::to_owned);
    let got = Predicate {
        ids: f.read("ids", "invalid_where_ids", |v| v.is_array().then(|| one_or_many(v, todo_id)).flatten()),
        text: f.read("text", "invalid_where_title_contains", text),
        title_contains: f.read("title_contains", "invalid_where_title_contains", text),
        scheduled_range: range(
            &mut f,
            "scheduled_range",
            ["invalid_where_scheduled_range", "invalid_where_scheduled_range_from", "invalid_where_scheduled_range_to"],
        ),
        due_range: range(&mut f, "due_range", ["invalid_where_due_range"; 3]),
        overdue: f.read("overdue", "invalid_where_overdue", Value::as_bool),
        priority: f.read("priority", "invalid_where_priority", |v| some_of(v, priority)),
        labels: f.read("labels", "invalid_where_labels", |v| labels(v).filter(|l| !l.is_empty())),
        completed: f.read("completed", "invalid_where_completed", Value::as_bool),
        repeating: f.read("repeating", "invalid_where_repeating", Value::as_bool),
        status: f.read("status", "invalid_where_status", |v| some_of(v, status)),
        all: f.read("all", "invalid_where_all", |v| v.as_bool().filter(|b| *b)).unwrap_or(false),
    };
    let mut problems = f.finish();
    if problems.is_empty() && got.is_empty() {
        problems.push(Problem::new("invalid_where_object", "where is empty: it would match everything").at("/where"));
    }
    if got.all && got != (Predicate { all: true, ..Predicate::default() }) {
        problems.push(Problem::new("invalid_where_all", "where.all stands beside other conditions").at("/where/all"));
    }
    if problems.is_empty() { Ok(got) } else { Err(problems) }
}

fn required<T>(
    f: &mut Fields<'_>,
    name: &'static str,
    code: &'static str,
    read: impl FnOnce(&Value) -> Option<T>,
) -> Option<T> {
    if f.map.get(name).is_none() {
        f.taken.insert(name);
        f.push(Problem::new(code, format!("{name} is missing")).at(format!("/{name}")));
        return None;
    }
    f.read(name, code, read)
}

fn sub_patch(f: &mut Fields<'_>) -> Option<Patch> {
    let value = f.take("set");
    let Some(Value::Object(map)) = value else {
        f.push(Problem::new("missing_set", "set is missing or is not an object").at("/set"));
        return None;
    };
    let mut inner = Fields::new(map, "/set");
    inner.in_set = true;
    let set = patch(&mut inner);
    let problems = inner.finish();
    if problems.is_empty() && set.is_empty() {
        f.push(Problem::new("missing_set", "set is empty").at("/set"));
    }
    f.problems.extend(problems);
    Some(set)
}

fn read(value: &Value, ours: bool) -> Result<Operation, Vec<Problem>> {
    let Value::Object(map) = value else {
        return Err(vec![Problem::new(
            "invalid_operation",
            format!("an operation is an object, not {}", describe(value)),
        )]);
    };
    let mut f = Fields::new(map, "");
    let mut kind = None;
    for key in ["op", "action", "type"] {
        if kind.is_none() {
            kind = f.take(key);
        }
    }
    let kind = match kind {
        Some(kind) => kind.as_str(),
        None => inferred(map).filter(|_| !ours),
    };
    let Some(kind) = kind else {
        return Err(vec![Problem::new("invalid_op", "op is missing").at("/op")]);
    };
    const ID: &str = "missing_or_invalid_id";
    let op = match kind {
        "create" => Some(Operation::Create(draft(&mut f))),
        "update" => {
            let id = required(&mut f, "id", ID, target);
            let set = patch(&mut f);
            if set.is_empty() && f.problems.is_empty() && map.keys().all(|k| f.taken.contains(k.as_str())) {
                f.push(Problem::new("nothing_to_change", "update names no field"));
            }
            id.map(|id| Operation::Update { id, set })
        }
        "delete" => required(&mut f, "id", ID, target).map(|id| Operation::Delete { id }),
        "complete" => {
            let id = required(&mut f, "id", ID, target);
            let completed = f.read("completed", "invalid_completed", Value::as_bool).unwrap_or(true);
            id.map(|id| Operation::Complete { id, completed })
        }
        "set_status" => {
            let id = required(&mut f, "id", ID, target);
            let to = required(&mut f, "status", "invalid_status", status);
            let reason = f
                .nullable("reason", "invalid_reason", |v| {
                    v.as_str().map(str::trim).filter(|t| t.chars().count() <= MAX_REASON && clean(t)).map(str::to_owned)
                })
                .flatten()
                .filter(|t| !t.is_empty());
            if matches!(to, Some(Status::Blocked | Status::OnHold)) && reason.is_none() && f.problems.is_empty() {
                f.push(Problem::new("missing_reason", "blocked and on_hold need a reason").at("/reason"));
            }
            id.zip(to).map(|(id, status)| Operation::SetStatus { id, status, reason })
        }
        "complete_occurrence" | "skip_occurrence" | "move_occurrence" => {
            let id = required(&mut f, "id", ID, target);
            let on = required(&mut f, "occurrenceDate", "invalid_occurrenceDate", date_value);
            occurrence(&mut f, kind, id.zip(on))
        }
        "bulk_update" | "bulk_complete" | "bulk_delete" => bulk(&mut f, kind),
        "undo" => {
            let name = |v: &Value| match v {
                Value::String(s) if !s.is_empty() && s.len() <= 100 => Some(s.clone()),
                Value::Number(n) => Some(n.to_string()),
                _ => None,
            };
            let batch = f.nullable("batch", "invalid_undo", name).flatten();
            let item = f.nullable("item", "invalid_undo", name).flatten();
            if batch.is_none() && item.is_none() && f.problems.is_empty() {
                f.push(Problem::new("invalid_undo", "undo names neither batch nor item"));
            }
            Some(Operation::Undo { batch, item })
        }
        "restore" if ours => {
            let id = required(&mut f, "id", ID, todo_id);
            let fields = required(&mut f, "fields", "invalid_operation", |v| v.as_object().cloned());
            id.zip(fields).map(|(id, fields)| Operation::Restore { id, fields })
        }
        "revive" if ours => required(&mut f, "todo", "invalid_operation", |v| Todo::deserialize(v).ok())
            .map(|todo| Operation::Revive { todo: Box::new(todo) }),
        "make_rule" if ours => required(&mut f, "rule", "invalid_operation", |v| Terms::deserialize(v).ok())
            .map(|rule| Operation::MakeRule { rule: Box::new(rule) }),
        "write_file" | "edit_file" | "delete_file" | "rename_file" | "chmod_file" | "run_command" | "call_tool" => {
            // Whole operations are stored; what a client sends is resolved by the engine before.
            return if ours { outside(kind, map) } else { Err(vec![elsewhere(kind)]) };
        }
        other => {
            return Err(vec![
                Problem::new("invalid_op", format!("\"{}\" is not an operation", cut(other, 60))).at("/op"),
            ]);
        }
    };
    if !ours {
        ask_reason(&mut f, op.as_ref());
        lines_apart(&mut f, op.as_ref());
    }
    let problems = f.finish();
    match op {
        Some(op) if problems.is_empty() => Ok(op),
        _ if problems.is_empty() => Err(vec![Problem::new("invalid_operation", "the operation cannot be read")]),
        _ => Err(problems),
    }
}

/// Reads a file operation, a command or a call of a tool that this product stored.
fn outside(kind: &str, map: &Map<String, Value>) -> Result<Operation, Vec<Problem>> {
    let bad = |e: serde_json::Error| vec![Problem::new("invalid_operation", format!("{kind} cannot be read: {e}"))];
    let value = Value::Object(map.clone());
    let at = || serde_json::from_value::<FileKey>(value.clone()).map_err(bad);
    #[derive(Deserialize)]
    struct Write {
        content: String,
        bytes: u64,
        mode: Option<u32>,
        new: bool,
        added: u64,
        removed: u64,
        proposed: Option<String>,
    }
    #[derive(Deserialize)]
    struct Gone {
        #[serde(default)]
        folders: Vec<FilePath>,
    }
    #[derive(Deserialize)]
    struct Rename {
        to: FilePath,
        #[serde(default)]
        folders: Vec<FilePath>,
    }
    #[derive(Deserialize)]
    struct Chmod {
        mode: u32,
    }
    Ok(match kind {
        "write_file" => {
            let Write { content, bytes, mode, new, added, removed, proposed } =
                serde_json::from_value(value.clone()).map_err(bad)?;
            Operation::WriteFile { at: at()?, content, bytes, mode, new, added, removed, proposed }
        }
        "delete_file" => {
            let Gone { folders } = serde_json::from_value(value.clone()).map_err(bad)?;
            Operation::DeleteFile { at: at()?, folders }
        }
        "rename_file" => {
            let Rename { to, folders } = serde_json::from_value(value.clone()).map_err(bad)?;
            Operation::RenameFile { at: at()?, to, folders }
        }
        "chmod_file" => {
            Operation::ChmodFile { at: at()?, mode: serde_json::from_value::<Chmod>(value.clone()).map_err(bad)?.mode }
        }
        "run_command" => Operation::RunCommand(serde_json::from_value::<Command>(value).map_err(bad)?),
        "call_tool" => Operation::CallTool(serde_json::from_value(value).map_err(bad)?),
        _ => return Err(vec![elsewhere(kind)]),
    })
}

/// Files and commands are only ever proposed to a person.
fn elsewhere(kind: &str) -> Problem {
    Problem::new("not_here", format!("{kind} cannot be used here")).at("/op")
}

/// What an operation without `op` can only be (S0-68): without an id a new todo, with one a todo that
/// is completed or changed. Anything else is refused rather than guessed.
fn inferred(map: &Map<String, Value>) -> Option<&'static str> {
    let has = |names: &[&str]| names.iter().any(|name| map.contains_key(*name));
    match map.contains_key("id") {
        false => has(&["title", "scheduledFor", "priority"]).then_some("create"),
        true if map.len() == 2 && has(&["completed"]) => Some("complete"),
        true => has(&["title", "notes", "scheduledFor", "priority"]).then_some("update"),
    }
}

/// Only `set_status` carries a reason, so the other ways to a status that needs one are closed.
/// What the product itself made, an import say, is past this question.
fn ask_reason(f: &mut Fields<'_>, op: Option<&Operation>) {
    let (to, path) = match op {
        Some(Operation::Create(draft)) => (draft.status, "/status"),
        Some(Operation::Update { set, .. }) => (set.status, "/status"),
        Some(Operation::BulkUpdate { set, .. }) => (set.status, "/set/status"),
        _ => return,
    };
    if matches!(to, Some(Status::Blocked | Status::OnHold)) {
        f.push(
            Problem::new("missing_reason", "blocked and on_hold need a reason")
                .at(path)
                .hinting("Use set_status with a reason, for one todo at a time."),
        );
    }
}

/// A line of a checklist is found by its id: two of one id could not be told apart.
fn lines_apart(f: &mut Fields<'_>, op: Option<&Operation>) {
    let (lines, path) = match op {
        Some(Operation::Create(draft)) => (Some(&draft.checklist), "/checklist"),
        Some(Operation::Update { set, .. }) => (set.checklist.as_ref(), "/checklist"),
        Some(Operation::BulkUpdate { set, .. }) => (set.checklist.as_ref(), "/set/checklist"),
        _ => return,
    };
    let mut seen = BTreeSet::new();
    let twice = lines.into_iter().flatten().find(|line| !line.id.is_empty() && !seen.insert(line.id.as_str()));
    if let Some(line) = twice {
        f.push(
            Problem::new("invalid_checklist", format!("two lines of the checklist have the id \"{}\"", line.id))
                .at(path)
                .hinting("Give each line an id of its own, or none."),
        );
    }
}

/// `completed` is `status == done`: saying both is fine when they agree.
fn agree(f: &mut Fields<'_>, status: Option<Status>, completed: Option<bool>) {
    if let (Some(status), Some(completed)) = (status, completed)
        && (status == Status::Done) != completed
    {
        let path = format!("{}/completed", f.prefix);
        f.push(
            Problem::new("invalid_completed", "completed contradicts status")
                .at(path)
                .hinting("Send one of completed and status."),
        );
    }
}

fn occurrence(f: &mut Fields<'_>, kind: &str, of: Option<(Target, Date)>) -> Option<Operation> {
    match kind {
        "complete_occurrence" => {
            let completed = f.read("completed", "invalid_completed", Value::as_bool).unwrap_or(true);
            of.map(|(id, occurrence_date)| Operation::CompleteOccurrence { id, occurrence_date, completed })
        }
        "skip_occurrence" => of.map(|(id, occurrence_date)| Operation::SkipOccurrence { id, occurrence_date }),
        _ => {
            let to = match f.take("to") {
                Some(Value::Object(map)) => {
                    let mut inner = Fields::new(map, "/to");
                    let to = MoveTo {
                        date: inner.nullable("date", "invalid_move", date_value).flatten(),
                        time: inner.nullable("time", "invalid_move", time_value).flatten(),
                    };
                    let problems = inner.finish();
                    if problems.is_empty() && to.date.is_none() && to.time.is_none() {
                        f.push(Problem::new("invalid_move", "to names neither date nor time").at("/to"));
                    }
                    f.problems.extend(problems);
                    Some(to)
                }
                _ => {
                    f.push(Problem::new("invalid_move", "to is missing or is not an object").at("/to"));
                    None
                }
            };
            of.zip(to).map(|((id, occurrence_date), to)| Operation::MoveOccurrence { id, occurrence_date, to })
        }
    }
}

fn bulk(f: &mut Fields<'_>, kind: &str) -> Option<Operation> {
    let predicate = match predicate(f.take("where")) {
        Ok(p) => Some(p),
        Err(problems) => {
            f.problems.extend(problems);
            None
        }
    };
    match kind {
        "bulk_update" => {
            let set = sub_patch(f);
            predicate.zip(set).map(|(predicate, set)| Operation::BulkUpdate { predicate, set })
        }
        "bulk_complete" => {
            let completed = f.read("completed", "invalid_completed", Value::as_bool).unwrap_or(true);
            predicate.map(|predicate| Operation::BulkComplete { predicate, completed })
        }
        _ => predicate.map(|predicate| Operation::BulkDelete { predicate }),
    }
}

/// Reads a request body's operations: `[…]`, `{"operations": […]}`, `{"actions": […]}`, or a single
/// operation by itself (S0-67).
///
/// # Errors
/// Set-level codes `invalid_body`, `missing_operations`, `too_many_operations` (S0-69).
pub fn list(body: Value) -> Result<Vec<Value>, Problem> {
    let list = match body {
        Value::Array(list) => list,
        // Taken out, not copied: a content may be large.
        Value::Object(mut map) => match map.remove("operations").or_else(|| map.remove("actions")) {
            Some(Value::Array(list)) => list,
            None if is_operation(&map) => vec![Value::Object(map)],
            Some(_) => return Err(Problem::new("missing_operations", "operations is not a list")),
            None => return Err(Problem::new("missing_operations", "operations is missing")),
        },
        _ => return Err(Problem::new("invalid_body", "the body is not a JSON object")),
    };
    match list.len() {
        0 => Err(Problem::new("missing_operations", "operations is empty")),
        n if n > MAX_OPERATIONS => Err(Problem::new("too_many_operations", format!("{n} operations are too many"))),
        _ => Ok(list),
    }
}

fn is_operation(map: &Map<String, Value>) -> bool {
    ["op", "action", "type"].iter().any(|name| map.contains_key(*name)) || inferred(map).is_some()
}
