//! S0's `/api/llm/dryrun` and `/api/llm/apply` (S0-12, S0-13, S0-79…82): thin views of a dry run
//! and of the person's own edit. Results are told per operation as it was sent.

use crate::AppState;
use crate::failure::{Failure, Result};
use crate::guard::Caller;
use crate::json::Body;
use crate::once::{self, Once};
use crate::route::{Route, route};
use axum::Json;
use axum::extract::State;
use countersign_core::change_set::{Change, Source};
use countersign_core::ids::TodoId;
use countersign_core::operation::parse;
use countersign_core::problem::Problem;
use countersign_core::todo::Todo;
use countersign_core::wire::{ApplyMode, ApplySummary, ItemView, OpResult, Receipt};
use countersign_engine::{DirectEdit, DryRun, EngineError};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashMap};
use utoipa::ToSchema;

/// Ids shown of a bulk operation (S0-81).
const SAMPLE: usize = 10;

pub(crate) fn routes() -> Vec<Route> {
    vec![route!(dry_run), route!(apply)]
}

/// A request's operations and its other fields.
struct Request {
    operations: Vec<Value>,
    rest: Map<String, Value>,
}

impl Request {
    /// `[…]`, `{"operations": […]}`, `{"actions": […]}` or one operation by itself, and no key that
    /// is not in `fields`.
    fn read(body: Value, fields: &[&str]) -> Result<Self> {
        let operations = parse::list(body.clone()).map_err(EngineError::Bad)?;
        let listed = ["operations", "actions"].into_iter().find(|name| body.get(name).is_some());
        let rest = match (body, listed) {
            (Value::Object(mut map), Some(listed)) => {
                map.shift_remove(listed);
                map
            }
            // The whole body is operations.
            _ => Map::new(),
        };
        match rest.keys().find(|k| !fields.contains(&k.as_str())) {
            Some(key) => Err(Failure::unknown_field(key)),
            None => Ok(Self { operations, rest }),
        }
    }

    fn text(&self, name: &str) -> Result<Option<&str>> {
        match self.rest.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Failure::bad(&format!("invalid_{name}"), format!("{name} is not a text"))
                .with(json!({ "field": name }))),
        }
    }
}

/// A bulk operation changes what its `where` finds.
fn is_bulk(op: &Value) -> bool {
    parse::operation(op).is_ok_and(|op| op.predicate().is_some())
}

/// Views per operation of the request.
fn by_request<T>(list: &[T], count: usize, request: impl Fn(&T) -> u32) -> Vec<Vec<&T>> {
    let mut groups: Vec<Vec<&T>> = std::iter::repeat_with(Vec::new).take(count).collect();
    for one in list {
        if let Some(group) = usize::try_from(request(one)).ok().and_then(|at| groups.get_mut(at)) {
            group.push(one);
        }
    }
    groups
}

/// The todos an item is about, as frozen when it was proposed.
fn targets(item: &ItemView) -> Vec<TodoId> {
    let frozen = item.targets.iter().filter(|t| !t.excluded).map(|t| t.id);
    let single = item.op.get("id").and_then(Value::as_i64).map(TodoId);
    if item.targets.is_empty() { single.into_iter().collect() } else { frozen.collect() }
}

/// What one operation did.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ApplyResult {
    ok: bool,
    /// As it was sent.
    op: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    todo: Option<Todo>,
    /// Of a bulk operation.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expanded_ids: Option<Vec<TodoId>>,
    /// `not_found`, `not_repeating`, `invalid_op` …
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
struct ApplyAnswer {
    results: Vec<ApplyResult>,
    summary: ApplySummary,
}

