//! S0's todo endpoints: shapes and codes (F/S0).

use crate::world::World;
use serde_json::{Value, json};

#[tokio::test]
async fn a_todo_is_made_read_changed_and_deleted() {
    let world = World::new().await;
    let made = world
        .ask(
            "POST",
            "/api/todos",
            Some(json!({ "title": "  Dentist ", "scheduledFor": "2026-11-27", "timeOfDay": "" })),
        )
        .await;
    assert_eq!(made.status, 200);
    let todo = made.json()["todo"].clone();
    let uid = todo["uid"].as_str().unwrap().to_owned();
    assert_eq!(
        todo,
        json!({
            "id": 1, "uid": uid, "title": "Dentist", "notes": "", "scheduledFor": "2026-11-27", "timeOfDay": null, "dueDate": null, "priority": "medium",
            "status": "open", "completed": false, "statusReason": null, "estimate": null, "labels": [], "checklist": [],
            "recurrence": { "type": "none", "interval": 1, "byDay": [], "byMonthDay": [], "until": null, "count": null, "anchor": "schedule" },
            "completedDates": [], "skippedDates": [], "moved": {}, "version": 1, "createdAt": "2026-11-21T15:00:00Z", "updatedAt": "2026-11-21T15:00:00Z"
        })
    );
    assert_eq!(world.get("/api/todos/1").await, json!({ "todo": todo }));

    let changed =
        world.ask("PATCH", "/api/todos/1", Some(json!({ "priority": "high", "completed": true }))).await.json();
    let mut expected = todo.clone();
    for (field, value) in
        [("priority", json!("high")), ("status", json!("done")), ("completed", json!(true)), ("version", json!(2))]
    {
        expected[field] = value;
    }
    assert_eq!(changed["todo"], expected);
    assert!(changed["entry"].is_i64());
    // What is so already changes nothing, and is no error.
    let same = world.ask("PATCH", "/api/todos/1", Some(json!({ "priority": "high" }))).await.json();
    assert_eq!(same["todo"], expected);

    let deleted = world.ask("DELETE", "/api/todos/1", None).await.json();
    assert_eq!(deleted["deleted"], 1);
    assert_eq!(world.ask("GET", "/api/todos/1", None).await.refusal(), (404, "not_found".to_owned()));
    assert_eq!(world.ask("DELETE", "/api/todos/1", None).await.refusal(), (404, "not_found".to_owned()));

    // The entry is what undo takes.
    let set = world.post(&format!("/api/ledger/{}/undo", deleted["entry"]), json!({})).await;
    let sign: Vec<Value> =
        set["items"].as_array().unwrap().iter().map(|i| json!({ "item": i["n"], "digest": i["digest"] })).collect();
    world
        .post(&format!("/api/change-sets/{}/apply", set["id"]), json!({ "digest": set["digest"], "sign": sign }))
        .await;
    let back = world.get("/api/todos/1").await["todo"].clone();
    assert_eq!(
        (&back["uid"], &back["title"], &back["createdAt"]),
        (&expected["uid"], &expected["title"], &expected["createdAt"])
    );
}

