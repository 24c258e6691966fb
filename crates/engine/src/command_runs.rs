//! Runs of commands under supervision (S1-21…23, C22, R19): one after the other, a verdict after
//! each, stored at every step, so that a start after a crash knows where it stands.
//!
//! A command runs as any signed command does (`commands`); this module only says which is next. The
//! run after a crash waits for the person; what ran then is unknown and never run again by itself.

mod driving;
mod turn;
mod view;

use crate::review::{Key, Signing};
use crate::write::Write;
use crate::{Engine, EngineError, Inner, Result};
use countersign_core::change_set::Actor;
use countersign_core::change_set::execute::signed_commands;
use countersign_core::command_run::{CommandRun, CommandRunStatus, StepStatus};
use countersign_core::ids::SetId;
use countersign_core::ledger::Event;
use countersign_core::operation::Operation;
use countersign_core::problem::Problem;
use countersign_core::wire::{ApplyMode, CommandRunView, NewCommandRun, Outcome, Steer};
use countersign_store::{CommandRunRow, StoreError};
use futures_util::stream::{self, Stream};
use serde_json::json;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;

/// Runs of commands that are being driven, with what the person wants of them.
pub(crate) type Driven = HashMap<SetId, Arc<Wish>>;

/// What the person wants of a run that goes on.
#[derive(Debug, Default)]
pub(crate) struct Wish {
    steer: Mutex<Option<Steer>>,
    /// Ends a model's answer that is waited for.
    cancel: CancellationToken,
}

impl Wish {
    fn set(&self, steer: Option<Steer>) {
        *self.steer.lock().unwrap_or_else(PoisonError::into_inner) = steer;
    }

    fn get(&self) -> Option<Steer> {
        *self.steer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn refused(code: &'static str, why: &str, hint: &str) -> EngineError {
    EngineError::Bad(Problem::new(code, why).hinting(hint))
}

impl Inner {
    fn driven(&self) -> MutexGuard<'_, Driven> {
        self.driven.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn stored_run(&self, set: SetId) -> Result<Option<(CommandRun, CommandRunRow)>> {
        let Some(row) = self.store.command_run(set).await? else { return Ok(None) };
        Ok(Some((read(&row)?, row)))
    }
}

fn read(row: &CommandRunRow) -> Result<CommandRun> {
    Ok(serde_json::from_str(&row.body)
        .map_err(|e| StoreError::Unreadable { what: "run of commands", message: e.to_string() })?)
}

impl Write<'_> {
    /// Stores where a run stands.
    async fn put_command_run(&mut self, run: &CommandRun) -> Result<()> {
        let row = CommandRunRow {
            set: run.set,
            status: run.status.name().to_owned(),
            body: serde_json::to_string(run).unwrap_or_default(),
            updated_at: self.moment.now,
        };
        self.tx.put_command_run(&row).await?;
        self.touch("commands");
        Ok(())
    }
}

impl Engine {
    /// Signs the given items if any, applies what is no command, and begins to run the signed
    /// commands one after the other. Answers at once.
    ///
    /// # Errors
    /// As an apply; `no_commands`; `already_running`.
    pub async fn start_command_run(
        &self,
        new: NewCommandRun,
        actor: Actor,
        key: Option<Key>,
    ) -> Result<CommandRunView> {
        let engine = self.clone();
        self.detached(async move {
            let inner = &engine.0;
            let id = new.change_set;
            if inner.replay(key.as_ref()).await?.is_some() {
                return engine.command_run(id).await;
            }
            engine.end_cut_off().await;
            let mut write = Write::begin(inner).await?;
            if inner.replay(key.as_ref()).await?.is_some() {
                drop(write);
                return engine.command_run(id).await;
            }
            let set = write.take(id).await?;
            if set.digest() != new.digest {
                return Err(EngineError::Stale(Box::new(inner.view(&set))));
            }
            let command = |n: u32| match set.item(n).and_then(|i| i.op.as_ref()) {
                Some(Operation::RunCommand(command)) => Some(command.command.clone()),
                _ => None,
            };
            let signs: Vec<u32> = new.sign.iter().map(|s| s.item).chain(signed_commands(&set)).collect();
            let mut commands: Vec<(u32, String)> =
                signs.into_iter().filter_map(|n| command(n).map(|text| (n, text))).collect();
            commands.sort();
            commands.dedup();
            if commands.is_empty() {
                let hint = "Sign at least one command of the set, or name it under sign.";
                return Err(refused("no_commands", "no command of this set is signed", hint));
            }
            let wish = Arc::new(Wish::default());
            // Nobody else writes meanwhile, so that one driver is the only one.
            if inner.is_under_way(id) {
                return Err(turn::running());
            }
            inner.driven().insert(id, wish.clone());
            let mut run = CommandRun::new(id, commands, actor.clone(), write.moment.now);
            let signing = Signing::Stored(new.sign);
            let begun = async {
                write.put_command_run(&run).await?;
                write.carry_out(set, signing, ApplyMode::Atomic, new.confirm.as_deref(), &actor, key).await
            };
            match begun.await {
                Ok(done) if matches!(done.outcome, Outcome::RolledBack | Outcome::NeedsRecovery) => {
                    inner.driven().remove(&id);
                    run.wait("the files could not be changed".to_owned());
                    engine.note(&run, &actor, "command_run_paused", None).await?;
                }
                Ok(_) => engine.drive(id, wish),
                Err(e) => {
                    inner.driven().remove(&id);
                    return Err(e);
                }
            }
            engine.command_run(id).await
        })
        .await
    }

