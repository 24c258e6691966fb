//! The loop over a real SQLite file: propose, decide, apply, undo, rewind, restart.

use crate::world::{bare, edit, request, sign, sign_all, signable, sound, titles, try_edit, user};
use countersign_core::change_set::review::Edit;
use countersign_core::change_set::{ItemStatus, SetStatus, Verdict};
use countersign_core::ids::{Seq, SetId, TodoId};
use countersign_core::wire::{ApplyMode, Outcome, SetView, SignItem};
use countersign_engine::{ApplyRequest, Conflicts, Engine, EngineError, Key, SetQuery};
use countersign_store::DecisionFilter;
use countersign_store_sqlite::SqliteStore;
use jiff::tz::TimeZone;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

async fn open_at(path: &Path, now: &str) -> Engine {
    bare(path).at(now).in_new_york().open().await
}

async fn open(path: &Path) -> Engine {
    bare(path).in_new_york().open().await
}

async fn propose(engine: &Engine, operations: Value) -> SetView {
    engine.propose(Some("asked".into()), &operations, user()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proposal_changes_nothing_until_it_is_signed_and_applied() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    let set = propose(
        &engine,
        json!([{"op":"create","title":"Pay rent","scheduledFor":"2026-12-01"},{"op":"create","title":"Call bank"}]),
    )
    .await;
    assert_eq!((titles(&engine), set.counts.add), (vec![], 2));
    let set = engine.decide(set.id, sign(&set, &[1]), Verdict::Confirmed, None, user()).await.unwrap();
    assert_eq!((titles(&engine), set.status), (vec![], SetStatus::PartiallyResolved));
    drop(engine);
    // Signed, not applied: a visible state that survives a restart.
    let engine = open(dir.path()).await;
    let set = engine.change_set(set.id).await.unwrap();
    assert_eq!(set.items[0].status, ItemStatus::Confirmed);
    let receipt = engine.apply(set.id, request(&set, vec![]), user(), None).await.unwrap();
    assert_eq!((receipt.outcome, receipt.summary.created), (Outcome::Applied, 1));
    assert_eq!(titles(&engine), vec![(1, "Pay rent".to_owned())]);
    assert_eq!(
        receipt.change_set.items.iter().map(|i| i.status).collect::<Vec<_>>(),
        vec![ItemStatus::Applied, ItemStatus::Pending]
    );
    sound(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_colliding_change_drifts_an_item_and_another_does_not() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    edit(&engine, json!([{"op":"create","title":"Rent"}])).await;
    let set = propose(&engine, json!([{"op":"update","id":1,"priority":"high"}])).await;
    edit(&engine, json!([{"op":"update","id":1,"notes":"elsewhere"}])).await;
    assert_eq!(engine.change_set(set.id).await.unwrap().items[0].status, ItemStatus::Pending);
    edit(&engine, json!([{"op":"update","id":1,"priority":"low"}])).await;
    let seen = engine.change_set(set.id).await.unwrap();
    assert_eq!(seen.items[0].status, ItemStatus::Drifted);
    let drift = &seen.items[0].drift[0];
    assert_eq!(
        (drift.field.as_str(), &drift.base, &drift.now, &drift.proposed),
        ("priority", &json!("medium"), &json!("low"), &json!("high"))
    );
    let refused = engine.apply(set.id, request(&seen, sign_all(&seen)), user(), None).await.unwrap_err();
    assert_eq!((refused.code(), refused.status()), ("drifted", 409));
    let rebased = engine.edit_item(set.id, 1, seen.items[0].digest.clone(), Edit::Rebase, user()).await.unwrap();
    assert_ne!(rebased.items[0].digest, seen.items[0].digest);
    let stale = engine.apply(set.id, request(&seen, vec![]), user(), None).await.unwrap_err();
    assert_eq!(stale.code(), "stale");
    engine.apply(set.id, request(&rebased, sign_all(&rebased)), user(), None).await.unwrap();
    assert_eq!(engine.todo(TodoId(1)).unwrap().priority, countersign_core::todo::Priority::High);
    sound(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn atomic_apply_is_all_or_nothing_and_best_effort_names_what_failed() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    edit(&engine, json!([{"op":"create","title":"A"},{"op":"create","title":"B"}])).await;
    let set = propose(&engine, json!([{"op":"update","id":1,"title":"A2"},{"op":"update","id":2,"title":"B2"}])).await;
    engine.decide(set.id, sign_all(&set), Verdict::Confirmed, None, user()).await.unwrap();
    edit(&engine, json!([{"op":"delete","id":2}])).await;
    let before = engine.head().await.unwrap();
    let refused = engine.apply(set.id, request(&set, vec![]), user(), None).await.unwrap_err();
    assert_eq!(refused.code(), "drifted");
    assert_eq!((titles(&engine), engine.head().await.unwrap()), (vec![(1, "A".to_owned())], before));
    let receipt = engine
        .apply(set.id, ApplyRequest { mode: ApplyMode::BestEffort, ..request(&set, vec![]) }, user(), None)
        .await
        .unwrap();
    assert_eq!(receipt.results.iter().map(|r| r.ok).collect::<Vec<_>>(), vec![true, false]);
    assert_eq!(titles(&engine), vec![(1, "A2".to_owned())]);
    sound(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_again_is_answered_as_who_asked_first() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    edit(&engine, json!([{"op":"create","title":"One"},{"op":"create","title":"Two"}])).await;
    let set = propose(&engine, json!([{"op":"delete","id":1},{"op":"update","id":2,"title":"II"}])).await;
    let key = Some(Key { key: "k".into(), request: "r".into() });
    let first = engine.apply(set.id, request(&set, sign_all(&set)), user(), key.clone()).await.unwrap();
    let again = engine.apply(set.id, request(&set, sign_all(&set)), user(), key).await.unwrap();
    assert_eq!(json!(first), json!(again));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_key_applies_once_ever() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    let key = |request: &str| Some(Key { key: "k1".into(), request: request.into() });
    let ops = json!([{"op":"create","title":"Once"}]);
    let (a, b) = tokio::join!(try_edit(&engine, ops.clone(), key("r")), try_edit(&engine, ops.clone(), key("r")));
    let (a, b) = (a.unwrap(), b.unwrap());
    assert_eq!((a.entry, a.hash.clone()), (b.entry, b.hash));
    drop(engine);
    let engine = open(dir.path()).await;
    let again = try_edit(&engine, ops, key("r")).await.unwrap();
    assert_eq!((again.entry, titles(&engine).len()), (a.entry, 1));
    let other = try_edit(&engine, json!([{"op":"create","title":"Other"}]), key("other")).await.unwrap_err();
    assert_eq!((other.code(), other.status(), titles(&engine).len()), ("idempotency_mismatch", 422, 1));
    sound(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_deletes_need_a_confirmation_bound_to_what_is_deleted() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    let make: Vec<Value> = (0..30).map(|n| json!({"op":"create","title":format!("T{n}")})).collect();
    edit(&engine, json!(make)).await;
    // Single deletes count together with a bulk item's targets (R11).
    let set = propose(&engine, json!([{"op":"bulk_delete","where":{"ids":(1..=15).collect::<Vec<_>>()}},{"op":"bulk_delete","where":{"ids":(16..=21).collect::<Vec<_>>()}}])).await;
    let asked = engine.apply(set.id, request(&set, sign_all(&set)), user(), None).await.unwrap_err();
    let EngineError::ConfirmationRequired(c) = asked else { panic!("{asked:?}") };
    assert_eq!((c.counts.deletes, engine.count()), (21, 30));
    let wrong = engine
        .apply(set.id, ApplyRequest { confirm: Some("1.abc".into()), ..request(&set, sign_all(&set)) }, user(), None)
        .await
        .unwrap_err();
    assert_eq!(wrong.code(), "confirmation_mismatch");
    let other = propose(&engine, json!([{"op":"bulk_delete","where":{"all":true}}])).await;
    let elsewhere = engine
        .apply(
            other.id,
            ApplyRequest { confirm: Some(c.token.clone()), ..request(&other, sign_all(&other)) },
            user(),
            None,
        )
        .await
        .unwrap_err();
    assert_eq!((elsewhere.code(), engine.count()), ("confirmation_mismatch", 30));
    engine
        .apply(set.id, ApplyRequest { confirm: Some(c.token), ..request(&set, sign_all(&set)) }, user(), None)
        .await
        .unwrap();
    assert_eq!(engine.count(), 9);
    sound(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_in_the_middle_of_history_never_overwrites_what_came_later() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    edit(&engine, json!([{"op":"create","title":"Rent","notes":"n0"}])).await;
    let high = edit(&engine, json!([{"op":"update","id":1,"priority":"high","notes":"n1"}])).await.entry.unwrap();
    let low = edit(&engine, json!([{"op":"update","id":1,"priority":"low"}])).await.entry.unwrap();
    let stop = engine.undo(high, None, Conflicts::Stop, user()).await.unwrap_err();
    let EngineError::UndoConflict(conflict) = stop else { panic!("{stop:?}") };
    assert_eq!(conflict.in_the_way.iter().map(|w| w.entry).collect::<Vec<_>>(), vec![low]);
    assert_eq!(conflict.drift.iter().map(|d| d.field.as_str()).collect::<Vec<_>>(), vec!["priority"]);
    // Keep: the later value stays, the rest goes back.
    let keep = engine.undo(high, None, Conflicts::Keep, user()).await.unwrap();
    engine.apply(keep.id, request(&keep, sign_all(&keep)), user(), None).await.unwrap();
    let todo = engine.todo(TodoId(1)).unwrap();
    assert_eq!((todo.priority, todo.notes.as_str()), (countersign_core::todo::Priority::Low, "n0"));
    sound(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_both_redo_and_rewind() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    let made = edit(&engine, json!([{"op":"create","title":"Rent"}])).await.entry.unwrap();
    let high = edit(&engine, json!([{"op":"update","id":1,"priority":"high"}])).await;
    edit(&engine, json!([{"op":"update","id":1,"priority":"low"}])).await;
    let both = engine.undo(high.entry.unwrap(), None, Conflicts::WithLater, user()).await.unwrap();
    let undone = engine.apply(both.id, request(&both, sign_all(&both)), user(), None).await.unwrap();
    let priority = |e: &Engine| e.todo(TodoId(1)).unwrap().priority;
    assert_eq!(priority(&engine), countersign_core::todo::Priority::Medium);
    assert_eq!(engine.change_set(high.change_set.id).await.unwrap().items[0].status, ItemStatus::Undone);
    let redo = engine.undo(undone.entry.unwrap(), None, Conflicts::Stop, user()).await.unwrap();
    engine.apply(redo.id, request(&redo, sign_all(&redo)), user(), None).await.unwrap();
    assert_eq!(priority(&engine), countersign_core::todo::Priority::Low);
    assert_eq!(engine.change_set(high.change_set.id).await.unwrap().items[0].status, ItemStatus::Applied);
    edit(&engine, json!([{"op":"delete","id":1},{"op":"create","title":"Other"}])).await;
    let back = engine.rewind(made, user()).await.unwrap();
    engine.apply(back.id, request(&back, sign_all(&back)), user(), None).await.unwrap();
    assert_eq!(
        (titles(&engine), priority(&engine)),
        (vec![(1, "Rent".to_owned())], countersign_core::todo::Priority::Medium)
    );
    assert_eq!(engine.rewind(Seq(9_999), user()).await.unwrap_err().code(), "not_found");
    sound(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_operations_are_named_and_leave_no_trace() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    let before = engine.head().await.unwrap();
    let e = try_edit(
        &engine,
        json!([{"op":"create","title":"ok"},{"op":"create","title":" "},{"op":"delete","id":77}]),
        None,
    )
    .await
    .unwrap_err();
    let EngineError::InvalidOperations(list) = &e else { panic!("{e:?}") };
    assert_eq!(
        list.iter().map(|i| (i.index, i.errors[0].code.as_ref())).collect::<Vec<_>>(),
        vec![(1, "invalid_title"), (2, "id_not_found")]
    );
    assert_eq!((engine.count(), engine.head().await.unwrap()), (0, before));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_set_expires_by_itself_and_can_no_longer_be_signed() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    let set = propose(&engine, json!([{"op":"create","title":"Late"}])).await;
    drop(engine);
    let engine = open_at(dir.path(), "2026-11-28T15:00:01Z").await;
    let seen = engine.change_set(set.id).await.unwrap();
    assert_eq!((seen.status, seen.items[0].status), (SetStatus::Expired, ItemStatus::Expired));
    let e = engine.apply(set.id, request(&seen, sign_all(&seen)), user(), None).await.unwrap_err();
    assert_eq!((e.code(), engine.count(), engine.open_sets().await.unwrap()), ("expired", 0, 0));
    sound(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_look_under_a_wrong_clock_expires_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    let set = propose(&engine, json!([{"op":"create","title":"Waits"}])).await;
    let head = engine.head().await.unwrap();
    drop(engine);
    let wrong = open_at(dir.path(), "2027-06-01T00:00:00Z").await;
    let all = SetQuery { open_only: false, before: None, limit: 9 };
    assert_eq!(wrong.change_sets(SetQuery { open_only: true, ..all.clone() }).await.unwrap().len(), 0);
    assert_eq!(wrong.change_sets(all).await.unwrap()[0].status, SetStatus::Expired);
    assert_eq!(wrong.open_sets().await.unwrap(), 0);
    wrong.decisions(&DecisionFilter { limit: 9, ..DecisionFilter::default() }).await.unwrap();
    assert_eq!(wrong.head().await.unwrap(), head, "a look writes nothing");
    drop(wrong);
    let engine = open(dir.path()).await;
    assert_eq!((engine.open_sets().await.unwrap(), engine.change_set(set.id).await.unwrap().digest), (1, set.digest));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_drifted_waits_when_the_rest_is_applied() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    edit(&engine, json!([{"op":"create","title":"One"},{"op":"create","title":"Two"}])).await;
    let set = propose(&engine, json!([{"op":"update","id":1,"title":"1"},{"op":"update","id":2,"title":"2"}])).await;
    let set = engine.decide(set.id, sign_all(&set), Verdict::Confirmed, None, user()).await.unwrap();
    edit(&engine, json!([{"op":"update","id":1,"title":"Mine"}])).await;
    let rest = ApplyRequest { mode: ApplyMode::BestEffort, ..request(&set, Vec::new()) };
    let done = engine.apply(set.id, rest, user(), None).await.unwrap();
    let statuses: Vec<ItemStatus> = done.change_set.items.iter().map(|i| i.status).collect();
    assert_eq!(statuses, [ItemStatus::Drifted, ItemStatus::Applied]);
    assert_eq!(titles(&engine), [(1, "Mine".to_owned()), (2, "2".to_owned())]);
    sound(&engine).await;
}

/// Todos that are signed one after the other are numbered as if at once: only what is made takes a number.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_signed_item_by_item_is_numbered_in_a_row() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    let new = |title: &str| json!({ "op": "create", "title": title });
    let set = propose(&engine, json!([new("One"), new("Two"), new("Three")])).await;
    for n in [2, 1, 3] {
        let now = engine.change_set(set.id).await.unwrap();
        engine.apply(set.id, request(&now, sign(&now, &[n])), user(), None).await.unwrap();
    }
    assert_eq!(titles(&engine), [(1, "Two".to_owned()), (2, "One".to_owned()), (3, "Three".to_owned())]);
    sound(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_refused_as_expired_stays_so_when_the_clock_goes_back() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    let set = propose(&engine, json!([{"op":"create","title":"Late"}])).await;
    engine.decide(set.id, sign_all(&set), Verdict::Confirmed, None, user()).await.unwrap();
    drop(engine);
    let engine = open_at(dir.path(), "2026-11-29T15:00:00Z").await;
    let refused = engine.apply(set.id, request(&set, Vec::new()), user(), None).await.unwrap_err();
    assert_eq!(refused.code(), "expired");
    drop(engine);
    let engine = open_at(dir.path(), "2026-11-22T15:00:00Z").await;
    let refused = engine.apply(set.id, request(&set, Vec::new()), user(), None).await.unwrap_err();
    assert_eq!((refused.code(), engine.count()), ("expired", 0));
    sound(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_expired_is_proposed_anew_once_and_can_be_signed() {
    for noted in [false, true] {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        edit(&engine, json!([{"op":"create","title":"There"}])).await;
        let operations =
            json!([{"op":"create","title":"One"},{"op":"create","title":"Two"},{"op":"update","id":1,"title":"Then"}]);
        let set = propose(&engine, operations).await;
        let first = SignItem { item: 1, digest: set.items[0].digest.clone(), was: None };
        engine.decide(set.id, vec![first], Verdict::Rejected, None, user()).await.unwrap();
        let early = engine.propose_again(set.id, user()).await.unwrap_err();
        assert_eq!(early.code(), "not_expired");
        drop(engine);
        let engine = open_at(dir.path(), "2026-11-29T15:00:00Z").await;
        if noted {
            engine.expire_due().await.unwrap();
        }
        let again = engine.propose_again(set.id, user()).await.unwrap();
        assert_eq!((again.items.len(), again.title.as_str()), (2, "asked"), "what was turned down stays so");
        assert_eq!(engine.propose_again(set.id, user()).await.unwrap().id, again.id, "only once");
        engine.apply(again.id, request(&again, sign_all(&again)), user(), None).await.unwrap();
        assert_eq!(titles(&engine), [(1, "Then".to_owned()), (2, "Two".to_owned())]);
        let twice = engine.propose_again(set.id, user()).await.unwrap_err();
        assert_eq!(twice.code(), "proposed_again");
        assert!(twice.body().message.contains(&format!("#{}", again.id)), "{twice:?}");
        sound(&engine).await;
        drop(engine);
        // The clock goes back: what was proposed anew stays as it was left.
        let engine = open_at(dir.path(), "2026-11-22T15:00:00Z").await;
        let old = engine.change_set(set.id).await.unwrap();
        assert_eq!(old.status, SetStatus::Expired);
        let late = engine.apply(set.id, request(&old, sign_all(&old)), user(), None).await.unwrap_err();
        assert_eq!((late.code(), engine.count()), ("expired", 2));
        assert_eq!(engine.propose_again(set.id, user()).await.unwrap_err().code(), "proposed_again");
        sound(&engine).await;
    }
}

/// What builds on another item follows it to its new place, or to the todo that was made; without either it says so.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_proposed_anew_is_about_the_todo_it_was_about() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    let operations = json!([
        {"op":"create","title":"A"}, {"op":"create","title":"Call bank"}, {"op":"create","title":"Buy milk"},
        {"op":"create","title":"Gone"}, {"op":"update","id":"@1","priority":"high"},
        {"op":"update","id":"@2","title":"Call bank about the loan"}, {"op":"delete","id":"@3"},
        {"op":"complete","id":"@4"},
    ]);
    let set = propose(&engine, operations).await;
    let one = |n: usize| SignItem { item: n as u32, digest: set.items[n - 1].digest.clone(), was: None };
    engine.apply(set.id, request(&set, vec![one(1)]), user(), None).await.unwrap();
    engine.decide(set.id, vec![one(4)], Verdict::Rejected, None, user()).await.unwrap();
    drop(engine);
    let engine = open_at(dir.path(), "2026-11-29T15:00:00Z").await;
    let again = engine.propose_again(set.id, user()).await.unwrap();
    let labels: Vec<&str> = again.items.iter().map(|item| item.label.as_str()).collect();
    assert!(
        labels[2].contains("“A”") && labels[3].contains("“Call bank”") && labels[4].contains("“Buy milk”"),
        "{labels:?}"
    );
    // What would have made it was turned down.
    assert_eq!((again.items.len(), again.items[5].status), (6, ItemStatus::Invalid), "{labels:?}");
    assert_eq!(again.items[5].problems[0].code, "needs_missing_item");
    engine.apply(again.id, request(&again, signable(&again)), user(), None).await.unwrap();
    let mut titles: Vec<String> = titles(&engine).into_iter().map(|(_, title)| title).collect();
    titles.sort();
    assert_eq!(titles, ["A", "Call bank about the loan"]);
    sound(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn targets_of_a_bulk_item_are_frozen_and_can_be_excluded() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    let make: Vec<Value> = (0..12).map(|n| json!({"op":"create","title":format!("T{n}"),"priority":"low"})).collect();
    edit(&engine, json!(make)).await;
    let set =
        propose(&engine, json!([{"op":"bulk_update","where":{"priority":"low"},"set":{"labels_add":["x"]}}])).await;
    assert_eq!((set.items.len(), set.items[0].targets.len()), (1, 12));
    edit(&engine, json!([{"op":"create","title":"later","priority":"low"}])).await;
    let less = engine
        .edit_item(
            set.id,
            1,
            set.items[0].digest.clone(),
            Edit::Targets { exclude: vec![TodoId(3)], include: vec![] },
            user(),
        )
        .await
        .unwrap();
    engine.apply(set.id, request(&less, sign_all(&less)), user(), None).await.unwrap();
    let labelled: Vec<i64> = engine.todos(|t| !t.labels.is_empty()).iter().map(|t| t.id.0).collect();
    assert_eq!(labelled, vec![1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    sound(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_item_that_needs_another_waits_for_it() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    let set =
        propose(&engine, json!([{"op":"create","title":"Trip"},{"op":"update","id":"@1","checklist_add":["socks"]}]))
            .await;
    let only_second = sign(&set, &[2]);
    let e = engine.apply(set.id, request(&set, only_second), user(), None).await.unwrap_err();
    assert_eq!((e.code(), engine.count()), ("cannot_apply", 0));
    let first = sign(&set, &[1]);
    let set = engine.apply(set.id, request(&set, first), user(), None).await.unwrap().change_set;
    // The todo exists now, and the second item builds on it.
    let second = sign(&set, &[2]);
    engine.apply(set.id, request(&set, second), user(), None).await.unwrap();
    assert_eq!(engine.todo(TodoId(1)).unwrap().checklist[0].title, "socks");
    sound(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_set_that_is_not_there_is_not_found() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    assert_eq!(engine.change_set(SetId(5)).await.unwrap_err().status(), 404);
    assert_eq!(engine.undo(Seq(5), None, Conflicts::Stop, user()).await.unwrap_err().status(), 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_needs_a_rejected_item_is_settled_with_it_and_what_failed_stays_open() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    let set =
        propose(&engine, json!([{"op":"create","title":"Trip"},{"op":"update","id":"@1","priority":"high"}])).await;
    let first = sign(&set, &[1]);
    let after = engine.decide(set.id, first.clone(), Verdict::Rejected, Some("not now".into()), user()).await.unwrap();
    let child = &after.items[1];
    assert_eq!((after.status, child.status, child.rejected_with), (SetStatus::Resolved, ItemStatus::Rejected, Some(1)));
    let taken = DecisionFilter { limit: 9, ..DecisionFilter::default() };
    let numbers: Vec<u32> = engine.decisions(&taken).await.unwrap().iter().map(|d| d.n).collect();
    assert_eq!(numbers, [1], "nobody decided on the second");
    let again = engine.decide(set.id, first, Verdict::Undecided, None, user()).await.unwrap();
    assert_eq!((again.status, again.items[1].status), (SetStatus::Pending, ItemStatus::Pending));
    edit(&engine, json!([{"op":"create","title":"Rent"}])).await;
    let set = propose(&engine, json!([{"op":"update","id":1,"title":"Rent 2"}])).await;
    engine.decide(set.id, sign_all(&set), Verdict::Confirmed, None, user()).await.unwrap();
    edit(&engine, json!([{"op":"update","id":1,"title":"Rent 3"}])).await;
    let tried = ApplyRequest { mode: ApplyMode::BestEffort, ..request(&set, vec![]) };
    let receipt = engine.apply(set.id, tried, user(), None).await.unwrap();
    assert_eq!((receipt.results[0].ok, receipt.change_set.status), (false, SetStatus::Pending));
    let seen = engine.change_set(set.id).await.unwrap();
    let mended = engine.edit_item(set.id, 1, seen.items[0].digest.clone(), Edit::Rebase, user()).await.unwrap();
    engine.apply(set.id, request(&mended, sign_all(&mended)), user(), None).await.unwrap();
    assert_eq!(titles(&engine), vec![(1, "Rent 2".to_owned())]);
    sound(&engine).await;
}

/// A clock that a test can turn forward.
struct Turned(std::sync::Mutex<jiff::Timestamp>);

impl countersign_engine::Clock for Turned {
    fn now(&self) -> jiff::Timestamp {
        *self.0.lock().unwrap()
    }
    fn zone(&self) -> TimeZone {
        TimeZone::UTC
    }
}

#[tokio::test]
async fn a_set_expires_by_timer_while_nobody_looks() {
    let dir = tempfile::tempdir().unwrap();
    let clock = Arc::new(Turned(std::sync::Mutex::new("2026-11-21T15:00:00Z".parse().unwrap())));
    let store = SqliteStore::open(dir.path().join("countersign.db")).await.unwrap();
    let engine = Engine::open(Arc::new(store), clock.clone()).await.unwrap();
    propose(&engine, json!([{"op":"create","title":"Late"}])).await;
    let mut heard = engine.subscribe();
    *clock.0.lock().unwrap() = "2026-11-29T15:00:00Z".parse().unwrap();
    // The timer's minute passes at once; the store's own work takes real time.
    tokio::time::pause();
    tokio::time::advance(std::time::Duration::from_secs(61)).await;
    tokio::time::resume();
    let expired = heard.recv().await.unwrap();
    assert!(expired.what.contains(&"inbox"));
    assert_eq!(engine.open_sets().await.unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn undoing_with_later_takes_back_what_an_undo_between_would_bring_back() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    let title = |title: &str| json!([{"op":"update","id":1,"title":title}]);
    let now = |engine: &Engine| titles(engine)[0].1.clone();
    edit(&engine, json!([{"op":"create","title":"T"}])).await;
    let second = edit(&engine, title("T2")).await;
    let third = edit(&engine, title("T3")).await.entry.unwrap();
    let take = async |entry: Seq, conflicts: Conflicts| {
        let undo = engine.undo(entry, None, conflicts, user()).await.unwrap();
        engine.apply(undo.id, request(&undo, sign_all(&undo)), user(), None).await.unwrap().entry.unwrap()
    };
    take(third, Conflicts::Stop).await;
    edit(&engine, title("T4")).await;
    let all = take(second.entry.unwrap(), Conflicts::WithLater).await;
    assert_eq!(now(&engine), "T");
    sound(&engine).await;
    // And back: what was undone before is undone again.
    let redone = take(all, Conflicts::Stop).await;
    assert_eq!(now(&engine), "T4");
    take(redone, Conflicts::Stop).await;
    assert_eq!(now(&engine), "T");
    sound(&engine).await;
    // The third was redone and changed again: the same, one turn deeper.
    let other = tempfile::tempdir().unwrap();
    let engine = open(other.path()).await;
    edit(&engine, json!([{"op":"create","title":"T"}])).await;
    let second = edit(&engine, title("T2")).await.entry.unwrap();
    let third = edit(&engine, title("T3")).await.entry.unwrap();
    let take = async |entry: Seq, conflicts: Conflicts| {
        let undo = engine.undo(entry, None, conflicts, user()).await.unwrap();
        engine.apply(undo.id, request(&undo, sign_all(&undo)), user(), None).await.unwrap().entry.unwrap()
    };
    let undone = take(third, Conflicts::Stop).await;
    let redone = take(undone, Conflicts::Stop).await;
    take(redone, Conflicts::Stop).await;
    edit(&engine, json!([{"op":"delete","id":1}])).await;
    take(second, Conflicts::WithLater).await;
    assert_eq!(now(&engine), "T");
    sound(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_of_a_checklist_have_the_ids_that_were_shown() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    edit(&engine, json!([{"op":"create","title":"Move","checklist":["boxes"]}])).await;
    let operations = json!([
        {"op":"create","title":"Trip","checklist":["socks","tickets","socks"]},
        {"op":"update","id":1,"checklist_add":["van","boxes"]},
        {"op":"update","id":"@1","checklist_add":["map"]},
        {"op":"bulk_update","where":{"ids":[1]},"set":{"checklist_add":["keys"]}},
    ]);
    let ids = |todo: &countersign_core::todo::Todo| todo.checklist.iter().map(|l| l.id.clone()).collect::<Vec<_>>();
    let shown = engine.dry_run(operations.as_array().unwrap()).await.unwrap();
    let last = |at: usize| ids(shown.changes[at].last().unwrap().after.as_ref().unwrap());
    edit(&engine, operations).await;
    let (moving, trip) = (engine.todo(TodoId(1)).unwrap(), engine.todo(TodoId(2)).unwrap());
    assert_eq!((last(2), last(3)), (ids(&trip), ids(&moving)));
    // Every line of a todo can be told from the others.
    for todo in [moving, trip] {
        let all = ids(&todo);
        assert!(all.len() == 4 && all.iter().collect::<std::collections::BTreeSet<_>>().len() == 4, "{all:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dry_run_names_the_series_that_numbers_would_delete() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    let daily = json!({"op":"create","title":"Gym","scheduledFor":"2026-11-23","recurrence":{"type":"daily"}});
    edit(&engine, json!([daily, {"op":"create","title":"Rent"}])).await;
    let shown = engine.dry_run(&[json!({"op":"bulk_delete","where":{"ids":[1, 2]}})]).await.unwrap();
    let warnings: Vec<_> = shown.set.items.iter().flat_map(|i| &i.warnings).collect();
    assert_eq!((shown.summary.deleted, warnings.len(), warnings[0].code.as_ref()), (2, 1, "deletes_series"));
    assert!(warnings[0].message.contains("Gym") && !warnings[0].message.contains("Rent"), "{}", warnings[0].message);
}

/// Many items at once are not told one by one, nor is all that was missed for long: it is to be read again.
#[tokio::test(flavor = "multi_thread")]
async fn of_many_items_it_is_told_that_their_set_is_to_be_read() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    let many = (1..=51).map(|n| json!({ "op": "create", "title": format!("Todo {n}") })).collect();
    let set = propose(&engine, Value::Array(many)).await;
    let before = engine.head().await.unwrap().unwrap().seq;
    let mut news = engine.subscribe();
    let some: Vec<u32> = (1..=50).collect();
    engine.decide(set.id, sign(&set, &some), Verdict::Deferred, None, user()).await.unwrap();
    let told = engine.stands(&news.recv().await.unwrap()).await.unwrap().unwrap();
    assert_eq!((told.events.len(), told.sets.as_slice()), (50, &[][..]));
    engine.decide(set.id, sign_all(&set), Verdict::Rejected, None, user()).await.unwrap();
    let told = engine.stands(&news.recv().await.unwrap()).await.unwrap().unwrap();
    assert_eq!((told.events.len(), told.sets.as_slice()), (0, &[set.id][..]));
    let missed = engine.stands_since(before).await.unwrap().unwrap();
    assert_eq!((missed.events.len(), missed.sets.as_slice()), (0, &[set.id][..]));
    for n in 1..=199 {
        edit(&engine, json!([{ "op": "create", "title": format!("Edit {n}") }])).await;
    }
    assert!(engine.stands_since(before).await.unwrap().is_none(), "201 entries");
    assert!(engine.stands_since(Seq(before.0 + 1)).await.unwrap().is_some(), "200 entries");
}
