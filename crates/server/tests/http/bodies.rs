//! Hostile and careless bodies: refused with a code, and nothing changes.

use crate::world::{Answer, BEARER, World, bare};
use axum::body::Body;
use serde_json::{Value, json};

async fn send(world: &World, method: &str, path: &str, content_type: &str, body: impl Into<Body>) -> Answer {
    let mut request = bare(method, path).header("authorization", format!("Bearer {BEARER}"));
    if !content_type.is_empty() {
        request = request.header("content-type", content_type);
    }
    Answer::of(world.send(request.body(body.into()).unwrap()).await).await
}

#[tokio::test]
async fn only_json_is_read() {
    let world = World::new().await;
    let cases = [
        ("application/json", 200),
        ("application/json; charset=utf-8", 200),
        ("Application/JSON;charset=\"UTF-8\"", 200),
        ("", 415),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("multipart/form-data; boundary=x", 415),
        ("application/json; charset=utf-16", 415),
        ("application/jsonp", 415),
    ];
    for (content_type, status) in cases {
        assert_eq!(
            send(&world, "POST", "/api/interpret", content_type, "{\"message\":\"hello\"}").await.status,
            status,
            "{content_type:?}"
        );
    }
}

/// Of two declarations somebody in between may have read the other.
#[tokio::test]
async fn a_body_is_declared_once() {
    let world = World::new().await;
    for second in ["text/plain", "application/json"] {
        let request = bare("POST", "/api/interpret").header("authorization", format!("Bearer {BEARER}"));
        let request = request.header("content-type", "application/json").header("content-type", second);
        let answer = Answer::of(world.send(request.body(Body::from("{\"message\":\"hello\"}")).unwrap()).await).await;
        assert_eq!(answer.status, 415, "{second}");
    }
}

/// Nothing is unpacked, and that is said, rather than that it is no JSON.
#[tokio::test]
async fn a_compressed_body_is_refused_as_such() {
    let world = World::new().await;
    for (how, status) in [("gzip", 415), ("br", 415), ("identity", 200)] {
        let request = bare("POST", "/api/interpret")
            .header("authorization", format!("Bearer {BEARER}"))
            .header("content-type", "application/json")
            .header("content-encoding", how);
        let answer = Answer::of(world.send(request.body("{\"message\":\"hello\"}".into()).unwrap()).await).await;
        assert_eq!(answer.status, status, "{how}");
        assert!(status == 200 || answer.json()["message"] == "the body is compressed", "{}", answer.text);
    }
}

#[tokio::test]
async fn bodies_are_limited() {
    let world = World::new().await;
    let text = |len: usize| json!({ "message": "x".repeat(len) }).to_string();
    let padding = text(0).len();
    // What an import makes of one endless line is another matter; its size alone is not refused.
    let long = json!({ "format": "todo.txt", "text": "x".repeat(2 << 20) }).to_string();
    assert_ne!(send(&world, "POST", "/api/import", "application/json", long).await.status, 413);
    for (path, body, status) in [
        ("/api/interpret", text((1 << 20) - padding), 200),
        ("/api/interpret", text((1 << 20) - padding + 1), 413),
        ("/api/import", json!({ "format": "todo.txt", "text": "x".repeat(32 << 20) }).to_string(), 413),
    ] {
        let answer = send(&world, "POST", path, "application/json", body.clone()).await;
        assert_eq!(answer.status, status, "{path} {}", body.len());
        // The same without an announced length.
        let chunks: Vec<Result<Vec<u8>, std::io::Error>> =
            body.into_bytes().chunks(60_000).map(|c| Ok(c.to_vec())).collect();
        let streamed = Body::from_stream(futures_util::stream::iter(chunks));
        let answer = send(&world, "POST", path, "application/json", streamed).await;
        assert_eq!(answer.status, status, "{path} in chunks");
        if status == 413 {
            assert_eq!(answer.json()["error"], "body_too_large");
        }
    }
}

