//! Runs: what is asked, what they answer, and what happens in between, event by event.

use super::*;

/// Noted at a run of which some events cannot be read.
pub const UNREAD_EVENTS: &str = "unread_events";

wire! {
    /// A choice of a clarify question.
    struct ClarifyOption {
        /// Todo number, date, time or word: what to send back.
        #[cfg_attr(feature = "openapi", schema(value_type = Object))]
        value: Value,
        label: String,
    }

    /// One part of a clarify question.
    struct ClarifySection {
        /// `which`, `when`, `series`, `duplicate` or `value`.
        kind: String,
        options: Vec<ClarifyOption>,
    }

    /// A todo offered as an answer, in S0's shape (S0-20).
    #[serde(rename_all = "camelCase")]
    struct S0Option { id: TodoId, title: String, #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))] scheduled_for: Option<Date> }

    /// A question put to the person.
    struct Clarify { question_id: String, question: String, sections: Vec<ClarifySection>, options: Vec<S0Option> }

    /// What a sentence part was taken for.
    struct Consumed { text: String, #[serde(rename = "as")] taken_as: String }

    /// Which todos a message is about, as far as it was understood (S0-44): the todos that were found, and the
    /// conditions that its words give. What was not said is absent.
    #[derive(Default)]
    struct Where {
        /// Those that are changed, or asked about.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        ids: Vec<TodoId>,
        /// Planned then; also due then where the words leave open which is meant.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scheduled_range: Option<DateRange>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        due_range: Option<DateRange>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        overdue: Option<bool>,
        /// One of these.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        priority: Vec<Priority>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        labels: Vec<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        completed: Option<bool>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        repeating: Option<bool>,
    }

    /// An answer to a clarify question by choice; a free-text answer is an ordinary message.
    struct ClarifySelection {
        #[serde(default)]
        ids: Vec<TodoId>,
        #[serde(default)]
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
        date: Option<Date>,
        #[serde(default)]
        priority: Option<Priority>,
        /// Chosen values of other sections, as offered.
        #[serde(default)]
        #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
        values: Vec<Value>,
    }

    /// Which question is answered, and how.
    struct ClarifyAnswer { #[serde(default)] question_id: Option<String>, #[serde(default)] selection: Option<ClarifySelection> }

    /// A message to the agent.
    #[derive(Default)]
    struct NewRun {
        #[serde(default)]
        session: Option<SessionId>,
        message: String,
        #[serde(default)]
        mode: Mode,
        #[serde(default)]
        clarify: Option<ClarifyAnswer>,
        /// For `agent` only.
        #[serde(default)]
        agent: Option<AgentOptions>,
        /// The open folder it is about; needed only where several are open and no file is named.
        #[serde(default)]
        workspace: Option<WorkspaceId>,
        /// A command that ran: its output goes with the message, which may then be empty (S1-19).
        #[serde(default)]
        about: Option<ItemAt>,
        /// Pictures that go with it (S1-1), kept before by `POST /api/images`; at most 10.
        #[serde(default)]
        images: Vec<ImageId>,
        /// For `image` only: how many to make, 1 to 8; absent = as many as the message says, else one.
        #[serde(default)]
        count: Option<u32>,
        /// It begins a run of its own. Otherwise a message in `auto` or `agent` of a conversation whose agent
        /// waits is said to that run: go on, an answer, a correction; its id is what comes back.
        #[serde(default)]
        apart: bool,
    }

    /// An item of a change set.
    struct ItemAt { set: SetId, item: u32 }

    /// A run as a resource.
    struct RunView {
        id: RunId,
        session: SessionId,
        status: RunStatus,
        mode: Mode,
        message: String,
        /// `plan`, `clarify`, `chat` or `unsure`.
        decision: Option<String>,
        /// The product's own words, rendered from what is proposed or known.
        text: Option<String>,
        /// A model's words, which nobody has checked (R23): shown apart, and as such.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<String>,
        change_set: Option<SetId>,
        clarify: Option<Clarify>,
        consumed: Vec<Consumed>,
        /// Which todos it is about (S0-44).
        #[serde(rename = "where", default, skip_serializing_if = "Option::is_none")]
        about: Option<Where>,
        /// The model that decided; absent = the built-in planner.
        model: Option<String>,
        usage: UsageTotal,
        /// What went wrong and was dealt with, as in the `recovery` events; `unread_events` where some of what happened
        /// cannot be read.
        notes: Vec<String>,
        /// What the models saw and said can be looked at.
        traced: bool,
        /// For `agent` only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        agent: Option<AgentView>,
        /// For the answer to `/edit-plan` only: the plan document, and what it would change as somebody
        /// edited it in the conversation's folder.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        plan: Option<PlanEdited>,
        /// What of the project was loaded for it.
        #[serde(default)]
        context: Option<WorkContext>,
        /// The structured reply, its linked steps ticked as their changes stand now.
        #[serde(default)]
        reply: Option<WorkReply>,
        /// The pictures that were made for it, as they are now, without those that were taken away.
        #[serde(default)]
        images: Vec<ImageView>,
        /// The pictures that came with the message.
        #[serde(default)]
        given: Vec<ImageView>,
        /// Why it failed, was stopped or was cut off, as its `error` event said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<ErrorBody>,
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        created_at: Timestamp,
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
        finished_at: Option<Timestamp>,
    }

    /// What one call of a model took.
    #[serde(from = "usage::StoredCall")]
    struct CallUsage {
        model: String,
        /// It runs elsewhere: the prompt left this machine.
        hosted: bool,
        role: Role,
        prompt_tokens: u64,
        cached_tokens: u64,
        completion_tokens: u64,
        elapsed_ms: u64,
        /// Money by the configured prices, in millionths of a dollar. Old events say `cost_micros`, and
        /// mean billionths by it.
        cost_millionths: u64,
        /// What the prompt was estimated at before; 0 = the runtime counted nothing to compare it with.
        #[serde(default)]
        estimated_tokens: u64,
    }

    /// What all calls of a run or a session took.
    #[derive(Default)]
    struct UsageTotal {
        calls: u64,
        prompt_tokens: u64,
        completion_tokens: u64,
        elapsed_ms: u64,
        cost_micros: u64,
        /// Some of it left this machine.
        hosted: bool,
    }

    /// A conversation in the list.
    struct SessionView {
        id: SessionId,
        title: String,
        runs: u64,
        /// A question waits for an answer.
        waiting: bool,
        /// Where it is kept.
        #[serde(default)]
        state: SessionState,
        /// The one it goes on from.
        #[serde(default)]
        parent: Option<SessionId>,
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        created_at: Timestamp,
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        updated_at: Timestamp,
    }

    /// An operation with its defects, in S0's shape (S0-21).
    struct OpErrors { #[cfg_attr(feature = "openapi", schema(value_type = Object))] op: Value, errors: Vec<Problem> }

    /// Every error answer: `{error, message, details?, hint?}`.
    struct ErrorBody {
        /// Stable code.
        error: String,
        message: String,
        /// By code: an object, or a list of what is wrong.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        details: Option<Value>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hint: Option<String>,
    }
}

/// Which route a message takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// The router decides.
    #[default]
    Auto,
    /// Answers only.
    Chat,
    /// Always a proposal or a question.
    Plan,
    /// A model works on it in steps, with tools (S3, S4).
    Agent,
    /// Pictures are made of it (S1-53), whatever its words.
    Image,
}

/// Status of a run (DESIGN §5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum RunStatus {
    Running,
    Waiting,
    Done,
    Failed,
    Cancelled,
    Interrupted,
}

/// An event of a run, as stored and as sent: SSE `event:` is the kind, `data:` the rest, `id:` the number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "event", content = "data", rename_all = "snake_case")]
#[allow(clippy::large_enum_variant, reason = "events are few and short-lived; a picture's is the largest")]
pub enum RunEvent {
    /// A phase began: analyzing, routing, proposing, validating, repairing, summarizing.
    Stage {
        /// The phase.
        stage: String,
        /// The router's choice, once known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decision: Option<String>,
    },
    /// What the sentence was understood as.
    Understood {
        /// The parts.
        consumed: Vec<Consumed>,
        /// Warnings.
        warnings: Vec<Problem>,
        /// Which todos it is about.
        #[serde(rename = "where", default, skip_serializing_if = "Option::is_none")]
        about: Option<Where>,
    },
    /// Operations after validation; a higher version replaces a lower one (S0-40).
    #[serde(rename_all = "camelCase")]
    Ops {
        /// From 1.
        version: u32,
        /// The set they wait in.
        #[serde(rename = "change_set")]
        change_set: Option<SetId>,
        /// In S0's shape.
        operations: Vec<OpErrors>,
        /// Without defects.
        valid_count: u64,
        /// With defects.
        invalid_count: u64,
    },
    /// A set came to be or changed.
    ChangeSet {
        /// The set.
        id: SetId,
        /// Its version.
        version: u32,
    },
    /// A question.
    Clarify(Clarify),
    /// Text so far; replaces the text before.
    Summary {
        /// The text.
        text: String,
    },
    /// A model was asked: what that took.
    Usage(CallUsage),
    /// Something went wrong and was dealt with, or what was left out; for the run's badge.
    Recovery {
        /// `repaired`, `dropped`, `truncated`, `prompt_cut`, `shortened`, `corrected`, `fallback`, `model_failed`, `recovered`, `redacted` or `blocked`.
        what: String,
        /// For people.
        message: String,
        /// What to do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hint: Option<String>,
    },
    /// What the models were sent and what they answered is kept: `GET /api/runs/{id}/trace`.
    Trace {
        /// The hash it is stored under.
        blob: String,
        /// How many calls it holds.
        calls: u64,
    },
    /// The final text and operations (S0-22).
    Result {
        /// The product's own words; empty where only a model said something.
        text: String,
        /// A model's words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<String>,
        /// In S0's shape; empty for chat.
        operations: Vec<OpErrors>,
    },
    /// The run failed.
    Error(ErrorBody),
    /// The end.
    Done(bool),
    /// A command of the run's set came to its end, under supervision (S1-22). Comes after `done`.
    Command {
        /// The set.
        set: SetId,
        /// The item.
        n: u32,
        /// `Command 2/4 ✗ cargo test`.
        text: String,
        /// `✓ 1 succeeded, ✗ 1 failed`.
        summary: String,
        /// The beginning and the end of its output.
        preview: String,
        /// What is still to run.
        remaining: Vec<String>,
    },
    /// A step of an agent's run came to be or changed.
    Step(AgentStep),
    /// A tool call began or ended.
    Tool(AgentTool),
    /// What the model says it thinks.
    Thinking(AgentThinking),
    /// The run waits for the person: `POST /api/runs/{id}/input`.
    Wait(AgentWait),
    /// What was done, and whether it is kept.
    WorkSummary(WorkSummary),
    /// What of the project was loaded for the message (S1-3).
    Context(WorkContext),
    /// A structured reply (S1-7); the summary alone is told before, while it is written.
    Reply(WorkReply),
    /// A picture was made for the run, or could not be (C14).
    Image(ImageStep),
    /// Pictures came with the message.
    Given {
        /// They.
        images: Vec<ImageView>,
    },
    /// A model's words so far, which nobody has checked; replaces those before.
    Said {
        /// The words.
        text: String,
    },
    /// What the person said to an agent's run while it waited.
    Told {
        /// Their words.
        text: String,
    },
    /// The request in sub-tasks, as they stand; replaces those before (S1-44).
    Subtasks(SubTaskPlan),
    /// A sub-task changed (S1-43).
    Subtask(SubTask),
}

impl From<&Predicate> for Where {
    fn from(predicate: &Predicate) -> Self {
        Self {
            ids: predicate.ids.clone().unwrap_or_default(),
            scheduled_range: predicate.scheduled_range,
            due_range: predicate.due_range,
            overdue: predicate.overdue,
            priority: predicate.priority.clone().unwrap_or_default(),
            labels: predicate.labels.clone().unwrap_or_default(),
            completed: predicate.completed,
            repeating: predicate.repeating,
        }
    }
}

impl Where {
    /// Both: a condition that only one gives holds, and what each may be one of may be either.
    pub fn and(mut self, other: Self) -> Self {
        fn either<T: PartialEq>(one: &mut Vec<T>, other: Vec<T>) {
            let new: Vec<T> = other.into_iter().filter(|value| !one.contains(value)).collect();
            one.extend(new);
        }
        either(&mut self.ids, other.ids);
        either(&mut self.priority, other.priority);
        either(&mut self.labels, other.labels);
        self.scheduled_range = self.scheduled_range.or(other.scheduled_range);
        self.due_range = self.due_range.or(other.due_range);
        self.overdue = self.overdue.or(other.overdue);
        self.completed = self.completed.or(other.completed);
        self.repeating = self.repeating.or(other.repeating);
        self
    }

    /// Absent where nothing was said.
    pub fn said(self) -> Option<Self> {
        (self != Self::default()).then_some(self)
    }
}

impl RunEvent {
    /// The SSE event name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Stage { .. } => "stage",
            Self::Understood { .. } => "understood",
            Self::Ops { .. } => "ops",
            Self::ChangeSet { .. } => "change_set",
            Self::Clarify(_) => "clarify",
            Self::Summary { .. } => "summary",
            Self::Usage(_) => "usage",
            Self::Recovery { .. } => "recovery",
            Self::Trace { .. } => "trace",
            Self::Result { .. } => "result",
            Self::Error(_) => "error",
            Self::Done(_) => "done",
            Self::Command { .. } => "command",
            Self::Step(_) => "step",
            Self::Tool(_) => "tool",
            Self::Thinking(_) => "thinking",
            Self::Wait(_) => "wait",
            Self::WorkSummary(_) => "work_summary",
            Self::Context(_) => "context",
            Self::Reply(_) => "reply",
            Self::Image(_) => "image",
            Self::Given { .. } => "given",
            Self::Said { .. } => "said",
            Self::Told { .. } => "told",
            Self::Subtasks(_) => "subtasks",
            Self::Subtask(_) => "subtask",
        }
    }
}
