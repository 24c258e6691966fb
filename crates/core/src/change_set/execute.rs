//! From signed items to changes.

use super::named::label_on;
use super::propose::{base_of, digest};
use super::review::{drift, expired, is_open, rejected_with, settle};
use super::{Change, ChangeItem, ChangeSet, ItemStatus};
use crate::effect::{Fresh, Moment, Working, read_key};
use crate::file::FileKey;
use crate::ids::{Seq, TodoId};
use crate::ledger::{ItemOutcome, Left};
use crate::operation::{Operation, Target};
use crate::problem::Problem;
use crate::todo::Todo;
use crate::todos::{Todos, View};
use crate::wire::{ApplyMode, ApplySummary, ConfirmCounts, Drift};
use std::collections::{BTreeMap, BTreeSet};

/// More deletes than this need a second confirmation (S0-83, R11).
pub const CONFIRM_DELETES: u64 = 20;
/// More updates than this need a second confirmation.
pub const CONFIRM_UPDATES: u64 = 50;

/// More sensitive files than this are not all named.
const NAMED: usize = 20;

/// What carrying out the signed items comes to, before anything is written.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Execution {
    /// One per signed item, in order.
    pub outcomes: Vec<ItemOutcome>,
    /// The net effect, one per todo.
    pub changes: Vec<Change>,
    /// It was begun and put back.
    pub rolled_back: bool,
}

impl Execution {
    /// Nothing of it came to be, for this reason. What was proposed (`again`) can be decided again.
    pub fn fail(&mut self, problem: &Problem, again: bool) {
        for outcome in self.outcomes.iter_mut().filter(|o| o.ok) {
            outcome.ok = false;
            outcome.put_back = again;
            outcome.changes.clear();
            outcome.files.clear();
            outcome.problem = Some(problem.clone());
        }
        self.changes.clear();
        self.rolled_back = true;
    }

    /// It was done, and this was left beside these files: somebody wrote to them while they were
    /// replaced.
    pub fn note<'a>(&mut self, aside: impl Iterator<Item = (&'a FileKey, &'a str)> + Clone) {
        for outcome in self.outcomes.iter_mut().filter(|o| o.ok) {
            let at = |key: &FileKey| outcome.files.iter().any(|change| change.at == *key);
            let beside: Vec<&str> = aside.clone().filter(|(key, _)| at(key)).map(|(_, path)| path).collect();
            if !beside.is_empty() {
                outcome.problem = Some(written_meanwhile(&beside.join(", ")));
            }
        }
    }

    /// What a confirmation is bound to: single deletes count together with bulk targets (R11).
    pub fn counts(&self) -> ConfirmCounts {
        let files: Vec<_> = self.outcomes.iter().flat_map(|o| &o.files).collect();
        let gone = files.iter().filter(|c| c.after.is_none()).count();
        let written = files.iter().filter(|c| c.before.is_some() && c.after.is_some()).count();
        let deletes = (self.changes.iter().filter(|c| c.after.is_none()).count() + gone) as u64;
        let updates =
            (self.changes.iter().filter(|c| c.before.is_some() && c.after.is_some()).count() + written) as u64;
        let mut sensitive: Vec<String> =
            files.iter().filter(|c| c.at.path.sensitive().is_some()).map(|c| c.at.path.to_string()).collect();
        sensitive.truncate(NAMED);
        ConfirmCounts { deletes, updates, sensitive }
    }

    /// Whether the counts, or a file that deserves a second look (C24), ask for a second confirmation.
    /// `back`: it only puts there what was there before.
    pub fn needs_confirmation(&self, back: bool) -> bool {
        let counts = self.counts();
        counts.deletes > CONFIRM_DELETES || counts.updates > CONFIRM_UPDATES || (!back && !counts.sensitive.is_empty())
    }

    /// S0's summary. A todo that becomes done counts as completed, not as updated; so does a
    /// newly completed occurrence.
    pub fn summary(&self) -> ApplySummary {
        let mut sum = ApplySummary { created: 0, updated: 0, deleted: 0, completed: 0 };
        for change in &self.changes {
            match (&change.before, &change.after) {
                (None, _) => sum.created += 1,
                (_, None) => sum.deleted += 1,
                (Some(b), Some(a))
                    if (a.completed() && !b.completed()) || a.completed_dates.len() > b.completed_dates.len() =>
                {
                    sum.completed += 1
                }
                _ => sum.updated += 1,
            }
        }
        sum
    }
}

