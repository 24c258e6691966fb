//! What an item is called where others of its set come before it: by the todo as it finds it, which is another
//! one when those others are not carried out.

use super::{ChangeItem, ChangeSet};
use crate::ids::TodoId;
use crate::label::label;
use crate::operation::{Operation, Target};
use crate::todos::View;
use std::collections::BTreeSet;

/// The todo that an item is about by itself.
fn own(item: &ChangeItem) -> Option<Target> {
    item.op.as_ref().and_then(Operation::target)
}

/// Numbers of the items that are about a todo that an item before them makes or is about, too.
pub(super) fn followers(set: &ChangeSet) -> BTreeSet<u32> {
    let mut seen: BTreeSet<TodoId> = BTreeSet::new();
    let mut found = BTreeSet::new();
    for item in &set.items {
        let target = match own(item) {
            Some(Target::Todo(id)) => Some(id),
            Some(Target::New(_)) => {
                found.insert(item.n);
                None
            }
            None => None,
        };
        if target.is_some_and(|id| seen.contains(&id)) {
            found.insert(item.n);
        }
        seen.extend(target);
        seen.extend(item.base.keys());
    }
    found
}

/// An item's label where it finds todos like this: of a follower made anew, of any other as it was proposed.
pub(super) fn label_on(item: &ChangeItem, followers: &BTreeSet<u32>, view: &dyn View) -> String {
    match (&item.op, own(item)) {
        (Some(op), Some(of)) if followers.contains(&item.n) && view.target(of).is_some() => label(op, view, 0),
        _ => item.label.clone(),
    }
}
