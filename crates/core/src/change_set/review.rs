//! Deciding, expiring and showing a change set.

pub use super::edit::{Edit, edit};

use super::execute::{created_before, net};
use super::{Actor, ChangeItem, ChangeSet, ItemStatus, Risk, SetStatus, Verdict};
use crate::effect::{Fresh, Moment, Working, read_key};
use crate::file::FileWas;
use crate::ids::TodoId;
use crate::label;
use crate::ledger::Decision;
use crate::operation::{Operation, Reach, Target};
use crate::problem::Problem;
use crate::shape::Shape;
use crate::todo::{Field, Todo};
use crate::todos::{Todos, View};
use crate::wire::{Blast, Counts, Drift, FieldChange, FileView, ItemView, SetSummary, SetView, SignItem, TodoPreview};
use jiff::Timestamp;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Why a decision or an edit was not taken. Nothing was changed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// No such item.
    #[error("item {0} is not in this change set")]
    NoItem(u32),
    /// The item is not what was shown when it was signed.
    #[error("item {n} has changed since it was shown")]
    Stale {
        /// The item.
        n: u32,
    },
    /// What it builds on has changed.
    #[error("what item {n} builds on has changed since it was proposed")]
    Drifted {
        /// The item.
        n: u32,
        /// What changed.
        drift: Vec<Drift>,
    },
    /// It has defects.
    #[error("item {n} has problems and cannot be signed")]
    Invalid {
        /// The item.
        n: u32,
        /// They.
        problems: Vec<Problem>,
    },
    /// It needs an item that was turned down.
    #[error("item {n} needs item {needs}, which is not going to happen")]
    Blocked {
        /// The item.
        n: u32,
        /// The other.
        needs: u32,
    },
    /// Somebody decided it after it was shown.
    #[error("{}", elsewhere(*.n, *.now))]
    Elsewhere {
        /// The item.
        n: u32,
        /// The verdict that was shown.
        was: Verdict,
        /// The verdict it has.
        now: Verdict,
    },
    /// Its status leaves no decision.
    #[error("item {n} is {} already", .status.name())]
    Settled {
        /// The item.
        n: u32,
        /// Its status.
        status: ItemStatus,
    },
    /// The set is too old.
    #[error("this change set has expired")]
    Expired,
    /// The edit cannot be read.
    #[error("the edit is not valid")]
    BadEdit(Vec<Problem>),
}

impl Refusal {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoItem(_) => "not_found",
            Self::Stale { .. } => "stale_item",
            Self::Drifted { .. } => "drifted",
            Self::Invalid { .. } => "invalid_item",
            Self::Blocked { .. } => "blocked",
            Self::Elsewhere { .. } => "decided_elsewhere",
            Self::Settled { .. } => "already_settled",
            Self::Expired => "expired",
            Self::BadEdit(_) => "invalid_edit",
        }
    }

    /// Why one item among others was left out.
    pub fn problem(&self) -> Problem {
        let problem = Problem::new(self.code(), self.to_string());
        match self {
            Self::Drifted { .. } => problem.hinting("Look at it again: rebase, edit or reject it."),
            Self::Stale { .. } => problem.hinting("Look at it again, then decide on what is there now."),
            Self::Blocked { needs, .. } => problem.hinting(format!("Decide item {needs} first.")),
            _ => problem,
        }
    }
}

fn elsewhere(n: u32, now: Verdict) -> String {
    match now {
        Verdict::Confirmed => format!("item {n} was signed in another window"),
        Verdict::Rejected => format!("item {n} was rejected in another window"),
        Verdict::Deferred => format!("item {n} was put off in another window"),
        Verdict::Undecided | Verdict::Retracted => format!("the decision on item {n} was taken back in another window"),
    }
}

/// Still wants something from the person.
pub fn is_open(status: ItemStatus) -> bool {
    matches!(
        status,
        ItemStatus::Pending
            | ItemStatus::Deferred
            | ItemStatus::Confirmed
            | ItemStatus::Drifted
            | ItemStatus::Blocked
            | ItemStatus::Applying
    )
}