#[tokio::test]
async fn defects_have_the_codes_of_the_original() {
    let world = World::new().await;
    world.post("/api/todos", json!({ "title": "plain" })).await;
    world
        .post(
            "/api/todos",
            json!({ "title": "series", "scheduledFor": "2026-11-02", "recurrence": { "type": "weekly" } }),
        )
        .await;
    let cases = [
        ("POST", "/api/todos", json!({}), 400, "invalid_title"),
        ("POST", "/api/todos", json!({ "title": "  " }), 400, "invalid_title"),
        ("POST", "/api/todos", json!({ "title": 5 }), 400, "invalid_title"),
        ("POST", "/api/todos", json!({ "title": "x", "notes": 5 }), 400, "invalid_notes"),
        ("POST", "/api/todos", json!({ "title": "x", "scheduledFor": "2026-02-30" }), 400, "invalid_scheduledFor"),
        ("POST", "/api/todos", json!({ "title": "x", "priority": "urgent" }), 400, "invalid_priority"),
        ("POST", "/api/todos", json!({ "title": "x", "timeOfDay": "24:00" }), 400, "invalid_timeOfDay"),
        (
            "POST",
            "/api/todos",
            json!({ "title": "x", "recurrence": { "type": "sometimes" } }),
            400,
            "invalid_recurrence",
        ),
        (
            "POST",
            "/api/todos",
            json!({ "title": "x", "recurrence": { "type": "daily" } }),
            400,
            "missing_anchor_for_recurrence",
        ),
        ("POST", "/api/todos", json!({ "title": "x", "color": "red" }), 400, "unknown_field"),
        ("POST", "/api/todos", json!({ "title": "x", "op": "delete" }), 400, "unknown_field"),
        ("POST", "/api/todos", json!({ "title": "x", "id": 1 }), 400, "unknown_field"),
        ("PATCH", "/api/todos/1", json!({ "title": null }), 400, "invalid_title"),
        ("PATCH", "/api/todos/1", json!({ "completed": "yes" }), 400, "invalid_completed"),
        ("PATCH", "/api/todos/1", json!({ "id": 2, "title": "x" }), 400, "unknown_field"),
        ("PATCH", "/api/todos/1", json!({ "recurrence": { "type": "daily" } }), 400, "missing_anchor_for_recurrence"),
        ("PATCH", "/api/todos/9", json!({ "title": "x" }), 404, "not_found"),
        ("PATCH", "/api/todos/x", json!({ "title": "x" }), 400, "invalid_id"),
        ("PATCH", "/api/todos/1/occurrence", json!({ "occurrenceDate": "2026-11-21" }), 400, "not_repeating"),
        ("PATCH", "/api/todos/2/occurrence", json!({}), 400, "invalid_occurrenceDate"),
        ("PATCH", "/api/todos/2/occurrence", json!({ "occurrenceDate": "2026-11-03" }), 400, "invalid_occurrenceDate"),
        (
            "PATCH",
            "/api/todos/2/occurrence",
            json!({ "occurrenceDate": "2026-11-09", "completed": 1 }),
            400,
            "invalid_completed",
        ),
        ("PATCH", "/api/todos/9/occurrence", json!({ "occurrenceDate": "2026-11-09" }), 404, "not_found"),
        ("PATCH", "/api/todos/2", json!({ "completed": true }), 400, "use_complete_occurrence_for_repeating"),
    ];
    for (method, path, body, status, code) in cases {
        let answer = world.ask(method, path, Some(body.clone())).await;
        assert_eq!(answer.refusal(), (status, code.to_owned()), "{method} {path} {body}: {}", answer.text);
    }
    let queries = [
        ("/api/todos?from=yesterday", "invalid_from"),
        ("/api/todos?to=2026-2-1", "invalid_to"),
        ("/api/todos?from=2026-11-22&to=2026-11-21", "invalid_to"),
        ("/api/todos?from=2026-01-01&to=2027-01-02", "invalid_to"),
        ("/api/todos?priority=HIGH!", "invalid_priority"),
        ("/api/todos?completed=1", "invalid_completed"),
        ("/api/todos/backlog?priority=none", "invalid_priority"),
        ("/api/todos/search", "invalid_query"),
        ("/api/todos/search?query=%20", "invalid_query"),
        ("/api/todos/search?query=x&completed=maybe", "invalid_completed"),
        ("/api/todos/all?priority=urgent", "invalid_where_priority"),
        ("/api/todos/all?ids=1,x", "invalid_where_ids"),
        ("/api/todos/all?overdue=yes", "invalid_where_overdue"),
        ("/api/todos/all?text=", "invalid_where_title_contains"),
        ("/api/todos/all?scheduled_from=2026-13-01", "invalid_where_scheduled_range_from"),
    ];
    for (path, code) in queries {
        let answer = world.ask("GET", path, None).await;
        assert_eq!(answer.refusal(), (400, code.to_owned()), "{path}: {}", answer.text);
    }
    assert_eq!(world.get("/api/status").await["todos"], 2);
}

