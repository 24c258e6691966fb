//! Which tools there are, and what becomes of what they write.

use super::*;

#[test]
fn a_registry_takes_tools_from_elsewhere_under_names_without_dots() {
    let schema = json!({ "type": "object", "properties": { "id": { "type": "string", "description": "Which." } }, "required": ["id"] });
    let mut tools = Registry::workspace();
    tools.add(Tool::described("tool_outputs.read", "Reads an output.", Access::Read, &schema, &json!({ "id": "o1" })));
    let mut w = World::new(Setup { tools, ..setup("Look") });
    assert!(
        w.call().messages[0].content.contains("tool_outputs_read: Reads an output.\n- id: string (required) - Which.")
    );
    assert!(
        w.call().format.unwrap().schema["properties"]["tool"]["enum"]
            .as_array()
            .unwrap()
            .contains(&json!("tool_outputs_read"))
    );
    w.say(r#"{"action":"next_step","tool":"tool_outputs_read","args":{"id":"o7"}}"#);
    let ran = w.all.iter().find_map(|e| if let Effect::RunTools(c) = e { Some(c[0].tool.clone()) } else { None });
    assert_eq!(ran.as_deref(), Some("tool_outputs.read"));
}

#[test]
fn a_file_is_one_operation_however_often_it_is_changed() {
    let mut queue = countersign_agent::queue::Queue::default();
    let file = |path: &str, base: Option<&str>, text: Option<&str>| Write::File {
        path: path.into(),
        base: base.map(str::to_owned),
        text: text.map(str::to_owned),
    };
    queue.push(file("a", Some("h1"), Some("1")), "w");
    queue.push(file("a", Some("h1"), Some("2")), "w");
    queue.push(file("new", None, Some("x")), "w");
    queue.push(file("gone", None, Some("x")), "w");
    queue.push(file("gone", None, None), "w");
    let hash = blake3::hash(b"t").to_hex().to_string();
    let rename = |path: &str, to: &str| Write::Rename {
        path: path.into(),
        to: to.into(),
        base: Some(hash.clone()),
        text: "t".into(),
        mode: Some(0o755),
    };
    queue.push(rename("old", "moved"), "w");
    queue.push(rename("old2", "moved2"), "w");
    queue.push(file("moved2", None, Some("changed")), "w");
    queue.push(Write::Operation { op: json!({ "op": "complete", "id": 1 }) }, "w");
    let told: Vec<String> = queue
        .operations()
        .iter()
        .map(|o| {
            format!(
                "{} {}{}",
                o["op"].as_str().unwrap(),
                o["path"].as_str().unwrap_or("-"),
                o["to"].as_str().map(|t| format!(" {t}")).unwrap_or_default()
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "write_file a",
            "write_file new",
            "rename_file old moved",
            "write_file moved2",
            "delete_file old2",
            "complete -"
        ]
    );
    let all = queue.operations();
    assert_eq!(all[0]["content"], "2");
    // What was renamed and changed keeps its mode, and its old place is given up only with the new one.
    assert_eq!((&all[3]["mode"], &all[4]["needs"]), (&json!(0o755), &json!([4])));
}

#[test]
fn a_text_that_lost_a_character_on_the_way_is_never_queued() {
    let lost = [
        ("write_file", json!({ "path": "n.txt", "content": "caf\u{fffd}" })),
        ("write_file", json!({ "path": "n\u{fffd}.txt", "content": "a" })),
        ("edit_file", json!({ "path": "a.txt", "old": "a", "new": "\u{fffd}" })),
        ("shell_exec", json!({ "command": "rm a\u{fffd}" })),
        ("todo_create", json!({ "title": "Buy c\u{fffd}\u{fffd}e" })),
    ];
    for (tool, args) in lost {
        let said = json!({ "action": "next_step", "tool": tool, "args": args }).to_string();
        let mut w = World::new(setup("Do it"));
        for _ in 0..2 {
            w.say(&said);
            let asked = w.call().messages.last().unwrap().content.clone();
            assert!(asked.contains("was lost on the way; write them again"), "{tool}: {asked}");
        }
        assert!(
            w.all.iter().any(|e| matches!(e, Effect::Emit(RunEvent::Recovery { what, .. }) if what == "corrected"))
        );
        w.say(&said);
        assert!(w.machine.queue().is_empty() && w.machine.is_ended(), "{tool}");
    }
    // Words to the person are no change of anything.
    let mut w = World::new(setup("Look"));
    w.say(&done("It says caf\u{fffd}."));
    assert!(w.said().contains("It says caf"));
}

#[test]
fn files_that_the_request_names_are_read_unasked_and_then_only_the_named_one_can_be_written() {
    for unnamed in [false, true] {
        let put = if unnamed { Vec::new() } else { vec!["c.txt".to_owned()] };
        let ground = Ground { read: vec!["a.txt".into(), "b.txt".into()], put, unnamed };
        let (begun, out) = Machine::begin(Setup { ground, ..setup("- Read a.txt\n- and b.txt\n- write c.txt") });
        let Some(Effect::RunTools(calls)) = out.last() else { panic!("{out:?}") };
        assert_eq!(calls.iter().map(|c| c.args["path"].as_str().unwrap()).collect::<Vec<_>>(), ["a.txt", "b.txt"]);
        // As it was stored before the tools ran.
        let mut machine: Machine = serde_json::from_value(serde_json::to_value(&begun).unwrap()).unwrap();
        assert_eq!(machine.pending(), Effect::RunTools(calls.clone()));
        let results = |whole: bool| -> Vec<ToolResult> {
            let result = |c: &countersign_agent::reading::ToolCall| ToolResult {
                shown: Some(Shown { path: c.args["path"].as_str().unwrap().into(), hash: "h".into(), whole }),
                ..tool(&begun, &c.tool, &c.id, &c.args)
            };
            calls.iter().map(result).collect()
        };
        // Of a file that was shown in part something else may be wanted first.
        let in_part = begun.clone().step(Input::Results(results(false))).unwrap();
        let Some(Effect::CallModel(call)) = in_part.last() else { panic!("{in_part:?}") };
        assert!(call.format.as_ref().unwrap().schema["properties"]["tool"]["enum"].as_array().unwrap().len() > 5);

        let out = machine.step(Input::Results(results(true))).unwrap();
        let Some(Effect::CallModel(call)) = out.last() else { panic!("{out:?}") };
        let schema = &call.format.as_ref().unwrap().schema;
        assert_eq!(schema["properties"]["action"]["enum"], json!(["next_step"]));
        assert_eq!(schema["properties"]["tool"]["enum"], json!(["write_file"]));
        let path = &schema["properties"]["args"]["properties"]["path"];
        assert_eq!(path.get("enum").cloned(), (!unnamed).then(|| json!(["c.txt"])), "{path}");
        assert!(schema["properties"]["args"]["properties"]["content"]["maxLength"].as_u64().unwrap() < 1_000);
        assert!(call.messages.last().unwrap().content.contains("content of b.txt"));

        let out = machine.step(reply(&write("c.txt", "both\n"))).unwrap();
        let Some(Effect::RunTools(calls)) = out.last() else { panic!("{out:?}") };
        let written = calls.iter().map(|c| tool(&machine, &c.tool, &c.id, &c.args)).collect();
        let out = machine.step(Input::Results(written)).unwrap();
        assert!(out.contains(&Effect::Propose), "{out:?}");
        assert!(matches!(out.last(), Some(Effect::AwaitUser(AgentWait::Summary { .. }))), "no model sums up: {out:?}");
        assert_eq!(machine.steps().iter().map(|s| s.status).collect::<Vec<_>>(), [StepStatus::Completed]);
        assert_eq!(machine.steps()[0].result, None, "the model said nothing");
    }
}
