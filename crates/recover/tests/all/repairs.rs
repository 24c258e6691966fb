//! What a text is read as: `=` the safe value; `~` only what is shown, and a reason why it is not safe.

use countersign_recover::{Finish, Reason, Recovered, Request, Schema, recover};
use serde_json::{Value, json};

fn read(input: &str) -> Recovered {
    recover(&Request { input, schema: None, finish: None })
}

#[test]
fn texts_that_are_safe_as_they_are_read() {
    for (input, value) in [
        // JSON, byte for byte.
        ("{}", "{}"),
        (" [ ] ", "[]"),
        ("42", "42"),
        ("-0", "-0"),
        ("-0.0", "-0.0"),
        ("1E400", "1E400"),
        ("1e2", "1e2"),
        ("1.0", "1.0"),
        ("123456789012345678901234567890", "123456789012345678901234567890"),
        ("0.1000", "0.1000"),
        ("\"\"", "\"\""),
        ("\"{a:b}\"", "\"{a:b}\""),
        ("null", "null"),
        ("{\"a\":\"b\",\"a\":\"c\"}", "{\"a\":\"c\"}"),
        ("{\"\":0}", "{\"\":0}"),
        ("[\"\\u0061\\ud834\\udd1e\\u0000\"]", "[\"a𝄞\\u0000\"]"),
        ("[\"\u{7f}\u{2028}\"]", "[\"\u{7f}\u{2028}\"]"),
        // Commas.
        ("[1,2,3,]", "[1,2,3]"),
        ("{\"a\":1,}", "{\"a\":1}"),
        ("[1,,2]", "[1,2]"),
        ("[,1]", "[1]"),
        ("[1 2 3]", "[1,2,3]"),
        ("[\"a\" \"b\"]", "[\"a\",\"b\"]"),
        ("[\"a\"\"b\"]", "[\"a\",\"b\"]"),
        ("[\"a\" 2 true]", "[\"a\",2,true]"),
        ("[{} {}]", "[{},{}]"),
        ("[{}{}]", "[{},{}]"),
        ("[[1][2]]", "[[1],[2]]"),
        ("{\"a\":1 \"b\":2}", "{\"a\":1,\"b\":2}"),
        ("{\"a\":1\n\"b\":2\nc:3}", "{\"a\":1,\"b\":2,\"c\":3}"),
        ("{\"a\":\"x\" \"b\":\"y\"}", "{\"a\":\"x\",\"b\":\"y\"}"),
        ("{\"a\":\"x\"\"b\":\"y\"}", "{\"a\":\"x\",\"b\":\"y\"}"),
        ("{\"a\":[1]\"b\":2}", "{\"a\":[1],\"b\":2}"),
        // Colons.
        ("{\"a\" 1}", "{\"a\":1}"),
        ("{\"a\" \"b\"}", "{\"a\":\"b\"}"),
        ("{\"a\" {\"b\":1}}", "{\"a\":{\"b\":1}}"),
        ("{\"a\" = 1}", "{\"a\":1}"),
        ("{\"a\" => true}", "{\"a\":true}"),
        // Quotes.
        ("{'a':'b'}", "{\"a\":\"b\"}"),
        ("{'a':'say \"hi\"'}", "{\"a\":\"say \\\"hi\\\"\"}"),
        ("{a:1,b_2:2,$c:3}", "{\"a\":1,\"b_2\":2,\"$c\":3}"),
        ("{2: 2}", "{\"2\":2}"),
        ("{true: 2}", "{\"true\":2}"),
        ("{“a”: “b”}", "{\"a\":\"b\"}"),
        ("{‘a’: ‘b’}", "{\"a\":\"b\"}"),
        ("{`a´: `b´}", "{\"a\":\"b\"}"),
        ("[\"Rounded “ quote\"]", "[\"Rounded “ quote\"]"),
        ("{\"a\": \"\"\"two\nlines \"quoted\"\"\"\"}", "{\"a\":\"two\\nlines \\\"quoted\\\"\"}"),
        ("{op: create, id: 5}", "{\"op\":\"create\",\"id\":5}"),
        ("{\"when\": 2026-01-02}", "{\"when\":\"2026-01-02\"}"),
        // Quotes that are missing, or have no backslash, where one reading fits.
        ("{\"a\":\"say \"hi\" now\"}", "{\"a\":\"say \\\"hi\\\" now\"}"),
        ("{\"a\":\"he said: \"hi\", and left\",\"b\":1}", "{\"a\":\"he said: \\\"hi\\\", and left\",\"b\":1}"),
        ("{\"a\":\"a 24\" screen\"}", "{\"a\":\"a 24\\\" screen\"}"),
        ("{\"key\": \"v\"alue\", \"key2\": \"value2\"}", "{\"key\":\"v\\\"alue\",\"key2\":\"value2\"}"),
        ("[\"lorem \"ipsum\" sic\"]", "[\"lorem \\\"ipsum\\\" sic\"]"),
        ("{\"key\": \"apple \"bee\" carrot\"}", "{\"key\":\"apple \\\"bee\\\" carrot\"}"),
        ("{\"k\"e\"y\": 1}", "{\"k\\\"e\\\"y\":1}"),
        ("{\"a\": 1, b\": 2}", "{\"a\":1,\"b\":2}"),
        ("{a\":\"foo\",\"b\":\"bar\"}", "{\"a\":\"foo\",\"b\":\"bar\"}"),
        ("{\"id: 5, \"t\": 1}", "{\"id\":5,\"t\":1}"),
        ("{\"id: \"x\", \"t\": 1}", "{\"id\":\"x\",\"t\":1}"),
        ("{\"a\": Buy milk\", \"b\": 1}", "{\"a\":\"Buy milk\",\"b\":1}"),
        ("{\"a\": two\\nlines\"}", "{\"a\":\"two\\nlines\"}"),
        ("[a\",\"b\"]", "[\"a\",\"b\"]"),
        ("{\"a\": New York, \"b\": 1}", "{\"a\":\"New York\",\"b\":1}"),
        ("{\nmessage: hello world\n}", "{\"message\":\"hello world\"}"),
        ("[0.0.1,2]", "[\"0.0.1\",2]"),
        // One wrong character, and one text next to it that is JSON.
        ("{\"done\": flase, \"b\": 1}", "{\"done\":false,\"b\":1}"),
        ("{t\"itle\": \"Buy milk\", \"b\": 1}", "{\"title\":\"Buy milk\",\"b\":1}"),
        ("{\"a\": \"x\"}, \"b\": [2]}", "{\"a\":\"x\",\"b\":[2]}"),
        ("=\"a\": {\"b\": 1}, \"c\": 2}", "{\"a\":{\"b\":1},\"c\":2}"),
        // Brackets that are missing where the others say so.
        ("{\"a\":[\"id\":1},{\"id\":2}]}", "{\"a\":[{\"id\":1},{\"id\":2}]}"),
        (
            "{\"a\" {\"b\" 1, \"c\" [\"d\"]}, \"e\" {\"f\" \"g\"}}",
            "{\"a\":{\"b\":1,\"c\":[\"d\"]},\"e\":{\"f\":\"g\"}}",
        ),
        ("{\"w\":\"d\":1,\"t\":\"x\"},\"c\":2}", "{\"w\":{\"d\":1,\"t\":\"x\"},\"c\":2}"),
        ("{\"k\":1,\"l\":\n2,\n3\n]}", "{\"k\":1,\"l\":[2,3]}"),
        ("{\"l\":\"a\",\"b\"],\"k\":1}", "{\"l\":[\"a\",\"b\"],\"k\":1}"),
        ("{\"t\":[\"12\"]],\"d\":true}", "{\"t\":[\"12\"],\"d\":true}"),
        ("{\"t\":[,\"d\":true}", "{\"t\":[],\"d\":true}"),
        // Literals and numbers of other languages.
        ("[True, False, None]", "[true,false,null]"),
        ("[TRUE, False, NULL, undefined]", "[true,false,null,null]"),
        ("[+1, .5, 5., 0x1F, 1_000, -.5]", "[1,0.5,5.0,31,1000,-0.5]"),
        ("{\"a\": (1, 2)}", "{\"a\":[1,2]}"),
        ("{\"a\": u'x'}", "{\"a\":\"x\"}"),
        ("{\"_id\": ObjectId(\"123\"), \"n\": NumberLong(2)}", "{\"_id\":\"123\",\"n\":2}"),
        // Strings.
        ("[\"a\nb\tc\"]", "[\"a\\nb\\tc\"]"),
        ("[\"it\\'s\"]", "[\"it's\"]"),
        ("\"hello\" + \" world\"", "\"hello world\""),
        ("[\"a\" + /* x */ \"b\"]", "[\"ab\"]"),
        // Comments.
        ("/* a */ {\"a\":1} // b", "{\"a\":1}"),
        ("{\"a\":/* x: {} */1,# y\n\"b\":2}", "{\"a\":1,\"b\":2}"),
        ("[\"a\"/* foo */]", "[\"a\"]"),
        ("\"/* foo */\"", "\"/* foo */\""),
        // Brackets.
        ("{\"a\":1}}", "{\"a\":1}"),
        ("{\"a\": 1}}]}", "{\"a\":1}"),
        ("{\"a\":2]", "{\"a\":2}"),
        ("[2,}", "[2]"),
        ("{]", "{}"),
        ("[}", "[]"),
        ("[{\"b\":2]", "[{\"b\":2}]"),
        ("[{\"i\":1{\"i\":2}]", "[{\"i\":1},{\"i\":2}]"),
        ("[{\"i\":1,{\"i\":2}]", "[{\"i\":1},{\"i\":2}]"),
        ("{\"v\":[1,2,3\n}", "{\"v\":[1,2,3]}"),
        ("{\"a\":[\"x\",\"y\"},\"b\":[\"z\"]}", "{\"a\":[\"x\",\"y\"],\"b\":[\"z\"]}"),
        ("{\"a\":{\"b\":1}},\"c\":2}", "{\"a\":{\"b\":1},\"c\":2}"),
        ("[{\"k\":\"v\"}},{\"k\":\"w\"}]", "[{\"k\":\"v\"},{\"k\":\"w\"}]"),
        ("\"a\":1,\"b\":[2]}", "{\"a\":1,\"b\":[2]}"),
        // Around it.
        ("\u{feff}{\"a\":1}", "{\"a\":1}"),
        ("```json\n{\"a\":1}\n```", "{\"a\":1}"),
        ("~~~\n{\"a\":1}\n~~~", "{\"a\":1}"),
        ("```jsonc title=\"x\"\n{\"a\":1}\n```", "{\"a\":1}"),
        ("```json {\"a\":1} ```", "{\"a\":1}"),
        ("```json\n42\n```", "42"),
        ("Sure!\n\n{\"a\":1}\n\nHope [1] {helps}.", "{\"a\":1}"),
        ("<think>{\"b\":2}</think>{\"a\":1}", "{\"a\":1}"),
        ("maybe {\"b\":2}\n</think>\n\n{\"a\":1}", "{\"a\":1}"),
        ("maybe {\"b\": \"cut </think>\n{\"a\":1}", "{\"a\":1}"),
        ("<THINKING>x</THINKING><response>{\"a\":1}</response>", "{\"a\":1}"),
        ("<tool_call>\n{\"name\":\"x\",\"arguments\":{}}\n</tool_call>", "{\"name\":\"x\",\"arguments\":{}}"),
        ("[TOOL_CALLS][{\"name\":\"x\"}]</s>", "[{\"name\":\"x\"}]"),
        ("[THINK]{\"b\":1}[/THINK]{\"a\":1}", "{\"a\":1}"),
        (
            "<|channel|>analysis<|message|>{\"b\":1}<|end|><|start|>assistant<|channel|>final<|message|>{\"a\":1}<|return|>",
            "{\"a\":1}",
        ),
        ("{\"a\":\"<think>x</think> ```js\\n1\\n```\"}", "{\"a\":\"<think>x</think> ```js\\n1\\n```\"}"),
        ("Hi {\"a\":\"</think>\"}", "{\"a\":\"</think>\"}"),
        ("{\"a\":1}<|im_end|>", "{\"a\":1}"),
        ("callback({\"a\":1});", "{\"a\":1}"),
        ("{\\\"a\\\": \\\"b \\\\\\\"c\\\\\\\"\\\"}", "{\"a\":\"b \\\"c\\\"\"}"),
        ("{\\\"a\\\": \\\"b \\\\\"c\\\\\" d\\\"}", "{\"a\":\"b \\\"c\\\" d\"}"),
        ("{\"a\":1}\n{\"a\":2}", "[{\"a\":1},{\"a\":2}]"),
        ("/* 1 */\n{}\n/* 2 */\n{}", "[{},{}]"),
        ("{\"draft\":1} No, better:\n{\"a\":1}", "{\"a\":1}"),
    ] {
        let found = read(input);
        assert_eq!(found.value().map(|v| v.get().to_string()).as_deref(), Some(value), "{input}\n{found:?}");
        assert!(found.complete, "{input}");
        assert_eq!(found.best_effort().map(|v| v.to_string()).as_deref(), Some(value), "{input}");
    }
}

