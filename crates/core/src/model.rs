//! What is said to a language model and what it says back, without any provider's spelling.
//!
//! The assistant's machine writes a [`Call`]; a provider (crate `countersign-llm`) carries it out
//! and returns a [`Reply`]. Nothing here knows HTTP, and nothing of a reply is trusted: text goes
//! through `countersign-recover` before anybody uses it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a call is for; `models.json` maps each to a model and its settings (S4-24, DESIGN §7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Decides chat, clarify or plan.
    Router,
    /// Proposes operations.
    Propose,
    /// Repairs the failing operations of a proposal, once.
    Repair,
    /// Answers questions.
    Chat,
    /// Plans work of several steps.
    Plan,
    /// Carries out a step.
    Execute,
    /// Says in words what is proposed or was done.
    Summarise,
    /// Watches commands that run one after the other.
    Supervise,
    /// Describes images.
    Vision,
    /// Makes images.
    Image,
}

impl Role {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Router,
        Self::Propose,
        Self::Repair,
        Self::Chat,
        Self::Plan,
        Self::Execute,
        Self::Summarise,
        Self::Supervise,
        Self::Vision,
        Self::Image,
    ];

    /// As `models.json` and the wire write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Router => "router",
            Self::Propose => "propose",
            Self::Repair => "repair",
            Self::Chat => "chat",
            Self::Plan => "plan",
            Self::Execute => "execute",
            Self::Summarise => "summarise",
            Self::Supervise => "supervise",
            Self::Vision => "vision",
            Self::Image => "image",
        }
    }
}

/// A kind of work that a model can be named for (S4-25, `selectionRules.byTaskType`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TaskType {
    /// How something is to be built.
    Architecture,
    /// What is to be done, in which order.
    Planning,
    /// Files are to be changed.
    Coding,
    /// Files are to be changed, and what they do stays the same.
    Refactoring,
}

impl TaskType {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Architecture, Self::Planning, Self::Coding, Self::Refactoring];

    /// As `models.json` writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Architecture => "architecture",
            Self::Planning => "planning",
            Self::Coding => "coding",
            Self::Refactoring => "refactoring",
        }
    }
}

/// Who speaks in a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Speaker {
    System,
    User,
    Assistant,
}

/// One message of a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct Message {
    pub role: Speaker,
    pub content: String,
}

/// What the answer must look like. A provider uses the best its runtime can (grammar or schema,
/// JSON mode, prompt only); the answer is validated against the schema whatever it promised.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Format {
    /// A short name, letters and underscores, e.g. `operations`.
    pub name: String,
    /// JSON Schema (2020-12). Bounded everywhere: `maxLength`, `maxItems` (MODELS.md, lesson 4).
    pub schema: Value,
}

/// One call of a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Call {
    /// What it is for.
    pub role: Role,
    /// The prompt: what never changes first, so that a runtime can reuse the prefix.
    pub messages: Vec<Message>,
    /// Absent = free text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<Format>,
    /// Most tokens to write.
    pub max_tokens: u32,
    /// 0 = greedy. Absent = the role's setting, else 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f32>,
    /// Texts that end the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stop: Vec<String>,
}

/// Why a model stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Finish {
    /// By itself, or at a stop text.
    Stop,
    /// At the token limit: the text may be cut.
    Length,
    /// A filter or a refusal ended it.
    Filtered,
    /// To have tools called.
    ToolCalls,
    /// The stream ended without its last frame, or was cancelled: the text is cut.
    Aborted,
    /// The runtime did not say.
    Unknown,
}

/// A tool call as the runtime reported it; arguments as text, since a runtime may send either.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct ToolCall {
    pub id: String,
    pub name: String,
    pub arguments: String,
}

/// Tokens and time of one call. Costs are computed from prices, never reported by a model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Usage {
    /// Tokens of the prompt, as the runtime counted them; else our estimate.
    pub prompt_tokens: u64,
    /// Of those, how many a cache served.
    #[serde(default)]
    pub cached_tokens: u64,
    /// Tokens written.
    pub completion_tokens: u64,
    /// Milliseconds from request to last byte.
    pub elapsed_ms: u64,
    /// The counts are our estimate: the runtime gave none.
    #[serde(default)]
    pub estimated: bool,
}

