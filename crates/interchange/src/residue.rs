//! What a format has no words for, carried in one property of ours: field by field what the plain
//! file says and what it stands for. `{"status":["open","blocked"]}` reads: where the file says
//! open, blocked is meant. A field that another program has changed since no longer says the first,
//! so its word counts and the residue of that field does nothing.

use crate::Incoming;
use crate::format::Format;
use countersign_core::todo::{Field, Todo};
use serde_json::{Map, Value};

/// The differences between what the plain file reads as and the todo it was written from.
pub(crate) fn residue(plain: &Todo, meant: &Todo) -> Map<String, Value> {
    let fields = Field::ALL.into_iter().filter(|f| *f != Field::Extra);
    fields
        .filter_map(|field| {
            let (says, means) = (plain.get(field), meant.get(field));
            (says != means).then(|| (field.name().to_owned(), Value::Array(vec![says, means])))
        })
        .collect()
}

/// Applies what was kept of it under `key` in every todo, now that each is read and within its limits.
pub(crate) fn apply_all(todos: &mut [Incoming], format: Format, key: &str) {
    for incoming in todos {
        let Some(Value::Object(kept)) = incoming.todo.extra.get_mut(format.name()) else {
            continue;
        };
        let Some(Value::Object(residue)) = kept.remove(key) else {
            continue;
        };
        if kept.is_empty() {
            incoming.todo.extra.remove(format.name());
        }
        for field in apply(&mut incoming.todo, &residue) {
            if !incoming.fields.contains(&field) {
                incoming.fields.push(field);
            }
        }
    }
}

/// Applies it to what the plain file reads as; gives the fields it speaks about.
fn apply(todo: &mut Todo, residue: &Map<String, Value>) -> Vec<Field> {
    let plain = todo.clone();
    let mut spoken = Vec::new();
    for (name, pair) in residue {
        let (Some(field), Some([says, means])) = (Field::named(name), pair.as_array().map(Vec::as_slice)) else {
            continue;
        };
        // `set` refuses what does not fit the field and leaves it alone: a residue is never worse than none.
        if plain.get(field) == *says && todo.set(field, means).is_ok() {
            spoken.push(field);
        }
    }
    if crate::fit::refuses(todo).is_some() {
        *todo = plain;
        return Vec::new();
    }
    spoken
}
