//! Files under signature on a real server that is killed at, or fails in, each system call of an
//! apply: `strace` attaches to it, so that only what the apply does is counted.
#![cfg(target_os = "linux")]

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
        let sign: Vec<Value> =
            set["items"].as_array().unwrap().iter().map(|i| json!({ "item": i["n"], "digest": i["digest"] })).collect();
        let body = json!({ "digest": set["digest"], "sign": sign });
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

#[test]
fn a_kill_at_any_call_of_an_apply_leaves_all_or_nothing() {
    if !can_trace() {
        return;
    }
    let long = std::env::var("COUNTERSIGN_LONG").is_ok_and(|v| v == "1");
    let project = Project::new();
    let mut kills = 0;
    for (calls, faults) in [(&EXCHANGES[..], &[][..]), (&PLAIN[..], &["renameat2:error=EINVAL".to_owned()][..])] {
        for call in calls {
            let step = if long { 1 } else { steps(call) };
            let mut n = 1;
            loop {
                let inject: Vec<String> =
                    faults.iter().cloned().chain([format!("{call}:signal=SIGKILL:when={n}")]).collect();
                let what = inject.join(" ");
                let (answer, lived) = apply_under(&project, &inject);
                if lived {
                    assert_eq!(
                        answer.as_ref().map(|(_, r)| &r["outcome"]),
                        Some(&json!("applied")),
                        "{what}: {answer:?}"
                    );
                    assert_eq!(files(&project.root), new(), "{what}");
                    break;
                }
                ends_well(&project, answer.as_ref(), &what);
                kills += 1;
                n += step;
            }
        }
    }
    assert!(kills >= 20, "only {kills}: the calls are not those of the protocol any more");
}

/// What a start does after a kill may be killed as well.
#[test]
fn a_kill_while_an_apply_is_ended_leaves_all_or_nothing() {
    if !can_trace() {
        return;
    }
    let project = Project::new();
    let long = std::env::var("COUNTERSIGN_LONG").is_ok_and(|v| v == "1");
    for (call, first) in [("renameat2", 3), ("unlinkat", 1), ("fsync", 4)] {
        for n in (1..40).step_by(if long { 1 } else { 3 }) {
            let (answer, lived) = apply_under(&project, &["renameat2:signal=SIGKILL:when=3".to_owned()]);
            assert!(!lived && answer.is_none());
            let mut ended = Command::new("strace");
            ended.args(["-f", "-o", "/dev/null", "-e", &format!("inject={call}:signal=SIGKILL:when={n}")]);
            ended.arg(env!("CARGO_BIN_EXE_countersign")).args(["rebuild", "--json", "--data"]).arg(project.data());
            let done = works(&mut ended);
            ends_well(&project, None, &format!("{call} {first}, then {n}"));
            if done {
                break;
            }
        }
    }
}

#[test]
fn a_call_that_fails_leaves_all_as_it_was_and_says_so() {
    if !can_trace() {
        return;
    }
    let project = Project::new();
    let cases: &[(&[&str], u16, &str)] = &[
        (&["renameat2:error=EIO:when=1+"], 200, "rolled_back"),
        (&["renameat2:error=ENOSPC:when=1+"], 200, "rolled_back"),
        (&["renameat2:error=EXDEV:when=3"], 200, "rolled_back"),
        (&["renameat2:error=EPERM:when=5"], 200, "rolled_back"),
        (&["renameat2:error=EROFS:when=1"], 200, "rolled_back"),
        (&["fchmod:error=EPERM:when=1+"], 200, "rolled_back"),
        (&["mkdirat:error=EACCES:when=1+"], 200, "rolled_back"),
        (&["mkdirat:error=ENOSPC:when=2"], 200, "rolled_back"),
        // Advice that is not taken costs time alone.
        (&["fadvise64:error=EINVAL:when=1+"], 200, "applied"),
        // Other file systems know fewer kinds of rename.
        (&["renameat2:error=EINVAL"], 200, "applied"),
        (&["renameat2:error=ENOSYS"], 200, "applied"),
        (&["renameat2:error=EINVAL", "linkat:error=EPERM"], 200, "applied"),
        (&["renameat2:error=EINVAL", "linkat:error=EIO:when=1"], 200, "rolled_back"),
    ];
    for (inject, status, outcome) in cases {
        let what = inject.join(" ");
        project.reset();
        let server = Server::start(&project.data());
        let client = Client(&server);
        let set = client.set();
        let tracer = Tracer::attach(&server, &inject.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>());
        let (code, receipt) = client.apply(&set).unwrap();
        tracer.detach();
        assert_eq!((code, receipt["outcome"].as_str()), (*status, Some(*outcome)), "{what}: {receipt}");
        if *outcome == "rolled_back" {
            assert_eq!((files(&project.root), client.todos()), (old(), 0), "{what}");
            assert_eq!(client.statuses(), ["pending"], "{what}: what was put back can be decided again");
            let problem = &receipt["results"][0]["problem"];
            assert_eq!(problem["code"], json!("file_failed"), "{what}: {receipt}");
            assert!(problem["hint"].as_str().unwrap().contains("Nothing has been changed"), "{what}: {receipt}");
            assert!(!project.root.join("made").exists(), "{what}: a folder was left");
        } else {
            assert_eq!(files(&project.root), new(), "{what}");
        }
        // The same server goes on.
        client.goes_on(&project, &what);
    }
}

