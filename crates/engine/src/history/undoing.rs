//! Taking back what was applied, and what is done about what somebody changed since.

mod folders;
mod standing;
mod turned;

use folders::{Goes, is_within, without_what_went};
use standing::{Standing, applied_items, items_of};
use turned::turned;

use crate::carry::Trees;
use crate::write::Write;
use crate::{EngineError, Inner, Result};
use countersign_core::change_set::propose::Proposal;
use countersign_core::change_set::undo::{back_to, inverses};
use countersign_core::change_set::{Change, ChangeSet, ItemRef, Source, review};
use countersign_core::command::{Command, RemovedFolder};
use countersign_core::effect::read_key;
use countersign_core::file::FileKey;
use countersign_core::ids::{Seq, SetId, TodoId};
use countersign_core::ledger::{Entry, Event, ItemOutcome};
use countersign_core::operation::{Operation, Target};
use countersign_core::problem::Problem;
use countersign_core::wire::{Drift, InTheWay, UndoConflict};
use std::collections::{BTreeMap, BTreeSet};

use super::{Conflicts, in_short, not_taken_back, takes_back};

/// Proposals that take something back.
pub(crate) struct Undo {
    pub(crate) entries: Vec<Seq>,
    /// Those in which the rest of the same sets was carried out, which is not taken back.
    pub(super) others: Vec<Seq>,
    pub(crate) title: String,
    pub(crate) proposals: Vec<Proposal>,
}

impl Inner {
    /// The items of an entry that are to be taken back.
    async fn chosen(&self, seq: Seq, only: Option<&[u32]>) -> Result<Standing> {
        let entry = self.entry(seq).await?;
        let mut first = self.standing(&entry).await?.ok_or(EngineError::NothingToUndo)?;
        let commands = self.ran(&entry).await?;
        let nothing = not_taken_back(&commands).filter(|_| first.items.is_empty());
        if let Some(only) = only {
            if let Some(missing) = only
                .iter()
                .find(|n| !matches!(&entry.event, Event::Applied { items, .. } if items.iter().any(|o| o.n == **n)))
            {
                return Err(EngineError::NotFound(format!("item {missing} in ledger entry {seq}")));
            }
            first.items.retain(|o| only.contains(&o.n));
        }
        if first.items.is_empty() {
            let nothing_done = self.changed_nothing(&entry, only).await?;
            return Err(nothing_done.or(nothing).unwrap_or(EngineError::NothingToUndo));
        }
        Ok(first)
    }

    /// The entries in which a set was carried out, newest first.
    pub(super) async fn carried_out(&self, set: SetId) -> Result<Vec<Seq>> {
        let entries: BTreeSet<Seq> = self.set(set).await?.items.iter().filter_map(|item| item.applied_by).collect();
        Ok(entries.into_iter().rev().collect())
    }

    /// The same entries, and of one that took something back all that it was done in: half of it is a state that never
    /// was.
    async fn whole_backs(&self, of: &[Seq]) -> Result<Vec<Seq>> {
        let mut all: Vec<Seq> = Vec::new();
        for seq in of {
            all.push(*seq);
            let Some(id) = self.entry(*seq).await.ok().and_then(|entry| entry.event.set()) else { continue };
            if takes_back(&self.set(id).await?.source) {
                all.extend(self.carried_out(id).await?);
            }
        }
        let mut seen = BTreeSet::new();
        all.retain(|seq| seen.insert(*seq));
        Ok(all)
    }

