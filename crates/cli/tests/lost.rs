//! A database that is not what was written: told, left alone, and with a way on.

use crate::world::{Server, World, binary, http, run};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder with three todos, as `kill -9` leaves it.
fn killed() -> World {
    let world = World::new();
    let mut server = Server::start(world.dir.path());
    for title in ["a", "b", "c"] {
        let body = json!({ "operations": [{ "op": "create", "title": title }] });
        assert_eq!(http(server.port, &server.token, "POST", "/api/edits", Some(&body), None).unwrap().0, 200);
    }
    server.kill();
    world
}

fn file(world: &World, end: &str) -> PathBuf {
    world.dir.path().join(format!("countersign.db{end}"))
}

/// What holds data, byte by byte.
fn held(world: &World) -> Vec<(String, Vec<u8>)> {
    let read = |end: &&str| Some(((*end).to_owned(), std::fs::read(file(world, end)).ok().filter(|b| !b.is_empty())?));
    ["", "-wal", "-mark"].iter().filter_map(read).collect()
}

#[test]
fn a_database_that_is_gone_or_empty_is_refused_by_every_verb_and_touched_by_none() {
    for damage in [|path: &Path| std::fs::remove_file(path).unwrap(), |path: &Path| std::fs::write(path, b"").unwrap()]
    {
        let world = killed();
        damage(&file(&world, ""));
        let before = held(&world);
        for args in [&["todos", "list"][..], &["verify"], &["doctor"], &["todos", "add", "x"], &["rebuild", "--write"]]
        {
            let ran = world.run(args);
            assert_eq!(ran.code, 1, "{args:?}: {ran:?}");
            assert!(!ran.out.contains("No todos") && !ran.out.contains("is sound"), "{args:?}: {ran:?}");
            assert!(held(&world) == before, "{args:?}: not a byte has changed");
        }
        // The language of help is in the settings.
        assert_eq!(world.run(&["todos", "--help"]).code, 0);
        assert!(held(&world) == before, "help changes not a byte");
        let told = world.run(&["todos", "list", "--json"]).json();
        assert_eq!(told["error"], "corrupt_database", "{told}");
    }
}

#[test]
fn a_log_that_is_gone_leaves_what_can_be_read_and_is_accepted_only_by_a_person() {
    let world = killed();
    std::fs::remove_file(file(&world, "-wal")).unwrap();
    let before = held(&world);
    for args in [&["verify"][..], &["doctor"]] {
        let ran = world.run(args);
        assert_eq!(ran.code, 1, "{args:?}: {ran:?}");
        let said = format!("{}{}", ran.out, ran.err);
        assert!(said.contains("entries") && said.contains("missing"), "{args:?}: {ran:?}");
        assert!(said.contains("countersign restored") && !said.contains("ledger is sound"), "{args:?}: {ran:?}");
    }
    let looked = world.run(&["todos", "list"]);
    assert!(looked.err.contains("missing") && looked.err.contains("countersign doctor"), "{looked:?}");
    let refused = world.run(&["todos", "add", "x", "--json"]);
    assert_eq!((refused.code, &refused.json()["error"]), (1, &json!("missing_entries")), "{refused:?}");
    let asked = world.run(&["restored", "--json"]);
    assert_eq!((asked.code, &asked.json()["error"]), (1, &json!("not_confirmed")), "{asked:?}");
    assert!(held(&world) == before, "not a byte has changed");

    assert_eq!(world.run(&["restored", "--yes"]).code, 0);
    assert_eq!(world.run(&["todos", "add", "x"]).code, 0);
    assert_eq!(world.run(&["verify"]).code, 0);
    assert_eq!(world.run(&["restored", "--yes", "--json"]).json()["error"], "nothing_missing");
}

#[test]
fn of_a_log_that_is_damaged_what_cannot_be_read_is_kept_when_the_rest_is_accepted() {
    let world = killed();
    let mut log = std::fs::read(file(&world, "-wal")).unwrap();
    let at = log.len() / 2;
    log[at] ^= 1;
    std::fs::write(file(&world, "-wal"), &log).unwrap();
    let restored = world.run(&["restored", "--yes", "--json"]);
    assert_eq!(restored.code, 0, "{restored:?}");
    let kept = std::path::PathBuf::from(restored.json()["kept"].as_str().unwrap());
    assert_eq!(std::fs::read(kept.join("countersign.db-wal")).unwrap(), log);
    assert_eq!(world.run(&["todos", "add", "x"]).code, 0);
    assert_eq!(world.run(&["verify"]).code, 0);
    assert_eq!(std::fs::read(kept.join("countersign.db-wal")).unwrap(), log);
}

