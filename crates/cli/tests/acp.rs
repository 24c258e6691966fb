//! An editor over the Agent Client Protocol: a process of its own, asked line by line. What it says is read by
//! the types of those who write the protocol.

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

#[test]
fn each_change_is_asked_by_itself_and_what_is_signed_is_applied_once() {
    let world = World::new();
    let root = project(&world);
    let mut editor = Editor::start(&world);
    let session = editor.session(&root);
    let mut asked = Vec::new();
    let ended = editor.prompt(&session, "buy milk tomorrow and call Ada on friday", &mut |question| {
        assert_eq!(question["sessionId"], session.as_str());
        let options = question["options"].as_array().unwrap();
        let kinds: Vec<&str> = options.iter().map(|o| o["kind"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["allow_once", "reject_once", "reject_once"]);
        asked.push(question["toolCall"]["title"].as_str().unwrap().to_owned());
        Some(if asked.len() == 1 { "sign" } else { "reject" })
    });
    assert_eq!(ended, "end_turn");
    assert_eq!(asked.len(), 2, "{asked:?}");
    assert!(asked[0].contains("uy milk") && asked[1].contains("all Ada"), "{asked:?}");
    let of = |n: u32| {
        editor
            .told
            .iter()
            .find_map(|u| u["toolCallId"].as_str().filter(|id| id.ends_with(&format!(".{n}"))))
            .unwrap()
            .to_owned()
    };
    let (milk, ada) = (of(1), of(2));
    assert_eq!((editor.status(&milk), editor.status(&ada)), (json!("completed"), json!("failed")));
    let words = editor.words();
    assert!(words.contains("1 change applied."), "{words}");
    let todos = terminal(&world, &["todos"]);
    let titles: Vec<&str> = todos["todos"].as_array().unwrap().iter().map(|t| t["title"].as_str().unwrap()).collect();
    assert_eq!(titles.len(), 1, "{titles:?}");
    // The ledger says where the person decided.
    let log = terminal(&world, &["log"]);
    let entries = log["entries"].as_array().unwrap();
    let decided: Vec<&Value> = entries.iter().filter(|e| e["kind"] == "decided").map(|e| &e["actor"]).collect();
    assert_eq!(decided, [&json!({ "kind": "user", "via": "editor" }); 2], "{log}");
    assert_eq!(entries.iter().filter(|e| e["kind"] == "applied").count(), 1, "{log}");
    assert_eq!(editor.end(), 0);
    assert_eq!(terminal(&world, &["rebuild"])["equal"], true);
}

#[test]
fn a_change_of_a_file_is_shown_as_its_text_before_and_after_and_written_once_signed() {
    let world = World::new();
    let root = project(&world);
    let mut editor = Editor::start(&world);
    let session = editor.session(&root);
    let uri = format!("file://{}", root.join("notes.txt").display());
    let blocks = json!([
        { "type": "text", "text": "replace two with three in " },
        { "type": "resource_link", "uri": uri, "name": "notes.txt" },
    ]);
    let id = editor.send("session/prompt", json!({ "sessionId": session, "prompt": blocks }));
    let path = root.join("notes.txt");
    let ended = editor.ended(id, &mut |question| {
        let call = &question["toolCall"];
        let diff = call["content"].as_array().unwrap().iter().find(|c| c["type"] == "diff").unwrap();
        assert_eq!((&diff["oldText"], &diff["newText"]), (&json!("one\ntwo\n"), &json!("one\nthree\n")));
        assert_eq!(diff["path"], json!(path.canonicalize().unwrap()));
        assert_eq!((&call["kind"], &call["status"]), (&json!("edit"), &json!("pending")), "{call}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "one\ntwo\n", "nothing before the answer");
        Some("sign")
    });
    assert_eq!((ended.as_str(), std::fs::read_to_string(&path).unwrap().as_str()), ("end_turn", "one\nthree\n"));
    assert_eq!(editor.end(), 0);
}

#[test]
fn a_command_is_shown_with_its_words_and_class_and_told_with_its_output() {
    let world = World::new();
    let root = project(&world);
    let mut editor = Editor::start(&world);
    let session = editor.session(&root);
    let mut shown = String::new();
    let ended = editor.prompt(&session, "run echo hello `date`; ls", &mut |_| None);
    assert_eq!(ended, "end_turn");
    editor.told.clear();
    let ended = editor.prompt(&session, "run wc -l notes.txt", &mut |question| {
        let call = &question["toolCall"];
        assert_eq!(call["kind"], "execute");
        shown = call["content"].to_string();
        Some("sign")
    });
    assert_eq!(ended, "end_turn");
    for part in ["wc -l notes.txt", r#"[\"wc\", \"-l\", \"notes.txt\"]"#, "judged: "] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let last = editor.told.iter().rev().find(|u| u["sessionUpdate"] == "tool_call_update").unwrap();
    let content = last["content"].to_string();
    assert!(last["status"] == "completed" && content.contains("2 notes.txt"), "{last}");
    assert!(content.contains("judged: "), "what was shown stays: {content}");
}

#[test]
fn what_a_command_writes_is_told_while_it_runs() {
    let world = World::new();
    let root = project(&world);
    // It goes on once it is told to, or after long.
    let script = "echo first\nn=0\nuntil [ -e go ] || [ $n = 300 ]; do n=$((n+1)); sleep 0.1; done\necho second $n\n";
    std::fs::write(root.join("work.sh"), script).unwrap();
    let mut editor = Editor::start(&world);
    let session = editor.session(&root);
    let id = editor.say_to(&session, "run sh work.sh");
    let mut live = None;
    loop {
        let message = editor.next();
        let update = &message["params"]["update"];
        match message["method"].as_str() {
            Some("session/request_permission") => editor.say(&message, Some("sign")),
            Some(_) if update["sessionUpdate"] == "tool_call_update" => {
                let content = update["content"].to_string();
                if content.contains("first") && !content.contains("second") {
                    assert!(update["status"] == "in_progress" && content.contains("judged: "), "{update}");
                    live = Some(content);
                    std::fs::write(root.join("go"), "").unwrap();
                }
                editor.told.push(update.clone());
            }
            None if message["id"] == id => break,
            _ => {}
        }
    }
    assert!(live.is_some(), "{:?}", editor.told);
    let last = editor.told.last().unwrap();
    assert!(last["status"] == "completed" && last["content"].to_string().contains("second"), "{last}");
}

#[test]
fn choices_of_a_question_are_options_and_else_the_next_prompt_answers() {
    let world = World::new();
    let root = project(&world);
    for title in ["Call Ada", "Call Bob"] {
        terminal(&world, &["todos", "add", title]);
    }
    let mut editor = Editor::start(&world);
    let session = editor.session(&root);
    let mut asked = 0;
    let ended = editor.prompt(&session, "complete call", &mut |question| {
        asked += 1;
        let names: Vec<&str> =
            question["options"].as_array().unwrap().iter().map(|o| o["name"].as_str().unwrap()).collect();
        match asked {
            1 => {
                assert!(names[0].contains("Call Ada") && names[1].contains("Call Bob"), "{names:?}");
                Some("words")
            }
            _ => panic!("{question}"),
        }
    });
    assert_eq!(ended, "end_turn");
    let words = editor.words();
    assert!(words.contains("1. ") && words.contains("2. "), "{words}");
    let ended = editor.prompt(&session, "the second one", &mut |question| {
        assert!(question["toolCall"]["title"].as_str().unwrap().contains("Bob"), "{question}");
        Some("sign")
    });
    assert_eq!(ended, "end_turn");
    // The one that is left is no question any more; of two others one is chosen here.
    terminal(&world, &["todos", "add", "Call Eve"]);
    let mut titles = Vec::new();
    let ended = editor.prompt(&session, "complete call", &mut |question| {
        titles.push(question["toolCall"]["title"].as_str().unwrap().to_owned());
        Some(if titles.len() == 1 { "1" } else { "sign" })
    });
    assert_eq!((ended.as_str(), titles.len()), ("end_turn", 2), "{titles:?}");
    assert!(titles[1].contains("Eve"), "{titles:?}");
    let open = terminal(&world, &["todos"]);
    assert_eq!(open["todos"].as_array().unwrap().len(), 1, "{open}");
}

#[test]
fn many_deletions_are_asked_once_more_with_their_number() {
    let world = World::new();
    let root = project(&world);
    let list: String = (1..=21).map(|n| format!("- [ ] Thing {n}\n")).collect();
    let file = world.dir.path().join("list.md");
    std::fs::write(&file, list).unwrap();
    terminal(&world, &["import", &file.display().to_string(), "--yes"]);
    let mut editor = Editor::start(&world);
    let session = editor.session(&root);
    let left = || terminal(&world, &["todos"])["todos"].as_array().unwrap().len();
    assert_eq!(left(), 21);
    let again = std::cell::RefCell::new(Vec::new());
    let person = |go_on: bool| {
        let again = &again;
        move |question: &Value| match question["toolCall"]["toolCallId"].as_str().unwrap().starts_with("confirm/") {
            true => {
                again.borrow_mut().push(question["toolCall"]["content"].to_string());
                Some(if go_on { "sign" } else { "later" })
            }
            false => Some("sign"),
        }
    };
    assert_eq!(editor.prompt(&session, "delete all todos", &mut person(false)), "end_turn");
    assert_eq!(left(), 21, "it was not confirmed");
    let words = editor.words();
    assert!(words.contains("1 change waits."), "{words}");
    // What was signed stays signed; it is applied where it is confirmed.
    assert_eq!(editor.prompt(&session, "delete all todos", &mut person(true)), "end_turn");
    assert_eq!(left(), 0);
    let again = again.into_inner();
    assert_eq!(again.len(), 2);
    assert!(again.iter().all(|text| text.contains("deletes 21")), "{again:?}");
}

#[test]
fn what_is_no_message_no_session_or_no_folder_is_told_so_and_the_rest_goes_on() {
    let world = World::new();
    let root = project(&world);
    let mut editor = Editor::start(&world);
    let deep = "[".repeat(100_000);
    let long = "x".repeat(33 * 1024 * 1024);
    let lines: [(&[u8], i64); 6] = [
        (b"{", -32700),
        (b"hello", -32700),
        (b"\xff\xfe{}", -32700),
        (deep.as_bytes(), -32700),
        (b"[]", -32600),
        (long.as_bytes(), -32600),
    ];
    for (line, code) in lines {
        editor.to.write_all(line).unwrap();
        editor.to.write_all(b"\n").unwrap();
        let answer = editor.next();
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(code), &Value::Null), "{answer}");
        assert!(answer.to_string().len() < 500, "the line is not said again");
    }
    // What nobody waits for an answer to gets none, nor does an empty line.
    writeln!(editor.to, "\r\n{{\"jsonrpc\":\"2.0\",\"method\":\"no/word\"}}").unwrap();
    let text = json!([{ "type": "text", "text": "buy milk" }]);
    for (method, params, code) in [
        ("no/method", json!({}), -32601),
        ("session/prompt", json!({}), -32602),
        ("session/prompt", json!({ "sessionId": "none", "prompt": text }), -32002),
        ("session/set_mode", json!({ "sessionId": "none", "modeId": "plan" }), -32002),
        ("session/load", json!({ "sessionId": "none", "cwd": root, "mcpServers": [] }), -32002),
        ("session/new", json!({ "cwd": root.join("nowhere"), "mcpServers": [] }), -32602),
        ("session/new", json!({ "cwd": "project", "mcpServers": [] }), -32602),
        ("session/new", json!({ "cwd": "/etc", "mcpServers": [] }), -32602),
    ] {
        let answer = editor.ask(method, params.clone());
        assert_eq!(answer["error"]["code"], code, "{method} {params}: {answer}");
    }
    let nowhere = editor.ask("session/new", json!({ "cwd": root.join("nowhere"), "mcpServers": [] }));
    let message = nowhere["error"]["message"].as_str().unwrap();
    assert!(message.contains("nowhere") && message.contains("Give the whole path of a folder"), "{message}");
    let session = editor.session(&root);
    assert_eq!(
        editor.ask("session/set_mode", json!({ "sessionId": session, "modeId": "fly" }))["error"]["code"],
        -32602
    );
    assert_eq!(editor.ask("session/set_mode", json!({ "sessionId": session, "modeId": "chat" }))["result"], json!({}));
    assert_eq!(editor.prompt(&session, "buy milk", &mut always("sign")), "end_turn");
    assert!(terminal(&world, &["inbox"])["change_sets"].as_array().unwrap().is_empty(), "only answers in chat");
    assert_eq!(editor.end(), 0);
}

#[test]
fn an_agent_that_is_killed_while_it_asks_leaves_all_of_it_waiting() {
    let world = World::new();
    let root = project(&world);
    let mut editor = Editor::start(&world);
    let session = editor.session(&root);
    editor.say_to(&session, "buy milk tomorrow and call Ada on friday");
    let mut asked = 0;
    // The first is signed, the second is asked about, and then there is nobody.
    let question = loop {
        let message = editor.next();
        if message["method"] == "session/request_permission" {
            asked += 1;
            match asked {
                1 => editor.say(&message, Some("sign")),
                _ => break message,
            }
        }
    };
    editor.child.kill().unwrap();
    editor.child.wait().unwrap();
    let set = question["params"]["toolCall"]["toolCallId"].as_str().unwrap().split('.').next().unwrap().to_owned();
    let shown = terminal(&world, &["show", &set]);
    let statuses: Vec<&Value> = shown["items"].as_array().unwrap().iter().map(|i| &i["status"]).collect();
    assert_eq!(statuses, ["confirmed", "pending"], "{shown}");
    assert!(terminal(&world, &["todos"])["todos"].as_array().unwrap().is_empty(), "nothing is applied");
    // Another one tells the conversation again, and has the rest decided.
    let mut editor = Editor::start(&world);
    let loaded = editor.ask("session/load", json!({ "sessionId": session, "cwd": root, "mcpServers": [] }));
    assert_eq!(loaded["result"]["modes"]["currentModeId"], "auto", "{loaded}");
    let said = editor.told.iter().find(|u| u["sessionUpdate"] == "user_message_chunk").unwrap();
    assert_eq!(said["content"]["text"], "buy milk tomorrow and call Ada on friday");
    assert!(editor.words().contains("1 change waits."));
    assert_eq!(editor.prompt(&session, "/inbox", &mut always("sign")), "end_turn");
    assert_eq!(terminal(&world, &["todos"])["todos"].as_array().unwrap().len(), 2);
    assert_eq!(terminal(&world, &["verify"])["ok"], true);
}

#[test]
fn a_turn_that_is_cancelled_or_replaced_decides_nothing() {
    let world = World::new();
    let root = project(&world);
    let mut editor = Editor::start(&world);
    let session = editor.session(&root);
    let until_asked = |editor: &mut Editor| loop {
        let message = editor.next();
        if message["method"] == "session/request_permission" {
            break message;
        }
    };
    let first = editor.say_to(&session, "buy milk");
    let question = until_asked(&mut editor);
    editor.tell(&json!({ "jsonrpc": "2.0", "method": "session/cancel", "params": { "sessionId": session } }));
    editor.say(&question, None);
    assert_eq!(editor.ended(first, &mut |q| panic!("{q}")), "cancelled");
    // A second prompt takes the place of one that waits, whatever is answered to the old question.
    let second = editor.say_to(&session, "buy bread");
    let question = until_asked(&mut editor);
    let third = editor.say_to(&session, "buy eggs");
    assert_eq!(editor.ended(second, &mut |q| panic!("{q}")), "cancelled");
    editor.say(&question, Some("sign"));
    assert_eq!(editor.ended(third, &mut always("sign")), "end_turn");
    let todos = terminal(&world, &["todos"]);
    let titles: Vec<&Value> = todos["todos"].as_array().unwrap().iter().map(|t| &t["title"]).collect();
    assert_eq!(titles, ["buy eggs"], "{todos}");
    assert_eq!(terminal(&world, &["inbox"])["change_sets"].as_array().unwrap().len(), 2);
    // Whoever hangs up has answered nothing.
    editor.say_to(&session, "buy soap");
    until_asked(&mut editor);
    assert_eq!(editor.end(), 0);
    assert_eq!(terminal(&world, &["inbox"])["change_sets"].as_array().unwrap().len(), 3);
}

#[test]
fn a_running_server_is_asked_and_what_is_decided_there_is_not_decided_again() {
    let world = World::new();
    let root = project(&world);
    let data = world.dir.path().join("data");
    let mut command = binary();
    command.env("COUNTERSIGN_MODEL", "none");
    let mut server = Server::start_with(&data, command);
    let mut editor = Editor::begin(world.dir.path(), &[]);
    let session = editor.session(&root);
    let (port, token) = (server.port, server.token.clone());
    let mut asked = 0;
    let ended = editor.prompt(&session, "buy milk; call Ada", &mut |question| {
        asked += 1;
        let id = question["toolCall"]["toolCallId"].as_str().unwrap();
        if asked == 1 {
            // On the page the person turned it down a moment ago.
            let (set, n) = id.split_once('.').unwrap();
            let path = format!("/api/change-sets/{set}");
            let (_, view) = http(port, &token, "GET", &path, None, None).unwrap();
            let body = json!({ "verdict": "rejected", "digest": view["items"][0]["digest"] });
            let path = format!("{path}/items/{n}/decision");
            assert_eq!(http(port, &token, "PUT", &path, Some(&body), None).unwrap().0, 200);
        }
        Some("sign")
    });
    assert_eq!((ended.as_str(), asked), ("end_turn", 2));
    let (_, todos) = http(port, &token, "GET", "/api/todos/all", None, None).unwrap();
    let titles: Vec<&Value> = todos["todos"].as_array().unwrap().iter().map(|t| &t["title"]).collect();
    assert_eq!(titles, ["call Ada"], "{todos}");
    let (_, log) = http(port, &token, "GET", "/api/ledger", None, None).unwrap();
    assert_eq!(log["entries"][0]["actor"], json!({ "kind": "user", "via": "editor" }), "{log}");
    server.stop();
    // The next prompt opens the folder itself.
    assert_eq!(editor.prompt(&session, "buy eggs", &mut always("sign")), "end_turn");
    until("the folder is left", || terminal(&world, &["todos"])["todos"].as_array().is_some_and(|t| t.len() == 2));
    assert_eq!(editor.end(), 0);
}

#[test]
fn a_file_that_is_not_saved_is_told_of_and_a_picture_without_a_model_is_refused_in_words() {
    let world = World::new();
    let root = project(&world);
    let mut editor = Editor::start(&world);
    let session = editor.session(&root);
    let uri = format!("file://{}", root.join("notes.txt").display());
    let mut send = |text: &str| {
        let resource =
            json!({ "type": "resource", "resource": { "uri": uri, "text": text, "mimeType": "text/plain" } });
        let blocks = json!([{ "type": "text", "text": "replace two with three in " }, resource]);
        let id = editor.send("session/prompt", json!({ "sessionId": session, "prompt": blocks }));
        assert_eq!(editor.ended(id, &mut always("later")), "end_turn");
        editor.words()
    };
    assert!(send("one\ntwo\nfour\n").contains("notes.txt has changes in the editor that are not saved."));
    assert!(!send("one\ntwo\n").contains("not saved"));
    assert_eq!(std::fs::read_to_string(root.join("notes.txt")).unwrap(), "one\ntwo\n");
    let picture = json!({ "type": "image", "mimeType": "image/png", "data": "bm8gcGljdHVyZQ==" });
    let id = editor.send("session/prompt", json!({ "sessionId": session, "prompt": [picture] }));
    assert_eq!(editor.ended(id, &mut always("sign")), "end_turn");
    assert!(!editor.words().is_empty());
}

#[test]
fn questions_are_in_the_language_of_the_settings() {
    let world = World::new();
    let root = project(&world);
    terminal(&world, &["settings", "set", "language", "de"]);
    let mut editor = Editor::start(&world);
    let session = editor.session(&root);
    let mut names = Vec::new();
    editor.prompt(&session, "buy milk", &mut |question| {
        let options = question["options"].as_array().unwrap();
        names = options.iter().map(|o| o["name"].as_str().unwrap().to_owned()).collect();
        assert!(question["toolCall"]["title"].as_str().unwrap().contains("anlegen"), "{question}");
        Some("later")
    });
    assert_eq!(names, ["Unterschreiben", "Ablehnen", "Später"]);
    assert!(editor.words().contains("1 Änderung wartet."));
}

#[test]
fn an_agents_run_shows_its_steps_and_tools_and_its_writes_are_signed_here() {
    let world = agent::World::new(agent::replies());
    let mut command = world.command();
    command.arg("--data").arg(world.data()).arg("acp");
    let mut editor = Editor::of(command);
    let root = world.data().parent().unwrap().join("project");
    let session = editor.session(&root);
    editor.ask("session/set_mode", json!({ "sessionId": session, "modeId": "agent" }));
    let mut asked = Vec::new();
    let ended = editor.prompt(&session, "1. read a\n2. write b\n3. write c", &mut |question| {
        let id = question["toolCall"]["toolCallId"].as_str().unwrap();
        let kind = id.split('/').next().unwrap().to_owned();
        let diff = question["toolCall"]["content"].as_array().into_iter().flatten().find(|c| c["type"] == "diff");
        asked.push((kind.clone(), diff.map(|d| d["newText"].clone())));
        Some(match kind.as_str() {
            "wait" => "go_on",
            "summary" => "save",
            "1.1" => "sign",
            _ => "reject",
        })
    });
    assert_eq!(ended, "end_turn");
    let kind = |name: &str, text: Option<&str>| (name.to_owned(), text.map(|text| json!(text)));
    let want = [kind("wait", None), kind("1.1", Some("b\n")), kind("1.2", Some("c\n")), kind("summary", None)];
    assert_eq!(asked, want);
    assert_eq!(std::fs::read_to_string(root.join("b.txt")).unwrap(), "b\n");
    assert!(!root.join("c.txt").exists());
    let plans: Vec<&Value> = editor.told.iter().filter(|u| u["sessionUpdate"] == "plan").collect();
    let last = plans.last().unwrap()["entries"].as_array().unwrap();
    assert!(last.len() == 3 && last.iter().all(|e| e["status"] == "completed"), "{last:?}");
    let tools: Vec<(&Value, &Value)> = editor
        .told
        .iter()
        .filter(|u| u["sessionUpdate"] == "tool_call" && !u["name"].is_null())
        .map(|u| (&u["name"], &u["kind"]))
        .collect();
    let write = (&json!("write_file"), &json!("edit"));
    assert_eq!(tools, [(&json!("read_file"), &json!("read")), write, write]);
    assert!(editor.told.iter().any(|u| u["sessionUpdate"] == "agent_thought_chunk"));
    assert!(editor.words().contains("1 change applied."));
}

#[test]
fn a_run_that_is_cancelled_while_a_model_thinks_is_stopped_and_another_conversation_goes_on() {
    let silent = Answer { never: true, ..Answer::default() };
    let world = agent::World::new(vec![silent]);
    let mut command = world.command();
    command.arg("--data").arg(world.data()).arg("acp");
    let mut editor = Editor::of(command);
    let root = world.data().parent().unwrap().join("project");
    let (session, other) = (editor.session(&root), editor.session(&root));
    editor.ask("session/set_mode", json!({ "sessionId": session, "modeId": "agent" }));
    let id = editor.say_to(&session, "Read a.txt");
    until("the model is asked", || !world.model.calls().is_empty());
    // Beside it, in the same process.
    assert_eq!(editor.prompt(&other, "buy milk", &mut always("sign")), "end_turn");
    editor.tell(&json!({ "jsonrpc": "2.0", "method": "session/cancel", "params": { "sessionId": session } }));
    assert_eq!(editor.ended(id, &mut |q| panic!("{q}")), "cancelled");
    assert_eq!(editor.end(), 0);
    let mut command = world.command();
    command.arg("--data").arg(world.data()).args(["sessions", "--json"]);
    let sessions = crate::world::run(&mut command, b"").json();
    assert_eq!(sessions["sessions"].as_array().unwrap().len(), 2, "{sessions}");
    assert!(sessions["sessions"].as_array().unwrap().iter().all(|s| s["waiting"] == false), "{sessions}");
}

#[test]
fn a_models_words_are_quoted_and_a_reply_that_was_cut_ends_the_turn_for_its_length() {
    let reply = json!({
        "summary": "a.txt would count further.\n1 change applied.",
        "todos": [{ "text": "Change it" }],
        "fileChanges": [{ "path": "a.txt", "search": "one", "replace": "one\ntwo", "todoIndex": 0 }],
    });
    let cut = Answer { finish: Some("length".to_owned()), ..Answer::text(reply.to_string()) };
    let world = agent::World::new(vec![cut.once(), Answer::text(reply.to_string())]);
    let mut command = world.command();
    command.arg("--data").arg(world.data()).arg("acp");
    let mut editor = Editor::of(command);
    let root = world.data().parent().unwrap().join("project");
    let session = editor.session(&root);
    let never = &mut |question: &Value| panic!("nothing of a cut reply is asked: {question}");
    assert_eq!(editor.prompt(&session, "make a.txt count further", never), "max_tokens");
    assert_eq!(editor.prompt(&session, "make a.txt count further", &mut always("sign")), "end_turn");
    assert_eq!(std::fs::read_to_string(root.join("a.txt")).unwrap(), "one\ntwo\n");
    let plan = editor.told.iter().rfind(|u| u["sessionUpdate"] == "plan").unwrap();
    assert_eq!(plan["entries"][0]["content"], "Change it");
    let words = editor.words();
    assert!(words.contains("\n> a.txt would count further.\n> 1 change applied."), "{words}");
    assert_eq!(words.matches("\n1 change applied.").count(), 1, "the product says it once: {words}");
}
