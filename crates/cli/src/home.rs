//! The data folder: where it is, who has it, and the note a running server leaves in it.

use crate::failure::{Failure, Result};
use crate::texts::say;
use countersign_engine::effects;
use etcetera::BaseStrategy;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// A small change takes so many bytes of a disk: a log with its index.
const PROBE: usize = 64 << 10;

/// A data folder.
#[derive(Debug, Clone)]
pub(crate) struct Home(PathBuf);

/// What a running server says of itself in `countersign.db-server` (for its owner only: it holds the token).
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
            // A saved copy without its database is what is left of one.
            Ok(found) => found.is_dir() && self.has_no_database() && self.saved().is_empty(),
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        }
    }

    /// Whether there is no database, and nothing beside one: a log or a mark is what is left of one.
    fn has_no_database(&self) -> bool {
        let absent = |name: &str| {
            let found = std::fs::symlink_metadata(self.dir().join(name));
            found.is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
        };
        ["countersign.db", "countersign.db-wal", "countersign.db-mark"].into_iter().all(absent)
    }

    /// Why no new database is begun here: there was one, of which a copy was saved, and it is gone.
    pub(crate) fn lost(&self) -> Option<String> {
        let saved = self.saved().pop().filter(|_| self.has_no_database())?;
        Some(format!("the file is gone, and {saved} was saved of it"))
    }

    /// The folder.
    pub(crate) fn dir(&self) -> &Path {
        &self.0
    }

    /// The database.
    pub(crate) fn database(&self) -> PathBuf {
        self.0.join("countersign.db")
    }

    /// The names of the files that were saved here when the database was lost, or when somebody asked for it; the
    /// oldest first.
    pub(crate) fn saved(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.dir()).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut saved: Vec<String> = names.filter(|name| name.starts_with(effects::SAVED)).collect();
        // By number: 10 comes after 9.
        saved.sort_by_key(|name| (name.len(), name.clone()));
        saved
    }

    /// Named as what lies beside a database, so that nobody's agent reads it, even where this folder lies in an open one.
    fn note_path(&self) -> PathBuf {
        self.0.join("countersign.db-server")
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
        effects::write_private(&self.note_path(), &bytes).map_err(|e| self.unwritable_at(&self.note_path(), &e))
    }

    /// Takes the note away.
    pub(crate) fn remove_note(&self) -> Result<()> {
        effects::remove_file(&self.note_path()).map_err(|e| self.unwritable_at(&self.note_path(), &e))
    }

    /// Takes the folder for this process; `None` when another has it.
    pub(crate) fn lock(&self) -> Result<Option<effects::DirLock>> {
        effects::prepare_dir(&self.0).map_err(|e| self.unwritable(&e))?;
        let lock = self.0.join("lock");
        effects::DirLock::take(&self.0).map_err(|e| self.unwritable_at(&lock, &e))
    }

    /// What of the folder's small files is in the way of serving and writing.
    pub(crate) fn in_the_way(&self) -> Vec<Failure> {
        let small = [self.0.join("lock"), self.note_path()];
        let mut found: Vec<Failure> = small.iter().filter_map(|path| blocked(path)).collect();
        if found.is_empty()
            && let Err(failure) = self.lock()
        {
            found.push(failure);
        }
        found
    }

    /// As [`Self::unwritable`], for a file in it: what lies there may be the reason, not the folder.
    fn unwritable_at(&self, path: &Path, error: &io::Error) -> Failure {
        if let Some(failure) = blocked(path) {
            return failure;
        }
        match error.kind() {
            // Where the folder itself can be written, the file is somebody else's.
            io::ErrorKind::PermissionDenied if path.exists() && self.probe().is_ok() => {
                in_the_way(path, &error.to_string())
            }
            _ => self.unwritable(error),
        }
    }

    /// What in the folder others can write, where they can reach it, and the folder around it, where they can put another
    /// in its place: what is written there decides what is true, and what an agent may do.
    pub(crate) fn open_to_others(&self) -> Vec<String> {
        let reached = std::fs::metadata(&self.0).is_ok_and(|folder| effects::reached_by_others(&folder));
        let within = |dir: PathBuf| std::fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path());
        let all = within(self.0.clone()).chain(within(self.0.join("agent"))).filter(|_| reached);
        // A link is what it leads to.
        let open = all.filter(|path| std::fs::metadata(path).is_ok_and(|found| effects::open_to_others(&found)));
        let around = self.0.canonicalize().ok().and_then(|dir| dir.parent().map(Path::to_owned));
        let around =
            around.filter(|dir| std::fs::metadata(dir).is_ok_and(|found| effects::lets_others_replace(&found)));
        let mut open: Vec<String> = open.chain(around).map(|path| path.display().to_string()).collect();
        open.sort_unstable();
        open
    }

    /// Writes a file into the folder, as long as what a small change takes, and takes it away again.
    pub(crate) fn probe(&self) -> io::Result<()> {
        let probe = self.0.join(".doctor");
        effects::write_private(&probe, &[0; PROBE]).and_then(|()| effects::remove_file(&probe))
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

/// Why there can be no file of ours at this path, if what is there is none.
fn blocked(path: &Path) -> Option<Failure> {
    let found = std::fs::symlink_metadata(path).ok()?;
    match std::fs::metadata(path) {
        Ok(found) if found.is_file() => None,
        Ok(found) if found.is_dir() => Some(in_the_way(path, &say!("cli-is-a-folder"))),
        Ok(_) => Some(in_the_way(path, &say!("cli-is-no-file"))),
        Err(error) => found.is_symlink().then(|| in_the_way(path, &error.to_string())),
    }
}

fn in_the_way(path: &Path, cause: &str) -> Failure {
    let file = path.display().to_string();
    Failure::new(
        "in_the_way",
        say!("cli-file-in-the-way", file = file, cause = cause),
        say!("cli-file-in-the-way-hint"),
    )
}
