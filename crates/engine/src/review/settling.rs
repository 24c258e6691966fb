//! Operations that a client sends back as a message proposed them to it (S0-34). They are the proposal: it is signed
//! and applied, so that a wish is one change, and nothing of it waits to be done a second time.

use crate::write::Write;
use crate::{Inner, Result};
use countersign_core::change_set::review::{self, is_open};
use countersign_core::change_set::{Actor, ChangeItem, ChangeSet, ItemStatus, Source};
use countersign_core::ids::SetId;
use countersign_core::operation::{Reach, parse};
use countersign_core::wire::{Receipt, SignItem};
use serde_json::Value;
use std::collections::BTreeSet;

/// So many of the sets that wait are looked through, the newest first.
const MOST_BACK: usize = 40;

/// A set that waits, and what of it was sent back.
pub(super) struct Proposed {
    pub(super) set: ChangeSet,
    /// Of operations, by their place in the request, the items.
    pub(super) items: Vec<(usize, u32)>,
}

/// Pairs operations, by their place, with items that are just these; each item is taken once.
fn paired(sent: &[Value], items: Vec<(u32, Value)>) -> Vec<(usize, u32)> {
    let mut left = items;
    let whole = |sent: &Value| parse::operation(sent).map_or_else(|_| sent.clone(), |op| op.to_value());
    let mut take = |(place, sent): (usize, &Value)| {
        let whole = whole(sent);
        let at = left.iter().position(|(_, op)| *op == whole)?;
        Some((place, left.remove(at).0))
    };
    sent.iter().enumerate().filter_map(&mut take).collect()
}

/// What of an item a client may be shown and send back: only what is about todos.
fn sendable(item: &ChangeItem) -> Option<(u32, Value)> {
    let waits = matches!(item.status, ItemStatus::Pending | ItemStatus::Confirmed | ItemStatus::Deferred);
    let op = item.op.as_ref().filter(|op| waits && item.problems.is_empty() && op.reach() == Reach::Todos)?;
    Some((item.n, op.to_value()))
}

impl Inner {
    /// The sets of messages that hold some of these operations as they stand and wait for a signature, the newest first.
    pub(super) async fn proposed_as(&self, sent: &[Value]) -> Result<Vec<Proposed>> {
        let asked = |source: &Source| matches!(source, Source::Request | Source::Undo { .. } | Source::Rewind { .. });
        let waiting: Vec<SetId> = {
            let world = self.world();
            world.open.values().rev().filter(|set| asked(&set.source)).map(|set| set.id).take(MOST_BACK).collect()
        };
        let mut found = Vec::new();
        for id in waiting {
            let Some(set) = self.store.change_set(id).await? else { continue };
            if set.run.is_none() || review::expired(&set, self.clock.now()) {
                continue;
            }
            let items = paired(sent, set.items.iter().filter_map(sendable).collect());
            if !items.is_empty() {
                found.push(Proposed { set, items });
            }
        }
        Ok(found)
    }

    /// The set that can be signed and applied in the place of `count` operations: it holds all of them as they are now,
    /// and nothing else in it is signed.
    pub(super) fn all_of<'f>(&self, found: &'f [Proposed], count: usize) -> Option<&'f Proposed> {
        let moment = self.moment();
        let world = self.world();
        found.iter().filter(|one| one.items.len() == count).find(|one| {
            let items: BTreeSet<u32> = one.items.iter().map(|(_, n)| *n).collect();
            let signed = one.set.items.iter().filter(|item| item.status == ItemStatus::Confirmed);
            let picked: Vec<(u32, String)> = one.signed().into_iter().map(|item| (item.item, item.digest)).collect();
            signed.into_iter().all(|item| items.contains(&item.n))
                && review::unsignable(&one.set, &picked, &world.todos, moment).is_empty()
        })
    }
}

impl Proposed {
    /// The items that were sent back, to be signed.
    pub(super) fn signed(&self) -> Vec<SignItem> {
        let items = self.items.iter().filter_map(|(_, n)| self.set.item(*n));
        // Who sends what was put off back means it now.
        let was = |item: &ChangeItem| item.status.verdict();
        items.map(|item| SignItem { item: item.n, digest: item.digest.clone(), was: was(item) }).collect()
    }
}

impl Write<'_> {
    /// Takes back what waits and is done here by itself, since the set cannot be applied in its place: of each of
    /// these operations the newest that waits.
    pub(super) async fn done_otherwise(&mut self, found: &[Proposed], mut places: BTreeSet<usize>) -> Result<()> {
        for one in found {
            let open = |n: u32| one.set.item(n).is_some_and(|item| is_open(item.status));
            let items: Vec<u32> =
                one.items.iter().filter(|(place, n)| open(*n) && places.remove(place)).map(|(_, n)| *n).collect();
            if !items.is_empty() {
                self.retract(one.set.id, &items, "already-done", &Actor::System).await?;
            }
        }
        Ok(())
    }
}

/// A receipt of what was sent: the items of a stored set have the places of another request.
pub(super) fn as_asked(mut receipt: Receipt, sent: &[Value]) -> Receipt {
    if receipt.change_set.run.is_none() {
        return receipt;
    }
    let done: BTreeSet<u32> = receipt.results.iter().map(|result| result.n).collect();
    let set = &mut receipt.change_set;
    set.items.retain(|item| done.contains(&item.n));
    let places = paired(sent, set.items.iter().map(|item| (item.n, item.op.clone())).collect());
    let place = |n: u32| places.iter().find(|(_, of)| *of == n).and_then(|(place, _)| u32::try_from(*place).ok());
    for item in &mut set.items {
        item.request = place(item.n).unwrap_or(item.request);
    }
    for result in &mut receipt.results {
        result.request = place(result.n).unwrap_or(result.request);
    }
    receipt
}
