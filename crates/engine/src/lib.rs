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
mod memory;
mod mirror;
mod moving;
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
pub mod shelf;
mod standing_in;
mod tool_servers;
mod turns;
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
pub use wakes::{ToolCall, WakeRequest};

use countersign_core::change_set::ChangeSet;
use countersign_core::change_set::review::summary;
use countersign_core::effect::Moment;
use countersign_core::ids::{Seq, SetId, TodoId};
use countersign_core::model::TaskType;
use countersign_core::settings::Settings;
use countersign_core::todo::Todo;
use countersign_core::todos::{Todos, View};
use countersign_core::wire::{BrokenEntry, SetSummary};
use countersign_planner::dates;
use countersign_store::{Store, StoreError};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock, RwLockReadGuard};
use tokio::sync::broadcast;

/// How often change sets are checked for their age; they are also checked on every read.
const EXPIRY_CHECK: std::time::Duration = std::time::Duration::from_secs(60);

/// Result of an engine call.
pub type Result<T> = std::result::Result<T, EngineError>;

/// What is around an engine.
#[derive(Debug, Clone, Default)]
pub struct Setup {
    /// The folder with the database: no workspace may hold it, and no command sees it.
    pub data: Option<std::path::PathBuf>,
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
    /// Only looks: nothing is written, not even what a start would tidy up, and every write is refused
    /// as `read_only`.
    pub look: bool,
    /// Makes what the ledger makes anew where that cannot be read; otherwise such a database is not opened.
    pub restore: bool,
    /// How long a command may run; none = [`effects::process::LIMIT`].
    pub command_limit: Option<std::time::Duration>,
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
    clock: Arc<dyn Clock>,
    ids: clock::Ids,
    world: RwLock<World>,
    /// Held by whoever writes; the store's own transaction comes after it.
    writer: tokio::sync::Mutex<()>,
    feed: broadcast::Sender<Changed>,
    live: Mutex<HashMap<countersign_core::ids::RunId, Arc<runs::Live>>>,
    secret: [u8; 32],
    /// Folders the person opened.
    workspaces: RwLock<Vec<workspace::Workspace>>,
    setup: Setup,
    /// The models in use: those of the setup until others are chosen.
    models: RwLock<countersign_llm::Models>,
    /// Sets whose files were changed and whose end could not be stored.
    cut_off: Mutex<BTreeMap<SetId, carry::CutOff>>,
    /// Applies beside whose files something may be left.
    beside: Mutex<BTreeMap<Seq, SetId>>,
    /// Those that this process ended.
    recovered: Mutex<BTreeMap<SetId, countersign_core::wire::InterruptedState>>,
    confinement: OnceLock<effects::sandbox::Confinement>,
    /// Where this engine is served; 0 while nobody said.
    port: std::sync::atomic::AtomicU16,
    /// What runs now.
    commands: Mutex<commands::Commands>,
    last_output: Mutex<outputs::Last>,
    /// Conversations whose folders are to be written.
    mirror: mirror::Mirrors,
    /// Runs of commands that go on.
    driven: Mutex<command_runs::Driven>,
    /// Sets whose commands an apply runs.
    conducted: Mutex<std::collections::HashSet<countersign_core::ids::SetId>>,
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

impl Engine {
    /// Loads everything, ends what a crash interrupted, and expires what is too old.
    ///
    /// # Errors
    /// When the store cannot be read; nothing was then written.
    pub async fn open(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Result<Self> {
        Self::open_with(store, clock, Setup::default()).await
    }

    /// As [`Self::open`], told what is around it.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub async fn open_with(store: Arc<dyn Store>, clock: Arc<dyn Clock>, setup: Setup) -> Result<Self> {
        let failed = match store.missing_tables().await?.first() {
            None => match Self::load(store.clone(), clock.clone(), setup.clone(), None).await {
                Err(EngineError::Store(e @ (StoreError::Unreadable { .. } | StoreError::Other { .. }))) => e,
                opened => return opened,
            },
            Some(table) => StoreError::Unreadable { what: "table", message: (*table).to_owned() },
        };
        // What is in the way of finding out why is no better answer.
        let Ok(damage) = store.unread().await else { return Err(failed.into()) };
        let broken = history::prove(store.as_ref()).await?.broken;
        match (damage.is_empty(), broken) {
            (true, None) => Err(failed.into()),
            (true, Some(broken)) => Err(EngineError::BrokenLedger(broken)),
            (false, None) if setup.restore => {
                let restored = history::restore(store.as_ref(), damage).await?;
                Self::load(store, clock, setup, Some(restored)).await
            }
            // Nothing can make it anew: whoever looks at a copy sees the rest.
            (false, Some(_)) if setup.look => {
                let mut tx = store.begin_rebuild().await?;
                tx.set_aside().await?;
                tx.commit().await?;
                Self::load(store, clock, setup, None).await
            }
            (false, broken) => Err(EngineError::Damaged { damage, broken }),
        }
    }

