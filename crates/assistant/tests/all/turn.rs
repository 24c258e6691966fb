//! The machine: what it asks a model for, what it makes of answers of every kind, and that it can be
//! stored and resumed at any step.

use crate::world::{clock, todos};
use countersign_assistant::{
    Alternative, Decided, Input, ModelProfile, Outcome, PendingQuestion, ProposedOp, Step, Turn as Machine, Unanswered,
};
use countersign_core::ids::{SessionId, TodoId};
use countersign_core::model::{Call, Finish, Reply, Role, Told, estimate_tokens};
use countersign_core::operation::Operation;
use countersign_core::session::handoff::Facts;
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_core::wire::{ClarifySelection, Mode};
use countersign_planner::interpret::Turn;
use countersign_testkit::reply;
use proptest::prelude::*;
use serde_json::{Value, json};

fn small(message: &str) -> Input {
    Input { model: Some(ModelProfile::small()), ..Input::new(message, clock()) }
}

fn large(message: &str) -> Input {
    Input {
        model: Some(ModelProfile { router: false, summary: false, ..ModelProfile::large() }),
        ..Input::new(message, clock())
    }
}

/// Two weak readings, so that a model is asked: complete, priority or nothing.
const OPEN_SENTENCE: &str = "finally the dentist, or maybe the novel";

/// Runs a turn with these answers, in order; calls without an answer fail. Also what was called for.
fn drive(input: Input, world: &Todos, answers: &[Reply]) -> (Machine, Outcome, Vec<Call>, Vec<u32>) {
    let (mut turn, mut step) = Machine::begin(input, world);
    let (mut calls, mut versions, mut answers) = (Vec::new(), Vec::new(), answers.iter());
    for _ in 0..12 {
        step = match step {
            Step::Call(call) => {
                calls.push(call);
                match answers.next() {
                    Some(answer) => turn.reply(answer.clone(), world),
                    None => turn.failed("unreachable", world),
                }
            }
            Step::Ops(ops) => {
                versions.push(ops.version);
                turn.proceed(world)
            }
            Step::Done(outcome) => return (turn, outcome, calls, versions),
        };
    }
    panic!("the turn does not end");
}

fn operations(outcome: &Outcome) -> Vec<Operation> {
    match outcome {
        Outcome::Plan { operations, .. } => {
            operations.iter().filter(|o| o.is_valid()).filter_map(|o| o.op.clone()).collect()
        }
        Outcome::Clarify { alternatives, .. } => alternatives.iter().flat_map(|a| a.operations.clone()).collect(),
        Outcome::Chat { .. }
        | Outcome::Said { .. }
        | Outcome::Work { .. }
        | Outcome::Refused { .. }
        | Outcome::Unanswered { .. } => Vec::new(),
    }
}

fn op_json(outcome: &Outcome) -> Value {
    json!(operations(outcome))
}

#[test]
fn what_the_planner_is_sure_of_needs_no_model() {
    let (turn, outcome, calls, versions) = drive(small("delete the milk"), &todos(), &[]);
    assert_eq!(op_json(&outcome), json!([{"op": "delete", "id": 4}]));
    assert_eq!((calls.len(), versions), (0, vec![1]));
    assert_eq!(turn.decided_by(), None);
    let (_, outcome, calls, _) = drive(small("what is due today?"), &todos(), &[]);
    assert!(matches!(outcome, Outcome::Chat { .. }) && calls.is_empty());
}

#[test]
fn words_decide_alone_where_they_leave_one_reading() {
    for (said, want) in [
        ("the printer ink is ordered", json!([{"op": "complete", "id": 17, "completed": true}])),
        ("passport renewed", json!([{"op": "complete", "id": 9, "completed": true}])),
        ("dentist was postponed to december 3", json!([{"op": "update", "id": 1, "scheduledFor": "2026-12-03"}])),
        ("novel is not important", json!([{"op": "update", "id": 14, "priority": "low"}])),
        ("oops, the bike isn't actually fixed", json!([{"op": "complete", "id": 11, "completed": false}])),
        ("halfway through the passport application", json!([{"op": "set_status", "id": 9, "status": "in_progress"}])),
        ("socks are packed", json!([{"op": "update", "id": 7, "checklist_check": ["socks"]}])),
        ("rent is due on the 3rd this time", json!([{"op": "update", "id": 8, "dueDate": "2026-12-03"}])),
    ] {
        let (_, outcome, calls, _) = drive(small(said), &todos(), &[]);
        assert!(matches!(outcome, Outcome::Plan { .. }), "{said}: {outcome:?}");
        assert_eq!(op_json(&outcome), want, "{said}");
        assert!(calls.is_empty(), "{said}");
    }
}

#[test]
fn nothing_is_done_against_the_words() {
    for said in [
        "don't let me forget to renew my driving licence",
        "haven't paid the rent yet",
        "don't you dare delete the passport one",
        "i'm not done with the slides",
        "please do NOT touch the report",
        "never said I read the novel",
        "is the rent overdue?",
        "should the dentist be cancelled?",
        "what would happen if I deleted the report?",
        "the report needs to be finished",
        "once the rent is paid I can relax",
        "I wish the slides were done",
    ] {
        let (_, outcome, _, _) = drive(small(said), &todos(), &[]);
        let bad: Vec<Operation> = match &outcome {
            Outcome::Plan { .. } => {
                operations(&outcome).into_iter().filter(|o| !matches!(o, Operation::Create(_))).collect()
            }
            _ => Vec::new(),
        };
        assert!(bad.is_empty(), "{said}: {bad:?}");
    }
}

#[test]
fn what_takes_something_away_is_never_marked_beforehand() {
    for said in ["scratch milk", "dentist got cancelled", "milk isn't needed anymore", "that denver trip is off"] {
        let (_, outcome, _, _) = drive(small(said), &todos(), &[]);
        if let Outcome::Plan { operations, .. } = &outcome {
            assert!(operations.iter().all(|o| !o.sure), "{said}");
        }
    }
}

#[test]
fn a_date_behind_the_only_deadline_is_not_marked_beforehand() {
    let mut all: Vec<Todo> = todos().iter().cloned().collect();
    all.truncate(3);
    let essay = all.first_mut().expect("a todo");
    essay.title = "Essay on Camus".to_owned();
    (essay.scheduled_for, essay.due_date) = (None, Some(jiff::civil::date(2026, 12, 11)));
    let world = Todos::new(all);
    for (said, sure) in [("move the essay to dec 14", false), ("move the essay to dec 9", true)] {
        let (_, outcome, _, _) = drive(small(said), &world, &[]);
        let Outcome::Plan { operations, .. } = &outcome else { panic!("{said}: {outcome:?}") };
        assert!(operations.iter().all(|o| o.sure == sure), "{said}");
    }
}

