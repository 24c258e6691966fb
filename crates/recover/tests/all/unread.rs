//! What was not read is told: in what narrows an operation, beside an answer, in its comments, and where a text ends.

use countersign_recover::{Finish, Reason, Recovered, Request, Schema, recover};
use serde_json::{Value, json};

fn schema() -> Schema {
    let kind = |op: &str, properties: &Value, required: &[&str]| {
        let mut all = properties.clone();
        all["op"] = json!({"const": op});
        let required = [&["op"], required].concat();
        json!({"type": "object", "properties": all, "required": required, "additionalProperties": false})
    };
    let id = json!({"type": "integer"});
    let ids = json!({"type": "array", "items": id});
    let filter = json!({"type": "object", "additionalProperties": false, "properties": {"all": {"type": "boolean"},
        "completed": {"type": "boolean"}, "priority": {"enum": ["high", "low"]}, "ids": ids, "except": ids,
        "labels": {"type": "array", "items": {"type": "string"}}}});
    let texts = json!({"id": id, "title": {"type": "string"}, "notes": {"type": "string"},
        "due": {"type": ["string", "null"], "format": "date"}});
    Schema::compile(&json!({"type": "object", "required": ["operations"], "properties": {
    "operations": {"type": "array", "items": {"oneOf": [
        kind("complete", &json!({"id": id}), &["id"]),
        kind("delete", &json!({"id": id}), &["id"]),
        kind("update", &texts, &["id"]),
        kind("bulk_delete", &json!({"where": filter}), &["where"]),
    ]}}}}))
    .unwrap()
}

fn read(text: &str) -> Recovered {
    recover(&Request { input: text, schema: Some(&schema()), finish: None })
}

/// What is to be done.
fn value(found: &Recovered) -> Option<Value> {
    found.value().map(|value| value.get().to_serde()["operations"].clone())
}

fn list(text: &str) -> Option<Value> {
    Some(serde_json::from_str(text).unwrap())
}

fn reasons(found: &Recovered) -> Vec<Reason> {
    found.dropped.iter().map(|dropped| dropped.reason).collect()
}

