//! What each operation does to each kind of todo (TODOS.md, S0-76…78), on 2026-11-21.

use crate::world::{World, moment, now, plain, todo, todos};
use countersign_core::effect::{Fresh, Working};
use countersign_core::ids::TodoId;
use countersign_core::operation::parse::operation;
use countersign_core::todo::Field;
use countersign_core::todos::{Todos, View};
use serde_json::{Value, json};

fn single() -> Value {
    json!({ "id": 1, "title": "Pay rent", "scheduledFor": "2026-11-23", "labels": ["Home"], "checklist": [{ "id": "L1", "title": "Eggs", "checked": false }] })
}

fn done() -> Value {
    json!({ "id": 1, "title": "Paid", "status": "done" })
}

fn blocked() -> Value {
    json!({ "id": 1, "title": "Stuck", "status": "blocked", "statusReason": "rain" })
}

/// Mondays and Wednesdays since 16 November: the 16th done, the 18th skipped, the 23rd moved to the 24th.
fn series() -> Value {
    json!({ "id": 1, "title": "Gym", "scheduledFor": "2026-11-16", "timeOfDay": "08:00", "recurrence": { "type": "weekly", "byDay": ["MO", "WE"] },
        "completedDates": ["2026-11-16"], "skippedDates": ["2026-11-18"], "moved": { "2026-11-23": { "date": "2026-11-24", "time": null } } })
}

/// Every third day after it was done.
fn after_done() -> Value {
    json!({ "id": 1, "title": "Water plants", "scheduledFor": "2026-11-20", "recurrence": { "type": "daily", "interval": 3, "anchor": "completion" } })
}

/// The fields that the operation gives new values, or the code with which it is refused. Nothing
/// else changes, and doing it again changes nothing more.
fn check(before: Value, op: Value, expected: Result<Value, &str>) {
    let todos = todos(std::slice::from_ref(&before));
    let read = operation(&op).unwrap_or_else(|e| panic!("{op}: {e:?}"));
    let mut working = Working::new(&todos);
    let got = working.run(1, &read, moment(), &mut Fresh::provisional());
    let was = todos.todo(TodoId(1)).unwrap();
    match (got, expected) {
        (Ok(changes), Ok(expected)) => {
            let mut fields = json!({});
            for change in &changes {
                let after = change.after.as_ref().unwrap();
                assert_eq!(
                    (change.id, change.before.as_ref(), after.version, after.updated_at),
                    (TodoId(1), Some(was), was.version + 1, now())
                );
                for field in was.diff(after) {
                    fields[field.name()] = after.get(field);
                }
            }
            assert_eq!(fields, expected, "{op} on {before}");
            let again = working.run(2, &read, moment(), &mut Fresh::provisional());
            assert_eq!(again.map_err(|p| p.code), Ok(vec![]), "{op} twice");
        }
        (Err(problem), Err(expected)) => {
            assert_eq!(problem.code, expected, "{op} on {before}");
            assert!(!problem.hint.is_empty() && !problem.message.is_empty());
        }
        (got, expected) => panic!("{op} on {before}: {got:?}, not {expected:?}"),
    }
}

#[test]
fn update() {
    let op = |k: &str, v: Value| {
        let mut op = json!({ "op": "update", "id": 1 });
        op[k] = v;
        op
    };
    check(single(), op("title", json!("  Pay the rent ")), Ok(json!({ "title": "Pay the rent" })));
    check(single(), op("title", json!("Pay rent")), Ok(json!({})));
    check(single(), op("notes", Value::Null), Ok(json!({})));
    check(single(), op("scheduledFor", Value::Null), Ok(json!({ "scheduledFor": null })));
    check(single(), op("dueDate", json!("2026-11-30")), Ok(json!({ "dueDate": "2026-11-30" })));
    check(single(), op("timeOfDay", json!("7:30")), Ok(json!({ "timeOfDay": "07:30" })));
    check(single(), op("estimate", json!(90)), Ok(json!({ "estimate": 90 })));
    check(single(), op("priority", json!("HIGH")), Ok(json!({ "priority": "high" })));
    check(single(), op("labels_add", json!(["home", "#work", "WORK"])), Ok(json!({ "labels": ["Home", "work"] })));
    check(single(), op("labels_remove", json!(["HOME"])), Ok(json!({ "labels": [] })));
    check(
        single(),
        op("checklist_check", json!(["eggs"])),
        Ok(json!({ "checklist": [{ "id": "L1", "title": "Eggs", "checked": true }] })),
    );
    check(
        single(),
        op("checklist_check", json!(["L1"])),
        Ok(json!({ "checklist": [{ "id": "L1", "title": "Eggs", "checked": true }] })),
    );
    check(single(), op("checklist_uncheck", json!(["L1"])), Ok(json!({})));
    check(single(), op("checklist_check", json!(["Milk"])), Err("checklist_item_not_found"));
    check(single(), op("completed", json!(true)), Ok(json!({ "status": "done" })));
    check(done(), op("completed", json!(false)), Ok(json!({ "status": "open" })));
    check(blocked(), op("status", json!("in_progress")), Ok(json!({ "status": "in_progress", "statusReason": null })));
    check(blocked(), op("status", json!("done")), Ok(json!({ "status": "done", "statusReason": null })));
    check(blocked(), op("completed", json!(false)), Ok(json!({})));
}

