//! Commands through the real binary: proposed, run, stopped, confined without bubblewrap, and cut off
//! by `kill -9`.

mod kernel;

use crate::project::Project;
use crate::world::{Ran, Server, alive, binary, http, passed_over, run, until, works};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;

impl Project {
    fn script(&self, name: &str, text: &str) {
        let path = self.root.join(name);
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    }

    fn countersign(&self, sandbox: &str, args: &[&str]) -> Ran {
        run(self.confined(sandbox).args(args), b"")
    }

    fn confined(&self, sandbox: &str) -> Command {
        let mut command = self.command();
        command.env("COUNTERSIGN_SANDBOX", sandbox);
        command
    }

    /// Signs and runs a command, and gives its result.
    fn ran(&self, sandbox: &str, command: &str) -> Value {
        let ran = self.countersign(sandbox, &["run", command, "--yes", "--json"]);
        let receipt = ran.json();
        receipt["results"][0].clone()
    }
}

/// The sandbox that is found when only this one is allowed.
fn found(p: &Project, sandbox: &str) -> Option<String> {
    let doctor = p.countersign(sandbox, &["doctor", "--json"]).json();
    let finding = doctor["findings"].as_array().unwrap().iter().find(|f| f["check"] == "sandbox").unwrap().clone();
    (finding["level"] == "ok" || finding["message"].as_str().unwrap().contains("under Landlock"))
        .then(|| finding["message"].as_str().unwrap().to_owned())
}

/// A todo of the set was applied before: what ran now is told all the same.
#[test]
fn what_a_second_apply_runs_is_told() {
    let p = Project::new();
    let run = |command: &str| json!({ "op": "run_command", "command": command });
    let set = json!({ "operations": [{ "op": "create", "title": "q" }, run("false"), run("touch later")] });
    fs::write(p.root.join("set.json"), set.to_string()).unwrap();
    assert_eq!(p.countersign("", &["propose", "set.json"]).code, 2);
    assert_ne!(p.countersign("", &["apply", "1", "--all"]).code, 0);
    assert!(!p.root.join("later").exists());
    let second = p.countersign("", &["apply", "1"]);
    assert!(p.root.join("later").exists(), "{second:?}");
    assert!(second.out.contains("1 command ran") && !second.out.contains("already"), "{second:?}");
    let third = p.countersign("", &["apply", "1"]);
    assert!(third.out.contains("applied already"), "{third:?}");
}

/// Limits that are set from outside come after what the command has started by then.
#[test]
fn no_command_begins_before_it_is_limited() {
    let p = Project::new();
    p.script("limits", "ulimit -c; ulimit -d; ulimit -f");
    for sandbox in ["bwrap", "landlock", "none"].into_iter().filter(|s| *s == "none" || found(&p, s).is_some()) {
        for _ in 0..8 {
            let ran = p.ran(sandbox, "sh limits");
            let limits: Vec<&str> = ran["command"]["preview"].as_str().unwrap().lines().collect();
            assert!(limits.len() == 3 && limits[0] == "0" && !limits.contains(&"unlimited"), "{sandbox}: {ran}");
        }
    }
}

#[test]
fn a_command_waits_and_runs_when_it_is_applied() {
    let p = Project::new();
    let proposed = p.countersign("", &["run", "echo hello && pwd"]);
    assert_eq!(proposed.code, 2, "{proposed:?}");
    for part in ["Run echo hello && pwd", "judged", "sandbox", "Nothing has been changed."] {
        assert!(proposed.out.contains(part), "{part}: {}", proposed.out);
    }
    let applied = p.countersign("", &["apply", "1", "--all"]);
    assert_eq!(applied.code, 0, "{applied:?}");
    let output = format!("hello\n{}\n", p.root.display());
    assert!(applied.out.contains(&output), "its output is shown: {}", applied.out);
    assert!(applied.out.contains("1 command ran."), "{}", applied.out);
    let shown = p.countersign("", &["show", "1.1"]);
    assert!(shown.out.contains("exit code  0") && shown.out.contains("hello"), "{}", shown.out);

    let failed = p.countersign("", &["run", "grep x nothing", "--yes"]);
    assert_eq!(failed.code, 1, "{failed:?}");
    assert!(failed.out.contains("Exit 2.") && failed.out.contains("1 command failed."), "{}", failed.out);
    assert!(!failed.out.contains("Nothing has been changed"), "nobody knows that: {}", failed.out);
    let never = p.countersign("", &["run", "rm -rf /", "--yes"]);
    assert_eq!(never.code, 1, "{never:?}");
    let verified = p.countersign("", &["verify"]);
    assert_eq!(verified.code, 0, "{verified:?}");
    let rebuilt = p.countersign("", &["rebuild", "--json"]).json();
    assert_eq!(rebuilt["equal"], true, "{rebuilt}");
}

