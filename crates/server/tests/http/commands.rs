//! Commands over HTTP: output, events, stop.
#![allow(clippy::disallowed_methods, reason = "its folders are its own")]

use crate::world::World;
use serde_json::json;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

async fn project(w: &World) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long");
    std::fs::write(&path, "#!/bin/sh\nprintf 'one\\351 é\\n'\nsleep 6701\n").unwrap();
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
    let opened = w.ask("POST", "/api/workspaces", Some(json!({ "root": folder.path() }))).await;
    assert_eq!(opened.status, 201, "{}", opened.text);
    folder
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_is_followed_stopped_and_its_output_kept() {
    let w = World::new().await;
    let folder = project(&w).await;
    let body =
        json!({ "operations": [{ "op": "run_command", "command": "./long" }, { "op": "create", "title": "x" }] });
    let set = w.ask("POST", "/api/change-sets", Some(body)).await.json();
    let item = "/api/change-sets/1/items/1";
    for (method, path) in [
        ("GET", format!("{item}/output")),
        ("POST", format!("{item}/stop")),
        ("GET", "/api/change-sets/1/items/2/output".to_owned()),
        ("GET", "/api/change-sets/1/items/2/output/events".to_owned()),
        ("GET", "/api/change-sets/9/items/1/output/events".to_owned()),
    ] {
        let answer = w.ask(method, &path, None).await;
        assert_eq!(answer.refusal(), (404, "not_found".to_owned()), "{method} {path}");
    }
    let sign = json!([{ "item": 1, "digest": set["items"][0]["digest"] }]);
    let apply = json!({ "digest": set["digest"], "sign": sign });
    let (applied, ()) = tokio::join!(w.ask("POST", "/api/change-sets/1/apply", Some(apply)), async {
        loop {
            let output = w.ask("GET", &format!("{item}/output"), None).await;
            if output.status == 200 && output.text.contains('é') {
                assert_eq!(output.header("content-type"), "text/plain; charset=utf-8");
                assert_eq!(output.text, "one\u{fffd} é\n");
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let stopped = w.ask("POST", &format!("{item}/stop"), None).await;
        assert_eq!((stopped.status, stopped.json()), (202, json!({ "stopping": true })));
    });
    let receipt = applied.json();
    assert_eq!(receipt["results"][0]["command"]["stopped"], true, "{receipt}");
    let shown = &receipt["change_set"]["items"][0]["command"];
    assert_eq!((&shown["argv"], &shown["outcome"]["stopped"]), (&json!([["./long"]]), &json!(true)));
    let after = w.ask("GET", &format!("{item}/output?after=5"), None).await;
    assert_eq!(after.text, "é\n", "from a byte on");
    let events = w.ask("GET", &format!("{item}/output/events"), None).await;
    assert_eq!(events.header("content-type"), "text/event-stream");
    assert!(events.text.contains("id: 8") && events.text.contains("event: done"), "{}", events.text);
    assert!(events.text.contains("\"status\":\"failed\""), "{}", events.text);
    drop(folder);
}
