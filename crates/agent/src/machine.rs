//! The machine of an agent's run: a value that takes one input and returns effects (DESIGN §3).
//! Whoever drives it carries the effects out in order and comes back with what the last one asked
//! for. Stored after each `Persist`, it goes on anywhere as if nothing had happened.

mod effect;
mod finish;
mod looking;
mod phase;
mod planning;
mod proof;
mod result;
mod setup;
mod text;
pub(crate) mod working;

pub use effect::{Effect, End, GAVE_UP, Input, NotNow};
pub(crate) use finish::reviewed;
pub(crate) use phase::{Phase, Turn};
pub use result::{LINE, Nearby, Shown, Stored, ToolResult};
pub use setup::{Exchange, Fit, Limits, Setup};
pub use text::excerpt;

use crate::ground::Ground;
use crate::prompt;
use crate::queue::Queue;
use crate::reading::ToolCall;
use countersign_core::model::{Reply, Role, estimate_tokens};
use countersign_core::wire::{AgentInput, AgentStep, AgentWait, RunEvent, StepStatus};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use text::{one_line, shown, stage};

/// The machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    pub(crate) setup: Setup,
    pub(crate) phase: Phase,
    pub(crate) steps: Vec<AgentStep>,
    /// The current step, from 0.
    pub(crate) current: usize,
    /// Of the current step.
    pub(crate) transcript: Vec<Turn>,
    /// One line for everything that was done, for later steps and the summary.
    pub(crate) record: Vec<String>,
    /// Where the record of the current step begins.
    #[serde(default)]
    pub(crate) before: usize,
    /// Stored outputs that a prompt told whole: they are named once it does no more.
    #[serde(default)]
    aside: Vec<String>,
    /// What the person added.
    pub(crate) notes: Vec<String>,
    pub(crate) queue: Queue,
    /// What others queued before it began.
    #[serde(default)]
    pub(crate) seed: Queue,
    /// Instructions of the folders that tools looked into, nearest to the root first.
    #[serde(default)]
    pub(crate) nearby: Vec<Nearby>,
    /// Files that tools showed, as they were then.
    #[serde(default)]
    shown: BTreeMap<String, Shown>,
    /// The last reply that could not be used, and why.
    pub(crate) mend: Option<(String, String)>,
    corrections: u32,
    /// How often one call gave one result, of the current step.
    seen: BTreeMap<String, u32>,
    /// Of the current step.
    #[serde(default)]
    pub(crate) proof: proof::Proof,
    turns: u32,
    calls: u32,
    at_once: u32,
    autos: u32,
    auto: bool,
}

impl Machine {
    /// A run, and what happens first.
    pub fn begin(setup: Setup) -> (Self, Vec<Effect>) {
        Self::begin_on(setup, Queue::default())
    }

    /// One that only lists the steps of a request, however short it is.
    pub(crate) fn planner(setup: Setup) -> Self {
        let (mut machine, _) = Self::begin(Setup { ground: Ground::default(), ..setup });
        machine.steps.clear();
        machine.transcript.clear();
        machine.phase = Phase::Planning;
        machine
    }

    /// A run that goes on from what others queued, and what happens first.
    pub fn begin_on(mut setup: Setup, seed: Queue) -> (Self, Vec<Effect>) {
        setup.offer_outputs();
        let auto = setup.auto;
        let mut machine = Self {
            setup,
            phase: Phase::Planning,
            steps: Vec::new(),
            current: 0,
            transcript: Vec::new(),
            record: Vec::new(),
            before: 0,
            aside: Vec::new(),
            notes: Vec::new(),
            queue: seed.clone(),
            seed,
            nearby: Vec::new(),
            shown: BTreeMap::new(),
            mend: None,
            corrections: 0,
            seen: BTreeMap::new(),
            proof: proof::Proof::default(),
            turns: 0,
            calls: 0,
            at_once: 0,
            autos: 0,
            auto,
        };
        let mut out = Vec::new();
        let whole = !machine.setup.part && !machine.setup.ground.is_firm();
        if whole && crate::complexity::is_complex(&machine.setup.message) {
            out.push(stage("planning"));
            machine.go_on(&mut out);
        } else {
            machine.set_steps(vec![one_line(&machine.setup.message)], &mut out);
            machine.begin_step(0, &mut out);
        }
        (machine, out)
    }

