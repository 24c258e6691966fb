//! `settings`: read and changed.

use clap::Subcommand;

/// Read or change settings.
#[derive(Debug, Subcommand)]
pub(crate) enum SettingsVerb {
    /// All settings, or one
    #[command(after_help = "Examples:\n  countersign settings get\n  countersign settings get dayParts.morning")]
    Get {
        /// Name, e.g. zone
        name: Option<String>,
    },
    /// Change one
    #[command(
        after_help = "Examples:\n  countersign settings set zone Europe/Berlin\n  countersign settings set dateOrder dmy\n  countersign settings set zone null"
    )]
    Set {
        /// Name, e.g. zone or dayParts.morning
        name: String,
        /// Value; null for the default of a setting that can be unset
        #[arg(allow_negative_numbers = true)]
        value: String,
    },
}
