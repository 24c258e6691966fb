//! Messages in other languages: what the planner understands is sure like English, what it does not reaches a
//! model with the same choices, and what a model says of dates and titles is held against their words.

use crate::world::clock;
use countersign_assistant::{Input, ModelProfile, Outcome, ProposedOp, Scope, Step, Turn};
use countersign_core::ids::TodoId;
use countersign_core::model::Call;
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_testkit::reply;
use serde_json::{Value, json};

fn todos() -> Todos {
    let all = json!([
        {"id": 1, "title": "Zahnarzt", "scheduledFor": "2026-11-24"},
        {"id": 2, "title": "Buy milk"},
        {"id": 3, "title": "Payer le loyer", "dueDate": "2026-12-01"},
        {"id": 4, "title": "Comprar pan"},
    ]);
    Todos::new(serde_json::from_value::<Vec<Todo>>(all).expect("todos"))
}

/// Runs a turn; every call gets this answer, or fails without one.
fn drive(message: &str, model: Option<ModelProfile>, answer: Option<&str>) -> (Outcome, Vec<Call>) {
    let world = todos();
    let (mut turn, mut step) = Turn::begin(Input { model, ..Input::new(message, clock()) }, &world);
    let mut calls = Vec::new();
    for _ in 0..8 {
        // Stored and read back at every step.
        turn = serde_json::from_value(serde_json::to_value(&turn).unwrap()).unwrap();
        step = match step {
            Step::Call(call) => {
                calls.push(call);
                match answer {
                    Some(answer) => turn.reply(reply(answer), &world),
                    None => turn.failed("unreachable", &world),
                }
            }
            Step::Ops(_) => turn.proceed(&world),
            Step::Done(outcome) => return (outcome, calls),
        };
    }
    panic!("the turn does not end");
}

fn proposed(outcome: Outcome) -> Vec<ProposedOp> {
    match outcome {
        Outcome::Plan { operations, .. } => operations,
        _ => Vec::new(),
    }
}

#[test]
fn what_is_understood_is_sure_and_asks_no_model() {
    for (message, op) in [
        ("Verschiebe den Zahnarzt auf Freitag", json!({"op": "update", "id": 1, "scheduledFor": "2026-11-27"})),
        ("Ich habe die Milch gekauft", json!({"op": "complete", "id": 2, "completed": true})),
        ("J'ai payé le loyer", json!({"op": "complete", "id": 3, "completed": true})),
        ("Borra comprar pan", json!({"op": "delete", "id": 4})),
        (
            "Amintește-mi să sun la bancă mâine",
            json!({"op": "create", "title": "sun la bancă", "scheduledFor": "2026-11-22"}),
        ),
    ] {
        for model in [None, Some(ModelProfile::small())] {
            let (outcome, calls) = drive(message, model, None);
            assert!(calls.is_empty(), "{message}");
            let operations = proposed(outcome);
            let got: Vec<Value> = operations.iter().map(|o| o.op.as_ref().unwrap().to_value()).collect();
            assert_eq!(got.as_slice(), std::slice::from_ref(&op), "{message}");
            assert!(operations.iter().all(|o| o.sure && o.why == message), "{message}");
        }
    }
}

#[test]
fn a_refusal_or_a_condition_is_never_a_change() {
    for message in [
        "Lösche nicht den Zahnarzt",
        "Ne supprime pas le loyer",
        "No borres comprar pan",
        "Nu șterge zahnarzt",
        "Wenn es regnet, lösche den Zahnarzt",
        "Si llueve, borra comprar pan",
        "S'il pleut, supprime payer le loyer",
        "Dacă plouă, șterge zahnarzt",
    ] {
        let (outcome, _) = drive(message, None, None);
        assert!(!proposed(outcome).iter().any(|o| o.sure), "{message}");
    }
}

#[test]
fn what_is_not_understood_reaches_a_large_model_and_its_dates_are_held_against_the_words() {
    let large = || Some(ModelProfile { router: false, summary: false, ..ModelProfile::large() });
    let message = "Wenn möglich würde ich den Zahnarzt lieber am Freitag haben";
    let say = |date: &str| json!({"operations": [{"op": "update", "id": 1, "scheduledFor": date}]}).to_string();
    let (outcome, calls) = drive(message, large(), Some(&say("2026-11-27")));
    assert_eq!(calls.len(), 1);
    assert!(calls[0].messages.iter().any(|m| m.content.contains(message)), "the model reads what was said");
    let said = proposed(outcome);
    assert!(said[0].sure && said[0].warnings.is_empty(), "{:?}", said[0].warnings);
    // A day that nobody said.
    let (outcome, _) = drive(message, large(), Some(&say("2026-11-26")));
    let other = proposed(outcome);
    assert!(!other[0].sure && other[0].warnings[0].code == "date_not_said", "{:?}", other[0].warnings);
}

#[test]
fn what_is_not_understood_offers_a_small_model_the_deeds_of_its_words() {
    let message = "den Zahnarzt könnten wir eigentlich löschen glaube ich";
    let (_, calls) = drive(message, Some(ModelProfile { rules: false, ..ModelProfile::small() }), None);
    let schemas: Vec<Value> = calls.iter().filter_map(|c| c.format.as_ref().map(|f| f.schema.clone())).collect();
    assert!(!schemas.is_empty(), "no model was asked");
    let offered = schemas[0].to_string();
    assert!(offered.contains("delete") && offered.contains("Zahnarzt"), "{offered}");
    assert!(calls[0].messages.iter().any(|m| m.content.contains(message)), "the model reads what was said");
}

/// A model may take any todo for the one that is meant; what the words touch says that it is not.
#[test]
fn what_is_deleted_without_being_named_is_warned_of_though_it_was_spoken_of() {
    let answer = json!({"operations": [{"op": "delete", "id": 3}]}).to_string();
    for (message, lately, warned) in [
        ("maybe the Zahnarzt thing could go I think", vec![], true),
        ("maybe the Zahnarzt thing could go I think", vec![3, 4], true),
        ("maybe the loyer thing could go I think", vec![], false),
        ("maybe that one could go I think", vec![], true),
        ("maybe that one could go I think", vec![3], false),
    ] {
        let world = todos();
        let scope = Scope { ids: lately.iter().map(|id| TodoId(*id)).collect() };
        let model = Some(ModelProfile { router: false, summary: false, ..ModelProfile::large() });
        let (mut turn, mut step) = Turn::begin(Input { model, scope, ..Input::new(message, clock()) }, &world);
        let outcome = loop {
            step = match step {
                Step::Call(_) => turn.reply(reply(&answer), &world),
                Step::Ops(_) => turn.proceed(&world),
                Step::Done(outcome) => break outcome,
            };
        };
        let operations = proposed(outcome);
        let told = operations[0].warnings.iter().any(|w| w.code == "unrelated_target");
        assert_eq!(told, warned, "{message} {lately:?}: {operations:?}");
        assert!(!told || !operations[0].sure);
    }
}
