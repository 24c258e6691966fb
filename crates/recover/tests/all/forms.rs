//! Forms that a reading of its own takes: maps with other signs, numbers with theirs, texts that other notations hold. What
//! a text says stays as it is, and what narrows is whole or told.

use countersign_recover::{Reason, Request, Schema, recover};
use serde_json::{Value, json};

/// Operations on todos, flat as small models are given them.
pub(crate) fn operations() -> Schema {
    let numbers = json!({"type": "array", "items": {"type": "integer"}});
    let texts = json!({"type": "array", "items": {"type": "string"}});
    let date = json!({"type": ["string", "null"], "format": "date"});
    Schema::compile(&json!({"type": "object", "required": ["operations"], "properties": {
        "summary": {"type": "string"},
        "operations": {"type": "array", "items": {"type": "object", "required": ["op"], "additionalProperties": false,
            "properties": {
                "op": {"enum": ["create", "update", "delete", "complete", "bulk_delete"]},
                "id": {"type": "integer"}, "title": {"type": "string"}, "notes": {"type": "string"},
                "dueDate": date, "priority": {"enum": ["high", "low", null]}, "labels": texts,
                "where": {"type": "object", "additionalProperties": false, "properties": {
                    "all": {"type": "boolean"}, "ids": numbers, "except": numbers}}}}}}}))
    .unwrap()
}

/// A file to write.
pub(crate) fn file() -> Schema {
    Schema::compile(&json!({"type": "object", "required": ["path", "content"], "additionalProperties": false,
        "properties": {"path": {"type": "string"}, "content": {"type": "string"}}}))
    .unwrap()
}

/// A call by its name.
pub(crate) fn call() -> Schema {
    Schema::compile(&json!({"type": "object", "required": ["name", "arguments"], "properties": {
        "name": {"enum": ["create", "delete", "complete"]}, "arguments": {"type": "object", "properties": {
            "id": {"type": "integer"}, "title": {"type": "string"}}}}}))
    .unwrap()
}

/// What is safe, and why the rest is not.
pub(crate) fn read(input: &str, schema: &Schema) -> (Option<Value>, Vec<Reason>) {
    let found = recover(&Request { input, schema: Some(schema), finish: None });
    let value = found.value().map(|value| value.into_inner().to_serde());
    (value, found.dropped.iter().map(|dropped| dropped.reason).collect())
}

/// Read exactly, and nothing is left out.
#[track_caller]
pub(crate) fn is(input: &str, schema: &Schema, want: &Value) {
    assert_eq!(read(input, schema), (Some(want.clone()), vec![]), "{input}");
}

/// Nothing is used, and it is told why.
#[track_caller]
pub(crate) fn is_dropped(input: &str, schema: &Schema, why: Reason) {
    assert_eq!(read(input, schema), (None, vec![why]), "{input}");
}

#[test]
fn what_stands_between_quotes_stays_beside_signs_of_other_maps() {
    let command = Schema::compile(&json!({"type": "object", "required": ["command"], "properties": {
        "command": {"type": "string"}, "cwd": {"type": "string"}}}))
    .unwrap();
    for (open, close) in [("“", "”"), ("«", "»"), ("`", "`"), ("\"", "\""), ("'", "'"), ("„", "“"), ("「", "」")]
    {
        let q = |text: &str| format!("{open}{text}{close}");
        for said in ["scp a b:c", "docker run -p 80:80 x", "f => g [a:b] {c:d}", "array(1) (x)", "a :b, c => d"] {
            let text = format!("{{{} => {}, {} => {}}}", q("command"), q(said), q("cwd"), q("/x"));
            is(&text, &command, &json!({"command": said, "cwd": "/x"}));
        }
        let text = format!(
            "{{{} => [{{{} => {}, {} => {}, {} => 3}}]}}",
            q("operations"),
            q("op"),
            q("create"),
            q("title"),
            q("Call Bob at 9:30 (x:y)"),
            q("id")
        );
        let want = json!({"operations": [{"op": "create", "title": "Call Bob at 9:30 (x:y)", "id": 3}]});
        is(&text, &operations(), &want);
    }
    // As Ruby and PHP have them.
    for text in [
        "{:operations => [{:op => :delete, :id => 3}]}",
        "['operations' => [['op' => 'delete', 'id' => 3]]]",
        "array('operations' => array(array('op' => 'delete', 'id' => 3)));",
        "{\"operations\" => [{\"op\" => \"delete\", # the third\n \"id\" => 3}]}",
    ] {
        is(text, &operations(), &json!({"operations": [{"op": "delete", "id": 3}]}));
    }
}

