//! Standing rules: made and taken back by a person, checked when made and when loaded, and asked
//! whenever something is proposed (C8, R13). No model output reaches this module's writes.

mod ground;
mod learning;
mod letting;

pub(crate) use learning::RULES;

use crate::write::Write;
use crate::{Engine, EngineError, Inner, Result};
use countersign_commands::rules::{self, Occasion, check, cover, examples, suggest};
use countersign_core::change_set::{Actor, ChangeItem, ChangeSet, Verdict};
use countersign_core::command::Command;
use countersign_core::file::{FilePath, WorkspaceId};
use countersign_core::ids::{RuleId, SetId};
use countersign_core::label::quoted;
use countersign_core::ledger::{Decision, Event};
use countersign_core::operation::{Operation, parse};
use countersign_core::problem::Problem;
use countersign_core::rule::{Ended, Ending, Grant, MadeFrom, Rule, RuleStatus, expiry};
use countersign_core::shape::Shape;
use countersign_core::wire::{NewRule, PastDecision, RuleCheck, RuleFinding, RulePast, RuleView};
use countersign_store::{EntryFilter, Taken};
use jiff::Timestamp;
use std::collections::{BTreeMap, BTreeSet};

/// So many decisions are looked at for what a rule would have let through.
const LOOKED_BACK: usize = 2_000;
/// And so many of them are shown.
const SAMPLES: usize = 10;

/// The rules in memory, each with what its check found when it was loaded.
#[derive(Default)]
pub(crate) struct Rules(BTreeMap<RuleId, (Rule, Option<Problem>)>);

impl Rules {
    pub(crate) fn load(all: Vec<Rule>) -> Self {
        let mut rules = Self::default();
        all.into_iter().for_each(|rule| rules.put(rule));
        rules
    }

    pub(crate) fn put(&mut self, rule: Rule) {
        let problem = check(&rule.grant, &rule.examples).err();
        self.0.insert(rule.id, (rule, problem));
    }

    pub(crate) fn get(&self, id: RuleId) -> Option<&Rule> {
        self.0.get(&id).map(|(rule, _)| rule)
    }

    /// All, in the order they were made.
    pub(crate) fn all(&self) -> Vec<Rule> {
        self.0.values().map(|(rule, _)| rule.clone()).collect()
    }

    /// One that holds and says the same.
    pub(crate) fn same(&self, rule: &Rule, now: Timestamp) -> Option<RuleId> {
        let same = |other: &Rule| other.workspace == rule.workspace && other.grant == rule.grant;
        self.active(now).into_iter().find(same).map(|other| other.id)
    }

    /// Those that can be used, in the order they were made.
    pub(crate) fn active(&self, now: Timestamp) -> Vec<Rule> {
        let sound = self.0.values().filter(|(_, problem)| problem.is_none()).map(|(rule, _)| rule);
        sound.filter(|rule| rule.status(now) == RuleStatus::Active).cloned().collect()
    }

    fn views(&self, now: Timestamp) -> Vec<RuleView> {
        self.0.values().map(|(rule, problem)| view(rule, problem.clone(), now)).collect()
    }
}

fn view(rule: &Rule, problem: Option<Problem>, now: Timestamp) -> RuleView {
    RuleView {
        id: rule.id,
        workspace: rule.workspace.clone(),
        name: rule.grant.name(),
        grant: rule.grant.clone(),
        examples: rule.examples.clone(),
        status: rule.status(now),
        copied: rules::copied(&rule.grant),
        uses: rule.uses,
        cap: rule.cap,
        expires_at: rule.expires_at,
        made_at: rule.made_at,
        made_by: rule.made_by.clone(),
        from: rule.from,
        last_used_at: rule.last_used_at,
        ended: rule.ended.clone(),
        problem,
    }
}

fn not_a_person() -> Problem {
    Problem::new("not_a_person", "a rule is signed by a person, never by a model or another rule")
}

fn rule_exists(other: RuleId) -> Problem {
    Problem::new("rule_exists", format!("rule {other} says the same")).hinting("Revoke it first.")
}

impl Engine {
    /// All rules, oldest first; also those that ended.
    pub fn rules(&self) -> Vec<RuleView> {
        self.0.world().rules.views(self.now())
    }

