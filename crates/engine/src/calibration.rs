//! What people did with what was proposed, from the ledger (S0-59, S0-87).

use crate::turns::context::thresholds;
use crate::{Engine, Result};
use countersign_core::ids::Seq;
use countersign_eval::calibration::{Calibration, Limits, Reader};
use countersign_store::EntryFilter;
use jiff::SignedDuration;

/// Entries that are read at once.
const PAGE: u32 = 500;

impl Engine {
    /// The report on messages of the last `days`; absent = all. `wanted` is the share, 0–1, that
    /// should at least be kept above a suggested threshold.
    pub async fn calibration(&self, days: Option<u32>, wanted: f64) -> Result<Calibration> {
        let since = days.and_then(|days| self.now().checked_sub(SignedDuration::from_hours(i64::from(days) * 24)).ok());
        let kinds = vec!["audit", "proposed", "revised", "extended", "decided", "applied"];
        let mut reader = Reader::default();
        let mut after = Seq(0);
        loop {
            let filter = EntryFilter {
                after: Some(after),
                ascending: true,
                limit: PAGE,
                kinds: kinds.clone(),
                ..EntryFilter::default()
            };
            let page = self.0.store.entries(&filter).await?;
            let Some(last) = page.last() else { break };
            after = last;
            for entry in page.whole() {
                reader.read(&entry, since.is_none_or(|since| entry.at >= since));
            }
        }
        let set = thresholds(&self.0.models());
        let limits =
            Limits { clarify_below: set.clarify_below, plan_above: set.plan_above, min_logprob: set.min_logprob };
        Ok(reader.report(limits, wanted))
    }
}
