//! Rows that cannot be read: said with what restores them, and in no verb's way that the ledger can answer.

use crate::world::{Ran, Server, World, binary, garble_root, http, run, until};
use serde_json::json;

/// Two todos, of which the stored row of the first cannot be read.
fn damaged() -> World {
    let world = World::new();
    for title in ["one", "two"] {
        assert_eq!(world.run(&["todos", "add", title]).code, 0);
    }
    tamper(&world, "UPDATE todos SET body = '{' WHERE id = 1");
    world
}

fn tamper(world: &World, sql: &str) {
    rusqlite::Connection::open(world.dir.path().join("countersign.db")).unwrap().execute_batch(sql).unwrap();
}

#[test]
fn what_the_ledger_holds_is_read_from_it_until_it_is_restored() {
    let world = damaged();
    for (args, code, said) in [
        // The chain is whole, and what is stored is not what it says.
        (&["verify"][..], 1, "sound"),
        (&["todos", "list"], 0, "one"),
        (&["log"], 0, "two"),
        (&["export", "json"], 0, "one"),
        (&["export", "audit.jsonl"], 0, "hash"),
    ] {
        let ran = world.run(args);
        assert!(ran.code == code && ran.out.contains(said), "{args:?}: {ran:?}");
        for told in ["odo #1 is damaged", "the ledger is whole", "countersign rebuild --write"] {
            assert!(ran.err.contains(told), "{args:?}: {ran:?}");
        }
    }
    let doctor = world.run(&["doctor"]);
    assert_eq!(doctor.code, 1, "{doctor:?}");
    for told in ["odo #1 is damaged", "the ledger is whole", "countersign rebuild --write"] {
        assert!(doctor.out.contains(told), "{doctor:?}");
    }
    for args in [&["todos", "add", "three"][..], &["todos", "done", "2"], &["serve", "--port", "0"]] {
        let ran = world.run(args);
        assert_eq!(ran.code, 1, "{args:?}: {ran:?}");
        assert!(ran.err.contains("odo #1 is damaged") && ran.err.contains("rebuild --write"), "{args:?}: {ran:?}");
    }
    let compared = world.run(&["rebuild", "--json"]);
    assert_eq!((compared.code, &compared.json()["written"]), (1, &json!(false)), "{compared:?}");
    let german = world.run(&["--lang", "de", "todos", "list"]);
    assert!(german.err.contains("Aufgabe #1 ist beschädigt"), "{german:?}");

    let restored = world.run(&["rebuild", "--write"]);
    assert!(restored.code == 0 && restored.out.contains("odo #1 is damaged"), "{restored:?}");
    for args in [&["verify"][..], &["doctor"], &["rebuild"], &["todos", "add", "three"]] {
        let ran = world.run(args);
        assert!(ran.code == 0 && !ran.err.contains("damaged"), "{args:?}: {ran:?}");
    }
    let listed = world.run(&["todos", "list"]);
    assert!(["one", "two", "three"].iter().all(|title| listed.out.contains(title)), "{listed:?}");
}

#[test]
fn an_entry_that_is_no_text_is_named() {
    for event in ["CAST(x'7bff7d' AS TEXT)", "'{'"] {
        let world = World::new();
        for title in ["one", "two"] {
            assert_eq!(world.run(&["todos", "add", title]).code, 0);
        }
        tamper(
            &world,
            &format!("DROP TRIGGER ledger_is_append_only_update; UPDATE ledger SET event = {event} WHERE seq = 2"),
        );
        for args in [&["verify"][..], &["doctor"], &["log"], &["rebuild", "--write"]] {
            let ran = world.run(args);
            let said = format!("{}{}", ran.out, ran.err);
            assert_eq!(ran.code, 1, "{args:?}: {ran:?}");
            assert!(said.contains("ntry 2") || said.contains("@2"), "{args:?}: {ran:?}");
            assert!(!said.contains("is safe"), "{args:?}: {ran:?}");
        }
        assert!(world.run(&["todos", "list"]).out.contains("one"));
    }
}

/// Three todos, of which the entry that made the second was altered; what else is done to the database.
fn altered(event: &str, more: &str) -> World {
    let world = World::new();
    for title in ["one", "two", "three"] {
        assert_eq!(world.run(&["todos", "add", title]).code, 0);
    }
    tamper(
        &world,
        &format!("DROP TRIGGER ledger_is_append_only_update; UPDATE ledger SET event = {event} WHERE seq = 2; {more}"),
    );
    world
}

