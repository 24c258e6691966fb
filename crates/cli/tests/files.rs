//! Files under signature on a real server that is killed at, or fails in, each system call of an
//! apply: `strace` attaches to it, so that only what the apply does is counted.
#![cfg(target_os = "linux")]

mod after;
mod failing;
mod killed;

use crate::world::{Server, http, passed_over, works};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Everything in a folder: content and permission bits by path; folders do not count.
type Files = BTreeMap<String, (Vec<u8>, u32)>;

fn files(root: &Path) -> Files {
    let mut found = Files::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let mode = fs::metadata(&path).unwrap().permissions().mode() & 0o7777;
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
                found.insert(name, (fs::read(&path).unwrap(), mode));
            }
        }
    }
    found
}

fn put(root: &Path, files: &Files) {
    for (path, (content, mode)) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(*mode)).unwrap();
    }
}

fn of(list: &[(&str, &str, u32)]) -> Files {
    list.iter().map(|(path, text, mode)| ((*path).to_owned(), (text.as_bytes().to_vec(), *mode))).collect()
}

fn old() -> Files {
    of(&[
        ("edit.txt", "one\ntwo\n", 0o640),
        ("gone.txt", "going\n", 0o644),
        ("from.txt", "moving\n", 0o600),
        ("sub/run.sh", "#!/bin/sh\n", 0o644),
        ("sub/other.txt", "untouched\n", 0o444),
    ])
}

fn new() -> Files {
    of(&[
        ("edit.txt", "one\nTWO\n", 0o640),
        ("made/deep/new.txt", "new\n", 0o644),
        ("sub/to.txt", "moving\n", 0o600),
        ("sub/run.sh", "#!/bin/sh\n", 0o755),
        ("sub/other.txt", "untouched\n", 0o444),
    ])
}

fn operations() -> Value {
    let base = |text: &str| blake3::hash(text.as_bytes()).to_hex().to_string();
    json!([
        { "op": "write_file", "path": "edit.txt", "base": base("one\ntwo\n"), "content": "one\nTWO\n" },
        { "op": "write_file", "path": "made/deep/new.txt", "content": "new\n" },
        { "op": "delete_file", "path": "gone.txt", "base": base("going\n") },
        { "op": "rename_file", "path": "from.txt", "base": base("moving\n"), "to": "sub/to.txt" },
        { "op": "chmod_file", "path": "sub/run.sh", "base": base("#!/bin/sh\n"), "mode": "755" },
        { "op": "create", "title": "linked", "needs": [1, 4] },
    ])
}

/// A folder with its set proposed, and the data as it then was, to begin from again and again.
struct Project {
    dir: tempfile::TempDir,
    root: PathBuf,
    proposed: Files,
    old: Files,
}

impl Project {
    fn new() -> Self {
        Self::at(tempfile::tempdir().unwrap(), None, old(), &operations())
    }

    fn at(dir: tempfile::TempDir, root: Option<PathBuf>, old: Files, operations: &Value) -> Self {
        let root = root.unwrap_or_else(|| dir.path().join("project"));
        fs::create_dir_all(&root).unwrap();
        put(&root, &old);
        let data = dir.path().join("data");
        let mut server = Server::start(&data);
        let ask = |path: &str, body: &Value| http(server.port, &server.token, "POST", path, Some(body), None).unwrap();
        let (status, body) = ask("/api/workspaces", &json!({ "root": root }));
        assert!(status < 300, "{body}");
        let (status, set) = ask("/api/change-sets", &json!({ "operations": operations }));
        assert!(status < 300, "{set}");
        assert!(set["items"].as_array().unwrap().iter().all(|i| i["problems"] == json!([])), "{set}");
        server.stop();
        let proposed = files(&data);
        Self { dir, root, proposed, old }
    }

    fn data(&self) -> PathBuf {
        self.dir.path().join("data")
    }

    /// Everything as it was when the set had just been proposed.
    fn reset(&self) {
        for folder in [&self.root, &self.data()] {
            let _ = fs::remove_dir_all(folder);
            fs::create_dir(folder).unwrap();
        }
        put(&self.root, &self.old);
        put(&self.data(), &self.proposed);
    }

