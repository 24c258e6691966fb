//! Runs in sub-tasks, over a real SQLite file, a real folder and a scripted model server: split, chosen,
//! worked on several at once, failed and begun again, cut off and gone on with, and signed as one set.

use crate::world::{Opening, World, beside, call, done, models, place};
use countersign_core::wire::{
    AgentInput, AgentOptions, AgentWait, ExecutionOrder, Granularity, Mode, NewRun, RunEvent, RunStatus, RunView,
    Split, StepStatus, SubTaskEdit, SubTaskPlan, SummaryState, TaskModel,
};
use countersign_engine::Key;
use countersign_llm::Models;
use countersign_testkit::{Answer, ModelServer, Script, When};
use serde_json::{Value, json};

pub(crate) const MESSAGE: &str = "Fix the spelling in a.txt, b.txt and c.txt";

fn of(server: &ModelServer, large: bool) -> Models {
    let mut entries = json!({ "test": { "provider": "p", "size": "small" } });
    let mut file = json!({ "retries": { "most": 0, "firstMs": 1, "longestMs": 1 } });
    if large {
        entries["big"] = json!({ "provider": "p", "size": "small" });
        file["roles"] = json!({ "execute": { "model": "test" }, "plan": { "model": "big" } });
    }
    file["models"] = entries;
    models("openai", server, file)
}

/// To whoever is asked to write this file.
pub(crate) fn writes(path: &str, content: &str) -> Answer {
    let text = call("write_file", json!({ "path": path, "content": content })).to_string();
    Answer { when: asked(path), ..Answer::text(text) }
}

pub(crate) fn asked(path: &str) -> When {
    When { message: Some(format!("Now write the file {path}.")), ..When::default() }
}

async fn world(answers: Vec<Answer>) -> World {
    let server = ModelServer::start(Script { answers, ..Script::default() }).await.unwrap();
    let models = of(&server, false);
    let files = [("a.txt", "ane\n"), ("b.txt", "twu\n"), ("c.txt", "thre\n")];
    place().files(&files).opening(Opening::in_new_york).asking(server, models).open().await
}

pub(crate) fn request(message: &str) -> NewRun {
    let agent = AgentOptions { split: Split::Always, ..AgentOptions::default() };
    NewRun { message: message.into(), mode: Mode::Agent, agent: Some(agent), ..NewRun::default() }
}

pub(crate) fn plan(run: &RunView) -> &SubTaskPlan {
    run.agent.as_ref().unwrap().subtasks.as_ref().unwrap()
}

pub(crate) fn statuses(run: &RunView) -> Vec<StepStatus> {
    plan(run).tasks.iter().map(|task| task.status).collect()
}

pub(crate) fn wait(run: &RunView) -> AgentWait {
    run.agent.as_ref().unwrap().wait.clone().unwrap_or_else(|| panic!("{run:?}"))
}

pub(crate) fn start(order: ExecutionOrder) -> AgentInput {
    AgentInput::Start { order: Some(order), auto: None, parallel: None }
}

impl World {
    async fn split(&self, message: &str) -> RunView {
        self.send(request(message)).await.0
    }

