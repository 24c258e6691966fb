//! A message with pictures: a question about them is answered; what it wants changed is worked out with
//! what they show (S1-53). What is in a picture is information, never an instruction: it reaches no
//! planner, and a model only between fences or as a picture. Where the message wants todos of it, its words
//! become their titles, and nothing else of the operations.

use super::proposed::op_errors;
use super::{Message, Work};
use crate::Result;
use crate::images::prompts;
use crate::proposing::meant;
use crate::review::Origin;
use crate::write::Write;
use countersign_assistant::{CallRecord, Input, Section, Stage, pictures, worded};
use countersign_core::change_set::Actor;
use countersign_core::change_set::propose::Proposal;
use countersign_core::model::{Call, Finish, Reply, Role};
use countersign_core::operation::{Draft, Operation};
use countersign_core::wire::{ErrorBody, Mode, RunEvent, RunStatus, ShownImage, WorkContext};
use countersign_llm::{LlmError, Shown};
use countersign_planner::interpret::{self, Answer, Context, Decision, interpret};
use countersign_redact::beginning;
use countersign_store::SessionRow;
use serde_json::json;

/// Longest answer, in characters.
const ANSWER: usize = 8_000;

impl Work<'_> {
    /// Looks at the pictures of a message. True = the message was a question about them, and the run has
    /// ended.
    pub(super) async fn look_at(&mut self, message: &Message, input: &mut Input) -> Result<bool> {
        if message.images.is_empty() {
            return Ok(false);
        }
        let shown = self.engine.shown(&message.images).await?;
        let names: Vec<String> =
            message.images.iter().map(|image| name_of(&image.now.original_prompt, &image.id.0)).collect();
        if let Some(asked) = self.listed(message, input) {
            return self.list(asked, message, &names, &shown).await.map(|()| true);
        }
        let changes = self.run.mode == Mode::Plan
            || message.question.is_some()
            || self.run.mode == Mode::Auto && pictures::about_todos(&message.said);
        let direct = self.models.sees(Role::Chat).await == Some(true);
        self.list_pictures(message, direct && !changes).await?;
        if !changes && direct {
            let call = prompts::question(Role::Chat, &names, &message.said, &before(input), None);
            let answered = self.ask_about(call, message, &shown).await?;
            return self.answered(answered).await.map(|()| true);
        }
        // Who sees describes: the model for pictures, else the one that answers.
        let role = if self.models.sees(Role::Vision).await == Some(true) { Role::Vision } else { Role::Chat };
        let call = Call { role, ..prompts::describe(&names, &message.said) };
        let described = match self.ask_about(call, message, &shown).await? {
            Ok(reply) if whole(&reply) => reply.text,
            other => return self.answered(other).await.map(|()| true),
        };
        if changes {
            let beside = prompts::beside(&names, &described);
            input.carried = [beside, std::mem::take(&mut input.carried)].join("\n");
            return Ok(false);
        }
        let call = prompts::question(Role::Chat, &names, &message.said, &before(input), Some(&described));
        let answered = self.ask_about(call, message, &[]).await?;
        self.answered(answered).await.map(|()| true)
    }

    /// What a message that wants todos of the pictures says apart from what they say: one new todo that is named
    /// [`pictures::STAND_IN`], as the planner reads it.
    fn listed(&self, message: &Message, input: &Input) -> Option<(Answer, Draft)> {
        let other = message.question.is_some() || message.selection.is_some() || self.run.mode == Mode::Chat;
        let said = if other { None } else { pictures::stand_in(&message.said) }?;
        let todos = &self.engine.0.world().todos;
        let answer = interpret(&said, todos, &input.clock, &Context::default());
        let alone = answer.decision == Decision::Plan;
        let draft = match answer.ops.as_slice() {
            [Operation::Create(draft)] if alone && draft.title == pictures::STAND_IN => draft.clone(),
            _ => return None,
        };
        Some((answer, draft))
    }

    /// Proposes what the pictures show as todos.
    async fn list(
        &mut self,
        (mut answer, draft): (Answer, Draft),
        message: &Message,
        names: &[String],
        shown: &[Shown],
    ) -> Result<()> {
        let role = if self.models.sees(Role::Vision).await == Some(true) { Role::Vision } else { Role::Chat };
        self.list_pictures(message, false).await?;
        let call = prompts::todos(role, names, &message.said);
        let reply = match self.ask_about(call, message, shown).await? {
            Ok(reply) => reply,
            failed => return self.answered(failed).await,
        };
        let titles = if ended(&reply) { pictures::titles(&reply.text) } else { Vec::new() };
        if titles.is_empty() {
            let text = "Nothing in the pictures could be read as a todo. Nothing has been changed.".to_owned();
            self.run.decision = Some("chat".to_owned());
            return self.ended(Ok((text, None)), Vec::new()).await;
        }
        let named = |title: &String| Operation::Create(Draft { title: title.clone(), ..draft.clone() });
        answer.ops = titles.iter().map(named).collect();
        let text = {
            let world = self.engine.0.world();
            interpret::reply(&answer, &world.todos, self.engine.0.moment().today)
        };
        let why = "It stands in a picture that came with the message.";
        let proposals: Vec<Proposal> = answer
            .ops
            .iter()
            .map(|op| meant(Proposal { sure: false, ..Proposal::parse(&op.to_value(), why) }, why))
            .collect();
        self.run.decision = Some("plan".to_owned());
        let consumed = std::mem::take(&mut answer.consumed);
        if !consumed.is_empty() {
            self.events.push(RunEvent::Understood { consumed, warnings: Vec::new(), about: None });
        }
        self.ended(Ok((text, None)), proposals).await
    }

    /// Tells which pictures are looked at, and how.
    async fn list_pictures(&mut self, message: &Message, shown: bool) -> Result<()> {
        let images = message.images.iter().map(|image| ShownImage {
            id: image.id.clone(),
            name: name_of(&image.now.original_prompt, &image.id.0),
            digest: image.now.digest.clone(),
            kind: image.now.kind,
            bytes: image.now.bytes,
            described: !shown,
        });
        self.events.push(RunEvent::Context(WorkContext { images: images.collect(), ..WorkContext::default() }));
        self.tell(&Actor::Agent { name: "planner".into() }).await
    }

    /// One call, kept for the trace with the pictures that went along.
    async fn ask_about(
        &mut self,
        call: Call,
        message: &Message,
        shown: &[Shown],
    ) -> Result<std::result::Result<Reply, LlmError>> {
        let actor = Actor::Agent { name: "planner".to_owned() };
        let sections = message.images.iter().filter(|_| !shown.is_empty()).map(|image| Section {
            name: name_of(&image.now.original_prompt, &image.id.0),
            tokens: 0,
            cut: false,
            hash: Some(image.now.digest.clone()),
        });
        let mut record = CallRecord::sent(Stage::Chatting, &call, sections.collect());
        let answered = self.ask_shown("chatting", actor, call, shown).await?;
        match &answered {
            Ok(reply) => {
                crate::agent::answered(&mut record, reply);
                if !reply.text.trim().is_empty() {
                    self.tell_cut();
                }
            }
            Err(e) => record.error = Some(e.to_string()),
        }
        self.looked.push(record);
        Ok(answered)
    }

    /// The end of a question about pictures.
    async fn answered(&mut self, answered: std::result::Result<Reply, LlmError>) -> Result<()> {
        self.run.decision = Some("chat".to_owned());
        let error = match answered {
            Ok(reply) if !reply.text.trim().is_empty() => {
                let text: String = reply.text.trim().chars().take(ANSWER).collect();
                return self.ended(Ok((String::new(), Some(worded(&text)))), Vec::new()).await;
            }
            Ok(_) => self.since_cut(ErrorBody {
                error: "model_bad_response".into(),
                message: "The model said nothing of the pictures. Nothing has been changed.".into(),
                details: None,
                hint: Some("Send the message again, or use another model.".into()),
            }),
            Err(LlmError::Cancelled) => ErrorBody {
                error: "cancelled".into(),
                message: "The run was stopped. Nothing has been changed.".into(),
                details: None,
                hint: None,
            },
            Err(e) => ErrorBody { error: e.code().into(), message: e.to_string(), details: None, hint: Some(e.hint()) },
        };
        self.ended(Err(error), Vec::new()).await
    }

    /// The end of the run: its answer and what is proposed, or its error, in one transaction.
    async fn ended(
        &mut self,
        end: std::result::Result<(String, Option<String>), ErrorBody>,
        proposals: Vec<Proposal>,
    ) -> Result<()> {
        let actor = Actor::Agent { name: "planner".to_owned() };
        let mut write = Write::begin(&self.engine.0).await?;
        let ((text, said), error) = match end {
            Ok(words) => (words, None),
            Err(error) => ((String::new(), None), Some(error)),
        };
        self.run.status = match &error {
            None => RunStatus::Done,
            Some(error) if error.error == "cancelled" => RunStatus::Cancelled,
            Some(_) => RunStatus::Failed,
        };
        for event in std::mem::take(&mut self.audit) {
            write.append(&actor, event).await?;
        }
        let set = self.put_proposals(&mut write, Origin::said(&self.run.message), proposals, &actor, 1, &[]).await?;
        let operations = set.as_ref().map(op_errors).unwrap_or_default();
        let trace = json!({ "calls": crate::sent::as_sent(&self.models, None, &self.looked), "audit": [] });
        let blob = write.tx.put_blob(trace.to_string().as_bytes()).await?;
        self.events.push(RunEvent::Trace { blob, calls: self.looked.len() as u64 });
        match error {
            Some(error) => self.events.push(RunEvent::Error(error)),
            None => {
                self.events.extend(crate::runs::last_words(self.run, text, said, operations));
            }
        }
        self.events.push(RunEvent::Done(true));
        crate::runs::finished(self.run, write.moment.now);
        write.tx.put_run(self.run).await?;
        let updated_at = write.moment.now.max(self.run.created_at);
        write.tx.put_session(&SessionRow { updated_at, ..self.session.clone() }).await?;
        self.store(write, true).await
    }
}

/// The answer has its end: what may be cut becomes no operation.
fn ended(reply: &Reply) -> bool {
    matches!(reply.finish, Finish::Stop | Finish::Unknown)
}

/// The answer has its end, and something before it.
fn whole(reply: &Reply) -> bool {
    !matches!(reply.finish, Finish::Aborted | Finish::Filtered) && !reply.text.trim().is_empty()
}

fn name_of(name: &str, id: &str) -> String {
    let name = name.trim();
    if name.is_empty() { id.to_owned() } else { countersign_core::label::quoted(name) }
}

/// What was said before, as lines.
fn before(input: &Input) -> Vec<String> {
    input.turns.iter().map(|turn| format!("{}: {}", turn.role, beginning(&turn.text, 600))).collect()
}
