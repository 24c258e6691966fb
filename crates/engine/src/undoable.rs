//! What can be taken back of what a command does: foreseen when it is proposed, bound by its signature, and looked
//! at again before it is signed and before it runs. What was signed as undoable never runs as what is not.

use crate::Inner;
use crate::effects::copy::{Comes, Course, Placed};
use crate::moving::{comes_to, course, goes_back, moves_away};
use countersign_core::change_set::propose::{bind_found, bind_undo};
use countersign_core::change_set::{ChangeItem, ItemStatus};
use countersign_core::command::{Command, Undo};
use countersign_core::file::{FileChange, FilePath, WorkspaceId, is_loss};
use countersign_core::ids::TodoId;
use countersign_core::label::quoted;
use countersign_core::operation::{Operation, Reach};
use countersign_core::problem::Problem;
use countersign_core::wire::Drift;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The code of a command that came out otherwise in a copy than it was foreseen, and was not run.
const OTHERWISE: &str = "not_undoable";

/// Whether a command came out otherwise than it was foreseen: nothing is foreseen of it any more.
pub(crate) fn was_otherwise(item: &ChangeItem) -> bool {
    item.failure.as_ref().is_some_and(|failure| failure.code == OTHERWISE)
}

/// Why a command that was signed as undoable did not run.
pub(crate) fn otherwise() -> Problem {
    Problem::new(
        OTHERWISE,
        "it was signed as what can be undone, and in a copy of the folder it came out as what cannot",
    )
    .hinting("Nothing was run. Rebase it and sign it as what cannot be undone, or reject it.")
}

/// The same before it was tried.
pub(crate) fn drifted() -> Problem {
    Problem::new("drifted", "it could be undone when it was proposed, and cannot be any more: the folder has changed")
        .hinting("Nothing was run. Rebase it and sign it as what cannot be undone, or reject it.")
}

/// Why a command is not run that would find something else than was there when it was signed.
pub(crate) fn found_other(path: &str) -> Problem {
    Problem::new("drifted", format!("{} is not what it was when this was proposed", quoted(path)))
        .hinting("Nothing was run. Look at it, rebase the command and sign it again, or reject it.")
}

/// Whether it still can run, so that what is foreseen of it counts.
fn waits(status: ItemStatus) -> bool {
    use ItemStatus::{Confirmed, Deferred, Failed, Pending, Unknown};
    matches!(status, Pending | Confirmed | Deferred | Failed | Unknown)
}

/// What of a command that has not run is shown to be undoable: what is signed with it, and no more.
pub(crate) fn shown(item: &ChangeItem, now: Undo) -> Undo {
    match item.undo {
        Some(Undo::None) => Undo::None,
        _ => now,
    }
}

/// Where less can be taken back of a command now than its item says.
pub(crate) fn undo_drift(item: &ChangeItem, now: Option<Undo>) -> Option<Drift> {
    let (Some(Operation::RunCommand(command)), Some(was), Some(now)) = (&item.op, item.undo, now) else { return None };
    let value = |undo: Undo| json!(undo.name());
    now.is_worse_than(was).then(|| Drift {
        id: TodoId(0),
        title: command.command.clone(),
        field: "undo".to_owned(),
        base: value(was),
        now: value(now),
        proposed: value(now),
    })
}

/// Whether a command that was signed as undoable must come out as changes of files, or not run.
pub(crate) fn must_go_back(item: &ChangeItem, makes_folders: bool) -> bool {
    item.undo == Some(Undo::Files) && !makes_folders && removes_again(item).is_none()
}

/// The command with which an item removes again the empty folders that were made by what it takes back.
pub(crate) fn removes_again(item: &ChangeItem) -> Option<&Command> {
    match item.op.as_ref().filter(|_| !item.undoes.is_empty()) {
        Some(Operation::RunCommand(command)) if command.command.starts_with("rmdir -- ") => Some(command),
        _ => None,
    }
}

/// What undo can do about commands, asked of those of a set one after the other: each is looked at as those before it
/// leave its folder that may still run, as far as it can be told what they do. Before it runs it is looked at again,
/// as the folder is by then.
pub(crate) struct Foresight<'i> {
    inner: &'i Inner,
    /// What waiting items need.
    needed: BTreeSet<u32>,
    /// What the items of the set do to files that may still be applied: before all commands.
    placed: Vec<(u32, WorkspaceId, Placed)>,
    /// By folder.
    courses: BTreeMap<PathBuf, Commands>,
    /// Whether it is followed what stands without what.
    follows: bool,
}

/// The commands of one folder.
struct Commands {
    /// The folder as it is.
    now: Course,
    /// The folder as those that were looked at leave it.
    course: Course,
    /// And as they leave it without one of the items, for each that comes.
    without: Vec<Without>,
}

/// A folder without what one item does to it.
struct Without {
    n: u32,
    deed: Deed,
    course: Course,
    /// Whether what was looked at last can be taken back there.
    stands: bool,
}

