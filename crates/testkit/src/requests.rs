//! Judges requests: what a real runtime would refuse, ignore silently, or do badly (PROVIDERS).

use crate::script::Kind;
use base64::Engine as _;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What is wrong with a request; empty = nothing.
pub(crate) fn violations(
    kind: Kind,
    body: &Value,
    headers: &BTreeMap<String, String>,
    key: Option<&str>,
) -> Vec<String> {
    let mut wrong = Vec::new();
    let Some(map) = body.as_object() else { return vec!["the body is no object".to_owned()] };
    if headers.get("content-type").is_none_or(|t| !t.starts_with("application/json")) {
        wrong.push("content-type is not application/json".to_owned());
    }
    match kind {
        Kind::Ollama => ollama(map, &mut wrong),
        Kind::OpenAi => openai(map, &mut wrong),
        Kind::Anthropic => anthropic(map, headers, &mut wrong),
    }
    if let Some(key) = key {
        let sent = match kind {
            Kind::Anthropic => headers.get("x-api-key").cloned(),
            Kind::Ollama | Kind::OpenAi => {
                headers.get("authorization").and_then(|v| v.strip_prefix("Bearer ")).map(str::to_owned)
            }
        };
        if sent.as_deref() != Some(key) {
            wrong.push("the key is not sent as it should be".to_owned());
        }
    }
    if map.get("model").and_then(Value::as_str).is_none_or(str::is_empty) {
        wrong.push("no model is named".to_owned());
    }
    if map.get("stream") != Some(&Value::Bool(true)) {
        wrong.push("stream is not true".to_owned());
    }
    wrong
}

fn only(map: &Map<String, Value>, known: &[&str], wrong: &mut Vec<String>) {
    for key in map.keys().filter(|key| !known.contains(&key.as_str())) {
        wrong.push(format!("unknown field {key:?}"));
    }
}

fn messages(map: &Map<String, Value>, roles: &[&str], wrong: &mut Vec<String>) {
    let Some(all) = map.get("messages").and_then(Value::as_array).filter(|all| !all.is_empty()) else {
        return wrong.push("there are no messages".to_owned());
    };
    let mut before = "";
    for (place, message) in all.iter().enumerate() {
        let role = message.get("role").and_then(Value::as_str).unwrap_or_default();
        if !roles.contains(&role) {
            wrong.push(format!("message {place} has the role {role:?}"));
        }
        if role == before {
            wrong.push(format!("two messages of {role} in a row"));
        }
        if role == "system" && !matches!(before, "" | "control") {
            wrong.push("a system message is not the first".to_owned());
        }
        let text = message.get("content").and_then(spoken).unwrap_or_default();
        if text.trim().is_empty() {
            wrong.push(format!("message {place} is empty"));
        }
        shown(message, role, place, wrong);
        before = role;
    }
    if before != "user" {
        wrong.push("the last message is not the user's".to_owned());
    }
}

/// The words of a content: a text, or the text among its parts.
pub(crate) fn spoken(content: &Value) -> Option<String> {
    match content {
        Value::String(text) => Some(text.clone()),
        Value::Array(parts) => {
            let texts = parts.iter().filter(|p| p["type"] == "text").filter_map(|p| p["text"].as_str());
            Some(texts.collect::<Vec<_>>().join(" "))
        }
        _ => None,
    }
}

/// Pictures in a message: of the user, in one of the three forms, and really pictures.
fn shown(message: &Value, role: &str, place: usize, wrong: &mut Vec<String>) {
    let parts = message.get("content").and_then(Value::as_array).into_iter().flatten();
    let mut found: Vec<Option<&str>> = Vec::new();
    for part in parts {
        match part["type"].as_str() {
            Some("text") => {}
            Some("image_url") => {
                let url = part.pointer("/image_url/url").and_then(Value::as_str).unwrap_or_default();
                found
                    .push(url.strip_prefix("data:image/").and_then(|u| u.split_once(";base64,")).map(|(_, data)| data));
            }
            Some("image") => {
                let source = &part["source"];
                let named = source["media_type"].as_str().is_some_and(|t| t.starts_with("image/"));
                found.push(source["data"].as_str().filter(|_| source["type"] == "base64" && named));
            }
            other => wrong.push(format!("message {place} has a part of type {other:?}")),
        }
    }
    found.extend(message.get("images").and_then(Value::as_array).into_iter().flatten().map(Value::as_str));
    for data in &found {
        let bytes = data.and_then(|d| base64::engine::general_purpose::STANDARD.decode(d).ok()).unwrap_or_default();
        if ![b"\x89PNG".as_slice(), b"\xff\xd8\xff", b"GIF8", b"RIFF"].iter().any(|start| bytes.starts_with(start)) {
            wrong.push(format!("message {place} has a picture that is none"));
        }
    }
    if !found.is_empty() && role != "user" {
        wrong.push(format!("message {place} of {role} has pictures"));
    }
}

