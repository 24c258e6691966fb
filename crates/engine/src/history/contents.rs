//! Whether what an undo needs is stored as it was: the contents that files had before.

use crate::{Engine, Result};
use countersign_core::ids::{Seq, SetId};
use countersign_core::ledger::Event;
use countersign_store::{EntryFilter, StoreError};
use std::collections::{BTreeMap, BTreeSet, btree_map};

/// So many bytes are read, of the newest changes first; the rest is only counted.
const READ: u64 = 256 << 20;

/// What was found of the contents that files had before they were changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contents {
    /// Contents that were read and compared with their hashes.
    pub checked: u64,
    /// Contents that were not read, being older and beyond the bound.
    pub unread: u64,
    /// Contents that are missing or are not what was stored.
    pub lost: u64,
    /// The change sets that cannot be taken back for that.
    pub sets: Vec<SetId>,
}

impl Engine {
    /// Reads the contents that undo would put back.
    ///
    /// # Errors
    /// When the store fails; what is missing is the report, not an error.
    pub async fn check_contents(&self) -> Result<Contents> {
        let mut found = Contents::default();
        let (mut seen, mut sets) = (BTreeMap::<String, bool>::new(), BTreeSet::new());
        let (mut before, mut read): (Option<Seq>, u64) = (None, 0);
        loop {
            let filter = EntryFilter { before, kinds: vec!["applied"], limit: 100, ..EntryFilter::default() };
            let page = self.0.store.entries(&filter).await?;
            let Some(last) = page.last() else { break };
            before = Some(last);
            for entry in page.whole() {
                let Event::Applied { set, items, .. } = &entry.event else { continue };
                for was in items.iter().flat_map(|item| &item.files).filter_map(|change| change.before.as_ref()) {
                    let whole = match seen.entry(was.hash.clone()) {
                        btree_map::Entry::Occupied(known) => *known.get(),
                        btree_map::Entry::Vacant(_) if read.saturating_add(was.bytes) > READ => {
                            found.unread += 1;
                            continue;
                        }
                        btree_map::Entry::Vacant(new) => {
                            read += was.bytes;
                            found.checked += 1;
                            *new.insert(self.is_whole(&was.hash).await?)
                        }
                    };
                    if !whole {
                        sets.insert(*set);
                    }
                }
            }
        }
        found.lost = seen.values().filter(|whole| !**whole).count() as u64;
        found.sets = sets.into_iter().collect();
        Ok(found)
    }

    async fn is_whole(&self, hash: &str) -> Result<bool> {
        match self.0.store.blob(hash).await {
            Ok(content) => Ok(content.is_some()),
            Err(StoreError::Unreadable { .. } | StoreError::Corrupt { .. }) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}
