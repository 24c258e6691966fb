//! Todos and operations as proptest makes them up.

use crate::world::{day, rule, todo};
use countersign_core::ids::TodoId;
use countersign_core::todo::{Moved, Status, TimeOfDay, Todo};
use countersign_core::todos::Todos;
use jiff::ToSpan;
use jiff::civil::Date;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Value, json};

/// Numbers of todos that operations name; some of them are not there.
pub(crate) const TODOS: i64 = 7;

const TITLES: [&str; 9] = [
    "Buy milk",
    "buy  MILK",
    "Pay rent",
    "Ülker çağır",
    "שלום עולם",
    "👩‍👩‍👧 day",
    "e\u{301}te\u{301}",
    "a\u{202e}b\"\\\n",
    "Call ‘Ann’",
];
const LABELS: [&str; 4] = ["work", "Home", "résumé", "x y"];
const LINES: [&str; 3] = ["eggs", "Flour", "sugar"];

fn date() -> impl Strategy<Value = Date> {
    (0..24_i32).prop_map(|n| day("2026-11-14").checked_add(n.days()).unwrap())
}

fn time() -> impl Strategy<Value = &'static str> {
    select(vec!["00:00", "09:00", "14:30", "23:59"])
}

fn series() -> impl Strategy<Value = Value> {
    select(vec![
        json!({ "type": "daily" }),
        json!({ "type": "daily", "interval": 3, "anchor": "completion" }),
        json!({ "type": "weekly", "byDay": ["MO", "WE"] }),
        json!({ "type": "weekly", "interval": 2, "until": "2026-12-20" }),
        json!({ "type": "monthly", "byMonthDay": [-1] }),
        json!({ "type": "daily", "count": 5 }),
    ])
}

fn one() -> impl Strategy<Value = Todo> {
    let when = (
        proptest::option::weighted(0.7, date()),
        proptest::option::of(time()),
        proptest::option::of(date()),
        proptest::option::weighted(0.4, series()),
    );
    let what = (
        select(&TITLES[..]),
        select(vec!["", "notes", "long\nnotes"]),
        select(vec!["low", "medium", "high"]),
        select(vec!["open", "open", "in_progress", "blocked", "done", "rejected"]),
    );
    let lists = (
        subsequence(&LABELS[..], 0..=3),
        subsequence(&LINES[..], 0..=3),
        proptest::option::of(1..600_u32),
        any::<u8>(),
    );
    (when, what, lists).prop_map(|((scheduled, time, due, rule_json), (title, notes, priority, status), (labels, lines, estimate, bits))| {
        let mut made = todo(json!({ "id": 1, "title": title, "notes": notes, "priority": priority, "status": status, "labels": labels, "dueDate": due, "timeOfDay": time, "scheduledFor": scheduled, "estimate": estimate }));
        made.checklist = lines.iter().enumerate().map(|(i, l)| serde_json::from_value(json!({ "id": format!("Line{i}"), "title": l, "checked": bits >> i & 1 == 1 })).unwrap()).collect();
        if made.status == Status::Blocked {
            made.status_reason = Some("waiting".to_owned());
        }
        if bits & 8 != 0 {
            made.extra.insert("x-kept".to_owned(), json!({ "deep": [1, null, "\u{0}"] }));
        }
        if let (Some(start), Some(rule_json)) = (scheduled, rule_json) {
            made.recurrence = rule(rule_json);
            made.scheduled_for = made.recurrence.first(start);
            if made.status == Status::Done {
                made.status = Status::Open;
            }
            let dates: Vec<Date> = made.recurrence.iter(start).take(4).collect();
            made.completed_dates.extend(dates.first().filter(|_| bits & 16 != 0));
            made.skipped_dates.extend(dates.get(1).filter(|_| bits & 32 != 0));
            if let Some(orig) = dates.get(2).filter(|_| bits & 64 != 0) {
                made.moved.insert(*orig, Moved { date: orig.tomorrow().unwrap(), time: TimeOfDay::parse("11:00") });
            }
        }
        made
    })
}

/// Up to so many todos, numbered from 1.
pub(crate) fn any_todos() -> impl Strategy<Value = Todos> {
    proptest::collection::vec(one(), 0..=TODOS as usize).prop_map(numbered)
}

/// Exactly [`TODOS`] of them.
pub(crate) fn all_todos() -> impl Strategy<Value = Todos> {
    proptest::collection::vec(one(), TODOS as usize).prop_map(numbered)
}

fn numbered(list: Vec<Todo>) -> Todos {
    Todos::new((1..).zip(list).map(|(n, t)| Todo { id: TodoId(n), uid: format!("uid-{n}"), ..t }))
}