    /// Loads everything. `restored`: what was made anew for that.
    async fn load(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        setup: Setup,
        restored: Option<RebuildReport>,
    ) -> Result<Self> {
        let todos = Todos::new(store.todos().await?);
        let settings = match store.meta("settings").await? {
            Some(text) => serde_json::from_str(&text)
                .map_err(|e| StoreError::Unreadable { what: "settings", message: e.to_string() })?,
            None => Settings::default(),
        };
        let rules = rules::Rules::load(store.rules().await?);
        let workspaces = match store.meta("workspaces").await? {
            Some(text) => serde_json::from_str(&text)
                .map_err(|e| StoreError::Unreadable { what: "workspaces", message: e.to_string() })?,
            None => Vec::new(),
        };
        let secret = match store.meta("secret").await?.and_then(|hex| blake3::Hash::from_hex(hex).ok()) {
            Some(hash) => *hash.as_bytes(),
            None => {
                let made: Vec<u8> = [uuid::Uuid::new_v4(), uuid::Uuid::new_v4(), uuid::Uuid::new_v4()]
                    .iter()
                    .flat_map(|u| *u.as_bytes())
                    .collect();
                let hash = blake3::hash(&made);
                if !setup.look {
                    let mut tx = store.begin().await?;
                    tx.put_meta("secret", hash.to_hex().as_str()).await?;
                    tx.commit().await?;
                }
                *hash.as_bytes()
            }
        };
        let engine = Self(Arc::new(Inner {
            store,
            clock,
            ids: clock::Ids::default(),
            world: RwLock::new(World {
                todos,
                settings,
                rules,
                open: BTreeMap::new(),
                grounds: BTreeMap::new(),
                digests: BTreeMap::new(),
                past: history::Past::default(),
            }),
            writer: tokio::sync::Mutex::new(()),
            feed: broadcast::channel(256).0,
            live: Mutex::new(HashMap::new()),
            secret,
            workspaces: RwLock::new(workspaces),
            models: RwLock::new(setup.models.clone()),
            setup,
            restored,
            broken: Mutex::default(),
            cut_off: Mutex::default(),
            beside: Mutex::default(),
            recovered: Mutex::default(),
            confinement: OnceLock::new(),
            port: std::sync::atomic::AtomicU16::new(0),
            commands: Mutex::default(),
            last_output: Mutex::default(),
            mirror: mirror::Mirrors::default(),
            driven: Mutex::default(),
            conducted: Mutex::default(),
            asked: Mutex::default(),
            tool_servers: tool_servers::Servers::default(),
        }));
        engine.0.load_open().await?;
        engine.0.load_past().await?;
        if engine.0.setup.look {
            return Ok(engine);
        }
        engine.end_interrupted().await?;
        engine.0.load_beside().await?;
        engine.end_applying().await?;
        // What cannot be removed now is looked for again.
        let _ = engine.0.sweep_beside().await;
        engine.end_command_runs().await?;
        engine.recall_models().await?;
        engine.keep_time();
        engine.watch_changes();
        engine.keep_mirrors();
        engine.warm();
        // Beside the first requests: there may be a great deal of it.
        tokio::task::spawn_blocking(effects::scratch::clear);
        Ok(engine)
    }

    /// Makes what todos are searched by, beside the first requests: nobody who only shows or changes
    /// todos waits for it, and who searches sooner makes it then.
    fn warm(&self) {
        let inner = self.0.clone();
        tokio::task::spawn_blocking(move || inner.world().todos.warm());
    }

