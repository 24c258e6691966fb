//! Todos as resources (S0-2, F/S0). Writes are the person's own edits: signed by being made, in the
//! ledger like everything else, and undoable.

use super::{At, Number};
use crate::AppState;
use crate::failure::{Failure, Result};
use crate::guard::Caller;
use crate::json::{Body, NoBody};
use crate::occurrences::{self, TodoRow};
use crate::once::{self, Once};
use crate::query::Params;
use crate::route::{Route, route};
use axum::Json;
use axum::extract::State;
use countersign_core::change_set::{Actor, Source};
use countersign_core::ids::{Seq, TodoId};
use countersign_core::operation::parse;
use countersign_core::todo::{Priority, Status, Todo};
use countersign_core::wire::{ApplyMode, Receipt};
use countersign_engine::{DirectEdit, EngineError, Key};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::ToSchema;

/// Days one expansion may span (TODOS rule 7).
const MOST_DAYS: i32 = 366;
/// Search results.
const MOST_FOUND: u32 = 200;

pub(crate) fn routes() -> Vec<Route> {
    vec![
        route!(list_todos, create_todo),
        route!(all_todos),
        route!(backlog),
        route!(search_todos),
        route!(aggregates),
        route!(get_todo, update_todo, delete_todo),
        route!(complete_occurrence),
        route!(edit),
    ]
}

#[derive(Debug, Serialize, ToSchema)]
struct TodoList {
    todos: Vec<TodoRow>,
    /// Where `limit` left some out: ask with `after` set to this for more.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<TodoId>,
}

impl TodoList {
    fn of(todos: Vec<Arc<Todo>>, today: Date) -> Self {
        Self { todos: todos.into_iter().map(|todo| TodoRow::of(todo, today)).collect(), next: None }
    }
}

/// Dated todos, by date. With both `from` and `to`, series are shown as their occurrences.
#[utoipa::path(get, path = "/api/todos", tag = "todos",
    params(
        ("from" = Option<String>, Query, description = "YYYY-MM-DD, inclusive"), ("to" = Option<String>, Query, description = "YYYY-MM-DD, inclusive; at most 366 days"),
        ("priority" = Option<Priority>, Query), ("completed" = Option<bool>, Query)),
    responses((status = 200, body = TodoList)))]
async fn list_todos(State(state): State<AppState>, params: Params) -> Result<Json<TodoList>> {
    let (from, to) = (params.date("from")?, params.date("to")?);
    let priority: Option<Priority> = params.word("priority")?;
    let completed = params.flag("completed")?;
    if let (Some(from), Some(to)) = (from, to) {
        let days = (to - from).get_days();
        if !(0..MOST_DAYS).contains(&days) {
            let why =
                if days < 0 { "to is before from".to_owned() } else { format!("that is more than {MOST_DAYS} days") };
            return Err(Failure::bad("invalid_to", why).with(json!({ "parameter": "to" })));
        }
    }
    let today = state.engine.today();
    let dated = state.engine.dated(from, to, |t| priority.is_none_or(|p| t.priority == p));
    let mut rows: Vec<TodoRow> = match (from, to) {
        (Some(from), Some(to)) => dated.iter().flat_map(|t| occurrences::rows(t, from, to)).collect(),
        // A series is one row, on the date it starts from.
        _ => dated
            .into_iter()
            .filter(|t| t.scheduled_for.is_some_and(|d| from.is_none_or(|f| f <= d) && to.is_none_or(|t| d <= t)))
            .map(|todo| TodoRow::of(todo, today))
            .collect(),
    };
    rows.retain(|r| completed.is_none_or(|c| r.todo.0.completed() == c));
    occurrences::sort(&mut rows);
    Ok(Json(TodoList { todos: rows, next: None }))
}

