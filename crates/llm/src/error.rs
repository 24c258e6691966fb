//! Why a call of a model gave no answer. Each says what failed, what is safe and what to do next.
//!
//! Nothing here carries a key, a header or a prompt; excerpts of answers are short.

use crate::spending::Cost;
use countersign_core::problem::Problem;
use std::time::Duration;

/// Why a call gave no answer. Nothing has been changed by any of them: a model only proposes.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum LlmError {
    /// No model is set up for this role.
    #[error("no model is set up; the built-in planner does what it can. Nothing has been changed.")]
    NotConfigured,
    /// `models.json` or the environment cannot be used.
    #[error("the model settings cannot be used: {}", summary(.0))]
    Config(Vec<Problem>),
    /// No connection, or it broke before an answer began.
    #[error("{provider} cannot be reached: {why}. Nothing has been changed.")]
    Unreachable {
        /// The provider's name and address.
        provider: String,
        /// The operating system's reason.
        why: String,
    },
    /// No answer, or no end of it, in time.
    #[error("{model} did not answer within {} s. Nothing has been changed.", .after.as_secs_f32())]
    Timeout {
        /// The model.
        model: String,
        /// How long was waited.
        after: Duration,
    },
    /// 401 or 403.
    #[error("{provider} refused the key. Nothing has been changed.")]
    Unauthorised {
        /// The provider's name and address.
        provider: String,
        /// The environment variable the key is read from, if one is named.
        key_env: Option<String>,
    },
    /// The same, where no key was sent.
    #[error("{provider} wants a key, and none is set. Nothing has been changed.")]
    NoKey {
        /// The provider's name and address.
        provider: String,
        /// The environment variable the key would be read from, if one is named.
        key_env: Option<String>,
    },
    /// The runtime has no such model.
    #[error("{provider} has no model {model:?}. Nothing has been changed.")]
    ModelNotFound {
        /// The provider's name and address.
        provider: String,
        /// The name that was asked for.
        model: String,
    },
    /// 429, after the retries.
    #[error("{provider} is limiting requests: {why}. Nothing has been changed.")]
    RateLimited {
        /// The provider's name and address.
        provider: String,
        /// What it said.
        why: String,
        /// When it may be asked again.
        retry_after: Option<Duration>,
    },
    /// 5xx, after the retries, or an error the runtime reports about itself.
    #[error("{provider} failed: {why}. Nothing has been changed.")]
    Overloaded {
        /// The provider's name and address.
        provider: String,
        /// What it said.
        why: String,
        /// When it may be asked again.
        retry_after: Option<Duration>,
    },
    /// Something that is no answer of this kind of provider: a web page, a redirect, broken frames.
    #[error("{provider} answered with something else than a model's answer: {why}. Nothing has been changed.")]
    BadResponse {
        /// The provider's name and address.
        provider: String,
        /// What came instead.
        why: String,
    },
    /// The runtime refused the request itself (other 4xx).
    #[error("{provider} did not take the request: {why}. Nothing has been changed.")]
    Rejected {
        /// The provider's name and address.
        provider: String,
        /// What it said.
        why: String,
    },
    /// The prompt is longer than what the model reads.
    #[error("the prompt is too long for {model}: {why}. Nothing has been changed.")]
    ContextTooLong {
        /// The model.
        model: String,
        /// The sizes, as far as known.
        why: String,
    },
    /// A filter or the model's own refusal, before anything was written.
    #[error("{model} refused to answer: {why}. Nothing has been changed.")]
    Refused {
        /// The model.
        model: String,
        /// What it said.
        why: String,
    },
    /// Whoever waited gave up.
    #[error("the call was cancelled. Nothing has been changed.")]
    Cancelled,
    /// The model's file is there and cannot be run.
    #[error("{model} cannot be run: {why}. Nothing has been changed.")]
    Unusable {
        /// The model.
        model: String,
        /// What is wrong with it.
        why: String,
        /// What to do.
        hint: String,
    },
    /// The answer is larger than anything useful; it was thrown away.
    #[error("the answer of {model} is larger than {limit} bytes and was thrown away. Nothing has been changed.")]
    TooLarge {
        /// The model.
        model: String,
        /// The cap, in bytes.
        limit: usize,
    },
    /// The run or session has spent what it may.
    #[error("the {scope} has used its budget: {spent} of {limit}. Nothing has been changed.")]
    Budget {
        /// `run` or `session`.
        scope: &'static str,
        /// Spent, with its unit.
        spent: String,
        /// The limit, with its unit.
        limit: String,
    },
    /// A picture was made, and cannot be had.
    #[error("{provider} made a picture that cannot be used: {why}. Nothing has been changed.")]
    BadPicture {
        /// The provider's name and address.
        provider: String,
        /// What is wrong with it or with its address.
        why: String,
    },
    /// A call failed after it was answered: it is paid for all the same.
    #[error("{}", .0.why)]
    Paid(Box<Paid>),
    /// A call whose cost is known would go beyond the budget.
    #[error("this costs {cost}, and {left} of the budget is left. Nothing has been changed.")]
    BeyondBudget {
        /// What the call costs.
        cost: String,
        /// What is left.
        left: String,
        /// Whose budget: `run` or `session`.
        scope: &'static str,
    },
}