/// Killed at any moment, `save` leaves whole copies alone under their names.
#[test]
fn a_copy_has_its_name_once_it_is_whole() {
    let world = World::new();
    let lines: String = (1..=3000).map(|n| format!("- [ ] todo {n} {}\n", "words ".repeat(40))).collect();
    let list = world.dir.path().join("list.md");
    std::fs::write(&list, lines).unwrap();
    assert_eq!(world.run(&["import", list.to_str().unwrap(), "--yes"]).code, 0);
    let copies = || {
        let names =
            std::fs::read_dir(world.dir.path()).unwrap().flatten().map(|e| e.file_name().into_string().unwrap());
        names.filter(|name| name.starts_with("countersign-saved-")).collect::<Vec<_>>()
    };
    for _ in 0..4 {
        let mut saving = binary();
        let mut child = saving.arg("--data").arg(world.dir.path()).arg("save").spawn().unwrap();
        // As soon as anything of it is there, under whatever name.
        let begun = |entry: &std::fs::DirEntry| entry.file_name().to_string_lossy().contains("countersign-saved-");
        let count = || std::fs::read_dir(world.dir.path()).unwrap().flatten().filter(begun).count();
        let before = count();
        crate::world::until("a copy that was begun", || count() > before || child.try_wait().unwrap().is_some());
        child.kill().unwrap();
        child.wait().unwrap();
        for name in copies() {
            let copy = rusqlite::Connection::open(world.dir.path().join(&name)).unwrap();
            let found: i64 = copy.query_row("SELECT count(*) FROM todos", [], |row| row.get(0)).unwrap();
            assert_eq!(found, 3000, "{name}");
        }
    }
    let saved = world.run(&["save", "--json"]);
    assert_eq!(saved.code, 0, "{saved:?}");
    let left = std::fs::read_dir(world.dir.path()).unwrap().flatten();
    let left: Vec<_> = left.map(|e| e.file_name()).filter(|n| n.to_string_lossy().ends_with(".tmp")).collect();
    assert!(left.is_empty(), "what was begun and not ended is removed by the next: {left:?}");
}

#[test]
fn an_earlier_copy_is_told_and_what_cannot_be_opened_is_moved_aside() {
    let world = World::new();
    assert_eq!(world.run(&["todos", "add", "a"]).code, 0);
    let copied = World::new();
    assert_eq!(world.run(&["save"]).code, 0);
    let backup = world.dir.path().join("countersign-saved-1.db");
    assert_eq!(world.run(&["todos", "add", "b"]).code, 0);
    // A whole folder is moved or copied as it is.
    for end in ["", "-wal", "-mark"] {
        if file(&world, end).exists() {
            std::fs::copy(file(&world, end), file(&copied, end)).unwrap();
        }
    }
    assert_eq!(copied.run(&["verify"]).code, 0);
    let sound = world.run(&["doctor"]);
    assert!(sound.code == 0 && sound.out.contains("countersign-saved-1.db."), "{sound:?}");
    let _ = std::fs::remove_file(file(&world, "-wal"));
    std::fs::copy(&backup, file(&world, "")).unwrap();
    let verified = world.run(&["verify"]);
    assert!(verified.code == 1 && verified.err.contains("missing"), "{verified:?}");
    let doctor = world.run(&["doctor"]);
    assert!(doctor.out.contains("countersign-saved-1.db.") && doctor.out.contains("--data NEW"), "{doctor:?}");
    let restored = world.run(&["restored", "--yes"]);
    assert!(restored.code == 0 && restored.err.contains("countersign-saved-1.db."), "{restored:?}");
    let titles = world.run(&["todos", "list"]).out;
    assert!(titles.contains('a') && !titles.contains("b\n"), "{titles}");

    std::fs::write(file(&world, ""), b"").unwrap();
    assert_eq!(world.run(&["restored", "--yes"]).code, 0);
    assert!(world.dir.path().join("set-aside-1/countersign.db-mark").exists());
    assert_eq!(world.run(&["todos", "add", "new"]).code, 0);
}

