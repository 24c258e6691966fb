//! Damage to what is beside the ledger: nothing is lost by it, it is found, and a rebuild mends it.

use crate::world::{bare, edit, sign, sign_all, sound, titles, user};
use countersign_core::change_set::{Source, Verdict};
use countersign_core::ids::{Seq, TodoId};
use countersign_core::rule::Grant;
use countersign_core::session::SessionState;
use countersign_core::wire::{ApplyMode, NewRule, PlanEdit, Receipt, SessionEdit, SetView, SignItem};
use countersign_engine::{Conflicts, DirectEdit, Engine, Import};
use countersign_interchange::Format;
use countersign_store::{DecisionFilter, EntryFilter};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

async fn open(path: &Path) -> Engine {
    bare(path).open().await
}

/// Writes to the file as anybody could.
fn tamper(path: &Path, sql: &str) {
    rusqlite::Connection::open(path.join("countersign.db")).unwrap().execute_batch(sql).unwrap();
}

async fn apply(engine: &Engine, set: &SetView) -> Receipt {
    crate::world::apply(engine, set).await.unwrap()
}

async fn import(engine: &Engine, todos: Value) -> Import {
    engine.import(Some(Format::Json), None, todos.to_string(), user()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_alarmed_by_what_is_written_meanwhile() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    let stop = Arc::new(AtomicBool::new(false));
    let writer = {
        let (engine, stop) = (engine.clone(), Arc::clone(&stop));
        tokio::spawn(async move {
            while !stop.load(Ordering::SeqCst) {
                edit(&engine, json!([{"op":"create","title":"one more"}])).await;
            }
        })
    };
    let mut seen = 0;
    while seen < 30 {
        let report = engine.verify().await.unwrap();
        assert_eq!(report.broken, None, "after {} entries", report.entries);
        seen = report.entries;
        assert!(engine.rebuild(seen % 2 == 0).await.unwrap().equal);
    }
    stop.store(true, Ordering::SeqCst);
    writer.await.unwrap();
    sound(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_number_of_a_file_stops_the_todos_that_come_after_it() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    edit(&engine, json!([{"op":"create","title":"first"}])).await;
    for number in [
        json!(i64::MAX),
        json!(i64::MAX - 1),
        json!(u64::MAX),
        json!(1e300),
        json!(9_007_199_254_740_993_i64),
        json!(-3),
        json!(2.5),
    ] {
        let waiting = import(&engine, json!({"todos":[{"id":number,"title":format!("m {number}")}]})).await;
        assert_eq!(
            waiting.problems.iter().map(|p| p.code.as_ref()).collect::<Vec<_>>(),
            ["number_not_kept"],
            "{number}"
        );
        assert_eq!(waiting.set.unwrap().items.len(), 1, "the todo itself comes in");
    }
    let version = import(&engine, json!({"todos":[{"id":7,"title":"v","version":u64::MAX}]})).await;
    assert_eq!(version.problems[0].code, "number_not_kept");
    apply(&engine, &version.set.unwrap()).await;
    edit(&engine, json!([{"op":"update","id":7,"title":"v2"}])).await;
    // What only waits for a signature gives no number away, and takes none.
    let large = import(&engine, json!({"todos":[{"id":1_000_000_000,"title":"large"}]})).await;
    assert_eq!(large.problems, []);
    let made = edit(&engine, json!([{"op":"create","title":"b"}])).await.results[0].todo.clone().unwrap();
    assert!(made.id < TodoId(100), "{}", made.id);
    apply(&engine, &large.set.unwrap()).await;
    let made = edit(&engine, json!([{"op":"create","title":"c"}])).await.results[0].todo.clone().unwrap();
    assert_eq!(made.id, TodoId(1_000_000_001), "after it was signed, numbers go on behind it");
    sound(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_keeps_the_numbers_it_was_shown_with() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    let first = import(&engine, json!({"todos":[{"id":2,"title":"two"},{"id":5,"title":"five"}]})).await.set.unwrap();
    let made = edit(&engine, json!([{"op":"create","title":"a"},{"op":"create","title":"b"}])).await;
    assert_eq!(made.results[0].todo.as_ref().unwrap().id, TodoId(6), "what waits keeps its numbers");
    // Another file says the same number: who comes second gets one of its own when it is made again.
    let second = import(&engine, json!({"todos":[{"id":5,"title":"another five"}]})).await.set.unwrap();
    apply(&engine, &first).await;
    let item = SignItem { item: 1, digest: second.items[0].digest.clone(), was: None };
    let second = engine.rebase(second.id, vec![item], user()).await.unwrap();
    assert!(second.items[0].problems.is_empty(), "{:?}", second.items[0].problems);
    apply(&engine, &second).await;
    let titles = titles(&engine);
    assert!(titles.contains(&(5, "five".to_owned())) && titles.contains(&(9, "another five".to_owned())), "{titles:?}");
    sound(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_or_damaged_count_costs_no_todo_and_no_set() {
    for damage in [
        "DELETE FROM counters",
        "UPDATE counters SET value = 1",
        "UPDATE counters SET value = 9223372036854775807",
        "UPDATE counters SET value = -5",
    ] {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        edit(
            &engine,
            json!([{"op":"create","title":"one"},{"op":"create","title":"two"},{"op":"create","title":"gone"}]),
        )
        .await;
        edit(&engine, json!([{"op":"delete","id":3}])).await;
        let waiting = engine.propose(None, &json!([{"op":"create","title":"waits"}]), user()).await.unwrap();
        drop(engine);
        tamper(dir.path(), damage);
        let engine = open(dir.path()).await;
        let made = edit(&engine, json!([{"op":"create","title":"new"}])).await;
        assert_eq!(made.results[0].todo.as_ref().unwrap().id, TodoId(4), "{damage}");
        assert!(made.change_set.id > waiting.id, "{damage}");
        assert_eq!(engine.change_set(waiting.id).await.unwrap().items[0].label, waiting.items[0].label);
        let undo = engine.undo(made.entry.unwrap(), None, Conflicts::Stop, user()).await.unwrap();
        apply(&engine, &undo).await;
        assert_eq!(titles(&engine), [(1, "one".to_owned()), (2, "two".to_owned())], "{damage}");
        sound(&engine).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_with_the_last_number_there_is_stops_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    edit(&engine, json!([{"op":"create","title":"one"}])).await;
    let waiting = engine.propose(None, &json!([{"op":"create","title":"waits"}]), user()).await.unwrap();
    drop(engine);
    tamper(
        dir.path(),
        "INSERT INTO change_sets SELECT 9223372036854775807, 'resolved', expires_at, body FROM change_sets LIMIT 1",
    );
    let engine = open(dir.path()).await;
    let made = edit(&engine, json!([{"op":"create","title":"two"}])).await;
    assert_eq!(made.change_set.id.0, waiting.id.0 + 1);
    engine.rebuild(true).await.unwrap();
    sound(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_todo_that_is_made_replaces_none() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    edit(&engine, json!([{"op":"create","title":"one"}])).await;
    // Somebody puts a row where memory knows of none, and where the count will be.
    let other = rusqlite::Connection::open(dir.path().join("countersign.db")).unwrap();
    other.execute_batch("CREATE TRIGGER late AFTER INSERT ON ledger BEGIN INSERT OR IGNORE INTO todos SELECT 2, 0, 'theirs', '', replace(body, '\"id\":1', '\"id\":2') FROM todos WHERE id = 1; END").unwrap();
    let request = DirectEdit {
        operations: vec![json!({"op":"create","title":"two"})],
        title: None,
        confirm: None,
        mode: ApplyMode::Atomic,
        source: Source::Direct,
    };
    let refused = engine.edit(request, user(), None).await.unwrap_err();
    assert_eq!((refused.status(), titles(&engine)), (500, vec![(1, "one".to_owned())]));
    other.execute_batch("DROP TRIGGER late").unwrap();
    edit(&engine, json!([{"op":"create","title":"two"}])).await;
    sound(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn damage_beside_the_ledger_is_found_and_mended() {
    let bodies = "UPDATE todos SET title = 'hacked' WHERE id = 1";
    for (damage, told) in [
        ("DELETE FROM todos_fts_data", "search index"),
        ("INSERT INTO todos_fts (todos_fts) VALUES ('delete-all')", "search index"),
        (bodies, "todo #1"),
        ("UPDATE todos SET notes = 'hacked' WHERE id = 1", "todo #1"),
        ("UPDATE todos SET completed = 1 WHERE id = 2", "todo #2"),
        ("DROP TRIGGER todos_fts_insert; DROP TRIGGER todos_fts_delete", "todos_fts_insert is missing"),
        ("DROP TRIGGER ledger_is_append_only_delete", "append_only_delete is missing"),
        ("DROP INDEX decisions_by_todo", "decisions_by_todo is missing"),
        ("DELETE FROM ledger_todos", "index of entries"),
        ("INSERT INTO ledger_todos SELECT 99, max(seq) FROM ledger", "names todo #99"),
        ("DELETE FROM decisions", "decision on item 1"),
        (
            "UPDATE decisions SET verdict = 'confirmed', body = replace(body, 'rejected', 'confirmed')",
            "decision on item 1",
        ),
        ("UPDATE decisions SET body = 'no JSON'", "decision on item 1"),
        (
            "INSERT INTO decisions SELECT seq, 77, set_id, at, actor, agent, kind, verdict, todo, fingerprint, topic, body, habit FROM decisions LIMIT 1",
            "never taken",
        ),
        ("UPDATE change_sets SET status = 'resolved' WHERE id = (SELECT max(id) FROM change_sets)", "change set #3"),
        ("UPDATE change_sets SET expires_at = '2001' WHERE id = (SELECT max(id) FROM change_sets)", "change set #3"),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        edit(&engine, json!([{"op":"create","title":"Pay rent"},{"op":"create","title":"Call"}])).await;
        let turned_down = engine.propose(None, &json!([{"op":"delete","id":2}]), user()).await.unwrap();
        let first = sign(&turned_down, &[1]);
        engine.decide(turned_down.id, first, Verdict::Rejected, None, user()).await.unwrap();
        engine.propose(None, &json!([{"op":"update","id":2,"title":"Call Ann"}]), user()).await.unwrap();
        sound(&engine).await;
        drop(engine);
        tamper(dir.path(), damage);
        let engine = open(dir.path()).await;
        let found = engine.rebuild(false).await.unwrap();
        assert!(
            !found.equal && found.differences.iter().any(|d| d.contains(told)),
            "{damage}: {:?}",
            found.differences
        );
        engine.rebuild(true).await.unwrap();
        sound(&engine).await;
        drop(engine);
        let engine = open(dir.path()).await;
        sound(&engine).await;
        edit(&engine, json!([{"op":"create","title":"Water the rhododendron"}])).await;
        let named =
            async |text: &str| engine.search(text, None, 9).await.unwrap().iter().map(|t| t.id.0).collect::<Vec<_>>();
        assert_eq!((named("rhododendron").await, named("rent").await), (vec![3], vec![1]), "{damage}");
        let history = EntryFilter { todo: Some(TodoId(1)), limit: 9, ..EntryFilter::default() };
        assert_eq!(engine.ledger(history).await.unwrap().len(), 1, "{damage}");
        let filter = DecisionFilter { verdict: Some("rejected".to_owned()), limit: 9, ..DecisionFilter::default() };
        assert_eq!(engine.decisions(&filter).await.unwrap().len(), 1, "{damage}");
        assert_eq!(engine.open_sets().await.unwrap(), 1, "{damage}");
        sound(&engine).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entry_that_is_filed_as_another_is_found() {
    for damage in ["kind = 'audit'", "set_id = 99", "set_id = NULL"] {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        edit(&engine, json!([{"op":"create","title":"one"}])).await;
        edit(&engine, json!([{"op":"create","title":"two"}])).await;
        drop(engine);
        tamper(
            dir.path(),
            &format!("DROP TRIGGER ledger_is_append_only_update; UPDATE ledger SET {damage} WHERE seq = 1"),
        );
        let report = open(dir.path()).await.verify().await.unwrap();
        let broken = report.broken.unwrap();
        assert_eq!((broken.seq, broken.what.as_str()), (Seq(1), "changed"), "{damage}");
    }
}

/// Tables that the ledger does not make; their rows are not looked at by a rebuild.
const OTHERS: &[&str] = &[
    "meta",
    "counters",
    "ledger",
    "ledger_head",
    "sessions",
    "runs",
    "events",
    "idempotency",
    "blobs",
    "command_runs",
    "outputs",
    "agent_runs",
    "images",
];

/// Every column of every table that the ledger makes, but the bodies, each with what it is changed to.
fn columns(path: &Path) -> Vec<(String, String, String)> {
    let db = rusqlite::Connection::open(path.join("countersign.db")).unwrap();
    let mut list = db
        .prepare(
            "SELECT t.name, c.name, c.type FROM sqlite_schema t, pragma_table_info(t.name) c
             WHERE t.type = 'table' AND t.name NOT LIKE 'todos_fts%' AND t.name NOT LIKE 'sqlite_%' AND c.name <> 'body'",
        )
        .unwrap();
    let rows = list.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get::<_, String>(2)?))).unwrap();
    rows.map(Result::unwrap)
        .filter(|(table, _, _): &(String, String, String)| !OTHERS.contains(&table.as_str()))
        .map(|(table, column, kind)| {
            let other = match kind.as_str() {
                "INTEGER" => format!("coalesce({column}, 0) + 1000"),
                "TEXT" => format!("coalesce({column}, '') || 'x'"),
                other => panic!("{table}.{column} is {other}"),
            };
            (table, column, other)
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_column_of_what_the_ledger_makes_is_compared() {
    let whole = tempfile::tempdir().unwrap();
    let engine = open(whole.path()).await;
    edit(&engine, json!([{"op":"create","title":"Pay rent"},{"op":"create","title":"Call"}])).await;
    let turned_down =
        engine.propose(None, &json!([{"op":"delete","id":2},{"op":"delete","id":1}]), user()).await.unwrap();
    let sign = sign_all(&turned_down);
    engine.decide(turned_down.id, sign, Verdict::Rejected, Some("not now".into()), user()).await.unwrap();
    let one = engine.decisions(&DecisionFilter { limit: 1, ..DecisionFilter::default() }).await.unwrap().remove(0);
    engine.set_forgotten(one.entry, one.n, true, user()).await.unwrap();
    let shape = json!({ "op": "update", "sets": { "scheduledFor": "today" }, "overdue": true });
    let grant = Grant::Todos { shape: serde_json::from_value(shape).unwrap() };
    let rule = NewRule { workspace: None, grant, cap: None, days: None, examples: None, from: None };
    engine.make_rule(rule, user()).await.unwrap();
    let session = engine.begin_session(Some("House".into()), user(), None).await.unwrap().id;
    let archived = SessionEdit { state: Some(SessionState::Archived), ..SessionEdit::default() };
    engine.edit_session(&session, archived, user()).await.unwrap();
    let mut plan = engine.plan(&session, None).await.unwrap().plan;
    plan.goal = "A dry cellar".into();
    let draft = PlanEdit { base: 0, plan: Some(plan), markdown: None, accept: None };
    let shown = engine.edit_plan(&session, draft.clone(), user()).await.unwrap();
    engine.edit_plan(&session, PlanEdit { accept: Some(shown.digest), ..draft }, user()).await.unwrap();
    sound(&engine).await;
    drop(engine);
    let columns = columns(whole.path());
    assert!(columns.len() >= 29, "{columns:?}");
    for (table, column, other) in columns {
        let dir = tempfile::tempdir().unwrap();
        rusqlite::Connection::open(whole.path().join("countersign.db"))
            .unwrap()
            .execute("VACUUM INTO ?1", [dir.path().join("countersign.db").to_str().unwrap()])
            .unwrap();
        let changed = rusqlite::Connection::open(dir.path().join("countersign.db")).unwrap().execute_batch(&format!(
            "PRAGMA foreign_keys = OFF; UPDATE {table} SET {column} = {other}; SELECT 1 / (changes() > 0)"
        ));
        changed.unwrap_or_else(|error| panic!("{table}.{column}: {error}"));
        let engine = open(dir.path()).await;
        let found = engine.rebuild(false).await.unwrap();
        assert!(!found.equal, "{table}.{column} is not compared");
        engine.rebuild(true).await.unwrap();
        sound(&engine).await;
        for forgotten in [false, true] {
            let rejected = Some("rejected".to_owned());
            let kept = DecisionFilter { verdict: rejected, forgotten, limit: 9, ..DecisionFilter::default() };
            assert_eq!(engine.decisions(&kept).await.unwrap().len(), 1, "{table}.{column}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_forgotten_is_what_the_ledger_says() {
    for (damage, told) in [
        ("DELETE FROM forgotten", "the decision on item 1 in entry 3 is told again, which was forgotten"),
        (
            "INSERT INTO forgotten SELECT max(seq), 1 FROM decisions",
            "the decision on item 1 in entry 5 is left out, which was not forgotten",
        ),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        edit(&engine, json!([{"op":"create","title":"Pay rent"}])).await;
        for title in ["one", "two"] {
            let set = engine.propose(None, &json!([{"op":"update","id":1,"title":title}]), user()).await.unwrap();
            engine.decide(set.id, sign(&set, &[1]), Verdict::Rejected, None, user()).await.unwrap();
        }
        let all = |forgotten: bool| DecisionFilter { forgotten, limit: 9, ..DecisionFilter::default() };
        let older = engine.decisions(&all(false)).await.unwrap().remove(1);
        engine.set_forgotten(older.entry, 1, true, user()).await.unwrap();
        sound(&engine).await;
        drop(engine);
        tamper(dir.path(), damage);
        let engine = open(dir.path()).await;
        let found = engine.verify().await.unwrap();
        assert!(found.differences.iter().any(|one| one.contains(told)), "{damage}: {:?}", found.differences);
        engine.rebuild(true).await.unwrap();
        sound(&engine).await;
        assert_eq!(engine.decisions(&all(true)).await.unwrap(), [older], "{damage}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn verify_names_what_is_stored_otherwise_than_the_ledger_says() {
    for (damage, told) in [
        ("DELETE FROM todos WHERE id = 1", "todo #1 is missing"),
        ("UPDATE todos SET body = replace(body, 'Call', 'Cull') WHERE id = 2", "todo #2 differs"),
        (
            "INSERT INTO todos SELECT 7, completed, title, notes, replace(body, '\"id\":1', '\"id\":7') FROM todos WHERE id = 1",
            "todo #7 is not in the ledger",
        ),
        ("DELETE FROM change_items WHERE set_id = 2", "change set #2 differs"),
        ("DELETE FROM change_sets WHERE id = 2", "change set #2 is missing"),
        ("DELETE FROM decisions", "decision on item 1"),
        ("DELETE FROM ledger_todos", "index of entries"),
        ("DROP INDEX decisions_by_todo", "decisions_by_todo is missing"),
        ("UPDATE change_sets SET status = 'pending' WHERE id = 1", "change set #1"),
        ("UPDATE todos SET body = '{' WHERE id = 1", "todo #1 is damaged"),
        ("DROP TABLE change_items", "the table change_items is gone"),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        edit(&engine, json!([{"op":"create","title":"Pay rent"},{"op":"create","title":"Call"}])).await;
        let set = engine.propose(None, &json!([{"op":"delete","id":2}]), user()).await.unwrap();
        engine.decide(set.id, sign(&set, &[1]), Verdict::Rejected, None, user()).await.unwrap();
        sound(&engine).await;
        tamper(dir.path(), &format!("PRAGMA foreign_keys = OFF; {damage}"));
        let found = engine.verify().await.unwrap();
        assert_eq!((found.ok, &found.broken), (false, &None), "{damage}");
        assert!(found.differences.iter().any(|one| one.contains(told)), "{damage}: {:?}", found.differences);
        assert_eq!(
            (found.differing, engine.differing()),
            (found.differences.len() as u64, found.differing),
            "{damage}"
        );
        engine.rebuild(true).await.unwrap();
        assert_eq!(engine.differing(), 0, "{damage}");
        sound(&engine).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_differences_the_first_are_named_and_all_counted() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    let many: Vec<Value> = (0..70).map(|n| json!({"op":"create","title":format!("todo {n}")})).collect();
    edit(&engine, many).await;
    for damage in ["UPDATE todos SET body = '{'", "DELETE FROM todos"] {
        tamper(dir.path(), damage);
        let found = engine.verify().await.unwrap();
        assert_eq!((found.differing, found.differences.len()), (70, 50), "{damage}");
        let rebuilt = engine.rebuild(true).await.unwrap();
        assert_eq!((rebuilt.differing, rebuilt.differences.len()), (70, 50), "{damage}");
        sound(&engine).await;
    }
}
