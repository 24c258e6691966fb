//! A conversation as a text that grows at its end (S4-23), to be kept and passed on: secrets of a known
//! shape are not in it.

use crate::runs::parted;
use crate::{Engine, Result};
use countersign_core::ids::SessionId;
use countersign_core::transcript::{Speaker, line};
use countersign_core::wire::{AgentTool, Mode, RunEvent, SummaryState, ToolStatus};
use countersign_redact::redacted;
use countersign_store::RunRow;
use jiff::Timestamp;

/// What a conversation's text begins with (S4-22).
const GREETING: &str = "What would you like to build?";

/// Before a model's words.
const SAYS: &str = "The model says: ";

/// The lines so far. A secret is hidden before its line ends are: a key stands in several lines.
#[derive(Default)]
struct Log(String);

impl Log {
    fn add(&mut self, at: Timestamp, who: Speaker, text: &str) {
        self.0.push_str(&line(at, who, &redacted(text)));
    }
}

impl Engine {
    /// A conversation as lines: what was said, which tools were called and what they gave, what was
    /// proposed, and every version of the plan document, each where it came about.
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
        let mut plans = Vec::new();
        for version in 1..=self.0.plan(id, None).await?.metadata.version {
            let Some(plan) = store.plan(id, Some(version)).await?.filter(|p| p.metadata.version == version) else {
                continue;
            };
            plans.push((plan.metadata.updated_at, format!("---\n{}---", countersign_plan::save(&plan))));
        }
        let mut plans = plans.into_iter().peekable();
        let runs = store.runs(id).await?;
        for (at, run) in runs.iter().enumerate() {
            self.said(run, &mut log).await?;
            // A plan belongs behind the message after which it was saved.
            let next = runs.get(at + 1).map_or(Timestamp::MAX, |next| next.created_at);
            while let Some((when, text)) = plans.next_if(|(when, _)| *when < next) {
                log.add(when, Speaker::System, &text);
            }
        }
        for (when, text) in plans {
            log.add(when, Speaker::System, &text);
        }
        Ok(log.0)
    }

    /// One message and what followed it.
    async fn said(&self, run: &RunRow, log: &mut Log) -> Result<()> {
        let ended = run.finished_at.unwrap_or(run.created_at);
        let mut decided: Option<&str> = None;
        log.add(run.created_at, Speaker::User, &run.message);
        let mut heard: Option<String> = None;
        for event in self.0.store.events(&run.id, 0).await? {
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
                RunEvent::WorkSummary(summary) => {
                    decided = decided.or(match summary.state {
                        SummaryState::Pending => None,
                        SummaryState::Saved => Some("The summary of the work was saved."),
                        SummaryState::Discarded => Some("The summary of the work was discarded."),
                    });
                    continue;
                }
                _ => continue,
            };
            log.add(run.created_at, who, &text);
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
        if let Some(verdict) = decided {
            log.add(ended, Speaker::System, verdict);
        }
        Ok(())
    }
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
