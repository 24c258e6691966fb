//! A turn of the assistant, with and without a model that answers.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what is wrong by failing, and its folders are its own"
)]

mod heard;
mod languages;
mod planner_first;
mod proposing;
mod turn;
mod whole;
mod windows;
mod world;
