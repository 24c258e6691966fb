//! Documents torn and spliced without any rule: what a fuzzer does, from a seed.

use super::generate::{Random, Texts, case};
use super::print::{Dialect, print};
use super::{cases, read, seed};
use serde_json::{Value, json};

/// Pieces that models and runtimes put where they do not belong.
#[rustfmt::skip]
const SPLICES: &[&str] = &[
    "\"",
    "'",
    "`",
    "```",
    "“",
    "”",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\\",
    "\n",
    "//",
    "/*",
    "*/",
    "#",
    "<!--",
    "-->",
    "<think>",
    "</think>",
    "<|im_end|>",
    "...",
    "…",
    "null",
    "None",
    "NaN",
    "\\u",
    "\\ud800",
    "\u{0}",
    "\u{feff}",
    "+",
    "=>",
    "(",
    ")",
    "\"\"\"",
    "0x",
    "1e9",
    "undefined",
    "<tool_call>",
    "[TOOL_CALLS]",
    "\"content\":",
    "\"op\":\"write\"",
    " ",
    "\t",
    "é",
];

/// Documents torn, spliced and mixed without any rule: no panic, an answer that is JSON, nothing safe
/// that was not read, nothing complete that is cut, and no body that the text does not hold as it is.
#[test]
fn whatever_is_thrown_at_it_a_body_is_what_the_text_says() {
    let mut defects = Vec::new();
    for index in 0..cases() * 20 {
        let mut random = Random::new(seed().wrapping_mul(3_000_017).wrapping_add(index));
        let (schema, document) = case(&mut random, Texts::Tame);
        let mut text = print(&document, Dialect { pretty: random.chance(2), ..Dialect::default() }, &mut random);
        for _ in 0..=random.below(4) {
            let place = |random: &mut Random, text: &str| {
                let at = random.below(text.len() + 1);
                (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap()
            };
            let (a, b) = (place(&mut random, &text), place(&mut random, &text));
            let (a, b) = (a.min(b), a.max(b));
            match random.below(5) {
                0 => text.insert_str(a, random.pick::<&str>(SPLICES)),
                1 => text = text[..a].chars().chain(text[a..].chars().skip(1 + random.below(12))).collect(),
                2 => {
                    let again = text[a..b].to_owned();
                    text.insert_str(b, &again);
                }
                3 => text.truncate(b),
                _ => {
                    let (_, other) = case(&mut random, Texts::Tame);
                    text.insert_str(a, &other.to_string());
                }
            }
            text = text.chars().take(4_000).collect();
        }
        let found = read(random.chance(2).then_some(&schema), &text, None);
        let told = serde_json::to_string(&found).unwrap();
        let Ok(told) = serde_json::from_str::<Value>(&told) else {
            // Digits stay as they are; serde_json has no number for `7861e9123`.
            assert!(
                text.contains("1e9") && serde_json::from_str::<&serde_json::value::RawValue>(&told).is_ok(),
                "{text}"
            );
            continue;
        };
        let value = found.value().map(|v| v.get().to_serde());
        assert_eq!(value.as_ref(), told.get("value"), "{text}");
        let mut bodies = Vec::new();
        value.iter().for_each(|v| collect_bodies(v, &mut bodies));
        for body in bodies {
            if !text.contains(&body) && !text.contains(json!(body).to_string().trim_matches('"')) {
                defects.push(format!("{text:?}\n  body {body:?}\n  repairs {:?}", found.repairs));
            }
        }
    }
    defects.sort_by_key(String::len);
    assert!(defects.is_empty(), "{}\n{}", defects.len(), defects[..defects.len().min(5)].join("\n"));
}

fn collect_bodies(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                match member {
                    Value::String(text) if key == "content" => out.push(text.clone()),
                    other => collect_bodies(other, out),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|i| collect_bodies(i, out)),
        _ => {}
    }
}