/// Number, shown date, time, original date, done: of each row.
async fn rows(world: &World, path: &str) -> Vec<Value> {
    let list = world.get(path).await;
    list["todos"]
        .as_array()
        .unwrap()
        .iter()
        .map(|t| {
            json!([t["id"], t["scheduledFor"], t["timeOfDay"], t["masterId"], t["occurrenceDate"], t["completed"]])
        })
        .collect()
}

#[tokio::test]
async fn series_are_shown_as_occurrences() {
    let world = World::new().await;
    world.post("/api/todos", json!({ "title": "Gym", "scheduledFor": "2026-11-02", "timeOfDay": "18:00", "recurrence": { "type": "weekly", "byDay": ["MO"] } })).await;
    world
        .post(
            "/api/todos",
            json!({ "title": "Dentist", "scheduledFor": "2026-11-16", "timeOfDay": "09:00", "priority": "high" }),
        )
        .await;
    world.post("/api/todos", json!({ "title": "Someday" })).await;
    world.post("/api/todos", json!({ "title": "Water", "scheduledFor": "2026-11-14", "recurrence": { "type": "daily", "interval": 3, "anchor": "completion" } })).await;
    world
        .post(
            "/api/edits",
            json!({ "operations": [
                { "op": "complete_occurrence", "id": 1, "occurrenceDate": "2026-11-09" },
                { "op": "skip_occurrence", "id": 1, "occurrenceDate": "2026-11-16" },
                { "op": "move_occurrence", "id": 1, "occurrenceDate": "2026-11-23", "to": { "date": "2026-11-24", "time": "07:30" } },
                { "op": "move_occurrence", "id": 1, "occurrenceDate": "2026-12-07", "to": { "date": "2026-11-28" } },
            ] }),
        )
        .await;
    let expected = [
        json!([1, "2026-11-02", "18:00", 1, "2026-11-02", false]),
        json!([1, "2026-11-09", "18:00", 1, "2026-11-09", true]),
        json!([4, "2026-11-14", null, 4, "2026-11-14", false]),
        json!([2, "2026-11-16", "09:00", null, null, false]),
        json!([1, "2026-11-24", "07:30", 1, "2026-11-23", false]),
        json!([1, "2026-11-28", "18:00", 1, "2026-12-07", false]),
        json!([1, "2026-11-30", "18:00", 1, "2026-11-30", false]),
    ];
    assert_eq!(rows(&world, "/api/todos?from=2026-11-01&to=2026-11-30").await, expected);
    assert_eq!(rows(&world, "/api/todos?from=2026-11-01&to=2026-11-30&completed=true").await, [expected[1].clone()]);
    assert_eq!(rows(&world, "/api/todos?from=2026-11-01&to=2026-11-30&priority=high").await, [expected[3].clone()]);
    // With one end, and with none, the todos themselves.
    let masters = [
        json!([1, "2026-11-02", "18:00", null, null, false]),
        json!([4, "2026-11-14", null, null, null, false]),
        json!([2, "2026-11-16", "09:00", null, null, false]),
    ];
    assert_eq!(rows(&world, "/api/todos").await, masters);
    assert_eq!(rows(&world, "/api/todos?from=2026-11-10").await, masters[1..]);
    assert_eq!(rows(&world, "/api/todos?to=2026-11-10").await, masters[..1]);
    assert_eq!(rows(&world, "/api/todos/backlog").await, [json!([3, null, null, null, null, false])]);
    assert_eq!(rows(&world, "/api/todos/backlog?priority=high").await, Vec::<Value>::new());
    // every! counts from its completion, which stays in view.
    let done = world
        .ask("PATCH", "/api/todos/4/occurrence", Some(json!({ "occurrenceDate": "2026-11-14", "completed": true })))
        .await
        .json();
    assert_eq!(done["todo"]["completedDates"], json!(["2026-11-14"]));
    let water: Vec<Value> =
        rows(&world, "/api/todos?from=2026-11-01&to=2026-12-31").await.into_iter().filter(|r| r[0] == 4).collect();
    assert_eq!(
        water,
        [json!([4, "2026-11-14", null, 4, "2026-11-14", true]), json!([4, "2026-11-24", null, 4, "2026-11-24", false])]
    );
    // A year at most, whatever the rule.
    world
        .post(
            "/api/todos",
            json!({ "title": "Daily", "scheduledFor": "2020-01-01", "recurrence": { "type": "daily" } }),
        )
        .await;
    let year: Vec<Value> =
        rows(&world, "/api/todos?from=2028-01-01&to=2028-12-31").await.into_iter().filter(|r| r[0] == 5).collect();
    assert_eq!(year.len(), 366);
}

