//! Every defect an operation can have, told by code and place.

use countersign_core::operation::parse::{list, operation};
use countersign_core::problem::{Problem, hint};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const DEFAULT_HINT: &str = "Correct the request";

fn told(problems: &[Problem]) -> Vec<(String, String)> {
    for problem in problems {
        assert!(
            !problem.message.is_empty() && !problem.hint.is_empty() && !problem.hint.starts_with(DEFAULT_HINT),
            "{problem:?}"
        );
        assert!(problem.message.len() < 400, "a hostile input is not sent back whole");
    }
    problems.iter().map(|p| (p.code.to_string(), p.path.clone().unwrap_or_default())).collect()
}

fn defects(op: &Value) -> Vec<(String, String)> {
    operation(op).map_or_else(|problems| told(&problems), |op| panic!("{op:?} is accepted"))
}

fn check(op: Value, expected: &[(&str, &str)]) {
    let expected: Vec<(String, String)> = expected.iter().map(|(c, p)| ((*c).to_owned(), (*p).to_owned())).collect();
    assert_eq!(defects(&op), expected, "{}", op.to_string().chars().take(200).collect::<String>());
}

fn with(base: &Value, key: &str, value: Value) -> Value {
    let mut op = base.clone();
    op[key] = value;
    op
}

/// Fields of create, update and set, with values that are not theirs.
fn bad_fields() -> Vec<(&'static str, &'static str, Vec<Value>)> {
    let long = |n: usize| json!("x".repeat(n));
    vec![
        (
            "title",
            "invalid_title",
            vec![
                json!(""),
                json!("  \t\n"),
                Value::Null,
                json!(7),
                json!("a\u{0}b"),
                long(501),
                json!("\u{200b}\u{feff}"),
                json!("\u{202e}"),
                json!("\u{7}"),
            ],
        ),
        ("notes", "invalid_notes", vec![json!(1), json!("\u{0}"), long(20_001)]),
        (
            "dueDate",
            "invalid_dueDate",
            vec![
                json!("2026-02-30"),
                json!("2026-11-31"),
                json!("tomorrow"),
                json!("2026-1-1"),
                json!("2026-11-23T00:00"),
                json!(20_261_123),
            ],
        ),
        ("completed", "invalid_completed", vec![json!("true"), json!(1), Value::Null]),
        ("status", "invalid_status", vec![json!("finished"), json!("Done"), Value::Null]),
        (
            "estimate",
            "invalid_estimate",
            vec![json!(0), json!(1441), json!(1.5), json!(-1), json!("30"), json!(u64::MAX)],
        ),
        (
            "labels",
            "invalid_labels",
            vec![
                json!([""]),
                json!([1]),
                json!([long(61)]),
                json!((0..21).map(|n| n.to_string()).collect::<Vec<_>>()),
                json!({}),
                json!(vec!["x"; 100_000]),
            ],
        ),
        (
            "checklist",
            "invalid_checklist",
            vec![
                json!("eggs"),
                json!([""]),
                json!([{ "title": "a", "colour": "b" }]),
                json!([{ "id": "1" }]),
                json!([{ "title": "a", "checked": "no" }]),
                json!([long(401)]),
                json!(vec!["x"; 201]),
                json!(vec!["x"; 100_000]),
            ],
        ),
    ]
}

/// The same, with codes of their own inside `set`.
fn bad_fields_by_place() -> Vec<(&'static str, Vec<Value>)> {
    vec![
        ("scheduledFor", vec![json!("2027-02-29"), json!("26-11-23"), json!(true), json!("2026-11-23 ")]),
        ("timeOfDay", vec![json!("24:00"), json!("9"), json!("9:5"), json!("09:00:00"), json!(900), json!("-1:00")]),
        ("priority", vec![json!("urgent"), json!(1), json!("")]),
        (
            "recurrence",
            vec![
                json!("daily"),
                json!({}),
                json!({ "type": "hourly" }),
                json!({ "type": "weekly", "byDay": ["XX"] }),
                json!({ "type": "daily", "interval": 0 }),
                json!({ "type": "monthly", "byMonthDay": [32] }),
                json!({ "type": "daily", "until": "2026-02-30" }),
                json!({ "type": "daily", "each": 2 }),
            ],
        ),
    ]
}

