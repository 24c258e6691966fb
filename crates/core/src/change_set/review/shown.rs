//! A change set as a reviewer sees it now: computed statuses, previews and drift included; and its line of the inbox.

use super::{beneath, blocked_by, drift, expired, is_open, rejected_with};
use crate::change_set::execute::{created_before, net, net_states};
use crate::change_set::named::{followers, label_on};
use crate::change_set::{Change, ChangeItem, ChangeSet, ItemStatus, Risk, SetStatus, Source};
use crate::effect::{Fresh, Moment, Working};
use crate::file::FileWas;
use crate::ids::TodoId;
use crate::label;
use crate::operation::{Operation, Reach, Target};
use crate::problem::Problem;
use crate::todo::Field;
use crate::todos::View;
use crate::wire::{Blast, Counts, Drift, FieldChange, FileView, ItemView, SetSummary, SetView, TodoPreview};
use jiff::Timestamp;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What an item comes to as things stand.
struct Shown {
    changes: Vec<Change>,
    label: String,
}

/// The items of a set as they would change todos now, each after the ones before it: what is signed after what
/// will be applied with it, what waits after all that waits.
fn previews(set: &ChangeSet, todos: &dyn View, moment: Moment) -> Vec<Shown> {
    let created = created_before(set);
    let signed = applied_together(set);
    let mut waiting = Working::with_created(todos, created.clone());
    let mut alone = signed.as_ref().map(|_| Working::with_created(todos, created.clone()));
    let mut fresh = Fresh::provisional();
    let shown = |item: &ChangeItem, op: &Operation, on: &mut Working<'_>, fresh: &mut Fresh| {
        let label = label_on(set, item, on);
        Shown { changes: on.run(item.n, op, moment, fresh).unwrap_or_default(), label }
    };
    set.items
        .iter()
        .map(|item| match &item.op {
            Some(op) if is_open(item.status) => {
                // A todo that is made has one provisional number, wherever it is looked at.
                let mut again = fresh.clone();
                let among_all = shown(item, op, &mut waiting, &mut fresh);
                match (&mut alone, &signed) {
                    (Some(alone), Some(signed)) if signed.contains(&item.n) => {
                        let applied = shown(item, op, alone, &mut again);
                        if item.status == ItemStatus::Confirmed { applied } else { among_all }
                    }
                    _ => among_all,
                }
            }
            // What was turned down is shown as it would have been, and changes nothing for the others.
            Some(op) if matches!(item.status, ItemStatus::Rejected) => {
                shown(item, op, &mut Working::with_created(todos, created.clone()), &mut Fresh::provisional())
            }
            _ => Shown { changes: Vec::new(), label: item.label.clone() },
        })
        .collect()
}

/// The items that are signed, and what they need; none where nothing or everything that waits is.
fn applied_together(set: &ChangeSet) -> Option<BTreeSet<u32>> {
    let is_signed = |item: &&ChangeItem| item.status == ItemStatus::Confirmed;
    let mut signed: BTreeSet<u32> = set.items.iter().filter(is_signed).map(|item| item.n).collect();
    let rest = set.items.iter().any(|item| is_open(item.status) && !signed.contains(&item.n));
    if signed.is_empty() || !rest {
        return None;
    }
    for item in set.items.iter().filter(is_signed) {
        signed.extend(beneath(set, item.n, &[]).into_iter().flatten().map(|needed| needed.n));
    }
    Some(signed)
}

/// What some items are called as things stand, where that may be another than what they were proposed with.
pub(super) fn labels(set: &ChangeSet, of: &[u32], todos: &dyn View, moment: Moment) -> BTreeMap<u32, String> {
    let followers = followers(set);
    if !of.iter().any(|n| followers.contains(n)) {
        let items = of.iter().filter_map(|n| set.item(*n));
        return items.map(|item| (item.n, label_on(set, item, todos))).collect();
    }
    let all =
        set.items.iter().map(|item| item.n).zip(previews(set, todos, moment).into_iter().map(|shown| shown.label));
    all.filter(|(n, _)| of.contains(n)).collect()
}

