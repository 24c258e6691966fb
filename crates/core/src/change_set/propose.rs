//! From operations to a change set: targets frozen, bulk exploded, problems and warnings found,
//! base values noted, digests taken.

use super::{Base, BulkTarget, ChangeItem, ChangeSet, ItemRef, ItemStatus, Risk, SetStatus, Source};
use crate::command::Undo;
use crate::effect::{Footprint, Fresh, Moment, Working, bulk_targets, footprint, read_key, takes};
use crate::file::FileWas;
use crate::ids::{RunId, SessionId, SetId, TodoId};
use crate::label::{day, label, quoted};
use crate::operation::{Operation, Reach, Target};
use crate::predicate::Predicate;
use crate::problem::Problem;
use crate::todo::Todo;
use crate::todos::{Todos, View, normal_title, words};
use jiff::{Span, Timestamp};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A bulk operation on at most so many todos is shown as one item per todo (TODOS.md).
pub const EXPLODE_UP_TO: usize = 10;
/// Longest field of a refused operation that is kept, in bytes.
const KEPT: usize = 256 * 1024;
/// A set can be signed for so many days (S2-21).
pub const EXPIRES_AFTER_DAYS: i64 = 7;

/// What a set is made from.
#[derive(Debug, Clone)]
pub struct NewSet {
    /// Its number, reserved by the store.
    pub id: SetId,
    /// The run that makes it.
    pub run: Option<RunId>,
    /// The conversation.
    pub session: Option<SessionId>,
    /// Where it comes from.
    pub source: Source,
    /// One line for people.
    pub title: String,
    /// Whether sure, valid, non-destructive items are drawn as marked (S0-84).
    pub preselect: bool,
}

/// One operation on its way into a set.
#[derive(Debug, Clone)]
pub struct Proposal {
    /// The operation, or what was sent with its defects.
    pub op: Result<Operation, (Value, Vec<Problem>)>,
    /// Why: the sentence that asked for it.
    pub why: String,
    /// See [`ChangeItem::said_by`].
    pub said_by: Option<String>,
    /// Known beforehand, e.g. from the planner.
    pub warnings: Vec<Problem>,
    /// For inverses: values the operation builds on, which are not the current ones.
    pub base: Option<Base>,
    /// For inverses: the items it takes back.
    pub undoes: Vec<ItemRef>,
    /// The states of files it builds on.
    pub files: Vec<FileWas>,
    /// Operations of the request that must be applied before it or with it, from 1.
    pub needs: Vec<u32>,
    /// May be drawn as marked at first; false where nobody is sure.
    pub sure: bool,
    /// See [`ChangeItem::topic`].
    pub topic: Option<String>,
    /// What the same operation comes to besides: an undo takes several things back. What these need counts from
    /// the first of them all.
    pub also: Vec<Proposal>,
}

impl Proposal {
    /// An operation made by this product. What could not be read back from the ledger is a defect.
    pub fn of(op: Operation, why: impl Into<String>) -> Self {
        let value = op.to_value();
        let op = crate::operation::parse::stored(&value).map_err(|problems| (value, problems));
        Self { op, ..Self::blank(why) }
    }

    pub(super) fn blank(why: impl Into<String>) -> Self {
        Self {
            op: Err((Value::Null, Vec::new())),
            why: why.into(),
            said_by: None,
            warnings: Vec::new(),
            base: None,
            undoes: Vec::new(),
            files: Vec::new(),
            needs: Vec::new(),
            sure: true,
            topic: None,
            also: Vec::new(),
        }
    }

    /// A JSON value from a client or a model.
    pub fn parse(value: &Value, why: impl Into<String>) -> Self {
        let op = crate::operation::parse::operation(value).map_err(|problems| (value.clone(), problems));
        Self { op, ..Self::blank(why) }
    }
}

/// What was refused, without its long fields: a file's whole content would stay in the ledger for ever, and
/// nobody can sign it. They are left out and counted, never cut: whoever mends the item would take a piece
/// for the whole.
fn without_long(mut raw: Value) -> Value {
    let Value::Object(map) = &mut raw else { return raw };
    let long: Map<String, Value> = map
        .iter()
        .map(|(name, value)| (name.clone(), length(value)))
        .filter(|(_, bytes)| *bytes > KEPT)
        .map(|(name, bytes)| (name, bytes.into()))
        .collect();
    if !long.is_empty() {
        map.retain(|name, _| !long.contains_key(name));
        map.insert("left_out_bytes".to_owned(), Value::Object(long));
    }
    raw
}

