//! What cannot be read of what is stored, whatever table it is in: found byte by byte, so that one row hides no other,
//! and kept beside what is made anew in its place, or what is harmless there. Whoever lists rows leaves these out.

use crate::damage;
use crate::failure::store_error;
use crate::shape::StoredEvent;
use countersign_core::change_set::{ChangeItem, ChangeSet};
use countersign_core::command_run::CommandRun;
use countersign_core::file::Workspace;
use countersign_core::ledger::Decision;
use countersign_core::rule::Rule;
use countersign_core::session::SessionMarks;
use countersign_core::settings::Settings;
use countersign_core::todo::Todo;
use countersign_core::wire::{ImageView, Mode, RunEvent, RunStatus};
use countersign_outputs::Summary;
use countersign_plan::Plan;
use countersign_store::{Result, StoreError};
use futures_util::TryStreamExt;
use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sqlx::{AssertSqlSafe, Executor, Row, Sqlite, SqliteConnection};

/// Tables without bodies that only the ledger makes.
const INDEXES: [&str; 3] = ["todos_fts", "ledger_todos", "forgotten"];

/// Where what was kept aside stands: column by column, of every table the same. It is made when it is first
/// needed, and no version reads it: it is there for people.
const KEPT: &str = "CREATE TABLE IF NOT EXISTS kept_aside (
    entry INTEGER NOT NULL, place TEXT NOT NULL, row TEXT NOT NULL, name TEXT NOT NULL, value ANY
) STRICT";

/// A table of which rows may be damaged.
struct Table {
    name: &'static str,
    /// The columns of its key.
    key: &'static [&'static str],
    /// What has to be more than text of the others, and of the key.
    columns: &'static [Column],
    /// The condition of the rows that are looked at, where those are not all.
    only: Option<&'static str>,
    /// Whether only the ledger makes it. Of another what cannot be read is kept aside and made harmless.
    made: bool,
    /// What is said of a row, by its key and why.
    says: fn(&[&str], &str) -> String,
}

/// A column of which a reader wants more than text.
struct Column {
    name: &'static str,
    /// Whether a text can be read.
    reads: fn(&str) -> std::result::Result<(), String>,
    /// What is put into the place of one that cannot, where the ledger makes no other.
    instead: Instead,
}

impl Column {
    const fn new(name: &'static str, reads: fn(&str) -> std::result::Result<(), String>) -> Self {
        Self { name, reads, instead: Instead::Nothing }
    }

    const fn or(self, instead: &'static str) -> Self {
        Self { instead: Instead::Value(instead), ..self }
    }

    const fn found_by(self, select: &'static str) -> Self {
        Self { instead: Instead::Found(select), ..self }
    }
}

/// What is put into the place of what cannot be read.
#[derive(Debug, Clone, Copy)]
enum Instead {
    /// There is nothing: the row is taken away, with what refers to it.
    Nothing,
    /// The column may be empty.
    Empty,
    /// This, which says nothing.
    Value(&'static str),
    /// What this statement finds by the row's key; where it finds nothing, there is nothing.
    Found(&'static str),
}

impl Instead {
    /// Of a column of which a reader wants no more than text.
    fn of_text(table: &Table, column: &Stored) -> Self {
        match (table.made, column.optional) {
            (true, _) => Self::Nothing,
            // Others refer to a row: what a person said in it is no text any more, and the row stays.
            _ if SAID.contains(&column.name.as_str()) => Self::Value(""),
            (_, true) => Self::Empty,
            (_, false) => Self::Nothing,
        }
    }
}

/// A column as the schema has it.
struct Stored {
    name: String,
    /// Whether it may be empty.
    optional: bool,
}

fn reads<T: DeserializeOwned>(text: &str) -> std::result::Result<(), String> {
    serde_json::from_str::<T>(text).map(drop).map_err(|error| error.to_string())
}

fn word<T: DeserializeOwned>(text: &str) -> std::result::Result<(), String> {
    serde_json::from_value::<T>(text.into()).map(drop).map_err(|error| error.to_string())
}

fn time(text: &str) -> std::result::Result<(), String> {
    text.parse::<Timestamp>().map(drop).map_err(|error| error.to_string())
}

/// Of a column that may be empty.
fn time_if_any(text: &str) -> std::result::Result<(), String> {
    if text.is_empty() { Ok(()) } else { time(text) }
}

fn count(text: &str) -> std::result::Result<(), String> {
    text.parse::<u64>().map(drop).map_err(|error| error.to_string())
}

/// A number that is given to something.
fn number(text: &str) -> std::result::Result<(), String> {
    match text.parse::<u64>() {
        Ok(0) | Err(_) => Err(format!("{text} is no number of one")),
        Ok(_) => Ok(()),
    }
}

fn text(_: &str) -> std::result::Result<(), String> {
    Ok(())
}

/// What happened in a run says whose conversation it belongs to.
const SESSION_OF_RUN: &str = "SELECT session FROM events
    WHERE run IN (SELECT id FROM runs WHERE CAST(id AS BLOB) = ?) AND session IN (SELECT id FROM sessions) LIMIT 1";

/// What goes with a row of another table that is taken away: table and column.
const GOES_WITH_RUNS: [(&str, &str); 2] = [("events", "run"), ("agent_runs", "run")];

/// Columns in which words stand.
const SAID: [&str; 3] = ["title", "message", "text"];

/// The rows of `meta` of which the ledger says what they were.
const SETTINGS: &str = "key = 'settings'";
const FOLDERS: &str = "key = 'workspaces'";

/// The beginning of all times, as it is stored.
const NEVER: &str = "1970-01-01T00:00:00.000000000Z";

/// A part of a key.
fn part<'k>(key: &[&'k str], place: usize) -> &'k str {
    key.get(place).copied().unwrap_or_default()
}

