//! A ledger, its projection and the todos, driven the way the engine drives them, with every step
//! checked against the fold of the events.

use countersign_core::change_set::execute::{Execution, Refused, execute, signed};
use countersign_core::change_set::propose::{NewSet, Proposal, propose};
use countersign_core::change_set::review::{self, Edit, Refusal};
use countersign_core::change_set::undo::{AppliedItem, back_to, inverses};
use countersign_core::change_set::{Actor, ChangeItem, ChangeSet, ItemRef, ItemStatus, Source, Verdict};
use countersign_core::effect::{Fresh, Moment};
use countersign_core::ids::{Seq, SetId, TodoId};
use countersign_core::ledger::{Entry, Event, ItemOutcome};
use countersign_core::operation::Operation;
use countersign_core::projection::Projection;
use countersign_core::recurrence::Recurrence;
use countersign_core::settings::DefaultUntil;
use countersign_core::todo::Todo;
use countersign_core::todos::{Todos, View};
use countersign_core::wire::{ApplyMode, SetView};
use jiff::civil::Date;
use jiff::{Span, Timestamp};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Saturday, as in TODOS.md.
pub(crate) fn today() -> Date {
    day("2026-11-21")
}

pub(crate) fn now() -> Timestamp {
    "2026-11-21T15:00:00Z".parse().unwrap()
}

pub(crate) fn moment() -> Moment {
    Moment { now: now(), today: today() }
}

pub(crate) fn day(text: &str) -> Date {
    text.parse().unwrap()
}

pub(crate) fn rule(value: Value) -> Recurrence {
    Recurrence::parse(&value).unwrap()
}

pub(crate) fn user() -> Actor {
    Actor::User { via: "test".to_owned() }
}

/// A todo from its wire shape; what is left out takes its default.
pub(crate) fn todo(value: Value) -> Todo {
    let mut todo: Todo = serde_json::from_value(value).unwrap();
    if todo.uid.is_empty() {
        todo.uid = format!("uid-{}", todo.id);
    }
    todo
}

pub(crate) fn todos(values: &[Value]) -> Todos {
    Todos::new(values.iter().cloned().map(todo))
}

/// So many plain todos: #1 “Todo 1” …
pub(crate) fn plain(count: i64) -> Todos {
    Todos::new((1..=count).map(|n| todo(json!({ "id": n, "title": format!("Todo {n}") }))))
}

/// Everything of the todos that undoing restores: all but version and time of the last change.
pub(crate) fn content(todos: &Todos) -> BTreeMap<TodoId, Todo> {
    todos.iter().map(|t| (t.id, Todo { version: 0, updated_at: Timestamp::UNIX_EPOCH, ..t.clone() })).collect()
}

/// A set of these operations on these todos.
pub(crate) fn draft(ops: &[Value], todos: &Todos) -> ChangeSet {
    let new = NewSet {
        id: SetId(1),
        run: None,
        session: None,
        source: Source::Request,
        title: "test".to_owned(),
        preselect: true,
        default_until: DefaultUntil::None,
    };
    propose(new, ops.iter().map(|op| Proposal::parse(op, "said so")).collect(), todos, moment())
}

pub(crate) struct World {
    pub(crate) todos: Todos,
    pub(crate) projection: Projection,
    pub(crate) entries: Vec<Entry>,
    /// The todos after each entry.
    pub(crate) snapshots: Vec<Todos>,
    pub(crate) moment: Moment,
    next_todo: i64,
    next_set: i64,
}

impl World {
    pub(crate) fn new(todos: Todos) -> Self {
        let next_todo = todos.iter().map(|t| t.id.0).max().unwrap_or(0) + 1;
        Self {
            todos,
            projection: Projection::default(),
            entries: Vec::new(),
            snapshots: Vec::new(),
            moment: moment(),
            next_todo,
            next_set: 1,
        }
    }

    /// Appends an event the way it will be read back.
    fn append(&mut self, event: Event) -> Seq {
        let text = serde_json::to_string(&event).unwrap();
        let read: Event = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
        assert_eq!(read, event, "an event reads back as it was written");
        assert_eq!(serde_json::to_string(&read).unwrap(), text, "and is written the same again");
        let seq = Seq(i64::try_from(self.entries.len()).unwrap() + 1);
        let entry = Entry { seq, at: self.moment.now, actor: user(), event, prev: String::new(), hash: String::new() };
        self.projection.take(&entry);
        self.entries.push(entry);
        self.snapshots.push(self.todos.clone());
        seq
    }

