//! What a person reads of a change: in words, in their language, with all that was left out; and advice that
//! can be followed.

use crate::world::{World, binary, run};
use serde_json::{Value, json};
use std::fs;

fn ids(set: &Value) -> Vec<&str> {
    set["items"].as_array().unwrap().iter().map(|i| i["label"].as_str().unwrap()).collect()
}

#[test]
fn a_checklist_is_shown_in_words() {
    let world = World::new();
    assert_eq!(world.run(&["todos", "add", "Shop"]).code, 0);
    let lines = json!([{ "title": "eggs", "checked": true }, { "title": "milk" }]);
    let op = json!([{ "op": "update", "id": 1, "checklist": lines }]);
    let made = world.run_with(&["propose", "-", "--json"], op.to_string().as_bytes());
    assert_eq!(ids(&made.json()), ["Change “Shop”: checklist “eggs”, “milk”"]);
    for (args, said) in [
        (&["show", "2"][..], "+[x] eggs, +[ ] milk"),
        (&["--plain", "show", "2"], "added [x] eggs, added [ ] milk"),
        (&["show", "2.1"], "+[x] eggs, +[ ] milk"),
    ] {
        let shown = world.run(args);
        assert!(shown.out.contains(said), "{args:?}: {shown:?}");
        let fields = shown.out.lines().filter(|line| !line.contains("\"op\""));
        assert!(fields.clone().all(|line| !line.contains("\"checked\"")), "{args:?}: {shown:?}");
    }
    let german = world.run(&["--lang", "de", "show", "2"]);
    assert!(german.out.contains("Checkliste") && german.out.contains("[x] eggs"), "{german:?}");
}

#[test]
fn fields_and_kinds_of_entries_are_said_in_the_readers_language() {
    let world = World::new();
    assert_eq!(world.run(&["todos", "add", "Pay rent", "--on", "2026-11-24"]).code, 0);
    let op = json!([{ "op": "update", "id": 1, "scheduledFor": "2026-11-27", "priority": "high" }]);
    assert_eq!(world.run_with(&["propose", "-"], op.to_string().as_bytes()).code, 2);
    for (lang, fields, kinds) in [
        ("en", ["date Tue 2026-11-24", "priority medium → high"], ["proposed", "applied"]),
        ("de", ["Datum Di 2026-11-24", "Priorität mittel → hoch"], ["vorgeschlagen", "angewendet"]),
        ("es", ["fecha mar 2026-11-24", "prioridad media → alta"], ["propuesto", "aplicado"]),
        ("fr", ["date mar. 2026-11-24", "priorité moyenne → haute"], ["proposé", "appliqué"]),
        ("ro", ["dată mar 2026-11-24", "prioritate medie → mare"], ["propus", "aplicat"]),
    ] {
        let shown = world.run(&["--lang", lang, "show", "2"]);
        assert!(fields.iter().all(|part| shown.out.contains(part)), "{lang}: {shown:?}");
        let log = world.run(&["--lang", lang, "log"]);
        assert!(kinds.iter().all(|part| log.out.contains(part)), "{lang}: {log:?}");
    }
}

#[test]
fn what_a_set_leaves_out_is_named() {
    let world = World::new();
    for args in [
        &["todos", "add", "Water plants", "--every", "day"][..],
        &["todos", "add", "Call mum"],
        &["todos", "add", "Buy milk"],
    ] {
        assert_eq!(world.run(args).code, 0, "{args:?}");
    }
    for (message, taken) in [
        ("mark all done", vec!["Complete “Call mum”", "Complete “Buy milk”"]),
        ("delete everything except call mum", vec!["Delete “Buy milk”"]),
    ] {
        let asked = world.run(&["ask", message]);
        let sets = world.run(&["inbox", "--json"]).json()["change_sets"].clone();
        let id = sets.as_array().unwrap().last().unwrap()["id"].to_string();
        let set = world.run(&["show", &id, "--json"]).json();
        assert_eq!(ids(&set), taken, "{message}: {asked:?}");
        let left = "Repeating todos are left out: “Water plants”";
        let warnings = set["items"][0]["warnings"].as_array().unwrap();
        assert!(warnings.iter().any(|warning| warning["message"] == left), "{message}: {set}");
        assert!(asked.out.contains(left), "{message}: {asked:?}");
    }
}

