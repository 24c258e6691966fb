//! Days of a series in lists, by exception and for a time, days of another language in something new, and what answers make of
//! them: sentences about one week, each with what comes of it.

use crate::findings::{check, line};
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Context, interpret};
use serde_json::json;

const ROWS: &str = include_str!("../data/findings/series.txt");

/// Monday.
fn clock() -> Clock {
    Clock::new(jiff::civil::date(2026, 11, 30).at(10, 0, 0, 0), "Europe/Berlin")
}

fn todos() -> Todos {
    let weekly = |days: &[&str]| json!({"type": "weekly", "byDay": days});
    let all = json!([
        {"id": 1, "title": "gym", "scheduledFor": "2026-11-30", "timeOfDay": "18:00", "recurrence": weekly(&["MO", "WE", "FR"])},
        {"id": 2, "title": "yoga", "scheduledFor": "2026-12-01", "timeOfDay": "07:00", "recurrence": weekly(&["TU", "TH"])},
        {"id": 3, "title": "stand-up", "scheduledFor": "2026-11-30", "timeOfDay": "09:30", "recurrence": {"type": "daily"}},
        {"id": 4, "title": "dentist", "scheduledFor": "2026-12-02", "timeOfDay": "15:00"},
        {"id": 5, "title": "call mom"},
        {"id": 6, "title": "pay invoice 12"},
        {"id": 7, "title": "water plants", "scheduledFor": "2026-11-30", "recurrence": weekly(&["MO"])},
        {"id": 8, "title": "buy milk"},
    ]);
    Todos::new(serde_json::from_value::<Vec<Todo>>(all).unwrap())
}

/// A sentence, and the answers to what it asks, each behind `>>`.
fn section(name: &str) {
    let todos = todos();
    check(name, ROWS, |row| {
        let mut said = row.split(" >> ");
        let instruction = said.next().unwrap();
        let mut answer = interpret(instruction, &todos, &clock(), &Context::default());
        let mut answers: Vec<&str> = Vec::new();
        for reply in said {
            let pending = json!({
                "question": answer.question.clone().unwrap_or_default(),
                "options": answer.options,
                "instruction": instruction,
                "answers": answers,
            });
            let ctx: Context = serde_json::from_value(json!({ "clarify": pending })).unwrap();
            answer = interpret(reply, &todos, &clock(), &ctx);
            answers.push(reply);
        }
        line(&answer)
    });
}

#[test]
fn no_day_of_a_list_is_lost() {
    section("lists of days");
}

#[test]
fn a_day_of_another_language_is_no_part_of_a_title() {
    section("days of another language");
}

#[test]
fn weekdays_come_to_a_series_and_go() {
    section("weekdays of a series");
}

#[test]
fn an_absence_leaves_out_its_days() {
    section("absences");
}

#[test]
fn one_day_of_several_series_is_the_day_of_each() {
    section("one day of several");
}

#[test]
fn a_title_is_done_in_the_word_of_another_language() {
    section("done in another language");
}

#[test]
fn an_answer_in_ones_own_words_is_one() {
    section("answers");
}

#[test]
fn nothing_new_that_repeats_is_done() {
    section("series that are done");
}
