//! How far the ledger had come, beside the database (`countersign.db-mark`).
//!
//! SQLite takes a log that is gone, cut or damaged for one that ended there: what was acknowledged is
//! then missing, and nothing says so. So each commit that appends notes its last entry in a file of its
//! own, and a database that knows fewer is not opened: nothing is written to what can still be rescued.
//! The note is written after the commit, so a crash leaves it behind, never ahead.
#![allow(clippy::disallowed_methods, reason = "the store's own file beside the database")]

use crate::open::{Options, looking};
use crate::place::{self, beside};
use crate::{roots, whole};

use countersign_core::ids::Seq;
use countersign_store::{Result, StoreError};
use sqlx::ConnectOptions;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;

/// Bytes of the file: a number and the database's id.
const LENGTH: u64 = 86;
/// No SQLite database is shorter.
const SHORTEST: u64 = 512;

/// What was noted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark {
    /// The last entry.
    pub(crate) seq: i64,
    /// Which database it was, where that was known: 64 hex digits.
    id: Option<String>,
}

fn id(secret: Option<&str>) -> Option<String> {
    secret.map(|secret| blake3::hash(secret.as_bytes()).to_hex().to_string())
}

impl Mark {
    /// The mark of a database whose `secret` this is.
    pub(crate) fn new(seq: i64, secret: Option<&str>) -> Self {
        Self { seq, id: id(secret) }
    }

    /// What stands beside the database; `None` where that is no mark.
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

/// Whether something stands in the place of a mark that is none. A power cut may leave one that was just made without
/// its text, as nothing or as zeros; afterwards the same few bytes are written over, which are there or not.
fn is_garbled(path: &Path) -> bool {
    let mut bytes = Vec::new();
    let read = File::open(beside(path, "-mark")).and_then(|file| file.take(LENGTH).read_to_end(&mut bytes));
    read.is_ok() && bytes.iter().any(|byte| *byte != 0) && Mark::read(path).is_none()
}

/// Takes the mark away.
fn drop_mark(path: &Path) {
    // One that stays is told again.
    drop(std::fs::remove_file(beside(path, "-mark")));
}

/// Refuses what is too short for a database.
///
/// # Errors
/// `Corrupt`.
pub(crate) fn is_long_enough(path: &Path) -> Result<()> {
    match std::fs::metadata(path).map(|found| found.len()) {
        Ok(found) if found < SHORTEST => Err(StoreError::Corrupt { message: format!("{found} bytes are no database") }),
        _ => Ok(()),
    }
}

/// Refuses a file that holds less than was written to it, before anything touches it. `named` is the link
/// that leads to it, or the file itself: what was noted beside a link counts too, since a file that was
/// moved there may have left its log behind.
///
/// # Errors
/// `InTheWay`, `Corrupt`, `Missing` or `Unnoted`. What else is wrong with the file shows when it is opened.
pub(crate) async fn check(named: &Path, path: &Path, options: &Options) -> Result<()> {
    let corrupt = |message: String| Err(StoreError::Corrupt { message });
    let length = |end: &str| std::fs::metadata(beside(path, end)).map(|found| found.len()).unwrap_or(0);
    place::check(path)?;
    let (found, log) = (length(""), length("-wal"));
    let mark = [named, path].into_iter().filter_map(Mark::read).max_by_key(|mark| mark.seq);
    if found == 0 && log > 0 {
        return corrupt("the file is gone or empty, and its log is not".to_owned());
    }
    if found > 0 && found < SHORTEST {
        return corrupt(format!("{found} bytes are no database"));
    }
    if let Some(gone) = whole::gone(path) {
        return corrupt(gone);
    }
    if whole::is_miscounted(path) {
        // The next page would be written over one that is there.
        return corrupt(roots::LOST.to_owned());
    }
    if [named, path].into_iter().any(is_garbled) {
        // What nobody can look into is named when it is opened.
        return match reached(path, options).await {
            Some((found, _)) => Err(StoreError::Unnoted { found: Seq(found) }),
            None => Ok(()),
        };
    }
    let Some(mark) = mark else { return Ok(()) };
    if found == 0 {
        return corrupt(format!("the file is gone or empty, and {} ledger entries were written to it", mark.seq));
    }
    let Some((reached, secret)) = reached(path, options).await else {
        // A new one, in place of one that had tables; what is damaged is named when it is opened.
        return Ok(());
    };
    match (&mark.id, id(secret.as_deref())) {
        (Some(was), Some(is)) if *was != is => Err(StoreError::Missing { noted: Seq(mark.seq), found: None }),
        _ if reached < mark.seq => Err(StoreError::Missing { noted: Seq(mark.seq), found: Some(Seq(reached)) }),
        _ => Ok(()),
    }
}

/// How far the ledger comes in a file, and what it is known by; none where that cannot be read.
async fn reached(path: &Path, options: &Options) -> Option<(i64, Option<String>)> {
    const REACHED: &str = "SELECT max(coalesce((SELECT seq FROM ledger_head), 0), coalesce((SELECT max(seq) FROM ledger), 0)), \
        (SELECT value FROM meta WHERE key = 'secret')";
    let mut conn = looking(path, options).connect().await.ok()?;
    let known = sqlx::query_as(REACHED).fetch_one(&mut conn).await.ok();
    drop(sqlx::Connection::close(conn).await);
    known
}

/// Notes what is there as all there is: a person put it there on purpose. Gives the last entry.
pub(crate) async fn accept(named: &Path, path: &Path, options: &Options) -> i64 {
    if named != path {
        drop_mark(named);
    }
    let (seq, secret) = reached(path, options).await.unwrap_or_default();
    match seq {
        0 => drop_mark(path),
        _ => Mark::new(seq, secret.as_deref()).put(path),
    }
    seq
}