#[test]
fn interrupting_ends_the_command_and_says_so() {
    for sandbox in ["", "none"] {
        let p = Project::new();
        p.script("long", "echo begun; echo x > begun; sleep 6401");
        let mut child = p
            .confined(sandbox)
            .args(["run", "./long", "--yes"])
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        until("its beginning", || p.root.join("begun").exists());
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        until("its end", || child.try_wait().unwrap().is_some());
        let out = child.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&out.stdout);
        assert_eq!(out.status.code(), Some(1), "{text}");
        assert!(text.contains("begun") && text.contains("Stopped by you"), "{text}");
        until("the end of all it started", || !alive("sleep 6401"));
    }
}

#[test]
fn without_bubblewrap_landlock_confines_it() {
    let p = Project::new();
    if found(&p, "landlock").is_none() {
        return passed_over("there is no Landlock");
    }
    let outside = p.root.parent().unwrap().join("outside");
    fs::create_dir(&outside).unwrap();
    fs::create_dir_all(p.root.join(".git/hooks")).unwrap();
    fs::create_dir(p.root.join("out")).unwrap();
    fs::write(p.root.join(".env"), "s3cret").unwrap();
    fs::write(p.root.join("plain.txt"), "plain\n").unwrap();
    fs::write(p.world.dir.path().join("server.secret"), "s3cret").unwrap();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    listener.set_nonblocking(true).unwrap();
    p.script(
        "try",
        &format!(
            "t() {{ if sh -c \"$1\" 2>/dev/null; then echo \"did $1\"; fi; }}\n\
             t 'echo x > {out}/a'; t 'echo x > .git/config'; t 'echo x > .git/hooks/pre-commit'; t 'rmdir .git/hooks'\n\
             t 'cat .env'; t 'cat {data}/server.secret'; t 'ls {data}'; t ': >> /etc/passwd'; t ': >> /proc/sys/kernel/core_pattern'\n\
             t ': >> /proc/sysrq-trigger'; t 'kill -0 {me}'; t 'cat /proc/{me}/environ'; t 'ls /tmp'\n\
             bash -c 'echo x > /dev/tcp/127.0.0.1/{port}' 2>/dev/null && echo 'did connect'\n\
             bash -c 'echo x > /dev/udp/127.0.0.1/{port}' 2>/dev/null && echo 'did send'\n\
             echo in > out/made; cat out/made plain.txt; echo y > plain.txt; echo t > $TMPDIR/x && cat $TMPDIR/x; echo n > /dev/null",
            out = outside.display(),
            data = p.world.dir.path().display(),
            me = std::process::id(),
        ),
    );
    let result = p.ran("landlock", "./try");
    assert_eq!(result["command"]["sandbox"], "landlock", "{result}");
    assert_eq!(result["command"]["preview"], "in\nplain\nt\n", "nothing else could be done: {result}");
    assert_eq!(fs::read_to_string(p.root.join("plain.txt")).unwrap(), "y\n");
    assert!(listener.accept().is_err() && !outside.join("a").exists() && !p.root.join(".git/config").exists());
    // A folder in which something is hidden can be listed all the same, and so can what is below it.
    let result = p.ran("landlock", "ls -A");
    assert_eq!(result["command"]["preview"], ".env\n.git\nout\nplain.txt\ntry\n", "{result}");
    let result = p.ran("landlock", "find . -name plain.txt -o -name made");
    assert_eq!(result["ok"], true, "{result}");
}

