//! Wakes on changes that the person subscribed to; and many clients that decide at once. Real SQLite.

use crate::world::{bare, edit, seen, sign, user};
use countersign_core::change_set::{Actor, ItemStatus, SetStatus, Source, Verdict};
use countersign_core::ids::SetId;
use countersign_core::ledger::Event;
use countersign_core::settings::Settings;
use countersign_core::wire::SetView;
use countersign_engine::{ApplyRequest, Engine, SetQuery, WakeRequest};
use countersign_store::{EntryFilter, Store};
use countersign_store_sqlite::SqliteStore;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

async fn open(path: &Path, now: &str) -> (Engine, Arc<SqliteStore>) {
    bare(path).at(now).stored().await
}

async fn subscribe(engine: &Engine, on: &[&str]) -> Result<Settings, String> {
    let wake_on = on.iter().map(ToString::to_string).collect();
    let settings = Settings { wake_on, ..engine.settings() };
    engine.put_settings(settings, user()).await.map_err(|e| e.code().to_owned())
}

/// Subjects of the sets that wait, with how many items wait in each.
async fn waits(engine: &Engine) -> BTreeMap<String, usize> {
    let mut all = BTreeMap::new();
    for line in engine.change_sets(SetQuery { open_only: true, before: None, limit: 200 }).await.unwrap() {
        if let Source::Wake { about, .. } = line.source {
            *all.entry(about.unwrap_or_default()).or_default() += usize::try_from(line.open).unwrap();
        }
    }
    all
}

