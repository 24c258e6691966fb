//! What these tests share: an engine over a real database in a folder of its own, opened at a chosen
//! time with files, models and a sandbox as a test wants them; and what a person does with it.

use countersign_core::change_set::{Actor, ItemStatus, Source};
use countersign_core::command::CommandOutcome;
use countersign_core::ids::{RunId, SessionId};
use countersign_core::wire::{
    ApplyMode, ItemView, NewRun, Receipt, RunEvent, RunView, SetView, SignItem, WorkspaceView,
};
use countersign_engine::effects::sandbox::Sandbox;
use countersign_engine::{ApplyRequest, Clock, DirectEdit, Engine, EngineError, FixedClock, Key, SetQuery, Setup};
use countersign_llm::{Catalogue, Models};
use countersign_store::{EntryFilter, Store};
use countersign_store_sqlite::SqliteStore;
use countersign_testkit::{Answer, ModelServer, Script};
use futures_util::{StreamExt, pin_mut};
use jiff::tz::TimeZone;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// When a test takes place that says nothing else.
pub(crate) const SATURDAY: &str = "2026-11-21T15:00:00Z";

pub(crate) fn user() -> Actor {
    Actor::User { via: "test".into() }
}

pub(crate) fn hash(bytes: impl AsRef<[u8]>) -> String {
    blake3::hash(bytes.as_ref()).to_hex().to_string()
}

/// How an engine is opened: on Saturday in UTC, without models, unless a test says otherwise.
#[must_use]
pub(crate) struct Opening {
    database: PathBuf,
    clock: FixedClock,
    own_clock: Option<Arc<dyn Clock>>,
    setup: Setup,
}

/// Over the database in this folder alone: there is no place for anything beside it.
pub(crate) fn bare(folder: &Path) -> Opening {
    Opening {
        database: folder.join("countersign.db"),
        clock: FixedClock(SATURDAY.parse().unwrap(), TimeZone::UTC),
        own_clock: None,
        setup: Setup::default(),
    }
}

/// With its data in this folder's `data`.
pub(crate) fn beside(folder: &Path) -> Opening {
    let data = folder.join("data");
    fs::create_dir_all(&data).unwrap();
    let mut opening = bare(&data);
    opening.setup.data = Some(data);
    opening
}

impl Opening {
    pub(crate) fn at(mut self, now: &str) -> Self {
        self.clock.0 = now.parse().unwrap();
        self
    }

    pub(crate) fn in_new_york(mut self) -> Self {
        self.clock.1 = TimeZone::get("America/New_York").unwrap();
        self
    }

    pub(crate) fn clock(mut self, clock: impl Clock + 'static) -> Self {
        self.own_clock = Some(Arc::new(clock));
        self
    }

    pub(crate) fn models(mut self, models: Models) -> Self {
        self.setup.models = models;
        self
    }

    /// With all of this but its data folder, which stays.
    pub(crate) fn setup(mut self, setup: Setup) -> Self {
        self.setup = Setup { data: self.setup.data, ..setup };
        self
    }

    pub(crate) async fn open(self) -> Engine {
        self.stored().await.0
    }

    pub(crate) async fn stored(self) -> (Engine, Arc<SqliteStore>) {
        let (engine, store) = self.tried().await;
        (engine.unwrap(), store)
    }

    pub(crate) async fn tried(self) -> (Result<Engine, EngineError>, Arc<SqliteStore>) {
        let store = Arc::new(SqliteStore::open(self.database).await.unwrap());
        let clock = self.own_clock.unwrap_or_else(|| Arc::new(self.clock));
        (Engine::open_with(store.clone() as Arc<dyn Store>, clock, self.setup).await, store)
    }
}

/// Models of a scripted server that is spoken to as `kind`; `rest` is what else a catalogue holds,
/// its `models` first. A call that fails is not tried again unless `rest` says so.
pub(crate) fn models(kind: &str, server: &ModelServer, rest: Value) -> Models {
    let mut all = json!({
        "providers": { "p": { "kind": kind, "baseUrl": server.url } },
        "retries": { "most": 0, "firstMs": 1, "longestMs": 1 },
    });
    all.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
    let catalogue = Catalogue::read("models.json", &all.to_string()).unwrap();
    Models::open(catalogue.with_environment(|_| None).unwrap()).unwrap()
}

