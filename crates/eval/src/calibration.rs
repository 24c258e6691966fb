//! What people did with what was proposed (S0-59, S0-87): read from the ledger, by decision, stage and
//! proposer, with the thresholds that it speaks for. A projection: nothing is stored for it.

use crate::statistics::wilson;
use countersign_core::change_set::{Actor, Source, Verdict};
use countersign_core::ids::{Seq, SetId};
use countersign_core::ledger::{Entry, Event};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Fewest decided messages on one side of a threshold that speak for it.
pub const ENOUGH: usize = 20;

/// Limits of trust as they are set.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    /// Below this confidence of the router a question is asked.
    pub clarify_below: f64,
    /// Above it operations are proposed.
    pub plan_above: f64,
    /// A token less likely than this (natural log) turns a proposal into a question.
    pub min_logprob: f64,
}

/// A share with its 95 % interval (Wilson).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Share {
    /// Of these …
    pub n: usize,
    /// … so many.
    pub hits: usize,
    /// Lower end, 0–1.
    pub low: f64,
    /// Upper end, 0–1.
    pub high: f64,
}

impl Share {
    fn of(hits: usize, n: usize) -> Self {
        let (low, high) = wilson(hits, n);
        Self { n, hits, low, high }
    }
}

/// Messages that have something in common, and what became of what they proposed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Group {
    /// What they have in common: `plan`, `qwen3:4b` …
    pub key: String,
    /// Messages.
    pub messages: usize,
    /// Of these, those that proposed something.
    pub proposed: usize,
    /// Items that were signed and applied, and stayed.
    pub signed: usize,
    /// Items that were rejected.
    pub rejected: usize,
    /// Items that were applied and taken back.
    pub undone: usize,
    /// Items that nobody decided.
    pub undecided: usize,
    /// Items that could not be signed.
    pub invalid: usize,
    /// Messages somebody decided on, and those whose items were all kept.
    pub kept: Share,
    /// Mean confidence of the router, where it gave one.
    pub confidence: Option<f64>,
}

/// A threshold, and what the ledger says of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Suggestion {
    /// Its name in `thresholds` of models.json.
    pub name: String,
    /// As it is set.
    pub now: f64,
    /// Kept among the messages at or above it.
    pub above: Share,
    /// Kept among those below it.
    pub below: Share,
    /// The lowest value above which at least `wanted` are kept with 95 % certainty; absent where
    /// nothing, or too little, speaks for one.
    pub suggested: Option<f64>,
    /// Kept at or above the suggestion.
    pub would: Option<Share>,
}

/// The report.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Calibration {
    /// Messages that were looked at.
    pub messages: usize,
    /// Share that should at least be kept, 0–1.
    pub wanted: f64,
    /// Fewest messages that speak for a threshold.
    pub enough: usize,
    /// By what was decided: `chat`, `clarify`, `plan`.
    pub decisions: Vec<Group>,
    /// By the stage that decided it.
    pub stages: Vec<Group>,
    /// By who proposed: the planner or a model.
    pub proposers: Vec<Group>,
    /// The thresholds.
    pub thresholds: Vec<Suggestion>,
}

/// One message.
#[derive(Debug, Clone, Default)]
struct Message {
    decision: String,
    stage: String,
    proposer: Option<String>,
    confidence: Option<f64>,
    min_logprob: Option<f64>,
    set: Option<SetId>,
    fate: Fate,
}

/// What became of a set's items.
#[derive(Debug, Clone, Copy, Default)]
struct Fate {
    signed: usize,
    rejected: usize,
    undone: usize,
    undecided: usize,
    invalid: usize,
}

impl Fate {
    /// Whether somebody decided, and whether all of it was kept.
    fn kept(self) -> Option<bool> {
        let spoiled = self.rejected + self.undone;
        (self.signed + spoiled > 0).then_some(spoiled == 0)
    }
}

#[derive(Debug, Default)]
struct Set {
    items: BTreeMap<u32, bool>,
    verdicts: BTreeMap<u32, Verdict>,
    applied: BTreeMap<u32, bool>,
}

