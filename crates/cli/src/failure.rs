//! Why a verb did not do what it was asked: code, message, hint; and the exit codes.

use crate::texts::say;
use countersign_core::wire::ErrorBody;
use serde_json::Value;
use std::io;

/// Result of a verb's step.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// What the process ends with (UI.md "Terminal").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Nothing is pending.
    Clear,
    /// It failed; nothing was changed unless the message says so.
    Failed,
    /// Something waits for a decision or for apply.
    Pending,
    /// What a proposal builds on has changed.
    Drifted,
}

impl Exit {
    /// The number.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Clear => 0,
            Self::Failed => 1,
            Self::Pending => 2,
            Self::Drifted => 3,
        }
    }
}

/// What went wrong.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The server, or the same code in this process, refused.
    #[error("{}", .0.message)]
    Answered(Box<ErrorBody>),
    /// This program refused before anything was asked.
    #[error("{message}")]
    Refused { code: &'static str, message: String, hint: String },
    /// Standard output or input is gone.
    #[error(transparent)]
    Stream(#[from] io::Error),
}

/// Why the system did not do something with a file, in a person's words where it is of every day.
pub(crate) fn cause(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => say!("cli-cause-missing"),
        io::ErrorKind::PermissionDenied => say!("cli-cause-denied"),
        io::ErrorKind::IsADirectory => say!("cli-cause-folder"),
        io::ErrorKind::NotADirectory => say!("cli-cause-way"),
        io::ErrorKind::StorageFull => say!("cli-cause-full"),
        io::ErrorKind::ReadOnlyFilesystem => say!("cli-cause-read-only"),
        // Its number says nothing to anybody.
        _ => {
            let said = error.to_string();
            said.split_once(" (os error").map_or(said.as_str(), |(said, _)| said).to_owned()
        }
    }
}

impl Failure {
    /// A refusal of this program's own.
    pub(crate) fn new(code: &'static str, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::Refused { code, message: message.into(), hint: hint.into() }
    }

    /// As it would be over HTTP.
    pub(crate) fn body(&self) -> ErrorBody {
        match self {
            Self::Answered(body) => (**body).clone(),
            Self::Refused { code, message, hint } => ErrorBody {
                error: (*code).to_owned(),
                message: message.clone(),
                details: None,
                hint: Some(hint.clone()).filter(|h| !h.is_empty()),
            },
            Self::Stream(error) => {
                ErrorBody { error: "stream_failed".to_owned(), message: error.to_string(), details: None, hint: None }
            }
        }
    }

    /// Whether this is its code.
    pub(crate) fn is(&self, code: &str) -> bool {
        match self {
            Self::Answered(body) => body.error == code,
            Self::Refused { code: own, .. } => *own == code,
            Self::Stream(_) => false,
        }
    }

    /// The details of an answer.
    pub(crate) fn details(&self) -> Option<&Value> {
        match self {
            Self::Answered(body) => body.details.as_ref(),
            Self::Refused { .. } | Self::Stream(_) => None,
        }
    }

    /// What a person at a terminal can do about an answer: the server's hint, where that is not about a request.
    pub(crate) fn hint(body: &ErrorBody) -> Option<String> {
        match body.error.as_str() {
            // Each defect has said what to do.
            "invalid_operations" => Some(say!("cli-nothing-changed")),
            "cannot_apply" => Some(say!("cli-cannot-apply-hint")),
            _ => body.hint.clone(),
        }
    }

    /// What the process ends with.
    pub(crate) fn exit(&self) -> Exit {
        match self.is("drifted") || self.is("undo_conflict") {
            true => Exit::Drifted,
            false => Exit::Failed,
        }
    }

    /// The reader of our output has gone; there is nobody to tell.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
