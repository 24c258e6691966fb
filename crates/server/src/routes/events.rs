//! News for the page and the terminal: how items stand, and what changed, so that it can be read again.

use crate::AppState;
use crate::failure::Result;
use crate::query::Params;
use crate::route::{Route, route};
use crate::stream;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::response::sse::Event;
use countersign_core::ids::Seq;
use countersign_core::wire::{Changes, FeedEvent};
use countersign_engine::{Changed, Engine, Stands};
use futures_util::{StreamExt, stream as streams};
use tokio::sync::broadcast::error::RecvError;

const ALL: [&str; 8] = ["todos", "inbox", "ledger", "settings", "outputs", "rules", "commands", "sessions"];

pub(crate) fn routes() -> Vec<Route> {
    vec![route!(news)]
}

/// What was written, as it is written: server-sent events `item` and `drift` (how an item stands now), then
/// `changed` (what to read again), and `heartbeat {ts}`. Their data is as in `FeedEvent`. `id:` is the newest
/// ledger entry. Whoever reconnects with `Last-Event-ID` and has missed something, or names an entry that is
/// not there, hears of it at once.
#[utoipa::path(get, path = "/api/events", tag = "settings",
    params(("after" = Option<i64>, Query, description = "The last entry seen"), ("Last-Event-ID" = Option<i64>, Header, description = "As `after`; wins over it")),
    responses((status = 200, content_type = "text/event-stream", body = String)))]
async fn news(State(state): State<AppState>, params: Params, headers: HeaderMap) -> Result<Response> {
    let given = headers.contains_key("last-event-id") || params.text("after").is_some();
    let seen = stream::after(&headers, &params)?;
    let place = stream::place(&state)?;
    // Subscribed before the head is read: what is written between the two is heard twice, not never.
    let feed = state.engine.subscribe();
    let head = newest(&state.engine).await?;
    // A number that is still to come is of another ledger, one that was put back since.
    let missed = match given && head.0 != seen {
        true => since(&state.engine, Seq(seen), head).await,
        false => Vec::new(),
    };
    let at = (state.engine.clone(), feed, head);
    let live = streams::unfold(at, |(engine, mut feed, seen)| async move {
        let (told, seen) = match feed.recv().await {
            Ok(news) => (told(&engine, &news).await, news.seq),
            // Too slow to hear of each: everything may have changed.
            Err(RecvError::Lagged(_)) => {
                let head = newest(&engine).await.unwrap_or(seen);
                (since(&engine, seen, head).await, head)
            }
            Err(RecvError::Closed) => return None,
        };
        Some((told, (engine, feed, seen)))
    });
    let all = streams::once(async { missed }).chain(live).flat_map(streams::iter);
    Ok(stream::respond(&state, place, all))
}

async fn newest(engine: &Engine) -> Result<Seq> {
    Ok(engine.head().await?.map_or(Seq(0), |head| head.seq))
}

/// The events of one write. Where it cannot be told how the items stand, anything may have changed.
async fn told(engine: &Engine, news: &Changed) -> Vec<Event> {
    let stands = engine.stands(news).await.ok().flatten();
    let sets = stands.as_ref().map(|stands| stands.sets.clone());
    let what = news.what.iter().map(|&what| what.to_owned()).collect();
    events(stands, Changes { seq: news.seq, what, sets })
}

/// What was missed after an entry: how the items stand that it was about, and that all is to be read again.
async fn since(engine: &Engine, seen: Seq, head: Seq) -> Vec<Event> {
    let stands = engine.stands_since(seen).await.ok().flatten();
    events(stands, Changes { seq: head, what: ALL.map(str::to_owned).to_vec(), sets: None })
}

fn events(stands: Option<Stands>, changes: Changes) -> Vec<Event> {
    let id = changes.seq.to_string();
    let named = |event: &FeedEvent| stream::event(event.name(), &stream::payload(event));
    let mut all: Vec<Event> = stands.unwrap_or_default().events.iter().map(named).collect();
    all.push(named(&FeedEvent::Changed(changes)).id(id));
    all
}
