//! Runs small language models from GGUF files on the CPU: no C++, no account, no connection.
//!
//! [`Model::open`] reads a file and checks all of it; an [`Engine`] reads prompts and writes answers,
//! held to a JSON Schema where one is given. A pass through the network (`pass`) multiplies weights as
//! they lie in the file with inputs in whole numbers (`kernel`, the only place with `unsafe`). Nothing
//! here opens a connection or writes a file, and nothing a file says is trusted: `file` and `network`
//! check it once, and what is not known is refused by its name.

mod answer;
mod backend;
mod cache;
mod engine;
mod error;
pub mod file;
mod format;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod grammar;
mod kernel;
#[cfg(feature = "llama-cpp")]
mod llama_cpp;
mod model;
mod network;
mod pass;
mod sample;
mod template;
mod tokenizer;

/// Whether this was built with llama.cpp (cargo feature `llama-cpp`).
pub const LLAMA_CPP: bool = cfg!(feature = "llama-cpp");

pub use engine::{Completion, Engine, Finish, Options, Prompt, Request, Timings, Usage};
pub use error::GgufError;
pub use format::Format;
pub use kernel::Isa;
pub use model::{Info, Model};
pub use network::{Architecture, Shape};
pub use template::{Chat, Message, Renderer};
pub use tokenizer::Tokenizer;