    /// Pauses, resumes or stops a run. A pause takes effect after the command that runs; a stop ends
    /// it, with all it has started.
    ///
    /// # Errors
    /// `not_found`; `not_running`, `not_paused`; `already_running`, by an apply.
    pub async fn steer_command_run(&self, id: SetId, steer: Steer, actor: Actor) -> Result<CommandRunView> {
        let engine = self.clone();
        self.detached(async move {
            let inner = &engine.0;
            let none = || EngineError::NotFound(format!("run of the commands of #{id}"));
            let wish = inner.driven().get(&id).cloned();
            match (steer, wish) {
                (Steer::Pause, Some(wish)) => wish.set(Some(steer)),
                (Steer::Resume, Some(wish)) => wish.set(None),
                (Steer::Stop, Some(wish)) => {
                    wish.set(Some(steer));
                    wish.cancel.cancel();
                    engine.stop_driven(id).await?;
                }
                (Steer::Pause, None) => {
                    return Err(refused("not_running", "these commands do not run", "Nothing has been changed."));
                }
                (Steer::Resume | Steer::Stop, None) => {
                    let mut write = Write::begin(inner).await?;
                    let (mut run, _) = inner.stored_run(id).await?.ok_or_else(none)?;
                    if run.status != CommandRunStatus::Paused {
                        let why = match run.status {
                            CommandRunStatus::Stopped => {
                                format!("the commands of #{id} were stopped, so there is nothing to go on with")
                            }
                            CommandRunStatus::Done => format!("the commands of #{id} have all been run"),
                            CommandRunStatus::Running | CommandRunStatus::Paused => {
                                format!("the commands of #{id} do not wait")
                            }
                        };
                        let hint = format!(
                            "What is still signed runs by `countersign run-all {id}`, or by POST /api/command-runs."
                        );
                        return Err(refused("not_paused", &why, &hint));
                    }
                    (run.status, run.why) = match steer {
                        Steer::Stop => (CommandRunStatus::Stopped, "stopped by you".to_owned()),
                        Steer::Pause | Steer::Resume => (CommandRunStatus::Running, String::new()),
                    };
                    if steer == Steer::Resume && inner.is_under_way(id) {
                        return Err(turn::running());
                    }
                    write.put_command_run(&run).await?;
                    let action = if steer == Steer::Stop { "command_run_stopped" } else { "command_run_resumed" };
                    let detail = json!({ "set": id });
                    write.append(&actor, Event::Audit { action: action.into(), detail }).await?;
                    write.finish().await?;
                    if steer == Steer::Resume {
                        let wish = Arc::new(Wish::default());
                        inner.driven().insert(id, wish.clone());
                        engine.drive(id, wish);
                    }
                }
            }
            engine.command_run(id).await
        })
        .await
    }