    /// Signs a rule: the person's own act.
    ///
    /// # Errors
    /// `not_a_person`, or why nobody may sign it (see [`check`]); nothing was changed.
    pub async fn make_rule(&self, new: NewRule, actor: Actor) -> Result<RuleView> {
        if !matches!(actor, Actor::User { .. }) {
            return Err(EngineError::Bad(not_a_person()));
        }
        let engine = self.clone();
        self.detached(async move {
            let inner = &engine.0;
            let mut write = Write::begin(inner).await?;
            let now = write.moment.now;
            let mut rule = inner.draft_rule(&new, &actor, now).map_err(EngineError::Bad)?;
            let same = inner.world().rules.same(&rule, now);
            if let Some(other) = same {
                return Err(EngineError::Bad(rule_exists(other)));
            }
            if let Some(from) = new.from {
                let set = write.load(from.set).await?;
                let item = set
                    .item(from.item)
                    .ok_or_else(|| EngineError::NotFound(format!("item {}.{}", from.set, from.item)))?;
                if item.shown_digest() != from.digest {
                    return Err(countersign_core::change_set::review::Refusal::Stale { n: item.n }.into());
                }
                if !inner.helps(&rule, &set, item, now) {
                    let why = format!("the rule {} does not let {} through", quoted(&rule.grant.name()), item.label);
                    return Err(EngineError::Bad(Problem::new("rule_example", why).at("/grant")));
                }
                rule.from = Some(MadeFrom { set: from.set, item: from.item });
            }
            rule.id = write.tx.reserve_rule_id().await?;
            write.append(&actor, Event::RuleMade { rule: Box::new(rule.clone()) }).await?;
            write.finish().await?;
            Ok(view(&rule, None, now))
        })
        .await
    }

    /// Takes a rule back. What it signed and was not carried out is not carried out either.
    ///
    /// # Errors
    /// `not_found`; one that was revoked already stays as it is.
    pub async fn revoke_rule(&self, id: RuleId, why: String, actor: Actor) -> Result<RuleView> {
        let engine = self.clone();
        self.detached(async move {
            let inner = &engine.0;
            let mut write = Write::begin(inner).await?;
            let now = write.moment.now;
            let rule = inner.world().rules.get(id).cloned();
            let rule = rule.ok_or_else(|| EngineError::NotFound(format!("rule {id}")))?;
            if rule.status(now) != RuleStatus::Revoked {
                let ended = Ended { how: Ending::Revoked, at: now, why: why.chars().take(500).collect() };
                write.append(&actor, Event::RuleRevoked { rule: id, ended }).await?;
                write.finish().await?;
            }
            let world = inner.world();
            Ok(world.rules.get(id).map_or_else(|| view(&rule, None, now), |rule| view(rule, None, now)))
        })
        .await
    }

    /// What a rule would let through, and which rules let a command through. Writes nothing.
    ///
    /// # Errors
    /// `unknown_workspace`, or when the store fails.
    pub async fn check_rule(&self, asked: RuleCheck) -> Result<RuleFinding> {
        let inner = &self.0;
        let now = self.now();
        let named = asked.rule.as_ref().and_then(|rule| rule.workspace.clone()).or(asked.workspace);
        let of_todos = asked.command.is_none() && asked.rule.as_ref().is_some_and(|rule| rule.grant.is_of_todos());
        let workspace = match of_todos {
            true => WorkspaceId(String::new()),
            false => inner.workspace(named.as_deref()).map_err(EngineError::Bad)?,
        };
        let mut found = RuleFinding {
            problem: None,
            examples: None,
            past: None,
            command: None,
            matches: None,
            covered_by: Vec::new(),
            suggested: None,
        };
        let mut draft = None;
        if let Some(new) = &asked.rule {
            let actor = Actor::User { via: "check".to_owned() };
            found.examples = Some(new.examples.clone().unwrap_or_else(|| examples(&new.grant)));
            match inner.draft_rule(&NewRule { workspace: Some(workspace.0.clone()), ..new.clone() }, &actor, now) {
                Ok(rule) => {
                    found.past = Some(inner.past(&rule).await?);
                    draft = Some(rule);
                }
                Err(problem) => found.problem = Some(problem),
            }
        }
        if let Some(text) = asked.command {
            let cwd = asked.cwd.unwrap_or_default();
            let command = Command { workspace: workspace.clone(), cwd, command: text };
            let judged = inner.judged(&command);
            let active = inner.world().rules.active(now);
            let occasion = Occasion { workspace: &workspace, cwd: &command.cwd, now };
            let covering = cover(&active, &judged, occasion);
            found.covered_by = covering.iter().flatten().map(|rule| rule.id).collect();
            found.suggested = suggest(&judged, &active, occasion);
            found.matches = Some(match &draft {
                Some(rule) => cover(std::slice::from_ref(rule), &judged, occasion).is_some(),
                None if asked.rule.is_some() => false,
                None => covering.is_some(),
            });
            found.command = inner.command_shown(command, None, None);
        }
        Ok(found)
    }
}

