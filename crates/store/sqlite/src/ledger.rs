//! The ledger as texts, read for verifying: by itself, or at one moment.

use crate::failure::store_error;
use crate::{damage, stored};
use async_trait::async_trait;
use countersign_core::change_set::ChangeSet;
use countersign_core::ids::{Seq, SessionId, SetId};
use countersign_core::rule::Rule;
use countersign_core::session::SessionMarks;
use countersign_core::todo::Todo;
use countersign_plan::Plan;
use countersign_store::{Ledger, RawEntry, Result, WrongEnd};
use sqlx::sqlite::SqlitePool;
use sqlx::{Executor, Sqlite, SqliteConnection, Transaction, query_file, query_file_as};

/// A transaction that reads: under the WAL it sees the database as its first statement found it.
struct Snapshot(Transaction<'static, Sqlite>);

pub(crate) async fn snapshot(readers: &SqlitePool) -> Result<Box<dyn Ledger>> {
    Ok(Box::new(Snapshot(readers.begin().await.map_err(store_error)?)))
}

pub(crate) async fn head<'c>(on: impl Executor<'c, Database = Sqlite>) -> Result<Option<(Seq, String)>> {
    let row = query_file!("../sql/head.sql").fetch_optional(on).await.map_err(store_error)?;
    Ok(row.map(|head| (Seq(head.seq), head.hash)))
}

/// How the ledger and its head do not end alike, if they do not. Asked at once: somebody else may write meanwhile.
pub(crate) async fn end(conn: &mut SqliteConnection) -> Result<Option<WrongEnd>> {
    const ENDS: &str = "SELECT 0, seq, CAST(hash AS BLOB) FROM ledger_head WHERE one = 1 UNION ALL \
        SELECT 1, seq, CAST(hash AS BLOB) FROM (SELECT seq, hash FROM ledger ORDER BY seq DESC LIMIT 1)";
    let mut ends = [None, None];
    let rows: Vec<(bool, i64, Vec<u8>)> = sqlx::query_as(ENDS).fetch_all(conn).await.map_err(store_error)?;
    for (is_last, seq, hash) in rows {
        ends[usize::from(is_last)] = Some((Seq(seq), String::from_utf8_lossy(&hash).into_owned()));
    }
    let [head, last] = ends;
    Ok(WrongEnd::of(head.as_ref(), last.as_ref()))
}

/// A row of the ledger byte by byte: what somebody wrote there need not be text.
pub(crate) struct EntryRow {
    pub(crate) seq: i64,
    pub(crate) at: Vec<u8>,
    pub(crate) actor: Vec<u8>,
    pub(crate) kind: Vec<u8>,
    pub(crate) set_id: Option<i64>,
    pub(crate) event: Vec<u8>,
    pub(crate) prev: Vec<u8>,
    pub(crate) hash: Vec<u8>,
}

impl EntryRow {
    /// It as texts. Only texts were hashed: what is none shows as changed.
    pub(crate) fn raw(self) -> RawEntry {
        let text =
            |bytes: Vec<u8>| String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into());
        RawEntry {
            seq: Seq(self.seq),
            at: text(self.at),
            actor: text(self.actor),
            kind: text(self.kind),
            set: self.set_id.map(SetId),
            event: text(self.event),
            prev: text(self.prev),
            hash: text(self.hash),
        }
    }
}

pub(crate) async fn raw_entries<'c>(
    on: impl Executor<'c, Database = Sqlite>,
    after: Seq,
    limit: u32,
) -> Result<Vec<RawEntry>> {
    let rows = query_file_as!(EntryRow, "../sql/raw_entries.sql", after.0, limit).fetch_all(on).await;
    Ok(rows.map_err(store_error)?.into_iter().map(EntryRow::raw).collect())
}

#[async_trait]
impl Ledger for Snapshot {
    async fn head(&mut self) -> Result<Option<(Seq, String)>> {
        head(&mut *self.0).await
    }

    async fn raw_entries(&mut self, after: Seq, limit: u32) -> Result<Vec<RawEntry>> {
        raw_entries(&mut *self.0, after, limit).await
    }

    async fn todos(&mut self) -> Result<Vec<Todo>> {
        stored::todos(&mut *self.0).await
    }

    async fn change_sets(&mut self, before: Option<SetId>, limit: u32) -> Result<Vec<(SetId, ChangeSet)>> {
        // Greater than any moment's text.
        stored::change_sets(&mut *self.0, before.map_or(i64::MAX, |id| id.0), "~", limit).await
    }

    async fn rules(&mut self) -> Result<Vec<Rule>> {
        stored::rules(&mut *self.0).await
    }

    async fn marks(&mut self) -> Result<Vec<(SessionId, SessionMarks)>> {
        stored::marks(&mut *self.0).await
    }

    async fn plans(&mut self) -> Result<Vec<(SessionId, u64, Plan)>> {
        stored::plans(&mut *self.0).await
    }

    async fn index_damage(&mut self) -> Result<Vec<String>> {
        damage::found(&mut self.0).await
    }
}
