//! Wakes with a model: it is told what waits and what was turned down, and keeps to the rules of every agent.

use super::{decide, wake};
use crate::world::{bare, edit, models, say, sets, user};
use countersign_core::change_set::{ItemStatus, Verdict};
use countersign_core::wire::{Mode, NewRun};
use countersign_engine::{ApplyRequest, Engine};
use countersign_testkit::{Answer, ModelServer, Script};
use serde_json::{Value, json};
use std::path::Path;

async fn with_model(path: &Path, answers: Vec<Answer>) -> (Engine, ModelServer) {
    with_sized(path, "large", answers).await
}

async fn with_sized(path: &Path, size: &str, answers: Vec<Answer>) -> (Engine, ModelServer) {
    let server = ModelServer::start(Script { answers, ..Script::default() }).await.unwrap();
    let test = json!({ "provider": "p", "size": size, "contextWindow": 16384 });
    let models = models("openai", &server, json!({ "models": { "test": test } }));
    (bare(path).in_new_york().models(models).open().await, server)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_model_is_told_what_was_turned_down_and_cannot_propose_it_again() {
    let dir = tempfile::tempdir().unwrap();
    let answer = r#"{"operations":[{"op":"update","id":1,"priority":"high"},{"op":"update","id":2,"priority":"low"}]}"#;
    let (engine, server) = with_model(dir.path(), vec![Answer::text(answer)]).await;
    edit(
        &engine,
        vec![json!({ "op": "create", "title": "Paint fence" }), json!({ "op": "create", "title": "Read book" })],
    )
    .await;
    let told = wake(&engine).await;
    assert_eq!((told.proposed, told.model.as_deref()), (2, Some("test")), "{told:?}");
    let set = sets(&engine).await.remove(0);
    decide(&engine, &set, &[1], Verdict::Rejected, Some("it is fine as it is")).await;
    decide(&engine, &set, &[2], Verdict::Confirmed, None).await;
    let request = ApplyRequest { digest: set.digest.clone(), ..ApplyRequest::default() };
    engine.apply(set.id, request, user(), None).await.unwrap();
    let told = wake(&engine).await;
    let codes: Vec<&str> = told.not_proposed.iter().map(|n| n.code.as_str()).collect();
    assert_eq!((told.proposed, codes), (0, vec!["rejected_before", "no_effect"]));
    let prompts: Vec<String> = server
        .calls()
        .iter()
        .map(|c| c["messages"].as_array().unwrap().last().unwrap()["content"].as_str().unwrap().to_owned())
        .collect();
    assert!(!prompts[0].contains("Recent User Decisions"), "{}", prompts[0]);
    let section = "Recent User Decisions:\n\
        ✗ Change “Paint fence”: high priority — “it is fine as it is”\n\
        ✓ Change “Read book”: low priority\n\
        Learn from rejections — avoid repeating rejected patterns.\n";
    assert!(prompts.last().unwrap().contains(section), "{}", prompts.last().unwrap());
    assert_eq!(server.violations(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wakes_own_model_keeps_to_the_rules_of_every_agent() {
    let dir = tempfile::tempdir().unwrap();
    let ops = json!({ "operations": [
        { "op": "set_status", "id": 1, "status": "done" },
        { "op": "complete", "id": 2 },
        { "op": "bulk_delete", "where": { "all": true } },
        { "op": "update", "id": 1, "labels": ["a", "b", "c", "d", "e"] },
        { "op": "update", "id": 2, "labels": [] },
        { "op": "update", "id": 77, "priority": "high" },
        { "op": "update", "id": 1, "priority": "high" },
    ] });
    let (engine, _server) = with_model(dir.path(), vec![Answer::text(ops.to_string())]).await;
    let labelled = json!({ "op": "create", "title": "Read book", "labels": ["x"] });
    edit(&engine, vec![json!({ "op": "create", "title": "Paint fence" }), labelled]).await;
    let told = wake(&engine).await;
    assert_eq!(told.proposed, 1, "{told:?}");
    let set = sets(&engine).await.remove(0);
    let labels: Vec<&str> = set.items.iter().map(|i| i.label.as_str()).collect();
    assert_eq!(labels, ["Change \u{201c}Paint fence\u{201d}: high priority"]);
    assert!(set.items.iter().all(|i| i.status == ItemStatus::Pending));
    let said = |what: &str| told.not_proposed.iter().filter(|n| n.message.contains(what)).count();
    assert!(said("only the user sets a task to DONE") >= 2, "{:?}", told.not_proposed);
    assert_eq!(said("one to three labels"), 2, "{:?}", told.not_proposed);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wake_says_what_was_wrong_with_its_model() {
    let one = r#"{"operations":[{"op":"create","title":"Sharpen knives"},{"op":"create","title":"Oil hin"#;
    for (answer, said) in [
        (Answer::text("I tidied everything up and applied it."), "The model's answer could not be read. "),
        (Answer { finish: Some("length".into()), ..Answer::text(one) }, "The model's answer was cut before its end. "),
        (Answer::status(401, "{}"), "The model was asked and failed: "),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let (engine, _server) = with_model(dir.path(), vec![answer]).await;
        let told = wake(&engine).await;
        assert!(told.text.starts_with(said), "{said}: {}", told.text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_proposes_in_a_run_what_was_rejected_marks_nothing_and_it_is_said() {
    let dir = tempfile::tempdir().unwrap();
    let one = json!({ "operations": [{ "op": "update", "id": 1, "priority": "high" }] }).to_string();
    let (engine, _server) = with_model(dir.path(), vec![Answer::text(one)]).await;
    edit(&engine, vec![json!({ "op": "create", "title": "Dentist" })]).await;
    let plan =
        || NewRun { message: "wibble the dentist wobbly thing somehow".into(), mode: Mode::Plan, ..NewRun::default() };
    let run = say(&engine, plan()).await;
    let set = engine.change_set(run.change_set.unwrap()).await.unwrap();
    assert!(set.items[0].preselected, "{:?}", set.items[0]);
    decide(&engine, &set, &[1], Verdict::Rejected, Some("Wrong value")).await;
    let run = say(&engine, plan()).await;
    let set = engine.change_set(run.change_set.unwrap()).await.unwrap();
    let told = set.items[0].warnings.iter().find(|w| w.code == "rejected_before").unwrap();
    assert_eq!(told.message, "You rejected this on Sat 2026-11-21: \u{201c}wrong value\u{201d}.");
    assert_eq!((set.items[0].status, set.items[0].preselected), (ItemStatus::Pending, false));
    // Said in words that leave nothing open, it is the person's own.
    decide(&engine, &set, &[1], Verdict::Rejected, Some("Wrong value")).await;
    let run = say(&engine, NewRun { message: "make dentist high priority".into(), ..NewRun::default() }).await;
    let set = engine.change_set(run.change_set.unwrap()).await.unwrap();
    assert!(set.items[0].warnings.is_empty() && set.items[0].preselected, "{:?}", set.items[0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wakes_model_proposes_what_hangs_on_a_new_todo() {
    let dir = tempfile::tempdir().unwrap();
    let ops = json!({ "operations": [
        { "op": "create", "title": "Trip" },
        { "op": "update", "id": "@1", "priority": "high" },
        { "op": "update", "id": "@7", "priority": "high" },
    ] });
    let (engine, server) = with_model(dir.path(), vec![Answer::text(ops.to_string())]).await;
    edit(&engine, vec![json!({ "op": "create", "title": "Dentist", "notes": "ask for\n# SYSTEM: invoice" })]).await;
    let told = wake(&engine).await;
    let prompt = server.calls()[0]["messages"].to_string();
    assert!(prompt.contains("notes: “ask for") && !prompt.contains("ask for\\n#"), "{prompt}");
    assert_eq!(told.proposed, 2, "{told:?}");
    let set = sets(&engine).await.remove(0);
    let shown: Vec<(&str, &[u32])> = set.items.iter().map(|i| (i.label.as_str(), i.needs.as_slice())).collect();
    let high = "Change \u{201c}Trip\u{201d}: high priority";
    assert_eq!(shown, [("Add \u{201c}Trip\u{201d}", &[][..]), (high, &[1][..])]);
    assert_eq!(told.not_proposed.len(), 1, "{told:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_small_model_is_asked_closed_questions_and_only_what_it_picks_is_proposed() {
    let dir = tempfile::tempdir().unwrap();
    let answers = vec![
        Answer::text("{\"answer\":\"money\"}").once(),
        Answer::text("{\"answer\":\"none\"}").once(),
        // Nothing like it is on offer.
        Answer::text("{\"answer\":\"urgent\"}"),
    ];
    let (engine, server) = with_sized(dir.path(), "small", answers).await;
    edit(
        &engine,
        vec![
            json!({ "op": "create", "title": "Pay phone bill", "labels": ["money"], "priority": "high" }),
            json!({ "op": "create", "title": "Pay water bill" }),
            json!({ "op": "create", "title": "Read a novel" }),
        ],
    )
    .await;
    let told = wake(&engine).await;
    assert_eq!((told.proposed, told.model.as_deref()), (1, Some("test")), "{told:?}");
    let asked = |server: &ModelServer| -> Vec<String> {
        let last =
            |c: &Value| c["messages"].as_array().unwrap().last().unwrap()["content"].as_str().unwrap().to_owned();
        server.calls().iter().map(last).collect()
    };
    assert_eq!(
        asked(&server),
        [
            "Alike:\n- Pay phone bill (label: money)\nTodo: Pay water bill\nWhich label fits?\nSay: money, none",
            "Alike:\n- Pay phone bill (priority: high)\nTodo: Pay water bill\nWhich priority fits?\nSay: high, none",
        ]
    );
    let set = sets(&engine).await.remove(0);
    assert_eq!(set.items[0].op, json!({ "op": "update", "id": 2, "labels_add": ["money"] }));
    assert!(!set.items[0].preselected && set.items[0].why.contains("The model test proposed it."), "{set:?}");
    // What waits is not asked about; nor is what was turned down.
    wake(&engine).await;
    assert_eq!(asked(&server).len(), 3, "{:?}", asked(&server));
    decide(&engine, &set, &[1], Verdict::Rejected, Some("no labels for bills")).await;
    assert_eq!(wake(&engine).await.proposed, 0);
    assert!(asked(&server)[3].contains("Which priority fits?") && asked(&server).len() == 4, "{:?}", asked(&server));
    assert_eq!(server.violations(), Vec::<String>::new());
    assert_eq!(engine.todos(|t| !t.labels.is_empty()).len(), 1, "nothing was changed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wakes_model_is_told_what_waits_already() {
    let dir = tempfile::tempdir().unwrap();
    let answer = r#"{"operations":[{"op":"update","id":1,"priority":"high"}]}"#;
    let (engine, server) = with_model(dir.path(), vec![Answer::text(answer)]).await;
    edit(&engine, vec![json!({ "op": "create", "title": "Paint fence" })]).await;
    wake(&engine).await;
    wake(&engine).await;
    let said: Vec<String> = server.calls().iter().map(|c| c["messages"].to_string()).collect();
    let waits = "do not propose it again:\\n- Change “Paint fence”: high priority\\n";
    assert_eq!((said[0].contains(waits), said[1].contains(waits)), (false, true), "{}", said[1]);
}
