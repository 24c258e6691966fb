//! What the verbs say, and what they end with: transcripts of the real binary.

use crate::pty::Terminal;
use crate::world::{Ran, World, binary, run};
use serde_json::{Value, json};

#[test]
fn a_request_is_proposed_signed_applied_and_undone() {
    let world = World::new();
    insta::assert_snapshot!(world.transcript(&[
        &["inbox"],
        &["ask", "pay rent friday 9am high priority"],
        &["inbox"],
        &["show", "1.1"],
        &["apply", "1"],
        &["sign", "1", "all"],
        &["apply", "1"],
        &["todos"],
        &["ask", "move rent to monday and add cake"],
        &["reject", "2.2", "-m", "no cake"],
        &["apply", "2", "--sign", "1"],
        &["todos"],
        &["undo", "2.1", "--yes"],
        &["todos"],
        &["log"],
        &["verify"],
    ]));
}

#[test]
fn plain_output_has_words_for_symbols() {
    let world = World::new();
    insta::assert_snapshot!(world.transcript(&[
        &["--plain", "ask", "pay rent friday"],
        &["--plain", "sign", "1.1"],
        &["--plain", "apply", "1"],
        &["--plain", "todos", "list"],
    ]));
}

#[test]
fn everything_is_not_said_beside_what_is_left_out() {
    let world = World::new();
    for args in [&["todos", "add", "Gym", "--every", "monday"][..], &["todos", "add", "Call mum"]] {
        assert_eq!(world.run(args).code, 0);
    }
    let ran = world.run(&["ask", "delete everything"]);
    assert!(ran.out.contains("This deletes every todo that does not repeat."), "{ran:?}");
    assert!(!ran.out.contains("This deletes everything."), "{ran:?}");
    let none = world.run(&["todos", "edit", "2", "--on", "none"]);
    assert!(none.code == 1 && none.err.contains("--clear date"), "{none:?}");
}

#[test]
fn a_list_is_no_flag() {
    let world = World::new();
    for args in [&["ask", "- buy milk\n- buy bread", "--json"][..], &["--json", "- buy milk\n- buy bread"]] {
        let ran = world.run(args);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.out.contains("buy milk") && ran.out.contains("buy bread"), "{ran:?}");
    }
    // A flag that is none stays an error.
    assert_eq!(world.run(&["ask", "-buy"]).code, 1);
}

#[test]
fn a_set_that_is_too_old_to_sign_stays_so_whatever_the_clock_says_later() {
    for verb in [&["sign", "1", "all"][..], &["apply", "1", "--all"], &["reject", "1", "all"]] {
        let world = World::new();
        assert_eq!(world.run(&["ask", "buy milk"]).code, 2);
        let mut command = binary();
        command.arg("--data").arg(world.dir.path()).args(["--now", "2026-12-20T10:00"]).args(verb);
        let late = run(&mut command, b"");
        assert!(late.code == 1 && late.err.contains("countersign rebase 1"), "{late:?}");
        let again = world.run(verb);
        assert!(again.code == 1 && again.err.contains("expired"), "{again:?}");
        assert!(world.run(&["log"]).out.contains("expired"));
        let shown = world.run(&["show", "1"]);
        assert!(shown.out.contains("countersign rebase 1 all"), "{shown:?}");
    }
}

