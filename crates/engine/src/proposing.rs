//! From operations as a client or a model sends them to proposals: files are read, edits located,
//! contents stored, commands judged. What cannot be used is kept with its reason; nothing is
//! written to a workspace.

mod commands;
mod fields;
mod files;
mod names;
mod placeholders;
mod seen;
mod shown;
mod undone;
mod written;

pub use commands::command_text;
pub(crate) use fields::Fields;
pub(crate) use placeholders::{meant, name_without, without};
pub(crate) use seen::Seen;
pub(crate) use shown::as_shown;
pub(crate) use undone::is_undo;
pub(crate) use written::{Sight, written};

use crate::write::Write;
use crate::{Inner, Result};
use countersign_core::change_set::propose::Proposal;
use countersign_core::file::FileWas;
use countersign_core::operation::{Operation, Reach};
use countersign_core::problem::Problem;
use serde_json::Value;

/// Whether an operation of that name reaches beyond the database.
pub(crate) fn is_outside(name: &str) -> bool {
    matches!(Reach::of(name), Reach::Files | Reach::Process)
}

/// Problems, where there are none the operation with what it builds on.
type Read = std::result::Result<(Operation, Vec<FileWas>, Vec<Problem>), Vec<Problem>>;

impl Write<'_> {
    /// Reads operations of a request in order. `why` is what asked for them; `by` is the agent or model that
    /// sends them: a reason of their own is then in its words.
    pub(crate) async fn read_operations(
        &mut self,
        operations: Vec<Value>,
        why: &str,
        by: Option<&str>,
    ) -> Result<Vec<Proposal>> {
        let mut seen = Seen::default();
        let mut proposals = Vec::new();
        // One after the other: a large content is there no longer than it must be.
        for (n, value) in operations.into_iter().enumerate() {
            seen.n = n + 1;
            let Split { op: value, needs, why: own } = split(value, seen.n);
            let said_by = by.filter(|_| own.is_some()).map(str::to_owned);
            let why = own.unwrap_or_else(|| why.to_owned());
            let name = value.get("op").or_else(|| value.get("action")).and_then(Value::as_str);
            let mut proposal = match (name, &value) {
                (Some(name), Value::Object(map)) if is_outside(name) => {
                    let mut fields = Fields::new(map);
                    let read = self.outside(name, &mut fields, &mut seen).await?;
                    let unknown = fields.unknown();
                    let op = match read {
                        Ok(found) if unknown.is_empty() => Ok(found),
                        Ok(_) => Err(unknown),
                        Err(problems) => Err(problems.into_iter().chain(unknown).collect()),
                    };
                    match op {
                        Ok((op, ..)) if let Some(problem) = self.inner().refused(&op) => {
                            Proposal { op: Err((op.to_value(), vec![problem])), ..Proposal::parse(&Value::Null, why) }
                        }
                        Ok((op, files, warnings)) => Proposal { files, warnings, ..Proposal::of(op, why) },
                        Err(problems) => Proposal { op: Err((value, problems)), ..Proposal::parse(&Value::Null, why) },
                    }
                }
                (Some("call_tool"), _) => match self.inner().read_call(&value).await {
                    Ok(op) => Proposal::of(op, why),
                    Err(problems) => Proposal { op: Err((value, problems)), ..Proposal::parse(&Value::Null, why) },
                },
                _ => Proposal::parse(&value, why),
            };
            match needs {
                Ok(needs) => proposal.needs = needs,
                Err(problem) => proposal = refused(proposal, problem),
            }
            proposal.said_by = said_by;
            proposals.push(proposal);
        }
        Ok(proposals)
    }
}

impl Inner {
    /// Counts the lines that an inverse adds and removes: the ledger only knows contents.
    pub(crate) async fn measure(&self, proposals: &mut [Proposal]) -> Result<()> {
        for proposal in proposals {
            let was = proposal.files.first().and_then(|w| w.state.as_ref()).map(|s| s.hash.clone());
            let Ok(Operation::WriteFile { content, added, removed, .. }) = &mut proposal.op else { continue };
            // What was made for this request is counted, and stored with it.
            let Some(new) = self.store.blob(content).await? else { continue };
            let old = match was {
                Some(hash) => self.store.blob(&hash).await?.unwrap_or_default(),
                None => Vec::new(),
            };
            (*added, *removed) = line_counts(&old, &new);
        }
        Ok(())
    }
}

/// Lines added and removed; a content that is no text counts as one line.
pub(crate) fn line_counts(old: &[u8], new: &[u8]) -> (u64, u64) {
    match (std::str::from_utf8(old), std::str::from_utf8(new)) {
        (Ok(old), Ok(new)) => {
            let diff = countersign_edits::diff(old, new);
            (diff.added as u64, diff.removed as u64)
        }
        _ => (u64::from(!new.is_empty()), u64::from(!old.is_empty())),
    }
}

/// An operation, and what any may carry beside its own fields.
struct Split {
    op: Value,
    /// The operations of the request that it needs.
    needs: std::result::Result<Vec<u32>, Problem>,
    why: Option<String>,
}

/// Takes apart the `n`-th operation of a request.
fn split(value: Value, n: usize) -> Split {
    let Value::Object(mut map) = value else { return Split { op: value, needs: Ok(Vec::new()), why: None } };
    let outside = map.get("op").and_then(Value::as_str).is_some_and(is_outside);
    let needs = needed(map.remove("needs"), n);
    let why = match map.get("why") {
        Some(Value::String(text)) if outside => Some(text.chars().take(2_000).collect()),
        _ => None,
    };
    if why.is_some() {
        map.remove("why");
    }
    Split { op: Value::Object(map), needs, why }
}

/// What the `n`-th operation of a request needs: others that come before it, from 1.
fn needed(sent: Option<Value>, n: usize) -> std::result::Result<Vec<u32>, Problem> {
    let list = match sent {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Array(list)) => list,
        Some(_) => return Err(no_needs("needs is no list".to_owned())),
    };
    let before = |v: &Value| v.as_u64().filter(|of| *of > 0 && *of < n as u64).and_then(|of| u32::try_from(of).ok());
    let read = |v: &Value| {
        before(v).ok_or_else(|| no_needs(format!("needs names {v}, and no operation before this one has that number")))
    };
    list.iter().map(read).collect()
}

fn no_needs(message: String) -> Problem {
    Problem::new("invalid_needs", message).at("/needs")
}

/// A proposal with one more defect.
fn refused(proposal: Proposal, problem: Problem) -> Proposal {
    let (sent, mut problems) = match proposal.op {
        Ok(op) => (op.to_value(), Vec::new()),
        Err(defects) => defects,
    };
    problems.push(problem);
    Proposal { op: Err((sent, problems)), ..proposal }
}
