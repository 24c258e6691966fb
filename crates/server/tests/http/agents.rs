//! Wakes, calls of tools and the memory of decisions over HTTP.

use crate::world::World;
use serde_json::{Value, json};

async fn late(world: &World, n: usize) {
    let op = |n| json!({ "op": "create", "title": format!("Late thing {n}x"), "scheduledFor": "2026-11-20" });
    world.post("/api/edits", json!({ "operations": (1..=n).map(op).collect::<Vec<_>>() })).await;
}

async fn decide(world: &World, set: &Value, n: usize, verdict: &str, reason: Option<&str>) {
    let path = format!("/api/change-sets/{}/items/{n}/decision", set["id"]);
    let body = json!({ "verdict": verdict, "reason": reason, "digest": set["items"][n - 1]["digest"] });
    let answer = world.ask("PUT", &path, Some(body)).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
}

#[tokio::test]
async fn a_wake_proposes_and_what_was_said_is_remembered() {
    let world = World::new().await;
    late(&world, 3).await;
    let told = world.post("/api/wakes", json!({})).await;
    assert_eq!((&told["agent"], &told["proposed"], &told["sets"]), (&json!("planner"), &json!(3), &json!([2])));
    let set = world.get("/api/change-sets/2").await;
    assert_eq!(set["source"], json!({ "kind": "wake", "agent": "planner" }));
    decide(&world, &set, 1, "rejected", Some("Wrong value")).await;
    decide(&world, &set, 2, "deferred", None).await;
    decide(&world, &set, 3, "confirmed", None).await;
    let found = |list: &Value| -> Vec<String> {
        list["decisions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|d| format!("{} {}", d["n"], d["verdict"].as_str().unwrap()))
            .collect()
    };
    let all = world.get("/api/decisions").await;
    assert_eq!(found(&all), ["3 confirmed", "2 deferred", "1 rejected"]);
    assert_eq!(all["decisions"][2]["reason"], "wrong-value");
    for (query, wanted) in [
        ("verdict=rejected", vec!["1 rejected"]),
        ("todo=2", vec!["2 deferred"]),
        ("agent=planner&kind=update&limit=1", vec!["3 confirmed"]),
        ("agent=somebody", vec![]),
        ("since=2026-11-22T00:00:00Z", vec![]),
        ("since=2026-11-21T00:00:00Z&verdict=confirmed", vec!["3 confirmed"]),
    ] {
        assert_eq!(found(&world.get(&format!("/api/decisions?{query}")).await), wanted, "{query}");
    }
    // Pages go on where the one before ended.
    let first = world.get("/api/decisions?limit=2").await;
    let next = first["next"].as_str().unwrap();
    assert_eq!(found(&world.get(&format!("/api/decisions?limit=2&before={next}")).await), ["1 rejected"]);
    for (path, code) in
        [("verdict=maybe", "invalid_verdict"), ("before=x", "invalid_before"), ("colour=red", "unknown_parameter")]
    {
        assert_eq!(world.ask("GET", &format!("/api/decisions?{path}"), None).await.refusal(), (400, code.to_owned()));
    }
    // What is forgotten is in a list of its own, until it is put back.
    let one = format!("/api/decisions/{}/1", all["decisions"][2]["entry"]);
    for (method, path, lists) in [
        ("DELETE", one.clone(), [vec!["3 confirmed", "2 deferred"], vec!["1 rejected"]]),
        ("POST", format!("{one}/restore"), [vec!["3 confirmed", "2 deferred", "1 rejected"], vec![]]),
    ] {
        let answer = world.ask(method, &path, None).await;
        assert_eq!((answer.status, &answer.json()["label"]), (200, &all["decisions"][2]["label"]), "{}", answer.text);
        let told = [world.get("/api/decisions").await, world.get("/api/decisions?forgotten=true").await];
        assert_eq!(told.map(|list| found(&list)), lists);
    }
    let said = world.get("/api/ledger?kind=memory,rule_made,rule_used,applying").await;
    let said: Vec<&str> =
        said["entries"].as_array().unwrap().iter().map(|entry| entry["title"].as_str().unwrap()).collect();
    assert!(said[0].starts_with("Remembered again: ") && said[1].starts_with("Forgotten: "), "{said:?}");
    for path in ["/api/decisions/1/1", "/api/decisions/99/1", "/api/decisions/99/1/restore"] {
        let method = if path.ends_with("restore") { "POST" } else { "DELETE" };
        assert_eq!(world.ask(method, path, None).await.refusal(), (404, "not_found".to_owned()), "{path}");
    }
    let again = world.post("/api/wakes", json!({})).await;
    assert_eq!((&again["proposed"], again["not_proposed"].as_array().unwrap().len()), (&json!(0), 3));
    // Bad bodies say what is wrong and do nothing.
    for (body, code) in [(json!({ "agent": "" }), "invalid_agent"), (json!({ "about": "a\u{0}b" }), "invalid_about")] {
        assert_eq!(world.ask("POST", "/api/wakes", Some(body)).await.refusal(), (400, code.to_owned()));
    }
}

#[tokio::test]
async fn an_agent_calls_tools_and_hears_what_became_of_each() {
    let world = World::new().await;
    world.todos(&["Shop"]).await;
    let calls = json!({ "agent": "helper", "about": "#1", "calls": [
        { "tool": "set_task_title", "args": { "id": 1, "title": "Shopping" }, "why": "clearer" },
        { "tool": "update_task_priority", "args": "{\"id\":1,\"priority\":\"P1\"}" },
        { "tool": "set_task_status", "args": { "id": 1, "status": "DONE" } },
        { "tool": "fly", "args": {} },
    ] });
    let report = world.post("/api/agents/calls", calls).await;
    let codes: Vec<&str> = report["answers"].as_array().unwrap().iter().map(|a| a["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["queued", "queued", "status_of_the_user", "unknown_tool"]);
    assert_eq!(world.get("/api/todos/1").await["todo"]["title"], "Shop", "nothing was changed");
    let answer = world.ask("POST", "/api/agents/calls", Some(json!({ "agent": "helper", "calls": [] }))).await;
    assert_eq!(answer.refusal(), (400, "too_many_calls".to_owned()));
}

#[tokio::test]
async fn a_wake_is_one_quiet_piece_of_news() {
    let world = World::new().await;
    late(&world, 25).await;
    let mut feed = world.engine.subscribe();
    world.post("/api/wakes", json!({})).await;
    let heard = feed.try_recv().unwrap();
    assert_eq!(heard.what, ["ledger", "wakes", "inbox"]);
    assert!(feed.try_recv().is_err(), "three sets, one piece of news");
    assert_eq!(world.get("/api/status").await["inbox"], 3);
}

#[tokio::test]
async fn what_an_agent_is_told_again_can_be_asked_for() {
    let world = World::new().await;
    let calls = json!({ "agent": "gardener", "calls": [
        { "tool": "record_observations", "args": { "observations": ["dry"] } },
        { "tool": "create", "args": { "title": "Water the plants" } },
    ] });
    world.post("/api/agents/calls", calls).await;
    let memory = world.get("/api/agents/memory?agent=gardener").await;
    assert_eq!(
        (&memory["notes"][0]["note"]["observations"][0], &memory["waiting"][0]["agent"]),
        (&json!("dry"), &json!("gardener"))
    );
    assert!(memory["prompt"].as_str().unwrap().contains("- Add “Water the plants”"), "{memory}");
    let refused = world.ask("GET", "/api/agents/memory", None).await;
    assert_eq!(refused.refusal(), (400, "invalid_agent".to_owned()));
}
