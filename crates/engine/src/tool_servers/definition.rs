//! A server of tools as `mcp.json` names it: a program that is started, or an address that is asked.

use super::worded::Worded;
use crate::effects::sandbox::EMPTY;
use countersign_llm::endpoint::Endpoint;
use http::HeaderName;
use std::path::Path;
use std::time::Duration;

/// A server as the person named it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Definition {
    pub(crate) name: String,
    pub(crate) reached: Reached,
    pub(crate) disabled: bool,
    /// How long a call may take.
    pub(crate) limit: Duration,
}

/// How a server is reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reached {
    Started(Program),
    At(Address),
}

/// A server that is started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Program {
    /// A name that is looked for in `PATH`, or a whole path.
    pub(crate) command: String,
    pub(crate) args: Vec<String>,
    pub(crate) env: Vec<(String, String)>,
    /// It runs in the sandbox of commands: no network, and nothing to write but a folder of its own.
    pub(crate) confined: bool,
}

/// A server that runs elsewhere, and speaks MCP over HTTP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address {
    pub(crate) url: Endpoint,
    pub(crate) headers: Vec<(HeaderName, Worded)>,
}

impl Program {
    /// The folder that one that is confined does not see, though its command names something there.
    pub(crate) fn unseen(&self) -> Option<&'static str> {
        let words = || std::iter::once(&self.command).chain(&self.args);
        EMPTY.into_iter().find(|folder| words().any(|word| Path::new(word).starts_with(folder)))
    }
}

impl Definition {
    /// What a signature on a call binds: which program runs, and how, or which address is asked. What an
    /// environment variable holds is not of it: a key may become another, where the server stays.
    pub(crate) fn digest(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        let mut parts = vec![self.name.as_str()];
        let (count, at);
        match &self.reached {
            Reached::Started(program) => {
                count = program.args.len() as u64;
                parts.extend([program.command.as_str(), if program.confined { "confined" } else { "free" }]);
                parts.extend(program.args.iter().map(String::as_str));
                parts.extend(program.env.iter().flat_map(|(name, value)| [name.as_str(), value.as_str()]));
            }
            Reached::At(address) => {
                count = u64::MAX;
                at = address.url.whole();
                parts.push(&at);
                parts.extend(address.headers.iter().flat_map(|(name, value)| [name.as_str(), value.written()]));
            }
        }
        hasher.update(&count.to_le_bytes());
        for part in parts {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        hasher.finalize().to_hex().chars().take(16).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::config::read;
    use serde_json::{Value, json};

    #[test]
    fn a_definition_is_another_where_anything_that_runs_is() {
        let of = |server: Value| read(&json!({ "mcpServers": { "a": server } }).to_string()).unwrap()[0].digest();
        let all = [
            json!({ "command": "x" }),
            json!({ "command": "y" }),
            json!({ "command": "x", "args": ["y"] }),
            json!({ "command": "x", "args": ["", "A", "b"] }),
            json!({ "command": "x", "env": { "A": "b" } }),
            json!({ "command": "x", "env": { "A": "" } }),
            json!({ "command": "x", "args": ["", "A"] }),
            json!({ "command": "x", "confined": false }),
            json!({ "url": "https://x" }),
            json!({ "url": "https://x/" , "headers": { "A": "b" } }),
            json!({ "url": "https://x", "headers": { "A": "${b}" } }),
            json!({ "url": "https://x/mcp" }),
            json!({ "url": "https://x/mcp?a" }),
        ];
        let digests: std::collections::BTreeSet<String> = all.iter().cloned().map(of).collect();
        assert_eq!(digests.len(), all.len());
        assert_eq!(of(json!({ "command": "x", "timeout": 9 })), of(json!({ "command": "x" })));
    }
}
