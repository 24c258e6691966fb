//! Rendering answers for a person. Every word of data passes through [`crate::screen::clean`];
//! labels come from the stored operation, never from prose (R23).

mod items;
mod ledger;
mod sets;
mod todos;

pub(crate) use ledger::{entries, verified};
pub(crate) use items::{item, item_line};
pub(crate) use sets::{after, inbox, receipt, set};
pub(crate) use todos::{Row, agenda, list, todo};

use crate::failure::Exit;
use countersign_core::change_set::{ItemStatus, SetStatus};
use countersign_core::wire::SetView;
use jiff::civil::Date;

/// What a set means for the exit code.
pub(crate) fn exit(set: &SetView) -> Exit {
    match set.status {
        SetStatus::Resolved | SetStatus::Expired => Exit::Clear,
        SetStatus::Pending | SetStatus::PartiallyResolved => match set.items.iter().any(|item| item.status == ItemStatus::Drifted) {
            true => Exit::Drifted,
            false => Exit::Pending,
        },
    }
}

/// `Fri 2026-11-27`.
fn day(date: Date) -> String {
    date.strftime("%a %Y-%m-%d").to_string()
}
