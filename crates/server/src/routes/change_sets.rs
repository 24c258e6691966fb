//! The inbox: proposals, decisions on them, and applying what is signed.

use super::history::OnConflict;
use super::{At, Number};
use crate::AppState;
use crate::failure::{Failure, Result};
use crate::guard::Caller;
use crate::json::{Body, FILES, NoBody, SIGNED, Written};
use crate::once::Once;
use crate::query::Params;
use crate::route::{Route, route};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use countersign_core::change_set::Verdict;
use countersign_core::change_set::review::Edit;
use countersign_core::ids::{SetId, TodoId};
use countersign_core::problem::Problem;
use countersign_core::wire::{ApplyMode, DecisionRequest, Receipt, SetSummary, SetView, SignItem};
use countersign_engine::{ApplyRequest, Choice, EngineError, InvalidOperation, SetQuery};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use utoipa::ToSchema;

pub(crate) fn routes() -> Vec<Route> {
    vec![
        route!(list_change_sets, propose),
        route!(get_change_set),
        route!(decide_item),
        route!(decide_items),
        route!(edit_item),
        route!(item_diff),
        route!(item_text),
        route!(rebase_items),
        route!(propose_again),
        route!(undo_set),
        route!(apply),
    ]
}

/// Lines of the inbox.
#[derive(Debug, Serialize, ToSchema)]
struct SetList {
    change_sets: Vec<SetSummary>,
    /// How many wait in all.
    total_open: u64,
    /// Ask with `before` (or `after`, if that was asked with) set to this for more.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<SetId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Which {
    Open,
    All,
}

/// Change sets: those that wait (`open`, oldest first), or all (newest first).
#[utoipa::path(get, path = "/api/change-sets", tag = "change sets",
    params(("status" = inline(Option<Which>), Query, description = "`open` if absent"), ("before" = Option<i64>, Query, description = "Only those of a smaller number: the newest of them"), ("after" = Option<i64>, Query, description = "Of those that wait only those of a greater number: the oldest of them"), ("limit" = Option<u32>, Query, description = "1 to 200; 50 if absent")),
    responses((status = 200, body = SetList)))]
async fn list_change_sets(State(state): State<AppState>, params: Params) -> Result<Json<SetList>> {
    let open_only = params.word::<Which>("status")?.unwrap_or(Which::Open) == Which::Open;
    let limit = params.limit(50, 200)?;
    let before = params.parsed("before")?.map(SetId);
    let after = params.parsed("after")?.map(SetId).filter(|_| open_only);
    let change_sets = match after {
        Some(after) => state.engine.waiting_after(after, limit).await?,
        None => state.engine.change_sets(SetQuery { open_only, before, limit }).await?,
    };
    let ids = change_sets.iter().map(|s| s.id);
    let more = change_sets.len() as u64 == u64::from(limit);
    let next = if after.is_some() { ids.max() } else { ids.min() }.filter(|_| more);
    Ok(Json(SetList { change_sets, total_open: state.engine.open_sets().await?, next }))
}

/// Operations to propose.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
struct Propose {
    #[serde(default)]
    title: Option<String>,
    /// See TODOS "operations". A file may have 20 MB (20 000 000 bytes), before and after the change: else
    /// `too_large`. The request itself may have 32 MiB, with its JSON escapes.
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    operations: Value,
    /// All of it waits, also what a standing rule covers.
    #[serde(default)]
    wait: bool,
}

/// Proposes operations. Nothing is signed or changed by that; invalid ones are kept, annotated.
#[utoipa::path(post, path = "/api/change-sets", tag = "change sets", params(("Idempotency-Key" = Option<String>, Header, description = "The same key makes it once, ever")), request_body = Propose, responses((status = 201, body = SetView)))]
async fn propose(
    State(state): State<AppState>,
    Caller(actor): Caller,
    once: Once,
    body: Body<Propose, FILES>,
) -> Result<(StatusCode, Json<SetView>)> {
    let key = once.key(None, || &body.value)?;
    let Propose { title, operations, wait } = body.value;
    // What is not even an object has no place in a set.
    let stray = |(index, op): (usize, &Value)| InvalidOperation {
        index: u32::try_from(index).unwrap_or(u32::MAX),
        op: op.clone(),
        errors: vec![Problem::new("invalid_operation", "an operation is a JSON object")],
    };
    let list = operations.as_array().into_iter().flatten().enumerate();
    let strays: Vec<InvalidOperation> = list.filter(|(_, op)| !op.is_object()).map(stray).collect();
    if !strays.is_empty() {
        return Err(EngineError::InvalidOperations(strays).into());
    }
    let list = Value::Object(Map::from_iter([("operations".to_owned(), operations)]));
    Ok((StatusCode::CREATED, Json(state.engine.propose_list(title, list, actor, !wait, key).await?)))
}