#[test]
fn what_cannot_be_put_back_stays_open_and_is_ended_later() {
    if !can_trace() {
        return;
    }
    let project = Project::new();
    project.reset();
    let server = Server::start(&project.data());
    let client = Client(&server);
    let set = client.set();
    // Two are in place when renames begin to fail, and stay failing.
    let tracer = Tracer::attach(&server, &["renameat2:error=EIO:when=3+".to_owned()]);
    let (status, receipt) = client.apply(&set).unwrap();
    tracer.detach();
    // Faults are counted by thread: another one may have put all back at once.
    let open = (status, &receipt["error"]) == (500, &json!("needs_recovery"));
    assert!(open || receipt["outcome"] == "rolled_back", "{status} {receipt}");
    assert_eq!(
        client.statuses(),
        [if open { "applying" } else { "pending" }],
        "nothing is ended before it is known how"
    );
    let found: Vec<Vec<u8>> = files(&project.root).into_values().map(|(content, _)| content).collect();
    assert!(old().into_values().all(|(content, _)| found.contains(&content)), "an old content is gone");
    assert_eq!(client.todos(), 0, "what needs a file is not done without it");
    client.sound("renames failed");
    // Asked again when nothing is in the way any more, the same server ends it first.
    let (status, receipt) = client.apply(&client.set()).unwrap();
    assert!(status == 409 || receipt["outcome"] == "applied", "{status} {receipt}");
    client.goes_on(&project, "renames failed");
    assert!(project.left().is_empty());
}

/// What was displaced and cannot be removed accuses nobody, and goes at the next start.
#[test]
fn what_cannot_be_removed_is_removed_later() {
    if !can_trace() {
        return;
    }
    let project = Project::new();
    project.reset();
    let mut server = Server::start(&project.data());
    let client = Client(&server);
    let set = client.set();
    let tracer = Tracer::attach(&server, &["unlinkat:error=EIO:when=1+".to_owned()]);
    let (_, receipt) = client.apply(&set).unwrap();
    tracer.detach();
    assert_eq!(receipt["outcome"], json!("applied"), "{receipt}");
    let told = receipt["results"].as_array().unwrap().iter().find(|result| !result["problem"].is_null());
    assert_eq!(told, None, "nobody wrote anything");
    assert!(!project.left().is_empty(), "nothing could be removed");
    server.kill();
    let server = Server::start(&project.data());
    assert_eq!((project.left(), files(&project.root)), (Vec::new(), new()));
    Client(&server).goes_on(&project, "removals failed");
}

/// The folder has all that is needed to put a half-done apply back: the store is not asked.
#[test]
fn a_kill_is_put_back_without_the_stored_contents() {
    if !can_trace() {
        return;
    }
    let project = Project::new();
    for n in 1..=5 {
        cut_off(&project, n);
        let mut damage = Command::new("sqlite3");
        damage.arg(project.data().join("countersign.db")).arg("DELETE FROM blobs");
        if !works(&mut damage) {
            return passed_over("there is no sqlite3");
        }
        let shown = terminal(&project, &["show", "1"]);
        assert!(shown.out.contains("All of them are as they were before"), "{n}: {shown:?}");
        assert_eq!((project.left(), files(&project.root)), (Vec::new(), old()), "{n}");
    }
}

