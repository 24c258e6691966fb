//! What the items of one set do to one another: one makes the same todo again, or deletes what another changes. Each is
//! looked at for itself, and both would be signed without a word.

use super::grounding::warn;
use crate::change_set::ChangeItem;
use crate::change_set::review::verb;
use crate::operation::{Operation, Target};
use crate::problem::Problem;
use std::collections::HashMap;

/// What the items so far do.
#[derive(Debug, Default)]
pub(in crate::change_set) struct Others {
    /// The item that changes each todo, the last of them.
    changed: HashMap<Target, u32>,
    /// The item that makes each todo, as it is written.
    made: HashMap<String, u32>,
}

/// A todo that is made, in one text.
fn written(op: &Operation) -> Option<String> {
    matches!(op, Operation::Create(_)).then(|| serde_json::to_string(op).ok()).flatten()
}

impl Others {
    /// The items of a set that come before others.
    pub(in crate::change_set) fn of<'i>(items: impl Iterator<Item = &'i ChangeItem>) -> Self {
        let mut others = Self::default();
        items.for_each(|item| others.note(item));
        others
    }

    /// Remembers what an item does.
    pub(in crate::change_set) fn note(&mut self, item: &ChangeItem) {
        let Some(op) = &item.op else { return };
        if let Some(made) = written(op) {
            self.made.entry(made).or_insert(item.n);
        }
        if let Some(target) = op.target().filter(|_| verb(op) == "change") {
            self.changed.insert(target, item.n);
        }
    }

    /// Says of an item what those before it have to do with it.
    pub(in crate::change_set) fn warn(&self, item: &mut ChangeItem) {
        let Some(op) = &item.op else { return };
        if let Some(n) = written(op).and_then(|made| self.made.get(&made)) {
            let told = format!("Just the same todo is made by item {n}.");
            warn(item, Problem::new("made_twice", told).hinting("Reject it, or sign it to have both."));
        } else if let Operation::Delete { id } = op
            && let Some(n) = self.changed.get(id)
        {
            let told = format!("This todo is changed by item {n}: nothing of that would be left.");
            warn(item, Problem::new("changed_and_deleted", told).hinting("Sign one of the two."));
        }
    }
}
