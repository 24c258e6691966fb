//! Waking the built-in agent from the terminal, and reading what was said to it.

use crate::world::{Server, World, http};
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
    assert!(
        ran.out.contains("todo #2 “buy  milk”")
            && ran.out.contains("#1 has the same title and everything this one holds."),
        "{}",
        ran.out
    );
    assert!(ran.out.ends_with("Nothing has been changed.\n"), "{}", ran.out);
    let set = world.run(&["inbox", "--json"]).json()["change_sets"][0]["id"].to_string();
    for shown in [world.run(&["inbox"]), world.run(&["show", &set])] {
        assert!(shown.out.contains("Proposed by the planner"), "{shown:?}");
    }
    let ran = world.run(&["show", &format!("{set}.1")]);
    assert!(ran.out.contains("Delete “buy  milk”"), "{}", ran.out);
    assert_eq!(world.run(&["reject", &set, "all", "-m", "not needed"]).code, 0);
    let ran = wake();
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.starts_with("Nothing new to propose.\n"), "{}", ran.out);
    let ran = world.run(&["decisions", "--verdict", "rejected"]);
    assert!(ran.out.contains("planner  rejected  Delete “buy  milk”   “not needed”"), "{}", ran.out);
    let german = world.run(&["decisions", "--lang", "de"]);
    assert!(german.out.contains("„nicht nötig“"), "{}", german.out);
    let json = world.run(&["decisions", "--agent", "planner", "--json"]).json();
    assert_eq!(json["decisions"][0]["reason"], json!("not-needed"));
    assert_eq!(world.run(&["decisions", "--agent", "nobody here"]).out, "No decision is like that.\n");
    assert_eq!(world.run(&["decisions", "--verdict", "maybe"]).code, 1);
    // Forgotten by the number that the list shows, it is proposed again; put back, it counts again.
    let place = format!("@{}.1", json["decisions"][0]["entry"]);
    assert!(ran.out.contains(&format!("“not needed”  {place}\n")), "{}", ran.out);
    let told = world.run(&["decisions", "--forget", &place]);
    assert_eq!(
        (told.code, told.out),
        (0, format!("Forgotten: Delete “buy  milk” ({place}). Agents are told of it no more.\n"))
    );
    assert!(world.run(&["decisions", "--forgotten"]).out.contains(&place));
    assert!(world.run(&["log"]).out.contains("Forgotten: Delete “buy  milk”"));
    assert!(!world.run(&["decisions", "--verdict", "rejected"]).out.contains(&place));
    assert_eq!(world.run(&["decisions", "--restore", &place[1..], "--json"]).json()["decisions"][0]["n"], 1);
    assert_eq!(wake().code, 0);
    assert_eq!(world.run(&["decisions", "--forget", &place]).code, 0);
    assert_eq!(wake().code, 2);
    let refused = world.run(&["decisions", "--forget", "@999.1"]);
    assert_eq!(
        (refused.code, refused.err.contains("no decision on item 1 in ledger entry 999")),
        (1, true),
        "{refused:?}"
    );
    assert!(world.run(&["decisions", "--forget", "twelve"]).err.contains("@12.1"));
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

#[test]
fn three_like_signatures_are_a_rule_that_is_seen_signed_used_and_revoked() {
    let world = World::new();
    let plan = |title: &str| {
        let op = json!([{ "op": "create", "title": title, "scheduledFor": "2020-01-02", "dueDate": "2020-01-02", "labels": ["bills"] }]);
        let made = world.run_with(&["propose", "-", "--json"], op.to_string().as_bytes()).json();
        assert_eq!(world.run(&["apply", &made["id"].to_string(), "--all"]).code, 0);
    };
    ["Water", "Power", "Phone"].into_iter().for_each(plan);
    assert_eq!(world.run(&["wake", "#99"]).code, 1);
    assert!(world.run(&["wake", "--agent", "you"]).err.contains("No agent is called"));
    let set = world.run(&["wake", "--json"]).json()["sets"][0].to_string();
    for n in 1..=3 {
        assert_eq!(world.run(&["sign", &format!("{set}.{n}")]).code, 2);
    }
    let inbox = world.run(&["inbox", "--json"]).json();
    let rules = inbox["change_sets"].as_array().unwrap().iter().find(|s| s["source"]["agent"] == "rules").unwrap();
    let rules = rules["id"].to_string();
    let shown = world.run(&["show", &rules]);
    assert!(shown.out.contains("Rule: set date today, of overdue one-off todos labelled bills"), "{}", shown.out);
    let why = world.run(&["show", &format!("{rules}.1")]);
    assert!(why.out.contains("You signed this 3 times. It would have let 3 of your decisions through"), "{}", why.out);
    let edited = world.run(&["edit", &format!("{rules}.1"), "--cap", "20", "--days", "7"]);
    assert!(edited.out.contains("at most 20×, for 7 days"), "{edited:?}");
    let signed = world.run(&["apply", &rules, "--all"]);
    assert_eq!(signed.code, 0, "{signed:?}");
    let list = world.run(&["rules", "list"]);
    assert!(
        list.out.contains("active") && list.out.contains("labelled bills") && list.out.contains("used 0 of 20"),
        "{}",
        list.out
    );
    world.run(&["apply", &set]);
    plan("Gas");
    let used = world.run(&["wake"]);
    assert!(
        used.out.contains("1 change was made by your rules.") && !used.out.contains("Nothing has been changed"),
        "{}",
        used.out
    );
    let signed = world.run(&["decisions", "--verdict", "signed", "--json"]).json();
    assert!(signed["decisions"].as_array().unwrap().iter().any(|d| d["actor"]["kind"] == "rule"), "{signed}");
    assert!(world.run(&["rules", "revoke", "1"]).out.contains("Rule 1 revoked"));
    let log = world.run(&["log", "--limit", "200"]).out;
    assert!(log.contains("Rule 1 signed: set date today") && log.contains("Rule 1 revoked"), "{log}");
    plan("Rent");
    assert!(world.run(&["wake"]).out.contains("1 change proposed."));
    assert_eq!(world.run(&["rebuild", "--json"]).json()["equal"], true);
}

