//! A conversation that an editor opened here: its folder, its mode, and the prompt that is being answered.

use super::text;
use super::told::{Told, chunk, line, told};
use crate::client::read;
use crate::failure::Result;
use crate::screen::clean;
use crate::texts::say;
use agent_client_protocol::v1::schema::{ContentChunk, SessionMode, SessionModeState, SessionUpdate};
use countersign_core::wire::{Mode, RunView, WorkspaceView};
use serde_json::Value;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use tokio_util::sync::CancellationToken;

/// The modes that an editor offers, as they are called on the wire.
const MODES: [(&str, Mode); 4] =
    [("auto", Mode::Auto), ("plan", Mode::Plan), ("chat", Mode::Chat), ("agent", Mode::Agent)];

/// One conversation.
pub(super) struct Conversation {
    pub(super) id: String,
    /// The open folder that it is about, and where that is.
    pub(super) workspace: String,
    pub(super) root: String,
    /// One prompt at a time.
    pub(super) turn: tokio::sync::Mutex<()>,
    state: Mutex<State>,
}

struct State {
    mode: Mode,
    /// Stops the newest prompt.
    stop: CancellationToken,
    /// The run that was told last, and how much of it.
    heard: Option<(Told, i64)>,
}

impl Conversation {
    pub(super) fn new(id: String, folder: WorkspaceView) -> Self {
        let state = State { mode: Mode::Auto, stop: CancellationToken::new(), heard: None };
        let (workspace, root) = (folder.id.0, folder.root);
        Self { id, workspace, root, turn: tokio::sync::Mutex::default(), state: Mutex::new(state) }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn mode(&self) -> Mode {
        self.state().mode
    }

    /// Sets the mode; false where there is none of this name.
    pub(super) fn set_mode(&self, name: &str) -> bool {
        let found = MODES.iter().find(|(known, _)| *known == name);
        if let Some((_, mode)) = found {
            self.state().mode = *mode;
        }
        found.is_some()
    }

    /// The modes, and which is chosen.
    pub(super) fn modes(&self) -> SessionModeState {
        let chosen = self.mode();
        let mode = |(name, _): &(&'static str, Mode)| {
            SessionMode::new(*name, say!("cli-run-mode", mode = *name)).description(say!("cli-acp-mode", mode = *name))
        };
        let name = MODES.iter().find(|(_, mode)| *mode == chosen).map_or("auto", |(name, _)| name);
        SessionModeState::new(name, MODES.iter().map(mode).collect())
    }

    /// Takes the place of the prompt that is being answered, which is stopped.
    pub(super) fn begin(&self, stop: CancellationToken) {
        std::mem::replace(&mut self.state().stop, stop).cancel();
    }

    /// Stops what is being answered.
    pub(super) fn stop(&self) {
        self.state().stop.cancel();
    }

    /// What was told of a run, and up to which event.
    pub(super) fn heard(&self, run: &str) -> (Told, i64) {
        let heard = self.state().heard.take();
        heard.filter(|(told, _)| told.run == run).unwrap_or_else(|| (Told::new(run), 0))
    }

    /// So much of a run was told.
    pub(super) fn hear(&self, told: Told, events: i64) {
        self.state().heard = Some((told, events));
    }
}

/// The innermost open folder around this one.
pub(super) fn around(open: &Value, cwd: &Path) -> Result<Option<WorkspaceView>> {
    let open: Vec<WorkspaceView> = read(&open["workspaces"])?;
    // The folders are known by the names that no link is in.
    let real = cwd.canonicalize().unwrap_or_else(|_| cwd.to_path_buf());
    let around = open.into_iter().filter(|folder| folder.available && real.starts_with(&folder.root));
    Ok(around.max_by_key(|folder| folder.root.len()))
}

/// A run of before, as it is told again.
pub(super) fn again(run: &RunView) -> Vec<SessionUpdate> {
    let mut updates = vec![SessionUpdate::UserMessageChunk(ContentChunk::new(run.message.clone().into()))];
    if let Some(words) = run.text.as_deref().filter(|words| !words.is_empty()) {
        updates.push(line(words));
    }
    if let Some(words) = run.said.as_deref().filter(|words| !words.trim().is_empty()) {
        updates.push(chunk(format!("{}\n\n> {}\n\n", say!("cli-model-says"), text::quoted(words.trim_end()))));
    }
    updates.extend(run.reply.iter().flat_map(told));
    if let Some(error) = &run.error {
        updates.push(line(&clean(&error.message)));
    }
    updates
}