#[test]
fn guesses_are_shown_and_not_used() {
    for (input, shown) in [
        ("{\"content\":\"say \"hi\" now\"}", "{\"content\":\"say \\\"hi\\\" now\"}"),
        ("{\"command\":\"echo \"hi\"\"}", "{\"command\":\"echo \\\"hi\\\"\"}"),
        ("{\"content\": New York}", "{\"content\":\"New York\"}"),
        ("{\"patch\": Buy milk\", \"b\": 1}", "{\"patch\":\"Buy milk\",\"b\":1}"),
        ("[\"a \"b\", \"c\" d\", 1]", "[\"a \\\"b\",\"c\\\" d\",1]"),
        ("{\"a\": 12 Main Street}", "{\"a\":\"12 Main Street\"}"),
        ("{\"a\": tru story}", "{\"a\":\"tru story\"}"),
        ("[a b, c d]", "[\"a b\",\"c d\"]"),
        ("{\"city\": \"New York, \"gender\": \"male\"}", "{\"city\":\"New York\",\"gender\":\"male\"}"),
        ("{\"content\": \"New York, \"gender\": \"male\"}", "{\"content\":\"New York\",\"gender\":\"male\"}"),
        ("{\"city\": \"New York, \"gender\": \"male, \"a\": 1}", "{\"city\":\"New York\",\"gender\":\"male\",\"a\":1}"),
        ("{\"a\":foo\",\"b\":tru}", "{\"a\":\"foo\",\"b\":\"tru\"}"),
        ("[NaN, Infinity]", "[null,null]"),
        ("{\"a\":}", "{\"a\":null}"),
        ("{\"content\":\"a \\q b\"}", "{\"content\":\"a \\\\q b\"}"),
        ("[007]", "[\"007\"]"),
        ("[1, .]", "[1,\".\"]"),
        ("[1, 2e]", "[1,2e0]"),
        ("{\"a\": -", "{\"a\":-0}"),
        // Lists that nothing began and nothing ends.
        ("{\"a\": [1], [2], \"b\": 3}", "{\"a\":[[1],[2]],\"b\":3}"),
        ("{\"a\": 1, \"b\": \"x\", [2]}", "{\"a\":1,\"b\":[\"x\",[2]]}"),
    ] {
        let found = read(input);
        assert_eq!(found.best_effort().map(|v| v.to_string()).as_deref(), Some(shown), "{input}\n{found:?}");
        let safe = found.value().map(|v| v.get().to_string());
        assert_ne!(safe.as_deref(), Some(shown), "{input}");
        assert!(!found.dropped.is_empty(), "{input}");
    }
}

