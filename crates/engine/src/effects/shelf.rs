//! Files of the model store: `models/NAME/{model.gguf, model.json}`, what is being downloaded in
//! `models/.NAME.pull`, and the lock of each name. What is installed came there by one rename.

use super::{lock_file, prepare_dir, write_private};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The model file in its folder.
pub const MODEL: &str = "model.gguf";
/// What is known of it.
pub const ABOUT: &str = "model.json";

/// A download on its way, for this process alone; the lock goes with the process, however it ends.
#[derive(Debug)]
pub struct Staging {
    models: PathBuf,
    name: String,
    lock: File,
}

impl Staging {
    /// Takes the name for this process; none when another has it.
    ///
    /// # Errors
    /// When the folder cannot be made or written.
    pub fn take(models: &Path, name: &str) -> io::Result<Option<Self>> {
        prepare_dir(models)?;
        let path = lock_of(models, name);
        loop {
            let lock = lock_file(&path)?;
            match lock.try_lock() {
                // Whoever had it may have removed it meanwhile: then this lock is of nothing.
                Ok(()) if !is_at(&lock, &path) => {}
                Ok(()) => {
                    let staging = Self { models: models.to_owned(), name: name.to_owned(), lock };
                    prepare_dir(&staging.dir())?;
                    return Ok(Some(staging));
                }
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(e)) => return Err(e),
            }
        }
    }

    fn dir(&self) -> PathBuf {
        self.models.join(format!(".{}.pull", self.name))
    }

    /// Part `n` of what is downloaded.
    pub fn part(&self, n: usize) -> PathBuf {
        self.dir().join(format!("{n}.part"))
    }

    /// The model file while it is put together.
    pub fn whole(&self) -> PathBuf {
        self.dir().join("whole.part")
    }

    /// What is noted beside the parts.
    pub fn note(&self) -> Option<Vec<u8>> {
        fs::read(self.dir().join("pull.json")).ok()
    }

    /// Notes something beside the parts.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn put_note(&self, bytes: &[u8]) -> io::Result<()> {
        write_private(&self.dir().join("pull.json"), bytes)
    }

    /// Part `n`, cut to its first `from` bytes, to be written on.
    ///
    /// # Errors
    /// When it cannot be opened or cut.
    pub fn append(&self, n: usize, from: u64) -> io::Result<File> {
        let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(self.part(n))?;
        file.set_len(from)?;
        file.seek(SeekFrom::Start(from))?;
        Ok(file)
    }

    /// Puts the model file together.
    ///
    /// # Errors
    /// When filling it or writing it fails.
    pub fn put_together(&self, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut out = File::create(self.whole())?;
        fill(&mut out)?;
        out.sync_all()
    }

    /// Removes the model file that was being put together; what was downloaded stays.
    pub fn drop_whole(&self) {
        let _ = fs::remove_file(self.whole());
    }

    /// Installs a file of this staging under its name, with what is known of it, in one step.
    ///
    /// # Errors
    /// When a step fails; nothing is installed then.
    pub fn install(self, file: &Path, about: &[u8]) -> io::Result<()> {
        let fresh = self.models.join(format!(".{}.new", self.name));
        let _ = fs::remove_dir_all(&fresh);
        fs::create_dir(&fresh)?;
        fs::rename(file, fresh.join(MODEL))?;
        write_private(&fresh.join(ABOUT), about)?;
        // What lies there is no model: whoever installs has looked.
        if self.models.join(&self.name).exists() {
            remove_model(&self.models, &self.name)?;
        }
        fs::rename(&fresh, self.models.join(&self.name))?;
        #[cfg(unix)]
        File::open(&self.models)?.sync_all()?;
        self.discard()
    }

    /// Removes everything that was downloaded.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn discard(&self) -> io::Result<()> {
        gone(fs::remove_dir_all(self.dir()))
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // Without bytes of the model a folder says nothing; with some it stays for the next pull.
        if partial(&self.models, &self.name) == 0 {
            let _ = self.discard();
            #[cfg(unix)]
            let _ = fs::remove_file(lock_of(&self.models, &self.name));
        }
        let _ = self.lock.unlock();
    }
}

fn lock_of(models: &Path, name: &str) -> PathBuf {
    models.join(format!(".{name}.lock"))
}

/// Whether a file that is open is the one that lies there.
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let same = |a: fs::Metadata, b: fs::Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
        file.metadata().ok().zip(fs::metadata(path).ok()).is_some_and(|(open, there)| same(open, there))
    }
    #[cfg(not(unix))]
    {
        // A file that is open cannot be removed there, and is not.
        let _ = (file, path);
        true
    }
}

/// Bytes of the parts of a download that was not finished.
pub fn partial(models: &Path, name: &str) -> u64 {
    let parts = fs::read_dir(models.join(format!(".{name}.pull"))).into_iter().flatten().flatten();
    parts
        .filter(|entry| entry.file_name().to_string_lossy().ends_with(".part"))
        .filter_map(|entry| entry.metadata().ok())
        .map(|m| m.len())
        .sum()
}

/// Removes an installed model, in one step.
///
/// # Errors
/// When it cannot be moved away; it is then still there, whole.
pub fn remove_model(models: &Path, name: &str) -> io::Result<()> {
    let aside = models.join(format!(".{name}.gone"));
    let _ = fs::remove_dir_all(&aside);
    fs::rename(models.join(name), &aside)?;
    fs::remove_dir_all(aside)
}

/// Removes what was downloaded of a model, if no process downloads it now.
///
/// # Errors
/// When a process does, or it cannot be removed.
pub fn remove_partial(models: &Path, name: &str) -> io::Result<()> {
    match Staging::take(models, name)? {
        Some(staging) => staging.discard(),
        None => Err(io::ErrorKind::ResourceBusy.into()),
    }
}

/// Bytes that may be written where this folder is or will be; none where the system does not say.
pub fn free_space(dir: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let there = dir.ancestors().find(|d| d.exists())?;
        let found = rustix::fs::statvfs(there).ok()?;
        Some(found.f_bavail.saturating_mul(found.f_frsize))
    }
    #[cfg(not(unix))]
    {
        let _ = dir;
        None
    }
}

/// Writes a chunk.
///
/// # Errors
/// When the disk is full or fails.
pub fn write_chunk(file: &mut File, chunk: &[u8]) -> io::Result<()> {
    file.write_all(chunk)
}

fn gone(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}
