//! What a transaction writes, step by step, until it is made durable.

use super::{BLOB_PART, SqliteTx, disown, let_go};
use crate::Writer;
use crate::batch::{ROWS, add, add_rows};
use crate::failure::{unreadable, unwritable};
use crate::held::Held;
use crate::mark::Mark;
use crate::numbers::Counter;
use crate::shape::{StoredEvent, moment, word};
use crate::{damage, place, unread};
use async_trait::async_trait;
use countersign_core::change_set::{Actor, ChangeSet, SetStatus, Source};
use countersign_core::ids::{RuleId, RunId, Seq, SessionId, SetId, TodoId};
use countersign_core::ledger::{Entry, Event, chain};
use countersign_core::rule::Rule;
use countersign_core::session::SessionMarks;
use countersign_core::todo::Todo;
use countersign_core::wire::RunEvent;
use countersign_plan::Plan;
use countersign_store::{
    CommandRunRow, ImageRow, NumberedEvent, OutputRow, Remembered, Result, RunRow, SessionRow, StoreError, Tx,
};
use jiff::Timestamp;
use sqlx::{Connection, query_file, query_file_scalar};
use std::sync::atomic::Ordering;

/// Items of a set that was made in one step are stored with it where they are so few: they are decided and applied,
/// and rows of their own, of which single ones can be written again, would be pages more of each such write.
const FEW: usize = 4;

/// So long may such a set be.
const SHORT: usize = 2048;

/// The body of such a set with its items.
fn in_one_piece(set: &ChangeSet) -> Result<Option<String>> {
    let in_one_step = matches!(set.source, Source::Direct | Source::Compat) && set.status == SetStatus::Resolved;
    if !in_one_step || set.items.len() > FEW {
        return Ok(None);
    }
    let body = serde_json::to_string(set).map_err(unwritable)?;
    Ok((body.len() <= SHORT).then_some(body))
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
        set.into_iter().for_each(|number| self.set.show(number));
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
        let (id, status, expires_at) = (set.id.0, word(&set.status)?, moment(set.expires_at));
        if let Some(body) = in_one_piece(set)? {
            add!(self.batch, "../sql/put_set.sql", id, &status, &expires_at, &body);
            // An older version gave them rows.
            add!(self.batch, "sql/drop_items.sql", id, "[]");
            return self.gathered().await;
        }
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
        at: Timestamp,
    ) -> Result<Vec<NumberedEvent>> {
        self.flush().await?;
        let count = events.len() as i64;
        let stored: Vec<StoredEvent<&RunEvent>> =
            events.iter().map(|event| StoredEvent { event, at: Some(at) }).collect();
        let bodies = serde_json::to_string(&stored).map_err(unwritable)?;
        let last = query_file_scalar!("sql/append_events.sql", run.0, session.0, bodies, count, session.0)
            .fetch_optional(self.begun().await?)
            .await;
        let Some(last) = self.step(last)? else {
            self.failed = true;
            return Err(StoreError::Other { message: format!("there is no conversation {session}") });
        };
        let first = last - count + 1;
        Ok((first..).zip(events).map(|(n, event)| NumberedEvent { n, at: Some(at), event: event.clone() }).collect())
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
        if unread::is_made_good(key) {
            // What this transaction has put there itself is read by it.
            self.flush().await?;
            let (entry, conn) = (self.head.0, self.begun().await?);
            let kept = unread::keep_overwritten(conn, entry, key).await;
            self.failed |= kept.is_err();
            kept?;
        }
        add!(self.batch, "../sql/put_meta.sql", key, value);
        self.gathered().await
    }

    async fn put_agent_state(&mut self, run: &RunId, state: &str) -> Result<()> {
        add!(self.batch, "../sql/put_agent_state.sql", &run.0, state);
        self.gathered().await
    }

    async fn search_damage(&mut self) -> Result<Option<String>> {
        self.flush().await?;
        let damage = damage::of_search(self.begun().await?).await;
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
            unread::keep_aside(conn, entry).await?;
            unread::take_away(conn, entry).await
        };
        let done = aside.await;
        self.failed |= done.is_err();
        done
    }

    async fn clear_projections(&mut self) -> Result<()> {
        self.alone = false;
        self.flush().await?;
        let (entry, conn) = (self.head.0, self.begun().await?);
        let kept = unread::keep_aside(conn, entry).await;
        self.failed |= kept.is_err();
        kept?;
        let mended = damage::mend(self.begun().await?).await;
        self.failed |= mended.is_err();
        mended?;
        let dropped = damage::drop_astray(self.begun().await?).await;
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
            if let Some(given) = counter.to_keep() {
                add!(self.batch, "../sql/put_counter.sql", name, given);
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
        // Where nothing of it was sent yet, the log still begins as the last one left it.
        let cut = if self.unbegun.is_some() { Held::is_overwritten } else { Held::is_cut };
        if self.held.as_ref().is_some_and(cut) {
            return Err(StoreError::Cut);
        }
        self.batch.statement("COMMIT");
        let mut done = self.flush().await;
        if let (Some(mut turn), Some(mut conn), Some(mut held)) = (self.turn.take(), self.conn.take(), self.held.take())
        {
            if done.is_ok() {
                if self.noted && self.appended {
                    Mark::new(self.head.0, self.secret.as_deref()).put(&self.path);
                }
                held.look();
                *turn = Some(Writer { conn, log: self.log, held, known: self.left() });
            } else {
                self.cut.fetch_or(held.is_cut(), Ordering::Relaxed);
                if let Err(StoreError::Disk { message }) = &done
                    && disown(&mut conn).await.is_err()
                    && self.unsynced
                {
                    done = Err(StoreError::Unsettled { message: message.clone() });
                }
                match done {
                    // Closing it might bring the log into the file.
                    Err(StoreError::Corrupt { .. }) => let_go(conn).await,
                    // Rolls back whatever is left; the turn ends when that has happened.
                    _ => drop(conn.close().await),
                }
            }
        }
        done
    }
}
