//! The write side: transactions on the one connection that writes.

use crate::batch::{Batch, ROWS, add, add_rows};
use crate::failure::{store_error, unreadable, unwritable};
use crate::filed;
use crate::held::Held;
use crate::mark::Mark;
use crate::numbers::{Counter, Known};
use crate::shape::{moment, word};
use crate::{SqliteStore, Writer, open, place};
use async_trait::async_trait;
use countersign_core::change_set::{Actor, ChangeSet};
use countersign_core::ids::{RuleId, RunId, Seq, SessionId, SetId, TodoId};
use countersign_core::ledger::{Entry, Event, GENESIS, chain};
use countersign_core::rule::Rule;
use countersign_core::session::SessionMarks;
use countersign_core::todo::Todo;
use countersign_core::todo::stored::Stored;
use countersign_core::wire::RunEvent;
use countersign_plan::Plan;
use countersign_store::{
    CommandRunRow, ImageRow, NumberedEvent, OutputRow, Remembered, Result, RunRow, SessionRow, StoreError, Tx,
};
use jiff::Timestamp;
use sqlx::{
    AssertSqlSafe, ConnectOptions, Connection, SqliteConnection, query_file, query_file_as, query_file_scalar,
    query_with,
};
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

    async fn begin_as(&self, how: Beginning) -> Result<Box<dyn Tx>> {
        let mut turn = self.slot.clone().lock_owned().await;
        // Before the connection is taken, which holds what is nowhere else then.
        if place::is_lost(&self.path, self.file) {
            return Err(StoreError::Replaced);
        }
        if self.cut.load(Ordering::Relaxed) || turn.as_ref().is_some_and(|writer| writer.held.is_cut()) {
            return Err(StoreError::Cut);
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

    /// What an entry is found by besides its number: the todos it changed, and what was decided.
    async fn file(&mut self, seq: i64, at: &str, actor: &str, event: &Event) -> Result<()> {
        if let Event::Applied { items, .. } = event {
            let todos: BTreeSet<TodoId> = items.iter().flat_map(|item| &item.changes).map(|change| change.id).collect();
            todos.last().into_iter().for_each(|last| self.todo.see(last.0));
            let todos = serde_json::to_string(&todos).map_err(unwritable)?;
            add!(self.batch, "sql/index_todos.sql", seq, todos);
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
                if sqlx::query("ROLLBACK").execute(&mut conn).await.is_ok() {
                    if !cut {
                        held.look();
                    }
                    *turn = Some(Writer { conn, log, held, known: None });
                }
            });
        }
    }
}

#[async_trait]
impl Tx for SqliteTx {
    async fn append(&mut self, at: Timestamp, actor: &Actor, event: Event) -> Result<Entry> {
        let (last, prev) = self.head.clone();
        let seq = last.checked_add(1).ok_or(StoreError::NoNumbers)?;
        let at_text = moment(at);
        let actor_text = serde_json::to_string(actor).map_err(unwritable)?;
        let event_text = serde_json::to_string(&event).map_err(unwritable)?;
        let hash = chain(&prev, Seq(seq), &at_text, &actor_text, &event_text);
        let set = event.set().map(|id| id.0);
        set.into_iter().for_each(|number| self.set.see(number));
        let kind = event.kind();
        self.batch.weigh(event_text.len());
        add!(self.batch, "sql/append.sql", seq, &at_text, &actor_text, kind, set, event_text, &prev, &hash);
        self.file(seq, &at_text, &actor_text, &event).await?;
        self.head = (seq, hash.clone());
        self.appended = true;
        self.gathered().await?;
        Ok(Entry { seq: Seq(seq), at, actor: actor.clone(), event, prev, hash })
    }

    async fn reserve_todo_ids(&mut self, n: u32) -> Result<TodoId> {
        self.todo.reserve(n).map(TodoId)
    }

    async fn raise_todo_ids(&mut self, to: TodoId) -> Result<()> {
        self.todo.raise(to.0);
        Ok(())
    }

    async fn reserve_set_id(&mut self) -> Result<SetId> {
        self.set.reserve(1).map(SetId)
    }

