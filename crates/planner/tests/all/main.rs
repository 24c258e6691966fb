//! The planner as its callers use it: sentences, dates and answers, by tables and laws.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what is wrong by failing, and its folders are its own"
)]

mod accounted;
mod anew;
mod answered;
mod behind;
mod bulk;
mod chains;
mod chips;
mod counted;
mod dated;
mod dates;
mod days;
mod ends;
mod errands;
mod excluded;
// The evaluation tells effects in the same way.
#[path = "../../../eval/src/effect.rs"]
mod effect;
mod findings;
mod following;
mod followups;
mod frames;
mod governing;
mod interpret;
mod kept;
mod languages;
mod lasting;
mod law;
mod left_out;
mod lines;
mod lists;
mod meanwhile;
mod moments;
mod near;
mod offered;
mod oracle;
mod orders;
mod parts;
mod phrased;
mod questions;
mod replies;
mod series_days;
mod shapes;
mod single;
mod spans;
mod spoken_back;
mod talks;
mod things;
mod told_days;
mod tongues;
mod undoing;
mod units;
mod varied;
mod week;
mod wholly;
mod words;
