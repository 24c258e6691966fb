//! For tests only: a scripted model server that speaks Ollama's, OpenAI's and Anthropic's wire
//! formats, misbehaves on demand, and judges every request it gets.
//!
//! A request that breaks a rule of PROVIDERS is a violation; dropping the server then panics, so a
//! test cannot pass on an answer that a real runtime would not have given.

mod painting;
pub mod pictures;
mod requests;
mod script;
mod server;
mod speech;

pub use painting::Drawing;
pub use script::{Answer, Kind, Listed, Refusal, Script, When};
pub use server::{ModelServer, Received};