/// What an item does to a folder.
enum Deed {
    Places(Placed),
    Runs(Command),
}

impl<'i> Foresight<'i> {
    /// Of the commands among these items.
    pub(crate) fn of(inner: &'i Inner, items: &[ChangeItem]) -> Self {
        let waiting = items.iter().filter(|item| waits(item.status));
        let needed: BTreeSet<u32> = waiting.flat_map(|item| item.needs.iter().copied()).collect();
        let placed = items.iter().filter(|item| comes(item, &needed)).filter_map(|item| {
            let op = item.op.as_ref().filter(|op| op.reach() == Reach::Files)?;
            Some((item.n, op.file()?.workspace.clone(), placed(op)?))
        });
        Self { inner, placed: placed.collect(), needed, courses: BTreeMap::new(), follows: false }
    }

    /// Of each command it can be said then what it [`needs`](Self::needs).
    fn following(mut self) -> Self {
        self.follows = true;
        self
    }

    /// The next one: what undo can do about a command that may still run; none of what is no command, or has no folder
    /// now.
    pub(crate) fn next(&mut self, item: &ChangeItem) -> Option<Undo> {
        let Some(Operation::RunCommand(command)) = &item.op else { return None };
        let comes = comes(item, &self.needed);
        if !comes && !waits(item.status) {
            return None;
        }
        let job = self.inner.job(command).ok()?;
        let (placed, follows) = (&self.placed, self.follows);
        let of = self.courses.entry(job.root.clone()).or_insert_with_key(|root| {
            let placed: Vec<_> = placed.iter().filter(|(_, of, _)| *of == command.workspace).collect();
            Commands::behind(&course(root), &placed, follows)
        });
        let before = (follows && comes && !job.looks).then(|| of.course.clone());
        let to = (!job.looks).then(|| comes_to(command, &job, &mut of.course, comes)).flatten();
        let back = match to {
            Some(Comes::Files | Comes::Folders) => true,
            Some(Comes::Same) => item.undo == Some(Undo::Files),
            // By the time it runs it may find something to do.
            Some(Comes::Nothing) | None => false,
        };
        for without in of.without.iter_mut().filter(|_| !job.looks) {
            without.stands = goes_back(command, &job, &mut without.course, comes);
        }
        let came = before.map(|course| Without { n: item.n, deed: Deed::Runs(command.clone()), course, stands: true });
        of.without.extend(came);
        waits(item.status).then(|| match () {
            () if job.looks => Undo::Nothing,
            () if removes_again(item).is_some() => Undo::Files,
            () if was_otherwise(item) => Undo::None,
            () if back => Undo::Files,
            () => Undo::None,
        })
    }
}

impl Commands {
    /// The folder after these changes of files and before any command.
    fn behind(now: &Course, placed: &[&(u32, WorkspaceId, Placed)], follows: bool) -> Self {
        let but = |left_out: Option<u32>| {
            let mut course = now.clone();
            placed.iter().filter(|(n, ..)| Some(*n) != left_out).for_each(|(.., placed)| course.place(placed));
            course
        };
        let without = placed.iter().filter(|_| follows).map(|(n, _, placed)| Without {
            n: *n,
            deed: Deed::Places(placed.clone()),
            course: but(Some(*n)),
            stands: true,
        });
        Self { now: now.clone(), course: but(None), without: without.collect() }
    }
}

impl Foresight<'_> {
    /// What must come before this command, which was looked at last: without that it could not be taken back. Where
    /// any of several would do, it is the first of them.
    fn needs(&self, item: &ChangeItem, command: &Command, earlier: &[ChangeItem]) -> BTreeSet<u32> {
        let Some(root) = self.inner.job(command).ok().map(|job| job.root) else { return BTreeSet::new() };
        let touches = |deed: &Deed| match deed {
            Deed::Places(placed) => {
                self.inner.leads_to(command, placed.paths().flat_map(|path| with_folders_to_come(&root, path)))
            }
            Deed::Runs(before) => self.inner.meet(before, command),
        };
        let Some(of) = self.courses.get(&root) else { return BTreeSet::new() };
        // Of those without which it stands, others that bring the same, too.
        let may = |w: &&Without| w.n < item.n && (!w.stands || touches(&w.deed));
        let all: Vec<&Without> = of.without.iter().filter(may).collect();
        let each: BTreeSet<u32> = all.iter().filter(|w| !w.stands).map(|w| w.n).collect();
        let mut needs: BTreeSet<u32> = all.iter().map(|w| w.n).collect();
        let stands = |with: &BTreeSet<u32>| self.stands(command, of, &with_theirs(with, earlier));
        if stands(&each) || !stands(&needs) {
            return each;
        }
        for w in all.iter().rev().filter(|w| w.stands) {
            needs.remove(&w.n);
            if !stands(&needs) {
                needs.insert(w.n);
            }
        }
        needs
    }

    /// Whether a command can be taken back where of those before it only these come.
    fn stands(&self, command: &Command, of: &Commands, with: &BTreeSet<u32>) -> bool {
        let mut course = of.now.clone();
        let goes = |command: &Command, course: &mut Course, comes: bool| {
            self.inner.job(command).is_ok_and(|job| goes_back(command, &job, course, comes))
        };
        for before in of.without.iter().filter(|w| with.contains(&w.n)) {
            match &before.deed {
                Deed::Places(placed) => course.place(placed),
                Deed::Runs(before) => {
                    goes(before, &mut course, true);
                }
            }
        }
        goes(command, &mut course, false)
    }
}

