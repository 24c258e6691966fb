//! What tools give.

use super::excerpt;
use crate::queue::Write;
use countersign_core::prompt::Line;
use serde::{Deserialize, Serialize};

/// Characters of the line that stays of what a tool said: what is longer is stored (S3-15).
pub const LINE: usize = 240;

/// Standing instructions of a folder that a tool looked into (C37).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nearby {
    /// The folder, from the root of the workspace.
    pub folder: String,
    /// What its `AGENTS.md` says.
    pub text: String,
    /// Its end was left out before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
}

/// What a tool gave.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ToolResult {
    /// The call.
    pub call: String,
    /// It did what it should.
    pub ok: bool,
    /// For the model.
    pub text: String,
    /// It wanted to change something that is so already.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub already: bool,
    /// What it wants to change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write: Option<Write>,
    /// The stored output that holds all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stored: Option<Stored>,
    /// Instructions of the folders it looked into.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nearby: Vec<Nearby>,
    /// The file that it showed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<Shown>,
}

/// The stored output that holds what a tool said (S3-15).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stored {
    /// Which one.
    pub id: String,
    /// How it begins, in one line.
    pub begins: String,
    /// Its length in characters.
    pub chars: u64,
    /// The model is told all of it at first; later prompts may have its line alone.
    pub whole: bool,
}

impl ToolResult {
    /// The line that stays of it: how it begins, and where all of it is.
    pub(crate) fn line(&self) -> String {
        match &self.stored {
            Some(Stored { id, begins, chars, .. }) => {
                format!("{} (all {chars} characters are stored as {id})", Line::of(begins))
            }
            None => excerpt(&self.text, LINE),
        }
    }
}

/// A file as a model was shown it: what it changes of it builds on this (R14).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// Its path.
    pub path: String,
    /// The hash of all of it.
    pub hash: String,
    /// To its end.
    pub whole: bool,
}
