//! Workspaces: folders the person opened. Which there are, and reading their files.

use crate::effects::tree::{Tree, TreeError};
use crate::history::workspaces_said;
use crate::shared::Reading;
use crate::write::Write;
use crate::{Engine, EngineError, Inner, Result};
use countersign_assistant::work::within;
use countersign_core::change_set::Actor;
use countersign_core::file::{FileKey, FilePath, FileState, Workspace, WorkspaceId};
use countersign_core::ledger::Event;
use countersign_core::problem::Problem;
use countersign_core::wire::{FileText, FolderEntry, WorkspaceView};
use serde_json::json;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// What belongs to the system, not to a person's project, with all that is in it: other processes' memory among it.
const SYSTEM: [&str; 20] = [
    "/proc",
    "/sys",
    "/dev",
    "/boot",
    "/etc",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/usr/bin",
    "/usr/sbin",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/libexec",
    "/run",
    "/var/run",
    "/var/lib",
    "/lost+found",
];
/// What is a person's own in these.
const WITHIN: [&str; 2] = ["/run/user", "/run/media"];

/// Whether a folder, as it is once links are followed, is the system's, or holds something of it.
fn is_system(root: &Path) -> bool {
    let own = WITHIN.iter().any(|own| root != Path::new(own) && root.starts_with(own));
    SYSTEM.iter().any(|system| {
        let there = Path::new(system).canonicalize();
        let named = [Some(Path::new(system)), there.as_deref().ok()];
        named.into_iter().flatten().any(|system| root.starts_with(system) && !own || system.starts_with(root))
    })
}

impl Engine {
    /// The open workspaces.
    pub fn workspaces(&self) -> Vec<WorkspaceView> {
        self.0.workspaces().iter().map(view).collect()
    }

    /// Opens a folder as a workspace; one that is open already is returned as it is.
    ///
    /// # Errors
    /// `invalid_workspace` when it is no folder, or holds this program's data or everything.
    pub async fn open_workspace(&self, root: &Path, actor: Actor) -> Result<WorkspaceView> {
        let bad = |why: String| EngineError::Bad(Problem::new("invalid_workspace", why));
        if !root.is_absolute() {
            return Err(bad("the path is not absolute".to_owned()));
        }
        let closed = |path: &Path, e: &io::Error| {
            let why = match e.kind() {
                io::ErrorKind::NotFound => format!("there is no folder {}", path.display()),
                io::ErrorKind::NotADirectory => format!("{} is no folder", path.display()),
                io::ErrorKind::PermissionDenied => format!("{} may not be read", path.display()),
                _ => format!("{} cannot be opened: {e}", path.display()),
            };
            let hint = "Give the whole path of a folder that is there and that you may read.";
            EngineError::Bad(Problem::new("invalid_workspace", why).hinting(hint))
        };
        let root = root.canonicalize().map_err(|e| closed(root, &e))?;
        Tree::open(&root).map_err(|e| closed(&root, &e))?;
        if root.parent().is_none() {
            return Err(bad("the whole disk cannot be a workspace".to_owned()));
        }
        if is_system(&root) {
            return Err(bad(format!("{} belongs to the system", root.display())));
        }
        // What is protected stays so when it, or a folder in it, is opened by itself (C24).
        let within = format!("{}/x", root.display());
        if let Err(why) = FilePath::parse(within.trim_start_matches('/'))
            && why.code == "protected_path"
        {
            return Err(bad(format!("{} holds secrets or git's own files", root.display())));
        }
        let data = self.0.setup.data.as_ref().and_then(|d| d.canonicalize().ok());
        if data.is_some_and(|d| d.starts_with(&root) || root.starts_with(&d)) {
            return Err(bad(format!("{} holds this program's own data", root.display())));
        }
        let known = self.0.workspaces().iter().find(|w| w.root == root).map(view);
        let engine = self.clone();
        self.detached(async move {
            if let Some(known) = known {
                engine.end_cut_off().await;
                return Ok(known);
            }
            let mut write = Write::begin(&engine.0).await?;
            let mut all = engine.0.workspaces().clone();
            let mut ever = ever_open(&engine.0).await?;
            let id = name_for(&root, &all, &ever);
            let workspace = Workspace { id, root, opened_at: write.moment.now };
            all.push(workspace.clone());
            let detail = json!({ "workspace": workspace.id, "root": workspace.root });
            write.append(&actor, Event::Audit { action: "workspace_opened".into(), detail }).await?;
            write.tx.put_meta("workspaces", &serde_json::to_string(&all).unwrap_or_default()).await?;
            ever.retain(|one| (&one.id, &one.root) != (&workspace.id, &workspace.root));
            ever.push(workspace.clone());
            write.tx.put_meta(EVER_OPEN, &serde_json::to_string(&ever).unwrap_or_default()).await?;
            write.finish().await?;
            *engine.0.workspaces.write() = all;
            Ok(view(&workspace))
        })
        .await
    }

