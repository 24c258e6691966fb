//! Every field of a todo's operation in every wrong type: refused by its own name, and nothing changes.

use crate::world::World;
use serde_json::{Map, Value, json};

/// Values that fit a field of no kind but its own.
fn others(kind: &str) -> Vec<Value> {
    let all = [
        ("number", json!(7)),
        ("text", json!("nonsense")),
        ("bool", json!(true)),
        ("list", json!([7])),
        ("object", json!({ "x": 1 })),
    ];
    all.into_iter().filter(|(own, _)| *own != kind).map(|(_, value)| value).collect()
}

/// Fields with their codes, the kind of value they take, and values of that kind which are wrong too.
fn fields() -> Vec<(&'static str, &'static str, &'static str, Vec<Value>)> {
    let twice = json!([{ "id": "a", "title": "x" }, { "id": "a", "title": "y" }]);
    vec![
        ("title", "invalid_title", "text", vec![json!(" "), json!("a\0b"), json!("x".repeat(501))]),
        ("notes", "invalid_notes", "text", vec![json!("a\0b")]),
        ("scheduledFor", "invalid_scheduledFor", "date", vec![json!("2026-02-30"), json!("tomorrow")]),
        ("dueDate", "invalid_dueDate", "date", vec![json!("2026-13-01")]),
        ("timeOfDay", "invalid_timeOfDay", "time", vec![json!("25:00")]),
        ("priority", "invalid_priority", "word", vec![json!("urgent")]),
        ("completed", "invalid_completed", "bool", vec![json!("true")]),
        ("status", "invalid_status", "word", vec![json!("doing")]),
        ("estimate", "invalid_estimate", "number", vec![json!("7"), json!(0), json!(7.5), json!(1441)]),
        (
            "labels",
            "invalid_labels",
            "list",
            vec![json!([7]), json!(["a", null]), json!(["a\0b"]), json!(["a\u{1b}[2J"]), json!(["a\u{9b}31m"])],
        ),
        (
            "checklist",
            "invalid_checklist",
            "list",
            vec![json!([7]), json!([{ "id": 1, "title": "x" }]), json!([{ "title": "x", "checked": "yes" }]), twice],
        ),
        (
            "recurrence",
            "invalid_recurrence",
            "object",
            vec![json!({ "type": "weekly", "interval": "2" }), json!({ "type": "weekly", "byDay": true })],
        ),
    ]
}

async fn state(world: &World) -> (Value, Value) {
    (world.get("/api/status").await["head"].clone(), world.get("/api/todos/all").await)
}

/// The only defect of an operation, as a dry run and an apply tell it.
async fn refused(world: &World, op: &Value, code: &str) {
    let body = json!({ "operations": [op] });
    let answer = world.ask("POST", "/api/llm/apply", Some(body.clone())).await;
    assert_eq!(answer.refusal(), (400, "invalid_operations".to_owned()), "{op}: {}", answer.text);
    let tried = world.post("/api/llm/dryrun", body).await;
    assert_eq!(tried["results"][0]["valid"], false, "{op}");
    for errors in [&answer.json()["details"][0]["errors"], &tried["results"][0]["errors"]] {
        assert_eq!(errors[0]["code"], code, "{op}: {errors}");
        assert!(errors[0]["hint"].as_str().is_some_and(|hint| hint.len() > 10), "{op}: {errors}");
    }
}

#[tokio::test]
async fn no_field_is_read_as_another_type() {
    let world = World::new().await;
    let id = world.todos(&["one", "two"]).await[0];
    let before = state(&world).await;
    for (field, code, kind, wrong) in fields() {
        for value in others(kind).into_iter().chain(wrong) {
            let one: Map<String, Value> = [(field.to_owned(), value.clone())].into_iter().collect();
            let new: Map<String, Value> = [("title".to_owned(), json!("new"))].into_iter().chain(one.clone()).collect();
            for (method, path, body) in
                [("POST", "/api/todos".to_owned(), &new), ("PATCH", format!("/api/todos/{id}"), &one)]
            {
                let answer = world.ask(method, &path, Some(json!(body))).await;
                assert_eq!(answer.refusal(), (400, code.to_owned()), "{method} {field}: {value}");
                assert!(answer.json()["hint"].as_str().is_some_and(|hint| hint.len() > 10), "{field}: {value}");
            }
            let create: Map<String, Value> = [("op".to_owned(), json!("create"))].into_iter().chain(new).collect();
            refused(&world, &json!(create), code).await;
        }
    }
    for (field, code) in [
        ("labels_add", "invalid_labels"),
        ("labels_remove", "invalid_labels"),
        ("checklist_add", "invalid_checklist"),
        ("checklist_check", "invalid_checklist"),
        ("checklist_uncheck", "invalid_checklist"),
    ] {
        for value in others("list").into_iter().chain([json!([7])]) {
            refused(&world, &json!({ "op": "update", "id": id, field: value }), code).await;
        }
    }
    assert_eq!(state(&world).await, before, "nothing has been changed");
}

