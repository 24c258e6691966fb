//! A database that is not what was written: told, left alone, and with a way on.

use crate::world::{Server, World, binary, http, run};
use serde_json::json;
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
    let _ = std::fs::remove_file(file(&world, "-wal"));
    std::fs::copy(&backup, file(&world, "")).unwrap();
    let verified = world.run(&["verify"]);
    assert!(verified.code == 1 && verified.err.contains("missing"), "{verified:?}");
    assert_eq!(world.run(&["restored", "--yes"]).code, 0);
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

#[cfg(unix)]
#[test]
fn what_is_in_the_way_is_named_by_the_verb_and_by_the_doctor() {
    for name in ["lock", "server.json", "countersign.db", "countersign.db-wal"] {
        let world = World::new();
        assert_eq!(world.run(&["todos", "add", "a"]).code, 0);
        let path = world.dir.path().join(name);
        let _ = std::fs::remove_file(&path);
        std::fs::create_dir(&path).unwrap();
        let doctor = world.run(&["doctor"]);
        assert_eq!(doctor.code, 1, "{name}: {doctor:?}");
        assert!(doctor.out.contains(name) && doctor.out.contains("folder"), "{name}: {doctor:?}");
        if name != "server.json" {
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
