//! The verbs of conversations and their plan documents.

use super::Wrong;
use clap::{Args, Subcommand, ValueEnum};
use countersign_core::session::SessionState;
use countersign_plan::PlanStatus;
use std::path::PathBuf;

/// Conversations, and where they are kept.
#[derive(Debug, Subcommand)]
pub(crate) enum SessionsVerb {
    /// The active ones, last used first
    List {
        /// Those kept there instead
        #[arg(long, value_enum, default_value = "active")]
        state: StateChoice,
        /// At most so many
        #[arg(long, default_value_t = 50)]
        limit: u32,
    },
    /// Find some by their names and what was said in them
    Search {
        /// Words that are all there
        #[arg(required = true, num_args = 1..)]
        words: Vec<String>,
    },
    /// Begin one without a message
    New {
        /// Its name
        title: Option<String>,
    },
    /// What was said in one
    Show {
        /// Its id, or the beginning of it; last = the last used
        #[arg(default_value = "last")]
        session: String,
    },
    /// Give one another name
    Rename {
        /// Its id, or the beginning of it; last = the last used
        session: String,
        /// The name
        title: String,
    },
    /// Put one out of the way
    Archive {
        /// Its id, or the beginning of it; last = the last used
        session: String,
    },
    /// Delete one; it can be restored
    Delete {
        /// Its id, or the beginning of it; last = the last used
        session: String,
    },
    /// Write its folder: plan_doc.md, chat_history.log and session.json
    Export {
        /// Its id, or the beginning of it; last = the last used
        #[arg(default_value = "last")]
        session: String,
        /// Where its folder is made
        #[arg(long, short, value_name = "DIR", default_value = ".")]
        output: PathBuf,
    },
    /// Bring an archived or deleted one back
    Restore {
        /// Its id, or the beginning of it
        session: String,
    },
    /// Go on in a new one, which is told what this one came to
    #[command(
        after_help = "Examples:\n  countersign sessions handoff --show\n  countersign sessions handoff last\nThe new session can undo what the old one changed."
    )]
    Handoff {
        /// Its id, or the beginning of it; last = the last used
        #[arg(default_value = "last")]
        session: String,
        /// Only show what would be told; nothing is changed
        #[arg(long)]
        show: bool,
    },
    /// Sum one up and go on in it; nothing is removed
    Extend {
        /// Its id, or the beginning of it; last = the last used
        #[arg(default_value = "last")]
        session: String,
    },
    /// Stay in one: do not offer a handoff or an extension again
    Stay {
        /// Its id, or the beginning of it; last = the last used
        #[arg(default_value = "last")]
        session: String,
    },
    /// What went wrong in one: answers cut or mended, models that failed
    Bugs {
        /// Its id, or the beginning of it; last = the last used
        #[arg(default_value = "last")]
        session: String,
        /// As Markdown, to be copied
        #[arg(long)]
        report: bool,
        /// Settle the bug with this number
        #[arg(long, value_name = "N")]
        settle: Option<i64>,
        /// Open the bug with this number again
        #[arg(long, value_name = "N", conflicts_with = "settle")]
        reopen: Option<i64>,
    },
    /// Write its folder beside the data now, and say where it is
    Folder {
        /// Its id, or the beginning of it; last = the last used
        #[arg(default_value = "last")]
        session: String,
    },
}

/// Where sessions are kept, and everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StateChoice {
    /// In the list
    Active,
    /// Out of the way
    Archived,
    /// Deleted
    Deleted,
    /// Everywhere
    All,
}

impl StateChoice {
    /// As the server takes it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Active => SessionState::Active.name(),
            Self::Archived => SessionState::Archived.name(),
            Self::Deleted => SessionState::Deleted.name(),
            Self::All => "all",
        }
    }
}

/// Plan documents.
#[derive(Debug, Subcommand)]
pub(crate) enum PlanVerb {
    /// The plan document
    Show {
        /// The session's id, or the beginning of it; last = the last used
        #[arg(default_value = "last")]
        session: String,
    },
    /// Change parts of it; what changes is shown before it is saved
    #[command(
        after_help = "Examples:\n  countersign plan edit --goal \"Pay the rent\" --criterion \"The todo exists\" --yes\n  countersign plan edit --done 1 --status completed\n  countersign plan edit --reject \"Pay cash: no receipt\""
    )]
    Edit(PlanEditing),
    /// Take over a plan document that was edited or made by hand; what changes is shown first
    #[command(
        after_help = "Example:\n  countersign plan export -o plan_doc.md && $EDITOR plan_doc.md && countersign plan import plan_doc.md"
    )]
    Import {
        /// The Markdown file; - = standard input [default: the one edited in the session's folder]
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
        /// The session's id, or the beginning of it; last = the last used
        #[arg(long, default_value = "last")]
        session: String,
        /// Save it without asking
        #[arg(long, short)]
        yes: bool,
        /// Have a model put one into its format that cannot be read
        // What it says another time nobody has seen: it is saved where it was shown, or from a file.
        #[arg(long, conflicts_with = "yes")]
        mend: bool,
        /// With --mend: write the document as the model put it into this file, to be saved exactly so
        #[arg(long, short, value_name = "FILE", requires = "mend")]
        output: Option<PathBuf>,
    },
    /// Write it as Markdown
    Export {
        /// The session's id, or the beginning of it; last = the last used
        #[arg(default_value = "last")]
        session: String,
        /// The file to write [default: standard output]
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// A template of AGENTS.md, the standing instructions for agents, for you to fill in
    #[command(after_help = "Example:\n  countersign plan instructions -o ~/AGENTS.md")]
    Instructions {
        /// The file to write; one that is there stays as it is [default: standard output]
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
}

/// Changes of a plan's parts.
#[derive(Debug, Args)]
pub(crate) struct PlanEditing {
    /// The session's id, or the beginning of it; last = the last used
    #[arg(default_value = "last")]
    pub(crate) session: String,
    /// What is wanted
    #[arg(long, value_name = "TEXT")]
    pub(crate) goal: Option<String>,
    /// planning, in_progress, blocked, completed or failed
    #[arg(long, value_name = "STATUS", value_parser = status)]
    pub(crate) status: Option<PlanStatus>,
    /// Another criterion; may be given several times
    #[arg(long, value_name = "TEXT")]
    pub(crate) criterion: Vec<String>,
    /// The criterion with this number is met
    #[arg(long, value_name = "N")]
    pub(crate) done: Vec<usize>,
    /// Another decision, e.g. "Use SQLite: one file"
    #[arg(long, value_name = "TITLE: WHY")]
    pub(crate) decide: Vec<String>,
    /// Something decided against, e.g. "Pay cash: no receipt"
    #[arg(long, value_name = "TITLE: WHY")]
    pub(crate) reject: Vec<String>,
    /// Save it without asking
    #[arg(long, short)]
    pub(crate) yes: bool,
}

fn status(word: &str) -> Result<PlanStatus, Wrong> {
    let all = "planning, in_progress, blocked, completed, failed";
    PlanStatus::read(word).ok_or_else(|| Wrong::Word(all.to_owned()))
}
