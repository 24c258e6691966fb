//! What an agent's run is told beside the request, over a real store, a real folder and a scripted
//! model server: stored outputs for a small model, instructions of the folders it looks into, and
//! another model where the plan needs more room.

use crate::world::{World, call, done, models, place, replies, user};
use countersign_core::ids::SessionId;
use countersign_core::wire::{AgentOptions, Mode, NewRun, PlanEdit, RunEvent, RunStatus, RunView};
use countersign_engine::{Setup, SystemClock};
use countersign_plan::{Decision, Plan};
use countersign_testkit::{Answer, ModelServer, Script};
use serde_json::{Value, json};
use std::fs;

/// With these models (their entries in the catalogue, the first of them the default) and answers.
async fn world(all: Value, answers: Vec<Answer>) -> World {
    let server = ModelServer::start(Script { answers, ..Script::default() }).await.unwrap();
    let retries = json!({ "most": 1, "firstMs": 1, "longestMs": 1 });
    let rest = json!({ "models": all, "selectionRules": { "default": "test" }, "retries": retries });
    let models = models("openai", &server, rest);
    place().folder("src/deep").opening(|o| o.clock(SystemClock)).asking(server, models).open().await
}

async fn of(size: &str, all: &[Value]) -> World {
    world(json!({ "test": { "provider": "p", "size": size } }), replies(all)).await
}

/// The model of each kind of work is asked, and its file says what it reads (S4-25).
#[tokio::test]
async fn a_kind_of_work_has_its_model() {
    let server = ModelServer::start(Script {
        answers: replies(&[done("Named."), done("Drawn."), done("Fixed."), done("Looked.")]),
        ..Script::default()
    })
    .await
    .unwrap();
    let all = ["test", "careful", "broad", "quick"].map(|name| (name, json!({ "provider": "p", "size": "small" })));
    let rules = json!({ "default": "test", "byTaskType": { "refactoring": "careful", "architecture": "broad", "coding": "quick" } });
    let rest = json!({ "models": Value::from_iter(all), "selectionRules": rules });
    let models = models("openai", &server, rest);
    let w = place().opening(|o| o.clock(SystemClock)).asking(server, models).open().await;
    for text in ["Refactor main.rs", "Design the storage", "Fix the bug in main.rs", "What is in main.rs?"] {
        let (run, _) = agent(&w, None, text).await;
        assert_eq!(run.status, RunStatus::Done, "{run:?}");
    }
    let asked: Vec<Value> = w.server.calls().iter().map(|call| call["model"].clone()).collect();
    assert_eq!(asked, ["careful", "broad", "quick", "quick"]);
}

async fn agent(w: &World, session: Option<&SessionId>, text: &str) -> (RunView, Vec<RunEvent>) {
    w.send(NewRun {
        session: session.cloned(),
        message: text.into(),
        mode: Mode::Agent,
        agent: Some(AgentOptions::default()),
        ..NewRun::default()
    })
    .await
}

#[tokio::test]
async fn a_small_model_looks_into_what_is_stored() {
    let w = of(
        "small",
        &[
            call("read_file", json!({ "path": "long.json" })),
            call("tool_outputs_count", json!({ "path": "$[?@.even == true]" })),
            call("tool_outputs_read", json!({ "output": "o1", "offset": 1_000 })),
            done("Half of 1200."),
            call("tool_outputs_extract", json!({ "path": "$[7].n" })),
            done("7."),
        ],
    )
    .await;
    let lines: Vec<String> = (0..1_200).map(|n| json!({ "n": n, "even": n % 2 == 0 }).to_string()).collect();
    fs::write(w.root.join("long.json"), format!("[{}]", lines.join(",\n"))).unwrap();
    let (run, _) = agent(&w, None, "How many of long.json are even?").await;
    assert_eq!(run.status, RunStatus::Done, "{run:?}");
    let heard = w.heard();
    assert!(heard[1].contains("are stored as o1.") && heard[1].contains("{\"n\":0,"), "{}", heard[1]);
    assert!(heard[1].len() < 3_600, "{}", heard[1].len());
    assert!(heard[2].contains("\"values\":600"), "{}", heard[2]);
    assert!(heard[3].contains("\\\"n\\\":1000,") && !heard[3].contains("\\\"n\\\":1041,"), "{}", heard[3]);
    let named = |call: &Value| {
        let schema = &call["response_format"]["json_schema"]["schema"];
        schema["properties"]["args"]["properties"]["output"]["enum"][0].clone()
    };
    let calls = w.server.calls();
    assert_eq!((named(&calls[0]), named(&calls[1])), (Value::Null, json!("o1")), "{}", calls[1]);
    assert_eq!(w.server.violations(), Vec::<String>::new());

    // The conversation's outputs can be named in its next run.
    let (run, _) = agent(&w, Some(&run.session), "What is the eighth?").await;
    assert_eq!((run.text.as_deref(), run.said.as_deref()), (Some("Nothing has been changed."), Some("7.")));
    assert!(w.heard()[5].contains("\"extracted\""), "{}", w.heard()[5]);
}

