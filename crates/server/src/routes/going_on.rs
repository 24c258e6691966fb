//! How full a conversation is, where it goes on, what went wrong in it, and its folder.

use super::At;
use crate::AppState;
use crate::failure::Result;
use crate::guard::Caller;
use crate::json::{Body, NoBody};
use crate::once::Once;
use crate::route::{Route, route};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use countersign_core::ids::SessionId;
use countersign_core::session::Carried;
use countersign_core::wire::{Bugs, HandedOff, MirrorView, SessionMeter};
use serde::Deserialize;
use utoipa::ToSchema;

pub(crate) fn routes() -> Vec<Route> {
    vec![
        route!(meter),
        route!(carried_over, hand_off),
        route!(extend),
        route!(bugs),
        route!(settle_bug),
        route!(mirror, mirror_now),
    ]
}

/// How full a conversation is: tokens of what is not summed up yet, of what the model reads, and
/// bytes stored, of `sessionMegabytes` in the settings. `offer` names a gauge over its threshold that
/// was not declined: PATCH the session with `decline`, hand it off or extend it.
#[utoipa::path(get, path = "/api/sessions/{id}/meter", tag = "sessions", params(("id" = String, Path)), responses((status = 200, body = SessionMeter)))]
async fn meter(State(state): State<AppState>, At(id): At<String>) -> Result<Json<SessionMeter>> {
    Ok(Json(state.engine.session_meter(&SessionId(id)).await?))
}

/// What a conversation would be handed off with, made from its records. Nothing is stored.
#[utoipa::path(get, path = "/api/sessions/{id}/handoff", tag = "sessions", params(("id" = String, Path)), responses((status = 200, body = Carried)))]
async fn carried_over(State(state): State<AppState>, At(id): At<String>) -> Result<Json<Carried>> {
    Ok(Json(state.engine.carried_over(&SessionId(id)).await?))
}

/// Goes on in a new conversation, which is told what this one came to. `carried.next` is what is to
/// be done next, for the input. The history is shared: the new one can undo what the old one changed.
#[utoipa::path(post, path = "/api/sessions/{id}/handoff", tag = "sessions", params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header, description = "The same key makes it once, ever")), responses((status = 201, body = HandedOff)))]
async fn hand_off(
    State(state): State<AppState>,
    At(id): At<String>,
    Caller(actor): Caller,
    once: Once,
    _: NoBody,
) -> Result<(StatusCode, Json<HandedOff>)> {
    let key = once.key(None, || ())?;
    Ok((StatusCode::CREATED, Json(state.engine.hand_off(&SessionId(id), actor, key).await?)))
}

/// Sums a conversation up and goes on in it: models are told the sum instead of what was said, and
/// nothing is removed.
#[utoipa::path(post, path = "/api/sessions/{id}/extend", tag = "sessions", params(("id" = String, Path)), responses((status = 200, body = HandedOff)))]
async fn extend(
    State(state): State<AppState>,
    At(id): At<String>,
    Caller(actor): Caller,
    _: NoBody,
) -> Result<Json<HandedOff>> {
    Ok(Json(state.engine.extend(&SessionId(id), actor).await?))
}

/// What went wrong in a conversation, newest first, and all of it as Markdown in `report`.
#[utoipa::path(get, path = "/api/sessions/{id}/bugs", tag = "sessions", params(("id" = String, Path)), responses((status = 200, body = Bugs)))]
async fn bugs(State(state): State<AppState>, At(id): At<String>) -> Result<Json<Bugs>> {
    Ok(Json(state.engine.session_bugs(&SessionId(id)).await?))
}

/// Whether a bug is settled.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct BugEdit {
    resolved: bool,
}

/// Settles a bug, or opens it again.
#[utoipa::path(put, path = "/api/sessions/{id}/bugs/{bug}", tag = "sessions", params(("id" = String, Path), ("bug" = i64, Path)), request_body = BugEdit, responses((status = 200, body = Bugs)))]
async fn settle_bug(
    State(state): State<AppState>,
    At((id, bug)): At<(String, i64)>,
    Caller(actor): Caller,
    body: Body<BugEdit>,
) -> Result<Json<Bugs>> {
    Ok(Json(state.engine.settle_bug(&SessionId(id), bug, body.value.resolved, actor).await?))
}

/// A conversation's folder beside the data: `plan_doc.md`, `chat_history.log`, `session.json`.
/// `edited` is the plan document as somebody edited it there: PUT it to `/plan` to take it over.
#[utoipa::path(get, path = "/api/sessions/{id}/folder", tag = "sessions", params(("id" = String, Path)), responses((status = 200, body = MirrorView)))]
async fn mirror(State(state): State<AppState>, At(id): At<String>) -> Result<Json<MirrorView>> {
    Ok(Json(state.engine.mirror(&SessionId(id)).await?))
}

/// Writes a conversation's folder now. With `mirror` on in the settings it is kept up to date.
#[utoipa::path(post, path = "/api/sessions/{id}/folder", tag = "sessions", params(("id" = String, Path)), responses((status = 200, body = MirrorView)))]
async fn mirror_now(State(state): State<AppState>, At(id): At<String>, _: NoBody) -> Result<Json<MirrorView>> {
    Ok(Json(state.engine.mirror_now(&SessionId(id)).await?))
}
