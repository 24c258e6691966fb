//! How far the ledger had come, beside the database (`countersign.db-mark`).
//!
//! SQLite takes a log that is gone, cut or damaged for one that ended there: what was acknowledged is
//! then missing, and nothing says so. So each commit that appends notes its last entry in a file of its
//! own, and a database that knows fewer is not opened: nothing is written to what can still be rescued.
//! The note is written after the commit, so a crash leaves it behind, never ahead.
#![allow(clippy::disallowed_methods, reason = "the store's own file beside the database")]

use crate::open::{Options, looking};
use countersign_store::{Result, StoreError};
use sqlx::ConnectOptions;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Bytes of the file: a number and the database's id.
const LENGTH: u64 = 86;
/// No SQLite database is shorter.
const SHORTEST: u64 = 512;

/// What was noted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark {
    /// The last entry.
    seq: i64,
    /// Which database it was, where that was known: 64 hex digits.
    id: Option<String>,
}

fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

fn id(secret: Option<&str>) -> Option<String> {
    secret.map(|secret| blake3::hash(secret.as_bytes()).to_hex().to_string())
}

impl Mark {
    /// The mark of a database whose `secret` this is.
    pub(crate) fn new(seq: i64, secret: Option<&str>) -> Self {
        Self { seq, id: id(secret) }
    }

    /// What stands beside the database; `None` where that is no mark, as a power cut may leave it.
    pub(crate) fn read(path: &Path) -> Option<Self> {
        let mut text = String::new();
        File::open(beside(path, "-mark")).ok()?.take(LENGTH).read_to_string(&mut text).ok()?;
        let (seq, id) = text.strip_suffix('\n')?.trim_start().split_once(' ')?;
        let known = id.len() == 64 && id.bytes().all(|b| b.is_ascii_hexdigit());
        let seq = seq.parse().ok().filter(|seq| *seq > 0)?;
        (known || id.trim_matches('-').is_empty()).then(|| Self { seq, id: known.then(|| id.to_owned()) })
    }

    /// Notes it. What cannot be written now is by the next commit: the mark is then only behind.
    pub(crate) fn put(&self, path: &Path) {
        let none = "-".repeat(64);
        let text = format!("{:>20} {}\n", self.seq, self.id.as_ref().unwrap_or(&none));
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        if let Ok(mut file) = options.open(beside(path, "-mark")) {
            drop(file.write_all(text.as_bytes()));
        }
    }
}

/// Refuses a file that holds less than was written to it, before anything touches it.
///
/// # Errors
/// `Corrupt`. What else is wrong with the file shows when it is opened.
pub(crate) async fn check(path: &Path, options: &Options) -> Result<()> {
    let corrupt = |message: String| Err(StoreError::Corrupt { message });
    let length = |end: &str| std::fs::metadata(beside(path, end)).map(|found| found.len()).unwrap_or(0);
    for end in ["", "-wal"] {
        let (itself, target) = (std::fs::symlink_metadata(beside(path, end)), std::fs::metadata(beside(path, end)));
        match (itself, target) {
            (Ok(_), Ok(target)) if !target.is_file() => return corrupt(format!("countersign.db{end} is no file")),
            (Ok(_), Err(error)) if error.kind() == std::io::ErrorKind::NotFound => {
                return corrupt(format!("countersign.db{end} is a link to what is not there"));
            }
            _ => {}
        }
    }
    let (found, log, mark) = (length(""), length("-wal"), Mark::read(path));
    if found == 0 && log > 0 {
        return corrupt("the file is gone or empty, and its log countersign.db-wal is not".to_owned());
    }
    if found > 0 && found < SHORTEST {
        return corrupt(format!("{found} bytes are no database"));
    }
    let Some(mark) = mark else { return Ok(()) };
    let anyway = "deleting countersign.db-mark goes on with what is there";
    if found == 0 {
        return corrupt(format!(
            "the file is gone or empty, and {} ledger entries were written to it; {anyway}",
            mark.seq
        ));
    }
    let Ok(mut conn) = looking(path, options).connect().await else { return Ok(()) };
    const REACHED: &str = "SELECT max(coalesce((SELECT seq FROM ledger_head), 0), coalesce((SELECT max(seq) FROM ledger), 0)), \
        (SELECT value FROM meta WHERE key = 'secret')";
    let known: sqlx::Result<(i64, Option<String>)> = sqlx::query_as(REACHED).fetch_one(&mut conn).await;
    drop(sqlx::Connection::close(conn).await);
    let Ok((reached, secret)) = known else {
        // A new one, in place of one that had tables; what is damaged is named when it is opened.
        return Ok(());
    };
    match (mark.id, id(secret.as_deref())) {
        (Some(was), Some(is)) if was != is => {
            corrupt(format!("it is, or its log is, of another data folder; {anyway}"))
        }
        _ if reached < mark.seq => corrupt(format!(
            "the last {} of {} ledger entries are missing: its log countersign.db-wal is gone, cut or damaged, or this is an earlier copy; {anyway}",
            mark.seq - reached,
            mark.seq
        )),
        _ => Ok(()),
    }
}

/// What SQLite cannot open for another reason than the rights: the process, or the system, has no file
/// descriptor left.
pub(crate) fn in_the_way(path: &Path) -> Option<StoreError> {
    const NO_DESCRIPTOR: [i32; 2] = [23, 24];
    let error = OpenOptions::new().read(true).open(path).err()?;
    let none_left = error.raw_os_error().is_some_and(|code| NO_DESCRIPTOR.contains(&code));
    (cfg!(unix) && none_left).then(|| StoreError::Other { message: error.to_string() })
}

/// Which file it is, to know whether another has come in its place; `None` where systems do not say.
pub(crate) fn identity(path: &Path) -> Option<(u64, u64)> {
    #[cfg(unix)]
    return std::fs::metadata(path).ok().map(|found| {
        use std::os::unix::fs::MetadataExt;
        (found.dev(), found.ino())
    });
    #[cfg(not(unix))]
    None
}
