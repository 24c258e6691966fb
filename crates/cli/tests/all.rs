//! Tests of the real binary, as a person and as a script would run it.
// Tests start processes and write files of their own, and end where something is not as expected.
#![allow(clippy::disallowed_methods, clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod acp;
mod agent;
mod agents;
mod agreeing;
mod batch;
mod commands;
mod crash;
mod damaged;
mod desk;
mod disk;
mod eval;
mod files;
mod forgery;
mod help;
mod hub;
mod images;
mod lost;
mod manners;
mod mcp;
mod mcp_servers;
mod meant;
mod models;
mod orphans;
mod outputs;
mod patches;
mod project;
mod pty;
mod recorded;
mod rules;
mod serving;
mod sessions;
mod taken_back;
mod terminal;
mod told;
mod typed;
mod waiting;
mod words;
mod work;
mod world;