#[tokio::test]
async fn what_has_no_room_is_stored_whole_and_nothing_of_it_is_lost() {
    let says = |action: Value| {
        let mut said =
            json!({ "thinking": { "task": "so", "facts": [], "decisions": [], "risks": [], "confidence": null } });
        said.as_object_mut().unwrap().extend(action.as_object().unwrap().clone());
        said
    };
    let large =
        |tool: &str, args: Value| says(json!({ "action": "next_step", "tool": tool, "args": args.to_string() }));
    let both: Vec<Value> =
        ["a.txt", "b.txt"].iter().map(|p| json!({ "name": "read_file", "parameters": { "path": p } })).collect();
    let w = of(
        "large",
        &[
            large("read_file", json!({ "path": "long.txt" })),
            large("tool_outputs_read", json!({ "id": "o1", "unit": "chars", "offset": 0, "limit": 32_768 })),
            large("tool_outputs_read", json!({ "id": "o1", "unit": "chars", "offset": 19_900, "limit": 400 })),
            says(json!({ "action": "next_step", "tool_calls": both })),
            says(json!({ "action": "complete", "message": "Read." })),
        ],
    )
    .await;
    // Less than is stored by its length alone, and more than the prompt has room for.
    let text = |mark: &str, lines: usize| format!("{}{mark}", "one line of twenty-..\n".repeat(lines));
    fs::write(w.root.join("long.txt"), text("LONGEND", 910)).unwrap();
    fs::write(w.root.join("a.txt"), text("AEND", 300)).unwrap();
    fs::write(w.root.join("b.txt"), text("BEND", 300)).unwrap();
    let (run, _) = agent(&w, None, "What do they say?").await;
    assert_eq!(run.status, RunStatus::Done, "{run:?}");
    let heard = w.heard();
    assert!(heard[1].contains("\"persisted\":true") && heard[1].contains("\"o1\""), "{}", heard[1]);
    assert!(heard[2].contains("of this answer; ask for less at once"), "{}", heard[2]);
    assert!(heard[3].contains("LONGEND"), "{}", heard[3]);
    assert!(heard[4].contains("AEND") && heard[4].contains("BEND"), "both have their share: {}", heard[4]);
    assert!(heard.iter().all(|h| !h.contains("(the rest is left out)")));
    let all = w.engine.outputs(Some(&run.session), &countersign_outputs::List::default()).await.unwrap();
    let mut sizes: Vec<u64> = all.outputs.iter().map(|o| o.size_chars).collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [6_604, 6_604, 20_027], "what is told whole now can be looked into later");
    assert_eq!(w.server.violations(), Vec::<String>::new());
}

#[tokio::test]
async fn the_same_long_answer_three_times_is_a_loop_and_one_output() {
    for size in ["small", "large"] {
        let read = match size {
            "small" => call("read_file", json!({ "path": "long.txt" })),
            _ => json!({
                "thinking": { "task": "so", "facts": [], "decisions": [], "risks": [], "confidence": null },
                "action": "next_step", "tool": "read_file", "args": "{\"path\":\"long.txt\"}",
            }),
        };
        let w = of(size, &[read.clone(), read.clone(), read, json!("no summary")]).await;
        fs::write(w.root.join("long.txt"), "line of a file\n".repeat(4_000)).unwrap();
        let (run, _) = agent(&w, None, "What does long.txt say?").await;
        assert!(run.error.unwrap().message.contains("3 times with the same arguments"), "{size}");
        let all = w.engine.outputs(Some(&run.session), &countersign_outputs::List::default()).await.unwrap();
        assert_eq!(all.total, 1, "{size}");
    }
}

/// `~/AGENTS.md` comes first, then the one beside the database, then the workspace's (S4-26, C37).
#[tokio::test]
async fn the_file_at_home_is_told_first_and_never_through_a_link() {
    let home = tempfile::tempdir().unwrap();
    let open = async |script: Script| {
        let server = ModelServer::start(script).await.unwrap();
        let rest = json!({ "models": { "test": { "provider": "p", "size": "small" } } });
        let models = models("openai", &server, rest);
        let setup = Setup { home: Some(home.path().to_owned()), ..Setup::default() };
        place().opening(|o| o.setup(setup).clock(SystemClock)).asking(server, models).open().await
    };
    let script = || Script { answers: replies(&[done("So.")]), ..Script::default() };
    let w = open(script()).await;
    fs::write(home.path().join("AGENTS.md"), "Home says: be kind.").unwrap();
    fs::write(w.folder.path().join("data/AGENTS.md"), "Data says: be brief.").unwrap();
    fs::write(w.root.join("AGENTS.md"), "Root says: use tabs.").unwrap();
    let (run, _) = agent(&w, None, "What is here?").await;
    let told = w.server.calls()[0]["messages"].to_string();
    let places = ["Home says", "Data says", "Root says"].map(|text| told.find(text));
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{told}");
    let trace = w.engine.run_trace(&run.id).await.unwrap();
    let sections = trace["calls"][0]["sections"].as_array().unwrap();
    assert!(sections.iter().any(|section| section["name"] == "instructions ~"), "{sections:?}");

    // What a link leads to is nobody's instruction, and that it was left out is said.
    let secret = home.path().join("id_rsa");
    fs::write(&secret, "SECRET KEY").unwrap();
    fs::remove_file(home.path().join("AGENTS.md")).unwrap();
    std::os::unix::fs::symlink(&secret, home.path().join("AGENTS.md")).unwrap();
    let w = open(script()).await;
    let (_, events) = agent(&w, None, "What is here?").await;
    let told = w.server.calls()[0]["messages"].to_string();
    assert!(!told.contains("SECRET"), "{told}");
    let said =
        |event: &RunEvent| matches!(event, RunEvent::Recovery { message, .. } if message.contains("~/AGENTS.md"));
    assert!(events.iter().any(said), "{events:?}");
}

