//! What "all" and what a typed line mean: nothing that was put off, and nothing that cannot be undone by the way.

use crate::project::Project;
use crate::pty::Terminal;
use crate::world::{World, binary, run};
use serde_json::{Value, json};

fn statuses(set: &Value) -> Vec<&str> {
    set["items"].as_array().unwrap().iter().map(|item| item["status"].as_str().unwrap()).collect()
}

/// A set of todos and commands: an addition, a deletion, one command that can be undone and one that cannot.
fn mixed(p: &Project) -> String {
    for title in ["old list", "rent"] {
        assert_eq!(p.run(&["todos", "add", title]).code, 0);
    }
    std::fs::create_dir(p.root.join("docs")).unwrap();
    std::fs::write(p.root.join("docs/kept.md"), "kept").unwrap();
    let command = |text: &str| json!({ "op": "run_command", "command": text });
    let operations = json!([
        { "op": "create", "title": "tea" },
        { "op": "delete", "id": 1 },
        command("ls"),
        command("sh -c 'cat docs/kept.md; rm -rf docs'"),
    ]);
    let made = run(p.command().args(["propose", "-", "--json"]), operations.to_string().as_bytes());
    assert_eq!(made.code, 2, "{made:?}");
    made.json()["id"].to_string()
}

#[test]
fn all_leaves_out_what_was_put_off_and_what_cannot_be_undone() {
    let p = Project::new();
    let set = mixed(&p);
    assert_eq!(p.run(&["defer", &format!("{set}.2")]).code, 2);
    let applied = p.run(&["apply", &set, "--all"]);
    assert_eq!(applied.code, 2, "{applied:?}");
    assert!(applied.err.contains("Left out, because it cannot be undone") && applied.err.contains("rm -rf docs"));
    let stands = p.run(&["show", &set, "--json"]).json();
    assert_eq!(statuses(&stands), ["applied", "deferred", "applied", "pending"]);
    assert!(p.root.join("docs/kept.md").exists());
    // Only what cannot be undone is left: it is meant where that is said.
    let refused = p.run(&["apply", &set, "--all"]);
    assert_eq!(refused.code, 1, "{refused:?}");
    assert!(refused.err.contains("--confirm") && p.root.join("docs/kept.md").exists(), "{refused:?}");
    assert_eq!(p.run(&["apply", &set, "--all", "--confirm"]).code, 2);
    assert!(!p.root.join("docs").exists());
    // What was put off is signed by its number.
    let deferred = p.run(&["sign", &set, "all"]);
    assert!(deferred.code == 1 && deferred.err.contains(&format!("countersign sign {set} 2")), "{deferred:?}");
    assert_eq!(p.run(&["apply", &set, "--sign", "2"]).code, 0);
}

#[test]
fn run_all_takes_the_commands_and_names_what_else_is_signed() {
    let p = Project::new();
    let set = mixed(&p);
    let asked = p.run(&["run-all", &set, "--all"]);
    assert!(asked.err.contains("rm -rf docs") && p.root.join("docs/kept.md").exists(), "{asked:?}");
    assert_eq!(statuses(&p.run(&["show", &set, "--json"]).json()), ["pending", "pending", "applied", "pending"]);
    assert_eq!(p.run(&["sign", &set, "1"]).code, 2);
    let shown = p.run(&["show", &set]);
    assert!(shown.out.lines().next().is_some_and(|head| head.contains("(1 applied, 1 signed, 2 open)")), "{shown:?}");
    let rest = p.run(&["--plain", "run-all", &set, "--all", "--confirm"]);
    assert_eq!(rest.code, 0, "{rest:?}");
    assert!(!rest.out.contains(['✓', '✗', '▶']), "{}", rest.out);
    assert!(rest.out.contains("runs: ") && rest.out.contains("done: "), "{}", rest.out);
    assert!(rest.out.contains("one change that is no command: Add") && !p.root.join("docs").exists(), "{}", rest.out);
    assert_eq!(statuses(&p.run(&["show", &set, "--json"]).json()), ["applied", "pending", "applied", "applied"]);
}

