//! The write side: transactions on the one connection that writes.

mod rows;

use crate::batch::{Batch, add};
use crate::failure::{is_unsynced, store_error, unwritable};
use crate::filed;
use crate::held::Held;
use crate::numbers::{Counter, Known};
use crate::open::APPLICATION;
use crate::{SqliteStore, Writer, ledger, met, open, place};
use countersign_core::ids::TodoId;
use countersign_core::ledger::{Event, GENESIS};
use countersign_core::todo::Todo;
use countersign_core::todo::stored::Stored;
use countersign_store::{Result, StoreError, Tx};
use sqlx::{AssertSqlSafe, ConnectOptions, SqliteConnection, query_file_as, query_with};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::OwnedMutexGuard;

/// Contents are stored in parts of so many bytes.
pub(crate) const BLOB_PART: usize = 1 << 20;

/// A longer answer is stored as a content.
const LONG: usize = 64 * 1024;

/// A file of at most so many bytes is looked through before the first write, which takes a millisecond per MB.
const LOOKED_THROUGH: u64 = 32 << 20;

/// What stands before the hash of such a content; no JSON begins so.
pub(crate) const CONTENT: &str = "content:";

/// An open transaction.
///
/// Its writes are gathered and sent with the commit, or when they are many, or before something
/// is read in it. Numbers it gives from memory: nobody else can write meanwhile.
///
/// The connection goes back to its slot only after a COMMIT or ROLLBACK that succeeded. In every
/// other case (an error, a future that was dropped half-way) it is closed, and closing rolls back:
/// SQLite may have ended the transaction by itself after an error, and a statement on such a
/// connection would be committed alone.
struct SqliteTx {
    path: PathBuf,
    /// The file that is written to.
    file: Option<place::Identity>,
    turn: Option<OwnedMutexGuard<Option<Writer>>>,
    conn: Option<SqliteConnection>,
    /// The log that it is written into first.
    log: Option<place::Identity>,
    /// How the files were left before it.
    held: Option<Held>,
    /// Where it is kept that they were found cut.
    cut: Arc<AtomicBool>,
    batch: Batch,
    /// What is known from the transaction before this one; none once SQLite has begun it.
    unbegun: Option<Known>,
    /// It may be known how this one leaves things.
    alone: bool,
    /// Number and hash of the newest entry.
    head: (i64, String),
    /// The highest numbers given.
    todo: Counter,
    set: Counter,
    rule: Counter,
    appended: bool,
    failed: bool,
    /// The disk did not confirm what it was given.
    unsynced: bool,
    /// Commits wait for the disk: then they are noted.
    noted: bool,
    /// By what the database is known.
    secret: Option<String>,
}

/// How a transaction begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beginning {
    /// On all tables there are.
    Whole,
    /// On those that the ledger makes as well, which may be gone.
    Rebuilding,
}

impl SqliteStore {
    pub(crate) async fn begin_writing(&self) -> Result<Box<dyn Tx>> {
        self.begin_as(Beginning::Whole).await
    }

    /// As [`Self::begin_writing`], where tables of the projections may be gone.
    pub(crate) async fn begin_rebuilding(&self) -> Result<Box<dyn Tx>> {
        self.begin_as(Beginning::Rebuilding).await
    }

    /// Sees once, before the first write, that the ledger ends as its head says: what is appended to one that does
    /// not would hide for ever what is missing. And that no page is damaged that nobody has had to read, where looking
    /// takes no time.
    async fn agrees(&self, writer: &mut Writer) -> Result<()> {
        if self.agreed.load(Ordering::Relaxed) {
            return Ok(());
        }
        if let Some(wrong) = ledger::end(&mut writer.conn).await? {
            return Err(StoreError::WrongEnd(wrong));
        }
        let length = self.opened.as_ref().and_then(|file| file.metadata().ok()).map(|file| file.len());
        if length.is_some_and(|length| length <= LOOKED_THROUGH)
            && let Some(message) = self.look_through(met::count()).await
        {
            return Err(StoreError::Corrupt { message });
        }
        self.agreed.store(true, Ordering::Relaxed);
        Ok(())
    }

