//! A message of a conversation whose agent waits: it is said to that run, and begins none (R8).

use crate::review::Key;
use crate::write::Write;
use crate::{Engine, EngineError, Result};
use countersign_agent::machine::Input;
use countersign_agent::word;
use countersign_core::change_set::Actor;
use countersign_core::ids::SessionId;
use countersign_core::problem::Problem;
use countersign_core::wire::{AgentInput, AgentWait, Mode, NewRun, PlanEdit, PlanEdited, RunEvent, RunStatus, RunView};
use countersign_store::RunRow;

/// What the person said in words, for the run's own record.
pub(super) fn told(input: &Input) -> Option<RunEvent> {
    let text = match input {
        Input::User(AgentInput::Answer { text }) => text,
        Input::User(AgentInput::Continue { message: Some(text), .. }) => text,
        _ => return None,
    };
    (!text.trim().is_empty()).then(|| RunEvent::Told { text: text.clone() })
}

/// Says that the person edits the plan document now.
fn edits_plan(message: &str) -> bool {
    ["/edit-plan", "/editplan"].contains(&message.trim().to_lowercase().as_str())
}

impl Engine {
    /// `/edit-plan` (F/S4): the conversation's run waits after the step that is under way, so that the plan
    /// document can be edited meanwhile. `None` = the message is another.
    ///
    /// # Errors
    /// `not_waiting` where no run is open; a failing store.
    pub(crate) async fn plan_is_edited(&self, new: &NewRun, message: &str) -> Result<Option<RunView>> {
        let Some(session) = new.session.as_ref().filter(|_| edits_plan(message)) else { return Ok(None) };
        let runs = self.0.store.runs(session).await?;
        let open = |run: &&RunRow| matches!(run.status, RunStatus::Running | RunStatus::Waiting);
        let Some(run) = runs.iter().rev().filter(|run| run.mode == Mode::Agent).find(open) else {
            return Err(EngineError::Bad(
                Problem::new("not_waiting", "no agent works in this conversation, so nothing has to wait")
                    .hinting("Edit the plan document on the page, or with countersign plan edit.")
                    .at("/message"),
            ));
        };
        let view = self.answer_run(&run.id, AgentInput::Pause).await?;
        Ok(Some(RunView { plan: Some(self.plan_to_edit(session).await?), ..view }))
    }

    /// The plan document as it is to be edited: what somebody wrote in the conversation's folder, with what
    /// that would change; nothing of it is saved by that.
    async fn plan_to_edit(&self, session: &SessionId) -> Result<PlanEdited> {
        let now = self.plan(session, None).await?;
        let as_it_is =
            |markdown| PlanEdit { base: now.plan.metadata.version, markdown: Some(markdown), plan: None, accept: None };
        let you = || Actor::User { via: "/edit-plan".to_owned() };
        if let Some(edited) = self.mirror(session).await?.edited
            && let Ok(shown) = self.edit_plan(session, as_it_is(edited), you()).await
        {
            return Ok(shown);
        }
        self.edit_plan(session, as_it_is(now.markdown), you()).await
    }

    /// The run that a message is said to, as it goes on; `None` where it begins one of its own. The last
    /// run of a conversation takes any words, and "yes" or "no" to the summary of its work; an earlier one, behind
    /// which something else was begun, is only told to go on.
    pub(crate) async fn said_to_waiting(
        &self,
        new: &NewRun,
        message: &str,
        key: Option<&Key>,
    ) -> Result<Option<RunView>> {
        let plain = new.clarify.is_none() && new.about.is_none() && new.images.is_empty() && !new.apart;
        let Some(session) = new.session.as_ref().filter(|_| plain && matches!(new.mode, Mode::Auto | Mode::Agent))
        else {
            return Ok(None);
        };
        let runs = self.0.store.runs(session).await?;
        let waits = |run: &&RunRow| run.mode == Mode::Agent && run.status == RunStatus::Waiting;
        // A run whose summary waits for a word is done.
        let ended = |run: &&RunRow| run.mode == Mode::Agent && run.status == RunStatus::Done;
        let found = match runs.last().filter(|run| waits(run) || ended(run)) {
            Some(last) => Some(last),
            None if word::goes_on(message) => runs.iter().rev().find(waits),
            None => None,
        };
        let Some(run) = found.filter(|run| !self.0.live().contains_key(&run.id)) else { return Ok(None) };
        let Some(wait) = self.agent_readable(&run.id).await?.and_then(|kept| kept.wait()) else { return Ok(None) };
        let input = match word::input(message, &wait) {
            // Behind something else only "go on" is meant for it.
            Some(input) if runs.last().is_some_and(|last| last.id == run.id) => input,
            Some(input @ AgentInput::Continue { .. }) => input,
            Some(_) => return Ok(None),
            // Behind a piece of work that is done begins the next, whatever becomes of its summary.
            None if matches!(wait, AgentWait::Summary { .. }) => return Ok(None),
            None => {
                return Err(EngineError::Bad(
                    Problem::new("unclear_answer", "the run waits for permission, and this is neither yes nor no")
                        .hinting("Say yes or no; a message that is sent apart begins a run of its own.")
                        .at("/message"),
                ));
            }
        };
        Box::pin(self.answer_run_once(&run.id, input, key.cloned())).await.map(Some)
    }

    /// The run that was told to wait, which is remembered under the key when it was: who is refused may ask again, and
    /// told twice it waits as told once.
    pub(crate) async fn paused_once(&self, run: RunView, key: Option<Key>) -> Result<RunView> {
        if key.is_some() {
            let mut write = Write::begin(&self.0).await?;
            write.makes(key, &run.id).await?;
            write.finish().await?;
        }
        Ok(run)
    }
}
