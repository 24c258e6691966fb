//! An `undo` among the operations of a request: the inverses of what it names. A batch is an entry of the ledger,
//! an item is named as it is shown (`14.2`).

use crate::history::Conflicts;
use crate::write::Write;
use crate::{EngineError, Inner, Result};
use countersign_core::change_set::ItemStatus;
use countersign_core::change_set::propose::Proposal;
use countersign_core::ids::{Seq, SetId};
use countersign_core::operation::{Operation, Reach};
use countersign_core::problem::Problem;
use countersign_core::wire::ErrorBody;

/// Whether a proposal takes back what it names.
pub(crate) fn is_undo(proposal: &Proposal) -> bool {
    matches!(&proposal.op, Ok(Operation::Undo { .. }))
}

impl Write<'_> {
    /// Puts in the place of each `undo` what it comes to: one proposal with the rest beside it; or why it comes to
    /// nothing. `within`: how far it may reach.
    pub(crate) async fn take_back(&mut self, proposals: &mut [Proposal], within: Reach) -> Result<()> {
        for proposal in proposals {
            let Ok(Operation::Undo { batch, item }) = &proposal.op else { continue };
            let (batch, item) = (batch.clone(), item.clone());
            match self.undone(batch.as_deref(), item.as_deref(), within).await? {
                Ok((first, also)) => {
                    let (needs, said_by) = (std::mem::take(&mut proposal.needs), proposal.said_by.take());
                    *proposal = Proposal { needs, said_by, also, ..first };
                }
                Err(problem) => {
                    let value = Operation::Undo { batch, item }.to_value();
                    proposal.op = Err((value, vec![problem]));
                }
            }
        }
        Ok(())
    }

    /// What an `undo` names, taken back: the first of it, and the rest. Or why it is not.
    async fn undone(
        &mut self,
        batch: Option<&str>,
        item: Option<&str>,
        within: Reach,
    ) -> Result<std::result::Result<(Proposal, Vec<Proposal>), Problem>> {
        let inner = self.inner();
        let Some((entry, only)) = inner.taken_back_by(batch, item).await? else { return Ok(Err(nothing())) };
        let mut found = match inner.undo_proposals(self, &[entry], only.as_deref(), Conflicts::Stop).await {
            Ok(undo) => undo.proposals,
            Err(EngineError::Store(error)) => return Err(error.into()),
            Err(EngineError::NotFound(_)) => return Ok(Err(nothing())),
            Err(refused) => {
                let code = match &refused {
                    EngineError::UndoConflict(_) => "undo_conflict",
                    EngineError::NothingToUndo | EngineError::AsBefore | EngineError::ChangedNothing(_) => {
                        "nothing_to_undo"
                    }
                    EngineError::CommandRan(_) => "command_ran",
                    _ => "invalid_undo",
                };
                let ErrorBody { message, hint, .. } = refused.body();
                return Ok(Err(Problem::new(code, message).hinting(hint.unwrap_or_default())));
            }
        };
        if found.iter().any(|one| one.op.as_ref().is_ok_and(|op| op.reach() > within)) {
            return Ok(Err(Problem::new("invalid_undo", "what is to be undone reaches beyond the todos")
                .hinting("Propose it as a change set, and sign that.")));
        }
        inner.measure(&mut found).await?;
        let mut found = found.into_iter();
        Ok(found.next().map(|first| (first, found.collect())).ok_or_else(nothing))
    }
}

impl Inner {
    /// The entry that is named, and which of its items; none where nothing of that name was applied.
    pub(crate) async fn taken_back_by(
        &self,
        batch: Option<&str>,
        item: Option<&str>,
    ) -> Result<Option<(Seq, Option<Vec<u32>>)>> {
        let entry = batch.map(|name| name.trim_start_matches('@').parse().map(Seq));
        let (entry, item) = match (entry, item) {
            (Some(Err(_)), _) => return Ok(None),
            (Some(Ok(entry)), None) => return Ok(Some((entry, None))),
            (entry, Some(item)) => (entry.and_then(std::result::Result::ok), item),
            (None, None) => return Ok(None),
        };
        let Some((set, n)) = item.trim_start_matches('#').split_once('.') else {
            // Without its set it is one of the batch.
            return Ok(entry.zip(item.parse().ok()).map(|(entry, n)| (entry, Some(vec![n]))));
        };
        let (Ok(set), Ok(n)) = (set.parse().map(SetId), n.parse()) else { return Ok(None) };
        let set = self.store.change_set(set).await?;
        let applied = set.as_ref().and_then(|set| set.item(n)).filter(|item| item.status == ItemStatus::Applied);
        let by = applied.and_then(|item| item.applied_by).filter(|by| entry.is_none_or(|entry| entry == *by));
        Ok(by.map(|by| (by, Some(vec![n]))))
    }
}

fn nothing() -> Problem {
    Problem::new("invalid_undo", "nothing of that name was applied, or it is undone already")
}
