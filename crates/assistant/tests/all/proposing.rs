//! A large model's proposals: every dialect, repairs that say too much, lists that are long, answers
//! that are not whole or not there, and who is asked what the planner leaves open.

use crate::world::{clock, todos};
use countersign_assistant::{Input, ModelProfile, Outcome, ProposedOp, Step, Turn};
use countersign_core::model::{Finish, Reply, Role, ToolCall};
use countersign_testkit::reply;
use serde_json::{Value, json};

/// Nothing the planner or the rules can read.
const WISH: &str = "wibble the dentist wobbly thing somehow";

fn large(message: &str) -> Input {
    let model = Some(ModelProfile { router: false, summary: false, ..ModelProfile::large() });
    Input { model, ..Input::new(message, clock()) }
}

fn calls(all: &[(&str, String)]) -> Reply {
    let call = |(name, arguments): &(&str, String)| ToolCall {
        id: String::new(),
        name: (*name).to_owned(),
        arguments: arguments.clone(),
    };
    Reply { tool_calls: all.iter().map(call).collect(), finish: Finish::ToolCalls, ..reply("") }
}

fn drive(input: Input, answers: &[Reply]) -> (Turn, Outcome, usize) {
    let world = todos();
    let (mut turn, mut step) = Turn::begin(input, &world);
    let mut asked = 0;
    for _ in 0..12 {
        step = match step {
            Step::Call(call) => {
                assert!(matches!(call.role, Role::Propose | Role::Repair), "{:?}", call.role);
                asked += 1;
                match answers.get(asked - 1) {
                    Some(answer) => turn.reply(answer.clone(), &world),
                    None => turn.failed("unreachable", &world),
                }
            }
            Step::Ops(_) => turn.proceed(&world),
            Step::Done(outcome) => return (turn, outcome, asked),
        };
    }
    panic!("the turn does not end");
}

fn operations(outcome: &Outcome) -> &[ProposedOp] {
    let Outcome::Plan { operations, .. } = outcome else { panic!("{outcome:?}") };
    operations
}

fn notes(turn: &Turn) -> Vec<(&str, &str)> {
    let all = turn.trace().calls.iter().flat_map(|call| &call.notes);
    all.map(|note| (note.what.as_str(), note.message.as_str())).collect()
}

#[test]
fn calls_of_the_wire_and_calls_in_the_text_are_operations() {
    let (one, two) = (json!({ "id": 1, "priority": "high" }), json!({ "title": "Buy cake" }));
    let list = json!({ "operations": [{ "op": "update", "id": 1, "priority": "high" }, { "op": "create", "title": "Buy cake" }] });
    let tagged = |a: &Value, b: &Value| {
        format!(
            "<tool_call>{{\"name\":\"update\",\"arguments\":{a}}}</tool_call><tool_call>{{\"name\":\"create\",\"arguments\":{b}}}</tool_call>"
        )
    };
    for (name, answer) in [
        ("calls", calls(&[("update", one.to_string()), ("create", two.to_string())])),
        (
            "other names",
            calls(&[
                ("update_todo", json!({ "todo_id": 1, "priority": "HIGH" }).to_string()),
                ("todo.create", two.to_string()),
            ]),
        ),
        ("one call that holds the list", calls(&[("propose", list.to_string())])),
        (
            "with words beside",
            Reply { text: "I will do that.".to_owned(), ..calls(&[("operations", list.to_string())]) },
        ),
        ("tags", reply(&tagged(&one, &two))),
        (
            "marker",
            reply(&format!(
                "[TOOL_CALLS] [{{\"name\":\"update\",\"arguments\":{one}}},{{\"name\":\"create\",\"arguments\":{two}}}]"
            )),
        ),
        (
            "functions",
            reply(
                "<function=update><parameter=id>1</parameter><parameter=priority>high</parameter></function><function=create><parameter=title>Buy cake</parameter></function>",
            ),
        ),
        (
            "in words",
            reply(
                "{\"tool_calls\":[{\"name\":\"update\",\"parameters\":{\"id\":1,\"priority\":\"high\",\"why\":\"x\"}},{\"op\":\"add\",\"title\":\"Buy cake\"}]}",
            ),
        ),
    ] {
        let (_, outcome, asked) = drive(large(WISH), &[answer]);
        let ops = operations(&outcome);
        let found: Vec<(bool, Value)> = ops.iter().map(|o| (o.is_valid(), json!(o.op))).collect();
        let want = [list["operations"][0].clone(), list["operations"][1].clone()].map(|op| (true, op));
        assert_eq!((found.as_slice(), asked), (want.as_slice(), 1), "{name}");
    }
}

