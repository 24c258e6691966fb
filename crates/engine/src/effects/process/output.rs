//! The output of a running command: a file without a name that one writes and anybody follows.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// How far an output is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// Bytes stored so far.
    pub bytes: u64,
    /// It is all there is.
    pub ended: bool,
}

/// The output of a running command: who runs it writes, anybody reads.
#[derive(Debug)]
pub struct Output {
    file: File,
    progress: watch::Sender<Progress>,
    stop: CancellationToken,
}

impl Output {
    /// An empty one, in a file without a name.
    ///
    /// # Errors
    /// When there is no place for it.
    pub fn new() -> io::Result<Self> {
        let (progress, _) = watch::channel(Progress::default());
        Ok(Self { file: tempfile::tempfile()?, progress, stop: CancellationToken::new() })
    }

    /// Follows how far it is.
    pub fn follow(&self) -> watch::Receiver<Progress> {
        self.progress.subscribe()
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        *self.progress.borrow()
    }

    /// At most `most` bytes from an offset on.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read(&self, from: u64, most: usize) -> io::Result<Vec<u8>> {
        let there = usize::try_from(self.progress().bytes.saturating_sub(from)).unwrap_or(usize::MAX);
        let mut bytes = vec![0; there.min(most)];
        self.file.read_exact_at(&mut bytes, from)?;
        Ok(bytes)
    }

    /// Asks for the end of the command.
    pub fn stop(&self) {
        self.stop.cancel();
    }

    /// Comes to an end once somebody asks for that of the command.
    pub(crate) async fn stopping(&self) {
        self.stop.cancelled().await;
    }

    pub(super) fn stopped(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// Makes it empty again, for a command that is run anew. Asking for the end of it stays asked.
    ///
    /// # Errors
    /// When the file cannot be cut.
    pub fn clear(&self) -> io::Result<()> {
        self.progress.send_modify(|progress| progress.bytes = 0);
        self.file.set_len(0)
    }

    /// Adds to it what is no command's: who says it writes alone.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn say(&self, bytes: &[u8]) -> io::Result<()> {
        self.put(self.progress().bytes, bytes)
    }

    /// Writes what comes after so many bytes, and says so.
    pub(super) fn put(&self, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all_at(bytes, at)?;
        let now = at + bytes.len() as u64;
        self.progress.send_if_modified(|progress| std::mem::replace(&mut progress.bytes, now) != now);
        Ok(())
    }

    /// Says that nothing more comes.
    pub fn end(&self) {
        self.progress.send_modify(|progress| progress.ended = true);
    }
}
