//! What a run under way leaves: its events, ledger entries, change set and calls, stored with its state
//! in one transaction; whoever follows it hears them then.

use super::{kept, writes};
use crate::answers::{self, heard_of};
use crate::proposing::meant;
use crate::review::{Key, Origin};
use crate::runs::Live;
use crate::turns::proposed;
use crate::write::Write;
use crate::{Engine, EngineError, Result};
use countersign_agent::machine::{End, GAVE_UP, Input, Machine};
use countersign_agent::queue::Queue;
use countersign_assistant::{CallRecord, Section, Stage};
use countersign_core::change_set::Actor;
use countersign_core::file::WorkspaceId;
use countersign_core::ledger::Event;
use countersign_core::model::{Call, Reply, Role, estimate_tokens};
use countersign_core::wire::{
    AgentStep, AgentWait, ErrorBody, RunEvent, RunStatus, StepStatus, SummaryState, WorkSummary,
};
use countersign_llm::{Delta, LlmError, Models};
use countersign_plan::Work;
use countersign_store::RunRow;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

/// What the effects of a step ask to be stored, gathered until all of them are known.
#[derive(Default)]
pub(super) struct Due {
    pub propose: bool,
    pub end: Option<End>,
    pub persist: bool,
}

/// A word of the person that a run goes on with: it is remembered under its key in the transaction that stores what the
/// run made of it.
pub(super) struct Word {
    key: Option<Key>,
    heard: oneshot::Sender<Result<()>>,
}

/// Where whoever said a word hears what became of it.
pub(super) struct Heard(oneshot::Receiver<Result<()>>);

impl Word {
    pub(super) fn under(key: Option<Key>) -> (Self, Heard) {
        let (heard, stored) = oneshot::channel();
        (Self { key, heard }, Heard(stored))
    }
}

impl Heard {
    /// Waits until it is stored; not so where the run failed with it.
    ///
    /// # Errors
    /// Why it is not: the run waits as it did.
    pub(super) async fn stored(self) -> Result<bool> {
        self.0.await.map_or(Ok(false), |stored| stored.map(|()| true))
    }
}

/// What is stored together.
struct Step<'s> {
    /// The machine.
    state: String,
    /// What is proposed with it.
    queue: Option<(&'s Queue, Option<&'s WorkspaceId>)>,
    /// It ends.
    end: Option<End>,
    /// It waits for this word of the person.
    waits: Option<&'s AgentWait>,
    /// Nothing follows for now.
    last: bool,
}

/// A run's record while it is under way.
pub(super) struct Record<'e> {
    pub engine: &'e Engine,
    pub run: RunRow,
    live: &'e Live,
    models: Models,
    /// Events and ledger entries that wait for the next transaction.
    events: Vec<RunEvent>,
    audit: Vec<Event>,
    /// A summary that the person keeps, on its way into the plan document.
    kept: Option<WorkSummary>,
    /// It may propose: one that only looks leaves the plan where it stands.
    proposes: bool,
    /// What it last came to, as far as the plan is concerned.
    moved: Option<Work>,
    /// Steps that failed.
    stuck: BTreeSet<u32>,
    calls: Vec<CallRecord>,
    /// What was kept from a model, as it was told last.
    kept_back: Option<RunEvent>,
    /// What to do about the model that failed last.
    hint: Option<String>,
    /// Parts of prompts that were told to be cut.
    cut: BTreeSet<String>,
    /// What the person said that it goes on with.
    word: Option<Word>,
}

/// A call on its way to a model.
pub(super) struct Asked {
    models: Models,
    named: Option<String>,
    call: Call,
    told: Told,
}

/// What is known of a call beside the answer.
struct Told {
    role: Role,
    named: Option<String>,
    schema: Option<Value>,
    prompt: u64,
    record: CallRecord,
}

/// A call that was answered, or not.
pub(super) struct Answered {
    told: Told,
    answer: std::result::Result<Reply, LlmError>,
}

impl Asked {
    /// Waits for the answer; what comes meanwhile is heard.
    pub(super) async fn answer(
        self,
        heard: mpsc::UnboundedSender<(Role, Delta)>,
        cancel: CancellationToken,
    ) -> Answered {
        let Self { models, named, call, told } = self;
        let role = call.role;
        let mut progress = move |delta: Delta| drop(heard.send((role, delta)));
        let answer = match &named {
            Some(model) => models.call_named(model, call, &mut progress, &cancel).await,
            None => models.call(call, &mut progress, &cancel).await,
        };
        Answered { told, answer }
    }
}