/// Derives the set's status from its items (F/S2).
pub fn settle(set: &mut ChangeSet, now: Timestamp) {
    if set.status == SetStatus::Expired {
        return;
    }
    // What failed can be mended and tried again, and what nobody can say the outcome of is asked
    // about; what waits for an item that was turned down is settled with it (F/S2), and opens again
    // with it.
    // What has defects can never be signed: put off, it is settled too.
    let dead = |i: &ChangeItem| i.status == ItemStatus::Deferred && !i.problems.is_empty();
    let asks = |i: &ChangeItem| {
        (is_open(i.status) && !dead(i)) || matches!(i.status, ItemStatus::Failed | ItemStatus::Unknown)
    };
    let wants = |i: &&ChangeItem| asks(i) && blocked_by(set, i, &[]).is_none();
    let open = set.items.iter().filter(wants).count();
    let decided = set.items.iter().any(|i| !matches!(i.status, ItemStatus::Pending | ItemStatus::Invalid));
    // An invalid item can be edited, and what waits for it then waits no more.
    let invalid = |i: &ChangeItem| i.status == ItemStatus::Invalid;
    let waits = |i: &ChangeItem| i.status == ItemStatus::Pending && blocked_by(set, i, &[]).is_some();
    let all_invalid = set.items.iter().all(|i| invalid(i) || waits(i));
    set.status = match (open, decided) {
        (_, false) if all_invalid => SetStatus::Pending,
        (0, _) => SetStatus::Resolved,
        (_, true) => SetStatus::PartiallyResolved,
        (_, false) => SetStatus::Pending,
    };
    set.resolved_at = if set.status == SetStatus::Resolved { set.resolved_at.or(Some(now)) } else { None };
}

/// The todo with the identity of the one that an item brings, under another number; none where an item before
/// it deletes that one.
fn twin<'t>(set: &ChangeSet, item: &ChangeItem, todos: &'t dyn View) -> Option<&'t Todo> {
    let Some(Operation::Revive { todo }) = &item.op else { return None };
    let twin = todos.by_uid(&todo.uid).filter(|twin| twin.id != todo.id)?;
    let goes = |op: &Operation| matches!(op, Operation::Delete { id: Target::Todo(id) } if *id == twin.id);
    let before = |other: &ChangeItem| other.n < item.n && is_open(other.status) && other.op.as_ref().is_some_and(goes);
    (!set.items.iter().any(before)).then_some(twin)
}

/// Values that differ from what the item builds on.
pub fn drift(set: &ChangeSet, item: &ChangeItem, todos: &dyn View, moment: Moment) -> Vec<Drift> {
    let come = |twin: &Todo| Drift {
        id: twin.id,
        title: twin.title.clone(),
        field: "exists".into(),
        base: Value::Bool(false),
        now: Value::Bool(true),
        proposed: Value::Bool(true),
    };
    let mut found: Vec<Drift> = twin(set, item, todos).map(come).into_iter().collect();
    let mut proposed: Option<Vec<super::Change>> = None;
    for (id, base) in &item.base {
        let now = todos.todo(*id);
        let title = now
            .map(|t| t.title.clone())
            .or_else(|| item.targets.iter().find(|t| t.id == *id).map(|t| t.title.clone()))
            .unwrap_or_else(|| format!("#{id}"));
        match (base, now) {
            (None, None) => {}
            (None, Some(_)) => found.push(Drift {
                id: *id,
                title,
                field: "exists".into(),
                base: Value::Bool(false),
                now: Value::Bool(true),
                proposed: Value::Bool(true),
            }),
            (Some(_), None) => found.push(Drift {
                id: *id,
                title,
                field: "exists".into(),
                base: Value::Bool(true),
                now: Value::Bool(false),
                proposed: Value::Null,
            }),
            (Some(values), Some(todo)) => {
                for (key, was) in values {
                    let is = read_key(todo, key);
                    if is != *was {
                        let after = proposed.get_or_insert_with(|| {
                            item.op
                                .as_ref()
                                .and_then(|op| {
                                    alone(item, op, todos).run(item.n, op, moment, &mut Fresh::provisional()).ok()
                                })
                                .unwrap_or_default()
                        });
                        let put = after
                            .iter()
                            .find(|c| c.id == *id)
                            .map_or_else(|| is.clone(), |c| c.after.as_ref().map_or(Value::Null, |t| read_key(t, key)));
                        found.push(Drift {
                            id: *id,
                            title: title.clone(),
                            field: key.clone(),
                            base: was.clone(),
                            now: is,
                            proposed: put,
                        });
                    }
                }
            }
        }
    }
    found
}