    /// Closes a workspace. Its files and its history stay as they are.
    ///
    /// # Errors
    /// `not_found` when it is not open.
    pub async fn close_workspace(&self, id: &WorkspaceId, actor: Actor) -> Result<()> {
        let engine = self.clone();
        let id = id.clone();
        self.detached(async move {
            let mut write = Write::begin(&engine.0).await?;
            let mut all = engine.0.workspaces().clone();
            let before = all.len();
            all.retain(|w| w.id != id);
            if all.len() == before {
                return Err(EngineError::NotFound(format!("open workspace {id}")));
            }
            let detail = json!({ "workspace": id });
            write.append(&actor, Event::Audit { action: "workspace_closed".into(), detail }).await?;
            write.tx.put_meta("workspaces", &serde_json::to_string(&all).unwrap_or_default()).await?;
            write.finish().await?;
            *engine.0.workspaces.write() = all;
            Ok(())
        })
        .await
    }

    /// What a folder of a workspace holds, protected names left out; empty = its root.
    ///
    /// # Errors
    /// An unknown workspace, a path that leaves it, or a folder that cannot be read.
    pub async fn list_folder(&self, id: &WorkspaceId, folder: &str) -> Result<Vec<FolderEntry>> {
        let tree = self.0.tree(id)?;
        let folder = match folder.trim_matches('/') {
            "" | "." => None,
            path => Some(FilePath::folder(path).map_err(EngineError::Bad)?),
        };
        let found = blocking(move || (tree.list(folder.as_ref()), folder)).await?;
        let (list, folder) = match found {
            (Ok(list), folder) => (list, folder),
            (Err(TreeError::Io { path, source }), _) if source.kind() == ErrorKind::NotFound => {
                let why = format!("there is no folder {path}");
                return Err(EngineError::Bad(Problem::new("file_not_found", why)));
            }
            (Err(e), _) => return Err(EngineError::Bad(problem(&e))),
        };
        let path = |name: &str| folder.as_ref().map_or_else(|| name.to_owned(), |f| format!("{f}/{name}"));
        Ok(list
            .into_iter()
            .filter(|e| (e.folder || e.file) && !e.secret)
            .filter(|e| {
                if e.folder { FilePath::folder(&path(&e.name)) } else { FilePath::parse(&path(&e.name)) }.is_ok()
            })
            .map(|e| FolderEntry { path: path(&e.name), name: e.name, folder: e.folder, bytes: e.bytes })
            .collect())
    }

    /// A file of a workspace with the hash that a change to it must name.
    ///
    /// # Errors
    /// An unknown workspace, a protected path, or no readable regular file.
    pub async fn read_file(&self, id: &WorkspaceId, path: &str) -> Result<FileText> {
        let path = self.0.path_in(id, path).map_err(EngineError::Bad)?;
        let at = FileKey { workspace: id.clone(), path };
        let (bytes, state) =
            self.0.read_file(&at).await?.ok_or_else(|| {
                EngineError::Bad(Problem::new("file_not_found", format!("there is no file {}", at.path)))
            })?;
        let text = String::from_utf8(bytes).ok().filter(|t| !t.contains('\0'));
        Ok(FileText { path: at.path.to_string(), state, text })
    }
}

