//! Disks that are full, fail to sync, or cannot be written. Linux only: the faults are made with
//! `mount` and `strace`.
#![cfg(target_os = "linux")]

use crate::world::{Server, World, binary, garble_root, http, passed_over, works};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// A file system of 2 MB; it goes with the value.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    fn mount() -> Option<Self> {
        let dir = tempfile::tempdir().unwrap();
        works(Command::new("mount").args(["-t", "tmpfs", "-o", "size=2m", "tmpfs"]).arg(dir.path()))
            .then_some(Self(dir))
    }
    fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(self.path()).status();
    }
}

fn add(server: &Server, n: usize, size: usize) -> Option<(u16, Value)> {
    let body = json!({ "operations": [{ "op": "create", "title": format!("todo {n}"), "notes": "x".repeat(size) }] });
    http(server.port, &server.token, "POST", "/api/edits", Some(&body), Some(&format!("key-{n}")))
}

fn titles(server: &Server) -> Vec<String> {
    let (_, all) = http(server.port, &server.token, "GET", "/api/todos/all", None, None).unwrap();
    all["todos"].as_array().unwrap().iter().map(|todo| todo["title"].as_str().unwrap().to_owned()).collect()
}

fn sound(server: &Server) {
    let (status, report) = http(server.port, &server.token, "GET", "/api/ledger/verify", None, None).unwrap();
    assert_eq!((status, &report["ok"]), (200, &json!(true)), "{report}");
}

/// Adds until something fails; gives what was acknowledged and the failure.
fn add_until_failure(server: &Server, size: usize) -> (Vec<String>, (u16, Value)) {
    let mut acknowledged = Vec::new();
    for n in 0..2_000 {
        match add(server, n, size).unwrap() {
            (200, _) => acknowledged.push(format!("todo {n}")),
            failure => return (acknowledged, failure),
        }
    }
    panic!("the disk never failed");
}

#[test]
fn a_full_disk_loses_nothing_and_works_again_when_there_is_space() {
    let Some(disk) = SmallDisk::mount() else { return passed_over("tmpfs cannot be mounted") };
    let data = disk.path().join("data");
    let filler = disk.path().join("filler");
    std::fs::write(&filler, vec![0; 600 << 10]).unwrap();
    let mut server = Server::start(&data);
    let (acknowledged, (status, body)) = add_until_failure(&server, 10_000);
    assert_eq!((status, &body["error"]), (507, &json!("disk_full")), "{body}");
    assert!(!acknowledged.is_empty());
    // Reading goes on, and shows what was acknowledged, no more.
    assert_eq!(titles(&server), acknowledged);
    sound(&server);
    // There is no room for a copy either; nobody replaced the file.
    let (status, body) = http(server.port, &server.token, "POST", "/api/save", Some(&json!({})), None).unwrap();
    assert_eq!((status, &body["error"]), (507, &json!("disk_full")), "{body}");
    std::fs::remove_file(&filler).unwrap();
    let n = acknowledged.len();
    let (status, body) = add(&server, n, 10).unwrap();
    assert_eq!(status, 200, "{body}");
    server.kill();
    let server = Server::start(&data);
    let expected: Vec<String> = (0..=n).map(|n| format!("todo {n}")).collect();
    assert_eq!(titles(&server), expected);
    sound(&server);
}

#[test]
fn a_disk_that_fails_to_sync_acknowledges_nothing() {
    if !works(Command::new("strace").args(["-f", "-o", "/dev/null", "true"])) {
        return passed_over("strace cannot trace");
    }
    // From the nth sync on all fail: at the first of an edit, and between two.
    for nth in [8, 9, 14] {
        let world = World::new();
        let clean = Server::start(world.dir.path());
        assert_eq!(add(&clean, 1_000_000, 10).unwrap().0, 200);
        drop(clean);
        let mut traced = Command::new("strace");
        traced
            .args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("inject=fsync,fdatasync:error=EIO:when={nth}+")])
            .arg(env!("CARGO_BIN_EXE_countersign"));
        let mut acknowledged = vec!["todo 1000000".to_owned()];
        {
            let server = Server::start_with(world.dir.path(), traced);
            let (more, (status, body)) = add_until_failure(&server, 10);
            assert!(status >= 500, "{status}: {body}");
            acknowledged.extend(more);
        }
        let server = Server::start(world.dir.path());
        // What was refused is not there either, though the log held all of it when the server was killed.
        assert_eq!(titles(&server), acknowledged, "sync {nth}");
        sound(&server);
    }
}