#[test]
fn a_number_with_its_sign_is_no_comment() {
    let numbers =
        |list: &str| format!(r#"{{"operations":[{{"op":"bulk_delete","where":{{"all":true,"except":{list}}}}}]}}"#);
    let except = |list: Value| json!({"operations": [{"op": "bulk_delete", "where": {"all": true, "except": list}}]});
    for (list, want) in [
        ("[#3, #5]", json!([3, 5])),
        ("[#3]", json!([3])),
        ("[3, #5, 7]", json!([3, 5, 7])),
        ("[ #3,#5 ]", json!([3, 5])),
        // What is said behind an element, and above one.
        ("[\n  3, #3 Buy milk\n  5 #5 Call Bob\n]", json!([3, 5])),
        ("[\n  # the third\n  3,\n  #5 Call Bob\n  5\n]", json!([3, 5])),
        ("[\n  3, // Buy milk\n  // 5, Call Bob\n  7\n]", json!([3, 7])),
        ("[\n  # none of these:\n  3\n]", json!([3])),
    ] {
        is(&numbers(list), &operations(), &except(want));
    }
    // On a line of its own it may be an element as well as one that was left out.
    for list in [
        "[\n  #3,\n  #5\n]",
        "[\n  3,\n  #5,\n  7\n]",
        "[\n  #3, #5,\n  7]",
        "[3,\n#5\n]",
        "[\n\t#3 (Buy milk),\n\t5\n]",
        "[\r\n  3,\r\n  #5,\r\n  7\r\n]",
    ] {
        is_dropped(&numbers(list), &operations(), Reason::Elided);
        let ids = numbers(list).replace("\"all\":true,\"except\"", "\"ids\"");
        is_dropped(&ids, &operations(), Reason::Elided);
    }
    for labels in ["[\"a\",\n #b,\n \"c\"]", "[\n #work,\n #home\n]"] {
        let text = format!(r#"{{"operations":[{{"op":"update","id":3,"labels":{labels}}}]}}"#);
        is_dropped(&text, &operations(), Reason::Elided);
    }
    for (text, id) in [
        (r#"{"op":"delete","id":#3}"#, 3),
        ("{\"op\":\"delete\",\"id\": #22\n}", 22),
        ("{op: delete, id: #7}", 7),
        ("{\"id\": # which of them\n 4, \"op\":\"delete\"}", 4),
        ("{\"id\": #1 of 2\n 4, \"op\":\"delete\"}", 4),
    ] {
        let (value, dropped) = read(&format!("{{\"operations\":[{text}]}}"), &operations());
        let value = value.unwrap();
        assert_eq!((&value["operations"][0]["id"], dropped), (&json!(id), vec![]), "{text}");
    }
    // A text of its own is no number, and where a text is wanted it is one.
    let quoted = r##"{"operations":[{"op":"delete","id":"#3"}]}"##;
    is_dropped(quoted, &operations(), Reason::Violation);
    let colour = Schema::compile(&json!({"type": "object", "properties": {"colour": {"type": "string"}}})).unwrap();
    is("{\"colour\": #112233}", &colour, &json!({"colour": "#112233"}));
    let both = "{\"op\":\"delete\",\"id\": #22}\n{\"op\":\"create\",\"title\":\"x\"}";
    is(both, &operations(), &json!({"operations": [{"op": "delete", "id": 22}, {"op": "create", "title": "x"}]}));
}

/// What a text may hold that looks like an answer to a schema of operations.
const ANSWERS: [&str; 3] = [
    r#"{"operations":[{"op":"delete","id":9}]}"#,
    r#"[{"op":"delete","id":9}]"#,
    r#"{"operations": [{"op": "delete", "id": 9}, {"op": "create", "title": "y"}]}"#,
];

/// Records in other notations than JSON, each with `@` in one of its texts.
const RECORDS: [&str; 34] = [
    "op: create\ntitle: x\nnotes: @",
    "op: create\ntitle: x\nnotes: '@'",
    "- op: create\n  title: x\n  notes: @\n",
    "operations:\n- op: create\n  title: x\n  notes: '@'\n",
    "operations:\n- op: create\n  notes: see @\n  title: x\n",
    "operations:\n- op: create\n  title: x\n  notes: |\n    @\n",
    "operations:\n- op: create\n  title: x\n  notes: |-\n    Run this:\n    ```json\n    @\n    ```\n",
    "operations:\n- op: create\n  title: x\n  notes: >\n    see\n    @\n",
    "I add it:\n\ntitle: x\nnotes: @",
    "op = create\ntitle = x\nnotes = '@'",
    "[[operations]]\nop = \"create\"\ntitle = \"x\"\nnotes = '@'",
    "- **Title:** x\n- **Notes:** `@`",
    "- **title**: x\n- **notes**: @",
    "**op**: create\n**title**: x\n**notes**:\n```json\n@\n```",
    "Title: x\nNotes:\n@",
    "* Op: create\n* Title: x\n* Notes: see `@`",
    "<create><title>x</title><notes>@</notes></create>",
    "<operation><op>create</op><title>x</title><notes>```json\n@\n```</notes></operation>",
    "<operation>\n  <notes>See @ for more.</notes>\n  <title>x</title>\n</operation>",
    "<function=create><parameter=title>x</parameter><parameter=notes>@</parameter></function>",
    "<invoke name=\"create\"><parameter name=\"title\">x</parameter><parameter name=\"notes\">@</parameter></invoke>",
    "| op | title | notes |\n|---|---|---|\n| create | x | @ |",
    "| op | title | notes |\n|---|---|---|\n| delete | y | |\n| create | x | see `@` |",
    "create(title='x', notes='@')",
    "create_todo(name='x', body='@')",
    "[create_todo(title='x', notes='@')]",
    "```tool_code\ncreate_todo(title='x', notes='see\\n@')\n```",
    "```python\ncreate_todo(title='x', notes=\'\'\'```json\n@\n```\'\'\')\n```",
    "Sure:\ncreate_todo(title='x', notes='see @')",
    "todo.add(\"x\", notes='@')",
    "{\"op\":\"create\",\"title\":\"x\",\"notes\":```json\n@\n```}",
    "{\"title\":\"x\",\"notes\":\n```json\n@\n```\n}",
    "{title => x, notes => '@'}",
    "Here you go:\r\nop: create\r\ntitle: x\r\nnotes: '@'\r\n",
];

#[test]
fn what_a_text_of_another_notation_holds_is_no_answer() {
    for record in RECORDS {
        for answer in ANSWERS {
            let text = record.replace('@', answer);
            let (value, dropped) = read(&text, &operations());
            assert!(!value.is_some_and(|value| value.to_string().contains("delete")), "{text}");
            assert!(!dropped.is_empty(), "{text}");
        }
    }
    for record in [
        "```yaml\npath: a.txt\ncontent: '@'\n```",
        "path: a.txt\ncontent: @",
        "write(path='a.txt', content='@')",
        "write(path='a.txt', content=\'\'\'\n```json\n@\n```\n\'\'\')",
        "<path>a.txt</path>\n<content>@</content>",
        "**path**: a.txt\n**content**:\n```json\n@\n```",
        "| path | content |\n|---|---|\n| a.txt | @ |",
    ] {
        let text = record.replace('@', r#"{"path":"b.txt","content":"evil"}"#);
        let (value, _) = read(&text, &file());
        assert!(!value.is_some_and(|value| value["path"] == "b.txt"), "{text}");
    }
}

#[test]
fn a_record_that_holds_an_answer_is_read_where_its_notation_is() {
    let inside = r#"{"operations":[{"op":"delete","id":9}]}"#;
    let want = json!({"operations": [{"op": "create", "title": "x", "notes": inside}]});
    for text in [
        "```yaml\noperations:\n- op: create\n  title: x\n  notes: '@'\n```",
        "```toml\n[[operations]]\nop = \"create\"\ntitle = \"x\"\nnotes = '@'\n```",
        "propose(operations=[dict(op='create', title='x', notes='@')])",
        "[propose(operations=[{'op': 'create', 'title': 'x', 'notes': '@'}])]",
        "```tool_code\nprint(propose(operations=[dict(op='create', title='x', notes='@')]))\n```",
        "{:operations => [{:op => 'create', :title => 'x', :notes => '@'}]}",
    ] {
        is(&text.replace('@', inside), &operations(), &want);
    }
    is(
        &"```yaml\npath: a.txt\ncontent: '@'\n```".replace('@', inside),
        &file(),
        &json!({"path": "a.txt", "content": inside}),
    );
}

#[test]
fn a_name_above_an_answer_that_holds_no_text_changes_nothing() {
    let answer = r#"{"operations":[{"op":"delete","id":9}]}"#;
    for text in [
        "Operations:\n@",
        "Summary: one is deleted.\n\nOperations:\n```json\n@\n```",
        "summary: one is deleted\noperations: @",
        "Note: here it is.\n@",
        "Notes:\n@",
        "Priority: high\nThe answer: @",
        "I set the title: x. Here is the JSON:\n@",
        "**Summary:** one\n\n**Answer:** `@`",
        "<summary>one</summary>\n<operations>@</operations>",
        "<answer>@</answer>",
        "| step | result |\n|---|---|\n| 1 | ok |\n\n@",
        "propose(plan=@)",
        "const title = 'x';\nconst plan = @;",
        "print('@')",
    ] {
        is(&text.replace('@', answer), &operations(), &json!({"operations": [{"op": "delete", "id": 9}]}));
    }
}
