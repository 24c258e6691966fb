//! Tests of the real binary, as a person and as a script would run it.
#![allow(clippy::disallowed_methods)] // Tests start processes and write files of their own.

mod batch;
mod crash;
mod disk;
mod serving;
mod terminal;
mod world;
