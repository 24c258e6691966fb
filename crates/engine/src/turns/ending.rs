//! The end of a turn: what had to be mended, what is signed by a rule, and the last words.

use super::proposed::op_errors;
use super::{Work, warned, work};
use crate::history::{named, takes_back};
use crate::runs::{OpenQuestion, last_words};
use crate::sent::as_sent;
use crate::write::Write;
use crate::{Inner, Result};
use countersign_assistant::{CallRecord, Note, Outcome, Trace, Turn, Unanswered, worded};
use countersign_core::change_set::{Actor, ChangeSet, ItemStatus};
use countersign_core::ids::TodoId;
use countersign_core::ledger::Event;
use countersign_core::todos::View;
use countersign_core::wire::{Clarify, ClarifySection, ErrorBody, RunEvent, RunStatus, S0Option};
use countersign_store::SessionRow;
use serde_json::{Value, json};

/// How a sentence on what waits ends.
pub(super) const UNTIL_SIGNED: &str = "Nothing happens until you sign.";

/// Most characters of a title in the options of a question (S0-50).
const TITLE: usize = 40;

impl Work<'_> {
    /// The person stopped it, or sent something else.
    pub(super) async fn cancelled(&mut self, turn: &Turn) -> Result<()> {
        self.after_call(turn);
        self.run.status = RunStatus::Cancelled;
        self.run.decision = None;
        self.events.push(RunEvent::Error(ErrorBody {
            error: "cancelled".into(),
            message: "The run was stopped. Nothing has been changed.".into(),
            details: None,
            hint: None,
        }));
        self.finish(turn, None).await
    }

    pub(super) async fn end(&mut self, turn: &Turn, outcome: Outcome) -> Result<()> {
        let failed = matches!(outcome, Outcome::Unanswered { .. });
        let alone = turn.is_left_alone() || matches!(outcome, Outcome::Refused { .. });
        if let Some(fault) = self.models.fault().filter(|_| alone) {
            // A model might have answered.
            self.events.push(RunEvent::Recovery {
                what: "model_failed".into(),
                message: fault.message.clone(),
                hint: Some(fault.hint.clone()),
            });
        }
        self.run.status = if failed { RunStatus::Failed } else { RunStatus::Done };
        let mut consumed = turn.consumed().to_vec();
        consumed.dedup();
        let decision = match &outcome {
            Outcome::Chat { .. } | Outcome::Said { .. } => "chat",
            Outcome::Clarify { .. } => "clarify",
            Outcome::Plan { .. } => "plan",
            Outcome::Work { .. } => "work",
            Outcome::Refused { .. } | Outcome::Unanswered { .. } => "unsure",
        };
        self.run.decision = Some(decision.to_owned());
        self.events.insert(0, RunEvent::Stage { stage: "routing".into(), decision: Some(decision.to_owned()) });
        let about = turn.about(&outcome);
        if !(consumed.is_empty() && turn.warnings().is_empty() && about.is_none()) {
            let warnings = turn.warnings().iter().map(|code| warned::warning(code, None)).collect();
            self.events.insert(1, RunEvent::Understood { consumed, warnings, about });
        }
        self.recovered(turn.trace());
        self.finish(turn, Some(outcome)).await
    }

    /// Whether what is proposed is about none of the todos that the waiting question asks about, whoever read the
    /// message: then it is a request of its own, and the question can still be answered. Where it names no todo,
    /// any proposal may be what it asked for.
    fn elsewhere(&self) -> bool {
        let asked: Option<OpenQuestion> = self.session.pending.as_deref().and_then(|q| serde_json::from_str(q).ok());
        let (Some(asked), Some(set)) = (asked, &self.set) else { return true };
        let options = asked.clarify.options;
        !options.is_empty() && !set.items.iter().any(|item| options.iter().any(|o| item.base.contains_key(&o.id)))
    }

    /// What had to be mended in the answers, for the badge.
    pub(super) fn recovered(&mut self, trace: &Trace) {
        let mut known = std::collections::BTreeSet::new();
        for call in &trace.calls {
            self.events.extend(crate::sent::cut(&call.sections, &mut known));
        }
        let list = |of: fn(&CallRecord) -> &Vec<String>| {
            let mut all: Vec<String> = trace.calls.iter().flat_map(|c| of(c).clone()).collect();
            all.sort();
            all.dedup();
            all.join("; ")
        };
        let (repairs, dropped) = (list(|c| &c.repairs), list(|c| &c.dropped));
        let repaired = ("repaired", format!("The answer had to be mended: {repairs}."), repairs.is_empty());
        let left_out = ("dropped", format!("Left out of the answer: {dropped}."), dropped.is_empty());
        for (what, message, _) in [repaired, left_out].into_iter().filter(|(.., empty)| !empty) {
            self.events.push(RunEvent::Recovery { what: what.into(), message, hint: None });
        }
        let mut told: Vec<&Note> = Vec::new();
        for note in trace.calls.iter().flat_map(|c| &c.notes) {
            if !told.contains(&note) {
                told.push(note);
            }
        }
        self.events.extend(told.into_iter().map(|note| RunEvent::Recovery {
            what: note.what.clone(),
            message: note.message.clone(),
            hint: Some(note.hint.clone()),
        }));
    }

    /// What standing rules let through is carried out before the end is told: whoever waits for
    /// the end then finds it done. Without a rule nothing is stored here.
    async fn let_through(&mut self, turn: &Turn, outcome: Option<&Outcome>, actor: &Actor) -> Result<()> {
        if self.inner().world().rules.active(self.engine.now()).is_empty() {
            return Ok(());
        }
        if let (None, Some(Outcome::Plan { operations, .. })) = (&self.set, outcome) {
            let mut write = Write::begin(&self.engine.0).await?;
            let set = self.put_set(&mut write, turn, operations, actor, 1).await?;
            self.store(write, false).await?;
            self.set = set;
        }
        match &self.set {
            Some(set) => self.engine.let_through(set.id).await,
            None => Ok(()),
        }
    }

    /// As [`Self::let_through`], of work on a project. What is then said of it, where it was stored here.
    async fn let_work_through(&mut self, outcome: Option<&Outcome>, actor: &Actor) -> Result<Option<String>> {
        let Some(Outcome::Work { reply, operations }) = outcome else { return Ok(None) };
        if self.inner().world().rules.active(self.engine.now()).is_empty() {
            return Ok(None);
        }
        let mut write = Write::begin(&self.engine.0).await?;
        let mut text = self.put_work(&mut write, reply.clone(), operations, actor).await?;
        self.store(write, false).await?;
        if let Some(id) = self.set.as_ref().map(|set| set.id) {
            self.engine.let_through(id).await?;
            let set = self.engine.change_set(id).await?;
            if set.items.iter().any(|item| item.status == ItemStatus::Applied) {
                for waits in [UNTIL_SIGNED, "Nothing has been changed."] {
                    text = text.replace(waits, "A rule of yours let it through.");
                }
            }
        }
        Ok(Some(text))
    }

    /// Why there is no answer although a model was asked (S0-14): what failed, what is safe, what to do.
    fn unanswered(&mut self, why: Unanswered) -> ErrorBody {
        let told = |error: &'static str, message: &'static str| ErrorBody {
            error: error.into(),
            message: message.into(),
            details: None,
            hint: Some("Send the message again, or use another model.".into()),
        };
        let failed = self.failure.take().filter(|_| why == Unanswered::Failed);
        let error = match why {
            Unanswered::Failed => {
                failed.unwrap_or_else(|| told("model_failed", "The model did not answer. Nothing has been changed."))
            }
            Unanswered::Cut => told(
                "model_cut",
                "The model's answer broke off, and nothing of it can be used. Nothing has been changed.",
            ),
            Unanswered::Empty => told("model_empty", "The model ended without an answer. Nothing has been changed."),
            Unanswered::TooLong { tokens, reads } => ErrorBody {
                error: "context_too_long".into(),
                message: format!(
                    "This model reads too little for this: about {tokens} tokens, and it reads {reads} beside its answer. \
                     Nothing has been changed."
                ),
                details: None,
                hint: Some("Shorten the request, or use a model that reads more.".into()),
            },
            Unanswered::Unusable => {
                told("model_answer_unusable", "What the model answered cannot be used. Nothing has been changed.")
            }
        };
        self.since_cut(error)
    }

    /// An error with its cause, where that is that the answer was cut.
    pub(super) fn since_cut(&mut self, error: ErrorBody) -> ErrorBody {
        match self.cut.take() {
            Some(RunEvent::Recovery { message, .. }) => {
                ErrorBody { message: format!("{message} {}", error.message), ..error }
            }
            _ => error,
        }
    }

    /// Everything that is left, in one transaction.
    pub(super) async fn finish(&mut self, turn: &Turn, outcome: Option<Outcome>) -> Result<()> {
        let actor = self.actor(turn);
        self.after_call(turn);
        self.let_through(turn, outcome.as_ref(), &actor).await?;
        let mut worked = self.let_work_through(outcome.as_ref(), &actor).await?;
        let mut write = Write::begin(&self.engine.0).await?;
        let mut pending = None;
        let mut operations = Vec::new();
        let mut said = None;
        let text = match &outcome {
            None => String::new(),
            Some(Outcome::Unanswered { why }) => {
                let error = self.unanswered(*why);
                self.events.push(RunEvent::Error(error));
                String::new()
            }
            Some(Outcome::Chat { text } | Outcome::Refused { text }) => {
                self.withdraw(&mut write, turn, &actor).await?;
                text.clone()
            }
            Some(Outcome::Said { text }) => {
                said = Some(text.clone());
                String::new()
            }
            Some(Outcome::Clarify { question, options, sections, instruction, answers, alternatives }) => {
                let clarify = self.inner().clarify(question.clone(), options, sections.clone());
                self.events.push(RunEvent::Clarify(clarify.clone()));
                pending = Some(OpenQuestion {
                    clarify,
                    instruction: instruction.clone(),
                    answers: answers.clone(),
                    alternatives: alternatives.clone(),
                });
                question.clone()
            }
            Some(Outcome::Plan { operations: ops, summary, said: words, fallback }) => {
                said.clone_from(words);
                if self.set.is_none() {
                    self.set = self.put_set(&mut write, turn, ops, &actor, 1).await?;
                }
                operations = self.set.as_ref().map(op_errors).unwrap_or_default();
                if *fallback {
                    self.events.push(RunEvent::Recovery {
                        what: "fallback".into(),
                        message: "The summary is the product's own: the model gave none.".into(),
                        hint: None,
                    });
                }
                match &self.set {
                    None => "There is nothing to take back.".to_owned(),
                    // What is taken back is known only now: the words named a number of the history.
                    Some(set) if set.run.as_ref() != Some(&self.run.id) => {
                        format!("Change set #{} does just that, and waits. {UNTIL_SIGNED}", set.id)
                    }
                    Some(set) if takes_back(&set.source) => {
                        [passed_by(set), vec![work::proposed(set)]].concat().join(" ")
                    }
                    Some(_) => [vec![summary.clone()], self.instead()].concat().join(" "),
                }
            }
            Some(Outcome::Work { reply, operations: ops }) => {
                let text = match worked.take() {
                    Some(text) => text,
                    None => self.put_work(&mut write, reply.clone(), ops, &actor).await?,
                };
                operations = self.set.as_ref().map(op_errors).unwrap_or_default();
                said = reply.as_ref().map(|reply| worded(&reply.summary));
                text
            }
        };
        if self.set.is_none() && matches!(outcome, Some(Outcome::Plan { .. })) {
            self.run.decision = Some("chat".to_owned());
        }
        if self.run.status == RunStatus::Done {
            if pending.is_none() {
                self.begin("summarizing");
                self.events.extend(last_words(self.run, text, said, operations));
            } else {
                self.run.text = Some(text);
            }
        }
        for mut event in std::mem::take(&mut self.audit) {
            if let Event::Audit { action, detail: Value::Object(detail) } = &mut event
                && action == "assistant_understanding"
            {
                detail.insert("set".to_owned(), json!(self.run.change_set));
            }
            write.append(&actor, event).await?;
        }
        if !turn.trace().calls.is_empty() || !self.looked.is_empty() {
            let calls = as_sent(&self.models, None, self.looked.iter().chain(&turn.trace().calls));
            let trace = json!({ "calls": calls, "audit": turn.trace().audit });
            let blob = write.tx.put_blob(trace.to_string().as_bytes()).await?;
            self.events.push(RunEvent::Trace { blob, calls: calls.len() as u64 });
        }
        self.events.push(RunEvent::Done(true));
        crate::runs::finished(self.run, write.moment.now);
        write.tx.put_run(self.run).await?;
        if self.run.status == RunStatus::Done {
            let asked = pending.as_ref().and_then(|q| serde_json::to_string(q).ok());
            let waits = self.session.pending.clone().filter(|_| !turn.answers() && self.elsewhere());
            let pending = asked.or(waits);
            let updated_at = write.moment.now.max(self.run.created_at);
            let row = SessionRow { pending, updated_at, ..self.session.clone() };
            write.tx.put_session(&row).await?;
        }
        self.store(write, true).await
    }
}

/// What an undo passes by, which was done later and stays: said before what it takes back.
fn passed_by(set: &ChangeSet) -> Vec<String> {
    let warnings = set.items.iter().flat_map(|item| &item.warnings);
    warnings.filter(|warning| warning.code == "commands_stay").map(|warning| format!("{}.", warning.message)).collect()
}

impl Inner {
    fn clarify(&self, question: String, options: &[TodoId], mut sections: Vec<ClarifySection>) -> Clarify {
        let world = self.world();
        let options = options
            .iter()
            .filter_map(|id| world.todos.todo(*id))
            .map(|t| S0Option {
                id: t.id,
                title: t.title.chars().take(TITLE).collect(),
                scheduled_for: t.scheduled_for,
            })
            .collect();
        for option in sections.iter_mut().filter(|s| s.kind == "which").flat_map(|s| &mut s.options) {
            // Chips name the todo with its date, rendered from the data.
            if let Some(todo) = option.value.as_i64().and_then(|id| world.todos.todo(TodoId(id))) {
                option.label = named(todo);
            }
        }
        Clarify { question_id: self.ids.next().to_string(), question, sections, options }
    }
}