impl Inner {
    /// A rule that could be signed, without a number.
    fn draft_rule(&self, new: &NewRule, actor: &Actor, now: Timestamp) -> std::result::Result<Rule, Problem> {
        let workspace = match new.grant.is_of_todos() {
            true => WorkspaceId(String::new()),
            false => self.workspace(new.workspace.as_deref())?,
        };
        if new.cap == Some(0) {
            return Err(Problem::new("invalid_cap", "a rule that may be used 0 times lets nothing through").at("/cap"));
        }
        let examples = new.examples.clone().unwrap_or_else(|| examples(&new.grant));
        check(&new.grant, &examples)?;
        self.has_ground(&workspace, &new.grant)?;
        Ok(Rule {
            id: RuleId(0),
            workspace,
            grant: new.grant.clone(),
            examples,
            cap: new.cap,
            expires_at: expiry(now, new.days)?,
            made_at: now,
            made_by: actor.clone(),
            from: None,
            uses: 0,
            last_used_at: None,
            ended: None,
        })
    }

    /// Refuses a rule for a folder that is not there: it would let nothing through until somebody makes one of
    /// that name, and then what nobody thought of.
    fn has_ground(&self, workspace: &WorkspaceId, grant: &Grant) -> std::result::Result<(), Problem> {
        let (folder, place) = match grant {
            Grant::Command { cwd, .. } | Grant::Exact { cwd, .. } => (cwd, "/grant/cwd"),
            Grant::Files { folder } => (folder, "/grant/folder"),
            Grant::ReadOnly {} | Grant::Todos { .. } | Grant::NotProposed { .. } => return Ok(()),
        };
        let Ok(path) = FilePath::folder(folder) else { return Ok(()) };
        let tree = self.tree(workspace).map_err(|e| match e {
            EngineError::Bad(problem) => problem,
            other => Problem::new("workspace_gone", other.body().message),
        })?;
        tree.list(Some(&path)).map(drop).map_err(|_| {
            Problem::new("folder_not_found", format!("there is no folder {} in {workspace}", quoted(path.as_str())))
                .hinting("Name a folder that is there, not a file. No rule was signed.")
                .at(place)
        })
    }

    /// Whether a rule lets some part of this item through.
    fn helps(&self, rule: &Rule, set: &ChangeSet, item: &ChangeItem, now: Timestamp) -> bool {
        match &item.op {
            Some(Operation::RunCommand(command)) if command.workspace == rule.workspace => {
                let judged = self.judged(command);
                let occasion = Occasion { workspace: &rule.workspace, cwd: &command.cwd, now };
                let one = |n: usize| {
                    let mut part = judged.clone();
                    part.segments = part.segments.into_iter().skip(n).take(1).collect();
                    part
                };
                (0..judged.segments.len()).any(|n| cover(std::slice::from_ref(rule), &one(n), occasion).is_some())
            }
            Some(op) => rule.covers_file(op) || self.has_shape(rule, set, item),
            None => false,
        }
    }

    /// Whether a rule lets this change of a todo through, as it is now.
    fn has_shape(&self, rule: &Rule, set: &ChangeSet, item: &ChangeItem) -> bool {
        let shape = Shape::of(set, item, &self.world().todos, self.moment());
        shape.is_some_and(|shape| rule.covers_shape(&shape))
    }

