//! Sentences in German, Spanish, French and Romanian, and sentences that mix languages: days of one in another, stretches of
//! hours, answers about one day of a series, absences.

use crate::findings::{check, line};
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Context, Decision, interpret};
use serde_json::json;

fn todos() -> Todos {
    let weekly = |days: &[&str]| json!({"type": "weekly", "interval": 1, "byDay": days});
    let all = json!([
        {"id":1,"title":"Gym","scheduledFor":"2026-11-30","timeOfDay":"18:00","recurrence":{"type":"daily"}},
        {"id":2,"title":"Yoga","scheduledFor":"2026-12-01","timeOfDay":"07:00","recurrence":weekly(&["TU", "TH"])},
        {"id":3,"title":"Dentist","scheduledFor":"2026-12-04","timeOfDay":"15:00"},
        {"id":4,"title":"Call mum","scheduledFor":"2026-12-02"},
        {"id":5,"title":"Tax return","scheduledFor":"2026-12-01"},
        {"id":6,"title":"Zahnarzt","scheduledFor":"2026-12-03","timeOfDay":"10:00"},
        {"id":7,"title":"Chor","scheduledFor":"2026-11-30","timeOfDay":"20:00","recurrence":weekly(&["MO"])},
        {"id":8,"title":"Clases de inglés","scheduledFor":"2026-11-30","recurrence":weekly(&["MO", "WE", "FR"])},
    ]);
    Todos::new(serde_json::from_value::<Vec<Todo>>(all).unwrap())
}

/// `what causes a question >> answer`, or a message by itself.
fn said(section: &str) {
    let todos = todos();
    let clock = Clock::new(jiff::civil::date(2026, 11, 30).at(10, 0, 0, 0), "Europe/Berlin");
    check(section, include_str!("../data/findings/tongues.txt"), |row| {
        let Some((before, text)) = row.split_once(" >> ") else {
            return line(&interpret(row, &todos, &clock, &Context::default()));
        };
        let asked = interpret(before, &todos, &clock, &Context::default());
        assert_eq!(asked.decision, Decision::Clarify, "{before} asks nothing");
        let clarify = json!({"question": asked.question, "options": asked.options, "instruction": before});
        let ctx: Context = serde_json::from_value(json!({ "clarify": clarify })).unwrap();
        line(&interpret(text, &todos, &clock, &ctx))
    });
}

#[test]
fn a_day_of_one_language_is_read_in_a_sentence_of_another() {
    said("mixed days");
}

#[test]
fn a_time_of_one_language_is_read_in_a_sentence_of_another() {
    said("mixed times");
}

#[test]
fn hours_are_a_stretch_and_no_part_of_the_title() {
    said("hours");
}

#[test]
fn one_day_of_a_series_is_an_answer() {
    said("one of a series");
}

#[test]
fn something_is_put_off_or_left_out_until_a_day() {
    said("until a day");
}

#[test]
fn what_is_moved_away_from_an_absence_is_of_its_day() {
    said("absences");
}
