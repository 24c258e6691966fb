//! JSON to operations, every defect named with the codes of REQUIREMENTS F.
//!
//! Closed: an unknown key is a defect (R2). Aliases that do not guess are read: `action` and `type`
//! for `op` (S0-67), a missing `op` that its fields leave no doubt about (S0-68), `where.text`, alias
//! recurrences. What an operation means for the todos that
//! exist is not looked at here (see [`crate::change_set::propose`]).

mod conditions;
mod fields;
mod loose;
mod outside;
mod todo;
mod values;
mod years;

pub use conditions::predicate;
pub use loose::coerced;

use super::{MoveTo, Operation, Target};
use crate::problem::Problem;
use crate::rule::Terms;
use crate::todo::{Status, Todo};
use fields::{Fields, cut, describe, required};
use jiff::civil::Date;
use outside::{elsewhere, outside};
use serde::Deserialize;
use serde_json::{Map, Value};
use todo::{ask_reason, draft, lines_apart, patch, plain_labels, sub_patch};
use values::{clean, date_value, status, target, time_value, todo_id};
use years::real_years;

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
        real_years(&mut f, op.as_ref());
        plain_labels(&mut f, op.as_ref());
    }
    let problems = f.finish();
    match op {
        Some(op) if problems.is_empty() => Ok(op),
        _ if problems.is_empty() => Err(vec![Problem::new("invalid_operation", "the operation cannot be read")]),
        _ => Err(problems),
    }
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
/// Set-level codes `invalid_body`, `missing_operations`, `invalid_operations`, `too_many_operations` (S0-69).
pub fn list(body: Value) -> Result<Vec<Value>, Problem> {
    let list = match body {
        Value::Array(list) => list,
        // Taken out, not copied: a content may be large.
        Value::Object(mut map) => match map.remove("operations").or_else(|| map.remove("actions")) {
            Some(Value::Array(list)) => list,
            None if is_operation(&map) => vec![Value::Object(map)],
            Some(other) if !other.is_null() => {
                return Err(Problem::new("invalid_operations", "operations is not a list"));
            }
            _ => return Err(Problem::new("missing_operations", "operations is missing")),
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
