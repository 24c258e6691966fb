//! Keys without quotes, marks that slipped into a text or a key, and members whose brace is lost: what a text takes in
//! is never the next member, and no operation becomes another.

use countersign_recover::{Finish, Recovered, Request, Schema, recover};
use serde_json::{Value, json};

fn operations() -> Schema {
    let item = json!({ "type": "object", "additionalProperties": false, "required": ["op"], "properties": {
        "op": { "enum": ["create", "update", "delete", "complete"] }, "id": { "type": "integer" },
        "title": { "type": "string" }, "notes": { "type": "string" }, "priority": { "enum": ["low", "high"] },
    } });
    Schema::compile(&json!({ "type": "object", "required": ["operations"], "additionalProperties": false,
        "properties": { "operations": { "type": "array", "items": item } } }))
    .unwrap()
}

fn files() -> Schema {
    let text = json!({ "type": "string" });
    let of = |names: &[&str]| {
        let fields: serde_json::Map<String, Value> = names.iter().map(|n| ((*n).to_owned(), text.clone())).collect();
        json!({ "type": "array", "items": { "type": "object", "required": [names[0]], "properties": fields } })
    };
    Schema::compile(&json!({ "type": "object", "properties": { "summary": text,
        "fileChanges": of(&["path", "content"]), "commands": of(&["command", "why"]) } }))
    .unwrap()
}

fn read(input: &str, schema: &Schema) -> (Value, Recovered) {
    let found = recover(&Request { input, schema: Some(schema), finish: Some(Finish::Stop) });
    (found.value().map_or(Value::Null, |v| v.into_inner().to_serde()), found)
}

/// What may stand behind a closing quote where a comma should.
const BEHIND: [&str; 42] = [
    "id: 4",
    "'id': 4",
    "id=4",
    "id => 4",
    ".",
    " .",
    ") ",
    "!, id: 4",
    "?\", id: 4",
    "', id: 4",
    "> id: 4",
    "<br>, id: 4",
    "…, id: 4",
    "..., id: 4",
    "-, id: 4",
    "|id: 4",
    "\tid: 4",
    "$id: 4",
    "@id: 4",
    "_id: 4",
    "é: 4",
    "priority high",
    "priority \"high\"",
    "priority: high, id: 4",
    "priority: \"high\"",
    "true",
    "4",
    "{id: 4}",
    "[4]",
    ";id: 4",
    ", , id: 4",
    ":\"id\": 4",
    "\\n id: 4",
    "\\, id: 4",
    " and more, id: 4",
    " (urgent), id: 4",
    " \"now\", id: 4",
    " - id: 4",
    "// note\n id: 4",
    "/* note */ id: 4",
    "</title>, id: 4",
    "+\"x\", id: 4",
];

#[test]
fn a_text_never_takes_in_the_next_operation() {
    let schema = operations();
    for (frame, behind) in ["%", "Sure:\n%", "```js\n%\n```", "ops = %"].iter().flat_map(|f| BEHIND.map(|b| (f, b))) {
        for spelled in [
            "{operations: [{op: \"update\", title: \"x\"@}, {op: \"delete\", id: 12}]}",
            "{\"operations\": [{\"op\": \"update\", \"title\": \"x\"@}, {\"op\": \"delete\", \"id\": 12}]}",
            "{'operations': [{'op': 'update', 'title': 'x'@}, {'op': 'delete', 'id': 12}]}",
            "{operations: [{op: \"update\", title: \"x\"@, notes: \"a, b\"}, {op: \"delete\", id: 12, notes: \"y\"}]}",
        ] {
            let input = frame.replace('%', &spelled.replace('@', behind));
            let (value, found) = read(&input, &schema);
            for op in value["operations"].as_array().into_iter().flatten() {
                let (id, title) = (op["id"].as_i64(), op["title"].as_str().unwrap_or_default());
                let own = op["op"] == "delete" && id == Some(12) || op["op"] == "update" && id != Some(12);
                assert!(own && !title.contains("op") && !title.contains("id"), "{input}\n{found:?}");
            }
            let told = !found.dropped.is_empty() || !found.complete;
            assert!(
                value.is_null() || told || value["operations"].as_array().unwrap().len() == 2,
                "{input}\n{found:?}"
            );
        }
    }
}

