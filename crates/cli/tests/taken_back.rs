//! What is said where something cannot be taken back or done as asked, and what it is called: all of it true.

use crate::project::Project;
use crate::world::World;
use serde_json::json;
use std::fs;

#[test]
fn what_only_looks_says_that_there_is_nothing_to_undo() {
    let p = Project::new();
    let waits = p.run(&["run", "ls -la"]);
    assert!(waits.out.contains("only looks: nothing to undo") && !waits.out.contains("be undone"), "{waits:?}");
    assert_eq!(p.run(&["apply", "1", "--all"]).code, 0);
    let ran = p.run(&["show", "1.1"]);
    assert!(ran.out.contains("only looks: nothing to undo"), "{ran:?}");
    let refused = p.run(&["undo", "1.1"]);
    assert_eq!(refused.code, 1, "{refused:?}");
    assert!(refused.err.contains("only looked, so there is nothing to undo: Run ls -la"), "{refused:?}");
}

/// What it was to do was so already.
#[test]
fn what_changed_nothing_says_that_there_is_nothing_to_undo() {
    for command in ["mkdir -p n", "chmod u+r a.txt", "rm -f gone.txt"] {
        let p = Project::new();
        fs::write(p.root.join("a.txt"), "a\n").unwrap();
        fs::create_dir(p.root.join("n")).unwrap();
        p.run(&["run", command]);
        let applied = p.run(&["apply", "1", "--all", "--confirm"]);
        assert_eq!(applied.code, 0, "{command}: {applied:?}");
        let shown = p.run(&["show", "1.1"]);
        assert!(
            shown.out.contains("changed nothing in its folder: nothing to undo")
                && !shown.out.contains("cannot be undone"),
            "{command}: {shown:?}"
        );
        for undo in ["1.1", "1"] {
            let refused = p.run(&["undo", undo]);
            let told = format!("changed nothing in its folder, so there is nothing to undo: Run {command}");
            assert!(refused.code == 1 && refused.err.contains(&told), "{command}: {refused:?}");
        }
        let german = p.run(&["--lang", "de", "undo", "1.1"]);
        assert!(
            german.err.contains("hat in seinem Ordner nichts geändert, also gibt es nichts zurückzunehmen"),
            "{german:?}"
        );
        // What did change something is taken back, as before.
        fs::write(p.root.join("b.txt"), "b\n").unwrap();
        p.run(&["run", "cp a.txt b.txt"]);
        assert_eq!(p.run(&["apply", "2", "--all"]).code, 0);
        assert_eq!(p.run(&["undo", "2", "--yes"]).code, 0);
        assert_eq!(fs::read_to_string(p.root.join("b.txt")).unwrap(), "b\n");
        // It has been undone, and that is why it cannot be again.
        let again = p.run(&["undo", "2"]);
        assert!(again.code == 1 && again.err.contains("has been undone"), "{command}: {again:?}");
        // Of what runs in the folder nobody knows.
        p.run(&["run", "sort -o a.txt a.txt"]);
        let entry = p.run(&["apply", "4", "--all", "--confirm"]);
        assert_eq!(entry.code, 0, "{command}: {entry:?}");
        let ran = p.run(&["undo", "4"]);
        assert!(ran.code == 1 && ran.err.contains("ran a command"), "{command}: {ran:?}");
    }
}

#[test]
fn what_changed_nothing_is_in_no_ones_way() {
    let p = Project::new();
    fs::write(p.root.join("a.txt"), "a\n").unwrap();
    fs::create_dir(p.root.join("n")).unwrap();
    let run = |command: &str| json!({ "op": "run_command", "command": command });
    let set = |ops: serde_json::Value| {
        fs::write(p.root.join("../ops.json"), ops.to_string()).unwrap();
        assert_eq!(p.run(&["propose", "../ops.json", "--yes"]).code, 0, "{ops}");
    };
    set(json!([{ "op": "create", "title": "Milk" }, run("mkdir -p n"), run("cp a.txt b.txt")]));
    let undone = p.run(&["undo", "1", "--yes"]);
    assert_eq!(undone.code, 0, "{undone:?}");
    assert!(!undone.out.contains("stays"), "{undone:?}");
    assert!(p.root.join("n").exists() && !p.root.join("b.txt").exists(), "{undone:?}");
    assert!(!p.run(&["todos"]).out.contains("Milk"));
    // What a command did that nobody can tell stays, and that is said.
    set(json!([{ "op": "create", "title": "Bread" }, run("mkdir -p n"), run("sort -o a.txt a.txt")]));
    let undone = p.run(&["undo", "3", "--yes"]);
    assert!(undone.code == 0 && undone.out.contains("stays") && !p.run(&["todos"]).out.contains("Bread"), "{undone:?}");
    // Nor is it said in the place of one that did something.
    set(json!([run("sort -o a.txt a.txt"), run("mkdir -p n")]));
    let refused = p.run(&["undo", "5"]);
    assert!(refused.code == 1 && refused.err.contains("ran a command"), "{refused:?}");
}