/// Somebody wrote to a file while it was replaced; `beside` is where that is.
pub fn written_meanwhile(beside: &str) -> Problem {
    Problem::new(
        "put_aside",
        format!("somebody wrote to a file while it was replaced, and what they wrote is in {beside}"),
    )
    .hinting("Take over from there what you need, then delete it.")
}

/// Why nothing was applied.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Refused {
    /// The set is too old.
    #[error("this change set has expired")]
    Expired,
    /// Items whose base has changed.
    #[error("{} of the signed items {} drifted", .0.len(), if .0.len() == 1 { "has" } else { "have" })]
    Drifted(Vec<(u32, Vec<Drift>)>),
    /// Items that cannot be carried out.
    #[error("{} of the signed items cannot be applied", .0.len())]
    Failed(Vec<(u32, Problem)>),
}

/// Numbers of the signed items that only another program carries out, a command or a server of tools: they
/// run last, one by one.
pub fn signed_commands(set: &ChangeSet) -> Vec<u32> {
    let last = |n: &u32| set.item(*n).and_then(|i| i.op.as_ref()).is_some_and(|op| op.reach().is_last());
    signed(set).into_iter().filter(last).collect()
}

/// How many todos carrying out a set makes: so many numbers are reserved for it.
pub fn creates(set: &ChangeSet) -> u32 {
    let makes = |item: &&ChangeItem| matches!(item.op, Some(Operation::Create(_)));
    let signed = set.items.iter().filter(|item| item.status == ItemStatus::Confirmed);
    u32::try_from(signed.filter(makes).count()).unwrap_or(u32::MAX)
}

/// Numbers of the signed items, but for those that were rejected with another since.
pub fn signed(set: &ChangeSet) -> Vec<u32> {
    let stands = |i: &&ChangeItem| i.status == ItemStatus::Confirmed && rejected_with(set, i).is_none();
    set.items.iter().filter(stands).map(|i| i.n).collect()
}

/// Works out what applying the signed items does. Pure: nothing is written.
///
/// # Errors
/// In atomic mode, when any item has drifted or cannot be carried out.
pub fn execute(
    set: &ChangeSet,
    mode: ApplyMode,
    todos: &Todos,
    moment: crate::effect::Moment,
    fresh: &mut Fresh,
) -> Result<Execution, Refused> {
    execute_without(set, mode, todos, moment, fresh, &BTreeMap::new())
}

