//! Agents' runs over a real SQLite file, a real folder and a scripted model server: from a message
//! to a signed change, with questions, pauses, permissions, limits and restarts in between.

mod abused;
mod files;
mod foreign;
mod kept;
mod moved;
mod permitted;
mod standing;
mod waiting;

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
    // "No" in the conversation is said to it, and asks no model anything.
    let calls = w.server.calls().len();
    let told = w.engine.start_run(request(Some(first.session.clone()), "no, please", AgentOptions::default())).await;
    assert_eq!(told.unwrap().id, next.id);
    assert_eq!(w.engine.plan(&first.session, None).await.unwrap().plan, plan);
    assert_eq!(w.server.calls().len(), calls);
    let states = |events: Vec<RunEvent>| {
        let state = |event| if let RunEvent::WorkSummary(summary) = event { Some(summary.state) } else { None };
        events.into_iter().filter_map(state).next_back()
    };
    assert_eq!(states(w.events(&next.id).await), Some(SummaryState::Discarded));
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