impl<'e> Record<'e> {
    /// Of a run that goes on, with the models as its conversation is charged for them, and whether it may propose.
    pub(super) async fn open(engine: &'e Engine, run: RunRow, live: &'e Live, proposes: bool) -> Result<Self> {
        let session = engine.0.store.session(&run.session).await?;
        let session = session.ok_or_else(|| EngineError::NotFound(format!("session {}", run.session)))?;
        let models = engine.0.models_for(&run.message).with_account(engine.account(&session).await?);
        Ok(Self {
            engine,
            run,
            live,
            models,
            events: Vec::new(),
            audit: Vec::new(),
            kept: None,
            proposes,
            moved: None,
            stuck: BTreeSet::new(),
            calls: Vec::new(),
            kept_back: None,
            hint: None,
            cut: BTreeSet::new(),
            word: None,
        })
    }

    /// It goes on with this word of the person.
    pub(super) fn told(self, word: Option<Word>) -> Self {
        Self { word, ..self }
    }

    /// What the run came to. Where the word that it was to go on with could not be stored, whoever said it is told why,
    /// and it waits as it did.
    pub(super) fn came_to(&mut self, driven: Result<Option<AgentWait>>) -> Result<Option<AgentWait>> {
        let unstored = |e: &EngineError| matches!(e, EngineError::Store(_) | EngineError::IdempotencyMismatch);
        match (driven, self.word.take()) {
            (Err(e), Some(word)) if unstored(&e) => {
                self.engine.agent_ends(&self.run.id, self.live, Vec::new());
                // Whoever said it may be gone.
                let _ = word.heard.send(Err(e));
                Ok(None)
            }
            (driven, _) => driven,
        }
    }

    /// Notes an event. A summary that was decided is a fact for the ledger, too.
    pub(super) fn emit(&mut self, event: RunEvent) {
        match &event {
            RunEvent::Step(AgentStep { n, status: StepStatus::Failed, .. }) => drop(self.stuck.insert(*n)),
            RunEvent::Step(AgentStep { n, .. }) => drop(self.stuck.remove(n)),
            _ => {}
        }
        if let RunEvent::WorkSummary(summary) = &event
            && summary.state != SummaryState::Pending
        {
            let action =
                if summary.state == SummaryState::Saved { "work_summary_saved" } else { "work_summary_discarded" };
            self.audit.push(Event::Audit {
                action: action.to_owned(),
                detail: json!({ "run": self.run.id, "summary": summary }),
            });
            if summary.state == SummaryState::Saved {
                self.kept = Some(summary.clone());
            }
        }
        self.events.push(event);
    }

    /// Stores what is due. `stored` is the run as it goes on later, `queue` what it would propose; `last`: nothing
    /// follows for now, which is told also where nothing is to be stored.
    pub(super) async fn keep(
        &mut self,
        due: Due,
        stored: &impl Serialize,
        queue: (&Queue, Option<&WorkspaceId>),
        waits: Option<&AgentWait>,
        last: bool,
    ) -> Result<()> {
        if due.persist || self.word.is_some() {
            let state = serde_json::to_string(stored).unwrap_or_default();
            let queue = due.propose.then_some(queue);
            self.persist(Step { state, queue, end: due.end, waits, last }).await?;
        } else if last {
            self.engine.agent_ends(&self.run.id, self.live, Vec::new());
        }
        Ok(())
    }