/// One change as a list of fields before and after.
pub fn preview(change: &Change) -> TodoPreview {
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
        Operation::RunCommand(_) | Operation::CallTool(_) => "run",
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
        "run_command" | "call_tool" => "run",
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
fn file_view(op: &Operation, was: &[FileWas], warnings: &[Problem]) -> Option<FileView> {
    let at = op.file()?;
    let doubted = warnings.iter().any(|w| w.code == crate::hidden::CODE);
    let mut changes = op.file_changes(was);
    let change = changes.pop()?;
    let (to, added, removed) = match op {
        Operation::RenameFile { to, .. } => (Some(to), 0, 0),
        Operation::WriteFile { added, removed, .. } => (None, *added, *removed),
        _ => (None, 0, 0),
    };
    Some(FileView {
        workspace: at.workspace.clone(),
        path: at.path.to_string(),
        to: to.map(ToString::to_string),
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
        sensitive: at
            .path
            .sensitive()
            .or_else(|| to?.sensitive())
            .or(doubted.then_some(crate::hidden::WHY))
            .map(str::to_owned),
    })
}

/// Whose words an item's reason is, where it is a model's or an agent's (R23). The product's own agents give
/// the product's reasons; what another says is its own, also in sets that do not note it.
fn said_by<'s>(set: &'s ChangeSet, item: &'s ChangeItem) -> Option<&'s str> {
    let proposer = match &set.source {
        Source::Wake { agent, .. } | Source::Agent { agent } if !matches!(agent.as_str(), "planner" | "rules") => {
            Some(agent.as_str())
        }
        _ => None,
    };
    item.said_by.as_deref().or(proposer).filter(|_| !item.why.is_empty())
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
    pub changes: Vec<Vec<Change>>,
}

impl Look {
    /// The net effect of the items that can still be applied, one per todo.
    pub fn net(&self) -> Vec<Change> {
        let open = self.set.items.iter().zip(&self.changes).filter(|(item, _)| is_open(item.status));
        net(open.flat_map(|(_, changes)| changes))
    }
}

/// As [`view`], for who wants the whole todos as well.
pub fn look(set: &ChangeSet, todos: &dyn View, moment: Moment) -> Look {
    let sight = Sight::of(set, todos, moment);
    let items: Vec<ItemView> =
        set.items.iter().zip(&sight.previews).map(|(item, shown)| sight.item(item, shown)).collect();
    let frame = sight.frame(items.iter().map(|item| item.status));
    let changes = sight.previews.into_iter().map(|shown| shown.changes).collect();
    Look { set: SetView { items, ..frame }, changes }
}

/// The JSON of [`view`], of which no more than one item is in memory as more than its text.
///
/// # Errors
/// When a value cannot be written as JSON.
pub fn told(set: &ChangeSet, todos: &dyn View, moment: Moment) -> serde_json::Result<Vec<u8>> {
    let mut out = Vec::new();
    tell(set, todos, moment, &mut out)?;
    Ok(out)
}

/// As [`told`], behind what is written already.
///
/// # Errors
/// As [`told`].
pub fn tell(set: &ChangeSet, todos: &dyn View, moment: Moment, out: &mut Vec<u8>) -> serde_json::Result<()> {
    let sight = Sight::of(set, todos, moment);
    let frame = sight.frame(statuses(set, todos, moment));
    let items = set.items.iter().zip(&sight.previews).map(|(item, shown)| sight.item(item, shown));
    spliced(&frame, "items", items, out)
}

/// Writes a value whose list of this name is empty, with these in it. The list is told from the same letters within
/// a text by its quotation marks, which are escaped there.
///
/// # Errors
/// When one cannot be written as JSON.
pub fn spliced<T: serde::Serialize>(
    frame: &impl serde::Serialize,
    list: &str,
    values: impl Iterator<Item = T>,
    out: &mut Vec<u8>,
) -> serde_json::Result<()> {
    let frame = serde_json::to_string(frame)?;
    let empty = format!("\"{list}\":[]");
    let (before, after) = frame.split_once(&empty).unwrap_or((&frame, ""));
    out.extend_from_slice(before.as_bytes());
    out.extend_from_slice(empty.trim_end_matches(']').as_bytes());
    for (place, value) in values.enumerate() {
        if place > 0 {
            out.push(b',');
        }
        serde_json::to_writer(&mut *out, &value)?;
    }
    out.push(b']');
    out.extend_from_slice(after.as_bytes());
    Ok(())
}

/// How an item stands: its status now, what it drifted by, and the rejected item that it fell with.
struct Stands {
    status: ItemStatus,
    drift: Vec<Drift>,
    fallen: Option<u32>,
}

fn stands(set: &ChangeSet, item: &ChangeItem, todos: &dyn View, moment: Moment) -> Stands {
    let waiting = matches!(item.status, ItemStatus::Pending | ItemStatus::Confirmed | ItemStatus::Deferred);
    let drift = if waiting { drift(set, item, todos, moment) } else { Vec::new() };
    let fallen = rejected_with(set, item);
    let status = match item.status {
        status if !waiting => status,
        _ if fallen.is_some() => ItemStatus::Rejected,
        _ if expired(set, moment.now) => ItemStatus::Expired,
        _ if blocked_by(set, item, &[]).is_some() => ItemStatus::Blocked,
        _ if !drift.is_empty() => ItemStatus::Drifted,
        status => status,
    };
    Stands { status, drift, fallen }
}

/// The status of each item now, without what it would change.
pub fn statuses(set: &ChangeSet, todos: &dyn View, moment: Moment) -> impl Iterator<Item = ItemStatus> {
    set.items.iter().map(move |item| stands(set, item, todos, moment).status)
}

/// What a reviewer sees of a set, item by item.
struct Sight<'s> {
    set: &'s ChangeSet,
    todos: &'s dyn View,
    moment: Moment,
    /// It is too old.
    gone: bool,
    /// Of each item what it comes to, each after the ones before it.
    previews: Vec<Shown>,
}