/// A change set as a reviewer sees it now.
#[utoipa::path(get, path = "/api/change-sets/{id}", tag = "change sets", params(("id" = i64, Path)), responses((status = 200, body = SetView)))]
async fn get_change_set(State(state): State<AppState>, At(Number(id)): At<Number>) -> Result<Written> {
    Ok(Written(state.engine.change_set_text(SetId(id)).await?))
}

/// Decides one item as it was shown. Signing does not apply.
#[utoipa::path(put, path = "/api/change-sets/{id}/items/{n}/decision", tag = "change sets", params(("id" = i64, Path), ("n" = u32, Path)), request_body = DecisionRequest, responses((status = 200, body = SetView)))]
async fn decide_item(
    State(state): State<AppState>,
    Caller(actor): Caller,
    At((Number(id), n)): At<(Number, u32)>,
    body: Body<DecisionRequest>,
) -> Result<Json<SetView>> {
    let DecisionRequest { verdict, reason, digest, was } = body.value;
    Ok(Json(state.engine.decide(SetId(id), vec![SignItem { item: n, digest, was }], verdict, reason, actor).await?))
}

/// One verdict on several items.
#[derive(Debug, Deserialize, ToSchema)]
struct Decisions {
    verdict: Verdict,
    #[serde(default)]
    reason: Option<String>,
    items: Vec<SignItem>,
}

/// Decides several items in one transaction: all, or none.
#[utoipa::path(post, path = "/api/change-sets/{id}/decisions", tag = "change sets", params(("id" = i64, Path)), request_body = Decisions, responses((status = 200, body = SetView)))]
async fn decide_items(
    State(state): State<AppState>,
    Caller(actor): Caller,
    At(Number(id)): At<Number>,
    body: Body<Decisions, SIGNED>,
) -> Result<Json<SetView>> {
    let Decisions { verdict, reason, items } = body.value;
    Ok(Json(state.engine.decide(SetId(id), named(items)?, verdict, reason, actor).await?))
}

/// An edit of an item: exactly one of `op`, `args`, `exclude`/`include`, `rebase`, `hunks`, `content`; or
/// `content` with `rebase`, which puts the text on the file as it is now.
#[derive(Debug, Deserialize, ToSchema)]
struct ItemEdit {
    /// The item's, as it was shown.
    digest: String,
    /// Another operation in its place.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    op: Option<Value>,
    /// Arguments to change in it.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    args: Option<Map<String, Value>>,
    /// Targets of a bulk item to leave out.
    #[serde(default)]
    exclude: Option<Vec<TodoId>>,
    /// Targets to take in again.
    #[serde(default)]
    include: Option<Vec<TodoId>>,
    /// The same operation on what is there now.
    #[serde(default)]
    rebase: Option<bool>,
    /// Of a file item: the hunks to keep, by number from 1.
    #[serde(default)]
    hunks: Option<Vec<usize>>,
    /// Of a file item: the person's own text in its place.
    #[serde(default)]
    content: Option<String>,
}

