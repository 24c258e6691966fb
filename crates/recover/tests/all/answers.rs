//! Which of several documents is the answer, and what single wrong marks are taken for.

use countersign_recover::{Finish, Reason, Recovered, Request, Schema, recover};
use serde_json::json;

fn read(input: &str) -> Recovered {
    recover(&Request { input, schema: None, finish: None })
}

fn value(input: &str) -> String {
    read(input).value().map(|v| v.get().to_string()).unwrap_or_default()
}

#[test]
fn what_comes_after_the_models_turn_is_not_its_answer() {
    for other in [
        "<|im_end|>\n<|im_start|>user\n{\"a\":2}",
        "<|eot_id|><|start_header_id|>user<|end_header_id|>\n{\"a\":2}",
        "<end_of_turn>\n<start_of_turn>user\n{\"a\":2}",
        "</s>[INST] {\"a\":2} [/INST]",
        "<|endoftext|><|im_start|>user\n{\"a\":2}",
        "<|end|><|user|>{\"a\":2}",
        // A run-on after the end of the text, whoever's turn it is.
        "<|endoftext|>{\"a\":2}",
        "</s>{\"a\":2}",
        "<|end|>\n{\"a\":2}",
        "<eos>{\"a\":2}",
    ] {
        assert_eq!(value(&format!("{{\"a\":1}}{other}")), "{\"a\":1}", "{other}");
    }
    assert_eq!(value("<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\n{\"a\":2}"), "{\"a\":2}");
}

#[test]
fn a_second_document_that_is_cut_is_flagged_and_hides_none() {
    for (input, safe) in [
        ("{\"a\":1}\n{\"b\":", "[{\"a\":1}]"),
        ("{\"a\":1}\n{", "[{\"a\":1}]"),
        ("{\"op\":\"a\"}\n---\n{\"op\":\"b", "{\"op\":\"a\"}"),
        ("{\"op\":\"a\"} then {\"op\":\"b\",\"x\":\"cu", "{\"op\":\"a\"}"),
        ("```json\n{\"op\":\"a\"}\n```\n```json\n{\"op", "{\"op\":\"a\"}"),
    ] {
        for finish in [None, Some(Finish::Length)] {
            let found = recover(&Request { input, schema: None, finish });
            assert!(!found.complete, "{input}");
            assert_eq!(found.value().unwrap().get().to_string(), safe, "{input}");
        }
    }
    let again = "{\"operations\":[{\"op\":\"b\"},{\"op\":\"c\n\nSorry, again:\n{\"operations\":[{\"op\":\"a\"}]}";
    assert_eq!(value(again), "{\"operations\":[{\"op\":\"a\"}]}");
}

/// Two things are wrong: a bracket came too soon, and the text is cut.
#[test]
fn a_text_that_goes_on_after_its_end_and_is_cut_is_flagged() {
    for input in [
        "{\"a\":1,}fi",
        "{\"a\":1,}size\":5",
        "{\n  \"a\": \"x\",\n  }arguments\": {\n    \"query\": \"say",
        "{\n  \"a\": \"x\",\n  \"arguments\": }\n    \"query\": \"say",
        "{\"a\":\"x\",\"b\":{\"c\":true}}\"w\":[],\"p\":\"Ann",
        "{\"a\":\"x\",\"b\"]\"[urgent] fix\",\"limit\":25,\"ran",
        "{\"a\":\"x\",\"b\":={\"op\":\"c\",\"ids\":[2]},{\"op\":\"u\"",
        "{\"a\":\"x\",\"b\":[{\"op\":\"c\",\"tags\"[:\"y\"]},{\"op\":\"d\",\"ids\":[2]},{\"op\":\"u",
        "{\"a\":\"x\",\"files=:[{\"path\":\"p\",\"content\":\"y\"}],\"comm",
        "{{}\"a\":\"x\",\"files\":[{\"p",
    ] {
        let found = read(input);
        assert!(!found.complete, "{input}\n{found:?}");
    }
    // Nothing is missing at the end of these.
    for input in ["{\"a\":{\"b\":1}},\"c\":2}", "{\"a\":1}\n\nHope \"this\" helps.", "{\"a\":1}Done."] {
        assert!(read(input).complete, "{input}");
    }
}

