//! S0's dry run and apply, per operation as it was sent.

use crate::world::World;
use serde_json::{Value, json};

async fn snapshot(world: &World) -> Value {
    json!([world.get("/api/todos/all").await, world.get("/api/ledger").await])
}

#[tokio::test]
async fn a_dry_run_shows_what_apply_does_and_writes_nothing() {
    let world = World::new().await;
    world.todos(&["Report", "Dentist", "Milk"]).await;
    let before = snapshot(&world).await;
    let operations = json!([
        { "op": "update", "id": 1, "title": "Report v2" },
        { "op": "update", "id": 1, "priority": "high" },
        { "op": "complete", "id": 2 },
        { "op": "create", "title": "Bread", "scheduledFor": "2026-11-23" },
        { "op": "delete", "id": 3 },
        { "op": "delete", "id": 77 },
        { "op": "paint", "id": 1 },
        { "op": "bulk_update", "where": { "ids": [1, 2] }, "set": { "labels": ["x"] } },
    ]);
    let dry = world.post("/api/llm/dryrun", json!({ "operations": operations })).await;
    assert_eq!(snapshot(&world).await, before, "nothing was written");
    let results = dry["results"].as_array().unwrap();
    let valid: Vec<&Value> = results.iter().map(|r| &r["valid"]).collect();
    assert_eq!(json!(valid), json!([true, true, true, true, true, false, false, true]));
    let sent: Vec<&Value> = results.iter().map(|r| &r["op"]).collect();
    assert_eq!(json!(sent), operations);
    let codes =
        |at: usize| -> Vec<&Value> { results[at]["errors"].as_array().unwrap().iter().map(|e| &e["code"]).collect() };
    assert_eq!(
        (json!(codes(0)), json!(codes(5)), json!(codes(6))),
        (json!([]), json!(["id_not_found"]), json!(["invalid_op"]))
    );
    assert_eq!(results[5]["preview"], json!({}));
    assert_eq!(results[7]["preview"], json!({ "count": 2, "sampleIds": [1, 2] }));
    // Each operation is shown on what the ones before it left.
    assert_eq!(
        (&results[1]["preview"]["before"]["title"], &results[1]["preview"]["before"]["priority"]),
        (&json!("Report v2"), &json!("medium"))
    );
    assert_eq!(results[4]["preview"].as_object().unwrap().keys().collect::<Vec<_>>(), ["before"]);
    assert_eq!(results[3]["preview"].as_object().unwrap().keys().collect::<Vec<_>>(), ["after"]);

    // What was shown is what comes of it.
    let valid: Vec<Value> = results.iter().take(5).map(|r| r["op"].clone()).collect();
    let done = world.post("/api/llm/apply", json!({ "operations": valid })).await;
    for at in 0..4 {
        let (mut shown, mut got) = (results[at]["preview"]["after"].clone(), done["results"][at]["todo"].clone());
        for given in ["id", "uid"] {
            if at == 3 {
                shown.as_object_mut().unwrap().shift_remove(given);
                got.as_object_mut().unwrap().shift_remove(given);
            }
        }
        assert_eq!(shown, got, "operation {at}");
    }
    assert_eq!(done["summary"], json!({ "created": 1, "updated": 1, "deleted": 1, "completed": 1 }));
}

#[tokio::test]
async fn apply_answers_in_the_shape_of_the_original() {
    let world = World::new().await;
    world.todos(&["a", "b", "c", "d"]).await;
    world
        .post(
            "/api/todos",
            json!({ "title": "series", "scheduledFor": "2026-11-02", "recurrence": { "type": "weekly" } }),
        )
        .await;
    let operations = json!([
        { "op": "update", "id": 1, "priority": "high" },
        { "op": "update", "id": 2, "priority": "medium" },
        { "op": "complete_occurrence", "id": 5, "occurrenceDate": "2026-11-09" },
        { "op": "bulk_complete", "where": { "title_contains": "c", "repeating": false } },
        { "op": "bulk_delete", "where": { "ids": [1, 4] } },
    ]);
    let done = world.post("/api/llm/apply", json!({ "operations": operations })).await;
    let results = done["results"].as_array().unwrap();
    assert_eq!(json!(results.iter().map(|r| &r["op"]).collect::<Vec<_>>()), operations);
    assert!(results.iter().all(|r| r["ok"] == true && r.get("error").is_none()), "{done}");
    assert_eq!(results[0]["todo"]["priority"], "high");
    // Nothing to change is no failure, and the todo is told all the same.
    assert_eq!(results[1]["todo"]["title"], "b");
    assert_eq!(results[2]["todo"]["completedDates"], json!(["2026-11-09"]));
    assert_eq!((&results[3]["count"], &results[3]["expandedIds"]), (&json!(1), &json!([3])));
    assert_eq!((&results[4]["count"], &results[4]["expandedIds"]), (&json!(2), &json!([1, 4])));
    assert!(results[4].get("todo").is_none());
    assert_eq!(done["summary"]["deleted"], 2);
    // The aliases of the request.
    for body in [
        json!([{ "op": "complete", "id": 3, "completed": false }]),
        json!({ "actions": [{ "action": "complete", "id": 3 }] }),
    ] {
        assert_eq!(world.post("/api/llm/apply", body).await["results"][0]["ok"], true);
    }
}

#[tokio::test]
async fn a_request_with_a_defect_changes_nothing() {
    let world = World::new().await;
    world.todos(&["a"]).await;
    let before = snapshot(&world).await;
    let operations = json!([
        { "op": "update", "id": 1, "title": "changed" },
        { "op": "complete_occurrence", "id": 1, "occurrenceDate": "2026-11-09" },
        { "op": "delete", "id": 9 },
        { "op": "bulk_delete", "where": {} },
        { "op": "create", "title": " ", "priority": "urgent" },
    ]);
    let refused = world.ask("POST", "/api/llm/apply", Some(json!({ "operations": operations }))).await;
    assert_eq!(refused.refusal(), (400, "invalid_operations".to_owned()));
    let body = refused.json();
    let details: Vec<Value> = body["details"]
        .as_array()
        .unwrap()
        .iter()
        .map(|d| {
            json!([d["index"], d["op"], d["errors"].as_array().unwrap().iter().map(|e| &e["code"]).collect::<Vec<_>>()])
        })
        .collect();
    assert_eq!(
        json!(details),
        json!([
            [1, operations[1], ["not_repeating"]],
            [2, operations[2], ["id_not_found"]],
            [3, operations[3], ["invalid_where_object"]],
            [4, operations[4], ["invalid_title", "invalid_priority"]],
        ])
    );
    assert_eq!(snapshot(&world).await, before);

    // Best effort does what can be done and says what could not (S0-80).
    let done = world.post("/api/llm/apply", json!({ "operations": operations, "mode": "best_effort" })).await;
    let results: Vec<Value> =
        done["results"].as_array().unwrap().iter().map(|r| json!([r["ok"], r["error"]])).collect();
    assert_eq!(
        json!(results),
        json!([
            [true, null],
            [false, "not_repeating"],
            [false, "not_found"],
            [false, "invalid_where_object"],
            [false, "invalid_title"]
        ])
    );
    assert_eq!(world.get("/api/todos/1").await["todo"]["title"], "changed");
}