/// A folder with three files.
struct Project(tempfile::TempDir);

impl Project {
    fn new() -> Self {
        let project = Self(tempfile::tempdir().unwrap());
        std::fs::create_dir(project.folder()).unwrap();
        (1..=3).for_each(|n| std::fs::write(project.file(n), format!("old{n}\n")).unwrap());
        project
    }

    fn folder(&self) -> PathBuf {
        self.0.path().canonicalize().unwrap().join("ws")
    }

    fn file(&self, n: usize) -> PathBuf {
        self.folder().join(format!("f{n}.txt"))
    }

    fn open(&self, world: &World) {
        assert_eq!(world.run(&["workspace", "open", self.folder().to_str().unwrap()]).code, 0);
    }

    /// So many files are changed.
    fn changed(&self) -> usize {
        (1..=3).filter(|n| std::fs::read(self.file(*n)).unwrap() == b"new\n").count()
    }

    /// Signs a set of a todo and all the files, and gives the answer to its apply, or to what failed before.
    fn change(&self, server: &Server) -> (u16, Value) {
        let call = |method, path: &str, body: Option<&Value>| {
            http(server.port, &server.token, method, path, body, None).unwrap()
        };
        let mut operations = vec![json!({ "op": "create", "title": "with files" })];
        for n in 1..=3 {
            let (_, file) = call("GET", &format!("/api/workspaces/ws/file?path=f{n}.txt"), None);
            let base = &file["state"]["hash"];
            operations
                .push(json!({ "op": "write_file", "path": format!("f{n}.txt"), "base": base, "content": "new\n" }));
        }
        let (status, set) = call("POST", "/api/change-sets", Some(&json!({ "operations": operations, "wait": true })));
        if status != 201 {
            return (status, set);
        }
        let items = set["items"].as_array().unwrap().iter();
        let sign: Vec<Value> = items.map(|item| json!({ "item": item["n"], "digest": item["digest"] })).collect();
        let body = json!({ "digest": set["digest"], "sign": sign });
        call("POST", &format!("/api/change-sets/{}/apply", set["id"]), Some(&body))
    }
}

/// SQLite leaves a commit that could not be synced in its log, whole, and takes it for one at the next start.
#[test]
fn what_a_failing_disk_refused_is_refused_after_a_kill_too() {
    if !works(Command::new("strace").args(["-f", "-o", "/dev/null", "true"])) {
        return passed_over("strace cannot trace");
    }
    let mut refused = 0;
    // From the eighth sync of a thread on all fail: after so many todos at one of the proposal, of the beginning of the
    // apply, or of its end.
    for before in 0..6 {
        let (world, project) = (World::new(), Project::new());
        project.open(&world);
        let mut traced = Command::new("strace");
        traced
            .args(["-f", "-qq", "-o", "/dev/null", "-e", "inject=fsync,fdatasync:error=EIO:when=8+"])
            .arg(env!("CARGO_BIN_EXE_countersign"));
        let answer = {
            let server = Server::start_with(world.dir.path(), traced);
            let added = (0..before).filter(|n| add(&server, *n, 10).unwrap().0 == 200).count();
            assert_eq!(added, before, "these are before it");
            project.change(&server)
            // Killed here.
        };
        let server = Server::start(world.dir.path());
        let new = project.changed();
        let whole = match answer.0 {
            200 => true,
            // Whoever is told to look again may find either.
            500 => new == 3,
            _ => false,
        };
        refused += usize::from(answer.0 == 503);
        let expected = if whole { (before + 1, 3) } else { (before, 0) };
        assert_eq!((titles(&server).len(), new), expected, "after {before}: {answer:?}");
        sound(&server);
    }
    assert!(refused > 0, "none of the syncs was one of a commit");
}