impl<'s> Sight<'s> {
    fn of(set: &'s ChangeSet, todos: &'s dyn View, moment: Moment) -> Self {
        Self { set, todos, moment, gone: expired(set, moment.now), previews: previews(set, todos, moment) }
    }

    fn item(&self, item: &ChangeItem, shown: &Shown) -> ItemView {
        let Shown { changes, label } = shown;
        let (set, todos) = (self.set, self.todos);
        let Stands { status, drift, fallen } = stands(set, item, todos, self.moment);
        ItemView {
            n: item.n,
            request: item.request,
            id: format!("{}.{}", set.id, item.n),
            kind: reach(item).kind().to_owned(),
            verb: item.op.as_ref().map_or_else(|| verb_of(named(item)), verb).to_owned(),
            op: item.op.as_ref().map_or_else(|| item.raw.clone().unwrap_or(Value::Null), Operation::to_value),
            label: label.clone(),
            target: item.op.as_ref().map_or_else(String::new, |op| match op.target() {
                Some(Target::New(n)) => set
                    .item(n)
                    .and_then(|i| i.op.as_ref())
                    .map_or_else(|| format!("@{n}"), |op| label::target(op, todos)),
                _ => label::target(op, todos),
            }),
            why: item.why.clone(),
            said_by: said_by(set, item).map(str::to_owned),
            status,
            reason: item.reason.clone(),
            digest: item.shown_digest(),
            needs: item.needs.clone(),
            rejected_with: fallen,
            problems: item.problems.clone(),
            warnings: item.warnings.clone(),
            targets: item.targets.clone(),
            risk: item.risk,
            file: item.op.as_ref().and_then(|op| file_view(op, &item.files, &item.warnings)),
            command: None,
            tool: None,
            reversible: !matches!(reach(item), Reach::Process | Reach::Tool | Reach::Rules),
            preselected: item.preselected && status == ItemStatus::Pending,
            preview: changes.iter().take(10).map(preview).collect(),
            preview_total: changes.len() as u64,
            drift,
            failure: item.failure.clone(),
            applied_by: item.applied_by,
            decided_at: item.decided_at,
            decided_by: item.decided_by.clone(),
        }
    }

