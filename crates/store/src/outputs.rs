//! Stored outputs of tools, as rows over blobs.

use countersign_core::ids::{OutputId, RunId, SessionId};
use jiff::Timestamp;

/// An output as stored, without its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputRow {
    /// Its id.
    pub id: OutputId,
    /// The conversation that it belongs to.
    pub session: Option<SessionId>,
    /// The run that made it.
    pub run: Option<RunId>,
    /// The tool.
    pub tool: String,
    /// The tool's arguments as JSON text.
    pub args: String,
    /// Whether the call succeeded.
    pub success: bool,
    /// When it was stored.
    pub created_at: Timestamp,
    /// Its length in characters.
    pub chars: u64,
    /// A first look at it as JSON text (the engine's own type).
    pub summary: String,
    /// How it begins, at most 500 characters.
    pub preview: String,
    /// The hash of its text among the blobs.
    pub blob: String,
}

/// Which outputs.
#[derive(Debug, Clone, Default)]
pub struct OutputFilter {
    /// Only of this conversation.
    pub session: Option<SessionId>,
    /// Only of this tool.
    pub tool: Option<String>,
    /// Only of calls that succeeded, or that failed.
    pub success: Option<bool>,
    /// Only stored after this moment.
    pub after: Option<Timestamp>,
    /// Only stored before it.
    pub before: Option<Timestamp>,
    /// What they are sorted by; those that are equal by time, then by id.
    pub sort: OutputSort,
    /// Smallest or oldest first.
    pub ascending: bool,
    /// At most so many.
    pub limit: u32,
    /// So many are passed over.
    pub offset: u32,
}

/// What outputs are sorted by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum OutputSort {
    /// When they were stored.
    #[default]
    CreatedAt,
    /// Their length.
    Chars,
    /// The tool's name.
    Tool,
}