/// As many items as a file can bring are signed, put off or rebased in one call.
#[tokio::test]
async fn a_hundred_thousand_items_are_named_at_once() {
    let world = World::new().await;
    let items: Vec<Value> =
        (1..=100_000).map(|n| json!({ "item": n, "digest": format!("{n:032}"), "was": "deferred" })).collect();
    for (path, body) in [
        ("apply", json!({ "digest": "", "sign": items })),
        ("decisions", json!({ "verdict": "rejected", "items": items })),
        ("rebase", json!({ "items": items })),
    ] {
        let answer = world.ask("POST", &format!("/api/change-sets/1/{path}"), Some(body)).await;
        assert_eq!(answer.refusal(), (404, "not_found".to_owned()), "{path}");
    }
}

#[tokio::test]
async fn careless_fields_are_named() {
    let world = World::new().await;
    let deep = format!("{{\"operations\":{}1{}}}", "[".repeat(90), "]".repeat(90));
    let sets = "/api/change-sets";
    let cases: Vec<(&str, &str, &[u8], u16, &str)> = vec![
        ("POST", "/api/runs", b"", 400, "invalid_body"),
        ("POST", "/api/runs", b"nonsense", 400, "invalid_body"),
        ("POST", "/api/runs", b"[]", 400, "invalid_body"),
        ("POST", "/api/runs", b"{}", 400, "missing_field"),
        ("POST", "/api/runs", b"{\"message\":7}", 400, "invalid_message"),
        ("POST", "/api/runs", b"{\"message\":\" \"}", 400, "invalid_message"),
        ("POST", "/api/runs", b"{\"message\":\"x\",\"mode\":\"fast\"}", 400, "invalid_mode"),
        ("POST", "/api/runs", b"{\"message\":\"x\",\"message\":\"y\"}", 400, "duplicate_key"),
        ("POST", "/api/runs", b"{\"message\":\"x\",\"options\":{}}", 400, "unknown_field"),
        ("POST", "/api/runs", b"{\"message\":\"x\",\"session\":\"none\"}", 404, "not_found"),
        ("POST", "/api/runs", b"{\"message\":\"\xff\"}", 400, "invalid_body"),
        ("POST", sets, b"{}", 400, "missing_operations"),
        ("POST", sets, b"{\"operations\":[]}", 400, "missing_operations"),
        ("POST", sets, b"{\"operations\":null}", 400, "missing_operations"),
        ("POST", sets, b"{\"operations\":{}}", 400, "invalid_operations"),
        ("POST", "/api/llm/apply", b"{\"operations\":\"x\"}", 400, "invalid_operations"),
        ("POST", sets, b"{\"operations\":[{\"op\":\"undo\"},null]}", 400, "invalid_operations"),
        ("POST", "/api/ledger/-9223372036854775808/undo", b"{}", 400, "invalid_id"),
        ("POST", sets, deep.as_bytes(), 400, "invalid_body"),
        ("POST", sets, b"{\"operations\":[{\"op\":\"create\",\"title\":\"a\",\"title\":\"b\"}]}", 400, "duplicate_key"),
        (
            "PUT",
            "/api/change-sets/1/items/1/decision",
            b"{\"verdict\":\"maybe\",\"digest\":\"x\"}",
            400,
            "invalid_verdict",
        ),
        ("PUT", "/api/change-sets/1/items/1/decision", b"{\"verdict\":\"confirmed\"}", 400, "missing_field"),
        (
            "POST",
            "/api/change-sets/1/decisions",
            b"{\"verdict\":\"confirmed\",\"items\":[{\"item\":\"1\",\"digest\":\"x\"}]}",
            400,
            "invalid_item",
        ),
        ("POST", "/api/change-sets/1/decisions", b"{\"verdict\":\"confirmed\",\"items\":[]}", 400, "invalid_items"),
        (
            "POST",
            "/api/change-sets/1/decisions",
            b"{\"verdict\":\"confirmed\",\"items\":[{\"item\":1,\"digest\":\"x\",\"all\":true}]}",
            400,
            "unknown_field",
        ),
        ("PATCH", "/api/change-sets/1/items/1", b"{\"digest\":\"x\"}", 400, "invalid_edit"),
        ("PATCH", "/api/change-sets/1/items/1", b"{\"digest\":\"x\",\"rebase\":true,\"args\":{}}", 400, "invalid_edit"),
        ("POST", "/api/change-sets/1/apply", b"{\"digest\":7}", 400, "invalid_digest"),
        ("POST", "/api/change-sets/1/apply", b"{\"digest\":\"x\",\"mode\":\"yolo\"}", 400, "invalid_mode"),
        (
            "POST",
            "/api/change-sets/1/apply",
            b"{\"digest\":\"x\",\"idempotencyKey\":\"\"}",
            400,
            "invalid_idempotencyKey",
        ),
        ("POST", "/api/ledger/1/undo", b"{\"conflicts\":\"force\"}", 400, "invalid_conflicts"),
        ("POST", "/api/rewind", b"{\"to\":-1.5}", 400, "invalid_to"),
        ("POST", "/api/edits", b"{\"operations\":[],\"sign\":[]}", 400, "unknown_field"),
        ("PUT", "/api/settings", b"{\"zone\":\"Mars/Base\"}", 400, "invalid_zone"),
        ("PUT", "/api/settings", b"{\"language\":\"Deutsch\"}", 400, "invalid_language"),
        ("PUT", "/api/settings", b"{\"timezone\":\"UTC\"}", 400, "unknown_field"),
        ("PUT", "/api/settings", b"{\"dayParts\":{\"morning\":\"25:00\"}}", 400, "invalid_morning"),
        ("POST", "/api/import", b"{\"text\":\"x\",\"format\":\"docx\"}", 400, "unknown_format"),
        ("POST", "/api/interpret", b"{\"message\":\"\"}", 400, "invalid_message"),
        ("POST", "/api/runs/none/cancel", b"{\"force\":true}", 400, "unknown_field"),
        ("POST", "/api/llm/apply", b"{}", 400, "missing_operations"),
        (
            "POST",
            "/api/llm/apply",
            b"{\"operations\":[{\"op\":\"delete\",\"id\":1}],\"force\":true}",
            400,
            "unknown_field",
        ),
        (
            "POST",
            "/api/llm/apply",
            b"{\"operations\":[{\"op\":\"delete\",\"id\":1}],\"idempotencyKey\":7}",
            400,
            "invalid_idempotencyKey",
        ),
        ("POST", "/api/llm/dryrun", b"7", 400, "invalid_body"),
        ("POST", "/api/assistant/message", b"{\"message\":\"x\",\"mode\":\"plan\"}", 400, "unknown_field"),
        ("POST", "/api/assistant/message", b"{\"message\":\"x\",\"options\":[\"chat\"]}", 400, "invalid_options"),
        ("POST", "/api/assistant/message", b"{\"message\":\"x\",\"options\":\"chat\"}", 400, "invalid_options"),
        ("POST", "/api/assistant/message", b"{\"message\":\"x\",\"options\":{\"mod\":\"chat\"}}", 400, "unknown_field"),
    ];
    for (method, path, body, status, code) in cases {
        let answer = send(&world, method, path, "application/json", body.to_vec()).await;
        assert_eq!(
            answer.refusal(),
            (status, code.to_owned()),
            "{method} {path} {}: {}",
            String::from_utf8_lossy(body),
            answer.text
        );
    }
    assert_eq!(world.get("/api/status").await["head"], json!(null), "nothing was written");
}

