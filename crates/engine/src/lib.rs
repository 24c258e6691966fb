//! Drives the domain over a store and a clock: runs, review, apply, undo.
//!
//! All writes go one after the other through `write::Write`: it appends ledger entries, takes
//! them into a projection, and stores what the projection says, in one transaction. Reads of todos
//! come from memory, which follows each commit. A call that writes is detached from its caller, so
//! that a client that goes away cannot leave the memory behind the database.

mod agent;
mod answers;
mod calibration;
mod carry;
mod clock;
mod command_runs;
mod commands;
mod decisions;
pub mod effects;
mod error;
mod feed;
mod file_items;
mod files;
mod finding;
mod history;
mod images;
mod links;
mod made;
mod memory;
mod mirror;
mod models;
mod moving;
mod opening;
mod outputs;
mod plans;
mod previews;
mod probing;
mod proposing;
mod refit;
mod repository;
mod review;
mod rules;
mod runs;
mod saving;
mod search;
mod sent;
mod sessions;
mod settings;
mod shared;
pub mod shelf;
mod standing_in;
mod today;
mod tool_servers;
mod turns;
mod under_way;
mod undoable;
mod wakes;
mod workspace;
mod write;

pub use clock::{Clock, FixedClock, SystemClock};
pub use commands::{OutputEvent, judge_in, must_fail};
pub use error::{EngineError, InvalidOperation};
pub use feed::{Changed, Stands};
pub use file_items::{Choice, ItemDiff};
pub use files::Import;
pub use history::{Conflicts, Contents, RebuildReport};
pub use outputs::NewOutput;
pub use proposing::command_text;
pub use review::{Answer, ApplyRequest, DirectEdit, DryRun, Key, SetQuery};
pub use runs::SessionDetail;
pub use sessions::SessionQuery;
pub use settings::changed as changed_settings;
pub use today::settings_to_clock;
pub use wakes::{ToolCall, WakeRequest};

use crate::shared::{Reading, Shared};
use countersign_core::change_set::ChangeSet;
use countersign_core::change_set::review::summary;
use countersign_core::ids::{Seq, SetId, TodoId};
use countersign_core::problem::Problem;
use countersign_core::settings::Settings;
use countersign_core::todo::Todo;
use countersign_core::todos::{Todos, View};
use countersign_core::wire::{BrokenEntry, ErrorBody, SetSummary};
use countersign_store::Store;
use jiff::civil::Date;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use tokio::sync::broadcast;

/// Result of an engine call.
pub type Result<T> = std::result::Result<T, EngineError>;

/// What is around an engine.
#[derive(Debug, Clone, Default)]
pub struct Setup {
    /// The folder with the database: no workspace may hold it, and no command sees it.
    pub data: Option<std::path::PathBuf>,
    /// The person's own folder: an `AGENTS.md` there is told to models first. None = none is looked for.
    pub home: Option<std::path::PathBuf>,
    /// The folder with `mcp.json`, where that is another one.
    pub servers: Option<std::path::PathBuf>,
    /// The models; none = the built-in planner alone.
    pub models: countersign_llm::Models,
    /// Reads the configured models again after another was chosen; none = they stay as they are.
    pub reload: Option<shelf::Reload>,
    /// The model store; none = no model can be pulled or chosen.
    pub shelf: Option<shelf::Shelf>,
    /// This product's own executable, which confines commands where there is no bubblewrap.
    pub program: Option<std::path::PathBuf>,
    /// Confine commands in this way or not at all; none = the best that works here.
    pub sandbox: Option<effects::sandbox::Sandbox>,
    /// Only looks: nothing is written, not even what a start would tidy up, and every write is refused with
    /// what keeps it.
    pub look: Option<Look>,
    /// Makes what the ledger makes anew where that cannot be read; otherwise such a database is not opened.
    pub restore: bool,
    /// The store holds what could be read of a damaged one: what could not, in words.
    pub salvaged: Option<Vec<String>>,
    /// How long a command may run; none = [`effects::process::LIMIT`].
    pub command_limit: Option<std::time::Duration>,
}

