//! What is accepted, how it is kept, and how it is labelled.

use crate::world::{draft, plain, todos};
use countersign_core::change_set::propose::Proposal;
use countersign_core::operation::Operation;
use countersign_core::operation::parse::{coerced, operation, stored};
use countersign_core::todos::Todos;
use serde_json::{Value, json};

/// Sent like this, kept like that; and what is kept reads back as it is.
#[test]
fn accepted() {
    let check = |sent: Value, kept: Value| {
        let op = operation(&sent).unwrap_or_else(|e| panic!("{sent}: {e:?}"));
        assert_eq!(op.to_value(), kept);
        assert_eq!(stored(&kept).unwrap(), op);
        assert_eq!(operation(&kept).unwrap(), op);
    };
    let same = |op: Value| check(op.clone(), op);
    for title in [
        "é",
        "e\u{301}",
        "שלום",
        "مرحبا ١٢",
        "👩‍👩‍👧‍👦",
        "🇩🇪",
        "日本語",
        "a\nb",
        "\u{202e}abc",
        "\"\\/",
        "<b>&amp;",
        "ß".repeat(500).as_str(),
    ] {
        same(json!({ "op": "create", "title": title }));
    }
    check(json!({ "op": "create", "title": " \u{a0} x \u{3000}" }), json!({ "op": "create", "title": "x" }));
    check(
        json!({ "action": "create", "title": "x", "notes": "", "timeOfDay": "", "scheduledFor": "", "priority": null, "dueDate": null }),
        json!({ "op": "create", "title": "x" }),
    );
    // The op that the fields leave no doubt about (S0-68).
    check(json!({ "title": "x" }), json!({ "op": "create", "title": "x" }));
    check(
        json!({ "title": "x", "scheduledFor": "2026-11-23", "priority": "HIGH" }),
        json!({ "op": "create", "title": "x", "scheduledFor": "2026-11-23", "priority": "high" }),
    );
    check(json!({ "id": 1, "completed": false }), json!({ "op": "complete", "id": 1, "completed": false }));
    check(json!({ "id": 1, "notes": "n" }), json!({ "op": "update", "id": 1, "notes": "n" }));
    check(
        json!({ "id": 1, "completed": true, "title": "x" }),
        json!({ "op": "update", "id": 1, "title": "x", "completed": true }),
    );
    check(coerced(&json!({ "type": "delete", "id": "12" })), json!({ "op": "delete", "id": 12 }));
    same(json!({ "op": "delete", "id": "@3" }));
    check(json!({ "op": "complete", "id": 1 }), json!({ "op": "complete", "id": 1, "completed": true }));
    check(
        json!({ "op": "create", "title": "x", "labels": ["a", "A", "#a", " # b ", "##"] }),
        json!({ "op": "create", "title": "x", "labels": ["a", "b"] }),
    );
    check(
        coerced(&json!({ "op": "update", "id": 1, "labels": "work" })),
        json!({ "op": "update", "id": 1, "labels": ["work"] }),
    );
    check(
        json!({ "op": "update", "id": 1, "scheduledFor": "", "timeOfDay": null, "notes": null, "priority": "High" }),
        json!({ "op": "update", "id": 1, "notes": "", "scheduledFor": null, "timeOfDay": null, "priority": "high" }),
    );
    same(json!({ "op": "update", "id": 1, "labels": [], "checklist": [] }));
    // A label that was there before it was refused can be taken away, and what was stored with it is read.
    same(json!({ "op": "update", "id": 1, "labels_remove": ["a\u{1b}[2J"] }));
    for old in [
        json!({ "op": "create", "title": "x", "labels": ["a\u{1b}[2J"] }),
        json!({ "op": "update", "id": 1, "labels": ["a\u{9b}31m"] }),
        json!({ "op": "update", "id": 1, "labels_add": ["a\nb"] }),
        json!({ "op": "bulk_update", "where": { "all": true }, "set": { "labels_add": ["a\u{7f}"] } }),
    ] {
        assert_eq!(stored(&old).unwrap().to_value(), old);
        assert_eq!(operation(&old).unwrap_err()[0].code, "invalid_labels", "{old}");
    }
    same(json!({ "op": "update", "id": 1, "completed": true, "status": "done" }));
    let rule = |r: Value| json!({ "op": "update", "id": 1, "recurrence": r });
    // What is not said of a rule is said nowhere: it is the old one's.
    check(
        rule(json!({ "type": "weekdays" })),
        rule(json!({ "type": "weekly", "interval": 1, "byDay": ["MO", "TU", "WE", "TH", "FR"] })),
    );
    check(
        rule(json!({ "type": "every_n_days", "intervalDays": 3, "until": null })),
        rule(json!({ "type": "daily", "interval": 3, "until": null })),
    );
    let none = json!({ "type": "none", "interval": 1, "byDay": [], "byMonthDay": [], "until": null, "count": null, "anchor": "schedule" });
    check(rule(Value::Null), rule(none));
    check(
        json!({ "op": "set_status", "id": 1, "status": "open", "reason": " " }),
        json!({ "op": "set_status", "id": 1, "status": "open" }),
    );
    check(json!({ "op": "undo", "batch": 17 }), json!({ "op": "undo", "batch": "17" }));
    check(
        coerced(
            &json!({ "op": "bulk_delete", "where": { "ids": ["3", 3], "priority": "low", "labels": "x", "status": "done" } }),
        ),
        json!({ "op": "bulk_delete", "where": { "ids": [3, 3], "priority": ["low"], "labels": ["x"], "status": ["done"] } }),
    );
    let ids: Vec<i64> = (1..=150_000).collect();
    same(json!({ "op": "bulk_delete", "where": { "ids": ids } }));
}

