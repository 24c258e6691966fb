//! All routes under `/api`, and `/health`.

mod agents;
mod assistant;
mod calibration;
mod change_sets;
mod command_runs;
mod commands;
mod events;
mod files;
mod going_on;
mod history;
mod images;
mod llm;
mod models;
mod outputs;
mod rules;
mod runs;
mod sessions;
mod settings;
mod shelf;
mod todos;
mod tool_servers;
mod workspaces;

use crate::AppState;
use crate::failure::{Failure, Result};
use crate::route::{Route, route};
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;

/// Every route that the document tells of.
pub(crate) fn all() -> Vec<Route> {
    let mut all: Vec<Route> = [
        runs::routes(),
        sessions::routes(),
        going_on::routes(),
        change_sets::routes(),
        commands::routes(),
        command_runs::routes(),
        rules::routes(),
        history::routes(),
        settings::routes(),
        events::routes(),
        files::routes(),
        workspaces::routes(),
        models::routes(),
        shelf::routes(),
        todos::routes(),
        llm::routes(),
        assistant::routes(),
        agents::routes(),
        tool_servers::routes(),
        outputs::routes(),
        calibration::routes(),
        images::routes(),
    ]
    .into_iter()
    .flatten()
    .collect();
    all.push(route!(openapi));
    all
}

/// Who answers at which address.
pub(crate) fn router() -> Router<AppState> {
    let router = Router::new().route("/health", get(health));
    all().into_iter().fold(router, |router, route| router.route(&route.path, route.handlers))
}

/// What is in the path; what does not fit is `invalid_id` (S0).
pub(crate) struct At<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for At<T> {
    type Rejection = Failure;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        match Path::<T>::from_request_parts(parts, state).await {
            Ok(Path(value)) => Ok(Self(value)),
            Err(_) => Err(Failure::new(
                StatusCode::BAD_REQUEST,
                "invalid_id",
                "the number in the path is not valid",
                "Put the number there that the list shows.",
            )),
        }
    }
}

/// A number of something: from 1.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(try_from = "i64")]
pub(crate) struct Number(pub(crate) i64);

impl TryFrom<i64> for Number {
    type Error = &'static str;
    fn try_from(number: i64) -> std::result::Result<Self, Self::Error> {
        if number > 0 { Ok(Self(number)) } else { Err("numbers begin at 1") }
    }
}

/// This document.
#[utoipa::path(get, path = "/api/openapi.json", tag = "about", responses((status = 200, body = Object)))]
async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], crate::openapi::openapi_json())
}

async fn health() -> Json<serde_json::Value> {
    Json(json!({ "ok": true }))
}