#[test]
fn a_missing_comma_before_a_bare_key_is_put_there() {
    let (value, found) = read("{operations: [{op: \"create\", title: \"Buy milk\"priority: \"high\"}]}", &operations());
    let want = json!({ "operations": [{ "op": "create", "title": "Buy milk", "priority": "high" }] });
    assert_eq!(value, want, "{found:?}");
}

#[test]
fn a_name_or_a_body_never_takes_in_a_mark_or_a_member_beside_it() {
    for input in [
        "{fileChanges: [{path: \"a.txt\"content: \"x\"}], commands: []}",
        "{fileChanges: [{path: \"a.txt)content: \"x\"}], commands: []}",
        "{fileChanges: [{path: \"a.txt, content: \"\"}], commands: []}",
        "{fileChanges: [{path: \"\"a.txt, content: \"\"}], commands: []}",
        "{fileChanges: [{path: \"a.txt\\\", content: \"<p class=\\\"a\\\">x</p>\"}], commands: []}",
        "{\"fileChanges\": [{\"path\": \"a.txt, \"\"content\": \"x\"}], \"commands\": []}",
        "{\"fileChanges\": [{\"content\": \"x, \"\"path\": \"a.txt\"}], \"commands\": []}",
        "{'fileChanges': [], 'commands': [{'command': 'rm -rf build, ''why': 'look'}]}",
        "{'fileChanges': [{'path': 'a.txt'', content'''x'}], 'commands': []}",
    ] {
        let (value, found) = read(input, &files());
        for change in value["fileChanges"].as_array().into_iter().flatten() {
            assert!([Value::Null, json!("a.txt")].contains(&change["path"]), "{input}\n{found:?}");
            assert!([Value::Null, json!("x"), json!("")].contains(&change["content"]), "{input}\n{found:?}");
        }
        let commands = value["commands"].as_array().into_iter().flatten();
        assert!(commands.into_iter().all(|c| c["command"] == "rm -rf build"), "{input}\n{found:?}");
    }
}

/// A key is its letters, whatever mark slipped into its quotes.
#[test]
fn a_mark_that_slipped_into_a_key_is_no_part_of_it() {
    let want = json!({ "fileChanges": [], "commands": [{ "command": "ls", "why": "look" }] });
    for key in ["commands]", "commands}", "commands,", ", commands", "commands:", "[commands", "commands;"] {
        for frame in ["%", "Here you go: %", "<tool_call>\n{\"name\":\"p\",\"arguments\":%}\n</tool_call>"] {
            let document = format!("{{\"fileChanges\": [], \"{key}\": [{{\"command\": \"ls\", \"why\": \"look\"}}]}}");
            let input = frame.replace('%', &document);
            let (value, found) = read(&input, &files());
            assert_eq!(value, want, "{input}\n{found:?}");
        }
    }
}

/// Behind words, too, what a key names is a member, not the answer.
#[test]
fn members_whose_brace_is_lost_are_an_object() {
    let one = json!([{ "command": "make", "why": "build" }]);
    for (broken, want) in [
        ("\"fileChanges\": [], \"commands\": @}", json!({ "fileChanges": [], "commands": one })),
        ("{\\\"fileChanges\":[],\"commands\":@}", json!({ "commands": one })),
        ("fileChanges{: [], commands: @}", json!({ "commands": one })),
        ("{fileChanges[], commands: @}", json!({ "commands": one })),
    ] {
        for frame in ["Here you go: %", "[TOOL_CALLS]p[ARGS]%"] {
            let input = frame.replace('%', &broken.replace('@', &one.to_string()));
            let (value, found) = read(&input, &files());
            let whole = value["commands"] == want["commands"] && value.get("command").is_none();
            assert!(value.is_null() || whole, "{input}\n{found:?}");
        }
    }
    let (value, found) = read("Here you go: \"operations\": [{\"op\": \"delete\", \"id\": 4}]}", &operations());
    assert_eq!(value, json!({ "operations": [{ "op": "delete", "id": 4 }] }), "{found:?}");
    // What is only broken is not searched for pieces.
    for input in [
        "Here you go: {'operations': []{'op': 'complete', 'id': 1}, {'op': 'delete', 'id': 4}]}",
        "ops = {\"operations\": ][{\"op\": \"complete\", \"id\": 1}, {\"op\": \"delete\", \"id\": 4}]}",
    ] {
        let (value, found) = read(input, &operations());
        let both = value["operations"].as_array().is_some_and(|ops| ops.len() == 2);
        assert!(value.is_null() || both || !found.dropped.is_empty(), "{input}\n{found:?}");
    }
}
