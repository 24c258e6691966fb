//! What clients see: the shapes of requests, answers and run events (DESIGN §5).
//!
//! The page's TypeScript types and the OpenAPI document are generated from these.

use crate::change_set::{Actor, BulkTarget, ItemStatus, Risk, SetStatus, Source, Verdict};
use crate::command::CommandOutcome;
use crate::file::{FileChange, WorkspaceId};
use crate::ids::{ImageId, RunId, Seq, SessionId, SetId, TodoId};
use crate::model::Role;
use crate::predicate::{DateRange, Predicate};
use crate::problem::Problem;
use crate::session::SessionState;
use crate::todo::{Priority, Todo};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::Value;

fn no_more(count: &u64) -> bool {
    *count == 0
}

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
mod feed;
mod images;
mod meter;
mod outside;
mod rules;
mod runs;
mod sessions;
mod subtasks;
mod tool_servers;
mod usage;
mod work;
pub use agent::{
    AgentCall, AgentInput, AgentMode, AgentOptions, AgentStep, AgentThinking, AgentTool, AgentView, AgentWait,
    CriterionUpdate, Permission, StepStatus, SummaryState, ToolStatus, WorkSummary,
};
pub use command_runs::{CommandRunView, CommandStepView, NewCommandRun, Steer};
pub use feed::{Changes, FeedEvent, ItemNews};
pub use images::{
    GivenImage, ImageEdit, ImageKind, ImageList, ImageOrigin, ImageStep, ImageVersion, ImageView, RedrawnImage,
    SaveImages,
};
pub use meter::{Bug, Bugs, HandedOff, MirrorView, SessionMeter};
pub use outside::{CommandPreview, CommandView, FileText, FileView, FolderEntry, ToolView, WorkspaceView};
pub use rules::{NewRule, NewRuleFrom, PastDecision, RuleCheck, RuleFinding, RulePast, RuleView};
pub use runs::{
    CallUsage, Clarify, ClarifyAnswer, ClarifyOption, ClarifySection, ClarifySelection, Consumed, ErrorBody, ItemAt,
    Mode, NewRun, OpErrors, RunEvent, RunStatus, RunView, S0Option, SessionView, UNREAD_EVENTS, UsageTotal, Where,
};
pub use sessions::{PlanEdit, PlanEdited, PlanView, SessionEdit};
pub use subtasks::{
    ExecutionOrder, Granularity, GranularitySize, OrderEstimate, Split, SubTask, SubTaskEdit, SubTaskOutput,
    SubTaskPlan, TaskModel,
};
pub use tool_servers::{ServerArgument, ServerReads, ServerTool, ToolServer, ToolServerState, ToolServers};
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
        /// `todo`, `file`, `command`, `tool` or `rule`.
        kind: String,
        /// `add`, `change`, `delete` or `run`.
        verb: String,
        #[cfg_attr(feature = "openapi", schema(value_type = Object))]
        op: Value,
        label: String,
        /// What it is about in words: the todo's title.
        target: String,
        why: String,
        /// The agent or model whose words `why` is; absent where they are the person's or the product's (R23).
        #[serde(default)]
        said_by: Option<String>,
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
        /// Of a tool item.
        #[serde(default)]
        tool: Option<ToolView>,
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
        /// Who proposed it, where no person did: an agent, a model, or the built-in `planner`.
        #[serde(default)]
        agent: Option<String>,
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
        /// Nobody gave it a title: it is called by what its items do.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        called_by_items: bool,
        /// What the first of its items do that are not decided against, each by its label; none where it is called by
        /// that.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        does: Vec<String>,
        /// How many more of them do something, behind those in `does`.
        #[serde(default, skip_serializing_if = "no_more")]
        does_more: u64,
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
        /// What they build on is no longer what it was: they have to be decided again.
        #[serde(default)]
        drifted: u64,
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
        /// The verdict that was shown; where it is another by now: 409 `decided_elsewhere`. Absent: a signature over a
        /// rejection or a deferral is refused in the same way, anything else is taken.
        #[serde(default)]
        was: Option<Verdict>,
    }

    /// Signs an item within an apply call ("Apply 7" of marked items).
    struct SignItem {
        item: u32,
        digest: String,
        /// The verdict that was shown; where it is another by now: 409 `decided_elsewhere`. Absent: a signature over a
        /// rejection or a deferral is refused in the same way, anything else is taken.
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
        /// Applied, and taken back since.
        #[serde(default)]
        undone: bool,
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
        /// Absent where it is as it was written. `changed`: it was altered since, and what it says is proof of nothing.
        /// `unreadable`: `kind` and `title` are what is left of it, and `at` and `actor` where they can be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        damage: Option<String>,
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

    /// What became of one operation that an agent elsewhere proposes.
    struct OperationAnswer {
        /// Which of the request, from 1. A bulk operation has an answer for each of its todos.
        operation: u32,
        /// What it would do, made from the operation.
        label: String,
        /// What it can be taken back by.
        fingerprint: String,
        ok: bool,
        /// `queued`, `applied` (a rule let it through), or why it does not wait.
        code: String,
        message: String,
        /// What to do instead.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hint: Option<String>,
        /// The set it is in.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        set: Option<SetId>,
        /// Its number there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        item: Option<u32>,
    }

    /// What became of an agent's operations.
    struct OperationsReport { agent: String, sets: Vec<SetId>, answers: Vec<OperationAnswer> }

    /// The newest entry.
    struct Head { seq: Seq, hash: String }

    /// A later change that stands in the way of an undo.
    struct InTheWay { entry: Seq, n: u32, label: String, #[cfg_attr(feature = "openapi", schema(value_type = String))] at: Timestamp }

    /// Why an undo cannot be proposed as asked: body `details` of a 409 `undo_conflict`.
    struct UndoConflict {
        drift: Vec<Drift>,
        in_the_way: Vec<InTheWay>,
        /// Whether anything is taken back where the later changes are kept (`conflicts: keep`).
        keeps: bool,
        /// The todos by their titles, and the files, that are deleted when it is taken back: what was added.
        deletes: Vec<String>,
    }

    /// What the ledger's check found.
    struct VerifyReport {
        ok: bool,
        entries: u64,
        head: Option<Head>,
        /// First broken place: `changed`, `missing`, `reordered` or `unreadable`, and what to do.
        broken: Option<BrokenEntry>,
        /// How many rows are stored otherwise than a sound ledger makes them; 0 where it is broken: nothing is compared
        /// then.
        differing: u64,
        /// The first 50 of them, in words.
        differences: Vec<String>,
        /// Todos that share one identity, of which an export is read back as a single one.
        doubles: Vec<Vec<TodoId>>,
    }

    /// A broken place of the ledger.
    struct BrokenEntry { seq: Seq, what: String, message: String }
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

impl SetSummary {
    /// Whether something of it wants a decision, an apply or a look: this counts as waiting, wherever it is counted,
    /// and so does what is being carried out.
    pub fn waits(&self) -> bool {
        self.open > 0 || self.signed > 0 || self.unknown > 0
    }

    /// Whether nothing of it can be signed as it is: kept to be mended or put away, listed apart and not counted.
    pub fn is_idle(&self) -> bool {
        !self.waits() && self.status == SetStatus::Pending
    }
}

impl ItemView {
    /// The open folder that it is about.
    pub fn workspace(&self) -> Option<&crate::file::WorkspaceId> {
        let command = || self.command.as_ref().map(|command| &command.workspace);
        self.file.as_ref().map(|file| &file.workspace).or_else(command)
    }

    /// Whether what it does stays: it cannot be taken back here. A rule is revoked, and what only looks leaves
    /// nothing.
    pub fn lasts(&self) -> bool {
        !self.reversible && self.kind != "rule" && !self.only_looks()
    }

    /// Whether it is a command that only looks, or that changed nothing in its folder: there is nothing to take back.
    pub fn only_looks(&self) -> bool {
        self.command.as_ref().is_some_and(|command| command.undo == "nothing")
    }

    /// Whether it is a command that might have changed something in its folder, and did not.
    pub fn changed_nothing(&self) -> bool {
        let ran = self.command.as_ref().filter(|_| self.only_looks()).and_then(|command| command.outcome.as_ref());
        ran.is_some_and(|ran| ran.unchanged || ran.copy.is_some())
    }
}
