//! What these tests share: the day they take place, and a list of todos.

use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use serde_json::Value;

pub(crate) fn clock() -> Clock {
    Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York")
}

/// The list of the evaluation's cases.
pub(crate) fn todos() -> Todos {
    let all: Value = serde_json::from_str(include_str!("../../../eval/cases/worlds.json")).expect("worlds");
    Todos::new(serde_json::from_value::<Vec<Todo>>(all["flat"].clone()).expect("todos"))
}
