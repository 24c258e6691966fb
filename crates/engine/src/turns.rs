//! Working a message out: the assistant's turn is stepped, models are asked, events are told as
//! they happen, and the outcome — change set, question or answer — is stored in one transaction.
//!
//! No transaction and no lock is held while a model writes.

mod asking;
pub(crate) mod context;
mod ending;
mod pictures;
pub(crate) mod project;
mod proposed;
mod tidied;
mod turned_down;
mod warned;
mod withdrawn;
mod work;

pub(crate) use proposed::proposed;

use crate::runs::{Live, OpenQuestion};
use crate::write::Write;
use crate::{Engine, EngineError, Inner, Result};
use countersign_assistant::{CallRecord, Outcome, Step, Turn};
use countersign_core::change_set::{Actor, ChangeSet};
use countersign_core::file::WorkspaceId;
use countersign_core::ids::{ImageId, RunId};
use countersign_core::ledger::Event;
use countersign_core::wire::{ClarifySelection, ErrorBody, ImageView, RunEvent};
use countersign_llm::{LlmError, Models};
use countersign_store::{RunRow, SessionRow};
use serde_json::Value;

/// Most characters of an answer that the ledger keeps at once; the trace has it whole.
pub(crate) const RAW_KEPT: usize = 64 * 1024;

/// What was said, and what it answers.
pub(crate) struct Message {
    pub(crate) said: String,
    pub(crate) question: Option<OpenQuestion>,
    pub(crate) selection: Option<ClarifySelection>,
    /// The open folder that is meant.
    pub(crate) workspace: Option<WorkspaceId>,
    /// It hands a command's output over (S1-19).
    pub(crate) about_command: bool,
    /// Pictures that came with it.
    pub(crate) images: Vec<ImageView>,
    /// How many pictures are asked for, where that was said apart from the words.
    pub(crate) count: Option<u32>,
    /// The picture that the new one takes the place of.
    pub(crate) replaces: Option<ImageId>,
}

/// A run on its way, with what was told of it so far.
struct Work<'e> {
    engine: &'e Engine,
    session: &'e SessionRow,
    run: &'e mut RunRow,
    live: &'e Live,
    models: Models,
    /// Made as soon as its operations are final, while the summary is still being written.
    set: Option<ChangeSet>,
    /// Events that wait for the next transaction.
    events: Vec<RunEvent>,
    /// Ledger entries that wait for it.
    audit: Vec<Event>,
    /// Of the trace's audit events, how many were taken.
    audited: usize,
    /// Of the trace's calls, how many were read.
    parsed: usize,
    stage: Option<&'static str>,
    /// Calls about the message's pictures, for the trace.
    looked: Vec<CallRecord>,
    /// Why the last call that failed did.
    failure: Option<ErrorBody>,
    /// The last answer was cut: told with what becomes of it.
    cut: Option<RunEvent>,
    /// What was kept from a model, as it was told last.
    kept_back: Option<RunEvent>,
    /// What the message took back of what was proposed before.
    withdrawn: Vec<withdrawn::Withdrawn>,
}

impl Engine {
    /// Works a run out, stores the outcome, and lets its followers know. Whatever fails is told in
    /// the run's events.
    pub(crate) async fn work(self, session: SessionRow, mut run: RunRow, message: Message, live: std::sync::Arc<Live>) {
        let id = run.id.clone();
        if let Err(e) = self.conclude(&session, &mut run, message, &live).await {
            let told = self.run_failed(&mut run, &e).await;
            live.push(told, true);
        }
        self.0.live().remove(&id);
    }

