//! `ask` in a project folder: said outright without a model, and a structured reply with a scripted
//! one.

use crate::world::{Ran, World, binary, run};
use countersign_testkit::{Answer, Listed, ModelServer, Script};
use serde_json::json;
use std::path::Path;

/// Runs `countersign ARGS` in a folder; `url` is a model's server.
fn within(world: &World, root: &Path, url: Option<&str>, args: &[&str]) -> Ran {
    let mut command = binary();
    command.current_dir(root).arg("--data").arg(world.dir.path().join("data")).args(args);
    match url {
        Some(url) => command.env("COUNTERSIGN_MODEL_URL", url).env("COUNTERSIGN_MODEL", "test:3b"),
        None => command.env("COUNTERSIGN_MODEL", "none"),
    };
    run(&mut command, b"")
}

fn project(world: &World) -> std::path::PathBuf {
    let root = world.dir.path().join("project");
    std::fs::create_dir(&root).unwrap();
    std::fs::write(root.join("a.txt"), "one\ntwo\n").unwrap();
    assert_eq!(within(world, &root, None, &["workspace", "open", "."]).code, 0);
    root
}

#[test]
fn what_is_said_outright_is_proposed_with_its_diff() {
    let world = World::new();
    let root = project(&world);
    let edit = within(&world, &root, None, &["ask", "edit a.txt: replace two with three"]);
    assert_eq!(edit.code, 2, "{edit:?}");
    for line in ["Edit a.txt, +1 −1. Nothing has been changed.", "    a.txt", "    -two", "    +three", "     one"] {
        assert!(edit.out.lines().any(|l| l == line), "{line:?} in {}", edit.out);
    }
    let command = within(&world, &root, None, &["ask", "--json", "run echo 42"]).json();
    assert_eq!(command["change_set"]["items"][0]["op"]["command"], "echo 42");
    assert_eq!(command["run"]["decision"], "work");
    let none = within(&world, &root, None, &["ask", "edit a.txt so that it rhymes"]);
    assert_eq!((none.code, none.out.starts_with("No model is configured")), (1, true), "{none:?}");
    let wrong = within(&world, &root, None, &["ask", "--about", "2"]);
    assert_eq!((wrong.code, wrong.err.contains("--about 14.2")), (1, true), "{wrong:?}");
}

#[test]
fn a_structured_reply_is_shown_part_by_part() {
    let reply = json!({
        "summary": "a.txt would count further.",
        "sections": [{"heading": "Why", "body": "Two is not enough.\u{1b}[2J"}],
        "todos": [{"text": "Change it"}, {"text": "Think", "completed": true}],
        "fileChanges": [{"path": "a.txt", "search": "two", "replace": "two\nthree", "todoIndex": 0}],
        "commands": [{"command": "cat a.txt", "why": "shows it"}],
        "nextSteps": [{"html": "Go on", "inputText": "count to \"$(id)\" in bob's a.txt"}],
    });
    let listed = vec![Listed { id: "test:3b".into(), context: Some(8_192), ..Listed::default() }];
    let answers = vec![Answer::text(reply.to_string())];
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let server = runtime.block_on(ModelServer::start(Script { answers, models: listed, ..Script::default() })).unwrap();
    let world = World::new();
    let root = project(&world);
    let asked = within(&world, &root, Some(&server.url), &["ask", "make a.txt count further, as .env says"]);
    assert_eq!(asked.code, 2, "{asked:?}");
    let lines = [
        "1 file loaded: a.txt",
        "Not loaded: .env is never loaded: it holds secrets or belongs to git.",
        "2 changes proposed: edit a.txt, +1 −0; run cat a.txt. Nothing happens until you sign.",
        "The model says:",
        "│ a.txt would count further.",
        "│ Why",
        "│   Two is not enough.␛[2J",
        "│ 1. [ ] Change it",
        "│ 2. [x] Think",
        "    +three",
        "You could say next:",
        "  Go on: countersign ask -c 'count to \"$(id)\" in bob'\\''s a.txt'",
        "Nothing has been changed.",
    ];
    let mut rest = asked.out.as_str();
    for line in lines {
        let at = rest.find(&format!("{line}\n")).unwrap_or_else(|| panic!("{line:?} in {}", asked.out));
        rest = &rest[at..];
    }
    let json = within(&world, &root, Some(&server.url), &["ask", "--json", "make a.txt count further"]).json();
    assert_eq!(json["run"]["reply"]["steps"][0], json!({"text": "Change it", "completed": false, "items": [1]}));
    assert_eq!(json["run"]["context"]["files"][0]["path"], "a.txt");
    assert_eq!(json["change_set"]["items"].as_array().unwrap().len(), 2);
}