    /// The rules that together sign this item, where it waits for nothing else; none otherwise.
    pub(crate) fn covering(
        &self,
        set: &ChangeSet,
        item: &ChangeItem,
        rules: &[Rule],
        now: Timestamp,
    ) -> Option<Vec<Rule>> {
        if !item.problems.is_empty() || !item.warnings.is_empty() {
            return None;
        }
        match item.op.as_ref()? {
            Operation::RunCommand(command) => {
                let occasion = Occasion { workspace: &command.workspace, cwd: &command.cwd, now };
                let covering = cover(rules, &self.judged(command), occasion)?;
                Some(covering.into_iter().cloned().collect())
            }
            op => {
                let covers = |rule: &&Rule| rule.covers_file(op) || self.has_shape(rule, set, item);
                let rule = rules.iter().filter(|rule| rule.status(now) == RuleStatus::Active).find(covers)?;
                Some(vec![rule.clone()])
            }
        }
    }

    /// Why what a rule signed is not carried out any more, if so.
    pub(crate) fn rule_gone(&self, item: &ChangeItem, now: Timestamp) -> Option<Problem> {
        let Some(Actor::Rule { rule: id, name }) = &item.decided_by else { return None };
        let stands = self.world().rules.get(*id).is_some_and(|rule| rule.stands(now));
        (!stands).then(|| Problem::new("rule_ended", format!("it was signed by rule {id} ({name}), which has ended")))
    }

    /// Refuses to carry out what rules signed that have ended since.
    pub(crate) fn rules_stand(&self, set: &ChangeSet, items: &[u32], now: Timestamp) -> Result<()> {
        for item in items.iter().filter_map(|n| set.item(*n)) {
            if let Some(problem) = self.rule_gone(item, now) {
                let refusal =
                    countersign_core::change_set::review::Refusal::Invalid { n: item.n, problems: vec![problem] };
                return Err(refusal.into());
            }
        }
        Ok(())
    }

    /// What the person decided about what a rule would let through.
    async fn past(&self, rule: &Rule) -> Result<RulePast> {
        let mut past = RulePast { matched: 0, signed: 0, rejected: 0, samples: Vec::new() };
        for said in self.last_said().await?.into_iter().filter(|said| self.falls_under(rule, &said.decision)) {
            let Decision { n, label, verdict, .. } = said.decision;
            past.matched += 1;
            past.signed += u64::from(verdict == Verdict::Confirmed);
            past.rejected += u64::from(verdict == Verdict::Rejected);
            if past.samples.len() < SAMPLES {
                past.samples.push(PastDecision { set: said.set, n, label, verdict, at: said.at });
            }
        }
        Ok(past)
    }

    /// The person's last word on each item, newest first, as far back as is looked.
    async fn last_said(&self) -> Result<Vec<Taken>> {
        let mut seen: BTreeSet<(SetId, u32)> = BTreeSet::new();
        let (mut all, mut before, mut looked) = (Vec::new(), None, 0_usize);
        while looked < LOOKED_BACK {
            let filter = EntryFilter { before, kinds: vec!["decided"], limit: 200, ..EntryFilter::default() };
            let page = self.store.entries(&filter).await?;
            let Some(last) = page.last() else { break };
            before = Some(last);
            for entry in page.whole() {
                let Event::Decided { set, items } = entry.event else { continue };
                looked += items.len();
                if !matches!(entry.actor, Actor::User { .. }) {
                    continue;
                }
                let said = items.into_iter().filter(|decision| decision.with.is_none());
                for decision in said.filter(|decision| seen.insert((set, decision.n))) {
                    let (seq, at, actor) = (entry.seq, entry.at, entry.actor.clone());
                    all.push(Taken { seq, at, set, actor, decision });
                }
            }
        }
        Ok(all)
    }

    fn falls_under(&self, rule: &Rule, decision: &Decision) -> bool {
        if let Some(shape) = &decision.shape {
            return rule.covers_shape(shape) || rule.silences(shape);
        }
        match parse::stored(&decision.op) {
            Ok(Operation::RunCommand(command)) => {
                command.workspace == rule.workspace && rules::matches_in(&rule.grant, &command.cwd, &command.command)
            }
            Ok(op) => rule.covers_file(&op),
            Err(_) => false,
        }
    }
}
