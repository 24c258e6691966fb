//! Calls of an apply that fail, and in which order they are made.

use super::*;

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

/// Where what is possible is asked for, one file that cannot be changed stands in the way of what needs it alone (C28).
#[test]
fn what_is_possible_is_done_beside_a_file_that_cannot_be_changed() {
    if !can_trace() {
        return;
    }
    let at = |path: &str, n: u32, needs: &[u32]| json!({ "op": "write_file", "path": path, "content": format!("{n}\n"), "needs": needs });
    let todo = |title: &str, needs: &[u32]| json!({ "op": "create", "title": title, "needs": needs });
    let operations = json!([
        todo("free", &[]),
        at("a.txt", 2, &[]),
        at("one/b.txt", 3, &[]),
        todo("bound", &[3]),
        at("c.txt", 5, &[4]),
        at("sub/d.txt", 6, &[]),
        at("two/e.txt", 7, &[]),
    ]);
    let project = Project::at(tempfile::tempdir().unwrap(), None, of(&[("sub/there.txt", "x", 0o644)]), &operations);
    let server = Server::start(&project.data());
    let client = Client(&server);
    let tracer = Tracer::attach(&server, &["mkdirat:error=EACCES:when=1+".to_owned()]);
    let (code, receipt) = client.apply_as(&client.set(), "best_effort").unwrap();
    tracer.detach();
    assert_eq!(
        (code, &receipt["outcome"], &receipt["text"]),
        (200, &json!("partly_applied"), &json!("3 applied, 4 failed."))
    );
    let told: Vec<_> =
        receipt["results"].as_array().unwrap().iter().map(|r| r["problem"]["code"].as_str().unwrap_or("ok")).collect();
    assert_eq!(told, ["ok", "ok", "file_failed", "blocked", "blocked", "ok", "file_failed"], "{receipt}");
    let hint = receipt["results"][2]["problem"]["hint"].as_str().unwrap();
    assert_eq!(hint, "Look at the folder's permissions and free space.", "others were changed");
    let there: Vec<String> = files(&project.root).into_keys().collect();
    assert_eq!((there, client.todos()), (vec!["a.txt".into(), "sub/d.txt".into(), "sub/there.txt".into()], 1));
    client.sound("beside");
    // The rest can be signed again, and all of it taken back.
    let (_, receipt) = client.apply(&client.set()).unwrap();
    assert_eq!(receipt["outcome"], "applied", "{receipt}");
    assert_eq!((files(&project.root).len(), client.todos()), (6, 2));
    let entries = client.get("/api/ledger?kind=applied")["entries"].clone();
    for entry in entries.as_array().unwrap() {
        let path = format!("/api/ledger/{}/undo", entry["seq"]);
        let (status, undo) = client.ask("POST", &path, Some(&json!({}))).unwrap();
        assert!(status < 300, "{undo}");
        let (_, receipt) = client.apply(&undo).unwrap();
        assert_eq!(receipt["outcome"], "applied", "{receipt}");
    }
    assert_eq!((files(&project.root).len(), client.todos()), (1, 0));
    assert!(!project.root.join("one").exists() && !project.root.join("two").exists());
    client.sound("taken back");
}

/// Half of what was signed is never carried out by itself (C28).
#[test]
fn a_command_that_was_signed_with_files_that_fail_is_signed_anew() {
    if !can_trace() {
        return;
    }
    let operations = json!([
        { "op": "write_file", "path": "one/a.txt", "content": "a\n" },
        { "op": "run_command", "command": "touch ran" },
    ]);
    let project = Project::at(tempfile::tempdir().unwrap(), None, BTreeMap::new(), &operations);
    assert_eq!(terminal(&project, &["sign", "1", "2"]).code, 2);
    let server = Server::start(&project.data());
    let client = Client(&server);
    let tracer = Tracer::attach(&server, &["mkdirat:error=EACCES:when=1+".to_owned()]);
    let (code, receipt) = client.apply(&client.set()).unwrap();
    tracer.detach();
    assert_eq!((code, &receipt["outcome"]), (200, &json!("rolled_back")), "{receipt}");
    let told: Vec<_> =
        receipt["results"].as_array().unwrap().iter().map(|r| r["problem"]["code"].as_str().unwrap_or("ok")).collect();
    assert_eq!((told, client.statuses()), (vec!["file_failed", "not_run"], vec!["pending".to_owned()]), "{receipt}");
    drop(server);
    let again = terminal(&project, &["apply", "1"]);
    assert!(again.code == 1 && again.err.contains("Nothing in #1 is signed"), "{again:?}");
    assert!(!project.root.join("ran").exists());
    let all = terminal(&project, &["apply", "1", "--all", "--confirm"]);
    assert!(all.code == 0 && project.root.join("ran").exists() && project.root.join("one/a.txt").exists(), "{all:?}");
}

