//! `countersign serve` and `open`.

use super::{Session, recovered};
use crate::args;
use crate::client::{Client, Local, UNWRITABLE};
use crate::failure::{Exit, Failure, Result, cause};
use crate::home::{Home, Note};
use crate::moment::Moment;
use crate::screen::{Ink, Screen, clean};
use crate::show;
use crate::store::{open_both, refused};
use crate::texts::say;
use countersign_core::change_set::Actor;
use countersign_core::model::Role;
use countersign_engine::Engine;
use countersign_engine::effects::DirLock;
use countersign_server::{AppState, random_token};
use countersign_store_sqlite::SqliteStore;
use serde_json::json;
use std::ffi::OsString;
use std::io;
use std::net::TcpListener as StdListener;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::sync::watch;

/// A shorter token is warned of: whoever guesses it can do all that the person can.
const LEAST: usize = 8;
/// How long somebody who is no server may have the folder, as short verbs do one after the other, and how often it is
/// looked at meanwhile.
const OTHERS: Duration = Duration::from_secs(5);
const BETWEEN_LOOKS: Duration = Duration::from_millis(25);
/// How long commands that run when it is told to stop have for their end, before they are stopped.
const FOR_COMMANDS: Duration = Duration::from_secs(3);
/// How often a server that answers from a copy tries whether its folder can be written by now.
const BETWEEN_TRIES: Duration = Duration::from_secs(2);

/// Serves until it is told to stop.
pub(crate) async fn run(args: &args::Serve, home: &Home, moment: &Moment, screen: &mut Screen) -> Result<Exit> {
    let token = match &args.token {
        Some(token) if token.is_empty() || !token.bytes().all(|b| b.is_ascii_graphic()) => {
            return Err(Failure::new("invalid_token", say!("cli-token-wrong"), say!("cli-token-hint")));
        }
        Some(token) => token.clone(),
        None => random_token().map_err(|e| Failure::new("no_randomness", e.to_string(), String::new()))?,
    };
    if let Some(running) = Client::running(home).await {
        return Err(Failure::new(
            "already_running",
            say!("cli-already-running", url = running.url(), pid = running.pid()),
            match args.sign_out {
                true => say!("cli-already-running-signed-in", pid = running.pid()),
                false => say!("cli-already-running-hint"),
            },
        ));
    }
    let spelled = |arg: OsString| arg.to_str().is_some_and(|arg| arg == "--token" || arg.starts_with("--token="));
    if std::env::args_os().any(spelled) {
        screen.error(screen.ink(Ink::Change, say!("cli-token-seen")))?;
    }
    if token.len() < LEAST {
        screen.error(screen.ink(Ink::Change, say!("cli-token-short", length = token.len())))?;
    }
    countersign_server::raise_file_limit();
    let mut served = Served::open(home, moment).await?;
    // Before anybody is told the address: who reads it may send a signal at once.
    let stop = told(Signals::listen()?);
    let mut place = None;
    loop {
        served.begin(args, screen).await?;
        let (listener, port) = match place.take() {
            None => bound(args.port)?,
            Some(place) => place,
        };
        // What stays open takes the calls that come while a folder is handed over.
        let next = matches!(served, Served::Copy(_)).then(|| listener.try_clone()).transpose()?;
        let engine = served.engine().clone();
        engine.prepare_model();
        engine.serves_at(port);
        let state = AppState::new(engine, &token, port);
        served.announce(&state, &token, port, home, screen)?;
        let (handed, mut hand_over) = watch::channel(false);
        let mut ending = stop.clone();
        let ends = async move {
            tokio::select! {
                _ = ending.wait_for(|told| *told > 0) => {}
                Ok(_) = hand_over.wait_for(|handed| *handed) => {}
            }
        };
        let serving = countersign_server::serve(TcpListener::from_std(listener)?, state, ends);
        let finding = served.waits_for_folder(home, moment, stop.clone(), &handed);
        let (ended, found, quiet) = tokio::join!(serving, finding, served.ends_commands(stop.clone(), screen));
        quiet?;
        match (served, found) {
            (Served::Folder(_lock, store, holder), _) => return left(home, &store, &holder, ended).await,
            (Served::Copy(_), Some(folder)) => served = folder,
            (Served::Copy(_), None) => {
                // Nothing in the folder is this server's.
                ended?;
                return Ok(Exit::Clear);
            }
        }
        place = next.map(|listener| (listener, port));
    }
}