#[test]
fn what_an_ellipsis_stands_before_is_what_it_says() {
    for input in ["[1,2,...,9]", "[1,2,... , 9]", "[1,2,...\n,9]"] {
        let found = read(input);
        assert_eq!(found.value().unwrap().get().to_string(), "[1,2,9]", "{input} {found:?}");
        assert_eq!(found.dropped.iter().map(|d| d.reason).collect::<Vec<_>>(), [Reason::Elided], "{input}");
    }
    let found = read("[1,...2,3]");
    assert_eq!(found.value().unwrap().get().to_string(), "[1,3]", "perhaps a number that begins with points");
}

#[test]
fn nothing_is_made_up_where_there_is_nothing() {
    for input in
        ["", "  \n", "hello", "I cannot do that.", "\u{feff}", "```\n```", "}", "]", ",", "``", "<think>{\"a\":1}"]
    {
        let found = read(input);
        assert!(found.value().is_none(), "{input:?} {found:?}");
        assert!(found.error.is_some(), "{input:?}");
    }
    assert!(!read("<think>{\"a\":1}").complete, "the text ended inside the reasoning");
    assert!(!read("Sure:\n```json\n").complete && read("```\n```").complete, "the text ended inside the fence");
}

#[test]
fn a_reading_says_which_elements_are_safe() {
    let found = read("{\"operations\":[{\"id\":1},{\"id\":2,\"content\":\"a \"b\" c\"},{\"id\":3},{\"id\":4");
    let paths: Vec<_> =
        found.dropped.iter().map(|d| (d.path.as_str(), serde_json::to_value(d.reason).unwrap())).collect();
    assert_eq!(paths, [("/operations/1", "guessed_string".into()), ("/operations/3", "unclosed".into())]);
    assert!(found.is_safe("/operations/0") && found.is_safe("/operations/2"));
    assert!(!found.is_safe("/operations/1") && !found.is_safe("/operations/3") && !found.is_safe("/operations/9"));
    assert!(!found.is_safe("/operations"), "not all of it is");
    assert_eq!(found.value().unwrap().get().to_string(), "{\"operations\":[{\"id\":1},{\"id\":3}]}");
    assert!(!found.complete);
}