/// Where a commit can neither be synced nor written over, nobody knows whether it is one until the next start: that is
/// said, and nothing is put back meanwhile that the next start finds applied.
#[test]
fn what_a_dead_disk_left_open_is_whole_after_the_next_start() {
    let made = tempfile::tempdir().unwrap();
    let shim = made.path().join("failing_disk.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/failing_disk.c");
    let built =
        Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&shim).arg(source).arg("-ldl").status().unwrap();
    assert!(built.success());
    let of_file = |project: &Project| ("FAILS_AFTER", project.file(3).into_os_string());
    let of_sync = |n: usize| ("FAILS_FROM", n.to_string().into());
    // When the last file is in place, what follows is the commit. How many syncs come before it differs by the checkpoints
    // between.
    for dies in std::iter::once(None).chain((1..9).map(Some)) {
        let (world, project) = (World::new(), Project::new());
        project.open(&world);
        let (name, value) = dies.map_or_else(|| of_file(&project), of_sync);
        let mut failing = binary();
        failing.env("LD_PRELOAD", &shim).env(name, value);
        let (status, answer) = project.change(&Server::start_with(world.dir.path(), failing));
        // Killed here.
        if status == 500 {
            assert!(answer["message"].as_str().unwrap().contains("is not known"), "{answer}");
        }
        let server = Server::start(world.dir.path());
        let new = project.changed();
        let there = titles(&server).len();
        match (dies, status) {
            (None, _) => {
                assert_eq!((status, &answer["error"]), (500, &json!("needs_recovery")), "{answer}");
                assert_eq!((there, new), (1, 3), "the log was whole");
            }
            (Some(1), _) => assert_eq!((status, &answer["error"]), (500, &json!("disk_failed")), "{answer}"),
            (_, 200) => assert_eq!((there, new), (1, 3), "{dies:?}"),
            (_, 500) => assert!([(0, 0), (1, 3)].contains(&(there, new)), "{dies:?}: {there} todos, {new} files"),
            _ => assert_eq!((there, new), (0, 0), "{dies:?}: {answer}"),
        }
        sound(&server);
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_said_to_be_safe() {
    let world = World::new();
    let file = world.dir.path().join("file");
    std::fs::write(&file, "mine").unwrap();
    let ran = crate::world::run(binary().args(["todos", "--data"]).arg(&file), b"");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("cannot be written") && ran.err.contains("--data DIR"), "{}", ran.err);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
}

/// A database of ours, closed, so that the one file is all of it.
fn database(world: &World) -> Vec<u8> {
    let mut server = Server::start(world.dir.path());
    assert_eq!(add(&server, 1, 10).unwrap().0, 200);
    assert!(Command::new("kill").arg(server.pid().to_string()).status().unwrap().success());
    assert_eq!(server.wait(), 0);
    std::fs::read(world.dir.path().join("countersign.db")).unwrap()
}

#[test]
fn a_file_that_cannot_be_used_is_left_alone_and_the_doctor_says_so() {
    let ours = database(&World::new());
    // Places in the header of an SQLite file (https://sqlite.org/fileformat.html).
    let patched = |at: usize, bytes: &[u8]| {
        let mut file = ours.clone();
        file[at..at + bytes.len()].copy_from_slice(bytes);
        file
    };
    let half = ours.len() / 2;
    for (what, bytes, code) in [
        ("no database", b"not a database, but long enough to look like one\n".repeat(100), "corrupt_database"),
        ("of a newer version", patched(60, &999_u32.to_be_bytes()), "newer_database"),
        ("of another program", patched(68, b"MINE"), "foreign_database"),
        ("cut in half", ours[..half].to_vec(), "corrupt_database"),
    ] {
        let world = World::new();
        let path = world.dir.path().join("countersign.db");
        std::fs::write(&path, &bytes).unwrap();
        let ran = world.run(&["todos", "add", "x", "--json"]);
        assert_eq!((ran.code, &ran.json()["error"]), (1, &json!(code)), "{what}: {ran:?}");
        let doctor = world.run(&["doctor"]);
        assert_eq!(doctor.code, 1, "{what}");
        assert!(doctor.out.contains("bad   database"), "{what}: {}", doctor.out);
        // It says which file and what to do, and does not send people to itself.
        if code == "corrupt_database" {
            assert!(doctor.out.contains(path.to_str().unwrap()), "{what}: {}", doctor.out);
            assert!(
                doctor.out.contains("1. Copy") && doctor.out.contains("import todos.json"),
                "{what}: {}",
                doctor.out
            );
        }
        assert!(!doctor.out.contains("run `countersign doctor`"), "{what}: {}", doctor.out);
        assert_eq!(std::fs::read(&path).unwrap(), bytes, "{what}: not a byte has changed");
    }
}