#[test]
fn update_of_a_rule() {
    let weekly = json!({ "type": "weekly", "interval": 1, "byDay": ["FR"], "byMonthDay": [], "until": null, "count": null, "anchor": "schedule" });
    let none = json!({ "type": "none", "interval": 1, "byDay": [], "byMonthDay": [], "until": null, "count": null, "anchor": "schedule" });
    let op = |rule: Value| json!({ "op": "update", "id": 1, "recurrence": rule });
    // The start is the first date of the rule.
    check(
        single(),
        op(json!({ "type": "weekly", "byDay": ["FR"] })),
        Ok(json!({ "recurrence": weekly, "scheduledFor": "2026-11-27" })),
    );
    check(
        series(),
        json!({ "op": "update", "id": 1, "scheduledFor": "2026-11-26" }),
        Ok(json!({ "scheduledFor": "2026-11-30" })),
    );
    check(
        series(),
        op(Value::Null),
        Ok(json!({ "recurrence": none, "completedDates": [], "skippedDates": [], "moved": {} })),
    );
    check(
        series(),
        op(json!({ "type": "weekly", "byDay": ["MO", "WE"], "until": "2026-11-01" })),
        Err("invalid_recurrence"),
    );
    check(series(), json!({ "op": "update", "id": 1, "scheduledFor": null }), Err("missing_anchor_for_recurrence"));
    check(json!({ "id": 1, "title": "x" }), op(json!({ "type": "daily" })), Err("missing_anchor_for_recurrence"));
    // Absent is unchanged (R6), the end of a series that gets another rule too.
    let mut ending = series();
    ending["recurrence"]["until"] = json!("2026-12-31");
    let tuesdays = |until: Value| json!({ "type": "weekly", "interval": 1, "byDay": ["TU"], "byMonthDay": [], "until": until, "count": null, "anchor": "schedule" });
    for (rule, until) in [
        (json!({ "type": "weekly", "byDay": ["TU"] }), json!("2026-12-31")),
        (json!({ "type": "weekly", "byDay": ["TU"], "until": null }), Value::Null),
        (json!({ "type": "weekly", "byDay": ["TU"], "until": "2027-01-31" }), json!("2027-01-31")),
    ] {
        let new = json!({ "recurrence": tuesdays(until), "scheduledFor": "2026-11-17" });
        check(ending.clone(), op(rule), Ok(new));
    }
    check(series(), json!({ "op": "update", "id": 1, "title": "Swim" }), Ok(json!({ "title": "Swim" })));
    // A series is never done as a whole.
    check(
        series(),
        json!({ "op": "update", "id": 1, "completed": true }),
        Err("use_complete_occurrence_for_repeating"),
    );
    check(series(), json!({ "op": "update", "id": 1, "status": "done" }), Err("use_complete_occurrence_for_repeating"));
    check(series(), json!({ "op": "update", "id": 1, "completed": false, "notes": "n" }), Ok(json!({ "notes": "n" })));
    let mut paid = done();
    paid["scheduledFor"] = json!("2026-11-27");
    check(paid.clone(), op(json!({ "type": "weekly", "byDay": ["FR"] })), Err("use_complete_occurrence_for_repeating"));
    check(
        paid.clone(),
        json!({ "op": "update", "id": 1, "recurrence": { "type": "weekly", "byDay": ["FR"] }, "completed": false }),
        Ok(json!({ "recurrence": weekly, "status": "open" })),
    );
    // An import may hold one that is; it can be opened.
    paid["recurrence"] = weekly;
    check(paid.clone(), json!({ "op": "set_status", "id": 1, "status": "open" }), Ok(json!({ "status": "open" })));
    check(paid.clone(), json!({ "op": "update", "id": 1, "completed": false }), Ok(json!({ "status": "open" })));
    check(paid, json!({ "op": "update", "id": 1, "priority": "low" }), Ok(json!({ "priority": "low" })));
}