#[test]
fn an_undo_said_twice_is_one_and_goes_with_the_first_that_is_done() {
    let world = World::new();
    assert_eq!(world.run(&["todos", "add", "Call mum"]).code, 0);
    let first = world.run(&["undo", "--json"]).json();
    let again = world.run(&["undo", "--json"]).json();
    assert_eq!(first["id"], again["id"], "{again}");
    assert_eq!(world.run(&["inbox", "--json"]).json()["total_open"], 1);
    assert_eq!(world.run(&["apply", &first["id"].to_string(), "--all"]).code, 0);
    assert_eq!(world.run(&["inbox"]).code, 0, "nothing waits");
}

#[test]
fn the_inbox_ends_as_the_sets_in_it_do() {
    let world = World::new();
    assert_eq!(world.run(&["todos", "add", "Dentist", "--on", "2026-11-24"]).code, 0);
    assert_eq!(world.run(&["move dentist to friday"]).code, 2);
    assert_eq!((world.run(&["inbox"]).code, world.run(&["inbox", "--json"]).code), (2, 2));
    assert_eq!(world.run(&["todos", "edit", "1", "--on", "2026-12-01"]).code, 0);
    for args in [&["show", "2"][..], &["inbox"], &["inbox", "--json"]] {
        assert_eq!(world.run(args).code, 3, "{args:?}");
    }
}

#[test]
fn models_that_cannot_be_read_are_named_before_there_is_anything_else() {
    let world = World::new();
    fs::write(world.dir.path().join("models.json"), "{ no").unwrap();
    let doctor = world.run(&["doctor"]);
    assert!(doctor.code == 1 && doctor.out.contains("models.json"), "{doctor:?}");
    assert!(!world.dir.path().join("countersign.db").exists(), "looking makes nothing");
}

#[test]
fn what_was_undone_another_way_does_not_wait_to_be_undone() {
    let world = World::new();
    let op = json!([{ "op": "create", "title": "a" }, { "op": "create", "title": "b" }]);
    assert_eq!(world.run_with(&["propose", "-", "--yes"], op.to_string().as_bytes()).code, 0);
    let one = world.run(&["undo", "1.1", "--json"]).json();
    assert_eq!(world.run(&["undo", "1", "--yes"]).code, 0);
    let shown = world.run(&["show", &one["id"].to_string(), "--json"]).json();
    assert_eq!(shown["items"][0]["status"], "retracted", "{shown}");
    assert_eq!(world.run(&["inbox"]).code, 0, "nothing waits");
    assert_eq!(world.run(&["rebuild", "--json"]).json()["equal"], true);
}

#[test]
fn an_undo_of_a_file_that_moved_on_names_a_way_that_is_there() {
    let world = World::new();
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let root = folder.path().canonicalize().unwrap();
    fs::write(root.join("a.txt"), "one\ntwo\nthree\nfour\nfive\n").unwrap();
    let run = |args: &[&str], input: &str| {
        let mut command = binary();
        run(command.current_dir(&root).arg("--data").arg(world.dir.path()).args(args), input.as_bytes())
    };
    assert_eq!(run(&["workspace", "open", "."], "").code, 0);
    let patch = "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n";
    assert_eq!(run(&["propose", "--patch", "-", "--yes"], patch).code, 0);
    fs::write(root.join("a.txt"), "ONE\ntwo\nthree\nfour\nFIVE\n").unwrap();
    let refused = run(&["undo", "1", "--yes"], "");
    assert_eq!(refused.code, 3, "{refused:?}");
    assert!(refused.err.contains("--conflicts keep") && !refused.err.contains("rebase 2"), "{refused:?}");
    assert_eq!(run(&["inbox"], "").code, 0, "what was refused does not wait");
    // As it says.
    assert_eq!(run(&["undo", "1", "--conflicts", "keep", "--yes"], "").code, 0);
    assert_eq!(fs::read_to_string(root.join("a.txt")).unwrap(), "one\ntwo\nthree\nfour\nFIVE\n");
}

