//! The write side: transactions on the one connection that writes.

use crate::failure::{store_error, unwritable};
use crate::shape::{moment, word};
use crate::{SqliteStore, open};
use async_trait::async_trait;
use countersign_core::change_set::{Actor, ChangeSet};
use countersign_core::ids::{RunId, Seq, SessionId, SetId, TodoId};
use countersign_core::ledger::{Entry, Event, GENESIS, chain};
use countersign_core::todo::Todo;
use countersign_core::wire::RunEvent;
use countersign_store::{NumberedEvent, Remembered, Result, RunRow, SessionRow, StoreError, Tx};
use jiff::Timestamp;
use sqlx::{ConnectOptions, Connection, SqliteConnection, query_file, query_file_scalar};
use std::collections::BTreeSet;
use tokio::sync::OwnedMutexGuard;

/// So many todos are written by one statement: one hop to the driver's thread, and a bounded text.
const TODOS_AT_ONCE: usize = 1000;

/// An open transaction.
///
/// The connection goes back to its slot only after a COMMIT or ROLLBACK that succeeded. In every
/// other case (an error, a future that was dropped half-way) it is closed, and closing rolls back:
/// SQLite may have ended the transaction by itself after an error, and a statement on such a
/// connection would be committed alone.
struct SqliteTx {
    turn: Option<OwnedMutexGuard<Option<SqliteConnection>>>,
    conn: Option<SqliteConnection>,
    /// Number and hash of the newest entry; nobody else can append meanwhile.
    head: (i64, String),
    failed: bool,
}

impl SqliteStore {
    pub(crate) async fn begin_writing(&self) -> Result<Box<dyn Tx>> {
        let mut turn = self.slot.clone().lock_owned().await;
        let mut conn = match turn.take() {
            Some(conn) => conn,
            None => open::writing(&self.path, &self.options).connect().await.map_err(store_error)?,
        };
        let head = query_file!("sql/begin.sql").fetch_optional(&mut conn).await.map_err(store_error)?;
        let head = head.map_or_else(|| (0, GENESIS.to_owned()), |head| (head.seq, head.hash));
        Ok(Box::new(SqliteTx { turn: Some(turn), conn: Some(conn), head, failed: false }))
    }
}

impl SqliteTx {
    /// The connection, unless an earlier step failed.
    fn conn(&mut self) -> Result<&mut SqliteConnection> {
        match &mut self.conn {
            Some(conn) if !self.failed => Ok(conn),
            _ => Err(StoreError::Other {
                message: "an earlier step of this transaction failed; nothing of it is stored".to_owned(),
            }),
        }
    }

    /// The outcome of a step; after a failure the transaction is over.
    fn step<T>(&mut self, outcome: sqlx::Result<T>) -> Result<T> {
        self.failed |= outcome.is_err();
        outcome.map_err(store_error)
    }

    async fn reserve(&mut self, name: &'static str, n: u32) -> Result<i64> {
        let last = query_file_scalar!("../sql/reserve.sql", name, n).fetch_one(self.conn()?).await;
        Ok(self.step(last)? - i64::from(n) + 1)
    }
}

impl Drop for SqliteTx {
    fn drop(&mut self) {
        let (Some(mut turn), Some(mut conn)) = (self.turn.take(), self.conn.take()) else {
            return;
        };
        // Without a runtime the connection is closed right here, which rolls back as well.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                if sqlx::query("ROLLBACK").execute(&mut conn).await.is_ok() {
                    *turn = Some(conn);
                }
            });
        }
    }
}

