//! What a runtime says when it refuses: statuses and error bodies of all of them → one failure.

use super::Optional;
use crate::answer::{Failure, FailureKind};
use crate::catalogue::Structured;
use serde_json::Value;

/// The words of an error, wherever the runtime puts them, and its type or code.
fn words(error: &Value) -> (String, String) {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    match error {
        Value::String(message) => (message.clone(), String::new()),
        Value::Object(map) => {
            let first = |keys: &[&str]| keys.iter().find_map(|k| map.get(*k).and_then(text)).unwrap_or_default();
            // A runtime may put an error into an error.
            let message = match map.get("message").or_else(|| map.get("detail")).or_else(|| map.get("error")) {
                Some(inner @ Value::Object(_)) => words(inner).0,
                Some(Value::String(message)) => message.clone(),
                Some(other) => other.to_string(),
                None => error.to_string(),
            };
            (message, format!("{} {}", first(&["code"]), first(&["type"])))
        }
        other => (other.to_string(), String::new()),
    }
}

fn contains(text: &str, any: &[&str]) -> bool {
    any.iter().any(|part| text.contains(part))
}

const TOO_LONG: [&str; 10] = [
    "context_length",
    "exceed_context",
    "context length",
    "context size",
    "context window",
    "maximum context",
    "prompt is too long",
    "input is too long",
    "too many tokens",
    "input length exceeds",
];

/// Whether a runtime says, in whichever case, that what was paid for is used up; not that too much was asked at once.
pub(crate) fn is_unpaid(why: &str) -> bool {
    let why = why.to_ascii_lowercase();
    let paid = contains(&why, &["insufficient_quota", "billing", "credit balance", "payment required", "http 402"]);
    paid || (why.contains("quota") && !contains(&why, &["per minute", "per second", "per day", "rate", "retry"]))
}

fn by_words(message: &str, code: &str) -> Option<FailureKind> {
    let both = format!("{} {}", message.to_ascii_lowercase(), code.to_ascii_lowercase());
    if contains(&both, &TOO_LONG) {
        Some(FailureKind::ContextTooLong)
    } else if is_unpaid(&both) {
        // Waiting does not help.
        Some(FailureKind::Request)
    } else if contains(&both, &["rate_limit", "rate limit", "too many requests"]) {
        Some(FailureKind::Limited)
    } else if contains(&both, &["overloaded", "unavailable_error", "loading model", "server_error", "api_error"]) {
        Some(FailureKind::Runtime)
    } else if contains(&both, &["content_filter", "content_policy"]) {
        Some(FailureKind::Refused)
    } else if contains(&both, &["model_not_found", "not_found_error"])
        || (both.contains("model") && contains(&both, &["not found", "does not exist", "not exist", "no such model"]))
    {
        Some(FailureKind::ModelNotFound)
    } else if contains(&both, &["authentication_error", "invalid_api_key", "permission_error"]) {
        Some(FailureKind::Unauthorised)
    } else {
        None
    }
}

/// An `error` in the middle of a stream, under HTTP 200.
pub(crate) fn in_stream(error: &Value) -> Failure {
    let (message, code) = words(error);
    Failure::new(by_words(&message, &code).unwrap_or(FailureKind::Runtime), message)
}

/// A status other than 2xx with its body.
pub(crate) fn status(status: u16, body: &[u8]) -> Failure {
    let text = String::from_utf8_lossy(body);
    let parsed: Option<Value> = serde_json::from_str(&text).ok();
    let (message, code) = match &parsed {
        Some(Value::Object(map)) => {
            words(map.get("error").filter(|e| !e.is_null()).unwrap_or(&Value::Object(map.clone())))
        }
        Some(other) => words(other),
        None if looks_like_page(&text) => ("a web page".to_owned(), String::new()),
        None => (text.trim().to_owned(), String::new()),
    };
    let why = if message.is_empty() { format!("HTTP {status}") } else { format!("HTTP {status}: {message}") };
    let told = parsed.is_some().then(|| by_words(&message, &code)).flatten();
    let kind = match (status, told) {
        (401 | 403, _) => FailureKind::Unauthorised,
        (429, Some(FailureKind::Request)) => FailureKind::Request,
        (429, _) => FailureKind::Limited,
        (413, _) | (400..=599, Some(FailureKind::ContextTooLong)) => FailureKind::ContextTooLong,
        (404, Some(FailureKind::ModelNotFound)) => FailureKind::ModelNotFound,
        // Not this API at all.
        (404 | 405, _) => FailureKind::Garbage,
        (408 | 500 | 502..=599, _) => FailureKind::Runtime,
        (400..=499, Some(kind @ (FailureKind::ModelNotFound | FailureKind::Refused | FailureKind::Unauthorised))) => {
            kind
        }
        (400..=501, _) => FailureKind::Request,
        (300..=399, _) => FailureKind::Garbage,
        _ => FailureKind::Garbage,
    };
    Failure::new(kind, why)
}

/// The start of HTML, whatever the content type says.
pub(crate) fn looks_like_page(text: &str) -> bool {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let start = start.get(..15).unwrap_or(start).to_ascii_lowercase();
    start.starts_with("<!doctype") || start.starts_with("<html") || start.starts_with("<head")
}

/// What to leave out, or the next rung, if that is what the runtime refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Concession {
    Without(Optional),
    Rung(Structured),
}

/// Reads a refused request for the field that was to blame. Pure guesswork over the runtimes' own
/// words; whatever it concludes costs one more request, never a wrong answer. `other_mode`: there is another way
/// to ask for JSON mode, and it was not tried.
pub(crate) fn concession(failure: &Failure, format: bool, rung: Structured, other_mode: bool) -> Option<Concession> {
    if !matches!(failure.kind, FailureKind::Request | FailureKind::Runtime | FailureKind::Garbage) {
        return None;
    }
    let why = failure.why.to_ascii_lowercase();
    let about_format = [
        "response_format",
        "json_schema",
        "output_config",
        "output_format",
        "grammar",
        "schema",
        "structured output",
        "json mode",
    ];
    if format && contains(&why, &about_format) {
        return match rung {
            Structured::Schema => Some(Concession::Rung(Structured::JsonMode)),
            Structured::JsonMode if other_mode => Some(Concession::Without(Optional::OtherJsonMode)),
            Structured::JsonMode => Some(Concession::Rung(Structured::PromptOnly)),
            Structured::PromptOnly => None,
        };
    }
    if failure.kind != FailureKind::Request {
        return None;
    }
    let fields: [(&[&str], Optional); 8] = [
        (&["temperature"], Optional::Temperature),
        (&["stream_options", "include_usage"], Optional::StreamOptions),
        (&["logprobs"], Optional::Logprobs),
        (&["max_tokens", "max_completion_tokens"], Optional::OtherTokenLimit),
        (&["chat_template_kwargs", "enable_thinking"], Optional::TemplateSettings),
        (&["think", "reasoning"], Optional::Think),
        (&["cache_control"], Optional::CacheControl),
        (&["'stop'", "\"stop\"", "stop_sequences", "`stop`"], Optional::Stop),
    ];
    fields.into_iter().find(|(words, _)| contains(&why, words)).map(|(_, field)| Concession::Without(field))
}
