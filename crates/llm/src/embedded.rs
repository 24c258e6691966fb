//! Models in this process: crate `countersign-gguf` behind the same stream as every other provider.
//!
//! Each model file has a thread of its own, started by its first call, which opens the file and answers
//! one call after the other; calls wait in line and say so. Nothing of it runs on the event loop, and
//! no connection is opened.

use crate::answer::Answer;
use crate::catalogue::{DEFAULT_CONTEXT, Dialect, Model, Structured};
use crate::conversation::label;
use crate::error::LlmError;
use crate::models::{Capabilities, Delta, Lamp, Models};
use crate::schema;
use crate::wire::{arranged, plain_speaker, say_schema};
use countersign_core::model::{Call, Finish, Message, Reply, Role};
use countersign_gguf as gguf;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use tokio::sync::mpsc as stream;
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;

/// The name of the provider whose models run in this process.
pub const PROVIDER: &str = "embedded";
/// The file of an installed model, in a folder of its name.
const FILE: &str = "model.gguf";
/// Tokens that the shortest question takes with its answer.
const LEAST_CONTEXT: usize = 512;

/// The file that an id of the provider means: a path, or the name of an installed model.
pub fn file_of(id: &str, folder: Option<&Path>) -> Option<PathBuf> {
    if id.ends_with(".gguf") || id.contains(['/', '\\']) {
        return Some(PathBuf::from(id));
    }
    let plain = !id.is_empty() && !id.starts_with('.') && !id.contains(':');
    folder.filter(|_| plain).map(|folder| folder.join(id).join(FILE))
}

/// The threads, by file.
#[derive(Debug, Default)]
pub(crate) struct Hosts(Mutex<BTreeMap<PathBuf, Host>>);

/// A model's thread. It ends when nobody can call it any more.
#[derive(Debug, Clone)]
struct Host {
    calls: mpsc::Sender<Work>,
    /// Calls that wait or are answered.
    line: Arc<AtomicUsize>,
    /// Why reading ahead failed.
    fault: Arc<Mutex<Option<gguf::GgufError>>>,
}

/// How a file is run.
#[derive(Debug, Clone)]
struct Way {
    context: usize,
    llama_cpp: bool,
    renderer: gguf::Renderer,
}

impl Way {
    fn open(&self, path: &Path) -> Result<gguf::Engine, gguf::GgufError> {
        let options = gguf::Options { context: self.context, ..gguf::Options::default() };
        let model = gguf::Model::open_with(path, &self.renderer)?;
        match self.llama_cpp {
            true => gguf::Engine::with_llama_cpp(model, options),
            false => Ok(gguf::Engine::new(model, options)),
        }
    }
}

/// Tries a model file out: it is read whole, a short chat is written in its words, and one token of an
/// answer computed.
///
/// # Errors
/// Why it cannot answer a message.
pub fn try_out(path: &Path, renderer: &gguf::Renderer) -> Result<gguf::Info, gguf::GgufError> {
    let way = Way { context: LEAST_CONTEXT, llama_cpp: false, renderer: renderer.clone() };
    let mut engine = way.open(path)?;
    let info = engine.model().info().clone();
    if info.shape.trained < LEAST_CONTEXT {
        return Err(gguf::GgufError::Context { needed: LEAST_CONTEXT, limit: info.shape.trained });
    }
    let one = |role: &str, content: &str| gguf::Message { role: role.to_owned(), content: content.to_owned() };
    let request = gguf::Request {
        prompt: gguf::Prompt::Chat(vec![
            one("system", "Answer in one word."),
            one("user", "Which day is after Monday?"),
        ]),
        schema: None,
        max_tokens: 1,
        temperature: 0.0,
        seed: 0,
        stop: Vec::new(),
    };
    engine.complete(&request, &|| false, &mut |_| {})?;
    Ok(info)
}

/// What a thread is given to do.
enum Work {
    Answer(Box<Job>),
    /// Reads the beginning of prompts to come, as long as nobody waits for an answer.
    Prepare(gguf::Prompt),
}

struct Job {
    request: gguf::Request,
    /// The schema as every runtime takes it, should the request's be beyond the engine.
    plainer: Option<Value>,
    cancelled: Arc<AtomicBool>,
    heard: stream::UnboundedSender<Heard>,
}

enum Heard {
    Text(String),
    Done(Box<Result<gguf::Completion, gguf::GgufError>>),
}

