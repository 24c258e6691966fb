//! An editor over the Agent Client Protocol: a process of its own, asked line by line. What it says is read by
//! the types of those who write the protocol.

mod items;
mod runs;
mod turns;

use crate::agent;
use crate::world::{Server, World, binary, http, until};
use agent_client_protocol::v1::schema::{
    InitializeResponse, NewSessionResponse, PromptResponse, RequestPermissionRequest, SessionNotification,
};
use countersign_testkit::Answer;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// An editor, and the agent that it started.
struct Editor {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    asked: u64,
    /// What was told of the conversation since it was looked at last.
    told: Vec<Value>,
    /// How each call of a tool stands that was told of.
    calls: std::collections::BTreeMap<String, Value>,
}

/// What a person does with a question: the id of an option, or nothing.
type Person<'a> = &'a mut dyn FnMut(&Value) -> Option<&'static str>;

impl Editor {
    /// Starts it on a folder in which time stands still.
    fn start(world: &World) -> Self {
        Self::begin(world.dir.path(), &["--now", "2026-11-21T10:00", "--zone", "America/New_York"])
    }

    fn begin(data: &Path, flags: &[&str]) -> Self {
        let mut command = binary();
        command.env("COUNTERSIGN_MODEL", "none").arg("--data").arg(data.join("data")).args(flags).arg("acp");
        Self::of(command)
    }

    fn of(mut command: std::process::Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let (to, from) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut editor = Self { child, to, from, asked: 0, told: Vec::new(), calls: Default::default() };
        let capabilities = json!({ "fs": { "readTextFile": true, "writeTextFile": true }, "terminal": true });
        let info = json!({ "name": "test", "version": "1" });
        let asked = json!({ "protocolVersion": 1, "clientCapabilities": capabilities, "clientInfo": info });
        let answer = editor.ask("initialize", asked);
        let said: InitializeResponse = serde_json::from_value(answer["result"].clone()).unwrap();
        assert!(said.agent_capabilities.load_session && !said.agent_capabilities.prompt_capabilities.audio);
        assert_eq!(answer["result"]["protocolVersion"], 1);
        editor
    }

    fn tell(&mut self, message: &Value) {
        writeln!(self.to, "{message}").unwrap();
    }