/// What refers to another stands before it.
const TABLES: [Table; 16] = [
    Table {
        name: "todos",
        key: &["id"],
        columns: &[Column::new("body", reads::<Todo>), Column::new("id", number)],
        only: None,
        made: true,
        says: |key, why| format!("todo #{} is damaged: {why}", part(key, 0)),
    },
    Table {
        name: "change_sets",
        key: &["id"],
        columns: &[Column::new("body", reads::<ChangeSet>)],
        only: None,
        made: true,
        says: |key, why| format!("change set #{} is damaged: {why}", part(key, 0)),
    },
    Table {
        name: "change_items",
        key: &["set_id", "n"],
        columns: &[Column::new("body", reads::<ChangeItem>)],
        only: None,
        made: true,
        says: |key, why| format!("item {} of change set #{} is damaged: {why}", part(key, 1), part(key, 0)),
    },
    Table {
        name: "rules",
        key: &["id"],
        columns: &[Column::new("body", reads::<Rule>)],
        only: None,
        made: true,
        says: |key, why| format!("rule {} is damaged: {why}", part(key, 0)),
    },
    Table {
        name: "session_marks",
        key: &["session"],
        columns: &[Column::new("body", reads::<SessionMarks>)],
        only: None,
        made: true,
        says: |key, why| format!("the state of session {} is damaged: {why}", part(key, 0)),
    },
    Table {
        name: "plans",
        key: &["session", "version"],
        columns: &[Column::new("body", reads::<Plan>)],
        only: None,
        made: true,
        says: |key, why| format!("version {} of the plan of session {} is damaged: {why}", part(key, 1), part(key, 0)),
    },
    Table {
        name: "decisions",
        key: &["seq", "n"],
        columns: &[Column::new("body", reads::<Decision>)],
        only: None,
        made: true,
        says: |key, why| format!("the decision on item {} in entry {} is damaged: {why}", part(key, 1), part(key, 0)),
    },
    Table {
        name: "events",
        key: &["session", "n"],
        columns: &[Column::new("body", reads::<StoredEvent<RunEvent>>)],
        only: None,
        made: false,
        says: |key, why| format!("event {} of session {} is damaged: {why}", part(key, 1), part(key, 0)),
    },
    Table {
        name: "agent_runs",
        key: &["run"],
        // What is more is known to who goes on from it.
        columns: &[Column::new("state", reads::<Value>)],
        only: None,
        made: false,
        says: |key, why| format!("what run {} goes on from is damaged: {why}", part(key, 0)),
    },
    Table {
        name: "runs",
        key: &["id"],
        columns: &[
            Column::new("session", text).found_by(SESSION_OF_RUN),
            Column::new("status", word::<RunStatus>).or("interrupted"),
            Column::new("mode", word::<Mode>).or("auto"),
            Column::new("created_at", time).or(NEVER),
            Column::new("finished_at", time_if_any).or(NEVER),
        ],
        only: None,
        made: false,
        says: |key, why| format!("run {} is damaged: {why}", part(key, 0)),
    },
    Table {
        name: "sessions",
        key: &["id"],
        columns: &[Column::new("created_at", time).or(NEVER), Column::new("updated_at", time).or(NEVER)],
        only: None,
        made: false,
        says: |key, why| format!("session {} is damaged: {why}", part(key, 0)),
    },
    Table {
        name: "outputs",
        key: &["id"],
        columns: &[
            Column::new("args", reads::<Value>).or("{}"),
            Column::new("summary", reads::<Summary>),
            Column::new("created_at", time).or(NEVER),
            Column::new("chars", count).or("0"),
        ],
        only: None,
        made: false,
        says: |key, why| format!("stored output {} is damaged: {why}", part(key, 0)),
    },
    Table {
        name: "images",
        key: &["id"],
        columns: &[Column::new("body", reads::<ImageView>), Column::new("created_at", time).or(NEVER)],
        only: None,
        made: false,
        says: |key, why| format!("picture {} is damaged: {why}", part(key, 0)),
    },
    Table {
        name: "command_runs",
        key: &["set_id"],
        columns: &[Column::new("body", reads::<CommandRun>), Column::new("updated_at", time).or(NEVER)],
        only: None,
        made: false,
        says: |key, why| format!("the run of commands of change set #{} is damaged: {why}", part(key, 0)),
    },
    Table {
        name: "meta",
        key: &["key"],
        only: Some(SETTINGS),
        columns: &[Column::new("value", reads::<Settings>)],
        made: false,
        says: |_, why| format!("the settings are damaged: {why}"),
    },
    Table {
        name: "meta",
        key: &["key"],
        only: Some(FOLDERS),
        columns: &[Column::new("value", reads::<Vec<Workspace>>)],
        made: false,
        says: |_, why| format!("the list of open folders is damaged: {why}"),
    },
];