#[test]
fn complete_and_status() {
    let complete = |completed: bool| json!({ "op": "complete", "id": 1, "completed": completed });
    check(single(), json!({ "op": "complete", "id": 1 }), Ok(json!({ "status": "done" })));
    check(done(), complete(true), Ok(json!({})));
    check(done(), complete(false), Ok(json!({ "status": "open" })));
    check(single(), complete(false), Ok(json!({})));
    check(blocked(), complete(true), Ok(json!({ "status": "done", "statusReason": null })));
    check(series(), complete(true), Err("use_complete_occurrence_for_repeating"));
    check(series(), complete(false), Err("use_complete_occurrence_for_repeating"));
    let status = |s: &str, reason: Value| json!({ "op": "set_status", "id": 1, "status": s, "reason": reason });
    check(
        single(),
        status("on_hold", json!("  no money ")),
        Ok(json!({ "status": "on_hold", "statusReason": "no money" })),
    );
    check(blocked(), status("blocked", json!("snow")), Ok(json!({ "statusReason": "snow" })));
    check(blocked(), status("open", Value::Null), Ok(json!({ "status": "open", "statusReason": null })));
    check(single(), status("done", Value::Null), Ok(json!({ "status": "done" })));
    check(done(), status("rejected", Value::Null), Ok(json!({ "status": "rejected" })));
    check(series(), status("done", Value::Null), Err("use_complete_occurrence_for_repeating"));
    check(series(), status("on_hold", json!("holiday")), Ok(json!({ "status": "on_hold", "statusReason": "holiday" })));
}

#[test]
fn single_dates_of_a_series() {
    let op = |op: &str, date: &str| json!({ "op": op, "id": 1, "occurrenceDate": date });
    let open = |date: &str| json!({ "op": "complete_occurrence", "id": 1, "occurrenceDate": date, "completed": false });
    let moved = json!({ "2026-11-23": { "date": "2026-11-24", "time": null } });
    check(
        series(),
        op("complete_occurrence", "2026-11-25"),
        Ok(json!({ "completedDates": ["2026-11-16", "2026-11-25"] })),
    );
    check(series(), op("complete_occurrence", "2026-11-16"), Ok(json!({})));
    check(series(), open("2026-11-16"), Ok(json!({ "completedDates": [] })));
    check(series(), open("2026-11-25"), Ok(json!({})));
    check(
        series(),
        op("complete_occurrence", "2026-11-18"),
        Ok(json!({ "completedDates": ["2026-11-16", "2026-11-18"], "skippedDates": [] })),
    );
    // By the date it was moved to, or by its own.
    for date in ["2026-11-24", "2026-11-23"] {
        check(series(), op("complete_occurrence", date), Ok(json!({ "completedDates": ["2026-11-16", "2026-11-23"] })));
    }
    check(
        series(),
        op("skip_occurrence", "2026-11-23"),
        Ok(json!({ "skippedDates": ["2026-11-18", "2026-11-23"], "moved": {} })),
    );
    check(
        series(),
        op("skip_occurrence", "2026-11-16"),
        Ok(json!({ "completedDates": [], "skippedDates": ["2026-11-16", "2026-11-18"] })),
    );
    check(series(), op("skip_occurrence", "2026-11-18"), Ok(json!({})));
    for (date, code) in [
        ("2026-11-26", "invalid_occurrenceDate"),
        ("2026-11-15", "invalid_occurrenceDate"),
        ("2026-11-11", "invalid_occurrenceDate"),
    ] {
        check(series(), op("complete_occurrence", date), Err(code));
        check(series(), op("skip_occurrence", date), Err(code));
    }
    for kind in ["complete_occurrence", "skip_occurrence"] {
        check(single(), op(kind, "2026-11-23"), Err("not_repeating"));
    }

    let to = |date: &str, to: Value| json!({ "op": "move_occurrence", "id": 1, "occurrenceDate": date, "to": to });
    let with = |date: &str, to: Value| {
        let mut all = moved.clone();
        all[date] = to;
        json!({ "moved": all })
    };
    check(
        series(),
        to("2026-11-25", json!({ "date": "2026-11-26" })),
        Ok(with("2026-11-25", json!({ "date": "2026-11-26", "time": null }))),
    );
    check(
        series(),
        to("2026-11-25", json!({ "time": "09:15" })),
        Ok(with("2026-11-25", json!({ "date": "2026-11-25", "time": "09:15" }))),
    );
    check(
        series(),
        to("2026-11-23", json!({ "time": "09:15" })),
        Ok(with("2026-11-23", json!({ "date": "2026-11-24", "time": "09:15" }))),
    );
    check(series(), to("2026-11-23", json!({ "date": "2026-11-23" })), Ok(json!({ "moved": {} })));
    check(series(), to("2026-11-25", json!({ "date": "2026-11-25", "time": "08:00" })), Ok(json!({})));
    check(
        series(),
        to("2026-11-18", json!({ "date": "2026-11-19" })),
        Ok(
            json!({ "skippedDates": [], "moved": { "2026-11-18": { "date": "2026-11-19", "time": null }, "2026-11-23": { "date": "2026-11-24", "time": null } } }),
        ),
    );
    check(series(), to("2026-11-26", json!({ "date": "2026-11-27" })), Err("invalid_occurrenceDate"));
    check(single(), to("2026-11-23", json!({ "date": "2026-11-27" })), Err("not_repeating"));
}

