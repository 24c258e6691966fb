//! Lies: a ledger that somebody wrote past us, whose place `verify` and `doctor` name in words; and
//! data that tries to speak as the terminal does.

use crate::world::{World, binary, run};
use serde_json::{Value, json};

/// A ledger of nine entries, one for each todo, after this SQL.
fn forged(sql: &str) -> World {
    let world = World::new();
    for title in ["a", "c", "d", "e", "f", "b", "g", "h", "i"] {
        assert_eq!(world.run(&["todos", "add", title]).code, 0);
    }
    let raw = rusqlite::Connection::open(world.dir.path().join("countersign.db")).unwrap();
    let guards: Vec<String> = raw
        .prepare("SELECT sql FROM sqlite_schema WHERE name GLOB 'ledger_is_append_only_*'")
        .and_then(|mut all| all.query_map([], |row| row.get(0))?.collect())
        .unwrap();
    raw.execute_batch(
        "DROP TRIGGER ledger_is_append_only_update; DROP TRIGGER ledger_is_append_only_delete; PRAGMA foreign_keys = OFF",
    )
    .unwrap();
    raw.execute_batch(sql).unwrap();
    raw.execute_batch(&guards.join(";")).unwrap();
    world
}

const SWAPPED: &str = "UPDATE ledger SET seq = 99 WHERE seq = 4; UPDATE ledger SET seq = 4 WHERE seq = 7; UPDATE ledger SET seq = 7 WHERE seq = 99";

#[test]
fn a_forged_ledger_is_named_in_words() {
    for (sql, what, place, words, rely) in [
        (
            "UPDATE ledger SET event = replace(event, '\"b\"', '\"x\"') WHERE seq = 6",
            "changed",
            6,
            "an entry was changed after it was written",
            "Entries up to @5 are as they were written.",
        ),
        (
            "UPDATE ledger SET at = replace(at, '2026', '2025') WHERE seq = 1",
            "changed",
            1,
            "an entry was changed after it was written",
            "No entry is proof of anything.",
        ),
        ("DELETE FROM ledger WHERE seq = 5", "missing", 5, "an entry is missing", "Entries up to @4 are"),
        (
            "DELETE FROM ledger WHERE seq = (SELECT max(seq) FROM ledger)",
            "missing",
            9,
            "an entry is missing",
            "Entries up to @8 are",
        ),
        (SWAPPED, "reordered", 4, "an entry stands in another's place", "Entries up to @3 are"),
        ("UPDATE ledger_head SET hash = 'x'", "changed", 9, "an entry was changed", "Entries up to @8 are"),
    ] {
        let world = forged(sql);
        let verified = world.run(&["verify"]);
        assert_eq!(verified.code, 1, "{sql}");
        let head = format!("The ledger is broken at @{place}: {words}");
        assert!(verified.out.starts_with(&head) && verified.out.contains(rely), "{sql}: {}", verified.out);
        let report = world.run(&["verify", "--json"]);
        assert_eq!((&report.json()["broken"]["what"], &report.json()["broken"]["seq"]), (&json!(what), &json!(place)));
        let doctor = world.run(&["doctor"]);
        assert_eq!(doctor.code, 1, "{sql}");
        assert!(!doctor.out.contains("rebuild --write"), "{sql}: a broken ledger rebuilds nothing: {}", doctor.out);
        assert!(doctor.out.contains(&format!("bad   ledger: {head}")) && doctor.out.contains(rely), "{}", doctor.out);
        // What cannot be trusted replaces nothing.
        let rebuilt = world.run(&["rebuild", "--write", "--json"]);
        assert_eq!((rebuilt.code, &rebuilt.json()["error"]), (1, &json!("broken_ledger")), "{sql}: {rebuilt:?}");
        // Nor does it say that all is well.
        let compared = world.run(&["rebuild", "--json"]);
        assert_eq!((compared.code, &compared.json()["error"]), (1, &json!("broken_ledger")), "{sql}: {compared:?}");
        assert!(doctor.out.contains("bad   projections: What is stored was not compared"), "{}", doctor.out);
        // The todos can be had as they are.
        assert_eq!(world.run(&["export", "json"]).code, 0, "{sql}");
    }
    assert_eq!(forged("").run(&["verify"]).code, 0);
}

