//! A week of a household and its work, said in orders that stand beside each other: what one of them says is not lost in the
//! next, and nothing is done that was taken back or left out.

use crate::findings::{check, line};
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Batch, Context, Decision, Pending, interpret};
use serde_json::json;

const TABLE: &str = include_str!("../data/week.txt");
const TODOS: &str = include_str!("../data/week.json");

/// What was done lately, oldest first.
fn history() -> Vec<Batch> {
    serde_json::from_value(json!([
        {"batch": "b1", "at": "2027-03-09T10:00:00Z", "ops": [
            {"op": "complete", "id": 39, "before": {"id": 39, "title": "Email landlord about heating"}}]},
        {"batch": "b2", "at": "2027-03-10T07:00:00Z", "ops": [
            {"op": "delete", "id": 77, "before": {"id": 77, "title": "Buy lamp"}},
            {"op": "delete", "id": 78, "before": {"id": 78, "title": "Buy rug"}}]},
        {"batch": "b3", "at": "2027-03-10T08:00:00Z", "ops": [
            {"op": "update", "id": 25, "before": {"id": 25, "title": "Dentist checkup", "scheduledFor": "2027-03-11"}}]},
    ]))
    .unwrap()
}

/// That each row of a section, "message || answer to what was asked => what comes of it", holds on a Wednesday morning.
fn said(section: &str) {
    let todos = Todos::new(serde_json::from_str::<Vec<Todo>>(TODOS).unwrap());
    let clock = Clock::new(jiff::civil::date(2027, 3, 10).at(9, 30, 0, 0), "Europe/Berlin");
    check(section, TABLE, |row| {
        let history = if section == "taken back" { history() } else { Vec::new() };
        let mut ctx = Context { history, ..Context::default() };
        let mut last = String::new();
        for text in row.split(" || ") {
            let answer = interpret(&text.replace(" / ", "\n"), &todos, &clock, &ctx);
            last = line(&answer);
            ctx.clarify = (answer.decision == Decision::Clarify).then(|| Pending {
                question: answer.question.clone().unwrap_or_default(),
                options: answer.options.clone(),
                instruction: text.to_owned(),
                answers: Vec::new(),
            });
        }
        last
    });
}

#[test]
fn an_exception_takes_something_out_or_is_asked_about() {
    said("exceptions of a set");
}

#[test]
fn a_sentence_that_takes_back_takes_back_the_order_before_it() {
    said("never mind");
}

#[test]
fn an_answer_is_put_right_by_the_last_of_its_words() {
    said("answers that are put right");
}

#[test]
fn a_reason_ends_where_an_order_begins() {
    said("reasons and orders");
}

#[test]
fn each_order_keeps_its_own_day() {
    said("days of orders beside each other");
}

#[test]
fn a_day_number_of_a_series_is_to_come() {
    said("days of a series by their number");
}

#[test]
fn the_same_day_of_another_week_is_that_day() {
    said("the same day of another week");
}

#[test]
fn a_feast_at_the_end_is_its_day() {
    said("feasts behind a name");
}

#[test]
fn what_is_left_alone_is_not_changed() {
    said("left alone beside an order");
}

#[test]
fn a_label_that_goes_takes_no_todo_with_it() {
    said("labels and what was told before");
}

#[test]
fn what_contradicts_itself_is_asked_about() {
    said("what is exchanged, contradicted, or told of one day");
}

#[test]
fn what_was_done_is_taken_back_beside_an_order() {
    said("taken back");
}

#[test]
fn a_day_over_lines_is_that_of_each_that_has_none() {
    said("days over lines");
}

#[test]
fn as_many_days_as_todos_are_no_day_of_all() {
    said("as many days as todos");
}

#[test]
fn where_something_was_is_no_order() {
    said("where it was");
}