#[test]
fn a_call_that_was_cut_is_none_and_that_is_told() {
    let whole = json!({ "id": 1, "priority": "high" }).to_string();
    let cut = Reply { finish: Finish::Aborted, ..calls(&[("update", whole), ("delete", "{\"id\":1".to_owned())]) };
    let (turn, outcome, _) = drive(large(WISH), &[cut]);
    assert_eq!(operations(&outcome).len(), 1);
    assert_eq!(json!(operations(&outcome)[0].op)["op"], "update");
    assert!(!turn.trace().calls[0].dropped.is_empty());
}

#[test]
fn a_call_in_the_marks_of_another_model_that_was_cut_proposes_no_operation_that_was_open() {
    let open = r#"{"operations":[{"op":"update","id":1,"priority":"high"},{"op":"delete","id":1"#;
    for marked in [
        "[TOOL_CALLS]propose",
        "[TOOL_CALLS]propose[ARGS]",
        "<｜tool▁call▁begin｜>propose<｜tool▁sep｜>",
        "<|tool_call_begin|>functions.propose:0<|tool_call_argument_begin|>",
        "<|channel|>commentary to=functions.propose <|constrain|>json<|message|>",
        "<start_function_call>call:propose",
        "Action: propose\nAction Input: ",
    ] {
        for finish in [Finish::Stop, Finish::Unknown] {
            let cut = Reply { finish, ..reply(&format!("{marked}{open}")) };
            let (_, outcome, _) = drive(large(WISH), &[cut]);
            let found: Vec<Value> = match &outcome {
                Outcome::Plan { operations, .. } => operations.iter().map(|o| json!(o.op)["op"].clone()).collect(),
                _ => Vec::new(),
            };
            assert!(!found.contains(&json!("delete")), "{marked} {finish:?}: {found:?}");
        }
        let whole = reply(&format!("{marked}{open}1}}]}}"));
        let (_, outcome, _) = drive(large(WISH), &[whole]);
        assert_eq!(operations(&outcome).len(), 2, "{marked}");
    }
}

#[test]
fn a_repair_that_repeats_the_list_repairs_and_doubles_nothing() {
    let keep = json!({ "op": "create", "title": "Buy cake" });
    let high = json!({ "op": "update", "id": 1, "priority": "high" });
    let first = json!({ "operations": [keep, high, { "op": "update", "id": 999, "priority": "low" }] });
    for (name, second, valid) in [
        ("the list again", first.clone(), 2),
        ("the list, mended", json!({ "operations": [keep, high, { "op": "update", "id": 2, "priority": "low" }] }), 3),
        ("only what failed", json!({ "operations": [{ "op": "update", "id": 2, "priority": "low" }] }), 3),
    ] {
        let answers = [reply(&first.to_string()), reply(&second.to_string())];
        let (_, outcome, asked) = drive(large(WISH), &answers);
        let ops = operations(&outcome);
        assert_eq!((asked, ops.len(), ops.iter().filter(|o| o.is_valid()).count()), (2, 3, valid), "{name}");
        assert_eq!((json!(ops[0].op), json!(ops[1].op)), (keep.clone(), high.clone()), "{name}");
    }
}

#[test]
fn a_long_list_is_read_to_its_end_or_what_is_left_out_is_told() {
    let many = |n: usize| json!({ "operations": (0..n).map(|n| json!({ "op": "create", "title": format!("Cake {n}") })).collect::<Vec<_>>() });
    let (turn, outcome, _) = drive(large(WISH), &[reply(&many(25).to_string())]);
    assert_eq!((operations(&outcome).len(), notes(&turn)), (25, vec![]));
    assert_eq!(turn.trace().calls[0].violations, ["/operations: 25 of at most 8"], "told in the record (C9)");
    let (turn, outcome, _) = drive(large(WISH), &[reply(&many(217).to_string())]);
    assert_eq!(operations(&outcome).len(), 200);
    assert_eq!(notes(&turn), [("dropped", "17 more changes were proposed and left out.")]);
}