/// Reads a ledger, entry by entry in order.
#[derive(Debug, Default)]
pub struct Reader {
    messages: BTreeMap<String, Message>,
    sets: BTreeMap<SetId, Set>,
    /// Which set an `applied` entry belongs to.
    entries: BTreeMap<Seq, SetId>,
    /// Sets that take entries back.
    undoing: BTreeMap<SetId, Vec<Seq>>,
}

impl Reader {
    /// Takes an entry in; `counts` is false for one that is only read for what it says of others.
    pub fn read(&mut self, entry: &Entry, counts: bool) {
        match &entry.event {
            Event::Audit { action, detail } if counts => self.audit(action, detail),
            Event::Proposed { set } => {
                if let Source::Undo { entries } = &set.source {
                    self.undoing.insert(set.id, entries.clone());
                }
                let items = set.items.iter().map(|i| (i.n, i.problems.is_empty())).collect();
                self.sets.insert(set.id, Set { items, ..Set::default() });
                if let Some(message) = set.run.as_ref().and_then(|run| self.messages.get_mut(&run.0)) {
                    message.set = Some(set.id);
                    message.proposer = name_of(&entry.actor);
                } else if let Some(run) = set.run.as_ref().filter(|_| counts) {
                    let message = Message { set: Some(set.id), proposer: name_of(&entry.actor), ..Message::default() };
                    self.messages.insert(run.0.clone(), message);
                }
            }
            Event::Revised { set, items, .. } | Event::Extended { set, items, .. } => {
                if let Some(set) = self.sets.get_mut(set) {
                    set.items.extend(items.iter().map(|i| (i.n, i.problems.is_empty())));
                }
            }
            Event::Decided { set, items } => {
                if let Some(set) = self.sets.get_mut(set) {
                    let said = items.iter().filter(|d| d.with.is_none());
                    set.verdicts.extend(said.map(|d| (d.n, d.verdict)));
                }
            }
            Event::Applied { set, items, direct, .. } => {
                self.entries.insert(entry.seq, *set);
                if let Some(set) = self.sets.get_mut(set) {
                    set.applied.extend(items.iter().filter(|i| i.ok).map(|i| (i.n, true)));
                }
                let direct = direct.as_ref().and_then(|set| match &set.source {
                    Source::Undo { entries } => Some(entries.clone()),
                    _ => None,
                });
                for seq in direct.or_else(|| self.undoing.get(set).cloned()).unwrap_or_default() {
                    self.take_back(seq);
                }
            }
            _ => {}
        }
    }

    fn audit(&mut self, action: &str, detail: &Value) {
        let Some(run) = detail["run"].as_str() else { return };
        match action {
            "router_decision" => {
                let message = self.messages.entry(run.to_owned()).or_default();
                detail["decision"].as_str().unwrap_or_default().clone_into(&mut message.decision);
                // What needs no model is decided before there is a stage.
                let stage = detail["stage"].as_str().map_or("", |s| if s == "done" { "planner" } else { s });
                stage.clone_into(&mut message.stage);
                message.confidence = detail["confidence"].as_f64().or(message.confidence);
            }
            "model_raw" if matches!(detail["role"].as_str(), Some("propose" | "repair")) => {
                let message = self.messages.entry(run.to_owned()).or_default();
                message.min_logprob = detail["min_logprob"].as_f64().or(message.min_logprob);
            }
            _ => {}
        }
    }

    fn take_back(&mut self, seq: Seq) {
        let set = self.entries.get(&seq).and_then(|set| self.sets.get_mut(set));
        for stays in set.into_iter().flat_map(|set| set.applied.values_mut()) {
            *stays = false;
        }
    }

