//! What a command finds where its words lead: the files that it moves about, and the script that it runs. It is bound
//! by the signature and looked at again before it is signed and before it runs, so that what is done is done to what
//! the person saw. What an earlier item of the set may change is not looked at as long as that is still to come, and is
//! bound as that one leaves it.

mod names;
mod patterns;

use self::names::Names;
use self::patterns::meet;
use crate::Inner;
use crate::carry::is_beside;
use crate::moving::MOVERS;
use countersign_commands::rules;
use countersign_core::change_set::{ChangeItem, ChangeSet, ItemStatus};
use countersign_core::command::Command;
use countersign_core::ids::TodoId;
use countersign_core::ledger::{ItemOutcome, Left};
use countersign_core::operation::{Operation, Reach};
use countersign_core::wire::Drift;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// Of more files or bytes than this nothing is bound.
const MOST_FILES: usize = 2_000;
/// See [`MOST_FILES`].
const MOST_BYTES: u64 = 64_000_000;

/// What is where words lead, by paths within the workspace: none where nothing is. Of a pattern the names that it finds.
pub(crate) type Found = BTreeMap<String, Option<String>>;

/// How much may be looked at still.
#[derive(Clone, Copy)]
struct Room {
    files: usize,
    bytes: u64,
}

/// What is at a path, with all that is in it where it is a folder; `Err` where there is too much of it, or it cannot
/// be read.
fn look(path: &Path, room: &mut Room) -> Result<Option<String>, ()> {
    let Ok(meta) = path.symlink_metadata() else { return Ok(None) };
    room.files = room.files.checked_sub(1).ok_or(())?;
    let mut hash = blake3::Hasher::new();
    if meta.is_dir() {
        let mut names: Vec<_> = fs::read_dir(path).map_err(drop)?.flatten().map(|entry| entry.file_name()).collect();
        // What was applied just now is looked at before it is cleared up.
        names.retain(|name| name != ".git" && !name.to_str().is_some_and(is_beside));
        names.sort();
        hash.update(b"folder\n");
        for name in names {
            let inside = look(&path.join(&name), room)?;
            hash.update(format!("{name:?} {inside:?}\n").as_bytes());
        }
    } else if meta.is_symlink() {
        let to = path.read_link().map_err(drop)?;
        hash.update(format!("->{}", to.display()).as_bytes());
    } else if meta.is_file() {
        room.bytes = room.bytes.checked_sub(meta.len()).ok_or(())?;
        let content = blake3::hash(&fs::read(path).map_err(drop)?);
        if meta.mode() & 0o111 == 0 {
            return Ok(Some(content.to_hex().to_string()));
        }
        hash.update(b"+x\n").update(content.as_bytes());
    } else {
        return Err(());
    }
    Ok(Some(hash.finalize().to_hex().to_string()))
}

/// The names that a pattern finds; `Err` where there are too many of them.
fn listed(root: &Path, pattern: &str) -> Result<Option<String>, ()> {
    let found = patterns::found(root, pattern).ok_or(())?;
    Ok((!found.is_empty()).then(|| blake3::hash(found.join("\n").as_bytes()).to_hex().to_string()))
}

/// Whether an earlier item may change what is at this path, or in it, or on the way to it.
fn may_change(paths: &[String], path: &str) -> bool {
    paths.iter().any(|other| meet(other, path))
}

/// Whether an item can never come any more, or not without being looked at again.
fn is_settled(status: ItemStatus) -> bool {
    use ItemStatus::{Applied, Expired, Invalid, Rejected, Retracted, Undone};
    matches!(status, Applied | Expired | Invalid | Rejected | Retracted | Undone)
}

/// Whether an item is still to come before those behind it, or has come.
fn comes(status: ItemStatus) -> bool {
    use ItemStatus::{Applied, Applying, Confirmed, Pending};
    matches!(status, Applied | Applying | Confirmed | Pending)
}

impl Inner {
    /// The paths that a command names and that are bound; none where it runs what cannot be told beforehand, and
    /// that is why `only_moves` is asked for.
    fn names(&self, command: &Command, only_moves: bool) -> Option<Vec<String>> {
        let root = self.root(command)?.canonicalize().ok()?;
        let judged = self.judged(command);
        if rules::looks(&judged) {
            return Some(Vec::new());
        }
        let moves = |argv: &[String]| argv.first().is_some_and(|name| MOVERS.contains(&name.as_str()));
        if only_moves && (judged.argv.is_none() || !judged.segments.iter().all(|segment| moves(&segment.argv))) {
            return None;
        }
        let mut named = Names::of(&root, root.join(&command.cwd));
        names::before_going(&judged.segments).for_each(|segment| named.segment(segment));
        Some(named.paths())
    }

    /// Whether one command names what another does, or what is in it or on the way to it.
    pub(crate) fn meet(&self, one: &Command, other: &Command) -> bool {
        self.names(one, true).is_some_and(|paths| self.leads_to(other, paths.iter().map(String::as_str)))
    }