/// These replies, each given once.
pub(crate) fn replies(all: &[Value]) -> Vec<Answer> {
    all.iter().map(|one| reply(one).once()).collect()
}

/// A reply that a model gives: a text as it is, any other value as JSON.
pub(crate) fn reply(reply: &Value) -> Answer {
    Answer::text(reply.as_str().map_or_else(|| reply.to_string(), str::to_owned))
}

/// An engine with a folder open in it.
pub(crate) struct World {
    pub engine: Engine,
    pub store: Arc<SqliteStore>,
    /// The folder that is open.
    pub root: PathBuf,
    pub workspace: WorkspaceView,
    /// Answers where a test's models are its own; nobody asks it otherwise.
    pub server: ModelServer,
    /// Holds `project`, which is open, and `data`.
    pub folder: tempfile::TempDir,
}

/// A world that is being made.
#[must_use]
pub(crate) struct Place {
    folder: tempfile::TempDir,
    root: PathBuf,
    opening: Opening,
    server: Option<ModelServer>,
}

/// An empty project folder.
pub(crate) fn place() -> Place {
    place_in(tempfile::tempdir().unwrap())
}

/// An empty project folder where commands run: not in /tmp, which every sandbox hides.
pub(crate) fn workshop() -> Place {
    place_in(tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap())
}

fn place_in(folder: tempfile::TempDir) -> Place {
    let root = folder.path().join("project");
    fs::create_dir(&root).unwrap();
    Place { opening: beside(folder.path()), root, folder, server: None }
}

impl Place {
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn files(self, files: &[(&str, impl AsRef<[u8]>)]) -> Self {
        for (path, bytes) in files {
            fs::create_dir_all(self.root.join(path).parent().unwrap()).unwrap();
            fs::write(self.root.join(path), bytes).unwrap();
        }
        self
    }

    pub(crate) fn folder(self, path: &str) -> Self {
        fs::create_dir_all(self.root.join(path)).unwrap();
        self
    }

    /// Only this folder of the project is opened.
    pub(crate) fn within(mut self, path: &str) -> Self {
        self.root.push(path);
        self
    }

    pub(crate) fn opening(mut self, how: impl FnOnce(Opening) -> Opening) -> Self {
        self.opening = how(self.opening);
        self
    }

    pub(crate) fn asking(mut self, server: ModelServer, models: Models) -> Self {
        self.server = Some(server);
        self.opening(|o| o.models(models))
    }

    pub(crate) async fn open(self) -> World {
        let (engine, store) = self.opening.stored().await;
        let workspace = engine.open_workspace(&self.root.canonicalize().unwrap(), user()).await.unwrap();
        let server = match self.server {
            Some(server) => server,
            None => ModelServer::start(Script::default()).await.unwrap(),
        };
        World { engine, store, root: self.root, workspace, server, folder: self.folder }
    }
}

impl World {
    /// Ends it and opens it again, at this time and without models.
    pub(crate) async fn again(self, now: &str) -> Self {
        let Self { engine, store, root, workspace, server, folder } = self;
        drop((engine, store));
        let (engine, store) = beside(folder.path()).at(now).stored().await;
        Self { engine, store, root, workspace, server, folder }
    }

