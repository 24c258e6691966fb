//! What an impatient person and a script run into: saying things twice, asking about nothing, other
//! languages, what an export leaves out.

use crate::world::{World, binary, run};
use serde_json::json;

/// The inbox shows the newest; that there are older ones, and how to see them, is said.
#[test]
fn an_inbox_says_what_it_leaves_out() {
    let world = World::new();
    for n in 1..=23 {
        let operations = json!([{ "op": "create", "title": format!("todo {n}") }]).to_string();
        assert_eq!(world.run_with(&["propose", "-"], operations.as_bytes()).code, 2);
    }
    let inbox = world.run(&["inbox"]);
    assert!(
        inbox.out.contains("23 change sets wait.") && inbox.out.contains("countersign inbox --before 4"),
        "{inbox:?}"
    );
    let older = world.run(&["inbox", "--before", "4"]);
    assert!(older.out.contains("todo 1") && older.out.contains("todo 3") && !older.out.contains("todo 4"), "{older:?}");
    assert!(!older.out.contains("--before"), "{older:?}");
    // A page that is full and the last says nothing of more.
    let all = world.run(&["inbox", "--limit", "23"]);
    assert!(all.out.contains("‘todo 1’") && !all.out.contains("--before"), "{all:?}");
}

/// What writes no file says that, and not that a file is no text.
#[test]
fn a_text_for_what_writes_no_file_is_refused_for_that() {
    let world = World::new();
    let operations = json!([{ "op": "create", "title": "milk" }]).to_string();
    assert_eq!(world.run_with(&["propose", "-"], operations.as_bytes()).code, 2);
    let text = world.dir.path().join("mine.txt");
    std::fs::write(&text, "mine\n").unwrap();
    for verb in ["edit", "rebase"] {
        let refused = world.run(&[verb, "1.1", "--content", text.to_str().unwrap()]);
        assert_eq!(refused.code, 1, "{refused:?}");
        assert!(refused.err.to_lowercase().contains("this item changes no content"), "{verb}: {refused:?}");
    }
}

#[test]
fn a_sentence_where_a_verb_would_stand_is_asked() {
    let world = World::new();
    for args in [&["add milk"][..], &["add milk", "--json"], &["--json", "add milk"]] {
        assert_eq!(world.run(args).code, 2, "{args:?}");
    }
    let inbox = world.run(&["inbox", "--json"]).json();
    assert_eq!((&inbox["total_open"], &inbox["change_sets"][0]["title"]), (&json!(3), &json!("add milk")));
    for args in [&["bogus"][..], &["  "], &["sign", "a b"]] {
        assert_eq!(world.run(args).code, 1, "{args:?}");
    }
}

#[test]
fn saying_it_again_changes_nothing() {
    let world = World::new();
    world.run(&["ask", "add milk and add cake"]);
    assert_eq!(world.run(&["apply", "1", "--sign", "1"]).code, 2);
    let head = || world.run(&["log", "--json"]).json()["head"]["seq"].clone();
    let before = head();
    for args in [&["apply", "1"][..], &["apply", "1", "--sign", "1"]] {
        let ran = world.run(args);
        assert_eq!(ran.code, 2, "the other item waits: {ran:?}");
        assert!(ran.out.starts_with("Nothing more in #1 is signed; waiting for a signature: 1."), "{ran:?}");
        assert!(ran.out.contains("countersign sign 1 ") && ran.out.contains("apply 1 --all"), "{ran:?}");
    }
    let json = world.run(&["apply", "1", "--json"]);
    assert_eq!((json.code, &json.json()["outcome"]), (2, &json!("nothing_changed")));
    assert_eq!(head(), before);
    assert_eq!(world.run(&["apply", "1", "--all"]).code, 0);
    let before = head();
    for args in [
        &["apply", "1"][..],
        &["apply", "1", "--all"],
        &["apply", "1", "--sign", "1,2"],
        &["apply", "1", "--sign", "all"],
    ] {
        let ran = world.run(args);
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (0, "#1 is applied already. Nothing more has been changed.\n"),
            "{args:?}: {ran:?}"
        );
    }
    let json = world.run(&["apply", "1", "--json"]);
    assert_eq!((json.code, &json.json()["outcome"]), (0, &json!("nothing_changed")));
    assert_eq!(head(), before);
    // An item that is not there, or was turned down, is no such thing.
    assert_eq!(world.run(&["apply", "1", "--sign", "7"]).code, 1);
    world.run(&["ask", "add tea"]);
    world.run(&["reject", "2", "all"]);
    assert_eq!(world.run(&["apply", "2"]).code, 1);
    // Undone is not applied.
    world.run(&["ask", "add tea"]);
    assert_eq!(world.run(&["apply", "3", "--all"]).code, 0);
    assert_eq!(world.run(&["undo", "3", "--yes"]).code, 0);
    // Nor is there anything to sign: no signature would help.
    for args in [&["apply", "3"][..], &["apply", "3", "--all"]] {
        let ran = world.run(args);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.err.starts_with("#3 was applied and has been taken back."), "{ran:?}");
        assert!(ran.err.contains("undo what took it back") && !ran.err.contains("Sign first"), "{ran:?}");
    }
}

