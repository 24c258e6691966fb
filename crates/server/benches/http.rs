//! The product's speed bars (TODOS.md "Speed") over real loopback HTTP, against raw
//! SQLite through the same library in the same process, in turns.
//!
//! Raw has two yardsticks. **A program's own table**: what a small program would keep to answer the
//! same questions, so the todo's row with its index by date and its full-text entry, and for the bulk
//! update the before-images. **The same rows**: the very rows that Countersign wrote (ledger, todo,
//! full text, change set, item, counters), written by hand in one transaction with prepared
//! statements. Both commit with `synchronous=FULL`. Create and complete have a third: **a bare server**,
//! which is HTTP around a program's own table and nothing else.
//!
//! `cargo bench -p countersign-server --bench http [-- 10000 100000]`
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement, not part of the product")]

mod bare;
mod loopback;

use countersign_core::ids::TodoId;
use countersign_core::todo::{Status, Todo};
use countersign_engine::{Engine, SystemClock};
use countersign_server::AppState;
use countersign_store::Store;
use countersign_store_sqlite::{Options, SqliteStore};
use loopback::Client;
use serde_json::{Value, json};
use std::io::BufRead;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A todo made in a program's own table.
const CREATE: &str = "INSERT INTO todos (title, notes, body) VALUES (?1, '', json_object('title', ?1))";
/// A todo completed there.
const COMPLETE: &str = "UPDATE todos SET body = json_set(body, '$.completed', 1) WHERE id = ?1";

/// As the binary has it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const WORDS: [&str; 12] =
    ["call", "buy", "paint", "repair", "review", "send", "invoice", "kitchen", "report", "garden", "milk", "meeting"];

fn todo(id: i64, today: jiff::civil::Date) -> Todo {
    let word = |n: i64| WORDS[usize::try_from((id / n) % 12).unwrap()];
    let mut todo = Todo::new(
        TodoId(id),
        format!("01890000-0000-7000-8000-{id:012}"),
        format!("{} {} {} {}", word(1), word(12), word(144), id % 5000),
        jiff::Timestamp::UNIX_EPOCH,
    );
    todo.notes = if id % 4 == 0 { format!("about the {} and the {}", word(5), word(7)) } else { String::new() };
    todo.scheduled_for = Some(today.checked_add(jiff::Span::new().days(id % 2000)).unwrap());
    if id % 3 == 0 {
        todo.status = Status::Done;
    }
    todo
}

fn sample(n: usize, mut f: impl FnMut(usize)) -> (Duration, Duration) {
    f(0);
    let mut times: Vec<Duration> = (1..=n)
        .map(|i| {
            let began = Instant::now();
            f(i);
            began.elapsed()
        })
        .collect();
    times.sort_unstable();
    (times[n / 2], times[n * 95 / 100])
}

/// As [`sample`], the ones after the others in turns, so that a busy machine is busy for all.
fn turns<const N: usize>(n: usize, mut each: [&mut dyn FnMut(usize) -> Duration; N]) -> [(Duration, Duration); N] {
    let mut times: [Vec<Duration>; N] = std::array::from_fn(|_| Vec::with_capacity(n));
    for i in 0..=n {
        for (one, times) in each.iter_mut().zip(&mut times) {
            let took = one(i);
            if i > 0 {
                times.push(took);
            }
        }
    }
    times.map(|mut times| {
        times.sort_unstable();
        (times[n / 2], times[n * 95 / 100])
    })
}

fn timed(f: impl FnOnce()) -> Duration {
    let began = Instant::now();
    f();
    began.elapsed()
}

/// Pages that each of so many calls writes into the database's log: how far that has come stands in its index
/// (<https://sqlite.org/walformat.html>, "mxFrame"). It does not begin anew but between two calls.
fn pages(path: &std::path::Path, n: usize, mut f: impl FnMut(usize)) -> f64 {
    let far = || {
        let index = std::fs::read(path.with_extension("db-shm")).unwrap();
        u32::from_ne_bytes(index[16..20].try_into().unwrap())
    };
    let (mut written, mut calls) = (0, 0);
    for i in 0..n {
        let before = far();
        f(i);
        if let Some(more) = far().checked_sub(before).filter(|_| before > 0) {
            written += more;
            calls += 1;
        }
    }
    f64::from(written) / f64::from(calls.max(1))
}

