//! `/v1/chat/completions` as OpenAI, llama-server, vLLM, LM Studio, xAI and others speak it.

use super::{Optional, Request, base64, messages_with, object, wire_name};
use crate::answer::{Answer, Failure};
use crate::catalogue::{Dialect, Structured, Thinking};
use crate::frames::Frame;
use crate::models::{Delta, Shown};
use crate::schema;
use countersign_core::model::{Finish, Format};
use serde_json::{Map, Value, json};

pub(super) fn body(request: &Request<'_>) -> Map<String, Value> {
    let mut body = Map::new();
    body.insert("model".into(), request.model.into());
    body.insert("messages".into(), messages_with(&request.messages, request.shown, show));
    body.insert("stream".into(), true.into());
    if request.has(Optional::StreamOptions) {
        body.insert("stream_options".into(), json!({ "include_usage": true }));
    }
    // OpenAI's newer models refuse the old name; most others know only that.
    let new_name = (request.dialect == Dialect::OpenAi) == request.has(Optional::OtherTokenLimit);
    body.insert(if new_name { "max_completion_tokens" } else { "max_tokens" }.into(), request.max_tokens.into());
    if request.has(Optional::Temperature) {
        body.insert("temperature".into(), request.temperature());
    }
    if !request.stop.is_empty() && request.has(Optional::Stop) {
        body.insert("stop".into(), json!(request.stop));
    }
    if let Some(format) = request.format.filter(|_| request.structured != Structured::PromptOnly) {
        body.insert("response_format".into(), response_format(format, request));
    }
    if request.logprobs && request.has(Optional::Logprobs) {
        body.insert("logprobs".into(), true.into());
        // Only the chosen token's is read; llama-server sends twenty if nothing is said.
        body.insert("top_logprobs".into(), 1.into());
    }
    thinking(request, &mut body);
    body
}

/// Content parts, each picture as a `data:` address.
fn show(message: &mut Value, shown: &[Shown]) {
    let picture = |s: &Shown| {
        let url = format!("data:{};base64,{}", s.media_type, base64(s));
        json!({ "type": "image_url", "image_url": { "url": url } })
    };
    let text = json!({ "type": "text", "text": message["content"] });
    message["content"] = std::iter::once(text).chain(shown.iter().map(picture)).collect();
}

fn thinking(request: &Request<'_>, body: &mut Map<String, Value>) {
    match request.dialect {
        Dialect::LlamaServer | Dialect::Vllm if request.has(Optional::TemplateSettings) => {
            let on = request.thinking != Thinking::Off;
            body.insert("chat_template_kwargs".into(), json!({ "enable_thinking": on }));
        }
        Dialect::OpenAi | Dialect::Xai if request.has(Optional::Think) => {
            let effort = match request.thinking {
                Thinking::Low => "low",
                Thinking::Medium => "medium",
                Thinking::High => "high",
                // Said nothing: models that do not think refuse the field.
                Thinking::Off | Thinking::On => return,
            };
            body.insert("reasoning_effort".into(), effort.into());
        }
        _ => {}
    }
}

fn response_format(format: &Format, request: &Request<'_>) -> Value {
    let name = wire_name(&format.name);
    let nested = |schema: Value, strict: bool| json!({ "type": "json_schema", "json_schema": { "name": name, "strict": strict, "schema": schema } });
    let lowered =
        (request.structured == Structured::Schema).then(|| schema::lower(&format.schema, request.dialect)).flatten();
    match lowered {
        Some(lowered) => nested(lowered.schema, lowered.strict),
        // The portable JSON mode is a schema (LM Studio refuses `json_object`; on llama-server it does nothing);
        // a server that knows no schemas has the other.
        None if (request.dialect == Dialect::OpenAi) == request.has(Optional::OtherJsonMode) => {
            json!({ "type": "json_object" })
        }
        None => nested(json!({ "type": "object" }), false),
    }
}