/// Todos as this item alone finds them: a base beside `@n` names the todo that was made.
fn alone<'t>(item: &ChangeItem, op: &Operation, todos: &'t dyn View) -> Working<'t> {
    let made = match op.target() {
        Some(Target::New(n)) => item.base.keys().next().map(|id| (n, *id)),
        _ => None,
    };
    Working::with_created(todos, made.into_iter().collect())
}

/// The item needed that is not going to happen, itself or for what it needs in its turn; those of
/// `with` are signed together with this one.
fn blocked_by(set: &ChangeSet, item: &ChangeItem, with: &[u32]) -> Option<u32> {
    let open = |n: &u32| !with.contains(n);
    item.needs.iter().copied().filter(open).find(|n| beneath(set, *n, with).into_iter().any(|item| turned_down(item)))
}

/// Whether an item is not going to happen as things stand; one that is not there never is.
fn turned_down(item: Option<&ChangeItem>) -> bool {
    item.is_none_or(|item| {
        matches!(
            item.status,
            ItemStatus::Rejected
                | ItemStatus::Retracted
                | ItemStatus::Invalid
                | ItemStatus::Failed
                | ItemStatus::Expired
                | ItemStatus::Undone
                | ItemStatus::Unknown
        )
    })
}

/// An item and all that it needs which did not happen yet, each once; not beyond those of `with`.
fn beneath<'s>(set: &'s ChangeSet, n: u32, with: &[u32]) -> Vec<Option<&'s ChangeItem>> {
    let (mut seen, mut found, mut next) = (BTreeSet::from([n]), Vec::new(), vec![n]);
    while let Some(n) = next.pop() {
        let item = set.item(n);
        found.push(item);
        let needs = item.filter(|item| item.status != ItemStatus::Applied).map_or(&[][..], |item| &item.needs);
        next.extend(needs.iter().filter(|n| !with.contains(n) && seen.insert(**n)));
    }
    found
}

/// The item that was rejected and this one with it, for it cannot be without (F/S2). Nobody decided on
/// this one: it waits again as soon as that rejection is taken back.
pub fn rejected_with(set: &ChangeSet, item: &ChangeItem) -> Option<u32> {
    if !matches!(item.status, ItemStatus::Pending | ItemStatus::Confirmed | ItemStatus::Deferred) {
        return None;
    }
    let needed = item.needs.iter().flat_map(|n| beneath(set, *n, &[])).flatten();
    needed.filter(|needed| needed.status == ItemStatus::Rejected).map(|needed| needed.n).min()
}

/// Takes a verdict on some items, all or none.
///
/// # Errors
/// A [`Refusal`]; the set is then unchanged.
#[allow(clippy::too_many_arguments)]
pub fn decide(
    set: &mut ChangeSet,
    items: &[(u32, String)],
    verdict: Verdict,
    reason: Option<&str>,
    actor: &Actor,
    todos: &Todos,
    moment: Moment,
) -> Result<Vec<Decision>, Refusal> {
    if too_old(set, moment.now) {
        return Err(Refusal::Expired);
    }
    let together: Vec<u32> = items.iter().map(|(n, _)| *n).collect();
    for (n, shown) in items {
        decidable(set, *n, shown, &together, verdict, todos, moment)?;
    }
    let mut decisions = Vec::new();
    for (n, _) in items {
        crate::projection::mark(set, *n, verdict, reason, actor, moment.now);
        let Some(item) = set.item(*n) else { continue };
        let shape = Shape::of(set, item, todos, moment);
        decisions.push(Decision { shape, ..Decision::of(set, item, verdict) });
    }
    settle(set, moment.now);
    Ok(decisions)
}

/// Whether an item takes this verdict, decided together with others.
fn decidable(
    set: &ChangeSet,
    n: u32,
    shown: &str,
    together: &[u32],
    verdict: Verdict,
    todos: &Todos,
    moment: Moment,
) -> Result<(), Refusal> {
    let item = set.item(n).ok_or(Refusal::NoItem(n))?;
    if item.digest != shown {
        return Err(Refusal::Stale { n });
    }
    match item.status {
        ItemStatus::Pending
        | ItemStatus::Deferred
        | ItemStatus::Confirmed
        | ItemStatus::Rejected
        | ItemStatus::Failed
        | ItemStatus::Unknown => {}
        ItemStatus::Invalid if verdict != Verdict::Confirmed => {}
        ItemStatus::Invalid => return Err(Refusal::Invalid { n, problems: item.problems.clone() }),
        status => return Err(Refusal::Settled { n, status }),
    }
    if verdict == Verdict::Confirmed {
        if !item.problems.is_empty() {
            return Err(Refusal::Invalid { n, problems: item.problems.clone() });
        }
        // What it needs may be signed with it, also when that failed or was turned down before.
        if let Some(needs) = blocked_by(set, item, together) {
            return Err(Refusal::Blocked { n, needs });
        }
        let drift = drift(set, item, todos, moment);
        if !drift.is_empty() {
            return Err(Refusal::Drifted { n, drift });
        }
    }
    Ok(())
}

