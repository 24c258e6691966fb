//! `countersign explain …`: what would be made of something, without doing it.

use super::Wrong;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub(crate) enum ExplainVerb {
    /// Whether a command may run unasked, is asked about, or is refused, and why; runs nothing
    Command(ExplainCommand),
    /// Where an edit belongs in a file, and what it makes of it; changes nothing
    Patch(ExplainPatch),
}

/// Whether a command may run unasked.
#[derive(Debug, Args)]
#[command(after_help = "\
allow: may run unasked once you have signed the auto-run rule. prompt: always an item to sign.
never: refused, also when signed.

With --batch: one JSON object a line on standard input,
  {\"id\":\"1\",\"cmd\":\"git status; rm x\",\"cwd\":\".\"}
and one JSON line out for each, in order:
  {\"id\":\"1\",\"verdict\":\"prompt\",\"argv\":[[\"git\",\"status\"],[\"rm\",\"x\"]],\"class\":\"destructive\",\"reason\":\"…\"}
argv is null when the text is not plain words joined by && || ; |. cwd is a folder of the workspace;
an absolute one is taken as the workspace. Where the sandbox makes it fail, so that it is refused
before it is signed, \"problem\" says why. Blank lines are passed over.

Examples:
  countersign explain command \"git status; rm x\"
  countersign explain command --no-sandbox \"cargo test\"
  countersign explain command --batch < commands.jsonl")]
pub(crate) struct ExplainCommand {
    /// The command, as one argument
    #[arg(
        value_name = "COMMAND",
        required_unless_present = "batch",
        conflicts_with = "batch",
        allow_hyphen_values = true
    )]
    pub(crate) text: Option<String>,
    /// Folder of the workspace that it would run in
    #[arg(long, value_name = "DIR", default_value = ".", conflicts_with = "batch")]
    pub(crate) cwd: String,
    /// Judge as if there were no working sandbox
    #[arg(long)]
    pub(crate) no_sandbox: bool,
    /// JSON lines from standard input
    #[arg(long)]
    pub(crate) batch: bool,
}

/// Where an edit belongs in a file.
#[derive(Debug, Args)]
#[command(after_help = "\
Reads search/replace blocks, unified diffs, *** Begin Patch, line operations and whole files. Every
part must fit at exactly one place: exactly, but for line ends, or but for indentation. Else all of
it is refused, with the reason: ambiguous, not_found, malformed, truncated, elided or hash.

With --batch: {\"id\":\"1\",\"old\":\"…\",\"edit\":\"…\",\"format\":\"auto\",\"finish\":\"stop\"} a line in, one
JSON line out for each, in order:
  {\"id\":\"1\",\"verdict\":\"applies|no_change|refused\",\"places\":[{\"line\":12,\"match\":\"exact|eol|indent\"}],
   \"result\":\"…\",\"reason\":null}
Without it the exit code is 1 if the edit is refused.

Examples:
  countersign explain patch --file src/main.rs < answer.diff
  git diff | countersign explain patch --file README.md --format unified
  countersign explain patch --batch < edits.jsonl")]
pub(crate) struct ExplainPatch {
    /// The file that the edit on standard input is for; it is only read
    #[arg(long, value_name = "PATH", required_unless_present = "batch", conflicts_with = "batch")]
    pub(crate) file: Option<PathBuf>,
    /// auto, search_replace, unified, apply_patch, lines or whole
    #[arg(long, value_name = "FORMAT", default_value = "auto", value_parser = patch_format, conflicts_with = "batch")]
    pub(crate) format: countersign_edits::Format,
    /// BLAKE3 of the file that the edit was made for, in hex
    #[arg(long, value_name = "HEX", conflicts_with = "batch")]
    pub(crate) base: Option<String>,
    /// JSON lines from standard input
    #[arg(long)]
    pub(crate) batch: bool,
}

fn patch_format(text: &str) -> Result<countersign_edits::Format, Wrong> {
    let all = "auto, search_replace, unified, apply_patch, lines, whole";
    serde_json::from_value(text.into()).map_err(|_| Wrong::Word(all.to_owned()))
}
