//! What an agent that nobody asked may not propose (F/S2): the same for the wake's own model and for
//! agents that call tools.

use crate::operation::{Operation, Patch};
use crate::problem::Problem;
use crate::todo::Status;

/// Most labels that an agent may put on a todo at once.
pub const MOST_LABELS: usize = 3;
/// Longest estimate, in minutes.
pub const MOST_MINUTES: u32 = 1_440;

/// Why an operation is not an agent's to propose; none = it may.
pub fn refusal(op: &Operation) -> Option<Problem> {
    if op.predicate().is_some_and(|p| p.all) {
        return Some(Problem::new("invalid_where_all", "nobody asked for all todos").at("/where/all"));
    }
    match op {
        Operation::Complete { completed: true, .. } | Operation::BulkComplete { completed: true, .. } => {
            Some(of_the_user(Status::Done))
        }
        Operation::SetStatus { status, reason, .. } => status_of(*status, reason.is_some()),
        Operation::Update { set, .. } | Operation::BulkUpdate { set, .. } => patch(set),
        Operation::Create(draft) if draft.labels.len() > MOST_LABELS => Some(labels()),
        Operation::Create(draft) => draft.status.and_then(|status| status_of(status, false)),
        _ => None,
    }
}

fn patch(set: &Patch) -> Option<Problem> {
    let cleared = set.labels.as_ref().is_some_and(|l| l.is_empty() || l.len() > MOST_LABELS);
    if cleared || set.labels_add.len() > MOST_LABELS {
        return Some(labels());
    }
    if set.completed == Some(true) {
        return Some(of_the_user(Status::Done));
    }
    if set.estimate.flatten().is_some_and(|minutes| !(1..=MOST_MINUTES).contains(&minutes)) {
        return Some(Problem::new("invalid_estimate", "an estimate is a number of minutes from 1 to 1440"));
    }
    set.status.and_then(|status| status_of(status, false))
}

fn status_of(status: Status, reasoned: bool) -> Option<Problem> {
    match status {
        Status::Done | Status::Rejected => Some(of_the_user(status)),
        Status::Blocked | Status::OnHold if !reasoned => {
            Some(Problem::new("missing_reason", "BLOCKED and ON HOLD need a reason"))
        }
        _ => None,
    }
}

fn of_the_user(status: Status) -> Problem {
    let word = if status == Status::Rejected { "REJECTED" } else { "DONE" };
    Problem::new("status_of_the_user", format!("only the user sets a task to {word}"))
        .hinting("Say in the report that it looks finished, and leave the status.")
}

fn labels() -> Problem {
    Problem::new("invalid_labels", "an agent puts one to three labels on a todo, and takes none away")
        .hinting("Put the most useful ones, with labels_add.")
}
