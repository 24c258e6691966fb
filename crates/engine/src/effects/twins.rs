//! Other names of secrets: a hard link is the file itself, whatever it is called.

use super::sandbox::hidden::is_secret;
use std::collections::{BTreeSet, VecDeque};
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

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

/// The files of a workspace that hold secrets and have other names. So many entries are looked at, from the top.
pub(super) fn secrets(root: &Path) -> BTreeSet<Inode> {
    let (mut found, mut open, mut left) = (BTreeSet::new(), VecDeque::from([root.to_owned()]), WORKSPACE);
    while let Some(folder) = open.pop_front() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let Some(less) = left.checked_sub(1) else { return found };
            left = less;
            let (path, Ok(meta)) = (entry.path(), entry.metadata()) else { continue };
            if meta.is_dir() && entry.file_name() != ".git" {
                open.push_back(path);
            } else if let Some(file) = twin(&meta)
                && holds_secrets(&path, root)
            {
                found.insert(file);
            }
        }
    }
    found
}

fn holds_secrets(path: &Path, root: &Path) -> bool {
    let within = path.strip_prefix(root).ok().and_then(Path::to_str);
    within.is_some_and(|within| is_secret(false, within))
}

/// The files among these, and in folders among these, that have other names.
pub(super) fn of(secrets: &[PathBuf]) -> BTreeSet<Inode> {
    secrets.iter().flat_map(|secret| below(secret)).collect()
}

fn below(secret: &Path) -> Vec<Inode> {
    let (mut found, mut open, mut left) = (Vec::new(), VecDeque::from([secret.to_owned()]), ENTRIES);
    while let Some(path) = open.pop_front() {
        let Ok(meta) = path.symlink_metadata() else { continue };
        found.extend(twin(&meta));
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