    /// The inverses of the items of entries, or of `only` some of one entry, with what is done about later
    /// changes. Of several entries those that stand no more are passed over.
    pub(crate) async fn undo_proposals(
        &self,
        write: &mut Write<'_>,
        of: &[Seq],
        only: Option<&[u32]>,
        conflicts: Conflicts,
    ) -> Result<Undo> {
        let mut chosen = Vec::new();
        let mut nothing = None;
        let of = if only.is_none() { self.whole_backs(of).await? } else { of.to_vec() };
        for seq in &of {
            match self.chosen(*seq, only).await {
                Ok(one) => chosen.push(one),
                Err(
                    e @ (EngineError::NothingToUndo
                    | EngineError::ChangedNothing(_)
                    | EngineError::CommandRan(_)
                    | EngineError::NotFound(_)),
                ) => {
                    // That there was nothing to do is not said of what did something.
                    let says_less = |held: &EngineError| matches!(held, EngineError::ChangedNothing(_));
                    if nothing.as_ref().is_none_or(says_less) {
                        nothing = Some(e);
                    }
                }
                Err(e) => return Err(e),
            }
        }
        let Some(seq) = chosen.iter().map(|s| s.seq).min() else {
            return Err(nothing.unwrap_or(EngineError::NothingToUndo));
        };
        let title = match chosen.as_slice() {
            [Standing { items, seq, .. }] => match items.as_slice() {
                [one] => format!("Undo: {}", one.label),
                many => format!("Undo {} changes of entry {}", many.len(), seq),
            },
            many => format!("Undo {} changes", many.iter().map(|s| s.items.len()).sum::<usize>()),
        };
        let mut went = BTreeSet::new();
        loop {
            went.extend(without_what_went(&mut chosen));
            let mut proposals = inverses(applied_items(&chosen));
            went.extend(self.folders_again(&chosen, &mut proposals));
            naming(&mut proposals, went.iter().copied());
            if self.with_left_folders(seq, &mut proposals, &mut chosen).await? {
                continue;
            }
            if proposals.is_empty() {
                return Err(EngineError::AsBefore);
            }
            if let Some(why) = turned(&proposals, &chosen) {
                return Err(why);
            }
            let drift = self.drift_of(&proposals, &chosen);
            if drift.iter().all(Vec::is_empty) {
                return undo(&chosen, title, proposals);
            }
            if conflicts == Conflicts::Keep {
                let kept = write.keep_others(proposals, &drift).await?;
                return undo(&chosen, title, kept);
            }
            let later = self.in_the_way(seq, &proposals, &drift, &chosen).await?;
            if later.is_empty()
                && let Some(unopened) = self.unopened(&chosen)
            {
                return Err(unopened);
            }
            if conflicts == Conflicts::Stop || later.is_empty() {
                let one =
                    |s: &Standing, o: &ItemOutcome| InTheWay { entry: s.seq, n: o.n, label: o.label.clone(), at: s.at };
                let in_the_way = later.iter().flat_map(|s| s.items.iter().map(|o| one(s, o))).collect();
                let deletes = self.deleted_by(&proposals);
                let keeps = !write.keep_others(proposals, &drift).await?.is_empty();
                let drift = drift.into_iter().flatten().collect();
                return Err(EngineError::UndoConflict(Box::new(UndoConflict { drift, in_the_way, keeps, deletes })));
            }
            chosen.extend(later);
            self.with_taken_back(seq, &mut chosen).await?;
            chosen.iter_mut().for_each(Standing::anew);
        }
    }

    /// What proposals delete, by its name.
    fn deleted_by(&self, proposals: &[Proposal]) -> Vec<String> {
        let world = self.world();
        let name = |proposal: &Proposal| match proposal.op.as_ref().ok()? {
            Operation::Delete { id: Target::Todo(id) } => Some(world.todos.shared(*id)?.title.clone()),
            Operation::DeleteFile { at, .. } => Some(at.path.to_string()),
            _ => None,
        };
        proposals.iter().filter_map(name).collect()
    }

    /// Why the folder of files that are to be taken back cannot be opened, if it cannot: then nobody knows whether they
    /// were changed.
    fn unopened(&self, chosen: &[Standing]) -> Option<EngineError> {
        let changed = chosen.iter().flat_map(|s| &s.items).flat_map(|o| &o.files).map(|change| &change.at.workspace);
        changed.collect::<BTreeSet<_>>().into_iter().find_map(|id| match self.workspace(Some(&id.0)) {
            Ok(id) => self.tree(&id).err(),
            Err(unknown) => Some(EngineError::Bad(unknown)),
        })
    }

    /// What goes back to how all was before these entries, which are all that were applied since then.
    pub(crate) async fn proposals_back(&self, since: &[Entry]) -> Result<Vec<Proposal>> {
        let mut chosen = Vec::new();
        for entry in since {
            chosen.extend(self.applied_in(entry).await?.map(Standing::with_taken_back));
        }
        let Some(first) = chosen.iter().map(|s| s.seq).min() else { return Ok(Vec::new()) };
        loop {
            without_what_went(&mut chosen);
            let mut proposals = back_to(applied_items(&chosen), &self.world().todos);
            self.folders_again(&chosen, &mut proposals);
            // Then nothing stands of all that was done since, nor of what took it back.
            naming(&mut proposals, chosen.iter().flat_map(Standing::counted));
            if !self.with_left_folders(first, &mut proposals, &mut chosen).await? {
                return turned(&proposals, &chosen).map_or(Ok(proposals), Err);
            }
        }
    }

