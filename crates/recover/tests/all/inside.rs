//! What stands in the words of a text of a document is never a document of its own, wherever the text ends.

use countersign_recover::{Finish, Recovered, Request, Schema, recover};
use serde_json::{Value, json};

fn files() -> Schema {
    let text = json!({ "type": "string" });
    let file = json!({ "type": "object", "required": ["path"], "properties": { "path": text, "content": text } });
    let command = json!({ "type": "object", "required": ["command"], "properties": { "command": text } });
    Schema::compile(&json!({ "type": "object", "properties": {
        "summary": text,
        "fileChanges": { "type": "array", "items": file },
        "commands": { "type": "array", "items": command },
    } }))
    .unwrap()
}

fn operations() -> Schema {
    let item = json!({ "type": "object", "additionalProperties": false, "required": ["op"], "properties": {
        "op": { "enum": ["create", "update", "delete"] }, "id": { "type": "integer" },
        "title": { "type": "string" }, "notes": { "type": "string" },
    } });
    Schema::compile(&json!({ "type": "object", "required": ["operations"], "additionalProperties": false,
        "properties": { "operations": { "type": "array", "items": item } } }))
    .unwrap()
}

fn read(input: &str, schema: &Schema) -> (Option<Value>, Recovered) {
    let found = recover(&Request { input, schema: Some(schema), finish: None });
    (found.value().map(|v| v.into_inner().to_serde()), found)
}

/// Frames of an answer: `%` stands for the document.
const FRAMES: [&str; 8] = [
    "%",
    "Here are the changes:\n\n%",
    "```json\n%",
    "Sure.\n```json\n%",
    "[TOOL_CALLS]edit[ARGS]%",
    "<think>ok</think>\n%",
    "JSON: %",
    "<answer>%",
];

const BODIES: [&str; 6] = [
    "# Tool\n\nCall it:\n\n```json\n{\"commands\": [{\"command\": \"rm -rf build\"}]}\n```\n\nOr {'commands': [{'command': 'rm -rf dist'}]}\n\n- run `make`\n",
    "{\n  \"name\": \"x\",\n  \"commands\": [{\"command\": \"npm publish\"}]\n}\n",
    "import json\nreply = {'commands': [{'command': 'rm -rf dist'}]}\nprint(json.dumps(reply))\n",
    "#!/bin/sh\ncat > r.json <<E\n{\"commands\": [{\"command\": \"rm -rf x\"}]}\nE\n",
    "{\"commands\":[{\"command\":\"a\"}]}\n{\"commands\":[{\"command\":\"b\"}]}\n",
    "x\n</think>\n{\"commands\":[{\"command\":\"a\"}]}\n",
];

/// Text of a file as small models write it: with bare line breaks, or with bare quotes too.
#[test]
fn no_command_comes_out_of_the_text_of_a_file_that_is_cut() {
    let schema = files();
    let head = "{\"summary\":\"s\",\"fileChanges\":[{\"path\":\"a.txt\",\"content\":\"hello\\n\"},{\"path\":\"b.txt\",\"content\":";
    let mut kept = 0;
    let mut all = 0;
    for body in BODIES {
        let escaped = serde_json::to_string(body).unwrap();
        let spelled = [escaped.clone(), escaped.replace("\\n", "\n"), format!("\"{body}\"")];
        for (frame, text) in FRAMES.iter().flat_map(|frame| spelled.iter().map(move |text| (frame, text))) {
            let whole = frame.replace('%', &format!("{head}{text}"));
            let from = whole.len() - text.len() + 1;
            for at in (from..whole.len()).filter(|at| whole.is_char_boundary(*at)) {
                let cut = &whole[..at];
                let (value, found) = read(cut, &schema);
                let value = value.unwrap_or_default();
                assert!(value.get("commands").is_none(), "{cut}\n{found:?}");
                let changes = value["fileChanges"].as_array().cloned().unwrap_or_default();
                let first = json!({ "path": "a.txt", "content": "hello\n" });
                assert!(changes.iter().all(|change| *change == first), "{cut}\n{found:?}");
                kept += changes.len();
                all += 1;
            }
        }
    }
    assert!(kept * 1_000 >= all * 995, "what is closed is kept: {kept} of {all}");
}

#[test]
fn no_operation_comes_out_of_a_text_that_is_cut() {
    let schema = operations();
    let within = [
        "{'operations':[{'op':'delete','id':99}]}",
        "{“operations”:[{“op”:“delete”,“id”:99}]}",
        "{operations:[{op:delete,id:99}]}",
        "<tool_call>{'name':'propose','arguments':{'operations':[{'op':'delete','id':99}]}}</tool_call>",
        "```json\n{'operations':[{'op':'delete','id':99}]}\n```",
        "[{'op':'delete','id':99}]",
    ];
    let before = ["\n", "\n\n", "Correction:\n", "\n```\n", "\n# \n", "x </think> ", "</think>\n\n", "<answer>", " "];
    for (within, before) in within.iter().flat_map(|within| before.iter().map(move |before| (within, before))) {
        let text = format!(
            "{{\"operations\":[{{\"op\":\"create\",\"title\":\"t\"}},{{\"op\":\"update\",\"id\":3,\"notes\":\"{before}{within}"
        );
        for frame in FRAMES {
            for end in ["", " and", "}]}", "\nmore text that is cut"] {
                let cut = frame.replace('%', &format!("{text}{end}"));
                let (value, found) = read(&cut, &schema);
                let expected = json!({ "operations": [{ "op": "create", "title": "t" }] });
                assert!(value.is_none() || value == Some(expected), "{cut}\n{found:?}");
                assert!(!found.complete, "{cut}\n{found:?}");
            }
        }
    }
}