fn row(name: &str, ours: (Duration, Duration), raws: &[(Duration, Duration)]) {
    let ms = |d: Duration| d.as_secs_f64() * 1e3;
    let raw: Vec<String> = raws
        .iter()
        .map(|raw| format!("{:.2} / {:.2} ms | {:.2}×", ms(raw.0), ms(raw.1), ms(ours.0) / ms(raw.0)))
        .chain(std::iter::repeat("— | —".to_owned()))
        .take(3)
        .collect();
    println!("| {name} | {:.2} / {:.2} ms | {} |", ms(ours.0), ms(ours.1), raw.join(" | "));
}

fn main() {
    let mut sizes: Vec<i64> = std::env::args().filter_map(|a| a.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![10_000, 100_000];
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    for size in sizes {
        measure(&runtime, size);
    }
}

fn measure(runtime: &tokio::runtime::Runtime, size: i64) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("countersign.db");
    let today = jiff::Timestamp::UNIX_EPOCH.to_zoned(jiff::tz::TimeZone::UTC).date();
    let all: Vec<Todo> = (1..=size).map(|id| todo(id, today)).collect();
    let (port, engine) = runtime.block_on(async {
        let store = SqliteStore::open_with(&path, Options { alone: true, ..Options::default() }).await.unwrap();
        let mut tx = store.begin().await.unwrap();
        tx.reserve_todo_ids(u32::try_from(size).unwrap()).await.unwrap();
        for part in all.chunks(1_000) {
            tx.put_todos(&part.iter().collect::<Vec<_>>()).await.unwrap();
        }
        tx.commit().await.unwrap();
        let began = Instant::now();
        let engine = Engine::open(Arc::new(store), Arc::new(SystemClock)).await.unwrap();
        println!("\n## {size} todos\n\nengine open: {:.0} ms\n\n| what | Countersign p50 / p95 | own table p50 / p95 | ratio | the same rows p50 / p95 | ratio | a bare server p50 / p95 | ratio |\n|---|---|---|---|---|---|---|---|", began.elapsed().as_secs_f64() * 1e3);
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(countersign_server::serve(listener, AppState::new(engine.clone(), "bench", port), std::future::pending()));
        (port, engine)
    });
    let mut http = Client::new(port);
    let raw = raw_database(dir.path(), &all);
    let same = Same::new(dir.path(), &path);
    let mut bare = Client::new(runtime.block_on(bare::start(own_table(dir.path()))));

    let (from, to) = (
        today.checked_add(jiff::Span::new().days(10)).unwrap(),
        today.checked_add(jiff::Span::new().days(16)).unwrap(),
    );
    let [ours, theirs] = turns(
        50,
        [&mut |_| timed(|| drop(http.call("GET", &format!("/api/todos?from={from}&to={to}"), None))), &mut |_| {
            timed(|| {
                let mut statement =
                    raw.prepare_cached("SELECT body FROM todos WHERE scheduled BETWEEN ?1 AND ?2").unwrap();
                let rows: Vec<String> = statement
                    .query_map([from.to_string(), to.to_string()], |r| r.get(0))
                    .unwrap()
                    .map(Result::unwrap)
                    .collect();
                std::hint::black_box(format!("[{}]", rows.join(",")));
            })
        }],
    );
    row("filter: one week", ours, &[theirs]);

    let [ours, theirs] = turns(
        50,
        [
            &mut |i| {
                let path = format!("/api/todos/search?query={}%20{}", WORDS[i % 12], WORDS[(i / 12) % 12]);
                timed(|| drop(http.call("GET", &path, None)))
            },
            &mut |i| {
                let text = format!("\"{}\" \"{}\"*", WORDS[i % 12], WORDS[(i / 12) % 12]);
                timed(|| {
                    // As many as the product answers with.
                    let mut statement = raw
                        .prepare_cached("SELECT t.body FROM fts JOIN todos t ON t.id = fts.rowid WHERE fts MATCH ?1 ORDER BY rank LIMIT 200")
                        .unwrap();
                    let rows: Vec<String> =
                        statement.query_map([text], |r| r.get(0)).unwrap().map(Result::unwrap).collect();
                    std::hint::black_box(format!("[{}]", rows.join(",")));
                })
            },
        ],
    );
    row("search: two words", ours, &[theirs]);

    let [ours, theirs, rows, least] = turns(
        200,
        [
            &mut |i| {
                let body = json!({"title": format!("bench {i}")});
                timed(|| drop(http.json("POST", "/api/todos", Some(&body))))
            },
            &mut |i| {
                timed(|| {
                    raw.prepare_cached(CREATE).unwrap().execute([format!("bench {i}")]).unwrap();
                })
            },
            &mut |_| same.write_again(),
            &mut |i| {
                let body = json!({"title": format!("bench {i}")});
                timed(|| drop(bare.json("POST", "/todos", Some(&body))))
            },
        ],
    );
    row("create, synchronous=FULL", ours, &[theirs, rows, least]);

    let [ours, theirs, rows, least] = turns(
        200,
        [
            &mut |i| {
                let body = json!({"operations":[{"op":"complete","id": 1 + 3 * i}]});
                timed(|| drop(http.json("POST", "/api/edits", Some(&body))))
            },
            &mut |i| {
                let id = i64::try_from(1 + 3 * i).unwrap();
                timed(|| {
                    raw.prepare_cached(COMPLETE).unwrap().execute([id]).unwrap();
                })
            },
            &mut |_| same.write_again(),
            &mut |i| {
                let path = format!("/todos/{}/done", 2 + 3 * i);
                timed(|| drop(bare.json("PUT", &path, None)))
            },
        ],
    );
    row("complete, synchronous=FULL", ours, &[theirs, rows, least]);

    let creates = pages(&path, 40, |i| {
        let body = json!({"title": format!("counted {i}")});
        drop(http.json("POST", "/api/todos", Some(&body)));
    });
    let completes = pages(&path, 40, |i| {
        let body = json!({"operations":[{"op":"complete","id": 2 + 3 * i}]});
        drop(http.json("POST", "/api/edits", Some(&body)));
    });
    println!("| pages of 4 KB that one such call writes | create {creates:.1}, complete {completes:.1} | | | | | | |");

    let ids: Vec<i64> = (1_001..=2_000).collect();
    let mut asked = Vec::new();
    let [ours, theirs, rows] = turns(
        20,
        [
            &mut |i| {
                let mut body =
                    json!({"operations":[{"op":"bulk_update","where":{"ids":ids},"set":{"notes":format!("n{i}")}}]});
                asked.push(timed(|| {
                    let (status, answer) = http.call("POST", "/api/edits", Some(&body));
                    assert_eq!(status, 409);
                    let answer: Value = serde_json::from_slice(&answer).unwrap();
                    body["confirm"] = answer["details"]["token"].clone();
                }));
                timed(|| drop(http.call("POST", "/api/edits", Some(&body))))
            },
            &mut |i| {
                timed(|| {
                    let tx = raw.unchecked_transaction().unwrap();
                    {
                        let mut read = tx.prepare_cached("SELECT body FROM todos WHERE id = ?1").unwrap();
                        let mut keep =
                            tx.prepare_cached("INSERT INTO before_images (id, body) VALUES (?1, ?2)").unwrap();
                        let mut put = tx
                            .prepare_cached(
                                "UPDATE todos SET notes = ?2, body = json_set(body, '$.notes', ?2) WHERE id = ?1",
                            )
                            .unwrap();
                        for id in &ids {
                            let body: String = read.query_row([id], |r| r.get(0)).unwrap();
                            keep.execute((id, body)).unwrap();
                            put.execute((id, format!("n{i}"))).unwrap();
                        }
                    }
                    tx.commit().unwrap();
                })
            },
            &mut |_| same.write_again(),
        ],
    );
    row("bulk update of 1 000 with before-images, the apply", ours, &[theirs, rows]);
    asked.sort_unstable();
    row(
        "… and the question before it, confirmed by its token",
        (asked[asked.len() / 2], asked[asked.len() * 95 / 100]),
        &[],
    );

    let many: Vec<i64> = (1..=10_000).collect();
    let before = runtime.block_on(engine.head()).unwrap();
    let body = json!({"operations":[{"op":"bulk_update","where":{"ids":many},"set":{"priority":"high"}}]});
    let ours = sample(10, |_| drop(http.call("POST", "/api/llm/dryrun", Some(&body))));
    row("dry run of one operation on 10 000, no writes", ours, &[]);
    let each: Vec<Value> = many.iter().map(|id| json!({"op":"update","id":id,"priority":"high"})).collect();
    let body = json!({ "operations": each });
    let ours = sample(10, |_| drop(http.call("POST", "/api/llm/dryrun", Some(&body))));
    row("dry run of 10 000 operations, no writes", ours, &[]);
    assert_eq!(runtime.block_on(engine.head()).unwrap(), before, "a dry run wrote");

    let sentences = [
        "move call paint buy 17 to friday",
        "add buy stamps tomorrow at 9am",
        "complete review meeting milk 77",
        "what is due this week?",
        "delete the spaceship",
        "push kichen invoce to monday",
    ];
    let ours = sample(60, |i| drop(std::hint::black_box(engine.interpret(sentences[i % sentences.len()]))));
    row("planner alone (in process)", ours, &[]);

    let mut first = Vec::new();
    let ours = sample(40, |i| {
        let began = Instant::now();
        let run =
            http.json("POST", "/api/runs", Some(&json!({"message": format!("add buy stamps {i} tomorrow at 9am")})));
        http.send("GET", run["events"].as_str().unwrap(), None);
        assert_eq!(http.head().0, 200);
        let mut line = String::new();
        let mut seen = false;
        loop {
            line.clear();
            http.stream.read_line(&mut line).unwrap();
            if line.starts_with("event:") && !seen {
                seen = true;
                first.push(began.elapsed());
            }
            if line.starts_with("event: done") || line.starts_with("event:done") {
                break;
            }
        }
        // The rest of the chunked body, to its end.
        while line != "0\r\n" {
            line.clear();
            http.stream.read_line(&mut line).unwrap();
        }
        http.stream.read_line(&mut line).unwrap();
    });
    first.sort_unstable();
    row("run: first event", (first[first.len() / 2], first[first.len() * 95 / 100]), &[]);
    row("run: message to done", ours, &[]);
}