    async fn reserve_rule_id(&mut self) -> Result<RuleId> {
        self.rule.reserve(1).map(RuleId)
    }

    async fn add_todos(&mut self, todos: &[&Todo]) -> Result<()> {
        for part in todos.chunks(ROWS) {
            let part = self.bodies(part)?;
            add_rows!(
                self.batch,
                "sql/add_todos.sql",
                &part,
                |(todo, body)| todo.id.0,
                todo.completed(),
                &todo.title,
                &todo.notes,
                body
            );
            self.gathered().await?;
        }
        Ok(())
    }

    async fn put_todos(&mut self, todos: &[&Todo]) -> Result<()> {
        for part in todos.chunks(ROWS) {
            let part = self.bodies(part)?;
            add_rows!(
                self.batch,
                "sql/put_todos.sql",
                &part,
                |(todo, body)| todo.id.0,
                todo.completed(),
                &todo.title,
                &todo.notes,
                body
            );
            self.gathered().await?;
        }
        Ok(())
    }

    async fn delete_todos(&mut self, ids: &[TodoId]) -> Result<()> {
        let ids = serde_json::to_string(ids).map_err(unwritable)?;
        add!(self.batch, "sql/delete_todos.sql", ids);
        self.gathered().await
    }

    async fn put_set(&mut self, set: &ChangeSet) -> Result<()> {
        self.set.see(set.id.0);
        // Field by field, so that a new field of a set is a compile error here until it is stored.
        let without_items = ChangeSet {
            id: set.id,
            run: set.run.clone(),
            session: set.session.clone(),
            source: set.source.clone(),
            agent: set.agent.clone(),
            title: set.title.clone(),
            version: set.version,
            status: set.status,
            items: Vec::new(),
            created_at: set.created_at,
            expires_at: set.expires_at,
            resolved_at: set.resolved_at,
            copy_of: set.copy_of,
            copied_as: set.copied_as,
        };
        let body = serde_json::to_string(&without_items).map_err(unwritable)?;
        let (id, status, expires_at) = (set.id.0, word(&set.status)?, moment(set.expires_at));
        add!(self.batch, "../sql/put_set.sql", id, &status, &expires_at, &body);
        for (part, first) in set.items.chunks(ROWS).zip((0_i64..).step_by(ROWS)) {
            let part: Vec<(i64, u32, String)> = part
                .iter()
                .zip(first..)
                .map(|(item, position)| Ok((position, item.n, serde_json::to_string(item).map_err(unwritable)?)))
                .collect::<Result<_>>()?;
            self.batch.weigh(part.iter().map(|(_, _, body)| body.len()).sum());
            add_rows!(self.batch, "sql/put_items.sql", &part, |(position, n, body)| id, n, position, body);
            self.gathered().await?;
        }
        let kept: Vec<u32> = set.items.iter().map(|item| item.n).collect();
        let kept = serde_json::to_string(&kept).map_err(unwritable)?;
        add!(self.batch, "sql/drop_items.sql", id, &kept);
        self.gathered().await
    }

    async fn put_rule(&mut self, rule: &Rule) -> Result<()> {
        self.rule.see(rule.id.0);
        let body = serde_json::to_string(rule).map_err(unwritable)?;
        add!(self.batch, "../sql/put_rule.sql", rule.id.0, &body);
        self.gathered().await
    }

    async fn put_command_run(&mut self, run: &CommandRunRow) -> Result<()> {
        self.batch.weigh(run.body.len());
        let updated_at = moment(run.updated_at);
        add!(self.batch, "../sql/put_command_run.sql", run.set.0, &run.status, &run.body, &updated_at);
        self.gathered().await
    }

    async fn put_session(&mut self, session: &SessionRow) -> Result<()> {
        let (created_at, updated_at) = (moment(session.created_at), moment(session.updated_at));
        add!(
            self.batch,
            "../sql/put_session.sql",
            &session.id.0,
            &session.title,
            &session.pending,
            &created_at,
            &updated_at
        );
        self.gathered().await
    }

