//! The file's bytes, mapped.

use crate::error::{GgufError, Result};
use memmap2::Mmap;
use std::fs::File;
use std::path::Path;

/// A file's bytes, read by the operating system as they are needed.
pub(crate) struct Mapped(Mmap);

impl Mapped {
    /// Maps a file.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let fail = |source| GgufError::Io { path: path.to_owned(), source };
        let file = File::open(path).map_err(fail)?;
        if !file.metadata().map_err(fail)?.is_file() {
            return Err(fail(std::io::Error::other("this is no file")));
        }
        // SAFETY: the mapping is private to this value and only read. What the type system cannot
        // see is another process writing to the file: bytes may then change between two reads, which
        // gives wrong numbers and no more, since every offset was checked once and is not read from
        // the mapping again. A file that is cut while it is mapped ends the process (SIGBUS), as with
        // every mapped file; models are installed by rename, never rewritten in place.
        unsafe { Mmap::map(&file) }.map(Self).map_err(fail)
    }

    /// All of it.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}
