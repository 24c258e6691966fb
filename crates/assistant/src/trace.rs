//! What happened in a turn: every call as sent and answered, and the audit events of S0-85.

use countersign_core::model::{Call, Finish, Message, Role, Usage};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Where a turn stands; what the page shows while it waits (S0-38).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Stage {
    Routing,
    Proposing,
    Validating,
    Repairing,
    Summarizing,
    Chatting,
    Done,
}

/// One section of a prompt: what the model saw of it (DESIGN invariant 9).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// `rules`, `candidates`, `request` …
    pub name: String,
    /// Estimated tokens as sent.
    pub tokens: u64,
    /// Something was left out to stay under the section's cap.
    pub cut: bool,
    /// Of a file: BLAKE3 of its whole content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
}

/// What became of an answer that is not all that was written, for the run's badge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// `truncated`, `dropped` or `corrected`.
    pub what: String,
    /// For people.
    pub message: String,
    /// What to do.
    pub hint: String,
}

impl Note {
    pub(crate) fn new(what: &str, message: impl Into<String>, hint: &str) -> Self {
        Self { what: what.to_owned(), message: message.into(), hint: hint.to_owned() }
    }
}

/// One call with its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CallRecord {
    /// The stage it belongs to.
    pub stage: Stage,
    /// What it was for.
    pub role: Role,
    /// The prompt as sent.
    pub messages: Vec<Message>,
    /// The schema asked for.
    pub schema: Option<Value>,
    /// The prompt's sections.
    pub sections: Vec<Section>,
    /// The answer's text, exactly; cut to 64 KiB (`model_raw`, S0-86).
    pub raw: String,
    /// Why the model stopped; absent until it answered.
    pub finish: Option<Finish>,
    /// What is safe of the answer (`parsed_body`, S0-86).
    pub parsed: Option<Value>,
    /// Kinds of fixes that the text needed.
    pub repairs: Vec<String>,
    /// What was left out of it, with reasons.
    pub dropped: Vec<String>,
    /// Where it broke the schema.
    pub violations: Vec<String>,
    /// The lowest token probability, where the runtime gave it.
    pub min_logprob: Option<f64>,
    /// Tokens and time.
    pub usage: Option<Usage>,
    /// The runtime cut the prompt.
    pub prompt_cut: bool,
    /// Secrets that were kept from it: how many of which kind.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hidden: BTreeMap<String, u32>,
    /// What the person is told of its answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// Why there was no answer.
    pub error: Option<String>,
    /// The model that answered.
    pub model: Option<String>,
}

impl CallRecord {
    /// A call as it is sent: nothing was answered yet.
    pub fn sent(stage: Stage, call: &Call, sections: Vec<Section>) -> Self {
        Self {
            stage,
            role: call.role,
            messages: call.messages.clone(),
            schema: call.format.as_ref().map(|format| format.schema.clone()),
            sections,
            raw: String::new(),
            finish: None,
            parsed: None,
            repairs: Vec::new(),
            dropped: Vec::new(),
            violations: Vec::new(),
            min_logprob: None,
            usage: None,
            prompt_cut: false,
            hidden: BTreeMap::new(),
            notes: Vec::new(),
            error: None,
            model: None,
        }
    }
}

/// An audit event (S0-85), for the ledger.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Audit {
    /// E.g. `router_decision`.
    pub action: String,
    /// Its fields (S0-86).
    pub detail: Value,
}

/// Everything that happened.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Trace {
    /// In order.
    pub calls: Vec<CallRecord>,
    /// In order.
    pub audit: Vec<Audit>,
}
