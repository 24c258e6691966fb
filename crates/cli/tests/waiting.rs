//! While a model takes its time: the terminal says where the run stands, and Ctrl+C stops the run.

use crate::pty::Terminal;
use crate::world::{binary, run};
use countersign_testkit::{Answer, ModelServer, Script};
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
