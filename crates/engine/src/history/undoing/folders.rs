//! Folders that come and go with what an undo takes back.

use super::Standing;
use crate::history::takes_back;
use crate::{Inner, Result};
use countersign_core::change_set::ItemRef;
use countersign_core::change_set::propose::Proposal;
use countersign_core::file::{FileChange, FileKey, FilePath};
use countersign_core::ids::{Seq, TodoId};
use countersign_core::ledger::{Event, ItemOutcome};
use countersign_core::operation::Operation;
use countersign_core::wire::Drift;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

impl Inner {
    /// The folders that were to go with a file that was taken back since then, with the entry that took it back: some
    /// stayed for others.
    async fn left_since(&self, since: Seq) -> Result<Vec<(Seq, FileKey)>> {
        let mut left = Vec::new();
        for entry in self.applied_after(since).await? {
            let folders = taken(&entry.event);
            let Some(set) = entry.event.set().filter(|_| !folders.is_empty()) else { continue };
            if self.store.change_set(set).await?.is_some_and(|set| takes_back(&set.source)) {
                left.extend(folders.into_iter().map(|folder| (entry.seq, folder)));
            }
        }
        Ok(left)
    }

    /// Adds the folders that stayed for what goes now: to the files that go, and to the folders that items made.
    /// Whether it did the latter, so that there are other inverses.
    pub(super) async fn with_left_folders(
        &self,
        since: Seq,
        proposals: &mut [Proposal],
        chosen: &mut [Standing],
    ) -> Result<bool> {
        let lone = |proposal: &Proposal| {
            let gone = proposal.op.as_ref().ok().and_then(going);
            gone.is_some_and(|(at, folders)| folders_above(&at.path).any(|folder| !folders.contains(&folder)))
        };
        let made = |s: &Standing| s.items.iter().any(|o| !o.made().is_empty() || came_with(o).next().is_some());
        if !proposals.iter().any(lone) && !chosen.iter().any(made) {
            return Ok(false);
        }
        let left = self.left_since(since).await?;
        let stayed = |at: &FileKey, after: Seq| left.iter().any(|(seq, other)| *seq > after && other == at);
        for proposal in &mut *proposals {
            let Some(after) = proposal.undoes.iter().map(|of| of.entry).max() else { continue };
            let Ok(Operation::DeleteFile { at, folders } | Operation::RenameFile { at, folders, .. }) =
                &mut proposal.op
            else {
                continue;
            };
            let above = folders_above(&at.path).filter(|folder| !folders.contains(folder));
            let more = above.filter(|folder| stayed(&FileKey { path: folder.clone(), ..at.clone() }, after));
            let more: Vec<FilePath> = more.collect();
            folders.extend(more);
            folders.sort_by_key(|folder| folder.as_str().len());
        }
        let mut more: Vec<(Seq, u32, FileKey)> = Vec::new();
        for s in chosen.iter() {
            for (o, first) in s.items.iter().filter_map(|o| Some((o, o.made().first()?))) {
                let above = folders_above(&first.path).map(|path| FileKey { path, ..first.clone() });
                let known = |at: &FileKey| chosen.iter().flat_map(|s| &s.items).any(|o| o.made().contains(at));
                more.extend(above.filter(|at| !known(at) && stayed(at, s.seq)).map(|at| (s.seq, o.n, at)));
            }
        }
        // What came for a file that is gone already goes with no file.
        let gone_with = |at: &FileKey| {
            let all = proposals.iter().filter_map(|proposal| going(proposal.op.as_ref().ok()?));
            all.into_iter().any(|(file, folders)| file.workspace == at.workspace && folders.contains(&at.path))
        };
        for s in chosen.iter() {
            for (o, at) in s.items.iter().flat_map(|o| came_with(o).map(move |at| (o, at))) {
                let known = chosen.iter().flat_map(|s| &s.items).any(|o| o.made().contains(&at));
                let before = |other: &Standing, o2: &ItemOutcome| (other.seq, o2.n) < (s.seq, o.n);
                let there = chosen.iter().any(|other| {
                    let mut earlier = other.items.iter().filter(|o2| before(other, o2)).flat_map(|o2| &o2.files);
                    earlier.any(|change| change.after.is_none() && folders_of(change).any(|folder| folder == at))
                });
                if !known && !there && !gone_with(&at) && !more.iter().any(|(.., other)| *other == at) {
                    more.push((s.seq, o.n, at));
                }
            }
        }
        // One that others still use stays.
        let goes = Goes::with(proposals, chosen).and(more.iter().map(|(.., at)| at));
        more.retain(|(.., at)| self.in_use(at, &goes).is_none());
        drop(goes);
        for (seq, n, at) in &more {
            let items = chosen.iter_mut().filter(|s| s.seq == *seq).flat_map(|s| &mut s.items);
            if let Some(command) = items.filter(|o| o.n == *n).filter_map(|o| o.command.as_mut()).next() {
                command.made.push(at.clone());
                command.made.sort_by_key(|made| made.path.as_str().len());
            }
        }
        Ok(!more.is_empty())
    }

    /// Why a folder that was made cannot be removed again, if so: it is gone, or holds what does not go with it.
    pub(super) fn in_use(&self, folder: &FileKey, goes: &Goes<'_>) -> Option<Drift> {
        let root = self.workspaces().iter().find(|open| open.id == folder.workspace).map(|open| open.root.clone());
        let now = match root {
            Some(root) => goes.holds(&root, folder)?,
            None => "the workspace is not open",
        };
        Some(Drift {
            id: TodoId(0),
            title: folder.path.to_string(),
            field: "content".to_owned(),
            base: json!("an empty folder"),
            now: json!(now),
            proposed: Value::Null,
        })
    }
}

