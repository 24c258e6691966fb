//! The contents that changes to files are taken back from.

use crate::{Inner, Result};
use countersign_core::ids::Seq;
use countersign_core::ledger::Event;
use countersign_store::{EntryFilter, StoreError};
use std::collections::BTreeMap;

/// At most so many are named.
const NAMED: usize = 20;

impl Inner {
    /// Contents that the ledger names and the store does not have as they were, in words.
    pub(crate) async fn lost_contents(&self) -> Result<Vec<String>> {
        let mut wanted: BTreeMap<String, Seq> = BTreeMap::new();
        let mut after = Seq(0);
        loop {
            let kinds = vec!["applying"];
            let filter =
                EntryFilter { after: Some(after), ascending: true, kinds, limit: 200, ..EntryFilter::default() };
            let page = self.store.entries(&filter).await?;
            let Some(last) = page.last().map(|entry| entry.seq) else { break };
            for entry in page {
                let Event::Applying { files, .. } = entry.event else { continue };
                for state in files.into_iter().flat_map(|change| [change.before, change.after]).flatten() {
                    wanted.entry(state.hash).or_insert(entry.seq);
                }
            }
            after = last;
        }
        let mut lost = Vec::new();
        for (hash, seq) in wanted {
            let short: String = hash.chars().take(12).collect();
            lost.push(match self.store.blob(&hash).await {
                Ok(Some(_)) => continue,
                Ok(None) => {
                    format!("the content {short} that entry {seq} names is missing: no file can be put back to it")
                }
                Err(StoreError::Unreadable { .. }) => {
                    format!("the content {short} that entry {seq} names is damaged: no file can be put back to it")
                }
                Err(error) => return Err(error.into()),
            });
            if lost.len() == NAMED {
                break;
            }
        }
        Ok(lost)
    }
}
