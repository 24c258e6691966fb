//! Conversations as the person keeps them: names, what is shown, where one came from. What is said
//! in them is in runs.

pub mod handoff;
pub mod meter;

use crate::ids::SessionId;
use jiff::Timestamp;
use meter::MeterKind;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

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
    /// Summed up, to go on from there: by a handoff in a new conversation, else in the same one.
    Carried {
        /// What it goes on with.
        carried: Box<Carried>,
    },
    /// The person was offered to hand off or extend, and wants neither now.
    Declined {
        /// Which gauge had crossed its threshold.
        meter: MeterKind,
        /// Its bound at that time: under another one it may ask again.
        of: u64,
    },
    /// A bug was settled, or opened again.
    BugSettled {
        /// The number of the event that tells of it.
        bug: i64,
        /// It is settled.
        resolved: bool,
    },
}

/// What a conversation goes on with in place of all that was said before (S1-32…34).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Carried {
    /// The conversation it was handed off from; none = it was extended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<SessionId>,
    /// What models are told of it: made from the records, not by a model.
    pub text: String,
    /// What is to be done next; empty = nothing is known.
    #[serde(default)]
    pub next: String,
    /// So many of its own messages are summed up in it, oldest first.
    #[serde(default)]
    pub messages: u64,
    /// So many bytes were stored of it by then.
    #[serde(default)]
    pub bytes: u64,
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
    /// What it goes on with; none = it was told from its beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried: Option<Box<Carried>>,
    /// Gauges whose offer was declined, with their bounds then.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub declined: BTreeMap<MeterKind, u64>,
    /// Bugs that are settled, by the numbers of their events.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub resolved: BTreeSet<i64>,
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
            SessionChange::Carried { carried } => {
                self.carried = Some(carried.clone());
                self.declined.clear();
            }
            SessionChange::Declined { meter, of } => {
                self.declined.insert(*meter, *of);
            }
            SessionChange::BugSettled { bug, resolved: true } => {
                self.resolved.insert(*bug);
            }
            SessionChange::BugSettled { bug, resolved: false } => {
                self.resolved.remove(bug);
            }
        }
    }
}