/// An operation with a number as its id, told apart by `op`.
fn deletions() -> Schema {
    let operation = json!({"type": "object", "required": ["op", "id"],
        "properties": {"op": {"const": "delete"}, "id": {"type": "integer"}}});
    let list = json!({"type": "array", "items": operation});
    Schema::compile(&json!({"type": "object", "required": ["operations"], "properties": {"operations": list}})).unwrap()
}

fn numbers(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Number(number) => found.push(number.to_string()),
        Value::Array(items) => items.iter().for_each(|i| numbers(i, found)),
        Value::Object(members) => members.values().for_each(|m| numbers(m, found)),
        _ => {}
    }
}

#[test]
fn no_number_is_put_together_or_taken_apart() {
    for (input, made_up) in [
        ("{\"time\": 12:30}", "1230"),
        ("{\"ratio\": 3/4}", "34"),
        ("{\"price\": 1,5}", "15"),
        ("{\"phone\": 555-1234}", "5551234"),
        ("{\"range\": 1-5}", "-15"),
        ("{\"count\": 5-}", "-5"),
        ("{\"qty\": 01}", "10"),
        ("{\"share\": 1.5.0}", "1.50"),
        ("{\"size\": 1 e5}", "100000.0"),
    ] {
        let (found, mut got) = (read(input), Vec::new());
        found.value().iter().for_each(|v| numbers(&v.get().to_serde(), &mut got));
        assert!(!got.iter().any(|n| n == made_up), "{input} {found:?}");
    }
    assert_eq!(read("{\"time\": 12:30}").value().unwrap().get().to_string(), "{\"time\":\"12:30\"}");
    let schema = deletions();
    for id in ["1 2", "1/2", "01", "12#3", "1 / 2", "1-", "1 # 2", "-1-2", "1:2", "1;2"] {
        let input = format!("{{\"operations\":[{{\"op\":\"delete\",\"id\":{id}}}]}}");
        let found = recover(&Request { input: &input, schema: Some(&schema), finish: None });
        let value = found.value().map(|v| v.get().to_string()).unwrap_or_default();
        assert!(!value.contains("delete"), "{input} {found:?}");
        assert!(!found.dropped.is_empty() || !found.has_value(), "{input}");
    }
}

