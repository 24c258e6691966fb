//! The models that are configured, whether they answer, and what a role would use.

use super::At;
use crate::AppState;
use crate::failure::{Failure, Result};
use crate::json::NoBody;
use crate::route::{Route, route};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use countersign_core::model::{Role, TaskType};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use utoipa::ToSchema;

pub(crate) fn routes() -> Vec<Route> {
    vec![route!(list_models), route!(probe_model)]
}

/// The models, in the order of the catalogue.
#[derive(Debug, Serialize, ToSchema)]
struct ModelList {
    /// Each with `name`, `displayName`, `provider`, `place` (`local` or `hosted`), `lamp` (`up`,
    /// `down` or `unknown`) and the reason.
    #[schema(value_type = Vec<Object>)]
    models: Value,
    /// What each role uses; a role without a model is answered by the built-in planner.
    #[schema(value_type = Object)]
    roles: BTreeMap<&'static str, Value>,
    /// What carries out each kind of work in an agent's run or a folder: architecture, planning, coding,
    /// refactoring (`selectionRules.byTaskType`).
    #[schema(value_type = Object)]
    tasks: BTreeMap<&'static str, Value>,
    /// What the configuration says that was not taken as it is.
    warnings: Vec<countersign_core::problem::Problem>,
}

/// The configured models. Asks those of this machine whether they are there; hosted ones are not asked.
#[utoipa::path(get, path = "/api/models", tag = "models", responses((status = 200, body = ModelList)))]
async fn list_models(State(state): State<AppState>) -> Json<ModelList> {
    let models = state.engine.models();
    let roles = Role::ALL.into_iter().filter_map(|role| Some((role.name(), json!(models.available(role)?)))).collect();
    let tasks = TaskType::ALL
        .into_iter()
        .filter_map(|task| Some((task.name(), json!(models.for_task(Some(task)).available(Role::Execute)?))))
        .collect();
    let status = json!(models.status().await);
    Json(ModelList { models: status, roles, tasks, warnings: models.catalogue().warnings.clone() })
}

/// Finds out what a model can do, by asking it. The answer is kept until another version of the model
/// answers.
#[utoipa::path(post, path = "/api/models/{name}/probe", tag = "models", params(("name" = String, Path)), responses((status = 200, body = Object)))]
async fn probe_model(State(state): State<AppState>, At(name): At<String>, _: NoBody) -> Result<Json<Value>> {
    if state.engine.models().catalogue().model(&name).is_err() {
        return Err(countersign_engine::EngineError::NotFound(format!("model \"{name}\"")).into());
    }
    match state.engine.probe_model(&name).await? {
        Ok(found) => Ok(Json(json!(found))),
        Err(e) => {
            let status = match e {
                countersign_llm::LlmError::ModelNotFound { .. } => StatusCode::NOT_FOUND,
                _ => StatusCode::BAD_GATEWAY,
            };
            Err(Failure::new(status, e.code(), e.to_string(), e.hint()))
        }
    }
}