#[cfg(unix)]
#[test]
fn a_server_whose_database_is_removed_says_so_and_saves_it() {
    let world = World::new();
    let mut server = Server::start(world.dir.path());
    let add = |server: &Server, title: &str| {
        let body = json!({ "operations": [{ "op": "create", "title": title }] });
        http(server.port, &server.token, "POST", "/api/edits", Some(&body), None).unwrap()
    };
    assert_eq!(add(&server, "kept").0, 200);
    for end in ["", "-wal", "-shm"] {
        std::fs::remove_file(file(&world, end)).unwrap();
    }
    let (status, told) = add(&server, "lost");
    assert_eq!((status, &told["error"]), (500, &json!("database_replaced")), "{told}");
    assert!(Command::new("kill").args(["-HUP", &server.pid().to_string()]).status().unwrap().success());
    assert_eq!(server.wait(), 1);
    let saved = world.dir.path().join("countersign-saved-1.db");
    std::fs::rename(&saved, file(&world, "")).unwrap();
    let listed = world.run(&["todos", "list"]);
    assert!(listed.code == 0 && listed.out.contains("kept") && !listed.out.contains("lost"), "{listed:?}");
    assert_eq!(world.run(&["verify"]).code, 0);
}

/// Nobody is given an empty ledger where a full one was: what was saved of it is named, as beside an emptied file.
#[cfg(unix)]
#[test]
fn where_all_of_a_database_went_no_new_one_is_begun_without_a_word() {
    let world = World::new();
    let mut server = Server::start(world.dir.path());
    let body = json!({ "operations": [{ "op": "create", "title": "kept" }] });
    assert_eq!(http(server.port, &server.token, "POST", "/api/edits", Some(&body), None).unwrap().0, 200);
    for end in ["", "-wal", "-shm", "-mark"] {
        let _ = std::fs::remove_file(file(&world, end));
    }
    assert!(Command::new("kill").args(["-HUP", &server.pid().to_string()]).status().unwrap().success());
    server.wait();
    let saved = world.dir.path().join("countersign-saved-1.db");
    assert!(saved.exists());
    for args in [&["todos"][..], &["todos", "add", "x"], &["verify"], &["serve", "--port", "0"]] {
        let ran = world.run(&[args, &["--json"]].concat());
        assert_eq!((ran.code, &ran.json()["error"]), (1, &json!("corrupt_database")), "{args:?}: {ran:?}");
        assert!(ran.json().to_string().contains("countersign-saved-1.db"), "{args:?}: {ran:?}");
    }
    let doctor = world.run(&["doctor"]);
    assert!(doctor.code == 1 && doctor.out.contains("bad   database"), "{doctor:?}");
    assert!(doctor.out.contains("countersign-saved-1.db") && !file(&world, "").exists(), "{doctor:?}");
    // Back in its place it is what it was.
    std::fs::copy(&saved, file(&world, "")).unwrap();
    assert!(world.run(&["todos"]).out.contains("kept"));
    // Who wants to can begin anew.
    for end in ["", "-wal", "-shm", "-mark"] {
        let _ = std::fs::remove_file(file(&world, end));
    }
    let restored = world.run(&["restored", "--yes"]);
    assert!(restored.code == 0 && restored.err.contains("countersign-saved-1.db"), "{restored:?}");
    assert_eq!(world.run(&["todos", "add", "anew"]).code, 0);
}

#[cfg(unix)]
#[test]
fn a_server_whose_log_is_emptied_says_so_at_once_and_keeps_the_todos() {
    let world = World::new();
    let mut server = Server::start(world.dir.path());
    let add = |server: &Server, title: &str| {
        let body = json!({ "operations": [{ "op": "create", "title": title }] });
        http(server.port, &server.token, "POST", "/api/edits", Some(&body), None).unwrap()
    };
    assert_eq!(add(&server, "kept").0, 200);
    std::fs::File::options().write(true).open(file(&world, "-wal")).unwrap().set_len(0).unwrap();
    let (status, told) = add(&server, "lost");
    assert_eq!((status, &told["error"]), (500, &json!("database_cut")), "{told}");
    assert!(told["hint"].as_str().unwrap().contains("countersign export json"), "{told}");
    let exported = run(binary().arg("--data").arg(world.dir.path()).args(["export", "json"]), b"");
    assert!(exported.out.contains("kept") && !exported.out.contains("lost"), "{exported:?}");
    assert!(Command::new("kill").args(["-HUP", &server.pid().to_string()]).status().unwrap().success());
    assert_eq!(server.wait(), 1);
    let saved = std::fs::read_to_string(world.dir.path().join("countersign-saved-1.json")).unwrap();
    assert_eq!(saved, exported.out);
    // Nothing was written over what is left.
    assert!(world.run(&["verify"]).err.contains("missing"));
}