#[test]
fn what_was_withdrawn_in_words_is_called_that() {
    let world = World::new();
    world.run(&["ask", "add tea on monday"]);
    world.run(&["ask", "--continue", "no, friday"]);
    world.run(&["ask", "--continue", "cancel that"]);
    for (set, became) in [("1", "replaced"), ("2", "withdrawn")] {
        let shown = world.run(&["show", set]);
        assert!(shown.out.contains(became) && !shown.out.contains("rejected"), "{shown:?}");
        let ran = world.run(&["apply", set]);
        assert!(ran.err.starts_with(&format!("Nothing of #{set} is left to apply.")), "{ran:?}");
    }
    let log = world.run(&["log"]).out;
    assert!(log.contains("1 replaced") && log.contains("1 withdrawn"), "{log}");
    let decisions = world.run(&["decisions"]).out;
    assert!(decisions.contains("  replaced  Add") && decisions.contains("  withdrawn  Add"), "{decisions}");
}

#[test]
fn a_number_given_twice_counts_once() {
    let world = World::new();
    world.run(&["todos", "add", "a"]);
    world.run(&["todos", "add", "b"]);
    let done = world.run(&["todos", "done", "1", "1", "--json"]).json();
    assert_eq!(done["results"].as_array().map(Vec::len), Some(1), "{done}");
    let deleted = world.run(&["todos", "delete", "2", "1", "2", "--json"]);
    assert_eq!((deleted.code, deleted.json()["results"].as_array().map(Vec::len)), (0, Some(2)));
}

#[test]
fn the_log_of_what_is_not_there_is_an_error() {
    let world = World::new();
    world.run(&["todos", "add", "a"]);
    world.run(&["todos", "delete", "1"]);
    for args in [["log", "--set", "99"], ["log", "--todo", "99"]] {
        let ran = world.run(&[&args[..], &["--json"]].concat());
        assert_eq!((ran.code, &ran.json()["error"]), (1, &json!("not_found")), "{args:?}");
    }
    // What is gone was there.
    assert_eq!(world.run(&["log", "--todo", "1"]).code, 0);
    assert_eq!(world.run(&["log", "--set", "1", "--before", "1"]).code, 0);
}

#[test]
fn what_was_to_be_applied_at_once_and_was_not_leaves_no_set_behind() {
    let world = World::new();
    let lines: String = (1..=25).map(|n| format!("- [ ] todo {n}\n")).collect();
    let file = world.dir.path().join("list.md");
    std::fs::write(&file, lines).unwrap();
    world.run(&["todos", "add", "first"]);
    assert_eq!(world.run(&["import", file.to_str().unwrap(), "--yes"]).code, 0);
    let waiting = || world.run(&["inbox", "--json"]).json()["total_open"].clone();
    for args in [&["rewind", "3", "--yes"][..], &["undo", "2", "-y"]] {
        let refused = world.run(args);
        assert_eq!(refused.code, 1, "{refused:?}");
        assert!(refused.err.contains("--confirm"), "{refused:?}");
        assert_eq!(waiting(), 0, "{args:?}");
    }
    // Without --yes it waits, as always.
    assert_eq!((world.run(&["rewind", "3"]).code, waiting()), (2, json!(1)));
    assert_eq!(world.run(&["rewind", "3", "--yes", "--confirm"]).code, 0);
}

