//! The plan as a value (S4-14). Every text may have any characters and any number of lines.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Where the plan stands (DESIGN §5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum PlanStatus {
    /// What is wanted is still being worked out.
    #[default]
    Planning,
    /// Work has begun.
    InProgress,
    /// Work cannot go on.
    Blocked,
    /// The criteria are met.
    Completed,
    /// Given up.
    Failed,
}

impl PlanStatus {
    /// The wire name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Planning => "planning",
            Self::InProgress => "in_progress",
            Self::Blocked => "blocked",
            Self::Completed => "completed",
            Self::Failed => "failed",
        }
    }

    /// Reads a status as people and models write it: any case, blanks and hyphens for underscores.
    pub fn read(word: &str) -> Option<Self> {
        match word.trim().to_lowercase().replace([' ', '-'], "_").as_str() {
            "planning" | "planned" | "draft" => Some(Self::Planning),
            "in_progress" | "inprogress" | "active" | "executing" | "started" => Some(Self::InProgress),
            "blocked" | "waiting" => Some(Self::Blocked),
            "completed" | "complete" | "done" => Some(Self::Completed),
            "failed" | "aborted" => Some(Self::Failed),
            _ => None,
        }
    }

    /// The sign before it in prompts (S4-20).
    pub fn sign(self) -> &'static str {
        match self {
            Self::Completed => "✓",
            Self::Blocked | Self::Failed => "❌",
            Self::Planning | Self::InProgress => "🚧",
        }
    }
}

/// What happens to the work on a plan, as far as it says where the plan stands (S4-14).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// A run works on it.
    Goes,
    /// It asks, or is stuck.
    Rests,
    /// The person stopped it.
    Stopped,
    /// It gave up.
    Fails,
    /// The person kept what was done.
    Kept,
}

/// One test of whether the goal is reached.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Criterion {
    /// What has to be so.
    pub description: String,
    /// It is so.
    #[serde(default)]
    pub completed: bool,
    /// Remarks; empty = none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
}

/// Something that was decided, or decided against.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = PlanDecision))]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    /// What.
    pub title: String,
    /// Why; empty = not said.
    #[serde(default)]
    pub rationale: String,
    /// What else was considered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<String>,
    /// When.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub timestamp: Timestamp,
}

/// One thing that was done.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LogEntry {
    /// When.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub timestamp: Timestamp,
    /// What, in a line.
    pub action: String,
    /// What exactly; empty = not said (S4-12 kept none).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub details: String,
    /// What came of it.
    #[serde(default)]
    pub result: String,
    /// Names of the tools used.
    #[serde(default)]
    pub tools_used: Vec<String>,
}

/// Facts about the document itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Metadata {
    /// Begun.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub created_at: Timestamp,
    /// Last changed.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub updated_at: Timestamp,
    /// Grows by one with each change; 0 = never changed.
    pub version: u64,
}

/// A session's plan document.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// Whose plan it is: the session's id.
    pub id: String,
    /// Where it stands.
    #[serde(default)]
    pub status: PlanStatus,
    /// What is wanted.
    #[serde(default)]
    pub goal: String,
    /// When it is reached.
    #[serde(default)]
    pub acceptance_criteria: Vec<Criterion>,
    /// What was decided, oldest first.
    #[serde(default)]
    pub decisions_made: Vec<Decision>,
    /// What was decided against, oldest first; not to be proposed again (S4-20).
    #[serde(default)]
    pub decisions_rejected: Vec<Decision>,
    /// What was done, oldest first.
    #[serde(default)]
    pub execution_log: Vec<LogEntry>,
    /// What a file said that belongs nowhere else (S4-17).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub other: String,
    /// Facts about the document itself.
    pub metadata: Metadata,
}

/// What a plan lacks to be worked on (F/S4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Missing {
    /// A goal.
    Goal,
    /// At least one criterion.
    Criterion,
}

impl Plan {
    /// The empty plan of a session.
    pub fn empty(id: impl Into<String>, at: Timestamp) -> Self {
        Self {
            id: id.into(),
            status: PlanStatus::Planning,
            goal: String::new(),
            acceptance_criteria: Vec::new(),
            decisions_made: Vec::new(),
            decisions_rejected: Vec::new(),
            execution_log: Vec::new(),
            other: String::new(),
            metadata: Metadata { created_at: at, updated_at: at, version: 0 },
        }
    }

    /// Nothing has been written in it.
    pub fn is_empty(&self) -> bool {
        self.goal.is_empty()
            && self.acceptance_criteria.is_empty()
            && self.decisions_made.is_empty()
            && self.decisions_rejected.is_empty()
            && self.execution_log.is_empty()
            && self.other.is_empty()
    }

    /// All criteria are met; there is one at least.
    pub fn is_met(&self) -> bool {
        let mut told = self.acceptance_criteria.iter().filter(|one| !one.description.trim().is_empty()).peekable();
        told.peek().is_some() && told.all(|one| one.completed)
    }

    /// Where the work moves it; nothing where it leaves it, as one that lacks what work needs (F/S4).
    pub fn moved(&self, work: Work) -> Option<PlanStatus> {
        use PlanStatus::{Blocked, Completed, Failed, InProgress, Planning};
        let to = match (work, self.status) {
            (Work::Goes, _) if !self.is_met() => InProgress,
            (Work::Rests, InProgress) => Blocked,
            (Work::Stopped, Blocked) => InProgress,
            (Work::Fails, InProgress | Blocked) => Failed,
            (Work::Kept, _) if self.is_met() => Completed,
            (Work::Kept, Planning | Completed) => InProgress,
            _ => return None,
        };
        let there = Self { status: to, ..self.clone() };
        (to != self.status && there.missing().is_empty()).then_some(to)
    }

    /// What it lacks to be in its status: only a plan still in `planning`, or given up, may lack a goal
    /// or have no criterion (F/S4).
    pub fn missing(&self) -> Vec<Missing> {
        if matches!(self.status, PlanStatus::Planning | PlanStatus::Failed) {
            return Vec::new();
        }
        let goal = self.goal.trim().is_empty().then_some(Missing::Goal);
        let criterion =
            self.acceptance_criteria.iter().all(|one| one.description.trim().is_empty()).then_some(Missing::Criterion);
        goal.into_iter().chain(criterion).collect()
    }
}
