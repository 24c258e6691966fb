//! Agents that propose by themselves, and the memory of what was said to them.

use super::{At, Number};
use crate::AppState;
use crate::failure::{Failure, Result};
use crate::guard::Caller;
use crate::json::{Body, FILES, NoBody};
use crate::query::Params;
use crate::route::{Route, route};
use axum::Json;
use axum::extract::State;
use countersign_core::ids::{Seq, TodoId};
use countersign_core::wire::{AgentMemory, CallsReport, DecisionView, OperationsReport, WakeReport};
use countersign_engine::{ToolCall, WakeRequest};
use countersign_store::DecisionFilter;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

const VERDICTS: [&str; 6] = ["confirmed", "rejected", "deferred", "retracted", "undecided", "expired"];

pub(crate) fn routes() -> Vec<Route> {
    vec![
        route!(wake),
        route!(take_calls),
        route!(take_operations),
        route!(agent_memory),
        route!(list_decisions),
        route!(forget_decision),
        route!(restore_decision),
    ]
}

/// Which agent wakes, and what for.
#[derive(Debug, Default, Deserialize, ToSchema)]
struct Wake {
    /// The built-in one if absent.
    #[serde(default)]
    agent: Option<String>,
    /// A todo (`#5`) or words of titles; everything if absent.
    #[serde(default)]
    about: Option<String>,
}

/// Wakes an agent: it looks at the todos and proposes. Nothing is signed or changed by that.
#[utoipa::path(post, path = "/api/wakes", tag = "agents", request_body = Wake, responses((status = 200, body = WakeReport)))]
async fn wake(State(state): State<AppState>, body: Body<Wake>) -> Result<Json<WakeReport>> {
    let Wake { agent, about } = body.value;
    Ok(Json(state.engine.wake(WakeRequest { agent, about }).await?))
}

/// One call of a tool.
#[derive(Debug, Deserialize, ToSchema)]
struct ToolRequest {
    /// E.g. `set_task_title`; `set_` and `update_` are read for each other.
    tool: String,
    /// An object, or its JSON as a text.
    #[schema(value_type = Object)]
    args: Value,
    /// Why, in the agent's words; shown to the person as such.
    #[serde(default)]
    why: Option<String>,
}

/// What an agent calls in one wake.
#[derive(Debug, Deserialize, ToSchema)]
struct Calls {
    agent: String,
    /// What it is about; one set of the agent and its subject is live at a time.
    #[serde(default)]
    about: Option<String>,
    calls: Vec<ToolRequest>,
}

/// Takes an agent's calls of tools. What changes something of the person's waits for a signature;
/// each call is answered in words that a model can use.
#[utoipa::path(post, path = "/api/agents/calls", tag = "agents", request_body = Calls, responses((status = 200, body = CallsReport)))]
async fn take_calls(State(state): State<AppState>, body: Body<Calls>) -> Result<Json<CallsReport>> {
    let Calls { agent, about, calls } = body.value;
    let calls = calls.into_iter().map(|c| ToolCall { tool: c.tool, args: c.args, why: c.why }).collect();
    Ok(Json(state.engine.take_calls(&agent, about.as_deref(), calls).await?))
}

/// What an agent proposes while somebody talks to it.
#[derive(Debug, Deserialize, ToSchema)]
struct Operations {
    /// Its name, as it stands in the ledger.
    agent: String,
    /// Why, in the agent's words, for operations that have no `why` of their own; shown as such.
    #[serde(default)]
    why: Option<String>,
    /// As `operations` of a change set, 1 to 100.
    #[schema(value_type = Vec<Object>)]
    operations: Vec<Value>,
}

/// Takes operations that an agent proposes, files and commands included, as a change set of its own. What
/// waits already, or was turned down, is refused; each operation is answered in words that a model can use.
#[utoipa::path(post, path = "/api/agents/operations", tag = "agents", request_body = Operations, responses((status = 200, body = OperationsReport)))]
async fn take_operations(
    State(state): State<AppState>,
    body: Body<Operations, FILES>,
) -> Result<Json<OperationsReport>> {
    let Operations { agent, why, operations } = body.value;
    Ok(Json(state.engine.take_operations(&agent, why.as_deref(), operations).await?))
}

