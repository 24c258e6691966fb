//! Which files the items of one request have taken, so that two of them never meet in one place.

use countersign_core::change_set::ChangeSet;
use countersign_core::change_set::review::is_open;
use countersign_core::file::{FileKey, FilePath, WorkspaceId};
use countersign_core::problem::Problem;
use std::collections::BTreeMap;

/// Which item of the request changes a file, and how in one word.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// The item that is read now, from 1.
    pub(super) n: usize,
    files: BTreeMap<FileKey, (usize, &'static str)>,
}

impl Seen {
    /// The files that the items of a set before this one leave changed.
    pub(super) fn before(set: &ChangeSet, n: u32) -> Self {
        let mut seen = Self::default();
        for item in set.items.iter().filter(|item| item.n < n && is_open(item.status)) {
            seen.n = usize::try_from(item.n).unwrap_or(usize::MAX);
            for change in item.op.iter().flat_map(|op| op.file_changes(&item.files)) {
                seen.note(&change.at, if change.after.is_none() { "deleted" } else { "changed" });
            }
        }
        seen
    }

    /// Whether another item changes this file, or makes a file where this one needs a folder.
    pub(super) fn conflict(&self, at: &FileKey) -> Option<Problem> {
        if let Some((n, how)) = self.files.get(at) {
            return Some(Problem::new("same_file_twice", format!("{} is {how} by item {n} of this request", at.path)));
        }
        let below = |inner: &FilePath, outer: &FilePath| {
            inner.as_str().strip_prefix(outer.as_str()).is_some_and(|rest| rest.starts_with('/'))
        };
        let other = self.files.iter().find(|(other, _)| {
            other.workspace == at.workspace && (below(&other.path, &at.path) || below(&at.path, &other.path))
        });
        other.map(|(other, (n, how))| {
            let (file, folder) =
                if below(&other.path, &at.path) { (&at.path, &other.path) } else { (&other.path, &at.path) };
            Problem::new(
                "path_taken",
                format!(
                    "{folder} needs a folder where {file} is a file; {} is {how} by item {n} of this request",
                    other.path
                ),
            )
        })
    }

    pub(super) fn note(&mut self, at: &FileKey, how: &'static str) {
        self.files.entry(at.clone()).or_insert((self.n, how));
    }

    /// Whether an item puts a file below this folder.
    pub(super) fn makes(&self, workspace: &WorkspaceId, folder: &FilePath) -> bool {
        let below =
            |path: &FilePath| path.as_str().strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/'));
        self.files.iter().any(|(at, (_, how))| at.workspace == *workspace && *how != "deleted" && below(&at.path))
    }
}
