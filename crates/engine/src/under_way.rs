//! What is asked for while the same is under way: a request whose key is in use waits for the answer of the first, and
//! of several answers to one question the first takes it.

use crate::review::Key;
use crate::{EngineError, Result};
use countersign_core::ids::SessionId;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Mutex as Turns, OwnedMutexGuard};

/// Keys in use, each with what was asked under it first.
#[derive(Debug, Default)]
pub(crate) struct Keys(Mutex<HashMap<String, InUse>>);

#[derive(Debug)]
struct InUse {
    request: String,
    turns: Arc<Turns<()>>,
    /// Who has the turn, and who waits for it.
    count: usize,
}

impl Keys {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, InUse>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until nothing is under way under this key; until the value is dropped, nothing else is.
    ///
    /// # Errors
    /// When something else is, under this key.
    pub(crate) async fn turn(&self, key: &Key) -> Result<Turn<'_>> {
        let turns = {
            let mut keys = self.lock();
            let entry = keys.entry(key.key.clone()).or_insert_with(|| InUse {
                request: key.request.clone(),
                turns: Arc::default(),
                count: 0,
            });
            if entry.request != key.request {
                return Err(EngineError::IdempotencyMismatch);
            }
            entry.count += 1;
            entry.turns.clone()
        };
        // Made first, so that who stops waiting is not counted any more.
        let mut turn = Turn { keys: self, key: key.key.clone(), held: None };
        turn.held = Some(turns.lock_owned().await);
        Ok(turn)
    }
}

/// The turn of one request under its key.
#[derive(Debug)]
pub(crate) struct Turn<'k> {
    keys: &'k Keys,
    key: String,
    held: Option<OwnedMutexGuard<()>>,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.held = None;
        let mut keys = self.keys.lock();
        if let Some(entry) = keys.get_mut(&self.key) {
            entry.count -= 1;
            if entry.count == 0 {
                keys.remove(&self.key);
            }
        }
    }
}

/// Sessions whose question is being answered.
#[derive(Debug, Clone, Default)]
pub(crate) struct Questions(Arc<Mutex<HashSet<SessionId>>>);

impl Questions {
    fn lock(&self) -> MutexGuard<'_, HashSet<SessionId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the question of a session for one answer.
    ///
    /// # Errors
    /// `stale_question` while another answers it.
    pub(crate) fn take(&self, session: &SessionId) -> Result<Answering> {
        if !self.lock().insert(session.clone()) {
            return Err(EngineError::StaleQuestion);
        }
        Ok(Answering { of: self.clone(), session: session.clone() })
    }
}

/// A question is being answered, until this is dropped: what no end was stored of can be answered again.
#[derive(Debug)]
pub(crate) struct Answering {
    of: Questions,
    session: SessionId,
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.of.lock().remove(&self.session);
    }
}
