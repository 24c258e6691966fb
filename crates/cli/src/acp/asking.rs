//! What a run wants to know of the person: the choices of a question, permission for tools, whether to go on,
//! what becomes of a summary. What is not chosen from is answered by the next prompt.

use super::peer::Choice;
use super::text;
use super::told::{chunk, line, short};
use super::turn::Turn;
use crate::failure::Result;
use crate::show;
use crate::texts::say;
use crate::verbs::agent::card;
use crate::verbs::place;
use agent_client_protocol::v1::schema::{
    SessionUpdate, ToolCall, ToolCallStatus, ToolCallUpdate, ToolCallUpdateFields, ToolKind,
};
use countersign_core::wire::{AgentCall, AgentWait, Clarify, RunStatus, RunView, SummaryState};
use serde_json::{Value, json};

/// So many choices are offered as such; more are named, to be said in words (S0-36).
const FEW: usize = 7;
const GO_ON: &str = "go_on";
const STOP: &str = "stop";
const WORDS: &str = "words";

impl Turn {
    /// Asks what a run wants to know, and has decided on what it proposes. Gives the next message, where the
    /// person chose an answer.
    ///
    /// # Errors
    /// When whoever has the folder cannot be asked.
    pub(super) async fn asked(&self, mut view: RunView) -> Result<Option<Value>> {
        loop {
            if let Some(clarify) = view.clarify.clone().filter(|_| view.change_set.is_none()) {
                return Ok(self.chosen(&clarify).await);
            }
            if let (Some(set), RunStatus::Done) = (view.change_set, view.status)
                && !self.decide(set.0).await?
            {
                return Ok(None);
            }
            let Some(input) = self.waits(&view).await else { return Ok(None) };
            let keeps = view.status == RunStatus::Done;
            view = self.goes_on(&view.id.0, &input).await?;
            if keeps || self.stop.is_cancelled() {
                return Ok(None);
            }
        }
    }

    /// A question with its choices. Of one part with a few choices the person picks one here; else all are
    /// named, and the next prompt answers.
    async fn chosen(&self, clarify: &Clarify) -> Option<Value> {
        // What a run's text says is told while it runs; of a question no event tells the text.
        self.peer.tell(line(&clarify.question));
        let labels = clarify.sections.iter().flat_map(|section| &section.options).map(|option| option.label.as_str());
        let list: Vec<String> = (1..).zip(labels).map(|(n, label)| format!("{n}. {}", text::title(label))).collect();
        if !list.is_empty() {
            self.peer.tell(chunk(format!("{}\n\n", list.join("\n"))));
        }
        let [section] = clarify.sections.as_slice() else { return None };
        if section.options.is_empty() || section.options.len() > FEW {
            return None;
        }
        let options = section.options.iter().enumerate();
        let mut choices: Vec<Choice> =
            options.map(|(n, option)| Choice::allow(n.to_string(), text::title(&option.label))).collect();
        choices.push(Choice::refuse(WORDS, say!("cli-acp-words")));
        let chosen = self.question(&format!("ask/{}", clarify.question_id), &clarify.question, "", &choices).await?;
        let option = section.options.get(chosen.parse::<usize>().ok()?)?;
        let (mut ids, mut date, mut values) = (Vec::new(), Value::Null, Vec::new());
        place(section, &option.value, &mut ids, &mut date, &mut values);
        let selection = json!({ "ids": ids, "date": date, "values": values });
        Some(json!({
            "session": self.talk.id, "message": option.label, "mode": self.talk.mode(), "workspace": self.talk.workspace,
            "clarify": { "question_id": clarify.question_id, "selection": selection },
        }))
    }

