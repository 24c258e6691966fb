//! Runs: one message and everything that follows, as numbered, stored events (DESIGN §4, §5).
//!
//! The message is stored before anything is worked out; the outcome — change set, question or
//! answer, with all events — is stored in one transaction. A run that a crash cut off is marked
//! interrupted at the next start; nothing of it was half done.

use crate::history::{Conflicts, named};
use crate::write::Write;
use crate::{Engine, EngineError, Inner, Result};
use countersign_core::change_set::propose::Proposal;
use countersign_core::change_set::{Actor, ChangeSet, Source};
use countersign_core::ids::{RunId, Seq, SessionId, SetId, TodoId};
use countersign_core::ledger::Event;
use countersign_core::operation::Operation;
use countersign_core::problem::{Problem, hint};
use countersign_core::todos::View;
use countersign_core::wire::{
    Clarify, ClarifyAnswer, ClarifySelection, ErrorBody, Mode, NewRun, OpErrors, RunEvent, RunStatus, RunView,
    S0Option, SessionView,
};
use countersign_planner::interpret::{Answer, Context, Decision, Pending, Turn, interpret, reply};
use countersign_store::{NumberedEvent, RunRow, SessionRow};
use futures_core::Stream;
use futures_util::stream;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::watch;
use uuid::Uuid;

/// Longest message, in characters.
const MAX_MESSAGE: usize = 20_000;
/// Turns of the conversation that the planner sees (S0-30, C1).
const TURNS: usize = 3;

/// A conversation with its runs.
#[derive(Debug, Clone)]
pub struct SessionDetail {
    /// It.
    pub session: SessionView,
    /// Its runs, oldest first.
    pub runs: Vec<RunView>,
    /// The question that waits for an answer.
    pub clarify: Option<Clarify>,
}

/// A run in progress: its events so far, for those who follow it.
pub(crate) struct Live {
    events: Mutex<Vec<NumberedEvent>>,
    /// How many there are; and whether that is all.
    state: watch::Sender<(usize, bool)>,
    cancelled: AtomicBool,
    session: SessionId,
}

impl Live {
    fn new(session: SessionId) -> Self {
        Self {
            events: Mutex::new(Vec::new()),
            state: watch::channel((0, false)).0,
            cancelled: AtomicBool::new(false),
            session,
        }
    }

    fn push(&self, new: Vec<NumberedEvent>, last: bool) {
        let mut events = self.events.lock().unwrap_or_else(PoisonError::into_inner);
        events.extend(new);
        self.state.send_replace((events.len(), last));
    }

    fn from(&self, at: usize) -> Vec<NumberedEvent> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).iter().skip(at).cloned().collect()
    }
}

/// The question a session waits on, as stored in its row.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct OpenQuestion {
    clarify: Clarify,
    instruction: String,
}

/// What came of a message.
struct Thought {
    decision: &'static str,
    text: String,
    proposals: Vec<Proposal>,
    clarify: Option<OpenQuestion>,
    answer: Option<Answer>,
    source: Source,
}

