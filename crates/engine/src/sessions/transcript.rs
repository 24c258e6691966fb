//! A conversation as a text that grows at its end (S4-23), to be kept and passed on: secrets of a known
//! shape are not in it.

use crate::runs::parted;
use crate::{Engine, Result};
use countersign_core::change_set::Verdict;
use countersign_core::ids::{SessionId, SetId};
use countersign_core::label::in_quotes;
use countersign_core::ledger::{Entry, Event};
use countersign_core::reason::words;
use countersign_core::transcript::{Speaker, line};
use countersign_core::wire::{
    AgentStep, AgentTool, AgentWait, CriterionUpdate, Mode, RunEvent, StepStatus, SubTask, SummaryState, ToolStatus,
    WorkSummary,
};
use countersign_plan::{Plan, only_moved};
use countersign_redact::redacted;
use countersign_store::{EntryFilter, RunRow};
use jiff::Timestamp;
use std::collections::BTreeMap;

/// What a conversation's text begins with (S4-22).
const GREETING: &str = "What would you like to build?";

/// Entries about a set that are read at once.
const PAGE: u32 = 200;

/// Before a model's words.
const SAYS: &str = "The model says: ";

/// The lines so far, each with its moment. A secret is hidden before its line ends are: a key stands in several lines.
#[derive(Default)]
struct Log(Vec<(Timestamp, String)>);

impl Log {
    fn add(&mut self, at: Timestamp, who: Speaker, text: &str) {
        self.0.push((at, line(at, who, &redacted(text))));
    }

    /// In the order in which it happened; what happened in one moment in the order in which it was added.
    fn text(mut self) -> String {
        self.0.sort_by_key(|(at, _)| *at);
        self.0.into_iter().map(|(_, line)| line).collect()
    }
}

impl Engine {
    /// A conversation as lines: what was said, the steps, which tools were called and what they gave, what was
    /// proposed, what the person decided on it and what came of that, and every version of the plan document, each
    /// where it came about.
    ///
    /// # Errors
    /// `not_found`, or a failing store.
    pub async fn transcript(&self, id: &SessionId) -> Result<String> {
        let store = &self.0.store;
        let row = self.0.session_row(id).await?;
        let marks = store.marks(id).await?;
        let mut log = Log::default();
        log.add(row.created_at, Speaker::System, GREETING);
        if let Some(parent) = &marks.parent {
            log.add(row.created_at, Speaker::System, &format!("Handed off from session {parent}."));
        }
        let mut before = Plan::empty(id.0.clone(), row.created_at);
        let mut plans = Vec::new();
        for version in 1..=self.0.plan(id, None).await?.metadata.version {
            let Some(plan) = store.plan(id, Some(version)).await?.filter(|p| p.metadata.version == version) else {
                continue;
            };
            let text = match before.status != plan.status && only_moved(&before, &plan) {
                true => format!("The plan: {} → {}.", before.status.name(), plan.status.name()),
                false => format!("---\n{}---", countersign_plan::save(&plan)),
            };
            plans.push((plan.metadata.updated_at, text));
            before = plan;
        }
        let mut plans = plans.into_iter().peekable();
        let runs = store.runs(id).await?;
        for (at, run) in runs.iter().enumerate() {
            self.said(run, &mut log).await?;
            if let Some(set) = run.change_set {
                self.became(set, &mut log).await?;
            }
            // A plan belongs behind the message after which it was saved.
            let next = runs.get(at + 1).map_or(Timestamp::MAX, |next| next.created_at);
            while let Some((when, text)) = plans.next_if(|(when, _)| *when < next) {
                log.add(when, Speaker::System, &text);
            }
        }
        for (when, text) in plans {
            log.add(when, Speaker::System, &text);
        }
        Ok(log.text())
    }

    /// What the person said to a set, and what came of it.
    async fn became(&self, set: SetId, log: &mut Log) -> Result<()> {
        let mut filter = EntryFilter { set: Some(set), ascending: true, limit: PAGE, ..EntryFilter::default() };
        filter.kinds = vec!["decided", "applied", "expired"];
        loop {
            let page = self.0.store.entries(&filter).await?;
            filter.after = page.last();
            let more = page.len() == PAGE as usize;
            page.whole().for_each(|entry| decided(set, &entry, log));
            if !more {
                return Ok(());
            }
        }
    }

