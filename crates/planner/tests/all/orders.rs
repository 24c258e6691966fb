//! Where one order ends and the next begins, and whose a label, a day, a reason or a title is: a message and what comes of it.

use crate::findings::{check, home, line};
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Context, interpret};

fn rows(section: &str) {
    let todos = home();
    let clock = Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York");
    check(section, include_str!("../data/findings/orders.txt"), |text| {
        line(&interpret(text, &todos, &clock, &Context::default()))
    });
}

#[test]
fn a_label_is_taken_off_and_no_todo_deleted() {
    rows("labels taken off what stands behind them");
}

#[test]
fn a_set_that_is_tagged_is_chosen_by_its_own_label() {
    rows("a set that is tagged");
}

#[test]
fn what_is_told_of_one_is_no_more_of_the_order() {
    rows("told of one behind an order");
}

#[test]
fn a_day_and_a_field_stay_with_their_clause() {
    rows("days and fields of one clause");
}

#[test]
fn a_report_is_no_title() {
    rows("a report and what is still to be done");
}

#[test]
fn what_is_told_of_a_title_is_no_line() {
    rows("told behind a whole title");
}

#[test]
fn another_name_takes_the_place_of_the_first() {
    rows("another name instead");
}

#[test]
fn an_order_is_neither_a_reason_nor_only_told() {
    rows("orders that are no reason");
}

#[test]
fn a_title_ends_where_the_next_order_begins() {
    rows("titles and names");
}

#[test]
fn after_that_the_next_order_begins() {
    rows("the next order and when");
}

#[test]
fn a_day_of_the_month_may_end_an_errand() {
    rows("a day behind what is to be done");
}

#[test]
fn each_that_is_named_gets_the_label() {
    rows("labels for each");
}