/// What no copy of the folder holds is there all the same.
#[test]
fn what_is_done_to_what_no_copy_holds_is_done() {
    let p = Project::new();
    let pipe = p.root.join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    p.run(&["run", "rm -f pipe"]);
    let applied = p.run(&["apply", "1", "--all", "--confirm"]);
    assert!(applied.code == 0 && !pipe.exists(), "{applied:?}");
    let refused = p.run(&["undo", "1"]);
    assert!(refused.code == 1 && refused.err.contains("ran a command"), "{refused:?}");
    let a = p.root.join("a.txt");
    fs::write(&a, "a\n").unwrap();
    std::fs::File::options().write(true).open(&a).unwrap().set_modified(std::time::UNIX_EPOCH).unwrap();
    p.run(&["run", "touch a.txt"]);
    assert_eq!(p.run(&["apply", "2", "--all", "--confirm"]).code, 0);
    assert_ne!(fs::metadata(&a).unwrap().modified().unwrap(), std::time::UNIX_EPOCH, "its age is set");
}

/// However many steps it took: each command is one.
#[test]
fn a_set_is_taken_back_as_a_whole() {
    let p = Project::new();
    fs::write(p.root.join("a.txt"), "a\n").unwrap();
    let run = |command: &str| json!({ "op": "run_command", "command": command });
    let ops = json!([run("mkdir n"), run("cp a.txt n/"), run("mv n m"), run("rm a.txt")]);
    fs::write(p.root.join("../ops.json"), ops.to_string()).unwrap();
    let made = p.run(&["propose", "../ops.json", "--yes"]);
    assert_eq!(made.code, 0, "{made:?}");
    assert!(p.root.join("m/a.txt").exists() && !p.root.join("a.txt").exists());
    let undone = p.run(&["undo", "1", "--yes"]);
    assert_eq!(undone.code, 0, "{undone:?}");
    assert!(p.root.join("a.txt").exists() && !p.root.join("m").exists() && !p.root.join("n").exists());
    let again = p.run(&["undo", "1", "--yes"]);
    assert_eq!((again.code, p.root.join("a.txt").exists()), (1, true), "{again:?}");
}

/// All is as it was asked to be.
#[test]
fn a_set_that_took_away_itself_what_it_did_is_taken_back_already() {
    let p = Project::new();
    fs::write(p.root.join("a.txt"), "a\n").unwrap();
    let run = |command: &str| json!({ "op": "run_command", "command": command });
    fs::write(p.root.join("../ops.json"), json!([run("cp a.txt q"), run("rm q")]).to_string()).unwrap();
    assert_eq!(p.run(&["propose", "../ops.json", "--yes"]).code, 0);
    let undone = p.run(&["undo", "1", "--yes"]);
    assert_eq!((undone.code, undone.out.contains("All is as it was before that")), (0, true), "{undone:?}");
    let german = p.run(&["--lang", "de", "undo", "1"]);
    assert!(german.out.contains("Alles ist, wie es vorher war"), "{german:?}");
    // One step by itself can be taken back.
    assert_eq!(p.run(&["undo", "1.2", "--yes"]).code, 0);
    assert!(p.root.join("q").exists());
    assert_eq!(p.run(&["undo", "1", "--yes"]).code, 0);
    assert!(!p.root.join("q").exists());
}

#[test]
fn several_items_are_named_with_commas_or_spaces() {
    let p = Project::new();
    let touch = |name: &str| json!({ "op": "run_command", "command": format!("touch {name}") });
    let all: Vec<_> = ["a", "b", "c", "d", "e"].map(touch).to_vec();
    fs::write(p.root.join("../ops.json"), json!(all).to_string()).unwrap();
    assert_eq!(p.run(&["propose", "../ops.json"]).code, 2);
    p.run(&["sign", "1", "1", "2"]);
    p.run(&["reject", "1", "3", "-m", "no"]);
    p.run(&["defer", "1", "4,4", "5"]);
    let set = p.run(&["--json", "show", "1"]).json();
    let statuses: Vec<_> = set["items"].as_array().unwrap().iter().map(|item| &item["status"]).collect();
    assert_eq!(json!(statuses), json!(["confirmed", "confirmed", "rejected", "deferred", "deferred"]));
}

