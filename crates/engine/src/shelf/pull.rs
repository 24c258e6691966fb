//! Getting a model: lock, space, bytes to disk, checksum, header, one rename. What was downloaded stays
//! for the next attempt unless it is wrong or the disk is full.

mod fetching;
mod finishing;
mod problems;

pub(super) use finishing::{sha256_of, sound};
pub(super) use problems::{problem, unwritable};

use super::{Offer, Shelf};
use crate::effects::shelf::Staging;
use countersign_core::problem::Problem;
use countersign_llm::hub::Resolved;
use finishing::finish;
use problems::taken;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::pin::Pin;
use std::time::Duration;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// How a pull stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Another process is pulling the same.
    Waiting,
    /// Bytes come.
    Downloading,
    /// Checksum and header are looked at.
    Checking,
    /// It is installed.
    Done,
    /// It is not; the problem says why.
    Failed,
    /// It was stopped; what was downloaded is kept.
    Stopped,
}

/// How a pull stands, for whoever follows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Pull {
    /// The model's name.
    pub name: String,
    /// Where it comes from.
    pub source: String,
    /// How it stands.
    pub stage: Stage,
    /// Bytes that are here.
    pub received: u64,
    /// Bytes in all, where they are known.
    pub total: Option<u64>,
    /// Bytes that were here at the start.
    pub resumed: u64,
    /// The checksum, once it is known.
    pub sha256: Option<String>,
    /// Why it failed.
    pub problem: Option<Problem>,
}

impl Pull {
    /// Whether it has ended, well or not.
    pub fn ended(&self) -> bool {
        matches!(self.stage, Stage::Done | Stage::Failed | Stage::Stopped)
    }

    /// What an earlier process left.
    pub(super) fn left(models: &Path, name: &str, received: u64) -> Self {
        let note = std::fs::read(models.join(format!(".{name}.pull")).join("pull.json")).ok();
        let note: Note = note.and_then(|b| serde_json::from_slice(&b).ok()).unwrap_or_default();
        Self {
            name: name.to_owned(),
            source: note.source,
            stage: Stage::Stopped,
            received,
            total: None,
            resumed: received,
            sha256: None,
            problem: None,
        }
    }
}

/// What stands beside the parts: of which source they are, and which state of each file.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Note {
    source: String,
    validators: Vec<Option<String>>,
}

/// What is done once a model is installed, before anybody hears of it.
pub type Then = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A pull of this process.
pub(super) struct Job {
    state: watch::Receiver<Pull>,
    stop: CancellationToken,
}

impl Job {
    pub(super) fn begin(shelf: &Shelf, offer: Offer, found: Resolved, then: Then) -> Self {
        let first = Pull {
            name: offer.name.clone(),
            source: offer.source.clone(),
            stage: Stage::Downloading,
            received: offer.partial,
            total: offer.download,
            resumed: offer.partial,
            sha256: offer.sha256.clone(),
            problem: None,
        };
        let (says, state) = watch::channel(first);
        let stop = CancellationToken::new();
        let work = Work { shelf: shelf.clone(), offer, found, says, stop: stop.clone() };
        tokio::spawn(work.run(then));
        Self { state, stop }
    }

    pub(super) fn state(&self) -> Pull {
        self.state.borrow().clone()
    }

    pub(super) fn runs(&self) -> bool {
        !self.state.borrow().ended() && self.state.has_changed().is_ok()
    }

    pub(super) fn follow(&self) -> watch::Receiver<Pull> {
        self.state.clone()
    }

    /// As [`Self::follow`], if it is of this source.
    pub(super) fn follow_of(&self, source: &str) -> Result<watch::Receiver<Pull>, Problem> {
        let running = self.state();
        match running.source == source {
            true => Ok(self.follow()),
            false => Err(Problem::new("busy", format!("{} is being pulled from {}", running.name, running.source))
                .hinting("Give another --name, or wait until it has ended.")),
        }
    }

    pub(super) fn cancel(&self) {
        self.stop.cancel();
    }
}

/// Why it ended early.
enum End {
    Stopped,
    Failed(Problem),
}

impl From<Problem> for End {
    fn from(problem: Problem) -> Self {
        Self::Failed(problem)
    }
}