/// What an apply of many files asks of the system, in order.
#[test]
fn many_files_go_to_the_disk_together_and_before_any_is_put_in_place() {
    const MANY: usize = 40;
    if !can_trace() {
        return;
    }
    let was: Vec<(String, String)> = (0..MANY).map(|n| (format!("in/{n}.txt"), format!("old {n}\n"))).collect();
    let was: Files = was.into_iter().map(|(path, text)| (path, (text.into_bytes(), 0o644))).collect();
    let operations: Vec<Value> = was
        .iter()
        .map(|(path, (text, _))| json!({ "op": "write_file", "path": path, "base": blake3::hash(text).to_hex().to_string(), "content": format!("new {path}\n") }))
        .collect();
    let project = Project::at(tempfile::tempdir().unwrap(), None, was, &json!(operations));
    let server = Server::start(&project.data());
    let client = Client(&server);
    let set = client.set();
    let trace = project.dir.path().join("trace");
    let tracer = Tracer::watch(&server, "open,openat,fadvise64,fsync,renameat2", &trace);
    let (status, receipt) = client.apply(&set).unwrap();
    tracer.detach();
    assert_eq!((status, &receipt["outcome"]), (200, &json!("applied")), "{receipt}");
    let trace = fs::read_to_string(trace).unwrap();
    let at = |call: &str, of: &str| -> Vec<usize> {
        let meant = |line: &str| line.contains(&format!(" {call}(")) && line.contains(of);
        trace.lines().enumerate().filter(|(_, line)| meant(line)).map(|(n, _)| n).collect()
    };
    let (begun, synced, placed) = (at("fadvise64", ".tmp>"), at("fsync", ".tmp>"), at("renameat2", ".tmp\""));
    assert_eq!((begun.len(), synced.len(), placed.len()), (MANY, MANY, MANY), "{trace}");
    assert!(begun.last() < synced.first(), "the first was waited for before the last was begun: {trace}");
    assert!(synced.last() < placed.first(), "one was put in place before all were on the disk: {trace}");
    let folders = at("fsync", "/in>");
    assert_eq!(folders.len(), 1, "a folder is synced once: {trace}");
    assert!(placed.last() < folders.first(), "{trace}");
    let opened = at("openat", "").len() + at("open", "").len();
    assert!(opened < 9 * MANY, "{opened} opened for {MANY} files");
}

