//! Pictures, as rows over blobs.

use countersign_core::ids::{ImageId, RunId, SessionId};
use jiff::Timestamp;

/// A picture as stored, without its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageRow {
    /// Its id.
    pub id: ImageId,
    /// The conversation that it belongs to.
    pub session: Option<SessionId>,
    /// The run that made it, or that it was given with.
    pub run: Option<RunId>,
    /// When it was stored first.
    pub created_at: Timestamp,
    /// It was taken away; its row and bytes stay.
    pub deleted: bool,
    /// What is known of it as JSON text (the engine's own type).
    pub body: String,
}

/// Which pictures; newest first.
#[derive(Debug, Clone, Default)]
pub struct ImageFilter {
    /// Only of this conversation.
    pub session: Option<SessionId>,
    /// Only of this run.
    pub run: Option<RunId>,
    /// Also those that were taken away.
    pub deleted: bool,
    /// At most so many.
    pub limit: u32,
    /// So many are passed over.
    pub offset: u32,
}
