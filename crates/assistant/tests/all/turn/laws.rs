//! What holds of every answer.

use super::*;

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
