//! What a turn asks its driver to do, and what it comes to.

use crate::work::WorkOp;
use countersign_core::ids::TodoId;
use countersign_core::model::Call;
use countersign_core::operation::Operation;
use countersign_core::problem::Problem;
use countersign_core::wire::{ClarifySection, WorkReply};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What to do next.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Make this call; then [`crate::Turn::reply`] or [`crate::Turn::failed`].
    Call(Call),
    /// Show these operations, then [`crate::Turn::proceed`]. A higher version replaces a lower one (S0-71).
    Ops(Ops),
    /// The end.
    Done(Outcome),
}

/// Operations after validation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ops {
    /// From 1.
    pub version: u32,
    /// Valid and invalid ones, in the order proposed.
    pub operations: Vec<ProposedOp>,
}

/// One operation, or what stood in its place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProposedOp {
    /// The operation; absent when `raw` could not be read as one.
    pub op: Option<Operation>,
    /// As the model wrote it, with titles and words in place of numbers and dates; else the operation.
    pub raw: Value,
    /// What is wrong with it; empty = valid.
    pub problems: Vec<Problem>,
    /// The sentence that asked for it.
    pub why: String,
    /// May be drawn as marked: never for a destructive operation of a small model (DESIGN §5).
    pub sure: bool,
    /// What to look at before signing it.
    pub warnings: Vec<Problem>,
    /// The operations that it needs, by their numbers among those proposed with it, from 1 (C2).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<u32>,
}

impl ProposedOp {
    /// Readable and without problems.
    pub fn is_valid(&self) -> bool {
        self.op.is_some() && self.problems.is_empty()
    }
}

/// What an answer to a question would propose: stored with the question, so that "yes" or a chip
/// needs no second guess.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Alternative {
    /// The value of the option, as in the question's section.
    pub value: Value,
    /// What it would do, rendered from the operations (R23).
    pub label: String,
    /// The operations.
    pub operations: Vec<Operation>,
}

/// What a turn came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// An answer in words; nothing is proposed.
    Chat {
        /// Plain sentences.
        text: String,
    },
    /// A question.
    Clarify {
        /// One short question (S0-45).
        question: String,
        /// The todos it is about, at most 7 (S0-36).
        options: Vec<TodoId>,
        /// Its parts with their choices (S0-37).
        sections: Vec<ClarifySection>,
        /// The sentence it belongs to: hand it back in [`crate::PendingQuestion::instruction`].
        instruction: String,
        /// What was answered to earlier questions about it: hand them back in
        /// [`crate::PendingQuestion::answers`].
        answers: Vec<String>,
        /// What the options would propose: hand them back in [`crate::PendingQuestion::alternatives`].
        alternatives: Vec<Alternative>,
    },
    /// Operations to review.
    Plan {
        /// The last version.
        operations: Vec<ProposedOp>,
        /// One to three sentences, rendered from the operations.
        summary: String,
        /// What the model says to it, at most three sentences.
        #[serde(default)]
        said: Option<String>,
        /// The summary is ours, since the model gave none (S0-73).
        fallback: bool,
    },
    /// Work in the project: a structured reply, or what the message said outright (`reply` absent).
    Work {
        /// What the model said.
        reply: Option<WorkReply>,
        /// File changes and commands, to be read and put into one change set.
        operations: Vec<WorkOp>,
    },
    /// Nothing could be made of it; the text says why and what to do.
    Refused {
        /// Plain sentences.
        text: String,
    },
    /// An answer in a model's own words; nothing is proposed.
    Said {
        /// Plain sentences.
        text: String,
    },
    /// A model was needed and gave nothing to go on with: to be told as a failure, with Retry (C7).
    Unanswered {
        /// What it did instead.
        why: Unanswered,
    },
}

/// What a model did instead of answering.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unanswered {
    /// The call failed; whoever made it knows why.
    Failed,
    /// Its answer broke off, or stood still, before anything of it could be used.
    Cut,
    /// It ended without a word; what it only thought is none.
    Empty,
    /// What it wrote cannot be shown: it is no sentence, or repeats itself.
    Unusable,
    /// It was not asked: what cannot give way is more than it reads beside its answer.
    TooLong {
        /// What would have to be sent, in estimated tokens.
        tokens: u64,
        /// What it reads of that.
        reads: u64,
    },
}