    async fn begin_as(&self, how: Beginning) -> Result<Box<dyn Tx>> {
        let mut turn = self.slot.clone().lock_owned().await;
        // Before the connection is taken, which holds what is nowhere else then.
        if place::is_lost(&self.path, self.file) {
            return Err(StoreError::Replaced);
        }
        if self.cut.load(Ordering::Relaxed) || turn.as_ref().is_some_and(|writer| self.finds_cut(writer)) {
            return Err(StoreError::Cut);
        }
        if self.may_be_damaged()
            && let Some(message) = self.damage_met().await
        {
            return Err(StoreError::Corrupt { message });
        }
        if how == Beginning::Whole
            && let Some(writer) = turn.as_mut()
        {
            self.agrees(writer).await?;
        }
        let (mut conn, mut had) = match turn.take() {
            Some(Writer { conn, log, held, known }) => (conn, Some((log, held, known))),
            None => {
                let opened = open::writing(&self.path, &self.options).connect().await;
                (opened.map_err(|error| place::told_apart(&self.path, store_error(error)))?, None)
            }
        };
        if let Some((log, mut held, known)) =
            had.take_if(|(log, ..)| place::is_replaced(&place::beside(&self.path, "-wal"), *log))
        {
            // The log has no name any more, and the connection has it still: all of it goes into the file.
            let saved = sqlx::query("PRAGMA wal_checkpoint(FULL)").fetch_all(&mut conn).await;
            held.look();
            *turn = Some(Writer { conn, log, held, known });
            return Err(saved.map_or_else(store_error, |_| StoreError::Replaced));
        }
        // Where nobody else writes, it is begun with the first statements that are sent.
        let kept = had.as_mut().and_then(|(.., known)| known.take());
        let kept = kept.filter(|_| self.options.alone && how == Beginning::Whole);
        let unbegun = kept.clone();
        let known = match (kept, how) {
            (Some(known), _) => known,
            (None, Beginning::Rebuilding) => Known::after_making_tables(&mut conn).await?,
            (None, Beginning::Whole) => {
                query_file_as!(Known, "sql/begin.sql").fetch_one(&mut conn).await.map_err(store_error)?
            }
        };
        let Writer { conn, log, held, .. } = match had {
            None => Writer::new(conn, self.opened.as_ref(), &self.path),
            Some((log, held, known)) => Writer { conn, log, held, known },
        };
        let head = known.seq.zip(known.hash).unwrap_or_else(|| (0, GENESIS.to_owned()));
        Ok(Box::new(SqliteTx {
            path: self.path.clone(),
            file: self.file,
            turn: Some(turn),
            conn: Some(conn),
            log,
            held: Some(held),
            cut: Arc::clone(&self.cut),
            batch: Batch::default(),
            unbegun,
            alone: self.options.alone,
            head,
            todo: Counter::at(known.todo),
            set: Counter::at(known.set_number),
            rule: Counter::at(known.rule_number),
            appended: false,
            failed: false,
            unsynced: false,
            noted: self.options.synchronous_full,
            secret: known.secret,
        }))
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

    /// The same for a statement that is not gathered: the transaction has begun.
    async fn begun(&mut self) -> Result<&mut SqliteConnection> {
        if self.unbegun.is_some() {
            self.flush().await?;
        }
        self.conn()
    }

    /// Puts what begins it before what was gathered, where that was put off. Tells whether it was.
    fn begin(&mut self) -> Result<bool> {
        let Some(known) = self.unbegun.take() else { return Ok(false) };
        let Known { seq, hash, todo, set_number, rule_number, .. } = &known;
        let gathered = self.batch.aside();
        self.batch.statement("BEGIN IMMEDIATE");
        self.batch.end();
        add!(self.batch, "sql/begin_known.sql", seq, hash, todo, set_number, rule_number);
        self.batch.behind(&gathered);
        Ok(true)
    }

    /// The outcome of a step; after a failure the transaction is over.
    fn step<T>(&mut self, outcome: sqlx::Result<T>) -> Result<T> {
        self.failed |= outcome.is_err();
        self.unsynced |= outcome.as_ref().is_err_and(is_unsynced);
        outcome.map_err(store_error)
    }

    /// How it leaves things, where that is known.
    fn left(&self) -> Option<Known> {
        let (seq, hash) = Some(self.head.clone()).filter(|(seq, _)| *seq > 0).unzip();
        self.alone.then(|| Known {
            seq,
            hash,
            secret: self.secret.clone(),
            todo: self.todo.highest(),
            set_number: self.set.highest(),
            rule_number: self.rule.highest(),
        })
    }

    /// Sends what was gathered.
    async fn flush(&mut self) -> Result<()> {
        if self.batch.is_empty() && self.unbegun.is_none() {
            return self.conn().map(drop);
        }
        self.conn()?;
        let begins = self.begin()?;
        let (sql, arguments) = self.batch.take();
        // Made of this crate's own statements alone; every value is an argument.
        let done = query_with(AssertSqlSafe(sql), arguments).execute(self.conn()?).await;
        match self.step(done) {
            Err(StoreError::Other { message }) if begins && message.contains("malformed JSON") => {
                Err(StoreError::Busy { message: "another program has written to the database meanwhile".to_owned() })
            }
            done => done.map(drop),
        }
    }

    /// What an entry is found by besides its number: the todos it changed, what was decided, and what of that is
    /// forgotten.
    async fn file(&mut self, seq: i64, at: &str, actor: &str, event: &Event) -> Result<()> {
        if let Event::Applied { items, .. } = event {
            let todos: BTreeSet<TodoId> = items.iter().flat_map(|item| &item.changes).map(|change| change.id).collect();
            todos.last().into_iter().for_each(|last| self.todo.show(last.0));
            let todos = serde_json::to_string(&todos).map_err(unwritable)?;
            add!(self.batch, "sql/index_todos.sql", seq, todos);
        }
        if let Event::Memory { entry, item, forgotten, .. } = event {
            match forgotten {
                true => add!(self.batch, "sql/forget.sql", entry.0, item),
                false => add!(self.batch, "sql/remember_again.sql", entry.0, item),
            }
        }
        for part in filed::parts(event) {
            part.file(&mut self.batch, seq, at, actor)?;
            self.gathered().await?;
        }
        Ok(())
    }

    /// Todos with their bodies, which will be sent.
    fn bodies<'t>(&mut self, todos: &[&'t Todo]) -> Result<Vec<(&'t Todo, String)>> {
        let with = |todo: &&'t Todo| Ok((*todo, serde_json::to_string(&Stored(todo)).map_err(unwritable)?));
        todos.iter().for_each(|todo| self.todo.see(todo.id.0));
        let part: Vec<(&Todo, String)> = todos.iter().map(with).collect::<Result<_>>()?;
        self.batch.weigh(part.iter().map(|(todo, body)| body.len() + todo.title.len() + todo.notes.len()).sum());
        Ok(part)
    }

    /// An answer as its row holds it: a long one is a content, which is packed.
    async fn shortened<'t>(&mut self, response: &'t str) -> Result<Cow<'t, str>> {
        if response.len() <= LONG {
            return Ok(Cow::Borrowed(response));
        }
        let hash = self.put_blob(response.as_bytes()).await?;
        Ok(Cow::Owned(format!("{CONTENT}{hash}")))
    }

    /// Sends what was gathered if it is much.
    async fn gathered(&mut self) -> Result<()> {
        if self.batch.is_enough() { self.flush().await } else { self.conn().map(drop) }
    }
}

