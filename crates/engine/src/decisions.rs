//! The memory of decisions: what the person said to what was proposed.

use crate::write::Write;
use crate::{Engine, EngineError, Result};
use countersign_core::change_set::Actor;
use countersign_core::ids::Seq;
use countersign_core::ledger::Event;
use countersign_core::wire::DecisionView;
use countersign_store::DecisionFilter;

impl Engine {
    /// Decisions, newest first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn decisions(&self, filter: &DecisionFilter) -> Result<Vec<DecisionView>> {
        Ok(self.0.store.decisions(filter).await?)
    }

    /// Takes a decision out of what agents are told and held to (`forgotten`), or puts it back. What was decided
    /// stays decided; of a shape or topic the decision before it counts then. One that is so already stays so.
    ///
    /// # Errors
    /// `not_found`, or when the store fails.
    pub async fn set_forgotten(&self, entry: Seq, item: u32, forgotten: bool, actor: Actor) -> Result<DecisionView> {
        let engine = self.clone();
        self.detached(async move {
            let mut write = Write::begin(&engine.0).await?;
            if let Some(same) = engine.decision(entry, item, forgotten).await? {
                return Ok(same);
            }
            let found = engine.decision(entry, item, !forgotten).await?;
            let found = found
                .ok_or_else(|| EngineError::NotFound(format!("decision on item {item} in ledger entry {entry}")))?;
            let label = found.label.clone();
            write.append(&actor, Event::Memory { entry, item, forgotten, label }).await?;
            write.finish().await?;
            Ok(found)
        })
        .await
    }

    /// The decision on an item in an entry.
    async fn decision(&self, entry: Seq, item: u32, forgotten: bool) -> Result<Option<DecisionView>> {
        let Some(before) = item.checked_sub(1) else { return Ok(None) };
        let next = DecisionFilter { before: Some((entry, before)), forgotten, limit: 1, ..DecisionFilter::default() };
        let found = self.0.store.decisions(&next).await?.pop();
        Ok(found.filter(|found| (found.entry, found.n) == (entry, item)))
    }
}
