//! What is on the screen.

use super::{desk, item, press, refuse, reviewing, run, said, set_of, tell};
use crate::desk::call::{Call, Told};
use crate::desk::draw::{Look, draw};
use crate::desk::state::{Event, State};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use serde_json::{Value, json};

pub(super) fn picture(state: &State) -> String {
    let (columns, rows) = state.size;
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    terminal.draw(|frame| draw(frame, state, Look { colour: true })).unwrap();
    terminal.backend().to_string()
}

/// A desk of a size on which a request has become a set of every kind of item.
fn full(columns: u16, rows: u16) -> State {
    let mut state = desk(columns, rows);
    said(&mut state, "move rent, add milk, clear old", "r1");
    let ended = run("r1", "move rent, add milk, clear old", json!({ "change_set": 14, "text": "4 changes proposed." }));
    tell(&mut state, Call::Follow { run: "r1".into() }, ended);
    let drift = json!([{ "id": 2, "title": "Pay rent", "field": "scheduledFor", "base": "2026-11-01", "now": "2026-11-05", "proposed": "2026-11-23" }]);
    let items = vec![
        item(1, "add", "milk", json!({ "preselected": true })),
        item(2, "change", "Pay rent", json!({ "status": "drifted", "drift": drift })),
        item(3, "delete", "Old list", json!({ "risk": "some", "needs": [2], "status": "blocked" })),
        item(4, "add", "\u{1b}[2Jgone 日本 👩‍👩‍👧", json!({ "status": "rejected", "reason": "not-now" })),
    ];
    tell(&mut state, Call::Set { id: 14 }, set_of(14, items));
    press(&mut state, "<enter>");
    state
}

#[test]
fn thread_and_sheet_side_by_side() {
    insta::assert_snapshot!(picture(&full(120, 24)));
}

#[test]
fn the_inspector_below_the_list() {
    let mut state = full(110, 26);
    press(&mut state, "k<enter>");
    insta::assert_snapshot!(picture(&state));
}

#[test]
fn a_reason_is_asked_for_where_the_sign_bar_was() {
    let mut state = full(80, 20);
    press(&mut state, "ntoo s");
    insta::assert_snapshot!(picture(&state));
}

#[test]
fn one_half_at_a_time_where_it_is_narrow() {
    let mut state = full(60, 20);
    let sheet = picture(&state);
    press(&mut state, "<tab>");
    insta::assert_snapshot!(format!("{sheet}\n{}", picture(&state)));
}

#[test]
fn an_empty_desk_says_what_can_be_done() {
    insta::assert_snapshot!(picture(&desk(100, 14)));
}

#[test]
fn the_inbox_and_an_empty_one() {
    let mut state = desk(90, 10);
    press(&mut state, "<esc>gi");
    let summary = json!({ "id": 14, "title": "move rent", "source": { "kind": "request" }, "status": "pending",
        "counts": { "add": 1, "change": 2, "delete": 0, "run": 0 }, "open": 2, "signed": 1, "risk": "high",
        "created_at": "2026-11-22T10:00:00Z", "expires_at": "2026-11-29T10:00:00Z" });
    tell(&mut state, Call::Inbox, json!({ "change_sets": [summary] }));
    let some = picture(&state);
    tell(&mut state, Call::Inbox, json!({ "change_sets": [] }));
    insta::assert_snapshot!(format!("{some}\n{}", picture(&state)));
}

#[test]
fn the_help_lists_every_key() {
    let mut state = desk(90, 48);
    press(&mut state, "<f1>");
    insta::assert_snapshot!(picture(&state));
}

#[test]
fn a_run_says_where_it_stands_and_what_went_wrong() {
    let mut state = desk(100, 16);
    said(&mut state, "think", "r1");
    let data = json!({ "stage": "routing", "decision": "plan" });
    state.update(Event::Told(Told::Run { run: "r1".into(), name: "stage".into(), data }));
    state.update(Event::Tick);
    assert!(picture(&state).contains("Auto · Routing · as a plan · 1 s"), "{}", picture(&state));
    refuse(&mut state, Call::Follow { run: "r1".into() }, "model_down", Value::Null);
    tell(
        &mut state,
        Call::Follow { run: "r1".into() },
        run("r1", "think", json!({ "status": "failed", "text": null })),
    );
    let seen = picture(&state);
    for words in ["Refused: model_down.", "Try again.", "Nothing has been changed."] {
        assert!(seen.contains(words), "{words} in {seen}");
    }
    state.update(Event::Told(Told::Away));
    assert!(picture(&state).contains("The server does not answer. Nothing has been changed."));
}

