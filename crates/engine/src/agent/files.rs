//! Tools that look at files: what the run itself has queued is seen as if it were there.

use super::tools::{Said, Showed};
use crate::Inner;
use crate::effects::tree::Tree;
use crate::workspace::{blocking, problem};
use countersign_agent::machine::Shown;
use countersign_agent::queue::Queue;
use countersign_agent::reading::ToolCall;
use countersign_core::file::{FileKey, FilePath, WorkspaceId};
use countersign_core::problem::Problem;
use countersign_edits::RowKind;
use countersign_llm::Models;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Most bytes of a file that are read (F/S3).
const READ: usize = 64 * 1024;
/// Most files that a listing names.
const LISTED: usize = 500;
/// Most files that are looked at in one call.
const WALKED: usize = 50_000;
/// Most lines that a search shows; its counts are of all.
const SHOWN: usize = 60;
/// Larger files are not searched.
const SEARCHED: u64 = 2_000_000;

/// Files by path with their lengths; and whether there are more.
type Walked = (BTreeMap<String, u64>, bool);

impl Inner {
    pub(super) async fn agent_read_file(&self, call: &ToolCall, queue: &Queue, workspace: &WorkspaceId) -> Showed {
        let path = self.path_in(workspace, call.args.get("path").and_then(Value::as_str).unwrap_or_default())?;
        let hash;
        let text = match queue.file(path.as_str()) {
            Some(Some(text)) => {
                // What it is now builds on this; nothing, where it is new.
                hash = queue.base(path.as_str()).flatten().unwrap_or_default().to_owned();
                text.to_owned()
            }
            Some(None) => return Err(Problem::new("file_not_found", format!("this run deletes {path}"))),
            None => {
                let (bytes, now) = self.agent_bytes(&path, workspace).await?;
                hash = now;
                match call.args.get("encoding").and_then(Value::as_str).unwrap_or("utf-8") {
                    "latin1" | "latin-1" | "iso-8859-1" => bytes.iter().map(|b| char::from(*b)).collect(),
                    "utf-8" | "utf8" => text_of(&path, bytes)?,
                    other => {
                        return Err(Problem::new("invalid_args", format!("encoding is utf-8 or latin1, not {other}")));
                    }
                }
            }
        };
        let from =
            call.args.get("from").and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok()).unwrap_or(1).max(1);
        let text = if from > 1 || text.len() > READ {
            self.veiled(text).await.map_err(|e| Problem::new("file_failed", e.to_string()))?
        } else {
            text
        };
        let start: usize = text.split_inclusive('\n').take(from - 1).map(str::len).sum();
        let rest = text.get(start..).unwrap_or_default();
        let shown = |whole| Some(Shown { path: path.to_string(), hash, whole });
        if rest.len() <= READ {
            return Ok((rest.to_owned(), shown(start == 0)));
        }
        // Cut at a line's end, or in a line that alone is too long at a character's.
        let mut end = (0..=READ).rev().find(|at| rest.is_char_boundary(*at)).unwrap_or(0);
        let mut next = None;
        if let Some(line) = rest.get(..end).and_then(|part| part.rfind('\n')) {
            end = line + 1;
            next = Some(from + rest.get(..end).unwrap_or_default().matches('\n').count());
        }
        let more = next.map(|n| format!("; read on with \"from\": {n}")).unwrap_or_default();
        let text = format!("{}\n({} more bytes{more})", rest.get(..end).unwrap_or_default(), rest.len() - end);
        Ok((text, shown(false)))
    }

    /// A file's bytes on disk, and their hash.
    pub(super) async fn agent_bytes(
        &self,
        path: &FilePath,
        workspace: &WorkspaceId,
    ) -> std::result::Result<(Vec<u8>, String), Problem> {
        let at = FileKey { workspace: workspace.clone(), path: path.clone() };
        match self.read_file(&at).await {
            Ok(Some((bytes, state))) => Ok((bytes, state.hash)),
            Ok(None) => Err(Problem::new("file_not_found", format!("there is no file {path}"))),
            Err(crate::EngineError::Bad(problem)) => Err(problem),
            Err(e) => Err(Problem::new("file_failed", e.to_string())),
        }
    }

    /// The files under a folder, with what the run queued, without what is ignored.
    async fn agent_walk(
        &self,
        under: Option<&str>,
        queue: &Queue,
        workspace: &WorkspaceId,
    ) -> std::result::Result<Walked, Problem> {
        let folder = match under.map(|u| u.trim_matches('/')).filter(|u| !u.is_empty() && *u != ".") {
            Some(path) => Some(FilePath::folder(path)?),
            None => None,
        };
        let tree = self.tree(workspace).map_err(|e| Problem::new("workspace_gone", e.to_string()))?;
        let from = folder.clone();
        let walked = blocking(move || walk(&tree, from.as_ref())).await;
        let (mut files, more) = walked.map_err(|e| Problem::new("file_failed", e.to_string()))??;
        let prefix = folder.map(|f| format!("{f}/")).unwrap_or_default();
        for (path, text) in queue.files() {
            if path.starts_with(&prefix) || format!("{path}/") == prefix {
                match text {
                    Some(text) => drop(files.insert(path.to_owned(), text.len() as u64)),
                    None => drop(files.remove(path)),
                }
            }
        }
        Ok((files, more))
    }

    pub(super) async fn agent_list(
        &self,
        under: Option<&str>,
        glob: Option<&str>,
        queue: &Queue,
        workspace: &WorkspaceId,
    ) -> Said {
        let (files, more) = self.agent_walk(under, queue, workspace).await?;
        let pattern = match glob {
            Some(glob) => {
                let mut builder = GitignoreBuilder::new("");
                builder
                    .add_line(None, glob)
                    .and_then(|b| b.build())
                    .map(Some)
                    .map_err(|e| Problem::new("invalid_args", format!("glob: {e}")))?
            }
            None => None,
        };
        let found: Vec<(&String, &u64)> = files
            .iter()
            .filter(|(path, _)| pattern.as_ref().is_none_or(|p| p.matched_path_or_any_parents(path, false).is_ignore()))
            .collect();
        let mut text = format!("{}{} files\n", if more { "more than " } else { "" }, found.len());
        for (path, bytes) in found.iter().take(LISTED) {
            let mark = if queue.file(path).is_some() { " (queued)" } else { "" };
            // A text cannot fail to be written to.
            let _ = writeln!(text, "{path} {bytes} bytes{mark}");
        }
        if found.len() > LISTED {
            let _ = writeln!(text, "({} more; name a folder or a glob)", found.len() - LISTED);
        }
        Ok(text)
    }

    pub(super) async fn agent_search(
        &self,
        query: &str,
        under: Option<&str>,
        queue: &Queue,
        workspace: &WorkspaceId,
    ) -> Said {
        if query.trim().is_empty() {
            return Err(Problem::new("invalid_args", "query is empty"));
        }
        let one = match under.map(|u| u.trim_matches('/')) {
            Some(path) if !path.is_empty() && path != "." => FilePath::parse(path).ok(),
            _ => None,
        };
        let walked = self.agent_walk(under, queue, workspace).await;
        let (files, more) = match (walked, one) {
            (Ok(found), _) => found,
            // A file may be named in place of a folder.
            (Err(_), Some(file)) => {
                let bytes = self.agent_bytes(&file, workspace).await?.0.len() as u64;
                (BTreeMap::from([(file.to_string(), bytes)]), false)
            }
            (Err(e), None) => return Err(e),
        };
        let tree = self.tree(workspace).map_err(|e| Problem::new("workspace_gone", e.to_string()))?;
        let (queue, query_text, models) = (queue.clone(), query.to_owned(), self.models());
        let searched = blocking(move || search(&tree, &files, &queue, &query_text, &models)).await;
        let (lines, matches, within, skipped) = searched.map_err(|e| Problem::new("file_failed", e.to_string()))?;
        let (line, file) = (if matches == 1 { "line" } else { "lines" }, if within == 1 { "file" } else { "files" });
        let mut text = format!("{matches} {line} in {within} {file}\n{lines}");
        if matches > SHOWN {
            let _ = writeln!(text, "({} more lines; name a folder)", matches - SHOWN);
        }
        if skipped > 0 {
            let _ = writeln!(text, "({skipped} files are no text or too large and were not searched)");
        }
        if more {
            let _ = writeln!(text, "(only the first {WALKED} files were searched)");
        }
        Ok(text)
    }

    pub(super) async fn agent_diff(&self, path: Option<&str>, queue: &Queue, workspace: &WorkspaceId) -> Said {
        let mut text = String::new();
        for (file, new) in queue.files().filter(|(file, _)| path.is_none_or(|p| p == *file)) {
            let parsed = FilePath::parse(file)?;
            let old = match self.agent_bytes(&parsed, workspace).await {
                Ok((bytes, _)) => String::from_utf8_lossy(&bytes).into_owned(),
                Err(problem) if problem.code == "file_not_found" => String::new(),
                Err(problem) => return Err(problem),
            };
            let _ = writeln!(text, "{file}{}", if new.is_none() { " (deleted)" } else { "" });
            for hunk in countersign_edits::diff(&old, new.unwrap_or_default()).hunks {
                let (o, n) = (hunk.old_start, hunk.new_start);
                let _ = writeln!(text, "@@ -{o},{} +{n},{} @@", hunk.old_lines, hunk.new_lines);
                for row in hunk.rows {
                    let mark = match row.kind {
                        RowKind::Added => '+',
                        RowKind::Removed => '-',
                        _ => ' ',
                    };
                    let line: String = row.spans.iter().map(|s| s.text.as_str()).collect();
                    let _ = writeln!(text, "{mark}{}", line.trim_end_matches('\n'));
                }
            }
        }
        Ok(if text.is_empty() { "This run changes nothing there.".to_owned() } else { text })
    }
}

