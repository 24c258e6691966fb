//! What people did with what was proposed, and the thresholds that speaks for.

use crate::AppState;
use crate::failure::{Failure, Result};
use crate::query::Params;
use crate::route::{Route, route};
use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

/// Share that should at least be kept above a suggested threshold.
const WANTED: f64 = 0.8;

pub(crate) fn routes() -> Vec<Route> {
    vec![route!(calibration)]
}

/// What became of what was proposed, read from the ledger: messages by decision, stage and proposer,
/// with `signed`, `rejected`, `undone` and `undecided` items; and each threshold of `models.json` with
/// what was `kept` above and below it, and the value that the ledger suggests. Shares have 95 %
/// intervals; fewer than `enough` messages suggest nothing. Nothing is changed by it.
#[utoipa::path(get, path = "/api/calibration", tag = "models",
    params(("days" = Option<u32>, Query, description = "Only messages of the last so many days."),
        ("wanted" = Option<f64>, Query, description = "Share that should at least be kept above a suggested threshold, 0.5 to 0.99; 0.8 if absent.")),
    responses((status = 200, body = Object)))]
async fn calibration(State(state): State<AppState>, params: Params) -> Result<Json<Value>> {
    let days = params.parsed::<u32>("days")?;
    let wanted = params.parsed::<f64>("wanted")?.unwrap_or(WANTED);
    if !(0.5..=0.99).contains(&wanted) {
        return Err(Failure::bad("invalid_wanted", "wanted is not valid: it is a share from 0.5 to 0.99"));
    }
    Ok(Json(json!(state.engine.calibration(days, wanted).await?)))
}
