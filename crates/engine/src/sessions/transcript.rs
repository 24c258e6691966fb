//! A conversation as a text that grows at its end (S4-23).

use crate::runs::parted;
use crate::{Engine, Result};
use countersign_core::ids::SessionId;
use countersign_core::transcript::{Speaker, line};
use countersign_core::wire::{AgentTool, RunEvent, ToolStatus};
use countersign_store::RunRow;
use jiff::Timestamp;

/// What a conversation's text begins with (S4-22).
const GREETING: &str = "What would you like to build?";

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
        let mut out = line(row.created_at, Speaker::System, GREETING);
        if let Some(parent) = &marks.parent {
            out.push_str(&line(row.created_at, Speaker::System, &format!("Handed off from session {parent}.")));
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
            self.said(run, &mut out).await?;
            // A plan belongs behind the message after which it was saved.
            let next = runs.get(at + 1).map_or(Timestamp::MAX, |next| next.created_at);
            while let Some((when, text)) = plans.next_if(|(when, _)| *when < next) {
                out.push_str(&line(when, Speaker::System, &text));
            }
        }
        for (when, text) in plans {
            out.push_str(&line(when, Speaker::System, &text));
        }
        Ok(out)
    }

    /// One message and what followed it.
    async fn said(&self, run: &RunRow, out: &mut String) -> Result<()> {
        let ended = run.finished_at.unwrap_or(run.created_at);
        out.push_str(&line(run.created_at, Speaker::User, &run.message));
        let mut heard = None;
        for event in self.0.store.events(&run.id, 0).await? {
            if let RunEvent::Said { text } = &event.event {
                heard = Some(text.clone());
            }
            if let RunEvent::Tool(tool) = event.event {
                let (who, text) = match tool.status {
                    ToolStatus::Running => (Speaker::ToolCall, format!("{} {}", tool.tool, tool.args)),
                    _ => (Speaker::ToolResult, result(&tool)),
                };
                out.push_str(&line(run.created_at, who, &text));
            }
        }
        let (own, said) = parted(run, heard.as_deref().filter(|_| run.text.is_some()));
        let said = said.map(|said| format!("The model says: {said}"));
        own.into_iter().chain(said).for_each(|text| out.push_str(&line(ended, Speaker::Agent, &text)));
        if let Some(set) = run.change_set {
            out.push_str(&line(ended, Speaker::System, &format!("Change set #{set} was proposed.")));
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
