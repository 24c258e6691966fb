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
use countersign_core::model::{Call, Finish, Message, Reply, Role, Weighing};
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
}

/// What a thread is given to do.
enum Work {
    Answer(Box<Job>),
    /// Reads the beginning of prompts to come, as long as nobody waits for an answer.
    Prepare(gguf::Prompt),
}

struct Job {
    request: gguf::Request,
    /// What is weighed instead of writing.
    weighing: Option<Weighing>,
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
    fn host(&self, path: &Path, context: usize, llama_cpp: bool) -> Result<Host, std::io::Error> {
        let mut hosts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(host) = hosts.get(path) {
            return Ok(host.clone());
        }
        let (calls, jobs) = mpsc::channel();
        let host = Host { calls, line: Arc::default() };
        let (file, line) = (path.to_owned(), Arc::clone(&host.line));
        std::thread::Builder::new()
            .name("model".to_owned())
            .spawn(move || serve(&file, context, llama_cpp, &jobs, &line))?;
        hosts.insert(path.to_owned(), host.clone());
        Ok(host)
    }

    /// How many calls wait for a model or are answered by it.
    pub(crate) fn line(&self, path: &Path) -> usize {
        let hosts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        hosts.get(path).map_or(0, |host| host.line.load(Ordering::Relaxed))
    }

    /// A thread that ended is started anew by the next call.
    fn forget(&self, path: &Path) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(path);
    }
}

/// The thread: opens the file at the first call, and again at the next if that failed.
fn serve(path: &Path, context: usize, llama_cpp: bool, work: &mpsc::Receiver<Work>, line: &AtomicUsize) {
    let mut engine: Option<gguf::Engine> = None;
    let open = || {
        let options = gguf::Options { context, ..gguf::Options::default() };
        let model = gguf::Model::open(path)?;
        if llama_cpp { gguf::Engine::with_llama_cpp(model, options) } else { Ok(gguf::Engine::new(model, options)) }
    };
    while let Ok(work) = work.recv() {
        let job = match work {
            Work::Answer(job) if job.cancelled.load(Ordering::Relaxed) => continue,
            Work::Answer(job) => Some(job),
            Work::Prepare(_) if line.load(Ordering::Relaxed) > 0 => continue,
            Work::Prepare(prompt) => {
                if let Ok(opened) = engine.take().map_or_else(open, Ok) {
                    // What fails here fails again, and is said, when somebody asks.
                    let _ = engine.insert(opened).prepare(&prompt, &|| line.load(Ordering::Relaxed) > 0);
                }
                None
            }
        };
        if let Some(job) = job {
            let done = match &mut engine {
                Some(engine) => answer(engine, &job),
                None => open().and_then(|opened| answer(engine.insert(opened), &job)),
            };
            // Whoever asked may be gone; the next one is served all the same.
            let _ = job.heard.send(Heard::Done(Box::new(done)));
        }
    }
}

fn answer(engine: &mut gguf::Engine, job: &Job) -> Result<gguf::Completion, gguf::GgufError> {
    let cancelled = || job.cancelled.load(Ordering::Relaxed);
    let mut show = |text: &str| drop(job.heard.send(Heard::Text(text.to_owned())));
    if let Some(weighing) = &job.weighing {
        return weigh(engine, weighing, &cancelled, &mut show);
    }
    match (engine.complete(&job.request, &cancelled, &mut show), &job.plainer) {
        (Err(gguf::GgufError::Grammar(_)), Some(plainer)) => {
            let request = gguf::Request { schema: Some(plainer.clone()), ..job.request.clone() };
            engine.complete(&request, &cancelled, &mut show)
        }
        (done, _) => done,
    }
}

/// The likeliest of the choices as the answer, and its share of all as the trust in it.
fn weigh(
    engine: &mut gguf::Engine,
    weighing: &Weighing,
    cancelled: &dyn Fn() -> bool,
    show: &mut dyn FnMut(&str),
) -> Result<gguf::Completion, gguf::GgufError> {
    let started = std::time::Instant::now();
    let standing = gguf::Prompt::Text(weighing.standing.clone());
    let texts: Vec<String> = weighing.choices.iter().map(|c| format!("{}{}", c.text, weighing.said)).collect();
    let said = engine.tokens(&gguf::Prompt::Text(weighing.said.clone()))?.len();
    let mut usage = gguf::Usage { prompt: engine.tokens(&standing)?.len(), ..gguf::Usage::default() };
    let scores = engine.score(&standing, &texts, cancelled)?;
    let total = started.elapsed();
    let timings = gguf::Timings { prompt: total, first: total, total };
    let scores = scores.unwrap_or_default();
    usage.prompt += scores.iter().map(Vec::len).sum::<usize>();
    let sums: Vec<f32> = scores.iter().map(|each| each.iter().rev().take(said).sum()).collect();
    let most = sums.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let all: f32 = sums.iter().map(|sum| (sum - most).exp()).sum();
    let best = sums.iter().position(|sum| *sum == most).and_then(|n| weighing.choices.get(n));
    let text = best.map(|choice| choice.answer.clone()).unwrap_or_default();
    let finish = if best.is_some() { gguf::Finish::Stop } else { gguf::Finish::Cancelled };
    show(&text);
    let trust = best.map(|_| -all.ln());
    Ok(gguf::Completion { text, tokens: Vec::new(), finish, usage, trust, timings })
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
    pub fn prepare(&self, role: Role, messages: Vec<Message>) {
        let Some(model) = self.catalogue().choose(role, None) else { return };
        let Some(path) = self.embedded_file(model).filter(|path| path.is_file()) else { return };
        if let Ok(host) = self.shared.hosts.host(&path, context_of(model), self.catalogue().llama_cpp) {
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
        let host = self
            .shared
            .hosts
            .host(path, context_of(model), self.catalogue().llama_cpp)
            .map_err(|e| unusable(e.to_string()))?;
        let ahead = host.line.fetch_add(1, Ordering::Relaxed);
        let waiting = Waiting { cancelled: Arc::default(), line: Arc::clone(&host.line) };
        let (heard, mut hear) = stream::unbounded_channel();
        let (request, plainer) = job;
        let weighing = call.weighing.clone().filter(|w| !w.choices.is_empty());
        let job = Job { request, weighing, plainer, cancelled: Arc::clone(&waiting.cancelled), heard };
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
                    if answer.loops() {
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

    /// What a model of this process can do. Its file is opened and checked; nothing is asked of it.
    pub(crate) async fn probe_embedded(&self, model: &Model, path: PathBuf) -> Result<Capabilities, LlmError> {
        let file = path.clone();
        let opening = tokio::task::spawn_blocking(move || gguf::Model::open(&file).map(|m| m.info().clone())).await;
        let opened = opening.unwrap_or_else(|e| Err(gguf::GgufError::Numbers(e.to_string())));
        let info = opened.map_err(|e| self.error_embedded(model, &path, &e))?;
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
        if !path.is_file() {
            let source = std::io::ErrorKind::NotFound.into();
            let error = self.error_embedded(model, path, &gguf::GgufError::Io { path: path.to_owned(), source });
            return (Lamp::Down, Some(format!("{error} {}", error.hint())));
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
