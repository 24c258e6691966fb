//! Every dialect is read, and what cannot be used is refused in the contract's words (S3-9…S3-11,
//! S3-19, S4-2, C2…C5, R27, R36).

use countersign_agent::reading::{Invalid, Said, read};
use countersign_agent::step::{Form, Step};
use countersign_agent::tool::Registry;
use countersign_core::model::{Finish, Reply, ToolCall};
use countersign_llm::catalogue::Dialect;
use countersign_llm::schema::lower;
use serde_json::{Value, json};

fn reply(text: &str, finish: Finish) -> Reply {
    Reply { finish, ..countersign_testkit::reply(text) }
}

#[test]
fn a_tool_on_todos_is_known_by_the_names_of_other_products() {
    let tools = Registry::workspace();
    for (name, want) in [("update_todo", "todo_update"), ("createTask", "todo_create"), ("delete_task", "todo_delete")]
    {
        assert_eq!(tools.find(name).map(|t| t.wire_name()).as_deref(), Some(want), "{name}");
    }
    assert_eq!(tools.find("create_file").map(|t| t.wire_name()), None);
    // As other runtimes name a function, and in one word.
    for name in ["functions.read_file", "functions.readFile", "default_api.read_file", "readfile", "READ-FILE"] {
        assert_eq!(tools.find(name).map(|t| t.wire_name()).as_deref(), Some("read_file"), "{name}");
    }
}

/// What a text says, in one line.
fn said(text: &str) -> String {
    match read(&reply(text, Finish::Stop), &Registry::workspace(), 1) {
        Ok(reading) => match reading.said {
            Said::Tools(calls) => {
                calls.iter().map(|c| format!("{} {}", c.tool, c.args)).collect::<Vec<_>>().join(" + ")
            }
            Said::Respond(text) => format!("respond: {text}"),
            Said::Complete(text) => format!("complete: {text}"),
            Said::Ask { question, context, .. } => {
                format!("ask: {question}{}", context.map(|c| format!(" ({c})")).unwrap_or_default())
            }
            Said::Stop(reason) => format!("stop: {reason}"),
        },
        Err(wrong) => format!("! {wrong}"),
    }
}

const READ_A: &str = r#"read_file {"path":"a"}"#;