fn ollama(map: &Map<String, Value>, wrong: &mut Vec<String>) {
    only(
        map,
        &["model", "messages", "stream", "think", "format", "truncate", "shift", "keep_alive", "logprobs", "options"],
        wrong,
    );
    messages(map, &["control", "system", "user", "assistant"], wrong);
    for key in ["truncate", "shift"] {
        if map.get(key) != Some(&Value::Bool(false)) {
            wrong.push(format!("{key} is not false: the prompt may be cut silently"));
        }
    }
    let option = |key: &str| map.get("options").and_then(|o| o.get(key));
    if option("num_ctx").and_then(Value::as_u64).is_none_or(|n| n < 256) {
        wrong.push("options.num_ctx is missing".to_owned());
    }
    if option("num_predict").and_then(Value::as_u64).is_none_or(|n| n == 0) {
        wrong.push("options.num_predict is missing".to_owned());
    }
    if option("temperature").and_then(Value::as_f64).is_none() {
        wrong.push("options.temperature is missing".to_owned());
    }
    if let Some(options) = map.get("options").and_then(Value::as_object) {
        only(options, &["num_ctx", "num_predict", "temperature", "stop", "seed"], wrong);
    }
    match map.get("format") {
        None => {}
        Some(Value::String(word)) if word == "json" => {}
        Some(schema @ Value::Object(_)) => {
            if map.get("think") != Some(&Value::Bool(false)) && !map.get("think").is_some_and(Value::is_string) {
                wrong.push("think is not false beside format".to_owned());
            }
            lenient_schema(schema, "", wrong);
            let said = schema.get("properties").and_then(Value::as_object).is_none_or(|p| {
                p.keys().all(|name| map.get("messages").is_some_and(|m| m.to_string().contains(name.as_str())))
            });
            if !said {
                wrong.push("the schema is not in the prompt too".to_owned());
            }
        }
        Some(_) => wrong.push("format is neither \"json\" nor a schema".to_owned()),
    }
}

fn openai(map: &Map<String, Value>, wrong: &mut Vec<String>) {
    only(
        map,
        &[
            "model",
            "messages",
            "stream",
            "stream_options",
            "max_tokens",
            "max_completion_tokens",
            "temperature",
            "stop",
            "response_format",
            "logprobs",
            "top_logprobs",
            "chat_template_kwargs",
            "reasoning_effort",
        ],
        wrong,
    );
    messages(map, &["system", "user", "assistant"], wrong);
    if map.contains_key("max_tokens") == map.contains_key("max_completion_tokens") {
        wrong.push("not exactly one token limit".to_owned());
    }
    if map.contains_key("top_logprobs") && map.get("logprobs") != Some(&Value::Bool(true)) {
        wrong.push("top_logprobs without logprobs".to_owned());
    }
    let Some(format) = map.get("response_format") else { return };
    match format.get("type").and_then(Value::as_str) {
        Some("json_object") => {
            if !map.get("messages").is_some_and(|m| m.to_string().contains("JSON")) {
                wrong.push("json_object without the word JSON in the prompt".to_owned());
            }
        }
        Some("json_schema") => {
            let inner = format.get("json_schema").unwrap_or(&Value::Null);
            let name = inner.get("name").and_then(Value::as_str).unwrap_or_default();
            if name.is_empty()
                || name.len() > 64
                || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b))
            {
                wrong.push(format!("schema name {name:?}"));
            }
            let schema = inner.get("schema").unwrap_or(&Value::Null);
            if inner.get("strict") == Some(&Value::Bool(true)) {
                if schema.get("type").and_then(Value::as_str) != Some("object") {
                    wrong.push("a strict schema's root is no object".to_owned());
                }
                strict_schema(schema, "", wrong);
            }
            lenient_schema(schema, "", wrong);
        }
        other => wrong.push(format!("response_format {other:?}")),
    }
}