    async fn put_marks(&mut self, session: &SessionId, marks: &SessionMarks) -> Result<()> {
        let (state, body) = (marks.state.name(), serde_json::to_string(marks).map_err(unwritable)?);
        add!(self.batch, "../sql/put_marks.sql", &session.0, state, &body);
        self.gathered().await
    }

    async fn put_plan(&mut self, session: &SessionId, plan: &Plan) -> Result<()> {
        let version = i64::try_from(plan.metadata.version).map_err(|error| unreadable("plan", error))?;
        let body = serde_json::to_string(plan).map_err(unwritable)?;
        self.batch.weigh(body.len());
        add!(self.batch, "../sql/put_plan.sql", &session.0, version, &body);
        self.gathered().await
    }

    async fn put_run(&mut self, run: &RunRow) -> Result<()> {
        let (status, mode) = (word(&run.status)?, word(&run.mode)?);
        let change_set = run.change_set.map(|id| id.0);
        let (created_at, finished_at) = (moment(run.created_at), run.finished_at.map(moment));
        add!(
            self.batch,
            "../sql/put_run.sql",
            &run.id.0,
            &run.session.0,
            &status,
            &mode,
            &run.message,
            &run.decision,
            &run.text,
            change_set,
            &created_at,
            &finished_at
        );
        self.gathered().await
    }

    async fn append_events(
        &mut self,
        session: &SessionId,
        run: &RunId,
        events: &[RunEvent],
    ) -> Result<Vec<NumberedEvent>> {
        self.flush().await?;
        let count = events.len() as i64;
        let bodies = serde_json::to_string(events).map_err(unwritable)?;
        let last = query_file_scalar!("sql/append_events.sql", run.0, session.0, bodies, count, session.0)
            .fetch_optional(self.begun().await?)
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
        let response = self.shortened(&answer.response).await?;
        add!(self.batch, "../sql/remember.sql", key, &answer.request, answer.status, &response, &at);
        // At once: that a key is not new is for the caller to know here.
        self.flush().await
    }

    async fn amend(&mut self, key: &str, response: &str) -> Result<()> {
        let response = self.shortened(response).await?;
        let done = query_file!("../sql/amend.sql", key, response).execute(self.begun().await?).await;
        self.step(done).map(drop)
    }

    async fn put_blob(&mut self, data: &[u8]) -> Result<String> {
        let hash = blake3::hash(data).to_hex().to_string();
        let there = query_file_scalar!("../sql/has_blob.sql", hash).fetch_one(self.begun().await?).await;
        if self.step(there)? > 0 {
            return Ok(hash);
        }
        // An empty content has one empty part.
        let parts = data.chunks(BLOB_PART).chain(data.is_empty().then_some(data));
        for (part, bytes) in (0_i64..).zip(parts) {
            let packed = zstd::bulk::compress(bytes, 3).map_err(|e| StoreError::Other { message: e.to_string() })?;
            let done = query_file!("../sql/put_blob.sql", hash, part, packed).execute(self.begun().await?).await;
            self.step(done)?;
        }
        Ok(hash)
    }

    async fn reserve_output_number(&mut self) -> Result<i64> {
        self.flush().await?;
        let last = query_file_scalar!("sql/last_output.sql").fetch_one(self.begun().await?).await;
        let next = Counter::at(self.step(last)?).reserve(1)?;
        add!(self.batch, "../sql/put_counter.sql", "output", next);
        self.flush().await.map(|()| next)
    }

    async fn put_output(&mut self, output: &OutputRow) -> Result<()> {
        let (session, run) = (output.session.as_ref().map(|id| &id.0), output.run.as_ref().map(|id| &id.0));
        let created_at = moment(output.created_at);
        let chars = i64::try_from(output.chars).map_err(|e| StoreError::Other { message: e.to_string() })?;
        add!(
            self.batch,
            "../sql/put_output.sql",
            &output.id.0,
            session,
            run,
            &output.tool,
            &output.args,
            output.success,
            &created_at,
            chars,
            &output.summary,
            &output.preview,
            &output.blob
        );
        self.gathered().await
    }

