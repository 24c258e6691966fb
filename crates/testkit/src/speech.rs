//! An answer of the script → frames of a wire format.

use crate::script::{Answer, Kind};
use serde_json::{Value, json};

/// A frame as it goes over the wire.
fn event(name: Option<&str>, data: &Value) -> String {
    name.map_or_else(|| format!("data: {data}\n\n"), |name| format!("event: {name}\ndata: {data}\n\n"))
}

/// The frames of an answer, one a piece and then the end.
pub(crate) fn frames(kind: Kind, model: &str, answer: &Answer) -> Vec<String> {
    let mut out = match kind {
        Kind::Ollama => ollama(model, answer),
        Kind::OpenAi => openai(model, answer),
        Kind::Anthropic => anthropic(model, answer),
    };
    if answer.no_end || answer.error.is_some() {
        let ends = match kind {
            Kind::Ollama => 1,
            Kind::OpenAi => 2 + usize::from(answer.usage.is_some()),
            Kind::Anthropic => 3,
        };
        out.truncate(out.len() - ends);
    }
    if let Some(error) = &answer.error {
        out.push(match kind {
            Kind::Ollama => format!("{}\n", json!({ "error": error })),
            Kind::OpenAi => event(None, &json!({ "error": { "message": error, "type": "server_error" } })),
            Kind::Anthropic => event(
                Some("error"),
                &json!({ "type": "error", "error": { "type": "overloaded_error", "message": error } }),
            ),
        });
    }
    out
}

fn ollama(model: &str, answer: &Answer) -> Vec<String> {
    let line = |value: Value| format!("{value}\n");
    let message = |message: Value| json!({ "model": model, "created_at": "2026-01-01T00:00:00Z", "message": message, "done": false });
    let mut out = Vec::new();
    if !answer.thinking.is_empty() {
        out.push(line(message(json!({ "role": "assistant", "content": "", "thinking": answer.thinking }))));
    }
    for piece in answer.pieces() {
        out.push(line(message(json!({ "role": "assistant", "content": piece }))));
    }
    for (name, arguments) in &answer.tools {
        let call = json!({ "id": "call_1", "function": { "index": 0, "name": name, "arguments": arguments } });
        out.push(line(message(json!({ "role": "assistant", "content": "", "tool_calls": [call] }))));
    }
    let mut last = message(json!({ "role": "assistant", "content": "" }));
    last["done"] = true.into();
    match answer.finish.as_deref() {
        Some("") => {}
        reason => last["done_reason"] = reason.unwrap_or("stop").into(),
    }
    last["total_duration"] = 1.into();
    if let Some((prompt, completion)) = answer.usage {
        last["prompt_eval_count"] = prompt.into();
        last["eval_count"] = completion.into();
    }
    out.push(line(last));
    out
}

fn openai(model: &str, answer: &Answer) -> Vec<String> {
    let chunk = |delta: Value, finish: Value| {
        json!({ "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": model,
                "choices": [{ "index": 0, "delta": delta, "finish_reason": finish }] })
    };
    let mut out = vec![event(None, &chunk(json!({ "role": "assistant", "content": null }), Value::Null))];
    if !answer.thinking.is_empty() {
        out.push(event(None, &chunk(json!({ "reasoning_content": answer.thinking }), Value::Null)));
    }
    for (place, piece) in answer.pieces().into_iter().enumerate() {
        let mut frame = chunk(json!({ "content": piece }), Value::Null);
        if let Some(logprob) = answer.logprobs.get(place) {
            let token = json!({ "token": piece, "logprob": logprob, "bytes": null, "top_logprobs": [] });
            frame["choices"][0]["logprobs"] = json!({ "content": [token] });
        }
        out.push(event(None, &frame));
    }
    for (index, (name, arguments)) in answer.tools.iter().enumerate() {
        let start = json!({ "index": index, "id": format!("call_{index}"), "type": "function", "function": { "name": name, "arguments": "" } });
        out.push(event(None, &chunk(json!({ "tool_calls": [start] }), Value::Null)));
        let text = arguments.to_string();
        let half = text.char_indices().nth(text.chars().count() / 2).map_or(0, |(i, _)| i);
        for part in [&text[..half], &text[half..]] {
            let more = json!({ "index": index, "function": { "arguments": part } });
            out.push(event(None, &chunk(json!({ "tool_calls": [more] }), Value::Null)));
        }
    }
    let usual = if answer.tools.is_empty() { "stop" } else { "tool_calls" };
    let finish = answer.finish.as_deref().unwrap_or(usual);
    out.push(event(None, &chunk(json!({}), if finish.is_empty() { Value::Null } else { finish.into() })));
    if let Some((prompt, completion)) = answer.usage {
        let usage =
            json!({ "prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion });
        out.push(event(None, &json!({ "id": "chatcmpl-1", "object": "chat.completion.chunk", "model": model, "choices": [], "usage": usage })));
    }
    out.push("data: [DONE]\n\n".to_owned());
    out
}

fn anthropic(model: &str, answer: &Answer) -> Vec<String> {
    let named = |value: Value| event(value.get("type").and_then(Value::as_str), &value);
    let (prompt, completion) = answer.usage.unwrap_or((1, 1));
    let mut out = vec![
        named(
            json!({ "type": "message_start", "message": { "id": "msg_1", "type": "message", "role": "assistant", "model": model,
            "content": [], "stop_reason": null, "usage": { "input_tokens": prompt, "output_tokens": 1 } } }),
        ),
        named(json!({ "type": "ping" })),
    ];
    let mut index = 0;
    let mut block = |out: &mut Vec<String>, start: Value, deltas: Vec<Value>| {
        out.push(named(json!({ "type": "content_block_start", "index": index, "content_block": start })));
        for delta in deltas {
            out.push(named(json!({ "type": "content_block_delta", "index": index, "delta": delta })));
        }
        out.push(named(json!({ "type": "content_block_stop", "index": index })));
        index += 1;
    };
    if !answer.thinking.is_empty() {
        let deltas = vec![
            json!({ "type": "thinking_delta", "thinking": answer.thinking }),
            json!({ "type": "signature_delta", "signature": "c2ln" }),
        ];
        block(&mut out, json!({ "type": "thinking", "thinking": "" }), deltas);
    }
    let pieces = answer.pieces();
    if !pieces.is_empty() {
        let deltas = pieces.iter().map(|piece| json!({ "type": "text_delta", "text": piece })).collect();
        block(&mut out, json!({ "type": "text", "text": "" }), deltas);
    }
    for (name, arguments) in &answer.tools {
        let deltas = vec![json!({ "type": "input_json_delta", "partial_json": arguments.to_string() })];
        block(&mut out, json!({ "type": "tool_use", "id": "toolu_1", "name": name, "input": {} }), deltas);
    }
    if out.len() == 2 {
        block(&mut out, json!({ "type": "text", "text": "" }), Vec::new());
    }
    let usual = if answer.tools.is_empty() { "end_turn" } else { "tool_use" };
    let finish = answer.finish.as_deref().unwrap_or(usual);
    let reason = if finish.is_empty() { Value::Null } else { finish.into() };
    out.push(named(json!({ "type": "message_delta", "delta": { "stop_reason": reason, "stop_sequence": null }, "usage": { "output_tokens": completion } })));
    out.push(named(json!({ "type": "message_stop" })));
    out
}
