//! Folders that hold no file: those that commands only make, which come and whether all that are named will; and how
//! they come and go with what else a command does.

use crate::effects::copy::plain_folder;
use crate::effects::process::{Job, Text};
use crate::effects::tree::{Bare, Tree, TreeError};
use crate::workspace::{blocking, problem};
use crate::{Inner, Result};
use countersign_commands::Join;
use countersign_core::command::{Command, RemovedFolder};
use countersign_core::file::{FileKey, FilePath, WorkspaceId};
use countersign_core::problem::Problem;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Whether such commands only make folders.
pub(super) fn only_makes(segments: &[Vec<String>], joins: &[Join]) -> bool {
    let makes = |words: &Vec<String>| words.first().is_some_and(|program| program == "mkdir");
    joins.iter().all(|join| *join == Join::And) && !segments.is_empty() && segments.iter().all(makes)
}

/// The folders that a command which only makes folders names and that are not there yet, outermost first.
pub(crate) fn folders_to_come(command: &Command, job: &Job) -> Vec<FileKey> {
    let Text::Words(segments, joins) = &job.text else { return Vec::new() };
    if !only_makes(segments, joins) {
        return Vec::new();
    }
    let mut coming: Vec<FileKey> = Vec::new();
    for words in segments {
        for word in made_names(words) {
            let Ok(within) = job.cwd.join(word).strip_prefix(&job.root).map(Path::to_owned) else { continue };
            let Some(path) = within.to_str().and_then(|path| FilePath::folder(path.trim_end_matches('/')).ok()) else {
                continue;
            };
            let parts: Vec<&str> = path.as_str().split('/').collect();
            for depth in 1..=parts.len() {
                let Ok(path) = FilePath::folder(&parts.get(..depth).unwrap_or_default().join("/")) else { continue };
                let key = FileKey { workspace: command.workspace.clone(), path };
                let there = job.root.join(key.path.as_str()).symlink_metadata().is_ok();
                if !there && !coming.contains(&key) {
                    coming.push(key);
                }
            }
        }
    }
    coming
}

/// Of these the ones that are folders now.
pub(crate) fn came(root: &Path, mut coming: Vec<FileKey>) -> Vec<FileKey> {
    coming.retain(|key| root.join(key.path.as_str()).symlink_metadata().is_ok_and(|found| found.is_dir()));
    coming
}

/// The folders that the words of `mkdir` name.
fn made_names(words: &[String]) -> Vec<&str> {
    let (mut named, mut at, mut ended) = (Vec::new(), 1, false);
    while let Some(word) = words.get(at).map(String::as_str) {
        match word {
            "--" if !ended => ended = true,
            "-m" | "--mode" if !ended => at += 1,
            _ if !ended && word.len() > 1 && word.starts_with('-') => {}
            _ => named.push(word),
        }
        at += 1;
    }
    named
}

/// Whether a command would make folders that are not there yet, and do nothing else and nothing less: what was made
/// before one of them cannot be made goes back with nothing.
pub(super) fn makes_folders(command: &Command, job: &Job) -> bool {
    let Text::Words(segments, _) = &job.text else { return false };
    if folders_to_come(command, job).is_empty() {
        return false;
    }
    let mut made: BTreeSet<PathBuf> = BTreeSet::new();
    for words in segments {
        let parents = with_parents(words);
        for word in made_names(words) {
            let path = job.cwd.join(word.trim_end_matches('/'));
            let is_folder = |path: &Path| made.contains(path) || path.is_dir();
            let there = made.contains(&path) || path.symlink_metadata().is_ok();
            let fits = match parents {
                true => path
                    .ancestors()
                    .find(|above| is_folder(above) || above.symlink_metadata().is_ok())
                    .is_some_and(is_folder),
                false => !there && path.parent().is_some_and(is_folder),
            };
            if !fits {
                return false;
            }
            made.extend(path.ancestors().take_while(|above| !above.is_dir()).map(Path::to_owned).collect::<Vec<_>>());
        }
    }
    true
}

/// Whether `mkdir` was told to make what is missing on the way.
fn with_parents(words: &[String]) -> bool {
    let options = words.iter().skip(1).take_while(|word| *word != "--");
    let short = |word: &String| word.starts_with('-') && !word.starts_with("--") && word.contains('p');
    options.into_iter().any(|word| word == "--parents" || short(word))
}

/// The folders that `rmdir` is to remove, as they are now.
pub(crate) fn named(command: &Command, job: &Job) -> Vec<RemovedFolder> {
    let Text::Words(segments, _) = &job.text else { return Vec::new() };
    let words = segments.iter().flatten().skip_while(|word| *word != "--").skip(1);
    let one = |word: &String| {
        let path = FilePath::folder(word).ok()?;
        let found = job.root.join(word).symlink_metadata().ok().filter(Metadata::is_dir)?;
        Some(removed(FileKey { workspace: command.workspace.clone(), path }, found.mode() & 0o7777))
    };
    words.filter_map(one).collect()
}

/// Of these the ones that are gone now.
pub(crate) fn gone(root: &Path, mut going: Vec<RemovedFolder>) -> Vec<RemovedFolder> {
    going.retain(|folder| root.join(folder.at.path.as_str()).symlink_metadata().is_err());
    going
}

fn removed(at: FileKey, bits: u32) -> RemovedFolder {
    RemovedFolder { at, mode: (bits != plain_folder()).then_some(bits) }
}

/// Folders without files that came and went in a copy, with their permission bits; none where one cannot be named.
pub(super) fn bare(come: Vec<(String, u32)>, go: Vec<(String, u32)>) -> Option<Bare> {
    let named = |(path, bits): (String, u32)| Some((FilePath::folder(&path).ok()?, bits));
    let mut come: Vec<(FilePath, u32)> = come.into_iter().map(named).collect::<Option<_>>()?;
    let mut go: Vec<FilePath> = go.into_iter().map(|of| Some(named(of)?.0)).collect::<Option<_>>()?;
    come.sort_by_key(|(path, _)| path.as_str().len());
    go.sort_by_key(|path| Reverse(path.as_str().len()));
    Some(Bare { go, come })
}

/// Folders without files that were removed and made.
pub(super) struct MovedFolders {
    workspace: WorkspaceId,
    tree: Tree,
    done: Bare,
    back: Bare,
}

impl MovedFolders {
    /// Does it, all or nothing. `locked`: the folder is kept from other programs of ours already.
    pub(super) async fn of(
        inner: &Inner,
        command: &Command,
        done: Bare,
        locked: bool,
    ) -> Result<std::result::Result<Self, Problem>> {
        let workspace = command.workspace.clone();
        let tree = inner.tree(&workspace)?;
        let moved = blocking(move || {
            let _lock = if locked { None } else { Some(tree.lock()?) };
            let back = tree.move_folders(&done)?;
            Ok::<_, TreeError>(Self { workspace, tree, done, back })
        });
        Ok(moved.await?.map_err(|e| problem(&e)))
    }

    /// The folders that came, outermost first, and those that went, innermost first.
    pub(super) fn told(&self) -> (Vec<FileKey>, Vec<RemovedFolder>) {
        let key = |path: &FilePath| FileKey { workspace: self.workspace.clone(), path: path.clone() };
        let made = self.done.come.iter().map(|(path, _)| key(path)).collect();
        let removed = self.back.come.iter().rev().map(|(path, bits)| removed(key(path), *bits)).collect();
        (made, removed)
    }

    /// Takes it back, as far as that can be done.
    pub(super) async fn put(self) -> Result<()> {
        blocking(move || self.tree.put_folders(&self.back)).await
    }
}
