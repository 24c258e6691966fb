//! `run`: one command.

use super::Remember;
use clap::Args;

/// Propose a command.
#[derive(Debug, Args)]
#[command(after_help = "\
Shows how the command is judged and how it will be confined. In a terminal you are asked whether to
run it once; elsewhere it waits in the inbox and the exit code is 2. Ctrl+C ends a command that runs,
with all it has started. At most 30 seconds.

Examples:
  countersign run \"cargo test\"
  countersign run \"ls -l | head\" --cwd src
  countersign run \"npm test\" --workspace ~/projects/site --yes
  countersign run \"cargo test -p core\" --add     run it, and let `cargo test` run unasked from now on")]
pub(crate) struct Run {
    /// The command as one text
    pub(crate) command: String,
    /// Folder in the workspace [default: where you are, if that is in it]
    #[arg(long, value_name = "DIR")]
    pub(crate) cwd: Option<String>,
    /// Open workspace by its name, or a folder to open as one [default: the one around this folder]
    #[arg(long, value_name = "NAME|DIR")]
    pub(crate) workspace: Option<String>,
    /// Sign and run it at once
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Run it in a copy of the folder and propose what it does to files; nothing is changed
    #[arg(long, conflicts_with_all = ["yes", "add"])]
    pub(crate) preview: bool,
    /// Sign a rule for commands that begin so, then run it; a number says how many words are remembered
    #[arg(long, value_name = "WORDS", num_args = 0..=1, require_equals = true)]
    #[allow(clippy::option_option)]
    pub(crate) add: Option<Option<usize>>,
    #[command(flatten)]
    pub(crate) limits: Remember,
}
