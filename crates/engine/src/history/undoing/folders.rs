//! Folders that come and go with what an undo takes back.

use super::Standing;
use crate::history::takes_back;
use crate::{Inner, Result};
use countersign_core::change_set::ItemRef;
use countersign_core::change_set::propose::Proposal;
use countersign_core::file::{FileChange, FileKey, FilePath};
use countersign_core::ids::{Seq, TodoId};
use countersign_core::ledger::Event;
use countersign_core::operation::Operation;
use countersign_core::wire::Drift;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

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
        if !proposals.iter().any(lone) && !chosen.iter().any(Standing::brought_folders) {
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
            for (o, first) in s.items.iter().filter_map(|o| Some((o, s.made(o.n).first()?))) {
                let above = folders_above(&first.path).map(|path| FileKey { path, ..first.clone() });
                let known = |at: &FileKey| all_made(chosen).any(|made| made == at);
                more.extend(above.filter(|at| !known(at) && stayed(at, s.seq)).map(|at| (s.seq, o.n, at)));
            }
        }
        // What came for a file that is gone already goes with no file; nor does what holds a folder that goes after the
        // files.
        let gone_with = |at: &FileKey| {
            let mut all = proposals.iter().filter_map(|proposal| going(proposal.op.as_ref().ok()?));
            all.any(|(file, folders)| file.workspace == at.workspace && folders.contains(&at.path))
                && !all_made(chosen).any(|made| is_within(made, at))
        };
        let stories = stories(chosen);
        let was_there = |at: &FileKey| stories.get(at).is_some_and(|story| story.was_there);
        for s in chosen.iter() {
            for (n, at) in s.came_with() {
                let known = all_made(chosen).any(|made| *made == at);
                let twice = more.iter().any(|(.., other)| *other == at);
                if !known && !twice && !was_there(&at) && !gone_with(&at) {
                    more.push((s.seq, n, at));
                }
            }
        }
        // One that others still use stays.
        let goes = Goes::with(proposals, chosen).and(more.iter().map(|(.., at)| at));
        more.retain(|(.., at)| self.in_use(at, &goes).is_none());
        drop(goes);
        for (seq, n, at) in &more {
            for s in chosen.iter_mut().filter(|s| s.seq == *seq) {
                s.goes_too(*n, at);
            }
        }
        Ok(!more.is_empty())
    }

    /// Whether this folder is there.
    pub(super) fn has_folder(&self, folder: &FileKey) -> bool {
        self.root_of(folder).is_some_and(|root| is_folder(&root.join(folder.path.as_str())))
    }

    /// The root of a folder's workspace, if that is open.
    fn root_of(&self, folder: &FileKey) -> Option<PathBuf> {
        self.workspaces().iter().find(|open| open.id == folder.workspace).map(|open| open.root.clone())
    }

    /// Why a folder that was made cannot be removed again, if so: it is gone, or holds what does not go with it.
    pub(super) fn in_use(&self, folder: &FileKey, goes: &Goes<'_>) -> Option<Drift> {
        let now = match self.root_of(folder) {
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

/// Whether there is a folder; links are not followed.
fn is_folder(at: &Path) -> bool {
    at.symlink_metadata().is_ok_and(|found| found.is_dir())
}

/// What goes with an undo.
pub(super) struct Goes<'a> {
    files: BTreeSet<&'a FileKey>,
    folders: BTreeSet<FileKey>,
}

impl<'a> Goes<'a> {
    pub(super) fn with(proposals: &'a [Proposal], chosen: &[Standing]) -> Self {
        let mut goes = Self { files: BTreeSet::new(), folders: BTreeSet::new() };
        goes.folders.extend(all_made(chosen).cloned());
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
        if !is_folder(&at) {
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

/// Leaves the folders there that were there before, also where a file goes that came with them later.
pub(super) fn keeping(proposals: &mut [Proposal], stories: &BTreeMap<FileKey, Story>) {
    for proposal in proposals {
        if let Ok(Operation::DeleteFile { at, folders } | Operation::RenameFile { at, folders, .. }) = &mut proposal.op
        {
            let key = |path: &FilePath| FileKey { path: path.clone(), ..at.clone() };
            folders.retain(|path| !stories.get(&key(path)).is_some_and(|story| story.was_there));
        }
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

/// All folders that are to go with what these items made.
pub(super) fn all_made(chosen: &[Standing]) -> impl Iterator<Item = &FileKey> {
    chosen.iter().flat_map(|s| s.items.iter().flat_map(|o| s.made(o.n)))
}

/// The folders that came with a file.
pub(super) fn came_with(change: &FileChange) -> impl Iterator<Item = FileKey> {
    let came = change.before.is_none() && change.after.is_some();
    came.then(|| folders_of(change)).into_iter().flatten()
}

/// The folders that went with a file, or were to go if nothing else was in them.
pub(super) fn went_with(change: &FileChange) -> impl Iterator<Item = FileKey> {
    change.after.is_none().then(|| folders_of(change)).into_iter().flatten()
}

/// Whether a proposal puts a file into a folder that is not there otherwise.
pub(super) fn fills(proposal: &Proposal, folder: &FileKey) -> bool {
    let within = |at: &FileKey, path: &FilePath| is_within(&FileKey { path: path.clone(), ..at.clone() }, folder);
    match &proposal.op {
        Ok(Operation::WriteFile { at, new: true, .. }) => is_within(at, folder),
        Ok(Operation::RenameFile { at, to, .. }) => within(at, to),
        _ => false,
    }
}

/// What is known of a folder from all that was done about it.
pub(super) struct Story {
    /// It was there before all of these: the first that is known of it is that it went.
    pub(super) was_there: bool,
    /// The last that is known of it is that it came.
    pub(super) is_there: bool,
}

/// Of the folders that these items made or took away.
pub(super) fn stories(chosen: &[Standing]) -> BTreeMap<FileKey, Story> {
    let mut stories: BTreeMap<FileKey, Story> = BTreeMap::new();
    for (.., went, folder) in in_order(chosen) {
        stories.entry(folder).or_insert(Story { was_there: went, is_there: !went }).is_there = !went;
    }
    stories
}

/// The folders that these items made or took away, oldest first; whether they went.
fn in_order(chosen: &[Standing]) -> Vec<(Seq, u32, bool, FileKey)> {
    let mut seen: Vec<(Seq, u32, bool, FileKey)> = chosen.iter().flat_map(Standing::seen).collect();
    seen.sort_by_key(|(seq, n, ..)| (*seq, *n));
    seen
}

/// The folders that come or go with a file.
fn folders_of(change: &FileChange) -> impl Iterator<Item = FileKey> {
    change.folders.iter().map(|path| FileKey { workspace: change.at.workspace.clone(), path: path.clone() })
}

/// The folders that a file is in, nearest first, without the root.
fn folders_above(path: &FilePath) -> impl Iterator<Item = FilePath> + '_ {
    path.above().filter_map(|folder| FilePath::folder(folder).ok())
}

/// Leaves out of the folders that items made those that were there before all of these, that others of these made once
/// more, or took away again with what had come into them; which items that leaves with less.
pub(super) fn without_what_went(chosen: &mut [Standing]) -> Vec<ItemRef> {
    let (stories, seen) = (stories(chosen), in_order(chosen));
    let was_there = |at: &FileKey| stories.get(at).is_some_and(|story| story.was_there);
    let mut all: Vec<(Seq, u32, &FileChange)> = Vec::new();
    for s in chosen.iter() {
        all.extend(s.items.iter().flat_map(|o| o.files.iter().map(|change| (s.seq, o.n, change))));
    }
    all.sort_by_key(|(seq, n, _)| (*seq, *n));
    let mut first: BTreeMap<FileKey, bool> = BTreeMap::new();
    for (.., change) in all {
        first.entry(change.at.clone()).or_insert(change.before.is_some());
    }
    // One in which a file comes back is not gone for good.
    let refilled = |made: &FileKey| first.iter().any(|(at, there)| *there && is_within(at, made));
    let mut less = Vec::new();
    for s in chosen {
        less.extend(s.goes_without(|of, made| {
            let went = || seen.iter().any(|(seq, n, went, at)| *went && at == made && (*seq, *n) >= of);
            let again = || seen.iter().any(|(seq, n, went, at)| !went && at == made && (*seq, *n) > of);
            was_there(made) || again() || went() && !refilled(made)
        }));
    }
    less
}

pub(super) fn is_within(at: &FileKey, folder: &FileKey) -> bool {
    let rest = at.path.as_str().strip_prefix(folder.path.as_str());
    at.workspace == folder.workspace && rest.is_some_and(|rest| rest.starts_with('/'))
}
