//! `countersign edit`: another wording of an item, before it is signed.

use super::selection::{self, SetRef};
use super::{Changes, Wrong};
use clap::Args;
use jiff::civil::Date;
use std::path::PathBuf;

/// What an item shall do instead; only what is given changes, and it wants a decision again.
#[derive(Debug, Args)]
#[command(after_help = "\
Dates may be words: friday, tomorrow, 2026-12-01.

Examples:
  countersign edit 14.2 --on friday --at 14:00
  countersign edit 14.3 --exclude 5,7           these todos stay as they are
  countersign edit 14.4 --hunks 1,3             only these parts of a file's change
  countersign edit 14.4 --content mine.txt      your own text instead
  countersign edit 14.6 --command \"cargo test\"
  countersign edit 14.5 --cap 10 --days 7       bounds of a proposed rule")]
pub(crate) struct Revise {
    /// The item, e.g. 14.2
    #[arg(value_name = "SET.ITEM")]
    pub(crate) item: SetRef,
    #[command(flatten)]
    pub(crate) changes: Changes,
    /// Which date of a repeating todo it is about
    #[arg(long, value_name = "DATE", value_parser = selection::date)]
    pub(crate) occurrence: Option<Date>,
    /// Todos of a change of many to leave as they are
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    pub(crate) exclude: Vec<i64>,
    /// Todos to take in again
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    pub(crate) include: Vec<i64>,
    /// Parts of a file's change to keep, as numbered by show
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    pub(crate) hunks: Vec<u32>,
    /// The text that the file shall have, from a file or - for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) content: Option<PathBuf>,
    /// The command that shall run instead
    #[arg(long, value_name = "TEXT")]
    pub(crate) command: Option<String>,
    /// How often a proposed rule may be used; any = no limit
    #[arg(long, value_name = "TIMES", value_parser = cap)]
    pub(crate) cap: Option<Cap>,
    /// How many days it would hold
    #[arg(long)]
    pub(crate) days: Option<u32>,
    /// Another operation in its place, as JSON
    #[arg(long, value_name = "JSON")]
    pub(crate) operation: Option<String>,
}

/// See [`Revise::cap`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cap(pub(crate) Option<u32>);

fn cap(text: &str) -> Result<Cap, Wrong> {
    match text {
        "any" => Ok(Cap(None)),
        number => {
            number.parse().ok().filter(|n| *n > 0).map(|n| Cap(Some(n))).ok_or_else(|| Wrong::Cap(text.to_owned()))
        }
    }
}