/// Closes the folder, or says what happened to its database while it was served.
async fn left(home: &Home, store: &SqliteStore, holder: &Engine, ended: io::Result<()>) -> Result<Exit> {
    if holder.is_replaced() {
        let saved = holder.save().await;
        // Another file is in its place: nothing there is touched by closing this one.
        store.close().await;
        // What fails here is tidying: the note of a server that is gone is nobody's.
        let _ = home.remove_note();
        let hint = match saved {
            Ok(to) => say!("cli-replaced-hint", file = to.display().to_string()),
            Err(error) => say!("cli-replaced-lost", cause = error.to_string()),
        };
        let text = say!("cli-replaced", dir = home.dir().display().to_string());
        return Err(Failure::new("database_replaced", text, hint));
    }
    if holder.is_cut() {
        let saved = holder.save_todos();
        // What is left is left as it is, for whoever can rescue more of it.
        store.close().await;
        let _ = home.remove_note();
        let hint = match saved {
            Ok(to) => say!("cli-cut-hint", file = to.display().to_string()),
            Err(error) => say!("cli-replaced-lost", cause = error.to_string()),
        };
        let text = say!("cli-cut", dir = home.dir().display().to_string());
        return Err(Failure::new("database_cut", text, hint));
    }
    if holder.is_damaged().await {
        let saved = holder.save_todos();
        // The file stays as it is, with its log.
        store.close().await;
        let _ = home.remove_note();
        let hint = match saved {
            Ok(to) => say!("cli-damaged-hint", file = to.display().to_string()),
            Err(error) => say!("cli-replaced-lost", cause = error.to_string()),
        };
        let text = say!("cli-damaged", dir = home.dir().display().to_string());
        return Err(Failure::new("corrupt_database", text, hint));
    }
    home.remove_note()?;
    // Moves the log into the main file, which can then be copied by itself.
    store.close().await;
    ended?;
    Ok(Exit::Clear)
}

/// What a server answers from.
enum Served {
    /// The folder's own database, which this process has to itself.
    Folder(DirLock, Arc<SqliteStore>, Engine),
    /// A copy of what cannot be written: it is looked at, and whoever can write the folder may have it.
    Copy(Box<Local>),
}

impl Served {
    /// # Errors
    /// Why there is nothing to serve.
    async fn open(home: &Home, moment: &Moment) -> Result<Self> {
        match Self::folder(home, moment).await {
            Err(failure) if UNWRITABLE.iter().any(|code| failure.is(code)) => {
                // Why it cannot be written is what there is to say, also when it cannot be read.
                let looking = Local::looking(home, moment, failure.body()).await.map_err(|_| failure)?;
                Ok(Self::Copy(Box::new(looking)))
            }
            opened => opened,
        }
    }

    async fn folder(home: &Home, moment: &Moment) -> Result<Self> {
        let Some(lock) = lock(home).await? else {
            return Err(Failure::new(
                "data_in_use",
                say!("cli-data-in-use", dir = home.dir().display().to_string()),
                say!("cli-data-in-use-hint"),
            ));
        };
        let (store, engine) = open_both(home, moment).await?;
        // Where no small change has room, the server's note may have none.
        if let Err(error) = home.probe() {
            drop(engine);
            store.close().await;
            return Err(home.unwritable(&error));
        }
        Ok(Self::Folder(lock, store, engine))
    }

    /// What the start of a server does with its folder.
    ///
    /// # Errors
    /// Why a workspace cannot be opened, or the store's.
    async fn begin(&self, args: &args::Serve, screen: &mut Screen) -> Result<()> {
        let Self::Folder(_, _, engine) = self else { return Ok(()) };
        if args.sign_out {
            engine.sign_pages_out().await.map_err(refused)?;
            screen.error(say!("cli-serve-signed-out"))?;
        }
        for dir in &args.workspace {
            let root = std::path::absolute(dir).unwrap_or_else(|_| dir.clone());
            engine.open_workspace(&root, Actor::User { via: "terminal".into() }).await.map_err(refused)?;
        }
        // What a crash cut off goes on; what is wrong with one run is told in that run.
        engine.resume_agents().await.map_err(refused)?;
        engine.mirror_missing().await.map_err(refused)?;
        engine.keep_proven();
        Ok(())
    }

    /// Tells the address, and what there is to know of what is served there.
    fn announce(&self, state: &AppState, token: &str, port: u16, home: &Home, screen: &mut Screen) -> Result<()> {
        let page = state.mint_url().map_err(|e| Failure::new("no_randomness", e.to_string(), String::new()))?;
        let base = format!("http://127.0.0.1:{port}");
        let pid = std::process::id();
        if let Self::Folder(..) = self {
            home.leave_note(&Note { url: base.clone(), port, pid, token: token.to_owned() })?;
        }
        let models = state.engine.models();
        if screen.is_json() {
            screen.json(&json!({ "url": page, "base": base, "port": port, "token": token, "pid": pid }))?;
        } else {
            screen.line(page)?;
            screen.line(say!("cli-serve-data", dir = clean(&home.dir().display().to_string())))?;
            match models.available(Role::Propose) {
                Some(info) => screen.line(say!("cli-serve-model", model = info.display_name))?,
                None => screen.line(say!("cli-no-model"))?,
            }
        }
        if let Some(fault) = models.fault() {
            let line = format!("{} {}", show::sentence(&fault.message), fault.hint);
            screen.error(screen.ink(Ink::Danger, clean(&line)))?;
        }
        for line in recovered(&state.engine.recovered()) {
            screen.error(screen.ink(Ink::Change, line))?;
        }
        if let Self::Copy(copy) = self {
            let why = copy.looks().map(|why| show::sentence(&why.message)).unwrap_or_default();
            screen.error(screen.ink(Ink::Danger, say!("cli-serve-looking", why = clean(&why))))?;
        }
        Ok(())
    }