impl Engine {
    /// Stores a message and begins to work on it; a run under way in the same session is replaced
    /// (S0-41).
    ///
    /// # Errors
    /// `invalid_message`, an unknown session, `stale_question`, or a failing store.
    pub async fn start_run(&self, new: NewRun) -> Result<RunView> {
        let message = new.message.trim().to_owned();
        let chosen = new.clarify.as_ref().and_then(|c| c.selection.as_ref()).is_some();
        if (message.is_empty() && !chosen) || message.contains('\0') {
            return Err(EngineError::Bad(
                Problem::new("invalid_message", "the message is empty")
                    .hinting("Say what should change, or ask about your todos.")
                    .at("/message"),
            ));
        }
        if message.chars().count() > MAX_MESSAGE {
            return Err(EngineError::Bad(
                Problem::new("invalid_message", "the message is too long")
                    .hinting("At most 20 000 characters; bring long lists in with import.")
                    .at("/message"),
            ));
        }
        let engine = self.clone();
        self.detached(async move {
            let inner = engine.0.clone();
            let now = inner.clock.now();
            let session = match &new.session {
                Some(id) => {
                    inner.store.session(id).await?.ok_or_else(|| EngineError::NotFound(format!("session {id}")))?
                }
                None => SessionRow {
                    id: SessionId(Uuid::now_v7().to_string()),
                    title: title_of(&message),
                    pending: None,
                    created_at: now,
                    updated_at: now,
                },
            };
            let question: Option<OpenQuestion> =
                session.pending.as_deref().and_then(|text| serde_json::from_str(text).ok());
            let said = match &new.clarify {
                Some(answer) => spoken(&message, answer, question.as_ref())?,
                None => message.clone(),
            };
            for live in inner.live().values().filter(|l| l.session == session.id) {
                live.cancelled.store(true, Ordering::SeqCst);
            }
            let run = RunRow {
                id: RunId(Uuid::now_v7().to_string()),
                session: session.id.clone(),
                status: RunStatus::Running,
                mode: new.mode,
                message: if message.is_empty() { said.clone() } else { message },
                decision: None,
                text: None,
                change_set: None,
                created_at: now,
                finished_at: None,
            };
            let live = Arc::new(Live::new(session.id.clone()));
            let mut write = Write::begin(&inner).await?;
            write.tx.put_session(&SessionRow { updated_at: now, ..session.clone() }).await?;
            write.tx.put_run(&run).await?;
            let first = write
                .tx
                .append_events(&session.id, &run.id, &[RunEvent::Stage { stage: "routing".into(), decision: None }])
                .await?;
            write.finish().await?;
            live.push(first, false);
            inner.live().insert(run.id.clone(), live.clone());
            let view = run_view(&run, &[]);
            tokio::spawn(engine.work(session, run, said, question, live));
            Ok(view)
        })
        .await
    }

    /// Works a run out, stores the outcome, and lets its followers know. Whatever fails is told in
    /// the run's events.
    async fn work(
        self,
        session: SessionRow,
        mut run: RunRow,
        said: String,
        question: Option<OpenQuestion>,
        live: Arc<Live>,
    ) {
        let id = run.id.clone();
        let result = self.conclude(&session, &mut run, &said, question, &live).await;
        if let Err(e) = result {
            run.status = RunStatus::Failed;
            run.finished_at = Some(self.now());
            let events = vec![RunEvent::Error(e.body()), RunEvent::Done(true)];
            let stored = async {
                let mut write = Write::begin(&self.0).await?;
                write.tx.put_run(&run).await?;
                let stored = write.tx.append_events(&run.session, &run.id, &events).await?;
                write.finish().await?;
                Ok::<_, EngineError>(stored)
            };
            // When even that cannot be stored, the followers at least hear of it.
            let told = stored.await.unwrap_or_else(|_| {
                events.into_iter().zip(1_000_000..).map(|(event, n)| NumberedEvent { n, event }).collect()
            });
            live.push(told, true);
        }
        self.0.live().remove(&id);
    }

