//! How long the database's files were after the last write, so that one which is cut short under its name is
//! known before anything more is acknowledged into it.
//!
//! SQLite keeps in memory what its log holds, and writes on behind the end of one that was emptied, or behind what
//! was written over its beginning: all of that is gone at the next start. While they are open neither file becomes
//! shorter by itself, and where nobody else writes, how they begin and what the database holds change only with our own
//! writes.

use crate::place::beside;
use std::fs::{File, Metadata};
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

/// Opens a file to look at later. Only where an open file keeps nobody from moving or removing it.
pub(crate) fn open(path: &Path) -> Option<Arc<File>> {
    if cfg!(unix) { File::open(path).ok().map(Arc::new) } else { None }
}

/// So many bytes at the beginning say what the database is, with its size and how often it was changed, and by which
/// salts and checksum all of the log is known (<https://sqlite.org/fileformat.html>).
const HEADS: [usize; 2] = [100, 32];

/// Two databases that were made alike begin alike: what they hold tells them apart. Rows grow from the end of a page,
/// and so many bytes of it are taken from so many pages: of all of a small one, since little of it is its own.
const TAIL: usize = 128;
const PAGES: u64 = 1024;
const PAGE: u64 = 4096;

/// Database and log as the last write left them.
///
/// The database's file is the store's: closed earlier, it would take with it the locks that SQLite holds.
#[derive(Debug)]
pub(crate) struct Held {
    files: [Option<Arc<File>>; 2],
    lengths: [u64; 2],
    /// How they begin; none where that cannot be known.
    heads: [Option<Vec<u8>>; 2],
    /// When the database's file was last written to, which is rarely: most writes only go into the log.
    written: Option<SystemTime>,
    /// Some of what it holds, taken when it had last been written to.
    sample: Option<blake3::Hash>,
}

impl Held {
    /// As they are now.
    pub(crate) fn new(database: Option<&Arc<File>>, path: &Path) -> Self {
        let files = [database.cloned(), open(&beside(path, "-wal"))];
        let mut held = Self { files, lengths: [0; 2], heads: [None, None], written: None, sample: None };
        held.look();
        held
    }

    /// Takes what is there now for what was left: it was written by this process.
    pub(crate) fn look(&mut self) {
        let found = self.found();
        self.lengths = found.each_ref().map(|found| found.as_ref().map_or(0, Metadata::len));
        self.heads = self.begin();
        let written = written(&found);
        if self.sample.is_none() || self.written != written {
            self.sample = self.sample();
        }
        self.written = written;
    }

    fn found(&self) -> [Option<Metadata>; 2] {
        self.files.each_ref().map(|file| file.as_ref()?.metadata().ok())
    }

    fn sample(&self) -> Option<blake3::Hash> {
        let pages = self.lengths[0] / PAGE;
        let every = pages.div_ceil(PAGES).max(1);
        let mut sample = blake3::Hasher::new();
        for page in (1..=pages).step_by(usize::try_from(every).ok()?) {
            sample.update(&part(self.files[0].as_ref()?, page * PAGE - TAIL as u64, TAIL).ok()?);
        }
        Some(sample.finalize())
    }

    /// Whether somebody else wrote to the database's file, and other than what was there.
    fn is_another(&self, found: &[Option<Metadata>; 2]) -> bool {
        self.written.is_some()
            && written(found) != self.written
            && self.sample.is_some()
            && self.sample() != self.sample
    }

    fn begin(&self) -> [Option<Vec<u8>>; 2] {
        std::array::from_fn(|n| part(self.files[n].as_ref()?, 0, HEADS[n]).ok())
    }

    /// Whether one of them begins otherwise than at the last [`Self::look`], the database holds something else, or
    /// [`Self::is_cut`]. Only where nobody else writes, and nothing was written since.
    pub(crate) fn is_overwritten(&self) -> bool {
        let other = |(left, is): (&Option<Vec<u8>>, &Option<Vec<u8>>)| left.is_some() && is.is_some() && left != is;
        let found = self.found();
        self.is_shorter(&found) || self.heads.iter().zip(&self.begin()).any(other) || self.is_another(&found)
    }

    /// Whether one of them is shorter than it was at the last [`Self::look`]. What cannot be asked now is told by
    /// whoever needs it.
    pub(crate) fn is_cut(&self) -> bool {
        self.is_shorter(&self.found())
    }

    fn is_shorter(&self, found: &[Option<Metadata>; 2]) -> bool {
        found.iter().zip(self.lengths).any(|(found, left)| found.as_ref().is_some_and(|is| is.len() < left))
    }
}

/// When the database's file was last written to.
fn written(found: &[Option<Metadata>; 2]) -> Option<SystemTime> {
    found[0].as_ref()?.modified().ok()
}

#[cfg(unix)]
fn part(file: &File, at: u64, bytes: usize) -> std::io::Result<Vec<u8>> {
    let mut part = vec![0; bytes];
    let read = std::os::unix::fs::FileExt::read_at(file, &mut part, at)?;
    part.truncate(read);
    Ok(part)
}

#[cfg(not(unix))]
fn part(_: &File, _: u64, _: usize) -> std::io::Result<Vec<u8>> {
    Ok(Vec::new())
}