#[test]
fn bad_values() {
    let create = json!({ "op": "create", "title": "x", "scheduledFor": "2026-11-23" });
    let update = json!({ "op": "update", "id": 1 });
    let bulk = |key: &str, value: Value| json!({ "op": "bulk_update", "where": { "all": true }, "set": with(&json!({}), key, value) });
    for (key, code, values) in bad_fields() {
        for value in values {
            check(with(&create, key, value.clone()), &[(code, &format!("/{key}"))]);
            check(with(&update, key, value.clone()), &[(code, &format!("/{key}"))]);
            check(bulk(key, value), &[(code, &format!("/set/{key}"))]);
        }
    }
    for (key, values) in bad_fields_by_place() {
        for value in values {
            // Cleared and absent are the same when making one.
            if value != json!("") {
                check(with(&create, key, value.clone()), &[(&format!("invalid_{key}"), &format!("/{key}"))]);
            }
            check(with(&update, key, value.clone()), &[(&format!("invalid_{key}"), &format!("/{key}"))]);
            check(bulk(key, value), &[(&format!("invalid_set_{key}"), &format!("/set/{key}"))]);
        }
    }
    for (key, code) in [
        ("labels_add", "invalid_labels"),
        ("labels_remove", "invalid_labels"),
        ("checklist_add", "invalid_checklist"),
        ("checklist_check", "invalid_checklist"),
        ("checklist_uncheck", "invalid_checklist"),
    ] {
        check(with(&update, key, json!([""])), &[(code, &format!("/{key}"))]);
        check(with(&create, key, json!(["a"])), &[("unknown_field", &format!("/{key}"))]);
    }
}

