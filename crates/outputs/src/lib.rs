//! Stored tool outputs: how an output is delivered to a model, and the operations that query one
//! that was stored (REQUIREMENTS S3-15…18, F/S3, R30). No I/O.
//!
//! A [`Document`] is a text that was looked at once: JSON, JSON lines or plain text. JSON is never
//! made into a tree: a document keeps the text and where its longer objects and arrays end, and a
//! [`Path`] (RFC 9535) walks over that. So a query of 50 MB costs about what reading it costs, and
//! memory stays near the size of the text.
//!
//! [`tools`] describes what a model may call, [`run`] does it. Every option is carried out or
//! refused by name; counts are exact; answers are bounded.

mod answer;
mod args;
mod count;
mod delivery;
mod document;
mod extract;
mod filter;
mod node;
mod path;
mod random;
mod read;
mod sample;
mod scan;
mod select;
mod shape;
mod stats;
mod summary;
mod tools;
mod view;

pub use answer::{Branch, Members, members};
pub use args::{
    Count, CountOf, CountType, Extract, List, OutputMode, Read, Sample, SortBy, SortOrder, Stats, Strategy, Unit,
};
pub use count::count;
pub use delivery::{Delivery, PREVIEW, deliver, persisted, preview};
pub use document::{Document, Kind};
pub use extract::extract;
pub use node::Type;
pub use path::Path;
pub use read::read;
pub use sample::sample;
pub use select::Stop;
pub use stats::stats;
pub use summary::{Summary, summary};
pub use tools::{NAMES, Tool, parse, run, tools};
pub use view::{OutputList, OutputView};

/// Result of an operation: what is wrong is told so that a model or a person can mend it.
pub type Result<T> = std::result::Result<T, countersign_core::problem::Problem>;
