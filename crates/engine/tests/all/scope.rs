//! What was lately worked on counts for a short while (S0-58), seen in what a model is asked.

use countersign_core::change_set::{Actor, Source};
use countersign_core::wire::{ApplyMode, Mode, NewRun};
use countersign_engine::{DirectEdit, Engine, FixedClock, Setup};
use countersign_llm::{Catalogue, Models};
use countersign_store_sqlite::SqliteStore;
use countersign_testkit::{Answer, ModelServer, Script};
use futures_util::{StreamExt, pin_mut};
use jiff::tz::TimeZone;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

async fn open(path: &Path, now: &str, url: &str) -> Engine {
    let settings = json!({
        "providers": { "p": { "kind": "openai", "baseUrl": url } },
        "models": { "test": { "provider": "p", "size": "large", "contextWindow": 16384 } },
    });
    let catalogue = Catalogue::read("models.json", &settings.to_string()).unwrap().with_environment(|_| None).unwrap();
    let setup = Setup { models: Models::open(catalogue).unwrap(), ..Setup::default() };
    let clock = FixedClock(now.parse().unwrap(), TimeZone::UTC);
    let store = SqliteStore::open(path.join("countersign.db")).await.unwrap();
    Engine::open_with(Arc::new(store), Arc::new(clock), setup).await.unwrap()
}

async fn edit(engine: &Engine, operations: Vec<Value>) {
    let request =
        DirectEdit { operations, title: None, confirm: None, mode: ApplyMode::Atomic, source: Source::Direct };
    engine.edit(request, Actor::User { via: "test".into() }, None).await.unwrap();
}

/// What the model is asked for a request that names no todo.
async fn asked(path: &Path, now: &str) -> String {
    let answers = vec![Answer::text(r#"{"operations":[]}"#), Answer::text("Nothing.")];
    let server = ModelServer::start(Script { answers, ..Script::default() }).await.unwrap();
    let engine = open(path, now, &server.url).await;
    let new = NewRun { message: "please arrange things more sensibly".into(), mode: Mode::Plan, ..NewRun::default() };
    let run = engine.start_run(new).await.unwrap();
    let id = run.id.clone();
    let stream = engine.follow(run.id, 0);
    pin_mut!(stream);
    while stream.next().await.is_some() {}
    let calls = server.calls();
    assert!(!calls.is_empty(), "{:?}", engine.run(&id).await.unwrap());
    calls[0]["messages"].as_array().unwrap().last().unwrap()["content"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_confirmed_lately_is_meant_for_ten_minutes() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path(), "2026-11-21T15:00:00Z", "http://127.0.0.1:9").await;
    let others = (1..=80).map(|n| json!({ "op": "create", "title": format!("Chore {n}x") }));
    edit(&engine, others.chain([json!({ "op": "create", "title": "Zebra stripes" })]).collect()).await;
    edit(&engine, vec![json!({ "op": "update", "id": 81, "priority": "low" })]).await;
    drop(engine);
    let soon = asked(dir.path(), "2026-11-21T15:09:00Z").await;
    assert!(soon.contains("Zebra stripes"), "{soon}");
    let later = asked(dir.path(), "2026-11-21T15:11:00Z").await;
    assert!(later.contains("Chore 1x") && !later.contains("Zebra stripes"), "{later}");
}