/// What was paid for a picture that nobody has.
#[derive(Debug, Clone, PartialEq)]
pub struct Paid {
    /// Why nobody has it.
    pub why: LlmError,
    /// The model's name in the catalogue.
    pub model: String,
    /// It runs elsewhere.
    pub hosted: bool,
    /// Milliseconds.
    pub elapsed_ms: u64,
    /// What it cost.
    pub cost: Cost,
}

fn summary(problems: &[Problem]) -> String {
    let one = |p: &Problem| match &p.path {
        Some(path) => format!("{path}: {}", p.message),
        None => p.message.clone(),
    };
    problems.iter().map(one).collect::<Vec<_>>().join("; ")
}

impl LlmError {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotConfigured => "no_model",
            Self::Config(_) => "invalid_models",
            Self::Unreachable { .. } => "model_unreachable",
            Self::Timeout { .. } => "model_timeout",
            Self::Unauthorised { .. } | Self::NoKey { .. } => "model_unauthorised",
            Self::ModelNotFound { .. } => "model_not_found",
            Self::RateLimited { .. } => "model_rate_limited",
            Self::Overloaded { .. } => "model_failed",
            Self::BadResponse { .. } | Self::BadPicture { .. } => "model_bad_response",
            Self::Paid(paid) => paid.why.code(),
            Self::Rejected { .. } => "model_rejected_request",
            Self::ContextTooLong { .. } => "context_too_long",
            Self::Refused { .. } => "model_refused",
            Self::Unusable { .. } => "model_unusable",
            Self::Cancelled => "cancelled",
            Self::TooLarge { .. } => "model_answer_too_large",
            Self::Budget { .. } | Self::BeyondBudget { .. } => "budget_spent",
        }
    }

    /// What to do next.
    pub fn hint(&self) -> String {
        match self {
            Self::NotConfigured => {
                "Start Ollama, or name a model: COUNTERSIGN_MODEL=ollama:qwen3:4b or embedded:/path/to.gguf, or models.json.".to_owned()
            }
            Self::Config(problems) => problems.iter().map(|p| p.hint.as_str()).collect::<Vec<_>>().join(" "),
            Self::Unreachable { .. } => {
                "Start the model server, or check its address in models.json or COUNTERSIGN_MODEL_URL.".to_owned()
            }
            Self::Timeout { .. } => {
                "Try again, shorten the request, use a smaller model, or raise timeouts.totalSeconds.".to_owned()
            }
            Self::Unauthorised { key_env: Some(name), .. } | Self::NoKey { key_env: Some(name), .. } => {
                format!("Set {name} to a valid key and start again.")
            }
            Self::Unauthorised { key_env: None, .. } | Self::NoKey { key_env: None, .. } => {
                "Name the variable that holds the key (apiKeyEnv in models.json), or set COUNTERSIGN_MODEL_KEY."
                    .to_owned()
            }
            Self::ModelNotFound { model, provider } if provider.starts_with("ollama") => {
                format!("Get it with: ollama pull {model}; or name another model.")
            }
            Self::ModelNotFound { provider, .. } if provider.starts_with(crate::embedded::PROVIDER) => {
                "Get one with: countersign model pull; or give a file: embedded:/path/to.gguf.".to_owned()
            }
            Self::Unusable { hint, .. } => hint.clone(),
            Self::ModelNotFound { .. } => "Name a model that this server lists.".to_owned(),
            Self::RateLimited { retry_after: Some(wait), .. } | Self::Overloaded { retry_after: Some(wait), .. } => {
                format!("Try again in {} s.", wait.as_secs_f32().ceil())
            }
            Self::RateLimited { .. } | Self::Overloaded { .. } => {
                "Try again in a minute, or use another model.".to_owned()
            }
            Self::BadResponse { .. } => "Check that the address is a model server's and its kind is right.".to_owned(),
            Self::BadPicture { .. } => {
                "It was paid for all the same. Ask again, or use another model for pictures.".to_owned()
            }
            Self::Paid(paid) => paid.why.hint(),
            Self::Rejected { why, .. } if crate::wire::refusal::is_unpaid(why) => {
                "Pay the provider for more, or use another model.".to_owned()
            }
            Self::Rejected { .. } => {
                "Check the model's settings in models.json against what the server says.".to_owned()
            }
            Self::ContextTooLong { .. } => "Shorten the request, or use a model that reads more.".to_owned(),
            Self::Refused { .. } => "Say it in other words, or use another model.".to_owned(),
            Self::Cancelled => "Send it again when you want it.".to_owned(),
            Self::TooLarge { .. } => "Ask for less at once, or use another model.".to_owned(),
            Self::Budget { scope: "session", .. } | Self::BeyondBudget { scope: "session", .. } => {
                "Raise the budget in models.json, or start another conversation.".to_owned()
            }
            Self::Budget { .. } | Self::BeyondBudget { .. } => "Raise the budget in models.json, or start another run.".to_owned(),
        }
    }

    /// The same call may succeed if it is made again: only limits, failures of the server and of
    /// the connection. A time-out is not: the next one would take as long.
    pub fn retryable(&self) -> bool {
        matches!(self, Self::Unreachable { .. } | Self::RateLimited { .. } | Self::Overloaded { .. })
    }

    /// When the provider may be asked again, where it said so.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::RateLimited { retry_after, .. } | Self::Overloaded { retry_after, .. } => *retry_after,
            _ => None,
        }
    }

    /// As the product's wire tells defects.
    pub fn problem(&self) -> Problem {
        Problem::new(self.code(), self.to_string()).hinting(self.hint())
    }
}
