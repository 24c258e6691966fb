//! A structured reply about a project: what the model was shown, what it said, what was blocked
//! (S1-3, S1-7, S1-24).

use super::ImageKind;
use crate::file::WorkspaceId;
use crate::ids::ImageId;
use serde::{Deserialize, Serialize};

wire! {
    /// A file that was loaded for a message.
    struct LoadedFile {
        workspace: WorkspaceId,
        path: String,
        /// BLAKE3 of the whole content: what a change to it builds on.
        hash: String,
        bytes: u64,
        /// Only its beginning fitted into the budget.
        cut: bool,
    }

    /// Something a message names that was not loaded.
    struct LeftOut {
        name: String,
        /// `protected`, `not_text`, `too_large`, `no_room`, `unreadable`, `missing` or `outside`.
        why: String,
        /// For people.
        message: String,
    }

    /// A picture that came with a message.
    struct ShownImage {
        id: ImageId,
        name: String,
        digest: String,
        kind: ImageKind,
        bytes: u64,
        /// The model that answers was told what another says of it, and not shown it.
        described: bool,
    }

    /// What a message refers to (S1-3).
    #[derive(Default)]
    struct WorkContext {
        files: Vec<LoadedFile>,
        left_out: Vec<LeftOut>,
        /// Only noted: nothing is fetched.
        urls: Vec<String>,
        /// Pictures that came with it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        images: Vec<ShownImage>,
    }

    /// A part of a reply under its own heading.
    struct ReplySection { heading: String, body: String }

    /// A step of the agent's own plan; never a todo of the person (C17).
    struct ReplyStep {
        text: String,
        completed: bool,
        /// The items of the run's change set it stands for: it is ticked when all of them are applied.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        items: Vec<u32>,
    }

    /// A suggestion for the next message (S1-36).
    struct NextStep {
        /// Plain text, whatever the model wrote.
        label: String,
        input_text: String,
    }

    /// A file change or command that cannot be signed, for reading only (C33).
    struct BlockedPart {
        /// `file` or `command`.
        kind: String,
        /// The path, or the command.
        target: String,
        /// The change as the model wrote it, as far as it came.
        text: String,
    }

    /// Why parts of a reply are blocked (S1-24).
    struct Blocked {
        /// `truncated`, `lossy`, `malformed_diff`, `elided` or `chat`.
        why: String,
        message: String,
        parts: Vec<BlockedPart>,
    }

    /// A structured reply (S1-7).
    #[derive(Default)]
    struct WorkReply {
        summary: String,
        #[serde(default)]
        sections: Vec<ReplySection>,
        #[serde(default)]
        steps: Vec<ReplyStep>,
        #[serde(default)]
        next_steps: Vec<NextStep>,
        /// Absent = nothing was blocked.
        #[serde(default)]
        blocked: Option<Blocked>,
        /// What came through of a reply with errors: "Recovered: 8 todo(s), …" (S1-39).
        #[serde(default)]
        recovered: Option<String>,
        /// A suggestion came as a bare text, the old form (S1-36).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        legacy_steps: bool,
    }
}

impl WorkReply {
    /// Ticks the linked steps whose items are all applied, and only those (F S1).
    pub fn tick(&mut self, applied: impl Fn(u32) -> bool) {
        for step in self.steps.iter_mut().filter(|s| !s.items.is_empty()) {
            step.completed = step.items.iter().all(|n| applied(*n));
        }
    }
}
