//! Agents' runs over a real SQLite file, a real folder and a scripted model server: from a message
//! to a signed change, with questions, pauses, permissions, limits and restarts in between.

use crate::world::{Opening, World, beside, call, done, models, place, sign, sign_all, user};
use countersign_core::change_set::{ItemStatus, Source, Verdict};
use countersign_core::ids::SessionId;
use countersign_core::wire::{
    AgentInput, AgentMode, AgentOptions, AgentWait, ApplyMode, Mode, NewRun, Permission, PlanEdit, RunEvent, RunStatus,
    RunView, StepStatus, SummaryState, ToolStatus,
};
use countersign_engine::{DirectEdit, Engine, FixedClock};
use countersign_llm::Models;
use countersign_store_sqlite::SqliteStore;
use countersign_testkit::{Answer, ModelServer, Script};
use futures_util::{StreamExt, pin_mut};
use jiff::tz::TimeZone;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

fn small(server: &ModelServer) -> Models {
    of_size(server, "small")
}

fn of_size(server: &ModelServer, size: &str) -> Models {
    let retries = json!({ "most": 1, "firstMs": 1, "longestMs": 1 });
    models("openai", server, json!({ "models": { "test": { "provider": "p", "size": size } }, "retries": retries }))
}

impl World {
    /// With these replies, in order, and a folder that holds `a.txt`.
    async fn new(replies: &[Value]) -> Self {
        Self::scripted(crate::world::replies(replies)).await
    }

    async fn scripted(answers: Vec<Answer>) -> Self {
        Self::sized(answers, "small").await
    }

    async fn sized(answers: Vec<Answer>, size: &str) -> Self {
        let server = ModelServer::start(Script { answers, ..Script::default() }).await.unwrap();
        let models = of_size(&server, size);
        let files = [
            ("a.txt", "one\ntwo\n"),
            ("src/main.rs", "fn main() {\n    // TODO: say hello\n}\n"),
            ("target/out.rs", "TODO ignored\n"),
            (".gitignore", "target/\n"),
        ];
        place().files(&files).opening(Opening::in_new_york).asking(server, models).open().await
    }

    async fn start(&self, text: &str, options: AgentOptions) -> RunView {
        self.send(request(None, text, options)).await.0
    }

    async fn answer(&self, run: &RunView, input: AgentInput) -> RunView {
        self.engine.answer_run(&run.id, input).await.unwrap();
        self.events(&run.id).await;
        self.engine.run(&run.id).await.unwrap()
    }
}

fn request(session: Option<SessionId>, text: &str, options: AgentOptions) -> NewRun {
    NewRun {
        session,
        message: text.into(),
        mode: Mode::Agent,
        clarify: None,
        agent: Some(options),
        ..NewRun::default()
    }
}

