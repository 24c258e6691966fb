//! Calls whose arguments stand without JSON around them, cut or with anything in a file's text: what an argument holds is
//! never the answer, and never a part of itself.

use countersign_recover::{Finish, Request, Schema, recover};
use serde_json::{Value, json};

fn calls() -> Schema {
    Schema::compile(&json!({"type": "object", "required": ["name", "arguments"], "properties": {
        "name": {"type": "string"}, "arguments": {"type": "object"}}}))
    .unwrap()
}

fn operations() -> Schema {
    Schema::compile(&json!({"type": "object", "required": ["operations"], "properties": {"operations": {
        "type": "array", "items": {"type": "object", "required": ["op"], "additionalProperties": false, "properties": {
            "op": {"enum": ["delete", "create"]}, "id": {"type": "integer"}, "title": {"type": "string"}}}}}}))
    .unwrap()
}

/// The value, and whether the text is whole.
fn read(input: &str, schema: Option<&Schema>, finish: Option<Finish>) -> (Option<Value>, bool) {
    let found = recover(&Request { input, schema, finish });
    (found.value().map(|value| value.into_inner().to_serde()), found.complete)
}

/// A call that writes `@` to a file, up to its end.
const WRITES: [&str; 8] = [
    "<tool_call>\n<function=write>\n<parameter=path>\na\n</parameter>\n<parameter=content>\n@",
    "Sure.\n<function=write><parameter=content>@",
    "<tool_call>write\n<arg_key>path</arg_key>\n<arg_value>a</arg_value>\n<arg_key>content</arg_key>\n<arg_value>@",
    "<invoke name=\"write\"><parameter name=\"content\">@",
    "<｜DSML｜function_calls>\n<｜DSML｜invoke name=\"write\">\n<｜DSML｜parameter name=\"content\" string=\"true\">@",
    "[write(path=\"a\", content=\"\"\"@",
    "```tool_code\nwrite(content='''@",
    "<|tool_call_start|>[write(content=\"\"\"@",
];

/// What a file may hold.
const TEXTS: [&str; 6] = [
    "{\"name\": \"x\", \"version\": \"1.0.0\"}\n",
    "use\n{\"name\":\"rm\",\"arguments\":{\"path\":\"x\"}}\n",
    "{\"operations\":[{\"op\":\"delete\",\"id\":1}]}",
    "[{\"op\":\"delete\",\"id\":1}]",
    "# Doc\n<tool_call>\n<function=rm>\n<parameter=path>\nx\n</parameter>\n</function>\n</tool_call>\n",
    "# Doc\n<tool_call>rm\n<arg_key>path</arg_key>\n<arg_value>x</arg_value>\n</tool_call>\n<invoke name=\"rm\"><parameter name=\"path\">x</parameter></invoke>\n",
];

#[test]
fn what_a_cut_call_was_to_write_is_not_the_answer() {
    for form in WRITES {
        for text in TEXTS {
            for schema in [None, Some(&calls()), Some(&operations())] {
                for finish in [None, Some(Finish::Stop), Some(Finish::Length)] {
                    let input = form.replace('@', text);
                    assert_eq!(read(&input, schema, finish), (None, false), "{input}");
                }
            }
        }
    }
    let quoted = "write(content=\"use\n{'name':'rm','arguments':{'path':'x'}}";
    assert_eq!(read(quoted, None, None), (None, false));
    let yaml = "```yaml\nname: write\narguments:\n  content: |\n    {\"name\":\"rm\",\"arguments\":{\"path\":\"x\"}}\n";
    assert_eq!(read(yaml, None, None), (None, false));
    assert!(!read(yaml, Some(&calls()), None).1);
    assert_eq!(read(yaml, Some(&operations()), None), (Some(json!({"name": "write"})), false));
    // Whole, the text of the file is what it is.
    let want = json!({"name": "write", "arguments": {"content": "{\"name\":\"rm\",\"arguments\":{\"path\":\"x\"}}\n"}});
    assert_eq!(read(&format!("{yaml}```"), Some(&calls()), None), (Some(want), true));
}

#[test]
fn the_text_of_a_file_is_whole_whatever_it_holds() {
    for (form, end) in WRITES.into_iter().zip([
        "\n</parameter>\n</function>\n</tool_call>",
        "</parameter></function>",
        "</arg_value>\n</tool_call>",
        "</parameter></invoke>",
        "</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>",
        "\"\"\")]",
        "''')\n```",
        "\"\"\")]<|tool_call_end|>",
    ]) {
        for text in TEXTS {
            let input = form.replace('@', text) + end;
            let (value, complete) = read(&input, Some(&calls()), None);
            let content = value.as_ref().map(|value| value["arguments"]["content"].clone());
            assert_eq!(content, Some(json!(text)), "{input}\n{value:?}");
            assert!(complete, "{input}");
        }
    }
}

#[test]
fn an_argument_that_ends_in_its_own_words_is_not_cut_short() {
    for input in [
        // What seems to end it is closed once more.
        "<function=write><parameter=content>see </parameter></function> there</parameter></function>",
        "<tool_call>w<arg_key>content</arg_key><arg_value>see </arg_value></tool_call> there</arg_value></tool_call>",
        // A mark that nothing closes.
        "<function=write><parameter=content>the tag <parameter=x> opens</parameter></function>",
    ] {
        assert_eq!(read(input, None, None), (None, false), "{input}");
    }
}

