//! Runs of commands: several signed commands one after the other, with a verdict after each.

use super::{At, Number};
use crate::AppState;
use crate::failure::{Failure, Result};
use crate::guard::Caller;
use crate::json::Body;
use crate::once::Once;
use crate::query::Params;
use crate::route::{Route, route};
use crate::stream;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use countersign_core::ids::SetId;
use countersign_core::wire::{CommandRunView, NewCommandRun, Steer};
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(crate) fn routes() -> Vec<Route> {
    vec![
        route!(list_command_runs, start_command_run),
        route!(get_command_run, steer_command_run),
        route!(command_run_events),
    ]
}

#[derive(Debug, Serialize, ToSchema)]
struct CommandRunList {
    /// Last changed first.
    command_runs: Vec<CommandRunView>,
}

/// Runs of commands.
#[utoipa::path(get, path = "/api/command-runs", tag = "commands",
    params(("limit" = Option<u32>, Query, description = "1 to 100; 20 if absent")),
    responses((status = 200, body = CommandRunList)))]
async fn list_command_runs(State(state): State<AppState>, params: Params) -> Result<Json<CommandRunList>> {
    let limit = params.limit(20, 100)?;
    Ok(Json(CommandRunList { command_runs: state.engine.command_runs(limit).await? }))
}

/// Signs the named items, applies what is no command, and begins to run the signed commands of a set
/// one after the other. Answers at once; one run per set at a time. After each command the exit code
/// says whether to go on, or a model where one is set up; a command that it asks for waits in a
/// change set of its own.
#[utoipa::path(post, path = "/api/command-runs", tag = "commands",
    params(("Idempotency-Key" = Option<String>, Header, description = "The same key begins once, ever")),
    request_body = NewCommandRun, responses((status = 202, body = CommandRunView)))]
async fn start_command_run(
    State(state): State<AppState>,
    Caller(actor): Caller,
    once: Once,
    body: Body<NewCommandRun>,
) -> Result<(StatusCode, Json<CommandRunView>)> {
    let key = once.key(None, || &body.value)?;
    Ok((StatusCode::ACCEPTED, Json(state.engine.start_command_run(body.value, actor, key).await?)))
}

/// A run of commands, by its change set.
#[utoipa::path(get, path = "/api/command-runs/{set}", tag = "commands", params(("set" = i64, Path)), responses((status = 200, body = CommandRunView)))]
async fn get_command_run(State(state): State<AppState>, At(Number(id)): At<Number>) -> Result<Json<CommandRunView>> {
    Ok(Json(state.engine.command_run(SetId(id)).await?))
}

/// What to do with a run.
#[derive(Debug, Deserialize, ToSchema)]
struct Steering {
    action: Steer,
}

/// Pauses a run after the command that runs, resumes it, or stops it with all that it has started.
#[utoipa::path(put, path = "/api/command-runs/{set}", tag = "commands", params(("set" = i64, Path)), request_body = Steering, responses((status = 200, body = CommandRunView)))]
async fn steer_command_run(
    State(state): State<AppState>,
    Caller(actor): Caller,
    At(Number(id)): At<Number>,
    body: Body<Steering>,
) -> Result<Json<CommandRunView>> {
    Ok(Json(state.engine.steer_command_run(SetId(id), body.value.action, actor).await?))
}

/// Follows a run as server-sent events: `command_run` with the whole run whenever it changes, until
/// it waits or ends.
#[utoipa::path(get, path = "/api/command-runs/{set}/events", tag = "commands", params(("set" = i64, Path)), responses((status = 200, content_type = "text/event-stream", body = String)))]
async fn command_run_events(State(state): State<AppState>, At(Number(id)): At<Number>) -> Result<Response> {
    // Asked first, so that an unknown run is a 404 and not a stream with an error in it.
    let runs = state.engine.follow_command_run(SetId(id)).await?;
    let place = stream::place(&state)?;
    let events = runs.map(|next| match next {
        Ok(view) => stream::event("command_run", &serde_json::json!(view)),
        Err(error) => stream::error(&Failure::from(error).into_body()),
    });
    Ok(stream::respond(&state, place, events))
}
