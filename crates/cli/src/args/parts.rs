//! Parts of the product by themselves: planner, dates, repetitions, recovery.

use super::selection;
use clap::Args;
use jiff::civil::Date;
use std::path::PathBuf;

/// What the built-in planner would make of a sentence.
#[derive(Debug, Args)]
#[command(after_help = "\
With --batch: one JSON object a line on standard input,
  {\"id\":\"1\",\"instruction\":\"…\",\"context\":null}
and one JSON line out for each, in order. A line that cannot be read is answered with
  {\"id\":…,\"error\":{\"code\":\"…\",\"message\":\"…\"}}
Blank lines are passed over. Exit code 0 when every line was answered, 1 on a usage error.

Examples:
  countersign interpret --snapshot todos.json \"move dentist to friday\"
  countersign interpret --snapshot todos.json --now 2026-11-21T10:00 --zone America/New_York --batch < lines.jsonl")]
pub(crate) struct Interpret {
    /// The sentence
    #[arg(num_args = 1.., value_name = "SENTENCE", required_unless_present = "batch", conflicts_with = "batch")]
    pub(crate) sentence: Vec<String>,
    /// File with {"todos":[…]}, as `countersign export json` writes [default: no todos]
    #[arg(long, value_name = "FILE")]
    pub(crate) snapshot: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) locale: Locale,
    /// JSON lines from standard input
    #[arg(long)]
    pub(crate) batch: bool,
}

/// What a date phrase means.
#[derive(Debug, Args)]
#[command(after_help = "\
With --batch: {\"id\":\"1\",\"phrase\":\"friday week\"} a line in, one JSON line out for each, in order.

Examples:
  countersign dates friday week
  countersign dates --now 2026-11-21T10:00 --zone America/New_York --batch < phrases.jsonl")]
pub(crate) struct Dates {
    /// The phrase
    #[arg(num_args = 1.., value_name = "PHRASE", required_unless_present = "batch", conflicts_with = "batch")]
    pub(crate) phrase: Vec<String>,
    #[command(flatten)]
    pub(crate) locale: Locale,
    /// JSON lines from standard input
    #[arg(long)]
    pub(crate) batch: bool,
}

/// What is safe in a model's text.
#[derive(Debug, Args)]
#[command(after_help = "\
Reads what a model said from standard input and prints one JSON object: `value` holds what the text
closed and the schema accepts, `best_effort` also what had to be closed or guessed (display only),
`complete` says whether the text was cut, `dropped` what was left out and why.

With --batch: JSON lines {\"id\":1,\"input\":\"…\",\"schema\":{…}|null,\"finish\":\"length\"} in, one line
out for each, in order.

Exit codes: 0 all of it is safe, 2 some of it was left out or the text was cut, 1 nothing is safe.

Examples:
  countersign recover < reply.txt
  countersign recover --schema operations.json --finish length < reply.txt
  countersign recover --batch < replies.jsonl")]
pub(crate) struct Recover {
    /// JSON Schema of what is wanted; `x-aliases` on a property names others it is read under
    /// [default: any JSON]
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    pub(crate) schema: Option<PathBuf>,
    /// Why the runtime stopped: stop, length, aborted [default: unknown]
    #[arg(long, value_name = "WORD", conflicts_with = "batch")]
    pub(crate) finish: Option<String>,
    /// JSON lines from standard input
    #[arg(long)]
    pub(crate) batch: bool,
}

/// How numeric dates are read.
#[derive(Debug, Args)]
pub(crate) struct Locale {
    /// Language and country, e.g. en-US: whether 5/6 is May 6 [default: unknown, so 5/6 is asked about]
    #[arg(long, value_name = "TAG")]
    pub(crate) locale: Option<String>,
}

/// The dates of a repetition.
#[derive(Debug, Args)]
#[command(after_help = "\
With --batch: {\"id\":\"1\",\"recurrence\":{…},\"scheduledFor\":\"2026-11-21\"} a line in, one JSON line
out for each, in order. Both ends are inclusive; at most 1 000 dates.

Examples:
  countersign occurrences --from 2026-11-01 --to 2026-12-31 --scheduled-for 2026-11-02 '{\"type\":\"weekly\",\"byDay\":[\"MO\"]}'
  countersign occurrences --from 2026-11-01 --to 2026-12-31 --batch < rules.jsonl")]
pub(crate) struct Occurrences {
    /// The rule as JSON
    #[arg(value_name = "RECURRENCE", required_unless_present = "batch", conflicts_with = "batch")]
    pub(crate) recurrence: Option<String>,
    /// First date of the window
    #[arg(long, value_name = "DATE", value_parser = selection::date)]
    pub(crate) from: Date,
    /// Last date of the window
    #[arg(long, value_name = "DATE", value_parser = selection::date)]
    pub(crate) to: Date,
    /// The date the rule starts on
    #[arg(long, value_name = "DATE", value_parser = selection::date, required_unless_present = "batch", conflicts_with = "batch")]
    pub(crate) scheduled_for: Option<Date>,
    /// JSON lines from standard input
    #[arg(long)]
    pub(crate) batch: bool,
}
