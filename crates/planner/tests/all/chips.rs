//! What a chip says is what it does: an answer in the words of its label comes to the same as one that gives back its
//! value, for every question that the planner asks about any sentence of these tests.

use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Answer, Context, Decision, MEANINGS, Pending, interpret};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const OFFERED: &str = include_str!("../data/offered.json");
const SNAPSHOTS: &str = include_str!("../data/interpret/snapshots.json");

fn clock() -> Clock {
    Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York")
}

fn todos(value: Value) -> Todos {
    Todos::new(serde_json::from_value::<Vec<Todo>>(value).unwrap())
}

fn offered() -> Todos {
    todos(serde_json::from_str(OFFERED).unwrap())
}

fn home() -> Todos {
    let mut all: Value = serde_json::from_str(SNAPSHOTS).unwrap();
    todos(all["home"].take())
}

/// The sentences of the tables: the left sides of their rows.
fn sentences() -> BTreeSet<String> {
    let tables = [
        include_str!("../data/findings/messages.txt"),
        include_str!("../data/languages/de.txt"),
        include_str!("../data/languages/es.txt"),
        include_str!("../data/languages/fr.txt"),
        include_str!("../data/languages/ro.txt"),
    ];
    let rows = tables.iter().flat_map(|table| table.lines()).filter_map(|row| row.split_once(" => "));
    let rows = rows.map(|(said, _)| said.rsplit(" >> ").next().unwrap_or(said).to_owned());
    let lines = [include_str!("../data/interpret/plans.jsonl")];
    let lines = lines.iter().flat_map(|table| table.lines()).filter_map(|row| serde_json::from_str::<Value>(row).ok());
    let own = [
        "add milk to old list",
        "i can't make the dentist this week",
        "move dentist to friday at 5 or 6",
        "call Bob at 5 or 6",
        "mark #7 as done tomorrow",
    ];
    rows.chain(lines.filter_map(|row| row["i"].as_str().map(str::to_owned))).chain(own.map(str::to_owned)).collect()
}

fn outcome(answer: &Answer) -> Value {
    let ops: Vec<Value> = answer.ops.iter().map(countersign_core::operation::Operation::to_value).collect();
    json!([answer.decision, ops, answer.question, answer.answer_ids])
}

/// Says every label of every question about one list, and sees that what was read has a name: how many labels there
/// were, and of what kinds.
fn every_chip(todos: &Todos) -> (usize, BTreeSet<String>) {
    let (mut chips, mut kinds, mut wrong) = (0, BTreeSet::new(), Vec::new());
    for instruction in sentences() {
        let asked = interpret(&instruction, todos, &clock(), &Context::default());
        for part in &asked.consumed {
            assert!(MEANINGS.contains(&part.taken_as.as_str()), "{instruction}: {part:?}");
        }
        if asked.decision != Decision::Clarify {
            continue;
        }
        let labels: Vec<&String> = asked.sections.iter().flat_map(|s| &s.options).map(|o| &o.label).collect();
        let clarify = Pending {
            question: asked.question.clone().unwrap_or_default(),
            options: asked.options.clone(),
            instruction: instruction.clone(),
            answers: Vec::new(),
        };
        let ctx = Context { clarify: Some(clarify), ..Context::default() };
        let say = |text: &str| outcome(&interpret(text, todos, &clock(), &ctx));
        for (section, option) in asked.sections.iter().flat_map(|s| s.options.iter().map(move |o| (s, o))) {
            if labels.iter().filter(|l| ***l == option.label).count() > 1 {
                continue;
            }
            // As `engine::runs` says a chip: a todo by its number.
            let value = match option.value.as_i64() {
                Some(id) => format!("#{id}"),
                None => option.value.as_str().unwrap_or_default().to_owned(),
            };
            let (tapped, said) = (say(&value), say(&option.label));
            chips += 1;
            kinds.insert(format!(
                "{} {}",
                section.kind,
                option.value.as_str().filter(|v| !v.contains('-')).unwrap_or_default()
            ));
            if tapped != said {
                wrong.push(format!("{instruction} | {value} {tapped}\n    | {} {said}", option.label));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {chips} wrong:\n{}", wrong.len(), wrong.join("\n"));
    (chips, kinds)
}

// One list each, so that the two are read beside each other: they are most of the time of these tests.

#[test]
fn saying_a_label_does_what_its_chip_does() {
    let (chips, kinds) = every_chip(&offered());
    assert!(chips >= 250 && kinds.len() >= 15, "only {chips} chips: {kinds:?}");
}

#[test]
fn saying_a_label_does_what_its_chip_does_at_home() {
    let (chips, kinds) = every_chip(&home());
    assert!(chips >= 250 && kinds.len() >= 15, "only {chips} chips: {kinds:?}");
}
