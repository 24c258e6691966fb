//! The promise of recovery: nothing usable is lost, nothing cut or guessed is applied.
#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what is wrong by failing, and its folders are its own"
)]

mod answers;
mod backslashes;
mod bare_keys;
mod beside;
mod bodies;
mod calls;
mod coercions;
mod corpus;
mod crumbs;
mod cuts;
mod damage;
mod denied;
mod echoes;
mod escaped;
mod forms;
mod hostile;
mod inside;
mod languages;
mod left;
mod meant;
mod mutations;
mod only_reading;
mod open_calls;
mod pieces;
mod promise;
mod raw_quotes;
mod repairs;
mod replies;
mod schemas;
mod sentences;
mod spellings;
mod unread;
mod whose;
