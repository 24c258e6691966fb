//! A call of a tool as requests to the server, and its answer made short for a model.

use super::bases::{Bases, unknown};
use crate::client::{Client, escape, read};
use crate::failure::{Failure, Result};
use countersign_core::exact;
use countersign_core::wire::{CallsReport, FileText, OperationsReport, WorkspaceView};
use countersign_redact::{Secrets, redacted};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Todos or entries of one answer where the call names no number.
const FEW: usize = 20;
/// Todos of a list where the call names no number.
const PAGE: usize = 50;
/// Most of either.
const MOST: usize = 200;
/// Bytes of a file's text in one answer.
const PIECE: usize = 60_000;

/// Whether a tool begins something, so that a data folder is made for it.
pub(super) fn begins(tool: &str) -> bool {
    tool == "propose_changes"
}

/// What a tool answers; `agent` is who asks.
///
/// # Errors
/// What is wrong with the arguments, or what the server refuses.
pub(super) async fn answer(client: &Client, bases: &mut Bases, tool: &str, args: Value, agent: &str) -> Result<Value> {
    let answer = match tool {
        "propose_changes" => propose(client, bases, given(args)?, agent).await?,
        "retract_changes" => retract(client, given(args)?, agent).await?,
        "list_todos" => list(client, given(args)?).await?,
        "search_todos" => search(client, given(args)?).await?,
        "list_change_sets" => sets(client, given(args)?).await?,
        "get_change_set" => set(client, given(args)?).await?,
        "recent_decisions" => decisions(client, given(args)?, agent).await?,
        "list_folders" => {
            let Nothing {} = given(args)?;
            let folders: Vec<Value> =
                workspaces(client).await?.iter().map(|w| json!({ "workspace": w.id, "root": w.root })).collect();
            json!({ "folders": folders })
        }
        "find_files" => find(client, given(args)?).await?,
        _ => file(client, bases, given(args)?).await?,
    };
    Ok(whole(answer))
}

/// An answer made lean, of which each part that a tool names stays, so that a list with nothing in it is
/// told as one.
fn whole(answer: Value) -> Value {
    match answer {
        Value::Object(map) => {
            let says = |(_, value): &(String, Value)| !value.is_null();
            map.into_iter().filter(says).map(|(key, value)| (key, lean(value))).collect()
        }
        other => lean(other),
    }
}

fn given<T: DeserializeOwned>(args: Value) -> Result<T> {
    exact::from_value(args).map_err(|e| {
        Failure::new("invalid_arguments", e.to_string(), "Give the arguments as the tool's inputSchema says.")
    })
}

/// Without what says nothing: absent values, empty texts, lists and objects.
pub(super) fn lean(value: Value) -> Value {
    match value {
        Value::Array(list) => list.into_iter().map(lean).collect(),
        Value::Object(map) => {
            let says = |value: &Value| match value {
                Value::Null => false,
                Value::String(text) => !text.is_empty(),
                Value::Array(list) => !list.is_empty(),
                Value::Object(map) => !map.is_empty(),
                Value::Bool(_) | Value::Number(_) => true,
            };
            map.into_iter().map(|(key, value)| (key, lean(value))).filter(|(_, value)| says(value)).collect()
        }
        plain => plain,
    }
}