#[test]
fn bad_operations() {
    for not_one in [Value::Null, json!([]), json!("create"), json!(1), json!("x".repeat(100_000))] {
        check(not_one, &[("invalid_operation", "")]);
    }
    for op in [
        json!({}),
        json!({ "op": 1 }),
        json!({ "op": "destroy" }),
        json!({ "op": "Create", "title": "x" }),
        json!({ "op": "x".repeat(100_000) }),
    ] {
        check(op, &[("invalid_op", "/op")]);
    }
    // Without op only what its fields leave no doubt about is read (S0-68).
    for op in [
        json!({ "id": 1 }),
        json!({ "completed": true }),
        json!({ "notes": "x" }),
        json!({ "id": 1, "labels": ["a"] }),
        json!({ "id": 1, "completed": true, "labels": [] }),
        json!({ "where": { "all": true }, "completed": true }),
        json!({ "op": null, "title": "x" }),
        json!({ "op": "", "title": "x" }),
    ] {
        check(op, &[("invalid_op", "/op")]);
    }
    check(json!({ "title": "" }), &[("invalid_title", "/title")]);
    check(json!({ "title": "x", "colour": "red" }), &[("unknown_field", "/colour")]);
    check(json!({ "id": 0, "title": "x" }), &[("missing_or_invalid_id", "/id")]);
    for id in [1.5, -1.0, 1e300] {
        check(json!({ "id": id, "title": "x" }), &[("missing_or_invalid_id", "/id")]);
    }
    let whole = |text: &str| operation(&serde_json::from_str(text).unwrap()).unwrap();
    for id in ["1.0", "1e0"] {
        assert_eq!(whole(&format!(r#"{{"id":{id},"title":"x"}}"#)), whole(r#"{"id":1,"title":"x"}"#), "{id}");
    }
    // Ours alone: nobody can send them.
    check(json!({ "op": "restore", "id": 1, "fields": { "title": "x" } }), &[("invalid_op", "/op")]);
    check(json!({ "op": "revive", "todo": { "id": 1, "title": "x" } }), &[("invalid_op", "/op")]);
    const ID: &str = "missing_or_invalid_id";
    for op in ["delete", "complete"] {
        check(json!({ "op": op }), &[(ID, "/id")]);
        for id in [
            Value::Null,
            json!(0),
            json!(-1),
            json!(1.5),
            json!(""),
            json!("x"),
            json!("-1"),
            json!("@"),
            json!("@0"),
            json!("@-1"),
            json!("@x"),
            json!([1]),
            json!(u64::MAX),
            json!("99999999999999999999"),
        ] {
            check(json!({ "op": op, "id": id }), &[(ID, "/id")]);
        }
    }
    check(json!({ "op": "create" }), &[("invalid_title", "/title")]);
    check(json!({ "op": "create", "id": 7, "title": "x" }), &[("unknown_field", "/id")]);
    check(
        json!({ "op": "create", "title": "x", "recurrence": { "type": "daily" } }),
        &[("missing_anchor_for_recurrence", "/scheduledFor")],
    );
    check(json!({ "op": "update", "id": 1 }), &[("nothing_to_change", "")]);
    check(json!({ "op": "update", "id": 1, "labels_add": [] }), &[("nothing_to_change", "")]);
    check(json!({ "op": "update", "id": 1, "tilte": "x" }), &[("unknown_field", "/tilte")]);
    check(json!({ "op": "update", "title": "x" }), &[(ID, "/id")]);
    check(json!({ "op": "complete", "id": 1, "completed": "yes" }), &[("invalid_completed", "/completed")]);
    check(json!({ "op": "complete", "id": 1, "title": "x" }), &[("unknown_field", "/title")]);
    check(json!({ "op": "delete", "action": "delete", "id": 1 }), &[("unknown_field", "/action")]);
    // Names as they are in a JSON pointer.
    check(json!({ "op": "delete", "id": 1, "a/b~c": 1 }), &[("unknown_field", "/a~1b~0c")]);
    check(
        json!({ "op": "delete", "id": 1, "y".repeat(100_000): 1 }),
        &[("unknown_field", &format!("/{}", "y".repeat(60)))],
    );
    check(json!({ "op": "set_status", "id": 1 }), &[("invalid_status", "/status")]);
    for status in ["blocked", "on_hold"] {
        for reason in [Value::Null, json!(""), json!("  ")] {
            check(
                json!({ "op": "set_status", "id": 1, "status": status, "reason": reason }),
                &[("missing_reason", "/reason")],
            );
        }
        check(json!({ "op": "create", "title": "x", "status": status }), &[("missing_reason", "/status")]);
        check(json!({ "op": "update", "id": 1, "status": status }), &[("missing_reason", "/status")]);
        check(
            json!({ "op": "bulk_update", "where": { "all": true }, "set": { "status": status } }),
            &[("missing_reason", "/set/status")],
        );
    }
    check(
        json!({ "op": "set_status", "id": 1, "status": "open", "reason": "x".repeat(2_001) }),
        &[("invalid_reason", "/reason")],
    );
    // Two words for one thing that say different things.
    for (status, completed) in [("done", false), ("open", true)] {
        check(
            json!({ "op": "create", "title": "x", "status": status, "completed": completed }),
            &[("invalid_completed", "/completed")],
        );
        check(
            json!({ "op": "update", "id": 1, "status": status, "completed": completed }),
            &[("invalid_completed", "/completed")],
        );
        check(
            json!({ "op": "bulk_update", "where": { "all": true }, "set": { "status": status, "completed": completed } }),
            &[("invalid_completed", "/set/completed")],
        );
    }
    for op in ["complete_occurrence", "skip_occurrence"] {
        check(json!({ "op": op, "id": 1 }), &[("invalid_occurrenceDate", "/occurrenceDate")]);
        check(
            json!({ "op": op, "id": 1, "occurrenceDate": "2026-02-30" }),
            &[("invalid_occurrenceDate", "/occurrenceDate")],
        );
    }
    check(
        json!({ "op": "skip_occurrence", "id": 1, "occurrenceDate": "2026-11-23", "completed": true }),
        &[("unknown_field", "/completed")],
    );
    let moving = json!({ "op": "move_occurrence", "id": 1, "occurrenceDate": "2026-11-23" });
    check(moving.clone(), &[("invalid_move", "/to")]);
    check(with(&moving, "to", json!({})), &[("invalid_move", "/to")]);
    check(with(&moving, "to", json!({ "date": null })), &[("invalid_move", "/to")]);
    check(with(&moving, "to", json!({ "date": "2026-11-31" })), &[("invalid_move", "/to/date")]);
    check(
        with(&moving, "to", json!({ "time": "25:00", "x": 1 })),
        &[("invalid_move", "/to/time"), ("unknown_field", "/to/x")],
    );
    check(json!({ "op": "undo" }), &[("invalid_undo", "")]);
    check(json!({ "op": "undo", "batch": [1] }), &[("invalid_undo", "/batch")]);
    // All at once, not the first one.
    check(
        json!({ "op": "update", "title": "", "dueDate": "x", "colour": 1 }),
        &[
            ("missing_or_invalid_id", "/id"),
            ("invalid_title", "/title"),
            ("invalid_dueDate", "/dueDate"),
            ("unknown_field", "/colour"),
        ],
    );
}

#[test]
fn bad_conditions() {
    let where_is = |w: Value, expected: &[(&str, &str)]| {
        check(json!({ "op": "bulk_delete", "where": w.clone() }), expected);
        check(json!({ "op": "bulk_update", "where": w, "set": { "priority": "low" } }), expected);
    };
    check(json!({ "op": "bulk_complete" }), &[("invalid_where_object", "/where")]);
    for nothing in [Value::Null, json!([]), json!("all"), json!({})] {
        where_is(nothing, &[("invalid_where_object", "/where")]);
    }
    for ids in [json!([]), json!(1), json!([0]), json!(["x"]), json!([1, null]), json!(["@1"])] {
        where_is(json!({ "ids": ids }), &[("invalid_where_ids", "/where/ids")]);
    }
    for key in ["text", "title_contains"] {
        for text in [json!(""), json!("  "), json!(1), Value::Null] {
            where_is(json!({ key: text }), &[("invalid_where_title_contains", &format!("/where/{key}"))]);
        }
    }
    for key in ["overdue", "completed", "repeating"] {
        for value in [json!("true"), json!(1), Value::Null] {
            where_is(json!({ key: value }), &[(&format!("invalid_where_{key}"), &format!("/where/{key}"))]);
        }
    }
    let range = |r: Value| json!({ "scheduled_range": r });
    for empty in [json!({}), json!({ "from": null, "to": null }), json!("2026-11-23"), json!(["2026-11-23"])] {
        where_is(range(empty.clone()), &[("invalid_where_scheduled_range", "/where/scheduled_range")]);
        where_is(json!({ "due_range": empty }), &[("invalid_where_due_range", "/where/due_range")]);
    }
    where_is(
        range(json!({ "from": "2026-02-30", "to": "2026-11-23" })),
        &[("invalid_where_scheduled_range_from", "/where/scheduled_range/from")],
    );
    where_is(range(json!({ "to": "x" })), &[("invalid_where_scheduled_range_to", "/where/scheduled_range/to")]);
    where_is(
        range(json!({ "from": "2026-11-24", "to": "2026-11-23" })),
        &[("invalid_where_scheduled_range_to", "/where/scheduled_range")],
    );
    where_is(
        range(json!({ "from": "2026-11-24", "til": "2026-11-23" })),
        &[("unknown_field", "/where/scheduled_range/til")],
    );
    where_is(json!({ "due_range": { "from": "2026-02-30" } }), &[("invalid_where_due_range", "/where/due_range/from")]);
    for value in [json!("urgent"), json!([]), json!(["low", 1]), json!(vec!["low"; 100_000]), Value::Null] {
        where_is(json!({ "priority": value }), &[("invalid_where_priority", "/where/priority")]);
    }
    for value in [json!("x"), json!([]), json!(vec!["open"; 100_000]), Value::Null] {
        where_is(json!({ "status": value }), &[("invalid_where_status", "/where/status")]);
    }
    for value in [json!([]), json!([""]), json!("#"), json!(1)] {
        where_is(json!({ "labels": value }), &[("invalid_where_labels", "/where/labels")]);
    }
    for value in [json!(false), json!("true"), Value::Null] {
        where_is(json!({ "all": value }), &[("invalid_where_all", "/where/all")]);
    }
    where_is(json!({ "all": true, "completed": true }), &[("invalid_where_all", "/where/all")]);
    where_is(json!({ "al": true }), &[("unknown_field", "/where/al")]);
    // A typo beside a good condition does not widen it.
    where_is(json!({ "priority": "low", "compelted": false }), &[("unknown_field", "/where/compelted")]);
    for none in [
        json!({ "op": "bulk_update", "where": { "all": true } }),
        json!({ "op": "bulk_update", "where": { "all": true }, "set": {} }),
        json!({ "op": "bulk_update", "where": { "all": true }, "set": [] }),
    ] {
        check(none, &[("missing_set", "/set")]);
    }
    check(
        json!({ "op": "bulk_update", "where": { "all": true }, "set": { "id": 4 } }),
        &[("unknown_field", "/set/id")],
    );
    check(
        json!({ "op": "bulk_update", "where": {}, "set": {} }),
        &[("invalid_where_object", "/where"), ("missing_set", "/set")],
    );
}

#[test]
fn bodies() {
    let check = |body: Value, code: &str| assert_eq!(told(&[list(body.clone()).unwrap_err()])[0].0, code, "{body}");
    check(json!("x"), "invalid_body");
    check(Value::Null, "invalid_body");
    for none in
        [json!({}), json!([]), json!({ "operations": [] }), json!({ "operations": null }), json!({ "ops": [1] })]
    {
        check(none, "missing_operations");
    }
    for strange in [json!({ "operations": {} }), json!({ "operations": "x" }), json!({ "actions": 1 })] {
        check(strange, "invalid_operations");
    }
    check(json!(vec![1; 10_001]), "too_many_operations");
    for good in [json!([1]), json!({ "operations": [1] }), json!({ "actions": [1] })] {
        assert_eq!(list(good.clone()).unwrap(), [json!(1)]);
    }
    // One operation by itself, with its name or without (S0-67).
    for one in [
        json!({ "op": "delete", "id": 1 }),
        json!({ "action": "paint" }),
        json!({ "type": "create" }),
        json!({ "title": "x" }),
        json!({ "id": 1, "completed": true }),
    ] {
        assert_eq!(list(one.clone()).unwrap(), std::slice::from_ref(&one));
    }
    for none in [json!({ "id": 1 }), json!({ "where": { "all": true } }), json!({ "completed": true })] {
        check(none, "missing_operations");
    }
    assert_eq!(list(json!(vec![1; 10_000])).unwrap().len(), 10_000);
}

/// Every code written in the sources has a hint of its own: a standing one, or one given on the spot.
#[test]
fn every_code_has_a_hint() {
    fn sources(dir: &std::path::Path, out: &mut Vec<String>) {
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, out);
            } else {
                out.push(std::fs::read_to_string(path).unwrap());
            }
        }
    }
    let mut texts = Vec::new();
    sources(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut texts);
    let mut codes = BTreeSet::new();
    for text in &texts {
        for (at, _) in text.match_indices("Problem::new(\"") {
            let rest = &text[at + "Problem::new(\"".len()..];
            let code = rest.split('"').next().unwrap();
            let statement = rest.split("Problem::new(").next().unwrap().split(';').next().unwrap();
            let given = statement.contains(".hinting(");
            assert!(given || !hint(code).starts_with(DEFAULT_HINT), "{code} has no hint");
            codes.insert(code);
        }
        // Codes handed on as an argument.
        for literal in text.split('"').filter(|l| {
            l.starts_with("invalid_") && l.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_') && !l.ends_with('_')
        }) {
            assert!(!hint(literal).starts_with(DEFAULT_HINT), "{literal} has no hint");
            codes.insert(literal);
        }
    }
    assert!(codes.len() > 50 && codes.contains("invalid_set_recurrence") && codes.contains("no_targets"), "{codes:?}");
}
