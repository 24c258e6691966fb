//! Standing rules and runs of several commands.

use super::{Choice, Items, SetRef};
use clap::{Args, Subcommand};

/// Sign items; apply carries them out.
#[derive(Debug, Args)]
pub(crate) struct Sign {
    #[command(flatten)]
    pub(crate) choice: Choice,
    /// Of one command: sign a rule for commands that begin so, then sign and run it; a number says
    /// how many words are remembered
    #[arg(long, value_name = "WORDS", num_args = 0..=1, require_equals = true)]
    #[allow(clippy::option_option)]
    pub(crate) remember: Option<Option<usize>>,
    #[command(flatten)]
    pub(crate) limits: Remember,
}

/// How long and how often a rule holds.
#[derive(Debug, Args)]
pub(crate) struct Remember {
    /// Of a rule: it holds so many days, 1 to 366 [default: 30]
    #[arg(long, value_name = "N")]
    pub(crate) days: Option<u32>,
    /// Of a rule: it may be used so often [default: any number of times]
    #[arg(long, value_name = "N")]
    pub(crate) cap: Option<u32>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RulesVerb {
    /// All rules, also those that ended
    #[command(after_help = "Examples:\n  countersign rules list\n  countersign rules list --json")]
    List,
    /// Sign a rule
    Add(AddRule),
    /// Take a rule back; what it let through stays
    #[command(after_help = "Example:\n  countersign rules revoke 3 -m \"not any more\"")]
    Revoke {
        /// Its number
        #[arg(value_name = "RULE")]
        id: i64,
        /// Why, in your words
        #[arg(long, short = 'm', value_name = "TEXT")]
        reason: Option<String>,
    },
    /// What a rule would let through, and which rules let a command through; changes nothing
    Check(CheckRule),
}

/// Sign a rule.
#[derive(Debug, Args)]
#[command(after_help = "\
A rule lets through commands that begin with exactly these words, in the current folder of one
workspace, for a time; from its root, what only looks in every folder. It never lets through what
is refused, what destroys, or an option that could do something else. The flags come before the
words.

Examples:
  countersign rules add cargo test
  countersign rules add --cap 10 --days 7 npm run build
  countersign rules add --read-only            commands that only look, such as ls and git status
  countersign rules add --files docs           making and changing files in docs/")]
pub(crate) struct AddRule {
    /// The words that a command must begin with
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "WORD", required_unless_present_any = ["read_only", "files"])]
    pub(crate) words: Vec<String>,
    /// Commands that only read, inside the workspace
    #[arg(long, conflicts_with_all = ["words", "files"])]
    pub(crate) read_only: bool,
    /// Making and changing files in this folder of the workspace
    #[arg(long, value_name = "DIR", conflicts_with = "words")]
    pub(crate) files: Option<String>,
    /// The workspace [default: the one that holds the current folder, or the only one]
    #[arg(long, value_name = "NAME")]
    pub(crate) workspace: Option<String>,
    #[command(flatten)]
    pub(crate) limits: Remember,
    /// A command that it must let through; checked, may be given several times
    #[arg(long = "match", value_name = "COMMAND", requires = "not_matches")]
    pub(crate) matches: Vec<String>,
    /// A command that it must not let through
    #[arg(long = "no-match", value_name = "COMMAND", requires = "matches")]
    pub(crate) not_matches: Vec<String>,
}

/// What a rule would let through.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  countersign rules check \"cargo test -p core\"                       which rules let it run
  countersign rules check --prefix \"cargo test\"                      what such a rule would have let run
  countersign rules check --prefix \"cargo test\" \"cargo test; ls\"     whether such a rule lets it run")]
pub(crate) struct CheckRule {
    /// A command as one text
    #[arg(required_unless_present = "prefix")]
    pub(crate) command: Option<String>,
    /// The words of a rule that is not signed yet
    #[arg(long, value_name = "WORDS")]
    pub(crate) prefix: Option<String>,
    /// The workspace [default: the one that holds the current folder, or the only one]
    #[arg(long, value_name = "NAME")]
    pub(crate) workspace: Option<String>,
}

/// Run several signed commands one after the other.
#[derive(Debug, Args)]
#[command(after_help = "\
After each command its exit code says whether to go on, or a model where one is set up. A failure
waits for you; so does a command that a model asks for. Ctrl+C ends the command that runs, with all
it has started; what has not run stays signed. Exit code 2 when it waits.

Examples:
  countersign run-all 14 --all
  countersign run-all 14 --all --confirm    without a terminal to ask in
  countersign run-all 14 --sign 1,3
  countersign run-all 14 --resume")]
pub(crate) struct RunAll {
    /// Change set, e.g. 14
    #[arg(value_name = "SET")]
    pub(crate) set: SetRef,
    /// Sign these first, e.g. 1,3-5
    #[arg(long, value_name = "ITEMS", conflicts_with = "all")]
    pub(crate) sign: Option<Items>,
    /// Sign its commands first that are not decided yet; what cannot be undone is asked about
    #[arg(long)]
    pub(crate) all: bool,
    /// Go on with what --all would ask about
    #[arg(long, requires = "all")]
    pub(crate) confirm: bool,
    /// Go on with commands that wait
    #[arg(long, conflicts_with_all = ["all", "sign", "stop", "pause"])]
    pub(crate) resume: bool,
    /// Wait after the command that runs
    #[arg(long, conflicts_with_all = ["all", "sign", "stop"])]
    pub(crate) pause: bool,
    /// End the command that runs, and run no more
    #[arg(long, conflicts_with_all = ["all", "sign"])]
    pub(crate) stop: bool,
}
