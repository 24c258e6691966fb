//! The command line of agents and of what was said to them.

use clap::Args;

/// Wake the built-in agent.
#[derive(Debug, Args)]
#[command(after_help = "\
Looks for plans that were not kept, missed dates of series, doubles, titles that name a date the
field does not have, work that looks done, and days that hold too much. Each finding is an item with
its reason; nothing is marked, and what you turned down is not proposed again. Every day by itself:
countersign settings set wakeAt 08:00

With --on it wakes by itself soon after a change you name; todos have no folders, their labels are
their lists.

Examples:
  countersign wake
  countersign wake \"#5\"          only about todo 5
  countersign wake rent           only about todos with this word
  countersign wake label:bills    only about todos with this label
  countersign wake --on label:bills --on is:overdue --on \"#5\"
  countersign wake --off \"#5\"")]
pub(crate) struct Wake {
    /// A todo, e.g. #5, label:NAME, is:overdue, or words of titles [default: everything]
    #[arg(value_name = "ABOUT")]
    pub(crate) about: Vec<String>,
    /// The name it proposes under [default: planner]
    #[arg(long, value_name = "NAME")]
    pub(crate) agent: Option<String>,
    /// From now on, wake on changes of this: label:NAME, #5, or is:overdue
    #[arg(long, value_name = "CHANGE", conflicts_with_all = ["about", "agent"])]
    pub(crate) on: Vec<String>,
    /// No longer wake on changes of this
    #[arg(long, value_name = "CHANGE", conflicts_with_all = ["about", "agent"])]
    pub(crate) off: Vec<String>,
}

/// What you said to what was proposed.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  countersign decisions --verdict rejected\n  countersign decisions --agent planner --todo 5\n  countersign decisions --since 2026-11-01T00:00:00Z --json\n  countersign decisions --memory planner\n  countersign decisions --forget @12.1   agents are told of it no more\n  countersign decisions --restore @12.1"
)]
pub(crate) struct Decisions {
    /// Only on what this agent proposed
    #[arg(long, value_name = "NAME")]
    pub(crate) agent: Option<String>,
    /// Only on operations of this kind, e.g. update
    #[arg(long, value_name = "KIND")]
    pub(crate) kind: Option<String>,
    /// signed (or confirmed), rejected, deferred, retracted, undecided or expired
    #[arg(long, value_name = "VERDICT")]
    pub(crate) verdict: Option<String>,
    /// Only about this todo
    #[arg(long, value_name = "ID")]
    pub(crate) todo: Option<i64>,
    /// Only from this moment on, e.g. 2026-11-01T00:00:00Z
    #[arg(long, value_name = "TIME")]
    pub(crate) since: Option<String>,
    /// Go on after this one, as shown at the end of a page
    #[arg(long, value_name = "ENTRY.ITEM")]
    pub(crate) before: Option<String>,
    /// What this agent is told again: your decisions, what waits, and its own notes
    #[arg(long, value_name = "AGENT", conflicts_with_all = ["agent", "kind", "verdict", "todo", "since", "before"])]
    pub(crate) memory: Option<String>,
    /// Those that were forgotten, in place of the others
    #[arg(long, conflicts_with = "memory")]
    pub(crate) forgotten: bool,
    /// Take a decision out of what agents are told and held to, by the number behind its @
    #[arg(long, value_name = "@ENTRY.ITEM", value_parser = place, num_args = 1.., conflicts_with_all = ["agent", "kind", "verdict", "todo", "since", "before", "memory", "forgotten"])]
    pub(crate) forget: Vec<(i64, u32)>,
    /// Put back a decision that was forgotten
    #[arg(long, value_name = "@ENTRY.ITEM", value_parser = place, num_args = 1.., conflicts_with_all = ["agent", "kind", "verdict", "todo", "since", "before", "memory", "forgotten", "forget"])]
    pub(crate) restore: Vec<(i64, u32)>,
    /// At most so many
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=200))]
    pub(crate) limit: u32,
}

/// Where a decision stands: `@12.1`, or `12.1`.
fn place(text: &str) -> Result<(i64, u32), String> {
    let parts = text.trim_start_matches('@').split_once('.');
    let read = parts.and_then(|(entry, item)| Some((entry.parse().ok()?, item.parse().ok()?)));
    read.ok_or_else(|| format!("{text} is no @ENTRY.ITEM, e.g. @12.1; `countersign decisions` shows them"))
}
