//! The machine of a run in sub-tasks. Each sub-task is an agent's own machine; this one says which of
//! them goes on, what becomes of one that fails, and puts together what they queue.

mod ending;
mod spoken;
mod tasks;

use super::plan::Planned;
use super::schedule::{self, Held};
use super::setup::Crewed;
use super::shared::Shared;
use super::split::Part;
use crate::machine::{self, End, Fit, Machine, Setup};
use crate::queue::Queue;
use crate::reading::ToolCall;
use countersign_core::model::Call;
use countersign_core::problem::Problem;
use countersign_core::wire::{
    AgentInput, AgentWait, Granularity, RunEvent, StepStatus, SubTask, SubTaskPlan, TaskModel, WorkSummary,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What happens next. Several are under way at once: each comes back by its sub-task's name.
#[derive(Debug, Clone, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "effects are few and short-lived")]
pub enum Effect {
    /// Something to show.
    Emit(RunEvent),
    /// What is queued becomes one change set: [`Crew::queue`].
    Propose,
    /// The run ended; a summary may still be decided.
    Finish(End),
    /// Store the machine, what was emitted and what was proposed, in one transaction.
    Persist,
    /// Ask a model of this size for a sub-task.
    CallModel {
        /// For which one.
        task: String,
        /// What is asked.
        call: Call,
        /// By a model of this size.
        model: TaskModel,
    },
    /// Call tools for a sub-task.
    RunTools {
        /// For which one.
        task: String,
        /// What is called.
        calls: Vec<ToolCall>,
    },
    /// Wait for the person.
    AwaitUser(AgentWait),
}

/// What comes back.
#[derive(Debug, Clone, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "inputs are few and short-lived")]
pub enum Input {
    /// To a sub-task, or to the plan, which has no name.
    Task {
        /// Which one.
        task: String,
        /// What its machine waits for.
        input: machine::Input,
    },
    /// The person's word.
    User(AgentInput),
    /// Nobody said in time whether tools may be used: they may not.
    Unanswered,
    /// The person stopped it.
    Cancel,
}

/// Why an input was not taken. Nothing has been changed.
#[derive(Debug, Clone, PartialEq)]
pub enum Refused {
    /// The run does not wait for this.
    NotNow,
    /// It cannot be as the person wants it.
    Wrong(Problem),
}

/// The name under which the plan itself is asked for.
pub const PLAN: &str = "";

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "at", rename_all = "snake_case")]
#[allow(clippy::large_enum_variant, reason = "there is one of it")]
enum Phase {
    /// A model says which parts the request has.
    Planning { planner: Machine },
    /// The person says how it is to run.
    Choosing,
    /// Sub-tasks are worked on, or wait.
    Working,
    /// The person says what becomes of the summary.
    Reviewing { summary: WorkSummary },
    /// Nothing more happens.
    Ended,
}

/// The machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Crew {
    message: String,
    phase: Phase,
    planned: Planned,
    plan: SubTaskPlan,
    setups: Crewed,
    /// Of the sub-tasks that were begun and did not end.
    machines: BTreeMap<String, Machine>,
    /// Tokens that each took so far.
    tokens: BTreeMap<String, u64>,
    /// What those that are done want to change.
    queue: Queue,
    shared: Shared,
    /// Whose answer is under way.
    busy: BTreeSet<String>,
    /// The person let a round begin.
    open: bool,
}

impl Crew {
    /// A run in sub-tasks, and what happens first. Where its words tell no parts, a model lists them.
    pub fn begin(message: String, planned: Planned, setups: Crewed, now: Timestamp) -> (Self, Vec<Effect>) {
        let by_rule = planned.parts.len() >= 2;
        let phase =
            if by_rule { Phase::Choosing } else { Phase::Planning { planner: Machine::planner(setups.small.clone()) } };
        let plan = planned.plan(Granularity::Auto, now);
        let mut crew = Self {
            message,
            phase,
            planned,
            plan,
            setups,
            machines: BTreeMap::new(),
            tokens: BTreeMap::new(),
            queue: Queue::default(),
            shared: Shared::default(),
            busy: BTreeSet::new(),
            open: false,
        };
        let mut out = vec![stage("planning")];
        if by_rule {
            crew.choose(&mut out);
        } else {
            crew.ask_for_plan(&mut out);
        }
        (crew, out)
    }

    /// Takes what came back and says what happens next.
    ///
    /// # Errors
    /// [`Refused`], when the run waits for something else, or cannot be as the person wants it.
    pub fn step(&mut self, input: Input, now: Timestamp) -> Result<Vec<Effect>, Refused> {
        let mut out = Vec::new();
        match input {
            _ if matches!(self.phase, Phase::Ended) => return Err(Refused::NotNow),
            Input::Cancel if !matches!(self.phase, Phase::Reviewing { .. }) => self.cancel(&mut out),
            Input::Task { task, input } if task == PLAN => self.planned(input, now, &mut out),
            Input::Task { task, input } => self.answered(&task, input, now, &mut out),
            Input::User(said) => self.heard(said, now, &mut out)?,
            Input::Unanswered => self.give_asking(machine::Input::Unanswered, now, &mut out)?,
            Input::Cancel => return Err(Refused::NotNow),
        }
        Ok(out)
    }

