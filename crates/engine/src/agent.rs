//! Agents' runs: the machine of `countersign-agent` is driven over models, tools and the person
//! (S3, S4). The machine is stored with its events in one transaction before anything is waited
//! for, so that a crash at any step goes on from there; what it wants to change becomes one change
//! set, and nothing else happens.

mod another;
mod begin;
mod crew;
mod delivering;
mod files;
mod kept;
mod permits;
mod recording;
mod spoken;
mod tools;
mod writes;

use crate::review::Key;
use crate::runs::{Live, run_view};
use crate::turns::RAW_KEPT;
use crate::{Engine, EngineError, Result};
use another::Answering;
use countersign_agent::machine::{Effect, Input, Machine};
use countersign_agent::subtasks;
use countersign_assistant::CallRecord;
use countersign_core::file::WorkspaceId;
use countersign_core::ids::RunId;
use countersign_core::model::{Call, Reply, Role};
use countersign_core::problem::Problem;
use countersign_core::wire::{AgentInput, AgentOptions, AgentView, AgentWait, RunEvent, RunStatus, RunView, Split};
use countersign_store::{NumberedEvent, RunRow, StoreError};
use crew::StoredCrew;
use recording::{Due, Record, Word};
use serde::{Deserialize, Serialize};
use serde_json::json;
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
    /// It is worked on in sub-tasks.
    Crew(Box<StoredCrew>),
}

/// An agent's run as it is stored.
#[derive(Serialize, Deserialize)]
struct Stored {
    workspace: Option<WorkspaceId>,
    /// A model that reads more than the one of its role, where that was needed (S4-19).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    model: Option<String>,
    /// The model that its steps are asked of; absent = stored before that was noted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    answering: Option<Answering>,
    /// The version of the plan document that the machine knows.
    #[serde(default)]
    plan: u64,
    machine: Machine,
}

/// A run as it begins, with what happens first.
enum First {
    One(Box<Stored>, Vec<Effect>),
    Crew(Box<StoredCrew>, Vec<subtasks::Effect>),
}

/// A run with the effects of an input, and what was told of it before.
type Taken = (RunRow, Stored, Vec<Effect>, Vec<NumberedEvent>);

