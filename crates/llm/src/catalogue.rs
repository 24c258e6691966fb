//! Which models there are, where they run, and which role uses which (S4-24, S4-25, C19–C21).
//!
//! A catalogue is a value: reading it opens no connection and reads no file or variable itself;
//! text and variables come in as arguments ([`Catalogue::read`], [`Catalogue::with_environment`]).

pub mod address;
pub mod environment;
mod reading;
mod selection;

pub use crate::spending::{Budget, Prices};
pub use address::BaseUrl;
use countersign_core::model::{Message, Role, Speaker, TaskType};
use countersign_core::problem::Problem;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// A key or a header's value. Never printed, logged or serialised.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Takes a text into care.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text itself, for the one header it is for.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[secret]")
    }
}

/// What a provider speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Ollama's own `/api/chat`; its `/v1` ignores `num_ctx` (PROVIDERS).
    Ollama,
    /// `/v1/chat/completions`: llama-server, vLLM, LM Studio, hosted ones.
    OpenAi,
    /// `/v1/messages`.
    Anthropic,
}

/// What a server makes of a schema and of fields that only some know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dialect {
    /// Ollama, which drives llama.cpp's schema compiler.
    Ollama,
    /// llama.cpp's `llama-server`.
    LlamaServer,
    /// OpenAI itself: strict schemas.
    OpenAi,
    /// vLLM.
    Vllm,
    /// LM Studio.
    LmStudio,
    /// xAI.
    Xai,
    /// Anthropic.
    Anthropic,
    /// An OpenAI-compatible server that nothing more is known about: the common ground.
    Compatible,
}

impl Dialect {
    /// Every dialect, for tables and tests.
    pub const ALL: [Self; 8] = [
        Self::Ollama,
        Self::LlamaServer,
        Self::OpenAi,
        Self::Vllm,
        Self::LmStudio,
        Self::Xai,
        Self::Anthropic,
        Self::Compatible,
    ];
}

/// A server that runs models.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provider {
    /// Its name in the catalogue.
    pub name: String,
    /// What it speaks; absent = asked of it at first use (`/api/version`, `/v1/models`).
    pub kind: Option<Kind>,
    /// Where it is.
    pub base_url: BaseUrl,
    /// The variable its key is read from.
    pub key_env: Option<String>,
    /// The key.
    pub key: Option<Secret>,
    /// Headers sent with every request.
    pub headers: Vec<(String, Secret)>,
    /// Absent = found out.
    pub dialect: Option<Dialect>,
}

impl Provider {
    /// Runs on this machine: nothing leaves it.
    pub fn is_local(&self) -> bool {
        self.base_url.is_loopback()
    }
}

/// Whether a model thinks before it answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Thinking {
    /// No: beside a schema, thinking can keep it from being applied (PROVIDERS, Ollama).
    #[default]
    Off,
    /// As it does by itself.
    On,
    /// Little (gpt-oss).
    Low,
    /// Some.
    Medium,
    /// Much.
    High,
}

/// How an answer is held to its schema: the rungs of the ladder, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Structured {
    /// The runtime is given the schema.
    Schema,
    /// The runtime is told to write JSON; the schema is in the prompt.
    JsonMode,
    /// The schema is in the prompt only.
    PromptOnly,
}

/// How much a model can be trusted with: a small one gets grounded schemas and short prompts, and
/// nothing destructive that it proposes is marked beforehand (MODELS §5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// Up to about 14 billion parameters; also every local model of unknown size.
    Small,
    /// More; also every hosted model of unknown size.
    Large,
}

/// A model of the catalogue (S4-24).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Model {
    /// Its name in the catalogue.
    pub name: String,
    /// Its name on the wire; empty = the first that the server lists.
    pub id: String,
    /// The provider's name.
    pub provider: String,
    /// For people.
    pub display_name: String,
    /// Free words, e.g. `code`.
    pub capabilities: Vec<String>,
    /// Tasks it is good at; see [`Catalogue::choose`].
    pub recommended_for: Vec<String>,
    /// Said to this model after the instructions (S4-1, S4-24 `prompt`): [`Self::tell`].
    pub prompt: Option<String>,
    /// Tokens it reads and writes together. For Ollama sent as `num_ctx`, always the same.
    pub context: Option<u64>,
    /// Most tokens it may write in one answer (S1-41: 16384 where nothing is said).
    pub output_limit: u32,
    /// Absent = the provider's.
    pub dialect: Option<Dialect>,
    /// Thinking.
    pub thinking: Thinking,
    /// Absent = the best that turns out to work.
    pub structured: Option<Structured>,
    /// Absent = free, or unknown.
    pub prices: Option<Prices>,
    /// Size class.
    pub size: Size,
    /// Asks for token probabilities; absent = where the runtime gives them before its mask.
    pub logprobs: Option<bool>,
}