    /// What an agent's run is told that waits; none where the next prompt says it.
    async fn waits(&self, view: &RunView) -> Option<Value> {
        let agent = view.agent.as_ref()?;
        match &agent.wait {
            Some(AgentWait::Continue { done, left, queued }) => {
                let text = say!("cli-agent-paused", done = *done, left = *left, queued = *queued);
                self.whether(view, &text).await
            }
            Some(AgentWait::Subtasks { done, left, failed, queued, .. }) => {
                let text = say!("cli-subtasks-paused", done = *done, left = *left, failed = *failed, queued = *queued);
                let input = self.whether(view, &text).await?;
                let begins = matches!(agent.wait, Some(AgentWait::Subtasks { choose: true, .. }));
                Some(if begins && input["kind"] == "continue" { json!({ "kind": "start" }) } else { input })
            }
            Some(AgentWait::Answer { question, context }) => {
                let words = [Some(question), context.as_ref()].into_iter().flatten().map(|text| text::quoted(text));
                let words = words.collect::<Vec<_>>().join("\n> \n> ");
                self.peer.tell(chunk(format!("{}\n\n> {words}\n\n", say!("cli-model-asks"))));
                None
            }
            Some(AgentWait::Approval { calls }) => self.allowed(view, calls).await,
            Some(AgentWait::Summary { .. }) | None => {
                let summary = agent.summary.as_ref().filter(|s| s.state == SummaryState::Pending)?;
                if view.status != RunStatus::Done {
                    return None;
                }
                let text = text::shown(|screen| card(screen, summary));
                let choices = [
                    Choice::allow("save", say!("cli-acp-keep")),
                    Choice::refuse("discard", say!("cli-acp-discard")),
                    Choice::refuse(WORDS, say!("cli-acp-later")),
                ];
                let id = format!("summary/{}", view.id);
                let verdict = self.question(&id, &say!("cli-agent-summary"), &text, &choices).await?;
                (verdict != WORDS).then(|| json!({ "kind": "summary", "verdict": verdict }))
            }
        }
    }

    async fn whether(&self, view: &RunView, text: &str) -> Option<Value> {
        self.peer.tell(line(text));
        let choices = [
            Choice::allow(GO_ON, say!("cli-acp-go-on")),
            Choice::refuse(STOP, say!("cli-acp-stop")),
            Choice::refuse(WORDS, say!("cli-acp-words")),
        ];
        let chosen = self.question(&format!("wait/{}", view.id), text, "", &choices).await?;
        match chosen.as_str() {
            GO_ON => Some(json!({ "kind": "continue" })),
            STOP => Some(json!({ "kind": "stop" })),
            _ => None,
        }
    }

    /// The calls of tools that the person allows, each asked about by itself.
    async fn allowed(&self, view: &RunView, calls: &[AgentCall]) -> Option<Value> {
        let mut allow = Vec::new();
        for call in calls {
            let choices = [Choice::allow(GO_ON, say!("cli-acp-allow")), Choice::refuse(STOP, say!("cli-acp-deny"))];
            let title = format!("{} {}", call.tool, short(&call.args));
            let content = text::fenced(&serde_json::to_string_pretty(&call.args).unwrap_or_default());
            let id = format!("{}/{}/allow", view.id, call.call);
            if self.question(&id, &title, &content, &choices).await? == GO_ON {
                allow.push(&call.call);
            }
        }
        Some(json!({ "kind": "approval", "allow": allow }))
    }

    /// Asks, and shows as answered what was.
    pub(super) async fn question(&self, id: &str, title: &str, more: &str, choices: &[Choice]) -> Option<String> {
        let mut call = ToolCall::new(id.to_owned(), text::title(&show::stopped(title))).kind(ToolKind::Other);
        if !more.is_empty() {
            call = call.content(vec![text::harmless(more).into()]);
        }
        self.peer.tell(SessionUpdate::ToolCall(call.clone()));
        let id = call.tool_call_id.clone();
        let chosen = self.peer.ask(call.into(), choices, &self.stop).await;
        let status = if chosen.is_some() { ToolCallStatus::Completed } else { ToolCallStatus::Failed };
        let fields = ToolCallUpdateFields::new().status(status);
        self.peer.tell(SessionUpdate::ToolCallUpdate(ToolCallUpdate::new(id, fields)));
        chosen
    }
}
