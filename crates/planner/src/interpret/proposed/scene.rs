//! The proposals as todos of their own: what would be there if all of them were carried out, and nothing else. A message
//! about them is read against these.

use super::super::{Answer, Context, Decision, interpret};
use super::Proposed;
use crate::dates::{self, Clock, What};
use crate::interpret::folded::{fold_in, merge};
use crate::languages::pointing::Field;
use countersign_core::effect::{Fresh, Moment, Working};
use countersign_core::ids::{SetId, TodoId};
use countersign_core::label;
use countersign_core::operation::{MoveTo, Operation, Patch, Target};
use countersign_core::todo::Todo;
use countersign_core::todos::{Todos, View};
use jiff::Timestamp;
use jiff::civil::Weekday;
use std::collections::BTreeMap;

/// More proposals than this are not talked about one by one.
const MOST: usize = 60;

/// What was proposed.
pub(super) struct Scene<'a> {
    pub(super) proposals: &'a [Proposed],
    pub(super) todos: &'a Todos,
    pub(super) clock: &'a Clock,
    /// Each proposal as the todo that it would make or leave, under a number that no todo has.
    pub(super) shown: Todos,
    /// The first of these numbers; the proposals follow in their order.
    first: i64,
}

impl<'a> Scene<'a> {
    /// The scene of a conversation that has proposals which wait.
    pub(super) fn of(todos: &'a Todos, clock: &'a Clock, ctx: &'a Context) -> Option<Self> {
        let proposals = ctx.proposals.as_slice();
        if proposals.is_empty() || proposals.len() > MOST {
            return None;
        }
        let first = todos.iter().map(|t| t.id.0).max().unwrap_or(0).saturating_add(1_001);
        let moment = Moment { now: Timestamp::UNIX_EPOCH, today: clock.now.date() };
        let mut fresh = Fresh::provisional();
        let mut worlds: BTreeMap<SetId, Working<'_>> = BTreeMap::new();
        let mut shown: Vec<Todo> = Vec::new();
        for (proposed, id) in proposals.iter().zip(first..) {
            let world = worlds.entry(proposed.set).or_insert_with(|| Working::new(todos));
            let changes = world.run(proposed.n, &proposed.op, moment, &mut fresh).unwrap_or_default();
            let named = proposed.op.target().and_then(Target::id).and_then(|id| todos.todo(id).cloned());
            // Several todos at once are none that could be named.
            let last = changes.into_iter().next_back().filter(|_| proposed.op.predicate().is_none());
            let todo = last.and_then(|change| change.after.or(change.before)).or(named);
            // One day of a series is on that day.
            let day = match &proposed.op {
                Operation::SkipOccurrence { occurrence_date, .. }
                | Operation::CompleteOccurrence { occurrence_date, .. } => Some(*occurrence_date),
                _ => None,
            };
            let dated = |todo: Todo| Todo { id: TodoId(id), scheduled_for: day.or(todo.scheduled_for), ..todo };
            shown.extend(todo.map(dated));
        }
        Some(Self { proposals, todos, clock, shown: Todos::new(shown), first })
    }

    /// The number of a proposal among [`Self::shown`].
    pub(super) fn id(&self, at: usize) -> TodoId {
        TodoId(self.first.saturating_add(i64::try_from(at).unwrap_or(i64::MAX)))
    }

    /// The proposal of such a number.
    fn at(&self, id: TodoId) -> Option<usize> {
        usize::try_from(id.0 - self.first).ok().filter(|at| *at < self.proposals.len())
    }

    pub(super) fn todo(&self, at: usize) -> Option<&Todo> {
        self.shown.todo(self.id(at))
    }

    /// What was proposed last.
    pub(super) fn recent(&self) -> Vec<usize> {
        (0..self.proposals.len()).filter(|at| self.proposals.get(*at).is_some_and(|p| p.recent)).collect()
    }

    /// Everything, where it was spoken of last.
    pub(super) fn all(&self) -> Vec<usize> {
        if self.recent().is_empty() { Vec::new() } else { (0..self.proposals.len()).collect() }
    }

    /// What a place in the list is a place of.
    pub(super) fn list(&self) -> Vec<usize> {
        let recent = self.recent();
        if recent.len() > 1 { recent } else { self.all() }
    }

    /// Whether a proposal makes something new.
    pub(super) fn makes(&self, at: usize) -> bool {
        self.proposals.get(at).is_some_and(|p| matches!(p.op, Operation::Create(_)))
    }

