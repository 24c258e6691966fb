//! Calls that are written without JSON are read as what they call and with what; none that is cut.

use countersign_recover::{Finish, Request, Schema, recover};
use serde_json::json;

fn args() -> Schema {
    Schema::compile(&json!({"type": "object", "required": ["title"], "additionalProperties": false,
        "properties": {"title": {"type": "string"}, "count": {"type": "integer"}}}))
    .unwrap()
}

const CALLS: [&str; 12] = [
    "<tool_call>\n<function=add>\n<parameter=title>\nx and more\n</parameter>\n<parameter=count>\n2\n</parameter>\n</function>\n</tool_call>",
    "Sure.\n<function=add><parameter=title>x and more</parameter><parameter=count>2</parameter></function>",
    "<tool_call>add\n<arg_key>title</arg_key>\n<arg_value>x and more</arg_value>\n<arg_key>count</arg_key>\n<arg_value>2</arg_value>\n</tool_call>",
    "<function_calls>\n<invoke name=\"add\">\n<parameter name=\"title\">x and more</parameter>\n<parameter name=\"count\">2</parameter>\n</invoke>\n</function_calls>",
    "<minimax:tool_call>\n<invoke name=\"add\">\n<parameter name=\"title\">x and more</parameter>\n<parameter name=\"count\">2</parameter>\n</invoke>\n</minimax:tool_call>",
    "<｜DSML｜function_calls>\n<｜DSML｜invoke name=\"add\">\n<｜DSML｜parameter name=\"title\" string=\"true\">x and more</｜DSML｜parameter>\n<｜DSML｜parameter name=\"count\" string=\"false\">2</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>",
    "[add(title=\"x and more\", count=2)]",
    "```tool_code\nadd(title='x and more', count=2)\n```",
    "```tool_code\nprint(add(title='x and more', count=2))\n```",
    "add(title=\"x and more\", count=2)",
    "<|tool_call_start|>[add(title=\"x and more\", count=2)]<|tool_call_end|>",
    "Sure.\n<|tool_call_start|>add(title='x and more', count=2)<|tool_call_end|>Looking that up.<|im_end|>",
];

#[test]
fn a_call_without_json_gives_its_arguments_and_its_name() {
    let call = json!({"type": "object", "required": ["name", "arguments"], "properties": {
        "name": {"type": "string"}, "arguments": {"type": "object"}}});
    let call = Schema::compile(&call).unwrap();
    for input in CALLS {
        let found = recover(&Request { input, schema: Some(&args()), finish: Some(Finish::Stop) });
        let value = found.value().map(|value| value.get().to_string());
        assert_eq!(value.as_deref(), Some("{\"title\":\"x and more\",\"count\":2}"), "{input}\n{found:?}");
        let found = recover(&Request { input, schema: Some(&call), finish: None });
        let value = found.value().map(|value| value.get().to_string()).unwrap_or_default();
        assert!(value.starts_with("{\"name\":\"add\",\"arguments\":{\"title\":\"x and more\""), "{input}\n{found:?}");
    }
}

#[test]
fn no_cut_of_a_call_gives_a_value_or_says_that_it_is_whole() {
    for input in CALLS {
        let begin = input.find("x and").unwrap();
        let end = input.rfind('2').unwrap();
        for at in (begin..=end).filter(|at| input.is_char_boundary(*at)) {
            let cut = &input[..at];
            let found = recover(&Request { input: cut, schema: Some(&args()), finish: None });
            assert!(!found.has_value() && !found.complete, "{cut}\n{found:?}");
        }
    }
}

