//! Messages to the agent: runs and their events (DESIGN §5).

use super::At;
use crate::AppState;
use crate::failure::Result;
use crate::json::{Body, NoBody};
use crate::once::Once;
use crate::query::Params;
use crate::route::{Route, route};
use crate::stream;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use countersign_core::ids::{RunId, SessionId};
use countersign_core::wire::{AgentInput, NewRun, RunView, SubTaskPlan};
use futures_util::StreamExt;
use serde::Serialize;
use utoipa::ToSchema;

pub(crate) fn routes() -> Vec<Route> {
    vec![
        route!(start_run),
        route!(get_run),
        route!(run_events),
        route!(run_trace),
        route!(cancel_run),
        route!(answer_run),
        route!(get_subtasks),
    ]
}

/// A run has begun.
#[derive(Debug, Serialize, ToSchema)]
struct StartedRun {
    run: RunId,
    session: SessionId,
    /// Where its events are.
    events: String,
}

/// Sends a message to the agent.
#[utoipa::path(post, path = "/api/runs", tag = "runs", params(("Idempotency-Key" = Option<String>, Header, description = "The same key begins once, ever")), request_body = NewRun, responses((status = 202, body = StartedRun)))]
async fn start_run(
    State(state): State<AppState>,
    headers: HeaderMap,
    once: Once,
    body: Body<NewRun>,
) -> Result<(StatusCode, Json<StartedRun>)> {
    let key = once.key(None, || &body.value)?;
    let new = crate::labels::chosen(&state.engine, body.value, &headers).await;
    let run = state.engine.start_run_once(new, key).await?;
    let events = format!("/api/runs/{}/events", run.id);
    Ok((StatusCode::ACCEPTED, Json(StartedRun { run: run.id, session: run.session, events })))
}

/// A run as it stands.
#[utoipa::path(get, path = "/api/runs/{id}", tag = "runs", params(("id" = String, Path)), responses((status = 200, body = RunView)))]
async fn get_run(State(state): State<AppState>, At(id): At<String>) -> Result<Json<RunView>> {
    Ok(Json(state.engine.run(&RunId(id)).await?))
}

/// The events of a run as server-sent events: `id` is the number, `event` the kind, `data` JSON
/// (schema `RunEvent`). Replays, then follows, with a `heartbeat` every 10 seconds; ends after `done`.
#[utoipa::path(get, path = "/api/runs/{id}/events", tag = "runs",
    params(("id" = String, Path), ("after" = Option<i64>, Query, description = "Only events with a greater number"), ("Last-Event-ID" = Option<i64>, Header, description = "As `after`; wins over it")),
    responses((status = 200, content_type = "text/event-stream", body = String)))]
async fn run_events(
    State(state): State<AppState>,
    At(id): At<String>,
    params: Params,
    headers: HeaderMap,
) -> Result<Response> {
    let after = stream::after(&headers, &params)?;
    let id = RunId(id);
    // Asked first, so that an unknown run is a 404 and not a stream with an error in it.
    state.engine.run(&id).await?;
    stream::within(&state, &headers, &id, after).await?;
    let place = stream::place(&state)?;
    let events = state.engine.follow(id, after).map(|next| match next {
        Ok(numbered) => {
            stream::event(numbered.event.name(), &stream::payload(&numbered.event)).id(numbered.n.to_string())
        }
        Err(error) => stream::error(&crate::failure::Failure::from(error).into_body()),
    });
    Ok(stream::respond(&state, place, events))
}

/// What the models of a run were sent and what they answered: `calls`, each with its messages, the
/// sections of the prompt with their tokens, the schema, the raw text, what was safe of it, repairs
/// and what was dropped; and `audit`.
#[utoipa::path(get, path = "/api/runs/{id}/trace", tag = "runs", params(("id" = String, Path)), responses((status = 200, body = Object)))]
async fn run_trace(State(state): State<AppState>, At(id): At<String>) -> Result<Json<serde_json::Value>> {
    Ok(Json(state.engine.run_trace(&RunId(id)).await?))
}

/// Stops a run. One that has ended stays as it is.
#[utoipa::path(post, path = "/api/runs/{id}/cancel", tag = "runs", params(("id" = String, Path)), responses((status = 200, body = RunView)))]
async fn cancel_run(State(state): State<AppState>, At(id): At<String>, _: NoBody) -> Result<Json<RunView>> {
    Ok(Json(state.engine.cancel_run(&RunId(id)).await?))
}

/// Gives an agent's run what it waits for: "go on", an answer, permission, a word on its summary;
/// `stop` ends it where it waits, `pause` has one that is under way wait after its step. 409
/// `not_waiting` when it waits for something else.
#[utoipa::path(post, path = "/api/runs/{id}/input", tag = "runs", params(("id" = String, Path)), request_body = AgentInput, responses((status = 200, body = RunView)))]
async fn answer_run(
    State(state): State<AppState>,
    At(id): At<String>,
    body: Body<AgentInput>,
) -> Result<Json<RunView>> {
    Ok(Json(state.engine.answer_run(&RunId(id), body.value).await?))
}

/// The sub-tasks of an agent's run as they stand, with what each way to run them would take. They are
/// begun, edited, paused and tried again with `POST /api/runs/{id}/input`.
#[utoipa::path(get, path = "/api/runs/{id}/subtasks", tag = "runs", params(("id" = String, Path)), responses((status = 200, body = SubTaskPlan)))]
async fn get_subtasks(State(state): State<AppState>, At(id): At<String>) -> Result<Json<SubTaskPlan>> {
    Ok(Json(state.engine.subtasks(&RunId(id)).await?))
}
