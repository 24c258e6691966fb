//! Calls of tools: those that look run at once, those that propose one after the other in between
//! (R39). Nothing is changed by any.

use super::writes;
use crate::proposing::without;
use crate::tool_servers::{bound_to, stands_for};
use crate::{Engine, EngineError, Inner};
use countersign_agent::machine::{Machine, Shown, ToolResult};
use countersign_agent::permission::Permissions;
use countersign_agent::queue::{NOTED, PlanNote, QUEUED, Queue, Write};
use countersign_agent::reading::ToolCall;
use countersign_agent::stored::in_full;
use countersign_agent::tool::{Access, Tool};
use countersign_core::file::WorkspaceId;
use countersign_core::problem::Problem;
use countersign_core::prompt::Line;
use countersign_core::server_call::ServerCall;
use countersign_core::todo::Todo;
use countersign_core::todos::View;
use countersign_outputs::NAMES as OUTPUTS;
use countersign_store::RunRow;
use futures_util::future::join_all;
use std::fmt::Write as _;
use std::time::Duration;

/// How long a tool may take (F/S3).
const LIMIT: Duration = Duration::from_secs(120);
/// Most todos that are shown.
const TODOS: usize = 100;
/// Characters of what another program says of its failure.
const FAILURE: usize = 2_000;

/// Why an engine's own call failed, as a tool says it.
pub(super) fn why(e: EngineError) -> Problem {
    match e {
        EngineError::Bad(problem) => problem,
        other => Problem::new("tool_failed", other.to_string()),
    }
}

/// What a tool says, or why it does not.
pub(super) type Said = std::result::Result<String, Problem>;

/// The same with the file that it shows.
pub(super) type Showed = std::result::Result<(String, Option<Shown>), Problem>;

impl Engine {
    /// Calls tools, in the order in which their results are returned.
    pub(super) async fn run_tools(
        &self,
        run: &RunRow,
        calls: &[ToolCall],
        machine: &Machine,
        workspace: Option<&WorkspaceId>,
    ) -> Vec<ToolResult> {
        let writes = |c: &ToolCall| machine.tools().find(&c.tool).is_none_or(|t| t.access == Access::Write);
        let mut queue = machine.queue().clone();
        let mut results = Vec::new();
        let mut rest = calls;
        while !rest.is_empty() {
            let together = rest.iter().take_while(|c| !writes(c)).count();
            let (reads, others) = rest.split_at(together);
            results.extend(join_all(reads.iter().map(|c| self.look(run, c, &queue, machine, workspace))).await);
            rest = others;
            if let Some((call, after)) = rest.split_first() {
                let proposed = match PlanNote::of(&call.tool, &call.args) {
                    Some(note) => self.0.plan_call(run, note).await,
                    None => self.0.propose_call(call, &queue, machine, workspace).await,
                };
                results.push(match proposed {
                    Ok(write) => {
                        queue.push(write.clone(), "");
                        let heard = if matches!(write, Write::Plan(_)) { NOTED } else { QUEUED };
                        ToolResult { write: Some(write), ..said(call, heard.to_owned()) }
                    }
                    Err(problem) => ToolResult { already: problem.code == "no_effect", ..failed(call, &problem) },
                });
                rest = after;
            }
        }
        let mut results = self.delivered(run, machine, calls, results).await;
        for (call, result) in calls.iter().zip(&mut results).filter(|(_, result)| result.ok) {
            result.nearby = self.0.nearby(call, workspace).await;
        }
        results
    }