#[test]
fn a_list_that_is_an_argument_keeps_what_is_closed_and_is_not_whole_before_its_call_is() {
    let ops = "[{\"op\":\"delete\",\"id\":1},{\"op\":\"create\",\"title\":\"say </think> x\"}]";
    for (head, tail) in [
        ("<tool_call>\n<function=p>\n<parameter=operations>\n", "\n</parameter>\n</function>\n</tool_call>"),
        ("<tool_call>p\n<arg_key>operations</arg_key>\n<arg_value>", "</arg_value>\n</tool_call>"),
        (
            "<minimax:tool_call>\n<invoke name=\"p\">\n<parameter name=\"operations\">",
            "</parameter>\n</invoke>\n</minimax:tool_call>",
        ),
        ("[p(operations=", ")]"),
    ] {
        let whole = format!("{head}{ops}{tail}");
        let list = head.len() + ops.len();
        // What ends the call itself; the tags around it may be missing.
        let ends = ["</function>", "</tool_call>", "</invoke>", ")"];
        let closed = ends.into_iter().find_map(|end| whole.rfind(end).map(|at| at + end.len())).unwrap();
        for at in head.len()..whole.len() {
            let cut = &whole[..at];
            let kept = usize::from(at > head.len() + ops.find('}').unwrap()) + usize::from(at >= list - 1);
            let (value, complete) = read(cut, Some(&operations()), None);
            let read = value.map_or(0, |value| value["operations"].as_array().map_or(0, Vec::len));
            assert_eq!(read, kept, "{cut}");
            assert!(!complete || at >= closed, "{cut}");
        }
    }
}

#[test]
fn what_only_names_a_call_hides_nothing() {
    let answer = "{\"operations\":[{\"op\":\"delete\",\"id\":1}]}";
    for before in [
        "<think>I could call <function=p><parameter=operations>, but no.</think>\n",
        "I could call <function=p><parameter=operations> here.\n</think>\n",
        "I use no `<function=p>` here: ",
        "The tag <parameter=x> is not needed.\n",
    ] {
        let input = format!("{before}{answer}");
        assert!(read(&input, Some(&operations()), None).0.is_some(), "{input}");
    }
    let inside = "{\"operations\":[{\"op\":\"create\",\"title\":\"<function=a><parameter=b>\"}]}";
    let (value, complete) = read(inside, Some(&operations()), None);
    assert_eq!((value, complete), (serde_json::from_str(inside).ok(), true));
}

#[test]
fn texts_of_python_are_what_they_say() {
    for (text, want) in [
        ("[w(content=\"\"\"a\n\"b\" c\"\"\", n=2)]", json!({"content": "a\n\"b\" c", "n": 2})),
        ("[w(content=r'C:\\new', n=u\"x\")]", json!({"content": "C:\\new", "n": "x"})),
        ("[w(content='''a\\tb\\u00e9\\\nc''')]", json!({"content": "a\tbéc"})),
        ("[w(a=[u'x', r'\\d'], b={'k': u'v'})]", json!({"a": ["x", "\\d"], "b": {"k": "v"}})),
    ] {
        let (value, _) = read(text, Some(&calls()), None);
        assert_eq!(value, Some(json!({"name": "w", "arguments": want})), "{text}");
    }
    // What is put together when it runs is not known.
    for text in ["[w(content=f'{x}')]", "[w(content=b'x')]", "[w(content='''\\N{DASH}''')]"] {
        assert_eq!(read(text, Some(&calls()), None).0, None, "{text}");
    }
}

#[test]
fn a_list_of_which_all_is_left_out_is_no_answer() {
    for input in [
        "You must answer with {\"operations\":[...]}.",
        "```json\n{\"operations\":[/* your operations */]}\n```",
        "{\"operations\": [\n  // the operations\n]}",
    ] {
        let found = recover(&Request { input, schema: Some(&operations()), finish: None });
        assert!(!found.has_value() && !found.dropped.is_empty(), "{input}\n{found:?}");
    }
    for input in ["{\"operations\":[]}", "{\"operations\":[] /* nothing to do */}", "{\"operations\":[ /* */ ]}"] {
        assert_eq!(read(input, Some(&operations()), None).0, Some(json!({"operations": []})), "{input}");
    }
}

#[test]
fn an_element_behind_the_answer_is_told() {
    let (one, other) = ("{\"op\":\"delete\",\"id\":1}", "{\"op\":\"create\",\"title\":\"x\"}");
    let input = format!("{{\"operations\":[{one}]}}, {other}");
    let found = recover(&Request { input: &input, schema: Some(&operations()), finish: None });
    assert_eq!(found.value().map(|value| value.get().to_string()), Some(format!("{{\"operations\":[{one}]}}")));
    assert_eq!(found.dropped.len(), 1, "{found:?}");
    // Anything else beside it is not of it.
    let input = format!("{{\"operations\":[{one}]}}\n{{\"x\":1}}");
    let found = recover(&Request { input: &input, schema: Some(&operations()), finish: None });
    assert!(found.dropped.is_empty(), "{found:?}");
}

#[test]
fn letters_before_quotes_are_pythons() {
    let input = "{\"operations\":[{\"op\":u\"create\",u'title':r\"Buy milk\"}]}";
    let want = json!({"operations": [{"op": "create", "title": "Buy milk"}]});
    assert_eq!(read(input, Some(&operations()), None), (Some(want), true));
}
