//! Bodies whose quotes lost their backslashes, one, two or all: the body is used as it was written or
//! not at all, and no piece of it stands for the document.

use countersign_recover::{Request, Schema, recover};
use serde_json::{Value, json};

const BODIES: &[&str] = &[
    "const a = {b: [\"x\"]};\n",
    "x = [\"a\", \"b\"]\n",
    "{\"name\": \"x\", \"v\": [1, \"two\"]}\n",
    "if a == \"b\": return {\"k\": \"v\"}\n",
    "let s = \"}]\";\n",
    "echo \"}]\" done",
    "assert_eq!(s, \"}\");",
    "foo(\"a\", [\"b\"], {\"c\": \"d\"})\n",
    "[dependencies]\nserde = { version = \"1\", features = [\"derive\"] }\n",
    "{\"scripts\": {\"test\": \"jest\"}}",
    "[\"a\"]",
    "\"a\": \"b\"",
    "\"},{\"path\":\"b",
    "printf(\"%d]}\\n\", 1);\n",
    "call(\"x\"}])",
    "v=\"1\",w=\"2\"",
    "var a = [\"x\"]}",
    "f(\"x\", {\"y\": \"z\"})",
];

fn shapes(body: &str) -> [Value; 5] {
    [
        json!({"operations": [{"kind": "write_file", "path": "a.js", "content": body}], "note": null}),
        json!({"operations": [{"kind": "write_file", "content": body, "path": "a.js"}, {"op": "add", "id": 1}]}),
        json!({"path": "a.js", "content": body}),
        json!([{"command": body}, {"command": "ls"}]),
        json!({"a": [{"content": body}]}),
    ]
}

/// The text without the backslashes of the quotes from one to another.
fn without(text: &str, from: usize, count: usize) -> String {
    let mut out = String::new();
    let (mut index, mut rest) = (0, text);
    while let Some(at) = rest.find("\\\"") {
        let lost = (from..from + count).contains(&index) && !rest[..at].ends_with('\\');
        out.push_str(&rest[..at]);
        out.push_str(if lost { "\"" } else { "\\\"" });
        rest = &rest[at + 2..];
        index += 1;
    }
    out + rest
}

fn bodies(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|i| bodies(i, found)),
        Value::Object(members) => {
            for (key, member) in members {
                match member {
                    Value::String(text) if key == "content" || key == "command" => found.push(text.clone()),
                    member => bodies(member, found),
                }
            }
        }
        _ => {}
    }
}

#[test]
fn a_body_with_raw_quotes_is_whole_or_refused() {
    let strict = json!({"type": "object", "required": ["operations"], "properties": {"operations": {"items": {"oneOf": [
        {"type": "object", "required": ["kind", "path", "content"], "additionalProperties": false,
            "properties": {"kind": {"const": "write_file"}, "path": {"type": "string"}, "content": {"type": "string"}}},
        {"type": "object", "required": ["op", "id"], "additionalProperties": false,
            "properties": {"op": {"const": "add"}, "id": {"type": "integer"}}}]}}}});
    let strict = Schema::compile(&strict).unwrap();
    let (mut tried, mut wrong) = (0, Vec::new());
    for body in BODIES {
        for document in shapes(body) {
            for text in [document.to_string(), serde_json::to_string_pretty(&document).unwrap()] {
                let quotes = text.matches("\\\"").count();
                let ways = (0..quotes).flat_map(|from| [(from, 1), (from, 2)]).chain([(0, quotes)]);
                for (from, count) in ways {
                    let input = without(&text, from, count);
                    // What is JSON as it stands says something else, and nobody can see it.
                    let read = |text: &str| serde_json::from_str::<Value>(text).is_ok();
                    if read(&input) || read(&format!("[{input}]")) {
                        continue;
                    }
                    let with_schema = document.get("operations").is_some().then_some(&strict);
                    for schema in [None, with_schema] {
                        tried += 1;
                        let found = recover(&Request { input: &input, schema, finish: None });
                        let mut got = Vec::new();
                        found.value().iter().for_each(|v| bodies(&v.get().to_serde(), &mut got));
                        if got.iter().any(|text| text != body && text != "ls") {
                            wrong.push(format!("{input}\n   {got:?} {:?}", found.repairs));
                        }
                    }
                }
            }
        }
    }
    assert!(tried > 1000, "{tried}");
    assert!(wrong.is_empty(), "{} of {tried}\n{}", wrong.len(), wrong[..wrong.len().min(5)].join("\n"));
}

