//! Agents' runs: the machine of `countersign-agent` is driven over models, tools and the person
//! (S3, S4). The machine is stored with its events in one transaction before anything is waited
//! for, so that a crash at any step goes on from there; what it wants to change becomes one change
//! set, and nothing else happens.

mod begin;
mod delivering;
mod files;
mod kept;
mod permits;
mod spoken;
mod tools;
mod writes;

use crate::runs::{Live, heard_of, run_view, title_of};
use crate::turns::{RAW_KEPT, op_errors, usage};
use crate::write::Write;
use crate::{Engine, EngineError, Result};
use countersign_agent::machine::{Effect, End, Input, Machine};
use countersign_assistant::{CallRecord, Section, Stage};
use countersign_core::change_set::{Actor, Source};
use countersign_core::file::WorkspaceId;
use countersign_core::ids::RunId;
use countersign_core::ledger::Event;
use countersign_core::model::{Call, Reply, Role, estimate_tokens};
use countersign_core::problem::Problem;
use countersign_core::wire::{
    AgentInput, AgentOptions, AgentView, AgentWait, ErrorBody, RunEvent, RunStatus, RunView, SummaryState, WorkSummary,
};
use countersign_llm::{Delta, LlmError, Models};
use countersign_store::{NumberedEvent, RunRow};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::mpsc;

/// How long a question for permission waits (F/S3).
const APPROVAL: Duration = Duration::from_secs(60);

/// What a run of an agent starts from.
#[derive(Serialize, Deserialize)]
pub(crate) struct Start {
    options: AgentOptions,
    workspace: Option<WorkspaceId>,
}

impl Start {
    /// As it is stored with the run, until the machine is: a crash in between loses nothing.
    pub(crate) fn text(&self) -> String {
        json!({ "start": self }).to_string()
    }
}

/// What is stored of an agent's run.
enum Kept {
    /// It has not begun.
    Start(Start),
    Begun(Box<Stored>),
}

/// An agent's run as it is stored.
#[derive(Serialize, Deserialize)]
struct Stored {
    workspace: Option<WorkspaceId>,
    /// A model that reads more than the one of its role, where that was needed (S4-19).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    model: Option<String>,
    /// The version of the plan document that the machine knows.
    #[serde(default)]
    plan: u64,
    machine: Machine,
}

/// A run with the effects of an input, and what was told of it before.
type Taken = (RunRow, Stored, Vec<Effect>, Vec<NumberedEvent>);

/// A run under way.
struct Drive<'e> {
    engine: &'e Engine,
    run: RunRow,
    live: &'e Live,
    models: Models,
    stored: Stored,
    /// Events and ledger entries that wait for the next transaction.
    events: Vec<RunEvent>,
    audit: Vec<Event>,
    /// A summary that the person keeps, on its way into the plan document.
    kept: Option<WorkSummary>,
    calls: Vec<CallRecord>,
    /// What was kept from a model, as it was told last.
    kept_back: Option<RunEvent>,
    /// What to do about the model that failed last.
    hint: Option<String>,
    /// Parts of prompts that were told to be cut.
    cut: BTreeSet<String>,
}

impl Engine {
    /// Says whether an agent can work at all, and on which workspace.
    pub(crate) fn agent_start(&self, mut options: AgentOptions) -> Result<Start> {
        let models = self.0.models();
        if models.available(Role::Execute).is_none() {
            return Err(EngineError::Bad(models.fault().cloned().unwrap_or_else(|| {
                Problem::new("no_model", "an agent needs a model, and none is configured")
                    .hinting("Configure one in models.json or start Ollama; without a model use Auto.")
            })));
        }
        options.permissions = permits::named(options.permissions, "permissions")?;
        let open = self.0.workspaces().len();
        let workspace = match (&options.workspace, open) {
            (None, 0) => None,
            (named, _) => Some(self.0.workspace(named.as_deref()).map_err(EngineError::Bad)?),
        };
        Ok(Start { options, workspace })
    }

    /// Begins a run whose message was just stored.
    pub(crate) async fn agent_begin(self, run: RunRow, start: Start, live: Arc<Live>) {
        match self.begun(&run, start).await {
            Ok((stored, effects)) => self.agent_drive(run, stored, effects, live).await,
            Err(e) => self.agent_failed(run, &e, &live).await,
        }
    }

