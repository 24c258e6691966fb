//! `countersign recover`: one text, or JSON lines; what is printed and with which exit code.

use crate::world::{Ran, World, binary, run};
use serde_json::{Value, json};

const OPERATIONS: &str = r#"{"type":"object","properties":{"operations":{"type":"array","items":{
    "type":"object","required":["op","id"],"properties":{"op":{"enum":["create","update"]},"id":{"type":"integer"}}}}}}"#;

fn recover(args: &[&str], input: &str) -> Ran {
    run(binary().arg("recover").args(args), input.as_bytes())
}

#[test]
fn one_text_is_answered_with_one_object_and_an_exit_code() {
    for (input, code, value) in [
        ("{\"a\":1}", 0, json!({"a": 1})),
        ("Sure:\n```json\n{'a': 1,}\n```\n", 0, json!({"a": 1})),
        ("null", 0, Value::Null),
        ("{\"operations\":[{\"id\":1},{\"id\":2", 2, json!({"operations": [{"id": 1}]})),
        ("{\"a\":1,\"content\":\"say \"hi\" now\"}", 2, json!({"a": 1})),
    ] {
        let ran = recover(&[], input);
        let found = ran.json();
        assert_eq!((ran.code, &found["value"]), (code, &value), "{input} {found}");
        assert!(found.get("value").is_some() && found["error"].is_null(), "{input} {found}");
    }
    for (input, error) in [("", "no_json"), ("I cannot do that.", "no_json"), ("<think>{\"a\":1}", "only_reasoning")] {
        let ran = recover(&[], input);
        let found = ran.json();
        assert_eq!((ran.code, found["error"]["code"].as_str()), (1, Some(error)), "{input} {found}");
        assert!(found.get("value").is_none() && found.get("best_effort").is_none(), "{input} {found}");
    }
}

#[test]
fn the_whole_answer_of_a_cut_text_is_as_documented() {
    let world = World::new();
    let schema = world.dir.path().join("operations.json");
    std::fs::write(&schema, OPERATIONS).unwrap();
    let ran = recover(
        &["--schema", schema.to_str().unwrap(), "--finish", "length"],
        r#"{"operations":[{"op":"Create","id":"5"},{"op":"drop","id":6},{"op":"update","id"#,
    );
    let mut found = ran.json();
    assert!(found["violations"][0]["message"].as_str().is_some_and(|m| !m.is_empty()));
    found["violations"][0]["message"] = json!("…");
    assert_eq!(
        found,
        json!({
            "value": {"operations": [{"op": "create", "id": 5}]},
            "best_effort": {"operations": [{"op": "create", "id": 5}, {"op": "drop", "id": 6}, {"op": "update"}]},
            "complete": false,
            "dropped": [
                {"path": "/operations/1", "reason": "violation"},
                {"path": "/operations/2", "reason": "unclosed"}
            ],
            "violations": [{"path": "/operations/1/op", "message": "…"}],
            "repairs": ["closed", "coerced"],
            "error": null
        })
    );
    assert_eq!(ran.code, 2);
}

#[test]
fn what_cannot_be_read_ends_with_a_message_and_exit_code_1() {
    let world = World::new();
    let schema = world.dir.path().join("broken.json");
    std::fs::write(&schema, "{\"type\": 5}").unwrap();
    for args in [vec!["--schema", schema.to_str().unwrap()], vec!["--schema", "/nowhere/at/all.json"]] {
        let ran = recover(&args, "{}");
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{args:?}");
        assert!(!ran.err.is_empty(), "{args:?}");
    }
    let cut_in_a_character = run(binary().arg("recover"), b"{\"a\":1,\"b\":\"\xe2\x80");
    assert_eq!(cut_in_a_character.json()["value"], json!({"a": 1}));
    let not_utf8 = run(binary().arg("recover"), b"{\"a\":\"\xff\xfe\"}");
    assert_eq!((not_utf8.code, not_utf8.out.as_str()), (1, ""));
}

#[test]
fn a_batch_is_answered_in_order_and_bad_lines_do_not_stop_it() {
    let requests = [
        json!({"id": 1, "input": "[1, 2,]", "schema": null}).to_string(),
        "not json".to_owned(),
        String::new(),
        json!({"id": "b", "input": "{\"operations\":[{\"op\":\"create\",\"id\":\"7\"}]}", "schema": serde_json::from_str::<Value>(OPERATIONS).unwrap()}).to_string(),
        json!({"id": 3}).to_string(),
        json!({"id": 4, "input": "1", "schema": {"type": 5}}).to_string(),
        json!({"id": 5, "input": "1", "finish": 5}).to_string(),
        json!({"input": "1"}).to_string(),
        json!({"id": 6, "input": "12", "finish": "length"}).to_string(),
        json!({"id": 7, "input": "{\"a\":1}", "finish": "length"}).to_string(),
        json!({"id": 8, "input": "[".repeat(100_000)}).to_string(),
        json!({"id": 9, "input": "hello"}).to_string(),
    ];
    let ran = recover(&["--batch"], &requests.join("\n"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    let found: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let seen: Vec<(&Value, Option<&Value>, Option<&str>)> =
        found.iter().map(|f| (&f["id"], f.get("value"), f["error"]["code"].as_str())).collect();
    assert_eq!(
        seen,
        [
            (&json!(1), Some(&json!([1, 2])), None),
            (&Value::Null, None, Some("invalid_json")),
            (&json!("b"), Some(&json!({"operations": [{"op": "create", "id": 7}]})), None),
            (&json!(3), None, Some("invalid_input")),
            (&json!(4), None, Some("invalid_schema")),
            (&json!(5), None, Some("invalid_finish")),
            (&Value::Null, None, Some("invalid_id")),
            (&json!(6), None, None),
            (&json!(7), Some(&json!({"a": 1})), None),
            (&json!(8), None, Some("too_deep")),
            (&json!(9), None, Some("no_json")),
        ]
    );
    assert_eq!(found[7]["complete"], json!(false), "12 may have been 123");
    assert_eq!((&found[8]["complete"], &found[8]["repairs"]), (&json!(true), &json!(["finish_length"])));
}

#[test]
fn a_slip_in_why_the_runtime_stopped_is_told() {
    for word in ["lenght", "", "done"] {
        let ran = recover(&["--finish", word, "--json"], "{\"a\":1}");
        assert_eq!((ran.code, &ran.json()["error"]), (1, &json!("invalid_finish")), "{word}: {ran:?}");
    }
    for word in ["stop", "length", "aborted", "END_TURN", "max_tokens", "tool_calls"] {
        assert_eq!(recover(&["--finish", word], "{\"a\":1}").code, 0, "{word}");
    }
}
