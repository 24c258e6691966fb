//! What a start does about an apply that a crash cut off. It finds an intent without its end and looks
//! at the files: all new — it finishes; old or mixed — it puts them back; what is neither it leaves as it
//! is, and says so. As long as neither can be done, the apply stays open. What was made beside the files
//! goes once the ledger says how it ended, never before.

use super::{RECOVERY, Work, lock_all, mark, take_back_some};
use crate::commands::outcome;
use crate::effects::tree::{Aside, Found, InPlace, Planned, TreeError, put_aside};
use crate::workspace::blocking;
use crate::write::Write;
use crate::{Engine, EngineError, Inner, Result};
use countersign_core::change_set::execute::{Execution, creates, execute};
use countersign_core::change_set::{Actor, ChangeItem, ChangeSet, ItemStatus, SetStatus};
use countersign_core::effect::Fresh;
use countersign_core::file::{FileChange, FileKey};
use countersign_core::ids::{Seq, SetId};
use countersign_core::ledger::{Event, ItemOutcome};
use countersign_core::operation::Reach;
use countersign_core::problem::Problem;
use countersign_core::wire::{ApplyMode, InterruptedState, Outcome, Receipt};
use countersign_store::{EntryFilter, SetFilter};
use rustix::fd::OwnedFd;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// How long an ended apply waits for another program's lock.
const BUSY_WAIT: Duration = Duration::from_secs(5);

/// What the files of an apply look like, all workspaces together.
struct Looked {
    /// Some are as they were to become.
    new: bool,
    /// Some are as they were.
    old: bool,
    /// These are neither.
    third: BTreeSet<FileKey>,
}

fn look_all(work: &[Work]) -> std::result::Result<Looked, TreeError> {
    let mut seen = Looked { new: false, old: false, third: BTreeSet::new() };
    for plan in work.iter().flat_map(|w| w.planned.iter().map(move |p| (w, p))) {
        let (one, plan) = plan;
        match one.tree.look(&plan.change)? {
            Found::New => seen.new = true,
            Found::Old => seen.old = true,
            Found::Third => drop(seen.third.insert(plan.change.at.clone())),
        }
    }
    Ok(seen)
}

impl Engine {
    /// Ends what was being applied when the process ended: every item comes out applied, failed
    /// with everything put back, or unknown — never silently.
    pub(crate) async fn end_applying(&self) -> Result<()> {
        let filter = SetFilter {
            statuses: vec![SetStatus::Pending, SetStatus::PartiallyResolved],
            limit: 10_000,
            ..SetFilter::default()
        };
        for set in self.0.store.change_sets(&filter).await? {
            if set.items.iter().any(|i| i.status == ItemStatus::Applying) {
                self.try_to_end(set.id).await;
            }
        }
        Ok(())
    }

    /// Ends what could not be ended when it was cut off, now that it may be.
    pub(crate) async fn end_cut_off(&self) {
        let waiting: Vec<SetId> = self.0.cut_off().keys().copied().collect();
        for id in waiting {
            self.try_to_end(id).await;
        }
    }

    /// Ends an apply that was cut off, if that can be; otherwise it is known what is in the way. Gives its
    /// receipt once it is ended.
    pub(crate) async fn try_to_end(&self, id: SetId) -> Option<Receipt> {
        match self.end_one(id).await {
            Ok(receipt) => {
                if let Some(receipt) = &receipt {
                    self.0.recovered().insert(id, state(receipt));
                }
                receipt
            }
            Err(error) => {
                let cause = error.body().message;
                let why = Problem::new(
                    RECOVERY,
                    format!("Changing files was cut off, and how it ended could not be stored: {cause}"),
                );
                self.0.cut_off().entry(id).or_default().why = Some(why);
                None
            }
        }
    }

