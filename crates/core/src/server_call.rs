//! Calls of tools that other programs offer (MCP servers), as operations. What a server is, and how it is
//! asked, is the engine's business.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// So many characters of the arguments stand in a label; the item shows all of them.
const IN_LABEL: usize = 160;

/// A call of one tool.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ServerCall {
    /// The server, as the person's `mcp.json` names it.
    pub server: String,
    /// The tool, as the server names it.
    pub tool: String,
    /// What it is called with.
    pub arguments: Map<String, Value>,
    /// A digest of what `mcp.json` said of the server: what is signed is a call of that program.
    pub definition: String,
    /// What the server said of the tool when this was proposed, in a line.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// A digest of all that it said of it then, its arguments too. Empty of one that was proposed before this
    /// was kept, which is not called any more.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub offered: String,
}

impl ServerCall {
    /// Its arguments in a label: the beginning of a long text.
    pub fn brief(&self) -> String {
        let text = serde_json::to_string(&self.arguments).unwrap_or_default();
        match text.char_indices().nth(IN_LABEL) {
            Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
            None => text,
        }
    }
}
