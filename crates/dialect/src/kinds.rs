//! What an operation on todos is called elsewhere.

use crate::fields::field;
use crate::fold;
use serde_json::{Value, json};

/// Words of a name that say only that it is about todos.
const NOISE: [&str; 8] = ["todo", "todos", "task", "tasks", "item", "items", "a", "the"];

/// What a name stands for: our kind of operation, and what it says besides.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Kind {
    pub(crate) op: &'static str,
    /// A field and its value that the name itself says (`reopen`).
    pub(crate) says: Option<(&'static str, Value)>,
    /// The field that `value` stands for (`set_priority`).
    pub(crate) value: Option<&'static str>,
}

/// Our kind of operation for a name in any spelling (`update_todo`, `createTask`, `UPDATE`).
pub fn kind(name: &str) -> Option<&'static str> {
    read(name).map(|kind| kind.op)
}

pub(crate) fn read(name: &str) -> Option<Kind> {
    if name.len() > 60 {
        return None;
    }
    let words: Vec<String> = words(name).into_iter().filter(|w| !NOISE.contains(&w.as_str())).collect();
    let plain = |op| Some(Kind { op, says: None, value: None });
    match words.join("_").as_str() {
        "create" | "add" | "new" | "insert" | "make" => plain("create"),
        "update" | "edit" | "modify" | "change" | "set" | "patch" | "alter" | "reschedule" | "schedule"
        | "postpone" | "move" | "rename" => plain("update"),
        "delete" | "remove" | "destroy" | "erase" => plain("delete"),
        "complete" | "finish" | "done" | "mark_done" | "mark_complete" | "mark_completed" | "mark_as_done"
        | "mark_as_complete" | "mark_as_completed" | "set_done" | "check" | "check_off" | "tick_off" => {
            plain("complete")
        }
        "uncomplete" | "reopen" | "mark_undone" | "mark_incomplete" | "mark_open" | "uncheck" => {
            Some(Kind { op: "complete", says: Some(("completed", json!(false))), value: None })
        }
        "set_status" | "update_status" | "change_status" => {
            Some(Kind { op: "set_status", says: None, value: Some("status") })
        }
        "complete_occurrence" => plain("complete_occurrence"),
        "skip_occurrence" | "skip" => plain("skip_occurrence"),
        "move_occurrence" | "reschedule_occurrence" => plain("move_occurrence"),
        "bulk_update" | "batch_update" | "update_many" | "update_all" | "bulk_edit" => plain("bulk_update"),
        "bulk_complete" | "batch_complete" | "complete_many" | "complete_all" => plain("bulk_complete"),
        "bulk_delete" | "batch_delete" | "delete_many" | "delete_all" | "bulk_remove" => plain("bulk_delete"),
        "add_label" | "add_labels" | "add_tag" | "add_tags" | "assign_labels" | "assign_label" => {
            Some(Kind { op: "update", says: None, value: Some("labels_add") })
        }
        "remove_label" | "remove_labels" | "remove_tag" | "remove_tags" => {
            Some(Kind { op: "update", says: None, value: Some("labels_remove") })
        }
        _ => match words.split_first() {
            Some((verb, rest)) if matches!(verb.as_str(), "set" | "update" | "change" | "edit") => {
                let value = field(&fold(&rest.join("_"))).filter(|f| *f != "id")?;
                Some(Kind { op: "update", says: None, value: Some(value) })
            }
            _ => None,
        },
    }
}

/// The words of a name in any case style.
fn words(name: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut lower = false;
    let mut fresh = true;
    for c in name.trim().chars() {
        if !c.is_alphanumeric() {
            fresh = true;
            continue;
        }
        if fresh || lower && c.is_uppercase() {
            out.push(String::new());
        }
        if let Some(word) = out.last_mut() {
            word.extend(c.to_lowercase());
        }
        (fresh, lower) = (false, c.is_lowercase());
    }
    out
}