    pub(crate) fn set(&self, id: SetId) -> &ChangeSet {
        &self.projection.sets[&id]
    }

    pub(crate) fn item(&self, id: SetId, n: u32) -> &ChangeItem {
        self.set(id).item(n).unwrap()
    }

    pub(crate) fn status(&self, id: SetId, n: u32) -> ItemStatus {
        self.item(id, n).status
    }

    pub(crate) fn statuses(&self, id: SetId) -> Vec<ItemStatus> {
        self.set(id).items.iter().map(|i| i.status).collect()
    }

    pub(crate) fn view(&self, id: SetId) -> SetView {
        let view = review::view(self.set(id), &self.todos, self.moment);
        // The same, written item by item.
        let told = String::from_utf8(review::told(self.set(id), &self.todos, self.moment).unwrap()).unwrap();
        assert_eq!(told, serde_json::to_string(&view).unwrap());
        view
    }

    pub(crate) fn later(&mut self, days: i64) {
        self.moment.now = self.moment.now.checked_add(Span::new().hours(24 * days)).unwrap();
        self.moment.today = self.moment.today.checked_add(Span::new().days(days)).unwrap();
    }

    pub(crate) fn propose(&mut self, ops: &[Value]) -> SetId {
        self.put(Source::Request, ops.iter().map(|op| Proposal::parse(op, "said so")).collect())
    }

    pub(crate) fn put(&mut self, source: Source, proposals: Vec<Proposal>) -> SetId {
        let id = SetId(self.next_set);
        self.next_set += 1;
        let new = NewSet {
            id,
            run: None,
            session: None,
            source,
            title: "test".to_owned(),
            preselect: true,
            default_until: DefaultUntil::None,
        };
        let set = propose(new, proposals, &self.todos, self.moment);
        self.append(Event::Proposed { set: Box::new(set) });
        id
    }

    pub(crate) fn decide(&mut self, id: SetId, items: &[u32], verdict: Verdict) -> Result<(), Refusal> {
        let mut set = self.set(id).clone();
        let before = set.clone();
        let picked: Vec<(u32, String)> =
            items.iter().map(|n| (*n, set.item(*n).map(|i| i.digest.clone()).unwrap_or_default())).collect();
        let decided = review::decide(&mut set, &picked, verdict, Some("because"), &user(), &self.todos, self.moment);
        match decided {
            Ok(items) => {
                self.append(Event::Decided { set: id, items });
                assert_eq!(*self.set(id), set, "the fold of a decision is the decision");
                Ok(())
            }
            Err(refusal) => {
                assert_eq!(set, before, "a refusal changes nothing");
                Err(refusal)
            }
        }
    }

    pub(crate) fn sign(&mut self, id: SetId, items: &[u32]) {
        self.decide(id, items, Verdict::Confirmed).unwrap();
    }

    /// Signs everything that waits.
    pub(crate) fn sign_all(&mut self, id: SetId) {
        let waiting: Vec<u32> =
            self.set(id).items.iter().filter(|i| i.status == ItemStatus::Pending).map(|i| i.n).collect();
        self.sign(id, &waiting);
    }

    pub(crate) fn edit(&mut self, id: SetId, n: u32, edit: Edit) -> Result<(), Refusal> {
        let mut set = self.set(id).clone();
        let before = set.clone();
        let shown = set.item(n).map(|i| i.digest.clone()).unwrap_or_default();
        match review::edit(&mut set, n, &shown, edit, &self.todos, self.moment) {
            Ok(()) => {
                let items = set.item(n).cloned().into_iter().collect();
                self.append(Event::Revised { set: id, version: set.version, items });
                assert_eq!(*self.set(id), set, "the fold of an edit is the edit");
                Ok(())
            }
            Err(refusal) => {
                assert_eq!(set, before, "a refusal changes nothing");
                Err(refusal)
            }
        }
    }