    /// The machine of a run, and what happens first.
    async fn begun(&self, run: &RunRow, start: Start) -> Result<(Stored, Vec<Effect>)> {
        let plan = self.0.plan(&run.session, None).await?;
        let (setup, chosen) = self.roomy(self.agent_setup(run, &start, &plan).await?);
        let (machine, mut effects) = Machine::begin(setup);
        let (model, told) = chosen.unzip();
        effects.splice(0..0, told.map(Effect::Emit));
        Ok((Stored { workspace: start.workspace, model, plan: plan.metadata.version, machine }, effects))
    }

    /// Goes on with agents' runs that were under way when the server stopped. For servers: a verb
    /// that only looks goes on with nothing.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn resume_agents(&self) -> Result<()> {
        for run in self.0.store.unfinished_runs().await? {
            let Some(kept) = self.agent_kept(&run.id).await? else { continue };
            if self.0.live().contains_key(&run.id) {
                continue;
            }
            let stored = match kept {
                Kept::Begun(stored) => *stored,
                Kept::Start(start) => {
                    let live = Arc::new(Live::new(run.session.clone()));
                    live.push(self.0.store.events(&run.id, 0).await?, false);
                    self.0.live().insert(run.id.clone(), live.clone());
                    tokio::spawn(self.clone().agent_begin(run, start, live));
                    continue;
                }
            };
            let pending = stored.machine.pending();
            if let Effect::AwaitUser(wait) = &pending {
                if matches!(wait, AgentWait::Approval { .. }) {
                    self.deny_later(run.id.clone(), wait.clone());
                }
                continue;
            }
            let live = Arc::new(Live::new(run.session.clone()));
            live.push(self.0.store.events(&run.id, 0).await?, false);
            self.0.live().insert(run.id.clone(), live.clone());
            tokio::spawn(self.clone().agent_drive(run, stored, vec![pending], live));
        }
        Ok(())
    }

    /// Gives a run of an agent the person's word.
    ///
    /// # Errors
    /// `not_waiting` when it waits for something else; `empty_answer` where nothing is said; an unknown
    /// run; a failing store.
    pub async fn answer_run(&self, id: &RunId, input: AgentInput) -> Result<RunView> {
        if matches!(&input, AgentInput::Answer { text } if text.trim().is_empty()) {
            return Err(EngineError::Bad(
                Problem::new("empty_answer", "the answer is empty, so the question still waits").at("/text"),
            ));
        }
        let running = self.0.live().get(id).cloned();
        if let Some(live) = running {
            if input != AgentInput::Pause {
                return Err(not_waiting());
            }
            live.pause.store(true, Ordering::Relaxed);
            return self.run(id).await;
        }
        if input == AgentInput::Pause {
            // It waits already.
            return self.run(id).await;
        }
        self.agent_input(id.clone(), Input::User(input)).await
    }

    /// Stops a run that waits.
    pub(crate) async fn cancel_agent(&self, id: &RunId) -> Result<RunView> {
        self.agent_input(id.clone(), Input::Cancel).await
    }

    async fn agent_input(&self, id: RunId, input: Input) -> Result<RunView> {
        let engine = self.clone();
        self.detached(async move {
            let run = engine.0.store.run(&id).await?.ok_or_else(|| EngineError::NotFound(format!("run {id}")))?;
            let live = Arc::new(Live::new(run.session.clone()));
            // Whoever is first goes on with it; a second word finds it running.
            {
                let mut all = engine.0.live();
                if all.contains_key(&id) {
                    return Err(not_waiting());
                }
                all.insert(id.clone(), live.clone());
            }
            let begun = engine.agent_take(&id, input).await;
            let (run, stored, effects, before) = match begun {
                Ok(begun) => begun,
                Err(e) => {
                    engine.agent_ends(&id, &live, Vec::new());
                    return Err(e);
                }
            };
            let view = run_view(&RunRow { status: RunStatus::Running, ..run.clone() }, &before);
            live.push(before, false);
            let done = !effects.iter().any(Effect::is_blocking) || run.status == RunStatus::Done;
            if done {
                engine.clone().agent_drive(run, stored, effects, live).await;
                return engine.run(&id).await;
            }
            tokio::spawn(engine.agent_drive(run, stored, effects, live));
            Ok(view)
        })
        .await
    }

    /// Reads a run back and gives it an input.
    async fn agent_take(&self, id: &RunId, input: Input) -> Result<Taken> {
        let run = self.0.store.run(id).await?.ok_or_else(|| EngineError::NotFound(format!("run {id}")))?;
        let goes_on = matches!(input, Input::User(AgentInput::Continue { .. }));
        let mut stored = match self.agent_kept(id).await?.ok_or_else(not_waiting)? {
            Kept::Begun(stored) => *stored,
            Kept::Start(start) => {
                let (stored, effects) = self.begun(&run, start).await?;
                if goes_on {
                    return Ok((run, stored, effects, self.0.store.events(id, 0).await?));
                }
                stored
            }
        };
        // One that a crash cut off, and no server goes on with, goes on when the person says so.
        if run.status == RunStatus::Running && goes_on {
            let pending = stored.machine.pending();
            return Ok((run, stored, vec![pending], self.0.store.events(id, 0).await?));
        }
        let mut told: Vec<RunEvent> = spoken::told(&input).into_iter().collect();
        if goes_on {
            told.extend(self.0.replanned(&run, &mut stored).await?);
        }
        let mut effects = stored.machine.step(input).map_err(|_| not_waiting())?;
        effects.splice(0..0, told.into_iter().map(Effect::Emit));
        Ok((run, stored, effects, self.0.store.events(id, 0).await?))
    }

    async fn agent_kept(&self, id: &RunId) -> Result<Option<Kept>> {
        #[derive(Deserialize)]
        struct Unbegun {
            start: Start,
        }
        let Some(text) = self.0.store.agent_state(id).await? else { return Ok(None) };
        if let Ok(Unbegun { start }) = serde_json::from_str(&text) {
            return Ok(Some(Kept::Start(start)));
        }
        let stored = serde_json::from_str(&text)
            .map_err(|e| countersign_store::StoreError::Unreadable { what: "agent run", message: e.to_string() })?;
        Ok(Some(Kept::Begun(stored)))
    }

    /// Denies what nobody allowed in time.
    fn deny_later(&self, id: RunId, asked: AgentWait) {
        let engine = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            tokio::time::sleep(APPROVAL).await;
            let Some(inner) = engine.upgrade() else { return };
            let engine = Self(inner);
            // Another question may be asked by now: that one has its own time.
            let kept = engine.agent_kept(&id).await.ok().flatten();
            let same =
                matches!(kept, Some(Kept::Begun(stored)) if stored.machine.pending() == Effect::AwaitUser(asked));
            if same {
                // Answered in this very moment is fine.
                let _ = engine.agent_input(id, Input::Unanswered).await;
            }
        });
    }

    /// Carries effects out until the machine ends or waits for the person.
    async fn agent_drive(self, run: RunRow, stored: Stored, effects: Vec<Effect>, live: Arc<Live>) {
        let id = run.id.clone();
        let drive = async {
            let session = self
                .0
                .store
                .session(&run.session)
                .await?
                .ok_or_else(|| EngineError::NotFound(format!("session {}", run.session)))?;
            let models = self.0.models().with_account(self.account(&session).await?);
            let mut drive = Drive {
                engine: &self,
                run: run.clone(),
                live: &live,
                models,
                stored,
                events: Vec::new(),
                audit: Vec::new(),
                kept: None,
                calls: Vec::new(),
                kept_back: None,
                hint: None,
                cut: BTreeSet::new(),
            };
            drive.go(effects).await
        };
        match drive.await {
            Ok(Some(wait @ AgentWait::Approval { .. })) => self.deny_later(id, wait),
            Ok(_) => {}
            Err(e) => self.agent_failed(run, &e, &live).await,
        }
    }

    async fn agent_failed(&self, mut run: RunRow, e: &EngineError, live: &Live) {
        let told = self.run_failed(&mut run, e).await;
        self.agent_ends(&run.id, live, told);
    }

    /// The last events of a run for now. It is no longer under way when they are heard: who answers
    /// at once must find it waiting.
    fn agent_ends(&self, id: &RunId, live: &Live, told: Vec<NumberedEvent>) {
        {
            let mut all = self.0.live();
            if all.get(id).is_some_and(|known| std::ptr::eq(Arc::as_ptr(known), live)) {
                all.remove(id);
            }
        }
        live.push(told, true);
    }
}