    /// Whether a command names one of these paths, or what is in it or on the way to it.
    pub(crate) fn leads_to<'p>(&self, command: &Command, paths: impl IntoIterator<Item = &'p str>) -> bool {
        let named = self.names(command, true).unwrap_or_default();
        paths.into_iter().any(|path| may_change(&named, path))
    }

    /// What a command finds now that comes behind these items of its set, and behind what the later ones do to files,
    /// which comes before all commands; and which of these may change it first.
    pub(crate) fn finds(
        &self,
        item: &ChangeItem,
        earlier: &[ChangeItem],
        later: &[ChangeItem],
    ) -> (Found, BTreeMap<String, Vec<u32>>) {
        let mut behind: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        let Some(Operation::RunCommand(command)) = &item.op else { return (Found::new(), behind) };
        let paths = self.names(command, false).unwrap_or_default();
        let found = self.found_at(command, paths.iter()).unwrap_or_default();
        let files = |item: &&ChangeItem| item.op.as_ref().is_some_and(|op| op.reach() == Reach::Files);
        let before = earlier.iter().chain(later.iter().filter(files)).filter(|before| !is_settled(before.status));
        for before in before.filter(|_| !found.is_empty()) {
            let changes = self.changes(before);
            let may = |path: &&String| changes.as_ref().is_none_or(|changes| may_change(changes, path));
            for path in found.keys().filter(may) {
                behind.entry(path.clone()).or_default().push(before.n);
            }
        }
        (found, behind)
    }

    /// The files of these paths as they are before what a command did to them in a copy is applied, without those that
    /// the items before it are known to change.
    pub(crate) fn tried(&self, command: &Command, mut paths: Vec<String>, earlier: &[ChangeItem]) -> Found {
        let coming = earlier.iter().filter(|item| !is_settled(item.status));
        let changed: Option<Vec<Vec<String>>> = coming.map(|item| self.changes(item)).collect();
        let changed = changed.unwrap_or_default().concat();
        paths.retain(|path| !may_change(&changed, path));
        self.found_at(command, paths.iter()).unwrap_or_default()
    }

    /// The paths that an item would change; none where that cannot be told.
    fn changes(&self, item: &ChangeItem) -> Option<Vec<String>> {
        match &item.op {
            Some(Operation::RunCommand(command)) => self.names(command, true),
            Some(op) if op.reach() == Reach::Files => {
                let to = if let Operation::RenameFile { to, .. } = op { Some(to.to_string()) } else { None };
                Some(op.file().map(|at| at.path.to_string()).into_iter().chain(to).collect())
            }
            Some(_) | None => Some(Vec::new()),
        }
    }

    /// What the commands of a set that wait find where one of these items may have changed it, now that they are done:
    /// that is what they build on from here on.
    pub(crate) fn left(&self, set: &ChangeSet, outcomes: &[ItemOutcome]) -> Vec<Left> {
        let done: Vec<u32> = outcomes.iter().filter(|outcome| outcome.ok).map(|outcome| outcome.n).collect();
        // These go with the files that were in them, once it is stored that those are gone.
        let going = outcomes.iter().flat_map(|outcome| &outcome.files).flat_map(|change| &change.folders);
        let going: Vec<String> = going.map(ToString::to_string).collect();
        let left = |item: &ChangeItem| {
            let Some(Operation::RunCommand(command)) = &item.op else { return None };
            let paths = item.behind.iter().filter(|(_, behind)| behind.iter().any(|n| done.contains(n)));
            let paths: Vec<&String> = paths.map(|(path, _)| path).filter(|path| !may_change(&going, path)).collect();
            let found = self.found_at(command, paths.into_iter()).filter(|found| !found.is_empty())?;
            Some(Left { n: item.n, found })
        };
        set.items.iter().filter(|item| !done.contains(&item.n) && !is_settled(item.status)).filter_map(left).collect()
    }

    /// What is at each of these paths; what is too much, or cannot be read, is left out by itself.
    fn found_at<'p>(&self, command: &Command, paths: impl Iterator<Item = &'p String>) -> Option<Found> {
        let root = self.root(command)?.canonicalize().ok()?;
        let mut room = Room { files: MOST_FILES, bytes: MOST_BYTES };
        let mut at = |path: &String| match patterns::bound(path) {
            Some(pattern) => listed(&root, pattern),
            None => {
                let before = room;
                look(&root.join(path), &mut room).inspect_err(|()| room = before)
            }
        };
        Some(paths.filter_map(|path| Some((path.clone(), at(path).ok()?))).collect())
    }

    /// Where a command of these items that may still run would find something else than was bound.
    pub(crate) fn found_drift(&self, item: &ChangeItem, items: &[ChangeItem]) -> Vec<Drift> {
        let Some(Operation::RunCommand(command)) = &item.op else { return Vec::new() };
        let to_come = |n: &u32| items.iter().any(|other| other.n == *n && comes(other.status));
        let bound = |(path, _): &(&String, _)| !item.behind.get(*path).is_some_and(|behind| behind.iter().any(to_come));
        let mut was: BTreeMap<&String, &Option<String>> = item.found.iter().filter(bound).chain(&item.tried).collect();
        if was.is_empty() {
            return Vec::new();
        }
        // What failed may have changed it itself; signed again, it is looked at again.
        if !matches!(item.status, ItemStatus::Pending | ItemStatus::Confirmed | ItemStatus::Deferred) {
            return Vec::new();
        }
        let now = self.found_at(command, was.keys().copied());
        was.retain(|path, was| now.as_ref().and_then(|now| now.get(*path)) != Some(*was));
        let value = |hash: Option<&String>| hash.map_or(Value::Null, |hash| json!(hash));
        let drift = was.into_iter().map(|(path, was)| Drift {
            id: TodoId(0),
            title: path.clone(),
            field: "content".to_owned(),
            base: value(was.as_ref()),
            now: value(now.as_ref().and_then(|now| now.get(path)).and_then(Option::as_ref)),
            proposed: Value::Null,
        });
        drift.collect()
    }
}
