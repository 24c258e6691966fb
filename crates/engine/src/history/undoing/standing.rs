//! What was applied and is to be taken back, with the folders that came and went with it.

use super::folders::{came_with, went_with};
use crate::{Inner, Result};
use countersign_core::change_set::undo::AppliedItem;
use countersign_core::change_set::{ChangeSet, ItemRef, ItemStatus};
use countersign_core::command::RemovedFolder;
use countersign_core::file::FileKey;
use countersign_core::ids::{Seq, SetId};
use countersign_core::ledger::{Entry, Event, ItemOutcome};
use jiff::Timestamp;
use std::collections::{BTreeMap, BTreeSet};

/// Items of an applied entry.
pub(super) struct Standing {
    pub(super) seq: Seq,
    pub(super) at: Timestamp,
    pub(super) items: Vec<ItemOutcome>,
    pub(super) set: SetId,
    /// The entries in which the rest of the set was carried out.
    pub(super) others: BTreeSet<Seq>,
    /// What each item of the set needed.
    needs: BTreeMap<u32, Vec<u32>>,
    /// The empty folders that are to go with an item, outermost first.
    made: BTreeMap<u32, Vec<FileKey>>,
    /// Those of them that were found to: its command did not make them.
    found: BTreeSet<(u32, FileKey)>,
    /// Items that stand: the folders of others may be somebody else's by now.
    stand: BTreeSet<u32>,
}

impl Inner {
    /// The items of an applied entry whose effect still stands.
    pub(super) async fn standing(&self, entry: &Entry) -> Result<Option<Standing>> {
        let mut all = self.applied_in(entry).await?;
        if let Some(all) = &mut all {
            let stand = all.stand.clone();
            all.items.retain(|o| stand.contains(&o.n));
        }
        Ok(all)
    }

    /// All items of an applied entry.
    pub(super) async fn applied_in(&self, entry: &Entry) -> Result<Option<Standing>> {
        let Event::Applied { set, items, .. } = &entry.event else { return Ok(None) };
        let (seq, at, set) = (entry.seq, entry.at, *set);
        let stored = self.store.change_set(set).await?;
        let item = |n: u32| stored.as_ref().and_then(|s: &ChangeSet| s.item(n));
        let applied = |n: u32| item(n).is_some_and(|i| i.status == ItemStatus::Applied && i.applied_by == Some(seq));
        let stands = |o: &&ItemOutcome| o.ok && o.can_go_back() && applied(o.n);
        let stand: BTreeSet<u32> = items.iter().filter(stands).map(|o| o.n).collect();
        let made = items.iter().filter(|o| stand.contains(&o.n)).map(|o| (o.n, o.made().to_vec())).collect();
        let needs = stored.iter().flat_map(|set| &set.items).map(|item| (item.n, item.needs.clone())).collect();
        let others = stored.iter().flat_map(|set| &set.items).filter_map(|item| item.applied_by);
        let others = others.filter(|other| *other != seq).collect();
        let (items, found) = (items.clone(), BTreeSet::new());
        Ok(Some(Standing { seq, at, items, set, others, needs, made, found, stand }))
    }
}

impl Standing {
    fn of(&self, n: u32) -> ItemRef {
        ItemRef { set: self.set, n, entry: self.seq }
    }

    /// The empty folders that are to go with an item.
    pub(super) fn made(&self, n: u32) -> &[FileKey] {
        self.made.get(&n).map_or(&[], Vec::as_slice)
    }

    /// This folder is to go with an item, too.
    pub(super) fn goes_too(&mut self, n: u32, folder: &FileKey) {
        if self.items.iter().any(|o| o.n == n) {
            let made = self.made.entry(n).or_default();
            made.push(folder.clone());
            made.sort_by_key(|made| made.path.as_str().len());
            self.found.insert((n, folder.clone()));
        }
    }

    /// What was found to go is looked for again.
    pub(super) fn anew(&mut self) {
        for (n, folder) in std::mem::take(&mut self.found) {
            if let Some(made) = self.made.get_mut(&n) {
                made.retain(|made| *made != folder);
            }
        }
    }

