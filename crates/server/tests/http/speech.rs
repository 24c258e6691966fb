//! Answers in the reader's language: what the product worded, and nothing that anybody wrote.

use crate::world::{World, events};
use serde_json::{Value, json};

async fn ask(world: &World, language: &str, method: &str, path: &str, body: Option<Value>) -> Value {
    world.ask_with(method, path, body, &[("accept-language", language)]).await.json()
}

#[tokio::test]
async fn refusals_and_hints_are_said_in_the_language_that_is_preferred() {
    let world = World::new().await;
    let english = world.ask("GET", "/api/change-sets/9", None).await;
    assert_eq!(english.json()["message"], "there is no change set #9");
    assert_eq!(english.header("content-language"), "");
    for (language, message) in [
        ("de-AT,de;q=0.9,en;q=0.8", "es gibt keinen Änderungssatz #9"),
        ("es", "no hay ningún conjunto de cambios #9"),
        ("fr", "il n’y a pas de lot n° 9"),
        ("ro", "nu există setul de modificări #9"),
        ("en,de;q=0.5", "there is no change set #9"),
        ("ja", "there is no change set #9"),
    ] {
        let got = ask(&world, language, "GET", "/api/change-sets/9", None).await;
        assert_eq!((got["error"].as_str(), got["message"].as_str()), (Some("not_found"), Some(message)), "{language}");
    }
    let answer =
        world.ask_with("POST", "/api/edits", Some(json!({ "operations": [] })), &[("accept-language", "de")]).await;
    assert_eq!((answer.status, answer.header("content-language")), (400, "de"));
    assert_eq!(answer.json()["message"], "operations ist leer");
    // Without a token as well.
    let refused = crate::world::bare("GET", "/api/todos").header("accept-language", "de");
    let refused = crate::world::Answer::of(world.send(refused.body(axum::body::Body::empty()).unwrap()).await).await;
    assert_eq!(
        (refused.status, refused.json()["message"].as_str()),
        (401, Some("das braucht das Zugangswort der Person"))
    );
}

#[tokio::test]
async fn labels_replies_and_receipts_are_said_and_what_is_stored_stays_english() {
    let world = World::new().await;
    world.todos(&["Nothing has been changed.", "Delete “a”", "Tidy up"]).await;
    let operations = json!([
        { "op": "update", "id": 1, "scheduledFor": "2026-11-27", "priority": "high", "labels": ["done", "open"] },
        { "op": "bulk_complete", "where": { "ids": [2, 3] } },
        { "op": "create", "title": "every Monday", "notes": "Nothing has been changed." },
    ]);
    let made =
        ask(&world, "de", "POST", "/api/change-sets", Some(json!({ "title": "Tidy up", "operations": operations })))
            .await;
    // A title that a person gave stays, whatever it says; so do titles, labels and notes of todos.
    assert_eq!(made["title"], "Tidy up");
    let label = |set: &Value, n: usize| set["items"][n]["label"].as_str().unwrap().to_owned();
    assert_eq!(
        label(&made, 0),
        "„Nothing has been changed.“ ändern: Datum Fr 27.11.2026, hohe Priorität, Etiketten „done“, „open“"
    );
    assert_eq!(label(&made, 1), "„Delete ‘a’“ erledigen");
    assert_eq!(label(&made, 3), "„every Monday“ anlegen: Notizen");
    assert_eq!(made["items"][0]["target"], "Nothing has been changed.");
    assert_eq!(made["items"][3]["op"]["notes"], "Nothing has been changed.");
    let path = format!("/api/change-sets/{}", made["id"]);
    let romanian = ask(&world, "ro", "GET", &path, None).await;
    assert_eq!(label(&romanian, 1), "Finalizează „Delete ‘a’”");
    let english = world.get(&path).await;
    assert_eq!(label(&english, 1), "Complete “Delete ‘a’”");
    // Digests are of the English text, and fit whatever language it was shown in.
    assert_eq!(english["digest"], romanian["digest"]);
    let sign: Vec<Value> = (0..4).map(|n| json!({ "item": n + 1, "digest": romanian["items"][n]["digest"] })).collect();
    let body = json!({ "digest": romanian["digest"], "sign": sign });
    let receipt = ask(&world, "fr", "POST", &format!("{path}/apply"), Some(body)).await;
    assert_eq!(receipt["text"], "4 changements appliqués.", "{receipt}");
    let history = ask(&world, "es", "GET", "/api/ledger", None).await;
    let titles: Vec<&str> = history["entries"].as_array().unwrap().iter().filter_map(|e| e["title"].as_str()).collect();
    assert!(titles.contains(&"Propuesto: Tidy up"), "{titles:?}");
    let todos = ask(&world, "de", "GET", "/api/todos/all", None).await;
    assert_eq!(todos["todos"], world.get("/api/todos/all").await["todos"]);
    assert!(world.get("/api/ledger/verify").await["ok"].as_bool().unwrap());
}

