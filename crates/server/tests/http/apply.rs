//! Signing and applying over HTTP: confirmation, idempotency, what is stale.

use crate::world::World;
use serde_json::{Value, json};
use std::sync::Arc;

async fn many(world: &World, count: usize) -> Vec<i64> {
    let operations: Vec<Value> = (0..count).map(|n| json!({ "op": "create", "title": format!("todo {n}") })).collect();
    world.post("/api/edits", json!({ "operations": operations })).await;
    world.get("/api/todos/all").await["todos"].as_array().unwrap().iter().map(|t| t["id"].as_i64().unwrap()).collect()
}

#[tokio::test]
async fn many_deletes_need_a_second_confirmation() {
    for path in ["/api/llm/apply", "/api/edits"] {
        let world = World::new().await;
        let ids = many(&world, 22).await;
        // Single deletes count together with bulk targets (R11).
        let operations = json!([{ "op": "bulk_delete", "where": { "ids": ids[..15] } }, { "op": "delete", "id": ids[15] }, { "op": "bulk_delete", "where": { "ids": ids[16..21] } }]);
        let dry = world.post("/api/llm/dryrun", json!({ "operations": operations })).await;
        assert!(dry["warnings"].as_array().unwrap().iter().any(|w| w["code"] == "confirmation_required"), "{dry}");
        let first = world.ask("POST", path, Some(json!({ "operations": operations }))).await;
        assert_eq!(first.refusal(), (409, "confirmation_required".to_owned()));
        let details = first.json()["details"].clone();
        assert_eq!(details["counts"], json!({ "deletes": 21, "updates": 0 }));
        assert_eq!(world.get("/api/status").await["todos"], 22);
        let token = details["token"].clone();
        for (operations, confirm) in [
            (operations.clone(), json!("made up")),
            (json!([{ "op": "bulk_delete", "where": { "ids": ids } }]), token.clone()),
        ] {
            let answer = world.ask("POST", path, Some(json!({ "operations": operations, "confirm": confirm }))).await;
            assert_eq!(answer.refusal(), (409, "confirmation_mismatch".to_owned()), "{path} {confirm}");
        }
        assert_eq!(world.get("/api/status").await["todos"], 22);
        world.post(path, json!({ "operations": operations, "confirm": token })).await;
        assert_eq!(world.get("/api/status").await["todos"], 1);
        let again = world.ask("POST", path, Some(json!({ "operations": operations, "confirm": token }))).await;
        assert_ne!(again.status, 200, "a token goes through once");
    }
}

#[tokio::test]
async fn a_set_is_signed_applied_and_seen_in_history() {
    let world = World::new().await;
    world.todos(&["Report"]).await;
    let set = world.post("/api/change-sets", json!({ "title": "Tidy up", "operations": [{ "op": "complete", "id": 1 }, { "op": "create", "title": "Bread" }, { "op": "delete", "id": 1 }] })).await;
    let path = format!("/api/change-sets/{}", set["id"]);
    assert_eq!(world.get("/api/change-sets").await["total_open"], 1);
    let item = |set: &Value, n: usize| set["items"][n - 1].clone();
    let decide = |n: usize, verdict: &str, set: &Value| json!({ "verdict": verdict, "digest": item(set, n)["digest"] });
    let stale = world
        .ask("PUT", &format!("{path}/items/1/decision"), Some(json!({ "verdict": "confirmed", "digest": "other" })))
        .await;
    assert_eq!(stale.refusal(), (409, "stale_item".to_owned()));
    world
        .ask(
            "PUT",
            &format!("{path}/items/3/decision"),
            Some(json!({ "verdict": "rejected", "digest": item(&set, 3)["digest"], "reason": "keep it" })),
        )
        .await;
    let signed = world.ask("PUT", &format!("{path}/items/1/decision"), Some(decide(1, "confirmed", &set))).await.json();
    assert_eq!([1, 2, 3].map(|n| item(&signed, n)["status"].clone()), ["confirmed", "pending", "rejected"]);
    assert_eq!(world.get("/api/todos/1").await["todo"]["completed"], false, "signing does not apply");

    let wrong = world.ask("POST", &format!("{path}/apply"), Some(json!({ "digest": "other" }))).await;
    assert_eq!(wrong.refusal(), (409, "stale".to_owned()));
    let edited = world
        .ask(
            "PATCH",
            &format!("{path}/items/2"),
            Some(json!({ "digest": item(&signed, 2)["digest"], "args": { "title": "Rye bread" } })),
        )
        .await
        .json();
    let receipt = world
        .post(
            &format!("{path}/apply"),
            json!({ "digest": edited["digest"], "sign": [{ "item": 2, "digest": item(&edited, 2)["digest"] }] }),
        )
        .await;
    assert_eq!((&receipt["outcome"], &receipt["text"]), (&json!("applied"), &json!("2 changes applied.")));
    assert_eq!(receipt["change_set"]["status"], "resolved");
    assert_eq!(world.get("/api/todos/2").await["todo"]["title"], "Rye bread");
    let history = world.get("/api/ledger?kind=applied&limit=1").await;
    assert_eq!(history["entries"][0]["seq"], receipt["entry"]);
    assert_eq!(history["head"]["hash"], receipt["hash"]);
    assert_eq!(history["next"], receipt["entry"]);
    let report = world.get("/api/ledger/verify").await;
    assert_eq!((&report["ok"], &report["head"]), (&json!(true), &history["head"]));
}

