//! `serve`, `open`, and verbs that find a running server.

use crate::project::Project;
use crate::world::{Server, World, binary, http, run, until};
use serde_json::{Value, json};
use std::process::Command;

#[test]
fn a_verb_asks_the_server_that_runs() {
    let world = World::new();
    let server = Server::start(world.dir.path());
    let verb = |args: &[&str]| run(binary().arg("--data").arg(world.dir.path()).args(args), b"");
    let added = verb(&["todos", "add", "Pay rent", "--json"]);
    assert_eq!(added.code, 0, "{added:?}");
    let (_, all) = http(server.port, &server.token, "GET", "/api/todos/all", None, None).unwrap();
    assert_eq!(all["todos"][0]["title"], "Pay rent");
    let (_, log) = http(server.port, &server.token, "GET", "/api/ledger?kind=applied", None, None).unwrap();
    assert_eq!(log["entries"][0]["actor"], json!({"kind": "user", "via": "terminal"}));

    let opened = verb(&["open"]);
    assert!(opened.out.starts_with(&format!("http://127.0.0.1:{}/?token=", server.port)), "{opened:?}");

    let verdict = |port: u16| {
        verb(&["explain", "command", &format!("curl http://localhost:{port}/"), "--json"]).json()["verdict"].clone()
    };
    assert_eq!((verdict(server.port), verdict(1)), (json!("never"), json!("prompt")), "other servers can be asked");

    let second = verb(&["serve"]);
    assert_eq!((second.code, second.out.as_str()), (1, ""));
    assert!(second.err.contains(&format!("http://127.0.0.1:{}", server.port)), "{}", second.err);

    // The server's clock is not the caller's to set.
    let fixed = world.run(&["todos", "--json"]);
    assert_eq!((fixed.code, &fixed.json()["error"]), (1, &json!("clock_is_the_servers")));
}

/// Verbs that have the folder one after the other are waited for.
#[test]
fn a_server_waits_until_others_are_done_with_the_folder() {
    let world = World::new();
    assert_eq!(world.run(&["todos", "add", "Pay rent"]).code, 0);
    let held = std::fs::File::open(world.dir.path().join("lock")).unwrap();
    held.lock().unwrap();
    let (begun, other) = (std::time::Instant::now(), std::time::Duration::from_millis(1_500));
    std::thread::scope(|scope| {
        scope.spawn(move || {
            std::thread::sleep(other);
            drop(held);
        });
        let server = Server::start(world.dir.path());
        assert!(begun.elapsed() >= other);
        assert_eq!(http(server.port, &server.token, "GET", "/api/todos/all", None, None).unwrap().0, 200);
    });
}