/// Those of some items that cannot be signed, and why: the others can be signed together.
pub fn unsignable(set: &ChangeSet, items: &[(u32, String)], todos: &Todos, moment: Moment) -> BTreeMap<u32, Refusal> {
    let mut refused = BTreeMap::new();
    loop {
        let rest: Vec<_> = items.iter().filter(|(n, _)| !refused.contains_key(n)).collect();
        let together: Vec<u32> = rest.iter().map(|(n, _)| *n).collect();
        let fits = |n: &u32, shown: &str| decidable(set, *n, shown, &together, Verdict::Confirmed, todos, moment);
        let found: Vec<_> = rest.iter().filter_map(|(n, shown)| Some((*n, fits(n, shown).err()?))).collect();
        // What needs one of these falls with it.
        if found.is_empty() {
            return refused;
        }
        refused.extend(found);
    }
}

/// Refuses what was decided after it was shown: the person has not seen that verdict.
///
/// # Errors
/// [`Refusal::Elsewhere`].
pub fn as_shown(set: &ChangeSet, items: &[SignItem]) -> Result<(), Refusal> {
    for shown in items {
        let now = set.item(shown.item).and_then(|item| item.status.verdict());
        if let (Some(was), Some(now)) = (shown.was, now)
            && was != now
        {
            return Err(Refusal::Elsewhere { n: shown.item, was, now });
        }
    }
    Ok(())
}

/// Past its time: nothing of it can be decided or edited, not even what was turned down before.
pub(super) fn too_old(set: &ChangeSet, now: Timestamp) -> bool {
    set.status == SetStatus::Expired || set.expires_at <= now
}

/// Past its time (R22), whether or not that was noted yet; what was resolved in time stays so.
pub fn expired(set: &ChangeSet, now: Timestamp) -> bool {
    set.status == SetStatus::Expired || (set.status != SetStatus::Resolved && set.expires_at <= now)
}

/// Notes that the set is too old. Signed but unapplied items expire with it.
pub fn expire(set: &mut ChangeSet) {
    for item in &mut set.items {
        if is_open(item.status) || item.status == ItemStatus::Invalid {
            item.status = ItemStatus::Expired;
        }
    }
    set.status = SetStatus::Expired;
}

/// Copies of what nobody decided in time: what waited or was put off, and did not fall with another.
pub fn undecided(set: &ChangeSet) -> Vec<Decision> {
    let waits = |i: &&ChangeItem| {
        matches!(i.status, ItemStatus::Pending | ItemStatus::Deferred) && rejected_with(set, i).is_none()
    };
    set.items.iter().filter(waits).map(|item| Decision::of(set, item, Verdict::Undecided)).collect()
}

/// The items of a set as they would change todos now, each after the ones before it.
fn previews(set: &ChangeSet, todos: &dyn View, moment: Moment) -> Vec<Vec<super::Change>> {
    let mut working = Working::with_created(todos, created_before(set));
    let mut fresh = Fresh::provisional();
    set.items
        .iter()
        .map(|item| match &item.op {
            Some(op) if is_open(item.status) => working.run(item.n, op, moment, &mut fresh).unwrap_or_default(),
            // What was turned down is shown as it would have been, and changes nothing for the others.
            Some(op) if matches!(item.status, ItemStatus::Rejected) => {
                Working::with_created(todos, created_before(set))
                    .run(item.n, op, moment, &mut Fresh::provisional())
                    .unwrap_or_default()
            }
            _ => Vec::new(),
        })
        .collect()
}

