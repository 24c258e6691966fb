//! What a conversation proposed last and nobody has decided on: a message may take it back, or put it otherwise. Then it
//! is withdrawn, so that there are never two sets of one wish.

use super::{Turn, Work};
use crate::write::Write;
use crate::{Engine, Result};
use countersign_core::change_set::{Actor, ChangeSet, ItemStatus, Source, review};
use countersign_core::ids::SetId;
use countersign_core::wire::Mode;
use countersign_store::RunRow;

impl Engine {
    /// The set that the last of these runs proposed, where all of it waits. What was only talk since is no other wish.
    pub(super) async fn waits(&self, earlier: &[&RunRow]) -> Result<Option<SetId>> {
        let talk = |run: &RunRow| run.change_set.is_none() && run.decision.as_deref() == Some("chat");
        let last = earlier.iter().rev().find(|run| !talk(run)).filter(|run| run.mode != Mode::Agent);
        let Some(id) = last.and_then(|run| run.change_set) else { return Ok(None) };
        let set = self.0.store.change_set(id).await?;
        let whole = |set: &ChangeSet| {
            set.source == Source::Request
                && set.items.iter().all(|item| matches!(item.status, ItemStatus::Pending | ItemStatus::Invalid))
                && !review::expired(set, self.now())
        };
        Ok(set.filter(|set| whole(set) && !open(set).is_empty()).map(|set| set.id))
    }
}

/// The items that wait.
fn open(set: &ChangeSet) -> Vec<u32> {
    set.items.iter().filter(|item| item.status == ItemStatus::Pending).map(|item| item.n).collect()
}

impl Work<'_> {
    /// The set that this message puts otherwise.
    pub(super) fn replaces(&self, turn: &Turn) -> Option<SetId> {
        self.waits.filter(|_| turn.withdraws())
    }

    /// Withdraws what the message takes back or puts otherwise. Whether there was anything.
    pub(super) async fn withdraw(
        &self,
        write: &mut Write<'_>,
        turn: &Turn,
        reason: &str,
        actor: &Actor,
    ) -> Result<bool> {
        let Some(id) = self.replaces(turn) else { return Ok(false) };
        // It may have been decided on while the message was read.
        let set = write.load(id).await?;
        let open = open(&set);
        Ok(!open.is_empty() && write.retract(id, &open, reason, actor).await? > 0)
    }
}