/// As [`execute`], where some items are known to be impossible, and why: what needs them is not carried out either.
///
/// # Errors
/// As [`execute`].
pub fn execute_without(
    set: &ChangeSet,
    mode: ApplyMode,
    todos: &Todos,
    moment: crate::effect::Moment,
    fresh: &mut Fresh,
    impossible: &BTreeMap<u32, Problem>,
) -> Result<Execution, Refused> {
    if expired(set, moment.now) {
        return Err(Refused::Expired);
    }
    let created = created_before(set);
    let mut working = Working::with_created(todos, created.clone());
    let mut outcomes: Vec<ItemOutcome> = Vec::new();
    let mut done: BTreeSet<u32> = BTreeSet::new();
    let (mut drifted, mut failed) = (Vec::new(), Vec::new());
    for n in signed(set) {
        let Some(item) = set.item(n) else { continue };
        // What another program does is not part of what is all or nothing (C28).
        let Some(op) = item.op.as_ref().filter(|op| !op.reach().is_last()) else { continue };
        let label = label_on(set, item, &working);
        let moved = drift(set, item, todos, moment);
        let unmet = item.needs.iter().find(|need| {
            let before = set.item(**need).is_some_and(|i| i.status == ItemStatus::Applied);
            !before && !done.contains(need)
        });
        let outcome = if let Some(problem) = impossible.get(&n) {
            Err(problem.clone())
        } else if !moved.is_empty() {
            drifted.push((n, moved));
            Err(Problem::new("drifted", "what it builds on has changed since it was signed")
                .hinting("Look at it again: rebase, edit or reject it."))
        } else if let Some(need) = unmet {
            Err(Problem::new("blocked", format!("it needs item {need}, which is not signed or was not applied"))
                .hinting(format!("Sign item {need} too.")))
        } else {
            working.run(n, op, moment, fresh)
        };
        if let Err(problem) = &outcome
            && problem.code != "drifted"
        {
            failed.push((n, problem.clone()));
        }
        let (changes, problem) = match outcome {
            Ok(changes) => (changes, None),
            Err(problem) => (Vec::new(), Some(problem)),
        };
        if problem.is_none() {
            done.insert(n);
        }
        let files = if problem.is_none() { op.file_changes(&item.files) } else { Vec::new() };
        outcomes.push(ItemOutcome {
            n,
            label,
            ok: problem.is_none(),
            changes,
            files,
            command: None,
            rule: None,
            unknown: false,
            still_signed: false,
            // What drifted waits, to be looked at again.
            put_back: problem.as_ref().is_some_and(|problem| problem.code == "drifted"),
            problem,
        });
    }
    if mode == ApplyMode::Atomic {
        if !drifted.is_empty() {
            return Err(Refused::Drifted(drifted));
        }
        if !failed.is_empty() {
            return Err(Refused::Failed(failed));
        }
    }
    let changes = net(outcomes.iter().flat_map(|o| &o.changes));
    Ok(Execution { outcomes, changes, rolled_back: false })
}

/// Todos that items of this set created in an earlier apply, by item.
pub(super) fn created_before(set: &ChangeSet) -> BTreeMap<u32, TodoId> {
    set.items.iter().filter(|i| i.status == ItemStatus::Applied).filter_map(|i| i.created.map(|id| (i.n, id))).collect()
}

/// A todo as it is at some point; none where it is not there.
type State<'c> = Option<&'c Todo>;

/// Changes in order, one per todo: first before, last after; what came and went is left out.
pub fn net<'c>(changes: impl Iterator<Item = &'c Change>) -> Vec<Change> {
    net_states(changes).map(|(id, (b, a))| Change { id, before: b.cloned(), after: a.cloned() }).collect()
}

/// As [`net`], without copies of the todos.
pub(super) fn net_states<'c>(
    changes: impl Iterator<Item = &'c Change>,
) -> impl Iterator<Item = (TodoId, (State<'c>, State<'c>))> {
    let mut by_id: BTreeMap<TodoId, (State<'c>, State<'c>)> = BTreeMap::new();
    for change in changes {
        let (before, after) = (change.before.as_ref(), change.after.as_ref());
        by_id.entry(change.id).and_modify(|known| known.1 = after).or_insert((before, after));
    }
    by_id.into_iter().filter(|(_, states)| match states {
        (None, None) => false,
        (Some(b), Some(a)) => b.version != a.version || !a.same(b),
        _ => true,
    })
}

/// Notes outcomes on the items. `entry` is the ledger entry that holds them.
pub fn record(set: &mut ChangeSet, outcomes: &[ItemOutcome], left: &[Left], entry: Seq, now: jiff::Timestamp) {
    for outcome in outcomes {
        let Some(item) = set.item_mut(outcome.n) else { continue };
        item.status = match outcome {
            ItemOutcome { ok: true, .. } => ItemStatus::Applied,
            ItemOutcome { unknown: true, .. } => ItemStatus::Unknown,
            ItemOutcome { put_back: true, still_signed: true, .. } => ItemStatus::Confirmed,
            ItemOutcome { put_back: true, .. } => ItemStatus::Pending,
            _ => ItemStatus::Failed,
        };
        item.failure.clone_from(&outcome.problem);
        item.outcome.clone_from(&outcome.command);
        item.applied_by = outcome.ok.then_some(entry);
        if outcome.ok {
            item.label.clone_from(&outcome.label);
        }
        if item.status == ItemStatus::Pending {
            (item.decided_at, item.decided_by) = (None, None);
        }
        if outcome.ok && matches!(item.op, Some(Operation::Create(_))) {
            item.created = outcome.changes.first().map(|c| c.id);
        }
    }
    ground_dependents(set, outcomes);
    ground_later(set, outcomes);
    ground_commands(set, outcomes, left);
    settle(set, now);
}

