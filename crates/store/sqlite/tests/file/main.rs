//! What the file may meet: crashes, other versions, other programs, tampering, a busy neighbour.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::panic,
    reason = "tests make the files that a store must cope with"
)]

mod damaged;
mod marked;
mod swapped;

use countersign_core::change_set::Actor;
use countersign_core::ids::{Seq, TodoId};
use countersign_core::ledger::{Event, GENESIS, chain};
use countersign_core::todo::Todo;
use countersign_store::{RawEntry, Store, StoreError};
use countersign_store_sqlite::{Options, SqliteStore};
use jiff::Timestamp;
use std::path::{Path, PathBuf};
use std::task::{Context, Waker};
use std::time::Duration;
use tempfile::TempDir;

fn new_path() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("todos.db");
    (folder, path)
}

fn todo(id: i64) -> Todo {
    Todo::new(TodoId(id), format!("uid-{id}"), format!("Todo number {id}"), Timestamp::UNIX_EPOCH)
}

fn audit(n: i64) -> Event {
    Event::Audit { action: "test".to_owned(), detail: n.into() }
}

/// One todo and one ledger entry in one commit, both numbered n.
async fn write(store: &SqliteStore, n: i64) -> Result<(), StoreError> {
    let mut tx = store.begin().await?;
    tx.put_todos(&[&todo(n)]).await?;
    tx.append(Timestamp::UNIX_EPOCH, &Actor::System, audit(n)).await?;
    tx.commit().await
}

/// The numbers of the todos, after checking that todos, ledger and chain tell the same story.
async fn story(store: &SqliteStore) -> Vec<i64> {
    let raw = store.raw_entries(Seq(0), 1000).await.unwrap();
    assert_eq!(broken(&raw), None);
    let todos: Vec<i64> = store.todos().await.unwrap().iter().map(|todo| todo.id.0).collect();
    let told: Vec<Event> = raw.iter().map(|entry| serde_json::from_str(&entry.event).unwrap()).collect();
    assert_eq!(told, todos.iter().map(|n| audit(*n)).collect::<Vec<_>>());
    assert_eq!(store.head().await.unwrap(), raw.last().map(|entry| (entry.seq, entry.hash.clone())));
    assert_eq!(store.check().await.unwrap(), Vec::<String>::new());
    todos
}

/// The first entry whose place or hash is not what the chain says.
fn broken(raw: &[RawEntry]) -> Option<Seq> {
    let mut prev = GENESIS;
    for (n, entry) in (1..).zip(raw) {
        let hash = chain(prev, entry.seq, &entry.at, &entry.actor, &entry.event);
        if entry.seq != Seq(n) || entry.prev != prev || entry.hash != hash {
            return Some(Seq(n));
        }
        prev = &entry.hash;
    }
    None
}

/// The files as a crash at this moment would leave them.
fn crash_image(path: &Path) -> (TempDir, PathBuf) {
    let (folder, copy) = new_path();
    for suffix in ["", "-wal"] {
        let with = |path: &Path| PathBuf::from(format!("{}{suffix}", path.display()));
        std::fs::copy(with(path), with(&copy)).unwrap();
    }
    (folder, copy)
}

#[tokio::test]
async fn a_crash_loses_nothing_that_was_committed_and_keeps_nothing_else() {
    let (_folder, path) = new_path();
    let store = SqliteStore::open(&path).await.unwrap();
    for n in 1..=3 {
        write(&store, n).await.unwrap();
    }
    let mut tx = store.begin().await.unwrap();
    // Enough that pages are spilled to the WAL before the commit.
    let many: Vec<Todo> = (100..20_000).map(todo).collect();
    tx.put_todos(&many.iter().collect::<Vec<_>>()).await.unwrap();
    tx.append(Timestamp::UNIX_EPOCH, &Actor::System, audit(100)).await.unwrap();
    let (_image, copy) = crash_image(&path);
    let recovered = SqliteStore::open(&copy).await.unwrap();
    assert_eq!(story(&recovered).await, [1, 2, 3]);
    write(&recovered, 4).await.unwrap();
    assert_eq!(story(&recovered).await, [1, 2, 3, 4]);
    drop(tx);
    assert_eq!(story(&store).await, [1, 2, 3], "the original, too");
}

#[tokio::test]
async fn dropping_or_closing_a_store_keeps_everything() {
    let (_folder, path) = new_path();
    let store = SqliteStore::open(&path).await.unwrap();
    write(&store, 1).await.unwrap();
    drop(store);
    let store = SqliteStore::open(&path).await.unwrap();
    write(&store, 2).await.unwrap();
    assert_eq!(story(&store).await, [1, 2]);
    store.close().await;
    assert!(!path.with_extension("db-wal").exists(), "the main file can be copied by itself");
    assert_eq!(story(&SqliteStore::open(&path).await.unwrap()).await, [1, 2]);
}

