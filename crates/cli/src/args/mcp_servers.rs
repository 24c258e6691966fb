//! The command line of servers of tools (MCP).

use clap::{Subcommand, ValueEnum};

/// Servers of tools: list, try, allow reads.
#[derive(Debug, Subcommand)]
pub(crate) enum McpServersVerb {
    /// Those that mcp.json names, and how they stand; none is started
    #[command(after_help = "Example:\n  countersign mcp-servers list --json")]
    List,
    /// Start one and show the tools that it offers; none of them is called
    #[command(after_help = "Example:\n  countersign mcp-servers test notes")]
    Test {
        /// Its name in mcp.json
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Say whether agents may call, unasked, what a server says only looks
    #[command(
        after_help = "It ends when mcp.json says another thing of the server. Every other call waits for your signature.\n\nExamples:\n  countersign mcp-servers reads notes allow\n  countersign mcp-servers reads notes ask"
    )]
    Reads {
        /// Its name in mcp.json
        #[arg(value_name = "NAME")]
        name: String,
        /// What is allowed
        #[arg(value_name = "WORD")]
        reads: Reads,
    },
}

/// What agents may do unasked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Reads {
    /// They may call it
    Allow,
    /// Each call is asked about
    Ask,
}
