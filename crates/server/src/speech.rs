//! Answers in the reader's language: what the product worded is said again on its way out, when
//! `Accept-Language` prefers a language that is spoken here. Everything before this is in English.

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use countersign_speech::{Language, fields};
use futures_util::StreamExt;
use serde_json::Value;
use std::convert::Infallible;

/// Answers that hold what others wrote, digit by digit, or describe the API itself.
const AS_THEY_ARE: [&str; 2] = ["/api/outputs", "/api/openapi.json"];

/// The layer around everything that answers.
pub(crate) async fn said(request: Request, next: Next) -> Response {
    let wanted = request
        .headers()
        .get(header::ACCEPT_LANGUAGE)
        .and_then(|v| v.to_str().ok())
        .and_then(Language::wanted)
        .filter(|_| crate::guard::is_api(request.uri().path()));
    let Some(language) = wanted else { return next.run(request).await };
    let whole = AS_THEY_ARE.iter().any(|path| request.uri().path().starts_with(path));
    let response = next.run(request).await;
    if whole && response.status().is_success() || response.headers().contains_key(header::CONTENT_DISPOSITION) {
        return response;
    }
    match kind(response.headers()) {
        Some("application/json") => json(response, language).await,
        Some("text/event-stream") => events(response, language),
        _ => response,
    }
}

fn kind(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    Some(value.split(';').next().unwrap_or(value).trim())
}

/// Names the language, and that it was asked for.
fn name(headers: &mut HeaderMap, language: Language) {
    headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(language.tag()));
    headers.append(header::VARY, HeaderValue::from_static("accept-language"));
}

async fn json(response: Response, language: Language) -> Response {
    let (mut head, body) = response.into_parts();
    // Bodies of this router are in memory already: nothing is collected that was not there.
    let Ok(bytes) = to_bytes(body, usize::MAX).await else { return Response::from_parts(head, Body::empty()) };
    let said = serde_json::from_slice::<Value>(&bytes)
        .ok()
        .and_then(|mut value| fields::answer(&mut value, language).then(|| serde_json::to_vec(&value).ok()).flatten());
    let Some(said) = said else { return Response::from_parts(head, Body::from(bytes)) };
    head.headers.remove(header::CONTENT_LENGTH);
    name(&mut head.headers, language);
    Response::from_parts(head, Body::from(said))
}

/// Each event when it is whole; heartbeats and comments go as they come.
fn events(response: Response, language: Language) -> Response {
    let (mut head, body) = response.into_parts();
    name(&mut head.headers, language);
    let mut begun = Vec::new();
    let all = body.into_data_stream().map(move |bytes| {
        let Ok(bytes) = bytes else { return Ok::<_, Infallible>(Bytes::new()) };
        begun.extend_from_slice(&bytes);
        let whole = begun.windows(2).rposition(|two| two == b"\n\n").map_or(0, |at| at + 2);
        let rest = begun.split_off(whole);
        let out = String::from_utf8(std::mem::replace(&mut begun, rest));
        Ok(match out {
            Ok(text) => Bytes::from(text.split_inclusive("\n\n").map(|one| event(one, language)).collect::<String>()),
            Err(error) => Bytes::from(error.into_bytes()),
        })
    });
    Response::from_parts(head, Body::from_stream(all))
}

/// One event as it is sent, its data said again.
fn event(text: &str, language: Language) -> String {
    let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim_start);
    let data = field("data:");
    let said = data.and_then(|data| {
        let mut value: Value = serde_json::from_str(data).ok()?;
        fields::event(field("event:").unwrap_or_default(), &mut value, language)
            .then(|| serde_json::to_string(&value).ok())
            .flatten()
    });
    match (data, said) {
        (Some(data), Some(said)) => text.replacen(data, &said, 1),
        _ => text.to_owned(),
    }
}
