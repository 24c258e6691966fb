//! From ledger entries to todos and change sets. The engine writes its tables through this same
//! reducer, so a rebuild from the ledger equals them by construction.

use crate::change_set::execute::record;
use crate::change_set::review::{expire, settle};
use crate::change_set::{Actor, ChangeSet, ItemRef, ItemStatus, Verdict};
use crate::ids::{RuleId, Seq, SessionId, SetId, TodoId};
use crate::ledger::{Entry, Event};
use crate::rule::{Ended, Rule};
use crate::session::SessionMarks;
use crate::todo::Todo;
use countersign_plan::Plan;
use std::collections::{BTreeMap, BTreeSet};

/// Todos and change sets as some run of entries leaves them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Projection {
    /// Todos that were written; `None` = deleted.
    pub todos: BTreeMap<TodoId, Option<Todo>>,
    /// The sets known here. An engine loads only those an entry is about.
    pub sets: BTreeMap<SetId, ChangeSet>,
    /// Sets changed since the last look.
    pub touched: BTreeSet<SetId>,
    /// The standing rules known here. An engine loads only those an entry is about.
    pub rules: BTreeMap<RuleId, Rule>,
    /// What is known of conversations. An engine loads only those an entry is about.
    pub marks: BTreeMap<SessionId, SessionMarks>,
    /// Plan documents that were written, by conversation and version.
    pub plans: BTreeMap<(SessionId, u64), Plan>,
}

impl Projection {
    /// Starts from these sets.
    pub fn with(sets: impl IntoIterator<Item = ChangeSet>) -> Self {
        Self { sets: sets.into_iter().map(|s| (s.id, s)).collect(), ..Self::default() }
    }

    /// Takes in the next entry.
    pub fn take(&mut self, entry: &Entry) {
        match &entry.event {
            Event::Proposed { set } => {
                if let Some(old) = set.copy_of.and_then(|old| self.set_mut(old)) {
                    old.copied_as = Some(set.id);
                }
                self.sets.insert(set.id, (**set).clone());
                self.touched.insert(set.id);
            }
            Event::Revised { set, version, items } => {
                if let Some(set) = self.set_mut(*set) {
                    set.version = *version;
                    for item in items {
                        if let Some(slot) = set.item_mut(item.n) {
                            *slot = item.clone();
                        }
                    }
                    settle(set, entry.at);
                }
            }
            Event::Decided { set, items } => {
                if let Some(set) = self.set_mut(*set) {
                    for decision in items.iter().filter(|decision| decision.with.is_none()) {
                        mark(set, decision.n, decision.verdict, decision.reason.as_deref(), &entry.actor, entry.at);
                    }
                    settle(set, entry.at);
                }
            }
            Event::Applying { set, items, .. } => {
                if let Some(set) = self.set_mut(*set) {
                    for n in items {
                        if let Some(item) = set.item_mut(*n) {
                            item.status = ItemStatus::Applying;
                        }
                    }
                    settle(set, entry.at);
                }
            }
            Event::Applied { set, items, direct, left } => {
                if let Some(direct) = direct {
                    self.sets.insert(direct.id, (**direct).clone());
                }
                for change in items.iter().flat_map(|o| &o.changes) {
                    self.todos.insert(change.id, change.after.clone());
                }
                if let Some(set) = self.set_mut(*set) {
                    record(set, items, left, entry.seq, entry.at);
                    let id = set.id;
                    self.restand(id);
                }
            }
            Event::Expired { set, .. } => {
                if let Some(set) = self.set_mut(*set) {
                    expire(set);
                }
            }
            Event::Extended { set, version, items, expires_at } => {
                if let Some(set) = self.set_mut(*set) {
                    set.expires_at = expires_at.unwrap_or(set.expires_at).max(set.expires_at);
                    set.version = *version;
                    set.items.extend(items.iter().cloned());
                    settle(set, entry.at);
                }
            }
            Event::RuleMade { rule } => {
                self.rules.insert(rule.id, (**rule).clone());
            }
            Event::RuleUsed { rule, .. } => {
                if let Some(rule) = self.rules.get_mut(rule) {
                    rule.uses = rule.uses.saturating_add(1);
                    rule.last_used_at = Some(entry.at);
                }
            }
            Event::RuleKept { rule, count, .. } => {
                if let Some(rule) = self.rules.get_mut(rule) {
                    rule.uses = rule.uses.saturating_add(*count);
                    rule.last_used_at = Some(entry.at);
                }
            }
            Event::RuleSuspended { rule, ended } | Event::RuleRevoked { rule, ended } => self.end(*rule, ended),
            Event::Session { session, change } => {
                self.marks.entry(session.clone()).or_default().take(change, entry.at);
            }
            Event::Plan { session, plan, .. } => {
                self.plans.insert((session.clone(), plan.metadata.version), (**plan).clone());
            }
            Event::Settings { .. } | Event::Audit { .. } | Event::Memory { .. } => {}
        }
    }