#[test]
fn what_is_said_around_a_call_counts_and_what_stands_in_a_text_is_none() {
    for input in [
        "I must not do this: <function=add><parameter=title>x</parameter></function>",
        "<function=add><parameter=title>x</parameter></function>\n\nWait, that is wrong.",
        "<think><function=add><parameter=title>x</parameter></function></think>\nTell me more.",
        "I must not do this: <|tool_call_start|>[add(title=\"x\")]<|tool_call_end|>",
        "<|tool_call_start|>[add(title=\"x\")]<|tool_call_end|>\n\nWait, that is wrong.",
        "[see(the docs)]",
        "[add(x)]",
    ] {
        let found = recover(&Request { input, schema: Some(&args()), finish: Some(Finish::Stop) });
        assert!(!found.has_value(), "{input}\n{found:?}");
    }
    let body = "<function=write><parameter=path>a</parameter><parameter=content>\n<p></parameter>\n x\n\n</parameter></function>";
    let found = recover(&Request { input: body, schema: None, finish: None });
    let want = json!({"name": "write", "arguments": {"path": "a", "content": "<p></parameter>\n x\n"}}).to_string();
    assert_eq!(found.value().map(|value| value.get().to_string()), Some(want), "{found:?}");
    let inside = "{\"title\":\"<function=add><parameter=title>y</parameter></function>\"}";
    let found = recover(&Request { input: inside, schema: Some(&args()), finish: None });
    assert_eq!(found.value().map(|value| value.get().to_string()).as_deref(), Some(inside));
}

#[test]
fn calls_one_after_the_other_are_made_together() {
    let schema = Schema::compile(&json!({"type": "object", "required": ["operations"], "additionalProperties": false,
        "properties": {"operations": {"type": "array", "items": {"type": "object", "required": ["op"]}}}}))
    .unwrap();
    let (one, other) = ("{\"op\":\"delete\",\"id\":1}", "{\"op\":\"complete\",\"id\":2}");
    let list = |op: &str| format!("{{\"operations\":[{op}]}}");
    let plain = |op: &str| format!("<tool_call>\n{}\n</tool_call>\n", list(op));
    let named = |op: &str| {
        plain(op).replace("{\"operations\"", "{\"name\":\"propose\",\"arguments\":{\"operations\"").replace("]}", "]}}")
    };
    let read = |input: &str| {
        let found = recover(&Request { input, schema: Some(&schema), finish: Some(Finish::Stop) });
        (found.value().map(|value| value.get().to_string()), found.dropped.len())
    };
    let both = list(&format!("{one},{other}"));
    for input in [
        format!("{}{}", plain(one), plain(other)),
        format!("{}{}", named(one), named(other)),
        format!("Sure.\n{}{}{}", plain(one), plain(other), plain(one)),
    ] {
        assert_eq!(read(&input), (Some(both.clone()), 0), "{input}");
    }
    assert_eq!(read(&format!("{}{}", plain(one), plain(one))), (Some(list(one)), 0), "said twice");
    // Words between them correct the first.
    let corrected = format!("{}\nNo, rather:\n{}", plain(one), plain(other));
    assert_eq!(read(&corrected), (Some(list(other)), 1), "{corrected}");
    // Records are no calls: the last of two answers is meant.
    assert_eq!(read(&format!("{}\n{}", list(one), list(other))), (Some(list(other)), 1));
    let taken_back = format!("{}{}\nWait, that is wrong.", plain(one), plain(other));
    assert_eq!(read(&taken_back).0, None, "{taken_back}");
    let any =
        |input: &str| recover(&Request { input, schema: None, finish: None }).value().map(|v| v.get().to_string());
    let calls = format!("<tool_call>{one}</tool_call>\n<tool_call>{other}</tool_call>");
    assert_eq!(any(&calls), Some(format!("[{one},{other}]")));
    // In the forms of other models, with the name outside of the JSON or without JSON.
    for form in [
        "[TOOL_CALLS]p[ARGS]@[TOOL_CALLS]p[ARGS]%",
        "<function=p>@</function>\n<function=p>%</function>",
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>p<｜tool▁sep｜>@<｜tool▁call▁end｜><｜tool▁call▁begin｜>p<｜tool▁sep｜>%<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>p\n```json\n@\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>p\n```json\n%\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
        "<|tool_calls_section_begin|><|tool_call_begin|>functions.p:0<|tool_call_argument_begin|>@<|tool_call_end|><|tool_call_begin|>functions.p:1<|tool_call_argument_begin|>%<|tool_call_end|><|tool_calls_section_end|>",
        "<|channel|>commentary to=functions.p <|constrain|>json<|message|>@<|call|><|start|>assistant<|channel|>commentary to=functions.p <|constrain|>json<|message|>%<|call|>",
        ">>>p\n@\n>>>p\n%",
        "<|python_tag|>{\"name\":\"p\",\"parameters\":@}; {\"name\":\"p\",\"parameters\":%}",
        "[p(operations=[$]), p(operations=[&])]",
        "[{\"name\":\"p\",\"arguments\":@},{\"name\":\"p\",\"arguments\":%}]",
        "<|tools_prefix|>[{\"p\": @}, {\"p\": %}]<|tools_suffix|>",
        "Action: p\nAction Input: @\nAction: p\nAction Input: %",
        "<tool_call>p\n<arg_key>operations</arg_key>\n<arg_value>[$]</arg_value>\n</tool_call>\n<tool_call>p\n<arg_key>operations</arg_key>\n<arg_value>[&]</arg_value>\n</tool_call>",
        "<function_calls><invoke name=\"p\"><parameter name=\"operations\">[$]</parameter></invoke>\n<invoke name=\"p\"><parameter name=\"operations\">[&]</parameter></invoke></function_calls>",
        "<tool_call>\n{\"name\":\"p\",\"arguments\":@}\n{\"name\":\"p\",\"arguments\":%}\n</tool_call>",
        "{\"name\":\"p\",\"arguments\":@}{\"name\":\"p\",\"arguments\":%}",
        "```json\n{\"name\":\"p\",\"arguments\":@},\n{\"name\":\"p\",\"arguments\":%}\n```",
    ] {
        let filled = form.replace('@', &list(one)).replace('%', &list(other)).replace('$', one).replace('&', other);
        assert_eq!(read(&filled), (Some(both.clone()), 0), "{filled}");
        let found = recover(&Request { input: &filled, schema: None, finish: None });
        assert!(found.value().is_some_and(|value| value.get().to_string().starts_with('[')), "{filled}\n{found:?}");
        if form.contains("[ARGS]") || form.contains("<function=") || form.contains(">>>") {
            let corrected = filled.replacen("]}", "]}\nNo, rather this:\n", 1);
            assert_eq!(read(&corrected).0, Some(list(other)), "{corrected}");
        }
    }
}

