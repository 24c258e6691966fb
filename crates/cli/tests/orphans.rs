//! Nothing of a command outlives its server, whenever that is killed; and what cannot begin has not run.

use crate::project::Project;
use crate::world::{Server, alive, binary, http, passed_over, run, until, works};
use serde_json::{Value, json};
use std::fs;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Kills for each sandbox.
const KILLS: u64 = 5;
/// The longest time from the signature to the kill, in milliseconds: a sandbox is set up, and the command runs.
const LATEST: u64 = 900;

#[test]
fn a_command_ends_with_a_server_that_is_killed_at_any_moment() {
    let mut random = 20_261_122_u64;
    let mut begun = 0;
    for sandbox in ["", "landlock", "none"] {
        for kill in 0..KILLS {
            let p = Project::new();
            fs::write(p.root.join("count"), "for i in $(seq 400); do echo $i >> log; sleep 0.02; done\n").unwrap();
            let mut command = binary();
            command.env("COUNTERSIGN_SANDBOX", sandbox);
            let mut server = Server::start_with(p.world.dir.path(), command);
            let (port, token) = (server.port, server.token.clone());
            let operations = json!({ "operations": [{ "op": "run_command", "command": "sh count" }] });
            let (status, set) = http(port, &token, "POST", "/api/change-sets", Some(&operations), None).unwrap();
            assert_eq!(status, 201, "{set}");
            let item = &set["items"][0];
            let sign = json!([{ "item": item["n"], "digest": item["digest"] }]);
            let body = json!({ "digest": set["digest"], "sign": sign });
            let applying =
                std::thread::spawn(move || http(port, &token, "POST", "/api/change-sets/1/apply", Some(&body), None));
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            std::thread::sleep(Duration::from_millis((random >> 33) % LATEST));
            server.kill();
            drop(applying.join());
            let log = || fs::read_to_string(p.root.join("log")).unwrap_or_default();
            // What sees the end of the server is a process as well, and waits for its turn.
            std::thread::sleep(Duration::from_millis(250));
            let written = log();
            begun += usize::from(!written.is_empty());
            std::thread::sleep(Duration::from_millis(400));
            assert_eq!(log(), written, "{sandbox}, kill {kill}: it went on");
            let root = p.root.display().to_string();
            until("the end of all that was started", || !alive(&root));
            assert_eq!(log(), written, "{sandbox}, kill {kill}: it went on");
        }
    }
    assert!(begun > 0, "some had begun");
}

/// A secret that is found and goes away before it is hidden keeps bubblewrap from starting.
#[test]
fn a_sandbox_is_set_up_again_where_what_it_hides_went_away() {
    if !works(Command::new("bwrap").args(["--ro-bind", "/", "/", "true"])) {
        return passed_over("there is no bubblewrap");
    }
    let p = Project::new();
    let home = p.folder.path().join("home");
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for n in 0.. {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let folder = home.join(format!("y{}", n % 5));
                fs::create_dir_all(&folder).unwrap();
                fs::write(folder.join(".env"), "A=1").unwrap();
                std::thread::sleep(Duration::from_millis(3));
                fs::remove_dir_all(&folder).unwrap();
            }
        });
        let ran: Vec<Value> = (0..20)
            .map(|n| {
                let mut command = p.command();
                command.env("HOME", &home).env("COUNTERSIGN_SANDBOX", "bwrap");
                command.args(["run", &format!("echo {n}"), "--yes", "--json"]);
                run(&mut command, b"").json()
            })
            .collect();
        stop.store(true, Ordering::Relaxed);
        for (n, receipt) in ran.iter().enumerate() {
            let result = &receipt["results"][0];
            let found = (&result["ok"], &result["command"]["sandbox"], &result["command"]["preview"]);
            assert_eq!(found, (&json!(true), &json!("bwrap"), &json!(format!("{n}\n"))), "{receipt}");
        }
    });
}
