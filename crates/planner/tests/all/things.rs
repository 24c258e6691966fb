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
    read_at(text, jiff::civil::date(2026, 11, 21))
}

fn read_at(text: &str, day: jiff::civil::Date) -> Answer {
    let list = [
        json!({"id": 1, "title": "Gym", "scheduledFor": "2026-11-02", "timeOfDay": "18:00",
            "recurrence": {"type": "weekly", "interval": 1, "byDay": ["MO", "WE", "FR"]}}),
        json!({"id": 2, "title": "Yoga", "scheduledFor": "2026-11-03", "timeOfDay": "07:00",
            "recurrence": {"type": "weekly", "interval": 1, "byDay": ["TU", "TH"]}}),
        json!({"id": 3, "title": "Buy milk", "labels": ["errands"]}),
        json!({"id": 4, "title": "Return library books", "labels": ["errands"]}),
        json!({"id": 5, "title": "Renew passport", "labels": ["errands"], "completed": true, "status": "done"}),
        json!({"id": 6, "title": "Pilates", "scheduledFor": "2026-11-30",
            "recurrence": {"type": "weekly", "interval": 1, "byDay": ["MO"]}}),
    ];
    let todos = Todos::new(list.into_iter().map(|todo| serde_json::from_value::<Todo>(todo).unwrap()));
    let clock = Clock::new(day.at(10, 0, 0, 0), "America/New_York");
    interpret(text, &todos, &clock, &Context::default())
}

fn ops(text: &str) -> Vec<Value> {
    read(text).ops.iter().map(|op| op.to_value()).collect()
}

#[test]
fn a_day_to_which_the_same_weekday_in_a_week_is_moved_is_beside_it() {
    let monday = jiff::civil::date(2026, 11, 30);
    for (said, to) in [
        ("move pilates on monday to tuesday", "2026-12-08"),
        ("verschieb pilates am montag auf dienstag", "2026-12-08"),
        ("move pilates on monday to thursday", "2026-12-10"),
        ("move pilates on monday to sunday", "2026-12-06"),
        ("move pilates on monday to the day after", "2026-12-08"),
        // A day that is told by its date is that day.
        ("move pilates on monday to dec 1", "2026-12-01"),
        ("move pilates on monday to tomorrow", "2026-12-01"),
    ] {
        let answer = read_at(said, monday);
        let moved: Vec<Value> = answer.ops.iter().map(|op| op.to_value()).collect();
        assert_eq!(moved.len(), 1, "{said}: {answer:?}");
        assert_eq!(
            (&moved[0]["occurrenceDate"], &moved[0]["to"]["date"]),
            (&json!("2026-12-07"), &json!(to)),
            "{said}"
        );
    }
    // On another day of the week both are of the days to come.
    let moved = ops("move gym on wednesday to tuesday");
    assert_eq!((&moved[0]["occurrenceDate"], &moved[0]["to"]["date"]), (&json!("2026-11-25"), &json!("2026-11-24")));
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