/// A path with those parameters that are given.
fn query(path: &str, parameters: &[(&str, Option<String>)]) -> String {
    let given = parameters.iter().filter_map(|(name, value)| Some(format!("{name}={}", escape(value.as_ref()?))));
    format!("{path}?{}", given.collect::<Vec<_>>().join("&"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Propose {
    operations: Vec<Value>,
    why: Option<String>,
}

async fn propose(client: &Client, bases: &Bases, mut args: Propose, agent: &str) -> Result<Value> {
    for operation in &mut args.operations {
        if !bases.uncover(operation)? && is_covered(client, operation).await? {
            return Err(unknown());
        }
    }
    let body = json!({ "agent": agent, "why": args.why, "operations": args.operations });
    let report: OperationsReport = read(&client.post("/api/agents/operations", &body).await?)?;
    let waits = report.answers.iter().filter(|answer| answer.ok && answer.code == "queued").count();
    let by_rules = report.answers.iter().filter(|answer| answer.code == "applied").count();
    let mut next = match (waits, report.sets.as_slice()) {
        (0, _) => "Nothing waits for a signature from this call.".to_owned(),
        (n, sets) => {
            let show: Vec<String> = sets.iter().map(|set| format!("countersign show {set}")).collect();
            let how = show.join(", ");
            format!("{n} wait: a person must sign them in Countersign ({how}, or the Inbox of the page).")
        }
    };
    next.push_str(match by_rules {
        0 => " Nothing has been changed.",
        _ => " What says applied was let through by a rule that the person signed.",
    });
    let sets = Some(report.sets).filter(|sets| !sets.is_empty());
    Ok(json!({ "proposed_by": report.agent, "sets": sets, "operations": report.answers, "next": next }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Retract {
    fingerprints: Vec<String>,
    reason: Option<String>,
}

async fn retract(client: &Client, args: Retract, agent: &str) -> Result<Value> {
    let call = |print: String| json!({ "tool": "retract_suggestions", "args": { "fingerprints": [print], "reason": args.reason } });
    let prints = args.fingerprints.clone();
    let calls: Vec<Value> = args.fingerprints.into_iter().map(call).collect();
    let report: CallsReport =
        read(&client.post("/api/agents/calls", &json!({ "agent": agent, "calls": calls })).await?)?;
    let told = prints.iter().zip(&report.answers);
    Ok(json!({ "results": told.map(|(print, a)| json!({ "fingerprint": print, "code": a.code })).collect::<Vec<_>>() }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    completed: Option<bool>,
    status: Option<Vec<String>>,
    priority: Option<Vec<String>>,
    labels: Option<Vec<String>>,
    overdue: Option<bool>,
    scheduled_from: Option<String>,
    scheduled_to: Option<String>,
    due_from: Option<String>,
    due_to: Option<String>,
    offset: Option<usize>,
    limit: Option<usize>,
}

async fn list(client: &Client, args: List) -> Result<Value> {
    let joined = |list: &Option<Vec<String>>| list.as_ref().filter(|list| !list.is_empty()).map(|list| list.join(","));
    let completed = args.completed.or_else(|| args.status.is_none().then_some(false));
    let path = query(
        "/api/todos/all",
        &[
            ("completed", completed.map(|c| c.to_string())),
            ("status", joined(&args.status)),
            ("priority", joined(&args.priority)),
            ("labels", joined(&args.labels)),
            ("overdue", args.overdue.map(|o| o.to_string())),
            ("scheduled_from", args.scheduled_from),
            ("scheduled_to", args.scheduled_to),
            ("due_from", args.due_from),
            ("due_to", args.due_to),
        ],
    );
    let found = client.get(&path).await?;
    let all = found["todos"].as_array().map_or(&[][..], Vec::as_slice);
    let (offset, limit) = (args.offset.unwrap_or(0), args.limit.unwrap_or(PAGE).clamp(1, MOST));
    let page: Vec<&Value> = all.iter().skip(offset).take(limit).collect();
    let next = Some(offset.saturating_add(page.len())).filter(|next| *next < all.len() && !page.is_empty());
    Ok(json!({ "total": all.len(), "todos": page, "next_offset": next }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Search {
    query: String,
    completed: Option<bool>,
    limit: Option<usize>,
}

async fn search(client: &Client, args: Search) -> Result<Value> {
    let limit = args.limit.unwrap_or(FEW).clamp(1, MOST).to_string();
    let completed = args.completed.map(|c| c.to_string());
    let shown = Some(true.to_string());
    let parameters = [("query", Some(args.query)), ("completed", completed), ("k", Some(limit)), ("shown", shown)];
    client.get(&query("/api/todos/search", &parameters)).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sets {
    status: Option<String>,
    before: Option<i64>,
    limit: Option<usize>,
}

async fn sets(client: &Client, args: Sets) -> Result<Value> {
    let limit = args.limit.unwrap_or(FEW).clamp(1, MOST).to_string();
    let before = args.before.map(|before| before.to_string());
    let parameters = [("status", args.status), ("before", before), ("limit", Some(limit))];
    let found = client.get(&query("/api/change-sets", &parameters)).await?;
    let short = |set: &Value| {
        json!({
            "set": set["id"], "title": set["title"], "status": set["status"], "proposed_by": set["source"]["agent"],
            "counts": set["counts"], "open": set["open"], "signed": set["signed"], "created_at": set["created_at"],
        })
    };
    let list: Vec<Value> = found["change_sets"].as_array().into_iter().flatten().map(short).collect();
    Ok(json!({ "change_sets": list, "next": found["next"] }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct One {
    set: i64,
}

async fn set(client: &Client, args: One) -> Result<Value> {
    let set = client.get(&format!("/api/change-sets/{}", args.set)).await?;
    let item = |item: &Value| {
        let mut short = Map::from_iter([("item".to_owned(), item["n"].clone())]);
        for name in
            ["label", "status", "reason", "why", "needs", "problems", "warnings", "drift", "failure", "decided_at"]
        {
            short.insert(name.to_owned(), item[name].clone());
        }
        Value::Object(short)
    };
    let items: Vec<Value> = set["items"].as_array().into_iter().flatten().map(item).collect();
    Ok(json!({
        "set": set["id"], "title": set["title"], "status": set["status"], "proposed_by": set["source"]["agent"],
        "created_at": set["created_at"], "expires_at": set["expires_at"], "items": items,
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Decisions {
    #[serde(default)]
    mine: bool,
    verdict: Option<String>,
    todo: Option<i64>,
    limit: Option<usize>,
}

async fn decisions(client: &Client, args: Decisions, agent: &str) -> Result<Value> {
    let limit = args.limit.unwrap_or(FEW).clamp(1, MOST).to_string();
    let path = query(
        "/api/decisions",
        &[
            ("agent", args.mine.then(|| agent.to_owned())),
            ("verdict", args.verdict),
            ("todo", args.todo.map(|todo| todo.to_string())),
            ("limit", Some(limit)),
        ],
    );
    let found = client.get(&path).await?;
    let short = |one: &Value| {
        json!({
            "set": one["set"], "item": one["n"], "at": one["at"], "verdict": one["verdict"], "reason": one["reason"],
            "label": one["label"], "proposed_by": one["agent"], "todo": one["todo"],
        })
    };
    Ok(json!({ "decisions": found["decisions"].as_array().into_iter().flatten().map(short).collect::<Vec<_>>() }))
}

async fn workspaces(client: &Client) -> Result<Vec<WorkspaceView>> {
    let found: Vec<WorkspaceView> = read(&client.get("/api/workspaces").await?["workspaces"])?;
    Ok(found.into_iter().filter(|workspace| workspace.available).collect())
}

/// The path of a folder's routes: of the one that is named, or of the only one.
async fn within(client: &Client, named: Option<String>) -> Result<String> {
    if let Some(id) = named {
        return Ok(format!("/api/workspaces/{}", escape(&id)));
    }
    match workspaces(client).await?.as_slice() {
        [only] => Ok(format!("/api/workspaces/{}", escape(&only.id.0))),
        [] => {
            Err(Failure::new("no_workspace", "no folder is open", "The person opens one: countersign workspace open."))
        }
        _ => Err(Failure::new("which_workspace", "several folders are open", "Name one of list_folders.")),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Find {
    workspace: Option<String>,
    query: Option<String>,
    path: Option<String>,
}

async fn find(client: &Client, args: Find) -> Result<Value> {
    let folder = within(client, args.workspace).await?;
    match args.query {
        Some(words) => {
            let mut found = client.get(&query(&format!("{folder}/find"), &[("query", Some(words.clone()))])).await?;
            // By no part of a secret is anything found: by what is shown of its name.
            if let Some(files) = found["files"].as_array_mut() {
                let shown = |path: &Value| redacted(path.as_str().unwrap_or_default()).to_lowercase();
                files.retain(|path| words.to_lowercase().split_whitespace().all(|word| shown(path).contains(word)));
            }
            Ok(found)
        }
        None => client.get(&query(&format!("{folder}/files"), &[("path", args.path)])).await,
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read {
    workspace: Option<String>,
    path: String,
    from_line: Option<usize>,
    lines: Option<usize>,
}

async fn read_whole(client: &Client, workspace: Option<String>, path: String) -> Result<FileText> {
    let folder = within(client, workspace).await?;
    read(&client.get(&query(&format!("{folder}/file"), &[("path", Some(path))])).await?)
}

/// Whether an operation is on a file of which not all is told: a hash of it that somebody computed is a guess at the
/// rest, and right or wrong it is answered alike. What the server says of no file is said there.
async fn is_covered(client: &Client, operation: &Value) -> Result<bool> {
    let text = |name: &str| operation.get(name).and_then(Value::as_str).map(str::to_owned);
    let Some(path) = text("path").or_else(|| text("file_path")).or_else(|| text("filePath")) else { return Ok(false) };
    let found = read_whole(client, text("workspace"), path).await;
    let Ok(FileText { text: Some(mut text), .. }) = found else { return Ok(false) };
    Ok(!Secrets::hide(&mut [&mut text], &BTreeSet::new()).is_empty())
}

async fn file(client: &Client, bases: &mut Bases, args: Read) -> Result<Value> {
    let file = read_whole(client, args.workspace, args.path).await?;
    let Some(mut text) = file.text else {
        return Err(Failure::new("not_text", format!("{} is no text", file.path), "Only texts can be read here."));
    };
    // Of the whole, before a part is taken: a line from the middle of a key has no shape of its own.
    let hidden = Secrets::hide(&mut [&mut text], &BTreeSet::new());
    let base = if hidden.is_empty() { bases.tell(file.state.hash) } else { bases.cover(&file.state.hash)? };
    let (from, most) = (args.from_line.unwrap_or(1).max(1), args.lines.unwrap_or(usize::MAX));
    let (mut piece, mut told, mut total) = (String::new(), 0, 0);
    for (at, line) in text.split_inclusive('\n').enumerate() {
        total = at + 1;
        let fits = piece.is_empty() || piece.len() + line.len() <= PIECE;
        if total >= from && told < most && told == total - from && fits {
            piece.push_str(line);
            told += 1;
        }
    }
    let next = from.saturating_add(told);
    Ok(json!({
        "path": file.path, "base": base, "lines": total, "from_line": from, "text": piece,
        "next_line": Some(next).filter(|next| *next <= total && told > 0),
    }))
}