/// It would come back twice, in the message and beside it.
#[tokio::test]
async fn a_long_name_of_a_field_is_not_said_whole() {
    let world = World::new().await;
    let long = "ä".repeat(400_000);
    for (path, body) in [
        ("/api/edits", json!({ "operations": [{ "op": "delete", "id": 1 }], long.clone(): 1 })),
        ("/api/runs", json!({ "message": "x", long.clone(): 1 })),
        ("/api/change-sets", json!({ long.clone(): 1 })),
        ("/api/llm/apply", json!({ "operations": [{ "op": "delete", "id": 1 }], long.clone(): 1 })),
        ("/api/assistant/message", json!({ "message": "x", long.clone(): 1 })),
        ("/api/assistant/message", json!({ "message": "x", "options": { long.clone(): 1 } })),
        ("/api/runs/none/cancel", json!({ long.clone(): 1 })),
    ] {
        let answer = send(&world, "POST", path, "application/json", body.to_string()).await;
        assert_eq!(answer.refusal(), (400, "unknown_field".to_owned()), "{path}");
        assert!(answer.text.len() < 2_000, "{path}: {}", answer.text.len());
    }
}

/// What two set at once stands both: a change names what it changes.
#[tokio::test(flavor = "multi_thread")]
async fn settings_are_changed_by_their_names() {
    let world = World::new().await;
    let set = |set: Value| json!({ "set": set });
    for round in 0..8 {
        let week = if round % 2 == 0 { "sunday" } else { "saturday" };
        let (one, other, third) = tokio::join!(
            world.ask("PATCH", "/api/settings", Some(set(json!({ "sessionMegabytes": 30 + round })))),
            world.ask("PATCH", "/api/settings", Some(set(json!({ "weekStart": week })))),
            world.ask("PATCH", "/api/settings", Some(set(json!({ "dayParts": { "noon": format!("12:0{round}") } })))),
        );
        assert_eq!((one.status, other.status, third.status), (200, 200, 200));
        let now = world.get("/api/settings").await["settings"].clone();
        let seen = (&now["sessionMegabytes"], &now["weekStart"], &now["dayParts"]["noon"], &now["dayParts"]["morning"]);
        assert_eq!(seen, (&json!(30 + round), &json!(week), &json!(format!("12:0{round}")), &json!("09:00")));
    }
    // What builds on what was read says so.
    let on = |on: &str, base: Value| json!({ "set": { "wakeOn": [on] }, "base": { "wakeOn": base } });
    let first = world.ask("PATCH", "/api/settings", Some(on("label:a", json!([])))).await;
    assert_eq!(first.status, 200, "{}", first.text);
    let late = world.ask("PATCH", "/api/settings", Some(on("label:b", json!([])))).await;
    assert_eq!(late.refusal(), (409, "settings_changed".to_owned()));
    assert_eq!(world.get("/api/settings").await["settings"]["wakeOn"], json!(["label:a"]));
    let before = world.get("/api/settings").await;
    for (body, code) in [
        (set(json!({ "zone": "Mars/Base" })), "invalid_zone"),
        (set(json!({ "timezone": "UTC" })), "unknown_field"),
        (set(json!({ "dayParts": { "noon": "25:00" } })), "invalid_noon"),
        (set(json!({ "dayParts": { "tea": "16:00" } })), "unknown_field"),
        (set(json!([])), "invalid_body"),
        (json!({ "weekStart": "monday" }), "unknown_field"),
        (json!({}), "missing_field"),
    ] {
        let answer = world.ask("PATCH", "/api/settings", Some(body.clone())).await;
        assert_eq!(answer.refusal(), (400, code.to_owned()), "{body}");
    }
    assert_eq!(world.get("/api/settings").await["settings"], before["settings"]);
    // Null is a value, where there can be none.
    world.ask("PATCH", "/api/settings", Some(set(json!({ "zone": "Europe/Berlin" })))).await;
    world.ask("PATCH", "/api/settings", Some(set(json!({ "zone": null })))).await;
    assert_eq!(world.get("/api/settings").await["settings"]["zone"], Value::Null);
}

