//! A change that waits, as an editor shows it: a call of a tool with what it would do.

use super::reach::Reach;
use super::text::{self, fenced};
use crate::client::{escape, read};
use crate::failure::Result;
use crate::screen::{Screen, clean};
use crate::show;
use crate::texts::say;
use agent_client_protocol::v1::schema::{Diff, ToolCall, ToolCallContent, ToolCallLocation, ToolCallStatus, ToolKind};
use countersign_core::change_set::{ItemStatus, Source};
use countersign_core::wire::{FileText, FileView, ItemView, OpResult, SetView, WorkspaceView};
use http::Method;
use std::path::PathBuf;

/// Bytes of a text that is shown in the editor, before or after.
const MOST: u64 = 1_000_000;

/// The call of a tool that an item is shown as.
///
/// # Errors
/// When whoever has the folder cannot be asked.
pub(super) async fn call(reach: &Reach, set: &SetView, item: &ItemView) -> Result<ToolCall> {
    let call = ToolCall::new(item.id.clone(), text::title(&item.label)).kind(kind(item)).status(status(item.status));
    let mut content = vec![about(set, item)];
    let Some(file) = &item.file else {
        content.extend(command(item).or_else(|| arguments(item)));
        return Ok(call.content(content).raw_input(item.op.clone()));
    };
    let open: Vec<WorkspaceView> = read(&reach.request(Method::GET, "/api/workspaces", None).await?["workspaces"])?;
    let Some(folder) = open.into_iter().find(|open| open.id == file.workspace) else {
        return Ok(call.content(content));
    };
    let at = |path: &str| PathBuf::from(&folder.root).join(path);
    if is_other_text(file) && item.problems.is_empty() {
        content.push(match diff(reach, set.id.0, item, file, at(&file.path)).await? {
            Some(diff) => diff.into(),
            None => say!("cli-acp-unshown", item = item.id.as_str()).into(),
        });
    }
    let places = [Some(&file.path), file.to.as_ref()].into_iter().flatten();
    Ok(call.content(content).locations(places.map(|path| ToolCallLocation::new(at(path))).collect()))
}

/// What an item that was carried out came to; none where there is nothing to add.
pub(super) fn outcome(result: &OpResult) -> Option<ToolCallContent> {
    if let Some(problem) = &result.problem {
        return Some(text::harmless(&show::defect(problem)).into());
    }
    let done = result.command.as_ref()?;
    let code = done.exit.map(|code| code.to_string()).or(done.signal.map(|signal| format!("signal {signal}")));
    let mut told = format!("{}: {} ({} ms)", say!("cli-item-exit"), code.unwrap_or_default(), done.elapsed_ms);
    let more = text::shown(|screen| show::apart(screen, done, ""));
    if !done.preview.trim().is_empty() {
        told = format!("{told}\n\n{}", fenced(&done.preview));
    }
    if !more.is_empty() {
        told = format!("{told}\n\n{}", text::harmless(&more));
    }
    Some(told.into())
}

/// The same at the end of a turn: a call of one that still waits ends there, as one that did nothing.
pub(super) fn left(mut call: ToolCall) -> ToolCall {
    if !ended(call.status) {
        call.status = ToolCallStatus::Failed;
        call.content.push(say!("cli-acp-left").into());
    }
    call
}

/// Whether nothing more is told of a call.
pub(super) fn ended(status: ToolCallStatus) -> bool {
    matches!(status, ToolCallStatus::Completed | ToolCallStatus::Failed)
}

/// What an item does, as editors sort it.
fn kind(item: &ItemView) -> ToolKind {
    match (item.kind.as_str(), item.verb.as_str(), item.file.as_ref()) {
        ("command", ..) => ToolKind::Execute,
        (_, "delete", _) => ToolKind::Delete,
        (_, _, Some(file)) if file.to.is_some() => ToolKind::Move,
        ("todo" | "file", ..) => ToolKind::Edit,
        _ => ToolKind::Other,
    }
}

/// How an item stands, in the editor's words.
pub(super) fn status(status: ItemStatus) -> ToolCallStatus {
    use ItemStatus::{
        Applied, Applying, Blocked, Confirmed, Deferred, Drifted, Expired, Failed, Invalid, Pending, Rejected,
        Retracted, Undone, Unknown,
    };
    match status {
        Pending | Deferred | Drifted | Blocked => ToolCallStatus::Pending,
        Confirmed | Applying => ToolCallStatus::InProgress,
        Applied => ToolCallStatus::Completed,
        Invalid | Rejected | Retracted | Failed | Unknown | Undone | Expired => ToolCallStatus::Failed,
    }
}

