//! Reading `--snapshot`: todos without a database.

use crate::failure::{Failure, Result};
use crate::texts::say;
use countersign_core::exact;
use countersign_core::ids::TodoId;
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use serde_json::Value;
use std::collections::HashSet;
use std::path::Path;

/// The todos of a file `{"todos":[…]}`.
///
/// # Errors
/// When the file cannot be read, is not of that shape, holds an invalid todo, or two with one number.
pub(super) fn read(path: &Path) -> Result<Todos> {
    let name = path.display().to_string();
    let refuse = |message: String| Failure::new("invalid_snapshot", message, say!("cli-snapshot-hint"));
    let bytes = std::fs::read(path)
        .map_err(|e| refuse(say!("cli-snapshot-unreadable", file = name.as_str(), cause = e.to_string())))?;
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let mut value: Value = serde_json::from_slice(bytes)
        .map_err(|e| refuse(say!("cli-snapshot-unreadable", file = name.as_str(), cause = e.to_string())))?;
    let Some(Value::Array(list)) = value.get_mut("todos").map(Value::take) else {
        return Err(refuse(say!("cli-snapshot-shape", file = name.as_str())));
    };
    let mut seen = HashSet::with_capacity(list.len());
    let mut todos = Vec::with_capacity(list.len());
    for (place, mut value) in list.into_iter().enumerate() {
        plain(&mut value);
        let wrong =
            |cause: String| refuse(say!("cli-snapshot-todo", place = place, file = name.as_str(), cause = cause));
        let todo: Todo = exact::from_value(value).map_err(|e| wrong(e.to_string()))?;
        if todo.id < TodoId(1) {
            return Err(wrong(say!("cli-snapshot-id")));
        }
        if todo.title.trim().is_empty() {
            return Err(wrong(say!("cli-snapshot-title")));
        }
        if !seen.insert(todo.id) {
            return Err(wrong(say!("cli-snapshot-twice", id = todo.id.0)));
        }
        todos.push(todo);
    }
    Ok(Todos::new(todos))
}

/// Fields in which an empty text is as good as none (S0-4, S0-68).
const EMPTY_IS_NONE: [&str; 3] = ["scheduledFor", "timeOfDay", "dueDate"];

/// A todo in which what is null, or an empty date, is left out, so that it takes its default; an occurrence that was
/// moved in time alone stays on its day.
pub(super) fn plain(todo: &mut Value) {
    let Value::Object(fields) = todo else { return };
    fields.retain(|name, value| !(value.is_null() || EMPTY_IS_NONE.contains(&name.as_str()) && *value == ""));
    for (day, to) in fields.get_mut("moved").and_then(Value::as_object_mut).into_iter().flatten() {
        if let Value::Object(to) = to {
            to.retain(|_, value| !value.is_null());
            to.entry("date").or_insert_with(|| Value::String(day.clone()));
        }
    }
}
