//! What the planner is sure of stays as it is: no model is asked and no rule changes it (MODELS.md §5).

use countersign_assistant::{Input, ModelProfile, Outcome, Step, Turn};
use countersign_core::operation::Operation;
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Context, Decision, Turn as Said, interpret};
use serde_json::Value;

const SNAPSHOTS: &str = include_str!("../../../planner/tests/data/interpret/snapshots.json");
const TABLES: [&str; 3] = [
    include_str!("../../../planner/tests/data/interpret/plans.jsonl"),
    include_str!("../../../planner/tests/data/interpret/desk.jsonl"),
    include_str!("../../../planner/tests/data/interpret/adversary.jsonl"),
];

fn clock() -> Clock {
    Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York")
}

#[test]
fn plans_of_the_planner_are_the_turns_plans() {
    let snapshots: Value = serde_json::from_str(SNAPSHOTS).expect("snapshots");
    let (mut rows, mut sure, mut other) = (0, 0, Vec::new());
    for line in TABLES.iter().flat_map(|t| t.lines()).filter(|l| !l.trim().is_empty()).step_by(4) {
        let row: Value = serde_json::from_str(line).expect("a row");
        if row.get("c").is_some() {
            continue;
        }
        let name = row["s"].as_str().expect("s");
        let todos = Todos::new(serde_json::from_value::<Vec<Todo>>(snapshots[name].clone()).expect("todos"));
        let text = row["i"].as_str().expect("i");
        let answer = interpret(text, &todos, &clock(), &Context::default());
        if answer.decision != Decision::Plan {
            continue;
        }
        rows += 1;
        let mut input = Input::new(text, clock());
        input.model = Some(ModelProfile::small());
        let (mut turn, mut step) = Turn::begin(input, &todos);
        if matches!(step, Step::Ops(_)) {
            step = turn.proceed(&todos);
        }
        match step {
            Step::Done(Outcome::Plan { operations, .. }) => {
                let ops: Vec<_> = operations.iter().filter_map(|o| o.op.clone()).collect();
                if ops != answer.ops {
                    other.push(format!("{name}: {text}\n   {}", serde_json::to_string(&ops).expect("json")));
                }
                sure += usize::from(operations.iter().all(|o| o.sure));
            }
            step => other.push(format!(
                "{name}: {text}\n   {}",
                serde_json::to_string(&step).expect("json").chars().take(300).collect::<String>()
            )),
        }
    }
    assert!(rows > 150, "{rows} rows");
    assert!(other.is_empty(), "{} of {rows}:\n{}", other.len(), other.join("\n"));
    // Bare notes that share a word with a todo are shown unmarked.
    assert!(sure * 100 >= rows * 80, "{sure} of {rows} are sure");
}

/// "It" is what was spoken of last: neither what was merely changed last nor a word of the answer's own text.
#[test]
fn no_rule_takes_it_for_what_was_not_spoken_of() {
    let snapshots: Value = serde_json::from_str(SNAPSHOTS).expect("snapshots");
    let todos = Todos::new(serde_json::from_value::<Vec<Todo>>(snapshots["home"].clone()).expect("todos"));
    let latest = todos.iter().next().map(|t| t.id).expect("a todo");
    let operations = |before: &[(&str, &str)], text: &str| {
        let mut input = Input::new(text, clock());
        input.scope.ids = vec![latest];
        input.turns =
            before.iter().map(|(role, text)| Said { role: (*role).to_owned(), text: (*text).to_owned() }).collect();
        let (mut turn, mut step) = Turn::begin(input, &todos);
        if matches!(step, Step::Ops(_)) {
            step = turn.proceed(&todos);
        }
        match step {
            Step::Done(Outcome::Plan { operations, .. }) => operations.into_iter().filter_map(|o| o.op).collect(),
            _ => Vec::new(),
        }
    };
    let proposed = "1 change proposed: add “buy pasta” on Sun 2026-11-22. Nothing happens until you sign.";
    for text in ["and label it food", "tag it food"] {
        let ops = operations(&[("user", "add buy pasta tomorrow"), ("assistant", proposed)], text);
        assert!(matches!(ops.as_slice(), [Operation::Create(_)]), "{text}: {ops:?}");
    }
    let unsure = "Name a todo and what should happen to it, for example “move the dentist to Friday”.";
    for text in ["make it 5pm", "label it food", "mark it as done"] {
        assert_eq!(operations(&[("user", "flibber the gnarl"), ("assistant", unsure)], text), [], "{text}");
        assert_eq!(operations(&[], text), [], "{text} alone");
    }
}

/// No model is there: a todo that shares only the verb of an order is not what the order is about.
#[test]
fn no_rule_takes_a_todo_for_the_verb_alone() {
    let todos = Todos::new(
        serde_json::from_value::<Vec<Todo>>(serde_json::json!([
            { "id": 1, "title": "Clean the garage", "scheduledFor": "2026-11-21" },
            { "id": 2, "title": "Take out trash", "scheduledFor": "2026-11-27" },
            { "id": 3, "title": "Dentist appointment", "scheduledFor": "2026-11-24" }
        ]))
        .expect("todos"),
    );
    let ops = |text: &str| {
        let (mut turn, mut step) = Turn::begin(Input { model: None, ..Input::new(text, clock()) }, &todos);
        if matches!(step, Step::Ops(_)) {
            step = turn.proceed(&todos);
        }
        match step {
            Step::Done(Outcome::Plan { operations, .. }) => operations.into_iter().filter_map(|o| o.op).collect(),
            _ => Vec::<Operation>::new(),
        }
    };
    for text in ["clear tuesday", "clear my saturday", "take the first two off my list", "take two off my list"] {
        assert!(ops(text).is_empty(), "{text}");
    }
    for text in ["take out the trash is done", "move the garage to friday", "take the trash off my list"] {
        assert!(!ops(text).is_empty(), "{text}");
    }
}
