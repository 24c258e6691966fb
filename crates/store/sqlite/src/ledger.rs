//! The ledger as texts, read for verifying: by itself, or at one moment.

use crate::failure::store_error;
use crate::shape::each;
use async_trait::async_trait;
use countersign_core::ids::{Seq, SetId};
use countersign_store::{Ledger, RawEntry, Result};
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

pub(crate) async fn raw_entries<'c>(
    on: impl Executor<'c, Database = Sqlite>,
    after: Seq,
    limit: u32,
) -> Result<Vec<RawEntry>> {
    let rows = query_file!("../sql/raw_entries.sql", after.0, limit).fetch_all(on).await;
    each(rows, |row| {
        Ok(RawEntry {
            seq: Seq(row.seq),
            at: row.at,
            actor: row.actor,
            kind: row.kind,
            set: row.set_id.map(SetId),
            event: row.event,
            prev: row.prev,
            hash: row.hash,
        })
    })
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
