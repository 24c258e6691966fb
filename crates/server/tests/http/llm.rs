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

/// S0-34: a client shows what a message proposed, and sends it back to be applied. The set that holds it is that
/// change: nothing of it waits to be done a second time.
#[tokio::test]
async fn what_a_message_proposed_is_applied_through_its_set() {
    let world = World::new().await;
    let titles = async || {
        let all = world.get("/api/todos/all").await;
        let titles: Vec<String> =
            all["todos"].as_array().unwrap().iter().map(|t| t["title"].as_str().unwrap().to_owned()).collect();
        titles
    };
    let ask = async |message: &str| {
        let body = json!({ "message": message, "options": { "mode": "auto" } });
        let said = world.post("/api/assistant/message", body).await;
        let operations: Vec<Value> =
            said["operations"].as_array().unwrap().iter().map(|one| one["op"].clone()).collect();
        (format!("/api/change-sets/{}", said["changeSet"]), operations)
    };
    let statuses = |set: &Value| -> Vec<Value> {
        set["items"].as_array().unwrap().iter().map(|item| item["status"].clone()).collect()
    };
    let (path, operations) = ask("add buy jam tomorrow").await;
    let body = json!({ "operations": operations, "idempotencyKey": "jam" });
    let done = world.post("/api/llm/apply", body.clone()).await;
    assert_eq!(
        (&done["results"][0]["ok"], &done["results"][0]["todo"]["title"], &done["results"][0]["op"]),
        (&json!(true), &json!("buy jam"), &operations[0])
    );
    assert_eq!(done["summary"], json!({ "created": 1, "updated": 0, "deleted": 0, "completed": 0 }));
    let set = world.get(&path).await;
    assert_eq!((&set["status"], statuses(&set)), (&json!("resolved"), vec![json!("applied")]));
    // The same call again is answered the same, and does nothing.
    assert_eq!(world.post("/api/llm/apply", body).await, done);
    let again = json!({ "digest": set["digest"], "sign": [{ "item": 1, "digest": set["items"][0]["digest"] }] });
    world.ask("POST", &format!("{path}/apply"), Some(again)).await;
    assert_eq!(titles().await, ["buy jam"]);
    // History, undo: one change.
    let entry = set["items"][0]["applied_by"].clone();
    let back = world.post(&format!("/api/ledger/{entry}/undo"), json!({})).await;
    assert_eq!(back["items"].as_array().unwrap().len(), 1);
    // A part, and then the rest with what the client added: what is done otherwise waits no more.
    let (path, operations) = ask("add call the bank today and add buy stamps tomorrow").await;
    assert_eq!(operations.len(), 2, "{operations:?}");
    let done = world.post("/api/llm/apply", json!({ "operations": [operations[1]] })).await;
    assert_eq!(done["results"][0]["todo"]["title"], "buy stamps");
    let set = world.get(&path).await;
    assert_eq!(
        (&set["status"], statuses(&set)),
        (&json!("partially_resolved"), vec![json!("pending"), json!("applied")])
    );
    let with_more = json!([{ "op": "create", "title": "Mine" }, operations[0]]);
    let done = world.post("/api/llm/apply", json!({ "operations": with_more })).await;
    assert_eq!(done["summary"]["created"], 2);
    let set = world.get(&path).await;
    assert_eq!(
        (&set["status"], statuses(&set), &set["items"][0]["reason"]),
        (&json!("resolved"), vec![json!("retracted"), json!("applied")], &json!("already-done"))
    );
    assert_eq!(titles().await.len(), 4);
    // What is another operation leaves the set as it is.
    let (path, operations) = ask("add feed the cat tomorrow").await;
    let mut other = operations[0].clone();
    other["priority"] = json!("high");
    world.post("/api/llm/apply", json!({ "operations": [other] })).await;
    assert_eq!(statuses(&world.get(&path).await), [json!("pending")]);
}

