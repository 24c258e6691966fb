//! The inbox with 1 000 pending items and 50 clients at once, over real loopback HTTP: every client
//! reads the list, opens a set, decides an item of it, and starts again at once. Times of each of the
//! three, and of the list alone while nothing else is called.
//!
//! `cargo bench -p countersign-server --bench inbox`
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement, not part of the product")]

mod loopback;

use countersign_engine::{Engine, SystemClock};
use countersign_server::AppState;
use countersign_store_sqlite::SqliteStore;
use loopback::Client;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// As the binary has it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const SETS: usize = 100;
const ITEMS: usize = 10;
const CLIENTS: usize = 50;
const ROUNDS: usize = 20;

fn main() {
    let dir = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let port = runtime.block_on(async {
        let store = SqliteStore::open(&dir.path().join("countersign.db")).await.unwrap();
        let engine = Engine::open(Arc::new(store), Arc::new(SystemClock)).await.unwrap();
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(countersign_server::serve(listener, AppState::new(engine, "bench", port), std::future::pending()));
        port
    });
    let mut http = Client::new(port);
    let sets: Vec<i64> = (0..SETS)
        .map(|s| {
            let operations: Vec<Value> =
                (0..ITEMS).map(|n| json!({ "op": "create", "title": format!("Todo {s} {n}") })).collect();
            let set = http.json("POST", "/api/change-sets", Some(&json!({ "operations": operations })));
            set["id"].as_i64().unwrap()
        })
        .collect();
    let alone = (0..50).map(|_| timed(|| drop(http.json("GET", LIST, None)))).collect();
    row("list, one client", alone);

    let began = Instant::now();
    let (lists, opens, decisions) = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|who| {
                scope.spawn({
                    let sets = &sets;
                    move || client(port, who, sets)
                })
            })
            .collect();
        clients.into_iter().map(|c| c.join().unwrap()).fold((vec![], vec![], vec![]), |mut all, one| {
            all.0.extend(one.0);
            all.1.extend(one.1);
            all.2.extend(one.2);
            all
        })
    });
    let calls = lists.len() + opens.len() + decisions.len();
    println!("{CLIENTS} clients, {calls} calls in {:.1} s", began.elapsed().as_secs_f64());
    row("list", lists);
    row("open a set", opens);
    row("decide an item", decisions);
}

const LIST: &str = "/api/change-sets?limit=200";

type Times = Vec<Duration>;

/// Works without a pause between its calls; every item is decided by one client alone.
fn client(port: u16, who: usize, sets: &[i64]) -> (Times, Times, Times) {
    let mut http = Client::new(port);
    let (mut lists, mut opens, mut decisions) = (vec![], vec![], vec![]);
    for k in 0..ROUNDS {
        lists.push(timed(|| drop(http.json("GET", LIST, None))));
        let (set, n) = (sets[(k * CLIENTS + who) / ITEMS], (k * CLIENTS + who) % ITEMS);
        let mut digest = Value::Null;
        opens.push(timed(|| {
            digest = http.json("GET", &format!("/api/change-sets/{set}"), None)["items"][n]["digest"].clone();
        }));
        let decision = json!({ "digest": digest, "verdict": "confirmed" });
        let path = format!("/api/change-sets/{set}/items/{}/decision", n + 1);
        decisions.push(timed(|| drop(http.json("PUT", &path, Some(&decision)))));
    }
    (lists, opens, decisions)
}

fn timed(f: impl FnOnce()) -> Duration {
    let began = Instant::now();
    f();
    began.elapsed()
}

fn row(what: &str, mut times: Times) {
    times.sort_unstable();
    let ms = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1e3;
    println!("{what}: p50 {:.1} ms, p95 {:.1} ms, worst {:.1} ms", ms(50), ms(95), ms(100));
}
