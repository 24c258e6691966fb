//! A copy of a workspace in which a command can be tried: what it does to files there is read off and
//! shown before any of it is real (COMMANDS-AND-FILES "Preview").
//!
//! A copy works on every file system and in every sandbox; an overlay of the kernel does not. Secrets
//! are not copied, links stay links, and the folders of `.git` and of installed packages are reached
//! by a link, because the sandbox keeps them read only.

use super::tree::{MAX_FILE, Tree};
use countersign_core::file::{FilePath, FileState};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

/// A workspace with more files or bytes is not copied.
pub const MOST_FILES: u64 = 50_000;
/// See [`MOST_FILES`].
pub const MOST_BYTES: u64 = 1_000_000_000;
/// Reached by a link, and read only in every sandbox.
const LINKED: [&str; 3] = [".git", "node_modules", ".venv"];
/// Made anew by what is built; not copied.
const LEFT_OUT: [&str; 1] = ["target"];
/// Folders below this are not copied.
const DEEPEST: usize = 64;

/// Why there is no copy.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// Over [`MOST_FILES`] or [`MOST_BYTES`].
    #[error("the folder has more than {MOST_FILES} files or {MOST_BYTES} bytes")]
    TooLarge,
    /// The system refused.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// A file as it was copied.
struct Copied {
    /// None where it is too large to be changed here.
    state: Option<FileState>,
    /// Length, time in nanoseconds, inode and mode of the copy: the same = it was not written to.
    print: (u64, i64, i64, u64, u32),
}

/// The copy; it goes with the value.
pub struct Copy {
    root: PathBuf,
    files: BTreeMap<String, Copied>,
    linked: Vec<PathBuf>,
    /// Goes last.
    _folder: tempfile::TempDir,
}

/// What a command did to one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// Which.
    pub path: FilePath,
    /// As it was copied; none = it is new.
    pub before: Option<FileState>,
    /// Its new content and permission bits; none = it is gone.
    pub after: Option<(Vec<u8>, u32)>,
}

/// All that a command did.
#[derive(Debug, Default)]
pub struct Effects {
    /// By path.
    pub files: Vec<Effect>,
    /// So many files that ignore rules leave out were changed as well.
    pub ignored: u64,
    /// Paths that were changed and cannot be proposed: links, devices, too large, protected.
    pub left_out: Vec<String>,
}

fn print(meta: &Metadata) -> (u64, i64, i64, u64, u32) {
    (meta.len(), meta.mtime(), meta.mtime_nsec(), meta.ino(), meta.mode())
}

impl Copy {
    /// Copies a workspace by its canonical path. Links are made anew, devices and pipes left out.
    ///
    /// # Errors
    /// [`CopyError::TooLarge`], or what the system says.
    pub fn make(from: &Path) -> Result<Self, CopyError> {
        let folder = tempfile::Builder::new().prefix("countersign-copy-").tempdir()?;
        let name = from.file_name().unwrap_or_else(|| "workspace".as_ref());
        let root = folder.path().canonicalize()?.join(name);
        fs::create_dir(&root)?;
        let mut copy = Self { root, files: BTreeMap::new(), linked: Vec::new(), _folder: folder };
        let (mut files, mut bytes) = (0, 0);
        let mut open = vec![(String::new(), 0)];
        while let Some((within, depth)) = open.pop() {
            let (source, target) = (from.join(&within), copy.root.join(&within));
            for entry in fs::read_dir(&source)? {
                let entry = entry?;
                let Ok(name) = entry.file_name().into_string() else { continue };
                let path = if within.is_empty() { name.clone() } else { format!("{within}/{name}") };
                let (meta, at) = (entry.metadata()?, target.join(&name));
                if meta.is_dir() && LINKED.contains(&name.as_str()) {
                    symlink(entry.path(), &at)?;
                    copy.linked.push(entry.path());
                    continue;
                }
                let secret = FilePath::parse(&path).is_err();
                if secret || LEFT_OUT.contains(&name.as_str()) && meta.is_dir() {
                    continue;
                }
                if meta.is_symlink() {
                    symlink(fs::read_link(entry.path())?, &at)?;
                } else if meta.is_dir() && depth < DEEPEST {
                    fs::create_dir(&at)?;
                    open.push((path, depth + 1));
                } else if meta.is_file() {
                    (files, bytes) = (files + 1, bytes + meta.len());
                    if files > MOST_FILES || bytes > MOST_BYTES {
                        return Err(CopyError::TooLarge);
                    }
                    let copied = copy_file(&entry.path(), &at, &meta)?;
                    copy.files.insert(path, copied);
                }
            }
        }
        Ok(copy)
    }

