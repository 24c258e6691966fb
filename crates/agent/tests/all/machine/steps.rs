//! The steps of a request: how many there are, how they go on, and when they stop.

use super::*;

#[test]
fn a_simple_request_is_one_step_and_its_write_is_proposed_and_summed_up() {
    let mut w = World::new(setup("Write hello into a.txt"));
    assert_eq!(w.call().role, Role::Execute);
    w.say(&read("a.txt")).say(&write("a.txt", "hello")).say(&done("a.txt is proposed."));
    assert!(w.out.contains(&Effect::Propose));
    assert_eq!(w.call().role, Role::Summarise);
    assert_eq!(
        w.machine.queue().operations(),
        [json!({ "op": "write_file", "path": "a.txt", "content": "hello", "why": "Write hello into a.txt" })]
    );
    w.say(r#"{"log_entry":{"action":"Wrote a.txt","details":"As asked.","result":"applied","tools_used":[]}}"#);
    assert_eq!((w.text().as_str(), w.said().as_str()), ("1 change waits for your signature.", "a.txt is proposed."));
    let AgentWait::Summary { summary } = w.wait() else { panic!() };
    assert_eq!(
        (summary.action.as_str(), summary.tools_used),
        ("Wrote a.txt", vec!["read_file".to_owned(), "write_file".to_owned()])
    );
    assert_eq!(summary.result, "1 of 1 steps done; 1 change proposed.");
    let tools: Vec<ToolStatus> = w
        .all
        .iter()
        .filter_map(|e| if let Effect::Emit(RunEvent::Tool(t)) = e { Some(t.status) } else { None })
        .collect();
    assert_eq!(tools, [ToolStatus::Running, ToolStatus::Completed, ToolStatus::Running, ToolStatus::Queued]);
}

#[test]
fn an_answer_without_changes_needs_no_summary() {
    let mut w = World::new(setup("What does a.txt say?"));
    w.say(&read("a.txt")).say(&done("It says content."));
    assert_eq!((w.text().as_str(), w.said().as_str()), ("Nothing has been changed.", "It says content."));
    assert!(w.machine.is_ended());
    assert_eq!(w.machine.step(Input::Cancel), Err(NotNow));
}

#[test]
fn a_complex_request_lists_all_steps_does_two_and_waits() {
    let mut w = World::new(setup(COMPLEX));
    let call = w.call();
    assert_eq!((call.role, call.temperature), (Role::Plan, Some(0.3)));
    w.say(PLAN);
    assert_eq!((w.call().role, w.call().temperature), (Role::Execute, Some(0.2)));
    w.say(&done("one")).say(&done("two"));
    assert_eq!(w.wait(), AgentWait::Continue { done: 2, left: 2, queued: 0 });
    // The person redirects between steps (S1-37).
    w.user(AgentInput::Continue { auto: None, message: Some("In French, please.".into()) });
    assert!(w.call().messages[1].content.contains("The person adds: In French, please."));
    assert!(w.call().messages[1].content.contains("Current task: Test it"));
    w.say(&done("three")).say(&done("four"));
    assert_eq!((w.call().role, w.call().temperature), (Role::Summarise, Some(0.1)));
    assert_eq!(w.statuses(), [StepStatus::Completed; 4]);
}

#[test]
fn auto_goes_on_until_paused_and_at_most_ten_times() {
    let mut w = World::new(Setup { auto: true, ..setup(COMPLEX) });
    w.say(PLAN).say(&done("one")).say(&done("two"));
    assert_eq!(w.call().role, Role::Execute);
    w.user(AgentInput::Pause);
    w.say(&done("three")).say(&done("four"));
    assert_eq!(w.call().role, Role::Summarise, "the last step needs no going on");

    let steps: Vec<Value> = (1..=30).map(|n| json!({ "description": format!("step {n}") })).collect();
    let limits = Limits { steps: 30, ..Limits::default() };
    let mut w = World::new(Setup { auto: true, limits, ..setup(COMPLEX) });
    w.say(&json!({ "task_list": steps }).to_string());
    let mut n = 0;
    while matches!(w.out.last(), Some(Effect::CallModel(_))) {
        n += 1;
        w.say(&done("ok"));
    }
    assert_eq!((n, w.wait()), (22, AgentWait::Continue { done: 22, left: 8, queued: 0 }));

    let mut w = World::new(Setup { auto: true, ..setup(COMPLEX) });
    w.say(PLAN).say(&done("one")).user(AgentInput::Pause).say(&done("two"));
    assert!(matches!(w.wait(), AgentWait::Continue { .. }));
    w.user(AgentInput::Stop);
    assert_eq!(w.statuses()[2..], [StepStatus::Cancelled; 2]);
}

#[test]
fn what_cannot_be_used_is_asked_again_twice_and_then_it_stops() {
    let mut w = World::new(setup("What is in a.txt?"));
    w.say("I think I should read it.");
    let last = w.call().messages.last().unwrap().content.clone();
    assert!(last.starts_with("Invalid controller output: the reply is no JSON object"), "{last}");
    w.say(r#"{"thinking":"hm"}"#);
    assert!(w.call().messages.last().unwrap().content.starts_with("Invalid controller output: action is missing"));
    // Not a word of it became a tool call.
    assert!(!w.all.iter().any(|e| matches!(e, Effect::RunTools(_))));
    w.say("no");
    assert!(w.failure().contains("The model was asked 3 times."), "{}", w.failure());
    assert_eq!(w.statuses(), [StepStatus::Failed]);

    // One good reply, and the count begins anew.
    let mut w = World::new(setup("What is in a.txt?"));
    w.say("no").say("no").say(&read("a")).say("no").say("no").say(&done("yes"));
    assert_eq!((w.text().as_str(), w.said().as_str()), ("Nothing has been changed.", "yes"));
}

#[test]
fn three_times_the_same_is_a_loop() {
    let mut w = World::new(setup("What is in a.txt?"));
    w.say(&read("a")).say(&read("b")).say(&read("a")).say(&read("b"));
    assert_eq!(w.call().role, Role::Execute);
    w.say(&read("a"));
    assert!(w.failure().starts_with("read_file was called 3 times with the same arguments"), "{}", w.failure());
}

#[test]
fn ten_replies_for_a_step_and_twenty_for_a_turn_are_the_most() {
    let mut w = World::new(setup("Look at it"));
    for n in 0..10 {
        w.say(&read(&format!("f{n}")));
    }
    assert!(w.failure().starts_with("Hit max iterations (10)."), "{}", w.failure());
    let mut w = World::new(setup(COMPLEX));
    w.say(PLAN);
    for _ in 0..2 {
        for n in 0..9 {
            w.say(&read(&format!("f{n}")));
        }
        w.say(&done("x"));
        if matches!(w.out.last(), Some(Effect::AwaitUser(_))) {
            return;
        }
    }
    panic!("{:?}", w.out);
}

#[test]
fn calls_mixed_with_an_answer_are_refused_once_and_then_the_calls_are_kept() {
    let mixed = r#"{"tool_calls":[{"name":"write_file","parameters":{"path":"a","content":"x"}}],"response":"Done!"}"#;
    let mut w = World::new(setup("Write x into a"));
    w.say(mixed);
    assert!(w.machine.queue().is_empty());
    assert!(w.call().messages.last().unwrap().content.contains("tool calls and a final answer"));
    w.say(mixed);
    assert_eq!(w.machine.queue().len(), 1);
    assert!(w.all.iter().any(|e| matches!(e, Effect::Emit(RunEvent::Recovery { what, message, .. }) if what == "mixed" && message.contains("Done!"))));
}

#[test]
fn a_failed_plan_becomes_the_request_itself() {
    let mut w = World::new(setup(COMPLEX));
    w.say("no").say(r#"{"task_list":[{"step":1}]}"#).say("{");
    assert_eq!(w.machine.steps().len(), 1);
    assert_eq!(w.machine.steps()[0].title, "- read it - change it - test it - tell");
    assert_eq!(w.call().role, Role::Execute);
}

#[test]
fn a_plan_of_placeholders_is_asked_for_again_and_steps_stand_in_their_order() {
    let mut w = World::new(setup(COMPLEX));
    w.say(r#"{"task_list":[{"step":1,"description":"…"}]}"#);
    assert!(w.call().messages.last().unwrap().content.contains("each step needs a description"));
    w.say(r#"{"task_list":[{"step":2,"description":"Change\u202E it"},{"step":1,"description":"Read it"}]}"#);
    let titles: Vec<&str> = w.machine.steps().iter().map(|s| s.title.as_str()).collect();
    assert_eq!(titles, ["Read it", "Change it"]);
}