/// A copy of the product's database that is written by hand.
struct Same {
    from: rusqlite::Connection,
    to: rusqlite::Connection,
}

/// Tables, in the order in which they can be written, with what tells a row's age.
const TABLES: [(&str, &str, &str); 6] = [
    ("ledger", "seq", "INSERT"),
    ("ledger_todos", "seq", "INSERT"),
    ("change_sets", "id", "INSERT"),
    ("change_items", "set_id", "INSERT"),
    ("counters", "name", "REPLACE"),
    ("ledger_head", "one", "REPLACE"),
];

impl Same {
    fn new(dir: &std::path::Path, path: &std::path::Path) -> Self {
        let from = rusqlite::Connection::open(path).unwrap();
        let copy = dir.join("same.db");
        from.execute("VACUUM INTO ?1", [copy.to_str().unwrap()]).unwrap();
        let to = rusqlite::Connection::open(copy).unwrap();
        to.execute_batch(
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA cache_size=-4096",
        )
        .unwrap();
        to.set_prepared_statement_cache_capacity(50);
        Self { from, to }
    }

    /// Writes what the product has written since the last time. The time is that of writing alone.
    fn write_again(&self) -> Duration {
        let newest = |table: &str, key: &str| -> i64 {
            self.to.query_row(&format!("SELECT coalesce(max({key}), 0) FROM {table}"), [], |r| r.get(0)).unwrap()
        };
        let (seq, set) = (newest("ledger", "seq"), newest("change_sets", "id"));
        let read = |sql: &str| -> Vec<Vec<rusqlite::types::Value>> {
            let mut statement = self.from.prepare(sql).unwrap();
            let columns = statement.column_count();
            let rows = statement.query_map([], |r| (0..columns).map(|at| r.get(at)).collect()).unwrap();
            rows.map(Result::unwrap).collect()
        };
        let tables: Vec<_> = TABLES
            .iter()
            .map(|(table, key, verb)| {
                let after = match *key {
                    "seq" => format!("WHERE seq > {seq}"),
                    "id" | "set_id" => format!("WHERE {key} > {set}"),
                    _ => String::new(),
                };
                (*table, *verb, read(&format!("SELECT * FROM {table} {after}")))
            })
            .collect();
        assert!(!tables[0].2.is_empty(), "nothing was written");
        let todos = read(&format!(
            "SELECT * FROM todos WHERE id IN (SELECT todo FROM ledger_todos WHERE seq > {seq}) ORDER BY id"
        ));
        timed(|| {
            self.to.prepare_cached("BEGIN IMMEDIATE").unwrap().execute([]).unwrap();
            for (table, verb, rows) in &tables {
                for row in rows {
                    let values = vec!["?"; row.len()].join(", ");
                    let sql = format!("{verb} INTO {table} VALUES ({values})");
                    self.to.prepare_cached(&sql).unwrap().execute(rusqlite::params_from_iter(row)).unwrap();
                }
            }
            let upsert = "INSERT INTO todos VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET completed = excluded.completed, title = excluded.title, notes = excluded.notes, body = excluded.body";
            for row in &todos {
                self.to.prepare_cached(upsert).unwrap().execute(rusqlite::params_from_iter(row)).unwrap();
            }
            self.to.prepare_cached("COMMIT").unwrap().execute([]).unwrap();
        })
    }
}

