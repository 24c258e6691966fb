//! Columns and indexes against the texts they are made from.
//!
//! What is read back is the body of a row and the text of an entry; everything else in a row is
//! there to be searched by. Nobody sees that it is wrong until something is not found.

use crate::decided;
use crate::failure::store_error;
use crate::open::MIGRATIONS;
use crate::shape::{moment, read_json, word};
use crate::unread;
use countersign_core::change_set::ChangeSet;
use countersign_core::todo::Todo;
use countersign_store::{Result, StoreError};
use futures_util::TryStreamExt;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, SqliteConnection, query_file, query_file_scalar};

/// An empty database of this schema, in memory; rows in it need no others.
pub(crate) async fn model() -> Result<SqliteConnection> {
    let options = SqliteConnectOptions::new().in_memory(true).foreign_keys(false);
    let mut model = options.connect().await.map_err(store_error)?;
    for step in MIGRATIONS {
        sqlx::raw_sql(*step).execute(&mut model).await.map_err(store_error)?;
    }
    Ok(model)
}

/// Triggers and indexes of this schema that the file does not have: name and statement.
async fn missing(conn: &mut SqliteConnection) -> Result<Vec<(String, String)>> {
    const ALL: &str = "SELECT name, sql FROM sqlite_schema WHERE type IN ('trigger', 'index') AND sql IS NOT NULL";
    let mut model = model().await?;
    let wanted: Vec<(String, String)> = sqlx::query_as(ALL).fetch_all(&mut model).await.map_err(store_error)?;
    let there: Vec<(String, String)> = sqlx::query_as(ALL).fetch_all(conn).await.map_err(store_error)?;
    Ok(wanted.into_iter().filter(|(name, _)| there.iter().all(|(other, _)| other != name)).collect())
}

/// Makes the tables again that only the ledger makes, where they are missing: empty.
pub(crate) async fn make_tables(conn: &mut SqliteConnection) -> Result<()> {
    let missing = unread::missing_tables(&mut *conn).await?;
    if missing.is_empty() {
        return Ok(());
    }
    const TABLES: &str = "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL ORDER BY rowid";
    let tables: Vec<(String, String)> =
        sqlx::query_as(TABLES).fetch_all(&mut model().await?).await.map_err(store_error)?;
    for (_, sql) in tables.into_iter().filter(|(name, _)| missing.contains(&name.as_str())) {
        // Statements of our own migrations.
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut *conn).await.map_err(store_error)?;
    }
    Ok(())
}

/// Makes the triggers and indexes again that are missing.
pub(crate) async fn mend(conn: &mut SqliteConnection) -> Result<()> {
    for (_, sql) in missing(conn).await? {
        // Statements of our own migrations.
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut *conn).await.map_err(store_error)?;
    }
    Ok(())
}

/// Takes away the rows of decisions that are not as they were taken, so that they are filed anew.
pub(crate) async fn drop_astray(conn: &mut SqliteConnection) -> Result<()> {
    for row in decided::astray(conn).await? {
        query_file!("sql/drop_decision.sql", row.seq, row.n).execute(&mut *conn).await.map_err(store_error)?;
    }
    Ok(())
}

/// That the index for searching does not hold the words of the todos, in words; the statement needs the connection that
/// writes.
pub(crate) async fn of_search(conn: &mut SqliteConnection) -> Result<Option<String>> {
    match query_file!("sql/check_search.sql").execute(conn).await.map_err(store_error) {
        Ok(_) => Ok(None),
        Err(StoreError::Corrupt { .. }) => Ok(Some("the search index does not hold the words of the todos".to_owned())),
        Err(error) => Err(error),
    }
}

/// What else is not as it should be, in words.
pub(crate) async fn found(conn: &mut SqliteConnection) -> Result<Vec<String>> {
    let missing = missing(conn).await?;
    let mut out: Vec<String> =
        missing.into_iter().map(|(name, _)| format!("{name} is missing in the schema")).collect();
    let mut rows = query_file!("sql/todo_columns.sql").fetch(&mut *conn);
    while let Some(row) = rows.try_next().await.map_err(store_error)? {
        let todo: Todo = read_json("todo", &row.body)?;
        let own = (todo.id.0, i64::from(todo.completed()), todo.title, todo.notes);
        if own != (row.id, row.completed, row.title, row.notes) {
            out.push(format!("todo #{} is kept under another number, state or words than its own", row.id));
        }
    }
    drop(rows);
    let mut rows = query_file!("sql/set_columns.sql").fetch(&mut *conn);
    while let Some(row) = rows.try_next().await.map_err(store_error)? {
        let set: ChangeSet = read_json("change set", &row.body)?;
        if (set.id.0, word(&set.status)?, moment(set.expires_at)) != (row.id, row.status, row.expires_at) {
            out.push(format!("change set #{} is kept under another number, state or time than its own", row.id));
        }
    }
    drop(rows);
    out.extend(decided::astray(conn).await?.iter().map(|row| {
        let columns = row.columns.join(", ");
        format!("the decision on item {} in entry {} is not kept as it was taken: {columns}", row.n, row.seq)
    }));
    out.extend(query_file_scalar!("sql/index_damage.sql").fetch_all(conn).await.map_err(store_error)?);
    Ok(out)
}
