//! Where rules act: signing what was proposed, carrying it out, and ending at the first undo.

use crate::effects::copy::Copy;
use crate::review::Signing;
use crate::workspace::blocking;
use crate::write::Write;
use crate::{Engine, Inner, Result};
use countersign_core::change_set::propose::Proposal;
use countersign_core::change_set::review::Refusal;
use countersign_core::change_set::{Actor, ChangeItem, ChangeSet, ItemStatus, Source, Verdict, review};
use countersign_core::command::Command;
use countersign_core::ids::{RuleId, SetId};
use countersign_core::ledger::{Decision, Event};
use countersign_core::operation::{Operation, Target};
use countersign_core::rule::{Ended, Ending, Rule, RuleStatus};
use countersign_core::shape::Shape;
use countersign_core::wire::ApplyMode;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

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
        if !self.all_copyable(id).await? {
            return Ok(());
        }
        let mut write = Write::begin(inner).await?;
        let mut set = write.load(id).await?;
        let Some(actor) = write.sign_by_rules(&mut set).await? else { return Ok(()) };
        let nothing = Signing::Stored(Vec::new());
        match write.carry_out(set, nothing, ApplyMode::Atomic, None, &actor, None).await {
            Ok(done) if done.commands => {
                self.run_signed(done.answer.receipt()?, ApplyMode::Atomic, &actor, None).await.map(drop)
            }
            Ok(_) => Ok(()),
            Err(e) if e.status() < 500 => Ok(()),
            Err(e) => Err(e),
        }
    }

    /// Whether each folder that rules would run a command of this set in a copy of can be copied; a command
    /// whose folder cannot is asked about.
    async fn all_copyable(&self, id: SetId) -> Result<bool> {
        let inner = &self.0;
        let Some(set) = inner.store.change_set(id).await? else { return Ok(true) };
        let now = self.now();
        let rules = inner.world().rules.active(now);
        let covered = |item: &&ChangeItem| inner.covering(&set, item, &rules, now).is_some();
        let items = set.items.iter().filter(covered);
        let commands = items.filter_map(|item| match &item.op {
            Some(Operation::RunCommand(command)) => Some(command),
            _ => None,
        });
        self.copyable(commands).await
    }

    /// Whether the folder of each command that does more than look can be copied: no rule signs one whose
    /// folder cannot.
    pub(crate) async fn copyable(&self, commands: impl Iterator<Item = &Command>) -> Result<bool> {
        let jobs = commands.filter_map(|command| self.0.job(command).ok());
        let roots: BTreeSet<PathBuf> = jobs.filter(|job| !job.looks).map(|job| job.root).collect();
        blocking(move || roots.iter().all(|root| Copy::fits(root))).await
    }
}

