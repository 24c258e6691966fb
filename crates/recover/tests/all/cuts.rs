//! 0 unsafe, 0 lost: whatever the document and wherever it is cut, exactly what was closed is there.

use countersign_recover::{Finish, Request, Schema, recover};
use proptest::prelude::*;
use serde_json::Value;

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z ,.:'{}\\[\\]]{0,12}",
        "\\PC{0,8}",
        Just("a \"quoted\" thing".to_owned()),
        Just("back\\slash\nline\ttab".to_owned()),
        Just("```js\ncode\n```".to_owned()),
        Just("</think>".to_owned()),
        Just(" , \"k\": 1".to_owned()),
        Just("// c".to_owned()),
        Just("NaN".to_owned()),
    ]
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_filter("finite", |f| f.is_finite()).prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((text(), inner), 0..4).prop_map(|m| Value::Object(m.into_iter().collect())),
        ]
    })
}

fn operations() -> impl Strategy<Value = Value> {
    let operation = (text(), any_json())
        .prop_map(|(title, notes)| serde_json::json!({ "op": "create", "title": title, "notes": notes }));
    (text(), prop::collection::vec(operation, 1..5))
        .prop_map(|(summary, operations)| serde_json::json!({ "summary": summary, "operations": operations }))
}

/// Where each element of `operations` ends in the compact text.
fn element_ends(document: &Value) -> Vec<usize> {
    let list = document["operations"].as_array().unwrap();
    let text = document.to_string();
    let mut at = text.find("\"operations\":[").unwrap() + "\"operations\":[".len();
    // The summary may say the same words.
    let tail: usize = list.iter().map(|o| o.to_string().len() + 1).sum::<usize>() + 1;
    at = at.max(text.len() - tail);
    list.iter()
        .map(|operation| {
            let end = at + operation.to_string().len();
            at = end + 1;
            end
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn json_is_read_as_it_is(value in any_json(), pretty in any::<bool>()) {
        let text = if pretty { serde_json::to_string_pretty(&value).unwrap() } else { value.to_string() };
        let found = recover(&Request { input: &text, schema: None, finish: None });
        prop_assert_eq!(found.value().unwrap().get().to_string(), value.to_string());
        prop_assert!(found.complete && found.repairs.is_empty() && found.dropped.is_empty());
    }

    #[test]
    fn a_cut_keeps_every_closed_operation_and_no_other(document in operations()) {
        let text = document.to_string();
        let ends = element_ends(&document);
        for cut in (1..text.len()).filter(|c| text.is_char_boundary(*c)) {
            let found = recover(&Request { input: &text[..cut], schema: None, finish: None });
            prop_assert!(!found.complete, "{}", &text[..cut]);
            let closed = ends.iter().filter(|end| **end <= cut).count();
            let expected = &document["operations"].as_array().unwrap()[..closed];
            let value = found.value().map(|v| v.get().to_serde());
            let got = value.as_ref().and_then(|v| v["operations"].as_array()).cloned().unwrap_or_default();
            prop_assert_eq!(got.as_slice(), expected, "{}", &text[..cut]);
            for index in 0..ends.len() {
                prop_assert_eq!(found.is_safe(&format!("/operations/{index}")), index < closed);
            }
        }
    }

    #[test]
    fn no_text_panics_or_gives_an_unclosed_value(text in "[\\[\\]{}\"',:a1 \\\\\n/*<>|.`-]{0,60}") {
        let found = recover(&Request { input: &text, schema: None, finish: None });
        let json = serde_json::to_string(&found).unwrap();
        prop_assert!(serde_json::from_str::<Value>(&json).is_ok());
    }

    #[test]
    fn any_bytes_do(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        let text = String::from_utf8_lossy(&bytes);
        let found = recover(&Request { input: &text, schema: None, finish: None });
        prop_assert!(serde_json::to_string(&found).is_ok());
    }
}

#[test]
fn a_short_text_that_lost_its_quote_is_no_value_of_a_cut_reply() {
    let schema = Schema::compile(&serde_json::json!({"type": "object", "required": ["operations"], "properties": {
        "reply": {"type": "string"}, "operations": {"type": "array", "items": {"type": "object", "required": ["op"],
            "properties": {"op": {"enum": ["create", "update"]}, "id": {"type": "integer"},
                "title": {"type": "string"}, "notes": {"type": "string"}}}}}}))
    .unwrap();
    let dense =
        r#"{"operations":[{"op":"create","title":"Milk","notes":"two"},{"op":"update","id":12,"title":"Eggs"}]}"#;
    let mut cuts = 0;
    for whole in [dense.to_owned(), dense.replace(':', ": ").replace(',', ",\n  ")] {
        for text in ["Milk", "two", "Eggs"] {
            let hurt = whole.replacen(&format!("{text}\""), text, 1);
            let lost = hurt.find(text).unwrap() + text.len();
            for end in lost..hurt.len() {
                for (schema, finish) in [(None, None), (Some(&schema), None), (Some(&schema), Some(Finish::Length))] {
                    let found = recover(&Request { input: &hurt[..end], schema, finish });
                    let told = found.value().map(|value| value.get().to_string()).unwrap_or_default();
                    assert!(!told.contains(text), "{} {told}", &hurt[..end]);
                    assert!(
                        !found.complete && (told.contains("Milk") || !found.dropped.is_empty()),
                        "{}",
                        &hurt[..end]
                    );
                    cuts += 1;
                }
            }
        }
    }
    assert!(cuts > 500, "{cuts}");
}
