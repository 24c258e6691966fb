//! The tools of a task agent as operations on todos (S2-7): their classes as data, the names and
//! spellings that are accepted, and the rules about status that no agent can talk its way around.

use crate::problem::Problem;
use crate::unasked::{MOST_LABELS, MOST_MINUTES};
use serde_json::{Map, Value, json};

/// When a tool's effect happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// At once: it touches nothing of the person's (C8).
    Immediate,
    /// Waits for a signature.
    Deferred,
    /// Waits for a signature, one item for each of its elements (S2-10).
    Exploded,
}

/// A tool: its name and class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tool {
    /// Its name. `set_` and `update_` are read for each other.
    pub name: &'static str,
    /// When it happens.
    pub class: Class,
}

const fn tool(name: &'static str, class: Class) -> Tool {
    Tool { name, class }
}

/// Every tool.
pub const TOOLS: [Tool; 20] = [
    tool("update_report", Class::Immediate),
    tool("record_observations", Class::Immediate),
    tool("retract_suggestions", Class::Immediate),
    // Todos have no language: it is noted like an observation, and changes nothing.
    tool("set_task_language", Class::Immediate),
    tool("set_task_title", Class::Deferred),
    tool("set_task_status", Class::Deferred),
    tool("update_task_estimate", Class::Deferred),
    tool("update_task_due_date", Class::Deferred),
    tool("update_task_priority", Class::Deferred),
    tool("assign_task_labels", Class::Deferred),
    tool("add_multiple_checklist_items", Class::Exploded),
    tool("update_checklist_items", Class::Exploded),
    tool("create", Class::Deferred),
    tool("update", Class::Deferred),
    tool("delete", Class::Deferred),
    tool("complete", Class::Deferred),
    tool("complete_occurrence", Class::Deferred),
    tool("skip_occurrence", Class::Deferred),
    tool("move_occurrence", Class::Deferred),
    tool("bulk_update", Class::Exploded),
];

/// The tool of this name, under any of its spellings.
pub fn named(name: &str) -> Option<Tool> {
    let name = name.trim();
    let bare = |n: &str| n.strip_prefix("set_").or_else(|| n.strip_prefix("update_")).unwrap_or(n).to_owned();
    let exact = TOOLS.into_iter().find(|t| t.name == name);
    exact.or_else(|| {
        let wanted = name.starts_with("set_") || name.starts_with("update_");
        TOOLS.into_iter().find(|t| wanted && t.name.contains("_task_") && bare(t.name) == bare(name))
    })
}

/// What a call asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum Called {
    /// Operations that wait for a signature, in order.
    Operations(Vec<Value>),
    /// The agent's own note.
    Note(Value),
    /// Takes proposals back.
    Retract {
        /// Which, by fingerprint.
        fingerprints: Vec<String>,
        /// Why.
        reason: Option<String>,
    },
}

fn bad(code: &'static str, message: impl Into<String>) -> Problem {
    Problem::new(code, message).at("/args")
}

/// What a text holds that is a JSON object or list, however often it was written as a text; any other
/// value is itself.
fn encoded(mut value: Value) -> Value {
    while let Value::String(text) = &value {
        match serde_json::from_str(text) {
            Ok(inner @ (Value::Object(_) | Value::Array(_) | Value::String(_))) => value = inner,
            _ => break,
        }
    }
    value
}

/// A list among the arguments, which may be JSON as a text, too.
fn listed(args: &mut Map<String, Value>, names: &[&str]) -> Option<Vec<Value>> {
    match encoded(take(args, names)?) {
        Value::Array(list) => Some(list),
        _ => None,
    }
}

/// Reads a call. Arguments may be an object, or its JSON as a text, as some providers send it.
///
/// # Errors
/// With words that a model can use; nothing is then queued.
pub fn call(name: &str, args: &Value) -> Result<Called, Problem> {
    let tool = named(name).ok_or_else(|| {
        let known: Vec<&str> = TOOLS.iter().map(|t| t.name).collect();
        Problem::new("unknown_tool", format!("there is no tool \"{name}\"")).at("/tool").hinting(known.join(", "))
    })?;
    let mut args = match encoded(args.clone()) {
        Value::Object(args) => args,
        Value::String(_) => return Err(bad("invalid_args", "args is a text that is no JSON")),
        _ => return Err(bad("invalid_args", "args is not an object")),
    };
    // What the person reads is rendered from the operation (R23).
    for prose in ["humanSummary", "human_summary", "summary"] {
        args.remove(prose);
    }
    match tool.name {
        "update_report" | "record_observations" | "set_task_language" => Ok(Called::Note(Value::Object(args))),
        "retract_suggestions" => {
            let list =
                listed(&mut args, &["fingerprints"]).ok_or_else(|| bad("invalid_args", "fingerprints is missing"))?;
            let fingerprints = list.iter().filter_map(Value::as_str).map(str::to_owned).collect();
            let reason = args.get("reason").and_then(Value::as_str).map(str::to_owned);
            Ok(Called::Retract { fingerprints, reason })
        }
        name if !name.contains("_task_") && !name.contains("checklist_items") => {
            args.insert("op".to_owned(), json!(name));
            // The id of a todo under its other names; a `create` has none.
            let named = args.shift_remove("id").or_else(|| take(&mut args, &["taskId", "task_id"]));
            if let Some(id) = named {
                args.insert("id".to_owned(), numbered(id));
            }
            Ok(Called::Operations(vec![Value::Object(args)]))
        }
        name => task(name, args),
    }
}

