//! Carrying out what reaches beyond the database: the intent protocol of files (R25,
//! COMMANDS-AND-FILES.md "Apply").
//!
//! Transaction A stores the intent with all contents; the files are changed, all or none;
//! transaction B stores that they were. What a crash cut off is ended in `ending`.

mod beside;
mod ending;
mod told;

use crate::effects::tree::{Aside, Folders, InPlace, Planned, Tree, TreeError, bits_of};
use crate::workspace::{blocking, problem, problem_of_one};
use crate::write::Write;
use crate::{EngineError, Inner, Key, Result};
use countersign_core::change_set::{Actor, ChangeItem, ChangeSet, ItemStatus};
use countersign_core::file::{Attributes, FileChange, FilePath, FileState, WorkspaceId};
use countersign_core::ids::{Seq, SetId};
use countersign_core::ledger::{Event, ItemOutcome};
use countersign_core::problem::Problem;
use countersign_core::wire::Drift;
use countersign_store::StoreError;
use rustix::fd::OwnedFd;
use serde_json::{Value, json};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::PoisonError;
use std::time::{Duration, Instant};

/// Names the files that an apply makes beside others while it works.
fn mark(intent: Seq) -> String {
    format!("{MARK}{intent}")
}

const MARK: &str = "countersign-";

/// Whether a name is that of a file which an apply makes beside others, and takes away when it is stored.
pub(crate) fn is_beside(name: &str) -> bool {
    name.strip_prefix('.').is_some_and(|name| name.starts_with(MARK))
        && [".tmp", ".tmp.old"].iter().any(|end| name.ends_with(end))
}

/// Changes by workspace, each with the open folder.
struct Work {
    tree: Tree,
    planned: Vec<Planned>,
}

/// Open folders, for as long as one look at many files takes.
#[derive(Default)]
pub(crate) struct Trees(BTreeMap<WorkspaceId, Option<(Tree, Folders)>>);

/// So long a folder that is locked is waited for: a process that was just begun holds what we had open until it is its own
/// program.
const LEFT_BEHIND: Duration = Duration::from_millis(500);

/// Locks the folders of all workspaces, as long as the value lives; of one that is locked waits so long for it.
async fn lock_all(work: &[Work], most: Duration) -> std::result::Result<Vec<OwnedFd>, TreeError> {
    const STEP: Duration = Duration::from_millis(10);
    let begun = Instant::now();
    loop {
        match work.iter().map(|w| w.tree.lock()).collect() {
            Err(TreeError::Busy) if begun.elapsed() < most => tokio::time::sleep(STEP).await,
            locked => return locked,
        }
    }
}

/// Puts all changes of all workspaces in place, or none.
fn apply_all(work: &[Work], mark: &str) -> std::result::Result<Vec<InPlace>, TreeError> {
    let mut placed = Vec::new();
    for one in work {
        match one.tree.apply(&one.planned, mark) {
            Ok(changes) => placed.push(changes),
            Err(e) => return take_out_all(work, placed).and(Err(e)),
        }
    }
    Ok(placed)
}

/// Puts back what was just displaced, in all workspaces in which that was come to.
fn take_out_all(work: &[Work], placed: Vec<InPlace>) -> std::result::Result<(), TreeError> {
    let back = work.iter().zip(placed).rev().map(|(one, changes)| one.tree.take_out(changes));
    back.fold(Ok(()), std::result::Result::and)
}

/// Puts the files back that are meant and are as they were to become, from their contents. What is
/// displaced by that stays beside them, under names that no earlier attempt used: what that one left is
/// still there.
fn take_back_some(
    work: &[Work],
    mark: &str,
    meant: impl Fn(&FileChange) -> bool,
) -> std::result::Result<Vec<InPlace>, TreeError> {
    let unused = |name: &String| work.iter().all(|one| one.tree.left_beside(&one.planned, name).is_empty());
    let Some(mark) = (0..u32::MAX).map(|n| format!("{mark}-back{n}")).find(unused) else { return Ok(Vec::new()) };
    let mut displaced = Vec::new();
    for one in work {
        let planned: Vec<Planned> = one.planned.iter().filter(|plan| meant(&plan.change)).cloned().collect();
        displaced.push(one.tree.take_back(&inverse(&planned), &mark)?);
    }
    Ok(displaced)
}

