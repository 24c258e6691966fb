//! Servers of tools (MCP) as clients see them.

use crate::problem::Problem;
use serde::{Deserialize, Serialize};

/// How a server stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ToolServerState {
    /// It has not been needed yet, or was ended after it was idle.
    Idle,
    /// It runs.
    Running,
    /// The last use of it failed.
    Failed,
    /// The person switched it off in `mcp.json`.
    Off,
}

/// Whether an agent may call what a server says only looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ServerReads {
    /// Each call is asked about.
    #[default]
    Ask,
    /// They may be called.
    Allow,
}

wire! {
    /// A tool as its server describes it. What it says of itself is the server's word.
    struct ServerTool {
        name: String,
        /// What agents call it.
        offered_as: String,
        about: String,
        /// The server says that it only looks; every other one becomes an item that waits for a signature.
        read_only: bool,
        /// What the server says of its arguments, as models read it.
        arguments: Vec<ServerArgument>,
    }

    /// What a server says of an argument of a tool. It is the server's word.
    struct ServerArgument {
        /// The names that lead to it: `options.list[].name`.
        name: String,
        about: String,
    }

    /// A server of tools that the person put into `mcp.json`.
    struct ToolServer {
        name: String,
        /// The program and its arguments; empty for a server at an address.
        command: Vec<String>,
        /// Its address, without what stands after a `?`; none for a program.
        url: Option<String>,
        /// How its process is confined: `bwrap`, `landlock` or `none`; empty for a server at an address.
        sandbox: String,
        state: ToolServerState,
        reads: ServerReads,
        /// What it offered when it was last asked; empty where it was not yet.
        tools: Vec<ServerTool>,
        /// Tools that no agent is offered, and why not.
        left_out: Vec<Problem>,
        /// Why it could not be used.
        problem: Option<Problem>,
    }

    /// All servers of tools.
    struct ToolServers {
        /// The file that names them.
        file: String,
        servers: Vec<ToolServer>,
        /// What is wrong with the file; none of its servers is then used.
        problems: Vec<Problem>,
    }
}
