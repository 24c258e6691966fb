//! The ledger: what happened, checking it, and taking things back.

use super::{At, Number};
use crate::AppState;
use crate::failure::{Failure, Result};
use crate::guard::Caller;
use crate::json::{Body, NoBody, Written};
use crate::query::Params;
use crate::route::{Route, route};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use countersign_core::ids::{ImageId, Seq, SetId, TodoId};
use countersign_core::ledger::{LOGGED, NOTED};
use countersign_core::wire::{EntryView, Head, LastView, SetView, VerifyReport};
use countersign_engine::{Conflicts, Contents, RebuildReport};
use countersign_store::EntryFilter;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(crate) fn routes() -> Vec<Route> {
    vec![
        route!(list_ledger),
        route!(verify),
        route!(last),
        route!(undo),
        route!(rewind),
        route!(check),
        route!(rebuild),
        route!(save),
        route!(contents),
    ]
}

/// Entries, newest first.
#[derive(Debug, Serialize, ToSchema)]
struct EntryList {
    entries: Vec<EntryView>,
    /// The newest of all; null while there is none.
    head: Option<Head>,
    /// The last change that stands: where the history is.
    #[serde(skip_serializing_if = "Option::is_none")]
    current: Option<Seq>,
    /// Ask with `before` set to this for more.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<Seq>,
}

/// The ledger, newest first.
#[utoipa::path(get, path = "/api/ledger", tag = "history",
    params(
        ("before" = Option<i64>, Query, description = "Only entries with a smaller number"),
        ("limit" = Option<u32>, Query, description = "1 to 200; 50 if absent"),
        ("kind" = Option<String>, Query, description = "proposed, extended, revised, decided, applied, expired, settings, rule_made, rule_suspended, rule_revoked, memory, applying, audit, rule_used, rule_kept, session, plan; several with commas"),
        ("set" = Option<i64>, Query, description = "Only about this change set"),
        ("todo" = Option<i64>, Query, description = "Only what changed this todo")),
    responses((status = 200, body = EntryList)))]
async fn list_ledger(State(state): State<AppState>, params: Params) -> Result<Json<EntryList>> {
    let limit = params.limit(50, 200)?;
    let mut kinds = Vec::new();
    for kind in params.text("kind").unwrap_or_default().split(',').filter(|k| !k.is_empty()) {
        let known = || LOGGED.iter().chain(NOTED).copied();
        kinds.push(known().find(|k| *k == kind).ok_or_else(|| {
            Failure::new(
                StatusCode::BAD_REQUEST,
                "invalid_kind",
                "that is no kind of entry",
                format!("Use {}.", known().collect::<Vec<_>>().join(", ")),
            )
        })?);
    }
    let filter = EntryFilter {
        before: params.parsed("before")?.map(Seq),
        after: None,
        kinds,
        set: params.parsed("set")?.map(SetId),
        todo: params.parsed("todo")?.map(TodoId),
        ascending: false,
        limit,
    };
    let entries = state.engine.ledger(filter).await?;
    let next =
        if entries.len() as u64 == u64::from(limit) { entries.last().map(|e| e.seq).filter(|s| s.0 > 1) } else { None };
    let current = state.engine.last().undo;
    Ok(Json(EntryList { entries, head: state.engine.head().await?, current, next }))
}

/// Recomputes the hash chain, and compares what is stored with what it makes. Nobody waits for it.
#[utoipa::path(get, path = "/api/ledger/verify", tag = "history", responses((status = 200, body = VerifyReport)))]
async fn verify(State(state): State<AppState>) -> Result<Json<VerifyReport>> {
    Ok(Json(state.engine.verify().await?))
}

/// What "undo" and "redo" take back; null where there is nothing. Undos are passed over by "undo", and "redo" takes
/// back the last of them.
#[utoipa::path(get, path = "/api/ledger/last", tag = "history", responses((status = 200, body = LastView)))]
async fn last(State(state): State<AppState>) -> Json<LastView> {
    Json(state.engine.last())
}

#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum OnConflict {
    /// Refuses and names them.
    #[default]
    Stop,
    /// Takes later changes back too.
    WithLater,
    /// Leaves what was changed later.
    Keep,
}

impl From<OnConflict> for Conflicts {
    fn from(on: OnConflict) -> Self {
        match on {
            OnConflict::Stop => Self::Stop,
            OnConflict::WithLater => Self::WithLater,
            OnConflict::Keep => Self::Keep,
        }
    }
}

/// What to take back.
#[derive(Debug, Deserialize, ToSchema)]
struct Undo {
    /// Some items of the entry; all if absent.
    #[serde(default)]
    items: Option<Vec<u32>>,
    #[serde(default)]
    conflicts: OnConflict,
}

