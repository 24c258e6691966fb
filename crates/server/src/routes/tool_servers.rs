//! Servers of tools (MCP) that the person named in `mcp.json`. Nothing here names one, and no tool is called
//! but by an item that was signed.

use super::At;
use crate::AppState;
use crate::failure::Result;
use crate::guard::Caller;
use crate::json::{Body, NoBody};
use crate::route::{Route, route};
use axum::Json;
use axum::extract::State;
use countersign_core::wire::{ServerReads, ToolServer, ToolServers};
use serde::Deserialize;
use utoipa::ToSchema;

pub(crate) fn routes() -> Vec<Route> {
    vec![route!(list_servers), route!(set_reads), route!(test_server)]
}

/// The servers of `mcp.json`, how they stand, and what they offered when they were last asked. None is
/// started. With a defect in the file there is no server, and `problems` names all of them.
#[utoipa::path(get, path = "/api/mcp-servers", tag = "mcp", responses((status = 200, body = ToolServers)))]
async fn list_servers(State(state): State<AppState>) -> Result<Json<ToolServers>> {
    Ok(Json(state.engine.tool_servers().await?))
}

/// What an agent may do with a server unasked.
#[derive(Debug, Deserialize, ToSchema)]
struct Reads {
    /// `allow`: call what the server says only looks; `ask`: each call is asked about.
    reads: ServerReads,
}

/// Says whether agents may call, unasked, what this server says now only looks: it is started where it does not
/// run. It ends when `mcp.json` says another thing of the server, and for a tool when the server says another thing
/// of it. Every other call waits for a signature, whatever is said here.
#[utoipa::path(put, path = "/api/mcp-servers/{name}", tag = "mcp", params(("name" = String, Path)), request_body = Reads, responses((status = 200, body = ToolServer)))]
async fn set_reads(
    State(state): State<AppState>,
    Caller(actor): Caller,
    At(name): At<String>,
    body: Body<Reads>,
) -> Result<Json<ToolServer>> {
    Ok(Json(state.engine.set_tool_reads(&name, body.value.reads, actor).await?))
}

/// Starts a server anew and asks what it offers; no tool of it is called. Why it could not be used is the
/// answer's `problem`.
#[utoipa::path(post, path = "/api/mcp-servers/{name}/test", tag = "mcp", params(("name" = String, Path)), responses((status = 200, body = ToolServer)))]
async fn test_server(State(state): State<AppState>, At(name): At<String>, _: NoBody) -> Result<Json<ToolServer>> {
    Ok(Json(state.engine.test_tool_server(&name).await?))
}
