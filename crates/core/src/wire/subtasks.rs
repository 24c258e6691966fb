//! A request in sub-tasks: what each is, how they run, and what came of them (S1-42…52).

use super::*;

wire! {
    /// A part of a request that is worked on by itself.
    #[derive(Eq)]
    #[serde(rename_all = "camelCase")]
    struct SubTask {
        /// Names it within the run: its place when the plan was made.
        subtask_id: String,
        /// The conversation that it belongs to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        parent_session_id: Option<SessionId>,
        /// What is to be done, as its model is told.
        instruction: String,
        /// Files that it is told to look at.
        #[serde(default)]
        context_files: Vec<String>,
        /// Files that it is to write, as far as the request says: no other sub-task writes them meanwhile.
        #[serde(default)]
        writes: Vec<String>,
        /// What it is to keep to.
        #[serde(default)]
        constraints: Vec<String>,
        /// Sub-tasks whose results it builds on.
        #[serde(default)]
        depends_on: Vec<String>,
        model: TaskModel,
        /// Of those that may begin, the highest begins first.
        priority: u32,
        status: StepStatus,
        /// How far it is, in percent: 100 only when it is done.
        percent: u32,
        /// How often it was begun.
        attempts: u32,
        /// Why it failed, or what it waits for of the person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        output: Option<SubTaskOutput>,
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        created_at: Timestamp,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
        completed_at: Option<Timestamp>,
    }

    /// What came of a sub-task.
    #[derive(Eq)]
    #[serde(rename_all = "camelCase")]
    struct SubTaskOutput {
        /// Paths whose change is part of the run's change set.
        file_changes: Vec<String>,
        /// Its model's last word.
        summary: String,
        tokens_used: u64,
    }

    /// All sub-tasks of a run, and how they run.
    #[derive(Eq)]
    #[serde(rename_all = "camelCase")]
    struct SubTaskPlan {
        tasks: Vec<SubTask>,
        execution_order: ExecutionOrder,
        granularity: Granularity,
        /// What `auto` came to.
        chosen: Granularity,
        /// What each granularity would come to, with its tokens.
        sizes: Vec<GranularitySize>,
        /// What each order would take.
        ways: Vec<OrderEstimate>,
        /// In millionths of the currency of the prices; 0 where nothing is paid.
        estimated_cost: u64,
        estimated_time_ms: u64,
        /// How many run at once at most.
        parallel: u32,
        /// Goes on without waiting after each round.
        auto: bool,
        /// Somebody said how it is to run.
        started: bool,
        /// It was told to wait.
        paused: bool,
    }

    /// How many sub-tasks a granularity makes.
    #[derive(Eq)]
    #[serde(rename_all = "camelCase")]
    struct GranularitySize {
        granularity: Granularity,
        tasks: u32,
        /// Of one answer, about.
        tokens: u64,
        recommended: bool,
    }

    /// What an order of execution takes.
    #[derive(Eq)]
    #[serde(rename_all = "camelCase")]
    struct OrderEstimate {
        order: ExecutionOrder,
        time_ms: u64,
        cost: u64,
        risk: Risk,
        recommended: bool,
    }

    /// A sub-task of a plan that the person edits: those left out are removed, and the order is the new one.
    #[derive(Eq)]
    #[serde(rename_all = "camelCase")]
    struct SubTaskEdit {
        subtask_id: String,
        /// Other words for what is to be done.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        instruction: Option<String>,
    }
}

/// How large a model a sub-task wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum TaskModel {
    /// The one that executes.
    Small,
    /// The one that plans, where it is another.
    Large,
}

/// In which order sub-tasks run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ExecutionOrder {
    /// One after the other.
    Sequential,
    /// All at once, without waiting for one another; what overlaps is left out and said.
    Parallel,
    /// Several at once, each after those that it depends on, and none beside one that writes its files.
    DependencyGraph,
}

/// How finely a request is split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Granularity {
    /// By how many files and instructions there are, and how often replies were cut lately.
    #[default]
    Auto,
    /// One instruction, or one file, each.
    Fine,
    /// A few together.
    Medium,
    /// Two halves.
    Coarse,
}

/// Whether a request to an agent is split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Split {
    /// Where one reply would not hold it.
    #[default]
    Auto,
    /// Wherever it has parts.
    Always,
    /// Not at all.
    Never,
}
