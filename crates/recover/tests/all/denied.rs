//! Words beside an answer that take it back, put it aside or quote it, in many languages, and words that do not.

use countersign_recover::{Finish, Request, Schema, recover};
use serde_json::json;

const CALL: &str = r#"{"tool":"delete_file","args":{"path":"a.txt"}}"#;
const ROWS: &str = include_str!("denied.txt");

fn is_meant(text: &str) -> bool {
    let got = recover(&Request { input: text, schema: None, finish: Some(Finish::Stop) });
    got.is_meant() && got.value().is_some()
}

/// The same words with the answer bare and in a fence.
fn forms(kind: &str, words: &str) -> [String; 2] {
    let fenced = format!("```json\n{CALL}\n```");
    [CALL, &fenced].map(|call| match kind {
        "before" | "led" => format!("{words}\n{call}"),
        _ => format!("{call}\n{words}"),
    })
}

#[test]
fn words_that_take_an_answer_back_are_told_from_words_that_go_with_it() {
    let rows: Vec<(&str, &str)> =
        ROWS.lines().filter(|line| !line.starts_with('#')).map(|line| line.split_once(": ").unwrap()).collect();
    assert!(rows.len() > 110);
    let wrong: Vec<String> = rows
        .iter()
        .flat_map(|(kind, words)| forms(kind, words).map(|text| (*kind, text)))
        .filter(|(kind, text)| is_meant(text) != matches!(*kind, "led" | "told"))
        .map(|(kind, text)| format!("{kind}: {text}"))
        .collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_is_quoted_or_struck_out_is_no_answer_unless_the_whole_is_quoted() {
    for (text, meant) in [
        (format!("It says:\n> {CALL}"), false),
        (format!("I found this:\n\n> {CALL}\n\nI leave it."), false),
        (format!("I found this:\n\n> ```json\n> {CALL}\n> ```\n"), false),
        (format!("~~{CALL}~~"), false),
        (format!("First ~~{CALL}~~"), false),
        (format!("> {CALL}"), true),
        (format!("> Here it is:\n>\n> {CALL}\n"), true),
        (format!("In one line:\n{CALL}"), true),
        (format!("a -> {CALL}"), true),
    ] {
        assert_eq!(is_meant(&text), meant, "{text}");
    }
}

/// What a word within a list says of the record behind it nobody knows.
#[test]
fn a_record_behind_words_in_its_list_is_not_used() {
    let schema = Schema::compile(&json!({"type": "object", "required": ["operations"], "properties": {"operations": {
        "type": "array", "items": {"type": "object", "required": ["op"], "properties": {
            "op": {"enum": ["delete", "complete"]}, "id": {"type": "integer"}}}}}}))
    .unwrap();
    for words in ["not", "or", "except", "no:", "skip", "maybe", "not this one:", "\"do not do this:\","] {
        let input =
            format!("{{\"operations\":[{{\"op\":\"complete\",\"id\":3}}, {words} {{\"op\":\"delete\",\"id\":3}}]}}");
        let found = recover(&Request { input: &input, schema: Some(&schema), finish: None });
        let value = found.value().map(|value| value.get().to_string()).unwrap_or_default();
        assert!(!value.contains("delete") && found.dropped.len() == 2, "{input}\n{found:?}");
    }
}
