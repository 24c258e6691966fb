//! What a start does about an apply that a crash cut off. It finds an intent without its end and looks
//! at the files: all new — it finishes; old or mixed — it puts them back; what is neither it leaves as it
//! is, and says so. What was made beside the files goes in every case.

use super::{RECOVERY, Work, lock_all, mark, take_back_some};
use crate::commands::outcome;
use crate::effects::tree::{Found, TreeError, put_aside};
use crate::workspace::blocking;
use crate::write::Write;
use crate::{Engine, EngineError, Inner, Result};
use countersign_core::change_set::execute::execute;
use countersign_core::change_set::{Actor, ChangeItem, ChangeSet, ItemStatus, SetStatus};
use countersign_core::effect::Fresh;
use countersign_core::file::{FileChange, FileKey};
use countersign_core::ids::{Seq, SetId};
use countersign_core::ledger::{Event, ItemOutcome};
use countersign_core::operation::{Operation, Reach};
use countersign_core::problem::Problem;
use countersign_core::wire::ApplyMode;
use countersign_store::{EntryFilter, SetFilter};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::PoisonError;
use std::time::Duration;

/// How long, and how often, an ended apply waits for another program's lock.
const BUSY_WAIT: Duration = Duration::from_millis(100);
const BUSY_TRIES: u32 = 50;

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
                self.end_one(set.id).await?;
                let after = self.0.store.change_set(set.id).await?;
                let done = |i: &ChangeItem| {
                    !matches!(set.item(i.n), Some(was) if was.status == ItemStatus::Applying)
                        || i.status == ItemStatus::Applied
                };
                let finished = after.is_some_and(|after| after.items.iter().all(done));
                self.0.recovered.lock().unwrap_or_else(PoisonError::into_inner).push((set.id, finished));
            }
        }
        Ok(())
    }

    /// The sets whose apply was cut off and was looked at when this was opened, and whether all of it is
    /// applied now.
    pub fn recovered(&self) -> Vec<(SetId, bool)> {
        self.0.recovered.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Ends what could not be ended when it was cut off, now that it may be.
    pub(crate) async fn end_cut_off(&self) -> Result<()> {
        let waiting: Vec<SetId> = self.0.cut_off().keys().copied().collect();
        for id in waiting {
            self.end_one(id).await?;
        }
        Ok(())
    }

    async fn end_one(&self, id: SetId) -> Result<()> {
        let inner = &self.0;
        let mut write = Write::begin(inner).await?;
        let set = write.load(id).await?;
        let applying: Vec<&ChangeItem> = set.items.iter().filter(|i| i.status == ItemStatus::Applying).collect();
        let commands = applying.iter().filter(|i| i.op.as_ref().is_some_and(|op| op.reach() == Reach::Process));
        let cut: Vec<ItemOutcome> = commands
            .map(|i| ItemOutcome {
                unknown: true,
                problem: Some(
                    Problem::new(
                        "outcome_unknown",
                        "The program ended while this command ran; nobody can say how far it got.",
                    )
                    .hinting("Look at what it did, then propose it anew if it is still wanted. It is never run again by itself."),
                ),
                ..outcome(i)
            })
            .collect();
        let cut_short = !cut.is_empty();
        if cut_short {
            write.append(&Actor::System, Event::Applied { set: set.id, items: cut, direct: None }).await?;
        }
        let filter = EntryFilter { set: Some(set.id), kinds: vec!["applying"], limit: 100, ..EntryFilter::default() };
        let intents = inner.store.entries(&filter).await?;
        let intent = intents.into_iter().find_map(|e| match e.event {
            Event::Applying { items, files, .. } if !files.is_empty() => Some((e.seq, items, files)),
            _ => None,
        });
        if let Some((seq, items, files)) = intent
            && applying
                .iter()
                .any(|i| items.contains(&i.n) && i.op.as_ref().is_some_and(|op| op.reach() != Reach::Process))
        {
            match inner.end_files(&set, seq, &items, &files, &mut write).await? {
                Ended::So(outcomes) => {
                    let applied = Event::Applied { set: set.id, items: outcomes, direct: None };
                    let head = write.append(&Actor::System, applied).await?;
                    // Who asked for it may ask again what became of it.
                    let known = inner.cut_off().get(&id).and_then(|cut| cut.key.clone());
                    let key = match known {
                        None => write.last_asked(id).await?,
                        known => known,
                    };
                    if let Some(key) = key {
                        write.remember_ended(id, head, key).await?;
                    }
                }
                Ended::Open(why) => {
                    inner.cut_off().entry(id).or_default().why = Some(why);
                    // What ran is told; the files' intent stays as it is.
                    if cut_short {
                        write.finish().await?;
                    }
                    return Ok(());
                }
            }
        }
        write.finish().await?;
        inner.cut_off().remove(&id);
        Ok(())
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
        let all = |unknown: bool, problem: Problem| -> Vec<ItemOutcome> {
            items
                .iter()
                .filter_map(|n| set.item(*n))
                .map(|i| ItemOutcome { unknown, problem: Some(problem.clone()), ..outcome(i) })
                .collect()
        };
        let work = match self.work(files).await {
            Ok(work) => work,
            // The workspace was closed, or a stored content is gone: that does not come back.
            Err(e @ EngineError::NotFound(_)) => {
                return Ok(Ended::So(all(
                    true,
                    Problem::new(
                        "outcome_unknown",
                        format!("Changing files was cut off, and they could not be looked at: {e}"),
                    )
                    .hinting("Look at the files; nothing was touched since."),
                )));
            }
            Err(e) => return Ok(Ended::Open(unseen(&e))),
        };
        let name = mark(intent);
        // Another program of ours has its own changes to make here; it does not take long.
        let mut waited = 0;
        let _locks = loop {
            match lock_all(&work) {
                Err(TreeError::Busy) if waited < BUSY_TRIES => waited += 1,
                Ok(locks) => break locks,
                Err(e) => return Ok(Ended::Open(unseen(&e))),
            }
            tokio::time::sleep(BUSY_WAIT).await;
        };
        let at = name.clone();
        let (work, found, left) = blocking(move || {
            work.iter().for_each(|w| w.tree.mend(&w.planned, &at));
            let found = look_all(&work);
            let left: Vec<String> = work.iter().flat_map(|w| w.tree.left_beside(&w.planned, &at)).collect();
            (work, found, left)
        })
        .await?;
        let seen =
            match found {
                Ok(seen) => seen,
                Err(e @ (TreeError::Io { .. } | TreeError::Busy)) => return Ok(Ended::Open(unseen(&e))),
                Err(e) => {
                    let message =
                        format!("Changing files was cut off, and they could not be looked at: {e}{}", put_aside(&left));
                    return Ok(Ended::So(all(true, Problem::new("outcome_unknown", message).hinting(
                    "Nothing was touched since. Compare the files with the preview, then propose what is missing.",
                ))));
                }
            };
        if seen.new && !seen.old && seen.third.is_empty() {
            let mut resumed = set.clone();
            for item in &mut resumed.items {
                if items.contains(&item.n) && item.status == ItemStatus::Applying {
                    item.status = ItemStatus::Confirmed;
                } else if item.status == ItemStatus::Confirmed {
                    // Signed, but not part of this apply.
                    item.status = ItemStatus::Deferred;
                }
            }
            let creates = resumed.items.iter().filter(|i| matches!(i.op, Some(Operation::Create(_)))).count();
            let first = write.tx.reserve_todo_ids(u32::try_from(creates).unwrap_or(u32::MAX)).await?;
            let mut fresh = Fresh::reserved(first, *uuid::Uuid::new_v4().as_bytes());
            let done = {
                let world = self.world();
                execute(&resumed, ApplyMode::Atomic, &world.todos, write.moment, &mut fresh)
            };
            if let Ok(mut done) = done {
                for change in done.outcomes.iter_mut().flat_map(|o| &mut o.files) {
                    if let Some(meant) = files.iter().find(|f| f.at == change.at) {
                        change.folders.clone_from(&meant.folders);
                    }
                }
                let kept =
                    blocking(move || work.iter().flat_map(|w| w.tree.sweep(&w.planned, &name)).collect::<Vec<_>>());
                done.note(&kept.await?);
                return Ok(Ended::So(done.outcomes));
            }
        }
        let stuck = Stuck::of(set, items, seen.third);
        let kept_back = stuck.clone();
        let back = blocking(move || {
            // First what an earlier attempt left, whose names are needed again.
            work.iter().for_each(|w| drop(w.tree.sweep(&w.planned, &name)));
            take_back_some(&work, &name, |change| kept_back.may_go_back(change))?;
            let kept: Vec<String> = work.iter().flat_map(|w| w.tree.sweep(&w.planned, &name)).collect();
            work.iter().for_each(|w| w.tree.unmake(&w.planned));
            Ok(kept)
        })
        .await?;
        let kept = match back {
            Ok(kept) => kept,
            Err(e @ (TreeError::Io { .. } | TreeError::Busy)) => {
                let message = format!("Changing files was cut off, and they could not be put back: {e}");
                return Ok(Ended::Open(Problem::new(RECOVERY, message)));
            }
            Err(e) => {
                let message = format!("Changing files was cut off, and they could not be put back: {e}");
                return Ok(Ended::So(all(
                    true,
                    Problem::new("outcome_unknown", message).hinting("Compare the files with the preview."),
                )));
            }
        };
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
            None => ItemOutcome { put_back: true, problem: Some(interrupted(&stuck, &kept)), ..outcome(item) },
        };
        Ok(Ended::So(items.iter().filter_map(|n| set.item(*n)).map(told).collect()))
    }
}

/// How an apply that was cut off came out.
enum Ended {
    /// So, item by item.
    So(Vec<ItemOutcome>),
    /// Its files cannot be reached, or not be changed, as the system is now. It stays open, and is
    /// ended as soon as that can be: whatever a crash cut off is all or nothing in the end.
    Open(Problem),
}

/// Files that cannot be looked at now.
fn unseen(why: &impl std::fmt::Display) -> Problem {
    Problem::new(RECOVERY, format!("Changing files was cut off, and they could not be looked at: {why}"))
}

/// What is said of an item that is as it was before.
fn interrupted(stuck: &Stuck, kept: &[String]) -> Problem {
    let as_before = match stuck.items.is_empty() {
        true => "Changing files was cut off. All of them are as they were before",
        false => "Changing files was cut off. This is as it was before",
    };
    match kept {
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
    fn of(set: &ChangeSet, items: &[u32], third: BTreeSet<FileKey>) -> Self {
        let mut stuck = Self { items: BTreeMap::new(), files: BTreeSet::new(), third };
        for item in items.iter().filter_map(|n| set.item(*n)) {
            let touched = item.files.iter().map(|was| &was.at);
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
