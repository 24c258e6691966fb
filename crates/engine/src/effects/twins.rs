//! Other names of secrets: a hard link is the file itself, whatever it is called.

use super::sandbox::hidden::{by_name, is_secret, of_machine};
use std::collections::{BTreeSet, VecDeque};
use std::fs::{DirEntry, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Of a folder that is hidden whole, so many entries are looked at.
const ENTRIES: usize = 1_000;
/// And of a workspace.
const WORKSPACE: usize = 100_000;

/// Device and number of a file.
pub(super) type Inode = (u64, u64);

/// The file that this is a name of, if it has others.
pub(super) fn twin(found: &Metadata) -> Option<Inode> {
    (found.is_file() && found.nlink() > 1).then(|| (found.dev(), found.ino()))
}

/// The files that hold secrets and have other names: of a workspace, and of what is [`around`] it.
pub(super) fn secrets(root: &Path) -> BTreeSet<Inode> {
    named(root).chain(around(root)).map(|(_, file)| file).collect()
}

/// Those of the folder that a workspace lies in, of the person's home and of the system, with their names.
fn around(root: &Path) -> impl Iterator<Item = (PathBuf, Inode)> {
    let beside = || {
        let entries = std::fs::read_dir(root.parent()?).ok()?.flatten().take(ENTRIES);
        let secret = |entry: &DirEntry| {
            let folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            entry.file_name().to_str().is_some_and(|name| is_secret(folder, name)) && entry.path() != root
        };
        Some(entries.filter(secret).map(|entry| entry.path()).collect())
    };
    let places = [beside().unwrap_or_default(), of_machine(), by_name(root).secrets];
    places.into_iter().flatten().flat_map(|secret| below(&secret))
}

/// Those of a workspace with their names. So many entries are looked at, from the top.
fn named(root: &Path) -> impl Iterator<Item = (PathBuf, Inode)> {
    let (mut open, mut found) = (VecDeque::from([root.to_owned()]), VecDeque::new());
    let mut left = WORKSPACE;
    std::iter::from_fn(move || {
        loop {
            if let Some(next) = found.pop_front() {
                return Some(next);
            }
            for entry in std::fs::read_dir(open.pop_front()?).into_iter().flatten().flatten() {
                let Some(less) = left.checked_sub(1) else {
                    open.clear();
                    break;
                };
                left = less;
                let (path, Ok(meta)) = (entry.path(), entry.metadata()) else { continue };
                if meta.is_dir() && entry.file_name() != ".git" {
                    open.push_back(path);
                } else if let Some(file) = twin(&meta)
                    && holds_secrets(&path, root)
                {
                    found.push_back((path, file));
                }
            }
        }
    })
}

/// Tells of files in a workspace whether they may be shown: none that is another name of one that holds secrets.
pub(crate) fn may_be_shown(root: &Path) -> impl Fn(&Path) -> bool {
    let known = OnceLock::new();
    move |path| {
        let file = path.symlink_metadata().ok().and_then(|found| twin(&found));
        !file.is_some_and(|file| known.get_or_init(|| secrets(root)).contains(&file))
    }
}

/// The path of the secret that the file at `path` is another name of, within `root` or absolute; none where it is no such file, or a secret by its own name.
pub(crate) fn secret_of(root: &Path, path: &Path) -> Option<PathBuf> {
    let file = twin(&path.symlink_metadata().ok()?)?;
    let places = named(root).chain(std::iter::once_with(|| around(root)).flatten());
    let (other, _) = places.into_iter().find(|(_, found)| *found == file)?;
    (other != path).then(|| other.strip_prefix(root).unwrap_or(&other).to_owned())
}

fn holds_secrets(path: &Path, root: &Path) -> bool {
    let within = path.strip_prefix(root).ok().and_then(Path::to_str);
    within.is_some_and(|within| is_secret(false, within))
}

/// The files among these, and in folders among these, that have other names.
pub(super) fn of(secrets: &[PathBuf]) -> BTreeSet<Inode> {
    secrets.iter().flat_map(|secret| below(secret)).map(|(_, file)| file).collect()
}

/// A file that has other names, or those in a folder.
fn below(secret: &Path) -> Vec<(PathBuf, Inode)> {
    let (mut found, mut open, mut left) = (Vec::new(), VecDeque::from([secret.to_owned()]), ENTRIES);
    while let Some(path) = open.pop_front() {
        let Ok(meta) = path.symlink_metadata() else { continue };
        found.extend(twin(&meta).map(|file| (path.clone(), file)));
        if meta.is_dir()
            && let Ok(entries) = std::fs::read_dir(path)
        {
            let before = open.len();
            open.extend(entries.flatten().take(left).map(|entry| entry.path()));
            left -= open.len() - before;
        }
    }
    found
}
