//! What only the ledger makes and what cannot be read: it is named, it locks nothing that the ledger can give, and a
//! ledger that is whole makes it anew. And a ledger that is not whole is named by its place.

use crate::world::{bare, edit, send, sign, sound, titles, user};
use countersign_core::change_set::Verdict;
use countersign_core::ids::Seq;
use countersign_core::session::SessionState;
use countersign_core::settings::{Megabytes, Settings, WeekStart};
use countersign_core::wire::{EntryView, NewRun, SessionEdit, UNREAD_EVENTS};
use countersign_engine::{Conflicts, Engine, EngineError, SessionQuery, Setup};
use countersign_outputs::List;
use countersign_store::{DecisionFilter, EntryFilter};
use serde_json::json;
use std::path::Path;

fn database(path: &Path) -> rusqlite::Connection {
    rusqlite::Connection::open(path.join("countersign.db")).unwrap()
}

/// Writes to the file as anybody could; how many rows the last statement changed.
fn tamper(path: &Path, sql: &str) -> usize {
    let file = database(path);
    file.execute_batch(&format!("PRAGMA foreign_keys = OFF; {sql}")).unwrap();
    usize::try_from(file.changes()).unwrap()
}

async fn open(path: &Path, restore: bool) -> Result<Engine, EngineError> {
    bare(path).setup(Setup { restore, ..Setup::default() }).tried().await.0
}

/// Two todos, a set that waits, one that was turned down, and a session with a state.
async fn filled(path: &Path) -> Engine {
    let engine = open(path, false).await.unwrap();
    edit(&engine, json!([{"op":"create","title":"one"},{"op":"create","title":"two"}])).await;
    let down = engine.propose(None, &json!([{"op":"delete","id":2}]), user()).await.unwrap();
    engine.decide(down.id, sign(&down, &[1]), Verdict::Rejected, None, user()).await.unwrap();
    engine.propose(None, &json!([{"op":"update","id":2,"title":"zwei"}]), user()).await.unwrap();
    let session = engine.begin_session(Some("House".into()), user(), None).await.unwrap().id;
    let archived = SessionEdit { state: Some(SessionState::Archived), ..SessionEdit::default() };
    engine.edit_session(&session, archived, user()).await.unwrap();
    engine
}

async fn log(engine: &Engine) -> Result<Vec<EntryView>, EngineError> {
    engine.ledger(EntryFilter { limit: 99, ..EntryFilter::default() }).await
}

/// The column and the bytes that are kept, where a row is hit.
type Kept = Option<(&'static str, &'static [u8])>;

/// What somebody does to the file, what of it is told, and what is kept.
const DAMAGE: [(&str, &str, Kept); 12] = [
    ("UPDATE todos SET body = '{' WHERE id = 1", "todo #1 is damaged", Some(("body", b"{"))),
    ("UPDATE todos SET body = CAST(x'7bff7d' AS TEXT) WHERE id = 2", "todo #2 is damaged", Some(("body", b"{\xff}"))),
    ("UPDATE todos SET title = CAST(x'ff' AS TEXT) WHERE id = 2", "todo #2 is damaged", Some(("title", b"\xff"))),
    ("UPDATE change_sets SET body = '' WHERE id = 3", "change set #3 is damaged", Some(("body", b""))),
    ("UPDATE change_items SET body = 'x' WHERE set_id = 3", "item 1 of change set #3 is damaged", Some(("body", b"x"))),
    ("UPDATE decisions SET body = CAST(x'fe' AS TEXT)", "the decision on item 1", Some(("body", b"\xfe"))),
    ("UPDATE session_marks SET body = '[' ", "the state of session", Some(("body", b"["))),
    ("DROP TABLE decisions", "the table decisions is gone", None),
    ("DROP TABLE todos", "the table todos is gone", None),
    ("DROP TABLE change_items; DROP TABLE change_sets", "the table change_sets is gone", None),
    ("DROP TABLE todos_fts; DROP TABLE ledger_todos; DROP TABLE forgotten", "the table todos_fts is gone", None),
    ("DROP TABLE rules; DROP TABLE plans; DROP TABLE session_marks", "the table rules is gone", None),
];

