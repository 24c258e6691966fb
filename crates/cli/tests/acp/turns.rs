//! Turns of a conversation: their questions, their end, and what is no turn at all.

use super::*;

#[test]
fn choices_of_a_question_are_options_and_else_the_next_prompt_answers() {
    let world = World::new();
    let root = project(&world);
    for title in ["Call Ada", "Call Bob"] {
        terminal(&world, &["todos", "add", title]);
    }
    let mut editor = Editor::start(&world);
    let session = editor.session(&root);
    let mut asked = 0;
    let ended = editor.prompt(&session, "complete call", &mut |question| {
        asked += 1;
        let names: Vec<&str> =
            question["options"].as_array().unwrap().iter().map(|o| o["name"].as_str().unwrap()).collect();
        match asked {
            1 => {
                assert!(names[0].contains("Call Ada") && names[1].contains("Call Bob"), "{names:?}");
                Some("words")
            }
            _ => panic!("{question}"),
        }
    });
    assert_eq!(ended, "end_turn");
    let words = editor.words();
    assert!(words.contains("1. ") && words.contains("2. "), "{words}");
    // The question itself is told, too: not every editor shows what a permission is asked for.
    assert!(words.contains("Which"), "{words}");
    let ended = editor.prompt(&session, "the second one", &mut |question| {
        assert!(question["toolCall"]["title"].as_str().unwrap().contains("Bob"), "{question}");
        Some("sign")
    });
    assert_eq!(ended, "end_turn");
    // The one that is left is no question any more; of two others one is chosen here.
    terminal(&world, &["todos", "add", "Call Eve"]);
    let mut titles = Vec::new();
    let ended = editor.prompt(&session, "complete call", &mut |question| {
        titles.push(question["toolCall"]["title"].as_str().unwrap().to_owned());
        Some(if titles.len() == 1 { "1" } else { "sign" })
    });
    assert_eq!((ended.as_str(), titles.len()), ("end_turn", 2), "{titles:?}");
    assert!(titles[1].contains("Eve"), "{titles:?}");
    let open = terminal(&world, &["todos"]);
    assert_eq!(open["todos"].as_array().unwrap().len(), 1, "{open}");
}

#[test]
fn what_is_no_message_no_session_or_no_folder_is_told_so_and_the_rest_goes_on() {
    let world = World::new();
    let root = project(&world);
    let mut editor = Editor::start(&world);
    let deep = "[".repeat(100_000);
    let long = "x".repeat(33 * 1024 * 1024);
    let lines: [(&[u8], i64); 6] = [
        (b"{", -32700),
        (b"hello", -32700),
        (b"\xff\xfe{}", -32700),
        (deep.as_bytes(), -32700),
        (b"[]", -32600),
        (long.as_bytes(), -32600),
    ];
    for (line, code) in lines {
        editor.to.write_all(line).unwrap();
        editor.to.write_all(b"\n").unwrap();
        let answer = editor.next();
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(code), &Value::Null), "{answer}");
        assert!(answer.to_string().len() < 500, "the line is not said again");
    }
    // Whoever asked waits for an answer by its id, also where the question is none of the protocol.
    for (line, id) in [
        (json!({ "jsonrpc": "1.0", "id": 2, "method": "ping" }), json!(2)),
        (json!({ "jsonrpc": "2.0", "id": "s", "method": 5 }), json!("s")),
        (json!({ "id": -7, "method": "initialize", "params": {} }), json!(-7)),
        (json!({ "jsonrpc": "2.0", "id": { "a": 1 }, "method": 5 }), Value::Null),
        (json!({ "jsonrpc": "2.0", "id": true, "method": "initialize" }), Value::Null),
    ] {
        editor.tell(&line);
        let answer = editor.next();
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(-32600), &id), "{line}: {answer}");
    }
    // What nobody waits for an answer to gets none, nor does an empty line.
    writeln!(editor.to, "\r\n{{\"jsonrpc\":\"2.0\",\"method\":\"no/word\"}}").unwrap();
    let text = json!([{ "type": "text", "text": "buy milk" }]);
    for (method, params, code) in [
        ("no/method", json!({}), -32601),
        ("session/prompt", json!({}), -32602),
        ("session/prompt", json!({ "sessionId": "none", "prompt": text }), -32002),
        ("session/set_mode", json!({ "sessionId": "none", "modeId": "plan" }), -32002),
        ("session/load", json!({ "sessionId": "none", "cwd": root, "mcpServers": [] }), -32002),
        ("session/new", json!({ "cwd": root.join("nowhere"), "mcpServers": [] }), -32602),
        ("session/new", json!({ "cwd": "project", "mcpServers": [] }), -32602),
        ("session/new", json!({ "cwd": "/etc", "mcpServers": [] }), -32602),
    ] {
        let answer = editor.ask(method, params.clone());
        assert_eq!(answer["error"]["code"], code, "{method} {params}: {answer}");
    }
    let nowhere = editor.ask("session/new", json!({ "cwd": root.join("nowhere"), "mcpServers": [] }));
    let message = nowhere["error"]["message"].as_str().unwrap();
    assert!(message.contains("nowhere") && message.contains("Give the whole path of a folder"), "{message}");
    let session = editor.session(&root);
    assert_eq!(
        editor.ask("session/set_mode", json!({ "sessionId": session, "modeId": "fly" }))["error"]["code"],
        -32602
    );
    assert_eq!(editor.ask("session/set_mode", json!({ "sessionId": session, "modeId": "chat" }))["result"], json!({}));
    assert_eq!(editor.prompt(&session, "buy milk", &mut always("sign")), "end_turn");
    assert!(terminal(&world, &["inbox"])["change_sets"].as_array().unwrap().is_empty(), "only answers in chat");
    assert_eq!(editor.end(), 0);
}

