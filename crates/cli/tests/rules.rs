//! Standing rules and runs of several commands through the real binary, and `kill -9` in the middle.

use crate::project::Project;
use crate::world::{Server, alive, http, run, until};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

impl Project {
    /// A set of these commands.
    fn propose(&self, commands: &[&str]) -> String {
        let list: Value = commands.iter().map(|c| json!({ "op": "run_command", "command": c })).collect();
        let made = run(self.command().args(["propose", "-", "--json"]), list.to_string().as_bytes()).json();
        made["id"].to_string()
    }
}

#[test]
fn what_a_rule_lets_run_shows_its_output() {
    let p = Project::new();
    fs::write(p.root.join("a"), "one\ntwo\n").unwrap();
    assert_eq!(p.run(&["rules", "add", "--read-only"]).code, 0);
    let ran = p.run(&["run", "cat a"]);
    assert!(ran.out.starts_with("one\ntwo\n") && ran.out.contains("read-only commands"), "{ran:?}");
}

#[test]
fn a_rule_that_lets_more_than_looking_says_that_it_runs_in_a_copy_and_so_does_each_run() {
    let p = Project::new();
    let made = p.run(&["rules", "add", "touch", "made"]);
    assert!(made.out.contains("Commands under it run in a copy of the folder"), "{made:?}");
    assert!(p.run(&["rules"]).out.contains("in a copy"));
    let ran = p.run(&["run", "touch made", "--json"]).json();
    let command = &ran["items"][0]["command"];
    if command["sandbox"] == "none" {
        assert_eq!(ran["items"][0]["status"], "pending");
        return;
    }
    let set = command["outcome"]["copy"]["set"].to_string();
    assert!(!p.root.join("made").exists(), "{ran}");
    for shown in [p.run(&["show", "1.1"]), p.run(&["log"])] {
        assert!(
            shown.out.contains(&format!(
                "It ran in a copy: 1 changed file waits for your signature. countersign show {set}"
            )),
            "{shown:?}"
        );
    }
    assert_eq!(p.run(&["apply", &set, "--all"]).code, 0);
    assert!(p.root.join("made").exists());
}

#[test]
fn a_rule_is_signed_checked_used_and_revoked() {
    let p = Project::new();
    assert!(p.run(&["rules"]).out.contains("No rule is signed."));
    let waits = p.run(&["run", "echo hi"]);
    assert_eq!(waits.code, 2, "{waits:?}");
    let made = p.run(&["rules", "add", "--days", "7", "--cap", "5", "echo", "hi"]);
    assert_eq!(made.code, 0, "{made:?}");
    assert!(made.out.starts_with("Rule 1 signed: no more asking for echo hi in project until "), "{}", made.out);
    assert!(made.out.contains("It may be used 5 times."), "{}", made.out);
    let ran = p.run(&["run", "echo hi there", "--json"]);
    assert_eq!((ran.code, &ran.json()["items"][0]["status"]), (0, &json!("applied")), "{ran:?}");
    assert_eq!(ran.json()["items"][0]["decided_by"], json!({ "kind": "rule", "rule": 1, "name": "echo hi" }));
    for (text, said) in [
        ("echo hi", "Runs unasked by rule 1."),
        ("echo ho", "No rule lets it through"),
        ("echo hi > f", "No rule lets it through"),
        ("echo hi; touch x", "No rule lets it through"),
        ("X=1 echo hi", "No rule lets it through"),
    ] {
        let checked = p.run(&["rules", "check", text]);
        assert!(checked.out.contains(said), "{text}: {}", checked.out);
    }
    let never = p.run(&["rules", "check", "cat .env"]);
    assert!(never.out.contains("never runs") && !never.out.contains("waits for your signature"), "{never:?}");
    let past = p.run(&["rules", "check", "--prefix", "echo hi", "echo hi; ls"]);
    assert!(past.out.contains("The rule does not let it through."), "{}", past.out);
    let list = p.run(&["rules", "list"]);
    assert!(list.out.contains("active") && list.out.contains("used 1 of 5"), "{}", list.out);
    let log = p.run(&["log", "--limit", "5"]);
    assert!(log.out.contains("rule 1 (echo hi)"), "{}", log.out);
    let revoked = p.run(&["rules", "revoke", "1", "-m", "enough"]);
    assert!(revoked.out.contains("Rule 1 revoked: echo hi waits for your signature again."), "{}", revoked.out);
    let again = p.run(&["run", "echo hi", "--json"]).json();
    assert_eq!(again["items"][0]["status"], "pending");
    assert_eq!(p.run(&["rules", "--json"]).json()["rules"][0]["ended"]["why"], "enough");
    assert_eq!(p.run(&["rebuild", "--json"]).json()["equal"], true);
}

