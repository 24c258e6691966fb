//! What a model means by a value of another type (S0-66). A client is held to the types.

use serde_json::{Map, Value};

/// Fields that hold lists of texts.
const LISTS: [&str; 6] =
    ["labels", "labels_add", "labels_remove", "checklist_add", "checklist_check", "checklist_uncheck"];

/// An operation as a model says it, in the types that an operation has: numbers told as text become
/// numbers, and one thing in the place of a list a list of one.
pub fn coerced(operation: &Value) -> Value {
    let mut operation = operation.clone();
    if let Value::Object(map) = &mut operation {
        fields(map);
        for part in ["set", "where"] {
            if let Some(Value::Object(inside)) = map.get_mut(part) {
                fields(inside);
            }
        }
    }
    operation
}

fn fields(map: &mut Map<String, Value>) {
    for (name, value) in map.iter_mut() {
        if name == "id" {
            number(value);
        } else if let ("ids", Value::Array(list)) = (name.as_str(), &mut *value) {
            list.iter_mut().for_each(number);
        } else if LISTS.contains(&name.as_str()) && value.is_string() {
            *value = Value::Array(vec![value.take()]);
        }
    }
}

/// The number that a text is, whole and without a sign.
fn number(value: &mut Value) {
    let digits = |t: &&str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    if let Some(n) = value.as_str().filter(digits).and_then(|t| t.parse::<i64>().ok()) {
        *value = n.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn types_are_mended_and_nothing_else() {
        let cases = [
            (json!({ "op": "delete", "id": "12" }), json!({ "op": "delete", "id": 12 })),
            (json!({ "op": "update", "id": 1, "labels": "x" }), json!({ "op": "update", "id": 1, "labels": ["x"] })),
            (
                json!({ "op": "bulk_update", "where": { "ids": ["1", 2], "labels": "a" }, "set": { "labels_add": "b" } }),
                json!({ "op": "bulk_update", "where": { "ids": [1, 2], "labels": ["a"] }, "set": { "labels_add": ["b"] } }),
            ),
        ];
        for (said, meant) in cases {
            assert!(super::super::operation(&said).is_err(), "a client is held to the types: {said}");
            assert!(super::super::operation(&meant).is_ok(), "{meant}");
            assert_eq!(coerced(&said), meant);
        }
        for kept in [
            json!({ "op": "delete", "id": "@1" }),
            json!({ "op": "delete", "id": "-1" }),
            json!({ "op": "delete", "id": "1.5" }),
            json!({ "op": "delete", "id": "12345678901234567890" }),
            json!({ "op": "create", "title": 7, "estimate": "5", "checklist": "x" }),
            json!({ "op": "bulk_delete", "where": { "ids": "1" } }),
            json!("delete 1"),
        ] {
            assert_eq!(coerced(&kept), kept);
        }
    }
}