    /// One message and what followed it.
    async fn said(&self, run: &RunRow, log: &mut Log) -> Result<()> {
        let ended = run.finished_at.unwrap_or(run.created_at);
        let mut decided: Option<(Timestamp, &str)> = None;
        log.add(run.created_at, Speaker::User, &run.message);
        let mut heard: Option<String> = None;
        let mut stands = Stands::default();
        for event in self.0.store.events(&run.id, 0).await? {
            let at = event.at.unwrap_or(run.created_at);
            let (who, text) = match event.event {
                RunEvent::Tool(tool) if tool.status == ToolStatus::Running => {
                    (Speaker::ToolCall, format!("{} {}", tool.tool, tool.args))
                }
                RunEvent::Tool(tool) => (Speaker::ToolResult, result(&tool)),
                RunEvent::Told { text } => (Speaker::User, text),
                // What a step says; only the last is part of the run's own text.
                RunEvent::Said { text } => match heard.replace(text).filter(|_| run.mode == Mode::Agent) {
                    Some(before) => (Speaker::Agent, format!("{SAYS}{before}")),
                    None => continue,
                },
                RunEvent::Step(step) => match stands.step(&step) {
                    Some(text) => (Speaker::System, text),
                    None => continue,
                },
                RunEvent::Subtask(task) => match stands.part(&task) {
                    Some(text) => (Speaker::System, text),
                    None => continue,
                },
                RunEvent::Wait(wait) => match waits(&wait) {
                    Some(line) => line,
                    None => continue,
                },
                RunEvent::WorkSummary(summary) => {
                    decided = decided.or(match summary.state {
                        SummaryState::Pending => None,
                        SummaryState::Saved => Some((at, "The summary of the work was saved.")),
                        SummaryState::Discarded => Some((at, "The summary of the work was discarded.")),
                    });
                    if summary.state != SummaryState::Pending {
                        continue;
                    }
                    (Speaker::Agent, summed_up(&summary))
                }
                _ => continue,
            };
            log.add(at, who, &text);
        }
        let (own, said) = parted(run, heard.as_deref().filter(|_| run.text.is_some()));
        let alone = heard.filter(|_| said.is_none() && run.mode == Mode::Agent && run.text.is_some());
        if let Some(before) = alone {
            log.add(ended, Speaker::Agent, &format!("{SAYS}{before}"));
        }
        let said = said.map(|said| format!("{SAYS}{said}"));
        own.into_iter().chain(said).for_each(|text| log.add(ended, Speaker::Agent, &text));
        if let Some(set) = run.change_set {
            log.add(ended, Speaker::System, &format!("Change set #{set} was proposed."));
        }
        if let Some((at, verdict)) = decided {
            log.add(at.max(ended), Speaker::System, verdict);
        }
        Ok(())
    }
}

/// What an entry says about a set.
fn decided(set: SetId, entry: &Entry, log: &mut Log) {
    let mut add = |who, text: String| log.add(entry.at, who, &text);
    match &entry.event {
        Event::Decided { items, .. } => items.iter().for_each(|one| {
            if let Some(with) = one.with {
                let how = if one.verdict == Verdict::Rejected { "falls with" } else { "stands again with" };
                return add(Speaker::System, format!("#{set}.{} {how} #{set}.{with}: {}", one.n, one.label));
            }
            let verdict = match one.verdict {
                Verdict::Confirmed => "signed",
                Verdict::Rejected => "rejected",
                Verdict::Deferred => "put off",
                Verdict::Retracted => "taken back by its proposer",
                Verdict::Undecided => "decision taken back",
            };
            let why = one.reason.as_deref().map(words).map(|why| format!(" ({why})")).unwrap_or_default();
            add(Speaker::User, format!("#{set}.{} {verdict}: {}{why}", one.n, one.label));
        }),
        Event::Applied { items, .. } => items.iter().for_each(|one| {
            let how = match &one.problem {
                _ if one.ok => "applied".to_owned(),
                _ if one.unknown => "whether it took effect is not known".to_owned(),
                Some(problem) => format!("not applied, {}", problem.message),
                None => "not applied".to_owned(),
            };
            add(Speaker::System, format!("#{set}.{} {how}: {}", one.n, one.label));
        }),
        Event::Expired { .. } => add(Speaker::System, format!("Change set #{set} expired.")),
        _ => {}
    }
}

