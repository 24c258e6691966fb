//! From applied changes to the operations that take them back.
//!
//! Taking back appends; it never overwrites what somebody changed since (DESIGN invariant 6): an
//! inverse builds on the values that the change left behind, and drifts when they are gone.

use super::execute::net;
use super::propose::Proposal;
use super::{Base, Change, ItemRef};
use crate::command::Command;
use crate::effect::element::{List, kept, put};
use crate::effect::read_key;
use crate::file::{FileChange, FileKey, FileState, FileWas};
use crate::ids::TodoId;
use crate::operation::{Operation, Target};
use crate::todo::{Field, Todo};
use crate::todos::{Todos, View};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Something applied: where from, and what it changed.
pub struct AppliedItem<'a> {
    /// The set, item and entry.
    pub of: ItemRef,
    /// Its label.
    pub label: &'a str,
    /// Its changes, in order.
    pub changes: &'a [Change],
    /// The files it changed.
    pub files: &'a [FileChange],
    /// The empty folders it made.
    pub made: &'a [FileKey],
    /// The items of its set that it needed.
    pub needs: &'a [u32],
}

/// What happened to one todo, oldest first.
struct Story<'a> {
    of: Vec<ItemRef>,
    label: &'a str,
    changes: Vec<&'a Change>,
}

/// Oldest first.
fn in_order<'a>(items: impl Iterator<Item = AppliedItem<'a>>) -> Vec<AppliedItem<'a>> {
    let mut items: Vec<AppliedItem<'a>> = items.collect();
    items.sort_by_key(|i| (i.of.entry, i.of.n));
    items
}

fn stories<'a>(items: &[AppliedItem<'a>]) -> BTreeMap<TodoId, Story<'a>> {
    let mut by_todo: BTreeMap<TodoId, Story<'a>> = BTreeMap::new();
    for item in items {
        for change in item.changes {
            let story = by_todo.entry(change.id).or_insert_with(|| Story {
                of: Vec::new(),
                label: item.label,
                changes: Vec::new(),
            });
            if !story.of.contains(&item.of) {
                story.of.push(item.of);
            }
            story.changes.push(change);
        }
    }
    by_todo
}

/// The inverse of one change, building on the state the change left behind.
pub fn inverse(change: &Change) -> Option<(Operation, Base)> {
    match (&change.before, &change.after) {
        (None, Some(after)) => {
            let whole = Field::ALL.iter().map(|f| (f.name().to_owned(), after.get(*f))).collect();
            Some((Operation::Delete { id: Target::Todo(change.id) }, Base::from([(change.id, Some(whole))])))
        }
        (Some(before), None) => {
            let mut todo = before.clone();
            todo.version = todo.version.saturating_add(1);
            Some((Operation::Revive { todo: Box::new(todo) }, Base::from([(change.id, None)])))
        }
        (Some(_), Some(_)) => fields_back(change.id, &[change]),
        (None, None) => None,
    }
}

/// The inverses of applied items, newest first. Where an item changed a todo more than once, or
/// several items changed the same one, there is one inverse, and it names all of them.
pub fn inverses<'a>(items: impl Iterator<Item = AppliedItem<'a>>) -> Vec<Proposal> {
    let items = in_order(items);
    let mut out: Vec<Proposal> = Vec::new();
    for (id, story) in stories(&items) {
        let lived = story.changes.iter().all(|c| c.before.is_some() && c.after.is_some());
        let inverted = if lived { fields_back(id, &story.changes) } else { existence_back(&story.changes) };
        if let Some((op, base)) = inverted {
            let why = format!("Takes back: {}", story.label);
            out.push(Proposal { base: Some(base), undoes: story.of, op: Ok(op), ..Proposal::blank(why) });
        }
    }
    out.reverse();
    revived_last(&mut out);
    // Before the others, so that what they need keeps its number whatever else is left out.
    let mut files = bound(files_back(&items).into_iter().rev().collect(), &items);
    let left = left_by(&items);
    for was in files.iter_mut().flat_map(|proposal| &mut proposal.files) {
        if let Some(left) = left.get(&was.at) {
            was.state.clone_from(left);
        }
    }
    files.extend(out);
    files.extend(folders_back(&items));
    taken_along(&mut files, &items);
    files
}