    /// What an apply made beside files, still there.
    fn left(&self) -> Vec<String> {
        files(&self.root).into_keys().filter(|path| path.contains(".countersign-")).collect()
    }
}

/// Requests about the first set.
struct Client<'s>(&'s Server);

impl Client<'_> {
    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Option<(u16, Value)> {
        http(self.0.port, &self.0.token, method, path, body, None)
    }

    fn get(&self, path: &str) -> Value {
        let (status, body) = self.ask("GET", path, None).unwrap();
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    /// Signs all items of a set and applies them; `None` when the server dies over it.
    fn apply(&self, set: &Value) -> Option<(u16, Value)> {
        self.apply_as(set, "atomic")
    }

    fn apply_as(&self, set: &Value, mode: &str) -> Option<(u16, Value)> {
        let waits = |i: &&Value| i["status"] != "applied";
        let items = set["items"].as_array().unwrap().iter().filter(waits);
        let sign: Vec<Value> = items.map(|i| json!({ "item": i["n"], "digest": i["digest"] })).collect();
        let body = json!({ "digest": set["digest"], "sign": sign, "mode": mode });
        self.ask("POST", &format!("/api/change-sets/{}/apply", set["id"]), Some(&body))
    }

    fn set(&self) -> Value {
        self.get("/api/change-sets/1")
    }

    fn statuses(&self) -> Vec<String> {
        let set = self.set();
        let mut all: Vec<String> =
            set["items"].as_array().unwrap().iter().map(|i| i["status"].as_str().unwrap().to_owned()).collect();
        all.dedup();
        all
    }

    fn todos(&self) -> usize {
        self.get("/api/todos/all")["todos"].as_array().unwrap().len()
    }

    fn sound(&self, what: &str) {
        let verified = self.get("/api/ledger/verify");
        assert_eq!(verified["ok"], json!(true), "{what}: {verified}");
    }

    /// The set is applied, taken back and applied once more, whatever became of it before.
    fn goes_on(&self, project: &Project, what: &str) {
        if self.statuses() != ["applied"] {
            let (status, receipt) = self.apply(&self.set()).unwrap();
            assert_eq!((status, &receipt["outcome"]), (200, &json!("applied")), "{what}: {receipt}");
        }
        assert_eq!((files(&project.root), self.todos()), (new(), 1), "{what}");
        let entry = self.get("/api/ledger?kind=applied")["entries"][0]["seq"].clone();
        let (status, undo) = self.ask("POST", &format!("/api/ledger/{entry}/undo"), Some(&json!({}))).unwrap();
        assert!(status < 300, "{what}: {undo}");
        let (status, receipt) = self.apply(&undo).unwrap();
        assert_eq!((status, &receipt["outcome"]), (200, &json!("applied")), "{what}: {receipt}");
        assert_eq!((files(&project.root), self.todos()), (project.old.clone(), 0), "{what}");
        assert!(!project.root.join("made").exists(), "{what}: a folder was left");
        self.sound(what);
    }
}

/// `strace` on a running server, with faults in it.
struct Tracer(Child);

impl Tracer {
    fn attach(server: &Server, inject: &[String]) -> Self {
        let mut command = Command::new("strace");
        command.args(["-f", "-o", "/dev/null", "-p", &server.pid().to_string()]);
        for one in inject {
            command.args(["-e", &format!("inject={one}")]);
        }
        Self::begin(command)
    }

    /// Writes down these calls, with the paths of what they are about.
    fn watch(server: &Server, calls: &str, to: &Path) -> Self {
        let mut command = Command::new("strace");
        command.args(["-f", "-y", "-s", "300", "-e", &format!("trace={calls}"), "-o"]).arg(to);
        command.args(["-p", &server.pid().to_string()]);
        Self::begin(command)
    }

    fn begin(mut command: Command) -> Self {
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        // It says so when it is there.
        let mut told = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        told.read_line(&mut line).unwrap();
        assert!(line.contains("attached"), "{line}");
        std::thread::spawn(move || told.lines().for_each(drop));
        Self(child)
    }

