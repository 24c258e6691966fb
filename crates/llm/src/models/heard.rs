//! What a call is shown beside its words, and what is heard while it is answered.

use crate::spending::Cost;
use countersign_core::model::Usage;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is heard while a model answers.
#[derive(Debug, Clone, PartialEq)]
pub enum Delta {
    /// More of the answer.
    Text(String),
    /// More of what it thinks before it answers.
    Thinking(String),
    /// More of a tool call's arguments; `id` and `name` come with the first piece.
    ToolCall {
        /// Which of the calls, from 0.
        index: u32,
        /// The name, once.
        name: Option<String>,
        /// A piece of the arguments' text.
        arguments: String,
    },
    /// The attempt failed, and nothing that was heard of it counts; another follows after this wait.
    Retry {
        /// The attempt that follows, from 2.
        attempt: u32,
        /// Milliseconds.
        after_ms: u64,
        /// Why.
        why: String,
    },
    /// An attempt failed after something of an answer had come: it is paid for all the same.
    Spent {
        /// The model's name in the catalogue.
        model: String,
        /// It runs elsewhere.
        hosted: bool,
        /// What it used.
        usage: Usage,
        /// What that cost.
        cost: Cost,
    },
    /// Others are answered first: one call at a time for a model in this process.
    Queued {
        /// How many.
        ahead: u32,
    },
    /// Secrets are kept from a model elsewhere: it is sent placeholders.
    Hidden {
        /// How many of which kind.
        kinds: BTreeMap<String, u32>,
    },
    /// The answer ended before its end: the reply is `Aborted` and holds what came.
    Cut {
        /// Why, for a person.
        why: String,
    },
}

/// A picture that a model is shown with a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// `image/png` and the like.
    pub media_type: &'static str,
    /// The whole file.
    pub bytes: Arc<[u8]>,
}
