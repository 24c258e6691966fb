//! Messages about a project folder: with a scripted model over real HTTP, real files and SQLite;
//! and without any model.

use crate::world::{World, beside, hash, models, place, reply, say, user};
use countersign_core::change_set::ItemStatus;
use countersign_core::rule::Grant;
use countersign_core::wire::{ItemAt, NewRule, NewRun, RunEvent, RunStatus, RunView};
use countersign_llm::Models;
use countersign_testkit::{Answer, Kind, Listed, ModelServer, Script};
use serde_json::{Value, json};
use std::fs;

fn large(server: &ModelServer) -> Models {
    with(server, &json!({ "provider": "p", "size": "large", "contextWindow": 8192 }))
}

fn with(server: &ModelServer, model: &Value) -> Models {
    models("ollama", server, json!({ "models": { "test": model } }))
}

/// A folder with files, and a model that answers so; without answers there is none.
async fn world(files: &[(&str, &str)], answers: Vec<Answer>) -> World {
    let place = place().files(files);
    if answers.is_empty() {
        return place.open().await;
    }
    let listed = vec![Listed { id: "test".into(), context: Some(8_192), ..Listed::default() }];
    let script = Script { kind: Kind::Ollama, answers, models: listed, ..Script::default() };
    let server = ModelServer::start(script).await.unwrap();
    let models = large(&server);
    place.asking(server, models).open().await
}

/// What was copied from an example is refused in files and commands as in todos; what stands in the message is meant.
/// Words beside what waits do not claim that it is made.
#[tokio::test]
async fn a_gap_of_an_example_is_no_file_and_no_command() {
    let said = json!({
        "summary": "I have changed a.txt and committed it. It would greet.",
        "fileChanges": [
            {"path": "path/to/file.txt", "action": "create", "content": "x\n"},
            {"path": "<name>.md", "action": "create", "content": "x\n"},
            {"path": "a.txt", "action": "edit", "edits": [{"search": "one", "replace": "hello <title> ..."}]},
        ],
        "commands": [{"command": "git commit -m \"...\""}, {"command": "ls <folder>"}, {"command": "ls"}],
    });
    let w = world(&[("a.txt", "one\n")], vec![reply(&said), reply(&said)]).await;
    let run = w.say("edit @a.txt so that it greets").await;
    assert_eq!(run.reply.unwrap().summary, "[…] It would greet.");
    let set = w.engine.change_set(run.change_set.unwrap()).await.unwrap();
    let codes: Vec<Option<&str>> = set.items.iter().map(|i| i.problems.first().map(|p| p.code.as_ref())).collect();
    let gap = Some("template");
    assert_eq!(codes, [gap, gap, None, gap, gap, None], "{:?}", set.items);
}

#[tokio::test]
async fn what_two_folders_have_is_never_taken_from_one_unasked() {
    let said = json!({
        "summary": "Greets.",
        "fileChanges": [{"path": "a.txt", "action": "edit", "edits": [{"search": "one", "replace": "hello one"}]}],
        "commands": [{"command": "cat a.txt"}],
    });
    let w = world(&[("a.txt", "one\n"), ("b.txt", "b\n")], vec![reply(&said), reply(&said)]).await;
    let other = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let root = other.path().canonicalize().unwrap().join("second");
    std::fs::create_dir(&root).unwrap();
    std::fs::write(root.join("a.txt"), "one\n").unwrap();
    let second = w.engine.open_workspace(&root, user()).await.unwrap().id;
    // No model is shown either, and a direct edit goes nowhere.
    for message in ["edit @a.txt so that it greets", "rename a.txt to c.txt"] {
        let run = w.say(message).await;
        let left = run.context.unwrap().left_out;
        assert!(left.iter().any(|l| l.why == "twofold" && l.message.contains("second/a.txt")), "{message}: {left:?}");
        let sets = match run.change_set {
            Some(id) => vec![w.engine.change_set(id).await.unwrap()],
            None => Vec::new(),
        };
        assert!(
            sets.iter().flat_map(|s| &s.items).all(|i| i.status == ItemStatus::Invalid || i.file.is_none()),
            "{message}: {sets:?}"
        );
    }
    // What needs no model says it the same way.
    for message in
        ["delete second/a.txt", "rename second/a.txt to c.txt", "edit @second/a.txt: replace \"one\" with \"two\""]
    {
        let run = w.say(message).await;
        let set = w.engine.change_set(run.change_set.unwrap_or_else(|| panic!("{message}: {run:?}"))).await.unwrap();
        assert!(
            set.items.iter().all(|i| i.workspace() == Some(&second) && i.problems.is_empty()),
            "{message}: {set:?}"
        );
    }
    // Said or chosen, it is that one: the file and the command.
    for (message, chosen) in
        [("edit second/a.txt so that it greets", None), ("edit a.txt so that it greets", Some(second.clone()))]
    {
        let run = say(&w.engine, NewRun { message: message.into(), workspace: chosen, ..NewRun::default() }).await;
        let set = w.engine.change_set(run.change_set.unwrap()).await.unwrap();
        assert!(
            set.items.iter().all(|i| i.workspace() == Some(&second) && i.problems.is_empty()),
            "{message}: {set:?}"
        );
        assert_eq!(set.items.len(), 2);
    }
}

