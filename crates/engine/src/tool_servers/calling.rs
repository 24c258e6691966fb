//! Calls of tools under signature: proposed, shown, and made once when everything else of an apply is
//! stored. A call is marked in the ledger before it is made, as a command is: after a crash nobody can say
//! whether it was made, and it is never made again by itself.

use super::Silence;
use super::asking::changed;
use crate::commands::{Registered, outcome};
use crate::effects::process::Output;
use crate::proposing::without;
use crate::write::Write;
use crate::{Engine, EngineError, Inner, Result};
use countersign_core::change_set::review::expired;
use countersign_core::change_set::{Actor, ChangeItem, ItemStatus};
use countersign_core::command::{CommandOutcome, ON_SCREEN, excerpt};
use countersign_core::ids::SetId;
use countersign_core::ledger::{Event, ItemOutcome};
use countersign_core::operation::Operation;
use countersign_core::operation::parse;
use countersign_core::problem::Problem;
use countersign_core::server_call::ServerCall;
use countersign_core::wire::ToolView;
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Longest arguments of a call, in bytes of JSON.
const ARGUMENTS: usize = 64 * 1024;
/// What is known of a proposed call.
const KEYS: [&str; 7] = ["op", "server", "tool", "arguments", "definition", "about", "offered"];
/// Longest name of a tool.
const NAME: usize = 200;

impl Inner {
    /// Reads a call as a client or an agent proposes it. It is of the server and the tool as they are now:
    /// whatever it says of them itself.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub(crate) async fn read_call(&self, value: &Value) -> std::result::Result<Operation, Vec<Problem>> {
        let Some(map) = value.as_object() else {
            return Err(vec![Problem::new("invalid_body", "the body is not a JSON object")]);
        };
        let mut problems: Vec<Problem> = map
            .keys()
            .filter(|key| !KEYS.contains(&key.as_str()))
            .map(|key| Problem::new("unknown_field", format!("\"{key}\" is not a field here")).at(format!("/{key}")))
            .collect();
        let text =
            |name: &str| map.get(name).and_then(Value::as_str).filter(|t| !t.trim().is_empty() && t.len() <= NAME);
        let missing = |name: &str| Problem::new("invalid_call", format!("{name} is missing")).at(format!("/{name}"));
        problems.extend(["server", "tool"].into_iter().filter(|name| text(name).is_none()).map(missing));
        let arguments = match map.get("arguments") {
            None | Some(Value::Null) => Map::new(),
            Some(Value::Object(arguments)) => arguments.clone(),
            Some(_) => {
                problems.push(Problem::new("invalid_call", "arguments is no object").at("/arguments"));
                Map::new()
            }
        };
        let written = serde_json::to_string(&arguments).unwrap_or_default();
        if written.len() > ARGUMENTS {
            problems.push(Problem::new("invalid_call", "arguments are longer than 64 KB").at("/arguments"));
        }
        problems.extend(without("the call", &written).err().map(|problem| problem.at("/arguments")));
        let (Some(server), Some(tool), true) = (text("server"), text("tool"), problems.is_empty()) else {
            return Err(problems);
        };
        let definition = self.tool_server_named(server).await.map_err(|problem| vec![problem.at("/server")])?;
        let (server, tool) = (server.to_owned(), tool.to_owned());
        let call = ServerCall { server, tool, arguments, ..ServerCall::default() };
        self.tool_bound(&definition, call).await.map(Operation::CallTool).map_err(|problem| vec![problem.at("/tool")])
    }

    /// A tool item as it is shown. Also of one that was refused when it was proposed.
    pub(crate) fn tool_view(&self, item: &ChangeItem) -> Option<ToolView> {
        let refused = || item.raw.as_ref().and_then(|raw| parse::stored(raw).ok());
        let Operation::CallTool(call) = item.op.clone().or_else(refused)? else { return None };
        Some(ToolView {
            server: call.server,
            tool: call.tool,
            about: call.about,
            arguments: Value::Object(call.arguments),
            outcome: item.outcome.clone(),
        })
    }
}

