//! `countersign todos`: reading, and edits that are signed by being made.

use super::{Session, edit, review};
use crate::args::{Add, Edit, Filter, TodosVerb};
use crate::client::{escape, read};
use crate::failure::{Exit, Failure, Result};
use crate::screen::clean;
use crate::show::{self, Row};
use crate::texts::say;
use countersign_core::todo::Todo;
use countersign_core::todo::standing::Standing;
use countersign_core::wire::{Confirmation, Receipt};
use countersign_planner::dates;
use http::Method;
use jiff::ToSpan;
use jiff::civil::Date;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Runs the verb.
pub(crate) async fn run(s: &mut Session<'_>, verb: TodosVerb) -> Result<Exit> {
    match verb {
        TodosVerb::List(filter) => list(s, &filter).await,
        TodosVerb::Show { id } => one(s, id).await,
        TodosVerb::Add(args) => add(s, &args).await,
        TodosVerb::Done { ids, on, reopen } => done(s, &once(ids), on, reopen).await,
        TodosVerb::Edit(args) => change(s, &args).await,
        TodosVerb::Delete { ids, confirm } => {
            let ops = once(ids).iter().map(|id| json!({ "op": "delete", "id": id })).collect();
            edited(s, ops, confirm, None).await
        }
        TodosVerb::Search { words, all } => search(s, &words.join(" "), all).await,
        TodosVerb::Week { from } => week(s, from).await,
    }
}

/// Each number once, in the order given.
fn once(mut ids: Vec<i64>) -> Vec<i64> {
    let mut seen = BTreeSet::new();
    ids.retain(|id| seen.insert(*id));
    ids
}

async fn list(s: &mut Session<'_>, filter: &Filter) -> Result<Exit> {
    let today = today(s).await?;
    let mut conditions = Vec::new();
    match (filter.all, filter.done) {
        (true, _) => {}
        (false, done) => conditions.push(format!("completed={done}")),
    }
    if filter.overdue {
        conditions.push("overdue=true".to_owned());
    }
    if let Some(priority) = filter.priority {
        conditions.push(format!("priority={}", json!(priority).as_str().unwrap_or_default()));
    }
    if let Some(label) = &filter.label {
        conditions.push(format!("labels={}", escape(label)));
    }
    let value = s.client.get(&format!("/api/todos/all?{}", conditions.join("&"))).await?;
    // Rejected ones are not done, but nobody who lists what is open means them.
    let wants_work = |todo: &Todo| filter.all || filter.done || !todo.status.is_closed();
    let keep = |todo: &Todo| wants_work(todo) && (!filter.backlog || todo.scheduled_for.is_none());
    let todos: Vec<Todo> = read(&value["todos"])?;
    let mut todos: Vec<Todo> = todos.into_iter().filter(keep).collect();
    show::soonest_first(&mut todos, today);
    shown(s, &todos, today)
}

async fn search(s: &mut Session<'_>, words: &str, all: bool) -> Result<Exit> {
    let today = today(s).await?;
    let completed = if all { "" } else { "&completed=false" };
    let value = s.client.get(&format!("/api/todos/search?query={}{completed}", escape(words))).await?;
    let todos: Vec<Todo> = read(&value["todos"])?;
    shown(s, &todos, today)
}

/// A todo of a list, as `GET /api/todos/all` has it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Listed<'t> {
    #[serde(flatten)]
    todo: &'t Todo,
    #[serde(skip_serializing_if = "Option::is_none")]
    open_occurrence: Option<Standing>,
}

fn shown(s: &mut Session<'_>, todos: &[Todo], today: Date) -> Result<Exit> {
    if s.screen.is_json() {
        let todos = todos.iter().map(|todo| Listed { todo, open_occurrence: todo.standing(today) });
        s.screen.json(&json!({ "todos": todos.collect::<Vec<_>>() }))?;
    } else {
        show::list(s.screen, todos, today)?;
    }
    Ok(Exit::Clear)
}

async fn one(s: &mut Session<'_>, id: i64) -> Result<Exit> {
    let value = s.client.get(&format!("/api/todos/{id}")).await?;
    if s.screen.is_json() {
        s.screen.json(&value)?;
    } else {
        let today = today(s).await?;
        show::todo(s.screen, &read(&value["todo"])?, today)?;
    }
    Ok(Exit::Clear)
}

async fn week(s: &mut Session<'_>, from: Option<Date>) -> Result<Exit> {
    let today = today(s).await?;
    let from = from.unwrap_or(today);
    let to = from.checked_add(6.days()).unwrap_or(Date::MAX);
    let value = s.client.get(&format!("/api/todos?from={from}&to={to}")).await?;
    if s.screen.is_json() {
        s.screen.json(&value)?;
        return Ok(Exit::Clear);
    }
    let mut rows = Vec::new();
    for row in value["todos"].as_array().into_iter().flatten() {
        let todo: Todo = read(row)?;
        // A moved occurrence stands on its new date, which is its scheduledFor in the list.
        if let Some(date) = todo.scheduled_for {
            rows.push(Row { todo, date });
        }
    }
    show::agenda(s.screen, &rows, from, to, today)?;
    Ok(Exit::Clear)
}