#[test]
fn asking_about_nothing_makes_nothing() {
    let world = World::new();
    let nowhere = world.dir.path().join("not/there");
    let verb = |args: &[&str]| run(binary().arg("--data").arg(&nowhere).args(args), b"");
    for (args, code) in [
        (&["inbox"][..], 0),
        (&["todos"], 0),
        (&["todos", "week"], 0),
        (&["todos", "search", "x"], 0),
        (&["log"], 0),
        (&["verify"], 0),
        (&["rebuild"], 0),
        (&["doctor"], 0),
        (&["settings", "get"], 0),
        (&["settings"], 0),
        (&["export", "json"], 0),
        (&["show", "1"], 1),
        (&["apply", "1"], 1),
        (&["todos", "done", "1"], 1),
        (&["undo"], 1),
    ] {
        let ran = verb(args);
        assert_eq!(ran.code, code, "{args:?}: {ran:?}");
        assert!(args == ["doctor"] || ran.err.starts_with("There is no data yet in "), "{args:?}: {ran:?}");
        let json = verb(&[args, &["--json"]].concat());
        assert_eq!((json.code, json.err.as_str()), (code, ""), "{args:?}");
        assert!(!nowhere.exists() && !nowhere.parent().unwrap().exists(), "{args:?} made the folder");
    }
    assert_eq!(verb(&["todos", "add", "a"]).code, 0);
    assert!(nowhere.join("countersign.db").exists());
    assert_eq!(verb(&["todos"]).err, "");
}

#[test]
fn what_will_not_be_done_is_not_shown_as_open() {
    let world = World::new();
    for title in ["a", "b", "c"] {
        world.run(&["todos", "add", title]);
    }
    world.run(&["todos", "edit", "1", "--status", "rejected"]);
    world.run(&["todos", "done", "2"]);
    assert_eq!(world.run(&["todos", "list", "--all"]).out, "✗ #1  a\n✓ #2  b\n○ #3  c\n3 todos\n");
    let plain = world.run(&["--plain", "todos", "list", "--all"]).out;
    assert!(plain.contains("rejected #1  a\ndone #2  b\nopen #3  c\n"), "{plain}");
    assert_eq!(world.run(&["todos"]).out, "○ #3  c\n1 todo\n");
}

#[test]
fn an_export_says_what_it_leaves_out() {
    let world = World::new();
    world.run(&["todos", "add", "a", "--notes", "by card", "--estimate", "15"]);
    let piped = world.run(&["export", "todo.txt"]);
    assert_eq!(
        piped.err,
        "Warning: todo.txt has no place for notes; left out of #1\nWarning: todo.txt has no place for estimate; left out of #1\n"
    );
    assert_eq!(piped.out.lines().count(), 1);
    assert_eq!(world.run(&["export", "json"]).err, "");
    let file = world.dir.path().join("todo.txt");
    let written = world.run(&["export", "todo.txt", "-o", file.to_str().unwrap(), "--json"]);
    let warnings = written.json()["warnings"].clone();
    assert_eq!((warnings[0]["code"].as_str(), warnings.as_array().map(Vec::len)), (Some("not_exported"), Some(2)));
    assert_eq!(written.err, "");
    let audit = world.run(&["export", "audit.jsonl"]);
    assert_eq!((audit.code, audit.err.as_str()), (0, ""));
}

#[test]
fn it_speaks_the_language_that_was_asked_for() {
    let world = World::new();
    world.run(&["todos", "add", "a"]);
    for (flag, environment, expected) in [
        (None, &[][..], "1 todo\n"),
        (Some("de"), &[], "1 Aufgabe\n"),
        (Some("es-MX"), &[], "1 tarea\n"),
        (Some("fr"), &[("COUNTERSIGN_LANG", "de")], "1 tâche\n"),
        (None, &[("COUNTERSIGN_LANG", "ro"), ("LC_ALL", "de_DE.UTF-8")], "1 sarcină\n"),
        (None, &[("LC_ALL", "de_DE.UTF-8"), ("LANG", "fr_FR.UTF-8")], "1 Aufgabe\n"),
        (None, &[("LC_ALL", ""), ("LANG", "fr_FR.UTF-8")], "1 tâche\n"),
        (None, &[("LC_ALL", "C.UTF-8"), ("LANG", "fr_FR.UTF-8")], "1 todo\n"),
        (None, &[("LC_MESSAGES", "ro_RO"), ("LANG", "fr_FR.UTF-8")], "1 sarcină\n"),
    ] {
        let mut command = binary();
        command.arg("--data").arg(world.dir.path()).arg("todos").envs(environment.iter().copied());
        command.args(flag.map(|tag| format!("--lang={tag}")));
        let ran = run(&mut command, b"");
        assert!(ran.out.ends_with(expected), "{flag:?} {environment:?}: {ran:?}");
    }
    // The person's own setting stands before the machine's, and behind the command line.
    world.run(&["settings", "set", "language", "es"]);
    let said = |args: &[&str]| {
        run(binary().arg("--data").arg(world.dir.path()).args(args).env("LANG", "fr_FR.UTF-8"), b"").out
    };
    assert!(said(&["todos"]).ends_with("1 tarea\n"));
    assert!(said(&["todos", "--lang", "de"]).ends_with("1 Aufgabe\n"));
    let unknown = world.run(&["todos", "--lang", "tlh", "--json"]);
    assert_eq!((unknown.code, &unknown.json()["error"]), (1, &json!("unknown_language")));
}

