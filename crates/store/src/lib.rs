//! What the engine needs of a database (DESIGN §6): one method per domain step, no generic SQL.
//!
//! Backends are crates of their own ([`countersign-store-sqlite`] is the embedded default) and all
//! pass the one suite in [`contract`].

#[cfg(feature = "contract")]
pub mod contract;
mod end;
mod entries;
mod images;
mod outputs;

pub use end::WrongEnd;
pub use entries::{Entries, Found, RawEntry, Wrong};
pub use images::{ImageFilter, ImageRow};
pub use outputs::{OutputFilter, OutputRow, OutputSort};

use async_trait::async_trait;
use countersign_core::change_set::{Actor, ChangeSet, SetStatus};
use countersign_core::ids::{ImageId, OutputId, RuleId, RunId, Seq, SessionId, SetId, TodoId};
use countersign_core::ledger::{Decision, Entry, Event};
use countersign_core::rule::Rule;
use countersign_core::session::{SessionMarks, SessionState};
use countersign_core::todo::Todo;
use countersign_core::wire::{DecisionView, Mode, RunEvent, RunStatus};
use countersign_plan::Plan;
use jiff::Timestamp;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What can go wrong with storage. Nothing is half done after any of these: a transaction that
/// was not committed left no trace.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file was written by a newer version; it is left alone.
    #[error("the database was written by a newer version of Countersign (schema {found}, this one knows {known})")]
    Newer {
        /// Its schema.
        found: i64,
        /// Ours.
        known: i64,
    },
    /// The file is a database of another program; it is left alone.
    #[error("the file is a database of another program")]
    Foreign,
    /// The file or its log was removed or emptied, or another is in its place, since it was opened: nothing
    /// that would be written now would be found again.
    #[error("a file of the database was removed or replaced while it was in use")]
    Replaced,
    /// The file or its log became shorter since the last write: it was cut, or something shorter was written
    /// over it, and what would be written now would not be found again.
    #[error("a file of the database was cut or overwritten while it was in use")]
    Cut,
    /// The file is no database, or is damaged; it is left alone.
    #[error("the database cannot be read: {message}")]
    Corrupt {
        /// What the database said.
        message: String,
    },
    /// Less is there than was written, or it is another database; it is left alone.
    #[error("{}", missing(*noted, *found))]
    Missing {
        /// The newest entry that was written.
        noted: Seq,
        /// The newest entry that is there; `None` when it is another installation's.
        found: Option<Seq>,
    },
    /// Whether all is there that was written cannot be known; it is left alone.
    #[error("the note of how far the ledger had come is damaged; the last entry that is there is {found}")]
    Unnoted {
        /// The newest entry that is there.
        found: Seq,
    },
    /// Something that is no usable file is where a file of the database has to be.
    #[error("{name} {what}, and a file of the database has to be there")]
    InTheWay {
        /// The file's name without its folder.
        name: String,
        /// What is wrong with it, e.g. `is a folder`.
        what: String,
    },
    /// The process may not open any more files.
    #[error("this process may not open any more files: {message}")]
    NoFiles {
        /// What the database said.
        message: String,
    },
    /// No space left.
    #[error("the disk is full: {message}")]
    Full {
        /// What the database said.
        message: String,
    },
    /// The disk could not read or write what was asked of it. That says nothing of what is in the file.
    #[error("the disk reported an error: {message}")]
    Disk {
        /// What the system or the database said.
        message: String,
    },
    /// The disk could neither take a commit nor be written to afterwards: whether it is stored shows when the database is
    /// opened anew.
    #[error("the disk reported an error, and what it holds is not known: {message}")]
    Unsettled {
        /// What the system or the database said.
        message: String,
    },
    /// The folder or file cannot be written.
    #[error("the database is read-only: {message}")]
    ReadOnly {
        /// What the database said.
        message: String,
    },
    /// Another process holds the write lock for too long.
    #[error("the database is busy: {message}")]
    Busy {
        /// What the database said.
        message: String,
    },
    /// A stored value does not have the shape this version writes; it is left as it is.
    #[error("a stored {what} cannot be read: {message}")]
    Unreadable {
        /// `todo`, `change set`, `ledger entry` …
        what: &'static str,
        /// Why.
        message: String,
    },
    /// An entry of the ledger is not as it was written; it is left as it is, and nothing is done on the strength of it.
    #[error("{}", wrong.said(*seq))]
    DamagedEntry {
        /// Its number.
        seq: Seq,
        /// What is wrong with it.
        wrong: Wrong,
    },
    /// The ledger does not end as it is recorded beside it; nothing is appended to it.
    #[error("{0}")]
    WrongEnd(WrongEnd),
    /// The SQLite library is too old to be safe (WAL-reset corruption before 3.51.3).
    #[error("SQLite {found} is too old: {needed} or later is needed")]
    OldLibrary {
        /// Version linked.
        found: String,
        /// Version needed.
        needed: &'static str,
    },
    /// There is no number left to give.
    #[error("there are no numbers left")]
    NoNumbers,
    /// Anything else the database said.
    #[error("the database failed: {message}")]
    Other {
        /// What the database said.
        message: String,
    },
}