#[test]
fn marks_that_only_one_thing_can_be_meant_by() {
    for (input, wanted) in [
        ("{\"\"title\"\": \"x\"}", "{\"title\":\"x\"}"),
        ("{\"op\":\"\"update\"\"}", "{\"op\":\"update\"}"),
        ("({\"a\":1})", "{\"a\":1}"),
        ("{\"a\":(\"x\")}", "{\"a\":\"x\"}"),
        ("{\"a\":(\"x\",)}", "{\"a\":[\"x\"]}"),
        ("[a\",b\"]", "[\"a\",\"b\"]"),
        ("{\"key\": \"value\"}, [\"abc\"]", "[{\"key\":\"value\"},[\"abc\"]]"),
        ("{\"operations\":[{\"a\":1}], {\"a\":2}]}", "{\"operations\":[{\"a\":1},{\"a\":2}]}"),
        ("{\"tags\":[\"x\"],\"y\"]}", "{\"tags\":[\"x\",\"y\"]}"),
        ("{\"list\": [[{\"a\":1},{\"a\":2}], \"done\":true}", "{\"list\":[{\"a\":1},{\"a\":2}],\"done\":true}"),
        ("{\"tags\":[\"a\",\"b\"),\"x\":1}", "{\"tags\":[\"a\",\"b\"],\"x\":1}"),
        ("{\"greeting\": hello world!}", "{\"greeting\":\"hello world!\"}"),
        ("{\"key\": 10-20}", "{\"key\":\"10-20\"}"),
        ("[\"home\", a b]", "[\"home\",\"a b\"]"),
        ("{\"a\":1,\"done:true}", "{\"a\":1,\"done\":true}"),
        ("{\"a\":1,\"confidence\";0.8}", "{\"a\":1,\"confidence\":0.8}"),
        ("{\"command\":“rm \"./a b\"”}", "{\"command\":\"rm \\\"./a b\\\"\"}"),
        ("{\"command\":`grep \"x\"`}", "{\"command\":\"grep \\\"x\\\"\"}"),
        ("{\"cwd\": \".,\" \"timeout\":1}", "{\"cwd\":\".\",\"timeout\":1}"),
        ("}\"a\":[{\"b\":1}],\"n\":1}", "{\"a\":[{\"b\":1}],\"n\":1}"),
        ("{\"a\": nil}", "{\"a\":null}"),
        ("{&quot;a&quot;: &quot;b &amp;amp; c&quot;}", "{\"a\":\"b &amp; c\"}"),
        (
            "{\\\"path\\\": \\\"a\\\", \\\"content\\\": \"C:\\\\temp\\\\new\"}",
            "{\"path\":\"a\",\"content\":\"C:\\\\temp\\\\new\"}",
        ),
        ("\\\"hello world\\\"", "\"hello world\""),
        ("\u{1b}[32m{\"a\":[1]}\u{1b}[0m", "{\"a\":[1]}"),
        ("{\"a\":1}\n{\"a\":1}", "{\"a\":1}"),
    ] {
        let found = read(input);
        assert_eq!(found.value().map(|v| v.get().to_string()).as_deref(), Some(wanted), "{input}\n{found:?}");
        assert!(found.complete && found.dropped.is_empty(), "{input}\n{found:?}");
    }
}

/// A fence of quotes is one of backticks, whatever the model had in mind; and a bracket too many
/// behind a document changes nothing in it.
#[test]
fn fences_of_quotes_and_brackets_behind_are_no_part_of_the_answer() {
    for body in ["{\"a\":1,\"b\":\"it's \\\"so\\\"\"}", "[1,2]", "{\"a\":{\"b\":[]}}"] {
        for mark in ["'''", "\"\"\"", "```", "~~~"] {
            for (before, info, after) in [
                ("", "json\n", ""),
                ("", "\n", "\n"),
                ("Sure:\n\n", "json5\n", "\nThat's all, [ok]?"),
                ("", "JSON ", ""),
            ] {
                assert_eq!(value(&format!("{before}{mark}{info}{body}\n{mark}{after}")), body, "{before}{mark}{info}");
            }
            let begun = format!("{mark}json\n{}", &body[..body.len() - 1]);
            assert!(!read(&begun).complete, "{begun}");
        }
        for end in ["]", "}", "\n]", " ]]"] {
            assert_eq!(value(&format!("{body}{end}")), body, "{end}");
        }
    }
    assert_eq!(value("'''no document'''"), "\"no document\"");
    // The beginning of a fence says nothing yet.
    for begun in ["''", "``"] {
        assert!(read(begun).value().is_none(), "{begun}");
    }
}

#[test]
fn what_was_thought_before_a_closing_mark_is_no_answer() {
    for close in ["</think>", "[/THINK]", "◁/think▷", "<|end_of_thought|>", "</seed:think>"] {
        assert_eq!(value(&format!("Perhaps {{\"a\":2}}?\n{close}\n{{\"a\":1}}")), "{\"a\":1}", "{close}");
        assert_eq!(value(&format!("Perhaps {{\"a\":2}}?\n{close}\nNo.")), "", "{close}");
    }
}

