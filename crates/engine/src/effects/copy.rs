//! A copy of a workspace in which a command can be tried: what it does to files there is read off and
//! shown before any of it is real (COMMANDS-AND-FILES "Preview").
//!
//! A copy works on every file system and in every sandbox; an overlay of the kernel does not. Secrets
//! are not copied, links stay links, and the folders of `.git` and of installed packages, which the
//! sandbox keeps read only, are put there by it, or reached by a link.

use super::tree::{MAX_FILE, Tree, TreeError};
use countersign_core::file::{FilePath, FileState};
use rustix::fs::{Mode, OFlags};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Metadata};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

/// A workspace with more files or bytes is not copied.
pub const MOST_FILES: u64 = 50_000;
/// See [`MOST_FILES`].
pub const MOST_BYTES: u64 = 1_000_000_000;
/// Not copied, and read only in every sandbox.
const LINKED: [&str; 3] = [".git", "node_modules", ".venv"];
/// Made anew by what is built, where one of [`BUILT_MARKS`] says so: copied as it is where it is small, so that
/// not all is built anew, and never looked at for what a command did.
const BUILT: &str = "target";
/// Such a folder with more files or bytes is left out.
const BUILT_MOST: (u64, u64) = (20_000, 500_000_000);
/// What build tools put into such a folder.
const BUILT_MARKS: [&str; 2] = ["CACHEDIR.TAG", ".rustc_info.json"];
/// So many bytes of paths are looked at after a command, each with [`ENTRY`] more for itself.
const MOST_NAMES: usize = 64_000_000;
/// See [`MOST_NAMES`].
const ENTRY: usize = 64;
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
    /// Links, those to `linked` included, and where they lead.
    links: BTreeMap<String, PathBuf>,
    folders: BTreeSet<String>,
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

/// How much of what a command did is read.
#[derive(Debug, Clone, Copy)]
pub struct Most {
    /// Files.
    pub items: usize,
    /// Bytes of their new contents together.
    pub bytes: u64,
}

/// A file that was changed, before its content is read.
struct Found<'a> {
    path: FilePath,
    before: Option<&'a FileState>,
    /// Length of its content; none = it is gone.
    bytes: Option<u64>,
}

/// How a copy comes to the folders that are not copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beside {
    /// The sandbox puts them there: they are empty in the copy itself.
    Bound,
    /// By links to the original.
    Linked,
}

/// All that a command did.
#[derive(Debug, Default)]
pub struct Effects {
    /// By path.
    pub files: Vec<Effect>,
    /// So many files that ignore rules leave out were changed as well.
    pub ignored: u64,
    /// Paths that were changed and cannot be proposed: links, devices, too large, protected, over [`Most`]; with a
    /// slash, folders that were made and hold nothing.
    pub left_out: Vec<String>,
}

/// Whether a folder is what a build makes anew.
fn built(name: &str, folder: &Path) -> bool {
    name == BUILT && BUILT_MARKS.iter().any(|mark| folder.join(mark).exists())
}

/// What is not in a copy: secrets, and what a build makes anew.
fn passed_over(within: &str, name: &str, meta: &Metadata, at: &Path) -> bool {
    let secret = if meta.is_dir() { FilePath::folder(within) } else { FilePath::parse(within) }.is_err();
    secret || meta.is_dir() && built(name, at)
}

fn print(meta: &Metadata) -> (u64, i64, i64, u64, u32) {
    (meta.len(), meta.mtime(), meta.mtime_nsec(), meta.ino(), meta.mode())
}

