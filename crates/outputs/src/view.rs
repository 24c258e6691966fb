//! Outputs as they are listed.

use crate::Summary;
use countersign_core::ids::{OutputId, RunId, SessionId};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A stored output, without its text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OutputView {
    /// Its id.
    pub id: OutputId,
    /// The conversation that it belongs to.
    pub session: Option<SessionId>,
    /// The run that made it.
    pub run: Option<RunId>,
    /// The tool.
    pub tool: String,
    /// The tool's arguments.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub args: Value,
    /// Whether the call succeeded.
    pub success: bool,
    /// When it was stored.
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub created_at: Timestamp,
    /// Its length in characters.
    pub size_chars: u64,
    /// Bytes beyond what is stored of one output, which were not; absent = it is whole.
    #[serde(default, skip_serializing_if = "is_whole")]
    pub dropped: u64,
    /// A first look at it.
    pub summary: Summary,
    /// How it begins, where that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview: Option<String>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_whole(dropped: &u64) -> bool {
    *dropped == 0
}

/// A page of outputs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OutputList {
    /// In the order that was asked for.
    pub outputs: Vec<OutputView>,
    /// How many there are in all.
    pub total: u64,
    /// Whether more come after these.
    pub has_more: bool,
}
