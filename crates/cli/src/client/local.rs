//! The application in this process, for as long as one command runs.

use super::mending::{Mended, mend};
use super::{Answer, UNWRITABLE};
use crate::failure::{Failure, Result};
use crate::home::{Home, Note};
use crate::moment::Moment;
use crate::store::{Purpose, open, refused, salvaged};
use crate::texts;
use countersign_core::wire::{BrokenEntry, ErrorBody, InterruptedApply, VerifyReport};
use countersign_engine::effects::{self, DirLock};
use countersign_engine::{Engine, EngineError, Look, RebuildReport};
use countersign_server::{Access, AppState, random_token};
use countersign_store_sqlite::SqliteStore;
use http::Method;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// The host that requests in process name; no socket listens there.
const PORT: u16 = 4177;

/// Why a database cannot be opened at all: of what is not damaged there is no more to be had in a copy.
const UNREAD: [&str; 2] = [CORRUPT, "unreadable"];

/// A page of the database cannot be read.
const CORRUPT: &str = "corrupt_database";

/// The application, and the folder it has to itself.
pub(crate) struct Local {
    access: Access,
    engine: Engine,
    /// The folder that is open; none where there is no data.
    home: Option<Home>,
    /// Whether other verbs are answered over a socket.
    shares: Arc<AtomicBool>,
    _lock: Option<DirLock>,
    /// What was put right before it was opened.
    mended: Option<Mended>,
    /// Why the folder cannot be written, where this is a copy of it.
    looks: Option<ErrorBody>,
    /// Removed after the rest, being the last.
    scratch: Option<effects::Scratch>,
}

impl Local {
    /// Opens the folder's database.
    ///
    /// # Errors
    /// When the database cannot be used; it is then as it was.
    pub(crate) async fn open(home: &Home, lock: DirLock, moment: &Moment, purpose: Purpose) -> Result<Self> {
        let mended = match purpose {
            Purpose::Restore => mend(home, moment).await?,
            Purpose::Use | Purpose::Look(_) => None,
        };
        Ok(Self { mended, ..Self::over(open(home, home, moment, purpose).await?, Some((home, lock)), None)? })
    }

    /// An application without any data: what is asked of a folder that holds no database is answered
    /// from a temporary one, and nothing is made. What the person wrote there for models and tools counts.
    ///
    /// # Errors
    /// When there is no place for temporary files.
    pub(crate) async fn nothing(home: &Home, moment: &Moment) -> Result<Self> {
        let scratch = effects::Scratch::new("data")?;
        Self::over(open(&Home::at(scratch.path()), home, moment, Purpose::Use).await?, None, Some(scratch))
    }

    /// An application over a copy of the folder's database, for a folder that cannot be written:
    /// everything can be looked at, nothing can be changed, and `why` is said of what would change it.
    ///
    /// # Errors
    /// When there is no database, no place for the copy, or the copy cannot be used.
    pub(crate) async fn looking(home: &Home, moment: &Moment, why: ErrorBody) -> Result<Self> {
        let scratch = effects::Scratch::new("data")?;
        let copy = Home::at(scratch.path());
        effects::copy_database(&home.database(), &copy.database())?;
        if SqliteStore::damage(copy.database()).await.is_ok_and(|damage| !damage.is_empty()) {
            return Self::salvaged(home, &copy, moment, why).await;
        }
        if UNREAD.iter().any(|code| why.error == *code) {
            return Err(Failure::Answered(Box::new(why)));
        }
        let purpose = Purpose::Look(if why.error == "disk_full" { Look::Full } else { Look::Unwritable });
        let local = Self::over(open(&copy, home, moment, purpose).await?, None, Some(scratch))?;
        Ok(Self { looks: Some(why), ..local })
    }

    /// The engine.
    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The same over what can be read of a damaged copy.
    async fn salvaged(home: &Home, copy: &Home, moment: &Moment, why: ErrorBody) -> Result<Self> {
        let scratch = effects::Scratch::new("data")?;
        let to = Home::at(scratch.path());
        let (_, engine, damage) = salvaged(&copy.database(), &to, home, moment).await?;
        let broken = engine.verify().await.map_err(refused)?.broken;
        let damaged = EngineError::Damaged { damage, broken }.body();
        let looks = if why.error == "missing_entries" { why } else { damaged };
        Ok(Self { looks: Some(looks), ..Self::over(engine, None, Some(scratch))? })
    }

    /// An application for this folder's models alone: its database is neither locked nor opened, so
    /// that a download is in nobody's way.
    ///
    /// # Errors
    /// When there is no place for temporary files, or `models.json` cannot be used.
    pub(crate) async fn models(home: &Home, moment: &Moment) -> Result<Self> {
        let scratch = effects::Scratch::new("data")?;
        Self::over(open(&Home::at(scratch.path()), home, moment, Purpose::Use).await?, None, Some(scratch))
    }

    /// Whether there is no data.
    pub(crate) fn is_nothing(&self) -> bool {
        self.scratch.is_some() && self.looks.is_none()
    }

    /// See [`Engine::recovered`].
    pub(crate) fn recovered(&self) -> Vec<InterruptedApply> {
        self.engine.recovered()
    }

    /// See [`Engine::restored`].
    pub(crate) fn restored(&self) -> Option<&RebuildReport> {
        self.mended.as_ref().map(|mended| &mended.report).or_else(|| self.engine.restored())
    }