    async fn conclude(
        &self,
        session: &SessionRow,
        run: &mut RunRow,
        said: &str,
        question: Option<OpenQuestion>,
        live: &Live,
    ) -> Result<()> {
        let inner = &self.0;
        let turns = self.turns(session, &run.id).await?;
        let thought = inner.think(run.mode, said, question.as_ref(), turns).await?;
        let mut write = Write::begin(inner).await?;
        let actor = Actor::Agent { name: "planner".to_owned() };
        let mut events = Vec::new();
        run.decision = Some(thought.decision.to_owned());
        run.finished_at = Some(write.moment.now);
        let mut pending = None;
        if live.cancelled.load(Ordering::SeqCst) {
            run.status = RunStatus::Cancelled;
            run.decision = None;
            events.push(RunEvent::Error(ErrorBody {
                error: "cancelled".into(),
                message: "The run was stopped. Nothing has been changed.".into(),
                details: None,
                hint: None,
            }));
        } else {
            run.status = RunStatus::Done;
            run.text = Some(thought.text.clone());
            events.push(RunEvent::Stage { stage: "routing".into(), decision: Some(thought.decision.to_owned()) });
            if let Some(answer) = &thought.answer
                && !(answer.consumed.is_empty() && answer.warnings.is_empty())
            {
                let warnings = answer.warnings.iter().map(|code| warning(code)).collect();
                events.push(RunEvent::Understood { consumed: answer.consumed.clone(), warnings });
            }
            write.append(&actor, Event::Audit { action: "router_decision".into(), detail: json!({ "run": run.id, "mode": run.mode, "decision": thought.decision, "confidence": Value::Null, "question": thought.clarify.as_ref().map(|q| &q.clarify.question) }) }).await?;
            let mut operations = Vec::new();
            if !thought.proposals.is_empty() {
                events.push(RunEvent::Stage { stage: "proposing".into(), decision: None });
                let mut set = inner.draft(
                    write.tx.reserve_set_id().await?,
                    thought.source,
                    Some(title_of(&run.message)),
                    thought.proposals,
                    write.moment,
                    true,
                );
                set.run = Some(run.id.clone());
                set.session = Some(session.id.clone());
                write.append(&actor, Event::Proposed { set: Box::new(set.clone()) }).await?;
                events.push(RunEvent::Stage { stage: "validating".into(), decision: None });
                operations = op_errors(&set);
                let invalid = set.items.iter().filter(|i| !i.problems.is_empty()).count() as u64;
                events.push(RunEvent::Ops {
                    version: set.version,
                    change_set: Some(set.id),
                    operations: operations.clone(),
                    valid_count: operations.len() as u64 - invalid,
                    invalid_count: invalid,
                });
                events.push(RunEvent::ChangeSet { id: set.id, version: set.version });
                write.append(&actor, Event::Audit { action: "assistant_understanding".into(), detail: json!({ "run": run.id, "set": set.id, "summary": { "valid": operations.len() as u64 - invalid, "invalid": invalid } }) }).await?;
                run.change_set = Some(set.id);
            }
            if let Some(question) = &thought.clarify {
                events.push(RunEvent::Clarify(question.clarify.clone()));
                pending = serde_json::to_string(question).ok();
            } else {
                events.push(RunEvent::Stage { stage: "summarizing".into(), decision: None });
                events.push(RunEvent::Summary { text: thought.text.clone() });
                events.push(RunEvent::Result { text: thought.text, operations });
            }
        }
        events.push(RunEvent::Done(true));
        write.tx.put_run(run).await?;
        if run.status == RunStatus::Done {
            write.tx.put_session(&SessionRow { pending, updated_at: write.moment.now, ..session.clone() }).await?;
        }
        let stored = write.tx.append_events(&session.id, &run.id, &events).await?;
        write.finish().await?;
        live.push(stored, true);
        Ok(())
    }

    async fn turns(&self, session: &SessionRow, but: &RunId) -> Result<Vec<Turn>> {
        let runs = self.0.store.runs(&session.id).await?;
        let earlier: Vec<&RunRow> = runs.iter().filter(|r| r.id != *but).collect();
        let mut turns = Vec::new();
        for run in earlier.iter().skip(earlier.len().saturating_sub(TURNS)) {
            turns.push(Turn { role: "user".into(), text: run.message.clone() });
            if let Some(text) = &run.text {
                turns.push(Turn { role: "assistant".into(), text: text.clone() });
            }
        }
        Ok(turns)
    }

    /// A run.
    ///
    /// # Errors
    /// When there is none, or the store fails.
    pub async fn run(&self, id: &RunId) -> Result<RunView> {
        let row = self.0.store.run(id).await?.ok_or_else(|| EngineError::NotFound(format!("run {id}")))?;
        let events = self.0.store.events(id, 0).await?;
        Ok(run_view(&row, &events))
    }

    /// Stops a run. One that has ended stays as it is.
    ///
    /// # Errors
    /// When there is none, or the store fails.
    pub async fn cancel_run(&self, id: &RunId) -> Result<RunView> {
        let live = self.0.live().get(id).cloned();
        if let Some(live) = live {
            live.cancelled.store(true, Ordering::SeqCst);
            let mut state = live.state.subscribe();
            // The run ends by itself as soon as it looks; an error means that it has ended.
            let _ = state.wait_for(|(_, last)| *last).await;
        }
        self.run(id).await
    }

