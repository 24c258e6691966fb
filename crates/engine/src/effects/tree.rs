//! A workspace's files, reached so that nothing outside it can be.
//!
//! Every part of a path is opened by itself, relative to the folder before it, and no link is ever
//! followed: neither `..`, nor a link, nor a folder that is swapped for one between check and use
//! leads out (R20, COMMANDS-AND-FILES.md "Confinement"). Only regular files are read or changed.
//!
//! Changing them is in [`place`].

mod attributes;
mod bare;
mod place;

pub use attributes::{Folders, bits_of};
pub use bare::Bare;
pub use place::{Aside, Cleared, InPlace};

use super::twins::{self, Inode};
use countersign_core::file::{FileChange, FilePath, FileState, FolderWas};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{AtFlags, Dir, FileType, FlockOperation, Mode, OFlags};
use rustix::io::Errno;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

/// Larger files are neither read nor changed.
pub const MAX_FILE: u64 = 20_000_000;

/// Why a file could not be reached or changed. Nothing is half done after any but
/// [`TreeError::HalfDone`].
#[derive(Debug, thiserror::Error)]
pub enum TreeError {
    /// A folder or the file itself is a link, a device, a pipe, a folder …
    #[error("{path} {what}")]
    NotAFile {
        /// Which part.
        path: String,
        /// What it is instead.
        what: &'static str,
    },
    /// Over [`MAX_FILE`].
    #[error("{path} has {bytes} bytes, and files up to {} bytes are read and changed", MAX_FILE)]
    TooLarge {
        /// Which.
        path: String,
        /// How many.
        bytes: u64,
    },
    /// The file is not what the change builds on.
    #[error("{path} is not what it was: somebody changed it meanwhile")]
    Conflict {
        /// Which.
        path: String,
    },
    /// It could not be taken back whole: somebody changed files while it was.
    #[error("{path} was changed by somebody while it was put back{}", put_aside(.aside))]
    HalfDone {
        /// The first such file.
        path: String,
        /// Files left beside others, whose content is nowhere else or is not ours to remove.
        aside: Vec<String>,
    },
    /// Another program of ours applies changes in this folder.
    #[error("another Countersign is changing files in this folder right now")]
    Busy,
    /// The system refused.
    #[error("{path}: {source}")]
    Io {
        /// Which.
        path: String,
        /// What it said.
        source: std::io::Error,
    },
}

type Result<T> = std::result::Result<T, TreeError>;

/// Where to look for what was put aside, as the end of a sentence.
pub fn put_aside(aside: &[String]) -> String {
    if aside.is_empty() { String::new() } else { format!("; what was there is in {}", aside.join(", ")) }
}

impl TreeError {
    /// The file or folder that it is about.
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::NotAFile { path, .. }
            | Self::TooLarge { path, .. }
            | Self::Conflict { path }
            | Self::HalfDone { path, .. }
            | Self::Io { path, .. } => Some(path),
            Self::Busy => None,
        }
    }
}

fn io(path: &str, e: impl Into<std::io::Error>) -> TreeError {
    TreeError::Io { path: path.to_owned(), source: e.into() }
}

fn refused(path: &str, what: &'static str) -> TreeError {
    TreeError::NotAFile { path: path.to_owned(), what }
}

/// What a name is, when it is no regular file.
fn kind(file: FileType) -> &'static str {
    match file {
        FileType::Symlink => "is a link; links are not followed",
        FileType::Directory => "is a folder",
        FileType::Fifo => "is a pipe",
        FileType::Socket => "is a socket",
        FileType::CharacterDevice | FileType::BlockDevice => "is a device",
        _ => "is no regular file",
    }
}

/// An open workspace folder.
#[derive(Debug)]
pub struct Tree {
    root: OwnedFd,
    path: PathBuf,
    /// Which files have another name that is one of a secret, once that was asked.
    secrets: OnceLock<BTreeSet<Inode>>,
}

/// One entry of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// A folder.
    pub folder: bool,
    /// A regular file.
    pub file: bool,
    /// Length in bytes, for files.
    pub bytes: u64,
    /// It is another name of a file that holds secrets: it is shown to nobody.
    pub secret: bool,
}

