//! The store's speed bars (TODOS.md "Speed") against raw SQLite through the same library.
//!
//! `cargo bench -p countersign-store-sqlite --bench bars [-- FOLDER]`; FOLDER chooses the disk.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement, not part of the product")]

use countersign_core::change_set::{Actor, Change};
use countersign_core::ids::{SetId, TodoId};
use countersign_core::ledger::{Event, ItemOutcome};
use countersign_core::todo::{Status, Todo};
use countersign_store::{Store, TodoSearch};
use countersign_store_sqlite::SqliteStore;
use std::time::{Duration, Instant};

const TODOS: i64 = 100_000;
const COMMITS: i64 = 400;
const WORDS: [&str; 12] =
    ["call", "buy", "paint", "repair", "review", "send", "invoice", "kitchen", "report", "garden", "milk", "meeting"];

fn todo(id: i64) -> Todo {
    let word = |n: i64| WORDS[usize::try_from((id / n) % 12).unwrap()];
    let mut todo =
        Todo::new(TodoId(id), format!("01890000-0000-7000-8000-{id:012}"), String::new(), jiff::Timestamp::UNIX_EPOCH);
    todo.title = format!("{} {} {} {}", word(1), word(12), word(144), id % 5000);
    todo.notes = if id % 4 == 0 { format!("about the {} and then the {}", word(5), word(7)) } else { String::new() };
    todo.scheduled_for = Some("2026-11-21".parse().unwrap());
    todo.labels = vec![word(3).to_owned()];
    if id % 3 == 0 {
        todo.status = Status::Done;
    }
    todo
}

fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    times[(times.len() - 1) * percent / 100]
}

fn applied(before: Option<&Todo>, after: &Todo) -> Event {
    let changes = vec![Change { id: after.id, before: before.cloned(), after: Some(after.clone()) }];
    Event::Applied {
        set: SetId(1),
        items: vec![ItemOutcome {
            n: 1,
            label: "adds".to_owned(),
            ok: true,
            changes,
            files: Vec::new(),
            command: None,
            rule: None,
            unknown: false,
            put_back: false,
            still_signed: false,
            problem: None,
        }],
        direct: None,
        left: Vec::new(),
    }
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let folder = match std::env::args().skip(1).find(|arg| !arg.starts_with('-')) {
        Some(folder) => tempfile::tempdir_in(folder).unwrap(),
        None => tempfile::tempdir().unwrap(),
    };
    let path = folder.path().join("bars.db");
    let store = SqliteStore::open(&path).await.unwrap();
    let all: Vec<Todo> = (1..=TODOS).map(todo).collect();
    let mut bulk = Vec::new();
    for part in all.chunks(1000) {
        let mut tx = store.begin().await.unwrap();
        let begun = Instant::now();
        tx.put_todos(&part.iter().collect::<Vec<_>>()).await.unwrap();
        tx.commit().await.unwrap();
        bulk.push(begun.elapsed());
    }
    println!("put 1 000 new todos, with commit      median {:?}", percentile(&mut bulk, 50));
    let mut bulk = Vec::new();
    for part in all.chunks(1000).take(20) {
        let changed: Vec<Todo> = part.iter().cloned().map(|todo| Todo { version: 2, ..todo }).collect();
        let begun = Instant::now();
        let mut tx = store.begin().await.unwrap();
        tx.put_todos(&changed.iter().collect::<Vec<_>>()).await.unwrap();
        tx.commit().await.unwrap();
        bulk.push(begun.elapsed());
    }
    println!("put 1 000 changed todos, with commit  median {:?}", percentile(&mut bulk, 50));

    for _ in 0..3 {
        let begun = Instant::now();
        assert_eq!(store.todos().await.unwrap().len(), all.len());
        println!("load 100 000 todos                    {:?}", begun.elapsed());
    }
    for completed in [None, Some(false)] {
        let mut times = Vec::new();
        for n in 0..200 {
            let word = WORDS[n % 12];
            let text = match n % 4 {
                0 => word[..1].to_owned(),
                1 => word[..2].to_owned(),
                2 => word.to_owned(),
                _ => format!("{word} {}", &WORDS[(n + 5) % 12][..2]),
            };
            let begun = Instant::now();
            store.search(&TodoSearch { text, completed, limit: 50 }).await.unwrap();
            times.push(begun.elapsed());
        }
        println!(
            "search, completed {completed:?}: median {:?}, p95 {:?}, worst {:?}",
            percentile(&mut times, 50),
            percentile(&mut times, 95),
            percentile(&mut times, 100)
        );
    }
    single_commits(&store, &folder).await;
    let begun = Instant::now();
    let mut tx = store.begin().await.unwrap();
    tx.clear_projections().await.unwrap();
    tx.commit().await.unwrap();
    println!("clear projections of 100 000          {:?}", begun.elapsed());
    drop(store);
    let begun = Instant::now();
    let store = SqliteStore::open(&path).await.unwrap();
    store.head().await.unwrap();
    println!("open and read the head                {:?}", begun.elapsed());
    println!("bytes in the file                     {}", std::fs::metadata(&path).unwrap().len());
}

