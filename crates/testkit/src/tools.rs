//! A server of tools (MCP) that behaves and misbehaves on demand: a process of its own, by the shell that
//! every machine has.

use serde_json::{Value, json};

/// What the shell runs.
const SCRIPT: &str = include_str!("tool_server.sh");

/// Its entry in `mcp.json`. `how`: `well`, or `dead`, `mute`, `flood` and `many` for one that cannot be begun,
/// or lists 10 000 tools, or `same` for one whose only tool is `note`. `notes`: where it notes each call that it carried out, outside of any sandbox.
#[must_use]
pub fn tool_server(how: &str, notes: Option<&std::path::Path>) -> Value {
    let notes = notes.map(|path| path.display().to_string());
    let confined = notes.is_none();
    json!({
        "command": "sh",
        "args": ["-c", SCRIPT, "tool-server", how, notes.unwrap_or_default()],
        "confined": confined,
        "timeout": 2,
    })
}
