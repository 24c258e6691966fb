//! What ignore rules leave of a folder. The rules are read through the tree, from regular files alone:
//! a pipe that is called `.gitignore` would otherwise hold a walk up for ever.

use super::tree::Tree;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use ignore::{Match, WalkBuilder};
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Most bytes of a file of rules that are read.
const LARGEST: u64 = 1_000_000;
/// Of one folder; what a later one says counts.
pub(super) const NAMES: [&str; 2] = [".gitignore", ".ignore"];
/// Beside those of the root.
const OWN: &str = ".git/info/exclude";

/// The ignore rules of a folder and of those below it, read as they are needed.
pub(super) struct Rules {
    tree: Tree,
    root: PathBuf,
    /// Files of rules that are taken to hold what another file does, or to be gone.
    moved: BTreeMap<String, Option<String>>,
    known: Mutex<BTreeMap<PathBuf, Arc<Gitignore>>>,
}

impl Rules {
    pub(super) fn of(root: &Path) -> io::Result<Self> {
        Self::as_if(root, BTreeMap::new())
    }

    /// As they would be if these files of rules, by their paths, held what the others do, or were gone.
    pub(super) fn as_if(root: &Path, moved: BTreeMap<String, Option<String>>) -> io::Result<Self> {
        Ok(Self { tree: Tree::open(root)?, root: root.to_owned(), moved, known: Mutex::default() })
    }

    /// Whether a path below the root is left out. The nearest rule that says something counts.
    pub(super) fn ignores(&self, path: &Path, folder: bool) -> bool {
        let mut above = path.ancestors().skip(1).take_while(|above| above.starts_with(&self.root));
        let said = above.find_map(|above| match self.within(above).matched(path, folder) {
            Match::None => None,
            said => Some(said.is_ignore()),
        });
        said.unwrap_or(false)
    }

    fn within(&self, folder: &Path) -> Arc<Gitignore> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(folder.to_owned()).or_insert_with(|| Arc::new(self.read(folder))).clone()
    }

    fn read(&self, folder: &Path) -> Gitignore {
        let within = folder.strip_prefix(&self.root).unwrap_or(Path::new(""));
        let mut rules = GitignoreBuilder::new(folder);
        for name in [OWN].into_iter().filter(|_| folder == self.root).chain(NAMES) {
            let Some(path) = within.join(name).to_str().map(str::to_owned) else { continue };
            let Some(at) = self.moved.get(&path).cloned().unwrap_or(Some(path)) else { continue };
            let Ok(Some(file)) = self.tree.regular(&at) else { continue };
            let mut bytes = Vec::new();
            if file.take(LARGEST).read_to_end(&mut bytes).is_err() {
                continue;
            }
            for line in String::from_utf8_lossy(&bytes).lines() {
                // A line that is no pattern is left out, as git does.
                let _ = rules.add_line(None, line);
            }
        }
        rules.build().unwrap_or_else(|_| Gitignore::empty())
    }
}

/// A walk over what the rules leave: hidden files too, no links followed, nothing of what stands above.
///
/// # Errors
/// When the folder cannot be opened.
pub(crate) fn walk(
    root: &Path,
    leaves: impl Fn(&ignore::DirEntry) -> bool + Send + Sync + 'static,
) -> io::Result<WalkBuilder> {
    let rules = Rules::of(root)?;
    let mut walk = WalkBuilder::new(root);
    walk.standard_filters(false).follow_links(false).filter_entry(move |entry| {
        let folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        leaves(entry) && (entry.depth() == 0 || !rules.ignores(entry.path(), folder))
    });
    Ok(walk)
}
