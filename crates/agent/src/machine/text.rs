//! Words and arguments cut to what is shown of them.

use super::effect::Effect;
use countersign_core::wire::RunEvent;
use countersign_redact::{abridged, beginning};

pub(super) fn stage(name: &str) -> Effect {
    Effect::Emit(RunEvent::Stage { stage: name.to_owned(), decision: None })
}

/// A text in one line, at most 120 characters.
pub(super) fn one_line(text: &str) -> String {
    excerpt(text, 120)
}

/// A text in one line, at most so many characters.
pub fn excerpt(text: &str, most: usize) -> String {
    abridged(&text.split_whitespace().collect::<Vec<_>>().join(" "), most)
}

/// Arguments as people and prompts see them: long texts by their beginning and length.
pub(super) fn shown(args: &serde_json::Value) -> serde_json::Value {
    use serde_json::Value;
    match args {
        Value::String(text) if text.chars().count() > 240 => {
            Value::String(format!("{} … ({} characters)", beginning(text, 200), text.chars().count()))
        }
        Value::Array(items) => Value::Array(items.iter().take(20).map(shown).collect()),
        Value::Object(map) => Value::Object(map.iter().map(|(k, v)| (k.clone(), shown(v))).collect()),
        other => other.clone(),
    }
}