/// A whole number as models write one: `30`, `30.0`, `"30"`, `"#30"`.
fn number(said: &Value) -> Option<i64> {
    match said {
        Value::String(text) => text.trim().trim_start_matches('#').parse().ok(),
        said => said.as_i64().or_else(|| whole(said.as_f64()?)),
    }
}

#[allow(clippy::cast_possible_truncation, reason = "only what is whole and small")]
fn whole(n: f64) -> Option<i64> {
    (n.fract() == 0.0 && n.abs() < 9e15).then_some(n as i64)
}

/// A todo's number in any of its forms; `"@2"` and what is no number stay as they are, and are refused
/// where there is no such todo.
fn numbered(id: Value) -> Value {
    number(&id).map_or(id, |n| json!(n))
}

fn take(args: &mut Map<String, Value>, names: &[&str]) -> Option<Value> {
    names.iter().find_map(|name| args.remove(*name))
}

/// A tool about one todo.
fn task(name: &str, mut args: Map<String, Value>) -> Result<Called, Problem> {
    let id = take(&mut args, &["id", "taskId", "task_id"])
        .map(numbered)
        .ok_or_else(|| bad("missing_or_invalid_id", "id of the todo is missing"))?;
    let one = |op: Value| Ok(Called::Operations(vec![op]));
    let value = |args: &mut Map<String, Value>, names: &[&str]| {
        take(args, names)
            .ok_or_else(|| bad("invalid_args", format!("{} is missing", names.first().copied().unwrap_or_default())))
    };
    let found = match name {
        "set_task_title" => json!({ "op": "update", "id": id, "title": value(&mut args, &["title"])? }),
        "set_task_status" => status(id, &value(&mut args, &["status"])?, take(&mut args, &["reason"]))?,
        "update_task_estimate" => {
            let minutes = value(&mut args, &["estimate", "minutes"])?;
            let minutes = number(&minutes).filter(|m| (1..=i64::from(MOST_MINUTES)).contains(m));
            let why = || bad("invalid_estimate", "an estimate is a number of minutes from 1 to 1440");
            json!({ "op": "update", "id": id, "estimate": minutes.ok_or_else(why)? })
        }
        "update_task_due_date" => {
            json!({ "op": "update", "id": id, "dueDate": value(&mut args, &["dueDate", "due_date", "date"])? })
        }
        "update_task_priority" => {
            let said = value(&mut args, &["priority"])?;
            let level = match said.as_str().map(str::to_lowercase).as_deref() {
                Some("p0" | "p1" | "high" | "urgent") => "high",
                Some("p2" | "medium" | "normal") => "medium",
                Some("p3" | "low") => "low",
                _ => return Err(bad("invalid_priority", "a priority is high, medium or low (or P0 to P3)")),
            };
            json!({ "op": "update", "id": id, "priority": level })
        }
        "assign_task_labels" => match listed(&mut args, &["labels"]) {
            Some(labels) if (1..=MOST_LABELS).contains(&labels.len()) => {
                json!({ "op": "update", "id": id, "labels_add": labels })
            }
            _ => return Err(bad("invalid_labels", "labels is a list of one to three labels")),
        },
        "add_multiple_checklist_items" => {
            let titles = items(&mut args)?.into_iter().map(|item| match item {
                Value::String(title) => Ok(title),
                Value::Object(mut map) => match take(&mut map, &["title"]) {
                    Some(Value::String(title)) => Ok(title),
                    _ => Err(bad("invalid_args", "a line of a checklist needs a title")),
                },
                _ => Err(bad("invalid_args", "a line of a checklist needs a title")),
            });
            let ops: Result<Vec<Value>, Problem> =
                titles.map(|t| t.map(|title| json!({ "op": "update", "id": id, "checklist_add": [title] }))).collect();
            return ops.map(Called::Operations);
        }
        "update_checklist_items" => {
            let ops: Result<Vec<Value>, Problem> = items(&mut args)?.into_iter().map(|item| tick(&id, item)).collect();
            return ops.map(Called::Operations);
        }
        other => return Err(Problem::new("unknown_tool", format!("there is no tool \"{other}\"")).at("/tool")),
    };
    match args.keys().next() {
        Some(unknown) => Err(bad("unknown_key", format!("\"{unknown}\" is no argument of {name}"))),
        None => one(found),
    }
}