#[test]
fn without_any_sandbox_nothing_outlives_a_command_either() {
    let p = Project::new();
    for sandbox in ["landlock", "none"] {
        if sandbox == "landlock" && found(&p, sandbox).is_none() {
            passed_over("there is no Landlock");
            continue;
        }
        // One that leaves its session, its parents, its environment and its folder.
        p.script(
            "daemon",
            "cd /; (env -i setsid sh -c '(sleep 6501; true) &' &) </dev/null >/dev/null 2>&1; echo begun",
        );
        // Often: it is handed on from process to process while it is looked for.
        let often = p.ran(sandbox, &vec!["./daemon"; 40].join(" && "));
        assert_eq!(often["ok"], true, "{often}");
        until("the end of what all of them left", || !alive("sleep 6501"));
        let result = p.ran(sandbox, "./daemon");
        assert_eq!((&result["ok"], &result["command"]["preview"]), (&json!(true), &json!("begun\n")), "{result}");
        assert_eq!(result["command"]["sandbox"], sandbox);
        until("the end of what it left", || !alive("sleep 6501"));
        p.script("status", "exit 42");
        assert_eq!(p.ran(sandbox, "./status")["command"]["exit"], 42);
        p.script("signal", "kill -9 $$");
        assert_eq!(p.ran(sandbox, "./signal")["command"]["signal"], 9);
        assert_eq!(p.ran(sandbox, "no-such-program")["command"]["exit"], 127);
    }
}

/// Who watches over a command cannot be held by it where the end of the server is not seen, nor limited.
#[test]
fn a_command_cannot_hold_who_ends_it() {
    const HOLD: &str = "import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
for pid in {1, os.getppid()}:
    print('held:', libc.ptrace(16, pid, 0, 0))
";
    let p = Project::new();
    fs::write(p.root.join("hold.py"), HOLD).unwrap();
    for sandbox in ["bwrap", "landlock"] {
        if found(&p, sandbox).is_none() {
            passed_over(&format!("there is no {sandbox} here"));
            continue;
        }
        let ran = p.ran(sandbox, "python3 hold.py");
        let said = ran["command"]["preview"].as_str().unwrap_or_default();
        assert!(said.contains("held: -1") && !said.contains("held: 0"), "{sandbox}: {ran}");
    }
}

#[test]
fn a_long_output_is_shown_to_its_end() {
    let p = Project::new();
    let ran = p.run(&["run", "seq 400000", "--yes"]);
    let numbers = || ran.out.lines().filter(|line| line.bytes().all(|byte| byte.is_ascii_digit())).count();
    assert!(ran.code == 0 && numbers() == 400_000 && ran.out.contains("\n400000\n"), "{}: {}", ran.code, ran.err);
    // Each byte is a sign of three, and six in an answer.
    let ran = p.run(&["run", "head -c 3000000 /dev/zero", "--yes"]);
    assert_eq!((ran.code, ran.out.matches('\u{2400}').count()), (0, 3_000_000), "{}", ran.err);
    let receipt = p.run(&["run", "head -c 3000000 /dev/zero", "--yes", "--json"]).json();
    assert_eq!(receipt["results"][0]["command"]["bytes"], 3_000_000);
}

