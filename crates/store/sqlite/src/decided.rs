//! The rows of decisions against the entries that they are filed from, column by column.
//!
//! What a row should be is not said a second time here: the entries are filed once more, in an empty
//! database of the same schema, and every column that the schema names is compared.

use crate::batch::Batch;
use crate::damage;
use crate::failure::store_error;
use crate::filed;
use crate::shape::read_json;
use countersign_core::ledger::{Decision, Event};
use countersign_store::Result;
use sqlx::{AssertSqlSafe, SqliteConnection, query_file, query_with};
use std::collections::{BTreeMap, BTreeSet};

/// What the first versions did not write in an entry, and a migration took from elsewhere.
const LATER: &[&str] = &["agent", "habit"];

/// A row that is not as its entry files it.
pub(crate) struct Astray {
    /// The entry.
    pub(crate) seq: i64,
    /// The item.
    pub(crate) n: i64,
    /// The columns that differ.
    pub(crate) columns: Vec<String>,
}

/// Rows by entry and item, each column as an SQL literal.
type Rows = BTreeMap<(i64, i64), Vec<String>>;

/// All rows that differ; such as are missing, or of no decision, are not among them.
pub(crate) async fn astray(conn: &mut SqliteConnection) -> Result<Vec<Astray>> {
    let mut model = damage::model().await?;
    // The body is compared as JSON elsewhere: an older version may have written the same in other words.
    let columns: Vec<String> =
        sqlx::query_scalar("SELECT name FROM pragma_table_info('decisions') WHERE name <> 'body'")
            .fetch_all(&mut model)
            .await
            .map_err(store_error)?;
    let literals = columns.iter().map(|name| format!("quote({name})")).collect::<Vec<_>>().join(", ");
    let all = format!("SELECT seq, n, json_array({literals}) FROM decisions WHERE seq > $1 AND seq <= $2");
    let (mut out, mut after) = (Vec::new(), 0);
    loop {
        let entries = query_file!("sql/decided.sql", after).fetch_all(&mut *conn).await.map_err(store_error)?;
        let Some(last) = entries.last().map(|entry| entry.seq) else { return Ok(out) };
        let first = after;
        let (mut batch, mut old) = (Batch::default(), BTreeSet::new());
        for entry in &entries {
            let event: Event = read_json("ledger entry", &entry.event)?;
            filed::parts(&event).try_for_each(|part| part.file(&mut batch, entry.seq, &entry.at, &entry.actor))?;
            if let Event::Decided { items, .. } | Event::Expired { items, .. } = &event {
                let early = |decision: &&Decision| decision.fingerprint.is_empty();
                old.extend(items.iter().filter(early).map(|decision| (entry.seq, i64::from(decision.n))));
            }
        }
        after = last;
        if batch.is_empty() {
            continue;
        }
        let (sql, arguments) = batch.take();
        // Made of this crate's own statements alone; every value is an argument.
        query_with(AssertSqlSafe(sql), arguments).execute(&mut model).await.map_err(store_error)?;
        let kept = rows(conn, &all, first, last).await?;
        for (key, filed) in rows(&mut model, &all, first, last).await? {
            let Some(kept) = kept.get(&key) else { continue };
            let differ: Vec<String> = columns
                .iter()
                .zip(filed.iter().zip(kept))
                .filter(|(name, (filed, kept))| {
                    filed != kept && !(old.contains(&key) && LATER.contains(&name.as_str()))
                })
                .map(|(name, _)| name.clone())
                .collect();
            if !differ.is_empty() {
                out.push(Astray { seq: key.0, n: key.1, columns: differ });
            }
        }
        sqlx::query("DELETE FROM decisions").execute(&mut model).await.map_err(store_error)?;
    }
}

async fn rows(conn: &mut SqliteConnection, sql: &str, after: i64, last: i64) -> Result<Rows> {
    let sql = AssertSqlSafe(sql.to_owned());
    let rows: Vec<(i64, i64, String)> =
        sqlx::query_as(sql).bind(after).bind(last).fetch_all(conn).await.map_err(store_error)?;
    rows.into_iter().map(|(seq, n, columns)| Ok(((seq, n), read_json("decision", &columns)?))).collect()
}