    /// Where it is, canonical.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// What is not as it was copied. Nothing outside the copy is looked at.
    ///
    /// # Errors
    /// When the copy cannot be read any more.
    pub fn effects(&self) -> io::Result<Effects> {
        let tree = Tree::open(&self.root)?;
        let counted = self.counted();
        let mut effects = Effects::default();
        let mut there = BTreeSet::new();
        let mut open = vec![String::new()];
        while let Some(within) = open.pop() {
            for entry in fs::read_dir(self.root.join(&within))? {
                let entry = entry?;
                let Ok(name) = entry.file_name().into_string() else { continue };
                let path = if within.is_empty() { name.clone() } else { format!("{within}/{name}") };
                let Ok(meta) = fs::symlink_metadata(entry.path()) else { continue };
                if meta.is_dir() {
                    if !LEFT_OUT.contains(&name.as_str()) {
                        open.push(path);
                    }
                    continue;
                }
                there.insert(path.clone());
                let known = self.files.get(&path);
                if known.is_some_and(|known| known.print == print(&meta)) || meta.is_symlink() && known.is_none() {
                    continue;
                }
                self.changed(&tree, path, known, &counted, &mut effects);
            }
        }
        for (path, known) in self.files.iter().filter(|(path, _)| !there.contains(*path)) {
            match (FilePath::parse(path), &known.state) {
                (Ok(path), Some(state)) if !self.ignores(path.as_str()) => {
                    effects.files.push(Effect { path, before: Some(state.clone()), after: None });
                }
                (Ok(_), Some(_)) => effects.ignored += 1,
                _ => effects.left_out.push(path.clone()),
            }
        }
        effects.files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(effects)
    }

    fn changed(&self, tree: &Tree, path: String, known: Option<&Copied>, counted: &BTreeSet<String>, to: &mut Effects) {
        let (Ok(file), Ok(Some((content, state)))) =
            (FilePath::parse(&path), FilePath::parse(&path).map_err(drop).and_then(|p| tree.read(&p).map_err(drop)))
        else {
            return to.left_out.push(path);
        };
        let before = match known {
            Some(Copied { state: None, .. }) => return to.left_out.push(path),
            known => known.and_then(|known| known.state.clone()),
        };
        if before.as_ref() == Some(&state) {
            return;
        }
        if !counted.contains(&path) {
            to.ignored += 1;
            return;
        }
        to.files.push(Effect { path: file, before, after: Some((content, state.mode)) });
    }

    /// The files of the copy that ignore rules leave in.
    fn counted(&self) -> BTreeSet<String> {
        let walk = ignore::WalkBuilder::new(&self.root)
            .hidden(false)
            .follow_links(false)
            .parents(false)
            .git_global(false)
            .require_git(false)
            .build();
        let files = walk.filter_map(Result::ok).filter(|e| e.file_type().is_some_and(|kind| kind.is_file()));
        files.filter_map(|e| e.path().strip_prefix(&self.root).ok()?.to_str().map(str::to_owned)).collect()
    }

    /// Whether the ignore rules of the copy's root leave out a file that is gone.
    fn ignores(&self, path: &str) -> bool {
        let (rules, _) = ignore::gitignore::Gitignore::new(self.root.join(".gitignore"));
        rules.matched_path_or_any_parents(self.root.join(path), false).is_ignore()
    }

    /// Folders of the workspace that the copy reaches by links.
    pub fn linked(&self) -> &[PathBuf] {
        &self.linked
    }
}

fn copy_file(from: &Path, to: &Path, meta: &Metadata) -> io::Result<Copied> {
    let mode = meta.permissions().mode() & 0o7777;
    let state = if meta.len() <= MAX_FILE {
        let content = fs::read(from)?;
        fs::write(to, &content)?;
        Some(FileState { hash: super::digest(&content), bytes: content.len() as u64, mode })
    } else {
        fs::copy(from, to)?;
        None
    };
    // As old as it is there: what is built by the times of files is not built anew.
    fs::File::options().write(true).open(to).and_then(|file| file.set_modified(meta.modified()?))?;
    fs::set_permissions(to, fs::Permissions::from_mode(mode))?;
    Ok(Copied { state, print: print(&fs::symlink_metadata(to)?) })
}
