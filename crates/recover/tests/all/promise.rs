//! The promise: nothing that is cut or guessed is ever called safe.

use countersign_recover::{Failure, Finish, Json, Recovered, Request, Schema, recover};
use proptest::prelude::*;
use serde_json::{Value, json};

fn read(input: &str) -> Recovered {
    recover(&Request { input, schema: None, finish: Some(Finish::Stop) })
}

fn value(input: &str) -> Option<Value> {
    read(input).value().map(|closed| closed.get().to_serde())
}

/// All strings at a key of `name`, wherever it stands.
fn named(value: &Value, name: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => members.iter().for_each(|(key, member)| match member {
            Value::String(text) if key == name => found.push(text.clone()),
            other => named(other, name, found),
        }),
        Value::Array(items) => items.iter().for_each(|item| named(item, name, found)),
        _ => {}
    }
}

fn texts(input: &str, name: &str) -> Vec<String> {
    let mut found = Vec::new();
    value(input).iter().for_each(|value| named(value, name, &mut found));
    found
}

#[test]
fn a_comment_that_may_be_the_rest_of_a_text_makes_it_a_guess() {
    for (name, line) in [
        ("content", r##""content": "width = 6" # inches\nsave(width)\n""##),
        ("content", r##""content": ""// header\nint main(){}\n""##),
        ("content", r##""content": "a", b: 1 // c\n", "##),
        ("command", r##""command": "rm -rf /srv/" # data/cache""##),
        ("command", r##""command": "rm -rf /srv/" // data/cache""##),
        ("command", r##""command": "rm -rf /srv/" # data/cache", "reason": "tidy""##),
        ("command", r##""command": "rm -rf /srv/" # "data"",  "##),
        ("command", "'command': 'rm -rf /srv/' # data/cache'"),
        ("command", "`command`: `rm -rf /srv/` # data/cache`"),
        ("command", "\"command\": rm // -rf\n"),
        ("title", r##""title": "Watch 6" // 8" pipes","##),
        ("content", r##""content": "x" /* y", "path": "z */"##),
    ] {
        for input in [format!("{{\n{line}\n}}"), format!("{{\n\"n\": 1,\n\"list\": [{{\n{line}\n}}]\n}}")] {
            assert_eq!(texts(&input, name), Vec::<String>::new(), "{input}");
        }
    }
}

#[test]
fn a_guess_in_a_list_leaves_what_is_beside_the_list() {
    let input = "{\n\"summary\": \"s\",\n\"commands\": [{\n\"command\": \"rm -rf /srv/\" // data/cache\",\n\"reason\": \"r\"\n}]\n}";
    assert_eq!(value(input), Some(json!({ "summary": "s" })));
}

#[test]
fn a_comment_beside_a_text_is_still_one() {
    for comment in ["// first", "# 5 of 6", "// it's \"odd\" enough", "/* the \"best\" one */", "// the users' list"] {
        let input = format!("{{\n\"title\": \"Buy milk\", {comment}\n\"command\": \"ls\" {comment}\n}}");
        assert_eq!(value(&input), Some(json!({ "title": "Buy milk", "command": "ls" })), "{input}");
    }
    let versions = "{\n\"title\": \"a\",\n// \"command\": \"rm\",\n\"command\": \"ls\"\n}";
    assert_eq!(value(versions), Some(json!({ "title": "a", "command": "ls" })));
}

#[test]
fn texts_that_were_split_or_joined_are_guesses() {
    let strings = Schema::compile(&json!({ "type": "array", "items": { "type": "string" } })).unwrap();
    for input in [
        r#"["git commit -m \"fix", then push", "ls"]"#,
        r#"["She said: \"ok", and left","b"]"#,
        r#"["Fix \"login\" bug”, "true"]"#,
    ] {
        for schema in [None, Some(&strings)] {
            let found = recover(&Request { input, schema, finish: None });
            let first = found.value().map(|closed| closed.get().to_string()).unwrap_or_default();
            assert!(!first.contains("git") && !first.contains("She") && !first.contains("Fix"), "{input}: {first}");
            assert!(!found.dropped.is_empty(), "{input}");
        }
    }
    let semicolons = read(r#"["a"; "b"; "c"]"#);
    assert_eq!(semicolons.value().map(|closed| closed.get().to_string()).as_deref(), Some(r#"["a","b","c"]"#));
    assert!(!semicolons.repairs.is_empty());
    for input in [r#"{"t":"a", "b" and "c"", "n":1}"#, "{'t':'dogs', cats' and birds','n':1}"] {
        assert_eq!(texts(input, "t"), Vec::<String>::new(), "{input}");
    }
    for input in [
        r#"{"summary":"s","fileChanges":[{"path":"b","content":"x”,"action":"create"}]}"#,
        r#"{"path":"b","content":"x’,"action":"create"}"#,
    ] {
        assert_eq!(texts(input, "content"), Vec::<String>::new(), "{input}");
    }
}

#[test]
fn a_piece_of_a_document_with_tags_in_it_is_no_document() {
    let input = r#"{"summary":"a","fileChanges":[{"path":"a.py","content":"<div class="c" id='d'>it's", "ok"</div>\n"}],"commands":[{"command":"rm -rf build"}]}"#;
    // `</div>` is the page's own and ends nothing: what comes after the body was closed by the text.
    let found = read(input);
    assert!(found.complete && !found.is_safe("/fileChanges/0"), "{found:?}");
    let value = found.value().map(|closed| closed.into_inner());
    assert!(!matches!(value, Some(Json::Array(_))), "{value:?}");
    assert_eq!(texts(input, "content"), Vec::<String>::new());
    assert_eq!(texts(input, "command"), ["rm -rf build"]);
    for cut in 0..input.len() - 1 {
        assert!(!read(&input[..cut]).complete || cut == 0, "{cut}");
        assert_eq!(texts(&input[..cut], "content"), Vec::<String>::new(), "{cut}");
    }
}

#[test]
fn what_was_begun_after_the_value_is_not_complete() {
    for input in [r#"{"a":1} And then {"b":"#, r#"{"a":1} And then ["#] {
        for finish in [None, Some(Finish::Stop), Some(Finish::Length)] {
            let found = recover(&Request { input, schema: None, finish });
            assert!(!found.complete, "{input}");
            assert_eq!(found.value().map(|closed| closed.get().to_string()).as_deref(), Some(r#"{"a":1}"#), "{input}");
        }
    }
}

#[test]
fn words_in_brackets_are_prose() {
    let strings = Schema::compile(&json!({ "type": "array", "items": { "type": "string" } })).unwrap();
    for input in ["see [the docs](http://x) for details", "I would suggest [maybe later]", "(a, b)"] {
        for schema in [None, Some(&strings)] {
            let found = recover(&Request { input, schema, finish: None });
            assert_eq!((found.has_value(), found.error), (false, Some(Failure::NoJson)), "{input}");
        }
    }
    assert_eq!(value("[milk, bread]"), Some(json!(["milk", "bread"])));
}

#[test]
fn many_violations_are_all_marked_and_of_doubled_keys_the_last() {
    let schema = Schema::compile(&json!({
        "type": "object",
        "properties": { "n": { "type": "integer" }, "a/b~c": { "type": "integer" } },
        "additionalProperties": false
    }))
    .unwrap();
    let many: Vec<String> = (0..2000).map(|n| format!("\"k{n}\":{n}")).collect();
    let input = format!("{{\"n\":1,\"a/b~c\":\"x\",{}}}", many.join(","));
    let found = recover(&Request { input: &input, schema: Some(&schema), finish: None });
    assert_eq!(found.value().map(|closed| closed.get().to_string()).as_deref(), Some(r#"{"n":1}"#));
    assert_eq!(found.dropped.len(), 2001);
}

/// Texts as programs have them: what looks like comments, members, ends.
fn body() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just(" # inches".to_owned()),
        Just(" // then ".to_owned()),
        Just(" /* c */ ".to_owned()),
        Just(", b: 1".to_owned()),
        Just("}\n".to_owned()),
        Just("]".to_owned()),
        Just("; ".to_owned()),
        Just("<p>x</p>".to_owned()),
        Just("say \"hi\"".to_owned()),
        Just("\n".to_owned()),
        Just("{".to_owned()),
        "[a-z =]{1,5}",
    ];
    prop::collection::vec(piece, 1..8).prop_map(|pieces| pieces.concat())
}

fn printed(body: &str, indent: bool) -> (String, usize, usize) {
    let document = json!({ "files": [{ "content": body, "path": "a" }, { "content": "end", "path": "b" }] });
    let text = if indent { serde_json::to_string_pretty(&document) } else { serde_json::to_string(&document) }.unwrap();
    let inside = serde_json::to_string(body).unwrap();
    let from = text.find(&inside).unwrap() + 1;
    (text, from, from + inside.len() - 2)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn a_stray_quote_in_a_body_never_makes_another_body(body in body(), indent: bool) {
        let (text, from, to) = printed(&body, indent);
        for at in (from..=to).filter(|at| text.is_char_boundary(*at)) {
            if text[..at].ends_with('\\') {
                continue;
            }
            let stray = format!("{}\"{}", &text[..at], &text[at..]);
            for found in texts(&stray, "content") {
                prop_assert!(found == body || found == "end", "{stray}\n{found:?}");
            }
        }
    }

    #[test]
    fn a_document_cut_at_any_byte_gives_only_whole_bodies(body in body(), indent: bool) {
        let (text, ..) = printed(&body, indent);
        for at in (1..text.len()).filter(|at| text.is_char_boundary(*at)) {
            let cut = read(&text[..at]);
            prop_assert!(!cut.complete, "{}", &text[..at]);
            for found in texts(&text[..at], "content") {
                prop_assert!(found == body || found == "end", "{}\n{found:?}", &text[..at]);
            }
        }
    }
}

/// A body with quotes in it may look like the end of one record and the beginning of the next; what is
/// left of it is open, and a quote too many is near.
#[test]
fn an_open_piece_of_a_body_before_a_wrong_quote_is_not_used() {
    for body in [r#"</ul>"},{"path":"z""#, r#"<a>"},{"x":"b""#, r#"f({a: 1"},{"path":"z""#] {
        let input = format!(
            r#"{{"operations":[{{"path":"a","content":"{body}"}},{{"path":"b","content":"ok"}}],"commands":[]}}"#
        );
        assert_eq!(texts(&input, "content"), ["ok"], "{input}");
    }
}

/// A text whose first quote is missing says `, word:` or begins as a literal does: nothing of it is a value or a member
/// of its own.
#[test]
fn a_text_without_its_first_quote_makes_no_other_values() {
    for text in [
        r#"{"reply": 12 eggs, and: more", "x": 1}"#,
        r#"{"reply": null note:", "x": 1}"#,
        r#"{"reply": eggs, and: more", "x": 1}"#,
        r#"{"reply": true, or: not", "x": 1}"#,
    ] {
        let got = value(text).unwrap();
        assert_eq!(got["x"], 1, "{text}");
        let said = text.split_once(": ").unwrap().1.split_once("\", ").unwrap().0;
        for (key, value) in got.as_object().unwrap().iter().filter(|(key, _)| *key != "x") {
            assert_eq!((key.as_str(), value.as_str()), ("reply", Some(said)), "{text}");
        }
    }
}

#[test]
fn words_in_brackets_inside_a_document_are_no_value() {
    for (text, want) in [
        (r#"{"a": [1, 2, ... (truncated)"#, Some(json!({"a": [1, 2]}))),
        (
            r#"{"a": [{"id": 1}, {"id": 2}
... (truncated)"#,
            Some(json!({"a": [{"id": 1}, {"id": 2}]})),
        ),
        ("{\"a\":\n... (truncated)", None),
        (r#"{"a": (below), "b": 1}"#, Some(json!({"b": 1}))),
        (r#"{"a": ("x", 'y'), "b": ("z")}"#, Some(json!({"a": ["x", "y"], "b": "z"}))),
        (r#"{"a": ObjectId("abc")}"#, Some(json!({"a": "abc"}))),
    ] {
        assert_eq!(value(text), want, "{text}");
    }
}

/// A whole document with brackets too many behind it may as well have one that is open where it should close.
#[test]
fn what_a_bracket_too_many_leaves_open_is_not_safe() {
    let text = r#"{"ops":[{"id":1,"t":"a"},{"id":2,"tags":[]},{"id":3,"tags":["x"]}],"s":"b"}]}"#;
    let got = value(text).unwrap();
    for op in got["ops"].as_array().unwrap() {
        assert!(
            [json!({"id":1,"t":"a"}), json!({"id":2,"tags":[]}), json!({"id":3,"tags":["x"]})].contains(op),
            "{got}"
        );
    }
    assert!(got["ops"].as_array().unwrap().contains(&json!({"id":1,"t":"a"})), "{got}");
}