#[async_trait]
impl Tx for SqliteTx {
    async fn append(&mut self, at: Timestamp, actor: &Actor, event: Event) -> Result<Entry> {
        let (last, prev) = self.head.clone();
        let seq = last + 1;
        let at_text = moment(at);
        let actor_text = serde_json::to_string(actor).map_err(unwritable)?;
        let event_text = serde_json::to_string(&event).map_err(unwritable)?;
        let hash = chain(&prev, Seq(seq), &at_text, &actor_text, &event_text);
        let set = event.set().map(|id| id.0);
        let todos: BTreeSet<TodoId> = match &event {
            Event::Applied { items, .. } => {
                items.iter().flat_map(|item| &item.changes).map(|change| change.id).collect()
            }
            _ => BTreeSet::new(),
        };
        let todos = serde_json::to_string(&todos).map_err(unwritable)?;
        let kind = event.kind();
        let done = query_file!(
            "sql/append.sql",
            seq,
            at_text,
            actor_text,
            kind,
            set,
            event_text,
            prev,
            hash,
            seq,
            hash,
            seq,
            todos
        )
        .execute(self.conn()?)
        .await;
        self.step(done)?;
        self.head = (seq, hash.clone());
        Ok(Entry { seq: Seq(seq), at, actor: actor.clone(), event, prev, hash })
    }

    async fn reserve_todo_ids(&mut self, n: u32) -> Result<TodoId> {
        self.reserve("todo", n).await.map(TodoId)
    }

    async fn raise_todo_ids(&mut self, to: TodoId) -> Result<()> {
        let done = query_file!("../sql/raise.sql", "todo", to.0).execute(self.conn()?).await;
        self.step(done).map(drop)
    }

    async fn reserve_set_id(&mut self) -> Result<SetId> {
        self.reserve("set", 1).await.map(SetId)
    }

    async fn put_todos(&mut self, todos: &[&Todo]) -> Result<()> {
        for part in todos.chunks(TODOS_AT_ONCE) {
            let part = serde_json::to_string(part).map_err(unwritable)?;
            let done = query_file!("sql/put_todos.sql", part).execute(self.conn()?).await;
            self.step(done)?;
        }
        Ok(())
    }

    async fn delete_todos(&mut self, ids: &[TodoId]) -> Result<()> {
        let ids = serde_json::to_string(ids).map_err(unwritable)?;
        let done = query_file!("sql/delete_todos.sql", ids).execute(self.conn()?).await;
        self.step(done).map(drop)
    }

    async fn put_set(&mut self, set: &ChangeSet) -> Result<()> {
        // Field by field, so that a new field of a set is a compile error here until it is stored.
        let without_items = ChangeSet {
            id: set.id,
            run: set.run.clone(),
            session: set.session.clone(),
            source: set.source.clone(),
            title: set.title.clone(),
            version: set.version,
            status: set.status,
            items: Vec::new(),
            created_at: set.created_at,
            expires_at: set.expires_at,
            resolved_at: set.resolved_at,
        };
        let body = serde_json::to_string(&without_items).map_err(unwritable)?;
        let items = serde_json::to_string(&set.items).map_err(unwritable)?;
        let (id, status, expires_at) = (set.id.0, word(&set.status)?, moment(set.expires_at));
        let done = query_file!("sql/put_set.sql", id, status, expires_at, body, id, items, id, items)
            .execute(self.conn()?)
            .await;
        self.step(done).map(drop)
    }

    async fn put_session(&mut self, session: &SessionRow) -> Result<()> {
        let (created_at, updated_at) = (moment(session.created_at), moment(session.updated_at));
        let done =
            query_file!("../sql/put_session.sql", session.id.0, session.title, session.pending, created_at, updated_at)
                .execute(self.conn()?)
                .await;
        self.step(done).map(drop)
    }

    async fn put_run(&mut self, run: &RunRow) -> Result<()> {
        let (status, mode) = (word(&run.status)?, word(&run.mode)?);
        let change_set = run.change_set.map(|id| id.0);
        let (created_at, finished_at) = (moment(run.created_at), run.finished_at.map(moment));
        let done = query_file!(
            "../sql/put_run.sql",
            run.id.0,
            run.session.0,
            status,
            mode,
            run.message,
            run.decision,
            run.text,
            change_set,
            created_at,
            finished_at
        )
        .execute(self.conn()?)
        .await;
        self.step(done).map(drop)
    }

