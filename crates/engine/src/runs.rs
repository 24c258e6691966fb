//! Runs: one message and everything that follows, as numbered, stored events (DESIGN §4, §5).
//!
//! The message is stored before anything is worked out; the outcome — change set, question or
//! answer, with all events — is stored in one transaction. A run that a crash cut off is marked
//! interrupted at the next start; nothing of it was half done.

use crate::review::Key;
use crate::turns::Message;
use crate::under_way::Answering;
use crate::write::Write;
use crate::{Engine, EngineError, Result};
use countersign_assistant::Alternative;
use countersign_core::ids::{ImageId, RunId, SessionId, SetId, TodoId};
use countersign_core::problem::Problem;
use countersign_core::session::Carried;
use countersign_core::wire::{
    AgentInput, CallUsage, Clarify, ClarifyAnswer, ClarifySelection, ErrorBody, Mode, NewRun, RunEvent, RunStatus,
    RunView, SessionView, UsageTotal,
};
use countersign_planner::interpret::{Answer, Context, interpret};
use countersign_store::{NumberedEvent, RunRow, SessionRow};
use futures_core::Stream;
use futures_util::stream;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;

/// Longest message, in characters.
const MAX_MESSAGE: usize = 20_000;

/// A conversation with its runs.
#[derive(Debug, Clone)]
pub struct SessionDetail {
    /// It.
    pub session: SessionView,
    /// Its runs, oldest first.
    pub runs: Vec<RunView>,
    /// The question that waits for an answer.
    pub clarify: Option<Clarify>,
    /// What it goes on with, where it was handed off or extended.
    pub carried: Option<Carried>,
}

/// A run in progress: its events so far, for those who follow it.
pub(crate) struct Live {
    events: Mutex<Vec<NumberedEvent>>,
    /// How many there are; and whether that is all.
    state: watch::Sender<(usize, bool)>,
    pub(crate) cancel: CancellationToken,
    /// An agent's run is to wait after the step that is under way.
    pub(crate) pause: std::sync::atomic::AtomicBool,
    /// Where a run in sub-tasks hears the person while it works.
    pub(crate) words: Mutex<Option<Words>>,
    /// That it answers the question of its session.
    answers: Mutex<Option<Answering>>,
    session: SessionId,
}

/// A person's word to a run that works, and where it is answered whether it was taken.
pub(crate) type Words = mpsc::UnboundedSender<(AgentInput, oneshot::Sender<Result<()>>)>;

impl Live {
    pub(crate) fn new(session: SessionId) -> Self {
        Self {
            events: Mutex::new(Vec::new()),
            state: watch::channel((0, false)).0,
            cancel: CancellationToken::new(),
            pause: std::sync::atomic::AtomicBool::new(false),
            words: Mutex::new(None),
            answers: Mutex::new(None),
            session,
        }
    }

    /// Holds the question of the session, which the run answers.
    fn answering(self, question: Option<Answering>) -> Self {
        Self { answers: Mutex::new(question), ..self }
    }

    pub(crate) fn push(&self, new: Vec<NumberedEvent>, last: bool) {
        let mut events = self.events.lock().unwrap_or_else(PoisonError::into_inner);
        events.extend(new);
        if last {
            // Whoever sees the end may answer again what it left open.
            drop(self.answers.lock().unwrap_or_else(PoisonError::into_inner).take());
        }
        self.state.send_replace((events.len(), last));
    }

    fn from(&self, at: usize) -> Vec<NumberedEvent> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).iter().skip(at).cloned().collect()
    }
}

/// The question a session waits on, as stored in its row.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct OpenQuestion {
    pub(crate) clarify: Clarify,
    pub(crate) instruction: String,
    /// What was answered to earlier questions about it, in order.
    #[serde(default)]
    pub(crate) answers: Vec<String>,
    /// What each answer would propose, where that is known already.
    #[serde(default)]
    pub(crate) alternatives: Vec<Alternative>,
}