/// Tells the thread that nobody waits any more, and leaves the line.
struct Waiting {
    cancelled: Arc<AtomicBool>,
    line: Arc<AtomicUsize>,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
        self.line.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Hosts {
    fn host(&self, path: &Path, way: Way) -> Result<Host, std::io::Error> {
        let mut hosts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(host) = hosts.get(path) {
            return Ok(host.clone());
        }
        let (calls, jobs) = mpsc::channel();
        let host = Host { calls, line: Arc::default(), fault: Arc::default() };
        let (file, line, fault) = (path.to_owned(), Arc::clone(&host.line), Arc::clone(&host.fault));
        let work = move || serve(&file, &way, &jobs, &line, &fault);
        std::thread::Builder::new().name("model".to_owned()).spawn(work)?;
        hosts.insert(path.to_owned(), host.clone());
        Ok(host)
    }

    /// How many calls wait for a model or are answered by it.
    pub(crate) fn line(&self, path: &Path) -> usize {
        let hosts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        hosts.get(path).map_or(0, |host| host.line.load(Ordering::Relaxed))
    }

    /// Why reading ahead failed, as this says it.
    fn fault(&self, path: &Path, say: impl Fn(&gguf::GgufError) -> String) -> Option<String> {
        let hosts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        hosts.get(path)?.fault.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(say)
    }

    /// A thread that ended is started anew by the next call.
    fn forget(&self, path: &Path) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(path);
    }
}

/// The thread: opens the file at the first call, and again at the next if that failed.
fn serve(
    path: &Path,
    way: &Way,
    work: &mpsc::Receiver<Work>,
    line: &AtomicUsize,
    fault: &Mutex<Option<gguf::GgufError>>,
) {
    let mut engine: Option<gguf::Engine> = None;
    while let Ok(work) = work.recv() {
        let job = match work {
            Work::Answer(job) if job.cancelled.load(Ordering::Relaxed) => continue,
            Work::Answer(job) => Some(job),
            Work::Prepare(_) if line.load(Ordering::Relaxed) > 0 => continue,
            Work::Prepare(prompt) => {
                let wanted = || line.load(Ordering::Relaxed) > 0;
                let opened = engine.take().map_or_else(|| way.open(path), Ok);
                let read = opened.and_then(|opened| engine.insert(opened).prepare(&prompt, &wanted));
                // Given up for an answer, which says what is wrong.
                let failed = read.err().filter(|_| !wanted());
                *fault.lock().unwrap_or_else(PoisonError::into_inner) = failed;
                None
            }
        };
        if let Some(job) = job {
            let done = match &mut engine {
                Some(engine) => answer(engine, &job),
                None => way.open(path).and_then(|opened| answer(engine.insert(opened), &job)),
            };
            // Whoever asked may be gone; the next one is served all the same.
            let _ = job.heard.send(Heard::Done(Box::new(done)));
        }
    }
}

fn answer(engine: &mut gguf::Engine, job: &Job) -> Result<gguf::Completion, gguf::GgufError> {
    let cancelled = || job.cancelled.load(Ordering::Relaxed);
    let mut show = |text: &str| drop(job.heard.send(Heard::Text(text.to_owned())));
    match (engine.complete(&job.request, &cancelled, &mut show), &job.plainer) {
        (Err(gguf::GgufError::Grammar(_)), Some(plainer)) => {
            let request = gguf::Request { schema: Some(plainer.clone()), ..job.request.clone() };
            engine.complete(&request, &cancelled, &mut show)
        }
        (done, _) => done,
    }
}

impl Models {
    /// The file of a model that runs in this process; absent for every other.
    pub(crate) fn embedded_file(&self, model: &Model) -> Option<PathBuf> {
        let catalogue = self.catalogue();
        let own = catalogue.providers.get(&model.provider).is_some_and(|p| p.base_url.is_here());
        own.then(|| file_of(&model.id, catalogue.folder.as_deref()).unwrap_or_default())
    }

    /// Has the role's model read the beginning of prompts to come, if it runs in this process and is
    /// idle; returns at once. The first answer then comes sooner (MODELS §1).
    pub fn prepare(&self, role: Role, mut messages: Vec<Message>) {
        let Some(model) = self.catalogue().choose(role, self.task) else { return };
        model.tell(&mut messages);
        let Some(path) = self.embedded_file(model).filter(|path| path.is_file()) else { return };
        if let Ok(host) = self.shared.hosts.host(&path, self.way(model)) {
            // A thread that has ended is found by the next call.
            let _ = host.calls.send(Work::Prepare(chat(arranged(&messages))));
        }
    }

