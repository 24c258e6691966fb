//! What the fields of an operation on todos are called elsewhere.

use crate::fold;
use serde_json::{Map, Value};

/// Our name of a field, by its folded name.
pub(crate) fn field(folded: &str) -> Option<&'static str> {
    Some(match folded {
        "id" | "todoid" | "taskid" | "itemid" | "todonumber" => "id",
        "todo" | "task" | "item" | "todotitle" => "todo",
        "title" | "name" | "newtitle" | "tasktitle" => "title",
        "notes" | "note" | "description" | "details" => "notes",
        "scheduledfor" | "scheduled" | "scheduleddate" | "scheduledate" | "scheduledon" | "schedule" | "date"
        | "when" | "day" | "startdate" => "scheduledFor",
        "timeofday" | "time" | "starttime" => "timeOfDay",
        "duedate" | "due" | "deadline" | "dueon" => "dueDate",
        "priority" | "prio" | "importance" => "priority",
        "estimate" | "estimateminutes" | "minutes" | "durationminutes" => "estimate",
        "status" => "status",
        "completed" | "done" | "iscompleted" | "isdone" => "completed",
        "labels" | "tags" | "label" | "tag" => "labels",
        "labelsadd" | "addlabels" | "tagsadd" | "addtags" => "labels_add",
        "labelsremove" | "removelabels" | "tagsremove" | "removetags" => "labels_remove",
        "checklist" | "subtasks" => "checklist",
        "checklistadd" | "addchecklist" => "checklist_add",
        "checklistcheck" => "checklist_check",
        "checklistuncheck" => "checklist_uncheck",
        "occurrencedate" | "occurrence" => "occurrenceDate",
        "recurrence" | "repeat" | "repeats" | "recurring" => "recurrence",
        "where" | "filter" | "predicate" | "conditions" | "condition" => "where",
        "set" | "changes" | "fields" | "values" | "updates" | "patch" => "set",
        _ => return None,
    })
}

/// Our name of a condition, by its folded name.
fn condition(folded: &str) -> Option<&'static str> {
    Some(match folded {
        "titlecontains" | "titleincludes" => "title_contains",
        "scheduledrange" | "daterange" => "scheduled_range",
        "duerange" => "due_range",
        "todoids" | "taskids" => "ids",
        "priority" => "priority",
        "labels" | "tags" | "label" | "tag" => "labels",
        "isoverdue" => "overdue",
        "iscompleted" | "done" => "completed",
        _ => return None,
    })
}

/// What a model says about an operation, which is no part of it (C2): the label that a person reads is
/// rendered from the operation (R23).
const PROSE: [&str; 10] = [
    "step",
    "why",
    "summary",
    "humansummary",
    "confidence",
    "rationale",
    "reasoning",
    "explanation",
    "thinking",
    "comment",
];

/// The fields under our names. One that is there under two names with different values stays under
/// both: nobody can say which is meant.
pub(crate) fn named(map: Map<String, Value>, op: Option<&str>) -> Map<String, Value> {
    let reason = op == Some("set_status");
    let mut out = renamed(map, |folded| match folded {
        // Each means itself only here.
        "to" => (op == Some("move_occurrence")).then_some("to"),
        "date" | "on" | "day" if op.is_some_and(|op| op.ends_with("_occurrence")) => Some("occurrenceDate"),
        _ => field(folded),
    });
    out.retain(|key, _| {
        let folded = fold(key);
        !(PROSE.contains(&folded.as_str()) || folded == "reason" && !reason)
    });
    if let Some(Value::Object(inner)) = out.get_mut("set") {
        *inner = renamed(std::mem::take(inner), field);
    }
    if let Some(Value::Object(inner)) = out.get_mut("where") {
        *inner = renamed(std::mem::take(inner), condition);
    }
    // A change of one todo has its fields beside `id`.
    if op == Some("update")
        && out.get("set").is_some_and(Value::is_object)
        && let Some(Value::Object(inner)) = out.shift_remove("set")
    {
        for (key, value) in inner {
            out.entry(key).or_insert(value);
        }
    }
    for (key, digits) in [("estimate", true), ("completed", false)] {
        let Some(said) = out.get(key).and_then(Value::as_str).map(str::trim) else { continue };
        let read = match (digits, said.to_lowercase().as_str()) {
            (true, number) => number.parse::<u64>().ok().map(Value::from),
            (false, "true") => Some(Value::Bool(true)),
            (false, "false") => Some(Value::Bool(false)),
            _ => None,
        };
        if let Some(read) = read {
            out.insert(key.to_owned(), read);
        }
    }
    out
}

fn renamed(map: Map<String, Value>, name: impl Fn(&str) -> Option<&'static str>) -> Map<String, Value> {
    let mut out: Map<String, Value> = Map::new();
    for (key, value) in map {
        let ours = name(&fold(&key)).unwrap_or(&key).to_owned();
        match out.get(&ours) {
            None => drop(out.insert(ours, value)),
            Some(known) if *known == value || value.is_null() => {}
            Some(known) if known.is_null() => drop(out.insert(ours, value)),
            Some(_) => drop(out.insert(key, value)),
        }
    }
    out
}