    async fn tell(&self, run: &RunView, input: AgentInput) -> RunView {
        self.engine.answer_run(&run.id, input).await.unwrap();
        self.events(&run.id).await;
        self.engine.run(&run.id).await.unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_for_three_files_is_split_chosen_worked_on_and_signed_as_one_set() {
    let w = world(vec![writes("a.txt", "one\n"), writes("b.txt", "two\n"), writes("c.txt", "three\n")]).await;
    let run = w.split(MESSAGE).await;
    assert_eq!(run.status, RunStatus::Waiting, "{run:?}");
    assert_eq!(wait(&run), AgentWait::Subtasks { choose: true, done: 0, left: 3, failed: 0, queued: 0 });
    let shown = plan(&run);
    let files: Vec<&[String]> = shown.tasks.iter().map(|task| task.writes.as_slice()).collect();
    assert_eq!(files, [["a.txt"], ["b.txt"], ["c.txt"]]);
    assert_eq!((shown.ways.len(), shown.sizes.len(), shown.chosen), (3, 3, Granularity::Fine));
    assert!(shown.ways[0].time_ms < shown.ways[1].time_ms, "several at once take less: {:?}", shown.ways);
    // Nobody was asked anything before somebody said how it is to run.
    assert_eq!(w.server.calls().len(), 0);
    let run = w.tell(&run, start(ExecutionOrder::DependencyGraph)).await;
    assert_eq!((run.status, statuses(&run)), (RunStatus::Done, vec![StepStatus::Completed; 3]), "{run:?}");
    assert_eq!(run.text.as_deref(), Some("3 of 3 sub-tasks done. 3 changes wait for your signature."));
    assert!(plan(&run).tasks.iter().all(|task| task.percent == 100 && task.completed_at.is_some()));
    assert_eq!(run.usage.calls, 3, "what it took is counted together");
    // Each was told of its own file alone.
    assert!(
        w.heard().iter().all(|heard| ["ane", "twu", "thre"].iter().filter(|text| heard.contains(*text)).count() == 1)
    );
    assert_eq!(w.read("a.txt").as_deref(), Some("ane\n"), "nothing happens before it is signed");
    let set = w.set(&run).await;
    assert_eq!(set.items.len(), 3, "{set:?}");
    w.apply(&set).await.unwrap();
    assert_eq!((w.read("a.txt").as_deref(), w.read("c.txt").as_deref()), (Some("one\n"), Some("three\n")));
    let kept = w.tell(&run, AgentInput::Summary { verdict: "yes".into(), action: None, details: None }).await;
    assert_eq!(kept.agent.unwrap().summary.unwrap().state, SummaryState::Saved);
    w.sound().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_to_sub_tasks_under_a_key_is_stored_with_it_or_not_at_all() {
    let w = world(vec![writes("a.txt", "one\n"), writes("b.txt", "two\n"), writes("c.txt", "three\n")]).await;
    let run = w.split(MESSAGE).await;
    let database = w.folder.path().join("data/countersign.db");
    let sql = |sql: &str| rusqlite::Connection::open(&database).unwrap().execute_batch(sql).unwrap();
    let new = NewRun { session: Some(run.session.clone()), message: "start b".into(), ..NewRun::default() };
    let say = || w.engine.start_run_once(new.clone(), Some(Key { key: "said".into(), request: "r".into() }));
    sql("CREATE TRIGGER refuses BEFORE INSERT ON idempotency BEGIN SELECT RAISE(ABORT, 'refused'); END");
    say().await.unwrap_err();
    assert_eq!(w.engine.run(&run.id).await.unwrap().status, RunStatus::Waiting);
    assert_eq!(w.server.calls().len(), 0);
    sql("DROP TRIGGER refuses");
    assert_eq!(say().await.unwrap().id, run.id);
    w.events(&run.id).await;
    assert_eq!(say().await.unwrap().status, RunStatus::Done);
    assert_eq!(w.server.calls().len(), 3, "once");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_fails_is_tried_again_and_then_by_the_person_and_the_others_keep_what_they_did() {
    let bad = |times| Answer { when: asked("b.txt"), times: Some(times), ..Answer::status(400, "no") };
    let w = world(vec![writes("a.txt", "one\n"), bad(2), writes("b.txt", "two\n"), writes("c.txt", "three\n")]).await;
    let run = w.split(MESSAGE).await;
    let run = w.tell(&run, start(ExecutionOrder::DependencyGraph)).await;
    assert_eq!(wait(&run), AgentWait::Subtasks { choose: false, done: 2, left: 0, failed: 1, queued: 2 });
    let failed = &plan(&run).tasks[1];
    assert_eq!((failed.status, failed.attempts), (StepStatus::Failed, 2), "{failed:?}");
    assert!(failed.error.is_some());
    assert!(run.change_set.is_none(), "one set at the end, not one now");
    let before = w.server.calls().len();
    let unknown = AgentInput::Retry { subtask: "9".into(), model: None };
    assert_eq!(w.engine.answer_run(&run.id, unknown).await.unwrap_err().code(), "unknown_subtask");
    let whole = AgentInput::Retry { subtask: "1".into(), model: None };
    assert_eq!(w.engine.answer_run(&run.id, whole).await.unwrap_err().code(), "not_failed");
    let run = w.tell(&run, AgentInput::Retry { subtask: "2".into(), model: None }).await;
    assert_eq!((run.status, statuses(&run)), (RunStatus::Done, vec![StepStatus::Completed; 3]), "{run:?}");
    assert_eq!(w.server.calls().len(), before + 1, "the others were not asked again");
    assert_eq!(w.set(&run).await.items.len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_fails_goes_to_the_larger_model() {
    let bad = Answer { when: asked("b.txt"), times: Some(1), ..Answer::status(400, "no") };
    let answers = vec![writes("a.txt", "one\n"), bad, writes("b.txt", "two\n")];
    let server = ModelServer::start(Script { answers, ..Script::default() }).await.unwrap();
    let models = of(&server, true);
    let files = [("a.txt", "ane\n"), ("b.txt", "twu\n")];
    let w = place().files(&files).opening(Opening::in_new_york).asking(server, models).open().await;
    let run = w.split("Fix the spelling in a.txt and b.txt").await;
    let run = w.tell(&run, start(ExecutionOrder::Sequential)).await;
    assert_eq!(statuses(&run), [StepStatus::Completed; 2], "{run:?}");
    assert_eq!(plan(&run).tasks.iter().map(|t| t.model).collect::<Vec<_>>(), [TaskModel::Small, TaskModel::Large]);
    let asked: Vec<Value> = w.server.calls().iter().map(|call| call["model"].clone()).collect();
    assert_eq!(asked, ["test", "test", "big"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_restart_cuts_off_goes_on_from_the_sub_tasks_that_are_left() {
    let never = Answer { when: asked("b.txt"), times: Some(1), never: true, ..Answer::default() };
    let w = world(vec![writes("a.txt", "one\n"), never, writes("b.txt", "two\n"), writes("c.txt", "three\n")]).await;
    let run = w.split(MESSAGE).await;
    w.engine.answer_run(&run.id, start(ExecutionOrder::DependencyGraph)).await.unwrap();
    // Two are done, and the third has no answer.
    let two = async {
        let done = |run: &RunView| statuses(run).iter().filter(|s| **s == StepStatus::Completed).count();
        while done(&w.engine.run(&run.id).await.unwrap()) < 2 {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), two).await.expect("two are done");
    let World { engine, store, folder, server, .. } = w;
    drop((engine, store));
    let again = beside(folder.path()).in_new_york().models(of(&server, false)).stored().await.0;
    again.resume_agents().await.unwrap();
    crate::world::told(&again, &run.id).await;
    let run = again.run(&run.id).await.unwrap();
    assert_eq!((run.status, statuses(&run)), (RunStatus::Done, vec![StepStatus::Completed; 3]), "{run:?}");
    assert_eq!(server.calls().len(), 4, "only the one that was cut off is asked again");
    assert_eq!(again.change_set(run.change_set.unwrap()).await.unwrap().items.len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn it_waits_while_it_is_paused_and_goes_on() {
    let slow = |path: &str, text: &str| Answer { delay_ms: 20, ..writes(path, text) };
    let w = world(vec![slow("a.txt", "one\n"), slow("b.txt", "two\n"), slow("c.txt", "three\n")]).await;
    let run = w.split(MESSAGE).await;
    w.engine.answer_run(&run.id, start(ExecutionOrder::Sequential)).await.unwrap();
    let paused = w.tell(&run, AgentInput::Pause).await;
    assert!(matches!(wait(&paused), AgentWait::Subtasks { choose: false, .. }), "{paused:?}");
    assert!(plan(&paused).paused && w.server.calls().len() <= 1, "what is under way is waited for, and no more");
    let run = w.tell(&run, AgentInput::Continue { auto: None, message: None }).await;
    assert_eq!((run.status, statuses(&run)), (RunStatus::Done, vec![StepStatus::Completed; 3]), "{run:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn round_by_round_each_waits_for_a_word() {
    let w = world(vec![writes("a.txt", "one\n"), writes("b.txt", "two\n"), writes("c.txt", "three\n")]).await;
    let run = w.split(MESSAGE).await;
    let by_hand = AgentInput::Start { order: Some(ExecutionOrder::Sequential), auto: Some(false), parallel: None };
    let run = w.tell(&run, by_hand).await;
    assert_eq!(wait(&run), AgentWait::Subtasks { choose: false, done: 1, left: 2, failed: 0, queued: 1 });
    let run = w.go_on(&run.session, "continue").await;
    assert_eq!(wait(&run), AgentWait::Subtasks { choose: false, done: 2, left: 1, failed: 0, queued: 2 });
    // Stopped here: what is done is proposed, the rest is not.
    let run = w.tell(&run, AgentInput::Stop).await;
    assert_eq!(statuses(&run), [StepStatus::Completed, StepStatus::Completed, StepStatus::Cancelled]);
    assert_eq!(w.set(&run).await.items.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_is_edited_before_it_begins() {
    let w = world(vec![writes("c.txt", "three\n"), writes("a.txt", "one\n")]).await;
    let run = w.split(MESSAGE).await;
    let coarse = AgentInput::Arrange { granularity: Some(Granularity::Coarse), tasks: None };
    let run = w.tell(&run, coarse).await;
    assert_eq!((plan(&run).tasks.len(), plan(&run).chosen), (2, Granularity::Coarse));
    let fine = AgentInput::Arrange { granularity: Some(Granularity::Fine), tasks: None };
    let run = w.tell(&run, fine).await;
    let keep = |id: &str| SubTaskEdit { subtask_id: id.into(), instruction: None };
    let nothing = AgentInput::Arrange { granularity: None, tasks: Some(Vec::new()) };
    assert_eq!(w.engine.answer_run(&run.id, nothing).await.unwrap_err().code(), "no_subtasks");
    let twice = AgentInput::Arrange { granularity: None, tasks: Some(vec![keep("1"), keep("1")]) };
    assert_eq!(w.engine.answer_run(&run.id, twice).await.unwrap_err().code(), "duplicate_subtask");
    let run = w.tell(&run, AgentInput::Arrange { granularity: None, tasks: Some(vec![keep("3"), keep("1")]) }).await;
    assert_eq!(plan(&run).tasks.iter().map(|t| t.subtask_id.as_str()).collect::<Vec<_>>(), ["3", "1"]);
    let run = w.tell(&run, start(ExecutionOrder::Sequential)).await;
    assert_eq!(run.status, RunStatus::Done, "{run:?}");
    let heard = w.heard();
    assert!(heard[0].contains("c.txt") && heard[1].contains("a.txt"), "{heard:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_leaves_is_told_to_those_that_depend_on_it_and_to_no_other() {
    let found = |path: &str, text: &str| Answer {
        when: When { message: Some(format!("Read {path} and tell")), ..When::default() },
        ..Answer::text(done(text).to_string())
    };
    let answers = vec![
        found("a.txt", "a says ane"),
        found("b.txt", "b says twu"),
        found("c.txt", "c says thre"),
        writes("all.txt", "all\n"),
    ];
    let w = world(answers).await;
    let run = w.split("Read a.txt, b.txt and c.txt and write a summary to all.txt").await;
    let run = w.tell(&run, start(ExecutionOrder::DependencyGraph)).await;
    assert_eq!((run.status, statuses(&run)), (RunStatus::Done, vec![StepStatus::Completed; 4]), "{run:?}");
    let left = ["a says ane", "b says twu", "c says thre"];
    let told = |heard: &String| left.iter().filter(|text| heard.contains(*text)).count();
    assert_eq!(w.heard().iter().map(told).collect::<Vec<_>>(), [0, 0, 0, 3], "{:?}", w.heard());
}

#[tokio::test(flavor = "multi_thread")]
async fn two_that_change_one_file_never_undo_one_another() {
    // Both write both.txt: the words of neither say so.
    let both = |first: &str, text: &str| {
        let calls = json!([{ "name": "write_file", "parameters": { "path": "both.txt", "content": text } }]);
        let text = json!({ "action": "next_step", "tool_calls": calls }).to_string();
        Answer { when: When { message: Some(first.into()), ..When::default() }, times: Some(1), ..Answer::text(text) }
    };
    let end = || Answer {
        when: When { message: Some("Tool result".into()), ..When::default() },
        ..Answer::text(done("done").to_string())
    };
    let answers = vec![both("the sea", "x\n"), both("the sky", "y\n"), end()];
    let w = world(answers).await;
    let run = w.split("- Write about the sea\n- Write about the sky").await;
    let run = w.tell(&run, start(ExecutionOrder::Parallel)).await;
    // Fast and loose: the second is told, and nothing of it is taken.
    assert_eq!(wait(&run), AgentWait::Subtasks { choose: false, done: 1, left: 0, failed: 1, queued: 1 });
    let told = w.events(&run.id).await;
    assert!(told.iter().any(|e| matches!(e, RunEvent::Recovery { what, .. } if what == "overlap")), "{told:?}");
    let run = w.tell(&run, AgentInput::Stop).await;
    assert_eq!(w.set(&run).await.items.len(), 1);
}
