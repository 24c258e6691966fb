//! Whether an output goes to the model whole or is stored, and what the model then gets (S3-15, F/S3).

use crate::answer::begin;
use crate::args::OutputMode;
use crate::summary::Summary;
use serde_json::{Value, json};

/// Automatically inline up to so many characters.
const INLINE: u64 = 32_768;
/// Inline when asked for up to so many.
const CAP: u64 = 65_536;
/// Characters of the beginning that a model gets of a stored output.
pub const PREVIEW: usize = 1_200;
/// Everything but the preview is at most so many characters.
const METADATA: usize = 1_600;

/// Where an output goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// Into the answer.
    Inline,
    /// Into the store; the answer says where.
    Persist,
}

/// Decides for an output of so many characters. The answers of `tool_outputs.*` are bounded and are
/// never stored: a query of a query would never end.
pub fn deliver(tool: &str, chars: u64, mode: OutputMode) -> Delivery {
    let inline = tool.replace('_', ".").starts_with("tool.outputs.")
        || match mode {
            OutputMode::Auto => chars <= INLINE,
            OutputMode::Inline => chars <= CAP,
            OutputMode::Persist => false,
        };
    if inline { Delivery::Inline } else { Delivery::Persist }
}

/// The beginning of a text, and whether it was cut.
pub fn preview(text: &str, most: usize) -> (String, bool) {
    let (start, whole) = begin(text, most);
    (start.to_owned(), !whole)
}

/// What the model gets instead of a stored output: where it is, how long, how it begins (in at most so
/// many characters), and what can be asked of it.
pub fn persisted(id: &str, tool: &str, chars: u64, text: &str, summary: &Summary, most: usize) -> Value {
    let (start, cut) = preview(text, PREVIEW.min(most));
    let mut told = summary.clone();
    loop {
        let message = json!({
            "persisted": true,
            "output_ref": { "id": id, "storage": "app_data" },
            "tool": tool,
            "size_chars": chars,
            "stats": told,
            "preview": "",
            "preview_truncated": cut,
            "available_tools": [
                { "name": "tool_outputs.read", "help": "part of it as text, by characters or lines" },
                { "name": "tool_outputs.extract", "help": "values at JSONPaths" },
                { "name": "tool_outputs.count", "help": "exact numbers of elements, names or matches" },
                { "name": "tool_outputs.sample", "help": "some elements of a long array" },
                { "name": "tool_outputs.stats", "help": "types, arrays, objects, schema" },
                { "name": "tool_outputs.list", "help": "the stored outputs of this conversation" },
            ],
        });
        // Arrays are told of as far as there is room.
        if message.to_string().chars().count() > METADATA && told.arrays.pop_last().is_some() {
            continue;
        }
        let mut message = message;
        if let Some(place) = message.get_mut("preview") {
            *place = Value::String(start);
        }
        return message;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Document, summary};

    #[test]
    fn delivery_follows_length_and_mode() {
        use Delivery::{Inline, Persist};
        use OutputMode as M;
        for (tool, chars, mode, expected) in [
            ("shell_exec", 32_768, M::Auto, Inline),
            ("shell_exec", 32_769, M::Auto, Persist),
            ("shell_exec", 65_536, M::Inline, Inline),
            ("shell_exec", 65_537, M::Inline, Persist),
            ("shell_exec", 1, M::Persist, Persist),
            ("tool_outputs.extract", 99_999, M::Auto, Inline),
            ("tool_outputs_extract", 99_999, M::Persist, Inline),
        ] {
            assert_eq!(deliver(tool, chars, mode), expected, "{tool} {chars} {mode:?}");
        }
    }

    #[test]
    fn what_the_model_gets_is_bounded_and_names_the_tools() {
        let arrays: Vec<String> = (0..40).map(|n| format!("\"{}{n}\":[1,2,3]", "long_name_".repeat(5))).collect();
        let text = format!("{{\"a\":\"{}\",{}}}", "é".repeat(40_000), arrays.join(","));
        let chars = text.chars().count() as u64;
        let document = Document::new(text);
        let message = persisted("o-1", "shell_exec", chars, document.text(), &summary(&document), PREVIEW);
        assert_eq!(message["persisted"], true);
        assert_eq!(message["output_ref"], json!({ "id": "o-1", "storage": "app_data" }));
        assert_eq!((message["size_chars"].as_u64(), message["preview_truncated"].as_bool()), (Some(chars), Some(true)));
        assert_eq!(message["preview"].as_str().unwrap().chars().count(), 1_200);
        assert_eq!(message["stats"]["type"], "object");
        assert_eq!(message["stats"]["length"], 41);
        assert!(message["stats"]["arrays"].as_object().unwrap().len() > 2);
        let mut without = message.clone();
        without["preview"] = json!("");
        assert!(without.to_string().chars().count() <= 1_600);
        for tool in crate::NAMES {
            assert!(message["available_tools"].as_array().unwrap().iter().any(|t| t["name"] == tool), "{tool}");
        }
    }
}