/// A connection to the database of a program's own table.
fn own_table(dir: &std::path::Path) -> rusqlite::Connection {
    let raw = rusqlite::Connection::open(dir.join("raw.db")).unwrap();
    raw.execute_batch("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-4096").unwrap();
    raw
}

fn raw_database(dir: &std::path::Path, all: &[Todo]) -> rusqlite::Connection {
    let raw = own_table(dir);
    raw.execute_batch(
        "CREATE TABLE todos (id INTEGER PRIMARY KEY, scheduled TEXT, title TEXT, notes TEXT, body TEXT);
         CREATE INDEX todos_by_date ON todos (scheduled);
         CREATE TABLE before_images (id INTEGER, body TEXT);
         CREATE VIRTUAL TABLE fts USING fts5(title, notes, content='todos', content_rowid='id',
             tokenize='unicode61 remove_diacritics 2', prefix='2 3');
         CREATE TRIGGER i AFTER INSERT ON todos BEGIN
             INSERT INTO fts (rowid, title, notes) VALUES (new.id, new.title, new.notes); END;
         CREATE TRIGGER u AFTER UPDATE OF title, notes ON todos
         WHEN old.title IS NOT new.title OR old.notes IS NOT new.notes BEGIN
             INSERT INTO fts (fts, rowid, title, notes) VALUES ('delete', old.id, old.title, old.notes);
             INSERT INTO fts (rowid, title, notes) VALUES (new.id, new.title, new.notes); END;",
    )
    .unwrap();
    let tx = raw.unchecked_transaction().unwrap();
    for todo in all {
        tx.prepare_cached("INSERT INTO todos VALUES (?1, ?2, ?3, ?4, ?5)")
            .unwrap()
            .execute((
                todo.id.0,
                todo.scheduled_for.map(|d| d.to_string()),
                &todo.title,
                &todo.notes,
                serde_json::to_string(todo).unwrap(),
            ))
            .unwrap();
    }
    tx.commit().unwrap();
    raw
}
