//! A database that an earlier version wrote: it opens, verifies, is rebuilt the same, and goes on.

use crate::world::{apply, bare, sound, user};
use countersign_core::change_set::{ItemStatus, SetStatus, Source};
use countersign_core::ids::{RunId, Seq, SetId, TodoId};
use countersign_core::ledger::Event;
use countersign_core::wire::{ApplyMode, Outcome, SetView};
use countersign_engine::{Conflicts, DirectEdit, Engine, ToolCall};
use countersign_store::{DecisionFilter, EntryFilter, Store};
use countersign_store_sqlite::SqliteStore;
use serde_json::json;
use std::path::Path;
use std::sync::Arc;

const SCHEMA: &str = include_str!("../../../store/sqlite/migrations/0001_start.sql");
const ROWS: &str = include_str!("old/schema-1.sql");
/// The newest entry of it.
const HEAD: i64 = 34;

fn write_old(path: &Path) {
    let raw = rusqlite::Connection::open(path).unwrap();
    raw.execute_batch("PRAGMA journal_mode = WAL").unwrap_or_default();
    raw.execute_batch(&format!(
        "BEGIN; {SCHEMA} {ROWS} PRAGMA application_id = {}; PRAGMA user_version = 1; COMMIT;",
        0x4353_474e
    ))
    .unwrap();
}

async fn open(path: &Path) -> (Arc<SqliteStore>, Engine) {
    let (engine, store) = bare(path.parent().unwrap()).at("2026-11-22T10:00:00Z").stored().await;
    (store, engine)
}

async fn apply_all(engine: &Engine, set: &SetView) {
    assert_eq!(apply(engine, set).await.unwrap().outcome, Outcome::Applied);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_database_opens_verifies_and_is_rebuilt_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("countersign.db");
    write_old(&path);
    let (store, engine) = open(&path).await;
    assert_eq!(sound(&engine).await, u64::try_from(HEAD).unwrap());
    assert_eq!(engine.count(), 14);
    let rent = engine.todo(TodoId(1)).unwrap();
    assert_eq!((rent.title.as_str(), rent.notes.as_str()), ("Pay rent “now” עברית 👩‍💻", "line\nline"));
    let series = engine.todo(TodoId(2)).unwrap();
    assert_eq!((series.completed_dates.len(), series.skipped_dates.len(), series.moved.len()), (1, 1, 1));
    // What waited still waits, as it was shown.
    let waiting = engine.change_set(SetId(10)).await.unwrap();
    let statuses: Vec<ItemStatus> = waiting.items.iter().map(|i| i.status).collect();
    assert_eq!(
        (waiting.status, statuses),
        (
            SetStatus::PartiallyResolved,
            vec![ItemStatus::Applied, ItemStatus::Rejected, ItemStatus::Pending, ItemStatus::Invalid]
        )
    );
    // What was turned down then is remembered now, and no agent proposes it again.
    let filter = DecisionFilter { verdict: Some("rejected".to_owned()), limit: 10, ..DecisionFilter::default() };
    let rejected = engine.decisions(&filter).await.unwrap();
    let mut args = rejected[0].op.clone();
    let tool = args.as_object_mut().unwrap().shift_remove("op").unwrap();
    let call = ToolCall { tool: tool.as_str().unwrap().to_owned(), args, why: None };
    let answers = engine.take_calls("helper", None, vec![call]).await.unwrap().answers;
    assert_eq!((rejected.len(), answers[0].code.as_str()), (1, "rejected_before"), "{answers:?}");

    // Every todo was in the ledger: with the projections gone, it makes them again.
    // Each connection that looks at the search index has looked at it before, and no one is alarmed.
    let looks = async || {
        for _ in 0..12 {
            assert_eq!(engine.check_store().await.unwrap(), Vec::<String>::new());
        }
    };
    looks().await;
    let mut tx = store.begin().await.unwrap();
    tx.clear_projections().await.unwrap();
    tx.commit().await.unwrap();
    assert!(!engine.rebuild(true).await.unwrap().equal);
    looks().await;
    sound(&engine).await;
    assert_eq!(store.todos().await.unwrap().len(), 14);
}

