#![allow(missing_docs, clippy::all, clippy::pedantic, clippy::unwrap_used, clippy::print_stdout)]
use countersign_core::todos::Todos;
use countersign_planner::{dates::{find, Clock}, interpret::{interpret, Context}};
fn main() {
    let clock = Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York");
    for l in std::io::stdin().lines() {
        let l = l.unwrap();
        let row: serde_json::Value = serde_json::from_str(&l).unwrap();
        let all: serde_json::Value = serde_json::from_str(include_str!("../tests/data/interpret/snapshots.json")).unwrap();
        let todos = Todos::new(serde_json::from_value(all[row["s"].as_str().unwrap()].clone()).unwrap());
        let ctx: Context = row.get("c").map(|c| serde_json::from_value(c.clone()).unwrap()).unwrap_or_default();
        let a = interpret(row["i"].as_str().unwrap(), &todos, &clock, &ctx);
        println!("## {}\n  {}", row["i"], serde_json::to_string(&a).unwrap());
        println!("  {:?}", find(row["i"].as_str().unwrap(), &clock).iter().map(|f| format!("{:?}={:?}", &row["i"].as_str().unwrap()[f.span.clone()], f.role)).collect::<Vec<_>>());
    }
}
