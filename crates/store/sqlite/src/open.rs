//! Opening the file: what it is, whether we may touch it, and bringing its schema up to date.

use crate::failure::sorted as store_error;
use crate::{mark, place, private};
use countersign_store::{Result, StoreError};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, SqliteConnection};
use std::path::Path;
use std::time::{Duration, Instant};

/// `CSGN`, so that a file of somebody else's is known as such.
pub(crate) const APPLICATION: i64 = 0x4353_474e;

/// The first release without the WAL-reset corruption bug (<https://sqlite.org/wal.html>).
const OLDEST_LIBRARY: &str = "3.51.3";

/// The steps from schema to schema; `PRAGMA user_version` counts those that were taken.
pub(crate) const MIGRATIONS: &[&str] = &[
    include_str!("../migrations/0001_start.sql"),
    include_str!("../migrations/0002_blobs.sql"),
    include_str!("../migrations/0003_rules.sql"),
    include_str!("../migrations/0005_outputs.sql"),
    include_str!("../migrations/0006_agent.sql"),
    include_str!("../migrations/0007_sessions.sql"),
    include_str!("../migrations/0008_decisions.sql"),
    include_str!("../migrations/0011_habits.sql"),
    include_str!("../migrations/0012_images.sql"),
    include_str!("../migrations/0013_forgotten.sql"),
    include_str!("../migrations/0014_unresolved.sql"),
];

/// Between two attempts to create the file, and two looks for a connection.
pub(crate) const RETRY: Duration = Duration::from_millis(5);

/// How a store is opened.
#[derive(Debug, Clone)]
pub struct Options {
    /// Waits until the disk has each commit (`synchronous=FULL`). Without it a power cut can
    /// take the last commits, though never half of one.
    pub synchronous_full: bool,
    /// Connections for reading. Each has a thread and up to 1 MB of page cache, and is opened
    /// when it is first needed.
    pub readers: u32,
    /// How long to wait for another process's write lock.
    pub busy_timeout: Duration,
    /// Nobody else writes to the file for as long as it is open: a transaction need not ask how far the ledger
    /// has come. Where somebody did all the same, it fails as a whole.
    pub alone: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { synchronous_full: true, readers: 4, busy_timeout: Duration::from_secs(5), alone: false }
    }
}

fn connection(path: &Path, options: &Options) -> SqliteConnectOptions {
    // Never the journal mode here: setting it would write to a file that may not be ours.
    SqliteConnectOptions::new()
        .filename(path)
        .busy_timeout(options.busy_timeout)
        .foreign_keys(true)
        .synchronous(if options.synchronous_full { SqliteSynchronous::Full } else { SqliteSynchronous::Normal })
        .disable_statement_logging()
}

/// How to open the connection that writes, to a file that is known to be ours.
pub(crate) fn writing(path: &Path, options: &Options) -> SqliteConnectOptions {
    // Texts differ by how many rows they write; those of long ones are not kept for ever.
    connection(path, options).pragma("cache_size", "-4096").statement_cache_capacity(32)
}

/// How to open a connection that only looks, and leaves a log as it is.
pub(crate) fn looking(path: &Path, options: &Options) -> SqliteConnectOptions {
    connection(path, options).read_only(true)
}

/// The connections for reading, each to this file: where another has come in its place, none is made.
pub(crate) fn readers(path: &Path, options: &Options, file: Option<place::Identity>) -> SqlitePool {
    let opened = path.to_path_buf();
    SqlitePoolOptions::new()
        .max_connections(options.readers.max(1))
        .test_before_acquire(false)
        .max_lifetime(None)
        .after_connect(move |_, _| {
            let elsewhere = place::is_lost(&opened, file);
            Box::pin(async move {
                match elsewhere {
                    true => Err(sqlx::Error::Configuration(Box::new(place::Elsewhere))),
                    false => Ok(()),
                }
            })
        })
        .connect_lazy_with(connection(path, options).pragma("query_only", "ON").pragma("cache_size", "-1024"))
}

/// A connection for one glance at a file: it waits for nobody, and where there is no log, none is made.
pub(crate) fn glancing(path: &Path) -> SqliteConnectOptions {
    let options = Options { busy_timeout: Duration::from_millis(100), ..Options::default() };
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    looking(path, &options).immutable(matches!(Path::new(&log).try_exists(), Ok(false)))
}

/// Opens or creates the file, and gives the connection that writes.
///
/// SQLite's own waiting does not cover the change to WAL, so two processes that create the file at
/// the same moment would get in each other's way: here the later one tries again.
pub(crate) async fn writer(named: &Path, path: &Path, options: &Options) -> Result<SqliteConnection> {
    let begun = Instant::now();
    place::note(path);
    mark::check(named, path, options).await?;
    loop {
        match try_writer(path, options).await {
            Err(StoreError::Busy { .. }) if begun.elapsed() < options.busy_timeout => tokio::time::sleep(RETRY).await,
            Err(StoreError::Full { message })
                if message.contains(SHM_SIZE) && has_space(path) && !place::files_are_limited() =>
            {
                return Err(StoreError::Disk { message });
            }
            outcome => return outcome.map_err(|error| place::told_apart(path, error)),
        }
    }
}

/// How the driver tells that the WAL's index cannot grow, whether the disk is full or fails.
const SHM_SIZE: &str = "(code: 4874)";

/// Whether the file's disk has space for the WAL's index; unknown = no.
fn has_space(path: &Path) -> bool {
    #[cfg(unix)]
    let free =
        path.parent().and_then(|folder| rustix::fs::statvfs(folder).ok()).map(|disk| disk.f_bavail * disk.f_frsize);
    #[cfg(not(unix))]
    let free: Option<u64> = None;
    free.is_some_and(|free| free > 1 << 20)
}