/// The database fails once the files are in place: they are put back, and the same server can apply
/// the set when the database can be written again.
#[test]
fn files_follow_the_database() {
    if !can_trace() {
        return;
    }
    let project = Project::new();
    let (mut failed, mut lived) = (0, 0);
    for call in ["fdatasync:error=EIO", "fsync:error=EIO", "pwrite64:error=ENOSPC"] {
        for n in [1, 2, 3, 5, 8, 13, 21, 34] {
            let what = format!("{call}:when={n}+");
            project.reset();
            let server = Server::start(&project.data());
            let client = Client(&server);
            let set = client.set();
            let tracer = Tracer::attach(&server, std::slice::from_ref(&what));
            let (status, receipt) = client.apply(&set).unwrap();
            tracer.detach();
            if status == 200 {
                // The sync of a file or folder failed, not of the database.
                let back = call.starts_with("fsync") && receipt["outcome"] == "rolled_back";
                assert!(back || receipt["outcome"] == "applied", "{what}: {receipt}");
                assert_eq!(files(&project.root), if back { old() } else { new() }, "{what}");
                lived += 1;
            } else {
                assert!(status >= 500, "{what}: {status} {receipt}");
                failed += 1;
            }
            let mut server = server;
            // Some faults last until the database is opened again; then the set's end is stored.
            if Client(&server).goes_on_if_it_can(&project, &what).is_none() {
                server.kill();
                ends_well(&project, (status == 200).then_some(&(status, receipt)), &what);
            }
        }
    }
    assert!(failed > 3, "{failed} failed, {lived} did not");
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

#[test]
fn a_folder_that_another_program_of_ours_changes_is_busy() {
    let project = Project::new();
    project.reset();
    let server = Server::start(&project.data());
    let client = Client(&server);
    let held = fs::File::open(&project.root).unwrap();
    held.lock().unwrap();
    let (status, refused) = client.apply(&client.set()).unwrap();
    assert_eq!((status, &refused["error"]), (503, &json!("busy")), "{refused}");
    assert!(refused["hint"].as_str().unwrap().contains("Nothing has been changed"), "{refused}");
    assert_eq!((files(&project.root), client.statuses()), (old(), vec!["pending".to_owned()]));
    drop(held);
    client.goes_on(&project, "busy");
}

#[test]
fn a_full_disk_under_the_workspace_changes_nothing() {
    let disk = tempfile::tempdir().unwrap();
    if !works(Command::new("mount").args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"]).arg(disk.path())) {
        return passed_over("tmpfs cannot be mounted");
    }
    let root = disk.path().join("project");
    let project = Project::at(tempfile::tempdir().unwrap(), Some(root.clone()), old(), &operations());
    let server = Server::start(&project.data());
    let client = Client(&server);
    let filler = disk.path().join("filler");
    let _ = fs::write(&filler, vec![0; 2 << 20]);
    let (status, receipt) = client.apply(&client.set()).unwrap();
    assert_eq!((status, &receipt["outcome"]), (200, &json!("rolled_back")), "{receipt}");
    assert_eq!(receipt["results"][0]["problem"]["code"], json!("file_failed"), "{receipt}");
    assert_eq!((files(&root), client.todos()), (old(), 0));
    fs::remove_file(&filler).unwrap();
    client.goes_on(&project, "full disk");
    drop(server);
    let _ = Command::new("umount").arg("--lazy").arg(disk.path()).status();
}

/// The terminal on the project's data, with no server.
fn terminal(project: &Project, args: &[&str]) -> crate::world::Ran {
    crate::world::run(crate::world::binary().args(args).arg("--data").arg(project.data()), b"")
}

#[test]
fn what_a_kill_left_waits_again_and_is_signed_as_a_whole() {
    if !can_trace() {
        return;
    }
    let project = Project::new();
    for n in 1..=5 {
        cut_off(&project, n);
        let shown = terminal(&project, &["show", "1"]);
        assert!(shown.err.contains("Applying #1 was cut off before") && shown.err.contains("show 1"), "{n}: {shown:?}");
        assert!(shown.out.contains("All of them are as they were before"), "{n}: {shown:?}");
        assert_eq!((project.left(), files(&project.root)), (Vec::new(), old()), "{n}");
        let log = terminal(&project, &["log"]);
        assert!(log.out.contains("Put back as it was") && !log.out.contains("failed"), "{n}: {log:?}");
        let signed = terminal(&project, &["sign", "1", "all"]);
        assert_eq!(signed.code, 2, "{n}: {signed:?}");
        let applied = terminal(&project, &["apply", "1"]);
        assert_eq!((applied.code, files(&project.root)), (0, new()), "{n}: {applied:?}");
    }
}

/// Who asks again with the same key for what was put back is told to sign it again, not that nothing was to do.
#[test]
fn an_apply_that_was_put_back_is_not_answered_as_if_there_was_nothing_to_do() {
    if !can_trace() {
        return;
    }
    let project = Project::new();
    assert_eq!(terminal(&project, &["sign", "1", "all"]).code, 2);
    let mut server = Server::start(&project.data());
    let body = json!({ "digest": Client(&server).set()["digest"] });
    let apply =
        |server: &Server| http(server.port, &server.token, "POST", "/api/change-sets/1/apply", Some(&body), Some("kk"));
    let mut tracer = Tracer::attach(&server, &["renameat2:signal=SIGKILL:when=3".to_owned()]);
    assert!(apply(&server).is_none());
    server.wait();
    tracer.0.wait().unwrap();
    let server = Server::start(&project.data());
    let (status, told) = apply(&server).unwrap();
    assert_eq!((status, &told["error"]), (409, &json!("put_back")), "{told}");
    Client(&server).goes_on(&project, "put back");
}

/// A start that cannot reach the files, or not change one, leaves the apply as open as the kill did.
#[test]
fn what_a_kill_left_is_ended_when_its_files_can_be_reached() {
    if !can_trace() {
        return;
    }
    let project = Project::new();
    let aside = project.dir.path().join("elsewhere");
    let edited = project.root.join("edit.txt");
    let lock = |how: &str| works(Command::new("chattr").arg(how).arg(&edited));
    for moved in [true, false] {
        let (answer, lived) = apply_under(&project, &["renameat2:signal=SIGKILL:when=3".to_owned()]);
        assert!(!lived && answer.is_none());
        let half = files(&project.root);
        match moved {
            true => fs::rename(&project.root, &aside).unwrap(),
            false if lock("+i") => {}
            false => return passed_over("chattr makes no file immutable here"),
        }
        for _ in 0..2 {
            let shown = terminal(&project, &["show", "1", "--json"]);
            let item = &shown.json()["items"][0];
            // What an item displaced is there as long as it is not known how this ends.
            if !moved {
                let found: Vec<Vec<u8>> = files(&project.root).into_values().map(|(content, _)| content).collect();
                assert!(old().into_values().all(|(content, _)| found.contains(&content)), "an old content is gone");
            }
            assert_eq!(
                (&item["status"], &item["failure"]["code"]),
                (&json!("applying"), &json!("needs_recovery")),
                "{item}"
            );
            let applied = terminal(&project, &["apply", "1", "--all", "--json"]);
            assert_eq!((applied.code, &applied.json()["error"]), (1, &json!("needs_recovery")), "{applied:?}");
        }
        match moved {
            true => fs::rename(&aside, &project.root).unwrap(),
            false => assert!(lock("-i")),
        }
        assert!(!moved || files(&project.root) == half, "nobody touched what nobody could see");
        let shown = terminal(&project, &["show", "1"]);
        assert!(shown.out.contains("All of them are as they were before"), "{shown:?}");
        assert_eq!((project.left(), files(&project.root)), (Vec::new(), old()));
        let applied = terminal(&project, &["apply", "1", "--all"]);
        assert_eq!((applied.code, files(&project.root)), (0, new()), "{applied:?}");
    }
}

#[test]
fn what_somebody_changed_after_a_kill_is_named_left_alone_and_has_a_way_on() {
    if !can_trace() {
        return;
    }
    let project = Project::new();
    for n in 1..=5 {
        let killed = || cut_off(&project, n);
        // A line above what was to change: it is made again.
        killed();
        fs::write(project.root.join("edit.txt"), "mine\none\ntwo\n").unwrap();
        let shown = terminal(&project, &["show", "1"]);
        assert!(shown.out.contains("somebody changed edit.txt since"), "{n}: {shown:?}");
        let mut mine = old();
        mine.get_mut("edit.txt").unwrap().0 = b"mine\none\ntwo\n".to_vec();
        assert_eq!((project.left(), files(&project.root)), (Vec::new(), mine.clone()), "{n}");
        let again = terminal(&project, &["rebase", "1", "all"]);
        assert_eq!(again.code, 2, "{n}: {again:?}");
        let applied = terminal(&project, &["apply", "1", "--all"]);
        let mut both = new();
        both.get_mut("edit.txt").unwrap().0 = b"mine\none\nTWO\n".to_vec();
        assert_eq!((applied.code, files(&project.root)), (0, both), "{n}: {applied:?}");

        // The very line: nobody guesses; the item is dropped, and the others go on.
        killed();
        fs::write(project.root.join("edit.txt"), "one\nZWEI\n").unwrap();
        let refused = terminal(&project, &["rebase", "1", "all", "--json"]);
        assert_eq!((refused.code, &refused.json()["error"]), (1, &json!("edit_conflict")), "{n}: {refused:?}");
        assert!(refused.json()["message"].as_str().unwrap().contains("edit.txt"), "{refused:?}");
        let dropped = terminal(&project, &["reject", "1", "1", "-m", "mine is better"]);
        assert_eq!(dropped.code, 2, "{n}: {dropped:?}");
        let applied = terminal(&project, &["apply", "1", "--sign", "2-5"]);
        let mut others = new();
        others.get_mut("edit.txt").unwrap().0 = b"one\nZWEI\n".to_vec();
        assert_eq!(files(&project.root), others, "{n}: {applied:?}");
        assert!(project.left().is_empty(), "{n}");
    }
}

/// How many kills come at random moments; `COUNTERSIGN_LONG=1` asks for more.
const RANDOM: u64 = 12;
const RANDOM_LONG: u64 = 200;

#[test]
fn a_kill_at_any_moment_of_an_apply_leaves_all_or_nothing() {
    let kills = if std::env::var("COUNTERSIGN_LONG").is_ok_and(|v| v == "1") { RANDOM_LONG } else { RANDOM };
    let project = Project::new();
    // Not random, so that a failure can be repeated; Knuth's MMIX generator.
    let mut random = 11_u64;
    let mut took = std::time::Duration::from_millis(20);
    let (mut cut, mut whole) = (0, 0);
    for kill in 0..kills {
        project.reset();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut server = Server::start(&project.data());
        let set = Client(&server).set();
        let (port, token) = (server.port, server.token.clone());
        let sign: Vec<Value> =
            set["items"].as_array().unwrap().iter().map(|i| json!({ "item": i["n"], "digest": i["digest"] })).collect();
        let body = json!({ "digest": set["digest"], "sign": sign });
        let after = took.mul_f64(f64::from(u32::try_from(random >> 33).unwrap() % 1_300) / 1_000.0);
        let answer = std::thread::scope(|scope| {
            let begun = std::time::Instant::now();
            let apply = scope.spawn(move || {
                let answer = http(port, &token, "POST", "/api/change-sets/1/apply", Some(&body), None);
                (answer, begun.elapsed())
            });
            // Where the kill falls is the machine's; what is asserted holds wherever it does.
            std::thread::sleep(after);
            server.kill();
            let (answer, elapsed) = apply.join().unwrap();
            if answer.is_some() {
                took = elapsed;
            }
            answer
        });
        if answer.is_some() {
            whole += 1
        } else {
            cut += 1
        }
        ends_well(&project, answer.as_ref(), &format!("random kill {kill} after {after:?}"));
    }
    assert_eq!(cut + whole, kills);
}

/// A command that moves files about is cut off like any other change of files: all of it is there, or nothing.
#[test]
fn a_kill_while_a_commands_files_are_put_in_place_leaves_all_or_nothing() {
    if !can_trace() {
        return;
    }
    // Not in /tmp, which every sandbox hides.
    let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let command = "cp edit.txt gone.txt && mv from.txt sub/to.txt && rm sub/run.sh";
    let operations = json!([{ "op": "run_command", "command": command }]);
    let project = Project::at(dir, None, old(), &operations);
    let mut moved = old();
    let (edit, from) = (moved["edit.txt"].0.clone(), moved["from.txt"].clone());
    moved.get_mut("gone.txt").unwrap().0 = edit;
    moved.insert("sub/to.txt".to_owned(), from);
    moved.remove("from.txt");
    moved.remove("sub/run.sh");
    let mut kills = 0;
    // Calls of the server alone: what the command does itself, it does in a copy.
    for call in ["fsync", "fdatasync"] {
        for n in 1.. {
            let what = format!("{call}:signal=SIGKILL:when={n}");
            let (answer, lived) = apply_under(&project, std::slice::from_ref(&what));
            let server = Server::start(&project.data());
            let client = Client(&server);
            let (set, now) = (client.set(), files(&project.root));
            if set["items"][0]["command"]["sandbox"] == "none" {
                return passed_over("no sandbox");
            }
            let status = set["items"][0]["status"].as_str().unwrap();
            match status {
                "applied" => assert_eq!(now, moved, "{what}"),
                "pending" | "confirmed" | "unknown" => assert_eq!(now, old(), "{what}: {set}"),
                _ => panic!("{what}: {set}"),
            }
            assert!(answer.is_none_or(|(_, receipt)| receipt["outcome"] != "applied" || status == "applied"), "{what}");
            client.sound(&what);
            if lived {
                break;
            }
            kills += 1;
        }
    }
    assert!(kills > 3, "only {kills}: the calls are not those of the protocol any more");
}
