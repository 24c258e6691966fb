//! The assistant's turn as a pure, steppable machine (MODELS.md, DESIGN §4): from "the planner is not
//! sure" to operations with a summary, a question, an answer in words, or an honest refusal.
//!
//! [`Turn::begin`] takes a message and the todos and says what to do next ([`Step`]); the driver makes
//! the model calls and hands back what came of them. A turn has no I/O, clock or randomness and is
//! serialisable, so it can be stored at any step and resumed after a crash.
//!
//! **Invariant.** No operation leaves a turn whose target is not one of the todos the request was
//! matched with, or whose values are not said by the request (small models: by the schema, which is
//! built from the request; every model: by the guard). A cut or guessed reply never becomes one.

mod claims;
mod coverage;
mod cues;
mod grammar;
mod ground;
mod heard;
mod input;
pub mod likeness;
mod menu;
mod outcome;
pub mod pictures;
mod plain;
mod prompt;
mod recovery;
mod summary;
pub mod supervise;
pub mod tidy;
mod trace;
mod turn;
mod words;
pub mod work;

#[cfg(test)]
mod tests;

pub use claims::unclaimed;
pub use input::{Decided, Input, ModelProfile, PendingQuestion, Scope, Size, Thresholds, Without};
pub use outcome::{Alternative, Ops, Outcome, ProposedOp, Step, Unanswered};
pub use prompt::{memory, standing};
pub use summary::{spoken, worded};
pub use trace::{Audit, CallRecord, Note, Section, Stage, Trace};
pub use turn::Turn;
