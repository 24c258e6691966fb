//! Operations: typed, self-contained mutations of todos (TODOS.md "Shapes").
//!
//! Reading one from JSON, with every defect named, is in [`parse`]; what one does is in [`crate::effect`].

pub mod parse;

use crate::command::Command;
use crate::file::{Attributes, DEFAULT_MODE, FileChange, FileKey, FilePath, FileState, FileWas, SPECIAL};
use crate::ids::TodoId;
use crate::predicate::Predicate;
use crate::recurrence::{Recurrence, RecurrencePatch};
use crate::rule::Terms;
use crate::server_call::ServerCall;
use crate::todo::{ChecklistItem, Priority, Status, TimeOfDay, Todo};
use jiff::civil::Date;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

/// What an operation is about: a todo by number, or the todo that another item of the same
/// change set creates (`"@2"` = the one item 2 creates).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// An existing todo.
    Todo(TodoId),
    /// The todo created by the item with this number.
    New(u32),
}

impl Target {
    /// The number, unless the todo does not exist yet.
    pub fn id(self) -> Option<TodoId> {
        match self {
            Self::Todo(id) => Some(id),
            Self::New(_) => None,
        }
    }
}
impl From<TodoId> for Target {
    fn from(id: TodoId) -> Self {
        Self::Todo(id)
    }
}
impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Todo(id) => write!(f, "#{id}"),
            Self::New(n) => write!(f, "@{n}"),
        }
    }
}
impl Serialize for Target {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Todo(id) => id.serialize(s),
            Self::New(n) => s.collect_str(&format_args!("@{n}")),
        }
    }
}

/// A field that may be left alone, cleared or set.
type Opt<T> = Option<Option<T>>;

/// The fields of a todo to be made. Absent ones take their defaults.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct Draft {
    pub title: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub notes: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scheduled_for: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_of_day: Option<TimeOfDay>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due_date: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<Priority>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub checklist: Vec<ChecklistItem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recurrence: Option<Recurrence>,
}

/// Only what changes. In `bulk_update` this is `set`.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct Patch {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scheduled_for: Opt<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_of_day: Opt<TimeOfDay>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due_date: Opt<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<Priority>,
    /// S0-76 lets `update` carry it; equal to `complete`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Opt<u32>,
    /// Replaces all labels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<Vec<String>>,
    /// Replaces the checklist.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checklist: Option<Vec<ChecklistItem>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recurrence: Option<RecurrencePatch>,
    #[serde(rename = "labels_add", skip_serializing_if = "Vec::is_empty")]
    pub labels_add: Vec<String>,
    #[serde(rename = "labels_remove", skip_serializing_if = "Vec::is_empty")]
    pub labels_remove: Vec<String>,
    /// Titles of lines to add.
    #[serde(rename = "checklist_add", skip_serializing_if = "Vec::is_empty")]
    pub checklist_add: Vec<String>,
    /// Lines to tick, by id or exact title (case-folded).
    #[serde(rename = "checklist_check", skip_serializing_if = "Vec::is_empty")]
    pub checklist_check: Vec<String>,
    /// Lines to untick, by id or exact title (case-folded).
    #[serde(rename = "checklist_uncheck", skip_serializing_if = "Vec::is_empty")]
    pub checklist_uncheck: Vec<String>,
}

impl Patch {
    /// Changes nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Where an occurrence goes; at least one is given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct MoveTo {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeOfDay>,
}

