//! Agents from the terminal with a scripted model server, and `kill -9` of the server at every
//! boundary of a step: the run goes on where it was stored, and ends as if nothing had happened.

use crate::world::{Ran, Server, binary, http, run, until};
use countersign_testkit::{Answer, ModelServer, Script, When};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

/// A data folder, a workspace `project` with `a.txt`, and a model that gives these replies.
pub(crate) struct World {
    dir: tempfile::TempDir,
    pub(crate) model: ModelServer,
    // The model server lives in it.
    _runtime: tokio::runtime::Runtime,
}

impl World {
    pub(crate) fn new(answers: Vec<Answer>) -> Self {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(dir.path().join("project")).unwrap();
        std::fs::write(dir.path().join("project/a.txt"), "one\n").unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let model = runtime.block_on(ModelServer::start(Script { answers, ..Script::default() })).unwrap();
        Self { dir, model, _runtime: runtime }
    }

    pub(crate) fn data(&self) -> std::path::PathBuf {
        self.dir.path().join("data")
    }

    pub(crate) fn command(&self) -> std::process::Command {
        let mut command = binary();
        command.env("COUNTERSIGN_MODEL_URL", &self.model.url).env("COUNTERSIGN_MODEL", "test");
        command.current_dir(self.dir.path().join("project"));
        command
    }

    fn run(&self, args: &[&str]) -> Ran {
        let mut command = self.command();
        command.arg("--data").arg(self.data()).args(args);
        run(&mut command, b"")
    }

    fn open(&self) {
        let opened = self.run(&["workspace", "open", "."]);
        assert_eq!(opened.code, 0, "{opened:?}");
    }
}

fn text(reply: &Value) -> Answer {
    Answer::text(reply.to_string()).once()
}

fn call(tool: &str, args: Value) -> Answer {
    text(&json!({ "thinking": "so", "action": "next_step", "tool": tool, "args": args }))
}

fn done(message: &str) -> Answer {
    text(&json!({ "action": "complete", "message": message }))
}

fn summary() -> Answer {
    text(&json!({ "log_entry": { "action": "Wrote b.txt", "details": "d", "result": "r" } }))
}

/// A run of two writes in three steps, as the model answers it.
pub(crate) fn replies() -> Vec<Answer> {
    vec![
        text(
            &json!({ "task_list": [{ "description": "Read a" }, { "description": "Write b" }, { "description": "Write c" }] }),
        ),
        call("read_file", json!({ "path": "a.txt" })),
        done("read"),
        call("write_file", json!({ "path": "b.txt", "content": "b\n" })),
        done("b"),
        call("write_file", json!({ "path": "c.txt", "content": "c\n" })),
        done("c"),
        summary(),
    ]
}