    async fn end_one(&self, id: SetId) -> Result<Option<Receipt>> {
        let inner = &self.0;
        let mut write = Write::begin(inner).await?;
        let set = write.load(id).await?;
        let applying: Vec<&ChangeItem> = set.items.iter().filter(|i| i.status == ItemStatus::Applying).collect();
        let filter = EntryFilter { set: Some(set.id), kinds: vec!["applying"], limit: 100, ..EntryFilter::default() };
        let intents = inner.store.entries(&filter).await?.all()?.into_iter().filter_map(|e| match e.event {
            Event::Applying { items, files, .. } => Some((e.seq, items, files)),
            _ => None,
        });
        let intents: Vec<(Seq, Vec<u32>, Vec<FileChange>)> = intents.collect();
        let (commands, others): (Vec<&ChangeItem>, Vec<&ChangeItem>) =
            applying.into_iter().partition(|i| i.op.as_ref().is_some_and(|op| op.reach().is_last()));
        let last = |n: u32| intents.iter().find(|(_, items, _)| items.contains(&n));
        // One whose changes of files were begun ran in a copy alone; of any other nobody knows.
        let (placing, cut): (Vec<&ChangeItem>, Vec<&ChangeItem>) =
            commands.into_iter().partition(|i| last(i.n).is_some_and(|(_, _, files)| !files.is_empty()));
        let cut: Vec<ItemOutcome> =
            cut.into_iter().map(|i| ItemOutcome { unknown: true, problem: Some(cut_short(i)), ..outcome(i) }).collect();
        let (cut_short, mut open) = (!cut.is_empty(), false);
        let mut stored = cut_short;
        let (mut receipt, mut rest) = (None, Vec::new());
        if stored {
            write
                .append(&Actor::System, Event::Applied { set: set.id, items: cut, direct: None, left: Vec::new() })
                .await?;
        }
        let of = |meant: &&ChangeItem| {
            let begun =
                |(_, items, files): &&(Seq, Vec<u32>, Vec<FileChange>)| !files.is_empty() && items.contains(&meant.n);
            intents.iter().find(begun)
        };
        let begun: BTreeMap<Seq, &(Seq, Vec<u32>, Vec<FileChange>)> =
            placing.iter().chain(&others).filter_map(of).map(|intent| (intent.0, intent)).collect();
        for (seq, items, files) in begun.into_values() {
            match inner.end_files(&set, *seq, items, files, &mut write).await? {
                Ended::So(outcomes, beside) => {
                    stored = true;
                    rest.extend(beside.map(|beside| (beside, *seq)));
                    let applied = Event::Applied { set: set.id, items: outcomes, direct: None, left: Vec::new() };
                    let head = write.append(&Actor::System, applied).await?;
                    // Who asked for it may ask again what became of it.
                    let known = inner.cut_off().get(&id).and_then(|cut| cut.key.clone());
                    let key = match known {
                        None => write.last_asked(id).await?,
                        known => known,
                    };
                    receipt = Some(write.remember_ended(id, head, key).await?);
                }
                // The intent stays as it is.
                Ended::Open(why) => {
                    inner.cut_off().entry(id).or_default().why = Some(why);
                    open = true;
                }
            }
        }
        if stored || !open {
            write.finish().await?;
        }
        if cut_short {
            inner.recovered().insert(id, InterruptedState::Unknown);
        }
        for (beside, intent) in rest {
            if blocking(move || beside.clear()).await? {
                inner.beside().remove(&intent);
            }
        }
        if open {
            return Ok(None);
        }
        inner.cut_off().remove(&id);
        Ok(receipt)
    }
}

/// How an apply stands once it is ended.
fn state(receipt: &Receipt) -> InterruptedState {
    match receipt.outcome {
        Outcome::Applied | Outcome::PartlyApplied => InterruptedState::Finished,
        Outcome::RolledBack | Outcome::NothingChanged => InterruptedState::PutBack,
        Outcome::NeedsRecovery | Outcome::Unknown => InterruptedState::Unknown,
    }
}

/// What an ended apply left beside its files, which are locked still.
struct Beside {
    work: Vec<Work>,
    name: String,
    displaced: Vec<InPlace>,
    /// The new files stand.
    applied: bool,
    _locks: Vec<OwnedFd>,
}