#[test]
fn rows_of_long_values_show_what_differs() {
    let world = World::new();
    let list = ["passport and tickets", "charger for the phone", "rain jacket", "toothbrush", "book to read"];
    let list: Vec<Value> = list.iter().map(|title| json!({ "title": title })).collect();
    let notes = "A long note of the person. ".repeat(12);
    let make =
        json!([{ "op": "create", "title": "Pack", "notes": notes, "checklist": list, "labels": ["autumn term"] }]);
    assert_eq!(world.run_with(&["propose", "-"], make.to_string().as_bytes()).code, 2);
    assert_eq!(world.run(&["apply", "1", "--all"]).code, 0);
    let changed = format!("{}CHANGED HERE.", "A long note of the person. ".repeat(11));
    let ops = json!([
        { "op": "update", "id": 1, "notes": changed },
        { "op": "update", "id": 1, "checklist_add": ["hat"] },
        { "op": "update", "id": 1, "checklist_check": ["toothbrush"] },
        { "op": "update", "id": 1, "labels_add": ["with Anna"] },
    ]);
    let proposed = world.run_with(&["propose", "-"], ops.to_string().as_bytes());
    for shown in [proposed, world.run(&["show", "2"])] {
        for part in ["→ …", "CHANGED HERE.", "+[ ] hat", "[ ] → [x] toothbrush", "+“with Anna”"] {
            assert!(shown.out.contains(part), "{part} in {}", shown.out);
        }
    }
    let plain = world.run(&["--plain", "show", "2"]);
    for part in ["added [ ] hat", "ticked toothbrush", "added “with Anna”"] {
        assert!(plain.out.contains(part), "{part} in {}", plain.out);
    }
}

#[test]
fn direct_edits_are_signed_by_being_made() {
    let world = World::new();
    insta::assert_snapshot!(world.transcript(&[
        &["todos", "add", "Stand-up", "--every", "weekday", "--at", "9:00", "--label", "work"],
        &[
            "todos",
            "add",
            "Pay rent",
            "--on",
            "friday",
            "--due",
            "2026-12-01",
            "--priority",
            "high",
            "--estimate",
            "15",
            "--notes",
            "by card"
        ],
        &["todos", "week"],
        &["todos", "edit", "2", "--on", "2026-11-30", "--clear", "due", "--label", "home"],
        &["todos", "show", "2"],
        &["todos", "done", "1"],
        &["todos", "done", "1", "--on", "2026-11-23"],
        &["todos", "done", "2"],
        &["todos", "search", "rent", "--all"],
        &["todos", "delete", "2"],
        &["todos", "list", "--all"],
        &["undo", "--yes"],
        &["todos", "list", "--done"],
    ]));
}

#[test]
fn refusals_say_what_is_safe_and_what_to_do() {
    let world = World::new();
    insta::assert_snapshot!(world.transcript(&[
        &["todos", "add", "Pay rent", "--on", "5/6"],
        &["todos", "add", "Pay rent", "--on", "feb 30"],
        &["todos", "edit", "7", "--title", "x"],
        &["todos", "edit", "7"],
        &["show", "14"],
        &["sign", "14"],
        &["apply", "14.2"],
        &["undo"],
        &["undo", "@9"],
        &["open"],
        &["ask", "--continue", "the second one"],
        &["settings", "set", "zone", "Mars/Base"],
        &["settings", "set", "colour", "red"],
        &["import", "nowhere.ics"],
        &["export", "xls"],
    ]));
}

#[test]
fn settings_are_read_and_changed() {
    let world = World::new();
    insta::assert_snapshot!(world.transcript(&[
        &["settings", "set", "zone", "Europe/Berlin"],
        &["settings", "set", "dayParts.morning", "08:30"],
        &["settings", "get"],
        &["settings", "set", "zone", "null"],
        &["settings", "get", "zone"],
    ]));
}

#[test]
fn the_doctor_finds_nothing_wrong_with_a_fresh_folder() {
    let world = World::new();
    let said = world.transcript(&[&["todos", "add", "Pay rent"], &["doctor"], &["rebuild"]]);
    // Which sandbox there is depends on the machine, and with it whether anything is to be done.
    let (sandbox, rest): (Vec<&str>, Vec<&str>) =
        said.lines().partition(|line| line.contains("sandbox: ") || line.contains("bubblewrap ("));
    assert!(!sandbox.is_empty(), "{said}");
    insta::assert_snapshot!(rest.join("\n") + "\n");
}

#[test]
fn what_holds_several_of_a_kind_lists_them_when_no_more_is_said() {
    let world = World::new();
    for verb in ["todos", "rules", "images", "sessions", "settings", "mcp-servers", "workspace", "outputs", "model"] {
        let listed = world.run(&[verb, "--json"]);
        assert!(listed.code == 0 && listed.json().is_object(), "{verb}: {listed:?}");
    }
}

