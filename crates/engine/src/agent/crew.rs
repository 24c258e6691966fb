//! Runs in sub-tasks (S1-42…52): the machine of `countersign_agent::subtasks` is driven over models and
//! tools, several at once, and stored like any agent's run before anything is waited for.

mod begin;
mod driving;

use super::Kept;
use super::another::Answering;
use super::recording::Word;
use crate::review::Key;
use crate::runs::{Live, run_view};
use crate::{Engine, EngineError, Result};
use countersign_agent::subtasks::{Crew, Effect, Input, Refused};
use countersign_core::file::WorkspaceId;
use countersign_core::ids::RunId;
use countersign_core::problem::Problem;
use countersign_core::wire::{AgentInput, AgentWait, RunStatus, RunView, SubTaskPlan};
use countersign_store::RunRow;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, PoisonError};
use tokio::sync::oneshot;

/// A run in sub-tasks as it is stored.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredCrew {
    pub(super) workspace: Option<WorkspaceId>,
    /// The larger model, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) large: Option<String>,
    /// The models that are asked, the larger one last; absent = stored before that was noted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) answering: Option<(Answering, Option<Answering>)>,
    pub(super) crew: Crew,
}

impl Engine {
    /// The sub-tasks of a run as they stand.
    ///
    /// # Errors
    /// An unknown run, one that was not split, or a failing store.
    pub async fn subtasks(&self, id: &RunId) -> Result<SubTaskPlan> {
        let run = self.run(id).await?;
        run.agent
            .and_then(|agent| agent.subtasks)
            .ok_or_else(|| EngineError::NotFound(format!("sub-tasks of run {id}")))
    }

    /// Gives a run in sub-tasks that waits an input.
    pub(super) async fn crew_input(
        &self,
        run: RunRow,
        mut stored: StoredCrew,
        input: Input,
        key: Option<Key>,
    ) -> Result<RunView> {
        let id = run.id.clone();
        let live = Arc::new(Live::new(run.session.clone()));
        {
            let mut all = self.0.live();
            if all.contains_key(&id) {
                return Err(super::not_waiting());
            }
            all.insert(id.clone(), live.clone());
        }
        let before = self.0.store.events(&id, 0).await;
        let goes_on = matches!(input, Input::User(AgentInput::Continue { .. }));
        let told: Vec<Effect> = self.crew_goes_to(&run.message, &mut stored).into_iter().map(Effect::Emit).collect();
        let taken = match before {
            // One that a crash cut off goes on when the person says so.
            Ok(before) if run.status == RunStatus::Running && goes_on => Ok((stored.crew.resume(self.now()), before)),
            Ok(before) => stored.crew.step(input, self.now()).map(|effects| (effects, before)).map_err(refused),
            Err(e) => Err(e.into()),
        };
        let (mut effects, before) = match taken {
            Ok(taken) => taken,
            Err(e) => {
                self.agent_ends(&id, &live, Vec::new());
                return Err(e);
            }
        };
        effects.splice(0..0, told);
        let view = run_view(&RunRow { status: RunStatus::Running, ..run.clone() }, &before);
        live.push(before, false);
        let works = effects.iter().any(|e| matches!(e, Effect::CallModel { .. } | Effect::RunTools { .. }));
        let (word, heard) = Word::under(key);
        if works {
            tokio::spawn(self.clone().crew_drive(run, stored, effects, live, Some(word)));
            return if heard.stored().await? { Ok(view) } else { self.run(&id).await };
        }
        self.clone().crew_drive(run, stored, effects, live, Some(word)).await;
        heard.stored().await?;
        self.run(&id).await
    }

    /// Gives a run in sub-tasks that works the person's word. `None` = no such run works.
    pub(super) async fn crew_word(&self, live: &Live, input: AgentInput) -> Result<Option<()>> {
        let words = live.words.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let Some(words) = words else { return Ok(None) };
        let (answer, taken) = oneshot::channel();
        if words.send((input, answer)).is_err() {
            return Err(super::not_waiting());
        }
        // It may have come to its end in this moment.
        taken.await.unwrap_or_else(|_| Err(super::not_waiting())).map(Some)
    }
}

impl Kept {
    /// What the run waits for of the person.
    pub(super) fn wait(&self) -> Option<AgentWait> {
        use countersign_agent::machine::Effect;
        match self {
            Self::Start(_) => None,
            Self::Crew(stored) => stored.crew.wait(),
            Self::Begun(stored) => match stored.machine.pending() {
                Effect::AwaitUser(wait) => Some(wait),
                _ => None,
            },
        }
    }
}

pub(super) fn refused(why: Refused) -> EngineError {
    match why {
        Refused::NotNow => super::not_waiting(),
        Refused::Wrong(problem) => EngineError::Bad(problem),
    }
}

/// A machine's input as the run's.
pub(super) fn input_of(input: countersign_agent::machine::Input) -> std::result::Result<Input, Problem> {
    use countersign_agent::machine::Input as One;
    match input {
        One::User(said) => Ok(Input::User(said)),
        One::Unanswered => Ok(Input::Unanswered),
        One::Cancel => Ok(Input::Cancel),
        One::Reply(_) | One::ModelFailed { .. } | One::Results(_) => {
            Err(Problem::new("not_waiting", "the run does not wait for this"))
        }
    }
}
