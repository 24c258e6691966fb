//! What is left after an element was dropped: it satisfies the schema, and does not do more than was said.

use countersign_recover::{Finish, Recovered, Request, Schema, recover};
use serde_json::{Value, json};

fn with(schema: &Value, input: &str, finish: Option<Finish>) -> Recovered {
    let schema = Schema::compile(schema).unwrap();
    recover(&Request { input, schema: Some(&schema), finish })
}

fn value(found: &Recovered) -> Option<Value> {
    found.value().map(|closed| closed.get().to_serde())
}

#[test]
fn what_is_left_satisfies_the_schema_or_what_holds_it_goes() {
    let integers = json!({"type": "array", "items": {"type": "integer"}, "minItems": 2});
    let pairs = json!({"type": "array", "items": integers});
    let kinds = json!({"type": "array", "items": {"type": "string"}, "contains": {"const": "a"}});
    let within = |list: &Value| json!({"type": "object", "properties": {"v": list, "t": {"type": "string"}}});
    let operations = json!({"type": "array", "items": {"type": "object", "required": ["ids"], "properties": {
        "ids": integers, "t": {"type": "string"}}}});
    for (schema, input, left, dropped) in [
        (&integers, r#"[1, "x", 2]"#, Some(json!([1, 2])), vec!["/1"]),
        (&integers, r#"[1, "x"]"#, None, vec!["/1", ""]),
        (&pairs, r#"[[1, "x"], [2, 3]]"#, Some(json!([[2, 3]])), vec!["/0/1", "/0"]),
        (&within(&integers), r#"{"v": [1, "x"], "t": "y"}"#, Some(json!({"t": "y"})), vec!["/v/1", "/v"]),
        (&within(&integers), r#"{"v": [1, "x"]}"#, None, vec!["/v/1", "/v", ""]),
        (&kinds, r#"["a", {}]"#, Some(json!(["a"])), vec!["/1"]),
        (&kinds, r#"[{}, "b", "a\u20'1c"]"#, None, vec![]),
        (
            &operations,
            r#"[{"t": "a", "ids": [1, "x"]}, {"t": "b", "ids": [1, 2]}]"#,
            Some(json!([{"t": "b", "ids": [1, 2]}])),
            vec!["/0/ids/1", "/0"],
        ),
    ] {
        let found = with(schema, input, None);
        assert_eq!(value(&found), left, "{input}\n{found:?}");
        let paths: Vec<_> = found.dropped.iter().map(|d| d.path.as_str()).collect();
        assert!(dropped.is_empty() || paths == dropped, "{input} {paths:?}");
    }
}

/// What the root has is kept (a cut one lacks members, too), and what was cut is not blamed for being short.
#[test]
fn a_cut_list_and_a_root_keep_what_they_have() {
    let schema = json!({"type": "object", "required": ["v", "t"], "properties": {"t": {"type": "string"},
        "v": {"type": "array", "minItems": 3, "items": {"type": "integer"}}}});
    let found = with(&schema, r#"{"v": [1, 2, 3, "#, Some(Finish::Length));
    assert_eq!(value(&found), Some(json!({"v": [1, 2, 3]})));
    let found = with(&schema, r#"{"t": [1, 2], "v": [1, 2, 3]}"#, None);
    assert_eq!(value(&found), Some(json!({"v": [1, 2, 3]})));
}

#[test]
fn less_of_what_narrows_is_never_more_that_is_done() {
    let list = json!({"type": "array", "items": {"type": "integer"}});
    let one = json!({"type": "object", "required": ["op"], "properties": {"op": {"type": "string"}, "except": list,
        "excludeIds": list, "where": {"type": "array", "items": {"type": "string"}}, "tags": list}});
    let schema = json!({"type": "object", "properties": {"operations": {"type": "array", "items": one}}});
    for (operation, left) in [
        (r#"{"op": "delete", "except": [1, "two", 3]}"#, None),
        (r#"{"op": "delete", "except": ["about 5"]}"#, None),
        (r#"{"op": "delete", "excludeIds": [1, "two"]}"#, None),
        (r#"{"op": "delete", "where": ["done", {}]}"#, None),
        (r#"{"op": "delete", "tags": ["about 5"]}"#, None),
        (r#"{"op": "delete", "tags": [1, "two"]}"#, Some(json!({"op": "delete", "tags": [1]}))),
    ] {
        let list = format!(r#"{{"operations": [{operation}, {{"op": "create"}}]}}"#);
        let found = with(&schema, &list, None);
        let expected: Vec<_> = left.clone().into_iter().chain([json!({"op": "create"})]).collect();
        assert_eq!(value(&found), Some(json!({"operations": expected})), "{list}\n{found:?}");
    }
    // At the root nothing holds it but all of it; a cut exclusion is as good as none.
    for input in [r#"{"op": "delete", "except": [1, "two"]}"#, r#"{"op": "delete", "except": [1, 2"#] {
        let found = with(&one, input, None);
        assert_eq!(value(&found), None, "{input}");
        assert!(found.dropped.iter().any(|d| d.path == "/except"), "{found:?}");
    }
    let found = with(&one, r#"{"op": "delete", "except": [1, 2], "tags": [3, "#, None);
    assert_eq!(value(&found), Some(json!({"op": "delete", "except": [1, 2], "tags": [3]})));
}
