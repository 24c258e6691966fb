//! Waking the built-in agent from the terminal, and reading what was said to it.

use crate::world::World;
use serde_json::json;

#[test]
fn a_wake_proposes_with_reasons_and_remembers_what_was_turned_down() {
    let world = World::new();
    for title in ["Buy milk", "buy  milk", "Call bank friday"] {
        world.run(&["todos", "add", title]);
    }
    let wake = || world.run(&["wake"]);
    let ran = wake();
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.out.contains("Delete “buy  milk”"), "{}", ran.out);
    assert!(ran.out.ends_with("Nothing has been changed.\n"), "{}", ran.out);
    let set = world.run(&["inbox", "--json"]).json()["change_sets"][0]["id"].to_string();
    let ran = world.run(&["show", &format!("{set}.1")]);
    assert!(ran.out.contains("has the same title and everything this one holds."), "{}", ran.out);
    assert_eq!(world.run(&["reject", &set, "all", "-m", "not needed"]).code, 0);
    let ran = wake();
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.starts_with("Nothing new to propose.\n"), "{}", ran.out);
    let ran = world.run(&["decisions", "--verdict", "rejected"]);
    assert!(ran.out.contains("planner  rejected  Delete “buy  milk”   \"not needed\""), "{}", ran.out);
    let german = world.run(&["decisions", "--lang", "de"]);
    assert!(german.out.contains("\"nicht nötig\""), "{}", german.out);
    let json = world.run(&["decisions", "--agent", "planner", "--json"]).json();
    assert_eq!(json["decisions"][0]["reason"], json!("not-needed"));
    assert_eq!(world.run(&["decisions", "--agent", "nobody here"]).out, "No decisions yet.\n");
    assert_eq!(world.run(&["decisions", "--verdict", "maybe"]).code, 1);
}

#[test]
fn the_hour_of_the_wake_is_a_setting() {
    let world = World::new();
    assert_eq!(world.run(&["settings", "set", "wakeAt", "08:00"]).code, 0);
    assert_eq!(world.run(&["settings", "get", "wakeAt"]).out, "08:00\n");
    assert_eq!(world.run(&["settings", "set", "wakeAt", "late"]).code, 1);
    assert_eq!(world.run(&["settings", "set", "wakeAt", "null"]).code, 0);
    assert_eq!(world.run(&["settings", "get", "wakeAt"]).out, "null\n");
}
