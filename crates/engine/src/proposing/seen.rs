//! Which files the items of one request have taken, so that two of them never meet in one place.

use countersign_core::change_set::ChangeSet;
use countersign_core::change_set::review::is_open;
use countersign_core::file::{FileKey, FilePath, WorkspaceId, one_name};
use countersign_core::problem::Problem;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What is said of a file that is not there afterwards.
const GOES: [&str; 2] = ["deleted", "renamed"];

/// Which item of the request changes a file, and how in one word.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// The item that is read now, from 1.
    pub(super) n: usize,
    files: BTreeMap<FileKey, (usize, &'static str)>,
    /// The same by where they are on the disk: a folder may be open, and one in it as well.
    real: BTreeMap<PathBuf, FileKey>,
    /// The files that stay or come and the folders above them, by what they are called on disks that take names
    /// for one another.
    names: BTreeMap<(WorkspaceId, String), String>,
    /// What folders hold, each looked at once.
    listed: BTreeMap<(WorkspaceId, String), Vec<String>>,
}

/// The ways to the folders above a path and to itself, each with what it is on disks that take names for one another.
fn ways(path: &str) -> impl Iterator<Item = (&str, String)> {
    let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
    ends.filter_map(move |end| path.get(..end))
        .map(|way| (way, way.split('/').map(one_name).collect::<Vec<_>>().join("/")))
}

impl Seen {
    /// The files that the items of a set before this one leave changed.
    pub(super) fn before(set: &ChangeSet, n: u32) -> Self {
        let mut seen = Self::default();
        for item in set.items.iter().filter(|item| item.n < n && is_open(item.status)) {
            seen.n = usize::try_from(item.n).unwrap_or(usize::MAX);
            for change in item.op.iter().flat_map(|op| op.file_changes(&item.files)) {
                seen.note(&change.at, None, if change.after.is_none() { "deleted" } else { "changed" });
            }
        }
        seen
    }

    /// Whether another item changes this file, which is `real` on the disk, or makes a file where this one needs a
    /// folder.
    pub(super) fn conflict(&self, at: &FileKey, real: Option<&Path>) -> Option<Problem> {
        let same = real.and_then(|real| self.real.get(real)).unwrap_or(at);
        if let Some((n, how)) = self.files.get(same) {
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

    /// An item leaves a file so, which is `real` on the disk.
    pub(crate) fn note(&mut self, at: &FileKey, real: Option<PathBuf>, how: &'static str) {
        if let Some(real) = real {
            self.real.entry(real).or_insert_with(|| at.clone());
        }
        self.files.entry(at.clone()).or_insert((self.n, how));
        if !GOES.contains(&how) {
            for (way, name) in ways(at.path.as_str()) {
                self.names.entry((at.workspace.clone(), name)).or_insert_with(|| way.to_owned());
            }
        }
    }

    /// A file or folder of another item that has the name of this file, or of a folder above it, on some disks.
    pub(super) fn alike(&self, at: &FileKey) -> Option<String> {
        let mut ways = ways(at.path.as_str());
        ways.find_map(|(way, name)| self.names.get(&(at.workspace.clone(), name)).filter(|other| *other != way))
            .cloned()
    }

    /// Whether an item takes this file away.
    pub(super) fn goes(&self, workspace: &WorkspaceId, path: &str) -> bool {
        let at = FilePath::parse(path).ok().map(|path| FileKey { workspace: workspace.clone(), path });
        at.and_then(|at| self.files.get(&at)).is_some_and(|(_, how)| GOES.contains(how))
    }

    /// The names in a folder, looked at with `look` the first time.
    pub(super) fn listed(
        &mut self,
        workspace: &WorkspaceId,
        folder: &str,
        look: impl FnOnce() -> Option<Vec<String>>,
    ) -> &[String] {
        let key = (workspace.clone(), folder.to_owned());
        self.listed.entry(key).or_insert_with(|| look().unwrap_or_default())
    }

    /// Whether an item puts a file below this folder.
    pub(super) fn makes(&self, workspace: &WorkspaceId, folder: &FilePath) -> bool {
        let below =
            |path: &FilePath| path.as_str().strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/'));
        self.files.iter().any(|(at, (_, how))| at.workspace == *workspace && *how != "deleted" && below(&at.path))
    }
}