/// The rule begins anew at each completion, so its count is what is left.
#[test]
fn every_bang_with_a_count_ends() {
    let complete = json!({ "op": "complete_occurrence", "id": 1, "occurrenceDate": "2026-11-20" });
    let left = |count: u32, until: Value| json!({ "type": "daily", "interval": 3, "byDay": [], "byMonthDay": [], "until": until, "count": count, "anchor": "completion" });
    let mut todo = after_done();
    todo["recurrence"]["count"] = json!(2);
    check(
        todo.clone(),
        complete.clone(),
        Ok(
            json!({ "completedDates": ["2026-11-20"], "scheduledFor": "2026-11-24", "recurrence": left(1, Value::Null) }),
        ),
    );
    todo["recurrence"]["count"] = json!(1);
    check(
        todo.clone(),
        complete.clone(),
        Ok(
            json!({ "completedDates": ["2026-11-20"], "scheduledFor": "2026-11-22", "recurrence": left(1, json!("2026-11-21")) }),
        ),
    );
    let there = todos(&[todo]);
    let mut working = Working::new(&there);
    working.run(1, &operation(&complete).unwrap(), moment(), &mut Fresh::provisional()).unwrap();
    let over = working.todo(TodoId(1)).unwrap();
    assert_eq!(over.recurrence.first(over.scheduled_for.unwrap()), None);
}

/// S0-5: an update merges into the old rule; without a rule there is nothing to merge into.
#[test]
fn a_part_of_a_rule_is_merged() {
    let update = |rule: Value| json!({ "op": "update", "id": 1, "recurrence": rule });
    let rule = |interval: u32, until: Value| json!({ "type": "weekly", "interval": interval, "byDay": ["MO", "WE"], "byMonthDay": [], "until": until, "count": null, "anchor": "schedule" });
    check(series(), update(json!({ "interval": 2 })), Ok(json!({ "recurrence": rule(2, Value::Null) })));
    check(
        series(),
        update(json!({ "until": "2026-12-31" })),
        Ok(json!({ "recurrence": rule(1, json!("2026-12-31")) })),
    );
    check(single(), update(json!({ "interval": 2 })), Err("invalid_recurrence"));
    check(series(), update(json!({ "byMonthDay": [3] })), Err("invalid_recurrence"));
}

