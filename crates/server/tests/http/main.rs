//! The application over HTTP: a real store in a temporary folder, a clock that stands still.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

mod access;
mod agents;
mod apply;
mod assistant;
mod bodies;
mod commands;
mod conversation;
mod documents;
mod escapes;
mod ledger;
mod llm;
mod outputs;
mod pages;
mod rules;
mod security;
mod sessions;
mod speech;
mod streams;
mod todos;
mod types;
mod world;