/// A list is no object, and an object no word: neither is read as one that fits (serde itself would).
#[tokio::test]
async fn a_list_is_no_object_and_an_object_no_word() {
    let world = World::new().await;
    world.post("/api/edits", json!({ "operations": [{ "op": "create", "title": "a" }] })).await;
    world.ask("PUT", "/api/settings", Some(json!({ "zone": "Europe/Berlin", "language": "de" }))).await;
    let set = world.post("/api/change-sets", json!({ "operations": [{ "op": "delete", "id": 1 }] })).await;
    let (digest, id) = (&set["items"][0]["digest"], set["id"].as_i64().unwrap());
    let (item, decided) =
        (format!("/api/change-sets/{id}/items/1/decision"), format!("/api/change-sets/{id}/decisions"));
    let apply = format!("/api/change-sets/{id}/apply");
    let before = (world.get("/api/status").await["head"].clone(), world.get("/api/settings").await);
    let cases = [
        ("PUT", "/api/settings", json!([])),
        ("PUT", "/api/settings", json!(["Asia/Tokyo"])),
        ("PUT", "/api/settings", json!({ "dayParts": ["01:00", "02:00", "03:00", "04:00", "05:00"] })),
        ("POST", "/api/edits", json!([[{ "op": "delete", "id": 1 }]])),
        ("POST", "/api/ledger/1/undo", json!([])),
        ("POST", "/api/ledger/1/undo", json!([null, "keep"])),
        ("POST", "/api/ledger/1/undo", json!({ "conflicts": { "keep": null } })),
        ("POST", "/api/rewind", json!([1])),
        ("POST", "/api/rebuild", json!([true])),
        ("POST", "/api/save", json!([])),
        ("POST", "/api/sessions", json!([])),
        ("POST", "/api/wakes", json!([])),
        ("POST", "/api/interpret", json!(["buy milk"])),
        ("POST", "/api/runs", json!([null, "buy milk"])),
        ("POST", "/api/runs", json!({ "message": "x", "clarify": ["q", [[1]]] })),
        ("POST", "/api/runs", json!({ "message": "x", "mode": { "auto": null } })),
        ("POST", "/api/import", json!(["markdown", "a.md", "- [ ] x"])),
        ("POST", "/api/change-sets", json!([[{ "op": "delete", "id": 1 }]])),
        ("PUT", &item, json!(["confirmed", null, digest])),
        ("PUT", &item, json!({ "verdict": { "confirmed": null }, "digest": digest })),
        ("POST", &decided, json!({ "verdict": "confirmed", "items": [[1, digest]] })),
        ("POST", &apply, json!([set["digest"]])),
        ("POST", &apply, json!({ "digest": set["digest"], "sign": [[1, digest]] })),
        ("POST", &apply, json!({ "digest": set["digest"], "mode": { "best_effort": null } })),
        ("POST", "/api/rules", json!({ "grant": ["read_only"], "workspace": "x" })),
        ("PATCH", "/api/todos/1", json!({ "status": { "done": null } })),
    ];
    for (method, path, body) in cases {
        let answer = world.ask(method, path, Some(body.clone())).await;
        let (status, code) = answer.refusal();
        assert!(status == 400 && code.starts_with("invalid_"), "{method} {path} {body}: {}", answer.text);
    }
    let after = (world.get("/api/status").await["head"].clone(), world.get("/api/settings").await);
    assert_eq!(after, before, "nothing was written");
}

