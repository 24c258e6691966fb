//! Whose turn it is: the commands of a set run one after the other, whoever has them run.

use super::refused;
use crate::{Engine, EngineError, Inner, Result};
use countersign_core::change_set::ChangeSet;
use countersign_core::change_set::execute::{signed, signed_commands};
use countersign_core::ids::SetId;
use countersign_core::wire::SignItem;
use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, MutexGuard, PoisonError};

/// The commands of this set are run by an apply for as long as this is kept.
pub(crate) struct Turn {
    inner: Arc<Inner>,
    set: SetId,
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Turn").field("set", &self.set).finish_non_exhaustive()
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.inner.conducted().remove(&self.set);
    }
}

impl Inner {
    fn conducted(&self) -> MutexGuard<'_, HashSet<SetId>> {
        self.conducted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether commands of this set are run just now.
    pub(super) fn is_under_way(&self, set: SetId) -> bool {
        self.driven().contains_key(&set) || self.conducted().contains(&set)
    }
}

impl Engine {
    /// The turn of an apply that signs these items; none where it has no commands to run. While others are run
    /// what they run next is theirs, and only what is no command is applied beside them. Asked for while nobody
    /// else writes.
    ///
    /// # Errors
    /// `already_running` where it would begin another command meanwhile.
    pub(crate) fn turn(&self, set: &ChangeSet, sign: &[SignItem]) -> Result<Option<Turn>> {
        let is_command = |n: u32| set.item(n).and_then(|i| i.op.as_ref()).is_some_and(|op| op.reach().is_last());
        let (asked, waiting) = (sign.iter().any(|s| is_command(s.item)), signed_commands(set).len());
        if self.0.is_under_way(set.id) {
            let only = sign.is_empty() && waiting > 0 && waiting == signed(set).len();
            return if asked || only { Err(running()) } else { Ok(None) };
        }
        Ok((asked || waiting > 0).then(|| {
            self.0.conducted().insert(set.id);
            Turn { inner: Arc::clone(&self.0), set: set.id }
        }))
    }
}

/// Why no other command of a set begins now.
pub(super) fn running() -> EngineError {
    let hint = "Pause or stop it, or wait for its end.";
    refused("already_running", "the commands of this set run already", hint)
}
