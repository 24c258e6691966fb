//! What became of the file, or of its log, behind the store's back: cut, emptied, removed, replaced, moved, restored.

use super::{audit, crash_image, new_path, story, todo, write};
use countersign_core::change_set::Actor;
use countersign_core::ids::{Seq, TodoId};
use countersign_store::{Store, StoreError};
use countersign_store_sqlite::{Options, SqliteStore};
use jiff::Timestamp;
use std::path::{Path, PathBuf};

/// Whatever is lost of the log: what is left is not taken for all there was, and not written to.
/// Where the last frame of a log ends that counts: behind it lie frames of before, with another salt.
fn last_frame(log: &[u8]) -> usize {
    let size = 24 + u32::from_be_bytes(log[8..12].try_into().unwrap()) as usize;
    let counts = log[32..].chunks_exact(size).take_while(|frame| frame[8..16] == log[16..24]).count();
    32 + counts * size
}

#[tokio::test]
async fn a_database_that_lost_what_was_acknowledged_is_not_opened() {
    let beside = |path: &Path, end: &str| PathBuf::from(format!("{}{end}", path.display()));
    let (_folder, path) = new_path();
    let store = SqliteStore::open(&path).await.unwrap();
    assert!(std::fs::metadata(&path).unwrap().len() > 20_000, "the schema does not wait in the log");
    for n in 1..=3 {
        write(&store, n).await.unwrap();
    }
    let (_other_folder, other) = new_path();
    let elsewhere = SqliteStore::open(&other).await.unwrap();
    let mut tx = elsewhere.begin().await.unwrap();
    tx.put_meta("secret", "theirs").await.unwrap();
    tx.commit().await.unwrap();
    for n in 1..=5 {
        write(&elsewhere, n).await.unwrap();
    }
    type Damage<'d> = &'d dyn Fn(&Path);
    let log = |change: &dyn Fn(&mut Vec<u8>), path: &Path| {
        let mut bytes = std::fs::read(beside(path, "-wal")).unwrap();
        change(&mut bytes);
        std::fs::write(beside(path, "-wal"), bytes).unwrap();
    };
    let cases: [(&str, Damage, bool); 9] = [
        ("whole", &|_| {}, true),
        ("no log", &|path| std::fs::remove_file(beside(path, "-wal")).unwrap(), false),
        ("a log without its head", &|path| log(&|bytes| bytes[..32].fill(0), path), false),
        (
            "a bit of the log",
            &|path| {
                log(
                    &|bytes| {
                        let at = last_frame(bytes) / 2;
                        bytes[at] ^= 4
                    },
                    path,
                )
            },
            false,
        ),
        ("the log's end", &|path| log(&|bytes| bytes.truncate(last_frame(bytes) - 100), path), false),
        ("no database", &|path| std::fs::remove_file(path).unwrap(), false),
        ("an empty database", &|path| std::fs::write(path, b"").unwrap(), false),
        ("one byte", &|path| std::fs::write(path, b"S").unwrap(), false),
        (
            "the log and database of another folder",
            &|path| {
                for end in ["", "-wal"] {
                    std::fs::copy(beside(&other, end), beside(path, end)).unwrap();
                }
            },
            false,
        ),
    ];
    // By this, too, it is known.
    let mut tx = store.begin().await.unwrap();
    tx.put_meta("secret", "ours").await.unwrap();
    tx.commit().await.unwrap();
    write(&store, 4).await.unwrap();
    for (what, damage, opens) in cases {
        let (folder, copy) = crash_image(&path);
        std::fs::copy(beside(&path, "-mark"), beside(&copy, "-mark")).unwrap();
        damage(&copy);
        let files = || {
            let mut all: Vec<(PathBuf, Vec<u8>)> = std::fs::read_dir(folder.path())
                .unwrap()
                .map(|entry| entry.unwrap().path())
                .filter(|path| !path.to_string_lossy().ends_with("-shm"))
                .map(|path| (path.clone(), std::fs::read(&path).unwrap()))
                // Looking makes an empty log where there is none.
                .filter(|(path, bytes)| !bytes.is_empty() || !path.to_string_lossy().ends_with("-wal"))
                .collect();
            all.sort();
            all
        };
        let before = files();
        for _ in 0..2 {
            match SqliteStore::open(&copy).await {
                Ok(store) => assert!(opens && story(&store).await == [1, 2, 3, 4], "{what}"),
                Err(error @ (StoreError::Corrupt { .. } | StoreError::Missing { .. })) => {
                    assert!(!opens, "{what}: {error}");
                    assert!(files() == before, "{what}: not a byte has changed");
                }
                Err(error) => panic!("{what}: {error}"),
            }
        }
    }
}