/// Edits an item; it must be decided again.
#[utoipa::path(patch, path = "/api/change-sets/{id}/items/{n}", tag = "change sets", params(("id" = i64, Path), ("n" = u32, Path)), request_body = ItemEdit, responses((status = 200, body = SetView)))]
async fn edit_item(
    State(state): State<AppState>,
    Caller(actor): Caller,
    At((Number(id), n)): At<(Number, u32)>,
    body: Body<ItemEdit, FILES>,
) -> Result<Json<SetView>> {
    let ItemEdit { digest, op, args, exclude, include, rebase, hunks, content } = body.value;
    let (choice, rebase) = match (hunks, content, rebase) {
        (Some(hunks), None, rebase) => (Some(Choice::Hunks(hunks)), rebase),
        (None, Some(content), Some(true)) => (Some(Choice::Rebased(content)), None),
        (None, Some(content), rebase) => (Some(Choice::Text(content)), rebase),
        (None, None, rebase) => (None, rebase),
        (Some(_), Some(_), _) => return Err(one_kind()),
    };
    let targets =
        (exclude.is_some() || include.is_some()).then(|| (exclude.unwrap_or_default(), include.unwrap_or_default()));
    let edit = match (op, args, targets, rebase) {
        (None, None, None, None) if choice.is_some() => {
            let Some(choice) = choice else { return Err(one_kind()) };
            return Ok(Json(state.engine.choose(SetId(id), n, digest, choice, actor).await?));
        }
        _ if choice.is_some() => return Err(one_kind()),
        (Some(op), None, None, None) => Edit::Replace(op),
        (None, Some(args), None, None) => Edit::Merge(args),
        (None, None, Some((exclude, include)), None) => Edit::Targets { exclude, include },
        (None, None, None, Some(true)) => Edit::Rebase,
        _ => return Err(one_kind()),
    };
    Ok(Json(state.engine.edit_item(SetId(id), n, digest, edit, actor).await?))
}

fn one_kind() -> Failure {
    let hint = "Send op (whole), or args, or exclude and include, or hunks, or content, or \"rebase\": true.";
    Failure::new(StatusCode::BAD_REQUEST, "invalid_edit", "the edit must be of exactly one kind", hint)
}

/// What a file item changes.
#[derive(Debug, Serialize, ToSchema)]
struct ItemDiff {
    /// Hunks with rows and emphasised words; absent when a side is no text.
    #[schema(value_type = Option<Object>)]
    diff: Option<countersign_edits::TextDiff>,
    /// The same of the whole proposal, where parts of it were left out.
    #[schema(value_type = Option<Object>)]
    proposed: Option<countersign_edits::TextDiff>,
    /// The hunks of the proposal that are in effect; absent when none can be chosen.
    kept: Option<Vec<usize>>,
    /// What somebody changed since in the file that it builds on.
    #[schema(value_type = Option<Object>)]
    since: Option<countersign_edits::TextDiff>,
}

/// The diff of a file item, folded around its changes.
#[utoipa::path(get, path = "/api/change-sets/{id}/items/{n}/diff", tag = "change sets",
    params(("id" = i64, Path), ("n" = u32, Path), ("rows" = Option<u32>, Query, description = "So many rows at most, 1 to 1 000 000; 400 if absent")),
    responses((status = 200, body = ItemDiff)))]
async fn item_diff(
    State(state): State<AppState>,
    At((Number(id), n)): At<(Number, u32)>,
    params: Params,
) -> Result<Json<ItemDiff>> {
    let usual = u32::try_from(countersign_edits::ROWS).unwrap_or(u32::MAX);
    let rows = usize::try_from(params.ranged("rows", usual, 1_000_000)?).unwrap_or(usize::MAX);
    let found = state.engine.item_diff_up_to(SetId(id), n, rows).await?;
    Ok(Json(ItemDiff { diff: found.diff, proposed: found.proposed, kept: found.kept, since: found.since }))
}

/// What a file item would write.
#[derive(Debug, Serialize, ToSchema)]
struct ItemText {
    /// Absent when it is no text, or nothing would be there.
    text: Option<String>,
}

/// The text that a file item would write, to be edited and sent back as `content`.
#[utoipa::path(get, path = "/api/change-sets/{id}/items/{n}/text", tag = "change sets", params(("id" = i64, Path), ("n" = u32, Path)), responses((status = 200, body = ItemText)))]
async fn item_text(State(state): State<AppState>, At((Number(id), n)): At<(Number, u32)>) -> Result<Json<ItemText>> {
    Ok(Json(ItemText { text: state.engine.item_text(SetId(id), n).await? }))
}

/// Items to put on what is there now.
#[derive(Debug, Deserialize, ToSchema)]
struct Rebase {
    items: Vec<SignItem>,
}