#[tokio::test]
async fn files_named_are_shown_and_a_reply_becomes_one_set_with_linked_steps() {
    let said = json!({
        "summary": "Greets in a.txt and adds notes.",
        "sections": [{"heading": "Why", "body": "Because `a.txt` was dull."}],
        "todos": [{"text": "Greet", "completed": true}, {"text": "Note", "completed": false}, {"text": "Think", "completed": true}],
        "fileChanges": [
            {"path": "a.txt", "action": "edit", "edits": [{"search": "one", "replace": "hello one"}], "todoIndex": 0},
            {"path": "notes.md", "action": "create", "content": "# Notes\n", "todoIndex": 1},
            {"path": "a.txt", "action": "edit", "edits": [{"search": "two", "replace": "hello two"}], "todoIndex": 0},
            {"path": "src/hidden.rs", "action": "edit", "edits": [{"search": "x", "replace": "y"}]},
        ],
        "commands": [{"command": "cat a.txt", "why": "shows it"}],
        "nextSteps": [{"html": "<b>More</b>", "inputText": "Do more"}],
    });
    let w = world(
        &[("a.txt", "one\ntwo\n"), ("src/hidden.rs", "x\n"), (".gitignore", "out/\n"), ("out/a.txt", "ignored")],
        vec![reply(&said)],
    )
    .await;
    let run = w.say("edit A.TXT so that it greets, and see https://example.org and .env").await;
    assert_eq!((run.status, run.decision.as_deref()), (RunStatus::Done, Some("work")));
    let context = run.context.clone().unwrap();
    let files: Vec<(&str, &str)> = context.files.iter().map(|f| (f.path.as_str(), f.hash.as_str())).collect();
    assert_eq!(files, [("a.txt", hash("one\ntwo\n").as_str())]);
    assert_eq!(context.urls, ["https://example.org"]);
    assert_eq!(
        context.left_out.iter().map(|l| (l.name.as_str(), l.why.as_str())).collect::<Vec<_>>(),
        [(".env", "protected")]
    );
    assert!(w.asked().contains("File a.txt:\n```\none\ntwo\n```\n"), "{}", w.asked());

    let set = w.set(&run).await;
    let items: Vec<(&str, Vec<String>)> =
        set.items.iter().map(|i| (i.label.as_str(), i.problems.iter().map(|p| p.code.to_string()).collect())).collect();
    assert_eq!(items[0], ("Edit a.txt, +2 −2", vec![]));
    assert_eq!(items[1], ("Add file notes.md, 1 line", vec![]));
    assert_eq!(items[2].1, ["not_shown"]);
    assert_eq!((items[3].1.len(), set.items[3].command.as_ref().unwrap().command.as_str()), (0, "cat a.txt"));
    // A reason of the model's is its words, and says so; what only repeats the message is the person's.
    assert_eq!((set.items[3].why.as_str(), set.items[3].said_by.as_deref()), ("shows it", Some("test")));
    assert_eq!((set.items[0].why.as_str(), set.items[0].said_by.as_deref()), (run.message.as_str(), None));
    assert_eq!(set.agent.as_deref(), Some("test"));
    assert_eq!(w.read("a.txt").unwrap(), "one\ntwo\n", "proposing changes nothing");

    let got = run.reply.clone().unwrap();
    let steps =
        |run: &RunView| -> Vec<bool> { run.reply.as_ref().unwrap().steps.iter().map(|s| s.completed).collect() };
    assert_eq!(steps(&run), [false, false, true], "a linked step is not done before its change");
    assert_eq!((got.sections[0].heading.as_str(), got.next_steps[0].label.as_str()), ("Why", "More"));
    assert_eq!((got.blocked, run.said.as_deref()), (None, Some("Greets in a.txt and adds notes.")));
    let text = run.text.as_deref().unwrap();
    assert!(text.contains(" changes proposed: ") && text.contains("Nothing happens until you sign."), "{text}");

    w.apply_items(&set, &[1]).await.unwrap();
    assert_eq!(w.read("a.txt").unwrap(), "hello one\nhello two\n");
    let later = w.engine.run(&run.id).await.unwrap();
    assert_eq!(steps(&later), [true, false, true]);

    // The events replay, stage first, and the trace names the file with its hash.
    let events = w.events(&run.id).await;
    let names: Vec<&str> = events.iter().map(RunEvent::name).collect();
    assert_eq!(names[..3], ["stage", "stage", "context"]);
    assert!(names.contains(&"reply") && names.last() == Some(&"done"));
    let trace = w.engine.run_trace(&run.id).await.unwrap();
    let sections = trace["calls"][0]["sections"].as_array().unwrap().clone();
    let file = sections.iter().find(|s| s["name"] == "a.txt").unwrap();
    assert_eq!(file["hash"], json!(hash("one\ntwo\n")));
    assert_eq!(w.engine.verify().await.unwrap().broken, None);
}