async fn try_writer(path: &Path, options: &Options) -> Result<SqliteConnection> {
    private::make(path);
    let mut conn = writing(path, options).create_if_missing(true).connect().await.map_err(store_error)?;
    match prepared(&mut conn, path).await {
        Ok(()) => Ok(conn),
        Err(error) => {
            if matches!(error, StoreError::Corrupt { .. }) {
                // Closing it would bring the log into the file.
                std::mem::forget(conn);
            }
            Err(error)
        }
    }
}

async fn prepared(conn: &mut SqliteConnection, path: &Path) -> Result<()> {
    library_is_safe(conn).await?;
    let known = MIGRATIONS.len() as i64;
    let found = schema(conn).await?;
    private::keep(path);
    // Stays with the file, but not with a copy made by VACUUM INTO. Cannot be part of a transaction.
    let journal: String =
        sqlx::query_scalar("PRAGMA journal_mode = WAL").fetch_one(&mut *conn).await.map_err(store_error)?;
    if journal != "wal" {
        return Err(StoreError::Other {
            message: format!("the file system allows only the journal mode {journal}, not wal"),
        });
    }
    if found == Some(known) {
        return Ok(());
    }
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *conn).await.map_err(store_error)?;
    // Looked at again: another process may have been quicker.
    let found = schema(conn).await?.unwrap_or(0);
    for step in MIGRATIONS.iter().skip(usize::try_from(found).unwrap_or(0)) {
        sqlx::raw_sql(*step).execute(&mut *conn).await.map_err(store_error)?;
    }
    fingerprints(conn).await?;
    set_number(conn, "application_id", APPLICATION).await?;
    set_number(conn, "user_version", known).await?;
    sqlx::query("COMMIT").execute(&mut *conn).await.map_err(store_error)?;
    // So that the file is a database by itself, whatever becomes of its log; that stays as long as it is, since
    // another may have begun to write.
    sqlx::query("PRAGMA wal_checkpoint(FULL)").fetch_all(&mut *conn).await.map_err(store_error)?;
    Ok(())
}

/// Fills in what SQL cannot compute: the shapes of decisions of older versions.
async fn fingerprints(conn: &mut SqliteConnection) -> Result<()> {
    let rows: Vec<(i64, i64, String)> =
        sqlx::query_as("SELECT seq, n, json_extract(body, '$.op') FROM decisions WHERE fingerprint = ''")
            .fetch_all(&mut *conn)
            .await
            .map_err(store_error)?;
    for (seq, n, op) in rows {
        // What is no JSON has no shape, and is like nothing that will be proposed.
        let op = serde_json::from_str(&op).unwrap_or(serde_json::Value::Null);
        sqlx::query("UPDATE decisions SET fingerprint = $1 WHERE seq = $2 AND n = $3")
            .bind(countersign_core::dedup::fingerprint_of(&op))
            .bind(seq)
            .bind(n)
            .execute(&mut *conn)
            .await
            .map_err(store_error)?;
    }
    Ok(())
}

/// The schema of a file of ours; `None` for an empty file.
pub(crate) async fn schema(conn: &mut SqliteConnection) -> Result<Option<i64>> {
    // At one moment: another process may be making the file between two of them.
    const NUMBERS: &str = "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema) \
        FROM pragma_application_id, pragma_user_version";
    let (application, version, objects): (i64, i64, i64) =
        sqlx::query_as(NUMBERS).fetch_one(conn).await.map_err(store_error)?;
    let known = MIGRATIONS.len() as i64;
    match (application, version, objects) {
        (0, 0, 0) => Ok(None),
        (APPLICATION, found, _) if found > known => Err(StoreError::Newer { found, known }),
        (APPLICATION, found, _) if found > 0 => Ok(Some(found)),
        (APPLICATION, _, _) => Err(StoreError::Corrupt { message: "its schema has no number".to_owned() }),
        _ => Err(StoreError::Foreign),
    }
}

/// Sets a number in the header of a database.
pub(crate) async fn set_number(conn: &mut SqliteConnection, pragma: &'static str, value: i64) -> Result<()> {
    // Pragmas take no parameters; both parts are our own constants.
    let sql = sqlx::AssertSqlSafe(format!("PRAGMA {pragma} = {value}"));
    sqlx::raw_sql(sql).execute(conn).await.map(drop).map_err(store_error)
}

async fn library_is_safe(conn: &mut SqliteConnection) -> Result<()> {
    let found: String = sqlx::query_scalar("SELECT sqlite_version()").fetch_one(conn).await.map_err(store_error)?;
    if is_at_least(&found, OLDEST_LIBRARY) {
        Ok(())
    } else {
        Err(StoreError::OldLibrary { found, needed: OLDEST_LIBRARY })
    }
}

fn is_at_least(found: &str, needed: &str) -> bool {
    let parts = |version: &str| version.split('.').map(|part| part.parse::<u32>().unwrap_or(0)).collect::<Vec<_>>();
    parts(found) >= parts(needed)
}

#[cfg(test)]
mod tests {
    use super::{OLDEST_LIBRARY, is_at_least};

    #[test]
    fn libraries_are_told_apart_by_number() {
        for (found, safe) in [
            ("3.51.3", true),
            ("3.51.10", true),
            ("3.52.0", true),
            ("4.0.0", true),
            ("3.51.2", false),
            ("3.9.9", false),
        ] {
            assert_eq!(is_at_least(found, OLDEST_LIBRARY), safe, "{found}");
        }
    }
}
