//! Conversations and their plan documents as clients see them.

use crate::session::SessionState;
use crate::session::meter::MeterKind;
use countersign_plan::{Missing, Plan, PlanChange, Unread};
use serde::{Deserialize, Serialize};

wire! {
    /// What to change of a conversation; what is absent stays.
    #[serde(deny_unknown_fields)]
    #[derive(Default)]
    struct SessionEdit {
        /// Its name: 1 to 200 characters.
        #[serde(default)]
        title: Option<String>,
        /// Where it is kept.
        #[serde(default)]
        state: Option<SessionState>,
        /// The gauge whose offer to hand off or extend is declined: it is not made again.
        #[serde(default)]
        decline: Option<MeterKind>,
    }

    /// A plan document.
    struct PlanView {
        /// Typed: the truth.
        plan: Plan,
        /// The same as Markdown.
        markdown: String,
    }

    /// Another plan document, typed or as Markdown. Without `accept` nothing is saved: the answer
    /// says what would change.
    #[serde(deny_unknown_fields)]
    struct PlanEdit {
        /// The version it was made from.
        base: u64,
        #[serde(default)]
        plan: Option<Plan>,
        #[serde(default)]
        markdown: Option<String>,
        /// The digest of the changes that were shown: saves them.
        #[serde(default)]
        accept: Option<String>,
    }

    /// What an edit changes, and whether it is saved.
    struct PlanEdited {
        /// As it is now, or would be.
        plan: Plan,
        markdown: String,
        changes: Vec<PlanChange>,
        /// Lines of the Markdown that were not understood. They are kept under "Other".
        unread: Vec<Unread>,
        /// What it lacks to be in its status; it can then not be saved.
        missing: Vec<Missing>,
        /// Binds exactly these changes; `accept` takes it.
        digest: String,
        saved: bool,
    }
}