impl Beside {
    /// Removes it, now that the ledger says how the apply ended. Whether nothing is left but what is
    /// somebody's.
    fn clear(self) -> bool {
        for (one, displaced) in self.work.iter().zip(self.displaced) {
            one.tree.clear(displaced);
        }
        let mut whole = true;
        for one in &self.work {
            let theirs = one.tree.sweep(&one.planned, &self.name).len();
            whole &= one.tree.left_beside(&one.planned, &self.name).len() == theirs;
            match self.applied {
                true => one.tree.empty(&one.planned),
                false => one.tree.unmake(&one.planned),
            }
        }
        whole
    }
}

impl Inner {
    /// What became of the files of an apply that was cut off, after putting right what can be.
    async fn end_files(
        &self,
        set: &ChangeSet,
        intent: Seq,
        items: &[u32],
        files: &[FileChange],
        write: &mut Write<'_>,
    ) -> Result<Ended> {
        let all = |problem: Problem| -> Vec<ItemOutcome> {
            items
                .iter()
                .filter_map(|n| set.item(*n))
                .map(|i| ItemOutcome { unknown: true, problem: Some(problem.clone()), ..outcome(i) })
                .collect()
        };
        // One that moves files about, alone in its intent; what it came to besides is not known.
        let command = match items {
            [n] => set.item(*n).filter(|i| i.op.as_ref().is_some_and(|op| op.reach() == Reach::Process)),
            _ => None,
        };
        let name = mark(intent);
        let work = match self.work_left(files, &name).await {
            Ok(work) => work,
            // The workspace was closed: so it was given up.
            Err(e @ EngineError::NotFound(_)) => {
                let message = format!("Changing files was cut off, and they could not be looked at: {e}");
                let problem = Problem::new("outcome_unknown", message);
                return Ok(Ended::So(all(problem.hinting("Look at the files; nothing was touched since.")), None));
            }
            Err(e) => return Ok(Ended::Open(unseen(&e))),
        };
        // Another program of ours has its own changes to make here; it does not take long.
        let locks = match lock_all(&work, BUSY_WAIT).await {
            Ok(locks) => locks,
            Err(e) => return Ok(Ended::Open(unseen(&e))),
        };
        let at = name.clone();
        let (work, found) = blocking(move || {
            work.iter().for_each(|w| w.tree.mend(&w.planned, &at));
            let found = look_all(&work);
            (work, found)
        })
        .await?;
        let seen = match found {
            Ok(seen) => seen,
            Err(e) => return Ok(Ended::Open(unseen(&e))),
        };
        let whole = seen.new && !seen.old && seen.third.is_empty();
        if let Some(item) = command.filter(|_| whole) {
            let outcomes = vec![ItemOutcome { ok: true, files: files.to_vec(), ..outcome(item) }];
            let mut done = Execution { outcomes, ..Execution::default() };
            let (work, kept) = foreign(work, &name).await?;
            done.note(kept.iter().map(|aside| (&aside.of, aside.path.as_str())));
            let beside = Beside { work, name, displaced: Vec::new(), applied: true, _locks: locks };
            return Ok(Ended::So(done.outcomes, Some(beside)));
        }
        if whole {
            let mut resumed = set.clone();
            for item in &mut resumed.items {
                if items.contains(&item.n) && item.status == ItemStatus::Applying {
                    item.status = ItemStatus::Confirmed;
                } else if item.status == ItemStatus::Confirmed {
                    // Signed, but not part of this apply.
                    item.status = ItemStatus::Deferred;
                }
            }
            let first = write.tx.reserve_todo_ids(creates(&resumed)).await?;
            let mut fresh = Fresh::reserved(first, *uuid::Uuid::new_v4().as_bytes());
            let done = {
                let world = self.world();
                execute(&resumed, ApplyMode::Atomic, &world.todos, write.moment, &mut fresh)
            };
            if let Ok(mut done) = done {
                for change in done.outcomes.iter_mut().flat_map(|o| &mut o.files) {
                    if let Some(meant) = files.iter().find(|f| f.at == change.at) {
                        change.clone_from(meant);
                    }
                }
                let (work, kept) = foreign(work, &name).await?;
                done.note(kept.iter().map(|aside| (&aside.of, aside.path.as_str())));
                let beside = Beside { work, name, displaced: Vec::new(), applied: true, _locks: locks };
                return Ok(Ended::So(done.outcomes, Some(beside)));
            }
        }
        let stuck = Stuck::of(set, items, files, seen.third);
        let meant = stuck.clone();
        let meant = move |change: &FileChange| meant.may_go_back(change);
        let lost = work.iter().flat_map(|w| &w.planned).filter(|plan| meant(&plan.change));
        if let Some(hash) = lost.filter(|plan| plan.old.is_none()).find_map(Planned::missing) {
            let gone = EngineError::NotFound(format!("stored content {hash}"));
            let message = format!("Changing files was cut off, and they could not be put back: {gone}");
            return Ok(Ended::Open(Problem::new(RECOVERY, message)));
        }
        let at = name.clone();
        let (work, back) = blocking(move || {
            let back = take_back_some(&work, &at, meant);
            (work, back)
        })
        .await?;
        let displaced = match back {
            Ok(displaced) => displaced,
            Err(e) => {
                let message = format!("Changing files was cut off, and they could not be put back: {e}");
                return Ok(Ended::Open(Problem::new(RECOVERY, message)));
            }
        };
        let (work, kept) = foreign(work, &name).await?;
        let kept: Vec<String> = kept.into_iter().map(|aside| aside.path).collect();
        let signed = self.cut_off().get(&set.id).is_some_and(|cut| cut.signed);
        let told = |item: &ChangeItem| match stuck.items.get(&item.n) {
            Some(paths) => ItemOutcome {
                unknown: true,
                problem: Some(
                    Problem::new(
                        "outcome_unknown",
                        format!(
                            "Changing files was cut off, and somebody changed {} since: it was left as it is{}",
                            paths.join(", "),
                            put_aside(&kept)
                        ),
                    )
                    .hinting("Look at what is there now. Then rebase it and sign it again, or reject it."),
                ),
                ..outcome(item)
            },
            None => {
                // A command was tried in a copy, and what it said there is not known any more.
                let still_signed = signed && item.op.as_ref().is_some_and(|op| !op.reach().is_last());
                let problem = Some(interrupted(&stuck, &kept, still_signed));
                ItemOutcome { put_back: true, still_signed, problem, ..outcome(item) }
            }
        };
        let mut outcomes: Vec<ItemOutcome> = items.iter().filter_map(|n| set.item(*n)).map(told).collect();
        if !signed {
            outcomes.extend(signed_together(set, items).map(not_run));
        }
        let beside = Beside { work, name, displaced, applied: false, _locks: locks };
        Ok(Ended::So(outcomes, Some(beside)))
    }
}

