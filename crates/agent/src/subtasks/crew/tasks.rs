//! One sub-task among the others: it begins, is answered, ends, fails, or begins again on what another
//! did meanwhile.

use super::{Crew, Effect};
use crate::machine::{self, End, Machine};
use crate::queue::Write;
use countersign_core::wire::{AgentTool, ExecutionOrder, RunEvent, StepStatus, SubTaskOutput, TaskModel};
use jiff::Timestamp;

/// How often a sub-task is begun before the person is asked.
const ATTEMPTS: u32 = 2;

impl Crew {
    pub(super) fn begin_task(&mut self, id: &str, now: Timestamp, out: &mut Vec<Effect>) {
        self.shared.forget(id);
        let Some(task) = self.task(id) else { return };
        let setup = self.setups.of(task, &self.planned, &self.shared, &self.queue);
        let (machine, effects) = Machine::begin_on(setup, self.queue.clone());
        self.machines.insert(id.to_owned(), machine);
        self.put(id, out, |task| {
            task.status = StepStatus::Running;
            task.attempts += 1;
            task.error = None;
            task.output = None;
            task.completed_at = None;
        });
        self.absorb(id, effects, now, out);
    }

    /// Takes what came back for a sub-task. What comes for one that was stopped meanwhile is nothing.
    pub(super) fn answered(&mut self, id: &str, input: machine::Input, now: Timestamp, out: &mut Vec<Effect>) {
        if !self.busy.remove(id) {
            return;
        }
        if let machine::Input::Reply(reply) = &input {
            *self.tokens.entry(id.to_owned()).or_default() += reply.usage.prompt_tokens + reply.usage.completion_tokens;
        }
        if let Some(path) = self.overlap(id, &input) {
            self.begin_again(id, &path, out);
        } else if let Some(Ok(effects)) = self.machines.get_mut(id).map(|machine| machine.step(input)) {
            self.absorb(id, effects, now, out);
        }
        self.settle(now, out);
    }

    /// The file that this would change though another does, or did since this one began.
    fn overlap(&self, id: &str, input: &machine::Input) -> Option<String> {
        let machine::Input::Results(results) = input else { return None };
        if self.plan.execution_order == ExecutionOrder::Parallel {
            return None;
        }
        let held = self.held();
        let machine = self.machines.get(id)?;
        let of = |write: &Write| match write {
            Write::File { path, .. } => vec![path.clone()],
            Write::Rename { path, to, .. } => vec![path.clone(), to.clone()],
            Write::Operation { .. } | Write::Plan(_) => Vec::new(),
        };
        let mut written = results.iter().filter(|r| r.ok).filter_map(|r| r.write.as_ref()).flat_map(of);
        written.find(|path| {
            let others = held.get(path).is_some_and(|holder| holder != id);
            others || self.queue.file(path) != machine.seed.file(path)
        })
    }

    /// It begins again on what the other one leaves: nothing it did so far is used.
    fn begin_again(&mut self, id: &str, path: &str, out: &mut Vec<Effect>) {
        let holder = self.held().get(path).filter(|holder| *holder != id).cloned();
        self.machines.remove(id);
        let message = match &holder {
            Some(other) => {
                format!("Sub-task {id} waits for sub-task {other}, which changes {path}, and begins again then.")
            }
            None => format!("Sub-task {id} begins again, because {path} was changed meanwhile."),
        };
        out.push(Effect::Emit(RunEvent::Recovery { what: "overlap".to_owned(), message, hint: None }));
        self.put(id, out, |task| {
            task.status = StepStatus::Pending;
            task.percent = 0;
            task.attempts = task.attempts.saturating_sub(1);
            task.depends_on.extend(holder);
        });
    }

    /// What a sub-task's machine wants: its events are told, and what it asks for is asked in its turn.
    pub(super) fn absorb(&mut self, id: &str, effects: Vec<machine::Effect>, now: Timestamp, out: &mut Vec<Effect>) {
        let mut end = None;
        for effect in effects {
            match effect {
                machine::Effect::Emit(event) => self.tell(id, event, out),
                machine::Effect::Finish(how) => end = Some(how),
                _ => {}
            }
        }
        let Some(machine) = self.machines.get(id) else { return };
        let replies = machine.steps().first().map_or(0, |step| step.iterations);
        let question = match machine.pending() {
            machine::Effect::AwaitUser(countersign_core::wire::AgentWait::Answer { question, .. }) => Some(question),
            machine::Effect::AwaitUser(_) => Some("It waits for permission.".to_owned()),
            _ => None,
        };
        match end {
            Some(end) => self.task_ended(id, &end, now, out),
            None => self.put(id, out, |task| {
                // It is not known how much is left: every reply brings it nearer to its end.
                task.percent = 10 + 80 * replies / (replies + 2);
                task.status = if question.is_some() { StepStatus::Waiting } else { StepStatus::Running };
                task.error = question;
            }),
        }
    }