    /// Machine, events, ledger entries and the change set, in one transaction.
    async fn persist(&mut self, step: Step<'_>) -> Result<()> {
        let Step { state, queue, end, waits, last } = step;
        let actor = Actor::Agent { name: "agent".to_owned() };
        let finished = self.run.status == RunStatus::Done;
        let mut write = Write::begin(&self.engine.0).await?;
        if let Some((queue, workspace)) = queue {
            self.propose(&mut write, queue, workspace, &actor).await?;
        }
        if last && !self.calls.is_empty() {
            let trace = json!({ "calls": self.calls, "audit": [] });
            let blob = write.tx.put_blob(trace.to_string().as_bytes()).await?;
            self.events.push(RunEvent::Trace { blob, calls: self.calls.len() as u64 });
        }
        if !finished && let Some(work) = self.work(end.as_ref(), waits).filter(|work| self.moved != Some(*work)) {
            self.moved = Some(work);
            let plan = self.engine.0.plan(&self.run.session, None).await?;
            if let Some(event) = kept::moved(&plan, work, &self.run, write.moment.now) {
                write.append(&actor, event).await?;
            }
        }
        match end {
            Some(end) => self.end(end, write.moment.now),
            None if finished => {}
            None => self.run.status = if waits.is_some() { RunStatus::Waiting } else { RunStatus::Running },
        }
        for event in std::mem::take(&mut self.audit) {
            write.append(&actor, event).await?;
        }
        if let Some(summary) = self.kept.take() {
            let plan = self.engine.0.plan(&self.run.session, None).await?;
            let event = kept::logged(plan, &summary, &self.run, write.moment.now);
            write.append(&actor, event).await?;
        }
        write.tx.put_run(&self.run).await?;
        write.tx.put_agent_state(&self.run.id, &state).await?;
        let mut events = std::mem::take(&mut self.events);
        self.hold_against_the_plan(&mut events).await?;
        let stored = write.append_events(&self.run.session, &self.run.id, &events).await?;
        let key = self.word.as_ref().and_then(|word| word.key.clone());
        write.makes(key, &self.run.id).await?;
        write.finish().await?;
        if let Some(word) = self.word.take() {
            // Whoever said it may be gone.
            let _ = word.heard.send(Ok(()));
        }
        if last {
            self.engine.agent_ends(&self.run.id, self.live, stored);
        } else {
            self.live.push(stored, false);
        }
        Ok(())
    }

    /// Where the plan stands with what the run comes to now (S4-14); nothing where that says nothing about it, as of
    /// a run that only looks.
    fn work(&self, end: Option<&End>, waits: Option<&AgentWait>) -> Option<Work> {
        if !self.proposes {
            return None;
        }
        match (end, waits) {
            (Some(End::Failed { code, .. }), _) if code == GAVE_UP => Some(Work::Fails),
            (Some(End::Failed { .. }), _) => Some(Work::Rests),
            (Some(End::Cancelled), _) => Some(Work::Stopped),
            (Some(End::Done { .. }), _) => (!self.stuck.is_empty()).then_some(Work::Rests),
            (None, None) => Some(Work::Goes),
            (None, Some(AgentWait::Answer { .. } | AgentWait::Approval { .. })) => Some(Work::Rests),
            (None, Some(AgentWait::Subtasks { failed, .. })) => (*failed > 0).then_some(Work::Rests),
            (None, Some(AgentWait::Continue { .. } | AgentWait::Summary { .. })) => None,
        }
    }

    /// A criterion of a summary that the plan does not have is told to be new (S4-12).
    async fn hold_against_the_plan(&self, events: &mut [RunEvent]) -> Result<()> {
        let about = |summary: &WorkSummary| summary.state == SummaryState::Pending && !summary.criteria.is_empty();
        if !events.iter().any(|event| matches!(event, RunEvent::WorkSummary(summary) if about(summary))) {
            return Ok(());
        }
        let plan = self.engine.0.plan(&self.run.session, None).await?;
        for event in events {
            if let RunEvent::WorkSummary(summary) = event {
                kept::held_against(&plan, summary);
            }
        }
        Ok(())
    }

    /// What is queued as one change set that waits.
    async fn propose(
        &mut self,
        write: &mut Write<'_>,
        queue: &Queue,
        workspace: Option<&WorkspaceId>,
        actor: &Actor,
    ) -> Result<()> {
        let operations = writes::placed(queue.operations(), workspace);
        // Its reasons are in the words of the model that carries out steps.
        let model = self.models.available(Role::Execute).map(|info| info.name);
        let by = model.as_deref().or(Some("agent"));
        let asked = &self.run.message;
        let proposals = write.read_operations(operations, asked, by).await?;
        let proposals = proposals.into_iter().map(|one| meant(one, asked)).collect();
        let set = write.propose_in(&self.run, Origin::said(&self.run.message), proposals, actor, false, 1).await?;
        self.events.extend(proposed(&set));
        self.run.change_set = Some(set.id);
        Ok(())
    }

