//! Working a message out: the assistant's turn is stepped, models are asked, events are told as
//! they happen, and the outcome — change set, question or answer — is stored in one transaction.
//!
//! No transaction and no lock is held while a model writes.

pub(crate) mod context;
mod ending;
mod pictures;
pub(crate) mod project;
mod tidied;
mod turned_down;
mod warned;
mod withdrawn;
mod work;

use crate::answers::{self, heard_of};
use crate::history::{Conflicts, named, takes_back};
use crate::runs::{Live, OpenQuestion, last_words};
use crate::sent::{as_asked, as_sent};
use crate::write::Write;
use crate::{Engine, EngineError, Inner, Result};
use countersign_assistant::work::so_far;
use countersign_assistant::{
    CallRecord, Note, Outcome, ProposedOp, Stage, Step, Trace, Turn, Unanswered, spoken, worded,
};
use countersign_core::change_set::propose::{self, Proposal};
use countersign_core::change_set::{Actor, ChangeSet, ItemStatus, Source};
use countersign_core::file::WorkspaceId;
use countersign_core::ids::{ImageId, RunId, Seq, SetId, TodoId};
use countersign_core::ledger::Event;
use countersign_core::model::{Call, Finish, Reply, Role, estimate_tokens};
use countersign_core::operation::Operation;
use countersign_core::todos::View;
use countersign_core::wire::{
    Clarify, ClarifySection, ClarifySelection, ErrorBody, ImageView, OpErrors, RunEvent, RunStatus, S0Option,
};
use countersign_llm::{Delta, LlmError, Models, Shown};
use countersign_store::{RunRow, SessionRow};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// Between two versions of a text that is being written.
const TEXT_EVERY: Duration = Duration::from_millis(250);
/// Most bytes of an answer that the ledger keeps at once; the trace has it whole.
pub(crate) const RAW_KEPT: usize = 64 * 1024;

/// How a sentence on what waits ends.
const UNTIL_SIGNED: &str = "Nothing happens until you sign.";

/// Most characters of a title in the options of a question (S0-50).
const TITLE: usize = 40;

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

impl Inner {
    /// Operations of a turn as proposals; undo becomes the inverses of what it names.
    /// What the planner `left_out` is named with the first.
    async fn proposals(
        &self,
        write: &mut Write<'_>,
        operations: &[ProposedOp],
        warnings: &[String],
        left_out: &[TodoId],
    ) -> Result<(Vec<Proposal>, Source)> {
        let mut proposals = Vec::new();
        let mut undone: Vec<Seq> = Vec::new();
        for one in operations {
            match &one.op {
                Some(Operation::Undo { batch, item }) if one.problems.is_empty() => {
                    let name = item.as_deref().or(batch.as_deref()).unwrap_or_default();
                    let Some(seq) = name.split('.').next().and_then(|s| s.parse().ok()).map(Seq) else { continue };
                    undone.push(seq);
                }
                Some(op) if one.problems.is_empty() => proposals.push(Proposal {
                    warnings: one.warnings.clone(),
                    sure: one.sure,
                    ..Proposal::of(op.clone(), one.why.clone())
                }),
                op => {
                    let raw = op.as_ref().map_or_else(|| one.raw.clone(), Operation::to_value);
                    proposals.push(Proposal {
                        op: Err((raw, one.problems.clone())),
                        warnings: one.warnings.clone(),
                        sure: false,
                        ..Proposal::parse(&Value::Null, one.why.clone())
                    });
                }
            }
        }
        let mut entries: Vec<Seq> = Vec::new();
        // Together: what a later one changed again is no reason to keep an earlier one.
        match self.undo_proposals(write, &undone, None, Conflicts::Keep).await {
            Ok(mut undo) => {
                // Taking back the last change passes by the commands that ran after it: that is said.
                let last = self.world().past.last().undo.filter(|last| undone.contains(last));
                let passed = self.ran_after(last).await?;
                if let Some(first) = undo.proposals.first_mut() {
                    first.warnings.extend(passed);
                }
                let before = u32::try_from(proposals.len()).unwrap_or(u32::MAX);
                proposals.extend(undo.proposals.into_iter().map(|mut one: Proposal| {
                    one.needs.iter_mut().for_each(|n| *n = n.saturating_add(before));
                    one
                }));
                entries = undo.entries;
            }
            Err(EngineError::NothingToUndo | EngineError::CommandRan(_) | EngineError::NotFound(_)) => {}
            Err(e) => return Err(e),
        }
        self.measure(&mut proposals).await?;
        // The planner's warnings that the core does not find by itself.
        let known = ["possible_duplicate", "repeating_excluded", "no_effect"];
        let warnings = warnings.iter().map(String::as_str).filter(|code| !known.contains(code));
        let today = self.moment().today;
        {
            let world = self.world();
            warned::warn(&mut proposals, warnings, &world.todos, today);
            if let Some(first) = proposals.first_mut() {
                first.warnings.extend(propose::left_out(left_out, &world.todos));
            }
        }
        let source = if entries.is_empty() { Source::Request } else { Source::Undo { entries } };
        Ok((proposals, source))
    }