    /// Leaves out folders that are to go; which items that leaves with less.
    pub(super) fn goes_without(&mut self, left: impl Fn((Seq, u32), &FileKey) -> bool) -> Vec<ItemRef> {
        let mut less = Vec::new();
        for o in &self.items {
            let Some(made) = self.made.get_mut(&o.n) else { continue };
            let before = made.len();
            made.retain(|folder| self.found.contains(&(o.n, folder.clone())) || !left((self.seq, o.n), folder));
            if made.len() < before {
                less.push(ItemRef { set: self.set, n: o.n, entry: self.seq });
            }
        }
        less
    }

    /// The folders that came with the files of items that stand.
    pub(super) fn came_with(&self) -> impl Iterator<Item = (u32, FileKey)> {
        let items = self.items.iter().filter(|o| self.stand.contains(&o.n));
        items.flat_map(|o| o.files.iter().flat_map(came_with).map(|at| (o.n, at)))
    }

    /// Whether folders are to go with any of these.
    pub(super) fn brought_folders(&self) -> bool {
        self.items.iter().any(|o| !self.made(o.n).is_empty()) || self.came_with().next().is_some()
    }

    /// The items that count and took folders away, each with these folders, innermost first. Those that were to go with
    /// a file only where they did.
    pub(super) fn removing(
        &self,
        is_there: impl Fn(&FileKey) -> bool,
    ) -> impl Iterator<Item = (&Self, u32, Vec<RemovedFolder>)> {
        let items = self.items.iter().filter(|o| self.stand.contains(&o.n));
        items.filter_map(move |o| {
            let with_files = o.files.iter().flat_map(went_with).filter(|at| !is_there(at));
            let mut with_files: Vec<RemovedFolder> = with_files.map(|at| RemovedFolder { at, mode: None }).collect();
            with_files.sort_by_key(|folder| std::cmp::Reverse(folder.at.path.as_str().len()));
            with_files.extend_from_slice(o.removed());
            (!with_files.is_empty()).then_some((self, o.n, with_files))
        })
    }

    /// By entry and number, the folders that items made or took away; whether they went.
    pub(super) fn seen(&self) -> impl Iterator<Item = (Seq, u32, bool, FileKey)> {
        self.items.iter().flat_map(move |o| {
            let removed = o.removed().iter().map(|folder| folder.at.clone());
            let went = o.files.iter().flat_map(went_with).chain(removed);
            let came = o.files.iter().flat_map(came_with).chain(o.made().iter().cloned());
            let one = |went: bool| move |at: FileKey| (self.seq, o.n, went, at);
            came.map(one(false)).chain(went.map(one(true)))
        })
    }

    /// All that was done counts, also what was taken back since: what the last of it left is what is there.
    pub(super) fn with_taken_back(mut self) -> Self {
        let done = self.items.iter().filter(|o| o.ok && o.can_go_back());
        (self.stand, self.made) = done.map(|o| (o.n, (o.n, o.made().to_vec()))).unzip();
        self
    }

    /// The items that count.
    pub(super) fn counted(&self) -> impl Iterator<Item = ItemRef> {
        self.stand.iter().map(|n| self.of(*n))
    }
}

/// These items as what is taken back.
pub(super) fn applied_items(chosen: &[Standing]) -> impl Iterator<Item = AppliedItem<'_>> {
    chosen.iter().flat_map(|s| {
        s.items.iter().map(|o| AppliedItem {
            of: s.of(o.n),
            label: &o.label,
            changes: &o.changes,
            files: &o.files,
            made: s.made(o.n),
            needs: s.needs.get(&o.n).map_or(&[], Vec::as_slice),
        })
    })
}

/// By entry and number, all items of these.
pub(super) fn items_of(chosen: &[Standing]) -> BTreeSet<(Seq, u32)> {
    chosen.iter().flat_map(|s| s.items.iter().map(|o| (s.seq, o.n))).collect()
}
