#![doc = include_str!("../README.md")]

mod choose;
mod digits;
mod find;
mod gate;
mod json;
mod mend;
mod node;
mod parse;
mod recovered;
mod repair;
mod schema;

pub use find::{CALL_FORMS, CallForm, MARKED, Thought, call_in_tags, spoken_from, thought};
pub use gate::{Dropped, Reason};
pub use json::{Json, Number};
pub use recovered::{Closed, Failure, Finish, Recovered, Request, Untold, recover};
pub use repair::Repair;
pub use schema::{Schema, SchemaError, Violation};
