//! Bulk operations: their targets are frozen, few of them become items of their own, and what is left out or
//! taken along is said.

use super::grounding::digest;
use super::leaning::fewest;
use super::{Builder, blank};
use crate::change_set::{BulkTarget, ChangeItem};
use crate::effect::{Fresh, Moment, Working, bulk_targets, effect, takes};
use crate::ids::TodoId;
use crate::label::{label, quoted};
use crate::operation::{Operation, Target};
use crate::predicate::Predicate;
use crate::problem::Problem;
use crate::todos::{Todos, View};
use std::collections::{BTreeMap, BTreeSet};

/// A bulk operation on at most so many todos is shown as one item per todo (TODOS.md).
pub const EXPLODE_UP_TO: usize = 10;

impl Builder<'_> {
    pub(super) fn add_bulk(&mut self, op: Operation, why: String, mut warnings: Vec<Problem>, sure: bool) {
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
        let there = if few { there } else { self.to_change(&op, there, &mut warnings) };
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

    /// Those that a bulk operation changes, if any: one that is so already is named, and not counted.
    fn to_change(&self, op: &Operation, ids: Vec<TodoId>, warnings: &mut Vec<Problem>) -> Vec<TodoId> {
        let (there, same) = parted(op, &ids, &self.working, self.moment);
        if there.is_empty() || same.is_empty() {
            return ids;
        }
        let so = format!("So already, and left out: {}", names(&same, &self.working));
        warnings.push(Problem::new("so_already", so).hinting("Nothing is left to do about it."));
        there
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
        let about = self.items.iter().filter(|item| item.is_about(id)).map(|item| item.n);
        fewest(about.collect(), after)
    }
}

/// Those that a bulk operation changes, and those that are so already.
fn parted(op: &Operation, ids: &[TodoId], view: &Working<'_>, moment: Moment) -> (Vec<TodoId>, Vec<TodoId>) {
    let changes = effect(&frozen(op, ids.to_vec()), view, moment, &mut Fresh::provisional()).unwrap_or_default();
    let changed: BTreeSet<TodoId> = changes.into_iter().map(|change| change.id).collect();
    ids.iter().partition(|id| changed.contains(id))
}

/// How many todos an operation is said to be about, as its items count them: of many, those that it changes.
pub fn counted(op: &Operation, todos: &Todos, moment: Moment) -> usize {
    if op.predicate().is_none() {
        return 1;
    }
    let taken = bulk_targets(op, todos, moment.today).taken;
    if taken.len() <= EXPLODE_UP_TO {
        return taken.len();
    }
    match parted(op, &taken, &Working::new(todos), moment).0.len() {
        0 => taken.len(),
        changed => changed,
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
pub(in crate::change_set) fn taken_along(op: &Operation, taken: &[TodoId], view: &dyn View) -> Option<Problem> {
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