#[test]
fn a_run_is_shown_step_by_step_waits_and_goes_on() {
    let w = World::new(replies());
    w.open();
    let ran = w.run(&["agent", "1. read a\n2. write b\n3. write c"]);
    assert_eq!(
        ran.out,
        "\
· 1. Read a (to do)
· 2. Write b (to do)
· 3. Write c (to do)
🚧 1. Read a (working)
  │ so
    read_file {\"path\":\"a.txt\"} → one
✓ 1. Read a (done)
🚧 2. Write b (working)
  │ so
    write_file {\"path\":\"b.txt\",\"content\":\"b\\n\"} → waits for your signature
✓ 2. Write b (done)
2 done, 1 left, 1 change queued.
Next: countersign continue · continue --auto (without waiting) · continue --stop
"
    );
    assert_eq!(ran.code, 2);
    let ran = w.run(&["continue"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.out.starts_with("🚧 3. Write c (working)\n"), "{}", ran.out);
    assert!(ran.out.contains("3 of 3 steps done. 2 changes wait for your signature."), "{}", ran.out);
    assert!(ran.out.contains("\n  Action: “Wrote b.txt”\n  Details: “d”\n"), "{}", ran.out);
    assert!(
        ran.out.ends_with("continue --summary edit --action \"…\" --details \"…\" · continue --summary discard\n"),
        "{}",
        ran.out
    );
    for unclear in [
        &["continue", "--summary", "perhaps"][..],
        &["continue", "--summary", "edit"],
        &["continue", "hmm"],
        &["continue", "--auto"],
    ] {
        let ran = w.run(unclear);
        assert!(ran.out.contains("not kept yet"), "unclear is asked again: {ran:?}");
        assert!(ran.err.contains("Nothing was kept.") && ran.err.contains("--summary save"), "{ran:?}");
    }
    let ran = w.run(&["continue", "no"]);
    assert!(ran.out.contains("The summary is discarded."), "{ran:?}");
    // As any set is shown, with what its files become.
    assert!(ran.out.contains("+b") && ran.out.contains("+c"), "{ran:?}");
    assert!(!ran.out.contains("\"op\"") && !ran.out.contains("digest"), "{ran:?}");
    assert!(!w.dir.path().join("project/b.txt").exists());
    assert_eq!(w.run(&["sign", "1", "all"]).code, 2);
    let applied = w.run(&["apply", "1"]);
    assert_eq!(applied.code, 0, "{applied:?}");
    assert_eq!(std::fs::read_to_string(w.dir.path().join("project/c.txt")).unwrap(), "c\n");
    let nothing = w.run(&["continue"]);
    assert_eq!((nothing.code, nothing.err.contains("No agent's run waits.")), (1, true), "{nothing:?}");
    assert_eq!(w.run(&["verify"]).code, 0);
}

#[test]
fn a_plan_that_a_model_mended_is_saved_as_it_was_shown() {
    let w = World::new(Vec::new());
    assert_eq!(w.run(&["sessions", "new", "Rent"]).code, 0);
    let name = w.dir.path().join("plan.md");
    let name = name.to_str().unwrap();
    assert_eq!(w.run(&["plan", "export", "-o", name]).code, 0);
    let sound = std::fs::read_to_string(name).unwrap();
    let mended = sound.replacen("_No goal defined yet._", "Pay the rent", 1);
    assert_ne!(sound, mended);
    let w = World {
        model: w
            ._runtime
            .block_on(ModelServer::start(Script {
                answers: vec![Answer::text(mended.clone()).once()],
                ..Script::default()
            }))
            .unwrap(),
        ..w
    };
    std::fs::write(name, "milk, eggs\n").unwrap();
    assert_eq!(w.run(&["plan", "import", name, "--mend", "--yes"]).code, 1);
    let out = w.dir.path().join("mended.md");
    let out = out.to_str().unwrap();
    let shown = w.run(&["plan", "import", name, "--mend", "-o", out]);
    assert_eq!(shown.code, 2, "{shown:?}");
    assert!(shown.out.contains("+ Pay the rent") && shown.out.contains("--yes"), "{shown:?}");
    // The model is not asked again: it has no more to say.
    let saved = w.run(&["plan", "import", out, "--yes"]);
    assert_eq!(saved.code, 0, "{saved:?}");
    assert!(w.run(&["plan", "show"]).out.contains("Pay the rent"));
}

#[test]
fn plain_steps_have_words_for_symbols() {
    let w = World::new(replies());
    w.open();
    let began = w.run(&["--plain", "agent", "- read a\n- write b\n- write c"]);
    let ended = w.run(&["--plain", "continue"]);
    for ran in [&began, &ended] {
        assert!(!ran.out.contains(['🚧', '✓', '❌', '→', '▶', '✗', '│']), "{}", ran.out);
    }
    assert!(began.out.contains("1. Read a (done)\n2. Write b (working)\n"), "{}", began.out);
    assert!(began.out.contains(": waits for your signature"), "{}", began.out);
}

#[test]
fn what_is_said_to_the_last_conversation_reaches_no_other() {
    let w = World::new([replies(), vec![Answer::text("Hello.")]].concat());
    w.open();
    assert_eq!(w.run(&["agent", "- read a\n- write b\n- write c"]).code, 2);
    assert_eq!(w.run(&["continue"]).code, 2);
    let other = w.run(&["--json", "ask", "--mode", "chat", "hello"]);
    assert!(other.out.contains("session"), "{other:?}");
    for args in [&["continue", "--summary", "discard"][..], &["continue", "yes"], &["continue"]] {
        let ran = w.run(args);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.err.contains("Nothing waits in the last conversation."), "{ran:?}");
        assert!(ran.err.contains("countersign continue --session "), "{ran:?}");
    }
    let hint = w.run(&["continue"]).err;
    let session = hint.split("--session ").nth(1).unwrap().trim();
    let kept = w.run(&["continue", "--session", session, "--summary", "edit", "--action", "Wrote two files"]);
    assert!(kept.out.contains("The summary is kept."), "{kept:?}");
    let value: Value = serde_json::from_str(&w.run(&["--json", "sessions", "show", session]).out).unwrap();
    assert!(value.to_string().contains("Wrote two files"), "{value}");
}

#[test]
fn json_is_one_object_a_line_and_the_last_is_the_run() {
    let w = World::new(vec![call("read_file", json!({ "path": "a.txt" })), done("It says one.")]);
    w.open();
    let ran = w.run(&["agent", "--json", "What does a.txt say?"]);
    let lines: Vec<Value> = ran.out.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let names: Vec<&str> = lines.iter().filter_map(|l| l["event"].as_str()).filter(|n| *n != "usage").collect();
    assert_eq!(
        names,
        ["stage", "stage", "step", "thinking", "tool", "tool", "step", "trace", "said", "summary", "result", "done"],
        "{}",
        ran.out
    );
    let last = lines.last().unwrap();
    assert_eq!(
        (&last["run"]["text"], &last["run"]["said"], &last["run"]["status"], ran.code),
        (&json!("Nothing has been changed."), &json!("It says one."), &json!("done"), 0)
    );
}

#[test]
fn each_call_is_allowed_by_its_number() {
    let read = |path: &str| json!({ "name": "read_file", "args": { "path": path } });
    let both = json!({ "action": "next_step", "tool_calls": [read("a.txt"), read("no.txt")] });
    let w = World::new(vec![text(&both), done("I read one.")]);
    w.open();
    let ran = w.run(&["agent", "--ask", "read_file", "Read both"]);
    assert!(ran.out.contains("1. read_file") && ran.out.contains("2. read_file"), "{ran:?}");
    let unclear = w.run(&["continue", "the", "first"]);
    assert_eq!(unclear.code, 1, "{unclear:?}");
    let ran = w.run(&["--json", "continue", "1"]);
    let last: Value = serde_json::from_str(ran.out.lines().last().unwrap()).unwrap();
    let tools = last["run"]["agent"]["tools"].as_array().unwrap().iter();
    assert_eq!(tools.map(|t| t["status"].clone()).collect::<Vec<_>>(), ["completed", "denied"], "{ran:?}");
}

#[test]
fn without_a_model_an_agent_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let mut command = binary();
    command.env("COUNTERSIGN_MODEL_URL", "").arg("--data").arg(dir.path()).args(["--json", "agent", "do it"]);
    let ran = run(&mut command, b"");
    assert_eq!(ran.code, 1);
    assert!(format!("{}{}", ran.out, ran.err).contains("no_model"), "{ran:?}");
}

/// Starts the message, and returns the run.
fn begin(server: &Server, data: &Path) -> String {
    let root = data.parent().unwrap().join("project");
    let opened =
        http(server.port, &server.token, "POST", "/api/workspaces", Some(&json!({ "root": root })), None).unwrap();
    assert_eq!(opened.0, 201, "{opened:?}");
    let body = json!({ "message": "- read a\n- write b\n- write c", "mode": "agent", "agent": { "auto": true } });
    let (status, run) = http(server.port, &server.token, "POST", "/api/runs", Some(&body), None).unwrap();
    assert_eq!(status, 202, "{run}");
    run["run"].as_str().unwrap().to_owned()
}

/// Waits until the run ends, by following its events to their end.
fn ended(server: &Server, id: &str) -> Value {
    loop {
        // The stream ends with the run; it is no JSON, and only waited for.
        let _ = http(server.port, &server.token, "GET", &format!("/api/runs/{id}/events"), None, None);
        let (_, run) = http(server.port, &server.token, "GET", &format!("/api/runs/{id}"), None, None).unwrap();
        if run["status"] != "running" {
            return run;
        }
    }
}

/// What matters of a run's end.
fn outcome(server: &Server, run: &Value) -> Value {
    let set = run["change_set"].as_i64().unwrap_or_else(|| panic!("{run}"));
    let (_, set) = http(server.port, &server.token, "GET", &format!("/api/change-sets/{set}"), None, None).unwrap();
    let items: Vec<Value> = set["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|i| json!([i["op"]["op"], i["op"]["path"], i["op"]["content"]]))
        .collect();
    json!([run["text"], run["agent"]["steps"], items, set["id"]])
}

#[test]
fn a_server_killed_at_any_boundary_of_a_step_goes_on_where_it_was() {
    let serve = |w: &World| Server::start_with(&w.data(), w.command());
    let straight = World::new(replies());
    let server = serve(&straight);
    let id = begin(&server, &straight.data());
    let expected = outcome(&server, &ended(&server, &id));
    // The model says nothing, or begins and says no more, at its call number `at`, until the server was
    // killed and began anew.
    let silent = Answer { never: true, ..Answer::default() };
    for (at, broken) in (0..replies().len()).flat_map(|at| {
        let begun = Answer { stall_after: Some(1), ..replies()[at].clone() };
        [(at, silent.clone()), (at, begun)]
    }) {
        let half = broken.stall_after.is_some();
        let mut answers = replies();
        answers.insert(at, Answer { times: Some(1), ..broken });
        let w = World::new(answers);
        let mut server = serve(&w);
        let id = begin(&server, &w.data());
        until("the call", || w.model.calls().len() > at);
        server.kill();
        let server = serve(&w);
        let run = ended(&server, &id);
        assert_eq!(run["status"], "done", "killed at call {at}, {half}: {run}");
        assert_eq!(outcome(&server, &run), expected, "killed at call {at}, {half}");
        assert_eq!(w.model.calls().len(), replies().len() + 1, "killed at call {at}, {half}: one call is asked twice");
        let (_, verified) = http(server.port, &server.token, "GET", "/api/ledger/verify", None, None).unwrap();
        assert_eq!(verified["ok"], true, "{verified}");
    }
}

/// The same run from a model that answers what it is asked, however often and after whatever.
fn steady() -> Vec<Answer> {
    let when = |answer: Answer, message: &str, schema: &str| {
        let part = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        Answer { when: When { message: part(message), schema: part(schema), system: None }, times: None, ..answer }
    };
    let plan = text(
        &json!({ "task_list": [{ "description": "Read a" }, { "description": "Write b" }, { "description": "Write c" }] }),
    );
    vec![
        when(plan, "", "task_list"),
        when(summary(), "", "work_summary"),
        when(done("It says one."), "Tool result: [1] ✓\n```\none", ""),
        when(done("It is proposed."), "Tool result: [1] ✓ Proposal queued", ""),
        when(call("read_file", json!({ "path": "a.txt" })), "Current task: Read a", ""),
        when(call("write_file", json!({ "path": "b.txt", "content": "b\n" })), "Current task: Write b", ""),
        when(call("write_file", json!({ "path": "c.txt", "content": "c\n" })), "Current task: Write c", ""),
    ]
}

/// `COUNTERSIGN_TEST_KILLS` says how often; fifty are what issue 5 asks for, and what
/// `COUNTERSIGN_LONG=1` does.
#[test]
fn a_server_killed_at_any_moment_ends_as_if_nothing_had_happened() {
    let long = std::env::var("COUNTERSIGN_LONG").is_ok_and(|v| v == "1");
    let kills = std::env::var("COUNTERSIGN_TEST_KILLS").ok().and_then(|n| n.parse().ok());
    let kills: u32 = kills.unwrap_or(if long { 56 } else { 8 });
    let serve = |w: &World| Server::start_with(&w.data(), w.command());
    let straight = World::new(steady());
    let server = serve(&straight);
    let id = begin(&server, &straight.data());
    let expected = outcome(&server, &ended(&server, &id));
    let mut cut = 0;
    for n in 0..kills {
        let w = World::new(steady());
        let mut server = serve(&w);
        let id = begin(&server, &w.data());
        // After so many calls, and then a little later: at a call, in it, or between two.
        let calls = usize::try_from(n % 8).unwrap();
        until("the call", || w.model.calls().len() >= calls);
        std::thread::sleep(Duration::from_millis(u64::from(n / 8 * 2)));
        server.kill();
        cut += u32::from(w.model.calls().len() < 8);
        let server = serve(&w);
        let run = ended(&server, &id);
        assert_eq!(run["status"], "done", "kill {n}: {run}");
        assert_eq!(outcome(&server, &run), expected, "kill {n}");
        let (_, verified) = http(server.port, &server.token, "GET", "/api/ledger/verify", None, None).unwrap();
        assert_eq!(verified["ok"], true, "{verified}");
    }
    assert!(cut * 2 >= kills, "only {cut} of {kills} cut a run off");
}

/// What a run told, as a client of its own hears it, to the end.
fn heard(port: u16, token: &str, id: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let head = format!(
        "GET /api/runs/{id}/events HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut all = String::new();
    stream.read_to_string(&mut all).unwrap();
    // A quiet moment differs from client to client.
    let (_, events) = all.split_once("\r\n\r\n").unwrap();
    events.split("\n\n").filter(|event| event.contains("id:")).collect::<Vec<_>>().join("\n")
}

#[test]
fn two_clients_in_one_conversation_see_the_same_and_do_nothing_twice() {
    let question = text(&json!({ "action": "ask_user", "question": "Which file?" }));
    let write = call("write_file", json!({ "path": "b.txt", "content": "b\n" }));
    let w = World::new(vec![question, write, done("Proposed."), summary()]);
    let server = Server::start_with(&w.data(), w.command());
    let (port, token) = (server.port, server.token.clone());
    let ask =
        |method: &str, path: &str, body: Option<Value>| http(port, &token, method, path, body.as_ref(), None).unwrap();
    ask("POST", "/api/workspaces", Some(json!({ "root": w.dir.path().join("project") })));
    let (_, run) = ask("POST", "/api/runs", Some(json!({ "message": "Write the file", "mode": "agent" })));
    let id = run["run"].as_str().unwrap().to_owned();
    assert_eq!(ended(&server, &id)["status"], "waiting");
    // Both answer at once: one is heard, the other is told.
    let both = |method: &'static str, path: String, bodies: [Value; 2]| {
        std::thread::scope(|scope| {
            let sent = bodies.map(|body| scope.spawn(|| ask(method, &path, Some(body))));
            sent.map(|one| one.join().unwrap())
        })
    };
    let answer = |text: &str| json!({ "kind": "answer", "text": text });
    let told = both("POST", format!("/api/runs/{id}/input"), [answer("b.txt"), answer("c.txt")]);
    let mut codes = [told[0].0, told[1].0];
    codes.sort_unstable();
    assert_eq!(codes, [200, 409], "{told:?}");
    let (one, two) = std::thread::scope(|scope| {
        let hear = || scope.spawn(|| heard(port, &token, &id));
        let (one, two) = (hear(), hear());
        (one.join().unwrap(), two.join().unwrap())
    });
    assert!(one == two && one.contains("Proposed.") && one.contains("Which file?"), "{one}\n---\n{two}");
    let run = ended(&server, &id);
    assert_eq!(run["status"], "done", "{run}");
    // Both sign at once, each with its own key.
    let set = run["change_set"].to_string();
    let (_, shown) = ask("GET", &format!("/api/change-sets/{set}"), None);
    let sign = json!([{ "item": 1, "digest": shown["items"][0]["digest"] }]);
    let body = json!({ "digest": shown["digest"], "sign": sign });
    let told = both("POST", format!("/api/change-sets/{set}/apply"), [body.clone(), body]);
    assert!(told.iter().any(|(status, _)| *status == 200), "{told:?}");
    assert_eq!(std::fs::read_to_string(w.dir.path().join("project/b.txt")).unwrap(), "b\n");
    let (_, ledger) = ask("GET", "/api/ledger?kind=applied", None);
    assert_eq!(ledger["entries"].as_array().unwrap().len(), 1, "{ledger}");
    let (_, after) = ask("GET", &format!("/api/change-sets/{set}"), None);
    assert_eq!(after["items"][0]["status"], "applied", "{told:?}");
    assert_eq!(w.model.calls().len(), 4, "nothing was asked twice");
    assert_eq!(ask("GET", "/api/ledger/verify", None).1["ok"], true);
}

#[test]
fn three_files_become_a_summary_file_under_signature_and_the_transcript_says_how() {
    // The request says it all: they are read unasked, and the model is asked once.
    let written = json!({ "path": "summary.txt", "content": "One, two and three.\n" });
    let w = World::new(vec![call("write_file", written)]);
    let project = w.dir.path().join("project");
    std::fs::write(project.join("b.txt"), "two\n").unwrap();
    std::fs::write(project.join("c.txt"), "three\n").unwrap();
    w.open();
    assert_eq!(w.run(&["settings", "set", "mirror", "on"]).code, 0);
    let ran = w.run(&["agent", "Read a.txt, b.txt and c.txt and write a summary into summary.txt"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(!project.join("summary.txt").exists());
    assert_eq!(w.run(&["continue", "--summary", "yes"]).code, 2);
    assert_eq!(w.run(&["sign", "1", "all"]).code, 2);
    assert_eq!(w.run(&["apply", "1"]).code, 0);
    assert_eq!(std::fs::read_to_string(project.join("summary.txt")).unwrap(), "One, two and three.\n");
    let mut folders = std::fs::read_dir(w.data().join("sessions")).unwrap();
    let log = std::fs::read_to_string(folders.next().unwrap().unwrap().path().join("chat_history.log")).unwrap();
    // Each line begins with its moment.
    let said = log.lines().map(|line| line.split_once("] ").map_or(line, |(_, said)| said));
    // The plan document has moments and a number of its own; it is tested elsewhere.
    let said: Vec<&str> = said.filter(|line| !line.starts_with("SYSTEM: ---")).collect();
    insta::assert_snapshot!(said.join("\n"));
    assert_eq!(w.model.violations(), Vec::<String>::new());
    assert_eq!(w.run(&["verify"]).code, 0);
}

/// To whoever is asked to write this file.
fn writes(path: &str, content: &str) -> Answer {
    let call = json!({ "action": "next_step", "tool": "write_file", "args": { "path": path, "content": content } });
    let when = When { message: Some(format!("Now write the file {path}.")), ..When::default() };
    Answer { when, ..Answer::text(call.to_string()) }
}

#[test]
fn a_request_is_split_listed_edited_begun_and_one_is_tried_again() {
    let bad = Answer { when: writes("b.txt", "").when, times: Some(2), ..Answer::status(400, "no") };
    let w = World::new(vec![writes("a.txt", "1\n"), bad, writes("b.txt", "2\n"), writes("c.txt", "3\n")]);
    for name in ["b.txt", "c.txt"] {
        std::fs::write(w.dir.path().join("project").join(name), "x\n").unwrap();
    }
    w.open();
    let ran = w.run(&["agent", "--split", "Fix the spelling in a.txt, b.txt and c.txt"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    for line in ["Found 3 sub-tasks:", "1. Fix the spelling", "[a.txt]", "A several at once", "continue --start A"] {
        assert!(ran.out.contains(line), "{line}: {ran:?}");
    }
    let ran = w.run(&["continue", "--granularity", "coarse"]);
    assert!(ran.out.contains("Found 2 sub-tasks:"), "{ran:?}");
    let ran = w.run(&["continue", "--granularity", "fine"]);
    assert!(ran.out.contains("Found 3 sub-tasks:"), "{ran:?}");
    let ran = w.run(&["continue", "--keep", "2,1"]);
    assert!(ran.out.contains("Found 2 sub-tasks:"), "{ran:?}");
    // Said again what it waits for, and nothing is begun by that.
    let ran = w.run(&["continue"]);
    assert!(ran.out.contains("Found 2 sub-tasks:") && w.model.calls().is_empty(), "{ran:?}");
    let ran = w.run(&["continue", "--start", "b"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.out.contains("2. Fix the spelling") && ran.out.contains("(failed)"), "{ran:?}");
    let ran = w.run(&["--json", "continue", "--retry", "2"]);
    assert_eq!(ran.code, 2, "a set waits: {ran:?}");
    let last: Value = serde_json::from_str(ran.out.lines().last().unwrap()).unwrap();
    assert_eq!(last["run"]["text"], "2 of 2 sub-tasks done. 2 changes wait for your signature.", "{ran:?}");
    let events: Vec<&str> = ran.out.lines().filter(|line| line.contains("\"subtask\"")).collect();
    assert!(!events.is_empty(), "{ran:?}");
}