    /// Ends the command that runs, and waits for the end of the run. A process that is just being
    /// made is waited for.
    async fn stop_driven(&self, id: SetId) -> Result<()> {
        // Heard from here on, so that its beginning or the end of the run is not missed.
        let mut feed = self.subscribe();
        while self.0.driven().contains_key(&id) {
            let Some((run, _)) = self.0.stored_run(id).await? else { break };
            let running = run.steps.iter().find(|step| step.status == StepStatus::Running);
            if let Some(step) = running {
                // What does not run yet, or has just ended, is looked at again with the next news.
                let _ = self.stop_command(step.set, step.n);
            }
            if let Err(RecvError::Closed) = feed.recv().await {
                break;
            }
        }
        Ok(())
    }

    /// A run of commands.
    ///
    /// # Errors
    /// `not_found` when the commands of this set were never run so.
    pub async fn command_run(&self, id: SetId) -> Result<CommandRunView> {
        let none = || EngineError::NotFound(format!("run of the commands of #{id}"));
        let (run, row) = self.0.stored_run(id).await?.ok_or_else(none)?;
        self.command_run_view(&run, row.updated_at).await
    }

    /// Runs of commands, last changed first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn command_runs(&self, limit: u32) -> Result<Vec<CommandRunView>> {
        let mut views = Vec::new();
        for row in self.0.store.command_runs(limit).await? {
            // One that cannot be read hides no other: `verify` and `doctor` name it.
            let Ok(run) = read(&row) else { continue };
            views.push(self.command_run_view(&run, row.updated_at).await?);
        }
        Ok(views)
    }

    /// A run whenever it changes, until it waits or ends.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn follow_command_run(
        &self,
        id: SetId,
    ) -> Result<impl Stream<Item = Result<CommandRunView>> + Send + 'static> {
        // Heard from here on, so that nothing between looking and waiting is missed.
        let feed = self.subscribe();
        let first = self.command_run(id).await?;
        let state = Some((self.clone(), feed, None::<CommandRunView>, Some(first)));
        Ok(stream::unfold(state, move |state| async move {
            let (engine, mut feed, last, mut found) = state?;
            loop {
                // Looked at before the run is: a driver that has left has stored its last word.
                let driven = engine.0.driven().contains_key(&id);
                let now = match found.take() {
                    Some(view) => Ok(view),
                    None => engine.command_run(id).await,
                };
                match now {
                    Err(e) => return Some((Err(e), None)),
                    Ok(view) if last.as_ref() != Some(&view) => {
                        let goes_on = view.status == CommandRunStatus::Running || driven;
                        let next = goes_on.then(|| (engine, feed, Some(view.clone()), None));
                        return Some((Ok(view), next));
                    }
                    // Its driver left without another word: nothing more comes.
                    Ok(_) if !driven => return None,
                    Ok(_) => {}
                }
                match feed.recv().await {
                    Ok(_) | Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => return None,
                }
            }
        }))
    }

    /// Marks the runs that a crash cut off; they wait for the person.
    pub(crate) async fn end_command_runs(&self) -> Result<()> {
        let cut = self.0.store.command_runs(1_000).await?;
        for row in cut.iter().filter(|row| row.status == CommandRunStatus::Running.name()) {
            let Ok(mut run) = read(row) else { continue };
            run.interrupt();
            let mut write = Write::begin(&self.0).await?;
            write.put_command_run(&run).await?;
            let detail = json!({ "set": run.set });
            write.append(&Actor::System, Event::Audit { action: "command_run_interrupted".into(), detail }).await?;
            write.finish().await?;
        }
        Ok(())
    }
}
