//! What is stored of what only the ledger makes, read as a whole: by itself, or at one moment together with the ledger.

use crate::failure::{store_error, unreadable};
use crate::shape::{each, read_json};
use countersign_core::change_set::ChangeSet;
use countersign_core::ids::{SessionId, SetId};
use countersign_core::rule::Rule;
use countersign_core::session::SessionMarks;
use countersign_core::todo::Todo;
use countersign_plan::Plan;
use countersign_store::{Result, StoreError};
use futures_util::TryStreamExt;
use sqlx::{Executor, Sqlite, query_file, query_file_as, query_file_scalar};

/// A set, and the items that have rows of their own, as JSON texts joined by commas; one without such rows has its
/// items in its body.
pub(crate) struct SetColumns {
    pub(crate) id: i64,
    pub(crate) body: String,
    pub(crate) items: Option<String>,
}

impl SetColumns {
    pub(crate) fn set(self) -> Result<ChangeSet> {
        let of = |error: serde_json::Error| unreadable("change set", format!("set {}: {error}", self.id));
        let mut set: ChangeSet = serde_json::from_str(&self.body).map_err(of)?;
        if let Some(mut items) = self.items {
            // In place: there may be tens of thousands.
            items.insert(0, '[');
            items.push(']');
            set.items = serde_json::from_str(&items).map_err(of)?;
        }
        Ok(set)
    }
}

/// Parts of the todos that are read at the same time, while SQLite's thread makes the next one.
const PARTS_AT_ONCE: usize = 4;

/// A thousand todos from their bodies, on a thread for such work: reading JSON is what takes time.
async fn read_part(part: i64, bodies: String) -> Result<Vec<Todo>> {
    let of = |error| unreadable("todo", format!("one of #{part}000 to #{part}999: {error}"));
    let read = tokio::task::spawn_blocking(move || serde_json::from_str(&bodies));
    read.await.map_err(|error| StoreError::Other { message: error.to_string() })?.map_err(of)
}

pub(crate) async fn todos<'c>(on: impl Executor<'c, Database = Sqlite>) -> Result<Vec<Todo>> {
    query_file!("sql/todos.sql")
        .fetch(on)
        .map_err(store_error)
        .map_ok(|row| read_part(row.part, row.bodies))
        .try_buffered(PARTS_AT_ONCE)
        .try_fold(Vec::new(), |mut todos, mut part| async move {
            todos.append(&mut part);
            Ok(todos)
        })
        .await
}

/// Sets of a smaller number that expire before a moment's text, newest first, each with the number it is kept under.
pub(crate) async fn change_sets<'c>(
    on: impl Executor<'c, Database = Sqlite>,
    before: i64,
    expires_before: &str,
    limit: u32,
) -> Result<Vec<(SetId, ChangeSet)>> {
    let rows = query_file_as!(SetColumns, "sql/change_sets.sql", before, expires_before, limit).fetch_all(on).await;
    each(rows, |row: SetColumns| Ok((SetId(row.id), row.set()?)))
}

pub(crate) async fn rules<'c>(on: impl Executor<'c, Database = Sqlite>) -> Result<Vec<Rule>> {
    each(query_file_scalar!("../sql/rules.sql").fetch_all(on).await, |body| read_json("rule", &body))
}

pub(crate) async fn marks<'c>(on: impl Executor<'c, Database = Sqlite>) -> Result<Vec<(SessionId, SessionMarks)>> {
    each(query_file!("../sql/all_marks.sql").fetch_all(on).await, |row| {
        Ok((SessionId(row.session), read_json("session", &row.body)?))
    })
}

pub(crate) async fn plans<'c>(on: impl Executor<'c, Database = Sqlite>) -> Result<Vec<(SessionId, u64, Plan)>> {
    each(query_file!("../sql/all_plans.sql").fetch_all(on).await, |row| {
        let version = u64::try_from(row.version).map_err(|error| unreadable("plan", error))?;
        Ok((SessionId(row.session), version, read_json("plan", &row.body)?))
    })
}
