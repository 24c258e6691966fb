//! Commands that only make folders: which come, whether all that are named will, and how they are made again.

use crate::effects::process::{Job, Text};
use countersign_commands::Join;
use countersign_core::command::Command;
use countersign_core::file::{FileKey, FilePath};
use std::collections::BTreeSet;
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

/// Whether a command, run again, makes the same folders once more in the same way.
pub(crate) fn makes_again(command: &Command) -> bool {
    command.command.starts_with("mkdir ") && !command.command.contains(['&', '|', ';', '$', '`', '>', '<', '\n'])
}