#[test]
fn calls_are_a_list_where_a_list_of_calls_is_wanted() {
    let call = json!({"type": "object", "required": ["name", "arguments"], "properties": {
        "name": {"type": "string"}, "arguments": {"type": "object"}}});
    let schema = json!({"type": "object", "required": ["calls"], "properties": {
        "calls": {"type": "array", "items": call}}});
    let schema = Schema::compile(&schema).unwrap();
    for form in [
        "<tool_call>{\"name\":\"a\",\"arguments\":@}</tool_call>\n<tool_call>{\"name\":\"b\",\"arguments\":%}</tool_call>",
        "[TOOL_CALLS]a[ARGS]@[TOOL_CALLS]b[ARGS]%",
        "<function=a>@</function><function=b>%</function>",
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>a<｜tool▁sep｜>@<｜tool▁call▁end｜><｜tool▁call▁begin｜>b<｜tool▁sep｜>%<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
        "<|tool_call_begin|>functions.a:0<|tool_call_argument_begin|>@<|tool_call_end|><|tool_call_begin|>functions.b:1<|tool_call_argument_begin|>%<|tool_call_end|>",
        "<|channel|>commentary to=functions.a <|constrain|>json<|message|>@<|call|><|start|>assistant<|channel|>commentary to=functions.b <|constrain|>json<|message|>%<|call|>",
        ">>>a\n@\n>>>b\n%",
        "<tool_call>\n<function=a>\n<parameter=id>\n1\n</parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=b>\n<parameter=id>\n2\n</parameter>\n</function>\n</tool_call>",
    ] {
        let input = form.replace('@', "{\"id\":\"1\"}").replace('%', "{\"id\":\"2\"}");
        let found = recover(&Request { input: &input, schema: Some(&schema), finish: Some(Finish::Stop) });
        let want = json!({"calls": [{"name": "a", "arguments": {"id": "1"}}, {"name": "b", "arguments": {"id": "2"}}]});
        assert_eq!(found.value().map(|value| value.into_inner().to_serde()), Some(want), "{input}\n{found:?}");
    }
}