/// What others of these items did away with again needs no inverse of its own: it is taken back with the rest.
fn taken_along(proposals: &mut [Proposal], items: &[AppliedItem<'_>]) {
    for item in items.iter().filter(|item| !(item.changes.is_empty() && item.files.is_empty())) {
        if proposals.iter().any(|proposal| proposal.undoes.contains(&item.of)) {
            continue;
        }
        let beside = |proposal: &Proposal| proposal.undoes.iter().any(|of| of.entry == item.of.entry);
        let at = proposals.iter().position(beside).unwrap_or_default();
        if let Some(proposal) = proposals.get_mut(at) {
            proposal.undoes.push(item.of);
        }
    }
}

/// Removes the empty folders that commands made, the last ones first. After all else: what is in them goes
/// before.
fn folders_back(items: &[AppliedItem<'_>]) -> Vec<Proposal> {
    let back = items.iter().rev().filter_map(|item| {
        let op = Operation::RunCommand(Command::removing(item.made)?);
        let why = format!("Takes back: {}", item.label);
        Some(Proposal { undoes: vec![item.of], op: Ok(op), ..Proposal::blank(why) })
    });
    back.collect()
}

/// What goes makes room for what comes back: one may be there again under another number.
fn revived_last(proposals: &mut [Proposal]) {
    proposals.sort_by_key(|proposal| matches!(proposal.op, Ok(Operation::Revive { .. })));
}

/// Binds inverses as what they take back was bound, the other way round: where the removal of a file needed
/// that it is written under another name, that one goes again only if the first comes back.
fn bound(files: Vec<Proposal>, items: &[AppliedItem<'_>]) -> Vec<Proposal> {
    let takes = |proposal: &Proposal, of: &AppliedItem<'_>, n: u32| {
        proposal.undoes.iter().any(|back| back.entry == of.of.entry && back.set == of.of.set && back.n == n)
    };
    let pairs = items.iter().flat_map(|item| item.needs.iter().map(move |need| (item, *need)));
    // Each with those that must come before it.
    let mut before: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); files.len()];
    for (item, need) in pairs {
        let first = files.iter().position(|proposal| takes(proposal, item, item.of.n));
        let then = files.iter().position(|proposal| takes(proposal, item, need));
        if let (Some(first), Some(then)) = (first, then)
            && first != then
            && let Some(before) = before.get_mut(then)
        {
            before.insert(first);
        }
    }
    if before.iter().all(BTreeSet::is_empty) {
        return files;
    }
    // Where each comes to stand.
    let mut places: Vec<Option<usize>> = vec![None; files.len()];
    for place in 0..files.len() {
        let open = |at: &usize| places.get(*at).is_some_and(Option::is_none);
        let ready = |at: &usize| open(at) && before.get(*at).is_some_and(|of| !of.iter().any(open));
        // Two that took the same files back and forth wait for each other: they stay as they stand.
        let next = (0..files.len()).find(ready).or_else(|| (0..files.len()).find(open));
        if let Some(next) = next.and_then(|next| places.get_mut(next)) {
            *next = Some(place);
        }
    }
    let place = |at: usize| places.get(at).copied().flatten().unwrap_or_default();
    let mut files: Vec<(usize, Proposal)> = files
        .into_iter()
        .zip(&before)
        .enumerate()
        .map(|(at, (proposal, before))| {
            let own = place(at);
            let needs = before.iter().map(|at| place(*at)).filter(|place| *place < own);
            let needs = needs.filter_map(|place| u32::try_from(place + 1).ok()).collect();
            (own, Proposal { needs, ..proposal })
        })
        .collect();
    files.sort_by_key(|(place, _)| *place);
    files.into_iter().map(|(_, proposal)| proposal).collect()
}

