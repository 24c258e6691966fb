//! An agent's run, pure: the controller's contract, its tools, and the machine that plans, works
//! step by step and sums up (S3, S4). The machine asks for models, tools and a person by returning
//! effects; it is a value that can be stored at any step and go on elsewhere.

pub mod builtin;
pub mod complexity;
pub mod ground;
pub mod input;
pub mod machine;
pub mod permission;
pub mod prompt;
pub mod queue;
pub mod reading;
pub mod step;
pub mod stored;
pub mod subtasks;
pub mod summary;
pub mod tool;
pub mod word;
