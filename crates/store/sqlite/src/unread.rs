//! What only the ledger makes and what cannot be read: found byte by byte, so that one row hides no other, and
//! kept beside what is made anew in its place.

use crate::damage;
use crate::failure::store_error;
use countersign_core::change_set::{ChangeItem, ChangeSet};
use countersign_core::ledger::Decision;
use countersign_core::rule::Rule;
use countersign_core::session::SessionMarks;
use countersign_core::todo::Todo;
use countersign_plan::Plan;
use countersign_store::{Result, StoreError};
use futures_util::TryStreamExt;
use serde::de::DeserializeOwned;
use sqlx::{AssertSqlSafe, Executor, Row, Sqlite, SqliteConnection};

/// Tables without bodies that only the ledger makes.
const INDEXES: [&str; 3] = ["todos_fts", "ledger_todos", "forgotten"];

/// Where what was kept aside stands: column by column, of every table the same. It is made when it is first
/// needed, and no version reads it: it is there for people.
const KEPT: &str = "CREATE TABLE IF NOT EXISTS kept_aside (
    entry INTEGER NOT NULL, place TEXT NOT NULL, row TEXT NOT NULL, name TEXT NOT NULL, value ANY
) STRICT";

/// A table whose rows have a body that only the ledger makes.
struct Table {
    name: &'static str,
    /// The columns of its key.
    key: &'static [&'static str],
    /// Whether a body can be read.
    reads: fn(&str) -> serde_json::Result<()>,
    /// What is said of a row, by its key and why.
    says: fn(&[&str], &str) -> String,
}

fn reads<T: DeserializeOwned>(text: &str) -> serde_json::Result<()> {
    serde_json::from_str::<T>(text).map(drop)
}

/// A part of a key.
fn part<'k>(key: &[&'k str], place: usize) -> &'k str {
    key.get(place).copied().unwrap_or_default()
}

const TABLES: [Table; 7] = [
    Table {
        name: "todos",
        key: &["id"],
        reads: reads::<Todo>,
        says: |key, why| format!("todo #{} is damaged: {why}", part(key, 0)),
    },
    Table {
        name: "change_sets",
        key: &["id"],
        reads: reads::<ChangeSet>,
        says: |key, why| format!("change set #{} is damaged: {why}", part(key, 0)),
    },
    Table {
        name: "change_items",
        key: &["set_id", "n"],
        reads: reads::<ChangeItem>,
        says: |key, why| format!("item {} of change set #{} is damaged: {why}", part(key, 1), part(key, 0)),
    },
    Table {
        name: "rules",
        key: &["id"],
        reads: reads::<Rule>,
        says: |key, why| format!("rule {} is damaged: {why}", part(key, 0)),
    },
    Table {
        name: "session_marks",
        key: &["session"],
        reads: reads::<SessionMarks>,
        says: |key, why| format!("the state of session {} is damaged: {why}", part(key, 0)),
    },
    Table {
        name: "plans",
        key: &["session", "version"],
        reads: reads::<Plan>,
        says: |key, why| format!("version {} of the plan of session {} is damaged: {why}", part(key, 1), part(key, 0)),
    },
    Table {
        name: "decisions",
        key: &["seq", "n"],
        reads: reads::<Decision>,
        says: |key, why| format!("the decision on item {} in entry {} is damaged: {why}", part(key, 1), part(key, 0)),
    },
];

/// A row that cannot be read.
struct Unread {
    /// Its key, as bytes.
    key: Vec<Vec<u8>>,
    why: String,
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
    INDEXES.contains(&name) || TABLES.iter().any(|table| table.name == name)
}