/// Applies operations with the person's own right. The whole request is validated first: 400
/// `invalid_operations` with `details: [{index, op, errors}]`. All or nothing, unless `mode` is
/// `best_effort`; above 20 deletes or 50 updates 409 `confirmation_required`, then again with `confirm`.
///
/// Operations that are those of a message's change set as they stand, all of them or some, sign and apply its items:
/// the change is that set's. Among others they are done by themselves, and the set's items are taken back.
#[utoipa::path(post, path = "/api/llm/apply", tag = "compatibility", params(("Idempotency-Key" = Option<String>, Header)), request_body = Object, responses((status = 200, body = ApplyAnswer)))]
async fn apply(
    State(state): State<AppState>,
    Caller(actor): Caller,
    once: Once,
    body: Body<Value>,
) -> Result<Json<ApplyAnswer>> {
    let request = Request::read(body.value, &["idempotencyKey", "confirm", "mode"])?;
    let mode = match request.text("mode")? {
        None => ApplyMode::default(),
        Some(text) => serde_json::from_value(json!(text)).map_err(|_| {
            Failure::bad("invalid_mode", "mode is atomic or best_effort").with(json!({ "field": "mode" }))
        })?,
    };
    let asked = || json!([once::operations(&request.operations), mode]);
    let key = once.key(request.text("idempotencyKey")?, asked)?;
    let confirm = request.text("confirm")?.map(str::to_owned);
    let operations = request.operations.clone();
    let edit = DirectEdit { operations: request.operations, title: None, confirm, mode, source: Source::Compat };
    let receipt = state.engine.edit(edit, actor, key).await?;
    Ok(Json(ApplyAnswer { results: results(&state, operations, &receipt), summary: receipt.summary }))
}

fn results(state: &AppState, operations: Vec<Value>, receipt: &Receipt) -> Vec<ApplyResult> {
    let items = by_request(&receipt.change_set.items, operations.len(), |i| i.request);
    let done = by_request(&receipt.results, operations.len(), |r| r.request);
    operations.into_iter().zip(items).zip(done).map(|((op, items), done)| result(state, op, &items, &done)).collect()
}

fn result(state: &AppState, op: Value, items: &[&ItemView], done: &[&OpResult]) -> ApplyResult {
    let problem =
        items.iter().flat_map(|i| &i.problems).next().or_else(|| done.iter().find_map(|r| r.problem.as_ref()));
    let error = problem.map(|p| match p.code.as_ref() {
        "id_not_found" => "not_found".to_owned(),
        "invalid_operation" => "invalid_op".to_owned(),
        code => code.to_owned(),
    });
    let bulk = is_bulk(&op);
    let ids: Vec<TodoId> =
        items.iter().filter(|i| done.iter().any(|r| r.n == i.n && r.ok)).flat_map(|i| targets(i)).collect();
    // What changed nothing has no todo of its own in the receipt.
    let as_it_is = || ids.first().and_then(|id| state.engine.todo(*id)).map(|t| Todo::clone(&t));
    let todo = if bulk || error.is_some() { None } else { done.iter().find_map(|r| r.todo.clone()).or_else(as_it_is) };
    ApplyResult {
        ok: error.is_none(),
        op,
        todo,
        count: bulk.then_some(ids.len() as u64),
        expanded_ids: bulk.then_some(ids),
        error,
    }
}

/// What one operation would do.
#[derive(Debug, Serialize, ToSchema)]
struct DryResult {
    /// As it was sent.
    op: Value,
    valid: bool,
    errors: Vec<Problem>,
    preview: Preview,
}

/// A todo as it is or would be. A new one has its number and uid when it is applied.
#[derive(Debug)]
struct Shown(Todo);

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        if self.0.id.0 > 0 {
            return self.0.serialize(serializer);
        }
        let mut todo = serde_json::to_value(&self.0).map_err(serde::ser::Error::custom)?;
        if let Value::Object(map) = &mut todo {
            map.shift_remove("id");
            map.shift_remove("uid");
        }
        todo.serialize(serializer)
    }
}

/// Of one todo: before and after, absent where it does not exist. Of a bulk operation: how many, and some of them.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Preview {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Todo>)]
    before: Option<Shown>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Todo>)]
    after: Option<Shown>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sample_ids: Option<Vec<TodoId>>,
}

