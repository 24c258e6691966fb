//! What a store promises of todos: kept whole, found by their words, numbered once.

use super::samples::{HOSTILE, actor, applied, at, full_todo, todo};
use crate::{Store, StoreError, TodoSearch};
use countersign_core::ids::TodoId;
use countersign_core::todo::{Status, Todo};

pub(super) async fn are_kept_whole(store: &impl Store) {
    assert_eq!(store.todos().await.unwrap(), Vec::new(), "a new store is empty");
    // More than any backend is likely to read or write at once, with gaps, put in reverse.
    let mut all: Vec<Todo> =
        [1, 2, 999, 1000, 1001].into_iter().chain(3000..5500).map(|id| todo(id, &format!("Todo {id}"))).collect();
    all.push(full_todo(9000));
    let mut tx = store.begin().await.unwrap();
    tx.put_todos(&all.iter().rev().collect::<Vec<_>>()).await.unwrap();
    tx.put_todos(&[]).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(store.todos().await.unwrap(), all, "all of them, whole, by number");

    let mut changed = full_todo(2);
    changed.status = Status::Done;
    all.retain(|todo| todo.id != TodoId(1000) && todo.id != TodoId(9000));
    all[1] = changed.clone();
    let mut tx = store.begin().await.unwrap();
    tx.put_todos(&[&changed]).await.unwrap();
    tx.delete_todos(&[TodoId(1000), TodoId(9000), TodoId(77)]).await.unwrap();
    tx.delete_todos(&[]).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(store.todos().await.unwrap(), all, "replaced and removed; an unknown number is no error");
}

async fn finds(store: &impl Store, text: &str, completed: Option<bool>, limit: u32, expected: &[i64]) {
    let found = store.search(&TodoSearch { text: text.to_owned(), completed, limit }).await.unwrap();
    let expected: Vec<TodoId> = expected.iter().copied().map(TodoId).collect();
    assert_eq!(found, expected, "search for {text:?}, completed {completed:?}, limit {limit}");
}

pub(super) async fn are_found(store: &impl Store) {
    let mut done = todo(4, "Milk the cow");
    done.status = Status::Done;
    let mut by_notes = todo(5, "Shopping");
    by_notes.notes = "oat milk, or any other kind that they happen to have".to_owned();
    let all = [
        todo(1, "Buy milk"),
        todo(2, "Café crème für Zoë"),
        todo(3, "AND OR NOT NEAR"),
        done,
        by_notes,
        todo(6, "re-paint the house"),
        todo(7, "日本語 の ノート"),
        todo(8, HOSTILE),
        todo(9, "Invoice 2026/17"),
    ];
    let mut tx = store.begin().await.unwrap();
    tx.put_todos(&all.iter().collect::<Vec<_>>()).await.unwrap();
    tx.commit().await.unwrap();

    for (text, expected) in [
        ("buy milk", &[1][..]),
        ("buy mi", &[1]),
        ("BUY", &[1]),
        ("uy milk", &[]),
        ("cafe CREME zoe", &[2]),
        ("cafè", &[2]),
        ("cow milk", &[4]),
        ("AND OR NOT", &[3]),
        ("NEAR", &[3]),
        ("re-paint", &[6]),
        ("paint house", &[6]),
        ("日本語", &[7]),
        ("drop table", &[8]),
        ("2026", &[9]),
        ("17", &[9]),
        // Not words: nothing is found, and nothing is an error.
        ("", &[]),
        ("   ", &[]),
        ("\"", &[]),
        ("* ^ - + : ( ) { } \\ \0 ' ;", &[]),
        ("nothing has this", &[]),
        // Pieces of query languages are words like any other.
        ("title:milk", &[]),
        ("\"buy", &[1]),
        ("buy* milk", &[1]),
        ("buy \0 milk", &[1]),
        ("NEAR(and or", &[3]),
    ] {
        finds(store, text, None, 10, expected).await;
    }
    finds(store, &"milk ".repeat(2000), None, 1, &[1]).await;
    finds(store, &"x".repeat(100_000), None, 1, &[]).await;

    let milk = store.search(&TodoSearch { text: "milk".to_owned(), completed: None, limit: 10 }).await.unwrap();
    let mut sorted = milk.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, [TodoId(1), TodoId(4), TodoId(5)]);
    assert_eq!(milk.last(), Some(&TodoId(5)), "a word in the title weighs more than one in the notes");
    finds(store, "milk", None, 2, &milk[..2].iter().map(|id| id.0).collect::<Vec<_>>()).await;
    finds(store, "milk", None, 0, &[]).await;
    finds(store, "milk", Some(true), 10, &[4]).await;
    finds(store, "milk", Some(false), 10, &[1, 5]).await;

    // The index follows: a new title, a new state alone, new notes, a removal, a rollback.
    let mut renamed = todo(1, "Buy cheese");
    renamed.status = Status::Done;
    let mut open_again = todo(4, "Milk the cow");
    open_again.notes = "with cheese".to_owned();
    let mut tx = store.begin().await.unwrap();
    tx.put_todos(&[&renamed, &open_again]).await.unwrap();
    tx.delete_todos(&[TodoId(5)]).await.unwrap();
    tx.commit().await.unwrap();
    let mut tx = store.begin().await.unwrap();
    tx.put_todos(&[&todo(2, "milk that is never committed")]).await.unwrap();
    drop(tx);
    for (text, completed, expected) in [
        ("milk", None, &[4][..]),
        ("milk", Some(true), &[]),
        ("cheese", None, &[1, 4]),
        ("cheese", Some(true), &[1]),
        ("shopping", None, &[]),
        ("creme", None, &[2]),
    ] {
        finds(store, text, completed, 10, expected).await;
    }
    assert_eq!(store.check().await.unwrap(), Vec::<String>::new(), "todos and index agree");
}

