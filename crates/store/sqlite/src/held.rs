//! How long the database's files were after the last write, so that one which is cut short under its name is
//! known before anything more is acknowledged into it.
//!
//! SQLite keeps in memory what its log holds, and writes on behind the end of one that was emptied: all of
//! that is gone at the next start. While they are open neither file becomes shorter by itself.

use crate::place::beside;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

/// Opens a file to look at later. Only where an open file keeps nobody from moving or removing it.
pub(crate) fn open(path: &Path) -> Option<Arc<File>> {
    if cfg!(unix) { File::open(path).ok().map(Arc::new) } else { None }
}

/// Database and log as the last write left them.
///
/// The database's file is the store's: closed earlier, it would take with it the locks that SQLite holds.
#[derive(Debug)]
pub(crate) struct Held {
    files: [Option<Arc<File>>; 2],
    lengths: [u64; 2],
}

impl Held {
    /// As they are now.
    pub(crate) fn new(database: Option<&Arc<File>>, path: &Path) -> Self {
        let files = [database.cloned(), open(&beside(path, "-wal"))];
        let mut held = Self { files, lengths: [0; 2] };
        held.look();
        held
    }

    /// Takes what is there now for what was left: it was written by this process.
    pub(crate) fn look(&mut self) {
        self.lengths = self.files.each_ref().map(|file| length(file.as_ref()).unwrap_or(0));
    }

    /// Whether one of them is shorter than it was at the last [`Self::look`]. What cannot be asked now is told by
    /// whoever needs it.
    pub(crate) fn is_cut(&self) -> bool {
        self.files.iter().zip(self.lengths).any(|(file, left)| length(file.as_ref()).is_some_and(|is| is < left))
    }
}

fn length(file: Option<&Arc<File>>) -> Option<u64> {
    Some(file?.metadata().ok()?.len())
}
