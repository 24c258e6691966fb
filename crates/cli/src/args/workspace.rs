//! `workspace`: folders whose files may be proposed for change.

use clap::Subcommand;
use std::path::PathBuf;

/// Folders whose files may be proposed for change.
#[derive(Debug, Subcommand)]
pub(crate) enum WorkspaceVerb {
    /// The open ones
    List,
    /// Open a folder
    Open {
        /// The folder
        #[arg(value_name = "DIR")]
        dir: PathBuf,
    },
    /// Close one; its files and its history stay
    Close {
        /// Its name, as listed, or its folder
        #[arg(value_name = "NAME")]
        workspace: String,
    },
}
