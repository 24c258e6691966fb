//! The person's words to a run in sub-tasks.

use super::super::plan::{at_once, edited};
use super::{Crew, Effect, Phase, Refused};
use crate::machine::{self, excerpt};
use countersign_core::problem::Problem;
use countersign_core::wire::{AgentInput, AgentWait, ExecutionOrder, RunEvent, StepStatus, TaskModel};
use jiff::Timestamp;

impl Crew {
    pub(super) fn heard(&mut self, said: AgentInput, now: Timestamp, out: &mut Vec<Effect>) -> Result<(), Refused> {
        match (&self.phase, said) {
            (Phase::Choosing, AgentInput::Start { order, auto, parallel }) => {
                self.start(order, auto.unwrap_or(true), parallel, now, out);
            }
            (Phase::Choosing, AgentInput::Continue { auto, message }) => {
                self.add(message);
                self.start(None, auto.unwrap_or(true), None, now, out);
            }
            (Phase::Choosing, AgentInput::Arrange { granularity, tasks }) => {
                let plan = granularity.map_or_else(|| self.plan.clone(), |wanted| self.planned.plan(wanted, now));
                let kept = tasks.map_or_else(|| Ok(plan.tasks.clone()), |edits| edited(&plan.tasks, &edits));
                self.plan = plan;
                self.plan.tasks = kept.map_err(Refused::Wrong)?;
                self.planned.measure(&mut self.plan);
                self.choose(out);
            }
            (Phase::Working, AgentInput::Pause) => {
                self.plan.paused = true;
                self.shown(out);
                self.settle(now, out);
            }
            (Phase::Working, AgentInput::Continue { auto, message }) => {
                self.plan.auto = auto.unwrap_or(self.plan.auto);
                self.plan.paused = false;
                self.open = true;
                self.add(message);
                self.shown(out);
                self.settle(now, out);
            }
            (Phase::Working, AgentInput::Retry { subtask, model }) => self.retry(&subtask, model, now, out)?,
            (Phase::Working, said @ AgentInput::Answer { .. }) => {
                self.give_asking(machine::Input::User(said), now, out)?;
            }
            (Phase::Working, said @ AgentInput::Approval { .. }) => {
                self.give_asking(machine::Input::User(said), now, out)?;
            }
            (Phase::Working | Phase::Choosing, AgentInput::Stop) => self.end("Stopped here.", out),
            (Phase::Reviewing { summary }, AgentInput::Summary { verdict, action, details }) => {
                let summary = summary.clone();
                self.review(summary, &verdict, action, details, out);
            }
            _ => return Err(Refused::NotNow),
        }
        Ok(())
    }

    fn start(
        &mut self,
        order: Option<ExecutionOrder>,
        auto: bool,
        parallel: Option<u32>,
        now: Timestamp,
        out: &mut Vec<Effect>,
    ) {
        self.phase = Phase::Working;
        self.plan.execution_order = order.unwrap_or(self.plan.execution_order);
        self.plan.parallel = at_once(parallel.unwrap_or(self.plan.parallel));
        self.plan.auto = auto;
        self.plan.started = true;
        self.open = true;
        self.planned.measure(&mut self.plan);
        self.shown(out);
        out.push(super::stage("executing"));
        self.settle(now, out);
    }

    /// What the person adds holds for all that is not done.
    fn add(&mut self, message: Option<String>) {
        let Some(text) = message.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()) else { return };
        for task in self.plan.tasks.iter_mut().filter(|task| task.status != StepStatus::Completed) {
            task.constraints.push(excerpt(&text, 1_000));
        }
    }

    /// Tells the plan as it is.
    fn shown(&self, out: &mut Vec<Effect>) {
        out.push(Effect::Emit(RunEvent::Subtasks(self.plan.clone())));
    }

    /// One that failed begins again; what the others did stays.
    fn retry(
        &mut self,
        id: &str,
        model: Option<TaskModel>,
        now: Timestamp,
        out: &mut Vec<Effect>,
    ) -> Result<(), Refused> {
        let task = self.task(id).ok_or_else(|| {
            Refused::Wrong(Problem::new("unknown_subtask", format!("there is no sub-task {id}")).at("/subtask"))
        })?;
        if task.status != StepStatus::Failed {
            let wrong = Problem::new("not_failed", format!("sub-task {id} did not fail, so it is not begun again"));
            return Err(Refused::Wrong(wrong.at("/subtask")));
        }
        if model.is_some_and(|model| !self.setups.has(model)) {
            let wrong = Problem::new("no_larger_model", "there is no larger model to try it with");
            return Err(Refused::Wrong(
                wrong.hinting("Configure one for the role plan, or retry without.").at("/model"),
            ));
        }
        self.put(id, out, |task| {
            task.status = StepStatus::Pending;
            task.percent = 0;
            task.attempts = 0;
            task.model = model.unwrap_or(task.model);
            task.completed_at = None;
        });
        // Saying so lets it begin, also where each round waits for a word.
        self.plan.paused = false;
        self.open = true;
        self.shown(out);
        self.settle(now, out);
        Ok(())
    }

    /// Gives the sub-task that asks its answer.
    pub(super) fn give_asking(
        &mut self,
        input: machine::Input,
        now: Timestamp,
        out: &mut Vec<Effect>,
    ) -> Result<(), Refused> {
        let asked = self.asking().filter(|(_, wait)| {
            let approval = matches!(wait, Some(AgentWait::Approval { .. }));
            approval != matches!(input, machine::Input::User(AgentInput::Answer { .. }))
        });
        let (id, _) = asked.ok_or(Refused::NotNow)?;
        let effects = self.machines.get_mut(&id).map(|machine| machine.step(input));
        match effects {
            Some(Ok(effects)) => self.absorb(&id, effects, now, out),
            _ => return Err(Refused::NotNow),
        }
        self.settle(now, out);
        Ok(())
    }
}