/// A run under way.
struct Drive<'e> {
    record: Record<'e>,
    live: &'e Live,
    stored: Stored,
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
            Ok(First::One(stored, effects)) => self.agent_drive(run, *stored, effects, live, None).await,
            Ok(First::Crew(stored, effects)) => self.crew_drive(run, *stored, effects, live, None).await,
            Err(e) => self.agent_failed(run, &e, &live).await,
        }
    }

    /// The machine of a run, and what happens first.
    async fn begun(&self, run: &RunRow, start: Start) -> Result<First> {
        let plan = self.0.plan(&run.session, None).await?;
        let (setup, heard) = self.agent_setup(run, &start, &plan).await?;
        if let Some((stored, mut effects)) = self.crew_begun(run, &start, &setup).await? {
            effects.splice(0..0, heard.into_iter().map(subtasks::Effect::Emit));
            return Ok(First::Crew(Box::new(stored), effects));
        }
        let (setup, chosen) = self.roomy(run, setup);
        let (machine, mut effects) = Machine::begin(setup);
        let (model, told) = chosen.unzip();
        effects.splice(0..0, heard.into_iter().chain(told).map(Effect::Emit));
        let models = self.0.models_for(&run.message);
        let named = model.as_deref().and_then(|name| models.named(name, Role::Execute));
        let answering = named.or_else(|| models.available(Role::Execute)).as_ref().map(Answering::of);
        let plan = plan.metadata.version;
        let stored = Stored { workspace: start.workspace, model, answering, plan, machine };
        Ok(First::One(Box::new(stored), effects))
    }

    /// Goes on with agents' runs that were under way when the server stopped. For servers: a verb
    /// that only looks goes on with nothing.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn resume_agents(&self) -> Result<()> {
        for run in self.0.store.unfinished_runs().await? {
            let Some(kept) = self.agent_readable(&run.id).await? else { continue };
            if self.0.live().contains_key(&run.id) {
                continue;
            }
            if run.status == RunStatus::Waiting {
                if let Some(wait @ AgentWait::Approval { .. }) = kept.wait() {
                    self.deny_later(run.id, wait);
                }
                continue;
            }
            let live = Arc::new(Live::new(run.session.clone()));
            live.push(self.0.store.events(&run.id, 0).await?, false);
            self.0.live().insert(run.id.clone(), live.clone());
            match kept {
                Kept::Start(start) => drop(tokio::spawn(self.clone().agent_begin(run, start, live))),
                Kept::Begun(mut stored) => {
                    let told = self.goes_to(&run.message, &mut stored).map(Effect::Emit);
                    let effects = told.into_iter().chain([stored.machine.pending()]).collect();
                    tokio::spawn(self.clone().agent_drive(run, *stored, effects, live, None));
                }
                Kept::Crew(mut stored) => {
                    let told = self.crew_goes_to(&run.message, &mut stored);
                    let mut effects = stored.crew.resume(self.now());
                    effects.splice(0..0, told.into_iter().map(subtasks::Effect::Emit));
                    tokio::spawn(self.clone().crew_drive(run, *stored, effects, live, None));
                }
            }
        }
        Ok(())
    }

    /// Gives a run of an agent the person's word.
    ///
    /// # Errors
    /// `not_waiting` when it waits for something else; `empty_answer` where nothing is said; an unknown
    /// run; a failing store.
    pub async fn answer_run(&self, id: &RunId, input: AgentInput) -> Result<RunView> {
        Box::pin(self.answer_run_once(id, input, None)).await
    }

    /// The same under a key, with which it is remembered what a run that waits was told.
    pub(crate) async fn answer_run_once(&self, id: &RunId, input: AgentInput, key: Option<Key>) -> Result<RunView> {
        if matches!(&input, AgentInput::Answer { text } if text.trim().is_empty()) {
            return Err(EngineError::Bad(
                Problem::new("empty_answer", "the answer is empty, so the question still waits").at("/text"),
            ));
        }
        let running = self.0.live().get(id).cloned();
        if let Some(live) = running {
            if self.crew_word(&live, input.clone()).await?.is_some() {
                return self.run(id).await;
            }
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
        self.agent_input(id.clone(), Input::User(input), key).await
    }

    /// Stops a run that waits.
    pub(crate) async fn cancel_agent(&self, id: &RunId) -> Result<RunView> {
        self.agent_input(id.clone(), Input::Cancel, None).await
    }

    async fn agent_input(&self, id: RunId, input: Input, key: Option<Key>) -> Result<RunView> {
        let engine = self.clone();
        self.detached(async move {
            let run = engine.0.store.run(&id).await?.ok_or_else(|| EngineError::NotFound(format!("run {id}")))?;
            if let Some(Kept::Crew(stored)) = engine.agent_kept(&id).await? {
                let input = crew::input_of(input).map_err(EngineError::Bad)?;
                return engine.crew_input(run, *stored, input, key).await;
            }
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
            let (word, heard) = Word::under(key);
            if done {
                engine.clone().agent_drive(run, stored, effects, live, Some(word)).await;
                heard.stored().await?;
                return engine.run(&id).await;
            }
            tokio::spawn(engine.clone().agent_drive(run, stored, effects, live, Some(word)));
            if heard.stored().await? { Ok(view) } else { engine.run(&id).await }
        })
        .await
    }

    /// Reads a run back and gives it an input.
    async fn agent_take(&self, id: &RunId, input: Input) -> Result<Taken> {
        let run = self.0.store.run(id).await?.ok_or_else(|| EngineError::NotFound(format!("run {id}")))?;
        let goes_on = matches!(input, Input::User(AgentInput::Continue { .. }));
        let mut stored = match self.agent_kept(id).await?.ok_or_else(not_waiting)? {
            Kept::Begun(stored) => *stored,
            Kept::Crew(_) => return Err(not_waiting()),
            Kept::Start(mut start) => {
                // It was cut off before anything was asked: whether it is split is asked no more.
                start.options.split = Split::Never;
                let First::One(stored, effects) = self.begun(&run, start).await? else { return Err(not_waiting()) };
                if goes_on {
                    return Ok((run, *stored, effects, self.0.store.events(id, 0).await?));
                }
                *stored
            }
        };
        let other = self.goes_to(&run.message, &mut stored);
        // One that a crash cut off, and no server goes on with, goes on when the person says so.
        if run.status == RunStatus::Running && goes_on {
            let effects = other.map(Effect::Emit).into_iter().chain([stored.machine.pending()]).collect();
            return Ok((run, stored, effects, self.0.store.events(id, 0).await?));
        }
        let mut told: Vec<RunEvent> = spoken::told(&input).into_iter().chain(other).collect();
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
        if let Ok(stored) = serde_json::from_str::<StoredCrew>(&text) {
            return Ok(Some(Kept::Crew(Box::new(stored))));
        }
        let stored = serde_json::from_str(&text)
            .map_err(|e| StoreError::Unreadable { what: "agent run", message: e.to_string() })?;
        Ok(Some(Kept::Begun(stored)))
    }

    /// The same, as far as it can be read: nothing goes on from what cannot.
    async fn agent_readable(&self, id: &RunId) -> Result<Option<Kept>> {
        match self.agent_kept(id).await {
            Err(EngineError::Store(StoreError::Unreadable { .. })) => Ok(None),
            kept => kept,
        }
    }

    /// Whether a run can go on from what is stored of it.
    pub(crate) async fn agent_goes_on(&self, id: &RunId) -> Result<bool> {
        Ok(self.agent_readable(id).await?.is_some())
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
            if kept.and_then(|kept| kept.wait()) == Some(asked) {
                // Answered in this very moment is fine.
                let _ = engine.agent_input(id, Input::Unanswered, None).await;
            }
        });
    }

    /// Carries effects out until the machine ends or waits for the person.
    async fn agent_drive(self, run: RunRow, stored: Stored, effects: Vec<Effect>, live: Arc<Live>, word: Option<Word>) {
        let drive = async {
            let record = Record::open(&self, run.clone(), &live, stored.machine.proposes()).await?.told(word);
            let mut drive = Drive { record, live: &live, stored };
            let driven = drive.go(effects).await;
            drive.record.came_to(driven)
        };
        let driven = drive.await;
        self.driven(run, &live, driven).await;
    }

    /// What follows when a run rests: nobody waits for permission for ever, and what failed is told.
    async fn driven(&self, run: RunRow, live: &Live, driven: Result<Option<AgentWait>>) {
        match driven {
            Ok(Some(wait @ AgentWait::Approval { .. })) => self.deny_later(run.id, wait),
            Ok(_) => {}
            Err(e) => self.agent_failed(run, &e, live).await,
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
            let (mut due, mut next) = (Due::default(), None);
            for effect in effects {
                match effect {
                    Effect::Emit(event) => self.record.emit(event),
                    Effect::Propose => due.propose = true,
                    Effect::Finish(how) => due.end = Some(how),
                    Effect::Persist => due.persist = true,
                    Effect::CallModel(_) | Effect::RunTools(_) | Effect::AwaitUser(_) => next = Some(effect),
                }
            }
            let waits = match &next {
                Some(Effect::AwaitUser(wait)) => Some(wait.clone()),
                _ => None,
            };
            let last = next.is_none() || waits.is_some();
            let queue = (self.stored.machine.queue(), self.stored.workspace.as_ref());
            self.record.keep(due, &self.stored, queue, waits.as_ref(), last).await?;
            let input = match next {
                None => return Ok(None),
                Some(Effect::CallModel(call)) => self.ask(call).await?,
                Some(Effect::RunTools(calls)) => {
                    let cancel = self.live.cancel.clone();
                    let Stored { machine, workspace, .. } = &self.stored;
                    let (engine, run) = (self.record.engine, &self.record.run);
                    let run = engine.run_tools(run, &calls, machine, workspace.as_ref());
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

    /// Asks a model. What it answered is stored with the machine that read it; the raw text is in
    /// the ledger before that (S1-5).
    async fn ask(&mut self, call: Call) -> Result<Input> {
        let Stored { machine, model, .. } = &self.stored;
        let asked = self.record.asks(call, machine, model.as_deref());
        let cancel = self.live.cancel.clone();
        let (heard, mut deltas) = mpsc::unbounded_channel();
        let answer = asked.answer(heard, cancel);
        tokio::pin!(answer);
        let answered = loop {
            tokio::select! {
                answered = &mut answer => break answered,
                Some((role, delta)) = deltas.recv() => self.record.delta(delta, role).await?,
            }
        };
        self.record.answered(answered).await
    }
}

fn not_waiting() -> EngineError {
    EngineError::Bad(
        Problem::new("not_waiting", "the run does not wait for this")
            .hinting("Look at the run: it goes on, or it ended."),
    )
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
    let mut view = AgentView {
        steps: Vec::new(),
        tools: Vec::new(),
        thinking: None,
        wait: None,
        summary: None,
        told: Vec::new(),
        subtasks: None,
    };
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
            RunEvent::Subtasks(plan) => view.subtasks = Some(plan.clone()),
            RunEvent::Subtask(task) => {
                let all = view.subtasks.iter_mut().flat_map(|plan| &mut plan.tasks);
                all.filter(|known| known.subtask_id == task.subtask_id).for_each(|known| known.clone_from(task));
            }
            _ => {}
        }
    }
    if status != RunStatus::Waiting {
        view.wait = None;
    }
    view
}
