//! Change sets: what waits for a signature (DESIGN §1, §5 "Status words").
//!
//! Types here; making one from operations is in [`propose`], deciding and editing in [`review`],
//! turning signed items into changes in [`execute`], taking those back in [`undo`].

mod change;
mod edit;
pub mod execute;
mod named;
pub mod propose;
pub mod review;
pub mod undo;

pub use change::Change;

use crate::command::Undo;
use crate::file::FileWas;
use crate::ids::{RuleId, RunId, Seq, SessionId, SetId, TodoId};
use crate::operation::{Operation, Target};
use crate::problem::Problem;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Where a change set came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Source {
    /// A person asked for it in words.
    Request,
    /// A person edited a todo directly: signed by being made.
    Direct,
    /// A client sent operations to the S0 apply endpoint with the person's token.
    Compat,
    /// A file in this format.
    Import {
        /// `json`, `ics`, `todo.txt`, `todoist`, `taskwarrior` or `markdown`.
        format: String,
    },
    /// Takes back what these ledger entries applied.
    Undo {
        /// The entries.
        entries: Vec<Seq>,
    },
    /// Goes back to the state right after this entry.
    Rewind {
        /// The entry.
        to: Seq,
    },
    /// An agent woke and proposed by itself.
    Wake {
        /// Which agent.
        agent: String,
        /// What it woke for; absent = everything. One live set per agent and subject (F/S2).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        about: Option<String>,
    },
    /// An agent elsewhere proposed it while somebody talked to it. Each request is a set of its own.
    Agent {
        /// What it calls itself.
        agent: String,
    },
}

/// Status of a whole set, derived from its items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum SetStatus {
    /// Nothing decided.
    Pending,
    /// Some decided or applied.
    PartiallyResolved,
    /// Nothing is left to decide or apply.
    Resolved,
    /// Too old; nothing of it can be signed.
    Expired,
}

/// Status of one item. `drifted` and `blocked` are computed when read, never stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ItemStatus {
    /// Has problems; cannot be signed.
    Invalid,
    /// Waits for a decision.
    Pending,
    /// Signed, not applied.
    Confirmed,
    /// Turned down.
    Rejected,
    /// Put off; stays in the inbox.
    Deferred,
    /// Taken back by its proposer.
    Retracted,
    /// What it builds on has changed since; decide again.
    Drifted,
    /// Needs another item first.
    Blocked,
    /// Being applied (external effects only).
    Applying,
    /// Done.
    Applied,
    /// Tried, nothing changed.
    Failed,
    /// Tried, and nobody can say what happened.
    Unknown,
    /// Applied and taken back.
    Undone,
    /// Too old.
    Expired,
}

impl ItemStatus {
    /// The verdict that it stands for, where it is what a person decided, or did not decide yet.
    pub fn verdict(self) -> Option<Verdict> {
        match self {
            Self::Pending => Some(Verdict::Undecided),
            Self::Confirmed => Some(Verdict::Confirmed),
            Self::Rejected => Some(Verdict::Rejected),
            Self::Deferred => Some(Verdict::Deferred),
            _ => None,
        }
    }

    /// The word it has on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Invalid => "invalid",
            Self::Pending => "pending",
            Self::Confirmed => "confirmed",
            Self::Rejected => "rejected",
            Self::Deferred => "deferred",
            Self::Retracted => "retracted",
            Self::Drifted => "drifted",
            Self::Blocked => "blocked",
            Self::Applying => "applying",
            Self::Applied => "applied",
            Self::Failed => "failed",
            Self::Unknown => "unknown",
            Self::Undone => "undone",
            Self::Expired => "expired",
        }
    }
}

/// A person's verdict on an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Signed.
    Confirmed,
    /// Turned down, perhaps with a reason.
    Rejected,
    /// Put off.
    Deferred,
    /// Taken back by its proposer.
    Retracted,
    /// The decision is taken back.
    Undecided,
}

/// How much could go wrong, computed from the operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Risk {
    /// Adds or changes one thing.
    None,
    /// Deletes, wipes history, or touches several things.
    Some,
    /// Deletes several things.
    High,
}

/// Who did something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Actor {
    /// The person, through `page`, `terminal`, `api` …
    User {
        /// Through what.
        via: String,
    },
    /// The built-in planner, or later a model.
    Agent {
        /// Its name.
        name: String,
    },
    /// The product itself: expiry, migration.
    System,
    /// A standing rule that a person signed.
    Rule {
        /// The rule.
        rule: RuleId,
        /// What it lets through, as it was called then.
        name: String,
    },
}

/// What an item builds on: of each target the fields it reads or replaces, as they were.
/// `None` for a todo that must not exist. Signing binds these values (DESIGN invariant 2), and
/// only a change to one of them makes the item drift.
pub type Base = BTreeMap<TodoId, Option<BTreeMap<String, Value>>>;

/// Reads a base by its keys' texts: inside an internally tagged value (a ledger event) serde keeps
/// map keys as texts, and a number does not read itself from one.
fn read_base<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Base, D::Error> {
    let by_text = BTreeMap::<String, Option<BTreeMap<String, Value>>>::deserialize(deserializer)?;
    by_text
        .into_iter()
        .map(|(id, fields)| Ok((TodoId(id.parse().map_err(serde::de::Error::custom)?), fields)))
        .collect()
}

/// A target of a bulk item, with its title when proposed, so that it can be shown and excluded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct BulkTarget {
    pub id: TodoId,
    pub title: String,
    pub excluded: bool,
}