    async fn put_image(&mut self, image: &ImageRow) -> Result<()> {
        let (session, run) = (image.session.as_ref().map(|id| &id.0), image.run.as_ref().map(|id| &id.0));
        let created_at = moment(image.created_at);
        add!(self.batch, "../sql/put_image.sql", &image.id.0, session, run, &created_at, image.deleted, &image.body);
        self.gathered().await
    }

    async fn put_meta(&mut self, key: &str, value: &str) -> Result<()> {
        // One of these is what the database is known by.
        self.alone = false;
        add!(self.batch, "../sql/put_meta.sql", key, value);
        self.gathered().await
    }

    async fn put_agent_state(&mut self, run: &RunId, state: &str) -> Result<()> {
        add!(self.batch, "../sql/put_agent_state.sql", &run.0, state);
        self.gathered().await
    }

    async fn index_damage(&mut self) -> Result<Vec<String>> {
        self.flush().await?;
        let damage = crate::damage::found(self.begun().await?).await;
        self.failed |= damage.is_err();
        damage
    }

    async fn index(&mut self, entry: &Entry) -> Result<()> {
        let actor = serde_json::to_string(&entry.actor).map_err(unwritable)?;
        self.file(entry.seq.0, &moment(entry.at), &actor, &entry.event).await?;
        self.gathered().await
    }

    async fn set_aside(&mut self) -> Result<()> {
        self.flush().await?;
        let (entry, conn) = (self.head.0, self.begun().await?);
        let aside = async {
            crate::unread::keep_aside(conn, entry).await?;
            crate::unread::take_away(conn).await
        };
        let done = aside.await;
        self.failed |= done.is_err();
        done
    }

    async fn clear_projections(&mut self) -> Result<()> {
        self.alone = false;
        self.flush().await?;
        let (entry, conn) = (self.head.0, self.begun().await?);
        let kept = crate::unread::keep_aside(conn, entry).await;
        self.failed |= kept.is_err();
        kept?;
        let mended = crate::damage::mend(self.begun().await?).await;
        self.failed |= mended.is_err();
        mended?;
        let dropped = crate::damage::drop_astray(self.begun().await?).await;
        self.failed |= dropped.is_err();
        dropped?;
        // First: rows of todos leave the search index by triggers, which fail where it is damaged.
        add!(self.batch, "sql/make_search.sql");
        add!(self.batch, "sql/clear_indexes.sql");
        add!(self.batch, "../sql/clear_todos.sql");
        add!(self.batch, "../sql/clear_items.sql");
        add!(self.batch, "../sql/clear_sets.sql");
        add!(self.batch, "../sql/clear_rules.sql");
        add!(self.batch, "../sql/clear_marks.sql");
        add!(self.batch, "../sql/clear_plans.sql");
        self.gathered().await
    }

    async fn commit(mut self: Box<Self>) -> Result<()> {
        self.conn()?;
        for (name, counter) in [("todo", &self.todo), ("set", &self.set), ("rule", &self.rule)] {
            if counter.has_given() {
                add!(self.batch, "../sql/put_counter.sql", name, counter.given());
            }
        }
        if self.appended {
            add!(self.batch, "../sql/put_head.sql", self.head.0, &self.head.1);
        }
        let log = place::beside(&self.path, "-wal");
        if place::is_lost(&self.path, self.file) || place::is_replaced(&log, self.log) {
            // Rolled back by being dropped, which keeps the connection.
            return Err(StoreError::Replaced);
        }
        if self.held.as_ref().is_some_and(Held::is_cut) {
            return Err(StoreError::Cut);
        }
        self.batch.statement("COMMIT");
        let done = self.flush().await;
        if let (Some(mut turn), Some(conn), Some(mut held)) = (self.turn.take(), self.conn.take(), self.held.take()) {
            if done.is_ok() {
                if self.noted && self.appended {
                    Mark::new(self.head.0, self.secret.as_deref()).put(&self.path);
                }
                held.look();
                *turn = Some(Writer { conn, log: self.log, held, known: self.left() });
            } else {
                self.cut.fetch_or(held.is_cut(), Ordering::Relaxed);
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