#[test]
fn a_command_cut_off_with_the_server_is_unknown_and_never_run_again() {
    for sandbox in ["", "none"] {
        let p = Project::new();
        p.script("count", "echo x >> count.txt; [ -e again ] || sleep 6601");
        let start = |dir: &Path| {
            let mut command = binary();
            command.env("COUNTERSIGN_SANDBOX", sandbox);
            Server::start_with(dir, command)
        };
        let mut server = start(p.world.dir.path());
        let (port, token) = (server.port, server.token.clone());
        let ask = |port: u16, token: &str, method: &str, path: &str, body: Option<&Value>, key: Option<&str>| {
            http(port, token, method, path, body, key)
        };
        ask(port, &token, "POST", "/api/workspaces", Some(&json!({ "root": p.root })), None).unwrap();
        let operations = json!({ "operations": [
            { "op": "create", "title": "Kept" },
            { "op": "run_command", "command": "./count" },
            { "op": "run_command", "command": "touch after" },
        ] });
        let (_, set) = ask(port, &token, "POST", "/api/change-sets", Some(&operations), None).unwrap();
        let sign: Vec<Value> =
            set["items"].as_array().unwrap().iter().map(|i| json!({ "item": i["n"], "digest": i["digest"] })).collect();
        let body = json!({ "digest": set["digest"], "sign": sign });
        let (sent, of) = (body.clone(), token.clone());
        let applying =
            std::thread::spawn(move || http(port, &of, "POST", "/api/change-sets/1/apply", Some(&sent), Some("once")));
        until("its beginning", || p.root.join("count.txt").exists());
        server.kill();
        assert_eq!(applying.join().unwrap(), None, "no answer came");
        until("the end of what it started", || !alive("sleep 6601"));

        let server = start(p.world.dir.path());
        let (_, set) = ask(server.port, &server.token, "GET", "/api/change-sets/1", None, None).unwrap();
        let statuses: Vec<&str> =
            set["items"].as_array().unwrap().iter().map(|i| i["status"].as_str().unwrap()).collect();
        assert_eq!(statuses, ["applied", "unknown", "confirmed"], "{sandbox}: {set}");
        // The same request again does nothing again, and says that nobody knows.
        let (status, receipt) =
            ask(server.port, &server.token, "POST", "/api/change-sets/1/apply", Some(&body), Some("once")).unwrap();
        assert_eq!((status, &receipt["outcome"]), (200, &json!("unknown")), "{receipt}");
        // Nor does what was shown before have it run again without a key, not even by itself.
        let item = |of: &Value| json!({ "item": 2, "digest": of["digest"] });
        let alone = json!([item(&sign[1])]);
        for (path, body) in [
            ("/api/change-sets/1/apply", json!({ "digest": set["digest"], "sign": alone })),
            ("/api/command-runs", json!({ "change_set": 1, "digest": set["digest"], "sign": alone })),
        ] {
            let (status, refused) = ask(server.port, &server.token, "POST", path, Some(&body), None).unwrap();
            assert_eq!((status, &refused["error"]), (409, &json!("stale_item")), "{path}: {refused}");
        }
        // What is still signed runs when it is applied; what is unknown does not.
        let again = json!({ "digest": set["digest"] });
        let (_, receipt) =
            ask(server.port, &server.token, "POST", "/api/change-sets/1/apply", Some(&again), None).unwrap();
        assert_eq!(
            (receipt["results"].as_array().unwrap().len(), &receipt["results"][0]["n"]),
            (1, &json!(3)),
            "{receipt}"
        );
        assert!(p.root.join("after").exists());
        assert_eq!(fs::read_to_string(p.root.join("count.txt")).unwrap(), "x\n", "it ran once");
        // Who sees what became of it, and signs that, has it run once more.
        fs::write(p.root.join("again"), "").unwrap();
        let (_, seen) = ask(server.port, &server.token, "GET", "/api/change-sets/1", None, None).unwrap();
        let body = json!({ "digest": seen["digest"], "sign": [item(&seen["items"][1])] });
        let (status, receipt) =
            ask(server.port, &server.token, "POST", "/api/change-sets/1/apply", Some(&body), None).unwrap();
        assert_eq!((status, &receipt["outcome"]), (200, &json!("applied")), "{receipt}");
        assert_eq!(fs::read_to_string(p.root.join("count.txt")).unwrap(), "x\nx\n");
        let (_, verified) = ask(server.port, &server.token, "GET", "/api/ledger/verify", None, None).unwrap();
        assert_eq!(verified["ok"], true, "{verified}");
    }
}

#[test]
fn doctor_names_the_sandbox_and_why_it_is_no_better() {
    let p = Project::new();
    let named = found(&p, "none");
    assert_eq!(named, None);
    let doctor = p.countersign("none", &["doctor"]);
    assert!(doctor.out.contains("bwrap is not wanted here"), "{}", doctor.out);
    let wrong = p.countersign("bubble", &["inbox"]);
    assert_eq!(wrong.code, 1);
    assert!(wrong.err.contains("COUNTERSIGN_SANDBOX"), "{}", wrong.err);
    if !works(Command::new("bwrap").args(["--ro-bind", "/", "/", "true"])) {
        return passed_over("there is no bubblewrap");
    }
    assert!(found(&p, "").unwrap().contains("bubblewrap"));
}

/// A verb that runs a command without a server is one for the others meanwhile.
#[test]
fn other_verbs_are_answered_while_a_command_runs_without_a_server() {
    let p = Project::new();
    p.script("wait.sh", "touch begun; until [ -e go ]; do sleep 0.05; done; echo went");
    let mut running = p.confined("");
    let running = running.args(["run", "./wait.sh", "--yes"]).stdout(std::process::Stdio::piped()).spawn().unwrap();
    until("the command", || p.root.join("begun").exists());
    let inbox = p.countersign("", &["inbox", "--json"]);
    assert_eq!(inbox.json()["change_sets"][0]["id"], json!(1), "{inbox:?}");
    assert!(!p.root.join("go").exists());
    fs::write(p.root.join("go"), "").unwrap();
    let ended = running.wait_with_output().unwrap();
    assert!(ended.status.success() && String::from_utf8_lossy(&ended.stdout).contains("went"), "{ended:?}");
    assert!(!p.world.dir.path().join("countersign.db-server").exists(), "the note goes with it");
    assert_eq!(p.countersign("", &["inbox"]).code, 0);
}