    /// For a server that answers from a copy: the folder, as soon as it can be written and nobody else has it, and
    /// `handed` says so. None where the server stops before that, and for one that has its folder.
    async fn waits_for_folder(
        &self,
        home: &Home,
        moment: &Moment,
        mut stop: watch::Receiver<u32>,
        handed: &watch::Sender<bool>,
    ) -> Option<Self> {
        let Self::Copy(_) = self else { return None };
        loop {
            tokio::select! {
                _ = stop.wait_for(|told| *told > 0) => return None,
                () = tokio::time::sleep(BETWEEN_TRIES) => {}
            }
            if home.probe().is_ok()
                && Client::running(home).await.is_none()
                && let Ok(folder) = Self::folder(home, moment).await
            {
                handed.send_replace(true);
                return Some(folder);
            }
        }
    }

    /// For a server that has its folder: once it is told to stop, waits a little for the commands that run, and says
    /// so; then, or as soon as it is told again, they are stopped. What came of them is stored either way.
    async fn ends_commands(&self, mut stop: watch::Receiver<u32>, screen: &mut Screen) -> Result<()> {
        let Self::Folder(_, _, engine) = self else { return Ok(()) };
        let _ = stop.wait_for(|told| *told > 0).await;
        let running = engine.running_commands();
        let mut said = Ok(());
        if running > 0 {
            said = screen.error(say!("cli-serve-waits", count = running, seconds = FOR_COMMANDS.as_secs()));
            tokio::select! {
                _ = stop.wait_for(|told| *told > 1) => {}
                () = engine.commands_ended() => {}
                () = tokio::time::sleep(FOR_COMMANDS) => {}
            }
        }
        engine.end_commands().await;
        said
    }

    fn engine(&self) -> &Engine {
        match self {
            Self::Folder(_, _, engine) => engine,
            Self::Copy(copy) => copy.engine(),
        }
    }
}

/// Takes the folder; `None` when another server has it, or somebody else for longer than short verbs take.
async fn lock(home: &Home) -> Result<Option<DirLock>> {
    let until = Instant::now() + OTHERS;
    loop {
        let lock = home.lock()?;
        if lock.is_some() || Instant::now() >= until || Client::running(home).await.is_some() {
            return Ok(lock);
        }
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
}

/// `countersign open`.
pub(crate) async fn open(home: &Home, screen: &mut Screen) -> Result<Exit> {
    let Some(running) = Client::running(home).await else {
        return Err(Failure::new("not_running", say!("cli-not-running"), say!("cli-not-running-hint")));
    };
    let session = Session { client: Client::Remote(running), screen };
    let value = session.client.get("/api/url").await?;
    if session.screen.is_json() {
        session.screen.json(&value)?;
    } else {
        session.screen.line(value["url"].as_str().unwrap_or_default())?;
    }
    Ok(Exit::Clear)
}

fn bound(port: u16) -> Result<(StdListener, u16)> {
    let listener = StdListener::bind(("127.0.0.1", port)).map_err(|e| unbound(port, &e))?;
    listener.set_nonblocking(true)?;
    let port = listener.local_addr()?.port();
    Ok((listener, port))
}

/// How often it was told to stop, for as many as want to know.
fn told(mut signals: Signals) -> watch::Receiver<u32> {
    let (told, stop) = watch::channel(0);
    tokio::spawn(async move {
        loop {
            signals.next().await;
            told.send_modify(|times| *times += 1);
        }
    });
    stop
}

fn unbound(port: u16, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            Failure::new("port_in_use", say!("cli-port-in-use", port = port), say!("cli-port-in-use-hint"))
        }
        _ => Failure::new(
            "cannot_listen",
            say!("cli-cannot-listen", port = port, cause = cause(error)),
            say!("cli-port-in-use-hint"),
        ),
    }
}

/// What tells it to stop: SIGINT, SIGTERM, and SIGHUP that is not ignored.
#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
    hangup: Option<tokio::signal::unix::Signal>,
}

#[cfg(unix)]
impl Signals {
    /// From this call on none is missed.
    fn listen() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let (interrupt, terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        Ok(Self { interrupt, terminate, hangup: crate::interrupt::hangup() })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
            () = crate::interrupt::heard(&mut self.hangup) => {}
        }
    }
}

/// What tells it to stop: Ctrl+C.
#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn listen() -> io::Result<Self> {
        Ok(Self)
    }

    async fn next(&mut self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}
