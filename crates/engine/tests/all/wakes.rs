//! Agents that wake, over a real SQLite file: sets of ten, one live set, the hour of the day.

mod by_model;
mod calls;
mod decided;

use crate::world::{SATURDAY, bare, edit, say, sets, sign, user};
use countersign_core::change_set::{ItemStatus, Source, Verdict};
use countersign_core::settings::Settings;
use countersign_core::todo::TimeOfDay;
use countersign_core::wire::{Mode, NewRun, RunStatus, SetView, WakeReport};
use countersign_engine::{Clock, Engine, Setup, WakeRequest};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

async fn open_with(path: &Path, now: &str, setup: Setup) -> Engine {
    bare(path).at(now).in_new_york().setup(setup).open().await
}

async fn open_at(path: &Path, now: &str) -> Engine {
    open_with(path, now, Setup::default()).await
}

/// So many todos that were planned for yesterday.
async fn overdue(engine: &Engine, n: usize) {
    edit(engine, late(n)).await;
}

fn late(n: usize) -> Value {
    (1..=n)
        .map(|n| json!({ "op": "create", "title": format!("Late thing {n}x"), "scheduledFor": "2026-11-20" }))
        .collect()
}

async fn wake(engine: &Engine) -> WakeReport {
    engine.wake(WakeRequest::default()).await.unwrap()
}

async fn decide(engine: &Engine, set: &SetView, items: &[u32], verdict: Verdict, reason: Option<&str>) {
    engine.decide(set.id, sign(set, items), verdict, reason.map(str::to_owned), user()).await.unwrap();
}

fn all(set: &SetView) -> Vec<u32> {
    set.items.iter().map(|i| i.n).collect()
}

tokio::task_local! {
    /// Set where a wake asks what time it is.
    static WAKES: ();
}

/// A clock that stands, whenever a wake reads it, until somebody else has written something.
struct Stands(UnboundedSender<mpsc::Sender<()>>);

impl Clock for Stands {
    fn now(&self) -> Timestamp {
        if WAKES.try_with(|()| ()).is_ok() {
            let (wrote, written) = mpsc::channel();
            self.0.send(wrote).unwrap();
            let minute = Duration::from_secs(60);
            tokio::task::block_in_place(|| written.recv_timeout(minute)).expect("who writes waits for the wake");
        }
        SATURDAY.parse().unwrap()
    }
    fn zone(&self) -> TimeZone {
        TimeZone::UTC
    }
}

/// The todos that a wake has said something about.
async fn told_of(engine: &Engine) -> BTreeSet<i64> {
    let all = sets(engine).await.into_iter().filter(|set| matches!(set.source, Source::Wake { .. }));
    all.flat_map(|set| set.items).map(|item| item.op["id"].as_i64().unwrap()).collect()
}

/// An engine with these todos, what a wake of it said, and how often somebody wrote while it looked: each time what the
/// number of times makes.
async fn written_while_a_wake_looks(
    dir: &Path,
    todos: Value,
    write: impl Fn(i64) -> Value,
) -> (Engine, WakeReport, i64) {
    let (stands, mut asks) = unbounded_channel();
    let engine = bare(dir).clock(Stands(stands)).open().await;
    edit(&engine, todos).await;
    let looks = engine.clone();
    let mut looked = tokio::spawn(WAKES.scope((), async move { wake(&looks).await }));
    let mut written = 0;
    loop {
        tokio::select! {
            told = &mut looked => return (engine, told.unwrap(), written),
            Some(wrote) = asks.recv() => {
                written += 1;
                edit(&engine, json!([write(written)])).await;
                wrote.send(()).unwrap();
            }
        }
    }
}

/// Of twins that a wake looks at one may be deleted, changed or done meanwhile: then the other is the only one, or may
/// hold more.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_last_of_two_twins_is_not_to_be_deleted() {
    let twins: Vec<Value> = (2..20).map(|n| json!({ "op": "create", "title": format!("Thing {}x", n / 2) })).collect();
    let stays = |n: i64| 2 * n - 1;
    for (change, of) in [
        (json!({ "op": "delete" }), 0),
        (json!({ "op": "update", "title": "Another thing" }), 0),
        (json!({ "op": "complete" }), 0),
        (json!({ "op": "update", "notes": "it holds more" }), 1),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let write = |n| {
            let mut op = change.clone();
            op["id"] = json!(stays(n) + of);
            op
        };
        let (engine, told, written) = written_while_a_wake_looks(dir.path(), json!(twins), write).await;
        let to_delete = told_of(&engine).await;
        let untouched: BTreeSet<i64> = (written + 1..=9).map(|n| stays(n) + 1).collect();
        if of == 0 {
            assert_eq!(to_delete, untouched, "{change}: {written} twins were touched; {told:?}");
        } else {
            // Of these the other one is the one that holds less, which those say that were looked at afterwards.
            assert!(to_delete.is_superset(&untouched), "{change}: {to_delete:?}");
            assert!((1..=written).all(|n| !to_delete.contains(&(stays(n) + 1))), "{change}: {to_delete:?}");
        }
    }
}