    /// What is asked again after a restart.
    pub fn resume(&mut self, now: Timestamp) -> Vec<Effect> {
        let mut out = Vec::new();
        self.busy.clear();
        match &self.phase {
            Phase::Planning { .. } => self.ask_for_plan(&mut out),
            Phase::Working => self.settle(now, &mut out),
            Phase::Choosing | Phase::Reviewing { .. } => out.extend(self.wait().map(Effect::AwaitUser)),
            Phase::Ended => {}
        }
        out
    }

    /// Whether it is asked as these models are: the one that executes, and the larger one, where there is one.
    pub fn fits(&self, small: Fit, large: Option<Fit>) -> bool {
        self.setups.small.fit() == small && self.setups.large.as_ref().map(Setup::fit) == large
    }

    /// Whether something is left that is for the larger model.
    pub fn wants_larger(&self) -> bool {
        let open = |task: &&SubTask| !matches!(task.status, StepStatus::Completed | StepStatus::Cancelled);
        self.setups.has(TaskModel::Large)
            && self.plan.tasks.iter().filter(open).any(|task| task.model == TaskModel::Large)
    }

    /// From here on other models are asked: the one that executes, and the larger one. Where that is gone, what was
    /// for it is for the other, and nothing is tried again with a larger one.
    pub fn refit(&mut self, small: Fit, large: Option<Fit>) {
        self.setups.small.refit(small);
        match (large, &mut self.setups.large) {
            (Some(fit), Some(setup)) => setup.refit(fit),
            (None, _) => self.setups.large = None,
            (Some(_), None) => {}
        }
        if let Phase::Planning { planner } = &mut self.phase {
            planner.refit(small);
        }
        let larger = |id: &str| {
            let task = self.plan.tasks.iter().find(|task| task.subtask_id == id);
            large.filter(|_| task.is_some_and(|task| task.model == TaskModel::Large) && self.setups.large.is_some())
        };
        for (id, machine) in &mut self.machines {
            machine.refit(larger(id).unwrap_or(small));
        }
    }

    /// What it waits for of the person; nothing while it works.
    pub fn wait(&self) -> Option<AgentWait> {
        match &self.phase {
            Phase::Planning { .. } | Phase::Ended => None,
            Phase::Choosing => Some(self.waiting(true)),
            Phase::Reviewing { summary } => Some(AgentWait::Summary { summary: summary.clone() }),
            Phase::Working if !self.busy.is_empty() => None,
            Phase::Working if self.plan.paused => Some(self.waiting(false)),
            Phase::Working => Some(self.asking().and_then(|(_, wait)| wait).unwrap_or_else(|| self.waiting(false))),
        }
    }

    /// The sub-tasks as they stand.
    pub fn plan(&self) -> &SubTaskPlan {
        &self.plan
    }

    /// What those that are done want to change.
    pub fn queue(&self) -> &Queue {
        &self.queue
    }

    /// Its sub-tasks may propose.
    pub fn proposes(&self) -> bool {
        self.setups.small.proposes()
    }

    /// The machine of a sub-task that is under way, or of the plan.
    pub fn machine(&self, task: &str) -> Option<&Machine> {
        match &self.phase {
            Phase::Planning { planner } if task == PLAN => Some(planner),
            _ => self.machines.get(task),
        }
    }

    /// What its agents are permitted.
    pub fn permissions(&self) -> &crate::permission::Permissions {
        &self.setups.small.permissions
    }

    /// Files with the sub-task that writes them now: no file has two.
    pub fn held(&self) -> Held {
        let mut held = Held::new();
        for (id, machine) in &self.machines {
            let declared = self.task(id).map(|task| task.writes.iter().map(String::as_str)).into_iter().flatten();
            for path in declared.chain(machine.own().files()) {
                held.entry(path.to_owned()).or_insert_with(|| id.clone());
            }
        }
        held
    }

    fn task(&self, id: &str) -> Option<&SubTask> {
        self.plan.tasks.iter().find(|task| task.subtask_id == id)
    }

    /// Changes a sub-task and tells of it.
    fn put(&mut self, id: &str, out: &mut Vec<Effect>, change: impl FnOnce(&mut SubTask)) {
        if let Some(task) = self.plan.tasks.iter_mut().find(|task| task.subtask_id == id) {
            let before = task.clone();
            change(task);
            if *task != before {
                out.push(Effect::Emit(RunEvent::Subtask(task.clone())));
            }
        }
    }

    fn count(&self, status: StepStatus) -> u32 {
        u32::try_from(self.plan.tasks.iter().filter(|t| t.status == status).count()).unwrap_or(u32::MAX)
    }

    fn waiting(&self, choose: bool) -> AgentWait {
        let (done, failed) = (self.count(StepStatus::Completed), self.count(StepStatus::Failed));
        let all = u32::try_from(self.plan.tasks.len()).unwrap_or(u32::MAX);
        AgentWait::Subtasks { choose, done, failed, left: all - done - failed, queued: self.queue.len() }
    }