impl Inner {
    pub(crate) fn workspaces(&self) -> Reading<'_, Vec<Workspace>> {
        self.workspaces.read()
    }

    /// The workspace a request means: the one it names, or the only one there is.
    pub(crate) fn workspace(&self, named: Option<&str>) -> std::result::Result<WorkspaceId, Problem> {
        let open = self.workspaces();
        let found = match (named, open.as_slice()) {
            (Some(name), all) => all.iter().find(|w| w.id.0 == name),
            (None, [one]) => Some(one),
            (None, _) => None,
        };
        found.map(|w| w.id.clone()).ok_or_else(|| {
            let why = match (named, open.len()) {
                (Some(name), _) => format!("no open workspace is called {}", countersign_core::label::quoted(name)),
                (None, 0) => "no workspace is open".to_owned(),
                (None, n) => format!("{n} workspaces are open, and none is named"),
            };
            Problem::new("unknown_workspace", why).at("/workspace")
        })
    }

    /// A path as it is meant in a workspace: below the folder's own name it is in the folder.
    pub(crate) fn path_in(&self, id: &WorkspaceId, text: &str) -> std::result::Result<FilePath, Problem> {
        let root = self.workspaces().iter().find(|w| w.id == *id).map(|w| w.root.clone());
        FilePath::parse(within(text, &root.map(|root| names_of(&root)).unwrap_or_default()))
    }

    /// A workspace's folder, opened anew: it may have been replaced or be gone.
    pub(crate) fn tree(&self, id: &WorkspaceId) -> Result<Tree> {
        let root = self
            .workspaces()
            .iter()
            .find(|w| w.id == *id)
            .map(|w| w.root.clone())
            .ok_or_else(|| EngineError::NotFound(format!("open workspace {id}")))?;
        Tree::open(&root).map_err(|e| EngineError::Bad(not_opened(&root, e)))
    }

    /// A file's content and state; `None` when there is none.
    pub(crate) async fn read_file(&self, at: &FileKey) -> Result<Option<(Vec<u8>, FileState)>> {
        let tree = self.tree(&at.workspace)?;
        let path = at.path.clone();
        blocking(move || tree.read(&path).map_err(|e| problem(&e))).await?.map_err(EngineError::Bad)
    }
}

/// What people and models call a folder: its whole path, and the way there from home.
pub(crate) fn names_of(root: &Path) -> Vec<String> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let below = home.and_then(|home| root.strip_prefix(home).ok()?.to_str().map(str::to_owned));
    let from_home = below.filter(|rest| !rest.is_empty()).map(|rest| format!("~/{rest}"));
    root.to_str().map(str::to_owned).into_iter().chain(from_home).collect()
}

/// Runs what waits for the disk on a thread for it.
pub(crate) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(|e| EngineError::Interrupted(e.to_string()))
}

/// A failure of the file tree as people read it.
pub(crate) fn problem(e: &TreeError) -> Problem {
    let told = problem_of_one(e);
    let hint = match e {
        TreeError::Io { .. } | TreeError::Busy | TreeError::Conflict { .. } => {
            format!("{} Nothing has been changed.", told.hint)
        }
        TreeError::HalfDone { .. } | TreeError::NotAFile { .. } | TreeError::TooLarge { .. } => return told,
    };
    told.hinting(hint)
}

