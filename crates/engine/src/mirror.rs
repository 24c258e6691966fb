//! Folders of conversations, kept up to date beside the data: `plan_doc.md`, `chat_history.log` and
//! `session.json` (S4-21…23, R34). They are views: what is lost there is written again, and what
//! somebody edited in the plan document stays until the person has taken it over (R31, R33).

use crate::effects;
use crate::workspace::blocking;
use crate::{Engine, EngineError, Inner, Result};
use countersign_core::ids::SessionId;
use countersign_core::settings::Mirror;
use countersign_core::transcript::{folder_name, session_json};
use countersign_core::wire::{MirrorView, RunEvent};
use countersign_plan::{Defaults, diff, load_bytes, save};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Notify;

/// Of so many conversations, last used first, a missing folder is written again.
const WATCHED: u32 = 200;
/// Characters of an id that tell two folders of one moment apart.
const TOLD_APART: usize = 8;
/// A larger plan document is none of ours, and is left alone unread.
const LARGEST: u64 = 512 * 1024;
/// What stands in a folder.
const PLAN: &str = "plan_doc.md";
const LOG: &str = "chat_history.log";
const ABOUT: &str = "session.json";

/// What is to be written, and what could not be.
#[derive(Default)]
pub(crate) struct Mirrors {
    due: Mutex<BTreeSet<SessionId>>,
    called: Arc<Notify>,
    /// Held while folders are written. Why the last writing of each failed.
    failed: tokio::sync::Mutex<BTreeMap<SessionId, String>>,
}

impl Mirrors {
    /// Has these folders written soon.
    pub(crate) fn mark(&self, sessions: BTreeSet<SessionId>) {
        if !sessions.is_empty() {
            self.due.lock().unwrap_or_else(PoisonError::into_inner).extend(sessions);
            self.called.notify_one();
        }
    }