/// A row that cannot be read.
struct Unread {
    /// Its key, as bytes.
    key: Vec<Vec<u8>>,
    why: String,
    /// Its columns that cannot be read, each with what is put into its place.
    wrong: Vec<(String, Instead)>,
}

impl Unread {
    fn key(&self) -> Vec<String> {
        self.key.iter().map(|part| String::from_utf8_lossy(part).into_owned()).collect()
    }

    fn said(&self, table: &Table) -> String {
        let key = self.key();
        (table.says)(&key.iter().map(String::as_str).collect::<Vec<_>>(), &self.why)
    }
}

/// Whether only the ledger makes a table.
pub(crate) fn is_made(name: &str) -> bool {
    INDEXES.contains(&name) || made().any(|table| table.name == name)
}

fn made() -> impl Iterator<Item = &'static Table> {
    TABLES.iter().filter(|table| table.made)
}

impl Table {
    /// The rows of it that are looked at, where those are not all.
    fn among(&self) -> &'static str {
        self.only.unwrap_or("1")
    }
}

/// Tables that only the ledger makes and that are gone.
pub(crate) async fn missing_tables(on: impl Executor<'_, Database = Sqlite>) -> Result<Vec<&'static str>> {
    let there: Vec<String> = sqlx::query_scalar("SELECT name FROM sqlite_schema WHERE type = 'table'")
        .fetch_all(on)
        .await
        .map_err(store_error)?;
    let all = made().map(|table| table.name).chain(INDEXES);
    Ok(all.filter(|name| there.iter().all(|other| other != name)).collect())
}

/// The columns of a table.
async fn columns(name: &str) -> Result<Vec<Stored>> {
    let names = "SELECT name, NOT \"notnull\" FROM pragma_table_info($1)";
    let mut model = damage::model().await?;
    let all: Vec<(String, bool)> = sqlx::query_as(names).bind(name).fetch_all(&mut model).await.map_err(store_error)?;
    Ok(all.into_iter().map(|(name, optional)| Stored { name, optional }).collect())
}

/// The rows of a table that cannot be read.
async fn rows(conn: &mut SqliteConnection, table: &Table) -> Result<Vec<Unread>> {
    let columns = columns(table.name).await?;
    let bytes = |name: &str| format!("CAST({name} AS BLOB)");
    let keys = table.key.iter().map(|name| bytes(name)).collect::<Vec<_>>().join(", ");
    let all = columns.iter().map(|column| bytes(&column.name)).collect::<Vec<_>>().join(", ");
    // Names of our own schema.
    let sql = AssertSqlSafe(format!(
        "SELECT {keys}, {all} FROM {} WHERE {} ORDER BY {}",
        table.name,
        table.among(),
        table.key.join(", ")
    ));
    let mut out = Vec::new();
    let mut stream = sqlx::query(sql).fetch(conn);
    while let Some(row) = stream.try_next().await.map_err(store_error)? {
        let value = |place: usize| row.try_get::<Option<Vec<u8>>, _>(place).map(Option::unwrap_or_default);
        let mut wrong = Vec::new();
        for (place, stored) in columns.iter().enumerate() {
            let bytes = value(table.key.len() + place).map_err(store_error)?;
            let column = table.columns.iter().find(|column| column.name == stored.name);
            let read = std::str::from_utf8(&bytes).map_err(|error| error.to_string());
            if let Err(why) = read.and_then(|text| column.map_or(Ok(()), |column| (column.reads)(text))) {
                let instead = column.map_or_else(|| Instead::of_text(table, stored), |column| column.instead);
                wrong.push((stored.name.clone(), instead, why));
            }
        }
        // What it holds is said before anything beside it.
        wrong.sort_by_key(|(name, ..)| name != "body");
        if let Some((_, _, why)) = wrong.first().cloned() {
            let key = (0..table.key.len()).map(value).collect::<sqlx::Result<_>>().map_err(store_error)?;
            let wrong = wrong.into_iter().map(|(name, instead, _)| (name, instead)).collect();
            out.push(Unread { key, why, wrong });
        }
    }
    Ok(out)
}

/// Everything of it in words.
pub(crate) async fn told(conn: &mut SqliteConnection) -> Result<Vec<String>> {
    let missing = missing_tables(&mut *conn).await?;
    let mut out: Vec<String> = missing.iter().map(|name| format!("the table {name} is gone")).collect();
    for table in TABLES.iter().filter(|table| !missing.contains(&table.name)) {
        let found = rows(conn, table).await?;
        out.extend(found.iter().map(|row| row.said(table)));
    }
    Ok(out)
}

/// The same of the tables that the ledger does not make.
pub(crate) async fn told_beside(conn: &mut SqliteConnection) -> Result<Vec<String>> {
    let mut out = Vec::new();
    for table in TABLES.iter().filter(|table| !table.made) {
        out.extend(rows(conn, table).await?.iter().map(|row| row.said(table)));
    }
    Ok(out)
}

/// Keeps the bytes of what cannot be read, as they are, with the number of the newest entry; what the ledger makes no
/// other of is made harmless.
pub(crate) async fn keep_aside(conn: &mut SqliteConnection, entry: i64) -> Result<()> {
    // Whether all is there that something refers to shows at the end.
    sqlx::raw_sql("PRAGMA defer_foreign_keys = ON").execute(&mut *conn).await.map_err(store_error)?;
    for table in &TABLES {
        for row in kept(conn, table, entry).await? {
            // Not all of the decisions are made anew.
            if !table.made || table.name == "decisions" {
                mend(conn, table, &row, entry).await?;
            }
        }
    }
    Ok(())
}

/// Whether the ledger says what was kept under a name, so that another is put there while it cannot be read.
pub(crate) fn is_made_good(key: &str) -> bool {
    named(key).next().is_some()
}

/// Keeps the bytes of what is kept under such a name, where it cannot be read: another is put in its place.
pub(crate) async fn keep_overwritten(conn: &mut SqliteConnection, entry: i64, key: &str) -> Result<()> {
    for table in named(key) {
        kept(conn, table, entry).await?;
    }
    Ok(())
}

fn named(key: &str) -> impl Iterator<Item = &'static Table> {
    let only = match key {
        "settings" => Some(SETTINGS),
        "workspaces" => Some(FOLDERS),
        _ => None,
    };
    TABLES.iter().filter(move |table| only.is_some() && table.only == only)
}

