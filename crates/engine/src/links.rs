//! Where paths lead over links. The judge reads words and no disk: what it may know of links it asks here.

use crate::effects::twins;
use countersign_commands::Links;
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Longer paths no system opens, relative ones with what is before them included. Bytes.
const LONGEST: usize = 8 * 1024;

/// What was told of links: of each path that was asked for, where it leads.
pub(crate) type Told = HashMap<String, Option<String>>;

/// Answers where the paths of a folder lead: within it relative to it, else absolute; and what it was asked so far.
pub(crate) fn of(root: &Path) -> (Links, impl Fn() -> Told) {
    let known: Arc<Mutex<Told>> = Arc::default();
    let asked = known.clone();
    let told = move || asked.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let Ok(root) = root.canonicalize() else { return (Links::default(), told) };
    let links = Links::new(move |path| {
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(path.to_owned()).or_insert_with(|| elsewhere(&root, path)).clone()
    });
    (links, told)
}

/// Whether all of it is so still.
pub(crate) fn still(root: &Path, told: &Told) -> bool {
    let Ok(root) = root.canonicalize() else { return told.is_empty() };
    told.iter().all(|(path, there)| elsewhere(&root, path) == *there)
}

/// Where a path leads, if a link is in it, or it is a secret by another name.
fn elsewhere(root: &Path, path: &str) -> Option<String> {
    let written = root.join(path);
    let real = real(&written)?;
    if let Some(secret) = twins::secret_of(root, &real) {
        return secret.to_str().map(str::to_owned);
    }
    if real == plain(&written) {
        return None;
    }
    real.strip_prefix(root).unwrap_or(&real).to_str().map(str::to_owned)
}

/// Where a path leads, also one of which only the beginning is there: what is made there is made elsewhere. One that
/// no system opens leads nowhere.
fn real(path: &Path) -> Option<PathBuf> {
    if path.as_os_str().len() > LONGEST {
        return None;
    }
    let (mut there, mut rest) = (PathBuf::new(), path.components());
    while let Some(part) = rest.clone().next() {
        let next = there.join(part);
        if next.metadata().is_err() {
            break;
        }
        (there, _) = (next, rest.next());
    }
    Some(plain(&there.canonicalize().ok()?.join(rest.as_path())))
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
