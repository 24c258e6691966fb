//! The ledger's entries: the truth of which todos, change sets and decisions are projections.

use crate::change_set::{Actor, Change, ChangeItem, ChangeSet, Verdict};
use crate::command::{CommandOutcome, RemovedFolder};
use crate::file::{FileChange, FileKey};
use crate::ids::{RuleId, Seq, SessionId, SetId, TodoId};
use crate::operation::Operation;
use crate::problem::Problem;
use crate::rule::{Ended, Rule};
use crate::session::SessionChange;
use crate::settings::Settings;
use crate::shape::Shape;
use countersign_plan::Plan;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// What one item of an apply came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemOutcome {
    /// The item.
    pub n: u32,
    /// What it did, rendered from the operation.
    pub label: String,
    /// Applied or not.
    pub ok: bool,
    /// The todos it changed.
    #[serde(default)]
    pub changes: Vec<Change>,
    /// The files it changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileChange>,
    /// What a command came to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<CommandOutcome>,
    /// The rule it made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
    /// Nobody can say whether it happened.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unknown: bool,
    /// It was left as it was before, by an apply that was cut off or because it has drifted: it waits again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub put_back: bool,
    /// Of what was put back, the signature stands: nothing but storing it was in the way.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub still_signed: bool,
    /// Why it was not applied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
}

impl ItemOutcome {
    /// The empty folders that its command made.
    pub fn made(&self) -> &[FileKey] {
        self.command.as_ref().map_or(&[], |command| &command.made)
    }

    /// The folders without files that its command removed, innermost first.
    pub fn removed(&self) -> &[RemovedFolder] {
        self.command.as_ref().map_or(&[], |command| &command.removed)
    }

    /// Whether there is something of it to take back.
    pub fn can_go_back(&self) -> bool {
        !(self.changes.is_empty() && self.files.is_empty() && self.made().is_empty() && self.removed().is_empty())
    }
}

/// What a command that waits finds behind one that was done; see [`ChangeItem::found`](crate::change_set::ChangeItem).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Left {
    /// The item.
    pub n: u32,
    /// By paths.
    pub found: BTreeMap<String, Option<String>>,
}

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// A change set came to be.
    Proposed {
        /// The whole set.
        set: Box<ChangeSet>,
    },
    /// Items were edited, rebased, or their targets excluded.
    Revised {
        /// The set.
        set: SetId,
        /// Its new version.
        version: u32,
        /// The items as they are now.
        items: Vec<ChangeItem>,
    },
    /// A verdict on items. Operation and label are copied, so that the decision stands by itself.
    Decided {
        /// The set.
        set: SetId,
        /// The decisions.
        items: Vec<Decision>,
    },
    /// What reaches beyond the database is about to be carried out: the intent that a start after
    /// a crash finishes, takes back, or reports (R25).
    Applying {
        /// The set.
        set: SetId,
        /// The items.
        items: Vec<u32>,
        /// The files they change.
        files: Vec<FileChange>,
    },
    /// Signed items were carried out.
    Applied {
        /// The set.
        set: SetId,
        /// What came of each item.
        items: Vec<ItemOutcome>,
        /// Where a person's own edit was proposed, signed and applied at once: the set as it was
        /// signed. One entry then says what `proposed`, `decided` and `applied` say elsewhere.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        direct: Option<Box<ChangeSet>>,
        /// What those of the set that wait find where one of these items may have changed it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        left: Vec<Left>,
    },
    /// A set became too old to sign.
    Expired {
        /// The set.
        set: SetId,
        /// What nobody decided, copied: an agent is told of it and does not propose it again (S2-21).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        items: Vec<Decision>,
    },
    /// The person changed the settings.
    Settings {
        /// Before.
        before: Box<Settings>,
        /// After.
        after: Box<Settings>,
    },
    /// A fact for the audit that changes nothing: router decisions, understanding, fallbacks (S0-85).
    Audit {
        /// E.g. `router_decision`.
        action: String,
        /// Its facts.
        detail: Value,
    },
    /// Items were added to a set that waits: what an agent found since (F/S2, one live set).
    Extended {
        /// The set.
        set: SetId,
        /// Its new version.
        version: u32,
        /// The new items, numbered on.
        items: Vec<ChangeItem>,
        /// Until when the set waits from now on, where what is new would otherwise wait too short a time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expires_at: Option<Timestamp>,
    },
    /// A person signed a standing rule.
    RuleMade {
        /// The whole rule.
        rule: Box<Rule>,
    },
    /// A rule signed an item in the person's place; the verdict itself follows as `decided`.
    RuleUsed {
        /// The rule.
        rule: RuleId,
        /// The set.
        set: SetId,
        /// The item.
        item: u32,
        /// The digest that was signed.
        digest: String,
        /// The item's label at that time.
        label: String,
    },
    /// Something that a rule let through was undone; it lets nothing through any more.
    RuleSuspended {
        /// The rule.
        rule: RuleId,
        /// When and why.
        ended: Ended,
    },
    /// The person took a rule back.
    RuleRevoked {
        /// The rule.
        rule: RuleId,
        /// When and why.
        ended: Ended,
    },
    /// The person began, named or moved a conversation.
    Session {
        /// Which.
        session: SessionId,
        /// What was done.
        change: SessionChange,
    },
    /// A conversation's plan document became another (R31).
    Plan {
        /// Whose.
        session: SessionId,
        /// The whole plan as it is now; the one before is the entry of the version before.
        plan: Box<Plan>,
        /// The parts that changed: `goal`, `acceptanceCriteria` …
        changed: Vec<String>,
    },
    /// A rule kept an agent from proposing: one entry for each wake and rule.
    RuleKept {
        /// The rule.
        rule: RuleId,
        /// Whose proposals.
        agent: String,
        /// How many.
        count: u32,
        /// What the first of them would have done.
        labels: Vec<String>,
    },
    /// The person took a decision out of what agents are told and held to, or put it back. What was decided stays
    /// decided, and stands in its entry.
    Memory {
        /// The entry of the decision.
        entry: Seq,
        /// Its item.
        item: u32,
        /// Whether it is left out from now on.
        forgotten: bool,
        /// The item's label at the time of the decision.
        label: String,
    },
}