    /// Lets the server go on without faults.
    fn detach(mut self) {
        assert!(Command::new("kill").args(["-INT", &self.0.id().to_string()]).status().unwrap().success());
        self.0.wait().unwrap();
    }
}

fn can_trace() -> bool {
    let can = works(Command::new("strace").args(["-f", "-o", "/dev/null", "true"]));
    if !can {
        passed_over("strace cannot trace");
    }
    can
}

/// Kills the server in the middle of an apply, at this rename.
fn cut_off(project: &Project, rename: u32) {
    let (answer, lived) = apply_under(project, &[format!("renameat2:signal=SIGKILL:when={rename}")]);
    assert!(!lived && answer.is_none());
}

/// Applies under faults that may kill the server. Says what was acknowledged, and whether it lived.
fn apply_under(project: &Project, inject: &[String]) -> (Option<(u16, Value)>, bool) {
    project.reset();
    let mut server = Server::start(&project.data());
    let set = Client(&server).set();
    let tracer = Tracer::attach(&server, inject);
    let answer = Client(&server).apply(&set);
    let lived = answer.is_some() && server.alive();
    if lived {
        tracer.detach();
        server.kill();
    } else {
        server.wait();
        let mut tracer = tracer;
        tracer.0.wait().unwrap();
    }
    (answer, lived)
}

/// What a start makes of a kill: all or nothing, nothing left over, and all goes on from there.
fn ends_well(project: &Project, answer: Option<&(u16, Value)>, what: &str) {
    let rebuilt =
        crate::world::run(crate::world::binary().args(["rebuild", "--json", "--data"]).arg(project.data()), b"");
    assert_eq!((rebuilt.code, &rebuilt.json()["equal"]), (0, &json!(true)), "{what}: {rebuilt:?}");
    let server = Server::start(&project.data());
    let client = Client(&server);
    let (statuses, now, todos) = (client.statuses(), files(&project.root), client.todos());
    if statuses == ["applied"] {
        assert_eq!((now, todos), (new(), 1), "{what}");
    } else {
        assert!(answer.is_none_or(|(_, receipt)| receipt["outcome"] != "applied"), "{what}: acknowledged and gone");
        assert!(
            statuses == ["pending"] || statuses == ["failed"] || statuses == ["confirmed"],
            "{what}: {statuses:?} {}",
            client.set()
        );
        assert_eq!((now, todos), (project.old.clone(), 0), "{what}: {statuses:?}");
        assert!(!project.root.join("made").exists(), "{what}: a folder was left");
    }
    client.goes_on(project, what);
}

const EXCHANGES: [&str; 10] =
    ["renameat2", "unlinkat", "mkdirat", "fchmod", "fadvise64", "fsync", "fdatasync", "openat", "pwrite64", "write"];

/// Where names cannot be exchanged: a rename takes other calls.
const PLAIN: [&str; 3] = ["renameat", "linkat", "unlinkat"];

/// At which calls the server is killed: each, or every so manieth where there are many.
fn steps(call: &str) -> usize {
    match call {
        "renameat2" | "linkat" | "renameat" | "mkdirat" => 1,
        "unlinkat" | "fchmod" | "fadvise64" | "fsync" => 2,
        "fdatasync" => 3,
        _ => 9,
    }
}

impl Client<'_> {
    /// As [`Client::goes_on`], where the database can be written again without a start.
    fn goes_on_if_it_can(&self, project: &Project, what: &str) -> Option<()> {
        if self.statuses() != ["applied"] {
            let (status, receipt) = self.apply(&self.set()).unwrap();
            if status >= 500 || receipt["outcome"] != "applied" {
                return None;
            }
        }
        self.goes_on(project, what);
        Some(())
    }
}

/// The terminal on the project's data, with no server.
fn terminal(project: &Project, args: &[&str]) -> crate::world::Ran {
    crate::world::run(crate::world::binary().args(args).arg("--data").arg(project.data()), b"")
}
