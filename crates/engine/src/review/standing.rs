//! How the items of a set stand now: what `core` sees of todos, and what only a look at files and commands tells. And
//! how many have drifted, for a set's line of the inbox: of a set that builds on todos alone that is known until
//! something it builds on is written; one that builds on files is looked at each time.

use crate::carry::Trees;
use crate::undoable::{Foresight, undo_drift};
use crate::{Inner, Result};
use countersign_core::change_set::{ChangeItem, ChangeSet, ItemStatus, review};
use countersign_core::command::Undo;
use countersign_core::ids::SetId;
use countersign_core::wire::{Drift, SetSummary};
use std::collections::BTreeMap;

/// How many items of open sets have drifted, as far as it was asked for.
#[derive(Debug, Default)]
pub(crate) struct Counted {
    counts: BTreeMap<SetId, u64>,
    /// Grows with each write: what was counted across one is not kept.
    writes: u64,
}

impl Counted {
    /// Something was written, and these sets with it or beneath them.
    pub(crate) fn forget(&mut self, which: impl Fn(SetId) -> bool) {
        self.writes += 1;
        self.counts.retain(|id, _| !which(*id));
    }
}

/// What lies beyond todos.
pub(super) struct Beyond {
    pub(super) status: ItemStatus,
    /// Of its files.
    pub(super) files: Vec<Drift>,
    /// Of what undo can do about it.
    pub(super) undo: Option<Drift>,
    /// Of the files that its words name.
    pub(super) found: Vec<Drift>,
}

impl Inner {
    /// How an item stands by its files and by what is foreseen of it, where todos leave it so.
    pub(super) fn beyond(
        &self,
        item: &ChangeItem,
        status: ItemStatus,
        (items, foreseen): (&[ChangeItem], Option<Undo>),
        trees: &mut Trees,
    ) -> Beyond {
        let waits = matches!(status, ItemStatus::Pending | ItemStatus::Confirmed | ItemStatus::Deferred);
        let looked = waits || status == ItemStatus::Unknown;
        let files = if looked { self.drift_in(item, trees) } else { Vec::new() };
        let found = if waits { self.found_drift(item, items) } else { Vec::new() };
        let undo = undo_drift(item, foreseen);
        let other = !files.is_empty() || !found.is_empty();
        let drifted = waits && other || undo.is_some() && (waits || status == ItemStatus::Failed);
        Beyond { status: if drifted { ItemStatus::Drifted } else { status }, files, undo, found }
    }

    /// How many items of a set have drifted.
    fn drifted(&self, set: &ChangeSet) -> u64 {
        let statuses: Vec<ItemStatus> = review::statuses(set, &self.world().todos, self.moment()).collect();
        let mut trees = Trees::default();
        let mut foresight = Foresight::of(self, &set.items);
        let now = |(item, status)| self.beyond(item, status, (&set.items, foresight.next(item)), &mut trees).status;
        set.items.iter().zip(statuses).map(now).filter(|status| *status == ItemStatus::Drifted).count() as u64
    }

    /// Counts what has drifted in a set that was read just now.
    pub(super) fn with_drift(&self, set: &ChangeSet, line: SetSummary) -> SetSummary {
        let drifted = if review::expired(set, self.moment().now) { 0 } else { self.drifted(set) };
        SetSummary { drifted, ..line }
    }

    /// Counts what has drifted in open sets.
    pub(super) async fn with_drifts(&self, mut lines: Vec<SetSummary>) -> Result<Vec<SetSummary>> {
        for line in &mut lines {
            let (known, writes) = {
                let world = self.world();
                (world.drifted.counts.get(&line.id).copied(), world.drifted.writes)
            };
            line.drifted = match known {
                Some(known) => known,
                None => self.count(line.id, writes).await?,
            };
        }
        Ok(lines)
    }

    /// Reads a set to count, and remembers it where nothing was written meanwhile.
    async fn count(&self, id: SetId, writes: u64) -> Result<u64> {
        let Some(set) = self.store.change_set(id).await? else { return Ok(0) };
        let drifted = self.drifted(&set);
        let mut world = self.world.write();
        if world.drifted.writes == writes && world.grounds.get(&id).is_some_and(|ground| !ground.outside()) {
            world.drifted.counts.insert(id, drifted);
        }
        Ok(drifted)
    }
}