    fn clarify(&self, question: String, options: &[TodoId], mut sections: Vec<ClarifySection>) -> Clarify {
        let world = self.world();
        let options = options
            .iter()
            .filter_map(|id| world.todos.todo(*id))
            .map(|t| S0Option {
                id: t.id,
                title: t.title.chars().take(TITLE).collect(),
                scheduled_for: t.scheduled_for,
            })
            .collect();
        for option in sections.iter_mut().filter(|s| s.kind == "which").flat_map(|s| &mut s.options) {
            // Chips name the todo with its date, rendered from the data.
            if let Some(todo) = option.value.as_i64().and_then(|id| world.todos.todo(TodoId(id))) {
                option.label = named(todo);
            }
        }
        Clarify { question_id: self.ids.next().to_string(), question, sections, options }
    }
}

fn stage_word(stage: Stage) -> &'static str {
    match stage {
        Stage::Routing => "routing",
        Stage::Proposing => "proposing",
        Stage::Validating => "validating",
        Stage::Repairing => "repairing",
        Stage::Summarizing | Stage::Chatting | Stage::Done => "summarizing",
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
        let events = std::mem::take(&mut self.events);
        let stored = write.append_events(&self.session.id, &self.run.id, &events).await?;
        write.finish().await?;
        self.live.push(stored, false);
        Ok(())
    }

    /// Asks a model. What it answered is stored before anybody reads it (S1-5).
    async fn ask(&mut self, turn: &Turn, call: Call) -> Result<std::result::Result<Reply, LlmError>> {
        let actor = self.actor(turn);
        self.ask_shown(stage_word(turn.stage()), actor, call, &[]).await
    }

    /// The same with pictures.
    async fn ask_shown(
        &mut self,
        stage: &'static str,
        actor: Actor,
        call: Call,
        shown: &[Shown],
    ) -> Result<std::result::Result<Reply, LlmError>> {
        self.tell_cut();
        self.begin(stage);
        self.tell(&actor).await?;
        let (role, free) = (call.role, call.format.is_none());
        let prompt = call.messages.iter().map(|m| estimate_tokens(&m.content)).sum();
        let structured = call.format.as_ref().is_some_and(|f| f.name == "reply");
        let schema = call.format.as_ref().map(|f| f.schema.clone());
        let models = self.models.clone();
        let cancel = self.live.cancel.clone();
        let (heard, mut deltas) = mpsc::unbounded_channel();
        let mut progress = move |delta: Delta| drop(heard.send(delta));
        let answer = models.call_shown(call, shown, &mut progress, &cancel);
        tokio::pin!(answer);
        let (mut text, mut told) = (String::new(), Instant::now());
        let answer = loop {
            tokio::select! {
                answer = &mut answer => break answer,
                Some(delta) = deltas.recv() => match delta {
                    Delta::Text(more) if free || structured => {
                        text.push_str(&more);
                        if told.elapsed() >= TEXT_EVERY {
                            told = Instant::now();
                            let so_far = if free { Some(spoken(&text)) } else { so_far(&text).map(|text| worded(&text)) };
                            let so_far = so_far.filter(|text| !text.is_empty());
                            self.events.extend(so_far.map(|text| RunEvent::Said { text }));
                            self.tell(&actor).await?;
                        }
                    }
                    cut @ Delta::Cut { .. } => self.cut = heard_of(cut, role),
                    other => {
                        let told = matches!(&other, Delta::Hidden { .. });
                        let event = heard_of(other, role).filter(|event| !told || self.kept_back.as_ref() != Some(event));
                        if let Some(event) = event {
                            if told {
                                self.kept_back = Some(event.clone());
                            }
                            self.events.push(event);
                            self.tell(&actor).await?;
                        }
                    }
                },
            }
        };
        // What came last may still wait to be heard.
        while let Ok(delta) = deltas.try_recv() {
            match delta {
                cut @ Delta::Cut { .. } => self.cut = heard_of(cut, role),
                other => self.events.extend(heard_of(other, role)),
            }
        }
        match &answer {
            Ok(reply) => {
                let (audit, told) = answers::came(&self.models, None, role, &self.run.id, prompt, reply);
                self.audit.push(audit);
                self.events.extend(told);
                self.cut = self.cut.take().or_else(|| stopped_short(reply, role));
                self.tell(&actor).await?;
            }
            Err(LlmError::Cancelled) => {}
            Err(e) => {
                let (audit, told) = answers::failed(role, &self.run.id, e);
                self.audit.push(audit);
                self.events.push(told);
                self.failure = Some(ErrorBody {
                    error: e.code().into(),
                    message: e.to_string(),
                    details: None,
                    hint: Some(e.hint()),
                });
                self.tell(&actor).await?;
            }
        }
        Ok(answer.map(|reply| as_asked(reply, schema.as_ref())))
    }

    /// Tells that the last answer was cut, now that something became of it.
    fn tell_cut(&mut self) {
        self.events.extend(self.cut.take());
    }

    /// Notes what the turn made of the last answer, for the run's badge and the audit.
    fn after_call(&mut self, turn: &Turn) {
        let trace = turn.trace();
        for audit in trace.audit.iter().skip(self.audited) {
            let mut detail = audit.detail.clone();
            if let Value::Object(map) = &mut detail {
                map.insert("run".to_owned(), json!(self.run.id));
                map.insert("mode".to_owned(), json!(self.run.mode));
            }
            self.audit.push(Event::Audit { action: audit.action.clone(), detail });
        }
        self.audited = trace.audit.len();
        for call in trace.calls.iter().skip(self.parsed) {
            if call.schema.is_some() && call.finish.is_some() {
                let detail = json!({
                    "run": self.run.id, "role": call.role, "stage": call.stage, "model": call.model, "parsed": call.parsed,
                    "repairs": call.repairs, "dropped": call.dropped, "violations": call.violations,
                });
                self.audit.push(Event::Audit { action: "parsed_body".into(), detail });
            }
            // The last one may still wait for its answer.
            self.parsed += usize::from(call.finish.is_some() || call.error.is_some());
        }
    }

    /// Operations are there. They are stored as soon as nothing changes them any more.
    async fn operations(&mut self, turn: &Turn, version: u32, operations: &[ProposedOp], next: &Step) -> Result<()> {
        let repairing = matches!(next, Step::Call(call) if call.role == Role::Repair);
        let stays = !repairing;
        self.begin("proposing");
        self.begin("validating");
        if !matches!(next, Step::Call(_)) {
            // The end follows at once, and stores all of it together.
            return Ok(());
        }
        let actor = self.actor(turn);
        if stays {
            let mut write = Write::begin(&self.engine.0).await?;
            let set = self.put_set(&mut write, turn, operations, &actor, version).await?;
            let events = std::mem::take(&mut self.events);
            let stored = write.append_events(&self.session.id, &self.run.id, &events).await?;
            write.tx.put_run(self.run).await?;
            write.finish().await?;
            self.live.push(stored, false);
            self.set = set;
        } else {
            let invalid = operations.iter().filter(|o| !o.is_valid()).count() as u64;
            self.events.push(RunEvent::Ops {
                version,
                change_set: None,
                operations: operations
                    .iter()
                    .map(|o| OpErrors { op: o.raw.clone(), errors: o.problems.clone() })
                    .collect(),
                valid_count: operations.len() as u64 - invalid,
                invalid_count: invalid,
            });
            self.tell(&actor).await?;
        }
        Ok(())
    }

    /// The change set of a turn, appended to an open write, with its events.
    async fn put_set(
        &mut self,
        write: &mut Write<'_>,
        turn: &Turn,
        operations: &[ProposedOp],
        actor: &Actor,
        version: u32,
    ) -> Result<Option<ChangeSet>> {
        let (mut proposals, source) =
            self.inner().proposals(write, operations, turn.warnings(), turn.left_out()).await?;
        // What the words themselves ask for is no model's idea.
        if turn.decided_by().is_some() {
            self.inner().recall(&mut proposals).await?;
        }
        let set = self.put_proposals(write, proposals, source, actor, version, &Self::replaced(turn)).await?;
        if set.is_some() {
            self.withdraw(write, turn, actor).await?;
        }
        Ok(set)
    }

    /// Proposals as a change set, appended to an open write, with its events; perhaps in the place of others that wait.
    async fn put_proposals(
        &mut self,
        write: &mut Write<'_>,
        mut proposals: Vec<Proposal>,
        source: Source,
        actor: &Actor,
        version: u32,
        replaces: &[SetId],
    ) -> Result<Option<ChangeSet>> {
        if proposals.is_empty() {
            return Ok(None);
        }
        match self.inner().waiting_alike(&source, &proposals).await? {
            // It can be taken back once only.
            Some(waits) if takes_back(&source) => {
                self.proposed(&waits);
                return Ok(Some(waits));
            }
            Some(waits) if replaces.contains(&waits.id) => {}
            // Two of the same may be meant: it is said, and none is marked.
            Some(waits) => warned::asked_again(&mut proposals, waits.id),
            None => {}
        }
        let set = write.propose_in(self.run, source, proposals, actor, true, version.max(1)).await?;
        self.proposed(&set);
        Ok(Some(set))
    }

    /// Tells the run's set.
    fn proposed(&mut self, set: &ChangeSet) {
        self.events.extend(proposed(set));
        self.run.change_set = Some(set.id);
    }

    /// The person stopped it, or sent something else.
    async fn cancelled(&mut self, turn: &Turn) -> Result<()> {
        self.after_call(turn);
        self.run.status = RunStatus::Cancelled;
        self.run.decision = None;
        self.events.push(RunEvent::Error(ErrorBody {
            error: "cancelled".into(),
            message: "The run was stopped. Nothing has been changed.".into(),
            details: None,
            hint: None,
        }));
        self.finish(turn, None).await
    }

    async fn end(&mut self, turn: &Turn, outcome: Outcome) -> Result<()> {
        let failed = matches!(outcome, Outcome::Unanswered { .. });
        let alone = turn.is_left_alone() || matches!(outcome, Outcome::Refused { .. });
        if let Some(fault) = self.models.fault().filter(|_| alone) {
            // A model might have answered.
            self.events.push(RunEvent::Recovery {
                what: "model_failed".into(),
                message: fault.message.clone(),
                hint: Some(fault.hint.clone()),
            });
        }
        self.run.status = if failed { RunStatus::Failed } else { RunStatus::Done };
        let mut consumed = turn.consumed().to_vec();
        consumed.dedup();
        let decision = match &outcome {
            Outcome::Chat { .. } | Outcome::Said { .. } => "chat",
            Outcome::Clarify { .. } => "clarify",
            Outcome::Plan { .. } => "plan",
            Outcome::Work { .. } => "work",
            Outcome::Refused { .. } | Outcome::Unanswered { .. } => "unsure",
        };
        self.run.decision = Some(decision.to_owned());
        self.events.insert(0, RunEvent::Stage { stage: "routing".into(), decision: Some(decision.to_owned()) });
        let about = turn.about(&outcome);
        if !(consumed.is_empty() && turn.warnings().is_empty() && about.is_none()) {
            let warnings = turn.warnings().iter().map(|code| warned::warning(code)).collect();
            self.events.insert(1, RunEvent::Understood { consumed, warnings, about });
        }
        self.recovered(turn.trace());
        self.finish(turn, Some(outcome)).await
    }
}

