//! What an agent's run shows and asks: steps, tool calls, thinking, what it waits for, the summary
//! of its work (S4-6…13, S1-35).

use super::*;
use crate::exact;
use std::collections::BTreeMap;

wire! {
    /// One step of an agent's run, as its list shows it.
    struct AgentStep {
        /// From 1.
        n: u32,
        title: String,
        status: StepStatus,
        /// What it came to, or why it failed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        result: Option<String>,
        /// Replies of the model that it took.
        #[serde(default)]
        iterations: u32,
    }

    /// A tool call: told when it begins and again when it ends.
    struct AgentTool {
        /// Names the call within the run.
        call: String,
        /// The step it belongs to.
        step: u32,
        tool: String,
        args: Value,
        status: ToolStatus,
        /// The first lines of its result.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        result: Option<String>,
    }

    /// What the model says it thinks, beside an action (S3-3). Shown, never used (R7).
    struct AgentThinking {
        step: u32,
        text: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        facts: Vec<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        decisions: Vec<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        risks: Vec<String>,
        /// Self-rated (C40).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        confidence: Option<f64>,
    }

    /// A call that waits for a person's permission.
    struct AgentCall {
        call: String,
        tool: String,
        args: Value,
    }

    /// What was done, for the plan document's log: nothing of it is kept before the person says so
    /// (S4-11, C25).
    struct WorkSummary {
        action: String,
        details: String,
        result: String,
        #[serde(default)]
        tools_used: Vec<String>,
        #[serde(default)]
        criteria: Vec<CriterionUpdate>,
        #[serde(default)]
        decisions: Vec<String>,
        /// What was decided against: it is not proposed again.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rejected: Vec<String>,
        /// A goal for a plan document that has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        goal: Option<String>,
        state: SummaryState,
    }

    /// An acceptance criterion that the work touched.
    struct CriterionUpdate {
        description: String,
        completed: bool,
        /// The plan does not have it: it is added as one that is not met yet, whatever was said (S4-12).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        new: bool,
    }

    /// An agent's run as it stands.
    struct AgentView {
        steps: Vec<AgentStep>,
        /// Each call once, as it was told last.
        tools: Vec<AgentTool>,
        /// What the model said last.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        thinking: Option<AgentThinking>,
        /// What it waits for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wait: Option<AgentWait>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        summary: Option<WorkSummary>,
        /// What the person said to it while it waited, oldest first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        told: Vec<String>,
        /// Its sub-tasks, where the request was split.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        subtasks: Option<SubTaskPlan>,
    }

    /// How an agent's run is to work.
    #[derive(Default)]
    struct AgentOptions {
        /// The workspace that paths are relative to; absent = the only open one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        workspace: Option<String>,
        /// Goes on by itself after the first steps, at most 10 times.
        #[serde(default)]
        auto: bool,
        /// Permissions of this conversation, by tool: `allow`, `ask` or `deny`. They hold for its later runs
        /// too, until one says otherwise.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        permissions: BTreeMap<String, Permission>,
        /// `plan`: it looks and says what it would do, and no tool that proposes is there (F/S4).
        #[serde(default)]
        mode: AgentMode,
        /// Whether the request is split into sub-tasks (S1-42).
        #[serde(default)]
        split: Split,
    }
}

impl CriterionUpdate {
    /// As it is said, before it is held against the plan.
    pub fn said(description: String, completed: bool) -> Self {
        Self { description, completed, new: false }
    }
}

/// What an agent's run may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum AgentMode {
    /// Look and propose.
    #[default]
    Execute,
    /// Look only.
    Plan,
}

/// Whether a tool may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Permission {
    /// Without a question.
    Allow,
    /// The person is asked for each call.
    Ask,
    /// Never.
    Deny,
}

/// Status of a step (DESIGN §5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AgentStepStatus))]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum StepStatus {
    Pending,
    Waiting,
    Running,
    Completed,
    Failed,
    Cancelled,
}

/// Status of a tool call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ToolStatus {
    /// Begun.
    Running,
    /// It gave a result.
    Completed,
    /// It refused or failed.
    Failed,
    /// A write: it waits in the change set of the run.
    Queued,
    /// Not permitted.
    Denied,
}

/// What became of a work summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum SummaryState {
    /// Nobody has said.
    Pending,
    /// Kept as it was or as it was edited.
    Saved,
    /// Not kept; the run's own record stays.
    Discarded,
}

/// What a run waits for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AgentWait {
    /// For "go on": some steps are done, others are left (S1-35).
    Continue {
        /// Steps that are done.
        done: u32,
        /// Steps that are left.
        left: u32,
        /// Changes that wait for the end of the run.
        queued: u32,
    },
    /// For an answer in words.
    Answer {
        /// The question.
        question: String,
        /// What it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        context: Option<String>,
    },
    /// For permission to use tools.
    Approval {
        /// The calls.
        calls: Vec<AgentCall>,
    },
    /// For a word on the summary of the work.
    Summary {
        /// It.
        summary: WorkSummary,
    },
    /// For a word on the sub-tasks: how they are to run, or what becomes of those that are left.
    Subtasks {
        /// None has begun: how they run is to be said.
        choose: bool,
        /// Sub-tasks that are done.
        done: u32,
        /// Sub-tasks that are left.
        left: u32,
        /// Sub-tasks that failed.
        failed: u32,
        /// Changes that wait for the end of the run.
        queued: u32,
    },
}

/// What a person says to a run that waits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AgentInput {
    /// Go on.
    Continue {
        /// From now on by itself, or no longer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        auto: Option<bool>,
        /// What should be different from here on (S1-37).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    },
    /// The answer to the question.
    Answer {
        /// In words.
        text: String,
    },
    /// The calls that may run; all others may not.
    Approval {
        /// By name.
        allow: Vec<String>,
    },
    /// What becomes of the summary.
    Summary {
        /// `save`, `edit` or `discard`; words are understood, unclear ones are asked again (R35).
        verdict: String,
        /// The corrected action.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        action: Option<String>,
        /// The corrected details.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        details: Option<String>,
    },
    /// No longer by itself: it waits after the step that is under way.
    Pause,
    /// Stop here; what is queued is proposed.
    Stop,
    /// The sub-tasks begin.
    Start {
        /// In this order; absent = the one that is recommended.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        order: Option<ExecutionOrder>,
        /// Without waiting after each round; absent = without.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        auto: Option<bool>,
        /// So many at once at most, 1 to 8.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        parallel: Option<u32>,
    },
    /// The sub-tasks are to be others, before they begin (S1-49, S1-51).
    Arrange {
        /// Split so finely.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        granularity: Option<Granularity>,
        /// Those that stay, in their order and with their words; absent = all as they are.
        #[serde(default, deserialize_with = "exact::inside", skip_serializing_if = "Option::is_none")]
        tasks: Option<Vec<SubTaskEdit>>,
    },
    /// A sub-task that failed begins again; the others keep what they did (S1-52).
    Retry {
        /// Which one.
        subtask: String,
        /// With a model of this size; absent = as before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        model: Option<TaskModel>,
    },
}
