//! Whole replies with words beside the answer: what they give as their answer, and what they only offer, quote, show or
//! take back; in several languages, and in the marks of several models.

use countersign_recover::{Finish, Request, Schema, recover};
use serde_json::json;

const TABLES: [(&str, usize); 14] = [
    (include_str!("beside/around.txt"), 270),
    (include_str!("beside/aside.txt"), 100),
    (include_str!("beside/unmeant.txt"), 60),
    (include_str!("beside/framed.txt"), 40),
    (include_str!("asked.txt"), 200),
    (include_str!("beside/mentioned.txt"), 360),
    (include_str!("beside/modality.txt"), 240),
    (include_str!("beside/paraphrases.txt"), 350),
    (include_str!("beside/replies.txt"), 160),
    (include_str!("beside/withdrawn.txt"), 180),
    (include_str!("beside/offered.txt"), 180),
    (include_str!("beside/thoughts.txt"), 90),
    (include_str!("beside/sentences.txt"), 540),
    (include_str!("beside/fragments.txt"), 50),
];
const ONE: &str = r#"{"operations":[{"op":"delete","id":10}]}"#;
const OTHER: &str = r#"{"operations":[{"op":"complete","id":11}]}"#;

/// What a reply gives to be used, and whether it is its answer.
fn answer(schema: &Schema, text: &str) -> Option<String> {
    let found = recover(&Request { input: text, schema: Some(schema), finish: Some(Finish::Stop) });
    let value = found.value().map(|value| value.get().to_string());
    assert_eq!(value, found.answer().map(|value| value.get().to_string()), "{text}");
    value
}

fn schema() -> Schema {
    Schema::compile(&json!({"type": "object", "required": ["operations"], "additionalProperties": false,
        "properties": {"operations": {"type": "array", "items": {"type": "object", "required": ["op"],
            "properties": {"op": {"enum": ["delete", "complete"]}, "id": {"type": "integer"}}}}}}))
    .unwrap()
}

#[test]
fn a_reply_gives_the_answer_that_its_words_give() {
    let schema = schema();
    for (table, least) in TABLES {
        let rows: Vec<(&str, &str)> =
            table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split_once(": ").unwrap()).collect();
        assert!(rows.len() >= least, "{}", rows.len());
        let wrong: Vec<String> = rows.into_iter().filter_map(|(kind, row)| wrong(&schema, kind, row)).collect();
        assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    }
}

/// Marks that an answer may stand in.
const FORMS: [(&str, &str); 4] = [("`", "`"), ("**", "**"), ("```json\n", "\n```"), ("<tool_call>", "</tool_call>")];

#[test]
fn words_say_the_same_of_an_answer_in_every_form() {
    let schema = schema();
    // Where no other marks stand beside it.
    let comment = |row: &str| row.contains("//") || row.contains("/*") || row.contains("# ");
    let plain = |row: &str| {
        !comment(row) && !row.contains(['%', '`', '[', '<', '"']) && !row.contains("**") && !row.contains("> @")
    };
    let rows = TABLES.iter().flat_map(|(table, _)| table.lines()).filter(|line| !line.starts_with('#'));
    let rows: Vec<(&str, &str)> =
        rows.map(|line| line.split_once(": ").unwrap()).filter(|(_, row)| plain(row)).collect();
    assert!(rows.len() > 2_000, "{}", rows.len());
    for (opens, closes) in FORMS {
        let framed = |row: &str| row.replace('@', &format!("{opens}@{closes}"));
        let wrong: Vec<String> = rows.iter().filter_map(|(kind, row)| wrong(&schema, kind, &framed(row))).collect();
        assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    }
}

/// A row that is not read as it should be.
fn wrong(schema: &Schema, kind: &str, row: &str) -> Option<String> {
    let text = row.replace("\\n", "\n").replace('@', ONE).replace('%', OTHER);
    let found = answer(schema, &text);
    let right = match kind {
        "meant" => found.as_deref() == Some(ONE),
        "other" => found.as_deref() == Some(OTHER),
        "both" => found.as_deref() == Some(&ONE.replace("]}", &OTHER.replace("{\"operations\":[", ","))),
        "none" => found.is_none(),
        _ => false,
    };
    (!right).then(|| format!("{kind}: {row}\n    {found:?}"))
}
