//! What an apply made beside its files and could not remove: it is looked for again at every start, and
//! removed as soon as that can be. Never before the ledger says how the apply ended.

use super::mark;
use crate::workspace::blocking;
use crate::write::Write;
use crate::{Inner, Result};
use countersign_core::change_set::ItemStatus;
use countersign_core::ids::{Seq, SetId};
use countersign_core::ledger::Event;
use countersign_store::EntryFilter;
use std::collections::BTreeMap;
use std::sync::{MutexGuard, PoisonError};

/// Where the applies are noted.
const BESIDE: &str = "beside_files";

impl Write<'_> {
    /// Notes with an intent that files will be made for it.
    pub(super) async fn note_beside(&mut self, intent: Seq, set: SetId) -> Result<()> {
        let noted = {
            let mut all = self.inner().beside();
            all.insert(intent, set);
            serde_json::to_string(&all.iter().collect::<Vec<_>>()).unwrap_or_default()
        };
        Ok(self.tx.put_meta(BESIDE, &noted).await?)
    }
}

impl Inner {
    /// The applies beside whose files something may be left: their intents, and whose they are.
    pub(super) fn beside(&self) -> MutexGuard<'_, BTreeMap<Seq, SetId>> {
        self.beside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads which applies those are.
    pub(crate) async fn load_beside(&self) -> Result<()> {
        let noted = self.store.meta(BESIDE).await?.unwrap_or_default();
        let known: Vec<(Seq, SetId)> = serde_json::from_str(&noted).unwrap_or_default();
        self.beside().extend(known);
        Ok(())
    }

    /// Removes what is left beside files of applies that are ended.
    pub(crate) async fn sweep_beside(&self) -> Result<()> {
        let noted = self.beside().clone();
        let mut swept = false;
        for (intent, set) in noted {
            let open = self.cut_off().contains_key(&set);
            if !open && self.sweep_one(intent, set).await.unwrap_or(false) {
                self.beside().remove(&intent);
                swept = true;
            }
        }
        if swept {
            let turn = self.writer.lock().await;
            let noted = serde_json::to_string(&self.beside().iter().collect::<Vec<_>>()).unwrap_or_default();
            let mut tx = self.store.begin().await?;
            tx.put_meta(BESIDE, &noted).await?;
            tx.commit().await?;
            drop(turn);
        }
        Ok(())
    }

    /// Whether nothing of an apply's own is left beside its files.
    async fn sweep_one(&self, intent: Seq, set: SetId) -> Result<bool> {
        let filter = EntryFilter { set: Some(set), kinds: vec!["applying"], limit: 100, ..EntryFilter::default() };
        let entries = self.store.entries(&filter).await?;
        let found = entries.whole().find(|entry| entry.seq == intent).map(|entry| entry.event);
        let Some(Event::Applying { items, files, .. }) = found else { return Ok(true) };
        let after = self.store.change_set(set).await?;
        let status = |n: &u32| after.as_ref().and_then(|set| set.item(*n)).map(|item| item.status);
        if items.iter().any(|n| status(n) == Some(ItemStatus::Applying)) {
            return Ok(false);
        }
        let applied = items.iter().any(|n| status(n) == Some(ItemStatus::Applied));
        let undone = items.iter().any(|n| status(n) == Some(ItemStatus::Undone));
        let name = mark(intent);
        let bare = self.work_with(&files, BTreeMap::new())?;
        let at = name.clone();
        let left = move || bare.iter().any(|one| !one.tree.left_beside(&one.planned, &at).is_empty());
        if !blocking(left).await? {
            return Ok(true);
        }
        let work = self.work_left(&files, &name).await?;
        blocking(move || {
            work.iter().all(|one| {
                let Ok(_lock) = one.tree.lock() else { return false };
                let theirs = one.tree.sweep(&one.planned, &name).len();
                match (applied, undone) {
                    (true, _) => one.tree.empty(&one.planned),
                    (false, false) => one.tree.unmake(&one.planned),
                    (false, true) => {}
                }
                one.tree.left_beside(&one.planned, &name).len() == theirs
            })
        })
        .await
    }
}
