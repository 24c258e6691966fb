//! What can still be read of a damaged file, row by row, into a new one.
//!
//! The damaged file is only read, by a connection that cannot write: neither it nor its log changes.

use crate::failure::sorted as store_error;
use crate::mark::{self, Mark};
use crate::shape::moment;
use crate::{SqliteStore, damage, open, place, roots, unread, whole};
use countersign_store::{Result, StoreError};
use futures_util::TryStreamExt;
use jiff::Timestamp;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row, SqliteConnection};
use std::collections::VecDeque;
use std::path::Path;

/// So often a table is looked into from another number on: there may be several bad pages, with good ones between.
const LOOKS: usize = 400;

/// What the search index is made of; it is made anew.
const SEARCH: &str = "todos_fts";

/// A table of this schema.
struct Table {
    name: String,
    /// Names and types of the columns that the damaged file has.
    columns: Vec<(String, String)>,
    /// What its rows are kept by.
    key: String,
    /// They are kept by a number.
    numbered: bool,
}

impl Table {
    /// Its columns as bytes, but for numbers.
    fn read(&self) -> String {
        let read = |(name, kind): &(String, String)| match kind.as_str() {
            "INTEGER" => name.clone(),
            _ => format!("CAST({name} AS BLOB)"),
        };
        self.columns.iter().map(read).collect::<Vec<_>>().join(", ")
    }

    fn insert(&self) -> String {
        let names = self.columns.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
        let value = |(_, kind): &(String, String)| if kind == "TEXT" { "CAST(? AS TEXT)" } else { "?" };
        let values = self.columns.iter().map(value).collect::<Vec<_>>().join(", ");
        format!("INSERT OR IGNORE INTO {} ({names}) VALUES ({values})", self.name)
    }
}

/// How far rows could be read.
struct Read {
    /// To their end.
    whole: bool,
    /// The number of the last one.
    last: Option<i64>,
}

impl SqliteStore {
    /// What is damaged in a file that is not opened for it: what the database's own check finds, and the tables that
    /// are gone and that no ledger makes; empty = sound.
    ///
    /// # Errors
    /// When it is no database of ours, or its disk fails.
    pub async fn damage(path: impl AsRef<Path>) -> Result<Vec<String>> {
        let mut conn = match looking(path.as_ref()).await {
            Err(StoreError::Corrupt { .. }) if roots::are_in(path.as_ref()).await? => {
                return Ok(vec![roots::LOST.to_owned()]);
            }
            looking => looking?,
        };
        let found = found(&mut conn).await;
        drop(conn.close().await);
        found
    }

    /// Makes a new file of what can be read of a damaged one, and says what cannot. What only the ledger makes is
    /// copied like the rest, and has to be made anew from it. `marked`: the file that the damaged one is, or is a
    /// copy of.
    ///
    /// # Errors
    /// When nothing can be read, or the new one cannot be written.
    pub async fn salvage(from: &Path, to: &Path, marked: &Path) -> Result<Vec<String>> {
        match looking(from).await {
            Ok(old) => {
                let told = copied(old, to, marked).await?;
                Ok(if told.is_empty() { vec!["an index of the database is damaged".to_owned()] } else { told })
            }
            Err(StoreError::Corrupt { .. }) if roots::are_in(from).await? => {
                let listed = place::beside(to, "-listed");
                roots::relist(from, &listed).await?;
                let told = copied(looking(&listed).await?, to, marked).await?;
                roots::remove(&listed);
                Ok(std::iter::once(roots::LOST.to_owned()).chain(told).collect())
            }
            Err(error) => Err(error),
        }
    }
}

/// Copies what can be read into a new file.
async fn copied(mut old: SqliteConnection, to: &Path, marked: &Path) -> Result<Vec<String>> {
    let store = SqliteStore::open(to).await?;
    let copied = match store.slot.lock().await.as_mut() {
        Some(writer) => copy(&mut old, &mut writer.conn, Mark::read(marked)).await,
        None => Err(StoreError::Replaced),
    };
    drop(old.close().await);
    store.close().await;
    copied
}

/// A connection that can only read, to a file that is a database of ours.
async fn looking(path: &Path) -> Result<SqliteConnection> {
    place::check(path)?;
    // Beside an emptied file SQLite deletes the log, even for who only reads.
    mark::is_long_enough(path)?;
    let mut conn = open::looking(path, &open::Options::default()).connect().await.map_err(store_error)?;
    match open::schema(&mut conn).await? {
        Some(_) if whole::is_miscounted(path) => Err(StoreError::Corrupt { message: roots::LOST.to_owned() }),
        Some(_) => Ok(conn),
        None => Err(StoreError::Corrupt { message: "there is nothing in it".to_owned() }),
    }
}

/// As [`SqliteStore::damage`].
pub(crate) async fn found(conn: &mut SqliteConnection) -> Result<Vec<String>> {
    let mut lines = checked(conn).await?;
    match gone(conn).await {
        Ok(gone) => lines.extend(gone),
        Err(StoreError::Corrupt { .. }) if !lines.is_empty() => {}
        Err(error) => return Err(error),
    }
    Ok(lines)
}

