//! A choice among what a schema offers is no text that a model writes: a value that it was offered with a secret
//! hidden in it, and gives back whole, is the value that was offered.

use super::strings;
use countersign_core::model::{Call, Reply};
use serde_json::Value;
use std::collections::BTreeMap;

/// Puts the values that were offered in the places of those that were sent for them.
pub(super) fn chosen(reply: &mut Reply, asked: &Call, sent: &Call) {
    let (Some(asked), Some(sent)) = (&asked.format, &sent.format) else { return };
    let mut offered = BTreeMap::new();
    differing(&asked.schema, &sent.schema, &mut offered);
    if offered.is_empty() {
        return;
    }
    let Ok(mut value) = serde_json::from_str::<Value>(&reply.text) else { return };
    let before = value.clone();
    let mut texts = Vec::new();
    strings(&mut value, &mut texts);
    for text in texts {
        if let Some(whole) = offered.get(text.as_str()) {
            (*whole).clone_into(text);
        }
    }
    if value != before {
        reply.text = value.to_string();
    }
}

/// The values of `enum`s that were not sent as they are.
fn differing<'v>(asked: &'v Value, sent: &'v Value, out: &mut BTreeMap<&'v str, &'v str>) {
    match (asked, sent) {
        (Value::Object(asked), Value::Object(sent)) => {
            for (key, value) in asked {
                let Some(other) = sent.get(key) else { continue };
                if let ("enum", Value::Array(values), Value::Array(others)) = (key.as_str(), value, other) {
                    let texts = values.iter().zip(others).filter_map(|(v, o)| Some((o.as_str()?, v.as_str()?)));
                    out.extend(texts.filter(|(sent, asked)| sent != asked));
                } else {
                    differing(value, other, out);
                }
            }
        }
        (Value::Array(asked), Value::Array(sent)) => {
            asked.iter().zip(sent).for_each(|(asked, sent)| differing(asked, sent, out));
        }
        _ => {}
    }
}