    /// Takes what came back and says what happens next.
    ///
    /// # Errors
    /// [`NotNow`] when the machine waits for something else.
    pub fn step(&mut self, input: Input) -> Result<Vec<Effect>, NotNow> {
        let mut out = Vec::new();
        if let Input::Reply(reply) = &input {
            self.measure(reply);
        }
        let phase = self.phase.clone();
        match (phase, input) {
            (Phase::Ended, _) => return Err(NotNow),
            (Phase::Reviewing { summary }, Input::User(AgentInput::Summary { verdict, action, details })) => {
                self.review(summary, &verdict, action, details, &mut out);
            }
            (Phase::Reviewing { .. }, _) => return Err(NotNow),
            (_, Input::Cancel) => self.cancel(&mut out),
            (_, Input::User(AgentInput::Pause)) => {
                self.auto = false;
                out.push(Effect::Persist);
                out.push(self.pending());
            }
            (Phase::Planning, Input::Reply(reply)) => self.planned(&reply, &mut out),
            (Phase::Working, Input::Reply(reply)) => self.worked(&reply, &mut out),
            (Phase::Planning | Phase::Working, Input::ModelFailed { code, message }) => {
                self.model_failed(code, message, &mut out);
            }
            (Phase::Tools { calls, denied }, Input::Results(results)) => {
                self.results(&calls, results, denied, &mut out)
            }
            (Phase::Approving { calls, asked, denied }, Input::User(AgentInput::Approval { allow })) => {
                self.approved(calls, &asked, denied, &allow, "the person did not allow it", &mut out);
            }
            (Phase::Approving { calls, asked, denied }, Input::Unanswered) => {
                self.approved(calls, &asked, denied, &[], "nobody answered whether it may run", &mut out);
            }
            (Phase::Asking { question, .. }, Input::User(AgentInput::Answer { text })) => {
                self.answered(&question, &text, &mut out);
            }
            (Phase::Paused, Input::User(AgentInput::Continue { auto, message })) => {
                self.auto = auto.unwrap_or(self.auto);
                self.autos = 0;
                self.turns = 0;
                self.at_once = 0;
                self.notes.extend(message.filter(|m| !m.trim().is_empty()));
                self.begin_step(self.current, &mut out);
            }
            (Phase::Paused | Phase::Asking { .. } | Phase::Approving { .. }, Input::User(AgentInput::Stop)) => {
                self.leave_rest(&mut out);
                self.end_work("Stopped here.", &mut out);
            }
            (Phase::Summarising { known, text, said }, Input::Reply(reply)) => {
                let asked = known.action.clone();
                let mut summary = crate::summary::read(&reply.text, reply.finish, known);
                // Where it failed and left nothing, the model's word for what was done is no entry of a log.
                if self.queue.is_empty() && self.count(StepStatus::Failed) > 0 {
                    summary.action = asked;
                }
                self.summed_up(summary, text, said, &mut out);
            }
            (Phase::Summarising { known, text, said }, Input::ModelFailed { .. }) => {
                self.summed_up(known, text, said, &mut out);
            }
            _ => return Err(NotNow),
        }
        Ok(out)
    }

    /// What the machine waits for now: what a driver asks again after a restart.
    pub fn pending(&self) -> Effect {
        match &self.phase {
            Phase::Planning => Effect::CallModel(prompt::planning(self)),
            Phase::Working => Effect::CallModel(prompt::execution(self)),
            Phase::Summarising { .. } => Effect::CallModel(prompt::summarising(self)),
            Phase::Tools { calls, denied } => {
                Effect::RunTools(calls.iter().filter(|c| !denied.iter().any(|d| d.call == c.id)).cloned().collect())
            }
            Phase::Approving { calls, asked, .. } => Effect::AwaitUser(AgentWait::Approval {
                calls: calls
                    .iter()
                    .filter(|c| asked.contains(&c.id))
                    .map(|c| countersign_core::wire::AgentCall {
                        call: c.id.clone(),
                        tool: c.tool.clone(),
                        args: shown(&c.args),
                    })
                    .collect(),
            }),
            Phase::Asking { question, context } => {
                Effect::AwaitUser(AgentWait::Answer { question: question.clone(), context: context.clone() })
            }
            Phase::Paused => Effect::AwaitUser(AgentWait::Continue {
                done: self.count(StepStatus::Completed),
                left: self.count(StepStatus::Pending),
                queued: self.queue.len(),
            }),
            Phase::Reviewing { summary } => Effect::AwaitUser(AgentWait::Summary { summary: summary.clone() }),
            Phase::Ended => Effect::Persist,
        }
    }

