//! English todo sentences to operations, with no model (TODOS.md). Pure: text, snapshot and now in; operations or a question out.
pub mod dates;
pub mod interpret;
mod known;
pub mod languages;
mod once;
mod slip;