#[test]
fn what_was_altered_is_never_shown_as_what_was_written() {
    for (event, shown) in [("replace(event, 'two', 'TWO')", "Add “TWO”   changed since"), ("'{'", "cannot be read")]
    {
        let world = altered(event, "");
        let log = world.run(&["log"]);
        assert!(log.code == 1 && log.out.contains(shown), "{log:?}");
        assert_eq!(log.out.matches("can be undone").count(), 2, "the other two can be taken back: {log:?}");
        let entries = world.run(&["log", "--json"]).json()["entries"].clone();
        let damage: Vec<bool> = entries.as_array().unwrap().iter().map(|entry| entry["damage"].is_string()).collect();
        assert_eq!(damage, [false, true, false], "{entries}");

        // Work goes on, and whoever works is told.
        for args in [&["todos", "list"][..], &["todos", "add", "four"], &["undo"]] {
            let ran = world.run(args);
            assert!(ran.err.contains("broken at @2") && ran.err.contains("countersign verify"), "{args:?}: {ran:?}");
        }
        for args in [&["undo", "@2"][..], &["rewind", "@1"]] {
            let ran = world.run(args);
            assert!(ran.code == 1 && ran.err.contains("ntry 2 is not what was written"), "{args:?}: {ran:?}");
        }
        let verify = world.run(&["verify"]);
        assert!(verify.code == 1 && verify.out.contains("up to @1 are as they were written"), "{verify:?}");
    }
}

#[test]
fn nothing_is_taken_back_by_name_past_what_was_altered() {
    let world = altered("replace(event, 'two', 'TWO')", "");
    let first = world.run(&["undo", "--json"]);
    assert!(first.out.contains("three"), "{first:?}");
    assert_eq!(world.run(&["apply", "4", "--all"]).code, 0);
    let second = world.run(&["undo", "--json"]);
    assert!(!second.out.contains("Add “one”"), "not what was done before the altered entry: {second:?}");
}

#[test]
fn a_server_finds_a_broken_ledger_by_itself() {
    // The entry is far back, where only reading all of them finds it.
    let world = World::new();
    for title in ["one", "two"] {
        assert_eq!(world.run(&["todos", "add", title]).code, 0);
    }
    for _ in 0..30 {
        assert_eq!(world.run(&["todos", "edit", "1", "--priority", "high"]).code, 0);
        assert_eq!(world.run(&["todos", "edit", "1", "--priority", "low"]).code, 0);
    }
    tamper(
        &world,
        "DROP TRIGGER ledger_is_append_only_update; UPDATE ledger SET event = replace(event, 'two', 'TWO') WHERE seq = 2",
    );
    let _server = Server::start(world.dir.path());
    until("the server to find it", || {
        let listed = run(binary().arg("--data").arg(world.dir.path()).args(["todos", "list"]), b"");
        assert!(listed.out.contains("two"), "{listed:?}");
        listed.err.contains("broken at @2")
    });
}

#[test]
fn what_can_be_read_is_read_where_the_ledger_is_broken_too() {
    let world = altered("replace(event, 'two', 'TWO')", "UPDATE todos SET body = '{' WHERE id = 3");
    for (args, code, said) in [
        (&["todos", "list"][..], 0, "two"),
        (&["log"], 1, "changed since"),
        (&["verify"], 1, "broken at @2"),
        (&["export", "json"], 0, "two"),
    ] {
        let ran = world.run(args);
        assert!(ran.code == code && ran.out.contains(said), "{args:?}: {ran:?}");
        for told in ["odo #3 is damaged", "broken at entry 2", "export json -o todos.json"] {
            assert!(ran.err.contains(told), "{args:?}: {ran:?}");
        }
    }
    // Nothing is written, and what cannot be read stays.
    for args in [&["todos", "add", "four"][..], &["rebuild", "--write"], &["serve", "--port", "0"]] {
        let ran = world.run(args);
        assert!(ran.code == 1 && ran.err.contains("export json"), "{args:?}: {ran:?}");
    }
    // The way that is told leads on.
    let saved = world.dir.path().join("todos.json");
    assert_eq!(world.run(&["export", "json", "-o", saved.to_str().unwrap()]).code, 0);
    let anew = World::new();
    assert_eq!(anew.run(&["import", saved.to_str().unwrap(), "--yes"]).code, 0);
    let listed = anew.run(&["todos", "list"]);
    assert!(listed.out.contains("one") && listed.out.contains("two"), "{listed:?}");
}

