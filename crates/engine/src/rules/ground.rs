//! What a proposed rule rests on, counted anew after every decision and before its signature: the
//! figures that it shows are those of today, and with fewer than three like verdicts it is withdrawn.

use super::learning::{LOOKED_AT, RULES, TIMES, acts};
use crate::wakes::Desk;
use crate::write::Write;
use crate::{Engine, EngineError, Inner, Result};
use countersign_core::change_set::propose::reasoned;
use countersign_core::change_set::review::Refusal;
use countersign_core::change_set::{Actor, ChangeItem, ChangeSet, ItemStatus, Source, Verdict};
use countersign_core::ids::{Seq, SetId};
use countersign_core::ledger::Event;
use countersign_core::operation::Operation;
use countersign_core::problem::Problem;
use countersign_core::rule::{Grant, Terms};
use countersign_store::Taken;
use jiff::Timestamp;
use std::collections::BTreeSet;

/// The figures of a rule in words.
pub(super) fn figures(silent: bool, agreed: usize, covered: usize, against: usize) -> String {
    match silent {
        false => format!(
            "You signed this {agreed} times. It would have let {covered} of your decisions through; you rejected \
             {against}. It ends at the first undo."
        ),
        true => format!(
            "You turned this down {agreed} times. It would have kept {covered} proposals from you; you signed \
             {against}."
        ),
    }
}

fn waits(item: &ChangeItem) -> bool {
    matches!(item.status, ItemStatus::Pending | ItemStatus::Deferred | ItemStatus::Confirmed)
}

fn terms(item: &ChangeItem) -> Option<&Terms> {
    match &item.op {
        Some(Operation::MakeRule { rule }) => Some(rule),
        _ => None,
    }
}

impl Engine {
    /// Counts anew what the rules that wait for a signature rest on. What fails here is found again at
    /// the next decision, and at the signature.
    pub(crate) async fn count_again(&self, actor: &Actor) {
        if matches!(actor, Actor::User { .. }) && !self.0.proposed_rules().is_empty() {
            let _ = self.recount().await;
        }
    }

    async fn recount(&self) -> Result<()> {
        let inner = &self.0;
        let mut write = Write::begin(inner).await?;
        let said = inner.last_said().await?;
        let mut changed = false;
        for id in inner.proposed_rules() {
            let set = write.load(id).await?;
            let (mut gone, mut anew) = (Vec::new(), Vec::new());
            for item in set.items.iter().filter(|item| waits(item)) {
                let Some(terms) = terms(item) else { continue };
                match inner.ground(item, terms, &said, write.moment.now).await? {
                    None => gone.push(item.n),
                    Some(why) if why != item.why => anew.push(reasoned(item, why)),
                    Some(_) => {}
                }
            }
            if !anew.is_empty() {
                let version = set.version.saturating_add(1);
                let actor = Desk::of_rules().actor();
                write.append(&actor, Event::Revised { set: id, version, items: anew }).await?;
                changed = true;
            }
            if !gone.is_empty() {
                let reason = format!("fewer than {TIMES} like decisions stand");
                write.retract(id, &gone, &reason, &Desk::of_rules().actor()).await?;
                for topic in gone.iter().filter_map(|n| set.item(*n)?.topic.as_ref()) {
                    inner.asked().remove(topic);
                }
                changed = true;
            }
        }
        if changed {
            write.touch("wakes");
            write.finish().await?;
        }
        Ok(())
    }
}

impl Inner {
    /// Sets of rules that wait for a signature.
    fn proposed_rules(&self) -> Vec<SetId> {
        let world = self.world();
        let of_rules = |source: &Source| matches!(source, Source::Wake { agent, .. } if agent == RULES);
        world.open.values().filter(|set| of_rules(&set.source)).map(|set| set.id).collect()
    }

    /// The figures of a proposed rule as they are now; none when fewer than three like verdicts stand,
    /// or one of them was undone.
    async fn ground(&self, item: &ChangeItem, terms: &Terms, said: &[Taken], now: Timestamp) -> Result<Option<String>> {
        let silent = matches!(terms.grant, Grant::NotProposed { .. });
        let verdict = if silent { Verdict::Rejected } else { Verdict::Confirmed };
        // Nobody may sign it as it is: that is said where it is signed.
        let Ok(rule) = self.rule_of(terms, &Actor::System, now) else { return Ok(Some(item.why.clone())) };
        let mut older = match item.topic.as_ref().and_then(|topic| topic.splitn(3, ':').nth(2)) {
            Some(habit) => self.store.habit(habit, LOOKED_AT).await?,
            None => Vec::new(),
        };
        let mut known: BTreeSet<(SetId, u32)> = said.iter().map(|t| (t.set, t.decision.n)).collect();
        older.retain(|t| known.insert((t.set, t.decision.n)) && matches!(t.actor, Actor::User { .. }));
        let word = |t: &&Taken| matches!(t.decision.verdict, Verdict::Confirmed | Verdict::Rejected);
        let all = said.iter().chain(&older).filter(word);
        let covered: Vec<&Taken> = all.filter(|t| self.falls_under(&rule, &t.decision)).collect();
        let ended = self.world().rules.all().into_iter().filter(|r| r.grant == terms.grant);
        let ended = ended.filter_map(|r| r.ended).map(|e| e.at).max();
        let agree = |t: &&&Taken| t.decision.verdict == verdict && ended.is_none_or(|at| t.at > at);
        let alike: Vec<&Taken> = covered.iter().filter(agree).copied().collect();
        let agreed = acts(alike.iter().copied());
        let newest: BTreeSet<Seq> =
            alike.iter().map(|t| t.seq).collect::<BTreeSet<_>>().into_iter().rev().take(TIMES).collect();
        let basis: Vec<&Taken> = alike.into_iter().filter(|t| newest.contains(&t.seq)).collect();
        if agreed < TIMES || self.taken_back(&basis).await? {
            return Ok(None);
        }
        let against = covered.iter().filter(|t| t.decision.verdict != verdict).count();
        Ok(Some(figures(silent, agreed, covered.len(), against)))
    }

    /// Refuses to sign a proposed rule whose ground is gone, or whose figures are not those it was
    /// shown with.
    pub(crate) async fn rules_grounded(&self, set: &ChangeSet, items: &[u32], now: Timestamp) -> Result<()> {
        if !matches!(&set.source, Source::Wake { agent, .. } if agent == RULES) {
            return Ok(());
        }
        let mut said: Option<Vec<Taken>> = None;
        for item in items.iter().filter_map(|n| set.item(*n)) {
            let Some(terms) = terms(item) else { continue };
            let said = match &mut said {
                Some(said) => said,
                none => none.insert(self.last_said().await?),
            };
            match self.ground(item, terms, said, now).await? {
                Some(why) if why == item.why => {}
                Some(why) => {
                    let problem = Problem::new("rule_ground", format!("its figures have changed: {why}"));
                    return Err(EngineError::from(Refusal::Invalid { n: item.n, problems: vec![problem] }));
                }
                None => {
                    let why = format!("fewer than {TIMES} of the decisions it rests on still stand");
                    let problems = vec![Problem::new("rule_ground", why)];
                    return Err(EngineError::from(Refusal::Invalid { n: item.n, problems }));
                }
            }
        }
        Ok(())
    }
}