    async fn conclude(&self, session: &SessionRow, run: &mut RunRow, message: Message, live: &Live) -> Result<()> {
        self.expire_due().await?;
        let models = self.0.models_for(&run.message).with_account(self.account(session).await?);
        if let Some(wish) = self.wish(run, &message) {
            return self.make_images(session, run, wish, live, models).await;
        }
        let mut input = self.input(session, run, &message, &models).await?;
        let mut work = Work {
            engine: self,
            session,
            run,
            live,
            models,
            set: None,
            events: Vec::new(),
            audit: Vec::new(),
            audited: 0,
            parsed: 0,
            // The first stage was told when the run was stored.
            stage: Some("routing"),
            looked: Vec::new(),
            failure: None,
            cut: None,
            kept_back: None,
            withdrawn: Vec::new(),
        };
        if let Some(text) = work.tidied(&message).await? {
            // Nothing else is read out of the words.
            input.message = String::new();
            let (turn, _) = Turn::begin(input, &self.0.world().todos);
            return work.end(&turn, Outcome::Chat { text }).await;
        }
        if work.look_at(&message, &mut input).await? {
            return Ok(());
        }
        input.project = work.analyze(&message, &input.clock).await?;
        work.told_nearby(&mut input).await;
        let (mut turn, mut step) = Turn::begin(input, &self.0.world().todos);
        let outcome = loop {
            if live.cancel.is_cancelled() {
                return work.cancelled(&turn).await;
            }
            step = match step {
                Step::Done(outcome) => match work.amend(&mut turn, &outcome).await? {
                    Some(next) => next,
                    None => break outcome,
                },
                Step::Ops(ops) => {
                    let next = turn.proceed(&self.0.world().todos);
                    work.operations(&turn, ops.version, &ops.operations, &next).await?;
                    next
                }
                Step::Call(call) => match work.ask(&turn, call).await? {
                    Ok(reply) => turn.reply(reply, &self.0.world().todos),
                    Err(LlmError::Cancelled) => return work.cancelled(&turn).await,
                    Err(e) => turn.failed(&e.to_string(), &self.0.world().todos),
                },
            };
            if !matches!(step, Step::Done(Outcome::Unanswered { .. })) {
                work.tell_cut();
            }
            work.after_call(&turn);
        };
        work.end(&turn, outcome).await
    }

    /// What the models of a run were sent and what they answered, newest trace of the run.
    ///
    /// # Errors
    /// When there is no such run, or nothing of it was traced.
    pub async fn run_trace(&self, id: &RunId) -> Result<Value> {
        let none = || EngineError::NotFound(format!("trace of run {id}"));
        if self.0.store.run(id).await?.is_none() {
            return Err(EngineError::NotFound(format!("run {id}")));
        }
        let events = self.0.store.events(id, 0).await?;
        let hash = events.into_iter().rev().find_map(|e| match e.event {
            RunEvent::Trace { blob, .. } => Some(blob),
            _ => None,
        });
        let bytes = self.0.store.blob(&hash.ok_or_else(none)?).await?.ok_or_else(none)?;
        Ok(serde_json::from_slice(&bytes)
            .map_err(|e| countersign_store::StoreError::Unreadable { what: "trace", message: e.to_string() })?)
    }
}

impl Work<'_> {
    fn inner(&self) -> &Inner {
        &self.engine.0
    }

    /// Notes that a phase began.
    fn begin(&mut self, stage: &'static str) {
        if self.stage != Some(stage) {
            self.stage = Some(stage);
            self.events.push(RunEvent::Stage { stage: stage.into(), decision: None });
        }
    }

    fn actor(&self, turn: &Turn) -> Actor {
        Actor::Agent { name: turn.decided_by().unwrap_or("planner").to_owned() }
    }

    /// Stores and tells what waits.
    async fn tell(&mut self, actor: &Actor) -> Result<()> {
        if self.events.is_empty() && self.audit.is_empty() {
            return Ok(());
        }
        let mut write = Write::begin(&self.engine.0).await?;
        for event in std::mem::take(&mut self.audit) {
            write.append(actor, event).await?;
        }
        self.store(write, false).await
    }

    /// Stores a write with the events that wait, and tells them; `last` where nothing follows them.
    async fn store(&mut self, mut write: Write<'_>, last: bool) -> Result<()> {
        let events = std::mem::take(&mut self.events);
        let stored = write.append_events(&self.session.id, &self.run.id, &events).await?;
        write.finish().await?;
        self.live.push(stored, last);
        Ok(())
    }
}
