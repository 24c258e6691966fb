//! `countersign workspace` and `propose`: folders that are open, and changes for them that wait.

use super::{Session, history, patch, read_file_as};
use crate::args::{self, WorkspaceVerb};
use crate::client::{escape, read};
use crate::failure::{Exit, Failure, Result, cause};
use crate::screen::{Ink, clean};
use crate::texts::say;
use countersign_core::wire::WorkspaceView;
use countersign_edits::{DiffRow, RowKind, TextDiff};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Runs `countersign workspace`.
pub(crate) async fn run(s: &mut Session<'_>, verb: &WorkspaceVerb) -> Result<Exit> {
    match verb {
        WorkspaceVerb::List => {
            let value = s.client.get("/api/workspaces").await?;
            if s.screen.is_json() {
                s.screen.json(&value)?;
                return Ok(Exit::Clear);
            }
            let open: Vec<WorkspaceView> = read(&value["workspaces"])?;
            if open.is_empty() {
                s.screen.line(say!("cli-workspace-none"))?;
            }
            for one in open {
                let gone = if one.available { String::new() } else { format!("  {}", say!("cli-workspace-gone")) };
                s.screen.line(format!("{}  {}{gone}", s.screen.ink(Ink::Strong, &one.id), clean(&one.root)))?;
            }
        }
        WorkspaceVerb::Open { dir } => {
            let value = s.client.post("/api/workspaces", &json!({ "root": absolute(dir)? })).await?;
            if s.screen.is_json() {
                s.screen.json(&value)?;
            } else {
                let one: WorkspaceView = read(&value)?;
                s.screen.line(say!("cli-workspace-opened", id = one.id.to_string(), root = clean(&one.root)))?;
            }
        }
        WorkspaceVerb::Close { workspace } => {
            let id = &called(s, workspace).await?;
            s.client.delete(&format!("/api/workspaces/{}", escape(id))).await?;
            if s.screen.is_json() {
                s.screen.json(&json!({ "closed": id }))?;
            } else {
                s.screen.line(say!("cli-workspace-closed", id = clean(id)))?;
            }
        }
    }
    Ok(Exit::Clear)
}

/// The name of the open workspace that is named, by its name or its folder; what was said, where none is.
async fn called(s: &Session<'_>, named: &str) -> Result<String> {
    let open: Vec<WorkspaceView> = read(&s.client.get("/api/workspaces").await?["workspaces"])?;
    let folder = Path::new(named).canonicalize().unwrap_or_else(|_| named.into());
    let mut meant = open.iter().filter(|w| w.id.0 == named).chain(open.iter().filter(|w| Path::new(&w.root) == folder));
    Ok(meant.next().map_or_else(|| named.to_owned(), |w| w.id.to_string()))
}

/// The path as the server must have it: absolute, so that it means the same there.
fn absolute(dir: &Path) -> Result<String> {
    let failed = |e: std::io::Error| {
        Failure::new("invalid_workspace", format!("{}: {}", dir.display(), cause(&e)), say!("cli-workspace-hint"))
    };
    Ok(std::path::absolute(dir).map_err(failed)?.display().to_string())
}

/// Runs `countersign propose`.
pub(crate) async fn propose(s: &mut Session<'_>, args: &args::Propose) -> Result<Exit> {
    let text = read_file_as(&args.file, countersign_edits::patch_text)?;
    let mut title = args.title.clone();
    let operations = if args.patch || args.path.is_some() || patch::is_edit(&text) {
        patch::operations(s, args, &text).await?
    } else {
        let wrong = |e: serde_json::Error| {
            Failure::new("invalid_json", format!("{}: {e}", args.file.display()), say!("cli-propose-hint"))
        };
        let value: Value = serde_json::from_str(&text).map_err(wrong)?;
        match value {
            Value::Object(mut map) => match map.remove("operations") {
                Some(list) => {
                    // What a person names here stands over what the file calls it.
                    title = title.or_else(|| map.get("title").and_then(Value::as_str).map(str::to_owned));
                    list
                }
                None => json!([map]),
            },
            list => list,
        }
    };
    let operations = placed(s, args, operations).await?;
    let body = json!({ "title": title, "operations": operations });
    let value = s.client.post("/api/change-sets", &body).await?;
    history::proposed(s, value, args.yes, args.confirm).await
}