/// Why what is there is not all that was written.
fn missing(noted: Seq, found: Option<Seq>) -> String {
    match found {
        None => "the database, or its log, is of another data folder".to_owned(),
        Some(Seq(0)) => format!("all {noted} entries of the ledger are missing"),
        Some(found) if noted.0.saturating_sub(found.0) == 1 => {
            format!("the last entry of the ledger is missing: {noted} were written, {found} are there")
        }
        Some(found) => format!(
            "the last {} entries of the ledger are missing: {noted} were written, {found} are there",
            noted.0.saturating_sub(found.0)
        ),
    }
}

/// Result of a store call.
pub type Result<T> = std::result::Result<T, StoreError>;

/// A conversation as stored.
#[derive(Debug, Clone, PartialEq)]
pub struct SessionRow {
    /// Its id.
    pub id: SessionId,
    /// First message, cut.
    pub title: String,
    /// The pending question as JSON text (the engine's own type).
    pub pending: Option<String>,
    /// Begun.
    pub created_at: Timestamp,
    /// Last run.
    pub updated_at: Timestamp,
}

/// What somebody said in a conversation, and what was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The conversation.
    pub session: SessionId,
    /// The message.
    pub message: String,
    /// The answer.
    pub text: Option<String>,
}

/// A run as stored.
#[derive(Debug, Clone, PartialEq)]
pub struct RunRow {
    /// Its id.
    pub id: RunId,
    /// Its conversation.
    pub session: SessionId,
    /// Where it stands.
    pub status: RunStatus,
    /// Its route.
    pub mode: Mode,
    /// The person's message.
    pub message: String,
    /// plan, clarify, chat, unsure.
    pub decision: Option<String>,
    /// Final text.
    pub text: Option<String>,
    /// The set it made.
    pub change_set: Option<SetId>,
    /// Begun.
    pub created_at: Timestamp,
    /// Ended.
    pub finished_at: Option<Timestamp>,
}

/// Commands of a set that run one after the other, as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandRunRow {
    /// The set.
    pub set: SetId,
    /// Where it stands, as the engine's own word.
    pub status: String,
    /// The whole of it as JSON text (the engine's own type).
    pub body: String,
    /// Last change.
    pub updated_at: Timestamp,
}

/// An event of a run with its number, which grows within the session (DESIGN §5).
#[derive(Debug, Clone, PartialEq)]
pub struct NumberedEvent {
    /// Its number.
    pub n: i64,
    /// When it happened; nothing where that was not stored with it.
    pub at: Option<Timestamp>,
    /// The event.
    pub event: RunEvent,
}

/// A remembered answer (R5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remembered {
    /// Hash of the request it answered.
    pub request: String,
    /// HTTP status.
    pub status: u16,
    /// The body as text.
    pub response: String,
    /// When.
    pub at: Timestamp,
}

