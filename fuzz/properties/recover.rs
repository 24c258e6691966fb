//! What holds of the reading of any text: no panic; an answer that is JSON; nothing safe that was not
//! read; no body and no number that the text does not hold; JSON as it is; and of JSON that is cut only what it closed.

use countersign_recover::{Json, Reason, Repair, Request, Schema, recover};
use serde_json::Value;
use std::sync::LazyLock;

static SCHEMAS: LazyLock<Vec<Schema>> = LazyLock::new(|| {
    [
        r#"{"type":"object","required":["operations"],"properties":{"operations":{"type":"array","items":{"anyOf":[
            {"type":"object","required":["op","id"],"properties":{"op":{"const":"delete"},"id":{"type":"integer"}}},
            {"type":"object","required":["op","content"],"properties":{"op":{"const":"write"},"content":{"type":"string"}}}]}}}}"#,
        r#"{"type":"array","items":{"type":"object","required":["id"],"properties":{"id":{"type":"integer"},
            "tags":{"type":"array","items":{"type":"string"}},"when":{"type":["string","null"],"format":"date"}}}}"#,
        r#"{"type":"object","properties":{"a":{"type":"number"},"b":{"type":"boolean"},"c":{"enum":["x","y"]}},
            "additionalProperties":false}"#,
    ]
    .iter()
    .filter_map(|text| Schema::compile(&serde_json::from_str(text).ok()?).ok())
    .collect()
});

/// The first byte chooses the schema, the second where JSON is cut; the rest is the text.
pub(crate) fn holds(data: &[u8]) {
    let [choice, cut, rest @ ..] = data else { return };
    let text = String::from_utf8_lossy(rest);
    let schema = SCHEMAS.get(usize::from(*choice % 4));
    let found = recover(&Request { input: &text, schema, finish: None });
    let told = serde_json::to_string(&found).expect("an answer is JSON");
    serde_json::from_str::<&serde_json::value::RawValue>(&told).expect("an answer is JSON");
    let (value, shown) = (found.value(), found.best_effort());
    if let Some(value) = value.as_ref().map(|v| v.get()) {
        assert!(shown.as_ref().is_some_and(|shown| says_no_more(value, shown)), "{told}");
        // With a schema a text may be a number too, and each notation of other languages is brought to JSON.
        if schema.is_none() && !found.repairs.contains(&Repair::NumberSyntax) {
            let part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '+' | '.' | '_');
            numbers(value, &mut |number| {
                assert!(text.split(|c| !part(c)).any(|token| token == number), "{number} in {text:?}");
            });
        }
        bodies(value, false, &mut |body| {
            let escaped = serde_json::to_string(body).expect("a string is JSON");
            let inside = escaped.trim_matches('"');
            // Escapes may be written in many ways.
            assert!(text.contains(body) || text.contains(inside) || text.contains('\\'), "{body:?} in {text:?}");
        });
    }
    let Ok(whole) = serde_json::from_str::<Value>(&text) else { return };
    let plain = recover(&Request { input: &text, schema: None, finish: None });
    let got = plain.value().map(|v| v.get().to_serde());
    // A diff that cannot be applied, or a body that leaves something out, is dropped from JSON too.
    let refused = |reason| matches!(reason, Reason::Elided | Reason::MalformedDiff | Reason::Duplicate);
    if !plain.dropped.is_empty() && plain.dropped.iter().all(|d| refused(d.reason)) {
        return assert!(plain.complete);
    }
    assert!(plain.complete && got.as_ref().is_some_and(|got| same(got, &whole)), "{text:?} {got:?}");
    // Markers of reasoning in a string that is cut are taken for such.
    let begins = text.trim_start().starts_with(['{', '[']) && !text.contains('<') && !text.contains("THINK");
    let at = usize::from(*cut) * text.trim_end().len() / 256;
    if begins && at > 0 && text.is_char_boundary(at) && at < text.trim_end().len() {
        let part = recover(&Request { input: &text[..at], schema: None, finish: None });
        let got = part.value().map(|v| v.get().to_serde());
        assert!(!part.complete || got.is_none(), "{:?}", &text[..at]);
        assert!(got.is_none_or(|got| closed_part(&got, &whole, true)), "{:?} of {whole}", &text[..at]);
    }
}

/// Whether everything that is safe was read.
fn says_no_more(got: &Json, whole: &Json) -> bool {
    match (got, whole) {
        (Json::Object(a), Json::Object(b)) => {
            a.iter().all(|(k, v)| b.iter().any(|(l, w)| k == l && says_no_more(v, w)))
        }
        (Json::Array(a), Json::Array(b)) => {
            let mut rest = b.iter();
            a.iter().all(|x| rest.by_ref().any(|y| says_no_more(x, y)))
        }
        (a, b) => a == b,
    }
}

fn numbers(value: &Json, look: &mut impl FnMut(&str)) {
    match value {
        Json::Number(_) => look(&value.to_string()),
        Json::Array(items) => items.iter().for_each(|i| numbers(i, look)),
        Json::Object(members) => members.iter().for_each(|(_, member)| numbers(member, look)),
        _ => {}
    }
}

fn bodies(value: &Json, inside: bool, look: &mut impl FnMut(&str)) {
    match value {
        Json::String(text) if inside => look(text),
        Json::Array(items) => items.iter().for_each(|i| bodies(i, inside, look)),
        Json::Object(members) => members.iter().for_each(|(key, member)| bodies(member, key == "content", look)),
        _ => {}
    }
}

fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(k, v)| b.get(k).is_some_and(|w| same(v, w)))
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(x, y)| same(x, y)),
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap_or(0.0), b.as_f64().unwrap_or(0.0));
            (a - b).abs() <= a.abs() * 1e-14
        }
        (a, b) => a == b,
    }
}

/// What a cut may leave: at the root and in lists that lead from it whole members, and first elements.
fn closed_part(got: &Value, whole: &Value, root: bool) -> bool {
    match (got, whole) {
        (Value::Object(a), Value::Object(b)) if root => {
            // Of a key given twice the cut may show the first.
            a.iter().all(|(k, v)| b.get(k).is_some_and(|w| same(v, w) || closed_part(v, w, false)))
        }
        (Value::Array(a), Value::Array(b)) => a.len() <= b.len() && a.iter().zip(b).all(|(x, y)| same(x, y)),
        (a, b) => same(a, b),
    }
}