/// One mutation. The JSON is flat, with `op` as its kind: `{"op":"complete","id":5,"completed":true}`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "op", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[allow(missing_docs)]
pub enum Operation {
    /// Makes a todo.
    Create(Draft),
    /// Changes fields of one todo.
    Update {
        id: Target,
        #[serde(flatten)]
        set: Patch,
    },
    /// Deletes one todo (undoable).
    Delete { id: Target },
    /// Marks one non-repeating todo done, or open again.
    Complete { id: Target, completed: bool },
    /// Sets the status; `blocked` and `on_hold` need a reason.
    SetStatus {
        id: Target,
        status: Status,
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Completes one date of a series, or opens it again.
    CompleteOccurrence { id: Target, occurrence_date: Date, completed: bool },
    /// Leaves one date of a series out.
    SkipOccurrence { id: Target, occurrence_date: Date },
    /// Moves one date of a series; it keeps its original date as identity.
    MoveOccurrence { id: Target, occurrence_date: Date, to: MoveTo },
    /// Changes all that match. Once proposed, the targets are frozen as `where.ids`.
    BulkUpdate {
        #[serde(rename = "where")]
        predicate: Predicate,
        set: Patch,
    },
    /// Completes (or opens) all non-repeating ones that match.
    BulkComplete {
        #[serde(rename = "where")]
        predicate: Predicate,
        completed: bool,
    },
    /// Deletes all that match.
    BulkDelete {
        #[serde(rename = "where")]
        predicate: Predicate,
    },
    /// Takes back something of the history; the engine turns it into `restore` items.
    Undo {
        #[serde(skip_serializing_if = "Option::is_none")]
        batch: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        item: Option<String>,
    },
    /// Puts fields of one todo back to stored values, or elements of its lists (`occurrence:<date>`,
    /// `label:<label>`, `line:<id>`): the inverse of any change to a living todo.
    /// Made by undo, redo and rewind only; never accepted from a model or a client.
    Restore { id: TodoId, fields: Map<String, Value> },
    /// Puts a deleted todo back whole, with its number, dates and checklist ids. Made by undo and
    /// by the native JSON import.
    Revive { todo: Box<Todo> },
    /// Puts a content into a file. Clients and models send texts or edits; the engine locates them
    /// and stores the content, so that what is signed is the whole file.
    WriteFile {
        #[serde(flatten)]
        at: FileKey,
        /// Hash of the whole content.
        content: String,
        /// Its length.
        bytes: u64,
        /// Permission bits; absent = as they are, or 0o644.
        #[serde(skip_serializing_if = "Option::is_none")]
        mode: Option<u32>,
        /// There is no such file yet.
        new: bool,
        /// Lines added.
        added: u64,
        /// Lines removed.
        removed: u64,
        /// The content as it was proposed, when a person chose parts of it or wrote their own.
        #[serde(skip_serializing_if = "Option::is_none")]
        proposed: Option<String>,
        /// What the file had besides; only undo names it.
        #[serde(skip_serializing_if = "Option::is_none")]
        attributes: Option<Box<Attributes>>,
    },
    /// Deletes a file (undoable).
    DeleteFile {
        #[serde(flatten)]
        at: FileKey,
        /// Folders that go with it if nothing else is in them; only undo names them.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        folders: Vec<FilePath>,
    },
    /// Gives a file another path in the same workspace.
    RenameFile {
        #[serde(flatten)]
        at: FileKey,
        to: FilePath,
        /// As of [`Self::DeleteFile`], for the path that is given up.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        folders: Vec<FilePath>,
        /// As of [`Self::WriteFile`], for the path that is taken.
        #[serde(skip_serializing_if = "Option::is_none")]
        attributes: Option<Box<Attributes>>,
    },
    /// Sets a file's permission bits.
    ChmodFile {
        #[serde(flatten)]
        at: FileKey,
        mode: u32,
    },
    /// Runs a command. Cannot be taken back.
    RunCommand(Command),
    /// Calls a tool of another program (MCP). Cannot be taken back.
    CallTool(ServerCall),
    /// Signs a standing rule. Made by the product from what a person decided; never accepted from a
    /// model or a client. Taken back by revoking the rule.
    MakeRule { rule: Box<Terms> },
}

/// Whether an operation reaches beyond the database, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// Only todos.
    Todos,
    /// A file of a workspace: reversible, by the intent protocol.
    Files,
    /// A process: not reversible, runs last.
    Process,
    /// A tool of another program: not reversible, called last.
    Tool,
    /// The standing rules: revoked, not undone.
    Rules,
}