/// What the database's own check finds, but for the index for searching, which is made anew.
pub(crate) async fn pages(conn: &mut SqliteConnection) -> Result<Vec<String>> {
    let lines = checked(conn).await?;
    Ok(lines.into_iter().filter(|line| !line.contains(SEARCH)).collect())
}

/// What the database's own check finds; empty = sound.
async fn checked(conn: &mut SqliteConnection) -> Result<Vec<String>> {
    // A pragma: its columns are not known at compile time.
    let lines: sqlx::Result<Vec<String>> = sqlx::query_scalar("PRAGMA quick_check").fetch_all(&mut *conn).await;
    match lines.map_err(store_error) {
        // The check goes on where the disk fails, and calls that a finding.
        Ok(lines)
            if lines != ["ok"]
                && let Some(message) = place::disk_fails() =>
        {
            Err(StoreError::Disk { message })
        }
        Ok(lines) => Ok(lines.into_iter().filter(|line| line != "ok").collect()),
        // Too damaged for the check itself: that is a finding, too.
        Err(StoreError::Corrupt { message }) => Ok(vec![message]),
        Err(error) => Err(error),
    }
}

const TABLES: &str = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid";

/// Tables of this schema, without what the search index is made of.
async fn all_tables() -> Result<Vec<String>> {
    let all: Vec<String> =
        sqlx::query_scalar(TABLES).fetch_all(&mut damage::model().await?).await.map_err(store_error)?;
    Ok(all.into_iter().filter(|name| !name.starts_with(SEARCH) && !name.starts_with("sqlite_")).collect())
}

/// Tables that are gone and that no ledger makes.
async fn gone(conn: &mut SqliteConnection) -> Result<Vec<String>> {
    if open::schema(conn).await? != Some(open::MIGRATIONS.len() as i64) {
        // Those of an older version are made when it is opened.
        return Ok(Vec::new());
    }
    let there: Vec<String> = sqlx::query_scalar(TABLES).fetch_all(&mut *conn).await.map_err(store_error)?;
    let gone = all_tables().await?.into_iter().filter(|name| !there.contains(name) && !unread::is_made(name));
    Ok(gone.map(|name| format!("the table {name} is gone")).collect())
}

/// A table of this schema as the damaged file has it; none where it does not.
async fn table(name: String, old: &mut SqliteConnection) -> Result<Option<Table>> {
    const COLUMNS: &str = "SELECT name, type, pk FROM pragma_table_info($1)";
    let mut model = damage::model().await?;
    let columns: Vec<(String, String, i64)> =
        sqlx::query_as(COLUMNS).bind(&name).fetch_all(&mut model).await.map_err(store_error)?;
    let there: Vec<(String, String, i64)> =
        sqlx::query_as(COLUMNS).bind(&name).fetch_all(old).await.map_err(store_error)?;
    let sql: String = sqlx::query_scalar("SELECT sql FROM sqlite_schema WHERE name = $1")
        .bind(&name)
        .fetch_one(&mut model)
        .await
        .map_err(store_error)?;
    let numbered = !sql.contains("WITHOUT ROWID");
    let mut keys: Vec<&(String, String, i64)> = columns.iter().filter(|(.., key)| *key > 0).collect();
    keys.sort_by_key(|(.., place)| *place);
    let key = match numbered {
        true => "rowid".to_owned(),
        false => keys.iter().map(|(name, ..)| name.as_str()).collect::<Vec<_>>().join(", "),
    };
    let has = |column: &str| there.iter().any(|(other, ..)| other == column);
    let columns: Vec<(String, String)> =
        columns.into_iter().filter(|(name, ..)| has(name)).map(|(name, kind, _)| (name, kind)).collect();
    Ok((!columns.is_empty()).then_some(Table { name, columns, key, numbered }))
}

async fn copy(old: &mut SqliteConnection, new: &mut SqliteConnection, mark: Option<Mark>) -> Result<Vec<String>> {
    // What a row refers to may be lost.
    run(new, "PRAGMA foreign_keys = OFF").await?;
    run(new, "BEGIN IMMEDIATE").await?;
    let mut told = Vec::new();
    let mut ledger_is_whole = false;
    for name in all_tables().await? {
        match table(name.clone(), old).await? {
            None => told.push(format!("the table {name} is gone")),
            Some(table) => match rows(&table, old, new).await? && !(name == "todos" && lost_todos(old, new).await?) {
                true => ledger_is_whole |= name == "ledger",
                false => told.push(format!("a part of the table {name} cannot be read")),
            },
        }
    }
    if ledger_is_whole {
        head(new, mark).await?;
    }
    conversations(new).await?;
    run(new, "COMMIT").await?;
    Ok(told)
}

