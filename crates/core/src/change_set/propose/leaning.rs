//! What an item does because of those before it: without them it would do something else, or could not be done, and what
//! was looked at would not be what happens. So it falls with them.

use super::Builder;
use crate::change_set::undo::changed_keys;
use crate::change_set::{Change, ChangeItem, ItemStatus};
use crate::effect::{Fresh, Working, effect, read_key};
use crate::ids::TodoId;
use crate::operation::{Operation, Reach, Target};
use crate::problem::Problem;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Of more items about the same todos all are needed where any is: looking for the fewest takes the square of them.
const LOOKED_THROUGH: usize = 24;

/// The items that can be carried out, by what they are about.
#[derive(Debug, Default)]
pub(super) struct About(HashMap<Target, Vec<u32>>);

impl About {
    pub(super) fn note(&mut self, item: &ChangeItem) {
        let open = matches!(item.status, ItemStatus::Pending | ItemStatus::Confirmed | ItemStatus::Deferred);
        let Some(op) = item.op.as_ref().filter(|_| open) else { return };
        for target in targets(op) {
            self.0.entry(target).or_default().push(item.n);
        }
    }

    /// Those about the todos of an operation, in order.
    fn with(&self, op: &Operation) -> Vec<u32> {
        let all: BTreeSet<u32> = targets(op).filter_map(|target| self.0.get(&target)).flatten().copied().collect();
        all.into_iter().collect()
    }
}

fn targets(op: &Operation) -> impl Iterator<Item = Target> + '_ {
    let many = op.predicate().and_then(|p| p.ids.as_deref()).unwrap_or_default();
    op.target().into_iter().chain(many.iter().map(|id| Target::Todo(*id)))
}

/// What comes of an operation: of each todo whether it is there before and after, and the values that it gets; of a list
/// the elements that come and go. None where it cannot be done.
type Outcome = Option<Vec<(Option<TodoId>, bool, bool, BTreeMap<String, Value>)>>;

fn outcome(changes: Result<Vec<Change>, Problem>) -> Outcome {
    let told = |change: Change| {
        let (before, after) = (change.before.is_some(), change.after.is_some());
        let pair = change.before.as_ref().zip(change.after.as_ref());
        let keys = pair.map(|(before, after)| changed_keys(before, after, &BTreeSet::new())).unwrap_or_default();
        let values = keys.into_iter().filter_map(|key| Some((read_key(change.after.as_ref()?, &key), key)));
        // One that is not made yet has no number.
        let id = Some(change.id).filter(|id| id.0 > 0);
        (id, before, after, values.map(|(value, key)| (key, value)).collect())
    };
    changes.ok().map(|changes| changes.into_iter().map(told).collect())
}

impl Builder<'_> {
    /// The fewest of the earlier items with which an operation does what it does behind all of them, besides those that it
    /// is known to need. Of several that each would do, the last.
    pub(super) fn leaning(&self, op: &Operation, known: &[u32]) -> Vec<u32> {
        let known = self.with_theirs(known.iter().copied().chain(match op.target() {
            Some(Target::New(n)) => Some(n),
            _ => None,
        }));
        let others: Vec<u32> = self.about.with(op).into_iter().filter(|n| !known.contains(n)).collect();
        if others.is_empty() || op.reach() != Reach::Todos {
            return Vec::new();
        }
        let behind_all = outcome(effect(op, &self.working, self.moment, &mut Fresh::provisional()));
        let same = |some: &[u32]| {
            let needed = self.with_theirs(known.iter().chain(some).copied());
            let mut working = Working::new(self.todos);
            let mut fresh = Fresh::provisional();
            for item in self.items.iter().filter(|item| needed.contains(&item.n)) {
                // What cannot be done without the others brings nothing about.
                let _ = item.op.as_ref().map(|op| working.run(item.n, op, self.moment, &mut fresh));
            }
            outcome(effect(op, &working, self.moment, &mut fresh)) == behind_all
        };
        match behind_all.is_none() || same(&[]) {
            true => Vec::new(),
            false if others.len() > LOOKED_THROUGH => others,
            false => fewest(others, same),
        }
    }

    /// These items and all that they need.
    fn with_theirs(&self, items: impl Iterator<Item = u32>) -> BTreeSet<u32> {
        let (mut all, mut next): (BTreeSet<u32>, Vec<u32>) = (BTreeSet::new(), items.collect());
        while let Some(n) = next.pop() {
            let item = usize::try_from(n).ok().and_then(|n| self.items.get(n.checked_sub(1)?));
            if let Some(item) = item.filter(|_| all.insert(n)) {
                next.extend(&item.needs);
            }
        }
        all
    }
}

/// The fewest of these with which something holds that holds with all of them: one after the other is left out, if it
/// holds without it.
pub(super) fn fewest(mut all: Vec<u32>, holds: impl Fn(&[u32]) -> bool) -> Vec<u32> {
    for n in all.clone() {
        let without: Vec<u32> = all.iter().copied().filter(|other| *other != n).collect();
        if holds(&without) {
            all = without;
        }
    }
    all
}
