//! Editing an item before it is signed; it must be decided again.

use super::execute::created_before;
use super::propose::{Others, base_of, digest, frozen, ground, left_out, taken_along};
use super::review::{Refusal, is_open, settle, too_old};
use super::{Base, BulkTarget, ChangeItem, ChangeSet, ItemStatus, Source};
use crate::command::Command;
use crate::effect::{Fresh, Moment, Working, bulk_targets};
use crate::file::{FileState, FileWas, SPECIAL};
use crate::ids::TodoId;
use crate::label::imported;
use crate::operation::{Operation, Reach, Target};
use crate::predicate::Predicate;
use crate::problem::Problem;
use crate::todos::{Todos, View};
use serde_json::Value;
use std::collections::BTreeSet;

/// An edit of one item before it is signed.
#[derive(Debug, Clone, PartialEq)]
pub enum Edit {
    /// Another operation in its place.
    Replace(Value),
    /// Some arguments changed; null removes one.
    Merge(serde_json::Map<String, Value>),
    /// Bulk targets left out or taken in again.
    Targets {
        /// Left out.
        exclude: Vec<TodoId>,
        /// Taken in again.
        include: Vec<TodoId>,
    },
    /// Another content for a file: some hunks of the proposal, or a person's own text.
    Content {
        /// Its hash; the store holds it.
        content: String,
        /// Its length.
        bytes: u64,
        /// Lines it adds.
        added: u64,
        /// Lines it removes.
        removed: u64,
        /// The state of the file that it builds on.
        was: Option<FileState>,
    },
    /// Another command, read and judged like one that is proposed.
    Command(Command),
    /// The same operation on the values as they are now.
    Rebase,
    /// The same change, made for what there is now.
    Refit {
        /// With the content, or the number, that this gives.
        op: Box<Operation>,
        /// The files as they are, of a change of files.
        files: Vec<FileWas>,
    },
}