/// Operations on files and commands that name no workspace, with the one that is meant. Where that cannot be
/// told, the server says so.
async fn placed(s: &Session<'_>, args: &args::Propose, mut operations: Value) -> Result<Value> {
    let open = |op: &Value| {
        let there = op.get("path").is_some() || op.get("op").is_some_and(|name| name == "run_command");
        there && op.get("workspace").is_none_or(Value::is_null)
    };
    if !operations.as_array().is_some_and(|all| all.iter().any(open)) {
        return Ok(operations);
    }
    let workspace = match meant(s, args.workspace.as_deref()).await {
        Ok(workspace) => workspace,
        Err(failure) if failure.is("unknown_workspace") && args.workspace.is_none() => return Ok(operations),
        Err(failure) => return Err(failure),
    };
    for op in operations.as_array_mut().into_iter().flatten().filter(|op| open(op)) {
        op["workspace"] = json!(workspace);
    }
    Ok(operations)
}

/// The workspace that is named, else the one that holds the current folder, else the only one.
pub(crate) async fn meant(s: &Session<'_>, named: Option<&str>) -> Result<String> {
    match named {
        Some(named) => Ok(named.to_owned()),
        None => Ok(meant_here(s, None).await?.0),
    }
}

/// As [`meant`], with the current folder within it; its root where that lies elsewhere.
pub(crate) async fn meant_here(s: &Session<'_>, named: Option<&str>) -> Result<(String, String)> {
    let open: Vec<WorkspaceView> = read(&s.client.get("/api/workspaces").await?["workspaces"])?;
    let here = std::env::current_dir().and_then(|d| d.canonicalize()).unwrap_or_default();
    let within =
        |w: &WorkspaceView| here.strip_prefix(&w.root).ok().and_then(Path::to_str).unwrap_or_default().to_owned();
    if let Some(named) = named {
        let cwd = open.iter().find(|w| w.id.0 == named).map(within).unwrap_or_default();
        return Ok((named.to_owned(), cwd));
    }
    let mut around: Vec<&WorkspaceView> = open.iter().filter(|w| here.starts_with(PathBuf::from(&w.root))).collect();
    around.sort_by_key(|w| std::cmp::Reverse(w.root.len()));
    match (around.first(), open.as_slice()) {
        (Some(one), _) => Ok((one.id.to_string(), within(one))),
        (None, [one]) => Ok((one.id.to_string(), String::new())),
        (None, _) => Err(Failure::new("unknown_workspace", say!("cli-workspace-none"), say!("cli-workspace-hint"))),
    }
}

/// The diff of a file item, as terminals show one; `all` of it, or as much as is read at a glance.
pub(crate) async fn diff(s: &mut Session<'_>, set: i64, n: u32, all: bool) -> Result<()> {
    let rows = if all { "?rows=1000000" } else { "" };
    let value = match s.client.get(&format!("/api/change-sets/{set}/items/{n}/diff{rows}")).await {
        Ok(value) => value,
        Err(e) if e.body().error == "no_diff" => return Ok(()),
        Err(e) => return Err(e),
    };
    let Some(diff) = read::<Option<TextDiff>>(&value["diff"])? else {
        return s.screen.line(format!("   {}", say!("cli-diff-binary")));
    };
    hunks(s, &diff, true)?;
    if diff.more > 0 {
        let item = format!("{set}.{n}");
        s.screen.line(format!("   {}", say!("cli-diff-all", item = item)))?;
    }
    if let Some(since) = read::<Option<TextDiff>>(&value["since"])?.filter(|since| !since.hunks.is_empty()) {
        s.screen.line(s.screen.ink(Ink::Change, format!("   {}", say!("cli-diff-since"))))?;
        hunks(s, &since, false)?;
    }
    Ok(())
}

/// The hunks of a diff; `chosen` = by number.
fn hunks(s: &mut Session<'_>, diff: &TextDiff, chosen: bool) -> Result<()> {
    for hunk in &diff.hunks {
        let mut head = format!("@@ -{},{} +{},{} @@", hunk.old_start, hunk.old_lines, hunk.new_start, hunk.new_lines);
        if chosen {
            head = format!("{head}  {}", say!("cli-diff-hunk", n = hunk.number));
        }
        s.screen.line(format!("   {}", s.screen.ink(Ink::Faint, head)))?;
        for row in &hunk.rows {
            let line = line(row);
            s.screen.verbatim(format!(
                "   {}",
                match row.kind {
                    RowKind::Added => s.screen.ink(Ink::Add, line),
                    RowKind::Removed => s.screen.ink(Ink::Danger, line),
                    RowKind::Context => line,
                }
            ))?;
        }
    }
    if diff.more > 0 {
        s.screen.line(format!("   {}", say!("cli-diff-more", count = diff.more)))?;
    }
    Ok(())
}

fn line(row: &DiffRow) -> String {
    let text: String = row.spans.iter().map(|span| span.text.as_str()).collect();
    let sign = match row.kind {
        RowKind::Added => '+',
        RowKind::Removed => '-',
        RowKind::Context => ' ',
    };
    format!("{sign}{}", clean(text.trim_end_matches(['\r', '\n'])))
}
