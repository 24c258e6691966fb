//! The model changes between the sub-tasks of a run, or while it was cut off: what is left is asked of the one that
//! is there by then, as that one is asked, and it is said.

use crate::subtasks::{MESSAGE, asked, plan, request, start, statuses, wait, writes};
use crate::swapped::{changed, models, server};
use crate::world::{World, beside, call, done, place, send, sound, told};
use countersign_core::wire::{
    AgentInput, AgentWait, ExecutionOrder, RunEvent, RunStatus, RunView, StepStatus, TaskModel,
};
use countersign_engine::Engine;
use countersign_llm::{Catalogue, Models, Place};
use countersign_testkit::{Answer, ModelServer};
use serde_json::{Value, json};
use tempfile::TempDir;

const FILES: [(&str, &str); 3] = [("a.txt", "ane\n"), ("b.txt", "twu\n"), ("c.txt", "thre\n")];

fn sized(size: &str) -> Value {
    json!({ "size": size })
}

async fn begun(models: Models, message: &str) -> (Engine, TempDir, RunView) {
    let World { engine, store, folder, .. } = place().files(&FILES).opening(|o| o.models(models)).open().await;
    drop(store);
    let (run, events) = send(&engine, request(message)).await;
    assert_eq!(run.status, RunStatus::Waiting, "{events:?}");
    (engine, folder, run)
}

async fn again(folder: &TempDir, models: Models) -> Engine {
    beside(folder.path()).models(models).open().await
}

async fn tell(engine: &Engine, run: &RunView, input: AgentInput) -> (RunView, Vec<RunEvent>) {
    engine.answer_run(&run.id, input).await.unwrap();
    let events = told(engine, &run.id).await;
    (engine.run(&run.id).await.unwrap(), events)
}

fn by_hand() -> AgentInput {
    AgentInput::Start { order: Some(ExecutionOrder::Sequential), auto: Some(false), parallel: None }
}

fn go_on() -> AgentInput {
    AgentInput::Continue { auto: None, message: None }
}

fn texts(server: &ModelServer) -> Vec<String> {
    server.calls().iter().map(|call| call["messages"].to_string()).collect()
}