/// Nobody who writes waits for what a wake looks at, and of what was changed meanwhile nothing is said. A wake reads the
/// clock when it has taken the todos that it looks at.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn others_write_while_a_wake_looks() {
    let dir = tempfile::tempdir().unwrap();
    // As late as before, but since another day.
    let write = |n| json!({ "op": "update", "id": n, "scheduledFor": "2026-11-19" });
    let (engine, told, written) = written_while_a_wake_looks(dir.path(), late(9), write).await;
    let first = told_of(&engine).await;
    let meanwhile: Vec<i64> = (1..=written).filter(|id| !first.contains(id)).collect();
    assert_eq!(meanwhile.len(), 1, "one of {written} todos was changed while it looked; told of: {first:?}");
    assert_eq!((told.proposed, first.len()), (8, 8));
    // The next one says what it is now.
    assert_eq!(wake(&engine).await.proposed, 1);
    assert_eq!(told_of(&engine).await.len(), 9);
    for item in sets(&engine).await.into_iter().flat_map(|set| set.items).filter(|item| item.op["op"] == "update") {
        assert_eq!(item.drift, [], "{}", item.label);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_five_findings_are_three_sets_and_a_second_wake_adds_none() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open_at(dir.path(), SATURDAY).await;
    overdue(&engine, 25).await;
    let before = engine.todos(|_| true);
    let told = wake(&engine).await;
    assert_eq!(
        (told.proposed, told.left, told.sets.len(), told.text.as_str()),
        (25, 0, 3, "25 changes proposed. Nothing has been changed.")
    );
    let found = sets(&engine).await;
    assert_eq!(found.iter().map(|s| s.items.len()).collect::<Vec<_>>(), [10, 10, 5]);
    let items = || found.iter().flat_map(|s| &s.items);
    assert!(items().all(|i| !i.preselected && i.status == ItemStatus::Pending && i.why.contains("still open")));
    assert_eq!(engine.todos(|_| true), before, "nothing runs by itself, over the cap neither (R21)");
    assert_eq!(found[0].source, Source::Wake { agent: "planner".into(), about: None });
    let told = wake(&engine).await;
    assert_eq!(
        (told.proposed, told.retracted, told.text.as_str()),
        (0, 0, "Nothing new: 25 changes wait already. Nothing has been changed.")
    );
    assert_eq!(sets(&engine).await.iter().map(|s| s.items.len()).collect::<Vec<_>>(), [10, 10, 5]);
    // Later findings join the live set, as far as there is room.
    edit(&engine, vec![json!({ "op": "create", "title": "One more", "scheduledFor": "2026-11-19" })]).await;
    let told = wake(&engine).await;
    assert_eq!((told.proposed, told.sets), (1, vec![found[2].id]));
    assert_eq!(sets(&engine).await.iter().map(|s| s.items.len()).collect::<Vec<_>>(), [10, 10, 6]);
    assert!(engine.verify().await.unwrap().ok && engine.rebuild(false).await.unwrap().equal);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_wakes_at_once_make_one_set() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open_at(dir.path(), SATURDAY).await;
    overdue(&engine, 4).await;
    let (a, b) = tokio::join!(wake(&engine), wake(&engine));
    let mut proposed = [a.proposed, b.proposed];
    proposed.sort_unstable();
    assert_eq!((proposed, sets(&engine).await.len()), ([0, 4], 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_that_has_enough_open_leaves_the_rest() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open_at(dir.path(), SATURDAY).await;
    overdue(&engine, 40).await;
    let told = wake(&engine).await;
    assert_eq!((told.proposed, told.left, told.sets.len()), (30, 10, 3));
    for set in sets(&engine).await {
        decide(&engine, &set, &all(&set), Verdict::Rejected, None).await;
    }
    let told = wake(&engine).await;
    assert_eq!((told.proposed, told.left), (10, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scheduled_wake_comes_once_a_day_whatever_the_clock_does() {
    let dir = tempfile::tempdir().unwrap();
    // 10:00 in New York.
    let engine = open_at(dir.path(), SATURDAY).await;
    overdue(&engine, 1).await;
    assert!(engine.wake_due().await.unwrap().is_none(), "off by default");
    let at = |hour: &str| Settings { wake_at: TimeOfDay::parse(hour), ..Settings::default() };
    engine.put_settings(at("11:00"), user()).await.unwrap();
    assert!(engine.wake_due().await.unwrap().is_none(), "not yet");
    engine.put_settings(at("09:00"), user()).await.unwrap();
    let (a, b) = tokio::join!(engine.wake_due(), engine.wake_due());
    assert_eq!([a.unwrap(), b.unwrap()].into_iter().flatten().map(|w| w.proposed).collect::<Vec<_>>(), [1]);
    drop(engine);
    for (now, comes) in [
        ("2026-11-21T16:00:00Z", false),
        ("2026-11-19T16:00:00Z", false),
        ("2026-11-22T13:59:00Z", false),
        ("2026-11-22T14:00:00Z", true),
        ("2026-11-22T14:01:00Z", false),
        ("2026-12-24T20:00:00Z", true),
    ] {
        let engine = open_at(dir.path(), now).await;
        assert_eq!(engine.wake_due().await.unwrap().is_some(), comes, "{now}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_to_tidy_up_wakes_the_agent() {
    for said in ["tidy up my week", "räum meine Woche auf", "range ma semaine"] {
        let dir = tempfile::tempdir().unwrap();
        let engine = open_at(dir.path(), SATURDAY).await;
        overdue(&engine, 2).await;
        let run = say(&engine, NewRun { message: said.into(), ..NewRun::default() }).await;
        assert_eq!((run.status, run.change_set), (RunStatus::Done, None));
        assert_eq!(run.text.as_deref(), Some("2 changes proposed. Nothing has been changed. In the inbox: #2."));
        let set = sets(&engine).await.remove(0);
        assert!(set.items.iter().all(|i| i.status == ItemStatus::Pending && !i.preselected), "{set:?}");
        assert_eq!(set.source, Source::Wake { agent: "planner".into(), about: None });
        let run = say(&engine, NewRun { message: said.into(), mode: Mode::Chat, ..NewRun::default() }).await;
        assert_eq!((sets(&engine).await.len(), run.status), (1, RunStatus::Done), "talk wakes nobody");
    }
}
