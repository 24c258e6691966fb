//! The bars of the process itself (issue "Speed"): cold start with many todos, idle memory, and the
//! memory of 1 000 event streams, of the real binary.
//!
//! `cargo bench -p countersign --bench process [-- TODOS]`
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a measurement, not part of the product; it starts the product"
)]

use countersign_core::ids::TodoId;
use countersign_core::todo::{Status, Todo};
use countersign_store::Store;
use countersign_store_sqlite::SqliteStore;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const STREAMS: usize = 1_000;
const WORDS: [&str; 12] =
    ["call", "buy", "paint", "repair", "review", "send", "invoice", "kitchen", "report", "garden", "milk", "meeting"];

fn todo(id: i64) -> Todo {
    let word = |n: i64| WORDS[usize::try_from((id / n) % 12).unwrap()];
    let mut todo = Todo::new(
        TodoId(id),
        format!("01890000-0000-7000-8000-{id:012}"),
        format!("{} {} {} {}", word(1), word(12), word(144), id % 5000),
        jiff::Timestamp::UNIX_EPOCH,
    );
    todo.notes = if id % 4 == 0 { format!("about the {} and the {}", word(5), word(7)) } else { String::new() };
    todo.scheduled_for = Some("2026-11-21".parse().unwrap());
    if id % 3 == 0 {
        todo.status = Status::Done;
    }
    todo
}

/// The server, killed when dropped.
struct Server {
    child: Child,
    port: u16,
    token: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    /// Started, and one todo read from it; with the time that took.
    fn start(data: &Path) -> (Self, Duration) {
        let began = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_countersign"))
            .args(["--data", data.to_str().unwrap(), "--json", "serve", "--port", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let said: Value = serde_json::from_str(&line).unwrap();
        let port = u16::try_from(said["port"].as_u64().unwrap()).unwrap();
        let server = Self { child, port, token: said["token"].as_str().unwrap().to_owned() };
        let mut stream = server.ask("/api/todos/all?ids=1");
        let mut head = [0; 15];
        stream.read_exact(&mut head).unwrap();
        assert_eq!(&head, b"HTTP/1.1 200 OK");
        (server, began.elapsed())
    }

    fn ask(&self, path: &str) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let (port, token) = (self.port, &self.token);
        let head = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        stream
    }

    /// Resident memory in MB.
    fn resident(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|l| l.starts_with("VmRSS:")).unwrap();
        let kib: f64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
        kib / 1024.0
    }
}

fn fill(data: &Path, count: i64) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let store = SqliteStore::open(data.join("countersign.db")).await.unwrap();
        let mut tx = store.begin().await.unwrap();
        tx.reserve_todo_ids(u32::try_from(count).unwrap()).await.unwrap();
        let all: Vec<Todo> = (1..=count).map(todo).collect();
        tx.put_todos(&all.iter().collect::<Vec<_>>()).await.unwrap();
        tx.commit().await.unwrap();
        store.close().await;
    });
}

fn main() {
    let count = std::env::args().filter_map(|a| a.parse().ok()).next().unwrap_or(100_000);
    for todos in [10, count] {
        let dir = tempfile::tempdir().unwrap();
        fill(dir.path(), todos);
        let mut starts: Vec<Duration> = (0..7).map(|_| Server::start(dir.path()).1).collect();
        starts.sort_unstable();
        println!(
            "cold start to the first answer, {todos} todos: median {:.0} ms, worst {:.0} ms",
            starts[starts.len() / 2].as_secs_f64() * 1e3,
            starts[starts.len() - 1].as_secs_f64() * 1e3
        );
        let (server, _) = Server::start(dir.path());
        std::thread::sleep(Duration::from_secs(2));
        println!("idle memory, {todos} todos: {:.1} MB", server.resident());
    }
    let dir = tempfile::tempdir().unwrap();
    fill(dir.path(), 10);
    let (server, _) = Server::start(dir.path());
    let mut streams: Vec<BufReader<TcpStream>> =
        (0..STREAMS).map(|_| BufReader::with_capacity(512, server.ask("/api/events"))).collect();
    for stream in &mut streams {
        let mut line = String::new();
        stream.read_line(&mut line).unwrap();
        assert_eq!(line, "HTTP/1.1 200 OK\r\n");
    }
    println!("{STREAMS} event streams open: {:.1} MB", server.resident());
    // One write, which every stream is told of.
    let body = r#"{"title":"told to all"}"#;
    let mut writer = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    write!(
        writer,
        "POST /api/todos HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        server.port,
        server.token,
        body.len()
    )
    .unwrap();
    for stream in &mut streams {
        let mut line = String::new();
        while !line.contains("\"seq\":1") {
            line.clear();
            assert_ne!(stream.read_line(&mut line).unwrap(), 0, "a stream ended");
        }
    }
    println!("{STREAMS} event streams that were told of a write: {:.1} MB", server.resident());
}