/// What an item would do, line by line: what is changed before and after, whose reason it has, what is to know.
fn about(set: &SetView, item: &ItemView) -> ToolCallContent {
    let screen = Screen::kept();
    let mut lines = Vec::new();
    for todo in &item.preview {
        for field in todo.fields.iter().filter(|field| show::wanted(todo, field)) {
            lines.push(format!("{}   {}", show::name(todo), show::change(&screen, todo, field, usize::MAX)));
        }
    }
    let more = item.preview_total.saturating_sub(item.preview.len() as u64);
    lines.extend((more > 0).then(|| say!("cli-more-todos", count = more)));
    // The person's own words say nothing new to them.
    if !item.why.is_empty() && (item.said_by.is_some() || set.source != Source::Request) {
        let (whose, why) = show::why(item);
        lines.push(format!("{whose}: {}", clean(&why)));
    }
    lines.extend(show::remarks(&screen, item).iter().map(|line| anstream::adapter::strip_str(line).to_string()));
    lines.extend(item.file.as_ref().and_then(|file| file.sensitive.as_ref()).map(|why| show::sentence(why)));
    lines.extend(item.lasts().then(|| say!("cli-irreversible")));
    if lines.is_empty() {
        lines.push(clean(&item.label));
    }
    text::harmless(&lines.join("  \n")).into()
}

/// What a command would run, and how it is judged.
fn command(item: &ItemView) -> Option<ToolCallContent> {
    let command = item.command.as_ref()?;
    let told = show::command(item).into_iter().take(3).filter(|(_, value)| !value.is_empty());
    let lines: Vec<String> = told.map(|(name, value)| text::harmless(&format!("{name}: {value}"))).collect();
    let words = command.argv.iter().flatten().map(|words| format!("{words:?}")).collect::<Vec<_>>();
    let argv = if words.is_empty() { String::new() } else { format!("\n\n{}", fenced(&words.join("\n"))) };
    Some(format!("{}{argv}\n\n{}", fenced(&command.command), lines.join("  \n")).into())
}

/// All that another program's tool would be called with, and what that says of it.
fn arguments(item: &ItemView) -> Option<ToolCallContent> {
    let tool = item.tool.as_ref()?;
    let written = serde_json::to_string_pretty(&tool.arguments).ok()?;
    let says = match tool.about.as_str() {
        "" => String::new(),
        about => format!("\n\n{}", text::harmless(&format!("{}: {}", say!("cli-item-says"), clean(about)))),
    };
    Some(format!("{}{says}", fenced(&written)).into())
}

/// Whether a file's content becomes another one: not of one that is only moved, or may be run.
fn is_other_text(file: &FileView) -> bool {
    file.before.as_ref().map(|state| &state.hash) != file.after.as_ref().map(|state| &state.hash)
}

/// The text of a file before and after; none where it is no text, too long, or not what was built on any more.
async fn diff(reach: &Reach, set: i64, item: &ItemView, file: &FileView, at: PathBuf) -> Result<Option<Diff>> {
    let long = [&file.before, &file.after].into_iter().flatten().any(|state| state.bytes > MOST);
    if long {
        return Ok(None);
    }
    let old = match &file.before {
        None => None,
        Some(before) => {
            let path = format!("/api/workspaces/{}/file?path={}", escape(&file.workspace.0), escape(&file.path));
            let now = match reach.request(Method::GET, &path, None).await {
                Ok(now) => read::<FileText>(&now)?,
                // It is gone or cannot be read: the item says so itself.
                Err(_) => return Ok(None),
            };
            match now.text.filter(|_| now.state.hash == before.hash) {
                Some(text) => Some(text),
                None => return Ok(None),
            }
        }
    };
    let new = match &file.after {
        None => String::new(),
        Some(_) => {
            let path = format!("/api/change-sets/{set}/items/{}/text", item.n);
            let new = reach.request(Method::GET, &path, None).await?;
            match new["text"].as_str() {
                Some(text) => text.to_owned(),
                None => return Ok(None),
            }
        }
    };
    Ok(Some(Diff::new(at, new).old_text(old)))
}
