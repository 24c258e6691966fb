//! What a change set comes to is told alike by every verb: what waits, what failed, what was taken back, what is called how.

use crate::project::Project;
use crate::world::World;
use serde_json::json;

impl Project {
    /// A set of commands, by its number.
    fn commands(&self, commands: &[&str]) -> String {
        let operations: Vec<_> = commands.iter().map(|c| json!({ "op": "run_command", "command": c })).collect();
        let file = self.folder.path().join("set.json");
        std::fs::write(&file, json!({ "title": "Of the file", "operations": operations }).to_string()).unwrap();
        self.run(&["propose", file.to_str().unwrap(), "--json"]).json()["id"].to_string()
    }
}

#[test]
fn what_failed_waits_for_nobody_and_says_what_can_be_done_with_it() {
    let p = Project::new();
    let set = p.commands(&["grep nothing none.txt"]);
    let applied = p.run(&["apply", &set, "--all"]);
    assert_eq!(applied.code, 1, "{applied:?}");
    let next = format!("1 failed. Sign it again: countersign sign {set} 1");
    assert!(applied.out.contains(&next), "{applied:?}");
    let (shown, inbox) = (p.run(&["show", &set]), p.run(&["inbox"]));
    assert_eq!((shown.code, inbox.code), (0, 0), "{shown:?} {inbox:?}");
    assert!(shown.out.contains(&next) && inbox.out.contains("Nothing is waiting."), "{shown:?} {inbox:?}");
    // Signed again it waits, for all of them.
    assert_eq!(p.run(&["sign", &set, "1"]).code, 2);
    assert_eq!((p.run(&["show", &set]).code, p.run(&["inbox"]).code), (2, 2));
    assert_eq!(p.run(&["reject", &set, "1"]).code, 0);
}

#[test]
fn the_head_counts_all_that_became_of_a_set_and_hints_name_what_waits() {
    let p = Project::new();
    let set = p.commands(&["touch a", "touch b", "grep nothing none.txt", "touch d"]);
    assert_eq!(p.run(&["apply", &set, "--sign", "1-3"]).code, 1);
    assert_eq!(p.run(&["undo", &format!("{set}.1"), "--yes"]).code, 0);
    let shown = p.run(&["show", &set]);
    let head = shown.out.lines().next().unwrap();
    assert!(head.contains("(1 applied, 1 undone, 1 failed, 1 open)"), "{head}");
    assert!(shown.out.contains(&format!("reject {set} 4 -m")), "{shown:?}");
    assert!(shown.out.contains("Of the file"), "{shown:?}");
}

#[test]
fn all_leaves_out_what_needs_an_item_that_is_put_off() {
    let p = Project::new();
    let set = p.commands(&["mkdir n", "touch n/f", "cp n/f n/g", "touch z"]);
    assert!([0, 2].contains(&p.run(&["defer", &set, "1"]).code));
    let applied = p.run(&["apply", &set, "--all"]);
    for left in ["Run touch n/f (needs 1)", "Run cp n/f n/g (needs 1)"] {
        assert!(applied.err.contains(left), "{applied:?}");
    }
    assert!(p.root.join("z").exists() && !p.root.join("n").exists(), "{applied:?}");
    // What was signed before is there by then.
    let set = p.commands(&["mkdir m", "touch m/f", "touch y"]);
    assert_eq!(p.run(&["sign", &set, "1"]).code, 2);
    let applied = p.run(&["apply", &set, "--all"]);
    assert!(p.root.join("m/f").exists() && !applied.err.contains("needs"), "{applied:?}");
}

#[test]
fn a_run_that_goes_on_tells_only_what_is_new() {
    let p = Project::new();
    let set = p.commands(&["touch u0", "grep nothing none.txt", "touch u2"]);
    let first = p.run(&["run-all", &set, "--all"]);
    assert!(first.out.contains("Command 1/3 ✓ touch u0"), "{first:?}");
    assert_eq!(p.run(&["undo", &format!("{set}.1"), "--yes"]).code, 0);
    let rest = p.run(&["run-all", &set, "--resume"]);
    assert!(!rest.out.contains("touch u0") && rest.out.contains("Command 3/3 ✓ touch u2"), "{rest:?}");
}

#[test]
fn a_deleted_todo_is_said_to_be_deleted() {
    let w = World::new();
    assert_eq!(w.run(&["todos", "add", "c"]).code, 0);
    assert_eq!(w.run(&["ask", "complete c"]).code, 2);
    assert_eq!(w.run(&["todos", "delete", "1"]).code, 0);
    for (language, said) in [
        ("en", "! “c” was deleted since"),
        ("de", "! „c“ wurde inzwischen gelöscht"),
        ("es", "! «c» se eliminó desde entonces"),
        ("fr", "! « c » a été supprimé depuis"),
        ("ro", "! „c” a fost șters între timp"),
    ] {
        let shown = w.run(&["--lang", language, "show", "2"]);
        assert!(shown.out.contains(said) && !shown.out.contains("exists"), "{shown:?}");
    }
    let refused = w.run(&["apply", "2", "--sign", "1"]);
    assert_eq!(refused.code, 3, "{refused:?}");
}

#[test]
fn a_title_ends_where_its_quotation_marks_do_and_is_spelled_like_its_label() {
    let w = World::new();
    let title = "milk”   date Fri 2026-12-04, priority high";
    let file = w.dir.path().join("set.json");
    std::fs::write(&file, json!([{ "op": "create", "title": title, "labels": ["x"] }]).to_string()).unwrap();
    let shown = w.run(&["propose", file.to_str().unwrap()]);
    assert!(shown.out.contains("todo “milk’   date Fri 2026-12-04, priority high”   labels x"), "{shown:?}");
    assert!(shown.out.contains("“Add “milk’") || shown.out.contains("Add ‘milk’"), "{shown:?}");
    let german = w.run(&["--lang", "de", "show", "1"]);
    assert!(german.out.contains("todo „milk’   date") || german.out.contains("„milk’   date"), "{german:?}");
}

#[test]
fn the_inbox_is_in_the_readers_language_also_where_a_set_is_called_by_its_items() {
    let w = World::new();
    let file = w.dir.path().join("set.json");
    let operations = json!([{ "op": "create", "title": "Pack “bags”" }, { "op": "create", "title": "b" }]);
    std::fs::write(&file, operations.to_string()).unwrap();
    assert_eq!(w.run(&["propose", file.to_str().unwrap()]).code, 2);
    let inbox = w.run(&["--lang", "de", "inbox"]);
    assert!(inbox.out.contains("‚Pack ‘bags’‘ anlegen und 1 weitere"), "{inbox:?}");
}
