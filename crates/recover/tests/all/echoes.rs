//! A schema that the model says again is no value of it, and words with an open bracket hold no answer.

use countersign_recover::{Reason, Recovered, Request, Schema, recover};
use serde_json::{Value, json};

fn with(schema: &Value, input: &str) -> Recovered {
    let schema = Schema::compile(schema).unwrap();
    recover(&Request { input, schema: Some(&schema), finish: None })
}

fn value(found: &Recovered) -> Option<Value> {
    found.value().map(|closed| closed.get().to_serde())
}

#[test]
fn a_schema_is_no_value_of_itself() {
    let closed = json!({"type": "object", "required": ["title"], "additionalProperties": false,
        "properties": {"title": {"type": "string"}, "id": {"type": "integer"}}});
    let open = json!({"type": "object", "properties": {"title": {"type": "string"}}});
    for schema in [&closed, &open] {
        for echo in [
            r#"{"$schema":"x","title":"CreateTodo","type":"object","properties":{"title":{"type":"string"}}}"#,
            r#"{"title":"Todo","type":"object"}"#,
            r#"{"title":"Todo","properties":{"title":{"type":["string","null"]}}}"#,
            r#"{"title":"Todo","$id":"todo","required":["title"]}"#,
        ] {
            let found = with(schema, echo);
            assert_eq!(value(&found), None, "{echo}\n{found:?}");
        }
        assert_eq!(value(&with(schema, r#"{"title":"Todo"}"#)), Some(json!({"title": "Todo"})));
    }
    let wrapped = with(&closed, r#"{"type":"object","properties":{"title":"Todo"}}"#);
    assert_eq!(value(&wrapped), Some(json!({"title": "Todo"})));
    // One unknown member is left out, as ever, and one that is declared is a member.
    assert_eq!(value(&with(&closed, r#"{"title":"Todo","type":"task"}"#)), Some(json!({"title": "Todo"})));
    let typed = json!({"type": "object", "properties": {"type": {"type": "string"}, "title": {"type": "string"}}});
    let shape = json!({"title": "a", "type": "object"});
    assert_eq!(value(&with(&typed, &shape.to_string())), Some(shape));
}

fn operations() -> Value {
    json!({"type": "object", "required": ["operations"], "properties": {"operations": {"type": "array", "items": {
        "type": "object", "required": ["op"], "properties": {"op": {"type": "string"}, "title": {"type": "string"}}}}}})
}

#[test]
fn an_open_bracket_in_the_words_before_takes_no_answer() {
    let answer = r#"{"operations":[{"op":"create","title":"Buy milk"}]}"#;
    for words in [
        "[12:30] ",
        "He wrote [draft. ",
        "An open [ bracket. ",
        "array[0 = ",
        r#"In "{" and "[" we trust. "#,
        r#"Regex: /[{"]+/ . "#,
        "(see {note. ",
    ] {
        let found = with(&operations(), &format!("{words}{answer}"));
        assert_eq!(value(&found), serde_json::from_str(answer).ok(), "{words}\n{found:?}");
        assert!(found.complete && found.is_meant(), "{words}\n{found:?}");
    }
    let denied = with(&operations(), &format!("I must not send [draft {answer}"));
    assert!(denied.dropped.iter().any(|d| d.reason == Reason::Denied) && !denied.has_value(), "{denied:?}");
}

#[test]
fn what_may_have_begun_as_a_value_is_none() {
    let answer = r#"{"operations":[{"op":"delete","title":"x"}]}"#;
    for begun in [
        r#"{"operations":[{"op":"create","title":"Write "#,
        r#"{"answer":"Use the form "#,
        r#"Here: {"answer":"Use the form "#,
        r#"Here: ["use "#,
        "<tool_response>[x ",
        "[TOOL_RESULTS] [x ",
        "User: [x ",
    ] {
        let found = with(&operations(), &format!("{begun}{answer}"));
        assert_eq!(value(&found), None, "{begun}\n{found:?}");
    }
}

#[test]
fn a_character_that_lacks_a_digit_makes_its_text_a_guess() {
    for input in [
        r#"{"operations":[{"op":"create","title":"Caf\u20'1c"}]}"#,
        r#"{"operations":[{"op":"create","title":"Caf\u00e"}]}"#,
    ] {
        let found = with(&operations(), input);
        assert_eq!(value(&found), None, "{input}\n{found:?}");
    }
}

#[test]
fn names_of_files_are_used_as_they_stand() {
    let schema = json!({"type": "object", "properties": {"files": {"type": "array", "items": {"type": "object",
        "properties": {"path": {"type": "string"}, "note": {"type": "string"}}}}}});
    for path in [r#""src\main.rs""#, r#""a\ud83d""#, "a.txt"] {
        let found = with(&schema, &format!(r#"{{"files":[{{"path":{path}}},{{"path":"b","note":"c"}}]}}"#));
        assert_eq!(value(&found), Some(json!({"files": [{"path": "b", "note": "c"}]})), "{path}\n{found:?}");
        assert_eq!(found.dropped[0].reason, Reason::LossyBody, "{path}");
    }
    let found = with(&schema, r#"{"files":[{"path":"a","note":b.txt}]}"#);
    assert_eq!(value(&found), Some(json!({"files": [{"path": "a", "note": "b.txt"}]})));
}

#[test]
fn what_stands_for_a_value_in_a_form_is_none() {
    for (title, stands_for) in [
        ("<title>", true),
        ("<string>", true),
        ("{{title}}", true),
        ("[title]", true),
        ("<Title>", true),
        ("title", false),
        ("string", false),
        ("<b>title</b>", false),
        ("[x]", false),
        ("<milk>", false),
    ] {
        let input = json!({"operations": [{"op": "a", "title": "Buy milk"}, {"op": "b", "title": title}]}).to_string();
        let found = with(&operations(), &input);
        let kept = value(&found).unwrap()["operations"].as_array().unwrap().len();
        assert_eq!(kept, if stands_for { 1 } else { 2 }, "{title}\n{found:?}");
        assert_eq!(found.reason("/operations/1"), stands_for.then_some(Reason::Violation), "{title}");
    }
    let person = json!({"type": "object", "required": ["name", "age"],
        "properties": {"name": {"type": "string"}, "age": {"type": "integer"}}});
    assert_eq!(value(&with(&person, r#"{"name":"string","age":"integer"}"#)), None);
    assert_eq!(value(&with(&person, r#"{"name":"string","age":31}"#)), Some(json!({"name": "string", "age": 31})));
    let types = json!({"type": "object", "properties": {"from": {"type": "string"}, "to": {"type": "string"}}});
    let given = json!({"from": "string", "to": "integer"});
    assert_eq!(value(&with(&types, &given.to_string())), Some(given));
}
