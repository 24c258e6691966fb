//! Anthropic's `/v1/messages`.

use super::{Optional, Request, base64, messages_with, object};
use crate::answer::{Answer, Failure, FailureKind};
use crate::catalogue::{Dialect, Structured, Thinking};
use crate::frames::Frame;
use crate::models::{Delta, Shown};
use crate::schema;
use countersign_core::model::{Finish, Speaker};
use serde_json::{Map, Value, json};

/// The version header's value.
pub(crate) const VERSION: &str = "2023-06-01";

/// Content blocks, the pictures before the text.
fn show(message: &mut Value, shown: &[Shown]) {
    let picture = |s: &Shown| {
        let source = json!({ "type": "base64", "media_type": s.media_type, "data": base64(s) });
        json!({ "type": "image", "source": source })
    };
    let text = json!({ "type": "text", "text": message["content"] });
    message["content"] = shown.iter().map(picture).chain([text]).collect();
}

pub(super) fn body(request: &Request<'_>) -> Map<String, Value> {
    let (system, rest): (Vec<_>, Vec<_>) = request.messages.iter().cloned().partition(|m| m.role == Speaker::System);
    let mut body = Map::new();
    body.insert("model".into(), request.model.into());
    let budget = match request.thinking {
        Thinking::Off => 0,
        Thinking::Low => 1_024,
        Thinking::On | Thinking::Medium => 4_096,
        Thinking::High => 16_384,
    };
    body.insert("max_tokens".into(), request.max_tokens.saturating_add(budget).into());
    if let Some(system) = system.first() {
        let mut block = json!({ "type": "text", "text": system.content });
        if request.has(Optional::CacheControl) {
            // What never changes comes first (MODELS §1): it is read from the cache next time.
            block["cache_control"] = json!({ "type": "ephemeral" });
        }
        body.insert("system".into(), json!([block]));
    }
    body.insert("messages".into(), messages_with(&rest, request.shown, show));
    body.insert("stream".into(), true.into());
    if budget > 0 {
        // Thinking allows no temperature.
        body.insert("thinking".into(), json!({ "type": "enabled", "budget_tokens": budget }));
    } else if request.has(Optional::Temperature) {
        body.insert("temperature".into(), json!(request.temperature().as_f64().map_or(0.0, |t| t.min(1.0))));
    }
    if !request.stop.is_empty() && request.has(Optional::Stop) {
        body.insert("stop_sequences".into(), json!(request.stop));
    }
    let lowered = request
        .format
        .filter(|_| request.structured == Structured::Schema)
        .and_then(|format| schema::lower(&format.schema, Dialect::Anthropic));
    // There is no JSON mode here: without a schema the prompt alone says it.
    if let Some(lowered) = lowered {
        body.insert("output_config".into(), json!({ "format": { "type": "json_schema", "schema": lowered.schema } }));
    }
    body
}