pub(super) async fn numbers_are_given_once<S: Store, F: Future<Output = S>>(open: &impl Fn(&'static str) -> F) {
    let store = open("numbers").await;
    let mut tx = store.begin().await.unwrap();
    let given = (
        tx.reserve_todo_ids(1).await.unwrap().0,
        tx.reserve_todo_ids(3).await.unwrap().0,
        tx.reserve_todo_ids(1).await.unwrap().0,
        tx.reserve_set_id().await.unwrap().0,
    );
    assert_eq!(given, (1, 2, 5, 1));
    tx.put_todos(&[&todo(5, "last")]).await.unwrap();
    tx.commit().await.unwrap();

    let mut tx = store.begin().await.unwrap();
    tx.delete_todos(&[TodoId(5)]).await.unwrap();
    tx.commit().await.unwrap();
    drop(store);

    let store = open("numbers").await;
    let mut tx = store.begin().await.unwrap();
    assert_eq!(
        (tx.reserve_todo_ids(1).await.unwrap().0, tx.reserve_set_id().await.unwrap().0),
        (6, 2),
        "not the deleted one's"
    );
    tx.raise_todo_ids(TodoId(100)).await.unwrap();
    tx.raise_todo_ids(TodoId(50)).await.unwrap();
    assert_eq!(tx.reserve_todo_ids(2).await.unwrap().0, 101);
    tx.commit().await.unwrap();
    drop(store);

    let store = open("numbers").await;
    let mut tx = store.begin().await.unwrap();
    assert_eq!((tx.reserve_todo_ids(1).await.unwrap().0, tx.reserve_set_id().await.unwrap().0), (103, 3));
    // Beyond what can be told apart there is no number; nothing wraps round, nothing is lost.
    tx.raise_todo_ids(TodoId(i64::MAX)).await.unwrap();
    assert_eq!(tx.reserve_todo_ids(1).await.unwrap().0, 104, "one that cannot be given does not count");
    tx.raise_todo_ids(TodoId(TodoId::MAX.0 - 1)).await.unwrap();
    assert_eq!(tx.reserve_todo_ids(1).await.unwrap(), TodoId::MAX);
    assert!(matches!(tx.reserve_todo_ids(1).await, Err(StoreError::NoNumbers)));
    drop(tx);

    // A number that is taken is never given, however the todo came by it; adding it is refused.
    let mut tx = store.begin().await.unwrap();
    tx.put_todos(&[&todo(200, "here")]).await.unwrap();
    tx.commit().await.unwrap();
    let mut tx = store.begin().await.unwrap();
    assert_eq!(tx.reserve_todo_ids(1).await.unwrap().0, 201);
    tx.add_todos(&[&todo(201, "new")]).await.unwrap();
    tx.commit().await.unwrap();
    let mut tx = store.begin().await.unwrap();
    let added = tx.add_todos(&[&todo(200, "other")]).await;
    assert!(added.is_err() || tx.commit().await.is_err(), "it would replace another");
    let titles: Vec<String> = store.todos().await.unwrap().into_iter().map(|todo| todo.title).collect();
    assert_eq!(titles, ["here", "new"]);
}

/// Whatever becomes of the rows: the entry that made them stays.
pub(super) async fn numbers_that_an_entry_tells_are_given_once<S: Store, F: Future<Output = S>>(
    open: &impl Fn(&'static str) -> F,
) {
    let store = open("told numbers").await;
    let mut tx = store.begin().await.unwrap();
    let set = tx.reserve_set_id().await.unwrap().0;
    let first = tx.reserve_todo_ids(2).await.unwrap().0;
    assert_eq!((set, first), (1, 1));
    tx.append(at(1), &actor(), applied(set, &[1, 2])).await.unwrap();
    tx.add_todos(&[&todo(1, "stays"), &todo(2, "goes")]).await.unwrap();
    tx.commit().await.unwrap();
    let mut tx = store.begin().await.unwrap();
    tx.delete_todos(&[TodoId(2)]).await.unwrap();
    // Given beyond what the entry tells.
    tx.append(at(2), &actor(), applied(7, &[5])).await.unwrap();
    assert_eq!((tx.reserve_set_id().await.unwrap().0, tx.reserve_todo_ids(4).await.unwrap().0), (2, 3));
    tx.commit().await.unwrap();
    drop(store);

    let store = open("told numbers").await;
    let mut tx = store.begin().await.unwrap();
    assert_eq!((tx.reserve_set_id().await.unwrap().0, tx.reserve_todo_ids(1).await.unwrap().0), (8, 7));
}
