//! `serve`: the server and its page.

use clap::Args;
use std::path::PathBuf;

/// Start the server and print the page's address.
#[derive(Debug, Args)]
#[command(after_help = "\
Listens on the loopback address only. The address printed carries a token that works once; take
another one with `countersign open`. Ctrl+C ends the server; every change is on the disk already.

Examples:
  countersign serve
  countersign serve --port 0 --json     any free port; one JSON line for scripts
  COUNTERSIGN_TOKEN=$(openssl rand -hex 16) countersign serve")]
pub(crate) struct Serve {
    /// Open this folder as a workspace; may be given several times
    #[arg(long, value_name = "DIR")]
    pub(crate) workspace: Vec<PathBuf>,
    /// Port; 0 = any free one
    #[arg(long, value_name = "PORT", default_value_t = 4177)]
    pub(crate) port: u16,
    /// Bearer token for scripts [default: a random one, in countersign.db-server]
    #[arg(long, value_name = "TOKEN", env = "COUNTERSIGN_TOKEN", hide_env_values = true)]
    pub(crate) token: Option<String>,
    /// Sign out every page that was signed in before (a page stays signed in for 30 days)
    #[arg(long)]
    pub(crate) sign_out: bool,
}