#[test]
fn a_rule_that_says_too_much_is_refused_with_a_reason() {
    let p = Project::new();
    for (words, code) in [
        (vec!["git"], "rule_too_wide"),
        (vec!["sh", "-c", "ls"], "rule_never"),
        (vec!["rm", "-rf", "/"], "rule_never"),
        (vec!["countersign", "sign"], "rule_never"),
        (vec!["timeout", "5"], "rule_too_wide"),
        (vec!["FOO=1 ls"], "rule_never"),
        (vec!["echo ;"], "rule_never"),
        (vec!["git", "-C"], "rule_too_wide"),
        (vec!["curl", "https://example.com"], "rule_network"),
        (vec!["docker", "run", "alpine"], "rule_network"),
        (vec!["npm", "ci", "--days", "7"], "usage"),
    ] {
        let refused = p.run(&[vec!["--json", "rules", "add"], words.clone()].concat());
        assert_eq!((refused.code, &refused.json()["error"]), (1, &json!(code)), "{words:?}");
    }
    let example = p.run(&["--json", "rules", "add", "--match", "npm i", "--no-match", "ls", "npm", "ci"]);
    assert_eq!(example.json()["error"], "rule_example", "{example:?}");
    assert_eq!(p.run(&["rules", "--json"]).json()["rules"], json!([]));
}

#[test]
fn add_and_run_remembers_the_words_and_runs_the_command() {
    let p = Project::new();
    let set = p.propose(&["echo one two three"]);
    let many = p.run(&["sign", &format!("{set}.1"), "--remember=9"]);
    assert_eq!(many.code, 1, "{many:?}");
    let signed = p.run(&["sign", &format!("{set}.1"), "--remember=3", "--days", "1"]);
    assert_eq!(signed.code, 0, "{signed:?}");
    assert!(
        signed.out.contains("Rule 1 signed: no more asking for echo one two in")
            && signed.out.contains("1 command ran."),
        "{}",
        signed.out
    );
    let rule = p.run(&["rules", "--json"]).json()["rules"][0].clone();
    assert_eq!(rule["from"], json!({ "set": set.parse::<i64>().unwrap(), "item": 1 }), "{rule}");
    assert_eq!(p.run(&["run", "echo one two four", "--json"]).json()["items"][0]["status"], "applied");
    assert_eq!(p.run(&["run", "echo one", "--json"]).json()["items"][0]["status"], "pending");
    let added = p.run(&["run", "echo a b", "--add"]);
    assert!(added.out.contains("Rule 2 signed: no more asking for echo a in"), "{added:?}");
    let covered = p.run(&["run", "echo a b", "--add"]);
    assert!(covered.out.starts_with("Rule 2 lets it run already: no new rule was made.\n"), "{covered:?}");
    assert_eq!(p.run(&["rules", "--json"]).json()["rules"].as_array().unwrap().len(), 2);
    let never = p.run(&["run", "echo x > f", "--add"]);
    assert_eq!(never.code, 1, "{never:?}");
    assert!(never.err.contains("No rule can let this command through."), "{never:?}");
    assert!(!p.root.join("f").exists());
}

#[test]
fn run_all_runs_in_order_waits_at_a_failure_and_goes_on() {
    let p = Project::new();
    let set = p.propose(&["echo one", "grep x nothing", "echo three"]);
    assert_eq!(p.run(&["run-all", &set]).code, 1, "nothing is signed");
    let first = p.run(&["run-all", &set, "--all"]);
    assert_eq!(first.code, 2, "{first:?}");
    for part in [
        "Command 1/3 ✓ echo one\n",
        "Command 2/3 ✗ grep x nothing",
        "✓ 1 succeeded, ✗ 1 failed",
        "Still to run: echo three",
        &format!("countersign run-all {set} --resume"),
    ] {
        assert!(first.out.contains(part), "{part}: {}", first.out);
    }
    assert!(first.out.contains("\none\n") || first.out.contains("\n   one\n"), "{}", first.out);
    let rest = p.run(&["run-all", &set, "--resume"]);
    assert_eq!(rest.code, 1, "one failed: {rest:?}");
    assert!(
        rest.out.contains("Command 3/3 ✓ echo three") && rest.out.contains("✓ 2 succeeded, ✗ 1 failed"),
        "{}",
        rest.out
    );
    let good = p.propose(&["echo a", "echo b"]);
    let done = p.run(&["run-all", &good, "--all", "--json"]);
    assert_eq!((&done.json()["status"], &done.json()["succeeded"]), (&json!("done"), &json!(2)));
}