/// Whether there were more todos than could be read, though nothing was in the way: a page told of fewer than it has.
async fn lost_todos(old: &mut SqliteConnection, new: &mut SqliteConnection) -> Result<bool> {
    let copied: i64 = sqlx::query_scalar("SELECT count(*) FROM todos").fetch_one(new).await.map_err(store_error)?;
    // The index for searching may be damaged itself, and says nothing then.
    let indexed = sqlx::query_file_scalar!("sql/todos_indexed.sql").fetch_one(old).await;
    Ok(indexed.is_ok_and(|indexed| copied < indexed))
}

async fn run(conn: &mut SqliteConnection, sql: &'static str) -> Result<()> {
    sqlx::raw_sql(sql).execute(conn).await.map(drop).map_err(store_error)
}

/// Where what was recorded of the end of a ledger is lost, and all of the ledger can be read, it ends with its last
/// entry, unless the mark knows of a later one.
async fn head(new: &mut SqliteConnection, mark: Option<Mark>) -> Result<()> {
    const HEAD: &str = "INSERT OR IGNORE INTO ledger_head (one, seq, hash) \
        SELECT 1, max(seq, $1), hash FROM (SELECT seq, hash FROM ledger ORDER BY seq DESC LIMIT 1)";
    sqlx::query(HEAD).bind(mark.map_or(0, |mark| mark.seq)).execute(new).await.map(drop).map_err(store_error)
}

/// Conversations of which something is left besides their own rows.
async fn conversations(new: &mut SqliteConnection) -> Result<()> {
    const LEFT: &str = "INSERT OR IGNORE INTO sessions (id, title, pending, last_event, created_at, updated_at) \
        SELECT session, '', NULL, coalesce((SELECT max(n) FROM events e WHERE e.session = s.session), 0), \
            coalesce((SELECT min(created_at) FROM runs r WHERE r.session = s.session), $1), \
            coalesce((SELECT max(created_at) FROM runs r WHERE r.session = s.session), $1) \
        FROM (SELECT session FROM runs UNION SELECT session FROM events UNION SELECT session FROM session_marks \
            UNION SELECT session FROM plans) s";
    sqlx::query(LEFT).bind(moment(Timestamp::UNIX_EPOCH)).execute(new).await.map(drop).map_err(store_error)
}

/// Copies the rows of a table; tells whether that were all of them.
async fn rows(table: &Table, old: &mut SqliteConnection, new: &mut SqliteConnection) -> Result<bool> {
    let (mut whole, mut looks) = (true, 0);
    let mut ranges = VecDeque::from([(i64::MIN, i64::MAX)]);
    while let Some((from, to)) = ranges.pop_front().filter(|_| looks < LOOKS) {
        looks += 1;
        let up = part(table, "ASC", (from, to), old, new).await?;
        if up.whole {
            continue;
        }
        whole = false;
        // From its end on, until it cannot be read either.
        let from = up.last.map_or(from, |last| last.saturating_add(1));
        let down = part(table, "DESC", (from, to), old, new).await?;
        let to = down.last.map_or(to, |last| last.saturating_sub(1));
        if table.numbered && !down.whole && from < to {
            let middle = from.midpoint(to);
            ranges.extend([(from, middle), (middle + 1, to)]);
        }
    }
    Ok(whole)
}

/// Copies the rows between two numbers, or all, in this direction, up to the first that cannot be read.
async fn part(
    table: &Table,
    direction: &str,
    (from, to): (i64, i64),
    old: &mut SqliteConnection,
    new: &mut SqliteConnection,
) -> Result<Read> {
    let Table { name, key, numbered, .. } = table;
    let (number, between) = match numbered {
        true => ("rowid", "WHERE rowid BETWEEN $1 AND $2"),
        false => ("0", "WHERE $1 < $2"),
    };
    let order = key.split(", ").map(|name| format!("{name} {direction}")).collect::<Vec<_>>().join(", ");
    // Names of our own schema; every value is an argument.
    let select = AssertSqlSafe(format!("SELECT {}, {number} FROM {name} {between} ORDER BY {order}", table.read()));
    let insert = table.insert();
    let mut rows = sqlx::query(select).bind(from).bind(to).fetch(old);
    let mut last = None;
    loop {
        let row = match rows.try_next().await.map_err(store_error) {
            Ok(Some(row)) => row,
            Ok(None) => return Ok(Read { whole: true, last }),
            Err(StoreError::Corrupt { .. }) => return Ok(Read { whole: false, last }),
            Err(error) => return Err(error),
        };
        last = Some(row.try_get(table.columns.len()).map_err(store_error)?);
        put(table, &insert, &row, new).await?;
    }
}

/// Writes a row as it was read.
async fn put(table: &Table, insert: &str, row: &SqliteRow, new: &mut SqliteConnection) -> Result<()> {
    // Names of our own schema; every value is an argument.
    let mut query = sqlx::query(AssertSqlSafe(insert.to_owned()));
    for (place, (_, kind)) in table.columns.iter().enumerate() {
        query = match kind.as_str() {
            "INTEGER" => query.bind(row.try_get::<Option<i64>, _>(place).map_err(store_error)?),
            _ => query.bind(row.try_get::<Option<Vec<u8>>, _>(place).map_err(store_error)?),
        };
    }
    query.execute(new).await.map(drop).map_err(store_error)
}
