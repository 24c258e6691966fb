//! Scratch.
#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout)]
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Context, interpret, reply};
use std::io::BufRead;
fn main() {
    let text = std::fs::read_to_string(std::env::args().nth(1).expect("s")).expect("read");
    let v: serde_json::Value = serde_json::from_str(&text).expect("json");
    let all: Vec<Todo> = serde_json::from_value(v["todos"].clone()).expect("todos");
    let todos = Todos::new(all);
    let clock = Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York");
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("line").replace("\\n", "\n");
        let a = interpret(&line, &todos, &clock, &Context::default());
        let ops: Vec<String> = a.ops.iter().map(|o| serde_json::to_string(o).expect("op")).collect();
        println!("{line}\n    {:?} {} {:?} o={:?} a={:?} w={:?}\n    > {}", a.decision, ops.join("\n         "), a.question.clone().unwrap_or_default(), a.options, a.answer_ids, a.warnings, reply(&a, &todos, &clock));
    }
}
