//! Server-sent events: numbered events, a heartbeat every 10 seconds (S0-24), an end at shutdown.

use crate::AppState;
use crate::failure::{Failure, Result};
use crate::query::Params;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use countersign_core::ids::RunId;
use countersign_core::wire::ErrorBody;
use futures_util::{Stream, StreamExt, stream};
use serde::Serialize;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

/// Streams that may be open at the same time.
pub(crate) const MOST: usize = 1_100;
const HEARTBEAT: Duration = Duration::from_millis(10_000);

/// A place among the open streams. Taken before anything is started for the stream.
pub(crate) fn place(state: &AppState) -> Result<OwnedSemaphorePermit> {
    state.streams.clone().try_acquire_owned().map_err(|_| {
        Failure::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "too_many_streams",
            format!("{MOST} event streams are open"),
            "Close one, or try again in a few seconds.",
        )
        .header(header::RETRY_AFTER, HeaderValue::from_static("5"))
    })
}

/// An event with this name and data.
pub(crate) fn event(name: &str, data: &impl Serialize) -> Event {
    // Every payload serialises: no maps with keys that are not text.
    let data = serde_json::to_string(data).unwrap_or_else(|_| "null".to_owned());
    Event::default().event(name).data(data)
}

/// The payload of an event: what stands under `data`.
pub(crate) fn payload(event: &impl Serialize) -> Value {
    serde_json::to_value(event).ok().and_then(|mut v| v.get_mut("data").map(Value::take)).unwrap_or(Value::Null)
}

/// A defect that came up while streaming.
pub(crate) fn error(body: &ErrorBody) -> Event {
    event("error", body)
}

/// The number after which events are wanted: `Last-Event-ID`, else `?after=`, else all.
pub(crate) fn after(headers: &HeaderMap, params: &Params) -> Result<i64> {
    if let Some(given) = headers.get("last-event-id") {
        let number = given.to_str().ok().and_then(|t| t.parse::<i64>().ok()).filter(|n| *n >= 0);
        return number.ok_or_else(|| not_an_event("Last-Event-ID is not a number of an event"));
    }
    match params.parsed::<i64>("after")? {
        Some(n) if n < 0 => Err(Failure::bad("invalid_after", "after is less than 0")),
        other => Ok(other.unwrap_or(0)),
    }
}

fn not_an_event(message: &'static str) -> Failure {
    let hint = "Send the id of the last event seen, or nothing to see all.";
    Failure::new(StatusCode::BAD_REQUEST, "invalid_last_event_id", message, hint)
}

/// Refuses a `Last-Event-ID` that a run has not come to: its stream would end at once without a word,
/// and be asked for again for ever.
pub(crate) async fn within(state: &AppState, headers: &HeaderMap, run: &RunId, after: i64) -> Result<()> {
    if after > 0 && headers.contains_key("last-event-id") && !state.engine.has_event(run, after).await? {
        return Err(not_an_event("Last-Event-ID is not the id of an event of this stream"));
    }
    Ok(())
}

/// The answer: these events with heartbeats between them, until they end or the server does.
pub(crate) fn respond(
    state: &AppState,
    place: OwnedSemaphorePermit,
    events: impl Stream<Item = Event> + Send + 'static,
) -> Response {
    let mut beat = interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let engine = state.engine.clone();
    let closing = state.closing.subscribe();
    let all =
        stream::unfold((Box::pin(events), beat, closing, place), move |(mut events, mut beat, mut closing, place)| {
            let engine = engine.clone();
            async move {
                if *closing.borrow() {
                    return None;
                }
                let next = tokio::select! {
                    biased;
                    _ = closing.changed() => return None,
                    next = events.next() => next?,
                    _ = beat.tick() => event("heartbeat", &json!({ "ts": engine.now() })),
                };
                Some((Ok::<_, Infallible>(next), (events, beat, closing, place)))
            }
        });
    let fixed = [
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (header::CONNECTION, HeaderValue::from_static("keep-alive")),
        (header::HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
    ];
    (fixed, Sse::new(all)).into_response()
}