    /// Has a model of this process answer.
    pub(crate) async fn call_embedded(
        &self,
        model: &Model,
        path: &Path,
        call: &Call,
        progress: &mut (dyn FnMut(Delta) + Send),
        cancel: &CancellationToken,
    ) -> Result<Reply, LlmError> {
        let started = Instant::now();
        let limits = &self.catalogue().limits;
        let deadline = started + limits.total;
        let messages = self.shared_messages(model, call);
        let sent: Vec<String> = messages.iter().map(|m| m.content.clone()).collect();
        let job = self.request_embedded(model, call, messages);
        let unusable = |why: String| LlmError::Unusable {
            model: model.name.clone(),
            why,
            hint: "Try again, or use another model.".to_owned(),
        };
        let host = self.shared.hosts.host(path, self.way(model)).map_err(|e| unusable(e.to_string()))?;
        let ahead = host.line.fetch_add(1, Ordering::Relaxed);
        let waiting = Waiting { cancelled: Arc::default(), line: Arc::clone(&host.line) };
        let (heard, mut hear) = stream::unbounded_channel();
        let (request, plainer) = job;
        // What a schema holds comes to its end by itself: every text in it has a longest.
        let bounded = request.schema.is_some();
        let job = Job { request, plainer, cancelled: Arc::clone(&waiting.cancelled), heard };
        if host.calls.send(Work::Answer(Box::new(job))).is_err() {
            self.shared.hosts.forget(path);
            return Err(unusable("its thread has ended".to_owned()));
        }
        if ahead > 0 {
            progress(Delta::Queued { ahead: u32::try_from(ahead).unwrap_or(u32::MAX) });
        }
        let (mut answer, mut cut) = (Answer::default(), None);
        while cut.is_none() {
            let next = tokio::select! {
                biased;
                () = cancel.cancelled() => {
                    cut = Some("it was cancelled".to_owned());
                    break;
                }
                next = timeout_at(deadline, hear.recv()) => next,
            };
            match next {
                Err(_) => cut = Some(format!("{} s were over", limits.total.as_secs_f32())),
                Ok(None) => {
                    self.shared.hosts.forget(path);
                    return Err(unusable("its thread has ended".to_owned()));
                }
                Ok(Some(Heard::Text(text))) => {
                    let mut out = Vec::new();
                    answer.push_text(&text, &mut out);
                    out.into_iter().filter(|d| !matches!(d, Delta::Text(t) if t.is_empty())).for_each(&mut *progress);
                    if answer.text.len() > limits.body {
                        return Err(LlmError::TooLarge { model: model.name.clone(), limit: limits.body });
                    }
                    if !bounded && answer.loops() {
                        cut = Some("it only repeated itself".to_owned());
                    }
                }
                Ok(Some(Heard::Done(done))) => {
                    enter(&mut answer, *done).map_err(|e| self.error_embedded(model, path, &e))?;
                    break;
                }
            }
        }
        drop(waiting);
        if cut.is_some() && !answer.has_content() {
            return Err(match cancel.is_cancelled() {
                true => LlmError::Cancelled,
                false => LlmError::Timeout { model: model.name.clone(), after: limits.total },
            });
        }
        let mut out = Vec::new();
        let elapsed = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        let mut reply = answer.into_reply(&sent, elapsed, cut.is_some(), &mut out);
        out.into_iter().for_each(&mut *progress);
        model.id.clone_into(&mut reply.model);
        if let Some(why) = cut {
            progress(Delta::Cut { why });
        }
        Ok(reply)
    }

    fn way(&self, model: &Model) -> Way {
        let catalogue = self.catalogue();
        Way { context: context_of(model), llama_cpp: catalogue.llama_cpp, renderer: catalogue.renderer.clone() }
    }

    /// What a model of this process can do. It is tried out.
    pub(crate) async fn probe_embedded(&self, model: &Model, path: PathBuf) -> Result<Capabilities, LlmError> {
        let (file, renderer) = (path.clone(), self.catalogue().renderer.clone());
        let trying = tokio::task::spawn_blocking(move || try_out(&file, &renderer)).await;
        let tried = trying.unwrap_or_else(|e| Err(gguf::GgufError::Numbers(e.to_string())));
        let info = tried.map_err(|e| self.error_embedded(model, &path, &e))?;
        let context = (info.shape.trained as u64).min(model.context.unwrap_or(DEFAULT_CONTEXT));
        Ok(Capabilities {
            structured: model.structured.unwrap_or(Structured::Schema),
            tools: false,
            vision: false,
            thinking: false,
            logprobs: true,
            context: Some(context),
        })
    }