    /// What the next apply of a set draws from: of each its own, as the engine does it.
    pub(crate) fn fresh(&self, id: SetId) -> Fresh {
        let mut entropy = [7; 16];
        entropy[..8].copy_from_slice(&id.0.to_le_bytes());
        entropy[8..].copy_from_slice(&self.next_todo.to_le_bytes());
        Fresh::reserved(TodoId(self.next_todo), entropy)
    }

    pub(crate) fn try_apply(&mut self, id: SetId, mode: ApplyMode) -> Result<(Seq, Execution), Refused> {
        let set = self.set(id).clone();
        let mut fresh = self.fresh(id);
        let done = execute(&set, mode, &self.todos, self.moment, &mut fresh)?;
        assert_eq!(done.outcomes.iter().map(|o| o.n).collect::<Vec<_>>(), signed(&set), "one outcome per signed item");
        self.next_todo +=
            i64::try_from(set.items.iter().filter(|i| matches!(i.op, Some(Operation::Create(_)))).count()).unwrap();
        for change in &done.changes {
            assert_eq!(change.before.as_ref(), self.todos.todo(change.id), "a change starts from what is there");
            match &change.after {
                Some(after) => self.todos.insert(after.clone()),
                None => drop(self.todos.remove(change.id)),
            }
        }
        let entry =
            self.append(Event::Applied { set: id, items: done.outcomes.clone(), direct: None, left: Vec::new() });
        for (id, after) in &self.projection.todos {
            assert_eq!(after.as_ref(), self.todos.todo(*id), "the fold of the changes is their net effect");
        }
        Ok((entry, done))
    }

    pub(crate) fn apply(&mut self, id: SetId) -> Seq {
        self.try_apply(id, ApplyMode::Atomic).unwrap().0
    }

    /// Proposes, signs and applies what can be applied.
    pub(crate) fn make(&mut self, ops: &[Value]) -> (SetId, Seq) {
        let id = self.propose(ops);
        self.sign_all(id);
        (id, self.try_apply(id, ApplyMode::BestEffort).unwrap().0)
    }

    pub(crate) fn outcomes(&self, entry: Seq) -> (SetId, &[ItemOutcome]) {
        let at = usize::try_from(entry.0 - 1).unwrap();
        match &self.entries[at].event {
            Event::Applied { set, items, .. } => (*set, items),
            other => panic!("entry {entry} is {}", other.kind()),
        }
    }

    /// Proposes to take back the items of an entry that still stand, as the engine chooses them.
    pub(crate) fn propose_undo(&mut self, entry: Seq, only: Option<&[u32]>) -> SetId {
        let (set, outcomes) = self.outcomes(entry);
        let stands =
            |n: u32| self.item(set, n).status == ItemStatus::Applied && only.is_none_or(|only| only.contains(&n));
        let items =
            outcomes.iter().filter(|o| o.ok && !o.changes.is_empty() && stands(o.n)).map(|o| applied(set, entry, o));
        let proposals = inverses(items);
        self.put(Source::Undo { entries: vec![entry] }, proposals)
    }

    pub(crate) fn undo(&mut self, entry: Seq) -> (SetId, Seq) {
        let id = self.propose_undo(entry, None);
        self.sign_all(id);
        (id, self.apply(id))
    }

    pub(crate) fn propose_rewind(&mut self, to: Seq) -> SetId {
        let since = self.entries.iter().filter(|e| e.seq > to).filter_map(|e| match &e.event {
            Event::Applied { set, items, .. } => Some(items.iter().map(move |o| applied(*set, e.seq, o))),
            _ => None,
        });
        let proposals = back_to(since.flatten(), &self.todos);
        self.put(Source::Rewind { to }, proposals)
    }

    /// A projection folded from nothing but the events is the one kept step by step.
    pub(crate) fn check_fold(&self) {
        let mut fold = Projection::default();
        self.entries.iter().for_each(|e| fold.take(e));
        assert_eq!(fold, self.projection);
    }
}

fn applied(set: SetId, entry: Seq, outcome: &ItemOutcome) -> AppliedItem<'_> {
    AppliedItem {
        of: ItemRef { set, n: outcome.n, entry },
        label: &outcome.label,
        changes: &outcome.changes,
        files: &outcome.files,
        made: outcome.made(),
        needs: &[],
    }
}