#[test]
fn what_narrows_and_was_not_all_read_is_dropped() {
    for filter in [
        "{\"all\":true,\"except\":[ // 3\n ]}",
        "{\"all\":true,\"except\":[ # 3 and 5\n ]}",
        "{\"all\":true,\"except\":[3, // 5\n 7]}",
        "{\"all\":true,\"except\":[3, , 7]}",
        "{\"all\":true,\"except\":[, 7]}",
        "{\"all\":true, /* \"except\":[3,7] */ \"completed\":true}",
        "{\"all\":true // except 5\n}",
        "{\"all\":true // except: all with a date\n}",
        "{\"all\":true // only: the old ones\n}",
        "{\"all\":true // 3 todos, but not the red one\n}",
        "{\"all\":true // not the ones of work\n}",
        "{\"all\":true // filter: overdue\n}",
        "{\"all\":true // 3\n}",
        "{\"all\":true // 3 and 5\n}",
        "{\"all\":true,\"except\":[ // 3 Buy milk\n ]}",
        "{\"all\":true // nur nicht die roten\n}",
        "{\"all\":true // filter out 3\n}",
        "{\"all\":true // filter overdue ones\n}",
        "{\"all\":true // not those that are not done yet\n}",
        "{\"all\":true // not the ones of Ann yet\n}",
        "{\n // overdue ones\n}",
        "{ /* overdue */ }",
        "{\n // ...\n}",
        "{\n#  \"priority\": \"low\"\n}",
        "{\n#  \"priority\": \"low\",\n  \"completed\": true\n}",
        "{\"ids\":[3, , 7]}",
        "{\"all\":true,\"except\":[3 // and 5\n]}",
        "{\"labels\":[\"old\", // \"work\"\n \"home\"]}",
        "{'all': True, 'except': [3, , 7]}",
    ] {
        let text = format!(r#"{{"operations":[{{"op":"bulk_delete","where":{filter}}},{{"op":"delete","id":4}}]}}"#);
        let found = read(&text);
        assert_eq!(value(&found), list(r#"[{"id":4,"op":"delete"}]"#), "{filter} {found:?}");
        assert_eq!(reasons(&found), [Reason::Elided], "{filter}");
    }
    let bare = "{operations: [{op: 'bulk_delete', where: {all: true, // completed: true\n priority: 'low'}}]}";
    assert_eq!(value(&read(bare)), None);
    let yaml = "```yaml\noperations:\n- op: bulk_delete\n  where:\n    all: true\n    # except: [3]\n```";
    assert_eq!(value(&read(yaml)), None);
    for (filter, all) in [
        ("{\"ids\":[3, // Buy milk\n 7 // Call Bob\n]}", r#"{"ids":[3,7]}"#),
        ("{\"ids\":[3 #3 Buy milk\n, 7, ]}", r#"{"ids":[3,7]}"#),
        ("{\"priority\":\"low\" /* a comment */}", r#"{"priority":"low"}"#),
        ("{priority:'low',}", r#"{"priority":"low"}"#),
        ("{\"completed\":true,, \"priority\":\"low\"}", r#"{"completed":true,"priority":"low"}"#),
        ("{\"ids\":[3,, 7]}", r#"{"ids":[3,7]}"#),
        ("{\"completed\":true # user said \"now\"\n}", r#"{"completed":true}"#),
        ("{\"ids\":[29, // was: {\"id\": 3}\n 21]}", r#"{"ids":[29,21]}"#),
        ("{\"completed\":true // 3 todos\n}", r#"{"completed":true}"#),
        ("{\"completed\":true /* 2 items */}", r#"{"completed":true}"#),
        ("{\"completed\":true // not done yet\n}", r#"{"completed":true}"#),
        ("{ // the filter\n\"completed\":true}", r#"{"completed":true}"#),
        ("{ // filter\n\"completed\":true}", r#"{"completed":true}"#),
        ("{\"completed\":true // filters.\n}", r#"{"completed":true}"#),
        ("{\"completed\":true // not due yet.\n}", r#"{"completed":true}"#),
        ("{\"completed\":true // 5 days ago\n}", r#"{"completed":true}"#),
        ("{}", "{}"),
    ] {
        let found = read(&format!(r#"{{"operations":[{{"op":"bulk_delete","where":{filter}}}]}}"#));
        let whole = format!(r#"[{{"op":"bulk_delete","where":{all}}}]"#);
        assert_eq!((value(&found), reasons(&found)), (list(&whole), vec![]), "{filter}");
    }
}

/// In an operation that nothing narrows a word before a colon is a note.
#[test]
fn a_note_in_an_operation_without_a_filter_omits_nothing() {
    for note in ["where: work list", "only: x", "filter: none", "except: none", "where: at home"] {
        for text in [
            format!("{{\"operations\":[{{\"op\":\"update\",\"id\":4, // {note}\n\"title\":\"x\"}}]}}"),
            format!("{{\"operations\":[{{\"op\":\"update\",\"id\":4,\"title\":\"x\" // {note}\n}}]}}"),
            format!("{{\"operations\":[ // {note}\n{{\"op\":\"update\",\"id\":4,\"title\":\"x\"}}\n// {note}\n]}}"),
        ] {
            let found = read(&text);
            let whole = list(r#"[{"id":4,"op":"update","title":"x"}]"#);
            assert_eq!((value(&found), reasons(&found)), (whole, vec![]), "{text}\n{found:?}");
        }
    }
    for omitted in ["\"except\": [3]", "\"where\": {\"completed\": true}", "except: [3]", "only: the old ones"] {
        let text = format!(
            "{{\"operations\":[{{\"op\":\"bulk_delete\",\"where\":{{\"all\":true}} // {omitted}\n}},{{\"op\":\"delete\",\"id\":4}}]}}"
        );
        assert_eq!(value(&read(&text)), list(r#"[{"id":4,"op":"delete"}]"#), "{text}");
    }
    // Before the filter, behind it and beside it.
    for note in
        ["only: the old ones", "except: the red one", "filter: overdue", "except: [3]", "filter out 3", "not these"]
    {
        for bulk in [
            format!("{{ // {note}\n\"op\":\"bulk_delete\",\"where\":{{\"all\":true}}}}"),
            format!("{{\"op\":\"bulk_delete\", // {note}\n\"where\":{{\"all\":true}}}}"),
            format!("{{\"op\":\"bulk_delete\",\"where\":{{\"all\":true}} /* {note} */}}"),
            format!("{{op: 'bulk_delete', /* {note} */ where: {{all: true}}}}"),
        ] {
            let found = read(&format!("{{\"operations\":[{bulk},{{\"op\":\"delete\",\"id\":4}}]}}"));
            assert_eq!(value(&found), list(r#"[{"id":4,"op":"delete"}]"#), "{bulk}\n{found:?}");
            assert_eq!(reasons(&found), [Reason::Elided], "{bulk}");
        }
    }
    for note in ["the filter", "not done yet", "3 todos", "as asked", "user said \"now\""] {
        let bulk = format!("{{\"op\":\"bulk_delete\", // {note}\n\"where\":{{\"completed\":true}}}}");
        let found = read(&format!("{{\"operations\":[{bulk}]}}"));
        let whole = list(r#"[{"op":"bulk_delete","where":{"completed":true}}]"#);
        assert_eq!((value(&found), reasons(&found)), (whole, vec![]), "{bulk}");
    }
}

/// Who gave an answer may give another; who is called otherwise is somebody else.
#[test]
fn a_name_in_the_place_of_a_role_goes_on_where_it_answered() {
    let bad = r#"{"operations":[{"op":"delete","id":4}]}"#;
    for (first, second, last) in [
        ("<|im_start|>helper\n", "<|im_start|>helper\n", bad),
        ("<|im_start|>todo-helper\n", "<|im_start|>todo-helper\n", bad),
        ("<start_of_turn>planner\n", "<start_of_turn>planner\n", bad),
        ("<|im_start|>bob\nHi<|im_end|>\n<|im_start|>helper\n", "<|im_start|>helper\n", bad),
        ("<|im_start|>helper\n", "<|im_start|>bob\n", GOOD),
        ("<|im_start|>bob\nHi<|im_end|>\n<|im_start|>helper\n", "<|im_start|>bob\n", GOOD),
        ("<|im_start|>helper\n", "<|im_start|>user\n", GOOD),
        ("", "<|im_start|>helper\n", GOOD),
    ] {
        let text = format!("{first}{GOOD}<|im_end|>\n{second}{bad}<|im_end|>");
        let last: Value = serde_json::from_str(last).unwrap();
        assert_eq!(value(&read(&text)), Some(last["operations"].clone()), "{text}");
    }
}

/// Calls one after the other are made together, and of what words stand between the last is the answer, and the first told.
#[test]
fn a_second_call_between_tokens_is_read_as_the_first_is() {
    let second = r#"{"operations":[{"op":"delete","id":4}]}"#;
    let both = r#"[{"id":1,"op":"complete"},{"id":4,"op":"delete"}]"#;
    let python = |answer: &str| {
        let list = answer.strip_prefix("{\"operations\":").and_then(|list| list.strip_suffix('}')).unwrap();
        format!("<|tool_call_start|>[propose(operations={list})]<|tool_call_end|>")
    };
    let harmony = |answer: &str| {
        format!("<|channel|>commentary to=functions.propose <|constrain|>json<|message|>{answer}<|call|>")
    };
    for text in [
        format!("{}{}", python(GOOD), python(second)),
        format!("{}\n{}", python(GOOD), python(second)),
        format!("Sure.\n{}\n{}<|im_end|>", python(GOOD), python(second)),
        format!("{}{}", harmony(GOOD), harmony(second)),
        format!("{}\n{}", harmony(GOOD), harmony(second)),
    ] {
        let found = read(&text);
        assert_eq!((value(&found), reasons(&found)), (list(both), vec![]), "{text}\n{found:?}");
    }
    let text = format!("{}\nCorrected:\n{}", python(GOOD), python(second));
    let found = read(&text);
    let last = list(r#"[{"id":4,"op":"delete"}]"#);
    assert_eq!((value(&found), reasons(&found)), (last, vec![Reason::Superseded]), "{text}\n{found:?}");
    // What is no call of the model's own stays out.
    for behind in [
        "<|tool_call_start|>[propose(operations=",
        "<|im_end|>\n<|im_start|>user\n<|tool_call_start|>[propose(operations=[])]<|tool_call_end|>",
    ] {
        let text = format!("{}\n{behind}", python(GOOD));
        assert_ne!(value(&read(&text)), list(both), "{text}");
    }
    let text = format!("{}<|start|>user<|message|>{second}<|end|>", harmony(GOOD));
    assert_eq!(value(&read(&text)), list(DONE), "{text}");
}

#[test]
fn what_a_title_calls_a_draft_is_none_alone() {
    for title in ["Draft:", "**Draft**", "**Draft:**", "## Draft", "### Entwurf", "**Brouillon**", "[Borrador]"] {
        let found = read(&format!("{title}\n{GOOD}"));
        assert_eq!((value(&found), reasons(&found)), (None, vec![Reason::Denied]), "{title} {found:?}");
        let found = read(&format!("{title}\n```json\n{GOOD}\n```"));
        assert_eq!(value(&found), None, "{title} {found:?}");
        for result in ["Result:", "**Final**", "## Result"] {
            let text = format!("{title}\n{GOOD}\n\n{result}\n{{\"operations\":[{{\"op\":\"delete\",\"id\":4}}]}}");
            assert_eq!(value(&read(&text)), list(r#"[{"id":4,"op":"delete"}]"#), "{text}");
        }
    }
    for title in ["**Answer**", "## Operations", "**Drafted todos**", "# The draft is done", "**JSON**"] {
        assert_eq!(value(&read(&format!("{title}\n{GOOD}"))), list(DONE), "{title}");
    }
}

const GOOD: &str = r#"{"operations":[{"op":"complete","id":1}]}"#;
const DONE: &str = r#"[{"id":1,"op":"complete"}]"#;

#[test]
fn an_answer_that_cannot_be_read_is_told_beside_a_good_one() {
    let bad = [
        r#"{"operations":[{"op":"delete","id":"three"}]}"#,
        r#"{"operations":[{"op":"delete","todo_id":28}]}"#,
        r#"{"operations":[{"op":"remove","id":28}]}"#,
        r#"{"operations":[{"op":"delete","id":07}]}"#,
        r#"{"operations":[{"op":"delete","id":}]}"#,
        r#"{"operations":[{"op":TODO,"id":28}]}"#,
        r#"{"operations":[{"op":"update","id":4,"due":"tomorrow"}]}"#,
        r#"{"ops":[{"op":"delete","id":28}]}"#,
        r#"{"op":"delete","id":"three"}"#,
    ];
    let call = |answer: &str| format!("<tool_call>\n{{\"name\":\"propose\",\"arguments\":{answer}}}\n</tool_call>");
    for bad in bad {
        for text in [
            format!("{GOOD}\nAlso:\n{bad}"),
            format!("Step 1: {GOOD}\nStep 2: {bad}"),
            format!("1. {GOOD}\n2. {bad}"),
            format!("```json\n{GOOD}\n```\n\n```json\n{bad}\n```"),
            format!("{}\n{}", call(GOOD), call(bad)),
            format!("{}\n{}", call(bad), call(GOOD)),
            format!("{GOOD}\n{bad}"),
            format!("[TOOL_CALLS]propose[ARGS]{GOOD}[TOOL_CALLS]propose[ARGS]{bad}"),
        ] {
            let found = read(&text);
            assert_eq!(value(&found), list(DONE), "{text}\n{found:?}");
            assert!(reasons(&found).contains(&Reason::Violation), "{text}\n{found:?}");
            assert_eq!(found.reason("/operations/0"), None, "{text}");
        }
        for text in [
            format!("{GOOD}\n\nSorry, the correct version:\n\n{bad}"),
            format!("Draft:\n{GOOD}\n\nFinal answer:\n{bad}"),
            format!("{GOOD}\n\nKorrigiert:\n{bad}"),
            format!("{GOOD}\n\nVersion corrigée :\n{bad}"),
            format!("{GOOD}\nInstead, use this:\n{bad}"),
            format!("{GOOD}\n\nNo, it must be:\n{bad}"),
            format!("{GOOD}\n\nNein, es muss so sein:\n{bad}"),
            format!("{GOOD}\n\n**Corrected**\n{bad}"),
            format!("**Draft**\n{GOOD}\n\n## Final answer\n{bad}"),
            format!("{GOOD}\n\nWait, that misses something.\n\n{bad}"),
        ] {
            let found = read(&text);
            assert_eq!(value(&found), None, "what was taken back: {text}\n{found:?}");
            assert!(!found.dropped.is_empty(), "{text}");
        }
    }
    for text in [
        format!("{GOOD}\n\nThis marks {{\"id\":1}} as done."),
        format!("The todo is {{\"id\":1,\"title\":\"Buy milk\"}}.\n\n{GOOD}"),
        format!("{GOOD}\nSee [1]."),
        format!("Todo: {{\"id\":1,\"title\":\"Buy milk\",\"notes\":\"2 l\"}}\nAnswer: {GOOD}"),
        format!("{{\"id\":1,\"title\":\"Buy milk\"}}\n{GOOD}"),
        format!("{{\"todos\":[{{\"id\":1,\"title\":\"Buy milk\"}}]}}\n{GOOD}"),
        format!("{{\"name\":\"search\",\"arguments\":{{\"title\":\"milk\",\"priority\":\"low\"}}}}\n{GOOD}"),
        format!("I called get_todos( and got nothing.\n{GOOD}"),
        format!("{GOOD}\n{{\"status\":\"ok\"}}"),
        format!("```json\n{GOOD}\n[End of response]"),
        format!("{{\"type\":\"object\",\"properties\":{{\"operations\":{{\"type\":\"array\"}}}}}}\n{GOOD}"),
        format!("{GOOD}\n{GOOD}"),
    ] {
        let found = read(&text);
        assert_eq!((value(&found), reasons(&found)), (list(DONE), vec![]), "{text}\n{found:?}");
    }
}

/// What the list holds afterwards is no answer in the place of the one before it.
#[test]
fn an_answer_stays_where_its_outcome_is_shown_behind_it() {
    let todo = r#"{"id":1,"title":"Buy milk","status":"done"}"#;
    let shown = [
        todo,
        r#"{"id":1,"title":"Buy milk","completed":true}"#,
        r#"{"todos":[{"id":1,"title":"Buy milk"}]}"#,
        r#"{"id":1,"completed":true}"#,
        r#"{"result":[{"id":1,"title":"Buy milk"}]}"#,
    ];
    let between = [
        "The updated todo:",
        "Updated:",
        "New state:",
        "It is done. The list then holds:",
        "What changes:",
        "Okay, todo 1:",
        "The todo becomes:",
        "That is right, the todo was",
        "The final state is",
        "Die aktualisierte Aufgabe:",
        "Nouvelle version :",
        "El estado final:",
    ];
    for between in between {
        for shown in shown {
            for text in [
                format!("{GOOD}\n\n{between}\n{shown}"),
                format!("```json\n{GOOD}\n```\n\n{between}\n\n```json\n{shown}\n```"),
                format!("{GOOD}\n\n{between} {shown}."),
            ] {
                let found = read(&text);
                assert_eq!((value(&found), reasons(&found)), (list(DONE), vec![]), "{text}\n{found:?}");
            }
        }
        // An answer that cannot be read is one all the same.
        let text = format!("{GOOD}\n\n{between}\n{{\"operations\":[{{\"op\":\"delete\",\"id\":\"three\"}}]}}");
        assert!(!read(&text).dropped.is_empty(), "{text}");
    }
}

#[test]
fn a_comment_in_an_answer_is_read_as_a_sentence_behind_it() {
    let first = r#"[{"id":12,"op":"delete"}]"#;
    let says = [
        "do not apply",
        "example only",
        "just an example",
        "if you agree",
        "I will not do this",
        "this is wrong",
        "placeholder",
        "ignore this",
        "nur ein Beispiel",
        "seulement une idée",
        "the id should be 13",
        "not 12 but 13",
        "wait, id 13",
    ];
    for said in says {
        for text in [
            format!("{{ // {said}\n  \"operations\":[{{\"op\":\"delete\",\"id\":12}}]}}"),
            format!("{{\n  \"operations\": [\n    {{\"op\":\"delete\",\"id\":12}} // {said}\n  ]\n}}"),
            format!("{{\n  \"operations\": [\n    // {said}\n    {{\"op\":\"delete\",\"id\":12}}\n  ]\n}}"),
            format!("{{\"operations\":[{{\"op\":\"delete\",\"id\":12 /* {said} */}}]}}"),
            format!("```json {said}\n{{\"operations\":[{{\"op\":\"delete\",\"id\":12}}]}}\n```"),
            format!("```yaml\noperations:\n- op: delete\n  id: 12  # {said}\n```"),
        ] {
            let found = read(&text);
            assert_eq!((value(&found), reasons(&found)), (None, vec![Reason::Denied]), "{text}\n{found:?}");
        }
        let text = format!(
            "{{\"operations\": [\n{{\"op\":\"delete\",\"id\":4}},\n{{\"op\":\"delete\",\"id\":12}}, // {said}\n{{\"op\":\"delete\",\"id\":7}}]}}"
        );
        let found = read(&text);
        let others = r#"[{"id":4,"op":"delete"},{"id":7,"op":"delete"}]"#;
        assert_eq!((value(&found), reasons(&found)), (list(others), vec![Reason::Denied]), "{text}");
    }
    for said in [
        "Buy milk",
        "as asked",
        "not urgent",
        "no due date given",
        "the oldest one",
        "todo 12",
        "erledigt",
        "done",
        "is not needed any more",
        "example.com",
        "12 is the milk",
        "die Aufgabe mit der Milch",
        "only this one",
    ] {
        for text in [
            format!("{{\"operations\":[{{\"op\":\"delete\",\"id\":12}} // {said}\n]}}"),
            format!("{{\"operations\":[\n// {said}\n{{\"op\":\"delete\",\"id\":12}}]}}"),
            format!("```yaml\noperations:\n- op: delete\n  id: 12  # {said}\n```"),
        ] {
            let found = read(&text);
            assert_eq!((value(&found), reasons(&found)), (list(first), vec![]), "{text}\n{found:?}");
        }
    }
}

#[test]
fn a_text_that_ends_in_a_call_or_in_doubled_braces_is_not_complete() {
    for (text, complete) in [
        ("Sure!\npropose(operations=[dict(op='complete', id=2), {'op': 'delete', 'id': 11}", false),
        ("<code>\npropose(operations=[Op(op='complete', id=2), {'op': 'delete', 'id': 11}", false),
        ("ops = [Op('complete', 2), {'op': 'delete', 'id': 11}", false),
        ("{{\"operations\": [{{\"op\": \"complete\", \"id\": 2}}", false),
        ("{{\"operations\": [{{\"op\": \"complete\", \"id\": 2}}, {{\"op\": \"del", false),
        ("{{\"operations\": [{{\"op\": \"complete\", \"id\": 2}}]}}", true),
        ("{{\"operations\": [{\"op\": \"complete\", \"id\": 2}]}", true),
        ("Here it is (as asked): {\"operations\": [{\"op\": \"complete\", \"id\": 2}]}", true),
    ] {
        for finish in [None, Some(Finish::Length)] {
            let found = recover(&Request { input: text, schema: Some(&schema()), finish });
            assert_eq!(found.complete, complete, "{text} {finish:?}\n{found:?}");
        }
    }
}

#[test]
fn line_breaks_and_values_that_are_not_there_are_what_the_text_says() {
    for (member, read_as) in [
        ("\"notes\":\"\nBuy milk\"", json!({"notes": "\nBuy milk"})),
        ("\"notes\":\"\n\"", json!({"notes": "\n"})),
        ("\"due\": undefined", json!({})),
        ("\"title\": undefined", json!(null)),
        ("\"due\": undefined, \"notes\": \"undefined\"", json!({"notes": "undefined"})),
    ] {
        let found = read(&format!("{{\"operations\":[{{\"op\":\"update\",\"id\":3,{member}}}]}}"));
        if read_as.is_null() {
            // Null is no title: what should stand there nobody knows.
            assert_eq!((value(&found), reasons(&found)), (None, vec![Reason::Violation]), "{member}");
            continue;
        }
        let mut whole = json!([{"id": 3, "op": "update"}]);
        read_as.as_object().unwrap().iter().for_each(|(key, text)| whole[0][key] = text.clone());
        assert_eq!(value(&found), Some(whole), "{member}\n{found:?}");
    }
    let found = read(r#"{"operations":[{"op":"update","id":3,"due": null}]}"#);
    assert_eq!(value(&found), list(r#"[{"due":null,"id":3,"op":"update"}]"#));
    let file = Schema::compile(&json!({"type": "object", "properties": {"path": {"type": "string"},
        "content": {"type": "string"}}}))
    .unwrap();
    for (text, dropped) in [
        ("{\"path\": \"a\\u0000.py\", \"content\": \"x\"}", Some("/path")),
        ("{\"path\": \"a.py\", \"content\": \"xéy\"}", None),
    ] {
        let found = recover(&Request { input: text, schema: Some(&file), finish: None });
        assert_eq!(found.dropped.first().map(|d| d.path.as_str()), dropped, "{text:?}");
    }
}
