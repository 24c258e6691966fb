//! The command line: verbs, flags, and an example for every verb. The English of their help is here; the
//! other languages' is in `locales/help`, and everything said while running in `locales`.

mod agent;
mod agents;
mod ask;
mod bringing;
mod calibrate;
mod desk;
mod eval;
mod explain;
mod images;
mod mcp_servers;
mod model;
mod outputs;
mod parts;
mod review;
mod revise;
mod rules;
mod run;
mod selection;
mod serve;
mod sessions;
mod settings;
mod todos;
mod verb;
mod workspace;
mod wrong;

pub(crate) use agent::{Agent, Continue, Fineness, Way};
pub(crate) use agents::{Decisions, Wake};
pub(crate) use ask::{Ask, Mode};
pub(crate) use bringing::{Import, Propose};
pub(crate) use calibrate::Calibrate;
pub(crate) use desk::Desk;
pub(crate) use eval::Eval;
pub(crate) use explain::{ExplainCommand, ExplainPatch, ExplainVerb};
pub(crate) use images::{Image, ImagesVerb};
pub(crate) use mcp_servers::{McpServersVerb, Reads};
pub(crate) use model::{ModelVerb, Pull};
pub(crate) use outputs::{OutputRead, OutputsList, OutputsVerb};
pub(crate) use parts::{Dates, Interpret, Occurrences, Recover};
pub(crate) use review::{Apply, Choice, Conflicts, Log, Reasoned, Rebase, Undo};
pub(crate) use revise::Revise;
pub(crate) use rules::{AddRule, CheckRule, Remember, RulesVerb, RunAll, Sign};
pub(crate) use run::Run;
pub(crate) use selection::{Items, SetRef, UndoRef};
pub(crate) use serve::Serve;
pub(crate) use sessions::{PlanEditing, PlanVerb, SessionsVerb, StateChoice};
pub(crate) use settings::SettingsVerb;
pub(crate) use todos::{Add, Changes, Clear, Edit, Fields, Filter, TodosVerb};
pub(crate) use verb::Verb;
pub(crate) use workspace::WorkspaceVerb;
pub(crate) use wrong::Wrong;

use clap::builder::Resettable;
use clap::{Args, Command, CommandFactory, FromArgMatches, Parser};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

const CODES: &str = "\
Exit codes: 0 nothing is pending, 2 something waits for a decision, 3 something has drifted,
1 it failed. Without a terminal nothing is ever asked: what would need an answer is refused, with
the flag that says it.

Examples:
  countersign serve                         start the server and print the page's address
  countersign \"buy milk tomorrow 9am\"       propose (short for countersign ask); nothing is changed
  countersign sign 14 1,3-5                 sign items of change set 14
  countersign apply 14                      carry out what is signed
  countersign undo 14.2                     propose the inverse of one applied item";

/// An agent proposes. You countersign. Nothing else changes, and what todos and files were can be brought back.
#[derive(Debug, Parser)]
#[command(name = "countersign", version, after_help = CODES, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,
}

impl Cli {
    /// Reads a command line. A variable that is set to nothing is as good as none.
    pub(crate) fn read(args: &[OsString]) -> Result<Self, clap::Error> {
        let matches = set(Self::command()).try_get_matches_from(args)?;
        Self::from_arg_matches(&matches)
    }
}

/// The command without the variables that are set to nothing.
fn set(command: Command) -> Command {
    let empty = |name: &OsStr| std::env::var_os(name).is_some_and(|value| value.is_empty());
    command
        .mut_args(|arg| if arg.get_env().is_some_and(empty) { arg.env(Resettable::Reset) } else { arg })
        .mut_subcommands(set)
}

/// Flags that every verb takes.
#[derive(Debug, Clone, Args)]
pub(crate) struct Global {
    /// Folder of the database [default: $COUNTERSIGN_DATA, or the platform's data folder]
    #[arg(
        long,
        global = true,
        help_heading = "Everywhere",
        value_name = "DIR",
        env = "COUNTERSIGN_DATA",
        hide_env = true
    )]
    pub(crate) data: Option<PathBuf>,
    /// Print the answer as one line of JSON
    #[arg(long, global = true, help_heading = "Everywhere")]
    pub(crate) json: bool,
    /// No colour and no symbols: for screen readers
    #[arg(long, global = true, help_heading = "Everywhere")]
    pub(crate) plain: bool,
    /// IANA zone, e.g. Europe/Berlin [default: $TIMEZONE, or the machine's]
    #[arg(long, global = true, help_heading = "Everywhere", value_name = "ZONE", env = "TIMEZONE", hide_env = true)]
    pub(crate) zone: Option<String>,
    /// Language of what is said: en, de, es, fr or ro [default: $COUNTERSIGN_LANG, the setting "language", $LANG]
    #[arg(
        long,
        global = true,
        help_heading = "Everywhere",
        value_name = "TAG",
        env = "COUNTERSIGN_LANG",
        hide_env = true
    )]
    pub(crate) lang: Option<String>,
    /// Work as if it were this time, e.g. 2026-11-21T10:00; what is written is dated so and stays
    #[arg(long, global = true, help_heading = "Everywhere", value_name = "TIME", hide_short_help = true)]
    pub(crate) now: Option<String>,
}