/// Also one that an earlier version made for everybody to read.
#[cfg(unix)]
#[tokio::test]
async fn a_setting_is_seen_while_somebody_writes_and_nothing_is_made_for_it() {
    let (folder, path) = new_path();
    assert_eq!(SqliteStore::glance(&path, "settings").await, None);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    let store = SqliteStore::open(&path).await.unwrap();
    let mut tx = store.begin().await.unwrap();
    tx.put_meta("settings", "old").await.unwrap();
    tx.commit().await.unwrap();
    let mut tx = store.begin().await.unwrap();
    tx.put_meta("settings", "new").await.unwrap();
    assert_eq!(SqliteStore::glance(&path, "settings").await.as_deref(), Some("old"));
    assert_eq!(SqliteStore::glance(&path, "other").await, None);
    tx.commit().await.unwrap();
    store.close().await;
    assert_eq!(SqliteStore::glance(&path, "settings").await.as_deref(), Some("new"));
    // Nor is anything made or written for a look.
    let names = || std::fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect::<Vec<_>>();
    assert!(!names().iter().any(|name| name.to_string_lossy().ends_with("-wal")), "{:?}", names());
    let store = SqliteStore::open(&path).await.unwrap();
    write(&store, 1).await.unwrap();
    let (_image, crashed) = crash_image(&path);
    let log = crashed.with_extension("db-wal");
    let before = (std::fs::read(&crashed).unwrap(), std::fs::read(&log).unwrap());
    assert_eq!(SqliteStore::glance(&crashed, "settings").await.as_deref(), Some("new"));
    assert_eq!((std::fs::read(&crashed).unwrap(), std::fs::read(&log).unwrap()), before);
    store.close().await;
    std::fs::write(&path, "no database").unwrap();
    assert_eq!(SqliteStore::glance(&path, "settings").await, None);
    assert_eq!(std::fs::read(&path).unwrap(), b"no database");
}

#[tokio::test]
async fn nobody_else_can_read_the_file() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("countersign.db");
    let mode = |end: &str| {
        let found = std::fs::metadata(dir.path().join(format!("countersign.db{end}"))).unwrap();
        found.permissions().mode() & 0o777
    };
    for _ in 0..2 {
        let store = SqliteStore::open(&path).await.unwrap();
        write(&store, 1).await.unwrap();
        assert_eq!([mode(""), mode("-wal"), mode("-shm")], [0o600; 3]);
        drop(store);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
    }
}

#[tokio::test]
async fn files_that_are_not_ours_are_left_as_they_are() {
    let sqlite = |sql: &str| {
        let (folder, path) = new_path();
        rusqlite::Connection::open(&path).unwrap().execute_batch(sql).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        drop(folder);
        bytes
    };
    let (_folder, path) = new_path();
    SqliteStore::open(&path).await.unwrap().close().await;
    let ours = std::fs::read(&path).unwrap();
    let with_version = |version: u32| {
        let mut bytes = ours.clone();
        bytes[60..64].copy_from_slice(&version.to_be_bytes());
        bytes
    };
    for (what, bytes, expected) in [
        ("no database", b"Dear diary, today I have ...".repeat(50), "Corrupt"),
        ("zeros", vec![0; 8192], "Corrupt"),
        ("a cut-off header", ours[..50].to_vec(), "Corrupt"),
        (
            "another program's",
            sqlite("CREATE TABLE bookmarks (url TEXT); INSERT INTO bookmarks VALUES ('x')"),
            "Foreign",
        ),
        (
            "another program's, with its own mark",
            sqlite("PRAGMA application_id = 77; PRAGMA user_version = 1; CREATE TABLE t (x)"),
            "Foreign",
        ),
        ("one with only a version", sqlite("PRAGMA user_version = 1"), "Foreign"),
        ("a later version's", with_version(99), "Newer"),
        ("ours without a schema number", with_version(0), "Corrupt"),
    ] {
        let (_folder, path) = new_path();
        std::fs::write(&path, &bytes).unwrap();
        let error = SqliteStore::open(&path).await.map(drop).unwrap_err();
        let found = match &error {
            StoreError::Corrupt { .. } => "Corrupt",
            StoreError::Foreign => "Foreign",
            StoreError::Newer { found: 99, .. } => "Newer",
            _ => "something else",
        };
        assert_eq!(found, expected, "{what}: {error:?}");
        assert!(std::fs::read(&path).unwrap() == bytes, "{what}: not a byte of it changed");
    }
}

