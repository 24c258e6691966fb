//! Answers: a prompt is read as far as the cache does not know it, then tokens are picked one by one,
//! or taken as the grammar forces them.

use crate::answer::Answer;
use crate::backend::{Backend, Native};
use crate::cache::Cache;
use crate::error::{GgufError, Result};
use crate::grammar::{Grammar, Grammars};
use crate::kernel::pool::Pool;
use crate::kernel::{Isa, Kernels};
use crate::model::Model;
use crate::pass::Machine;
use crate::sample::{Sampler, logprob};
use crate::template::Message;
use serde_json::Value;
use std::fmt;
use std::num::NonZero;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// How a model is run.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Threads; the machine's cores by default.
    pub threads: usize,
    /// Instructions; the best by default.
    pub isa: Isa,
    /// Most tokens of a prompt and its answer together; at most what the model was trained for.
    pub context: usize,
    /// Sequences kept for later prompts.
    pub sequences: usize,
    /// Inputs are not rounded to 8 bits: several times slower. What rounding does is measured with it.
    pub exact: bool,
}

impl Default for Options {
    fn default() -> Self {
        let threads = available_parallelism().map_or(1, NonZero::get);
        Self { threads, isa: Isa::best(), context: 8_192, sequences: 3, exact: false }
    }
}

/// What is to be continued.
#[derive(Debug, Clone)]
pub enum Prompt {
    /// A chat, written as the model's template says.
    Chat(Vec<Message>),
    /// A text as it is; nothing in it is special.
    Text(String),
    /// Tokens as they are.
    Tokens(Vec<u32>),
}

/// What is asked of a model.
#[derive(Debug, Clone)]
pub struct Request {
    /// What is to be continued.
    pub prompt: Prompt,
    /// JSON Schema of the answer; absent = free text.
    pub schema: Option<Value>,
    /// Most tokens to write.
    pub max_tokens: usize,
    /// 0 = the likeliest token.
    pub temperature: f32,
    /// Of what is drawn above temperature 0.
    pub seed: u64,
    /// Texts that end the answer.
    pub stop: Vec<String>,
}

/// Why an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    /// By itself, at a stop text, or because the schema was fulfilled.
    Stop,
    /// At the limit of tokens, or of the context.
    Length,
    /// It was cancelled.
    Cancelled,
}

/// Tokens of one answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// Of the prompt.
    pub prompt: usize,
    /// Of those, known from before.
    pub cached: usize,
    /// Written.
    pub completion: usize,
    /// Of those, forced by the grammar and not asked for.
    pub forced: usize,
}

/// Where the time went.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Timings {
    /// Reading the prompt.
    pub prompt: Duration,
    /// From the call to the first token of the answer.
    pub first: Duration,
    /// All of it.
    pub total: Duration,
}

/// An answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Completion {
    /// Its text, without a stop text.
    pub text: String,
    /// Its tokens, without the one that ended it.
    pub tokens: Vec<u32>,
    /// Why it ended.
    pub finish: Finish,
    /// Tokens.
    pub usage: Usage,
    /// The lowest natural-log probability of a token of the answer before the grammar's mask: of every
    /// token that was picked, and of the first of each forced run (the others follow from it). Low
    /// where the grammar overrode the model (MODELS §2). Absent for an empty answer.
    pub trust: Option<f32>,
    /// Where the time went.
    pub timings: Timings,
}

/// A model with what computes it. One answer at a time.
pub struct Engine {
    model: Arc<Model>,
    backend: Box<dyn Backend>,
    /// For what is done with logits.
    kernels: Kernels,
    grammars: Option<Grammars>,
    context: usize,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("model", &self.model).field("context", &self.context).finish_non_exhaustive()
    }
}

/// What is known while an answer is written.
#[derive(Default)]
struct Written {
    tokens: Vec<u32>,
    forced: usize,
    trust: Option<f32>,
    first: Option<Duration>,
}

impl Written {
    fn doubt(&mut self, logprob: f32) {
        self.trust = Some(self.trust.map_or(logprob, |least| least.min(logprob)));
    }
}

