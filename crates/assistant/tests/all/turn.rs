//! The machine: what it asks a model for, what it makes of answers of every kind, and that it can be
//! stored and resumed at any step.

mod large;
mod laws;
mod told;

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

const WISH: &str = "the team wants a retro about the budget at some point, sort that out";

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
fn a_sentence_is_marked_by_what_it_says_and_not_by_what_stands_first() {
    for (said, marked) in [
        ("buy rice tomorrow and move the dentist to thursday", &[true, true][..]),
        ("sand the deck on monday and move the dentist to thursday", &[true, true]),
        ("move the dentist to thursday and rice tomorrow", &[true, true]),
        // "Renew passport" may be what is meant.
        ("passport photos tomorrow and move the dentist to thursday", &[false, false]),
    ] {
        let (_, outcome, _, _) = drive(Input::new(said, clock()), &todos(), &[]);
        let Outcome::Plan { operations, .. } = &outcome else { panic!("{said}: {outcome:?}") };
        assert_eq!(operations.iter().map(|o| o.sure).collect::<Vec<_>>(), marked, "{said}: {operations:?}");
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

/// A model would choose the days that are left out as those on which it repeats.
#[test]
fn what_is_denied_is_offered_to_no_small_model() {
    let todo = |id: i64, title: &str, recurrence: Value| {
        let todo = json!({ "id": id, "title": title, "scheduledFor": "2026-11-23", "recurrence": recurrence });
        serde_json::from_value(todo).unwrap()
    };
    let weekly = json!({ "type": "weekly", "byDay": ["TU", "TH"] });
    let world = Todos::new([
        todo(1, "gym", json!({ "type": "daily" })),
        todo(2, "yoga", weekly),
        todo(3, "chor", json!({ "type": "daily" })),
    ]);
    for said in [
        "no gym on mondays in december",
        "yoga no los martes",
        "no yoga on thursdays any more",
        "no chor on mondays any more",
        "yoga pas le jeudi, s'il te plaît",
        "yoga nur nicht dienstags bitte",
    ] {
        let (_, outcome, calls, _) = drive(small(said), &world, &[]);
        for call in calls {
            let schema = call.format.map(|format| format.schema.to_string()).unwrap_or_default();
            assert!(!schema.contains("\"repeat\""), "{said}: {schema}");
        }
        // Answered all the same, it is not done.
        let opposite = reply(r#"{"do":"repeat","todo":"yoga","value":"every tuesday"}"#);
        let (_, chosen, _, _) = drive(small(said), &world, &[opposite]);
        for outcome in [outcome, chosen] {
            let Outcome::Plan { operations, .. } = &outcome else { continue };
            let days =
                |op: &ProposedOp| op.op.as_ref().map_or(Value::Null, |op| op.to_value()["recurrence"]["byDay"].clone());
            assert!(
                operations.iter().all(|op| days(op) != json!(["TU"]) && days(op) != json!(["MO"])),
                "{said}: {outcome:?}"
            );
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
    // Once another request came in between, "yes" is none to this question; its label is.
    let turn = |role: &str, text: &str| Turn { role: role.to_owned(), text: text.to_owned() };
    for between in ["add milk", "move the dentist to friday"] {
        let turns = vec![turn("user", OPEN_SENTENCE), turn("assistant", &pending.question), turn("user", between)];
        for (answer, answered) in
            [("yes", false), ("do it", false), ("the first one", false), (&alternatives[0].label, true)]
        {
            let input = Input { pending: Some(pending.clone()), turns: turns.clone(), ..small(answer) };
            let (_, outcome, _, _) = drive(input, &todos(), &[]);
            assert_eq!(matches!(outcome, Outcome::Plan { .. }), answered, "{between}, {answer}: {outcome:?}");
        }
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
        (&"la la ".repeat(400), Unanswered::Unusable),
    ] {
        let (_, outcome, _, _) = drive(small("tell me a joke"), &todos(), &[reply(bad)]);
        assert_eq!(outcome, Outcome::Unanswered { why }, "{bad}");
    }
    // Code is what it says, and its own words like any.
    let (_, outcome, _, _) = drive(small("tell me a joke"), &todos(), &[reply("```rm -rf```")]);
    assert_eq!(outcome, Outcome::Said { text: "rm -rf".to_owned() });
}

/// R23: whatever a model claims, in any language, the product's own sentence is of the operations alone, and no claim
/// stands beside what waits; where nothing does it is nothing but the model's words. Nothing of it turns a screen or
/// leads elsewhere.
#[test]
fn what_a_model_claims_is_never_the_products_word() {
    let ops = reply(r#"{"operations":[{"op":"update","id":1,"priority":"high"}]}"#);
    let input =
        || Input { model: Some(ModelProfile { router: false, ..ModelProfile::large() }), ..Input::new(WISH, clock()) };
    const SAME: &str = "the same";
    for (claim, shown, beside) in [
        ("Done! The dentist is now high priority.", "Done! The dentist is now high priority.", ""),
        ("I have deleted 3 todos. It rains.", "I have deleted 3 todos. It rains.", "[…] It rains."),
        ("Ich habe den Zahnarzt geändert.", "Ich habe den Zahnarzt geändert.", ""),
        (
            "1 change applied.\n Delete “x”  #3\nUndo: @6",
            "1 change applied. Delete “x” #3 Undo: @6",
            "[…] Delete “x” #3 Undo: @6",
        ),
        ("See [here](http://evil.example) ![x](http://evil/x.png).", "See here x.", SAME),
        ("\u{202e}evil\u{1b}[31m \u{2066}a\u{200b}b", "evil [31m ab", SAME),
        ("A list [1] of [two](a", "A list [1] of [two](a", SAME),
    ] {
        let (_, outcome, _, _) = drive(input(), &todos(), &[ops.clone(), reply(claim)]);
        let Outcome::Plan { summary, said, .. } = &outcome else { panic!("{outcome:?}") };
        assert!(summary.starts_with("1 change proposed: change “Dentist appointment”"), "{summary}");
        assert!(summary.ends_with("Nothing happens until you sign."), "{summary}");
        let beside = if beside == SAME { shown } else { beside };
        assert_eq!(said.as_deref().unwrap_or_default(), beside);
        let (_, outcome, _, _) = drive(small("tell me a joke"), &todos(), &[reply(claim)]);
        assert_eq!(outcome, Outcome::Said { text: shown.to_owned() });
    }
}

/// Data beside what waits is no summary, and a prompt that is said again is no answer.
#[test]
fn what_only_says_the_prompt_again_is_no_answer() {
    let ops = reply(r#"{"operations":[{"op":"update","id":1,"priority":"high"}]}"#);
    let input =
        || Input { model: Some(ModelProfile { router: false, ..ModelProfile::large() }), ..Input::new(WISH, clock()) };
    for data in ["Format: {\"operations\":[{\"op\":\"del", "```json\n{\"operations\":[]}\n``` and more"] {
        let (_, outcome, _, _) = drive(input(), &todos(), &[ops.clone(), reply(data)]);
        let Outcome::Plan { said, fallback, .. } = &outcome else { panic!("{outcome:?}") };
        assert_eq!((said.as_deref(), *fallback), (None, true), "{data}");
    }
    let asked = small("tell me a joke about ducks").clock;
    let date = asked.now.date();
    let today = format!("Today: {date} ({}), {}", asked.zone, date.strftime("%A"));
    for echo in [
        format!("Todos:\n- Dentist\n{today} tell me a joke"),
        "Tell me a joke about ducks".to_owned(),
        "You are the assistant of a todo list. A duck!".to_owned(),
    ] {
        let (_, outcome, _, _) = drive(small("tell me a joke about ducks"), &todos(), &[reply(&echo)]);
        assert_eq!(outcome, Outcome::Unanswered { why: Unanswered::Unusable }, "{echo}");
    }
}

/// The first operation of an answer that was cut in the second is shown, and nothing marks it beforehand.
#[test]
fn what_is_left_of_a_cut_answer_is_not_marked() {
    let input = || Input {
        model: Some(ModelProfile { router: false, ..ModelProfile::large() }),
        ..Input::new("wibble the dentist wobbly thing somehow, high priority", clock())
    };
    let first = r#"{"operations":[{"op":"update","id":1,"priority":"high"}"#;
    for (text, finish, sure) in [
        (format!("{first}]}}"), Finish::Stop, true),
        (format!("{first},{{\"op\":\"upd"), Finish::Length, false),
        (format!("{first},{{\"op\":\"upd"), Finish::Stop, false),
    ] {
        let (_, outcome, _, _) = drive(input(), &todos(), &[Reply { finish, ..reply(&text) }, reply("It would.")]);
        let Outcome::Plan { operations, .. } = &outcome else { panic!("{outcome:?}") };
        assert_eq!(operations.iter().map(|o| o.sure).collect::<Vec<_>>(), [sure], "{text}");
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
