//! What a model is worth behind the harness (MODELS.md §2): sentences with the effects that count as
//! right, judged by what they would do to a snapshot; totals with intervals; two runs compared in pairs.
//!
//! And what the ledger says of what people did with it ([`calibration`]).
//!
//! Pure: whoever runs it asks the models and measures the time.

pub mod calibration;
mod case;
#[allow(dead_code)] // The planner's tests, which include this file, use all of it.
mod effect;
mod judge;
pub mod statistics;
mod totals;

pub use case::{BadCase, Case, Want, World, built_in, read};
pub use judge::{Got, Row, Verdict, judge, profile, without};
pub use totals::{Paired, Share, Totals, paired};