/// What the product makes of a planner's or an importer's operation can always be read back from
/// the ledger: what could not is shown as invalid instead of being stored.
#[test]
fn nothing_unreadable_is_stored() {
    let good = Operation::Delete { id: countersign_core::ids::TodoId(1).into() };
    assert_eq!(Proposal::of(good.clone(), "").op, Ok(good));
    let long = Operation::Create(countersign_core::operation::Draft { title: "x".repeat(501), ..Default::default() });
    let empty = Operation::BulkDelete { predicate: countersign_core::predicate::Predicate::ids([]) };
    for (op, code) in [(long, "invalid_title"), (empty, "invalid_where_ids")] {
        let (raw, problems) = Proposal::of(op.clone(), "").op.unwrap_err();
        assert_eq!((raw, problems[0].code.as_ref()), (op.to_value(), code));
    }
}

/// A label cannot be made to look like more than one operation (R23, R38).
#[test]
fn labels_show_what_they_are() {
    let check = |op: Value, label: &str| assert_eq!(draft(&[op], &plain(1)).items[0].label, label);
    check(json!({ "op": "create", "title": "a\nDelete \u{202e}b" }), "Add “a\u{240a}Delete \u{fffd}b”");
    check(json!({ "op": "create", "title": "a\u{2028}b\u{61c}" }), "Add “a\u{fffd}b\u{fffd}”");
    check(json!({ "op": "create", "title": "é".repeat(61) }), &format!("Add “{}…”", "é".repeat(60)));
    check(
        json!({ "op": "update", "id": 1, "labels_add": ["x\u{2028}Delete everything"] }),
        "Change “Todo 1”: add label “x\u{fffd}Delete everything”",
    );
    check(
        json!({ "op": "update", "id": 1, "checklist_add": ["\u{202e}x"] }),
        "Change “Todo 1”: add to checklist “\u{fffd}x”",
    );
    check(
        json!({ "op": "update", "id": 1, "checklist_add": ["milk, high priority”, date Mon 2026-12-07", "eggs"] }),
        "Change “Todo 1”: add to checklist “milk, high priority’, date Mon 2026-12-07”, “eggs”",
    );
    check(
        json!({ "op": "create", "title": "Pack", "notes": "n", "checklist": ["socks", "a”, “b"], "labels": ["x"], "status": "blocked" }),
        "Add “Pack”: blocked, label “x”, notes, checklist “socks”, “a’, ‘b”",
    );
    check(
        json!({ "op": "set_status", "id": 1, "status": "blocked", "reason": "a\tb" }),
        "Set “Todo 1” to blocked: “a\u{2409}b”",
    );
    check(
        json!({ "op": "update", "id": 1, "scheduledFor": "2026-11-27", "timeOfDay": "09:00", "estimate": null }),
        "Change “Todo 1”: date Fri 2026-11-27, time 09:00, no estimate",
    );
    check(json!({ "op": "complete", "id": 1, "completed": false }), "Reopen “Todo 1”");
    check(json!({ "op": "delete", "id": 99 }), "Delete “#99”");
}