/// How an apply that was cut off came out.
enum Ended {
    /// So, item by item; what is beside the files goes when that is stored.
    So(Vec<ItemOutcome>, Option<Beside>),
    /// Its files cannot be reached, or not be changed, as the system is now. It stays open, and is
    /// ended as soon as that can be: whatever a crash cut off is all or nothing in the end.
    Open(Problem),
}

/// What somebody wrote while files were replaced, and where it is.
async fn foreign(work: Vec<Work>, name: &str) -> Result<(Vec<Work>, Vec<Aside>)> {
    let name = name.to_owned();
    blocking(move || {
        let kept = work.iter().flat_map(|one| one.tree.foreign(&one.planned, &name)).collect();
        (work, kept)
    })
    .await
}

/// Of what another program was doing when this one ended, nobody knows.
fn cut_short(item: &ChangeItem) -> Problem {
    let called = item.op.as_ref().is_some_and(|op| op.reach() == Reach::Tool);
    let (message, hint) = match called {
        true => (
            "The program ended while this tool was called; nobody can say whether it was done.",
            "Look at whether it was done, then propose it anew if it is still wanted. It is never called again by itself.",
        ),
        false => (
            "The program ended while this command ran; nobody can say how far it got.",
            "Look at what it did, then propose it anew if it is still wanted. It is never run again by itself.",
        ),
    };
    Problem::new("outcome_unknown", message).hinting(hint)
}