#[cfg(unix)]
#[tokio::test]
async fn what_is_in_the_way_is_named() {
    use std::os::unix::fs::symlink;
    for end in ["", "-wal", "-shm", "-mark"] {
        for (what, make) in [
            ("is a folder", &(|path: &Path| std::fs::create_dir(path).unwrap()) as &dyn Fn(&Path)),
            ("is a link to something that is not there", &|path| symlink("nothing", path).unwrap()),
            ("is a link that cannot be followed", &|path| symlink(path, path).unwrap()),
            ("is a pipe or a device", &|path| symlink("/dev/null", path).unwrap()),
        ] {
            let (_folder, path) = new_path();
            let store = SqliteStore::open(&path).await.unwrap();
            write(&store, 1).await.unwrap();
            store.close().await;
            let blocked = PathBuf::from(format!("{}{end}", path.display()));
            let _ = std::fs::remove_file(&blocked);
            make(&blocked);
            let error = SqliteStore::open(&path).await.map(drop).unwrap_err();
            let StoreError::InTheWay { name, what: told } = &error else { panic!("{end} {what}: {error:?}") };
            assert_eq!((name.as_str(), told.as_str()), (format!("todos.db{end}").as_str(), what));
        }
    }
}

#[tokio::test]
async fn an_earlier_copy_is_told_and_can_be_accepted() {
    let (_folder, path) = new_path();
    let store = SqliteStore::open(&path).await.unwrap();
    for n in 1..=6 {
        write(&store, n).await.unwrap();
    }
    store.close().await;
    let backup = std::fs::read(&path).unwrap();
    let store = SqliteStore::open(&path).await.unwrap();
    for n in 7..=9 {
        write(&store, n).await.unwrap();
    }
    store.close().await;
    std::fs::write(&path, &backup).unwrap();
    let error = SqliteStore::open(&path).await.map(drop).unwrap_err();
    assert!(matches!(error, StoreError::Missing { noted: Seq(9), found: Some(Seq(6)) }), "{error:?}");
    assert_eq!(error.to_string(), "the last 3 entries of the ledger are missing: 9 were written, 6 are there");
    assert!(std::fs::read(&path).unwrap() == backup, "not a byte of it changed");
    assert_eq!(SqliteStore::accept(&path).await.unwrap(), Seq(6));
    let store = SqliteStore::open(&path).await.unwrap();
    write(&store, 7).await.unwrap();
    assert_eq!(story(&store).await, [1, 2, 3, 4, 5, 6, 7]);
}