impl Engine {
    /// Stores a message and begins to work on it; a run under way in the same session is replaced
    /// (S0-41).
    ///
    /// # Errors
    /// `invalid_message`, an unknown session, `stale_question`, or a failing store.
    pub async fn start_run(&self, new: NewRun) -> Result<RunView> {
        self.start_run_once(new, None).await
    }

    /// The same under a key: what was begun under it already is told of as it stands.
    ///
    /// # Errors
    /// As [`Self::start_run`].
    pub async fn start_run_once(&self, new: NewRun, key: Option<Key>) -> Result<RunView> {
        let again = |engine: Self, id| async move { engine.run(&RunId(id)).await };
        self.once(key, again, |engine, key| async move { engine.start(new, None, key).await }).await
    }

    /// As [`Self::start_run`]; a picture that is made takes the place of this one.
    pub(crate) async fn start(&self, new: NewRun, replaces: Option<ImageId>, key: Option<Key>) -> Result<RunView> {
        let message = match &new.about {
            Some(at) => self.about_command(at, new.message.trim()).await?,
            None => new.message.trim().to_owned(),
        };
        let chosen = new.clarify.as_ref().and_then(|c| c.selection.as_ref()).is_some();
        let wordless = chosen || !new.images.is_empty();
        let wrong = if message.is_empty() && !wordless {
            Some(("the message is empty", "Say what should change, or ask about your todos."))
        } else if message.contains('\0') {
            Some(("the message holds a NUL character", "Take it out and send the message again."))
        } else if message.chars().count() > MAX_MESSAGE {
            Some(("the message is too long", "At most 20 000 characters; bring long lists in with import."))
        } else {
            None
        };
        if let Some((what, hint)) = wrong {
            return Err(EngineError::Bad(Problem::new("invalid_message", what).hinting(hint).at("/message")));
        }
        if let Some(pausing) = self.plan_is_edited(&new, &message).await? {
            return self.paused_once(pausing, key).await;
        }
        if let Some(goes_on) = self.said_to_waiting(&new, &message, key.as_ref()).await? {
            return Ok(goes_on);
        }
        crate::images::can_begin(&new, &self.models())?;
        let given = self.given_images(&new).await?;
        let agent = match new.mode {
            Mode::Agent => {
                let mut options = new.agent.clone().unwrap_or_default();
                options.workspace = options.workspace.or_else(|| new.workspace.clone().map(|id| id.0));
                Some(self.agent_start(options)?)
            }
            Mode::Auto | Mode::Chat | Mode::Plan | Mode::Image => None,
        };
        let engine = self.clone();
        self.detached(async move {
            let inner = engine.0.clone();
            let now = inner.clock.now();
            // Before the session is read: who ends an answer meanwhile has stored what became of the question.
            let answers = |c: &ClarifyAnswer| c.question_id.is_some() || c.selection.is_some();
            let answering = match (&new.session, &new.clarify) {
                (Some(session), Some(answer)) if answers(answer) => Some(inner.answered_now.take(session)?),
                _ => None,
            };
            let of_command = match (&new.session, &new.about) {
                (None, Some(at)) => inner.store.change_set(at.set).await?.and_then(|set| set.session),
                _ => None,
            };
            let session = match new.session.as_ref().or(of_command.as_ref()) {
                Some(id) => {
                    let row = inner.session_row(id).await?;
                    inner.not_deleted(id).await?;
                    // One that was begun without a message is called by its first.
                    let title = if row.title.is_empty() { title_of(&message) } else { row.title.clone() };
                    SessionRow { title, ..row }
                }
                None => SessionRow {
                    id: SessionId(inner.ids.next().to_string()),
                    title: title_of(&message),
                    pending: None,
                    created_at: now,
                    updated_at: now,
                },
            };
            // A clock that was set back puts nothing before what was said already.
            let now = if session.updated_at > now {
                let one = jiff::SignedDuration::from_nanos(1);
                session.updated_at.saturating_add(one).unwrap_or(session.updated_at)
            } else {
                now
            };
            let question: Option<OpenQuestion> =
                session.pending.as_deref().and_then(|text| serde_json::from_str(text).ok());
            let said = match &new.clarify {
                Some(answer) => spoken(&message, answer, question.as_ref())?,
                None => message.clone(),
            };
            for live in inner.live().values().filter(|l| l.session == session.id) {
                live.cancel.cancel();
            }
            let run = RunRow {
                id: RunId(inner.ids.next().to_string()),
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
            let live = Arc::new(Live::new(session.id.clone()).answering(answering));
            let mut write = Write::begin(&inner).await?;
            write.tx.put_session(&SessionRow { updated_at: now, ..session.clone() }).await?;
            write.tx.put_run(&run).await?;
            if let Some(start) = &agent {
                write.tx.put_agent_state(&run.id, &start.text()).await?;
            }
            let mut first = vec![RunEvent::Stage { stage: "routing".into(), decision: None }];
            let given = write.given_with(&session.id, &run.id, given).await?;
            if !given.is_empty() {
                first.push(RunEvent::Given { images: given.clone() });
            }
            let first = write.append_events(&session.id, &run.id, &first).await?;
            write.makes(key, &run.id).await?;
            write.finish().await?;
            live.push(first, false);
            inner.live().insert(run.id.clone(), live.clone());
            let view = run_view(&run, &[]);
            match agent {
                Some(start) => drop(tokio::spawn(engine.agent_begin(run, start, live))),
                None => {
                    let message = Message {
                        said,
                        question,
                        selection: new.clarify.and_then(|c| c.selection),
                        workspace: new.workspace,
                        about_command: new.about.is_some(),
                        images: given,
                        count: new.count,
                        replaces,
                    };
                    drop(tokio::spawn(engine.work(session, run, message, live)));
                }
            }
            Ok(view)
        })
        .await
    }

    /// A run.
    ///
    /// # Errors
    /// When there is none, or the store fails.
    pub async fn run(&self, id: &RunId) -> Result<RunView> {
        let row = self.0.store.run(id).await?.ok_or_else(|| EngineError::NotFound(format!("run {id}")))?;
        let events = self.0.store.events(id, 0).await?;
        self.pictured(self.ticked(run_view(&self.as_it_stands(row), &events)).await?).await
    }

    /// A run that was just given what it waited for goes on before that is stored.
    pub(crate) fn as_it_stands(&self, row: RunRow) -> RunRow {
        let goes_on = row.status == RunStatus::Waiting && self.0.live().contains_key(&row.id);
        RunRow { status: if goes_on { RunStatus::Running } else { row.status }, ..row }
    }

    /// Stops a run. One that has ended stays as it is.
    ///
    /// # Errors
    /// When there is none, or the store fails.
    pub async fn cancel_run(&self, id: &RunId) -> Result<RunView> {
        let live = self.0.live().get(id).cloned();
        if let Some(live) = live {
            live.cancel.cancel();
            let mut state = live.state.subscribe();
            // The run ends by itself as soon as it looks; an error means that it has ended.
            let _ = state.wait_for(|(_, last)| *last).await;
        } else {
            // One that waits, or that a crash cut off and nobody goes on with.
            let idle = |run: &RunRow| matches!(run.status, RunStatus::Waiting | RunStatus::Running);
            if self.0.store.run(id).await?.is_some_and(|run| run.mode == Mode::Agent && idle(&run)) {
                return self.cancel_agent(id).await;
            }
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

    /// Whether a run has an event of this number or a later one: whoever names one that it has not
    /// yet had means another run.
    ///
    /// # Errors
    /// `not_found`; when the store fails.
    pub async fn has_event(&self, id: &RunId, n: i64) -> Result<bool> {
        Ok(!self.stored_events(id, n.saturating_sub(1)).await?.is_empty())
    }

    async fn stored_events(&self, id: &RunId, after: i64) -> Result<Vec<NumberedEvent>> {
        if self.0.store.run(id).await?.is_none() {
            return Err(EngineError::NotFound(format!("run {id}")));
        }
        Ok(self.0.store.events(id, after).await?)
    }

    /// Stores that a run failed, and gives what its followers hear: also when even that cannot be
    /// stored.
    pub(crate) async fn run_failed(&self, run: &mut RunRow, e: &EngineError) -> Vec<NumberedEvent> {
        run.status = RunStatus::Failed;
        finished(run, self.now());
        let events = vec![RunEvent::Error(e.body()), RunEvent::Done(true)];
        let stored = async {
            let mut write = Write::begin(&self.0).await?;
            write.tx.put_run(run).await?;
            let stored = write.append_events(&run.session, &run.id, &events).await?;
            write.finish().await?;
            Ok::<_, EngineError>(stored)
        };
        stored.await.unwrap_or_else(|_| {
            let at = Some(self.now());
            events.into_iter().zip(1_000_000..).map(|(event, n)| NumberedEvent { n, at, event }).collect()
        })
    }

    /// What the planner makes of a sentence; nothing is stored.
    pub fn interpret(&self, text: &str) -> Answer {
        let clock = self.0.planner_clock();
        let world = self.0.world();
        let context = Context { history: world.past.batches().cloned().collect(), ..Context::default() };
        interpret(text, &world.todos, &clock, &context)
    }

    /// Marks the runs that a crash cut off. Those of agents that were stored stay: they can go on.
    pub(crate) async fn end_interrupted(&self) -> Result<()> {
        let mut cut = Vec::new();
        for run in self.0.store.unfinished_runs().await? {
            if run.mode != Mode::Agent || !self.agent_goes_on(&run.id).await? {
                cut.push(run);
            }
        }
        if cut.is_empty() {
            return Ok(());
        }
        let mut write = Write::begin(&self.0).await?;
        for mut run in cut {
            run.status = RunStatus::Interrupted;
            finished(&mut run, write.moment.now);
            let error = ErrorBody {
                error: "interrupted".into(),
                message: "The server stopped while it worked on this. Nothing has been changed.".into(),
                details: None,
                hint: Some("Send the message again.".into()),
            };
            write.tx.put_run(&run).await?;
            write.append_events(&run.session, &run.id, &[RunEvent::Error(error), RunEvent::Done(true)]).await?;
        }
        write.finish().await?;
        Ok(())
    }
}

/// A run ends now; by a clock that was set back it does not end before it began.
pub(crate) fn finished(run: &mut RunRow, now: jiff::Timestamp) {
    run.finished_at = Some(now.max(run.created_at));
}

/// The last words of a run: the product's own, and a model's apart from them. The row keeps both, for
/// who looks for words; which are the model's its event tells.
pub(crate) fn last_words(
    run: &mut RunRow,
    text: String,
    said: Option<String>,
    operations: Vec<countersign_core::wire::OpErrors>,
) -> Vec<RunEvent> {
    let said = said.filter(|said| !said.is_empty());
    let both = [text.as_str(), said.as_deref().unwrap_or_default()];
    run.text = Some(both.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(BETWEEN));
    let mut events = Vec::new();
    events.extend(said.clone().map(|text| RunEvent::Said { text }));
    if !text.is_empty() {
        events.push(RunEvent::Summary { text: text.clone() });
    }
    events.push(RunEvent::Result { text, said, operations });
    events
}

/// Between the product's words and a model's.
const BETWEEN: &str = "\n\n";

/// The product's words of a run's text, and the model's.
pub(crate) fn parted(row: &RunRow, heard: Option<&str>) -> (Option<String>, Option<String>) {
    let Some(text) = &row.text else {
        // While it is being said.
        return (None, heard.filter(|_| row.status == RunStatus::Running).map(str::to_owned));
    };
    match heard.and_then(|said| Some((said, text.strip_suffix(said)?))) {
        None => (Some(text.clone()), None),
        Some((said, own)) => {
            let own = own.strip_suffix(BETWEEN).unwrap_or(own);
            ((!own.is_empty()).then(|| own.to_owned()), Some(said.to_owned()))
        }
    }
}

/// A selection as the words the planner understands as an answer.
fn spoken(message: &str, answer: &ClarifyAnswer, open: Option<&OpenQuestion>) -> Result<String> {
    if let Some(id) = &answer.question_id
        && open.is_none_or(|q| q.clarify.question_id != *id)
    {
        return Err(EngineError::StaleQuestion);
    }
    let Some(open) = open else {
        // A choice without a question means nothing; words still mean what they say.
        return if message.is_empty() { Err(EngineError::StaleQuestion) } else { Ok(message.to_owned()) };
    };
    let Some(selection) = &answer.selection else { return Ok(message.to_owned()) };
    if let Some(stray) = not_offered(selection, &open.clarify) {
        let problem = Problem::new("invalid_clarify", format!("{stray} is none of the choices of that question"));
        return Err(EngineError::Bad(
            problem.hinting("Send back a value that it offers, or answer in words.").at("/clarify"),
        ));
    }
    let ClarifySelection { ids, date, priority, values } = selection;
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

/// What of a selection the question does not offer. A date and a priority can be others than it names.
fn not_offered(selection: &ClarifySelection, clarify: &Clarify) -> Option<Value> {
    let offered = || clarify.sections.iter().flat_map(|section| &section.options).map(|option| &option.value);
    let todo = |id: &TodoId| clarify.options.iter().any(|o| o.id == *id) || offered().any(|value| *value == json!(id));
    let strays = selection.ids.iter().filter(|id| !todo(id)).map(|id| json!(id));
    strays.chain(selection.values.iter().filter(|value| !offered().any(|one| one == *value)).cloned()).next()
}

pub(crate) fn title_of(message: &str) -> String {
    let line: String = message.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(80) {
        Some((at, _)) => format!("{}…", line.get(..at).unwrap_or_default()),
        None => line,
    }
}

pub(crate) fn add_usage(sum: &mut UsageTotal, call: &CallUsage) {
    sum.calls += 1;
    sum.prompt_tokens += call.prompt_tokens;
    sum.completion_tokens += call.completion_tokens;
    sum.elapsed_ms += call.elapsed_ms;
    sum.cost_micros += call.cost_millionths;
    sum.hosted |= call.hosted;
}

pub(crate) fn run_view(row: &RunRow, events: &[NumberedEvent]) -> RunView {
    let clarify = events.iter().find_map(|e| if let RunEvent::Clarify(c) = &e.event { Some(c.clone()) } else { None });
    let understood = events.iter().find_map(|e| match &e.event {
        RunEvent::Understood { consumed, about, .. } => Some((consumed.clone(), about.clone())),
        _ => None,
    });
    let (consumed, about) = understood.unwrap_or_default();
    let set: Option<SetId> = row.change_set;
    let mut usage = UsageTotal::default();
    let (mut model, mut notes, mut traced) = (None, Vec::new(), false);
    let (mut context, mut reply, mut heard) = (None, None, None);
    let (mut images, mut given, mut error) = (Vec::new(), Vec::new(), None);
    for event in events {
        match &event.event {
            RunEvent::Usage(call) => {
                add_usage(&mut usage, call);
                model = Some(call.model.clone());
            }
            RunEvent::Recovery { what, .. } if !notes.contains(what) => notes.push(what.clone()),
            RunEvent::Trace { .. } => traced = true,
            RunEvent::Context(found) => context = Some(found.clone()),
            RunEvent::Reply(said) => reply = Some(said.clone()),
            RunEvent::Image(step) => images.extend(step.image.clone()),
            RunEvent::Given { images } => given.clone_from(images),
            RunEvent::Said { text } => heard = Some(text.as_str()),
            RunEvent::Error(body) => error = Some(body.clone()),
            _ => {}
        }
    }
    let (text, said) = parted(row, heard);
    RunView {
        id: row.id.clone(),
        session: row.session.clone(),
        status: row.status,
        mode: row.mode,
        message: row.message.clone(),
        decision: row.decision.clone(),
        text,
        said,
        change_set: set,
        clarify,
        consumed,
        about,
        model,
        usage,
        notes,
        traced,
        agent: (row.mode == Mode::Agent).then(|| crate::agent::view(row.status, events)),
        plan: None,
        context,
        reply,
        images,
        given,
        error,
        created_at: row.created_at,
        finished_at: row.finished_at,
    }
}