/// S1-4: the summary of a structured reply is shown while the rest is still being written.
#[tokio::test]
async fn a_structured_reply_is_told_while_it_is_written() {
    let said = json!({"summary": "Greets in a.txt, which was dull.", "fileChanges": [
        {"path": "a.txt", "action": "edit", "edits": [{"search": "one", "replace": "hello"}]}]})
    .to_string();
    let chunks = said.as_bytes().chunks(24).map(|c| String::from_utf8_lossy(c).into_owned()).collect();
    // Slower than texts are told, which is every 250 ms at most.
    let w = world(&[("a.txt", "one\n")], vec![Answer { chunks, delay_ms: 300, ..Answer::default() }]).await;
    let run = w.say("edit a.txt so that it greets").await;
    let events = w.events(&run.id).await;
    let told: Vec<&str> = events
        .iter()
        .filter_map(|e| if let RunEvent::Said { text } = e { Some(text.as_str()) } else { None })
        .collect();
    let whole = "Greets in a.txt, which was dull.";
    assert!(told.len() > 1, "{told:?}");
    assert!(told.iter().all(|text| whole.starts_with(text)), "{told:?}");
    assert!(told.windows(2).all(|pair| pair[0].len() <= pair[1].len()), "{told:?}");
    assert!(told[0].len() < whole.len() && told.last() == Some(&whole), "{told:?}");
    let at = |name: &str| events.iter().position(|e| e.name() == name).unwrap();
    assert!(at("said") < at("reply"), "shown before it is read");
}

/// R23: what waits is not made, also while it is being said.
#[tokio::test]
async fn what_a_reply_claims_to_have_done_is_not_told_while_it_is_written() {
    let said = json!({"summary": "Greets in a.txt. I have already updated a.txt for you. Look at it.", "fileChanges": [
        {"path": "a.txt", "action": "edit", "edits": [{"search": "one", "replace": "hello"}]}]})
    .to_string();
    let chunks = said.as_bytes().chunks(12).map(|c| String::from_utf8_lossy(c).into_owned()).collect();
    let w = world(&[("a.txt", "one\n")], vec![Answer { chunks, delay_ms: 260, ..Answer::default() }]).await;
    let run = w.say("edit a.txt so that it greets").await;
    let events = w.events(&run.id).await;
    let told = events.iter().filter_map(|e| if let RunEvent::Said { text } = e { Some(text.as_str()) } else { None });
    let told: Vec<&str> = told.collect();
    assert!(told.len() > 3 && told[0].starts_with("Greets"), "{told:?}");
    assert!(told.iter().all(|text| !text.contains("updated")), "{told:?}");
    assert_eq!(told.last(), Some(&"Greets in a.txt. […] Look at it."));
}

