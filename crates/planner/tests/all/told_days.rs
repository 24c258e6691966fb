//! Days that are told of in front of an order or behind it, spans of days in which a series rests, weekdays of one week, and days
//! on another side than a verb says: sentences about one Monday, each with what comes of it.

use crate::findings::{check, line};
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Context, interpret};
use serde_json::json;

const ROWS: &str = include_str!("../data/findings/told_days.txt");

fn todos() -> Todos {
    let weekly = |days: &[&str]| json!({"type": "weekly", "byDay": days});
    let all = json!([
        {"id": 1, "title": "gym", "scheduledFor": "2026-11-30", "timeOfDay": "18:00", "recurrence": {"type": "daily"}},
        {"id": 2, "title": "yoga", "scheduledFor": "2026-12-01", "timeOfDay": "07:00", "recurrence": weekly(&["TU", "TH"])},
        {"id": 3, "title": "stand-up", "scheduledFor": "2026-11-30", "timeOfDay": "09:00",
            "recurrence": weekly(&["MO", "TU", "WE", "TH", "FR"])},
        {"id": 4, "title": "dentist", "scheduledFor": "2026-12-04", "timeOfDay": "15:00"},
        {"id": 5, "title": "call mum", "scheduledFor": "2026-12-02"},
        {"id": 6, "title": "buy milk", "scheduledFor": "2026-11-30"},
        {"id": 7, "title": "tax return", "scheduledFor": "2026-12-01"},
        {"id": 8, "title": "plumber", "scheduledFor": "2026-12-04"},
        {"id": 9, "title": "choir", "scheduledFor": "2026-12-05", "recurrence": weekly(&["SA"])},
        {"id": 10, "title": "wrap presents", "scheduledFor": "2026-12-09"},
        {"id": 11, "title": "pick up tree", "scheduledFor": "2026-12-10"},
        {"id": 12, "title": "groceries"},
    ]);
    Todos::new(serde_json::from_value::<Vec<Todo>>(all).unwrap())
}

/// A sentence, and the answers to what it asks, each behind `>>`.
fn section(name: &str) {
    let todos = todos();
    let clock = Clock::new(jiff::civil::date(2026, 11, 30).at(10, 0, 0, 0), "Europe/Berlin");
    check(name, ROWS, |row| {
        let mut said = row.split(" >> ");
        let instruction = said.next().unwrap();
        let mut answer = interpret(instruction, &todos, &clock, &Context::default());
        let mut answers: Vec<&str> = Vec::new();
        for reply in said {
            let pending = json!({
                "question": answer.question.clone().unwrap_or_default(),
                "options": answer.options,
                "instruction": instruction,
                "answers": answers,
            });
            let ctx: Context = serde_json::from_value(json!({ "clarify": pending })).unwrap();
            answer = interpret(reply, &todos, &clock, &ctx);
            answers.push(reply);
        }
        line(&answer)
    });
}

#[test]
fn everything_is_what_is_on_the_days_that_are_told_of() {
    section("everything on the days that are told of");
}

#[test]
fn a_series_rests_for_as_long_as_was_said() {
    section("series that rest for so long");
}

#[test]
fn a_week_that_is_said_of_one_day_is_the_week_of_both() {
    section("two weekdays of one week");
}

#[test]
fn each_of_several_days_goes_where_it_was_said_to() {
    section("several days of a series go to one");
}

#[test]
fn a_day_on_the_other_side_is_warned_of() {
    section("postponed to an earlier day");
}

#[test]
fn a_number_is_never_lost() {
    section("a number is kept");
}

#[test]
fn what_is_ordered_behind_them_is_an_order_of_its_own() {
    section("orders behind them");
}

#[test]
fn an_order_that_is_said_again_is_one_order() {
    section("one order said of each");
}

#[test]
fn what_is_moved_is_not_left_out_too() {
    section("left out or moved, not both");
}
