//! Damage that is met after a database was opened. Alone in their process: another store's damage has each look into its
//! own file.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::panic,
    reason = "tests make the files that a store must cope with"
)]

use countersign_core::change_set::Actor;
use countersign_core::ids::{Seq, TodoId};
use countersign_core::ledger::Event;
use countersign_core::todo::Todo;
use countersign_store::{Store, StoreError};
use countersign_store_sqlite::SqliteStore;
use jiff::Timestamp;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const PAGE: usize = 4096;

/// One test at a time: another's damage would be looked for here.
static ALONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

fn new_path() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("todos.db");
    (folder, path)
}

fn todo(id: i64) -> Todo {
    Todo::new(TodoId(id), format!("uid-{id}"), format!("Todo number {id}"), Timestamp::UNIX_EPOCH)
}

/// One todo and one ledger entry in one commit.
async fn write(store: &SqliteStore, n: i64) -> Result<(), StoreError> {
    let mut tx = store.begin().await?;
    tx.put_todos(&[&todo(n)]).await?;
    let event = Event::Audit { action: "test".to_owned(), detail: n.into() };
    tx.append(Timestamp::UNIX_EPOCH, &Actor::System, event).await?;
    tx.commit().await
}

/// A file of 600 todos and one entry.
async fn full(path: &Path) -> SqliteStore {
    let store = SqliteStore::open(path).await.unwrap();
    let mut tx = store.begin().await.unwrap();
    let many: Vec<Todo> = (1..=600).map(todo).collect();
    tx.put_todos(&many.iter().collect::<Vec<_>>()).await.unwrap();
    tx.commit().await.unwrap();
    write(&store, 900).await.unwrap();
    store
}

/// Writes over the page of the table that holds this text of a row's body.
fn garble(path: &Path, text: &str) {
    let mut bytes = std::fs::read(path).unwrap();
    let body = format!("\"{text}\"");
    let at = bytes.windows(body.len()).position(|part| part == body.as_bytes()).unwrap() / PAGE;
    bytes[at * PAGE..(at + 1) * PAGE].fill(0xa5);
    std::fs::write(path, bytes).unwrap();
}

/// What the database's files hold.
fn held(path: &Path) -> [Vec<u8>; 2] {
    ["", "-wal"].map(|end| std::fs::read(format!("{}{end}", path.display())).unwrap())
}

#[tokio::test]
async fn nothing_is_written_over_damage_that_is_met_after_opening() {
    let _alone = ALONE.lock().await;
    for by_a_write in [false, true] {
        let (_folder, path) = new_path();
        full(&path).await.close().await;
        let store = SqliteStore::open(&path).await.unwrap();
        write(&store, 1_000).await.unwrap();
        garble(&path, "Todo number 300");
        assert!(!store.is_damaged().await, "nobody has met it");
        // Of another page nobody knows.
        write(&store, 1_001).await.unwrap();
        let left = held(&path);
        let met = if by_a_write {
            let mut tx = store.begin().await.unwrap();
            let changed = Todo { notes: "changed".to_owned(), ..todo(300) };
            // Some of it is sent before it fails.
            match tx.put_todos(&[&changed]).await {
                Ok(()) => tx.commit().await,
                failed => failed,
            }
        } else {
            store.todos().await.map(drop)
        };
        assert!(matches!(met, Err(StoreError::Corrupt { .. })), "{by_a_write}: {met:?}");
        assert!(store.is_damaged().await);
        for _ in 0..2 {
            let refused = write(&store, 1_002).await;
            assert!(matches!(refused, Err(StoreError::Corrupt { .. })), "{by_a_write}: {refused:?}");
        }
        assert_eq!(store.raw_entries(Seq(0), 100).await.unwrap().len(), 3, "what can be read is read");
        store.close().await;
        assert!(held(&path) == left, "{by_a_write}: what is left is left as it is");
        // Another database of this process is not taken for it.
        let (_folder, other) = new_path();
        let other = SqliteStore::open(&other).await.unwrap();
        write(&other, 1).await.unwrap();
        assert!(!other.is_damaged().await);
    }
}

#[tokio::test]
async fn a_small_file_is_looked_through_before_the_first_write() {
    let _alone = ALONE.lock().await;
    let (_folder, path) = new_path();
    full(&path).await.close().await;
    garble(&path, "Todo number 300");
    let store = SqliteStore::open(&path).await.unwrap();
    assert!(!store.is_damaged().await, "nobody has met it");
    let left = held(&path);
    assert!(matches!(write(&store, 1_001).await, Err(StoreError::Corrupt { .. })));
    assert!(store.is_damaged().await);
    store.close().await;
    assert!(held(&path) == left, "what is left is left as it is");
}

#[tokio::test]
async fn an_index_for_searching_that_does_not_fit_is_no_damage_to_the_file() {
    let _alone = ALONE.lock().await;
    let (_folder, path) = new_path();
    let store = full(&path).await;
    rusqlite::Connection::open(&path)
        .unwrap()
        .execute_batch("INSERT INTO todos_fts (todos_fts) VALUES ('delete-all')")
        .unwrap();
    let mut tx = store.begin().await.unwrap();
    assert!(tx.search_damage().await.unwrap().is_some());
    drop(tx);
    assert!(!store.is_damaged().await);
    write(&store, 1_000).await.unwrap();
}

#[tokio::test]
async fn what_a_connection_remembers_hides_no_damage() {
    let _alone = ALONE.lock().await;
    let (_folder, path) = new_path();
    full(&path).await.close().await;
    let store = SqliteStore::open(&path).await.unwrap();
    write(&store, 1_000).await.unwrap();
    // Both have seen the page before it is damaged.
    assert_eq!(store.todos().await.unwrap().len(), 602);
    assert_eq!(store.check().await.unwrap(), Vec::<String>::new());
    garble(&path, "Todo number 300");
    let mut tx = store.begin().await.unwrap();
    let changed = Todo { notes: "changed".to_owned(), ..todo(300) };
    let met = match tx.put_todos(&[&changed]).await {
        Ok(()) => tx.commit().await,
        failed => failed,
    };
    assert!(matches!(met, Err(StoreError::Corrupt { .. })), "{met:?}");
    assert!(store.is_damaged().await);
    // Named, or met while it is looked for.
    assert!(!store.check().await.is_ok_and(|found| found.is_empty()), "the check finds nothing");
    let saved = store.save(&path.with_extension("saved")).await;
    assert!(matches!(saved, Err(StoreError::Corrupt { .. })), "{saved:?}");
    // Nobody waits for what failed.
    rusqlite::Connection::open(&path).unwrap().execute_batch("BEGIN IMMEDIATE; ROLLBACK").unwrap();
}
