//! Carrying out what reaches beyond the database: the intent protocol of files (R25,
//! COMMANDS-AND-FILES.md "Apply").
//!
//! Transaction A stores the intent with all contents; the files are changed, all or none;
//! transaction B stores that they were. What a crash cut off is ended in `ending`.

mod ending;

use crate::effects::tree::{Planned, Tree, TreeError};
use crate::workspace::{blocking, problem};
use crate::write::Write;
use crate::{EngineError, Inner, Key, Result};
use countersign_core::change_set::{Actor, ChangeItem, ChangeSet, ItemStatus};
use countersign_core::file::{FileChange, FilePath, WorkspaceId};
use countersign_core::ids::{Seq, SetId};
use countersign_core::ledger::{Event, ItemOutcome};
use countersign_core::problem::Problem;
use countersign_core::wire::Drift;
use rustix::fd::OwnedFd;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::PoisonError;

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

/// The code of an apply whose files are changed and whose end is not stored yet.
pub(crate) const RECOVERY: &str = "needs_recovery";

/// An apply that is not ended yet.
#[derive(Default)]
pub(crate) struct CutOff {
    /// What is in the way.
    pub(crate) why: Option<Problem>,
    /// Under which key it was asked for.
    key: Option<Key>,
}

impl Inner {
    /// The applies that are not ended yet.
    pub(crate) fn cut_off(&self) -> std::sync::MutexGuard<'_, BTreeMap<SetId, CutOff>> {
        self.cut_off.lock().unwrap_or_else(PoisonError::into_inner)
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
        let stay = match (back, self.store.change_set(id).await) {
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
        self.cut_off().insert(id, CutOff { why: problem.clone(), key });
        problem
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
    /// Puts the files back, since what comes after them cannot be stored. Tells whether that was done;
    /// what cannot be put back now is looked at again when the set's end is stored.
    pub(crate) async fn put(self) -> bool {
        matches!(blocking(move || take_back_all(&self.work, &self.mark)).await, Ok(Ok(_)))
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