pub(super) fn read(frame: &Frame, answer: &mut Answer, out: &mut Vec<Delta>) -> Result<(), Failure> {
    if frame.data.trim() == "[DONE]" {
        // Servers that never say why they stopped are believed only as far as `unknown`.
        answer.ended = true;
        answer.complete = true;
        return Ok(());
    }
    let chunk = object(frame)?;
    if !chunk.contains_key("choices") && !chunk.contains_key("usage") {
        return Err(Failure::garbage(&frame.data));
    }
    if let Some(model) = chunk.get("model").and_then(Value::as_str) {
        answer.model = Some(model.to_owned());
    }
    // One choice is asked for; others are not ours.
    let choice = chunk
        .get("choices")
        .and_then(Value::as_array)
        .and_then(|all| all.iter().find(|c| c.get("index").and_then(Value::as_u64).unwrap_or(0) == 0));
    if let Some(choice) = choice {
        // A server that does not stream sends `message` at once.
        let delta = choice.get("delta").or_else(|| choice.get("message")).unwrap_or(&Value::Null);
        take(delta, choice, answer, out);
        if let Some(reason) = choice.get("finish_reason").and_then(Value::as_str) {
            answer.ended = true;
            answer.finish = Some(match reason {
                "stop" if answer.finish == Some(Finish::Filtered) => Finish::Filtered,
                "stop" => Finish::Stop,
                "length" => Finish::Length,
                "tool_calls" | "function_call" => Finish::ToolCalls,
                "content_filter" => Finish::Filtered,
                _ => Finish::Unknown,
            });
        }
    }
    if let Some(usage) = chunk.get("usage").filter(|u| u.is_object()) {
        let count = |key: &str| usage.get(key).and_then(Value::as_u64);
        let cached = usage.pointer("/prompt_tokens_details/cached_tokens").and_then(Value::as_u64);
        answer.counts.prompt = count("prompt_tokens").or(answer.counts.prompt);
        answer.counts.completion = count("completion_tokens").or(answer.counts.completion);
        answer.counts.cached = cached.or(answer.counts.cached);
    }
    Ok(())
}

/// A call's arguments as text.
fn arguments(function: &Value) -> String {
    match function.get("arguments") {
        Some(Value::String(text)) => text.clone(),
        Some(value @ Value::Object(_)) => value.to_string(),
        _ => String::new(),
    }
}

fn take(delta: &Value, choice: &Value, answer: &mut Answer, out: &mut Vec<Delta>) {
    let text = |key: &str| delta.get(key).and_then(Value::as_str).unwrap_or_default();
    // llama-server and vLLM say `reasoning_content`, Ollama and newer vLLM `reasoning`.
    let thinking = if text("reasoning_content").is_empty() { text("reasoning") } else { text("reasoning_content") };
    answer.push_thinking(thinking, out);
    answer.push_text(text("content"), out);
    // Some send a list of parts, each with its text.
    for part in delta.get("content").and_then(Value::as_array).into_iter().flatten() {
        answer.push_text(part.get("text").and_then(Value::as_str).unwrap_or_default(), out);
    }
    if !text("refusal").is_empty() {
        // No answer: why there is none.
        answer.refusal.push_str(text("refusal"));
        answer.finish = Some(Finish::Filtered);
    }
    // What calls were before there were several.
    if let Some(function) = delta.get("function_call").filter(|call| call.is_object()) {
        let arguments = arguments(function);
        answer.push_tool(0, None, function.get("name").and_then(Value::as_str), &arguments, out);
    }
    for (place, call) in delta.get("tool_calls").and_then(Value::as_array).into_iter().flatten().enumerate() {
        let index = call.get("index").and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok()).unwrap_or(place);
        let function = call.get("function").unwrap_or(&Value::Null);
        let arguments = arguments(function);
        let (id, name) = (call.get("id").and_then(Value::as_str), function.get("name").and_then(Value::as_str));
        answer.push_tool(index, id, name, &arguments, out);
    }
    // llama-server gives the first frame, which has no text, a probability that is no token's of
    // the answer (seen in b10434: recorded in tests/cassettes).
    if !text("content").is_empty() {
        for token in choice.pointer("/logprobs/content").and_then(Value::as_array).into_iter().flatten() {
            token.get("logprob").and_then(Value::as_f64).into_iter().for_each(|p| answer.push_logprob(p));
        }
    }
}
