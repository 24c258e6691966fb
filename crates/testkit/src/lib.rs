//! For tests only: a scripted model server that speaks Ollama's, OpenAI's and Anthropic's wire
//! formats, misbehaves on demand, and judges every request it gets.
//!
//! A request that breaks a rule of PROVIDERS is a violation; dropping the server then panics, so a
//! test cannot pass on an answer that a real runtime would not have given.

use countersign_core::model::{Finish, Reply, Usage};

mod painting;
pub mod pictures;
mod requests;
mod script;
mod server;
mod speech;
pub mod tool_http;
mod tools;

pub use painting::Drawing;
pub use script::{Answer, Kind, Listed, Refusal, Script, When};
pub use server::{ModelServer, Received};
pub use tool_http::ToolHttp;
pub use tools::tool_server;

/// A whole reply of a model that says this and counted nothing, for what takes replies without a server.
#[must_use]
pub fn reply(text: &str) -> Reply {
    Reply {
        text: text.to_owned(),
        thinking: String::new(),
        tool_calls: Vec::new(),
        finish: Finish::Stop,
        usage: Usage::default(),
        min_logprob: None,
        prompt_cut: false,
        model: "test".to_owned(),
    }
}