/// The kinds of what happened that a log is of where nothing else is asked for: what was proposed, decided and
/// done, and what the person settled.
pub const LOGGED: &[&str] = &[
    "proposed",
    "extended",
    "revised",
    "decided",
    "applied",
    "expired",
    "settings",
    "rule_made",
    "rule_suspended",
    "rule_revoked",
    "memory",
];
/// All others: what goes with those, and what is only noted.
pub const NOTED: &[&str] = &["applying", "audit", "rule_used", "rule_kept", "session", "plan"];

impl Event {
    /// The kind's wire name, one of [`LOGGED`] or [`NOTED`], stored in a column of its own.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Proposed { .. } => "proposed",
            Self::Revised { .. } => "revised",
            Self::Decided { .. } => "decided",
            Self::Applying { .. } => "applying",
            Self::Applied { .. } => "applied",
            Self::Expired { .. } => "expired",
            Self::Settings { .. } => "settings",
            Self::Audit { .. } => "audit",
            Self::Extended { .. } => "extended",
            Self::RuleMade { .. } => "rule_made",
            Self::RuleUsed { .. } => "rule_used",
            Self::RuleSuspended { .. } => "rule_suspended",
            Self::RuleRevoked { .. } => "rule_revoked",
            Self::Session { .. } => "session",
            Self::Plan { .. } => "plan",
            Self::RuleKept { .. } => "rule_kept",
            Self::Memory { .. } => "memory",
        }
    }

    /// The change set it is about.
    pub fn set(&self) -> Option<SetId> {
        match self {
            Self::Proposed { set } => Some(set.id),
            Self::Revised { set, .. }
            | Self::Decided { set, .. }
            | Self::Applying { set, .. }
            | Self::Applied { set, .. }
            | Self::Extended { set, .. }
            | Self::RuleUsed { set, .. }
            | Self::Expired { set, .. } => Some(*set),
            Self::RuleMade { rule } => rule.from.map(|from| from.set),
            Self::Settings { .. }
            | Self::Audit { .. }
            | Self::RuleSuspended { .. }
            | Self::Session { .. }
            | Self::Plan { .. }
            | Self::RuleKept { .. }
            | Self::Memory { .. }
            | Self::RuleRevoked { .. } => None,
        }
    }
}

/// A verdict with copies of what it was about (F/S2: summary and args are copied).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Decision {
    /// The item.
    pub n: u32,
    /// The verdict.
    pub verdict: Verdict,
    /// Why, where one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The digest that was signed.
    pub digest: String,
    /// The item's label at that time.
    pub label: String,
    /// The operation's JSON at that time.
    pub op: Value,
    /// The agent that had proposed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// See [`crate::dedup::fingerprint`]; empty in entries of older versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub fingerprint: String,
    /// See [`ChangeItem::topic`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub topic: Option<String>,
    /// What it was like, of a change to a todo; absent in entries of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
    /// The item that was decided, where this one only follows it: it fell with that, or stands again. Its own status
    /// stays what the person said of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<u32>,
}

impl Decision {
    /// A copy of an item as it is, with this verdict.
    pub fn of(set: &ChangeSet, item: &ChangeItem, verdict: Verdict) -> Self {
        Self {
            n: item.n,
            verdict,
            reason: item.reason.clone(),
            digest: item.digest.clone(),
            label: item.label.clone(),
            op: item.op.as_ref().map_or_else(|| item.raw.clone().unwrap_or(Value::Null), Operation::to_value),
            agent: set.agent.clone(),
            fingerprint: crate::dedup::fingerprint_in(set, item),
            topic: item.topic.clone(),
            shape: None,
            with: None,
        }
    }

    /// The fingerprint, also of an entry that was written before there were any.
    pub fn shape(&self) -> String {
        if self.fingerprint.is_empty() { crate::dedup::fingerprint_of(&self.op) } else { self.fingerprint.clone() }
    }

    /// Under what like decisions are found; see [`crate::shape::habit`].
    pub fn habit(&self) -> Option<String> {
        crate::shape::habit(self.shape.as_ref(), &self.op)
    }

    /// The todo it was about, if that existed.
    pub fn todo(&self) -> Option<TodoId> {
        self.op.get("id").and_then(Value::as_i64).map(TodoId)
    }
}

/// An entry as stored: the event's JSON text is what is hashed.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Place, from 1, no gaps.
    pub seq: Seq,
    /// When.
    pub at: Timestamp,
    /// Who.
    pub actor: Actor,
    /// What.
    pub event: Event,
    /// The hash of the entry before; 64 zeros for the first.
    pub prev: String,
    /// BLAKE3 over prev, seq, at, actor and the event's text.
    pub hash: String,
}

/// The `prev` of the first entry.
pub const GENESIS: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// The chain hash of an entry. `at`, `actor` and `event` are the texts as stored, so that
/// verifying never depends on how this version would write them.
pub fn chain(prev: &str, seq: Seq, at: &str, actor: &str, event: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in [prev, &seq.to_string(), at, actor, event] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}
