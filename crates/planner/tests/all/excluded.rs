//! What is taken from something, what is left out, and one of two: nothing is deleted, done or moved that was not meant.
//! `message || answer => what comes of the last`; behind a plan the next message comes after it was carried out.

use crate::findings::{check, line};
use countersign_core::ids::TodoId;
use countersign_core::operation::Operation;
use countersign_core::todo::Todo;
use countersign_core::todos::{Todos, View};
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Answer, Batch, Context, Decision, HistoryOp, Pending, Turn, interpret, reply};
use serde_json::json;

const ROWS: &str = include_str!("../data/excluded.txt");

fn clock() -> Clock {
    Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York")
}

fn todos() -> Vec<Todo> {
    let work = json!(["MO", "TU", "WE", "TH", "FR"]);
    let all = json!([
        {"id": 1, "title": "Buy milk, eggs and flour"},
        {"id": 2, "title": "Call Tom and Anna"},
        {"id": 3, "title": "Clean kitchen and bathroom"},
        {"id": 4, "title": "Mia's party", "scheduledFor": "2026-12-05"},
        {"id": 5, "title": "Pick up parcel", "scheduledFor": "2026-11-27", "labels": ["errands"]},
        {"id": 6, "title": "Dentist checkup", "scheduledFor": "2026-12-03", "timeOfDay": "15:00", "labels": ["health"]},
        {"id": 7, "title": "Renew insurance", "dueDate": "2026-12-10", "priority": "high", "estimate": 30},
        {"id": 8, "title": "Letter from grandma"},
        {"id": 9, "title": "Answer mail from Ben"},
        {"id": 10, "title": "Plan the farewell", "checklist": [
            {"id": "a", "title": "book room", "checked": false},
            {"id": "b", "title": "buy card", "checked": false},
            {"id": "c", "title": "order balloons", "checked": false}]},
        {"id": 11, "title": "Pay credit card", "scheduledFor": "2026-12-05", "recurrence": {"type": "monthly", "byMonthDay": [5]}},
        {"id": 12, "title": "Buy stamps", "priority": "low", "labels": ["errands"]},
        {"id": 13, "title": "Standup", "scheduledFor": "2026-11-20", "timeOfDay": "09:15", "recurrence": {"type": "weekly", "byDay": work}},
        {"id": 14, "title": "Brot, Butter und Honig kaufen"},
        {"id": 15, "title": "Comprar queso, jamón y aceite"},
        {"id": 16, "title": "Appeler Paul et Luc"},
        {"id": 17, "title": "Cumpără ceapă, roșii și usturoi"},
        {"id": 18, "title": "Buy apple cake", "scheduledFor": "2026-11-28"},
        {"id": 19, "title": "Eat more cake", "scheduledFor": "2026-11-28"},
        {"id": 20, "title": "Wash car", "scheduledFor": "2026-11-28"},
        {"id": 21, "title": "Give Leo cough syrup", "scheduledFor": "2026-11-21", "recurrence": {"type": "daily"}},
        {"id": 22, "title": "Lunch with Sam", "scheduledFor": "2026-11-27", "timeOfDay": "12:30"},
        {"id": 23, "title": "Drink tea"},
        {"id": 24, "title": "Geschenk holen", "scheduledFor": "2026-11-27"},
        {"id": 25, "title": "Return blender", "dueDate": "2026-11-29"},
        {"id": 26, "title": "Rock and roll concert"},
        {"id": 27, "title": "Pay gas and water bill"},
        {"id": 28, "title": "Oil change", "scheduledFor": "2026-12-02"},
    ]);
    serde_json::from_value(all).unwrap()
}

