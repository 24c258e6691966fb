//! The controller of agent runs: its machine, what it reads and what it is told.
#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what is wrong by failing, and its folders are its own"
)]

mod context;
mod corpus;
mod machine;
mod queue;
mod reading;
mod subtasks;
mod world;