/// What a title, a note, a label, a reason or a file's name may hold to lie with.
const LIES: &str = "ok\u{1b}[2J\u{1b}]8;;http://evil\u{7}x\u{1b}]0;t\u{7}\u{9b}31m\u{1b}[8mhid\u{202e}gpj\u{2066}\u{200f}\u{61c}\u{feff}\u{2028}\u{85}\u{7f}\u{8}\rFORGED";

#[test]
fn nothing_in_the_data_steers_or_forges_what_is_shown() {
    let world = World::new();
    let line_broken = format!("{LIES}\nCHANGED #99 signed\n");
    let todos: Vec<Value> = (1..=2)
        .map(|id| json!({ "id": id, "title": LIES, "notes": line_broken, "labels": [LIES], "checklist": [{ "id": "c", "title": LIES, "checked": false }] }))
        .collect();
    let file = world.dir.path().join("t\u{1b}[2J.json");
    std::fs::write(&file, json!({ "todos": todos }).to_string()).unwrap();
    let file = file.to_str().unwrap().to_owned();
    let title = format!("--title={LIES} again");
    let mut checked = 0;
    for plain in [&[][..], &["--plain"], &["--lang", "de"]] {
        for args in [
            &["import", file.as_str(), "--yes"][..],
            &["todos"],
            &["todos", "show", "1"],
            &["todos", "week"],
            &["todos", "search", "ok"],
            &["todos", "edit", "1", title.as_str()],
            &["ask", "delete ok"],
            &["ask", LIES],
            &["inbox", "--all"],
            &["show", "1"],
            &["show", "1.1"],
            &["reject", "3", "all", "-m", LIES],
            &["sign", "1", "all"],
            &["sign", LIES, "all"],
            &["sign", "1", LIES],
            &["apply", "1", "--base", LIES],
            &["log", "--audit", "--limit", "200"],
            &["undo"],
            &["undo", "1", "--conflicts", "keep"],
            &["import", LIES],
            &["import", "-", "--format", LIES],
            &["export", LIES],
            &["export", "json", "-o", LIES],
            &["settings", "get", LIES],
            &["settings", "set", "zone", LIES],
            &["settings", "set", LIES, "1"],
            &["todos", "add", "x", "--on", LIES],
            &["todos", "add", "x", "--every", LIES],
            &["todos", "add", "x", "--priority", LIES],
            &["ask", "x", "--session", LIES],
            &["--zone", LIES, "todos"],
            &["--now", LIES, "todos"],
            &[LIES],
            &["interpret", LIES],
            &["interpret", "--snapshot", LIES, "x"],
            &["dates", LIES],
            &["occurrences", LIES, "--from", "2026-11-01", "--to", "2026-11-02", "--scheduled-for", "2026-11-01"],
            &["rebuild"],
            &["verify"],
            &["doctor"],
        ] {
            let mut command = binary();
            command.arg("--data").arg(world.dir.path()).args(plain).args(args).current_dir(world.dir.path());
            let ran = run(&mut command, b"");
            for said in [&ran.out, &ran.err] {
                let harmful = |c: char| {
                    c.is_control() && c != '\n'
                        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{2028}' | '\u{2029}' | '\u{feff}')
                };
                assert!(!said.contains(harmful), "{plain:?} {args:?}: {said:?}");
                // No line is one that only the product may say.
                assert!(!said.lines().any(|l| l.starts_with("CHANGED") || l.starts_with("FORGED")), "{args:?}: {said}");
                checked += said.lines().filter(|l| l.contains("gpj")).count();
            }
        }
    }
    assert!(checked > 100, "the lies were shown {checked} times");
    // As JSON they are whole, and still no raw control character.
    let json = world.run(&["todos", "show", "2", "--json"]);
    assert_eq!(json.json()["todo"]["title"], json!(LIES));
    assert!(!json.out.trim_end().contains(char::is_control));
}
