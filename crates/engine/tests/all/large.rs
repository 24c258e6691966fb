//! Sets of many items: their answers are written as text, which is the text of the same values.

use crate::world::{bare, request, sign_all, sound, user};
use countersign_core::change_set::ItemStatus;
use countersign_core::wire::{Outcome, Receipt, SetView};
use countersign_engine::{Answer, ApplyRequest, Conflicts, Engine, EngineError, Key};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

const MANY: usize = 600;

/// What a text says; it is just what that value is written as.
fn said<T: Serialize + DeserializeOwned>(text: &str) -> T {
    let value: T = serde_json::from_str(text).unwrap();
    assert!(serde_json::to_string(&value).unwrap() == text, "{}", text.chars().take(2_000).collect::<String>());
    value
}

fn key(name: &str) -> Option<Key> {
    Some(Key { key: name.to_owned(), request: "the request".to_owned() })
}

async fn applied(engine: &Engine, set: &SetView, name: &str) -> (Receipt, String) {
    let mut asked = request(set, sign_all(set));
    if let Err(EngineError::ConfirmationRequired(needed)) =
        engine.answer(set.id, asked.clone(), user(), key(name)).await
    {
        asked.confirm = Some(needed.token);
    }
    let Answer::Text(text) = engine.answer(set.id, asked, user(), key(name)).await.unwrap() else {
        panic!("a long answer is a text")
    };
    (said(&text), text)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_import_is_applied_once_undone_and_told_as_any_other() {
    let dir = tempfile::tempdir().unwrap();
    let engine = bare(dir.path()).open().await;
    let todos: Vec<Value> = (0..MANY).map(|n| json!({ "title": format!("Say \"items\":[] {n}") })).collect();
    let file = Value::from(todos).to_string();
    let imported = engine.import_text(None, Some("todos.json"), file.clone(), user()).await.unwrap();
    let set: SetView = said(&imported.set.unwrap());
    assert_eq!((set.items.len(), set.blast.creates), (MANY, MANY as u64));
    assert_eq!(engine.change_set(set.id).await.unwrap(), set);
    assert_eq!(said::<SetView>(&engine.change_set_text(set.id).await.unwrap()), set);

    let (receipt, text) = applied(&engine, &set, "once").await;
    assert_eq!((receipt.outcome, receipt.results.len()), (Outcome::Applied, MANY));
    assert_eq!((receipt.summary.created, receipt.text.as_str()), (MANY as u64, "600 changes applied."));
    assert_eq!(receipt.change_set, engine.change_set(set.id).await.unwrap());
    let titles: Vec<_> = receipt.results.iter().map(|done| done.todo.clone().unwrap().title).collect();
    assert_eq!(titles, engine.todos(|_| true).iter().map(|todo| todo.title.clone()).collect::<Vec<_>>());
    let entries = sound(&engine).await;

    // The same again: answered as before, and nothing is done twice.
    let again = engine.answer(set.id, request(&set, sign_all(&set)), user(), key("once")).await.unwrap();
    assert!(again == Answer::Text(text), "the very same answer");
    let nothing = ApplyRequest { digest: receipt.change_set.digest.clone(), ..ApplyRequest::default() };
    let nothing = said::<Receipt>(&engine.answer(set.id, nothing, user(), None).await.unwrap().json().unwrap());
    assert_eq!((nothing.outcome, nothing.change_set), (Outcome::NothingChanged, receipt.change_set.clone()));
    assert!(engine.import(None, Some("todos.json"), file, user()).await.unwrap().set.is_none());
    assert_eq!((sound(&engine).await, engine.count()), (entries, MANY));

    let undo = engine.undo_text(receipt.entry.unwrap(), None, Conflicts::Stop, user()).await.unwrap();
    let undo: SetView = said(&undo);
    assert_eq!((undo.items.len(), undo.blast.deletes), (MANY, MANY as u64));
    let (undone, _) = applied(&engine, &undo, "back").await;
    assert_eq!((undone.outcome, undone.summary.deleted, engine.count()), (Outcome::Applied, MANY as u64, 0));
    let taken_back = engine.change_set(set.id).await.unwrap();
    assert!(taken_back.items.iter().all(|item| item.status == ItemStatus::Undone));
    sound(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_set_of_which_a_part_is_possible_says_what_was_left() {
    let dir = tempfile::tempdir().unwrap();
    let engine = bare(dir.path()).open().await;
    let operations: Vec<Value> = (0..MANY)
        .map(|n| match n {
            0 => json!({ "op": "delete", "id": 77 }),
            n => json!({ "op": "create", "title": format!("todo {n}") }),
        })
        .collect();
    let set = engine.propose(None, &Value::from(operations), user()).await.unwrap();
    let asked = request(&set, sign_all(&set));
    let refused = engine.answer(set.id, asked.clone(), user(), None).await.unwrap_err();
    assert_eq!((refused.body().error.as_str(), engine.count()), ("invalid_item", 0), "{refused:?}");
    let part = ApplyRequest { mode: countersign_core::wire::ApplyMode::BestEffort, ..asked };
    let receipt = engine.apply(set.id, part, user(), None).await.unwrap();
    assert_eq!((receipt.outcome, receipt.results.len()), (Outcome::PartlyApplied, MANY));
    assert_eq!((engine.count(), receipt.change_set.items[0].status), (MANY - 1, ItemStatus::Invalid));
    sound(&engine).await;
}
