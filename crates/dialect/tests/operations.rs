//! Every dialect of operations on todos means the same (C2, C3; find-models 1).
#![allow(clippy::unwrap_used, missing_docs)]

use countersign_dialect::{kind, operations, tagged};
use serde_json::{Value, json};

fn update() -> Value {
    json!({ "op": "update", "id": 1, "scheduledFor": "2026-11-27" })
}

fn fields() -> Value {
    json!({ "id": 1, "scheduledFor": "2026-11-27" })
}

#[test]
fn every_wrapping_holds_the_same_two_operations() {
    let (one, cake) = (fields(), json!({ "title": "Buy cake" }));
    let text = |value: &Value| value.to_string();
    let both = json!([update(), { "op": "create", "title": "Buy cake" }]);
    for (name, value) in [
        ("operations", json!({ "operations": both })),
        ("list", both.clone()),
        ("actions", json!({ "actions": both })),
        (
            "action",
            json!({ "operations": [{ "action": "update", "id": 1, "scheduledFor": "2026-11-27" }, { "type": "create", "title": "Buy cake" }] }),
        ),
        ("args", json!({ "operations": [{ "op": "update", "args": one }, { "op": "create", "parameters": cake }] })),
        ("params", json!({ "operations": [{ "op": "update", "params": one }, { "op": "create", "arguments": cake }] })),
        (
            "args as text",
            json!({ "operations": [{ "op": "update", "args": text(&one) }, { "tool": "create", "args": text(&cake) }] }),
        ),
        (
            "toolName",
            json!({ "operations": [{ "toolName": "update", "args": one }, { "tool_name": "create", "args": cake }] }),
        ),
        (
            "id beside args",
            json!({ "operations": [{ "op": "update", "id": 1, "args": { "scheduledFor": "2026-11-27" } }, { "op": "create", "args": cake }] }),
        ),
        ("name", json!([{ "name": "update", "arguments": one }, { "name": "create", "arguments": cake }])),
        (
            "tool_calls",
            json!({ "tool_calls": [{ "name": "update", "parameters": one }, { "name": "create", "parameters": cake }] }),
        ),
        (
            "openai",
            json!({ "tool_calls": [
            { "id": "1", "type": "function", "function": { "name": "update", "arguments": text(&one) } },
            { "id": "2", "type": "function", "function": { "name": "create", "arguments": text(&cake) } },
        ] }),
        ),
        (
            "task_list",
            json!({ "task_list": [{ "tool": "update", "params": one }, { "tool": "create", "params": cake }] }),
        ),
        ("another list", json!({ "operationen": both, "zusammenfassung": "x" })),
        ("a call that holds the list", json!({ "name": "propose", "arguments": { "operations": both } })),
        ("the same as text", json!([{ "name": "propose", "arguments": text(&json!({ "operations": both })) }])),
        ("list as text", json!({ "operations": text(&both) })),
        ("entries as text", json!({ "operations": [text(&both[0]), text(&both[1])] })),
        (
            "case",
            json!({ "operations": [{ "op": "UPDATE", "id": 1, "scheduledFor": "2026-11-27" }, { "op": "Create", "title": "Buy cake" }] }),
        ),
        (
            "names",
            json!({ "operations": [{ "op": "update_todo", "todo_id": 1, "scheduled_for": "2026-11-27" }, { "op": "add", "name": "Buy cake" }] }),
        ),
        (
            "camel",
            json!({ "operations": [{ "op": "updateTask", "taskId": 1, "date": "2026-11-27" }, { "op": "newTodo", "title": "Buy cake" }] }),
        ),
        (
            "set",
            json!({ "operations": [{ "op": "update", "id": 1, "set": { "scheduled_for": "2026-11-27" } }, { "op": "create", "title": "Buy cake" }] }),
        ),
        (
            "set_",
            json!({ "operations": [{ "op": "set_due_date", "id": 1, "scheduledFor": "2026-11-27" }, { "op": "create", "title": "Buy cake" }] }),
        ),
        (
            "steps",
            json!({ "task_list": [
            { "step": 1, "description": "Move it", "tool": "update", "params": one },
            { "step": 2, "description": "And cake", "tool": "create", "params": cake },
        ] }),
        ),
        (
            "envelopes",
            json!([
                { "action": "next_step", "type": "tool", "tool": "update", "description": "Move it", "message": "x", "args": one },
                { "action": "next_step", "type": "tool", "tool": "create", "description": "And cake", "args": cake },
            ]),
        ),
        (
            "prose beside",
            json!({ "operations": [
            { "op": "update", "id": 1, "scheduledFor": "2026-11-27", "why": "x", "summary": "y", "humanSummary": "z", "needs": [], "confidence": 0.5 },
            { "op": "create", "title": "Buy cake", "reason": "x" },
        ], "summary": "did it" }),
        ),
    ] {
        assert_eq!(json!(operations(&value, true)), both, "{name}");
    }
}