    /// The report; `wanted` is the share that should at least be kept above a threshold.
    pub fn report(mut self, limits: Limits, wanted: f64) -> Calibration {
        for message in self.messages.values_mut() {
            if let Some(set) = message.set.and_then(|id| self.sets.get(&id)) {
                message.fate = fate(set);
            }
        }
        let messages: Vec<Message> = self.messages.into_values().collect();
        Calibration {
            messages: messages.len(),
            wanted,
            enough: ENOUGH,
            decisions: groups(&messages, |m| Some(m.decision.clone())),
            stages: groups(&messages, |m| Some(m.stage.clone())),
            proposers: groups(&messages, |m| m.proposer.clone()),
            thresholds: vec![
                suggestion("clarifyBelow", limits.clarify_below, wanted, &messages, |m| m.confidence),
                suggestion("planAbove", limits.plan_above, wanted, &messages, |m| m.confidence),
                suggestion("minLogprob", limits.min_logprob, wanted, &messages, |m| m.min_logprob),
            ],
        }
    }
}

fn name_of(actor: &Actor) -> Option<String> {
    match actor {
        Actor::Agent { name } => Some(name.clone()),
        _ => None,
    }
}

fn fate(set: &Set) -> Fate {
    let mut fate = Fate::default();
    for (n, valid) in &set.items {
        match (set.applied.get(n), set.verdicts.get(n)) {
            (Some(true), _) => fate.signed += 1,
            (Some(false), _) => fate.undone += 1,
            (None, Some(Verdict::Rejected)) => fate.rejected += 1,
            (None, _) if !valid => fate.invalid += 1,
            (None, _) => fate.undecided += 1,
        }
    }
    fate
}

#[allow(clippy::cast_precision_loss)] // Counts of messages.
fn groups(messages: &[Message], key: impl Fn(&Message) -> Option<String>) -> Vec<Group> {
    let mut by: BTreeMap<String, Vec<&Message>> = BTreeMap::new();
    for message in messages {
        if let Some(key) = key(message).filter(|k| !k.is_empty()) {
            by.entry(key).or_default().push(message);
        }
    }
    by.into_iter()
        .map(|(key, of)| {
            let sum = |count: fn(Fate) -> usize| of.iter().map(|m| count(m.fate)).sum();
            let decided: Vec<bool> = of.iter().filter_map(|m| m.fate.kept()).collect();
            let sure: Vec<f64> = of.iter().filter_map(|m| m.confidence).collect();
            Group {
                key,
                messages: of.len(),
                proposed: of.iter().filter(|m| m.set.is_some()).count(),
                signed: sum(|f| f.signed),
                rejected: sum(|f| f.rejected),
                undone: sum(|f| f.undone),
                undecided: sum(|f| f.undecided),
                invalid: sum(|f| f.invalid),
                kept: Share::of(decided.iter().filter(|kept| **kept).count(), decided.len()),
                confidence: (!sure.is_empty()).then(|| sure.iter().sum::<f64>() / sure.len() as f64),
            }
        })
        .collect()
}

fn suggestion(
    name: &str,
    now: f64,
    wanted: f64,
    messages: &[Message],
    score: impl Fn(&Message) -> Option<f64>,
) -> Suggestion {
    let mut scored: Vec<(f64, bool)> = messages.iter().filter_map(|m| Some((score(m)?, m.fate.kept()?))).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    let share = |side: &dyn Fn(f64) -> bool| {
        let of: Vec<_> = scored.iter().filter(|(s, _)| side(*s)).collect();
        Share::of(of.iter().filter(|(_, kept)| *kept).count(), of.len())
    };
    let (mut hits, mut best) = (0, None);
    for (n, (value, kept)) in (1..).zip(&scored) {
        hits += usize::from(*kept);
        // Messages of one score stand or fall together.
        let last = scored.get(n).is_none_or(|(next, _)| next < value);
        let would = Share::of(hits, n);
        if last && n >= ENOUGH && would.low >= wanted {
            best = Some((*value, would));
        }
    }
    Suggestion {
        name: name.to_owned(),
        now,
        above: share(&|s| s >= now),
        below: share(&|s| s < now),
        suggested: best.map(|(value, _)| value),
        would: best.map(|(_, would)| would),
    }
}