    /// Tells what concerns the person, by the sub-task's name; what it finds out is shared.
    pub(super) fn tell(&mut self, id: &str, event: RunEvent, out: &mut Vec<Effect>) {
        let n = id.parse().unwrap_or(0);
        match event {
            RunEvent::Tool(tool) => {
                out.push(Effect::Emit(RunEvent::Tool(AgentTool {
                    call: format!("{id}.{}", tool.call),
                    step: n,
                    ..tool
                })));
            }
            RunEvent::Thinking(mut thinking) => {
                for fact in thinking.facts.iter().chain(&thinking.decisions) {
                    self.shared.note(id, fact);
                }
                thinking.step = n;
                out.push(Effect::Emit(RunEvent::Thinking(thinking)));
            }
            event @ RunEvent::Recovery { .. } => out.push(Effect::Emit(event)),
            _ => {}
        }
    }

    fn task_ended(&mut self, id: &str, end: &End, now: Timestamp, out: &mut Vec<Effect>) {
        let Some(machine) = self.machines.remove(id) else { return };
        let step = machine.steps().first();
        let completed = step.is_some_and(|step| step.status == StepStatus::Completed);
        if let (true, End::Done { said, .. }) = (completed, end) {
            match self.queue.merge(&machine.queue, &machine.seed) {
                Ok(()) => {
                    let files: Vec<String> = machine.own().files().map(str::to_owned).collect();
                    let summary = said.clone().unwrap_or_default();
                    self.shared.done(id, &summary, &files);
                    let tokens_used = self.tokens.get(id).copied().unwrap_or(0);
                    self.put(id, out, |task| {
                        task.status = StepStatus::Completed;
                        task.percent = 100;
                        task.error = None;
                        task.completed_at = Some(now);
                        task.output = Some(SubTaskOutput { file_changes: files, summary, tokens_used });
                    });
                }
                Err(paths) => {
                    let paths = paths.join(", ");
                    let why = format!(
                        "Another sub-task changed {paths} meanwhile: nothing of this one is taken. Retry works on that result."
                    );
                    out.push(Effect::Emit(RunEvent::Recovery {
                        what: "overlap".to_owned(),
                        message: format!(
                            "Sub-tasks overlap: {paths} was changed by two of them, and the first change stays."
                        ),
                        hint: Some("Retry the one that failed: it works on what the other left.".to_owned()),
                    }));
                    self.fail(id, why, now, out);
                }
            }
            return;
        }
        let why = match end {
            End::Failed { message, .. } => message.clone(),
            End::Done { .. } | End::Cancelled => {
                step.and_then(|step| step.result.clone()).unwrap_or_else(|| "It was not completed.".to_owned())
            }
        };
        let attempts = self.task(id).map_or(ATTEMPTS, |task| task.attempts);
        if attempts >= ATTEMPTS || self.plan.execution_order == ExecutionOrder::Parallel {
            self.fail(id, why, now, out);
            return;
        }
        let larger = self.setups.has(TaskModel::Large) && self.task(id).is_some_and(|t| t.model == TaskModel::Small);
        let with = if larger { "with a larger model" } else { "once more" };
        out.push(Effect::Emit(RunEvent::Recovery {
            what: "subtask_retry".to_owned(),
            message: format!("Sub-task {id} failed and is tried {with}: {why}"),
            hint: None,
        }));
        self.put(id, out, |task| {
            task.status = StepStatus::Pending;
            task.percent = 0;
            task.error = Some(why);
            if larger {
                task.model = TaskModel::Large;
            }
        });
    }

    /// The person is to say what becomes of it; those that depend on it wait.
    fn fail(&mut self, id: &str, why: String, now: Timestamp, out: &mut Vec<Effect>) {
        self.put(id, out, |task| {
            task.status = StepStatus::Failed;
            task.error = Some(why);
            task.completed_at = Some(now);
        });
    }
}