/// Which sets; newest first, by number.
#[derive(Debug, Clone, Default)]
pub struct SetFilter {
    /// Only with one of these; empty = any.
    pub statuses: Vec<SetStatus>,
    /// Only those of a smaller number.
    pub before: Option<SetId>,
    /// Only those that expire before this moment.
    pub expires_before: Option<Timestamp>,
    /// At most so many.
    pub limit: u32,
}

/// Which ledger entries; newest first unless `ascending`.
#[derive(Debug, Clone, Default)]
pub struct EntryFilter {
    /// Only with a smaller number.
    pub before: Option<Seq>,
    /// Only with a greater number.
    pub after: Option<Seq>,
    /// Only of these kinds; empty = any.
    pub kinds: Vec<&'static str>,
    /// Only about this set.
    pub set: Option<SetId>,
    /// Only `applied` entries that changed this todo.
    pub todo: Option<TodoId>,
    /// Oldest first.
    pub ascending: bool,
    /// At most so many.
    pub limit: u32,
}

/// Which decisions; newest first.
#[derive(Debug, Clone, Default)]
pub struct DecisionFilter {
    /// Only those after this one in that order: its entry and item.
    pub before: Option<(Seq, u32)>,
    /// Only on what this agent proposed.
    pub agent: Option<String>,
    /// Only on operations of this kind.
    pub kind: Option<String>,
    /// Only this verdict: a verdict's wire word, or `expired`.
    pub verdict: Option<String>,
    /// Only about this todo.
    pub todo: Option<TodoId>,
    /// Only from this moment on.
    pub since: Option<Timestamp>,
    /// Those that the person had forgotten, in place of the others.
    pub forgotten: bool,
    /// At most so many.
    pub limit: u32,
}

/// What became of a shape or a topic the last time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastVerdict {
    /// The fingerprint or topic asked for.
    pub key: String,
    /// A verdict's wire word, or `expired`.
    pub verdict: String,
    /// Why.
    pub reason: Option<String>,
}

/// A decision with when, by whom and on what it was taken.
#[derive(Debug, Clone, PartialEq)]
pub struct Taken {
    /// The ledger's entry.
    pub seq: Seq,
    /// When.
    pub at: Timestamp,
    /// The set.
    pub set: SetId,
    /// Who.
    pub actor: Actor,
    /// It, as the entry holds it.
    pub decision: Decision,
}

/// Full-text search over titles and notes, diacritics and case folded, last word as a prefix.
#[derive(Debug, Clone)]
pub struct TodoSearch {
    /// The words.
    pub text: String,
    /// Only done, or only open ones.
    pub completed: Option<bool>,
    /// At most so many.
    pub limit: u32,
}