#[test]
fn run_all_shows_what_a_command_writes_while_it_runs() {
    let p = Project::new();
    let set = p.propose(&["sh -c 'echo begun; while ! test -e go; do sleep 0.02; done; echo went'", "echo last"]);
    let mut child = p.command().args(["run-all", &set, "--all", "--confirm"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let first: Vec<String> = lines.by_ref().take(2).collect();
    assert!(first[0].starts_with("Command 1/2 ▶ sh -c"), "{first:?}");
    assert_eq!(first[1], "begun");
    fs::write(p.root.join("go"), "").unwrap();
    let rest: Vec<String> = lines.collect();
    assert!(rest[0] == "went" && rest[1].starts_with("Command 1/2 ✓ sh -c"), "{rest:?}");
    assert!(rest.iter().any(|line| line.trim() == "last"), "{rest:?}");
    assert!(child.wait().unwrap().success());
}

#[test]
fn interrupting_ends_the_run_and_all_it_started() {
    let p = Project::new();
    let set = p.propose(&["sleep 6801", "touch made"]);
    let mut child =
        p.command().args(["run-all", &set, "--all"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until("its beginning", || alive("sleep 6801"));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    until("its end", || child.try_wait().unwrap().is_some());
    let out = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&out.stdout);
    assert_eq!(out.status.code(), Some(1), "{text}");
    assert!(text.contains("Stopped by you") && text.contains("Still to run: touch made"), "{text}");
    until("the end of all it started", || !alive("sleep 6801"));
    assert!(!p.root.join("made").exists());
    let shown = p.run(&["show", &set, "--json"]).json();
    assert_eq!((&shown["items"][0]["status"], &shown["items"][1]["status"]), (&json!("failed"), &json!("confirmed")));
}

#[test]
fn a_run_cut_off_by_kill_9_is_unknown_waits_and_goes_on_without_running_it_again() {
    let p = Project::new();
    let count = p.root.join("count");
    fs::write(&count, "#!/bin/sh\necho x >> counted; sleep 6802\n").unwrap();
    fs::set_permissions(&count, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let set = p.propose(&["echo first", "./count", "echo last"]);
    let shown = p.run(&["show", &set, "--json"]).json();
    let mut server = Server::start(p.world.dir.path());
    let sign: Value =
        shown["items"].as_array().unwrap().iter().map(|i| json!({ "item": i["n"], "digest": i["digest"] })).collect();
    let body = json!({ "change_set": shown["id"], "digest": shown["digest"], "sign": sign });
    let (status, begun) =
        http(server.port, &server.token, "POST", "/api/command-runs", Some(&body), Some("k")).unwrap();
    assert_eq!((status, &begun["status"]), (202, &json!("running")), "{begun}");
    until("the second command", || p.root.join("counted").exists());
    server.kill();
    until("the end of what ran", || !alive("sleep 6802"));

    let server = Server::start(p.world.dir.path());
    let path = format!("/api/command-runs/{set}");
    let ask = |method: &str, path: &str, body: Option<&Value>, key: Option<&str>| {
        http(server.port, &server.token, method, path, body, key).unwrap()
    };
    let (_, run) = ask("GET", &path, None, None);
    let statuses = |run: &Value| -> Vec<String> {
        run["steps"].as_array().unwrap().iter().map(|s| s["status"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(
        (&run["status"], statuses(&run).as_slice()),
        (&json!("paused"), ["succeeded", "unknown", "queued"].map(String::from).as_slice()),
        "{run}"
    );
    let (_, same) = ask("POST", "/api/command-runs", Some(&body), Some("k"));
    assert_eq!(same["status"], "paused", "the same key begins nothing again: {same}");
    ask("PUT", &path, Some(&json!({ "action": "resume" })), None);
    let mut last = Value::Null;
    until("the rest", || {
        last = ask("GET", &path, None, None).1;
        last["status"] == "done"
    });
    assert_eq!(statuses(&last), ["succeeded", "unknown", "succeeded"]);
    assert_eq!(fs::read_to_string(p.root.join("counted")).unwrap(), "x\n", "it ran once");
    let (_, after) = ask("GET", &format!("/api/change-sets/{set}"), None, None);
    assert_eq!(after["items"][1]["status"], "unknown");
    let (_, verified) = ask("GET", "/api/ledger/verify", None, None);
    assert_eq!(verified["ok"], true, "{verified}");
}