/// What goes with an undo.
pub(super) struct Goes<'a> {
    files: BTreeSet<&'a FileKey>,
    folders: BTreeSet<FileKey>,
}

impl<'a> Goes<'a> {
    pub(super) fn with(proposals: &'a [Proposal], chosen: &[Standing]) -> Self {
        let mut goes = Self { files: BTreeSet::new(), folders: BTreeSet::new() };
        goes.folders.extend(chosen.iter().flat_map(|s| &s.items).flat_map(ItemOutcome::made).cloned());
        for op in proposals.iter().filter_map(|proposal| proposal.op.as_ref().ok()) {
            if let Some((at, folders)) = going(op) {
                goes.files.insert(at);
                let key = |path: &FilePath| FileKey { workspace: at.workspace.clone(), path: path.clone() };
                goes.folders.extend(folders.iter().map(key));
            }
        }
        goes
    }

    /// These folders, too.
    fn and<'f>(mut self, folders: impl Iterator<Item = &'f FileKey>) -> Self {
        self.folders.extend(folders.cloned());
        self
    }

    /// What keeps a folder from being removed. Links are not followed.
    fn holds(&self, root: &Path, folder: &FileKey) -> Option<&'static str> {
        let at = root.join(folder.path.as_str());
        if !at.symlink_metadata().is_ok_and(|found| found.is_dir()) {
            return Some("it is gone");
        }
        let Ok(entries) = std::fs::read_dir(&at) else { return Some("it cannot be read") };
        let stays = |entry: std::io::Result<std::fs::DirEntry>| {
            let name = entry.ok().and_then(|entry| entry.file_name().into_string().ok());
            let path = name.and_then(|name| FilePath::folder(&format!("{}/{name}", folder.path)).ok());
            path.map(|path| FileKey { workspace: folder.workspace.clone(), path }).is_none_or(|key| match &key {
                key if self.files.contains(key) => false,
                key => !self.folders.contains(key) || self.holds(root, key).is_some(),
            })
        };
        entries.into_iter().any(stays).then_some("it is not empty")
    }
}

/// The file that an operation takes away from its place, and the folders that go with it.
fn going(op: &Operation) -> Option<(&FileKey, &[FilePath])> {
    match op {
        Operation::DeleteFile { at, folders } | Operation::RenameFile { at, folders, .. } => {
            Some((at, folders.as_slice()))
        }
        _ => None,
    }
}

/// The folders that were to go with the files that an entry took away.
fn taken(event: &Event) -> Vec<FileKey> {
    let Event::Applied { items, .. } = event else { return Vec::new() };
    let files = items.iter().filter(|o| o.ok).flat_map(|o| &o.files);
    files.filter(|change| change.after.is_none()).flat_map(folders_of).collect()
}

/// The folders that came with the files of a command.
fn came_with(o: &ItemOutcome) -> impl Iterator<Item = FileKey> {
    let files = if o.command.is_some() { o.files.as_slice() } else { &[] };
    files.iter().filter(|change| change.before.is_none() && change.after.is_some()).flat_map(folders_of)
}

/// The folders that come or go with a file.
fn folders_of(change: &FileChange) -> impl Iterator<Item = FileKey> {
    change.folders.iter().map(|path| FileKey { workspace: change.at.workspace.clone(), path: path.clone() })
}

/// The folders that a file is in, nearest first, without the root.
fn folders_above(path: &FilePath) -> impl Iterator<Item = FilePath> {
    let ends: Vec<usize> = path.as_str().rmatch_indices('/').map(|(at, _)| at).collect();
    ends.into_iter().filter_map(|end| FilePath::folder(path.as_str().get(..end)?).ok())
}

/// Leaves out of the folders that items made those that others of these took away before, or again with what had come
/// into them; which items that leaves with less.
pub(super) fn without_what_went(chosen: &mut [Standing]) -> Vec<ItemRef> {
    let all =
        chosen.iter().flat_map(|s| s.items.iter().flat_map(|o| o.files.iter().map(|change| (s.seq, o.n, change))));
    let mut all: Vec<(Seq, u32, FileChange)> = all.map(|(seq, n, change)| (seq, n, change.clone())).collect();
    all.sort_by_key(|(seq, n, _)| (*seq, *n));
    let mut went: Vec<(Seq, u32, FileKey)> = Vec::new();
    let mut first: BTreeMap<&FileKey, bool> = BTreeMap::new();
    for (seq, n, change) in &all {
        first.entry(&change.at).or_insert(change.before.is_some());
        if change.after.is_none() {
            went.extend(folders_of(change).map(|folder| (*seq, *n, folder)));
        }
    }
    let mut less = Vec::new();
    for s in chosen {
        for o in &mut s.items {
            let Some(command) = &mut o.command else { continue };
            let went = |made: &FileKey, earlier: bool| {
                went.iter().any(|(seq, n, at)| at == made && ((*seq, *n) < (s.seq, o.n)) == earlier)
            };
            // One that was there before any of these stays; one in which a file comes back is not gone for good.
            let refilled = |made: &FileKey| first.iter().any(|(at, there)| *there && is_within(at, made));
            let is_left = |made: &FileKey| went(made, true) || went(made, false) && !refilled(made);
            let before = command.made.len();
            command.made.retain(|made| !is_left(made));
            if command.made.len() < before {
                less.push(ItemRef { set: s.set, n: o.n, entry: s.seq });
            }
        }
    }
    less
}

pub(super) fn is_within(at: &FileKey, folder: &FileKey) -> bool {
    let rest = at.path.as_str().strip_prefix(folder.path.as_str());
    at.workspace == folder.workspace && rest.is_some_and(|rest| rest.starts_with('/'))
}