#[test]
fn every_verb_has_help_with_an_example() {
    let help = |args: &[&str]| run(binary().args(args), b"");
    let top = help(&["--help"]);
    assert_eq!(top.code, 0);
    let verbs: Vec<&str> = top
        .out
        .split("Commands:\n")
        .nth(1)
        .unwrap()
        .split("\n\n")
        .next()
        .unwrap()
        .lines()
        .filter_map(|l| l.strip_prefix("  ")?.split(' ').next())
        .filter(|v| !v.is_empty() && *v != "help")
        .collect();
    assert!(verbs.len() >= 24, "{verbs:?}");
    for verb in verbs {
        let ran = help(&[verb, "--help"]);
        assert_eq!(ran.code, 0, "{verb}");
        assert!(ran.out.contains("Example"), "{verb} shows no example");
    }
    insta::assert_snapshot!(top.out);
}

#[test]
fn usage_errors_end_with_1_since_2_means_pending() {
    let world = World::new();
    for args in
        [&["bogus"][..], &["sign"], &["sign", "x"], &["log", "--limit", "0"], &["apply", "1", "--all", "--sign", "1"]]
    {
        assert_eq!(world.run(args).code, 1, "{args:?}");
        // A script that asks for JSON gets it for its own mistakes too.
        let mut args = args.to_vec();
        args.push("--json");
        let ran = world.run(&args);
        assert_eq!((ran.code, &ran.json()["error"], ran.err.as_str()), (1, &json!("usage"), ""), "{args:?}");
        assert!(ran.json()["message"].as_str().is_some_and(|m| !m.is_empty() && !m.contains('\n')), "{ran:?}");
    }
    // Behind -- it is a word like any other.
    assert!(world.run(&["bogus", "--", "--json"]).err.starts_with("error: "));
}

#[test]
fn without_a_terminal_nothing_is_asked() {
    let world = World::new();
    // Whoever pipes "y" into a command has not seen what it would sign.
    let asked = world.run_with(&["ask", "buy milk"], b"a\na\na\n");
    assert_eq!(asked.code, 2, "{asked:?}");
    let help = world.run_with(&[], b"buy milk\n");
    assert_eq!(help.code, 0);
    assert!(help.out.contains("Usage: countersign"), "{help:?}");
    assert_eq!(world.run(&["todos", "--json"]).json(), json!({"todos": []}));
}

