//! Standing rules and runs of commands over HTTP.
#![allow(clippy::disallowed_methods, reason = "its folders are its own")]

use crate::world::{World, events};
use serde_json::{Value, json};

async fn project(w: &World) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    w.post("/api/workspaces", json!({ "root": folder.path() })).await;
    folder
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rule_is_made_listed_checked_and_revoked() {
    let w = World::new().await;
    let _folder = project(&w).await;
    assert_eq!(w.get("/api/rules").await, json!({ "rules": [] }));
    let grant = json!({ "kind": "command", "prefix": ["echo", "hi"] });
    let made = w.ask("POST", "/api/rules", Some(json!({ "grant": grant, "cap": 3 }))).await;
    let rule = made.json();
    assert_eq!(
        (made.status, &rule["status"], &rule["uses"], &rule["cap"]),
        (201, &json!("active"), &json!(0), &json!(3))
    );
    assert_eq!(rule["made_by"]["kind"], "user", "{rule}");
    for (body, code) in [
        (json!({ "grant": grant }), "rule_exists"),
        (json!({ "grant": { "kind": "command", "prefix": ["bash"] } }), "rule_too_wide"),
        (json!({ "grant": { "kind": "command", "prefix": ["rm", "-rf", "/"] } }), "rule_never"),
        (json!({ "grant": { "kind": "everything" } }), "invalid_kind"),
        (json!({ "grant": grant, "forever": true }), "unknown_field"),
        (json!({ "grant": { "kind": "files", "folder": "." } }), "invalid_rule"),
        (json!({ "grant": { "kind": "read_only" }, "days": 0 }), "invalid_expiry"),
        (json!({ "grant": { "kind": "todos", "shape": ["update", {}, "Ada"] } }), "invalid_grant"),
        (json!({ "grant": { "kind": "read_only" }, "workspace": "nowhere" }), "unknown_workspace"),
    ] {
        let refused = w.ask("POST", "/api/rules", Some(body.clone())).await;
        assert_eq!(refused.refusal().1, code, "{body}: {}", refused.text);
    }
    // What is read by its kind is held whole: what does not belong in it is named, with what does.
    let odd = [
        (json!({ "kind": "todos", "shape": { "kind": "update" } }), "kind", "`op`"),
        (json!({ "kind": "read_only", "folder": "a" }), "folder", ""),
        (json!({ "kind": "command", "prefix": ["ls"], "words": [] }), "words", "`prefix`"),
    ];
    for (grant, name, fits) in odd {
        let refused = w.ask("POST", "/api/rules", Some(json!({ "grant": grant }))).await.json();
        assert_eq!(
            (&refused["error"], &refused["details"]["name"]),
            (&json!("unknown_field"), &json!(name)),
            "{refused}"
        );
        let message = format!("\"{name}\" is not a field in \"grant\"");
        assert_eq!(refused["message"], message, "{refused}");
        assert!(refused["hint"].as_str().unwrap().contains(fits), "{refused}");
    }
    let outer =
        w.ask("POST", "/api/rules", Some(json!({ "grant": { "kind": "read_only" }, "grants": 1 }))).await.json();
    assert_eq!(outer["details"]["field"], "grants", "{outer}");
    let found = w.post("/api/rules/check", json!({ "command": "echo hi there" })).await;
    assert_eq!((&found["matches"], &found["covered_by"]), (&json!(true), &json!([rule["id"]])), "{found}");
    let asked = json!({ "operations": [{ "op": "run_command", "command": "echo hi" }], "wait": true });
    let waits = w.post("/api/change-sets", asked).await;
    assert_eq!(waits["items"][0]["status"], "pending", "asked to wait, no rule lets it through: {waits}");
    let ran =
        w.post("/api/change-sets", json!({ "operations": [{ "op": "run_command", "command": "echo hi" }] })).await;
    assert_eq!(ran["items"][0]["status"], "applied", "{ran}");
    let revoked = w.ask("POST", "/api/rules/1/revoke", Some(json!({ "reason": "enough" }))).await.json();
    assert_eq!(
        (&revoked["status"], &revoked["uses"], &revoked["ended"]["why"]),
        (&json!("revoked"), &json!(1), &json!("enough"))
    );
    assert_eq!(w.ask("POST", "/api/rules/9/revoke", Some(json!({}))).await.refusal(), (404, "not_found".to_owned()));
    let kinds: Vec<Value> = w.get("/api/ledger?limit=50").await["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| e["kind"].clone())
        .filter(|kind| kind.as_str().is_some_and(|kind| kind.starts_with("rule")))
        .collect();
    assert_eq!(kinds, ["rule_revoked", "rule_used", "rule_made"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rule_for_one_folder_lets_nothing_run_in_another() {
    let w = World::new().await;
    let folder = project(&w).await;
    for name in ["a", "b"] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
    }
    let run = async |cwd: &str, command: &str| {
        let op = json!({ "op": "run_command", "cwd": cwd, "command": command });
        w.post("/api/change-sets", json!({ "operations": [op] })).await
    };
    for _ in 0..3 {
        let set = run("a", "./run.sh").await;
        let body = json!({ "verdict": "confirmed", "digest": set["items"][0]["digest"] });
        let decided = w.ask("PUT", &format!("/api/change-sets/{}/items/1/decision", set["id"]), Some(body)).await;
        assert_eq!(decided.status, 200, "{}", decided.text);
    }
    let sets = w.get("/api/change-sets").await;
    let rules = sets["change_sets"].as_array().unwrap().iter().find(|s| s["source"]["agent"] == "rules").unwrap();
    let set = w.get(&format!("/api/change-sets/{}", rules["id"])).await;
    let exact = json!({ "kind": "exact", "words": ["./run.sh"], "cwd": "a" });
    assert_eq!(set["items"][0]["op"]["rule"]["grant"], exact, "{set}");
    w.post("/api/rules", json!({ "grant": exact })).await;
    w.post("/api/rules", json!({ "grant": { "kind": "command", "prefix": ["./go.sh"], "cwd": "a" } })).await;
    w.post("/api/rules", json!({ "grant": { "kind": "command", "prefix": ["make", "test"] } })).await;
    for (cwd, command, covered) in [
        ("a", "./run.sh", true),
        ("b", "./run.sh", false),
        ("", "./run.sh", false),
        ("a", "./go.sh", true),
        ("b", "./go.sh", false),
        ("", "make test", true),
        ("b", "make test", false),
    ] {
        let found = w.post("/api/rules/check", json!({ "command": command, "cwd": cwd })).await;
        assert_eq!(found["matches"], json!(covered), "{cwd} {command}: {found}");
        if !covered {
            assert_eq!(run(cwd, command).await["items"][0]["status"], "pending", "{cwd} {command}");
        }
    }
    let bad = json!({ "grant": { "kind": "exact", "words": ["./run.sh"], "cwd": "../a" } });
    assert_eq!(w.ask("POST", "/api/rules", Some(bad)).await.refusal().1, "invalid_path");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_of_commands_is_followed_paused_and_resumed() {
    let w = World::new().await;
    let _folder = project(&w).await;
    let commands = ["echo one", "grep x nothing", "echo three"];
    let operations: Value = commands.iter().map(|c| json!({ "op": "run_command", "command": c })).collect();
    let set = w.post("/api/change-sets", json!({ "operations": operations })).await;
    assert_eq!(w.ask("GET", "/api/command-runs/1", None).await.refusal(), (404, "not_found".to_owned()));
    let none = w.ask("POST", "/api/command-runs", Some(json!({ "change_set": 1, "digest": set["digest"] }))).await;
    assert_eq!(none.refusal(), (400, "no_commands".to_owned()));
    let sign: Value =
        set["items"].as_array().unwrap().iter().map(|i| json!({ "item": i["n"], "digest": i["digest"] })).collect();
    let body = json!({ "change_set": 1, "digest": set["digest"], "sign": sign });
    let begun = w.ask("POST", "/api/command-runs", Some(body)).await;
    assert_eq!(begun.status, 202, "{}", begun.text);
    let told = events(&w.ask("GET", "/api/command-runs/1/events", None).await.text);
    let last = &told.last().unwrap().2;
    assert_eq!((&last["status"], &last["text"]), (&json!("paused"), &json!("✓ 1 succeeded, ✗ 1 failed")), "{last}");
    assert_eq!(last["remaining"], json!(["echo three"]));
    let wrong = w.ask("PUT", "/api/command-runs/1", Some(json!({ "action": "pause" }))).await;
    assert_eq!(wrong.refusal(), (409, "not_running".to_owned()));
    w.ask("PUT", "/api/command-runs/1", Some(json!({ "action": "resume" }))).await;
    let told = events(&w.ask("GET", "/api/command-runs/1/events", None).await.text);
    assert_eq!(told.last().unwrap().2["status"], "done");
    assert_eq!(w.get("/api/command-runs").await["command_runs"][0]["done"], 3);
}
