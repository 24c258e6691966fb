//! What lies where the database is, and why it cannot be opened: SQLite says the same of a folder that
//! is read-only, of a file that is somebody else's, and of a process that has no file left to open.

use countersign_store::{Result, StoreError};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Too few for one more connection with its log and index.
#[cfg(unix)]
const FEW: usize = 8;

/// A file's name with this end.
pub(crate) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// The file itself where the path is a link to it, since SQLite keeps its log beside that.
pub(crate) fn itself(path: &Path) -> PathBuf {
    let real = std::fs::canonicalize(path).ok().filter(|real| real.is_file());
    real.unwrap_or_else(|| path.to_path_buf())
}

/// Refuses what is there and is no file, before anything is opened.
///
/// # Errors
/// `InTheWay`.
pub(crate) fn check(path: &Path) -> Result<()> {
    ["", "-wal", "-shm", "-journal", "-mark"].iter().try_for_each(|end| is_plain(&beside(path, end)))?;
    // SQLite follows none of these to what was written.
    let links = ["-wal", "-shm", "-journal", "-mark"].map(|end| beside(path, end));
    match links.iter().find(|path| path.is_symlink()) {
        Some(link) => Err(in_the_way(link, "is a link")),
        None => Ok(()),
    }
}

fn is_plain(path: &Path) -> Result<()> {
    let Ok(found) = std::fs::symlink_metadata(path) else { return Ok(()) };
    let what = match std::fs::metadata(path) {
        Ok(found) if found.is_file() => return Ok(()),
        Ok(found) if found.is_dir() => "is a folder",
        Ok(_) => "is a pipe or a device",
        Err(error) if found.is_symlink() && error.kind() == ErrorKind::NotFound => {
            "is a link to something that is not there"
        }
        Err(_) if found.is_symlink() => "is a link that cannot be followed",
        Err(_) => return Ok(()),
    };
    Err(in_the_way(path, what))
}

fn in_the_way(path: &Path, what: &str) -> StoreError {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    StoreError::InTheWay { name, what: what.to_owned() }
}

/// The same failure, or the file that is to blame for it.
pub(crate) fn told_apart(path: &Path, error: StoreError) -> StoreError {
    if !matches!(error, StoreError::ReadOnly { .. }) {
        return error;
    }
    #[cfg(unix)]
    {
        use rustix::fs::{Access, access};
        let writable = path.parent().is_some_and(|folder| access(folder, Access::WRITE_OK).is_ok());
        let shut = |file: &PathBuf| access(file, Access::READ_OK | Access::WRITE_OK) == Err(rustix::io::Errno::ACCESS);
        let files = ["", "-wal", "-shm"].map(|end| beside(path, end));
        if let Some(file) = files.iter().find(|file| writable && shut(file)) {
            return in_the_way(file, "may not be read and written by this user");
        }
    }
    check(path).err().unwrap_or(error)
}

/// The databases that this process opened.
static OPENED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Notes a database, to look at when SQLite says that one is damaged.
pub(crate) fn note(path: &Path) {
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    if !opened.iter().any(|known| known == path) {
        opened.push(path.to_path_buf());
    }
}

/// What the disk says where it cannot give a byte of a database that this process opened. SQLite says of that,
/// too, that the file is malformed or cannot be opened (`SQLITE_IOERR_CORRUPTFS`).
pub(crate) fn disk_fails() -> Option<String> {
    let opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let files = opened.iter().flat_map(|path| ["", "-wal"].map(|end| beside(path, end)));
    files.into_iter().find_map(|file| read_through(&file).err()).map(|error| error.to_string())
}

/// The files that were read through. They stay open: whoever closes one takes with it the locks that SQLite holds
/// on that file in this process (POSIX).
static READ: Mutex<BTreeMap<PathBuf, Arc<File>>> = Mutex::new(BTreeMap::new());

fn kept_open(file: &Path) -> std::io::Result<Arc<File>> {
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(open) = read.get(file) {
        return Ok(Arc::clone(open));
    }
    let open = Arc::new(File::open(file)?);
    read.insert(file.to_path_buf(), Arc::clone(&open));
    Ok(open)
}

/// Reads a file to its end, where there is one that may be read.
fn read_through(file: &Path) -> std::io::Result<()> {
    // As SQLite reads: page by page.
    const PIECE: usize = 1 << 12;
    let file = match kept_open(file) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::PermissionDenied) => return Ok(()),
        opened => opened?,
    };
    let (mut piece, mut at) = (vec![0; PIECE], 0);
    loop {
        #[cfg(unix)]
        let read = std::os::unix::fs::FileExt::read_at(&*file, &mut piece, at)?;
        #[cfg(windows)]
        let read = std::os::windows::fs::FileExt::seek_read(&*file, &mut piece, at)?;
        at += read as u64;
        if read == 0 {
            return Ok(());
        }
    }
}

/// Whether this process may open so few more files that no connection can be made.
pub(crate) fn no_files_left() -> bool {
    #[cfg(unix)]
    return left().is_some_and(|left| left < FEW);
    #[cfg(not(unix))]
    false
}

/// How many more files this process may open; unknown = none.
#[cfg(unix)]
fn left() -> Option<usize> {
    let most = usize::try_from(rustix::process::getrlimit(rustix::process::Resource::Nofile).current?).ok()?;
    match std::fs::read_dir("/dev/fd") {
        // The look itself takes one.
        Ok(open) => Some(most.saturating_sub(open.count().saturating_sub(1))),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(_) => Some(0),
    }
}

/// Whether this process may not write large files: SQLite calls that a disk that fails.
pub(crate) fn files_are_limited() -> bool {
    #[cfg(unix)]
    return rustix::process::getrlimit(rustix::process::Resource::Fsize).current.is_some();
    #[cfg(not(unix))]
    false
}

/// A file as its file system names it, whatever its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Identity(u64, u64);

/// What a file that was found is; none where that cannot be known.
fn identity_of(found: &std::fs::Metadata) -> Option<Identity> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Some(Identity(found.dev(), found.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = found;
        None
    }
}

/// What the path names now; none where that cannot be known.
pub(crate) fn identity(path: &Path) -> Option<Identity> {
    identity_of(&std::fs::metadata(path).ok()?)
}

/// Whether the path names another file than this one, or none.
pub(crate) fn is_replaced(path: &Path, was: Option<Identity>) -> bool {
    is_other(path, was, |_| false)
}

/// Whether what the path names is no longer this database: another file, none, or an empty one, which a
/// database that was opened never is.
pub(crate) fn is_lost(path: &Path, was: Option<Identity>) -> bool {
    is_other(path, was, |found| found.len() == 0)
}

fn is_other(path: &Path, was: Option<Identity>, or: impl Fn(&std::fs::Metadata) -> bool) -> bool {
    was.is_some()
        && match std::fs::metadata(path) {
            Ok(found) => identity_of(&found) != was || or(&found),
            Err(error) => error.kind() == ErrorKind::NotFound,
        }
}

/// The connection is to another file than the one that was opened first.
#[derive(Debug)]
pub(crate) struct Elsewhere;

impl std::fmt::Display for Elsewhere {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the file was replaced")
    }
}

impl std::error::Error for Elsewhere {}
