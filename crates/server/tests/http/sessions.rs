//! Conversations and their plan documents over HTTP.

use crate::world::World;
use serde_json::{Value, json};

async fn begin(world: &World, title: &str) -> String {
    let answer = world.ask("POST", "/api/sessions", Some(json!({ "title": title }))).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    answer.json()["id"].as_str().unwrap().to_owned()
}

async fn titles(world: &World, query: &str) -> Vec<String> {
    let list = world.get(&format!("/api/sessions{query}")).await;
    list["sessions"].as_array().unwrap().iter().map(|one| one["title"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_session_is_begun_named_archived_deleted_and_restored() {
    let world = World::new().await;
    let id = begin(&world, " Rent \n week ").await;
    assert_eq!(titles(&world, "").await, ["Rent week"]);
    let path = format!("/api/sessions/{id}");
    let edit = |body: Value| world.ask("PATCH", &path, Some(body));
    assert_eq!(edit(json!({ "title": "Rent" })).await.json()["title"], "Rent");
    assert_eq!(edit(json!({ "state": "archived" })).await.json()["state"], "archived");
    assert_eq!(titles(&world, "").await, [""; 0]);
    assert_eq!(titles(&world, "?state=archived").await, ["Rent"]);
    let deleted = world.ask("DELETE", &path, None).await.json();
    assert_eq!(deleted["state"], "deleted");
    assert_eq!(titles(&world, "?state=archived").await, [""; 0]);
    assert_eq!(world.get(&path).await["session"]["state"], "deleted", "nothing of it is lost");
    assert_eq!(edit(json!({ "state": "active" })).await.json()["state"], "active");
    assert_eq!(titles(&world, "").await, ["Rent"]);
    // What is so already leaves no entry; each change leaves one.
    edit(json!({ "title": "Rent", "state": "active" })).await;
    let entries = world.get("/api/ledger").await;
    let said: Vec<&str> = entries["entries"].as_array().unwrap().iter().filter_map(|e| e["title"].as_str()).collect();
    assert_eq!(
        said,
        [
            "Session restored",
            "Session deleted",
            "Session archived",
            "Session “Rent week” renamed to “Rent”",
            "Session “Rent week” begun"
        ]
    );
    for (body, code) in [(json!({ "title": " " }), "invalid_title"), (json!({ "name": "x" }), "unknown_field")] {
        let refused = edit(body).await;
        assert_eq!((refused.status, refused.json()["error"].as_str()), (400, Some(code)), "{}", refused.text);
    }
    assert_eq!(world.ask("PATCH", "/api/sessions/nope", Some(json!({ "title": "x" }))).await.status, 404);
}

#[tokio::test]
async fn sessions_are_found_by_what_was_said_in_them() {
    let world = World::new().await;
    let id = begin(&world, "Household").await;
    begin(&world, "Work").await;
    let body = json!({ "session": id, "message": "add Zürich müsli tomorrow" });
    let run = world.ask("POST", "/api/runs", Some(body)).await.json();
    world.ask("GET", run["events"].as_str().unwrap(), None).await;
    assert_eq!(titles(&world, "?query=zurich").await, ["Household"]);
    assert_eq!(titles(&world, "?query=WORK").await, ["Work"]);
    assert_eq!(titles(&world, "?query=nowhere").await, [""; 0]);
    assert_eq!(titles(&world, "?query=h&limit=1").await.len(), 1);
}

#[tokio::test]
async fn a_session_without_a_name_is_called_by_its_first_message() {
    let world = World::new().await;
    let id = world.post("/api/sessions", json!({})).await["id"].as_str().unwrap().to_owned();
    assert_eq!(titles(&world, "").await, [""]);
    let body = json!({ "session": id, "message": "add buy milk" });
    let run = world.ask("POST", "/api/runs", Some(body)).await.json();
    world.ask("GET", run["events"].as_str().unwrap(), None).await;
    assert_eq!(titles(&world, "").await, ["add buy milk"]);
}

#[tokio::test]
async fn a_plan_is_shown_then_saved_as_it_was_shown() {
    let world = World::new().await;
    let id = begin(&world, "Rent").await;
    let path = format!("/api/sessions/{id}/plan");
    let put = |body: Value| world.ask("PUT", &path, Some(body));
    let empty = world.get(&path).await;
    assert_eq!((&empty["plan"]["metadata"]["version"], &empty["plan"]["goal"]), (&json!(0), &json!("")));
    let edited = empty["markdown"].as_str().unwrap().replace("_No goal defined yet._", "Pay, *on time*.\n\nAlways.");
    let edited = edited + "\n## Risks\n\nRain.\n";

    let shown = put(json!({ "base": 0, "markdown": edited })).await.json();
    assert_eq!(shown["saved"], false);
    assert_eq!(
        shown["changes"],
        json!([
            { "field": "goal", "kind": "added", "after": "Pay, *on time*.\n\nAlways." },
            { "field": "other", "kind": "added", "after": "## Risks\n\nRain." },
        ])
    );
    assert_eq!(shown["unread"][0]["text"], "## Risks");
    assert_eq!(world.get(&path).await, empty, "showing saves nothing");

    let other = put(json!({ "base": 0, "markdown": format!("{edited}\nMore.\n"), "accept": shown["digest"] })).await;
    assert_eq!((other.status, other.json()["error"].as_str()), (409, Some("plan_changed")));
    let saved = put(json!({ "base": 0, "markdown": edited, "accept": shown["digest"] })).await.json();
    assert_eq!((&saved["saved"], &saved["plan"]["metadata"]["version"]), (&json!(true), &json!(1)));
    let now = world.get(&path).await;
    assert_eq!(now["plan"], saved["plan"]);
    let document = world.ask("GET", &format!("/api/sessions/{id}/plan_doc.md"), None).await;
    assert_eq!(document.text, now["markdown"].as_str().unwrap());

    let late = put(json!({ "base": 0, "markdown": edited, "accept": shown["digest"] })).await;
    assert_eq!((late.status, late.json()["error"].as_str()), (409, Some("plan_changed")));
    assert_eq!(world.get(&format!("{path}?version=0")).await, empty, "every version is kept");
    let report = world.get("/api/ledger").await;
    assert_eq!(report["entries"][0]["title"], "Plan document, version 1: goal, other");
}

#[tokio::test]
async fn a_plan_that_cannot_be_taken_changes_nothing() {
    let world = World::new().await;
    let id = begin(&world, "Rent").await;
    let path = format!("/api/sessions/{id}/plan");
    let begun =
        |accept: Value| json!({ "base": 0, "markdown": "---\nstatus: active\n---\n## Goal\nx\n", "accept": accept });
    let shown = world.ask("PUT", &path, Some(begun(Value::Null))).await.json();
    assert_eq!(shown["missing"], json!(["criterion"]));
    let many = "x".repeat(600_000);
    for (body, code) in [
        (begun(shown["digest"].clone()), "invalid_plan"),
        (json!({ "base": 0, "markdown": "milk, eggs" }), "unreadable_plan"),
        (json!({ "base": 0, "markdown": "" }), "unreadable_plan"),
        (json!({ "base": 0 }), "invalid_request"),
        (json!({ "base": 0, "markdown": format!("## Goal\n{many}") }), "plan_too_large"),
    ] {
        let refused = world.ask("PUT", &path, Some(body)).await;
        assert_eq!((refused.status, refused.json()["error"].as_str()), (400, Some(code)), "{}", refused.text);
    }
    assert_eq!(world.get(&path).await["plan"]["metadata"]["version"], 0);
    assert_eq!(world.ask("GET", "/api/sessions/nope/plan", None).await.status, 404);
}

#[tokio::test]
async fn a_session_is_metered_handed_off_extended_and_its_bugs_are_listed() {
    let world = World::new().await;
    let id = begin(&world, "Rent").await;
    let body = json!({ "session": id, "message": "add pay the rent tomorrow" });
    let run = world.ask("POST", "/api/runs", Some(body)).await.json();
    world.ask("GET", run["events"].as_str().unwrap(), None).await;
    let path = |end: &str| format!("/api/sessions/{id}{end}");
    let meter = world.get(&path("/meter")).await;
    assert_eq!((&meter["context"], &meter["messages"], &meter["offer"]), (&json!(null), &json!(1), &json!(null)));
    assert!(meter["storage"]["used"].as_u64().unwrap() > 0 && meter["storage"]["of"] == 20_000_000, "{meter}");
    let shown = world.get(&path("/handoff")).await;
    assert!(shown["text"].as_str().unwrap().starts_with("# Handed off\n"), "{shown}");
    assert_eq!(titles(&world, "").await, ["Rent"], "showing stores nothing");
    let over = world.ask("POST", &path("/handoff"), None).await;
    assert_eq!(over.status, 201, "{}", over.text);
    let child = over.json()["session"].clone();
    assert_eq!((&child["title"], &child["parent"]), (&json!("Rent · 2"), &json!(id)));
    let child = world.get(&format!("/api/sessions/{}", child["id"].as_str().unwrap())).await;
    assert_eq!(child["carried"]["from"], json!(id));
    let extended = world.ask("POST", &path("/extend"), None).await.json();
    assert_eq!((&extended["session"]["id"], &extended["carried"]["messages"]), (&json!(id), &json!(1)));
    assert_eq!(world.get(&path("/meter")).await["messages"], 0);
    let bugs = world.get(&path("/bugs")).await;
    assert_eq!((&bugs["bugs"], &bugs["open"]), (&json!([]), &json!(0)));
    let none = world.ask("PUT", &path("/bugs/7"), Some(json!({ "resolved": true }))).await;
    assert_eq!(none.refusal(), (404, "not_found".to_owned()));
    for (method, end) in [("GET", "/meter"), ("POST", "/handoff"), ("POST", "/extend"), ("GET", "/bugs")] {
        assert_eq!(world.ask(method, &format!("/api/sessions/nope{end}"), None).await.status, 404, "{end}");
    }
    let wrong = world.ask("PATCH", &path(""), Some(json!({ "decline": "everything" }))).await;
    assert_eq!(wrong.status, 400, "{}", wrong.text);
}