#[derive(Debug, Serialize, ToSchema)]
struct DryAnswer {
    results: Vec<DryResult>,
    /// Totals of the valid ones.
    summary: ApplySummary,
    warnings: Vec<Problem>,
}

/// What operations would do. Nothing is written.
#[utoipa::path(post, path = "/api/llm/dryrun", tag = "compatibility", request_body = Object, responses((status = 200, body = DryAnswer)))]
async fn dry_run(State(state): State<AppState>, body: Body<Value>) -> Result<Json<DryAnswer>> {
    let request = Request::read(body.value, &["idempotencyKey", "confirm", "mode"])?;
    let DryRun { set, changes, summary, confirm } = state.engine.dry_run(&request.operations).await?;
    let items = by_request(&set.items, request.operations.len(), |i| i.request);
    let mut now = Now { state: &state, changed: HashMap::new() };
    let changes = |item: &ItemView| usize::try_from(item.n).ok().and_then(|n| changes.get(n.checked_sub(1)?));
    let results = request
        .operations
        .into_iter()
        .zip(items)
        .map(|(op, items)| {
            let changes: Vec<&Change> = items.iter().filter_map(|i| changes(i)).flatten().collect();
            dry_result(&mut now, op, &items, &changes)
        })
        .collect();
    // Each kind of warning once, in the order they came.
    let mut seen = BTreeMap::new();
    let all = set.items.iter().flat_map(|i| &i.warnings);
    let mut warnings: Vec<Problem> =
        all.filter(|w| seen.insert((w.code.clone(), w.message.clone()), ()).is_none()).cloned().collect();
    if let Some(counts) = confirm {
        let message = match (counts.deletes, counts.updates) {
            (d, 1) => format!("This deletes {d} and updates 1 todo: applying it needs a second confirmation."),
            (d, u) => format!("This deletes {d} and updates {u} todos: applying it needs a second confirmation."),
        };
        warnings.push(
            Problem::new("confirmation_required", message)
                .hinting("Apply answers 409 with a token; send the same request again with \"confirm\" set to it."),
        );
    }
    Ok(Json(DryAnswer { results, summary, warnings }))
}

fn dry_result<'c>(now: &mut Now<'_, 'c>, op: Value, items: &[&ItemView], changes: &[&'c Change]) -> DryResult {
    let errors: Vec<Problem> = items.iter().flat_map(|i| i.problems.clone()).collect();
    let preview = if !errors.is_empty() {
        Preview::default()
    } else if is_bulk(&op) {
        let ids: Vec<TodoId> = items.iter().flat_map(|i| targets(i)).collect();
        Preview {
            count: Some(ids.len() as u64),
            sample_ids: Some(ids.into_iter().take(SAMPLE).collect()),
            ..Preview::default()
        }
    } else if let Some(one) = changes.first() {
        let shown = |todo: &Option<Todo>| todo.clone().map(Shown);
        Preview { before: shown(&one.before), after: shown(&one.after), ..Preview::default() }
    } else {
        // Nothing would change: it is after as it was before.
        let same = || items.first().and_then(|i| targets(i).first().copied()).and_then(|id| now.todo(id)).map(Shown);
        Preview { before: same(), after: same(), ..Preview::default() }
    };
    now.changed.extend(changes.iter().map(|change| (change.id, change.after.as_ref())));
    DryResult { op, valid: errors.is_empty(), errors, preview }
}

/// Todos as the operations so far would leave them.
struct Now<'s, 'c> {
    state: &'s AppState,
    changed: HashMap<TodoId, Option<&'c Todo>>,
}

impl Now<'_, '_> {
    fn todo(&self, id: TodoId) -> Option<Todo> {
        match self.changed.get(&id) {
            Some(todo) => todo.cloned(),
            None => self.state.engine.todo(id).map(|todo| Todo::clone(&todo)),
        }
    }
}