/// A change with the content it puts, where it puts one.
#[derive(Debug, Clone)]
pub struct Planned {
    /// Before and after.
    pub change: FileChange,
    /// The content after.
    pub content: Option<Vec<u8>>,
    /// The content before.
    pub old: Option<Vec<u8>>,
}

impl Planned {
    /// The hash of a content that is needed and not there.
    pub fn missing(&self) -> Option<&str> {
        let lacks = |state: &Option<FileState>, known: &Option<Vec<u8>>| state.is_some() && known.is_none();
        match self {
            Self { change, content, .. } if lacks(&change.after, content) => change.after.as_ref(),
            Self { change, old, .. } if lacks(&change.before, old) => change.before.as_ref(),
            _ => None,
        }
        .map(|state| state.hash.as_str())
    }
}

/// Opens a folder only to go through it: it need not be readable.
#[cfg(target_os = "linux")]
const WAY: OFlags = OFlags::PATH;
#[cfg(not(target_os = "linux"))]
const WAY: OFlags = OFlags::RDONLY;

/// How a file stands that was being changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// As it was to become.
    New,
    /// As it was before.
    Old,
    /// Neither.
    Third,
}

impl Tree {
    /// Opens a folder by its canonical path. A link anywhere on the way was put there since, and
    /// leads somewhere that nobody opened: it is not followed.
    ///
    /// # Errors
    /// When it is not there or no folder, or a part of the path is a link.
    pub fn open(path: &Path) -> std::io::Result<Self> {
        let folder = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut at = rustix::fs::open("/", folder | WAY, Mode::empty())?;
        for part in path.components() {
            if let Component::Normal(part) = part {
                at = rustix::fs::openat(&at, part, folder | WAY, Mode::empty())?;
            }
        }
        let root = rustix::fs::openat(&at, ".", folder | OFlags::RDONLY, Mode::empty())?;
        Ok(Self { root, path: path.to_owned(), secrets: OnceLock::new() })
    }

    /// The folder's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps other processes of ours from changing files here, as long as the value lives.
    ///
    /// # Errors
    /// [`TreeError::Busy`] when one does.
    pub fn lock(&self) -> Result<OwnedFd> {
        let name = self.path.display().to_string();
        let fd = self.step(self.root.as_fd(), ".", &name)?;
        match rustix::fs::flock(&fd, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(fd),
            Err(Errno::WOULDBLOCK) => Err(TreeError::Busy),
            Err(e) => Err(io(&name, e)),
        }
    }