#[tokio::test]
async fn a_cut_reply_proposes_nothing_and_says_so() {
    let said = json!({
        "summary": "Adds two files.",
        "todos": [{"text": "a"}, {"text": "b"}],
        "fileChanges": [{"path": "n.md", "action": "create", "content": "one\n"}, {"path": "m.md", "action": "create", "content": "two\n"}],
        "commands": [{"command": "ls"}],
    })
    .to_string();
    let cut = said.rfind("two").unwrap();
    let answer = Answer { finish: Some("length".into()), ..Answer::text(&said[..cut]) };
    let w = world(&[("a.txt", "x\n")], vec![answer]).await;
    let run = w.say("create n.md and m.md for a.txt with what fits").await;
    assert_eq!((run.change_set, run.decision.as_deref()), (None, Some("work")));
    let reply = run.reply.unwrap();
    let blocked = reply.blocked.unwrap();
    assert_eq!(
        blocked.message,
        "BLOCKED: 2 file change(s) from truncated response. Send the request again. NO changes have been applied."
    );
    assert_eq!(blocked.parts.iter().map(|p| p.target.as_str()).collect::<Vec<_>>(), ["n.md", "m.md"]);
    assert_eq!((reply.steps.len(), reply.summary.as_str()), (2, "Adds two files."));
    assert_eq!(
        reply.recovered.as_deref(),
        Some("Recovered: 2 todo(s), 1 file change(s). The content below may be incomplete.")
    );
    assert!(
        run.notes.contains(&"blocked".to_owned()) && run.notes.contains(&"recovered".to_owned()),
        "{:?}",
        run.notes
    );
    assert_eq!(w.engine.open_sets().await.unwrap(), 0);
}

#[tokio::test]
async fn a_reply_that_is_no_json_is_asked_for_once_more() {
    let good =
        json!({"summary": "It is a list.", "fileChanges": [{"path": "b.md", "action": "create", "content": "b\n"}]});
    let w = world(&[("a.txt", "x\n")], vec![Answer::text("{ I would rather not").once(), reply(&good)]).await;
    let run = w.say("what is in a.txt?").await;
    assert_eq!(run.said.as_deref(), Some("It is a list."));
    assert_eq!(w.server.calls().len(), 2);
    assert!(!w.set(&run).await.items[0].preselected, "what had to be mended is looked at first");
    // Talk alone is an answer.
    let w = world(&[("a.txt", "x\n")], vec![Answer::text("It holds an x.")]).await;
    let run = w.say("what is in a.txt?").await;
    assert_eq!((run.said.as_deref(), run.change_set), (Some("It holds an x."), None));
    assert_eq!(run.text.as_deref(), Some("Nothing has been changed."), "said of what it may claim");
    assert_eq!(w.server.calls().len(), 1);
}

#[tokio::test]
async fn a_file_that_changed_since_it_was_shown_drifts() {
    let said = json!({"summary": "s", "fileChanges": [{"path": "a.txt", "action": "edit", "edits": [{"search": "one", "replace": "1"}]}]});
    let w = world(&[("a.txt", "one\n")], vec![reply(&said)]).await;
    let run = w.say("edit a.txt: numbers as digits please").await;
    fs::write(w.root.join("a.txt"), "one more\n").unwrap();
    assert_eq!(w.set(&run).await.items[0].status, ItemStatus::Drifted);
}

#[tokio::test]
async fn what_is_said_outright_needs_no_model() {
    let w = world(&[("a.txt", "x = 1\n"), ("old.txt", "o\n")], vec![]).await;
    for (said, label, code) in [
        ("run cargo test", "Run cargo test", None),
        ("create notes.md with Milk", "Add file notes.md, 1 line", None),
        ("edit a.txt: replace x = 1 with x = 2", "Edit a.txt, +1 −1", None),
        ("delete old.txt", "Delete file old.txt", None),
        ("rename old.txt to new.txt", "Rename old.txt to new.txt", None),
        ("create a.txt with more", "", Some("file_exists")),
        ("delete nothing.txt", "", Some("file_not_found")),
    ] {
        let run = w.say(said).await;
        assert_eq!(run.decision.as_deref(), Some("work"), "{said}");
        let set = w.set(&run).await;
        assert_eq!(set.items.len(), 1, "{said}");
        match code {
            None => assert_eq!((set.items[0].label.as_str(), set.items[0].problems.len()), (label, 0), "{said}"),
            Some(code) => assert_eq!(set.items[0].problems[0].code, code, "{said}"),
        }
    }
    let run = w.say("run cargo test --all -- 'a  b'").await;
    assert_eq!(w.set(&run).await.items[0].command.as_ref().unwrap().command, "cargo test --all -- 'a  b'");
    assert_eq!(w.engine.count(), 0, "none of it became a todo");
}

