//! Days and times as people say them of todos that are there, by a message and what comes of it; the todos are in
//! `data/days.json`.

use super::findings::{check, line};
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::{Clock, DateOrder};
use countersign_planner::interpret::{Context, interpret};
use serde_json::Value;

/// The rows of one section: `left => right`.
fn section(name: &str) {
    let mut all: Value = serde_json::from_str(include_str!("../data/days.json")).unwrap();
    let todos = Todos::new(serde_json::from_value::<Vec<Todo>>(all["todos"].take()).unwrap());
    let now = jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0);
    let clock = Clock { date_order: Some(DateOrder::Mdy), ..Clock::new(now, "America/New_York") };
    let table = include_str!("../data/days.txt");
    check(name, table, |said| line(&interpret(said, &todos, &clock, &Context::default())));
}

#[test]
fn a_bound_that_has_just_passed_is_that_one() {
    section("bounds that have passed");
}

#[test]
fn what_stands_in_front_of_a_set_is_what_it_gets() {
    section("values in front");
}

#[test]
fn what_reads_as_a_day_or_a_time_is_no_title() {
    section("unread days");
}

#[test]
fn a_series_rests_until_a_day_and_goes_on() {
    section("rests");
}

#[test]
fn titles_keep_their_own_words() {
    section("titles that look like something else");
}

#[test]
fn no_day_of_several_is_lost() {
    section("days of a repetition said in a row");
}

#[test]
fn lengths_and_plans() {
    section("lengths");
}
