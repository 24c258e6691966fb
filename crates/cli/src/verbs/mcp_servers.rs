//! `countersign mcp-servers`: programs whose tools agents may use, and what they offer.

use super::Session;
use crate::args::{McpServersVerb, Reads};
use crate::client::{escape, read};
use crate::failure::{Exit, Result};
use crate::screen::{Ink, Screen, clean};
use crate::show;
use crate::texts::say;
use countersign_core::problem::Problem;
use countersign_core::wire::{ServerReads, ToolServer, ToolServerState, ToolServers};
use http::Method;
use serde_json::{Value, json};

/// Runs the verb.
pub(crate) async fn run(s: &mut Session<'_>, verb: &McpServersVerb) -> Result<Exit> {
    match verb {
        McpServersVerb::List => list(s).await,
        McpServersVerb::Test { name } => {
            let value = s.client.post(&format!("/api/mcp-servers/{}/test", escape(name)), &json!({})).await?;
            one(s, value)
        }
        McpServersVerb::Reads { name, reads } => {
            let word = match reads {
                Reads::Allow => ServerReads::Allow,
                Reads::Ask => ServerReads::Ask,
            };
            let path = format!("/api/mcp-servers/{}", escape(name));
            let value = s.client.request(Method::PUT, &path, Some(&json!({ "reads": word })), None).await?;
            if s.screen.is_json() {
                s.screen.json(&value)?;
            } else {
                let server: ToolServer = read(&value)?;
                s.screen.line(format!("{}  {}", clean(&server.name), reads_word(server.reads)))?;
            }
            Ok(Exit::Clear)
        }
    }
}

async fn list(s: &mut Session<'_>) -> Result<Exit> {
    let value = s.client.get("/api/mcp-servers").await?;
    let all: ToolServers = read(&value)?;
    let exit = if all.problems.is_empty() { Exit::Clear } else { Exit::Failed };
    if s.screen.is_json() {
        s.screen.json(&value)?;
        return Ok(exit);
    }
    for problem in &all.problems {
        told(s.screen, problem, &[], "")?;
    }
    if !all.problems.is_empty() {
        s.screen.line(say!("cli-mcp-servers-unused"))?;
    } else if all.servers.is_empty() {
        s.screen.line(say!("cli-mcp-servers-none", file = clean(&all.file)))?;
    }
    for server in &all.servers {
        show_one(s.screen, server)?;
    }
    Ok(exit)
}

fn one(s: &mut Session<'_>, value: Value) -> Result<Exit> {
    let server: ToolServer = read(&value)?;
    if s.screen.is_json() {
        s.screen.json(&value)?;
    } else {
        show_one(s.screen, &server)?;
    }
    Ok(if server.problem.is_some() { Exit::Failed } else { Exit::Clear })
}

fn show_one(screen: &mut Screen, server: &ToolServer) -> Result<()> {
    let head = format!("{}  {}", screen.ink(Ink::Strong, clean(&server.name)), state_word(server));
    screen.line(head)?;
    let where_to = server.url.clone().unwrap_or_else(|| server.command.join(" "));
    screen.line(format!("   {}", screen.ink(Ink::Faint, clean(&where_to))))?;
    let confined = match server.sandbox.as_str() {
        _ if server.url.is_some() => say!("cli-mcp-servers-elsewhere"),
        "none" => say!("cli-mcp-servers-free"),
        sandbox => say!("cli-mcp-servers-confined", sandbox = clean(sandbox)),
    };
    screen.line(format!("   {confined}  {}", reads_word(server.reads)))?;
    if let Some(problem) = &server.problem {
        told(screen, problem, &[&server.name], "   ")?;
    }
    for tool in &server.tools {
        let does = if tool.read_only { say!("cli-mcp-servers-looks") } else { say!("cli-mcp-servers-signed") };
        let line = format!("   {}  {does}  {}", clean(&tool.name), screen.ink(Ink::Faint, clean(&tool.about)));
        screen.line(line.trim_end())?;
        for argument in &tool.arguments {
            let said = screen.ink(Ink::Faint, format!("{}: {}", clean(&argument.name), clean(&argument.about)));
            screen.line(format!("      {said}"))?;
        }
    }
    for left in &server.left_out {
        let name = left.path.as_ref().map(|name| format!("{}: ", clean(name))).unwrap_or_default();
        let line = screen.ink(Ink::Change, format!("{name}{}", show::sentence(&clean(&left.message))));
        screen.line(format!("   {line}"))?;
    }
    Ok(())
}

fn told(screen: &mut Screen, problem: &Problem, named: &[&str], before: &str) -> Result<()> {
    let place = problem.path.as_ref().map(|path| format!("{}: ", clean(path))).unwrap_or_default();
    let text = screen.ink(Ink::Danger, format!("{place}{}", show::sentence_about(named, &problem.message)));
    screen.line(format!("{before}{text}"))?;
    if !problem.hint.is_empty() {
        screen.line(format!("{before}   {}", clean(&problem.hint)))?;
    }
    Ok(())
}

fn state_word(server: &ToolServer) -> String {
    match server.state {
        // One at an address is not started, and does not run here.
        ToolServerState::Idle if server.url.is_some() => say!("cli-mcp-servers-unasked"),
        ToolServerState::Running if server.url.is_some() => say!("cli-mcp-servers-answers"),
        ToolServerState::Idle => say!("cli-mcp-servers-idle"),
        ToolServerState::Running => say!("cli-mcp-servers-running"),
        ToolServerState::Failed => say!("cli-mcp-servers-failed"),
        ToolServerState::Off => say!("cli-mcp-servers-off"),
    }
}

fn reads_word(reads: ServerReads) -> String {
    match reads {
        ServerReads::Allow => say!("cli-mcp-servers-reads-allowed"),
        ServerReads::Ask => say!("cli-mcp-servers-reads-asked"),
    }
}