fn items(args: &mut Map<String, Value>) -> Result<Vec<Value>, Problem> {
    match listed(args, &["items"]) {
        Some(list) if !list.is_empty() => Ok(list),
        _ => Err(bad("invalid_args", "items is a list of at least one line")),
    }
}

/// A line of a checklist is ticked or unticked; its words are the person's.
fn tick(id: &Value, item: Value) -> Result<Value, Problem> {
    let Value::Object(mut map) = item else {
        return Err(bad("invalid_args", "a line is an object with its id and isChecked"));
    };
    let line = take(&mut map, &["id", "title"]).ok_or_else(|| bad("invalid_args", "the line's id is missing"))?;
    let key = match take(&mut map, &["checked", "isChecked", "is_checked"]) {
        Some(Value::Bool(true)) => "checklist_check",
        Some(Value::Bool(false)) => "checklist_uncheck",
        _ => return Err(bad("invalid_args", "isChecked is missing: only ticks can be changed")),
    };
    Ok(json!({ "op": "update", "id": id, key: [line] }))
}

/// DONE and REJECTED are the person's alone; BLOCKED and ON HOLD need a reason (F/S2).
fn status(id: Value, to: &Value, reason: Option<Value>) -> Result<Value, Problem> {
    let word = to.as_str().unwrap_or_default().trim().to_lowercase().replace([' ', '-'], "_");
    let reason = reason.filter(|r| r.as_str().is_some_and(|t| !t.trim().is_empty()));
    match (word.as_str(), reason) {
        ("done" | "rejected", _) => {
            Err(bad("status_of_the_user", format!("only the user sets a task to {}", word.to_uppercase()))
                .hinting("Say in the report that it looks finished, and leave the status."))
        }
        ("blocked" | "on_hold", None) => Err(bad("missing_reason", format!("{} needs a reason", word.to_uppercase()))),
        ("blocked" | "on_hold", Some(why)) => {
            Ok(json!({ "op": "set_status", "id": id, "status": word, "reason": why }))
        }
        ("open" | "in_progress" | "groomed", _) => Ok(json!({ "op": "set_status", "id": id, "status": word })),
        _ => Err(bad("invalid_status", "a status is OPEN, GROOMED, IN PROGRESS, BLOCKED or ON HOLD")),
    }
}

#[cfg(test)]
mod tests {
    use super::{Called, Class, TOOLS, call, named};
    use serde_json::{Value, json};

    fn ops(name: &str, args: Value) -> Value {
        match call(name, &args) {
            Ok(Called::Operations(ops)) => json!(ops),
            Ok(other) => panic!("{other:?}"),
            Err(problem) => json!(problem.code),
        }
    }

