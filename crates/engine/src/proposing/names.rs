//! Names of new files that some disks, or people, take for another.

use super::seen::Seen;
use crate::Inner;
use crate::workspace::names_of;
use countersign_core::file::{FileKey, FilePath, one_name};
use countersign_core::hidden;
use countersign_core::problem::Problem;
use countersign_edits::same_file;
use std::path::PathBuf;

impl Inner {
    /// The file as the disk has it, whichever folder that is open it is named in.
    pub(super) fn real(&self, at: &FileKey) -> Option<PathBuf> {
        let tree = self.tree(&at.workspace).ok()?;
        Some(tree.path().canonicalize().ok()?.join(at.path.as_str()))
    }

    /// Whether an edit that calls its file so can be of this one: by the end of its path, or by all of it with a part
    /// of the way to the workspace before it.
    pub(crate) fn is_named(&self, at: &FileKey, named: &str) -> bool {
        let root = self.workspaces().iter().find(|w| w.id == at.workspace).map(|w| w.root.clone()).unwrap_or_default();
        let way = |named: &str| {
            let way = named.strip_suffix(at.path.as_str()).and_then(|way| way.strip_suffix('/'));
            way.is_some_and(|way| match way.strip_prefix('~') {
                Some(_) => names_of(&root).iter().any(|name| name == way),
                None => root.ends_with(way),
            })
        };
        let bare = ["./", "a/", "b/"].into_iter().find_map(|prefix| named.strip_prefix(prefix));
        [Some(named), bare].into_iter().flatten().any(|named| same_file(at.path.as_str(), named) || way(named))
    }

    /// What is said of a file that a command changes or makes, but for its content.
    pub(crate) fn doubts(&self, at: &FileKey, new: bool, seen: &mut Seen) -> Vec<Problem> {
        let named = if new { self.doubtful_name(at, seen) } else { Vec::new() };
        sensitive(&at.path).into_iter().chain(named).collect()
    }

    /// What is said of the name of a file that comes.
    pub(super) fn doubtful_name(&self, at: &FileKey, seen: &mut Seen) -> Vec<Problem> {
        self.alike(at, seen).into_iter().chain(odd(&at.path)).collect()
    }

    /// Says of a new file that another, or a folder on its way, has its name on some disks: one that is there, or
    /// one that the same request makes.
    fn alike(&self, at: &FileKey, seen: &mut Seen) -> Option<Problem> {
        let other = self.alike_there(at, seen).or_else(|| seen.alike(at))?;
        let path = &at.path;
        let message = match path.as_str().to_lowercase().starts_with(&other.to_lowercase()) {
            true => format!("{path} differs only in case from {other}."),
            false => format!("{path} and {other} are one name on many disks."),
        };
        Some(
            Problem::new("case_collision", message)
                .hinting("Give it another name: on many disks the two are one file."),
        )
    }

    fn alike_there(&self, at: &FileKey, seen: &mut Seen) -> Option<String> {
        let mut way = String::new();
        for part in at.path.as_str().split('/') {
            let names = seen.listed(&at.workspace, &way, || {
                let folder = FilePath::folder(&way).ok();
                let listed = self.tree(&at.workspace).ok()?.list(folder.as_ref()).ok()?;
                Some(listed.into_iter().map(|entry| entry.name).collect())
            });
            let under = |name: &str| if way.is_empty() { name.to_owned() } else { format!("{way}/{name}") };
            if !names.iter().any(|name| name == part) {
                let same = |name: &&String| one_name(name) == one_name(part);
                let others = names.iter().filter(same).map(|name| under(name)).collect::<Vec<_>>();
                return others.into_iter().find(|other| !seen.goes(&at.workspace, other));
            }
            way = under(part);
        }
        None
    }
}

/// Says of a file that something is done by it.
pub(super) fn sensitive(path: &FilePath) -> Option<Problem> {
    let why = path.sensitive()?;
    let problem = Problem::new("sensitive_file", format!("{path} {why}."));
    Some(problem.hinting("Read the whole change before you sign it."))
}

/// Says of a name that not all of it is seen, or stays.
fn odd(path: &FilePath) -> Option<Problem> {
    let mut unseen: Vec<String> = hidden::hidden(path.as_str()).map(|c| format!("U+{:04X}", u32::from(c))).collect();
    unseen.dedup();
    let dropped = path.as_str().split('/').any(|part| part.ends_with([' ', '.']));
    let problem = match unseen.as_slice() {
        [] if dropped => Problem::new("odd_name", format!("{path} ends in a space or a dot, which some disks drop.")),
        [] => return None,
        some => Problem::new(
            "odd_name",
            format!("{path} has characters in its name that nobody sees: {}.", some.join(", ")),
        ),
    };
    Some(problem.hinting("Give it another name if that is not meant."))
}
