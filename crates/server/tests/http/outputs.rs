//! Stored outputs over HTTP: kept, listed, queried; as a person, and as a model of one conversation.
#![allow(clippy::disallowed_methods, reason = "its folders are its own")]

use crate::world::World;
use serde_json::{Value, json};

async fn keep(w: &World, tool: &str, text: &str, more: Value) -> Value {
    let mut body = json!({ "tool": tool, "text": text });
    body.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
    w.post("/api/outputs", body).await
}

async fn conversation(w: &World) -> String {
    let run = w.post("/api/runs", json!({ "message": "what is due today?" })).await;
    run["session"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn outputs_are_kept_listed_and_queried() {
    let w = World::new().await;
    let text = json!({ "items": [{ "id": 1, "big": 1e30 }, { "id": 2 }], "n": 12 }).to_string();
    let kept = keep(&w, "fetch", &text, json!({ "args": { "url": "x" } })).await;
    assert_eq!(
        (&kept["id"], &kept["size_chars"], &kept["success"], &kept["args"]),
        (&json!("o1"), &json!(text.len()), &json!(true), &json!({ "url": "x" }))
    );
    assert_eq!(kept["summary"], json!({ "kind": "json", "type": "object", "length": 2, "arrays": { "items": 2 } }));
    let log = keep(&w, "log", "one\ntwo\n", json!({ "success": false })).await;
    assert_eq!(log["args"], json!({}), "an object, as the document says");
    let list = w.get("/api/outputs?sort_by=size_chars&sort_order=asc&include_preview=true&preview_length=3").await;
    assert_eq!((&list["total"], &list["has_more"]), (&json!(2), &json!(false)));
    assert_eq!((&list["outputs"][0]["id"], &list["outputs"][0]["preview"]), (&json!("o2"), &json!("one")));
    assert_eq!(w.get("/api/outputs?success=false&limit=1").await["outputs"][0]["tool"], "log");
    assert_eq!(w.get("/api/outputs?limit=1").await["has_more"], true);
    assert_eq!(w.get("/api/outputs?after=2026-11-21T15:00:01Z").await["total"], 0);
    assert_eq!(w.get("/api/outputs/o1").await["preview"], text);

    let extract = w.ask("POST", "/api/outputs/o1/extract", Some(json!({ "paths": ["$.items[0].big"] }))).await;
    assert!(extract.text.contains("1e30") || extract.text.contains("1e+30"), "{}", extract.text);
    let count = json!({ "counts": [{ "path": "$.items", "count_type": "array_length" }] });
    assert_eq!(w.post("/api/outputs/o1/count", count).await["total"], 2);
    let sample = json!({ "path": "$.items", "size": 1, "strategy": "last" });
    assert_eq!(w.post("/api/outputs/o1/sample", sample).await["sample"], json!([{ "id": 2 }]));
    assert_eq!(w.post("/api/outputs/o1/stats", json!({})).await["types"]["number"], 4);
    assert_eq!(w.post("/api/outputs/o2/read", json!({ "unit": "lines", "offset": 1 })).await["text"], "two\n");
    let members = w.get("/api/outputs/o1/members?path=%24.items&offset=1&limit=5").await;
    assert_eq!((&members["total"], &members["members"][0]["path"]), (&json!(2), &json!("$['items'][1]")));

    for (method, path, body, status, code) in [
        ("GET", "/api/outputs/o9", None, 404, "not_found"),
        ("POST", "/api/outputs/o9/stats", Some(json!({})), 404, "not_found"),
        ("POST", "/api/outputs/o1/stats", Some(json!({ "depth": 1 })), 400, "unknown_option"),
        ("POST", "/api/outputs/o1/extract", Some(json!({ "paths": ["$["] })), 400, "invalid_path"),
        ("POST", "/api/outputs/o2/extract", Some(json!({ "paths": ["$"] })), 400, "not_json"),
        ("GET", "/api/outputs/o1/members?path=%24.gone", None, 404, "not_found"),
        ("GET", "/api/outputs?after=yesterday", None, 400, "invalid_option"),
        ("GET", "/api/outputs?limit=101", None, 400, "invalid_limit"),
        ("GET", "/api/outputs?sort_by=size", None, 400, "invalid_sort_by"),
        ("GET", "/api/outputs?colour=red", None, 400, "unknown_parameter"),
        ("POST", "/api/outputs", Some(json!({ "tool": "", "text": "x" })), 400, "invalid_output"),
        ("POST", "/api/outputs", Some(json!({ "tool": "tool_outputs.read", "text": "x" })), 400, "invalid_output"),
        ("POST", "/api/outputs", Some(json!({ "tool": "x", "text": "x", "session": "nope" })), 404, "not_found"),
    ] {
        let answer = w.ask(method, path, body).await;
        assert_eq!(answer.refusal(), (status, code.to_owned()), "{method} {path}: {}", answer.text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_reaches_the_outputs_of_its_conversation_only() {
    let w = World::new().await;
    let (mine, other) = (conversation(&w).await, conversation(&w).await);
    let call = |session: &str, tool: &str, args: Value| json!({ "session": session, "tool": tool, "args": args });
    let ask = async |body: Value| w.ask("POST", "/api/outputs/call", Some(body)).await;
    let stats = || call(&mine, "tool_outputs.stats", json!({}));
    assert_eq!(ask(stats()).await.refusal(), (400, "no_output".to_owned()));
    keep(&w, "fetch", "[1,2]", json!({ "session": mine })).await;
    keep(&w, "fetch", "[1,2,3]", json!({ "session": other })).await;
    assert_eq!(ask(stats()).await.json()["structure"]["length"], 2, "the id is filled in");
    let alias = call(&mine, "tool_outputs_count", json!({ "id": "o1", "counts": [{ "path": "$[*]" }] }));
    assert_eq!(ask(alias).await.json()["total"], 2, "also by its wire alias");
    let list = ask(call(&mine, "tool_outputs.list", json!({ "conversation_id": other }))).await.json();
    assert_eq!(
        (&list["total"], &list["outputs"][0]["id"]),
        (&json!(1), &json!("o1")),
        "of this conversation, whatever was asked"
    );
    for (body, status, code) in [
        (call(&mine, "tool_outputs.stats", json!({ "id": "o2" })), 404, "not_found"),
        (call(&mine, "tool_outputs.stats", json!({ "id": "o99" })), 404, "not_found"),
        (call(&mine, "tool_outputs.stats", json!({ "id": 1 })), 400, "invalid_option"),
        (call(&mine, "tool_outputs.delete", json!({})), 400, "unknown_tool"),
        (call(&mine, "tool_outputs.list", json!({ "limit": 0 })), 400, "invalid_option"),
        (call(&mine, "tool_outputs.list", json!({ "tool": "x" })), 400, "unknown_option"),
    ] {
        assert_eq!(ask(body.clone()).await.refusal(), (status, code.to_owned()), "{body}");
    }
    keep(&w, "fetch", "[]", json!({ "session": mine })).await;
    let several = ask(stats()).await;
    assert_eq!(several.refusal(), (400, "ambiguous_output".to_owned()));
    assert!(several.json()["hint"].as_str().unwrap().contains("o1, o3"), "{}", several.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_command_printed_is_an_output_of_shell_exec() {
    let w = World::new().await;
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("data.json"), "{\"a\":[1,2,3]}").unwrap();
    w.post("/api/workspaces", json!({ "root": folder.path() })).await;
    let set = w
        .post("/api/change-sets", json!({ "operations": [{ "op": "run_command", "command": "cat data.json" }] }))
        .await;
    assert_eq!(w.get("/api/outputs").await["total"], 0, "not before it ran");
    let sign = json!([{ "item": 1, "digest": set["items"][0]["digest"] }]);
    w.post("/api/change-sets/1/apply", json!({ "digest": set["digest"], "sign": sign })).await;
    let list = w.get("/api/outputs?tool_name=shell_exec").await;
    let one = &list["outputs"][0];
    assert_eq!(
        (&one["id"], &one["success"], &one["args"]["command"]),
        (&json!("cmd-1.1"), &json!(true), &json!("cat data.json"))
    );
    let count = json!({ "counts": [{ "path": "$.a", "count_type": "array_length" }] });
    assert_eq!(w.post("/api/outputs/cmd-1.1/count", count).await["total"], 3);
    let blobs: i64 = w.raw().query_row("SELECT count(*) FROM blobs", [], |row| row.get(0)).unwrap();
    assert_eq!(blobs, 1, "no second copy");
}