    /// The events of a run with a greater number: those stored, then those to come, to the end.
    pub fn follow(&self, id: RunId, after: i64) -> impl Stream<Item = Result<NumberedEvent>> + Send + 'static {
        enum At {
            Start,
            Stored(VecDeque<NumberedEvent>),
            Live(Arc<Live>, watch::Receiver<(usize, bool)>, usize, VecDeque<NumberedEvent>),
            End,
        }
        let engine = self.clone();
        stream::unfold(At::Start, move |at| {
            let (engine, id) = (engine.clone(), id.clone());
            async move {
                let mut at = at;
                loop {
                    at = match at {
                        At::End => return None,
                        At::Start => {
                            let live = engine.0.live().get(&id).cloned();
                            match live {
                                Some(live) => {
                                    let state = live.state.subscribe();
                                    At::Live(live, state, 0, VecDeque::new())
                                }
                                None => match engine.stored_events(&id, after).await {
                                    Ok(events) => At::Stored(events.into()),
                                    Err(e) => return Some((Err(e), At::End)),
                                },
                            }
                        }
                        At::Stored(mut events) => match events.pop_front() {
                            Some(event) => return Some((Ok(event), At::Stored(events))),
                            None => return None,
                        },
                        At::Live(live, mut state, seen, mut ready) => {
                            if let Some(event) = ready.pop_front() {
                                return Some((Ok(event), At::Live(live, state, seen, ready)));
                            }
                            let (len, last) = *state.borrow_and_update();
                            if len > seen {
                                // More may have come since the length was read: what was taken counts, or it would be told twice.
                                let taken = live.from(seen);
                                let seen = seen + taken.len();
                                At::Live(live, state, seen, taken.into_iter().filter(|e| e.n > after).collect())
                            } else if last || state.changed().await.is_err() {
                                return None;
                            } else {
                                At::Live(live, state, seen, ready)
                            }
                        }
                    };
                }
            }
        })
    }

    async fn stored_events(&self, id: &RunId, after: i64) -> Result<Vec<NumberedEvent>> {
        if self.0.store.run(id).await?.is_none() {
            return Err(EngineError::NotFound(format!("run {id}")));
        }
        Ok(self.0.store.events(id, after).await?)
    }

    /// Conversations, last used first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn sessions(&self, limit: u32) -> Result<Vec<SessionView>> {
        let mut views = Vec::new();
        for row in self.0.store.sessions(limit).await? {
            let runs = self.0.store.runs(&row.id).await?.len() as u64;
            views.push(session_view(&row, runs));
        }
        Ok(views)
    }

    /// One conversation with its runs.
    ///
    /// # Errors
    /// When there is none, or the store fails.
    pub async fn session(&self, id: &SessionId) -> Result<SessionDetail> {
        let row = self.0.store.session(id).await?.ok_or_else(|| EngineError::NotFound(format!("session {id}")))?;
        let mut runs = Vec::new();
        for run in self.0.store.runs(id).await? {
            let events = self.0.store.events(&run.id, 0).await?;
            runs.push(run_view(&run, &events));
        }
        let clarify =
            row.pending.as_deref().and_then(|t| serde_json::from_str::<OpenQuestion>(t).ok()).map(|q| q.clarify);
        Ok(SessionDetail { session: session_view(&row, runs.len() as u64), runs, clarify })
    }

    /// What the planner makes of a sentence; nothing is stored.
    pub fn interpret(&self, text: &str) -> Answer {
        let clock = self.0.planner_clock();
        let world = self.0.world();
        let context = Context { history: world.batches.iter().cloned().collect(), ..Context::default() };
        interpret(text, &world.todos, &clock, &context)
    }

    /// Marks the runs that a crash cut off.
    pub(crate) async fn end_interrupted(&self) -> Result<()> {
        let cut = self.0.store.unfinished_runs().await?;
        if cut.is_empty() {
            return Ok(());
        }
        let mut write = Write::begin(&self.0).await?;
        for mut run in cut {
            run.status = RunStatus::Interrupted;
            run.finished_at = Some(write.moment.now);
            let error = ErrorBody {
                error: "interrupted".into(),
                message: "The server stopped while it worked on this. Nothing has been changed.".into(),
                details: None,
                hint: Some("Send the message again.".into()),
            };
            write.tx.put_run(&run).await?;
            write.tx.append_events(&run.session, &run.id, &[RunEvent::Error(error), RunEvent::Done(true)]).await?;
        }
        write.finish().await?;
        Ok(())
    }
}

