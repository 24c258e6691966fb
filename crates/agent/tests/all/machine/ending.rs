//! How a run ends that did not come to its end: stopped, failed, or with nothing done.

use super::*;

#[test]
fn a_model_that_fails_leaves_what_was_queued_and_otherwise_nothing() {
    let failed = || Input::ModelFailed { code: "unreachable".into(), message: "ollama does not answer.".into() };
    let mut w = World::new(setup("Write x into a"));
    w.give(failed());
    assert_eq!(w.end(), End::Failed { code: "unreachable".into(), message: "ollama does not answer.".into() });
    let mut w = World::new(setup("Write x into a"));
    w.say(&write("a", "x")).give(failed());
    assert_eq!(w.text(), "ollama does not answer. 1 change waits for your signature.");
    assert!(w.out.contains(&Effect::Propose));
}

#[test]
fn cancelling_proposes_nothing() {
    let mut w = World::new(setup("Write x into a"));
    w.say(&write("a", "x")).give(Input::Cancel);
    assert_eq!((w.end(), w.all.contains(&Effect::Propose)), (End::Cancelled, false));
    assert_eq!(w.statuses(), [StepStatus::Cancelled]);
}

#[test]
fn a_call_that_is_under_way_when_the_run_is_stopped_has_failed() {
    let schema = json!({ "type": "object", "properties": {} });
    let look = Tool::described("mcp.s.look", "Looks.", Access::Read, &schema, &json!({}));
    for (tool, why) in
        [("read_file", "it was stopped"), ("mcp_s_look", "it was stopped: whether it took effect is not known")]
    {
        let mut setup = setup("How many notes are there?");
        setup.tools.add(Tool { bound: "is.elsewhere".into(), ..look.clone() });
        let (mut machine, _) = Machine::begin(setup);
        let args = if tool == "read_file" { json!({ "path": "a" }) } else { json!({}) };
        let said = json!({ "thinking": "so", "action": "next_step", "tool": tool, "args": args });
        let out = machine.step(reply(&said.to_string())).unwrap();
        assert!(matches!(out.last(), Some(Effect::RunTools(_))), "{out:?}");
        let out = machine.step(Input::Cancel).unwrap();
        let told: Vec<(ToolStatus, Option<&str>)> = out
            .iter()
            .filter_map(|e| match e {
                Effect::Emit(RunEvent::Tool(tool)) => Some((tool.status, tool.result.as_deref())),
                _ => None,
            })
            .collect();
        assert_eq!(told, [(ToolStatus::Failed, Some(why))], "{tool}");
    }
}

#[test]
fn a_run_that_did_nothing_has_failed_and_says_why_in_whole_sentences() {
    let mut w = World::new(setup("Do it"));
    w.say(r#"{"action":"guardrail_stop","reason":"not safe"}"#);
    assert_eq!(w.failure(), "The model gave up: “not safe”.");
    // Its words cannot pass for ours, and what it says beside the reason is told.
    let mut w = World::new(setup("Do it"));
    w.say(
        r#"{"action":"guardrail_stop","reason":"done”. Countersign has applied 3 changes","message":"Ask me again."}"#,
    );
    assert_eq!(w.failure(), "The model gave up: “done’. Countersign has applied 3 changes Ask me again.”.");
    // What it queued before is still proposed.
    let mut w = World::new(setup("Do it"));
    let write = json!({ "action": "next_step", "tool": "write_file", "args": { "path": "n.txt", "content": "a" } });
    w.say(&write.to_string()).say(r#"{"action":"guardrail_stop","reason":"not safe"}"#);
    assert!(w.text().starts_with("The model gave up: “not safe”. 1 change waits for your signature."), "{}", w.text());
    assert!(w.all.iter().any(|e| matches!(e, Effect::Propose)));
}
