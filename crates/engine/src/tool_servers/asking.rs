//! A call of a tool that was allowed: made once, where the server and the tool are still what they were when
//! it was, and ended where the person stops it.

use super::definition::Definition;
use super::session::{Answer, Session, Silence};
use super::tools::Offer;
use super::{Slot, end};
use crate::Inner;
use crate::effects::process::Output;
use countersign_core::problem::Problem;
use countersign_core::server_call::ServerCall;
use std::pin::pin;
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio::sync::MutexGuard;

/// What to do about a call of what is another by now.
const ANEW: &str = "Reject it, and have it proposed again.";

/// A session that is used. One that is broken off in the middle of something is of no use to anybody: its
/// server ends.
struct Used<'s>(MutexGuard<'s, Option<Session>>);

impl Drop for Used<'_> {
    fn drop(&mut self) {
        let Some(session) = self.0.take_if(|session| session.is_over()) else { return };
        // Where waiting for its end is in nobody's way.
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn_blocking(move || drop(session));
        }
    }
}

impl Inner {
    /// Calls a tool, once. Nothing is called where `mcp.json` or the server says another thing of it by now
    /// than the call was allowed for. `output`: what the server says meanwhile is added to it, and it says when the
    /// person wants the end of it.
    pub(crate) async fn ask_tool_server(
        &self,
        call: &ServerCall,
        output: Option<&Arc<Output>>,
    ) -> Result<Answer, Silence> {
        let mut stop = pin!(async {
            match output {
                Some(output) => output.stopping().await,
                None => std::future::pending().await,
            }
        });
        let definition = self.tool_server_of(call).await.map_err(Silence::before)?;
        let slot = self.tool_servers.slot(&definition);
        // In boxes: whoever proposes or applies waits for all that a server does.
        let begun = Box::pin(self.tool_begun(&slot, &definition, call));
        let mut used = tokio::select! {
            biased;
            () = &mut stop => return Err(Silence::before(stopped_before(&call.server))),
            used = begun => used?,
        };
        let Some(session) = used.0.as_mut() else { return Err(Silence::before(stopped_before(&call.server))) };
        let said = tokio::select! {
            biased;
            said = Box::pin(session.call(&call.tool, &call.arguments, definition.limit, output.cloned())) => Some(said),
            () = stop => None,
        };
        let said = match said {
            Some(said) => said,
            None => {
                session.give_up().await;
                Err(Silence { problem: stopped(&call.server), unknown: true })
            }
        };
        if let Err(silence) = &said
            && let Some(over) = used.0.take_if(|session| session.is_over())
        {
            slot.told().failed(&silence.problem);
            end(Some(over)).await;
        }
        said
    }

    /// The server that a call was allowed for, if it is still that one.
    async fn tool_server_of(&self, call: &ServerCall) -> Result<Definition, Problem> {
        let definition = self.tool_server_named(&call.server).await?;
        if definition.digest() == call.definition { Ok(definition) } else { Err(changed(&call.server)) }
    }

    /// The session that a call is made in, once the server has said again what the tool is.
    async fn tool_begun<'s>(
        &self,
        slot: &'s Slot,
        definition: &Definition,
        call: &ServerCall,
    ) -> Result<Used<'s>, Silence> {
        let mut used = Used(slot.session.lock().await);
        // The file may have become another while it was waited for.
        self.tool_server_of(call).await.map_err(Silence::before)?;
        let session = self.tool_session(slot, definition, &mut used.0).await.map_err(Silence::before)?;
        let now = session.offer.named(&call.tool).map(|tool| tool.digest.clone());
        match now {
            None => Err(Silence::before(not_offered(call, &session.offer))),
            Some(now) if now != call.offered => Err(Silence::before(described_anew(call))),
            Some(_) => Ok(used),
        }
    }

    /// What a server says of a tool now, to bind a call to it.
    pub(super) async fn tool_bound(
        &self,
        definition: &Definition,
        mut call: ServerCall,
    ) -> Result<ServerCall, Problem> {
        let offer = Box::pin(self.tool_offer_known(definition)).await?;
        let tool = offer.named(&call.tool).ok_or_else(|| not_offered(&call, &offer))?;
        (call.definition, call.offered, call.about) = (definition.digest(), tool.digest.clone(), tool.about.clone());
        Ok(call)
    }
}

/// `mcp.json` names another program.
pub(super) fn changed(server: &str) -> Problem {
    let message = format!("mcp.json says another thing of {server} than when this was proposed");
    Problem::new("server_changed", message).hinting(ANEW)
}

fn described_anew(call: &ServerCall) -> Problem {
    let ServerCall { server, tool, .. } = call;
    let message = format!("{server} says another thing of {tool} than when this was proposed: it was not called");
    Problem::new("tool_changed", message).hinting(ANEW)
}

fn not_offered(call: &ServerCall, offer: &Offer) -> Problem {
    let ServerCall { server, tool, .. } = call;
    let message = match offer.left_out(tool) {
        Some(why) => format!("{server} offers no tool {tool}: {why}"),
        None => format!("{server} offers no tool {tool}"),
    };
    Problem::new("unknown_tool", message)
        .hinting(format!("`countersign mcp-servers test {server}` shows what it offers, and what is left out."))
}

fn stopped_before(server: &str) -> Problem {
    Problem::new("stopped", format!("stopped by you before {server} was called")).hinting(ANEW)
}

fn stopped(server: &str) -> Problem {
    let message = format!("stopped by you while {server} was called: whether it took effect is not known");
    Problem::new("stopped", message)
}
