//! The engine as its callers use it, over a real database in a folder of its own.
#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what is wrong by failing, and its folders are its own"
)]

mod agent;
mod agent_context;
mod at_once;
mod attributes;
mod command_runs;
mod commands;
mod conversations;
mod copies;
mod damage;
mod doubted;
mod file_sets;
mod files;
mod folders;
mod found;
mod git;
mod going_back;
mod going_on;
mod hand;
mod images;
mod imports;
mod inbox;
mod large;
mod learning;
mod loops;
mod old;
mod pending;
mod previews;
mod races;
mod real_model;
mod restoring;
mod review;
mod rules;
mod runs;
mod scope;
mod subscribed;
mod subtasks;
mod swapped;
mod swapped_parts;
mod talk;
mod tool_addresses;
mod tool_servers;
mod undoable;
mod undoing;
mod wakes;
mod whole_sets;
mod withdrawn;
mod work;
mod world;