/// One change as a list of fields before and after.
pub fn preview(change: &super::Change) -> TodoPreview {
    let title = change.after.as_ref().or(change.before.as_ref()).map(|t| t.title.clone()).unwrap_or_default();
    let value = |t: Option<&crate::todo::Todo>, f: Field| t.map_or(Value::Null, |t| t.get(f));
    let defaults = crate::todo::Todo::new(TodoId(0), String::new(), String::new(), Timestamp::UNIX_EPOCH);
    let fields = Field::ALL
        .into_iter()
        .filter(|f| match (&change.before, &change.after) {
            (Some(b), Some(a)) => !b.equal(a, *f),
            (Some(one), None) | (None, Some(one)) => !one.equal(&defaults, *f),
            (None, None) => false,
        })
        .map(|f| FieldChange {
            field: f.name().to_owned(),
            before: value(change.before.as_ref(), f),
            after: value(change.after.as_ref(), f),
        })
        .collect();
    TodoPreview {
        id: Some(change.id).filter(|id| id.0 > 0),
        title,
        before_exists: change.before.is_some(),
        after_exists: change.after.is_some(),
        fields,
    }
}

/// `add`, `change`, `delete` or `run`.
pub fn verb(op: &Operation) -> &'static str {
    match op {
        Operation::Create(_)
        | Operation::Revive { .. }
        | Operation::MakeRule { .. }
        | Operation::WriteFile { new: true, .. } => "add",
        Operation::RunCommand(_) => "run",
        Operation::Delete { .. } | Operation::BulkDelete { .. } | Operation::DeleteFile { .. } => "delete",
        Operation::Update { .. }
        | Operation::Complete { .. }
        | Operation::SetStatus { .. }
        | Operation::CompleteOccurrence { .. }
        | Operation::SkipOccurrence { .. }
        | Operation::MoveOccurrence { .. }
        | Operation::BulkUpdate { .. }
        | Operation::BulkComplete { .. }
        | Operation::Undo { .. }
        | Operation::WriteFile { .. }
        | Operation::RenameFile { .. }
        | Operation::ChmodFile { .. }
        | Operation::Restore { .. } => "change",
    }
}

/// What an operation does that could not be read, by its name.
fn verb_of(name: &str) -> &'static str {
    match name {
        "create" | "make_rule" => "add",
        "delete" | "bulk_delete" | "delete_file" => "delete",
        "run_command" => "run",
        _ => "change",
    }
}

/// The name of an operation as it was sent.
fn named(item: &ChangeItem) -> &str {
    let raw = item.raw.as_ref();
    raw.and_then(|raw| raw.get("op").or_else(|| raw.get("action"))).and_then(Value::as_str).unwrap_or_default()
}

/// How far an item reaches; of what could not be read, by its name.
fn reach(item: &ChangeItem) -> Reach {
    item.op.as_ref().map_or_else(|| Reach::of(named(item)), Operation::reach)
}

fn counts(set: &ChangeSet) -> Counts {
    let mut counts = Counts { add: 0, change: 0, delete: 0, run: 0 };
    for item in &set.items {
        match item.op.as_ref().map(verb) {
            Some("add") => counts.add += 1,
            Some("delete") => counts.delete += 1,
            Some("run") => counts.run += 1,
            Some(_) => counts.change += 1,
            None => {}
        }
    }
    counts
}

/// What an item does to a file, from the state it builds on.
fn file_view(op: &Operation, was: &[FileWas]) -> Option<FileView> {
    let at = op.file()?;
    let mut changes = op.file_changes(was);
    let change = changes.pop()?;
    let (to, added, removed) = match op {
        Operation::RenameFile { to, .. } => (Some(to.to_string()), 0, 0),
        Operation::WriteFile { added, removed, .. } => (None, *added, *removed),
        _ => (None, 0, 0),
    };
    Some(FileView {
        workspace: at.workspace.clone(),
        path: at.path.to_string(),
        to,
        change: match op {
            Operation::WriteFile { new: true, .. } => "create",
            Operation::DeleteFile { .. } => "delete",
            Operation::RenameFile { .. } => "rename",
            Operation::ChmodFile { .. } => "chmod",
            _ => "edit",
        }
        .to_owned(),
        before: change.before,
        after: changes.pop().map_or(change.after, |moved| moved.after),
        added,
        removed,
        sensitive: at.path.sensitive().map(str::to_owned),
    })
}

/// The set as a reviewer sees it now: computed statuses, previews and drift included.
pub fn view(set: &ChangeSet, todos: &dyn View, moment: Moment) -> SetView {
    look(set, todos, moment).set
}

/// A set as a reviewer sees it, with what that was computed from.
pub struct Look {
    /// The set.
    pub set: SetView,
    /// Of each item what it would change, each after the ones before it.
    pub changes: Vec<Vec<super::Change>>,
    /// The net effect of the items that can still be applied, one per todo.
    pub net: Vec<super::Change>,
}