/// Bytes as text.
pub(super) fn text_of(path: &FilePath, bytes: Vec<u8>) -> Said {
    let length = bytes.len();
    match String::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => Ok(text),
        _ => Err(Problem::new("not_text", format!("{path} is no text ({length} bytes)"))
            .hinting("Read it with encoding latin1 if it is an old text.")),
    }
}

/// Files under a folder: no links, nothing protected, nothing that a .gitignore on the way names.
fn walk(tree: &Tree, from: Option<&FilePath>) -> std::result::Result<Walked, Problem> {
    let mut files = BTreeMap::new();
    let mut more = false;
    // The rules of the folders above hold below.
    let mut rules = Vec::new();
    if let Some(from) = from {
        let mut at: Option<FilePath> = None;
        rules.extend(rules_of(tree, None));
        for part in from.as_str().split('/').rev().skip(1).collect::<Vec<_>>().into_iter().rev() {
            let path = at.as_ref().map_or_else(|| part.to_owned(), |a| format!("{a}/{part}"));
            at = FilePath::folder(&path).ok();
            rules.extend(rules_of(tree, at.as_ref()));
        }
    }
    let mut todo = vec![(from.cloned(), rules)];
    while let Some((folder, above)) = todo.pop() {
        let listed = match tree.list(folder.as_ref()) {
            Ok(listed) => listed,
            Err(e) if folder.as_ref() == from => return Err(problem(&e)),
            // It went away, or may not be read.
            Err(_) => continue,
        };
        let mut rules: Vec<Gitignore> = above;
        if listed.iter().any(|e| e.name == ".gitignore" && e.file) || folder.is_none() {
            rules.extend(rules_of(tree, folder.as_ref()));
        }
        for entry in listed {
            let path = folder.as_ref().map_or_else(|| entry.name.clone(), |f| format!("{f}/{}", entry.name));
            let read = if entry.folder { FilePath::folder(&path) } else { FilePath::parse(&path) };
            let Ok(path) = read else { continue };
            let ignored = rules
                .iter()
                .rev()
                .map(|r| r.matched(path.as_str(), entry.folder))
                .find(|m| !m.is_none())
                .is_some_and(|m| m.is_ignore());
            if ignored {
                continue;
            }
            if entry.folder {
                todo.push((Some(path), rules.clone()));
            } else if entry.file && !entry.secret {
                if files.len() >= WALKED {
                    more = true;
                    return Ok((files, more));
                }
                files.insert(path.to_string(), entry.bytes);
            }
        }
    }
    Ok((files, more))
}