    /// The next line, which is a message of the protocol and nothing else.
    fn next(&mut self) -> Value {
        let mut line = String::new();
        assert!(self.from.read_line(&mut line).unwrap() > 0, "it hung up");
        let message: Value = serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line}"));
        assert_eq!(message["jsonrpc"], "2.0", "{message}");
        match message["method"].as_str() {
            Some("session/update") => {
                let read: SessionNotification = serde_json::from_value(message["params"].clone()).unwrap();
                assert_eq!(serde_json::to_value(read).unwrap(), message["params"]);
                let update = &message["params"]["update"];
                if let (Some(call), false) = (update["toolCallId"].as_str(), update["status"].is_null()) {
                    self.calls.insert(call.to_owned(), update["status"].clone());
                } else if let Some(call) = update["toolCallId"].as_str() {
                    self.calls.entry(call.to_owned()).or_insert(json!("pending"));
                }
            }
            Some("session/request_permission") => {
                let read: RequestPermissionRequest = serde_json::from_value(message["params"].clone()).unwrap();
                assert!(!read.options.is_empty(), "{message}");
            }
            // A question is taken back; who does not know the word leaves it where it is.
            Some("$/cancel_request") => assert!(message["params"]["requestId"].is_string(), "{message}"),
            Some(other) => panic!("{other} is nothing that an agent without your files asks: {message}"),
            None => {}
        }
        message
    }

    /// Sends a request; its answer comes with what else is told.
    fn send(&mut self, method: &str, params: Value) -> u64 {
        self.asked += 1;
        let id = self.asked;
        self.tell(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// The whole answer to a request in which nothing is asked.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        self.answer(id, &mut |question| panic!("nothing was to be asked: {question}"))
    }

    /// The answer to a request, with what the person says to each question on the way.
    fn answer(&mut self, id: u64, person: Person<'_>) -> Value {
        loop {
            let message = self.next();
            match message["method"].as_str() {
                Some("session/update") => self.told.push(message["params"]["update"].clone()),
                Some("$/cancel_request") => {}
                Some(_) => {
                    let said = person(&message["params"]);
                    self.say(&message, said);
                }
                None if message["id"] == id => return message,
                None => panic!("nobody asked: {message}"),
            }
        }
    }

    /// Answers a question.
    fn say(&mut self, question: &Value, said: Option<&str>) {
        let outcome = match said {
            Some(option) => json!({ "outcome": "selected", "optionId": option }),
            None => json!({ "outcome": "cancelled" }),
        };
        self.tell(&json!({ "jsonrpc": "2.0", "id": question["id"], "result": { "outcome": outcome } }));
    }

    fn session(&mut self, cwd: &Path) -> String {
        let answer = self.ask("session/new", json!({ "cwd": cwd, "mcpServers": [] }));
        let begun: NewSessionResponse =
            serde_json::from_value(answer["result"].clone()).unwrap_or_else(|e| panic!("{e}: {answer}"));
        begun.session_id.0.to_string()
    }

    fn say_to(&mut self, session: &str, text: &str) -> u64 {
        self.send("session/prompt", json!({ "sessionId": session, "prompt": [{ "type": "text", "text": text }] }))
    }

    /// A prompt in words, to the end of its turn: the stop reason.
    fn prompt(&mut self, session: &str, text: &str, person: Person<'_>) -> String {
        let id = self.say_to(session, text);
        self.ended(id, person)
    }

    fn ended(&mut self, id: u64, person: Person<'_>) -> String {
        let answer = self.answer(id, person);
        let _: PromptResponse =
            serde_json::from_value(answer["result"].clone()).unwrap_or_else(|e| panic!("{e}: {answer}"));
        // Whatever became of it, nothing that was told of is left open.
        let open: Vec<_> = self.calls.iter().filter(|(_, at)| *at != "completed" && *at != "failed").collect();
        assert!(open.is_empty(), "{open:?}");
        answer["result"]["stopReason"].as_str().unwrap().to_owned()
    }

    /// What was told in words since the last time.
    fn words(&mut self) -> String {
        let told = std::mem::take(&mut self.told);
        let words = told.iter().filter(|u| u["sessionUpdate"] == "agent_message_chunk");
        words.filter_map(|u| u["content"]["text"].as_str()).collect()
    }

    /// The last status that was told of a call.
    fn status(&self, call: &str) -> Value {
        let mut of = self.told.iter().filter(|u| u["toolCallId"] == call && !u["status"].is_null());
        of.next_back().map_or(Value::Null, |u| u["status"].clone())
    }

    /// Hangs up.
    fn end(self) -> i32 {
        let Self { mut child, to, from, .. } = self;
        drop((to, from));
        child.wait().unwrap().code().unwrap_or(-1)
    }
}

/// A folder to work in, beside the data.
fn project(world: &World) -> std::path::PathBuf {
    let root = world.dir.path().join("project");
    std::fs::create_dir(&root).unwrap();
    std::fs::write(root.join("notes.txt"), "one\ntwo\n").unwrap();
    root
}

/// What the terminal says of the same data.
fn terminal(world: &World, args: &[&str]) -> Value {
    let data = world.dir.path().join("data");
    let mut command = binary();
    command.env("COUNTERSIGN_MODEL", "none").arg("--data").arg(data);
    command.args(["--now", "2026-11-21T10:00", "--zone", "America/New_York"]).args(args).arg("--json");
    crate::world::run(&mut command, b"").json()
}

/// Says this to everything.
fn always(option: &'static str) -> impl FnMut(&Value) -> Option<&'static str> {
    move |_| Some(option)
}