    async fn append_events(
        &mut self,
        session: &SessionId,
        run: &RunId,
        events: &[RunEvent],
    ) -> Result<Vec<NumberedEvent>> {
        let count = events.len() as i64;
        let bodies = serde_json::to_string(events).map_err(unwritable)?;
        let last = query_file_scalar!("sql/append_events.sql", run.0, session.0, bodies, count, session.0)
            .fetch_optional(self.conn()?)
            .await;
        let Some(last) = self.step(last)? else {
            self.failed = true;
            return Err(StoreError::Other { message: format!("there is no conversation {session}") });
        };
        let first = last - count + 1;
        Ok((first..).zip(events).map(|(n, event)| NumberedEvent { n, event: event.clone() }).collect())
    }

    async fn remember(&mut self, key: &str, answer: &Remembered) -> Result<()> {
        let at = moment(answer.at);
        let done = query_file!("../sql/remember.sql", key, answer.request, answer.status, answer.response, at)
            .execute(self.conn()?)
            .await;
        self.step(done).map(drop)
    }

    async fn put_meta(&mut self, key: &str, value: &str) -> Result<()> {
        let done = query_file!("../sql/put_meta.sql", key, value).execute(self.conn()?).await;
        self.step(done).map(drop)
    }

    async fn clear_projections(&mut self) -> Result<()> {
        let done = query_file!("../sql/clear_todos.sql").execute(self.conn()?).await;
        self.step(done)?;
        let done = query_file!("../sql/clear_items.sql").execute(self.conn()?).await;
        self.step(done)?;
        let done = query_file!("../sql/clear_sets.sql").execute(self.conn()?).await;
        self.step(done).map(drop)
    }

    async fn commit(mut self: Box<Self>) -> Result<()> {
        let done = sqlx::query("COMMIT").execute(self.conn()?).await;
        let done = self.step(done).map(drop);
        if let (Some(mut turn), Some(conn)) = (self.turn.take(), self.conn.take()) {
            if done.is_ok() {
                *turn = Some(conn);
            } else {
                // Rolls back whatever is left; the turn ends when that has happened.
                let _ = conn.close().await;
            }
        }
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use countersign_store::Store;

    fn audit(text: &str) -> Event {
        Event::Audit { action: "test".to_owned(), detail: text.into() }
    }

    #[tokio::test]
    async fn a_full_disk_undoes_the_transaction_and_the_next_one_works() {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(folder.path().join("todos.db")).await.unwrap();
        let mut tx = store.begin().await.unwrap();
        tx.append(Timestamp::UNIX_EPOCH, &Actor::System, audit("before")).await.unwrap();
        tx.commit().await.unwrap();
        // What SQLite answers on a full disk, from a limit of this connection.
        if let Some(conn) = &mut *store.slot.lock().await {
            let limit: i64 = sqlx::query_scalar("PRAGMA max_page_count = 1").fetch_one(conn).await.unwrap();
            assert!(limit > 1, "as small as the file is: {limit}");
        }
        let mut tx = store.begin().await.unwrap();
        let entry = tx.append(Timestamp::UNIX_EPOCH, &Actor::System, audit("small")).await.unwrap();
        assert_eq!(entry.seq, Seq(2));
        let error =
            tx.append(Timestamp::UNIX_EPOCH, &Actor::System, audit(&"large ".repeat(10_000))).await.unwrap_err();
        assert!(matches!(error, StoreError::Full { .. }), "{error:?}");
        // SQLite has ended the transaction by itself: nothing after it may be committed alone.
        tx.append(Timestamp::UNIX_EPOCH, &Actor::System, audit("after")).await.unwrap_err();
        tx.put_meta("after", "stray").await.unwrap_err();
        tx.commit().await.unwrap_err();
        let seen = (store.head().await.unwrap().map(|(seq, _)| seq), store.meta("after").await.unwrap());
        assert_eq!(seen, (Some(Seq(1)), None), "as it was");

        let mut tx = store.begin().await.unwrap();
        tx.append(Timestamp::UNIX_EPOCH, &Actor::System, audit(&"large ".repeat(10_000))).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(
            store.head().await.unwrap().map(|(seq, _)| seq),
            Some(Seq(2)),
            "a fresh connection without the limit"
        );
    }
}