    /// Why a set that goes back in the history would not come to what was then, if so: more was done since it was proposed.
    pub(crate) async fn behind(&self, set: &ChangeSet) -> Result<Option<EngineError>> {
        let Source::Rewind { to } = set.source else { return Ok(None) };
        let gone: BTreeSet<(Seq, u32)> =
            set.items.iter().flat_map(|item| &item.undoes).map(|of| (of.entry, of.n)).collect();
        let mut stay = Vec::new();
        for entry in self.applied_after(to).await? {
            let Event::Applied { set: by, items, .. } = &entry.event else { continue };
            let since =
                |o: &&ItemOutcome| *by != set.id && o.ok && o.can_go_back() && !gone.contains(&(entry.seq, o.n));
            stay.extend(items.iter().filter(since).map(|o| format!("@{} {}", entry.seq, o.label)));
        }
        if stay.is_empty() {
            return Ok(None);
        }
        let named = in_short(&stay);
        let why = format!("more was done since this was proposed, and would stay: {named}. Nothing has been changed.");
        Ok(Some(EngineError::Bad(Problem::new("rewind_behind", why))))
    }

    /// Adds what the chosen items took back themselves since then. Taking back an undo brings back what
    /// it undid, so that must go as well; together they come to nothing.
    async fn with_taken_back(&self, since: Seq, chosen: &mut Vec<Standing>) -> Result<()> {
        let mut known = items_of(chosen);
        let mut at = 0;
        while let Some(next) = chosen.get(at) {
            at += 1;
            let Some(set) = self.store.change_set(next.set).await? else { continue };
            let undone = next.items.iter().filter_map(|o| set.item(o.n)).flat_map(|item| item.undoes.clone());
            let mut found: BTreeMap<Seq, BTreeSet<u32>> = BTreeMap::new();
            for of in undone.filter(|of| of.entry > since) {
                found.entry(of.entry).or_default().insert(of.n);
            }
            for (seq, numbers) in found {
                let Some(mut next) = self.applied_in(&self.entry(seq).await?).await? else { continue };
                next.items.retain(|o| o.ok && numbers.contains(&o.n) && known.insert((seq, o.n)));
                if !next.items.is_empty() {
                    chosen.push(next);
                }
            }
        }
        Ok(())
    }

    /// Of each inverse, what is not as it was left.
    fn drift_of(&self, proposals: &[Proposal], chosen: &[Standing]) -> Vec<Vec<Drift>> {
        let moment = self.moment();
        let set = self.draft(SetId(0), Source::Undo { entries: Vec::new() }, None, proposals.to_vec(), moment, false);
        let mut trees = Trees::default();
        let files: Vec<Vec<Drift>> = set.items.iter().map(|item| self.drift_in(item, &mut trees)).collect();
        let goes = Goes::with(proposals, chosen);
        let folders = proposals.iter().map(|proposal| {
            let made = made_by(proposal, chosen).filter_map(|folder| self.in_use(folder, &goes));
            made.collect::<Vec<Drift>>()
        });
        let world = self.world();
        let todos = |item| review::drift(&set, item, &world.todos, moment);
        set.items.iter().zip(files).zip(folders).map(|((item, files), of)| [todos(item), files, of].concat()).collect()
    }

    /// Standing items that came later and changed what has drifted, also of the same entry.
    async fn in_the_way(
        &self,
        seq: Seq,
        proposals: &[Proposal],
        drift: &[Vec<Drift>],
        chosen: &[Standing],
    ) -> Result<Vec<Standing>> {
        let mut found = Vec::new();
        let known = items_of(chosen);
        let mut moved: BTreeMap<TodoId, Vec<&Drift>> = BTreeMap::new();
        drift.iter().flatten().for_each(|one| moved.entry(one.id).or_default().push(one));
        let first = known.iter().filter(|(of, _)| *of == seq).map(|(_, n)| *n).min().unwrap_or_default();
        let files: BTreeSet<&FileKey> =
            proposals.iter().zip(drift).flat_map(|(proposal, drift)| files_moved(proposal, drift)).collect();
        let used: Vec<&FileKey> = proposals
            .iter()
            .zip(drift)
            .filter(|(_, drift)| !drift.is_empty())
            .flat_map(|(proposal, _)| made_by(proposal, chosen))
            .collect();
        for entry in self.applied_after(Seq(seq.0 - 1)).await? {
            let Some(mut standing) = self.standing(&entry).await? else { continue };
            standing.items.retain(|o| {
                let later = entry.seq > seq || o.n > first;
                let touched = |c: &Change| moved.get(&c.id).is_some_and(|drift| drift.iter().any(|d| touches(c, d)));
                let todo = || o.changes.iter().any(touched);
                // Also what is where a folder was, or in what was a file.
                let at = |at: &FileKey| files.iter().any(|f| *f == at || is_within(f, at) || is_within(at, f));
                let file = || o.files.iter().any(|change| at(&change.at));
                let inside = || {
                    let mut places = o.files.iter().map(|change| &change.at).chain(o.made());
                    places.any(|at| used.iter().any(|folder| is_within(at, folder)))
                };
                later && !known.contains(&(entry.seq, o.n)) && (todo() || file() || inside())
            });
            if !standing.items.is_empty() {
                found.push(standing);
            }
        }
        Ok(found)
    }
}

