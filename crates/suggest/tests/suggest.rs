//! Each rule by what it says about a list, and what it leaves alone.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test says what is wrong by failing")]

use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_suggest::{About, suggest};
use serde_json::{Value, json};

/// Saturday, 2026-11-21, 10:00 in New York.
fn clock() -> Clock {
    Clock::new("2026-11-21T10:00".parse().unwrap(), "America/New_York")
}

fn todos(list: Value) -> Todos {
    let list: Vec<Todo> = list
        .as_array()
        .unwrap()
        .iter()
        .zip(1..)
        .map(|(v, n): (&Value, i64)| {
            let mut v = v.clone();
            v["id"] = json!(n);
            v["createdAt"] = v.get("createdAt").cloned().unwrap_or(json!("2026-11-20T15:00:00Z"));
            serde_json::from_value(v).unwrap()
        })
        .collect();
    Todos::new(list)
}

/// Operations and reasons.
fn found(list: Value) -> Vec<(Value, String)> {
    suggest(&todos(list), &clock(), &About::All).into_iter().map(|s| (s.op.to_value(), s.why)).collect()
}

fn one(list: Value) -> (Value, String) {
    let mut all = found(list);
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

#[test]
fn overdue_todos_move_to_today_and_forgotten_ones_lose_their_date() {
    let (op, why) = one(json!([{ "title": "Pay rent", "scheduledFor": "2026-11-19" }]));
    assert_eq!(op, json!({ "op": "update", "id": 1, "scheduledFor": "2026-11-21" }));
    assert_eq!(why, "Planned for Thu 2026-11-19, 2 days ago, and still open.");
    let (op, _) = one(json!([{ "title": "Learn chess", "scheduledFor": "2026-01-01", "timeOfDay": "09:00" }]));
    assert_eq!(op, json!({ "op": "update", "id": 1, "scheduledFor": null, "timeOfDay": null }));
    let (op, why) = one(json!([{ "title": "Tax", "dueDate": "2026-11-20" }]));
    assert_eq!(
        (op["scheduledFor"].as_str(), why.as_str()),
        (Some("2026-11-21"), "Due on Fri 2026-11-20, yesterday, and still open.")
    );
    assert_eq!(
        found(
            json!([{ "title": "Later", "scheduledFor": "2026-11-21" }, { "title": "Done", "scheduledFor": "2026-11-01", "status": "done" }])
        ),
        []
    );
}

#[test]
fn a_series_goes_on_to_its_next_date() {
    let series = |more: Value| {
        let mut v = json!({ "title": "Gym", "scheduledFor": "2026-11-02", "recurrence": { "type": "weekly" } });
        v.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!([v])
    };
    let (op, why) = one(series(json!({ "completedDates": ["2026-11-02", "2026-11-09"] })));
    assert_eq!(op, json!({ "op": "skip_occurrence", "id": 1, "occurrenceDate": "2026-11-16" }));
    assert_eq!(why, "Mon 2026-11-16 passed without being done; the next is Mon 2026-11-23.");
    let (op, why) = one(series(json!({})));
    assert_eq!(op, json!({ "op": "update", "id": 1, "scheduledFor": "2026-11-23" }));
    assert_eq!(why, "3 dates passed without being done, the last Mon 2026-11-16: begin again on Mon 2026-11-23.");
    let (op, _) = one(series(json!({ "recurrence": { "type": "weekly", "count": 9 } })));
    assert_eq!(op["op"], "skip_occurrence");
    assert_eq!(found(series(json!({ "completedDates": ["2026-11-16"] }))), [], "kept up to date");
    let (op, _) = one(json!([{ "title": "Loose", "recurrence": { "type": "weekly", "byDay": ["TU"] } }]));
    assert_eq!(op, json!({ "op": "update", "id": 1, "scheduledFor": "2026-11-24" }));
}

#[test]
fn of_doubles_the_one_that_holds_less_goes() {
    let (op, why) = one(json!([{ "title": "Buy milk" }, { "title": "buy  MILK", "notes": "two litres" }]));
    assert_eq!(
        (op, why.as_str()),
        (json!({ "op": "delete", "id": 1 }), "#2 has the same title and everything this one holds.")
    );
    let (op, _) = one(json!([{ "title": "Buy milk" }, { "title": "Buy milk" }]));
    assert_eq!(op, json!({ "op": "delete", "id": 2 }), "of equals the older stays");
    let other_days = json!([{ "title": "Call Ann", "scheduledFor": "2026-11-23" }, { "title": "Call Ann", "scheduledFor": "2026-11-25" }]);
    assert_eq!(found(other_days), []);
}

#[test]
fn a_title_that_names_a_date_or_an_urgency_fills_the_field() {
    let (op, why) = one(json!([{ "title": "Call bank friday at 9am" }]));
    assert_eq!(op, json!({ "op": "update", "id": 1, "scheduledFor": "2026-11-27", "timeOfDay": "09:00" }));
    assert!(
        why.starts_with("The title says “") && why.contains("friday") && why.contains("Fri 2026-11-27, 09:00"),
        "{why}"
    );
    // Read as it was meant when it was written: that friday is over.
    assert_eq!(found(json!([{ "title": "Call bank friday", "createdAt": "2026-11-10T15:00:00Z" }])), []);
    assert_eq!(
        found(
            json!([{ "title": "Friday's report" }, { "title": "Read Chapter 12" }, { "title": "Buy milk", "scheduledFor": "2026-11-27" }])
        ),
        []
    );
}

#[test]
fn what_looks_done_is_completed() {
    let (op, why) = one(
        json!([{ "title": "Pack", "checklist": [{ "title": "socks", "checked": true }, { "title": "hat", "checked": true }] }]),
    );
    assert_eq!(
        (op, why.as_str()),
        (json!({ "op": "complete", "id": 1, "completed": true }), "All 2 lines of its checklist are ticked.")
    );
    let (op, _) = one(json!([{ "title": "[x] Send invoice" }]));
    assert_eq!(op["op"], "complete");
    assert_eq!(
        found(json!([{ "title": "Pack", "checklist": [{ "title": "socks", "checked": true }, { "title": "hat" }] }])),
        []
    );
}

#[test]
fn a_full_day_is_spread_over_the_week() {
    let busy: Vec<Value> = (0..9)
        .map(|n| json!({ "title": format!("Task {n}x"), "scheduledFor": "2026-11-24", "priority": "high" }))
        .collect();
    let all = found(json!(busy));
    let to: Vec<&str> = all.iter().map(|(op, _)| op["scheduledFor"].as_str().unwrap()).collect();
    assert_eq!(to, ["2026-11-25", "2026-11-26", "2026-11-27"], "down to six");
    assert_eq!(all[0].1, "Tue 2026-11-24 holds 9 timed or high-priority todos; Wed 2026-11-25 holds 0.");
    let due: Vec<Value> = busy
        .into_iter()
        .map(|mut v| {
            v["dueDate"] = json!("2026-11-24");
            v
        })
        .collect();
    assert_eq!(found(json!(due)), [], "what is due stays");
    let long: Vec<Value> = (0..3)
        .map(|n| json!({ "title": format!("Long {n}x"), "scheduledFor": "2026-11-24", "estimate": 240 }))
        .collect();
    let (_, why) = one(json!(long));
    assert_eq!(why, "Tue 2026-11-24 holds 12 h of estimated work; Wed 2026-11-25 has room.");
}

#[test]
fn a_wake_may_be_about_one_todo_or_some_words() {
    let list = todos(
        json!([{ "title": "Pay rent", "scheduledFor": "2026-11-19" }, { "title": "Pay gas", "scheduledFor": "2026-11-18" }]),
    );
    let ids = |about: &str| {
        suggest(&list, &clock(), &About::read(about))
            .iter()
            .map(|s| s.op.target().unwrap().id().unwrap().0)
            .collect::<Vec<_>>()
    };
    assert_eq!((ids(""), ids("#2"), ids("RENT"), ids("water")), (vec![1, 2], vec![2], vec![1], vec![]));
}

/// Whoever put a suggestion later would say it of a list that is another by then.
#[test]
fn each_says_which_todos_it_holds_for() {
    let ground = |list: Value| -> Vec<Vec<i64>> {
        let said = suggest(&todos(list), &clock(), &About::All);
        said.into_iter().map(|said| said.ground.into_iter().map(|id| id.0).collect()).collect()
    };
    assert_eq!(ground(json!([{ "title": "Pay rent", "scheduledFor": "2026-11-19" }, { "title": "Call" }])), [[1]]);
    assert_eq!(ground(json!([{ "title": "Milk" }, { "title": "Call" }, { "title": "milk" }])), [[3, 1]]);
    // So many as make the day full, whatever else is on it or on another.
    let timed = |n: i64| json!({ "title": format!("Thing {n}x"), "scheduledFor": "2026-11-23", "timeOfDay": "10:00" });
    let mut day: Vec<Value> = (1..=8).map(timed).collect();
    day.insert(0, json!({ "title": "Bread", "scheduledFor": "2026-11-23" }));
    day.insert(0, json!({ "title": "Tea", "scheduledFor": "2026-11-24", "timeOfDay": "10:00" }));
    let full_by: Vec<i64> = (3..=9).collect();
    let moved = ground(json!(day));
    assert_eq!(moved, [10, 9].map(|id| [vec![id], full_by.clone()].concat()));
    let long = |n: i64| json!({ "title": format!("Thing {n}x"), "scheduledFor": "2026-11-23", "estimate": 301 });
    assert_eq!(ground(json!((1..=2).map(long).collect::<Vec<_>>())), [[2, 1, 2]]);
}
