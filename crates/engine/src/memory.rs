//! What an agent is told again: the person's verdicts, what waits for them already, and its own notes
//! (S2-7, S2-19, B-6).

use crate::turns::context::VERDICTS;
use crate::wakes::Desk;
use crate::{Engine, Inner, Result};
use countersign_core::change_set::{ChangeItem, ItemStatus};
use countersign_core::dedup::fingerprint_in;
use countersign_core::ledger::Event;
use countersign_core::wire::{AgentMemory, AgentNote, WaitingItem};
use countersign_store::{DecisionFilter, EntryFilter};
use serde_json::Value;

/// Items that are named as waiting, the newest first.
const WAITING: usize = 20;
/// Decisions on what an agent proposed.
const DECISIONS: u32 = 20;
/// Notes that an agent is told again.
const NOTES: usize = 10;
/// So many of the newest remarks of the ledger are looked through for them.
const LOOK_BACK: u32 = 2_000;

impl Engine {
    /// What an agent elsewhere is told before it proposes: nothing of it is a model's to decide on.
    ///
    /// # Errors
    /// `invalid_agent`, or a failing store.
    pub async fn agent_memory(&self, agent: &str) -> Result<AgentMemory> {
        let agent = Desk::new(Some(agent), None)?.agent;
        let waiting = self.0.waiting().await?;
        let labels: Vec<String> = waiting.iter().map(|item| item.label.clone()).collect();
        let prompt = countersign_assistant::memory(&self.decided(&VERDICTS).await?, &labels, None);
        let own = DecisionFilter { agent: Some(agent.clone()), limit: DECISIONS, ..DecisionFilter::default() };
        let decisions = self.0.store.decisions(&own).await?;
        let notes = self.0.notes(&agent).await?;
        Ok(AgentMemory { agent, decisions, waiting, notes, prompt })
    }
}

impl Inner {
    /// What nobody has decided yet, of whoever proposed it, the newest first.
    pub(crate) async fn waiting(&self) -> Result<Vec<WaitingItem>> {
        let undecided = |item: &&ChangeItem| matches!(item.status, ItemStatus::Pending | ItemStatus::Deferred);
        let mut found = Vec::new();
        for set in self.open_change_sets().await?.iter().rev() {
            for item in set.items.iter().filter(undecided).filter(|item| item.problems.is_empty()) {
                let (label, fingerprint) = (item.label.clone(), fingerprint_in(set, item));
                found.push(WaitingItem { set: set.id, item: item.n, label, fingerprint, agent: set.agent.clone() });
            }
            if found.len() >= WAITING {
                break;
            }
        }
        found.truncate(WAITING);
        Ok(found)
    }

    /// What an agent noted lately, the newest first.
    async fn notes(&self, agent: &str) -> Result<Vec<AgentNote>> {
        let filter = EntryFilter { kinds: vec!["audit"], limit: LOOK_BACK, ..EntryFilter::default() };
        let mut notes = Vec::new();
        for entry in self.store.entries(&filter).await?.whole() {
            let Event::Audit { action, detail } = entry.event else { continue };
            if action != "agent_note" || detail["agent"].as_str() != Some(agent) {
                continue;
            }
            let text = |name: &str| detail.get(name).and_then(Value::as_str).map(str::to_owned);
            let note = detail.get("note").cloned().unwrap_or_default();
            let (about, tool) = (text("about"), text("tool").unwrap_or_default());
            notes.push(AgentNote { at: entry.at, about, tool, note });
            if notes.len() == NOTES {
                break;
            }
        }
        Ok(notes)
    }
}
