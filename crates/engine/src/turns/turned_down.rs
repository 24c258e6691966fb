//! What a model proposes again though the person turned it down: it is never marked and says when that
//! was; a model that works by itself is refused it, as at a wake.

use crate::write::Write;
use crate::{Inner, Result};
use countersign_core::change_set::propose::Proposal;
use countersign_core::dedup::{Refused, keys};
use countersign_core::label::day;
use countersign_core::operation::{Operation, Target};
use countersign_core::problem::Problem;
use countersign_core::wire::DecisionView;
use countersign_store::DecisionFilter;
use jiff::tz::TimeZone;
use serde_json::Value;

/// So many rejections about one todo are looked through.
const LOOKED_AT: u32 = 200;

impl Inner {
    /// Takes the mark from what was turned down before, and says so.
    pub(super) async fn recall(&self, proposals: &mut [Proposal]) -> Result<()> {
        for proposal in proposals {
            let Some(said) = self.rejection(proposal).await? else { continue };
            let zone = TimeZone::get(&self.planner_clock().zone).unwrap_or(TimeZone::UTC);
            let when = day(said.at.to_zoned(zone).date());
            let why = said.reason.as_deref().map(countersign_core::reason::words);
            let told = match why {
                Some(why) => format!("You rejected this on {when}: \u{201c}{why}\u{201d}."),
                None => format!("You rejected this on {when}."),
            };
            proposal.sure = false;
            proposal.warnings.push(Problem::new("rejected_before", told));
        }
        Ok(())
    }

    /// Refuses what was turned down before, in words for a model. The operations are read like any that
    /// are proposed, and nothing of that is kept; those that are `new` are looked at.
    pub(crate) async fn refused_before(&self, ops: &[Value], new: &[bool]) -> std::result::Result<(), Problem> {
        // A memory that cannot be read keeps nobody from asking again.
        let Ok(Some(reason)) = self.last_rejected(ops, new).await else { return Ok(()) };
        Err(Problem::new("rejected_before", Refused::Rejected(reason).message()))
    }

    async fn last_rejected(&self, ops: &[Value], new: &[bool]) -> Result<Option<Option<String>>> {
        let mut proposals = Write::begin(self).await?.read_operations(ops.to_vec(), "", None).await?;
        let mut at = new.iter();
        proposals.retain(|_| at.next().copied().unwrap_or(false));
        let shapes = {
            let world = self.world();
            keys(&proposals, &world.todos, self.moment())
        };
        let last = self.store.verdicts(&shapes).await?;
        Ok(last.into_iter().find(|last| last.verdict == "rejected").map(|last| last.reason))
    }

    /// The rejection that stands against exactly this.
    async fn rejection(&self, proposal: &Proposal) -> Result<Option<DecisionView>> {
        let Ok(op) = &proposal.op else { return Ok(None) };
        let shapes = {
            let world = self.world();
            keys(std::slice::from_ref(proposal), &world.todos, self.moment())
        };
        let last = self.store.verdicts(&shapes).await?;
        let Some(shape) = last.into_iter().find(|last| last.verdict == "rejected").map(|last| last.key) else {
            return Ok(None);
        };
        let filter = DecisionFilter {
            verdict: Some("rejected".to_owned()),
            kind: matches!(op, Operation::Create(_)).then(|| "create".to_owned()),
            todo: op.target().and_then(Target::id),
            limit: LOOKED_AT,
            ..DecisionFilter::default()
        };
        Ok(self.store.decisions(&filter).await?.into_iter().find(|said| said.fingerprint == shape))
    }
}