/// What an operation did to which todos, as the history tells it.
fn past(op: &Operation, todos: &Todos) -> Vec<HistoryOp> {
    let told = op.to_value();
    let kind = told["op"].as_str().unwrap();
    let named: Vec<TodoId> = match op.target() {
        Some(target) => target.id().into_iter().collect(),
        None => serde_json::from_value(told["where"]["ids"].clone()).unwrap_or_default(),
    };
    let one = |id: Option<TodoId>| HistoryOp {
        op: kind.to_owned(),
        id,
        before: id.and_then(|id| todos.todo(id)).cloned(),
        ..HistoryOp::default()
    };
    if named.is_empty() { vec![one(None)] } else { named.into_iter().map(|id| one(Some(id))).collect() }
}

fn last(row: &str) -> (Answer, Todos) {
    let mut todos = Todos::new(todos());
    let mut ctx = Context::default();
    let mut answer = None;
    for said in row.split(" || ") {
        let now = interpret(said, &todos, &clock(), &ctx);
        let turn = |role: &str, text: String| Turn { role: role.to_owned(), text };
        ctx.turns.extend([turn("user", said.to_owned()), turn("assistant", reply(&now, &todos, clock().now.date()))]);
        match now.decision {
            Decision::Clarify => {
                let before = ctx.clarify.take().filter(|_| now.answers_pending);
                let mut pending =
                    before.unwrap_or_else(|| Pending { instruction: said.to_owned(), ..Pending::default() });
                if pending.instruction != said {
                    pending.answers.push(said.to_owned());
                }
                ctx.clarify =
                    Some(Pending { question: now.question.clone().unwrap(), options: now.options.clone(), ..pending });
            }
            Decision::Plan => {
                ctx.clarify = None;
                let ops = now.ops.iter().flat_map(|op| past(op, &todos)).collect::<Vec<_>>();
                let gone: Vec<TodoId> =
                    ops.iter().filter(|op| op.op.ends_with("delete")).filter_map(|op| op.id).collect();
                ctx.history.push(Batch {
                    batch: format!("b{}", ctx.history.len()),
                    ops,
                    here: true,
                    ..Batch::default()
                });
                todos = Todos::new(todos.iter().filter(|todo| !gone.contains(&todo.id)).cloned());
            }
            Decision::Chat | Decision::Unsure => ctx.clarify = None,
        }
        answer = Some(now);
    }
    (answer.unwrap(), todos)
}

fn rows(section: &str) {
    check(section, ROWS, |row| line(&last(row).0));
}

#[test]
fn what_is_taken_from_a_todo_does_not_delete_it() {
    rows("taken off");
}

#[test]
fn part_of_a_list_is_not_all_of_it() {
    rows("in part");
}

#[test]
fn what_is_turned_down_or_shut_is_asked_about() {
    rows("turned down");
}

#[test]
fn a_field_of_nothing_named_is_that_of_what_was_spoken_of() {
    rows("nameless");
}

#[test]
fn another_day_that_suits_better_is_that_of_the_order_before() {
    rows("suits better");
}

#[test]
fn what_is_left_out_stays_whichever_is_meant() {
    rows("left out");
}

#[test]
fn of_two_orders_one_is_meant() {
    rows("one of two");
}

#[test]
fn as_many_days_as_todos_may_be_one_each() {
    rows("each its day");
}

#[test]
fn what_is_carried_out_is_said_to_be_so() {
    rows("carried out");
}

#[test]
fn a_deadline_is_put_off_by_a_later_day() {
    rows("put off");
}

#[test]
fn each_of_a_row_of_hours_is_offered() {
    rows("hours");
}

#[test]
fn that_only_series_fit_is_told_in_every_language() {
    for said in [
        "delete everything about leo",
        "complete everything about leo",
        "lösche alles über Leo",
        "supprime tout sur Leo",
        "borra todo sobre Leo",
        "șterge tot despre Leo",
    ] {
        let (answer, todos) = last(said);
        let told = reply(&answer, &todos, clock().now.date());
        let right = "Only repeating todos match that, and they are left out: “Give Leo cough syrup”. Nothing changes.";
        assert_eq!((answer.decision, told.as_str()), (Decision::Chat, right), "{said}");
    }
}