#[test]
fn what_an_item_would_do_is_edited_before_it_is_signed() {
    let world = World::new();
    for n in 1..=12 {
        world.run(&["todos", "add", &format!("Pay bill {n}"), "--label", "bills"]);
    }
    world.run(&["todos", "add", "Gym", "--on", "2026-11-23", "--every", "monday until 2026-12-31"]);
    let every = |phrase: &str| {
        let done = world.run(&["todos", "edit", "13", "--every", phrase]);
        assert_eq!(done.code, 0, "{done:?}");
        world.run(&["todos", "show", "13", "--json"]).json()["todo"]["recurrence"]["until"].clone()
    };
    // An end that is not said stays.
    assert_eq!(every("tuesday"), "2026-12-31");
    assert_eq!(every("tuesday forever"), Value::Null);
    assert_eq!(every("monday"), Value::Null);
    let ops = json!([
        { "op": "create", "title": "Call bank", "scheduledFor": "2026-11-24" },
        { "op": "bulk_update", "where": { "labels": ["bills"] }, "set": { "priority": "high" } },
        { "op": "move_occurrence", "id": 13, "occurrenceDate": "2026-11-23", "to": { "date": "2026-11-24" } },
    ]);
    let made = world.run_with(&["propose", "-", "--json"], ops.to_string().as_bytes()).json();
    let id = made["id"].as_i64().unwrap_or_else(|| panic!("{made}"));
    let item = |n: u32| format!("{id}.{n}");
    assert_eq!(world.run(&["sign", &item(1)]).code, 2);
    let edited = world.run(&["edit", &item(1), "--title", "Call the bank", "--on", "2026-12-01", "--at", "2pm"]);
    assert!(edited.code == 2 && edited.out.contains("Call the bank"), "{edited:?}");
    let edited = world.run(&["edit", &item(2), "--exclude", "1,2", "--json"]).json();
    assert_eq!(edited["items"][0]["status"], "pending", "an edited item wants a decision again");
    assert_eq!(edited["items"][1]["op"]["where"]["ids"].as_array().unwrap().len(), 10);
    world.run(&["edit", &item(2), "--include", "2"]);
    world.run(&["edit", &item(2), "--priority", "low"]);
    world.run(&["edit", &item(3), "--on", "2026-11-25", "--at", "7:30"]);
    let set = world.run(&["show", &id.to_string(), "--json"]).json();
    let op = |n: usize| set["items"][n - 1]["op"].clone();
    assert_eq!(op(1)["scheduledFor"], "2026-12-01");
    assert_eq!(op(1)["timeOfDay"], "14:00");
    assert_eq!(op(2)["set"], json!({ "priority": "low" }));
    assert_eq!(op(2)["where"]["ids"].as_array().unwrap().len(), 11);
    assert_eq!(op(3)["to"], json!({ "date": "2026-11-25", "time": "07:30" }));
    // Refusals change nothing.
    for (args, code) in [
        (vec![item(1)], "nothing_to_change"),
        (vec![id.to_string(), "--title".into(), "x".into()], "usage"),
        (vec![item(9), "--title".into(), "x".into()], "not_found"),
        (vec![item(1), "--exclude".into(), "1".into()], "no_targets"),
        (vec![item(2), "--include".into(), "1".into(), "--priority".into(), "low".into()], "invalid_edit"),
        (vec![item(1), "--operation".into(), "{".into()], "invalid_json"),
        (vec![item(1), "--cap".into(), "3".into()], "unknown_field"),
    ] {
        let args: Vec<&str> = ["edit", "--json"].into_iter().chain(args.iter().map(String::as_str)).collect();
        let refused = world.run(&args);
        assert!(refused.code == 1 && refused.out.contains(code), "{args:?}: {refused:?}");
    }
    assert_eq!(world.run(&["show", &id.to_string(), "--json"]).json(), set);
    // A series that begins ends by the settings where it says no end.
    assert_eq!(world.run(&["settings", "set", "defaultUntil", "endOfYear"]).code, 0);
    let begun = world.run(&["edit", &item(1), "--every", "wednesday", "--json"]).json();
    assert_eq!(begun["items"][0]["op"]["recurrence"]["until"], "2026-12-31", "{begun}");
    assert_eq!(world.run(&["apply", &id.to_string(), "--all"]).code, 0);
    let made = world.run(&["todos", "search", "call", "--json"]).json();
    assert_eq!(made["todos"][0]["title"], "Call the bank", "{made}");
}

#[test]
fn above_the_thresholds_apply_wants_confirm() {
    let world = World::new();
    let lines: String = (1..=25).map(|n| format!("- [ ] todo {n}\n")).collect();
    let file = world.dir.path().join("list.md");
    std::fs::write(&file, lines).unwrap();
    let imported = world.run(&["import", file.to_str().unwrap(), "--yes"]);
    assert_eq!(imported.code, 0, "{imported:?}");
    let ids: Vec<String> = (1..=25).map(|n| n.to_string()).collect();
    let mut delete = vec!["todos", "delete"];
    delete.extend(ids.iter().map(String::as_str));
    let refused = world.run(&delete);
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("25") && refused.err.contains("--confirm"), "{}", refused.err);
    let count = |ran: Ran| ran.json()["todos"].as_array().unwrap().len();
    assert_eq!(count(world.run(&["todos", "--json"])), 25);
    delete.push("--confirm");
    assert_eq!(world.run(&delete).code, 0);
    assert_eq!(count(world.run(&["todos", "--json"])), 0);
}