/// A database, read side and the way to write.
#[async_trait]
pub trait Store: Send + Sync {
    /// Begins a write transaction; waits for its turn.
    async fn begin(&self) -> Result<Box<dyn Tx>>;
    /// Begins a write transaction for whoever makes the projections anew: what of their tables is gone is there
    /// in it, empty, and stays only with the rest of it.
    async fn begin_rebuild(&self) -> Result<Box<dyn Tx>>;
    /// Tables that only the ledger makes and that are gone.
    async fn missing_tables(&self) -> Result<Vec<&'static str>>;
    /// What cannot be read, with why, and the tables that only the ledger makes and that are gone: in words. Reads all
    /// of it.
    async fn unread(&self) -> Result<Vec<String>>;
    /// The same of what the ledger does not make: of conversations, runs, outputs, pictures, settings.
    async fn unread_beside(&self) -> Result<Vec<String>>;
    /// All todos, by number.
    async fn todos(&self) -> Result<Vec<Todo>>;
    /// Numbers of the matching todos, best first; none when the text has no word. Any text is
    /// allowed. Of very many matches a backend may rank only the newest few thousand.
    async fn search(&self, search: &TodoSearch) -> Result<Vec<TodoId>>;
    /// One set.
    async fn change_set(&self, id: SetId) -> Result<Option<ChangeSet>>;
    /// The sets that runs of a conversation came to, in no order.
    async fn session_sets(&self, session: &SessionId) -> Result<Vec<ChangeSet>>;
    /// Sets by filter.
    async fn change_sets(&self, filter: &SetFilter) -> Result<Vec<ChangeSet>>;
    /// How many sets have one of these statuses.
    async fn count_sets(&self, statuses: &[SetStatus]) -> Result<u64>;
    /// Entries by filter.
    async fn entries(&self, filter: &EntryFilter) -> Result<Entries>;
    /// Decisions by filter: an index over the `decided` and `expired` entries, which no rebuild touches.
    async fn decisions(&self, filter: &DecisionFilter) -> Result<Vec<DecisionView>>;
    /// Of each of these fingerprints and topics the last decision, if there is one.
    async fn verdicts(&self, keys: &[String]) -> Result<Vec<LastVerdict>>;
    /// Decisions of one habit, newest first; see [`Decision::habit`]. None for an empty one.
    async fn habit(&self, habit: &str, limit: u32) -> Result<Vec<Taken>>;
    /// Entries after a number as raw texts, oldest first, for verifying. What is no text shows as one that is not
    /// what was hashed.
    async fn raw_entries(&self, after: Seq, limit: u32) -> Result<Vec<RawEntry>>;
    /// Number and hash of the newest entry, as recorded beside the ledger when it was appended.
    async fn head(&self) -> Result<Option<(Seq, String)>>;
    /// The ledger as it stands at one moment, whatever is written meanwhile.
    async fn ledger(&self) -> Result<Box<dyn Ledger>>;
    /// One conversation.
    async fn session(&self, id: &SessionId) -> Result<Option<SessionRow>>;
    /// Conversations, last used first.
    async fn sessions(&self, limit: u32) -> Result<Vec<SessionRow>>;
    /// Conversations kept somewhere, or all, with what is known of them, last used first.
    async fn kept_sessions(&self, state: Option<SessionState>, limit: u32) -> Result<Vec<(SessionRow, SessionMarks)>>;
    /// What is known of a conversation besides its runs; nothing, if nothing was done to it.
    async fn marks(&self, id: &SessionId) -> Result<SessionMarks>;
    /// What was said in all conversations, newest first.
    async fn said(&self, limit: u32) -> Result<Vec<Said>>;
    /// A conversation's newest plan document of at most this version.
    async fn plan(&self, session: &SessionId, version: Option<u64>) -> Result<Option<Plan>>;
    /// One run.
    async fn run(&self, id: &RunId) -> Result<Option<RunRow>>;
    /// Runs of a conversation, oldest first.
    async fn runs(&self, session: &SessionId) -> Result<Vec<RunRow>>;
    /// Runs that were running or waiting.
    async fn unfinished_runs(&self) -> Result<Vec<RunRow>>;
    /// Events of a run with a greater number, in order, without those that cannot be read.
    async fn events(&self, run: &RunId, after: i64) -> Result<Vec<NumberedEvent>>;
    /// How many events of a run are stored, those that cannot be read among them.
    async fn count_events(&self, run: &RunId) -> Result<u64>;
    /// Events of a conversation with one of these names, each with its run, in order, without those that cannot be read.
    async fn session_events(&self, session: &SessionId, names: &[&str]) -> Result<Vec<(RunId, NumberedEvent)>>;
    /// How many bytes a conversation takes, without what it shares with others.
    async fn session_bytes(&self, session: &SessionId) -> Result<u64>;
    /// All standing rules, by number.
    async fn rules(&self) -> Result<Vec<Rule>>;
    /// The run of a set's commands.
    async fn command_run(&self, set: SetId) -> Result<Option<CommandRunRow>>;
    /// Runs of commands, last changed first.
    async fn command_runs(&self, limit: u32) -> Result<Vec<CommandRunRow>>;
    /// What was answered under this key.
    async fn remembered(&self, key: &str) -> Result<Option<Remembered>>;
    /// A content by its hash. What does not hash to its name is an error, never handed out.
    async fn blob(&self, hash: &str) -> Result<Option<Vec<u8>>>;
    /// Contents by their hashes, as [`Self::blob`], all in one look; what is not there is left out.
    async fn blobs(&self, hashes: &BTreeSet<&str>) -> Result<BTreeMap<String, Vec<u8>>>;
    /// One picture, also one that was taken away.
    async fn image(&self, id: &ImageId) -> Result<Option<ImageRow>>;
    /// Pictures, newest first, and how many there are without limit and offset.
    async fn images(&self, filter: &ImageFilter) -> Result<(Vec<ImageRow>, u64)>;
    /// One output.
    async fn output(&self, id: &OutputId) -> Result<Option<OutputRow>>;
    /// Outputs by filter, and how many there are besides limit and offset.
    async fn outputs(&self, filter: &OutputFilter) -> Result<(Vec<OutputRow>, u64)>;
    /// A stored setting of the product itself (`settings`, `secret`, …).
    async fn meta(&self, key: &str) -> Result<Option<String>>;
    /// The machine of an agent's run, as JSON text (the agent's own type).
    async fn agent_state(&self, run: &RunId) -> Result<Option<String>>;
    /// Whether a file of the database was removed or replaced since it was opened. Nothing can be written
    /// then; what was written before can be read and saved.
    fn is_replaced(&self) -> bool;
    /// Whether a file of the database was cut or overwritten under its name since the last write. Nothing can
    /// be written then, and what was written before may be gone from it.
    fn is_cut(&self) -> bool;
    /// Whether the file is damaged, and somebody met that since it was opened. Nothing can be written then.
    async fn is_damaged(&self) -> bool;
    /// Writes the database as it is to a new file, which is a database by itself.
    async fn save(&self, to: &Path) -> Result<()>;
    /// The database's own integrity check (`PRAGMA quick_check`); empty = sound.
    async fn check(&self) -> Result<Vec<String>>;
}

