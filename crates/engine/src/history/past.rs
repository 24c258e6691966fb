//! What "undo" and "redo" can mean: the last changes that stand, and the last undos that stand. An undo is
//! not taken back by "undo": saying it twice goes further back, as people expect. "Redo" takes back the last
//! undo; what that brought back is the last change again. Going back in the history is a change like any other:
//! "undo" takes it back first, and what it had taken back stands again.

use crate::{Inner, Result};
use countersign_core::change_set::{ChangeItem, ChangeSet, ItemRef, ItemStatus, Source};
use countersign_core::ids::Seq;
use countersign_core::ledger::{Entry, Event};
use countersign_core::wire::{BrokenEntry, LastView};
use countersign_planner::interpret::{Batch, HISTORY, HistoryOp, REWIND, UNDO};
use countersign_store::{EntryFilter, Found};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// At most so many operations of an entry are kept for naming it.
const OPS: usize = 50;

/// Whether a set takes something back.
pub(crate) fn takes_back(source: &Source) -> bool {
    matches!(source, Source::Undo { .. } | Source::Rewind { .. })
}

/// Whether a set is what "undo" passes over and "redo" takes back.
fn is_undo(source: &Source) -> bool {
    matches!(source, Source::Undo { .. })
}

/// The items of changes that an item of an entry took back or brought back, by that item's number.
type Of = BTreeMap<u32, Vec<(Seq, u32)>>;

/// What an applied entry was.
enum Was {
    Change,
    /// It took changes back.
    Undo(Of),
    /// It took back undos, and brought changes back.
    Redo(Of),
}

/// What one item of an entry did.
#[derive(Clone)]
struct Deed {
    label: String,
    ops: Vec<HistoryOp>,
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
        self.0.extend(batch(deeds(set, entry).into_values(), entry));
        while self.0.len() > HISTORY {
            self.0.pop_front();
        }
    }
}

/// What the items of an applied entry did that succeeded, by their numbers.
fn deeds(set: &ChangeSet, entry: &Entry) -> BTreeMap<u32, Deed> {
    let Event::Applied { items, .. } = &entry.event else { return BTreeMap::new() };
    let kind = match set.source {
        Source::Undo { .. } => Some(UNDO),
        Source::Rewind { .. } => Some(REWIND),
        _ => None,
    };
    let done = items.iter().filter(|outcome| outcome.ok);
    done.map(|outcome| {
        let own = set.item(outcome.n).and_then(|i| i.op.as_ref()).map_or("update", |op| op.name());
        let name = kind.unwrap_or(own);
        let op = move || HistoryOp { op: name.to_owned(), n: Some(outcome.n), ..HistoryOp::default() };
        let todos = outcome.changes.iter().map(|c| HistoryOp { id: Some(c.id), before: c.before.clone(), ..op() });
        let removed = outcome.removed().iter().map(|folder| &folder.at);
        let places = outcome.files.iter().map(|f| &f.at).chain(outcome.made()).chain(removed);
        let ops = todos
            .chain(places.map(|at| HistoryOp { file: Some(at.path.to_string()), ..op() }))
            // What an undo was about is named by what it took back.
            .map(|op| if name == UNDO { HistoryOp { op: UNDO.to_owned(), ..HistoryOp::default() } } else { op })
            .take(OPS)
            .collect();
        (outcome.n, Deed { label: outcome.label.clone(), ops })
    })
    .collect()
}

/// What was done as something that can be named; none where nothing was.
fn batch(deeds: impl Iterator<Item = Deed>, entry: &Entry) -> Option<Batch> {
    let (mut title, mut more, mut ops) = (None, 0_usize, Vec::new());
    for deed in deeds {
        match title {
            None => title = Some(deed.label),
            Some(_) => more += 1,
        }
        ops.extend(deed.ops.into_iter().take(OPS.saturating_sub(ops.len())));
    }
    let title = title.map(|first| if more == 0 { first } else { format!("{first} and {more} more") });
    let set = match &entry.event {
        Event::Applied { set, .. } => Some(*set),
        _ => None,
    };
    (!ops.is_empty()).then(|| Batch {
        batch: entry.seq.to_string(),
        at: Some(entry.at.to_string()),
        title,
        ops,
        set,
        ..Batch::default()
    })
}

/// What an entry was, by what was before it.
fn was(set: &ChangeSet, before: &BTreeMap<Seq, Was>) -> Was {
    if !is_undo(&set.source) {
        return Was::Change;
    }
    let (mut taken, mut brought) = (Of::new(), Of::new());
    for item in &set.items {
        for ItemRef { entry, n, .. } in &item.undoes {
            let of = |of: &Of| of.get(n).cloned().unwrap_or_default();
            match before.get(entry) {
                Some(Was::Undo(undone)) => brought.entry(item.n).or_default().extend(of(undone)),
                Some(Was::Redo(redone)) => taken.entry(item.n).or_default().extend(of(redone)),
                Some(Was::Change) | None => taken.entry(item.n).or_default().push((*entry, *n)),
            }
        }
    }
    if taken.is_empty() && !brought.is_empty() { Was::Redo(brought) } else { Was::Undo(taken) }
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
        let mut done: BTreeMap<Seq, BTreeMap<u32, Deed>> = BTreeMap::new();
        let mut standing: Vec<(Entry, BTreeSet<u32>)> = Vec::new();
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
            let by = Some(entry.seq);
            let stands = |item: &&ChangeItem| item.status == ItemStatus::Applied && item.applied_by == by;
            known.insert(entry.seq, was(&set, &known));
            done.insert(entry.seq, deeds(&set, &entry));
            standing.push((*entry, set.items.iter().filter(stands).map(|item| item.n).collect()));
        }
        // What was brought back is newer than what was done between, and no more what it was when it was first done.
        let mut again: BTreeSet<(Seq, u32)> = BTreeSet::new();
        let mut batches = VecDeque::new();
        for (entry, standing) in standing.iter().rev() {
            let items: Vec<(Seq, u32)> = match known.get(&entry.seq) {
                Some(Was::Redo(of)) => standing.iter().filter_map(|n| of.get(n)).flatten().copied().collect(),
                _ => standing.iter().map(|n| (entry.seq, *n)).collect(),
            };
            let items: Vec<(Seq, u32)> = items.into_iter().filter(|item| again.insert(*item)).collect();
            let deeds = items.iter().filter_map(|(seq, n)| done.get(seq)?.get(n).cloned());
            batches.extend(batch(deeds, entry));
        }
        batches.make_contiguous().reverse();
        let mut world = self.world.write();
        world.past = Past(batches);
        Ok(())
    }
}