#[tokio::test]
async fn no_target_is_guessed() {
    let world = World::new().await;
    let id = world.todos(&["one", "two"]).await[0];
    let before = state(&world).await;
    let text = id.to_string();
    for wrong in [json!(text), json!(""), json!(1.5), json!(0), json!(-1), json!(true), json!(null), json!([id])] {
        refused(&world, &json!({ "op": "delete", "id": wrong }), "missing_or_invalid_id").await;
    }
    for (condition, value, code) in [
        ("ids", json!(text), "invalid_where_ids"),
        ("ids", json!(id), "invalid_where_ids"),
        ("ids", json!([text]), "invalid_where_ids"),
        ("ids", json!([]), "invalid_where_ids"),
        ("text", json!(7), "invalid_where_title_contains"),
        ("title_contains", json!(["one"]), "invalid_where_title_contains"),
        ("overdue", json!("true"), "invalid_where_overdue"),
        ("completed", json!(0), "invalid_where_completed"),
        ("repeating", json!("no"), "invalid_where_repeating"),
        ("priority", json!(1), "invalid_where_priority"),
        ("status", json!(true), "invalid_where_status"),
        ("labels", json!("home"), "invalid_where_labels"),
        ("scheduled_range", json!("today"), "invalid_where_scheduled_range"),
        ("due_range", json!([]), "invalid_where_due_range"),
        ("all", json!("true"), "invalid_where_all"),
    ] {
        refused(&world, &json!({ "op": "bulk_delete", "where": { condition: value } }), code).await;
    }
    assert_eq!(state(&world).await, before, "nothing has been changed");
}

#[tokio::test]
async fn a_body_says_what_fits_the_field() {
    let world = World::new().await;
    let set = world.post("/api/change-sets", json!({ "operations": [{ "op": "create", "title": "x" }] })).await;
    let before = state(&world).await;
    let decision = format!("/api/change-sets/{}/items/1/decision", set["id"]);
    let digest = set["items"][0]["digest"].clone();
    let apply = format!("/api/change-sets/{}/apply", set["id"]);
    for (method, path, body, code, fits) in [
        ("POST", "/api/runs", json!({ "message": "x", "mode": "fast" }), "invalid_mode", "`auto`, `chat`, `plan`"),
        ("POST", "/api/runs", json!({ "message": 7 }), "invalid_message", "a string"),
        ("POST", "/api/runs", json!({ "message": "x", "session": 7 }), "invalid_session", "a string"),
        ("POST", "/api/runs", json!({ "message": "x", "images": "y" }), "invalid_images", "a sequence"),
        ("POST", "/api/runs", json!({ "message": "x", "apart": "no" }), "invalid_apart", "a boolean"),
        ("POST", "/api/change-sets", json!({ "title": 7, "operations": [] }), "invalid_title", "a string"),
        ("POST", "/api/rewind", json!({ "to": "x" }), "invalid_to", "a whole number"),
        ("POST", &apply, json!({ "digest": set["digest"], "sign": [1] }), "invalid_sign", "an object"),
        ("PUT", "/api/settings", json!({ "dateOrder": "x" }), "invalid_dateOrder", "`mdy`"),
        ("PUT", &decision, json!({ "verdict": "yes", "digest": digest }), "invalid_verdict", "`confirmed`"),
        ("PUT", &decision, json!({ "verdict": ["confirmed"], "digest": digest }), "invalid_verdict", "`confirmed`"),
        (
            "PUT",
            &decision,
            json!({ "verdict": { "confirmed": null }, "digest": digest }),
            "invalid_verdict",
            "`confirmed`",
        ),
        ("PUT", &decision, json!({ "verdict": "confirmed", "digest": 7 }), "invalid_digest", "a string"),
        (
            "PUT",
            &decision,
            json!({ "verdict": "confirmed", "digest": digest, "was": "signed" }),
            "invalid_was",
            "`confirmed`",
        ),
    ] {
        let answer = world.ask(method, path, Some(body.clone())).await;
        assert_eq!(answer.refusal(), (400, code.to_owned()), "{body}");
        let message = answer.json()["message"].as_str().unwrap_or_default().to_owned();
        assert!(!message.contains("struct") && !message.contains("i64"), "{message}");
        let hint = answer.json()["hint"].as_str().unwrap_or_default().to_owned();
        assert!(hint.starts_with("What fits there: ") && hint.contains(fits), "{body}: {hint}");
    }
    let nul = world.ask("POST", "/api/runs", Some(json!({ "message": "a\0b" }))).await;
    assert_eq!(nul.refusal(), (400, "invalid_message".to_owned()));
    assert_eq!(nul.json()["message"], "the message holds a NUL character");
    assert_eq!(state(&world).await, before, "nothing has been changed");
    let sessions = world.get("/api/sessions").await;
    assert_eq!(sessions["sessions"], json!([]), "no message was stored");
}
