//! What SQLite says, in the store's words.

use crate::{met, place};
use countersign_store::StoreError;

/// A failure of an open store, in the store's kinds; damage is noted, for the store to look into its file.
pub(crate) fn store_error(error: sqlx::Error) -> StoreError {
    let code = code(&error);
    let sorted = sorted(error);
    // An index for searching that does not fit is no damage to the file.
    const VIRTUAL_TABLE: i64 = 267;
    if matches!(sorted, StoreError::Corrupt { .. }) && code != Some(VIRTUAL_TABLE) {
        met::note();
    }
    sorted
}

fn code(error: &sqlx::Error) -> Option<i64> {
    error.as_database_error().and_then(|e| e.code()).and_then(|code| code.parse().ok())
}

/// Whether the disk did not confirm what was written to it.
pub(crate) fn is_unsynced(error: &sqlx::Error) -> bool {
    const FSYNC: i64 = 1034;
    code(error) == Some(FSYNC)
}

/// Sorts a failure of the driver into the store's kinds.
///
/// Primary result codes (<https://sqlite.org/rescode.html>) decide, with three exceptions:
/// `SQLITE_IOERR_SHMSIZE` is what a full disk looks like when the WAL index cannot grow,
/// `SQLITE_IOERR_WRITE` what a limit to the size of files looks like, and `SQLITE_CORRUPT` or
/// `SQLITE_CANTOPEN` what a disk that cannot be read looks like.
pub(crate) fn sorted(error: sqlx::Error) -> StoreError {
    const SHM_SIZE: i64 = 4874;
    const WRITE: i64 = 778;
    let code = code(&error);
    if matches!(&error, sqlx::Error::Configuration(cause) if cause.is::<place::Elsewhere>()) {
        return StoreError::Replaced;
    }
    let message = error.to_string();
    match code.map(|code| (code & 0xff, code)) {
        Some((_, WRITE | SHM_SIZE)) if place::files_are_limited() => StoreError::Full {
            message: format!("this process may only write files of a limited size (ulimit -f); {message}"),
        },
        Some((13, _) | (_, SHM_SIZE)) => StoreError::Full { message },
        Some((14, _)) if place::no_files_left() => StoreError::NoFiles { message },
        Some((10, _)) => StoreError::Disk { message },
        Some((11 | 14 | 26, _)) if let Some(failed) = place::disk_fails() => {
            StoreError::Disk { message: format!("{failed}; {message}") }
        }
        Some((3 | 8 | 14, _)) => StoreError::ReadOnly { message },
        Some((5 | 6, _)) => StoreError::Busy { message },
        Some((11 | 26, _)) => StoreError::Corrupt { message },
        _ if matches!(error, sqlx::Error::PoolTimedOut) => StoreError::Busy { message },
        _ if matches!(error, sqlx::Error::Io(_)) && place::no_files_left() => StoreError::NoFiles { message },
        _ if message.contains("no such table") => StoreError::Unreadable { what: "table", message },
        // What is no text is no value of ours.
        _ if matches!(error, sqlx::Error::ColumnDecode { .. }) => StoreError::Unreadable { what: "value", message },
        _ => StoreError::Other { message },
    }
}

/// A stored value that does not have its shape.
pub(crate) fn unreadable(what: &'static str, error: impl std::fmt::Display) -> StoreError {
    StoreError::Unreadable { what, message: error.to_string() }
}

/// A value that cannot be written as text; nothing of it was written.
pub(crate) fn unwritable(error: serde_json::Error) -> StoreError {
    StoreError::Other { message: error.to_string() }
}
