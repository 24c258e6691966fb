//! Where rules act: signing what was proposed, carrying it out, and ending at the first undo.

use crate::review::Signing;
use crate::write::Write;
use crate::{Engine, Result};
use countersign_core::change_set::{Actor, ChangeItem, ChangeSet, ItemStatus, Source, Verdict, review};
use countersign_core::ids::{RuleId, SetId};
use countersign_core::ledger::Event;
use countersign_core::rule::{Ended, Ending, Rule, RuleStatus};
use countersign_core::wire::ApplyMode;
use std::collections::BTreeSet;

impl Engine {
    /// Signs and carries out what standing rules let through of a set that was just proposed; the
    /// rest waits. What cannot be carried out as it stands waits as well: nothing is then signed.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn let_through(&self, id: SetId) -> Result<()> {
        let inner = &self.0;
        if inner.world().rules.active(self.now()).is_empty() {
            return Ok(());
        }
        let mut write = Write::begin(inner).await?;
        let mut set = write.load(id).await?;
        let Some(actor) = write.sign_by_rules(&mut set).await? else { return Ok(()) };
        let nothing = Signing::Stored(Vec::new());
        match write.carry_out(set, nothing, ApplyMode::Atomic, None, &actor, None).await {
            Ok(receipt) => self.run_signed(receipt, ApplyMode::Atomic, &actor, None).await.map(drop),
            Err(e) if e.status() < 500 => Ok(()),
            Err(e) => Err(e),
        }
    }
}

impl Write<'_> {
    /// Signs the items of a set if rules cover all of them: a set is done in its order and all or
    /// nothing, and what waits in it holds back the rest. Each use is an entry of its own. The first rule
    /// that signed something is who carries it out.
    pub(crate) async fn sign_by_rules(&mut self, set: &mut ChangeSet) -> Result<Option<Actor>> {
        let inner = self.inner();
        let now = self.moment.now;
        if set.source != Source::Request {
            return Ok(None);
        }
        let active = self.active_rules();
        let covered = |i: &ChangeItem| i.status == ItemStatus::Pending && inner.covering(i, &active, now).is_some();
        if !set.items.iter().all(covered) {
            return Ok(None);
        }
        let (mut first, mut signed): (Option<Actor>, BTreeSet<u32>) = (None, BTreeSet::new());
        let items: Vec<u32> = set.items.iter().filter(|i| i.status == ItemStatus::Pending).map(|i| i.n).collect();
        for n in items {
            // Counted anew each time: a use before this one may have been the last.
            let active = self.active_rules();
            let Some(item) = set.item(n) else { continue };
            let met =
                |need: &u32| signed.contains(need) || set.item(*need).is_some_and(|i| i.status == ItemStatus::Applied);
            if !item.needs.iter().all(met) {
                continue;
            }
            let Some(covering) = inner.covering(item, &active, now) else { continue };
            let Some(actor) = covering.first().map(Rule::actor) else { continue };
            let (digest, label) = (item.digest.clone(), item.label.clone());
            let picked = [(n, digest.clone())];
            let decided = {
                let world = inner.world();
                review::decide(set, &picked, Verdict::Confirmed, None, &actor, &world.todos, self.moment)
            };
            // What a person could not sign as it stands, no rule can.
            let Ok(decisions) = decided else { continue };
            for rule in &covering {
                let used = Event::RuleUsed {
                    rule: rule.id,
                    set: set.id,
                    item: n,
                    digest: digest.clone(),
                    label: label.clone(),
                };
                self.append(&rule.actor(), used).await?;
            }
            self.append(&actor, Event::Decided { set: set.id, items: decisions }).await?;
            signed.insert(n);
            first.get_or_insert(actor);
        }
        Ok(first)
    }

    /// The rules as this write leaves them, those that can be used.
    fn active_rules(&self) -> Vec<Rule> {
        let now = self.moment.now;
        let mut active = self.inner().world().rules.active(now);
        for rule in &mut active {
            if let Some(newer) = self.rule(rule.id) {
                rule.clone_from(newer);
            }
        }
        active.retain(|rule| rule.status(now) == RuleStatus::Active);
        active
    }

    /// Ends the rules that signed what this set has just taken back.
    pub(crate) async fn suspend_undone(&mut self, set: &ChangeSet, actor: &Actor) -> Result<()> {
        let done: BTreeSet<u32> = self.outcomes().iter().filter(|o| o.ok).map(|o| o.n).collect();
        let undone = set.items.iter().filter(|i| done.contains(&i.n)).flat_map(|i| i.undoes.clone());
        let mut ended: BTreeSet<RuleId> = BTreeSet::new();
        for of in undone.collect::<Vec<_>>() {
            let by = self.load(of.set).await?.item(of.n).and_then(|i| i.decided_by.clone());
            let Some(Actor::Rule { rule, .. }) = by else { continue };
            let live = self.inner().world().rules.get(rule).is_some_and(|rule| rule.ended.is_none());
            if live && ended.insert(rule) {
                let why = format!("{}.{}, which it let through, was undone", of.set, of.n);
                let end = Ended { how: Ending::Suspended, at: self.moment.now, why };
                self.append(actor, Event::RuleSuspended { rule, ended: end }).await?;
            }
        }
        Ok(())
    }
}
