//! `countersign outputs`: stored outputs of tools.

use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Stored outputs of tools.
#[derive(Debug, Subcommand)]
pub(crate) enum OutputsVerb {
    /// What is stored, newest first
    List(OutputsList),
    /// One of them: what made it, how long it is, how it begins
    #[command(after_help = "Example:\n  countersign outputs show o1")]
    Show(OutputId),
    /// Part of the text, or the lines that hold something
    Read(OutputRead),
    /// Values at JSONPaths
    Extract(OutputExtract),
    /// Exact numbers
    Count(OutputCount),
    /// Some elements of a long array
    Sample(OutputSample),
    /// Types, arrays, objects, and a schema that fits
    Stats(OutputStats),
    /// Keep a file or standard input as an output
    #[command(
        after_help = "Examples:\n  countersign outputs add data.json\n  curl -s https://example.org/api | countersign outputs add - --tool api"
    )]
    Add {
        /// The file; - = standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Name of what made it
        #[arg(long, value_name = "NAME", default_value = "file")]
        tool: String,
        /// The conversation that it belongs to [default: none]
        #[arg(long, value_name = "ID")]
        session: Option<String>,
    },
}

/// Which output.
#[derive(Debug, Args)]
pub(crate) struct OutputId {
    /// Its id, as listed, e.g. o1 or cmd-14.2
    #[arg(value_name = "ID")]
    pub(crate) id: String,
}

/// Which outputs.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  countersign outputs list --tool shell_exec --failed
  countersign outputs list --sort size_chars --limit 5 --preview 80")]
pub(crate) struct OutputsList {
    /// Only of this conversation
    #[arg(long, value_name = "ID")]
    pub(crate) session: Option<String>,
    /// Only of this tool, e.g. shell_exec
    #[arg(long, value_name = "NAME")]
    pub(crate) tool: Option<String>,
    /// Only of calls that succeeded
    #[arg(long, conflicts_with = "failed")]
    pub(crate) succeeded: bool,
    /// Only of calls that failed
    #[arg(long)]
    pub(crate) failed: bool,
    /// Only stored after this moment, e.g. 2026-11-21T10:00:00Z
    #[arg(long, value_name = "MOMENT")]
    pub(crate) after: Option<String>,
    /// Only stored before it
    #[arg(long, value_name = "MOMENT")]
    pub(crate) before: Option<String>,
    /// What they are sorted by
    #[arg(long, value_enum, value_name = "BY", default_value_t = Sort::CreatedAt)]
    pub(crate) sort: Sort,
    /// Smallest or oldest first
    #[arg(long)]
    pub(crate) ascending: bool,
    /// At most so many
    #[arg(long, value_name = "N", default_value_t = MOST, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) limit: u32,
    /// Pass over so many
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) offset: u32,
    /// Also show the first characters of each, 1 to 500
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=500))]
    pub(crate) preview: Option<u32>,
}

/// So many are listed where nobody says how many.
const MOST: u32 = 20;

impl Default for OutputsList {
    fn default() -> Self {
        Self {
            session: None,
            tool: None,
            succeeded: false,
            failed: false,
            after: None,
            before: None,
            sort: Sort::CreatedAt,
            ascending: false,
            limit: MOST,
            offset: 0,
            preview: None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(crate) enum Sort {
    CreatedAt,
    SizeChars,
    ToolName,
}

/// Part of a text.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  countersign outputs read o1
  countersign outputs read o1 --lines --offset 100 --limit 50
  countersign outputs read cmd-14.2 --find error")]
pub(crate) struct OutputRead {
    #[command(flatten)]
    pub(crate) of: OutputId,
    /// Count lines instead of characters
    #[arg(long)]
    pub(crate) lines: bool,
    /// Pass over so many
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) offset: u64,
    /// At most so many: 32768 characters [default: 4000] or 2000 lines [default: 200]
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,
    /// Only the lines that hold this text, with their numbers
    #[arg(long, value_name = "TEXT")]
    pub(crate) find: Option<String>,
}

/// Values at paths.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  countersign outputs extract o1 '$.items[*].name'
  countersign outputs extract o1 '$.items[?@.price > 10].id' '$.page' --with-paths
  countersign outputs extract o1 '$.next' --default null")]
pub(crate) struct OutputExtract {
    #[command(flatten)]
    pub(crate) of: OutputId,
    /// JSONPaths (RFC 9535)
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<String>,
    /// Put the elements of arrays that are selected in their place
    #[arg(long)]
    pub(crate) flatten: bool,
    /// Show the path of each value
    #[arg(long)]
    pub(crate) with_paths: bool,
    /// JSON that stands for a path that selects nothing
    #[arg(long, value_name = "JSON")]
    pub(crate) default: Option<String>,
}

/// Exact numbers.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  countersign outputs count o1 '$.items[*]'
  countersign outputs count o1 '$.items' --type array_length --filter '@.price > 10'")]
pub(crate) struct OutputCount {
    #[command(flatten)]
    pub(crate) of: OutputId,
    /// JSONPaths of what is counted or counted in
    #[arg(value_name = "PATH", default_value = "$")]
    pub(crate) paths: Vec<String>,
    /// What is counted
    #[arg(long = "type", value_enum, value_name = "TYPE", default_value_t = Counted::Matches)]
    pub(crate) of_type: Counted,
    /// Count only what it holds of
    #[arg(long, value_name = "FILTER")]
    pub(crate) filter: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(crate) enum Counted {
    /// The elements of the arrays at the path
    ArrayLength,
    /// The names in the objects at the path
    ObjectKeys,
    /// The values at the path
    Matches,
    /// The elements of all arrays at the path and below
    NestedTotal,
}

/// Some of many.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  countersign outputs sample o1 '$.items' --size 5 --seed 1
  countersign outputs sample o1 '$.items' --strategy stratified --strata '$.kind'")]
pub(crate) struct OutputSample {
    #[command(flatten)]
    pub(crate) of: OutputId,
    /// JSONPath of an array or object, or of the values to choose from
    #[arg(value_name = "PATH", default_value = "$")]
    pub(crate) path: String,
    /// How many, 1 to 1000
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) size: u32,
    /// How they are chosen
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Chosen::Random)]
    pub(crate) strategy: Chosen,
    /// The same seed chooses the same
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// With systematic: every how many
    #[arg(long, value_name = "N")]
    pub(crate) stride: Option<u64>,
    /// With stratified: JSONPath within an element of what makes the groups
    #[arg(long, value_name = "PATH")]
    pub(crate) strata: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(crate) enum Chosen {
    Random,
    First,
    Last,
    Systematic,
    Stratified,
}

/// What it holds.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  countersign outputs stats o1
  countersign outputs stats o1 '$.items' --max-depth 3 --no-schema")]
pub(crate) struct OutputStats {
    #[command(flatten)]
    pub(crate) of: OutputId,
    /// Only of what is at these JSONPaths
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// No schema
    #[arg(long)]
    pub(crate) no_schema: bool,
    /// Tell arrays, objects and schema down to this depth, 1 to 10
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=10))]
    pub(crate) max_depth: u32,
    /// Make the schema from so many elements of each array
    #[arg(long, value_name = "N")]
    pub(crate) sample_arrays: Option<u32>,
}
