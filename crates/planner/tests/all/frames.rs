//! Many ways to say one thing, made by combining names, frames, dates and orders of words; the effect is computed from
//! what was combined and not listed by hand.

mod sets;

use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Context, Decision, interpret};
use serde_json::{Value, json};

fn clock() -> Clock {
    Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York")
}

fn world() -> Todos {
    let mut all: Value = serde_json::from_str(include_str!("../data/interpret/snapshots.json")).unwrap();
    let todos: Vec<Todo> = serde_json::from_value(all["home"].take()).unwrap();
    Todos::new(todos)
}

/// The operations of a sentence; none where it is no plan.
fn ops(said: &str) -> Vec<Value> {
    let answer = interpret(said, &world(), &clock(), &Context::default());
    if answer.decision != Decision::Plan {
        return Vec::new();
    }
    answer.ops.iter().map(|op| op.to_value()).collect()
}

/// Every combination is said; those whose operations do not hold are named.
fn all(names: &[(u32, &str)], frames: &[&str], holds: impl Fn(u32, &[Value]) -> bool) {
    let mut wrong = Vec::new();
    for (id, name) in names {
        for frame in frames {
            let said = frame.replace('~', name);
            let got = ops(&said);
            if !holds(*id, &got) {
                wrong.push(format!("{said}\n    {}", json!(got)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

const ONES: [(u32, &str); 4] = [(14, "the novel"), (9, "the passport"), (16, "the slides"), (1, "the dentist")];

fn is(op: &Value, kind: &str, id: u32) -> bool {
    op["op"] == kind && op["id"] == id
}

#[test]
fn what_is_not_wanted_is_deleted() {
    let frames = [
        "~ can go",
        "I no longer need ~",
        "we don't need ~ anymore",
        "no need for ~ any more",
        "~ can be deleted",
        "~ is no longer needed",
        "take ~ off my list",
        "get ~ off the list please",
        "you can remove ~",
    ];
    all(&ONES, &frames, |id, got| matches!(got, [op] if is(op, "delete", id)));
}

#[test]
fn a_reason_beside_an_order_asks_for_nothing() {
    let frames = [
        "get rid of ~, dad did it for me",
        "drop ~, my sister took over",
        "delete ~ because my brother has one",
        "it was a silly idea, so delete ~",
    ];
    all(&ONES, &frames, |id, got| matches!(got, [op] if is(op, "delete", id)));
}

#[test]
fn where_it_goes_may_stand_anywhere() {
    let dates = [("friday", "2026-11-27"), ("december 3", "2026-12-03"), ("november 30", "2026-11-30")];
    for (said, date) in dates {
        let frames = [
            "~ can only happen on @",
            "~ works better on @",
            "@ works better for ~",
            "I'd rather do ~ on @",
            "~ can wait until @",
        ];
        let frames: Vec<String> = frames.iter().map(|frame| frame.replace('@', said)).collect();
        let frames: Vec<&str> = frames.iter().map(String::as_str).collect();
        all(&ONES, &frames, |id, got| matches!(got, [op] if is(op, "update", id) && op["scheduledFor"] == date));
    }
}

#[test]
fn a_day_of_a_series_is_skipped_however_it_is_said() {
    let series = [(6, "gym", "wednesday", "2026-11-25"), (5, "stand-up", "thursday", "2026-11-26")];
    for (id, name, day, date) in series {
        let frames = ["I can't make it to ~ on @", "on @ I won't make ~", "~ is off on @", "I'm not going to ~ on @"];
        let frames: Vec<String> = frames.iter().map(|frame| frame.replace('@', day)).collect();
        let frames: Vec<&str> = frames.iter().map(String::as_str).collect();
        all(
            &[(id, name)],
            &frames,
            |id, got| matches!(got, [op] if is(op, "skip_occurrence", id) && op["occurrenceDate"] == date),
        );
    }
}

#[test]
fn a_level_holds_for_one_and_for_several() {
    for level in ["high", "low", "medium"] {
        let frames = ["~ should be @ priority", "~ should get @ priority", "treat ~ as @ priority", "~ to @"];
        let frames: Vec<String> = frames.iter().map(|frame| frame.replace('@', level)).collect();
        let frames: Vec<&str> = frames.iter().map(String::as_str).collect();
        all(&ONES, &frames, |id, got| matches!(got, [op] if is(op, "update", id) && op["priority"] == level));
    }
    let got = ops("the dentist, the novel and the passport all high");
    assert_eq!(got.iter().map(|op| op["id"].clone()).collect::<Vec<_>>(), [json!(1), json!(14), json!(9)]);
}

#[test]
fn fields_are_told_in_any_order() {
    let notes = [
        "add a note to ~: call first",
        "give ~ a note: call first",
        "~ needs a note: call first",
        "put \"call first\" in the notes of ~",
    ];
    all(&ONES[1..], &notes, |id, got| matches!(got, [op] if is(op, "update", id) && op["notes"] == "call first"));
    let labels =
        ["give ~ the home label", "~ needs the label home", "add home as a label to ~", "~ should be tagged home"];
    all(&ONES, &labels, |id, got| matches!(got, [op] if is(op, "update", id) && op["labels_add"] == json!(["home"])));
    let titles = ["~ should be called Plan B", "change the title of ~ to Plan B", "the title of ~ should be Plan B"];
    all(&ONES, &titles, |id, got| matches!(got, [op] if is(op, "update", id) && op["title"] == "Plan B"));
    let lines =
        ["add a hat to the checklist of pack bags", "put a hat on the checklist for pack bags", "pack bags: add a hat"];
    all(&[(7, "")], &lines, |id, got| matches!(got, [op] if is(op, "update", id) && op["checklist_add"].is_array()));
}

#[test]
fn slips_are_put_right_only_where_nothing_else_is_read() {
    for said in ["romove teh novel", "delte the nvoel pls", "remvoe the novel form my list"] {
        assert!(matches!(ops(said).as_slice(), [op] if is(op, "delete", 14)), "{said}: {:?}", ops(said));
    }
    assert!(matches!(ops("add bred and mlik").as_slice(), [op] if op["title"] == "bred and mlik"));
}

#[test]
fn what_is_not_explained_is_not_changed() {
    let unclear = [
        "~ can go to the moon",
        "I no longer need ~ as much as my brother",
        "~ works better with a friend",
        "maybe ~ can go",
        "if it rains ~ can go",
        "can ~ go?",
    ];
    all(&ONES, &unclear, |_, got| got.iter().all(|op| op["op"] == "create"));
}

#[test]
fn a_reason_is_kept_in_the_words_it_was_given_in() {
    let got = ops("put the slides on hold, reason: painter is sick");
    assert_eq!(got.first().map(|op| &op["reason"]), Some(&json!("painter is sick")), "{got:?}");
}

#[test]
fn a_change_is_read_in_any_order_of_its_parts() {
    let frames = ["make it friday for ~", "~ is due friday now", "friday now for ~"];
    all(&ONES, &frames, |id, got| match got {
        [op] => is(op, "update", id) && (op["scheduledFor"] == "2026-11-27" || op["dueDate"] == "2026-11-27"),
        _ => false,
    });
}

#[test]
fn a_change_with_a_word_left_over_is_none() {
    let frames = ["~ is maroon friday now", "friday isn't now for ~"];
    all(&ONES, &frames, |id, got| !got.iter().any(|op| is(op, "update", id)));
}
