//! What a command leaves in its private folder for temporary files, which goes with it: named, so that a
//! copy to `/tmp` is not lost without a word. Changes nothing.

use super::process::Text;
use countersign_core::command::{Lost, NAMED};
use std::path::{Path, PathBuf};

/// So many entries are looked at.
const MOST: usize = 10_000;
/// What programs keep there for themselves: nobody asked for it.
const CACHE: &str = ".cache";

/// The files below `tmp`; none where there are none. `shown` is what the command knew it as.
pub(super) fn left_behind(tmp: &Path, shown: &str, text: &Text) -> Option<Lost> {
    let mut found = Vec::new();
    let mut open = vec![PathBuf::new()];
    let mut left = MOST;
    let mut more = false;
    'all: while let Some(within) = open.pop() {
        for entry in std::fs::read_dir(tmp.join(&within)).into_iter().flatten().flatten() {
            let path = within.join(entry.file_name());
            let Some(less) = left.checked_sub(1) else {
                more = true;
                break 'all;
            };
            left = less;
            let cache = path == Path::new(CACHE);
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && !cache => open.push(path),
                Ok(kind) if (kind.is_file() || kind.is_symlink()) && !cache => {
                    found.push(format!("{shown}/{}", path.display()));
                }
                _ => {}
            }
        }
    }
    let named = |path: &String| match text {
        Text::Words(segments, _) => segments.iter().flatten().any(|word| word.contains(path.as_str())),
        Text::Shell(text) => text.contains(path.as_str()),
    };
    found.sort_by_cached_key(|path| (!named(path), path.clone()));
    let files = found.len() as u64;
    found.truncate(NAMED);
    (files > 0).then_some(Lost { files, more, paths: found })
}