/// A log that is gone, and a file that is: nobody is told that all is well, and nothing is written.
#[test]
fn what_was_acknowledged_and_is_missing_is_said_everywhere() {
    for end in ["", "-wal"] {
        let world = World::new();
        let mut server = Server::start(world.dir.path());
        assert_eq!(add(&server, 1, 10).unwrap().0, 200);
        server.kill();
        let file = world.dir.path().join(format!("countersign.db{end}"));
        let bytes = std::fs::read(&file).unwrap();
        assert!(bytes.len() > 1_000, "{end}");
        std::fs::write(&file, b"").unwrap();
        // Without its log the file itself can still be looked at, with a word about what is missing.
        let (code, looks) = if end.is_empty() { ("corrupt_database", false) } else { ("missing_entries", true) };
        for args in [&["todos"][..], &["todos", "add", "x"], &["verify"], &["rebuild"], &["serve", "--port", "0"]] {
            let ran = world.run(&[args, &["--json"]].concat());
            if looks && matches!(args, ["todos"] | ["rebuild"]) {
                assert!(ran.code == 0 && ran.err.contains("missing"), "{args:?}: {ran:?}");
                continue;
            }
            assert_eq!((ran.code, &ran.json()["error"]), (1, &json!(code)), "{args:?}: {ran:?}");
        }
        let doctor = world.run(&["doctor"]);
        assert!(doctor.code == 1 && doctor.out.contains("bad   database"), "{doctor:?}");
        std::fs::write(&file, bytes).unwrap();
        let ran = world.run(&["todos"]);
        assert!(ran.code == 0 && ran.out.contains("todo 1"), "put back, all is there: {ran:?}");
        // Who wants to can go on with what is left.
        std::fs::remove_file(world.dir.path().join("countersign.db")).unwrap();
        for end in ["-wal", "-shm", "-mark"] {
            let _ = std::fs::remove_file(world.dir.path().join(format!("countersign.db{end}")));
        }
        assert_eq!(world.run(&["todos", "add", "anew"]).code, 0);
    }
}

#[test]
fn a_database_that_is_taken_away_from_a_server_is_not_written_to() {
    let world = World::new();
    let server = Server::start(world.dir.path());
    assert_eq!(add(&server, 1, 10).unwrap().0, 200);
    std::fs::remove_file(world.dir.path().join("countersign.db")).unwrap();
    let (status, body) = add(&server, 2, 10).unwrap();
    assert_eq!((status, &body["error"]), (500, &json!("database_replaced")), "{body}");
    assert_eq!(titles(&server), ["todo 1"], "what was stored can be saved");
}

/// As another user, who may read the folder and not write it: root may write anything.
#[test]
fn a_read_only_folder_is_read_and_left_as_it_was() {
    let nobody = || {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]);
        command
    };
    if !works(nobody().arg(env!("CARGO_BIN_EXE_countersign")).arg("--version")) {
        return passed_over("setpriv cannot become another user");
    }
    for killed in [false, true] {
        let world = World::new();
        match killed {
            false => drop(database(&world)),
            // What was written last is in the log alone.
            true => {
                let mut server = Server::start(world.dir.path());
                assert_eq!(add(&server, 1, 10).unwrap().0, 200);
                server.kill();
                assert!(std::fs::metadata(world.dir.path().join("countersign.db-wal")).unwrap().len() > 0);
            }
        }
        only_read(&world, &nobody);
    }
}