/// The ledger at one moment, with what is stored of what only it makes: that of the first call. What is written later
/// is not in it, so head, entries and all that is made of them belong together.
#[async_trait]
pub trait Ledger: Send {
    /// As [`Store::head`].
    async fn head(&mut self) -> Result<Option<(Seq, String)>>;
    /// As [`Store::raw_entries`].
    async fn raw_entries(&mut self, after: Seq, limit: u32) -> Result<Vec<RawEntry>>;
    /// As [`Store::todos`].
    async fn todos(&mut self) -> Result<Vec<Todo>>;
    /// Sets of a smaller number, newest first, each with the number it is kept under.
    async fn change_sets(&mut self, before: Option<SetId>, limit: u32) -> Result<Vec<(SetId, ChangeSet)>>;
    /// As [`Store::rules`].
    async fn rules(&mut self) -> Result<Vec<Rule>>;
    /// What is known of conversations, by conversation.
    async fn marks(&mut self) -> Result<Vec<(SessionId, SessionMarks)>>;
    /// Every version of every plan document, by conversation and version.
    async fn plans(&mut self) -> Result<Vec<(SessionId, u64, Plan)>>;
    /// Where columns and indexes do not say what the texts say that they are made from, in words; empty = sound. The
    /// index for searching is looked into by [`Tx::search_damage`].
    async fn index_damage(&mut self) -> Result<Vec<String>>;
}

