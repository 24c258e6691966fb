//! Answers about large sets, written item by item: as values they would take several times the room of their text.

use super::apply::{result, said};
use crate::{Inner, Result};
use countersign_core::change_set::review::{spliced, tell, told};
use countersign_core::change_set::{ChangeSet, ItemStatus};
use countersign_core::effect::Moment;
use countersign_core::ids::Seq;
use countersign_core::ledger::ItemOutcome;
use countersign_core::operation::Reach;
use countersign_core::todos::View;
use countersign_core::wire::{ApplySummary, Head, OpResult, Outcome, Receipt};
use countersign_store::StoreError;
use serde::Serialize;
use std::collections::BTreeSet;

/// A set of more items is large.
const LARGE: usize = 500;

/// The answer to an apply.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// As a value.
    Receipt(Box<Receipt>),
    /// As its JSON.
    Text(String),
}

impl Answer {
    /// As a value.
    ///
    /// # Errors
    /// When the JSON is none of a receipt.
    pub fn receipt(self) -> Result<Receipt> {
        match self {
            Self::Receipt(receipt) => Ok(*receipt),
            Self::Text(text) => Ok(serde_json::from_str(&text)
                .map_err(|e| StoreError::Unreadable { what: "stored answer", message: e.to_string() })?),
        }
    }

    /// As its JSON.
    ///
    /// # Errors
    /// When the receipt cannot be written as JSON.
    pub fn json(self) -> Result<String> {
        match self {
            Self::Receipt(receipt) => written(serde_json::to_string(&receipt)),
            Self::Text(text) => Ok(text),
        }
    }
}

/// What an apply came to.
pub(crate) struct Done {
    pub(crate) outcome: Outcome,
    /// Commands are signed, which run next.
    pub(crate) commands: bool,
    /// Under what like decisions are found, of those that were taken with it.
    pub(crate) habits: BTreeSet<String>,
    pub(crate) answer: Answer,
}

/// A set of many items, about which the todos say all there is to say.
pub(super) fn is_large(set: &ChangeSet) -> bool {
    set.items.len() > LARGE
        && set.items.iter().all(|item| {
            let todos = item.op.as_ref().is_some_and(|op| op.reach() == Reach::Todos);
            todos && item.files.is_empty() && item.status != ItemStatus::Applying
        })
}

impl Inner {
    /// The JSON of [`Inner::view`].
    pub(crate) fn view_text(&self, set: &ChangeSet) -> Result<String> {
        match is_large(set) {
            true => text(told(set, &self.world().todos, self.moment())),
            false => written(serde_json::to_string(&self.view(set))),
        }
    }
}

/// A receipt but for its outcome and its set, which stand before.
#[derive(Serialize)]
struct Rest<'r> {
    entry: Option<Seq>,
    hash: Option<&'r str>,
    results: [OpResult; 0],
    summary: &'r ApplySummary,
    text: String,
}

/// The JSON of the receipt of an apply that left a large set so.
pub(super) fn receipt(
    set: &ChangeSet,
    (todos, moment): (&dyn View, Moment),
    outcome: Outcome,
    head: Option<&Head>,
    summary: &ApplySummary,
    outcomes: &[ItemOutcome],
) -> Result<String> {
    let rest = Rest {
        entry: head.map(|head| head.seq),
        hash: head.map(|head| head.hash.as_str()),
        results: [],
        summary,
        text: said(outcome, outcomes.iter().map(|o| (o.ok, o.problem.as_ref()))),
    };
    let write = || {
        let mut out = Vec::new();
        out.extend_from_slice(b"{\"outcome\":");
        serde_json::to_writer(&mut out, &outcome)?;
        out.extend_from_slice(b",\"change_set\":");
        tell(set, todos, moment, &mut out)?;
        let opening = out.len();
        spliced(&rest, "results", outcomes.iter().map(|o| result(o, set)), &mut out)?;
        // One object goes on.
        if let Some(brace) = out.get_mut(opening) {
            *brace = b',';
        }
        Ok(out)
    };
    text(write())
}

fn written<T>(value: serde_json::Result<T>) -> Result<T> {
    Ok(value.map_err(|e| StoreError::Other { message: e.to_string() })?)
}

fn text(json: serde_json::Result<Vec<u8>>) -> Result<String> {
    Ok(String::from_utf8(written(json)?).map_err(|e| StoreError::Other { message: e.to_string() })?)
}
