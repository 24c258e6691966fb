//! What waits and what is ordered now, of the same todo: where both can not be wanted, the last word counts (TODOS.md rule
//! 16).

use super::{Proposed, Taken};
use crate::interpret::Context;
use countersign_core::operation::{Operation, Target};
use countersign_core::todo::Status;
use jiff::civil::Date;

/// How an operation takes a todo off the list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Gone,
    Done,
    /// One day of a series.
    Day(Date),
}

/// The proposals beside which the operations have no place.
pub(super) fn overtaken(ops: &[Operation], ctx: &Context) -> Vec<Taken> {
    let out = |p: &&Proposed| ops.iter().any(|op| excludes(&p.op, op));
    ctx.proposals.iter().filter(out).map(|p| p.taken(true)).collect()
}

/// Whether what is ordered now leaves no place for what waits.
fn excludes(waits: &Operation, ordered: &Operation) -> bool {
    let todo = |op: &Operation| op.target().and_then(Target::id);
    if waits == ordered || todo(waits).is_none() || todo(waits) != todo(ordered) {
        return false;
    }
    match (end(waits), end(ordered)) {
        (_, Some(End::Gone)) | (Some(End::Gone), _) => true,
        // A note or a label may be given to what is done.
        (Some(End::Done), end) => end == Some(End::Done) || opens(ordered) || gives_day(ordered),
        (Some(End::Day(day)), Some(End::Day(other))) => day == other,
        (Some(End::Day(day)), None) => of_day(ordered) == Some(day),
        _ => false,
    }
}

/// Whether an operation takes a todo, or one day of it, off the list.
pub(in crate::interpret) fn ends(op: &Operation) -> bool {
    end(op).is_some()
}

fn end(op: &Operation) -> Option<End> {
    match op {
        Operation::Delete { .. } => Some(End::Gone),
        Operation::Complete { completed: true, .. } => Some(End::Done),
        Operation::SetStatus { status: Status::Done | Status::Rejected, .. } => Some(End::Done),
        Operation::CompleteOccurrence { occurrence_date, completed: true, .. }
        | Operation::SkipOccurrence { occurrence_date, .. } => Some(End::Day(*occurrence_date)),
        _ => None,
    }
}

fn opens(op: &Operation) -> bool {
    matches!(op, Operation::Complete { completed: false, .. } | Operation::SetStatus { .. })
}

fn gives_day(op: &Operation) -> bool {
    match op {
        Operation::Update { set, .. } => {
            set.scheduled_for.is_some()
                || set.due_date.is_some()
                || set.time_of_day.is_some()
                || set.recurrence.is_some()
        }
        _ => false,
    }
}

fn of_day(op: &Operation) -> Option<Date> {
    match op {
        Operation::MoveOccurrence { occurrence_date, .. } | Operation::CompleteOccurrence { occurrence_date, .. } => {
            Some(*occurrence_date)
        }
        _ => None,
    }
}
