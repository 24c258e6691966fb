//! What is lost of the log is never lost unnoticed: how far the ledger had come is noted beside it.

use super::{crash_image, new_path, story, write};
use countersign_core::ids::Seq;
use countersign_store::StoreError;
use countersign_store_sqlite::SqliteStore;
use std::path::{Path, PathBuf};

fn beside(path: &Path, end: &str) -> PathBuf {
    PathBuf::from(format!("{}{end}", path.display()))
}

/// As a crash leaves the files, with the mark.
fn image(path: &Path) -> (tempfile::TempDir, PathBuf) {
    let (folder, copy) = crash_image(path);
    std::fs::copy(beside(path, "-mark"), beside(&copy, "-mark")).unwrap();
    (folder, copy)
}

#[tokio::test]
async fn wherever_the_log_is_written_over_all_is_there_or_it_is_told() {
    let (_folder, path) = new_path();
    let store = SqliteStore::open(&path).await.unwrap();
    for n in 1..=4 {
        write(&store, n).await.unwrap();
    }
    let length = std::fs::metadata(beside(&path, "-wal")).unwrap().len() as usize;
    let (mut told, mut whole) = (0, 0);
    // In the head of a frame, and in its page.
    for at in (32..length).step_by(24 + 4096).flat_map(|frame| [frame, frame + 9, frame + 24 + 2_000]) {
        let (_folder, copy) = image(&path);
        let mut log = std::fs::read(beside(&copy, "-wal")).unwrap();
        let end = log.len().min(at + 8);
        log[at..end].iter_mut().for_each(|byte| *byte ^= 0xa5);
        std::fs::write(beside(&copy, "-wal"), log).unwrap();
        match SqliteStore::open(&copy).await {
            Ok(store) => {
                assert_eq!(story(&store).await, [1, 2, 3, 4], "{at}");
                whole += 1;
            }
            Err(StoreError::Missing { noted, found }) => {
                assert!(noted == Seq(4) && found < Some(Seq(4)), "{at}: {found:?}");
                told += 1;
            }
            Err(error) => panic!("{at}: {error}"),
        }
    }
    assert!(told > 3, "{told} of {}", told + whole);
}

#[tokio::test]
async fn a_mark_that_is_none_is_told_and_what_is_there_can_be_accepted() {
    let (_folder, path) = new_path();
    let store = SqliteStore::open(&path).await.unwrap();
    for n in 1..=4 {
        write(&store, n).await.unwrap();
    }
    for garbled in [&b"garbled"[..], &[0xa5; 86], b"                   4 x\n"] {
        for without_log in [false, true] {
            let (_folder, copy) = image(&path);
            std::fs::write(beside(&copy, "-mark"), garbled).unwrap();
            if without_log {
                std::fs::remove_file(beside(&copy, "-wal")).unwrap();
            }
            let left = if without_log { 0 } else { 4 };
            for _ in 0..2 {
                let refused = SqliteStore::open(&copy).await.map(drop);
                assert!(matches!(refused, Err(StoreError::Unnoted { found }) if found == Seq(left)), "{refused:?}");
            }
            assert_eq!(SqliteStore::accept(&copy).await.unwrap(), Seq(left));
            let accepted = SqliteStore::open(&copy).await.unwrap();
            assert_eq!(story(&accepted).await.len() as i64, left);
        }
    }
    // As a power cut may leave one that was just made.
    for torn in [&b""[..], &[0; 86]] {
        let (_folder, copy) = image(&path);
        std::fs::write(beside(&copy, "-mark"), torn).unwrap();
        assert_eq!(story(&SqliteStore::open(&copy).await.unwrap()).await, [1, 2, 3, 4]);
    }
}