fn only_read(world: &World, nobody: &dyn Fn() -> Command) {
    use std::os::unix::fs::PermissionsExt;
    let readable = |mode: u32| std::fs::Permissions::from_mode(mode);
    std::fs::set_permissions(world.dir.path(), readable(0o755)).unwrap();
    for entry in std::fs::read_dir(world.dir.path()).unwrap() {
        std::fs::set_permissions(entry.unwrap().path(), readable(0o644)).unwrap();
    }
    let list = || {
        let mut all: Vec<(String, Vec<u8>)> = std::fs::read_dir(world.dir.path())
            .unwrap()
            .map(|e| e.unwrap().path())
            .map(|p| (p.display().to_string(), std::fs::read(&p).unwrap()))
            .collect();
        all.sort();
        all
    };
    let before = list();
    let asked = |args: &[&str]| {
        let mut command = nobody();
        command.arg(env!("CARGO_BIN_EXE_countersign")).arg("--data").arg(world.dir.path()).args(args);
        crate::world::run(&mut command, b"")
    };
    for args in [&["todos"][..], &["export", "json"]] {
        let ran = asked(args);
        assert!(ran.code == 0 && ran.out.contains("todo 1"), "{args:?}: {ran:?}");
        assert!(ran.err.contains("nothing can be changed"), "{ran:?}");
    }
    for args in [&["inbox"][..], &["verify"], &["log"], &["rebuild"]] {
        let ran = asked(args);
        assert_eq!(ran.code, 0, "{args:?}: {ran:?}");
    }
    for (args, code) in [
        (&["todos", "add", "x"][..], "data_unwritable"),
        (&["todos", "done", "1"], "data_unwritable"),
        (&["undo"], "data_unwritable"),
        (&["rebuild", "--write"], "data_unwritable"),
        (&["save"], "data_unwritable"),
    ] {
        let ran = asked(&[args, &["--json"]].concat());
        assert_eq!((ran.code, &ran.json()["error"]), (1, &json!(code)), "{args:?}: {ran:?}");
        assert!(ran.json()["hint"].as_str().is_some_and(|hint| hint.contains("safe")), "{ran:?}");
    }
    let mut doctor = nobody();
    doctor.arg(env!("CARGO_BIN_EXE_countersign")).arg("--data").arg(world.dir.path()).arg("doctor");
    let doctor = crate::world::run(&mut doctor, b"");
    assert_eq!(doctor.code, 1, "{doctor:?}");
    assert!(doctor.out.contains("bad   data: ") && doctor.out.contains("ok    ledger"), "{doctor:?}");
    let mut served = nobody();
    served.arg(env!("CARGO_BIN_EXE_countersign"));
    let server = Server::start_with(world.dir.path(), served);
    only_looks(&server, (503, "read_only"), "data folder could not be written");
    // It has nothing there: others look meanwhile.
    assert_eq!(asked(&["todos"]).code, 0);
    drop(server);
    assert_eq!(list(), before);
}

/// Everything is read, and every change is refused with what is to be done.
fn only_looks(server: &Server, refusal: (u16, &str), why: &str) {
    assert_eq!(titles(server), ["todo 1"]);
    sound(server);
    let said = |method, path, body: Option<&Value>| http(server.port, &server.token, method, path, body, None).unwrap();
    for (path, body) in [
        ("/api/todos", json!({ "title": "x" })),
        ("/api/runs", json!({ "message": "buy apples" })),
        ("/api/rewind", json!({ "to": 0 })),
        ("/api/save", json!({})),
    ] {
        let (status, answer) = said("POST", path, Some(&body));
        assert_eq!((status, answer["error"].as_str().unwrap()), refusal, "{path}: {answer}");
        assert!(answer["message"].as_str().unwrap().contains(why), "{answer}");
        assert!(answer["hint"].as_str().unwrap().contains("goes on by itself"), "{answer}");
    }
    let (_, status) = said("GET", "/api/status", None);
    assert_eq!(status["looks"]["code"], refusal.1, "{status}");
}