/// TODOS 7: the setting holds however a series begins; whoever says that there is no end is believed.
#[tokio::test]
async fn a_series_that_says_no_end_has_the_one_of_the_settings() {
    let world = World::new().await;
    let mut settings = world.get("/api/settings").await["settings"].clone();
    settings["defaultUntil"] = json!("endOfYear");
    assert_eq!(world.ask("PUT", "/api/settings", Some(settings)).await.status, 200);
    let until = |todo: &Value| todo["recurrence"]["until"].clone();
    let todo = |recurrence: Value| json!({ "title": "a", "scheduledFor": "2026-11-23", "recurrence": recurrence });
    for (recurrence, want) in [
        (json!({ "type": "weekly" }), json!("2026-12-31")),
        (json!({ "type": "weekly", "until": null }), json!(null)),
        (json!({ "type": "weekly", "until": "2027-02-01" }), json!("2027-02-01")),
        (json!({ "type": "daily", "count": 3 }), json!(null)),
    ] {
        let made = world.post("/api/todos", todo(recurrence.clone())).await;
        assert_eq!(until(&made["todo"]), want, "{recurrence}");
    }
    let create =
        json!({ "op": "create", "title": "b", "scheduledFor": "2027-01-02", "recurrence": { "type": "daily" } });
    let done = world.post("/api/llm/apply", json!({ "operations": [create.clone()] })).await;
    assert_eq!(until(&done["results"][0]["todo"]), "2027-12-31");
    let dry = world.post("/api/llm/dryrun", json!({ "operations": [create.clone()] })).await;
    assert_eq!(until(&dry["results"][0]["preview"]["after"]), "2027-12-31");
    let set = world.post("/api/change-sets", json!({ "operations": [create] })).await;
    assert_eq!(set["items"][0]["op"]["recurrence"]["until"], "2027-12-31");
    // A todo that begins to repeat, and one that goes on repeating.
    let once =
        world.post("/api/todos", json!({ "title": "c", "scheduledFor": "2026-11-23" })).await["todo"]["id"].clone();
    let path = format!("/api/todos/{once}");
    let patch = async |recurrence: Value| {
        let answer = world.ask("PATCH", &path, Some(json!({ "recurrence": recurrence }))).await;
        answer.json()
    };
    let begun = patch(json!({ "type": "daily" })).await;
    assert_eq!(until(&begun["todo"]), "2026-12-31", "{begun}");
    let open = patch(json!({ "until": null })).await;
    assert_eq!(until(&open["todo"]), json!(null), "{open}");
    let weekly = patch(json!({ "type": "weekly" })).await;
    assert_eq!(until(&weekly["todo"]), json!(null), "{weekly}");
    let ending = patch(json!({ "type": "daily", "until": "2027-03-01" })).await;
    assert_eq!(until(&ending["todo"]), "2027-03-01", "{ending}");
    let tuesdays = patch(json!({ "type": "weekly", "byDay": ["TU"] })).await;
    assert_eq!(until(&tuesdays["todo"]), "2027-03-01", "{tuesdays}");
    // Several at once: those that begin to repeat; one that repeats already is left out, with the end that it has.
    let two =
        world.post("/api/todos", json!({ "title": "d", "scheduledFor": "2026-11-23" })).await["todo"]["id"].clone();
    let daily = async |ids: Value| {
        let set = json!({ "recurrence": { "type": "daily" } });
        let all = json!({ "op": "bulk_update", "where": { "ids": ids }, "set": set });
        world.post("/api/llm/apply", json!({ "operations": [all] })).await
    };
    daily(json!([once, two])).await;
    assert_eq!(until(&world.get(&format!("/api/todos/{two}")).await["todo"]), "2026-12-31");
    assert_eq!(until(&world.get(&path).await["todo"]), "2027-03-01");
}

