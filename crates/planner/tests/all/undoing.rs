//! Taking back in words: the last, the last few, those since a time, and taking that back again.

use crate::kept::world;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Answer, Context, Decision, interpret};
use serde_json::{Value, json};

/// A Saturday, ten in the morning in New York: three in the afternoon by the history's clock.
fn said(text: &str, history: &Value) -> Answer {
    let clock = Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York");
    let context: Context = serde_json::from_value(json!({ "history": history })).unwrap();
    interpret(text, &world("gym | yoga"), &clock, &context)
}

fn taken(text: &str, history: &Value) -> Vec<String> {
    said(text, history).ops.iter().map(|op| op.to_value()["batch"].as_str().unwrap_or_default().to_owned()).collect()
}

fn changes() -> Value {
    let deletes = |(n, at): (usize, &str)| {
        let id = 50 + n;
        json!({ "batch": n.to_string(), "at": at, "ops": [{ "op": "delete", "id": id, "before": { "id": id, "title": "Rent" } }] })
    };
    let at = ["2026-11-16T15:00:00Z", "2026-11-20T23:00:00Z", "2026-11-21T13:00:00Z", "2026-11-21T14:30:00Z"];
    at.into_iter().enumerate().map(|(n, at)| deletes((n + 1, at))).collect()
}

#[test]
fn the_last_few_are_taken_back_in_every_language() {
    for text in [
        "undo the last 3 changes",
        "mach die letzten 3 Änderungen rückgängig",
        "mache die letzten drei Änderungen rückgängig",
        "die letzten drei Aktionen rückgängig machen",
        "deshaz los últimos 3 cambios",
        "deshaz los tres últimos cambios",
        "deshacer las últimas tres acciones",
        "annule les 3 dernières modifications",
        "annule les trois derniers changements",
        "anulează ultimele 3 modificări",
        "anulează ultimele trei schimbări",
    ] {
        assert_eq!(taken(text, &changes()), ["4", "3", "2"], "{text}: {:?}", said(text, &changes()));
    }
}

#[test]
fn what_was_done_since_a_time_is_taken_back() {
    for (text, want) in [
        ("undo everything since 9am", vec!["4"]),
        ("undo everything since 7:30", vec!["4", "3"]),
        ("undo all changes since 9:00", vec!["4"]),
        ("undo everything I did today", vec!["4", "3"]),
        ("undo everything from today", vec!["4", "3"]),
        ("undo everything since yesterday", vec!["4", "3", "2"]),
        ("undo everything I did yesterday", vec!["2"]),
        ("undo everything since wednesday", vec!["4", "3", "2"]),
        ("undo everything since monday", vec!["4", "3", "2", "1"]),
        ("undo all deletions since yesterday", vec!["4", "3", "2"]),
    ] {
        assert_eq!(taken(text, &changes()), want, "{text}: {:?}", said(text, &changes()));
    }
    let none = said("undo everything since 9:45", &changes());
    assert_eq!((none.decision, none.ops.len()), (Decision::Clarify, 0), "{none:?}");
    let whole: Value = (1..=50)
        .map(|n| json!({ "batch": n.to_string(), "at": "2026-11-21T13:00:00Z", "ops": [{ "op": "delete", "id": n }] }))
        .collect();
    // There may be more than can be told.
    assert_eq!(said("undo everything since yesterday", &whole).decision, Decision::Clarify);
}

#[test]
fn what_was_taken_back_last_is_brought_back() {
    let mut history = changes();
    let undo = |n: u32| json!({ "batch": n.to_string(), "at": "2026-11-21T14:40:00Z", "ops": [{ "op": "undo" }] });
    history.as_array_mut().unwrap().extend([undo(5), undo(6)]);
    for text in [
        "redo",
        "redo that",
        "Redo the last change.",
        "undo the undo",
        "wiederherstellen",
        "rehacer",
        "rehaz",
        "refaire",
        "rétablir",
        "refă",
        "refă asta",
    ] {
        assert_eq!(taken(text, &history), ["6"], "{text}: {:?}", said(text, &history));
        let none = said(text, &changes());
        assert_eq!((none.decision, none.warnings), (Decision::Chat, vec!["nothing_to_redo".to_owned()]), "{text}");
    }
    // Saying undo again goes further back.
    assert_eq!(taken("undo", &history), ["4"]);
    for text in ["redo the kitchen floor", "redo gym"] {
        assert!(!taken(text, &history).contains(&"6".to_owned()), "{text}");
    }
}