#[tokio::test]
async fn places_that_cannot_be_written_are_named() {
    let folder = tempfile::tempdir().unwrap();
    for path in [folder.path().join("no/such/folder/todos.db"), PathBuf::from("/proc/todos.db")] {
        let error = SqliteStore::open(&path).await.map(drop).unwrap_err();
        assert!(matches!(error, StoreError::ReadOnly { .. }), "{}: {error:?}", path.display());
    }
}

#[tokio::test]
async fn an_empty_file_and_a_backup_copy_are_opened() {
    let (_folder, path) = new_path();
    std::fs::write(&path, b"").unwrap();
    let store = SqliteStore::open(&path).await.unwrap();
    write(&store, 1).await.unwrap();
    // A copy made this way is not in WAL mode.
    let copy = path.with_file_name("copy.db");
    rusqlite::Connection::open(&path).unwrap().execute("VACUUM INTO ?1", [copy.to_str().unwrap()]).unwrap();
    let restored = SqliteStore::open(&copy).await.unwrap();
    write(&restored, 2).await.unwrap();
    assert_eq!(story(&restored).await, [1, 2]);
    let mode: String =
        rusqlite::Connection::open(&copy).unwrap().query_row("PRAGMA journal_mode", [], |row| row.get(0)).unwrap();
    assert_eq!(mode, "wal");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_may_create_and_write_the_same_file() {
    let (_folder, path) = new_path();
    let writers: Vec<_> = (0..4)
        .map(|writer| {
            let path = path.clone();
            tokio::spawn(async move {
                let store = SqliteStore::open(&path).await.unwrap();
                for n in 0..5 {
                    let mut tx = store.begin().await.unwrap();
                    tx.append(Timestamp::UNIX_EPOCH, &Actor::System, audit(writer * 10 + n)).await.unwrap();
                    tx.commit().await.unwrap();
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    let raw = SqliteStore::open(&path).await.unwrap().raw_entries(Seq(0), 1000).await.unwrap();
    assert_eq!((raw.len(), broken(&raw)), (20, None), "one chain, whoever wrote");
}

#[tokio::test]
async fn the_ledger_refuses_changes_and_shows_those_made_by_force() {
    let (_folder, path) = new_path();
    let store = SqliteStore::open(&path).await.unwrap();
    for n in 1..=4 {
        write(&store, n).await.unwrap();
    }
    store.close().await;
    let raw = rusqlite::Connection::open(&path).unwrap();
    for sql in
        ["UPDATE ledger SET at = ''", "DELETE FROM ledger WHERE seq = 4", "UPDATE ledger SET hash = hash WHERE seq = 1"]
    {
        let error = raw.execute_batch(sql).unwrap_err();
        assert!(error.to_string().contains("append-only"), "{sql}: {error}");
    }
    raw.execute_batch("DROP TRIGGER ledger_is_append_only_update; DROP TRIGGER ledger_is_append_only_delete; PRAGMA foreign_keys = OFF").unwrap();
    drop(raw);
    for (sql, first_broken) in [
        ("UPDATE ledger SET event = replace(event, '2', '5') WHERE seq = 2", Some(2)),
        ("UPDATE ledger SET at = '1970-01-01T00:00:00.000000001Z' WHERE seq = 1", Some(1)),
        ("UPDATE ledger SET actor = '{\"kind\":\"agent\",\"name\":\"x\"}' WHERE seq = 4", Some(4)),
        ("DELETE FROM ledger WHERE seq = 3", Some(3)),
        (
            "UPDATE ledger SET seq = 9 WHERE seq = 2; UPDATE ledger SET seq = 2 WHERE seq = 3; UPDATE ledger SET seq = 3 WHERE seq = 9",
            Some(2),
        ),
        // A cut-off tail is a sound chain by itself; the head beside the ledger shows it.
        ("DELETE FROM ledger WHERE seq = 4", None),
    ] {
        let (_folder, copy) = new_path();
        std::fs::copy(&path, &copy).unwrap();
        rusqlite::Connection::open(&copy).unwrap().execute_batch(sql).unwrap();
        let store = SqliteStore::open(&copy).await.unwrap();
        let entries = store.raw_entries(Seq(0), 1000).await.unwrap();
        assert_eq!(broken(&entries), first_broken.map(Seq), "{sql}");
        let head = store.head().await.unwrap().map(|(seq, _)| seq);
        assert_eq!(head, Some(Seq(4)), "{sql}");
        assert!(first_broken.is_some() || entries.last().map(|entry| entry.seq) != head, "{sql}");
    }
}

#[tokio::test]
async fn a_neighbour_that_holds_the_lock_is_waited_for_and_then_named() {
    let (_folder, path) = new_path();
    let options = Options { busy_timeout: Duration::from_millis(20), ..Options::default() };
    let store = SqliteStore::open_with(&path, options).await.unwrap();
    write(&store, 1).await.unwrap();
    let neighbour = rusqlite::Connection::open(&path).unwrap();
    neighbour.execute_batch("BEGIN IMMEDIATE").unwrap();
    let error = store.begin().await.map(drop).unwrap_err();
    assert!(matches!(error, StoreError::Busy { .. }), "{error:?}");
    assert_eq!(story(&store).await, [1], "reading goes on");
    neighbour.execute_batch("COMMIT").unwrap();
    write(&store, 2).await.unwrap();
    assert_eq!(story(&store).await, [1, 2]);
}

/// Polls once and drops: what happens to a request whose client goes away.
/// Whether it was still on its way is for the database's thread to say; both must be safe.
fn abandon<T>(future: impl Future<Output = T>) {
    let mut future = std::pin::pin!(future);
    let _ = future.as_mut().poll(&mut Context::from_waker(Waker::noop()));
}

#[tokio::test]
async fn work_abandoned_half_way_blocks_nobody_and_is_never_half_done() {
    let (_folder, path) = new_path();
    let store = SqliteStore::open(&path).await.unwrap();
    abandon(store.begin());
    write(&store, 1).await.unwrap();

    let mut tx = store.begin().await.unwrap();
    let many: Vec<Todo> = (50..1000).map(todo).collect();
    let many: Vec<&Todo> = many.iter().collect();
    abandon(tx.put_todos(&many));
    drop(tx);
    write(&store, 2).await.unwrap();
    assert_eq!(story(&store).await, [1, 2]);

    let mut tx = store.begin().await.unwrap();
    tx.put_todos(&[&todo(3)]).await.unwrap();
    tx.append(Timestamp::UNIX_EPOCH, &Actor::System, audit(3)).await.unwrap();
    abandon(tx.commit());
    // Committed or not is for the reader to see; the next writer begins after the one or the other.
    write(&store, 4).await.unwrap();
    let todos = story(&store).await;
    assert!(todos == [1, 2, 3, 4] || todos == [1, 2, 4], "{todos:?}");
}

#[tokio::test]
async fn damage_is_reported() {
    let (_folder, path) = new_path();
    let store = SqliteStore::open(&path).await.unwrap();
    let many: Vec<Todo> = (1..3000).map(todo).collect();
    let mut tx = store.begin().await.unwrap();
    tx.put_todos(&many.iter().collect::<Vec<_>>()).await.unwrap();
    tx.commit().await.unwrap();
    store.close().await;
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..middle + 4096].fill(0x5a);
    std::fs::write(&path, &bytes).unwrap();
    let store = SqliteStore::open(&path).await.unwrap();
    assert_ne!(store.check().await.unwrap(), Vec::<String>::new());
}

/// One page less of each such write; the rows that an older version gave it do not stand for it.
#[tokio::test]
async fn a_small_set_that_was_made_in_one_step_has_its_items_in_its_body() {
    let (_folder, path) = new_path();
    let store = SqliteStore::open(&path).await.unwrap();
    let at = Timestamp::UNIX_EPOCH.to_string();
    let item = |n: u32, label: &str| {
        serde_json::json!({"n": n, "request": 0, "op": null, "label": label, "why": "", "status": "applied",
            "base": {}, "digest": "d", "risk": "none", "preselected": false})
    };
    let set = |items: Vec<serde_json::Value>| -> countersign_core::change_set::ChangeSet {
        let set = serde_json::json!({"id": 1, "source": {"kind": "direct"}, "title": "Own", "version": 1,
            "status": "resolved", "items": items, "created_at": at, "expires_at": at});
        serde_json::from_value(set).unwrap()
    };
    let rows = || -> i64 {
        let raw = rusqlite::Connection::open(&path).unwrap();
        raw.query_row("SELECT count(*) FROM change_items WHERE set_id = 1", [], |row| row.get(0)).unwrap()
    };
    for (items, expected) in [(vec![item(1, "one")], 0), ((1..=9).map(|n| item(n, "many")).collect(), 9)] {
        let set = set(items);
        let mut tx = store.begin().await.unwrap();
        tx.put_set(&set).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(rows(), expected);
        assert_eq!(store.change_set(set.id).await.unwrap(), Some(set));
    }
    let small = set(vec![item(1, "one again")]);
    let mut tx = store.begin().await.unwrap();
    tx.put_set(&small).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!((rows(), store.change_set(small.id).await.unwrap()), (0, Some(small)));
}
