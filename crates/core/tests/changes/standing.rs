//! Where a series stands: rows of `rule; start; done; skipped; moved; today => occurrence (date) missed`.

use countersign_core::ids::TodoId;
use countersign_core::recurrence::Recurrence;
use countersign_core::todo::{Moved, Status, TimeOfDay, Todo};
use jiff::civil::{Date, time};
use serde_json::json;

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn at(hour: i8, minute: i8) -> TimeOfDay {
    TimeOfDay::new(time(hour, minute, 0, 0))
}

fn days(text: &str) -> impl Iterator<Item = Date> + '_ {
    text.split_whitespace().map(day)
}

/// A series of 09:30 that starts on a Monday; `moved` is `original>date` and so on.
fn series(rule: serde_json::Value, start: &str, done: &str, skipped: &str, moved: &str) -> Todo {
    let mut todo = Todo::new(TodoId(1), "u".to_owned(), "Stand-up".to_owned(), jiff::Timestamp::UNIX_EPOCH);
    todo.recurrence = Recurrence::parse(&rule).unwrap();
    todo.scheduled_for = Some(day(start));
    todo.time_of_day = Some(at(9, 30));
    todo.completed_dates = days(done).collect();
    todo.skipped_dates = days(skipped).collect();
    todo.moved = moved
        .split_whitespace()
        .map(|pair| {
            let (original, to) = pair.split_once('>').unwrap();
            (day(original), Moved { date: day(to), time: None })
        })
        .collect();
    todo
}

#[test]
fn the_latest_that_is_due_is_open_and_what_it_passed_is_missed() {
    let weekdays = json!({ "type": "weekdays" });
    let daily = json!({ "type": "daily" });
    let three = json!({ "type": "daily", "count": 3 });
    let every = json!({ "type": "weekly", "anchor": "completion" });
    let rows = [
        // Saturday, with a whole week open.
        (&weekdays, "2026-11-23", "", "", "", "2026-11-28", "2026-11-27 (2026-11-27) 4"),
        (&weekdays, "2026-11-23", "", "", "", "2026-11-23", "2026-11-23 (2026-11-23) 0"),
        (&weekdays, "2026-11-23", "", "", "", "2026-11-22", "2026-11-23 (2026-11-23) 0"),
        // What was done or skipped ends what is missed.
        (&weekdays, "2026-11-23", "2026-11-25", "", "", "2026-11-28", "2026-11-27 (2026-11-27) 1"),
        (&weekdays, "2026-11-23", "", "2026-11-26", "", "2026-11-28", "2026-11-27 (2026-11-27) 0"),
        (&weekdays, "2026-11-23", "2026-11-27", "", "", "2026-11-28", "2026-11-30 (2026-11-30) 0"),
        (&weekdays, "2026-11-23", "2026-11-27 2026-11-30", "2026-12-01", "", "2026-11-28", "2026-12-02 (2026-12-02) 0"),
        // Moved back it is due where it is, put off it is not, and neither are those before it.
        (&weekdays, "2026-11-23", "2026-11-27", "", "2026-11-30>2026-11-28", "2026-11-28", "2026-11-30 (2026-11-28) 0"),
        (&weekdays, "2026-11-23", "", "", "2026-11-27>2026-11-29", "2026-11-28", "2026-11-27 (2026-11-29) 0"),
        (&weekdays, "2026-11-23", "", "", "2026-11-23>2026-11-26", "2026-11-28", "2026-11-27 (2026-11-27) 4"),
        // A series that has ended is open at its last day; one without any left stands nowhere.
        (&three, "2026-11-23", "", "", "", "2029-01-01", "2026-11-25 (2026-11-25) 0"),
        (&three, "2026-11-23", "", "", "", "2026-12-01", "2026-11-25 (2026-11-25) 2"),
        (&three, "2026-11-23", "2026-11-25", "", "", "2026-12-01", "none"),
        // A year at most.
        (&daily, "2016-11-23", "", "", "", "2026-11-28", "2026-11-28 (2026-11-28) 366"),
        // Counted from when it is done, only one is known.
        (&every, "2026-11-02", "", "", "", "2026-11-28", "2026-11-02 (2026-11-02) 0"),
        (&every, "2026-12-02", "", "", "", "2026-11-28", "2026-12-02 (2026-12-02) 0"),
    ];
    for (rule, start, done, skipped, moved, today, expected) in rows {
        let todo = series(rule.clone(), start, done, skipped, moved);
        let found = todo
            .standing(day(today))
            .map_or_else(|| "none".to_owned(), |at| format!("{} ({}) {}", at.occurrence_date, at.date, at.missed));
        assert_eq!(
            found, expected,
            "{rule} from {start}, done {done:?}, skipped {skipped:?}, moved {moved:?}, {today}"
        );
    }
}

#[test]
fn what_does_not_repeat_or_is_closed_stands_nowhere() {
    let mut todo = series(json!({ "type": "daily" }), "2026-11-23", "", "", "");
    assert_eq!(todo.standing(day("2026-11-24")).unwrap().time_of_day, Some(at(9, 30)));
    todo.moved.insert(day("2026-11-24"), Moved { date: day("2026-11-24"), time: Some(at(10, 0)) });
    assert_eq!(todo.standing(day("2026-11-24")).unwrap().time_of_day, Some(at(10, 0)));
    todo.status = Status::Rejected;
    assert_eq!(todo.standing(day("2026-11-24")), None);
    todo.status = Status::Open;
    todo.recurrence = Recurrence::default();
    assert_eq!(todo.standing(day("2026-11-24")), None);
}
