//! The end of a run: what is queued is proposed, the work is summed up, and the person says what
//! becomes of the summary (S4-10…12, C25).

use super::{Effect, End, Machine, Phase, one_line, stage};
use crate::reading::ToolCall;
use crate::summary::{Verdict, verdict};
use countersign_core::wire::{AgentTool, CriterionUpdate, RunEvent, StepStatus, SummaryState, ToolStatus, WorkSummary};

/// Said of a call that was stopped, and of one that another program was asked.
const STOPPED: &str = "it was stopped";
const STOPPED_ELSEWHERE: &str = "it was stopped: whether it took effect is not known";
/// Said of every run that leaves nothing to sign.
const UNCHANGED: &str = "Nothing has been changed.";

impl Machine {
    /// No model answered: what was queued before is still proposed.
    pub(super) fn model_failed(&mut self, code: String, message: String, out: &mut Vec<Effect>) {
        self.put_step(StepStatus::Failed, Some(message.clone()), out);
        self.leave_rest(out);
        if (self.setup.part || self.queue.is_empty()) && self.count(StepStatus::Completed) == 0 {
            self.phase = Phase::Ended;
            out.push(Effect::Finish(End::Failed { code, message }));
            out.push(Effect::Persist);
        } else {
            self.end_work(&message, out);
        }
    }

    /// The person stopped it: nothing is proposed.
    pub(super) fn cancel(&mut self, out: &mut Vec<Effect>) {
        out.extend(self.broken_off().into_iter().map(|tool| Effect::Emit(RunEvent::Tool(tool))));
        self.leave_rest(out);
        self.phase = Phase::Ended;
        out.push(Effect::Finish(End::Cancelled));
        out.push(Effect::Persist);
    }

    /// The calls that are under way, as they end where nobody waits for them any more.
    pub(crate) fn broken_off(&self) -> Vec<AgentTool> {
        let Phase::Tools { calls, denied } = &self.phase else { return Vec::new() };
        let under_way = calls.iter().filter(|call| !denied.iter().any(|one| one.call == call.id));
        let ended = |call: &ToolCall| {
            let elsewhere = self.setup.tools.find(&call.tool).is_some_and(|tool| !tool.bound.is_empty());
            let why = if elsewhere { STOPPED_ELSEWHERE } else { STOPPED };
            self.tool(call, ToolStatus::Failed, Some(why.to_owned()))
        };
        under_way.map(ended).collect()
    }

    /// All steps that will be done are done. `why` says why it stops early.
    pub(super) fn end_work(&mut self, why: &str, out: &mut Vec<Effect>) {
        let (text, said) = self.outcome(why);
        // Whoever has all parts proposes and sums up.
        if self.setup.part {
            self.finish(text, said, out);
            self.phase = Phase::Ended;
            out.push(Effect::Persist);
            return;
        }
        if !self.queue.is_empty() {
            out.push(stage("proposing"));
            out.push(Effect::Propose);
        }
        let done = self.count(StepStatus::Completed);
        // An answer without steps or changes is its own summary.
        if done == 0 || (self.steps.len() < 2 && self.queue.is_empty() && self.queue.plan().is_empty()) {
            self.finish(text, said, out);
            self.phase = Phase::Ended;
            out.push(Effect::Persist);
            return;
        }
        out.push(stage("summarizing"));
        out.push(Effect::Emit(RunEvent::Summary { text: text.clone() }));
        // What code did by the request's own words needs no model to tell it.
        if self.setup.ground.is_firm() {
            self.summed_up(self.known(), text, said, out);
            return;
        }
        self.phase = Phase::Summarising { known: self.known(), text, said };
        self.go_on(out);
    }

    /// The summary is there.
    pub(super) fn summed_up(
        &mut self,
        summary: WorkSummary,
        text: String,
        said: Option<String>,
        out: &mut Vec<Effect>,
    ) {
        out.push(Effect::Emit(RunEvent::WorkSummary(summary.clone())));
        self.finish(text, said, out);
        self.phase = Phase::Reviewing { summary };
        out.push(Effect::Persist);
        out.push(self.pending());
    }

    fn finish(&self, text: String, said: Option<String>, out: &mut Vec<Effect>) {
        out.push(Effect::Finish(End::Done { text, said }));
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
            out.push(self.pending());
            return;
        };
        out.push(Effect::Emit(RunEvent::WorkSummary(summary)));
        self.phase = Phase::Ended;
        out.push(Effect::Persist);
    }

    /// What the person is told: what the product knows, and apart from it the model's own last word,
    /// which is no proof of anything.
    fn outcome(&self, why: &str) -> (String, Option<String>) {
        let (done, queued) = (self.count(StepStatus::Completed), self.queue.len());
        let mut parts = Vec::new();
        if self.steps.len() > 1 {
            parts.push(format!("{done} of {} steps done.", self.steps.len()));
        }
        if !why.is_empty() {
            parts.push(why.to_owned());
        }
        let last = self.steps.iter().rev().find(|s| s.status == StepStatus::Completed).and_then(|s| s.result.clone());
        match queued {
            0 if self.queue.plan().is_empty() => parts.push(UNCHANGED.to_owned()),
            0 => {}
            1 => parts.push("1 change waits for your signature.".to_owned()),
            n => parts.push(format!("{n} changes wait for your signature.")),
        }
        (parts.join(" "), last)
    }

    /// What the product itself knows of the work.
    fn known(&self) -> WorkSummary {
        let mut tools: Vec<String> = self
            .record
            .iter()
            .filter_map(|line| line.split(' ').next())
            .filter(|word| self.setup.tools.find(word).is_some())
            .map(str::to_owned)
            .collect();
        tools.sort();
        tools.dedup();
        let (done, queued) = (self.count(StepStatus::Completed), self.queue.len());
        let plan = self.queue.plan();
        let criteria = plan.criteria.into_iter();
        WorkSummary {
            action: one_line(&self.setup.message),
            details: self.steps.iter().filter_map(|s| s.result.as_deref()).map(one_line).collect::<Vec<_>>().join(" "),
            result: format!(
                "{done} of {} steps done; {queued} {} proposed.",
                self.steps.len(),
                if queued == 1 { "change" } else { "changes" }
            ),
            tools_used: tools,
            criteria: criteria.map(|(description, completed)| CriterionUpdate::said(description, completed)).collect(),
            decisions: plan.made,
            rejected: plan.rejected,
            goal: plan.goal,
            state: SummaryState::Pending,
        }
    }
}

/// The summary as the person decided on it; nothing where their word is unclear.
pub(crate) fn reviewed(
    mut summary: WorkSummary,
    said: &str,
    action: Option<String>,
    details: Option<String>,
) -> Option<WorkSummary> {
    let given = |text: Option<String>| text.map(|t| t.trim().to_owned()).filter(|t| !t.is_empty());
    let (action, details) = (given(action), given(details));
    summary.state = match verdict(said) {
        Verdict::Save => SummaryState::Saved,
        Verdict::Edit if action.is_some() || details.is_some() => {
            summary.action = action.unwrap_or(summary.action);
            summary.details = details.unwrap_or(summary.details);
            SummaryState::Saved
        }
        Verdict::Discard => SummaryState::Discarded,
        Verdict::Edit | Verdict::Unclear => return None,
    };
    Some(summary)
}
