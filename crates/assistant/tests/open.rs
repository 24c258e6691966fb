//! Open questions: a model is asked once which of the closed readings was meant; what it is clearly for is
//! proposed and not marked beforehand, and in every other case the planner's question stands.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use countersign_assistant::{Input, ModelProfile, Outcome, ProposedOp, Step, Thresholds, Turn};
use countersign_core::model::{Call, Finish, Reply, Usage};
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_core::wire::Mode;
use countersign_planner::dates::Clock;
use serde_json::{Value, json};

/// The planner finds no todo in it.
const OPEN: &str = "I won't be reading the novel, take it out";
/// The planner has one reading and asks whether it is meant.
const MEANT: &str = "forgot the bins this thursday, skip it";

fn todos(world: &str) -> Todos {
    let all: Value = serde_json::from_str(include_str!("../../eval/cases/worlds.json")).expect("worlds");
    Todos::new(serde_json::from_value::<Vec<Todo>>(all[world].clone()).expect("todos"))
}

fn input(message: &str, model: Option<ModelProfile>) -> Input {
    let clock = Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York");
    Input { model, ..Input::new(message, clock) }
}

fn small(message: &str) -> Input {
    input(message, Some(ModelProfile { weighs: true, ..ModelProfile::small() }))
}

fn reply(pick: &str, share: Option<f64>) -> Reply {
    Reply {
        text: json!({ "pick": pick }).to_string(),
        thinking: String::new(),
        tool_calls: Vec::new(),
        finish: Finish::Stop,
        usage: Usage::default(),
        min_logprob: share.map(f64::ln),
        prompt_cut: false,
        model: "m".to_owned(),
    }
}

/// Runs a turn; every call after the answers fails.
fn drive(input: Input, answers: &[Reply]) -> (Turn, Outcome, Vec<Call>) {
    drive_in("flat", input, answers)
}

fn drive_in(world: &str, input: Input, answers: &[Reply]) -> (Turn, Outcome, Vec<Call>) {
    let world = todos(world);
    let (mut turn, mut step) = Turn::begin(input, &world);
    let (mut calls, mut answers) = (Vec::new(), answers.iter());
    for _ in 0..12 {
        step = match step {
            Step::Call(call) => {
                calls.push(call);
                match answers.next() {
                    Some(answer) => turn.reply(answer.clone(), &world),
                    None => turn.failed("unreachable", &world),
                }
            }
            Step::Ops(_) => turn.proceed(&world),
            Step::Done(outcome) => return (turn, outcome, calls),
        };
    }
    panic!("the turn does not end");
}

fn picks(call: &Call) -> Vec<String> {
    let schema = &call.format.as_ref().expect("a format").schema;
    serde_json::from_value(schema["properties"]["pick"]["enum"].clone()).expect("an enum")
}

fn plan(outcome: Outcome) -> Vec<ProposedOp> {
    match outcome {
        Outcome::Plan { operations, .. } => operations,
        other => panic!("no plan: {other:?}"),
    }
}

#[test]
fn an_open_question_goes_to_the_model_once_and_a_clear_pick_is_an_item_that_is_not_marked() {
    let (_, alone, none) = drive(input(OPEN, None), &[]);
    assert!(matches!(alone, Outcome::Clarify { .. }) && none.is_empty(), "{alone:?}");
    let (turn, outcome, calls) = drive(small(OPEN), &[reply("Delete “Read novel”", Some(0.99))]);
    assert_eq!(calls.len(), 1);
    let operations = plan(outcome);
    assert_eq!(json!(operations[0].op), json!({"op": "delete", "id": 14}));
    assert_eq!((operations.len(), operations[0].sure, turn.decided_by()), (1, false, Some("m")));
    // Both forms of the question have the same answers, but for the way out of the written one.
    let weighing = calls[0].weighing.clone().expect("a weighing");
    let mut weighed: Vec<String> = weighing.choices.iter().map(|c| c.answer.clone()).collect();
    weighed.push(json!({"pick": "ask"}).to_string());
    assert_eq!(weighed, picks(&calls[0]).iter().map(|p| json!({"pick": p}).to_string()).collect::<Vec<_>>());
    assert!(weighing.choices.iter().all(|c| c.text.starts_with("Todo: Read novel\n")), "{weighing:?}");
    assert!(weighing.said.contains(OPEN));
}

