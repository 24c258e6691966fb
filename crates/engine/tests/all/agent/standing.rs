//! Where a plan stands while its conversation's runs work on it (S4-14), and what a summary says of its criteria
//! (S4-12).

use super::*;
use countersign_engine::SystemClock;
use countersign_plan::{Criterion, Plan, PlanStatus};

impl World {
    /// Saves the plan of a conversation as it is made of what it says now.
    async fn replan(&self, session: &SessionId, edited: impl FnOnce(Plan) -> Plan) {
        let now = self.engine.plan(session, None).await.unwrap().plan;
        let edit = PlanEdit { base: now.metadata.version, plan: Some(edited(now)), markdown: None, accept: None };
        let shown = self.engine.edit_plan(session, edit.clone(), user()).await.unwrap();
        self.engine.edit_plan(session, PlanEdit { accept: Some(shown.digest), ..edit }, user()).await.unwrap();
    }

    async fn stands(&self, session: &SessionId) -> PlanStatus {
        self.engine.plan(session, None).await.unwrap().plan.status
    }

    async fn next(&self, session: &SessionId, text: &str) -> RunView {
        self.send(request(Some(session.clone()), text, AgentOptions::default())).await.0
    }
}

fn with_criteria(plan: Plan, all: &[&str]) -> Plan {
    let criterion = |text: &&str| Criterion { description: (*text).to_owned(), ..Criterion::default() };
    Plan { goal: "A tidy folder".into(), acceptance_criteria: all.iter().map(criterion).collect(), ..plan }
}

fn met(all: &[(&str, bool)]) -> Value {
    let updates: Vec<Value> =
        all.iter().map(|(text, done)| json!({ "description": text, "completed": done })).collect();
    json!({ "log_entry": { "action": "Wrote b.txt", "details": "As asked.", "result": "done" }, "acceptance_criteria_updates": updates })
}