/// Bytes of the texts in a value.
fn length(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(list) => list.iter().map(length).sum(),
        Value::Object(map) => map.iter().map(|(name, value)| name.len() + length(value)).sum(),
        _ => 1,
    }
}

/// Makes a change set. Nothing is decided and nothing is changed.
pub fn propose(new: NewSet, proposals: Vec<Proposal>, todos: &Todos, moment: Moment) -> ChangeSet {
    let mut builder = Builder {
        todos,
        working: Working::new(todos),
        fresh: Fresh::provisional(),
        moment,
        items: Vec::new(),
        preselect: new.preselect,
        first_of: Vec::new(),
    };
    builder.add_all(proposals);
    let items = builder.items;
    let expires_at = expiry(moment.now);
    let mut set = ChangeSet {
        id: new.id,
        run: new.run,
        session: new.session,
        source: new.source,
        agent: None,
        title: new.title,
        version: 1,
        status: SetStatus::Pending,
        items,
        created_at: moment.now,
        expires_at,
        resolved_at: None,
        copy_of: None,
        copied_as: None,
    };
    if matches!(set.source, Source::Import { .. }) {
        // They were never here: nothing is brought back.
        for item in &mut set.items {
            if let Some(Operation::Revive { todo }) = &item.op {
                item.label = format!("Add {}", quoted(&todo.title));
            }
        }
    }
    super::review::settle(&mut set, moment.now);
    set
}

/// New items for a set that waits, numbered on from its last; they stand on what its open items
/// would do. None is drawn as marked: nobody asked for them.
pub fn extend(set: &ChangeSet, proposals: Vec<Proposal>, todos: &Todos, moment: Moment) -> Vec<ChangeItem> {
    let mut working = Working::with_created(todos, super::execute::created_before(set));
    let mut fresh = Fresh::provisional();
    for item in set.items.iter().filter(|i| super::review::is_open(i.status)) {
        // What cannot be done any more is shown as such when the set is looked at.
        let _ = item.op.as_ref().map(|op| working.run(item.n, op, moment, &mut fresh));
    }
    let had = set.items.len();
    let mut builder =
        Builder { todos, working, fresh, moment, items: set.items.clone(), preselect: false, first_of: Vec::new() };
    builder.add_all(proposals);
    builder.items.split_off(had)
}

struct Builder<'a> {
    todos: &'a Todos,
    working: Working<'a>,
    fresh: Fresh,
    moment: Moment,
    items: Vec<ChangeItem>,
    preselect: bool,
    /// Of each operation of the request its first item: a bulk operation may have become several.
    first_of: Vec<u32>,
}

