//! The only module that writes files or starts processes (ARCHITECTURE.md; clippy enforces it): the
//! data folder, its lock, small private files, exports the person asks for, workspaces, commands.
#![allow(clippy::disallowed_methods)] // This is the place.

mod beside;
pub mod chats;
pub mod copy;
pub mod ignored;
mod left;
mod limits;
mod masked;
pub mod process;
pub mod sandbox;
pub mod scratch;
pub(crate) mod servers;
pub mod shelf;
pub mod tree;
pub(crate) mod twins;

pub use beside::Beside;
pub use scratch::Scratch;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Makes the data folder, readable by its owner only.
///
/// # Errors
/// When the folder cannot be made or is not a folder.
pub fn prepare_dir(dir: &Path) -> io::Result<()> {
    if dir.is_dir() {
        return Ok(());
    }
    let mut made = fs::DirBuilder::new();
    made.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut made, 0o700);
    made.create(dir)
}

/// Whether others than this user can write it. Root's is taken: root can write it whosever it is.
pub fn open_to_others(found: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    let ours = [0, rustix::process::geteuid().as_raw()].contains(&found.uid());
    !ours || found.mode() & 0o022 != 0
}

/// Whether others than this user can put something else in the place of what is in this folder.
pub fn lets_others_replace(folder: &fs::Metadata) -> bool {
    // Where it is sticky everybody has only what is his own.
    open_to_others(folder) && std::os::unix::fs::MetadataExt::mode(folder) & 0o1000 == 0
}

/// Whether others than its owner can get at what is in this folder.
pub fn reached_by_others(folder: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::mode(folder) & 0o011 != 0
}

/// Opens a file that is locked, for its owner only.
pub(crate) fn lock_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    only_owner(path, 0o600);
    Ok(file)
}

/// Takes from others what an earlier version or the umask gave them. Where that fails, it is somebody
/// else's to give.
fn only_owner(path: &Path, mode: u32) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if fs::symlink_metadata(path).is_ok_and(|found| !found.is_symlink() && found.permissions().mode() & 0o077 != 0)
        {
            let _ = fs::set_permissions(path, fs::Permissions::from_mode(mode));
        }
    }
    #[cfg(not(unix))]
    let _ = (path, mode);
}

/// Copies a database with its write-ahead log, so that it can be read where it lies without a trace.
///
/// # Errors
/// When it cannot be read, there is no place for the copy, or somebody writes to it all the time.
pub fn copy_database(from: &Path, to: &Path) -> io::Result<()> {
    let log = |of: &Path| {
        let mut name = of.as_os_str().to_owned();
        name.push("-wal");
        PathBuf::from(name)
    };
    // Where it is a link, its log is beside what it points to.
    let from = &fs::canonicalize(from)?;
    let seen = |file: &Path| fs::metadata(file).map(|found| (found.len(), found.modified().ok())).ok();
    for _ in 0..3 {
        let before = (seen(from), seen(&log(from)));
        fs::copy(from, to)?;
        match fs::copy(log(from), log(to)) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => remove_file(&log(to))?,
            copied => drop(copied?),
        }
        if before == (seen(from), seen(&log(from))) {
            return writable(&[to, &log(to)]);
        }
    }
    Err(io::Error::new(io::ErrorKind::ResourceBusy, "somebody writes to it"))
}

/// A copy of what could only be read can only be read, too.
fn writable(files: &[&Path]) -> io::Result<()> {
    for file in files.iter().filter(|file| file.exists()) {
        let mut permissions = fs::metadata(file)?.permissions();
        #[cfg(unix)]
        std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o600);
        #[cfg(not(unix))]
        permissions.set_readonly(false);
        fs::set_permissions(file, permissions)?;
    }
    Ok(())
}

/// Held while a process uses a data folder. The lock goes with the process, however it ends.
#[derive(Debug)]
pub struct DirLock {
    file: File,
    path: PathBuf,
}

