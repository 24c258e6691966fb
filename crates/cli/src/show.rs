//! Rendering answers for a person. Every word of data passes through [`crate::screen::clean`];
//! labels come from the stored operation, never from prose (R23).

mod items;
mod ledger;
mod sets;
mod todos;

pub(crate) use items::{item, item_line};
pub(crate) use ledger::{entries, verified};
pub(crate) use sets::{after, inbox, receipt, set};
pub(crate) use todos::{Row, agenda, list, todo};

use crate::failure::Exit;
use crate::screen::clean;
use countersign_core::change_set::{ItemStatus, SetStatus};
use countersign_core::problem::Problem;
use countersign_core::wire::SetView;
use jiff::civil::Date;

/// What a set means for the exit code.
pub(crate) fn exit(set: &SetView) -> Exit {
    match set.status {
        SetStatus::Resolved | SetStatus::Expired => Exit::Clear,
        SetStatus::Pending | SetStatus::PartiallyResolved => {
            match set.items.iter().any(|item| item.status == ItemStatus::Drifted) {
                true => Exit::Drifted,
                false => Exit::Pending,
            }
        }
    }
}

/// A message as a sentence: the server's begin small and without a full stop, since they stand in logs too.
pub(crate) fn sentence(message: &str) -> String {
    let message = clean(message.trim_end());
    let mut chars = message.chars();
    let first: String = chars.next().map(|c| c.to_uppercase().collect()).unwrap_or_default();
    let stop = if message.ends_with(['.', '!', '?', ':', '"']) || message.is_empty() { "" } else { "." };
    format!("{first}{}{stop}", chars.as_str())
}

/// What is wrong, and what to do about it.
pub(crate) fn defect(problem: &Problem) -> String {
    format!("{} {}", sentence(&problem.message), clean(&problem.hint))
}

/// `Fri 2026-11-27`.
fn day(date: Date) -> String {
    date.strftime("%a %Y-%m-%d").to_string()
}
