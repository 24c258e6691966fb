//! Dates that were read in part, as a number of something else or as another day than was said, with neighbours that stay.

use super::findings::{check, line};
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Context, interpret};
use serde_json::json;

fn todos() -> Todos {
    let all = json!([
        {"id": 1, "title": "dentist", "scheduledFor": "2026-12-01", "timeOfDay": "15:00"},
        {"id": 2, "title": "yoga", "scheduledFor": "2026-09-15", "timeOfDay": "18:00",
            "recurrence": {"type": "weekly", "byDay": ["TU", "TH"]}},
        {"id": 3, "title": "gym", "scheduledFor": "2026-10-06", "recurrence": {"type": "daily"}},
        {"id": 4, "title": "rent", "scheduledFor": "2026-09-01", "recurrence": {"type": "monthly", "byMonthDay": [1]}},
        {"id": 5, "title": "tax return", "dueDate": "2026-12-15"},
        {"id": 6, "title": "haircut", "scheduledFor": "2026-11-28"},
        {"id": 7, "title": "oil change"},
    ]);
    Todos::new(serde_json::from_value::<Vec<Todo>>(all).unwrap())
}

/// That each row of a section is read so at a time.
fn at(section: &str, now: &str) {
    of(section, include_str!("../data/findings/dated.txt"), now);
}

fn of(section: &str, table: &str, now: &str) {
    let clock = Clock::new(now.parse().unwrap(), "Europe/Berlin");
    let todos = todos();
    check(section, table, |text| line(&interpret(text, &todos, &clock, &Context::default())));
}

fn stretch(section: &str) {
    of(section, include_str!("../data/findings/stretches.txt"), WEDNESDAY);
}

fn weekdays(section: &str) {
    of(section, include_str!("../data/findings/weekdays.txt"), WEDNESDAY);
}

const WEDNESDAY: &str = "2026-11-25T10:00";

#[test]
fn a_day_to_come_stands_for_none_that_passed() {
    at("days to come", "2026-12-31T23:30");
}

#[test]
fn what_is_done_each_time_was_not_done_now() {
    at("done each time", WEDNESDAY);
}

#[test]
fn a_weekday_and_its_date_are_one_day() {
    at("a weekday and its date", WEDNESDAY);
}

#[test]
fn a_date_is_no_number_of_a_thing() {
    at("behind a numbered noun", WEDNESDAY);
}

#[test]
fn slips_of_months_and_units_are_not_left_over() {
    at("slips", WEDNESDAY);
}

#[test]
fn dates_are_read_to_their_end() {
    at("wholly read", WEDNESDAY);
}

#[test]
fn lengths_clocks_and_ends_are_told_apart() {
    at("clocks and ends", WEDNESDAY);
}

#[test]
fn hours_of_a_day_are_a_time_and_no_title() {
    stretch("hours of a day");
}

#[test]
fn hours_that_something_goes_to_begin_it() {
    stretch("hours that something goes to");
}

#[test]
fn hours_in_other_languages() {
    stretch("hours elsewhere");
}

#[test]
fn a_number_of_a_thing_is_told_from_a_day_or_asked_about() {
    stretch("a number and a day");
}

#[test]
fn where_something_goes_is_read_wholly() {
    stretch("where it goes");
}

#[test]
fn the_hour_of_a_deadline_is_of_no_other_day() {
    stretch("the hour of a deadline");
}

#[test]
fn the_weekday_tells_a_dotted_date_from_an_hour() {
    weekdays("a weekday and a dotted date");
}

#[test]
fn a_weekday_in_letters_is_of_its_date() {
    weekdays("a weekday in letters beside a date");
}

#[test]
fn a_weekday_is_counted_from_another_with_its_date() {
    weekdays("beside a weekday and its date");
}

#[test]
fn next_year_is_of_the_month_in_front_of_it() {
    weekdays("a month of next year");
}

#[test]
fn a_week_is_named_by_a_feast() {
    weekdays("the week of a feast");
}

#[test]
fn one_day_of_a_series_goes_to_the_weekday_beside_it() {
    weekdays("one day of a series to a weekday");
}

#[test]
fn what_stands_behind_remind_me_is_when() {
    weekdays("when something is asked for");
}

#[test]
fn what_is_begun_on_the_last_of_a_month_is_on_the_last_of_each() {
    weekdays("days that are not in each month");
}

#[test]
fn minutes_and_months_are_read_in_other_languages() {
    weekdays("minutes and months of other languages");
}