#[test]
fn what_the_server_words_is_in_the_language_too_but_not_for_programs() {
    let world = World::new();
    world.run(&["todos", "add", "Nothing has been changed."]);
    let ran = world.run(&["ask", "pay rent friday 9am", "--lang", "fr"]);
    assert!(ran.out.starts_with("1 changement proposé : ajouter « pay rent » : date ven."), "{ran:?}");
    assert!(ran.out.contains("Rien ne se passe avant que vous signiez."), "{ran:?}");
    let ran = world.run(&["show", "2.1", "--lang", "fr"]);
    assert!(ran.out.contains("Ajouter « pay rent » : date ven."), "{ran:?}");
    let ran = world.run(&["apply", "9", "--lang", "fr"]);
    assert!(ran.err.contains("l n’y a pas de lot n° 9"), "{ran:?}");
    let ran = world.run(&["ask", "finish nothing", "--lang", "de"]);
    assert!(ran.out.contains("„Nothing has been changed.“ erledigen"), "{ran:?}");
    // The person's own setting counts as well; what a program reads is English.
    world.run(&["settings", "set", "language", "es"]);
    assert!(world.run(&["show", "2.1"]).out.contains("Añadir «pay rent»"));
    let json = world.run(&["show", "2", "--json", "--lang", "de"]).json().to_string();
    assert!(json.contains("Add “pay rent”") && !json.contains("anlegen"), "{json}");
}

#[test]
fn what_drifted_is_told_from_what_failed() {
    let world = World::new();
    world.run(&["todos", "add", "tea"]);
    world.run(&["ask", "rename tea to coffee"]);
    world.run(&["todos", "edit", "1", "--title", "cocoa"]);
    let id = world.run(&["inbox", "--json"]).json()["change_sets"][0]["id"].to_string();
    for args in [&["apply", &id, "--all"][..], &["sign", &id, "1"], &["show", &id]] {
        assert_eq!(world.run(args).code, 3, "{args:?}");
    }
}

#[test]
fn yes_is_to_all_of_a_proposal() {
    let world = World::new();
    let file = world.dir.path().join("ops.json");
    let name = file.to_str().unwrap().to_owned();
    let good = json!({ "op": "create", "title": "a" });
    let bad = json!({ "op": "create", "title": "b", "priority": "huge" });
    std::fs::write(&file, json!([good, bad]).to_string()).unwrap();
    let refused = world.run(&["propose", &name, "--yes", "--json"]);
    assert_eq!((refused.code, &refused.json()["error"]), (1, &json!("invalid_items")));
    assert_eq!(world.run(&["todos", "--json"]).json()["todos"], json!([]));
    assert_eq!(world.run(&["inbox", "--json"]).json()["total_open"], 0);
    // Left to be signed by hand, the sound part can be.
    assert_eq!(world.run(&["propose", &name]).code, 2);
    assert_eq!(world.run(&["apply", "2", "--all"]).code, 0);
    std::fs::write(&file, json!([bad]).to_string()).unwrap();
    assert_eq!(world.run(&["propose", &name]).code, 1);
    assert_eq!(world.run(&["reject", "3", "all"]).code, 0);
}

#[test]
fn the_zone_can_come_from_the_environment() {
    let world = World::new();
    let zone = |args: &[&str]| {
        let mut command = binary();
        command.arg("--data").arg(world.dir.path()).env("TIMEZONE", "Pacific/Auckland").args(args);
        run(&mut command, b"").json()["effective"]["zone"].clone()
    };
    assert_eq!(zone(&["settings", "get", "--json"]), "Pacific/Auckland");
    assert_eq!(zone(&["settings", "get", "--json", "--zone", "Europe/Berlin"]), "Europe/Berlin");
    zone(&["settings", "set", "zone", "America/New_York", "--json"]);
    assert_eq!(zone(&["settings", "get", "--json"]), "America/New_York", "the person's own setting stands");
}

