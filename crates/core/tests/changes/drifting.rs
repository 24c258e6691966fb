//! Only what collides drifts, and everything that collides does.

use crate::laws::cases;
use crate::strategies::{all_todos, any_single};
use crate::world::{World, draft, moment, todos};
use countersign_core::change_set::ItemStatus;
use countersign_core::change_set::execute::Refused;
use countersign_core::change_set::review::drift;
use countersign_core::effect::{Footprint, Fresh, Working, footprint, read_key};
use countersign_core::ids::TodoId;
use countersign_core::operation::Operation;
use countersign_core::todo::{Field, Todo};
use countersign_core::todos::{Todos, View};
use countersign_core::wire::ApplyMode;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What an operation does to a todo, said so that it can be compared on another state of it:
/// new values of single-valued fields, and what comes and goes in collections.
fn deeds(op: &Operation, of: &Todo) -> Result<Vec<(Field, Value)>, String> {
    let todos = Todos::new([of.clone()]);
    let changes =
        Working::new(&todos).run(1, op, moment(), &mut Fresh::provisional()).map_err(|p| p.code.into_owned())?;
    let Some(change) = changes.first() else { return Ok(Vec::new()) };
    let (Some(before), Some(after)) = (&change.before, &change.after) else {
        return Ok(vec![(Field::Title, json!("deleted"))]);
    };
    Ok(after.diff(before).into_iter().map(|f| (f, deed(f, &before.get(f), &after.get(f)))).collect())
}

fn deed(field: Field, before: &Value, after: &Value) -> Value {
    let parts = |v: &Value| -> Vec<String> {
        match v {
            Value::Array(list) => list
                .iter()
                .map(|l| {
                    if field == Field::Checklist {
                        json!([l["title"], l["checked"]]).to_string()
                    } else {
                        l.to_string()
                    }
                })
                .collect(),
            Value::Object(map) => map.iter().map(|(k, v)| json!([k, v]).to_string()).collect(),
            other => vec![other.to_string()],
        }
    };
    // One line may be there twice.
    let without = |all: &[String], taken: &[String]| {
        let mut left = all.to_vec();
        for one in taken {
            left.iter().position(|l| l == one).map(|at| left.remove(at));
        }
        left
    };
    match field {
        Field::Labels | Field::CompletedDates | Field::SkippedDates | Field::Moved | Field::Checklist => {
            let (before, after) = (parts(before), parts(after));
            json!({ "gone": without(&before, &after), "come": without(&after, &before) })
        }
        _ => after.clone(),
    }
}

proptest! {
    #![proptest_config(cases(384))]

    /// Somebody changes one field. Either the item drifts, or it does what it was shown to do. And
    /// it drifts exactly when a value it builds on is another one.
    #[test]
    fn drift_or_the_same_deeds(all in all_todos(), other in all_todos(), op in any_single(Just(json!(1))), field in prop::sample::select(Field::ALL.to_vec())) {
        let set = draft(&[op], &all);
        let item = &set.items[0];
        if item.status != ItemStatus::Pending {
            return Ok(());
        }
        let op = item.op.clone().unwrap();
        let was = all.todo(TodoId(1)).unwrap().clone();
        let mut is = was.clone();
        is.set(field, &other.todo(TodoId(2)).unwrap().get(field)).unwrap();
        let found = drift(&set, item, &Todos::new([is.clone()]), moment());

        let Footprint::Keys(keys) = footprint(&op) else { panic!("an operation on a todo builds on it") };
        let collides: Vec<&String> = keys.iter().filter(|k| read_key(&was, k) != read_key(&is, k)).collect();
        prop_assert_eq!(found.iter().map(|d| &d.field).collect::<BTreeSet<_>>(), collides.into_iter().collect::<BTreeSet<_>>());
        for d in &found {
            prop_assert_eq!((&d.base, &d.now), (&read_key(&was, &d.field), &read_key(&is, &d.field)));
        }
        if found.is_empty() {
            match (deeds(&op, &was), deeds(&op, &is)) {
                (Ok(shown), Ok(done)) => prop_assert_eq!(shown, done, "{:?} after {:?} changed", op, field),
                // Apply refuses.
                (_, Err(_)) => {}
                (Err(code), Ok(_)) => prop_assert!(false, "a pending item fails: {}", code),
            }
        }
    }
}

fn check(op: Value, change: Value, drifts: &[&str]) {
    let before = json!({ "id": 1, "title": "Gym", "notes": "n", "scheduledFor": "2026-11-23", "labels": ["a"], "checklist": [{ "id": "L1", "title": "Shoes", "checked": false }] });
    let mut after = before.clone();
    for (k, v) in change.as_object().unwrap() {
        after[k] = v.clone();
    }
    check_on(before, after, op, drifts);
}

fn check_on(before: Value, after: Value, op: Value, drifts: &[&str]) {
    let set = draft(std::slice::from_ref(&op), &todos(&[before]));
    assert_eq!(set.items[0].problems, vec![], "{op}");
    let found = drift(&set, &set.items[0], &todos(std::slice::from_ref(&after)), moment());
    assert_eq!(found.iter().map(|d| d.field.as_str()).collect::<Vec<_>>(), drifts, "{op} when it became {after}");
}