/// Commands and calls that were signed in the same step as what was cut off: they would have run once that was there.
fn signed_together<'s>(set: &'s ChangeSet, items: &[u32]) -> impl Iterator<Item = &'s ChangeItem> {
    let steps: Vec<_> = items.iter().filter_map(|n| set.item(*n)?.decided_at).collect();
    let waits = |item: &&ChangeItem| {
        item.status == ItemStatus::Confirmed && item.op.as_ref().is_some_and(|op| op.reach().is_last())
    };
    set.items.iter().filter(waits).filter(move |item| item.decided_at.is_some_and(|at| steps.contains(&at)))
}

/// One of them is signed anew with the rest, and never runs without it because half of a signature is left.
fn not_run(item: &ChangeItem) -> ItemOutcome {
    let problem = Problem::new("interrupted", "What it was signed with was cut off, and this was not run.")
        .hinting("Sign and apply it again.");
    ItemOutcome { put_back: true, problem: Some(problem), ..outcome(item) }
}

/// Files that cannot be looked at now.
fn unseen(why: &impl std::fmt::Display) -> Problem {
    Problem::new(RECOVERY, format!("Changing files was cut off, and they could not be looked at: {why}"))
}

/// What is said of an item that is as it was before.
fn interrupted(stuck: &Stuck, kept: &[String], signed: bool) -> Problem {
    let as_before = match stuck.items.is_empty() {
        true => "Changing files was cut off. All of them are as they were before",
        false => "Changing files was cut off. This is as it was before",
    };
    match kept {
        [] if signed => {
            Problem::new("interrupted", format!("{as_before}.")).hinting("It is still signed: apply it again.")
        }
        [] => Problem::new("interrupted", format!("{as_before}.")).hinting("Sign and apply it again."),
        kept => Problem::new(
            "interrupted",
            format!("{as_before}; something of yours was put aside as {}.", kept.join(", ")),
        )
        .hinting("Look at what was put aside, then sign and apply it again."),
    }
}

/// What cannot be put back, because somebody changed it after an apply was cut off.
#[derive(Clone)]
struct Stuck {
    /// Items with a file that is neither as it was nor as it was to become, and which.
    items: BTreeMap<u32, Vec<String>>,
    /// All files of those items.
    files: BTreeSet<FileKey>,
    third: BTreeSet<FileKey>,
}

impl Stuck {
    fn of(set: &ChangeSet, items: &[u32], files: &[FileChange], third: BTreeSet<FileKey>) -> Self {
        let mut stuck = Self { items: BTreeMap::new(), files: BTreeSet::new(), third };
        for item in items.iter().filter_map(|n| set.item(*n)) {
            // A command says nowhere else which files it moves.
            let process = item.op.as_ref().is_some_and(|op| op.reach() == Reach::Process);
            let moved = files.iter().filter(|_| process).map(|change| &change.at);
            let touched = item.files.iter().map(|was| &was.at).chain(moved);
            let paths: Vec<String> =
                touched.clone().filter(|at| stuck.third.contains(at)).map(|at| at.path.to_string()).collect();
            if !paths.is_empty() {
                stuck.files.extend(touched.cloned());
                stuck.items.insert(item.n, paths);
            }
        }
        stuck
    }

    /// What somebody changed is not touched. Of the same item, a file that is gone comes again; one that
    /// came stays, or its content would be nowhere.
    fn may_go_back(&self, change: &FileChange) -> bool {
        !self.third.contains(&change.at) && (!self.files.contains(&change.at) || change.after.is_none())
    }
}