/// A checklist that takes the place of another is called by what it does to the lines, and one to which a line comes
/// that is there says so.
#[test]
fn labels_of_a_checklist_say_what_goes_and_comes() {
    let line = |title: &str, checked: bool| json!({ "id": title, "title": title, "checked": checked });
    let there = todos(&[
        json!({ "id": 1, "title": "List", "checklist": [line("Milk", false), line("Eggs", true), line("Cheese", false)] }),
    ]);
    let check = |set: Value, label: &str, warned: bool| {
        let mut op = json!({ "op": "update", "id": 1 });
        op.as_object_mut().unwrap().extend(set.as_object().unwrap().clone());
        let item = draft(&[op], &there).items.remove(0);
        assert_eq!(item.label, format!("Change “List”: {label}"));
        assert_eq!(item.warnings.iter().any(|warning| warning.code == "line_exists"), warned, "{label}");
        // What takes lines off is looked at first.
        let stays = |title: &str| set["checklist"].as_array().is_none_or(|all| all.iter().any(|l| l["title"] == title));
        let takes = !["Milk", "Eggs", "Cheese"].into_iter().all(stays);
        assert_eq!(item.preselected, !warned && !takes, "{label}");
    };
    let list = |lines: &[Value]| json!({ "checklist": lines });
    let [milk, eggs, cheese] = [line("Milk", false), line("Eggs", true), line("Cheese", false)];
    check(list(&[milk.clone(), cheese.clone()]), "remove from checklist “Eggs”", false);
    check(list(&[line("Milk", true), line("Eggs", false), cheese.clone()]), "tick “Milk”, untick “Eggs”", false);
    check(
        list(&[milk.clone(), eggs.clone(), line("Ham", true)]),
        "remove from checklist “Cheese”, add to checklist “Ham”, tick “Ham”",
        false,
    );
    check(list(&[eggs.clone(), milk.clone(), cheese.clone()]), "checklist “Eggs”, “Milk”, “Cheese”", false);
    check(list(&[line("Ham", false)]), "checklist “Ham”", false);
    check(list(&[]), "no checklist", false);
    check(json!({ "checklist_add": ["milk"] }), "add to checklist “milk”", true);
    let twice = json!({ "id": "other", "title": "Milk", "checked": false });
    check(list(&[milk, eggs, cheese, twice]), "add to checklist “Milk”", true);
    check(json!({ "checklist_add": ["Ham"] }), "add to checklist “Ham”", false);
}

#[test]
fn what_is_no_operation_is_kept_as_it_came() {
    for raw in [json!("do it"), json!({ "op": "paint", "n": [1, null] }), json!([])] {
        let set = draft(std::slice::from_ref(&raw), &Todos::default());
        assert_eq!((set.items[0].raw.as_ref(), set.items[0].digest.len()), (Some(&raw), 32));
    }
}