#[test]
fn who_collides() {
    let title = json!({ "op": "update", "id": 1, "title": "Swim" });
    check(
        title.clone(),
        json!({ "notes": "other", "priority": "high", "labels": [], "scheduledFor": null, "status": "done" }),
        &[],
    );
    check(title, json!({ "title": "Run" }), &["title"]);
    let date = json!({ "op": "update", "id": 1, "scheduledFor": "2026-11-24" });
    check(date.clone(), json!({ "timeOfDay": "09:00", "dueDate": "2026-12-01", "title": "x" }), &[]);
    check(date.clone(), json!({ "scheduledFor": "2026-11-25" }), &["scheduledFor"]);
    check(date, json!({ "recurrence": { "type": "weekly", "byDay": ["MO"] } }), &["recurrence"]);
    let done = json!({ "op": "complete", "id": 1 });
    check(done.clone(), json!({ "title": "x", "scheduledFor": null, "labels": ["b"] }), &[]);
    check(done.clone(), json!({ "status": "blocked", "statusReason": "rain" }), &["status", "statusReason"]);
    check(done, json!({ "recurrence": { "type": "daily" } }), &["recurrence"]);
    check(json!({ "op": "update", "id": 1, "labels_add": ["B"] }), json!({ "labels": ["a", "c"] }), &[]);
    check(json!({ "op": "update", "id": 1, "labels_add": ["B"] }), json!({ "labels": ["a", "b"] }), &["label:b"]);
    check(json!({ "op": "update", "id": 1, "labels": ["z"] }), json!({ "labels": ["a", "c"] }), &["labels"]);
    let tick = json!({ "op": "update", "id": 1, "checklist_check": ["L1"] });
    check(
        tick.clone(),
        json!({ "checklist": [{ "id": "L0", "title": "Towel" }, { "id": "L1", "title": "Shoes" }] }),
        &[],
    );
    check(tick.clone(), json!({ "checklist": [{ "id": "L1", "title": "Shoes", "checked": true }] }), &["checklist:l1"]);
    check(tick.clone(), json!({ "checklist": [] }), &["checklist:l1"]);
    // Another line by that name is not the one that was signed.
    check(tick, json!({ "checklist": [{ "id": "L1", "title": "Wallet" }] }), &["checklist:l1"]);
    let by_title = json!({ "op": "update", "id": 1, "checklist_check": ["shoes"] });
    check(by_title.clone(), json!({ "checklist": [{ "id": "L7", "title": "Shoes" }] }), &[]);
    check(by_title, json!({ "checklist": [{ "id": "L1", "title": "SHOES" }] }), &["checklist:shoes"]);
    check(json!({ "op": "delete", "id": 1 }), json!({ "notes": "do not delete me" }), &["notes"]);
}

#[test]
fn who_collides_on_a_series() {
    let series = json!({ "id": 1, "title": "Gym", "scheduledFor": "2026-11-16", "timeOfDay": "08:00", "recurrence": { "type": "weekly", "byDay": ["MO", "WE"] }, "moved": { "2026-11-23": { "date": "2026-11-24" } } });
    let with = |k: &str, v: Value| {
        let mut after = series.clone();
        after[k] = v;
        after
    };
    let check = |after: Value, op: Value, drifts: &[&str]| check_on(series.clone(), after, op, drifts);
    let wednesday = json!({ "op": "skip_occurrence", "id": 1, "occurrenceDate": "2026-11-25" });
    check(with("completedDates", json!(["2026-11-16"])), wednesday.clone(), &[]);
    check(with("timeOfDay", json!("10:00")), wednesday.clone(), &[]);
    check(with("skippedDates", json!(["2026-11-25"])), wednesday.clone(), &["occurrence:2026-11-25"]);
    check(with("scheduledFor", json!("2026-11-18")), wednesday, &["scheduledFor"]);
    // Named by the date it was moved to: its original is what counts.
    let tuesday = json!({ "op": "complete_occurrence", "id": 1, "occurrenceDate": "2026-11-24" });
    check(with("completedDates", json!(["2026-11-23"])), tuesday.clone(), &["occurrence:2026-11-24"]);
    check(
        with("moved", json!({ "2026-11-23": { "date": "2026-11-26" } })),
        tuesday.clone(),
        &["occurrence:2026-11-24"],
    );
    check(with("completedDates", json!(["2026-11-25"])), tuesday, &[]);
    // Ending the repetition forgets what was done: doing more is a collision.
    let end = json!({ "op": "update", "id": 1, "recurrence": { "type": "none" } });
    check(with("completedDates", json!(["2026-11-16"])), end.clone(), &["completedDates"]);
    check(with("skippedDates", json!(["2026-11-18"])), end, &["skippedDates"]);
    // A time of its own is measured against the series' time, another date is not.
    check(
        with("timeOfDay", json!("10:00")),
        json!({ "op": "move_occurrence", "id": 1, "occurrenceDate": "2026-11-25", "to": { "time": "10:00" } }),
        &["timeOfDay"],
    );
    check(
        with("timeOfDay", json!("10:00")),
        json!({ "op": "move_occurrence", "id": 1, "occurrenceDate": "2026-11-25", "to": { "date": "2026-11-26" } }),
        &[],
    );
}