#[cfg(unix)]
#[tokio::test]
async fn what_a_replaced_file_held_can_be_read_and_saved_and_another_is_not_opened() {
    // Far more than the reads before could have made, each of which may make one: a connection goes back in its own time.
    const READERS: u32 = 32;
    for replace in [false, true] {
        let (folder, path) = new_path();
        let store = SqliteStore::open_with(&path, Options { readers: READERS, ..Options::default() }).await.unwrap();
        write(&store, 1).await.unwrap();
        assert_eq!(story(&store).await, [1]);
        let first = store.raw_entries(Seq(0), 1).await.unwrap()[0].hash.clone();
        let mut open = store.begin().await.unwrap();
        open.append(Timestamp::UNIX_EPOCH, &Actor::System, audit(2)).await.unwrap();
        assert!(!store.is_replaced());
        let (_other, elsewhere) = new_path();
        let other = SqliteStore::open(&elsewhere).await.unwrap();
        write(&other, 7).await.unwrap();
        other.close().await;
        for end in ["", "-wal", "-shm"] {
            std::fs::remove_file(format!("{}{end}", path.display())).unwrap();
        }
        if replace {
            std::fs::copy(&elsewhere, &path).unwrap();
            // As its own process would have it.
            std::fs::write(format!("{}-wal", path.display()), b"").unwrap();
        }
        let error = open.commit().await.unwrap_err();
        assert!(matches!(error, StoreError::Replaced), "{error:?}");
        assert!(matches!(write(&store, 2).await, Err(StoreError::Replaced)) && store.is_replaced());
        // More than were made: the last have to open what is there.
        let mut held = Vec::new();
        for _ in 0..READERS {
            match store.ledger().await {
                Ok(mut ledger) => {
                    let head = ledger.head().await.unwrap().map(|(seq, hash)| (seq, hash.len()));
                    assert_eq!(head, Some((Seq(1), 64)));
                    assert_eq!(ledger.raw_entries(Seq(0), 9).await.unwrap()[0].hash, first);
                    held.push(ledger);
                }
                Err(error) => assert!(matches!(error, StoreError::Replaced), "{error:?}"),
            }
        }
        assert!(
            (1..READERS as usize).contains(&held.len()),
            "no connection is made to what is there now: {}",
            held.len()
        );
        drop(held);
        let saved = folder.path().join("saved.db");
        store.save(&saved).await.unwrap();
        store.close().await;
        assert_eq!(Path::new(&format!("{}-wal", path.display())).exists(), replace, "another's log is left alone");
        assert_eq!(story(&SqliteStore::open(&saved).await.unwrap()).await, [1]);
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_database_that_was_emptied_is_not_written_to() {
    let (_folder, path) = new_path();
    let store = SqliteStore::open(&path).await.unwrap();
    write(&store, 1).await.unwrap();
    assert!(!store.is_replaced());
    std::fs::File::options().write(true).open(&path).unwrap().set_len(0).unwrap();
    assert!(matches!(write(&store, 2).await, Err(StoreError::Replaced)) && store.is_replaced());
    store.close().await;
    let log = std::fs::metadata(format!("{}-wal", path.display())).unwrap();
    assert!(log.len() > 0, "what is left is left as it is");
}

/// Nothing is acknowledged into a file of which a part is gone: SQLite writes on behind the end of a log that
/// was emptied, and nobody finds that again.
#[cfg(unix)]
#[tokio::test]
async fn a_database_that_is_cut_while_it_is_in_use_is_not_written_to() {
    for (end, length) in [("-wal", 0), ("-wal", 4_000), ("", 8_192)] {
        for in_a_write in [false, true] {
            let (_folder, path) = new_path();
            let store = SqliteStore::open(&path).await.unwrap();
            write(&store, 1).await.unwrap();
            let mut open = store.begin().await.unwrap();
            open.append(Timestamp::UNIX_EPOCH, &Actor::System, audit(2)).await.unwrap();
            let cut = || {
                let file = std::fs::File::options().write(true).open(format!("{}{end}", path.display()));
                file.unwrap().set_len(length).unwrap();
            };
            if in_a_write {
                cut();
                let error = open.commit().await.unwrap_err();
                assert!(matches!(error, StoreError::Cut), "{end} {length}: {error:?}");
            } else {
                open.commit().await.unwrap();
                assert!(!store.is_cut());
                cut();
            }
            let left = ["", "-wal"].map(|end| std::fs::read(format!("{}{end}", path.display())).unwrap());
            for _ in 0..2 {
                let refused = write(&store, 3).await;
                assert!(matches!(refused, Err(StoreError::Cut)) && store.is_cut(), "{end} {length}: {refused:?}");
            }
            // Nor is what is left taken for a disk that fails.
            let read = store.raw_entries(Seq(0), 9).await;
            assert!(matches!(read, Err(StoreError::Cut)), "{end} {length}: {read:?}");
            store.close().await;
            let found = ["", "-wal"].map(|end| std::fs::read(format!("{}{end}", path.display())).unwrap());
            assert!(found == left, "{end} {length}: what is left is left as it is");
        }
    }
}

/// Checkpoints, transactions that are given up, and a log that begins anew are this process's own doing.
#[tokio::test]
async fn what_this_process_writes_is_not_taken_for_damage() {
    let (_folder, path) = new_path();
    let store = SqliteStore::open(&path).await.unwrap();
    let long = "x".repeat(300_000);
    for n in 1..=60 {
        let mut tx = store.begin().await.unwrap();
        for _ in 0..3 {
            tx.put_meta("long", &format!("{n}{long}")).await.unwrap();
        }
        if n % 3 == 0 {
            drop(tx);
        } else {
            tx.commit().await.unwrap();
        }
        assert!(n % 3 == 0 || !store.is_cut(), "{n}");
    }
    store.close().await;
    assert!(std::fs::metadata(&path).unwrap().len() > 300_000);
}

/// What was acknowledged into a log that somebody removes is in the file before anything else happens, and
/// nothing more is acknowledged into it.
#[cfg(unix)]
#[tokio::test]
async fn a_log_that_is_removed_or_replaced_is_brought_into_the_file_and_not_written_to() {
    for replaced in [false, true] {
        let (_folder, path) = new_path();
        let store = SqliteStore::open(&path).await.unwrap();
        for n in 1..=3 {
            write(&store, n).await.unwrap();
        }
        let mut open = store.begin().await.unwrap();
        open.append(Timestamp::UNIX_EPOCH, &Actor::System, audit(4)).await.unwrap();
        let log = format!("{}-wal", path.display());
        std::fs::remove_file(&log).unwrap();
        if replaced {
            std::fs::write(&log, b"").unwrap();
        }
        let error = open.commit().await.unwrap_err();
        assert!(matches!(error, StoreError::Replaced), "{error:?}");
        assert!(matches!(write(&store, 4).await, Err(StoreError::Replaced)) && store.is_replaced());
        // As a kill would leave it: nothing is closed.
        let (folder, there) = new_path();
        for end in ["", "-mark"] {
            std::fs::copy(format!("{}{end}", path.display()), format!("{}{end}", there.display())).unwrap();
        }
        assert_eq!(story(&SqliteStore::open(&there).await.unwrap()).await, [1, 2, 3], "{folder:?}");
        std::mem::forget(store);
    }
}

/// SQLite follows a link and looks for the log where that leads.
#[cfg(unix)]
#[tokio::test]
async fn a_file_that_was_moved_without_its_log_is_not_taken_for_all_there_is() {
    let (folder, path) = new_path();
    let store = SqliteStore::open(&path).await.unwrap();
    for n in 1..=3 {
        write(&store, n).await.unwrap();
    }
    let (copy, named) = new_path();
    for end in ["", "-wal", "-mark"] {
        std::fs::copy(format!("{}{end}", path.display()), format!("{}{end}", named.display())).unwrap();
    }
    drop((store, folder));
    let moved = copy.path().join("moved.db");
    std::fs::rename(&named, &moved).unwrap();
    std::os::unix::fs::symlink("moved.db", &named).unwrap();
    let before = std::fs::read(&moved).unwrap();
    let error = SqliteStore::open(&named).await.map(drop).unwrap_err();
    assert!(matches!(error, StoreError::Missing { noted: Seq(3), .. }), "{error:?}");
    assert!(std::fs::read(&moved).unwrap() == before, "not a byte of it changed");
    // The log is put beside it: all is there.
    std::fs::rename(format!("{}-wal", named.display()), format!("{}-wal", moved.display())).unwrap();
    let all = SqliteStore::open(&named).await.unwrap();
    assert_eq!(story(&all).await, [1, 2, 3]);
    all.close().await;
    // What a person accepts is not told again.
    std::fs::write(&moved, &before).unwrap();
    assert_eq!(SqliteStore::accept(&named).await.unwrap(), Seq(0));
    assert_eq!(story(&SqliteStore::open(&named).await.unwrap()).await, Vec::<i64>::new());
}

/// Nothing is acknowledged into a file that nobody will find again.
#[cfg(unix)]
#[tokio::test]
async fn a_database_that_was_removed_or_replaced_is_not_written_to() {
    for replaced in [false, true] {
        let (_folder, path) = new_path();
        // One that reads: another would have to open the file anew.
        let options = Options { readers: 1, ..Options::default() };
        let store = SqliteStore::open_with(&path, options).await.unwrap();
        write(&store, 1).await.unwrap();
        assert_eq!(story(&store).await, [1]);
        let bytes = std::fs::read(&path).unwrap();
        let aside = path.with_extension("aside");
        std::fs::rename(&path, &aside).unwrap();
        if replaced {
            std::fs::write(&path, bytes).unwrap();
        }
        assert!(matches!(write(&store, 2).await, Err(StoreError::Replaced)), "{replaced}");
        assert_eq!(store.todos().await.unwrap().len(), 1, "what is there can be saved");
        std::fs::rename(&aside, &path).unwrap();
        write(&store, 2).await.unwrap();
        assert_eq!(story(&store).await, [1, 2]);
    }
}

#[tokio::test]
async fn who_believed_to_be_alone_fails_as_a_whole_and_goes_on() {
    let (_folder, path) = new_path();
    let alone = SqliteStore::open_with(&path, Options { alone: true, ..Options::default() }).await.unwrap();
    for n in [1, 2] {
        write(&alone, n).await.unwrap();
    }
    // One that came to nothing is not in the way of the next.
    drop(alone.begin().await.unwrap());
    let other = SqliteStore::open(&path).await.unwrap();
    write(&other, 3).await.unwrap();
    let error = write(&alone, 4).await.unwrap_err();
    assert!(matches!(error, StoreError::Busy { .. }), "{error:?}");
    assert_eq!(story(&other).await, [1, 2, 3]);
    write(&alone, 4).await.unwrap();
    let mut tx = alone.begin().await.unwrap();
    assert_eq!(tx.reserve_todo_ids(2).await.unwrap(), TodoId(5));
    tx.put_todos(&[&todo(5)]).await.unwrap();
    tx.append(Timestamp::UNIX_EPOCH, &Actor::System, audit(5)).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(story(&other).await, [1, 2, 3, 4, 5]);
    // Numbers that were given are not given again, whoever asks.
    let given = [alone.begin().await.unwrap().reserve_todo_ids(1).await.unwrap(), {
        let mut tx = other.begin().await.unwrap();
        tx.reserve_todo_ids(1).await.unwrap()
    }];
    assert_eq!(given, [TodoId(7), TodoId(7)]);
}
