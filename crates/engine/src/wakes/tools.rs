//! Agents elsewhere: their calls of tools, each answered in words that a model can use (S2-7, S2-8).

use super::Desk;
use crate::write::Write;
use crate::{Engine, EngineError, Result};
use countersign_core::change_set::ItemStatus;
use countersign_core::change_set::propose::Proposal;
use countersign_core::dedup::fingerprint_in;
use countersign_core::ids::SetId;
use countersign_core::ledger::Event;
use countersign_core::problem::Problem;
use countersign_core::tools::{Called, call};
use countersign_core::wire::{CallsReport, ToolAnswer};
use countersign_store::SetFilter;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Most calls of one wake of an agent.
const MOST_CALLS: usize = 100;
/// Sets that a retraction looks back on, for saying that something is not open any more.
const LOOK_BACK: u32 = 200;

/// One call of a tool.
#[derive(Debug, Clone)]
pub struct ToolCall {
    /// Its name, in any of its spellings.
    pub tool: String,
    /// Its arguments: an object, or its JSON as a text.
    pub args: Value,
    /// Why, in the agent's own words.
    pub why: Option<String>,
}

impl Engine {
    /// Takes an agent's calls: what changes something of the person's is queued, all else is noted.
    /// Answers come in the order of the calls. Nothing is changed by that.
    ///
    /// # Errors
    /// `invalid_agent`, `invalid_about`, `too_many_calls`, or a failing store.
    pub async fn take_calls(&self, agent: &str, about: Option<&str>, calls: Vec<ToolCall>) -> Result<CallsReport> {
        let desk = Desk::elsewhere(agent, about)?;
        if calls.is_empty() || calls.len() > MOST_CALLS {
            return Err(EngineError::Bad(
                Problem::new("too_many_calls", format!("{} calls; 1 to {MOST_CALLS} are taken", calls.len()))
                    .at("/calls"),
            ));
        }
        self.expire_due().await?;
        let desk = self.0.settled(desk);
        let engine = self.clone();
        self.detached(async move {
            let inner = &engine.0;
            let mut write = Write::begin(inner).await?;
            let mut answers: Vec<ToolAnswer> = Vec::new();
            // Of each proposal the call it came from.
            let (mut proposals, mut from): (Vec<Proposal>, Vec<usize>) = (Vec::new(), Vec::new());
            for (at, one) in calls.iter().enumerate() {
                let why = one.why.clone().unwrap_or_default();
                let mut answer = ToolAnswer {
                    tool: one.tool.clone(),
                    ok: true,
                    code: "queued".to_owned(),
                    message: "Proposal queued for user review.".to_owned(),
                    fingerprints: Vec::new(),
                };
                match call(&one.tool, &one.args).and_then(|called| evident(called, &why)) {
                    Err(problem) => {
                        let message = format!("{problem}. {}", problem.hint);
                        refuse(&mut answer, problem.code.to_string(), message.trim_end().to_owned());
                    }
                    Ok(Called::Operations(ops)) => {
                        for op in ops {
                            proposals.push(Proposal { sure: false, ..Proposal::parse(&op, why.clone()) });
                            from.push(at);
                        }
                    }
                    Ok(Called::Note(note)) => {
                        let detail =
                            json!({ "agent": desk.agent, "about": desk.about, "tool": one.tool, "note": note });
                        write.append(&desk.actor(), Event::Audit { action: "agent_note".to_owned(), detail }).await?;
                        "noted".clone_into(&mut answer.code);
                        "Noted.".clone_into(&mut answer.message);
                    }
                    Ok(Called::Retract { fingerprints, reason }) => {
                        let reason = reason.unwrap_or_else(|| "taken back by its proposer".to_owned());
                        let mut lines = Vec::new();
                        for fingerprint in fingerprints {
                            let code = write.retract_shape(&desk, &fingerprint, &reason).await?;
                            answer.ok &= code == "retracted";
                            lines.push(format!("{fingerprint}: {code}"));
                            code.clone_into(&mut answer.code);
                        }
                        answer.message = lines.join("; ");
                    }
                }
                answers.push(answer);
            }
            let put = write.put(&desk, proposals, None, None).await?;
            for judged in &put.judged {
                let Some(answer) = from.get(judged.request).and_then(|at| answers.get_mut(*at)) else { continue };
                match &judged.refused {
                    None => answer.fingerprints.push(judged.fingerprint.clone()),
                    // Of a batch what was queued stays queued; the message names what was not.
                    Some(refused) if answer.ok => {
                        refuse(answer, refused.code().to_owned(), format!("{}: {}", judged.label, refused.message()))
                    }
                    Some(refused) => answer.message.push_str(&format!(" {}: {}", judged.label, refused.message())),
                }
            }
            for answer in answers.iter_mut().filter(|answer| !answer.ok) {
                match answer.fingerprints.len() {
                    0 => {}
                    1 => answer
                        .message
                        .push_str(" 1 other change of this call is queued: it need not be proposed again."),
                    n => answer.message.push_str(&format!(
                        " {n} other changes of this call are queued: they need not be proposed again."
                    )),
                }
            }
            if put.proposed > 0 {
                write.touch("wakes");
            }
            write.finish().await?;
            let mut sets = put.sets;
            if let Some(set) = put.unasked {
                engine.let_through(set).await?;
                let done = engine.done_in(set).await?;
                // What a rule could not carry out waits like anything else.
                if done.is_empty() {
                    sets.push(set);
                }
                answers.iter_mut().for_each(|answer| told_done(answer, &done));
            }
            Ok(CallsReport { agent: desk.agent, sets, answers })
        })
        .await
    }
}