#[test]
fn a_taken_port_is_said_and_changes_nothing() {
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let world = World::new();
    let ran = world.run(&["serve", "--port", &port]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains(&port) && ran.err.contains("--port 0"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_in_order() {
    use std::os::unix::fs::PermissionsExt;
    for signal in ["-INT", "-TERM"] {
        let world = World::new();
        let mut server = Server::start(world.dir.path());
        let note = world.dir.path().join("countersign.db-server");
        assert_eq!(std::fs::metadata(&note).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(Command::new("kill").args([signal, &server.pid().to_string()]).status().unwrap().success());
        assert_eq!(server.wait(), 0, "{signal}");
        assert!(!note.exists(), "{signal}: the note goes with the server");
    }
}

/// What came of a command is stored where a signal ends it with the server: at once at the second, else after a while.
#[cfg(unix)]
#[test]
fn a_signal_waits_for_a_command_and_then_stops_it() {
    use std::time::{Duration, Instant};
    for twice in [false, true] {
        let p = Project::new();
        std::fs::write(p.root.join("wait"), "echo began; touch begun; sleep 6701").unwrap();
        let said = p.folder.path().join("said");
        let mut command = Command::new("sh");
        command.args(["-c", "exec \"$@\" 2> \"$0\""]).arg(&said).arg(binary().get_program());
        command.envs(binary().get_envs().filter_map(|(name, value)| Some((name, value?))));
        let mut server = Server::start_with(p.world.dir.path(), command);
        let (port, token) = (server.port, server.token.clone());
        let operations = json!({ "operations": [
            { "op": "run_command", "command": "sh wait" },
            { "op": "run_command", "command": "touch after" },
        ] });
        let (status, set) = http(port, &token, "POST", "/api/change-sets", Some(&operations), None).unwrap();
        assert_eq!(status, 201, "{set}");
        let signed = |item: &Value| json!({ "item": item["n"], "digest": item["digest"] });
        let sign: Vec<Value> = set["items"].as_array().unwrap().iter().map(signed).collect();
        let body = json!({ "digest": set["digest"], "sign": sign, "mode": "best_effort" });
        let applying =
            std::thread::spawn(move || http(port, &token, "POST", "/api/change-sets/1/apply", Some(&body), None));
        until("its beginning", || p.root.join("begun").exists());
        let told = Instant::now();
        let kill = |pid: u64| Command::new("kill").arg(pid.to_string()).status().unwrap().success();
        assert!(kill(server.pid()));
        until("what it says", || std::fs::read_to_string(&said).unwrap().contains("A command runs."));
        assert!(server.alive(), "it waits");
        if twice {
            assert!(kill(server.pid()));
        }
        assert_eq!(server.wait(), 0);
        assert!(twice || told.elapsed() >= Duration::from_secs(3), "it had its time");
        let (_, receipt) = applying.join().unwrap().expect("who waits for the command has an answer");
        let (first, second) = (&receipt["results"][0], &receipt["results"][1]);
        assert_eq!((&first["ok"], &first["command"]["stopped"]), (&json!(false), &json!(true)), "{receipt}");
        assert_eq!(first["command"]["preview"], "began\n", "{receipt}");
        assert_eq!(second["problem"]["code"], "not_run", "{receipt}");
        assert!(!p.root.join("after").exists());
        let shown = p.run(&["show", "1", "--json"]).json();
        let status = |n: usize| shown["items"][n]["status"].clone();
        assert_eq!((status(0), status(1)), (json!("failed"), json!("confirmed")), "{shown}");
    }
}

#[test]
fn the_note_of_a_dead_server_is_passed_over() {
    let world = World::new();
    let mut server = Server::start(world.dir.path());
    server.kill();
    let note = world.dir.path().join("countersign.db-server");
    // Somebody else listens where it did: nobody holds the folder, so nothing is said to him.
    let other = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    other.set_nonblocking(true).unwrap();
    let mut said: Value = serde_json::from_slice(&std::fs::read(&note).unwrap()).unwrap();
    said["port"] = json!(other.local_addr().unwrap().port());
    std::fs::write(&note, said.to_string()).unwrap();
    let ran = world.run(&["inbox"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "Nothing is waiting.\n"), "{ran:?}");
    assert_eq!(other.accept().map(|_| ()).unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
}

#[test]
fn the_token_can_be_fixed_for_scripts() {
    let world = World::new();
    let mut command = binary();
    command.env("COUNTERSIGN_TOKEN", "fixed-for-scripts");
    let server = Server::start_with(world.dir.path(), command);
    assert_eq!(server.token, "fixed-for-scripts");
    let status = |token: &str| http(server.port, token, "GET", "/api/status", None, None).map(|(status, _)| status);
    assert_eq!((status("fixed-for-scripts"), status("other")), (Some(200), Some(401)));
    let bad = world.run(&["serve", "--token", "with space"]);
    assert_eq!(bad.code, 1);
    // A short one is taken, and warned of.
    for (token, warned) in [("7letter", true), ("8letters", false)] {
        let world = World::new();
        let heard = world.dir.path().join("heard");
        let mut command = std::process::Command::new("sh");
        command.arg("-c").arg(r#"exec "$0" "$@" 2>"$HEARD""#).arg(binary().get_program());
        command.env("HEARD", &heard).env("COUNTERSIGN_TOKEN", token);
        let server = Server::start_with(world.dir.path(), command);
        assert_eq!(server.token, token);
        assert_eq!(std::fs::read_to_string(heard).unwrap().contains("openssl rand"), warned);
    }
}

#[test]
fn serve_says_where_it_is_in_words_too() {
    use std::io::{BufRead, BufReader};
    let world = World::new();
    let mut child = binary()
        .args(["serve", "--port", "0", "--data"])
        .arg(world.dir.path())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let said: Vec<String> = lines.by_ref().take(3).collect();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(said[0].starts_with("http://127.0.0.1:") && said[0].contains("/?token="), "{said:?}");
    assert_eq!(said[1], format!("Data: {}", world.dir.path().display()));
    assert_eq!(said[2], "Built-in planner only: no model is configured.");
}

#[test]
fn two_commands_at_once_take_turns() {
    let world = World::new();
    let names: Vec<String> = (0..4).map(|n| format!("todo {n}")).collect();
    std::thread::scope(|scope| {
        for name in &names {
            let world = &world;
            scope.spawn(move || {
                let ran = world.run(&["todos", "add", name]);
                assert_eq!(ran.code, 0, "{ran:?}");
            });
        }
    });
    let listed: Value = world.run(&["todos", "--json"]).json();
    let mut found: Vec<&str> = listed["todos"].as_array().unwrap().iter().filter_map(|t| t["title"].as_str()).collect();
    found.sort_unstable();
    assert_eq!(found, names);
}

#[test]
fn the_doctor_and_rebuild_work_through_the_server() {
    let world = World::new();
    let server = Server::start(world.dir.path());
    let verb = |args: &[&str]| run(binary().arg("--data").arg(world.dir.path()).args(args), b"");
    assert_eq!(verb(&["todos", "add", "Pay rent"]).code, 0);
    let doctor = verb(&["doctor", "--json"]);
    let checks: Vec<(String, String)> = doctor.json()["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| (f["check"].as_str().unwrap().to_owned(), f["level"].as_str().unwrap().to_owned()))
        .collect();
    for check in ["server", "database", "ledger", "projections"] {
        assert!(checks.contains(&(check.to_owned(), "ok".to_owned())), "{checks:?}");
    }
    let rebuilt = verb(&["rebuild", "--write", "--json"]);
    assert_eq!((rebuilt.code, &rebuilt.json()["equal"]), (0, &json!(true)), "{rebuilt:?}");
    drop(server);
}