impl Builder<'_> {
    fn add_all(&mut self, proposals: Vec<Proposal>) {
        for (at, mut proposal) in proposals.into_iter().enumerate() {
            let from = self.items.len();
            let first = self.next();
            self.first_of.push(first);
            let (topic, said_by) = (proposal.topic.clone(), proposal.said_by.clone());
            let also = std::mem::take(&mut proposal.also);
            let needs: Vec<u32> = proposal.needs.iter().map(|of| self.item_of(*of)).collect();
            self.add(proposal, needs.clone());
            for one in also {
                let own = one.needs.iter().map(|n| first.saturating_add(*n).saturating_sub(1));
                let needs = needs.iter().copied().chain(own).collect();
                self.add(one, needs);
            }
            for item in self.items.iter_mut().skip(from) {
                item.request = u32::try_from(at).unwrap_or(u32::MAX);
                item.topic.clone_from(&topic);
                item.said_by.clone_from(&said_by);
            }
        }
    }

    /// Adds an operation that needs these items.
    fn add(&mut self, proposal: Proposal, needs: Vec<u32>) {
        match proposal.op {
            Err((raw, problems)) => {
                let n = self.next();
                // What can be read and is refused all the same is named by what it would do.
                let label = crate::operation::parse::stored(&raw).map(|op| label(&op, &self.working, 0));
                // A stored null would read back as absent.
                let raw = Some(without_long(raw)).filter(|v| !v.is_null());
                let label = label.unwrap_or_else(|_| crate::label::unread(raw.as_ref()));
                let mut item =
                    ChangeItem { raw, problems, label, why: proposal.why, warnings: proposal.warnings, ..blank(n) };
                item.digest = digest(&item);
                self.items.push(item);
            }
            Ok(op) if op.predicate().is_some() => self.add_bulk(op, proposal.why, proposal.warnings, proposal.sure),
            Ok(op) => {
                let n = self.next();
                let op = self.renumbered(op);
                let item = ChangeItem {
                    op: Some(op),
                    why: proposal.why,
                    warnings: proposal.warnings,
                    undoes: proposal.undoes,
                    files: proposal.files,
                    needs,
                    ..blank(n)
                };
                self.push(item, proposal.base, proposal.sure);
            }
        }
    }

    /// A request numbers its operations from 1, and `@2` means its second one.
    fn renumbered(&self, mut op: Operation) -> Operation {
        if let Some(Target::New(n)) = op.target() {
            op.retarget(Target::New(self.item_of(n)));
        }
        op
    }

    /// The item that an operation of the request became; one that is still to come is too late.
    fn item_of(&self, request: u32) -> u32 {
        let first = usize::try_from(request).ok().and_then(|n| self.first_of.get(n.checked_sub(1)?)).copied();
        first.unwrap_or(request.max(self.next()))
    }

    fn next(&self) -> u32 {
        u32::try_from(self.items.len()).unwrap_or(u32::MAX).saturating_add(1)
    }

    fn add_bulk(&mut self, op: Operation, why: String, mut warnings: Vec<Problem>, sure: bool) {
        let found = bulk_targets(&op, &self.working, self.moment.today);
        if let Some(warning) = left_out(&found.excluded, &self.working)
            && !warnings.iter().any(|w| w.code == warning.code)
        {
            warnings.push(warning);
        }
        if let Some(warning) = taken_along(&op, &found.taken, &self.working)
            && !warnings.iter().any(|w| w.code == warning.code)
        {
            warnings.push(warning);
        }
        // A warning stands at the first of its items and is about all of them: none is marked.
        let sure = sure && warnings.is_empty();
        let asked: Vec<TodoId> = op.predicate().and_then(|p| p.ids.clone()).unwrap_or_default();
        let missing: Vec<String> =
            asked.iter().filter(|id| self.working.todo(**id).is_none()).map(|id| format!("#{id}")).collect();
        if found.taken.is_empty() || !missing.is_empty() {
            let n = self.next();
            let problem = if missing.is_empty() {
                Problem::new("no_targets", "no todo matches").at("/where")
            } else {
                Problem::new("id_not_found", format!("there is no todo {}", missing.join(", "))).at("/where/ids")
            };
            let mut item = ChangeItem {
                label: label(&op, self.todos, 0),
                op: Some(op),
                why,
                warnings,
                problems: vec![problem],
                ..blank(n)
            };
            item.digest = digest(&item);
            self.items.push(item);
            return;
        }
        // What an earlier item of this set makes has no number to freeze: it gets items of its own.
        let (made, there): (Vec<TodoId>, Vec<TodoId>) =
            found.taken.into_iter().partition(|id| self.working.maker(*id).is_some());
        let few = there.len() <= EXPLODE_UP_TO;
        let mut alone: Vec<(TodoId, Vec<u32>)> = Vec::new();
        // What is a target only because of earlier items of this set falls with them, and so stands apart.
        let mut together: BTreeMap<Vec<u32>, Vec<TodoId>> = BTreeMap::new();
        for id in there {
            let needs = self.brought_by(&op, id);
            match few {
                true => alone.push((id, needs)),
                false => together.entry(needs).or_default().push(id),
            }
        }
        for (needs, ids) in together {
            if ids.len() <= EXPLODE_UP_TO {
                alone.extend(ids.into_iter().map(|id| (id, needs.clone())));
                continue;
            }
            let n = self.next();
            let targets = ids
                .iter()
                .filter_map(|id| self.working.todo(*id))
                .map(|t| BulkTarget { id: t.id, title: t.title.clone(), excluded: false })
                .collect();
            let item = ChangeItem {
                op: Some(frozen(&op, ids)),
                why: why.clone(),
                warnings: std::mem::take(&mut warnings),
                targets,
                needs,
                ..blank(n)
            };
            self.push(item, None, sure);
        }
        alone.extend(made.into_iter().map(|id| (id, Vec::new())));
        for (id, needs) in alone {
            let n = self.next();
            let target = self.working.maker(id).map_or(Target::Todo(id), Target::New);
            let item = ChangeItem {
                op: Some(single(&op, target)),
                why: why.clone(),
                warnings: std::mem::take(&mut warnings),
                needs,
                ..blank(n)
            };
            self.push(item, None, sure);
        }
    }

    /// The earlier items of this set without which a todo would be no target of a bulk operation; none where
    /// it is one as it is. Of several that each would do, the last.
    fn brought_by(&self, op: &Operation, id: TodoId) -> Vec<u32> {
        let after = |needed: &[u32]| {
            let mut working = Working::new(self.todos);
            let mut fresh = Fresh::provisional();
            for item in self.items.iter().filter(|item| needed.contains(&item.n)) {
                // What cannot be done without the others brings nothing about.
                let _ = item.op.as_ref().map(|op| working.run(item.n, op, self.moment, &mut fresh));
            }
            working.todo(id).is_some_and(|todo| takes(op, todo, self.moment.today))
        };
        if self.todos.todo(id).is_some_and(|todo| takes(op, todo, self.moment.today)) {
            return Vec::new();
        }
        let mut needed: Vec<u32> = self.items.iter().filter(|item| item.is_about(id)).map(|item| item.n).collect();
        for n in needed.clone() {
            let without: Vec<u32> = needed.iter().copied().filter(|other| *other != n).collect();
            if after(&without) {
                needed = without;
            }
        }
        needed
    }

    fn push(&mut self, mut item: ChangeItem, base: Option<Base>, sure: bool) {
        ground(&mut item, base, self.todos, &mut self.working, &mut self.fresh, self.moment);
        item.preselected = self.preselect && sure && preselectable(&item);
        self.items.push(item);
    }
}

