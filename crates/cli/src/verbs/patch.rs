//! `countersign propose` of a patch: an edit of any form as operations, one or two for each file, made for the
//! files as they are.

use super::{Session, workspace};
use crate::args;
use crate::client::{escape, read};
use crate::failure::{Failure, Result};
use crate::screen::clean;
use crate::texts::say;
use countersign_core::wire::FileText;
use countersign_edits::{Applied, Change, FileEdit, Format, LeftOut};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Permission bits for who may run a file.
const RUN: u32 = 0o111;

/// Whether it is only one file of a patch that is not changed, and the server refuses that by itself, too.
fn is_about_one(edit: &FileEdit, why: &Failure) -> bool {
    match why.body().error.as_str() {
        "invalid_path" | "protected_path" | "not_a_file" | "too_large" => true,
        // Of a copy the other file is changed.
        "edit_refused" => !matches!(edit.change, Change::Copy { .. }),
        _ => false,
    }
}

/// Whether a text is an edit that names its files, and no JSON.
pub(super) fn is_edit(text: &str) -> bool {
    if text.trim_start().starts_with(['{', '[', '"']) {
        return false;
    }
    let (kept, left_out) = countersign_edits::without_left_out(text);
    !left_out.is_empty()
        || countersign_edits::parse(&kept, Format::Auto)
            .is_ok_and(|edits| !edits.is_empty() && edits.iter().all(|edit| edit.path.is_some()))
}

/// The operations of an edit. A new name with new lines is two: the second needs the first.
pub(super) async fn operations(s: &Session<'_>, args: &args::Propose, text: &str) -> Result<Value> {
    if text.trim().is_empty() {
        return Err(Failure::new("empty_input", say!("cli-propose-empty"), say!("cli-propose-empty-hint")));
    }
    let (kept, left_out) = countersign_edits::without_left_out(text);
    let parsed = countersign_edits::parse(&kept, Format::Auto);
    let something = parsed.as_ref().is_ok_and(|edits| edits.iter().any(|edit| edit.path.is_some()));
    if !something && !left_out.is_empty() {
        return Err(refused(None, &all_left_out(&left_out)));
    }
    let edits = parsed.map_err(|e| refused(None, &e.message))?;
    let edits = named(edits, args.path.as_deref());
    if edits.iter().all(|edit| edit.path.is_none()) {
        return Err(Failure::new("missing_path", say!("cli-propose-no-path"), say!("cli-propose-no-path-hint")));
    }
    let workspace = workspace::meant(s, args.workspace.as_deref()).await?;
    let mut made = Made { s, workspace, text: &kept, operations: Vec::new(), edited: BTreeSet::new() };
    let mut refused = Vec::new();
    for edit in &edits {
        match made.add(edit).await {
            Err(why) if is_about_one(edit, &why) => refused.push((edit, why)),
            added => added?,
        }
    }
    // Where nothing else is left, the first reason is that of the whole.
    for (edit, why) in refused {
        if made.operations.is_empty() {
            return Err(why);
        }
        made.refused(edit).await;
    }
    for one in left_out.iter().filter(|one| args.path.as_ref().is_none_or(|path| *path == one.path)) {
        made.left_out(one).await;
    }
    Ok(Value::Array(made.operations))
}

/// Why nothing of a patch is left.
fn all_left_out(left_out: &[LeftOut]) -> String {
    left_out.iter().map(|one| one.why.as_str()).collect::<Vec<_>>().join("; ")
}

/// The edits of the file that is meant. Forms that name no file are about it.
fn named(mut edits: Vec<FileEdit>, path: Option<&str>) -> Vec<FileEdit> {
    let Some(path) = path else { return edits };
    if edits.iter().any(|edit| edit.path.as_deref() == Some(path)) {
        edits.retain(|edit| edit.path.as_deref() == Some(path));
    }
    for edit in &mut edits {
        edit.path = Some(path.to_owned());
    }
    edits
}

struct Made<'a> {
    s: &'a Session<'a>,
    workspace: String,
    text: &'a str,
    operations: Vec<Value>,
    /// Files with an operation that holds all of the edit.
    edited: BTreeSet<String>,
}

