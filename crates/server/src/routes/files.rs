//! Files of other programs, in and out.

use super::At;
use crate::AppState;
use crate::failure::{Failure, Result};
use crate::guard::Caller;
use crate::json::{Body, IMPORT, Written};
use crate::route::{Route, route};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use countersign_core::ids::{Seq, SetId};
use countersign_core::problem::Problem;
use countersign_core::wire::SetView;
use countersign_interchange::Format;
use futures_util::stream;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Ledger entries read at a time for the audit export.
const PAGE: u32 = 500;

pub(crate) fn routes() -> Vec<Route> {
    vec![route!(import), route!(export), route!(export_warnings)]
}

fn format(name: &str) -> Option<Format> {
    Format::ALL.into_iter().find(|f| f.name() == name)
}

/// A file to import.
#[derive(Debug, Deserialize, ToSchema)]
struct ImportFile {
    /// json, ics, todo.txt, todoist, taskwarrior or markdown; found out if absent.
    #[serde(default)]
    format: Option<String>,
    /// Its whole text, at most 32 MiB with its JSON escapes.
    text: String,
    /// Its name, for the title and for finding the format out.
    #[serde(default)]
    name: Option<String>,
}

/// The set an import made, with what needs no change and what could not be read.
#[derive(Debug, Serialize, ToSchema)]
struct Imported {
    #[serde(flatten)]
    set: SetView,
    unchanged: u64,
    problems: Vec<Problem>,
}

/// What stands beside the set in [`Imported`].
#[derive(Debug, Serialize)]
struct Beside {
    unchanged: u64,
    problems: Vec<Problem>,
}

/// Nothing differs, or what does waits already.
#[derive(Debug, Serialize, ToSchema)]
struct NothingToImport {
    /// The set of an earlier import that waits for the same; null when nothing differs.
    change_set: Option<SetId>,
    unchanged: u64,
    problems: Vec<Problem>,
}

/// Proposes what a file holds as a change set. Importing it again changes nothing.
#[utoipa::path(post, path = "/api/import", tag = "files", request_body = ImportFile, responses((status = 201, body = Imported), (status = 200, body = NothingToImport)))]
async fn import(
    State(state): State<AppState>,
    Caller(actor): Caller,
    body: Body<ImportFile, IMPORT>,
) -> Result<Response> {
    let ImportFile { format: named, text, name } = body.value;
    let format = match named.as_deref() {
        None => None,
        Some(named) => Some(format(named).ok_or_else(unknown_format)?),
    };
    let done = state.engine.import_text(format, name.as_deref(), text, actor).await?;
    let (unchanged, problems) = (done.unchanged, done.problems);
    Ok(match done.set {
        Some(set) => (StatusCode::CREATED, Written(set).and(&Beside { unchanged, problems })?).into_response(),
        None => Json(NothingToImport { change_set: done.waits, unchanged, problems }).into_response(),
    })
}

fn unknown_format() -> Failure {
    let names = Format::ALL.map(Format::name).join(", ");
    Failure::new(StatusCode::BAD_REQUEST, "unknown_format", "that format is not known", format!("Use {names}."))
}

/// All todos as a file: json, ics, todo.txt, todoist, taskwarrior or markdown; or the ledger as
/// JSON lines: audit.jsonl.
#[utoipa::path(get, path = "/api/export/{format}", tag = "files", params(("format" = String, Path)), responses((status = 200, content_type = "application/octet-stream", body = String)))]
async fn export(State(state): State<AppState>, At(name): At<String>) -> Result<Response> {
    if name == "audit.jsonl" {
        return Ok(audit(state));
    }
    let format = exported(&name)?;
    let file = if format == Format::TodoTxt { "todo.txt".to_owned() } else { format!("todos.{}", format.extension()) };
    Ok((attachment(format.media_type(), &file), state.engine.export(format)).into_response())
}

fn exported(name: &str) -> Result<Format> {
    let unknown = || {
        let name: String = name.chars().take(40).collect();
        let hint = format!("Use {} or audit.jsonl.", Format::ALL.map(Format::name).join(", "));
        Failure::new(StatusCode::NOT_FOUND, "not_found", format!("there is no export format \"{name}\""), hint)
    };
    format(name).ok_or_else(unknown)
}

/// What a file of that format would not hold.
#[derive(Debug, Serialize, ToSchema)]
struct ExportWarnings {
    /// One for each kind of thing that is left out; code `not_exported`.
    warnings: Vec<Problem>,
}

/// What an export in that format would leave out, to be said before the file is all there is.
#[utoipa::path(get, path = "/api/export/{format}/warnings", tag = "files", params(("format" = String, Path)), responses((status = 200, body = ExportWarnings)))]
async fn export_warnings(State(state): State<AppState>, At(name): At<String>) -> Result<Json<ExportWarnings>> {
    let warnings = match name.as_str() {
        // The ledger itself, line by line.
        "audit.jsonl" => Vec::new(),
        name => state.engine.export_losses(exported(name)?),
    };
    Ok(Json(ExportWarnings { warnings }))
}

fn attachment(media_type: &'static str, file: &str) -> [(header::HeaderName, HeaderValue); 2] {
    let disposition = HeaderValue::try_from(format!("attachment; filename=\"{file}\""))
        .unwrap_or(HeaderValue::from_static("attachment"));
    [(header::CONTENT_TYPE, HeaderValue::from_static(media_type)), (header::CONTENT_DISPOSITION, disposition)]
}

/// Streams the ledger page by page; a failing store breaks the answer off, so that nobody takes a
/// part for the whole.
fn audit(state: AppState) -> Response {
    let lines = stream::try_unfold(Some(Seq(0)), move |after| {
        let engine = state.engine.clone();
        async move {
            let Some(after) = after else { return Ok::<_, countersign_engine::EngineError>(None) };
            let lines = engine.audit_lines(after, PAGE).await?;
            if lines.is_empty() {
                return Ok(None);
            }
            let more = lines.len() as u64 == u64::from(PAGE);
            // Entries are numbered without gaps.
            let next = more.then(|| Seq(after.0 + i64::from(PAGE)));
            Ok(Some((format!("{}\n", lines.join("\n")), next)))
        }
    });
    (attachment("application/x-ndjson", "audit.jsonl"), axum::body::Body::from_stream(lines)).into_response()
}
