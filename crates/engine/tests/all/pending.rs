//! What waits for a signature under bad conditions: all of it put off, its todo deleted, its time run
//! out by a clock that jumps, and confirmed twice at once.

use crate::world::{SATURDAY, apply, bare, edit, sets, sign, sign_all, sound, user};
use countersign_core::change_set::{ItemStatus, SetStatus, Verdict};
use countersign_core::wire::{SetView, WakeReport};
use countersign_engine::{ApplyRequest, Engine, ToolCall, WakeRequest};
use countersign_store::EntryFilter;
use serde_json::{Value, json};

async fn late(engine: &Engine, n: usize) {
    let op = |n| json!({ "op": "create", "title": format!("Late thing {n}x"), "scheduledFor": "2026-11-20" });
    edit(engine, (1..=n).map(op).collect::<Vec<_>>()).await;
}

async fn wake(engine: &Engine) -> WakeReport {
    engine.wake(WakeRequest::default()).await.unwrap()
}

fn states(set: &SetView) -> Vec<ItemStatus> {
    set.items.iter().map(|i| i.status).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_five_that_are_put_off_at_once_come_back_by_no_wake() {
    let dir = tempfile::tempdir().unwrap();
    let engine = bare(dir.path()).open().await;
    late(&engine, 25).await;
    wake(&engine).await;
    let before = engine.todos(|_| true);
    for set in sets(&engine).await {
        engine.decide(set.id, sign_all(&set), Verdict::Deferred, None, user()).await.unwrap();
    }
    // Two at once, and a day later.
    let (a, b) = tokio::join!(wake(&engine), wake(&engine));
    drop(engine);
    let engine = bare(dir.path()).at("2026-11-22T15:00:00Z").open().await;
    for told in [a, b, wake(&engine).await] {
        assert_eq!((told.proposed, told.not_proposed.len()), (0, 25), "{told:?}");
        assert!(told.not_proposed.iter().all(|n| n.code == "deferred_before"), "{told:?}");
    }
    assert_eq!(engine.todos(|_| true), before, "nothing runs by itself");
    let waits: usize = sets(&engine).await.iter().map(|s| s.items.len()).sum();
    assert_eq!(waits, 25, "put off, they stay in the inbox");
    sound(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_todo_that_is_deleted_under_what_waits_takes_its_item_along_and_no_other() {
    let dir = tempfile::tempdir().unwrap();
    let engine = bare(dir.path()).open().await;
    late(&engine, 3).await;
    wake(&engine).await;
    let set = sets(&engine).await.remove(0);
    // One is signed already when its todo goes.
    engine.decide(set.id, sign(&set, &[1, 2]), Verdict::Confirmed, None, user()).await.unwrap();
    for n in [0, 2] {
        edit(&engine, json!([{ "op": "delete", "id": set.items[n].op["id"] }])).await;
    }
    let now = engine.change_set(set.id).await.unwrap();
    assert_eq!(states(&now), [ItemStatus::Drifted, ItemStatus::Confirmed, ItemStatus::Drifted]);
    let refused = engine.decide(set.id, sign(&set, &[3]), Verdict::Confirmed, None, user()).await.unwrap_err();
    assert_eq!(refused.code(), "drifted");
    // All or nothing: what was signed is not done in part.
    assert!(apply(&engine, &set).await.is_err());
    assert_eq!(engine.todos(|t| t.scheduled_for.is_some_and(|d| d.to_string() == "2026-11-21")), []);
    let told = wake(&engine).await;
    assert_eq!((told.proposed, told.retracted), (0, 1), "{told:?}");
    // What a person signed is theirs to take back, and holds the rest up until then.
    let now = engine.change_set(set.id).await.unwrap();
    assert_eq!(states(&now), [ItemStatus::Drifted, ItemStatus::Confirmed, ItemStatus::Retracted]);
    assert!(apply(&engine, &now).await.is_err());
    engine.decide(set.id, sign(&now, &[1]), Verdict::Rejected, None, user()).await.unwrap();
    let now = engine.change_set(set.id).await.unwrap();
    apply(&engine, &now).await.unwrap();
    let now = engine.change_set(set.id).await.unwrap();
    assert_eq!((now.items[1].status, now.status), (ItemStatus::Applied, SetStatus::Resolved));
    assert_eq!(engine.count(), 1);
    sound(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_clock_jumped_over_is_refused_with_its_signatures_and_stays_so() {
    let dir = tempfile::tempdir().unwrap();
    let engine = bare(dir.path()).open().await;
    late(&engine, 2).await;
    wake(&engine).await;
    let set = sets(&engine).await.remove(0);
    let signed = engine.decide(set.id, sign(&set, &[1]), Verdict::Confirmed, None, user()).await.unwrap();
    drop(engine);
    // Ten days at once, and back again.
    for now in ["2026-12-01T15:00:00Z", SATURDAY] {
        let engine = bare(dir.path()).at(now).open().await;
        let request = ApplyRequest { digest: signed.digest.clone(), ..ApplyRequest::default() };
        let refused = engine.apply(set.id, request, user(), None).await.unwrap_err();
        assert_eq!(refused.status(), 409, "{now}: {refused:?}");
        let all = sign(&set, &[2]);
        assert!(engine.decide(set.id, all, Verdict::Confirmed, None, user()).await.is_err(), "{now}");
        assert_eq!(engine.change_set(set.id).await.unwrap().status, SetStatus::Expired, "{now}");
        assert_eq!(engine.todos(|t| t.scheduled_for.is_some_and(|d| d.to_string() != "2026-11-20")), []);
        sound(&engine).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_confirmed_by_four_at_once_is_carried_out_once() {
    let dir = tempfile::tempdir().unwrap();
    let engine = bare(dir.path()).open().await;
    late(&engine, 2).await;
    wake(&engine).await;
    let set = sets(&engine).await.remove(0);
    let confirm = || {
        let request = ApplyRequest { digest: set.digest.clone(), sign: sign_all(&set), ..ApplyRequest::default() };
        engine.apply(set.id, request, user(), None)
    };
    let (a, b, c, d) = tokio::join!(confirm(), confirm(), confirm(), confirm());
    assert!([&a, &b, &c, &d].iter().any(|done| done.is_ok()), "{a:?}");
    let applied = EntryFilter { kinds: vec!["applied"], set: Some(set.id), limit: 9, ..EntryFilter::default() };
    assert_eq!(engine.ledger(applied).await.unwrap().len(), 1);
    assert_eq!(states(&engine.change_set(set.id).await.unwrap()), [ItemStatus::Applied; 2]);
    sound(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_of_strange_forms_are_read_or_refused_in_words() {
    let dir = tempfile::tempdir().unwrap();
    let engine = bare(dir.path()).open().await;
    late(&engine, 3).await;
    let text = |value: Value| json!(value.to_string());
    for (tool, args, code) in [
        ("set_task_priority", text(text(json!({ "id": 1, "priority": "P1" }))), "queued"),
        ("add_multiple_checklist_items", json!({ "taskId": "#2", "items": text(json!(["milk"])) }), "queued"),
        ("assign_task_labels", json!({ "task_id": "3", "labels": text(json!(["a"])) }), "queued"),
        ("set_task_priority", json!({ "id": "t-17", "priority": "P1" }), "invalid"),
        ("set_task_priority", json!({ "id": 99, "priority": "P1" }), "invalid"),
        ("set_task_priority", json!("not json"), "invalid_args"),
        ("set_task_priority", Value::Null, "invalid_args"),
        ("set_task_priority", json!([1]), "invalid_args"),
    ] {
        let call = ToolCall { tool: tool.into(), args: args.clone(), why: None };
        let answers = engine.take_calls("helper", None, vec![call]).await.unwrap().answers;
        assert_eq!(answers[0].code, code, "{args}: {answers:?}");
        assert!(!answers[0].message.is_empty());
    }
    let labels: Vec<String> = sets(&engine).await.iter().flat_map(|s| &s.items).map(|i| i.label.clone()).collect();
    assert_eq!(labels.len(), 3, "{labels:?}");
    sound(&engine).await;
}