#[test]
fn a_set_that_changed_since_it_was_shown_is_not_signed() {
    let world = World::new();
    let shown = world.run(&["ask", "buy milk", "--json"]).json();
    let digest = shown["change_set"]["digest"].as_str().unwrap().to_owned();
    let other = world.run(&["sign", "1", "all", "--base", "0000", "--json"]);
    assert_eq!((other.code, &other.json()["error"]), (1, &json!("stale")));
    assert_eq!(world.run(&["sign", "1", "all", "--base", &digest[..8]]).code, 2);
}

#[test]
fn drift_has_an_exit_code_of_its_own() {
    let world = World::new();
    world.run(&["todos", "add", "Pay rent", "--on", "friday"]);
    let proposed = world.run(&["ask", "move rent to monday", "--json"]).json();
    let set = proposed["change_set"]["id"].to_string();
    world.run(&["todos", "edit", "1", "--on", "2026-12-24"]);
    assert_eq!(world.run(&["show", &set]).code, 3);
    assert_eq!(world.run(&["sign", &set, "1"]).code, 3);
    let todo = world.run(&["todos", "show", "1", "--json"]).json();
    assert_eq!(todo["todo"]["scheduledFor"], "2026-12-24");
    // Rebased on what is there now, it can be signed again.
    assert_eq!(world.run(&["rebase", &set, "all"]).code, 2);
    assert_eq!(world.run(&["apply", &set, "--all"]).code, 0);
    let todo = world.run(&["todos", "show", "1", "--json"]).json();
    assert_ne!(todo["todo"]["scheduledFor"], "2026-12-24");
}

#[test]
fn json_is_one_line_of_the_answer_for_every_verb() {
    let world = World::new();
    world.run(&["todos", "add", "Pay rent"]);
    world.run(&["ask", "buy milk"]);
    for args in [
        &["ask", "what is due today?"][..],
        &["show", "2"],
        &["show", "2.1"],
        &["sign", "2", "1"],
        &["undecide", "2.1"],
        &["defer", "2.1"],
        &["apply", "2", "--sign", "1"],
        &["undo", "2"],
        &["rewind", "1"],
        &["inbox"],
        &["log"],
        &["verify"],
        &["rebuild"],
        &["todos"],
        &["todos", "week"],
        &["todos", "show", "1"],
        &["settings", "get"],
        &["doctor"],
        &["export", "ics"],
        &["plan", "export"],
        &["completions", "bash"],
        &["openapi"],
        &["show", "999"],
    ] {
        let mut args = args.to_vec();
        args.push("--json");
        let ran = world.run(&args);
        assert_eq!((ran.out.lines().count(), ran.err.as_str()), (1, ""), "{args:?}: {ran:?}");
        let value: Value = ran.json();
        assert!(value.is_object(), "{args:?}");
    }
}

#[test]
fn export_and_import_are_inverse() {
    let (world, other) = (World::new(), World::new());
    world.run(&["todos", "add", "Pay rent", "--on", "friday", "--label", "home"]);
    let file = world.dir.path().join("out.json");
    let exported = world.run(&["export", "json", "-o", file.to_str().unwrap()]);
    assert_eq!(exported.code, 0, "{exported:?}");
    assert_eq!(other.run(&["import", file.to_str().unwrap(), "--yes"]).code, 0);
    let again = other.run(&["import", file.to_str().unwrap()]);
    assert_eq!(
        (again.code, again.out.as_str()),
        (0, "1 todo is here already, the same.\nNothing in the file differs. Nothing has been changed.\n"),
        "{again:?}"
    );
    let piped = world.run_with(&["import", "-", "--format", "json"], other.run(&["export", "json"]).out.as_bytes());
    assert_eq!(piped.code, 0, "{piped:?}");
}

