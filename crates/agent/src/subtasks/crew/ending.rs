//! The end of a run in sub-tasks: what they queued is proposed as one set, and summed up.

use super::{Crew, Effect, Phase, stage};
use crate::machine::{End, Machine, excerpt, reviewed};
use countersign_core::wire::{CriterionUpdate, RunEvent, StepStatus, SummaryState, WorkSummary};

/// Said of every run that leaves nothing to sign.
const UNCHANGED: &str = "Nothing has been changed.";
/// Longest line of the log's entry.
const LINE: usize = 120;

impl Crew {
    /// The person stopped it: nothing is proposed.
    pub(super) fn cancel(&mut self, out: &mut Vec<Effect>) {
        let each = |(id, machine): (&String, &Machine)| {
            machine.broken_off().into_iter().map(|tool| (id.clone(), tool)).collect::<Vec<_>>()
        };
        for (id, tool) in self.machines.iter().flat_map(each).collect::<Vec<_>>() {
            self.tell(&id, RunEvent::Tool(tool), out);
        }
        self.leave_rest(out);
        self.phase = Phase::Ended;
        out.extend([Effect::Finish(End::Cancelled), Effect::Persist]);
    }

    /// Those that are not done will not be.
    fn leave_rest(&mut self, out: &mut Vec<Effect>) {
        self.machines.clear();
        self.busy.clear();
        let left: Vec<String> = self
            .plan
            .tasks
            .iter()
            .filter(|t| !matches!(t.status, StepStatus::Completed | StepStatus::Failed))
            .map(|t| t.subtask_id.clone())
            .collect();
        for id in left {
            self.put(&id, out, |task| task.status = StepStatus::Cancelled);
        }
    }

    /// All that will be done is done. `why` says why it stops early.
    pub(super) fn end(&mut self, why: &str, out: &mut Vec<Effect>) {
        self.leave_rest(out);
        let (done, all, queued) = (self.count(StepStatus::Completed), self.plan.tasks.len(), self.queue.len());
        let mut parts = vec![format!("{done} of {all} sub-tasks done.")];
        if !why.is_empty() {
            parts.push(why.to_owned());
        }
        match queued {
            0 if self.queue.plan().is_empty() => parts.push(UNCHANGED.to_owned()),
            0 => {}
            1 => parts.push("1 change waits for your signature.".to_owned()),
            n => parts.push(format!("{n} changes wait for your signature.")),
        }
        let text = parts.join(" ");
        if !self.queue.is_empty() {
            out.extend([stage("proposing"), Effect::Propose]);
        }
        if done == 0 {
            out.extend([Effect::Finish(End::Done { text, said: None }), Effect::Persist]);
            self.phase = Phase::Ended;
            return;
        }
        let summary = self.known();
        out.push(stage("summarizing"));
        out.push(Effect::Emit(RunEvent::Summary { text: text.clone() }));
        out.push(Effect::Emit(RunEvent::WorkSummary(summary.clone())));
        out.push(Effect::Finish(End::Done { text, said: self.said() }));
        self.phase = Phase::Reviewing { summary };
        out.push(Effect::Persist);
        out.extend(self.wait().map(Effect::AwaitUser));
    }

    /// The models' last words, one for each sub-task.
    fn said(&self) -> Option<String> {
        let words = self.plan.tasks.iter().filter_map(|task| {
            let said = task.output.as_ref().map(|output| output.summary.trim()).filter(|said| !said.is_empty())?;
            Some(format!("{}. {said}", task.subtask_id))
        });
        let all: Vec<String> = words.collect();
        (!all.is_empty()).then(|| all.join("\n"))
    }

    /// What the product itself knows of the work.
    fn known(&self) -> WorkSummary {
        let (done, all, queued) = (self.count(StepStatus::Completed), self.plan.tasks.len(), self.queue.len());
        let plan = self.queue.plan();
        let criteria = plan.criteria.into_iter();
        let results =
            self.plan.tasks.iter().filter_map(|task| task.output.as_ref()).map(|output| output.summary.as_str());
        WorkSummary {
            action: excerpt(&self.message, LINE),
            details: results.map(|said| excerpt(said, LINE)).collect::<Vec<_>>().join(" ").trim().to_owned(),
            result: format!(
                "{done} of {all} sub-tasks done; {queued} {} proposed.",
                if queued == 1 { "change" } else { "changes" }
            ),
            tools_used: Vec::new(),
            criteria: criteria.map(|(description, completed)| CriterionUpdate::said(description, completed)).collect(),
            decisions: plan.made,
            rejected: plan.rejected,
            goal: plan.goal,
            state: SummaryState::Pending,
        }
    }

    /// Takes the person's word on the summary. One that is unclear is asked again.
    pub(super) fn review(
        &mut self,
        summary: WorkSummary,
        said: &str,
        action: Option<String>,
        details: Option<String>,
        out: &mut Vec<Effect>,
    ) {
        let Some(summary) = reviewed(summary, said, action, details) else {
            out.extend(self.wait().map(Effect::AwaitUser));
            return;
        };
        out.push(Effect::Emit(RunEvent::WorkSummary(summary)));
        self.phase = Phase::Ended;
        out.push(Effect::Persist);
    }
}
