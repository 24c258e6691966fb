//! Arguments of `countersign calibrate`.

use clap::Args;

/// Which messages are looked at.
#[derive(Debug, Args)]
#[command(after_help = "\
Everything is read from the ledger; nothing is changed. Kept is a message whose decided items were all
signed and not undone. Shares have 95 % Wilson intervals. Thresholds are set in models.json:
  {\"thresholds\": {\"clarifyBelow\": 0.45, \"planAbove\": 0.7, \"minLogprob\": -2}}

Examples:
  countersign calibrate
  countersign calibrate --days 7 --json")]
pub(crate) struct Calibrate {
    /// Only messages of the last so many days
    #[arg(long, value_name = "N")]
    pub(crate) days: Option<u32>,
    /// Share, 0.5 to 0.99, that should at least be kept above a suggested threshold
    #[arg(long, value_name = "SHARE", default_value_t = 0.8)]
    pub(crate) wanted: f64,
}