impl Engine {
    /// Fingerprints of what was carried out of a set.
    async fn done_in(&self, id: SetId) -> Result<BTreeSet<String>> {
        let Some(set) = self.0.store.change_set(id).await? else { return Ok(BTreeSet::new()) };
        let applied = set.items.iter().filter(|item| item.status == ItemStatus::Applied);
        Ok(applied.map(|item| fingerprint_in(&set, item)).collect())
    }
}

/// Says of a call what of it was done at once.
fn told_done(answer: &mut ToolAnswer, done: &BTreeSet<String>) {
    let of = answer.fingerprints.len();
    match answer.fingerprints.iter().filter(|f| done.contains(*f)).count() {
        0 => {}
        n if n == of && answer.ok => {
            "applied".clone_into(&mut answer.code);
            "Done at once: a rule of the user's let it through.".clone_into(&mut answer.message);
        }
        n => answer.message = format!("{n} of {of} done at once by a rule of the user's. {}", answer.message),
    }
}

/// A tick is the person's word: to take one away, the agent says what shows that it is not so (F/S2).
fn evident(called: Called, why: &str) -> std::result::Result<Called, Problem> {
    let unticks = |op: &Value| op.get("checklist_uncheck").and_then(Value::as_array).is_some_and(|l| !l.is_empty());
    match &called {
        Called::Operations(ops) if why.trim().is_empty() && ops.iter().any(unticks) => {
            let message = "to untick a line of the user's needs evidence";
            Err(Problem::new("missing_evidence", message)
                .at("/why")
                .hinting("Say in \"why\" what shows that it is not done."))
        }
        _ => Ok(called),
    }
}

fn refuse(answer: &mut ToolAnswer, code: String, message: String) {
    (answer.ok, answer.code, answer.message) = (false, code, message);
}

impl Write<'_> {
    /// Takes back what the agent has open under a fingerprint: `retracted`, `not_open` or `not_found`.
    async fn retract_shape(&mut self, desk: &Desk, fingerprint: &str, reason: &str) -> Result<&'static str> {
        let inner = self.inner();
        let filter = SetFilter { limit: LOOK_BACK, ..SetFilter::default() };
        let mut found: Option<(SetId, Vec<u32>)> = None;
        let mut known = false;
        for set in inner.store.change_sets(&filter).await? {
            if set.agent.as_deref() != Some(desk.agent.as_str()) {
                continue;
            }
            // An earlier call of this write may have decided on it.
            let set = self.current(set);
            let same: Vec<_> = set.items.iter().filter(|i| fingerprint_in(&set, i) == fingerprint).collect();
            known |= !same.is_empty();
            let open: Vec<u32> = same
                .iter()
                .filter(|i| matches!(i.status, ItemStatus::Pending | ItemStatus::Deferred))
                .map(|i| i.n)
                .collect();
            if !open.is_empty() {
                found = Some((set.id, open));
                break;
            }
        }
        match found {
            Some((set, items)) => {
                self.retract(set, &items, reason, &desk.actor()).await?;
                Ok("retracted")
            }
            None => Ok(if known { "not_open" } else { "not_found" }),
        }
    }
}