#[test]
fn nothing_but_the_text_closes_what_it_opened() {
    let schema = deletions();
    for input in [
        "{\"operations\":{\"op\":\"delete\",\"id\":3}, {\"op\":\"delete\",\"id\":4}",
        "{\"operations\":[{\"op\":\"delete\",\"id\":3}, \"id\":4}",
        "{\"a\":{\"x\":1},\"b\":{\"y\":2},{\"c\":3}",
        "{\"a\": {\"b\": 1}, {\"c\": 2}",
    ] {
        for schema in [None, Some(&schema)] {
            for finish in [None, Some(Finish::Stop), Some(Finish::Length), Some(Finish::Aborted)] {
                let found = recover(&Request { input, schema, finish });
                assert!(!found.complete, "{input} {finish:?} {found:?}");
            }
        }
    }
}

#[test]
fn a_stopped_text_is_not_mended() {
    let input = "{\"done\": flase, \"b\": 1}";
    let value = |finish| {
        let found = recover(&Request { input, schema: None, finish });
        found.value().map(|v| v.get().to_string()).unwrap_or_default()
    };
    assert_eq!(value(None), "{\"done\":false,\"b\":1}");
    assert!(!value(Some(Finish::Length)).contains("false") && !value(Some(Finish::Aborted)).contains("false"));
}

#[test]
fn a_text_whose_end_is_guessed_is_not_used() {
    for (input, guessed) in [
        ("{\"city\": \"New York, \"gender\": \"male\"}", "New York"),
        ("[\"one, \"two\"]", "one"),
        ("{\"a\": {\"title\": \"Buy milk, \"due\": null}, \"b\": 1}", "Buy milk"),
    ] {
        let found = read(input);
        assert!(found.value().is_none_or(|v| !v.get().to_string().contains(guessed)), "{input} {found:?}");
        assert!(found.dropped.iter().any(|d| d.reason == Reason::GuessedString), "{input} {found:?}");
    }
}