fn anthropic(map: &Map<String, Value>, headers: &BTreeMap<String, String>, wrong: &mut Vec<String>) {
    only(
        map,
        &[
            "model",
            "max_tokens",
            "system",
            "messages",
            "stream",
            "thinking",
            "temperature",
            "stop_sequences",
            "output_config",
        ],
        wrong,
    );
    messages(map, &["user", "assistant"], wrong);
    if headers.get("anthropic-version").is_none_or(|v| v != "2023-06-01") {
        wrong.push("anthropic-version is missing".to_owned());
    }
    if map.get("max_tokens").and_then(Value::as_u64).is_none_or(|n| n == 0) {
        wrong.push("max_tokens is missing".to_owned());
    }
    if map.contains_key("thinking") && map.contains_key("temperature") {
        wrong.push("a temperature beside thinking".to_owned());
    }
    if let Some(config) = map.get("output_config") {
        let schema = config.pointer("/format/schema").unwrap_or(&Value::Null);
        anthropic_schema(schema, "", wrong);
    }
}

/// Every place where a schema holds others.
fn below<'a>(schema: &'a Value) -> Vec<(String, &'a Value)> {
    let mut out: Vec<(String, &'a Value)> = Vec::new();
    for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        out.push((format!("/properties/{name}"), property));
    }
    for key in ["items", "additionalProperties"] {
        out.extend(schema.get(key).filter(|v| v.is_object()).map(|v| (format!("/{key}"), v)));
    }
    for key in ["anyOf", "oneOf", "allOf", "prefixItems"] {
        for (place, branch) in schema.get(key).and_then(Value::as_array).into_iter().flatten().enumerate() {
            out.push((format!("/{key}/{place}"), branch));
        }
    }
    out
}

/// What llama.cpp's compiler skips without a word.
fn lenient_schema(schema: &Value, at: &str, wrong: &mut Vec<String>) {
    for key in ["$ref", "allOf", "oneOf", "not", "if", "uniqueItems", "patternProperties", "$defs"] {
        if schema.get(key).is_some() {
            wrong.push(format!("{at}/{key} is skipped silently"));
        }
    }
    if schema.get("anyOf").is_some() && schema.get("properties").is_some() {
        wrong.push(format!("{at} has properties beside anyOf"));
    }
    below(schema).into_iter().for_each(|(place, s)| lenient_schema(s, &format!("{at}{place}"), wrong));
}

fn strict_schema(schema: &Value, at: &str, wrong: &mut Vec<String>) {
    for key in ["allOf", "oneOf", "anyOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas", "$ref"]
    {
        if schema.get(key).is_some() {
            wrong.push(format!("strict: {at}/{key}"));
        }
    }
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        let required: Vec<&str> =
            schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
        for name in properties.keys().filter(|name| !required.contains(&name.as_str())) {
            wrong.push(format!("strict: {at}/{name} is not required"));
        }
        if schema.get("additionalProperties") != Some(&Value::Bool(false)) {
            wrong.push(format!("strict: {at} is open"));
        }
    }
    below(schema).into_iter().for_each(|(place, s)| strict_schema(s, &format!("{at}{place}"), wrong));
}

fn anthropic_schema(schema: &Value, at: &str, wrong: &mut Vec<String>) {
    let refused = [
        "oneOf",
        "allOf",
        "anyOf",
        "minimum",
        "maximum",
        "multipleOf",
        "minLength",
        "maxLength",
        "maxItems",
        "$ref",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "uniqueItems",
        "not",
        "if",
    ];
    for key in refused {
        if schema.get(key).is_some() {
            wrong.push(format!("anthropic: {at}/{key}"));
        }
    }
    if schema.get("minItems").and_then(Value::as_u64).is_some_and(|n| n > 1) {
        wrong.push(format!("anthropic: {at}/minItems"));
    }
    if schema.get("properties").is_some() && schema.get("additionalProperties") != Some(&Value::Bool(false)) {
        wrong.push(format!("anthropic: {at} is open"));
    }
    below(schema).into_iter().for_each(|(place, s)| anthropic_schema(s, &format!("{at}{place}"), wrong));
}
