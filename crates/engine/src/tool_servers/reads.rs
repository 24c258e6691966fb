//! What agents may call unasked: the tools that a server said only look when the person allowed its reads, for as
//! long as `mcp.json` and the server say the same of them.

use crate::write::Write;
use crate::{Engine, EngineError, Inner, Result};
use countersign_core::change_set::Actor;
use countersign_core::ledger::Event;
use countersign_core::problem::Problem;
use countersign_core::wire::{ServerReads, ToolServer};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// Under which the database keeps what is allowed.
const READS: &str = "tool_reads";

/// By the server's name.
#[derive(Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Reads(BTreeMap<String, Allowed>);

/// What was allowed of a server: digests of what it was, and of what its tools were that only look.
#[derive(Serialize, Deserialize)]
struct Allowed {
    definition: String,
    tools: BTreeSet<String>,
}

impl Reads {
    /// Whether a server's reads are allowed, as it is now.
    pub(super) fn of_server(&self, server: &str, definition: &str) -> ServerReads {
        match self.allowed(server, definition) {
            Some(_) => ServerReads::Allow,
            None => ServerReads::Ask,
        }
    }

    /// The same for one tool of it: one that came or became another since then is asked about.
    pub(super) fn of(&self, server: &str, definition: &str, tool: &str) -> ServerReads {
        match self.allowed(server, definition).is_some_and(|allowed| allowed.tools.contains(tool)) {
            true => ServerReads::Allow,
            false => ServerReads::Ask,
        }
    }

    fn allowed(&self, server: &str, definition: &str) -> Option<&Allowed> {
        self.0.get(server).filter(|allowed| allowed.definition == definition)
    }
}

impl Inner {
    pub(super) async fn tool_reads(&self) -> Result<Reads> {
        let stored = self.store.meta(READS).await?;
        Ok(stored.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    /// Whether the person still lets agents call unasked what was this tool.
    pub(crate) async fn readable(&self, server: &str, tool: &str) -> std::result::Result<(), Problem> {
        let definition = self.tool_server_named(server).await?;
        let reads = self.tool_reads().await.map_err(|e| Problem::new("store_failed", e.to_string()))?;
        match reads.of(server, &definition.digest(), tool) {
            ServerReads::Allow => Ok(()),
            ServerReads::Ask => {
                let message = format!("what {server} looks up is not allowed unasked any more");
                Err(Problem::new("not_allowed", message).hinting("Go on without; a new run asks about each call."))
            }
        }
    }
}

impl Engine {
    /// Says whether agents may call what this server says only looks. What is allowed is what it says now, so it
    /// is started where it does not run; it holds while `mcp.json` and the server say the same.
    ///
    /// # Errors
    /// `unknown_server`, `server_off`, why the server cannot be used, or a failing store.
    pub async fn set_tool_reads(&self, name: &str, reads: ServerReads, actor: Actor) -> Result<ToolServer> {
        if !matches!(actor, Actor::User { .. }) {
            return Err(EngineError::Bad(Problem::new("not_a_person", "only a person allows what tools may do")));
        }
        let definition = self.0.tool_server_named(name).await.map_err(EngineError::Bad)?;
        let allowed = match reads {
            ServerReads::Ask => None,
            ServerReads::Allow => {
                let offer = self.0.tool_offer_known(&definition).await.map_err(EngineError::Bad)?;
                let look = offer.tools.into_iter().filter(|tool| tool.read_only);
                Some(Allowed { definition: definition.digest(), tools: look.map(|tool| tool.digest).collect() })
            }
        };
        let (engine, name) = (self.clone(), name.to_owned());
        self.detached(async move {
            let inner = &engine.0;
            let mut write = Write::begin(inner).await?;
            let mut all = inner.tool_reads().await?;
            match allowed {
                Some(allowed) => all.0.insert(name.clone(), allowed),
                None => all.0.remove(&name),
            };
            let detail = json!({ "server": name, "reads": reads });
            write.append(&actor, Event::Audit { action: "tool_reads".into(), detail }).await?;
            write.tx.put_meta(READS, &serde_json::to_string(&all).unwrap_or_default()).await?;
            write.finish().await?;
            Ok(inner.tool_server_view(&definition, &all))
        })
        .await
    }
}