/// All todos, done ones too, by number; with conditions that must all hold (as `where`). `overdue` takes a series
/// whose open occurrence is past as well. With `limit` in parts: `next` is there while there are more.
#[utoipa::path(get, path = "/api/todos/all", tag = "todos",
    params(
        ("ids" = Option<String>, Query, description = "Numbers, with commas"), ("text" = Option<String>, Query), ("title_contains" = Option<String>, Query),
        ("scheduled_from" = Option<String>, Query), ("scheduled_to" = Option<String>, Query), ("due_from" = Option<String>, Query), ("due_to" = Option<String>, Query),
        ("overdue" = Option<bool>, Query), ("priority" = Option<String>, Query, description = "One or several, with commas"), ("labels" = Option<String>, Query, description = "All of these, with commas"),
        ("completed" = Option<bool>, Query), ("repeating" = Option<bool>, Query), ("status" = Option<String>, Query, description = "One or several, with commas"),
        ("after" = Option<u64>, Query, description = "Only todos with a greater number"), ("limit" = Option<u32>, Query, description = "1 to 1000; all if absent")),
    responses((status = 200, body = TodoList)))]
async fn all_todos(State(state): State<AppState>, params: Params) -> Result<Json<TodoList>> {
    let limit = params.limit(u32::MAX, 1000)?;
    let after: Option<u64> = params.parsed("after")?;
    let mut conditions = Map::new();
    let list = |text: &str| Value::Array(text.split(',').map(|t| json!(t.trim())).collect());
    for name in ["priority", "labels", "status"] {
        if let Some(text) = params.text(name) {
            conditions.insert(name.to_owned(), list(text));
        }
    }
    if let Some(text) = params.text("ids") {
        let number = |t: &str| t.parse::<i64>().map_or_else(|_| json!(t), |n| json!(n));
        conditions.insert("ids".to_owned(), text.split(',').map(|t| number(t.trim())).collect());
    }
    for name in ["text", "title_contains"] {
        if let Some(text) = params.text(name) {
            conditions.insert(name.to_owned(), json!(text));
        }
    }
    for name in ["overdue", "completed", "repeating"] {
        if let Some(text) = params.text(name) {
            let value = text.parse::<bool>().map_or_else(|_| json!(text), Value::Bool);
            conditions.insert(name.to_owned(), value);
        }
    }
    for (name, from, to) in [("scheduled_range", "scheduled_from", "scheduled_to"), ("due_range", "due_from", "due_to")]
    {
        let range: Map<String, Value> = [("from", from), ("to", to)]
            .into_iter()
            .filter_map(|(end, parameter)| Some((end.to_owned(), json!(params.text(parameter)?))))
            .collect();
        if !range.is_empty() {
            conditions.insert(name.to_owned(), Value::Object(range));
        }
    }
    let today = state.engine.today();
    let found = if conditions.is_empty() {
        state.engine.todos(|_| true)
    } else {
        let mut predicate =
            parse::predicate(Some(&Value::Object(conditions))).map_err(|problems| Failure::of_problems(&problems))?;
        let late = predicate.overdue.take();
        state
            .engine
            .todos(|t| predicate.matches(t, today) && late.is_none_or(|late| occurrences::is_late(t, today) == late))
    };
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut part: Vec<Arc<Todo>> = found
        .into_iter()
        .filter(|todo| after.is_none_or(|after| u64::try_from(todo.id.0).is_ok_and(|id| id > after)))
        .collect();
    let more = part.len() > most;
    part.truncate(most);
    let next = part.last().filter(|_| more).map(|todo| todo.id);
    Ok(Json(TodoList { next, ..TodoList::of(part, today) }))
}

/// What is to be done and has no date: those that `aggregates` counts as `backlog`.
#[utoipa::path(get, path = "/api/todos/backlog", tag = "todos", params(("priority" = Option<Priority>, Query)), responses((status = 200, body = TodoList)))]
async fn backlog(State(state): State<AppState>, params: Params) -> Result<Json<TodoList>> {
    let priority: Option<Priority> = params.word("priority")?;
    let found = state.engine.todos(|t| in_backlog(t) && priority.is_none_or(|p| t.priority == p));
    Ok(Json(TodoList::of(found, state.engine.today())))
}

