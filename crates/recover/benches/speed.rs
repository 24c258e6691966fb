//! How long 100 KB take (RECOVERY.md: 5 ms at most, whatever is wrong with it), and 1 MB: linear growth
//! is ten times as long. `cargo bench -p countersign-recover`
#![allow(clippy::panic, clippy::print_stdout, missing_docs)]

use countersign_recover::{Request, Schema, recover};
use std::time::{Duration, Instant};

/// The best of seven, in milliseconds.
fn time(text: &str, schema: Option<&Schema>) -> f64 {
    let once = |_| {
        let start = Instant::now();
        let found = recover(&Request { input: text, schema, finish: None });
        let took = start.elapsed();
        drop(found);
        took
    };
    (0..7).map(once).min().unwrap_or(Duration::ZERO).as_secs_f64() * 1e3
}

/// A reply with operations, `length` bytes or a little more.
fn reply(length: usize) -> String {
    let one = r#"{"op":"create","title":"Renew passport, then call Anna","due":"2026-11-22","tags":["home","a b"]}"#;
    let list = vec![one; length / one.len() + 1].join(",\n  ");
    format!("{{\"reply\": \"Done.\", \"operations\": [\n  {list}\n]}}")
}

/// What such a reply should be.
fn schema() -> Schema {
    let text = || serde_json::json!({"type": "string"});
    let operation = serde_json::json!({
        "type": "object",
        "required": ["op", "title"],
        "additionalProperties": false,
        "properties": {
            "op": {"enum": ["create", "update", "delete"], "x-aliases": ["action"]},
            "title": text(),
            "due": {"type": ["string", "null"]},
            "count": {"type": "integer"},
            "tags": {"type": "array", "items": text()}
        }
    });
    let reply = serde_json::json!({
        "type": "object",
        "required": ["operations"],
        "properties": {"reply": text(), "operations": {"type": "array", "items": operation}}
    });
    Schema::compile(&reply).unwrap_or_else(|error| panic!("{error}"))
}