#[test]
fn good_payloads_of_every_dialect() {
    let table: &[(&str, &str)] = &[
        // The flat contract.
        (r#"{"action":"next_step","type":"tool","tool":"read_file","args":{"path":"a"}}"#, READ_A),
        (r#"{"thinking":"x","action":"next_step","tool":"read_file","args":{"path":"a"}}"#, READ_A),
        (r#"{"action":"next_step","type":"respond","message":"hi"}"#, "respond: hi"),
        (r#"{"action":"next_step","message":"hi"}"#, "respond: hi"),
        (r#"{"action":"next_step","type":"ask_user","question":"q?"}"#, "ask: q?"),
        (r#"{"action":"next_step","question":"q?"}"#, "ask: q?"),
        (r#"{"action":"complete","message":"done"}"#, "complete: done"),
        (r#"{"action":"respond","message":"done"}"#, "complete: done"),
        (r#"{"action":"ask_user","question":"q?","context":"c","resume_to":"reflecting"}"#, "ask: q? (c)"),
        (r#"{"action":"guardrail_stop","reason":"no"}"#, "stop: no"),
        (r#"{"action":"guardrail_stop","reason":"no","message":"m"}"#, "stop: no m"),
        (r#"{"action":"guardrail_stop","message":"m"}"#, "stop: m"),
        (r#"{"action":"NEXT_STEP","type":"Tool","tool":"Read_File","args":{"path":"a"}}"#, READ_A),
        (r#"{"action":"next-step","tool":"read_file","args":{"path":"a"}}"#, READ_A),
        // Nulls and empty texts of strict providers are absent.
        (
            r#"{"thinking":null,"action":"next_step","type":null,"description":null,"tool":"read_file","args":"{\"path\":\"a\"}","message":null,"reason":null,"question":null,"context":null,"resume_to":null}"#,
            READ_A,
        ),
        (r#"{"action":"complete","tool":null,"args":null,"message":"done","question":""}"#, "complete: done"),
        (r#"{"action":"next_step","tool":"read_file","args":{"path":"a","encoding":null,"content":""}}"#, READ_A),
        // What a text marks as calls.
        ("<function=read_file>\n<parameter=path>a</parameter>\n</function>", READ_A),
        (r#"[TOOL_CALLS] [{"name":"read_file","arguments":{"path":"a"}}]"#, READ_A),
        (r#"<invoke name="read_file"><parameter name="path">a</parameter></invoke>"#, READ_A),
        // Nested, legacy; keys beside it win.
        (r#"{"action":"next_step","step":{"type":"tool","tool":"read_file","args":{"path":"a"}}}"#, READ_A),
        (r#"{"action":"next_step","next_step":{"tool_name":"read_file","tool_args":{"path":"a"}}}"#, READ_A),
        (r#"{"action":"next_step","tool":"read_file","step":{"tool":"list_files","args":{"path":"a"}}}"#, READ_A),
        // Other names.
        (r#"{"action":"next_step","tool_name":"read_file","tool_input":{"path":"a"}}"#, READ_A),
        (r#"{"action":"next_step","toolName":"read_file","args":{"path":"a"}}"#, READ_A),
        (r#"{"toolName":"read_file","args":{"path":"a"}}"#, READ_A),
        (r#"{"action":"next_step","name":"read_file","arguments":{"path":"a"}}"#, READ_A),
        (r#"{"action":"next_step","name":"read_file","parameters":{"path":"a"}}"#, READ_A),
        (r#"{"action":"next_step","tool":"read_file","params":{"path":"a"}}"#, READ_A),
        (r#"{"action":"next_step","tool":"read_file","input":{"path":"a"}}"#, READ_A),
        (r#"{"action":"next_step","tool":"read_file","path":"a"}"#, READ_A),
        (r#"{"action":"complete","response":"done"}"#, "complete: done"),
        (r#"{"action":"complete","content":"done"}"#, "complete: done"),
        (r#"{"action":"next_step","type":"tool","tool":"read_file","args":{"file_path":"a"}}"#, READ_A),
        (r#"{"action":"next_step","type":"tool","tool":"read_file","args":{"filePath":"a"}}"#, READ_A),
        (r#"{"action":"next_step","tool":"todo_complete","args":{"id":"12"}}"#, r#"todo_complete {"id":12}"#),
        (r#"{"action":"next_step","tool":"read_file","args":[{"name":"path","value":"a"}]}"#, READ_A),
        (r#"{"action":"next_step","tool":"read_file","args":"{'path':'a',}"}"#, READ_A),
        (r#"{"action":"next_step","tool":"read_todos"}"#, "read_todos {}"),
        (r#"{"action":"next_step","tool":"read_todos","args":""}"#, "read_todos {}"),
        (r#"{"action":"next_step","tool":"read_todos","args":{}}"#, "read_todos {}"),
        (
            r#"{"action":"next_step","tool":"write_file","args":{"path":"a","content":"x\ny"}}"#,
            r#"write_file {"path":"a","content":"x\ny"}"#,
        ),
        (
            r#"{"action":"next_step","tool":"write_file","path":"a","content":"x"}"#,
            r#"write_file {"path":"a","content":"x"}"#,
        ),
        // S4.
        (r#"{"tool_calls":[{"name":"read_file","parameters":{"path":"a"}}]}"#, READ_A),
        (
            r#"{"tool_calls":[{"name":"read_file","parameters":{"path":"a"}},{"name":"read_file","parameters":{"path":"b"}}]}"#,
            r#"read_file {"path":"a"} + read_file {"path":"b"}"#,
        ),
        (r#"{"response":"done"}"#, "complete: done"),
        (r#"{"tool_calls":[],"response":"done"}"#, "complete: done"),
        (r#"{"action":"next_step","tool_calls":[{"tool":"read_file","args":{"path":"a"}}]}"#, READ_A),
        // Runtimes' own shapes, as text.
        (r#"{"type":"function","function":{"name":"read_file","arguments":"{\"path\":\"a\"}"}}"#, READ_A),
        (r#"{"name":"read_file","arguments":{"path":"a"}}"#, READ_A),
        (r#"[{"name":"read_file","arguments":{"path":"a"}}]"#, READ_A),
        (
            r#"[{"name":"read_file","arguments":{"path":"a"}},{"name":"read_todos","arguments":{}}]"#,
            r#"read_file {"path":"a"} + read_todos {}"#,
        ),
        (
            r#"{"tool_calls":[{"id":"1","type":"function","function":{"name":"read_file","arguments":"{\"path\":\"a\"}"}}]}"#,
            READ_A,
        ),
        (r#"{"type":"tool_use","name":"read_file","input":{"path":"a"}}"#, READ_A),
        ("<tool_call>\n{\"name\":\"read_file\",\"arguments\":{\"path\":\"a\"}}\n</tool_call>", READ_A),
        (
            "<tool_call>{\"name\":\"read_file\",\"arguments\":{\"path\":\"a\"}}</tool_call>\n<tool_call>{\"name\":\"read_todos\",\"arguments\":{}}</tool_call>",
            r#"read_file {"path":"a"} + read_todos {}"#,
        ),
        // A call in the text.
        (
            "I will read it.\n```json\n{\"name\":\"read_file\",\"parameters\":{\"path\":\"a\"}}\n```\nThen I know.",
            READ_A,
        ),
        (
            "<think>maybe {\"action\":\"complete\"}</think>{\"action\":\"next_step\",\"tool\":\"read_file\",\"args\":{\"path\":\"a\"}}",
            READ_A,
        ),
        ("Sure! {\"action\":\"complete\",\"message\":\"done\"} Anything else?", "complete: done"),
        ("```\n{'action': 'complete', 'message': 'done',}\n```", "complete: done"),
        ("{\"action\":\"complete\",\"message\":\"done\"}<|im_end|>", "complete: done"),
        // Operations and the structured reply (C2).
        (r#"{"operations":[{"op":"create","title":"Buy milk"}]}"#, r#"todo_create {"title":"Buy milk"}"#),
        (
            r#"{"operations":[{"id":"1","kind":"write_file","args":{"path":"a","content":"x"},"why":"y"}]}"#,
            r#"write_file {"path":"a","content":"x"}"#,
        ),
        (
            r#"{"summary":"s","fileChanges":[{"path":"a","content":"x"},{"path":"b","action":"delete"}],"commands":["make"]}"#,
            r#"write_file {"path":"a","content":"x"} + delete_file {"path":"b"} + shell_exec {"command":"make"}"#,
        ),
        (r#"{"action":"next_step","tool":"bash","args":{"cmd":"ls"}}"#, r#"shell_exec {"command":"ls"}"#),
        // A note beside a call is no final answer; members nobody knows are nobody's business.
        (r#"{"action":"next_step","tool":"read_file","args":{"path":"a"},"message":"reading","mood":"fine"}"#, READ_A),
        (
            r#"{"thinking":{"task":"t","facts":["f"],"decisions":[],"risks":[],"confidence":0.4,"more":1},"action":"complete","message":"done"}"#,
            "complete: done",
        ),
    ];
    for (text, expected) in table {
        assert_eq!(said(text), *expected, "{text}");
    }
    assert!(table.len() >= 60);
}

#[test]
fn bad_payloads_are_refused_and_nothing_is_made_up() {
    let action =
        "! Invalid controller output: action is missing; it is next_step, complete, guardrail_stop or ask_user";
    let mixed = "! Invalid controller output: tool calls and a final answer in one reply; send one or the other";
    let no_type = "! Invalid controller output: the step's type cannot be determined; give tool, message or question";
    let no_object = "! Invalid controller output: the reply is no JSON object";
    let cut = "! Invalid controller output: the reply was cut before its end";
    let several = "! Invalid controller output: several replies in one; send one, and wait for what its calls give";
    let table: &[(&str, &str)] = &[
        (r#"{"thinking":{"task":"t"}}"#, action),
        (r#"{"thinking":"t"}"#, action),
        (r#"{"description":"I will think"}"#, action),
        (r#"{"message":"hi"}"#, action),
        (r#"{"question":"q?"}"#, action),
        ("{}", action),
        (r#"{"action":"next_step"}"#, no_type),
        (r#"{"action":"next_step","description":"reading"}"#, no_type),
        (r#"{"action":"next_step","thinking":"t"}"#, no_type),
        (r#"{"action":"next_step","tool":"","message":""}"#, "! Invalid controller output: tool is missing or empty"),
        (
            r#"{"action":"next_step","type":"think","message":"hm"}"#,
            r#"! Invalid controller output: unknown type "think"; it is tool, respond or ask_user"#,
        ),
        (
            r#"{"action":"think","message":"hm"}"#,
            r#"! Invalid controller output: unknown action "think"; it is next_step, complete, guardrail_stop or ask_user"#,
        ),
        (
            r#"{"action":"read_file","args":{"path":"a"}}"#,
            r#"! Invalid controller output: unknown action "read_file"; it is next_step, complete, guardrail_stop or ask_user"#,
        ),
        (r#"{"action":"next_step","type":"tool"}"#, "! Invalid controller output: tool is missing or empty"),
        (
            r#"{"action":"next_step","type":"tool","tool":"  "}"#,
            "! Invalid controller output: tool is missing or empty",
        ),
        (r#"{"action":"next_step","type":"respond"}"#, "! Invalid controller output: message is missing or empty"),
        (
            r#"{"action":"next_step","type":"ask_user","question":" "}"#,
            "! Invalid controller output: question is missing or empty",
        ),
        (r#"{"action":"complete"}"#, "! Invalid controller output: message is missing or empty"),
        (r#"{"action":"complete","message":""}"#, "! Invalid controller output: message is missing or empty"),
        (r#"{"action":"ask_user"}"#, "! Invalid controller output: question is missing or empty"),
        (r#"{"action":"guardrail_stop"}"#, "! Invalid controller output: reason is missing or empty"),
        (r#"{"action":5,"message":"x"}"#, "! Invalid controller output: action is no text"),
        (r#"{"action":"complete","message":{"a":1}}"#, "! Invalid controller output: message is no text"),
        (r#"{"action":"complete","message":"done","tool":"read_file","args":{"path":"a"}}"#, mixed),
        (r#"{"tool_calls":[{"name":"read_file","parameters":{"path":"a"}}],"response":"done"}"#, mixed),
        (r#"{"action":"next_step","type":"respond","message":"m","tool":"read_file","args":{"path":"a"}}"#, mixed),
        (r#"{"action":"ask_user","question":"q","tool_calls":[{"name":"read_todos","parameters":{}}]}"#, mixed),
        (
            r#"{"action":"next_step","tool":"read_file","args":{}}"#,
            "! Invalid controller output: args of read_file: /: the required member `path` is missing",
        ),
        (r#"{"action":"next_step","tool":"read_file","args":{"path":"a","depth":2}}"#, "args of read_file"),
        (r#"{"action":"next_step","tool":"read_file","args":{"path":["a","b"]}}"#, "args of read_file"),
        (r#"{"action":"next_step","tool":"todo_complete","args":{"id":"about five"}}"#, "args of todo_complete"),
        (
            r#"{"action":"next_step","tool":"read_file","args":"a"}"#,
            "! Invalid controller output: args of read_file: they are no object",
        ),
        (
            r#"{"action":"next_step","tool":"sudo","args":{}}"#,
            r#"unknown tool "sudo"; the tools are read_file, list_files"#,
        ),
        ("I am done.", no_object),
        ("", no_object),
        ("[]", action),
        ("[1,2]", action),
        ("\"complete\"", action),
        (r#"{"action":"next_step","tool":"write_file","args":{"path":"a","content":"half of"#, cut),
        (r#"{"action":"complete","message":"do"#, cut),
        (r#"{"action":"next_step","tool_calls":[{"name":"read_file","parameters":{"path":"a"}},{"name":"write"#, cut),
        (
            r#"{"action":"next_step","tool":"write_file","args":{"path":"a.rs","content":"fn a() {}\n// ... rest of the file unchanged ...\n"}}"#,
            "! Invalid controller output: ",
        ),
        // A call whose result is made up, calls one after the other, fields of an edit that are not what was written.
        (
            "{\"action\":\"next_step\",\"tool\":\"write_file\",\"args\":{\"path\":\"a\",\"content\":\"x\"}}\nTool result: ok\n{\"action\":\"complete\",\"message\":\"done\"}",
            several,
        ),
        (
            "{\"tool\":\"read_file\",\"args\":{\"path\":\"a\"}}\n{\"tool\":\"read_file\",\"args\":{\"path\":\"b\"}}",
            several,
        ),
        (
            "```json\n{\"tool\":\"read_file\",\"args\":{\"path\":\"a\"}}\n```\n```json\n{\"tool\":\"read_file\",\"args\":{\"path\":\"b\"}}\n```",
            several,
        ),
        (r#"{"action":"next_step","tool":"edit_file","args":{"path":"a","old":"x","new": y}}"#, cut),
        (r#"{"action":"next_step","tool":"edit_file","args":{"path":"a","old":"x","new": print("y")}}"#, cut),
        (r#"{"action":"next_step","tool":"shell_exec","args":{"command": ls}}"#, cut),
    ];
    for (text, expected) in table {
        let got = said(text);
        assert!(got.starts_with('!') && got.contains(expected), "{text}\n got {got}\nwant {expected}");
    }
    assert!(table.len() >= 40);
    let many: Vec<Value> =
        (0..11).map(|n| json!({ "name": "read_file", "parameters": { "path": format!("f{n}") } })).collect();
    assert_eq!(
        said(&json!({ "tool_calls": many }).to_string()),
        "! Invalid controller output: 11 tool calls in one reply; at most 10"
    );
}

#[test]
fn what_a_reply_does_not_give_as_its_own_calls_nothing() {
    let call = r#"{"action":"next_step","tool":"delete_file","args":{"path":"a"}}"#;
    for text in [
        format!("The file contains:\n```json\n{call}\n```\nwhich is an instruction I will ignore."),
        format!("<tool_response>{call}</tool_response>"),
        format!("For example: {call}"),
        format!("{call}\nActually, ignore that."),
        format!("{call}\nWait, no. I should not do that."),
        format!("{call}\nEn fait, je ne le ferai pas."),
        format!("The file a.txt contains this instruction, which I ignore:\n{call}"),
        format!("It says:\n> {call}"),
        format!("~~{call}~~"),
    ] {
        assert!(
            said(&text).starts_with("! Invalid controller output: the words around the JSON"),
            "{text}: {}",
            said(&text)
        );
    }
    assert_eq!(said(&format!("Here is my next step:\n```json\n{call}\n```")), r#"delete_file {"path":"a"}"#);
}

/// A runtime's own call is held to the words beside it, as one that is written in them.
#[test]
fn a_native_call_is_not_made_that_the_words_beside_it_take_back_or_that_holds_words() {
    let tools = Registry::workspace();
    let native = |name: &str, arguments: &str, text: &str| {
        let call = ToolCall { id: "x".into(), name: name.into(), arguments: arguments.into() };
        read(&Reply { tool_calls: vec![call], ..reply(text, Finish::ToolCalls) }, &tools, 1).map(|_| ())
    };
    let path = r#"{"path":"a"}"#;
    for words in
        ["I refuse to do that; I will not delete anything.", "Wait, no. I should not do that.", "Je ne le ferai pas."]
    {
        assert_eq!(native("delete_file", path, words), Err(Invalid::NotMeant), "{words}");
        assert_eq!(native("read_file", path, words), Ok(()), "{words}");
    }
    for words in ["", "I delete it now.", "This does not touch b.", "I see no reason to keep it."] {
        assert_eq!(native("delete_file", path, words), Ok(()), "{words}");
    }
    for arguments in [format!("{path} and also b"), format!("the file: {path}")] {
        assert!(matches!(native("delete_file", &arguments, ""), Err(Invalid::Args(_))), "{arguments}");
    }
    assert_eq!(native("delete_file", &format!("```json\n{path}\n```"), ""), Ok(()));
}

#[test]
fn a_cut_reply_is_never_taken_whatever_its_text() {
    let text = r#"{"action":"next_step","tool":"write_file","args":{"path":"a","content":"x"}}"#;
    let tools = Registry::workspace();
    for end in 1..text.len() {
        let cut = &text[..end];
        for finish in [Finish::Stop, Finish::Length, Finish::Unknown] {
            assert!(read(&reply(cut, finish), &tools, 1).is_err(), "{cut} {finish:?}");
        }
    }
    assert!(read(&reply(text, Finish::Stop), &tools, 1).is_ok());
}

/// The marks of other models around a call whose arguments are `@`.
const MARKED: [&str; 14] = [
    "<tool_call>\n{\"name\": \"write_file\", \"arguments\": @}\n</tool_call>",
    "<tool_call><function=write_file>@</function></tool_call>",
    "<|python_tag|>{\"name\": \"write_file\", \"parameters\": @}<|eom_id|>",
    "[TOOL_CALLS][{\"name\": \"write_file\", \"arguments\": @}]</s>",
    "[TOOL_CALLS]write_file[ARGS]@</s>",
    "[TOOL_CALLS]write_file[CALL_ID]a1b2[ARGS]@",
    "functools[{\"name\": \"write_file\", \"arguments\": @}]",
    "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>write_file\n```json\n@\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
    "<｜tool▁call▁begin｜>write_file<｜tool▁sep｜>@<｜tool▁call▁end｜>",
    "<|tool_calls_section_begin|><|tool_call_begin|>functions.write_file:0<|tool_call_argument_begin|>@<|tool_call_end|>",
    "<|channel|>analysis<|message|>I write {\"path\":\"b\"}<|end|><|start|>assistant<|channel|>commentary to=functions.write_file <|constrain|>json<|message|>@<|call|>",
    "<start_function_call>call:write_file@<end_function_call>",
    "Thought: I must write it.\nAction: write_file\nAction Input: @\nObservation:",
    "<think>Perhaps delete_file.</think>\nAction: write_file\nAction Input: @",
];

#[test]
fn the_marks_of_every_model_are_read_and_no_cut_of_them_is_taken() {
    let tools = Registry::workspace();
    let args = r#"{"path":"a","content":"x\ny"}"#;
    for marked in MARKED {
        let text = marked.replace('@', args);
        assert_eq!(said(&text), format!("write_file {args}"), "{text}");
        let whole = read(&reply(&text, Finish::Stop), &tools, 1).unwrap().said;
        for end in (1..text.len()).filter(|end| text.is_char_boundary(*end)) {
            for finish in [Finish::Stop, Finish::Unknown, Finish::Length] {
                let got = read(&reply(&text[..end], finish), &tools, 1);
                let right = match &got {
                    Ok(reading) => reading.said == whole && finish != Finish::Length && text[..end].contains(args),
                    Err(_) => true,
                };
                assert!(right, "{} {finish:?}: {got:?}", &text[..end]);
            }
        }
        // What is not done is not done in any of them.
        let after = format!("{text}\nWait, no. I should not do that.");
        assert!(said(&after).starts_with('!'), "{after}\n{}", said(&after));
        let before = format!("I must not do this: {text}");
        let at_once = !text.contains("Action:") && !text.contains("analysis");
        assert!(!at_once || said(&before).starts_with('!'), "{before}\n{}", said(&before));
    }
    let words = "<tool_call>write_file\n<arg_key>path</arg_key>\n<arg_value>a</arg_value>\n<arg_key>content</arg_key>\n<arg_value>x</arg_value>\n</tool_call>";
    assert_eq!(said(words), r#"write_file {"path":"a","content":"x"}"#);
    let gemma = "<|tool_call>call:read_file{path:<|\"|>a<|\"|>}<tool_call|>";
    assert_eq!(said(gemma), READ_A);
}

/// C32, C33, R14: what the runtime stopped and closes by chance changes no file and runs no command, as in
/// a reply about a folder. What it says, and what only looks, stands.
#[test]
fn a_stopped_reply_that_closes_proposes_nothing() {
    let tools = Registry::workspace();
    let proposing = [
        r#"{"action":"next_step","tool":"write_file","args":{"path":"a","content":"x"}}"#,
        r#"{"action":"next_step","tool":"shell_exec","args":{"command":"rm -r build"}}"#,
        r#"{"action":"complete","message":"m","tool_calls":[{"name":"shell_exec","parameters":{"command":"ls"}}]}"#,
        r#"<tool_call>{"name":"write_file","arguments":{"path":"a","content":"x"}}</tool_call>"#,
    ];
    for finish in [Finish::Length, Finish::Filtered, Finish::Aborted] {
        for text in proposing {
            let got = read(&reply(text, finish), &tools, 1);
            assert!(matches!(got, Err(Invalid::Cut(_))), "{text} {finish:?}: {got:?}");
        }
        let arguments = r#"{"path":"a","content":"x"}"#.to_owned();
        let call = ToolCall { id: "x".into(), name: "write_file".into(), arguments };
        let native = Reply { tool_calls: vec![call], ..reply("", finish) };
        assert!(matches!(read(&native, &tools, 1), Err(Invalid::Cut(_))), "{finish:?}");
        for text in [
            r#"{"action":"next_step","tool":"read_file","args":{"path":"a"}}"#,
            r#"{"action":"complete","message":"m"}"#,
        ] {
            assert!(read(&reply(text, finish), &tools, 1).is_ok(), "{text} {finish:?}");
        }
    }
}

#[test]
fn tool_calls_that_the_runtime_reports_are_read_too() {
    let call =
        |name: &str, arguments: &str| ToolCall { id: "x".into(), name: name.into(), arguments: arguments.into() };
    let with = |text: &str, calls: Vec<ToolCall>, finish: Finish| {
        let reply = Reply { tool_calls: calls, ..reply(text, finish) };
        read(&reply, &Registry::workspace(), 4).map(|r| r.said)
    };
    let one = vec![call("read_file", r#"{"path":"a"}"#)];
    let Said::Tools(calls) = with("", one.clone(), Finish::ToolCalls).unwrap() else { panic!() };
    assert_eq!((calls[0].id.as_str(), calls[0].args.clone()), ("c4", json!({ "path": "a" })));
    let Said::Tools(calls) = with("I look at it first.", one.clone(), Finish::ToolCalls).unwrap() else { panic!() };
    assert_eq!(calls.len(), 1);
    assert!(matches!(
        with(r#"{"action":"complete","message":"m"}"#, one.clone(), Finish::Stop),
        Err(Invalid::Mixed { .. })
    ));
    assert!(matches!(with("", one, Finish::Aborted), Err(Invalid::Cut(_))));
}

#[test]
fn the_schema_is_flat_and_goes_through_every_provider() {
    fn unions(schema: &Value, found: &mut Vec<String>) {
        match schema {
            Value::Object(map) => {
                for (key, value) in map {
                    if ["oneOf", "anyOf", "allOf", "$ref"].contains(&key.as_str()) {
                        found.push(key.clone());
                    }
                    unions(value, found);
                }
            }
            Value::Array(items) => items.iter().for_each(|i| unions(i, found)),
            _ => {}
        }
    }
    let tools = Registry::workspace();
    for form in [Form::Small, Form::Large] {
        let schema = Step::schema(form, &tools);
        for dialect in Dialect::ALL {
            let lowered = lower(&schema, dialect).unwrap();
            let mut found = Vec::new();
            unions(&lowered.schema, &mut found);
            assert_eq!(found, Vec::<String>::new(), "{form:?} {dialect:?}");
            let names = |s: &Value| s["properties"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
            assert_eq!(names(&lowered.schema), names(&schema), "{form:?} {dialect:?}");
            assert_eq!(lowered.schema["additionalProperties"], false);
            if form == Form::Large {
                // S3-20: unchanged.
                assert_eq!(lowered.schema, schema, "{dialect:?}");
            } else {
                // No argument is lost, and the object is not closed empty.
                assert_eq!(names(&lowered.schema["properties"]["args"]), names(&schema["properties"]["args"]));
            }
        }
        assert_eq!(schema["properties"].as_object().unwrap().keys().next().unwrap(), "thinking");
    }
    assert_eq!(Step::schema(Form::Small, &tools)["properties"]["thinking"]["maxLength"], 100);
}

#[test]
fn what_the_schema_allows_the_parser_takes() {
    // The example of each tool, in both forms, is read as a call of that tool.
    let tools = Registry::workspace();
    for tool in tools.iter() {
        for args in [tool.example(), Value::String(tool.example().to_string())] {
            let text =
                json!({ "thinking": "t", "action": "next_step", "tool": tool.wire_name(), "args": args }).to_string();
            let Said::Tools(calls) = read(&reply(&text, Finish::Stop), &tools, 1).unwrap().said else {
                panic!("{text}")
            };
            assert_eq!((&calls[0].tool, &calls[0].args), (&tool.name, &tool.example()));
            assert!(tools.text().contains(&tool.about), "{}", tool.name);
        }
    }
    let flat: Step = serde_json::from_value(json!({ "action": "complete", "message": "m" })).unwrap();
    assert_eq!(flat.message.as_deref(), Some("m"));
    assert!(Step::text(Form::Small).contains("Do not output a separate think step."));
}
