//! Where paths lead over links. The judge reads words and no disk: what it may know of links it asks here.

use countersign_commands::Links;
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Answers where the paths of a folder lead: within it relative to it, else absolute.
pub(crate) fn of(root: &Path) -> Links {
    let Ok(root) = root.canonicalize() else { return Links::default() };
    let known: Mutex<HashMap<String, Option<String>>> = Mutex::default();
    Links::new(move |path| {
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(path.to_owned()).or_insert_with(|| elsewhere(&root, path)).clone()
    })
}

/// Where a path leads, if a link is in it.
fn elsewhere(root: &Path, path: &str) -> Option<String> {
    let written = root.join(path);
    let real = real(&written)?;
    if real == plain(&written) {
        return None;
    }
    real.strip_prefix(root).unwrap_or(&real).to_str().map(str::to_owned)
}

/// Where a path leads, also one of which only the beginning is there: what is made there is made elsewhere.
fn real(path: &Path) -> Option<PathBuf> {
    path.ancestors().find_map(|there| {
        let rest = path.strip_prefix(there).ok()?;
        Some(plain(&there.canonicalize().ok()?.join(rest)))
    })
}

/// A path by its words alone.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}
