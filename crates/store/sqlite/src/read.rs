//! The read side.

use crate::SqliteStore;
use crate::failure::{store_error, unreadable, unwritable};
use crate::ledger::{self, EntryRow};
use crate::shape::{
    DecisionRow, EventColumns, ImageColumns, KeptColumns, OutputColumns, RunColumns, RunEventColumns, SaidColumns,
    SessionColumns, each, moment, read_json, read_moment, readable, word,
};
use crate::stored::{self, SetColumns};
use crate::words::expression;
use crate::write::{BLOB_PART, CONTENT};
use crate::{met, open, place, private, salvage, unread};
use async_trait::async_trait;
use countersign_core::change_set::{ChangeSet, SetStatus};
use countersign_core::ids::{ImageId, OutputId, RunId, Seq, SessionId, SetId, TodoId};
use countersign_core::rule::Rule;
use countersign_core::session::{SessionMarks, SessionState};
use countersign_core::todo::Todo;
use countersign_core::wire::DecisionView;
use countersign_plan::Plan;
use countersign_store::{
    CommandRunRow, DecisionFilter, Entries, EntryFilter, ImageFilter, ImageRow, LastVerdict, Ledger, NumberedEvent,
    OutputFilter, OutputRow, OutputSort, RawEntry, Remembered, Result, RunRow, Said, SessionRow, SetFilter, Store,
    StoreError, Taken, TodoSearch, Tx,
};
use sqlx::{ConnectOptions as _, Connection as _, FromRow, query_file, query_file_as, query_file_scalar};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A run of commands as it is stored.
#[derive(FromRow)]
struct CommandRunColumns {
    #[sqlx(rename = "set_id!")]
    set_id: i64,
    #[sqlx(rename = "status!")]
    status: String,
    #[sqlx(rename = "body!")]
    body: String,
    #[sqlx(rename = "updated_at!")]
    updated_at: String,
}

impl CommandRunColumns {
    fn run(self) -> Result<CommandRunRow> {
        let updated_at = read_moment("run of commands", &self.updated_at)?;
        Ok(CommandRunRow { set: SetId(self.set_id), status: self.status, body: self.body, updated_at })
    }
}

/// The wire words of four statuses for an `IN` of fixed length; fewer are repeated, none is `None`.
fn four(statuses: &[SetStatus]) -> Result<Option<[String; 4]>> {
    let words = statuses.iter().map(word).collect::<Result<Vec<_>>>()?;
    let Some(first) = words.first() else {
        return Ok(None);
    };
    Ok(Some(std::array::from_fn(|i| words.get(i).unwrap_or(first).clone())))
}

/// Unpacks contents as they are stored. What that needs is made once: for a small content it takes longer
/// than the content.
struct Unpacker {
    zstd: zstd::bulk::Decompressor<'static>,
    part: Vec<u8>,
}

impl Unpacker {
    fn new() -> Result<Self> {
        let zstd = zstd::bulk::Decompressor::new().map_err(|e| unreadable("content", e))?;
        Ok(Self { zstd, part: Vec::with_capacity(BLOB_PART) })
    }

    /// Adds a part of a content.
    fn add(&mut self, hash: &str, part: &[u8], data: &mut Vec<u8>) -> Result<()> {
        let unpacked = self.zstd.decompress_to_buffer(part, &mut self.part);
        unpacked.map_err(|e| unreadable("content", format!("{hash}: {e}")))?;
        data.extend_from_slice(&self.part);
        Ok(())
    }
}

/// Room for a content of so many parts, of which all but the last are of one size: growing step by
/// step would take up to twice as much.
fn room_for(parts: usize) -> Vec<u8> {
    Vec::with_capacity(if parts > 1 { parts * BLOB_PART } else { 0 })
}

/// A content that hashes to its name.
fn known(hash: &str, data: Vec<u8>) -> Result<Vec<u8>> {
    if blake3::hash(&data).to_hex().as_str() != hash {
        return Err(unreadable("content", format!("{hash}: it is not what was stored")));
    }
    Ok(data)
}

