//! Contents of files, by their hashes.

use crate::Store;
use std::collections::BTreeSet;

/// One, several and none at once; an empty one, one of many parts, and one that is not there.
pub(super) async fn are_kept_by_their_hash(store: &impl Store) {
    let large: Vec<u8> = (0..2_500_000_u32).map(|n| n.to_le_bytes()[usize::from(n % 3 == 0)]).collect();
    let mut tx = store.begin().await.unwrap();
    let mut hashes = Vec::new();
    for content in [&b""[..], b"one", &large, b"one"] {
        hashes.push(tx.put_blob(content).await.unwrap());
    }
    tx.commit().await.unwrap();
    let missing = "0".repeat(64);
    let asked: BTreeSet<&str> = hashes.iter().chain([&missing]).map(String::as_str).collect();
    let found = store.blobs(&asked).await.unwrap();
    assert_eq!(found.len(), 3, "the missing one is left out, the doubled one is there once");
    for (hash, content) in hashes.iter().zip([&b""[..], b"one", &large, b"one"]) {
        assert!(found.get(hash).is_some_and(|data| data == content), "{hash}: not what was stored");
        assert!(store.blob(hash).await.unwrap().is_some_and(|data| data == content), "{hash}: not what was stored");
    }
    assert_eq!(store.blob(&missing).await.unwrap(), None);
    assert!(store.blobs(&BTreeSet::new()).await.unwrap().is_empty());
}
