//! A model that works on a request, and what it is told while it does.

use clap::{Args, ValueEnum};

/// Have a model work on a request.
#[derive(Debug, Args)]
#[command(after_help = "\
Steps and tool calls are shown as they happen. Ctrl+C stops the run, and nothing is changed. What the
agent would change becomes one change set. In a terminal its questions are asked at once, and Ctrl+C
there leaves the run waiting for `continue`; elsewhere the run waits, and the exit code is 2.

Examples:
  countersign agent \"add a license header to src/main.rs\"
  countersign agent --auto --workspace project \"rename the module, then update the docs\"
  countersign agent --split \"fix the spelling in a.md, b.md and c.md\"
  countersign agent --json \"what does README.md say?\"")]
pub(crate) struct Agent {
    /// The request
    #[arg(required = true, num_args = 1.., value_name = "REQUEST")]
    pub(crate) message: Vec<String>,
    /// The open workspace to work in, by name
    #[arg(long, value_name = "NAME")]
    pub(crate) workspace: Option<String>,
    /// Go on after the first two steps, at most 10 times
    #[arg(long)]
    pub(crate) auto: bool,
    /// Go on in this conversation
    #[arg(long, value_name = "ID")]
    pub(crate) session: Option<String>,
    /// Ask before each call of this tool
    #[arg(long, value_name = "TOOL")]
    pub(crate) ask: Vec<String>,
    /// Never call this tool
    #[arg(long, value_name = "TOOL")]
    pub(crate) deny: Vec<String>,
    /// Only look, and say what it would do
    #[arg(long)]
    pub(crate) plan: bool,
    /// Split the request into sub-tasks, and ask how they are to run
    #[arg(long, conflicts_with = "plan")]
    pub(crate) split: bool,
}

/// Go on with an agent's run.
#[derive(Debug, Args)]
#[command(after_help = "\
Without an option it goes on with its next steps.

Examples:
  countersign continue
  countersign continue --auto
  countersign continue --answer \"the second file\"
  countersign continue --summary discard
  countersign continue --start A
  countersign continue --granularity coarse
  countersign continue --keep 3,1
  countersign continue --retry 2
  countersign continue --stop")]
pub(crate) struct Continue {
    /// The run; the one that waits in the last conversation if absent
    #[arg(long, value_name = "ID")]
    pub(crate) run: Option<String>,
    /// Go on in this conversation instead of the last one
    #[arg(long, value_name = "ID", conflicts_with = "run")]
    pub(crate) session: Option<String>,
    /// What should be different from here on
    #[arg(value_name = "MESSAGE")]
    pub(crate) message: Vec<String>,
    /// From now on without waiting
    #[arg(long)]
    pub(crate) auto: bool,
    /// The answer to its question
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["allow", "deny", "summary", "stop"])]
    pub(crate) answer: Option<String>,
    /// Allow the tool calls it asks about
    #[arg(long, conflicts_with_all = ["deny", "summary", "stop"])]
    pub(crate) allow: bool,
    /// Allow none of them
    #[arg(long, conflicts_with_all = ["summary", "stop"])]
    pub(crate) deny: bool,
    /// What becomes of its summary: save, edit or discard
    #[arg(long, value_name = "VERDICT", conflicts_with = "stop")]
    pub(crate) summary: Option<String>,
    /// With --summary edit: what was done
    #[arg(long, value_name = "TEXT", requires = "summary")]
    pub(crate) action: Option<String>,
    /// With --summary edit: the details
    #[arg(long, value_name = "TEXT", requires = "summary")]
    pub(crate) details: Option<String>,
    /// Stop here; what is queued is proposed
    #[arg(long)]
    pub(crate) stop: bool,
    /// Begin the sub-tasks: A several at once, B one after the other, C all at once without waiting for one another
    #[arg(long, value_name = "WAY", ignore_case = true, conflicts_with_all = ["answer", "allow", "deny", "summary", "stop"])]
    pub(crate) start: Option<Way>,
    /// Split the request so finely, before it begins
    #[arg(long, value_name = "SIZE", conflicts_with_all = ["answer", "allow", "deny", "summary", "stop"])]
    pub(crate) granularity: Option<Fineness>,
    /// Only these sub-tasks, in this order, before they begin, e.g. 3,1
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', conflicts_with_all = ["answer", "allow", "deny", "summary", "stop", "start"])]
    pub(crate) keep: Vec<String>,
    /// Begin this sub-task again, which failed
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["answer", "allow", "deny", "summary", "stop", "start", "granularity", "keep"])]
    pub(crate) retry: Option<String>,
    /// Begin no further sub-task or step until it is told to go on
    #[arg(long, conflicts_with_all = ["answer", "allow", "deny", "summary", "stop", "start", "granularity", "keep", "retry"])]
    pub(crate) pause: bool,
}

/// How sub-tasks run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Way {
    A,
    B,
    C,
}

/// How finely a request is split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Fineness {
    Auto,
    Fine,
    Medium,
    Coarse,
}
