//! Rules that are proposed from what the person decided: the same verdict three times on the same
//! shape becomes an item of a change set (UI capability 5). Counted from the ledger; no model is asked.

use super::ground::figures;
use crate::wakes::Desk;
use crate::write::Write;
use crate::{Engine, EngineError, Inner, Result};
use countersign_core::change_set::propose::Proposal;
use countersign_core::change_set::review::Refusal;
use countersign_core::change_set::{Actor, ChangeSet, ItemStatus, Verdict};
use countersign_core::ids::{Seq, SetId};
use countersign_core::ledger::Event;
use countersign_core::operation::{Operation, parse};
use countersign_core::problem::Problem;
use countersign_core::rule::{DEFAULT_DAYS, Grant, Rule, RuleStatus, Terms};
use countersign_core::shape::{Shape, YOU};
use countersign_core::wire::NewRule;
use countersign_store::Taken;
use jiff::Timestamp;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{MutexGuard, PoisonError};

/// Who proposes rules, in the inbox and in the ledger.
pub(crate) const RULES: &str = "rules";
/// So many like verdicts make a proposal.
pub(super) const TIMES: usize = 3;
/// So many decisions of one habit are looked at.
pub(super) const LOOKED_AT: u32 = 400;
/// What a proposed rule lets through at most.
const CAP: u32 = 100;
/// How long a rule about what is not proposed would hold, in days.
const SILENT_DAYS: u32 = 90;

impl Engine {
    /// After decisions of the person, which are found under these habits: proposes the rules that they complete.
    /// They stand whatever becomes of this; what fails here is found again at the next one.
    pub(crate) async fn learn(&self, habits: &BTreeSet<String>, actor: &Actor) {
        if matches!(actor, Actor::User { .. }) {
            self.count_again(actor).await;
            let _ = self.propose_rules(habits).await;
        }
    }

    async fn propose_rules(&self, habits: &BTreeSet<String>) -> Result<()> {
        let inner = &self.0;
        let (mut proposals, mut topics) = (Vec::new(), Vec::new());
        for habit in habits {
            let mut taken = inner.store.habit(habit, LOOKED_AT).await?;
            // What was filed under another key by an earlier version is of another habit.
            taken.retain(|t| t.decision.habit().as_ref() == Some(habit));
            if let Some(Learned { terms, why, topic }) = inner.learned(habit, &taken).await? {
                topics.push(topic.clone());
                let op = Operation::MakeRule { rule: Box::new(terms) };
                proposals.push(Proposal { topic: Some(topic), sure: false, ..Proposal::of(op, why) });
            }
        }
        if proposals.is_empty() {
            return Ok(());
        }
        let mut write = Write::begin(inner).await?;
        write.put(&Desk::of_rules(), proposals, None, None).await?;
        write.touch("wakes");
        write.finish().await?;
        inner.asked().extend(topics);
        Ok(())
    }
}

/// A rule that decisions come to.
struct Learned {
    terms: Terms,
    why: String,
    topic: String,
}

/// A rule that decisions of one habit may come to.
struct Draft<'t> {
    verdict: Verdict,
    basis: Vec<&'t Taken>,
    terms: Terms,
    rule: Rule,
    /// When an earlier one that said the same ended: what was decided before counts no more.
    ended: Option<Timestamp>,
}

impl Draft<'_> {
    /// It lets nothing through: it says what is not proposed any more.
    fn silent(&self) -> bool {
        matches!(self.terms.grant, Grant::NotProposed { .. })
    }

    /// In how many steps of these the person said so.
    fn agreed<'s>(&self, said: impl Iterator<Item = &'s Taken>) -> usize {
        acts(said.filter(|t| t.decision.verdict == self.verdict && self.ended.is_none_or(|at| t.at > at)))
    }
}

