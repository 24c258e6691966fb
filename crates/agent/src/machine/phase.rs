//! Where a machine stands.

use super::ToolResult;
use crate::reading::ToolCall;
use countersign_core::wire::WorkSummary;
use serde::{Deserialize, Serialize};

/// Where the machine stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "at", rename_all = "snake_case")]
pub(crate) enum Phase {
    /// A model plans.
    Planning,
    /// A model works on the current step.
    Working,
    /// Tools run: all calls but those that were denied.
    Tools { calls: Vec<ToolCall>, denied: Vec<ToolResult> },
    /// The person is asked whether tools may run.
    Approving { calls: Vec<ToolCall>, asked: Vec<String>, denied: Vec<ToolResult> },
    /// The person is asked something.
    Asking { question: String, context: Option<String> },
    /// Some steps are done, and it waits to go on.
    Paused,
    /// A model sums up.
    Summarising {
        known: WorkSummary,
        text: String,
        #[serde(default)]
        said: Option<String>,
    },
    /// The person is asked what becomes of the summary.
    Reviewing { summary: WorkSummary },
    /// Nothing more happens.
    Ended,
}

/// A reply and what followed it, as the model sees them again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Turn {
    pub(crate) said: String,
    pub(crate) heard: String,
    /// What stands in place of what was heard where there is no room for it.
    #[serde(default)]
    pub(crate) line: String,
}