/// The rules of a folder's .gitignore, for paths from the root of the workspace.
fn rules_of(tree: &Tree, folder: Option<&FilePath>) -> Option<Gitignore> {
    let path = folder.map_or_else(|| ".gitignore".to_owned(), |f| format!("{f}/.gitignore"));
    let (bytes, _) = tree.read(&FilePath::parse(&path).ok()?).ok()??;
    let mut builder = GitignoreBuilder::new(folder.map_or("", FilePath::as_str));
    for line in String::from_utf8_lossy(&bytes).lines() {
        // A line that is no pattern is left out, as git does.
        let _ = builder.add_line(None, line);
    }
    builder.build().ok()
}

/// Lines that hold a text: the first of them, how many, in how many files, and files not searched. What a model
/// is not shown is not found either: a search that finds parts of a secret tells it.
fn search(
    tree: &Tree,
    files: &BTreeMap<String, u64>,
    queue: &Queue,
    query: &str,
    models: &Models,
) -> (String, usize, usize, usize) {
    let wanted = query.to_lowercase();
    let (mut shown, mut matches, mut within, mut skipped) = (String::new(), 0, 0, 0);
    for (path, bytes) in files {
        let text = match queue.file(path) {
            Some(text) => text.map(str::to_owned),
            None if *bytes > SEARCHED => None,
            None => FilePath::parse(path)
                .ok()
                .and_then(|p| tree.read(&p).ok().flatten())
                .and_then(|(bytes, _)| String::from_utf8(bytes).ok())
                .filter(|t| !t.contains('\0')),
        };
        let Some(text) = text else {
            skipped += 1;
            continue;
        };
        let holds = |line: &str| line.to_lowercase().contains(&wanted);
        if !text.lines().any(holds) {
            continue;
        }
        let text = models.veiled_whole(text);
        let mut here = 0;
        for (line, n) in text.lines().zip(1..) {
            if holds(line) {
                here += 1;
                if matches + here <= SHOWN {
                    let line: String = line.trim().chars().take(200).collect();
                    let _ = writeln!(shown, "{path}:{n}: {line}");
                }
            }
        }
        matches += here;
        within += usize::from(here > 0);
    }
    (shown, matches, within, skipped)
}