#[test]
fn of_a_set_that_is_too_old_apply_says_so() {
    let world = World::new();
    let made = world.run(&["ask", "add milk", "--json"]);
    assert_eq!(made.code, 2, "{made:?}");
    assert_eq!(world.run(&["sign", "1", "1"]).code, 2);
    let later = |args: &[&str]| -> Ran {
        let mut command = binary();
        command.arg("--data").arg(world.dir.path()).args(["--now", "2026-12-05T10:00", "--zone", "America/New_York"]);
        run(command.args(args), b"")
    };
    let late = later(&["apply", "1", "--json"]);
    assert_eq!((late.code, &late.json()["error"]), (1, &json!("expired")), "{late:?}");
    let log = later(&["log"]);
    assert!(log.out.contains("Expired before it was applied") && !log.out.contains("Expired unsigned"), "{log:?}");
}

/// Three hundred todos, with the page of this kind (<https://sqlite.org/fileformat.html#b_tree_pages>) written over
/// that holds one of them.
fn garbled(kind: u8) -> World {
    let world = imported(300);
    let path = world.dir.path().join("countersign.db");
    // All of it in the file itself.
    tamper(&world, "PRAGMA wal_checkpoint(TRUNCATE)");
    let mut bytes = std::fs::read(&path).unwrap();
    // A title may be cut in two by the end of a page.
    let holds = |page: &[u8], title: &str| page[0] == kind && page.windows(16).any(|part| part == title.as_bytes());
    let at = (150..200).find_map(|n| {
        let title = format!("todo number {n:04}");
        bytes.chunks_exact(4096).position(|page| holds(page, &title))
    });
    bytes.chunks_exact_mut(4096).nth(at.unwrap()).unwrap().fill(0xa5);
    std::fs::write(path, bytes).unwrap();
    world
}

#[test]
fn a_page_that_cannot_be_read_blocks_nothing_that_reads_and_is_put_right_from_the_ledger() {
    // Of the todos, and of the items of the change set that made them; of the ledger's end; of the list of tables.
    let part = |table: &str| format!("part of the table {table} cannot be read");
    let list = "list of tables cannot be read";
    for (world, table) in [
        (garbled(0x0d), part("todos")),
        (garbled(0x0a), part("change_items")),
        (headless(), part("ledger_head")),
        (unlisted(0), list.to_owned()),
        (unlisted(1), list.to_owned()),
    ] {
        let path = world.dir.path().join("countersign.db");
        let before = std::fs::read(&path).unwrap();
        for (args, code) in
            [(&["verify"][..], 1), (&["todos", "list"], 0), (&["export", "json"], 0), (&["doctor"], 1), (&["save"], 1)]
        {
            let ran = world.run(args);
            let said = format!("{}{}", ran.out, ran.err);
            assert_eq!(ran.code, code, "{args:?}: {ran:?}");
            assert!(said.contains(&table), "{args:?}: {ran:?}");
            assert!(said.contains("countersign rebuild --write"), "{args:?}: {ran:?}");
        }
        assert_eq!(world.run(&["export", "json"]).out.matches("todo number").count(), 300, "all are made anew");
        assert_eq!(world.run(&["todos", "add", "x"]).code, 1);
        assert!(std::fs::read(&path).unwrap() == before, "{table}: not a byte has changed");

        let mended = world.run(&["rebuild", "--write"]);
        assert!(mended.code == 0 && mended.out.contains("set-aside-1"), "{mended:?}");
        let aside = world.dir.path().join("set-aside-1/countersign.db");
        assert!(std::fs::read(aside).unwrap() == before, "{table}: what was damaged is kept");
        for args in [&["doctor"][..], &["verify"], &["rebuild"], &["todos", "add", "x"]] {
            let ran = world.run(args);
            assert!(ran.code == 0 && !ran.err.contains("cannot be read"), "{table}: {args:?}: {ran:?}");
        }
        assert_eq!(world.run(&["export", "json"]).out.matches("todo number").count(), 300);
    }
}

/// 300 todos, in a database of which the page that says where the ledger ends is garbled.
fn headless() -> World {
    let world = imported(300);
    garble_root(&world.dir.path().join("countersign.db"), "ledger_head");
    world
}

/// 300 todos, in a database of which the n-th page that lists the tables is garbled at its beginning.
fn unlisted(n: usize) -> World {
    let world = imported(300);
    let path = world.dir.path().join("countersign.db");
    tamper(&world, "PRAGMA wal_checkpoint(TRUNCATE)");
    let mut bytes = std::fs::read(&path).unwrap();
    let lists = |page: &[u8]| page.windows(12).any(|part| part == b"CREATE TABLE");
    let pages = bytes.chunks_exact(4096).enumerate().filter(|(number, page)| *number == 0 || lists(page));
    let at = pages.map(|(number, _)| number * 4096).nth(n).unwrap();
    bytes[at..at + 64].fill(0xa5);
    std::fs::write(&path, &bytes).unwrap();
    world
}