/// TODOS.md rule 10: what is missed does not pile up; today is Saturday 2026-11-21.
#[tokio::test]
async fn a_series_has_one_open_occurrence_and_says_what_was_missed() {
    let world = World::new().await;
    let series = json!({ "title": "Stand-up", "scheduledFor": "2026-11-16", "timeOfDay": "09:30", "recurrence": { "type": "weekdays" } });
    let open = |date: &str, missed: u64| json!({ "occurrenceDate": date, "date": date, "timeOfDay": "09:30", "missed": missed });
    let made = world.ask("POST", "/api/todos", Some(series)).await.json();
    assert_eq!(made["todo"]["openOccurrence"], open("2026-11-20", 4));
    world.ask("POST", "/api/todos", Some(json!({ "title": "Milk", "scheduledFor": "2026-11-21" }))).await;
    let counts = async || {
        let late = rows(&world, "/api/todos/all?overdue=true").await.len();
        assert_eq!(late + rows(&world, "/api/todos/all?overdue=false").await.len(), 2);
        assert_eq!(world.get("/api/todos/aggregates").await["overdue"], late);
        late
    };
    assert_eq!(counts().await, 1);
    for path in ["/api/todos/all?overdue=true", "/api/todos/search?query=stand", "/api/todos?from=2026-11-16"] {
        assert_eq!(world.get(path).await["todos"][0]["openOccurrence"], open("2026-11-20", 4), "{path}");
    }
    // One occurrence has no other; what does not repeat has none.
    let week = world.get("/api/todos?from=2026-11-16&to=2026-11-22").await["todos"].as_array().unwrap().clone();
    assert_eq!(week.len(), 6);
    assert!(week.iter().all(|row| row.get("openOccurrence").is_none()));
    // The latest is done: what it passed is over.
    let done = json!({ "occurrenceDate": "2026-11-20" });
    let done = world.ask("PATCH", "/api/todos/1/occurrence", Some(done)).await;
    assert_eq!(done.status, 200, "{}", done.json());
    assert_eq!(world.get("/api/todos/1").await["todo"]["openOccurrence"], open("2026-11-23", 0));
    assert_eq!(counts().await, 0);
}

