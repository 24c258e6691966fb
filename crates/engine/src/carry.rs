//! Carrying out what reaches beyond the database: the intent protocol of files, and what a start
//! does about an apply that a crash cut off (R25, COMMANDS-AND-FILES.md "Apply").
//!
//! Transaction A stores the intent with all contents; the files are changed, all or none;
//! transaction B stores that they were. A start that finds an intent without its end looks at the
//! files: all new — it finishes; old or mixed — it puts them back; what is neither it leaves as it is,
//! and says so. What it made beside the files goes in every case.

use crate::effects::tree::{Found, Planned, Tree, TreeError, put_aside};
use crate::workspace::{blocking, problem};
use crate::write::Write;
use crate::{Engine, EngineError, Inner, Result};
use countersign_core::change_set::execute::execute;
use countersign_core::change_set::{Actor, ChangeItem, ChangeSet, ItemStatus, SetStatus};
use countersign_core::effect::Fresh;
use countersign_core::file::{FileChange, FileKey, FilePath, WorkspaceId};
use countersign_core::ids::{Seq, SetId};
use countersign_core::ledger::{Event, ItemOutcome};
use countersign_core::operation::{Operation, Reach};
use countersign_core::problem::Problem;
use countersign_core::wire::{ApplyMode, Drift};
use countersign_store::{EntryFilter, SetFilter};
use rustix::fd::OwnedFd;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::PoisonError;
use std::time::Duration;

/// How long, and how often, an ended apply waits for another program's lock.
const BUSY_WAIT: Duration = Duration::from_millis(100);
const BUSY_TRIES: u32 = 50;

/// Names the files that an apply makes beside others while it works.
fn mark(intent: Seq) -> String {
    format!("countersign-{intent}")
}

/// Changes by workspace, each with the open folder.
struct Work {
    tree: Tree,
    planned: Vec<Planned>,
}

/// Locks the folders of all workspaces, as long as the value lives.
fn lock_all(work: &[Work]) -> std::result::Result<Vec<OwnedFd>, TreeError> {
    work.iter().map(|w| w.tree.lock()).collect()
}

/// Puts all changes of all workspaces in place, or none. Returns what was put aside.
fn apply_all(work: &[Work], mark: &str) -> std::result::Result<Vec<String>, TreeError> {
    let mut aside = Vec::new();
    for (i, one) in work.iter().enumerate() {
        match one.tree.apply(&one.planned, mark) {
            Ok(kept) => aside.extend(kept),
            Err(e) => {
                let before = work.get(..i).unwrap_or_default();
                return take_back_all(before, mark).and_then(|kept| match kept.first() {
                    None => Err(e),
                    Some(path) => Err(TreeError::HalfDone { path: path.clone(), aside: kept }),
                });
            }
        }
    }
    Ok(aside)
}

/// Puts all files back that are as they were to become. Returns what was put aside.
fn take_back_all(work: &[Work], mark: &str) -> std::result::Result<Vec<String>, TreeError> {
    take_back_some(work, mark, |_| true)
}

/// As [`take_back_all`], of the files that are meant.
fn take_back_some(
    work: &[Work],
    mark: &str,
    meant: impl Fn(&FileChange) -> bool,
) -> std::result::Result<Vec<String>, TreeError> {
    let mut aside = Vec::new();
    for one in work.iter().rev() {
        let planned: Vec<Planned> = one.planned.iter().filter(|plan| meant(&plan.change)).cloned().collect();
        aside.extend(one.tree.take_back(&inverse(&planned), &format!("{mark}-back"))?);
    }
    Ok(aside)
}

/// The same changes backwards. What they put back is in the store.
fn inverse(planned: &[Planned]) -> Vec<Planned> {
    planned
        .iter()
        .map(|p| Planned {
            change: FileChange {
                at: p.change.at.clone(),
                before: p.change.after.clone(),
                after: p.change.before.clone(),
                folders: p.change.folders.clone(),
            },
            content: p.old.clone(),
            old: p.content.clone(),
        })
        .collect()
}

impl Inner {
    /// The end of an apply could not be stored: its files are put back, and it is ended later.
    pub(crate) async fn cut_off(&self, id: SetId, back: Option<Back>) {
        self.cut_off.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
        // Whether it became durable is not known: believe the database.
        let applying = |set: &ChangeSet| set.items.iter().any(|i| i.status == ItemStatus::Applying);
        if let (Some(back), Ok(Some(set))) = (back, self.store.change_set(id).await)
            && applying(&set)
        {
            back.put().await;
        }
    }