impl DirLock {
    /// Takes the lock, or `None` when another process has it.
    ///
    /// # Errors
    /// When the lock file cannot be made.
    pub fn take(dir: &Path) -> io::Result<Option<Self>> {
        let path = dir.join("lock");
        let file = lock_file(&path)?;
        // The folder itself may be one that somebody shares; what is ours in it is nobody else's.
        for own in ["sessions", "models", "agent"] {
            only_owner(&dir.join(own), 0o700);
        }
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { file, path })),
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            Err(fs::TryLockError::Error(e)) => Err(e),
        }
    }

    /// Whether no process has the folder. Where that cannot be known, somebody may.
    pub fn is_free(dir: &Path) -> bool {
        // Closing the file ends the look at it; two who look are not in each other's way.
        File::open(dir.join("lock")).is_ok_and(|file| file.try_lock_shared().is_ok())
    }

    /// The lock file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for DirLock {
    fn drop(&mut self) {
        // Closing the file unlocks as well; nothing to do about an error here.
        let _ = self.file.unlock();
    }
}

/// Writes a file whole or not at all, for its owner only: temporary file, fsync, rename.
///
/// # Errors
/// When any step fails; the old file is then still there.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_whole(path, bytes, 0o600)
}

/// Writes a file the person asked for, whole or not at all; what is there and is no regular file
/// (a device, a pipe) is written to as it is.
///
/// # Errors
/// When any step fails; an old file is then still there.
pub fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::metadata(path) {
        // A link stays a link, and what it points to is written.
        Ok(found) if found.is_file() => write_whole(&fs::canonicalize(path)?, bytes, 0o644),
        // A device or a pipe is written to, never replaced.
        Ok(found) if !found.is_dir() => OpenOptions::new().write(true).open(path)?.write_all(bytes),
        Ok(_) => Err(io::Error::new(io::ErrorKind::IsADirectory, "the path is a folder")),
        Err(_) => write_whole(path, bytes, 0o644),
    }
}

