//! Where one instruction ends and the next begins, and what else of a sentence was read for something else: rows of their own
//! list, whose titles are named wholly.

use super::findings::{check, line};
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Context, interpret};
use serde_json::{Value, json};

const ROWS: &str = include_str!("../data/findings/begun.txt");

fn weekly(days: &[&str]) -> Value {
    json!({"type": "weekly", "interval": 1, "byDay": days})
}

/// Saturday, as in the worked answers of TODOS.md.
fn clock() -> Clock {
    Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York")
}

fn list() -> Todos {
    let all = json!([
        {"id": 1, "title": "Stand-up", "scheduledFor": "2026-11-02", "timeOfDay": "09:00", "labels": ["work"],
         "recurrence": weekly(&["MO", "TU", "WE", "TH", "FR"]), "completedDates": ["2026-11-18", "2026-11-19"]},
        {"id": 2, "title": "Gym", "scheduledFor": "2026-11-02", "timeOfDay": "18:00", "labels": ["health"],
         "recurrence": weekly(&["MO", "WE", "FR"]), "completedDates": ["2026-11-18", "2026-11-20"],
         "moved": {"2026-12-02": {"date": "2026-12-03", "time": "19:00"}}},
        {"id": 4, "title": "Pay rent", "scheduledFor": "2026-11-01", "priority": "high",
         "recurrence": {"type": "monthly", "interval": 1, "byMonthDay": [1]}},
        {"id": 5, "title": "Call mom", "scheduledFor": "2026-11-21", "timeOfDay": "17:00"},
        {"id": 8, "title": "Dentist appointment", "scheduledFor": "2026-11-24", "timeOfDay": "15:00"},
        {"id": 9, "title": "Buy milk", "scheduledFor": "2026-11-21", "priority": "low"},
        {"id": 11, "title": "Write report", "scheduledFor": "2026-11-20", "dueDate": "2026-11-27", "priority": "high"},
        {"id": 13, "title": "Renew passport", "status": "blocked"},
        {"id": 14, "title": "Book flights to Lisbon", "labels": ["travel"]},
        {"id": 15, "title": "Pack suitcase", "labels": ["travel"]},
        {"id": 16, "title": "Fix kitchen tap", "status": "done", "scheduledFor": "2026-11-18"},
        {"id": 18, "title": "Read chapter 3"},
        {"id": 19, "title": "Read chapter 4"},
        {"id": 21, "title": "Email Lena", "scheduledFor": "2026-11-21"},
        {"id": 22, "title": "Email landlord"},
        {"id": 23, "title": "Clean garage", "status": "on_hold"},
        {"id": 25, "title": "Yoga", "scheduledFor": "2026-11-03", "timeOfDay": "07:00", "recurrence": weekly(&["TU", "TH"]),
         "completedDates": ["2026-11-05", "2026-11-17"]},
        {"id": 30, "title": "Groceries", "checklist": [{"id": "a", "title": "Eggs"}, {"id": "b", "title": "Bread"}]},
        {"id": 31, "title": "Old idea", "status": "rejected"},
        {"id": 32, "title": "Sort photos and delete copies"},
    ]);
    Todos::new(serde_json::from_value::<Vec<Todo>>(all).unwrap())
}

fn rows(section: &str) {
    let todos = list();
    check(section, ROWS, |text| line(&interpret(text, &todos, &clock(), &Context::default())));
}

#[test]
fn a_reason_ends_where_the_next_instruction_begins() {
    rows("32 reasons");
}

#[test]
fn a_new_title_ends_where_the_next_instruction_begins() {
    rows("33 new titles");
}

#[test]
fn another_name_and_the_lines_of_a_checklist_end_where_the_next_instruction_begins() {
    rows("34 other values");
}

#[test]
fn a_set_and_a_day_of_a_series_are_two_instructions() {
    rows("35 sets and days");
}

#[test]
fn what_is_told_as_past_is_of_the_last_day() {
    rows("40 what was");
}

#[test]
fn a_repetition_begins_and_ends_when_it_is_told_to() {
    rows("27 beginnings and ends");
}

#[test]
fn what_is_held_up_goes_on() {
    rows("11 goes on");
}

#[test]
fn what_is_put_right_in_a_value_takes_the_place_of_what_was() {
    rows("24 put right");
}

#[test]
fn unknown_words_around_a_title_ask() {
    rows("8 around a title");
}

#[test]
fn the_word_for_what_a_todo_is_is_no_part_of_it() {
    rows("41 kinds");
}
