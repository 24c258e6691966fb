//! The message of a runtime around what the model said, where somebody hands on all of it: `{"role": "assistant",
//! "content": "…"}`, `{"choices": [{"message": …}]}`.

use crate::recovered::Finish;
use serde_json::Value;

/// What the model said in the message that the whole text is, and why it ended. None where it is none, or is somebody
/// else's.
pub(crate) fn opened(text: &str) -> Option<(String, Option<Finish>)> {
    let text = text.trim();
    let whole: Value = (text.starts_with('{') && text.ends_with('}')).then(|| serde_json::from_str(text).ok())??;
    let first = |key: &str| whole.get(key).and_then(|list| list.get(0));
    let (message, stopped) = match (first("choices"), first("candidates")) {
        (Some(choice), _) => (choice.get("message")?, choice.get("finish_reason")),
        (_, Some(candidate)) => (candidate.get("content")?, candidate.get("finishReason")),
        _ => match whole.get("message").filter(|message| message.is_object()) {
            Some(message) => (message, whole.get("done_reason")),
            None => (&whole, whole.get("stop_reason")),
        },
    };
    // A choice is the model's, also where no role is said.
    let role = message.get("role").and_then(Value::as_str);
    if !role.map_or(!std::ptr::eq(message, &whole), |role| matches!(role, "assistant" | "model")) {
        return None;
    }
    let finish = stopped.and_then(Value::as_str).map(Finish::read);
    Some((words(message)?, finish))
}

/// The words of a message: a text, the texts of its parts, or the calls that it makes.
fn words(message: &Value) -> Option<String> {
    let parts = |list: &Value| -> Option<String> {
        let texts = list.as_array()?.iter().filter_map(|part| part.get("text")?.as_str());
        Some(texts.collect::<Vec<_>>().join("\n")).filter(|said| !said.is_empty())
    };
    let said = match message.get("content").or_else(|| message.get("parts")) {
        Some(Value::String(text)) => Some(text.clone()).filter(|said| !said.trim().is_empty()),
        Some(list) => parts(list),
        None => None,
    };
    said.or_else(|| Some(serde_json::json!({ "tool_calls": message.get("tool_calls")? }).to_string()))
}