/// What the rows that were kept aside hold in this column.
fn kept(path: &Path, column: &str) -> Vec<Vec<u8>> {
    let db = database(path);
    let Ok(mut rows) = db.prepare("SELECT CAST(value AS BLOB) FROM kept_aside WHERE name = ?1") else {
        return Vec::new();
    };
    rows.query_map([column], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

async fn as_before(engine: &Engine, damage: &str) {
    sound(engine).await;
    assert_eq!(titles(engine), [(1, "one".to_owned()), (2, "two".to_owned())], "{damage}");
    assert_eq!(engine.open_sets().await.unwrap(), 1, "{damage}");
    let filter = DecisionFilter { verdict: Some("rejected".to_owned()), limit: 9, ..DecisionFilter::default() };
    assert_eq!(engine.decisions(&filter).await.unwrap().len(), 1, "{damage}");
    assert_eq!(engine.search("two", None, 9).await.unwrap().len(), 1, "{damage}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ledger_that_is_whole_makes_anew_what_cannot_be_read() {
    for (damage, told, bytes) in DAMAGE {
        let dir = tempfile::tempdir().unwrap();
        drop(filled(dir.path()).await);
        tamper(dir.path(), damage);
        if let Err(refused) = open(dir.path(), false).await {
            let body = refused.body();
            assert_eq!(body.error, "damaged", "{damage}: {body:?}");
            assert!(body.message.contains(told) && body.message.contains("ledger is whole"), "{damage}: {body:?}");
            assert!(body.hint.unwrap().contains("countersign rebuild --write"), "{damage}");
        }
        let engine = open(dir.path(), true).await.unwrap();
        // What nobody needs for opening is found by whoever looks.
        let report = match engine.restored() {
            Some(report) => report.clone(),
            None => engine.rebuild(true).await.unwrap(),
        };
        assert!(!report.equal && report.differences.iter().any(|d| d.contains(told)), "{damage}: {report:?}");
        as_before(&engine, damage).await;
        edit(&engine, json!([{"op":"create","title":"three"}])).await;
        sound(&engine).await;
        drop(engine);
        match bytes {
            Some((column, bytes)) => assert_eq!(kept(dir.path(), column), [bytes], "{damage}"),
            None => assert_eq!(kept(dir.path(), "body"), Vec::<Vec<u8>>::new(), "{damage}"),
        }
        let engine = open(dir.path(), false).await.unwrap();
        sound(&engine).await;
        assert_eq!(engine.restored(), None, "{damage}");
    }
}

/// What somebody does to a row that the ledger does not make, and what of it is told.
const BESIDE: [(&str, &str, &str, &[u8]); 13] = [
    ("UPDATE sessions SET created_at = '2026b'", "session ", "created_at", b"2026b"),
    ("UPDATE sessions SET updated_at = ''", "session ", "updated_at", b""),
    ("UPDATE runs SET status = 'asleep'", "run ", "status", b"asleep"),
    ("UPDATE runs SET finished_at = 'x'", "run ", "finished_at", b"x"),
    (
        "INSERT INTO command_runs VALUES (3, 'done', '{}', '2026b')",
        "the run of commands of change set #3",
        "updated_at",
        b"2026b",
    ),
    (
        r#"INSERT INTO outputs VALUES ('out-1', NULL, NULL, 't', '{}', 1, 'x', 3, '{"kind":"text","length":1}', '', 'b')"#,
        "stored output out-1",
        "created_at",
        b"x",
    ),
    (
        "INSERT INTO outputs VALUES ('out-1', NULL, NULL, 't', '{}', 1, '2026-01-01T00:00:00Z', 3, '{}', '', 'b')",
        "stored output out-1",
        "summary",
        b"{}",
    ),
    (
        "INSERT INTO images VALUES ('img-1', NULL, NULL, '2026-01-01T00:00:00Z', 0, '{x')",
        "picture img-1",
        "body",
        b"{x",
    ),
    ("INSERT INTO agent_runs SELECT id, '{x' FROM runs", "what run ", "state", b"{x"),
    ("UPDATE events SET body = '{x' WHERE n = 1", "event 1 of session ", "body", b"{x"),
    ("UPDATE meta SET value = '{x' WHERE key = 'settings'", "the settings are damaged", "value", b"{x"),
    ("UPDATE meta SET value = '[1]' WHERE key = 'workspaces'", "the list of open folders", "value", b"[1]"),
    // Of texts, and yet no folder.
    (
        r#"UPDATE meta SET value = '[{"id":"a","root":"/a"}]' WHERE key = 'workspaces'"#,
        "the list of open folders",
        "value",
        br#"[{"id":"a","root":"/a"}]"#,
    ),
];

/// A run whose conversation nothing tells any more is kept aside, with what belongs to it.
#[tokio::test(flavor = "multi_thread")]
async fn a_run_of_no_conversation_is_kept_aside_whole() {
    let dir = tempfile::tempdir().unwrap();
    let engine = filled(dir.path()).await;
    for message in ["add bread", "add milk"] {
        send(&engine, NewRun { message: message.into(), ..NewRun::default() }).await;
    }
    drop(engine);
    let of = "(SELECT id FROM runs WHERE message = 'add bread')";
    tamper(
        dir.path(),
        &format!(
            "INSERT INTO agent_runs SELECT id, '{{}}' FROM runs; DELETE FROM events WHERE run = {of};
             UPDATE runs SET session = CAST(x'ff' AS TEXT) WHERE message = 'add bread'"
        ),
    );
    let engine = open(dir.path(), false).await.unwrap();
    assert!(!engine.rebuild(true).await.unwrap().equal);
    sound(&engine).await;
    assert!(engine.verify().await.unwrap().ok);
    drop(engine);
    assert_eq!(kept(dir.path(), "message"), [b"add bread"]);
    assert_eq!(kept(dir.path(), "state"), [b"{}"]);
    let left: Vec<String> = {
        let db = database(dir.path());
        let mut rows = db.prepare("SELECT message FROM runs JOIN agent_runs ON run = id").unwrap();
        rows.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    assert_eq!(left, ["add milk"]);
    let engine = open(dir.path(), false).await.unwrap();
    assert!(engine.verify().await.unwrap().ok);
}

/// What is set, or opened, while the row cannot be read is put in its place: its bytes are kept first.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_written_over_damage_keeps_it_aside() {
    let week = |engine: &Engine, week| Settings { week_start: week, ..engine.settings() };
    let folder = tempfile::tempdir().unwrap();
    for (row, bytes) in [("settings", b"{x".as_slice()), ("workspaces", b"[1]"), ("settings", b"\xff")] {
        let dir = tempfile::tempdir().unwrap();
        let engine = filled(dir.path()).await;
        engine.open_workspace(folder.path(), user()).await.unwrap();
        engine.put_settings(week(&engine, WeekStart::Sunday), user()).await.unwrap();
        engine.put_settings(week(&engine, WeekStart::Saturday), user()).await.unwrap();
        drop(engine);
        assert_eq!(kept(dir.path(), "value"), Vec::<Vec<u8>>::new(), "what can be read is not kept");
        let text: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(
            tamper(dir.path(), &format!("UPDATE meta SET value = CAST(x'{text}' AS TEXT) WHERE key = '{row}'")),
            1
        );
        let engine = open(dir.path(), false).await.unwrap();
        assert_eq!((engine.settings().week_start, engine.workspaces().len()), (WeekStart::Saturday, 1), "{row}");
        let other = tempfile::tempdir().unwrap();
        match row {
            "settings" => drop(engine.put_settings(week(&engine, WeekStart::Monday), user()).await.unwrap()),
            _ => drop(engine.open_workspace(other.path(), user()).await.unwrap()),
        }
        // Once: the next one writes over what can be read.
        engine.put_settings(week(&engine, WeekStart::Sunday), user()).await.unwrap();
        let third = tempfile::tempdir().unwrap();
        engine.open_workspace(third.path(), user()).await.unwrap();
        assert!(engine.verify().await.unwrap().ok, "{row}");
        drop(engine);
        assert_eq!(kept(dir.path(), "value"), [bytes], "{row}");
        let engine = open(dir.path(), false).await.unwrap();
        let folders = if row == "settings" { 2 } else { 3 };
        assert_eq!((engine.settings().week_start, engine.workspaces().len()), (WeekStart::Sunday, folders), "{row}");
    }
}

/// An entry that was altered proves nothing, and hides none that was not.
#[tokio::test(flavor = "multi_thread")]
async fn damaged_settings_are_those_of_the_newest_entry_that_is_whole() {
    for altered in [0, 1, 25] {
        let dir = tempfile::tempdir().unwrap();
        let engine = filled(dir.path()).await;
        for megabytes in 1..=30 {
            let settings = Settings { session_megabytes: Megabytes(megabytes), ..engine.settings() };
            engine.put_settings(settings, user()).await.unwrap();
        }
        drop(engine);
        tamper(
            dir.path(),
            &format!(
                "DROP TRIGGER ledger_is_append_only_update; UPDATE meta SET value = '{{' WHERE key = 'settings';
                 UPDATE ledger SET event = replace(event, 'sessionMegabytes', 'x') WHERE seq IN
                     (SELECT seq FROM ledger WHERE kind = 'settings' ORDER BY seq DESC LIMIT {altered})"
            ),
        );
        let engine = open(dir.path(), false).await.unwrap();
        assert_eq!(engine.settings().session_megabytes, Megabytes(30 - altered), "{altered}");
    }
}

/// Of two rows of each list one is no text any more: the other is there, and so is what else happened in a run.
#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_is_no_text_hides_no_other() {
    let bad = "CAST(x'ff' AS TEXT)";
    let output = |n: u8, preview: &str| {
        format!(
            r#"INSERT INTO outputs VALUES
                ('out-{n}', NULL, NULL, 't', '{{}}', 1, '2026-01-01T00:00:00Z', 3, '{{"kind":"text","length":1}}', {preview}, 'b');"#
        )
    };
    let command =
        |n: u8, body: &str| format!("INSERT INTO command_runs VALUES ({n}, 'done', {body}, '2026-01-01T00:00:00Z');");
    let hit = "(SELECT min(id) FROM runs)";
    for damage in [
        format!("UPDATE sessions SET title = {bad} WHERE title = 'add bread'"),
        format!("UPDATE sessions SET pending = {bad} WHERE title = 'add bread'"),
        format!("UPDATE runs SET message = {bad} WHERE id = {hit}"),
        format!("UPDATE runs SET decision = {bad} WHERE id = {hit}"),
        format!("UPDATE runs SET status = {bad} WHERE id = {hit}"),
        format!("UPDATE runs SET finished_at = {bad} WHERE id = {hit}"),
        format!("UPDATE events SET body = {bad} WHERE n = 1 AND run = {hit}"),
        format!("UPDATE events SET body = '{{' WHERE n = 1 AND run = {hit}"),
        format!("INSERT INTO agent_runs SELECT id, {bad} FROM runs WHERE id = {hit}"),
        format!("{}{}", output(1, "'x'"), output(2, bad)),
        format!("{}{}", command(101, "'{}'"), command(102, bad)),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let engine = filled(dir.path()).await;
        let mut ids = Vec::new();
        for message in ["add bread", "add milk"] {
            ids.push(send(&engine, NewRun { message: message.into(), ..NewRun::default() }).await);
        }
        drop(engine);
        tamper(dir.path(), &damage);
        let engine = open(dir.path(), false).await.unwrap();
        let all = SessionQuery { limit: 9, ..SessionQuery::default() };
        let sessions = engine.sessions(&all).await.unwrap();
        assert_eq!(sessions.len(), if damage.contains("sessions") { 2 } else { 3 }, "{damage}: {sessions:?}");
        let milk = sessions.iter().find(|session| session.title == "add milk").unwrap();
        assert_eq!(engine.session(&milk.id).await.unwrap().runs.len(), 1, "{damage}");
        let said = SessionQuery { text: Some("milk".into()), ..all };
        assert_eq!(engine.sessions(&said).await.unwrap().len(), 1, "{damage}");
        if let Some(bread) = sessions.iter().find(|session| session.title == "add bread") {
            let shown = engine.session(&bread.id).await.unwrap().runs;
            assert_eq!(shown.len(), if damage.contains("runs SET") { 0 } else { 1 }, "{damage}: {shown:?}");
            let noted = shown.iter().any(|run| run.notes.iter().any(|note| note == UNREAD_EVENTS));
            assert_eq!(noted, damage.contains("events"), "{damage}: {shown:?}");
            engine.session_meter(&bread.id).await.unwrap();
            engine.transcript(&bread.id).await.unwrap();
        }
        let outputs = engine.outputs(None, &List::default()).await.unwrap();
        assert_eq!(outputs.outputs.len(), usize::from(damage.contains("outputs")), "{damage}");
        engine.command_runs(9).await.unwrap();
        assert!(!engine.verify().await.unwrap().ok, "{damage}");
        engine.rebuild(true).await.unwrap();
        assert!(engine.verify().await.unwrap().ok, "{damage}");
        assert_eq!(
            engine.sessions(&SessionQuery { limit: 9, ..SessionQuery::default() }).await.unwrap().len(),
            3,
            "{damage}"
        );
    }
}

/// What is no text any more is kept aside, and the conversation that others refer to stays.
#[tokio::test(flavor = "multi_thread")]
async fn words_that_are_no_text_are_mended() {
    for (damage, column) in [
        ("UPDATE runs SET message = CAST(x'ff' AS TEXT)", "message"),
        ("UPDATE runs SET text = CAST(x'ff' AS TEXT)", "text"),
        ("UPDATE sessions SET title = CAST(x'ff' AS TEXT)", "title"),
        ("UPDATE sessions SET pending = CAST(x'ff' AS TEXT)", "pending"),
        ("UPDATE runs SET decision = CAST(x'ff' AS TEXT)", "decision"),
        ("UPDATE runs SET session = CAST(x'ff' AS TEXT)", "session"),
        ("UPDATE events SET run = CAST(x'ff' AS TEXT)", "run"),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let engine = filled(dir.path()).await;
        let new = NewRun { message: "add bread".into(), ..Default::default() };
        send(&engine, new).await;
        drop(engine);
        let hit = tamper(dir.path(), damage);
        assert!(hit > 0, "{damage}");
        let engine = open(dir.path(), false).await.unwrap();
        assert!(!engine.verify().await.unwrap().ok, "{damage}");
        assert!(!engine.rebuild(true).await.unwrap().equal, "{damage}");
        sound(&engine).await;
        let query = SessionQuery { limit: 9, ..Default::default() };
        let sessions = engine.sessions(&query).await.unwrap();
        assert_eq!(sessions.len(), 2, "{damage}");
        // What was said in it is still said there.
        assert_eq!(sessions.iter().map(|session| session.runs).max(), Some(1), "{damage}");
        for session in sessions {
            engine.session(&session.id).await.unwrap();
        }
        drop(engine);
        assert_eq!(kept(dir.path(), column), vec![b"\xff"; hit], "{damage}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_row_beside_the_ledger_locks_nobody_out() {
    for (damage, told, column, bytes) in BESIDE {
        let dir = tempfile::tempdir().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let engine = filled(dir.path()).await;
        engine.open_workspace(folder.path(), user()).await.unwrap();
        let week = WeekStart::Sunday;
        let settings = Settings { week_start: week, ..engine.settings() };
        engine.put_settings(settings, user()).await.unwrap();
        let new = NewRun { message: "add bread".into(), ..Default::default() };
        send(&engine, new).await;
        let waiting = engine.open_sets().await.unwrap();
        assert_eq!(waiting, 2, "{damage}");
        drop(engine);
        let hit = tamper(dir.path(), damage);
        assert!(hit > 0, "{damage}");
        let engine = open(dir.path(), false).await.unwrap();
        assert_eq!(engine.restored(), None, "{damage}");
        assert_eq!(titles(&engine).len(), 2, "{damage}");
        assert_eq!(engine.open_sets().await.unwrap(), waiting, "{damage}");
        // What the ledger says of it holds.
        assert_eq!(engine.settings().week_start, week, "{damage}");
        assert_eq!(engine.workspaces().len(), 1, "{damage}");
        engine.sessions(&SessionQuery { limit: 9, ..Default::default() }).await.unwrap();
        engine.command_runs(9).await.unwrap();
        engine.images(None, None, false, (9, 0)).await.unwrap();
        edit(&engine, json!([{"op":"create","title":"three"}])).await;
        let report = engine.verify().await.unwrap();
        assert!(!report.ok && report.differences.iter().any(|d| d.contains(told)), "{damage}: {report:?}");
        let report = engine.rebuild(true).await.unwrap();
        assert!(!report.equal && report.differences.iter().any(|d| d.contains(told)), "{damage}: {report:?}");
        sound(&engine).await;
        assert!(engine.verify().await.unwrap().ok, "{damage}");
        drop(engine);
        // There are two conversations: each row once.
        assert_eq!(kept(dir.path(), column), vec![bytes; hit], "{damage}");
        let engine = open(dir.path(), false).await.unwrap();
        assert!(engine.verify().await.unwrap().ok, "{damage}");
        assert_eq!((engine.settings().week_start, engine.workspaces().len()), (week, 1), "{damage}");
        assert_eq!(titles(&engine).len(), 3, "{damage}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_todo_of_a_number_that_is_none_is_made_anew() {
    for number in [0, -1, -3_000] {
        let dir = tempfile::tempdir().unwrap();
        drop(filled(dir.path()).await);
        tamper(dir.path(), &format!("UPDATE todos SET id = {number} WHERE id = 1"));
        let refused = open(dir.path(), false).await.err().unwrap().body();
        assert!(refused.error == "damaged" && refused.message.contains(&format!("todo #{number}")), "{refused:?}");
        let engine = open(dir.path(), true).await.unwrap();
        as_before(&engine, "its number").await;
        drop(engine);
        sound(&open(dir.path(), false).await.unwrap()).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_runs_already_makes_it_anew_as_well() {
    for (damage, told, _) in DAMAGE {
        let dir = tempfile::tempdir().unwrap();
        let engine = filled(dir.path()).await;
        tamper(dir.path(), damage);
        assert_eq!(engine.verify().await.unwrap().broken, None, "{damage}");
        assert!(!log(&engine).await.unwrap().is_empty(), "{damage}");
        let found = engine.rebuild(false).await.unwrap();
        assert!(found.differences.iter().any(|d| d.contains(told)), "{damage}: {found:?}");
        let still = engine.rebuild(false).await.unwrap();
        assert_eq!(still, found, "to compare changes nothing: {damage}");
        engine.rebuild(true).await.unwrap();
        as_before(&engine, damage).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entry_that_is_damaged_is_named_wherever_it_is_met() {
    for (event, what) in [("CAST(x'7bff7d' AS TEXT)", "changed"), ("'{'", "changed")] {
        let dir = tempfile::tempdir().unwrap();
        drop(filled(dir.path()).await);
        let damage =
            format!("DROP TRIGGER ledger_is_append_only_update; UPDATE ledger SET event = {event} WHERE seq = 1");
        tamper(dir.path(), &damage);
        let engine = open(dir.path(), false).await.unwrap();
        let broken = engine.verify().await.unwrap().broken.unwrap();
        assert_eq!((broken.seq, broken.what.as_str()), (Seq(1), what), "{event}");
        assert_eq!(titles(&engine).len(), 2, "the todos are there all the same");
        let shown = log(&engine).await.unwrap();
        let damage: Vec<&str> = shown.iter().filter_map(|entry| entry.damage.as_deref()).collect();
        assert_eq!((shown.last().unwrap().seq, damage), (Seq(1), vec!["unreadable"]), "{event}");
        let told = engine.undo(Seq(1), None, Conflicts::Stop, user()).await.unwrap_err().body();
        assert_eq!(
            (told.error.as_str(), told.message.contains("ntry 1")),
            ("broken_ledger", true),
            "{event}: {told:?}"
        );
        let refused = engine.rebuild(true).await.unwrap_err().body();
        assert!(refused.message.contains("broken at entry 1"), "{event}: {refused:?}");
        for said in [told.hint.unwrap(), refused.hint.unwrap()] {
            assert!(!said.contains("is safe"), "{event}: {said}");
        }
        drop(engine);

        // With a row that cannot be read nothing can restore it: both are named.
        tamper(dir.path(), "UPDATE todos SET body = '{' WHERE id = 1");
        let told = open(dir.path(), true).await.err().unwrap().body();
        assert_eq!(told.error, "damaged");
        assert!(told.message.contains("todo #1") && told.message.contains("broken at entry 1"), "{event}: {told:?}");
        assert!(!told.hint.unwrap().contains("rebuild"), "{event}");
    }
}