/// A deletion, a rescheduling, a completion, a renaming and a skipped day, oldest first.
fn various() -> Value {
    let at = |minute: usize| format!("2026-11-21T14:{minute}:00Z");
    let gym = json!({ "id": 1, "title": "gym" });
    json!([
        { "batch": "gone", "at": at(10), "ops": [{ "op": "delete", "id": 20, "before": { "id": 20, "title": "Old draft" } }] },
        { "batch": "moved", "at": at(11), "ops": [{ "op": "update", "id": 2, "before": { "id": 2, "title": "yoga", "scheduledFor": "2026-11-24" } }] },
        { "batch": "done", "at": at(12), "ops": [{ "op": "complete", "id": 2, "before": { "id": 2, "title": "yoga" } }] },
        { "batch": "named", "at": at(13), "ops": [{ "op": "update", "id": 1, "before": { "id": 1, "title": "sports" } }] },
        { "batch": "left", "at": at(14), "ops": [{ "op": "skip_occurrence", "id": 1, "before": gym }] },
    ])
}

#[test]
fn a_kind_of_change_is_what_it_changed() {
    for (text, want) in [
        ("undo the rename", vec!["named"]),
        ("undo the move", vec!["moved"]),
        ("undo the rescheduling", vec!["moved"]),
        ("undo the priority change", vec![]),
        ("unskip the gym", vec!["left"]),
        ("I didn't mean to delete old draft", vec!["gone"]),
        ("undo the first change", vec!["gone"]),
        ("undo the first two", vec!["gone", "moved"]),
        ("undo the delete and the move", vec!["gone", "moved"]),
        ("undo the rename and the completion of yoga", vec!["named", "done"]),
        ("undo the delete and the creation", vec![]),
        ("undo that and the one before", vec!["left", "named"]),
        ("undo the last one and the one before that", vec!["left", "named"]),
    ] {
        assert_eq!(taken(text, &various()), want, "{text}: {:?}", said(text, &various()));
    }
}

#[test]
fn all_of_a_kind_are_taken_back() {
    for text in [
        "undo all the deletes",
        "undo everything I deleted",
        "restore everything I deleted",
        "bring back all deleted todos",
    ] {
        assert_eq!(taken(text, &changes()), ["4", "3", "2", "1"], "{text}: {:?}", said(text, &changes()));
    }
    assert_eq!(taken("undo the first delete", &changes()), ["1"]);
    assert_eq!(taken("bring back what I deleted", &changes()), ["4"]);
}

#[test]
fn which_time_was_taken_is_told_where_the_words_may_mean_another() {
    for (text, want) in [
        ("undo everything since noon", vec!["since_yesterday"]),
        ("undo everything since saturday", vec!["since_last_week"]),
        ("undo everything since 9am", vec![]),
        ("undo everything since friday", vec![]),
        ("undo everything since yesterday", vec![]),
    ] {
        assert_eq!(said(text, &changes()).warnings, want, "{text}");
    }
}

/// What going back in the history took back stands again when that is taken back itself: several at once would be others.
#[test]
fn going_back_is_taken_back_by_itself() {
    let mut history = changes();
    history[2]["ops"][0]["op"] = json!("rewind");
    for text in ["undo the last 3 changes", "undo everything since 9am yesterday", "undo the last 2 changes"] {
        let answer = said(text, &history);
        assert_eq!((answer.decision, taken(text, &history)), (Decision::Clarify, Vec::new()), "{text}");
    }
    assert_eq!(taken("undo", &history), ["4"]);
    assert_eq!(taken("undo the rewind", &history), ["3"]);
}
