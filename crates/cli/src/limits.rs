//! What the system lets this process do: enough open files.

#[cfg(unix)]
use crate::failure::Failure;
use crate::failure::Result;
#[cfg(unix)]
use crate::texts::say;

/// Files that a short verb has open at once: the runtime, the lock, the database on each connection
/// with its log and index, and some to spare.
#[cfg(unix)]
const FEWEST: u64 = 32;

/// Raises the limit of open files as far as this process may.
///
/// # Errors
/// When that is too few for any verb: what needs one more would fail in ways nobody can tell apart.
#[cfg(unix)]
pub(crate) fn enough_files() -> Result<()> {
    use rustix::process::{Resource, getrlimit};
    countersign_server::raise_file_limit();
    match getrlimit(Resource::Nofile).current.filter(|count| *count < FEWEST) {
        Some(count) => Err(Failure::new(
            "too_many_files",
            say!("cli-too-few-files", count = count),
            say!("cli-too-few-files-hint"),
        )),
        None => Ok(()),
    }
}

/// Elsewhere there is no such limit.
#[cfg(not(unix))]
pub(crate) fn enough_files() -> Result<()> {
    Ok(())
}
