//! Agents elsewhere over the Model Context Protocol, until they hang up.

use crate::failure::{Exit, Failure, Result};
use crate::home::Home;
use crate::mcp::{Lines, Server};
use crate::moment::Moment;
use crate::screen::Screen;
use crate::texts::{self, say};
use rmcp::service::{QuitReason, ServerInitializeError};
use rmcp::{ServiceExt, transport};
use std::io::IsTerminal;

/// `countersign mcp`.
pub(crate) async fn run(home: Home, moment: Moment, screen: &mut Screen) -> Result<Exit> {
    if std::io::stdin().is_terminal() {
        screen.error(say!("cli-mcp-waits"))?;
    }
    // A program reads the answers.
    texts::speak("en");
    let broken = |cause: String| Failure::new("call_failed", cause, "");
    let (from, to) = transport::stdio_pipes();
    match Server::new(home, moment)?.serve(Lines::new(from, to)).await {
        Ok(running) => match running.waiting().await {
            Ok(QuitReason::JoinError(e)) | Err(e) => Err(broken(e.to_string())),
            Ok(_) => Ok(Exit::Clear),
        },
        Err(ServerInitializeError::ConnectionClosed(_)) => Ok(Exit::Clear),
        Err(e) => Err(broken(e.to_string())),
    }
}