/// As [`view`], for who wants the whole todos as well.
pub fn look(set: &ChangeSet, todos: &dyn View, moment: Moment) -> Look {
    let previews = previews(set, todos, moment);
    let mut touched: Vec<&super::Change> = Vec::new();
    let gone = expired(set, moment.now);
    let items: Vec<ItemView> = set
        .items
        .iter()
        .zip(&previews)
        .map(|(item, changes)| {
            let waiting = matches!(item.status, ItemStatus::Pending | ItemStatus::Confirmed | ItemStatus::Deferred);
            let drift = if waiting { drift(set, item, todos, moment) } else { Vec::new() };
            let fallen = rejected_with(set, item);
            let status = match item.status {
                status if !waiting => status,
                _ if fallen.is_some() => ItemStatus::Rejected,
                _ if gone => ItemStatus::Expired,
                _ if blocked_by(set, item, &[]).is_some() => ItemStatus::Blocked,
                _ if !drift.is_empty() => ItemStatus::Drifted,
                status => status,
            };
            if is_open(status) {
                touched.extend(changes);
            }
            ItemView {
                n: item.n,
                request: item.request,
                id: format!("{}.{}", set.id, item.n),
                kind: reach(item).kind().to_owned(),
                verb: item.op.as_ref().map_or_else(|| verb_of(named(item)), verb).to_owned(),
                op: item.op.as_ref().map_or_else(|| item.raw.clone().unwrap_or(Value::Null), Operation::to_value),
                label: item.label.clone(),
                target: item.op.as_ref().map_or_else(String::new, |op| match op.target() {
                    Some(Target::New(n)) => set
                        .item(n)
                        .and_then(|i| i.op.as_ref())
                        .map_or_else(|| format!("@{n}"), |op| label::target(op, todos)),
                    _ => label::target(op, todos),
                }),
                why: item.why.clone(),
                status,
                reason: item.reason.clone(),
                digest: item.digest.clone(),
                needs: item.needs.clone(),
                rejected_with: fallen,
                problems: item.problems.clone(),
                warnings: item.warnings.clone(),
                targets: item.targets.clone(),
                risk: item.risk,
                file: item.op.as_ref().and_then(|op| file_view(op, &item.files)),
                command: None,
                reversible: !matches!(reach(item), Reach::Process | Reach::Rules),
                preselected: item.preselected && status == ItemStatus::Pending,
                preview: changes.iter().take(10).map(preview).collect(),
                preview_total: changes.len() as u64,
                drift,
                failure: item.failure.clone(),
                applied_by: item.applied_by,
                decided_at: item.decided_at,
                decided_by: item.decided_by.clone(),
            }
        })
        .collect();
    // Todos, not items: one that is made and then changed is one creation.
    let mut blast = Blast { creates: 0, updates: 0, deletes: 0, reversible: true };
    let net = net(touched.into_iter());
    for change in &net {
        match (&change.before, &change.after) {
            (None, _) => blast.creates += 1,
            (_, None) => blast.deletes += 1,
            _ => blast.updates += 1,
        }
    }
    let set = SetView {
        id: set.id,
        title: set.title.clone(),
        source: set.source.clone(),
        status: if gone { SetStatus::Expired } else { set.status },
        version: set.version,
        digest: set.digest(),
        run: set.run.clone(),
        session: set.session.clone(),
        counts: counts(set),
        blast,
        items,
        created_at: set.created_at,
        expires_at: set.expires_at,
        resolved_at: set.resolved_at,
    };
    Look { set, changes: previews, net }
}

/// The set as a line of the inbox.
pub fn summary(set: &ChangeSet) -> SetSummary {
    let count = |f: &dyn Fn(ItemStatus) -> bool| {
        set.items.iter().filter(|i| f(i.status) && rejected_with(set, i).is_none()).count() as u64
    };
    SetSummary {
        id: set.id,
        title: set.title.clone(),
        source: set.source.clone(),
        status: set.status,
        counts: counts(set),
        open: count(&|s| matches!(s, ItemStatus::Pending | ItemStatus::Deferred)),
        signed: count(&|s| s == ItemStatus::Confirmed),
        unknown: count(&|s| s == ItemStatus::Unknown),
        risk: set.items.iter().map(|i| i.risk).max().unwrap_or(Risk::None),
        created_at: set.created_at,
        expires_at: set.expires_at,
    }
}