/// As [`problem`], of one of several changes, the others of which may have been made.
pub(crate) fn problem_of_one(e: &TreeError) -> Problem {
    let (code, hint) = match e {
        TreeError::NotAFile { .. } => ("not_a_file", None),
        TreeError::TooLarge { .. } => ("too_large", None),
        TreeError::Conflict { .. } => {
            ("base_changed", Some("Compare it with the preview and propose the change again."))
        }
        TreeError::HalfDone { .. } => {
            ("outcome_unknown", Some("Compare the files with the preview. Nothing of yours has been removed."))
        }
        TreeError::Busy => ("busy", Some("Try again in a moment.")),
        TreeError::Io { .. } => ("file_failed", Some("Look at the folder's permissions and free space.")),
    };
    let told = Problem::new(code, e.to_string());
    match hint {
        Some(hint) => told.hinting(hint),
        None => told,
    }
}

/// Why a workspace cannot be opened: it is gone, or the system refuses it for now (no files left to be
/// opened, a disk that fails, no permission), and then it need not be put back.
fn not_opened(root: &Path, e: io::Error) -> Problem {
    match e.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => {
            Problem::new("workspace_gone", format!("the folder {} cannot be opened: {e}", root.display()))
                .hinting("Put the folder back, or close the workspace. Nothing has been changed.")
        }
        _ => problem(&TreeError::Io { path: root.display().to_string(), source: e }),
    }
}

fn view(workspace: &Workspace) -> WorkspaceView {
    WorkspaceView {
        id: workspace.id.clone(),
        root: workspace.root.display().to_string(),
        opened_at: workspace.opened_at,
        available: workspace.root.is_dir(),
    }
}

/// The key under which all folders that were ever open are kept.
const EVER_OPEN: &str = "folders";

/// Every folder that was ever open, in the order in which they were opened last; what is not kept, or cannot be read,
/// is what the ledger says.
async fn ever_open(inner: &Inner) -> Result<Vec<Workspace>> {
    let store = inner.store.as_ref();
    let kept = store.meta(EVER_OPEN).await.ok().flatten().and_then(|text| serde_json::from_str(&text).ok());
    match kept {
        Some(kept) => Ok(kept),
        None => Ok(workspaces_said(store).await?.into_iter().map(|one| one.workspace).collect()),
    }
}

/// What a folder is called: as before, since signatures, rules and history name it so. One that was never open gets
/// a short name from its own, with a number where another folder has it or ever had: nothing that was decided for
/// that one is about this.
fn name_for(root: &Path, open: &[Workspace], ever: &[Workspace]) -> WorkspaceId {
    let taken = |id: &WorkspaceId| open.iter().any(|one| one.id == *id);
    let had = |id: &WorkspaceId| ever.iter().rfind(|one| one.id == *id).map(|one| &one.root);
    let mut before = ever.iter().rev().filter(|one| one.root == root).map(|one| &one.id);
    if let Some(before) = before.find(|id| !taken(id) && had(id).is_some_and(|last| last == root)) {
        return before.clone();
    }
    let name = root.file_name().map_or_else(String::new, |n| n.to_string_lossy().to_lowercase());
    let slug: String = name.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '-' }).take(40).collect();
    let slug = Some(slug.trim_matches('-')).filter(|slug| !slug.is_empty()).unwrap_or("workspace");
    let numbered = (2..).map(|n| WorkspaceId(format!("{slug}-{n}")));
    let mut names = std::iter::once(WorkspaceId(slug.to_owned())).chain(numbered);
    names.find(|id| !taken(id) && had(id).is_none()).unwrap_or_else(|| WorkspaceId(slug.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_folder_that_is_gone_is_to_be_put_back() {
        let told = |e: rustix::io::Errno| not_opened(Path::new("/w"), e.into());
        for gone in [rustix::io::Errno::NOENT, rustix::io::Errno::NOTDIR] {
            assert_eq!(told(gone).code, "workspace_gone");
        }
        for refused in [rustix::io::Errno::MFILE, rustix::io::Errno::IO, rustix::io::Errno::ACCESS] {
            let problem = told(refused);
            assert_eq!(problem.code, "file_failed");
            assert!(!problem.hint.contains("Put the folder back"), "{problem:?}");
        }
    }
}
