//! What a message says to leave alone, and clauses of another kind behind "and": by the todos that change.

// Functions shared by tests are not inside #[test], which is all that clippy.toml exempts.

use crate::effect;
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Context, Decision, interpret};
use serde_json::{Value, json};

pub(crate) fn world(titles: &str) -> Todos {
    Todos::new((1..).zip(titles.split(" | ")).map(|(id, title)| {
        let mut parts = title.split('@');
        let mut todo = json!({"id": id, "title": parts.next().unwrap()});
        if let Some(date) = parts.next() {
            todo["scheduledFor"] = json!(date);
        }
        if let Some(time) = parts.next() {
            todo["timeOfDay"] = json!(time);
        }
        serde_json::from_value::<Todo>(todo).unwrap()
    }))
}

/// `quiet` (talk, unsure, or a question that offers nothing), `ask 2,5` (the question offers these), or what
/// changes: `1,3` deleted or changed, `+ Title`, `5 2026-11-26`.
fn outcome(text: &str, todos: &Todos, ctx: &Context) -> String {
    let clock = Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York");
    let answer = interpret(text, todos, &clock, ctx);
    let ids = |ids: Vec<String>| ids.join(",");
    match answer.decision {
        Decision::Chat | Decision::Unsure => "quiet".to_owned(),
        Decision::Clarify if answer.options.is_empty() => "quiet".to_owned(),
        Decision::Clarify => format!("ask {}", ids(answer.options.iter().map(ToString::to_string).collect())),
        Decision::Plan => {
            let effect = effect::effect_of(&answer.ops, todos, &clock);
            let (mut gone, mut other) = (Vec::new(), Vec::new());
            for (id, what) in effect.as_object().unwrap() {
                match what {
                    Value::Null => gone.push(id.clone()),
                    Value::Array(new) if id == "new" => {
                        other.extend(new.iter().map(|n| format!("+ {}", n["title"].as_str().unwrap())));
                    }
                    Value::Array(all) => other.push(format!("{id} {all:?}").replace("String(", "").replace(')', "")),
                    Value::Object(set) => other.push(format!(
                        "{id} {}",
                        ids(set.values().map(|v| v.as_str().unwrap_or("none").to_owned()).collect())
                    )),
                    rest => other.push(format!("{id} {rest}")),
                }
            }
            let gone = if gone.is_empty() { Vec::new() } else { vec![format!("- {}", ids(gone))] };
            gone.into_iter().chain(other).collect::<Vec<_>>().join("; ")
        }
    }
}

/// Rows below a `# titles` line are read with these todos.
pub(crate) fn differing(table: &str, ctx: &Context) -> (usize, Vec<String>) {
    let (mut todos, mut count, mut wrong) = (world(""), 0, Vec::new());
    for line in table.lines().filter(|l| !l.trim().is_empty() && !l.starts_with("//")) {
        if let Some(titles) = line.strip_prefix("# ") {
            todos = world(titles);
            continue;
        }
        let (said, want) = line.split_once(" => ").unwrap_or_else(|| panic!("no outcome: {line}"));
        count += 1;
        let got = outcome(said, &todos, ctx);
        if !want.split(" || ").any(|w| w == got) {
            wrong.push(format!("{said}\n   want {want}\n   got  {got}"));
        }
    }
    (count, wrong)
}

#[test]
fn what_is_left_out_is_never_the_target() {
    let (count, wrong) = differing(include_str!("../data/kept.txt"), &Context::default());
    assert!(wrong.is_empty(), "{} of {count} rows differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= 100, "{count} rows");
}

#[test]
fn a_count_of_changes_is_no_entry_of_the_ledger() {
    let todos = world("gym | yoga");
    let history: Vec<Value> =
        (1..=4).map(|n| json!({"batch": n.to_string(), "ops": [{"op": "delete", "id": 50 + n}]})).collect();
    let ctx: Context = serde_json::from_value(json!({ "history": history })).unwrap();
    for (said, want) in [
        ("undo the last 2", vec!["4", "3"]),
        ("undo 2 things", vec!["4", "3"]),
        ("undo the last 3 changes", vec!["4", "3", "2"]),
        ("undo my last two changes", vec!["4", "3"]),
        ("revert the last 2", vec!["4", "3"]),
        ("undo the last 1", vec!["4"]),
        ("undo 2", vec!["2"]),
        ("undo", vec!["4"]),
        ("undo the last 12", vec![]),
    ] {
        let answer = interpret(
            said,
            &todos,
            &Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York"),
            &ctx,
        );
        let got: Vec<String> =
            answer.ops.iter().map(|op| op.to_value()["batch"].as_str().unwrap_or_default().to_owned()).collect();
        assert_eq!(got, want, "{said}: {answer:?}");
    }
}