/// By numbers of what was listed or by names, whatever that comes to; what is not there before it is no need.
#[test]
fn what_an_operation_needs_is_kept() {
    let needs = |value: Value| -> Vec<Value> {
        operations(&value, true).into_iter().map(|op| op.get("needs").cloned().unwrap_or_default()).collect()
    };
    let create = |title: &str, needs: Value| json!({ "op": "create", "title": title, "needs": needs });
    let list =
        json!({ "operations": [create("a", json!([])), create("b", json!([1])), create("c", json!(["2", 1, 9]))] });
    assert_eq!(needs(list), [Value::Null, json!([1]), json!([1, 2])]);
    let several = json!({ "operations": [
        { "op": "complete", "ids": [4, 5] }, create("b", json!([1])), create("c", json!(2)), create("d", json!([4])),
    ] });
    assert_eq!(needs(several), [Value::Null, Value::Null, json!([1, 2]), json!([3]), Value::Null]);
    let named = json!({ "operations": [
        { "id": "op1", "tool": "create", "args": { "title": "a" } },
        { "id": "op2", "tool": "create", "args": { "title": "b" }, "needs": ["op1"] },
    ] });
    assert_eq!(needs(named), [Value::Null, json!([1])]);
}

#[test]
fn a_step_that_has_no_arguments_of_its_own_says_its_fields_beside_it() {
    let step = json!({ "op": "create", "step": 1, "title": "Buy cake", "description": "With candles" });
    assert_eq!(operations(&step, true), [json!({ "op": "create", "title": "Buy cake", "notes": "With candles" })]);
}

#[test]
fn one_alone_counts_where_it_is_whole() {
    assert_eq!(operations(&update(), true), [update()]);
    assert_eq!(
        operations(&json!({ "function": { "name": "update", "arguments": fields() }, "id": 9 }), true),
        [update()]
    );
    assert!(operations(&update(), false).is_empty());
    assert_eq!(operations(&json!({ "operations": [update()] }), false), [update()]);
}

#[test]
fn names_say_what_they_say() {
    for (given, want) in [
        (json!({ "op": "reopen", "id": 4 }), json!({ "op": "complete", "id": 4, "completed": false })),
        (json!({ "op": "mark_task_done", "id": 4 }), json!({ "op": "complete", "id": 4 })),
        (
            json!({ "op": "set_priority", "id": 4, "value": "high" }),
            json!({ "op": "update", "id": 4, "priority": "high" }),
        ),
        (
            json!({ "op": "add_labels", "id": 4, "labels": ["a"] }),
            json!({ "op": "update", "id": 4, "labels_add": ["a"] }),
        ),
        (
            json!({ "op": "set_status", "id": 4, "status": "blocked", "reason": "rain" }),
            json!({ "op": "set_status", "id": 4, "status": "blocked", "reason": "rain" }),
        ),
        (json!({ "op": "update", "id": 4, "estimate": "30" }), json!({ "op": "update", "id": 4, "estimate": 30 })),
        (
            json!({ "op": "move_occurrence", "id": 4, "date": "2026-12-01", "to": { "date": "2026-12-02" } }),
            json!({ "op": "move_occurrence", "id": 4, "occurrenceDate": "2026-12-01", "to": { "date": "2026-12-02" } }),
        ),
        (
            json!({ "op": "bulk_update", "filter": { "tags": ["a"] }, "changes": { "prio": "low" } }),
            json!({ "op": "bulk_update", "where": { "labels": ["a"] }, "set": { "priority": "low" } }),
        ),
    ] {
        assert_eq!(operations(&given, true), std::slice::from_ref(&want), "{given}");
    }
    let two = operations(&json!({ "op": "delete", "ids": [4, 5] }), true);
    assert_eq!(two, [json!({ "op": "delete", "id": 4 }), json!({ "op": "delete", "id": 5 })]);
    assert_eq!((kind("write_file"), kind("delete_everything_now"), kind("")), (None, None, None));
}

#[test]
fn nothing_is_made_up() {
    // A call's number is no todo's; what is unknown or said twice stays, and is refused by whoever reads it.
    let call = json!([{ "id": "7", "type": "function", "function": { "name": "delete", "arguments": "{}" } }]);
    assert_eq!(operations(&call, true), [json!({ "op": "delete" })]);
    let call = json!([{ "id": "7", "name": "delete", "arguments": {} }]);
    assert_eq!(operations(&call, true), [json!({ "op": "delete" })]);
    for same in [
        json!({ "op": "frobnicate", "id": 1 }),
        json!({ "op": "update", "id": 1, "todo_id": 2, "priority": "low" }),
        json!({ "op": "update", "id": 1, "colour": "red" }),
        json!({ "op": "update", "args": "{\"id\":1,\"prio" }),
    ] {
        assert_eq!(operations(&same, true), std::slice::from_ref(&same), "{same}");
    }
    for none in [json!("words"), json!(null), json!([]), json!({ "operations": [] }), json!(3)] {
        assert!(operations(&none, true).is_empty(), "{none}");
    }
    let mut deep = update();
    for _ in 0..200 {
        deep = json!({ "args": { "operations": [deep] } });
    }
    assert!(operations(&deep, true).is_empty());
}