impl Write<'_> {
    /// Leaves what others changed since, and takes back the rest: whole todos that came or went, single fields
    /// otherwise; of files the places that nobody touched.
    async fn keep_others(&mut self, proposals: Vec<Proposal>, drift: &[Vec<Drift>]) -> Result<Vec<Proposal>> {
        let mut kept = Vec::new();
        for (proposal, drift) in proposals.into_iter().zip(drift) {
            kept.push(match drift.as_slice() {
                [] => Some(proposal),
                _ if !proposal.files.is_empty() => self.rest_of_file(proposal).await?,
                drift => rest_of_todo(proposal, drift),
            });
        }
        Ok(without_gaps(kept))
    }

    /// The inverse of a change of a file, on what the file is now; none where that would undo what somebody did.
    async fn rest_of_file(&mut self, proposal: Proposal) -> Result<Option<Proposal>> {
        let Ok(op) = &proposal.op else { return Ok(None) };
        let fitted = match self.refitted(op, &proposal.files).await {
            Ok(fitted) => fitted,
            Err(EngineError::Bad(why))
                if ["edit_conflict", "gone", "not_a_file", "too_large"].contains(&why.code.as_ref()) =>
            {
                return Ok(None);
            }
            Err(e) => return Err(e),
        };
        let (op, files) = fitted;
        let states =
            || proposal.files.iter().zip(&files).filter_map(|(was, now)| was.state.as_ref().zip(now.state.as_ref()));
        let rest = match &op {
            // A mode that somebody changed since stays.
            Operation::WriteFile { mode, .. } => {
                states().all(|(was, now)| was.mode == now.mode || *mode == Some(now.mode))
            }
            Operation::ChmodFile { .. } => states().all(|(was, now)| was.mode == now.mode),
            Operation::RenameFile { .. } => true,
            _ => false,
        };
        let rest = rest && op.file_changes(&files).iter().any(|change| change.before != change.after);
        Ok(rest.then(|| Proposal { op: Ok(op), files, ..proposal }))
    }
}

impl Inner {
    /// Makes again, after the files with which others come back, the empty folders that these items removed, that were
    /// there before and are not there again, each after the one it is in; and leaves those there that were. Gives the
    /// items that need nothing more for that.
    fn folders_again(&self, chosen: &[Standing], proposals: &mut Vec<Proposal>) -> Vec<ItemRef> {
        let stories = folders::stories(chosen);
        folders::keeping(proposals, &stories);
        let mut removing: Vec<(&Standing, u32, Vec<RemovedFolder>)> =
            chosen.iter().flat_map(|s| s.removing(|folder| self.has_folder(folder))).collect();
        removing.sort_by_key(|(s, n, _)| std::cmp::Reverse((s.seq, *n)));
        let mut come: BTreeSet<&FileKey> = BTreeSet::new();
        let (mut with, mut again) = (Vec::new(), Vec::new());
        for (s, n, folders) in &removing {
            let of = ItemRef { set: s.set, n: *n, entry: s.seq };
            let comes_with = |folder: &FileKey| proposals.iter().any(|proposal| folders::fills(proposal, folder));
            let gone = |folder: &FileKey| stories.get(folder).is_some_and(|story| story.was_there && !story.is_there);
            let missing = folders.iter().filter(|folder| gone(&folder.at) && !comes_with(&folder.at));
            let missing: Vec<&RemovedFolder> = missing.filter(|folder| come.insert(&folder.at)).collect();
            let Some(command) = Command::making(missing.into_iter().rev()) else {
                with.push(of);
                continue;
            };
            let label = s.items.iter().find(|o| o.n == *n).map_or("", |o| o.label.as_str());
            let why = format!("Takes back: {label}");
            again.push(Proposal { undoes: vec![of], ..Proposal::of(Operation::RunCommand(command), why) });
        }
        proposals.extend(again);
        with
    }
}

