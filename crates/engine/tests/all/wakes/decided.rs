//! What people decided is remembered at the next wake, and what nobody decided is in its time.

use super::{decide, open_at, overdue, wake};
use crate::world::{SATURDAY, edit, request, sets, sign_all, user};
use countersign_core::change_set::{ItemStatus, SetStatus, Verdict};
use countersign_core::ids::SetId;
use countersign_engine::ToolCall;
use countersign_store::{DecisionFilter, EntryFilter};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn what_was_turned_down_or_put_off_is_never_proposed_again_and_what_waits_follows_the_day() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open_at(dir.path(), SATURDAY).await;
    overdue(&engine, 4).await;
    wake(&engine).await;
    let set = sets(&engine).await.remove(0);
    decide(&engine, &set, &[1], Verdict::Rejected, Some("Not now")).await;
    decide(&engine, &set, &[2], Verdict::Deferred, None).await;
    decide(&engine, &set, &[3], Verdict::Confirmed, None).await;
    drop(engine);
    // The next day each finding would be another operation: to Sunday.
    let engine = open_at(dir.path(), "2026-11-22T15:00:00Z").await;
    let told = wake(&engine).await;
    let mut codes: Vec<&str> = told.not_proposed.iter().map(|n| n.code.as_str()).collect();
    codes.sort_unstable();
    assert_eq!(
        (told.proposed, told.retracted, codes),
        (1, 1, vec!["deferred_before", "rejected_before", "waits_already"])
    );
    let rejected = told.not_proposed.iter().find(|n| n.code == "rejected_before").unwrap();
    assert_eq!(rejected.message, "The user rejected exactly this: “not now”. Do not propose it again.");
    let set = sets(&engine).await.remove(0);
    let states: Vec<ItemStatus> = set.items.iter().map(|i| i.status).collect();
    assert_eq!(
        states,
        [ItemStatus::Rejected, ItemStatus::Deferred, ItemStatus::Confirmed, ItemStatus::Retracted, ItemStatus::Pending]
    );
    assert_eq!(set.items[4].op["scheduledFor"], "2026-11-22");
    // What is done meanwhile needs no decision any more.
    edit(&engine, vec![json!({ "op": "complete", "id": set.items[4].op["id"] })]).await;
    assert_eq!(wake(&engine).await.retracted, 1);
    // The reason is stored by its code.
    let filter = DecisionFilter { verdict: Some("rejected".into()), limit: 10, ..DecisionFilter::default() };
    let decisions = engine.decisions(&filter).await.unwrap();
    assert_eq!(
        (decisions.len(), decisions[0].reason.as_deref(), decisions[0].agent.as_deref()),
        (1, Some("not-now"), Some("planner"))
    );
    // A person's own request is not a proposal of an agent: it is never refused.
    let op = json!({ "operations": [set.items[0].op] });
    assert_eq!(
        engine.propose(Some("do it all the same".into()), &op, user()).await.unwrap().items[0].status,
        ItemStatus::Pending
    );
    assert!(engine.rebuild(false).await.unwrap().equal);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_person_has_forgotten_is_proposed_again_and_stays_in_the_history() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open_at(dir.path(), SATURDAY).await;
    overdue(&engine, 1).await;
    wake(&engine).await;
    let set = sets(&engine).await.remove(0);
    decide(&engine, &set, &[1], Verdict::Rejected, Some("Not now")).await;
    let all = |forgotten: bool| DecisionFilter { forgotten, limit: 9, ..DecisionFilter::default() };
    let [rejected] = engine.decisions(&all(false)).await.unwrap().try_into().unwrap();
    assert_eq!(wake(&engine).await.proposed, 0);
    assert!(engine.agent_memory("planner").await.unwrap().prompt.contains("not now"));
    let before = engine.ledger(EntryFilter { limit: 99, ..EntryFilter::default() }).await.unwrap().len();
    for _ in 0..2 {
        let told = engine.set_forgotten(rejected.entry, rejected.n, true, user()).await.unwrap();
        assert_eq!(told, rejected);
    }
    let log = engine.ledger(EntryFilter { limit: 99, ..EntryFilter::default() }).await.unwrap();
    assert_eq!(log.len(), before + 1, "said twice it is one entry");
    assert_eq!((log[0].kind.as_str(), log[0].title.clone()), ("memory", format!("Forgotten: {}", rejected.label)));
    assert!(log[0].items.is_empty(), "the title says it already");
    assert!(log.iter().any(|entry| entry.seq == rejected.entry), "what was decided stays decided");
    let memory = engine.agent_memory("planner").await.unwrap();
    assert!(memory.decisions.is_empty() && !memory.prompt.contains("not now"), "{}", memory.prompt);
    drop(engine);
    let engine = open_at(dir.path(), SATURDAY).await;
    assert_eq!(engine.decisions(&all(true)).await.unwrap(), std::slice::from_ref(&rejected));
    assert!(engine.rebuild(false).await.unwrap().equal);
    engine.set_forgotten(rejected.entry, rejected.n, false, user()).await.unwrap();
    assert_eq!((wake(&engine).await.proposed, engine.decisions(&all(true)).await.unwrap().len()), (0, 0));
    engine.set_forgotten(rejected.entry, rejected.n, true, user()).await.unwrap();
    assert_eq!(wake(&engine).await.proposed, 1);
    for (entry, item) in [(rejected.entry, 0), (rejected.entry, 2), (countersign_core::ids::Seq(1), 1)] {
        let refused = engine.set_forgotten(entry, item, true, user()).await.unwrap_err();
        assert_eq!(refused.status(), 404, "{entry}.{item}");
    }
    assert!(engine.rebuild(false).await.unwrap().equal);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_that_was_taken_back_and_one_that_was_signed_do_not_stick() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open_at(dir.path(), SATURDAY).await;
    overdue(&engine, 2).await;
    wake(&engine).await;
    let set = sets(&engine).await.remove(0);
    decide(&engine, &set, &[1], Verdict::Rejected, None).await;
    decide(&engine, &set, &[1], Verdict::Undecided, None).await;
    let sign = sign_all(&set);
    let request = request(&set, sign);
    engine.apply(set.id, request, user(), None).await.unwrap();
    assert_eq!(wake(&engine).await.text, "Nothing to propose. Nothing has been changed.");
    // The same todo, late again in the same way: what was signed once may be proposed again.
    let id = set.items[0].op["id"].clone();
    edit(&engine, vec![json!({ "op": "update", "id": id, "scheduledFor": "2026-11-20" })]).await;
    assert_eq!(wake(&engine).await.proposed, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_decided_expires_is_seen_in_history_and_not_proposed_again() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open_at(dir.path(), SATURDAY).await;
    let calls = vec![ToolCall {
        tool: "create".into(),
        args: json!({ "title": "Water the plants" }),
        why: Some("They are dry.".into()),
    }];
    engine.take_calls("gardener", None, calls.clone()).await.unwrap();
    // An agent's reason is its own words; the built-in one's is the product's.
    let set = sets(&engine).await.remove(0);
    let words = (set.agent.as_deref(), set.items[0].why.as_str(), set.items[0].said_by.as_deref());
    assert_eq!(words, (Some("gardener"), "They are dry.", Some("gardener")));
    drop(engine);
    let engine = open_at(dir.path(), "2026-11-29T15:00:00Z").await;
    assert_eq!(sets(&engine).await.len(), 0);
    assert_eq!(engine.change_set(SetId(1)).await.unwrap().status, SetStatus::Expired);
    engine.expire_due().await.unwrap();
    let filter = EntryFilter { kinds: vec!["expired"], limit: 10, ..EntryFilter::default() };
    let entries = engine.ledger(filter).await.unwrap();
    assert_eq!((entries.len(), entries[0].items[0].label.as_str()), (1, "Add “Water the plants”"));
    let answers = engine.take_calls("gardener", None, calls).await.unwrap().answers;
    assert_eq!((answers[0].ok, answers[0].code.as_str()), (false, "expired_before"));
    let filter = DecisionFilter { verdict: Some("expired".into()), limit: 10, ..DecisionFilter::default() };
    assert_eq!(engine.decisions(&filter).await.unwrap()[0].agent.as_deref(), Some("gardener"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_found_later_waits_seven_days_of_its_own() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open_at(dir.path(), SATURDAY).await;
    overdue(&engine, 1).await;
    wake(&engine).await;
    drop(engine);
    // On the seventh day: something new, and what waits is put on that day in its old set.
    let engine = open_at(dir.path(), "2026-11-28T14:00:00Z").await;
    edit(&engine, vec![json!({ "op": "create", "title": "New one", "scheduledFor": "2026-11-27" })]).await;
    assert_eq!(wake(&engine).await.proposed, 2);
    let open = sets(&engine).await;
    assert_eq!(open.len(), 2);
    assert_eq!(open[0].expires_at.to_string(), "2026-11-28T15:00:00Z");
    assert_eq!((open[0].items.len(), open[0].items[1].op["scheduledFor"].as_str()), (2, Some("2026-11-28")));
    assert_eq!(open[1].expires_at.to_string(), "2026-12-05T14:00:00Z");
    drop(engine);
    let engine = open_at(dir.path(), "2026-11-29T15:00:00Z").await;
    let open = sets(&engine).await;
    assert_eq!(open.len(), 1, "only what waited seven days is gone");
    assert!(open[0].items[0].label.contains("New one"), "{}", open[0].items[0].label);
    assert!(engine.rebuild(false).await.unwrap().equal);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_joins_a_young_set_gives_it_seven_days_again() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open_at(dir.path(), SATURDAY).await;
    overdue(&engine, 1).await;
    wake(&engine).await;
    drop(engine);
    let engine = open_at(dir.path(), "2026-11-21T20:00:00Z").await;
    edit(&engine, vec![json!({ "op": "create", "title": "New one", "scheduledFor": "2026-11-20" })]).await;
    assert_eq!(wake(&engine).await.proposed, 1);
    let open = sets(&engine).await;
    assert_eq!((open.len(), open[0].items.len()), (1, 2));
    assert_eq!(open[0].expires_at.to_string(), "2026-11-28T20:00:00Z");
    assert!(engine.rebuild(false).await.unwrap().equal);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_series_that_was_turned_down_is_left_alone_whatever_its_next_date() {
    for verdict in [Verdict::Rejected, Verdict::Deferred] {
        let dir = tempfile::tempdir().unwrap();
        let engine = open_at(dir.path(), SATURDAY).await;
        let series = |title: &str, every: Value| json!({ "op": "create", "title": title, "scheduledFor": "2026-11-02", "recurrence": every });
        let daily = series("Stretch", json!({ "type": "daily" }));
        let weekly = series("Gym", json!({ "type": "weekly" }));
        edit(&engine, vec![daily, weekly]).await;
        wake(&engine).await;
        let set = sets(&engine).await.remove(0);
        assert_eq!(set.items.len(), 2, "{set:?}");
        decide(&engine, &set, &[1, 2], verdict, None).await;
        drop(engine);
        for now in ["2026-11-22T15:00:00Z", "2026-11-23T15:00:00Z", "2026-11-25T15:00:00Z"] {
            let engine = open_at(dir.path(), now).await;
            assert_eq!(wake(&engine).await.proposed, 0, "{verdict:?} {now}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_label_that_was_turned_down_comes_back_in_no_company() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open_at(dir.path(), SATURDAY).await;
    edit(&engine, vec![json!({ "op": "create", "title": "Shop" })]).await;
    let label = |labels: Value| ToolCall {
        tool: "assign_task_labels".into(),
        args: json!({ "id": "#1", "labels": labels }),
        why: None,
    };
    let code = async |labels: Value| {
        engine.take_calls("helper", None, vec![label(labels)]).await.unwrap().answers[0].code.clone()
    };
    assert_eq!(code(json!(["Foo", "bar"])).await, "queued");
    let set = sets(&engine).await.remove(0);
    decide(&engine, &set, &[1], Verdict::Rejected, None).await;
    for (labels, want) in [
        (json!(["Foo", "bar"]), "rejected_before"),
        (json!(["foo"]), "rejected_before"),
        (json!(["FOO", "new"]), "rejected_before"),
        (json!(["new"]), "queued"),
    ] {
        assert_eq!(code(labels.clone()).await, want, "{labels}");
    }
}