impl Reach {
    /// How far an operation of that wire name reaches, where no more of it can be read.
    pub fn of(name: &str) -> Self {
        match name {
            "write_file" | "edit_file" | "delete_file" | "rename_file" | "chmod_file" => Self::Files,
            "run_command" => Self::Process,
            "call_tool" => Self::Tool,
            "make_rule" => Self::Rules,
            _ => Self::Todos,
        }
    }

    /// It is done outside, once, when everything else is stored: nobody can take it back.
    pub fn is_last(self) -> bool {
        matches!(self, Self::Process | Self::Tool)
    }

    /// The kind of an item, as the wire names it.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Todos => "todo",
            Self::Files => "file",
            Self::Process => "command",
            Self::Tool => "tool",
            Self::Rules => "rule",
        }
    }
}

impl Operation {
    /// The wire name of its kind.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Create(_) => "create",
            Self::Update { .. } => "update",
            Self::Delete { .. } => "delete",
            Self::Complete { .. } => "complete",
            Self::SetStatus { .. } => "set_status",
            Self::CompleteOccurrence { .. } => "complete_occurrence",
            Self::SkipOccurrence { .. } => "skip_occurrence",
            Self::MoveOccurrence { .. } => "move_occurrence",
            Self::BulkUpdate { .. } => "bulk_update",
            Self::BulkComplete { .. } => "bulk_complete",
            Self::BulkDelete { .. } => "bulk_delete",
            Self::Undo { .. } => "undo",
            Self::Restore { .. } => "restore",
            Self::Revive { .. } => "revive",
            Self::WriteFile { .. } => "write_file",
            Self::DeleteFile { .. } => "delete_file",
            Self::RenameFile { .. } => "rename_file",
            Self::ChmodFile { .. } => "chmod_file",
            Self::RunCommand(_) => "run_command",
            Self::CallTool(_) => "call_tool",
            Self::MakeRule { .. } => "make_rule",
        }
    }

    /// The one todo it is about; none for create, bulk and undo.
    pub fn target(&self) -> Option<Target> {
        match self {
            Self::Update { id, .. }
            | Self::Delete { id }
            | Self::Complete { id, .. }
            | Self::SetStatus { id, .. }
            | Self::CompleteOccurrence { id, .. }
            | Self::SkipOccurrence { id, .. }
            | Self::MoveOccurrence { id, .. } => Some(*id),
            Self::Restore { id, .. } => Some(Target::Todo(*id)),
            Self::Revive { todo } => Some(Target::Todo(todo.id)),
            Self::Create(_)
            | Self::BulkUpdate { .. }
            | Self::BulkComplete { .. }
            | Self::BulkDelete { .. }
            | Self::Undo { .. }
            | Self::WriteFile { .. }
            | Self::DeleteFile { .. }
            | Self::RenameFile { .. }
            | Self::ChmodFile { .. }
            | Self::MakeRule { .. }
            | Self::CallTool(_)
            | Self::RunCommand(_) => None,
        }
    }

    /// Makes it be about another todo; nothing for operations without a target that can be `@n`.
    pub fn retarget(&mut self, to: Target) {
        match self {
            Self::Update { id, .. }
            | Self::Delete { id }
            | Self::Complete { id, .. }
            | Self::SetStatus { id, .. }
            | Self::CompleteOccurrence { id, .. }
            | Self::SkipOccurrence { id, .. }
            | Self::MoveOccurrence { id, .. } => *id = to,
            Self::Create(_)
            | Self::BulkUpdate { .. }
            | Self::BulkComplete { .. }
            | Self::BulkDelete { .. }
            | Self::Undo { .. }
            | Self::Restore { .. }
            | Self::Revive { .. }
            | Self::WriteFile { .. }
            | Self::DeleteFile { .. }
            | Self::RenameFile { .. }
            | Self::ChmodFile { .. }
            | Self::MakeRule { .. }
            | Self::CallTool(_)
            | Self::RunCommand(_) => {}
        }
    }

    /// How far it reaches.
    pub fn reach(&self) -> Reach {
        match self {
            Self::WriteFile { .. } | Self::DeleteFile { .. } | Self::RenameFile { .. } | Self::ChmodFile { .. } => {
                Reach::Files
            }
            Self::RunCommand(_) => Reach::Process,
            Self::CallTool(_) => Reach::Tool,
            Self::MakeRule { .. } => Reach::Rules,
            Self::Create(_)
            | Self::Update { .. }
            | Self::Delete { .. }
            | Self::Complete { .. }
            | Self::SetStatus { .. }
            | Self::CompleteOccurrence { .. }
            | Self::SkipOccurrence { .. }
            | Self::MoveOccurrence { .. }
            | Self::BulkUpdate { .. }
            | Self::BulkComplete { .. }
            | Self::BulkDelete { .. }
            | Self::Undo { .. }
            | Self::Restore { .. }
            | Self::Revive { .. } => Reach::Todos,
        }
    }

    /// The file it is about.
    pub fn file(&self) -> Option<&FileKey> {
        match self {
            Self::WriteFile { at, .. }
            | Self::DeleteFile { at, .. }
            | Self::RenameFile { at, .. }
            | Self::ChmodFile { at, .. } => Some(at),
            _ => None,
        }
    }

    /// The files it changes, from the states it builds on.
    pub fn file_changes(&self, was: &[FileWas]) -> Vec<FileChange> {
        let Some(at) = self.file() else { return Vec::new() };
        let before = was.iter().find(|w| w.at == *at).and_then(|w| w.state.clone());
        let change = |at: &FileKey, before: Option<FileState>, after: Option<FileState>| FileChange {
            at: at.clone(),
            before,
            after,
            folders: Vec::new(),
        };
        match self {
            Self::WriteFile { content, bytes, mode, attributes, .. } => {
                let other = |was: &FileState| was.hash != *content;
                let kept = before.as_ref().map(|was| if other(was) { was.mode & !SPECIAL } else { was.mode });
                let mode = mode.or(kept).unwrap_or(DEFAULT_MODE) & 0o7777;
                let attributes = attributes.clone();
                vec![change(at, before, Some(FileState { hash: content.clone(), bytes: *bytes, mode, attributes }))]
            }
            Self::DeleteFile { folders, .. } => {
                vec![FileChange { folders: folders.clone(), ..change(at, before, None) }]
            }
            Self::RenameFile { to, folders, attributes, .. } => {
                let new = FileKey { workspace: at.workspace.clone(), path: to.clone() };
                let moved = before.clone().map(|b| FileState { attributes: attributes.clone(), ..b });
                let gone = FileChange { folders: folders.clone(), ..change(at, before, None) };
                vec![change(&new, None, moved), gone]
            }
            Self::ChmodFile { mode, .. } => {
                let after = before.clone().map(|b| FileState { mode: mode & 0o7777, ..b });
                vec![change(at, before, after)]
            }
            _ => Vec::new(),
        }
    }

    /// The condition of a bulk operation.
    pub fn predicate(&self) -> Option<&Predicate> {
        match self {
            Self::BulkUpdate { predicate, .. }
            | Self::BulkComplete { predicate, .. }
            | Self::BulkDelete { predicate } => Some(predicate),
            _ => None,
        }
    }

    /// Its JSON, with keys in a fixed order: what digests are taken of.
    pub fn to_value(&self) -> Value {
        serde_json::to_value(self).unwrap_or(Value::Null)
    }
}

impl<'de> Deserialize<'de> for Operation {
    /// Reads what the store wrote (also `restore` and `revive`). Requests go through [`parse::operation`].
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(d)?;
        parse::stored(&value)
            .map_err(|p| serde::de::Error::custom(p.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")))
    }
}
