//! Other names of secrets: a hard link is the file itself, whatever it is called.

use std::collections::{BTreeSet, VecDeque};
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Of a folder that is hidden whole, so many entries are looked at.
const ENTRIES: usize = 1_000;

/// Device and number of a file.
pub(super) type Inode = (u64, u64);

/// The file that this is a name of, if it has others.
pub(super) fn twin(found: &Metadata) -> Option<Inode> {
    (found.is_file() && found.nlink() > 1).then(|| (found.dev(), found.ino()))
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
