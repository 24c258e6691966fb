//! The plan document: a session's bounded memory of goal, criteria, decisions and log (S4-14…20). No I/O.
//!
//! The typed [`Plan`] is the truth; Markdown is a view of it (R31). [`save`] writes the view, [`load`]
//! reads it back: `load(save(p)) = p` for every plan (R32). A file written or edited by hand is read
//! leniently; what is not understood is kept in [`Plan::other`] and listed, never dropped (S4-17).
//! [`diff`] says what an edited file would change before it is taken over, [`prompt`] is what a model
//! is shown.
//!
//! Never: a clock, a file, a text that is lost, a panic.

mod changes;
mod front;
mod line;
mod load;
mod plan;
mod prompt;
mod save;
mod sections;
mod text;
mod time;

pub use changes::{ChangeKind, PlanChange, diff, only_moved};
pub use load::{Defaults, Reading, Unread, Unreadable, load, load_bytes};
pub use plan::{Criterion, Decision, LogEntry, Metadata, Missing, Plan, PlanStatus, Work};
pub use prompt::{prompt, shortened};
pub use save::save;