    /// Ends a rule. A person's own word stands over a suspension.
    fn end(&mut self, id: RuleId, ended: &Ended) {
        if let Some(rule) = self.rules.get_mut(&id) {
            let revoked = rule.ended.as_ref().is_some_and(|e| e.how == crate::rule::Ending::Revoked);
            if !revoked {
                rule.ended = Some(ended.clone());
            }
        }
    }

    fn set_mut(&mut self, id: SetId) -> Option<&mut ChangeSet> {
        let set = self.sets.get_mut(&id)?;
        self.touched.insert(id);
        Some(set)
    }

    /// Which items still stand, of all that this set takes back and those take back in turn: one is
    /// undone when some set holds inverses of it and all of these stand. The newest are settled
    /// first, since an inverse is always newer than what it takes back.
    fn restand(&mut self, by: SetId) {
        let refs = |sets: &BTreeMap<SetId, ChangeSet>, of: &ItemRef| {
            sets.get(&of.set).and_then(|s| s.item(of.n)).map(|i| i.undoes.clone()).unwrap_or_default()
        };
        let Some(set) = self.sets.get(&by) else { return };
        let mut next: Vec<ItemRef> =
            set.items.iter().filter(|i| i.applied_by.is_some()).flat_map(|i| i.undoes.clone()).collect();
        let mut reached: BTreeSet<(Seq, ItemRef)> = BTreeSet::new();
        while let Some(of) = next.pop() {
            if reached.insert((of.entry, of)) {
                next.extend(refs(&self.sets, &of));
            }
        }
        let takers: BTreeSet<SetId> = reached.iter().map(|(_, of)| of.set).chain([by]).collect();
        let mut inverses: BTreeMap<ItemRef, BTreeMap<SetId, Vec<u32>>> = BTreeMap::new();
        for set in takers.iter().filter_map(|id| self.sets.get(id)) {
            for (item, of) in set.items.iter().flat_map(|i| i.undoes.iter().map(move |of| (i, of))) {
                inverses.entry(*of).or_default().entry(set.id).or_default().push(item.n);
            }
        }
        for (_, of) in reached.into_iter().rev() {
            let stands = |set: &SetId, n: &u32| {
                self.sets.get(set).and_then(|s| s.item(*n)).is_some_and(|i| i.status == ItemStatus::Applied)
            };
            let undone =
                inverses.get(&of).is_some_and(|by| by.iter().any(|(set, items)| items.iter().all(|n| stands(set, n))));
            let status = if undone { ItemStatus::Undone } else { ItemStatus::Applied };
            let was = self
                .sets
                .get(&of.set)
                .and_then(|s| s.item(of.n))
                .filter(|i| i.applied_by == Some(of.entry))
                .map(|i| i.status);
            if matches!(was, Some(ItemStatus::Applied | ItemStatus::Undone))
                && was != Some(status)
                && let Some(item) = self.set_mut(of.set).and_then(|s| s.item_mut(of.n))
            {
                item.status = status;
            }
        }
    }
}

/// Notes a verdict on an item.
pub(crate) fn mark(
    set: &mut ChangeSet,
    n: u32,
    verdict: Verdict,
    reason: Option<&str>,
    actor: &Actor,
    at: jiff::Timestamp,
) {
    let Some(item) = set.item_mut(n) else { return };
    item.status = match verdict {
        Verdict::Confirmed => ItemStatus::Confirmed,
        Verdict::Rejected => ItemStatus::Rejected,
        Verdict::Deferred => ItemStatus::Deferred,
        Verdict::Retracted => ItemStatus::Retracted,
        Verdict::Undecided if item.problems.is_empty() => ItemStatus::Pending,
        Verdict::Undecided => ItemStatus::Invalid,
    };
    let decided = verdict != Verdict::Undecided;
    item.reason = reason.map(str::to_owned);
    item.failure = None;
    item.decided_at = decided.then_some(at);
    item.decided_by = decided.then(|| actor.clone());
}