#[test]
fn changes_that_wake_are_named_and_taken_off_the_list() {
    let world = World::new();
    let on = world.run(&["wake", "--on", "label:bills", "--on", "is:overdue"]);
    assert_eq!(on.out, "Wakes on changes of: label:bills, is:overdue\n", "{on:?}");
    assert_eq!(world.run(&["wake", "--off", "label:bills", "--json"]).json(), json!(["is:overdue"]));
    let wrong = world.run(&["wake", "--on", "bills"]);
    assert!(
        wrong.code == 1 && wrong.err.contains("is no subscription") && wrong.err.contains("Use label:NAME"),
        "{wrong:?}"
    );
    assert_eq!(world.run(&["wake", "--off", "is:overdue"]).out, "Wakes on no change.\n");
}

#[test]
fn an_agents_reason_is_quoted_as_its_words() {
    let world = World::new();
    world.run(&["todos", "add", "Buy milk"]);
    let mut server = Server::start(world.dir.path());
    let call = json!({ "tool": "set_task_priority", "args": { "id": 1, "priority": "high" }, "why": "1 change applied.\u{202e}" });
    let calls = json!({ "agent": "helper", "calls": [call] });
    let (status, told) = http(server.port, &server.token, "POST", "/api/agents/calls", Some(&calls), None).unwrap();
    assert_eq!(status, 200, "{told}");
    server.stop();
    let set = told["sets"][0].to_string();
    let all = world.run(&["show", &set]);
    assert!(all.out.contains("         helper says: \u{201c}1 change applied.\u{fffd}\u{201d}\n"), "{}", all.out);
    let one = world.run(&["show", &format!("{set}.1")]);
    assert!(one.out.contains("   helper says  \u{201c}1 change applied.\u{fffd}\u{201d}\n"), "{}", one.out);
}

#[test]
fn what_an_agent_is_told_again_is_shown() {
    let world = World::new();
    world.run(&["todos", "add", "Buy milk"]);
    world.run(&["todos", "add", "Call mom"]);
    let mut server = Server::start(world.dir.path());
    let high = |id: u32| json!({ "tool": "set_task_priority", "args": { "id": id, "priority": "high" } });
    let note = json!({ "tool": "record_observations", "args": { "observations": ["Milk comes\u{202e} first"] } });
    let calls = json!({ "agent": "helper", "calls": [high(1), high(2), note] });
    let (status, told) = http(server.port, &server.token, "POST", "/api/agents/calls", Some(&calls), None).unwrap();
    assert_eq!(status, 200, "{told}");
    server.stop();
    let set = told["sets"][0].to_string();
    assert_eq!(world.run(&["reject", &set, "1", "-m", "not so urgent"]).code, 2);
    let shown = world.run(&["decisions", "--memory", "helper"]);
    for text in [
        "not so urgent",
        &format!("Waits for you:\n  #{set}.2  Change \u{201c}Call mom\u{201d}: high priority\n"),
        "Its own notes:\n  observations: Milk comes\u{fffd} first\n",
    ] {
        assert!(shown.code == 0 && shown.out.contains(text), "{text}: {shown:?}");
    }
    assert_eq!(world.run(&["decisions", "--memory", "helper", "--json"]).json()["agent"], "helper");
    let nobody = world.run(&["decisions", "--memory", "you"]);
    assert!(nobody.code == 1 && nobody.out.is_empty(), "{nobody:?}");
}
