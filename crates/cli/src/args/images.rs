//! `countersign image` and `images`: pictures that are made, kept and saved.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Have a model make pictures.
#[derive(Debug, Args)]
#[command(after_help = "\
Pictures are kept here, and each costs money where the model does. A file comes of one only by
`images save`, which proposes it. Ctrl+C stops; what was made before is kept.

Examples:
  countersign image \"a lighthouse at dusk\"
  countersign image --count 4 \"icons for a weather app\"
  countersign image --continue \"the same in blue\"")]
pub(crate) struct Image {
    /// What it is to show
    #[arg(required = true, num_args = 1.., value_name = "PROMPT")]
    pub(crate) prompt: Vec<String>,
    /// How many, at most 8 [default: as many as the words say, else 1]
    #[arg(long, short = 'n', value_name = "N", value_parser = clap::value_parser!(u32).range(1..=8))]
    pub(crate) count: Option<u32>,
    /// Go on in this conversation
    #[arg(long, value_name = "ID", conflicts_with = "continue_")]
    pub(crate) session: Option<String>,
    /// Go on in the last conversation
    #[arg(long = "continue", short = 'c')]
    pub(crate) continue_: bool,
}

/// Pictures that were made or given.
#[derive(Debug, Subcommand)]
pub(crate) enum ImagesVerb {
    /// What there is, newest first
    #[command(after_help = "Examples:\n  countersign images list\n  countersign images list --deleted --json")]
    List {
        /// At most so many
        #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100))]
        limit: u32,
        /// So many are passed over
        #[arg(long, value_name = "N", default_value_t = 0)]
        offset: u32,
        /// Also those that were taken away
        #[arg(long)]
        deleted: bool,
    },
    /// What is known of one; -o writes its bytes to a file of yours
    #[command(
        after_help = "Examples:\n  countersign images show last\n  countersign images show last -o /tmp/look.png"
    )]
    Show {
        /// Its id, as listed; last = the newest
        #[arg(value_name = "ID")]
        id: String,
        /// File to write
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Propose pictures as files of an open folder; they are written when you sign
    #[command(
        after_help = "Examples:\n  countersign images save last --folder assets\n  countersign images save img-1795273200000-3f2a9c10 --folder assets --yes"
    )]
    Save {
        /// Their ids, as listed; last = the newest
        #[arg(required = true, num_args = 1.., value_name = "ID")]
        ids: Vec<String>,
        /// Folder within the open one [default: its root]
        #[arg(long, value_name = "FOLDER", default_value = "", hide_default_value = true)]
        folder: String,
        /// The open folder [default: the one around the current folder, else the only one]
        #[arg(long, value_name = "NAME")]
        workspace: Option<String>,
        /// Sign and apply it at once
        #[arg(long, short)]
        yes: bool,
    },
    /// Make one anew in its place; the one before is kept
    #[command(
        after_help = "Examples:\n  countersign images regenerate last --refine \"without text\"\n  countersign images regenerate last --prompt \"a red lighthouse\""
    )]
    Regenerate {
        /// Its id, as listed; last = the newest
        #[arg(value_name = "ID")]
        id: String,
        /// Another prompt [default: the one before]
        #[arg(long, value_name = "TEXT")]
        prompt: Option<String>,
        /// Appended to the prompt
        #[arg(long, value_name = "TEXT")]
        refine: Option<String>,
    },
    /// Take one away; its bytes stay
    #[command(after_help = "Example:\n  countersign images delete last")]
    Delete {
        /// Its id, as listed; last = the newest
        #[arg(value_name = "ID")]
        id: String,
    },
    /// Bring back one that was taken away
    #[command(after_help = "Example:\n  countersign images restore img-1795273200000-3f2a9c10")]
    Restore {
        /// Its id
        #[arg(value_name = "ID")]
        id: String,
    },
}
