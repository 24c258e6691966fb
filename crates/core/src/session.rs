//! Conversations as the person keeps them: names, what is shown, where one came from. What is said
//! in them is in runs.

use crate::ids::SessionId;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Where a conversation is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum SessionState {
    /// In the list.
    #[default]
    Active,
    /// Out of the way, found by asking.
    Archived,
    /// Deleted; it can be restored.
    Deleted,
}

impl SessionState {
    /// The wire name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Archived => "archived",
            Self::Deleted => "deleted",
        }
    }
}

/// What was done to a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "change", rename_all = "snake_case")]
pub enum SessionChange {
    /// Begun by the person, without a message.
    Begun {
        /// Its name, where it was given one.
        title: Option<String>,
        /// The one it goes on from (S1-32).
        parent: Option<SessionId>,
    },
    /// Given another name.
    Renamed {
        /// The name before.
        before: String,
        /// The name now.
        after: String,
    },
    /// Moved.
    Moved {
        /// From.
        before: SessionState,
        /// To.
        after: SessionState,
    },
}

/// What is known of a conversation besides its runs: a projection of [`SessionChange`]s.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SessionMarks {
    /// The person's own name for it; none = its first message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Where it is kept.
    #[serde(default)]
    pub state: SessionState,
    /// Since when it is kept there; none = since it began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved_at: Option<Timestamp>,
    /// The one it goes on from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<SessionId>,
}

impl SessionMarks {
    /// Takes in what was done next.
    pub fn take(&mut self, change: &SessionChange, at: Timestamp) {
        match change {
            SessionChange::Begun { title, parent } => {
                self.title.clone_from(title);
                self.parent.clone_from(parent);
            }
            SessionChange::Renamed { after, .. } => self.title = Some(after.clone()),
            SessionChange::Moved { after, .. } => {
                self.state = *after;
                self.moved_at = Some(at);
            }
        }
    }
}