#[tokio::test(flavor = "multi_thread")]
async fn old_entries_are_undone_and_rewound_and_new_ones_follow_them() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("countersign.db");
    write_old(&path);
    let (store, engine) = open(&path).await;
    let edit = |operations: Vec<serde_json::Value>| {
        let request =
            DirectEdit { operations, title: None, confirm: None, mode: ApplyMode::Atomic, source: Source::Direct };
        engine.edit(request, user(), None)
    };
    let done = edit(vec![json!({"op":"complete","id":8}), json!({"op":"update","id":9,"title":"Nine"})]).await.unwrap();
    assert_eq!(done.entry, Some(Seq(HEAD + 1)), "one entry for a direct edit");
    let made = edit(vec![json!({"op":"create","title":"New"})]).await.unwrap();
    assert_eq!(made.results[0].todo.as_ref().unwrap().id, TodoId(16), "numbers go on");
    sound(&engine).await;

    // The entry says all three: what was proposed, that it was signed, what came of it.
    let filter = EntryFilter { after: Some(Seq(HEAD)), ascending: true, limit: 9, ..EntryFilter::default() };
    let entries = store.entries(&filter).await.unwrap().all().unwrap();
    let Event::Applied { direct: Some(set), items, .. } = &entries[0].event else { panic!("{:?}", entries[0].event) };
    assert_eq!((set.items.len(), items.len()), (2, 2));
    assert!(set.items.iter().all(|i| i.status == ItemStatus::Confirmed && i.decided_by == Some(user())));
    let raw = store.raw_entries(Seq(HEAD), 1).await.unwrap();
    assert!(raw[0].event.contains("\"set\":{\"title\":\"Nine\",\"version\":"), "only what differs: {}", raw[0].event);

    // An old entry (the bulk update of entry 21) is taken back, though a new one came after it.
    let undo = engine.undo(Seq(21), None, Conflicts::Keep, user()).await.unwrap();
    apply_all(&engine, &undo).await;
    sound(&engine).await;
    assert_eq!(engine.todo(TodoId(10)).unwrap().labels, Vec::<String>::new());

    // And the new one; then back to where the old version left it.
    let undo = engine.undo(Seq(HEAD + 1), None, Conflicts::Stop, user()).await.unwrap();
    apply_all(&engine, &undo).await;
    assert_eq!(engine.todo(TodoId(9)).unwrap().title, "Todo 9");
    let back = engine.rewind(Seq(HEAD), user()).await.unwrap();
    apply_all(&engine, &back).await;
    assert!(engine.todo(TodoId(16)).is_none());
    assert_eq!(engine.todo(TodoId(10)).unwrap().labels, ["batch"]);
    let count = sound(&engine).await;
    drop((store, engine));
    assert_eq!(sound(&open(&path).await.1).await, count, "and after a restart");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_call_cost_is_read_in_the_unit_it_was_stored_in() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("countersign.db");
    write_old(&path);
    let run = "01a2011b-1c2a-7596-9aa7-8fb996ace727";
    {
        let raw = rusqlite::Connection::open(&path).unwrap();
        let session: String = raw.query_row("SELECT session FROM runs WHERE id = ?1", [run], |row| row.get(0)).unwrap();
        // Old: billionths of a dollar, whatever the name says. New: millionths.
        let call = |cost: serde_json::Value| {
            let mut call = json!({"model":"m","hosted":true,"role":"plan","prompt_tokens":1_000,"cached_tokens":0,"completion_tokens":300,"elapsed_ms":9});
            call.as_object_mut().unwrap().extend(cost.as_object().unwrap().clone());
            json!({"event":"usage","data":call}).to_string()
        };
        for (n, body) in [(90, call(json!({"cost_micros":7_500_000}))), (91, call(json!({"cost_millionths":20})))] {
            raw.execute("INSERT INTO events VALUES (?1, ?2, ?3, ?4)", (&session, n, run, body)).unwrap();
        }
    }
    let (store, engine) = open(&path).await;
    let view = engine.run(&RunId(run.to_owned())).await.unwrap();
    assert_eq!((view.usage.calls, view.usage.cost_micros), (2, 7_520));
    let stored = store.events(&RunId(run.to_owned()), 89).await.unwrap();
    let text = serde_json::to_string(&stored[0].event).unwrap();
    assert!(text.contains("\"cost_millionths\":7500") && !text.contains("cost_micros"), "{text}");
}