fn verdict(word: &str) -> AgentInput {
    AgentInput::Summary { verdict: word.into(), action: None, details: None }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_plan_stands_where_the_work_on_it_is() {
    let read = || call("read_file", json!({ "path": "a.txt" }));
    let w = World::new(&[
        done("It is blue."),
        json!({ "action": "ask_user", "question": "Which file?" }),
        call("write_file", json!({ "path": "b.txt", "content": "b\n" })),
        done("b.txt is proposed."),
        met(&[("b.txt is there", true)]),
        json!({ "action": "guardrail_stop", "reason": "It cannot be done." }),
        call("write_file", json!({ "path": "c.txt", "content": "c\n" })),
        done("c.txt is proposed."),
        met(&[("c.txt is there", true)]),
        read(),
        done("It says one."),
    ])
    .await;
    let session = w.start("What colour is it?", AgentOptions::default()).await.session;
    assert_eq!(w.engine.plan(&session, None).await.unwrap().plan.metadata.version, 0, "no plan, nothing to move");
    w.replan(&session, |plan| with_criteria(plan, &["b.txt is there", "c.txt is there"])).await;
    assert_eq!(w.stands(&session).await, PlanStatus::Planning);

    let run = w.next(&session, "Write it").await;
    assert_eq!((run.status, w.stands(&session).await), (RunStatus::Waiting, PlanStatus::Blocked), "it asks");
    // The person's own edit of what was shown before the work moved it is none of another text.
    let before = w.engine.plan(&session, Some(1)).await.unwrap().plan;
    let edit = PlanEdit {
        base: 1,
        plan: Some(Plan { goal: "A tidy folder, soon".into(), ..before }),
        markdown: None,
        accept: None,
    };
    let shown = w.engine.edit_plan(&session, edit.clone(), user()).await.unwrap();
    assert_eq!(shown.changes.iter().map(|c| c.field.as_str()).collect::<Vec<_>>(), ["goal"]);
    w.engine.edit_plan(&session, PlanEdit { accept: Some(shown.digest), ..edit }, user()).await.unwrap();

    let run = w.answer(&run, AgentInput::Answer { text: "b.txt".into() }).await;
    assert_eq!((run.status, w.stands(&session).await), (RunStatus::Done, PlanStatus::InProgress));
    w.answer(&run, verdict("yes")).await;
    assert_eq!(w.stands(&session).await, PlanStatus::InProgress, "one criterion is open");
    let told = w.events(&run.id).await;
    let edited = |e: &&RunEvent| matches!(e, RunEvent::Recovery { what, .. } if what == "plan_edited");
    assert_eq!(told.iter().filter(edited).count(), 0, "an answer goes on without a word about the plan");

    // What the person says of it holds until the work goes on, gives up, or is done.
    w.replan(&session, |plan| Plan { status: PlanStatus::Blocked, ..plan }).await;
    assert_eq!(w.stands(&session).await, PlanStatus::Blocked);
    let run = w.next(&session, "Write c.txt").await;
    assert_eq!((run.status, w.stands(&session).await), (RunStatus::Failed, PlanStatus::Failed));
    let run = w.next(&session, "Write c.txt").await;
    assert_eq!(w.stands(&session).await, PlanStatus::InProgress);
    w.answer(&run, verdict("yes")).await;
    assert_eq!(w.stands(&session).await, PlanStatus::Completed);
    w.next(&session, "What does a.txt say?").await;
    assert_eq!(w.stands(&session).await, PlanStatus::Completed, "nothing is left to work on");

    let versions = w.engine.plan(&session, None).await.unwrap().plan.metadata.version;
    let mut stood = Vec::new();
    for version in 1..=versions {
        stood.push(w.engine.plan(&session, Some(version)).await.unwrap().plan.status.name());
    }
    stood.dedup();
    let went = ["planning", "in_progress", "blocked", "in_progress", "blocked", "in_progress", "failed", "in_progress"];
    assert_eq!(stood, [&went[..], &["completed"]].concat());
    // A move is one line of the log, and not the whole document again.
    let log = w.engine.transcript(&session).await.unwrap();
    assert!(log.contains("SYSTEM: The plan: in_progress → blocked."), "{log}");
    assert_eq!(log.matches("SYSTEM: ---\\n").count(), 4, "{log}");
    assert_eq!(w.engine.rebuild(false).await.unwrap().differences, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_criterion_that_the_plan_lacks_is_new_and_not_met() {
    let w = World::new(&[
        done("It is blue."),
        call("write_file", json!({ "path": "b.txt", "content": "b\n" })),
        done("b.txt is proposed."),
        met(&[("B.txt  is there", true), ("No such", true)]),
    ])
    .await;
    let session = w.start("What colour is it?", AgentOptions::default()).await.session;
    w.replan(&session, |plan| with_criteria(plan, &["b.txt is there"])).await;
    let run = w.next(&session, "Write b.txt").await;
    let shown = run.agent.clone().unwrap().summary.unwrap();
    let told: Vec<_> = shown.criteria.iter().map(|c| (c.description.as_str(), c.completed, c.new)).collect();
    assert_eq!(told, [("B.txt  is there", true, false), ("No such", false, true)]);
    w.answer(&run, verdict("yes")).await;
    let plan = w.engine.plan(&session, None).await.unwrap().plan;
    let kept: Vec<_> = plan.acceptance_criteria.iter().map(|c| (c.description.as_str(), c.completed)).collect();
    assert_eq!(kept, [("b.txt is there", true), ("No such", false)]);
    assert_eq!(plan.status, PlanStatus::InProgress, "it is not done by a criterion that nobody asked for");
}

/// Steps, the question, decisions and what came of them, each at its time (S4-23).
#[tokio::test(flavor = "multi_thread")]
async fn the_log_tells_steps_decisions_and_applies_when_they_happened() {
    let server = ModelServer::start(Script {
        answers: crate::world::replies(&[
            json!({ "action": "ask_user", "question": "Which colour?" }),
            call("write_file", json!({ "path": "b.txt", "content": "b\n" })),
            done("b.txt is proposed."),
            summary(),
        ]),
        ..Script::default()
    })
    .await
    .unwrap();
    let models = small(&server);
    let w = place().files(&[("a.txt", "one\n")]).opening(|o| o.clock(SystemClock)).asking(server, models).open().await;
    let run = w.start("Paint b.txt", AgentOptions::default()).await;
    let waiting = w.engine.transcript(&run.session).await.unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    let run = w.answer(&run, AgentInput::Answer { text: "blue".into() }).await;
    w.answer(&run, verdict("yes")).await;
    tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    w.apply(&w.set(&run).await).await.unwrap();
    let log = w.engine.transcript(&run.session).await.unwrap();
    assert!(log.starts_with(&waiting), "it grows at its end\n{waiting}\n{log}");
    let at = |part: &str| {
        let line = log.lines().find(|line| line.contains(part)).unwrap_or_else(|| panic!("{part}\n{log}"));
        (log.find(part).unwrap(), line[1..25].to_owned())
    };
    let parts = [
        "USER: Paint b.txt",
        "SYSTEM: Step 1 begins: “Paint b.txt”",
        "AGENT: The model asks: Which colour?",
        "USER: blue",
        "TOOL_CALL: write_file {",
        "SYSTEM: Step 1 is done: “Paint b.txt”",
        "AGENT: Summary of the work, not kept yet:\\nAction: Wrote b.txt",
        "SYSTEM: The summary of the work was saved.",
        "USER: #1.1 signed: ",
        "SYSTEM: #1.1 applied: ",
    ];
    let found: Vec<(usize, String)> = parts.iter().map(|part| at(part)).collect();
    assert!(found.is_sorted(), "{found:?}\n{log}");
    assert!(at("USER: Paint b.txt").1 < at("TOOL_CALL: write_file {").1, "{log}");
    assert!(at("SYSTEM: The summary of the work was saved.").1 < at("SYSTEM: #1.1 applied: ").1, "{log}");
}

/// Of the turns before is told what was done in them, not only how they ended (S4-28).
#[tokio::test(flavor = "multi_thread")]
async fn what_was_done_in_the_turns_before_is_told() {
    let w =
        World::new(&[call("read_file", json!({ "path": "a.txt" })), done("It says one and two."), done("Two lines.")])
            .await;
    let run = w.start("What does a.txt say?", AgentOptions::default()).await;
    w.next(&run.session, "How many lines is that?").await;
    let asked = w.heard().pop().unwrap();
    let told = "Person: What does a.txt say?\n- read_file {\"path\":\"a.txt\"} → ✓ one";
    assert!(asked.contains(told) && asked.contains("It says one and two."), "{asked}");
}