#[async_trait]
impl Store for SqliteStore {
    async fn begin(&self) -> Result<Box<dyn Tx>> {
        self.begin_writing().await
    }

    async fn begin_rebuild(&self) -> Result<Box<dyn Tx>> {
        self.begin_rebuilding().await
    }

    async fn missing_tables(&self) -> Result<Vec<&'static str>> {
        unread::missing_tables(self.reading().await?).await
    }

    async fn unread(&self) -> Result<Vec<String>> {
        let mut reader = self.reading().await?.acquire().await.map_err(store_error)?;
        unread::told(&mut reader).await
    }

    async fn unread_beside(&self) -> Result<Vec<String>> {
        let mut reader = self.reading().await?.acquire().await.map_err(store_error)?;
        unread::told_beside(&mut reader).await
    }

    async fn todos(&self) -> Result<Vec<Todo>> {
        // Both of one moment: somebody may write meanwhile.
        let mut at = self.reading().await?.begin().await.map_err(store_error)?;
        let todos = stored::todos(&mut *at).await?;
        // One under such a number is in no part of the table, or is read as the one that it says it is.
        let strange: i64 = sqlx::query_scalar("SELECT count(*) FROM todos WHERE id < 1")
            .fetch_one(&mut *at)
            .await
            .map_err(store_error)?;
        if strange > 0 {
            return Err(unreadable("todo", format!("{strange} have a number that is none")));
        }
        // A page that lost some of its rows is well formed, and SQLite reads on behind them.
        let indexed = query_file_scalar!("sql/todos_indexed.sql").fetch_one(&mut *at).await;
        let lost = indexed.map_err(store_error)?.saturating_sub(i64::try_from(todos.len()).unwrap_or(i64::MAX));
        if lost > 0 {
            met::note();
            return Err(StoreError::Corrupt {
                message: format!("{lost} of the todos are not in their table any more"),
            });
        }
        Ok(todos)
    }

    async fn search(&self, search: &TodoSearch) -> Result<Vec<TodoId>> {
        let Some(query) = expression(&search.text) else {
            return Ok(Vec::new());
        };
        let found = match search.completed {
            None => query_file_scalar!("sql/search.sql", query, search.limit).fetch_one(self.reading().await?).await,
            Some(completed) => {
                query_file_scalar!("sql/search_completed.sql", query, search.limit, completed)
                    .fetch_one(self.reading().await?)
                    .await
            }
        };
        let ids = found.map_err(store_error)?.unwrap_or_default();
        let read = |id: &str| id.parse().map(TodoId).map_err(|error| unreadable("number", error));
        ids.split(',').filter(|id| !id.is_empty()).map(read).collect()
    }

    async fn change_set(&self, id: SetId) -> Result<Option<ChangeSet>> {
        let row = query_file_as!(SetColumns, "sql/change_set.sql", id.0)
            .fetch_optional(self.reading().await?)
            .await
            .map_err(store_error)?;
        row.map(SetColumns::set).transpose()
    }

    async fn session_sets(&self, session: &SessionId) -> Result<Vec<ChangeSet>> {
        let rows = query_file_as!(SetColumns, "sql/session_sets.sql", session.0).fetch_all(self.reading().await?).await;
        each(rows, SetColumns::set)
    }

    async fn change_sets(&self, filter: &SetFilter) -> Result<Vec<ChangeSet>> {
        let before = filter.before.map_or(i64::MAX, |id| id.0);
        // Greater than any moment's text.
        let expires_before = filter.expires_before.map_or_else(|| "~".to_owned(), moment);
        let rows = match four(&filter.statuses)? {
            None => {
                let on = self.reading().await?;
                let sets = stored::change_sets(on, before, &expires_before, filter.limit).await?;
                return Ok(sets.into_iter().map(|(_, set)| set).collect());
            }
            Some([a, b, c, d]) => {
                let on = self.reading().await?;
                let (to, most) = (expires_before, filter.limit);
                match filter.statuses.contains(&SetStatus::Resolved) {
                    true => {
                        let sql =
                            query_file_as!(SetColumns, "sql/change_sets_with_status.sql", before, to, most, a, b, c, d);
                        sql.fetch_all(on).await
                    }
                    false => {
                        let sql =
                            query_file_as!(SetColumns, "sql/change_sets_unresolved.sql", before, to, most, a, b, c, d);
                        sql.fetch_all(on).await
                    }
                }
            }
        };
        each(rows, SetColumns::set)
    }

    async fn count_sets(&self, statuses: &[SetStatus]) -> Result<u64> {
        let Some([a, b, c, d]) = four(statuses)? else {
            return Ok(0);
        };
        let count = query_file_scalar!("../sql/count_sets.sql", a, b, c, d)
            .fetch_one(self.reading().await?)
            .await
            .map_err(store_error)?;
        u64::try_from(count).map_err(|error| unreadable("change set", error))
    }

    async fn entries(&self, filter: &EntryFilter) -> Result<Entries> {
        let after = filter.after.map_or(0, |seq| seq.0);
        let before = filter.before.map_or(i64::MAX, |seq| seq.0);
        // Words between spaces, for LIKE: no kind has a space or a wildcard.
        let kinds = if filter.kinds.is_empty() { String::new() } else { format!(" {} ", filter.kinds.join(" ")) };
        let direction = if filter.ascending { 1 } else { -1 };
        let limit = filter.limit;
        let readers = self.reading().await?;
        let rows = match (filter.todo, filter.set) {
            (Some(todo), set) => {
                let of_set = i32::from(set.is_some());
                let set = set.map_or(0, |id| id.0);
                query_file_as!(
                    EntryRow,
                    "../sql/entries_of_todo.sql",
                    after,
                    before,
                    kinds,
                    todo.0,
                    of_set,
                    set,
                    limit,
                    direction
                )
                .fetch_all(readers)
                .await
            }
            (None, Some(set)) => {
                query_file_as!(EntryRow, "../sql/entries_of_set.sql", after, before, kinds, set.0, limit, direction)
                    .fetch_all(readers)
                    .await
            }
            (None, None) if filter.ascending => {
                query_file_as!(EntryRow, "../sql/entries_oldest.sql", after, before, kinds, limit)
                    .fetch_all(readers)
                    .await
            }
            (None, None) => {
                query_file_as!(EntryRow, "../sql/entries_newest.sql", after, before, kinds, limit)
                    .fetch_all(readers)
                    .await
            }
        };
        let raw: Vec<RawEntry> = rows.map_err(store_error)?.into_iter().map(EntryRow::raw).collect();
        Ok(raw.into())
    }

    async fn decisions(&self, filter: &DecisionFilter) -> Result<Vec<DecisionView>> {
        let (seq, n) = filter.before.map_or((i64::MAX, 0), |(seq, n)| (seq.0, n));
        let since = filter.since.map(moment).unwrap_or_default();
        let todo = filter.todo.map_or(0, |id| id.0);
        let word = |of: &Option<String>| of.clone().unwrap_or_default();
        let (agent, kind, verdict) = (word(&filter.agent), word(&filter.kind), word(&filter.verdict));
        let (forgotten, limit) = (filter.forgotten, filter.limit);
        let rows = query_file_as!(
            DecisionRow,
            "../sql/decisions.sql",
            seq,
            n,
            agent,
            kind,
            verdict,
            todo,
            since,
            forgotten,
            limit
        )
        .fetch_all(self.reading().await?)
        .await;
        each(rows, DecisionRow::view)
    }

    async fn verdicts(&self, keys: &[String]) -> Result<Vec<LastVerdict>> {
        let keys = serde_json::to_string(keys).map_err(|error| unreadable("fingerprint", error))?;
        let rows = query_file!("sql/verdicts.sql", keys).fetch_all(self.reading().await?).await;
        each(rows, |row| Ok(LastVerdict { key: row.key, verdict: row.verdict, reason: row.reason }))
    }

    async fn habit(&self, habit: &str, limit: u32) -> Result<Vec<Taken>> {
        let rows = query_file_as!(DecisionRow, "../sql/habit.sql", habit, limit).fetch_all(self.reading().await?).await;
        each(rows, DecisionRow::taken)
    }

    async fn raw_entries(&self, after: Seq, limit: u32) -> Result<Vec<RawEntry>> {
        ledger::raw_entries(self.reading().await?, after, limit).await
    }

    async fn head(&self) -> Result<Option<(Seq, String)>> {
        ledger::head(self.reading().await?).await
    }

    async fn ledger(&self) -> Result<Box<dyn Ledger>> {
        ledger::snapshot(self.reading().await?).await
    }

    async fn session(&self, id: &SessionId) -> Result<Option<SessionRow>> {
        let row = query_file_as!(SessionColumns, "../sql/session.sql", id.0)
            .fetch_optional(self.reading().await?)
            .await
            .map_err(store_error)?;
        row.map(SessionColumns::session).transpose()
    }

    async fn sessions(&self, limit: u32) -> Result<Vec<SessionRow>> {
        let query = query_file_as!(SessionColumns, "../sql/sessions.sql", limit);
        readable(self.reading().await?, query, SessionColumns::session).await
    }

    async fn kept_sessions(&self, state: Option<SessionState>, limit: u32) -> Result<Vec<(SessionRow, SessionMarks)>> {
        let state = state.map_or("", SessionState::name);
        let query = query_file!("../sql/kept_sessions.sql", state, limit);
        readable(self.reading().await?, query, KeptColumns::kept).await
    }

    async fn marks(&self, id: &SessionId) -> Result<SessionMarks> {
        let body = query_file_scalar!("../sql/marks.sql", id.0)
            .fetch_optional(self.reading().await?)
            .await
            .map_err(store_error)?;
        Ok(body.map(|body| read_json("session", &body)).transpose()?.unwrap_or_default())
    }

    async fn said(&self, limit: u32) -> Result<Vec<Said>> {
        readable(self.reading().await?, query_file!("../sql/said.sql", limit), SaidColumns::said).await
    }

    async fn plan(&self, session: &SessionId, version: Option<u64>) -> Result<Option<Plan>> {
        let version = version.and_then(|version| i64::try_from(version).ok()).unwrap_or(i64::MAX);
        let body =
            query_file_scalar!("../sql/plan.sql", session.0, version).fetch_optional(self.reading().await?).await;
        body.map_err(store_error)?.map(|body| read_json("plan", &body)).transpose()
    }

    async fn run(&self, id: &RunId) -> Result<Option<RunRow>> {
        let row = query_file_as!(RunColumns, "../sql/run.sql", id.0)
            .fetch_optional(self.reading().await?)
            .await
            .map_err(store_error)?;
        row.map(RunColumns::run).transpose()
    }

    async fn runs(&self, session: &SessionId) -> Result<Vec<RunRow>> {
        let query = query_file_as!(RunColumns, "../sql/runs.sql", session.0);
        readable(self.reading().await?, query, RunColumns::run).await
    }

    async fn unfinished_runs(&self) -> Result<Vec<RunRow>> {
        let query = query_file_as!(RunColumns, "../sql/unfinished_runs.sql");
        readable(self.reading().await?, query, RunColumns::run).await
    }

    async fn events(&self, run: &RunId, after: i64) -> Result<Vec<NumberedEvent>> {
        let query = query_file!("../sql/events.sql", run.0, after);
        readable(self.reading().await?, query, EventColumns::event).await
    }

    async fn count_events(&self, run: &RunId) -> Result<u64> {
        let count = query_file_scalar!("../sql/count_events.sql", run.0)
            .fetch_one(self.reading().await?)
            .await
            .map_err(store_error)?;
        Ok(count.unsigned_abs())
    }

    async fn session_events(&self, session: &SessionId, names: &[&str]) -> Result<Vec<(RunId, NumberedEvent)>> {
        let names = serde_json::to_string(names).map_err(|error| unreadable("event", error.to_string()))?;
        let query = query_file!("sql/session_events.sql", session.0, names);
        readable(self.reading().await?, query, RunEventColumns::event).await
    }

    async fn session_bytes(&self, session: &SessionId) -> Result<u64> {
        let bytes = query_file_scalar!("../sql/session_bytes.sql", session.0)
            .fetch_one(self.reading().await?)
            .await
            .map_err(store_error)?;
        Ok(bytes.unsigned_abs())
    }

    async fn rules(&self) -> Result<Vec<Rule>> {
        stored::rules(self.reading().await?).await
    }

    async fn command_run(&self, set: SetId) -> Result<Option<CommandRunRow>> {
        let row = query_file_as!(CommandRunColumns, "../sql/command_run.sql", set.0)
            .fetch_optional(self.reading().await?)
            .await
            .map_err(store_error)?;
        row.map(CommandRunColumns::run).transpose()
    }

    async fn command_runs(&self, limit: u32) -> Result<Vec<CommandRunRow>> {
        let query = query_file_as!(CommandRunColumns, "../sql/command_runs.sql", limit);
        readable(self.reading().await?, query, CommandRunColumns::run).await
    }

    async fn remembered(&self, key: &str) -> Result<Option<Remembered>> {
        let row = query_file!("../sql/remembered.sql", key)
            .fetch_optional(self.reading().await?)
            .await
            .map_err(store_error)?;
        let Some(row) = row else { return Ok(None) };
        let response = match row.response.strip_prefix(CONTENT) {
            None => row.response,
            Some(hash) => {
                let found =
                    self.blob(hash).await?.ok_or_else(|| unreadable("answer", format!("{hash} is not there")))?;
                String::from_utf8(found).map_err(|error| unreadable("answer", error))?
            }
        };
        Ok(Some(Remembered {
            request: row.request,
            status: u16::try_from(row.status).map_err(|error| unreadable("answer", error))?,
            response,
            at: read_moment("answer", &row.at)?,
        }))
    }

    async fn blob(&self, hash: &str) -> Result<Option<Vec<u8>>> {
        let parts =
            query_file_scalar!("../sql/blob.sql", hash).fetch_all(self.reading().await?).await.map_err(store_error)?;
        if parts.is_empty() {
            return Ok(None);
        }
        let (mut unpacker, mut data) = (Unpacker::new()?, room_for(parts.len()));
        for part in parts {
            unpacker.add(hash, &part, &mut data)?;
        }
        known(hash, data).map(Some)
    }

    async fn blobs(&self, hashes: &BTreeSet<&str>) -> Result<BTreeMap<String, Vec<u8>>> {
        let hashes = serde_json::to_string(hashes).map_err(unwritable)?;
        let rows = query_file!("sql/blobs.sql", hashes).fetch_all(self.reading().await?).await.map_err(store_error)?;
        let mut parts: BTreeMap<String, usize> = BTreeMap::new();
        for row in &rows {
            *parts.entry(row.hash.clone()).or_default() += 1;
        }
        let mut found: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        let mut unpacker = Unpacker::new()?;
        for row in rows {
            let room = || room_for(parts.get(&row.hash).copied().unwrap_or_default());
            let data = found.entry(row.hash.clone()).or_insert_with(room);
            unpacker.add(&row.hash, &row.data, data)?;
        }
        found.into_iter().map(|(hash, data)| known(&hash, data).map(|data| (hash, data))).collect()
    }

    async fn image(&self, id: &ImageId) -> Result<Option<ImageRow>> {
        let row = query_file_as!(ImageColumns, "../sql/image.sql", id.0)
            .fetch_optional(self.reading().await?)
            .await
            .map_err(store_error)?;
        row.map(ImageColumns::image).transpose()
    }

    async fn images(&self, filter: &ImageFilter) -> Result<(Vec<ImageRow>, u64)> {
        let session = filter.session.as_ref().map_or("", |id| id.0.as_str());
        let run = filter.run.as_ref().map_or("", |id| id.0.as_str());
        let (limit, offset) = (filter.limit, filter.offset);
        let count = query_file_scalar!("../sql/count_images.sql", session, run, filter.deleted)
            .fetch_one(self.reading().await?)
            .await
            .map_err(store_error)?;
        let query = query_file_as!(ImageColumns, "../sql/images.sql", session, run, filter.deleted, limit, offset);
        let count = u64::try_from(count).map_err(|error| unreadable("picture", error))?;
        Ok((readable(self.reading().await?, query, ImageColumns::image).await?, count))
    }

    async fn output(&self, id: &OutputId) -> Result<Option<OutputRow>> {
        let row = query_file_as!(OutputColumns, "../sql/output.sql", id.0)
            .fetch_optional(self.reading().await?)
            .await
            .map_err(store_error)?;
        row.map(OutputColumns::output).transpose()
    }

    async fn outputs(&self, filter: &OutputFilter) -> Result<(Vec<OutputRow>, u64)> {
        let session = filter.session.as_ref().map_or("", |id| id.0.as_str());
        let tool = filter.tool.as_deref().unwrap_or("");
        let success = filter.success.map_or(-1, i32::from);
        let after = filter.after.map_or_else(String::new, moment);
        // Greater than any moment's text.
        let before = filter.before.map_or_else(|| "~".to_owned(), moment);
        let sort = match filter.sort {
            OutputSort::CreatedAt => "created_at",
            OutputSort::Chars => "size_chars",
            OutputSort::Tool => "tool_name",
        };
        let direction = if filter.ascending { 1 } else { -1 };
        let (limit, offset) = (filter.limit, filter.offset);
        let count = query_file_scalar!("../sql/count_outputs.sql", session, tool, success, after, before)
            .fetch_one(self.reading().await?)
            .await
            .map_err(store_error)?;
        let query = query_file_as!(
            OutputColumns,
            "../sql/outputs.sql",
            session,
            tool,
            success,
            after,
            before,
            sort,
            direction,
            limit,
            offset
        );
        let count = u64::try_from(count).map_err(|error| unreadable("output", error))?;
        Ok((readable(self.reading().await?, query, OutputColumns::output).await?, count))
    }

    async fn meta(&self, key: &str) -> Result<Option<String>> {
        query_file_scalar!("../sql/meta.sql", key).fetch_optional(self.reading().await?).await.map_err(store_error)
    }

    async fn agent_state(&self, run: &RunId) -> Result<Option<String>> {
        query_file_scalar!("../sql/agent_state.sql", run.0)
            .fetch_optional(self.reading().await?)
            .await
            .map_err(store_error)
    }

    async fn check(&self) -> Result<Vec<String>> {
        if let Some(found) = self.damage_met().await {
            return Ok(vec![found]);
        }
        let mut reader = self.reading().await?.acquire().await.map_err(store_error)?;
        // What a connection remembers of the index is brought up to date by a search only: without one the check
        // misses segments that others have merged since, and calls that damage. What fails here fails below.
        let search = "SELECT count(*) FROM todos_fts WHERE todos_fts MATCH 'a'";
        let _: sqlx::Result<i64> = sqlx::query_scalar(search).fetch_one(&mut *reader).await;
        salvage::found(&mut reader).await
    }

    fn is_replaced(&self) -> bool {
        let log = || self.slot.try_lock().ok().and_then(|turn| turn.as_ref()?.log);
        place::is_lost(&self.path, self.file) || place::is_replaced(&place::beside(&self.path, "-wal"), log())
    }

    fn is_cut(&self) -> bool {
        self.is_known_cut()
    }

    async fn is_damaged(&self) -> bool {
        self.damage_met().await.is_some()
    }

    async fn save(&self, to: &Path) -> Result<()> {
        if let Some(message) = self.damage_met().await {
            return Err(StoreError::Corrupt { message });
        }
        let mut turn = self.slot.lock().await;
        private::make(to);
        let copied = sqlx::query("VACUUM INTO $1").bind(to.to_string_lossy().into_owned());
        match turn.as_mut() {
            Some(writer) => copied.execute(&mut writer.conn).await.map(drop).map_err(store_error),
            // What is held open may be of a file that has no name any more.
            None if place::is_lost(&self.path, self.file) => Err(StoreError::Replaced),
            // A write that failed has let its connection go, and all that was stored is in the file.
            None => {
                let mut own = open::looking(&self.path, &self.options).connect().await.map_err(store_error)?;
                let copied = copied.execute(&mut own).await.map(drop).map_err(store_error);
                drop(own.close().await);
                copied
            }
        }
    }
}