impl Drive<'_> {
    /// Returns what it waits for, where it waits for the person.
    async fn go(&mut self, mut effects: Vec<Effect>) -> Result<Option<AgentWait>> {
        loop {
            let (mut propose, mut end, mut persist, mut next) = (false, None, false, None);
            for effect in effects {
                match effect {
                    Effect::Emit(event) => self.emit(event),
                    Effect::Propose => propose = true,
                    Effect::Finish(how) => end = Some(how),
                    Effect::Persist => persist = true,
                    Effect::CallModel(_) | Effect::RunTools(_) | Effect::AwaitUser(_) => next = Some(effect),
                }
            }
            let waits = match &next {
                Some(Effect::AwaitUser(wait)) => Some(wait.clone()),
                _ => None,
            };
            let last = next.is_none() || waits.is_some();
            if persist {
                self.persist(propose, end, waits.as_ref(), last).await?;
            } else if last {
                self.engine.agent_ends(&self.run.id, self.live, Vec::new());
            }
            let input = match next {
                None => return Ok(None),
                Some(Effect::CallModel(call)) => self.ask(call).await?,
                Some(Effect::RunTools(calls)) => {
                    let cancel = self.live.cancel.clone();
                    let Stored { machine, workspace, .. } = &self.stored;
                    let run = self.engine.run_tools(&self.run, &calls, machine, workspace.as_ref());
                    tokio::select! {
                        () = cancel.cancelled() => Input::Cancel,
                        results = run => Input::Results(results),
                    }
                }
                Some(_) => return Ok(waits),
            };
            if self.live.pause.swap(false, Ordering::Relaxed) {
                // What it asks for is under way already.
                let _ = self.stored.machine.step(Input::User(AgentInput::Pause));
            }
            effects = self.stored.machine.step(input).map_err(|e| EngineError::Interrupted(e.to_string()))?;
        }
    }

    /// Notes an event. A summary that was decided is a fact for the ledger, too.
    fn emit(&mut self, event: RunEvent) {
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

    /// Machine, events, ledger entries and the change set, in one transaction.
    async fn persist(&mut self, propose: bool, end: Option<End>, waits: Option<&AgentWait>, last: bool) -> Result<()> {
        let actor = Actor::Agent { name: "agent".to_owned() };
        let finished = self.run.status == RunStatus::Done;
        let mut write = Write::begin(&self.engine.0).await?;
        if propose {
            self.propose(&mut write, &actor).await?;
        }
        if last && !self.calls.is_empty() {
            let trace = json!({ "calls": self.calls, "audit": [] });
            let blob = write.tx.put_blob(trace.to_string().as_bytes()).await?;
            self.events.push(RunEvent::Trace { blob, calls: self.calls.len() as u64 });
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
        write.tx.put_agent_state(&self.run.id, &serde_json::to_string(&self.stored).unwrap_or_default()).await?;
        let events = std::mem::take(&mut self.events);
        let stored = write.append_events(&self.run.session, &self.run.id, &events).await?;
        write.finish().await?;
        if last {
            self.engine.agent_ends(&self.run.id, self.live, stored);
        } else {
            self.live.push(stored, false);
        }
        Ok(())
    }

    /// What is queued as one change set that waits.
    async fn propose(&mut self, write: &mut Write<'_>, actor: &Actor) -> Result<()> {
        let operations = writes::placed(self.stored.machine.queue().operations(), self.stored.workspace.as_ref());
        let proposals = write.read_operations(operations, &self.run.message).await?;
        let id = write.tx.reserve_set_id().await?;
        let title = Some(title_of(&self.run.message));
        let mut set = self.engine.0.draft(id, Source::Request, title, proposals, write.moment, false);
        set.run = Some(self.run.id.clone());
        set.session = Some(self.run.session.clone());
        write.append(actor, Event::Proposed { set: Box::new(set.clone()) }).await?;
        let operations = op_errors(&set);
        let invalid = set.items.iter().filter(|i| !i.problems.is_empty()).count() as u64;
        self.events.push(RunEvent::Ops {
            version: set.version,
            change_set: Some(set.id),
            valid_count: operations.len() as u64 - invalid,
            invalid_count: invalid,
            operations,
        });
        self.events.push(RunEvent::ChangeSet { id: set.id, version: set.version });
        self.run.change_set = Some(set.id);
        Ok(())
    }

    fn end(&mut self, end: End, now: jiff::Timestamp) {
        self.run.finished_at = Some(now);
        self.run.decision = Some("agent".to_owned());
        match end {
            End::Done { text, said } => {
                self.run.status = RunStatus::Done;
                let said = said.map(|said| countersign_assistant::worded(&said));
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

    /// Asks a model. What it answered is stored with the machine that read it; the raw text is in
    /// the ledger before that (S1-5).
    async fn ask(&mut self, call: Call) -> Result<Input> {
        let (role, models) = (call.role, self.models.clone());
        let schema = call.format.as_ref().map(|f| f.schema.clone());
        let prompt = call.messages.iter().map(|m| estimate_tokens(&m.content)).sum();
        let mut record = record(&call, &self.stored.machine);
        self.events.extend(crate::sent::cut(&record.sections, &mut self.cut));
        let cancel = self.live.cancel.clone();
        let (heard, mut deltas) = mpsc::unbounded_channel();
        let mut progress = move |delta: Delta| drop(heard.send(delta));
        // A role with a model of its own keeps it.
        let own = |role| models.available(role).map(|info| info.name);
        let named = self.stored.model.clone().filter(|_| own(role) == own(Role::Execute));
        let answer = async {
            match &named {
                Some(model) => models.call_named(model, call, &mut progress, &cancel).await,
                None => models.call(call, &mut progress, &cancel).await,
            }
        };
        tokio::pin!(answer);
        let answer = loop {
            tokio::select! {
                answer = &mut answer => break answer,
                Some(delta) = deltas.recv() => {
                    // What was cut is told with what becomes of it.
                    let at_once = !matches!(delta, Delta::Cut { .. });
                    let told = matches!(delta, Delta::Hidden { .. });
                    let event = heard_of(delta, role).filter(|event| !told || self.kept_back.as_ref() != Some(event));
                    if let Some(event) = event {
                        if told {
                            self.kept_back = Some(event.clone());
                        }
                        self.events.push(event);
                        if at_once {
                            self.tell().await?;
                        }
                    }
                }
            }
        };
        let input = match answer {
            Ok(reply) => {
                let raw = crate::sent::raw(&self.models, role, &reply);
                self.audit.push(Event::Audit {
                    action: "model_raw".into(),
                    detail: json!({ "run": self.run.id, "role": role, "model": reply.model, "finish": reply.finish, "usage": reply.usage, "raw": raw }),
                });
                let asked = match &named {
                    Some(model) => self.models.named(model, role),
                    None => self.models.available(role),
                };
                self.events.push(RunEvent::Usage(usage(asked.as_ref(), role, prompt, &reply)));
                if reply.prompt_cut {
                    self.events.push(RunEvent::Recovery {
                        what: "prompt_cut".into(),
                        message: "The model's server read less than it was sent.".into(),
                        hint: Some("Give the model a larger context.".into()),
                    });
                }
                answered(&mut record, &reply);
                self.tell().await?;
                Input::Reply(crate::sent::as_asked(reply, schema.as_ref()))
            }
            Err(LlmError::Cancelled) => Input::Cancel,
            Err(e) => {
                record.error = Some(e.to_string());
                self.hint = Some(e.hint());
                self.audit.push(Event::Audit {
                    action: "model_failed".into(),
                    detail: json!({ "run": self.run.id, "role": role, "error": e.code(), "message": e.to_string() }),
                });
                self.events.push(RunEvent::Recovery {
                    what: "model_failed".into(),
                    message: e.to_string(),
                    hint: Some(e.hint()),
                });
                Input::ModelFailed { code: e.code().to_owned(), message: e.to_string() }
            }
        };
        self.calls.extend(crate::sent::as_sent(&self.models, named.as_deref(), [&record]));
        Ok(input)
    }
}

fn not_waiting() -> EngineError {
    EngineError::Bad(
        Problem::new("not_waiting", "the run does not wait for this")
            .hinting("Look at the run: it goes on, or it ended."),
    )
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

/// Notes what a call was answered with.
pub(crate) fn answered(record: &mut CallRecord, reply: &Reply) {
    record.raw = reply.text.chars().take(RAW_KEPT).collect();
    record.finish = Some(reply.finish);
    record.min_logprob = reply.min_logprob;
    record.usage = Some(reply.usage);
    record.prompt_cut = reply.prompt_cut;
    record.model = Some(reply.model.clone());
}

/// What the events of an agent's run add up to.
pub(crate) fn view(status: RunStatus, events: &[NumberedEvent]) -> AgentView {
    let mut view =
        AgentView { steps: Vec::new(), tools: Vec::new(), thinking: None, wait: None, summary: None, told: Vec::new() };
    for event in events {
        match &event.event {
            RunEvent::Step(step) => match view.steps.iter_mut().find(|s| s.n == step.n) {
                Some(known) => known.clone_from(step),
                None => view.steps.push(step.clone()),
            },
            RunEvent::Tool(tool) => match view.tools.iter_mut().find(|t| t.call == tool.call) {
                Some(known) => known.clone_from(tool),
                None => view.tools.push(tool.clone()),
            },
            RunEvent::Thinking(thinking) => view.thinking = Some(thinking.clone()),
            RunEvent::Wait(wait) => view.wait = Some(wait.clone()),
            RunEvent::WorkSummary(summary) => view.summary = Some(summary.clone()),
            RunEvent::Told { text } => view.told.push(text.clone()),
            _ => {}
        }
    }
    if status != RunStatus::Waiting {
        view.wait = None;
    }
    view
}
