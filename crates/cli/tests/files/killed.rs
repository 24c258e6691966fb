//! A server that is killed in the middle of an apply: all of it is there when it begins again, or nothing.

use super::*;

#[test]
fn a_kill_at_any_call_of_an_apply_leaves_all_or_nothing() {
    if !can_trace() {
        return;
    }
    let long = std::env::var("COUNTERSIGN_LONG").is_ok_and(|v| v == "1");
    let project = Project::new();
    let mut kills = 0;
    for (calls, faults) in [(&EXCHANGES[..], &[][..]), (&PLAIN[..], &["renameat2:error=EINVAL".to_owned()][..])] {
        for call in calls {
            let step = if long { 1 } else { steps(call) };
            let mut n = 1;
            loop {
                let inject: Vec<String> =
                    faults.iter().cloned().chain([format!("{call}:signal=SIGKILL:when={n}")]).collect();
                let what = inject.join(" ");
                let (answer, lived) = apply_under(&project, &inject);
                if lived {
                    assert_eq!(
                        answer.as_ref().map(|(_, r)| &r["outcome"]),
                        Some(&json!("applied")),
                        "{what}: {answer:?}"
                    );
                    assert_eq!(files(&project.root), new(), "{what}");
                    break;
                }
                ends_well(&project, answer.as_ref(), &what);
                kills += 1;
                n += step;
            }
        }
    }
    assert!(kills >= 20, "only {kills}: the calls are not those of the protocol any more");
}

/// What a start does after a kill may be killed as well.
#[test]
fn a_kill_while_an_apply_is_ended_leaves_all_or_nothing() {
    if !can_trace() {
        return;
    }
    let project = Project::new();
    let long = std::env::var("COUNTERSIGN_LONG").is_ok_and(|v| v == "1");
    for (call, first) in [("renameat2", 3), ("unlinkat", 1), ("fsync", 4)] {
        for n in (1..40).step_by(if long { 1 } else { 3 }) {
            let (answer, lived) = apply_under(&project, &["renameat2:signal=SIGKILL:when=3".to_owned()]);
            assert!(!lived && answer.is_none());
            let mut ended = Command::new("strace");
            ended.args(["-f", "-o", "/dev/null", "-e", &format!("inject={call}:signal=SIGKILL:when={n}")]);
            ended.arg(env!("CARGO_BIN_EXE_countersign")).args(["rebuild", "--json", "--data"]).arg(project.data());
            let done = works(&mut ended);
            ends_well(&project, None, &format!("{call} {first}, then {n}"));
            if done {
                break;
            }
        }
    }
}

/// The folder has all that is needed to put a half-done apply back: the store is not asked.
#[test]
fn a_kill_is_put_back_without_the_stored_contents() {
    if !can_trace() {
        return;
    }
    let project = Project::new();
    for n in 1..=5 {
        cut_off(&project, n);
        let mut damage = Command::new("sqlite3");
        damage.arg(project.data().join("countersign.db")).arg("DELETE FROM blobs");
        if !works(&mut damage) {
            return passed_over("there is no sqlite3");
        }
        let shown = terminal(&project, &["show", "1"]);
        assert!(shown.out.contains("All of them are as they were before"), "{n}: {shown:?}");
        assert_eq!((project.left(), files(&project.root)), (Vec::new(), old()), "{n}");
    }
}

/// How many kills come at random moments; `COUNTERSIGN_LONG=1` asks for more.
const RANDOM: u64 = 12;
const RANDOM_LONG: u64 = 200;

#[test]
fn a_kill_at_any_moment_of_an_apply_leaves_all_or_nothing() {
    let kills = if std::env::var("COUNTERSIGN_LONG").is_ok_and(|v| v == "1") { RANDOM_LONG } else { RANDOM };
    let project = Project::new();
    // Not random, so that a failure can be repeated; Knuth's MMIX generator.
    let mut random = 11_u64;
    let mut took = std::time::Duration::from_millis(20);
    let (mut cut, mut whole) = (0, 0);
    for kill in 0..kills {
        project.reset();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut server = Server::start(&project.data());
        let set = Client(&server).set();
        let (port, token) = (server.port, server.token.clone());
        let sign: Vec<Value> =
            set["items"].as_array().unwrap().iter().map(|i| json!({ "item": i["n"], "digest": i["digest"] })).collect();
        let body = json!({ "digest": set["digest"], "sign": sign });
        let after = took.mul_f64(f64::from(u32::try_from(random >> 33).unwrap() % 1_300) / 1_000.0);
        let answer = std::thread::scope(|scope| {
            let begun = std::time::Instant::now();
            let apply = scope.spawn(move || {
                let answer = http(port, &token, "POST", "/api/change-sets/1/apply", Some(&body), None);
                (answer, begun.elapsed())
            });
            // Where the kill falls is the machine's; what is asserted holds wherever it does.
            std::thread::sleep(after);
            server.kill();
            let (answer, elapsed) = apply.join().unwrap();
            if answer.is_some() {
                took = elapsed;
            }
            answer
        });
        if answer.is_some() {
            whole += 1
        } else {
            cut += 1
        }
        ends_well(&project, answer.as_ref(), &format!("random kill {kill} after {after:?}"));
    }
    assert_eq!(cut + whole, kills);
}

/// A command that moves files about is cut off like any other change of files: all of it is there, or nothing.
#[test]
fn a_kill_while_a_commands_files_are_put_in_place_leaves_all_or_nothing() {
    if !can_trace() {
        return;
    }
    // Not in /tmp, which every sandbox hides.
    let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let command = "cp edit.txt gone.txt && mv from.txt sub/to.txt && rm sub/run.sh";
    let operations = json!([{ "op": "run_command", "command": command }]);
    let project = Project::at(dir, None, old(), &operations);
    let mut moved = old();
    let (edit, from) = (moved["edit.txt"].0.clone(), moved["from.txt"].clone());
    moved.get_mut("gone.txt").unwrap().0 = edit;
    moved.insert("sub/to.txt".to_owned(), from);
    moved.remove("from.txt");
    moved.remove("sub/run.sh");
    let mut kills = 0;
    // Calls of the server alone: what the command does itself, it does in a copy.
    for call in ["fsync", "fdatasync"] {
        for n in 1.. {
            let what = format!("{call}:signal=SIGKILL:when={n}");
            let (answer, lived) = apply_under(&project, std::slice::from_ref(&what));
            let server = Server::start(&project.data());
            let client = Client(&server);
            let (set, now) = (client.set(), files(&project.root));
            if set["items"][0]["command"]["sandbox"] == "none" {
                return passed_over("no sandbox");
            }
            let status = set["items"][0]["status"].as_str().unwrap();
            match status {
                "applied" => assert_eq!(now, moved, "{what}"),
                "pending" | "confirmed" | "unknown" => assert_eq!(now, old(), "{what}: {set}"),
                _ => panic!("{what}: {set}"),
            }
            assert!(answer.is_none_or(|(_, receipt)| receipt["outcome"] != "applied" || status == "applied"), "{what}");
            client.sound(&what);
            if lived {
                break;
            }
            kills += 1;
        }
    }
    assert!(kills > 3, "only {kills}: the calls are not those of the protocol any more");
}