fn write_whole(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    let temp = until_whole(path)?;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(mode);
    }
    #[cfg(not(unix))]
    let _ = mode;
    match options.open(&temp).and_then(|mut file| file.write_all(bytes)) {
        Ok(()) => now_whole(&temp, path),
        Err(error) => {
            let _ = fs::remove_file(&temp);
            Err(error)
        }
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The name beside a file under which it is written until it is whole. What a process that was killed meanwhile left
/// there is removed.
///
/// # Errors
/// When the path names no file.
pub(crate) fn until_whole(path: &Path) -> io::Result<PathBuf> {
    let dir = folder_of(path);
    let name = path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"))?;
    clear_left(dir, &name.to_string_lossy());
    Ok(dir.join(format!(".{}.{}.tmp", name.to_string_lossy(), std::process::id())))
}

/// Gives a file that is whole its name, once the disk has it.
///
/// # Errors
/// When the disk does not take it; what was written is then removed.
pub(crate) fn now_whole(temp: &Path, path: &Path) -> io::Result<()> {
    let renamed = OpenOptions::new()
        .write(true)
        .open(temp)
        .and_then(|file| file.sync_all())
        .and_then(|()| fs::rename(temp, path));
    if renamed.is_err() {
        let _ = fs::remove_file(temp);
        return renamed;
    }
    #[cfg(unix)]
    File::open(folder_of(path))?.sync_all()?;
    Ok(())
}

/// Removes what a process that was killed while it wrote this file left beside it.
fn clear_left(dir: &Path, name: &str) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let file = entry.file_name().to_string_lossy().into_owned();
        let of = file.strip_prefix(&format!(".{name}.")).and_then(|rest| rest.strip_suffix(".tmp"));
        if of.and_then(|pid| pid.parse().ok()).is_some_and(|pid| !process::family::is_alive(pid)) {
            // One that cannot be removed is in nobody's way.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Adds to the end of a file the person asked for.
///
/// # Errors
/// When it cannot be written.
pub fn append(path: &Path, bytes: &[u8]) -> io::Result<()> {
    OpenOptions::new().append(true).create(true).open(path)?.write_all(bytes)
}

/// A digest of bytes, in hex: whether something is the same as before.
pub fn digest(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// Removes a file; one that is not there is fine.
///
/// # Errors
/// When it is there and cannot be removed.
pub fn remove_file(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// How files begin that hold what was saved of a database.
pub const SAVED: &str = "countersign-saved-";

/// Moves a database with everything beside it into a new folder next to it, and gives that folder.
///
/// # Errors
/// When the folder cannot be made or a file cannot be moved; what was moved is then in the folder.
pub fn set_aside(database: &Path) -> io::Result<PathBuf> {
    aside(database, |from, to| fs::rename(from, to))
}

/// Copies a database beside itself with its log, where one of them holds what is not in the file: who goes on with what
/// can be read of it loses the rest of the log. None where there is no log.
///
/// # Errors
/// When a file cannot be copied.
pub fn keep_log(database: &Path) -> io::Result<Option<PathBuf>> {
    let holds = |end: &str| {
        let mut log = database.as_os_str().to_owned();
        log.push(end);
        fs::metadata(log).is_ok_and(|log| log.len() > 0)
    };
    let copy = |from: &Path, to: &Path| fs::copy(from, to).and_then(|_| File::open(to)?.sync_all());
    match holds("-wal") || holds("-journal") {
        true => aside(database, copy).map(Some),
        false => Ok(None),
    }
}

/// Takes a database and what belongs to it to a new folder beside it.
fn aside(database: &Path, take: impl Fn(&Path, &Path) -> io::Result<()>) -> io::Result<PathBuf> {
    let dir = database.parent().unwrap_or(Path::new("."));
    let name = database.file_name().unwrap_or_default();
    let taken = || io::Error::new(io::ErrorKind::AlreadyExists, "there are too many of them");
    let aside = (1..1_000).map(|n| dir.join(format!("set-aside-{n}"))).find(|to| !to.exists()).ok_or_else(taken)?;
    prepare_dir(&aside)?;
    for end in ["-mark", "-wal", "-journal", "-shm", ""] {
        let mut file = name.to_owned();
        file.push(end);
        match take(&dir.join(&file), &aside.join(&file)) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
            _ => {}
        }
    }
    Ok(aside)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::FileTypeExt;

    #[test]
    fn what_is_ours_in_a_shared_folder_is_nobody_elses() {
        use std::os::unix::fs::PermissionsExt;
        let home = tempfile::tempdir().unwrap();
        let mode = |name: &str| fs::metadata(home.path().join(name)).unwrap().permissions().mode() & 0o777;
        let open =
            |name: &str, mode| fs::set_permissions(home.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
        open("", 0o755);
        fs::create_dir(home.path().join("sessions")).unwrap();
        open("sessions", 0o777);
        fs::write(home.path().join("lock"), "").unwrap();
        open("lock", 0o666);
        let _lock = DirLock::take(home.path()).unwrap().unwrap();
        prepare_dir(&home.path().join("deep/er")).unwrap();
        let modes = ["", "sessions", "lock", "deep", "deep/er"].map(mode);
        assert_eq!(modes, [0o755, 0o700, 0o600, 0o700, 0o700]);
    }

    #[test]
    fn a_link_stays_a_link_and_a_device_stays_a_device() {
        let dir = tempfile::tempdir().unwrap();
        let (file, link) = (dir.path().join("file"), dir.path().join("link"));
        write_file(&file, b"old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_file(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        write_file(Path::new("/dev/null"), b"gone").unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
        assert!(write_file(dir.path(), b"x").is_err());
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2, "a temporary file was left");
    }

    #[test]
    fn what_a_killed_writer_left_beside_a_file_is_removed_with_the_next_write_of_it() {
        let dir = tempfile::tempdir().unwrap();
        let (ours, theirs) = (std::process::id(), i32::MAX);
        for name in
            [format!(".out.json.{theirs}.tmp"), ".other.json.1.tmp".to_owned(), ".out.json.backup.tmp".to_owned()]
        {
            fs::write(dir.path().join(name), b"half").unwrap();
        }
        assert!(process::family::is_alive(ours) && !process::family::is_alive(theirs.unsigned_abs()));
        write_file(&dir.path().join("out.json"), b"whole").unwrap();
        let mut left: Vec<_> = fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, [".other.json.1.tmp", ".out.json.backup.tmp", "out.json"]);
    }
}
