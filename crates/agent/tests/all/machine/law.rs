//! The machine's law: stored and read back at any step, it does the same, and ends once.

use super::*;

/// One of many inputs, good, bad and out of place.
fn any_input() -> impl Strategy<Value = Input> {
    let texts = vec![
        PLAN.to_owned(),
        done("ok"),
        read("a"),
        read("missing"),
        write("a", "x"),
        write("b", "y"),
        r#"{"tool_calls":[{"name":"write_file","parameters":{"path":"c","content":"1"}},{"name":"read_file","parameters":{"path":"c"}}]}"#.to_owned(),
        r#"{"action":"ask_user","question":"q?"}"#.to_owned(),
        r#"{"action":"guardrail_stop","reason":"no"}"#.to_owned(),
        r#"{"action":"next_step","message":"hm"}"#.to_owned(),
        r#"{"tool_calls":[{"name":"read_todos","parameters":{}}],"response":"x"}"#.to_owned(),
        "garbage".to_owned(),
        String::new(),
    ];
    prop_oneof![
        12 => proptest::sample::select(texts).prop_map(|t| reply(&t)),
        1 => Just(Input::User(AgentInput::Continue { auto: Some(true), message: None })),
        1 => Just(Input::User(AgentInput::Continue { auto: None, message: Some("more".into()) })),
        2 => Just(Input::User(AgentInput::Answer { text: "a".into() })),
        1 => Just(Input::User(AgentInput::Approval { allow: vec!["c1".into()] })),
        1 => Just(Input::User(AgentInput::Pause)),
        1 => Just(Input::User(AgentInput::Stop)),
        1 => Just(Input::Unanswered),
        1 => Just(Input::ModelFailed { code: "down".into(), message: "It is down.".into() }),
        1 => Just(Input::User(AgentInput::Summary { verdict: "yes".into(), action: None, details: None })),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(80) })]

    /// Stored and read back before every input, it does what it would have done; what it waits for
    /// after reading back is what it asked for last.
    #[test]
    fn a_machine_that_is_stored_at_every_step_does_the_same(
        inputs in prop::collection::vec(any_input(), 1..40), complex: bool, auto: bool, asks: bool,
    ) {
        let mut start = setup(if complex { COMPLEX } else { "Write x into a" });
        start.auto = auto;
        if asks {
            start.permissions.conversation.insert("read_file".into(), Permission::Ask);
        }
        let (mut straight, out) = Machine::begin(start.clone());
        let (mut stored, again) = Machine::begin(start);
        prop_assert_eq!(out, again);
        for input in inputs {
            let text = serde_json::to_string(&stored).unwrap();
            stored = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(&stored, &straight);
            let (mut one, two) = (straight.step(input.clone()), stored.step(input));
            prop_assert_eq!(&one, &two);
            // Tools answer.
            while let Ok(effects) = &one && let Some(Effect::RunTools(calls)) = effects.last().cloned() {
                let text = serde_json::to_string(&stored).unwrap();
                stored = serde_json::from_str(&text).unwrap();
                prop_assert_eq!(stored.pending(), Effect::RunTools(calls.clone()));
                let results: Vec<ToolResult> = calls.iter().map(|c| tool(&straight, &c.tool, &c.id, &c.args)).collect();
                one = straight.step(Input::Results(results.clone()));
                prop_assert_eq!(&one, &stored.step(Input::Results(results)));
            }
            if let Ok(effects) = &one {
                // At most one thing is asked for, last, and only after it was stored.
                let blocking = effects.iter().filter(|e| e.is_blocking()).count();
                prop_assert!(blocking <= 1);
                if let Some(last) = effects.last() && last.is_blocking() {
                    prop_assert_eq!(&straight.pending(), last);
                    prop_assert!(effects.len() == 1 || effects[effects.len() - 2] == Effect::Persist);
                }
                for effect in effects {
                    let text = serde_json::to_string(effect).unwrap();
                    prop_assert_eq!(&serde_json::from_str::<Effect>(&text).unwrap(), effect);
                }
            }
        }
    }

    /// However it goes, a run proposes at most once, ends at most once, and a cancelled one never
    /// proposes after it was cancelled.
    #[test]
    fn a_run_ends_once_and_proposes_once(inputs in prop::collection::vec(any_input(), 1..60)) {
        let mut w = World::new(setup(COMPLEX));
        for input in inputs {
            if let Ok(out) = w.machine.step(input) {
                w.out = out;
                w.all.extend(w.out.clone());
                while let Some(Effect::RunTools(calls)) = w.out.last().cloned() {
                    let results = calls.iter().map(|c| tool(&w.machine, &c.tool, &c.id, &c.args)).collect();
                    w.out = w.machine.step(Input::Results(results)).unwrap();
                    w.all.extend(w.out.clone());
                }
            }
        }
        let count = |what: fn(&Effect) -> bool| w.all.iter().filter(|e| what(e)).count();
        prop_assert!(count(|e| matches!(e, Effect::Propose)) <= 1);
        prop_assert!(count(|e| matches!(e, Effect::Finish(_))) <= 1);
    }
}