#[tokio::test]
async fn the_nearest_instructions_reach_a_run_that_looks_there() {
    let w = of(
        "small",
        &[
            call("read_file", json!({ "path": "src/deep/b.txt" })),
            call("write_file", json!({ "path": "src/c.txt", "content": "c\n" })),
            done("c.txt is proposed."),
            json!("no summary"),
        ],
    )
    .await;
    fs::write(w.root.join("AGENTS.md"), "Root says tabs.").unwrap();
    fs::write(w.root.join("src/AGENTS.md"), "Src says spaces.").unwrap();
    fs::write(w.root.join("src/deep/AGENTS.md"), "Deep says nothing twice.").unwrap();
    fs::write(w.root.join("src/deep/b.txt"), "two\n").unwrap();
    fs::write(w.folder.path().join("data/AGENTS.md"), "I say: be brief.").unwrap();
    let (run, _) = agent(&w, None, "Write src/c.txt as src/deep/b.txt says, and run nothing").await;
    let told: Vec<String> = w.server.calls().iter().map(|c| c["messages"].to_string()).collect();
    let at = |n: usize, text: &str| told[n].find(text);
    assert!(at(0, "I say: be brief.") < at(0, "Root says tabs.") && at(0, "I say: be brief.").is_some());
    assert_eq!((at(0, "Src says"), at(0, "Deep says"), at(1, "Src says")), (None, None, None));
    assert!(at(1, "# Instructions for src/deep\\nDeep says nothing twice.").is_some(), "{}", told[1]);
    assert!(at(2, "# Instructions for src\\nSrc says") < at(2, "# Instructions for src/deep"), "{}", told[2]);
    assert!(at(2, "# Instructions for src\\n").is_some());
    // What the model saw names them.
    let trace = w.engine.run_trace(&run.id).await.unwrap();
    let names = |n: usize| -> Vec<String> {
        let sections = trace["calls"][n]["sections"].as_array().unwrap();
        sections.iter().map(|s| s["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(0), ["rules", "tools", "examples", "instructions", "instructions .", "request"]);
    assert!(
        names(2).contains(&"instructions src".to_owned()) && names(2).contains(&"instructions src/deep".to_owned())
    );
}

#[tokio::test]
async fn a_plan_that_does_not_fit_goes_to_a_model_that_reads_more() {
    let models = json!({
        "test": { "provider": "p", "size": "small", "contextWindow": 6_000 },
        "huge": { "provider": "p", "size": "small", "contextWindow": 128_000 },
        "wide": { "provider": "p", "size": "small", "contextWindow": 32_000 },
        "tiny": { "provider": "p", "size": "small", "contextWindow": 2_000 },
    });
    let answers = vec![Answer::text(done("It is blue.").to_string())];
    let w = world(models, answers).await;
    let (first, events) = agent(&w, None, "What colour is it?").await;
    let said = |events: &[RunEvent]| {
        events.iter().find_map(|e| match e {
            RunEvent::Recovery { what, message, .. } if what == "larger_context" => Some(message.clone()),
            _ => None,
        })
    };
    assert_eq!((w.server.calls()[0]["model"].as_str(), said(&events)), (Some("test"), None));
    // The plan document grows beyond what it reads beside the rest.
    let now = w.engine.plan(&first.session, None).await.unwrap().plan;
    let decision = |n: usize| Decision {
        title: format!("Colour {n}"),
        rationale: "It fades within a year in the sun of the south side. ".repeat(4),
        alternatives: Vec::new(),
        timestamp: now.metadata.created_at,
    };
    let plan = Plan { decisions_rejected: (0..40).map(decision).collect(), ..now.clone() };
    let edit = PlanEdit { base: 0, plan: Some(plan), markdown: None, accept: None };
    let shown = w.engine.edit_plan(&first.session, edit.clone(), user()).await.unwrap();
    w.engine.edit_plan(&first.session, PlanEdit { accept: Some(shown.digest), ..edit }, user()).await.unwrap();
    let (run, events) = agent(&w, Some(&first.session), "What colour is it now?").await;
    assert_eq!(run.status, RunStatus::Done);
    assert_eq!(w.server.calls()[1]["model"], "wide");
    let told = w.server.calls()[1]["messages"].to_string();
    assert!(told.contains("Colour 39") && told.contains("Colour 8:"), "what fits the section is told");
    assert!(said(&events).unwrap().ends_with("which test does not read; wide is asked."), "{events:?}");
}