#[cfg(unix)]
#[test]
fn a_server_whose_database_is_written_over_at_its_own_size_keeps_the_todos() {
    let world = World::new();
    assert_eq!(world.run(&["todos", "add", "kept"]).code, 0);
    let mut server = Server::start(world.dir.path());
    let size = usize::try_from(file(&world, "").metadata().unwrap().len()).unwrap();
    std::fs::File::options().write(true).open(file(&world, "")).unwrap().write_all(&vec![0; size]).unwrap();
    let body = json!({ "operations": [{ "op": "create", "title": "lost" }] });
    let (status, told) = http(server.port, &server.token, "POST", "/api/edits", Some(&body), None).unwrap();
    assert_eq!((status, &told["error"]), (500, &json!("database_cut")), "{told}");
    assert!(Command::new("kill").args(["-TERM", &server.pid().to_string()]).status().unwrap().success());
    assert_eq!(server.wait(), 1);
    let saved = std::fs::read_to_string(world.dir.path().join("countersign-saved-1.json")).unwrap();
    assert!(saved.contains("kept") && !saved.contains("lost"), "{saved}");
}

#[cfg(unix)]
#[test]
fn a_server_whose_database_is_written_over_by_one_that_was_made_alike_keeps_the_todos() {
    let world = World::new();
    assert_eq!(world.run(&["todos", "add", "kept"]).code, 0);
    let mut server = Server::start(world.dir.path());
    let add = |server: &Server, title: &str| {
        let body = json!({ "operations": [{ "op": "create", "title": title }] });
        http(server.port, &server.token, "POST", "/api/edits", Some(&body), None).unwrap()
    };
    assert_eq!(add(&server, "kept too").0, 200);
    let own = std::fs::read(file(&world, "")).unwrap();
    // As long, and it begins alike; what stands in it is another's.
    let mut alike = own.clone();
    alike.chunks_mut(4096).skip(1).filter_map(|page| page.last_mut()).for_each(|end| *end = !*end);
    // Written to with what it holds, it is the same.
    let write = |bytes: &[u8]| {
        // Later than the last time, as the file's clock counts.
        std::thread::sleep(std::time::Duration::from_millis(50));
        std::fs::File::options().write(true).open(file(&world, "")).unwrap().write_all(bytes).unwrap();
    };
    write(&own);
    assert_eq!(add(&server, "kept as well").0, 200);
    write(&alike);
    let (status, told) = add(&server, "lost");
    assert_eq!((status, &told["error"]), (500, &json!("database_cut")), "{told}");
    assert!(Command::new("kill").args(["-TERM", &server.pid().to_string()]).status().unwrap().success());
    assert_eq!(server.wait(), 1);
    let saved = std::fs::read_to_string(world.dir.path().join("countersign-saved-1.json")).unwrap();
    assert!(saved.contains("kept too") && saved.contains("kept as well") && !saved.contains("lost"), "{saved}");
    // What somebody put there is left as it is.
    assert!(std::fs::read(file(&world, "")).unwrap() == alike);
}