    /// One folder further down; never through a link.
    fn step(&self, from: impl AsFd, part: &str, path: &str) -> Result<OwnedFd> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        rustix::fs::openat(&from, part, flags, Mode::empty()).map_err(|e| match e {
            Errno::LOOP => refused(path, kind(FileType::Symlink)),
            Errno::NOTDIR => match rustix::fs::statat(&from, part, AtFlags::SYMLINK_NOFOLLOW) {
                Ok(stat) if FileType::from_raw_mode(stat.st_mode) == FileType::Symlink => {
                    refused(path, kind(FileType::Symlink))
                }
                _ => refused(path, "is not a folder"),
            },
            other => io(path, other),
        })
    }

    /// The folder that holds a file, and the file's name. `None` when the folder is not there.
    fn folder(&self, path: &FilePath) -> Result<Option<OwnedFd>> {
        let mut at = self.step(self.root.as_fd(), ".", path.as_str())?;
        let mut parts = path.as_str().split('/').peekable();
        let mut way = String::new();
        while let Some(part) = parts.next() {
            if parts.peek().is_none() {
                break;
            }
            way = if way.is_empty() { part.to_owned() } else { format!("{way}/{part}") };
            at = match self.step(at.as_fd(), part, &way) {
                Err(TreeError::Io { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => return Ok(None),
                other => other?,
            };
        }
        Ok(Some(at))
    }

    /// As [`Self::folder`], making what is not there, as it was where that is known. `made` collects the folders
    /// made, each with the one that holds it, which is not synced yet.
    fn folder_made(
        &self,
        path: &FilePath,
        known: &[FolderWas],
        made: &mut Vec<(FilePath, OwnedFd)>,
    ) -> Result<OwnedFd> {
        let mut at = self.step(self.root.as_fd(), ".", path.as_str())?;
        let parts: Vec<&str> = path.as_str().split('/').collect();
        for (i, part) in parts.iter().enumerate().take(parts.len().saturating_sub(1)) {
            at = match self.step(at.as_fd(), part, path.as_str()) {
                Err(TreeError::Io { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => {
                    let folder = parts.get(..=i).and_then(|p| FilePath::folder(&p.join("/")).ok());
                    let was = known.iter().find(|was| Some(&was.path) == folder.as_ref());
                    // Nobody is let in before it is as it was.
                    let bits = if was.is_some() { 0o700 } else { 0o777 };
                    let ours = match rustix::fs::mkdirat(&at, *part, Mode::from_raw_mode(bits)) {
                        Ok(()) => folder,
                        // Somebody was faster; it is theirs.
                        Err(Errno::EXIST) => None,
                        Err(e) => return Err(io(path.as_str(), e)),
                    };
                    let next = self.step(at.as_fd(), part, path.as_str());
                    let as_it_was = was.filter(|_| ours.is_some());
                    made.extend(ours.map(|folder| (folder, at)));
                    let next = next?;
                    if let Some(was) = as_it_was {
                        attributes::like(&next, was).map_err(|e| io(path.as_str(), e))?;
                    }
                    next
                }
                other => other?,
            };
        }
        Ok(at)
    }

    /// The folders on the way to a file that are not there, outermost first.
    pub fn missing(&self, path: &FilePath) -> Vec<FilePath> {
        let Ok(mut at) = self.step(self.root.as_fd(), ".", path.as_str()) else { return Vec::new() };
        let parts: Vec<&str> = path.as_str().split('/').collect();
        for i in 1..parts.len() {
            match self.step(at.as_fd(), parts[i - 1], path.as_str()) {
                Ok(next) => at = next,
                Err(TreeError::Io { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => {
                    let folders = (i..parts.len()).filter_map(|end| FilePath::folder(&parts[..end].join("/")).ok());
                    return folders.collect();
                }
                Err(_) => return Vec::new(),
            }
        }
        Vec::new()
    }

    /// A regular file's content and state; `None` when there is no such file.
    ///
    /// # Errors
    /// When it is no regular file, too large, or cannot be read.
    pub fn read(&self, path: &FilePath) -> Result<Option<(Vec<u8>, FileState)>> {
        let Some(folder) = self.folder(path)? else { return Ok(None) };
        self.opened(&folder, path)?.map(|file| read_open(&file, path.as_str())).transpose()
    }

    /// A file in its folder, open for reading; none of another name of a file that holds secrets.
    fn opened(&self, folder: &OwnedFd, path: &FilePath) -> Result<Option<File>> {
        let Some(file) = open_at(folder, path.name(), path.as_str())? else { return Ok(None) };
        match file.metadata().map_err(|source| TreeError::Io { path: path.to_string(), source })? {
            found if twins::twin(&found).is_some_and(|file| self.is_secret(file)) => {
                Err(refused(path.as_str(), "is another name of a file that holds secrets"))
            }
            _ => Ok(Some(file)),
        }
    }

    /// Whether a file with several names has one that is a secret's.
    fn is_secret(&self, file: Inode) -> bool {
        self.secrets.get_or_init(|| twins::secrets(&self.path)).contains(&file)
    }

    /// A regular file by its path here, open for reading; `None` when there is none, or something else
    /// is there or on the way.
    pub(super) fn regular(&self, path: &str) -> std::io::Result<Option<File>> {
        let open = || {
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            let mut at = self.step(self.root.as_fd(), ".", path)?;
            for part in folder.split('/').filter(|part| !part.is_empty()) {
                at = self.step(at.as_fd(), part, path)?;
            }
            open_at(&at, name, path)
        };
        match open() {
            Err(TreeError::Io { source, .. }) if source.kind() != std::io::ErrorKind::NotFound => Err(source),
            found => Ok(found.ok().flatten()),
        }
    }

    /// A regular file's state; `None` when there is no such file.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn state(&self, path: &FilePath) -> Result<Option<FileState>> {
        Ok(self.read(path)?.map(|(_, state)| state))
    }

    /// The entries of a folder by name; `None` = the root.
    ///
    /// # Errors
    /// When it is no folder or cannot be read.
    pub fn list(&self, folder: Option<&FilePath>) -> Result<Vec<Listed>> {
        let folder = folder.map_or("", FilePath::as_str);
        let mut at = self.step(self.root.as_fd(), ".", folder)?;
        for part in folder.split('/').filter(|p| !p.is_empty()) {
            at = self.step(at.as_fd(), part, folder)?;
        }
        let mut found = Vec::new();
        for entry in Dir::read_from(&at).map_err(|e| io(folder, e))? {
            let entry = entry.map_err(|e| io(folder, e))?;
            let Ok(name) = entry.file_name().to_str() else { continue };
            if name == "." || name == ".." {
                continue;
            }
            let Ok(stat) = rustix::fs::statat(&at, name, AtFlags::SYMLINK_NOFOLLOW) else { continue };
            let what = FileType::from_raw_mode(stat.st_mode);
            let file = what == FileType::RegularFile;
            found.push(Listed {
                name: name.to_owned(),
                folder: what == FileType::Directory,
                file,
                bytes: u64::try_from(stat.st_size).unwrap_or(0),
                secret: file && stat.st_nlink > 1 && self.is_secret((stat.st_dev, stat.st_ino)),
            });
        }
        found.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(found)
    }
}

/// Opens a regular file for reading; `None` when there is none.
fn open_at(folder: &OwnedFd, name: &str, path: &str) -> Result<Option<File>> {
    let regular = |mode| {
        let what = FileType::from_raw_mode(mode);
        if what == FileType::RegularFile { Ok(()) } else { Err(refused(path, kind(what))) }
    };
    // Looked at before it is opened: opening a device or a pipe can do something.
    match rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) {
        Err(Errno::NOENT) => return Ok(None),
        Err(e) => return Err(io(path, e)),
        Ok(stat) => regular(stat.st_mode)?,
    }
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = match rustix::fs::openat(folder, name, flags, Mode::empty()) {
        Err(Errno::NOENT) => return Ok(None),
        Err(Errno::LOOP) => return Err(refused(path, kind(FileType::Symlink))),
        Err(e) => return Err(io(path, e)),
        Ok(fd) => File::from(fd),
    };
    regular(rustix::fs::fstat(&file).map_err(|e| io(path, e))?.st_mode)?;
    Ok(Some(file))
}

/// An open file's content from where it stands, and its state.
fn read_open(file: &File, path: &str) -> Result<(Vec<u8>, FileState)> {
    let stat = rustix::fs::fstat(file).map_err(|e| io(path, e))?;
    let bytes = u64::try_from(stat.st_size).unwrap_or(u64::MAX);
    if bytes > MAX_FILE {
        return Err(TreeError::TooLarge { path: path.to_owned(), bytes });
    }
    let mut content = Vec::with_capacity(usize::try_from(bytes).unwrap_or(0));
    file.take(MAX_FILE + 1).read_to_end(&mut content).map_err(|e| io(path, e))?;
    if content.len() as u64 > MAX_FILE {
        return Err(TreeError::TooLarge { path: path.to_owned(), bytes: content.len() as u64 });
    }
    let state = FileState {
        hash: blake3::hash(&content).to_hex().to_string(),
        bytes: content.len() as u64,
        mode: stat.st_mode & 0o7777,
        attributes: None,
    };
    Ok((content, state))
}

fn read_at(folder: &OwnedFd, name: &str, path: &str) -> Result<Option<(Vec<u8>, FileState)>> {
    open_at(folder, name, path)?.map(|file| read_open(&file, path)).transpose()
}