#[test]
fn a_full_disk_can_still_be_read() {
    let Some(disk) = SmallDisk::mount() else { return passed_over("tmpfs cannot be mounted") };
    let data = disk.path().join("data");
    let mut server = Server::start(&data);
    assert_eq!(add(&server, 1, 10).unwrap().0, 200);
    assert!(Command::new("kill").arg(server.pid().to_string()).status().unwrap().success());
    assert_eq!(server.wait(), 0);
    // Until nothing fits any more.
    let filler = disk.path().join("filler");
    assert!(std::fs::write(&filler, vec![0; 4 << 20]).is_err());
    let asked = |args: &[&str]| crate::world::run(binary().arg("--data").arg(&data).args(args), b"");
    let ran = asked(&["export", "json"]);
    assert!(ran.code == 0 && ran.out.contains("todo 1"), "{ran:?}");
    for verb in [&["todos", "add", "x", "--json"][..], &["todos", "done", "1", "--json"]] {
        let refused = asked(verb);
        assert_eq!((refused.code, &refused.json()["error"]), (1, &json!("disk_full")), "{refused:?}");
    }
    let doctor = asked(&["doctor"]);
    assert!(doctor.code == 1 && doctor.out.contains("bad   data: "), "{doctor:?}");
    let mut server = Server::start(&data);
    only_looks(&server, (507, "disk_full"), "the disk was full");
    assert_eq!(asked(&["todos"]).code, 0);
    // Somebody hears of what happens there, from before to after.
    let mut heard = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    let Server { port, token, .. } = &server;
    write!(heard, "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n\r\n")
        .unwrap();
    std::fs::remove_file(&filler).unwrap();
    // What it looks at is nobody else's: the folder is free.
    assert_eq!(asked(&["todos", "add", "x"]).code, 0);
    // It goes on with the folder by itself, under the same address, with what was written meanwhile.
    let looks = || http(server.port, &server.token, "GET", "/api/status", None, None).unwrap().1["looks"].clone();
    let deadline = Instant::now() + Duration::from_secs(60);
    while !looks().is_null() {
        assert!(Instant::now() < deadline, "it goes on");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(add(&server, 2, 10).unwrap().0, 200);
    assert_eq!(titles(&server), ["todo 1", "x", "todo 2"]);
    let mut told = String::new();
    heard.read_to_string(&mut told).unwrap();
    assert!(told.starts_with("HTTP/1.1 200"), "who hears the copy is told that it ended, and comes back: {told}");
    // The folder is its own now, and verbs find it.
    let ran = asked(&["todos", "list", "--json"]);
    assert!(ran.code == 0 && ran.out.contains("todo 2"), "{ran:?}");
    let second = asked(&["serve", "--port", "0", "--json"]);
    assert_eq!(second.json()["error"], "already_running", "{second:?}");
    let third = asked(&["serve", "--port", "0", "--sign-out"]);
    assert!(third.err.contains("Nobody was signed out"), "{third:?}");
    assert!(Command::new("kill").arg(server.pid().to_string()).status().unwrap().success());
    assert_eq!(server.wait(), 0);
    assert!(!data.join("countersign.db-server").exists());
    assert_eq!(asked(&["verify"]).code, 0);
}

/// What others can write decides what is true and what an agent may do; where nobody else gets at it, nothing is said.
#[test]
fn doctor_names_what_others_can_change() {
    use std::os::unix::fs::PermissionsExt;
    let world = World::new();
    assert_eq!(world.run(&["todos", "add", "x"]).code, 0);
    let agent = world.dir.path().join("agent");
    std::fs::create_dir_all(&agent).unwrap();
    std::fs::write(agent.join("permissions.json"), "{}").unwrap();
    let set = |path: &Path, mode: u32| std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
    for path in [agent.join("permissions.json"), world.dir.path().join("countersign.db")] {
        set(&path, 0o666);
    }
    let said = |check: &str| {
        let ran = world.run(&["doctor", "--json"]);
        let found = ran.json()["findings"].as_array().unwrap().clone();
        let of: Vec<Value> = found.into_iter().filter(|one| one["check"] == check).collect();
        of.iter().map(|one| format!("{} {}", one["level"], one["message"])).collect::<Vec<_>>().join("\n")
    };
    set(world.dir.path(), 0o700);
    assert!(!said("data").contains("warn"), "{}", said("data"));
    set(world.dir.path(), 0o755);
    set(&world.dir.path().join("countersign.db"), 0o666);
    let told = said("data");
    assert!(told.contains("warn") && told.contains("permissions.json") && told.contains("countersign.db"), "{told}");
    set(&agent.join("permissions.json"), 0o600);
    set(&world.dir.path().join("countersign.db"), 0o600);
    assert!(!said("data").contains("warn"), "{}", said("data"));
    // Who can rename the folder can put another there.
    let within = world.dir.path().join("within");
    std::fs::create_dir(&within).unwrap();
    for (mode, warned) in [(0o777, true), (0o1777, false), (0o755, false)] {
        set(world.dir.path(), mode);
        let ran = crate::world::run(binary().args(["doctor", "--json", "--data"]).arg(&within), b"");
        let told = ran.json()["findings"].to_string();
        assert_eq!(told.contains("Other users can change"), warned, "{mode:o} {told}");
    }
}

#[test]
fn a_disk_that_fails_is_not_said_to_be_full() {
    if !works(Command::new("strace").args(["-f", "-o", "/dev/null", "true"])) {
        return passed_over("strace cannot trace");
    }
    let world = World::new();
    drop(database(&world));
    let index = world.dir.path().join("countersign.db-shm");
    let mut traced = Command::new("strace");
    traced
        .args(["-f", "-qq", "-o", "/dev/null", "-P"])
        .arg(&index)
        .args(["-e", "inject=write,pwrite64,ftruncate,fallocate:error=EIO"])
        .arg(env!("CARGO_BIN_EXE_countersign"))
        .arg("--data")
        .arg(world.dir.path())
        .args(["todos", "add", "x", "--json"]);
    let ran = crate::world::run(&mut traced, b"");
    assert_eq!((ran.code, &ran.json()["error"]), (1, &json!("disk_failed")), "{ran:?}");
}

/// SQLite itself says `database disk image is malformed` where the disk gives no more than an error.
#[test]
fn a_disk_that_cannot_be_read_is_not_said_to_hold_a_damaged_file() {
    if !works(Command::new("strace").args(["-f", "-o", "/dev/null", "true"])) {
        return passed_over("strace cannot trace");
    }
    let world = World::new();
    let before = database(&world);
    let path = world.dir.path().join("countersign.db");
    // From the nth read on all fail: of the header, of the schema, of what is looked for. How many there are
    // in all depends on which connection reads first: twelve are not always reached.
    for (call, nth) in [("pread64", 1), ("pread64", 4), ("pread64", 7), ("openat", 1)] {
        let traced = |verb: &[&str]| {
            let mut traced = Command::new("strace");
            traced.args(["-f", "-qq", "-o", "/dev/null", "-P"]).arg(&path);
            traced.args(["-e", &format!("inject={call}:error=EIO:when={nth}+")]);
            traced.arg(env!("CARGO_BIN_EXE_countersign")).arg("--data").arg(world.dir.path()).args(verb);
            crate::world::run(&mut traced, b"")
        };
        let ran = traced(&["todos", "--json"]);
        let body = ran.json();
        assert_eq!((ran.code, &body["error"]), (1, &json!("disk_failed")), "{call} {nth}: {ran:?}");
        assert!(body["hint"].as_str().unwrap().contains("nothing was overwritten"), "{body}");
        let doctor = traced(&["doctor"]);
        assert!(doctor.code != 0 && doctor.out.contains("The disk reported an error"), "{call} {nth}: {doctor:?}");
        assert!(!doctor.out.contains("damaged") && !doctor.out.contains("malformed"), "{call} {nth}: {doctor:?}");
        assert_eq!(std::fs::read(&path).unwrap(), before, "{call} {nth}");
    }
    // What it said was true: all is there once the disk is well.
    let mut healthy = binary();
    let ran = crate::world::run(healthy.args(["todos", "--json", "--data"]).arg(world.dir.path()), b"");
    assert!(ran.code == 0 && ran.out.contains("todo 1"), "{ran:?}");
}

/// What is damaged is put right in its place or not at all: never in the copy that is looked at.
#[test]
fn nothing_is_called_put_right_on_a_disk_that_is_full() {
    let Some(disk) = SmallDisk::mount() else { return passed_over("tmpfs cannot be mounted") };
    let data = disk.path().join("data");
    let run = |args: &[&str]| crate::world::run(binary().arg("--data").arg(&data).args(args), b"");
    assert_eq!(run(&["todos", "add", "one"]).code, 0);
    let path = data.join("countersign.db");
    let bytes = garble_root(&path, "todos");
    let filler = disk.path().join("filler");
    // Until nothing more fits.
    let _ = std::fs::write(&filler, vec![0; 4 << 20]);
    let refused = run(&["rebuild", "--write"]);
    assert_eq!(refused.code, 1, "{refused:?}");
    assert!(refused.err.contains("full") && !refused.out.contains("replaced"), "{refused:?}");
    assert!(std::fs::read(&path).unwrap() == bytes, "not a byte has changed");
    std::fs::remove_file(&filler).unwrap();
    assert_eq!(run(&["rebuild", "--write"]).code, 0);
    assert!(run(&["todos", "list"]).out.contains("one"));
}