async fn add(s: &mut Session<'_>, args: &Add) -> Result<Exit> {
    let clock = edit::clock(&s.client).await?;
    let title = args.title.join(" ");
    let mut op = Map::from_iter([("op".to_owned(), json!("create")), ("title".to_owned(), json!(title))]);
    edit::fields(&args.fields, &clock, &mut op)?;
    if !args.fields.label.is_empty() {
        op.insert("labels".to_owned(), json!(args.fields.label));
    }
    let dated = ["scheduledFor", "timeOfDay", "dueDate", "recurrence"].iter().any(|field| op.contains_key(*field));
    let exit = edited(s, vec![Value::Object(op)], false, args.key.as_deref()).await?;
    // A title is taken as it is given, which who writes a day into it may not expect.
    let said = dates::find(&title, &clock).into_iter().next().and_then(|found| title.get(found.span));
    if let Some(said) = said.filter(|_| !dated && exit == Exit::Clear && !s.screen.is_json()) {
        s.screen.line(say!("cli-add-unread", said = clean(said), title = show::shell_word(&clean(&title))))?;
    }
    Ok(exit)
}

async fn change(s: &mut Session<'_>, args: &Edit) -> Result<Exit> {
    let clock = edit::clock(&s.client).await?;
    let unset = |failure: Failure| {
        let body = failure.body();
        let hint = Failure::hint(&body).unwrap_or_default();
        let hint = [hint.as_str(), &say!("cli-date-clear-hint")].join(" ");
        if failure.is("invalid_date") { Failure::new("invalid_date", body.message, hint) } else { failure }
    };
    let mut op = edit::changes(&args.changes, "labels_add", &clock).map_err(unset)?;
    let mut ops = Vec::new();
    if !op.is_empty() {
        op.insert("op".to_owned(), json!("update"));
        op.insert("id".to_owned(), json!(args.id));
        ops.push(Value::Object(op));
    }
    if let Some(status) = args.status {
        let mut op = json!({ "op": "set_status", "id": args.id, "status": status });
        if let Some(reason) = &args.because {
            op["reason"] = json!(reason);
        }
        ops.push(op);
    }
    if ops.is_empty() {
        return Err(Failure::new("nothing_to_change", say!("cli-edit-nothing"), say!("cli-edit-nothing-hint")));
    }
    edited(s, ops, false, None).await
}

/// The date of a series that is most likely meant: the one that is open, or the last that was done.
fn due(todo: &Todo, today: Date, done: bool) -> Option<Date> {
    if done {
        return todo.completed_dates.last().copied();
    }
    todo.standing(today).map(|open| open.occurrence_date)
}

async fn done(s: &mut Session<'_>, ids: &[i64], on: Option<Date>, reopen: bool) -> Result<Exit> {
    let mut ops = Vec::new();
    for id in ids {
        let value = s.client.get(&format!("/api/todos/{id}")).await?;
        let todo: Todo = read(&value["todo"])?;
        ops.push(match (todo.recurrence.is_repeating(), on) {
            (true, Some(date)) => {
                json!({ "op": "complete_occurrence", "id": id, "occurrenceDate": date, "completed": !reopen })
            }
            (true, None) => {
                let today = edit::clock(&s.client).await?.now.date();
                let date = due(&todo, today, reopen).map_or_else(|| "DATE".to_owned(), |date| date.to_string());
                return Err(Failure::new(
                    "use_complete_occurrence_for_repeating",
                    say!("cli-done-series", id = *id),
                    say!("cli-done-series-hint", id = *id, date = date),
                ));
            }
            (false, _) => json!({ "op": "complete", "id": id, "completed": !reopen }),
        });
    }
    edited(s, ops, false, None).await
}

/// Makes an edit; above the thresholds only if that is confirmed.
async fn edited(s: &mut Session<'_>, operations: Vec<Value>, confirm: bool, key: Option<&str>) -> Result<Exit> {
    let mut body = json!({ "operations": operations });
    let mut answer = s.client.request(Method::POST, "/api/edits", Some(&body), key).await;
    if let Err(failure) = &answer
        && failure.is("confirmation_required")
        && let Some(details) = failure.details()
    {
        let needed: Confirmation = read(details)?;
        if confirm || review::agreed(s, &needed).await? {
            body["confirm"] = json!(needed.token);
            answer = s.client.request(Method::POST, "/api/edits", Some(&body), key).await;
        } else {
            return Err(review::unconfirmed(s, &needed));
        }
    }
    let value = answer?;
    let receipt: Receipt = read(&value)?;
    if s.screen.is_json() {
        s.screen.json(&value)?;
    } else {
        show::receipt(s.screen, &receipt)?;
    }
    Ok(review::outcome(&receipt))
}

async fn today(s: &Session<'_>) -> Result<Date> {
    read(&s.client.get("/api/status").await?["today"])
}