impl Inner {
    /// Whether an item writes a file that is run by its name: by its permissions, or by how it begins. By such a
    /// file more is done than to change a text, so no rule for a folder covers it.
    async fn writes_programs(&self, set: &ChangeSet) -> Result<bool> {
        for item in &set.items {
            let Some(Operation::WriteFile { content, .. }) = &item.op else { continue };
            let was = item.files.first().and_then(|was| was.state.as_ref());
            if was.is_some_and(|was| was.mode & 0o111 != 0) {
                return Ok(true);
            }
            for hash in was.map(|was| &was.hash).into_iter().chain([content]) {
                if self.stored_content(hash).await?.starts_with(b"#!") {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

impl Write<'_> {
    /// Signs the items of a set if rules cover all of them: a set is done in its order and all or
    /// nothing, and what waits in it holds back the rest. Each use is an entry of its own. The first rule
    /// that signed something is who carries it out.
    pub(crate) async fn sign_by_rules(&mut self, set: &mut ChangeSet) -> Result<Option<Actor>> {
        if !matches!(set.source, Source::Request | Source::Wake { .. } | Source::Agent { .. }) {
            return Ok(None);
        }
        let Some(plan) = self.planned(set) else { return Ok(None) };
        if self.inner().writes_programs(set).await? {
            return Ok(None);
        }
        let mut first: Option<Actor> = None;
        for (n, covering) in plan {
            let (Some(item), Some(actor)) = (set.item(n), covering.first().map(Rule::actor)) else { continue };
            let (digest, label) = (item.digest.clone(), item.label.clone());
            let decided = self.decide_for(set, n, &actor);
            // What a person could not sign as it stands, no rule can: then nothing of it is signed.
            let Ok(decisions) = decided else { return Ok(None) };
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
            first.get_or_insert(actor);
        }
        Ok(first)
    }

    fn decide_for(&self, set: &mut ChangeSet, n: u32, actor: &Actor) -> std::result::Result<Vec<Decision>, Refusal> {
        let digest = set.item(n).map(|item| item.digest.clone()).unwrap_or_default();
        let world = self.inner().world();
        review::decide(set, &[(n, digest)], Verdict::Confirmed, None, actor, &world.todos, self.moment)
    }

    /// Which rules sign each item; none when any item stays to be asked about, also because a rule
    /// has not enough uses left for all of them.
    fn planned(&self, set: &ChangeSet) -> Option<Vec<(u32, Vec<Rule>)>> {
        let (inner, mut left, mut plan) = (self.inner(), self.active_rules(), Vec::new());
        let mut probe = set.clone();
        for item in &set.items {
            if item.status != ItemStatus::Pending {
                return None;
            }
            let covering = inner.covering(set, item, &left, self.moment.now)?;
            for rule in left.iter_mut().filter(|rule| covering.iter().any(|c| c.id == rule.id)) {
                rule.uses = rule.uses.saturating_add(1);
            }
            self.decide_for(&mut probe, item.n, &covering.first()?.actor()).ok()?;
            plan.push((item.n, covering));
        }
        (!plan.is_empty()).then_some(plan)
    }

    /// Parts an agent's proposals: those that rules let through one by one, in a set of their own, and
    /// the rest. What hangs together is not parted.
    pub(crate) fn part(&self, kept: Vec<Proposal>, agent: &str) -> (Vec<Proposal>, Vec<Proposal>) {
        let mut left = self.active_rules();
        let linked = |p: &Proposal| {
            let target = p.op.as_ref().ok().and_then(Operation::target);
            !p.needs.is_empty() || matches!(target, Some(Target::New(_)))
        };
        if left.is_empty() || kept.iter().any(linked) {
            return (Vec::new(), kept);
        }
        let world = self.inner().world();
        kept.into_iter().partition(|proposal| {
            let Ok(op) = &proposal.op else { return false };
            let topic = proposal.topic.as_deref();
            let Some(shape) = Shape::observed(op, agent, topic, &world.todos, self.moment.today) else { return false };
            let mut active = left.iter_mut().filter(|rule| rule.status(self.moment.now) == RuleStatus::Active);
            let Some(rule) = active.find(|rule| rule.covers_shape(&shape)) else { return false };
            rule.uses = rule.uses.saturating_add(1);
            true
        })
    }

    /// The rules as this write leaves them, those that can be used.
    pub(crate) fn active_rules(&self) -> Vec<Rule> {
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
        let mut undone: BTreeMap<SetId, BTreeSet<u32>> = BTreeMap::new();
        for of in set.items.iter().filter(|i| done.contains(&i.n)).flat_map(|i| &i.undoes) {
            undone.entry(of.set).or_default().insert(of.n);
        }
        let mut signed: Vec<(SetId, u32, RuleId)> = Vec::new();
        for (id, items) in undone {
            let there = self.load(id).await?;
            signed.extend(there.items.iter().filter(|i| items.contains(&i.n)).filter_map(|i| match i.decided_by {
                Some(Actor::Rule { rule, .. }) => Some((id, i.n, rule)),
                _ => None,
            }));
        }
        let mut ended: BTreeSet<RuleId> = BTreeSet::new();
        for (of, n, rule) in signed {
            let live = self.inner().world().rules.get(rule).is_some_and(|rule| rule.ended.is_none());
            if live && ended.insert(rule) {
                let why = format!("{of}.{n}, which it let through, was undone");
                let end = Ended { how: Ending::Suspended, at: self.moment.now, why };
                self.append(actor, Event::RuleSuspended { rule, ended: end }).await?;
            }
        }
        Ok(())
    }
}
