//! Driving a run: the next command, its end, the verdict about it, and what that puts in.

use super::Wish;
use crate::answers::{spent, usage};
use crate::proposing::meant;
use crate::write::Write;
use crate::{Engine, Result};
use countersign_assistant::supervise::{self, Watched};
use countersign_core::change_set::review;
use countersign_core::change_set::{Actor, ChangeItem, ChangeSet, ItemStatus, Source};
use countersign_core::command::Command;
use countersign_core::command_run::{Advice, CommandRun, CommandRunStatus, Next, StepStatus};
use countersign_core::ids::SetId;
use countersign_core::ledger::Event;
use countersign_core::model::Role;
use countersign_core::operation::Operation;
use countersign_core::wire::{CallUsage, RunEvent, Steer};
use countersign_llm::Delta;
use serde_json::json;
use std::sync::Arc;

impl Engine {
    /// Goes on with a run, which is among the driven ones already, beside everything else.
    pub(super) fn drive(&self, id: SetId, wish: Arc<Wish>) {
        let engine = self.clone();
        tokio::spawn(async move {
            let ended = engine.go_on(id, &wish).await;
            engine.0.driven().remove(&id);
            let after = match ended {
                Ok(()) => engine.announce("commands").await,
                Err(e) => engine.hold(id, e.body().message).await,
            };
            // When even that cannot be stored, the next start finds the run as a crash leaves it.
            drop(after);
        });
    }

    /// What could not be gone on with waits.
    async fn hold(&self, id: SetId, why: String) -> Result<()> {
        if let Some((mut run, _)) = self.0.stored_run(id).await?
            && run.status == CommandRunStatus::Running
        {
            run.interrupt();
            run.wait(why);
            self.note(&run, &Actor::System, "command_run_paused", None).await?;
        }
        self.announce("commands").await
    }

    async fn go_on(&self, id: SetId, wish: &Wish) -> Result<()> {
        loop {
            let Some((mut run, _)) = self.0.stored_run(id).await? else { return Ok(()) };
            if run.status != CommandRunStatus::Running {
                return Ok(());
            }
            if let Some(steer) = wish.get() {
                return self.steered(&mut run, steer).await;
            }
            let Some(at) = run.next() else {
                run.status = CommandRunStatus::Done;
                run.why = String::new();
                return self.note(&run, &Actor::System, "command_run_done", None).await;
            };
            let Some((set, item)) = self.step_item(&run, at).await? else {
                run.skip(at, "it is not there any more");
                self.note(&run, &Actor::System, "command_run_skipped", None).await?;
                continue;
            };
            match item.status {
                _ if review::rejected_with(&set, &item).is_some() => {
                    run.skip(at, ItemStatus::Rejected.name());
                    self.note(&run, &Actor::System, "command_run_skipped", None).await?;
                }
                ItemStatus::Confirmed => self.one(&mut run, at, &set, &item, wish).await?,
                ItemStatus::Pending | ItemStatus::Deferred | ItemStatus::Drifted | ItemStatus::Blocked => {
                    run.wait(format!("{}.{} wants your signature", set.id, item.n));
                    return self.note(&run, &Actor::System, "command_run_paused", None).await;
                }
                ItemStatus::Invalid => {
                    let why = item.problems.first().map_or_else(String::new, |problem| problem.message.clone());
                    run.skip(at, &why);
                    run.wait(format!("{}.{} is refused: {why}", set.id, item.n));
                    return self.note(&run, &Actor::System, "command_run_paused", None).await;
                }
                other => {
                    if !run.catch_up(at, &item) {
                        run.skip(at, other.name());
                    }
                    self.note(&run, &Actor::System, "command_run_skipped", None).await?;
                }
            }
        }
    }

    async fn step_item(&self, run: &CommandRun, at: usize) -> Result<Option<(ChangeSet, ChangeItem)>> {
        let Some(step) = run.steps.get(at) else { return Ok(None) };
        let Some(set) = self.0.store.change_set(step.set).await? else { return Ok(None) };
        let item = set.item(step.n).cloned();
        Ok(item.map(|item| (set, item)))
    }

    async fn steered(&self, run: &mut CommandRun, steer: Steer) -> Result<()> {
        let actor = run.actor.clone();
        match steer {
            Steer::Resume => Ok(()),
            Steer::Pause => {
                run.wait("paused by you".to_owned());
                self.note(run, &actor, "command_run_paused", None).await
            }
            Steer::Stop => {
                run.status = CommandRunStatus::Stopped;
                "stopped by you".clone_into(&mut run.why);
                self.note(run, &actor, "command_run_stopped", None).await
            }
        }
    }

