//! Taking the same thing back twice: the second time finds what waits, and what waits for nothing any more
//! is taken back itself.

use super::takes_back;
use crate::write::Write;
use crate::{Inner, Result};
use countersign_core::change_set::propose::Proposal;
use countersign_core::change_set::{Actor, ChangeSet, ItemRef, ItemStatus, Source, review};
use countersign_core::ids::SetId;
use std::collections::BTreeSet;

impl Inner {
    /// A set from the same place that waits and would do exactly the same to what is there now.
    pub(crate) async fn waiting_alike(&self, source: &Source, proposals: &[Proposal]) -> Result<Option<ChangeSet>> {
        let moment = self.moment();
        let wanted = self.draft(SetId(0), source.clone(), None, proposals.to_vec(), moment, true).digest();
        let alike: Vec<SetId> = {
            let world = self.world();
            let same = |id: &SetId| world.digests.get(id).is_some_and(|digest| *digest == wanted);
            world.open.values().filter(|set| set.source == *source).map(|set| set.id).filter(same).collect()
        };
        for id in alike {
            let Some(set) = self.store.change_set(id).await? else { continue };
            let waits = |status| matches!(status, ItemStatus::Pending | ItemStatus::Confirmed | ItemStatus::Deferred);
            if set.digest() == wanted
                && set.items.iter().all(|item| waits(item.status))
                && !review::expired(&set, moment.now)
            {
                return Ok(Some(set));
            }
        }
        Ok(None)
    }
}

impl Write<'_> {
    /// Takes back the waiting items of other sets that would undo what this set has just undone.
    pub(crate) async fn retract_undone(&mut self, set: &ChangeSet) -> Result<()> {
        let done: BTreeSet<u32> = self.outcomes().iter().filter(|o| o.ok).map(|o| o.n).collect();
        let items = set.items.iter().filter(|item| done.contains(&item.n));
        let undone: BTreeSet<ItemRef> = items.flat_map(|item| item.undoes.iter().copied()).collect();
        if undone.is_empty() {
            return Ok(());
        }
        let others: Vec<SetId> = {
            let world = self.inner().world();
            world.open.values().filter(|other| other.id != set.id && takes_back(&other.source)).map(|o| o.id).collect()
        };
        for id in others {
            let other = self.load(id).await?;
            // What is too old is noted so by the next sweep, and can be decided no more.
            if review::expired(&other, self.moment.now) {
                continue;
            }
            let waits = |status| matches!(status, ItemStatus::Pending | ItemStatus::Confirmed | ItemStatus::Deferred);
            let dead: Vec<u32> = other
                .items
                .iter()
                .filter(|item| waits(item.status) && !item.undoes.is_empty())
                .filter(|item| item.undoes.iter().all(|of| undone.contains(of)))
                .map(|item| item.n)
                .collect();
            if !dead.is_empty() {
                self.retract(id, &dead, "already-done", &Actor::System).await?;
            }
        }
        Ok(())
    }
}