#[tokio::test]
async fn what_needs_a_model_says_that_there_is_none() {
    let w = world(&[("a.txt", "x\n")], vec![]).await;
    for said in ["edit a.txt so that it greets", "run the tests", "what does a.txt do?", "@a.txt"] {
        let run = w.say(said).await;
        assert!(run.text.as_deref().unwrap().starts_with("No model is configured"), "{said}: {:?}", run.text);
        assert_eq!((run.change_set, run.clarify), (None, None), "{said}");
    }
    let todo = w.say("buy milk tomorrow").await;
    assert_eq!((todo.decision.as_deref(), todo.context), (Some("plan"), None), "todos are as they were");
}

#[tokio::test]
async fn an_output_is_the_next_message() {
    let w = world(
        &[("a.txt", "x\n")],
        vec![Answer {
            when: countersign_testkit::When { message: Some("I ran the command".into()), ..Default::default() },
            ..reply(&json!({"summary": "It lists a.txt."}))
        }],
    )
    .await;
    let run = w.say("run echo 42").await;
    let set = w.set(&run).await;
    let about = || NewRun { about: Some(ItemAt { set: set.id, item: 1 }), ..NewRun::default() };
    assert_eq!(w.engine.start_run(about()).await.unwrap_err().code(), "not_run");
    w.apply_items(&set, &[1]).await.unwrap();
    let next = w.send(about()).await.0;
    assert_eq!(next.session, run.session, "it goes on where the command came from");
    assert_eq!(next.message, "I ran the command: `echo 42` (exit code 0)\nOutput:\n42\n\nPlease analyze this output.");
    assert_eq!(next.said.as_deref(), Some("It lists a.txt."));
    let more = w.go_on(&run.session, "buy milk").await;
    assert_ne!(more.decision.as_deref(), Some("work"));
    drop(w.folder);
}

#[tokio::test]
async fn what_a_reply_writes_below_a_folder_of_a_rule_is_written_as_a_proposal_would_be() {
    for (path, status, text) in [("docs/a.txt", ItemStatus::Applied, "two\n"), ("b.txt", ItemStatus::Pending, "one\n")]
    {
        let change = json!({ "path": path, "action": "edit", "edits": [{ "search": "one", "replace": "two" }] });
        let said = reply(&json!({ "summary": "Changes it.", "fileChanges": [change] }));
        let w = world(&[(path, "one\n")], vec![said]).await;
        std::fs::create_dir_all(w.root.join("docs")).unwrap();
        let grant = Grant::Files { folder: "docs".into() };
        let new = NewRule { workspace: None, grant, cap: None, days: None, examples: None, from: None };
        w.engine.make_rule(new, user()).await.unwrap();
        let run = w.say(&format!("edit {path} so that it says two")).await;
        let item = w.set(&run).await.items.remove(0);
        assert_eq!((item.status, w.read(path).unwrap().as_str()), (status, text), "{path}: {:?}", item.problems);
        assert_eq!(w.engine.rules()[0].uses, u32::from(status == ItemStatus::Applied), "{path}");
    }
}

/// S1-41 and S1-28: an answer may have 16 384 tokens where the context holds them, and the history says
/// what the answer that proposed a change cost.
#[tokio::test]
async fn an_answer_has_room_and_the_change_it_proposed_says_what_it_cost() {
    let said = json!({ "summary": "Counts on.", "fileChanges": [
        { "path": "a.txt", "action": "edit", "edits": [{ "search": "one", "replace": "one\ntwo" }] }
    ] });
    let w = world(&[("a.txt", "one\n")], vec![Answer { usage: Some((2_000, 100)), ..reply(&said) }]).await;
    let model =
        json!({ "provider": "p", "size": "large", "contextWindow": 131_072, "prices": { "input": 3, "output": 15 } });
    let engine = beside(&w.folder.path().join("priced")).models(with(&w.server, &model)).open().await;
    engine.open_workspace(&w.root, user()).await.unwrap();
    let w = World { engine, ..w };
    let run = w.say("edit a.txt so that it counts on").await;
    let body = w.server.calls().pop().unwrap();
    assert_eq!(body["options"]["num_predict"], 16_384, "{body}");
    let set = w.set(&run).await;
    let receipt = w.apply_items(&set, &[1]).await.unwrap();
    let entries = w.engine.ledger(countersign_store::EntryFilter { limit: 20, ..Default::default() }).await.unwrap();
    let files = entries.iter().find(|e| Some(e.seq) == receipt.entry).and_then(|e| e.files.as_ref()).unwrap();
    // 2 000 tokens at 3 and 100 at 15 dollars a million.
    assert_eq!((files.count, files.added, files.removed, files.cost_micros), (1, 1, 0, 7_500));
}

