//! What a turn proposes: its operations as proposals, the change set that comes of them, and how that is told.

use super::{Work, warned};
use crate::history::{Conflicts, takes_back};
use crate::proposing::meant;
use crate::review::Origin;
use crate::runs::{OpenQuestion, title_of};
use crate::write::Write;
use crate::{EngineError, Inner, Result};
use countersign_assistant::{ProposedOp, Step, Turn};
use countersign_core::change_set::propose::{self, Proposal};
use countersign_core::change_set::{Actor, ChangeSet, Source};
use countersign_core::ids::{Seq, SetId, TodoId};
use countersign_core::model::Role;
use countersign_core::operation::Operation;
use countersign_core::wire::{OpErrors, RunEvent};
use serde_json::Value;
use std::collections::BTreeMap;

impl Inner {
    /// Operations of a turn as proposals; undo becomes the inverses of what it names.
    /// What the planner `left_out` is named with the first.
    async fn proposals(
        &self,
        write: &mut Write<'_>,
        operations: &[ProposedOp],
        warnings: &[String],
        left_out: &[TodoId],
    ) -> Result<(Vec<Proposal>, Source)> {
        let mut proposals = Vec::new();
        let mut undone: Vec<Seq> = Vec::new();
        // Some items of an entry, and not all of it.
        let mut parts: BTreeMap<Seq, Vec<u32>> = BTreeMap::new();
        // Which proposal an operation became, by its number.
        let mut became: BTreeMap<u32, u32> = BTreeMap::new();
        for (n, one) in (1..).zip(operations) {
            let needs: Vec<u32> = one.needs.iter().filter_map(|needed| became.get(needed).copied()).collect();
            let before = proposals.len();
            match &one.op {
                Some(Operation::Undo { batch, item }) if one.problems.is_empty() => {
                    match self.taken_back_by(batch.as_deref(), item.as_deref()).await? {
                        Some((seq, Some(only))) => parts.entry(seq).or_default().extend(only),
                        Some((seq, None)) => undone.push(seq),
                        None => {}
                    }
                }
                Some(op) if one.problems.is_empty() => proposals.push(Proposal {
                    warnings: one.warnings.clone(),
                    sure: one.sure,
                    open_end: propose::open_end(&one.raw),
                    needs,
                    ..Proposal::of(op.clone(), one.why.clone())
                }),
                op => {
                    let raw = op.as_ref().map_or_else(|| one.raw.clone(), Operation::to_value);
                    proposals.push(Proposal {
                        op: Err((raw, one.problems.clone())),
                        warnings: one.warnings.clone(),
                        sure: false,
                        needs,
                        ..Proposal::parse(&Value::Null, one.why.clone())
                    });
                }
            }
            if proposals.len() > before {
                became.insert(n, u32::try_from(proposals.len()).unwrap_or(u32::MAX));
            }
        }
        let mut entries: Vec<Seq> = Vec::new();
        // Together: what a later one changed again is no reason to keep an earlier one.
        let whole = (!undone.is_empty()).then(|| (undone.clone(), None));
        let parts = parts.into_iter().map(|(seq, only)| (vec![seq], Some(only)));
        for (of, only) in whole.into_iter().chain(parts) {
            let mut undo = match self.undo_proposals(write, &of, only.as_deref(), Conflicts::Keep).await {
                Ok(undo) => undo,
                Err(
                    EngineError::NothingToUndo
                    | EngineError::AsBefore
                    | EngineError::ChangedNothing(_)
                    | EngineError::CommandRan(_)
                    | EngineError::NotFound(_),
                ) => continue,
                Err(e) => return Err(e),
            };
            // Taking back the last change passes by the commands that ran after it: that is said.
            let last = self.world().past.last().undo.filter(|last| of.contains(last));
            let passed = self.ran_after(last).await?;
            if let Some(first) = undo.proposals.first_mut() {
                first.warnings.extend(passed);
            }
            let before = u32::try_from(proposals.len()).unwrap_or(u32::MAX);
            proposals.extend(undo.proposals.into_iter().map(|mut one: Proposal| {
                one.needs.iter_mut().for_each(|n| *n = n.saturating_add(before));
                one
            }));
            entries.extend(undo.entries);
        }
        self.measure(&mut proposals).await?;
        // The planner's warnings that the core does not find by itself.
        let known = ["possible_duplicate", "repeating_excluded", "no_effect"];
        let warnings = warnings.iter().map(String::as_str).filter(|code| !known.contains(code));
        let today = self.moment().today;
        {
            let world = self.world();
            warned::warn(&mut proposals, warnings, &world.todos, today);
            if let Some(first) = proposals.first_mut() {
                first.warnings.extend(propose::left_out(left_out, &world.todos));
            }
        }
        let source = if entries.is_empty() { Source::Request } else { Source::Undo { entries } };
        Ok((proposals, source))
    }
}

