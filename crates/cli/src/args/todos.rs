//! The verbs of `countersign todos`.

use super::{Wrong, selection};
use clap::{Args, Subcommand, ValueEnum};
use countersign_core::todo::{Priority, Status};
use jiff::civil::Date;
use serde::de::DeserializeOwned;
use serde_json::Value;

#[derive(Debug, Subcommand)]
pub(crate) enum TodosVerb {
    /// Todos, open ones unless said otherwise
    #[command(
        after_help = "Examples:\n  countersign todos list\n  countersign todos list --overdue --priority high\n  countersign todos list --label work --all"
    )]
    List(Filter),
    /// One todo with all its fields
    #[command(after_help = "Example:\n  countersign todos show 5")]
    Show {
        /// Its number
        #[arg(value_name = "ID", value_parser = todo)]
        id: i64,
    },
    /// Add a todo
    Add(Add),
    /// Mark todos done
    #[command(
        after_help = "Examples:\n  countersign todos done 5 7\n  countersign todos done 5 --reopen\n  countersign todos done 9 --on 2026-11-20   one date of a series"
    )]
    Done {
        /// Their numbers
        #[arg(value_name = "ID", required = true, value_parser = todo)]
        ids: Vec<i64>,
        /// The date of a repeating todo
        #[arg(long, value_name = "DATE", value_parser = selection::date)]
        on: Option<Date>,
        /// Open again instead
        #[arg(long)]
        reopen: bool,
    },
    /// Change fields of a todo
    Edit(Edit),
    /// Delete todos; can be undone
    #[command(after_help = "Example:\n  countersign todos delete 5 7")]
    Delete {
        /// Their numbers
        #[arg(value_name = "ID", required = true, value_parser = todo)]
        ids: Vec<i64>,
        /// Go on above the thresholds
        #[arg(long)]
        confirm: bool,
    },
    /// Search titles, notes and labels
    #[command(after_help = "Examples:\n  countersign todos search rent --all\n  countersign todos search '#home'")]
    Search {
        /// The words
        #[arg(required = true, num_args = 1.., value_name = "WORDS")]
        words: Vec<String>,
        /// Also done ones
        #[arg(long)]
        all: bool,
    },
    /// Seven days, with the occurrences of repeating todos
    #[command(after_help = "Examples:\n  countersign todos week\n  countersign todos week --from 2026-11-30")]
    Week {
        /// First day [default: today]
        #[arg(long, value_name = "DATE", value_parser = selection::date)]
        from: Option<Date>,
    },
}

/// Which todos; conditions add up.
#[derive(Debug, Default, Args)]
pub(crate) struct Filter {
    /// Also done and rejected ones
    #[arg(long, conflicts_with = "done")]
    pub(crate) all: bool,
    /// Only done ones
    #[arg(long)]
    pub(crate) done: bool,
    /// Only overdue ones: do-date or deadline before today
    #[arg(long)]
    pub(crate) overdue: bool,
    /// Only without a date
    #[arg(long)]
    pub(crate) backlog: bool,
    /// Only of this priority
    #[arg(long, value_parser = word::<Priority>)]
    pub(crate) priority: Option<Priority>,
    /// Only with this label
    #[arg(long)]
    pub(crate) label: Option<String>,
}

/// Add a todo.
#[derive(Debug, Args)]
#[command(after_help = "\
Dates may be words: friday, tomorrow, 2026-12-01. The title is taken as it is.

Examples:
  countersign todos add \"Pay rent\" --on 2026-12-01 --priority high
  countersign todos add Stand-up --on monday --at 9:00 --every weekday --label work")]
pub(crate) struct Add {
    /// The title
    #[arg(required = true, num_args = 1.., value_name = "TITLE")]
    pub(crate) title: Vec<String>,
    #[command(flatten)]
    pub(crate) fields: Fields,
    /// Idempotency key: the same key adds once, ever
    #[arg(long, value_name = "KEY")]
    pub(crate) key: Option<String>,
}

/// Change fields of a todo.
#[derive(Debug, Args)]
#[command(after_help = "\
Only what is given changes.

Examples:
  countersign todos edit 5 --on friday --at 14:00
  countersign todos edit 5 --clear date --clear time
  countersign todos edit 5 --status blocked --because \"waiting for the bank\"")]
pub(crate) struct Edit {
    /// Its number
    #[arg(value_name = "ID", value_parser = todo)]
    pub(crate) id: i64,
    #[command(flatten)]
    pub(crate) changes: Changes,
    /// open, in_progress, groomed, blocked, on_hold, done or rejected
    #[arg(long, value_parser = word::<Status>)]
    pub(crate) status: Option<Status>,
    /// Why it is blocked or on hold
    #[arg(long, value_name = "TEXT", requires = "status")]
    pub(crate) because: Option<String>,
}

/// What of a todo is to be another.
#[derive(Debug, Args)]
pub(crate) struct Changes {
    /// New title
    #[arg(long)]
    pub(crate) title: Option<String>,
    #[command(flatten)]
    pub(crate) fields: Fields,
    /// Take this label off
    #[arg(long, value_name = "LABEL")]
    pub(crate) unlabel: Vec<String>,
    /// Empty a field
    #[arg(long, value_enum, value_name = "FIELD")]
    pub(crate) clear: Vec<Clear>,
}

/// Fields of a todo.
#[derive(Debug, Default, Args)]
pub(crate) struct Fields {
    /// Do-date, e.g. friday or 2026-12-01
    #[arg(long, value_name = "DATE")]
    pub(crate) on: Option<String>,
    /// Time, e.g. 9:00 or 2pm
    #[arg(long, value_name = "TIME")]
    pub(crate) at: Option<String>,
    /// Deadline
    #[arg(long, value_name = "DATE")]
    pub(crate) due: Option<String>,
    /// low, medium or high
    #[arg(long, value_parser = word::<Priority>)]
    pub(crate) priority: Option<Priority>,
    /// Label; may be given several times
    #[arg(long)]
    pub(crate) label: Vec<String>,
    /// Minutes it takes
    #[arg(long, value_name = "MINUTES")]
    pub(crate) estimate: Option<u32>,
    /// Notes
    #[arg(long, value_name = "TEXT")]
    pub(crate) notes: Option<String>,
    /// Repetition, e.g. "monday", "weekday", "2 weeks until december"
    #[arg(long, value_name = "WHEN")]
    pub(crate) every: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Clear {
    Date,
    Time,
    Due,
    Estimate,
    Notes,
    Labels,
    Repeat,
}

/// `5` or `#5`.
fn todo(text: &str) -> Result<i64, Wrong> {
    let bare = text.strip_prefix('#').unwrap_or(text);
    let digits = bare.bytes().all(|b| b.is_ascii_digit());
    bare.parse().ok().filter(|n| *n > 0 && digits).ok_or_else(|| Wrong::Todo(text.to_owned()))
}

/// A word of one of the domain's own enums, so that the command line never knows more or fewer.
fn word<T: DeserializeOwned>(text: &str) -> Result<T, Wrong> {
    serde_json::from_value(Value::String(text.to_owned())).map_err(|error| {
        let said = error.to_string();
        let (_, names) = said.split_once("expected ").unwrap_or_default();
        Wrong::Word(names.split('`').skip(1).step_by(2).collect::<Vec<_>>().join(", "))
    })
}