/// One proposed operation with its state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChangeItem {
    /// Stable number within the set, from 1.
    pub n: u32,
    /// Which operation of the request it came from, from 0: a bulk operation becomes several items.
    #[serde(default)]
    pub request: u32,
    /// What it does. Absent when the JSON could not be read as an operation (`raw` has it).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub op: Option<Operation>,
    /// What was sent, when it is no operation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw: Option<Value>,
    /// What it does in words, rendered from `op` and the targets (R23).
    pub label: String,
    /// Why it was proposed: the sentence, the product's reason, or somebody's prose (`said_by`).
    pub why: String,
    /// The agent or model whose words `why` is (R23); absent where they are the person's or the product's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said_by: Option<String>,
    /// What an agent's own rule saw, e.g. `overdue:5:2026-11-20`: the same finding is not proposed
    /// again in other words after it was turned down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub topic: Option<String>,
    /// Stored status; see [`ItemStatus`].
    pub status: ItemStatus,
    /// Rejection or deferral reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// When it was decided last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<Timestamp>,
    /// Who decided last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<Actor>,
    /// See [`Base`].
    #[serde(deserialize_with = "read_base")]
    pub base: Base,
    /// The states of files it builds on; see [`FileWas`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileWas>,
    /// Of a command what undo can do about it, as it was foreseen when it was proposed or rebased: signing
    /// binds that, and where it has got worse the item has drifted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<Undo>,
    /// Of a command what is where its words lead, by paths within its workspace: none where nothing is. Signing
    /// binds that, and where it is something else the item has drifted.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub found: BTreeMap<String, Option<String>>,
    /// The items of its set that may change what is at these paths of `found`: as long as one of them is still to
    /// come, what is there by then is not what this one was signed on.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub behind: BTreeMap<String, Vec<u32>>,
    /// Of a command that was tried in a copy the files that it changed there, as they were: where one is something
    /// else, because what it did there was applied or by anybody's hand, the item has drifted.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tried: BTreeMap<String, Option<String>>,
    /// Binds operation and base: 32 hex digits of BLAKE3.
    pub digest: String,
    /// Items that must be applied before or together with this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<u32>,
    /// Defects; an item with any cannot be signed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
    /// Things to know before signing, e.g. `future_occurrence`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Problem>,
    /// Targets of a bulk item.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<BulkTarget>,
    /// See [`Risk`].
    pub risk: Risk,
    /// Drawn as marked at first (S0-84, DESIGN §5); nothing is stored as decided by this.
    pub preselected: bool,
    /// Why it failed, when it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Problem>,
    /// What its command came to when it ran last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<crate::command::CommandOutcome>,
    /// The ledger entry that applied it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub applied_by: Option<Seq>,
    /// The todo an applied `create` made, for items that need it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created: Option<TodoId>,
    /// The applied items this one takes back, or the part of them that is about its todo.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undoes: Vec<ItemRef>,
}

impl ChangeItem {
    /// What is signed with it. Of one that was cut off it is another than before: what was shown then does not have it
    /// done a second time.
    pub fn shown_digest(&self) -> String {
        if self.status != ItemStatus::Unknown {
            return self.digest.clone();
        }
        let mut again = blake3::Hasher::new();
        again.update(self.digest.as_bytes()).update(b"unknown");
        again.finalize().to_hex().chars().take(32).collect()
    }

    /// Whether it builds on this todo or changes it. What `@n` has become is known beside it only.
    pub(crate) fn is_about(&self, id: TodoId) -> bool {
        let target = self.op.as_ref().and_then(Operation::target);
        self.base.contains_key(&id) || target == Some(Target::Todo(id)) || self.targets.iter().any(|of| of.id == id)
    }
}

/// An item of some set, applied by some entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct ItemRef {
    pub set: SetId,
    pub n: u32,
    pub entry: Seq,
}

impl ChangeSet {
    /// The item with this number.
    pub fn item(&self, n: u32) -> Option<&ChangeItem> {
        self.items.get(self.place(n)?)
    }

    /// The item with this number.
    pub fn item_mut(&mut self, n: u32) -> Option<&mut ChangeItem> {
        let place = self.place(n)?;
        self.items.get_mut(place)
    }

    /// Where it stands: by its number unless something was taken out.
    fn place(&self, n: u32) -> Option<usize> {
        let by_number = usize::try_from(n).ok()?.checked_sub(1)?;
        match self.items.get(by_number) {
            Some(item) if item.n == n => Some(by_number),
            _ => self.items.iter().position(|i| i.n == n),
        }
    }

    /// Binds all items as they are: what apply takes, so that nobody applies what was not shown.
    pub fn digest(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for item in &self.items {
            hasher.update(&item.n.to_le_bytes());
            hasher.update(item.digest.as_bytes());
        }
        hasher.finalize().to_hex().chars().take(32).collect()
    }
}

/// An ordered batch of proposed operations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChangeSet {
    /// `#14`.
    pub id: SetId,
    /// The run that made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunId>,
    /// The conversation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionId>,
    /// Where it came from.
    pub source: Source,
    /// The agent that proposed it; absent where a person did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// One line: the sentence that asked for it.
    pub title: String,
    /// Grows when a repair or an edit changes items.
    pub version: u32,
    /// Derived status, stored for queries.
    pub status: SetStatus,
    /// The items, in order.
    pub items: Vec<ChangeItem>,
    /// When it was proposed.
    pub created_at: Timestamp,
    /// After this nothing of it can be signed (7 days; R22).
    pub expires_at: Timestamp,
    /// When nothing was left to decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolved_at: Option<Timestamp>,
    /// The expired set that this one proposes anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copy_of: Option<SetId>,
    /// The set that proposed this one anew after it had expired.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copied_as: Option<SetId>,
}