/// Files that somebody else changed between two of these, as the former left them: building on that shows it.
fn left_by(items: &[AppliedItem<'_>]) -> BTreeMap<FileKey, Option<FileState>> {
    let mut last: BTreeMap<&FileKey, &Option<FileState>> = BTreeMap::new();
    let mut left = BTreeMap::new();
    for change in items.iter().flat_map(|item| item.files) {
        if let Some(before) = last.insert(&change.at, &change.after)
            && *before != change.before
        {
            left.entry(change.at.clone()).or_insert_with(|| before.clone());
        }
    }
    left
}

/// The inverses of what items did to files. They build on the states that were left behind, so a
/// file that somebody changed since drifts instead of being overwritten (R17).
fn files_back(items: &[AppliedItem<'_>]) -> Vec<Proposal> {
    let mut of: BTreeMap<&FileKey, (Vec<ItemRef>, &str)> = BTreeMap::new();
    for item in items {
        for change in item.files {
            let story = of.entry(&change.at).or_insert_with(|| (Vec::new(), item.label));
            if !story.0.contains(&item.of) {
                story.0.push(item.of);
            }
        }
    }
    let mut net = crate::file::net(items.iter().flat_map(|i| i.files));
    let mut out = Vec::new();
    while let Some(change) = net.pop() {
        let Some((undoes, label)) = of.get(&change.at).cloned() else { continue };
        // One file gone and its equal come, by the same items: it was renamed.
        let moved = |other: &FileChange| {
            other.at.workspace == change.at.workspace
                && other.before == change.after
                && other.after == change.before
                && (change.before.is_none() != change.after.is_none())
                && of.get(&other.at).is_some_and(|(of, _)| *of == undoes)
        };
        let twin = net.iter().position(moved).map(|at| net.remove(at));
        let was = |c: &FileChange| FileWas { at: c.at.clone(), state: c.after.as_ref().map(FileState::plain) };
        let (op, files) = match (&twin, &change.before, &change.after) {
            (Some(twin), before, _) => {
                let (here, back) = if before.is_none() { (&change, twin) } else { (twin, &change) };
                let folders = here.folders.clone();
                let attributes = back.before.as_ref().and_then(|before| before.attributes.clone());
                let op = Operation::RenameFile { at: here.at.clone(), to: back.at.path.clone(), folders, attributes };
                (op, vec![was(here), was(back)])
            }
            (None, None, _) => {
                (Operation::DeleteFile { at: change.at.clone(), folders: change.folders.clone() }, vec![was(&change)])
            }
            (None, Some(before), Some(after)) if before.hash == after.hash => {
                (Operation::ChmodFile { at: change.at.clone(), mode: before.mode }, vec![was(&change)])
            }
            (None, Some(before), after) => (
                // The engine counts the lines: the contents are in the store.
                Operation::WriteFile {
                    at: change.at.clone(),
                    content: before.hash.clone(),
                    bytes: before.bytes,
                    mode: Some(before.mode),
                    new: after.is_none(),
                    added: 0,
                    removed: 0,
                    proposed: None,
                    attributes: before.attributes.clone(),
                },
                vec![was(&change)],
            ),
        };
        out.push(Proposal { files, undoes, op: Ok(op), ..Proposal::blank(format!("Takes back: {label}")) });
    }
    out
}

/// The inverse of changes to a todo that stayed alive through all of them: only the fields they
/// changed, and of lists only the elements, so that what others changed in between is left alone.
fn fields_back(id: TodoId, changes: &[&Change]) -> Option<(Operation, Base)> {
    let pairs: Vec<(&Todo, &Todo)> =
        changes.iter().map(|c| c.before.as_ref().zip(c.after.as_ref())).collect::<Option<_>>()?;
    let mut whole: BTreeSet<List> = pairs.iter().flat_map(|(before, after)| not_by_elements(before, after)).collect();
    let mut back = values_back(&pairs, &whole);
    if let (Some((first, _)), Some((_, last))) = (pairs.first(), pairs.last())
        && pairs.windows(2).all(|two| matches!(two, [(_, left), (found, _)] if found.same(left)))
    {
        // Nobody came in between: elements that would come back in another order are taken as a whole.
        let astray = lists_astray(last, &back, first);
        if !astray.is_empty() {
            whole.extend(astray);
            back = values_back(&pairs, &whole);
        }
    }
    let mut values: Map<String, Value> = Map::new();
    let mut base: BTreeMap<String, Value> = BTreeMap::new();
    for (key, value) in back {
        values.insert(key.clone(), value.put);
        base.insert(key, value.base);
    }
    (!values.is_empty()).then(|| (Operation::Restore { id, fields: values }, Base::from([(id, Some(base))])))
}

/// What to put back under a key.
struct Back {
    /// It, as [`kept`] gave it.
    put: Value,
    /// The same as [`read_key`] reads it.
    reads: Value,
    /// What to build on.
    base: Value,
    /// What it was at the end.
    last: Value,
}

/// By key, what brings back the state before these changes.
fn values_back(pairs: &[(&Todo, &Todo)], whole: &BTreeSet<List>) -> BTreeMap<String, Back> {
    let mut back: BTreeMap<String, Back> = BTreeMap::new();
    let mut later: Option<&Todo> = None;
    let mut end = pairs.last().map(|(_, after)| *after);
    for (before, after) in pairs.iter().rev() {
        // Where nobody came in between, it builds on what all of them left: a date is none while its series is
        // another one.
        if later.is_some_and(|later| !later.same(after)) {
            end = Some(after);
        }
        later = Some(before);
        for key in changed_keys(before, after, whole) {
            let left = read_key(after, &key);
            let of = back.entry(key.clone()).or_insert_with(|| {
                let last = read_key(end.unwrap_or(after), &key);
                Back { put: Value::Null, reads: left.clone(), base: last.clone(), last }
            });
            if of.reads != left {
                // Somebody else changed it between two of these: building on the older value shows that.
                of.base = left;
            }
            of.put = kept(before, &key);
            of.reads = read_key(before, &key);
        }
    }
    back.retain(|_, of| of.reads != of.last || of.base != of.last);
    back
}

/// The keys that tell two states apart: fields, and of lists the elements, but for those taken as a whole.
pub(super) fn changed_keys(before: &Todo, after: &Todo, whole: &BTreeSet<List>) -> Vec<String> {
    let (mut keys, mut seen) = (Vec::new(), BTreeSet::new());
    for field in after.diff(before) {
        let list = List::of(field).filter(|list| !whole.contains(list));
        match list {
            None => keys.push(field.name().to_owned()),
            Some(list) if seen.insert(list) => keys.extend(list.elements(before, after).unwrap_or_default()),
            Some(_) => {}
        }
    }
    keys
}

/// Lists whose elements do not say all of a change.
fn not_by_elements(before: &Todo, after: &Todo) -> Vec<List> {
    let lists: BTreeSet<List> = after.diff(before).into_iter().filter_map(List::of).collect();
    lists.into_iter().filter(|list| list.elements(before, after).is_none()).collect()
}

/// Lists that these values would not bring back to how they were at first.
fn lists_astray(last: &Todo, back: &BTreeMap<String, Back>, first: &Todo) -> Vec<List> {
    let mut todo = last.clone();
    let put = back.iter().try_for_each(|(key, of)| put(&mut todo, key, &of.put));
    let lists: BTreeSet<List> = Field::ALL.into_iter().filter_map(List::of).collect();
    let astray = |list: &List| put.is_err() || list.fields().iter().any(|field| !todo.equal(first, *field));
    lists.into_iter().filter(astray).collect()
}

/// The inverse of changes among which the todo came to be or went.
fn existence_back(changes: &[&Change]) -> Option<(Operation, Base)> {
    let net = net(changes.iter().copied()).into_iter().next()?;
    let (Some(_), None) = (&net.before, &net.after) else { return inverse(&net) };
    // It is gone. What comes back is its last state without these changes, so that what others
    // changed before it went comes back with it.
    let (gone, earlier) = changes.split_last()?;
    let mut todo: Todo = gone.before.clone()?;
    for change in earlier.iter().rev() {
        let (Some(before), Some(after)) = (&change.before, &change.after) else { return inverse(&net) };
        for field in after.diff(before) {
            if todo.get(field) == after.get(field) {
                todo.set(field, &before.get(field)).ok()?;
            }
        }
    }
    inverse(&Change { id: net.id, before: Some(todo), after: None })
}

/// The operations that bring todos back to how they were before all of these: every item that was
/// applied since then and still stands, or was taken back since. Building on the current state, so
/// nothing is in the way.
pub fn back_to<'a>(since: impl Iterator<Item = AppliedItem<'a>>, todos: &Todos) -> Vec<Proposal> {
    let since = in_order(since);
    let mut out = Vec::new();
    for (id, story) in stories(&since) {
        let Some(mut then) = story.changes.first().map(|c| c.before.clone()) else { continue };
        if let Some(todo) = &mut then {
            // Versions never go back, not even over a deletion.
            let seen = story.changes.iter().flat_map(|c| [&c.before, &c.after]).flatten().map(|t| t.version).max();
            todo.version = todo.version.max(seen.unwrap_or_default());
        }
        if let Some((op, base)) = inverse(&Change { id, before: then, after: todos.todo(id).cloned() }) {
            out.push(Proposal { base: Some(base), undoes: story.of, op: Ok(op), ..Proposal::blank("Goes back") });
        }
    }
    revived_last(&mut out);
    let mut all = bound(files_back(&since), &since);
    all.extend(out);
    all.extend(folders_back(&since));
    taken_along(&mut all, &since);
    all
}
