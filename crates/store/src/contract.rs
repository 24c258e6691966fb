//! One suite that every backend passes (STYLE.md, taskchampion).
//!
//! A backend's test calls [`all`] with a way to open stores by name. Same name, same data: the
//! suite drops a store and opens it again to see what a restart keeps.
//!
//! A broken promise is a panic that says which.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test, compiled as a library for other crates"
)]

mod contents;
mod conversations;
mod decisions;
mod images;
mod ledger;
mod outputs;
mod rules;
mod samples;
mod sets;
mod todos;

use crate::{EntryFilter, Remembered, SetFilter, Store, StoreError, TodoSearch};
use countersign_core::change_set::SetStatus;
use countersign_core::ids::{SetId, TodoId};
use samples::{actor, at, audit, change_set, todo};
use std::sync::Arc;

/// Runs every promise against stores that `open` makes: a new one for a new name, and the same
/// data again for a name that was opened before and dropped. Needs a tokio runtime.
///
/// # Panics
/// When the backend breaks a promise.
pub async fn all<S, F>(open: impl Fn(&'static str) -> F)
where
    S: Store + 'static,
    F: Future<Output = S>,
{
    todos::are_kept_whole(&open("todos").await).await;
    todos::are_found(&open("search").await).await;
    todos::numbers_are_given_once(&open).await;
    todos::numbers_that_an_entry_tells_are_given_once(&open).await;
    sets::are_kept_whole(&open("sets").await).await;
    sets::made_in_one_step_are_kept_whole(&open("own-sets").await).await;
    sets::are_filtered(&open("set-filters").await).await;
    ledger::is_a_chain(&open).await;
    ledger::is_filtered(&open("entry-filters").await).await;
    ledger::is_read_at_one_moment(&open("one-moment").await).await;
    decisions::are_remembered(&open("decisions").await).await;
    rules::are_kept_whole(&open).await;
    rules::command_runs_are_kept(&open("command-runs").await).await;
    conversations::are_kept_whole(&open("conversations").await).await;
    conversations::number_their_events(Arc::new(open("events").await)).await;
    contents::are_kept_by_their_hash(&open("contents").await).await;
    outputs::are_kept_and_filtered(&open("outputs").await).await;
    images::are_kept_and_filtered(&open("images").await).await;
    conversations::keep_marks_and_plans(&open("marks").await).await;
    nothing_remains_of_a_dropped_transaction(&open("rollback").await).await;
    nothing_remains_after_an_error(&open("error").await).await;
    writers_take_turns(Arc::new(open("turns").await)).await;
    settings_and_answers_are_kept(&open).await;
    projections_are_cleared_and_the_ledger_stays(&open("clear").await).await;
}

/// Everything a store can be asked, for comparing before and after.
async fn everything(store: &impl Store) -> String {
    let search = TodoSearch { text: "milk".to_owned(), completed: None, limit: 100 };
    let sets = SetFilter { limit: 100, ..SetFilter::default() };
    let entries = EntryFilter { limit: 100, ..EntryFilter::default() };
    let run = samples::run("r1", "s1");
    format!(
        "{:#?}",
        (
            store.todos().await.unwrap(),
            store.search(&search).await.unwrap(),
            store.change_sets(&sets).await.unwrap(),
            store.entries(&entries).await.unwrap(),
            store.head().await.unwrap(),
            store.sessions(100).await.unwrap(),
            store.runs(&run.session).await.unwrap(),
            store.events(&run.id, 0).await.unwrap(),
            store.remembered("key").await.unwrap(),
            store.meta("secret").await.unwrap(),
        )
    )
}

/// One of each write, in one transaction that the caller ends.
async fn write_one_of_each(store: &impl Store) -> Box<dyn crate::Tx> {
    let session = samples::session("s1");
    let run = samples::run("r1", "s1");
    let mut tx = store.begin().await.unwrap();
    let id = tx.reserve_todo_ids(1).await.unwrap();
    tx.raise_todo_ids(TodoId(id.0 + 5)).await.unwrap();
    tx.put_todos(&[&todo(id.0, "Buy milk")]).await.unwrap();
    let set = tx.reserve_set_id().await.unwrap();
    tx.put_set(&change_set(set.0, 2)).await.unwrap();
    tx.append(at(1), &actor(), audit("something")).await.unwrap();
    tx.put_session(&session).await.unwrap();
    tx.put_run(&run).await.unwrap();
    tx.append_events(&session.id, &run.id, &samples::events(2), samples::at(7)).await.unwrap();
    tx.remember("key", &answer("first")).await.unwrap();
    tx.put_meta("secret", "hidden").await.unwrap();
    tx
}

fn answer(response: &str) -> Remembered {
    Remembered { request: "hash of the request".to_owned(), status: 201, response: response.to_owned(), at: at(9) }
}

async fn nothing_remains_of_a_dropped_transaction(store: &impl Store) {
    let before = everything(store).await;
    drop(write_one_of_each(store).await);
    assert_eq!(everything(store).await, before, "a dropped transaction leaves nothing");

    let tx = write_one_of_each(store).await;
    assert_eq!(everything(store).await, before, "what is not committed cannot be read");
    tx.commit().await.unwrap();
    let after = everything(store).await;
    assert_ne!(after, before, "what is committed can be read at once");

    let mut tx = store.begin().await.unwrap();
    tx.delete_todos(&[TodoId(1)]).await.unwrap();
    tx.put_meta("secret", "changed").await.unwrap();
    drop(tx);
    assert_eq!(everything(store).await, after, "a dropped change leaves what was there");
}

async fn nothing_remains_after_an_error(store: &impl Store) {
    write_one_of_each(store).await.commit().await.unwrap();
    let before = everything(store).await;
    let mut tx = store.begin().await.unwrap();
    tx.put_meta("secret", "changed").await.unwrap();
    let error = tx.remember("key", &answer("second")).await.unwrap_err();
    assert!(matches!(error, StoreError::Other { .. }), "a key is remembered once: {error:?}");
    tx.put_meta("secret", "changed again").await.unwrap_err();
    tx.commit().await.unwrap_err();
    assert_eq!(everything(store).await, before, "after an error the transaction is over");

    let mut tx = store.begin().await.unwrap();
    let nowhere = samples::session("nowhere");
    tx.append_events(&nowhere.id, &samples::run("r1", "s1").id, &samples::events(1), samples::at(7)).await.unwrap_err();
    drop(tx);
    assert_eq!(everything(store).await, before, "events need their conversation");

    let mut tx = store.begin().await.unwrap();
    tx.put_meta("secret", "new").await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(store.meta("secret").await.unwrap().as_deref(), Some("new"), "and the next one works");
}

async fn writers_take_turns<S: Store + 'static>(store: Arc<S>) {
    // Read, then write what was read plus one: without turns, writers would overwrite each other.
    let writers: Vec<_> = (0..8)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move {
                for _ in 0..5 {
                    let mut tx = store.begin().await.unwrap();
                    let count: u32 = store.meta("count").await.unwrap().map_or(0, |count| count.parse().unwrap());
                    tx.put_meta("count", &(count + 1).to_string()).await.unwrap();
                    tx.commit().await.unwrap();
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    assert_eq!(store.meta("count").await.unwrap().as_deref(), Some("40"));
}

async fn settings_and_answers_are_kept<S: Store, F: Future<Output = S>>(open: &impl Fn(&'static str) -> F) {
    let store = open("settings").await;
    assert_eq!((store.meta("secret").await.unwrap(), store.remembered("key").await.unwrap()), (None, None));
    let mut tx = store.begin().await.unwrap();
    tx.put_meta("secret", "one").await.unwrap();
    tx.put_meta("secret", "two").await.unwrap();
    tx.remember("key", &answer("{\"outcome\":\"applied\"}")).await.unwrap();
    tx.commit().await.unwrap();
    drop(store);
    let store = open("settings").await;
    assert_eq!(store.meta("secret").await.unwrap().as_deref(), Some("two"));
    assert_eq!(store.remembered("key").await.unwrap(), Some(answer("{\"outcome\":\"applied\"}")));
    assert_eq!(store.remembered("another").await.unwrap(), None);
    let mut tx = store.begin().await.unwrap();
    tx.amend("key", "{\"outcome\":\"unknown\"}").await.unwrap();
    tx.amend("another", "nothing").await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(store.remembered("key").await.unwrap(), Some(answer("{\"outcome\":\"unknown\"}")));
    let long = |word: &str| format!("{{\"outcome\":\"{}é\"}}", word.repeat(400_000));
    let mut tx = store.begin().await.unwrap();
    tx.remember("long", &answer(&long("applied"))).await.unwrap();
    tx.amend("key", &long("unknown")).await.unwrap();
    tx.commit().await.unwrap();
    assert!(store.remembered("long").await.unwrap() == Some(answer(&long("applied"))), "a long answer is kept whole");
    assert!(
        store.remembered("key").await.unwrap() == Some(answer(&long("unknown"))),
        "also in the place of a short one"
    );
    assert_eq!(store.remembered("another").await.unwrap(), None, "only what was remembered is amended");
    assert_eq!(store.check().await.unwrap(), Vec::<String>::new());
}

async fn projections_are_cleared_and_the_ledger_stays(store: &impl Store) {
    write_one_of_each(store).await.commit().await.unwrap();
    let head = store.head().await.unwrap();
    let mut tx = store.begin().await.unwrap();
    tx.clear_projections().await.unwrap();
    tx.commit().await.unwrap();
    let left = (
        store.todos().await.unwrap(),
        store.search(&TodoSearch { text: "milk".to_owned(), completed: None, limit: 9 }).await.unwrap(),
        store.change_set(SetId(1)).await.unwrap(),
        store.count_sets(&[SetStatus::Pending]).await.unwrap(),
        store.head().await.unwrap(),
        store.meta("secret").await.unwrap().as_deref().map(str::to_owned),
    );
    assert_eq!(left, (Vec::new(), Vec::new(), None, 0, head, Some("hidden".to_owned())));

    // Built again under the old numbers; new numbers still come after all that were given.
    let mut tx = store.begin().await.unwrap();
    tx.put_todos(&[&todo(1, "Buy milk")]).await.unwrap();
    tx.put_set(&change_set(1, 2)).await.unwrap();
    assert_eq!((tx.reserve_todo_ids(1).await.unwrap(), tx.reserve_set_id().await.unwrap()), (TodoId(7), SetId(2)));
    tx.commit().await.unwrap();
    assert_eq!(store.change_set(SetId(1)).await.unwrap(), Some(change_set(1, 2)));
}
