//! What a plain move would get silently wrong: days of a series for good, an hour counted from the one there is, a day of
//! two, a number that is no hour. With neighbours that keep their reading.

use crate::findings::{check, line};
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Context, interpret};
use serde_json::json;

const TABLE: &str = include_str!("../data/findings/lasting.txt");

fn todos() -> Todos {
    let weekly = |days: &[&str]| json!({"type": "weekly", "interval": 1, "byDay": days});
    let all = json!([
        {"id": 1, "title": "Buy milk", "scheduledFor": "2026-11-21"},
        {"id": 2, "title": "Dentist appointment", "scheduledFor": "2026-11-24", "timeOfDay": "14:00"},
        {"id": 3, "title": "Call mom"},
        {"id": 4, "title": "Write report", "dueDate": "2026-11-27", "priority": "high", "status": "in_progress"},
        {"id": 5, "title": "Stand-up", "scheduledFor": "2026-11-02", "timeOfDay": "09:00",
            "recurrence": weekly(&["MO", "TU", "WE", "TH", "FR"]), "completedDates": ["2026-11-03"]},
        {"id": 6, "title": "Gym", "scheduledFor": "2026-11-03", "timeOfDay": "18:00", "recurrence": weekly(&["TU", "TH"])},
        {"id": 8, "title": "Buy bread", "status": "done"},
        {"id": 12, "title": "Review slides", "scheduledFor": "2026-11-25"},
        {"id": 17, "title": "Clean garage", "status": "on_hold"},
        {"id": 18, "title": "Read Dune"},
        {"id": 20, "title": "Tax return", "estimate": 240},
        {"id": 21, "title": "Estimate meeting", "scheduledFor": "2026-11-24"}
    ]);
    Todos::new(serde_json::from_value::<Vec<Todo>>(all).unwrap())
}

#[test]
fn nothing_is_done_once_or_elsewhere_that_was_meant_for_good() {
    let (todos, clock) = (todos(), Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York"));
    let sections: Vec<&str> = TABLE.lines().filter_map(|row| row.strip_prefix("# ")).collect();
    assert_eq!(sections.len(), 8, "{sections:?}");
    for section in sections {
        check(section, TABLE, |said| line(&interpret(said, &todos, &clock, &Context::default())));
    }
}

#[test]
fn which_of_a_series_is_meant_is_the_persons_to_say() {
    let (todos, clock) = (todos(), Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York"));
    let answered = |said: &str| {
        let asked = json!({"question": "“Gym” repeats. Only one occurrence, or the whole series?", "options": [6],
            "instruction": "move gym from thursday to friday"});
        let ctx: Context = serde_json::from_value(json!({"clarify": asked})).unwrap();
        line(&interpret(said, &todos, &clock, &ctx))
    };
    let series = r#"update id=6 recurrence=weekly/1/["TU","FR"] [changes_series]"#;
    assert_eq!(answered("the series"), series);
    assert_eq!(answered("only this one"), "move_occurrence id=6 occurrenceDate=2026-11-26 to=2026-11-27");
}
