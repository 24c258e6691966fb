//! How full a conversation is, measured where runtimes count (S1-31, C36).

use crate::{Engine, Inner, Result};
use countersign_core::ids::{RunId, SessionId};
use countersign_core::model::{Role, estimate_tokens};
use countersign_core::session::meter::{Calibration, Gauge, MeterKind, offer};
use countersign_core::session::{SessionChange, SessionMarks};
use countersign_core::wire::{CallUsage, RunEvent, SessionMeter, SummaryState};
use countersign_llm::ModelInfo;
use countersign_store::RunRow;
use std::collections::BTreeSet;

impl Engine {
    /// How full a conversation is. What a kept work summary tells is in the plan document and counts
    /// no more: summarising comes first, a handoff second.
    ///
    /// # Errors
    /// `not_found`, or a failing store.
    pub async fn session_meter(&self, id: &SessionId) -> Result<SessionMeter> {
        let inner = &self.0;
        inner.session_row(id).await?;
        let marks = inner.store.marks(id).await?;
        let runs = inner.store.runs(id).await?;
        let (mut calls, mut summed) = (Vec::new(), BTreeSet::<RunId>::new());
        for (run, event) in inner.store.session_events(id, &["usage", "work_summary"]).await? {
            match event.event {
                RunEvent::Usage(call) => calls.push(call),
                RunEvent::WorkSummary(summary) if summary.state == SummaryState::Saved => drop(summed.insert(run)),
                _ => {}
            }
        }
        let counted = by_the_last(&calls);
        let rest: Vec<&RunRow> = since(&runs, &marks).iter().filter(|run| !summed.contains(&run.id)).collect();
        let told = |run: &&RunRow| estimate_tokens(&run.message) + run.text.as_deref().map_or(0, estimate_tokens);
        let carried = marks.carried.as_ref().map_or(0, |carried| estimate_tokens(&carried.text));
        let tokens = counted.tokens(rest.iter().map(told).sum::<u64>() + carried);
        let reader = inner.reader();
        let of = reader.as_ref().and_then(|info| info.context);
        let context = of.map(|of| Gauge::new(MeterKind::Context, tokens, of));
        let stored = inner.store.session_bytes(id).await?;
        let before = marks.carried.as_ref().map_or(0, |carried| carried.bytes);
        let bound = inner.world().settings.session_megabytes.bytes();
        let storage = Gauge::new(MeterKind::Storage, stored.saturating_sub(before), bound);
        Ok(SessionMeter {
            context,
            measured: counted.is_measured(),
            model: reader.map(|info| info.display_name),
            messages: rest.len() as u64,
            storage,
            stored,
            offer: offer(context, storage, &marks),
        })
    }

    /// The entry that declines an offer; none when there is nothing to decline.
    pub(super) async fn declined(&self, id: &SessionId, meter: MeterKind) -> Result<Option<SessionChange>> {
        let now = self.session_meter(id).await?;
        let gauge = match meter {
            MeterKind::Context => now.context,
            MeterKind::Storage => Some(now.storage),
        };
        let known = self.0.store.marks(id).await?;
        Ok(gauge
            .filter(|gauge| gauge.percent >= meter.offered_at() && known.declined.get(&meter) != Some(&gauge.of))
            .map(|gauge| SessionChange::Declined { meter, of: gauge.of }))
    }
}

impl Inner {
    /// What the runtime counted of a conversation's prompts against what was estimated.
    pub(crate) async fn counted(&self, id: &SessionId) -> Result<Calibration> {
        let events = self.store.session_events(id, &["usage"]).await?.into_iter();
        let calls = events.filter_map(|(_, event)| match event.event {
            RunEvent::Usage(call) => Some(call),
            _ => None,
        });
        Ok(by_the_last(&calls.collect::<Vec<_>>()))
    }

    /// The model that reads conversations: the one that works, else the one that proposes.
    fn reader(&self) -> Option<ModelInfo> {
        let models = self.models();
        models.available(Role::Execute).or_else(|| models.available(Role::Propose))
    }
}

/// What the model counted that answered last: another one counts otherwise.
fn by_the_last(calls: &[CallUsage]) -> Calibration {
    let mut counted = Calibration::default();
    let measures = |call: &&CallUsage| call.prompt_tokens > 0 && call.estimated_tokens > 0;
    let last = calls.iter().rfind(measures).map(|call| (&call.model, call.hosted));
    for call in calls.iter().filter(|call| last == Some((&call.model, call.hosted))) {
        counted.take(call.prompt_tokens, call.estimated_tokens);
    }
    counted
}

/// The runs that are not summed up yet, oldest first.
pub(crate) fn since<'a>(runs: &'a [RunRow], marks: &SessionMarks) -> &'a [RunRow] {
    let summed = marks.carried.as_ref().map_or(0, |carried| carried.messages);
    runs.get(usize::try_from(summed).unwrap_or(usize::MAX)..).unwrap_or_default()
}
