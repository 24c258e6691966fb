//! Stored outputs of tools: what there is, and the operations that query one. Bodies are the tools'
//! own arguments, and answers the tools' own answers.

use super::At;
use crate::AppState;
use crate::failure::Result;
use crate::guard::Caller;
use crate::json::{Body, MIB};
use crate::once::Once;
use crate::query::Params;
use crate::route::{Route, route};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use countersign_core::ids::{OutputId, SessionId};
use countersign_engine::NewOutput;
use countersign_outputs::{Count, Extract, List, Members, OutputList, OutputView, Read, Sample, Stats};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// An output that is sent to be kept may be so long, as JSON.
const KEPT: usize = 512 * MIB;

pub(crate) fn routes() -> Vec<Route> {
    vec![
        route!(list_outputs, keep_output),
        route!(call_output_tool),
        route!(get_output),
        route!(output_members),
        route!(read_output),
        route!(extract_output),
        route!(count_output),
        route!(sample_output),
        route!(output_stats),
    ]
}

/// The stored outputs of tools, of one conversation or of all.
#[utoipa::path(get, path = "/api/outputs", tag = "outputs",
    params(("session" = Option<String>, Query, description = "Only of this conversation"),
        ("tool_name" = Option<String>, Query, description = "Only of this tool, e.g. shell_exec"),
        ("success" = Option<bool>, Query, description = "Only of calls that succeeded, or that failed"),
        ("after" = Option<String>, Query, description = "Only stored after this moment"),
        ("before" = Option<String>, Query, description = "Only stored before it"),
        ("limit" = Option<u32>, Query, description = "1 to 100; 20 if absent"),
        ("offset" = Option<u32>, Query, description = "So many are passed over"),
        ("sort_by" = Option<String>, Query, description = "created_at, size_chars or tool_name; created_at if absent"),
        ("sort_order" = Option<String>, Query, description = "asc or desc; desc if absent"),
        ("include_preview" = Option<bool>, Query, description = "Also gives the beginning of each"),
        ("preview_length" = Option<u32>, Query, description = "1 to 500 characters; 100 if absent")),
    responses((status = 200, body = OutputList)))]
async fn list_outputs(State(state): State<AppState>, params: Params) -> Result<Json<OutputList>> {
    let usual = List::default();
    let list = List {
        tool_name: params.text("tool_name").map(str::to_owned),
        success: params.flag("success")?,
        after: params.text("after").map(str::to_owned),
        before: params.text("before").map(str::to_owned),
        limit: params.limit(usual.limit, 100)?,
        offset: params.parsed("offset")?.unwrap_or_default(),
        sort_by: params.word("sort_by")?.unwrap_or_default(),
        sort_order: params.word("sort_order")?.unwrap_or_default(),
        include_preview: params.flag("include_preview")?.unwrap_or_default(),
        preview_length: params.ranged("preview_length", usual.preview_length, 500)?,
    };
    let session = params.text("session").map(|id| SessionId(id.to_owned()));
    Ok(Json(state.engine.outputs(session.as_ref(), &list).await?))
}

/// An output to keep.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
struct Keep {
    /// The conversation that it belongs to; none when absent.
    #[serde(default)]
    session: Option<String>,
    /// What made it, e.g. `file`.
    tool: String,
    /// What it was made from.
    #[serde(default)]
    #[schema(value_type = Object)]
    args: Map<String, Value>,
    /// Whether the call succeeded; it did if absent.
    #[serde(default = "yes")]
    success: bool,
    /// The output itself.
    text: String,
}

fn yes() -> bool {
    true
}

/// Keeps a text as an output, at most 256 MB long.
#[utoipa::path(post, path = "/api/outputs", tag = "outputs", params(("Idempotency-Key" = Option<String>, Header, description = "The same key makes it once, ever")), request_body = Keep, responses((status = 201, body = OutputView)))]
async fn keep_output(
    State(state): State<AppState>,
    Caller(actor): Caller,
    once: Once,
    body: Body<Keep, KEPT>,
) -> Result<(StatusCode, Json<OutputView>)> {
    let key = once.key(None, || &body.value)?;
    let Keep { session, tool, args, success, text } = body.value;
    let new = NewOutput { session: session.map(SessionId), run: None, tool, args: Value::Object(args), success, text };
    Ok((StatusCode::CREATED, Json(state.engine.keep_output(new, actor, key).await?)))
}

/// A call of a tool as a model makes it.
#[derive(Debug, Deserialize, ToSchema)]
struct OutputCall {
    /// The conversation; only its outputs are there.
    session: String,
    /// `tool_outputs.list`, `stats`, `read`, `extract`, `count` or `sample`.
    tool: String,
    /// Its arguments; `id` may be left out when the conversation has one output only.
    #[serde(default)]
    #[schema(value_type = Object)]
    args: Value,
}

