//! What a person does directly: proposed, signed and applied in one step; and what that would come to.

use super::{Key, Signing, settling};
use crate::proposing::is_undo;
use crate::write::Write;
use crate::{Engine, EngineError, InvalidOperation, Result};
use countersign_core::change_set::execute::Execution;
use countersign_core::change_set::propose::Proposal;
use countersign_core::change_set::review::{self, Look};
use countersign_core::change_set::{Actor, Change, ChangeSet, Source};
use countersign_core::ids::SetId;
use countersign_core::operation::{Reach, parse};
use countersign_core::problem::Problem;
use countersign_core::wire::{ApplyMode, ApplySummary, ConfirmCounts, Receipt, SetView, SignItem};
use serde_json::Value;

/// Operations of the person's own, signed by being made.
#[derive(Debug, Clone)]
pub struct DirectEdit {
    /// As sent.
    pub operations: Vec<Value>,
    /// One line; made from the operations if absent.
    pub title: Option<String>,
    /// The token of an earlier `confirmation_required`.
    pub confirm: Option<String>,
    /// All or nothing, or what is possible.
    pub mode: ApplyMode,
    /// [`Source::Direct`] or [`Source::Compat`].
    pub source: Source,
}

/// What operations would do. Nothing was written.
#[derive(Debug, Clone)]
pub struct DryRun {
    /// As a set that was never stored (number 0).
    pub set: SetView,
    /// Of each item of it the todos it would change. New ones have provisional numbers below 0.
    pub changes: Vec<Vec<Change>>,
    /// Totals of the valid ones.
    pub summary: ApplySummary,
    /// Set when apply will ask for a second confirmation.
    pub confirm: Option<ConfirmCounts>,
}

impl Engine {
    /// Proposes, signs and applies in one step: what a person does directly to their todos. It is
    /// in the ledger like everything else and can be undone.
    ///
    /// # Errors
    /// `invalid_operations` with every defect, `confirmation_required`, or a failing store.
    pub async fn edit(&self, request: DirectEdit, actor: Actor, key: Option<Key>) -> Result<Receipt> {
        if request.operations.is_empty() {
            return Err(EngineError::Bad(Problem::new("missing_operations", "operations is empty")));
        }
        if request.operations.len() > parse::MAX_OPERATIONS {
            return Err(EngineError::Bad(Problem::new(
                "too_many_operations",
                format!("{} operations are too many", request.operations.len()),
            )));
        }
        let engine = self.clone();
        self.detached(async move {
            let inner = &engine.0;
            if let Some(receipt) = inner.replay(key.as_ref()).await? {
                return Ok(settling::as_asked(receipt, &request.operations));
            }
            let mut write = Write::begin(inner).await?;
            if let Some(receipt) = inner.replay(key.as_ref()).await? {
                return Ok(settling::as_asked(receipt, &request.operations));
            }
            // What a client sends back as it was proposed to it is the proposal (S0-34).
            let found = match request.source {
                Source::Compat => inner.proposed_as(&request.operations).await?,
                _ => Vec::new(),
            };
            if let Some(all) = inner.all_of(&found, request.operations.len()) {
                let (set, signing) = (all.set.clone(), Signing::Stored(all.signed()));
                let done = write.carry_out(set, signing, request.mode, request.confirm.as_deref(), &actor, key).await?;
                engine.learn(&done.habits, &actor).await;
                return Ok(settling::as_asked(done.answer.receipt()?, &request.operations));
            }
            let mut proposals: Vec<Proposal> = request.operations.iter().map(|v| Proposal::parse(v, "")).collect();
            write.take_back(&mut proposals, Reach::Todos).await?;
            // Looked at first with no number: what is invalid leaves no trace, not even a gap.
            let mut set = inner.draft(SetId(0), request.source, request.title, proposals, write.moment, false);
            let invalid = invalid_operations(&set, &request.operations);
            let none = set.items.iter().all(|item| !item.problems.is_empty());
            if !invalid.is_empty() && (none || request.mode == ApplyMode::Atomic) {
                return Err(EngineError::InvalidOperations(invalid));
            }
            set.id = write.tx.reserve_set_id().await?;
            let sound = set.items.iter().filter(|item| item.problems.is_empty());
            let places = sound.filter_map(|item| usize::try_from(item.request).ok()).collect();
            write.done_otherwise(&found, places).await?;
            let sign = set
                .items
                .iter()
                .filter(|i| i.problems.is_empty())
                .map(|i| SignItem { item: i.n, digest: i.digest.clone(), was: None })
                .collect();
            let (confirm, signing) = (request.confirm.as_deref(), Signing::Direct(sign));
            write.carry_out(set, signing, request.mode, confirm, &actor, key).await?.answer.receipt()
        })
        .await
    }

    /// What operations would do. Writes nothing (S0-13).
    ///
    /// # Errors
    /// When there are none, or too many; when an undo cannot be looked up.
    pub async fn dry_run(&self, operations: &[Value]) -> Result<DryRun> {
        if operations.is_empty() || operations.len() > parse::MAX_OPERATIONS {
            let code = if operations.is_empty() { "missing_operations" } else { "too_many_operations" };
            return Err(EngineError::Bad(Problem::new(code, format!("{} operations", operations.len()))));
        }
        let moment = self.0.moment();
        let mut proposals: Vec<Proposal> = operations.iter().map(|v| Proposal::parse(v, "")).collect();
        if proposals.iter().any(is_undo) {
            // Only the history knows what it comes to; what is begun for that is dropped.
            Write::turn(&self.0).await?.take_back(&mut proposals, Reach::Todos).await?;
        }
        let set = self.0.draft(SetId(0), Source::Direct, None, proposals, moment, false);
        let look = review::look(&set, &self.0.world().todos, moment);
        let done = Execution { changes: look.net(), ..Execution::default() };
        let Look { set, changes } = look;
        let confirm = done.needs_confirmation(false).then(|| done.counts());
        Ok(DryRun { set, changes, summary: done.summary(), confirm })
    }
}

/// The defects of a set's items, gathered per operation of the request.
fn invalid_operations(set: &ChangeSet, sent: &[Value]) -> Vec<InvalidOperation> {
    let mut found: Vec<InvalidOperation> = Vec::new();
    for item in set.items.iter().filter(|i| !i.problems.is_empty()) {
        match found.last_mut().filter(|f| f.index == item.request) {
            Some(one) => one.errors.extend(item.problems.clone()),
            None => found.push(InvalidOperation {
                index: item.request,
                op: usize::try_from(item.request).ok().and_then(|i| sent.get(i)).cloned().unwrap_or(Value::Null),
                errors: item.problems.clone(),
            }),
        }
    }
    found
}