#[tokio::test]
async fn lists_are_filtered_and_searched() {
    let world = World::new().await;
    for todo in [
        json!({ "title": "Buy café beans", "labels": ["shop", "2"], "dueDate": "2026-11-20" }),
        json!({ "title": "Beat the rug", "notes": "beans stain", "priority": "high" }),
        json!({ "title": "Call Bea", "completed": true }),
    ] {
        world.post("/api/todos", todo).await;
    }
    let ids = async |path: &str| -> Vec<i64> {
        world.get(path).await["todos"].as_array().unwrap().iter().map(|t| t["id"].as_i64().unwrap()).collect()
    };
    assert_eq!(ids("/api/todos/all").await, [1, 2, 3]);
    for (query, expected) in [
        ("ids=3,1", vec![1, 3]),
        ("title_contains=BEA", vec![1, 2, 3]),
        ("text=stain", vec![2]),
        ("overdue=true", vec![1]),
        ("priority=low,high", vec![2]),
        ("labels=shop", vec![1]),
        ("completed=true", vec![3]),
        ("status=open,blocked", vec![1, 2]),
        ("due_to=2026-11-21&completed=false", vec![1]),
        ("repeating=true", vec![]),
    ] {
        assert_eq!(ids(&format!("/api/todos/all?{query}")).await, expected, "{query}");
    }
    let mut found = ids("/api/todos/search?query=bean").await;
    found.sort_unstable();
    assert_eq!(found, [1, 2]);
    assert_eq!(ids("/api/todos/search?query=cafe").await, [1]);
    assert_eq!(ids("/api/todos/search?query=bea&completed=true").await, [3]);
    // Slips are forgiven where nothing is spelled like it.
    assert_eq!(ids("/api/todos/search?query=beens%20stain").await, [2]);
    assert!(ids("/api/todos/search?query=giraffe").await.is_empty());
    // By number, before what has the number as its label.
    assert_eq!(ids("/api/todos/search?query=%232").await, [2, 1]);
    assert_eq!(ids("/api/todos/search?query=%232&shown=true").await, [2, 1]);
    assert_eq!(ids("/api/todos/search?query=%232&completed=true").await, [] as [i64; 0]);
    assert!(ids("/api/todos/search?query=%239").await.is_empty());
}

#[tokio::test]
async fn a_search_begins_with_what_is_meant_word_for_word() {
    let world = World::new().await;
    for title in ["1", "Chapter 1", "Pay rent", "Pay", "Payment"]
        .into_iter()
        .map(str::to_owned)
        .chain((10..=19).map(|n| n.to_string()))
    {
        world.post("/api/todos", json!({ "title": title })).await;
    }
    let titles = async |path: &str| -> Vec<String> {
        world.get(path).await["todos"]
            .as_array()
            .unwrap()
            .iter()
            .map(|t| t["title"].as_str().unwrap().to_owned())
            .collect()
    };
    let found = titles("/api/todos/search?query=1").await;
    assert_eq!((found.len(), &found[..2]), (12, &["1".to_owned(), "Chapter 1".to_owned()][..]));
    assert_eq!(titles("/api/todos/search?query=1&k=1").await, ["1"], "however few are wanted");
    assert_eq!(titles("/api/todos/search?query=PAY").await, ["Pay", "Pay rent", "Payment"]);
}

#[tokio::test]
async fn a_search_finds_labels_as_well() {
    let world = World::new().await;
    for todo in [
        json!({ "title": "Work out", "labels": ["sport"] }),
        json!({ "title": "Pay rent", "labels": ["Work", "deep focus"] }),
        json!({ "title": "Send report", "labels": ["work"], "completed": true }),
        json!({ "title": "Report a fault", "labels": ["home"] }),
        json!({ "title": "Stretch", "labels": ["workout"] }),
    ] {
        world.post("/api/todos", todo).await;
    }
    for (query, expected) in [
        ("work", &[1, 5, 3, 2][..]),
        ("work&completed=false", &[1, 5, 2]),
        ("work&k=2", &[1, 5]),
        ("%23work", &[5, 3, 2]),
        ("label:Work%20report", &[3]),
        ("report%20%23work", &[3]),
        ("report%20work", &[3]),
        ("deep%20focus", &[2]),
        ("%23spo", &[1]),
        ("%23none", &[]),
    ] {
        let found = world.get(&format!("/api/todos/search?query={query}")).await;
        let ids: Vec<i64> = found["todos"].as_array().unwrap().iter().map(|t| t["id"].as_i64().unwrap()).collect();
        assert_eq!(ids, expected, "{query}");
    }
}