pub(super) fn read(frame: &Frame, answer: &mut Answer, out: &mut Vec<Delta>) -> Result<(), Failure> {
    let event = object(frame)?;
    let at = |pointer: &str| frame_value(&event, pointer);
    match event.get("type").and_then(Value::as_str).unwrap_or(&frame.event) {
        "message_start" => {
            if let Some(model) = at("/message/model").and_then(Value::as_str) {
                answer.model = Some(model.to_owned());
            }
            read_counts(at("/message/usage"), answer);
        }
        // A server that does not stream says all of it at once.
        "message" => {
            if let Some(model) = at("/model").and_then(Value::as_str) {
                answer.model = Some(model.to_owned());
            }
            for block in at("/content").and_then(Value::as_array).into_iter().flatten() {
                open(block, answer, out);
            }
            answer.open_tool = false;
            counts(at("/usage"), answer);
            if let Some(reason) = at("/stop_reason").and_then(Value::as_str) {
                stopped(reason, answer);
            }
            // Without a reason it is no end.
            answer.ended = answer.finish.is_some();
            answer.complete = answer.ended;
        }
        "content_block_start" => {
            open(at("/content_block").unwrap_or(&Value::Null), answer, out);
        }
        "content_block_delta" => {
            let delta = at("/delta").unwrap_or(&Value::Null);
            let text = |key: &str| delta.get(key).and_then(Value::as_str).unwrap_or_default();
            match text("type") {
                "text_delta" => answer.push_text(text("text"), out),
                "thinking_delta" => answer.push_thinking(text("thinking"), out),
                "input_json_delta" if !answer.tools.is_empty() => {
                    answer.push_tool(answer.tools.len() - 1, None, None, text("partial_json"), out);
                }
                // Signatures and citations are not kept.
                _ => {}
            }
        }
        "content_block_stop" => answer.open_tool = false,
        "message_delta" => {
            counts(at("/usage"), answer);
            if let Some(reason) = at("/delta/stop_reason").and_then(Value::as_str) {
                stopped(reason, answer);
            }
        }
        "message_stop" => {
            answer.ended = true;
            answer.complete = true;
        }
        "error" => return Err(Failure::new(FailureKind::Runtime, frame.data.clone())),
        "" => return Err(Failure::garbage(&frame.data)),
        // `ping`, and events that are new.
        _ => {}
    }
    Ok(())
}

/// A block of the content, as far as it comes with its beginning.
fn open(block: &Value, answer: &mut Answer, out: &mut Vec<Delta>) {
    let text = |key: &str| block.get(key).and_then(Value::as_str);
    match text("type") {
        Some("text") => answer.push_text(text("text").unwrap_or_default(), out),
        Some("thinking") => answer.push_thinking(text("thinking").unwrap_or_default(), out),
        Some("tool_use") => {
            answer.open_tool = true;
            // In a stream the arguments come in pieces, behind an empty object.
            let whole = block.get("input").and_then(Value::as_object).filter(|input| !input.is_empty());
            let arguments = whole.map(|input| json!(input).to_string()).unwrap_or_default();
            answer.push_tool(answer.tools.len(), text("id"), text("name"), &arguments, out);
        }
        _ => {}
    }
}

/// Takes the reason for stopping.
fn stopped(reason: &str, answer: &mut Answer) {
    answer.finish = Some(finish(reason));
    answer.declined = reason == "refusal";
}

fn finish(reason: &str) -> Finish {
    match reason {
        "end_turn" | "stop_sequence" => Finish::Stop,
        "max_tokens" | "model_context_window_exceeded" => Finish::Length,
        "tool_use" => Finish::ToolCalls,
        "refusal" => Finish::Filtered,
        _ => Finish::Unknown,
    }
}

fn frame_value<'a>(event: &'a Map<String, Value>, pointer: &str) -> Option<&'a Value> {
    let (first, rest) = pointer[1..].split_once('/').map_or((&pointer[1..], None), |(a, b)| (a, Some(b)));
    let value = event.get(first)?;
    rest.map_or(Some(value), |rest| value.pointer(&format!("/{rest}")))
}

/// Counts are cumulative; what a cache read or wrote is not in `input_tokens`.
fn counts(usage: Option<&Value>, answer: &mut Answer) {
    read_counts(usage, answer);
    let written = usage.and_then(|u| u.get("output_tokens")).and_then(Value::as_u64);
    answer.counts.completion = written.or(answer.counts.completion);
}

/// What was read. What a message has written when it begins is no count of it: one that is cut never says it.
fn read_counts(usage: Option<&Value>, answer: &mut Answer) {
    let count = |key: &str| usage.and_then(|u| u.get(key)).and_then(Value::as_u64);
    if let Some(input) = count("input_tokens") {
        let read = count("cache_read_input_tokens").unwrap_or(0);
        answer.counts.cached = Some(read);
        answer.counts.prompt = Some(input + read + count("cache_creation_input_tokens").unwrap_or(0));
    }
}
