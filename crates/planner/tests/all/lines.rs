//! Lines of checklists, put on, taken out and ticked, in five languages.

use crate::findings::{check, line};
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Context, interpret};
use serde_json::json;

fn todos() -> Todos {
    let all = json!([
        {"id":1,"title":"buy milk"},
        {"id":2,"title":"pack bags","scheduledFor":"2026-12-05","checklist":[{"id":"a","title":"passport"},{"id":"b","title":"socks"}]},
        {"id":3,"title":"Einkaufsliste","checklist":[{"id":"c","title":"Milch"},{"id":"d","title":"Eier"}]},
        {"id":4,"title":"lista de compras","checklist":[{"id":"e","title":"leche"},{"id":"f","title":"huevos"}]},
        {"id":5,"title":"liste de courses","checklist":[{"id":"g","title":"lait"},{"id":"h","title":"beurre"}]},
        {"id":6,"title":"listă de cumpărături","checklist":[{"id":"i","title":"lapte"},{"id":"j","title":"ouă"}]},
        {"id":7,"title":"gym","scheduledFor":"2026-11-01","recurrence":{"type":"daily"}},
        {"id":8,"title":"yoga","scheduledFor":"2026-11-24","timeOfDay":"18:00","recurrence":{"type":"weekly","byDay":["TU","TH"]}},
        {"id":9,"title":"dentist","scheduledFor":"2026-12-01","timeOfDay":"15:00"},
        {"id":10,"title":"Müll rausbringen","scheduledFor":"2026-11-30","recurrence":{"type":"weekly","byDay":["MO"]}},
        {"id":11,"title":"tax return","dueDate":"2026-12-20"},
    ]);
    Todos::new(serde_json::from_value::<Vec<Todo>>(all).unwrap())
}

/// `what was asked about >> answer`, or a message by itself.
fn said(section: &str) {
    let todos = todos();
    let clock = Clock::new(jiff::civil::date(2026, 11, 25).at(10, 0, 0, 0), "America/New_York");
    check(section, include_str!("../data/findings/lines.txt"), |row| {
        let (ctx, text) = match row.split_once(" >> ") {
            Some((asked, text)) => (json!({"clarify": {"question": "?", "instruction": asked}}), text),
            None => (json!({}), row),
        };
        let ctx: Context = serde_json::from_value(ctx).unwrap();
        line(&interpret(text, &todos, &clock, &ctx))
    });
}

#[test]
fn a_line_is_put_on_its_list() {
    said("put on");
}

#[test]
fn a_line_is_taken_out_and_never_its_list() {
    said("taken out");
}

#[test]
fn a_line_that_is_written_so_is_ticked() {
    said("ticked");
}

#[test]
fn days_of_a_series_are_off_in_every_language() {
    said("days off");
}

#[test]
fn one_day_of_a_series_and_all_of_it_are_told_apart() {
    said("series");
}

#[test]
fn fields_between_dashes_in_every_language() {
    said("dashes");
}

#[test]
fn what_says_when_is_read_or_asked_about() {
    said("when");
}

#[test]
fn what_does_not_take_place_is_left_out() {
    said("none");
}

#[test]
fn a_day_in_words_of_another_language_is_read() {
    said("mixed");
}

#[test]
fn weekdays_of_a_series_are_left_out_in_every_language() {
    said("weekdays");
}

#[test]
fn only_some_weekdays_of_a_series_stay_in_every_language() {
    said("only");
}

#[test]
fn the_days_of_an_absence_are_left_out() {
    said("away");
}

#[test]
fn a_start_or_an_end_is_read_and_no_part_of_the_title() {
    said("starts");
}

#[test]
fn slips_of_weekdays_are_read_in_every_language() {
    said("slips");
}

#[test]
fn what_may_say_when_is_asked_and_can_be_answered() {
    said("asked");
}

#[test]
fn another_todo_is_not_moved_or_completed() {
    said("others");
}