/// A frozen target that became a series is no longer what was signed.
#[test]
fn a_target_of_many_that_starts_to_repeat() {
    for set in [
        json!({ "scheduledFor": "2026-12-01" }),
        json!({ "timeOfDay": "09:00" }),
        json!({ "dueDate": null, "timeOfDay": "10:00" }),
    ] {
        let mut world = World::new(crate::world::plain(12));
        let id = world.propose(&[json!({ "op": "bulk_update", "where": { "all": true }, "set": set })]);
        world.sign_all(id);
        world.make(&[
            json!({ "op": "update", "id": 3, "scheduledFor": "2026-11-23", "recurrence": { "type": "daily" } }),
        ]);
        let refused = world.try_apply(id, ApplyMode::Atomic).unwrap_err();
        assert!(
            matches!(&refused, Refused::Drifted(items) if items[0].1.iter().any(|d| d.id == TodoId(3) && d.field == "recurrence")),
            "{set}: {refused:?}"
        );
    }
}

#[test]
fn a_drifted_item_says_what_it_would_put() {
    let mut world = World::new(todos(&[json!({ "id": 1, "title": "Gym", "priority": "low" })]));
    let set = world.propose(&[json!({ "op": "update", "id": 1, "priority": "high" })]);
    world.sign_all(set);
    world.make(&[json!({ "op": "update", "id": 1, "priority": "medium" })]);
    let item = &world.view(set).items[0];
    assert_eq!(item.status, ItemStatus::Drifted);
    assert_eq!(
        serde_json::to_value(&item.drift).unwrap(),
        json!([{ "id": 1, "title": "Gym", "field": "priority", "base": "low", "now": "medium", "proposed": "high" }])
    );
    assert!(matches!(world.try_apply(set, ApplyMode::Atomic), Err(Refused::Drifted(_))));
    assert_eq!(world.todos.todo(TodoId(1)).unwrap().get(Field::Priority), json!("medium"), "not overwritten");
    // Where what is possible is done, the drifted one waits, to be looked at again.
    world.try_apply(set, ApplyMode::BestEffort).unwrap();
    assert_eq!((world.status(set, 1), world.view(set).items[0].status), (ItemStatus::Pending, ItemStatus::Drifted));
    assert_eq!(world.item(set, 1).failure.as_ref().unwrap().code, "drifted");
}

#[test]
fn what_is_gone_or_there_again_drifts() {
    let mut world = World::new(crate::world::plain(1));
    let set = world.propose(&[json!({ "op": "complete", "id": 1 })]);
    let (_, entry) = world.make(&[json!({ "op": "delete", "id": 1 })]);
    let exists = |world: &World, set| {
        world.view(set).items[0]
            .drift
            .iter()
            .map(|d| (d.field.clone(), d.base.clone(), d.now.clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(exists(&world, set), [("exists".to_owned(), json!(true), json!(false))]);
    let back = world.propose_undo(entry, None);
    assert_eq!(exists(&world, back), []);
    world.undo(entry);
    assert_eq!(exists(&world, back), [("exists".to_owned(), json!(false), json!(true))]);
    assert_eq!(exists(&world, set), [], "it is as it was");
}

/// A change to what an applied item of the same set has made is drift like any other.
#[test]
fn what_was_made_and_changed_since() {
    let mut world = World::new(Todos::default());
    let ops = [
        json!({ "op": "create", "title": "Trip" }),
        json!({ "op": "update", "id": "@1", "title": "Trip to Rome" }),
        json!({ "op": "update", "id": "@1", "priority": "high" }),
    ];
    let set = world.propose(&ops);
    world.sign(set, &[1]);
    world.apply(set);
    let made = world.item(set, 1).created.unwrap();
    assert_eq!(world.view(set).items[1].preview_total, 1, "what waits is still shown");
    world.make(&[json!({ "op": "update", "id": made, "title": "Journey" })]);
    let view = world.view(set);
    assert_eq!((view.items[1].status, view.items[2].status), (ItemStatus::Drifted, ItemStatus::Pending));
    assert_eq!(view.items[1].drift[0].proposed, json!("Trip to Rome"));
    world.sign(set, &[3]);
    world.apply(set);
    world.edit(set, 2, countersign_core::change_set::review::Edit::Rebase).unwrap();
    world.sign(set, &[2]);
    world.apply(set);
    let trip = world.todos.todo(made).unwrap();
    assert_eq!((trip.title.as_str(), trip.get(Field::Priority)), ("Trip to Rome", json!("high")));
    world.check_fold();
}
