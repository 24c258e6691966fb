//! The full-screen client in a real terminal, as a client of a real server.

use crate::pty::Terminal;
use crate::waiting::silent;
use crate::world::{Server, binary, http, run, until};
use rustix::process::Signal;
use serde_json::json;
use std::path::Path;
use std::process::Command;

/// `countersign desk` with a terminal of its own to control.
fn desk(data: &Path, args: &[&str]) -> Command {
    let mut command = Command::new("setsid");
    for (name, value) in binary().get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.arg("--ctty").arg(binary().get_program()).env("TERM", "xterm-256color");
    command.arg("--data").arg(data).arg("desk").args(args);
    command
}

fn todos(data: &Path) -> Vec<String> {
    let said = run(binary().arg("--data").arg(data).args(["--json", "todos"]), b"").json();
    said["todos"].as_array().unwrap().iter().map(|todo| todo["title"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_sentence_is_proposed_signed_applied_and_the_terminal_given_back() {
    let dir = tempfile::tempdir().unwrap();
    let mut server = Server::start(dir.path());
    let mut terminal = Terminal::sized(&mut desk(dir.path(), &[]), 120, 40);
    terminal.sees("What should change?");
    terminal.sees("Nothing is waiting.");
    terminal.types("add milk tomorrow\r");
    terminal.sees("Enter: review what is proposed");
    // However long somebody reads: what is typed is the next message, and decides nothing.
    terminal.types("buy any apples");
    terminal.sees("> buy any apples");
    assert_eq!(todos(dir.path()), [""; 0]);
    terminal.types("\u{15}\r");
    // The keys stand there once they decide.
    terminal.sees("y sign  n reject");
    assert!(terminal.screen().contains("Nothing has been changed."), "{}", terminal.screen());
    assert_eq!(todos(dir.path()), [""; 0]);
    terminal.types("y");
    terminal.sees("signed");
    assert!(terminal.screen().contains("a Apply 1"), "{}", terminal.screen());
    terminal.types("a");
    terminal.sees("1 change applied.");
    terminal.sees_no_more("Nothing has been changed.");
    assert_eq!(todos(dir.path()), ["milk"]);
    // The ledger proposes to take it back; that deletes, so it is asked about.
    terminal.types("gl");
    terminal.sees("can be undone");
    terminal.types("u");
    terminal.sees("would take it back. Nothing has been changed.");
    terminal.types("ya");
    terminal.sees("Delete 1 todo? y goes on");
    terminal.types("y");
    terminal.sees("1 change applied.");
    assert_eq!(todos(dir.path()), [""; 0]);
    terminal.types("q");
    assert_eq!(terminal.end(), Some(0));
    terminal.is_given_back();
    server.stop();
}

#[test]
fn what_is_decided_elsewhere_shows_at_once_and_a_server_that_was_away_is_found_again() {
    let dir = tempfile::tempdir().unwrap();
    let mut server = Server::start(dir.path());
    let operations =
        json!({ "operations": [{ "op": "create", "title": "first" }, { "op": "create", "title": "second" }] });
    let (_, set) = http(server.port, &server.token, "POST", "/api/change-sets", Some(&operations), None).unwrap();
    let mut terminal = Terminal::sized(&mut desk(dir.path(), &["1"]), 120, 40);
    terminal.sees("y sign  n reject");
    let items = json!([{ "item": 2, "digest": set["items"][1]["digest"] }]);
    let rejected = json!({ "verdict": "rejected", "items": items });
    http(server.port, &server.token, "POST", "/api/change-sets/1/decisions", Some(&rejected), None).unwrap();
    terminal.sees("rejected");
    server.kill();
    terminal.sees("The server does not answer. Nothing has been changed.");
    // The new one listens elsewhere, under another token.
    let mut server = Server::start(dir.path());
    terminal.sees_no_more("The server does not answer.");
    terminal.types("y");
    terminal.sees("signed");
    // Half of it at a time where it is narrow, and all of it again.
    terminal.resize(60, 20);
    terminal.sees_no_more("[Auto]");
    // Drawn anew by the program, not only cut by the terminal: its keys take two lines now.
    terminal.sees("q close");
    terminal.types("\t");
    terminal.sees("[Auto]");
    terminal.resize(120, 40);
    terminal.sees("a Apply 1");
    // Something waits: the exit code says so, as everywhere.
    terminal.types("\u{4}");
    assert_eq!(terminal.end(), Some(2));
    terminal.is_given_back();
    server.stop();
}

#[test]
fn without_a_server_the_desk_shares_the_folder_and_sigterm_gives_the_terminal_back() {
    let dir = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::sized(&mut desk(dir.path(), &[]), 80, 24);
    terminal.sees("What should change?");
    // Another verb is in nobody's way, and what it does shows here.
    let mut add = binary();
    assert_eq!(run(add.arg("--data").arg(dir.path()).args(["todos", "add", "\u{1b}[2Jrent"]), b"").code, 0);
    terminal.types("\u{1b}");
    terminal.sees("j k message");
    terminal.types("gt");
    terminal.sees("␛[2Jrent");
    terminal.signal(Signal::TERM);
    assert_eq!(terminal.end(), Some(0));
    terminal.is_given_back();
    assert!(!dir.path().join("countersign.db-server").exists());
}

#[test]
fn a_run_says_where_it_stands_and_another_message_or_ctrl_c_stops_it() {
    let (model, _runtime) = silent();
    let dir = tempfile::tempdir().unwrap();
    let mut command = desk(dir.path(), &[]);
    command.env("COUNTERSIGN_MODEL_URL", &model.url).env("COUNTERSIGN_MODEL", "test");
    let mut terminal = Terminal::sized(&mut command, 120, 40);
    terminal.sees("What should change?");
    terminal.types("tell me a joke\r");
    terminal.sees("Auto · Summarizing · test");
    terminal.types("tell me another\r");
    terminal.sees("› tell me another");
    terminal.sees("Stopped. Nothing has been changed.");
    terminal.sees("Auto · Summarizing · test");
    terminal.types("\u{3}");
    terminal.sees_no_more("Auto · Summarizing · test");
    // Closed at once: what was asked for before is done all the same.
    terminal.types("\u{4}");
    assert_eq!(terminal.end(), Some(0));
    let mut show = binary();
    let sessions = run(show.arg("--data").arg(dir.path()).args(["--json", "sessions", "show", "last"]), b"").json();
    let runs = sessions["runs"].as_array().unwrap();
    assert_eq!(
        runs.iter().map(|run| run["status"].as_str().unwrap()).collect::<Vec<_>>(),
        ["cancelled"; 2],
        "{sessions}"
    );
}

#[test]
fn where_there_is_no_screen_to_draw_on_it_says_what_to_use_instead() {
    let dir = tempfile::tempdir().unwrap();
    let ran = run(binary().arg("--data").arg(dir.path()).arg("desk"), b"");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("needs a terminal") && ran.err.contains("countersign ask"), "{ran:?}");
    let ran = run(binary().arg("--data").arg(dir.path()).args(["--json", "desk"]), b"");
    assert_eq!((ran.code, &ran.json()["error"]), (1, &json!("no_terminal")));
    let mut terminal = Terminal::start(&mut desk(dir.path(), &["--plain"]));
    terminal.until("--plain never does.");
    terminal.until("countersign ask");
    assert_eq!(terminal.end(), Some(1));
    assert!(!dir.path().join("countersign.db").exists(), "nothing is begun");
}

/// The desk of a folder with the keyboard on what was just proposed.
fn reviewing(data: &Path) -> Terminal {
    let mut terminal = Terminal::sized(&mut desk(data, &[]), 120, 40);
    terminal.sees("What should change?");
    terminal.types("add milk tomorrow\r");
    terminal.sees("Enter: review what is proposed");
    terminal.types("\r");
    terminal.sees("y sign  n reject");
    terminal
}

#[test]
fn what_comes_marked_is_put_off_when_its_mark_is_taken_away() {
    let dir = tempfile::tempdir().unwrap();
    let mut server = Server::start(dir.path());
    let mut terminal = reviewing(dir.path());
    let status = || {
        let (_, set) = http(server.port, &server.token, "GET", "/api/change-sets/1", None, None).unwrap();
        (set["items"][0]["preselected"].clone(), set["items"][0]["status"].clone())
    };
    assert_eq!(status(), (json!(true), json!("pending")));
    for (key, word, seen) in [
        ("u", "deferred", "  deferred"),
        ("y", "confirmed", "  signed"),
        ("u", "pending", "  marked"),
        ("u", "deferred", "  deferred"),
    ] {
        terminal.types(key);
        until(word, || status().1 == word);
        terminal.sees(seen);
    }
    terminal.types("q");
    assert_eq!(terminal.end(), Some(2));
    server.stop();
}

#[test]
fn a_date_is_edited_in_words_and_what_was_not_understood_stays_in_the_line() {
    let dir = tempfile::tempdir().unwrap();
    let mut server = Server::start(dir.path());
    let mut terminal = reviewing(dir.path());
    let date = || {
        let (_, set) = http(server.port, &server.token, "GET", "/api/change-sets/1", None, None).unwrap();
        set["items"][0]["op"]["scheduledFor"].as_str().unwrap().parse::<jiff::civil::Date>().unwrap()
    };
    let tomorrow = date();
    // The second field that it has is its date.
    terminal.types("e\t");
    terminal.types(&"\u{7f}".repeat(12));
    terminal.types("fridey\r");
    terminal.sees("date: “fridey” was not understood");
    assert_eq!(date(), tomorrow);
    terminal.types("\u{7f}\u{7f}ay\r");
    until("the date is a Friday", || date() != tomorrow || tomorrow.weekday() == jiff::civil::Weekday::Friday);
    assert_eq!(date().weekday(), jiff::civil::Weekday::Friday);
    terminal.types("q");
    assert_eq!(terminal.end(), Some(2));
    server.stop();
}