/// These items with what they need.
fn with_theirs(of: &BTreeSet<u32>, earlier: &[ChangeItem]) -> BTreeSet<u32> {
    let mut all = of.clone();
    for item in earlier.iter().rev().filter(|item| !item.needs.is_empty()) {
        if all.contains(&item.n) {
            all.extend(&item.needs);
        }
    }
    all
}

/// A file, and the folders that come with it, nearest first.
fn with_folders_to_come<'p>(root: &Path, path: &'p str) -> impl Iterator<Item = &'p str> {
    let above = path.rmatch_indices('/').filter_map(|(at, _)| path.get(..at));
    let to_come = above.take_while(|folder| root.join(folder).symlink_metadata().is_err());
    std::iter::once(path).chain(to_come)
}

/// Whether it comes before what stands behind it: what is put off does not come before those that are not, but before
/// those that need it and do not run without it.
fn comes(item: &ChangeItem, needed: &BTreeSet<u32>) -> bool {
    use ItemStatus::{Applying, Confirmed, Pending, Rejected};
    let may = waits(item.status) || item.status == Rejected;
    matches!(item.status, Pending | Confirmed | Applying) || may && needed.contains(&item.n)
}

/// What an item does to files.
fn placed(op: &Operation) -> Option<Placed> {
    let path = op.file()?.path.to_string();
    let named = |folders: &[FilePath]| folders.iter().map(FilePath::to_string).collect();
    Some(match op {
        Operation::DeleteFile { folders, .. } => Placed::Removed { path, folders: named(folders) },
        Operation::RenameFile { to, folders, .. } => {
            Placed::Renamed { from: path, to: to.to_string(), folders: named(folders) }
        }
        _ => Placed::Written(path),
    })
}

impl Inner {
    /// What undo can do about a command by the folder as it is; none of what is no command, or has no folder now.
    pub(crate) fn foreseen(&self, item: &ChangeItem) -> Option<Undo> {
        Foresight::of(self, &[]).next(item)
    }

    /// Says of changes of files what they cannot keep; such an item is never marked beforehand.
    fn bind_losses(&self, item: &mut ChangeItem) {
        let Some(op) = item.op.as_ref().filter(|op| op.reach() == Reach::Files) else { return };
        item.warnings.retain(|warning| !is_loss(warning));
        for change in op.file_changes(&item.files).iter().filter(|change| change.before.is_some()) {
            let Ok(tree) = self.tree(&change.at.workspace) else { continue };
            // Renamed, it goes from here and comes there as it was.
            let moved = matches!(op, Operation::RenameFile { .. });
            let kept = FileChange { after: change.before.clone(), ..change.clone() };
            let found = tree.loses(if moved { &kept } else { change });
            item.warnings.extend(found.warnings(&change.at.path, change.after.is_none() && !moved));
        }
        item.preselected &= !item.warnings.iter().any(is_loss);
    }

    /// Makes what is foreseen of commands, and what they find, part of these items of a set, and of changes of files
    /// what they lose.
    pub(crate) fn bind(&self, items: &mut [ChangeItem], only: impl Fn(u32) -> bool) {
        let mut foresight = Foresight::of(self, items).following();
        for at in 0..items.len() {
            let (earlier, rest) = items.split_at_mut(at);
            let Some((item, later)) = rest.split_first_mut() else { continue };
            if !item.problems.is_empty() {
                continue;
            }
            let foreseen = foresight.next(item);
            if !only(item.n) {
                continue;
            }
            let Some(Operation::RunCommand(command)) = &item.op else {
                self.bind_losses(item);
                continue;
            };
            let needs =
                if foreseen == Some(Undo::Files) { foresight.needs(item, command, earlier) } else { BTreeSet::new() };
            let lost = self.job(command).ok().and_then(|job| moves_away(&job));
            // Without its folder, which may be made before it, nothing is known.
            let undo = foreseen.unwrap_or(Undo::None);
            bind_undo(item, undo);
            let needs: BTreeSet<u32> = item.needs.iter().copied().chain(needs).collect();
            item.needs = needs.into_iter().collect();
            item.warnings.retain(|warning| warning.code != "would_be_lost");
            item.warnings.extend(lost);
            let (found, behind) = self.finds(item, earlier, later);
            bind_found(item, found, behind);
        }
    }
}