impl Engine {
    /// With this crate's own kernels. Starts the threads; they sleep until there is something to do.
    pub fn new(model: Model, options: Options) -> Self {
        let model = Arc::new(model);
        let rounded = Kernels::new(options.isa);
        let kernels = if options.exact { rounded.exact() } else { rounded };
        let machine = Machine { pool: Pool::new(options.threads.max(1)), kernels };
        let cache = Cache::new(options.sequences);
        let native = Native { model: Arc::clone(&model), machine, cache };
        Self::on(model, Box::new(native), options)
    }

    /// With llama.cpp, which loads the file once more for itself. One sequence is kept.
    ///
    /// # Errors
    /// When llama.cpp does not take the file.
    #[cfg(feature = "llama-cpp")]
    pub fn with_llama_cpp(model: Model, options: Options) -> Result<Self> {
        let model = Arc::new(model);
        let backend = crate::llama_cpp::LlamaCpp::open(&model, options)?;
        Ok(Self::on(model, Box::new(backend), options))
    }

    /// With llama.cpp, were it there.
    ///
    /// # Errors
    /// Always: see [`crate::LLAMA_CPP`].
    #[cfg(not(feature = "llama-cpp"))]
    pub fn with_llama_cpp(_: Model, _: Options) -> Result<Self> {
        Err(GgufError::Unsupported("models with llama.cpp: it was built without".to_owned()))
    }