/// Counted from the day of completion, which is today, the 21st.
#[test]
fn every_bang() {
    let complete = |date: &str| json!({ "op": "complete_occurrence", "id": 1, "occurrenceDate": date });
    check(
        after_done(),
        complete("2026-11-20"),
        Ok(json!({ "completedDates": ["2026-11-20"], "scheduledFor": "2026-11-24" })),
    );
    let rule = |rule: Value| {
        let mut todo = after_done();
        todo["recurrence"] = rule;
        todo
    };
    let friday = json!({ "type": "weekly", "byDay": ["FR"], "anchor": "completion" });
    check(
        rule(friday),
        complete("2026-11-20"),
        Ok(json!({ "completedDates": ["2026-11-20"], "scheduledFor": "2026-11-27" })),
    );
    let monthly = json!({ "type": "monthly", "anchor": "completion" });
    check(
        rule(monthly),
        complete("2026-11-20"),
        Ok(json!({ "completedDates": ["2026-11-20"], "scheduledFor": "2026-12-21" })),
    );
    // Past the end there is no other date.
    let ending = rule(json!({ "type": "daily", "interval": 3, "until": "2026-11-22", "anchor": "completion" }));
    check(
        ending.clone(),
        complete("2026-11-20"),
        Ok(json!({ "completedDates": ["2026-11-20"], "scheduledFor": "2026-11-23" })),
    );
    let there = todos(&[ending]);
    let mut working = Working::new(&there);
    working.run(1, &operation(&complete("2026-11-20")).unwrap(), moment(), &mut Fresh::provisional()).unwrap();
    let over = working.todo(TodoId(1)).unwrap();
    assert_eq!(over.recurrence.first(over.scheduled_for.unwrap()), None);

    // Opened again, it is the next one again; an older one is only opened.
    let mut twice = after_done();
    twice["completedDates"] = json!(["2026-11-14", "2026-11-17"]);
    let open = |date: &str| json!({ "op": "complete_occurrence", "id": 1, "occurrenceDate": date, "completed": false });
    let undone = |date: &str, expected: Value| {
        let there = todos(std::slice::from_ref(&twice));
        let mut working = Working::new(&there);
        let changes = working.run(1, &operation(&open(date)).unwrap(), moment(), &mut Fresh::provisional()).unwrap();
        let after = changes[0].after.as_ref().unwrap();
        assert_eq!(json!([after.completed_dates, after.scheduled_for]), expected);
    };
    undone("2026-11-17", json!([["2026-11-14"], "2026-11-17"]));
    undone("2026-11-14", json!([["2026-11-17"], "2026-11-20"]));
}

#[test]
fn create() {
    let make = |op: Value| {
        let read = operation(&op).unwrap_or_else(|e| panic!("{op}: {e:?}"));
        Working::new(&Todos::default())
            .run(1, &read, moment(), &mut Fresh::reserved(TodoId(8), [1; 16]))
            .map(|c| c.into_iter().next().unwrap())
    };
    let whole = json!({ "op": "create", "title": " Gym ", "notes": "n", "scheduledFor": "2026-11-21", "timeOfDay": "08:00", "dueDate": "2026-12-01", "priority": "low", "estimate": 45,
        "labels": ["#a", "A", "b"], "checklist": ["Shoes", { "id": "L2", "title": "Towel", "checked": true }], "recurrence": { "type": "weekdays" } });
    let change = make(whole).unwrap();
    assert_eq!((change.id, change.before), (TodoId(8), None));
    let made = change.after.unwrap();
    let expected = todo(
        json!({ "id": 8, "uid": made.uid, "title": "Gym", "notes": "n", "scheduledFor": "2026-11-23", "timeOfDay": "08:00", "dueDate": "2026-12-01", "priority": "low", "estimate": 45,
        "labels": ["a", "b"], "checklist": [{ "id": made.checklist[0].id, "title": "Shoes", "checked": false }, { "id": "L2", "title": "Towel", "checked": true }],
        "recurrence": { "type": "weekly", "byDay": ["MO", "TU", "WE", "TH", "FR"] }, "version": 1, "createdAt": now(), "updatedAt": now() }),
    );
    assert_eq!(made, expected);
    for id in [&made.uid, &made.checklist[0].id] {
        assert_eq!(
            (id.len(), id.as_bytes()[14], matches!(id.as_bytes()[19], b'8' | b'9' | b'a' | b'b')),
            (36, b'8', true),
            "a UUID of version 8: {id}"
        );
    }
    assert_ne!(made.uid, made.checklist[0].id);
    let least = make(json!({ "op": "create", "title": "x" })).unwrap().after.unwrap();
    assert_eq!(least, todo(json!({ "id": 8, "uid": least.uid, "title": "x", "createdAt": now(), "updatedAt": now() })));
    assert!(make(json!({ "op": "create", "title": "x", "completed": true })).unwrap().after.unwrap().completed());
    let code = |op: Value| make(op).unwrap_err().code;
    assert_eq!(
        code(
            json!({ "op": "create", "title": "x", "completed": true, "scheduledFor": "2026-11-23", "recurrence": { "type": "daily" } })
        ),
        "use_complete_occurrence_for_repeating"
    );
    assert_eq!(
        code(
            json!({ "op": "create", "title": "x", "scheduledFor": "2026-11-23", "recurrence": { "type": "daily", "until": "2026-11-22" } })
        ),
        "invalid_recurrence"
    );
}