/// What keeps an engine from writing, so that it only looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// The disk was full.
    Full,
    /// The folder, or what is in it, could not be written.
    Unwritable,
}

/// The engine. Clones share everything.
#[derive(Clone)]
pub struct Engine(Arc<Inner>);

struct Inner {
    store: Arc<dyn Store>,
    /// What the opening made anew.
    restored: Option<RebuildReport>,
    /// Where the ledger is known to be broken.
    broken: Mutex<Option<BrokenEntry>>,
    /// How many rows are known to be stored otherwise than the ledger makes them.
    differing: std::sync::atomic::AtomicU64,
    clock: Arc<dyn Clock>,
    ids: clock::Ids,
    world: Shared<World>,
    /// Held by whoever writes; the store's own transaction comes after it.
    writer: tokio::sync::Mutex<()>,
    feed: broadcast::Sender<Changed>,
    live: Mutex<HashMap<countersign_core::ids::RunId, Arc<runs::Live>>>,
    secret: [u8; 32],
    /// Stands for the time at which pages were last signed out.
    pages_since: Shared<String>,
    /// Folders the person opened.
    workspaces: Shared<Vec<countersign_core::file::Workspace>>,
    setup: Setup,
    /// The models in use: those of the setup until others are chosen.
    models: Shared<countersign_llm::Models>,
    /// Sets whose files were changed and whose end could not be stored.
    cut_off: Mutex<BTreeMap<SetId, carry::CutOff>>,
    /// Applies beside whose files something may be left.
    beside: Mutex<BTreeMap<Seq, SetId>>,
    /// Those that this process ended.
    recovered: Mutex<BTreeMap<SetId, countersign_core::wire::InterruptedState>>,
    confinement: OnceLock<effects::sandbox::Confinement>,
    /// What was judged last.
    judged: commands::Known,
    /// Where this engine is served; 0 while nobody said.
    port: std::sync::atomic::AtomicU16,
    /// No command begins any more.
    closing: std::sync::atomic::AtomicBool,
    /// What runs now.
    commands: Mutex<commands::Commands>,
    last_output: Mutex<outputs::Last>,
    /// Conversations whose folders are to be written.
    mirror: mirror::Mirrors,
    /// Runs of commands that go on.
    driven: Mutex<command_runs::Driven>,
    /// Sets whose commands an apply runs.
    conducted: Mutex<std::collections::HashSet<countersign_core::ids::SetId>>,
    /// Keys under which something is under way.
    keys: under_way::Keys,
    /// Questions that are being answered.
    answered_now: under_way::Questions,
    /// Rules that were proposed since the start, by topic.
    asked: Mutex<std::collections::BTreeSet<String>>,
    /// Servers of tools that run.
    tool_servers: tool_servers::Servers,
}

/// What is kept in memory.
struct World {
    todos: Todos,
    settings: Settings,
    /// Standing rules.
    rules: rules::Rules,
    /// The sets that still want something, as lines of the inbox.
    open: BTreeMap<SetId, SetSummary>,
    /// What these build on.
    grounds: BTreeMap<SetId, feed::Ground>,
    /// How many of their items have drifted.
    drifted: review::Counted,
    /// The digests of these, by which one that would do the same is known.
    digests: BTreeMap<SetId, String>,
    /// What "undo" and "redo" can mean.
    past: history::Past,
}

impl World {
    /// A set that still wants something, as it is now.
    fn waits(&mut self, set: &ChangeSet) {
        self.open.insert(set.id, summary(set));
        self.grounds.insert(set.id, feed::Ground::under(set));
        self.digests.insert(set.id, set.digest());
    }

    fn settled(&mut self, id: SetId) {
        self.open.remove(&id);
        self.grounds.remove(&id);
        self.digests.remove(&id);
    }
}

/// Where it is stored when pages were last signed out.
const PAGES_SINCE: &str = "pages_since";

