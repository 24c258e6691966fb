//! `countersign desk`.

use super::SetRef;
use clap::Args;

/// The full-screen desk.
#[derive(Debug, Args)]
#[command(after_help = "\
The conversation is on the left, the change set on the right; below 100 columns one of them is shown,
and Tab changes between them. ? lists the keys: y signs, n rejects, a applies what is marked, q closes.
Needs a terminal; for screen readers and scripts there are countersign --plain and the other verbs.

Examples:
  countersign desk
  countersign desk 14              with change set 14 on the sheet
  countersign desk --continue      in the last conversation")]
pub(crate) struct Desk {
    /// Change set, e.g. 14, or item, e.g. 14.2, to begin with
    #[arg(value_name = "SET[.ITEM]")]
    pub(crate) set: Option<SetRef>,
    /// Go on in this conversation
    #[arg(long, value_name = "ID", conflicts_with = "continue_")]
    pub(crate) session: Option<String>,
    /// Go on in the last conversation
    #[arg(long = "continue", short = 'c')]
    pub(crate) continue_: bool,
}
