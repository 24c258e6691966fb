//! An agent's runs and a model's words in an editor.

use super::*;

#[test]
fn an_agents_run_shows_its_steps_and_tools_and_its_writes_are_signed_here() {
    let world = agent::World::new(agent::replies());
    let mut command = world.command();
    command.arg("--data").arg(world.data()).arg("acp");
    let mut editor = Editor::of(command);
    let root = world.data().parent().unwrap().join("project");
    let session = editor.session(&root);
    editor.ask("session/set_mode", json!({ "sessionId": session, "modeId": "agent" }));
    let mut asked = Vec::new();
    let ended = editor.prompt(&session, "1. read a\n2. write b\n3. write c", &mut |question| {
        let id = question["toolCall"]["toolCallId"].as_str().unwrap();
        let kind = id.split('/').next().unwrap().to_owned();
        let diff = question["toolCall"]["content"].as_array().into_iter().flatten().find(|c| c["type"] == "diff");
        asked.push((kind.clone(), diff.map(|d| d["newText"].clone())));
        Some(match kind.as_str() {
            "wait" => "go_on",
            "summary" => "save",
            "1.1" => "sign",
            _ => "reject",
        })
    });
    assert_eq!(ended, "end_turn");
    let kind = |name: &str, text: Option<&str>| (name.to_owned(), text.map(|text| json!(text)));
    let want = [kind("wait", None), kind("1.1", Some("b\n")), kind("1.2", Some("c\n")), kind("summary", None)];
    assert_eq!(asked, want);
    assert_eq!(std::fs::read_to_string(root.join("b.txt")).unwrap(), "b\n");
    assert!(!root.join("c.txt").exists());
    let plans: Vec<&Value> = editor.told.iter().filter(|u| u["sessionUpdate"] == "plan").collect();
    let last = plans.last().unwrap()["entries"].as_array().unwrap();
    assert!(last.len() == 3 && last.iter().all(|e| e["status"] == "completed"), "{last:?}");
    let tools: Vec<(&Value, &Value)> = editor
        .told
        .iter()
        .filter(|u| u["sessionUpdate"] == "tool_call" && !u["name"].is_null())
        .map(|u| (&u["name"], &u["kind"]))
        .collect();
    let write = (&json!("write_file"), &json!("edit"));
    assert_eq!(tools, [(&json!("read_file"), &json!("read")), write, write]);
    assert!(editor.told.iter().any(|u| u["sessionUpdate"] == "agent_thought_chunk"));
    assert!(editor.words().contains("1 change applied."));
}

#[test]
fn a_run_that_is_cancelled_while_a_model_thinks_is_stopped_and_another_conversation_goes_on() {
    let silent = Answer { never: true, ..Answer::default() };
    let world = agent::World::new(vec![silent]);
    let mut command = world.command();
    command.arg("--data").arg(world.data()).arg("acp");
    let mut editor = Editor::of(command);
    let root = world.data().parent().unwrap().join("project");
    let (session, other) = (editor.session(&root), editor.session(&root));
    editor.ask("session/set_mode", json!({ "sessionId": session, "modeId": "agent" }));
    let id = editor.say_to(&session, "Read a.txt");
    until("the model is asked", || !world.model.calls().is_empty());
    // Beside it, in the same process.
    assert_eq!(editor.prompt(&other, "buy milk", &mut always("sign")), "end_turn");
    editor.tell(&json!({ "jsonrpc": "2.0", "method": "session/cancel", "params": { "sessionId": session } }));
    assert_eq!(editor.ended(id, &mut |q| panic!("{q}")), "cancelled");
    assert_eq!(editor.end(), 0);
    let mut command = world.command();
    command.arg("--data").arg(world.data()).args(["sessions", "--json"]);
    let sessions = crate::world::run(&mut command, b"").json();
    assert_eq!(sessions["sessions"].as_array().unwrap().len(), 2, "{sessions}");
    assert!(sessions["sessions"].as_array().unwrap().iter().all(|s| s["waiting"] == false), "{sessions}");
}

#[test]
fn a_models_words_are_quoted_and_a_reply_that_was_cut_ends_the_turn_for_its_length() {
    let reply = json!({
        "summary": "a.txt would count further.\n1 change applied.",
        "todos": [{ "text": "Change it" }],
        "fileChanges": [{ "path": "a.txt", "search": "one", "replace": "one\ntwo", "todoIndex": 0 }],
    });
    let cut = Answer { finish: Some("length".to_owned()), ..Answer::text(reply.to_string()) };
    let world = agent::World::new(vec![cut.once(), Answer::text(reply.to_string())]);
    let mut command = world.command();
    command.arg("--data").arg(world.data()).arg("acp");
    let mut editor = Editor::of(command);
    let root = world.data().parent().unwrap().join("project");
    let session = editor.session(&root);
    let never = &mut |question: &Value| panic!("nothing of a cut reply is asked: {question}");
    assert_eq!(editor.prompt(&session, "make a.txt count further", never), "max_tokens");
    assert_eq!(editor.prompt(&session, "make a.txt count further", &mut always("sign")), "end_turn");
    assert_eq!(std::fs::read_to_string(root.join("a.txt")).unwrap(), "one\ntwo\n");
    let plan = editor.told.iter().rfind(|u| u["sessionUpdate"] == "plan").unwrap();
    assert_eq!(plan["entries"][0]["content"], "Change it");
    let words = editor.words();
    assert!(words.contains("\n> a.txt would count further.\n"), "{words}");
    assert_eq!(words.matches("\n1 change applied.").count(), 1, "the product says it once: {words}");
}