    /// Runs one command, and takes the verdict about it.
    async fn one(
        &self,
        run: &mut CommandRun,
        at: usize,
        set: &ChangeSet,
        item: &ChangeItem,
        wish: &Wish,
    ) -> Result<()> {
        run.begin(at);
        let mut write = Write::begin(&self.0).await?;
        write.put_command_run(run).await?;
        write.finish().await?;
        let actor = run.actor.clone();
        let done = match self.run_one(set.id, item, &actor).await {
            Ok(done) => done,
            Err(e) => crate::commands::lost(item, &e),
        };
        let problem = done.problem.as_ref().map_or_else(String::new, |problem| problem.message.clone());
        run.end(at, done.command.as_ref(), done.unknown, &problem);
        if wish.get() == Some(Steer::Stop) {
            self.note(run, &Actor::System, "command_run_step", Some(at)).await?;
            return self.steered(run, Steer::Stop).await;
        }
        let (advice, usage) = self.advice(run, at, wish).await;
        let by = advice.by.clone().map_or(Actor::System, |name| Actor::Agent { name });
        if let Next::Propose(command) = run.advise(at, advice)
            && let Operation::RunCommand(last) = item.op.clone().unwrap_or(Operation::Undo { batch: None, item: None })
        {
            let asked = Command { command: command.clone(), ..last.clone() };
            let ruled = !self.0.world().rules.active(self.now()).is_empty();
            let copyable = ruled && self.copyable([&asked].into_iter()).await?;
            let mut write = Write::begin(&self.0).await?;
            let value =
                json!({ "op": "run_command", "workspace": last.workspace, "cwd": last.cwd, "command": command });
            let why = run.steps.get(at).and_then(|s| s.advice.as_ref()).map_or("", |advice| advice.why.as_str());
            let mut proposals = write.read_operations(vec![value], why, None).await?;
            // The advice is a model's, or the product's own rule's.
            let by_model = run.steps.get(at).and_then(|s| s.advice.as_ref()).and_then(|advice| advice.by.as_ref());
            proposals = proposals.into_iter().map(|proposal| meant(proposal, &item.why)).collect();
            proposals.iter_mut().for_each(|proposal| proposal.said_by = by_model.cloned());
            let title = Some(format!("Instead of the next command of #{}", run.set));
            let mut made = write.propose(Source::Request, title, proposals, &by, false).await?;
            // A rule may sign it; a model's word never does.
            if copyable {
                write.sign_by_rules(&mut made).await?;
            }
            run.insert(at, made.id, 1, command);
            write.put_command_run(run).await?;
            write.finish().await?;
        }
        // The next would not find what this one made.
        let apart = crate::previews::apart(&done);
        if let (Some(why), CommandRunStatus::Running, Some(_)) = (apart, run.status, run.next()) {
            run.wait(why);
        }
        self.note(run, &by, "command_run_step", Some(at)).await?;
        self.tell(run, at, set, usage).await
    }

    /// The verdict: a model's where one is set up and answers as asked, else by the exit code.
    async fn advice(&self, run: &CommandRun, at: usize, wish: &Wish) -> (Advice, Vec<CallUsage>) {
        let Some(step) = run.steps.get(at) else { return (Advice::by_exit(false), Vec::new()) };
        let by_exit = Advice::by_exit(step.status == StepStatus::Succeeded);
        let models = self.0.models();
        if models.available(Role::Supervise).is_none() || step.status == StepStatus::Unknown {
            return (by_exit, Vec::new());
        }
        let remaining: Vec<String> =
            run.steps.iter().filter(|s| s.status == StepStatus::Queued).map(|s| s.command.clone()).collect();
        let output = match self.command_output(step.set, step.n, 0).await {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(_) => step.preview.clone(),
        };
        let Ok(output) = self.0.veiled(output).await else { return (by_exit, Vec::new()) };
        let progress = run.text();
        let watched = Watched {
            command: &step.command,
            exit: step.exit,
            output: &output,
            progress: &progress,
            remaining: &remaining,
        };
        let call = supervise::call(&watched);
        let schema = call.format.as_ref().map(|format| format.schema.clone());
        let mut used = Vec::new();
        let mut hear = |delta: Delta| used.extend(spent(&delta, Role::Supervise));
        let answered = models.call(call, &mut hear, &wish.cancel).await;
        match answered {
            Ok(reply) => {
                // Nothing is learned here of how well prompts are estimated.
                used.push(usage(models.available(Role::Supervise).as_ref(), Role::Supervise, 0, &reply));
                let reply = crate::sent::as_asked(reply, schema.as_ref());
                (supervise::read(&reply).unwrap_or(by_exit), used)
            }
            Err(_) => (by_exit, used),
        }
    }

    /// Stores where a run stands, and why, in the ledger.
    pub(super) async fn note(&self, run: &CommandRun, actor: &Actor, action: &str, at: Option<usize>) -> Result<()> {
        let mut write = Write::begin(&self.0).await?;
        write.put_command_run(run).await?;
        let step = at.and_then(|at| run.steps.get(at));
        let detail = json!({
            "set": run.set,
            "status": run.status,
            "why": run.why,
            "item": step.map(|step| format!("{}.{}", step.set, step.n)),
            "command": step.map(|step| &step.command),
            "exit": step.and_then(|step| step.exit),
            "advice": step.and_then(|step| step.advice.as_ref()),
        });
        write.append(actor, Event::Audit { action: action.to_owned(), detail }).await?;
        write.finish().await?;
        Ok(())
    }

    /// The step as an event of the run that proposed its set (S1-22).
    async fn tell(&self, run: &CommandRun, at: usize, set: &ChangeSet, usage: Vec<CallUsage>) -> Result<()> {
        let (Some(session), Some(of), Some(step)) = (&set.session, &set.run, run.steps.get(at)) else { return Ok(()) };
        let mut events: Vec<RunEvent> = usage.into_iter().map(RunEvent::Usage).collect();
        events.push(RunEvent::Command {
            set: step.set,
            n: step.n,
            text: run.progress(at),
            summary: run.text(),
            preview: step.preview.clone(),
            remaining: run.remaining(),
        });
        let mut write = Write::begin(&self.0).await?;
        write.append_events(session, of, &events).await?;
        write.finish().await?;
        Ok(())
    }
}
