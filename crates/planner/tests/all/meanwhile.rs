//! Answers to a question about todos that have changed since it was put, and names told apart by a letter.

use countersign_core::ids::TodoId;
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Answer, Context, Decision, Pending, interpret};
use serde_json::{Value, json};

fn todos(all: Value) -> Todos {
    Todos::new(serde_json::from_value::<Vec<Todo>>(all).unwrap())
}

fn say(text: &str, world: &Todos, clarify: Option<Pending>) -> Answer {
    let clock = Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York");
    interpret(text, world, &clock, &Context { clarify, ..Context::default() })
}

/// What is proposed, or the choices of the question.
fn outcome(answer: &Answer) -> Value {
    match answer.decision {
        Decision::Plan => json!(answer.ops.iter().map(|op| op.to_value()).collect::<Vec<_>>()),
        Decision::Clarify => json!({"asks": answer.options}),
        Decision::Chat | Decision::Unsure => json!("nothing"),
    }
}

#[test]
fn what_was_offered_and_not_chosen_is_never_meant() {
    let left = json!([
        {"id": 1, "title": "Dentist checkup"}, {"id": 13, "title": "Rent Berlin"},
        {"id": 21, "title": "Plum jam"}, {"id": 22, "title": "Peach cake"}
    ]);
    let world = todos(left);
    // (instruction, options when asked, answer, outcome). #2 was deleted, #22 had "plum" in its title.
    for (instruction, options, said, wants) in [
        ("delete dentist", [1, 2], "the second one", json!({"asks": [1]})),
        ("delete dentist", [1, 2], "#2", json!({"asks": [1]})),
        ("move dentist to friday", [1, 2], "#2", json!({"asks": [1]})),
        ("delete dentist", [1, 2], "both", json!({"asks": [1]})),
        ("delete dentist", [1, 2], "the first one", json!([{"op": "delete", "id": 1}])),
        ("delete plum", [21, 22], "the second one", json!([{"op": "delete", "id": 22}])),
        ("delete plum", [21, 22], "the first one", json!([{"op": "delete", "id": 21}])),
        ("delete plum", [21, 22], "both", json!([{"op": "delete", "id": 21}, {"op": "delete", "id": 22}])),
    ] {
        let pending = Pending {
            question: "Which one?".to_owned(),
            options: options.map(TodoId).to_vec(),
            instruction: instruction.to_owned(),
            ..Pending::default()
        };
        let answer = say(said, &world, Some(pending));
        assert_eq!(outcome(&answer), wants, "{instruction}, {said}: {:?}", answer.question);
        if wants.get("asks").is_some() {
            assert!(answer.question.as_deref().unwrap().starts_with("#2 is not there any more."), "{answer:?}");
        }
    }
}

#[test]
fn a_letter_or_a_one_at_the_end_of_a_name_is_part_of_it() {
    let world = todos(json!([
        {"id": 1, "title": "Vitamin A"}, {"id": 2, "title": "Vitamin D"}, {"id": 3, "title": "Blood test C"},
        {"id": 4, "title": "Blood test A"}, {"id": 5, "title": "Gym"}, {"id": 6, "title": "Chapter one"},
        {"id": 7, "title": "Chapter two"}, {"id": 8, "title": "Chapter three"}
    ]));
    for (said, wants) in [
        ("delete vitamin", json!({"asks": [1, 2]})),
        ("complete the vitamin", json!({"asks": [1, 2]})),
        ("delete vitamin a", json!([{"op": "delete", "id": 1}])),
        ("delete Vitamin D", json!([{"op": "delete", "id": 2}])),
        ("delete blood test", json!({"asks": [3, 4]})),
        ("delete blood test a", json!([{"op": "delete", "id": 4}])),
        ("lösche Vitamin", json!({"asks": [1, 2]})),
        ("delete chapter", json!({"asks": [6, 7, 8]})),
        ("delete chapter one", json!([{"op": "delete", "id": 6}])),
        ("chapter one is done", json!([{"op": "complete", "id": 6, "completed": true}])),
        ("delete chapter two", json!([{"op": "delete", "id": 7}])),
        ("delete the gym one", json!([{"op": "delete", "id": 5}])),
        ("give the gym a high priority", json!([{"op": "update", "id": 5, "priority": "high"}])),
    ] {
        assert_eq!(outcome(&say(said, &world, None)), wants, "{said}");
    }
}