#[tokio::test]
async fn one_key_applies_once() {
    let world = World::new().await;
    let create = |title: &str| json!({ "title": title });
    let key = [("idempotency-key", "k-1")];
    let first = world.ask_with("POST", "/api/todos", Some(create("once")), &key).await;
    let second = world.ask_with("POST", "/api/todos", Some(create("once")), &key).await;
    assert_eq!((second.status, &second.text), (200, &first.text));
    // The key in the body is the same key.
    let in_body = world.ask("POST", "/api/todos", Some(json!({ "title": "once", "idempotencyKey": "k-1" }))).await;
    assert_eq!((in_body.status, &in_body.text), (200, &first.text));
    for (method, path, body) in [
        ("POST", "/api/todos", create("other")),
        ("POST", "/api/llm/apply", json!({ "operations": [{ "op": "delete", "id": 1 }] })),
        ("PATCH", "/api/todos/1", create("once")),
    ] {
        let answer = world.ask_with(method, path, Some(body), &key).await;
        assert_eq!(answer.refusal(), (422, "idempotency_mismatch".to_owned()), "{method} {path}");
    }
    let both =
        world.ask_with("POST", "/api/todos", Some(json!({ "title": "once", "idempotencyKey": "k-2" })), &key).await;
    assert_eq!(both.refusal(), (400, "invalid_idempotencyKey".to_owned()));
    for bad in ["", &"x".repeat(201), "a\tb"] {
        let answer = world.ask_with("POST", "/api/todos", Some(create("once")), &[("idempotency-key", bad)]).await;
        assert_eq!(answer.refusal(), (400, "invalid_idempotencyKey".to_owned()), "{bad:?}");
    }
    // A delete under a key is answered again though the todo is gone.
    let gone = world.ask_with("DELETE", "/api/todos/1", None, &[("idempotency-key", "d-1")]).await;
    let again = world.ask_with("DELETE", "/api/todos/1", None, &[("idempotency-key", "d-1")]).await;
    assert_eq!((gone.status, again.status, &again.text), (200, 200, &gone.text));
    assert_eq!(world.get("/api/status").await["todos"], 0);
    // Also after a restart.
    let restarted = World::at(world.dir.clone(), crate::world::BEARER, 4177).await;
    let later = restarted.ask_with("POST", "/api/todos", Some(create("once")), &key).await;
    assert_eq!((later.status, &later.text), (200, &first.text));
}