    /// Expires what becomes too old while nobody looks (R22), for as long as the engine lives.
    fn keep_time(&self) {
        let inner = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            let mut ticks = tokio::time::interval(EXPIRY_CHECK);
            // The first tick is at once, and was just done.
            ticks.tick().await;
            loop {
                ticks.tick().await;
                let Some(inner) = inner.upgrade() else { return };
                // A store that fails now is asked again at the next tick, and on every read.
                let engine = Self(inner);
                engine.end_cut_off().await;
                let _ = engine.0.sweep_beside().await;
                let _ = engine.expire_due().await;
                let _ = engine.wake_due().await;
                let _ = engine.wake_changed().await;
                let _ = engine.mirror_missing().await;
                engine.0.tool_servers.end_idle().await;
            }
        });
    }

    /// A secret of this database, for signing cookies and confirmations. `purpose` separates uses.
    pub fn secret(&self, purpose: &str) -> [u8; 32] {
        *blake3::keyed_hash(&self.0.secret, purpose.as_bytes()).as_bytes()
    }

    /// This instant.
    pub fn now(&self) -> Timestamp {
        self.0.clock.now()
    }

    /// Today in the user's zone.
    pub fn today(&self) -> Date {
        self.0.moment().today
    }

    /// The IANA name of the user's zone.
    pub fn zone_name(&self) -> String {
        self.0.zone().iana_name().unwrap_or("UTC").to_owned()
    }

    /// Now as the planner takes it.
    pub fn clock(&self) -> dates::Clock {
        self.0.planner_clock()
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

    /// Has a model in this process read what every proposal begins with; returns at once.
    pub fn prepare_model(&self) {
        let (models, role) = (self.models(), countersign_core::model::Role::Propose);
        if models.available(role).is_some_and(|info| info.size == countersign_llm::catalogue::Size::Small) {
            models.prepare(role, countersign_assistant::standing());
        }
    }

    /// The models.
    pub fn models(&self) -> countersign_llm::Models {
        self.0.models()
    }

    /// The model store.
    ///
    /// # Errors
    /// When this engine has none.
    pub fn shelf(&self) -> Result<&shelf::Shelf> {
        self.0.setup.shelf.as_ref().ok_or_else(|| EngineError::NotFound("model store here".to_owned()))
    }

    /// Makes a model the default, for the next message on; gives its name in `models.json`.
    ///
    /// # Errors
    /// When the file cannot be read or would name what is not there; nothing is changed then.
    pub async fn choose_model(&self, name: &str) -> Result<String> {
        let chosen = self.shelf()?.choose(name).map_err(EngineError::Bad)?;
        self.read_models().await?;
        Ok(chosen)
    }

    /// Gets a model. Where none answers messages yet, it does from then on.
    ///
    /// # Errors
    /// As [`shelf::Shelf::pull`].
    pub async fn pull_model(&self, order: &shelf::Order) -> Result<shelf::Begun> {
        let engine = self.clone();
        let then = Box::pin(async move {
            if engine.models().available(countersign_core::model::Role::Propose).is_none() {
                // What is wrong with the settings was said when they were read, and is again at a start.
                let _ = engine.read_models().await;
            }
        });
        Ok(self.shelf()?.pull(order, then).await)
    }

    /// Removes an installed model; where it answered, what is there then does.
    ///
    /// # Errors
    /// When it is the one chosen, is not there, or cannot be removed.
    pub async fn remove_model(&self, name: &str) -> Result<shelf::Installed> {
        let gone = self.shelf()?.remove(name).map_err(EngineError::Bad)?;
        // What is wrong with the settings was said when they were read, and is again at a start.
        let _ = self.read_models().await;
        Ok(gone)
    }

    /// Reads the configured models again.
    async fn read_models(&self) -> Result<()> {
        if let Some(shelf::Reload(read)) = &self.0.setup.reload {
            let models = read().await.map_err(EngineError::Bad)?;
            models.keep_secrets_of(&self.models());
            *self.0.models.write().unwrap_or_else(PoisonError::into_inner) = models;
            self.recall_models().await?;
            self.announce("settings").await?;
        }
        Ok(())
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

impl Inner {
    /// Memory, for reading. A panic elsewhere cannot have left it half changed: it is replaced
    /// entry by entry from committed data only.
    fn world(&self) -> RwLockReadGuard<'_, World> {
        self.world.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn models(&self) -> countersign_llm::Models {
        self.models.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The models, as the kind of work of a message chooses among them (S4-25): with a folder open, what
    /// says nothing else is coding.
    fn models_for(&self, message: &str) -> countersign_llm::Models {
        let folder = (!self.workspaces().is_empty()).then_some(TaskType::Coding);
        self.models().for_task(countersign_assistant::work::task_type(message).or(folder))
    }

    fn live(&self) -> MutexGuard<'_, HashMap<countersign_core::ids::RunId, Arc<runs::Live>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn zone(&self) -> TimeZone {
        let named = self.world().settings.zone.clone();
        named.and_then(|name| TimeZone::get(&name).ok()).unwrap_or_else(|| self.clock.zone())
    }

    fn moment(&self) -> Moment {
        let now = self.clock.now();
        Moment { now, today: now.to_zoned(self.zone()).date() }
    }

    fn planner_clock(&self) -> dates::Clock {
        let zone = self.zone();
        let name = zone.iana_name().unwrap_or("UTC").to_owned();
        let mut clock = dates::Clock::new(self.clock.now().to_zoned(zone).datetime(), name);
        let settings = self.world().settings.clone();
        settings_to_clock(&settings, &mut clock);
        clock
    }
}

/// Writes what the settings say about dates into a planner clock.
pub fn settings_to_clock(settings: &Settings, clock: &mut dates::Clock) {
    use countersign_core::settings as s;
    clock.week_start = settings.week_start.weekday();
    clock.date_order = settings.date_order.map(|o| match o {
        s::DateOrder::Mdy => dates::DateOrder::Mdy,
        s::DateOrder::Dmy => dates::DateOrder::Dmy,
        s::DateOrder::Ymd => dates::DateOrder::Ymd,
    });
    let parts = settings.day_parts;
    clock.prefs = dates::DayParts {
        morning: parts.morning.time(),
        noon: parts.noon.time(),
        afternoon: parts.afternoon.time(),
        evening: parts.evening.time(),
        night: parts.night.time(),
    };
    clock.next_month = match settings.next_month {
        s::NextMonth::FirstDay => dates::NextMonth::FirstDay,
        s::NextMonth::SameDay => dates::NextMonth::SameDay,
    };
    clock.default_until = match settings.default_until {
        s::DefaultUntil::None => dates::DefaultUntil::None,
        s::DefaultUntil::EndOfYear => dates::DefaultUntil::EndOfYear,
        s::DefaultUntil::OneYear => dates::DefaultUntil::PlusOneYear,
    };
}