impl Inner {
    /// What a message comes to. Without a model the planner decides; what it is unsure of is said.
    async fn think(
        &self,
        mode: Mode,
        said: &str,
        question: Option<&OpenQuestion>,
        turns: Vec<Turn>,
    ) -> Result<Thought> {
        let clock = self.planner_clock();
        let (answer, text) = {
            let world = self.world();
            let context = Context {
                clarify: question.map(|q| Pending {
                    question: q.clarify.question.clone(),
                    options: q.clarify.options.iter().map(|o| o.id).collect(),
                    instruction: q.instruction.clone(),
                }),
                history: world.batches.iter().cloned().collect(),
                turns,
            };
            let answer = interpret(said, &world.todos, &clock, &context);
            let text = reply(&answer, &world.todos, &clock);
            (answer, text)
        };
        let talk = |decision, text| Thought {
            decision,
            text,
            proposals: Vec::new(),
            clarify: None,
            answer: None,
            source: Source::Request,
        };
        if mode == Mode::Chat && matches!(answer.decision, Decision::Plan | Decision::Clarify) {
            let text = format!(
                "This is chat, so nothing is proposed. {} Send it in Auto or Plan to review the change before it is made.",
                if answer.decision == Decision::Plan {
                    "That would change your todos."
                } else {
                    "That needs an answer first."
                }
            );
            return Ok(Thought { answer: Some(answer), ..talk("chat", text) });
        }
        Ok(match answer.decision {
            Decision::Chat => Thought { answer: Some(answer), ..talk("chat", text) },
            Decision::Unsure => Thought { answer: Some(answer), ..talk("unsure", text) },
            Decision::Clarify => {
                // The answer is understood together with the first sentence, not with the last question.
                let clarify = self.clarify(&answer);
                // After a second question the pending instruction is still the sentence that began it.
                let instruction = match question {
                    Some(q) if answers_pending(said) => q.instruction.clone(),
                    _ => said.to_owned(),
                };
                Thought {
                    clarify: Some(OpenQuestion { clarify, instruction }),
                    answer: Some(answer),
                    ..talk("clarify", text)
                }
            }
            Decision::Plan => {
                let (proposals, source) = self.proposals(&answer, said).await?;
                if proposals.is_empty() {
                    return Ok(talk("chat", "There is nothing to take back.".to_owned()));
                }
                Thought { decision: "plan", text, proposals, clarify: None, answer: Some(answer), source }
            }
        })
    }

    /// The planner's operations as proposals; undo becomes the inverses of what it names.
    async fn proposals(&self, answer: &Answer, said: &str) -> Result<(Vec<Proposal>, Source)> {
        let mut proposals = Vec::new();
        let mut entries: Vec<Seq> = Vec::new();
        for op in &answer.ops {
            match op {
                Operation::Undo { batch, item } => {
                    let name = item.as_deref().or(batch.as_deref()).unwrap_or_default();
                    let Some(seq) = name.split('.').next().and_then(|s| s.parse().ok()).map(Seq) else { continue };
                    match self.undo_proposals(seq, None, Conflicts::Keep).await {
                        Ok(undo) => {
                            proposals.extend(undo.proposals);
                            entries.extend(undo.entries);
                        }
                        Err(EngineError::NothingToUndo | EngineError::NotFound(_)) => {}
                        Err(e) => return Err(e),
                    }
                }
                op => proposals.push(Proposal::of(op.clone(), said)),
            }
        }
        // The planner's warnings that the core does not find by itself.
        if let Some(first) = proposals.first_mut() {
            first.warnings.extend(
                answer
                    .warnings
                    .iter()
                    .filter(|c| !matches!(c.as_str(), "possible_duplicate" | "repeating_excluded" | "no_effect"))
                    .map(|c| warning(c)),
            );
        }
        let source = if entries.is_empty() { Source::Request } else { Source::Undo { entries } };
        Ok((proposals, source))
    }

