//! One normaliser for every dialect that models speak (C2, C3): calls in tags and markers
//! ([`tagged`]), a reply that steps, calls or answers ([`flat`]), and operations on todos
//! ([`operations`]). Pure. Nothing is judged here and nothing is made up: what was cut is not read,
//! and what has no other name for it stays as it was written.

mod fields;
mod kinds;
mod operations;
mod reply;
mod tags;

pub use kinds::kind;
pub use operations::operations;
pub use reply::{Flat, double_encoded, flat};
pub use tags::tagged;

/// A name without case, `_`, `-`, `.` or spaces.
fn fold(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '_' | '-' | '.' | ' ')).flat_map(char::to_lowercase).collect()
}