/// A write transaction. Dropping it without [`Tx::commit`] rolls it back.
///
/// After any error the transaction is over: every further call fails, too, and nothing of it is
/// stored. One exception: when `commit` itself fails with an input/output error, whether a crash
/// right then would keep the commit is unknown; read again before telling anybody.
#[async_trait]
pub trait Tx: Send {
    /// Appends to the ledger: gives number, `prev` and hash, and moves the head.
    async fn append(&mut self, at: Timestamp, actor: &Actor, event: Event) -> Result<Entry>;
    /// Reserves `n` todo numbers, never given before; returns the first. Whatever became of the count:
    /// no stored todo has any of them, nor has one that an entry of the ledger changed. `NoNumbers`
    /// when they would be beyond [`TodoId::MAX`].
    async fn reserve_todo_ids(&mut self, n: u32) -> Result<TodoId>;
    /// Makes sure that no number up to this one is given in future (import with numbers). One beyond
    /// [`TodoId::MAX`] does not count.
    async fn raise_todo_ids(&mut self, to: TodoId) -> Result<()>;
    /// Reserves a set number.
    async fn reserve_set_id(&mut self) -> Result<SetId>;
    /// Reserves a rule's number.
    async fn reserve_rule_id(&mut self) -> Result<RuleId>;
    /// Inserts todos (the search index follows). One whose number is taken is an error.
    async fn add_todos(&mut self, todos: &[&Todo]) -> Result<()>;
    /// Inserts or replaces todos (the search index follows).
    async fn put_todos(&mut self, todos: &[&Todo]) -> Result<()>;
    /// Removes todos.
    async fn delete_todos(&mut self, ids: &[TodoId]) -> Result<()>;
    /// Inserts or replaces a set with its items.
    async fn put_set(&mut self, set: &ChangeSet) -> Result<()>;
    /// Inserts or replaces a standing rule.
    async fn put_rule(&mut self, rule: &Rule) -> Result<()>;
    /// Inserts or replaces the run of a set's commands.
    async fn put_command_run(&mut self, run: &CommandRunRow) -> Result<()>;
    /// Inserts or replaces a conversation.
    async fn put_session(&mut self, session: &SessionRow) -> Result<()>;
    /// Inserts or replaces what is known of a conversation. It must have been stored.
    async fn put_marks(&mut self, session: &SessionId, marks: &SessionMarks) -> Result<()>;
    /// Inserts or replaces a version of a conversation's plan document. The conversation must have
    /// been stored.
    async fn put_plan(&mut self, session: &SessionId, plan: &Plan) -> Result<()>;
    /// Inserts or replaces a run. Its session must have been stored.
    async fn put_run(&mut self, run: &RunRow) -> Result<()>;
    /// Appends events of a moment; numbers are allocated under the session's row. Returns them numbered.
    /// Session and run must have been stored.
    async fn append_events(
        &mut self,
        session: &SessionId,
        run: &RunId,
        events: &[RunEvent],
        at: Timestamp,
    ) -> Result<Vec<NumberedEvent>>;
    /// Remembers an answer under a key. The key must be new.
    async fn remember(&mut self, key: &str, answer: &Remembered) -> Result<()>;
    /// Replaces the answer under a key by its end: of an apply whose commands have now run.
    async fn amend(&mut self, key: &str, response: &str) -> Result<()>;
    /// Stores a content and returns its hash (BLAKE3, 64 hex digits). One that is there is fine.
    async fn put_blob(&mut self, data: &[u8]) -> Result<String>;
    /// Reserves a number for an output, never given before: no stored output `o…` has it.
    async fn reserve_output_number(&mut self) -> Result<i64>;
    /// Inserts or replaces an output.
    async fn put_output(&mut self, output: &OutputRow) -> Result<()>;
    /// Inserts or replaces a picture.
    async fn put_image(&mut self, image: &ImageRow) -> Result<()>;
    /// Sets a setting of the product itself.
    async fn put_meta(&mut self, key: &str, value: &str) -> Result<()>;
    /// Inserts or replaces the machine of an agent's run. The run must have been stored.
    async fn put_agent_state(&mut self, run: &RunId, state: &str) -> Result<()>;
    /// That the index for searching does not hold the words of the todos, in words, if so: only who may write can look
    /// into it.
    async fn search_damage(&mut self) -> Result<Option<String>>;
    /// Makes anew what an entry of the ledger is found by, after [`Tx::clear_projections`].
    async fn index(&mut self, entry: &Entry) -> Result<()>;
    /// Empties the projections (todos, sets, rules, marks, plans) and the indexes over the ledger, so that they
    /// can be rebuilt from it; the search index is made anew. What cannot be read of them is kept beside.
    async fn clear_projections(&mut self) -> Result<()>;
    /// Takes what cannot be read of the projections away, and keeps it beside; the rest stays as it is. For a ledger that
    /// cannot make it anew.
    async fn set_aside(&mut self) -> Result<()>;
    /// Makes everything durable, or nothing.
    async fn commit(self: Box<Self>) -> Result<()>;
}
