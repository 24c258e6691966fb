//! What the ledger keeps of a change reads back as it was, in today's shape and in the one before.

use crate::world::moment;
use countersign_core::change_set::Change;
use countersign_core::ids::{SetId, TodoId};
use countersign_core::ledger::{Event, ItemOutcome};
use countersign_core::todo::stored::Stored;
use countersign_core::todo::{Field, Todo};
use serde_json::{Value, json};

fn plain() -> Todo {
    Todo::new(TodoId(7), "uid-7".to_owned(), "Pay rent".to_owned(), moment().now)
}

/// A value of each field that is not its default.
fn value(field: Field) -> Value {
    match field {
        Field::Title => json!("Other “title” \u{0} 👩‍💻"),
        Field::Notes => json!("line\nline"),
        Field::ScheduledFor | Field::DueDate => json!("2026-11-30"),
        Field::TimeOfDay => json!("09:15"),
        Field::Priority => json!("high"),
        Field::Status => json!("blocked"),
        Field::StatusReason => json!("waits"),
        Field::Estimate => json!(45),
        Field::Labels => json!(["home", ""]),
        Field::Checklist => json!([{ "id": "c1", "title": "first", "checked": true }]),
        Field::Recurrence => json!({ "type": "weekly", "interval": 2, "byDay": ["MO", "TH"], "until": "2027-01-01" }),
        Field::CompletedDates | Field::SkippedDates => json!(["2026-11-23", "2026-11-26"]),
        Field::Moved => json!({ "2026-11-30": { "date": "2026-12-01", "time": "10:30" } }),
        Field::Extra => json!({ "X-APPLE": { "nested": [1, 2.5, null], "big": u64::MAX } }),
    }
}

fn with(fields: &[Field]) -> Todo {
    let mut todo = plain();
    for field in fields {
        todo.set(*field, &value(*field)).unwrap();
    }
    todo
}

/// Through the text of a ledger entry and back; with that text.
fn through_the_ledger(change: &Change) -> (Change, Value) {
    let items = vec![ItemOutcome {
        n: 1,
        label: "x".into(),
        ok: true,
        changes: vec![change.clone()],
        files: Vec::new(),
        command: None,
        rule: None,
        unknown: false,
        put_back: false,
        still_signed: false,
        problem: None,
    }];
    let text = serde_json::to_string(&Event::Applied { set: SetId(1), items, direct: None, left: Vec::new() }).unwrap();
    let written: Value = serde_json::from_str(&text).unwrap();
    let Event::Applied { mut items, .. } = serde_json::from_str(&text).unwrap() else { panic!("{text}") };
    (items.remove(0).changes.remove(0), written["items"][0]["changes"][0].clone())
}

#[test]
fn a_stored_todo_reads_back_whole_and_holds_no_defaults() {
    let mut all = vec![plain(), with(&Field::ALL)];
    all.extend(Field::ALL.iter().map(|f| with(&[*f])));
    all.extend(Field::ALL.iter().map(|f| with(&Field::ALL.into_iter().filter(|g| g != f).collect::<Vec<_>>())));
    for todo in all {
        let text = serde_json::to_string(&Stored(&todo)).unwrap();
        assert_eq!(serde_json::from_str::<Todo>(&text).unwrap(), todo, "{text}");
        assert_eq!(serde_json::from_str::<Todo>(&serde_json::to_string(&todo).unwrap()).unwrap(), todo);
    }
    let text = serde_json::to_value(Stored(&plain())).unwrap();
    let keys: Vec<&str> = text.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["id", "uid", "title", "version", "createdAt", "updatedAt"]);
}

#[test]
fn a_change_keeps_what_was_there_and_what_differs() {
    let full = with(&Field::ALL);
    for field in Field::ALL {
        for (before, after) in [(plain(), with(&[field])), (with(&[field]), plain())] {
            let after = Todo { version: 2, ..after };
            let change = Change { id: TodoId(7), before: Some(before), after: Some(after) };
            let (read, written) = through_the_ledger(&change);
            assert_eq!(read, change, "{written}");
            let set: Vec<&str> = written["set"].as_object().unwrap().keys().map(String::as_str).collect();
            assert_eq!(set, [field.name(), "version"]);
        }
    }
    for (before, after) in [
        (None, None),
        (None, Some(full.clone())),
        (Some(full.clone()), None),
        (Some(full.clone()), Some(plain())),
        (Some(plain()), Some(full.clone())),
        (Some(full.clone()), Some(full.clone())),
        // An import may bring another uid or birthday under the same number: then all of it is kept.
        (Some(full.clone()), Some(Todo { uid: "other".into(), ..full.clone() })),
        (Some(full.clone()), Some(Todo { created_at: jiff::Timestamp::UNIX_EPOCH, ..full.clone() })),
        (Some(full.clone()), Some(Todo { updated_at: jiff::Timestamp::UNIX_EPOCH, version: 9, ..plain() })),
    ] {
        let change = Change { id: TodoId(7), before, after };
        let (read, written) = through_the_ledger(&change);
        assert_eq!(read, change, "{written}");
    }
}

#[test]
fn the_shape_before_is_read_and_a_broken_one_is_an_error() {
    let (before, after) = (plain(), with(&Field::ALL));
    let old = json!({ "id": 7, "before": before, "after": after });
    let read: Change = serde_json::from_value(old).unwrap();
    assert_eq!(read, Change { id: TodoId(7), before: Some(plain()), after: Some(with(&Field::ALL)) });
    for broken in [
        json!({ "id": 7, "set": { "title": "x" } }),
        json!({ "id": 7, "before": before, "set": { "colour": "red" } }),
        json!({ "id": 7, "before": before, "set": { "title": 5 } }),
        json!({ "id": 7, "before": before, "set": { "version": -1 } }),
        json!({ "before": before }),
    ] {
        serde_json::from_value::<Change>(broken.clone()).expect_err(&broken.to_string());
    }
}