#[tokio::test]
async fn plurals_follow_the_language() {
    let world = World::new().await;
    let titles: Vec<String> = (1..=21).map(|n| format!("todo {n}")).collect();
    world.todos(&titles.iter().map(String::as_str).collect::<Vec<_>>()).await;
    for (n, romanian, french) in [
        (11, "Finalizează 11 sarcini", "Terminer 11 tâches"),
        (19, "Finalizează 19 sarcini", "Terminer 19 tâches"),
        (20, "Finalizează 20 de sarcini", "Terminer 20 tâches"),
        (21, "Finalizează 21 de sarcini", "Terminer 21 tâches"),
    ] {
        let ids: Vec<i64> = (1..=n).collect();
        let body = json!({ "operations": [{ "op": "bulk_complete", "where": { "ids": ids } }] });
        let set = ask(&world, "ro", "POST", "/api/change-sets", Some(body)).await;
        assert_eq!(set["items"][0]["label"], romanian);
        let set = ask(&world, "fr", "GET", &format!("/api/change-sets/{}", set["id"]), None).await;
        assert_eq!(set["items"][0]["label"], french);
    }
}

/// A label said in the reader's language does what its chip does.
#[tokio::test]
async fn a_label_is_an_answer_in_the_language_it_was_shown_in() {
    let world = World::new().await;
    world.todos(&["Old list"]).await;
    for (language, label, operation) in [
        ("de", "Auf die Checkliste", "update"),
        ("fr", "À la liste de contrôle", "update"),
        ("es", "Una tarea propia", "create"),
        ("ro", "O sarcină separată", "create"),
    ] {
        let asked = world.post("/api/runs", json!({ "message": "add milk to old list" })).await;
        let session = asked["session"].as_str().unwrap();
        world.ask("GET", asked["events"].as_str().unwrap(), None).await;
        let shown = ask(&world, language, "GET", &format!("/api/sessions/{session}"), None).await;
        let labels = shown["clarify"]["sections"][0]["options"].as_array().unwrap().clone();
        assert!(labels.iter().any(|option| option["label"] == label), "{language}: {labels:?}");
        let said = json!({ "message": label, "session": session });
        let run = ask(&world, language, "POST", "/api/runs", Some(said)).await;
        world.ask("GET", run["events"].as_str().unwrap(), None).await;
        let view = world.ask("GET", &format!("/api/runs/{}", run["run"].as_str().unwrap()), None).await.json();
        let set = world.ask("GET", &format!("/api/change-sets/{}", view["change_set"]), None).await.json();
        assert_eq!(set["items"][0]["op"]["op"], operation, "{language}: {view} {set}");
    }
}

#[tokio::test]
async fn a_run_is_told_in_the_language_its_reader_prefers() {
    let world = World::new().await;
    world.todos(&["Pay rent"]).await;
    let run = world.post("/api/runs", json!({ "message": "move rent to monday" })).await;
    let path = format!("/api/runs/{}", run["run"].as_str().unwrap());
    let english = events(&world.ask("GET", &format!("{path}/events"), None).await.text);
    let german = world.ask_with("GET", &format!("{path}/events"), None, &[("accept-language", "de")]).await;
    assert_eq!(german.header("content-language"), "de");
    let german = events(&german.text);
    let kinds = |all: &[(String, String, Value)]| all.iter().map(|e| (e.0.clone(), e.1.clone())).collect::<Vec<_>>();
    assert_eq!(kinds(&english), kinds(&german));
    let text = |all: &[(String, String, Value)]| {
        all.iter().find(|e| e.1 == "result").map(|e| e.2["text"].as_str().unwrap().to_owned()).unwrap()
    };
    assert!(text(&english).ends_with("Nothing happens until you sign."), "{}", text(&english));
    let said = text(&german);
    assert!(
        said.starts_with("1 Änderung vorgeschlagen: ") && said.ends_with("Nichts geschieht, bevor Sie unterschreiben."),
        "{said}"
    );
    assert!(said.contains("„Pay rent“"), "{said}");
    let view = ask(&world, "de", "GET", &path, None).await;
    assert_eq!((view["text"].as_str(), view["message"].as_str()), (Some(said.as_str()), Some("move rent to monday")));
}