    /// The set without its items, which have these statuses.
    fn frame(&self, statuses: impl Iterator<Item = ItemStatus>) -> SetView {
        let set = self.set;
        // What is put off or out of date is no part of what applying would do, nor what needs it.
        let mut left = BTreeSet::new();
        let mut touched = Vec::new();
        for ((item, shown), status) in set.items.iter().zip(&self.previews).zip(statuses) {
            let waits = matches!(status, ItemStatus::Deferred | ItemStatus::Drifted);
            if waits || item.needs.iter().any(|n| left.contains(n)) {
                left.insert(item.n);
            } else if is_open(status) {
                touched.extend(&shown.changes);
            }
        }
        // Todos, not items: one that is made and then changed is one creation.
        let mut blast = Blast { creates: 0, updates: 0, deletes: 0, reversible: true };
        for (_, states) in net_states(touched.into_iter()) {
            match states {
                (None, _) => blast.creates += 1,
                (_, None) => blast.deletes += 1,
                _ => blast.updates += 1,
            }
        }
        SetView {
            id: set.id,
            title: set.title.clone(),
            source: set.source.clone(),
            agent: set.agent.clone(),
            status: if self.gone { SetStatus::Expired } else { set.status },
            version: set.version,
            digest: set.digest(),
            run: set.run.clone(),
            session: set.session.clone(),
            counts: counts(set),
            blast,
            items: Vec::new(),
            created_at: set.created_at,
            expires_at: set.expires_at,
            resolved_at: set.resolved_at,
        }
    }
}

/// What a set is called that nobody gave a title: by what its first item does, and how many more there are.
pub fn called(items: &[ChangeItem]) -> String {
    match items {
        [] => String::new(),
        [one] => one.label.clone(),
        [first, rest @ ..] => format!("{} and {} more", first.label, rest.len()),
    }
}

/// So many of a set's items are named in the inbox.
const NAMED: usize = 3;

/// The set as a line of the inbox, as it is stored: whether any of it has drifted is for whoever sees what it builds on.
pub fn summary(set: &ChangeSet) -> SetSummary {
    let count = |f: &dyn Fn(ItemStatus) -> bool| {
        set.items.iter().filter(|i| f(i.status) && rejected_with(set, i).is_none()).count() as u64
    };
    let called_by_items = !set.items.is_empty() && set.title == called(&set.items);
    let stays = |item: &&ChangeItem| {
        !matches!(item.status, ItemStatus::Rejected | ItemStatus::Retracted) && rejected_with(set, item).is_none()
    };
    let mut does: Vec<String> =
        set.items.iter().filter(|item| !called_by_items && stays(item)).map(|item| item.label.clone()).collect();
    let does_more = does.len().saturating_sub(NAMED) as u64;
    does.truncate(NAMED);
    SetSummary {
        id: set.id,
        title: set.title.clone(),
        called_by_items,
        does,
        does_more,
        source: set.source.clone(),
        status: set.status,
        counts: counts(set),
        open: count(&|s| matches!(s, ItemStatus::Pending | ItemStatus::Deferred)),
        signed: count(&|s| s == ItemStatus::Confirmed),
        unknown: count(&|s| s == ItemStatus::Unknown),
        drifted: 0,
        risk: set.items.iter().map(|i| i.risk).max().unwrap_or(Risk::None),
        created_at: set.created_at,
        expires_at: set.expires_at,
    }
}
