//! Agents elsewhere that somebody talks to (MCP): whole operations, files and commands included. Each
//! request is a set of its own. That the agent was asked is its word, so nothing is marked, and what
//! was turned down or waits already is not put before the person again.

use super::Desk;
use crate::proposing::meant;
use crate::write::Write;
use crate::{Engine, EngineError, Result};
use countersign_core::change_set::propose::Proposal;
use countersign_core::change_set::{ChangeSet, ItemStatus, Source};
use countersign_core::dedup::{Judged, Refused, fingerprint_in};
use countersign_core::ids::SetId;
use countersign_core::operation::parse::coerced;
use countersign_core::problem::{Problem, hint};
use countersign_core::wire::{OperationAnswer, OperationsReport};
use serde_json::Value;

/// Most operations of one request: more than somebody looks through.
const MOST: usize = 100;
/// What an agent says of itself, in characters.
const MOST_WHY: usize = 2_000;

impl Engine {
    /// Takes operations that an agent elsewhere proposes; they wait for a signature, except what a
    /// rule that names the agent lets through. Answers come in the order of the operations.
    ///
    /// # Errors
    /// `invalid_agent`, `missing_operations`, `too_many_operations`, `invalid_why`, or a failing store.
    pub async fn take_operations(
        &self,
        agent: &str,
        why: Option<&str>,
        operations: Vec<Value>,
    ) -> Result<OperationsReport> {
        let desk = Desk::elsewhere(agent, None)?;
        let problem = match operations.len() {
            0 => Some(Problem::new("missing_operations", "operations is empty").at("/operations")),
            n if n > MOST => Some(
                Problem::new("too_many_operations", format!("{n} operations; 1 to {MOST} are taken"))
                    .hinting(format!("Split the request: at most {MOST} operations at a time."))
                    .at("/operations"),
            ),
            _ => None,
        };
        let why = why.unwrap_or_default().to_owned();
        let long = why.chars().count() > MOST_WHY || why.contains('\0');
        let long = long.then(|| Problem::new("invalid_why", "why is too long, or holds a NUL").at("/why"));
        if let Some(problem) = problem.or(long) {
            return Err(EngineError::Bad(problem));
        }
        self.expire_due().await?;
        let engine = self.clone();
        self.detached(async move {
            let inner = &engine.0;
            let mut write = Write::begin(inner).await?;
            write.shown = true;
            let (operations, own): (Vec<Value>, Vec<Option<String>>) = operations.into_iter().map(reasoned).unzip();
            let read = write.read_operations(operations, &why, None).await?;
            let reason = |(proposal, own): (Proposal, Option<String>)| Proposal {
                why: own.unwrap_or_else(|| proposal.why.clone()),
                ..proposal
            };
            let proposals = read.into_iter().zip(own).map(reason).map(|one| meant(one, "")).collect();
            let open: Vec<ChangeSet> =
                inner.open_change_sets().await?.into_iter().map(|set| write.current(set)).collect();
            let screened = write.screened(&desk, proposals, &open).await?;
            write.note_silence(&screened.judged, &desk).await?;
            let (by_rules, waits) = write.part(screened.kept, &desk.agent);
            let mut sets: Vec<SetId> = Vec::new();
            for kept in [&by_rules, &waits].into_iter().filter(|kept| !kept.is_empty()) {
                let source = Source::Agent { agent: desk.agent.clone() };
                sets.push(write.propose(source, None, kept.clone(), &desk.actor(), false).await?.id);
            }
            if !waits.is_empty() {
                write.touch("wakes");
            }
            write.finish().await?;
            if let Some(set) = sets.first().filter(|_| !by_rules.is_empty()) {
                engine.let_through(*set).await?;
            }
            let mut placed = Vec::new();
            for id in &sets {
                placed.extend(inner.store.change_set(*id).await?);
            }
            let answers = screened.judged.iter().map(|judged| answer(judged, &placed)).collect();
            Ok(OperationsReport { agent: desk.agent, sets, answers })
        })
        .await
    }
}

/// An operation in the types that it has, and why it is proposed, which is no field of a todo.
fn reasoned(operation: Value) -> (Value, Option<String>) {
    let mut operation = coerced(&operation);
    let why = match operation.get("why") {
        Some(Value::String(text)) => Some(text.chars().take(MOST_WHY).collect()),
        _ => None,
    };
    if let (Some(_), Value::Object(map)) = (&why, &mut operation) {
        map.shift_remove("why");
    }
    (operation, why)
}

/// What became of one operation, in words that a model can use.
fn answer(judged: &Judged, sets: &[ChangeSet]) -> OperationAnswer {
    let mut told = OperationAnswer {
        operation: u32::try_from(judged.request).unwrap_or(u32::MAX).saturating_add(1),
        label: judged.label.clone(),
        fingerprint: judged.fingerprint.clone(),
        ok: judged.refused.is_none(),
        code: "queued".to_owned(),
        message: "Waits for the user's signature. Nothing has been changed.".to_owned(),
        hint: None,
        set: None,
        item: None,
    };
    if let Some(refused) = &judged.refused {
        let defect = match refused {
            Refused::Invalid(problems) => problems.first(),
            _ => None,
        };
        told.code = defect.map_or_else(|| refused.code().to_owned(), |defect| defect.code.to_string());
        told.message = refused.message();
        let standing = defect.map_or_else(|| hint(&told.code), |defect| defect.hint.as_str());
        told.hint = Some(standing.to_owned()).filter(|hint| !hint.is_empty());
        return told;
    }
    let found = sets.iter().find_map(|set| {
        let item = set.items.iter().find(|item| fingerprint_in(set, item) == judged.fingerprint)?;
        Some((set.id, item))
    });
    if let Some((set, item)) = found {
        (told.set, told.item) = (Some(set), Some(item.n));
        if item.status == ItemStatus::Applied {
            "applied".clone_into(&mut told.code);
            "Done at once: a rule of the user's let it through.".clone_into(&mut told.message);
        } else if let Some(defect) = item.problems.first() {
            (told.ok, told.code, told.message) = (false, defect.code.to_string(), defect.message.clone());
            told.hint = Some(defect.hint.clone());
        }
    }
    told
}