/// Create and complete, one durable commit each, in turns with the same todos through rusqlite
/// into one indexed table with full-text search and nothing else.
async fn single_commits(store: &SqliteStore, folder: &tempfile::TempDir) {
    let raw = rusqlite::Connection::open(folder.path().join("raw.db")).unwrap();
    raw.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
         CREATE TABLE todos (id INTEGER PRIMARY KEY, completed INTEGER, title TEXT, notes TEXT, body TEXT);
         CREATE VIRTUAL TABLE todos_fts USING fts5 (title, notes, content = 'todos', content_rowid = 'id',
             tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
         CREATE TRIGGER i AFTER INSERT ON todos BEGIN
             INSERT INTO todos_fts (rowid, title, notes) VALUES (new.id, new.title, new.notes); END;",
    )
    .unwrap();
    let actor = Actor::User { via: "page".to_owned() };
    let (mut ours, mut theirs, mut hops) = (Vec::new(), Vec::new(), Vec::new());
    for n in 0..COMMITS {
        let made = todo(TODOS + 1 + n);
        let done = Todo { status: Status::Done, version: 2, ..made.clone() };
        let begun = Instant::now();
        for (before, after) in [(None, &made), (Some(&made), &done)] {
            let mut tx = store.begin().await.unwrap();
            if before.is_none() {
                tx.reserve_todo_ids(1).await.unwrap();
            }
            tx.put_todos(&[after]).await.unwrap();
            tx.append(jiff::Timestamp::UNIX_EPOCH, &actor, applied(before, after)).await.unwrap();
            tx.commit().await.unwrap();
        }
        ours.push(begun.elapsed());

        let begun = Instant::now();
        raw.execute_batch("BEGIN IMMEDIATE").unwrap();
        let body = serde_json::to_string(&made).unwrap();
        raw.prepare_cached("INSERT INTO todos VALUES (?1, 0, ?2, ?3, ?4)")
            .unwrap()
            .execute((made.id.0, &made.title, &made.notes, body))
            .unwrap();
        raw.execute_batch("COMMIT; BEGIN IMMEDIATE").unwrap();
        let body = serde_json::to_string(&done).unwrap();
        raw.prepare_cached("UPDATE todos SET completed = 1, body = ?2 WHERE id = ?1")
            .unwrap()
            .execute((made.id.0, body))
            .unwrap();
        raw.execute_batch("COMMIT").unwrap();
        theirs.push(begun.elapsed());

        let begun = Instant::now();
        let mut tx = store.begin().await.unwrap();
        tx.put_todos(&[]).await.unwrap();
        tx.commit().await.unwrap();
        hops.push(begun.elapsed());
    }
    let (ours, theirs, hops) = (percentile(&mut ours, 50), percentile(&mut theirs, 50), percentile(&mut hops, 50));
    println!(
        "create + complete, two durable commits: ours {ours:?}, raw SQLite {theirs:?}, ratio {:.2}",
        ours.as_secs_f64() / theirs.as_secs_f64()
    );
    println!("empty begin and commit                {hops:?}");
}
