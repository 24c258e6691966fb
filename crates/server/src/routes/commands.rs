//! Commands that run or have run: their output, following it, and stopping them. Nothing here starts
//! one: that is what applying a change set does.

use super::{At, Number};
use crate::AppState;
use crate::failure::{Failure, Result};
use crate::guard::Caller;
use crate::json::NoBody;
use crate::query::Params;
use crate::route::{Route, route};
use crate::stream;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use countersign_core::ids::SetId;
use countersign_core::wire::CommandPreview;
use countersign_engine::OutputEvent;
use futures_util::StreamExt;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

pub(crate) fn routes() -> Vec<Route> {
    vec![route!(command_output), route!(command_output_events), route!(stop_command), route!(preview_command)]
}

/// What a command has written so far, stdout and stderr as they came; bytes that are not UTF-8 are
/// replaced. At most 50 MB are stored; the outcome says what was dropped.
#[utoipa::path(get, path = "/api/change-sets/{id}/items/{n}/output", tag = "commands",
    params(("id" = i64, Path), ("n" = u32, Path), ("after" = Option<u64>, Query, description = "Only what comes after this byte")),
    responses((status = 200, content_type = "text/plain", body = String)))]
async fn command_output(
    State(state): State<AppState>,
    At((Number(id), n)): At<(Number, u32)>,
    params: Params,
) -> Result<Response> {
    let from = params.parsed::<u64>("after")?.unwrap_or(0);
    let bytes = state.engine.command_output(SetId(id), n, from).await?;
    let kind = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        // Whatever it holds is never a page of ours.
        (header::CONTENT_DISPOSITION, "inline; filename=\"output.txt\""),
    ];
    Ok((kind, String::from_utf8_lossy(&bytes).into_owned()).into_response())
}

/// Follows an output as server-sent events: `chunk` `{"to","text"}`, whose `id` is the byte it ends
/// before, and last `done` `{"status","outcome"}`. A signed command that has not begun is waited for.
#[utoipa::path(get, path = "/api/change-sets/{id}/items/{n}/output/events", tag = "commands",
    params(("id" = i64, Path), ("n" = u32, Path), ("after" = Option<i64>, Query, description = "Only what comes after this byte"), ("Last-Event-ID" = Option<i64>, Header, description = "As `after`; wins over it")),
    responses((status = 200, content_type = "text/event-stream", body = String)))]
async fn command_output_events(
    State(state): State<AppState>,
    At((Number(id), n)): At<(Number, u32)>,
    params: Params,
    headers: HeaderMap,
) -> Result<Response> {
    let from = u64::try_from(stream::after(&headers, &params)?).unwrap_or(0);
    // Asked first, so that an unknown command is a 404 and not a stream with an error in it.
    let events = state.engine.follow_output(SetId(id), n, from).await?;
    let place = stream::place(&state)?;
    let events = events.map(|next| match next {
        Ok(OutputEvent::Chunk { to, text }) => {
            stream::event("chunk", &json!({ "to": to, "text": text })).id(to.to_string())
        }
        Ok(OutputEvent::Done { status, outcome }) => {
            stream::event("done", &json!({ "status": status, "outcome": outcome }))
        }
        Err(error) => stream::error(&Failure::from(error).into_body()),
    });
    Ok(stream::respond(&state, place, events))
}

/// A command was asked to end.
#[derive(Debug, Serialize, ToSchema)]
struct Stopping {
    stopping: bool,
}

/// Ends a command that runs, with all it has started: it is asked, and after 2 seconds ended.
/// `not_found` when it does not run.
#[utoipa::path(post, path = "/api/change-sets/{id}/items/{n}/stop", tag = "commands", params(("id" = i64, Path), ("n" = u32, Path)), responses((status = 202, body = Stopping)))]
async fn stop_command(
    State(state): State<AppState>,
    At((Number(id), n)): At<(Number, u32)>,
    _: NoBody,
) -> Result<(StatusCode, Json<Stopping>)> {
    state.engine.stop_command(SetId(id), n)?;
    Ok((StatusCode::ACCEPTED, Json(Stopping { stopping: true })))
}

/// Runs a command item in a copy of its workspace, confined and without network, and proposes what it
/// did to files there as a change set. The item stays as it is; nothing in the workspace changes.
/// `no_sandbox`; `preview_too_large` above 50 000 files or 1 GB.
#[utoipa::path(post, path = "/api/change-sets/{id}/items/{n}/preview", tag = "commands", params(("id" = i64, Path), ("n" = u32, Path)), responses((status = 200, body = CommandPreview)))]
async fn preview_command(
    State(state): State<AppState>,
    At((Number(id), n)): At<(Number, u32)>,
    Caller(actor): Caller,
    _: NoBody,
) -> Result<Json<CommandPreview>> {
    Ok(Json(state.engine.preview_command(SetId(id), n, actor).await?))
}