/// How steps and parts of a run stood when they were told last: each is told when it stands otherwise.
#[derive(Default)]
struct Stands {
    steps: BTreeMap<u32, StepStatus>,
    parts: BTreeMap<String, StepStatus>,
}

impl Stands {
    fn step(&mut self, step: &AgentStep) -> Option<String> {
        let before = self.steps.insert(step.n, step.status);
        let what = format!("Step {}", step.n);
        (before != Some(step.status)).then(|| stand(&what, &step.title, step.status, step.result.as_deref()))
    }

    fn part(&mut self, task: &SubTask) -> Option<String> {
        let before = self.parts.insert(task.subtask_id.clone(), task.status);
        let what = format!("Sub-task {}", task.subtask_id);
        (before != Some(task.status)).then(|| stand(&what, &task.instruction, task.status, task.error.as_deref()))
    }
}

/// A step and how it stands. Title and result are a model's words.
fn stand(what: &str, title: &str, status: StepStatus, result: Option<&str>) -> String {
    let how = match status {
        StepStatus::Pending => "is to do",
        StepStatus::Waiting => "waits",
        StepStatus::Running => "begins",
        StepStatus::Completed => "is done",
        StepStatus::Failed => "failed",
        StepStatus::Cancelled => "is left out",
    };
    let result = result.filter(|text| !text.trim().is_empty());
    let result = result.map(|text| format!(" → {}", in_quotes(text))).unwrap_or_default();
    format!("{what} {how}: {}{result}", in_quotes(title))
}

/// What a run waits for, and who says so; its summary is told by itself.
fn waits(wait: &AgentWait) -> Option<(Speaker, String)> {
    Some(match wait {
        AgentWait::Answer { question, context } => {
            let about = context.as_deref().map(|text| format!(" ({text})")).unwrap_or_default();
            (Speaker::Agent, format!("The model asks: {question}{about}"))
        }
        AgentWait::Approval { calls } => {
            let all: Vec<String> = calls.iter().map(|call| format!("{} {}", call.tool, call.args)).collect();
            (Speaker::System, format!("It waits for permission: {}", all.join("; ")))
        }
        AgentWait::Continue { done, left, .. } => {
            (Speaker::System, format!("It waits to go on: {done} of {} steps done.", done + left))
        }
        AgentWait::Subtasks { done, left, failed, .. } => (
            Speaker::System,
            format!("It waits for a word on its sub-tasks: {done} done, {left} left, {failed} failed."),
        ),
        AgentWait::Summary { .. } => return None,
    })
}

/// A summary of the work as it waits for the person's word.
fn summed_up(summary: &WorkSummary) -> String {
    let criterion = |one: &CriterionUpdate| format!("[{}] {}", if one.completed { "x" } else { " " }, one.description);
    let parts = [
        ("Action", summary.action.clone()),
        ("Details", summary.details.clone()),
        ("Result", summary.result.clone()),
        ("Tools", summary.tools_used.join(", ")),
        ("Criteria", summary.criteria.iter().map(criterion).collect::<Vec<_>>().join("; ")),
        ("Decisions", summary.decisions.join("; ")),
        ("Rejected", summary.rejected.join("; ")),
    ];
    let told = parts.into_iter().filter(|(_, text)| !text.is_empty()).map(|(name, text)| format!("{name}: {text}"));
    format!("Summary of the work, not kept yet:\n{}", told.collect::<Vec<_>>().join("\n"))
}

/// What a tool gave, with a word for how it ended.
fn result(tool: &AgentTool) -> String {
    let how = match tool.status {
        ToolStatus::Failed => "❌ Error: ",
        ToolStatus::Denied => "❌ Denied: ",
        ToolStatus::Queued => "queued: ",
        ToolStatus::Running | ToolStatus::Completed => "",
    };
    format!("{} → {how}{}", tool.tool, tool.result.as_deref().unwrap_or_default())
}
