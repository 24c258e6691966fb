//! The bars of files (issue "Files and commands by signature") of the real binary: 100 files applied
//! against the same written by hand, and the memory that a 20 MB file and a diff of 10 000 lines take.
//!
//! `cargo bench -p countersign --bench files [-- FOLDER]`; FOLDER decides on which disk.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a measurement, not part of the product; it starts the product"
)]

use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const FILES: usize = 100;
const ROUNDS: usize = 15;
/// The largest file that is changed here.
const LARGE: usize = 20_000_000;
const LINES: usize = 10_000;

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
    fn start(data: &Path, root: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_countersign"))
            .args(["--data", data.to_str().unwrap(), "--json", "serve", "--port", "0", "--workspace"])
            .arg(root)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let said: Value = serde_json::from_str(&line).unwrap();
        let port = u16::try_from(said["port"].as_u64().unwrap()).unwrap();
        Self { child, port, token: said["token"].as_str().unwrap().to_owned() }
    }

    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let (status, answer) = self.ask(method, path, body);
        assert!(status.starts_with('2'), "{method} {path}: {answer:.400}");
        answer
    }

    /// The status and the answer.
    fn ask(&self, method: &str, path: &str, body: &Value) -> (String, Value) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (port, token, length) = (self.port, &self.token, body.len());
        write!(
            stream,
            "{method} {path} HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap_or_default().to_owned(), serde_json::from_str(body).unwrap())
    }

    fn propose(&self, operations: &[Value]) -> Value {
        let set = self.call("POST", "/api/change-sets", &json!({ "operations": operations }));
        assert!(set["items"].as_array().unwrap().iter().all(|i| i["problems"] == json!([])), "{set:.400}");
        set
    }

    fn apply(&self, set: &Value) -> Duration {
        let sign: Vec<Value> =
            set["items"].as_array().unwrap().iter().map(|i| json!({ "item": i["n"], "digest": i["digest"] })).collect();
        let mut body = json!({ "digest": set["digest"], "sign": sign });
        let path = format!("/api/change-sets/{}/apply", set["id"]);
        // Many files want a second yes, which a person gives before the work begins.
        let mut began = Instant::now();
        let (mut status, mut receipt) = self.ask("POST", &path, &body);
        if receipt["error"] == "confirmation_required" {
            body["confirm"] = receipt["details"]["token"].clone();
            began = Instant::now();
            (status, receipt) = self.ask("POST", &path, &body);
        }
        let took = began.elapsed();
        assert!(status.starts_with('2'), "{receipt:.400}");
        assert_eq!(receipt["outcome"], "applied", "{receipt:.400}");
        took
    }

    /// The most memory it ever had, in MB.
    fn peak(&self) -> f64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|l| l.starts_with("VmHWM:")).unwrap();
        let kib: f64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
        kib / 1024.0
    }
}

fn text(file: usize, round: usize) -> String {
    (0..40).map(|line| format!("file {file} line {line} of round {round}\n")).collect()
}

fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// Temp, fsync, rename of each, and the folder once.
fn by_hand(root: &Path, round: usize) -> Duration {
    let texts: Vec<String> = (0..FILES).map(|n| text(n, round)).collect();
    let began = Instant::now();
    for (n, text) in texts.iter().enumerate() {
        let temp = root.join(format!(".{n}.tmp"));
        let mut file = File::create_new(&temp).unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file.sync_all().unwrap();
        fs::rename(&temp, root.join(format!("{n}.txt"))).unwrap();
    }
    File::open(root).unwrap().sync_all().unwrap();
    began.elapsed()
}

fn median(mut all: Vec<Duration>) -> f64 {
    all.sort_unstable();
    all[all.len() / 2].as_secs_f64() * 1e3
}

fn hundred_files(folder: &Path) {
    let (root, data, other) = (folder.join("project"), folder.join("data"), folder.join("by-hand"));
    for made in [&root, &data, &other] {
        fs::create_dir_all(made).unwrap();
    }
    by_hand(&root, 0);
    by_hand(&other, 0);
    let server = Server::start(&data, &root);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for round in 1..=ROUNDS {
        let operations: Vec<Value> = (0..FILES)
            .map(|n| json!({ "op": "write_file", "path": format!("{n}.txt"), "base": hash(&text(n, round - 1)), "content": text(n, round) }))
            .collect();
        let set = server.propose(&operations);
        ours.push(server.apply(&set));
        theirs.push(by_hand(&other, round));
    }
    let (ours, theirs) = (median(ours), median(theirs));
    println!(
        "apply of {FILES} files: {ours:.1} ms, by hand {theirs:.1} ms: {:.2} times (bar 1.5), medians of {ROUNDS}",
        ours / theirs
    );
}

fn large(folder: &Path) {
    let (root, data) = (folder.join("large"), folder.join("large-data"));
    for made in [&root, &data] {
        fs::create_dir_all(made).unwrap();
    }
    let line = "a line of a large file, which is like any other of it in all but this number: ";
    let old: String = (0..).map(|n| format!("{line}{n}\n")).take(LARGE / (line.len() + 9)).collect();
    fs::write(root.join("large.txt"), &old).unwrap();
    let many: String = (0..LINES).map(|n| format!("old line {n}\n")).collect();
    fs::write(root.join("many.txt"), &many).unwrap();
    {
        let server = Server::start(&data, &root);
        let began = Instant::now();
        let edit = format!("<<<<<<< SEARCH\n{line}77\n=======\n{line}seventy-seven\n>>>>>>> REPLACE\n");
        let set =
            server.propose(&[json!({ "op": "edit_file", "path": "large.txt", "base": hash(&old), "edit": edit })]);
        let proposed = began.elapsed();
        let shown = Instant::now();
        let diff = server.call("GET", &format!("/api/change-sets/{}/items/1/diff", set["id"]), &Value::Null);
        assert_eq!(diff["diff"]["added"], 1);
        let shown = shown.elapsed();
        let applied = server.apply(&set);
        println!(
            "a file of {:.1} MB: proposed in {proposed:.0?}, shown in {shown:.0?}, applied in {applied:.0?}; at most {:.0} MB (bar 200)",
            old.len() as f64 / 1e6,
            server.peak()
        );
    }
    let server = Server::start(&data, &root);
    let new: String = (0..LINES).map(|n| format!("new line {n}, with words\n")).collect();
    let began = Instant::now();
    let set = server.propose(&[json!({ "op": "write_file", "path": "many.txt", "base": hash(&many), "content": new })]);
    let proposed = began.elapsed();
    let began = Instant::now();
    let diff = server.call("GET", &format!("/api/change-sets/{}/items/1/diff", set["id"]), &Value::Null);
    assert_eq!(diff["diff"]["added"], LINES);
    let shown = began.elapsed();
    let applied = server.apply(&set);
    println!(
        "a diff of {} lines: proposed in {proposed:.0?}, shown in {shown:.0?}, applied in {applied:.0?}; at most {:.0} MB (bar 200)",
        2 * LINES,
        server.peak()
    );
}

fn main() {
    let given = std::env::args().skip(1).find(|a| !a.starts_with('-'));
    let dir = match given {
        Some(folder) => tempfile::tempdir_in(folder).unwrap(),
        None => tempfile::tempdir().unwrap(),
    };
    let folder = dir.path().canonicalize().unwrap();
    hundred_files(&folder);
    large(&folder);
}