#[test]
fn an_agent_that_is_killed_while_it_asks_leaves_all_of_it_waiting() {
    let world = World::new();
    let root = project(&world);
    let mut editor = Editor::start(&world);
    let session = editor.session(&root);
    editor.say_to(&session, "buy milk tomorrow and call Ada on friday");
    let mut asked = 0;
    // The first is signed, the second is asked about, and then there is nobody.
    let question = loop {
        let message = editor.next();
        if message["method"] == "session/request_permission" {
            asked += 1;
            match asked {
                1 => editor.say(&message, Some("sign")),
                _ => break message,
            }
        }
    };
    editor.child.kill().unwrap();
    editor.child.wait().unwrap();
    let set = question["params"]["toolCall"]["toolCallId"].as_str().unwrap().split('.').next().unwrap().to_owned();
    let shown = terminal(&world, &["show", &set]);
    let statuses: Vec<&Value> = shown["items"].as_array().unwrap().iter().map(|i| &i["status"]).collect();
    assert_eq!(statuses, ["confirmed", "pending"], "{shown}");
    assert!(terminal(&world, &["todos"])["todos"].as_array().unwrap().is_empty(), "nothing is applied");
    // Another one tells the conversation again, and has the rest decided.
    let mut editor = Editor::start(&world);
    let loaded = editor.ask("session/load", json!({ "sessionId": session, "cwd": root, "mcpServers": [] }));
    assert_eq!(loaded["result"]["modes"]["currentModeId"], "auto", "{loaded}");
    let said = editor.told.iter().find(|u| u["sessionUpdate"] == "user_message_chunk").unwrap();
    assert_eq!(said["content"]["text"], "buy milk tomorrow and call Ada on friday");
    assert!(editor.words().contains("1 change waits."));
    assert_eq!(editor.prompt(&session, "/inbox", &mut always("sign")), "end_turn");
    assert_eq!(terminal(&world, &["todos"])["todos"].as_array().unwrap().len(), 2);
    assert_eq!(terminal(&world, &["verify"])["ok"], true);
}

#[test]
fn a_turn_that_is_cancelled_or_replaced_decides_nothing() {
    let world = World::new();
    let root = project(&world);
    let mut editor = Editor::start(&world);
    let session = editor.session(&root);
    let until_asked = |editor: &mut Editor| loop {
        let message = editor.next();
        if message["method"] == "session/request_permission" {
            break message;
        }
    };
    let first = editor.say_to(&session, "buy milk");
    let question = until_asked(&mut editor);
    editor.tell(&json!({ "jsonrpc": "2.0", "method": "session/cancel", "params": { "sessionId": session } }));
    editor.say(&question, None);
    assert_eq!(editor.ended(first, &mut |q| panic!("{q}")), "cancelled");
    // A second prompt takes the place of one that waits, whatever is answered to the old question.
    let second = editor.say_to(&session, "buy bread");
    let question = until_asked(&mut editor);
    let third = editor.say_to(&session, "buy eggs");
    assert_eq!(editor.ended(second, &mut |q| panic!("{q}")), "cancelled");
    editor.say(&question, Some("sign"));
    assert_eq!(editor.ended(third, &mut always("sign")), "end_turn");
    let todos = terminal(&world, &["todos"]);
    let titles: Vec<&Value> = todos["todos"].as_array().unwrap().iter().map(|t| &t["title"]).collect();
    assert_eq!(titles, ["buy eggs"], "{todos}");
    assert_eq!(terminal(&world, &["inbox"])["change_sets"].as_array().unwrap().len(), 2);
    // Whoever hangs up has answered nothing.
    editor.say_to(&session, "buy soap");
    until_asked(&mut editor);
    assert_eq!(editor.end(), 0);
    assert_eq!(terminal(&world, &["inbox"])["change_sets"].as_array().unwrap().len(), 3);
}

