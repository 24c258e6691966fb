//! What commands are judged to be, by tables, laws and real shells.
#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what is wrong by failing, and its folders are its own"
)]

mod bash;
mod cases;
mod committed;
mod corpus;
mod handed;
mod laws;
mod links;
mod server;
mod shells;
mod table;
mod wrappers;