/// Waits to be done, and has no date.
fn in_backlog(todo: &Todo) -> bool {
    !todo.status.is_closed() && todo.scheduled_for.is_none()
}

/// Full-text search over titles and notes, best first, then those with the labels that words of the query name;
/// the last word is a prefix. `#work` and `label:work` are labels and nothing else; of `#5` the todo of
/// that number is the first.
#[utoipa::path(get, path = "/api/todos/search", tag = "todos", params(("query" = String, Query), ("completed" = Option<bool>, Query), ("k" = Option<u32>, Query, description = "At most so many: 1 to 200; 200 if absent"), ("shown" = Option<bool>, Query, description = "true: nothing is found by a part of a secret, for who is shown none")), responses((status = 200, body = TodoList)))]
async fn search_todos(State(state): State<AppState>, params: Params) -> Result<Json<TodoList>> {
    let query = params
        .text("query")
        .map(str::trim)
        .filter(|q| !q.is_empty())
        .ok_or_else(|| Failure::bad("invalid_query", "query is missing or empty"))?;
    let most = params.ranged("k", MOST_FOUND, MOST_FOUND)?;
    let completed = params.flag("completed")?;
    let found = match params.flag("shown")?.unwrap_or(false) {
        true => state.engine.search_shown(query, completed, most).await?,
        false => state.engine.search(query, completed, most).await?,
    };
    Ok(Json(TodoList::of(found, state.engine.today())))
}

/// How many todos there are of each kind (S0-6). Rejected ones are counted in `total` and `status`
/// only; `overdue`, `today`, `backlog`, `repeating`, `priority` and `labels` count what is open.
#[derive(Debug, Default, Serialize, ToSchema)]
struct Aggregates {
    total: u64,
    open: u64,
    done: u64,
    /// As a list with `overdue=true` has them.
    overdue: u64,
    today: u64,
    /// Without a date.
    backlog: u64,
    repeating: u64,
    #[schema(value_type = BTreeMap<String, u64>)]
    status: BTreeMap<Status, u64>,
    #[schema(value_type = BTreeMap<String, u64>)]
    priority: BTreeMap<Priority, u64>,
    labels: BTreeMap<String, u64>,
}

impl Aggregates {
    fn count(&mut self, todo: &Arc<Todo>, today: Date) {
        let one = |is: bool| u64::from(is);
        self.total += 1;
        self.done += one(todo.completed());
        *self.status.entry(todo.status).or_default() += 1;
        if todo.status.is_closed() {
            return;
        }
        self.open += 1;
        self.overdue += one(occurrences::is_late(todo, today));
        self.today += one(!occurrences::rows(todo, today, today).is_empty());
        self.backlog += one(in_backlog(todo));
        self.repeating += one(todo.recurrence.is_repeating());
        *self.priority.entry(todo.priority).or_default() += 1;
        for label in &todo.labels {
            *self.labels.entry(label.clone()).or_default() += 1;
        }
    }
}

/// How many todos there are of each kind.
#[utoipa::path(get, path = "/api/todos/aggregates", tag = "todos", responses((status = 200, body = Aggregates)))]
async fn aggregates(State(state): State<AppState>, _: Params) -> Json<Aggregates> {
    let today = state.engine.today();
    let mut all = Aggregates::default();
    for todo in state.engine.todos(|_| true) {
        all.count(&todo, today);
    }
    Json(all)
}

/// One todo; after a write with the ledger entry, which undo takes.
#[derive(Debug, Serialize, ToSchema)]
struct TodoAnswer {
    todo: TodoRow,
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<Seq>,
}

