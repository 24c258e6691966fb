//! What waited too long: shown as expired by whoever looks, noted by whoever writes, proposed anew by a
//! person.

use super::OPEN;
use crate::history::takes_back;
use crate::write::Write;
use crate::{Engine, EngineError, Result};
use countersign_core::change_set::propose::Proposal;
use countersign_core::change_set::{Actor, ChangeItem, ChangeSet, ItemStatus, SetStatus, Source, review};
use countersign_core::ids::SetId;
use countersign_core::operation::{Operation, Target};
use countersign_core::problem::Problem;
use countersign_core::wire::{SetSummary, SetView};
use jiff::Timestamp;
use serde_json::Value;
use std::collections::BTreeMap;

/// A line of the inbox as it is at this moment, whether or not it was noted that it is too old.
pub(super) fn as_of(mut set: SetSummary, now: Timestamp) -> SetSummary {
    if matches!(set.status, SetStatus::Pending | SetStatus::PartiallyResolved) && set.expires_at <= now {
        (set.status, set.open, set.signed) = (SetStatus::Expired, 0, 0);
    }
    set
}

/// Whether nobody decided the item in time.
fn lapsed(item: &&ChangeItem) -> bool {
    review::is_open(item.status) || matches!(item.status, ItemStatus::Expired | ItemStatus::Invalid)
}

impl Engine {
    /// Proposes what expired in a set anew, for what is there now; what was decided stays. A set that waits
    /// for the same already is given instead.
    ///
    /// # Errors
    /// `not_found`, `not_expired`, `proposed_again` where that was decided already, or when the store fails.
    pub async fn propose_again(&self, id: SetId, actor: Actor) -> Result<SetView> {
        self.expire_due().await?;
        let engine = self.clone();
        self.detached(async move {
            let inner = &engine.0;
            let found = inner.store.change_set(id).await?;
            let old = found.ok_or_else(|| EngineError::NotFound(format!("change set #{id}")))?;
            let mut write = Write::begin(inner).await?;
            let items: Vec<&ChangeItem> = old.items.iter().filter(lapsed).collect();
            if items.is_empty() || !review::expired(&old, write.moment.now) {
                let why = "nothing of this change set has expired";
                return Err(EngineError::Bad(Problem::new("not_expired", why)));
            }
            if let Some(copy) = old.copied_as {
                let copy = engine.change_set(copy).await?;
                return if OPEN.contains(&copy.status) { Ok(copy) } else { Err(copied(copy.id)) };
            }
            let mut proposals = anew(&old, &items);
            write.fit_to_now(&old.source, &mut proposals).await?;
            let set = match inner.waiting_alike(&old.source, &proposals).await? {
                Some(waits) => waits,
                None => {
                    let id = write.tx.reserve_set_id().await?;
                    let (source, title) = (old.source.clone(), Some(old.title.clone()));
                    let set = inner.draft(id, source, title, proposals, write.moment, true);
                    write.note_proposed(ChangeSet { copy_of: Some(old.id), ..set }, &actor).await?
                }
            };
            write.finish().await?;
            engine.change_set(set.id).await
        })
        .await
    }
}

impl Write<'_> {
    /// Changes of files as they are on the files that are there now, where they still fit; what does not, or takes
    /// back what is not as it was left, is shown to have drifted.
    async fn fit_to_now(&mut self, source: &Source, proposals: &mut [Proposal]) -> Result<()> {
        if takes_back(source) {
            return Ok(());
        }
        for proposal in proposals {
            let Ok(op) = &proposal.op else { continue };
            match self.refitted(op, &proposal.files).await {
                Ok((op, files)) => (proposal.op, proposal.files) = (Ok(op), files),
                Err(EngineError::Bad(_)) => {}
                Err(e) => return Err(e),
            }
        }
        Ok(())
    }
}

/// It was proposed anew, and that waits no more: once more would be twice.
fn copied(copy: SetId) -> EngineError {
    let why = format!("this was proposed anew as change set #{copy}, which does not wait any more");
    EngineError::Bad(Problem::new("proposed_again", why))
}

/// The items as they were proposed.
fn anew(old: &ChangeSet, items: &[&ChangeItem]) -> Vec<Proposal> {
    let places: BTreeMap<u32, u32> = (1..).zip(items).map(|(place, item)| (item.n, place)).collect();
    let inverse = takes_back(&old.source);
    // "@n" is the item's place in the new set, and the todo itself where that was made already.
    let aimed = |op: &Operation| {
        let Some(Target::New(n)) = op.target() else { return Ok(op.clone()) };
        let there = places.get(&n).map(|place| Target::New(*place));
        let made = || old.item(n).and_then(|item| item.created).map(Target::Todo);
        let Some(to) = there.or_else(made) else {
            let why = format!("item {n}, which would have made the todo, is not proposed again");
            return Err((op.to_value(), vec![Problem::new("needs_missing_item", why)]));
        };
        let mut op = op.clone();
        op.retarget(to);
        Ok(op)
    };
    let one = |item: &&ChangeItem| Proposal {
        op: match (&item.op, item.problems.is_empty()) {
            (Some(op), true) => aimed(op),
            (op, _) => {
                let sent = op.as_ref().map(|op| op.to_value()).or_else(|| item.raw.clone());
                Err((sent.unwrap_or(Value::Null), item.problems.clone()))
            }
        },
        base: inverse.then(|| item.base.clone()),
        undoes: item.undoes.clone(),
        files: item.files.clone(),
        needs: item.needs.iter().filter_map(|n| places.get(n).copied()).collect(),
        topic: item.topic.clone(),
        said_by: item.said_by.clone(),
        ..Proposal::parse(&Value::Null, item.why.clone())
    };
    items.iter().map(one).collect()
}
