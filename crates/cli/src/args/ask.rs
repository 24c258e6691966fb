//! `ask`: a request in words.

use super::selection::SetRef;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Say in words what should change.
#[derive(Debug, Args)]
#[command(after_help = "\
In a terminal each item is offered for a decision; elsewhere the proposal waits in the inbox and
the exit code is 2.

Examples:
  countersign ask \"call the dentist on friday at 9 and buy cake\"
  countersign ask \"move dentist to monday and delete the old list\"
  countersign ask --continue \"the second one\"
  countersign ask --json \"what is due today?\"
  countersign ask \"fix the typo in README.md\"   in a folder that is open, see countersign workspace
  countersign ask --about 14.2                   have the output of a command that ran looked at")]
pub(crate) struct Ask {
    /// The sentence
    #[arg(required_unless_present = "about", num_args = 1.., value_name = "MESSAGE")]
    pub(crate) message: Vec<String>,
    /// Send the output of a command that ran, e.g. 14.2, along with the sentence
    #[arg(long, value_name = "SET.ITEM")]
    pub(crate) about: Option<SetRef>,
    /// A picture that goes with the sentence; can be given several times
    #[arg(long, value_name = "FILE")]
    pub(crate) image: Vec<PathBuf>,
    /// The open folder it is about [default: the one around the current folder]
    #[arg(long, value_name = "ID")]
    pub(crate) workspace: Option<String>,
    /// Whether to answer, to propose, or to let the router choose
    #[arg(long, value_enum, default_value_t = Mode::Auto)]
    pub(crate) mode: Mode,
    /// Go on in this conversation
    #[arg(long, value_name = "ID", conflicts_with = "continue_")]
    pub(crate) session: Option<String>,
    /// Go on in the last conversation, e.g. to answer its question
    #[arg(long = "continue", short = 'c')]
    pub(crate) continue_: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mode {
    Auto,
    Chat,
    Plan,
}