#[test]
fn a_message_of_a_runtime_gives_what_the_model_said_or_called() {
    let schema = Schema::compile(&json!({"type": "object", "required": ["operations"], "additionalProperties": false,
        "properties": {"operations": {"type": "array", "items": {"type": "object", "required": ["op"]}}}}))
    .unwrap();
    let (one, other) = (json!({"operations": [{"op": "a"}]}), json!({"operations": [{"op": "b"}]}));
    let both = json!({"operations": [{"op": "a"}, {"op": "b"}]});
    let of = |arguments: &serde_json::Value| json!({"type": "function", "function": {"name": "p", "arguments": arguments.to_string()}});
    let used = |input: &serde_json::Value| json!({"type": "tool_use", "id": "x", "name": "p", "input": input});
    let part = |args: &serde_json::Value| json!({"functionCall": {"name": "p", "args": args}});
    for (message, want) in [
        (json!([{"type": "text", "text": "Sure."}, used(&one)]), &one),
        (json!([used(&one), used(&other)]), &both),
        (
            json!({"role": "assistant", "content": [{"type": "text", "text": "Sure."}, used(&one)], "stop_reason": "tool_use"}),
            &one,
        ),
        (json!({"candidates": [{"content": {"parts": [part(&one)]}}]}), &one),
        (
            json!({"candidates": [{"content": {"role": "model", "parts": [{"text": "Sure."}, part(&one), part(&other)]}}]}),
            &both,
        ),
        (json!({"tool_calls": [of(&one)]}), &one),
        (json!({"tool_calls": [of(&one), of(&other)]}), &both),
        (
            json!({"choices": [{"message": {"role": "assistant", "content": null, "tool_calls": [of(&one), of(&other)]}}]}),
            &both,
        ),
        (json!({"choices": [{"message": {"role": "assistant", "content": one.to_string()}}]}), &one),
        (json!({"role": "user", "content": one.to_string()}), &json!(null)),
    ] {
        let input = message.to_string();
        let found = recover(&Request { input: &input, schema: Some(&schema), finish: None });
        let value = found.value().map_or(json!(null), |value| value.into_inner().to_serde());
        assert_eq!(value, *want, "{input}\n{found:?}");
    }
    // JSON in a string, in a fence.
    let input = format!("```json\n{}\n```\nDone.", json!(both.to_string()));
    for input in [input.clone(), input.replace("\nDone.", "")] {
        let found = recover(&Request { input: &input, schema: Some(&schema), finish: None });
        assert_eq!(
            found.value().map(|value| value.into_inner().to_serde()).as_ref(),
            Some(&both),
            "{input}\n{found:?}"
        );
    }
}

#[test]
fn of_calls_in_a_list_that_is_cut_the_whole_ones_are_kept() {
    let schema = Schema::compile(&json!({"type": "object", "required": ["operations"], "additionalProperties": false,
        "properties": {"operations": {"type": "array", "items": {"type": "object", "required": ["op"]}}}}))
    .unwrap();
    let call = |op: &str| format!("{{\"name\":\"p\",\"arguments\":{{\"operations\":[{{\"op\":\"{op}\"}}]}}}}");
    let whole = format!("[{},{},{}]", call("a"), call("b"), call("c"));
    for at in call("a").len() + 2..whole.len() {
        let cut = &whole[..at];
        let found = recover(&Request { input: cut, schema: Some(&schema), finish: None });
        let kept = cut.len() / (call("a").len() + 1);
        let ops: Vec<_> = ["a", "b", "c"].into_iter().take(kept).map(|op| json!({"op": op})).collect();
        let value = found.value().map(|value| value.into_inner().to_serde());
        assert!(!found.complete, "{cut}\n{found:?}");
        assert_eq!(value, Some(json!({"operations": ops})), "{cut}\n{found:?}");
    }
}
