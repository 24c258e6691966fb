//! News for the page: what changed, so that it can be read again.

use crate::AppState;
use crate::failure::Result;
use crate::query::Params;
use crate::stream;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use countersign_core::ids::Seq;
use futures_util::{StreamExt, stream as streams};
use serde_json::json;
use tokio::sync::broadcast::error::RecvError;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

const ALL: [&str; 8] = ["todos", "inbox", "ledger", "settings", "outputs", "rules", "commands", "sessions"];

pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(changes))
}

/// Server-sent events `changed {seq, what: [todos|inbox|ledger|settings|outputs|rules|commands]}` and `heartbeat {ts}`.
/// `seq` is the newest ledger entry. Whoever reconnects with `Last-Event-ID` and has missed
/// something, or names an entry that is not there, hears of it at once.
#[utoipa::path(get, path = "/api/events", tag = "settings",
    params(("after" = Option<i64>, Query, description = "The last entry seen"), ("Last-Event-ID" = Option<i64>, Header, description = "As `after`; wins over it")),
    responses((status = 200, content_type = "text/event-stream", body = String)))]
async fn changes(State(state): State<AppState>, params: Params, headers: HeaderMap) -> Result<Response> {
    let given = headers.contains_key("last-event-id") || params.text("after").is_some();
    let seen = stream::after(&headers, &params)?;
    let place = stream::place(&state)?;
    // Subscribed before the head is read: what is written between the two is heard twice, not never.
    let feed = state.engine.subscribe();
    let head = state.engine.head().await?.map_or(Seq(0), |h| h.seq);
    // A number that is still to come is of another ledger, one that was put back since.
    let missed = (given && head.0 != seen).then(|| changed(head, &ALL));
    let engine = state.engine.clone();
    let live = streams::unfold(feed, move |mut feed| {
        let engine = engine.clone();
        async move {
            match feed.recv().await {
                Ok(news) => Some((changed(news.seq, &news.what), feed)),
                // Too slow to hear of each: everything may have changed.
                Err(RecvError::Lagged(_)) => {
                    let head = engine.head().await.ok().flatten().map_or(Seq(0), |h| h.seq);
                    Some((changed(head, &ALL), feed))
                }
                Err(RecvError::Closed) => None,
            }
        }
    });
    Ok(stream::respond(&state, place, streams::iter(missed).chain(live)))
}

fn changed(seq: Seq, what: &[&str]) -> axum::response::sse::Event {
    stream::event("changed", &json!({ "seq": seq, "what": what })).id(seq.to_string())
}
