//! Todos of other products, brought in over a real SQLite file: each is a change set.

use crate::world::{bare, edit, request, sign_all, sound, titles, user};
use countersign_core::change_set::ItemStatus;
use countersign_core::ids::TodoId;
use countersign_core::wire::SetView;
use countersign_engine::{Conflicts, Engine, EngineError};
use countersign_interchange::Format;
use serde_json::json;
use std::path::Path;

async fn open(path: &Path) -> Engine {
    bare(path).in_new_york().open().await
}

#[tokio::test(flavor = "multi_thread")]
async fn dates_of_a_todoist_template_are_read_in_their_language() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    let typed = [
        ("jeden Montag", "de", "every Monday"),
        ("alle 2 Wochen am Dienstag um 9:00", "de", "every 2 weeks on Tuesday"),
        ("tous les jours", "fr", "every day"),
        ("chaque vendredi à 18h", "fr", "every Friday"),
        ("cada lunes", "es", "every Monday"),
        ("every 3rd friday", "en", "monthly on the third Friday"),
        ("every last friday", "", "monthly on the last Friday"),
        ("jeden Montag", "", "every Monday"),
    ];
    let rows: String = typed.iter().map(|(date, lang, _)| format!("task,{date},4,1,{date},{lang}\n")).collect();
    let csv = format!("TYPE,CONTENT,PRIORITY,INDENT,DATE,DATE_LANG\n{rows}task,once,4,1,5. Dezember 2099,de\n");
    let import = engine.import(None, Some("p.csv"), csv.clone(), user()).await.unwrap();
    assert_eq!(import.problems, []);
    let set = import.set.unwrap();
    engine.apply(set.id, request(&set, sign_all(&set)), user(), None).await.unwrap();
    let todos = engine.todos(|_| true);
    for (n, (phrase, language, rule)) in (1..).zip(typed) {
        let todo = todos.iter().find(|todo| todo.id == TodoId(n)).unwrap();
        assert_eq!(todo.recurrence.describe(), rule, "{phrase} in {language}");
    }
    assert_eq!(
        todos.iter().find(|todo| todo.title == "once").unwrap().scheduled_for,
        Some(jiff::civil::date(2099, 12, 5))
    );
    // Out again each is what was typed, in its language.
    let back = engine.export(Format::Todoist);
    for (phrase, language, _) in typed {
        let language = if language.is_empty() { "en" } else { language };
        assert!(language == "en" || back.contains(&format!(",{phrase},{language},")), "{phrase}: {back}");
    }
    assert!(back.contains(",2099-12-05,en,"), "{back}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_identity_is_never_here_twice() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    let file = |title: &str| {
        format!(
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VTODO\r\nUID:one@x\r\nSUMMARY:{title}\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
        )
    };
    let import = async |title: &str| engine.import(None, Some("a.ics"), file(title), user()).await.unwrap();
    let apply = async |set: &SetView| engine.apply(set.id, request(set, sign_all(set)), user(), None).await;
    let first = import("Alpha").await.set.unwrap();
    let same = import("Alpha").await;
    assert_eq!((same.set.is_none(), same.waits), (true, Some(first.id)), "just that waits already");
    let other = import("Alpha 2").await.set.unwrap();
    apply(&first).await.unwrap();
    assert_eq!(engine.change_set(other.id).await.unwrap().items[0].status, ItemStatus::Drifted);
    assert_eq!(apply(&other).await.unwrap_err().code(), "drifted");
    // Gone, brought in again, and the first one back: only in the place of the second.
    let deleted = edit(&engine, json!([{"op":"delete","id":1}])).await.entry.unwrap();
    let second = import("Alpha").await.set.unwrap();
    let brought = apply(&second).await.unwrap().entry.unwrap();
    let refused = engine.undo(deleted, None, Conflicts::Stop, user()).await.unwrap_err();
    let EngineError::UndoConflict(conflict) = refused else { panic!("{refused:?}") };
    assert_eq!(conflict.in_the_way.iter().map(|way| way.entry).collect::<Vec<_>>(), [brought]);
    assert_eq!(engine.undo(deleted, None, Conflicts::Keep, user()).await.unwrap_err().code(), "nothing_to_undo");
    let back = engine.undo(deleted, None, Conflicts::WithLater, user()).await.unwrap();
    apply(&back).await.unwrap();
    assert_eq!(titles(&engine), [(1, "Alpha".to_owned())]);
    assert!(engine.verify().await.unwrap().doubles.is_empty());
    sound(&engine).await;
}
