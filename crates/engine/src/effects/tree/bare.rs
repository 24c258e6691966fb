//! Folders that hold no file: removed and made as such.

use super::{Result, Tree, TreeError, io};
use countersign_core::file::FilePath;
use rustix::fs::{AtFlags, Mode};
use rustix::io::Errno;
use std::os::unix::fs::MetadataExt;

/// Folders that go, innermost first, and that come, outermost first.
#[derive(Debug, Clone, Default)]
pub struct Bare {
    /// Those that go.
    pub go: Vec<FilePath>,
    /// Those that come, with their permission bits.
    pub come: Vec<(FilePath, u32)>,
}

impl Bare {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.go.is_empty() && self.come.is_empty()
    }
}

impl Tree {
    /// The permission bits of a folder; none where there is no folder.
    pub fn folder_bits(&self, path: &FilePath) -> Option<u32> {
        let found = self.path().join(path.as_str()).symlink_metadata().ok()?;
        found.is_dir().then(|| found.mode() & 0o7777)
    }

    /// Removes folders that hold nothing and makes others, all or none. What takes that back.
    ///
    /// # Errors
    /// Why it could not be done; all is then as it was before.
    pub fn move_folders(&self, bare: &Bare) -> Result<Bare> {
        let mut back = Bare::default();
        let done = bare.go.iter().try_for_each(|path| {
            let bits = self.folder_bits(path).ok_or_else(|| TreeError::Conflict { path: path.to_string() })?;
            self.remove_bare(path)?;
            back.come.insert(0, (path.clone(), bits));
            Ok(())
        });
        let done = done.and_then(|()| {
            bare.come.iter().try_for_each(|(path, bits)| {
                self.make_bare(path, *bits)?;
                back.go.insert(0, path.clone());
                Ok(())
            })
        });
        match done {
            Ok(()) => Ok(back),
            Err(e) => {
                self.put_folders(&back);
                Err(e)
            }
        }
    }

    /// The same as far as it can be done.
    pub fn put_folders(&self, bare: &Bare) {
        for path in &bare.go {
            let _ = self.remove_bare(path);
        }
        for (path, bits) in &bare.come {
            let _ = self.make_bare(path, *bits);
        }
    }

    fn remove_bare(&self, path: &FilePath) -> Result<()> {
        let within = self.folder(path)?.ok_or_else(|| TreeError::Conflict { path: path.to_string() })?;
        rustix::fs::unlinkat(&within, path.name(), AtFlags::REMOVEDIR).map_err(|e| conflict(path, e))
    }

    fn make_bare(&self, path: &FilePath, bits: u32) -> Result<()> {
        let within = self.folder(path)?.ok_or_else(|| TreeError::Conflict { path: path.to_string() })?;
        // Nobody is let in before it lets in whom it is to.
        rustix::fs::mkdirat(&within, path.name(), Mode::from_raw_mode(0o700)).map_err(|e| conflict(path, e))?;
        let made = self.step(&within, path.name(), path.as_str())?;
        rustix::fs::fchmod(&made, Mode::from_raw_mode(bits)).map_err(|e| io(path.as_str(), e))
    }
}

/// Somebody put something there, or took it away.
fn conflict(path: &FilePath, e: Errno) -> TreeError {
    match e {
        Errno::EXIST | Errno::NOTEMPTY | Errno::NOENT | Errno::NOTDIR => TreeError::Conflict { path: path.to_string() },
        e => io(path.as_str(), e),
    }
}