    /// The changes with their contents, by workspace.
    async fn work(&self, changes: &[FileChange]) -> Result<Vec<Work>> {
        let mut by: BTreeMap<&WorkspaceId, Vec<Planned>> = BTreeMap::new();
        for change in changes {
            let content = self.content(change.after.as_ref().map(|s| s.hash.as_str())).await?;
            let old = self.content(change.before.as_ref().map(|s| s.hash.as_str())).await?;
            by.entry(&change.at.workspace).or_default().push(Planned { change: change.clone(), content, old });
        }
        by.into_iter().map(|(id, planned)| Ok(Work { tree: self.tree(id)?, planned })).collect()
    }

    async fn content(&self, hash: Option<&str>) -> Result<Option<Vec<u8>>> {
        let Some(hash) = hash else { return Ok(None) };
        let found = self.store.blob(hash).await?;
        found.map(Some).ok_or_else(|| EngineError::NotFound(format!("stored content {hash}")))
    }

    /// Where files differ from what an item builds on.
    pub(crate) fn file_drift(&self, item: &ChangeItem) -> Vec<Drift> {
        let text = |s: Option<&countersign_core::file::FileState>| s.map_or(Value::Null, |s| json!(s.hash));
        let mut drift = Vec::new();
        for was in &item.files {
            // What cannot be read is not what it was.
            let now = self.tree(&was.at.workspace).ok().map(|tree| tree.state(&was.at.path));
            let (now, same) = match now {
                Some(Ok(now)) => (text(now.as_ref()), now == was.state),
                Some(Err(e)) => (json!(e.to_string()), false),
                None => (json!("the workspace cannot be opened"), false),
            };
            if !same {
                let changes = item.op.as_ref().map(|op| op.file_changes(&item.files)).unwrap_or_default();
                let after = changes.iter().find(|c| c.at == was.at).and_then(|c| c.after.as_ref());
                drift.push(Drift {
                    id: countersign_core::ids::TodoId(0),
                    title: was.at.path.to_string(),
                    field: "content".to_owned(),
                    base: text(was.state.as_ref()),
                    now,
                    proposed: text(after),
                });
            }
        }
        drift
    }
}

/// How the files of an apply came out.
pub(crate) enum Placed {
    /// There were none.
    None,
    /// All are in place.
    Done(Back),
    /// Nothing was changed, for this reason.
    Refused(Problem),
    /// Somebody changed files while they were put back.
    Unknown(Problem),
}

/// Files in place, locked still, until what comes after them is stored.
pub(crate) struct Back {
    work: Vec<Work>,
    mark: String,
    /// What somebody wrote into a file while it was displaced, by path.
    pub(crate) aside: Vec<String>,
    _locks: Vec<OwnedFd>,
}

impl Back {
    /// Puts the files back, since what comes after them cannot be stored.
    pub(crate) async fn put(self) {
        // What cannot be put back now is looked at again when the set's end is stored.
        let _ = blocking(move || take_back_all(&self.work, &self.mark)).await;
    }
}