#[test]
fn an_undo_that_a_change_from_outside_is_in_the_way_of_says_so_and_offers_what_works() {
    let p = Project::new();
    let file = p.root.join("a.txt");
    fs::write(&file, "one\ntwo\nthree\nfour\nfive\nsix\nseven\n").unwrap();
    assert_eq!(p.run(&["ask", "edit a.txt: replace two with zwei"]).code, 2);
    assert_eq!(p.run(&["apply", "1", "--all"]).code, 0);
    let ours = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("{ours}eight\n")).unwrap();
    let refused = p.run(&["undo", "1.1"]);
    assert_eq!(refused.code, 3, "{refused:?}");
    let told = format!("{}{}", refused.out, refused.err);
    assert!(told.contains("“a.txt” was changed outside Countersign since"), "{told}");
    assert!(told.contains("--conflicts keep") && !told.contains("with-later") && !told.contains("content"), "{told}");
    assert_eq!(p.run(&["undo", "1.1", "--conflicts", "keep", "--yes"]).code, 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n");
}

#[test]
fn a_series_is_done_by_a_date_that_it_has() {
    let w = World::new();
    assert_eq!(w.run(&["todos", "add", "Gym", "--every", "tuesday", "--on", "2026-12-01"]).code, 0);
    let refused = w.run(&["todos", "done", "1"]);
    let said = refused.err.split_once("--on ").expect(&refused.err).1;
    let date = said.split(|c: char| c != '-' && !c.is_ascii_digit()).next().unwrap();
    assert_eq!(w.run(&["todos", "done", "1", "--on", date]).code, 0, "{date}");
    let reopen = w.run(&["todos", "done", "1", "--reopen"]);
    assert!(reopen.err.contains(&format!("--on {date}")), "{reopen:?}");
}

#[test]
fn a_change_set_of_an_answer_is_called_by_what_was_asked_about_and_one_of_a_correction_by_what_it_does() {
    let w = World::new();
    assert_eq!(w.run(&["todos", "add", "Gym", "--every", "tuesday and thursday"]).code, 0);
    let asked = w.run(&["ask", "move gym to friday"]);
    assert!(asked.out.contains("?"), "{asked:?}");
    let answered = w.run(&["--json", "ask", "-c", "the first one"]).json();
    assert_eq!(answered["change_set"]["title"], "move gym to friday", "{answered}");
    let corrected = w.run(&["--json", "ask", "-c", "no, on saturday"]).json();
    let title = corrected["change_set"]["title"].as_str().unwrap_or_default();
    assert!(title.contains("Gym") && !title.starts_with("no"), "{corrected}");
}

#[test]
fn what_is_so_already_is_named_and_not_counted() {
    let w = World::new();
    for n in 1..=13 {
        assert_eq!(w.run(&["todos", "add", &format!("Thing {n}"), "--on", "2027-03-02"]).code, 0);
    }
    assert_eq!(w.run(&["todos", "add", "There already", "--on", "2027-03-01"]).code, 0);
    let asked = w.run(&["ask", "move everything to 2027-03-01"]);
    assert!(
        asked.out.contains("Change 13 todos: date Mon 2027-03-01") && asked.out.contains("and 3 more"),
        "{asked:?}"
    );
    assert!(asked.out.contains("proposed: change 13 todos"), "the reply counts as its item: {asked:?}");
    assert!(asked.out.contains("So already, and left out: “There already”"), "{asked:?}");
}

#[test]
fn a_skip_is_drawn_as_the_date_it_adds() {
    let w = World::new();
    assert_eq!(w.run(&["todos", "add", "Gym", "--every", "day", "--on", "2027-03-01"]).code, 0);
    assert_eq!(w.run(&["ask", "skip gym on 2027-03-04"]).code, 2);
    assert_eq!(w.run(&["apply", "1", "--all"]).code, 0);
    let second = w.run(&["ask", "skip gym on 2027-03-05"]);
    assert!(second.out.contains("skipped dates +Fri 2027-03-05") && !second.out.contains("03-04"), "{second:?}");
}
