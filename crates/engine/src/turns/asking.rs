//! Asking a model for a turn: what it says is told while it comes, and what it answered is stored and noted
//! before anybody reads it.

use super::Work;
use crate::Result;
use crate::answers::{self, heard_of};
use crate::sent::as_asked;
use countersign_assistant::work::so_far;
use countersign_assistant::{Stage, Turn, spoken, unclaimed, worded};
use countersign_core::change_set::Actor;
use countersign_core::ledger::Event;
use countersign_core::model::{Call, Finish, Reply, Role, estimate_tokens};
use countersign_core::wire::{ErrorBody, RunEvent};
use countersign_llm::{Delta, LlmError, Shown};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// Between two versions of a text that is being written.
const TEXT_EVERY: Duration = Duration::from_millis(250);

impl Work<'_> {
    /// Asks a model. What it answered is stored before anybody reads it (S1-5).
    pub(super) async fn ask(&mut self, turn: &Turn, call: Call) -> Result<std::result::Result<Reply, LlmError>> {
        let actor = self.actor(turn);
        self.ask_shown(stage_word(turn.stage()), actor, call, &[]).await
    }

    /// The same with pictures.
    pub(super) async fn ask_shown(
        &mut self,
        stage: &'static str,
        actor: Actor,
        call: Call,
        shown: &[Shown],
    ) -> Result<std::result::Result<Reply, LlmError>> {
        self.tell_cut();
        self.begin(stage);
        self.tell(&actor).await?;
        let (role, free) = (call.role, call.format.is_none());
        let prompt = call.messages.iter().map(|m| estimate_tokens(&m.content)).sum();
        let structured = call.format.as_ref().is_some_and(|f| f.name == "reply");
        let schema = call.format.as_ref().map(|f| f.schema.clone());
        let models = self.models.clone();
        let cancel = self.live.cancel.clone();
        let (heard, mut deltas) = mpsc::unbounded_channel();
        let mut progress = move |delta: Delta| drop(heard.send(delta));
        let answer = models.call_shown(call, shown, &mut progress, &cancel);
        tokio::pin!(answer);
        let (mut text, mut told) = (String::new(), Instant::now());
        let answer = loop {
            tokio::select! {
                answer = &mut answer => break answer,
                Some(delta) = deltas.recv() => match delta {
                    Delta::Text(more) if free || structured => {
                        text.push_str(&more);
                        if told.elapsed() >= TEXT_EVERY {
                            told = Instant::now();
                            let so_far = if free { Some(spoken(&text)) } else { so_far(&text).map(|text| worded(&text)) };
                            // What waits is not made, also while it is being said (R23).
                            let waits = structured || role == Role::Summarise;
                            let so_far = so_far.map(|text| if waits { unclaimed(&text) } else { text });
                            let so_far = so_far.filter(|text| !text.is_empty());
                            self.events.extend(so_far.map(|text| RunEvent::Said { text }));
                            self.tell(&actor).await?;
                        }
                    }
                    cut @ Delta::Cut { .. } => self.cut = heard_of(cut, role),
                    other => {
                        if matches!(other, Delta::Retry { .. }) {
                            text.clear();
                        }
                        let told = matches!(&other, Delta::Hidden { .. });
                        let event = heard_of(other, role).filter(|event| !told || self.kept_back.as_ref() != Some(event));
                        if let Some(event) = event {
                            if told {
                                self.kept_back = Some(event.clone());
                            }
                            self.events.push(event);
                            self.tell(&actor).await?;
                        }
                    }
                },
            }
        };
        // What came last may still wait to be heard.
        while let Ok(delta) = deltas.try_recv() {
            match delta {
                cut @ Delta::Cut { .. } => self.cut = heard_of(cut, role),
                other => self.events.extend(heard_of(other, role)),
            }
        }
        match &answer {
            Ok(reply) => {
                let (audit, told) = answers::came(&self.models, None, role, &self.run.id, prompt, reply);
                self.audit.push(audit);
                self.events.extend(told);
                self.cut = self.cut.take().or_else(|| stopped_short(reply, role));
                self.tell(&actor).await?;
            }
            Err(LlmError::Cancelled) => {}
            Err(e) => {
                let (audit, told) = answers::failed(role, &self.run.id, e);
                self.audit.push(audit);
                self.events.push(told);
                self.failure = Some(ErrorBody {
                    error: e.code().into(),
                    message: e.to_string(),
                    details: None,
                    hint: Some(e.hint()),
                });
                self.tell(&actor).await?;
            }
        }
        Ok(answer.map(|reply| as_asked(reply, schema.as_ref())))
    }

    /// Tells that the last answer was cut, now that something became of it.
    pub(super) fn tell_cut(&mut self) {
        self.events.extend(self.cut.take());
    }

    /// Notes what the turn made of the last answer, for the run's badge and the audit.
    pub(super) fn after_call(&mut self, turn: &Turn) {
        let trace = turn.trace();
        for audit in trace.audit.iter().skip(self.audited) {
            let mut detail = audit.detail.clone();
            if let Value::Object(map) = &mut detail {
                map.insert("run".to_owned(), json!(self.run.id));
                map.insert("mode".to_owned(), json!(self.run.mode));
            }
            self.audit.push(Event::Audit { action: audit.action.clone(), detail });
        }
        self.audited = trace.audit.len();
        for call in trace.calls.iter().skip(self.parsed) {
            if call.schema.is_some() && call.finish.is_some() {
                let detail = json!({
                    "run": self.run.id, "role": call.role, "stage": call.stage, "model": call.model, "parsed": call.parsed,
                    "repairs": call.repairs, "dropped": call.dropped, "violations": call.violations,
                });
                self.audit.push(Event::Audit { action: "parsed_body".into(), detail });
            }
            // The last one may still wait for its answer.
            self.parsed += usize::from(call.finish.is_some() || call.error.is_some());
        }
    }
}

fn stage_word(stage: Stage) -> &'static str {
    match stage {
        Stage::Routing => "routing",
        Stage::Proposing => "proposing",
        Stage::Validating => "validating",
        Stage::Repairing => "repairing",
        Stage::Summarizing | Stage::Chatting | Stage::Done => "summarizing",
    }
}

/// What is told of an answer that its runtime says was not the whole one. Whether anything of a proposal is
/// missing by a filter, who reads it says.
fn stopped_short(reply: &Reply, role: Role) -> Option<RunEvent> {
    let message = match reply.finish {
        Finish::Length => "The model reached its limit before it was done.",
        Finish::Filtered if role == Role::Chat => "The model's server stopped the answer by a filter.",
        _ => return None,
    };
    let hint = match (role == Role::Chat && !reply.text.trim().is_empty(), reply.finish) {
        (false, _) => "Nothing of what was cut is used.",
        (true, Finish::Length) => "What came is shown. Ask for the rest, or for less at once.",
        (true, _) => "What came is shown. Say it in other words, or use another model.",
    };
    Some(RunEvent::Recovery { what: "truncated".into(), message: message.into(), hint: Some(hint.into()) })
}