/// What is left out is what stands for it, and said or not it is the same request.
#[tokio::test]
async fn under_one_key_a_request_is_what_it_means() {
    let world = World::new().await;
    let create = |title: &str| json!([{ "op": "create", "title": title }]);
    let waits = world.ask("POST", "/api/change-sets", Some(json!({ "operations": create("waits") }))).await.json();
    let apply = format!("/api/change-sets/{}/apply", waits["id"]);
    let digest = &waits["digest"];
    let sign = json!([{ "item": 1, "digest": waits["items"][0]["digest"] }]);
    let series = json!({ "title": "Gym", "scheduledFor": "2026-11-21", "recurrence": { "type": "daily" } });
    let series = world.ask("POST", "/api/todos", Some(series)).await.json();
    let day = format!("/api/todos/{}/occurrence", series["todo"]["id"]);
    for (method, path, plain, said, other) in [
        (
            "POST",
            apply.as_str(),
            json!({ "digest": digest, "sign": sign }),
            json!({ "mode": "atomic", "confirm": null, "sign": sign, "digest": digest }),
            json!({ "digest": digest, "sign": sign, "mode": "best_effort" }),
        ),
        (
            "POST",
            "/api/edits",
            json!({ "operations": create("a") }),
            json!({ "operations": [{ "action": "create", "title": "a" }], "mode": "atomic", "title": null }),
            json!({ "operations": create("b") }),
        ),
        (
            "POST",
            "/api/llm/apply",
            json!({ "operations": create("a") }),
            json!({ "actions": create("a"), "mode": "atomic" }),
            json!({ "operations": create("a"), "mode": "best_effort" }),
        ),
        (
            "PATCH",
            &day,
            json!({ "occurrenceDate": "2026-11-21" }),
            json!({ "occurrenceDate": "2026-11-21", "completed": true }),
            json!({ "occurrenceDate": "2026-11-21", "completed": false }),
        ),
        (
            "POST",
            "/api/change-sets",
            json!({ "operations": create("a") }),
            json!({ "operations": create("a"), "title": null, "wait": false }),
            json!({ "operations": create("a"), "wait": true }),
        ),
        (
            "POST",
            "/api/runs",
            json!({ "message": "add tea" }),
            json!({ "message": "add tea", "mode": "auto", "images": [], "session": null }),
            json!({ "message": "add tea", "mode": "plan" }),
        ),
        (
            "POST",
            "/api/outputs",
            json!({ "tool": "ls", "text": "a" }),
            json!({ "tool": "ls", "text": "a", "success": true, "args": {} }),
            json!({ "tool": "ls", "text": "a", "success": false }),
        ),
        ("POST", "/api/sessions", json!({}), json!({ "title": null }), json!({ "title": "a" })),
    ] {
        let key = format!("means {path}");
        let ask = async |body| world.ask_with(method, path, Some(body), &[("idempotency-key", key.as_str())]).await;
        let first = ask(plain).await;
        assert!((200..300).contains(&first.status), "{path}: {}", first.text);
        let again = ask(said).await;
        assert_eq!((again.status, &again.text), (first.status, &first.text), "{path}");
        assert_eq!(ask(other).await.refusal(), (422, "idempotency_mismatch".to_owned()), "{path}");
    }
    // What takes a value away is not what says nothing of it.
    let key = [("idempotency-key", "cleared")];
    let todo = format!("/api/todos/{}", series["todo"]["id"]);
    let named = world.ask_with("PATCH", &todo, Some(json!({ "title": "Run" })), &key).await;
    assert_eq!(named.status, 200, "{}", named.text);
    let cleared = world.ask_with("PATCH", &todo, Some(json!({ "title": "Run", "scheduledFor": null })), &key).await;
    assert_eq!(cleared.refusal(), (422, "idempotency_mismatch".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_key_at_the_same_time_applies_once() {
    let world = Arc::new(World::new().await);
    let body = json!({ "operations": [{ "op": "create", "title": "once" }], "idempotencyKey": "same" });
    let mut all = tokio::task::JoinSet::new();
    for _ in 0..16 {
        let (world, body) = (world.clone(), body.clone());
        all.spawn(async move { world.ask("POST", "/api/llm/apply", Some(body)).await });
    }
    let answers = all.join_all().await;
    assert!(answers.iter().all(|a| a.status == 200 && a.text == answers[0].text));
    assert_eq!(world.get("/api/status").await["todos"], 1);
}

/// Of what is made there is one for each key, whoever asks again, and how often.
#[tokio::test(flavor = "multi_thread")]
async fn one_key_makes_one_thing() {
    let world = Arc::new(World::new().await);
    let parent = world.ask("POST", "/api/sessions", Some(json!({ "title": "House" }))).await.json();
    let hand_off = format!("/api/sessions/{}/handoff", parent["id"].as_str().unwrap());
    let add = |title: &str| json!({ "operations": [{ "op": "create", "title": title }] });
    let keep = |text: &str| json!({ "tool": "ls", "text": text });
    let mut asked = Vec::new();
    for (path, at, body, other) in [
        ("/api/sessions", "/id", Some(json!({ "title": "Garden" })), Some(json!({ "title": "Roof" }))),
        ("/api/change-sets", "/id", Some(add("bread")), Some(add("milk"))),
        ("/api/outputs", "/id", Some(keep("a")), Some(keep("b"))),
        ("/api/runs", "/run", Some(json!({ "message": "add tea" })), Some(json!({ "message": "add rice" }))),
        (hand_off.as_str(), "/session/id", None, None),
    ] {
        let key = format!("made {path}");
        let key = [("idempotency-key", key.as_str())];
        let first = world.ask_with("POST", path, body.clone(), &key).await;
        assert!([201, 202].contains(&first.status), "{path}: {}", first.text);
        let id = |answer: &crate::world::Answer| answer.json().pointer(at).unwrap().clone();
        // Once it is there, whatever else is made meanwhile.
        let new = world.ask_with("POST", path, body.clone(), &[("idempotency-key", "another")]).await;
        if path == "/api/sessions" {
            assert_ne!(id(&new), id(&first), "{path}");
        } else {
            assert_eq!(new.refusal(), (422, "idempotency_mismatch".to_owned()), "{path}");
        }
        let unkeyed = world.ask("POST", path, body.clone()).await;
        assert_ne!(id(&unkeyed), id(&first), "{path}");
        let again = world.ask_with("POST", path, body.clone(), &key).await;
        assert_eq!((again.status, id(&again)), (first.status, id(&first)), "{path}");
        if path != hand_off {
            let other = world.ask_with("POST", path, other, &key).await;
            assert_eq!(other.refusal(), (422, "idempotency_mismatch".to_owned()), "{path}");
        }
        let bad = world.ask_with("POST", path, body.clone(), &[("idempotency-key", "a\tb")]).await;
        assert_eq!(bad.refusal(), (400, "invalid_idempotencyKey".to_owned()), "{path}");
        // Who asks while it is made waits for it.
        let mut all = tokio::task::JoinSet::new();
        for _ in 0..8 {
            let (world, path, body) = (world.clone(), path.to_owned(), body.clone());
            let key = format!("at once {path}");
            all.spawn(async move { world.ask_with("POST", &path, body, &[("idempotency-key", &key)]).await });
        }
        let answers = all.join_all().await;
        assert!(answers.iter().all(|a| a.status == first.status && id(a) == id(&answers[0])), "{path}");
        asked.push((path.to_owned(), key[0].1.to_owned(), body, at, id(&first)));
    }
    let sets = world.get("/api/change-sets?limit=100").await["change_sets"].as_array().unwrap().len();
    // Also after a restart.
    let restarted = World::at(world.dir.clone(), crate::world::BEARER, 4177).await;
    for (path, key, body, at, id) in asked {
        let later = restarted.ask_with("POST", &path, body, &[("idempotency-key", &key)]).await;
        assert_eq!(later.json().pointer(at), Some(&id), "{path}");
    }
    let now = restarted.get("/api/change-sets?limit=100").await["change_sets"].as_array().unwrap().len();
    assert_eq!(now, sets);
}

#[tokio::test]
async fn files_go_in_and_out() {
    let world = World::new().await;
    let text = "(A) 2026-11-01 Call mom due:2026-11-25\nx 2026-11-20 2026-11-01 Pay rent\n";
    let set = world.ask("POST", "/api/import", Some(json!({ "name": "todo.txt", "text": text }))).await;
    assert_eq!(set.status, 201, "{}", set.text);
    let set = set.json();
    assert_eq!(
        (&set["source"], set["items"].as_array().unwrap().len()),
        (&json!({ "kind": "import", "format": "todo.txt" }), 2)
    );
    let sign: Vec<Value> =
        set["items"].as_array().unwrap().iter().map(|i| json!({ "item": i["n"], "digest": i["digest"] })).collect();
    world
        .post(&format!("/api/change-sets/{}/apply", set["id"]), json!({ "digest": set["digest"], "sign": sign }))
        .await;
    let again = world.ask("POST", "/api/import", Some(json!({ "format": "todo.txt", "text": text }))).await;
    assert_eq!((again.status, again.json()), (200, json!({ "change_set": null, "unchanged": 2, "problems": [] })));
    for (name, media_type, file) in [
        ("json", "application/json", "todos.json"),
        ("ics", "text/calendar; charset=utf-8", "todos.ics"),
        ("todo.txt", "text/plain; charset=utf-8", "todo.txt"),
        ("todoist", "text/csv; charset=utf-8", "todos.csv"),
        ("taskwarrior", "application/json", "todos.json"),
        ("markdown", "text/markdown; charset=utf-8", "todos.md"),
        ("audit.jsonl", "application/x-ndjson", "audit.jsonl"),
    ] {
        let answer = world.ask("GET", &format!("/api/export/{name}"), None).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, media_type), "{name}");
        assert_eq!(answer.header("content-disposition"), format!("attachment; filename=\"{file}\""));
        assert!(answer.text.contains("Call mom"), "{name}: {}", answer.text);
    }
    let audit = world.ask("GET", "/api/export/audit.jsonl", None).await.text;
    let numbers: Vec<i64> =
        audit.lines().map(|l| serde_json::from_str::<Value>(l).unwrap()["seq"].as_i64().unwrap()).collect();
    let head = world.get("/api/status").await["head"]["seq"].as_i64().unwrap();
    assert_eq!(numbers, (1..=head).collect::<Vec<_>>());
}

#[tokio::test]
async fn settings_are_read_and_replaced() {
    let world = World::new().await;
    let before = world.get("/api/settings").await;
    assert_eq!(
        before["effective"],
        json!({ "zone": "America/New_York", "today": "2026-11-21", "now": "2026-11-21T15:00:00Z" })
    );
    let after = world
        .ask("PUT", "/api/settings", Some(json!({ "zone": "Pacific/Auckland", "weekStart": "sunday" })))
        .await
        .json();
    assert_eq!(
        after["effective"],
        json!({ "zone": "Pacific/Auckland", "today": "2026-11-22", "now": "2026-11-21T15:00:00Z" })
    );
    assert_eq!((&after["settings"]["weekStart"], world.get("/api/settings").await), (&json!("sunday"), after.clone()));
    let status = world.get("/api/status").await;
    let head = status["head"].clone();
    assert_eq!(
        status,
        json!({ "version": env!("CARGO_PKG_VERSION"), "zone": "Pacific/Auckland", "today": "2026-11-22", "now": "2026-11-21T15:00:00Z", "planner": true, "model": null, "models_problem": null, "images": false, "inbox": 0, "todos": 0, "head": head, "broken": null, "differing": 0, "damaged": false, "looks": null, "recovery": [] })
    );
    assert_eq!(head["seq"], 1);
}

#[tokio::test]
async fn many_items_are_rebased_in_one_step_or_none() {
    let world = World::new().await;
    world.todos(&["a", "b", "c"]).await;
    let op = |id: i64| json!({ "op": "update", "id": id, "priority": "high" });
    let set = world.post("/api/change-sets", json!({ "operations": [op(1), op(2), op(3)] })).await;
    let id = set["id"].clone();
    for todo in [1, 2] {
        world.post("/api/edits", json!({ "operations": [{ "op": "update", "id": todo, "priority": "low" }] })).await;
    }
    let item = |n: usize| json!({ "item": n + 1, "digest": set["items"][n]["digest"] });
    let path = format!("/api/change-sets/{id}/rebase");
    let entries = world.get("/api/status").await["head"]["seq"].clone();
    // One that is not what was shown, and none is rebased.
    let stale = world.ask("POST", &path, Some(json!({ "items": [item(0), { "item": 2, "digest": "0" }] }))).await;
    assert_eq!((stale.status, &stale.json()["error"]), (409, &json!("stale_item")));
    assert_eq!(world.get("/api/status").await["head"]["seq"], entries);
    let empty = world.ask("POST", &path, Some(json!({ "items": [] }))).await;
    assert_eq!((empty.status, &empty.json()["error"]), (400, &json!("invalid_items")));
    // The second of two may show another digest: neither is taken for what was meant.
    let sign = json!({ "digest": set["digest"], "sign": [item(2), item(2)] });
    let decide = json!({ "verdict": "confirmed", "items": [item(2), item(2)] });
    for (route, body) in [("rebase", json!({ "items": [item(0), item(0)] })), ("decisions", decide), ("apply", sign)] {
        let twice = world.ask("POST", &format!("/api/change-sets/{id}/{route}"), Some(body)).await;
        assert_eq!(twice.refusal(), (400, "invalid_items".to_owned()), "{route}");
    }
    assert_eq!(world.get("/api/status").await["head"]["seq"], entries);
    let rebased = world.post(&path, json!({ "items": [item(0), item(1)] })).await;
    let statuses: Vec<&Value> = rebased["items"].as_array().unwrap().iter().map(|i| &i["status"]).collect();
    assert_eq!(json!(statuses), json!(["pending", "pending", "pending"]));
    assert_eq!(world.get("/api/status").await["head"]["seq"].as_i64(), entries.as_i64().map(|n| n + 1));
}

/// Three items, of which the second drifted.
async fn one_drifted(world: &World) -> (Value, Vec<i64>) {
    let ids = many(world, 3).await;
    let operations: Value = ids.iter().map(|id| json!({ "op": "update", "id": id, "priority": "high" })).collect();
    let set = world.post("/api/change-sets", json!({ "operations": operations })).await;
    world.ask("PATCH", &format!("/api/todos/{}", ids[1]), Some(json!({ "priority": "low" }))).await;
    (set, ids)
}

#[tokio::test]
async fn what_is_possible_is_applied_and_the_rest_is_named() {
    let world = World::new().await;
    let (set, ids) = one_drifted(&world).await;
    let path = format!("/api/change-sets/{}/apply", set["id"]);
    let sign: Vec<Value> = (0..3).map(|at| json!({ "item": at + 1, "digest": set["items"][at]["digest"] })).collect();
    let body = |mode: &str| json!({ "digest": set["digest"], "sign": sign, "mode": mode });
    let refused = world.ask("POST", &path, Some(body("atomic"))).await;
    assert_eq!(refused.refusal(), (409, "drifted".to_owned()));

    let done = world.ask_with("POST", &path, Some(body("best_effort")), &[("idempotency-key", "once")]).await;
    let receipt = done.json();
    assert_eq!((done.status, receipt["outcome"].as_str()), (200, Some("partly_applied")), "{receipt}");
    assert_eq!(receipt["text"], "2 applied, 1 drifted.");
    let told: Vec<_> = receipt["results"].as_array().unwrap().iter().collect();
    let seen: Value = told.iter().map(|r| json!([r["n"], r["ok"], r["problem"]["code"]])).collect();
    assert_eq!(seen, json!([[1, true, null], [2, false, "drifted"], [3, true, null]]));
    assert_eq!(told[1]["problem"]["hint"], "Look at it again: rebase, edit or reject it.");
    let now: Value = receipt["change_set"]["items"].as_array().unwrap().iter().map(|i| i["status"].clone()).collect();
    assert_eq!(now, json!(["applied", "drifted", "applied"]));
    let left = world.get(&format!("/api/todos/{}", ids[1])).await;
    assert_eq!(left["todo"]["priority"], "low", "it was not signed, and stays as it is");
    // Once and for all: the same key tells the same.
    let again = world.ask_with("POST", &path, Some(body("best_effort")), &[("idempotency-key", "once")]).await;
    assert_eq!(again.json(), receipt);
    assert_eq!(world.get("/api/ledger/verify").await["ok"], true);
}

#[tokio::test]
async fn a_key_whose_answer_was_that_nothing_changed_is_kept() {
    let world = World::new().await;
    let set = world.post("/api/change-sets", json!({ "operations": [{ "op": "create", "title": "Once" }] })).await;
    let (path, body) = (format!("/api/change-sets/{}/apply", set["id"]), json!({ "digest": set["digest"] }));
    let under = async |key: &str| world.ask_with("POST", &path, Some(body.clone()), &[("idempotency-key", key)]).await;
    let nothing = under("once").await.json();
    assert_eq!(nothing["outcome"], "nothing_changed");
    let sign = json!({ "verdict": "confirmed", "items": [{ "item": 1, "digest": set["items"][0]["digest"] }] });
    world.post(&format!("/api/change-sets/{}/decisions", set["id"]), sign).await;
    assert_eq!(under("once").await.json(), nothing, "the same request is answered alike");
    let other = json!({ "title": "Another" });
    let other = world.ask_with("POST", "/api/todos", Some(other), &[("idempotency-key", "once")]).await;
    assert_eq!(other.refusal(), (422, "idempotency_mismatch".to_owned()));
    assert_eq!(world.get("/api/todos").await["todos"], json!([]));
    assert_eq!(under("again").await.json()["outcome"], "applied");
}

#[tokio::test]
async fn where_nothing_is_possible_each_item_says_why() {
    let world = World::new().await;
    let (set, _) = one_drifted(&world).await;
    let path = format!("/api/change-sets/{}/apply", set["id"]);
    let head = world.get("/api/status").await["head"].clone();
    let sign = json!([{ "item": 2, "digest": set["items"][1]["digest"] }, { "item": 3, "digest": "old" }]);
    let receipt = world.post(&path, json!({ "digest": set["digest"], "sign": sign, "mode": "best_effort" })).await;
    assert_eq!(receipt["outcome"], "nothing_changed");
    assert_eq!(receipt["text"], "0 applied, 1 failed, 1 drifted.");
    assert_eq!(
        receipt["results"].as_array().unwrap().iter().map(|r| r["problem"]["code"].clone()).collect::<Value>(),
        json!(["drifted", "stale_item"])
    );
    assert_eq!(world.get("/api/status").await["head"], head, "nothing was noted");
    let none = json!({ "digest": set["digest"], "sign": [{ "item": 9, "digest": "x" }], "mode": "best_effort" });
    assert_eq!(world.ask("POST", &path, Some(none)).await.refusal(), (404, "not_found".to_owned()));
}

/// A client that says nothing of what it saw has seen no refusal: neither route signs over one.
#[tokio::test]
async fn nothing_is_signed_over_a_refusal_that_was_not_seen() {
    for (verdict, refused) in [("rejected", true), ("deferred", true), ("confirmed", false), ("undecided", false)] {
        let world = World::new().await;
        let operations = json!([{ "op": "create", "title": "a" }, { "op": "create", "title": "b" }]);
        let set = world.post("/api/change-sets", json!({ "operations": operations })).await;
        let at = |rest: &str| format!("/api/change-sets/{}/{rest}", set["id"]);
        let item = |n: usize| json!({ "item": n, "digest": set["items"][n - 1]["digest"] });
        let decide = json!({ "verdict": verdict, "digest": set["items"][0]["digest"], "was": "undecided" });
        let decided = world.ask("PUT", &at("items/1/decision"), Some(decide)).await;
        assert_eq!(decided.status, 200, "{}", decided.text);
        let sign = json!({ "verdict": "confirmed", "items": [item(1), item(2)] });
        let apply = json!({ "digest": set["digest"], "sign": [item(1), item(2)] });
        let one = json!({ "verdict": "confirmed", "digest": set["items"][0]["digest"] });
        for (method, path, body) in
            [("PUT", at("items/1/decision"), one), ("POST", at("decisions"), sign), ("POST", at("apply"), apply)]
        {
            let answer = world.ask(method, &path, Some(body)).await;
            match refused {
                true => assert_eq!(answer.refusal(), (409, "decided_elsewhere".to_owned()), "{verdict} {path}"),
                false => assert_eq!(answer.status, 200, "{verdict} {path}: {}", answer.text),
            }
        }
        let made = world.get("/api/todos/all").await["todos"].as_array().map_or(0, Vec::len);
        assert_eq!(made, if refused { 0 } else { 2 }, "{verdict}");
        if refused {
            // Who has seen it may sign all the same.
            let sign = json!([{ "item": 1, "digest": set["items"][0]["digest"], "was": verdict }]);
            world.post(&at("apply"), json!({ "digest": set["digest"], "sign": sign })).await;
            let made = world.get("/api/todos/all").await["todos"].as_array().map_or(0, Vec::len);
            assert_eq!(made, 1, "{verdict}");
        }
    }
}

#[tokio::test]
async fn a_verdict_that_was_not_seen_is_not_overwritten() {
    let world = World::new().await;
    let operations = json!([{ "op": "create", "title": "a" }, { "op": "create", "title": "b" }]);
    let set = world.post("/api/change-sets", json!({ "operations": operations })).await;
    let item = |at: usize, was: &str| json!({ "item": at, "digest": set["items"][at - 1]["digest"], "was": was });
    let decide = format!("/api/change-sets/{}/items/1/decision", set["id"]);
    let verdict = |verdict: &str, was: Option<&str>| {
        let mut body = json!({ "verdict": verdict, "digest": set["items"][0]["digest"] });
        if let Some(was) = was {
            body["was"] = json!(was);
        }
        body
    };
    // Two windows show it undecided; the one that comes later is told.
    let first = world.ask("PUT", &decide, Some(verdict("confirmed", Some("undecided")))).await;
    assert_eq!(first.status, 200, "{}", first.text);
    let head = world.get("/api/status").await["head"].clone();
    let second = world.ask("PUT", &decide, Some(verdict("rejected", Some("undecided")))).await;
    assert_eq!(second.refusal(), (409, "decided_elsewhere".to_owned()));
    assert_eq!(second.json()["message"], "item 1 was signed in another window");
    assert_eq!(second.json()["details"], json!({ "n": 1, "was": "undecided", "now": "confirmed" }));
    for (path, body) in [
        ("decisions", json!({ "verdict": "deferred", "items": [item(2, "undecided"), item(1, "rejected")] })),
        ("apply", json!({ "digest": set["digest"], "sign": [item(2, "undecided"), item(1, "undecided")] })),
        ("apply", json!({ "digest": set["digest"], "sign": [item(1, "deferred")], "mode": "best_effort" })),
    ] {
        let answer = world.ask("POST", &format!("/api/change-sets/{}/{path}", set["id"]), Some(body)).await;
        assert_eq!(answer.refusal(), (409, "decided_elsewhere".to_owned()), "{path}");
    }
    assert_eq!(world.get("/api/status").await["head"], head, "nothing was noted");
    // Whoever saw it may change it, and who says nothing of what they saw decides as before.
    for (body, now) in [
        (verdict("rejected", Some("confirmed")), "rejected"),
        (verdict("undecided", Some("rejected")), "pending"),
        (verdict("deferred", None), "deferred"),
    ] {
        let answer = world.ask("PUT", &decide, Some(body)).await;
        assert_eq!(answer.json()["items"][0]["status"], now, "{}", answer.text);
    }
}