    pub(crate) fn read(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.root.join(path)).ok()
    }

    pub(crate) fn put(&self, path: &str, text: &str) {
        fs::write(self.root.join(path), text).unwrap();
    }

    pub(crate) async fn propose(&self, operations: Value) -> SetView {
        self.engine.propose(Some("asked".into()), &operations, user()).await.unwrap()
    }

    pub(crate) async fn commands(&self, commands: &[&str]) -> SetView {
        self.propose(commands.iter().map(|c| json!({ "op": "run_command", "command": c })).collect()).await
    }

    /// Signs and applies all of a set that can be.
    pub(crate) async fn apply(&self, set: &SetView) -> Result<Receipt, EngineError> {
        apply(&self.engine, set).await
    }

    /// Signs and applies these items of a set.
    pub(crate) async fn apply_items(&self, set: &SetView, items: &[u32]) -> Result<Receipt, EngineError> {
        self.engine.apply(set.id, request(set, sign(set, items)), user(), None).await
    }

    pub(crate) async fn events(&self, run: &RunId) -> Vec<RunEvent> {
        told(&self.engine, run).await
    }

    /// Sends a message and waits until its run ends or waits.
    pub(crate) async fn send(&self, new: NewRun) -> (RunView, Vec<RunEvent>) {
        send(&self.engine, new).await
    }

    /// The last message of the last call of the model.
    pub(crate) fn asked(&self) -> String {
        self.heard().pop().unwrap()
    }

    /// Signs and runs one command.
    pub(crate) async fn run(&self, command: &str) -> Ran {
        let set = self.commands(&[command]).await;
        assert_eq!(set.items[0].problems, [], "{command}");
        let receipt = self.apply(&set).await.unwrap();
        let result = &receipt.results[0];
        let outcome = result.command.clone().unwrap_or_else(|| panic!("{command}: {receipt:?}"));
        let output = self.engine.command_output(set.id, 1, 0).await.unwrap();
        assert_eq!(output.len() as u64, outcome.bytes, "{command}");
        Ran {
            ok: result.ok,
            why: result.problem.as_ref().map(|p| p.message.clone()).unwrap_or_default(),
            text: String::from_utf8_lossy(&output).into_owned(),
            outcome,
            set: receipt.change_set,
        }
    }

    pub(crate) async fn say(&self, text: &str) -> RunView {
        self.send(NewRun { message: text.into(), ..NewRun::default() }).await.0
    }

    pub(crate) async fn go_on(&self, session: &SessionId, text: &str) -> RunView {
        self.send(NewRun { session: Some(session.clone()), message: text.into(), ..NewRun::default() }).await.0
    }

    /// What a run proposed.
    pub(crate) async fn set(&self, run: &RunView) -> SetView {
        self.engine.change_set(run.change_set.unwrap()).await.unwrap()
    }

    /// The last message of each call of the model.
    pub(crate) fn heard(&self) -> Vec<String> {
        self.server.calls().iter().map(last_message).collect()
    }

    pub(crate) async fn kinds(&self) -> Vec<&'static str> {
        kinds(&self.store).await
    }

    /// Whether there is any sandbox to try commands in; project code runs unasked only in one.
    pub(crate) fn can(&self) -> bool {
        self.engine.confinement().sandbox != Sandbox::None
    }

    /// The same; where CI counts on it, that there is none is a failure.
    pub(crate) fn sandboxed(&self) -> bool {
        assert!(self.can() || std::env::var_os("CI").is_none(), "CI must try the sandbox");
        self.can()
    }

    pub(crate) async fn sound(&self) {
        sound(&self.engine).await;
        assert_eq!(self.server.violations(), Vec::<String>::new());
    }
}

/// What came of a command that was run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub ok: bool,
    pub why: String,
    pub text: String,
    pub outcome: CommandOutcome,
    pub set: SetView,
}

/// The last message of a call of a model.
pub(crate) fn last_message(call: &Value) -> String {
    call["messages"].as_array().unwrap().last().unwrap()["content"].as_str().unwrap().to_owned()
}

/// The ledger verifies, its fold equals what is stored, and the store finds nothing amiss. How many
/// entries there are.
pub(crate) async fn sound(engine: &Engine) -> u64 {
    let report = engine.verify().await.unwrap();
    assert!(report.ok, "{report:?}");
    let rebuilt = engine.rebuild(false).await.unwrap();
    assert!(rebuilt.equal, "{:?}", rebuilt.differences);
    assert_eq!(engine.check_store().await.unwrap(), Vec::<String>::new());
    report.entries
}

/// Changes todos at once, as a person does in the list.
pub(crate) async fn edit(engine: &Engine, operations: impl Into<Value>) -> Receipt {
    try_edit(engine, operations, None).await.unwrap()
}

pub(crate) async fn try_edit(
    engine: &Engine,
    operations: impl Into<Value>,
    key: Option<Key>,
) -> Result<Receipt, EngineError> {
    let operations = operations.into().as_array().unwrap().clone();
    let request =
        DirectEdit { operations, title: None, confirm: None, mode: ApplyMode::Atomic, source: Source::Direct };
    engine.edit(request, user(), key).await
}

