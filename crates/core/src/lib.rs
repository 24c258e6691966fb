//! The domain of Countersign, pure: no I/O, no clock, no randomness, no async (ARCHITECTURE.md).

pub mod change_set;
pub mod command;
pub mod command_run;
pub mod dedup;
pub mod effect;
pub mod file;
mod guarded;
pub mod ids;
pub mod label;
pub mod ledger;
pub mod model;
pub mod operation;
pub mod predicate;
pub mod problem;
pub mod projection;
pub mod reason;
pub mod recurrence;
pub mod rule;
pub mod secret;
pub mod session;
pub mod settings;
pub mod shape;
pub mod todo;
pub mod todos;
pub mod tools;
pub mod transcript;
pub mod wire;
