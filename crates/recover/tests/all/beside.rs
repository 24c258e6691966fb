//! Whole replies with words beside the answer: what they give as their answer, and what they only offer, quote, show or
//! take back; in several languages, and in the marks of several models.

use countersign_recover::{Finish, Request, Schema, recover};
use serde_json::json;

const ROWS: &str = include_str!("beside.txt");
const ONE: &str = r#"{"operations":[{"op":"delete","id":10}]}"#;
const OTHER: &str = r#"{"operations":[{"op":"complete","id":11}]}"#;

fn answer(text: &str) -> Option<String> {
    let schema = Schema::compile(&json!({"type": "object", "required": ["operations"], "additionalProperties": false,
        "properties": {"operations": {"type": "array", "items": {"type": "object", "required": ["op"],
            "properties": {"op": {"enum": ["delete", "complete"]}, "id": {"type": "integer"}}}}}}))
    .unwrap();
    let found = recover(&Request { input: text, schema: Some(&schema), finish: Some(Finish::Stop) });
    found.answer().map(|value| value.get().to_string())
}

#[test]
fn a_reply_gives_the_answer_that_its_words_give() {
    let rows: Vec<(&str, &str)> =
        ROWS.lines().filter(|line| !line.starts_with('#')).map(|line| line.split_once(": ").unwrap()).collect();
    assert!(rows.len() > 160);
    let wrong: Vec<String> = rows
        .into_iter()
        .filter_map(|(kind, row)| {
            let text = row.replace("\\n", "\n").replace('@', ONE).replace('%', OTHER);
            let found = answer(&text);
            let right = match kind {
                "meant" => found.as_deref() == Some(ONE),
                "other" => found.as_deref() == Some(OTHER),
                "none" => found.is_none(),
                _ => false,
            };
            (!right).then(|| format!("{kind}: {row}\n    {found:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
