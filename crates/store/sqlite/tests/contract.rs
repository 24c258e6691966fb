//! The suite that every backend passes, on real files.

use countersign_store_sqlite::{Options, SqliteStore};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keeps_the_contract() {
    let folder = tempfile::tempdir().unwrap();
    countersign_store::contract::all(|name| {
        let path = folder.path().join(name).with_extension("db");
        async move { SqliteStore::open(path).await.unwrap() }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keeps_the_contract_where_nobody_else_writes() {
    let folder = tempfile::tempdir().unwrap();
    countersign_store::contract::all(|name| {
        let path = folder.path().join(name).with_extension("db");
        async move { SqliteStore::open_with(path, Options { alone: true, ..Options::default() }).await.unwrap() }
    })
    .await;
}
