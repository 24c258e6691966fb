//! What a file said that a todo has no field for: `todo.extra["ics"] = {"lines": […], …}`.

use crate::format::Format;
use countersign_core::todo::Todo;
use serde_json::{Map, Value};

/// Keeps a value for the way back.
pub(crate) fn keep(todo: &mut Todo, format: Format, key: &str, value: impl Into<Value>) {
    let slot = todo.extra.entry(format.name().to_owned()).or_insert_with(|| Value::Object(Map::new()));
    if let Value::Object(map) = slot {
        map.insert(key.to_owned(), value.into());
    }
}

/// Keeps a value among others under one key.
pub(crate) fn keep_under(todo: &mut Todo, format: Format, key: &str, name: &str, value: impl Into<Value>) {
    if get(todo, format, key).is_none() {
        keep(todo, format, key, Map::new());
    }
    let under = todo.extra.get_mut(format.name()).and_then(|all| all.get_mut(key)).and_then(Value::as_object_mut);
    if let Some(map) = under {
        map.insert(name.to_owned(), value.into());
    }
}

/// All that was kept from this format.
pub(crate) fn all(todo: &Todo, format: Format) -> Option<&Map<String, Value>> {
    todo.extra.get(format.name()).and_then(Value::as_object)
}

/// A kept value.
pub(crate) fn get<'t>(todo: &'t Todo, format: Format, key: &str) -> Option<&'t Value> {
    all(todo, format)?.get(key)
}

/// A kept text.
pub(crate) fn text<'t>(todo: &'t Todo, format: Format, key: &str) -> Option<&'t str> {
    get(todo, format, key)?.as_str()
}

/// Todos by the heading they were kept under: first those without one, then heading by heading in
/// the order of first appearance. A todo cannot be put back under no heading once one was written.
pub(crate) fn by_heading<'t>(
    todos: &mut dyn Iterator<Item = &'t Todo>,
    format: Format,
) -> Vec<(Option<&'t str>, Vec<&'t Todo>)> {
    let mut groups: Vec<(Option<&str>, Vec<&Todo>)> = vec![(None, Vec::new())];
    let mut at = std::collections::HashMap::from([(None, 0)]);
    for todo in todos {
        let heading = text(todo, format, "heading");
        let index = *at.entry(heading).or_insert_with(|| {
            groups.push((heading, Vec::new()));
            groups.len() - 1
        });
        if let Some((_, members)) = groups.get_mut(index) {
            members.push(todo);
        }
    }
    groups.retain(|(_, members)| !members.is_empty());
    groups
}