#[test]
fn calls_that_a_text_marks() {
    let (a, b) = (r#"{"name":"update","arguments":{"id":1}}"#, r#"{"name":"create","arguments":{"title":"Buy cake"}}"#);
    let xml = "<function=update>\n<parameter=id>1</parameter>\n<parameter=labels>[\"a\"]</parameter>\n</function>\n<function=create><parameter=title>\nBuy cake\n</parameter></function>";
    let read = |text: &str| -> Vec<Value> {
        tagged(text).unwrap().iter().map(|t| serde_json::from_str(t).unwrap_or(Value::Null)).collect()
    };
    let want = vec![
        json!({ "name": "update", "arguments": { "id": 1 } }),
        json!({ "name": "create", "arguments": { "title": "Buy cake" } }),
    ];
    assert_eq!(read(&format!("Sure.\n<tool_call>\n{a}\n</tool_call>\n<tool_call>{b}")), want);
    assert_eq!(read(&format!("[TOOL_CALLS] [{a},{b}]")), [json!(want)]);
    assert_eq!(read(r#"[TOOL_CALLS]update[ARGS]{"id":1}[TOOL_CALLS]create{"title":"Buy cake"}"#), want);
    let args = json!({ "name": "update", "arguments": { "id": "1", "labels": ["a"] } });
    assert_eq!(read(xml), [args.clone(), want[1].clone()]);
    assert_eq!(read(&format!("<tool_call>\n{xml}\n</tool_call>")), [args, want[1].clone()]);
    assert_eq!(read(r#"<function=update>{"id":1}</function>"#), want[..1]);
    assert_eq!(
        read(r#"<invoke name="update"><parameter name="id">1</parameter></invoke>"#),
        [json!({ "name": "update", "arguments": { "id": "1" } })]
    );
    // What was cut is none, and what only stands in a text or a thought is nobody's.
    assert_eq!(read("<function=update><parameter=id>1</parameter>"), [Value::Null]);
    // What a text shows of calls is none, and no more comes behind one that is cut.
    let shown = "<function=update>\n<parameter=id>1</parameter>\n<parameter=notes>\nUse <function=delete><parameter=id>9</parameter></function> to remove.\n</parameter>\n</function>";
    let found = read(shown);
    assert!(found.len() == 1 && found.iter().all(|call| call["name"] != "delete"), "{found:?}");
    let cut = &shown[..shown.len() - 30];
    assert_eq!(read(cut), [Value::Null]);
    assert_eq!(read("<function=update><parameter=title>Buy ca</function>"), [Value::Null]);
    assert_eq!(tagged(&format!("<think><tool_call>{a}</tool_call><tool_call>{b}</tool_call>")), None);
    // Whoever's marks they are, what was thought is no call, and what stands in a call is not thought.
    let calls = format!("<tool_call>{a}</tool_call><tool_call>{b}</tool_call>");
    for (open, close) in [
        ("<think>", "</think>"),
        ("<thinking>", "</thinking>"),
        ("<reasoning>", "</reasoning>"),
        ("<thought>\n", "\n</thought>"),
        ("<seed:think>", "</seed:think>"),
        ("[THINK]", "[/THINK]"),
        ("◁think▷", "◁/think▷"),
        ("<|begin_of_thought|>", "<|end_of_thought|>"),
        ("<|channel>thought\n", "<channel|>"),
        ("<reasoning_content>", "</reasoning_content>"),
        ("[BEGIN THINKING]", "[END THINKING]"),
        ("<|begin_of_thinking|>", "<|end_of_thinking|>"),
        ("<unused94>thought\n", "<unused95>"),
        ("<|channel|>analysis<|message|>", "<|end|>"),
    ] {
        let draft = r#"<tool_call>{"name":"delete","arguments":{}}</tool_call>"#;
        assert_eq!(read(&format!("{open}{draft}{close}{calls}")), want, "{open}");
        assert_eq!(tagged(&format!("{open}{draft}{calls}")), None, "{open}");
        if close != "<|end|>" {
            assert_eq!(read(&format!("{draft}{close}{calls}")), want, "{open}");
        }
        let titled = format!("<tool_call>{}</tool_call>", a.replace("update", close.trim()));
        let found = read(&format!("{titled}<tool_call>{b}</tool_call>"));
        assert_eq!(found, [json!({ "name": close.trim(), "arguments": { "id": 1 } }), want[1].clone()], "{open}");
    }
    assert_eq!(read(&format!("<tool_call>{a}</tool_call><think>{b}</think><tool_call>{b}</tool_call>")), want);
    assert_eq!(tagged(r#"{"content":"<tool_call></tool_call><tool_call></tool_call>"}"#), None);
    assert_eq!(tagged(a), None);
}

#[test]
fn calls_whose_name_is_in_the_marks() {
    let want = json!({ "name": "update", "arguments": { "id": 1, "title": "Buy cake" } });
    let args = r#"{"id":1,"title":"Buy cake"}"#;
    let words = json!({ "name": "update", "arguments": { "id": "1", "title": "Buy cake" } });
    let read = |text: &str| -> Vec<Value> {
        tagged(text).unwrap_or_default().iter().map(|t| serde_json::from_str(t).unwrap_or(Value::Null)).collect()
    };
    for text in [
        format!(
            "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>update\n```json\n{args}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>"
        ),
        format!("<｜tool▁call▁begin｜>update<｜tool▁sep｜>{args}<｜tool▁call▁end｜>"),
        format!(
            "<|tool_calls_section_begin|><|tool_call_begin|>functions.update:0<|tool_call_argument_begin|>{args}<|tool_call_end|>"
        ),
        format!(
            "<|channel|>analysis<|message|>x<|end|><|start|>assistant<|channel|>commentary to=functions.update <|constrain|>json<|message|>{args}<|call|>"
        ),
        format!("<|start|>assistant to=functions.update<|channel|>commentary json<|message|>{args}<|call|>"),
        format!("<start_function_call>call:update{args}<end_function_call>"),
        format!("[TOOL_CALLS]update[CALL_ID]abc[ARGS]{args}</s>"),
        format!(
            "Thought: I must.\nAction: update\nAction Input: {args}\nObservation: done\nAction: delete\nAction Input: {{}}"
        ),
        format!("Action: update\nAction Input: {args}"),
    ] {
        assert_eq!(read(&text), std::slice::from_ref(&want), "{text}");
        // The end of what is cut is nobody's: no bracket of ours stands in for it.
        let whole = text.find("cake\"}").unwrap() + 6;
        for end in text.find("{\"id").unwrap() + 1..whole {
            let cut = &text[..text.floor_char_boundary(end)];
            assert!(read(cut).iter().all(Value::is_null), "{cut}\n{:?}", tagged(cut));
        }
    }
    for text in [
        "<tool_call>update\n<arg_key>id</arg_key>\n<arg_value>1</arg_value>\n<arg_key>title</arg_key>\n<arg_value>Buy cake</arg_value>\n</tool_call>",
        "<｜DSML｜function_calls>\n<｜DSML｜invoke name=\"update\">\n<｜DSML｜parameter name=\"id\" string=\"false\">1</｜DSML｜parameter>\n<｜DSML｜parameter name=\"title\" string=\"true\">Buy cake</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>",
        "<minimax:tool_call>\n<invoke name=\"update\">\n<parameter name=\"id\">1</parameter>\n<parameter name=\"title\">Buy cake</parameter>\n</invoke>\n</minimax:tool_call>",
    ] {
        assert_eq!(read(text), std::slice::from_ref(&words), "{text}");
        let cut = text.find("cake").unwrap() + 4;
        assert_eq!(read(&text[..cut]), [Value::Null], "{text}");
    }
    let gemma = tagged("<|tool_call>call:update{id:1,title:<|\"|>Buy cake<|\"|>}<tool_call|>").unwrap();
    assert_eq!(gemma, ["{\"name\":\"update\",\"arguments\":{id:1,title:<|\"|>Buy cake<|\"|>}}"]);
    // No call: words about one, and two that no observation parts.
    assert_eq!(tagged("Action: I will update it.\nAction Input: none"), None);
    assert_eq!(tagged("Action: a\nAction Input: {}\nAction: b\nAction Input: {}"), None);
}

#[test]
fn no_bracket_of_ours_closes_what_was_cut() {
    for text in [
        r#"[TOOL_CALLS]propose{"operations":[{"op":"delete","id":1"#,
        r#"[TOOL_CALLS]propose[ARGS]{"operations":[{"op":"delete","id":1"#,
        r#"<|tool_call_begin|>functions.propose:0<|tool_call_argument_begin|>{"operations":[{"op":"delete","id":1"#,
    ] {
        for call in tagged(text).unwrap() {
            assert!(call.ends_with("\"id\":1"), "{call}");
        }
    }
}
