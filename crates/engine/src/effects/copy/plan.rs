//! What of a workspace goes into a copy of it: one look, both for whether there can be a copy and to make it.

use super::{CopyError, LINKED, MOST_BYTES, MOST_FILES, built};
use crate::effects::{sandbox, twins};
use countersign_core::file::FilePath;
use rustix::fs::Access;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// Folders below this are not copied.
const DEEPEST: usize = 64;
/// What builds made may be so many files and bytes together.
const BUILT_MOST: Room = Room { files: 20_000, bytes: 500_000_000 };
/// A worktree's or a submodule's way to its repository: a file with a path in it.
const REPOSITORY: &str = ".git";

/// How many more files and bytes there may be.
#[derive(Clone, Copy)]
struct Room {
    files: u64,
    bytes: u64,
}

impl Room {
    /// What is left beside this file.
    fn take(&mut self, file: &Metadata) -> Result<(), CopyError> {
        self.files = self.files.checked_sub(1).ok_or(CopyError::TooLarge)?;
        self.bytes = self.bytes.checked_sub(file.len()).ok_or(CopyError::TooLarge)?;
        Ok(())
    }
}

/// What something is.
pub(super) enum Kind {
    Folder(Metadata),
    File(Metadata),
    /// Where it leads.
    Link(PathBuf),
    /// One of [`LINKED`].
    Beside,
}

/// Something with its path within the workspace.
pub(super) type Entry = (String, Kind);

/// All that is copied; folders come before what is in them.
pub(super) struct Plan {
    pub(super) entries: Vec<Entry>,
    /// Folders that a build made, whole, with what is in them.
    pub(super) built: Vec<(String, Vec<Entry>)>,
}

impl Plan {
    /// Looks at a workspace by its canonical path. What is gone while it is looked at is passed by.
    ///
    /// # Errors
    /// [`CopyError::TooLarge`], or the system's word on what cannot be read.
    pub(super) fn of(from: &Path) -> Result<Self, CopyError> {
        if tempfile::env::temp_dir().canonicalize()?.starts_with(from) {
            return Err(io::Error::other("the folder for temporary files is in it").into());
        }
        let mut room = Room { files: MOST_FILES, bytes: MOST_BYTES };
        let (mut entries, mut made, mut secrets) = (Vec::new(), Vec::new(), sandbox::hidden::of_machine());
        let mut open = vec![(String::new(), 0)];
        while let Some((within, depth)) = open.pop() {
            each(from, &within, |path, name, meta| {
                if meta.is_dir() && LINKED.contains(&name) {
                    entries.push((path, Kind::Beside));
                } else if meta.is_dir() && built(name, &from.join(&path)) {
                    made.push(path);
                } else if secret(&path, &meta) && !(name == REPOSITORY && meta.is_file()) {
                    secrets.push(from.join(path));
                    return Ok(());
                } else if meta.is_dir() && depth < DEEPEST {
                    open.push((path.clone(), depth + 1));
                    entries.push((path, Kind::Folder(meta)));
                } else if let Some(kind) = leaf(from, &path, meta, &mut room)? {
                    entries.push((path, kind));
                }
                Ok(())
            })?;
        }
        // Last, so that what is built never keeps the sources out; all of it can be built anew.
        let mut left = Room { files: room.files.min(BUILT_MOST.files), bytes: room.bytes.min(BUILT_MOST.bytes) };
        made.sort();
        let mut built = Vec::new();
        for folder in made {
            let mut rest = left;
            if let Ok(within) = whole(from, &folder, &mut rest) {
                left = rest;
                built.push((folder, within));
            }
        }
        // Nor under another name.
        let twins = twins::of(&secrets);
        let shown = |(_, kind): &Entry| !matches!(kind, Kind::File(meta) if twins::twin(meta).is_some_and(|file| twins.contains(&file)));
        entries.retain(shown);
        built.iter_mut().for_each(|(_, within): &mut (String, Vec<Entry>)| within.retain(shown));
        Ok(Self { entries, built })
    }
}

/// All that a build made in a folder but links and secrets.
fn whole(from: &Path, folder: &str, room: &mut Room) -> Result<Vec<Entry>, CopyError> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(within) = open.pop() {
        each(from, &within, |path, _, meta| {
            if meta.is_dir() {
                open.push(path.clone());
                found.push((path, Kind::Folder(meta)));
            } else if meta.is_file() && !secret(&path, &meta) {
                found.extend(leaf(from, &path, meta, room)?.map(|kind| (path, kind)));
            }
            Ok(())
        })?;
    }
    Ok(found)
}

/// A file that can be read or a link; none where it is something else, or gone.
fn leaf(from: &Path, path: &str, meta: Metadata, room: &mut Room) -> Result<Option<Kind>, CopyError> {
    let at = from.join(path);
    if meta.is_symlink() {
        return Ok(there(fs::read_link(at))?.map(Kind::Link));
    }
    if !meta.is_file() || there(rustix::fs::access(at, Access::READ_OK).map_err(io::Error::from))?.is_none() {
        return Ok(None);
    }
    room.take(&meta)?;
    Ok(Some(Kind::File(meta)))
}

/// Gives path, name and kind of each entry of a folder; names that are no text are passed by.
fn each(
    from: &Path,
    within: &str,
    mut give: impl FnMut(String, &str, Metadata) -> Result<(), CopyError>,
) -> Result<(), CopyError> {
    let read = fs::read_dir(from.join(within));
    let Some(entries) = (if within.is_empty() { Some(read?) } else { there(read)? }) else { return Ok(()) };
    for entry in entries {
        let entry = entry?;
        let (Ok(name), Some(meta)) = (entry.file_name().into_string(), there(entry.metadata())?) else { continue };
        let path = if within.is_empty() { name.clone() } else { format!("{within}/{name}") };
        give(path, &name, meta)?;
    }
    Ok(())
}

fn there<T>(found: io::Result<T>) -> io::Result<Option<T>> {
    match found {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        other => other.map(Some),
    }
}

/// What no copy holds.
fn secret(path: &str, meta: &Metadata) -> bool {
    if meta.is_dir() { FilePath::folder(path) } else { FilePath::parse(path) }.is_err()
}
