//! Shell text to argv and a verdict: parse, classify, decide (COMMANDS-AND-FILES "Commands", R12, R13).
//!
//! [`judge`] says of a text whether it may run unasked, is asked about, or is refused. It is pure: it
//! runs nothing, opens nothing and looks at no clock; what it says of paths it says by their words
//! and by the links it is told of, and whoever runs a command checks links again. Deliberately absent: a shell. What only a shell could
//! make sense of has no argv and is asked about.

mod budget;
mod builtins;
mod case;
mod environment;
mod host;
mod judge;
mod listed;
mod meant;
mod options;
mod place;
mod posix;
mod programs;
mod redirection;
mod repository;
pub mod rules;
mod scan;
mod spared;
mod table;
mod tree;
mod unlisted;
mod verdict;
mod written;

pub use judge::judge;
pub use listed::LISTED;
pub use meant::Meant;
pub use repository::writes_repository;
pub use spared::without_secrets;
pub use unlisted::{Changes, Ran, Told, Within, bare, changes, ran, runs_input, within};
pub use verdict::{Cause, Class, Join, Judgement, Links, Objection, Profile, Segment, Setting, Verdict};
