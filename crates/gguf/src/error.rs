//! What can go wrong, and what to do about it. Nothing in this crate changes anything outside itself.

use std::path::PathBuf;

/// Why a model cannot be opened or cannot answer.
#[derive(Debug, thiserror::Error)]
pub enum GgufError {
    /// The operating system refused the file.
    #[error("{path} cannot be read: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// The file is damaged, or no GGUF file.
    #[error("this is no usable GGUF file: {0}")]
    Damaged(String),
    /// The file is sound, and this engine does not run it.
    #[error("this engine does not run {0}")]
    Unsupported(String),
    /// The prompt is longer than the model reads.
    #[error("the prompt has {needed} tokens, and the model reads {limit}")]
    Context {
        /// Tokens of the prompt, with one for the answer.
        needed: usize,
        /// Tokens it reads and writes together.
        limit: usize,
    },
    /// The model's chat template failed, or it has none.
    #[error("the model's chat template cannot be used: {0}")]
    Template(String),
    /// The schema cannot be turned into a grammar, or the grammar came to an end it should not.
    #[error("the schema cannot be followed: {0}")]
    Grammar(String),
    /// Weights or arithmetic gave something that is no number.
    #[error("the model computed no usable numbers: {0}")]
    Numbers(String),
}

impl GgufError {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Io { .. } => "model_file_unreadable",
            Self::Damaged(_) => "model_file_damaged",
            Self::Unsupported(_) => "model_unsupported",
            Self::Context { .. } => "context_too_long",
            Self::Template(_) => "model_template_failed",
            Self::Grammar(_) => "model_schema_failed",
            Self::Numbers(_) => "model_failed",
        }
    }

    /// What to do next.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Io { .. } => "Check the path and who may read it.",
            Self::Damaged(_) => "Get the file again and compare its checksum.",
            Self::Unsupported(_) => {
                "Use a qwen2, qwen3 or llama model in F32, F16, Q4_0, Q4_1, Q5_0, Q8_0, Q4_K, Q5_K or Q6_K, or run it \
                 with Ollama."
            }
            Self::Context { .. } => "Shorten the request, or use a model that reads more.",
            Self::Template(_) => "Use an instruct model, whose file has a chat template.",
            Self::Grammar(_) => "Ask for a simpler shape.",
            Self::Numbers(_) => "Get the file again and compare its checksum, or use another model.",
        }
    }
}

pub(crate) type Result<T> = std::result::Result<T, GgufError>;

pub(crate) fn damaged<T>(why: impl Into<String>) -> Result<T> {
    Err(GgufError::Damaged(why.into()))
}

pub(crate) fn unsupported<T>(what: impl Into<String>) -> Result<T> {
    Err(GgufError::Unsupported(what.into()))
}