    /// Whether a proposal is about all todos of a kind.
    pub(super) fn of_many(&self, at: usize) -> bool {
        self.proposals.get(at).is_some_and(|p| p.op.predicate().is_some())
    }

    /// What a proposal does, in words.
    pub(super) fn label(&self, at: usize) -> String {
        self.proposals.get(at).map_or_else(String::new, |p| label::label(&p.op, self.todos, 0))
    }

    /// A todo that is there, as it is offered beside the proposals.
    pub(super) fn label_of(&self, id: TodoId) -> String {
        self.todos.todo(id).map_or_else(String::new, |todo| format!("#{id} {}", label::quoted(&todo.title)))
    }

    /// What a message says of a todo that is there, whatever was proposed.
    pub(super) fn there(&self, text: &str, id: TodoId) -> Option<Answer> {
        let only = Todos::new(self.todos.todo(id).cloned().into_iter().collect::<Vec<_>>());
        Some(interpret(text, &only, self.clock, &Context::default())).filter(|a| a.decision == Decision::Plan)
    }

    /// What a message says of the proposals as if they were there: of each that it changes, how; `None` where it says
    /// anything else.
    pub(super) fn changes(&self, text: &str) -> Option<Vec<(usize, Patch)>> {
        let read = interpret(text, &self.shown, self.clock, &Context::default());
        if read.decision != Decision::Plan || !read.left_over.is_empty() || !read.warnings.is_empty() {
            return None;
        }
        let mut changes: Vec<(usize, Patch)> = Vec::new();
        for op in read.ops {
            let (ids, set) = match op {
                Operation::Update { id, set } => (vec![id.id()?], set),
                Operation::BulkUpdate { predicate, set } => (predicate.ids?, set),
                _ => return None,
            };
            for id in ids {
                changes.push((self.at(id)?, set.clone()));
            }
        }
        Some(changes).filter(|changes| !changes.is_empty())
    }

    /// How a value, in English, changes a proposal.
    pub(super) fn patch(&self, at: usize, value: &str) -> Option<Patch> {
        let id = self.id(at);
        let bare = ["to ", "on ", "for "].iter().find_map(|lead| value.strip_prefix(lead)).unwrap_or(value);
        let due = ["by ", "due by ", "due on ", "due "].iter().find_map(|lead| value.strip_prefix(lead));
        let said = [
            due.map(|date| format!("set the due date of #{id} to {date}")),
            Some(format!("move #{id} to {bare}")),
            Some(format!("set #{id} to {bare}")),
            Some(format!("move #{id} {value}")),
            Some(format!("make #{id} repeat {bare}")),
            // "an hour and a half": what is to take so long takes another time.
            self.estimated(at).then(|| format!("set the estimate of #{id} to {bare}")),
        ];
        let mut changes = said.into_iter().flatten().find_map(|said| self.changes(&said))?;
        let (of, patch) = changes.pop()?;
        (of == at && changes.is_empty()).then_some(patch)
    }

    /// The one proposal of a series on several weekdays, on these only or on all but these.
    pub(super) fn on_weekdays(&self, days: &[String], only: bool) -> Option<(usize, Operation)> {
        let [at] = self.list().try_into().ok()?;
        let Operation::Create(draft) = &self.proposals.get(at)?.op else { return None };
        let weekday = |day: &String| match dates::whole(day, self.clock)? {
            What::Date { date, .. } => Some(date.weekday()),
            _ => None,
        };
        let named: Vec<Weekday> = days.iter().map(weekday).collect::<Option<_>>()?;
        let mut draft = draft.clone();
        let rule = draft.recurrence.as_mut()?;
        let known = named.iter().all(|day| rule.by_day.iter().any(|by| by.day == *day));
        let before = rule.by_day.len();
        rule.by_day.retain(|by| named.contains(&by.day) == only);
        let fewer = known && !rule.by_day.is_empty() && rule.by_day.len() < before;
        draft.scheduled_for = match draft.scheduled_for.filter(|_| fewer) {
            Some(date) => Some(dates::anchor(rule, date)?),
            None => draft.scheduled_for,
        };
        fewer.then_some((at, Operation::Create(draft)))
    }

    fn estimated(&self, at: usize) -> bool {
        match self.proposals.get(at).map(|p| &p.op) {
            Some(Operation::Create(draft)) => draft.estimate.is_some(),
            Some(Operation::Update { set, .. }) => set.estimate.flatten().is_some(),
            _ => false,
        }
    }