/// DESIGN §5: that a call was confirmed is no part of what it asks for.
#[tokio::test]
async fn a_confirmed_call_is_the_same_call() {
    let world = World::new().await;
    let titles: Vec<String> = (0..21).map(|n| format!("t{n}")).collect();
    world.todos(&titles.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let plain = json!({ "operations": [{ "op": "bulk_delete", "where": { "all": true } }], "idempotencyKey": "all" });
    let first = world.ask("POST", "/api/llm/apply", Some(plain.clone())).await;
    assert_eq!(first.refusal(), (409, "confirmation_required".to_owned()));
    let mut confirmed = plain.clone();
    confirmed["confirm"] = first.json()["details"]["token"].clone();
    let done = world.post("/api/llm/apply", confirmed.clone()).await;
    assert_eq!(world.post("/api/llm/apply", plain).await, done);
    assert_eq!(world.post("/api/llm/apply", confirmed).await, done);
}

/// There is no year 0.
#[tokio::test]
async fn a_date_of_the_year_0_is_none() {
    let world = World::new().await;
    for (field, code) in [("scheduledFor", "invalid_scheduledFor"), ("dueDate", "invalid_dueDate")] {
        let refused = world.ask("POST", "/api/todos", Some(json!({ "title": "a", field: "0000-01-01" }))).await;
        assert_eq!(refused.json()["error"], code, "{}", refused.text);
    }
    let rule = json!({ "type": "daily", "until": "0000-12-31" });
    let body = json!({ "title": "a", "scheduledFor": "2026-11-23", "recurrence": rule });
    assert_eq!(world.ask("POST", "/api/todos", Some(body)).await.json()["error"], "invalid_recurrence");
}

/// What an operation needs is named by numbers of others before it, and nothing else.
#[tokio::test]
async fn what_an_operation_needs_stands_before_it() {
    let world = World::new().await;
    for needs in [json!([0]), json!([2]), json!([7]), json!("1"), json!(5), json!(["1"]), json!([1.5])] {
        let operations = json!([{ "op": "create", "title": "a" }, { "op": "create", "title": "b", "needs": needs }]);
        let set = world.post("/api/change-sets", json!({ "operations": operations })).await;
        let item = &set["items"][1];
        assert_eq!((&item["status"], &item["needs"]), (&json!("invalid"), &json!([])), "{needs}");
        let problem = &item["problems"][0];
        assert_eq!((&problem["code"], &problem["path"]), (&json!("invalid_needs"), &json!("/needs")), "{needs}");
        assert!(problem["hint"].as_str().is_some_and(|hint| !hint.is_empty()));
    }
    for (needs, want) in [(json!([1]), json!([1])), (json!([]), json!([])), (json!(null), json!([]))] {
        let operations = json!([{ "op": "create", "title": "a" }, { "op": "create", "title": "b", "needs": needs }]);
        let set = world.post("/api/change-sets", json!({ "operations": operations })).await;
        assert_eq!((&set["items"][1]["status"], &set["items"][1]["needs"]), (&json!("pending"), &want), "{needs}");
    }
}

/// An import changes what is there: nothing goes back to anything.
#[tokio::test]
async fn what_an_import_changes_is_called_a_change() {
    let world = World::new().await;
    world.todos(&["Milk"]).await;
    let file = world.ask("GET", "/api/export/json", None).await.text.replace("\"Milk\"", "\"Oat milk\"");
    let set = world.post("/api/import", json!({ "format": "json", "text": file })).await;
    let item = &set["items"][0];
    assert_eq!((&item["label"], &item["verb"]), (&json!("Change “Milk”: title"), &json!("change")));
    let german =
        world.ask_with("GET", &format!("/api/change-sets/{}", set["id"]), None, &[("accept-language", "de")]).await;
    assert_eq!(german.json()["items"][0]["label"], "„Milk“ ändern: Titel");
    let sign = json!([{ "item": 1, "digest": item["digest"] }]);
    let body = json!({ "digest": set["digest"], "sign": sign });
    let done = world.post(&format!("/api/change-sets/{}/apply", set["id"]), body).await;
    assert_eq!(done["results"][0]["label"], "Change “Milk”: title");
}