    /// The folder in which the database is kept as it was before it was put right.
    pub(crate) fn aside(&self) -> Option<&Path> {
        self.mended.as_ref().map(|mended| mended.aside.as_path())
    }

    /// See [`Engine::broken`].
    pub(crate) fn broken(&self) -> Option<BrokenEntry> {
        self.engine.broken()
    }

    /// Why it can only be looked at, if it can.
    pub(crate) fn looks(&self) -> Option<&ErrorBody> {
        self.looks.as_ref()
    }

    fn over(engine: Engine, folder: Option<(&Home, DirLock)>, scratch: Option<effects::Scratch>) -> Result<Self> {
        let token = random_token().map_err(broken)?;
        let access = Access::new(AppState::new(engine.clone(), &token, PORT), &token).map_err(broken)?;
        let (home, lock) = folder.map(|(home, lock)| (home.clone(), lock)).unzip();
        let shares = Arc::default();
        Ok(Self { access, engine, home, shares, _lock: lock, mended: None, looks: None, scratch })
    }

    /// Answers other verbs over a socket for as long as the value lives, as `serve` does: what takes
    /// long is in nobody's way. None where there is nothing to share, it is shared already, or there is no socket.
    pub(crate) async fn share(&self) -> Option<Shared> {
        let home = self.home.clone()?;
        if self.shares.load(Ordering::Acquire) {
            return None;
        }
        let token = random_token().ok()?;
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.ok()?;
        let port = listener.local_addr().ok()?.port();
        self.engine.serves_at(port);
        let state = AppState::new(self.engine.clone(), &token, port);
        let (stop, stopped) = oneshot::channel::<()>();
        let until = async {
            // Ended as well when nobody is left to say so.
            let _ = stopped.await;
        };
        let note = Note { url: format!("http://127.0.0.1:{port}"), port, pid: std::process::id(), token };
        home.leave_note(&note).ok()?;
        self.shares.store(true, Ordering::Release);
        let shares = Arc::clone(&self.shares);
        let serving = tokio::spawn(countersign_server::serve(listener, state, until));
        Some(Shared { home, shares, stop: Some(stop), serving: Some(serving) })
    }

    /// Answers are from now on in the language that is asked for.
    pub(crate) fn listen(&mut self) {
        self.access = self.access.clone().in_language(texts::asked());
    }

    /// See [`super::Client::through`].
    pub(super) fn through(&mut self, what: &'static str) {
        self.access = self.access.clone().through(what);
    }

    /// Begins to read an answer that may not end for a while.
    pub(crate) async fn follow(
        &self,
        path: &str,
    ) -> Result<
        http::Response<impl hyper::body::Body<Data = hyper::body::Bytes, Error: std::fmt::Display> + Unpin + use<>>,
    > {
        let request = http::Request::builder().uri(path).body(Default::default()).map_err(broken)?;
        Ok(self.access.send(request).await)
    }

    /// Calls the router.
    ///
    /// # Errors
    /// Why the folder cannot be written, where the request would have written.
    pub(crate) async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        key: Option<&str>,
    ) -> Result<Answer> {
        let (status, body) = self.access.call(method, path, body, key).await.map_err(broken)?;
        if status.is_server_error() && said(&body) == CORRUPT {
            return Err(self.damaged(&body).await);
        }
        // This process ends soon: what follows a change must not wait for another.
        self.engine.settle_mirrors().await;
        if let Some(why) = self.looks.as_ref().filter(|_| UNWRITABLE.contains(&said(&body).as_str())) {
            return Err(Failure::Answered(Box::new(why.clone())));
        }
        Ok(Answer { status: status.as_u16(), body })
    }

    /// What is said of a bad page that is met only now: as when it is met at opening, where the ledger can be read.
    async fn damaged(&self, answer: &[u8]) -> Failure {
        // Where it is known, file and log stay as they are at the end of this process.
        self.engine.is_damaged().await;
        let body = match self.engine.verify().await {
            Ok(VerifyReport { differences: damage, broken, .. }) if !damage.is_empty() || broken.is_some() => {
                Ok(EngineError::Damaged { damage, broken }.body())
            }
            _ => serde_json::from_slice(answer).map_err(broken),
        };
        body.map_or_else(|failure| failure, |body| Failure::Answered(Box::new(body)))
    }
}

/// A folder that other verbs can use meanwhile.
pub(crate) struct Shared {
    home: Home,
    shares: Arc<AtomicBool>,
    stop: Option<oneshot::Sender<()>>,
    serving: Option<JoinHandle<std::io::Result<()>>>,
}

impl Shared {
    /// Takes the note away, and waits for what was asked meanwhile.
    pub(crate) async fn end(mut self) {
        self.close();
        if let Some(serving) = self.serving.take() {
            let _ = serving.await;
        }
    }

    fn close(&mut self) {
        if let Some(stop) = self.stop.take() {
            // A note that stays is found to be nobody's.
            let _ = self.home.remove_note();
            self.shares.store(false, Ordering::Release);
            let _ = stop.send(());
        }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.close();
    }
}

/// The code of an answer that says no; empty where it is none.
fn said(body: &[u8]) -> String {
    serde_json::from_slice::<ErrorBody>(body).map(|body| body.error).unwrap_or_default()
}

fn broken(error: impl std::fmt::Display) -> Failure {
    Failure::new("call_failed", error.to_string(), String::new())
}