/// One todo.
#[utoipa::path(get, path = "/api/todos/{id}", tag = "todos", params(("id" = i64, Path)), responses((status = 200, body = TodoAnswer)))]
async fn get_todo(State(state): State<AppState>, At(Number(id)): At<Number>) -> Result<Json<TodoAnswer>> {
    let todo = state.engine.todo(TodoId(id)).ok_or_else(|| Failure::not_found(format!("todo #{id}")))?;
    Ok(Json(TodoAnswer { todo: TodoRow::of(todo, state.engine.today()), entry: None }))
}

/// One operation of the person's own. Its defects are answered with S0's single code.
async fn one(state: &AppState, actor: Actor, operation: Value, key: Option<Key>) -> Result<Receipt> {
    let request = DirectEdit {
        operations: vec![operation],
        title: None,
        confirm: None,
        mode: ApplyMode::Atomic,
        source: Source::Direct,
    };
    match state.engine.edit(request, actor, key).await {
        Err(EngineError::InvalidOperations(defects)) => {
            let problems: Vec<_> = defects.into_iter().flat_map(|d| d.errors).collect();
            Err(Failure::of_problems(&problems))
        }
        other => Ok(other?),
    }
}

/// The todo as the receipt has it, or as it is when nothing changed.
fn answer(state: &AppState, receipt: Receipt, id: Option<TodoId>) -> Result<Json<TodoAnswer>> {
    let entry = receipt.entry;
    let changed = receipt.results.into_iter().find_map(|r| r.todo).map(std::sync::Arc::new);
    let todo = changed
        .or_else(|| id.and_then(|id| state.engine.todo(id)))
        .ok_or_else(|| Failure::not_found("such todo any more"))?;
    Ok(Json(TodoAnswer { todo: TodoRow::of(todo, state.engine.today()), entry }))
}

/// The fields of a body as an operation of this kind, and the key if it has one.
fn operation(op: &str, id: Option<i64>, mut fields: Map<String, Value>, once: Once) -> Result<(Value, Option<Key>)> {
    let in_body = fields.shift_remove("idempotencyKey");
    let in_body = match &in_body {
        None | Some(Value::Null) => None,
        Some(Value::String(key)) => Some(key.as_str()),
        Some(_) => return Err(Failure::bad("invalid_idempotencyKey", "idempotencyKey is not a text")),
    };
    if let Some(name) = ["op", "id", "action", "type"].into_iter().find(|n| fields.contains_key(*n)) {
        return Err(Failure::unknown_field(name));
    }
    let mut all = Map::from_iter([("op".to_owned(), json!(op))]);
    all.extend(id.map(|id| ("id".to_owned(), json!(id))));
    all.extend(fields);
    let operation = Value::Object(all);
    let key = once.key(in_body, || once::operations(std::slice::from_ref(&operation)))?;
    Ok((operation, key))
}

fn known(state: &AppState, id: i64) -> Result<()> {
    state.engine.todo(TodoId(id)).map(|_| ()).ok_or_else(|| Failure::not_found(format!("todo #{id}")))
}

/// Makes a todo: `{title, notes?, scheduledFor?, timeOfDay?, dueDate?, priority?, estimate?, labels?, checklist?, recurrence?}`.
#[utoipa::path(post, path = "/api/todos", tag = "todos", params(("Idempotency-Key" = Option<String>, Header)), request_body = Object, responses((status = 200, body = TodoAnswer)))]
async fn create_todo(
    State(state): State<AppState>,
    Caller(actor): Caller,
    once: Once,
    body: Body<Map<String, Value>>,
) -> Result<Json<TodoAnswer>> {
    let (operation, key) = operation("create", None, body.value, once)?;
    answer(&state, one(&state, actor, operation, key).await?, None)
}

/// One operation on a todo that must be there.
async fn on_todo(
    state: &AppState,
    actor: Actor,
    op: &str,
    id: i64,
    once: Once,
    body: Body<Map<String, Value>>,
) -> Result<Json<TodoAnswer>> {
    let (operation, key) = operation(op, Some(id), body.value, once)?;
    // A repeated request is answered as the first was, even if the todo has gone since.
    if key.is_none() {
        known(state, id)?;
    }
    answer(state, one(state, actor, operation, key).await?, Some(TodoId(id)))
}

