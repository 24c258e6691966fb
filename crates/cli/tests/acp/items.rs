//! What is asked of an editor for each item, and what is told of it.

use super::*;

#[test]
fn each_change_is_asked_by_itself_and_what_is_signed_is_applied_once() {
    let world = World::new();
    let root = project(&world);
    let mut editor = Editor::start(&world);
    let session = editor.session(&root);
    let mut asked = Vec::new();
    let ended = editor.prompt(&session, "buy milk tomorrow and call Ada on friday", &mut |question| {
        assert_eq!(question["sessionId"], session.as_str());
        let options = question["options"].as_array().unwrap();
        let kinds: Vec<&str> = options.iter().map(|o| o["kind"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["allow_once", "reject_once", "reject_once"]);
        asked.push(question["toolCall"]["title"].as_str().unwrap().to_owned());
        Some(if asked.len() == 1 { "sign" } else { "reject" })
    });
    assert_eq!(ended, "end_turn");
    assert_eq!(asked.len(), 2, "{asked:?}");
    assert!(asked[0].contains("uy milk") && asked[1].contains("all Ada"), "{asked:?}");
    let of = |n: u32| {
        editor
            .told
            .iter()
            .find_map(|u| u["toolCallId"].as_str().filter(|id| id.ends_with(&format!(".{n}"))))
            .unwrap()
            .to_owned()
    };
    let (milk, ada) = (of(1), of(2));
    assert_eq!((editor.status(&milk), editor.status(&ada)), (json!("completed"), json!("failed")));
    let words = editor.words();
    assert!(words.contains("1 change applied."), "{words}");
    let todos = terminal(&world, &["todos"]);
    let titles: Vec<&str> = todos["todos"].as_array().unwrap().iter().map(|t| t["title"].as_str().unwrap()).collect();
    assert_eq!(titles.len(), 1, "{titles:?}");
    // The ledger says where the person decided.
    let log = terminal(&world, &["log"]);
    let entries = log["entries"].as_array().unwrap();
    let decided: Vec<&Value> = entries.iter().filter(|e| e["kind"] == "decided").map(|e| &e["actor"]).collect();
    assert_eq!(decided, [&json!({ "kind": "user", "via": "editor" }); 2], "{log}");
    assert_eq!(entries.iter().filter(|e| e["kind"] == "applied").count(), 1, "{log}");
    assert_eq!(editor.end(), 0);
    assert_eq!(terminal(&world, &["rebuild"])["equal"], true);
}

/// Signed items are never applied in part unsaid: where the last of a set has drifted by the time it is signed, the
/// person says what becomes of the others.
#[test]
fn what_is_signed_of_a_set_in_which_something_drifted_is_applied_once_the_person_says_so() {
    for goes_on in [false, true] {
        let world = World::new();
        let root = project(&world);
        terminal(&world, &["todos", "add", "Call Ada"]);
        let operations = json!([
            { "op": "create", "title": "Buy milk" },
            { "op": "create", "title": "Buy eggs" },
            { "op": "update", "id": 1, "priority": "low" },
        ]);
        let file = world.dir.path().join("operations.json");
        std::fs::write(&file, operations.to_string()).unwrap();
        terminal(&world, &["propose", &file.display().to_string()]);
        let mut editor = Editor::start(&world);
        let session = editor.session(&root);
        let mut asked = Vec::new();
        let ended = editor.prompt(&session, "/inbox", &mut |question| {
            let id = question["toolCall"]["toolCallId"].as_str().unwrap().to_owned();
            let title = question["toolCall"]["title"].as_str().unwrap().to_owned();
            asked.push((id.clone(), title.clone()));
            if id.ends_with(".3") {
                terminal(&world, &["todos", "edit", "1", "--priority", "high"]);
            }
            if !id.starts_with("part/") {
                return Some("sign");
            }
            assert!(title.contains("1 of 3 drifted") && title.contains('2'), "{question}");
            let todos = terminal(&world, &["todos"]);
            assert_eq!(todos["todos"].as_array().unwrap().len(), 1, "nothing before the answer: {todos}");
            Some(if goes_on { "sign" } else { "later" })
        });
        let questions: Vec<&str> = asked.iter().map(|(id, _)| id.as_str()).collect();
        assert!(questions.len() == 4 && questions[3].starts_with("part/"), "{questions:?}");
        let words = editor.words();
        let todos = terminal(&world, &["todos"])["todos"].as_array().unwrap().len();
        let inbox = terminal(&world, &["inbox"]);
        match goes_on {
            true => {
                assert_eq!((ended.as_str(), todos), ("end_turn", 3), "{words}");
                assert!(words.contains("2 changes applied."), "{words}");
            }
            false => {
                assert_eq!(todos, 1, "{words}");
                assert_eq!(inbox["change_sets"][0]["signed"], 2, "{inbox}");
            }
        }
        assert_eq!(editor.end(), 0);
    }
}

#[test]
fn a_change_of_a_file_is_shown_as_its_text_before_and_after_and_written_once_signed() {
    let world = World::new();
    let root = project(&world);
    let mut editor = Editor::start(&world);
    let session = editor.session(&root);
    let uri = format!("file://{}", root.join("notes.txt").display());
    let blocks = json!([
        { "type": "text", "text": "replace two with three in " },
        { "type": "resource_link", "uri": uri, "name": "notes.txt" },
    ]);
    let id = editor.send("session/prompt", json!({ "sessionId": session, "prompt": blocks }));
    let path = root.join("notes.txt");
    let ended = editor.ended(id, &mut |question| {
        let call = &question["toolCall"];
        let diff = call["content"].as_array().unwrap().iter().find(|c| c["type"] == "diff").unwrap();
        assert_eq!((&diff["oldText"], &diff["newText"]), (&json!("one\ntwo\n"), &json!("one\nthree\n")));
        assert_eq!(diff["path"], json!(path.canonicalize().unwrap()));
        assert_eq!((&call["kind"], &call["status"]), (&json!("edit"), &json!("pending")), "{call}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "one\ntwo\n", "nothing before the answer");
        Some("sign")
    });
    assert_eq!((ended.as_str(), std::fs::read_to_string(&path).unwrap().as_str()), ("end_turn", "one\nthree\n"));
    assert_eq!(editor.end(), 0);
}

#[test]
fn a_command_is_shown_with_its_words_and_class_and_told_with_its_output() {
    let world = World::new();
    let root = project(&world);
    let mut editor = Editor::start(&world);
    let session = editor.session(&root);
    let mut shown = String::new();
    let ended = editor.prompt(&session, "run echo hello `date`; ls", &mut |_| None);
    assert_eq!(ended, "end_turn");
    editor.told.clear();
    let ended = editor.prompt(&session, "run wc -l notes.txt", &mut |question| {
        let call = &question["toolCall"];
        assert_eq!(call["kind"], "execute");
        shown = call["content"].to_string();
        Some("sign")
    });
    assert_eq!(ended, "end_turn");
    for part in ["wc -l notes.txt", r#"[\"wc\", \"-l\", \"notes.txt\"]"#, "judged: "] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let last = editor.told.iter().rev().find(|u| u["sessionUpdate"] == "tool_call_update").unwrap();
    let content = last["content"].to_string();
    assert!(last["status"] == "completed" && content.contains("2 notes.txt"), "{last}");
    assert!(content.contains("judged: "), "what was shown stays: {content}");
}

#[test]
fn what_a_command_writes_is_told_while_it_runs() {
    let world = World::new();
    let root = project(&world);
    // It goes on once it is told to, or after long.
    let script = "echo first\nn=0\nuntil [ -e go ] || [ $n = 300 ]; do n=$((n+1)); sleep 0.1; done\necho second $n\n";
    std::fs::write(root.join("work.sh"), script).unwrap();
    let mut editor = Editor::start(&world);
    let session = editor.session(&root);
    let id = editor.say_to(&session, "run sh work.sh");
    let mut live = None;
    loop {
        let message = editor.next();
        let update = &message["params"]["update"];
        match message["method"].as_str() {
            Some("session/request_permission") => editor.say(&message, Some("sign")),
            Some(_) if update["sessionUpdate"] == "tool_call_update" => {
                let content = update["content"].to_string();
                if content.contains("first") && !content.contains("second") {
                    assert!(update["status"] == "in_progress" && content.contains("judged: "), "{update}");
                    live = Some(content);
                    std::fs::write(root.join("go"), "").unwrap();
                }
                editor.told.push(update.clone());
            }
            None if message["id"] == id => break,
            _ => {}
        }
    }
    assert!(live.is_some(), "{:?}", editor.told);
    let last = editor.told.last().unwrap();
    assert!(last["status"] == "completed" && last["content"].to_string().contains("second"), "{last}");
}

#[test]
fn many_deletions_are_asked_once_more_with_their_number() {
    let world = World::new();
    let root = project(&world);
    let list: String = (1..=21).map(|n| format!("- [ ] Thing {n}\n")).collect();
    let file = world.dir.path().join("list.md");
    std::fs::write(&file, list).unwrap();
    terminal(&world, &["import", &file.display().to_string(), "--yes"]);
    let mut editor = Editor::start(&world);
    let session = editor.session(&root);
    let left = || terminal(&world, &["todos"])["todos"].as_array().unwrap().len();
    assert_eq!(left(), 21);
    let again = std::cell::RefCell::new(Vec::new());
    let person = |go_on: bool| {
        let again = &again;
        move |question: &Value| match question["toolCall"]["toolCallId"].as_str().unwrap().starts_with("confirm/") {
            true => {
                again.borrow_mut().push(question["toolCall"]["content"].to_string());
                Some(if go_on { "sign" } else { "later" })
            }
            false => Some("sign"),
        }
    };
    assert_eq!(editor.prompt(&session, "delete all todos", &mut person(false)), "end_turn");
    assert_eq!(left(), 21, "it was not confirmed");
    let words = editor.words();
    assert!(words.contains("1 change waits."), "{words}");
    // What was signed stays signed; it is applied where it is confirmed.
    assert_eq!(editor.prompt(&session, "delete all todos", &mut person(true)), "end_turn");
    assert_eq!(left(), 0);
    let again = again.into_inner();
    assert_eq!(again.len(), 2);
    assert!(again.iter().all(|text| text.contains("deletes 21")), "{again:?}");
}