/// Edits an item; it must be decided again.
///
/// # Errors
/// A [`Refusal`]; the set is then unchanged.
pub fn edit(
    set: &mut ChangeSet,
    n: u32,
    shown: &str,
    edit: Edit,
    todos: &Todos,
    moment: Moment,
) -> Result<(), Refusal> {
    if too_old(set, moment.now) {
        return Err(Refusal::Expired);
    }
    let item = set.item(n).ok_or(Refusal::NoItem(n))?;
    if item.shown_digest() != shown {
        return Err(Refusal::Stale { n });
    }
    // What was cut off and then changed by somebody is nowhere known; made for what is there, it is again.
    let refit = matches!(edit, Edit::Refit { .. } | Edit::Content { .. }) && item.status == ItemStatus::Unknown;
    if !refit
        && !matches!(
            item.status,
            ItemStatus::Pending
                | ItemStatus::Deferred
                | ItemStatus::Confirmed
                | ItemStatus::Rejected
                | ItemStatus::Failed
                | ItemStatus::Invalid
        )
    {
        return Err(Refusal::Settled { n, status: item.status });
    }
    let mut item = item.clone();
    let rebased = matches!(edit, Edit::Rebase);
    let (called, built_on) = (item.label.clone(), item.base.clone());
    let mut keep_base: Option<Base> = None;
    // Items before this one are looked at as if applied, so that "@n" can be resolved.
    let mut working = Working::with_created(todos, created_before(set));
    let mut fresh = Fresh::provisional();
    for earlier in set.items.iter().filter(|i| i.n < n) {
        if let Some(op) = earlier.op.as_ref().filter(|_| is_open(earlier.status)) {
            let _ = working.run(earlier.n, op, moment, &mut fresh);
        }
    }
    // It was of what this was; whoever runs commands binds it anew.
    item.undo = None;
    item.found.clear();
    item.behind.clear();
    item.tried.clear();
    match edit {
        Edit::Replace(value) => {
            item.op = Some(read(&value)?);
            // It does something else now, so nothing is taken back by it.
            item.undoes.clear();
            freeze(&mut item, None, &working, moment)?;
        }
        Edit::Merge(args) if matches!(item.op, Some(Operation::MakeRule { .. })) => {
            if let Some(Operation::MakeRule { rule }) = &mut item.op {
                **rule = rule.limited(&args).map_err(|problem| Refusal::BadEdit(vec![problem]))?;
            }
            freeze(&mut item, None, &working, moment)?;
        }
        Edit::Merge(args) => {
            let mut value =
                item.op.as_ref().map_or_else(|| item.raw.clone().unwrap_or(Value::Null), Operation::to_value);
            let Value::Object(map) = &mut value else {
                return Err(Refusal::BadEdit(vec![Problem::new(
                    "invalid_operation",
                    "this item is not an operation; send \"op\" whole",
                )]));
            };
            for (key, to) in args {
                if key == "op" {
                    return Err(Refusal::BadEdit(vec![Problem::new(
                        "invalid_op",
                        "args cannot change the kind of an operation; send \"op\" whole",
                    )]));
                }
                if to.is_null() && !["scheduledFor", "timeOfDay", "dueDate", "estimate"].contains(&key.as_str()) {
                    map.remove(&key);
                } else {
                    map.insert(key, to);
                }
            }
            let was = item.op.replace(read(&value)?);
            freeze(&mut item, was.as_ref().and_then(Operation::predicate), &working, moment)?;
        }
        Edit::Targets { exclude, include } => {
            if item.targets.is_empty() {
                return Err(Refusal::BadEdit(vec![Problem::new("no_targets", "this item is not about several todos")]));
            }
            if let Some(id) = exclude.iter().chain(&include).find(|id| item.targets.iter().all(|t| t.id != **id)) {
                return Err(Refusal::BadEdit(vec![Problem::new(
                    "id_not_found",
                    format!("todo #{id} is not a target of this item"),
                )]));
            }
            for target in &mut item.targets {
                if exclude.contains(&target.id) {
                    target.excluded = true;
                }
                if include.contains(&target.id) {
                    target.excluded = false;
                }
            }
            let ids: Vec<TodoId> = item.targets.iter().filter(|t| !t.excluded).map(|t| t.id).collect();
            if ids.is_empty() {
                return Err(Refusal::BadEdit(vec![
                    Problem::new("no_targets", "every target is excluded").hinting("Reject the item instead."),
                ]));
            }
            // The targets that stay keep the values they were proposed on, so their drift stays visible.
            keep_base = Some(
                item.base.iter().filter(|(id, _)| ids.contains(id)).map(|(id, b)| (*id, b.clone())).collect::<Base>(),
            );
            if let (Some(base), Some(op)) = (&mut keep_base, &item.op) {
                for (id, values) in base_of(&frozen(op, ids.clone()), &working, todos) {
                    base.entry(id).or_insert(values);
                }
            }
            item.op = item.op.as_ref().map(|op| frozen(op, ids));
        }
        Edit::Content { content: chosen, bytes: length, added: more, removed: less, was } => {
            let Some(Operation::WriteFile { at, content, bytes, mode, added, removed, proposed, new, .. }) =
                &mut item.op
            else {
                return Err(Refusal::BadEdit(vec![
                    Problem::new("invalid_edit", "only a file that is written has a content")
                        .hinting("Reject the item instead."),
                ]));
            };
            // Its writer says it anew.
            item.warnings.retain(|w| !crate::doubt::is_of_content(w));
            if *content != chosen {
                // These were for the content that undo brings back.
                *mode = mode.map(|bits| bits & !SPECIAL);
                proposed.get_or_insert_with(|| content.clone());
            }
            (*content, *bytes, *added, *removed, *new) = (chosen, length, more, less, was.is_none());
            item.files = vec![FileWas { at: at.clone(), state: was }];
        }
        Edit::Command(command) => {
            item.op = Some(Operation::RunCommand(command));
            item.undoes.clear();
            freeze(&mut item, None, &working, moment)?;
        }
        Edit::Refit { op, files } => {
            item.op = Some(*op);
            item.files = files;
        }
        Edit::Rebase if item.op.as_ref().is_some_and(|op| op.reach() == Reach::Files) => {
            return Err(Refusal::BadEdit(vec![
                Problem::new("invalid_edit", "the file has changed, and the change must be made for what is there now")
                    .hinting("Send the text you want as \"content\", or have it proposed again."),
            ]));
        }
        Edit::Rebase => {
            let Some(op) = item.op.clone() else {
                return Err(Refusal::BadEdit(vec![Problem::new(
                    "invalid_operation",
                    "this item is not an operation; send \"op\" whole",
                )]));
            };
            // A bulk item drops the targets that are gone; one that never had any looks again.
            if op.predicate().is_some() && !item.targets.is_empty() {
                item.targets.retain(|t| todos.todo(t.id).is_some());
                item.op = Some(frozen(&op, item.targets.iter().filter(|t| !t.excluded).map(|t| t.id).collect()));
            }
            let kept = item.op.clone().filter(|_| !item.targets.is_empty());
            freeze(&mut item, kept.as_ref().and_then(Operation::predicate), &working, moment)?;
        }
    }
    item.raw = None;
    item.warnings.retain(|w| {
        !matches!(
            w.code.as_ref(),
            "no_effect"
                | "possible_duplicate"
                | "line_exists"
                | "clears_completed_dates"
                | "begins_later"
                | "made_twice"
                | "changed_and_deleted"
        )
    });
    item.reason = None;
    item.failure = None;
    item.decided_at = None;
    item.decided_by = None;
    item.preselected = false;
    ground(&mut item, None, todos, &mut working, &mut fresh, moment);
    if matches!(set.source, Source::Import { .. }) {
        item.label = imported(&item.label);
    } else {
        Others::of(set.items.iter().filter(|other| other.n < item.n && is_open(other.status))).warn(&mut item);
    }
    if let Some(base) = keep_base {
        item.base = base;
        item.digest = digest(&item);
    }
    if let Some(why) = item.op.as_ref().filter(|_| rebased).and_then(|op| gone(op, &built_on, todos)) {
        // It is called as it was: what it was about has no name any more.
        item.label = called;
        item.problems = vec![why];
        item.digest = digest(&item);
    }
    if let Some(slot) = set.item_mut(n) {
        *slot = item;
    }
    set.version += 1;
    settle(set, moment.now);
    Ok(())
}

