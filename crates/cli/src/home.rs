//! The data folder: where it is, who has it, and the note a running server leaves in it.

use crate::failure::{Failure, Result};
use crate::texts::say;
use countersign_engine::effects;
use etcetera::BaseStrategy;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// A data folder.
#[derive(Debug, Clone)]
pub(crate) struct Home(PathBuf);

/// What a running server says of itself in `server.json` (for its owner only: it holds the token).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Note {
    /// `http://127.0.0.1:4177`.
    pub(crate) url: String,
    pub(crate) port: u16,
    pub(crate) pid: u32,
    pub(crate) token: String,
}

impl Home {
    /// The folder that was named, or the platform's.
    ///
    /// # Errors
    /// When there is no home folder to put it in.
    pub(crate) fn find(explicit: Option<&Path>) -> Result<Self> {
        if let Some(dir) = explicit {
            return Ok(Self::at(dir));
        }
        let base = etcetera::choose_base_strategy()
            .map_err(|_| Failure::new("no_home", say!("cli-no-home"), say!("cli-no-home-hint")))?;
        Ok(Self(base.data_dir().join("countersign")))
    }

    /// This folder.
    pub(crate) fn at(dir: &Path) -> Self {
        Self(dir.to_path_buf())
    }

    /// Whether there is nothing yet, though there could be.
    pub(crate) fn is_nowhere(&self) -> bool {
        match std::fs::metadata(&self.0) {
            // A log or a mark without its database is what is left of one.
            Ok(found) => {
                let absent = |name: &str| {
                    let found = std::fs::symlink_metadata(self.dir().join(name));
                    found.is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
                };
                found.is_dir()
                    && ["countersign.db", "countersign.db-wal", "countersign.db-mark"].into_iter().all(absent)
            }
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        }
    }

    /// The folder.
    pub(crate) fn dir(&self) -> &Path {
        &self.0
    }

    /// The database.
    pub(crate) fn database(&self) -> PathBuf {
        self.0.join("countersign.db")
    }

    fn note_path(&self) -> PathBuf {
        self.0.join("server.json")
    }

    /// The note of the server that runs here. A note in a folder that nobody holds is of a server that was
    /// killed: whoever listens at its address now is not told the token.
    pub(crate) fn note(&self) -> Option<Note> {
        if effects::DirLock::is_free(&self.0) {
            return None;
        }
        serde_json::from_slice(&std::fs::read(self.note_path()).ok()?).ok()
    }

    /// Leaves a note.
    pub(crate) fn leave_note(&self, note: &Note) -> Result<()> {
        let bytes = serde_json::to_vec(note).map_err(io::Error::from)?;
        effects::write_private(&self.note_path(), &bytes).map_err(|e| self.unwritable(&e))
    }

    /// Takes the note away.
    pub(crate) fn remove_note(&self) -> Result<()> {
        effects::remove_file(&self.note_path()).map_err(|e| self.unwritable(&e))
    }

    /// Takes the folder for this process; `None` when another has it.
    pub(crate) fn lock(&self) -> Result<Option<effects::DirLock>> {
        effects::prepare_dir(&self.0).and_then(|()| effects::DirLock::take(&self.0)).map_err(|e| self.unwritable(&e))
    }

    /// Why the folder cannot be used, and what to do.
    pub(crate) fn unwritable(&self, error: &io::Error) -> Failure {
        let (dir, cause) = (self.0.display().to_string(), error.to_string());
        if error.kind() == io::ErrorKind::StorageFull {
            return Failure::new(
                "disk_full",
                say!("cli-disk-full", dir = dir, cause = cause),
                say!("cli-disk-full-hint"),
            );
        }
        Failure::new(
            "data_unwritable",
            say!("cli-data-unwritable", dir = dir, cause = cause),
            say!("cli-data-unwritable-hint"),
        )
    }
}
