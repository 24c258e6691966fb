//! Anthropic's limits of a schema: 24 optional members, and 16 of more than one type (PROVIDERS).

use super::{names, nullable, takes_null};
use serde_json::{Value, json};

const MOST_OPTIONAL: usize = 24;
const MOST_UNIONS: usize = 16;

/// Brings a schema within the limits: optional members beyond them are required and may be null instead, which
/// [`super::without_placeholders`] takes out again. The deepest first: their nulls are written only where the object
/// that holds them is. False = that is not enough.
pub(super) fn fitted(schema: &mut Value) -> bool {
    let (optional, unions) = counted(schema);
    let mut over = optional.saturating_sub(MOST_OPTIONAL);
    if over > MOST_UNIONS.saturating_sub(unions) {
        return over == 0;
    }
    require(schema, &mut over);
    over == 0
}

/// How many members are optional, and how many have more than one type.
fn counted(schema: &Value) -> (usize, usize) {
    let required = names(schema.get("required"));
    let (mut optional, mut unions) = (0, 0);
    let mut within = |inner: &Value| {
        let (more, others) = counted(inner);
        (optional, unions) = (optional + more, unions + others);
    };
    schema.get("items").into_iter().for_each(&mut within);
    let members = || schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    members().for_each(|(_, member)| within(member));
    optional += members().filter(|(name, _)| !required.contains(&name.as_str())).count();
    unions += members().filter(|(_, member)| member.get("type").is_some_and(Value::is_array)).count();
    (optional, unions)
}

fn require(schema: &mut Value, over: &mut usize) {
    if let Some(items) = schema.get_mut("items") {
        require(items, over);
    }
    let mut required: Vec<String> = names(schema.get("required")).into_iter().map(str::to_owned).collect();
    let Some(Value::Object(members)) = schema.get_mut("properties") else { return };
    for (name, member) in members {
        require(member, over);
        // One that may be null already would not be told from one that is absent.
        if *over > 0 && !required.contains(name) && !takes_null(member) {
            nullable(member);
            required.push(name.clone());
            *over -= 1;
        }
    }
    if let Some(map) = schema.as_object_mut().filter(|_| !required.is_empty()) {
        map.insert("required".to_owned(), json!(required));
    }
}