/// What a file has besides goes with it where it is moved, and its owner's rights only where its owner does.
fn moved_with(files: &mut [FileChange]) {
    let gone: Vec<FileChange> = files.iter().filter(|change| change.after.is_none()).cloned().collect();
    for change in files {
        let Some(after) = &mut change.after else { continue };
        if change.before.is_none() {
            let same = |from: &&FileChange| from.before.as_ref().is_some_and(|before| before.hash == after.hash);
            let named = |from: &&FileChange| same(from) && from.at.path.name() == change.at.path.name();
            let from = gone.iter().find(named).or_else(|| gone.iter().find(same));
            if let Some(had) = from.and_then(|from| from.before.as_ref()?.attributes.as_ref()) {
                let folders = after.attributes.take().map(|besides| besides.folders).unwrap_or_default();
                after.attributes = Some(Box::new(Attributes { folders, ..(**had).clone() }));
            }
        }
        let owner = |state: &FileState| state.attributes.as_ref().and_then(|besides| besides.owner);
        after.mode = bits_of(after.mode, owner(after).or_else(|| change.before.as_ref().and_then(owner)));
    }
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

/// The code of an apply whose files are changed and whose end is not stored yet.
pub(crate) const RECOVERY: &str = "needs_recovery";

/// An apply that is not ended yet.
#[derive(Default)]
pub(crate) struct CutOff {
    /// What is in the way.
    pub(crate) why: Option<Problem>,
    /// Under which key it was asked for.
    key: Option<Key>,
    /// Its files were put back at once, and only its end could not be stored: what was signed stays signed.
    signed: bool,
}

impl Inner {
    /// The applies that are not ended yet.
    pub(crate) fn cut_off(&self) -> std::sync::MutexGuard<'_, BTreeMap<SetId, CutOff>> {
        self.cut_off.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Some files of an apply are changed, and could not be put back at once: it is ended later.
    pub(crate) fn stay_open(&self, id: SetId, key: Option<Key>, why: Problem) {
        self.cut_off().insert(id, CutOff { why: Some(why), key, signed: false });
    }

    /// The end of an apply could not be stored: its files are put back, and it is ended later. Tells
    /// it where they could not be put back either.
    pub(crate) async fn leave_open(
        &self,
        id: SetId,
        back: Option<Back>,
        key: Option<Key>,
        why: &EngineError,
    ) -> Option<Problem> {
        // Whether it became durable is not known: believe the database.
        let applying = |set: &ChangeSet| set.items.iter().any(|i| i.status == ItemStatus::Applying);
        let unsettled = matches!(why, EngineError::Store(StoreError::Unsettled { .. }));
        let stay = match (back, self.store.change_set(id).await) {
            // The next start shows it.
            (back, _) if unsettled => back.is_some(),
            (Some(back), Ok(Some(set))) if applying(&set) => !back.put().await,
            (back, Err(_)) => back.is_some(),
            _ => false,
        };
        let problem = stay.then(|| {
            let cause = why.body().message;
            Problem::new(RECOVERY, format!("The files are changed, and the record of it could not be stored: {cause}"))
        });
        // Files that are as they were leave nothing to answer under the key: it may be asked again.
        let key = key.filter(|_| stay);
        self.cut_off().insert(id, CutOff { why: problem.clone(), key, signed: !stay });
        problem
    }

    /// The changes with their contents, by workspace.
    async fn work(&self, changes: &[FileChange]) -> Result<Vec<Work>> {
        let sides = changes.iter().flat_map(|change| [&change.before, &change.after]).flatten();
        let contents = self.store.blobs(&sides.map(|state| state.hash.as_str()).collect()).await?;
        let work = self.work_with(changes, contents)?;
        match work.iter().flat_map(|one| &one.planned).find_map(Planned::missing) {
            Some(hash) => {
                let message = format!("{hash} is missing");
                Err(StoreError::Unreadable { what: "content", message }.into())
            }
            None => Ok(work),
        }
    }

    /// As [`Self::work`], with what contents there are: those that the store has lost are taken from the
    /// files, and from what an apply left beside them.
    async fn work_left(&self, changes: &[FileChange], mark: &str) -> Result<Vec<Work>> {
        let mut contents = BTreeMap::new();
        for change in changes {
            for state in [&change.before, &change.after].into_iter().flatten() {
                if !contents.contains_key(&state.hash)
                    && let Ok(Some(content)) = self.store.blob(&state.hash).await
                {
                    contents.insert(state.hash.clone(), content);
                }
            }
        }
        let mut work = self.work_with(changes, contents)?;
        let mark = mark.to_owned();
        blocking(move || {
            work.iter_mut().for_each(|one| one.tree.fill(&mut one.planned, &mark));
            work
        })
        .await
    }

    fn work_with(&self, changes: &[FileChange], mut contents: BTreeMap<String, Vec<u8>>) -> Result<Vec<Work>> {
        let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
        for state in changes.iter().flat_map(|change| [&change.before, &change.after]).flatten() {
            *uses.entry(&state.hash).or_default() += 1;
        }
        // Whoever needs a content last takes it: a large one is there once.
        let mut content = |state: &Option<FileState>| {
            let hash = state.as_ref()?.hash.as_str();
            let left = uses.get_mut(hash)?;
            *left -= 1;
            if *left == 0 { contents.remove(hash) } else { contents.get(hash).cloned() }
        };
        let mut by: BTreeMap<&WorkspaceId, Vec<Planned>> = BTreeMap::new();
        for change in changes {
            let (content, old) = (content(&change.after), content(&change.before));
            by.entry(&change.at.workspace).or_default().push(Planned { change: change.clone(), content, old });
        }
        by.into_iter().map(|(id, planned)| Ok(Work { tree: self.tree(id)?, planned })).collect()
    }

    /// Where files differ from what an item builds on.
    pub(crate) fn file_drift(&self, item: &ChangeItem) -> Vec<Drift> {
        self.drift_in(item, &mut Trees::default())
    }

    /// As [`Self::file_drift`], for many items: each folder is opened once.
    pub(crate) fn drift_in(&self, item: &ChangeItem, trees: &mut Trees) -> Vec<Drift> {
        let text = |s: Option<&FileState>| s.map_or(Value::Null, |s| json!(s.hash));
        let mut drift = Vec::new();
        for was in &item.files {
            // What cannot be read is not what it was.
            let opened = |id: &WorkspaceId| self.tree(id).ok().map(|tree| (tree, Folders::new()));
            let tree = trees.0.entry(was.at.workspace.clone()).or_insert_with_key(opened);
            let now = tree.as_mut().map(|(tree, folders)| tree.state_among(&was.at.path, folders));
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
    Refused(Unplaced),
    /// Some are changed and could not be put back at once: the apply stays open.
    Open(Problem),
}

/// Why files are not in place.
pub(crate) struct Unplaced(TreeError);

impl Unplaced {
    /// For all that was to be changed.
    pub(crate) fn problem(&self) -> Problem {
        problem(&self.0)
    }

    /// The items that stand in the way of the others, and why: those whose file it is, or that lie in a folder that is
    /// none; `all` of them also where it is no file's fault.
    pub(crate) fn in_the_way(&self, outcomes: &[ItemOutcome], all: bool) -> BTreeMap<u32, Problem> {
        let concerns = |path: &str, change: &FileChange| {
            let rest = change.at.path.as_str().strip_prefix(path);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let placing = || outcomes.iter().filter(|o| o.ok && !o.files.is_empty());
        let path = self.0.path().filter(|_| !all);
        let named = |o: &&ItemOutcome| path.is_some_and(|path| o.files.iter().any(|change| concerns(path, change)));
        let mut found: Vec<u32> = placing().filter(named).map(|o| o.n).collect();
        if found.is_empty() {
            found.extend(placing().map(|o| o.n));
        }
        found.into_iter().map(|n| (n, problem_of_one(&self.0))).collect()
    }
}

/// Files in place, locked still, with what they displaced beside them until what comes after them is
/// stored.
pub(crate) struct Back {
    work: Vec<Work>,
    placed: Vec<InPlace>,
    intent: Seq,
    _locks: Vec<OwnedFd>,
}

impl Back {
    /// Puts the files back, since what comes after them cannot be stored. Tells whether that was done;
    /// what cannot be put back now is looked at again when the set's end is stored.
    pub(crate) async fn put(self) -> bool {
        matches!(blocking(move || take_out_all(&self.work, self.placed)).await, Ok(Ok(())))
    }

    /// Removes what the files displaced, now that the ledger says that they stand. Returns what somebody
    /// wrote into one of them meanwhile.
    pub(crate) async fn clear(self, inner: &Inner) -> Vec<Aside> {
        let intent = self.intent;
        let (aside, whole) = blocking(move || {
            let mut aside = Vec::new();
            let mut whole = true;
            for (one, changes) in self.work.iter().zip(self.placed) {
                let cleared = one.tree.clear(changes);
                aside.extend(cleared.aside);
                whole &= cleared.whole;
            }
            (aside, whole)
        })
        .await
        .unwrap_or_default();
        if whole {
            inner.beside().remove(&intent);
        }
        aside
    }
}

impl Write<'_> {
    /// Makes part of changes what is known right before they are made: which folders come, so that who puts it back
    /// knows which go again, and what the files have besides their contents.
    fn complete(&self, outcomes: &mut [ItemOutcome]) -> Result<()> {
        let mut come: BTreeSet<(WorkspaceId, FilePath)> = BTreeSet::new();
        let mut trees: BTreeMap<WorkspaceId, (Tree, Folders)> = BTreeMap::new();
        for outcome in outcomes.iter_mut().filter(|o| o.ok) {
            for change in &mut outcome.files {
                let (tree, folders) = match trees.entry(change.at.workspace.clone()) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(new) => new.insert((self.inner().tree(&change.at.workspace)?, Folders::new())),
                };
                match (&mut change.before, &change.after) {
                    (None, Some(_)) => {
                        let missing = tree.missing(&change.at.path);
                        let ours = |folder: &FilePath| come.insert((change.at.workspace.clone(), folder.clone()));
                        change.folders = missing.into_iter().filter(ours).collect();
                    }
                    (Some(before), _) => {
                        before.attributes =
                            tree.attributes(&change.at.path, folders).map_err(|e| EngineError::Bad(problem(&e)))?;
                    }
                    (None, None) => {}
                }
            }
            moved_with(&mut outcome.files);
        }
        Ok(())
    }

    /// Stores the intent and changes the files. Needs the decisions to have been appended.
    pub(crate) async fn place_files(
        mut self,
        set: SetId,
        outcomes: &mut [ItemOutcome],
        actor: &Actor,
    ) -> Result<(Self, Placed)> {
        self.complete(outcomes)?;
        let files: Vec<FileChange> = outcomes.iter().filter(|o| o.ok).flat_map(|o| o.files.clone()).collect();
        if files.is_empty() {
            return Ok((self, Placed::None));
        }
        let work = self.inner().work(&files).await?;
        // Before anything is stored: who has to wait has changed nothing.
        let locks = lock_all(&work, LEFT_BEHIND).await.map_err(|e| EngineError::Bad(problem(&e)))?;
        let items = outcomes.iter().filter(|o| o.ok).map(|o| o.n).collect();
        let intent = self.append(actor, Event::Applying { set, items, files }).await?;
        self.note_beside(intent.seq, set).await?;
        let write = self.checkpoint().await?;
        let name = mark(intent.seq);
        let (work, done) = blocking(move || {
            let done = apply_all(&work, &name);
            (work, done)
        })
        .await?;
        let placed = match done {
            Ok(placed) => Placed::Done(Back { work, placed, intent: intent.seq, _locks: locks }),
            Err(e @ TreeError::HalfDone { .. }) => {
                let message = format!("Changing files was cut off, and they could not be put back: {e}");
                Placed::Open(Problem::new(RECOVERY, message))
            }
            Err(e) => Placed::Refused(Unplaced(e)),
        };
        Ok((write, placed))
    }
}
