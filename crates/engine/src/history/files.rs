//! What an applied entry did to files, in numbers (S1-28): "2 files (+45 −12) – $0.02".

use crate::{Engine, Result};
use countersign_core::change_set::ChangeSet;
use countersign_core::ledger::{Entry, Event};
use countersign_core::model::Role;
use countersign_core::operation::Operation;
use countersign_core::wire::{EntryFiles, RunEvent};
use std::collections::BTreeSet;

/// The lines of larger files that were deleted are not counted, in bytes.
const COUNTED: u64 = 1_000_000;

impl Engine {
    /// The files of an entry, their lines, and what the answer that proposed them cost.
    pub(super) async fn entry_files(&self, entry: &Entry, set: Option<&ChangeSet>) -> Result<Option<EntryFiles>> {
        let Event::Applied { items, .. } = &entry.event else { return Ok(None) };
        let done: Vec<_> = items.iter().filter(|o| o.ok && !o.files.is_empty()).collect();
        if done.is_empty() {
            return Ok(None);
        }
        let mut files = EntryFiles::default();
        let mut named = BTreeSet::new();
        for outcome in done {
            match set.and_then(|s| s.item(outcome.n)).and_then(|i| i.op.as_ref()) {
                Some(Operation::WriteFile { added, removed, .. }) => {
                    files.added += added;
                    files.removed += removed;
                }
                Some(Operation::DeleteFile { .. }) => {
                    for was in outcome.files.iter().filter_map(|f| f.before.as_ref()).filter(|s| s.bytes <= COUNTED) {
                        let old = self.0.store.blob(&was.hash).await?.unwrap_or_default();
                        files.removed += crate::proposing::line_counts(&old, &[]).1;
                    }
                }
                _ => {}
            }
            // A renamed file is one file.
            named.extend(outcome.files.last().map(|f| f.at.clone()));
        }
        files.count = named.len() as u64;
        if let Some(run) = set.and_then(|s| s.run.as_ref()) {
            files.cost_micros = self.0.store.events(run, 0).await?.iter().fold(0, |sum, e| match &e.event {
                RunEvent::Usage(call) if call.role != Role::Supervise => sum + call.cost_millionths,
                _ => sum,
            });
        }
        Ok(Some(files))
    }
}