    /// The lamp of a model of this process: its file is there, its last call went through. Who waits
    /// for it is said.
    pub(crate) fn lamp_embedded(&self, model: &Model, path: &Path) -> (Lamp, Option<String>) {
        let line = self.shared.hosts.line(path);
        if let Some(Err(why)) = self.shared.knowledge.outcome(&model.name) {
            return (Lamp::Down, Some(why));
        }
        let said = |error: &gguf::GgufError| {
            let error = self.error_embedded(model, path, error);
            format!("{error} {}", error.hint())
        };
        if !path.is_file() {
            let source = std::io::ErrorKind::NotFound.into();
            return (Lamp::Down, Some(said(&gguf::GgufError::Io { path: path.to_owned(), source })));
        }
        if let Some(why) = self.shared.hosts.fault(path, said).filter(|_| line == 0) {
            return (Lamp::Down, Some(why));
        }
        (Lamp::Up, (line > 0).then(|| format!("It is at work; {} more wait.", line - 1)))
    }

    fn shared_messages(&self, model: &Model, call: &Call) -> Vec<Message> {
        let mut messages = arranged(&call.messages);
        if let Some(format) =
            call.format.as_ref().filter(|_| model.structured.unwrap_or(Structured::Schema) != Structured::Schema)
        {
            say_schema(&mut messages, format);
        }
        messages
    }

    fn request_embedded(&self, model: &Model, call: &Call, messages: Vec<Message>) -> (gguf::Request, Option<Value>) {
        let catalogue = self.catalogue();
        let limit = catalogue.roles.get(&call.role).and_then(|s| s.output_limit).unwrap_or(u32::MAX);
        let held = model.structured.unwrap_or(Structured::Schema) == Structured::Schema;
        let format = call.format.as_ref().filter(|_| held);
        let temperature = call.temperature.unwrap_or_else(|| catalogue.temperature_of(call.role));
        let request = gguf::Request {
            prompt: chat(messages),
            schema: format.map(|f| f.schema.clone()),
            max_tokens: call.max_tokens.min(model.output_limit).min(limit).max(1) as usize,
            temperature,
            seed: if temperature > 0.0 { getrandom::u64().unwrap_or(0) } else { 0 },
            stop: call.stop.clone(),
        };
        let plainer = format.and_then(|f| schema::lower(&f.schema, Dialect::LlamaServer)).map(|lowered| lowered.schema);
        (request, plainer)
    }

    fn error_embedded(&self, model: &Model, path: &Path, error: &gguf::GgufError) -> LlmError {
        let (name, why) = (model.name.clone(), error.to_string());
        let provider = || {
            let known = self.catalogue().providers.get(&model.provider);
            known.map_or_else(|| PROVIDER.to_owned(), label)
        };
        match error {
            gguf::GgufError::Io { source, .. } if source.kind() == std::io::ErrorKind::NotFound => {
                let model = if path.as_os_str().is_empty() { model.id.clone() } else { path.display().to_string() };
                LlmError::ModelNotFound { provider: provider(), model }
            }
            gguf::GgufError::Context { .. } => LlmError::ContextTooLong { model: name, why },
            gguf::GgufError::Grammar(_) => LlmError::Rejected { provider: provider(), why },
            _ => LlmError::Unusable { model: name, why, hint: error.hint().to_owned() },
        }
    }
}

fn context_of(model: &Model) -> usize {
    usize::try_from(model.context.unwrap_or(DEFAULT_CONTEXT)).unwrap_or(usize::MAX)
}

fn chat(messages: Vec<Message>) -> gguf::Prompt {
    let one = |m: Message| gguf::Message { role: plain_speaker(m.role).to_owned(), content: m.content };
    gguf::Prompt::Chat(messages.into_iter().map(one).collect())
}

/// The end of an answer.
fn enter(answer: &mut Answer, done: Result<gguf::Completion, gguf::GgufError>) -> Result<(), gguf::GgufError> {
    let done = done?;
    answer.finish = Some(match done.finish {
        gguf::Finish::Stop => Finish::Stop,
        gguf::Finish::Length => Finish::Length,
        gguf::Finish::Cancelled => Finish::Aborted,
    });
    answer.ended = done.finish != gguf::Finish::Cancelled;
    answer.complete = true;
    answer.counts.prompt = Some(done.usage.prompt as u64);
    answer.counts.cached = Some(done.usage.cached as u64);
    answer.counts.completion = Some(done.usage.completion as u64);
    if let Some(trust) = done.trust {
        answer.push_logprob(f64::from(trust));
    }
    Ok(())
}
