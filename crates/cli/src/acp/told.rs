//! What is told of a run while it happens: its stored events as updates of the conversation in the editor.

use super::items;
use super::text::{self, quoted};
use crate::screen::clean;
use crate::show;
use crate::texts::say;
use agent_client_protocol::v1::schema::{
    ContentChunk, Plan, PlanEntry, PlanEntryPriority, PlanEntryStatus, SessionUpdate, ToolCall, ToolCallContent,
    ToolCallStatus, ToolCallUpdate, ToolCallUpdateFields, ToolKind,
};
use countersign_core::wire::{
    AgentStep, AgentTool, ReplyStep, RunView, StepStatus, SubTask, SubTaskPlan, ToolStatus, WorkReply,
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;

/// What was told of a run so far.
pub(super) struct Told {
    pub(super) run: String,
    /// The product's words, and a model's, as far as they were said.
    own: Words,
    model: Words,
    steps: BTreeMap<u32, AgentStep>,
    subtasks: Vec<SubTask>,
    /// Calls of tools, and whether each has ended.
    calls: BTreeMap<String, bool>,
}

/// Words that grow: each event holds them from the beginning.
#[derive(Default)]
struct Words {
    said: String,
}

impl Words {
    /// What is new; none where it does not go on from what was said, unless it is the last word, after a `gap`.
    fn grown(&mut self, text: &str, last: bool, gap: &str) -> Option<(bool, String)> {
        let begins = self.said.is_empty();
        let new = match text.strip_prefix(self.said.as_str()) {
            Some("") => return None,
            Some(new) => new.to_owned(),
            None if last && !text.is_empty() => format!("{gap}{text}"),
            None => return None,
        };
        self.said = text.to_owned();
        Some((begins, new))
    }
}

impl Told {
    /// Of a run of which nothing was told yet.
    pub(super) fn new(run: &str) -> Self {
        Self {
            run: run.to_owned(),
            own: Words::default(),
            model: Words::default(),
            steps: BTreeMap::new(),
            subtasks: Vec::new(),
            calls: BTreeMap::new(),
        }
    }

    /// Of one of before that may go on: its steps and calls are known.
    pub(super) fn after(run: &RunView) -> Self {
        let mut told = Self::new(&run.id.0);
        if let Some(agent) = &run.agent {
            told.steps = agent.steps.iter().map(|step| (step.n, step.clone())).collect();
            told.subtasks = agent.subtasks.iter().flat_map(|plan| plan.tasks.clone()).collect();
            told.calls =
                agent.tools.iter().map(|tool| (tool.call.clone(), items::ended(status(tool.status)))).collect();
        }
        told
    }

    /// What an event says to the person.
    pub(super) fn hear(&mut self, name: &str, data: &Value) -> Vec<SessionUpdate> {
        let word = |key: &str| data[key].as_str().unwrap_or_default();
        match name {
            "summary" => self.own(word("text"), false).into_iter().collect(),
            "said" => self.model(word("text"), false).into_iter().collect(),
            "result" => {
                let (own, model) = (self.own(word("text"), true), self.model(word("said"), true));
                let open =
                    own.is_none() && model.is_none() && !(self.own.said.is_empty() && self.model.said.is_empty());
                own.into_iter().chain(model).chain(open.then(|| chunk("\n\n".to_owned()))).collect()
            }
            "recovery"
                if matches!(
                    word("what"),
                    "truncated"
                        | "model_failed"
                        | "corrected"
                        | "repaired"
                        | "dropped"
                        | "prompt_cut"
                        | "blocked"
                        | "fallback"
                ) =>
            {
                vec![line(format!("{} {}", show::sentence(word("message")), clean(word("hint"))).trim())]
            }
            "thinking" if !word("text").is_empty() => {
                let thought = format!("> {}\n\n", quoted(word("text")));
                vec![SessionUpdate::AgentThoughtChunk(ContentChunk::new(thought.into()))]
            }
            "step" => read::<AgentStep>(data).map(|step| self.step(step)).into_iter().collect(),
            "subtasks" => read::<SubTaskPlan>(data).map(|plan| self.parts(plan.tasks)).into_iter().collect(),
            "subtask" => read::<SubTask>(data).map(|task| self.part(task)).into_iter().collect(),
            "tool" => read::<AgentTool>(data).map(|tool| self.tool(tool)).into_iter().collect(),
            "reply" => read::<WorkReply>(data).map(|reply| told(&reply)).unwrap_or_default(),
            "context" => {
                read(data).map(|context| text::shown(|s| show::context(s, &context))).map(line_of).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    fn own(&mut self, text: &str, last: bool) -> Option<SessionUpdate> {
        let (begins, new) = self.own.grown(&text::harmless(text), last, "\n\n")?;
        // What a model had begun to say ends before the product's own words.
        let gap = if begins && !self.model.said.is_empty() { "\n\n" } else { "" };
        let end = if last { "\n\n" } else { "" };
        Some(chunk(format!("{gap}{new}{end}")))
    }

    /// A model's words, marked as such at every line (R23).
    fn model(&mut self, text: &str, last: bool) -> Option<SessionUpdate> {
        let (begins, new) = self.model.grown(&quoted(text), last, "\n> \n> ")?;
        let head = if begins { format!("\n\n{}\n\n> ", say!("cli-model-says")) } else { String::new() };
        let end = if last { "\n\n" } else { "" };
        Some(chunk(format!("{head}{new}{end}")))
    }

    fn step(&mut self, step: AgentStep) -> SessionUpdate {
        self.steps.insert(step.n, step);
        plan(self.steps.values().map(|step| (step.title.as_str(), step.status)))
    }

    fn parts(&mut self, tasks: Vec<SubTask>) -> SessionUpdate {
        self.subtasks = tasks;
        plan(self.subtasks.iter().map(|task| (task.instruction.as_str(), task.status)))
    }

    fn part(&mut self, task: SubTask) -> SessionUpdate {
        match self.subtasks.iter_mut().find(|known| known.subtask_id == task.subtask_id) {
            Some(known) => *known = task,
            None => self.subtasks.push(task),
        }
        plan(self.subtasks.iter().map(|task| (task.instruction.as_str(), task.status)))
    }

    /// Ends the calls of a run that has ended without a word on them.
    pub(super) fn rest(&mut self) -> Vec<SessionUpdate> {
        let Self { run, calls, .. } = self;
        let failed = |call: &String| {
            let fields = ToolCallUpdateFields::new().status(ToolCallStatus::Failed);
            SessionUpdate::ToolCallUpdate(ToolCallUpdate::new(format!("{run}/{call}"), fields))
        };
        calls.iter_mut().filter_map(|(call, ended)| (!std::mem::replace(ended, true)).then(|| failed(call))).collect()
    }

    /// A call of a tool, told when it begins and when it ends.
    fn tool(&mut self, tool: AgentTool) -> SessionUpdate {
        let id = format!("{}/{}", self.run, tool.call);
        let status = status(tool.status);
        let content: Vec<ToolCallContent> =
            tool.result.iter().filter(|text| !text.is_empty()).map(|text| text::fenced(text).into()).collect();
        if self.calls.insert(tool.call.clone(), items::ended(status)).is_none() {
            let title = text::title(&format!("{} {}", tool.tool, short(&tool.args)));
            let call = ToolCall::new(id, title).name(tool.tool.clone()).kind(kind(&tool.tool)).status(status);
            return SessionUpdate::ToolCall(call.content(content).raw_input(tool.args));
        }
        let fields = ToolCallUpdateFields::new().status(status).content(content);
        SessionUpdate::ToolCallUpdate(ToolCallUpdate::new(id, fields))
    }
}

/// How a call stands, in the editor's words.
fn status(status: ToolStatus) -> ToolCallStatus {
    match status {
        ToolStatus::Running => ToolCallStatus::InProgress,
        // What it would write waits in the change set of the run, where it is asked about.
        ToolStatus::Completed | ToolStatus::Queued => ToolCallStatus::Completed,
        ToolStatus::Failed | ToolStatus::Denied => ToolCallStatus::Failed,
    }
}

/// Text of the product, as it comes.
pub(super) fn chunk(text: String) -> SessionUpdate {
    SessionUpdate::AgentMessageChunk(ContentChunk::new(text.into()))
}

/// A paragraph of the product's own.
pub(super) fn line(text: &str) -> SessionUpdate {
    chunk(format!("{}\n\n", text::harmless(text)))
}

fn line_of(text: String) -> Vec<SessionUpdate> {
    if text.is_empty() { Vec::new() } else { vec![line(&text)] }
}

/// What a structured reply says beside its summary and its changes.
pub(super) fn told(reply: &WorkReply) -> Vec<SessionUpdate> {
    let steps = |steps: &[ReplyStep]| {
        plan(steps.iter().map(|step| {
            let status = if step.completed { StepStatus::Completed } else { StepStatus::Pending };
            (step.text.as_str(), status)
        }))
    };
    let mut updates = Vec::new();
    if !reply.steps.is_empty() {
        updates.push(steps(&reply.steps));
    }
    // The steps have their own place.
    let rest = WorkReply { steps: Vec::new(), ..reply.clone() };
    updates.extend(line_of(text::shown(|screen| show::reply(screen, &rest))));
    updates
}

fn plan<'a>(entries: impl Iterator<Item = (&'a str, StepStatus)>) -> SessionUpdate {
    let entry = |(title, status): (&str, StepStatus)| {
        let title = text::title(title);
        // There is no status for those that failed or were left: the entry says it, and is never done.
        let (status, title) = match status {
            StepStatus::Pending | StepStatus::Waiting => (PlanEntryStatus::Pending, title),
            StepStatus::Running => (PlanEntryStatus::InProgress, title),
            StepStatus::Completed => (PlanEntryStatus::Completed, title),
            StepStatus::Failed => (PlanEntryStatus::Pending, say!("cli-acp-step-failed", title = title)),
            StepStatus::Cancelled => (PlanEntryStatus::Pending, say!("cli-acp-step-cancelled", title = title)),
        };
        PlanEntry::new(title, PlanEntryPriority::Medium, status)
    };
    SessionUpdate::Plan(Plan::new(entries.map(entry).collect()))
}

/// What a tool of an agent's does, as editors sort them.
fn kind(tool: &str) -> ToolKind {
    let any = |words: &[&str]| words.iter().any(|word| tool.contains(word));
    match tool {
        _ if any(&["fetch"]) => ToolKind::Fetch,
        _ if any(&["search", "find", "grep", "list", "glob"]) => ToolKind::Search,
        _ if any(&["read", "view", "stats", "count", "sample", "extract"]) => ToolKind::Read,
        _ if any(&["delete", "remove"]) => ToolKind::Delete,
        _ if any(&["rename", "move"]) => ToolKind::Move,
        _ if any(&["write", "edit", "patch", "create"]) => ToolKind::Edit,
        _ if any(&["run", "command", "exec"]) => ToolKind::Execute,
        _ => ToolKind::Other,
    }
}

/// Arguments on one line.
pub(super) fn short(args: &Value) -> String {
    const MOST: usize = 100;
    let text = args.to_string();
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text,
    }
}

fn read<T: DeserializeOwned>(data: &Value) -> Option<T> {
    T::deserialize(data).ok()
}

#[cfg(test)]
mod tests {
    use super::Told;
    use serde_json::{Value, json};

    /// The updates of these events.
    fn heard(events: &[(&str, Value)]) -> Vec<Value> {
        let mut told = Told::new("r1");
        let all = events.iter().flat_map(|(name, data)| told.hear(name, data));
        all.map(|update| serde_json::to_value(update).unwrap()).collect()
    }

    fn text(update: &Value) -> &str {
        update["content"]["text"].as_str().unwrap()
    }

    #[test]
    fn words_that_grow_are_told_once_and_a_models_are_marked_at_every_line() {
        let all = heard(&[
            ("summary", json!({ "text": "Two" })),
            ("summary", json!({ "text": "Two changes." })),
            ("said", json!({ "text": "# Done\n" })),
            ("said", json!({ "text": "# Done\n1 change applied." })),
            ("result", json!({ "text": "Two changes.", "said": "# Done\n1 change applied.\nReally." })),
        ]);
        let words: Vec<&str> = all.iter().map(text).collect();
        let model = "\n\nThe model says:\n\n> # Done\n> ";
        assert_eq!(words, ["Two", " changes.", model, "1 change applied.", "\n> Really.\n\n"]);
        // Words that began otherwise are said as they are in the end.
        let all = heard(&[
            ("summary", json!({ "text": "One moment" })),
            ("summary", json!({ "text": "Something else" })),
            ("result", json!({ "text": "Add “![x](https://a.example)”." })),
        ]);
        let words: Vec<&str> = all.iter().map(text).collect();
        assert_eq!(words, ["One moment", "\n\nAdd “!\u{2060}[x]\u{2060}(https://a.example)”.\n\n"]);
    }

    #[test]
    fn what_a_model_thinks_is_marked_at_every_line_and_steers_nothing() {
        let all = heard(&[("thinking", json!({ "text": "so\n# Signed\u{202e}\u{1b}[2J" }))]);
        assert_eq!(text(&all[0]), "> so\n> # Signed\u{fffd}␛[2J\n\n");
    }

    #[test]
    fn steps_are_a_plan_and_tools_are_calls_that_begin_and_end() {
        let step = |n: u32, status: &str| json!({ "n": n, "title": format!("Step {n}"), "status": status });
        let tool = |status: &str, result: Value| json!({ "call": "c1", "step": 1, "tool": "read_file", "args": { "path": "a" }, "status": status, "result": result });
        let all = heard(&[
            ("step", step(1, "running")),
            ("step", step(2, "pending")),
            ("tool", tool("running", Value::Null)),
            ("tool", tool("completed", json!("one"))),
            ("step", step(1, "completed")),
            ("usage", json!({})),
        ]);
        let plan = |update: &Value| {
            let entries = update["entries"].as_array().unwrap().iter();
            entries.map(|e| format!("{} {}", e["content"].as_str().unwrap(), e["status"])).collect::<Vec<_>>()
        };
        assert_eq!(all.len(), 5, "{all:?}");
        assert_eq!(plan(&all[1]), ["Step 1 \"in_progress\"", "Step 2 \"pending\""]);
        assert_eq!((&all[2]["sessionUpdate"], &all[2]["kind"]), (&json!("tool_call"), &json!("read")));
        assert_eq!((&all[2]["toolCallId"], &all[2]["status"]), (&json!("r1/c1"), &json!("in_progress")));
        assert_eq!((&all[3]["sessionUpdate"], &all[3]["status"]), (&json!("tool_call_update"), &json!("completed")));
        assert_eq!(all[3]["content"][0]["content"]["text"], "```\none\n```");
        assert_eq!(plan(&all[4])[0], "Step 1 \"completed\"");
        let ends = heard(&[("step", step(1, "failed")), ("step", step(2, "cancelled"))]);
        assert_eq!(plan(&ends[1]), ["Step 1 (failed) \"pending\"", "Step 2 (not begun) \"pending\""]);
    }

    #[test]
    fn a_call_that_nothing_was_heard_of_any_more_has_failed() {
        let tool = |call: &str, status: &str| json!({ "call": call, "step": 1, "tool": "read_file", "args": {}, "status": status });
        let mut told = Told::new("r1");
        for (call, status) in [("c1", "running"), ("c1", "completed"), ("c2", "running")] {
            told.hear("tool", &tool(call, status));
        }
        let rest: Vec<Value> = told.rest().iter().map(|update| serde_json::to_value(update).unwrap()).collect();
        let [one] = rest.as_slice() else { panic!("{rest:?}") };
        assert_eq!((&one["toolCallId"], &one["status"]), (&json!("r1/c2"), &json!("failed")));
        assert!(told.rest().is_empty());
    }
}