    async fn look(
        &self,
        run: &RunRow,
        call: &ToolCall,
        queue: &Queue,
        machine: &Machine,
        workspace: Option<&WorkspaceId>,
    ) -> ToolResult {
        let read = async {
            if OUTPUTS.contains(&call.tool.as_str()) {
                let tool = machine.tools().find(&call.tool);
                let args = tool.map_or_else(|| call.args.clone(), |t| in_full(t, &call.args, machine.outputs()));
                let answer = self.call_output_tool(&run.session, &call.tool, &args).await;
                return answer.map(|json| (json.get().to_owned(), None)).map_err(why);
            }
            if let Some(called) = stands_for(&call.tool) {
                let tool = machine.tools().find(&call.tool);
                return self.0.ask_foreign(call, called, tool).await.map(|text| (text, None));
            }
            if call.tool == "fetch" {
                return self.0.agent_fetch(call, machine.permissions()).await.map(|text| (text, None));
            }
            self.0.read_tool(call, queue, workspace).await
        };
        match tokio::time::timeout(LIMIT, read).await {
            Ok(Ok((text, shown))) => ToolResult { shown, ..said(call, text) },
            Ok(Err(problem)) => failed(call, &problem),
            Err(_) => failed(call, &Problem::new("timeout", format!("{} took longer than 120 s", call.tool))),
        }
    }
}

impl Inner {
    /// A change of the plan document that the person is to decide on. A goal that is there stays.
    async fn plan_call(&self, run: &RunRow, note: PlanNote) -> std::result::Result<Write, Problem> {
        if note.is_empty() {
            return Err(Problem::new("invalid_args", "nothing is said that could be in the plan document"));
        }
        without("the plan document", &serde_json::to_string(&note).unwrap_or_default())?;
        let failed = |e: EngineError| why(e);
        let known = self.plan(&run.session, None).await.map_err(failed)?.goal;
        if note.goal.is_some() && !known.trim().is_empty() {
            return Err(Problem::new("plan_exists", format!("the plan document has a goal already: {}", known.trim()))
                .hinting("Use update_plan for what was decided; the person changes the goal."));
        }
        Ok(Write::Plan(note))
    }

    /// A text from elsewhere. The person was asked about the address; what is secret does not leave in it.
    async fn agent_fetch(&self, call: &ToolCall, permissions: &Permissions) -> Said {
        let url = call.args.get("url").and_then(serde_json::Value::as_str).unwrap_or_default().trim();
        if countersign_redact::placeholder_in(url).is_some() || countersign_redact::redacted(url) != url {
            let problem = Problem::new("secret_in_address", "the address holds a secret, which would leave with it");
            return Err(problem.hinting("Fetch it without, or ask the person to look."));
        }
        let named = |url: &str| permissions.lists("fetch", url);
        countersign_llm::fetching::page(&self.models().catalogue().limits, url, named).await
    }

    /// What a tool of another program gives that says it only looks. What is secret does not leave in a call.
    /// It is called as it was when the run was offered it. One that may be called unasked, as the person allowed
    /// where the run began, is called where they still do.
    async fn ask_foreign(&self, call: &ToolCall, (server, tool): (&str, &str), offered: Option<&Tool>) -> Said {
        let (definition, digest) = offered.and_then(bound_to).unwrap_or_default();
        if offered.is_some_and(|tool| tool.access == Access::Read) {
            self.readable(server, digest).await?;
        }
        let arguments = call.args.as_object().cloned().unwrap_or_default();
        let written = serde_json::to_string(&arguments).unwrap_or_default();
        if countersign_redact::placeholder_in(&written).is_some() || countersign_redact::redacted(&written) != written {
            let problem = Problem::new("secret_in_call", "the arguments hold a secret, which would leave with them");
            return Err(problem.hinting("Call it without, or ask the person to look."));
        }
        // What it says stands on lines of its own: so it is told as another's words.
        let wrong = |what: &str, words: &str| {
            let words: String = words.chars().take(FAILURE).collect();
            Problem::new("tool_failed", format!("{tool} {what}:\n{words}")).hinting("")
        };
        let called = ServerCall {
            server: server.to_owned(),
            tool: tool.to_owned(),
            arguments,
            definition: definition.to_owned(),
            offered: digest.to_owned(),
            ..ServerCall::default()
        };
        // A run that is stopped waits for no tool of it.
        match self.ask_tool_server(&called, None).await {
            Ok(answer) if answer.failed => Err(wrong("says that it was not done", &answer.text)),
            Ok(answer) => Ok(answer.text),
            Err(silence) => Err(wrong("gave nothing", &silence.problem.message)),
        }
    }