impl Inner {
    /// Topics of rules that were proposed since the start.
    pub(super) fn asked(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The rule that decisions of one habit come to, newest first, and why; none as long as they do
    /// not agree, where nobody may sign it, or where it was asked already.
    async fn learned(&self, habit: &str, taken: &[Taken]) -> Result<Option<Learned>> {
        let (now, mut last) = (self.moment().now, last_words(taken));
        let Some(draft) = self.in_common(&last, now) else { return Ok(None) };
        let topic = format!("rule:{}:{habit}", if draft.silent() { "quiet" } else { "unasked" });
        let alike = draft.agreed(last.iter().copied().filter(|t| self.falls_under(&draft.rule, &t.decision)));
        // What was asked already is not worked out again at every further verdict.
        if alike < TIMES || (alike > TIMES && self.asked().contains(&topic)) {
            return Ok(None);
        }
        // An item that was decided again on another day may have another shape by then, and a rule
        // covers more than one habit: what counts is the last word on all that it covers.
        let said = self.last_said().await?;
        let newest: BTreeMap<(SetId, u32), Seq> = said.iter().map(|t| ((t.set, t.decision.n), t.seq)).collect();
        let newest = |t: &Taken| newest.get(&(t.set, t.decision.n)).copied();
        last.retain(|t| newest(t).is_none_or(|seq| seq == t.seq));
        let Some(draft) = self.in_common(&last, now) else { return Ok(None) };
        let own = acts(draft.basis.iter().copied());
        let older = last.iter().copied().filter(|t| newest(t).is_none());
        let word = |t: &&Taken| matches!(t.decision.verdict, Verdict::Confirmed | Verdict::Rejected);
        let all = said.iter().filter(word).chain(older);
        let covered: Vec<&Taken> = all.filter(|t| self.falls_under(&draft.rule, &t.decision)).collect();
        let against = covered.iter().filter(|t| t.decision.verdict != draft.verdict).count();
        let agreed = draft.agreed(covered.iter().copied());
        let rules = self.world().rules.all();
        let known = draft.basis.first().is_none_or(|t| rules.iter().any(|other| self.says_it(other, t, now)));
        let few = own.min(agreed) < TIMES;
        if against > 0 || few || known || self.taken_back(&draft.basis).await? {
            return Ok(None);
        }
        let (n, silent) = (covered.len(), draft.silent());
        let why = figures(silent, agreed, n, against);
        Ok(Some(Learned { terms: draft.terms, why, topic }))
    }

    /// The rule that the newest of these decisions have in common, if somebody may sign it.
    fn in_common<'t>(&self, last: &[&'t Taken], now: Timestamp) -> Option<Draft<'t>> {
        let verdict = last.first()?.decision.verdict;
        let (basis, grant) = self.grant_of(last, verdict)?;
        let ended = self.world().rules.all().into_iter().filter(|r| r.grant == grant);
        let ended = ended.filter_map(|r| r.ended).map(|e| e.at).max();
        let silent = matches!(grant, Grant::NotProposed { .. });
        let terms = Terms {
            workspace: basis
                .first()
                .and_then(|t| t.decision.op.get("workspace")?.as_str())
                .map(|w| countersign_core::file::WorkspaceId(w.to_owned())),
            cap: (!silent).then_some(CAP),
            days: if silent { SILENT_DAYS } else { DEFAULT_DAYS },
            grant,
        };
        let rule = self.rule_of(&terms, &Actor::System, now).ok()?;
        Some(Draft { verdict, basis, terms, rule, ended })
    }

    /// The newest decisions that agree, and what they have in common as a rule.
    fn grant_of<'t>(&self, last: &[&'t Taken], verdict: Verdict) -> Option<(Vec<&'t Taken>, Grant)> {
        let mut entries: BTreeSet<Seq> = BTreeSet::new();
        let mut basis: Vec<&Taken> = Vec::new();
        for one in last.iter().filter(|t| t.decision.verdict == verdict) {
            if entries.len() == TIMES && !entries.contains(&one.seq) {
                break;
            }
            entries.insert(one.seq);
            basis.push(one);
        }
        if entries.len() < TIMES {
            return None;
        }
        let shapes: Vec<&Shape> = basis.iter().filter_map(|t| t.decision.shape.as_ref()).collect();
        if !shapes.is_empty() {
            let shape = Shape::common(&shapes)?;
            // What the person asked for in words is nothing that an agent has to be kept from.
            return match verdict {
                Verdict::Confirmed => Some((basis, Grant::Todos { shape })),
                _ if shape.by.as_deref() == Some(YOU) => None,
                _ => Some((basis, Grant::NotProposed { shape })),
            };
        }
        if verdict != Verdict::Confirmed {
            return None;
        }
        let op = parse::stored(&basis.first()?.decision.op).ok()?;
        let grant = match &op {
            Operation::RunCommand(command) => match self.judged(command).argv?.as_slice() {
                [one] => Grant::Exact { words: one.clone(), cwd: command.cwd.clone() },
                _ => return None,
            },
            Operation::WriteFile { at, .. } => Grant::Files { folder: at.path.as_str().rsplit_once('/')?.0.to_owned() },
            _ => return None,
        };
        Some((basis, grant))
    }

    /// Whether a rule that holds says it already.
    fn says_it(&self, rule: &Rule, taken: &Taken, now: Timestamp) -> bool {
        let silenced = taken.decision.shape.as_ref().is_some_and(|shape| rule.silences(shape));
        rule.status(now) == RuleStatus::Active && (silenced || self.falls_under(rule, &taken.decision))
    }

    /// Whether any of these was undone since.
    pub(super) async fn taken_back(&self, basis: &[&Taken]) -> Result<bool> {
        let mut sets: BTreeMap<SetId, Option<ChangeSet>> = BTreeMap::new();
        for one in basis {
            if let std::collections::btree_map::Entry::Vacant(slot) = sets.entry(one.set) {
                slot.insert(self.store.change_set(one.set).await?);
            }
            let item = sets.get(&one.set).and_then(Option::as_ref).and_then(|set| set.item(one.decision.n));
            if item.is_some_and(|item| item.status == ItemStatus::Undone) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The rule that an item would make, without a number.
    pub(super) fn rule_of(&self, terms: &Terms, actor: &Actor, now: Timestamp) -> std::result::Result<Rule, Problem> {
        let new = NewRule {
            workspace: terms.workspace.as_ref().map(|w| w.0.clone()),
            grant: terms.grant.clone(),
            cap: terms.cap,
            days: Some(terms.days),
            examples: None,
            from: None,
        };
        self.draft_rule(&new, actor, now)
    }

    /// Refuses to sign a rule that nobody may sign, that holds already, or that is not signed by a person.
    pub(crate) fn rules_fit(&self, set: &ChangeSet, items: &[u32], actor: &Actor, now: Timestamp) -> Result<()> {
        for item in items.iter().filter_map(|n| set.item(*n)) {
            let Some(Operation::MakeRule { rule: terms }) = &item.op else { continue };
            let problem = match self.rule_of(terms, actor, now) {
                _ if !matches!(actor, Actor::User { .. }) => super::not_a_person(),
                Err(problem) => problem,
                Ok(rule) => match self.world().rules.same(&rule, now) {
                    Some(other) => super::rule_exists(other),
                    None => continue,
                },
            };
            return Err(EngineError::from(Refusal::Invalid { n: item.n, problems: vec![problem] }));
        }
        Ok(())
    }
}

impl Write<'_> {
    /// Makes the rules of the items that were just carried out.
    pub(crate) async fn make_signed_rules(&mut self, set: &ChangeSet, actor: &Actor) -> Result<()> {
        let now = self.moment.now;
        let made: Vec<(u32, countersign_core::ids::RuleId)> =
            self.outcomes().iter().filter(|o| o.ok).filter_map(|o| Some((o.n, o.rule?))).collect();
        for (n, id) in made {
            let Some(item) = set.item(n) else { continue };
            let Some(Operation::MakeRule { rule: terms }) = &item.op else { continue };
            let by = item.decided_by.clone().unwrap_or_else(|| actor.clone());
            let mut rule = self.inner().rule_of(terms, &by, now).map_err(EngineError::Bad)?;
            rule.id = id;
            rule.from = Some(countersign_core::rule::MadeFrom { set: set.id, item: n });
            self.append(actor, Event::RuleMade { rule: Box::new(rule) }).await?;
        }
        Ok(())
    }
}

/// Of each item the person's last word, if that is a yes or a no; newest first.
fn last_words(taken: &[Taken]) -> Vec<&Taken> {
    let mut seen: BTreeSet<(SetId, u32)> = BTreeSet::new();
    taken
        .iter()
        .filter(|t| seen.insert((t.set, t.decision.n)))
        .filter(|t| matches!(t.actor, Actor::User { .. }))
        .filter(|t| matches!(t.decision.verdict, Verdict::Confirmed | Verdict::Rejected))
        .collect()
}

/// In how many steps they were taken: many items at once are one word.
pub(super) fn acts<'t>(taken: impl Iterator<Item = &'t Taken>) -> usize {
    taken.map(|t| t.seq).collect::<BTreeSet<Seq>>().len()
}
