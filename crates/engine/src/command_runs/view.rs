//! A run of commands as clients see it: with what the sets say now.

use crate::{Engine, Result};
use countersign_core::change_set::{ChangeSet, ItemStatus};
use countersign_core::command_run::{CommandRun, CommandStep, StepStatus};
use countersign_core::ids::SetId;
use countersign_core::wire::{CommandRunView, CommandStepView};
use jiff::Timestamp;
use std::collections::BTreeMap;

impl Engine {
    pub(super) async fn command_run_view(&self, run: &CommandRun, updated_at: Timestamp) -> Result<CommandRunView> {
        let mut sets: BTreeMap<SetId, ChangeSet> = BTreeMap::new();
        for id in run.steps.iter().map(|step| step.set).chain([run.set]) {
            if !sets.contains_key(&id) {
                sets.extend(self.0.store.change_set(id).await?.map(|set| (id, set)));
            }
        }
        let item = |set: SetId, n: u32| sets.get(&set).and_then(|set| set.item(n));
        // What waits may have been run by an apply meanwhile.
        let run = &run.clone().caught_up(item);
        let unsigned = |step: &CommandStep| {
            let item = item(step.set, step.n);
            step.status == StepStatus::Queued && item.is_some_and(|item| item.status != ItemStatus::Confirmed)
        };
        let (succeeded, failed) = run.counts();
        let steps = run
            .steps
            .iter()
            .enumerate()
            .map(|(at, step)| CommandStepView {
                set: step.set,
                n: step.n,
                command: step.command.clone(),
                status: step.status,
                text: run.progress(at),
                exit: step.exit,
                elapsed_ms: step.elapsed_ms,
                preview: step.preview.clone(),
                inserted: step.inserted,
                unsigned: unsigned(step),
                advice: step.advice.clone(),
            })
            .collect();
        Ok(CommandRunView {
            change_set: run.set,
            title: sets.get(&run.set).map(|set| set.title.clone()).unwrap_or_default(),
            status: run.status,
            why: run.why.clone(),
            text: run.text(),
            total: run.total(),
            done: succeeded + failed,
            succeeded,
            failed,
            steps,
            remaining: run.remaining(),
            started_at: run.started_at,
            updated_at,
        })
    }
}