/// What may be changed may be sent: a set of whole files is longer than a sentence about todos.
#[tokio::test]
async fn a_set_of_files_may_be_as_long_as_files_are() {
    let world = World::new().await;
    let folder = tempfile::tempdir().unwrap();
    world.post("/api/workspaces", json!({ "root": folder.path() })).await;
    let text = "a line \"of\" a file\n".repeat(80_000);
    let set = world
        .post("/api/change-sets", json!({ "operations": [{ "op": "write_file", "path": "a", "content": text }] }))
        .await;
    assert_eq!(set["items"][0]["status"], "pending", "{}", set["items"][0]["problems"]);
    let item = "/api/change-sets/1/items/1";
    let own = format!("{text}and mine\n");
    let edit = json!({ "digest": set["items"][0]["digest"], "content": own });
    let edited = world.ask("PATCH", item, Some(edit)).await;
    assert_eq!(edited.status, 200, "{}", edited.text);
    let kept = world.ask("GET", &format!("{item}/text"), None).await.json();
    assert!(kept["text"] == own.as_str(), "the person's own text");
    let over = json!({ "operations": [{ "op": "write_file", "path": "b", "content": "x".repeat(32 << 20) }] });
    assert_eq!(world.ask("POST", "/api/change-sets", Some(over)).await.refusal(), (413, "body_too_large".to_owned()));
}
