//! Where a command runs: its workspace, its private folders, and what of both and of the machine it can
//! read, write or not see. How that is enforced is `bwrap`'s and `landlock`'s.

use super::Sandbox;
use super::hidden::{by_name, of_machine, outermost};
use super::sockets;
use crate::repository::linked;
use std::path::{Path, PathBuf};

/// Folders that are empty in bubblewrap, or the command's own.
pub(crate) const EMPTY: [&str; 3] = ["/tmp", "/var/tmp", "/run"];

/// Beside the folder for temporary files, those that stand for `/var/tmp` and `/dev/shm` in bubblewrap.
const VAR_TMP: &str = "var-tmp";
/// See [`VAR_TMP`].
const SHARED: &str = "shm";
/// Beside it too, the file that stands for each hidden one in bubblewrap.
const NOTHING: &str = "nothing";

/// Where a command runs, and what of it is out of reach.
#[derive(Debug, Default)]
pub(crate) struct Ground {
    pub(super) root: PathBuf,
    pub(crate) tmp: PathBuf,
    /// Can be neither read nor written.
    pub(super) hidden: Vec<PathBuf>,
    /// Sockets on which somebody outside listens, or may: an empty file stands in their place in bubblewrap. Under
    /// Landlock no socket can be made.
    pub(super) sockets: Vec<PathBuf>,
    /// Repositories: can be read only.
    pub(super) fixed: Vec<PathBuf>,
    /// What is run only looks: nothing of the workspace can be written, and repositories can be read by git alone,
    /// since what they keep (addresses with a password in them) is shown by no other program.
    pub(crate) looks: bool,
    /// What was committed, where only git is to read it.
    pub(super) history: Vec<PathBuf>,
    /// Can be read only, and may be where everything else is hidden.
    pub(super) beside: Vec<PathBuf>,
    /// Copies of the indexes of repositories that say nothing of what is hidden, with their places.
    pub(crate) indexes: Vec<(PathBuf, PathBuf)>,
    /// Of what `root` is a copy. Bubblewrap puts the copy in its place; under Landlock nothing of it can be
    /// read but what is `beside`.
    pub(crate) origin: Option<PathBuf>,
}

impl Ground {
    /// Looks for what must be hidden. `root` and `tmp` are canonical.
    pub(crate) fn survey(root: &Path, tmp: &Path, data: Option<&Path>) -> Self {
        let mut ground = Self { root: root.to_owned(), tmp: tmp.to_owned(), ..Self::default() };
        let mut hidden: Vec<PathBuf> = data.and_then(|path| path.canonicalize().ok()).into_iter().collect();
        hidden.extend(of_machine());
        let of_home = by_name(root);
        hidden.extend(of_home.secrets);
        hidden.retain(|path| !root.starts_with(path));
        ground.hidden = outermost(hidden);
        for own in [VAR_TMP, SHARED] {
            // One that cannot be made keeps bubblewrap from starting.
            let _ = std::fs::create_dir(tmp.with_file_name(own));
        }
        // Nor does one without this file.
        let _ = empty(&ground.nothing());
        ground.sockets = of_home.sockets;
        ground.sockets.extend(sockets::of_machine());
        ground.search();
        ground.hide_twins();
        ground.sockets.sort();
        ground.sockets.dedup();
        ground
    }

    /// A path as the command sees it. In bubblewrap a copy stands where the original does, so that absolute
    /// paths into the workspace, and links that lead there, are of the copy.
    pub(crate) fn inside(&self, sandbox: Sandbox, path: &Path) -> PathBuf {
        match (&self.origin, path.strip_prefix(&self.root)) {
            (Some(origin), Ok(within)) if sandbox == Sandbox::Bwrap => joined(origin, within),
            _ => path.to_owned(),
        }
    }

    /// The reverse of [`Self::inside`].
    pub(crate) fn outside(&self, sandbox: Sandbox, path: &Path) -> PathBuf {
        match self.origin.as_ref().map(|origin| path.strip_prefix(origin)) {
            Some(Ok(within)) if sandbox == Sandbox::Bwrap => joined(&self.root, within),
            _ => path.to_owned(),
        }
    }