/// Which of three kinds each condition and change meets (TODOS.md rule 12): 1 single, 2 done, 3 series.
#[test]
fn many() {
    let all = [
        single(),
        json!({ "id": 2, "title": "Paid", "status": "done", "priority": "low" }),
        json!({ "id": 3, "title": "Gym rent", "scheduledFor": "2026-11-16", "recurrence": { "type": "daily" }, "dueDate": "2026-11-20", "labels": ["home", "x"] }),
    ];
    let check = |op: Value, changed: &[i64], left_out: bool| {
        let mut world = World::new(todos(&all));
        let set = world.propose(std::slice::from_ref(&op));
        let mut warned = world.set(set).items.iter().flat_map(|i| &i.warnings).map(|w| w.code.as_ref());
        assert_eq!(warned.any(|code| code == "repeating_excluded"), left_out, "{op}");
        world.sign_all(set);
        world.apply(set);
        let was = todos(&all);
        let got: Vec<i64> = (1..=3).filter(|id| world.todos.todo(TodoId(*id)) != was.todo(TodoId(*id))).collect();
        assert_eq!(got, changed, "{op}");
    };
    let update = |w: Value, set: Value| json!({ "op": "bulk_update", "where": w, "set": set });
    let all_of_them = json!({ "all": true });
    check(update(all_of_them.clone(), json!({ "priority": "high" })), &[1, 2, 3], false);
    check(update(all_of_them.clone(), json!({ "notes": "n", "labels_add": ["z"], "title": "t" })), &[1, 2, 3], false);
    for set in [
        json!({ "scheduledFor": "2026-12-01" }),
        json!({ "timeOfDay": "09:00" }),
        json!({ "dueDate": "2026-12-01" }),
        json!({ "priority": "high", "scheduledFor": null, "notes": "n" }),
    ] {
        check(update(all_of_them.clone(), set), &[1, 2], true);
    }
    check(update(all_of_them.clone(), json!({ "completed": true })), &[1], true);
    check(json!({ "op": "bulk_complete", "where": { "all": true } }), &[1], true);
    check(json!({ "op": "bulk_complete", "where": { "all": true }, "completed": false }), &[2], true);
    check(json!({ "op": "bulk_complete", "where": { "ids": [3, 1, 1] } }), &[1], true);
    check(json!({ "op": "bulk_delete", "where": { "all": true } }), &[1, 2], true);
    check(json!({ "op": "bulk_delete", "where": { "repeating": true } }), &[3], false);
    check(json!({ "op": "bulk_delete", "where": { "ids": [1, 3] } }), &[1, 3], false);
    let high = json!({ "priority": "high" });
    for (condition, met) in [
        (json!({ "text": "RENT" }), &[1, 3][..]),
        (json!({ "title_contains": "pa", "completed": true }), &[2]),
        (json!({ "labels": ["HOME"] }), &[1, 3]),
        (json!({ "labels": ["home", "x"] }), &[3]),
        (json!({ "priority": ["low", "high"] }), &[2]),
        (json!({ "overdue": true }), &[3]),
        (json!({ "overdue": false }), &[1, 2]),
        (json!({ "scheduled_range": { "from": "2026-11-16", "to": "2026-11-23" } }), &[1, 3]),
        (json!({ "scheduled_range": { "from": "2026-11-17" } }), &[1]),
        (json!({ "due_range": { "to": "2026-11-20" } }), &[3]),
        (json!({ "status": ["done", "blocked"] }), &[2]),
        (json!({ "ids": [3, 2], "repeating": false }), &[2]),
    ] {
        check(update(condition, high.clone()), met, false);
    }
}

