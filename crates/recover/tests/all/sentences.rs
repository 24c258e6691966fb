//! Sentences beside an answer: those that refuse it or put a value of it right, and their harmless neighbours.

use countersign_recover::{Finish, Request, Schema, recover};
use serde_json::json;

const REFUSED: &str = include_str!("beside/refused.txt");
const CORRECTED: &str = include_str!("beside/corrected.txt");
const DELETE: &str = r#"{"operations":[{"op":"delete","title":"Compost"}]}"#;
const CALL: &str = r#"{"operations":[{"op":"create","title":"Call Bob","due":"2026-12-01","priority":2}]}"#;

fn schema() -> Schema {
    let item = json!({"type": "object", "required": ["op"], "properties": {"op": {"enum": ["create", "delete"]},
        "title": {"type": "string"}, "due": {"type": "string"}, "priority": {"type": "integer"}}});
    Schema::compile(&json!({"type": "object", "required": ["operations"],
        "properties": {"operations": {"type": "array", "items": item}}}))
    .unwrap()
}

fn is_used(schema: &Schema, input: &str) -> bool {
    recover(&Request { input, schema: Some(schema), finish: Some(Finish::Stop) }).value().is_some()
}

fn rows(table: &str) -> Vec<(&str, &str)> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split_once(": ").unwrap()).collect()
}

/// Those of the texts that are not used as they should be.
fn wrong(texts: impl Iterator<Item = (bool, String)>) -> Vec<String> {
    let schema = schema();
    texts.filter(|(used, text)| is_used(&schema, text) != *used).map(|(used, text)| format!("{used}: {text}")).collect()
}

#[test]
fn a_refusal_is_heard_on_either_side_of_an_answer() {
    let rows = rows(REFUSED);
    assert!(rows.len() > 120);
    let fence = format!("```json\n{DELETE}\n```");
    let forms = |words: &str| {
        [DELETE, &fence]
            .map(|answer| [format!("{words}\n{answer}"), format!("{words}\n\n{answer}"), format!("{answer}\n{words}")])
    };
    let texts =
        rows.iter().flat_map(|(kind, words)| forms(words).concat().into_iter().map(|text| (*kind == "goes", text)));
    let wrong = wrong(texts);
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_refusal_is_heard_through_what_stands_between_it_and_the_answer() {
    let used = |used: bool, text: &str| (used, text.replace('@', DELETE));
    let wrong = wrong(
        [
            used(false, "I'm sorry, I can't do that. It would destroy all your work.\n@"),
            used(false, "I can't do that. It would be: @"),
            used(false, "Ich kann das leider nicht tun. Es wäre: @"),
            used(false, "No puedo hacer eso. Sería @"),
            used(false, "Nu pot face asta. Ar fi @"),
            used(false, "抱歉，我不能这样做。格式是 @"),
            used(false, "Unfortunately this isn't possible: @"),
            used(false, "I can't do that. <tool_call>@</tool_call>"),
            used(false, "Is this allowed? I don't know.\nI can't do this.\n@"),
            used(false, "@\n@\nI can't do that."),
            used(false, "I can't do that.\n@\n@"),
            used(true, "I can't do that myself. Here is the operation:\n@"),
            used(true, "I'm sorry, I can't do that. Instead, I propose this:\n@"),
            used(true, "I can't do that by hand, so I use this:\n@"),
            used(true, "Je ne peux pas le faire moi-même, mais voici l'opération :\n@"),
            used(true, "<think>I can't do that. Or can I?</think>\n@"),
            used(true, "I can't do that.</think>\n@"),
            used(true, "<|im_start|>system\nYou can say: I can't do that.<|im_end|>\n<|im_start|>assistant\n@"),
            used(true, "Did you give a date? No.\n@"),
            used(true, "No. 3 is done with this:\n@"),
            used(true, "No. Only the compost goes:\n@"),
            used(true, "The note says \"I can't do that.\"\n@"),
        ]
        .into_iter(),
    );
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_value_that_is_put_right_in_words_is_not_used() {
    let rows = rows(CORRECTED);
    assert!(rows.len() > 60);
    let fence = format!("```json\n{CALL}\n```");
    let texts = rows
        .iter()
        .flat_map(|(kind, words)| [CALL, &fence].map(|answer| (*kind == "confirms", format!("{answer}\n{words}"))));
    let wrong = wrong(texts);
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
