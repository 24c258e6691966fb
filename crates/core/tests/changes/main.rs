//! Operations, change sets, undo and the fold of the ledger, from outside.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "the exemption for tests leaves out their shared functions"
)]

mod accepting;
mod deciding;
mod dedup;
mod drifting;
mod editing;
mod effects;
mod going_back;
mod laws;
mod parse;
mod partly;
mod selection;
mod standing;
mod storing;
mod strategies;
mod world;