/// A series does not become a target by being listed after it was frozen, and a condition that says
/// nothing meets nothing, whoever built it.
#[test]
fn an_empty_condition_meets_nothing() {
    let nothing = countersign_core::operation::Operation::BulkDelete {
        predicate: countersign_core::predicate::Predicate::default(),
    };
    let there = plain(3);
    assert_eq!(countersign_core::effect::bulk_targets(&nothing, &there, moment().today).taken, []);
    let got = Working::new(&there).run(1, &nothing, moment(), &mut Fresh::provisional());
    assert_eq!(got, Ok(vec![]));
}

/// What only the product makes: putting back, bringing back.
#[test]
fn restore_and_revive() {
    use countersign_core::operation::parse::stored;
    let there = todos(&[series()]);
    let run = |op: Value| Working::new(&there).run(1, &stored(&op).unwrap(), moment(), &mut Fresh::provisional());
    let fields = json!({ "title": "Old", "completedDates": ["2026-11-18"], "moved": {} });
    let changes = run(json!({ "op": "restore", "id": 1, "fields": fields })).unwrap();
    let after = changes[0].after.as_ref().unwrap();
    assert_eq!(changes[0].before.as_ref().unwrap().diff(after), [Field::Title, Field::CompletedDates, Field::Moved]);
    assert_eq!(
        run(json!({ "op": "restore", "id": 1, "fields": { "title": 7 } })).unwrap_err().code,
        "invalid_operation"
    );
    assert_eq!(run(json!({ "op": "restore", "id": 1, "fields": { "uid": "x" } })).unwrap_err().code, "unknown_field");
    assert_eq!(run(json!({ "op": "restore", "id": 2, "fields": { "title": "x" } })).unwrap_err().code, "id_not_found");
    assert_eq!(run(json!({ "op": "revive", "todo": series() })).unwrap_err().code, "already_exists");
    assert_eq!(
        run(json!({ "op": "revive", "todo": { "id": 2, "title": "x", "version": 5 } })).unwrap()[0]
            .after
            .as_ref()
            .unwrap()
            .version,
        5
    );
    assert_eq!(run(json!({ "op": "undo", "batch": "7" })).unwrap_err().code, "invalid_undo");
}

/// What an apply will leave is looked at without copying the list: changed, gone, new and renamed identities
/// read as they will be.
#[test]
fn changed_todos_stand_over_the_list_below() {
    let of = |value: Value| -> countersign_core::todo::Todo { serde_json::from_value(value).unwrap() };
    let below = Todos::new([
        of(json!({ "id": 1, "uid": "one", "title": "Kept" })),
        of(json!({ "id": 2, "uid": "two", "title": "Old" })),
        of(json!({ "id": 3, "uid": "three", "title": "Gone" })),
    ]);
    let over = [
        (TodoId(2), Some(of(json!({ "id": 2, "uid": "two", "title": "New" })))),
        (TodoId(3), None),
        (TodoId(4), Some(of(json!({ "id": 4, "uid": "four", "title": "Made" })))),
    ];
    let after = Working::with_changed(&below, over.into_iter().collect());
    let titles: std::collections::BTreeSet<&str> = after.each().map(|todo| todo.title.as_str()).collect();
    assert_eq!(titles.into_iter().collect::<Vec<_>>(), ["Kept", "Made", "New"]);
    let by_uid = |uid: &str| after.by_uid(uid).map(|todo| todo.title.as_str());
    assert_eq!(["one", "two", "three", "four"].map(by_uid), [Some("Kept"), Some("New"), None, Some("Made")]);
    assert!(after.todo(TodoId(3)).is_none());
}

#[test]
fn todos_of_one_identity_are_named_together() {
    let of = |id: i64, uid: &str| -> countersign_core::todo::Todo {
        serde_json::from_value(json!({ "id": id, "uid": uid, "title": "x" })).unwrap()
    };
    let todos =
        Todos::new([of(1, "b"), of(2, "a"), of(3, "b"), of(4, ""), of(5, ""), of(6, "b"), of(7, "a"), of(8, "c")]);
    assert_eq!(todos.doubles(), [vec![TodoId(2), TodoId(7)], vec![TodoId(1), TodoId(3), TodoId(6)]]);
}
