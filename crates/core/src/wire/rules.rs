//! Standing rules as clients see them.

use super::CommandView;
use crate::change_set::{Actor, Verdict};
use crate::file::WorkspaceId;
use crate::ids::{RuleId, SetId};
use crate::problem::Problem;
use crate::rule::{Ended, Examples, Grant, MadeFrom, RuleStatus};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

wire! {
    /// A rule to sign. The person's own act: no model proposes one.
    struct NewRule {
        /// Absent = the only open one.
        #[serde(default)]
        workspace: Option<String>,
        grant: Grant,
        /// How often it may be used; absent = any number of times.
        #[serde(default)]
        cap: Option<u32>,
        /// How long it holds, 1 to 366; absent = 30.
        #[serde(default)]
        days: Option<u32>,
        /// Absent = made from the grant.
        #[serde(default)]
        examples: Option<Examples>,
        /// The item it is made from ("Add & Run"), as it was shown.
        #[serde(default)]
        from: Option<NewRuleFrom>,
    }

    /// The item that a rule is made from, with its digest as it was shown.
    struct NewRuleFrom { set: SetId, item: u32, digest: String }

    /// A standing rule.
    struct RuleView {
        id: RuleId,
        workspace: WorkspaceId,
        /// What it lets through, in words.
        name: String,
        grant: Grant,
        examples: Examples,
        status: RuleStatus,
        /// Commands under it run in a copy of their folder, and what they do to files there waits for a
        /// signature: they do more than look.
        #[serde(default)]
        copied: bool,
        uses: u32,
        cap: Option<u32>,
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        expires_at: Timestamp,
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        made_at: Timestamp,
        made_by: Actor,
        from: Option<MadeFrom>,
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
        last_used_at: Option<Timestamp>,
        ended: Option<Ended>,
        /// Why it is not used although it has not ended: this version reads it otherwise.
        problem: Option<Problem>,
    }

    /// What to look at: a rule that is not signed yet, a command, or both.
    struct RuleCheck {
        #[serde(default)]
        rule: Option<NewRule>,
        #[serde(default)]
        command: Option<String>,
        /// Folder of the command in the workspace.
        #[serde(default)]
        cwd: Option<String>,
        /// Absent = the only open one.
        #[serde(default)]
        workspace: Option<String>,
    }

    /// What a check found. Nothing was written.
    struct RuleFinding {
        /// Why nobody may sign the rule, if so.
        problem: Option<Problem>,
        /// Its examples, made where none were given.
        examples: Option<Examples>,
        /// What it would have let through.
        past: Option<RulePast>,
        /// The command, judged now.
        command: Option<CommandView>,
        /// Whether the rule that was sent, or one that is signed, lets the command through.
        matches: Option<bool>,
        /// The signed rules that let it through.
        covered_by: Vec<RuleId>,
        /// Prefixes that "Add & Run" would remember; none when it can never be let through.
        suggested: Option<Vec<Vec<String>>>,
    }

    /// Earlier decisions of the person on what a rule would let through, newest first.
    struct RulePast {
        matched: u64,
        signed: u64,
        rejected: u64,
        /// At most 10.
        samples: Vec<PastDecision>,
    }

    /// An earlier decision.
    struct PastDecision {
        set: SetId,
        n: u32,
        label: String,
        verdict: Verdict,
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        at: Timestamp,
    }
}