/// A page that says it has fewer rows than it has is read without complaint: what is missing is said all the same.
#[test]
fn todos_that_a_damaged_page_leaves_out_are_not_left_out_in_silence() {
    let world = imported(300);
    let path = world.dir.path().join("countersign.db");
    tamper(&world, "PRAGMA wal_checkpoint(TRUNCATE)");
    let mut bytes = std::fs::read(&path).unwrap();
    let leaf = |page: &[u8]| page[0] == 0x0d && page.windows(16).any(|part| part == b"todo number 0170");
    let page = bytes.chunks_exact(4096).position(leaf).unwrap() * 4096;
    let rows = u16::from_be_bytes([bytes[page + 3], bytes[page + 4]]);
    bytes[page + 3..page + 5].copy_from_slice(&(rows / 2).to_be_bytes());
    std::fs::write(&path, &bytes).unwrap();
    for args in [&["export", "json"][..], &["todos", "list"]] {
        let ran = world.run(args);
        assert_eq!((ran.code, ran.out.matches("todo number").count()), (0, 300), "{args:?}: {}", ran.err);
        let told = ["part of the table todos cannot be read", "read from the ledger", "countersign rebuild --write"];
        assert!(told.iter().all(|told| ran.err.contains(told)), "{args:?}: {}", ran.err);
    }
    assert_eq!(world.run(&["todos", "add", "x"]).code, 1);
    assert!(std::fs::read(&path).unwrap() == bytes, "not a byte has changed");
    assert_eq!(world.run(&["rebuild", "--write"]).code, 0);
    assert_eq!(world.run(&["export", "json"]).out.matches("todo number").count(), 300);
    assert_eq!(world.run(&["verify"]).code, 0);
}

/// No row is read through an index of its times: what is compared with the ledger is whole, and the file is not.
#[test]
fn an_index_that_cannot_be_read_is_not_called_sound() {
    for index in ["runs_by_session", "sessions_by_use"] {
        let world = imported(20);
        assert_eq!(world.run(&["ask", "buy milk"]).code, 2);
        assert_eq!(world.run(&["verify"]).code, 0);
        garble_root(&world.dir.path().join("countersign.db"), index);
        let verified = world.run(&["verify"]);
        assert!(verified.code == 1 && verified.out.contains("The database is damaged"), "{index}: {verified:?}");
        let report = world.run(&["verify", "--json"]).json();
        assert_eq!(report["ok"], json!(false), "{index}: {report}");
    }
}

#[test]
fn nothing_is_appended_to_a_ledger_that_is_short_and_the_todos_can_be_taken_elsewhere() {
    for sql in ["DROP TRIGGER ledger_is_append_only_delete; DELETE FROM ledger", "DELETE FROM ledger_head"] {
        let world = World::new();
        for title in ["one", "two"] {
            assert_eq!(world.run(&["todos", "add", title]).code, 0);
        }
        tamper(&world, &format!("PRAGMA foreign_keys = OFF; {sql}"));
        let refused = world.run(&["todos", "add", "three", "--json"]);
        assert_eq!((refused.code, &refused.json()["error"]), (1, &json!("broken_ledger")), "{sql}: {refused:?}");
        let saved = world.dir.path().join("todos.json");
        assert_eq!(world.run(&["export", "json", "-o", saved.to_str().unwrap()]).code, 0);
        let anew = World::new();
        assert_eq!(anew.run(&["import", saved.to_str().unwrap(), "--yes"]).code, 0);
        assert!(anew.run(&["todos", "list"]).out.contains("two"), "{sql}");
    }
}

/// So many todos.
fn imported(count: usize) -> World {
    let world = World::new();
    let rows: String = (0..count).map(|n| format!("- [ ] todo number {n:04}\n")).collect();
    let list = world.dir.path().join("list.md");
    std::fs::write(&list, rows).unwrap();
    let made = world.run(&["import", list.to_str().unwrap(), "--yes", "--confirm"]);
    assert_eq!(made.code, 0, "{made:?}");
    world
}