/// One that is asked as large models are: it looks at the file before it writes it, and says when it is done.
fn large_writes(path: &str, content: &str) -> Vec<Answer> {
    let looks = call("read_file", json!({ "path": path })).to_string();
    let write = call("write_file", json!({ "path": path, "content": content })).to_string();
    [looks, write, done("Written.").to_string()].map(|text| Answer::text(text).once()).to_vec()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_part_is_asked_of_the_model_that_is_there_by_then_and_as_it_is_asked() {
    let elsewhere =
        "The run began with one and goes on with two, which runs elsewhere: what it is shown leaves this machine.";
    let one = server(large_writes("a.txt", "one\n")).await;
    let two = server(vec![writes("b.txt", "two\n"), writes("c.txt", "three\n")]).await;
    let (engine, folder, run) = begun(models(&[("one", &one, Place::Local, sized("large"))]), MESSAGE).await;
    let (run, events) = tell(&engine, &run, by_hand()).await;
    assert_eq!((statuses(&run)[0], changed(&events)), (StepStatus::Completed, vec![]), "{run:?}");
    drop(engine);
    let engine = again(&folder, models(&[("two", &two, Place::Hosted, sized("small"))])).await;
    let (run, events) = tell(&engine, &run, go_on()).await;
    assert_eq!((statuses(&run)[1], changed(&events)), (StepStatus::Completed, vec![elsewhere.to_owned()]), "{run:?}");
    let (run, events) = tell(&engine, &run, go_on()).await;
    assert_eq!((run.status, changed(&events)), (RunStatus::Done, vec![elsewhere.to_owned()]), "it is told once");
    assert!(run.usage.hosted);
    // What the first model did stands beside what the second did, in one set.
    let set = engine.change_set(run.change_set.unwrap()).await.unwrap();
    let labels: Vec<&str> = set.items.iter().map(|item| item.label.as_str()).collect();
    assert_eq!(labels, ["Edit a.txt, +1 −1", "Edit b.txt, +1 −1", "Edit c.txt, +1 −1"]);
    // Each was asked about its own parts alone, the small one for a file by itself.
    assert_eq!((one.calls().len(), two.calls().len()), (3, 2));
    assert!(texts(&two).iter().all(|text| text.contains("Now write the file")), "{:?}", texts(&two));
    sound(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_crash_cut_off_goes_on_with_the_model_that_is_there_by_then() {
    let never = Answer { when: asked("b.txt"), never: true, ..Answer::default() };
    let one = server(vec![writes("a.txt", "one\n"), never, writes("c.txt", "three\n")]).await;
    let two = server(vec![writes("b.txt", "two\n")]).await;
    let (engine, folder, run) = begun(models(&[("one", &one, Place::Local, sized("small"))]), MESSAGE).await;
    engine.answer_run(&run.id, start(ExecutionOrder::DependencyGraph)).await.unwrap();
    let done = |run: &RunView| statuses(run).iter().filter(|s| **s == StepStatus::Completed).count();
    while done(&engine.run(&run.id).await.unwrap()) < 2 {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    drop(engine);
    let engine = again(&folder, models(&[("two", &two, Place::Local, sized("small"))])).await;
    engine.resume_agents().await.unwrap();
    let events = told(&engine, &run.id).await;
    let run = engine.run(&run.id).await.unwrap();
    assert_eq!((run.status, statuses(&run)), (RunStatus::Done, vec![StepStatus::Completed; 3]), "{events:?}");
    assert_eq!(changed(&events), ["The run began with one and goes on with two."]);
    assert_eq!((one.calls().len(), two.calls().len()), (3, 1), "only what was cut off is asked again");
    assert_eq!(engine.change_set(run.change_set.unwrap()).await.unwrap().items.len(), 3);
    sound(&engine).await;
}

/// Two models of one server: one that executes, and a larger one where `big` says where that runs.
fn both(small: &ModelServer, big: Option<(&ModelServer, Place)>) -> Models {
    let at = |server: &ModelServer, place: Place| match place {
        Place::Local => json!({ "kind": "openai", "baseUrl": server.url }),
        Place::Hosted => {
            json!({ "kind": "openai", "baseUrl": server.url.replace("127.0.0.1", "127.1"), "allowInsecureHttp": true })
        }
    };
    let mut all = json!({
        "providers": { "p": at(small, Place::Local) },
        "models": { "test": { "provider": "p", "size": "small" } },
        "roles": { "execute": { "model": "test" } },
        "retries": { "most": 0 },
    });
    if let Some((server, place)) = big {
        all["providers"]["q"] = at(server, place);
        all["models"]["big"] = json!({ "provider": "q", "size": "small" });
        all["roles"]["plan"] = json!({ "model": "big" });
    }
    let catalogue = Catalogue::read("models.json", &all.to_string()).unwrap();
    Models::open(catalogue.with_environment(|_| None).unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_for_a_larger_model_goes_on_where_that_is_gone_or_runs_elsewhere() {
    for (now, told_of) in [
        (None, "The run began with big and goes on with test."),
        (
            Some(Place::Hosted),
            "The run began with big and goes on with big, which runs elsewhere: what it is shown leaves this machine.",
        ),
    ] {
        let bad = |times| Answer { when: asked("b.txt"), times: Some(times), ..Answer::status(400, "no") };
        // It fails with the one and with the larger one, and waits for a word.
        let small = server(vec![writes("a.txt", "one\n"), bad(1), writes("b.txt", "two\n")]).await;
        let big = server(vec![bad(1), writes("b.txt", "two\n")]).await;
        let begun = begun(both(&small, Some((&big, Place::Local))), "Fix the spelling in a.txt and b.txt").await;
        let (engine, folder, run) = begun;
        let (run, events) = tell(&engine, &run, start(ExecutionOrder::Sequential)).await;
        assert_eq!(
            (plan(&run).tasks[1].model, statuses(&run)[1]),
            (TaskModel::Large, StepStatus::Failed),
            "{events:?}"
        );
        assert!(matches!(wait(&run), AgentWait::Subtasks { failed: 1, .. }));
        drop(engine);
        let engine = again(&folder, both(&small, now.map(|place| (&big, place)))).await;
        let retry = |model| AgentInput::Retry { subtask: "2".into(), model };
        if now.is_none() {
            // It is no larger model any more, and nobody says that it is tried with one.
            let refused = engine.answer_run(&run.id, retry(Some(TaskModel::Large))).await.unwrap_err();
            assert_eq!(refused.code(), "no_larger_model");
        }
        let (run, events) = tell(&engine, &run, retry(None)).await;
        assert_eq!((run.status, changed(&events)), (RunStatus::Done, vec![told_of.to_owned()]), "{events:?}");
        let asked = (small.calls().len(), big.calls().len());
        assert_eq!(asked, if now.is_none() { (3, 1) } else { (2, 2) });
        sound(&engine).await;
    }
}
