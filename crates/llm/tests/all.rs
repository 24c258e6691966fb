//! The providers against a scripted server, recorded traffic, and the settings.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "all/cassettes.rs"]
mod cassettes;
#[path = "all/embedded.rs"]
mod embedded;
#[path = "all/failures.rs"]
mod failures;
#[path = "all/live.rs"]
mod live;
#[path = "all/painting.rs"]
mod painting;
#[path = "all/providers.rs"]
mod providers;
#[path = "all/schemas.rs"]
mod schemas;
#[path = "all/settings.rs"]
mod settings;
#[path = "all/swapped.rs"]
mod swapped;
#[path = "all/veil.rs"]
mod veil;
#[path = "all/world.rs"]
mod world;