#[test]
fn rows_that_are_gone_are_told_by_verify_and_by_a_server_of_itself() {
    let world = imported(60);
    tamper(&world, "DELETE FROM todos");
    let verify = world.run(&["verify"]);
    assert_eq!(verify.code, 1, "{verify:?}");
    for told in ["sound", "in 60 places", "todo #1 is missing", "and 10 more", "countersign rebuild --write"] {
        assert!(verify.out.contains(told), "{told}: {verify:?}");
    }
    let german = world.run(&["--lang", "de", "verify"]);
    assert!(german.out.contains("Aufgabe #1 fehlt") && german.out.contains("und 10 weitere"), "{german:?}");
    let told = world.run(&["verify", "--json"]).json();
    assert_eq!((&told["ok"], &told["differing"]), (&json!(false), &json!(60)), "{told}");
    {
        let _server = Server::start(world.dir.path());
        until("the server to find it", || {
            let listed = run(binary().arg("--data").arg(world.dir.path()).args(["todos", "list"]), b"");
            listed.err.contains("in 60 places") && listed.err.contains("countersign verify")
        });
    }
    let mended = world.run(&["rebuild", "--write"]);
    assert!(
        mended.code == 0 && mended.out.contains("and 10 more") && mended.out.contains("60 differences"),
        "{mended:?}"
    );
    assert_eq!(world.run(&["verify"]).code, 0);
    assert_eq!(world.run(&["export", "json"]).out.matches("todo number").count(), 60);
}

#[test]
fn nothing_is_written_beside_a_bad_page_that_nobody_had_to_read() {
    let world = imported(300);
    let path = world.dir.path().join("countersign.db");
    let bytes = garble_root(&path, "decisions");
    for args in [&["todos", "add", "x"][..], &["todos", "done", "1"], &["undo"]] {
        let ran = world.run(args);
        assert_eq!(ran.code, 1, "{args:?}: {ran:?}");
        for told in ["part of the database cannot be read", "countersign rebuild --write"] {
            assert!(ran.err.contains(told), "{told}: {args:?}: {ran:?}");
        }
        assert!(std::fs::read(&path).unwrap() == bytes, "{args:?}: not a byte has changed");
    }
    assert_eq!(world.run(&["rebuild", "--write"]).code, 0);
    assert_eq!(world.run(&["todos", "add", "x"]).code, 0);
}

#[test]
fn a_server_that_meets_a_bad_page_says_so_and_writes_nothing_more() {
    let world = imported(300);
    for _ in 0..8 {
        assert_eq!(world.run(&["todos", "edit", "1", "--priority", "high"]).code, 0);
        assert_eq!(world.run(&["todos", "edit", "1", "--priority", "low"]).code, 0);
    }
    let path = world.dir.path().join("countersign.db");
    // Where all decisions are found: nothing reads that at the start but the server's own check.
    let bytes = garble_root(&path, "decisions");
    for args in [&["decisions"][..], &["verify"]] {
        let ran = world.run(args);
        let said = format!("{}{}", ran.out, ran.err);
        assert_eq!(ran.code, 1, "{args:?}: {ran:?}");
        for told in ["part of the database cannot be read", "ledger is whole", "countersign rebuild --write"] {
            assert!(said.contains(told), "{told}: {args:?}: {ran:?}");
        }
        assert!(std::fs::read(&path).unwrap() == bytes, "{args:?}: not a byte has changed");
    }
    let mut server = Server::start(world.dir.path());
    let ask = |method, path: &str, body: Option<&serde_json::Value>| {
        http(server.port, &server.token, method, path, body, None).unwrap()
    };
    let (status, told) = ask("GET", "/api/decisions", None);
    assert_eq!((status, &told["error"]), (500, &json!("corrupt_database")), "{told}");
    assert!(told["hint"].as_str().unwrap().contains("countersign doctor"), "{told}");
    let (_, status) = ask("GET", "/api/status", None);
    assert_eq!(status["damaged"], true, "{status}");
    let body = json!({ "operations": [{ "op": "create", "title": "x" }] });
    let (status, told) = ask("POST", "/api/edits", Some(&body));
    assert_eq!((status, &told["error"]), (500, &json!("corrupt_database")), "{told}");
    let listed = run(binary().arg("--data").arg(world.dir.path()).args(["todos", "list"]), b"");
    assert!(listed.out.contains("todo number 0299") && listed.err.contains("nothing more is written"), "{listed:?}");
    let left = ["", "-wal"].map(|end| std::fs::read(format!("{}{end}", path.display())).unwrap());
    std::process::Command::new("kill").arg(server.pid().to_string()).status().unwrap();
    assert_eq!(server.wait(), 1);
    let found = ["", "-wal"].map(|end| std::fs::read(format!("{}{end}", path.display())).unwrap());
    assert!(found == left, "what is left is left as it is");
    let mended = world.run(&["rebuild", "--write"]);
    assert_eq!(mended.code, 0, "{mended:?}");
    assert_eq!(world.run(&["verify"]).code, 0);
    assert_eq!(world.run(&["export", "json"]).out.matches("todo number").count(), 300);
}