#[test]
fn a_command_is_tried_in_a_copy_and_only_its_effects_wait() {
    let p = Project::new();
    if found(&p, "bwrap").is_none() {
        return passed_over("bubblewrap does not work");
    }
    fs::write(p.root.join("a.txt"), "one\n").unwrap();
    let tried = p.countersign("", &["run", "sed -i s/one/two/ a.txt", "--preview"]);
    assert_eq!(tried.code, 2, "{tried:?}");
    for part in ["Edit a.txt, +1 −1", "-one", "+two", "Nothing has been changed."] {
        assert!(tried.out.contains(part), "{part}: {}", tried.out);
    }
    assert_eq!(fs::read_to_string(p.root.join("a.txt")).unwrap(), "one\n");
    let applied = p.countersign("", &["apply", "2", "--all"]);
    assert_eq!(applied.code, 0, "{applied:?}");
    assert_eq!(fs::read_to_string(p.root.join("a.txt")).unwrap(), "two\n");
    assert_eq!(p.countersign("", &["inbox"]).code, 0, "the command itself does not wait");
    let turned_down = p.countersign("", &["decisions", "--verdict", "rejected", "--json"]).json();
    assert_eq!(turned_down["decisions"], json!([]), "and nobody turned it down");
}

#[test]
fn a_command_that_failed_waits_no_more_and_is_never_said_to_have_changed_nothing() {
    let p = Project::new();
    let ran = p.countersign("", &["run", "false", "--yes"]);
    assert_ne!(ran.code, 0, "{ran:?}");
    let inbox = p.countersign("", &["inbox"]);
    assert_eq!((inbox.code, inbox.out.contains("#1")), (0, false), "{inbox:?}");
    for args in [&["undecide", "1.1"][..], &["show", "1"]] {
        let said = p.countersign("", args);
        assert!(said.code == 2 && !said.out.contains("Nothing has been changed"), "{said:?}");
    }
    let log = p.countersign("", &["log"]);
    assert!(log.out.contains("1 command failed") && !log.out.contains("Nothing was applied"), "{log:?}");
}