#[test]
fn a_setting_out_of_its_bounds_is_refused_with_them() {
    let world = World::new();
    for value in ["-5", "0", "99999999999"] {
        let refused = world.run(&["--json", "settings", "set", "sessionMegabytes", value]);
        assert_eq!((refused.code, &refused.json()["error"]), (1, &json!("invalid_size")), "{value}: {refused:?}");
        assert_eq!(refused.json()["hint"], "20 is the default.");
    }
    assert_eq!(world.run(&["settings", "set", "sessionMegabytes", "30"]).code, 0);
}

#[test]
fn a_repetition_and_what_was_read_are_said_in_the_readers_language() {
    for (lang, message, rule, read) in [
        ("de", "Alle zwei Wochen montags Müll rausbringen", "alle 2 Wochen am Montag", "als Wiederholung"),
        ("es", "sacar la basura cada lunes con prioridad alta", "cada lunes", "la repetición"),
        ("fr", "sortir la poubelle tous les lundis", "chaque lundi", "comme la répétition"),
        ("ro", "udă florile în fiecare luni", "în fiecare luni", "ca repetarea"),
    ] {
        let world = World::new();
        let asked = world.run(&["--lang", lang, "ask", message]);
        let item = asked.out.lines().find(|line| line.contains("○ +")).unwrap_or_else(|| panic!("{lang}: {asked:?}"));
        assert!(item.contains(rule) && !item.contains("every"), "{lang}: {asked:?}");
        assert!(asked.out.contains(read), "{lang}: {asked:?}");
        assert_eq!(world.run(&["apply", "1", "--all"]).code, 0);
        let todos = world.run(&["--lang", lang, "todos"]);
        assert!(todos.out.contains(rule), "{lang}: {todos:?}");
    }
}

/// An answer that begins a conversation of its own is told where it belongs; what stands by itself is not.
#[test]
fn an_answer_without_its_conversation_is_told_where_it_belongs() {
    let world = World::new();
    for title in ["Call the dentist", "Dentist bill"] {
        assert_eq!(world.run(&["todos", "add", title]).code, 0);
    }
    let asked = world.run(&["--json", "ask", "complete the dentist"]).json();
    let session = asked["run"]["session"].as_str().unwrap();
    let hint = format!("countersign ask --session {session} ");
    let told = |message: &str| {
        let said = world.run(&["ask", message]);
        let first = said.out.lines().next().unwrap_or_default().to_owned();
        (first.starts_with("If that answers “complete the dentist”:") && first.contains(&hint), said)
    };
    assert!(asked["run"]["clarify"].is_object(), "{asked}");
    let (is_told, said) = told("2");
    assert!(is_told, "{said:?}");
    // The conversation before this one asked nothing.
    let (is_told, said) = told("the second");
    assert!(!is_told && !said.out.contains("If that answers"), "{said:?}");
    // A proposal that waits can be gone on from; what is understood by itself is.
    assert_eq!(world.run(&["ask", "buy milk"]).code, 2);
    let said = world.run(&["ask", "no, friday"]);
    assert!(said.out.starts_with("If that answers “buy milk”: "), "{said:?}");
    // A question of its own has had its answer.
    let said = world.run(&["ask", "what is due tomorrow?"]);
    assert!(!said.out.contains("If that answers"), "{said:?}");
    assert_eq!(world.run(&["ask", "buy milk and eggs"]).code, 2);
    let said = world.run(&["ask", "call mum tomorrow"]);
    assert!(!said.out.contains("If that answers"), "{said:?}");
}