/// Tokens that Ollama is asked to hold when the catalogue does not say: its own 4 096 is too few.
pub const DEFAULT_CONTEXT: u64 = 8_192;
/// S1-41.
pub const DEFAULT_OUTPUT_LIMIT: u32 = 16_384;

impl Model {
    /// A model of which only name and place are known.
    pub fn named(name: &str, provider: &Provider) -> Self {
        Self {
            name: name.to_owned(),
            id: name.to_owned(),
            provider: provider.name.clone(),
            display_name: name.to_owned(),
            capabilities: Vec::new(),
            recommended_for: Vec::new(),
            prompt: None,
            context: None,
            output_limit: DEFAULT_OUTPUT_LIMIT,
            dialect: None,
            thinking: Thinking::Off,
            structured: None,
            prices: None,
            size: selection::size_of(name, provider.is_local()),
            logprobs: None,
        }
    }

    /// Adds what is said to this model alone, where S4-1 has it: behind the instructions, before everything else.
    pub(crate) fn tell(&self, messages: &mut Vec<Message>) {
        let Some(prompt) = self.prompt.as_deref().map(str::trim).filter(|prompt| !prompt.is_empty()) else { return };
        let at = messages.iter().take_while(|message| message.role == Speaker::System).count();
        messages.insert(at, Message { role: Speaker::System, content: prompt.to_owned() });
    }
}

/// A temperature as it was written: 0.7, and not the nearest number of 32 bits.
pub(crate) fn thousandths(temperature: f32) -> f64 {
    (f64::from(temperature) * 1_000.0).round() / 1_000.0
}

/// What a role uses.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RoleSettings {
    /// Absent = the default model.
    pub model: Option<String>,
    /// 0 to 2.
    pub temperature: Option<f32>,
    /// Most tokens to write.
    pub output_limit: Option<u32>,
}

/// Which model a task gets (S4-25).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SelectionRules {
    /// Where nothing else says.
    pub default: Option<String>,
    /// By kind of task.
    pub by_task_type: BTreeMap<TaskType, String>,
}

/// How long is waited, and how much is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// For a connection.
    pub connect: Duration,
    /// For the whole answer (S1-41: 300 s). Reading a long prompt on two cores takes minutes, so
    /// the first frame has as long as the whole.
    pub total: Duration,
    /// Between two frames once the answer has begun; bytes without a whole frame do not count.
    pub stall: Duration,
    /// Bytes of an answer.
    pub body: usize,
    /// Bytes of one line or frame.
    pub line: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            total: Duration::from_secs(300),
            stall: Duration::from_secs(60),
            body: 10 * 1024 * 1024,
            line: 2 * 1024 * 1024,
        }
    }
}

/// How often a call is made again after 429, 5xx and broken connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retries {
    /// Most further attempts.
    pub most: u32,
    /// Before the first; doubles each time, with jitter.
    pub first: Duration,
    /// Longest wait; a `Retry-After` beyond it is not waited for.
    pub longest: Duration,
}

impl Default for Retries {
    fn default() -> Self {
        Self { most: 3, first: Duration::from_millis(500), longest: Duration::from_secs(30) }
    }
}

/// All of it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Catalogue {
    /// By name.
    pub providers: BTreeMap<String, Provider>,
    /// By name.
    pub models: BTreeMap<String, Model>,
    /// What the roles use.
    pub roles: BTreeMap<Role, RoleSettings>,
    /// For every role, over its own setting (C19).
    pub temperature: Option<f32>,
    /// Which model a task gets.
    pub selection: SelectionRules,
    /// Confidence thresholds by name, kept as configuration (R7).
    pub thresholds: BTreeMap<String, f64>,
    /// Times and sizes.
    pub limits: Limits,
    /// Further attempts.
    pub retries: Retries,
    /// What a run and a session may spend.
    pub budget: Budget,
    /// Models were switched off (`COUNTERSIGN_MODEL=none`): nothing is looked for either.
    pub off: bool,
    /// Where Ollama listens on this machine, if `OLLAMA_HOST` says so.
    pub ollama: Option<BaseUrl>,
    /// Where installed model files are, each in a folder of its name.
    pub folder: Option<PathBuf>,
    /// Models in this process are computed by llama.cpp.
    pub llama_cpp: bool,
    /// Where the prompts of models in this process are written.
    pub renderer: countersign_gguf::Renderer,
    /// What is odd but usable, e.g. a key in the file.
    pub warnings: Vec<Problem>,
}