impl Copy {
    /// Copies a workspace by its canonical path. Links are made anew, devices and pipes left out.
    ///
    /// # Errors
    /// [`CopyError::TooLarge`], or what the system says.
    pub fn make(from: &Path, beside: Beside) -> Result<Self, CopyError> {
        let folder = tempfile::Builder::new().prefix("countersign-copy-").tempdir()?;
        let name = from.file_name().unwrap_or_else(|| "workspace".as_ref());
        let root = folder.path().canonicalize()?.join(name);
        if root.starts_with(from) {
            return Err(io::Error::other("the folder for temporary files is in it").into());
        }
        fs::create_dir(&root)?;
        let mut copy = Self {
            root,
            files: BTreeMap::new(),
            links: BTreeMap::new(),
            folders: BTreeSet::new(),
            linked: Vec::new(),
            _folder: folder,
        };
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
                    match beside {
                        Beside::Bound => {
                            fs::create_dir(&at)?;
                            copy.folders.insert(path);
                        }
                        Beside::Linked => {
                            symlink(entry.path(), &at)?;
                            copy.links.insert(path, entry.path());
                        }
                    }
                    copy.linked.push(entry.path());
                    continue;
                }
                if passed_over(&path, &name, &meta, &entry.path()) {
                    if meta.is_dir() && built(&name, &entry.path()) {
                        copy_built(&entry.path(), &at)?;
                    }
                    continue;
                }
                if meta.is_symlink() {
                    let to = fs::read_link(entry.path())?;
                    symlink(&to, &at)?;
                    copy.links.insert(path, to);
                } else if meta.is_dir() && depth < DEEPEST {
                    fs::create_dir(&at)?;
                    copy.folders.insert(path.clone());
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

    /// Whether a workspace is small enough to be copied, as far as its names and sizes say.
    pub fn fits(from: &Path) -> bool {
        let (mut files, mut bytes) = (0, 0);
        let mut open = vec![(String::new(), 0)];
        while let Some((within, depth)) = open.pop() {
            for entry in fs::read_dir(from.join(&within)).into_iter().flatten().flatten() {
                let (Ok(name), Ok(meta)) = (entry.file_name().into_string(), entry.metadata()) else { continue };
                let path = if within.is_empty() { name.clone() } else { format!("{within}/{name}") };
                let linked = meta.is_dir() && LINKED.contains(&name.as_str());
                if linked || passed_over(&path, &name, &meta, &entry.path()) {
                    continue;
                }
                if meta.is_dir() && depth < DEEPEST {
                    open.push((path, depth + 1));
                } else if meta.is_file() {
                    (files, bytes) = (files + 1, bytes + meta.len());
                    if files > MOST_FILES || bytes > MOST_BYTES {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Where it is, canonical.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// What is not as it was copied, read as far as `most` goes; the rest is named. Nothing outside the
    /// copy is looked at.
    ///
    /// # Errors
    /// [`CopyError::TooLarge`] with more names than are looked at, or when the copy cannot be read.
    pub fn effects(&self, most: Most) -> Result<Effects, CopyError> {
        let tree = Tree::open(&self.root)?;
        let mut effects = Effects::default();
        let (mut there, mut seen, mut names) = (BTreeSet::new(), Vec::new(), 0);
        let mut open = vec![String::new()];
        while let Some(within) = open.pop() {
            let mut entries = fs::read_dir(self.root.join(&within))?.peekable();
            // A folder with nothing in it is no change of a file.
            if entries.peek().is_none() && !within.is_empty() && !self.folders.contains(&within) {
                match self.ignores(&within, true) {
                    true => effects.ignored += 1,
                    false => effects.left_out.push(format!("{within}/")),
                }
            }
            for entry in entries {
                let entry = entry?;
                let name = entry.file_name();
                let shown = name.to_string_lossy();
                let path = if within.is_empty() { shown.to_string() } else { format!("{within}/{shown}") };
                names += path.len() + ENTRY;
                if names > MOST_NAMES {
                    return Err(CopyError::TooLarge);
                }
                let Ok(meta) = fs::symlink_metadata(entry.path()) else { continue };
                if name.to_str().is_none() {
                    // Such a name is never copied: the command made it.
                    effects.left_out.push(path);
                } else if !meta.is_dir() {
                    there.insert(path.clone());
                    seen.push((path, meta));
                } else if self.folders.contains(&path) || !built(&shown, &entry.path()) {
                    open.push(path);
                }
            }
        }
        let counted = self.counted();
        let mut found = Vec::new();
        for (path, meta) in seen {
            self.changed(&tree, path, &meta, &counted, &mut found, &mut effects)?;
        }
        for (path, known) in self.files.iter().filter(|(path, _)| !there.contains(*path)) {
            match (FilePath::parse(path), &known.state) {
                (Ok(path), Some(state)) if !self.ignores(path.as_str(), false) => {
                    found.push(Found { path, before: Some(state), bytes: None });
                }
                (Ok(_), Some(_)) => effects.ignored += 1,
                _ => effects.left_out.push(path.clone()),
            }
        }
        effects.left_out.extend(self.links.keys().filter(|path| !there.contains(*path)).cloned());
        found.sort_by(|a, b| a.path.cmp(&b.path));
        let mut left = most.bytes;
        for Found { path, before, bytes } in found {
            let fits = effects.files.len() < most.items && bytes.unwrap_or(0) <= left;
            let after = match bytes {
                Some(_) if fits => tree.read(&path).ok().flatten().map(|(content, state)| (content, state.mode)),
                _ => None,
            };
            if !fits || bytes.is_some() && after.is_none() {
                effects.left_out.push(path.to_string());
                continue;
            }
            left = left.saturating_sub(bytes.unwrap_or(0));
            effects.files.push(Effect { path, before: before.cloned(), after });
        }
        effects.left_out.sort();
        Ok(effects)
    }

    /// Puts what is there, where it is not as it was copied, to where it belongs. No content is kept.
    fn changed<'a>(
        &'a self,
        tree: &Tree,
        path: String,
        meta: &Metadata,
        counted: &BTreeSet<String>,
        found: &mut Vec<Found<'a>>,
        to: &mut Effects,
    ) -> Result<(), CopyError> {
        let known = self.files.get(&path);
        let link = self.links.get(&path);
        if known.is_some_and(|known| known.print == print(meta))
            || link.is_some() && meta.is_symlink() && fs::read_link(self.root.join(&path)).ok().as_ref() == link
        {
            return Ok(());
        }
        let new = known.is_none() && link.is_none();
        if new && !counted.contains(&path) && FilePath::parse(&path).is_ok() {
            to.ignored += 1;
            return Ok(());
        }
        let too_large = meta.len() > MAX_FILE || known.is_some_and(|known| known.state.is_none());
        let (Ok(file), true, None, false) = (FilePath::parse(&path), meta.is_file(), link, too_large) else {
            to.left_out.push(path);
            return Ok(());
        };
        let before = known.and_then(|known| known.state.as_ref());
        if let Some(before) = before
            && before.bytes == meta.len()
            && before.mode == meta.mode() & 0o7777
        {
            // Only its time may be another.
            match tree.state(&file) {
                Ok(Some(now)) if now == *before => return Ok(()),
                Ok(_) => {}
                Err(TreeError::Io { source, .. }) => return Err(source.into()),
                Err(_) => {
                    to.left_out.push(path);
                    return Ok(());
                }
            }
        }
        if !counted.contains(&path) {
            to.ignored += 1;
            return Ok(());
        }
        found.push(Found { path: file, before, bytes: Some(meta.len()) });
        Ok(())
    }

    /// The files and links of the copy that ignore rules leave in.
    fn counted(&self) -> BTreeSet<String> {
        let walk = ignore::WalkBuilder::new(&self.root)
            .hidden(false)
            .follow_links(false)
            .parents(false)
            .git_global(false)
            .require_git(false)
            .build();
        let files = walk.filter_map(Result::ok).filter(|e| e.file_type().is_some_and(|kind| !kind.is_dir()));
        files.filter_map(|e| e.path().strip_prefix(&self.root).ok()?.to_str().map(str::to_owned)).collect()
    }

    /// Whether the ignore rules of the copy's root leave out a file that is gone, or a folder.
    fn ignores(&self, path: &str, folder: bool) -> bool {
        let (rules, _) = ignore::gitignore::Gitignore::new(self.root.join(".gitignore"));
        rules.matched_path_or_any_parents(self.root.join(path), folder).is_ignore()
    }

    /// Folders of the workspace that are not copied.
    pub fn linked(&self) -> &[PathBuf] {
        &self.linked
    }
}

/// Copies what a build made, with its times, unless it is too large. Links are left out.
fn copy_built(from: &Path, to: &Path) -> io::Result<()> {
    let (mut files, mut bytes, mut found) = (0, 0, Vec::new());
    let mut open = vec![PathBuf::new()];
    while let Some(within) = open.pop() {
        for entry in fs::read_dir(from.join(&within))? {
            let entry = entry?;
            let (path, meta) = (within.join(entry.file_name()), entry.metadata()?);
            let secret = path.to_str().is_none_or(|path| FilePath::parse(path).is_err());
            if meta.is_dir() {
                open.push(path);
            } else if meta.is_file() && !secret {
                (files, bytes) = (files + 1, bytes + meta.len());
                if files > BUILT_MOST.0 || bytes > BUILT_MOST.1 {
                    return Ok(());
                }
                found.push((path, meta));
            }
        }
    }
    for (path, meta) in found {
        let (source, target) = (from.join(&path), to.join(&path));
        target.parent().map_or(Ok(()), fs::create_dir_all)?;
        // What was cleared away meanwhile is built anew.
        if fs::copy(&source, &target).is_ok() {
            let file = fs::File::options().append(true).open(&target);
            let _ = file.and_then(|file| file.set_modified(meta.modified()?));
        }
    }
    Ok(())
}

fn copy_file(from: &Path, to: &Path, meta: &Metadata) -> io::Result<Copied> {
    let mode = meta.permissions().mode() & 0o7777;
    // It was a file when it was looked at; a link that came in its place is not followed.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let from = fs::File::from(rustix::fs::open(from, flags, Mode::empty())?);
    let mut file = fs::File::create_new(to)?;
    let state = if meta.len() <= MAX_FILE {
        let mut content = Vec::new();
        from.take(MAX_FILE + 1).read_to_end(&mut content)?;
        file.write_all(&content)?;
        Some(FileState { hash: super::digest(&content), bytes: content.len() as u64, mode })
    } else {
        io::copy(&mut from.take(meta.len()), &mut file)?;
        None
    };
    // As old as it is there: what is built by the times of files is not built anew. By the open file:
    // one that may only be read takes no time any more.
    file.set_modified(meta.modified()?)?;
    file.set_permissions(fs::Permissions::from_mode(mode))?;
    Ok(Copied { state, print: print(&file.metadata()?) })
}
