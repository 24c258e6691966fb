//! What waits, decided and carried out: items of a set, `apply`, `undo`, `log`.

use super::selection::{self, Items, SetRef, UndoRef};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Items of a set.
#[derive(Debug, Args)]
pub(crate) struct Choice {
    /// Change set, e.g. 14, or item, e.g. 14.2
    #[arg(value_name = "SET[.ITEM]")]
    pub(crate) set: SetRef,
    /// Items, e.g. 1,3-5 or 1 3 4 5 or all
    items: Vec<Items>,
    /// Refuse if the set no longer begins with this, as shown after "base"
    #[arg(long, value_name = "HEX")]
    pub(crate) base: Option<String>,
}

impl Choice {
    /// The items that are named beside the set.
    pub(crate) fn items(&self) -> Option<Items> {
        self.items.iter().cloned().reduce(Items::and)
    }
}

/// Items of a set that are made for what is there now.
#[derive(Debug, Args)]
pub(crate) struct Rebase {
    #[command(flatten)]
    pub(crate) choice: Choice,
    /// The text that the item's file shall have, from a file or - for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) content: Option<PathBuf>,
}

/// Items of a set, and why.
#[derive(Debug, Args)]
pub(crate) struct Reasoned {
    #[command(flatten)]
    pub(crate) choice: Choice,
    /// Why, in your words, or one of: wrong-target, wrong-value, my-wording, not-now, not-needed,
    /// too-risky, already-done, duplicate, other
    #[arg(long, short = 'm', value_name = "TEXT")]
    pub(crate) reason: Option<String>,
}

/// Carry out what is signed.
#[derive(Debug, Args)]
#[command(after_help = "\
All or nothing, unless --best-effort. Above 20 deletions or 50 updates, or for files that decide what
gets built, installed or run, it needs --confirm, or your answer in a terminal.

Examples:
  countersign apply 14
  countersign apply 14 --sign 1,3
  countersign apply 14 --all --confirm")]
pub(crate) struct Apply {
    /// Change set, e.g. 14
    #[arg(value_name = "SET")]
    pub(crate) set: SetRef,
    /// Sign these first, e.g. 1,3-5
    #[arg(long, value_name = "ITEMS", conflicts_with = "all")]
    pub(crate) sign: Option<Items>,
    /// Sign what is not decided yet first; what cannot be undone is asked about
    #[arg(long)]
    pub(crate) all: bool,
    /// Go on above the thresholds, and with what --all would ask about
    #[arg(long)]
    pub(crate) confirm: bool,
    /// Apply what can be applied, even if other items fail
    #[arg(long)]
    pub(crate) best_effort: bool,
    /// Refuse if the set no longer begins with this, as shown after "base"
    #[arg(long, value_name = "HEX")]
    pub(crate) base: Option<String>,
}

/// Propose the inverse of what was applied.
#[derive(Debug, Args)]
#[command(after_help = "\
Undo is a change set of its own: it is shown, signed and applied like any other, and never
overwrites what was changed since.

Examples:
  countersign undo              the last change
  countersign undo 14.2 --yes   one item, at once
  countersign undo @31          everything that ledger entry 31 applied")]
pub(crate) struct Undo {
    /// Item 14.2, set 14, or ledger entry @31 [default: the last change]
    #[arg(value_name = "WHAT")]
    pub(crate) what: Option<UndoRef>,
    /// Sign and apply it at once
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Go on above the thresholds
    #[arg(long)]
    pub(crate) confirm: bool,
    /// What to do about later changes of the same things
    #[arg(long, value_enum, default_value_t = Conflicts::Stop)]
    pub(crate) conflicts: Conflicts,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Conflicts {
    /// Show them and propose nothing
    Stop,
    /// Undo them as well
    #[value(alias = "with_later")]
    WithLater,
    /// Undo only what nobody changed since
    Keep,
}

/// What happened, newest first.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  countersign log\n  countersign log --todo 5 --limit 50\n  countersign log --set 14 --json"
)]
pub(crate) struct Log {
    /// At most so many
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=200))]
    pub(crate) limit: u32,
    /// Only entries before this one
    #[arg(long, value_name = "ENTRY", value_parser = selection::entry)]
    pub(crate) before: Option<i64>,
    /// Only about this change set
    #[arg(long, value_name = "SET")]
    pub(crate) set: Option<i64>,
    /// Only about this todo
    #[arg(long, value_name = "ID")]
    pub(crate) todo: Option<i64>,
    /// Also what the router and the assistant noted
    #[arg(long)]
    pub(crate) audit: bool,
}
