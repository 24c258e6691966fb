//! A run in sub-tasks under way: what its machine asks for is asked at once, and each answer is given back
//! as it comes. All that is stored goes through one hand.

use super::{StoredCrew, input_of, refused};
use crate::agent::recording::{Answered, Due, Record, Word};
use crate::runs::Live;
use crate::{Engine, EngineError, Result};
use countersign_agent::machine::{self, ToolResult};
use countersign_agent::subtasks::{Effect, Input};
use countersign_core::model::Role;
use countersign_core::wire::{AgentInput, AgentWait, TaskModel};
use countersign_llm::Delta;
use countersign_store::RunRow;
use futures_util::future::BoxFuture;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// What came back for a sub-task.
enum Back {
    Model(Box<Answered>),
    Tools(Vec<ToolResult>),
}

/// What happens while answers are under way.
enum Next {
    Back(String, Back),
    Delta(Role, Delta),
    Word(AgentInput, oneshot::Sender<Result<()>>),
    Cancel,
}

struct CrewDrive<'e> {
    engine: &'e Engine,
    record: Record<'e>,
    live: &'e Live,
    stored: StoredCrew,
    /// Calls under way end with the run.
    stop: CancellationToken,
    /// Who said a word that was taken, and is told so once it is stored.
    heeded: Option<oneshot::Sender<Result<()>>>,
}

impl Engine {
    /// Carries effects out until the run ends or waits for the person.
    pub(in super::super) async fn crew_drive(
        self,
        run: RunRow,
        stored: StoredCrew,
        effects: Vec<Effect>,
        live: Arc<Live>,
        word: Option<Word>,
    ) {
        let drive = async {
            let record = Record::open(&self, run.clone(), &live, stored.crew.proposes()).await?.told(word);
            let stop = live.cancel.child_token();
            let mut drive = CrewDrive { engine: &self, record, live: &live, stored, stop, heeded: None };
            let driven = drive.go(effects).await;
            drive.record.came_to(driven)
        };
        let driven = drive.await;
        self.driven(run, &live, driven).await;
    }
}

impl CrewDrive<'_> {
    /// Returns what it waits for, where it waits for the person.
    async fn go(&mut self, mut effects: Vec<Effect>) -> Result<Option<AgentWait>> {
        let (said, mut words) = mpsc::unbounded_channel();
        let listens = |to| *self.live.words.lock().unwrap_or_else(PoisonError::into_inner) = to;
        listens(Some(said));
        let (heard, mut deltas) = mpsc::unbounded_channel();
        // Each is a task of its own: one that holds what storing needs must go on while that waits.
        let mut under_way: JoinSet<(String, Back)> = JoinSet::new();
        loop {
            let (mut due, mut waits, mut asks) = (Due::default(), None, Vec::new());
            for effect in effects {
                match effect {
                    Effect::Emit(event) => self.record.emit(event),
                    Effect::Propose => due.propose = true,
                    Effect::Finish(how) => due.end = Some(how),
                    Effect::Persist => due.persist = true,
                    Effect::AwaitUser(wait) => waits = Some(wait),
                    ask @ (Effect::CallModel { .. } | Effect::RunTools { .. }) => asks.push(ask),
                }
            }
            // What is still under way when it ends, or waits, is not wanted any more.
            let last = asks.is_empty() && (waits.is_some() || due.end.is_some() || under_way.is_empty());
            if last {
                *self.live.words.lock().unwrap_or_else(PoisonError::into_inner) = None;
            }
            let queue = (self.stored.crew.queue(), self.stored.workspace.as_ref());
            self.record.keep(due, &self.stored, queue, waits.as_ref(), last).await?;
            if let Some(answer) = self.heeded.take() {
                // Whoever asked may be gone.
                let _ = answer.send(Ok(()));
            }
            if last {
                self.stop.cancel();
                return Ok(waits);
            }
            for ask in asks {
                if let Some(answer) = self.asked(ask, &heard) {
                    under_way.spawn(answer);
                }
            }
            // A word that came before this listened.
            if self.live.pause.swap(false, Ordering::Relaxed)
                && let Ok(paused) = self.stored.crew.step(Input::User(AgentInput::Pause), self.engine.now())
            {
                effects = paused;
                continue;
            }
            if under_way.is_empty() {
                // Nothing would ever come back.
                return Err(EngineError::Interrupted("no sub-task is under way".to_owned()));
            }
            let next = tokio::select! {
                biased;
                () = self.live.cancel.cancelled() => Next::Cancel,
                Some((word, answer)) = words.recv() => Next::Word(word, answer),
                Some((role, delta)) = deltas.recv() => Next::Delta(role, delta),
                Some(back) = under_way.join_next() => {
                    let (task, back) = back.map_err(|e| EngineError::Interrupted(e.to_string()))?;
                    Next::Back(task, back)
                }
            };
            effects = self.taken(next).await?;
        }
    }

    /// What a model or tools are asked, on its way.
    fn asked(
        &mut self,
        ask: Effect,
        heard: &mpsc::UnboundedSender<(Role, Delta)>,
    ) -> Option<BoxFuture<'static, (String, Back)>> {
        match ask {
            Effect::CallModel { task, call, model } => {
                let machine = self.stored.crew.machine(&task)?;
                let named = self.stored.large.as_deref().filter(|_| model == TaskModel::Large);
                let answer = self.record.asks(call, machine, named).answer(heard.clone(), self.stop.clone());
                Some(Box::pin(async move { (task, Back::Model(Box::new(answer.await))) }))
            }
            Effect::RunTools { task, calls } => {
                let machine = self.stored.crew.machine(&task)?.clone();
                let (engine, run) = (self.engine.clone(), self.record.run.clone());
                let workspace = self.stored.workspace.clone();
                Some(Box::pin(async move {
                    let results = engine.run_tools(&run, &calls, &machine, workspace.as_ref()).await;
                    (task, Back::Tools(results))
                }))
            }
            _ => None,
        }
    }

    async fn taken(&mut self, next: Next) -> Result<Vec<Effect>> {
        let now = self.engine.now();
        let input = match next {
            Next::Delta(role, delta) => {
                self.record.delta(delta, role).await?;
                return Ok(Vec::new());
            }
            Next::Word(word, answer) => {
                return Ok(match self.stored.crew.step(Input::User(word), now) {
                    Ok(effects) => {
                        self.heeded = Some(answer);
                        effects
                    }
                    Err(why) => {
                        // Whoever asked may be gone.
                        let _ = answer.send(Err(refused(why)));
                        Vec::new()
                    }
                });
            }
            Next::Cancel => Input::Cancel,
            Next::Back(task, Back::Tools(results)) => Input::Task { task, input: machine::Input::Results(results) },
            Next::Back(task, Back::Model(answered)) => match self.record.answered(*answered).await? {
                machine::Input::Cancel => Input::Cancel,
                input @ (machine::Input::Reply(_) | machine::Input::ModelFailed { .. }) => Input::Task { task, input },
                other => input_of(other).map_err(EngineError::Bad)?,
            },
        };
        self.stored.crew.step(input, now).map_err(refused)
    }
}