    /// A proposal without a value that it gives; `None` where it gives none, or nothing else.
    pub(super) fn lacking(&self, at: usize, field: Field) -> Option<Operation> {
        let mut op = self.proposals.get(at)?.op.clone();
        let had = match &mut op {
            Operation::Create(draft) => match field {
                Field::Time => draft.time_of_day.take().is_some(),
                Field::Deadline => draft.due_date.take().is_some(),
                Field::Estimate => draft.estimate.take().is_some(),
                Field::Priority => draft.priority.take().is_some(),
                Field::Labels => !std::mem::take(&mut draft.labels).is_empty(),
                Field::Repetition => draft.recurrence.take().is_some(),
                // The days of a series follow from one another.
                Field::Date if draft.recurrence.is_some() => return None,
                Field::Date => {
                    let due = draft.scheduled_for.is_none() && draft.due_date.take().is_some();
                    draft.time_of_day = None;
                    draft.scheduled_for.take().is_some() || due
                }
            },
            Operation::Update { set, .. } => {
                let had = match field {
                    Field::Time => set.time_of_day.take().is_some(),
                    Field::Deadline => set.due_date.take().is_some(),
                    Field::Estimate => set.estimate.take().is_some(),
                    Field::Priority => set.priority.take().is_some(),
                    Field::Labels => set.labels.take().is_some() | !std::mem::take(&mut set.labels_add).is_empty(),
                    Field::Repetition => set.recurrence.take().is_some(),
                    Field::Date => set.scheduled_for.take().is_some(),
                };
                had && !set.is_empty()
            }
            _ => false,
        };
        had.then_some(op)
    }

    /// A proposal with a change of what it would make or leave.
    pub(super) fn changed(&self, at: usize, patch: Patch) -> Option<Operation> {
        let deadline =
            |due: bool, day: bool| due && !day && patch.scheduled_for.flatten().is_some() && patch.due_date.is_none();
        match &self.proposals.get(at)?.op {
            Operation::Create(draft) => {
                let as_due = deadline(draft.due_date.is_some(), draft.scheduled_for.is_some());
                let mut draft = draft.clone();
                fold_in(&mut draft, if as_due { to_deadline(patch) } else { patch });
                Some(Operation::Create(draft))
            }
            Operation::Update { id, set } => {
                let as_due = deadline(set.due_date.is_some(), set.scheduled_for.is_some());
                let mut set = set.clone();
                merge(&mut set, if as_due { to_deadline(patch) } else { patch });
                Some(Operation::Update { id: *id, set })
            }
            Operation::MoveOccurrence { id, occurrence_date, to } => {
                let (date, time) = (patch.scheduled_for, patch.time_of_day);
                let rest = Patch { scheduled_for: None, time_of_day: None, ..patch };
                let to = MoveTo { date: date.flatten().or(to.date), time: time.flatten().or(to.time) };
                let whole = rest.is_empty() && (to.date.is_some() || to.time.is_some());
                whole.then_some(Operation::MoveOccurrence { id: *id, occurrence_date: *occurrence_date, to })
            }
            _ => None,
        }
    }

    /// The answer that takes these back and changes those. What else waits unsigned in a set that is changed comes along,
    /// so that one set is what was asked for.
    pub(super) fn answer(&self, out: &[usize], mut changed: BTreeMap<usize, Operation>) -> Option<Answer> {
        let sets: Vec<SetId> = changed.keys().filter_map(|at| self.proposals.get(*at)).map(|p| p.set).collect();
        let mut ops = Vec::new();
        let mut takes = Vec::new();
        for (at, p) in self.proposals.iter().enumerate() {
            if out.contains(&at) {
                takes.push(p.taken(false));
            } else if let Some(op) = changed.remove(&at) {
                ops.push(op);
                takes.push(p.taken(true));
            } else if sets.contains(&p.set) && !p.signed {
                ops.push(p.op.clone());
                takes.push(p.taken(true));
            }
        }
        // What is about an item of its own set would be about another there.
        if ops.iter().any(|op| matches!(op.target(), Some(Target::New(_)))) {
            return None;
        }
        let mut answer = Answer::of(if ops.is_empty() { Decision::Chat } else { Decision::Plan });
        answer.withdraws = true;
        answer.spares = takes.len() < self.proposals.len();
        answer.ops = ops;
        answer.takes = takes;
        Some(answer)
    }
}

fn to_deadline(patch: Patch) -> Patch {
    Patch { due_date: patch.scheduled_for, scheduled_for: None, ..patch }
}