/// Tables that only the ledger makes and that are gone.
pub(crate) async fn missing_tables(on: impl Executor<'_, Database = Sqlite>) -> Result<Vec<&'static str>> {
    let there: Vec<String> = sqlx::query_scalar("SELECT name FROM sqlite_schema WHERE type = 'table'")
        .fetch_all(on)
        .await
        .map_err(store_error)?;
    let all = TABLES.iter().map(|table| table.name).chain(INDEXES);
    Ok(all.filter(|name| there.iter().all(|other| other != name)).collect())
}

/// The columns of a table, with the body's first.
async fn columns(table: &Table) -> Result<Vec<String>> {
    let names = "SELECT name FROM pragma_table_info($1) ORDER BY name <> 'body'";
    let mut model = damage::model().await?;
    sqlx::query_scalar(names).bind(table.name).fetch_all(&mut model).await.map_err(store_error)
}

/// The rows of a table that cannot be read.
async fn rows(conn: &mut SqliteConnection, table: &Table) -> Result<Vec<Unread>> {
    let columns = columns(table).await?;
    let bytes = |name: &str| format!("CAST({name} AS BLOB)");
    let keys = table.key.iter().map(|name| bytes(name)).collect::<Vec<_>>().join(", ");
    let all = columns.iter().map(|name| bytes(name)).collect::<Vec<_>>().join(", ");
    // Names of our own schema.
    let sql = AssertSqlSafe(format!("SELECT {keys}, {all} FROM {} ORDER BY {}", table.name, table.key.join(", ")));
    let mut out = Vec::new();
    let mut stream = sqlx::query(sql).fetch(conn);
    while let Some(row) = stream.try_next().await.map_err(store_error)? {
        let value = |place: usize| row.try_get::<Option<Vec<u8>>, _>(place).map(Option::unwrap_or_default);
        let mut why = None;
        for place in 0..columns.len() {
            let bytes = value(table.key.len() + place).map_err(store_error)?;
            let wrong = match std::str::from_utf8(&bytes) {
                Err(error) => Some(error.to_string()),
                Ok(body) if place == 0 => (table.reads)(body).err().map(|error| error.to_string()),
                Ok(_) => None,
            };
            why = why.or(wrong);
        }
        if let Some(why) = why {
            let key = (0..table.key.len()).map(value).collect::<sqlx::Result<_>>().map_err(store_error)?;
            out.push(Unread { key, why });
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

/// Keeps the bytes of what cannot be read, as they are, with the number of the newest entry; what stays otherwise
/// is taken away.
pub(crate) async fn keep_aside(conn: &mut SqliteConnection, entry: i64) -> Result<()> {
    for table in &TABLES {
        let found = rows(conn, table).await?;
        if found.is_empty() {
            continue;
        }
        sqlx::raw_sql(KEPT).execute(&mut *conn).await.map_err(store_error)?;
        let columns = columns(table).await?;
        for row in found {
            let key = row.key().join(".");
            for name in &columns {
                let keep = format!(
                    "INSERT INTO kept_aside (entry, place, row, name, value) SELECT ?, ?, ?, ?, {name} FROM {} WHERE {}",
                    table.name,
                    is(table)
                );
                // Names of our own schema; every value is an argument.
                let mut query = sqlx::query(AssertSqlSafe(keep)).bind(entry).bind(table.name).bind(&key).bind(name);
                for part in &row.key {
                    query = query.bind(part);
                }
                let done = query.execute(&mut *conn).await.map_err(store_error)?;
                if done.rows_affected() != 1 {
                    return Err(StoreError::Other {
                        message: format!("row {key} of {} could not be kept aside", table.name),
                    });
                }
            }
            if table.name == "decisions" {
                // The rows of this table are not all made anew.
                remove(conn, table, &row).await?;
            }
        }
    }
    Ok(())
}

/// Takes the rows away that cannot be read.
pub(crate) async fn take_away(conn: &mut SqliteConnection) -> Result<()> {
    for table in &TABLES {
        for row in rows(conn, table).await? {
            remove(conn, table, &row).await?;
        }
    }
    Ok(())
}

async fn remove(conn: &mut SqliteConnection, table: &Table, row: &Unread) -> Result<()> {
    // Names of our own schema; every value is an argument.
    let mut query = sqlx::query(AssertSqlSafe(format!("DELETE FROM {} WHERE {}", table.name, is(table))));
    for part in &row.key {
        query = query.bind(part);
    }
    query.execute(conn).await.map_err(store_error)?;
    Ok(())
}

/// The condition that a row has a key, with its parts as arguments.
fn is(table: &Table) -> String {
    table.key.iter().map(|name| format!("CAST({name} AS BLOB) = ?")).collect::<Vec<_>>().join(" AND ")
}
