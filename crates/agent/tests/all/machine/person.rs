//! What a run asks of the person, and what becomes of the answer.

use super::*;

#[test]
fn a_question_waits_and_its_answer_reaches_the_model() {
    let mut w = World::new(setup("Delete the notes"));
    w.say(r#"{"action":"ask_user","question":"Which: a or b?","context":"two fit"}"#);
    assert_eq!(w.wait(), AgentWait::Answer { question: "Which: a or b?".into(), context: Some("two fit".into()) });
    assert_eq!(w.machine.clone().step(Input::User(AgentInput::Continue { auto: None, message: None })), Err(NotNow));
    assert_eq!(w.statuses(), [StepStatus::Waiting]);
    w.user(AgentInput::Answer { text: "b".into() });
    assert_eq!(w.call().messages.last().unwrap().content, "The person answers: b");
    w.say(r#"{"action":"next_step","tool":"delete_file","args":{"path":"b"}}"#).say(&done("b goes."));
    assert_eq!(
        w.machine.queue().operations(),
        [json!({ "op": "delete_file", "path": "b", "base": "h", "why": "Delete the notes" })]
    );
}

#[test]
fn permission_is_asked_and_silence_denies_but_the_tool_stays_listed() {
    let mut permissions = Permissions::default();
    permissions.conversation.insert("read_file".into(), Permission::Ask);
    permissions.workspace.insert("shell_exec".into(), Permission::Deny);
    let both = r#"{"tool_calls":[{"name":"read_file","parameters":{"path":"a"}},{"name":"read_file","parameters":{"path":"b"}},{"name":"shell_exec","parameters":{"command":"ls"}},{"name":"list_files","parameters":{}}]}"#;
    let start = || {
        let mut w = World::new(Setup { permissions: permissions.clone(), ..setup("Look") });
        w.say(both);
        w
    };
    let mut w = start();
    let AgentWait::Approval { calls } = w.wait() else { panic!() };
    assert_eq!(calls.iter().map(|c| c.args.to_string()).collect::<Vec<_>>(), [r#"{"path":"a"}"#, r#"{"path":"b"}"#]);
    w.user(AgentInput::Approval { allow: vec![calls[1].call.clone()] });
    assert_eq!(
        w.call().messages.last().unwrap().content,
        "Tool result: [1] ❌ Error: read_file was denied: the person did not allow it.\n[2] ✓\n```\ncontent of b\n```\n\
         [3] ❌ Error: shell_exec was denied: it is not permitted here.\n[4] ✓\n```\nfine\n```"
    );
    let mut w = start();
    w.give(Input::Unanswered);
    assert!(w.call().messages.last().unwrap().content.contains("nobody answered"));
    assert!(w.call().messages[0].content.contains("read_file: Reads a file"));
}

#[test]
fn the_summary_is_kept_only_as_the_person_says() {
    let finished = || {
        let mut w = World::new(setup("Write x into a"));
        w.say(&write("a", "x")).say(&done("ok")).say("no summary");
        w
    };
    let verdict = |verdict: &str, action: Option<&str>| AgentInput::Summary {
        verdict: verdict.into(),
        action: action.map(str::to_owned),
        details: None,
    };
    for (said, action, state) in [
        ("yes", None, Some(SummaryState::Saved)),
        ("no", None, Some(SummaryState::Discarded)),
        ("", None, None),
        ("hm", None, None),
        ("edit", None, None),
        ("edit", Some("Better"), Some(SummaryState::Saved)),
    ] {
        let mut w = finished();
        w.user(verdict(said, action));
        let told = w
            .out
            .iter()
            .find_map(|e| if let Effect::Emit(RunEvent::WorkSummary(s)) = e { Some(s.clone()) } else { None });
        assert_eq!(told.as_ref().map(|s| s.state), state, "{said:?}");
        assert_eq!(w.machine.is_ended(), state.is_some(), "{said:?}");
        if action.is_some() {
            assert_eq!(told.unwrap().action, "Better");
        }
    }
}

#[test]
fn decisions_for_the_plan_wait_for_the_summary_and_are_no_change() {
    let mut tools = Registry::workspace();
    tools.extend(Registry::plan());
    let mut w = World::new(Setup { tools, ..setup("Decide on the database") });
    let prompt = w.call().messages.iter().map(|m| m.content.clone()).collect::<String>();
    assert!(prompt.contains("Never touch protected files") && prompt.contains("\"tool\":\"update_plan\""), "{prompt}");
    let note = |tool: &str, args: Value| countersign_agent::queue::PlanNote::of(tool, &args).unwrap();
    for (tool, args) in [
        ("initialize_plan", json!({ "goal": "A store", "criteria": ["It keeps todos"] })),
        (
            "update_plan",
            json!({ "decisions_made": ["SQLite: one file"], "decisions_rejected": ["Redis: a server"], "criteria_met": ["It keeps todos"] }),
        ),
    ] {
        let said = json!({ "thinking": "so", "action": "next_step", "tool": tool, "args": args }).to_string();
        w.out = w.machine.step(reply(&said)).unwrap();
        let Some(Effect::RunTools(calls)) = w.out.last() else { panic!("{:?}", w.out) };
        let write = Some(Write::Plan(note(tool, args)));
        let heard = ToolResult {
            call: calls[0].id.clone(),
            ok: true,
            text: "Noted.".to_owned(),
            write,
            ..ToolResult::default()
        };
        w.give(Input::Results(vec![heard]));
    }
    assert!(w.machine.queue().is_empty(), "nothing of it is a change to sign");
    w.say(r#"{"thinking":"so","action":"complete","message":"Decided."}"#);
    w.say(
        r#"{"log_entry":{"action":"Decided","details":"d","result":"r"},"decisions_made":["SQLite: one file","More"]}"#,
    );
    let AgentWait::Summary { summary } = w.wait() else { panic!() };
    assert_eq!(summary.goal.as_deref(), Some("A store"));
    assert_eq!(
        (summary.decisions, summary.rejected),
        (vec!["SQLite: one file".into(), "More".into()], vec!["Redis: a server".to_owned()])
    );
    assert!(summary.criteria[0].completed && summary.criteria.len() == 1);
    assert!(!w.all.contains(&Effect::Propose));
}