/// How often another process' lock is looked at.
const LOOK: Duration = Duration::from_millis(200);

struct Work {
    shelf: Shelf,
    offer: Offer,
    found: Resolved,
    says: watch::Sender<Pull>,
    stop: CancellationToken,
}

impl Work {
    async fn run(self, then: Then) {
        let ended = self.work().await;
        if ended.is_ok() {
            then.await;
        }
        self.says.send_modify(|pull| match ended {
            Ok(()) => pull.stage = Stage::Done,
            Err(End::Stopped) => pull.stage = Stage::Stopped,
            Err(End::Failed(problem)) => {
                pull.stage = Stage::Failed;
                pull.problem = Some(problem);
            }
        });
    }

    async fn work(&self) -> Result<(), End> {
        let models = self.shelf.models();
        let name = &self.offer.name;
        let staging = loop {
            if let Some(staging) = Staging::take(&models, name).map_err(|e| unwritable(&e))? {
                break staging;
            }
            self.says.send_modify(|pull| pull.stage = Stage::Waiting);
            tokio::select! {
                () = self.stop.cancelled() => return Err(End::Stopped),
                () = tokio::time::sleep(LOOK) => {}
            }
        };
        // Another process installed one of this name while this one waited: is it what was asked for?
        if let Some(there) = self.shelf.installed(name) {
            let same = there.source == self.offer.source
                && self.offer.sha256.as_ref().is_none_or(|wanted| *wanted == there.sha256);
            return match same {
                true => Ok(()),
                false => Err(taken(&there).into()),
            };
        }
        self.says.send_modify(|pull| pull.stage = Stage::Downloading);
        let mut note: Note = staging.note().and_then(|b| serde_json::from_slice(&b).ok()).unwrap_or_default();
        if note.source != self.offer.source {
            staging.discard().map_err(|e| unwritable(&e))?;
            drop(staging);
            // Taken anew: discarding removed its folder.
            let Some(fresh) = Staging::take(&models, name).map_err(|e| unwritable(&e))? else {
                return Err(Problem::new("busy", format!("another process is pulling {name}")).into());
            };
            note = Note { source: self.offer.source.clone(), validators: vec![None; self.found.pieces.len()] };
            fresh.put_note(&serde_json::to_vec(&note).unwrap_or_default()).map_err(|e| unwritable(&e))?;
            return self.get(fresh, note).await;
        }
        note.validators.resize(self.found.pieces.len(), None);
        self.get(staging, note).await
    }

    async fn get(&self, staging: Staging, mut note: Note) -> Result<(), End> {
        let mut expected = self.offer.sha256.clone();
        for (n, piece) in self.found.pieces.iter().enumerate() {
            let done = match self.piece(&staging, n, piece, &mut note).await {
                Ok(said) => said,
                Err(End::Failed(problem)) if problem.code == "disk_full" => {
                    // A full disk stops everything else too: what was downloaded goes.
                    let _ = staging.discard();
                    return Err(problem.into());
                }
                Err(end) => return Err(end),
            };
            // What a hub says of a file counts where nothing else is known beforehand.
            if self.found.pieces.len() == 1 && piece.member.is_none() {
                expected = expected.or(done);
            }
        }
        self.says.send_modify(|pull| pull.stage = Stage::Checking);
        let (offer, found, now, stop) = (self.offer.clone(), self.found.clone(), self.shelf.now(), self.stop.clone());
        let renderer = self.shelf.0.renderer.clone();
        let work =
            tokio::task::spawn_blocking(move || finish(staging, &offer, &found, expected, (now, &stop, &renderer)));
        match work.await {
            _ if self.stop.is_cancelled() && self.shelf.installed(&self.offer.name).is_none() => Err(End::Stopped),
            Ok(Ok(sha256)) => {
                self.says.send_modify(|pull| pull.sha256 = Some(sha256));
                Ok(())
            }
            Ok(Err(problem)) => Err(problem.into()),
            Err(e) => Err(Problem::new("interrupted", e.to_string()).into()),
        }
    }
}

fn length_of(path: &Path) -> u64 {
    path.metadata().map_or(0, |m| m.len())
}
