//! `import` and `propose`: changes that a file holds.

use clap::Args;
use std::path::PathBuf;

/// Propose what a file of another program holds.
#[derive(Debug, Args)]
#[command(after_help = "\
Reads json, ics, todo.txt, todoist (CSV), taskwarrior and markdown. Importing a file again proposes
only what differs.

Examples:
  countersign import todos.ics
  task export | countersign import - --format taskwarrior
  countersign import list.md --yes")]
pub(crate) struct Import {
    /// File, or - for standard input
    pub(crate) file: PathBuf,
    /// Format [default: by name and content]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// Sign and apply it at once
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Go on above the thresholds
    #[arg(long)]
    pub(crate) confirm: bool,
}

/// Propose operations or a patch.
#[derive(Debug, Args)]
#[command(after_help = "\
The file holds {\"operations\": […]}, a list of operations, or one, or an edit: a unified diff,
search/replace blocks or *** Begin Patch. Nothing is changed before it is signed.
Of a file that is there, an operation names the hash it was read with as \"base\".

Examples:
  git diff main..topic | countersign propose -
  countersign propose answer.txt --path src/main.rs
  echo '[{\"op\":\"write_file\",\"path\":\"notes.md\",\"content\":\"# Notes\"}]' | countersign propose -")]
pub(crate) struct Propose {
    /// The file; - = standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// It holds an edit, whatever it looks like
    #[arg(long)]
    pub(crate) patch: bool,
    /// The file that the edit is for, when it does not say
    #[arg(long, value_name = "PATH")]
    pub(crate) path: Option<String>,
    /// The workspace [default: the one that holds the current folder, or the only one]
    #[arg(long, value_name = "NAME")]
    pub(crate) workspace: Option<String>,
    /// One line that says what it is
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// Sign and apply all of it at once
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Also confirm a change of very many files, or of one that decides what gets built, installed or run
    #[arg(long, requires = "yes")]
    pub(crate) confirm: bool,
}