#[test]
fn whatever_is_no_clear_pick_leaves_the_question() {
    let question = drive(input(OPEN, None), &[]).1;
    let pick = "Delete “Read novel”";
    for answer in [
        reply(pick, Some(0.54)),
        reply(pick, None),
        reply(pick, Some(f64::NAN)),
        reply("ask", Some(0.99)),
        reply("Delete “Pay rent”", Some(0.99)),
        reply("", Some(0.99)),
        Reply { text: pick.to_owned(), ..reply(pick, Some(0.99)) },
        Reply { text: r#"{"pick":"Delete “Read"#.to_owned(), finish: Finish::Length, ..reply(pick, Some(0.99)) },
        Reply { prompt_cut: true, ..reply(pick, Some(0.99)) },
    ] {
        let (turn, outcome, calls) = drive(small(OPEN), std::slice::from_ref(&answer));
        assert_eq!((calls.len(), &outcome), (1, &question), "{answer:?}");
        assert_eq!(turn.decided_by(), None);
    }
    // The limit is the configuration's.
    let lower = Thresholds { pick_above: 0.5, ..Thresholds::default() };
    let (_, outcome, _) = drive(Input { thresholds: lower, ..small(OPEN) }, &[reply(pick, Some(0.54))]);
    assert_eq!(plan(outcome).len(), 1);
}

#[test]
fn a_model_that_is_down_leaves_the_question_and_the_trace_says_so() {
    let question = drive(input(OPEN, None), &[]).1;
    let (turn, outcome, calls) = drive(small(OPEN), &[]);
    assert_eq!((calls.len(), outcome), (1, question));
    assert_eq!(turn.trace().calls[0].error.as_deref(), Some("unreachable"));
}

#[test]
fn only_what_the_planner_was_for_too_is_ever_marked() {
    let asked = drive_in("studio", input(MEANT, None), &[]).1;
    let Outcome::Clarify { alternatives, .. } = asked else { panic!("no question: {asked:?}") };
    let label = &alternatives[0].label;
    for (share, sure) in [(0.99, true), (0.90, false)] {
        let operations = plan(drive_in("studio", small(MEANT), &[reply(label, Some(share))]).1);
        assert_eq!((json!(operations[0].op), operations[0].sure), (json!(alternatives[0].operations[0]), sure));
    }
    // A reading of the model's own is not, however clear.
    assert!(!plan(drive(small(OPEN), &[reply("Complete “Read novel”", Some(0.999))]).1)[0].sure);
}

#[test]
fn what_only_the_person_can_say_is_not_asked_of_a_model() {
    for said in [
        "call mom at 6pm",
        "put yoga on friday",
        "email is done",
        "set dentist for feb 30",
        "if the dentist can't do tuesday, move it to wednesday",
    ] {
        let (_, outcome, calls) = drive(small(said), &[]);
        let asked = calls.iter().any(|call| call.weighing.is_some());
        assert!(matches!(outcome, Outcome::Clarify { .. }) && !asked, "{said}: {outcome:?} {calls:?}");
    }
    let chat = Input { mode: Mode::Chat, ..small(OPEN) };
    assert!(drive(chat, &[]).2.iter().all(|call| call.weighing.is_none()));
}

#[test]
fn that_nothing_was_asked_for_ends_the_matter() {
    let (_, _, calls) = drive(small(OPEN), &[]);
    let nothing = picks(&calls[0]).into_iter().find(|p| p.starts_with("nothing")).expect("nothing");
    let (_, outcome, _) = drive(small(OPEN), &[reply(&nothing, Some(0.9))]);
    assert_eq!(outcome, Outcome::Chat { text: "Nothing changes.".to_owned() });
    // Who asked for a plan gets the question.
    let planned = Input { mode: Mode::Plan, ..small(OPEN) };
    assert!(matches!(drive(planned, &[reply(&nothing, Some(0.9))]).1, Outcome::Clarify { .. }));
}

#[test]
fn two_parts_about_two_todos_are_one_reading() {
    let (_, _, calls) = drive_in("studio", small("cat food done + groceries at 18:00"), &[]);
    let both = |p: &String| p.starts_with("Complete “Buy cat food”; ") && p.contains("Grocery shopping");
    assert!(calls.iter().any(|c| c.weighing.is_some() && picks(c).iter().any(both)), "{calls:?}");
}