/// Whether an item may still be carried out, as it is or looked at again.
fn may_follow(item: &ChangeItem) -> bool {
    is_open(item.status) || matches!(item.status, ItemStatus::Rejected | ItemStatus::Failed)
}

/// What waits behind an item of its own set was shown on what that one leaves, and builds on it from here on. A
/// value that somebody else has changed is none that it leaves.
fn ground_later(set: &mut ChangeSet, outcomes: &[ItemOutcome]) {
    let mut left: BTreeMap<TodoId, Vec<(u32, &Todo, &Todo)>> = BTreeMap::new();
    for outcome in outcomes.iter().filter(|outcome| outcome.ok) {
        for change in &outcome.changes {
            if let (Some(before), Some(after)) = (&change.before, &change.after) {
                left.entry(change.id).or_default().push((outcome.n, before, after));
            }
        }
    }
    if left.is_empty() {
        return;
    }
    for item in set.items.iter_mut().filter(|item| may_follow(item)) {
        let (n, mut other) = (item.n, false);
        for (id, values) in &mut item.base {
            let (Some(values), Some(changes)) = (values, left.get(id)) else { continue };
            for (_, before, after) in changes.iter().filter(|(by, ..)| *by < n) {
                for (key, value) in values.iter_mut().filter(|(key, value)| read_key(before, key) == **value) {
                    let is = read_key(after, key);
                    other |= is != *value;
                    *value = is;
                }
            }
        }
        if other {
            item.digest = digest(item);
        }
    }
}

/// What a command finds behind one that was done is what it builds on from here on.
fn ground_commands(set: &mut ChangeSet, outcomes: &[ItemOutcome], left: &[Left]) {
    let done: Vec<u32> = outcomes.iter().filter(|outcome| outcome.ok).map(|outcome| outcome.n).collect();
    for Left { n, found } in left {
        let Some(item) = set.item_mut(*n) else { continue };
        for (path, content) in found {
            item.found.insert(path.clone(), content.clone());
            if let Some(behind) = item.behind.get_mut(path) {
                behind.retain(|n| !done.contains(n));
            }
        }
        item.behind.retain(|_, behind| !behind.is_empty());
        item.digest = digest(item);
    }
}

/// What waits for a todo that was now made builds on it from here on: as it was made, so that
/// a later change to it is drift.
fn ground_dependents(set: &mut ChangeSet, outcomes: &[ItemOutcome]) {
    let made: BTreeSet<TodoId> = outcomes.iter().filter_map(|o| set.item(o.n)).filter_map(|i| i.created).collect();
    if made.is_empty() {
        return;
    }
    let left = Todos::new(
        net(outcomes.iter().flat_map(|o| &o.changes))
            .into_iter()
            .filter(|c| made.contains(&c.id))
            .filter_map(|c| c.after),
    );
    let working = Working::with_created(&left, created_before(set));
    for item in &mut set.items {
        let Some(op) = &item.op else { continue };
        let on = op.target().filter(|t| matches!(t, Target::New(_))).and_then(|t| working.resolve(t));
        if may_follow(item) && on.is_some_and(|id| left.todo(id).is_some()) {
            item.base = base_of(op, &working, &left);
            item.digest = digest(item);
        }
    }
}

/// The state a preview and an apply agree on, for the law `preview = effect`.
pub fn dry_run(set: &ChangeSet, todos: &Todos, moment: Moment) -> Result<Execution, Refused> {
    execute(set, ApplyMode::Atomic, todos, moment, &mut Fresh::provisional())
}