pub(crate) fn titles(engine: &Engine) -> Vec<(i64, String)> {
    engine.todos(|_| true).iter().map(|t| (t.id.0, t.title.clone())).collect()
}

/// All that waits, the newest first.
pub(crate) async fn sets(engine: &Engine) -> Vec<SetView> {
    let mut all = Vec::new();
    for line in engine.change_sets(SetQuery { open_only: true, before: None, limit: 200 }).await.unwrap() {
        all.push(engine.change_set(line.id).await.unwrap());
    }
    all
}

/// Signatures under all items, whatever stands in their way.
pub(crate) fn sign_all(set: &SetView) -> Vec<SignItem> {
    set.items.iter().map(signature).collect()
}

/// Signatures under the items of these numbers.
pub(crate) fn sign(set: &SetView, items: &[u32]) -> Vec<SignItem> {
    items.iter().map(|n| signature(&set.items[*n as usize - 1])).collect()
}

/// The same by a client that says what it was shown, as the page and the terminal do.
pub(crate) fn seen(set: &SetView, items: &[u32]) -> Vec<SignItem> {
    let mut signed = sign(set, items);
    for one in &mut signed {
        one.was = set.items[one.item as usize - 1].status.verdict();
    }
    signed
}

fn signature(item: &ItemView) -> SignItem {
    SignItem { item: item.n, digest: item.digest.clone(), was: None }
}

pub(crate) fn request(set: &SetView, sign: Vec<SignItem>) -> ApplyRequest {
    ApplyRequest { digest: set.digest.clone(), sign, ..ApplyRequest::default() }
}

/// Signatures under all that can be signed and is not yet.
pub(crate) fn signable(set: &SetView) -> Vec<SignItem> {
    let waits = |i: &&ItemView| i.problems.is_empty() && matches!(i.status, ItemStatus::Pending | ItemStatus::Failed);
    set.items.iter().filter(waits).map(signature).collect()
}

/// Signs and applies all of a set that can be.
pub(crate) async fn apply(engine: &Engine, set: &SetView) -> Result<Receipt, EngineError> {
    engine.apply(set.id, request(set, signable(set)), user(), None).await
}

/// What a run told after an event, with the numbers of its events, until it ends or waits.
pub(crate) async fn events(engine: &Engine, run: &RunId, after: i64) -> Vec<(i64, RunEvent)> {
    let stream = engine.follow(run.clone(), after);
    pin_mut!(stream);
    let mut all = Vec::new();
    while let Some(event) = stream.next().await {
        let event = event.unwrap();
        all.push((event.n, event.event));
    }
    all
}

/// All that a run told until it ends or waits.
pub(crate) async fn told(engine: &Engine, run: &RunId) -> Vec<RunEvent> {
    events(engine, run, 0).await.into_iter().map(|(_, event)| event).collect()
}

/// Sends a message and waits until its run ends or waits; what it told until then.
pub(crate) async fn send(engine: &Engine, new: NewRun) -> (RunView, Vec<RunEvent>) {
    let run = engine.start_run(new).await.unwrap();
    let events = told(engine, &run.id).await;
    (engine.run(&run.id).await.unwrap(), events)
}

pub(crate) async fn say(engine: &Engine, new: NewRun) -> RunView {
    send(engine, new).await.0
}

/// The kinds of all entries, oldest first.
pub(crate) async fn kinds(store: &SqliteStore) -> Vec<&'static str> {
    let all = EntryFilter { ascending: true, limit: 500, ..EntryFilter::default() };
    store.entries(&all).await.unwrap().all().unwrap().iter().map(|entry| entry.event.kind()).collect()
}

/// A controller's reply that calls a tool.
pub(crate) fn call(tool: &str, args: Value) -> Value {
    json!({ "thinking": "so", "action": "next_step", "tool": tool, "args": args })
}

/// A controller's reply that ends its run.
pub(crate) fn done(message: &str) -> Value {
    json!({ "thinking": "so", "action": "complete", "message": message })
}