/// What an agent is told again before it proposes: what was said to its proposals, what waits already,
/// and its own notes.
#[utoipa::path(get, path = "/api/agents/memory", tag = "agents",
    params(("agent" = String, Query, description = "Its name")),
    responses((status = 200, body = AgentMemory)))]
async fn agent_memory(State(state): State<AppState>, params: Params) -> Result<Json<AgentMemory>> {
    let agent = params.text("agent").unwrap_or_default();
    Ok(Json(state.engine.agent_memory(agent).await?))
}

/// Decisions, newest first.
#[derive(Debug, Serialize, ToSchema)]
struct DecisionList {
    decisions: Vec<DecisionView>,
    /// Ask with `before` set to this for more.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// What the person said to what was proposed, newest first.
#[utoipa::path(get, path = "/api/decisions", tag = "agents",
    params(
        ("agent" = Option<String>, Query, description = "Only on what this agent proposed"),
        ("kind" = Option<String>, Query, description = "Only on operations of this kind, e.g. update"),
        ("verdict" = Option<String>, Query, description = "confirmed (or signed), rejected, deferred, retracted, undecided, or expired"),
        ("todo" = Option<i64>, Query, description = "Only about this todo"),
        ("since" = Option<String>, Query, description = "Only from this moment on, as RFC 3339"),
        ("forgotten" = Option<bool>, Query, description = "true: those that were forgotten, in place of the others"),
        ("before" = Option<String>, Query, description = "Go on after this one: `next` of the page before"),
        ("limit" = Option<u32>, Query, description = "1 to 200; 50 if absent")),
    responses((status = 200, body = DecisionList)))]
async fn list_decisions(State(state): State<AppState>, params: Params) -> Result<Json<DecisionList>> {
    let limit = params.limit(50, 200)?;
    // Shown as what it is to the person: a signature.
    let verdict = params.text("verdict").map(|v| if v == "signed" { "confirmed" } else { v }.to_owned());
    if verdict.as_deref().is_some_and(|v| !VERDICTS.contains(&v)) {
        return Err(Failure::bad("invalid_verdict", format!("a verdict is one of {}", VERDICTS.join(", "))));
    }
    let before = match params.text("before") {
        None => None,
        Some(text) => Some(
            text.split_once('.')
                .and_then(|(seq, n)| Some((Seq(seq.parse().ok()?), n.parse().ok()?)))
                .ok_or_else(|| Failure::bad("invalid_before", "before is not the next of an earlier page"))?,
        ),
    };
    let filter = DecisionFilter {
        before,
        agent: params.text("agent").map(str::to_owned),
        kind: params.text("kind").map(str::to_owned),
        verdict,
        todo: params.parsed("todo")?.map(TodoId),
        since: params.parsed::<Timestamp>("since")?,
        forgotten: params.flag("forgotten")?.unwrap_or(false),
        limit,
    };
    let decisions = state.engine.decisions(&filter).await?;
    let full = decisions.len() as u64 == u64::from(limit);
    let next = decisions.last().filter(|_| full).map(|d| format!("{}.{}", d.entry, d.n));
    Ok(Json(DecisionList { decisions, next }))
}

/// Takes a decision out of what agents are told and held to. It stays in the history, and `restore` puts it back.
#[utoipa::path(delete, path = "/api/decisions/{entry}/{item}", tag = "agents", params(("entry" = i64, Path), ("item" = u32, Path)), responses((status = 200, body = DecisionView)))]
async fn forget_decision(
    State(state): State<AppState>,
    Caller(actor): Caller,
    At((Number(entry), item)): At<(Number, u32)>,
    _: NoBody,
) -> Result<Json<DecisionView>> {
    Ok(Json(state.engine.set_forgotten(Seq(entry), item, true, actor).await?))
}

/// Puts back a decision that was forgotten.
#[utoipa::path(post, path = "/api/decisions/{entry}/{item}/restore", tag = "agents", params(("entry" = i64, Path), ("item" = u32, Path)), responses((status = 200, body = DecisionView)))]
async fn restore_decision(
    State(state): State<AppState>,
    Caller(actor): Caller,
    At((Number(entry), item)): At<(Number, u32)>,
    _: NoBody,
) -> Result<Json<DecisionView>> {
    Ok(Json(state.engine.set_forgotten(Seq(entry), item, false, actor).await?))
}