/// The rows of a table that cannot be read, with their bytes kept.
async fn kept(conn: &mut SqliteConnection, table: &Table, entry: i64) -> Result<Vec<Unread>> {
    let found = rows(conn, table).await?;
    for row in &found {
        let key = row.key().join(".");
        let copied = keep(conn, entry, (table.name, &key), &is(table), &row.key).await?;
        if copied != 1 {
            return Err(StoreError::Other { message: format!("row {key} of {} could not be kept aside", table.name) });
        }
    }
    Ok(found)
}

/// Keeps the rows of a table, under a name, of which a condition holds; how many those are.
async fn keep(
    conn: &mut SqliteConnection,
    entry: i64,
    (table, name): (&str, &str),
    condition: &str,
    values: &[Vec<u8>],
) -> Result<u64> {
    sqlx::raw_sql(KEPT).execute(&mut *conn).await.map_err(store_error)?;
    let mut rows = 0;
    for column in columns(table).await? {
        let keep = format!(
            "INSERT INTO kept_aside (entry, place, row, name, value) SELECT ?, ?, ?, ?, {} FROM {table} WHERE {condition}",
            column.name
        );
        // Names of our own schema; every value is an argument.
        let mut query = sqlx::query(AssertSqlSafe(keep)).bind(entry).bind(table).bind(name).bind(&column.name);
        for value in values {
            query = query.bind(value);
        }
        rows = query.execute(&mut *conn).await.map_err(store_error)?.rows_affected();
    }
    Ok(rows)
}