    /// The folders of the command's own that it can write and that go with it, each with what it knows it as.
    pub(in crate::effects) fn private(&self, sandbox: Sandbox) -> Vec<(PathBuf, &'static str)> {
        match sandbox {
            Sandbox::Bwrap => vec![
                (self.tmp.clone(), "/tmp"),
                (self.tmp.with_file_name(VAR_TMP), "/var/tmp"),
                (self.tmp.with_file_name(SHARED), "/dev/shm"),
            ],
            Sandbox::Landlock | Sandbox::None => vec![(self.tmp.clone(), "$TMPDIR")],
        }
    }

    /// The repositories that the command can see: in the workspace, and the one around it.
    pub(in crate::effects) fn repositories(&self) -> Vec<PathBuf> {
        let root = self.origin.as_deref().unwrap_or(&self.root);
        let around = root.ancestors().skip(1).map(|above| above.join(".git")).find(|dot| dot.exists());
        let beside = self.beside.iter().filter(|path| path.ends_with(".git"));
        self.fixed.iter().chain(beside).cloned().chain(around).collect()
    }

    /// Shows what was committed to git alone: whoever else prints it prints secret files that were committed, too.
    pub(in crate::effects) fn keep_history(&mut self) {
        let kept = |dot: PathBuf| {
            let at = linked(&dot).ok()?;
            let shared = std::fs::read_to_string(at.join("commondir")).map(|path| at.join(path.trim_end()));
            Some(shared.unwrap_or(at))
        };
        let repositories = self.repositories().into_iter().filter_map(kept);
        let held = repositories.flat_map(|at| ["objects", "modules", "lfs"].map(|name| at.join(name)));
        self.history = held.filter_map(|path| path.canonicalize().ok()).collect();
    }

    /// Whether bubblewrap leaves a path where it is: not hidden, nor in a folder that is empty there.
    pub(in crate::effects) fn shows(&self, path: &Path) -> bool {
        (self.holds(path) || !EMPTY.iter().any(|empty| path.starts_with(empty))) && !self.hides(path)
    }

    /// Whether a path is out of reach.
    pub(in crate::effects) fn hides(&self, path: &Path) -> bool {
        self.hidden.iter().any(|hidden| path.starts_with(hidden))
    }

    /// Whether what is made in the workspace has its group's rights, and so what a command copies there.
    pub(super) fn setgid(&self) -> bool {
        use std::os::unix::fs::PermissionsExt;
        self.root.metadata().is_ok_and(|found| found.permissions().mode() & 0o2000 != 0)
    }

    /// What a program may only read, and what it does not see.
    pub(super) fn kept_from(&self, program: &Path) -> (Vec<&PathBuf>, Vec<&PathBuf>) {
        let shows = !self.looks || program.file_name().is_some_and(|name| name == "git");
        let fixed: Vec<&PathBuf> = self.fixed.iter().collect();
        let hidden = self.hidden.iter();
        match shows {
            true if program.file_name().is_some_and(|name| name == "git") => (fixed, hidden.collect()),
            true => (fixed, hidden.chain(&self.history).collect()),
            false => (Vec::new(), hidden.chain(fixed).collect()),
        }
    }

    /// An empty file that can only be read. A device in the place of a hidden file could not be opened where no
    /// devices are, and a search of the folder, or a program that loads the file, would fail for it.
    pub(super) fn nothing(&self) -> PathBuf {
        self.tmp.with_file_name(NOTHING)
    }

    /// Whether a path lies in the workspace, or in a folder that is readable besides.
    pub(super) fn holds(&self, path: &Path) -> bool {
        [&self.root].into_iter().chain(&self.beside).any(|at| path.starts_with(at))
    }
}

fn empty(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::File::create_new(path)?.set_permissions(std::fs::Permissions::from_mode(0o444))
}

/// As `join`, which would end the path of a folder itself with a slash.
fn joined(folder: &Path, within: &Path) -> PathBuf {
    if within.as_os_str().is_empty() { folder.to_owned() } else { folder.join(within) }
}