    fn on(model: Arc<Model>, backend: Box<dyn Backend>, options: Options) -> Self {
        let context = options.context.clamp(1, model.info().shape.trained);
        Self { model, backend, kernels: Kernels::new(options.isa), grammars: None, context }
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Tokens that prompt and answer may have together.
    pub fn context(&self) -> usize {
        self.context
    }

    /// The tokens of a prompt.
    pub fn tokens(&self, prompt: &Prompt) -> Result<Vec<u32>> {
        self.tokens_of(prompt, &|| false)
    }

    fn tokens_of(&self, prompt: &Prompt, cancelled: &dyn Fn() -> bool) -> Result<Vec<u32>> {
        match prompt {
            Prompt::Chat(messages) => self.model.template()?.prompt(messages, &self.model.tokenizer, cancelled),
            Prompt::Text(text) => Ok(self.model.tokenizer.text(text)),
            Prompt::Tokens(tokens) => {
                let known = |token: &u32| (*token as usize) < self.model.tokenizer.len();
                let unknown = tokens.iter().find(|token| !known(token));
                match unknown {
                    Some(token) => Err(GgufError::Numbers(format!("there is no token {token}"))),
                    None => Ok(tokens.clone()),
                }
            }
        }
    }

    /// Answers. `cancelled` is asked while a chat is written, between layers while a prompt is
    /// read, and between tokens; `show`
    /// gets the text as it comes.
    pub fn complete(
        &mut self,
        request: &Request,
        cancelled: &dyn Fn() -> bool,
        show: &mut dyn FnMut(&str),
    ) -> Result<Completion> {
        let started = Instant::now();
        let mut prompt = self.tokens_of(&request.prompt, cancelled)?;
        if prompt.is_empty() {
            prompt.push(self.model.tokenizer.end());
        }
        let mut grammar = match &request.schema {
            Some(schema) => Some(self.grammar(schema)?),
            None => None,
        };
        if prompt.len() >= self.context {
            return Err(GgufError::Context { needed: prompt.len() + 1, limit: self.context });
        }
        let read = self.backend.read(&prompt, cancelled)?;
        let prompt_time = started.elapsed();
        let most = request.max_tokens.min(self.context - prompt.len());
        let mut written = Written::default();
        let mut answer = Answer::new(&request.stop);
        let (finish, stopped) = match read.logits {
            Some(logits) => {
                let so_far = prompt.clone();
                let mut writing = Writing { started, request, most, cancelled, show, answer: &mut answer };
                self.write(so_far, logits, grammar.as_mut(), &mut writing, &mut written)?
            }
            None => (Finish::Cancelled, false),
        };
        let text = answer.finish(stopped, show);
        Ok(Completion {
            text,
            finish,
            usage: Usage {
                prompt: prompt.len(),
                cached: read.cached,
                completion: written.tokens.len(),
                forced: written.forced,
            },
            tokens: written.tokens,
            trust: written.trust,
            timings: Timings {
                prompt: prompt_time,
                first: written.first.unwrap_or(prompt_time),
                total: started.elapsed(),
            },
        })
    }

    /// Reads a prompt into the cache without answering, so that what begins alike is answered sooner.
    /// False where it was cancelled.
    pub fn prepare(&mut self, prompt: &Prompt, cancelled: &dyn Fn() -> bool) -> Result<bool> {
        let tokens = self.tokens_of(prompt, cancelled)?;
        if tokens.is_empty() || tokens.len() >= self.context {
            return Ok(true);
        }
        self.backend.read(&tokens, cancelled).map(|read| read.logits.is_some())
    }

    /// The logits behind a prompt, one for each token of the vocabulary.
    pub fn logits(&mut self, prompt: &Prompt) -> Result<Vec<f32>> {
        let tokens = self.tokens(prompt)?;
        if tokens.is_empty() || tokens.len() > self.context {
            return Err(GgufError::Context { needed: tokens.len(), limit: self.context });
        }
        self.backend.read(&tokens, &|| false).map(|read| read.logits.unwrap_or_default())
    }

    /// Bytes that the cache holds.
    pub fn cache_bytes(&self) -> usize {
        self.backend.cached() * self.model.network.shape.cache_bytes()
    }

    fn grammar(&mut self, schema: &Value) -> Result<Grammar> {
        if self.grammars.is_none() {
            self.grammars = Some(Grammars::new(&self.model.tokenizer)?);
        }
        match &self.grammars {
            Some(grammars) => grammars.schema(schema),
            None => Err(GgufError::Grammar("there is no vocabulary".to_owned())),
        }
    }

    /// Writes behind the tokens `so_far` until the end. True beside the reason where a stop text was
    /// written.
    fn write(
        &mut self,
        mut so_far: Vec<u32>,
        mut logits: Vec<f32>,
        mut grammar: Option<&mut Grammar>,
        writing: &mut Writing<'_, '_>,
        written: &mut Written,
    ) -> Result<(Finish, bool)> {
        let mut sampler = Sampler::new(writing.request.temperature, writing.request.seed);
        loop {
            if (writing.cancelled)() {
                return Ok((Finish::Cancelled, false));
            }
            if written.tokens.len() >= writing.most {
                return Ok((Finish::Length, false));
            }
            let mut next = grammar.as_mut().map(|g| g.forced()).unwrap_or_default();
            next.truncate(writing.most - written.tokens.len());
            match next.first() {
                Some(first) => {
                    written.doubt(logprob(self.kernels, &logits, *first));
                    written.forced += next.len();
                }
                None => {
                    let picked = sampler.pick(self.kernels, &logits, grammar.as_deref_mut())?;
                    if self.model.tokenizer.ends(picked.token) {
                        return Ok((Finish::Stop, false));
                    }
                    written.doubt(picked.logprob);
                    next.push(picked.token);
                }
            }
            written.first.get_or_insert_with(|| writing.started.elapsed());
            for token in &next {
                if let Some(grammar) = &mut grammar {
                    grammar.take(*token)?;
                }
                written.tokens.push(*token);
                if writing.answer.push(self.model.tokenizer.piece(*token), writing.show) {
                    return Ok((Finish::Stop, true));
                }
            }
            if grammar.as_ref().is_some_and(|g| g.ended()) {
                return Ok((Finish::Stop, false));
            }
            if written.tokens.len() >= writing.most {
                return Ok((Finish::Length, false));
            }
            so_far.append(&mut next);
            match self.backend.read(&so_far, writing.cancelled)?.logits {
                Some(after) => logits = after,
                None => return Ok((Finish::Cancelled, false)),
            }
        }
    }
}

/// What does not change while an answer is written, and where it goes.
struct Writing<'a, 'b> {
    started: Instant,
    request: &'a Request,
    most: usize,
    cancelled: &'a dyn Fn() -> bool,
    show: &'a mut dyn FnMut(&str),
    answer: &'a mut Answer<'b>,
}