impl Made<'_> {
    async fn add(&mut self, edit: &FileEdit) -> Result<()> {
        let Some(path) = &edit.path else { return Ok(()) };
        let now = self.file(path).await?;
        let base = now.as_ref().map(|file| file.state.hash.clone());
        match &edit.change {
            Change::Delete { hunks } => {
                if !hunks.is_empty() && now.is_some() {
                    applied(path, now.as_ref(), edit)?;
                }
                self.operation("delete_file", path, json!({ "base": base }));
            }
            Change::Update { hunks, move_to: Some(to) } if hunks.is_empty() && edit.mode.is_none() => {
                self.operation("rename_file", path, json!({ "base": base, "to": to }));
            }
            Change::Update { move_to: Some(to), .. } => {
                self.written(edit, path, to, now.as_ref())?;
                let needs = self.operations.len();
                self.operation("delete_file", path, json!({ "base": base, "needs": [needs] }));
            }
            Change::Copy { to, .. } => self.written(edit, path, to, now.as_ref())?,
            Change::Update { hunks, move_to: None } if hunks.is_empty() => {
                self.operation("chmod_file", path, json!({ "base": base, "mode": mode(edit, now.as_ref()) }));
            }
            _ => {
                if self.edited.insert(path.clone()) {
                    let mode = edit.mode.map(|_| mode(edit, now.as_ref()));
                    self.operation(
                        "edit_file",
                        path,
                        json!({ "base": base, "edit": part(self.text, path), "mode": mode }),
                    );
                }
            }
        }
        Ok(())
    }

    /// An operation that is refused, so that the set names the file, with the reason, and counts it.
    async fn left_out(&mut self, one: &LeftOut) {
        let base = self.file(&one.path).await.ok().flatten().map(|file| file.state.hash);
        self.operation("edit_file", &one.path, json!({ "base": base, "edit": one.head }));
    }

    /// An operation that the server refuses for the same reason: the item names the file.
    async fn refused(&mut self, edit: &FileEdit) {
        let Some(path) = &edit.path else { return };
        if self.edited.insert(path.clone()) {
            let base = self.file(path).await.ok().flatten().map(|file| file.state.hash);
            let part = part(self.text, path);
            self.operation("edit_file", path, json!({ "base": base, "edit": part }));
        }
    }

    fn operation(&mut self, op: &str, path: &str, mut fields: Value) {
        fields["op"] = json!(op);
        fields["workspace"] = json!(self.workspace);
        fields["path"] = json!(path);
        self.operations.push(fields);
    }

    /// A new file with what the edit makes of another one.
    fn written(&mut self, edit: &FileEdit, from: &str, to: &str, now: Option<&FileText>) -> Result<()> {
        let made = applied(from, now, edit)?;
        let content = String::from_utf8(made.text).map_err(|e| refused(Some(from), &e.to_string()))?;
        self.operation("write_file", to, json!({ "content": content, "mode": mode(edit, now) }));
        Ok(())
    }

    async fn file(&self, path: &str) -> Result<Option<FileText>> {
        let at = format!("/api/workspaces/{}/file?path={}", escape(&self.workspace), escape(path));
        match self.s.client.get(&at).await {
            Ok(value) => Ok(Some(read(&value)?)),
            Err(e) if e.body().error == "file_not_found" => Ok(None),
            Err(e) => Err(e),
        }
    }
}

/// What git says of one file, where the text is git's; else the whole text. No line of a change begins so.
fn part(text: &str, path: &str) -> String {
    const BEGINS: &str = "diff --git ";
    let line = |at: &usize| at.checked_sub(1).is_none_or(|before| text.as_bytes().get(before) == Some(&b'\n'));
    let starts = text.match_indices(BEGINS).map(|(at, _)| at).filter(line);
    let mut ends: Vec<usize> = starts.collect();
    ends.push(text.len());
    let of_file = |section: &&str| {
        let edits = countersign_edits::parse(section, Format::Auto).unwrap_or_default();
        edits.iter().any(|edit| edit.path.as_deref() == Some(path))
    };
    let own: String = ends.windows(2).filter_map(|at| text.get(at[0]..at[1])).filter(of_file).collect();
    if own.is_empty() { text.to_owned() } else { own }
}

/// What an edit makes of a file that is there.
fn applied(path: &str, now: Option<&FileText>, edit: &FileEdit) -> Result<Applied> {
    let Some(now) = now else { return Err(refused(Some(path), &say!("cli-propose-no-file"))) };
    let Some(text) = &now.text else { return Err(refused(Some(path), &say!("cli-propose-no-text"))) };
    countersign_edits::apply(text.as_bytes(), edit).map_err(|e| refused(Some(path), &e.message))
}

/// The permission bits after an edit. Git knows of those only who may run the file.
fn mode(edit: &FileEdit, now: Option<&FileText>) -> Option<u32> {
    let was = now.map(|file| file.state.mode & 0o777);
    match (edit.mode, was) {
        (Some(mode), Some(was)) if mode & RUN != 0 => Some(was | (was & 0o444) >> 2),
        (Some(_), Some(was)) => Some(was & !RUN),
        (mode, was) => mode.or(was),
    }
}

fn refused(path: Option<&str>, message: &str) -> Failure {
    let message = path.map_or_else(|| message.to_owned(), |path| format!("{}: {message}", clean(path)));
    Failure::new("edit_refused", message, say!("cli-propose-patch-hint"))
}
