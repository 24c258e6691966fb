//! The ledger as evidence: forgery is named, what expired stays, every message leaves its record.

use crate::world::World;
use serde_json::{Value, json};

/// A ledger of nine entries, whose triggers somebody has dropped.
async fn forged(sql: &str) -> World {
    let world = World::new().await;
    world.todos(&["a", "b", "c", "d", "e", "f", "g", "h", "i"]).await;
    let raw = world.raw();
    let guards: Vec<String> = raw
        .prepare("SELECT sql FROM sqlite_schema WHERE name GLOB 'ledger_is_append_only_*'")
        .and_then(|mut all| all.query_map([], |row| row.get(0))?.collect())
        .unwrap();
    raw.execute_batch(
        "DROP TRIGGER ledger_is_append_only_update; DROP TRIGGER ledger_is_append_only_delete; PRAGMA foreign_keys = OFF",
    )
    .unwrap();
    raw.execute_batch(sql).unwrap();
    raw.execute_batch(&guards.join(";")).unwrap();
    world
}

#[tokio::test]
async fn verify_names_the_place_of_a_forgery() {
    for (sql, broken) in [
        ("", None),
        ("UPDATE ledger SET event = event || ' ' WHERE seq = 3", Some((3, "changed"))),
        ("UPDATE ledger SET at = replace(at, '2026', '2025') WHERE seq = 1", Some((1, "changed"))),
        ("UPDATE ledger SET actor = '{\"kind\":\"system\"}' WHERE seq = 4", Some((4, "changed"))),
        ("DELETE FROM ledger WHERE seq = 2", Some((2, "missing"))),
        ("DELETE FROM ledger WHERE seq = 1", Some((1, "missing"))),
        // The rest is a sound chain by itself.
        ("DELETE FROM ledger WHERE seq = (SELECT max(seq) FROM ledger)", Some((9, "missing"))),
        // Two entries that change places are no longer what was hashed with their numbers.
        (
            "UPDATE ledger SET seq = 99 WHERE seq = 2; UPDATE ledger SET seq = 2 WHERE seq = 3; UPDATE ledger SET seq = 3 WHERE seq = 99",
            Some((2, "reordered")),
        ),
        // So are two that change only what they say.
        (
            "CREATE TEMP TABLE two AS SELECT seq, at, actor, event FROM ledger WHERE seq IN (4, 7);
             UPDATE ledger SET (at, actor, event) = (SELECT at, actor, event FROM two WHERE two.seq = 11 - ledger.seq) WHERE seq IN (4, 7)",
            Some((4, "reordered")),
        ),
        ("UPDATE ledger_head SET hash = 'x'", Some((9, "changed"))),
        ("DELETE FROM ledger_head", Some((9, "changed"))),
        // Nothing is left of it but what it made.
        ("DELETE FROM ledger; DELETE FROM ledger_head", Some((1, "missing"))),
    ] {
        let report = forged(sql).await.get("/api/ledger/verify").await;
        let found = (!report["broken"].is_null())
            .then(|| (report["broken"]["seq"].as_i64().unwrap(), report["broken"]["what"].as_str().unwrap()));
        assert_eq!((report["ok"].as_bool(), found), (Some(broken.is_none()), broken), "{sql}: {report}");
    }
}

#[tokio::test]
async fn an_entry_hashed_anew_does_not_follow_the_one_before() {
    use countersign_core::ids::Seq;
    use countersign_core::ledger::{GENESIS, chain};
    let world = forged("").await;
    let raw = world.raw();
    let (at, actor, event): (String, String, String) = raw
        .query_row("SELECT at, actor, event FROM ledger WHERE seq = 2", [], |r| Ok((r.get(0)?, r.get(1)?, r.get(2)?)))
        .unwrap();
    // A forger who knows the chain hashes the entry as the first of another one.
    let hash = chain(GENESIS, Seq(2), &at, &actor, &event);
    raw.execute_batch("DROP TRIGGER ledger_is_append_only_update").unwrap();
    raw.execute("UPDATE ledger SET prev = ?1, hash = ?2 WHERE seq = 2", [GENESIS, hash.as_str()]).unwrap();
    let broken = &world.get("/api/ledger/verify").await["broken"];
    assert_eq!((&broken["seq"], &broken["what"]), (&json!(2), &json!("reordered")));
}

