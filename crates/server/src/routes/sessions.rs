//! Conversations and their plan documents (DESIGN §5).

use super::At;
use crate::AppState;
use crate::failure::Result;
use crate::guard::Caller;
use crate::json::{Body, NoBody};
use crate::once::Once;
use crate::query::Params;
use crate::route::{Route, route};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use countersign_core::ids::SessionId;
use countersign_core::session::{Carried, SessionState};
use countersign_core::wire::{Clarify, PlanEdit, PlanEdited, PlanView, RunView, SessionEdit, SessionView};
use countersign_engine::SessionQuery;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(crate) fn routes() -> Vec<Route> {
    vec![
        route!(list_sessions, begin_session),
        route!(get_session, edit_session, delete_session),
        route!(get_plan, put_plan),
        route!(mend_plan),
        route!(plan_document),
        route!(chat_history),
    ]
}

/// Conversations.
#[derive(Debug, Serialize, ToSchema)]
struct SessionList {
    sessions: Vec<SessionView>,
}

/// Conversations, last used first; without `state`, those that are neither archived nor deleted.
#[utoipa::path(get, path = "/api/sessions", tag = "sessions",
    params(("limit" = Option<u32>, Query, description = "1 to 200; 50 if absent"), ("state" = Option<String>, Query, description = "active, archived, deleted or all"), ("query" = Option<String>, Query, description = "Words of its name, messages or answers")),
    responses((status = 200, body = SessionList)))]
async fn list_sessions(State(state): State<AppState>, params: Params) -> Result<Json<SessionList>> {
    let kept = match params.text("state") {
        Some("all") => None,
        _ => Some(params.word::<SessionState>("state")?.unwrap_or_default()),
    };
    let text = params.text("query").map(str::to_owned);
    let query = SessionQuery { state: kept, text, limit: params.limit(50, 200)? };
    Ok(Json(SessionList { sessions: state.engine.sessions(&query).await? }))
}

/// A conversation to begin.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewSession {
    /// Its name; without one it is called by its first message.
    #[serde(default)]
    title: Option<String>,
}

/// Begins a conversation without a message.
#[utoipa::path(post, path = "/api/sessions", tag = "sessions", params(("Idempotency-Key" = Option<String>, Header, description = "The same key makes it once, ever")), request_body = NewSession, responses((status = 201, body = SessionView)))]
async fn begin_session(
    State(state): State<AppState>,
    Caller(actor): Caller,
    once: Once,
    body: Body<NewSession>,
) -> Result<(StatusCode, Json<SessionView>)> {
    let key = once.key(None, || &body.value)?;
    Ok((StatusCode::CREATED, Json(state.engine.begin_session(body.value.title, actor, key).await?)))
}

/// A conversation with its runs and the question that waits.
#[derive(Debug, Serialize, ToSchema)]
struct Conversation {
    session: SessionView,
    runs: Vec<RunView>,
    clarify: Option<Clarify>,
    /// What it goes on with, where it was handed off or extended.
    carried: Option<Carried>,
}

/// One conversation, wherever it is kept.
#[utoipa::path(get, path = "/api/sessions/{id}", tag = "sessions", params(("id" = String, Path)), responses((status = 200, body = Conversation)))]
async fn get_session(State(state): State<AppState>, At(id): At<String>) -> Result<Json<Conversation>> {
    let found = state.engine.session(&SessionId(id)).await?;
    Ok(Json(Conversation { session: found.session, runs: found.runs, clarify: found.clarify, carried: found.carried }))
}

/// Names a conversation, or archives, deletes or restores it.
#[utoipa::path(patch, path = "/api/sessions/{id}", tag = "sessions", params(("id" = String, Path)), request_body = SessionEdit, responses((status = 200, body = SessionView)))]
async fn edit_session(
    State(state): State<AppState>,
    At(id): At<String>,
    Caller(actor): Caller,
    body: Body<SessionEdit>,
) -> Result<Json<SessionView>> {
    Ok(Json(state.engine.edit_session(&SessionId(id), body.value, actor).await?))
}

/// Deletes a conversation. Nothing of it is lost: PATCH with `state` `active` restores it.
#[utoipa::path(delete, path = "/api/sessions/{id}", tag = "sessions", params(("id" = String, Path)), responses((status = 200, body = SessionView)))]
async fn delete_session(
    State(state): State<AppState>,
    At(id): At<String>,
    Caller(actor): Caller,
    _: NoBody,
) -> Result<Json<SessionView>> {
    let edit = SessionEdit { state: Some(SessionState::Deleted), ..SessionEdit::default() };
    Ok(Json(state.engine.edit_session(&SessionId(id), edit, actor).await?))
}

/// A conversation's plan document, typed and as Markdown.
#[utoipa::path(get, path = "/api/sessions/{id}/plan", tag = "sessions",
    params(("id" = String, Path), ("version" = Option<u64>, Query, description = "An earlier version")),
    responses((status = 200, body = PlanView)))]
async fn get_plan(State(state): State<AppState>, At(id): At<String>, params: Params) -> Result<Json<PlanView>> {
    Ok(Json(state.engine.plan(&SessionId(id), params.parsed("version")?).await?))
}

/// Shows what an edited plan document changes; with `accept`, the digest of that, saves it.
#[utoipa::path(put, path = "/api/sessions/{id}/plan", tag = "sessions", params(("id" = String, Path)), request_body = PlanEdit, responses((status = 200, body = PlanEdited)))]
async fn put_plan(
    State(state): State<AppState>,
    At(id): At<String>,
    Caller(actor): Caller,
    body: Body<PlanEdit>,
) -> Result<Json<PlanEdited>> {
    Ok(Json(state.engine.edit_plan(&SessionId(id), body.value, actor).await?))
}

/// A plan document that cannot be read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct UnreadPlan {
    markdown: String,
}

/// What an edited plan document would change. One that cannot be read is put into its format by a
/// model first, asked once; PUT the answer's `markdown` with its digest to save it.
#[utoipa::path(post, path = "/api/sessions/{id}/plan/mend", tag = "sessions", params(("id" = String, Path)), request_body = UnreadPlan, responses((status = 200, body = PlanEdited)))]
async fn mend_plan(
    State(state): State<AppState>,
    At(id): At<String>,
    Caller(actor): Caller,
    body: Body<UnreadPlan>,
) -> Result<Json<PlanEdited>> {
    Ok(Json(state.engine.mend_plan(&SessionId(id), body.value.markdown, actor).await?))
}

/// The plan document as a file.
#[utoipa::path(get, path = "/api/sessions/{id}/plan_doc.md", tag = "sessions", params(("id" = String, Path)), responses((status = 200, content_type = "text/markdown", body = String)))]
async fn plan_document(State(state): State<AppState>, At(id): At<String>) -> Result<impl IntoResponse> {
    let plan = state.engine.plan(&SessionId(id), None).await?;
    Ok(([(header::CONTENT_TYPE, "text/markdown; charset=utf-8")], plan.markdown))
}

/// What was said, one line each: `[time] SYSTEM|USER|AGENT|TOOL_CALL|TOOL_RESULT: text`, line ends in a
/// text escaped.
#[utoipa::path(get, path = "/api/sessions/{id}/chat_history.log", tag = "sessions", params(("id" = String, Path)), responses((status = 200, content_type = "text/plain", body = String)))]
async fn chat_history(State(state): State<AppState>, At(id): At<String>) -> Result<impl IntoResponse> {
    let text = state.engine.transcript(&SessionId(id)).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text))
}