/// What is told of an answer that nobody takes: the exit code is the verb's, and that it was carried out.
#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_nobody_takes_is_no_answer_and_the_deed_is_done() {
    let world = World::new();
    let with = |out: std::process::Stdio, args: &[&str]| {
        let ended = binary().arg("--data").arg(world.dir.path()).args(args).stdout(out).output().unwrap();
        (ended.status.code().unwrap(), String::from_utf8(ended.stderr).unwrap())
    };
    let closed = || {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        std::process::Stdio::from(writer)
    };
    let full = || std::process::Stdio::from(std::fs::File::options().write(true).open("/dev/full").unwrap());
    for args in [&["ask", "add milk and add cake"][..], &["show", "1"], &["show", "1", "--json"], &["inbox"]] {
        assert_eq!(with(closed(), args), (2, String::new()), "{args:?}: something waits");
    }
    assert_eq!(with(closed(), &["apply", "1", "--all"]), (0, String::new()));
    let titles = || {
        let todos = world.run(&["todos", "--json"]).json();
        todos["todos"].as_array().unwrap().iter().map(|t| t["title"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(titles(), ["milk", "cake"]);
    for json in [false, true] {
        let before = titles().len();
        let args: &[&str] = if json { &["todos", "add", "tea", "--json"] } else { &["todos", "add", "tea"] };
        let (code, told) = with(full(), args);
        assert_eq!((code, titles().len()), (1, before + 1), "{told}");
        assert!(told.contains("carried out all the same") && told.contains("countersign log"), "{told}");
    }
    let (code, told) = with(full(), &["todos"]);
    assert!(code == 1 && !told.contains("carried out"), "{told}");
}

/// A limit on the length of files ends nobody without a word.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_on_files_is_an_error_with_words() {
    let world = World::new();
    assert_eq!(world.run(&["todos", "add", "milk"]).code, 0);
    let program = env!("CARGO_BIN_EXE_countersign");
    let data = world.dir.path().display();
    let limited = format!("ulimit -f 8; exec {program} --data {data} todos add more");
    let ran = run(std::process::Command::new("bash").args(["-c", &limited]), b"");
    assert!(ran.code == 1 && !ran.err.is_empty(), "{ran:?}");
    assert_eq!(world.run(&["todos", "--json"]).json()["todos"].as_array().unwrap().len(), 1);
}

/// TODOS.md rule 10: of a series one occurrence is open, the latest that is due, wherever it is told; on a Saturday.
#[test]
fn a_series_that_was_missed_is_told_alike_everywhere() {
    let world = World::new();
    world.run(&["todos", "add", "Stand-up", "--on", "2026-11-16", "--at", "09:30", "--every", "weekday"]);
    world.run(&["todos", "add", "Milk", "--on", "2026-11-21"]);
    let say = |args: &[&str]| {
        let mut command = binary();
        run(command.arg("--data").arg(world.dir.path()).args(["--now", "2026-11-21T10:00"]).args(args), b"")
    };
    let row = "Stand-up   Fri 2026-11-20 09:30 overdue   4 missed before   every weekday\n";
    for args in [&["todos", "list"][..], &["todos", "list", "--overdue"], &["todos", "search", "stand"]] {
        let ran = say(args);
        assert!(ran.out.lines().next().unwrap_or_default().ends_with(row.trim_end()), "{args:?}: {ran:?}");
    }
    assert!(say(&["todos", "show", "1"]).out.ends_with("open  Fri 2026-11-20 09:30 overdue   4 missed before\n"));
    let listed = say(&["todos", "list", "--overdue", "--json"]).json();
    let open = json!({ "occurrenceDate": "2026-11-20", "date": "2026-11-20", "timeOfDay": "09:30", "missed": 4 });
    assert_eq!((listed["todos"].as_array().unwrap().len(), &listed["todos"][0]["openOccurrence"]), (1, &open));
    assert!(say(&["todos", "done", "1"]).err.contains("todos done 1 --on 2026-11-20"));
    let asked = say(&["ask", "what's overdue?"]).out;
    assert!(
        asked.starts_with(
            "Nothing is overdue.\n\nNot done of what repeats: Stand-up (open since Fri 2026-11-20, 4 missed before)."
        ),
        "{asked}"
    );
    assert!(say(&["ask", "complete stand-up"]).out.contains("complete “Stand-up” of Fri 2026-11-20"));
    // What is done is behind it: the next is open, and what was passed is not asked about again.
    assert_eq!(say(&["todos", "done", "1", "--on", "2026-11-20"]).code, 0);
    let after = say(&["todos", "list"]).out;
    assert!(after.contains("Stand-up   Mon 2026-11-23 09:30   every weekday\n"), "{after}");
    assert_eq!(say(&["todos", "list", "--overdue"]).out, "No todos.\n");
}