/// The same with operations of several kinds, told apart by their name, and names that are not its own.
fn kinds() -> Schema {
    let kind = |op: &str, properties: serde_json::Value| {
        let mut properties = properties;
        properties["op"] = serde_json::json!({"const": op, "x-aliases": ["action"]});
        serde_json::json!({"type": "object", "required": ["op"], "additionalProperties": false, "properties": properties})
    };
    let text = || serde_json::json!({"type": "string"});
    let create = kind(
        "create",
        serde_json::json!({
            "title": text(), "due": {"type": ["string", "null"]}, "tags": {"type": "array", "items": text()}
        }),
    );
    let update = kind("update", serde_json::json!({"id": {"type": "integer"}, "title": text()}));
    let delete = kind("delete", serde_json::json!({"id": {"type": "integer"}}));
    let operations = serde_json::json!({"type": "array", "items": {"oneOf": [delete, update, create]}});
    let properties = serde_json::json!({"reply": text(), "operations": operations});
    Schema::compile(&serde_json::json!({"type": "object", "properties": properties}))
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The text with `what` done to its character at the middle that is `wanted`.
fn hurt(text: &str, wanted: char, with: &str) -> String {
    let Some(found) = text[text.len() / 2..].find(wanted) else { return text.to_owned() };
    let at = text.len() / 2 + found;
    format!("{}{with}{}", &text[..at], &text[at + wanted.len_utf8()..])
}

fn main() {
    let units = [
        "[",
        "{",
        "\"",
        "'",
        "{\"a\":",
        "{\"a\":\"",
        "[1,",
        "\\\"",
        "```",
        "<think>",
        "<",
        "/*",
        "\"\"\"",
        "a:",
        "\"a\" ",
        "[{",
        "{{}",
        "]}",
        "[]",
        "{\"a\":[}",
        "\"\\u",
        "“",
        "x {\"a\": \n{",
        "\"a\"\"b",
        "{'a': True, ",
        "[\"a\", // \"b\",\n",
        "{\"a\": \"b\" /* \"c\", */, ",
        "{\"a\": \"b\", c: ",
        "[1]",
        "{\"a\":1}",
        "<|channel|>x",
        "｛",
        "｛\"a\"：\"b，\"，",
        "> {\"a\":1}\n",
        "User: hi\n",
        "User:\n{\"a\":",
        "19:00? {\"a\":1}\n",
        "```json\n{\n",
        "1. {\"a\":1}\n",
        "<tool_call>{",
        "{} or ",
        "f(a=1)",
        "f(a=1)\n",
        "<invoke name=\"p\"><parameter name=\"a\">1</parameter></invoke>",
        "{\"name\":\"p\",\"arguments\":{\"a\":1}}\n",
        "{\"name\":\"p\",\"arguments\":{\"operations\":[]}}\n",
    ];
    println!("{:<34}{:>9}{:>9}", "", "100 KB", "1 MB");
    let mut worst = 0.0_f64;
    let schema = schema();
    // `cargo bench -p countersign-recover -- "as operations"`: only what has that in its name.
    let only = std::env::args().skip(1).find(|arg| !arg.starts_with('-')).unwrap_or_default();
    let mut show_with = |name: &str, schema: Option<&Schema>, make: &dyn Fn(usize) -> String| {
        if !name.contains(&only) {
            return;
        }
        let (short, long) = (time(&make(100_000), schema), time(&make(1_000_000), schema));
        worst = worst.max(short);
        println!("{name:<34}{short:>7.2}ms{long:>7.2}ms");
    };
    let mut show = |name: &str, make: &dyn Fn(usize) -> String| show_with(name, None, make);
    for unit in units {
        show(&format!("{unit:?} again and again"), &|length| unit.repeat(length / unit.len()));
    }
    for unit in units {
        let name = format!("{unit:?} with schema, again and again");
        show_with(&name, Some(&schema), &|length| unit.repeat(length / unit.len()));
    }
    let cut = |length: usize| {
        format!("{{\"operations\": [{{\"op\": \"create\", \"title\": \"{}", "{\"a\"}".repeat(length / 5))
    };
    show_with("{\"a\"} in a cut title, again and again", Some(&schema), &cut);
    let mut show = |name: &str, make: &dyn Fn(usize) -> String| show_with(name, None, make);
    show("JSON", &reply);
    for (wanted, with) in [(',', ""), ('"', ""), ('"', "'"), ('{', ""), ('}', ""), ('[', "[["), (']', "}"), (':', "")] {
        show(&format!("JSON with {with:?} for a {wanted:?}"), &|length| hurt(&reply(length), wanted, with));
    }
    show("JSON that is cut", &|length| reply(length)[..length * 9 / 10].to_owned());
    for (wanted, with) in [('?', ""), (',', ""), ('"', ""), ('"', "'"), ('{', ""), ('}', ""), (']', "}"), (':', "")] {
        let name = format!("with schema, {with:?} for a {wanted:?}");
        show_with(&name, Some(&schema), &|length| hurt(&reply(length), wanted, with));
    }
    for (what, with) in [("\"op\"", "\"Op\""), ("\"create\"", "\"CREATE\""), ("[\"home\",\"a b\"]", "\"home\"")] {
        let name = format!("with schema, {with} for each {what}");
        show_with(&name, Some(&schema), &|length| reply(length).replace(what, with));
    }
    let kinds = kinds();
    for (what, with) in [("\"op\"", "\"Action\""), ("\"create\"", "\"CREATE\""), ("\"due\"", "\"when\"")] {
        let name = format!("of kinds, {with} for each {what}");
        show_with(&name, Some(&kinds), &|length| reply(length).replace(what, with));
    }
    let integers = serde_json::json!({"type": "array", "items": {"type": "integer"}});
    let integers = Schema::compile(&integers).unwrap_or_else(|error| panic!("{error}"));
    show_with("[1,1,…] as integers", Some(&integers), &|length| format!("[{}1]", "1,".repeat(length / 2)));
    show_with("[\"1\",…] as integers", Some(&integers), &|length| format!("[{}1]", "\"1\",".repeat(length / 4)));
    show_with("[1,1,…] as operations", Some(&kinds), &|length| format!("[{}1]", "1,".repeat(length / 2)));
    println!("worst at 100 KB: {worst:.2} ms");
    // The longest document that is mended.
    println!("{:<34}{:>9}", "", "16 KB");
    for (wanted, with) in [(',', ""), ('"', ""), ('"', "'"), ('{', ""), ('}', ""), ('[', "[["), (':', ";"), ('2', "2#")]
    {
        let text = hurt(&reply(16_000), wanted, with);
        println!("{:<34}{:>7.2}ms", format!("JSON with {with:?} for a {wanted:?}"), time(&text, None));
    }
}