/// Takes what cannot be read away.
pub(crate) async fn take_away(conn: &mut SqliteConnection, entry: i64) -> Result<()> {
    for table in &TABLES {
        for row in rows(conn, table).await? {
            mend(conn, table, &row, entry).await?;
        }
    }
    Ok(())
}

/// Puts what can be read into the place of each part of a row that cannot; where there is nothing to put there, the
/// row is taken away, and what refers to it is kept aside and goes with it.
async fn mend(conn: &mut SqliteConnection, table: &Table, row: &Unread, entry: i64) -> Result<()> {
    let mut instead: Vec<(&str, Option<String>)> = Vec::new();
    for (name, put) in &row.wrong {
        let value = match put {
            Instead::Nothing => None,
            Instead::Empty => Some(None),
            Instead::Value(value) => Some(Some((*value).to_owned())),
            Instead::Found(select) => found(conn, select, row).await?.map(Some),
        };
        let Some(value) = value else { return take(conn, table, row, entry).await };
        instead.push((name, value));
    }
    let set = instead.iter().map(|(name, _)| format!("{name} = ?")).collect::<Vec<_>>().join(", ");
    // Names of our own schema; every value is an argument.
    let mut query = sqlx::query(AssertSqlSafe(format!("UPDATE {} SET {set} WHERE {}", table.name, is(table))));
    for (_, value) in instead {
        query = match value.as_deref().map(str::parse::<i64>) {
            Some(Ok(number)) => query.bind(number),
            _ => query.bind(value),
        };
    }
    for part in &row.key {
        query = query.bind(part);
    }
    query.execute(conn).await.map_err(store_error)?;
    Ok(())
}

async fn found(conn: &mut SqliteConnection, select: &'static str, row: &Unread) -> Result<Option<String>> {
    let mut query = sqlx::query_scalar(select);
    for part in &row.key {
        query = query.bind(part);
    }
    query.fetch_optional(conn).await.map_err(store_error)
}

async fn take(conn: &mut SqliteConnection, table: &Table, row: &Unread, entry: i64) -> Result<()> {
    let with: &[(&str, &str)] = if table.name == "runs" { &GOES_WITH_RUNS } else { &[] };
    for (other, column) in with {
        let condition = format!("CAST({column} AS BLOB) = ?");
        keep(conn, entry, (other, &row.key().join(".")), &condition, &row.key).await?;
        delete(conn, other, &condition, &row.key).await?;
    }
    delete(conn, table.name, &is(table), &row.key).await
}

async fn delete(conn: &mut SqliteConnection, table: &str, condition: &str, values: &[Vec<u8>]) -> Result<()> {
    // Names of our own schema; every value is an argument.
    let mut query = sqlx::query(AssertSqlSafe(format!("DELETE FROM {table} WHERE {condition}")));
    for value in values {
        query = query.bind(value);
    }
    query.execute(conn).await.map_err(store_error)?;
    Ok(())
}

/// The condition that a row has a key, with its parts as arguments.
fn is(table: &Table) -> String {
    table.key.iter().map(|name| format!("CAST({name} AS BLOB) = ?")).collect::<Vec<_>>().join(" AND ")
}
