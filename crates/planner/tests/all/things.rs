//! Single sentences whose words are of a thing, of somebody else's matter or of a time that is not read: new todos keep
//! their whole title, and nothing is changed by a likeness.

use crate::kept::differing;
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Answer, Context, Decision, interpret};
use serde_json::{Value, json};

#[test]
fn a_sentence_changes_what_it_names_and_keeps_its_title() {
    let (count, wrong) = differing(include_str!("../data/things.txt"), &Context::default());
    assert!(wrong.is_empty(), "{} of {count} rows differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= 27, "{count} rows");
}

fn read(text: &str) -> Answer {
    let list = [
        json!({"id": 1, "title": "Gym", "scheduledFor": "2026-11-02", "timeOfDay": "18:00",
            "recurrence": {"type": "weekly", "interval": 1, "byDay": ["MO", "WE", "FR"]}}),
        json!({"id": 2, "title": "Yoga", "scheduledFor": "2026-11-03", "timeOfDay": "07:00",
            "recurrence": {"type": "weekly", "interval": 1, "byDay": ["TU", "TH"]}}),
        json!({"id": 3, "title": "Buy milk", "labels": ["errands"]}),
        json!({"id": 4, "title": "Return library books", "labels": ["errands"]}),
        json!({"id": 5, "title": "Renew passport", "labels": ["errands"], "completed": true, "status": "done"}),
    ];
    let todos = Todos::new(list.into_iter().map(|todo| serde_json::from_value::<Todo>(todo).unwrap()));
    let clock = Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York");
    interpret(text, &todos, &clock, &Context::default())
}

fn ops(text: &str) -> Vec<Value> {
    read(text).ops.iter().map(|op| op.to_value()).collect()
}

#[test]
fn what_is_completed_is_cleared() {
    let cleared = ops("clear completed");
    assert_eq!(cleared.len(), 1, "{cleared:?}");
    assert_eq!(cleared[0]["where"]["ids"], json!([5]));
}

#[test]
fn a_day_that_one_series_has_is_no_other_day_of_the_next() {
    for said in ["skip gym and yoga on tuesday", "skip yoga and gym on monday", "skip gym and yoga on thursday"] {
        let answer = read(said);
        assert_ne!(answer.decision, Decision::Plan, "{said}: {:?}", answer.ops);
    }
}

#[test]
fn where_a_series_begins_is_not_where_it_ends() {
    for said in ["run every monday starting in january", "run every monday beginning in january"] {
        let made = ops(said);
        assert_eq!(made.len(), 1, "{said}");
        assert_eq!(made[0]["scheduledFor"], "2027-01-04", "{said}");
        assert_eq!(made[0]["recurrence"]["until"], Value::Null, "{said}");
    }
}
