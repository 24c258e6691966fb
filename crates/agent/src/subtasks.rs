//! A request that is too large for one reply: split into sub-tasks by rule, worked on by machines of
//! their own in an order that somebody chose, and put together into one queue (S1-42…52).
//!
//! Pure like the rest: [`Crew`] takes one input and returns effects, and is a value that can be stored
//! at any step.

mod crew;
mod estimate;
mod plan;
mod schedule;
mod setup;
mod shared;
mod split;

pub use crew::{Crew, Effect, Input, PLAN, Refused};
pub use estimate::{History, Rates};
pub use plan::{MOST, Planned, tasks_of};
pub use setup::Crewed;
pub use shared::Shared;
pub use split::{Named, Part, parts};
