//! Many callers at once: nobody stands still.

use crate::world::{bare, edit, request, sign_all, user};
use countersign_engine::{Engine, SetQuery};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// How often everything is changed. Where a second read waited behind a change, it stood still in three runs of three.
const CHANGES: usize = 300;

/// Proposes, shows, decides and applies, as pages and agents do at the same time.
async fn change(engine: &Engine) {
    for n in 0..CHANGES {
        let title = |what: &str| json!({ "op": "create", "title": format!("{what} {n}") });
        edit(engine, json!([title("by hand")])).await;
        let set = json!({ "operations": [title("first"), title("second")] });
        let set = engine.propose(None, &set, user()).await.unwrap();
        engine.apply(set.id, request(&set, sign_all(&set)), user(), None).await.unwrap();
    }
}

/// What a page reads at all news.
async fn look(engine: &Engine, over: &AtomicBool) {
    while !over.load(Ordering::Relaxed) {
        let open = SetQuery { open_only: true, before: None, limit: 20 };
        for line in engine.change_sets(open).await.unwrap() {
            // It may be withdrawn or applied by now.
            let _ = engine.change_set_text(line.id).await;
            let _ = engine.change_set(line.id).await;
        }
        engine.todos(|_| true);
        tokio::task::yield_now().await;
    }
}

/// A server stood still for ever when a set was shown while a decision was noted.
#[test]
fn nobody_stands_still_while_many_read_and_write() {
    let (told, done) = mpsc::channel();
    thread::spawn(move || {
        let threads = tokio::runtime::Builder::new_multi_thread().worker_threads(4).enable_all().build().unwrap();
        threads.block_on(async {
            let folder = TempDir::new().unwrap();
            let engine = bare(folder.path()).open().await;
            let waiting: Vec<_> = (0..9).map(|n| json!({ "op": "create", "title": format!("waits {n}") })).collect();
            engine.propose(None, &json!({ "operations": waiting }), user()).await.unwrap();
            let over = Arc::new(AtomicBool::new(false));
            let looking: Vec<_> = (0..3)
                .map(|_| {
                    let (engine, over) = (engine.clone(), over.clone());
                    tokio::spawn(async move { look(&engine, &over).await })
                })
                .collect();
            change(&engine).await;
            over.store(true, Ordering::Relaxed);
            for one in looking {
                one.await.unwrap();
            }
        });
        told.send(()).unwrap();
    });
    done.recv_timeout(Duration::from_secs(120)).expect("somebody waits for ever");
}