#[tokio::test]
async fn an_expired_set_leaves_the_inbox_and_stays_in_the_ledger() {
    let world = World::new().await;
    let set =
        world.post("/api/assistant/message", json!({ "message": "buy milk tomorrow" })).await["changeSet"].clone();
    let listed =
        |list: Value| list["change_sets"].as_array().unwrap().iter().map(|s| s["id"].clone()).collect::<Vec<_>>();
    assert_eq!(listed(world.get("/api/change-sets").await), std::slice::from_ref(&set));
    let world = world.later("2026-11-29T15:00:00Z").await;
    assert_eq!(listed(world.get("/api/change-sets").await), Vec::<Value>::new());
    // Noted by whoever writes next.
    world.post("/api/change-sets", json!({ "operations": [{ "op": "create", "title": "Bread" }] })).await;
    let about = world.get(&format!("/api/ledger?set={set}&kind=proposed,expired")).await;
    let kinds: Vec<&str> = about["entries"].as_array().unwrap().iter().map(|e| e["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["expired", "proposed"]);
    assert_eq!(world.get(&format!("/api/change-sets/{set}")).await["status"], "expired");
}

/// The details of the audit entries of a kind, as `audit.jsonl` has them.
async fn audited(world: &World, action: &str) -> Vec<Value> {
    let lines = world.ask("GET", "/api/export/audit.jsonl", None).await.text;
    let events = lines.lines().map(|l| serde_json::from_str::<Value>(l).unwrap()["event"].clone());
    events.filter(|e| e["action"] == action).map(|e| e["detail"].clone()).collect()
}

#[tokio::test]
async fn every_message_leaves_the_decision_and_what_was_understood() {
    let world = World::new().await;
    world.todos(&["Call Anna", "Call the bank"]).await;
    let mut runs = Vec::new();
    for (mode, message) in
        [("auto", "what is due today?"), ("plan", "buy milk tomorrow"), ("auto", "complete the call")]
    {
        let run = world.post("/api/runs", json!({ "message": message, "mode": mode })).await["run"].clone();
        // The stream ends with the run.
        world.ask("GET", &format!("/api/runs/{}/events", run.as_str().unwrap()), None).await;
        runs.push(world.get(&format!("/api/runs/{}", run.as_str().unwrap())).await);
    }
    let question = &runs[2]["clarify"]["question"];
    assert!(question.is_string(), "{}", runs[2]);
    assert_eq!(
        audited(&world, "router_decision").await,
        [
            json!({ "run": runs[0]["id"], "mode": "auto", "decision": "chat", "confidence": null, "router_confidence": null, "stage": "done", "question": null }),
            json!({ "run": runs[1]["id"], "mode": "plan", "decision": "plan", "confidence": null, "router_confidence": null, "stage": "done", "question": null }),
            json!({ "run": runs[2]["id"], "mode": "auto", "decision": "clarify", "confidence": null, "router_confidence": null, "stage": "done", "question": question }),
        ]
    );
    assert_eq!(
        audited(&world, "assistant_understanding").await,
        [
            json!({ "run": runs[1]["id"], "mode": "plan", "set": runs[1]["change_set"], "stage": "validating", "ops_count": 1, "invalid_count": 0, "summary": { "valid": 1, "invalid": 0 } })
        ]
    );
    // The history tells them in words, in the reader's language.
    let titles = async |language: &str| {
        let all = world.ask_with("GET", "/api/ledger?kind=audit", None, &[("accept-language", language)]).await.json();
        all["entries"].as_array().unwrap().iter().rev().map(|e| e["title"].clone()).collect::<Vec<_>>()
    };
    let said = |text: &str| json!(text);
    assert_eq!(
        titles("en").await,
        [
            said("Read as something to answer in words"),
            said("Read as a change of todos"),
            said("1 change understood"),
            json!(format!("Asked back: {}", question.as_str().unwrap())),
        ]
    );
    assert_eq!(titles("de").await[1..3], [said("Als Änderung an Aufgaben gelesen"), said("1 Änderung verstanden")]);
}

#[tokio::test]
async fn the_running_server_checks_and_rebuilds() {
    let world = World::new().await;
    world.todos(&["a", "b"]).await;
    assert_eq!(world.get("/api/check").await, json!({ "damage": [] }));
    let same = world.post("/api/rebuild", json!({})).await;
    assert_eq!((&same["equal"], &same["todos"], &same["written"]), (&json!(true), &json!(2), &json!(false)));
    // Somebody writes past us.
    world.raw().execute_batch("DELETE FROM todos WHERE id = 2").unwrap();
    let differs = world.post("/api/rebuild", json!({ "write": false })).await;
    assert_eq!((&differs["equal"], &differs["differences"]), (&json!(false), &json!(["todo #2 is missing"])));
    assert_eq!(world.get("/api/status").await["differing"], 1);
    let verified = world.get("/api/ledger/verify").await;
    assert_eq!((&verified["ok"], &verified["differences"]), (&json!(false), &json!(["todo #2 is missing"])));
    let written = world.post("/api/rebuild", json!({ "write": true })).await;
    assert_eq!(world.get("/api/status").await["differing"], 0);
    assert_eq!((&written["written"], &written["equal"]), (&json!(true), &json!(false)));
    assert_eq!(world.post("/api/rebuild", json!({})).await["equal"], true);
}
