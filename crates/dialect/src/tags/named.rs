//! Calls whose name stands in the marks around them, and not in their JSON: DeepSeek's, Kimi's, gpt-oss', Gemma's,
//! GLM's, and those of texts that think, act and observe.

use countersign_recover::{Request, recover};
use serde_json::json;

/// What begins such a call, and what ends it.
struct Form {
    open: &'static str,
    close: &'static str,
}

const FORMS: [Form; 5] = [
    Form { open: "<｜tool▁call▁begin｜>", close: "<｜tool▁call▁end｜>" },
    Form { open: "<|tool_call_begin|>", close: "<|tool_call_end|>" },
    Form { open: "to=functions.", close: "<|call|>" },
    Form { open: "<start_function_call>call:", close: "<end_function_call>" },
    Form { open: "<|tool_call>call:", close: "<tool_call|>" },
];

/// What DeepSeek writes before a name.
const KIND: &str = "function<｜tool▁sep｜>";

/// Longest text between a name and its arguments.
const BETWEEN: usize = 80;

/// What begins such calls in any form.
pub(super) fn marks() -> impl Iterator<Item = &'static str> {
    FORMS.iter().map(|form| form.open)
}

/// The calls that a text marks which begins with the mark `open`. One without arguments that can be read is cut.
pub(super) fn marked(text: &str, open: &str, cut: &str) -> Option<Vec<String>> {
    let form = FORMS.iter().find(|form| form.open == open)?;
    let pieces = text.split(form.open).skip(1);
    Some(pieces.map(|piece| one(piece, form).unwrap_or_else(|| cut.to_owned())).collect())
}

fn one(piece: &str, form: &Form) -> Option<String> {
    let piece = piece.split(form.close).next()?;
    let piece = piece.strip_prefix(KIND).unwrap_or(piece);
    let (name, rest) = name(piece)?;
    let start = rest.find('{').filter(|&start| start < BETWEEN)?;
    Some(call(name, rest.get(start..)?))
}

/// The name that a text begins with, without what numbers it, and what comes after it.
fn name(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    (!name.is_empty()).then_some((name.strip_prefix("functions.").unwrap_or(name), rest))
}

/// A call as JSON. Arguments that are not whole leave it open: a bracket of ours would close what was cut.
pub(super) fn call(name: &str, args: &str) -> String {
    let args = args.trim();
    let whole = args.rfind('}').filter(|_| recover(&Request { input: args, schema: None, finish: None }).complete);
    let (args, end) = whole.and_then(|last| args.get(..=last)).map_or((args, ""), |args| (args, "}"));
    format!("{{\"name\":{},\"arguments\":{args}{end}", json!(name.trim()))
}

/// `Action: name`, and on the next line `Action Input: {…}`. What is observed after it is made up, and what is then
/// done follows from that: the first call counts.
pub(super) fn acted(text: &str) -> Option<Vec<String>> {
    let lines = || text.match_indices("Action:").filter(|(at, _)| *at == 0 || text[..*at].ends_with('\n'));
    let (at, mark) = lines().next()?;
    let (name, rest) = name(text.get(at + mark.len()..)?.trim_start_matches(' '))?;
    let args = rest.trim_start().strip_prefix("Action Input:")?.trim_start();
    let args = args.split("\nObservation").next()?;
    (args.starts_with('{') && lines().nth(1).is_none_or(|_| text.contains("\nObservation")))
        .then(|| vec![call(name, args)])
}
