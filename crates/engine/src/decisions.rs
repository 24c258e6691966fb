//! The memory of decisions: what the person said to what was proposed.

use crate::{Engine, Result};
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
}
