//! What a machine asks for, and what comes back.

use super::ToolResult;
use crate::reading::ToolCall;
use countersign_core::model::{Call, Reply};
use countersign_core::wire::{AgentInput, AgentWait, RunEvent};
use serde::{Deserialize, Serialize};

/// Why a run failed that gave up.
pub const GAVE_UP: &str = "agent_stopped";

/// What happens next.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(clippy::large_enum_variant, reason = "effects are few and short-lived")]
pub enum Effect {
    /// Something to show.
    Emit(RunEvent),
    /// What is queued becomes a change set: [`Machine::queue`].
    Propose,
    /// The run ended; a summary may still be decided.
    Finish(End),
    /// Store the machine, what was emitted and what was proposed, in one transaction.
    Persist,
    /// Ask a model; come back with [`Input::Reply`] or [`Input::ModelFailed`].
    CallModel(Call),
    /// Call tools; come back with [`Input::Results`].
    RunTools(Vec<ToolCall>),
    /// Wait for the person; come back with [`Input::User`] or [`Input::Unanswered`].
    AwaitUser(AgentWait),
}

impl Effect {
    /// Whether an input must follow.
    pub fn is_blocking(&self) -> bool {
        matches!(self, Self::CallModel(_) | Self::RunTools(_) | Self::AwaitUser(_))
    }
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum End {
    /// It said what it has to say, whether all steps succeeded or not.
    Done {
        /// For the person: what the product knows of it.
        text: String,
        /// The model's own last word.
        #[serde(default)]
        said: Option<String>,
    },
    /// It could not be worked on at all.
    Failed {
        /// A code.
        code: String,
        /// For the person.
        message: String,
    },
    /// The person stopped it.
    Cancelled,
}

/// What comes back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Input {
    /// The model's reply.
    Reply(Reply),
    /// It gave none.
    ModelFailed {
        /// A code.
        code: String,
        /// For the person.
        message: String,
    },
    /// What the tools gave, in the order of the calls.
    Results(Vec<ToolResult>),
    /// The person's word.
    User(AgentInput),
    /// Nobody said in time whether tools may be used: they may not.
    Unanswered,
    /// The person stopped it.
    Cancel,
}

/// The input does not fit where the run stands. Nothing has been changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the run does not wait for this")]
pub struct NotNow;
