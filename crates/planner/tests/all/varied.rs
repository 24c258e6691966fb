//! Everyday sentences in five languages over a small list, each with what a person would expect of it: right, or asked
//! about, and never silently something else.

use crate::findings::line;
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Context, interpret};

const TABLE: &str = include_str!("../data/varied.txt");
const TODOS: &str = include_str!("../data/varied.json");

#[test]
fn everyday_sentences_come_to_what_they_say() {
    let todos = Todos::new(serde_json::from_str::<Vec<Todo>>(TODOS).unwrap());
    // Saturday, as in the worked answers of TODOS.md.
    let clock = Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York");
    let rows: Vec<(&str, &str)> = TABLE
        .lines()
        .filter(|row| !row.starts_with('#') && !row.is_empty())
        .map(|row| row.rsplit_once(" => ").unwrap())
        .collect();
    assert!(rows.len() >= 150, "{} rows", rows.len());
    let mut wrong = Vec::new();
    for (said, right) in rows {
        let got = line(&interpret(said, &todos, &clock, &Context::default()));
        if got != right {
            wrong.push(format!("{said}\n  right {right}\n    got {got}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
