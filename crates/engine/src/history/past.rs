//! What "undo" and "redo" can mean: the last changes that stand, and the last undos that stand. An undo is
//! not taken back by "undo": saying it twice goes further back, as people expect. "Redo" takes back the last
//! undo; what that brought back is the last change again.

use super::made_again;
use crate::{Inner, Result};
use countersign_core::change_set::{ChangeSet, ItemStatus, Source};
use countersign_core::ids::Seq;
use countersign_core::ledger::{Entry, Event};
use countersign_core::wire::{BrokenEntry, LastView};
use countersign_planner::interpret::{Batch, HISTORY, HistoryOp, UNDO};
use countersign_store::{EntryFilter, Found};
use std::collections::{BTreeMap, VecDeque};
use std::sync::PoisonError;

/// At most so many operations of an entry are kept for naming it.
const OPS: usize = 50;

/// Whether a set takes something back.
pub(crate) fn takes_back(source: &Source) -> bool {
    matches!(source, Source::Undo { .. } | Source::Rewind { .. })
}

/// What an applied entry was.
enum Was {
    Change,
    /// It took these changes back.
    Undo(Vec<Seq>),
    /// It took back undos, and brought these changes back.
    Redo(Vec<Seq>),
}

/// The last changes and undos that stand, oldest first.
#[derive(Default)]
pub(crate) struct Past(VecDeque<Batch>);

impl Past {
    pub(crate) fn batches(&self) -> impl DoubleEndedIterator<Item = &Batch> {
        self.0.iter()
    }

    /// What "undo" and "redo" take back.
    pub(crate) fn last(&self) -> LastView {
        let last = |undo: bool| {
            let of_kind = |batch: &&Batch| batch.ops.iter().all(|op| op.op == UNDO) == undo;
            self.0.iter().rev().find(of_kind).and_then(|batch| batch.batch.parse().ok()).map(Seq)
        };
        LastView { undo: last(false), redo: last(true) }
    }

    /// A change that was just applied.
    pub(crate) fn push(&mut self, set: &ChangeSet, entry: &Entry) {
        self.0.extend(batch_of(set, entry));
        while self.0.len() > HISTORY {
            self.0.pop_front();
        }
    }
}

/// An applied entry as something that can be named.
fn batch_of(set: &ChangeSet, entry: &Entry) -> Option<Batch> {
    let Event::Applied { items, .. } = &entry.event else { return None };
    let back = takes_back(&set.source);
    let ops: Vec<HistoryOp> = items
        .iter()
        .filter(|o| o.ok)
        .flat_map(|o| {
            let name = set.item(o.n).and_then(|i| i.op.as_ref()).map_or("update", |op| op.name());
            let op = move || HistoryOp { op: name.to_owned(), ..HistoryOp::default() };
            let todos = o.changes.iter().map(move |c| HistoryOp { id: Some(c.id), before: c.before.clone(), ..op() });
            let places = o.files.iter().map(|f| &f.at).chain(o.made());
            let folders = set.item(o.n).and_then(made_again).map(|_| op());
            todos.chain(places.map(move |at| HistoryOp { file: Some(at.path.to_string()), ..op() })).chain(folders)
        })
        .map(|op| if back { HistoryOp { op: UNDO.to_owned(), ..HistoryOp::default() } } else { op })
        .take(OPS)
        .collect();
    let mut labels = items.iter().filter(|o| o.ok).map(|o| o.label.as_str());
    let title = labels.next().map(|first| match labels.count() {
        0 => first.to_owned(),
        more => format!("{first} and {more} more"),
    });
    (!ops.is_empty()).then(|| Batch { batch: entry.seq.to_string(), at: Some(entry.at.to_string()), title, ops })
}

/// What an entry was, by what was before it.
fn was(set: &ChangeSet, before: &BTreeMap<Seq, Was>) -> Was {
    if !takes_back(&set.source) {
        return Was::Change;
    }
    let (mut taken, mut brought) = (Vec::new(), Vec::new());
    for of in set.items.iter().flat_map(|item| &item.undoes) {
        match before.get(&of.entry) {
            Some(Was::Undo(of)) => brought.extend_from_slice(of),
            Some(Was::Redo(of)) => taken.extend_from_slice(of),
            Some(Was::Change) | None => taken.push(of.entry),
        }
    }
    if taken.is_empty() && !brought.is_empty() { Was::Redo(brought) } else { Was::Undo(taken) }
}

/// What a redo brought back, as the one change that it is now.
fn together(brought: Vec<Batch>, redo: &Entry) -> Option<Batch> {
    let more = brought.len().saturating_sub(1);
    let first = brought.first()?.title.clone();
    let title = first.map(|first| if more == 0 { first } else { format!("{first} and {more} more") });
    let ops = brought.into_iter().flat_map(|batch| batch.ops).take(OPS).collect();
    Some(Batch { batch: redo.seq.to_string(), at: Some(redo.at.to_string()), title, ops })
}

impl Inner {
    /// Reads from the ledger what can be taken back, and what can be brought back.
    pub(crate) async fn load_past(&self) -> Result<()> {
        let filter = EntryFilter {
            kinds: vec!["applied"],
            limit: u32::try_from(HISTORY).unwrap_or(u32::MAX),
            ..EntryFilter::default()
        };
        let mut known: BTreeMap<Seq, Was> = BTreeMap::new();
        let mut batches: BTreeMap<Seq, Batch> = BTreeMap::new();
        // Newest first. Nothing is taken back past an entry that is not as it was written.
        let mut entries = Vec::new();
        for found in self.store.entries(&filter).await? {
            match found {
                Found::Whole(entry) => entries.push(entry),
                Found::Damaged(raw, wrong) => {
                    self.found_broken(Some(BrokenEntry {
                        seq: raw.seq,
                        what: wrong.word().to_owned(),
                        message: wrong.said(raw.seq),
                    }));
                    break;
                }
            }
        }
        for entry in entries.into_iter().rev() {
            let Some(id) = entry.event.set() else { continue };
            let Some(set) = self.store.change_set(id).await? else { continue };
            let stands = set.items.iter().any(|i| i.status == ItemStatus::Applied && i.applied_by == Some(entry.seq));
            let was = was(&set, &known);
            if stands {
                match &was {
                    Was::Change | Was::Undo(_) => batches.extend(batch_of(&set, &entry).map(|b| (entry.seq, b))),
                    // What was brought back is newer than what was done between.
                    Was::Redo(of) => {
                        let brought: Vec<Batch> = of.iter().filter_map(|seq| batches.remove(seq)).collect();
                        batches.extend(together(brought, &entry).map(|b| (entry.seq, b)));
                    }
                }
            }
            known.insert(entry.seq, was);
        }
        let mut world = self.world.write().unwrap_or_else(PoisonError::into_inner);
        world.past = Past(batches.into_values().collect());
        Ok(())
    }
}
