//! What stands behind something new, a label, a reason or a note and is none of it: orders and reports about todos that
//! are there, what is to stay as it is, and courtesy.

use crate::findings::{check, home, line};
use crate::languages::clock;
use countersign_planner::interpret::{Context, interpret};

fn said(section: &str) {
    let todos = home();
    check(section, include_str!("../data/findings/behind.txt"), |text| {
        line(&interpret(&text.replace("\\n", "\n"), &todos, &clock(), &Context::default()))
    });
}

#[test]
fn an_order_behind_something_new_is_none_of_its_title() {
    said("an order behind something new");
}

#[test]
fn what_is_to_stay_as_it_is_loses_none_of_its_neighbours() {
    said("what is to stay as it is");
}

#[test]
fn a_series_that_is_off_corrects_nothing() {
    said("no series then");
}

#[test]
fn a_label_and_a_reason_end_where_an_order_begins() {
    said("behind a label and a reason");
}

#[test]
fn three_orders_are_no_errands() {
    said("orders and no errands");
}

#[test]
fn a_note_to_do_something_is_something_to_do() {
    said("a note to do something");
}

#[test]
fn courtesy_is_none_of_the_last_order() {
    said("courtesy behind the last order");
}

#[test]
fn what_is_told_of_another_todo_is_no_reason() {
    said("what is told of another todo");
}