#[test]
fn what_may_be_missing_is_told() {
    let whole = r#"{"operations":[{"op":"update","id":1,"priority":"high"}]}"#;
    let between = r#"{"operations":[{"op":"update","id":1,"priority":"high"},"#;
    for (text, finish, want) in [
        (whole, Finish::Stop, vec![]),
        (between, Finish::Stop, vec![("truncated", "The answer ended before it was whole.")]),
        (between, Finish::Unknown, vec![("truncated", "The answer ended before it was whole.")]),
        // The runtime said so itself.
        (between, Finish::Length, vec![]),
        (whole, Finish::Filtered, vec![("truncated", "The model's server stopped the answer by a filter.")]),
    ] {
        let (turn, outcome, _) = drive(large(WISH), &[Reply { finish, ..reply(text) }]);
        assert_eq!((operations(&outcome).len(), notes(&turn)), (1, want), "{finish:?}");
        assert!(finish != Finish::Filtered || !operations(&outcome)[0].sure);
    }
}

#[test]
fn a_model_that_names_no_change_is_told() {
    for text in ["", "I have deleted the dentist.", "{\"operations\":[]}", "{\"note\":\"x\"}"] {
        let (turn, outcome, asked) = drive(large(WISH), &[reply(text), reply(text)]);
        assert!(!matches!(outcome, Outcome::Plan { .. }), "{text}");
        assert_eq!((notes(&turn).first().map(|n| n.0), asked), (Some("corrected"), 2), "{text}");
    }
}

#[test]
fn what_leaves_words_over_is_for_the_model() {
    let both = r#"{"operations":[{"op":"update","id":1,"scheduledFor":"2026-11-27"},{"op":"create","title":"Cake"}]}"#;
    for said in [
        "the dentist thing should rather be somewhere around friday I guess, and there is also cake to think of",
        "sort the dentist out so that it fits on friday somehow, plus cake",
    ] {
        let (_, outcome, asked) = drive(large(said), &[reply(both)]);
        assert_eq!((operations(&outcome).len(), asked), (2, 1), "{said}");
    }
    // One that explains every word needs nobody.
    let (_, outcome, asked) = drive(large("the printer ink is ordered"), &[]);
    assert_eq!((operations(&outcome).len(), asked), (1, 0));
}

/// DESIGN §4: where the words name no todo and there is nothing to choose from, a large model gets the rest.
#[test]
fn what_names_no_todo_by_its_words_is_asked_of_a_large_model() {
    let wish = "please take care that the dog gets something to drink sometime";
    let (_, outcome, asked) = drive(Input { model: None, ..Input::new(wish, clock()) }, &[]);
    assert!(matches!(&outcome, Outcome::Clarify { options, .. } if options.is_empty()), "{outcome:?}");
    assert_eq!(asked, 0);
    let answer = json!({ "operations": [{ "op": "update", "id": 1, "priority": "high" }] }).to_string();
    let (_, outcome, asked) = drive(large(wish), &[reply(&answer)]);
    assert_eq!((operations(&outcome).len(), asked), (1, 1));
    // What it cannot answer is the question that it was.
    let (_, outcome, asked) = drive(large(wish), &[]);
    assert!(asked > 0 && !matches!(outcome, Outcome::Plan { .. }), "{outcome:?}");
}

/// Where nothing of a proposal can be made, the reason is known and told, and not only that something is to be named
/// (S0-72).
#[test]
fn a_proposal_of_which_nothing_can_be_made_says_why() {
    let undated = json!({ "operations": [{ "op": "create", "title": "Stretch", "recurrence": { "type": "daily" } }] });
    let (_, outcome, _) = drive(large(WISH), &[reply(&undated.to_string()), reply(&undated.to_string())]);
    let [one] = operations(&outcome) else { panic!("{outcome:?}") };
    let Outcome::Plan { summary: text, .. } = &outcome else { panic!("{outcome:?}") };
    let problem = &one.problems[0];
    assert_eq!(*text, format!("Nothing could be proposed: {}. {}", problem.message, problem.hint));
    assert!(text.contains("date"), "{text}");
}