/// Changes the fields that are given, and no others.
///
/// A repetition that names a `type` ends when the old one did (`until`, `count`) unless it says its end; `null` takes
/// the end away.
#[utoipa::path(patch, path = "/api/todos/{id}", tag = "todos", params(("id" = i64, Path), ("Idempotency-Key" = Option<String>, Header)), request_body = Object, responses((status = 200, body = TodoAnswer)))]
async fn update_todo(
    State(state): State<AppState>,
    Caller(actor): Caller,
    At(Number(id)): At<Number>,
    once: Once,
    body: Body<Map<String, Value>>,
) -> Result<Json<TodoAnswer>> {
    on_todo(&state, actor, "update", id, once, body).await
}

#[derive(Debug, Serialize, ToSchema)]
struct Deleted {
    deleted: TodoId,
    /// The ledger entry; undo takes it.
    entry: Option<Seq>,
}

/// Deletes a todo. Undo brings it back with its number.
#[utoipa::path(delete, path = "/api/todos/{id}", tag = "todos", params(("id" = i64, Path), ("Idempotency-Key" = Option<String>, Header)), responses((status = 200, body = Deleted)))]
async fn delete_todo(
    State(state): State<AppState>,
    Caller(actor): Caller,
    At(Number(id)): At<Number>,
    once: Once,
    _: NoBody,
) -> Result<Json<Deleted>> {
    let key = once.key(None, || ())?;
    if key.is_none() {
        known(&state, id)?;
    }
    let receipt = one(&state, actor, json!({ "op": "delete", "id": id }), key).await?;
    Ok(Json(Deleted { deleted: TodoId(id), entry: receipt.entry }))
}

/// Completes one date of a series, or opens it again: `{occurrenceDate, completed?=true}`.
#[utoipa::path(patch, path = "/api/todos/{id}/occurrence", tag = "todos", params(("id" = i64, Path), ("Idempotency-Key" = Option<String>, Header)), request_body = Object, responses((status = 200, body = TodoAnswer)))]
async fn complete_occurrence(
    State(state): State<AppState>,
    Caller(actor): Caller,
    At(Number(id)): At<Number>,
    once: Once,
    body: Body<Map<String, Value>>,
) -> Result<Json<TodoAnswer>> {
    on_todo(&state, actor, "complete_occurrence", id, once, body).await
}

/// The person's own edits.
#[derive(Debug, Deserialize, ToSchema)]
struct Edits {
    /// See TODOS "operations".
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    operations: Value,
    #[serde(default)]
    title: Option<String>,
    /// `details.token` of an earlier 409 `confirmation_required`.
    #[serde(default)]
    confirm: Option<String>,
    #[serde(default)]
    mode: ApplyMode,
    /// As the header `Idempotency-Key`.
    #[serde(default, rename = "idempotencyKey")]
    idempotency_key: Option<String>,
}

/// Operations of the person's own, applied at once in one transaction. 409 `confirmation_required`
/// above 20 deletes or 50 updates.
#[utoipa::path(post, path = "/api/edits", tag = "todos", params(("Idempotency-Key" = Option<String>, Header)), request_body = Edits, responses((status = 200, body = Receipt)))]
async fn edit(
    State(state): State<AppState>,
    Caller(actor): Caller,
    once: Once,
    body: Body<Edits>,
) -> Result<Json<Receipt>> {
    let Edits { operations, title, confirm, mode, idempotency_key } = body.value;
    let operations = parse::list(json!({ "operations": operations })).map_err(EngineError::Bad)?;
    let key = once.key(idempotency_key.as_deref(), || json!([once::operations(&operations), title, mode]))?;
    let request = DirectEdit { operations, title, confirm, mode, source: Source::Direct };
    Ok(Json(state.engine.edit(request, actor, key).await?))
}
