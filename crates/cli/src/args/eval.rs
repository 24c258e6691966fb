//! `countersign eval`.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// A part of the harness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Part {
    /// The planner and the words decide what they are sure of
    Planner,
    /// The schema is made from the request
    Grounding,
    /// Examples in the prompt
    Examples,
    /// The runtime is held to the schema
    Grammar,
    /// What cannot be used is asked for once more
    Repair,
    /// An unlikely answer becomes a question
    Trust,
}

impl Part {
    /// As it is written.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Planner => "planner",
            Self::Grounding => "grounding",
            Self::Examples => "examples",
            Self::Grammar => "grammar",
            Self::Repair => "repair",
            Self::Trust => "trust",
        }
    }
}

/// Measure what a model is worth behind this product.
#[derive(Debug, Args)]
#[command(after_help = "\
Each case is a sentence with the effects that count as right; what comes of it is judged by what it would
do to a snapshot of todos. Nothing is changed, and no data folder is made. Shares have 95 % Wilson
intervals; two runs are compared case by case (McNemar, exact).

CASES is everyday (242 cases, five languages), studio (437), dev, fresh, held-out, others-a to others-x,
or a file with JSON lines
  {\"id\":\"1\",\"kind\":\"create\",\"i\":\"buy milk tomorrow\",\"want\":[[{\"op\":\"create\",\"title\":\"buy milk\",\"scheduledFor\":\"2026-11-22\"}],\"clarify\"]}
A run with --out that was stopped goes on when it is started again in the same way.

Examples:
  countersign eval --model none
  countersign eval --model llama-server:qwen --out harness.jsonl
  countersign eval --model llama-server:qwen --without grounding --out plain.jsonl --against harness.jsonl
  countersign eval mine.jsonl --kind delete --verbose")]
pub(crate) struct Eval {
    /// Cases: a name or a file
    #[arg(default_value = "everyday", value_name = "CASES")]
    pub(crate) cases: String,
    /// The model, as in COUNTERSIGN_MODEL; none = the planner and the words alone [default: the configured one]
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// Switch parts off
    #[arg(long, value_delimiter = ',', value_name = "PARTS")]
    pub(crate) without: Vec<Part>,
    /// Keep each case's result in this file, and go on from what is in it
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Compare with another run's file
    #[arg(long, value_name = "FILE")]
    pub(crate) against: Option<PathBuf>,
    /// Only cases of this kind
    #[arg(long, value_name = "KIND")]
    pub(crate) kind: Option<String>,
    /// At most so many cases
    #[arg(long, value_name = "N")]
    pub(crate) most: Option<usize>,
    /// Show each case that is not right
    #[arg(long)]
    pub(crate) verbose: bool,
}