/// Names these items where nothing else takes them back.
fn naming(proposals: &mut [Proposal], items: impl Iterator<Item = ItemRef>) {
    for of in items {
        let named = proposals.iter().any(|proposal| proposal.undoes.contains(&of));
        if let Some(first) = proposals.first_mut().filter(|_| !named) {
            first.undoes.push(of);
        }
    }
}

/// The empty folders that a proposal removes again; most proposals are about none.
fn made_by<'c>(proposal: &'c Proposal, chosen: &'c [Standing]) -> impl Iterator<Item = &'c FileKey> {
    let chosen = if matches!(proposal.op, Ok(Operation::RunCommand(_))) { chosen } else { &[] };
    let of = move |s: &Standing, o: &ItemOutcome| {
        proposal.undoes.iter().any(|of| of.set == s.set && of.n == o.n && of.entry == s.seq)
    };
    chosen.iter().flat_map(move |s| s.items.iter().filter(move |o| of(s, o)).flat_map(move |o| s.made(o.n)))
}

fn undo(chosen: &[Standing], title: String, proposals: Vec<Proposal>) -> Result<Undo> {
    if proposals.is_empty() {
        return Err(EngineError::NothingToUndo);
    }
    let entries: BTreeSet<Seq> = chosen.iter().map(|s| s.seq).collect();
    let others: BTreeSet<Seq> = chosen.iter().flat_map(|s| &s.others).copied().collect();
    let others = others.difference(&entries).copied().collect();
    Ok(Undo { entries: entries.into_iter().collect(), others, title, proposals })
}

/// Whether a change made a todo other than an inverse expects it.
fn touches(change: &Change, drift: &Drift) -> bool {
    drift.id == change.id
        && match (&change.before, &change.after) {
            (Some(before), Some(after)) => {
                drift.field == "exists" || read_key(after, &drift.field) != read_key(before, &drift.field)
            }
            _ => true,
        }
}

/// The files of an inverse that are not as they were left.
fn files_moved<'p>(proposal: &'p Proposal, drift: &[Drift]) -> impl Iterator<Item = &'p FileKey> {
    let named: BTreeSet<&str> = drift.iter().map(|d| d.title.as_str()).collect();
    let moved: Vec<&FileKey> =
        proposal.files.iter().map(|was| &was.at).filter(|at| named.contains(at.path.as_str())).collect();
    moved.into_iter()
}

/// The inverse of changes of a todo without the fields that others changed since.
fn rest_of_todo(mut proposal: Proposal, drift: &[Drift]) -> Option<Proposal> {
    let Ok(Operation::Restore { id, fields }) = &mut proposal.op else { return None };
    let changed: BTreeSet<&str> = drift.iter().map(|d| d.field.as_str()).collect();
    if changed.contains("exists") {
        return None;
    }
    fields.retain(|name, _| !changed.contains(name.as_str()));
    let (id, empty) = (*id, fields.is_empty());
    if let Some(Some(values)) = proposal.base.as_mut().and_then(|base| base.get_mut(&id)) {
        values.retain(|name, _| !changed.contains(name.as_str()));
    }
    (!empty).then_some(proposal)
}

/// What is left, numbered anew; what needs one that is left out is left out with it.
fn without_gaps(mut proposals: Vec<Option<Proposal>>) -> Vec<Proposal> {
    let place = |n: u32| usize::try_from(n).unwrap_or(usize::MAX).wrapping_sub(1);
    loop {
        let there: Vec<bool> = proposals.iter().map(Option::is_some).collect();
        let mut fell = false;
        for one in &mut proposals {
            let met = |n: &u32| there.get(place(*n)) == Some(&true);
            if one.as_ref().is_some_and(|one| !one.needs.iter().all(met)) {
                (*one, fell) = (None, true);
            }
        }
        if !fell {
            break;
        }
    }
    let mut next = 0;
    let numbers: Vec<u32> = proposals
        .iter()
        .map(|one| {
            next += u32::from(one.is_some());
            next
        })
        .collect();
    let number = |n: &mut u32| *n = numbers.get(place(*n)).copied().unwrap_or(*n);
    let renumbered = |mut one: Proposal| {
        one.needs.iter_mut().for_each(number);
        one
    };
    proposals.into_iter().flatten().map(renumbered).collect()
}
