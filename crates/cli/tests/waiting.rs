//! While a model takes its time: the terminal says where the run stands, and Ctrl+C stops the run.

use crate::pty::Terminal;
use crate::world::{Server, binary, passed_over, run, until};
use countersign_testkit::{Answer, Drawing, ModelServer, Script};
use rustix::process::Signal;
use std::path::Path;
use std::process::Command;

/// A model that takes every request and answers none.
pub(crate) fn silent() -> (ModelServer, tokio::runtime::Runtime) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let answers = vec![Answer { never: true, ..Answer::default() }];
    let model = runtime.block_on(ModelServer::start(Script { answers, ..Script::default() })).unwrap();
    (model, runtime)
}

fn countersign(data: &Path, model: &ModelServer) -> Command {
    let mut command = binary();
    command.env("COUNTERSIGN_MODEL_URL", &model.url).env("COUNTERSIGN_MODEL", "test").env("TERM", "xterm");
    command.arg("--data").arg(data);
    command
}

#[test]
fn mode_stage_and_model_stand_in_one_line_and_ctrl_c_stops_the_run() {
    let (model, _runtime) = silent();
    let dir = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start(countersign(dir.path(), &model).args(["ask", "tell", "me", "a", "joke"]));
    terminal.until("Auto · Summarizing · test · ");
    terminal.signal(Signal::INT);
    terminal.until("Stopping the run …");
    terminal.until("Stopped. Nothing has been changed.");
    assert_eq!(terminal.child.wait().unwrap().code(), Some(1));
    // The run itself was stopped, not only who waited for it.
    let sessions = run(countersign(dir.path(), &model).args(["--json", "sessions"]), b"").json();
    let id = sessions["sessions"][0]["id"].as_str().unwrap();
    let session = run(countersign(dir.path(), &model).args(["--json", "sessions", "show", id]), b"").json();
    assert_eq!(session["runs"][0]["status"], "cancelled", "{session}");
}

#[test]
fn where_nobody_watches_nothing_is_written_over() {
    let (model, _runtime) = silent();
    for plain in [false, true] {
        let dir = tempfile::tempdir().unwrap();
        let mut command = countersign(dir.path(), &model);
        command.args(plain.then_some("--plain")).args(["ask", "add milk"]);
        let ran = run(&mut command, b"");
        assert_eq!((ran.err.as_str(), ran.code), ("", 2), "{ran:?}");
        assert!(!ran.out.contains(['\r', '\u{1b}']), "{ran:?}");
    }
}

#[test]
fn a_stopped_run_says_which_pictures_are_kept_and_what_was_spent() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let never = Drawing { when: Some("2 of 2".into()), never: true, ..Drawing::default() };
    let script = Script { drawings: vec![never, Drawing::default()], ..Script::default() };
    let model = runtime.block_on(ModelServer::start(script)).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let settings = serde_json::json!({
        "providers": { "p": { "kind": "openai", "baseUrl": model.url, "dialect": "compatible" } },
        "models": { "flux": { "provider": "p", "capabilities": ["image"] } },
    });
    std::fs::write(dir.path().join("models.json"), settings.to_string()).unwrap();
    let mut server = Server::start(dir.path());
    let plain = || {
        let mut command = binary();
        command.env("TERM", "xterm").arg("--data").arg(dir.path());
        command
    };
    let mut terminal = Terminal::start(plain().args(["image", "--count", "2", "a fox"]));
    terminal.until("Images · Painting · as pictures · ");
    until("the first picture", || run(plain().args(["images", "--json"]), b"").json()["total"] == 1);
    terminal.signal(Signal::INT);
    terminal.until("▧ ");
    terminal.until("The run was stopped. 1 picture was made before, and is kept. $0.0700 was spent.");
    assert_eq!(terminal.child.wait().unwrap().code(), Some(1));
    let shown = run(plain().args(["sessions", "show", "last"]), b"").out;
    assert!(shown.contains("> a fox\n  Stopped.\n▧ img-"), "{shown}");

    // A server that is gone says what is safe, as everywhere.
    let mut terminal = Terminal::start(plain().args(["image", "--count", "2", "a fox"]));
    terminal.until("Images · Painting · as pictures · ");
    server.kill();
    terminal.until("does not answer");
    terminal.until("What it acknowledged is safe.");
    let shown = run(plain().args(["sessions", "show", "last"]), b"").out;
    assert!(shown.contains("> a fox\n  Interrupted: "), "{shown}");
}

