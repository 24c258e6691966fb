//! Settings, the state of the server, what a sentence means, and a fresh address.

use crate::AppState;
use crate::failure::{Failure, Result};
use crate::guard::Caller;
use crate::json::{Body, typed};
use crate::route::{Route, route};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use countersign_core::model::Role;
use countersign_core::problem::Problem;
use countersign_core::settings::Settings;
use countersign_core::wire::{BrokenEntry, Head, InterruptedApply};
use countersign_engine::changed_settings;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

pub(crate) fn routes() -> Vec<Route> {
    vec![route!(get_settings, put_settings, patch_settings), route!(status), route!(interpret), route!(fresh_url)]
}

/// What the settings come to.
#[derive(Debug, Serialize, ToSchema)]
struct Effective {
    /// IANA name.
    zone: String,
    #[schema(value_type = String)]
    today: Date,
    #[schema(value_type = String)]
    now: Timestamp,
}

#[derive(Debug, Serialize, ToSchema)]
struct SettingsView {
    settings: Settings,
    effective: Effective,
}

impl SettingsView {
    fn of(state: &AppState) -> Json<Self> {
        let effective =
            Effective { zone: state.engine.zone_name(), today: state.engine.today(), now: state.engine.now() };
        Json(Self { settings: state.engine.settings(), effective })
    }
}

/// The settings.
#[utoipa::path(get, path = "/api/settings", tag = "settings", responses((status = 200, body = SettingsView)))]
async fn get_settings(State(state): State<AppState>) -> Json<SettingsView> {
    SettingsView::of(&state)
}

/// What is changed of the settings.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SettingsChange {
    /// What is to be changed, as it stands in [Settings](#settings); of `dayParts` each by itself. What is absent stays.
    #[schema(value_type = Object)]
    set: Value,
    /// What of them was read before, where the change builds on it (a list with one more): where one is another by now,
    /// nothing is changed and the answer is 409 `settings_changed`.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    base: Option<Value>,
}

/// Changes settings by their names, as they are now: what somebody else set meanwhile stays.
#[utoipa::path(patch, path = "/api/settings", tag = "settings", request_body = SettingsChange, responses((status = 200, body = SettingsView)))]
async fn patch_settings(
    State(state): State<AppState>,
    Caller(actor): Caller,
    body: Body<SettingsChange>,
) -> Result<Json<SettingsView>> {
    let SettingsChange { set, base } = body.value;
    if !set.is_object() || base.as_ref().is_some_and(|base| !base.is_object()) {
        return Err(Failure::bad("invalid_body", "what is to be changed is not a JSON object"));
    }
    // Names the field that does not fit.
    let now = serde_json::to_value(state.engine.settings()).unwrap_or_default();
    let _: Settings = typed(changed_settings(now, set.clone()))?;
    state.engine.change_settings(set, base, actor).await?;
    Ok(SettingsView::of(&state))
}

/// Replaces the settings whole: what is absent goes back to its default. `PATCH` changes some of them.
#[utoipa::path(put, path = "/api/settings", tag = "settings", request_body = Settings, responses((status = 200, body = SettingsView)))]
async fn put_settings(
    State(state): State<AppState>,
    Caller(actor): Caller,
    body: Body<Settings>,
) -> Result<Json<SettingsView>> {
    state.engine.put_settings(body.value, actor).await?;
    Ok(SettingsView::of(&state))
}

/// How the server stands.
#[derive(Debug, Serialize, ToSchema)]
struct ServerStatus {
    version: &'static str,
    zone: String,
    #[schema(value_type = String)]
    today: Date,
    #[schema(value_type = String)]
    now: Timestamp,
    /// The built-in planner answers.
    planner: bool,
    /// The configured model; null without one.
    model: Option<String>,
    /// Why there is no model although some are named; null otherwise.
    models_problem: Option<Problem>,
    /// A model that makes pictures is configured.
    images: bool,
    /// Change sets that wait.
    inbox: u64,
    todos: u64,
    /// The newest ledger entry.
    head: Option<Head>,
    /// Where the ledger is known to be broken; null while nothing is known. A server verifies all of it when it starts
    /// and once a day.
    broken: Option<BrokenEntry>,
    /// How many rows are known to be stored otherwise than the ledger makes them, since the same check, or a rebuild.
    differing: u64,
    /// The database's file is damaged, and somebody met that since the server was started: nothing more is written to
    /// it.
    damaged: bool,
    /// Why the server only looks, if it does: it could not write its data folder when it was started.
    looks: Option<Problem>,
    /// Applies of files that were cut off: not ended yet, not known, or ended by this process.
    recovery: Vec<InterruptedApply>,
}

/// How the server stands.
#[utoipa::path(get, path = "/api/status", tag = "settings", responses((status = 200, body = ServerStatus)))]
async fn status(State(state): State<AppState>) -> Result<Json<ServerStatus>> {
    let engine = &state.engine;
    Ok(Json(ServerStatus {
        version: env!("CARGO_PKG_VERSION"),
        zone: engine.zone_name(),
        today: engine.today(),
        now: engine.now(),
        planner: true,
        model: engine.models().available(Role::Propose).map(|info| info.display_name),
        models_problem: engine.models().fault().cloned(),
        images: engine.models().picture_cost().is_some(),
        inbox: engine.open_sets().await?,
        todos: engine.count() as u64,
        head: engine.head().await?,
        broken: engine.broken(),
        differing: engine.differing(),
        damaged: engine.is_damaged().await,
        looks: engine.only_looks(),
        recovery: engine.recoveries(),
    }))
}

#[derive(Debug, Deserialize, ToSchema)]
struct Sentence {
    message: String,
}

/// What the planner makes of a sentence. Nothing is stored.
#[utoipa::path(post, path = "/api/interpret", tag = "settings", request_body = Sentence, responses((status = 200, body = Object)))]
async fn interpret(State(state): State<AppState>, body: Body<Sentence>) -> Result<Json<Value>> {
    let message = body.value.message;
    if message.trim().is_empty() {
        return Err(invalid_message());
    }
    let answer = state.engine.interpret(&message);
    Ok(Json(serde_json::to_value(&answer).unwrap_or(Value::Null)))
}

/// S0-14.
pub(crate) fn invalid_message() -> Failure {
    Failure::new(
        StatusCode::BAD_REQUEST,
        "invalid_message",
        "the message is not a text, or is empty",
        "Send \"message\" with some words in it.",
    )
}

#[derive(Debug, Serialize, ToSchema)]
struct FreshUrl {
    /// Signs one browser in, once.
    url: String,
}

/// A fresh one-time address of the page.
#[utoipa::path(get, path = "/api/url", tag = "settings", responses((status = 200, body = FreshUrl)))]
async fn fresh_url(State(state): State<AppState>) -> Result<Json<FreshUrl>> {
    let url = state.mint_url().map_err(|_| {
        Failure::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "no_randomness",
            "the system gives no random numbers",
            "Try again in a moment.",
        )
    })?;
    Ok(Json(FreshUrl { url }))
}
