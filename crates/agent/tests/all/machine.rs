//! The machine's rules, with plain values in place of models, tools and people (S4-6…S4-12, S1-35,
//! R27, R28, R36, C25), and its law: stored and read back at any step, it does the same.

mod ending;
mod law;
mod person;
mod prompts;
mod proof;
mod steps;
mod tools;

use crate::world::setup;
use countersign_agent::ground::Ground;
use countersign_agent::machine::{Effect, End, Exchange, Input, Limits, Machine, NotNow, Setup, Shown, ToolResult};
use countersign_agent::permission::Permissions;
use countersign_agent::queue::{QUEUED, Write};
use countersign_agent::step::Form;
use countersign_agent::tool::{Access, Registry, Tool};
use countersign_core::model::{Role, Told, estimate_tokens};
use countersign_core::wire::{AgentInput, AgentWait, Permission, RunEvent, StepStatus, SummaryState, ToolStatus};
use proptest::prelude::*;
use serde_json::{Value, json};

fn reply(text: &str) -> Input {
    Input::Reply(countersign_testkit::reply(text))
}

/// The machine with a world that answers: tools read a file of their path's name; writes are queued.
struct World {
    machine: Machine,
    out: Vec<Effect>,
    /// All effects so far.
    all: Vec<Effect>,
}

impl World {
    fn new(setup: Setup) -> Self {
        let (machine, out) = Machine::begin(setup);
        Self { machine, all: out.clone(), out }
    }

    fn give(&mut self, input: Input) -> &mut Self {
        self.out = self.machine.step(input).unwrap();
        self.all.extend(self.out.clone());
        // Tools answer at once.
        while let Some(Effect::RunTools(calls)) = self.out.last().cloned() {
            let results = calls.iter().map(|c| tool(&self.machine, &c.tool, &c.id, &c.args)).collect();
            self.out = self.machine.step(Input::Results(results)).unwrap();
            self.all.extend(self.out.clone());
        }
        self
    }

    fn say(&mut self, text: &str) -> &mut Self {
        self.give(reply(text))
    }

    fn user(&mut self, input: AgentInput) -> &mut Self {
        self.give(Input::User(input))
    }

    fn wait(&self) -> AgentWait {
        match self.out.last() {
            Some(Effect::AwaitUser(wait)) => wait.clone(),
            other => panic!("{other:?}"),
        }
    }

    fn call(&self) -> countersign_core::model::Call {
        match self.out.last() {
            Some(Effect::CallModel(call)) => call.clone(),
            other => panic!("{other:?}"),
        }
    }

    fn end(&self) -> End {
        self.all.iter().find_map(|e| if let Effect::Finish(end) = e { Some(end.clone()) } else { None }).unwrap()
    }

    fn text(&self) -> String {
        match self.end() {
            End::Done { text, .. } => text,
            other => panic!("{other:?}"),
        }
    }

    /// The model's own last word.
    fn said(&self) -> String {
        match self.end() {
            End::Done { said, .. } => said.unwrap_or_default(),
            other => panic!("{other:?}"),
        }
    }

    /// Why it failed.
    fn failure(&self) -> String {
        match self.end() {
            End::Failed { message, .. } => message,
            other => panic!("{other:?}"),
        }
    }

    fn statuses(&self) -> Vec<StepStatus> {
        self.machine.steps().iter().map(|s| s.status).collect()
    }
}

fn tool(machine: &Machine, name: &str, id: &str, args: &Value) -> ToolResult {
    let path = args["path"].as_str().unwrap_or_default().to_owned();
    let (ok, text, write) = match name {
        "write_file" => {
            let text = args["content"].as_str().map(str::to_owned);
            (true, QUEUED.to_owned(), Some(Write::File { path, base: None, text }))
        }
        "delete_file" => (true, QUEUED.to_owned(), Some(Write::File { path, base: Some("h".into()), text: None })),
        "read_file" if path == "missing" => (false, "there is no file missing".to_owned(), None),
        "read_file" => match machine.queue().file(&path) {
            Some(text) => (true, text.unwrap_or("(deleted)").to_owned(), None),
            None => (true, format!("content of {path}"), None),
        },
        _ => (true, "fine".to_owned(), None),
    };
    ToolResult { call: id.to_owned(), ok, text, write, ..ToolResult::default() }
}

const PLAN: &str = r#"{"task_list":[{"step":1,"description":"Read it"},{"step":2,"description":"Change it"},{"step":3,"description":"Test it"},{"step":4,"description":"Tell"}]}"#;
const COMPLEX: &str = "- read it\n- change it\n- test it\n- tell";

fn read(path: &str) -> String {
    json!({ "thinking": "t", "action": "next_step", "tool": "read_file", "args": { "path": path } }).to_string()
}

fn write(path: &str, content: &str) -> String {
    json!({ "action": "next_step", "tool": "write_file", "args": { "path": path, "content": content } }).to_string()
}

fn done(message: &str) -> String {
    json!({ "action": "complete", "message": message }).to_string()
}