#[test]
fn a_question_shows_its_choices_and_which_are_chosen() {
    let mut state = desk(100, 20);
    said(&mut state, "move pay", "r1");
    let option = |n: u32| json!({ "value": n, "label": format!("Todo {n}") });
    let which = json!({ "kind": "which", "options": (1..=9).map(option).collect::<Vec<_>>() });
    let when = json!({ "kind": "when", "options": [{ "value": "2026-11-23", "label": "Monday" }] });
    let clarify = json!({ "question_id": "q", "question": "Which one?", "sections": [which, when], "options": [] });
    tell(
        &mut state,
        Call::Follow { run: "r1".into() },
        run("r1", "move pay", json!({ "clarify": clarify, "text": "Which one?" })),
    );
    let first = picture(&state);
    assert!(first.contains("7. Todo 7") && !first.contains("8. Todo 8") && first.contains("10. Monday"), "{first}");
    press(&mut state, "more<enter>2<enter>");
    let then = picture(&state);
    assert!(then.contains("✓ 2. Todo 2") && then.contains("9. Todo 9"), "{then}");
}

#[test]
fn a_commands_output_is_seen_and_steers_nothing() {
    let command = json!({ "workspace": "w", "cwd": "", "command": "cargo test", "argv": null, "verdict": "prompt",
        "class": "build", "reason": "it builds", "sandbox": "bwrap", "environment": ["PATH"], "undo": "files", "outcome": null });
    let mut state =
        reviewing(vec![item(1, "run", "cargo test", json!({ "kind": "command", "command": command, "preview": [] }))]);
    state.update(Event::Told(Told::Output { set: 14, n: 1, text: "ok\r\n\u{1b}]0;title\u{7}red\n".into() }));
    press(&mut state, "<enter>");
    let seen = picture(&state);
    assert!(seen.contains("│ ␛]0;title␇red") && !seen.contains('\u{1b}'), "{seen}");
}

#[test]
fn a_filter_stays_in_sight_and_an_earlier_apply_is_told() {
    let mut state = reviewing(vec![
        item(1, "add", "milk", json!({ "status": "applied", "applied_by": 9 })),
        item(2, "add", "eggs", json!({})),
    ]);
    press(&mut state, "/egg<enter>");
    let seen = picture(&state);
    assert!(seen.contains("Filter: egg (/ changes it)") && !seen.contains("milk"), "{seen}");
    assert!(seen.contains("Applied as entry @9."), "{seen}");
}

#[test]
fn what_is_applied_already_is_no_part_of_what_applying_would_do() {
    let run = |n: u32, status: &str| {
        item(n, "run", "ls", json!({ "kind": "command", "status": status, "reversible": false }))
    };
    let picture_of = |statuses: [&str; 2]| picture(&reviewing(vec![run(1, statuses[0]), run(2, statuses[1])]));
    assert!(picture_of(["pending", "confirmed"]).contains("Runs 2 commands. Cannot be undone."));
    let begun = picture_of(["applied", "pending"]);
    assert!(begun.contains("Runs 1 command. Cannot be undone."), "{begun}");
    let over = picture_of(["applied", "rejected"]);
    assert!(!over.contains("Runs ") && !over.contains("Cannot be undone."), "{over}");
}

#[test]
fn every_size_is_drawn() {
    let mut state = full(120, 24);
    for keys in ["", "<enter>", "n", "<esc>?", "xgi", "gl", "gd<tab>", "<tab>"] {
        press(&mut state, keys);
        for (columns, rows) in [(1, 1), (2, 3), (7, 5), (20, 8), (60, 20), (99, 12), (100, 6), (200, 50)] {
            state.update(Event::Size(columns, rows));
            assert!(!picture(&state).is_empty());
        }
    }
}
