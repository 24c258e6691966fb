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
        ("[\n  3, // Buy milk\n  // Call Bob\n  7\n]", json!([3, 7])),
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
        // What is kept from it must not be more.
        "[\n  3, // Buy milk\n  // 5, Call Bob\n  7\n]",
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
const RECORDS: [&str; 37] = [
    "title: x\nnotes: see @ and @",
    "operations:\n- op: create\n  title: x\n  notes: |\n    first @\n    then @\n",
    "| op | title | notes |\n|---|---|---|\n| create | x | @ |\n| create | y | @ |",
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
            assert!(value.is_some() || !dropped.is_empty(), "{text}");
            // The record itself may be read.
            let read = value.as_ref().and_then(|value| value["operations"].as_array()).cloned().unwrap_or_default();
            assert!(read.iter().all(|operation| operation["op"] == "create"), "{text}\n{value:?}");
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

#[test]
fn calls_alone_are_read_behind_reasoning_and_before_tokens() {
    let want = json!({"name": "delete", "arguments": {"id": 9}});
    let forms = [
        "delete(id=9)",
        "[delete(id=9)]",
        "```tool_code\n@\n```",
        "```tool_code\nprint(delete(id=9))\n```",
        "```python\ndelete(id=9)\n```",
        "<|tool_call_start|>[delete(id=9)]<|tool_call_end|>",
        "<function_calls>delete(id=9)</function_calls>",
        "<tool_call>\ndelete(id=9)\n</tool_call>",
        "<code>\ndelete(id=9)\n</code>",
        "Action: delete\nAction Input: {\"id\": 9}",
        "[TOOL_CALLS]delete[ARGS]{\"id\": 9}",
        ">>>delete\n{\"id\": 9}",
        "{\"choices\": [{\"message\": {\"role\": \"assistant\", \"content\": \"{\\\"name\\\": \\\"delete\\\", \\\"arguments\\\": {\\\"id\\\": 9}}\"}}]}",
        "{\"role\": \"assistant\", \"content\": \"delete(id=9)\"}",
    ];
    for form in forms.map(|form| form.replace('@', "delete(id=9)")) {
        for text in [
            form.clone(),
            format!("\u{feff}{form}"),
            format!("<think>ok, delete(id=3)</think>\n{form}"),
            format!("Which? delete(id=3).\n</think>\n\n{form}"),
            format!("[THINK]ok[/THINK]\n{form}"),
            format!("{form}<|im_end|>"),
            format!("{form}</s>"),
            format!("{form}<end_of_turn>\n"),
            format!("\u{feff}<think>\nok\n</think>\n\n{form}<|eot_id|>"),
            form.replace('\n', "\r\n"),
            format!("\r\n{}\r\n", form.replace('\n', "\r\n")),
        ] {
            let found = recover(&Request { input: &text, schema: Some(&call()), finish: None });
            let value = found.value().map(|value| value.into_inner().to_serde());
            assert_eq!((value.as_ref(), found.complete), (Some(&want), true), "{text}\n{found:?}");
        }
    }
    // Of one that is cut nothing is used, wherever it begins, and nothing is looked for in it.
    for begun in [
        "<think>ok</think>\n[create(title=\"\"\"@",
        "\u{feff}create(title='@",
        "so\n</think>\n```tool_code\r\ncreate(title='@",
        "create(title='see </think>\ndelete(id=9)\n@",
        "<think>delete(id=9)",
        "<think>\nok\n</think>\n<|tool_call_start|>[create(title='@",
    ] {
        let text = begun.replace('@', r#"{"name":"delete","arguments":{"id":9}}"#);
        let found = recover(&Request { input: &text, schema: Some(&call()), finish: None });
        assert!(!found.has_value() && !found.complete, "{text}\n{found:?}");
    }
}

#[test]
fn line_breaks_of_either_kind_stand_beside_tags() {
    for (text, title) in [
        ("<function=create>\n<parameter=title>\nParis\n</parameter>\n</function>", "Paris"),
        ("<tool_call>\n<function=create>\n<parameter=title>\na\nb\n</parameter>\n</function>\n</tool_call>", "a\nb"),
        ("<invoke name=\"create\">\n<parameter name=\"title\">\nParis\n</parameter>\n</invoke>", "Paris"),
        ("<function=create>\n<parameter=title>\n\nParis\n\n</parameter>\n</function>", "\nParis\n"),
    ] {
        let want = |title: &str| json!({"name": "create", "arguments": {"title": title}});
        is(text, &call(), &want(title));
        is(&text.replace('\n', "\r\n"), &call(), &want(&title.replace('\n', "\r\n")));
    }
}

#[test]
fn an_answer_in_a_string_is_read_beside_words() {
    let want = json!({"operations": [{"op": "create", "title": "say \"hi\""}]});
    let text = want.to_string();
    let string = serde_json::to_string(&text).unwrap();
    let escaped = string.trim_matches('"');
    let pretty = serde_json::to_string(&serde_json::to_string_pretty(&want).unwrap()).unwrap();
    for document in [string.as_str(), escaped, pretty.as_str()] {
        for text in [
            document.to_owned(),
            format!("Here is the JSON:\n{document}"),
            format!("Answer: {document}"),
            format!("{document}\n\nI hope this helps."),
            format!("Voici :\n\n{document}\nDites-moi si ça va."),
            format!("<tool_call>{document}</tool_call>"),
            format!("<think>ok</think>\n{document}"),
            format!("```json\n{document}\n```"),
            format!("Sure.\n```\n{document}\n```\nDone."),
            format!("{document}<|im_end|>"),
        ] {
            is(&text, &operations(), &want);
        }
        for text in [format!("I must not send {document}."), format!("{document}\n\nWait, that is wrong.")] {
            assert_eq!(read(&text, &operations()).0, None, "{text}");
        }
        for at in (1..document.len()).filter(|at| document.is_char_boundary(*at)) {
            let found = read(&format!("Here:\n{}", &document[..at]), &operations());
            assert!(found.0.is_none() || found.0 == Some(want.clone()), "{document} {at} {found:?}");
        }
    }
    // What a note says in one is the note's.
    let note = json!({"operations": [{"op": "create", "title": "x", "notes": string}]});
    is(&note.to_string(), &operations(), &note);
}

#[test]
fn a_key_of_json_is_what_it_says() {
    for text in ["{\",a:\":null}", "{\"x, b:\":1,\"c\":2}", "[{\"a.txt, content:\":\"x\"}]"] {
        let found = recover(&Request { input: text, schema: None, finish: None });
        assert_eq!(found.value().map(|value| value.get().to_string()).as_deref(), Some(text), "{found:?}");
    }
}

/// An operation, as a list of one.
fn of(operations: &[&str]) -> Value {
    serde_json::from_str(&format!("{{\"operations\":[{}]}}", operations.join(","))).unwrap()
}

const ONE: &str = r#"{"op":"delete","id":10}"#;
const TWO: &str = r#"{"op":"complete","id":11}"#;

#[test]
fn records_where_an_object_with_their_list_is_wanted_are_that_list() {
    for form in [
        "Operation 1: @\nOperation 2: %",
        "```json\n@\n```\n\n```json\n%\n```",
        "Sure.\n\n```json\n@\n```\n```json\n%\n```\n",
        "- `@`\n- `%`",
        "1) @\n2) %",
        "### Step 1\n```json\n@\n```\n### Step 2\n```json\n%\n```",
        "@\n%",
        "Sure:\n@\n\nAlso:\n%",
    ] {
        let text = form.replace('@', ONE).replace('%', TWO);
        is(&text, &operations(), &of(&[ONE, TWO]));
    }
    // What words part may be a draft and what came of it: the last is used, and the others are told.
    for words in ["\nCorrected:\n", "\nNo, rather:\n", "\n\nThen I complete the other one:\n", "\nFinal: "] {
        let text = format!("{ONE}{words}{TWO}");
        assert_eq!(read(&text, &operations()), (Some(of(&[TWO])), vec![Reason::Superseded]), "{text}");
    }
    let taken_back = format!("{ONE}\n\nWait, that is wrong. Corrected:\n{TWO}");
    is(&taken_back, &operations(), &of(&[TWO]));
    let twice = format!("```json\n{ONE}\n```\nAnd once more:\n```json\n{ONE}\n```");
    is(&twice, &operations(), &of(&[ONE]));
    // Rows of a table, and signs that say nothing of which it is.
    is(&format!("| # | Operation |\n|---|---|\n| 1 | {ONE} |\n| 2 | {TWO} |"), &operations(), &of(&[ONE, TWO]));
    for signs in [" / ", " | ", " → ", " -> "] {
        assert_eq!(read(&format!("{ONE}{signs}{TWO}"), &operations()).0, None, "{signs}");
    }
    // Something else beside them is no record.
    let beside = format!("See {{\"x\": 1}} first. {ONE}\nThen:\n{TWO}");
    assert_eq!(read(&beside, &operations()).0, None, "{beside}");
    // Nor is one in front of an answer that is not meant.
    let denied = format!("A delete has the form of {ONE}. I must not send {{\"operations\":[{TWO}]}}.");
    assert_eq!(read(&denied, &operations()).0, None, "{denied}");
    // Keys without quotes are a dialect.
    let bare = "{operations: [{op: 'delete', id: 10}]}\nAlso:\n{operations: [{op: 'complete', id: 11}]}";
    is(bare, &operations(), &of(&[ONE, TWO]));
}

#[test]
fn an_answer_that_is_begun_again_and_cut_leaves_the_whole_one() {
    let whole = of(&[ONE, TWO]);
    for again in [
        format!("\n{{\"operations\":[{ONE},"),
        format!("\n{{\"operations\":[{ONE}]"),
        format!("\n{{\"operations\":[{ONE},{{\"op\":\"cr"),
        format!("{{\"operations\": [{ONE}, {{\"op\":\"complete\",\"id\""),
        format!("\n\n{{\"operations\":[{ONE},{TWO}"),
    ] {
        let text = format!("{whole}{again}");
        for finish in [None, Some(countersign_recover::Finish::Length)] {
            let found = recover(&Request { input: &text, schema: Some(&operations()), finish });
            let value = found.value().map(|value| value.into_inner().to_serde());
            assert_eq!((value.as_ref(), found.complete), (Some(&whole), false), "{text}\n{found:?}");
        }
    }
    // What is new in it stands for the one before.
    let text = format!("{whole}\n{{\"operations\":[{ONE},{{\"op\":\"delete\",\"id\":12}},{{\"op");
    let new = of(&[ONE, "{\"op\":\"delete\",\"id\":12}"]);
    assert_eq!(read(&text, &operations()), (Some(new), vec![Reason::Unclosed, Reason::Superseded]), "{text}");
}

#[test]
fn a_text_that_says_nothing_clears_nothing() {
    let of = |members: &str| format!("{{\"operations\":[{{\"op\":\"update\",\"id\":3,{members}}}]}}");
    let want = |members: Value| {
        let mut all = json!({"op": "update", "id": 3});
        all.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        json!({"operations": [all]})
    };
    for (members, left) in [
        (r#""title":"x","dueDate":"""#, json!({"title": "x"})),
        (r#""dueDate":"","priority":" ","title":"x""#, json!({"title": "x"})),
        (r#""due_date":"","priority":"""#, json!({})),
        (r#""dueDate":null,"priority":"""#, json!({"dueDate": null})),
        (r#""dueDate":"none","priority":"null""#, json!({"dueDate": null, "priority": null})),
        // Where a text is wanted an empty one is one.
        (r#""notes":"","title":"""#, json!({"notes": "", "title": ""})),
    ] {
        is(&of(members), &operations(), &want(left));
    }
    // What is required is nothing rather than missing.
    let required = Schema::compile(&json!({"type": "object", "required": ["due"], "properties": {
        "due": {"type": ["string", "null"], "format": "date"}, "end": {"type": ["integer", "null"]}}}))
    .unwrap();
    is(r#"{"due":"","end":""}"#, &required, &json!({"due": null}));
    let kinds = Schema::compile(&json!({"type": "array", "items": {"oneOf": [
        {"type": "object", "required": ["op"], "additionalProperties": false, "properties": {
            "op": {"const": "create"}, "due": {"type": ["string", "null"], "format": "date"}}},
        {"type": "object", "required": ["op"], "additionalProperties": false, "properties": {"op": {"const": "drop"}}}]}}))
    .unwrap();
    is(r#"[{"op":"create","due":""},{"op":"drop"}]"#, &kinds, &json!([{"op": "create"}, {"op": "drop"}]));
}

#[test]
fn nothing_between_odd_quotes_is_nothing() {
    let want = |notes: &str| json!({"operations": [{"op": "create", "notes": notes, "title": "x"}]});
    for (notes, said) in [
        ("\"\"\"\"\"\"", ""),
        ("''''''", ""),
        ("\"\"\"\"", ""),
        ("\"\"\"a\"\"\"", "a"),
        ("\"\"a\"\"", "a"),
        ("\"\"", ""),
        ("\"\\\"\\\"\"", "\"\""),
    ] {
        for text in [
            format!(r#"{{"operations":[{{"op":"create","notes":{notes},"title":"x"}}]}}"#),
            format!("{{\"operations\":[\n{{\"op\":\"create\",\n\"notes\": {notes}\n,\"title\":\"x\"\n}}\n]}}"),
        ] {
            is(&text, &operations(), &want(said));
        }
    }
    let mixed = "{\"operations\":[{\"op\":\"create\"，\"notes\":\"\"，\"title\":\"x\"}]}";
    is(mixed, &operations(), &want(""));
    let labels = r#"{"operations":[{"op":"update","id":3,"labels":[""a"" ""b""]}]}"#;
    is(labels, &operations(), &json!({"operations": [{"op": "update", "id": 3, "labels": ["a", "b"]}]}));
    // Of a file nobody knows what the quotes are.
    for content in ["\"\"\"\"\"\"", "\"\"\"\""] {
        let text = format!("{{\"path\":\"a\",\"content\":{content}}}");
        assert_eq!(read(&text, &file()).1, vec![Reason::GuessedString], "{text}");
    }
}

#[test]
fn what_stands_around_a_record_in_other_dialects_is_taken_off() {
    for text in [
        r#"{"operations":[{"op":"delete","args":{"id":10}}]}"#,
        r#"{"operations":[{"name":"delete","arguments":{"id":10}}]}"#,
        r#"{"operations":[{"op":"Delete","parameters":{"ID":"10"}}]}"#,
        r#"{"operations":{"operations":[{"op":"delete","id":10}]}}"#,
        r#"{"function":"propose","args":{"operations":[{"op":"delete","id":10}]}}"#,
        r#"{"content":[{"type":"text","text":"Sure."},{"type":"tool_use","id":"t","name":"propose","input":{"operations":[{"op":"delete","id":10}]}}],"stop_reason":"tool_use"}"#,
        "<tool_calls>\n<tool_call>propose\n```json\n{\"operations\":[{\"op\":\"delete\",\"id\":10}]}\n```\n</tool_call>\n</tool_calls>",
        "<function_calls>propose(operations=[dict(op='delete', id=10)])</function_calls>",
    ] {
        is(text, &operations(), &of(&[ONE]));
    }
    let want = json!({"name": "delete", "arguments": {"id": 10}});
    for text in [
        r#"{"content":[{"type":"text","text":"Sure."},{"type":"tool_use","id":"t","name":"delete","input":{"id":10}}],"stop_reason":"tool_use"}"#,
        r#"<|START_ACTION|>[{"tool_call_id":"0","tool_name":"delete","parameters":{"id":10}}]<|END_ACTION|>"#,
        "<tool_calls>\n<tool_call>delete\n```json\n{\"id\": 10}\n```\n</tool_call>\n</tool_calls>",
        "<tool_call>delete{\"id\": 10}</tool_call>",
        r#"{"function":"delete","args":{"id":10}}"#,
    ] {
        is(text, &call(), &want);
    }
    // Of another kind, with what is not declared, or somebody else's.
    for text in [
        r#"{"operations":[{"op":"delete","args":{"colour":10}}]}"#,
        r#"{"operations":[{"op":"delete","args":{"op":"create","title":"x"}}]}"#,
        r#"{"operations":[{"name":"explode","arguments":{"id":10}}]}"#,
        r#"{"content":[{"type":"tool_result","content":"{\"operations\":[{\"op\":\"delete\",\"id\":10}]}"}]}"#,
        r#"{"role":"user","content":[{"type":"text","text":"{\"operations\":[{\"op\":\"delete\",\"id\":10}]}"}],"stop_reason":"x"}"#,
    ] {
        assert_eq!(read(text, &operations()).0, None, "{text}");
    }
}

#[test]
fn long_words_of_any_script_end_no_reading() {
    for sign in ["…", "é", "😀", "–", "買", "\u{301}"] {
        for many in [170, 171, 256, 511, 600] {
            let word = sign.repeat(many);
            for text in [
                word.clone(),
                format!("{{\"operations\":[{word}"),
                format!("{{\"operations\":[{{\"op\":\"delete\",\"id\":{word}}}]}}"),
                format!("{{{word}: 1}}"),
                format!("{{\"a\" {word}}}"),
                format!("{}\n{word}", of(&[ONE])),
                format!("[1 a{word}]"),
            ] {
                for schema in [None, Some(&operations())] {
                    // It comes back from each.
                    let _ = recover(&Request { input: &text, schema, finish: None });
                }
            }
            let behind = format!("{}\n{word}", of(&[ONE]));
            assert_eq!(read(&behind, &operations()).0, Some(of(&[ONE])), "{behind}");
        }
    }
}