impl Work<'_> {
    /// Whether what is proposed is about none of the todos that the waiting question asks about, whoever read the
    /// message: then it is a request of its own, and the question can still be answered. Where it names no todo,
    /// any proposal may be what it asked for.
    fn elsewhere(&self) -> bool {
        let asked: Option<OpenQuestion> = self.session.pending.as_deref().and_then(|q| serde_json::from_str(q).ok());
        let (Some(asked), Some(set)) = (asked, &self.set) else { return true };
        let options = asked.clarify.options;
        !options.is_empty() && !set.items.iter().any(|item| options.iter().any(|o| item.base.contains_key(&o.id)))
    }
}

/// What is told of an answer that its runtime says was not the whole one. Whether anything of a proposal is
/// missing by a filter, who reads it says.
fn stopped_short(reply: &Reply, role: Role) -> Option<RunEvent> {
    let message = match reply.finish {
        Finish::Length => "The model reached its limit before it was done.",
        Finish::Filtered if role == Role::Chat => "The model's server stopped the answer by a filter.",
        _ => return None,
    };
    let hint = match (role == Role::Chat && !reply.text.trim().is_empty(), reply.finish) {
        (false, _) => "Nothing of what was cut is used.",
        (true, Finish::Length) => "What came is shown. Ask for the rest, or for less at once.",
        (true, _) => "What came is shown. Say it in other words, or use another model.",
    };
    Some(RunEvent::Recovery { what: "truncated".into(), message: message.into(), hint: Some(hint.into()) })
}

/// What is told of a set that a run proposed.
pub(crate) fn proposed(set: &ChangeSet) -> [RunEvent; 2] {
    let operations = op_errors(set);
    let invalid = set.items.iter().filter(|i| !i.problems.is_empty()).count() as u64;
    let ops = RunEvent::Ops {
        version: set.version,
        change_set: Some(set.id),
        valid_count: operations.len() as u64 - invalid,
        invalid_count: invalid,
        operations,
    };
    [ops, RunEvent::ChangeSet { id: set.id, version: set.version }]
}

fn op_errors(set: &ChangeSet) -> Vec<OpErrors> {
    set.items
        .iter()
        .map(|i| OpErrors {
            op: i.op.as_ref().map_or_else(|| i.raw.clone().unwrap_or(Value::Null), Operation::to_value),
            errors: i.problems.clone(),
        })
        .collect()
}
