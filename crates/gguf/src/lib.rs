//! Runs small language models from GGUF files on the CPU.

mod error;
mod format;
mod kernel;

pub use error::GgufError;
pub use format::Format;
pub use kernel::Isa;