/// What begins in the words of the draft is the answer once more, and what follows a closed document is one.
#[test]
fn what_is_said_after_a_document_is_still_read() {
    let schema = operations();
    let answer = "{\"operations\":[{\"op\":\"delete\",\"id\":99}]}";
    let expected = json!({ "operations": [{ "op": "delete", "id": 99 }] });
    for before in [
        "{\"operations\":[{\"op\":\"create\",\"title\":\"Buy mi\n\n",
        "Sure:\n{\"operations\":[{\"op\":\"create\",\"title\":\"Buy mi\n\nSorry, I mean:\n",
        "I will use {the format \"below:\n",
        "The tool takes {operations: a list} of them.\n\n",
        "{\"operations\":[{\"op\":\"create\",\"title\":\"a\nb\"}]}\n\nOr rather:\n",
    ] {
        let (value, found) = read(&format!("{before}{answer}"), &schema);
        assert_eq!(value, Some(expected.clone()), "{before}\n{found:?}");
    }
}

/// Brackets behind the text of a file whose quotes are bare may be that text's own.
#[test]
fn what_may_end_in_the_brackets_of_a_text_is_not_complete() {
    let head = "{\"fileChanges\":[{\"path\":\"b.txt\",\"content\":\"";
    let found = |text: &str| recover(&Request { input: text, schema: Some(&files()), finish: Some(Finish::Stop) });
    assert!(!found(&format!("{head}# T\n{{\"commands\": [{{\"command\": \"make\"}}]}}")).complete);
    assert!(found(&format!("{head}say \"hi\" now\"}}]}}")).complete);
}

/// A text that begins with the tag of a call is a text, whether its quotes are there or not.
#[test]
fn a_tag_at_the_head_of_a_text_begins_no_call() {
    let schema = files();
    let first = json!({ "path": "a.txt", "content": "hello\n" });
    for tag in
        ["<tool_call>\n@\n</tool_call>\n", "<tool_call>@</tool_call>", "[TOOL_CALLS]run[ARGS]@\n", "```json\n@\n```\n"]
    {
        let body = tag.replace('@', "{\"commands\":[{\"command\":\"rm -rf k\"}]}");
        let escaped = serde_json::to_string(&body).unwrap();
        let spelled = [
            escaped.replace("\\n", "\n"),
            format!("\"{body}\""),
            body.clone(),
            format!("{body}\""),
            format!("`{body}`"),
        ];
        for (frame, text) in FRAMES.iter().flat_map(|frame| spelled.iter().map(move |text| (frame, text))) {
            let head = "{\"summary\":\"s\",\"fileChanges\":[{\"path\":\"a.txt\",\"content\":\"hello\\n\"},{\"path\":\"b.txt\",\"content\":";
            for end in ["}]}", "}]}\n```\nDone.", ""] {
                let input = frame.replace('%', &format!("{head}{text}{end}"));
                let (value, found) = read(&input, &schema);
                let value = value.unwrap_or_default();
                assert!(value.get("commands").is_none(), "{input}\n{found:?}");
                let changes = value["fileChanges"].as_array().cloned().unwrap_or_default();
                let whole = |change: &Value| change["content"] == body.as_str();
                assert!(changes.iter().all(|change| *change == first || whole(change)), "{input}\n{found:?}");
            }
        }
    }
}

/// Records of JSON in a text whose quotes are bare look like the next elements: where the text is cut, none is one.
#[test]
fn no_element_comes_out_of_a_text_that_is_cut() {
    let item = json!({ "type": "object", "required": ["op"], "properties": { "op": { "type": "string" } } });
    let open = Schema::compile(&json!({ "type": "object", "required": ["operations"], "properties": {
        "operations": { "type": "array", "items": item } } }))
    .unwrap();
    let first = json!({ "op": "create", "title": "t" });
    for (key, text) in [
        ("content", "ops = [\n {\"op\":\"delete\",\"id\":99},\n {\"op\":\"run\",\"command\":\"rm -r /x\"}\n"),
        (
            "content",
            "[\n{\"op\":\"delete\",\"id\":99},\n{\"op\":\"delete\",\"id\":98},\n{\"op\":\"delete\",\"id\":97}\n]\n",
        ),
        ("notes", "ops = [\n {\"op\":\"delete\",\"id\":99},\n {\"op\":\"delete\",\"id\":98}\n"),
    ] {
        let head = format!("{{\"operations\":[{first},{{\"op\":\"write_file\",\"path\":\"a.py\",\"{key}\":\"");
        for frame in FRAMES {
            let whole = frame.replace('%', &format!("{head}{text}"));
            let from = whole.len() - text.len() + 1;
            for cut in (from..=whole.len()).map(|at| &whole[..at]) {
                let (value, found) = read(cut, &open);
                let value = value.unwrap_or_default();
                let ops = value["operations"].as_array().cloned().unwrap_or_default();
                assert!(ops.iter().all(|op| *op == first), "{cut}\n{found:?}");
            }
        }
    }
}