/// Names the series that a bulk operation leaves out; none where there are none.
pub fn left_out(excluded: &[TodoId], view: &dyn View) -> Option<Problem> {
    (!excluded.is_empty()).then(|| {
        Problem::new("repeating_excluded", format!("Repeating todos are left out: {}", names(excluded, view)))
            .hinting("Change a repeating todo by its occurrence, or by itself.")
    })
}

/// Names the series that a bulk operation deletes because their numbers stand in it, though nothing
/// says that it means repeating todos (TODOS.md rule 12).
pub(super) fn taken_along(op: &Operation, taken: &[TodoId], view: &dyn View) -> Option<Problem> {
    let Operation::BulkDelete { predicate } = op else { return None };
    if predicate.ids.is_none() || predicate.repeating.is_some() {
        return None;
    }
    let repeats = |id: &TodoId| view.todo(*id).is_some_and(|todo| todo.recurrence.is_repeating());
    let series: Vec<TodoId> = taken.iter().copied().filter(repeats).collect();
    (!series.is_empty()).then(|| {
        Problem::new("deletes_series", format!("Whole series are deleted: {}", names(&series, view)))
            .hinting("Leave out what is to go on, or skip single dates of it.")
    })
}

/// Titles for a warning; the first five.
fn names(ids: &[TodoId], view: &dyn View) -> String {
    let names: Vec<String> = ids.iter().take(5).filter_map(|id| view.todo(*id)).map(|t| quoted(&t.title)).collect();
    match ids.len().saturating_sub(names.len()) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

fn blank(n: u32) -> ChangeItem {
    ChangeItem {
        n,
        request: 0,
        op: None,
        raw: None,
        label: String::new(),
        why: String::new(),
        said_by: None,
        topic: None,
        status: ItemStatus::Invalid,
        reason: None,
        decided_at: None,
        decided_by: None,
        base: Base::new(),
        files: Vec::new(),
        undo: None,
        digest: String::new(),
        needs: Vec::new(),
        problems: Vec::new(),
        warnings: Vec::new(),
        targets: Vec::new(),
        risk: Risk::None,
        preselected: false,
        failure: None,
        outcome: None,
        applied_by: None,
        created: None,
        undoes: Vec::new(),
    }
}

/// Destructive and doubtful items are never drawn as marked (DESIGN §5).
fn preselectable(item: &ChangeItem) -> bool {
    item.status == ItemStatus::Pending && item.risk == Risk::None && item.warnings.is_empty()
}

/// The bulk operation for one of its todos.
pub(crate) fn single(op: &Operation, id: Target) -> Operation {
    match op {
        Operation::BulkUpdate { set, .. } => Operation::Update { id, set: set.clone() },
        Operation::BulkComplete { completed, .. } => Operation::Complete { id, completed: *completed },
        Operation::BulkDelete { .. } => Operation::Delete { id },
        other => other.clone(),
    }
}

/// The bulk operation with its targets frozen (R3).
pub(crate) fn frozen(op: &Operation, ids: Vec<TodoId>) -> Operation {
    let predicate = Predicate::ids(ids);
    match op {
        Operation::BulkUpdate { set, .. } => Operation::BulkUpdate { predicate, set: set.clone() },
        Operation::BulkComplete { completed, .. } => Operation::BulkComplete { predicate, completed: *completed },
        Operation::BulkDelete { .. } => Operation::BulkDelete { predicate },
        other => other.clone(),
    }
}

/// Fills in everything of an item that follows from its operation and the todos: base, label,
/// needs, risk, problems, warnings, digest, and the status `pending` or `invalid`.
pub(super) fn ground(
    item: &mut ChangeItem,
    base: Option<Base>,
    todos: &Todos,
    working: &mut Working<'_>,
    fresh: &mut Fresh,
    moment: Moment,
) {
    let Some(op) = item.op.clone() else { return };
    item.problems.clear();
    item.label = label(&op, working, item.targets.iter().filter(|t| !t.excluded).count());
    if let Some(Target::New(n)) = op.target()
        && !item.needs.contains(&n)
    {
        item.needs.push(n);
    }
    if item.needs.iter().any(|n| *n >= item.n) {
        item.problems
            .push(Problem::new("needs_missing_item", format!("item {} needs an item that comes later", item.n)));
    }
    // An inverse is looked at on the state it builds on being checked separately (drift).
    match working.run(item.n, &op, moment, fresh) {
        Ok(changes) => {
            let files = op.file_changes(&item.files);
            let changes_nothing = match op.reach() {
                Reach::Todos => changes.is_empty(),
                Reach::Files => files.iter().all(|c| c.before == c.after),
                Reach::Process | Reach::Tool | Reach::Rules => false,
            };
            if changes_nothing && base.is_none() {
                warn(
                    item,
                    Problem::new("no_effect", "It is so already: nothing would change.")
                        .hinting("Reject it, or edit it."),
                );
            }
            for change in &changes {
                if let (Some(before), Some(after)) = (&change.before, &change.after) {
                    warn_of_loss(item, before, after);
                }
                warn_of_another_day(item, &op, change.after.as_ref());
            }
            item.risk = match op.reach() {
                Reach::Todos => risk(&changes),
                Reach::Files if matches!(op, Operation::DeleteFile { .. }) => Risk::Some,
                Reach::Files => Risk::None,
                // What it lets through is not asked about again.
                Reach::Rules if matches!(&op, Operation::MakeRule { rule } if rule.grant.is_of_todos()) => Risk::None,
                Reach::Process | Reach::Tool | Reach::Rules => Risk::Some,
            };
        }
        Err(problem) if base.is_none() => item.problems.push(problem),
        Err(_) => {}
    }
    if let Operation::Create(draft) = &op {
        warn_of_duplicate(item, &draft.title, todos);
    }
    item.base = base.unwrap_or_else(|| base_of(&op, working, todos));
    item.digest = digest(item);
    item.status = if item.problems.is_empty() { ItemStatus::Pending } else { ItemStatus::Invalid };
}

fn warn(item: &mut ChangeItem, warning: Problem) {
    if !item.warnings.iter().any(|w| w.code == warning.code) {
        item.warnings.push(warning);
    }
}

/// Ending a repetition forgets which dates were done (R6).
fn warn_of_loss(item: &mut ChangeItem, before: &Todo, after: &Todo) {
    let lost = before.completed_dates.len();
    if lost > 0
        && after.completed_dates.is_empty()
        && before.recurrence.is_repeating()
        && !after.recurrence.is_repeating()
    {
        warn(
            item,
            Problem::new(
                "clears_completed_dates",
                match lost {
                    1 => "Forgets 1 completed date.".to_owned(),
                    _ => format!("Forgets {lost} completed dates."),
                },
            )
            .hinting("Undo brings them back."),
        );
    }
}

/// A series begins where its repetition first falls, which may be another day than the one that was said.
fn warn_of_another_day(item: &mut ChangeItem, op: &Operation, after: Option<&Todo>) {
    let said = match op {
        Operation::Create(draft) => draft.scheduled_for,
        Operation::Update { set, .. } | Operation::BulkUpdate { set, .. } => set.scheduled_for.flatten(),
        _ => None,
    };
    let Some((said, after, first)) =
        said.zip(after).and_then(|(said, after)| Some((said, after, after.scheduled_for?)))
    else {
        return;
    };
    if said != first {
        let told = format!("{} falls on {} first, not on {}.", quoted(&after.title), day(first), day(said));
        warn(
            item,
            Problem::new("begins_later", told)
                .hinting("Change its repetition to have it on another day, or move the one date."),
        );
    }
}

fn warn_of_duplicate(item: &mut ChangeItem, title: &str, todos: &Todos) {
    let folded = normal_title(title);
    let Some(rarest) = words(title).into_iter().min_by_key(|w| todos.count_word(w)) else { return };
    let twin = todos
        .with_word(&rarest)
        .filter_map(|id| todos.todo(id))
        .find(|t| !t.status.is_closed() && normal_title(&t.title) == folded);
    if let Some(twin) = twin {
        warn(
            item,
            Problem::new("possible_duplicate", format!("#{} {} is open already.", twin.id, quoted(&twin.title)))
                .hinting("Reject it, or sign it to have both."),
        );
    }
}

fn risk(changes: &[super::Change]) -> Risk {
    let deletes = changes.iter().filter(|c| c.after.is_none()).count();
    let wipes = changes.iter().any(|c| matches!((&c.before, &c.after), (Some(b), Some(a)) if !b.completed_dates.is_empty() && a.completed_dates.is_empty()));
    match (deletes, changes.len()) {
        (2.., _) => Risk::High,
        (1, _) => Risk::Some,
        (0, 2..) => Risk::Some,
        _ if wipes => Risk::Some,
        _ => Risk::None,
    }
}

/// The current values an operation builds on. `working` knows which todo `@n` has become.
pub(super) fn base_of(op: &Operation, working: &Working<'_>, todos: &dyn View) -> Base {
    let ids: Vec<TodoId> = match op.predicate() {
        Some(p) => p.ids.clone().unwrap_or_default(),
        None => op.target().and_then(|t| working.resolve(t)).into_iter().collect(),
    };
    let keys = match footprint(op) {
        Footprint::Nothing => return Base::new(),
        Footprint::Absent => return ids.into_iter().map(|id| (id, None)).collect(),
        Footprint::Keys(keys) => keys,
    };
    ids.into_iter()
        .filter_map(|id| {
            todos
                .todo(id)
                .map(|t| (id, Some(keys.iter().map(|k| (k.clone(), read_key(t, k))).collect::<BTreeMap<_, _>>())))
        })
        .collect()
}

/// The item with another reason, to be looked at again: of a rule it is part of what is signed.
pub fn reasoned(item: &ChangeItem, why: String) -> ChangeItem {
    let mut item = ChangeItem { why, ..item.clone() };
    if item.status == ItemStatus::Confirmed {
        (item.status, item.decided_by, item.decided_at) = (ItemStatus::Pending, None, None);
    }
    item.digest = digest(&item);
    item
}

/// Makes what undo can do about a command part of what is signed.
pub fn bind_undo(item: &mut ChangeItem, undo: Undo) {
    item.undo = Some(undo);
    item.digest = digest(item);
}

/// Until when waits what is proposed now (R22).
pub fn expiry(now: Timestamp) -> Timestamp {
    now.checked_add(Span::new().hours(24 * EXPIRES_AFTER_DAYS)).unwrap_or(Timestamp::MAX)
}

/// Binds operation and base: what a signature is over (DESIGN invariant 2).
pub(super) fn digest(item: &ChangeItem) -> String {
    let op = item.op.as_ref().map_or_else(|| item.raw.clone().unwrap_or(Value::Null), Operation::to_value);
    // Every value of an operation or a base can be written: see Todo::get.
    let bytes = if let Some(Operation::MakeRule { .. }) = &item.op {
        // Its figures are what a person signs it for.
        serde_json::to_vec(&(item.n, op, &item.base, &item.why))
    } else if let Some(undo) = item.undo {
        serde_json::to_vec(&(item.n, op, &item.base, undo))
    } else if item.files.is_empty() {
        serde_json::to_vec(&(item.n, op, &item.base))
    } else {
        serde_json::to_vec(&(item.n, op, &item.base, &item.files))
    };
    blake3::hash(&bytes.unwrap_or_default()).to_hex().chars().take(32).collect()
}