#[test]
fn a_piece_of_a_broken_document_is_no_document() {
    for input in [
        r#"[{"command":"x = [\"a\", "b"]\n"},{"command":"ls"}]"#,
        r#"{"operations":[{"kind":"write_file","content":"var a = ["x"]}","path":"a"},{"op":"add","id":1}]}"#,
        r#"{"content":"{"name": "demo", "scripts": {"test": "jest"}, "files": ["a","b"]}","path":"a"}"#,
        r#"[{"id":1,]t":"x"},{"id":2,"t":"b"}]"#,
        "{\"operations\":[{\"content\":\"f(\"x\", {\"y\": \"z\"})\n\"},{\"op\":\"add\",\"id\":1}],\"n\":1}",
    ] {
        let found = recover(&Request { input, schema: None, finish: None });
        let value = found.value().map(|v| v.get().to_string()).unwrap_or_default();
        assert!(
            !["{\"command\"", "{\"op\"", "{\"scripts\"", "{\"id\"", "{\"y\""].iter().any(|p| value.starts_with(p)),
            "{input} {value}"
        );
        assert!(!found.dropped.is_empty(), "{input} {found:?}");
    }
}

#[test]
fn a_cut_string_is_not_searched() {
    for input in [
        r#""{\"content\":\"x[0]\",\"a\":"#,
        "\"Fix [urgent] bugs",
        r#""{\"thought\": \"Fix 50% of [urgent] bugs\", \"operat"#,
        r#""run {"op":"rm"} y"#,
    ] {
        let found = recover(&Request { input, schema: None, finish: None });
        assert!(!found.has_value() && !found.complete, "{input} {found:?}");
    }
    let found = recover(&Request { input: "\"Sure\" I said: {\"a\":1}", schema: None, finish: None });
    assert_eq!(found.value().unwrap().get().to_string(), "{\"a\":1}");
}

/// A missing comma between a text and a member whose key has no quotes either: where no key has any the text ends there,
/// elsewhere it is a guess; in no case is what follows a part of the text.
#[test]
fn a_text_before_a_bare_key_ends_there_or_is_a_guess() {
    for (input, value) in [
        (r#"{sku:"A" qty:"1"}"#, r#"{"sku":"A","qty":"1"}"#),
        (r#"{sku:"A" qty:1, z:"q"}"#, r#"{"sku":"A","qty":1,"z":"q"}"#),
        (r#"[{sku:"A" qty:[1]} {sku:"B",qty:[2]}]"#, r#"[{"sku":"A","qty":[1]},{"sku":"B","qty":[2]}]"#),
        (r#"{title: "Buy "milk" now: 2"}"#, r#"{"title":"Buy \"milk\" now: 2"}"#),
        (r#"{note: "the 24" screen: big"}"#, r#"{"note":"the 24\" screen: big"}"#),
        (r#"{"a":1,"sku":"A" qty:"1"}"#, r#"{"a":1}"#),
        (r#"{id:1,content:"A" qty:"1"}"#, r#"{"id":1,"qty":"1"}"#),
    ] {
        let found = recover(&Request { input, schema: None, finish: None });
        assert_eq!(found.value().map(|v| v.get().to_string()).as_deref(), Some(value), "{input} {found:?}");
    }
}