#[test]
fn what_a_file_says_besides_is_told_in_words() {
    let world = World::new();
    let ics = |inside: &str| {
        format!(
            "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VTODO\nUID:1@x\nSUMMARY:Buy milk\n{inside}END:VTODO\nEND:VCALENDAR\n"
        )
    };
    let import = |text: &str| world.run_with(&["import", "-", "--format", "ics", "--yes"], text.as_bytes()).out;
    let new = import(&ics("X-APPLE-SORT-ORDER:123\n"));
    assert!(new.contains("other properties ics priority none, ics lines X-APPLE-SORT-ORDER:123"), "{new}");
    let gone = import(&ics(""));
    assert!(gone.contains("ics lines X-APPLE-SORT-ORDER:123 → ics priority none"), "{gone}");
}

#[test]
fn an_import_of_which_nothing_could_be_read_has_failed() {
    let world = World::new();
    let bad = br#"[{"titel":"x"},{"y":2}]"#;
    let read = world.run_with(&["import", "-", "--format", "json"], bad);
    assert_eq!(read.code, 1, "{read:?}");
    assert!(read.out.contains("missing field") && read.err.contains("Nothing in the file could be read"), "{read:?}");
    let told = world.run_with(&["import", "-", "--format", "json", "--json"], bad);
    assert_eq!((told.code, told.json()["problems"].as_array().unwrap().len()), (1, 2), "{told:?}");
    // Nothing in it is nothing amiss, and what could be read goes on.
    assert_eq!(world.run_with(&["import", "-", "--format", "json"], b"[]").code, 0);
    assert_eq!(world.run_with(&["import", "-", "--format", "json"], br#"[{"titel":"x"},{"title":"y"}]"#).code, 2);
}

#[test]
fn scripts_for_shells_and_the_interface_are_printed() {
    for shell in ["bash", "zsh", "fish"] {
        let ran = run(binary().args(["completions", shell]), b"");
        assert!(ran.code == 0 && ran.out.contains("countersign"), "{shell}");
    }
    let document = run(binary().arg("openapi"), b"").json();
    assert!(document["paths"]["/api/change-sets/{id}/apply"].is_object());
}

/// In a terminal the person is asked, item by item.
#[test]
fn in_a_terminal_each_item_is_offered() {
    let open = |world: &World| {
        let todos = world.run(&["todos", "--json"]).json();
        let titles = todos["todos"].as_array().unwrap().iter().map(|todo| todo["title"].as_str().unwrap().to_owned());
        titles.collect::<Vec<_>>()
    };
    for (typed, applied, code) in [
        (&["y", "n", "y"][..], &["milk"][..], 0),
        (&["d", "y", "y"], &["cake"], 2),
        (&["a"], &["milk", "cake"], 0),
        (&["x", "y", "q", "n"], &[], 2),
        (&["q"], &[], 2),
    ] {
        let world = World::new();
        let mut command = binary();
        command.env("TERM", "xterm").arg("--data").arg(world.dir.path()).args(["ask", "add milk and add cake"]);
        let mut terminal = Terminal::start(&mut command);
        for line in typed {
            terminal.answers(line);
        }
        let ended = terminal.end();
        assert_eq!(
            (open(&world), ended),
            (applied.iter().map(|t| (*t).to_owned()).collect(), Some(code)),
            "{typed:?}: {}",
            terminal.screen()
        );
    }
}

#[test]
fn a_command_of_two_lines_shows_where_the_first_one_ends() {
    let world = World::new();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display().to_string();
    assert_eq!(world.run(&["workspace", "open", &path]).code, 0);
    let ran = world.run(&["run", "--workspace", &path, "ls\ntouch made"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    for args in [&["show", "1"][..], &["inbox"]] {
        let shown = world.run(args);
        assert!(shown.out.contains("Run ls ⏎ touch made"), "{args:?}: {shown:?}");
    }
}

#[test]
fn who_declines_so_many_deletions_is_told_what_a_person_can_do() {
    let world = World::new();
    let lines: String = (1..=25).map(|n| format!("- [ ] todo {n}\n")).collect();
    let file = world.dir.path().join("list.md");
    std::fs::write(&file, lines).unwrap();
    assert_eq!(world.run(&["import", file.to_str().unwrap(), "--yes"]).code, 0);
    let mut command = binary();
    command.env("TERM", "xterm").arg("--data").arg(world.dir.path()).args(["todos", "delete"]);
    command.args((1..=25).map(|n| n.to_string()));
    let mut terminal = Terminal::start(&mut command);
    terminal.until("This deletes 25 todos or files. Type 25 to go on:");
    terminal.answers("no");
    terminal.until("Not confirmed. Nothing has been changed.");
    terminal.until("type the number, or add --confirm.");
    assert_eq!(terminal.end(), Some(1));
    assert_eq!(world.run(&["todos", "--json"]).json()["todos"].as_array().unwrap().len(), 25);
}

/// Where the terminal's width is known, text is broken between words and set in; what is a file's own is not.
#[test]
fn lines_are_broken_between_words_as_wide_as_the_terminal() {
    let world = World::new();
    let title = "call everybody who was at the meeting about the minutes and the next appointment";
    let mut command = binary();
    command.env("TERM", "xterm").arg("--data").arg(world.dir.path()).args(["ask", title]);
    let mut terminal = Terminal::sized(&mut command, 40, 24);
    terminal.sees("q stop:");
    let screen = terminal.screen();
    let shown: Vec<&str> = screen.lines().map(str::trim_end).collect();
    for line in [
        " ○ + 1  todo “call everybody who was at",
        "        the meeting about the minutes",
        "y sign, n reject, d defer, a sign all",
    ] {
        assert!(shown.contains(&line), "{line:?} in\n{screen}");
    }
    let words: Vec<&str> = screen.split_whitespace().collect();
    for word in title.split(' ') {
        assert!(words.iter().any(|one| one.trim_matches(|c: char| !c.is_alphabetic()) == word), "{word} in\n{screen}");
    }
    terminal.answers("q");
    terminal.end();
}

#[test]
fn what_needs_another_item_says_which_and_names_the_flag() {
    let world = World::new();
    let operations = json!([{ "op": "create", "title": "Parcel" }, { "op": "update", "id": "@1", "priority": "high" }]);
    let made = world.run_with(&["propose", "-"], operations.to_string().as_bytes());
    assert_eq!(made.code, 2, "{made:?}");
    let refused = world.run(&["apply", "1", "--sign", "2"]);
    assert_eq!(refused.code, 1, "{refused:?}");
    assert!(refused.err.contains("item 1") && refused.err.contains("--best-effort"), "{}", refused.err);
    assert!(!refused.err.contains("best_effort"), "{}", refused.err);
}

/// In words that a person uses, with what to do about it.
#[test]
fn what_the_system_says_is_told_in_words() {
    let world = World::new();
    let folder = world.dir.path().join("folder");
    std::fs::create_dir_all(&folder).unwrap();
    let folder = folder.display().to_string();
    let odd = world.dir.path().join("odd.txt");
    std::fs::write(&odd, b"\xff\xfe\xff").unwrap();
    let odd = odd.display().to_string();
    for (args, told) in [
        (&["import", "none.ics"][..], "none.ics cannot be read: there is no such file or folder."),
        (&["import", &folder][..], "cannot be read: it is a folder."),
        (&["propose", &odd][..], "cannot be read: it is not in UTF-8."),
        (&["export", "ics", "-o", "/none/x"][..], "/none/x cannot be written: there is no such file or folder."),
        (&["ask", "--image", "none.png", "x"][..], "none.png cannot be read: there is no such file or folder."),
        (&["--lang", "de", "import", "none.ics"][..], "die Datei oder den Ordner gibt es nicht"),
        (&["log", "--limit", "many"][..], "invalid value 'many' for '--limit <N>': not a whole number"),
    ] {
        let refused = world.run(args);
        assert!(refused.code == 1 && refused.err.contains(told), "{args:?}: {refused:?}");
        assert!(!refused.err.contains("os error") && refused.err.lines().count() > 1, "{args:?}: {refused:?}");
    }
}
