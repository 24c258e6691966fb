//! A wrong quote or bracket that only one reading mends: a schema that names all around it says so. Without
//! one, or where another reading is near, the same text is refused as it always was.

use countersign_recover::{Finish, Recovered, Request, Schema, recover};
use serde_json::json;

fn schema() -> Schema {
    let operation = json!({"type": "object", "additionalProperties": false, "required": ["op"], "properties": {
        "op": {"enum": ["add", "write"]}, "id": {"type": "integer"}, "title": {"type": "string"},
        "share": {"type": "number"}, "path": {"type": "string"}, "content": {"type": "string"},
        "tags": {"type": "array", "items": {"type": "string"}}, "at": {"type": "object", "additionalProperties": false,
            "properties": {"city": {"type": "string"}, "zip": {"type": "string"}}},
        "free": {"type": "object"}}});
    Schema::compile(&json!({"type": "object", "required": ["operations"], "additionalProperties": false,
        "properties": {"operations": {"type": "array", "items": operation}, "done": {"type": "boolean"}}}))
    .unwrap()
}

fn read(input: &str, schema: Option<&Schema>) -> Recovered {
    recover(&Request { input, schema, finish: None })
}

fn value(found: &Recovered) -> String {
    found.value().map(|v| v.get().to_string()).unwrap_or_default()
}

/// Texts with one wrong character, and the first operation that they mean.
const ONE: &[(&str, &str)] = &[
    // The quote at the end of a text.
    (r#"{"op":"add","title":"Buy milk,"id":1}"#, r#"{"op":"add","title":"Buy milk","id":1}"#),
    (r#"{"op":"add,"title":"Call Anna, then Bob","id":1}"#, r#"{"op":"add","title":"Call Anna, then Bob","id":1}"#),
    (r#"{"op":"add","title":"Call Anna, then Bob,"id":1}"#, r#"{"op":"add","title":"Call Anna, then Bob","id":1}"#),
    (
        r#"{"op":"write","path":"a.rs,"content":"x = [\"a\"]\n"}"#,
        r#"{"op":"write","path":"a.rs","content":"x = [\"a\"]\n"}"#,
    ),
    // A quote before a number.
    (r#"{"op":"add","id":"78,"title":"x"}"#, r#"{"op":"add","id":78,"title":"x"}"#),
    // A bracket inside.
    (
        r#"{"op":"add","at":{"city":"Wien","zip":"01067","id":1}"#,
        r#"{"op":"add","at":{"city":"Wien","zip":"01067"},"id":1}"#,
    ),
    (r#"{"op":"add","tags":["a","b","id":1}"#, r#"{"op":"add","tags":["a","b"],"id":1}"#),
    // A separator beside a number.
    // A quote and its neighbour.
    (r#"{"op":a"dd","id":1}"#, r#"{"op":"add","id":1}"#),
    (r#"{"op":"add","at":{"zip"":01067"},"id":1}"#, r#"{"op":"add","at":{"zip":"01067"},"id":1}"#),
    (r#"{"op":"add","id":44: "title":"x"}"#, r#"{"op":"add","id":44,"title":"x"}"#),
];

fn reply(operation: &str) -> String {
    format!(r#"{{"operations":[{operation},{{"op":"add","id":2}}],"done":true}}"#)
}

#[test]
fn the_only_reading_that_a_schema_knows_is_meant() {
    for (said, meant) in ONE {
        let found = read(&reply(said), Some(&schema()));
        assert_eq!(value(&found), reply(meant), "{said}\n{found:?}");
        assert!(found.complete && found.dropped.is_empty() && found.violations.is_empty(), "{said}\n{found:?}");
        assert!(!found.repairs.is_empty(), "{said}");
    }
}

#[test]
fn a_text_that_was_stopped_is_not_mended_by_a_schema_either() {
    for (said, meant) in ONE.iter().filter(|(said, _)| {
        !said.contains("\"tags\"") && !said.contains("44:") && !said.contains("a\"dd") && !said.contains("zip\"\"")
    }) {
        let schema = schema();
        let request = Request { input: &reply(said), schema: Some(&schema), finish: Some(Finish::Length) };
        assert_ne!(value(&recover(&request)), reply(meant), "{said}");
    }
}

#[test]
fn where_a_schema_leaves_a_doubt_nothing_is_taken_for_certain() {
    for said in [
        // A body is concluded from nothing.
        r#"{"op":"write","content":"x = 1,"path":"a.rs"}"#,
        // One text or two.
        r#"{"op":"add","tags":["a,"b"]}"#,
        // The blank may be the text's.
        r#"{"op":"add","title":"Buy milk ,"id":1}"#,
        // Two texts, or one with a quote.
        r#"{"op":"add","title":"say "hi","id":1}"#,
        // A digit may be lost.
        r#"{"op":"add","share":387".125,"id":1}"#,
        r#"{"op":"add","share":081,"id":1}"#,
        // Its digits may have changed places.
        r#"{"op":"add","id":081,"title":"x"}"#,
        r#"{"op":"add","share":3;5,"id":1}"#,
        // Nobody knows what belongs there.
        r#"{"op":"add","free":{"b":"x,"c":"y"}}"#,
    ] {
        let found = read(&reply(said), Some(&schema()));
        assert_eq!(value(&found), r#"{"operations":[{"op":"add","id":2}],"done":true}"#, "{said}\n{found:?}");
        assert!(!found.dropped.is_empty(), "{said}");
    }
}

#[test]
fn without_a_schema_such_texts_are_refused() {
    for (said, meant) in &ONE[..5] {
        let found = read(&reply(said), None);
        assert_ne!(value(&found), reply(meant), "{said}");
        assert!(!found.dropped.is_empty(), "{said}");
    }
}

/// A bracket that is missing after a text which ends with it may have changed places with the quote.
#[test]
fn a_body_that_ends_with_the_missing_bracket_is_not_used() {
    let input = r#"{"files":[{"path":"a","content":"Buy milk}",{"path":"b","content":"fn f() {}"}]}"#;
    let found = read(input, None);
    assert!(!value(&found).contains("Buy milk") && value(&found).contains("fn f() {}"), "{found:?}");
    assert!(!found.dropped.is_empty());
}

#[test]
fn a_bracket_that_only_brackets_follow_is_not_set() {
    let input = r#"{"operations":[{"op":"add","tags":["a"}]}"#;
    let found = read(input, Some(&schema()));
    assert!(!found.complete && value(&found) != r#"{"operations":[{"op":"add","tags":["a"]}]}"#, "{found:?}");
}

#[test]
fn marks_beside_a_key_or_in_an_empty_list() {
    for (input, wanted) in [
        (r#"{"a":1,"done': true}"#, r#"{"a":1,"done":true}"#),
        (r#"[{"a":[{"b":2,"c`: null}]}]"#, r#"[{"a":[{"b":2,"c":null}]}]"#),
        (r#"{"a":{"b":2,"c: []}}"#, r#"{"a":{"b":2,"c":[]}}"#),
        (r#"{"a":1,"id": 44: "b":"x"}"#, r#"{"a":1,"id":44,"b":"x"}"#),
        (r#"{"id":2",name":"x"}"#, r#"{"id":2,"name":"x"}"#),
        (r#"{"tags":[},"b":1}"#, r#"{"tags":[],"b":1}"#),
        (r#"{"tags":{],"b":1}"#, r#"{"b":1}"#),
    ] {
        let found = read(input, None);
        assert_eq!(value(&found), wanted, "{input}\n{found:?}");
        assert!(found.complete, "{input}");
    }
}
