//! Pages that cannot be read, a ledger that does not end as it was written, a log that was written over.

use super::{audit, crash_image, new_path, todo, write};
use countersign_core::change_set::Actor;
use countersign_core::ids::Seq;
use countersign_core::todo::Todo;
use countersign_store::{Store, StoreError, WrongEnd};
use countersign_store_sqlite::{Options, SqliteStore};
use jiff::Timestamp;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

const PAGE: usize = 4096;

/// A file of 600 todos and 20 entries.
async fn full(path: &Path) -> SqliteStore {
    let store = SqliteStore::open(path).await.unwrap();
    let mut tx = store.begin().await.unwrap();
    let many: Vec<Todo> = (1..=600).map(todo).collect();
    tx.put_todos(&many.iter().collect::<Vec<_>>()).await.unwrap();
    for n in 1..=20 {
        tx.append(Timestamp::UNIX_EPOCH, &Actor::System, audit(n)).await.unwrap();
    }
    tx.commit().await.unwrap();
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

#[tokio::test]
async fn what_can_be_read_of_a_damaged_file_is_read_and_the_file_left_as_it_is() {
    let (folder, path) = new_path();
    full(&path).await.close().await;
    assert_eq!(SqliteStore::damage(&path).await.unwrap(), Vec::<String>::new());
    // Two bad pages, with good ones between.
    garble(&path, "Todo number 100");
    garble(&path, "Todo number 500");
    let before = std::fs::read(&path).unwrap();
    assert!(!SqliteStore::damage(&path).await.unwrap().is_empty());
    let to = folder.path().join("salvaged.db");
    let told = SqliteStore::salvage(&path, &to, &path).await.unwrap();
    assert_eq!(told, ["a part of the table todos cannot be read"]);
    assert!(std::fs::read(&path).unwrap() == before, "not a byte has changed");

    assert_eq!(SqliteStore::damage(&to).await.unwrap(), Vec::<String>::new());
    let store = SqliteStore::open(&to).await.unwrap();
    let todos: Vec<i64> = store.todos().await.unwrap().iter().map(|todo| todo.id.0).collect();
    assert!(todos.len() > 540 && [1, 300, 600].iter().all(|id| todos.contains(id)), "{}: {todos:?}", todos.len());
    assert!(!todos.contains(&100) && !todos.contains(&500), "{todos:?}");
    assert_eq!(store.raw_entries(Seq(0), 100).await.unwrap().len(), 20);
    write(&store, 1000).await.unwrap();
    assert_eq!(store.head().await.unwrap().map(|(seq, _)| seq), Some(Seq(21)));
}

#[tokio::test]
async fn a_table_that_is_gone_is_told_and_the_rest_salvaged() {
    let (folder, path) = new_path();
    full(&path).await.close().await;
    rusqlite::Connection::open(&path).unwrap().execute_batch("DROP TABLE counters; DROP TABLE ledger_head").unwrap();
    let gone = ["the table counters is gone", "the table ledger_head is gone"];
    assert_eq!(SqliteStore::damage(&path).await.unwrap(), gone);
    let to = folder.path().join("salvaged.db");
    assert_eq!(SqliteStore::salvage(&path, &to, &path).await.unwrap(), gone);
    let store = SqliteStore::open(&to).await.unwrap();
    // All of the ledger is there, and the mark knows of no more.
    write(&store, 1000).await.unwrap();
    assert_eq!(store.head().await.unwrap().map(|(seq, _)| seq), Some(Seq(21)));
}

/// The bytes of a database and of its log.
fn files(path: &Path) -> [Vec<u8>; 2] {
    ["", "-wal"].map(|end| std::fs::read(format!("{}{end}", path.display())).unwrap())
}

#[tokio::test]
async fn a_log_beside_a_damaged_file_is_not_brought_into_it() {
    let (_folder, path) = new_path();
    full(&path).await.close().await;
    let store = SqliteStore::open(&path).await.unwrap();
    write(&store, 1001).await.unwrap();
    let (_image, copy) = crash_image(&path);
    garble(&copy, "Todo number 300");
    let before = files(&copy);
    let damaged = SqliteStore::open(&copy).await.unwrap();
    assert!(matches!(damaged.todos().await, Err(StoreError::Corrupt { .. })));
    damaged.abandon();
    drop(damaged);
    assert!(files(&copy) == before, "neither has changed");
}

#[tokio::test]
async fn a_file_that_was_cut_is_not_opened_and_keeps_its_log() {
    let (_folder, path) = new_path();
    full(&path).await.close().await;
    let store = SqliteStore::open(&path).await.unwrap();
    write(&store, 1001).await.unwrap();
    let (_image, whole) = crash_image(&path);
    // With a log that holds a part of it, the file as it was opens.
    drop(SqliteStore::open(&whole).await.unwrap());
    for kept in [1, 2, 3, 10] {
        let (_image, copy) = crash_image(&path);
        std::fs::File::options().write(true).open(&copy).unwrap().set_len(kept * PAGE as u64).unwrap();
        let before = files(&copy);
        let opened = SqliteStore::open(&copy).await;
        assert!(matches!(&opened, Err(StoreError::Corrupt { message }) if message.contains("is cut")), "{opened:?}");
        assert!(files(&copy) == before, "{kept} pages: neither has changed");
    }
}

#[tokio::test]
async fn a_file_in_which_damage_was_met_keeps_its_log_when_it_is_let_go() {
    let (_folder, path) = new_path();
    full(&path).await.close().await;
    let store = SqliteStore::open(&path).await.unwrap();
    write(&store, 1001).await.unwrap();
    let (_image, copy) = crash_image(&path);
    garble(&copy, "Todo number 300");
    let before = files(&copy);
    let damaged = SqliteStore::open(&copy).await.unwrap();
    assert!(matches!(damaged.todos().await, Err(StoreError::Corrupt { .. })));
    drop(damaged);
    // Its connections end by themselves, in a thread of their own.
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    assert!(files(&copy) == before, "neither has changed");
}

#[tokio::test]
async fn nothing_is_appended_to_a_ledger_that_does_not_end_as_was_recorded() {
    let short = WrongEnd::Missing { written: Seq(3), there: Seq(0) };
    for (sql, wrong) in [
        ("DROP TRIGGER ledger_is_append_only_delete; DELETE FROM ledger", short),
        ("UPDATE ledger_head SET hash = 'x'", WrongEnd::Another { last: Seq(3) }),
        ("DELETE FROM ledger_head", WrongEnd::Unrecorded { last: Seq(3) }),
    ] {
        let (_folder, path) = new_path();
        let store = SqliteStore::open(&path).await.unwrap();
        for n in 1..=3 {
            write(&store, n).await.unwrap();
        }
        store.close().await;
        rusqlite::Connection::open(&path).unwrap().execute_batch(sql).unwrap();
        let store = SqliteStore::open(&path).await.unwrap();
        for _ in 0..2 {
            match write(&store, 4).await {
                Err(StoreError::WrongEnd(found)) => assert_eq!(found, wrong, "{sql}"),
                other => panic!("{sql}: {other:?}"),
            }
        }
        assert_eq!(store.todos().await.unwrap().len(), 3, "{sql}: what is there can be read");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_log_whose_beginning_was_written_over_is_known_before_more_is_acknowledged() {
    let (_folder, path) = new_path();
    let alone = SqliteStore::open_with(&path, Options { alone: true, ..Options::default() }).await.unwrap();
    for n in 1..=10 {
        write(&alone, n).await.unwrap();
    }
    let mut log = std::fs::File::options().write(true).open(format!("{}-wal", path.display())).unwrap();
    log.seek(SeekFrom::Start(0)).unwrap();
    log.write_all(&[0xa5; 5000]).unwrap();
    assert!(alone.is_cut());
    for n in 11..=12 {
        assert!(matches!(write(&alone, n).await, Err(StoreError::Cut)));
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_database_that_was_written_over_at_its_own_size_is_known_before_more_is_acknowledged() {
    let (_folder, path) = new_path();
    full(&path).await.close().await;
    let alone = SqliteStore::open_with(&path, Options { alone: true, ..Options::default() }).await.unwrap();
    write(&alone, 700).await.unwrap();
    assert!(!alone.is_cut());
    let size = std::fs::metadata(&path).unwrap().len();
    let mut file = std::fs::File::options().write(true).open(&path).unwrap();
    file.write_all(&vec![0xa5; usize::try_from(size).unwrap()]).unwrap();
    assert!(alone.is_cut());
    for n in 701..=702 {
        assert!(matches!(write(&alone, n).await, Err(StoreError::Cut)));
    }
}

/// The log begins anew once it is long and all of it is in the file, also in the midst of a transaction.
#[tokio::test]
async fn a_log_that_begins_anew_is_not_taken_for_one_that_was_written_over() {
    let (_folder, path) = new_path();
    let alone = SqliteStore::open_with(&path, Options { alone: true, ..Options::default() }).await.unwrap();
    for round in 0..4 {
        let mut tx = alone.begin().await.unwrap();
        let many: Vec<Todo> = (1..=12_000).map(todo).collect();
        tx.put_todos(&many.iter().collect::<Vec<_>>()).await.unwrap();
        tx.append(Timestamp::UNIX_EPOCH, &Actor::System, audit(round)).await.unwrap();
        tx.commit().await.unwrap();
        write(&alone, 20_000 + round).await.unwrap();
        assert!(!alone.is_cut());
    }
}

/// The pages on which the list of tables stands, but for the first.
fn listing(path: &Path) -> Vec<usize> {
    let bytes = std::fs::read(path).unwrap();
    let row = b"CREATE TABLE";
    let pages = bytes.chunks(PAGE).enumerate().skip(1);
    pages.filter(|(_, page)| page.windows(row.len()).any(|part| part == row)).map(|(number, _)| number).collect()
}

#[tokio::test]
async fn a_list_of_tables_that_cannot_be_read_is_made_anew_wherever_it_is_damaged() {
    const LOST: &str = "its header or its list of tables cannot be read";
    let (folder, path) = new_path();
    full(&path).await.close().await;
    let whole = std::fs::read(&path).unwrap();
    let pages = listing(&path);
    assert!(pages.len() > 2, "{pages:?}");
    let begun = |page: usize| (page * PAGE, 64);
    let all = |page: usize| (page * PAGE, PAGE);
    let places = pages.iter().flat_map(|page| [begun(*page), all(*page)]).chain([begun(0), all(0), (100, 16), (31, 1)]);
    for (n, (at, length)) in places.enumerate() {
        let damaged = folder.path().join(format!("damaged{n}.db"));
        let mut bytes = whole.clone();
        bytes[at..at + length].fill(0x05);
        std::fs::write(&damaged, &bytes).unwrap();
        let said = SqliteStore::damage(&damaged).await.unwrap();
        assert_eq!(said, [LOST], "{length} bytes at {at}");
        let opened = SqliteStore::open(&damaged).await;
        assert!(matches!(opened, Err(StoreError::Corrupt { .. })), "{length} bytes at {at}: {opened:?}");
        let to = folder.path().join(format!("salvaged{n}.db"));
        let told = SqliteStore::salvage(&damaged, &to, &damaged).await.unwrap();
        assert_eq!(told, [LOST], "{length} bytes at {at}");
        assert!(std::fs::read(&damaged).unwrap() == bytes, "not a byte has changed");
        let store = SqliteStore::open(&to).await.unwrap();
        let todos: Vec<Todo> = (1..=600).map(todo).collect();
        assert_eq!(store.todos().await.unwrap(), todos, "{length} bytes at {at}");
        assert_eq!(store.raw_entries(Seq(0), 100).await.unwrap().len(), 20, "{length} bytes at {at}");
        write(&store, 1000).await.unwrap();
        assert_eq!(store.head().await.unwrap().map(|(seq, _)| seq), Some(Seq(21)));
        store.close().await;
        assert_eq!(SqliteStore::damage(&to).await.unwrap(), Vec::<String>::new());
        assert!(!folder.path().join(format!("salvaged{n}.db-listed")).exists());
    }
}

#[tokio::test]
async fn what_is_still_in_the_log_is_found_as_well() {
    let (folder, path) = new_path();
    full(&path).await.close().await;
    let store = SqliteStore::open(&path).await.unwrap();
    for n in 1001..=1003 {
        write(&store, n).await.unwrap();
    }
    let (_image, copy) = crash_image(&path);
    let mut bytes = std::fs::read(&copy).unwrap();
    for page in listing(&copy) {
        bytes[page * PAGE..page * PAGE + 64].fill(0xa5);
    }
    std::fs::write(&copy, bytes).unwrap();
    let before = files(&copy);
    let to = folder.path().join("salvaged.db");
    SqliteStore::salvage(&copy, &to, &copy).await.unwrap();
    assert!(files(&copy) == before, "neither has changed");
    let salvaged = SqliteStore::open(&to).await.unwrap();
    assert_eq!(salvaged.todos().await.unwrap().len(), 603);
    assert_eq!(salvaged.raw_entries(Seq(0), 100).await.unwrap().len(), 23);
}

#[tokio::test]
async fn what_is_no_database_of_ours_is_not_searched_for_tables() {
    let (folder, path) = new_path();
    for bytes in [vec![0xa5; 20 * PAGE], [b"SQLite format 3\0".to_vec(), vec![0; 20 * PAGE]].concat()] {
        std::fs::write(&path, &bytes).unwrap();
        assert!(matches!(SqliteStore::damage(&path).await, Err(StoreError::Corrupt { .. })));
        let to = folder.path().join("salvaged.db");
        assert!(matches!(SqliteStore::salvage(&path, &to, &path).await, Err(StoreError::Corrupt { .. })));
        assert!(std::fs::read(&path).unwrap() == bytes && !to.exists());
    }
}