/// Proposes to take an entry back. Nothing is changed before that is applied.
#[utoipa::path(post, path = "/api/ledger/{seq}/undo", tag = "history", params(("seq" = i64, Path)), request_body = Undo, responses((status = 201, body = SetView)))]
async fn undo(
    State(state): State<AppState>,
    Caller(actor): Caller,
    At(Number(seq)): At<Number>,
    body: Body<Undo>,
) -> Result<(StatusCode, Written)> {
    let text = state.engine.undo_text(Seq(seq), body.value.items, body.value.conflicts.into(), actor).await?;
    Ok((StatusCode::CREATED, Written(text)))
}

/// Where to go back to.
#[derive(Debug, Deserialize, ToSchema)]
struct Rewind {
    /// The state right after this entry.
    to: Seq,
}

/// Proposes to go back to an earlier state. Nothing is changed before that is applied.
#[utoipa::path(post, path = "/api/rewind", tag = "history", request_body = Rewind, responses((status = 201, body = SetView)))]
async fn rewind(
    State(state): State<AppState>,
    Caller(actor): Caller,
    body: Body<Rewind>,
) -> Result<(StatusCode, Json<SetView>)> {
    Ok((StatusCode::CREATED, Json(state.engine.rewind(body.value.to, actor).await?)))
}

/// What the database found wrong with itself.
#[derive(Debug, Serialize, ToSchema)]
struct Check {
    /// In the words of SQLite's `quick_check`; empty = sound.
    damage: Vec<String>,
}

/// The database's own check. Reads all of it.
#[utoipa::path(get, path = "/api/check", tag = "history", responses((status = 200, body = Check)))]
async fn check(State(state): State<AppState>) -> Result<Json<Check>> {
    Ok(Json(Check { damage: state.engine.check_store().await? }))
}

/// What was found of the contents that are stored: those that files had before they were changed, those that waiting
/// items would write, and those of pictures.
#[derive(Debug, Serialize, ToSchema)]
struct ContentsReport {
    /// Contents that were read and compared with their hashes.
    checked: u64,
    /// Contents that were not read, being older and beyond 256 MB.
    unread: u64,
    /// Contents that are missing or are not what was stored.
    lost: u64,
    /// The change sets that cannot be taken back for that.
    sets: Vec<SetId>,
    /// Those that wait and cannot be applied for that.
    waiting: Vec<SetId>,
    /// The pictures that are lost.
    images: Vec<ImageId>,
}

/// Reads the contents that waiting items would write, that an undo would put back, and those of pictures.
#[utoipa::path(get, path = "/api/contents", tag = "history", responses((status = 200, body = ContentsReport)))]
async fn contents(State(state): State<AppState>) -> Result<Json<ContentsReport>> {
    let Contents { checked, unread, lost, sets, waiting, images } = state.engine.check_contents().await?;
    Ok(Json(ContentsReport { checked, unread, lost, sets, waiting, images }))
}

/// A copy of the database.
#[derive(Debug, Serialize, ToSchema)]
struct Saved {
    /// Its name in the data folder.
    file: String,
}

/// Writes the database as it is to a new file in the data folder, also when its own was removed or replaced.
#[utoipa::path(post, path = "/api/save", tag = "history", responses((status = 201, body = Saved)))]
async fn save(State(state): State<AppState>, _: NoBody) -> Result<(StatusCode, Json<Saved>)> {
    let to = state.engine.save().await?;
    let file = to.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok((StatusCode::CREATED, Json(Saved { file })))
}

/// Whether to replace what differs.
#[derive(Debug, Deserialize, ToSchema)]
struct Rebuild {
    /// Only compares if false.
    #[serde(default)]
    write: bool,
}

/// What the ledger makes, and how what is stored differs from that.
#[derive(Debug, Serialize, ToSchema)]
struct Rebuilt {
    entries: u64,
    todos: u64,
    sets: u64,
    /// The stored todos and change sets are what the ledger says.
    equal: bool,
    /// How many differences there are.
    differing: u64,
    /// The first 50 of them, in words.
    differences: Vec<String>,
    /// What differed was replaced.
    written: bool,
}

/// Computes todos and change sets from the ledger again and compares; with `write` what differs is
/// replaced. Other writes wait meanwhile. 409 `broken_ledger` when the ledger cannot be trusted.
#[utoipa::path(post, path = "/api/rebuild", tag = "history", request_body = Rebuild, responses((status = 200, body = Rebuilt)))]
async fn rebuild(State(state): State<AppState>, body: Body<Rebuild>) -> Result<Json<Rebuilt>> {
    let write = body.value.write;
    let RebuildReport { entries, todos, sets, equal, differing, differences } = state.engine.rebuild(write).await?;
    Ok(Json(Rebuilt { entries, todos, sets, equal, differing, differences, written: write && !equal }))
}
