//! The message of a runtime around what the model said, where somebody hands on all of it: `{"role": "assistant",
//! "content": "…"}`, `{"choices": [{"message": …}]}`.

use super::alone;
use crate::recovered::Finish;
use serde_json::{Value, json};

/// What the model said in the message that the whole text is, and why it ended. None where it is none, or is somebody
/// else's.
pub(crate) fn opened(text: &str) -> Option<(String, Option<Finish>)> {
    let own = alone::words(text);
    let text = if own.starts_with(['{', '[']) {
        own
    } else {
        alone::behind_thoughts(own, |rest| rest.starts_with(['{', '[']))?
    };
    let bracketed = text.starts_with('{') && text.ends_with('}') || text.starts_with('[') && text.ends_with(']');
    let whole: Value = bracketed.then(|| serde_json::from_str(text).ok())??;
    let is_part = |part: &Value| part.get("type").is_some_and(Value::is_string);
    if whole.as_array().is_some_and(|parts| !parts.is_empty() && parts.iter().all(is_part)) {
        return Some((words(&json!({ "content": whole }))?, None));
    }
    let first = |key: &str| whole.get(key).and_then(|list| list.get(0));
    let (message, stopped) = match (first("choices"), first("candidates")) {
        (Some(choice), _) => (choice.get("message")?, choice.get("finish_reason")),
        (_, Some(candidate)) => (candidate.get("content")?, candidate.get("finishReason")),
        _ => match whole.get("message").filter(|message| message.is_object()) {
            Some(message) => (message, whole.get("done_reason")),
            None => (&whole, whole.get("stop_reason")),
        },
    };
    // A choice is the model's, also where no role is said, and so is what tells why it ended.
    let role = message.get("role").and_then(Value::as_str);
    let ended = whole.get("content").is_some_and(Value::is_array) && stopped.is_some_and(Value::is_string);
    if !role.map_or(ended || !std::ptr::eq(message, &whole), |role| matches!(role, "assistant" | "model")) {
        return None;
    }
    let finish = stopped.and_then(Value::as_str).map(Finish::read);
    Some((words(message)?, finish))
}

/// The words of a message: a text, the texts of its parts, or the calls that it makes.
fn words(message: &Value) -> Option<String> {
    let content = message.get("content").or_else(|| message.get("parts"));
    let parts = content.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let made = message.get("tool_calls").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let calls: Vec<Value> = parts.iter().chain(made).filter_map(call).collect();
    let texts = || parts.iter().filter_map(|part| part.get("text")?.as_str()).collect::<Vec<_>>().join("\n");
    let said = content.and_then(Value::as_str).map_or_else(texts, str::to_owned);
    // What is called is what is done; the words beside it tell of that.
    match calls.as_slice() {
        [] => Some(said).filter(|said| !said.trim().is_empty()),
        calls => Some(json!({ "tool_calls": calls }).to_string()),
    }
}

/// The call that a part of a message is: OpenAI's, Anthropic's, Gemini's.
fn call(part: &Value) -> Option<Value> {
    let inner = part.get("function").or_else(|| part.get("functionCall")).filter(|inner| inner.is_object());
    let inner = inner.unwrap_or(part);
    let arguments = ["arguments", "input", "args"].iter().find_map(|key| inner.get(key))?;
    let read = arguments.as_str().and_then(|text| serde_json::from_str::<Value>(text).ok());
    Some(json!({ "name": inner.get("name")?, "arguments": read.unwrap_or_else(|| arguments.clone()) }))
}