fn found(all: &[(&str, usize)]) -> BTreeMap<String, usize> {
    all.iter().map(|(about, n)| ((*about).to_owned(), *n)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_wakes_who_subscribed_to_it_and_no_other() {
    let dir = tempfile::tempdir().unwrap();
    let (engine, _) = open(dir.path(), "2026-11-21T15:00:00Z").await;
    edit(
        &engine,
        json!([
            { "op": "create", "title": "Water bill", "labels": ["Bills"] },
            { "op": "create", "title": "Read a book" },
            { "op": "create", "title": "Late already", "scheduledFor": "2026-11-19" },
        ]),
    )
    .await;
    assert_eq!(engine.wake_changed().await.unwrap(), [], "nobody subscribed");
    subscribe(&engine, &["label:bills", "#2"]).await.unwrap();
    assert_eq!(engine.wake_changed().await.unwrap(), [], "what was changed before wakes nobody");
    edit(&engine, json!([{ "op": "create", "title": "Plain", "scheduledFor": "2026-11-20" }])).await;
    engine.wake_changed().await.unwrap();
    assert_eq!(waits(&engine).await, found(&[]), "it has no such label");
    edit(
        &engine,
        json!([{ "op": "update", "id": 1, "scheduledFor": "2026-11-20" }, { "op": "update", "id": 2, "scheduledFor": "2026-11-18" }]),
    )
    .await;
    engine.wake_changed().await.unwrap();
    assert_eq!(waits(&engine).await, found(&[("label:bills", 1), ("#2", 1)]));
    engine.wake_changed().await.unwrap();
    assert_eq!(waits(&engine).await, found(&[("label:bills", 1), ("#2", 1)]), "once is enough");
    drop(engine);

    // What happened while nobody was there is not missed.
    let (engine, store) = open(dir.path(), "2026-11-21T15:05:00Z").await;
    edit(
        &engine,
        json!([{ "op": "create", "title": "Power bill", "labels": ["bills"], "scheduledFor": "2026-11-20" }]),
    )
    .await;
    drop((engine, store));
    let (engine, _) = open(dir.path(), "2026-11-21T15:06:00Z").await;
    engine.wake_changed().await.unwrap();
    assert_eq!(waits(&engine).await, found(&[("label:bills", 2), ("#2", 1)]), "merged into the live set");
    for (wrong, code) in
        [("bills", "invalid_subscription"), ("", "invalid_subscription"), ("label:", "invalid_subscription")]
    {
        assert_eq!(subscribe(&engine, &[wrong]).await, Err(code.to_owned()), "{wrong}");
    }
    assert!(engine.rebuild(false).await.unwrap().equal);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_day_that_begins_wakes_about_what_became_overdue() {
    let dir = tempfile::tempdir().unwrap();
    let (engine, store) = open(dir.path(), "2026-11-21T15:00:00Z").await;
    edit(&engine, json!([{ "op": "create", "title": "Due today", "scheduledFor": "2026-11-21" }])).await;
    subscribe(&engine, &["is:overdue"]).await.unwrap();
    engine.wake_changed().await.unwrap();
    assert_eq!(waits(&engine).await, found(&[]));
    drop((engine, store));
    let (engine, _) = open(dir.path(), "2026-11-22T00:01:00Z").await;
    engine.wake_changed().await.unwrap();
    assert_eq!(waits(&engine).await, found(&[("is:overdue", 1)]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wake_about_nothing_and_an_agent_with_a_persons_name_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let (engine, _) = open(dir.path(), "2026-11-21T15:00:00Z").await;
    edit(&engine, json!([{ "op": "create", "title": "Pay rent", "labels": ["home"] }])).await;
    for (agent, about, code) in [
        (None, Some("#99"), "id_not_found"),
        (None, Some("label:work"), "nothing_about"),
        (None, Some("yacht"), "nothing_about"),
        (Some("you"), None, "invalid_agent"),
        (Some("Rules"), None, "invalid_agent"),
    ] {
        let request = WakeRequest { agent: agent.map(str::to_owned), about: about.map(str::to_owned) };
        assert_eq!(engine.wake(request).await.unwrap_err().code(), code, "{agent:?} {about:?}");
    }
    for about in ["#1", "rent", "label:Home"] {
        let request = WakeRequest { agent: None, about: Some(about.to_owned()) };
        assert_eq!(engine.wake(request).await.unwrap().proposed, 0, "{about}");
    }
    assert_eq!(engine.open_sets().await.unwrap(), 0, "of nothing no set is made");
    let call = countersign_engine::ToolCall { tool: "update_report".into(), args: json!({ "text": "x" }), why: None };
    assert_eq!(engine.take_calls("planner", None, vec![call]).await.unwrap_err().code(), "invalid_agent");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_can_never_be_signed_leaves_the_inbox_when_it_is_put_off_and_when_it_expires() {
    let dir = tempfile::tempdir().unwrap();
    let (engine, store) = open(dir.path(), "2026-11-21T15:00:00Z").await;
    let dead = json!([{ "op": "complete", "id": 99 }]);
    let one = engine.propose(None, &dead, user()).await.unwrap();
    let two = engine.propose(None, &dead, user()).await.unwrap();
    // Shown, so that it can be edited or put off; but it waits for nobody, and is not counted.
    let shown = async |engine: &Engine| {
        assert_eq!(engine.open_sets().await.unwrap(), 0);
        engine.change_sets(SetQuery { open_only: true, before: None, limit: 9 }).await.unwrap().len()
    };
    assert_eq!(shown(&engine).await, 2);
    let item = sign(&one, &[1]);
    let one = engine.decide(one.id, item.clone(), Verdict::Deferred, None, user()).await.unwrap();
    assert_eq!((one.status, shown(&engine).await), (SetStatus::Resolved, 1));
    let one = engine.decide(one.id, item, Verdict::Undecided, None, user()).await.unwrap();
    assert_eq!((one.items[0].status, shown(&engine).await), (ItemStatus::Invalid, 2));
    drop((engine, store));
    let (engine, _) = open(dir.path(), "2026-11-28T15:01:00Z").await;
    assert_eq!(shown(&engine).await, 0);
    assert_eq!(engine.change_set(two.id).await.unwrap().status, SetStatus::Expired);
    engine.expire_due().await.unwrap();
    let told = engine.ledger(EntryFilter { kinds: vec!["expired"], limit: 9, ..EntryFilter::default() }).await.unwrap();
    assert_eq!(told.len(), 2, "the history shows it");
    assert!(engine.rebuild(false).await.unwrap().equal);
}

/// The whole decision of one client on one item, as it was shown it. Where somebody else was quicker it looks again and
/// decides all the same; how often that was.
async fn decide(engine: &Engine, set: &SetView, n: u32, verdict: Verdict, who: usize) -> usize {
    let actor = Actor::User { via: format!("client {who}") };
    let mut shown = set.clone();
    for again in 0.. {
        match engine.decide(set.id, seen(&shown, &[n]), verdict, None, actor.clone()).await {
            Ok(_) => return again,
            Err(refused) => assert_eq!(refused.code(), "decided_elsewhere", "client {who}: {refused:?}"),
        }
        shown = engine.change_set(set.id).await.unwrap();
    }
    unreachable!()
}

/// 1 000 items in 100 sets and 50 clients: each decides 20 of its own, and all decide one that is
/// everybody's.
#[tokio::test(flavor = "multi_thread")]
async fn fifty_clients_lose_and_double_no_decision() {
    const CLIENTS: usize = 50;
    let dir = tempfile::tempdir().unwrap();
    let (engine, store) = open(dir.path(), "2026-11-21T15:00:00Z").await;
    let mut sets: Vec<SetView> = Vec::new();
    for s in 0..100 {
        let ops: Vec<Value> = (0..10).map(|n| json!({ "op": "create", "title": format!("Todo {s} {n}") })).collect();
        sets.push(engine.propose(None, &json!(ops), user()).await.unwrap());
    }
    let contested = engine.propose(None, &json!([{ "op": "create", "title": "Everybody's" }]), user()).await.unwrap();
    let (sets, contested) = (Arc::new(sets), Arc::new(contested));
    let verdict = |at: usize| if at.is_multiple_of(3) { Verdict::Rejected } else { Verdict::Confirmed };
    let mut clients = tokio::task::JoinSet::new();
    for who in 0..CLIENTS {
        let (engine, sets, contested) = (engine.clone(), sets.clone(), contested.clone());
        clients.spawn(async move {
            for k in 0..20 {
                // Neighbours work on the same set at the same time.
                let at = k * CLIENTS + who;
                let n = u32::try_from(at % 10).unwrap() + 1;
                let again = decide(&engine, &sets[at / 10], n, verdict(at), who).await;
                assert_eq!(again, 0, "nobody else decides on it");
            }
            decide(&engine, &contested, 1, verdict(who), who).await
        });
    }
    let mut refused = 0;
    while let Some(again) = clients.join_next().await {
        refused += again.unwrap();
    }
    // All were shown it undecided.
    assert!(refused >= CLIENTS - 1, "{refused} refusals: somebody's decision was written over unseen");
    let mut entries = Vec::new();
    let mut after = None;
    loop {
        let filter =
            EntryFilter { kinds: vec!["decided"], after, ascending: true, limit: 200, ..EntryFilter::default() };
        let page = store.entries(&filter).await.unwrap().all().unwrap();
        let Some(last) = page.last() else { break };
        after = Some(last.seq);
        entries.extend(page);
    }
    assert_eq!(entries.len(), CLIENTS * 21, "each decision once");
    let mut last: BTreeMap<(SetId, u32), Verdict> = BTreeMap::new();
    for entry in &entries {
        let Event::Decided { set, items } = &entry.event else { panic!("{entry:?}") };
        last.insert((*set, items[0].n), items[0].verdict);
    }
    assert_eq!(last.len(), 1_001);
    for (at, set) in sets.iter().enumerate() {
        let now = engine.change_set(set.id).await.unwrap();
        for item in &now.items {
            let wanted = verdict(at * 10 + item.n as usize - 1);
            assert_eq!(last[&(set.id, item.n)], wanted);
            let status = if wanted == Verdict::Confirmed { ItemStatus::Confirmed } else { ItemStatus::Rejected };
            assert_eq!(item.status, status, "{}", item.id);
        }
    }
    let now = engine.change_set(contested.id).await.unwrap();
    let word =
        if last[&(contested.id, 1)] == Verdict::Confirmed { ItemStatus::Confirmed } else { ItemStatus::Rejected };
    assert_eq!(now.items[0].status, word, "the last word stands");

    // Confirmed twice at once: carried out once.
    let set = engine.change_set(sets[0].id).await.unwrap();
    let apply = || {
        let request = ApplyRequest { digest: set.digest.clone(), ..ApplyRequest::default() };
        engine.apply(set.id, request, user(), None)
    };
    let (a, b) = tokio::join!(apply(), apply());
    assert!(a.is_ok() || b.is_ok());
    let applied = EntryFilter { kinds: vec!["applied"], set: Some(set.id), limit: 9, ..EntryFilter::default() };
    assert_eq!(store.entries(&applied).await.unwrap().len(), 1);
    let signed = set.items.iter().filter(|i| i.status == ItemStatus::Confirmed).count();
    assert_eq!(engine.count(), signed);
    let open = [SetStatus::Pending, SetStatus::PartiallyResolved];
    assert_eq!(engine.open_sets().await.unwrap(), store.count_sets(&open).await.unwrap());
    let lines = engine.change_sets(SetQuery { open_only: true, before: None, limit: 200 }).await.unwrap();
    assert!(lines.iter().map(|line| line.signed).sum::<u64>() > 500, "the lines follow each decision");
    assert!(engine.rebuild(false).await.unwrap().equal);
}
