//! What a command leaves in its private folders for temporary files, which go with it: named, so that a copy to
//! `/tmp` is not lost without a word, and put aside where the command's line names such a folder.

use super::process::Text;
use countersign_core::command::{Lost, NAMED};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// So many entries are looked at.
const MOST: usize = 10_000;
/// What programs keep there for themselves: nobody asked for it.
const CACHE: &str = ".cache";
/// Where it is put aside, below our own data.
const ASIDE: &str = "left";

/// The files below these folders, each with what the command knew it as; none where there are none.
pub(super) fn left_behind(folders: &[(PathBuf, &str)], text: &Text) -> Option<Lost> {
    let mut found = Vec::new();
    let mut open: Vec<(usize, PathBuf)> = (0..folders.len()).map(|at| (at, PathBuf::new())).collect();
    let mut left = MOST;
    let mut more = false;
    'all: while let Some((at, within)) = open.pop() {
        let Some((folder, shown)) = folders.get(at) else { continue };
        for entry in std::fs::read_dir(folder.join(&within)).into_iter().flatten().flatten() {
            let path = within.join(entry.file_name());
            let Some(less) = left.checked_sub(1) else {
                more = true;
                break 'all;
            };
            left = less;
            let cache = path == Path::new(CACHE);
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && !cache => open.push((at, path)),
                Ok(kind) if (kind.is_file() || kind.is_symlink()) && !cache => {
                    found.push(format!("{shown}/{}", path.display()));
                }
                _ => {}
            }
        }
    }
    let named = |path: &String| says(text, path);
    found.sort_by_cached_key(|path| (!named(path), path.clone()));
    let files = found.len() as u64;
    found.truncate(NAMED);
    (files > 0).then_some(Lost { files, more, paths: found, kept: None })
}

fn says(text: &Text, what: &str) -> bool {
    match text {
        Text::Words(segments, _) => segments.iter().flatten().any(|word| word.contains(what)),
        Text::Shell(text) => text.contains(what),
    }
}

/// Whether something lies beside the workspace, which is below such a folder: between the two a program keeps nothing
/// for itself, and in the folder itself only `..` means the workspace's neighbour.
fn is_beside(root: &Path, (folder, shown): &(PathBuf, &str), text: &Text) -> bool {
    let Ok(within) = root.strip_prefix(shown) else { return false };
    let mut at = folder.clone();
    let mut own = says(text, "..");
    for name in within {
        let others = |entry: fs::DirEntry| entry.file_name() != name;
        if own && fs::read_dir(&at).into_iter().flatten().flatten().any(others) {
            return true;
        }
        at.push(name);
        own = true;
    }
    false
}

/// Puts what was left into a folder below `data` that stays, if somebody meant it to be there: the command's line
/// names one of these folders, or it lies beside the workspace. Gives where it is; none where it is nowhere.
pub(super) fn put_aside(
    folders: &[(PathBuf, &str)],
    text: &Text,
    root: &Path,
    data: &Path,
) -> io::Result<Option<PathBuf>> {
    let means = ["~", "$HOME", "${HOME", "$TMPDIR", "${TMPDIR"];
    let named = folders.iter().map(|(_, shown)| *shown).chain(means).any(|place| says(text, place));
    if !named && !folders.iter().any(|folder| is_beside(root, folder, text)) {
        return Ok(None);
    }
    let all = data.join(ASIDE);
    fs::create_dir_all(&all)?;
    // It is shown: the data's folder may be named from where the server was started, `../data`.
    let all = all.canonicalize()?;
    let kept = tempfile::Builder::new().prefix("command-").tempdir_in(all)?;
    for (folder, shown) in folders {
        let name = shown.trim_start_matches(['/', '$']).replace('/', "-");
        if fs::read_dir(folder)?.next().is_some() {
            carry(folder, &kept.path().join(name))?;
        }
    }
    Ok(Some(kept.keep()))
}

/// Moves a folder, also to another disk. What is no file, folder or link is left.
fn carry(from: &Path, to: &Path) -> io::Result<()> {
    match fs::rename(from, to) {
        Err(e) if e.kind() == io::ErrorKind::CrossesDevices => {}
        done => return done,
    }
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let (entry, kind) = entry.and_then(|entry| Ok((entry.path(), entry.file_type()?)))?;
        let to = to.join(entry.file_name().unwrap_or_default());
        if kind.is_dir() {
            carry(&entry, &to)?;
        } else if kind.is_symlink() {
            std::os::unix::fs::symlink(fs::read_link(&entry)?, to)?;
        } else if kind.is_file() {
            fs::copy(&entry, to)?;
        }
    }
    Ok(())
}