    fn take(&self) -> BTreeSet<SessionId> {
        std::mem::take(&mut *self.due.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Mirrors {
    fn drop(&mut self) {
        // Whoever waits to write finds that there is nothing any more.
        self.called.notify_one();
    }
}

impl Engine {
    /// Writes folders as they become due, for as long as the engine lives.
    pub(crate) fn keep_mirrors(&self) {
        let (inner, called) = (Arc::downgrade(&self.0), self.0.mirror.called.clone());
        tokio::spawn(async move {
            loop {
                called.notified().await;
                let Some(inner) = inner.upgrade() else { return };
                Self(inner).settle_mirrors().await;
            }
        });
    }

    /// Writes what is due and is done when it is written. What cannot be is told by [`Self::mirror`].
    pub async fn settle_mirrors(&self) {
        let mut failed = self.0.mirror.failed.lock().await;
        for id in self.0.mirror.take() {
            match self.write_folder(&id).await {
                Ok(()) => drop(failed.remove(&id)),
                Err(error) => drop(failed.insert(id, error.to_string())),
            }
        }
    }

    /// Has folders that are not there written, of the conversations that were used last.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn mirror_missing(&self) -> Result<()> {
        if self.settings().mirror == Mirror::Off {
            return Ok(());
        }
        let Some(all) = self.0.folders() else { return Ok(()) };
        let wanted: Vec<(SessionId, PathBuf)> = self
            .0
            .store
            .sessions(WATCHED)
            .await?
            .into_iter()
            .map(|row| (row.id.clone(), all.join(name(&row.id, row.created_at))))
            .collect();
        let gone = blocking(move || {
            wanted.into_iter().filter(|(_, folder)| !folder.join(ABOUT).is_file()).map(|(id, _)| id).collect()
        });
        self.0.mirror.mark(gone.await?);
        Ok(())
    }

    /// A conversation's folder: where it is, whether its plan document was edited, what went wrong.
    ///
    /// # Errors
    /// `not_found`, or a failing store.
    pub async fn mirror(&self, id: &SessionId) -> Result<MirrorView> {
        let folder = self.0.folder(id).await?.filter(|folder| folder.is_dir());
        let edited = match &folder {
            Some(folder) if no_link(folder).is_ok() => self.edited(id, &folder.join(PLAN)).await?,
            _ => None,
        };
        let error = self.0.mirror.failed.lock().await.get(id).cloned();
        Ok(MirrorView { folder: folder.map(|folder| folder.display().to_string()), edited, error })
    }

    /// Writes a conversation's folder now, whether folders are kept up to date or not.
    ///
    /// # Errors
    /// `not_found`, a folder that cannot be written, or a failing store.
    pub async fn mirror_now(&self, id: &SessionId) -> Result<MirrorView> {
        {
            let mut failed = self.0.mirror.failed.lock().await;
            self.write_folder(id).await?;
            failed.remove(id);
        }
        self.mirror(id).await
    }

    async fn write_folder(&self, id: &SessionId) -> Result<()> {
        let Some(folder) = self.0.folder(id).await? else { return Ok(()) };
        let row = self.0.session_row(id).await?;
        let marks = self.0.store.marks(id).await?;
        let runs = self.0.store.runs(id).await?.len() as u64;
        let used = self.0.store.session_events(id, &["usage"]).await?;
        let model = used.into_iter().rev().find_map(|(_, event)| match event.event {
            RunEvent::Usage(call) => Some(call.model),
            _ => None,
        });
        let about = session_json(&crate::sessions::view(&row, &marks, runs), model.as_deref());
        let about = countersign_redact::redacted(&about);
        let log = self.transcript(id).await?;
        let failed = |error: std::io::Error| EngineError::Interrupted(format!("the session's folder: {error}"));
        no_link(&folder).map_err(failed)?;
        let document = folder.join(PLAN);
        let seen = {
            let document = document.clone();
            blocking(move || look(&document)).await?
        };
        let plan = match self.changed(id, seen.as_deref()).await? {
            Some(_) => None,
            None => Some(save(&self.0.plan(id, None).await?)),
        };
        blocking(move || {
            effects::prepare_dir(&folder)?;
            no_link(&folder)?;
            // What an editor saved meanwhile is an edit like any.
            if let Some(plan) = plan.filter(|_| look(&document) == seen) {
                put(&document, plan.as_bytes())?;
            }
            grow(&folder.join(LOG), log.as_bytes())?;
            put(&folder.join(ABOUT), about.as_bytes())
        })
        .await?
        .map_err(failed)
    }

    /// The plan document as somebody edited it in the folder; none when it says what is stored, in
    /// this version or an earlier one, or is not there.
    async fn edited(&self, id: &SessionId, document: &Path) -> Result<Option<String>> {
        let path = document.to_owned();
        let seen = blocking(move || look(&path)).await?;
        self.changed(id, seen.as_deref()).await
    }

    /// The same of what was seen there.
    async fn changed(&self, id: &SessionId, seen: Option<&[u8]>) -> Result<Option<String>> {
        let Some(bytes) = seen else { return Ok(None) };
        let now = self.0.plan(id, None).await?;
        if save(&now).as_bytes() == bytes {
            return Ok(None);
        }
        let text = || Some(String::from_utf8_lossy(bytes).into_owned());
        let defaults = Defaults { id: now.id.clone(), at: now.metadata.updated_at };
        let Ok(reading) = load_bytes(bytes, &defaults) else { return Ok(text()) };
        let version = reading.plan.metadata.version;
        let earlier = match version < now.metadata.version {
            true => self.0.plan(id, Some(version)).await.ok(),
            false => None,
        };
        let known = earlier.is_some_and(|plan| save(&plan).as_bytes() == bytes) || diff(&now, &reading.plan).is_empty();
        Ok(if known { None } else { text() })
    }
}

impl Inner {
    /// Where all folders are.
    fn folders(&self) -> Option<PathBuf> {
        self.setup.data.as_ref().map(|data| data.join("sessions"))
    }

    async fn folder(&self, id: &SessionId) -> Result<Option<PathBuf>> {
        let row = self.session_row(id).await?;
        Ok(self.folders().map(|all| all.join(name(&row.id, row.created_at))))
    }
}

/// Refuses a folder that is a link, is in one, or holds one in the place of a view: what it points to
/// is somebody else's.
fn no_link(folder: &Path) -> std::io::Result<()> {
    let views = [PLAN, LOG, ABOUT].map(|name| folder.join(name));
    let places = folder.parent().into_iter().chain([folder]).chain(views.iter().map(PathBuf::as_path));
    for place in places {
        if place.symlink_metadata().is_ok_and(|found| found.is_symlink()) {
            let why = format!("{} is a link; nothing is written through it", place.display());
            return Err(std::io::Error::other(why));
        }
    }
    Ok(())
}

/// What stands in a document; none when there is none. What cannot be read is somebody's all the same.
fn look(document: &Path) -> Option<Vec<u8>> {
    let odd = |what: &str| Some(format!("({what})\n").into_bytes());
    match document.symlink_metadata() {
        Ok(found) if found.is_file() && found.len() <= LARGEST => {
            std::fs::read(document).map_or_else(|_| odd("this cannot be read"), Some)
        }
        Ok(_) => odd("this is no plan document"),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(_) => odd("this cannot be read"),
    }
}

/// Sorts by time; conversations of one moment differ by the end of their ids.
fn name(id: &SessionId, begun: jiff::Timestamp) -> String {
    let plain: Vec<char> = id.0.chars().filter(char::is_ascii_alphanumeric).collect();
    let end: String = plain.iter().skip(plain.len().saturating_sub(TOLD_APART)).collect();
    format!("{}-{end}", folder_name(begun))
}

/// Writes a file whole, unless it says so already.
fn put(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if std::fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    effects::write_private(path, bytes)
}

/// Adds what is new at the end, so that whoever follows the file sees it; what was changed there is
/// written anew.
fn grow(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let there = std::fs::read(path).unwrap_or_default();
    match bytes.strip_prefix(there.as_slice()) {
        Some([]) if path.is_file() => Ok(()),
        Some(new) if !there.is_empty() => effects::append(path, new),
        _ => effects::write_private(path, bytes),
    }
}
