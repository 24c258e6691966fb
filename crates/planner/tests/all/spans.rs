//! What stands beside a repetition, a length of time or the edge of a period and belongs to it, in five languages, with what
//! must stay as it is.

use crate::findings::{check, home, line};
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Context, interpret};

/// Saturday, as in the worked answers of TODOS.md.
fn said(section: &str) {
    let todos = home();
    let clock = Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York");
    check(section, include_str!("../data/findings/spans.txt"), |text| {
        line(&interpret(&text.replace("\\n", "\n"), &todos, &clock, &Context::default()))
    });
}

#[test]
fn weekdays_beside_every_week_are_those_of_the_series() {
    said("weekdays of each week");
}

#[test]
fn a_time_in_front_of_a_repetition_is_its_time() {
    said("a time in front of a repetition");
}

#[test]
fn the_day_of_a_year_in_front_of_every_year_is_its_day() {
    said("the day of a year in front of every year");
}

#[test]
fn a_weekday_and_an_end_may_be_counted_from_the_day_of_a_todo() {
    said("counted from the day of a todo");
}

#[test]
fn a_day_in_front_is_that_of_all_that_is_to_be_done_on_it() {
    said("days in front of what is to be done");
}

#[test]
fn behind_the_dot_of_a_date_another_thing_begins() {
    said("the dot behind a date");
}

#[test]
fn weekdays_beside_every_week_are_those_of_the_series_in_every_language() {
    said("weekdays of each week in other languages");
}

#[test]
fn of_days_that_are_counted_from_the_end_of_a_month_only_the_last_repeats() {
    said("counted from the end of a month");
}

#[test]
fn the_week_of_a_weekday_may_stand_behind_its_time() {
    said("a weekday, its time and its week");
}

#[test]
fn so_much_of_something_is_no_date() {
    said("so much of something");
}

#[test]
fn behind_a_title_of_address_stands_a_name() {
    said("names behind a title of address");
}

#[test]
fn halves_and_others_are_lengths() {
    said("halves and others");
}

#[test]
fn edges_of_periods_feasts_and_what_leads_to_a_title_are_read_whole() {
    said("edges of periods");
}

#[test]
fn all_of_a_period_is_chosen_by_it() {
    said("all of a period");
}

#[test]
fn an_order_over_names_is_said_of_each_in_every_language() {
    said("a word over names");
}

#[test]
fn a_message_all_in_capitals_is_read_as_any_other() {
    said("a message all in capitals");
}

#[test]
fn what_stands_around_a_new_todo_is_no_part_of_its_name() {
    said("what is in front of or behind a new todo");
}

#[test]
fn days_and_repetitions_are_read_whole_in_every_language() {
    said("days and repetitions in other languages");
}