#[test]
fn a_preview_runs_nothing_for_real_though_a_rule_covers_it() {
    let p = Project::new();
    if found(&p, "bwrap").is_none() {
        return passed_over("bubblewrap does not work");
    }
    p.script("make.sh", "echo x > made.txt");
    let ran = p.countersign("", &["run", "./make.sh", "--add=1"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    fs::remove_file(p.root.join("made.txt")).unwrap();
    let tried = p.countersign("", &["run", "./make.sh", "--preview"]);
    assert!(tried.code == 2 && tried.out.contains("Add file made.txt"), "{tried:?}");
    assert!(!p.root.join("made.txt").exists(), "it was only tried");
    let again = p.countersign("", &["run", "./make.sh"]);
    assert!(
        again.code == 2 && again.out.contains("It ran in a copy: 1 changed file"),
        "the rule does cover it: {again:?}"
    );
    assert!(!p.root.join("made.txt").exists(), "what it made waits for a signature");
    let never = p.countersign("", &["run", "cat .env", "--preview", "--json"]);
    assert_eq!((never.code, p.countersign("", &["inbox"]).code), (1, 2), "{never:?}");
}

#[test]
fn nothing_runs_in_a_folder_that_nobody_opened() {
    let p = Project::new();
    let other = p.folder.path().join("other");
    fs::create_dir(&other).unwrap();
    let at_other = |args: &[&str]| run(p.confined("").current_dir(&other).args(args), b"");
    for args in [&["run", "touch made"][..], &["run", "touch made", "--yes"], &["run", "touch made", "--yes", "--json"]]
    {
        let refused = at_other(args);
        assert_eq!(refused.code, 1, "{args:?}: {refused:?}");
        match args.contains(&"--json") {
            true => assert_eq!(refused.json()["error"], json!("unknown_workspace"), "{refused:?}"),
            false => assert!(refused.err.contains("countersign workspace open ."), "{args:?}: {refused:?}"),
        }
    }
    let open = at_other(&["workspace", "list", "--json"]).json();
    assert_eq!(open["workspaces"].as_array().map(Vec::len), Some(1), "{open}");
    // Named, it is opened, and that is said.
    let named = at_other(&["run", "touch made", "--yes", "--workspace", "."]);
    assert_eq!(named.code, 0, "{named:?}");
    assert!(named.out.contains("is open as other") && other.join("made").exists(), "{named:?}");
    assert_eq!(at_other(&["run", "echo hi", "--yes"]).code, 0);
}

#[test]
fn a_folder_that_is_not_open_is_no_folder_to_ask_about() {
    let p = Project::new();
    for args in [&["ask", "--workspace", "nope", "add buy tea"][..], &["agent", "--workspace", "nope", "fix it"]] {
        let refused = p.run(args);
        assert_eq!((refused.code, refused.out.as_str()), (1, ""), "{args:?}: {refused:?}");
        assert!(refused.err.contains("called “nope”") && refused.err.contains("Open are: project"), "{refused:?}");
    }
    assert_eq!(p.run(&["ask", "--workspace", "project", "add buy tea"]).code, 2);
}

#[test]
fn the_environment_that_is_shown_is_the_one_that_a_command_gets() {
    let p = Project::new();
    for sandbox in ["", "none"] {
        let waits = p.countersign(sandbox, &["run", "env", "--json"]).json();
        let command = &waits["items"][0]["command"];
        let mut shown: Vec<&str> =
            command["environment"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        let id = waits["id"].to_string();
        let detail = p.countersign(sandbox, &["show", &format!("{id}.1")]).out;
        assert!(detail.contains("[env]") && shown.iter().all(|name| detail.contains(name)), "{detail}");
        let applied = p.countersign(sandbox, &["apply", &id, "--all", "--confirm", "--json"]).json();
        let output = applied["change_set"]["items"][0]["command"]["outcome"]["preview"].as_str().unwrap().to_owned();
        let mut got: Vec<&str> = output.lines().filter_map(|line| Some(line.split_once('=')?.0)).collect();
        shown.sort_unstable();
        got.sort_unstable();
        assert_eq!(got, shown, "{sandbox}: {applied}");
    }
}

/// What stays is said wherever the item is shown by itself, before it is signed.
#[test]
fn of_a_set_with_a_command_what_can_be_taken_back_is() {
    let p = Project::new();
    let ops = json!([
        { "op": "write_file", "path": "new.txt", "content": "new\n" },
        { "op": "run_command", "command": "sort -o new.txt new.txt" },
    ]);
    fs::write(p.root.join("../ops.json"), ops.to_string()).unwrap();
    let made = p.countersign("", &["propose", "../ops.json", "--yes"]);
    assert_eq!(made.code, 0, "{made:?}");
    assert!(p.root.join("new.txt").exists());
    let undone = p.countersign("", &["undo", "1", "--yes"]);
    assert_eq!(undone.code, 0, "{undone:?}");
    assert!(undone.out.contains("Of #1 this can be taken back; what @"), "{undone:?}");
    assert!(!p.root.join("new.txt").exists());
    // Of what only looks nothing could stay.
    fs::write(p.root.join("../ops.json"), ops.to_string().replace("sort -o new.txt new.txt", "ls")).unwrap();
    let made = p.countersign("", &["propose", "../ops.json", "--yes"]);
    assert_eq!(made.code, 0, "{made:?}");
    let undone = p.countersign("", &["undo", "3", "--yes"]);
    assert!(undone.code == 0 && !undone.out.contains("can be taken back; what"), "{undone:?}");
    assert!(!p.root.join("new.txt").exists());
}

#[test]
fn an_item_by_itself_says_that_it_cannot_be_undone() {
    let p = Project::new();
    fs::write(p.root.join("a.txt"), "a\n").unwrap();
    fs::write(p.root.join(".gitignore"), "kept.log\n").unwrap();
    fs::write(p.root.join("kept.log"), "log\n").unwrap();
    for (n, command, stays) in [(1, "rm a.txt", false), (2, "rm kept.log", true)] {
        let asked = p.countersign("", &["run", command]);
        let shown = p.countersign("", &["show", &format!("{n}.1")]);
        for ran in [asked, shown] {
            assert_eq!(ran.out.contains("cannot be undone"), stays, "{command}: {ran:?}");
        }
    }
}
