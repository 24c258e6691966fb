//! The ledger as texts, read for verifying: by itself, or at one moment.

use crate::failure::store_error;
use async_trait::async_trait;
use countersign_core::ids::{Seq, SetId};
use countersign_store::{Ledger, RawEntry, Result, StoreError};
use futures_util::TryStreamExt;
use sqlx::sqlite::SqlitePool;
use sqlx::{Executor, Sqlite, Transaction, query_file};

/// A transaction that reads: under the WAL it sees the database as its first statement found it.
struct Snapshot(Transaction<'static, Sqlite>);

pub(crate) async fn snapshot(readers: &SqlitePool) -> Result<Box<dyn Ledger>> {
    Ok(Box::new(Snapshot(readers.begin().await.map_err(store_error)?)))
}

pub(crate) async fn head<'c>(on: impl Executor<'c, Database = Sqlite>) -> Result<Option<(Seq, String)>> {
    let row = query_file!("../sql/head.sql").fetch_optional(on).await.map_err(store_error)?;
    Ok(row.map(|head| (Seq(head.seq), head.hash)))
}

/// A row of the ledger byte by byte: what somebody wrote there need not be text.
type Row = (i64, Vec<u8>, Vec<u8>, Vec<u8>, Option<i64>, Vec<u8>, Vec<u8>, Vec<u8>);

pub(crate) async fn raw_entries<'c>(
    on: impl Executor<'c, Database = Sqlite>,
    after: Seq,
    limit: u32,
) -> Result<Vec<RawEntry>> {
    let rows: Vec<Row> = sqlx::query_as(include_str!("../../sql/raw_entries.sql"))
        .bind(after.0)
        .bind(limit)
        .fetch_all(on)
        .await
        .map_err(store_error)?;
    // Only texts were hashed: what is none shows as changed.
    let text =
        |bytes: Vec<u8>| String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into());
    let entry = |(seq, at, actor, kind, set, event, prev, hash): Row| RawEntry {
        seq: Seq(seq),
        at: text(at),
        actor: text(actor),
        kind: text(kind),
        set: set.map(SetId),
        event: text(event),
        prev: text(prev),
        hash: text(hash),
    };
    Ok(rows.into_iter().map(entry).collect())
}

/// The first entry that holds what is no text, where reading entries failed for that.
pub(crate) async fn no_text(on: impl Executor<'_, Database = Sqlite>) -> Result<Option<StoreError>> {
    let mut rows = sqlx::query_as::<_, Row>(include_str!("../../sql/raw_entries.sql")).bind(0).bind(-1).fetch(on);
    while let Some((seq, at, actor, kind, _, event, prev, hash)) = rows.try_next().await.map_err(store_error)? {
        let wrong =
            [&at, &actor, &kind, &event, &prev, &hash].into_iter().find_map(|bytes| std::str::from_utf8(bytes).err());
        if let Some(why) = wrong {
            return Ok(Some(StoreError::UnreadableEntry { seq: Seq(seq), message: why.to_string() }));
        }
    }
    Ok(None)
}

#[async_trait]
impl Ledger for Snapshot {
    async fn head(&mut self) -> Result<Option<(Seq, String)>> {
        head(&mut *self.0).await
    }

    async fn raw_entries(&mut self, after: Seq, limit: u32) -> Result<Vec<RawEntry>> {
        raw_entries(&mut *self.0, after, limit).await
    }
}
