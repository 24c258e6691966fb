//! What an item is called: by the todo as it finds it, which is another one when somebody renamed it since, or when
//! others of its set that come before it are not carried out.

use super::{ChangeItem, ChangeSet, Source};
use crate::ids::TodoId;
use crate::label::{imported, label};
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

/// An item's label where it finds todos like this: the todo that it is about may be called otherwise by now.
pub(super) fn label_on(set: &ChangeSet, item: &ChangeItem, view: &dyn View) -> String {
    match (&item.op, own(item)) {
        (Some(op), Some(of)) if view.target(of).is_some() => match set.source {
            Source::Import { .. } => imported(&label(op, view, 0)),
            _ => label(op, view, 0),
        },
        _ => item.label.clone(),
    }
}
