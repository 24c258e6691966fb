//! What clients see: the shapes of requests, answers and run events (DESIGN §5).
//!
//! The page's TypeScript types and the OpenAPI document are generated from these.

use crate::change_set::{Actor, BulkTarget, ItemStatus, Risk, SetStatus, Source, Verdict};
use crate::command::CommandOutcome;
use crate::file::{FileChange, WorkspaceId};
use crate::ids::{ImageId, RunId, Seq, SessionId, SetId, TodoId};
use crate::model::Role;
use crate::problem::Problem;
use crate::session::SessionState;
use crate::todo::{Priority, Todo};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::Value;

macro_rules! wire {
    ($($(#[$m:meta])* struct $name:ident { $($(#[$fm:meta])* $field:ident : $ty:ty),* $(,)? })*) => { $(
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        $(#[$m])*
        #[allow(missing_docs)]
        pub struct $name { $($(#[$fm])* pub $field: $ty),* }
    )* };
}

mod agent;
mod command_runs;
mod images;
mod meter;
mod outside;
mod rules;
mod sessions;
mod subtasks;
mod usage;
mod work;
pub use agent::{
    AgentCall, AgentInput, AgentMode, AgentOptions, AgentStep, AgentThinking, AgentTool, AgentView, AgentWait,
    CriterionUpdate, Permission, StepStatus, SummaryState, ToolStatus, WorkSummary,
};
pub use command_runs::{CommandRunView, CommandStepView, NewCommandRun, Steer};
pub use images::{
    GivenImage, ImageEdit, ImageKind, ImageList, ImageOrigin, ImageStep, ImageVersion, ImageView, RedrawnImage,
    SaveImages,
};
pub use meter::{Bug, Bugs, HandedOff, MirrorView, SessionMeter};
pub use outside::{CommandPreview, CommandView, FileText, FileView, FolderEntry, WorkspaceView};
pub use rules::{NewRule, NewRuleFrom, PastDecision, RuleCheck, RuleFinding, RulePast, RuleView};
pub use sessions::{PlanEdit, PlanEdited, PlanView, SessionEdit};
pub use subtasks::{
    ExecutionOrder, Granularity, GranularitySize, OrderEstimate, Split, SubTask, SubTaskEdit, SubTaskOutput,
    SubTaskPlan, TaskModel,
};
pub use work::{
    Blocked, BlockedPart, LeftOut, LoadedFile, NextStep, ReplySection, ReplyStep, ShownImage, WorkContext, WorkReply,
};

wire! {
    /// How many things a set adds, changes, deletes and runs.
    struct Counts { add: u64, change: u64, delete: u64, run: u64 }

    /// What applying would touch: todos, not items (R11, UI "Blast radius").
    struct Blast { creates: u64, updates: u64, deletes: u64, reversible: bool }

    /// One field before and after, as wire values.
    struct FieldChange { field: String, before: Value, after: Value }

    /// What an item does to one todo.
    struct TodoPreview { id: Option<TodoId>, title: String, before_exists: bool, after_exists: bool, fields: Vec<FieldChange> }

    /// One field that changed under a proposal: what it built on, what is there, what it would put.
    struct Drift { id: TodoId, title: String, field: String, base: Value, now: Value, proposed: Value }

    /// An item as a reviewer sees it.
    struct ItemView {
        n: u32,
        /// Which operation of the request it came from, from 0.
        request: u32,
        /// As people say it: `14.2`.
        id: String,
        /// `todo`; later `file`, `command`, `image`.
        kind: String,
        /// `add`, `change`, `delete` or `run`.
        verb: String,
        #[cfg_attr(feature = "openapi", schema(value_type = Object))]
        op: Value,
        label: String,
        /// What it is about in words: the todo's title.
        target: String,
        why: String,
        status: ItemStatus,
        reason: Option<String>,
        digest: String,
        needs: Vec<u32>,
        /// Rejected for that item was, which this one needs: nobody decided on this one, and it waits again
        /// when that rejection is taken back.
        #[serde(default)]
        rejected_with: Option<u32>,
        problems: Vec<Problem>,
        warnings: Vec<Problem>,
        targets: Vec<BulkTarget>,
        risk: Risk,
        reversible: bool,
        preselected: bool,
        /// At most 10 todos; `preview_total` says how many there are.
        preview: Vec<TodoPreview>,
        preview_total: u64,
        drift: Vec<Drift>,
        /// Of a file item.
        file: Option<FileView>,
        /// Of a command item.
        command: Option<CommandView>,
        failure: Option<Problem>,
        applied_by: Option<Seq>,
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
        decided_at: Option<Timestamp>,
        decided_by: Option<Actor>,
    }

    /// A change set as a reviewer sees it.
    struct SetView {
        id: SetId,
        title: String,
        source: Source,
        status: SetStatus,
        version: u32,
        /// Binds all items as shown; apply takes it.
        digest: String,
        run: Option<RunId>,
        session: Option<SessionId>,
        counts: Counts,
        blast: Blast,
        items: Vec<ItemView>,
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        created_at: Timestamp,
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        expires_at: Timestamp,
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
        resolved_at: Option<Timestamp>,
    }

    /// A line of the inbox.
    struct SetSummary {
        id: SetId,
        title: String,
        source: Source,
        status: SetStatus,
        counts: Counts,
        /// Items that still want a decision.
        open: u64,
        /// Signed, not applied.
        signed: u64,
        /// Nobody can say what became of them.
        #[serde(default)]
        unknown: u64,
        risk: Risk,
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        created_at: Timestamp,
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        expires_at: Timestamp,
    }

    /// An apply of files that was cut off, and what became of it.
    struct InterruptedApply {
        set: SetId,
        /// The set's title.
        title: String,
        state: InterruptedState,
        /// What is in the way, or what is not known; empty where nothing is left to do.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        message: String,
        /// What to do about it.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        hint: String,
    }

    /// A verdict on one item. `digest` is the item's, as it was shown.
    struct DecisionRequest {
        verdict: Verdict,
        #[serde(default)]
        reason: Option<String>,
        digest: String,
        /// The verdict that was shown; where it is another by now: 409 `decided_elsewhere`.
        #[serde(default)]
        was: Option<Verdict>,
    }

    /// Signs an item within an apply call ("Apply 7" of marked items).
    struct SignItem {
        item: u32,
        digest: String,
        /// The verdict that was shown; where it is another by now: 409 `decided_elsewhere`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        was: Option<Verdict>,
    }

    /// Numbers that a confirmation is bound to.
    struct ConfirmCounts {
        deletes: u64,
        updates: u64,
        /// Files that decide what gets built, installed or run (C24), at most 20.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        sensitive: Vec<String>,
    }

    /// The body of a 409 `confirmation_required`.
    struct Confirmation { token: String, counts: ConfirmCounts, #[cfg_attr(feature = "openapi", schema(value_type = String))] expires_at: Timestamp }

    /// What one operation did, in S0's shape (S0-80).
    struct OpResult {
        n: u32,
        /// Which operation of the request it came from, from 0.
        request: u32,
        ok: bool,
        op: String,
        label: String,
        todo: Option<Todo>,
        count: Option<u64>,
        expanded_ids: Option<Vec<TodoId>>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        files: Vec<FileChange>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        command: Option<CommandOutcome>,
        problem: Option<Problem>,
    }

    /// How many todos an apply created, updated, deleted, completed.
    struct ApplySummary { created: u64, updated: u64, deleted: u64, completed: u64 }

    /// What an apply came to. Written from what was stored, never by a model.
    struct Receipt {
        outcome: Outcome,
        change_set: SetView,
        /// The ledger entry; undo takes it.
        entry: Option<Seq>,
        hash: Option<String>,
        results: Vec<OpResult>,
        summary: ApplySummary,
        /// One line: "3 changes applied."
        text: String,
    }

    /// One item in a ledger entry.
    struct EntryItem {
        n: u32,
        label: String,
        ok: bool,
        verdict: Option<Verdict>,
        reason: Option<String>,
        changes: Vec<TodoPreview>,
        changes_total: u64,
        files: Vec<FileChange>,
        command: Option<CommandOutcome>,
        /// Applied, its effect still stands, and can be taken back.
        undoable: bool,
        problem: Option<Problem>,
    }

    /// What an applied entry did to files, in numbers.
    #[derive(Default)]
    struct EntryFiles {
        count: u64,
        /// Lines added.
        added: u64,
        /// Lines removed.
        removed: u64,
        /// What the answer that proposed them cost, in millionths of a dollar.
        cost_micros: u64,
    }

    /// A ledger entry for History.
    struct EntryView {
        seq: Seq,
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        at: Timestamp,
        actor: Actor,
        kind: String,
        set: Option<SetId>,
        /// Of a proposal: where it came from, and so whose words its title is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        source: Option<Source>,
        title: String,
        items: Vec<EntryItem>,
        /// Absent where no file was changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        files: Option<EntryFiles>,
        undoable: bool,
        prev: String,
        hash: String,
    }

    /// What can be taken back next.
    #[derive(Default)]
    struct LastView {
        /// The last change that stands: what "undo" takes back.
        undo: Option<Seq>,
        /// The last undo that stands: what "redo" takes back.
        redo: Option<Seq>,
    }

    /// A decision on one item, from the ledger. `verdict` is `expired` where nobody decided in time.
    struct DecisionView {
        entry: Seq,
        set: SetId,
        n: u32,
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        at: Timestamp,
        actor: Actor,
        /// The agent that had proposed it; absent where a person did, or an older version wrote it.
        agent: Option<String>,
        /// The operation's kind, e.g. `update`.
        kind: String,
        verdict: String,
        /// A code of the fixed list, or the person's own words.
        reason: Option<String>,
        label: String,
        todo: Option<TodoId>,
        /// The shape: the same operation on the same todo has the same.
        fingerprint: String,
        #[cfg_attr(feature = "openapi", schema(value_type = Object))]
        op: Value,
    }

    /// A proposal of an agent that was not put before the person.
    struct NotProposed {
        label: String,
        fingerprint: String,
        /// `no_effect`, `title_exists`, `rejected_before`, `deferred_before`, `expired_before`,
        /// `waits_already`, `same_text`, `invalid`, `needs_refused` or `rule_refused`.
        code: String,
        /// In words that a model can use.
        message: String,
    }

    /// What a wake came to.
    struct WakeReport {
        agent: String,
        about: Option<String>,
        /// The sets it made or added to.
        sets: Vec<SetId>,
        /// New items.
        proposed: u64,
        /// Of its own items, those that nobody had decided and that no longer hold.
        retracted: u64,
        not_proposed: Vec<NotProposed>,
        /// Found, and left for a later wake: enough waits already.
        left: u64,
        /// What the person's rules let through: it is done.
        #[serde(default)]
        by_rules: u64,
        /// The model that proposed as well.
        model: Option<String>,
        text: String,
    }

    /// What became of one call of a tool, as the agent is told.
    struct ToolAnswer {
        tool: String,
        ok: bool,
        /// `queued`, `noted`, `retracted`, `not_open`, `not_found`, or why it was not queued.
        code: String,
        message: String,
        /// Of each queued item what it can be taken back by.
        fingerprints: Vec<String>,
    }

    /// Something that waits for the person's decision.
    struct WaitingItem {
        set: SetId,
        item: u32,
        label: String,
        /// Its proposer can take it back by this.
        fingerprint: String,
        /// Who proposed it; absent = a request of the person's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        agent: Option<String>,
    }

    /// What an agent noted for itself.
    struct AgentNote {
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        at: Timestamp,
        about: Option<String>,
        /// `update_report`, `record_observations` or `set_task_language`.
        tool: String,
        #[cfg_attr(feature = "openapi", schema(value_type = Object))]
        note: Value,
    }

    /// What an agent is told again before it proposes.
    struct AgentMemory {
        agent: String,
        /// What the person said to its proposals, the newest first.
        decisions: Vec<DecisionView>,
        /// What waits already, of whoever proposed it: to propose it again says nothing new.
        waiting: Vec<WaitingItem>,
        /// Its own notes, the newest first.
        notes: Vec<AgentNote>,
        /// Decisions on all agents' proposals and what waits, as a section of a prompt: at most 20 entries
        /// of each.
        prompt: String,
    }

    /// What became of an agent's calls.
    struct CallsReport { agent: String, sets: Vec<SetId>, answers: Vec<ToolAnswer> }

    /// The newest entry.
    struct Head { seq: Seq, hash: String }

    /// A later change that stands in the way of an undo.
    struct InTheWay { entry: Seq, n: u32, label: String, #[cfg_attr(feature = "openapi", schema(value_type = String))] at: Timestamp }

    /// Why an undo cannot be proposed as asked: body `details` of a 409 `undo_conflict`.
    struct UndoConflict { drift: Vec<Drift>, in_the_way: Vec<InTheWay> }

    /// What the ledger's check found.
    struct VerifyReport {
        ok: bool,
        entries: u64,
        head: Option<Head>,
        /// First broken place: `changed`, `missing`, `reordered` or `unreadable`, and what to do.
        broken: Option<BrokenEntry>,
        /// Todos that share one identity, of which an export is read back as a single one.
        doubles: Vec<Vec<TodoId>>,
    }

    /// A broken place of the ledger.
    struct BrokenEntry { seq: Seq, what: String, message: String }

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
        /// The model that decided; absent = the built-in planner.
        model: Option<String>,
        usage: UsageTotal,
        /// What went wrong and was dealt with, as in the `recovery` events.
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

/// What an apply came to (DESIGN invariant 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Nothing was signed, or nothing differed.
    NothingChanged,
    /// Everything that was signed.
    Applied,
    /// Some of it (best effort): of each of the others, the results say why not.
    PartlyApplied,
    /// It failed and everything was put back.
    RolledBack,
    /// Put back as far as possible; a person must look.
    NeedsRecovery,
    /// Nobody can say.
    Unknown,
}

impl Outcome {
    /// Something of it came to be, all or in part.
    pub fn happened(self) -> bool {
        matches!(self, Self::Applied | Self::PartlyApplied)
    }
}

/// How an apply stands that was cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum InterruptedState {
    /// Neither carried out nor taken back yet; tried again by itself.
    Open,
    /// Of some items nobody can say what became of them.
    Unknown,
    /// All files are as they were; it can be signed again.
    PutBack,
    /// All of it is applied.
    Finished,
}

/// How apply treats a failing item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ApplyMode {
    /// All or nothing.
    #[default]
    Atomic,
    /// What can be applied is applied (C28).
    BestEffort,
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
        /// `repaired`, `dropped`, `truncated`, `prompt_cut`, `fallback`, `model_failed`, `recovered`, `redacted` or `blocked`.
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