/// What fails once more says why, beside what was applied before.
#[test]
fn what_fails_again_is_not_said_to_be_applied() {
    if !can_trace() {
        return;
    }
    let operations = json!([
        { "op": "create", "title": "free" },
        { "op": "write_file", "path": "one/a.txt", "content": "a\n" },
    ]);
    let project = Project::at(tempfile::tempdir().unwrap(), None, BTreeMap::new(), &operations);
    let failing = |args: &[&str]| {
        let binary = crate::world::binary();
        let mut apply = Command::new("strace");
        apply.args(["-f", "-qq", "-o", "/dev/null", "-e", "trace=mkdirat", "-e", "inject=mkdirat:error=EACCES"]);
        apply.arg(binary.get_program()).args(args).arg("--data").arg(project.data());
        apply.envs(binary.get_envs().filter_map(|(name, value)| Some((name, value?))));
        crate::world::run(&mut apply, b"")
    };
    let first = failing(&["apply", "1", "--all", "--best-effort"]);
    assert!(first.code == 1 && first.out.contains("1 applied, 1 failed."), "{first:?}");
    assert_eq!(terminal(&project, &["sign", "1", "2"]).code, 2);
    let second = failing(&["apply", "1", "--best-effort"]);
    assert!(second.code == 1 && second.out.contains("one/a.txt"), "{second:?}");
    assert!(!second.out.contains("applied already"), "{second:?}");
    let third = terminal(&project, &["apply", "1", "--all", "--best-effort"]);
    assert!(third.code == 0 && project.root.join("one/a.txt").exists(), "{third:?}");
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

#[test]
fn what_a_full_disk_refused_gives_its_space_back_at_once() {
    let disk = tempfile::tempdir().unwrap();
    if !works(Command::new("mount").args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"]).arg(disk.path())) {
        return passed_over("tmpfs cannot be mounted");
    }
    let file = |name: &str| json!({ "op": "write_file", "path": name, "content": "x".repeat(400 << 10) });
    let root = Some(disk.path().join("project"));
    let all: Vec<Value> = ["a", "b", "c"].iter().map(|name| file(name)).collect();
    let project = Project::at(tempfile::tempdir().unwrap(), root, Files::new(), &json!(all));
    let server = Server::start(&project.data());
    let client = Client(&server);
    let (_, receipt) = client.apply(&client.set()).unwrap();
    assert_eq!(receipt["outcome"], json!("rolled_back"), "{receipt}");
    let (status, set) =
        client.ask("POST", "/api/change-sets", Some(&json!({ "operations": [file("d"), file("e")] }))).unwrap();
    assert_eq!(status, 201, "{set}");
    let (status, receipt) = client.apply(&set).unwrap();
    assert_eq!((status, &receipt["outcome"]), (200, &json!("applied")), "{receipt}");
    drop(server);
    let _ = Command::new("umount").arg("--lazy").arg(disk.path()).status();
}

/// The disk of the database fills up when the files are changed already: they are put back, and nothing but storing
/// was in the way. Who asks again once there is space has said it all before.
#[test]
fn what_a_full_disk_put_back_stays_signed_and_is_applied_when_asked_again() {
    if !can_trace() {
        return;
    }
    let mut project = Project::new();
    assert_eq!(terminal(&project, &["sign", "1", "all"]).code, 2);
    project.proposed = files(&project.data());
    let mut met = false;
    for nth in 1..60 {
        project.reset();
        let server = Server::start(&project.data());
        let client = Client(&server);
        let body = json!({ "digest": client.set()["digest"] });
        let apply = || client.ask("POST", "/api/change-sets/1/apply", Some(&body)).unwrap();
        let tracer = Tracer::attach(&server, &[format!("pwrite64:error=ENOSPC:when={nth}+")]);
        let (status, told) = apply();
        tracer.detach();
        if status == 200 {
            break;
        }
        if status != 507 || client.statuses() != ["applying"] {
            continue;
        }
        met = true;
        assert_eq!((files(&project.root), &told["error"]), (old(), &json!("disk_full")), "{nth}: {told}");
        let (status, receipt) = apply();
        assert_eq!((status, &receipt["outcome"]), (200, &json!("applied")), "{nth}: {receipt}");
        client.goes_on(&project, &format!("full at {nth}"));
        break;
    }
    assert!(met, "the disk was full at no time between the files and the ledger");
}