/// Sees to it that a transaction whose commit failed is not there when the database is opened anew.
///
/// Where only the sync failed, all of it stands in the log, sound to its last frame, behind the end that SQLite knows; a
/// process that is killed then leaves it to the next one, which takes it for committed
/// (<https://sqlite.org/walformat.html>, "Recovery"). Whatever is written next is written over it: so the first page is,
/// with what it holds, and without the sync that fails.
async fn disown(conn: &mut SqliteConnection) -> Result<()> {
    // There may be nothing to roll back any more.
    drop(sqlx::raw_sql("ROLLBACK").execute(&mut *conn).await);
    let again = format!("PRAGMA synchronous = OFF; BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION}; COMMIT");
    // Our own constant: pragmas take no parameters.
    sqlx::raw_sql(AssertSqlSafe(again)).execute(conn).await.map(drop).map_err(store_error)
}

/// Gives a connection up that met damage, without closing it.
async fn let_go(mut conn: SqliteConnection) {
    // Others would wait for what it holds. Where that fails there is no more to be done.
    drop(sqlx::query("ROLLBACK").execute(&mut conn).await);
    std::mem::forget(conn);
}

impl Drop for SqliteTx {
    fn drop(&mut self) {
        let (Some(mut turn), Some(mut conn), Some(mut held)) = (self.turn.take(), self.conn.take(), self.held.take())
        else {
            return;
        };
        let log = self.log;
        if let (Some(known), false) = (self.unbegun.take(), self.failed) {
            // There is nothing to roll back.
            *turn = Some(Writer { conn, log, held, known: Some(known) });
            return;
        }
        // What was cut meanwhile stays known as such, also where it cannot be rolled back any more.
        let cut = held.is_cut();
        self.cut.fetch_or(cut, Ordering::Relaxed);
        // Without a runtime the connection is closed right here, which rolls back as well.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                match sqlx::query("ROLLBACK").execute(&mut conn).await.map_err(store_error) {
                    Ok(_) => {
                        if !cut {
                            held.look();
                        }
                        *turn = Some(Writer { conn, log, held, known: None });
                    }
                    // Closing it might bring the log into the file.
                    Err(StoreError::Corrupt { .. }) => std::mem::forget(conn),
                    Err(_) => {}
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use countersign_core::change_set::Actor;
    use countersign_core::ids::Seq;
    use countersign_store::Store;
    use jiff::Timestamp;

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
        if let Some(writer) = &mut *store.slot.lock().await {
            let limit: i64 = sqlx::query_scalar("PRAGMA max_page_count = 1").fetch_one(&mut writer.conn).await.unwrap();
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