impl Write<'_> {
    /// Stores the intent and changes the files. Needs the decisions to have been appended.
    pub(crate) async fn place_files(
        mut self,
        set: &ChangeSet,
        outcomes: &mut [ItemOutcome],
        actor: &Actor,
    ) -> Result<(Self, Placed)> {
        // Which folders come is part of the intent: who puts it back knows which go again.
        let mut come: BTreeSet<(WorkspaceId, FilePath)> = BTreeSet::new();
        for change in outcomes.iter_mut().filter(|o| o.ok).flat_map(|o| &mut o.files) {
            if change.before.is_none() && change.after.is_some() {
                let missing = self.inner().tree(&change.at.workspace)?.missing(&change.at.path);
                let ours = |folder: &FilePath| come.insert((change.at.workspace.clone(), folder.clone()));
                change.folders = missing.into_iter().filter(ours).collect();
            }
        }
        let files: Vec<FileChange> = outcomes.iter().filter(|o| o.ok).flat_map(|o| o.files.clone()).collect();
        if files.is_empty() {
            return Ok((self, Placed::None));
        }
        let work = self.inner().work(&files).await?;
        // Before anything is stored: who has to wait has changed nothing.
        let locks = lock_all(&work).map_err(|e| EngineError::Bad(problem(&e)))?;
        let items = outcomes.iter().filter(|o| o.ok).map(|o| o.n).collect();
        let intent = self.append(actor, Event::Applying { set: set.id, items, files }).await?;
        let write = self.checkpoint().await?;
        let mark = mark(intent.seq);
        let name = mark.clone();
        let (work, done) = blocking(move || {
            let done = apply_all(&work, &name);
            (work, done)
        })
        .await?;
        let placed = match done {
            Ok(aside) => Placed::Done(Back { work, mark, aside, _locks: locks }),
            Err(e @ TreeError::HalfDone { .. }) => Placed::Unknown(problem(&e)),
            Err(e) => Placed::Refused(problem(&e)),
        };
        Ok((write, placed))
    }
}

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
            }
        }
        Ok(())
    }

    /// Ends what could not be stored when its files had been changed, now that it may be.
    pub(crate) async fn end_cut_off(&self) -> Result<()> {
        let waiting = self.0.cut_off.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for id in waiting {
            self.end_one(id).await?;
            self.0.cut_off.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
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
        if !cut.is_empty() {
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
            let outcomes = inner.end_files(&set, seq, &items, &files, &mut write).await?;
            write.append(&Actor::System, Event::Applied { set: set.id, items: outcomes, direct: None }).await?;
        }
        write.finish().await?;
        Ok(())
    }
}

fn outcome(item: &ChangeItem) -> ItemOutcome {
    ItemOutcome {
        n: item.n,
        label: item.label.clone(),
        ok: false,
        changes: Vec::new(),
        files: Vec::new(),
        command: None,
        rule: None,
        unknown: false,
        put_back: false,
        problem: None,
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
    ) -> Result<Vec<ItemOutcome>> {
        let all = |unknown: bool, problem: Problem| -> Vec<ItemOutcome> {
            items
                .iter()
                .filter_map(|n| set.item(*n))
                .map(|i| ItemOutcome { unknown, problem: Some(problem.clone()), ..outcome(i) })
                .collect()
        };
        let work = match self.work(files).await {
            Ok(work) => work,
            Err(e) => {
                return Ok(all(
                    true,
                    Problem::new(
                        "outcome_unknown",
                        format!("Changing files was cut off, and they could not be looked at: {e}"),
                    )
                    .hinting("Look at the files; nothing was touched since."),
                ));
            }
        };
        let name = mark(intent);
        // Another program of ours has its own changes to make here; it does not take long.
        let mut waited = 0;
        let _locks = loop {
            match lock_all(&work) {
                Err(TreeError::Busy) if waited < BUSY_TRIES => waited += 1,
                Ok(locks) => break locks,
                Err(e) => {
                    return Ok(all(
                        true,
                        Problem::new(
                            "outcome_unknown",
                            format!("Changing files was cut off, and they could not be looked at: {e}"),
                        )
                        .hinting("Look at the files; nothing was touched since."),
                    ));
                }
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
                Err(e) => {
                    let message =
                        format!("Changing files was cut off, and they could not be looked at: {e}{}", put_aside(&left));
                    return Ok(all(true, Problem::new("outcome_unknown", message).hinting(
                    "Nothing was touched since. Compare the files with the preview, then propose what is missing.",
                )));
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
                return Ok(done.outcomes);
            }
        }
        let stuck = Stuck::of(set, items, seen.third);
        let kept_back = stuck.clone();
        let back = blocking(move || {
            // First what an earlier attempt left, whose names are needed again.
            work.iter().for_each(|w| drop(w.tree.sweep(&w.planned, &name)));
            let back = take_back_some(&work, &name, |change| kept_back.may_go_back(change));
            let kept: Vec<String> = work.iter().flat_map(|w| w.tree.sweep(&w.planned, &name)).collect();
            if back.is_ok() {
                work.iter().for_each(|w| w.tree.unmake(&w.planned));
            }
            back.map(|_| kept)
        })
        .await?;
        let kept = match back {
            Ok(kept) => kept,
            Err(e) => {
                let message = format!("Changing files was cut off, and they could not be put back: {e}");
                return Ok(all(
                    true,
                    Problem::new("outcome_unknown", message).hinting("Compare the files with the preview."),
                ));
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
        Ok(items.iter().filter_map(|n| set.item(*n)).map(told).collect())
    }
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