/// Carries out a call of `tool_outputs.*` as a model of a conversation makes it. `ambiguous_output`
/// when an id is left out and there are several.
#[utoipa::path(post, path = "/api/outputs/call", tag = "outputs", request_body = OutputCall, responses((status = 200, body = Object)))]
async fn call_output_tool(State(state): State<AppState>, body: Body<OutputCall>) -> Result<Json<Box<RawValue>>> {
    let OutputCall { session, tool, args } = body.value;
    Ok(Json(state.engine.call_output_tool(&SessionId(session), &tool, &args).await?))
}

/// What is known of an output, with its first 500 characters.
#[utoipa::path(get, path = "/api/outputs/{id}", tag = "outputs", params(("id" = String, Path)), responses((status = 200, body = OutputView)))]
async fn get_output(State(state): State<AppState>, At(id): At<String>) -> Result<Json<OutputView>> {
    Ok(Json(state.engine.output(&OutputId(id)).await?))
}

/// Members of the value at a path: a tree, opened step by step.
#[utoipa::path(get, path = "/api/outputs/{id}/members", tag = "outputs",
    params(("id" = String, Path),
        ("path" = Option<String>, Query, description = "JSONPath of one value; $ if absent"),
        ("offset" = Option<u32>, Query, description = "So many members are passed over"),
        ("limit" = Option<u32>, Query, description = "1 to 500; 100 if absent")),
    responses((status = 200, body = Members)))]
async fn output_members(State(state): State<AppState>, At(id): At<String>, params: Params) -> Result<Json<Members>> {
    let path = params.text("path").unwrap_or("$").to_owned();
    let (offset, limit) = (params.parsed::<u32>("offset")?.unwrap_or_default(), params.limit(100, 500)?);
    Ok(Json(state.engine.output_members(&OutputId(id), path, offset as usize, limit as usize).await?))
}

/// Part of the text, by characters or lines; or the lines that hold a text.
#[utoipa::path(post, path = "/api/outputs/{id}/read", tag = "outputs", params(("id" = String, Path)), request_body = Read, responses((status = 200, body = Object)))]
async fn read_output(
    State(state): State<AppState>,
    At(id): At<String>,
    body: Body<Value>,
) -> Result<Json<Box<RawValue>>> {
    ask(&state, id, "tool_outputs.read", body).await
}

/// Values at JSONPaths: `{extracted, missing_paths, matches, truncated?}`.
#[utoipa::path(post, path = "/api/outputs/{id}/extract", tag = "outputs", params(("id" = String, Path)), request_body = Extract, responses((status = 200, body = Object)))]
async fn extract_output(
    State(state): State<AppState>,
    At(id): At<String>,
    body: Body<Value>,
) -> Result<Json<Box<RawValue>>> {
    ask(&state, id, "tool_outputs.extract", body).await
}

/// Exact numbers: `{counts, total}`; 0 for what is missing.
#[utoipa::path(post, path = "/api/outputs/{id}/count", tag = "outputs", params(("id" = String, Path)), request_body = Count, responses((status = 200, body = Object)))]
async fn count_output(
    State(state): State<AppState>,
    At(id): At<String>,
    body: Body<Value>,
) -> Result<Json<Box<RawValue>>> {
    ask(&state, id, "tool_outputs.count", body).await
}

/// Some of many: `{sample, total_items, sample_size, indices}`.
#[utoipa::path(post, path = "/api/outputs/{id}/sample", tag = "outputs", params(("id" = String, Path)), request_body = Sample, responses((status = 200, body = Object)))]
async fn sample_output(
    State(state): State<AppState>,
    At(id): At<String>,
    body: Body<Value>,
) -> Result<Json<Box<RawValue>>> {
    ask(&state, id, "tool_outputs.sample", body).await
}

/// What it holds: `{size, structure, types, arrays, objects, schema}`.
#[utoipa::path(post, path = "/api/outputs/{id}/stats", tag = "outputs", params(("id" = String, Path)), request_body = Stats, responses((status = 200, body = Object)))]
async fn output_stats(
    State(state): State<AppState>,
    At(id): At<String>,
    body: Body<Value>,
) -> Result<Json<Box<RawValue>>> {
    ask(&state, id, "tool_outputs.stats", body).await
}

async fn ask(state: &AppState, id: String, tool: &str, body: Body<Value>) -> Result<Json<Box<RawValue>>> {
    Ok(Json(state.engine.query_output(&OutputId(id), tool, body.value).await?))
}