    /// The first sub-task that waits for the person, and what for.
    fn asking(&self) -> Option<(String, Option<AgentWait>)> {
        self.machines.iter().filter(|(_, machine)| machine.waits()).find_map(|(id, machine)| match machine.pending() {
            machine::Effect::AwaitUser(wait) => Some((id.clone(), Some(wait))),
            _ => None,
        })
    }

    /// Has a model list the parts.
    fn ask_for_plan(&mut self, out: &mut Vec<Effect>) {
        let Phase::Planning { planner } = &self.phase else { return };
        out.push(Effect::Persist);
        if let machine::Effect::CallModel(call) = planner.pending() {
            self.busy.insert(PLAN.to_owned());
            out.push(Effect::CallModel { task: PLAN.to_owned(), call, model: TaskModel::Small });
        }
    }

    /// Takes a model's list. What it says is only words: nothing is carried out of it.
    fn planned(&mut self, input: machine::Input, now: Timestamp, out: &mut Vec<Effect>) {
        let Phase::Planning { planner } = &mut self.phase else { return };
        self.busy.remove(PLAN);
        let effects = planner.step(input).unwrap_or_default();
        let titles: Vec<String> = planner.steps().iter().map(|step| step.title.clone()).collect();
        for effect in effects {
            match effect {
                machine::Effect::Emit(event @ RunEvent::Recovery { .. }) => out.push(Effect::Emit(event)),
                machine::Effect::Finish(end) => {
                    self.phase = Phase::Ended;
                    out.extend([Effect::Finish(end), Effect::Persist]);
                    return;
                }
                _ => {}
            }
        }
        if titles.is_empty() {
            self.ask_for_plan(out);
            return;
        }
        // A list in words says nothing of files: each waits for the one before it.
        self.planned.parts = titles
            .into_iter()
            .enumerate()
            .map(|(at, instruction)| Part {
                instruction,
                read: Vec::new(),
                put: Vec::new(),
                firm: false,
                constraints: vec![format!("It is a part of this request: {}", machine::excerpt(&self.message, 600))],
                after: at.checked_sub(1).into_iter().collect(),
                tokens: 400,
            })
            .collect();
        self.plan = self.planned.plan(Granularity::Fine, now);
        self.choose(out);
    }

    /// Shows the sub-tasks and waits for a word on them.
    fn choose(&mut self, out: &mut Vec<Effect>) {
        self.phase = Phase::Choosing;
        out.push(Effect::Emit(RunEvent::Subtasks(self.plan.clone())));
        self.rest(out);
    }

    /// Stores, and waits for the person, who is told so.
    fn rest(&self, out: &mut Vec<Effect>) {
        let Some(wait) = self.wait() else { return };
        out.extend([Effect::Emit(RunEvent::Wait(wait.clone())), Effect::Persist, Effect::AwaitUser(wait)]);
    }

    /// Begins what may begin, asks for what is next, or ends, or waits.
    fn settle(&mut self, now: Timestamp, out: &mut Vec<Effect>) {
        if !self.plan.paused {
            self.begin_next(now, out);
        }
        let mut asks = Vec::new();
        if !self.plan.paused {
            for (id, machine) in &self.machines {
                if self.busy.contains(id) {
                    continue;
                }
                let model = self.task(id).map_or(TaskModel::Small, |task| task.model);
                match machine.pending() {
                    machine::Effect::CallModel(call) => asks.push(Effect::CallModel { task: id.clone(), call, model }),
                    machine::Effect::RunTools(calls) => asks.push(Effect::RunTools { task: id.clone(), calls }),
                    _ => {}
                }
            }
        }
        for ask in &asks {
            if let Effect::CallModel { task, .. } | Effect::RunTools { task, .. } = ask {
                self.busy.insert(task.clone());
            }
        }
        if !self.busy.is_empty() {
            out.push(Effect::Persist);
            out.extend(asks);
        } else if self.plan.tasks.iter().all(|t| t.status == StepStatus::Completed) {
            self.end("", out);
        } else {
            self.rest(out);
        }
    }

    /// Begins as many as may begin, and says of the others whether they wait.
    fn begin_next(&mut self, now: Timestamp, out: &mut Vec<Effect>) {
        let open = self.plan.auto || self.open;
        loop {
            let held = self.held();
            let unbegun: Vec<(String, StepStatus)> = self
                .plan
                .tasks
                .iter()
                .filter(|t| matches!(t.status, StepStatus::Pending | StepStatus::Waiting))
                .filter(|t| !self.machines.contains_key(&t.subtask_id))
                .map(|t| {
                    let free = schedule::is_free(&self.plan, t, &held);
                    (t.subtask_id.clone(), if free { StepStatus::Pending } else { StepStatus::Waiting })
                })
                .collect();
            for (id, status) in unbegun {
                self.put(&id, out, |task| task.status = status);
            }
            match schedule::next(&self.plan, &held).filter(|_| open) {
                Some(id) => self.begin_task(&id, now, out),
                None => break,
            }
        }
        self.open = false;
    }
}

fn stage(name: &str) -> Effect {
    Effect::Emit(RunEvent::Stage { stage: name.to_owned(), decision: None })
}