#[test]
fn what_can_do_nothing_is_listed_apart_and_counted_nowhere() {
    let world = World::new();
    let dead = json!([{ "op": "delete", "id": 99 }]).to_string();
    assert_eq!(world.run_with(&["propose", "-"], dead.as_bytes()).code, 1);
    let alone = world.run(&["inbox"]);
    assert!(alone.out.starts_with("Nothing is waiting.\n1 more can do nothing"), "{alone:?}");
    assert_eq!(alone.code, 0);
    assert_eq!(world.run(&["ask", "buy milk"]).code, 2);
    let listed = world.run(&["inbox"]);
    let lines: Vec<&str> = listed.out.lines().collect();
    // What would be done stands under what was asked for.
    assert!(lines[0].starts_with("#2 ") && lines[1].trim() == "Add “buy milk”", "{listed:?}");
    assert_eq!(lines[2], "1 change set waits.", "{listed:?}");
    assert!(lines[3].starts_with("1 more can do nothing") && lines[4].starts_with("#1 "), "{listed:?}");
    assert_eq!(world.run(&["--json", "inbox"]).json()["total_open"], 1);
}

#[test]
fn a_day_that_stays_in_a_title_is_named_with_what_would_read_it() {
    let world = World::new();
    let added = world.run(&["todos", "add", "Call Mum tomorrow at 3pm"]);
    assert!(added.code == 0 && added.out.contains("“Call Mum tomorrow at 3pm”"), "{added:?}");
    let said = "“tomorrow at 3pm” stays in the title";
    assert!(added.out.contains(said) && added.out.contains("--on"), "{added:?}");
    assert!(added.out.contains("countersign 'Call Mum tomorrow at 3pm'"), "{added:?}");
    for args in [&["Buy milk"][..], &["Call Mum on friday", "--on", "friday"], &["Pay rent monday", "--json"]] {
        let added = world.run(&[&["todos", "add"], args].concat());
        assert!(added.code == 0 && !added.out.contains("stays in the title"), "{args:?}: {added:?}");
    }
}

#[test]
fn dates_of_the_flags_are_read_in_every_language() {
    let world = World::new();
    let monday = world.run(&["dates", "next monday", "--json"]).json()["date"].clone();
    for (on, at, every) in [
        ("next monday", "3pm", "monday"),
        ("nächsten Montag", "15 Uhr", "jeden Montag"),
        ("el próximo lunes", "a las 3 de la tarde", "cada lunes"),
        ("lundi prochain", "15h", "chaque lundi"),
        ("lunea viitoare", "ora 15", "în fiecare luni"),
    ] {
        let added = world.run(&["todos", "add", "Call", "--on", on, "--at", at, "--json"]);
        assert_eq!(added.code, 0, "{on}, {at}: {added:?}");
        let id = added.json()["results"][0]["todo"]["id"].to_string();
        let todo = world.run(&["todos", "show", &id, "--json"]).json()["todo"].clone();
        assert_eq!((&todo["scheduledFor"], &todo["timeOfDay"]), (&monday, &json!("15:00")), "{on}, {at}");
        assert_eq!(world.run(&["todos", "edit", &id, "--every", every]).code, 0, "{every}");
        let rule = world.run(&["todos", "show", &id, "--json"]).json()["todo"]["recurrence"].clone();
        assert_eq!((&rule["type"], &rule["byDay"]), (&json!("weekly"), &json!(["MO"])), "{every}");
    }
    // What is written out is of the 24-hour clock.
    for (at, time) in [("6:45", "06:45"), ("06:45", "06:45"), ("0:15", "00:15"), ("18:45", "18:45")] {
        let added = world.run(&["todos", "add", "Bus", "--on", "friday", "--at", at, "--json"]);
        assert_eq!(added.json()["results"][0]["todo"]["timeOfDay"], time, "{at}: {added:?}");
    }
    assert_eq!(world.run(&["todos", "add", "Bus", "--at", "25:00"]).code, 1);
    for (lang, said) in [("en", "Fri 2026-11-27"), ("de", "Fr 2026-11-27"), ("fr", "ven. 2026-11-27")] {
        let read = world.run(&["--lang", lang, "dates", "2026-11-27"]);
        assert_eq!(read.out.trim(), said);
    }
}