impl Work<'_> {
    /// Operations are there. They are stored as soon as nothing changes them any more.
    pub(super) async fn operations(
        &mut self,
        turn: &Turn,
        version: u32,
        operations: &[ProposedOp],
        next: &Step,
    ) -> Result<()> {
        let repairing = matches!(next, Step::Call(call) if call.role == Role::Repair);
        let stays = !repairing;
        self.begin("proposing");
        self.begin("validating");
        if !matches!(next, Step::Call(_)) {
            // The end follows at once, and stores all of it together.
            return Ok(());
        }
        let actor = self.actor(turn);
        if stays {
            let mut write = Write::begin(&self.engine.0).await?;
            let set = self.put_set(&mut write, turn, operations, &actor, version).await?;
            write.tx.put_run(self.run).await?;
            self.store(write, false).await?;
            self.set = set;
        } else {
            let invalid = operations.iter().filter(|o| !o.is_valid()).count() as u64;
            self.events.push(RunEvent::Ops {
                version,
                change_set: None,
                operations: operations
                    .iter()
                    .map(|o| OpErrors { op: o.raw.clone(), errors: o.problems.clone() })
                    .collect(),
                valid_count: operations.len() as u64 - invalid,
                invalid_count: invalid,
            });
            self.tell(&actor).await?;
        }
        Ok(())
    }

    /// The change set of a turn, appended to an open write, with its events.
    pub(super) async fn put_set(
        &mut self,
        write: &mut Write<'_>,
        turn: &Turn,
        operations: &[ProposedOp],
        actor: &Actor,
        version: u32,
    ) -> Result<Option<ChangeSet>> {
        let (mut proposals, source) =
            self.inner().proposals(write, operations, turn.warnings(), turn.left_out()).await?;
        // What the words themselves ask for is no model's idea.
        if turn.decided_by().is_some() {
            let asked = &self.run.message;
            proposals = proposals.into_iter().map(|one| meant(one, asked)).collect();
            self.inner().recall(&mut proposals).await?;
        }
        let origin = Origin { source, title: self.title(turn) };
        let set = self.put_proposals(write, origin, proposals, actor, version, &Self::replaced(turn)).await?;
        if set.is_some() {
            self.withdraw(write, turn, actor).await?;
        }
        Ok(set)
    }

    /// What the change set of a turn is called: what was said; for an answer the sentence that was asked about, and
    /// nothing for a correction, so that it is called by what it does.
    fn title(&self, turn: &Turn) -> Option<String> {
        if !Self::replaced(turn).is_empty() {
            return None;
        }
        let asked = self.session.pending.as_deref().filter(|_| turn.answers());
        let asked = asked.and_then(|text| serde_json::from_str::<OpenQuestion>(text).ok());
        Some(title_of(asked.as_ref().map_or(&self.run.message, |question| &question.instruction)))
    }

    /// Proposals as a change set, appended to an open write, with its events; perhaps in the place of others that wait.
    pub(super) async fn put_proposals(
        &mut self,
        write: &mut Write<'_>,
        origin: Origin,
        mut proposals: Vec<Proposal>,
        actor: &Actor,
        version: u32,
        replaces: &[SetId],
    ) -> Result<Option<ChangeSet>> {
        if proposals.is_empty() {
            return Ok(None);
        }
        match self.inner().waiting_alike(&origin.source, &proposals).await? {
            // It can be taken back once only.
            Some(waits) if takes_back(&origin.source) => {
                self.proposed(&waits);
                return Ok(Some(waits));
            }
            Some(waits) if replaces.contains(&waits.id) => {}
            // Two of the same may be meant: it is said, and none is marked.
            Some(waits) => warned::asked_again(&mut proposals, waits.id),
            None => {}
        }
        let set = write.propose_in(self.run, origin, proposals, actor, true, version.max(1)).await?;
        self.proposed(&set);
        Ok(Some(set))
    }

    /// Tells the run's set.
    pub(super) fn proposed(&mut self, set: &ChangeSet) {
        self.events.extend(proposed(set));
        self.run.change_set = Some(set.id);
    }
}

/// What is told of a set that a run proposed.
pub(crate) fn proposed(set: &ChangeSet) -> [RunEvent; 2] {
    let operations = op_errors(set);
    let invalid = set.items.iter().filter(|i| !i.problems.is_empty()).count() as u64;
    let ops = RunEvent::Ops {
        version: set.version,
        change_set: Some(set.id),
        valid_count: operations.len() as u64 - invalid,
        invalid_count: invalid,
        operations,
    };
    [ops, RunEvent::ChangeSet { id: set.id, version: set.version }]
}

pub(super) fn op_errors(set: &ChangeSet) -> Vec<OpErrors> {
    set.items
        .iter()
        .map(|i| OpErrors {
            op: i.op.as_ref().map_or_else(|| i.raw.clone().unwrap_or(Value::Null), Operation::to_value),
            errors: i.problems.clone(),
        })
        .collect()
}