#[test]
fn a_sentence_is_no_key() {
    let world = World::new();
    assert_eq!(world.run(&["todos", "add", "old list"]).code, 0);
    let mut command = binary();
    command.env("TERM", "xterm").arg("--data").arg(world.dir.path()).args(["ask", "delete old list"]);
    let mut terminal = Terminal::start(&mut command);
    terminal.until("y sign, n reject");
    for slip in ["don't", "yy", "all"] {
        terminal.answers(slip);
        terminal.until("Type y, n, d, a or q, or say");
    }
    // A message signs nothing, and the keys are where they were.
    terminal.answers("yes please");
    terminal.until("signs nothing");
    terminal.until("2.1 Delete");
    terminal.answers("add oats");
    terminal.until("3.1 Add");
    terminal.answers("q");
    assert_eq!(terminal.end(), Some(2));
    for set in ["2", "3"] {
        assert_eq!(statuses(&world.run(&["show", set, "--json"]).json()), ["pending"], "{set}");
    }
}

#[test]
fn a_sentence_where_a_key_is_asked_for_puts_the_change_right() {
    let world = World::new();
    let mut command = binary();
    command.env("TERM", "xterm").arg("--data").arg(world.dir.path()).args(["ask", "buy oats on 2031-03-07"]);
    let mut terminal = Terminal::start(&mut command);
    terminal.until("y sign, n reject");
    terminal.answers("no, on 2031-03-08");
    terminal.until("2.1 Add");
    terminal.answers("y");
    terminal.until("[Y/n]");
    // Nor does one that begins with "no" only say no.
    terminal.answers("no, on 2031-03-09");
    terminal.until("3.1 Add");
    terminal.answers("a");
    assert_eq!(terminal.end(), Some(0));
    let todos = world.run(&["todos", "--json"]).json();
    let dates: Vec<&str> =
        todos["todos"].as_array().unwrap().iter().filter_map(|t| t["scheduledFor"].as_str()).collect();
    assert_eq!(dates, ["2031-03-09"], "{todos}");
    assert_eq!(statuses(&world.run(&["show", "1", "--json"]).json()), ["retracted"]);
}

#[test]
fn what_was_signed_before_a_sentence_is_named_at_the_end() {
    let world = World::new();
    let mut command = binary();
    command
        .env("TERM", "xterm")
        .arg("--data")
        .arg(world.dir.path())
        .args(["ask", "buy oats on 2031-03-07 and call Zoe on 2031-03-10"]);
    let mut terminal = Terminal::start(&mut command);
    terminal.until("1.1 Add");
    terminal.answers("y");
    terminal.until("1.2 Add");
    terminal.answers("no, call Zoe on 2031-03-11");
    terminal.until("2.1 Add");
    terminal.answers("a");
    terminal.until("1 signed, not applied. Next: countersign apply 1");
    assert_eq!(terminal.end(), Some(0));
    assert_eq!(statuses(&world.run(&["show", "1", "--json"]).json()), ["confirmed", "retracted"]);
}

#[test]
fn what_is_not_out_of_date_is_not_rebased_and_what_is_not_found_is_said_so() {
    let world = World::new();
    assert_eq!(world.run(&["todos", "add", "rent"]).code, 0);
    assert_eq!(world.run(&["ask", "move rent to friday"]).code, 2);
    let entries = || world.run(&["log", "--json"]).json()["entries"].as_array().unwrap().len();
    let before = entries();
    let rebased = world.run(&["rebase", "2.1"]);
    assert!(rebased.code == 2 && rebased.out == "Nothing there is out of date.\n", "{rebased:?}");
    assert_eq!(entries(), before);
    assert_eq!(world.run(&["decisions"]).out, "No decisions yet.\n");
    assert_eq!(world.run(&["decisions", "--verdict", "rejected"]).out, "No decision is like that.\n");
    assert_eq!(world.run(&["sessions", "search", "oats"]).out, "No session has these words.\n");
    assert_eq!(world.run(&["wake", "#5"]).err, "There is no todo #5.\nList the todos to see what there is.\n");
}
