//! Todos that are there twice.

use crate::Suggestion;
use countersign_core::dedup::folded;
use countersign_core::operation::{Operation, Target};
use countersign_core::todo::{Field, Todo};
use std::collections::BTreeMap;

/// Of open todos with one title, those that hold nothing the first does not: delete them. Twins with
/// different plans are left alone.
pub(crate) fn doubles(open: &[&Todo]) -> Vec<Suggestion> {
    let mut by_title: BTreeMap<String, Vec<&Todo>> = BTreeMap::new();
    for todo in open {
        by_title.entry(folded(&todo.title)).or_default().push(todo);
    }
    let mut found: Vec<(&Todo, Suggestion)> = Vec::new();
    for twins in by_title.into_values().filter(|t| t.len() > 1) {
        // The one with the most in it stays; of equals the oldest.
        let Some(stays) = twins.iter().copied().max_by_key(|t| (weight(t), std::cmp::Reverse(t.id))) else { continue };
        for double in twins.into_iter().filter(|t| t.id != stays.id && is_within(t, stays)) {
            let why = format!("#{} has the same title and everything this one holds.", stays.id);
            let op = Operation::Delete { id: Target::Todo(double.id) };
            let said = Suggestion::new("double", double, &stays.id.to_string(), op, why);
            found.push((double, said.because_of([stays.id])));
        }
    }
    found.sort_by_key(|(todo, _)| todo.id);
    found.into_iter().map(|(_, s)| s).collect()
}

const HELD: [Field; 12] = [
    Field::Notes,
    Field::ScheduledFor,
    Field::TimeOfDay,
    Field::DueDate,
    Field::Priority,
    Field::Status,
    Field::Estimate,
    Field::Labels,
    Field::Checklist,
    Field::Recurrence,
    Field::CompletedDates,
    Field::Extra,
];

/// How many fields hold something of the person's.
fn weight(todo: &Todo) -> usize {
    let blank = blank();
    HELD.into_iter().filter(|f| !todo.equal(&blank, *f)).count()
}

/// Everything `todo` holds, `other` holds too.
fn is_within(todo: &Todo, other: &Todo) -> bool {
    let blank = blank();
    HELD.into_iter().all(|f| todo.equal(&blank, f) || todo.equal(other, f))
}

fn blank() -> Todo {
    Todo::new(countersign_core::ids::TodoId(0), String::new(), String::new(), jiff::Timestamp::UNIX_EPOCH)
}