    async fn read_tool(&self, call: &ToolCall, queue: &Queue, workspace: Option<&WorkspaceId>) -> Showed {
        let text = |name: &str| call.args.get(name).and_then(serde_json::Value::as_str);
        let said = match call.tool.as_str() {
            "read_todos" => {
                let done = call.args.get("completed").and_then(serde_json::Value::as_bool).unwrap_or(false);
                self.read_todos(text("from"), text("to"), done)
            }
            "search_todos" => self.search_todos(text("query").unwrap_or_default()).await,
            _ => {
                let workspace = workspace.ok_or_else(writes::no_workspace)?;
                match call.tool.as_str() {
                    "read_file" => return self.agent_read_file(call, queue, workspace).await,
                    "list_files" => self.agent_list(text("path"), text("glob"), queue, workspace).await,
                    "search_files" => {
                        self.agent_search(text("query").unwrap_or_default(), text("path"), queue, workspace).await
                    }
                    "show_diff" => self.agent_diff(text("path"), queue, workspace).await,
                    other => Err(Problem::new("unknown_tool", format!("there is no tool {other}"))),
                }
            }
        };
        said.map(|text| (text, None))
    }

    fn read_todos(&self, from: Option<&str>, to: Option<&str>, done: bool) -> Said {
        let day = |name: &str, text: Option<&str>| match text.map(|t| (t, t.parse::<jiff::civil::Date>())) {
            None => Ok(None),
            Some((_, Ok(date))) => Ok(Some(date)),
            Some((text, Err(_))) => Err(Problem::new("invalid_args", format!("{name} is no date: {text}"))),
        };
        let (from, to) = (day("from", from)?, day("to", to)?);
        let world = self.world();
        let mut found: Vec<&Todo> = world
            .todos
            .each()
            .filter(|t| done || !t.status.is_closed())
            .filter(|t| match t.scheduled_for {
                None => from.is_none() && to.is_none(),
                Some(day) => from.is_none_or(|f| day >= f) && to.is_none_or(|t| day <= t),
            })
            .collect();
        found.sort_by_key(|t| (t.scheduled_for.is_none(), t.scheduled_for, t.id));
        Ok(list(&found))
    }

    async fn search_todos(&self, query: &str) -> Said {
        let search = countersign_store::TodoSearch { text: query.to_owned(), completed: None, limit: 50 };
        let found = self.search_shown(search).await.map_err(|e| Problem::new("store_failed", e.to_string()))?;
        Ok(list(&found.iter().map(|t| &**t).collect::<Vec<_>>()))
    }
}

fn list(todos: &[&Todo]) -> String {
    let mut text = format!("{} todos\n", todos.len());
    for todo in todos.iter().take(TODOS) {
        let when = todo.scheduled_for.map(|d| format!(" {d}")).unwrap_or_default();
        let closed = if todo.status.is_closed() { " (closed)" } else { "" };
        // A text cannot fail to be written to.
        let _ = writeln!(text, "#{} {}{when}{closed}", todo.id, Line::of(&todo.title));
    }
    if todos.len() > TODOS {
        let _ = writeln!(text, "({} more are left out)", todos.len() - TODOS);
    }
    text
}

pub(super) fn failed(call: &ToolCall, problem: &Problem) -> ToolResult {
    let hint = if problem.hint.is_empty() { String::new() } else { format!(". {}", problem.hint) };
    ToolResult { ok: false, ..said(call, format!("{}{hint}", problem.message.trim_end_matches('.'))) }
}

fn said(call: &ToolCall, text: String) -> ToolResult {
    ToolResult { call: call.id.clone(), ok: true, text, ..ToolResult::default() }
}
