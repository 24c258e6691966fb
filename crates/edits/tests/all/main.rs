//! Edits of every accepted form: located once and applied exactly, or refused.
#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what is wrong by failing, and its folders are its own"
)]

mod corpus;
mod diffs;
mod laws;
mod replies;
mod tables;
mod tools;
mod written;
