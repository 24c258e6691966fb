//! The loop from a sentence to a receipt and back, told in full at each step.

use countersign_core::change_set::{Actor, Source};
use countersign_core::ids::TodoId;
use countersign_core::wire::{ApplyMode, Mode, NewRun, Outcome, Receipt, RunView, SetView, SignItem};
use countersign_engine::{ApplyRequest, DirectEdit, Engine, EngineError, FixedClock, Key};
use countersign_store_sqlite::SqliteStore;
use futures_util::{StreamExt, pin_mut};
use jiff::tz::TimeZone;
use serde_json::{Value, json};
use std::sync::Arc;

struct World {
    engine: Engine,
    _folder: tempfile::TempDir,
}

fn user() -> Actor {
    Actor::User { via: "test".into() }
}

async fn world() -> World {
    let folder = tempfile::tempdir().unwrap();
    let clock = FixedClock("2026-11-21T15:00:00Z".parse().unwrap(), TimeZone::get("America/New_York").unwrap());
    let store = SqliteStore::open(folder.path().join("countersign.db")).await.unwrap();
    World { engine: Engine::open(Arc::new(store), Arc::new(clock)).await.unwrap(), _folder: folder }
}

impl World {
    async fn edit(&self, operations: Value, mode: ApplyMode, key: Option<&str>) -> Result<Receipt, EngineError> {
        let operations = operations.as_array().unwrap().clone();
        let request = DirectEdit { operations, title: None, confirm: None, mode, source: Source::Direct };
        let key = key.map(|key| Key { key: key.to_owned(), request: "same".to_owned() });
        self.engine.edit(request, user(), key).await
    }

    async fn has(&self, operations: Value) {
        self.edit(operations, ApplyMode::Atomic, None).await.unwrap();
    }

    /// Says something, and waits for its end.
    async fn say(&self, message: &str) -> RunView {
        let new = NewRun { message: message.into(), mode: Mode::Auto, ..NewRun::default() };
        let run = self.engine.start_run(new).await.unwrap();
        let events = self.engine.follow(run.id.clone(), 0);
        pin_mut!(events);
        while events.next().await.is_some() {}
        self.engine.run(&run.id).await.unwrap()
    }

    async fn set(&self, run: &RunView) -> SetView {
        self.engine.change_set(run.change_set.unwrap()).await.unwrap()
    }

    async fn apply(&self, set: &SetView) -> Receipt {
        let sign = set.items.iter().map(|i| SignItem { item: i.n, digest: i.digest.clone(), was: None }).collect();
        let request = ApplyRequest { digest: set.digest.clone(), sign, ..ApplyRequest::default() };
        self.engine.apply(set.id, request, user(), None).await.unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_edit_cannot_do_is_named_beside_what_it_did() {
    let w = world().await;
    w.has(json!([{"op": "create", "title": "There"}])).await;
    let asked = json!([
        {"op": "create", "title": "New"},
        {"op": "delete", "id": 99},
        {"op": "complete", "id": 1},
        {"op": "create"},
    ]);
    assert_eq!(w.edit(asked.clone(), ApplyMode::Atomic, None).await.unwrap_err().code(), "invalid_operations");
    let receipt = w.edit(asked.clone(), ApplyMode::BestEffort, Some("k")).await.unwrap();
    let told: Vec<_> = receipt
        .results
        .iter()
        .map(|r| (r.n, r.request, r.ok, r.problem.as_ref().map(|p| p.code.to_string())))
        .collect();
    let missing = |n, code: &str| (n, n - 1, false, Some(code.to_owned()));
    assert_eq!(told, [(1, 0, true, None), missing(2, "id_not_found"), (3, 2, true, None), missing(4, "invalid_title")]);
    assert_eq!((receipt.outcome, receipt.text.as_str()), (Outcome::PartlyApplied, "2 applied, 2 failed."));
    // Asked again under the same key it is the same answer.
    let again = w.edit(asked, ApplyMode::BestEffort, Some("k")).await.unwrap();
    assert_eq!(serde_json::to_value(&again).unwrap(), serde_json::to_value(&receipt).unwrap());
    // Where nothing of it can be done, nothing is stored.
    let before = w.engine.verify().await.unwrap().entries;
    let none = w.edit(json!([{"op": "delete", "id": 99}]), ApplyMode::BestEffort, None).await;
    assert_eq!(none.unwrap_err().code(), "invalid_operations");
    assert_eq!(w.engine.verify().await.unwrap().entries, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_warning_stands_at_the_item_it_is_about() {
    let w = world().await;
    w.has(json!([
        {"op": "create", "title": "Dentist", "scheduledFor": "2026-11-23"},
        {"op": "create", "title": "Gym", "scheduledFor": "2026-11-23", "recurrence": {"type": "weekly", "byDay": ["MO"]}},
    ]))
    .await;
    let warned = |set: &SetView| -> Vec<Vec<String>> {
        set.items.iter().map(|i| i.warnings.iter().map(|w| w.code.to_string()).collect()).collect()
    };
    let set = w.set(&w.say("move dentist to friday and complete gym").await).await;
    assert_eq!(warned(&set), [vec![], vec!["future_occurrence".to_owned()]], "{set:?}");
    let set = w.set(&w.say("move dentist to friday and delete gym").await).await;
    let of_second = warned(&set).remove(1);
    assert!(warned(&set)[0].is_empty() && of_second.iter().all(|code| code == "deletes_series"), "{of_second:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_says_what_it_takes_back() {
    let w = world().await;
    w.has(json!([{"op": "create", "title": "Dentist"}, {"op": "create", "title": "Milk"}])).await;
    w.has(json!([{"op": "delete", "id": 1}, {"op": "complete", "id": 2}])).await;
    let run = w.say("undo").await;
    assert_eq!(
        run.text.as_deref(),
        Some("2 changes proposed: restore “Milk”: status; bring back “Dentist”. Nothing happens until you sign.")
    );
    w.apply(&w.set(&run).await).await;
    assert!(w.engine.todo(TodoId(1)).is_some_and(|todo| !todo.completed()));
    // One word in another language is the same wish.
    let run = w.say("annuler").await;
    assert!(run.text.unwrap_or_default().contains("delete “Dentist”"));
}
