//! Runs of commands as clients see them.

use super::SignItem;
use crate::command_run::{Advice, CommandRunStatus, StepStatus};
use crate::ids::SetId;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

wire! {
    /// Which commands to run one after the other under supervision.
    struct NewCommandRun {
        change_set: SetId,
        /// The set's, as it was shown.
        digest: String,
        /// Items to sign in the same step.
        #[serde(default)]
        sign: Vec<SignItem>,
        /// `details.token` of an earlier 409 `confirmation_required`.
        #[serde(default)]
        confirm: Option<String>,
    }

    /// A run of commands.
    struct CommandRunView {
        change_set: SetId,
        title: String,
        status: CommandRunStatus,
        /// Why it waits or ended.
        why: String,
        /// `✓ 3 succeeded, ✗ 1 failed`.
        text: String,
        total: u64,
        done: u64,
        succeeded: u64,
        failed: u64,
        steps: Vec<CommandStepView>,
        /// What is still to run.
        remaining: Vec<String>,
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        started_at: Timestamp,
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        updated_at: Timestamp,
    }

    /// A command of a run.
    struct CommandStepView {
        set: SetId,
        n: u32,
        command: String,
        status: StepStatus,
        /// `Command 2/4 ✗ cargo test`.
        text: String,
        exit: Option<i32>,
        elapsed_ms: u64,
        preview: String,
        /// A model asked for it.
        inserted: bool,
        /// It is not signed yet.
        unsigned: bool,
        advice: Option<Advice>,
    }
}

/// What the person wants of a run of commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Steer {
    /// Wait after the command that runs.
    Pause,
    /// Go on.
    Resume,
    /// End the command that runs, and run no more.
    Stop,
}