    fn end(&mut self, end: End, now: jiff::Timestamp) {
        crate::runs::finished(&mut self.run, now);
        self.run.decision = Some("agent".to_owned());
        match end {
            End::Done { text, said } => {
                self.run.status = RunStatus::Done;
                let said = said.map(|said| countersign_assistant::worded(&said));
                // What waits is not made, whatever it says (R23).
                let waits = self.run.change_set.is_some();
                let said = said.map(|said| if waits { countersign_assistant::unclaimed(&said) } else { said });
                self.events.extend(crate::runs::last_words(&mut self.run, text, said, Vec::new()));
            }
            End::Failed { code, message } => {
                self.run.status = RunStatus::Failed;
                let message = message.trim_end().trim_end_matches("Nothing has been changed.").trim_end();
                self.events.push(RunEvent::Error(ErrorBody {
                    error: code,
                    message: format!("{message} Nothing has been changed."),
                    details: None,
                    hint: self.hint.take().or_else(|| Some("Send the message again, or use another model.".to_owned())),
                }));
            }
            End::Cancelled => {
                self.run.status = RunStatus::Cancelled;
                self.events.push(RunEvent::Error(ErrorBody {
                    error: "cancelled".into(),
                    message: "The run was stopped. Nothing has been changed.".into(),
                    details: None,
                    hint: None,
                }));
            }
        }
        self.events.push(RunEvent::Done(true));
    }

    /// Stores and tells what waits, without the machine: it did not change.
    async fn tell(&mut self) -> Result<()> {
        let mut write = Write::begin(&self.engine.0).await?;
        for event in std::mem::take(&mut self.audit) {
            write.append(&Actor::Agent { name: "agent".to_owned() }, event).await?;
        }
        let events = std::mem::take(&mut self.events);
        let stored = write.append_events(&self.run.session, &self.run.id, &events).await?;
        write.finish().await?;
        self.live.push(stored, false);
        Ok(())
    }

    /// A call as it is sent: by the named model, unless the role has one of its own.
    pub(super) fn asks(&mut self, call: Call, machine: &Machine, named: Option<&str>) -> Asked {
        let role = call.role;
        let record = record(&call, machine);
        self.events.extend(crate::sent::cut(&record.sections, &mut self.cut));
        let own = |role| self.models.available(role).map(|info| info.name);
        let there = |model: &str| self.models.named(model, role).is_some();
        let named = named.filter(|model| there(model) && own(role) == own(Role::Execute)).map(str::to_owned);
        let told = Told {
            role,
            named: named.clone(),
            schema: call.format.as_ref().map(|f| f.schema.clone()),
            prompt: call.messages.iter().map(|m| estimate_tokens(&m.content)).sum(),
            record,
        };
        Asked { models: self.models.clone(), named, call, told }
    }

    /// Something came of an answer that is on its way.
    pub(super) async fn delta(&mut self, delta: Delta, role: Role) -> Result<()> {
        // What was cut is told with what becomes of it.
        let at_once = !matches!(delta, Delta::Cut { .. });
        let told = matches!(delta, Delta::Hidden { .. });
        let event = heard_of(delta, role).filter(|event| !told || self.kept_back.as_ref() != Some(event));
        let Some(event) = event else { return Ok(()) };
        if told {
            self.kept_back = Some(event.clone());
        }
        self.events.push(event);
        if at_once { self.tell().await } else { Ok(()) }
    }

    /// Takes an answer in. What a model said is stored before anything is made of it (S1-5).
    pub(super) async fn answered(&mut self, answered: Answered) -> Result<Input> {
        let Answered { told: Told { role, named, schema, prompt, mut record }, answer } = answered;
        let input = match answer {
            Ok(reply) => {
                let (audit, told) = answers::came(&self.models, named.as_deref(), role, &self.run.id, prompt, &reply);
                self.audit.push(audit);
                self.events.extend(told);
                super::answered(&mut record, &reply);
                self.tell().await?;
                Input::Reply(crate::sent::as_asked(reply, schema.as_ref()))
            }
            Err(LlmError::Cancelled) => Input::Cancel,
            Err(e) => {
                record.error = Some(e.to_string());
                self.hint = Some(e.hint());
                let (audit, told) = answers::failed(role, &self.run.id, &e);
                self.audit.push(audit);
                self.events.push(told);
                Input::ModelFailed { code: e.code().to_owned(), message: e.to_string() }
            }
        };
        self.calls.extend(crate::sent::as_sent(&self.models, named.as_deref(), [&record]));
        Ok(input)
    }
}

fn record(call: &Call, machine: &Machine) -> CallRecord {
    let section = |part: countersign_agent::prompt::Part| Section {
        name: part.name,
        tokens: part.tokens,
        cut: part.cut,
        hash: None,
    };
    CallRecord::sent(Stage::Proposing, call, machine.parts().into_iter().map(section).collect())
}