/// What a model answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Reply {
    /// The answer's text, exactly.
    pub text: String,
    /// What it wrote while thinking, where the runtime keeps that apart.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub thinking: String,
    /// Tool calls, where the runtime reports them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<ToolCall>,
    /// Why it stopped.
    pub finish: Finish,
    /// Tokens and time.
    pub usage: Usage,
    /// The lowest natural-log probability among the answer's tokens before any grammar mask, where
    /// the runtime gives it: the trust signal of MODELS.md §2. Absent elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_logprob: Option<f64>,
    /// The runtime read fewer prompt tokens than were sent: it cut the prompt.
    #[serde(default)]
    pub prompt_cut: bool,
    /// The model that answered.
    pub model: String,
}

/// How what a model reads and writes at once is shared between a prompt and its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Most estimated tokens of the prompt.
    pub prompt: u64,
    /// Tokens that are kept for the answer.
    pub answer: u64,
}

impl Window {
    /// Shares `context` tokens: at most a quarter is kept for an answer of `answer` tokens, and an
    /// eighth for the runtime's own words and for what an estimate misses.
    pub fn share(context: u64, answer: u64) -> Self {
        let answer = answer.min(context / 4);
        Self { prompt: context - answer - context / 8, answer }
    }

    /// The context whose share surely holds a prompt of so many tokens.
    pub fn holding(prompt: u64) -> u64 {
        (prompt * 8).div_ceil(5)
    }
}

/// A text of the prompt that several give way for, each in its turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// What it is, e.g. `instructions src`.
    pub name: String,
    /// What it says.
    pub text: String,
    /// Its end was left out before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
}

impl Told {
    /// A text under a name, whole.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into(), cut: false }
    }

    /// There is one, and it could not be read as text.
    pub fn is_unread(&self) -> bool {
        self.cut && self.text.trim().is_empty()
    }

    /// Reads a list of them; a text alone, as it was stored before there were several, is one.
    ///
    /// # Errors
    /// When it is neither.
    pub fn list<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Vec<Self>, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Stored {
            One(String),
            All(Vec<Told>),
        }
        Ok(match Stored::deserialize(from)? {
            Stored::One(text) if text.is_empty() => Vec::new(),
            Stored::One(text) => vec![Self::new("instructions", text)],
            Stored::All(all) => all,
        })
    }
}

/// Shares `tokens` among texts that need so many: what needs less than an equal part is kept whole,
/// and what it leaves goes to the others.
pub fn shares(needs: &[u64], tokens: u64) -> Vec<u64> {
    let mut order: Vec<usize> = (0..needs.len()).collect();
    order.sort_by_key(|n| needs.get(*n).copied());
    let (mut given, mut left) = (vec![0; needs.len()], tokens);
    for (at, n) in order.iter().enumerate() {
        let part = left / (order.len() - at) as u64;
        let got = needs.get(*n).copied().unwrap_or_default().min(part);
        left -= got;
        if let Some(place) = given.get_mut(*n) {
            *place = got;
        }
    }
    given
}

/// Whether a character of a text in it was lost before it was read: what came as bytes that are no
/// UTF-8 is read as U+FFFD, here or by the runtime.
pub fn is_damaged(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains(char::REPLACEMENT_CHARACTER),
        Value::Array(list) => list.iter().any(is_damaged),
        Value::Object(map) => {
            map.iter().any(|(key, value)| key.contains(char::REPLACEMENT_CHARACTER) || is_damaged(value))
        }
        _ => false,
    }
}

/// Estimates how many tokens a text has, for budgets before a runtime has counted: four bytes a
/// token for ASCII, and one token for each other character — too many rather than too few.
pub fn estimate_tokens(text: &str) -> u64 {
    let (ascii, other) =
        text.chars().fold((0_u64, 0_u64), |(a, o), c| if c.is_ascii() { (a + 1, o) } else { (a, o + 1) });
    ascii.div_ceil(4) + other
}
