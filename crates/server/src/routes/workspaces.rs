//! Folders the person opened, and their files as they are. Nothing here changes a file.

use super::At;
use crate::AppState;
use crate::failure::Result;
use crate::guard::Caller;
use crate::json::Body;
use crate::query::Params;
use crate::route::{Route, route};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use countersign_core::file::WorkspaceId;
use countersign_core::wire::{FileText, FolderEntry, WorkspaceView};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use utoipa::ToSchema;

pub(crate) fn routes() -> Vec<Route> {
    vec![
        route!(list_workspaces, open_workspace),
        route!(close_workspace),
        route!(list_folder),
        route!(read_file),
        route!(find_files),
    ]
}

#[derive(Debug, Serialize, ToSchema)]
struct WorkspaceList {
    workspaces: Vec<WorkspaceView>,
}

/// The open workspaces.
#[utoipa::path(get, path = "/api/workspaces", tag = "workspaces", responses((status = 200, body = WorkspaceList)))]
async fn list_workspaces(State(state): State<AppState>) -> Json<WorkspaceList> {
    Json(WorkspaceList { workspaces: state.engine.workspaces() })
}

/// A folder to open.
#[derive(Debug, Deserialize, ToSchema)]
struct OpenWorkspace {
    /// Its absolute path on the server's machine.
    root: String,
}

/// Opens a folder; one that is open already is returned as it is.
#[utoipa::path(post, path = "/api/workspaces", tag = "workspaces", request_body = OpenWorkspace, responses((status = 201, body = WorkspaceView)))]
async fn open_workspace(
    State(state): State<AppState>,
    Caller(actor): Caller,
    body: Body<OpenWorkspace>,
) -> Result<(StatusCode, Json<WorkspaceView>)> {
    let view = state.engine.open_workspace(&PathBuf::from(body.value.root), actor).await?;
    Ok((StatusCode::CREATED, Json(view)))
}

/// Closes a workspace. Its files and its history stay as they are.
#[utoipa::path(delete, path = "/api/workspaces/{workspace}", tag = "workspaces", params(("workspace" = String, Path)), responses((status = 204)))]
async fn close_workspace(
    State(state): State<AppState>,
    Caller(actor): Caller,
    At(id): At<String>,
) -> Result<StatusCode> {
    state.engine.close_workspace(&WorkspaceId(id), actor).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Serialize, ToSchema)]
struct Folder {
    entries: Vec<FolderEntry>,
}

/// What a folder holds. Git's own files and secrets are left out.
#[utoipa::path(get, path = "/api/workspaces/{workspace}/files", tag = "workspaces",
    params(("workspace" = String, Path), ("path" = Option<String>, Query, description = "The folder; the root if absent")),
    responses((status = 200, body = Folder)))]
async fn list_folder(State(state): State<AppState>, At(id): At<String>, params: Params) -> Result<Json<Folder>> {
    let path = params.text("path").unwrap_or_default();
    Ok(Json(Folder { entries: state.engine.list_folder(&WorkspaceId(id), path).await? }))
}

/// A file with the hash that a change to it names as its base; `too_large` above 20 MB (20 000 000 bytes).
#[utoipa::path(get, path = "/api/workspaces/{workspace}/file", tag = "workspaces",
    params(("workspace" = String, Path), ("path" = String, Query)),
    responses((status = 200, body = FileText)))]
async fn read_file(State(state): State<AppState>, At(id): At<String>, params: Params) -> Result<Json<FileText>> {
    let path = params.text("path").unwrap_or_default();
    Ok(Json(state.engine.read_file(&WorkspaceId(id), path).await?))
}

#[derive(Debug, Serialize, ToSchema)]
struct FoundFiles {
    /// Paths, the nearest first.
    files: Vec<String>,
}

/// Files whose path holds all words of a query; at most 20. What the folder's ignore rules leave
/// out, git's own files and secrets are not among them.
#[utoipa::path(get, path = "/api/workspaces/{workspace}/find", tag = "workspaces",
    params(("workspace" = String, Path), ("query" = Option<String>, Query, description = "Parts of the path; all files if absent")),
    responses((status = 200, body = FoundFiles)))]
async fn find_files(State(state): State<AppState>, At(id): At<String>, params: Params) -> Result<Json<FoundFiles>> {
    let query = params.text("query").unwrap_or_default();
    Ok(Json(FoundFiles { files: state.engine.find_files(&WorkspaceId(id), query, 20).await? }))
}
