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

/// A choice between closed answers, for a runtime that can tell how likely a text is: instead of writing,
/// it says which of the choices makes `said` likeliest, and answers with that one. The reply's
/// `min_logprob` is then the natural log of that choice's share among all. Every other runtime answers as
/// the format says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Weighing {
    /// What every text begins with: the same bytes in every call.
    pub standing: String,
    /// At least one.
    pub choices: Vec<Weighed>,
    /// What is behind each choice's text.
    pub said: String,
}

/// One of the choices.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Weighed {
    /// Its text, behind the standing one.
    pub text: String,
    /// The answer that it stands for, as the format has it.
    pub answer: String,
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
    /// The same question as a choice, for a runtime that weighs instead of writing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weighing: Option<Weighing>,
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

/// Estimates how many tokens a text has, for budgets before a runtime has counted: four bytes a
/// token for ASCII, and one token for each other character — too many rather than too few.
pub fn estimate_tokens(text: &str) -> u64 {
    let (ascii, other) =
        text.chars().fold((0_u64, 0_u64), |(a, o), c| if c.is_ascii() { (a + 1, o) } else { (a, o + 1) });
    ascii.div_ceil(4) + other
}
