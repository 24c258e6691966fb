//! Model providers: Ollama, OpenAI-compatible, Anthropic, and models in this process; one internal stream, capabilities, catalogue, usage.
//!
//! A [`countersign_core::model::Call`] goes in, a [`countersign_core::model::Reply`] comes out,
//! whatever the runtime. Nothing here decides or stores anything, nothing is trusted that a runtime
//! says about its own answer, and no connection is opened that the catalogue does not name — except
//! one to Ollama's port on this machine when nothing is configured, and those to where a person asks
//! for a model file ([`hub`]), lets an agent look ([`fetching`]), or names a server of tools ([`endpoint`]).

mod answer;
pub mod catalogue;
mod conversation;
mod discovery;
pub mod embedded;
pub mod endpoint;
pub mod error;
pub mod fetching;
mod frames;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
pub mod hub;
mod knowledge;
mod masking;
pub mod models;
pub mod painting;
pub mod schema;
pub mod spending;
mod thinking;
mod transport;
pub mod veil;
mod wire;

pub use catalogue::Catalogue;
pub use countersign_gguf::{Chat, GgufError, Renderer};
pub use error::LlmError;
pub use models::{Capabilities, Delta, Lamp, ModelInfo, ModelStatus, Models, Place, Probed, Shown};
pub use painting::Painted;
pub use spending::Account;
pub use wire::wire_name;
