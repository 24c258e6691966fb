//! A database made anew beside the one whose place it takes.

use super::{prepare_dir, remove_file};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// What a database's files end with; its note goes with the old files too.
const ENDS: [&str; 5] = ["", "-wal", "-mark", "-journal", "-shm"];

/// The folder in which it is made, on the same disk; it goes with the value.
#[derive(Debug)]
pub struct Beside(PathBuf);

impl Beside {
    /// Makes the folder; what a process left there that was killed is removed.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn new(database: &Path) -> io::Result<Self> {
        let folder = holder(database).join(".countersign-made-anew");
        match fs::remove_dir_all(&folder) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
            _ => {}
        }
        prepare_dir(&folder)?;
        Ok(Self(folder))
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Puts the database that was made here, and is closed, in the place of another; first the other's files are kept
    /// in a new folder next to it, which is given.
    ///
    /// # Errors
    /// When a step fails. The old files are then where they were, or in that folder, or both.
    pub fn replace(&self, database: &Path) -> io::Result<PathBuf> {
        let name = database.file_name().unwrap_or_default();
        let dir = holder(database);
        let taken = || io::Error::new(io::ErrorKind::AlreadyExists, "there are too many of them");
        let aside = (1..1_000).map(|n| dir.join(format!("set-aside-{n}"))).find(|to| !to.exists()).ok_or_else(taken)?;
        prepare_dir(&aside)?;
        let with = |end: &str| {
            let mut file = name.to_owned();
            file.push(end);
            file
        };
        let made = self.0.join(name);
        File::open(&made)?.sync_all()?;
        for file in ENDS.map(with) {
            match fs::hard_link(dir.join(&file), aside.join(&file)) {
                Err(e) if e.kind() == io::ErrorKind::NotFound => {}
                Err(_) => drop(fs::copy(dir.join(&file), aside.join(&file))?),
                Ok(()) => {}
            }
            if let Ok(kept) = File::open(aside.join(&file)) {
                kept.sync_all()?;
            }
        }
        sync(&aside)?;
        sync(dir)?;
        // The log is of the old file: beside another it would be taken for that one's. Should this be all that is
        // done, the mark says that entries are missing.
        for end in ["-wal", "-shm", "-journal"] {
            remove_file(&dir.join(with(end)))?;
        }
        fs::rename(&made, database)?;
        // The mark belongs to the old one: written on in its place, it would change the one that is kept.
        remove_file(&dir.join(with("-mark")))?;
        sync(dir)?;
        Ok(aside)
    }
}

fn holder(database: &Path) -> &Path {
    database.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn sync(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

impl Drop for Beside {
    fn drop(&mut self) {
        // One that cannot be removed is in nobody's way.
        let _ = fs::remove_dir_all(&self.0);
    }
}