#[test]
fn marks_that_two_things_can_be_meant_by() {
    for input in [
        "{\"id\":78\"}",
        "[1:2]",
        "[{\"op\":\"x\",{\"id\":1}]",
        "{\"title\": [\"x\", \"n\": 1}",
        "{\"t\":'\"it's\"}",
        "{\"content\": \"\"ls\"\"}",
        "[\"say \\\"a\" \"b\\\"\"]",
        "{\"a\": B\"uy milk\"}",
        // A sign before or after a literal may be meant, and so may a quote before one.
        "{\"done\":!true}",
        "{\"done\":~true}",
        "{\"done\":true?}",
        "{\"title\":\"null, \"n\":1}",
        // One text or two.
        "{\"title\":\"x\" \"y\"}",
        "{\"title\":\"a\" or \"b\"}",
        // It ended too soon, and goes on at once.
        "{\"a\":18}70}",
        "[1,2]34]",
        "[1,2]\n3\n]",
        "[1,]2,3]",
        "1,2,{\"a\":1}]",
        "{\"path:\"\"a.py},\"content\":\"x\"}",
    ] {
        let found = read(input);
        let whole = found.value().map(|v| v.get().to_string()) == found.best_effort().map(|v| v.to_string());
        assert!(!whole && (!found.dropped.is_empty() || !found.complete), "{input}\n{found:?}");
        assert!(found.dropped.iter().all(|d| d.reason != Reason::Violation), "{input}\n{found:?}");
    }
    let schema = Schema::compile(&json!({"properties": {"id": {"type": "integer"}}})).unwrap();
    let found = recover(&Request { input: "{\"id\":78\"}", schema: Some(&schema), finish: None });
    assert_eq!(found.value().unwrap().get().to_string(), "{\"id\":78}", "the schema tells");
}

#[test]
fn names_are_the_schemas_also_where_nothing_else_is_amiss() {
    let schema = json!({"type": "object", "required": ["op"], "properties": {
        "op": {"type": "string"}, "id": {"type": "integer"}, "due_date": {"type": "string"},
        "priority": {"enum": ["low", "high"]}, "title": {"type": "string", "x-aliases": ["name"]}}});
    let compiled = Schema::compile(&schema).unwrap();
    let run = |input| recover(&Request { input, schema: Some(&compiled), finish: None });
    for (input, wanted) in [
        ("{\"op\":\"add\",\"name\":\"x\"}", "{\"op\":\"add\",\"title\":\"x\"}"),
        ("{\"op\":\"add\",\"dueDate\":\"x\"}", "{\"op\":\"add\",\"due_date\":\"x\"}"),
        ("{\"op\":\"add\",\"Priority\":\"HIGH\"}", "{\"op\":\"add\",\"priority\":\"high\"}"),
    ] {
        assert_eq!(run(input).value().unwrap().get().to_string(), wanted);
    }
    let refused = run("{\"op\":\"add\",\"ID\":\"about five\"}");
    assert!(!refused.violations.is_empty() && !refused.is_safe("/id"), "{refused:?}");
}

/// Elements that stand apart are a list where only what sets each off stands between; otherwise the others are told.
#[test]
fn no_element_of_several_answers_is_lost_without_a_word() {
    let schema = Schema::compile(&json!({"type": "array", "items": {"type": "object", "required": ["a"],
        "properties": {"a": {"type": "integer"}}}}))
    .unwrap();
    let run = |input| recover(&Request { input, schema: Some(&schema), finish: None });
    let tagged = run("<tool_call>{\"a\":1}</tool_call>\n<tool_call>{\"a\":2}</tool_call>");
    assert_eq!(tagged.value().unwrap().get().to_string(), "[{\"a\":1},{\"a\":2}]");
    assert!(tagged.complete && tagged.dropped.is_empty(), "{tagged:?}");
    let numbered = run("1. {\"a\":1}\n2. {\"a\":2}");
    assert_eq!(numbered.value().unwrap().get().to_string(), "[{\"a\":1},{\"a\":2}]");
    for input in ["1. {\"a\":1}\nNo:\n2. {\"a\":2}", "```json\n{\"a\":1}\n```\nrather\n```json\n{\"a\":2}\n```"] {
        let found = run(input);
        assert_eq!(found.value().unwrap().get().to_string(), "[{\"a\":2}]", "{input}");
        assert_eq!(found.dropped.len(), 1, "{input}\n{found:?}");
    }
    // A choice is nobody's answer.
    let choice = run("```json\n{\"a\":1}\n```\nor\n```json\n{\"a\":2}\n```");
    assert!(!choice.has_value() && !choice.dropped.is_empty(), "{choice:?}");
    let before: Vec<String> =
        read_as_object("{\"a\":1}\nso\n{\"a\":2}").before.iter().map(ToString::to_string).collect();
    assert_eq!(before, ["{\"a\":1}"], "what was passed over is known");
}

fn read_as_object(input: &str) -> Recovered {
    let schema = Schema::compile(&json!({"type": "object"})).unwrap();
    recover(&Request { input, schema: Some(&schema), finish: None })
}

#[test]
fn reasoning_is_no_answer_where_nothing_follows_it() {
    for (open, close) in [
        ("◁think▷", "◁/think▷"),
        ("<|channel>thought\n", "<channel|>"),
        ("<planning>", "</planning>"),
        ("<antThinking>", "</antThinking>"),
    ] {
        assert!(!read(&format!("{open}{{\"a\":1}}{close}")).has_value(), "{open}");
        assert_eq!(value(&format!("{open}{{\"a\":1}}{close}{{\"a\":2}}")), "{\"a\":2}", "{open}");
    }
}