impl Engine {
    /// Marks a call, makes it, and stores what came of it. What does not fit any more is left as it is.
    pub(crate) async fn call_one(&self, id: SetId, shown: &ChangeItem, actor: &Actor) -> Result<ItemOutcome> {
        let inner = &self.0;
        let n = shown.n;
        let refused = |problem: Problem| Ok(ItemOutcome { problem: Some(problem), ..outcome(shown) });
        let Some(Operation::CallTool(call)) = &shown.op else {
            return refused(not_called("it is no call of a tool"));
        };
        // What it is a call of is looked at before anything is marked; a server that changes after that is
        // refused by its digest.
        match inner.tool_server_named(&call.server).await {
            Ok(definition) if definition.digest() == call.definition => {}
            Ok(_) => return refused(changed(&call.server)),
            Err(problem) => return refused(problem),
        }
        let mut write = Write::begin(inner).await?;
        let set = write.load(id).await?;
        let item = set.item(n).filter(|i| i.status == ItemStatus::Confirmed && i.digest == shown.digest);
        let Some(item) = item.filter(|_| !expired(&set, write.moment.now)) else {
            return refused(not_called("it is not signed any more"));
        };
        if let Some(problem) = crate::commands::blocked(&set, item, &[]) {
            return refused(problem);
        }
        let output = Arc::new(Output::new().map_err(|e| EngineError::Interrupted(e.to_string()))?);
        write.append(actor, Event::Applying { set: id, items: vec![n], files: Vec::new() }).await?;
        // There before it is seen as running, and gone after its end is stored.
        let running = Registered::begin(inner, (id, n), &output);
        write.finish().await?;
        let begun = Instant::now();
        let said = inner.ask_tool_server(call, Some(&output)).await;
        let elapsed = begun.elapsed();
        let mut write = Write::begin(inner).await?;
        write.load(id).await?;
        let mut done = outcome(shown);
        match said {
            Ok(answer) => {
                // Who follows it reads on where the words of its work end.
                let mut text = said_meanwhile(&output);
                text.push_str(&answer.text);
                let hash = write.tx.put_blob(text.as_bytes()).await?;
                done.ok = !answer.failed;
                done.problem = answer.failed.then(|| failed(&call.tool));
                done.command = Some(came_to(&text, answer.failed, hash, elapsed));
            }
            Err(Silence { problem, unknown: true }) => {
                done.unknown = true;
                done.problem = Some(unknown(&problem));
            }
            Err(Silence { problem, unknown: false }) => done.problem = Some(problem),
        }
        write
            .append(actor, Event::Applied { set: id, items: vec![done.clone()], direct: None, left: Vec::new() })
            .await?;
        write.finish().await?;
        drop(running);
        Ok(done)
    }
}

/// What the server said while it worked on it.
fn said_meanwhile(output: &Output) -> String {
    output.read(0, usize::MAX).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}

fn came_to(text: &str, failed: bool, output: String, elapsed: Duration) -> CommandOutcome {
    CommandOutcome {
        exit: Some(i32::from(failed)),
        signal: None,
        timed_out: false,
        stopped: false,
        elapsed_ms: u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
        output,
        bytes: text.len() as u64,
        dropped: 0,
        preview: excerpt(text, ON_SCREEN),
        sandbox: String::new(),
        recorded: false,
        unchanged: false,
        made: Vec::new(),
        removed: Vec::new(),
        copy: None,
        lost: None,
    }
}

fn not_called(why: &str) -> Problem {
    Problem::new("not_run", format!("not called: {why}")).hinting("If it is still signed, apply calls it.")
}

fn failed(tool: &str) -> Problem {
    Problem::new("tool_failed", format!("{tool} says that it was not done")).hinting("Read what it gave.")
}

/// Nobody can say whether a call was carried out.
fn unknown(why: &Problem) -> Problem {
    Problem::new("outcome_unknown", why.message.clone()).hinting(
        "Look at whether it was done, then propose it anew if it is still wanted. It is never called again by itself.",
    )
}

/// How many calls of an apply did what they were for.
pub(crate) fn told(ok: usize, all: usize) -> String {
    match (ok, all) {
        (1, 1) => "1 tool was called.".to_owned(),
        (1, all) => format!("1 of {all} calls of tools was done."),
        (ok, all) => format!("{ok} of {all} calls of tools were done."),
    }
}