/// S1-2: whatever becomes of the model, what was said is there.
#[tokio::test]
async fn a_message_is_stored_before_the_model_is_asked() {
    let w = world(&[("a.txt", "x\n")], vec![Answer { never: true, ..Answer::default() }]).await;
    let message = "edit a.txt so that it greets";
    let run = w.engine.start_run(NewRun { message: message.into(), ..NewRun::default() }).await.unwrap();
    let server = w.server;
    while server.calls().is_empty() {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let asked = w.engine.run(&run.id).await.unwrap();
    assert_eq!((asked.message.as_str(), asked.status, asked.text), (message, RunStatus::Running, None));
    let again = w.engine.session(&asked.session).await.unwrap();
    assert!(again.runs.iter().any(|r| r.message == message && r.status == RunStatus::Running));
    w.engine.cancel_run(&run.id).await.unwrap();
}

#[tokio::test]
async fn undo_in_words_takes_back_the_last_change_whatever_it_is() {
    let mut w = world(&[("a.txt", "one\n")], vec![]).await;
    let signed = async |w: &World, said: &str| {
        let run = w.say(said).await;
        let set = w.set(&run).await;
        let all: Vec<u32> = set.items.iter().map(|i| i.n).collect();
        w.apply_items(&set, &all).await.unwrap();
    };
    signed(&w, "Add buy milk").await;
    signed(&w, "rename a.txt to b.txt").await;
    assert!(w.root.join("b.txt").exists());
    // The newest entry is the file's, also after a restart; the one before it is the todo's.
    w.engine = beside(w.folder.path()).open().await;
    signed(&w, "undo").await;
    assert!(w.root.join("a.txt").exists() && !w.root.join("b.txt").exists());
    assert_eq!(w.engine.count(), 1);
    signed(&w, "undo").await;
    assert_eq!(w.engine.count(), 0);
}

#[tokio::test]
async fn changes_that_do_not_fit_are_asked_for_once_more_and_idle_ones_are_left_out() {
    let edit = |path: &str, search: &str, replace: &str| json!({"path": path, "action": "edit", "edits": [{"search": search, "replace": replace}]});
    let same = json!({"path": "c.txt", "content": "three\n"});
    let first = json!({"summary": "Two files would change.", "fileChanges": [same, edit("a.txt", "nowhere", "1"), edit("b.txt", "two", "2")]});
    let again =
        json!({"summary": "Other words.", "fileChanges": [edit("b.txt", "two", "other"), edit("a.txt", "one", "1")]});
    let still = json!({"summary": "s", "fileChanges": [edit("a.txt", "nowhere", "1")]});
    let files = [("a.txt", "one\n"), ("b.txt", "two\n"), ("c.txt", "three\n")];
    let w = world(&files, vec![reply(&first).once(), reply(&again).once(), reply(&still)]).await;
    let run = w.say("fix @a.txt, @b.txt and @c.txt").await;
    let items: Vec<(String, ItemStatus)> =
        w.set(&run).await.items.iter().map(|i| (i.label.clone(), i.status)).collect();
    assert_eq!(
        items,
        [
            ("Edit a.txt, +1 \u{2212}1".to_owned(), ItemStatus::Pending),
            ("Edit b.txt, +1 \u{2212}1".to_owned(), ItemStatus::Pending)
        ]
    );
    assert!(run.notes.contains(&"no_effect".to_owned()), "{:?}", run.notes);
    let calls = w.server.calls();
    let asked = calls[1]["messages"].as_array().unwrap().last().unwrap()["content"].as_str().unwrap();
    assert!(asked.starts_with("These changes cannot be made:\na.txt: ") && !asked.contains("b.txt"), "{asked}");
    // What came again for a file that was fine is not taken.
    let set = w.set(&run).await;
    w.apply_items(&set, &[1, 2]).await.unwrap();
    assert_eq!(std::fs::read_to_string(w.root.join("b.txt")).unwrap(), "2\n");
    let ended = async |run: &RunView| {
        let trace = w.engine.run_trace(&run.id).await.unwrap();
        let mut repairs = trace["audit"].as_array().unwrap().iter().filter(|a| a["action"] != "repair_attempted");
        let last = repairs.next_back().unwrap();
        (last["action"].clone(), last["detail"]["repaired_ops"].clone())
    };
    assert_eq!(ended(&run).await, (json!("repair_success"), json!(1)));
    assert!(run.notes.contains(&"repaired".to_owned()), "UI rule 10: {:?}", run.notes);
    // Asked once, not for ever; what comes again as it was has mended nothing.
    let run = w.say("fix @a.txt").await;
    assert_eq!((w.server.calls().len(), w.set(&run).await.items[0].status), (4, ItemStatus::Invalid));
    assert_eq!(ended(&run).await, (json!("repair_failed"), json!(0)));
    assert!(run.notes.contains(&"corrected".to_owned()), "{:?}", run.notes);
}

/// A diff that is none is asked for once more, as a change that does not fit is; what does not come again stays blocked,
/// with the reason, and is filed (S1-26).
#[tokio::test]
async fn a_malformed_diff_is_asked_for_once_more_and_says_why_it_is_blocked() {
    let fused = |path: &str| json!({"path": path, "diff": "@@ -1,3 +1,3 @@\n one\n-two+TWO\n three\n"});
    let edit = json!({"path": "b.txt", "search": "two", "replace": "2"});
    let mended = json!({"path": "a.txt", "diff": "@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n"});
    let first = json!({"summary": "Two files would change.", "fileChanges": [fused("a.txt"), edit]});
    let again = json!({"summary": "Other words.", "fileChanges": [mended]});
    let alone = json!({"summary": "One file would change.", "fileChanges": [fused("a.txt")]});
    let files = [("a.txt", "one\ntwo\nthree\n"), ("b.txt", "two\n")];
    let answers = vec![reply(&first).once(), reply(&again).once(), reply(&alone).once(), reply(&alone)];
    let w = world(&files, answers).await;
    let run = w.say("fix @a.txt and @b.txt").await;
    let labels: Vec<String> = w.set(&run).await.items.into_iter().map(|item| item.label).collect();
    assert_eq!(labels, ["Edit b.txt, +1 \u{2212}1", "Edit a.txt, +1 \u{2212}1"]);
    assert_eq!(run.reply.as_ref().unwrap().blocked, None);
    let calls = w.server.calls();
    let asked = calls[1]["messages"].as_array().unwrap().last().unwrap()["content"].as_str().unwrap();
    assert!(asked.contains("\na.txt: its diff is malformed") && !asked.contains("\nb.txt"), "{asked}");
    let bugs = w.engine.session_bugs(&run.session).await.unwrap().bugs;
    assert_eq!(bugs.iter().map(|bug| bug.what.as_str()).collect::<Vec<_>>(), ["repaired", "dropped"]);

    let run = w.say("fix @a.txt").await;
    assert_eq!((w.server.calls().len(), run.change_set), (4, None));
    let blocked = run.reply.unwrap().blocked.unwrap();
    let message = "BLOCKED: 1 file change(s) of the reply with a malformed diff. NO changes have been applied.";
    assert_eq!((blocked.why.as_str(), blocked.message.as_str()), ("malformed_diff", message));
    assert!(!run.notes.contains(&"repaired".to_owned()), "nothing was mended: {:?}", run.notes);
    let bugs = w.engine.session_bugs(&run.session).await.unwrap().bugs;
    assert!(bugs.iter().any(|bug| bug.what == "blocked" && bug.description == message), "{bugs:?}");
}

/// What a person names by its whole path is loaded, ignore rules or not, or they are told why not:
/// nothing that was named is passed over in silence.
#[tokio::test]
async fn whatever_is_named_is_loaded_or_told_why_not() {
    let files = [(".gitignore", "*.log\nbuilt/\n"), ("a.txt", "one\n"), ("x.log", "error 7\n"), ("built/art", "two\n")];
    let said = reply(&json!({ "summary": "Seen." }));
    let w = world(&files, vec![said.clone(), said]).await;
    std::os::unix::fs::symlink("a.txt", w.root.join("link.txt")).unwrap();
    rustix::fs::mkfifoat(rustix::fs::CWD, w.root.join("pipe"), rustix::fs::Mode::RWXU).unwrap();
    fs::File::create(w.root.join("huge.log")).unwrap().set_len(20_000_001).unwrap();

    let run = w
        .say("compare @x.log and built/art with @link.txt, @pipe, @huge.log, @built, @none.md and @../x.txt and/or others")
        .await;
    let events = w.events(&run.id).await;
    let context = events.iter().find_map(|e| if let RunEvent::Context(c) = e { Some(c) } else { None }).unwrap();
    let mut loaded: Vec<&str> = context.files.iter().map(|f| f.path.as_str()).collect();
    loaded.sort_unstable();
    assert_eq!(loaded, ["built/art", "x.log"]);
    let mut left: Vec<(&str, &str)> = context.left_out.iter().map(|l| (l.name.as_str(), l.why.as_str())).collect();
    left.sort_unstable();
    let unreadable = "unreadable";
    assert_eq!(
        left,
        [
            ("../x.txt", "outside"),
            ("built", unreadable),
            ("huge.log", "too_large"),
            ("link.txt", unreadable),
            ("none.md", "missing"),
            ("pipe", unreadable),
        ]
    );
    assert!(w.asked().contains("error 7"), "the model was shown the file");
    assert!(w.asked().contains("huge.log is there and cannot be shown."), "and told what it was not shown");

    // One thing alone that cannot be read is no message about todos either.
    for name in ["@pipe", "@huge.log", "@built"] {
        let run = w.say(&format!("what is in {name}?")).await;
        let told = w.events(&run.id).await.iter().any(|e| matches!(e, RunEvent::Context(c) if c.left_out.len() == 1));
        assert!(told, "{name}");
    }
}

/// A file that ignore rules leave out of what is searched can be changed by its name.
#[tokio::test]
async fn an_ignored_file_is_changed_by_its_name() {
    let w = world(&[(".gitignore", "*.log\nbuilt/\n"), ("x.log", "one\n"), ("built/art", "two\n")], vec![]).await;
    let run = w.say("edit built/art: replace two with three").await;
    let set = w.set(&run).await;
    assert!(set.items[0].problems.is_empty(), "{:?}", set.items[0].problems);
    w.apply(&set).await.unwrap();
    assert_eq!(w.read("built/art").as_deref(), Some("three\n"));
    let run = w.say("rename x.log to y.log").await;
    let set = w.set(&run).await;
    assert!(set.items[0].problems.is_empty(), "{:?}", set.items[0].problems);
    w.apply(&set).await.unwrap();
    assert_eq!(w.read("y.log").as_deref(), Some("one\n"));
}

/// What a file is to be called, or one that is to be made, is missed by nobody; what is to be read or changed is.
#[tokio::test]
async fn a_name_that_is_given_is_no_file_that_is_missing() {
    let w = world(&[("list.txt", "milk\n")], vec![]).await;
    for (message, missed) in [
        ("rename list.txt to shopping.txt", vec![]),
        ("please move list.txt into docs/list.txt", vec![]),
        ("rename @list.txt to @shop.md", vec![]),
        ("create a file notes.md", vec![]),
        ("create todo.txt with content: milk", vec![]),
        ("rename lost.txt to shopping.txt", vec!["lost.txt"]),
        ("edit lost.txt: replace \"a\" with \"b\"", vec!["lost.txt"]),
        ("delete lost.txt", vec!["lost.txt"]),
    ] {
        let context = w.say(message).await.context.unwrap_or_default();
        let left: Vec<&str> = context.left_out.iter().map(|left| left.name.as_str()).collect();
        assert!(missed.iter().all(|name| left.contains(name)) && left.len() == missed.len(), "{message}: {left:?}");
    }
}

/// A bare `@word` that names nothing in the folder is a word of a todo, and an edit without effect says so.
#[tokio::test]
async fn a_word_with_an_at_sign_stays_a_word_where_no_file_has_that_name() {
    let w = world(&[("a.txt", "two\n")], vec![]).await;
    let set = w.set(&w.say("add call mom @home tomorrow").await).await;
    assert_eq!(set.items[0].op["op"], "create", "{set:?}");
    assert!(set.items[0].problems.is_empty(), "{set:?}");
    let run = w.say("edit a.txt: replace two with two").await;
    assert_eq!(run.text.as_deref(), Some("It is so already. Nothing has been changed."));
}