/// What became of an operation's todo that is not there any more, though it was when this was proposed.
fn gone(op: &Operation, built_on: &Base, todos: &Todos) -> Option<Problem> {
    let Some(Target::Todo(id)) = op.target() else { return None };
    if todos.todo(id).is_some() || !built_on.get(&id).is_some_and(Option::is_some) {
        return None;
    }
    Some(match op {
        Operation::Delete { .. } => Problem::new("gone", format!("#{id} has been deleted already."))
            .hinting("Reject the item: nothing is left to do."),
        _ => Problem::new("gone", format!("#{id} has been deleted meanwhile."))
            .hinting("Reject the item, or undo the deletion first."),
    })
}

/// Freezes the targets of a bulk operation that came by an edit (R3). Under the same condition as
/// before, targets that were excluded stay so.
fn freeze(
    item: &mut ChangeItem,
    was: Option<&Predicate>,
    working: &Working<'_>,
    moment: Moment,
) -> Result<(), Refusal> {
    item.warnings.retain(|w| !matches!(w.code.as_ref(), "repeating_excluded" | "deletes_series" | "so_already"));
    let Some((op, predicate)) = item.op.as_ref().and_then(|op| op.predicate().map(|p| (op, p))) else {
        item.targets.clear();
        return Ok(());
    };
    if let Some(id) = predicate.ids.iter().flatten().find(|id| working.todo(**id).is_none()) {
        return Err(Refusal::BadEdit(vec![
            Problem::new("id_not_found", format!("there is no todo #{id}")).at("/where/ids"),
        ]));
    }
    let found = bulk_targets(op, working, moment.today);
    let along = taken_along(op, &found.taken, working);
    // What an earlier item makes has no number yet that could be frozen.
    let ids: BTreeSet<TodoId> = found.taken.into_iter().filter(|id| id.0 > 0).collect();
    if ids.is_empty() {
        return Err(Refusal::BadEdit(vec![Problem::new("no_targets", "no todo matches").at("/where")]));
    }
    if was == Some(predicate) {
        item.targets.retain(|t| t.excluded || ids.contains(&t.id));
    } else {
        item.targets = ids
            .iter()
            .filter_map(|id| working.todo(*id))
            .map(|t| BulkTarget { id: t.id, title: t.title.clone(), excluded: false })
            .collect();
    }
    item.warnings.extend(left_out(&found.excluded, working));
    item.warnings.extend(along);
    item.op = Some(frozen(op, ids.into_iter().collect()));
    Ok(())
}

fn read(value: &Value) -> Result<Operation, Refusal> {
    let elsewhere = |problem: Problem| match problem.code.as_ref() {
        "not_here" => problem.hinting(
            "A file's change is edited by its content or hunks. Reject this item and propose what you want instead.",
        ),
        _ => problem,
    };
    let read = crate::operation::parse::operation(value);
    read.map_err(|problems| Refusal::BadEdit(problems.into_iter().map(elsewhere).collect()))
}
