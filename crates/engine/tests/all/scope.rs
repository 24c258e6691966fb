//! What was lately worked on counts for a short while (S0-58), seen in what a model is asked.

use crate::world::{bare, edit, last_message, models, say};
use countersign_core::wire::{Mode, NewRun};
use countersign_testkit::{Answer, ModelServer, Script};
use serde_json::json;
use std::path::Path;

/// What the model is asked for a request that names no todo.
async fn asked(path: &Path, now: &str) -> String {
    let answers = vec![Answer::text(r#"{"operations":[]}"#), Answer::text("Nothing.")];
    let server = ModelServer::start(Script { answers, ..Script::default() }).await.unwrap();
    let test = json!({ "provider": "p", "size": "large", "contextWindow": 16384 });
    let models = models("openai", &server, json!({ "models": { "test": test } }));
    let engine = bare(path).at(now).models(models).open().await;
    let new = NewRun { message: "please arrange things more sensibly".into(), mode: Mode::Plan, ..NewRun::default() };
    let run = say(&engine, new).await;
    let calls = server.calls();
    assert!(!calls.is_empty(), "{run:?}");
    last_message(&calls[0])
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_confirmed_lately_is_meant_for_ten_minutes() {
    let dir = tempfile::tempdir().unwrap();
    let engine = bare(dir.path()).open().await;
    let others = (1..=80).map(|n| json!({ "op": "create", "title": format!("Chore {n}x") }));
    edit(&engine, others.chain([json!({ "op": "create", "title": "Zebra stripes" })]).collect::<Vec<_>>()).await;
    edit(&engine, vec![json!({ "op": "update", "id": 81, "priority": "low" })]).await;
    drop(engine);
    let soon = asked(dir.path(), "2026-11-21T15:09:00Z").await;
    assert!(soon.contains("Zebra stripes"), "{soon}");
    let later = asked(dir.path(), "2026-11-21T15:11:00Z").await;
    assert!(later.contains("Chore 1x") && !later.contains("Zebra stripes"), "{later}");
}