fn summary() -> Value {
    json!({ "log_entry": { "action": "Wrote b.txt", "details": "As asked.", "result": "done" }, "decisions_made": ["b.txt is new"] })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_becomes_tool_calls_a_change_set_and_after_a_signature_files() {
    let w = World::new(&[
        call("read_file", json!({ "path": "a.txt" })),
        call("write_file", json!({ "path": "b.txt", "content": "one\ntwo\nthree\n" })),
        call("edit_file", json!({ "path": "a.txt", "old": "two", "new": "2" })),
        call("show_diff", json!({})),
        call("shell_exec", json!({ "command": "ls" })),
        call("todo_create", json!({ "title": "Look at b.txt", "scheduledFor": "next friday" })),
        done("b.txt and a.txt are proposed."),
        summary(),
    ])
    .await;
    let run = w.start("Copy a.txt to b.txt and add three", AgentOptions::default()).await;
    assert_eq!((run.status, run.decision.as_deref()), (RunStatus::Done, Some("agent")), "{run:?}");
    let agent = run.agent.clone().unwrap();
    assert_eq!(agent.steps.iter().map(|s| s.status).collect::<Vec<_>>(), [StepStatus::Completed]);
    let tools: Vec<(&str, ToolStatus)> = agent.tools.iter().map(|t| (t.tool.as_str(), t.status)).collect();
    assert_eq!(
        tools,
        [
            ("read_file", ToolStatus::Completed),
            ("write_file", ToolStatus::Queued),
            ("edit_file", ToolStatus::Queued),
            ("show_diff", ToolStatus::Completed),
            ("shell_exec", ToolStatus::Queued),
            ("todo_create", ToolStatus::Queued),
        ]
    );
    let heard = w.heard();
    assert_eq!(heard[1], "Tool result: [1] ✓\n```\none\ntwo\n```");
    assert_eq!(heard[2], "Tool result: [1] ✓ Proposal queued for user review.");
    assert!(heard[4].contains("-two\n+2\n"), "{}", heard[4]);
    // Nothing has happened.
    assert_eq!((w.read("a.txt").as_deref(), w.read("b.txt"), w.engine.count()), (Some("one\ntwo\n"), None, 0));
    let set = w.engine.change_set(run.change_set.unwrap()).await.unwrap();
    let ops: Vec<&str> = set.items.iter().map(|i| i.op["op"].as_str().unwrap()).collect();
    assert_eq!(ops, ["write_file", "write_file", "run_command", "create"]);
    assert!(set.items.iter().all(|i| i.status == ItemStatus::Pending && !i.preselected), "{set:?}");
    w.apply_items(&set, &[1, 2, 4]).await.unwrap();
    assert_eq!(w.read("a.txt").as_deref(), Some("one\n2\n"));
    assert_eq!(w.read("b.txt").as_deref(), Some("one\ntwo\nthree\n"));
    let todo = w.engine.todos(|_| true).remove(0);
    assert_eq!((todo.title.as_str(), todo.scheduled_for), ("Look at b.txt", Some("2026-11-27".parse().unwrap())));
    // The summary is kept only now.
    let pending = agent.summary.unwrap();
    assert_eq!((pending.action.as_str(), pending.state), ("Wrote b.txt", SummaryState::Pending));
    let edit = AgentInput::Summary { verdict: "edit".into(), action: Some("Copied".into()), details: None };
    let kept = w.answer(&run, edit).await;
    assert_eq!((kept.status, kept.agent.unwrap().summary.unwrap().state), (RunStatus::Done, SummaryState::Saved));
    let again = AgentInput::Summary { verdict: "yes".into(), action: None, details: None };
    assert_eq!(w.engine.answer_run(&run.id, again).await.unwrap_err().code(), "not_waiting");
    // What the models saw is kept.
    assert_eq!(w.engine.run_trace(&run.id).await.unwrap()["calls"].as_array().unwrap().len(), 8);
}

#[tokio::test(flavor = "multi_thread")]
async fn tools_that_look_are_exact_and_see_what_the_run_queued() {
    let w = World::new(&[
        json!({ "action": "next_step", "tool_calls": [
            { "name": "list_files", "parameters": {} },
            { "name": "search_files", "parameters": { "query": "todo" } },
            { "name": "read_file", "parameters": { "path": "nothing.txt" } },
            { "name": "read_file", "parameters": { "path": "../data/countersign.db" } },
            { "name": "read_file", "parameters": { "path": ".git/config" } },
            { "name": "write_file", "parameters": { "path": "src/new.rs", "content": "// TODO new\n" } },
            { "name": "read_file", "parameters": { "path": "src/new.rs" } },
            { "name": "search_files", "parameters": { "query": "todo", "path": "src" } },
            { "name": "read_file", "parameters": { "path": "a.txt" } },
        ] }),
        call("edit_file", json!({ "path": "a.txt", "old": "nowhere", "new": "x" })),
        call("write_file", json!({ "path": "a.txt", "content": "one\n// ... rest unchanged ...\n" })),
        call("todo_complete", json!({ "id": 77 })),
        done("looked"),
        json!("no summary"),
    ])
    .await;
    let run = w.start("Look at the project", AgentOptions::default()).await;
    let heard = w.heard();
    let lines: Vec<&str> = heard[1].lines().collect();
    assert_eq!(
        lines[..6],
        ["Tool result: [1] ✓", "```", "3 files", ".gitignore 8 bytes", "a.txt 8 bytes", "src/main.rs 37 bytes"],
        "{heard:#?}"
    );
    assert!(heard[1].contains("[2] ✓\n```\n1 line in 1 file\nsrc/main.rs:2: // TODO: say hello"), "{}", heard[1]);
    assert!(heard[1].contains("[3] ❌ Error: there is no file nothing.txt"));
    assert!(heard[1].contains("[4] ❌ Error: ") && heard[1].contains("[5] ❌ Error: "), "{}", heard[1]);
    assert!(heard[1].contains("[7] ✓\n```\n// TODO new\n```"));
    assert!(heard[1].contains("[8] ✓\n```\n2 lines in 2 files"), "{}", heard[1]);
    assert!(heard[2].contains("❌ Error: "), "{}", heard[2]);
    assert!(heard[3].contains("❌ Error: ") || heard[3].contains("Invalid controller output"), "{}", heard[3]);
    assert!(heard[4].contains("there is no todo #77"), "{}", heard[4]);
    let set = w.engine.change_set(run.change_set.unwrap()).await.unwrap();
    assert_eq!(set.items.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_todo_is_changed_by_what_is_given_and_keeps_the_rest() {
    let given = json!({ "id": 1, "title": null, "notes": null, "scheduledFor": "2026-12-01", "timeOfDay": null, "priority": "high" });
    let w = World::new(&[
        call("todo_update", given),
        call("todo_update", json!({ "id": 1, "colour": "red" })),
        done("moved"),
        json!("no summary"),
    ])
    .await;
    let operations = vec![json!({ "op": "create", "title": "Dentist", "notes": "bring the card" })];
    let edit = DirectEdit { operations, title: None, confirm: None, mode: ApplyMode::Atomic, source: Source::Direct };
    w.engine.edit(edit, user(), None).await.unwrap();
    let run = w.start("Move the dentist", AgentOptions::default()).await;
    let set = w.engine.change_set(run.change_set.unwrap()).await.unwrap();
    let ops: Vec<&Value> = set.items.iter().map(|i| &i.op).collect();
    assert_eq!(
        ops,
        [&json!({ "op": "update", "id": 1, "scheduledFor": "2026-12-01", "priority": "high" })],
        "{:?}",
        w.heard()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_pauses_after_two_steps_survives_a_restart_and_goes_on() {
    let plan = json!({ "task_list": [{ "description": "Read a" }, { "description": "Write b" }, { "description": "Write c" }] });
    let w = World::new(&[
        plan,
        done("read"),
        call("write_file", json!({ "path": "b.txt", "content": "b" })),
        done("b"),
        call("write_file", json!({ "path": "c.txt", "content": "c" })),
        done("c"),
        summary(),
    ])
    .await;
    let run = w.start("- read a\n- write b\n- write c", AgentOptions::default()).await;
    assert_eq!(run.status, RunStatus::Waiting);
    assert_eq!(run.agent.clone().unwrap().wait, Some(AgentWait::Continue { done: 2, left: 1, queued: 1 }));
    assert_eq!(run.change_set, None);
    // The same database in a new engine: it waits still, and goes on there.
    let again = beside(w.folder.path()).in_new_york().models(small(&w.server)).open().await;
    assert_eq!(again.run(&run.id).await.unwrap(), run);
    let w = World { engine: again, ..w };
    let wrong = w.engine.answer_run(&run.id, AgentInput::Answer { text: "x".into() }).await.unwrap_err();
    assert_eq!((wrong.code(), wrong.status()), ("not_waiting", 409));
    let ended = w.answer(&run, AgentInput::Continue { auto: None, message: None }).await;
    assert_eq!(ended.status, RunStatus::Done);
    assert!(ended.text.clone().unwrap().starts_with("3 of 3 steps done. 2 changes wait for your signature."));
    let set = w.engine.change_set(ended.change_set.unwrap()).await.unwrap();
    assert_eq!(set.items.iter().map(|i| i.op["path"].as_str().unwrap()).collect::<Vec<_>>(), ["b.txt", "c.txt"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_at_a_pause_proposes_what_is_queued_and_auto_needs_none() {
    let plan = || json!({ "task_list": ["Write b", "Look", "Write c"] });
    let replies = || {
        vec![
            plan(),
            call("write_file", json!({ "path": "b.txt", "content": "b" })),
            done("b"),
            done("looked"),
            call("write_file", json!({ "path": "c.txt", "content": "c" })),
            done("c"),
            summary(),
        ]
    };
    let auto = AgentOptions { auto: true, ..AgentOptions::default() };
    let w = World::new(&replies()).await;
    let run = w.start("- write b\n- look\n- write c", auto).await;
    assert_eq!((run.status, w.server.calls().len()), (RunStatus::Done, 7));
    let mut replies = replies();
    replies.truncate(4);
    replies.push(summary());
    let w = World::new(&replies).await;
    let run = w.start("- write b\n- look\n- write c", AgentOptions::default()).await;
    let run = w.answer(&run, AgentInput::Stop).await;
    assert_eq!(w.engine.change_set(run.change_set.unwrap()).await.unwrap().items.len(), 1);
    let steps: Vec<StepStatus> = run.agent.unwrap().steps.iter().map(|s| s.status).collect();
    assert_eq!(steps, [StepStatus::Completed, StepStatus::Completed, StepStatus::Cancelled]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_and_a_permission_wait_for_the_person() {
    let w = World::new(&[
        json!({ "action": "ask_user", "question": "Which file?" }),
        call("read_file", json!({ "path": "a.txt" })),
        done("It says one, two."),
    ])
    .await;
    let permissions = [("read_file".to_owned(), Permission::Ask)].into();
    let run = w.start("Read the file", AgentOptions { permissions, ..AgentOptions::default() }).await;
    let Some(AgentWait::Answer { question, .. }) = run.agent.clone().unwrap().wait else { panic!("{run:?}") };
    assert_eq!(question, "Which file?");
    let run = w.answer(&run, AgentInput::Answer { text: "a.txt".into() }).await;
    let Some(AgentWait::Approval { calls }) = run.agent.clone().unwrap().wait else { panic!("{run:?}") };
    assert_eq!((calls[0].tool.as_str(), &calls[0].args), ("read_file", &json!({ "path": "a.txt" })));
    assert_eq!(w.heard().len(), 2, "nothing was read yet");
    let run = w.answer(&run, AgentInput::Approval { allow: vec![calls[0].call.clone()] }).await;
    assert_eq!(
        (run.status, run.text.as_deref(), run.said.as_deref()),
        (RunStatus::Done, Some("Nothing has been changed."), Some("It says one, two."))
    );
    assert_eq!(w.heard()[1], "The person answers: a.txt");
}

#[tokio::test(flavor = "multi_thread")]
async fn allow_files_beside_the_data_ask_for_what_they_do_not_cover_and_name_a_bad_line() {
    let w = World::new(&[
        call("read_file", json!({ "path": "src/main.rs" })),
        call("read_file", json!({ "path": "a.txt" })),
    ])
    .await;
    let allow = w.folder.path().join("data/agent/project/allow");
    std::fs::create_dir_all(&allow).unwrap();
    std::fs::write(allow.join("read_file"), "src/**\n").unwrap();
    let run = w.start("Read it", AgentOptions::default()).await;
    let Some(AgentWait::Approval { calls }) = run.agent.unwrap().wait else { panic!() };
    assert_eq!(calls[0].args, json!({ "path": "a.txt" }));
    std::fs::write(allow.join("read_file"), "src/**\n[x\n").unwrap();
    let run = w.start("Read it", AgentOptions::default()).await;
    let events = w.events(&run.id).await;
    let error = events.iter().find_map(|e| if let RunEvent::Error(e) = e { Some(e.clone()) } else { None }).unwrap();
    assert_eq!(error.error, "bad_pattern");
    assert!(error.message.ends_with("allow/read_file, line 2: only * and ** are patterns: [x"), "{}", error.message);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_run_changes_nothing_and_without_a_model_there_is_no_agent() {
    let stalled = Answer { never: true, ..Answer::default() };
    let write = call("write_file", json!({ "path": "b.txt", "content": "b" })).to_string();
    let w = World::scripted(vec![Answer::text(write).once(), stalled]).await;
    let run = w.engine.start_run(request(None, "Write b", AgentOptions::default())).await.unwrap();
    let stream = w.engine.follow(run.id.clone(), 0);
    pin_mut!(stream);
    // Until the write is queued.
    while let Some(event) = stream.next().await {
        if matches!(event.unwrap().event, RunEvent::Tool(t) if t.status == ToolStatus::Queued) {
            break;
        }
    }
    let run = w.engine.cancel_run(&run.id).await.unwrap();
    assert_eq!((run.status, run.change_set), (RunStatus::Cancelled, None));
    assert_eq!(w.read("b.txt"), None);

    let dir = tempfile::tempdir().unwrap();
    let clock = FixedClock("2026-11-21T15:00:00Z".parse().unwrap(), TimeZone::UTC);
    let store = SqliteStore::open(dir.path().join("x.db")).await.unwrap();
    let engine = Engine::open(Arc::new(store), Arc::new(clock)).await.unwrap();
    assert_eq!(
        engine.start_run(request(None, "Write b", AgentOptions::default())).await.unwrap_err().code(),
        "no_model"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_that_cannot_be_used_is_asked_for_again_and_a_loop_ends() {
    let read = call("read_file", json!({ "path": "a.txt" }));
    let w = World::new(&[json!("I should read it."), read.clone(), read.clone(), read]).await;
    let run = w.start("What does a.txt say?", AgentOptions::default()).await;
    assert!(w.heard()[1].starts_with("Invalid controller output: the reply is no JSON object"), "{}", w.heard()[1]);
    assert_eq!((run.status, run.text), (RunStatus::Failed, None));
    let error = run.error.unwrap();
    assert_eq!(error.error, "agent_stopped");
    assert!(error.message.starts_with("read_file was called 3 times with the same arguments and gave the same."));
    assert!(error.message.ends_with(" Nothing has been changed."), "{}", error.message);
    assert_eq!(run.notes, ["corrected"]);
    assert_eq!(w.server.calls().len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_conversation_before_is_told_to_the_next_run() {
    let w = World::new(&[done("It is blue."), done("I said blue.")]).await;
    let first = w.start("What colour is it?", AgentOptions::default()).await;
    let run = w
        .engine
        .start_run(request(Some(first.session.clone()), "What did you say?", AgentOptions::default()))
        .await
        .unwrap();
    w.events(&run.id).await;
    let heard = w.heard()[1].clone();
    assert!(heard.contains("Person: What colour is it?\nYou: ") && heard.contains("It is blue."), "{heard}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_waits_can_be_cancelled() {
    let w = World::new(&[json!({ "action": "ask_user", "question": "Which file?" })]).await;
    let run = w.start("Delete it", AgentOptions::default()).await;
    assert_eq!(run.status, RunStatus::Waiting);
    let run = w.engine.cancel_run(&run.id).await.unwrap();
    assert_eq!((run.status, run.change_set), (RunStatus::Cancelled, None));
    assert_eq!(run.agent.unwrap().steps[0].status, StepStatus::Cancelled);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_answer_of_a_tool_is_stored_and_looked_into() {
    let replies = [
        call("read_file", json!({ "path": "long.txt" })),
        call("tool_outputs_read", json!({ "unit": "lines", "offset": 4_500, "limit": 1 })),
        done("It is long."),
        json!("no summary"),
    ];
    let answers = crate::world::replies(&replies);
    let w = World::sized(answers, "large").await;
    let long: String = (1..=5_000).map(|n| format!("line {n}\n")).collect();
    std::fs::write(w.folder.path().join("project/long.txt"), &long).unwrap();
    let run = w.start("What does long.txt say near its end?", AgentOptions::default()).await;
    assert_eq!(run.status, RunStatus::Done, "{run:?}");
    let heard = w.heard();
    assert!(heard[1].contains("\"persisted\":true") && heard[1].contains("\"o1\""), "{}", heard[1]);
    assert!(heard[1].len() < 4_000, "{}", heard[1].len());
    assert!(heard[2].contains("line 4501") && !heard[2].contains("line 4502"), "{}", heard[2]);
    let kept = w.engine.output(&countersign_core::ids::OutputId("o1".into())).await.unwrap();
    assert_eq!((kept.tool.as_str(), kept.size_chars), ("read_file", long.len() as u64));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_summary_that_is_kept_is_in_the_plan_document() {
    let w = World::new(&[
        call("write_file", json!({ "path": "b.txt", "content": "b\n" })),
        done("b.txt is proposed."),
        summary(),
        call("write_file", json!({ "path": "c.txt", "content": "c\n" })),
        done("c.txt is proposed."),
        summary(),
    ])
    .await;
    let first = w.start("Write b.txt", AgentOptions::default()).await;
    let verdict = |word: &str| AgentInput::Summary { verdict: word.into(), action: None, details: None };
    w.answer(&first, verdict("yes")).await;
    let plan = w.engine.plan(&first.session, None).await.unwrap().plan;
    let entry = &plan.execution_log[0];
    assert_eq!(
        (plan.goal.as_str(), entry.action.as_str(), entry.details.as_str(), entry.result.as_str()),
        ("Write b.txt", "Wrote b.txt", "As asked.", "1 of 1 steps done; 1 change proposed.")
    );
    assert_eq!((plan.decisions_made[0].title.as_str(), plan.metadata.version), ("b.txt is new", 1));
    // The next run is told of it, and what is discarded leaves it as it is.
    let next = w.engine.start_run(request(Some(first.session.clone()), "Write c.txt", AgentOptions::default())).await;
    let next = next.unwrap();
    w.events(&next.id).await;
    let next = w.engine.run(&next.id).await.unwrap();
    let asked = w.server.calls()[3].to_string();
    assert!(asked.contains("# Current Plan") && asked.contains("b.txt is new"), "{asked}");
    w.answer(&next, verdict("no")).await;
    assert_eq!(w.engine.plan(&first.session, None).await.unwrap().plan, plan);
}

#[tokio::test]
async fn plan_tools_propose_and_the_person_decides_with_the_summary() {
    let thinking = json!({ "task": "so", "facts": [], "decisions": [], "risks": [], "confidence": null });
    let note = |tool: &str, args: Value| json!({ "thinking": thinking, "action": "next_step", "tool": tool, "args": args.to_string() });
    let end = json!({ "thinking": thinking, "action": "complete", "message": "It is decided." });
    let replies = [
        note("initialize_plan", json!({ "goal": "One file keeps all", "criteria": ["It opens offline"] })),
        note(
            "update_plan",
            json!({ "decisions_made": ["SQLite: one file"], "decisions_rejected": ["Redis: a server"] }),
        ),
        end,
        summary(),
    ];
    let w = World::sized(crate::world::replies(&replies), "large").await;
    let run = w.start("Decide which database we use", AgentOptions::default()).await;
    assert_eq!((run.change_set, w.engine.plan(&run.session, None).await.unwrap().plan.metadata.version), (None, 0));
    assert!(w.heard()[1].contains("Noted for the plan document."), "{:?}", w.heard());
    let verdict = |word: &str| AgentInput::Summary { verdict: word.into(), action: None, details: None };
    w.answer(&run, verdict("yes")).await;
    let plan = w.engine.plan(&run.session, None).await.unwrap().plan;
    assert_eq!((plan.goal.as_str(), plan.metadata.version), ("One file keeps all", 1));
    assert!(plan.acceptance_criteria.iter().any(|c| c.description == "It opens offline" && !c.completed));
    let (made, rejected) = (&plan.decisions_made[0], &plan.decisions_rejected[0]);
    assert_eq!((made.title.as_str(), made.rationale.as_str()), ("SQLite", "one file"));
    assert_eq!((rejected.title.as_str(), rejected.rationale.as_str()), ("Redis", "a server"));

    // A goal that is there is the person's; the log names the calls.
    let log = w.engine.transcript(&run.session).await.unwrap();
    assert!(log.contains("TOOL_CALL: update_plan {") && log.contains("TOOL_RESULT: update_plan → queued: "), "{log}");
}

/// A plan of three steps, of which two are done: it waits to go on.
async fn paused(rest: &[Value]) -> (World, RunView) {
    let plan =
        json!({ "task_list": [{ "description": "Read a" }, { "description": "Look" }, { "description": "Write c" }] });
    let all: Vec<Value> = [plan, done("read"), done("looked")].into_iter().chain(rest.iter().cloned()).collect();
    let w = World::new(&all).await;
    let run = w.start("- read a\n- look\n- write c", AgentOptions::default()).await;
    assert_eq!(run.status, RunStatus::Waiting);
    (w, run)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_of_a_conversation_whose_run_waits_goes_to_that_run() {
    for (said, mode, told) in
        [("Weiter!", Mode::Auto, None), ("use German from here", Mode::Agent, Some("use German from here"))]
    {
        let (w, run) = paused(&[done("written"), summary()]).await;
        let new = NewRun { mode, ..request(Some(run.session.clone()), said, AgentOptions::default()) };
        let goes_on = w.engine.start_run(new).await.unwrap();
        assert_eq!(goes_on.id, run.id, "{said}");
        w.events(&run.id).await;
        assert_eq!(w.engine.run(&run.id).await.unwrap().status, RunStatus::Done, "{said}");
        assert_eq!(w.heard()[3].contains("use German"), told.is_some(), "{}", w.heard()[3]);
        assert_eq!(w.engine.session(&run.session).await.unwrap().runs.len(), 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_short_answer_goes_to_the_question_of_its_own_conversation_unless_it_is_sent_apart() {
    let ask = json!({ "action": "ask_user", "question": "Which colour?" });
    let w = World::new(&[ask, done("Another."), done("It is green.")]).await;
    let run = w.start("Paint it", AgentOptions::default()).await;
    // In another conversation, in a mode of its own, or apart, it means something else.
    let apart = NewRun { apart: true, ..request(Some(run.session.clone()), "green", AgentOptions::default()) };
    let other = w.engine.start_run(apart).await.unwrap();
    assert_ne!(other.id, run.id);
    w.events(&other.id).await;
    // Behind something else only "go on" is meant for it, and that is no colour.
    let plain =
        |text: &str| NewRun { mode: Mode::Auto, ..request(Some(run.session.clone()), text, AgentOptions::default()) };
    let later = w.engine.start_run(plain("go on")).await.unwrap();
    assert_ne!(later.id, run.id);
    w.events(&later.id).await;
    assert_eq!(w.engine.run(&run.id).await.unwrap().status, RunStatus::Waiting);

    let ask = json!({ "action": "ask_user", "question": "Which colour?" });
    let w = World::new(&[ask, done("It is green.")]).await;
    let run = w.start("Paint it", AgentOptions::default()).await;
    let answer = NewRun { mode: Mode::Auto, ..request(Some(run.session.clone()), "green", AgentOptions::default()) };
    assert_eq!(w.engine.start_run(answer).await.unwrap().id, run.id);
    w.events(&run.id).await;
    let ended = w.engine.run(&run.id).await.unwrap();
    assert!(ended.said.unwrap().starts_with("It is green."));
    assert!(w.heard()[1].contains("The person answers: green"), "{}", w.heard()[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_neither_yes_nor_no_allows_no_tool() {
    let read = call("read_file", json!({ "path": "a.txt" }));
    let w = World::new(&[read, done("It says one.")]).await;
    let permissions = [("read_file".to_owned(), Permission::Ask)].into();
    let run = w.start("What does it say?", AgentOptions { permissions, ..AgentOptions::default() }).await;
    assert_eq!(run.status, RunStatus::Waiting);
    let say = |text: &str| request(Some(run.session.clone()), text, AgentOptions::default());
    let unclear = w.engine.start_run(say("perhaps later")).await.unwrap_err();
    assert_eq!((unclear.code(), unclear.status()), ("unclear_answer", 400));
    assert_eq!(w.engine.run(&run.id).await.unwrap().status, RunStatus::Waiting);
    assert_eq!(w.engine.start_run(say("Ja")).await.unwrap().id, run.id);
    w.events(&run.id).await;
    assert_eq!(w.engine.run(&run.id).await.unwrap().status, RunStatus::Done);
    assert!(w.heard()[1].contains("two"), "{}", w.heard()[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn permissions_of_a_conversation_hold_for_its_later_runs_and_name_tools_that_exist() {
    let read = call("read_file", json!({ "path": "a.txt" }));
    let w = World::new(&[read.clone(), done("No."), read.clone(), done("No."), read, done("It says one.")]).await;
    let options = |said: &[(&str, Permission)]| AgentOptions {
        permissions: said.iter().map(|(tool, p)| ((*tool).to_owned(), *p)).collect(),
        ..AgentOptions::default()
    };
    let first = w.start("What does it say?", options(&[("read-file", Permission::Deny)])).await;
    let say = async |said: &[(&str, Permission)]| {
        let run = w.engine.start_run(request(Some(first.session.clone()), "And now?", options(said))).await.unwrap();
        w.events(&run.id).await;
        w.engine.run(&run.id).await.unwrap().agent.unwrap().tools[0].status
    };
    assert_eq!(first.agent.clone().unwrap().tools[0].status, ToolStatus::Denied);
    assert_eq!(say(&[("tool_outputs_read", Permission::Deny)]).await, ToolStatus::Denied);
    assert_eq!(say(&[("read_file", Permission::Allow)]).await, ToolStatus::Completed);
    let wrong = request(None, "Read", options(&[("read_fil", Permission::Deny)]));
    let wrong = w.engine.start_run(wrong).await.unwrap_err();
    assert_eq!((wrong.code(), wrong.status()), ("unknown_tool", 400));
    assert!(wrong.body().hint.unwrap().contains("read_file"));
}

#[tokio::test(flavor = "multi_thread")]
async fn files_of_permissions_that_name_no_tool_or_one_twice_refuse_the_run() {
    for (file, text, code) in [
        ("permissions.json", r#"{"read_fil":"deny"}"#, "unknown_tool"),
        ("permissions.json", r#"{"read_file":"deny","read_file":"allow"}"#, "bad_permissions"),
        ("permissions.json", r#"{"read_file":"deny","read-file":"allow"}"#, "bad_permissions"),
        ("allow/nope_tool", "*", "unknown_tool"),
    ] {
        let w = World::new(&[done("x")]).await;
        let workspace = w.engine.workspaces()[0].id.clone();
        let path = w.folder.path().join("data/agent").join(&workspace.0).join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        let run = w.start("Look", AgentOptions::default()).await;
        assert_eq!((run.status, run.error.map(|e| e.error)), (RunStatus::Failed, Some(code.to_owned())), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_only_plans_has_no_tool_that_proposes() {
    let w = World::new(&[call("write_file", json!({ "path": "b.txt", "content": "b" })), done("I would write b.txt.")])
        .await;
    let run = w.start("Write b.txt", AgentOptions { mode: AgentMode::Plan, ..AgentOptions::default() }).await;
    assert_eq!((run.status, run.change_set), (RunStatus::Done, None));
    let first = w.server.calls()[0].to_string();
    assert!(
        first.contains("read_file: ") && !first.contains("write_file: ") && first.contains("You plan only"),
        "{first}"
    );
    assert!(run.said.unwrap().starts_with("I would write b.txt."));
    let prompts = w.server.calls().iter().map(Value::to_string).collect::<String>();
    for word in ["what you write is queued", "Proposal queued", "\\\"write_file\\\"", "hello.txt is proposed"] {
        assert!(!first.contains(word), "{word}: {first}");
    }
    assert!(prompts.contains("only look"), "{prompts}");
}

#[tokio::test(flavor = "multi_thread")]
async fn completing_a_repeating_todo_is_one_day_of_it_and_what_cannot_be_is_told() {
    let w = World::new(&[
        call("todo_complete", json!({ "id": 1, "occurrenceDate": "2026-11-24" })),
        call("todo_complete", json!({ "id": 1 })),
        done("Gym is proposed."),
        json!("no summary"),
    ])
    .await;
    let operations = vec![
        json!({ "op": "create", "title": "Gym", "scheduledFor": "2026-11-20", "recurrence": { "type": "weekly" } }),
    ];
    let edit = DirectEdit { operations, title: None, confirm: None, mode: ApplyMode::Atomic, source: Source::Direct };
    w.engine.edit(edit, user(), None).await.unwrap();
    let run = w.start("I was at the gym", AgentOptions::default()).await;
    assert!(w.heard()[1].contains("does not occur on 2026-11-24"), "{}", w.heard()[1]);
    let set = w.engine.change_set(run.change_set.unwrap()).await.unwrap();
    let ops: Vec<&Value> = set.items.iter().map(|i| &i.op).collect();
    let one = json!({ "op": "complete_occurrence", "id": 1, "occurrenceDate": "2026-11-20", "completed": true });
    assert_eq!((ops, set.items[0].problems.len()), (vec![&one], 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_to_a_run_stands_in_its_record_and_in_the_log() {
    let (w, run) = paused(&[
        json!({ "action": "next_step", "type": "respond", "message": "I begin." }),
        done("written"),
        summary(),
    ])
    .await;
    let ended = w.answer(&run, AgentInput::Continue { auto: None, message: Some("use German from here".into()) }).await;
    assert_eq!(ended.agent.clone().unwrap().told, ["use German from here"]);
    let verdict = AgentInput::Summary { verdict: "no".into(), action: None, details: None };
    w.answer(&ended, verdict).await;
    let log = w.engine.transcript(&run.session).await.unwrap();
    for line in [
        "USER: use German from here",
        "AGENT: The model says: I begin.",
        "SYSTEM: The summary of the work was discarded.",
    ] {
        assert_eq!(log.matches(line).count(), 1, "{line}\n{log}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn editing_the_plan_lets_a_run_wait_and_begins_none() {
    let (w, run) = paused(&[json!({ "action": "ask_user", "question": "Go on?" })]).await;
    let say = |text: &str| request(Some(run.session.clone()), text, AgentOptions::default());
    let view = w.engine.start_run(say("/edit-plan")).await.unwrap();
    assert_eq!((view.id.clone(), view.status), (run.id.clone(), RunStatus::Waiting));
    let shown = view.plan.unwrap();
    assert_eq!((shown.changes.len(), shown.saved), (0, false), "{shown:?}");
    // What was edited in the conversation's folder is shown, and not saved by that.
    let folder = w.engine.mirror_now(&run.session).await.unwrap().folder.unwrap();
    let document = Path::new(&folder).join("plan_doc.md");
    let edited = shown.markdown.replacen("_No goal defined yet._", "Five languages greet", 1);
    std::fs::write(&document, &edited).unwrap();
    let view = w.engine.start_run(say("/edit-plan")).await.unwrap();
    let shown = view.plan.unwrap();
    let goals: Vec<_> =
        shown.changes.iter().map(|c| (c.field.as_str(), c.after.as_deref().unwrap_or_default().trim())).collect();
    assert_eq!(goals[0], ("goal", "Five languages greet"), "{goals:?}");
    assert_eq!(w.engine.plan(&run.session, None).await.unwrap().plan.metadata.version, 0);
    // Once it is saved, the run goes on with it.
    let edit = PlanEdit { base: 0, markdown: Some(edited), plan: None, accept: Some(shown.digest) };
    assert!(w.engine.edit_plan(&run.session, edit, user()).await.unwrap().saved);
    let before = w.server.calls().len();
    w.answer(&run, AgentInput::Continue { auto: None, message: None }).await;
    assert!(w.server.calls()[before].to_string().contains("Five languages greet"));
    let events = w.events(&run.id).await;
    let told = |e: &RunEvent| matches!(e, RunEvent::Recovery { what, .. } if what == "plan_edited");
    assert_eq!(events.iter().filter(|e| told(e)).count(), 1);
    assert_eq!(w.engine.session(&run.session).await.unwrap().runs.len(), 1);
    w.engine.cancel_run(&run.id).await.unwrap();
    assert_eq!(w.engine.start_run(say("/edit-plan")).await.unwrap_err().code(), "not_waiting");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_there_is_changed_only_as_it_was_read() {
    let long = "a line of a long file\n".repeat(600);
    let read = |path: &str| call("read_file", json!({ "path": path }));
    let write = |path: &str| call("write_file", json!({ "path": path, "content": "new\n" }));
    let both = json!({ "action": "next_step", "tool_calls": [
        { "name": "read_file", "parameters": { "path": "a.txt" } },
        { "name": "write_file", "parameters": { "path": "a.txt", "content": "blind\n" } },
    ] });
    let w = World::new(&[
        write("a.txt"),
        call("edit_file", json!({ "path": "src/main.rs", "old": "fn main() {", "new": "fn main2() {" })),
        both,
        write("a.txt"),
        write("new.txt"),
        write("new.txt"),
        read("long.txt"),
        write("long.txt"),
        call("edit_file", json!({ "path": "once.txt", "old": "x", "new": "y" })),
        done("Some of it."),
        json!("no summary"),
    ])
    .await;
    std::fs::write(w.folder.path().join("project/long.txt"), &long).unwrap();
    let run = w.start("Bring a.txt up to date", AgentOptions::default()).await;
    let heard = w.heard();
    let refused =
        |n: usize, what: &str| assert!(heard[n].contains("❌ Error: ") && heard[n].contains(what), "{n}: {}", heard[n]);
    refused(1, "there is a file a.txt, and you have not read it");
    refused(1, "Call read_file");
    refused(2, "there is a file src/main.rs, and you have not read it");
    // What is read and written in one reply was written before it was seen.
    refused(3, "there is a file a.txt, and you have not read it");
    assert!(heard[4].contains("Proposal queued"), "{}", heard[4]);
    assert!(heard[5].contains("Proposal queued"), "a new file needs no look: {}", heard[5]);
    refused(8, "you have not read all of long.txt");
    refused(9, "there is no file once.txt");
    let set = w.engine.change_set(run.change_set.unwrap()).await.unwrap();
    let paths: Vec<&str> = set.items.iter().map(|i| i.op["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["a.txt", "new.txt"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_deleted_or_renamed_only_as_the_agent_knew_it() {
    let pair = |a: Value, b: Value| json!({ "action": "next_step", "tool_calls": [a, b] });
    let delete = |path: &str| json!({ "name": "delete_file", "parameters": { "path": path } });
    let rename =
        |path: &str| json!({ "name": "rename_file", "parameters": { "path": path, "to": format!("new-{path}") } });
    let read = |path: &str| json!({ "name": "read_file", "parameters": { "path": path } });
    let w = World::new(&[
        pair(read("a.txt"), read("b.txt")),
        json!({ "action": "ask_user", "question": "Delete the one, rename the other?" }),
        pair(delete("a.txt"), rename("b.txt")),
        pair(read("a.txt"), read("b.txt")),
        pair(delete("a.txt"), rename("b.txt")),
        // Not looked into: meant as it is now.
        pair(delete("c.txt"), rename("d.txt")),
        json!({ "action": "ask_user", "question": "Is that all?" }),
        done("Proposed."),
        json!("no summary"),
    ])
    .await;
    let put = |name: &str, text: &str| std::fs::write(w.folder.path().join("project").join(name), text).unwrap();
    for name in ["b.txt", "c.txt", "d.txt"] {
        put(name, "as it was\n");
    }
    let run = w.start("Clear up", AgentOptions::default()).await;
    put("a.txt", "the person's own\n");
    put("b.txt", "the person's own\n");
    let yes = || AgentInput::Answer { text: "yes".into() };
    w.answer(&run, yes()).await;
    let heard = w.heard();
    assert_eq!(heard[3].matches("is not any more as you have read it").count(), 2, "{}", heard[3]);
    assert_eq!(heard[5].matches("Proposal queued").count() + heard[6].matches("Proposal queued").count(), 4);
    // What is written between the proposal and its set blocks the items.
    put("c.txt", "written meanwhile\n");
    put("d.txt", "written meanwhile\n");
    let run = w.answer(&run, yes()).await;
    let set = run.change_set.unwrap();
    let view = w.engine.change_set(set).await.unwrap();
    let codes: Vec<_> = view.items.iter().map(|i| i.problems.first().map(|p| p.code.to_string())).collect();
    let changed = || Some("base_changed".to_owned());
    assert_eq!(codes, [None, None, changed(), changed()], "{:?}", view.items);
    // And what is written before the signature lets them drift: nothing is deleted that was not looked at.
    put("a.txt", "once more\n");
    put("b.txt", "once more\n");
    let view = w.engine.change_set(set).await.unwrap();
    let drifted: Vec<_> = view.items.iter().take(2).map(|i| i.status).collect();
    assert_eq!(drifted, [ItemStatus::Drifted, ItemStatus::Drifted]);
    for name in ["a.txt", "b.txt"] {
        assert_eq!(w.read(name).as_deref(), Some("once more\n"));
    }
}

/// A web server on this machine: what it was asked, and what it says of each path.
async fn web(pages: Vec<(&'static str, String)>) -> (u16, Arc<std::sync::Mutex<Vec<String>>>) {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let asked = Arc::new(std::sync::Mutex::new(Vec::new()));
    let seen = asked.clone();
    tokio::spawn(async move {
        while let Ok((mut line, _)) = listener.accept().await {
            let mut bytes = vec![0; 4_096];
            let n = line.read(&mut bytes).await.unwrap_or(0);
            let head = String::from_utf8_lossy(&bytes[..n]).into_owned();
            let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
            seen.lock().unwrap().push(head);
            let page = pages.iter().find(|(at, _)| *at == path).map_or("HTTP/1.1 404 Not Found\r\n\r\n", |(_, p)| p);
            line.write_all(page.as_bytes()).await.unwrap();
        }
    });
    (port, asked)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_fetches_only_what_a_person_lets_it_and_nothing_leads_it_elsewhere() {
    let page =
        |body: &str| format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}", body.len());
    let to =
        |at: &str| format!("HTTP/1.1 302 Found\r\nlocation: {at}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    let (inside, inside_asked) = web(vec![("/secret", page("INSIDE"))]).await;
    let long = format!("{}WEBEND", "a line of the page\n".repeat(900));
    let (port, asked) = web(vec![
        ("/page", page(&long)),
        ("/hop", to("/page")),
        ("/away", to(&format!("http://127.0.0.1:{inside}/secret"))),
        ("/round", to("/round")),
        ("/raw", page("a\0b")),
    ])
    .await;
    let at = |path: &str| format!("http://127.0.0.1:{port}{path}");
    let fetch = |url: String| call("fetch", json!({ "url": url }));
    let urls = [
        at("/hop"),
        at("/away"),
        at("/round"),
        at("/raw"),
        format!("http://127.0.0.1:{inside}/secret"),
        at("/page?key=ghp_0123456789abcdefghijklmnopqrstuvwxyzAB"),
    ];
    let mut replies: Vec<Value> = urls.iter().cloned().map(fetch).collect();
    replies.extend([fetch(at("/page?denied")), done("Fetched.")]);
    let w = World::new(&replies).await;
    let workspace = w.engine.workspaces()[0].id.clone();
    let list = w.folder.path().join("data/agent").join(&workspace.0).join("allow/fetch");
    std::fs::create_dir_all(list.parent().unwrap()).unwrap();
    std::fs::write(list, format!("http://127.0.0.1:{port}/**\n")).unwrap();
    // Even what is named and allowed asks each time: the address itself can carry something away.
    let allowed =
        AgentOptions { permissions: [("fetch".to_owned(), Permission::Allow)].into(), ..AgentOptions::default() };
    let mut run = w.start("What does the page say?", allowed).await;
    for url in &urls {
        let Some(AgentWait::Approval { calls }) = run.agent.clone().unwrap().wait else { panic!("{run:?}") };
        assert_eq!((calls[0].tool.as_str(), &calls[0].args), ("fetch", &json!({ "url": url })));
        run = w.answer(&run, AgentInput::Approval { allow: vec![calls[0].call.clone()] }).await;
    }
    run = w.answer(&run, AgentInput::Approval { allow: Vec::new() }).await;
    assert_eq!(run.status, RunStatus::Done, "{run:?}");
    let heard = w.heard();
    assert!(heard[1].contains("a line of the page") && heard[1].contains("are stored as o1."), "{}", heard[1]);
    for (n, what) in [
        (2, "leads to http://127.0.0.1"),
        (3, "leads from one to another without end"),
        (4, "is no text in UTF-8"),
        (5, "is on this machine or in a private network"),
        (6, "the address holds a secret"),
        (7, "fetch was denied"),
    ] {
        assert!(heard[n].contains("❌ Error:") && heard[n].contains(what), "{n}: {}", heard[n]);
    }
    assert_eq!(*inside_asked.lock().unwrap(), Vec::<String>::new(), "no redirect led there");
    let asked = asked.lock().unwrap();
    assert!(asked.iter().all(|head| head.starts_with("GET ") && !head.to_lowercase().contains("cookie")), "{asked:?}");
    assert!(!asked.iter().any(|head| head.contains("ghp_") || head.contains("denied")), "{asked:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_persons_word_there_is_no_tool_that_fetches() {
    for (permissions, there) in
        [(vec![], false), (vec![("fetch", Permission::Deny)], false), (vec![("fetch", Permission::Ask)], true)]
    {
        let w = World::new(&[done("Fine.")]).await;
        let permissions = permissions.into_iter().map(|(tool, word)| (tool.to_owned(), word)).collect();
        w.start("Look at the web", AgentOptions { permissions, ..AgentOptions::default() }).await;
        assert_eq!(w.server.calls()[0].to_string().contains("fetch: Fetches a text"), there);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_answer_leaves_the_question_waiting() {
    let w = World::new(&[json!({ "action": "ask_user", "question": "Which file?" }), done("b.txt it is.")]).await;
    let run = w.start("Delete the file", AgentOptions::default()).await;
    for text in ["", "  \n", "\t"] {
        let refused = w.engine.answer_run(&run.id, AgentInput::Answer { text: text.into() }).await.unwrap_err();
        assert_eq!((refused.code(), w.engine.run(&run.id).await.unwrap().status), ("empty_answer", RunStatus::Waiting));
    }
    let asked = w.engine.run(&run.id).await.unwrap().agent.unwrap().wait.unwrap();
    assert!(matches!(asked, AgentWait::Answer { question, .. } if question == "Which file?"));
    assert_eq!(w.answer(&run, AgentInput::Answer { text: "b.txt".into() }).await.status, RunStatus::Done);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_folder_of_the_message_is_the_agents() {
    let w = World::new(&[call("read_file", json!({ "path": "only.txt" })), done("Read.")]).await;
    let other = w.folder.path().join("other");
    std::fs::create_dir_all(&other).unwrap();
    std::fs::write(other.join("only.txt"), "MARKER7\n").unwrap();
    let opened = w.engine.open_workspace(&other.canonicalize().unwrap(), user()).await.unwrap();
    let named = NewRun { workspace: Some(opened.id), ..request(None, "Read only.txt", AgentOptions::default()) };
    let run = w.engine.start_run(named).await.unwrap();
    w.events(&run.id).await;
    assert!(w.heard()[1].contains("MARKER7"), "{:?}", w.heard());
    let unnamed = w.engine.start_run(request(None, "Read only.txt", AgentOptions::default())).await.unwrap_err();
    assert_eq!(unnamed.code(), "unknown_workspace");
}

#[tokio::test(flavor = "multi_thread")]
async fn permissions_name_tools_that_there_are() {
    let w = World::new(&[done("Fine.")]).await;
    let with = |name: &str| AgentOptions {
        permissions: [(name.to_owned(), Permission::Allow)].into(),
        ..AgentOptions::default()
    };
    let refused = w.engine.start_run(request(None, "Look", with("nope"))).await.unwrap_err();
    assert_eq!(refused.code(), "unknown_tool");
    for name in ["shell_exec", "tool_outputs.read", "update_plan", "todo_delete"] {
        let run = w.engine.start_run(request(None, "Look", with(name))).await.unwrap();
        w.events(&run.id).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_is_told_what_was_decided_and_what_waits_already() {
    for (size, other_told) in [("large", true), ("small", false)] {
        let says = |action: Value| {
            let mut said = match size {
                "large" => {
                    json!({ "thinking": { "task": "so", "facts": [], "decisions": [], "risks": [], "confidence": null } })
                }
                _ => json!({ "thinking": "so" }),
            };
            said.as_object_mut().unwrap().extend(action.as_object().unwrap().clone());
            Answer::text(said.to_string()).once()
        };
        let create = |title: &str| json!({ "name": "todo_create", "parameters": { "title": title } });
        let end = || says(json!({ "action": "complete", "message": "It is done as you said." }));
        let all = [create("Wash the car"), create("Paint the fence"), create("Call grandma")];
        let answers = vec![
            says(json!({ "action": "next_step", "tool_calls": all })),
            end(),
            Answer::text("no summary").once(),
            end(),
        ];
        let w = World::sized(answers, size).await;
        let run = w.start("Add three todos", AgentOptions::default()).await;
        let set = w.engine.change_set(run.change_set.unwrap()).await.unwrap();
        let item = &set.items[0];
        w.engine
            .decide(set.id, sign(&set, &[item.n]), Verdict::Rejected, Some("it rains".into()), user())
            .await
            .unwrap();
        w.start("What about wash and fence?", AgentOptions::default()).await;
        let asked = w.server.calls().last().unwrap()["messages"][1]["content"].as_str().unwrap().to_owned();
        for (text, told) in [
            ("✗ Add “Wash the car” — “it rains”\n", true),
            ("signature already; do not propose it again:\n", true),
            ("- Add “Paint the fence”\n", true),
            // A small model is told of what has words of its request alone.
            ("- Add “Call grandma”\n", other_told),
        ] {
            assert_eq!(asked.contains(text), told, "{size}: {text}: {asked}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_small_model_writes_from_the_files_that_the_request_names_and_can_say_nothing_else() {
    let w =
        World::new(&[call("write_file", json!({ "path": "sum.txt", "content": "One and two, and a main.\n" }))]).await;
    let run = w.start("Read a.txt and src/main.rs and write a summary into sum.txt", AgentOptions::default()).await;
    assert_eq!(run.status, RunStatus::Done, "{run:?}");
    let agent = run.agent.clone().unwrap();
    assert_eq!(agent.steps.iter().map(|s| s.status).collect::<Vec<_>>(), [StepStatus::Completed]);
    let tools: Vec<(&str, ToolStatus)> = agent.tools.iter().map(|t| (t.tool.as_str(), t.status)).collect();
    let done = ToolStatus::Completed;
    assert_eq!(tools, [("read_file", done), ("read_file", done), ("write_file", ToolStatus::Queued)]);
    // One call: what was read stands in it, and its grammar holds one tool, one path and a bounded text.
    let calls = w.server.calls();
    assert_eq!(calls.len(), 1);
    let (asked, heard) = (calls[0].to_string(), w.heard().remove(0));
    assert!(
        heard.contains("one\ntwo") && heard.contains("say hello") && heard.ends_with("Now write the file sum.txt.")
    );
    assert!(asked.contains(r#""enum":["write_file"]"#) && asked.contains(r#""enum":["sum.txt"]"#), "{asked}");
    assert!(!asked.contains("delete_file"), "{asked}");
    assert!(w.read("sum.txt").is_none());
    let set = w.engine.change_set(run.change_set.unwrap()).await.unwrap();
    w.apply(&set).await.unwrap();
    assert_eq!(w.read("sum.txt").as_deref(), Some("One and two, and a main.\n"));
    // What was done is told by who did it.
    let told = agent.summary.unwrap();
    assert_eq!(
        (told.tools_used, told.result.as_str()),
        (vec!["read_file".into(), "write_file".into()], "1 of 1 steps done; 1 change proposed.")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_cannot_be_shown_leaves_the_rest_to_the_model() {
    let w = World::new(&[done("I may not read it.")]).await;
    let permissions = [("read_file".to_owned(), Permission::Deny)].into();
    let run = w.start("Read a.txt and write sum.txt", AgentOptions { permissions, ..AgentOptions::default() }).await;
    assert_eq!((run.status, run.change_set), (RunStatus::Done, None), "{run:?}");
    assert!(w.server.calls()[0].to_string().contains("ask_user"), "nothing is written from what nobody has read");
    assert!(w.heard()[0].contains("read_file was denied"), "{:?}", w.heard());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_or_a_command_that_was_turned_down_is_not_queued_again() {
    let write = |text: &str| call("write_file", json!({ "path": "b.txt", "content": text }));
    let shell = call("shell_exec", json!({ "command": "cargo test" }));
    let delete = call("delete_file", json!({ "path": "src/main.rs" }));
    let both = [write("b\n"), shell.clone(), delete.clone(), done("As you said."), json!("no summary")];
    let again = [write("b\n"), shell, delete, write("other\n"), done("As you said."), json!("no summary")];
    let w = World::new(&[both.as_slice(), again.as_slice()].concat()).await;
    let run = w.start("Improve it", AgentOptions::default()).await;
    let set = w.engine.change_set(run.change_set.unwrap()).await.unwrap();
    assert_eq!(set.items.len(), 3);
    w.engine.decide(set.id, sign_all(&set), Verdict::Rejected, Some("not like this".into()), user()).await.unwrap();

    let next = w.start("Improve it more", AgentOptions::default()).await;
    let tools: Vec<ToolStatus> = next.agent.unwrap().tools.iter().map(|t| t.status).collect();
    assert_eq!(tools, [ToolStatus::Failed, ToolStatus::Failed, ToolStatus::Failed, ToolStatus::Queued]);
    let heard = w.heard();
    for heard in &heard[6..9] {
        assert!(heard.contains("❌ Error:") && heard.contains("not like this"), "{heard}");
    }
    let set = w.engine.change_set(next.change_set.unwrap()).await.unwrap();
    assert_eq!(set.items.iter().map(|i| i.op["op"].as_str().unwrap()).collect::<Vec<_>>(), ["write_file"]);
    assert_eq!(w.engine.rebuild(false).await.unwrap().differences, Vec::<String>::new());
}