#[test]
fn a_running_server_is_asked_and_what_is_decided_there_is_not_decided_again() {
    let world = World::new();
    let root = project(&world);
    let data = world.dir.path().join("data");
    let mut command = binary();
    command.env("COUNTERSIGN_MODEL", "none");
    let mut server = Server::start_with(&data, command);
    let mut editor = Editor::begin(world.dir.path(), &[]);
    let session = editor.session(&root);
    let (port, token) = (server.port, server.token.clone());
    let mut asked = 0;
    let ended = editor.prompt(&session, "buy milk; call Ada", &mut |question| {
        asked += 1;
        let id = question["toolCall"]["toolCallId"].as_str().unwrap();
        if asked == 1 {
            // On the page the person turned it down a moment ago.
            let (set, n) = id.split_once('.').unwrap();
            let path = format!("/api/change-sets/{set}");
            let (_, view) = http(port, &token, "GET", &path, None, None).unwrap();
            let body = json!({ "verdict": "rejected", "digest": view["items"][0]["digest"] });
            let path = format!("{path}/items/{n}/decision");
            assert_eq!(http(port, &token, "PUT", &path, Some(&body), None).unwrap().0, 200);
        }
        Some("sign")
    });
    assert_eq!((ended.as_str(), asked), ("end_turn", 2));
    let (_, todos) = http(port, &token, "GET", "/api/todos/all", None, None).unwrap();
    let titles: Vec<&Value> = todos["todos"].as_array().unwrap().iter().map(|t| &t["title"]).collect();
    assert_eq!(titles, ["call Ada"], "{todos}");
    let (_, log) = http(port, &token, "GET", "/api/ledger", None, None).unwrap();
    assert_eq!(log["entries"][0]["actor"], json!({ "kind": "user", "via": "editor" }), "{log}");
    server.stop();
    // The next prompt opens the folder itself.
    assert_eq!(editor.prompt(&session, "buy eggs", &mut always("sign")), "end_turn");
    until("the folder is left", || terminal(&world, &["todos"])["todos"].as_array().is_some_and(|t| t.len() == 2));
    assert_eq!(editor.end(), 0);
}

#[test]
fn a_file_that_is_not_saved_is_told_of_and_a_picture_without_a_model_is_refused_in_words() {
    let world = World::new();
    let root = project(&world);
    let mut editor = Editor::start(&world);
    let session = editor.session(&root);
    let uri = format!("file://{}", root.join("notes.txt").display());
    let mut send = |text: &str| {
        let resource =
            json!({ "type": "resource", "resource": { "uri": uri, "text": text, "mimeType": "text/plain" } });
        let blocks = json!([{ "type": "text", "text": "replace two with three in " }, resource]);
        let id = editor.send("session/prompt", json!({ "sessionId": session, "prompt": blocks }));
        assert_eq!(editor.ended(id, &mut always("later")), "end_turn");
        editor.words()
    };
    assert!(send("one\ntwo\nfour\n").contains("notes.txt has changes in the editor that are not saved."));
    assert!(!send("one\ntwo\n").contains("not saved"));
    assert_eq!(std::fs::read_to_string(root.join("notes.txt")).unwrap(), "one\ntwo\n");
    let picture = json!({ "type": "image", "mimeType": "image/png", "data": "bm8gcGljdHVyZQ==" });
    let id = editor.send("session/prompt", json!({ "sessionId": session, "prompt": [picture] }));
    assert_eq!(editor.ended(id, &mut always("sign")), "end_turn");
    assert!(!editor.words().is_empty());
}

#[test]
fn questions_are_in_the_language_of_the_settings() {
    let world = World::new();
    let root = project(&world);
    terminal(&world, &["settings", "set", "language", "de"]);
    let mut editor = Editor::start(&world);
    let session = editor.session(&root);
    let mut names = Vec::new();
    editor.prompt(&session, "buy milk", &mut |question| {
        let options = question["options"].as_array().unwrap();
        names = options.iter().map(|o| o["name"].as_str().unwrap().to_owned()).collect();
        assert!(question["toolCall"]["title"].as_str().unwrap().contains("anlegen"), "{question}");
        Some("later")
    });
    assert_eq!(names, ["Unterschreiben", "Ablehnen", "Später"]);
    assert!(editor.words().contains("1 Änderung wartet."));
}