    /// The role that it waits for the answer of.
    pub(crate) fn pending_role(&self) -> Option<Role> {
        match self.phase {
            Phase::Planning => Some(Role::Plan),
            Phase::Working => Some(Role::Execute),
            Phase::Summarising { .. } => Some(Role::Summarise),
            _ => None,
        }
    }

    /// What these calls gave does not fit the prompt, so their files were not shown to the end.
    pub(crate) fn shown_in_part(&mut self, calls: &[ToolCall]) {
        let read = |call: &&ToolCall| call.tool == "read_file";
        if !calls.iter().any(|call| read(&call)) || !self.parts().iter().any(|part| part.name == "results" && part.cut)
        {
            return;
        }
        for path in calls.iter().filter(read).filter_map(|call| call.args.get("path")?.as_str()) {
            if let Some(shown) = self.shown.get_mut(path) {
                shown.whole = false;
            }
        }
    }

    /// From here on the plan document says this.
    pub fn replan(&mut self, document: String) {
        self.setup.plan_document = document;
    }

    /// From here on another model is asked.
    pub fn refit(&mut self, fit: Fit) {
        self.setup.refit(fit);
    }

    /// Takes in what the runtime counted of the prompt that this answers.
    fn measure(&mut self, reply: &Reply) {
        if reply.usage.estimated {
            return;
        }
        if let Effect::CallModel(call) = self.pending() {
            let estimated = call.messages.iter().map(|m| estimate_tokens(&m.content)).sum();
            self.setup.counted.take(reply.usage.prompt_tokens, estimated);
        }
    }

    /// Notes instructions and stored outputs that came with a result.
    pub(crate) fn take_beside(&mut self, result: &ToolResult) {
        for near in &result.nearby {
            match self.nearby.iter_mut().find(|known| known.folder == near.folder) {
                Some(known) => known.clone_from(near),
                None => self.nearby.push(near.clone()),
            }
        }
        if let Some(shown) = result.shown.clone().filter(|_| result.ok) {
            self.shown.insert(shown.path.clone(), shown);
        }
        self.nearby.sort_by_key(|near| (near.folder.matches('/').count(), near.folder.clone()));
        if let Some(Stored { id, whole, .. }) = &result.stored {
            let known = |all: &[String]| all.contains(id);
            if *whole && !known(&self.aside) && !known(&self.setup.outputs) {
                self.aside.push(id.clone());
            } else if !*whole && !known(&self.setup.outputs) {
                self.setup.outputs.push(id.clone());
                self.setup.offer_outputs();
            }
        }
    }

    /// What was told whole is told by its line now: it can be looked into.
    pub(crate) fn offer_aside(&mut self) {
        if !self.aside.is_empty() {
            self.setup.outputs.append(&mut self.aside);
            self.setup.offer_outputs();
        }
    }

    /// Stores, and asks for what is next. A model that reads too little for it is not asked.
    fn go_on(&mut self, out: &mut Vec<Effect>) {
        if let Some((needs, reads)) = prompt::shortage(self) {
            let message = format!(
                "This model reads too little for this: about {needs} tokens, and it reads {reads} beside its answer."
            );
            self.model_failed("context_too_long".to_owned(), message, out);
            return;
        }
        out.push(Effect::Persist);
        out.push(self.pending());
    }

    /// Stores, and waits for the person, who is told so.
    fn wait(&self, out: &mut Vec<Effect>) {
        let pending = self.pending();
        if let Effect::AwaitUser(wait) = &pending {
            out.push(Effect::Emit(RunEvent::Wait(wait.clone())));
        }
        out.push(Effect::Persist);
        out.push(pending);
    }
}