#[test]
fn what_is_left_over_may_be_another_wish() {
    for said in ["delete the milk one it got bought by itself", "drop the time from the dentist, all day is fine"] {
        let (_, outcome, _, _) = drive(small(said), &todos(), &[]);
        if let Outcome::Plan { operations, .. } = &outcome {
            let kinds: Vec<&str> = operations.iter().filter_map(|o| o.op.as_ref()).map(|op| op.name()).collect();
            let wrong = if said.starts_with("drop") { "delete" } else { "complete" };
            assert!(!kinds.contains(&wrong), "{said}: {kinds:?}");
        }
    }
}

fn asked(said: &str) -> (Machine, Call, Todos) {
    let world = todos();
    let (turn, step) = Machine::begin(small(said), &world);
    let Step::Call(call) = step else { panic!("{said}: {step:?}") };
    (turn, call, world)
}

#[test]
fn the_prompt_of_a_small_model() {
    let (_, call, _) = asked(OPEN_SENTENCE);
    assert_eq!(call.role, Role::Propose);
    let last = call.messages.last().map(|m| m.content.clone()).unwrap_or_default();
    insta::assert_snapshot!(last, @r"
    Todos:
    - Dentist appointment (Tue 2026-11-24, 15:00)
    - Read novel
    Today: 2026-11-21 (America/New_York), Saturday
    Request: finally the dentist, or maybe the novel
    Say: complete, nothing
    ");
    assert_eq!(
        call.format.map(|f| f.schema),
        Some(json!({"anyOf": [
            {"type": "object", "properties": {"do": {"enum": ["complete"]}, "todo": {"enum": ["Dentist appointment", "Read novel"]}},
             "required": ["do", "todo"], "additionalProperties": false},
            {"type": "object", "properties": {"do": {"enum": ["nothing"]}}, "required": ["do"], "additionalProperties": false}
        ]}))
    );
}

#[test]
fn the_static_prefix_is_the_same_bytes_in_every_turn() {
    let (_, one, _) = asked(OPEN_SENTENCE);
    let (_, other, _) = asked("already the passport or the car insurance");
    let n = one.messages.len() - 1;
    assert_eq!(one.messages[..n], other.messages[..n]);
    assert!(n > 10, "{n}");
    assert_ne!(one.messages[n], other.messages[n]);
}

#[test]
fn a_model_chooses_from_the_menu_only() {
    let (turn, outcome, calls, _) =
        drive(small(OPEN_SENTENCE), &todos(), &[reply(r#"{"do":"complete","todo":"Read novel"}"#)]);
    assert_eq!(op_json(&outcome), json!([{"op": "complete", "id": 14, "completed": true}]));
    assert_eq!((calls.len(), turn.decided_by()), (1, Some("test")));
    let Outcome::Plan { operations, summary, fallback, .. } = outcome else { panic!("no plan") };
    assert!(!operations[0].sure, "a weak cue is never sure");
    assert_eq!(summary, "1 change proposed: complete “Read novel”. Nothing happens until you sign.");
    assert!(!fallback);
}

#[test]
fn what_is_not_on_the_menu_is_asked_for_once_more_and_then_dropped() {
    for bad in [
        r#"{"do":"delete","todo":"Read novel"}"#,
        r#"{"do":"complete","todo":"Pay rent"}"#,
        r#"{"do":"complete"}"#,
        r#"{"do":"format_disk","todo":"Read novel"}"#,
        r#"{"operations":[{"op":"delete","id":14}]}"#,
        "delete it!",
        "",
        "null",
        r#"{"do":"complete","todo":"Read nov"#,
        r#"{"do":"complete","todo":"Read novel""#,
        "<tool_call>{\"name\":\"delete\"}</tool_call>",
        "<operations><op>complete</op></operations>",
        "J'ai terminé la tâche.",
    ] {
        let (turn, outcome, calls, _) = drive(small(OPEN_SENTENCE), &todos(), &[reply(bad), reply(bad)]);
        assert_eq!(calls.len(), 2, "{bad}");
        assert_eq!(calls[1].role, Role::Repair, "{bad}");
        let told = calls[1].messages.last().map(|m| m.content.clone()).unwrap_or_default();
        assert!(told.contains("Say one of") || told.contains("Name one of"), "{bad}: {told}");
        assert!(!matches!(outcome, Outcome::Plan { .. }), "{bad}: {outcome:?}");
        assert!(turn.trace().audit.iter().any(|a| a.action == "repair_failed"), "{bad}");
        let (_, outcome, _, _) =
            drive(small(OPEN_SENTENCE), &todos(), &[reply(bad), reply(r#"{"do":"complete","todo":"Read novel"}"#)]);
        assert_eq!(op_json(&outcome), json!([{"op": "complete", "id": 14, "completed": true}]), "{bad}");
    }
}

#[test]
fn usable_answers_in_any_wrapping_are_used() {
    let good = r#"{"do":"complete","todo":"Read novel"}"#;
    for wrapped in [
        format!("```json\n{good}\n```"),
        format!("<think>delete? {{\"do\":\"delete\"}}</think>{good}"),
        format!("Sure, here it is: {good}"),
        "{'do': 'complete', 'todo': 'Read novel',}".to_owned(),
        format!("{good}<|im_end|>"),
    ] {
        let (_, outcome, calls, _) = drive(small(OPEN_SENTENCE), &todos(), &[reply(&wrapped)]);
        assert_eq!(calls.len(), 1, "{wrapped}");
        assert_eq!(op_json(&outcome), json!([{"op": "complete", "id": 14, "completed": true}]), "{wrapped}");
    }
}

#[test]
fn a_cut_answer_is_no_answer() {
    let whole = r#"{"do":"complete","todo":"Read novel"}"#;
    for end in 0..whole.len() {
        for finish in [Finish::Stop, Finish::Length, Finish::Aborted, Finish::Unknown] {
            let cut = Reply { finish, ..reply(&whole[..end]) };
            let (_, outcome, _, _) = drive(small(OPEN_SENTENCE), &todos(), &[cut.clone(), cut]);
            assert!(!matches!(outcome, Outcome::Plan { .. }), "{end} {finish:?}");
        }
    }
}

#[test]
fn a_choice_forced_on_the_model_becomes_a_question_with_the_choice_as_answer() {
    let doubted = Reply { min_logprob: Some(-9.0), ..reply(r#"{"do":"complete","todo":"Read novel"}"#) };
    let (_, outcome, _, _) = drive(small(OPEN_SENTENCE), &todos(), std::slice::from_ref(&doubted));
    let Outcome::Clarify { question, alternatives, instruction, options, .. } = outcome else { panic!("no question") };
    assert_eq!(question, "Did you mean: complete “Read novel”?");
    assert_eq!((instruction.as_str(), options.as_slice()), (OPEN_SENTENCE, &[TodoId(14)][..]));
    let pending =
        PendingQuestion { question, options, instruction, answers: Vec::new(), alternatives: alternatives.clone() };
    for answer in ["yes", "Yes!", "do it", "the first one", &alternatives[0].label] {
        let input = Input { pending: Some(pending.clone()), ..small(answer) };
        let (_, outcome, calls, _) = drive(input, &todos(), &[]);
        assert_eq!(op_json(&outcome), json!([{"op": "complete", "id": 14, "completed": true}]), "{answer}");
        assert!(calls.is_empty(), "{answer}");
    }
    let input = Input { pending: Some(pending.clone()), ..small("no") };
    assert_eq!(drive(input, &todos(), &[]).1, Outcome::Chat { text: "Nothing changes.".to_owned() });
    let chosen =
        ClarifySelection { ids: Vec::new(), date: None, priority: None, values: vec![alternatives[0].value.clone()] };
    let input = Input { pending: Some(pending), selection: Some(chosen), ..small("") };
    assert_eq!(operations(&drive(input, &todos(), &[]).1).len(), 1);
    // A sure model is believed.
    let sure = Reply { min_logprob: Some(-0.3), ..doubted };
    assert!(matches!(drive(small(OPEN_SENTENCE), &todos(), &[sure]).1, Outcome::Plan { .. }));
}

#[test]
fn an_answer_chosen_long_ago_is_checked_against_what_is_there_now() {
    let gone = Alternative {
        value: json!("x"),
        label: "Complete “Gone”".to_owned(),
        operations: vec![Operation::Complete { id: TodoId(999).into(), completed: true }],
    };
    let pending = PendingQuestion { answers: Vec::new(), alternatives: vec![gone], ..PendingQuestion::default() };
    let (_, outcome, _, _) = drive(Input { pending: Some(pending), ..small("yes") }, &todos(), &[]);
    let Outcome::Plan { operations, .. } = outcome else { panic!("no plan") };
    assert_eq!(operations[0].problems[0].code, "id_not_found");
    assert!(!operations[0].sure);
}

#[test]
fn several_that_fit_are_asked_about() {
    let (_, outcome, calls, _) = drive(small("budget email can wait"), &todos(), &[]);
    let Outcome::Clarify { options, sections, alternatives, .. } = outcome else { panic!("no question") };
    assert!(calls.is_empty());
    assert_eq!(options.iter().collect::<std::collections::BTreeSet<_>>(), [TodoId(12), TodoId(13)].iter().collect());
    assert_eq!(alternatives.len(), sections[0].options.len());
}

#[test]
fn without_a_model_the_words_or_a_question_decide() {
    let mut input = Input::new(OPEN_SENTENCE, clock());
    let (_, outcome, calls, _) = drive(input.clone(), &todos(), &[]);
    assert!(calls.is_empty());
    assert!(matches!(outcome, Outcome::Clarify { .. }), "{outcome:?}");
    input.message = "asdf".to_owned();
    assert!(matches!(drive(input, &todos(), &[]).1, Outcome::Refused { .. } | Outcome::Chat { .. }));
    // A model that cannot be reached is the same, and the trace says why.
    let (turn, outcome, calls, _) = drive(small(OPEN_SENTENCE), &todos(), &[]);
    assert_eq!(calls.len(), 1);
    assert!(matches!(outcome, Outcome::Clarify { .. }));
    assert_eq!(turn.trace().calls[0].error.as_deref(), Some("unreachable"));
}

#[test]
fn chat_mode_never_proposes() {
    for said in ["delete the milk", "passport renewed", "hello", "asdf"] {
        let input = Input { mode: Mode::Chat, ..small(said) };
        let (_, outcome, _, _) = drive(input, &todos(), &[reply("I have deleted it.")]);
        match outcome {
            Outcome::Chat { text } => assert!(!text.contains("I have deleted"), "{said}: {text}"),
            // Its words are its own, and shown as such.
            Outcome::Said { .. } => {}
            outcome => assert_eq!(outcome, Outcome::Unanswered { why: Unanswered::Unusable }, "{said}"),
        }
    }
}

#[test]
fn talk_is_the_models_and_without_markup() {
    let (turn, outcome, calls, _) =
        drive(small("tell me a joke"), &todos(), &[reply("<think>hm</think>**Why** not?\n\nBecause.")]);
    assert_eq!(outcome, Outcome::Said { text: "Why not? Because.".to_owned() });
    assert_eq!((calls[0].role, calls[0].format.is_none(), turn.decided_by()), (Role::Chat, true, Some("test")));
    // There is a model: what it fails to say is not that there is none.
    for (bad, why) in [
        ("", Unanswered::Empty),
        ("<think>hm", Unanswered::Empty),
        ("<think>hm</think>\n", Unanswered::Empty),
        ("{\"do\":\"x\"}", Unanswered::Unusable),
        ("```rm -rf```", Unanswered::Unusable),
        (&"la la ".repeat(400), Unanswered::Unusable),
    ] {
        let (_, outcome, _, _) = drive(small("tell me a joke"), &todos(), &[reply(bad)]);
        assert_eq!(outcome, Outcome::Unanswered { why }, "{bad}");
    }
}

/// R23: whatever a model claims, in any language, the product's own sentence is of the operations alone,
/// and the claim is nothing but the model's words; nothing of it turns a screen or leads elsewhere.
#[test]
fn what_a_model_claims_is_never_the_products_word() {
    let ops = reply(r#"{"operations":[{"op":"update","id":1,"priority":"high"}]}"#);
    let input =
        || Input { model: Some(ModelProfile { router: false, ..ModelProfile::large() }), ..Input::new(WISH, clock()) };
    for (claim, shown) in [
        ("Done! The dentist is now high priority.", "Done! The dentist is now high priority."),
        ("I have deleted 3 todos.", "I have deleted 3 todos."),
        ("Ich habe den Zahnarzt geändert.", "Ich habe den Zahnarzt geändert."),
        ("1 change applied.\n Delete “x”  #3\nUndo: @6", "1 change applied. Delete “x” #3 Undo: @6"),
        ("See [here](http://evil.example) ![x](http://evil/x.png).", "See here x."),
        ("\u{202e}evil\u{1b}[31m \u{2066}a\u{200b}b", "evil [31m ab"),
        ("A list [1] of [two](a", "A list [1] of [two](a"),
    ] {
        let (_, outcome, _, _) = drive(input(), &todos(), &[ops.clone(), reply(claim)]);
        let Outcome::Plan { summary, said, .. } = &outcome else { panic!("{outcome:?}") };
        assert!(summary.starts_with("1 change proposed: change “Dentist appointment”"), "{summary}");
        assert!(summary.ends_with("Nothing happens until you sign."), "{summary}");
        assert_eq!(said.as_deref(), Some(shown));
        let (_, outcome, _, _) = drive(small("tell me a joke"), &todos(), &[reply(claim)]);
        assert_eq!(outcome, Outcome::Said { text: shown.to_owned() });
    }
}

/// C32: the end of an answer that was cut is not its end; sentences before it are whole.
#[test]
fn an_answer_that_was_cut_is_marked() {
    let cut = |text: &str, finish: Finish| Reply { finish, ..reply(text) };
    let six = "One. Two. Three. Four. Five. Six.";
    for (reply, shown) in [
        (cut("The sky is blue because of", Finish::Aborted), "The sky is blue because of …"),
        (cut("The sky is blue because of", Finish::Length), "The sky is blue because of …"),
        (cut("The sky is", Finish::Filtered), "The sky is …"),
        (cut("It is blue.", Finish::Stop), "It is blue."),
        (cut("It is blue.", Finish::Unknown), "It is blue."),
        (cut(&format!("{six} Sev"), Finish::Length), six),
    ] {
        let (_, outcome, _, _) = drive(small("tell me a joke"), &todos(), &[reply]);
        assert_eq!(outcome, Outcome::Said { text: shown.to_owned() });
    }
}

/// S0-60: a short paragraph at most; points inside words and numbers end nothing.
#[test]
fn sentences_are_counted() {
    let many = "One is 3.5 kg, e.g. of tea. Two? Three! Vier. Fünf. 6 follows. Seven is too much. Eight.";
    let (_, outcome, _, _) = drive(small("tell me a joke"), &todos(), &[reply(many)]);
    let whole = "One is 3.5 kg, e.g. of tea. Two? Three! Vier. Fünf. 6 follows.";
    assert_eq!(outcome, Outcome::Said { text: whole.to_owned() });
}

// ---- large models ----

const WISH: &str = "the team wants a retro about the budget at some point, sort that out";

/// Whatever a model writes instead of an answer, nothing of it can be signed, and the turn ends in
/// words; of two whole answers the last one counts.
#[test]
fn what_is_no_answer_proposes_nothing() {
    let whole = r#"{"operations":[{"op":"update","id":12,"priority":"high"}]}"#;
    let long = format!("{{\"operations\":[{{\"op\":\"update\",\"id\":12,\"notes\":\"{}", "x".repeat(10 << 20));
    for (name, bad) in [
        ("nothing", ""),
        ("prose", "Certainly! I would suggest that you move the review to Friday."),
        ("another language", "Natürlich, ich verschiebe das auf Freitag. 好的，我会安排。"),
        ("xml", "<operations><operation><op>delete</op><id>12</id></operation></operations>"),
        ("html", "<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>"),
        ("mid-token", &whole[..whole.len() / 2]),
        ("mid-string", r#"{"operations":[{"op":"update","id":12,"title":"Dent"#),
        ("a loop", &"{\"operations\":".repeat(400)),
        ("reasoning without end", &format!("<think>{whole}")),
        ("the schema", r#"{"type":"object","properties":{"operations":{"type":"array"}}}"#),
        ("10 MB", &long),
        ("brackets", &"[".repeat(100_000)),
    ] {
        let (_, outcome, _, _) = drive(large(WISH), &todos(), &[reply(bad), reply(bad)]);
        match outcome {
            Outcome::Chat { text } | Outcome::Said { text } | Outcome::Refused { text } => {
                assert!(!text.is_empty(), "{name}");
            }
            Outcome::Clarify { question, .. } => assert!(!question.is_empty(), "{name}"),
            Outcome::Plan { operations, .. } => {
                assert!(operations.iter().all(|o| !o.is_valid()), "{name}: {operations:?}")
            }
            Outcome::Unanswered { why } => assert_eq!((why, bad), (Unanswered::Empty, ""), "{name}"),
            Outcome::Work { .. } => panic!("{name}"),
        }
    }
    let two = format!("{{\"operations\":[{{\"op\":\"delete\",\"id\":12}}]}}\n\nNo, better:\n{whole}");
    let (_, outcome, _, _) = drive(large(WISH), &todos(), &[reply(&two)]);
    let Outcome::Plan { operations, .. } = outcome else { panic!("{outcome:?}") };
    let ops: Vec<_> = operations.iter().filter_map(|o| o.op.as_ref().map(|op| op.to_value())).collect();
    assert_eq!(ops, [json!({"op": "update", "id": 12, "priority": "high"})]);
}

/// S0-68: a number that a model gives to a new todo means nothing, said with `op` or without.
#[test]
fn a_new_todo_loses_the_number_that_a_model_gives_it() {
    let body = r#"{"operations":[{"op":"create","id":12,"title":"Book a room"},{"title":"Ask the team"}]}"#;
    let (_, outcome, _, _) = drive(large(WISH), &todos(), &[reply(body)]);
    let Outcome::Plan { operations, .. } = &outcome else { panic!("{outcome:?}") };
    let ops: Vec<_> = operations.iter().map(|o| (o.is_valid(), o.op.as_ref().map(|op| op.to_value()))).collect();
    let create = |title: &str| (true, Some(json!({"op": "create", "title": title})));
    assert_eq!(ops, [create("Book a room"), create("Ask the team")]);
}

#[test]
fn a_large_models_operations_are_resolved_and_checked_one_by_one() {
    let body = r##"{"operations":[
        {"op":"update","id":12,"scheduledFor":"next friday","timeOfDay":"3pm"},
        {"action":"complete","id":"Email Tom about budget"},
        {"op":"update","id":12,"priority":"HIGH"},
        {"op":"delete","id":999},
        {"id":13,"title":"Email Tom on budget"},
        {"op":"update","id":12,"scheduledFor":"soonish"},
        {"op":"bulk_delete","where":{"all":true}},
        {"op":"frobnicate","id":12}
    ]}"##;
    let (turn, outcome, calls, versions) = drive(large(WISH), &todos(), &[reply(body), reply("no idea")]);
    let Outcome::Plan { operations, .. } = &outcome else { panic!("{outcome:?}") };
    let codes: Vec<Vec<String>> =
        operations.iter().map(|o| o.problems.iter().map(|p| p.code.to_string()).collect()).collect();
    assert_eq!(
        codes,
        [
            vec![],
            vec![],
            vec![],
            vec!["id_not_found"],
            vec![],
            vec!["invalid_scheduledFor"],
            vec!["invalid_where_all"],
            vec!["invalid_op"]
        ]
        .map(|c: Vec<&str>| c.into_iter().map(str::to_owned).collect::<Vec<_>>())
    );
    assert_eq!(
        json!(operations[0].op),
        json!({"op": "update", "id": 12, "scheduledFor": "2026-11-27", "timeOfDay": "15:00"})
    );
    assert_eq!(json!(operations[1].op), json!({"op": "complete", "id": 13, "completed": true}));
    assert_eq!(json!(operations[4].op), json!({"op": "update", "id": 13, "title": "Email Tom on budget"}));
    assert_eq!(operations[0].warnings[0].code, "date_not_said");
    assert_eq!((versions, calls.len()), (vec![1], 2));
    let actions: Vec<&str> = turn.trace().audit.iter().map(|a| a.action.as_str()).collect();
    assert_eq!(actions, ["assistant_understanding", "repair_attempted", "repair_failed"]);
}

#[test]
fn only_what_failed_is_repaired_and_keeps_its_place() {
    let first = r#"{"operations":[{"op":"update","id":12,"priority":"urgent"},{"op":"complete","id":13},{"op":"delete","id":500}]}"#;
    let second = r#"{"operations":[{"op":"update","id":12,"priority":"high"},{"op":"delete","id":501}]}"#;
    let (turn, outcome, calls, versions) = drive(large(WISH), &todos(), &[reply(first), reply(second)]);
    assert_eq!(versions, [1, 2]);
    let Outcome::Plan { operations, .. } = &outcome else { panic!("{outcome:?}") };
    assert_eq!(json!(operations[0].op), json!({"op": "update", "id": 12, "priority": "high"}));
    assert_eq!(json!(operations[1].op), json!({"op": "complete", "id": 13, "completed": true}));
    assert!(!operations[2].is_valid() && operations[2].raw["id"] == 500, "the failing one stays visible");
    let told = calls[1].messages.last().map(|m| m.content.clone()).unwrap_or_default();
    assert!(told.contains("Operation 1: ") && told.contains("Use low, medium or high."), "{told}");
    assert!(!told.contains("\"complete\""), "valid ones are not sent again: {told}");
    assert!(turn.trace().audit.iter().any(|a| a.action == "repair_failed" && a.detail["remaining_invalid"] == 1));
    // The same with nothing left.
    let all = r#"{"operations":[{"op":"update","id":12,"priority":"high"},{"op":"delete","id":14}]}"#;
    let (turn, _, _, _) = drive(large(WISH), &todos(), &[reply(first), reply(all)]);
    assert!(turn.trace().audit.iter().any(|a| a.action == "repair_success"));
}

#[test]
fn closed_operations_of_a_cut_proposal_are_kept_and_open_ones_never() {
    let body = r#"{"operations":[{"op":"complete","id":13},{"op":"delete","id":12"#;
    for finish in [Finish::Stop, Finish::Length, Finish::Aborted, Finish::Unknown] {
        let (turn, outcome, _, _) = drive(large(WISH), &todos(), &[Reply { finish, ..reply(body) }]);
        assert_eq!(op_json(&outcome), json!([{"op": "complete", "id": 13, "completed": true}]), "{finish:?}");
        assert!(!turn.trace().calls[0].dropped.is_empty());
        let single = Reply { finish, ..reply(r#"{"op":"delete","id":12"#) };
        let (_, outcome, _, _) = drive(large(WISH), &todos(), &[single.clone(), single]);
        assert!(!matches!(outcome, Outcome::Plan { .. }), "{finish:?}");
    }
}

#[test]
fn fields_a_strict_runtime_fills_with_null_clear_nothing() {
    let body = r#"{"operations":[{"op":"update","id":12,"title":null,"scheduledFor":null,"dueDate":null,"priority":"high","notes":null,"where":null,"set":null}]}"#;
    let (_, outcome, _, _) = drive(large(WISH), &todos(), &[reply(body)]);
    assert_eq!(op_json(&outcome), json!([{"op": "update", "id": 12, "priority": "high"}]));
    let clear = r#"{"operations":[{"op":"update","id":12,"scheduledFor":null}]}"#;
    let (_, outcome, _, _) = drive(large(WISH), &todos(), &[reply(clear)]);
    assert_eq!(op_json(&outcome), json!([{"op": "update", "id": 12, "scheduledFor": null}]));
}

#[test]
fn the_router_gates_and_never_plans_on_a_failure() {
    let routed = |decision: &str, confidence: f64, ids: &str| {
        reply(&format!(
            r#"{{"decision":"{decision}","category":"task","confidence":{confidence},"entities":{{"date":"","priority":"","ids":{ids},"text":""}},"missing":[],"question":"Which budget mail?"}}"#
        ))
    };
    let input =
        || Input { model: Some(ModelProfile { summary: false, ..ModelProfile::large() }), ..Input::new(WISH, clock()) };
    let next = |answer: Reply| {
        let (_, outcome, calls, _) = drive(input(), &todos(), &[answer]);
        (calls.get(1).map(|c| c.role), outcome)
    };
    assert_eq!(next(routed("plan", 0.9, "[12]")).0, Some(Role::Propose));
    assert_eq!(next(routed("plan", 0.6, "[12,13]")).0, Some(Role::Propose), "many ids override the middle (S0-53)");
    assert_eq!(next(routed("chat", 0.9, "[]")).0, Some(Role::Chat));
    for (decision, confidence) in [("plan", 0.3), ("clarify", 0.9), ("chat", 0.2)] {
        let (role, outcome) = next(routed(decision, confidence, "[12,13]"));
        assert_eq!(role, None, "{decision} {confidence}");
        let Outcome::Clarify { question, options, sections, .. } = outcome else { panic!("{decision} {confidence}") };
        assert_eq!((question.as_str(), options.starts_with(&[TodoId(12), TodoId(13)])), ("Which budget mail?", true));
        assert_eq!(sections[0].options[1].label, "#13 \u{201c}Email Tom about budget\u{201d} Wed 2026-11-25");
    }
    for broken in ["", "nonsense", r#"{"decision":"plan","conf"#, r#"{"decision":"detonate","confidence":1}"#] {
        let (role, outcome) = next(reply(broken));
        assert_eq!(role, None, "{broken}");
        assert!(!matches!(outcome, Outcome::Plan { .. }), "{broken}");
    }
}

/// What a router is shown for a message in a world, and its rules.
fn routing(message: &str, world: &Todos) -> (String, String) {
    let input = Input { model: Some(ModelProfile::large()), ..Input::new(message, clock()) };
    let (_, _, calls, _) = drive(input, world, &[]);
    assert_eq!(calls[0].role, Role::Router);
    (calls[0].messages[0].content.clone(), calls[0].messages.last().unwrap().content.clone())
}

#[test]
fn a_router_has_examples_of_each_decision_and_this_week() {
    // 60 todos: one each day from two weeks before today to six weeks after, some of no day, a series, one done.
    let mut list: Vec<Value> = (1..=56)
        .map(|n| {
            let day = jiff::civil::date(2026, 11, 7).checked_add(jiff::ToSpan::days(i64::from(n))).unwrap();
            json!({"id": n, "title": format!("Errand {n}"), "scheduledFor": day})
        })
        .collect();
    list.push(json!({"id": 57, "title": "Wash the car"}));
    list.push(json!({"id": 58, "title": "Piano", "scheduledFor": "2026-01-05", "recurrence": {"type": "weekly", "interval": 1}}));
    list.push(
        json!({"id": 59, "title": "Old thing", "scheduledFor": "2026-11-21", "completed": true, "status": "done"}),
    );
    let full = |v: &Value| {
        let mut todo = json!({"notes": "", "priority": "medium", "completedDates": [], "skippedDates": [], "status": "open", "createdAt": "2026-01-01T00:00:00Z", "updatedAt": "2026-01-01T00:00:00Z"});
        todo.as_object_mut().unwrap().extend(v.as_object().unwrap().clone());
        serde_json::from_value::<Todo>(todo).unwrap()
    };
    let world = Todos::new(list.iter().map(full));
    let (rules, shown) = routing("could you sort out that thing we talked about", &world);
    for decision in ["chat: ", "plan: ", "clarify: "] {
        let line = rules.lines().find(|l| l.starts_with(decision)).unwrap();
        assert!((5..=10).contains(&(line.matches('"').count() / 2)), "{line}");
    }
    assert!(shown.contains("Today: 2026-11-21 (America/New_York), Saturday"), "{shown}");
    // Monday the 16th to Sunday the 22nd are the todos 9 to 15; then the series and the backlog.
    let at = |id: u32| shown.find(&format!("#{id} "));
    for id in (9..=15).chain([57, 58]) {
        assert!(at(id).is_some() && at(id) < at(16).or(Some(usize::MAX)), "{id}: {shown}");
    }
    assert_eq!(at(59), None, "what is done is not shown");
    assert!(shown.contains("59 todos in all, 58 open"), "{shown}");
}

#[test]
fn what_the_router_found_selects_what_is_shown_and_a_question_stays_a_question() {
    let list = (1..=80).map(|n| {
        let (day, done) = if n % 2 == 0 { ("2026-11-23", n > 78) } else { ("2027-03-01", false) };
        json!({"id": n, "title": format!("Errand {n}"), "scheduledFor": day, "notes": "", "priority": "medium", "completed": done, "status": if done { "done" } else { "open" }, "createdAt": "2026-01-01T00:00:00Z", "updatedAt": "2026-01-01T00:00:00Z"})
    });
    let world = Todos::new(list.map(|v| serde_json::from_value::<Todo>(v).unwrap()));
    let route = |decision: &str, date: &str| {
        reply(&format!(
            r#"{{"decision":"{decision}","category":"task","confidence":0.9,"entities":{{"date":"{date}","priority":"","ids":[],"text":""}},"missing":[],"question":""}}"#
        ))
    };
    let next = |message: &str, answer: Reply| {
        let input = Input {
            model: Some(ModelProfile { summary: false, ..ModelProfile::large() }),
            ..Input::new(message, clock())
        };
        let (_, _, calls, _) = drive(input, &world, &[answer]);
        calls.get(1).map(|c| (c.role, c.messages[0].content.clone(), c.messages.last().unwrap().content.clone()))
    };
    let said = "sort out that thing we talked about somehow";
    let shown = |date: &str| next(said, route("plan", date)).unwrap().2.lines().filter(|l| l.starts_with('#')).count();
    // Everything that is open on that Monday and nothing else; without a condition the first 40 (S0-64).
    assert_eq!(shown("2026-11-23"), 39 + shown_besides(&next(said, route("plan", "2026-11-23")).unwrap().2));
    assert!(shown("") <= 40);
    let (role, rules, _) = next(said, route("plan", "2026-11-23")).unwrap();
    assert_eq!(role, Role::Propose);
    for part in [
        "At most 8 operations",
        "more than 5 targets: one bulk operation",
        "needs scheduledFor",
        "complete_occurrence with",
        "no prose",
        "propose nothing",
    ] {
        assert!(rules.contains(part), "{part}");
    }
    // Very sure of a change, of nothing in particular, for what reads as a question: talk (S0-54).
    assert_eq!(next("could you sort out that thing we talked about?", route("plan", "")).unwrap().0, Role::Chat);
}

/// Lines of todos that are on no such Monday: the nearest by their words.
fn shown_besides(shown: &str) -> usize {
    shown.lines().filter(|l| l.starts_with('#') && !l.contains("2026-11-23")).count()
}

#[test]
fn the_summary_is_rendered_and_the_models_words_stand_beside_it() {
    let input =
        || Input { model: Some(ModelProfile { router: false, ..ModelProfile::large() }), ..Input::new(WISH, clock()) };
    let ops = reply(r#"{"operations":[{"op":"complete","id":13}]}"#);
    let (_, outcome, calls, _) = drive(input(), &todos(), &[ops.clone(), reply("The mail to Tom\nwould be **done**.")]);
    assert!(matches!(&outcome, Outcome::Plan { summary, said: Some(said), fallback: false, .. }
            if summary.starts_with("1 change proposed") && said == "The mail to Tom would be done."));
    let shown = calls[1].messages.last().map(|m| m.content.clone()).unwrap_or_default();
    assert!(shown.contains("complete #13 “Email Tom about budget” @2026-11-25 prio:medium"), "{shown}");
    for bad in ["", "{}", "<think>still thinking"] {
        let (turn, outcome, _, _) = drive(input(), &todos(), &[ops.clone(), reply(bad)]);
        assert!(
            matches!(&outcome, Outcome::Plan { fallback: true, said: None, summary, .. } if summary.starts_with("1 change proposed")),
            "{bad}"
        );
        assert!(turn.trace().audit.iter().any(|a| a.detail["conversational_fallback"] == true), "{bad}");
    }
}

#[test]
fn decisions_and_standing_instructions_reach_a_large_model() {
    let mut input = large(WISH);
    input.instructions = vec![Told::new("instructions", "Never plan anything on Sundays.")];
    input.decisions = vec![
        Decided { confirmed: true, undecided: false, label: "Complete “Buy bread”".to_owned(), reason: None },
        Decided {
            confirmed: false,
            undecided: false,
            label: "Delete “Gym”".to_owned(),
            reason: Some("I still go".to_owned()),
        },
        Decided { confirmed: false, undecided: true, label: "Add “Run”".to_owned(), reason: None },
    ];
    let (_, _, calls, _) = drive(input, &todos(), &[]);
    let said = calls[0].messages.last().map(|m| m.content.clone()).unwrap_or_default();
    for part in [
        "Never plan anything on Sundays.",
        "Recent User Decisions:\n✗ Delete “Gym” — “I still go”\n✓ Complete “Buy bread”\n– Add “Run” (no decision)\nLearn from rejections — avoid repeating rejected patterns.\n",
        "Today: 2026-11-21 (America/New_York)",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
}

#[test]
fn a_small_model_is_told_the_handoff_in_a_line_and_rejections_of_the_same_words() {
    let told = |input: Input| {
        let (turn, _, calls, _) = drive(input, &todos(), &[reply(r#"{"do":"nothing"}"#)]);
        let names: Vec<String> = turn.trace().calls[0].sections.iter().map(|s| s.name.clone()).collect();
        (calls[0].messages.last().map(|m| m.content.clone()).unwrap_or_default(), names)
    };
    let (plain, names) = told(small(OPEN_SENTENCE));
    assert!(!names.iter().any(|n| n == "carried" || n == "decisions"), "{names:?}");
    let mut input = small(OPEN_SENTENCE);
    input.carried = Facts {
        handoff: true,
        session: Some(SessionId("s1".to_owned())),
        title: "Evening reading".to_owned(),
        open: vec!["Choose the next novel".to_owned()],
        done: vec!["Complete “Buy bread”".to_owned()],
        ..Facts::default()
    }
    .text();
    let decided = |confirmed: bool, label: &str| Decided {
        confirmed,
        undecided: false,
        label: label.to_owned(),
        reason: Some("not yet".to_owned()),
    };
    let same = "Delete “Novel”".to_owned();
    input.decisions = vec![decided(false, &same), decided(false, "Delete “Xylophone”"), decided(true, &same)];
    let (said, names) = told(input);
    assert!(
        said.starts_with(
            "Goes on from \"Evening reading\". Next: Choose the next novel. Left: Choose the next novel. Done: Complete “Buy bread”.\n"
        ),
        "{said}"
    );
    assert!(said.contains(&format!("Recent User Decisions:\n✗ {same} — “not yet”\n")), "{said}");
    assert!(!said.contains("Xylophone") && !said.contains("✓"), "{said}");
    assert!(said.ends_with(plain.split("Todos:").last().unwrap_or_default()), "what else is told stays: {said}");
    assert!(names.contains(&"carried".to_owned()) && names.contains(&"decisions".to_owned()), "{names:?}");
}

#[test]
fn the_memory_of_decisions_keeps_to_its_budget() {
    for length in [1, 40, 2_000] {
        let mut input = large(WISH);
        input.decisions = (0..100)
            .map(|n| Decided {
                confirmed: n % 3 == 0,
                undecided: false,
                label: format!("Change “Task {n}”"),
                reason: (n % 3 != 0).then(|| "x".repeat(length)),
            })
            .collect();
        let (turn, _, calls, _) = drive(input, &todos(), &[]);
        let section = turn.trace().calls[0].sections.iter().find(|s| s.name == "decisions").expect("the section");
        let said = calls[0].messages.last().map(|m| m.content.clone()).unwrap_or_default();
        let lines: Vec<&str> = said.lines().filter(|l| l.starts_with('✗') || l.starts_with('✓')).collect();
        println!("{length}: {} entries, {} tokens", lines.len(), section.tokens);
        assert!(section.tokens <= 500 && lines.len() <= 20 && !lines.is_empty(), "{} {}", section.tokens, lines.len());
        assert!(lines[0].starts_with('✗'), "rejections first");
        let turns = lines.windows(2).filter(|w| w[0].starts_with('✓') && w[1].starts_with('✗')).count();
        assert_eq!(turns, 0, "rejections first");
    }
}

#[test]
fn ten_megabytes_and_loops_end_soon_and_safely() {
    let before = std::time::Instant::now();
    for text in ["[".repeat(200_000), "{\"do\":\"complete\",".repeat(100_000), "a".repeat(10_000_000)] {
        let (turn, outcome, _, _) = drive(small(OPEN_SENTENCE), &todos(), &[reply(&text), reply(&text)]);
        assert!(!matches!(outcome, Outcome::Plan { .. }));
        assert!(serde_json::to_string(&turn).expect("json").len() < 1_000_000);
    }
    assert!(before.elapsed().as_secs() < 60, "{:?}", before.elapsed());
}

// ---- laws ----

/// All that a small model may ever be allowed to touch for a sentence: shares a word with it.
fn may_touch(op: &Operation, sentence: &str, world: &Todos) -> bool {
    let near: Vec<TodoId> =
        countersign_planner::interpret::near::near(sentence, world, 100).into_iter().map(|n| n.id).collect();
    match op {
        Operation::Create(draft) => {
            let said = sentence.to_lowercase();
            countersign_planner::interpret::near::naming(&draft.title).iter().all(|w| {
                said.contains(w.as_str())
                    || ["buy", "get", "do"].contains(&w.as_str())
                    || countersign_planner::interpret::near::forms(w).iter().any(|f| said.contains(f.as_str()))
            })
        }
        op => op.predicate().is_some() || op.target().and_then(|t| t.id()).is_some_and(|id| near.contains(&id)),
    }
}

fn any_reply() -> impl Strategy<Value = Reply> {
    let piece = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        "\"",
        ":",
        ",",
        "\"do\"",
        "\"todo\"",
        "\"to\"",
        "\"complete\"",
        "\"delete\"",
        "\"move\"",
        "\"create\"",
        "\"title\"",
        "\"nothing\"",
        "\"Read novel\"",
        "\"Dentist appointment\"",
        "\"Pay rent\"",
        "\"friday\"",
        "{\"operations\":[",
        "{\"op\":\"delete\",\"id\":14}",
        "{\"do\":\"complete\",\"todo\":\"Read novel\"}",
        "<think>",
        "</think>",
        "```json",
        "```",
        "null",
        "{\"do\":\"create\",\"title\":\"Buy a yacht\"}",
        "1e999",
        "\\u0000",
        "🙂",
        "\n",
    ]);
    let text = prop_oneof![any::<String>(), prop::collection::vec(piece, 0..12).prop_map(|p| p.concat())];
    let finish = prop::sample::select(vec![Finish::Stop, Finish::Length, Finish::Aborted, Finish::Unknown]);
    let logprob = prop::option::of(prop_oneof![Just(f64::NEG_INFINITY), -12.0..0.0]);
    (text, finish, logprob, any::<bool>()).prop_map(|(text, finish, min_logprob, prompt_cut)| Reply {
        finish,
        min_logprob,
        prompt_cut,
        ..reply(&text)
    })
}

fn sentence() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        OPEN_SENTENCE,
        "already the passport or the car insurance",
        "finally slides, rent maybe friday",
        "I should ask Lisa about the gym on thursday",
        "we need stamps for the report",
        "everything for work is fine tomorrow",
        "novel whenever",
        "the team thing",
        WISH,
        "asdf",
    ])
    .prop_map(str::to_owned)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_a_small_model_says_only_what_the_request_allows_comes_of_it(said in sentence(), first in any_reply(), second in any_reply()) {
        let world = todos();
        let (_, outcome, _, _) = drive(small(&said), &world, &[first, second]);
        for op in operations(&outcome) {
            prop_assert!(may_touch(&op, &said, &world), "{said}: {op:?}");
        }
        if let Outcome::Plan { operations, .. } = &outcome {
            let takes = |o: &ProposedOp| matches!(o.op, Some(Operation::Delete { .. } | Operation::BulkDelete { .. }));
            prop_assert!(operations.iter().all(|o| !(o.sure && takes(o))));
        }
    }

    #[test]
    fn stored_and_resumed_at_any_step_it_is_the_same_turn(said in sentence(), answers in prop::collection::vec(any_reply(), 0..4), big in any::<bool>()) {
        let world = todos();
        let input = || if big { large(&said) } else { small(&said) };
        let (turn, outcome, calls, versions) = drive(input(), &world, &answers);
        let again = |turn: &Machine| -> Machine {
            serde_json::from_str(&serde_json::to_string(turn).expect("out")).expect("in")
        };
        let (mut other, mut step) = Machine::begin(input(), &world);
        let (mut other_calls, mut other_versions, mut left) = (Vec::new(), Vec::new(), answers.iter());
        let other_outcome = loop {
            other = again(&other);
            if !matches!(step, Step::Ops(_)) {
                // After a restart the driver asks where it was.
                prop_assert_eq!(other.proceed(&world), step.clone());
            }
            step = match step {
                Step::Call(call) => {
                    other_calls.push(call);
                    match left.next() {
                        Some(answer) => other.reply(answer.clone(), &world),
                        None => other.failed("unreachable", &world),
                    }
                }
                Step::Ops(ops) => { other_versions.push(ops.version); other.proceed(&world) }
                Step::Done(outcome) => break outcome,
            };
        };
        prop_assert_eq!((&outcome, &calls, &versions), (&other_outcome, &other_calls, &other_versions));
        prop_assert_eq!(again(&turn), turn);
    }

    #[test]
    fn a_small_prompt_is_at_most_two_thousand_tokens(
        message in prop_oneof![any::<String>(), "[a-z日本 ]{0,900}", "(finally |already |monday |high |#work |dentist |\"x y\" ){0,80}"],
        titles in prop::collection::vec(prop_oneof!["[a-z日本🙂 ]{1,400}", "(dentist|monday|xx|asdf)( [a-z]{1,30}){0,60}"], 0..12),
        before in prop::collection::vec(any::<String>(), 0..8),
    ) {
        let world = Todos::new(titles.into_iter().zip(1..).map(|(title, n)| Todo::new(TodoId(n), String::new(), title, jiff::Timestamp::UNIX_EPOCH)));
        let mut input = small(&format!("already finally {message}"));
        input.turns = before.into_iter().map(|text| Turn { role: "user".to_owned(), text }).collect();
        input.instructions = vec![Told::new("instructions", "x ".repeat(5_000))];
        input.carried = format!(
            "Parent session: s1 \"{message}\"\nNext step: {message}\n## Current tasks\n1. {message}\n2. {message}\n3. {message}\n## Completed\n- {message}\n"
        );
        input.decisions = vec![
            Decided { confirmed: false, undecided: false, label: format!("already {message}"), reason: Some(message.clone()) };
            9
        ];
        let (_, _, calls, _) = drive(input, &world, &[reply("?"), reply("?")]);
        for call in calls {
            let tokens: u64 = call.messages.iter().map(|m| estimate_tokens(&m.content)).sum();
            prop_assert!(tokens <= 2_000, "{tokens} for {:?}", call.role);
        }
    }
}

#[test]
fn a_todo_that_lost_a_character_on_the_way_is_not_valid() {
    let said = |title: &str| {
        reply(
            &json!({"operations": [{"op": "create", "title": title}, {"op": "create", "title": "Buy cake"}]})
                .to_string(),
        )
    };
    let damaged = said("Buy c\u{fffd}\u{fffd}e");
    let (_, outcome, calls, _) = drive(large(WISH), &todos(), &[damaged.clone(), damaged]);
    let Outcome::Plan { operations, .. } = outcome else { panic!("{outcome:?}") };
    let codes: Vec<Vec<&str>> =
        operations.iter().map(|o| o.problems.iter().map(|p| p.code.as_ref()).collect()).collect();
    assert_eq!(codes, [vec!["damaged_text"], vec![]]);
    assert!(calls[1].messages.iter().any(|m| m.content.contains("was lost on the way")), "it is asked for again");
}