#[test]
fn ctrl_c_ends_a_command_that_a_rule_let_run_and_one_that_is_tried() {
    // Not in /tmp, which every sandbox hides.
    let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let (data, root) = (dir.path().join("data"), dir.path().join("project"));
    std::fs::create_dir_all(&root).unwrap();
    let script = root.join("slow.sh");
    std::fs::write(&script, "#!/bin/sh\necho begun > made.txt\nsleep 25\necho ended > made.txt\n").unwrap();
    std::fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let plain = || {
        let mut command = binary();
        command.env("TERM", "xterm").current_dir(&root).arg("--data").arg(&data);
        command
    };
    assert_eq!(run(plain().args(["workspace", "open", "."]), b"").code, 0);
    let made = run(plain().args(["rules", "add", "./slow.sh"]), b"");
    assert_eq!(made.code, 0, "{made:?}");
    if run(plain().args(["doctor"]), b"").out.contains("There is no sandbox") {
        return passed_over("no sandbox works here");
    }
    let mut terminal = Terminal::start(plain().args(["run", "./slow.sh"]));
    terminal.until("Running the command · ");
    terminal.signal(Signal::INT);
    terminal.until("Stopping the command …");
    terminal.until("Stopped by you, with all it had started.");
    assert_eq!(terminal.child.wait().unwrap().code(), Some(1));

    let mut terminal = Terminal::start(plain().args(["run", "--preview", "./slow.sh"]));
    terminal.until("Running the command · ");
    terminal.signal(Signal::INT);
    // Before it has begun, or before its end.
    terminal.until("Nothing has been changed.");
    assert_eq!(terminal.child.wait().unwrap().code(), Some(1));
}

/// What is pressed while a command is only proposed counts for what would have followed.
#[test]
fn ctrl_c_before_a_command_has_begun_keeps_it_from_being_run_or_tried() {
    let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let (data, root) = (dir.path().join("data"), dir.path().join("project"));
    std::fs::create_dir_all(&root).unwrap();
    let plain = || {
        let mut command = binary();
        command.env("TERM", "xterm").current_dir(&root).arg("--data").arg(&data);
        command
    };
    assert_eq!(run(plain().args(["workspace", "open", "."]), b"").code, 0);
    for how in ["--yes", "--preview"] {
        // Somebody else holds the database: the proposal waits for it.
        let other = rusqlite::Connection::open(data.join("countersign.db")).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        let mut terminal = Terminal::start(plain().args(["run", how, "touch made.txt"]));
        terminal.until("Running the command · ");
        terminal.signal(Signal::INT);
        terminal.until("Stopping the command …");
        other.execute_batch("ROLLBACK").unwrap();
        terminal.until("Stopped. Nothing has been changed.");
        assert_eq!(terminal.child.wait().unwrap().code(), Some(1), "{how}");
        assert!(!root.join("made.txt").exists(), "{how}");
        let inbox = run(plain().args(["inbox", "--json"]), b"").json();
        assert_eq!(inbox["change_sets"].as_array().unwrap().len(), 0, "{how}: {inbox}");
    }
}

#[test]
fn what_takes_long_is_in_no_other_verbs_way() {
    let (model, _runtime) = silent();
    let dir = tempfile::tempdir().unwrap();
    let other = |args: &[&str]| run(countersign(dir.path(), &model).args(args), b"");
    let mut terminal = Terminal::start(countersign(dir.path(), &model).args(["ask", "tell", "me", "a", "joke"]));
    terminal.until("Auto · Summarizing · test · ");
    assert_eq!(other(&["todos", "add", "old list"]).code, 0);
    terminal.signal(Signal::INT);
    terminal.until("Stopped. Nothing has been changed.");
    assert_eq!(terminal.end(), Some(1));
    assert_eq!(other(&["todos"]).code, 0);
}

#[test]
fn an_open_prompt_or_question_is_in_no_other_verbs_way() {
    let dir = tempfile::tempdir().unwrap();
    let other = |args: &[&str]| run(binary().arg("--data").arg(dir.path()).args(args), b"");
    let mut command = binary();
    let mut terminal = Terminal::start(command.env("TERM", "xterm").arg("--data").arg(dir.path()));
    terminal.until("> ");
    assert_eq!(other(&["todos", "add", "old list"]).code, 0);
    terminal.answers("delete old list");
    terminal.until("y sign, n reject");
    assert_eq!(other(&["todos", "add", "new list"]).code, 0);
    terminal.answers("y");
    terminal.until("Apply");
    terminal.answers("y");
    terminal.until("1 change applied.");
    terminal.answers("q");
    assert_eq!(terminal.end(), Some(0));
    // An answer at a question of a single verb, in a folder that nobody holds any more.
    let mut command = binary();
    command.env("TERM", "xterm").arg("--data").arg(dir.path()).args(["ask", "delete new list"]);
    let mut terminal = Terminal::start(&mut command);
    terminal.until("y sign, n reject");
    assert!(other(&["todos"]).out.contains("new list"));
    terminal.answers("q");
    assert_eq!(terminal.end(), Some(2));
    assert!(other(&["inbox"]).out.contains("delete new list"));
}
