//! Standing rules: what runs unasked because the person said so. Only the person makes one.

use super::{At, Number};
use crate::AppState;
use crate::failure::Result;
use crate::guard::Caller;
use crate::json::Body;
use crate::route::{Route, route};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use countersign_core::ids::RuleId;
use countersign_core::wire::{NewRule, RuleCheck, RuleFinding, RuleView};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(crate) fn routes() -> Vec<Route> {
    vec![route!(list_rules, make_rule), route!(check_rule), route!(revoke_rule)]
}

#[derive(Debug, Serialize, ToSchema)]
struct RuleList {
    /// Oldest first; also those that ended.
    rules: Vec<RuleView>,
}

/// All standing rules.
#[utoipa::path(get, path = "/api/rules", tag = "rules", responses((status = 200, body = RuleList)))]
async fn list_rules(State(state): State<AppState>) -> Json<RuleList> {
    Json(RuleList { rules: state.engine.rules() })
}

/// Signs a rule. What it says is checked, and so are its examples: `invalid_rule`, `rule_too_wide`,
/// `rule_never`, `rule_example`, `rule_exists`. Nothing that waits already is signed by it.
#[utoipa::path(post, path = "/api/rules", tag = "rules", request_body = NewRule, responses((status = 201, body = RuleView)))]
async fn make_rule(
    State(state): State<AppState>,
    Caller(actor): Caller,
    body: Body<NewRule>,
) -> Result<(StatusCode, Json<RuleView>)> {
    Ok((StatusCode::CREATED, Json(state.engine.make_rule(body.value, actor).await?)))
}

/// What a rule would let through, what it would have let through, and which rules let a command
/// through. Nothing is stored.
#[utoipa::path(post, path = "/api/rules/check", tag = "rules", request_body = RuleCheck, responses((status = 200, body = RuleFinding)))]
async fn check_rule(State(state): State<AppState>, body: Body<RuleCheck>) -> Result<Json<RuleFinding>> {
    Ok(Json(state.engine.check_rule(body.value).await?))
}

/// Why a rule is taken back.
#[derive(Debug, Default, Deserialize, ToSchema)]
struct Revoke {
    #[serde(default)]
    reason: Option<String>,
}

/// Takes a rule back. What it signed and was not carried out is not carried out either.
#[utoipa::path(post, path = "/api/rules/{id}/revoke", tag = "rules", params(("id" = i64, Path)), request_body = Revoke, responses((status = 200, body = RuleView)))]
async fn revoke_rule(
    State(state): State<AppState>,
    Caller(actor): Caller,
    At(Number(id)): At<Number>,
    body: Body<Revoke>,
) -> Result<Json<RuleView>> {
    let why = body.value.reason.unwrap_or_default();
    Ok(Json(state.engine.revoke_rule(RuleId(id), why, actor).await?))
}