    #[test]
    fn each_tool_is_an_operation_on_a_todo() {
        for (name, args, want) in [
            ("set_task_title", json!({ "id": 5, "title": "x" }), json!([{ "op": "update", "id": 5, "title": "x" }])),
            (
                "update_task_title",
                json!({ "taskId": 5, "title": "x" }),
                json!([{ "op": "update", "id": 5, "title": "x" }]),
            ),
            (
                "set_task_estimate",
                json!({ "id": 5, "minutes": 30 }),
                json!([{ "op": "update", "id": 5, "estimate": 30 }]),
            ),
            ("update_task_estimate", json!({ "id": 5, "minutes": 1441 }), json!("invalid_estimate")),
            ("update_task_estimate", json!({ "id": 5, "minutes": 30.5 }), json!("invalid_estimate")),
            ("update_task_estimate", json!({ "id": 5, "minutes": "soon" }), json!("invalid_estimate")),
            (
                "update_task_estimate",
                json!({ "id": "#5", "minutes": "30" }),
                json!([{ "op": "update", "id": 5, "estimate": 30 }]),
            ),
            (
                "update_task_estimate",
                json!({ "id": "5", "minutes": 30.0 }),
                json!([{ "op": "update", "id": 5, "estimate": 30 }]),
            ),
            ("complete_occurrence", json!({ "taskId": " #5 " }), json!([{ "op": "complete_occurrence", "id": 5 }])),
            ("delete", json!({ "id": "@2" }), json!([{ "id": "@2", "op": "delete" }])),
            (
                "update_task_due_date",
                json!({ "id": 5, "dueDate": "2026-12-01" }),
                json!([{ "op": "update", "id": 5, "dueDate": "2026-12-01" }]),
            ),
            (
                "update_task_priority",
                json!({ "id": 5, "priority": "P1" }),
                json!([{ "op": "update", "id": 5, "priority": "high" }]),
            ),
            (
                "assign_task_labels",
                json!({ "id": 5, "labels": ["a"] }),
                json!([{ "op": "update", "id": 5, "labels_add": ["a"] }]),
            ),
            ("assign_task_labels", json!({ "id": 5, "labels": ["a", "b", "c", "d"] }), json!("invalid_labels")),
            ("assign_task_labels", json!({ "id": 5 }), json!("invalid_labels")),
            (
                "assign_task_labels",
                json!({ "id": 5, "labels": "[\"a\"]" }),
                json!([{ "op": "update", "id": 5, "labels_add": ["a"] }]),
            ),
            (
                "add_multiple_checklist_items",
                json!({ "id": 5, "items": "[\"milk\"]" }),
                json!([{ "op": "update", "id": 5, "checklist_add": ["milk"] }]),
            ),
            // Written as a text twice.
            (
                "update_task_priority",
                json!("\"{\\\"id\\\":5,\\\"priority\\\":\\\"P1\\\"}\""),
                json!([{ "op": "update", "id": 5, "priority": "high" }]),
            ),
            ("update_task_priority", json!("\"soon\""), json!("invalid_args")),
            // A title may look like JSON, and stays the text it is.
            (
                "set_task_title",
                json!({ "id": 5, "title": "[1]" }),
                json!([{ "op": "update", "id": 5, "title": "[1]" }]),
            ),
            (
                "set_task_status",
                json!({ "id": 5, "status": "GROOMED" }),
                json!([{ "op": "set_status", "id": 5, "status": "groomed" }]),
            ),
            ("set_task_status", json!({ "id": 5, "status": "DONE" }), json!("status_of_the_user")),
            ("set_task_status", json!({ "id": 5, "status": "ON HOLD" }), json!("missing_reason")),
            (
                "set_task_status",
                json!({ "id": 5, "status": "BLOCKED", "reason": "rain" }),
                json!([{ "op": "set_status", "id": 5, "status": "blocked", "reason": "rain" }]),
            ),
            ("set_task_status", json!({ "id": 5, "status": "GROOMED", "color": 1 }), json!("unknown_key")),
            ("complete", json!({ "task_id": 5 }), json!([{ "op": "complete", "id": 5 }])),
            ("paint", json!({}), json!("unknown_tool")),
            ("set_multiple_checklist_items", json!({}), json!("unknown_tool")),
        ] {
            assert_eq!(ops(name, args.clone()), want, "{name} {args}");
        }
    }

    #[test]
    fn batches_are_taken_apart_and_args_may_be_a_text() {
        let items = json!({ "id": 5, "items": [{ "title": "eggs" }, "milk"] });
        let want = json!([
            { "op": "update", "id": 5, "checklist_add": ["eggs"] },
            { "op": "update", "id": 5, "checklist_add": ["milk"] },
        ]);
        assert_eq!(ops("add_multiple_checklist_items", items.clone()), want);
        assert_eq!(ops("add_multiple_checklist_items", Value::String(items.to_string())), want);
        assert_eq!(
            ops(
                "update_checklist_items",
                json!({ "id": 5, "items": [{ "id": "a", "isChecked": true }, { "id": "b", "isChecked": false }] })
            ),
            json!([
                { "op": "update", "id": 5, "checklist_check": ["a"] },
                { "op": "update", "id": 5, "checklist_uncheck": ["b"] },
            ])
        );
        assert_eq!(ops("set_task_title", json!("{")), json!("invalid_args"));
    }

    #[test]
    fn every_tool_has_one_name_and_the_classes_of_the_design() {
        for tool in TOOLS {
            assert_eq!(named(tool.name), Some(tool));
        }
        let of = |name: &str| named(name).map(|t| t.class);
        assert_eq!(
            (of("update_report"), of("set_task_priority"), of("update_checklist_items"), of("update_task_language")),
            (Some(Class::Immediate), Some(Class::Deferred), Some(Class::Exploded), Some(Class::Immediate))
        );
    }
}