fn fields() -> impl Strategy<Value = serde_json::Map<String, Value>> {
    let field = prop_oneof![
        select(&TITLES[..]).prop_map(|t| ("title", json!(t))),
        select(vec!["", "new notes"]).prop_map(|t| ("notes", json!(t))),
        proptest::option::of(date()).prop_map(|d| ("scheduledFor", json!(d))),
        proptest::option::of(time()).prop_map(|t| ("timeOfDay", json!(t))),
        proptest::option::of(date()).prop_map(|d| ("dueDate", json!(d))),
        select(vec!["low", "medium", "high"]).prop_map(|p| ("priority", json!(p))),
        any::<bool>().prop_map(|c| ("completed", json!(c))),
        select(vec!["open", "in_progress", "rejected", "done"]).prop_map(|s| ("status", json!(s))),
        proptest::option::of(1..1440_u32).prop_map(|e| ("estimate", json!(e))),
        subsequence(&LABELS[..], 0..=2).prop_map(|l| ("labels", json!(l))),
        subsequence(&LABELS[..], 1..=2).prop_map(|l| ("labels_add", json!(l))),
        subsequence(&LABELS[..], 1..=2).prop_map(|l| ("labels_remove", json!(l))),
        subsequence(&LINES[..], 0..=2).prop_map(|l| ("checklist", json!(l))),
        select(&LINES[..]).prop_map(|l| ("checklist_add", json!([l]))),
        select(&LINES[..]).prop_map(|l| ("checklist_check", json!([l]))),
        select(vec!["line0", "Line0", "EGGS"]).prop_map(|l| ("checklist_uncheck", json!([l]))),
        series().prop_map(|r| ("recurrence", r)),
        Just(("recurrence", json!({ "type": "none" }))),
    ];
    proptest::collection::vec(field, 1..=3).prop_map(|list| {
        let mut map: serde_json::Map<String, Value> = list.into_iter().map(|(k, v)| (k.to_owned(), v)).collect();
        if map.contains_key("status") {
            map.remove("completed");
        }
        map
    })
}

fn with(op: &str, extra: Value, more: serde_json::Map<String, Value>) -> Value {
    let mut map = serde_json::Map::new();
    map.insert("op".to_owned(), json!(op));
    map.extend(extra.as_object().cloned().unwrap_or_default());
    map.extend(more);
    Value::Object(map)
}

pub(crate) fn any_create() -> impl Strategy<Value = Value> {
    (select(&TITLES[..]), date(), proptest::option::weighted(0.3, series()), subsequence(&LABELS[..], 0..=2), subsequence(&LINES[..], 0..=2)).prop_map(|(title, date, rule, labels, lines)| {
        json!({ "op": "create", "title": title, "scheduledFor": date, "recurrence": rule, "labels": labels, "checklist": lines })
    })
}

/// An operation on the todo that `id` is drawn from.
pub(crate) fn any_single(id: impl Strategy<Value = Value> + Clone) -> impl Strategy<Value = Value> {
    let at = id.clone();
    prop_oneof![
        6 => (id.clone(), fields()).prop_map(|(id, set)| with("update", json!({ "id": id }), set)),
        2 => id.clone().prop_map(|id| json!({ "op": "delete", "id": id })),
        2 => (id.clone(), any::<bool>()).prop_map(|(id, done)| json!({ "op": "complete", "id": id, "completed": done })),
        2 => (id.clone(), select(vec!["open", "groomed", "blocked", "rejected", "done"])).prop_map(|(id, s)| json!({ "op": "set_status", "id": id, "status": s, "reason": "since" })),
        3 => (id.clone(), date(), any::<bool>()).prop_map(|(id, d, done)| json!({ "op": "complete_occurrence", "id": id, "occurrenceDate": d, "completed": done })),
        2 => (id.clone(), date()).prop_map(|(id, d)| json!({ "op": "skip_occurrence", "id": id, "occurrenceDate": d })),
        2 => (at, date(), date(), proptest::option::of(time())).prop_map(|(id, d, to, time)| json!({ "op": "move_occurrence", "id": id, "occurrenceDate": d, "to": { "date": to, "time": time } })),
    ]
}

fn filter() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!({ "all": true })),
        subsequence((1..=TODOS).collect::<Vec<_>>(), 1..=3).prop_map(|ids| json!({ "ids": ids })),
        select(vec!["low", "medium", "high"]).prop_map(|p| json!({ "priority": p })),
        select(&LABELS[..]).prop_map(|l| json!({ "labels": [l] })),
        any::<bool>().prop_map(|c| json!({ "completed": c })),
        any::<bool>().prop_map(|o| json!({ "overdue": o, "repeating": false })),
        Just(json!({ "repeating": true })),
    ]
}

fn any_bulk() -> impl Strategy<Value = Value> {
    prop_oneof![
        (filter(), fields()).prop_map(|(w, set)| json!({ "op": "bulk_update", "where": w, "set": set })),
        (filter(), any::<bool>()).prop_map(|(w, done)| json!({ "op": "bulk_complete", "where": w, "completed": done })),
        filter().prop_map(|w| json!({ "op": "bulk_delete", "where": w })),
    ]
}

/// What a request may hold: also operations on todos that are not there, on what the request
/// itself makes, and things that are no operations.
pub(crate) fn any_operations() -> impl Strategy<Value = Vec<Value>> {
    let id =
        prop_oneof![6 => (1..=TODOS).prop_map(|n| json!(n)), 1 => (1..=3_u32).prop_map(|n| json!(format!("@{n}")))];
    let op = prop_oneof![
        3 => any_create(),
        9 => any_single(id),
        3 => any_bulk(),
        1 => select(vec![Value::Null, json!("complete"), json!({ "op": "delete" }), json!({ "op": "create", "title": " " })]),
    ];
    proptest::collection::vec(op, 1..=6)
}

/// Operations that have nothing to do with each other: each on a todo of its own, or making one.
pub(crate) fn independent_operations() -> impl Strategy<Value = Vec<Value>> {
    let each: Vec<_> = (1..=TODOS).map(|n| prop_oneof![any_single(Just(json!(n))), any_create()].boxed()).collect();
    each.prop_shuffle()
}
