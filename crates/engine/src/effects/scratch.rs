//! Folders for temporary files of our own: nobody else can look into them, and what a process left that was
//! killed is cleared by the next one that starts.
//!
//! Each is locked for as long as it is used. The lock goes with the process, however it ends.

use rustix::fs::{FlockOperation, Mode, OFlags, flock};
use std::fs::{self, Permissions};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

/// Before the name of each: only those that are locked while they are used have it.
const PREFIX: &str = "countersign-locked-";
/// So often another is made where somebody clears up at the same moment.
const TRIES: usize = 8;

/// A folder for temporary files, for its owner only; it goes with the value.
#[derive(Debug)]
pub struct Scratch {
    folder: tempfile::TempDir,
    /// Goes last: what is not locked is nobody's.
    _lock: OwnedFd,
}

impl Scratch {
    /// Makes one in the platform's folder for temporary files. `kind` is a word for its name.
    ///
    /// # Errors
    /// When that folder cannot be written.
    pub fn new(kind: &str) -> io::Result<Self> {
        Self::within(&tempfile::env::temp_dir(), kind)
    }

    fn within(place: &Path, kind: &str) -> io::Result<Self> {
        let prefix = format!("{PREFIX}{kind}-");
        for _ in 0..TRIES {
            let mut builder = tempfile::Builder::new();
            let folder = builder.prefix(&prefix).permissions(Permissions::from_mode(0o700)).tempdir_in(place)?;
            // Between the two it may be taken for one that was left.
            if let Some(lock) = lock(folder.path(), FlockOperation::LockExclusive)
                && folder.path().is_dir()
            {
                return Ok(Self { folder, _lock: lock });
            }
        }
        Err(io::Error::new(io::ErrorKind::ResourceBusy, "the folder for temporary files is being cleared"))
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes such folders of this user whose process is gone; gives how many. What cannot be removed is left.
pub fn clear() -> usize {
    clear_within(&tempfile::env::temp_dir())
}

fn clear_within(place: &Path) -> usize {
    let mine = rustix::process::geteuid().as_raw();
    let left = |entry: &fs::DirEntry| {
        let named = entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX));
        named && entry.metadata().is_ok_and(|found| found.is_dir() && found.uid() == mine)
    };
    let found = fs::read_dir(place).into_iter().flatten().flatten().filter(left);
    let gone = |entry: fs::DirEntry| {
        let held = lock(&entry.path(), FlockOperation::NonBlockingLockExclusive);
        held.is_some() && fs::remove_dir_all(entry.path()).is_ok()
    };
    found.map(gone).filter(|gone| *gone).count()
}

/// The lock of a folder, which is no link; none where somebody has it, or there is no such folder.
fn lock(folder: &Path, how: FlockOperation) -> Option<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let open = rustix::fs::open(folder, flags, Mode::empty()).ok()?;
    flock(&open, how).ok()?;
    Some(open)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test says what is wrong by failing")]
mod tests {
    use super::*;

    #[test]
    fn nobody_else_looks_in_and_only_what_a_dead_process_left_is_cleared() {
        let place = tempfile::tempdir().unwrap();
        let used = Scratch::within(place.path(), "copy").unwrap();
        assert_eq!(fs::metadata(used.path()).unwrap().mode() & 0o777, 0o700);
        let (left, other) = (place.path().join(format!("{PREFIX}copy-Ab12Cd")), place.path().join("countersign-Ab12"));
        let outside = place.path().join("outside");
        for folder in [&left, &other, &outside] {
            fs::create_dir_all(folder.join("deep")).unwrap();
            fs::write(folder.join("deep/diary.txt"), "mine").unwrap();
        }
        std::os::unix::fs::symlink(&outside, place.path().join(format!("{PREFIX}run-link"))).unwrap();
        assert_eq!(clear_within(place.path()), 1);
        assert!(!left.exists());
        assert!(used.path().is_dir() && other.join("deep/diary.txt").is_file() && outside.join("deep").is_dir());
        let at = used.path().to_owned();
        drop(used);
        assert!(!at.exists());
    }
}