#[tokio::test]
async fn todos_are_counted_by_kind_and_searched_for_the_best_few() {
    let world = World::new().await;
    let none = world.get("/api/todos/aggregates").await;
    assert_eq!((&none["total"], &none["priority"]), (&json!(0), &json!({})));
    let operations = json!([
        { "op": "create", "title": "Pay rent", "scheduledFor": "2026-11-20", "priority": "high", "labels": ["home"] },
        { "op": "create", "title": "Rent a van", "scheduledFor": "2026-11-21" },
        { "op": "create", "title": "Rent film", "labels": ["home", "fun"] },
        { "op": "create", "title": "Gym", "scheduledFor": "2026-11-14", "recurrence": { "type": "weekly", "interval": 1 } },
        { "op": "create", "title": "Done", "scheduledFor": "2026-11-01", "completed": true, "labels": ["home"] },
        { "op": "create", "title": "Not this" },
    ]);
    world.post("/api/edits", json!({ "operations": operations })).await;
    world.post("/api/edits", json!({ "operations": [{ "op": "set_status", "id": 6, "status": "rejected" }] })).await;
    assert_eq!(
        world.get("/api/todos/aggregates").await,
        json!({
            "total": 6, "open": 4, "done": 1, "overdue": 1, "today": 2, "backlog": 1, "repeating": 1,
            "status": { "open": 4, "done": 1, "rejected": 1 },
            "priority": { "medium": 3, "high": 1 },
            "labels": { "home": 2, "fun": 1 },
        })
    );
    assert_eq!(rows(&world, "/api/todos/backlog").await, [json!([3, null, null, null, null, false])]);
    world.post("/api/edits", json!({ "operations": [{ "op": "complete", "id": 3 }] })).await;
    assert_eq!(rows(&world, "/api/todos/backlog").await, Vec::<Value>::new(), "as it is counted");
    world.post("/api/edits", json!({ "operations": [{ "op": "complete", "id": 3, "completed": false }] })).await;
    let found = |k: &str| format!("/api/todos/search?query=rent{k}");
    for (k, n) in [("", 3), ("&k=2", 2), ("&k=1", 1), ("&k=200", 3)] {
        assert_eq!(world.get(&found(k)).await["todos"].as_array().unwrap().len(), n, "{k}");
    }
    for k in ["&k=0", "&k=201", "&k=x"] {
        let answer = world.ask("GET", &found(k), None).await;
        assert_eq!((answer.status, &answer.json()["error"]), (400, &json!("invalid_k")), "{k}");
    }
}

#[tokio::test]
async fn all_todos_come_in_parts_where_that_is_asked_for() {
    let world = World::new().await;
    for title in ["a", "b", "c", "d", "e"] {
        let made = json!({ "title": title, "priority": if title == "b" { "low" } else { "high" } });
        world.ask("POST", "/api/todos", Some(made)).await;
    }
    let part = async |path: &str| {
        let answer = world.get(path).await;
        let ids: Vec<i64> = answer["todos"].as_array().unwrap().iter().map(|t| t["id"].as_i64().unwrap()).collect();
        (ids, answer.get("next").and_then(serde_json::Value::as_i64))
    };
    assert_eq!(part("/api/todos/all").await, (vec![1, 2, 3, 4, 5], None));
    assert_eq!(part("/api/todos/all?limit=2").await, (vec![1, 2], Some(2)));
    assert_eq!(part("/api/todos/all?limit=2&after=2").await, (vec![3, 4], Some(4)));
    assert_eq!(part("/api/todos/all?limit=2&after=4").await, (vec![5], None));
    assert_eq!(part("/api/todos/all?limit=2&priority=high&after=1").await, (vec![3, 4], Some(4)));
    for (path, code) in [("limit=0", "invalid_limit"), ("limit=1001", "invalid_limit"), ("after=x", "invalid_after")] {
        let refused = world.ask("GET", &format!("/api/todos/all?{path}"), None).await;
        assert_eq!(refused.json()["error"], code);
    }
}
