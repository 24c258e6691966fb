//! What follows of an item from its operation and the todos as they are: base, label, risk, problems, warnings,
//! and the digest that is signed.

use crate::change_set::{Base, Change, ChangeItem, ItemStatus, Risk};
use crate::command::Undo;
use crate::effect::{Footprint, Fresh, Moment, Working, footprint, read_key};
use crate::hidden::doubt_of_todo;
use crate::ids::TodoId;
use crate::label::{day, label, quoted};
use crate::operation::{Operation, Reach, Target};
use crate::problem::Problem;
use crate::todo::{ChecklistItem, Todo};
use crate::todos::{Todos, View, normal_title, words};
use serde_json::Value;
use std::collections::BTreeMap;

/// Fills in everything of an item that follows from its operation and the todos: base, label,
/// needs, risk, problems, warnings, digest, and the status `pending` or `invalid`.
pub(in crate::change_set) fn ground(
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
                    warn_of_loss(item, &op, before, after);
                    warn_of_same_line(item, before, after);
                }
                warn_of_another_day(item, &op, change.after.as_ref());
                // What is brought back was there before.
                if base.is_none() {
                    let doubt = change.after.as_ref().and_then(|after| doubt_of_todo(change.before.as_ref(), after));
                    doubt.into_iter().for_each(|doubt| warn(item, doubt));
                }
            }
            item.risk = match op.reach() {
                // Taking back puts there what was there before.
                Reach::Todos if base.is_none() && changes.iter().any(takes_lines) => risk(&changes).max(Risk::Some),
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

pub(super) fn warn(item: &mut ChangeItem, warning: Problem) {
    if !item.warnings.iter().any(|w| w.code == warning.code) {
        item.warnings.push(warning);
    }
}

/// Ending a repetition, skipping or moving a date forgets that it was done (R6). Taking "done" back says so itself.
fn warn_of_loss(item: &mut ChangeItem, op: &Operation, before: &Todo, after: &Todo) {
    let lost = before.completed_dates.iter().filter(|date| !after.completed_dates.contains(date)).count();
    let said = matches!(
        op,
        Operation::Complete { .. } | Operation::CompleteOccurrence { .. } | Operation::BulkComplete { .. }
    );
    if lost > 0 && before.recurrence.is_repeating() && !said {
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

/// A line that comes is on the checklist already: it would be there twice.
fn warn_of_same_line(item: &mut ChangeItem, before: &Todo, after: &Todo) {
    let times = |todo: &Todo, title: &str| {
        let folded = normal_title(title);
        todo.checklist.iter().filter(|line| normal_title(&line.title) == folded).count()
    };
    let twice = |line: &&ChecklistItem| {
        let was = times(before, &line.title);
        was > 0 && times(after, &line.title) > was
    };
    if let Some(line) = after.checklist.iter().rev().find(twice) {
        let (line, title) = (quoted(&line.title), quoted(&after.title));
        warn(
            item,
            Problem::new("line_exists", format!("{line} is on the checklist of {title} already."))
                .hinting("Reject it, or sign it to have the line twice."),
        );
    }
}

fn warn_of_duplicate(item: &mut ChangeItem, title: &str, todos: &Todos) {
    let said = words(title);
    let open = todos.titled(&said).filter_map(|id| todos.todo(id)).filter(|t| !t.status.is_closed());
    let twin = open.min_by_key(|t| t.id);
    if let Some(twin) = twin {
        warn(
            item,
            Problem::new("possible_duplicate", format!("#{} {} is open already.", twin.id, quoted(&twin.title)))
                .hinting("Reject it, or sign it to have both."),
        );
    }
}

fn risk(changes: &[Change]) -> Risk {
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

/// Whether a todo loses lines of its checklist, which are things to do as much as it is.
fn takes_lines(change: &Change) -> bool {
    let (Some(before), Some(after)) = (&change.before, &change.after) else { return false };
    let stays = |line: &ChecklistItem| after.checklist.iter().any(|l| l.id == line.id || l.title == line.title);
    !before.checklist.iter().all(stays)
}

/// The current values an operation builds on. `working` knows which todo `@n` has become.
pub(in crate::change_set) fn base_of(op: &Operation, working: &Working<'_>, todos: &dyn View) -> Base {
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

/// Makes what undo can do about a command part of what is signed. What only looks risks nothing.
pub fn bind_undo(item: &mut ChangeItem, undo: Undo) {
    item.undo = Some(undo);
    if undo == Undo::Nothing {
        item.risk = Risk::None;
    }
    item.digest = digest(item);
}

/// Makes what is where a command's words lead part of what is signed; `behind` are the items that may change it first.
pub fn bind_found(item: &mut ChangeItem, found: BTreeMap<String, Option<String>>, behind: BTreeMap<String, Vec<u32>>) {
    (item.found, item.behind) = (found, behind);
    item.digest = digest(item);
}

/// Binds operation and base: what a signature is over (DESIGN invariant 2).
pub(in crate::change_set) fn digest(item: &ChangeItem) -> String {
    let op = item.op.as_ref().map_or_else(|| item.raw.clone().unwrap_or(Value::Null), Operation::to_value);
    // Every value of an operation or a base can be written: see Todo::get.
    let bytes = if let Some(Operation::MakeRule { .. }) = &item.op {
        // Its figures are what a person signs it for.
        serde_json::to_vec(&(item.n, op, &item.base, &item.why))
    } else if let Some(undo) = item.undo.filter(|_| !item.found.is_empty()) {
        serde_json::to_vec(&(item.n, op, &item.base, undo, &item.found))
    } else if let Some(undo) = item.undo {
        serde_json::to_vec(&(item.n, op, &item.base, undo))
    } else if item.files.is_empty() {
        serde_json::to_vec(&(item.n, op, &item.base))
    } else {
        serde_json::to_vec(&(item.n, op, &item.base, &item.files))
    };
    blake3::hash(&bytes.unwrap_or_default()).to_hex().chars().take(32).collect()
}