/// Puts several items on what is there now, in one transaction: all, or none. They must be decided
/// again.
#[utoipa::path(post, path = "/api/change-sets/{id}/rebase", tag = "change sets", params(("id" = i64, Path)), request_body = Rebase, responses((status = 200, body = SetView)))]
async fn rebase_items(
    State(state): State<AppState>,
    Caller(actor): Caller,
    At(Number(id)): At<Number>,
    body: Body<Rebase, SIGNED>,
) -> Result<Json<SetView>> {
    let items = named(body.value.items)?;
    Ok(Json(state.engine.rebase(SetId(id), items, actor).await?))
}

/// Proposes what expired in a set anew, for what is there now; what was decided in it stays. A set that
/// waits for the same already is given instead.
#[utoipa::path(post, path = "/api/change-sets/{id}/again", tag = "change sets", params(("id" = i64, Path)), responses((status = 201, body = SetView)))]
async fn propose_again(
    State(state): State<AppState>,
    Caller(actor): Caller,
    At(Number(id)): At<Number>,
    _: NoBody,
) -> Result<(StatusCode, Json<SetView>)> {
    Ok((StatusCode::CREATED, Json(state.engine.propose_again(SetId(id), actor).await?)))
}

/// What is done about later changes in the way of an undo.
#[derive(Debug, Deserialize, ToSchema)]
struct UndoSet {
    #[serde(default)]
    conflicts: OnConflict,
}

/// Proposes to take back all of a set that was applied and can be taken back, also where that took several entries,
/// as each command is one: the newest first, all of it or nothing. Nothing is changed before that is applied.
#[utoipa::path(post, path = "/api/change-sets/{id}/undo", tag = "change sets", params(("id" = i64, Path)), request_body = UndoSet, responses((status = 201, body = SetView)))]
async fn undo_set(
    State(state): State<AppState>,
    Caller(actor): Caller,
    At(Number(id)): At<Number>,
    body: Body<UndoSet>,
) -> Result<(StatusCode, Json<SetView>)> {
    let conflicts = body.value.conflicts.into();
    Ok((StatusCode::CREATED, Json(state.engine.undo_set(SetId(id), conflicts, actor).await?)))
}

/// At least one item, as a decision on several must name.
fn named(items: Vec<SignItem>) -> Result<Vec<SignItem>> {
    match items.is_empty() {
        true => Err(Failure::bad("invalid_items", "items is empty")),
        false => once_each(items),
    }
}

/// Items of which none is named twice: the second may show another digest.
fn once_each(items: Vec<SignItem>) -> Result<Vec<SignItem>> {
    let mut seen = BTreeSet::new();
    match items.iter().find(|named| !seen.insert(named.item)) {
        Some(twice) => Err(Failure::bad("invalid_items", format!("item {} is named twice", twice.item))),
        None => Ok(items),
    }
}

/// What to apply.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
struct Apply {
    /// The set's, as it was shown.
    digest: String,
    /// `details.token` of an earlier 409 `confirmation_required`.
    #[serde(default)]
    confirm: Option<String>,
    #[serde(default)]
    mode: ApplyMode,
    /// Items to sign in the same step.
    #[serde(default)]
    sign: Vec<SignItem>,
    /// As the header `Idempotency-Key`.
    #[serde(default, rename = "idempotencyKey")]
    idempotency_key: Option<String>,
}

/// Applies what is signed, in one transaction. 409 `confirmation_required`, `drifted`, `stale`;
/// 422 `idempotency_mismatch`.
#[utoipa::path(post, path = "/api/change-sets/{id}/apply", tag = "change sets",
    params(("id" = i64, Path), ("Idempotency-Key" = Option<String>, Header, description = "The same key applies once, ever")),
    request_body = Apply, responses((status = 200, body = Receipt)))]
async fn apply(
    State(state): State<AppState>,
    Caller(actor): Caller,
    At(Number(id)): At<Number>,
    once: Once,
    body: Body<Apply, SIGNED>,
) -> Result<Written> {
    let key = once.key(body.value.idempotency_key.as_deref(), || &body.value)?;
    let Apply { digest, confirm, mode, sign, .. } = body.value;
    let sign = once_each(sign)?;
    Ok(Written(state.engine.answer(SetId(id), ApplyRequest { digest, confirm, mode, sign }, actor, key).await?.json()?))
}