impl Engine {
    /// A secret of this database, for signing cookies and confirmations. `purpose` separates uses.
    pub fn secret(&self, purpose: &str) -> [u8; 32] {
        *blake3::keyed_hash(&self.0.secret, purpose.as_bytes()).as_bytes()
    }

    /// Stands for the time at which pages were last signed out; empty where nobody did.
    pub fn pages_since(&self) -> String {
        self.0.pages_since.read().clone()
    }

    /// From the next server on, pages that were signed in before are not any more.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub async fn sign_pages_out(&self) -> Result<()> {
        let turn = self.0.writer.lock().await;
        let epoch = uuid::Uuid::new_v4().simple().to_string();
        let mut tx = self.0.store.begin().await?;
        tx.put_meta(PAGES_SINCE, &epoch).await?;
        tx.commit().await?;
        *self.0.pages_since.write() = epoch;
        drop(turn);
        Ok(())
    }

    /// A todo.
    pub fn todo(&self, id: TodoId) -> Option<Arc<Todo>> {
        self.0.world().todos.shared(id)
    }

    /// The todos that `keep` keeps, by number.
    pub fn todos(&self, mut keep: impl FnMut(&Todo) -> bool) -> Vec<Arc<Todo>> {
        let world = self.0.world();
        world.todos.each().filter(|t| keep(t)).filter_map(|t| world.todos.shared(t.id)).collect()
    }

    /// Todos planned for a date in a range and all series with a start (see [`Todos::dated`]) that
    /// `keep` keeps.
    pub fn dated(&self, from: Option<Date>, to: Option<Date>, mut keep: impl FnMut(&Todo) -> bool) -> Vec<Arc<Todo>> {
        self.0.world().todos.dated(from, to).filter(|t| keep(t)).cloned().collect()
    }

    /// How many todos there are.
    pub fn count(&self) -> usize {
        self.0.world().todos.len()
    }

    /// The settings.
    pub fn settings(&self) -> Settings {
        self.0.world().settings.clone()
    }

    /// Tells whoever shows it to read something again that no ledger entry was written for.
    async fn announce(&self, what: &'static str) -> Result<()> {
        let seq = self.head().await?.map_or(countersign_core::ids::Seq(0), |head| head.seq);
        // Nobody listening is fine.
        let _ = self.0.feed.send(Changed { seq, what: vec![what], about: None });
        Ok(())
    }

    /// Hears of every write.
    pub fn subscribe(&self) -> broadcast::Receiver<Changed> {
        self.0.feed.subscribe()
    }

    /// The database's own check; empty = sound.
    ///
    /// # Errors
    /// When it cannot be run.
    pub async fn check_store(&self) -> Result<Vec<String>> {
        Ok(self.0.store.check().await?)
    }

    /// Says where this engine is served from now on: the one port of this machine that no command may
    /// reach. While nobody said, every port may be it.
    pub fn serves_at(&self, port: u16) {
        self.0.port.store(port, std::sync::atomic::Ordering::Relaxed);
    }

    /// Runs a write to its end even if the caller goes away.
    async fn detached<T: Send + 'static>(&self, work: impl Future<Output = Result<T>> + Send + 'static) -> Result<T> {
        match tokio::spawn(work).await {
            Ok(result) => result,
            Err(e) => Err(EngineError::Interrupted(e.to_string())),
        }
    }
}

impl Engine {
    /// Why the engine only looks, if it does.
    pub fn only_looks(&self) -> Option<Problem> {
        let ErrorBody { error, message, hint, .. } = EngineError::Looks(self.0.setup.look?).body();
        Some(Problem { code: error.into(), message, hint: hint.unwrap_or_default(), path: None })
    }
}

impl Inner {
    /// Memory, for reading. A panic elsewhere cannot have left it half changed: it is replaced
    /// entry by entry from committed data only.
    fn world(&self) -> Reading<'_, World> {
        self.world.read()
    }

    fn live(&self) -> MutexGuard<'_, HashMap<countersign_core::ids::RunId, Arc<runs::Live>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
