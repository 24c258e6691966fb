//! Why an edit is not applied, in terms that the model and the person can act on.

use crate::apply::Place;
use serde::{Deserialize, Serialize};

/// Why an edit was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// More than one place or order is possible.
    Ambiguous,
    /// The text it builds on is not in the file.
    NotFound,
    /// What it would make is in the file already, and what it builds on is not.
    Already,
    /// It is not an edit of the stated form (S1-26).
    Malformed,
    /// It ends before everything it opened was closed, or the reply was cut (R14, S1-24).
    Truncated,
    /// It stands for text that it leaves out: "… rest unchanged …".
    Elided,
    /// It was made for another version of the file.
    Hash,
}

/// A stretch of the old text that resembles what was looked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Near {
    /// 1-based line of the old text.
    pub line: usize,
    /// Its lines, joined by newlines; at most twelve.
    pub text: String,
}

/// An edit that is not applied. Nothing of it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// The kind.
    pub reason: Reason,
    /// One sentence: what failed, and what would help.
    pub message: String,
    /// For [`Reason::Ambiguous`]: where it could belong, at most twenty.
    pub places: Vec<Place>,
    /// For [`Reason::NotFound`]: the closest lines, best first.
    pub near: Vec<Near>,
}

impl Refusal {
    pub(crate) fn new(reason: Reason, message: impl Into<String>) -> Self {
        Self { reason, message: message.into(), places: Vec::new(), near: Vec::new() }
    }

    pub(crate) fn malformed(message: impl Into<String>) -> Self {
        Self::new(Reason::Malformed, message)
    }

    pub(crate) fn truncated(message: impl Into<String>) -> Self {
        Self::new(Reason::Truncated, message)
    }

    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self::new(Reason::NotFound, message)
    }

    pub(crate) fn ambiguous(message: impl Into<String>) -> Self {
        Self::new(Reason::Ambiguous, message)
    }
}