    fn clarify(&self, answer: &Answer) -> Clarify {
        let world = self.world();
        let options = answer
            .options
            .iter()
            .filter_map(|id| world.todos.todo(*id))
            .map(|t| S0Option { id: t.id, title: t.title.chars().take(200).collect(), scheduled_for: t.scheduled_for })
            .collect();
        let mut sections = answer.sections.clone();
        for section in &mut sections {
            for option in &mut section.options {
                // Chips name the todo with its date, rendered from the data.
                if section.kind == "which"
                    && let Some(todo) = option.value.as_i64().and_then(|id| world.todos.todo(TodoId(id)))
                {
                    option.label = named(todo);
                }
            }
        }
        Clarify {
            question_id: Uuid::now_v7().to_string(),
            question: answer.question.clone().unwrap_or_else(|| "Which one?".to_owned()),
            sections,
            options,
        }
    }
}

/// A short answer rather than a new sentence. The planner has decided already; this only tells
/// which sentence the next answer belongs to.
fn answers_pending(said: &str) -> bool {
    said.split_whitespace().count() <= 4
}

/// A selection as the words the planner understands as an answer.
fn spoken(message: &str, answer: &ClarifyAnswer, open: Option<&OpenQuestion>) -> Result<String> {
    if let Some(id) = &answer.question_id
        && open.is_none_or(|q| q.clarify.question_id != *id)
    {
        return Err(EngineError::StaleQuestion);
    }
    if open.is_none() {
        // A choice without a question means nothing; words still mean what they say.
        return if message.is_empty() { Err(EngineError::StaleQuestion) } else { Ok(message.to_owned()) };
    }
    let Some(ClarifySelection { ids, date, priority, values }) = &answer.selection else {
        return Ok(message.to_owned());
    };
    let mut parts: Vec<String> = Vec::new();
    if !ids.is_empty() {
        parts.push(ids.iter().map(|id| format!("#{id}")).collect::<Vec<_>>().join(" and "));
    }
    if let Some(date) = date {
        parts.push(date.to_string());
    }
    if let Some(priority) = priority {
        parts.push(json!(priority).as_str().unwrap_or_default().to_owned());
    }
    for value in values {
        parts.push(match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        });
    }
    Ok(if parts.is_empty() { message.to_owned() } else { parts.join(", ") })
}

/// A planner warning for people.
fn warning(code: &str) -> Problem {
    let message = match code {
        "future_occurrence" => "This is a future occurrence: nothing was due yet.",
        "repeating_excluded" => "Repeating todos are left out.",
        "possible_duplicate" => "A todo with this title is open already.",
        "series_change" | "whole_series" | "series" => "This changes the whole series.",
        "clears_completed_dates" => "This forgets which dates were completed.",
        "no_effect" => "It is so already.",
        other => {
            return Problem {
                code: other.to_owned().into(),
                message: other.replace('_', " "),
                hint: hint(other).to_owned(),
                path: None,
            };
        }
    };
    Problem {
        code: code.to_owned().into(),
        message: message.to_owned(),
        hint: "Look at the item before you sign it.".to_owned(),
        path: None,
    }
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

fn title_of(message: &str) -> String {
    let line: String = message.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(80) {
        Some((at, _)) => format!("{}…", line.get(..at).unwrap_or_default()),
        None => line,
    }
}

fn session_view(row: &SessionRow, runs: u64) -> SessionView {
    SessionView {
        id: row.id.clone(),
        title: row.title.clone(),
        runs,
        waiting: row.pending.is_some(),
        created_at: row.created_at,
        updated_at: row.updated_at,
    }
}

fn run_view(row: &RunRow, events: &[NumberedEvent]) -> RunView {
    let clarify = events.iter().find_map(|e| if let RunEvent::Clarify(c) = &e.event { Some(c.clone()) } else { None });
    let consumed = events
        .iter()
        .find_map(|e| if let RunEvent::Understood { consumed, .. } = &e.event { Some(consumed.clone()) } else { None })
        .unwrap_or_default();
    let set: Option<SetId> = row.change_set;
    RunView {
        id: row.id.clone(),
        session: row.session.clone(),
        status: row.status,
        mode: row.mode,
        message: row.message.clone(),
        decision: row.decision.clone(),
        text: row.text.clone(),
        change_set: set,
        clarify,
        consumed,
        created_at: row.created_at,
        finished_at: row.finished_at,
    }
}
