//! Ollama's own `/api/chat` (PROVIDERS, Ollama): never `/v1`, which ignores `num_ctx`.

use super::{Optional, Request, base64, messages_with, object};
use crate::answer::{Answer, Failure, FailureKind};
use crate::catalogue::{Dialect, Structured, Thinking};
use crate::frames::Frame;
use crate::models::{Delta, Shown};
use crate::schema;
use countersign_core::model::Finish;
use serde_json::{Map, Value, json};

/// Granite thinks when a control message says so, not when `think` does (S0-9).
pub(crate) fn thinks_by_control_message(model: &str) -> bool {
    let name = model.to_ascii_lowercase();
    ["granite3.2", "granite3.3", "granite-3.2", "granite-3.3"].iter().any(|g| name.contains(g))
}

/// Bare base64 beside the text.
fn show(message: &mut Value, shown: &[Shown]) {
    message["images"] = shown.iter().map(base64).collect();
}

pub(super) fn body(request: &Request<'_>) -> Map<String, Value> {
    let mut messages = messages_with(&request.messages, request.shown, show);
    let granite = thinks_by_control_message(request.model);
    if granite
        && request.thinking != Thinking::Off
        && let Some(list) = messages.as_array_mut()
    {
        list.insert(0, json!({ "role": "control", "content": "thinking" }));
    }
    let mut options = Map::new();
    // Always the same for a model: another value reloads the runner.
    options.insert("num_ctx".into(), request.context.into());
    options.insert("num_predict".into(), request.max_tokens.into());
    options.insert("temperature".into(), request.temperature());
    if !request.stop.is_empty() {
        options.insert("stop".into(), json!(request.stop));
    }
    let mut body = Map::new();
    body.insert("model".into(), request.model.into());
    body.insert("messages".into(), messages);
    body.insert("stream".into(), true.into());
    if request.has(Optional::Think) {
        // gpt-oss knows levels only, and cannot but think.
        let levels = request.model.to_ascii_lowercase().contains("gpt-oss");
        let think = match request.thinking {
            _ if granite => json!(false),
            Thinking::Low => json!("low"),
            Thinking::Off if levels => json!("low"),
            Thinking::Medium => json!("medium"),
            Thinking::On if levels => json!("medium"),
            Thinking::High => json!("high"),
            Thinking::Off => json!(false),
            Thinking::On => json!(true),
        };
        body.insert("think".into(), think);
    }
    if let Some(format) = request.format {
        let lowered = schema::lower(&format.schema, Dialect::Ollama);
        match (request.structured, lowered) {
            (Structured::Schema, Some(lowered)) => drop(body.insert("format".into(), lowered.schema)),
            (Structured::Schema | Structured::JsonMode, _) => drop(body.insert("format".into(), "json".into())),
            (Structured::PromptOnly, _) => {}
        }
    }
    body.insert("truncate".into(), false.into());
    body.insert("shift".into(), false.into());
    body.insert("keep_alive".into(), "10m".into());
    if request.logprobs && request.has(Optional::Logprobs) {
        body.insert("logprobs".into(), true.into());
    }
    body.insert("options".into(), Value::Object(options));
    body
}

pub(super) fn read(frame: &Frame, answer: &mut Answer, out: &mut Vec<Delta>) -> Result<(), Failure> {
    let line = object(frame)?;
    let Some(message) = line.get("message") else {
        return if line.contains_key("done") { end(&line, answer) } else { Err(Failure::garbage(&frame.data)) };
    };
    let text = |key: &str| message.get(key).and_then(Value::as_str).unwrap_or_default();
    answer.push_thinking(text("thinking"), out);
    answer.push_text(text("content"), out);
    for call in message.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
        let function = call.get("function").unwrap_or(&Value::Null);
        // An object here; kept as text, as others send it. Each frame brings whole calls.
        let arguments = match function.get("arguments") {
            Some(Value::String(text)) => text.clone(),
            Some(value) => value.to_string(),
            None => "{}".to_owned(),
        };
        let (id, name) = (call.get("id").and_then(Value::as_str), function.get("name").and_then(Value::as_str));
        answer.push_tool(answer.tools.len(), id, name, &arguments, out);
    }
    for token in line.get("logprobs").and_then(Value::as_array).into_iter().flatten() {
        token.get("logprob").and_then(Value::as_f64).into_iter().for_each(|p| answer.push_logprob(p));
    }
    end(&line, answer)
}

fn end(line: &Map<String, Value>, answer: &mut Answer) -> Result<(), Failure> {
    if let Some(model) = line.get("model").and_then(Value::as_str) {
        answer.model = Some(model.to_owned());
    }
    // `done:false` in a whole answer is one that was cut (PROVIDERS).
    if line.get("done").and_then(Value::as_bool) == Some(true) {
        answer.ended = true;
        answer.complete = true;
        answer.finish = Some(match line.get("done_reason").and_then(Value::as_str) {
            Some("length") => Finish::Length,
            Some("stop") if !answer.tools.is_empty() => Finish::ToolCalls,
            Some("stop") => Finish::Stop,
            // The model was only loaded, or taken away: whatever came is not all of an answer.
            Some("load" | "unload") if answer.has_content() => Finish::Aborted,
            Some(reason @ ("load" | "unload")) => {
                return Err(Failure::new(FailureKind::Runtime, format!("done_reason {reason}: nothing was generated")));
            }
            _ => Finish::Unknown,
        });
        let count = |key: &str| line.get(key).and_then(Value::as_u64);
        answer.counts.prompt = count("prompt_eval_count");
        answer.counts.cached = count("prompt_eval_cached_count");
        answer.counts.completion = count("eval_count");
    }
    Ok(())
}