#[cfg(unix)]
#[test]
fn what_is_in_the_way_is_named_by_the_verb_and_by_the_doctor() {
    for name in ["lock", "countersign.db-server", "countersign.db", "countersign.db-wal"] {
        let world = World::new();
        assert_eq!(world.run(&["todos", "add", "a"]).code, 0);
        let path = world.dir.path().join(name);
        let _ = std::fs::remove_file(&path);
        std::fs::create_dir(&path).unwrap();
        let doctor = world.run(&["doctor"]);
        assert_eq!(doctor.code, 1, "{name}: {doctor:?}");
        assert!(doctor.out.contains(name) && doctor.out.contains("folder"), "{name}: {doctor:?}");
        if name != "countersign.db-server" {
            let ran = world.run(&["todos", "add", "b", "--json"]);
            assert_eq!((ran.code, &ran.json()["error"]), (1, &json!("in_the_way")), "{name}: {ran:?}");
        }
    }
    let world = World::new();
    std::os::unix::fs::symlink("nothing", file(&world, "")).unwrap();
    let ran = world.run(&["todos", "list", "--json"]);
    assert_eq!((ran.code, &ran.json()["error"]), (1, &json!("in_the_way")), "{ran:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn limits_of_the_system_are_named() {
    let limited = |limit: &str, data: &Path| {
        let mut shell = Command::new("sh");
        let line = format!("{limit}; exec \"$0\" \"$@\"");
        shell.args(["-c", &line, env!("CARGO_BIN_EXE_countersign"), "--data"]).arg(data);
        run(shell.args(["todos", "add", "x", "--json"]), b"")
    };
    let world = World::new();
    for files in [6, 12, 20] {
        let ran = limited(&format!("ulimit -n {files}"), world.dir.path());
        assert_eq!((ran.code, &ran.json()["error"]), (1, &json!("too_many_files")), "{files}: {ran:?}");
    }
    assert_eq!(limited("ulimit -n 48", world.dir.path()).code, 0);
    let small = World::new();
    let ran = limited("ulimit -f 10", small.dir.path());
    assert_eq!((ran.code, &ran.json()["error"]), (1, &json!("disk_full")), "{ran:?}");
    assert!(binary().args(["--data"]).arg(small.dir.path()).args(["todos", "add", "x"]).status().unwrap().success());
}

#[test]
fn a_damaged_models_file_locks_nothing_that_needs_no_model() {
    for (text, told) in [(Some("{"), "is no JSON"), (Some("[]"), "no object"), (None, "cannot be read")] {
        let world = World::new();
        assert_eq!(world.run(&["todos", "add", "a"]).code, 0);
        let file = world.dir.path().join("models.json");
        match text {
            Some(text) => std::fs::write(&file, text).unwrap(),
            None => std::fs::create_dir(&file).unwrap(),
        }
        for args in [&["todos", "list"][..], &["export", "json"], &["verify"], &["log"], &["rebuild"], &["inbox"]] {
            let ran = world.run(args);
            assert!(ran.code == 0 && !ran.err.contains("models.json"), "{args:?}: {ran:?}");
        }
        assert_eq!(world.run(&["todos", "add", "b"]).code, 0);
        let doctor = world.run(&["doctor"]);
        let line = doctor.out.lines().find(|line| line.contains("models:")).unwrap_or_default();
        assert!(doctor.code == 1 && line.contains(told), "{doctor:?}");
        assert!(doctor.out.contains("database is sound"), "{doctor:?}");
        let listed = world.run(&["model", "list"]);
        assert!(listed.out.contains(told), "{listed:?}");

        let server = Server::start(world.dir.path());
        let ask = |method: &str, path: &str, body: Option<&serde_json::Value>| {
            http(server.port, &server.token, method, path, body, None).unwrap()
        };
        let (_, status) = ask("GET", "/api/status", None);
        let problem = &status["models_problem"];
        assert!(problem["message"].as_str().unwrap().contains(told) && problem["hint"] != "", "{status}");
        let (refused, agent) = ask("POST", "/api/runs", Some(&json!({ "message": "tidy up", "mode": "agent" })));
        assert!(refused >= 400 && agent["message"].as_str().unwrap().contains(told), "{agent}");
    }
}

/// A folder with two todos and two files that one set made.
fn made_at_once() -> (World, tempfile::TempDir) {
    let (world, project) = (World::new(), tempfile::tempdir().unwrap());
    let root = project.path().join("w");
    std::fs::create_dir(&root).unwrap();
    assert_eq!(world.run(&["workspace", "open", root.to_str().unwrap()]).code, 0);
    let operations = json!([
        { "op": "create", "title": "one" }, { "op": "create", "title": "two" },
        { "op": "write_file", "path": "a.txt", "content": "a\n" }, { "op": "write_file", "path": "b.txt", "content": "b\n" },
    ]);
    assert_eq!(world.run_with(&["propose", "-", "--yes"], operations.to_string().as_bytes()).code, 0);
    (world, project)
}

#[test]
fn a_folder_that_is_gone_is_said_to_be_and_half_of_a_set_is_not_taken_back() {
    let (world, project) = made_at_once();
    let (root, aside) = (project.path().join("w"), project.path().join("aside"));
    let waits = world.run(&["undo"]);
    assert_eq!(waits.code, 2, "{waits:?}");
    std::fs::rename(&root, &aside).unwrap();
    let unseen = "cannot be looked at: the workspace cannot be opened";
    for (args, code, why) in [
        (&["undo", "--yes"][..], 1, "/w cannot be opened: No such file"),
        (&["apply", "2", "--all"], 3, unseen),
        (&["apply", "2", "--sign", "all"], 3, unseen),
    ] {
        let ran = world.run(args);
        assert_eq!(ran.code, code, "{args:?}: {ran:?}");
        assert!(ran.err.contains(why), "{args:?}: {ran:?}");
        assert!(!ran.out.contains("is now the workspac"), "{args:?}: {ran:?}");
        assert_eq!(world.run(&["todos", "list"]).out.lines().count(), 3, "{args:?}: both todos are there");
    }
    let doctor = world.run(&["doctor"]);
    assert!(doctor.out.contains("The folder of workspace w is gone"), "{doctor:?}");
    std::fs::rename(&aside, &root).unwrap();
    // One that was closed is to be opened: nobody changed anything in it.
    assert_eq!(world.run(&["workspace", "close", root.to_str().unwrap()]).code, 0);
    let closed = world.run(&["undo", "--yes", "--json"]);
    assert_eq!((closed.code, &closed.json()["error"]), (1, &json!("unknown_workspace")), "{closed:?}");
    assert!(closed.json()["hint"].as_str().unwrap().contains("Open the folder first"), "{closed:?}");
    assert_eq!(world.run(&["workspace", "open", root.to_str().unwrap()]).code, 0);
    let taken = world.run(&["undo", "--yes"]);
    assert_eq!((taken.code, std::fs::read_dir(&root).unwrap().count()), (0, 0), "{taken:?}");
}

#[test]
fn what_drifted_in_part_is_applied_in_part_only_where_that_is_said() {
    let (world, project) = made_at_once();
    assert_eq!(world.run(&["undo"]).code, 2);
    std::fs::write(project.path().join("w/a.txt"), "changed\n").unwrap();
    for args in [&["apply", "2", "--all"][..], &["undo", "--yes"]] {
        let whole = world.run(args);
        assert!(whole.code == 3 && whole.err.contains("Nothing has been changed"), "{args:?}: {whole:?}");
        assert_eq!(world.run(&["todos", "list"]).out.lines().count(), 3, "{args:?}");
    }
    assert_eq!(world.run(&["apply", "2", "--all", "--best-effort"]).code, 3);
    assert!(world.run(&["todos", "list"]).out.contains("No todos"));
    assert!(project.path().join("w/a.txt").exists() && !project.path().join("w/b.txt").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn undo_said_twice_goes_on_past_a_command_that_was_taken_back() {
    for (command, made) in [("mv a.txt b.txt", "b.txt"), ("mkdir q", "q")] {
        let world = World::new();
        let project = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        std::fs::write(project.path().join("a.txt"), "a\n").unwrap();
        let root = project.path().to_str().unwrap();
        assert_eq!(world.run(&["workspace", "open", root]).code, 0);
        assert_eq!(world.run(&["todos", "add", "T"]).code, 0);
        let ran = world.run(&["run", command, "--workspace", root, "--yes"]);
        if !ran.out.contains("Undo: countersign undo @") {
            return crate::world::passed_over("no sandbox");
        }
        assert_eq!(world.run(&["undo", "--yes"]).code, 0, "{command}");
        assert!(project.path().join("a.txt").exists() && !project.path().join(made).exists(), "{command}");
        let further = world.run(&["undo", "--yes"]);
        assert_eq!(further.code, 0, "{command}: {further:?}");
        assert!(world.run(&["todos", "list"]).out.contains("No todos"), "{command}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_command_that_moved_files_says_how_it_is_taken_back() {
    let world = World::new();
    // Not in /tmp, which every sandbox hides.
    let project = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    std::fs::write(project.path().join("a.txt"), "a\n").unwrap();
    let root = project.path().to_str().unwrap();
    assert_eq!(world.run(&["workspace", "open", root]).code, 0);
    let ran = world.run(&["run", "cp a.txt b.txt", "--workspace", root, "--yes"]);
    if !project.path().join("b.txt").exists() {
        return crate::world::passed_over("no sandbox");
    }
    let line = ran.out.lines().find(|line| line.starts_with("Undo: countersign undo @")).unwrap_or_default();
    let entry = line.rsplit(' ').next().unwrap();
    assert!(entry.starts_with('@'), "{ran:?}");
    assert_eq!(world.run(&["undo", entry, "--yes"]).code, 0);
    assert!(!project.path().join("b.txt").exists());
    // So does one that only makes a folder, applied with others.
    let commands = serde_json::json!({"operations": [
        {"op": "run_command", "command": "mkdir made", "why": "a place"},
        {"op": "create", "title": "T"},
    ]});
    assert_eq!(world.run_with(&["propose", "-"], commands.to_string().as_bytes()).code, 2);
    let set = world.run(&["inbox", "--json"]).json()["change_sets"][0]["id"].to_string();
    let made = || project.path().join("made").exists();
    let hint = |told: &crate::world::Ran| {
        let hints = told.out.lines().filter_map(|line| line.strip_prefix("Undo: countersign undo "));
        let hints: Vec<String> = hints.map(str::to_owned).collect();
        assert!(told.code == 0 && matches!(&hints[..], [set] if !set.starts_with('@')), "{told:?}");
        hints.concat()
    };
    // All of it, in however many entries it was done; so is that taken back again.
    let applied = world.run(&["apply", &set, "--all"]);
    let whole = hint(&applied);
    assert!(made(), "{applied:?}");
    let undone = world.run(&["undo", &whole, "--yes"]);
    let again = hint(&undone);
    assert!(!made(), "{undone:?}");
    assert_eq!(world.run(&["undo", &again, "--yes"]).code, 0);
    assert!(made());
}

#[test]
fn what_expired_is_proposed_anew_by_a_verb() {
    let world = World::new();
    let proposed = world.run_with(&["propose", "-"], br#"[{"op":"create","title":"Late"}]"#);
    assert_eq!(proposed.code, 2, "{proposed:?}");
    let later = |args: &[&str]| {
        let mut command = binary();
        command.arg("--data").arg(world.dir.path()).args(["--now", "2027-06-01T10:00", "--zone", "UTC"]).args(args);
        run(&mut command, b"")
    };
    assert_eq!(later(&["inbox"]).code, 0);
    assert_eq!(world.run(&["inbox"]).code, 2, "a look under a wrong clock expires nothing");
    let refused = later(&["apply", "1", "--all"]);
    assert!(refused.code == 1 && refused.err.contains("countersign rebase 1 all"), "{refused:?}");
    let again = later(&["rebase", "1", "all"]);
    assert!(again.code == 2 && again.out.contains("#2"), "{again:?}");
    assert_eq!(later(&["apply", "2", "--all"]).code, 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_is_gone_under_the_terminal_is_said_to_be() {
    let (world, project) = (World::new(), tempfile::tempdir().unwrap());
    let line = "mkdir here && cd here && rmdir ../here && exec \"$0\" \"$@\"";
    let mut shell = Command::new("sh");
    shell.current_dir(project.path()).args(["-c", line, env!("CARGO_BIN_EXE_countersign"), "--data"]);
    let ran = run(shell.arg(world.dir.path()).args(["run", "ls", "--json"]), b"");
    let told = ran.json();
    assert_eq!((ran.code, &told["error"]), (1, &json!("no_folder")), "{ran:?}");
    assert!(told["hint"].as_str().unwrap().contains("cd"), "{told}");
}

#[test]
fn an_input_without_an_end_is_refused_and_a_line_without_one_is_one_refused_row() {
    let world = World::new();
    let long = vec![b'x'; (64 << 20) + 10];
    for args in [&["recover", "--json"][..], &["import", "-", "--json"], &["propose", "-", "--json"]] {
        let ran = world.run_with(args, &long);
        assert_eq!((ran.code, &ran.json()["error"]), (1, &json!("unreadable_file")), "{args:?}: {:?}", ran.err);
    }
    let mut rows = long;
    rows.extend(b"\n{\"id\":7,\"message\":\"buy milk\"}\n");
    let ran = world.run_with(&["interpret", "--batch"], &rows);
    let rows: Vec<serde_json::Value> = ran.out.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    assert_eq!((rows.len(), &rows[0]["error"]["code"], &rows[1]["id"]), (2, &json!("line_too_long"), &json!(7)));
}
