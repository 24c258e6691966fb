//! Undo, redo and rewind, case by case.

use crate::world::{World, content, plain, todos};
use countersign_core::change_set::execute::Refused;
use countersign_core::change_set::review::Edit;
use countersign_core::change_set::{ItemStatus, Verdict};
use countersign_core::ids::{Seq, SetId, TodoId};
use countersign_core::todo::Field;
use countersign_core::todos::View;
use countersign_core::wire::ApplyMode;
use serde_json::{Value, json};

fn update(id: i64, field: &str, value: Value) -> Value {
    let mut op = json!({ "op": "update", "id": id });
    op[field] = value;
    op
}

fn value(world: &World, id: i64, field: &str) -> Value {
    world.todos.todo(TodoId(id)).map_or(Value::Null, |t| t.get(Field::named(field).unwrap()))
}

fn drifted(world: &World, set: SetId) -> Vec<String> {
    world.view(set).items.iter().flat_map(|i| i.drift.iter().map(|d| format!("#{} {}", d.id, d.field))).collect()
}

#[test]
fn a_deleted_todo_comes_back_whole() {
    let whole = json!({ "id": 4, "uid": "u-4", "title": "Gym", "notes": "n", "scheduledFor": "2026-11-16", "timeOfDay": "08:00", "dueDate": "2026-12-24", "priority": "high", "estimate": 30,
        "labels": ["a"], "checklist": [{ "id": "L1", "title": "Shoes", "checked": true }], "recurrence": { "type": "daily" }, "completedDates": ["2026-11-16"], "skippedDates": ["2026-11-17"],
        "moved": { "2026-11-18": { "date": "2026-11-19", "time": "10:00" } }, "extra": { "X-KEPT": [1] }, "version": 7, "createdAt": "2026-01-01T00:00:00Z", "updatedAt": "2026-02-02T00:00:00Z" });
    let mut world = World::new(todos(&[whole]));
    let before = content(&world.todos);
    let (_, entry) = world.make(&[json!({ "op": "delete", "id": 4 })]);
    world.undo(entry);
    assert_eq!(content(&world.todos), before);
    assert_eq!(world.todos.todo(TodoId(4)).unwrap().version, 8);
}

#[test]
fn a_field_changed_since_is_not_overwritten() {
    let mut world = World::new(plain(1));
    let (_, entry) = world.make(&[json!({ "op": "update", "id": 1, "title": "Mine", "priority": "high" })]);
    world.make(&[update(1, "title", json!("Yours"))]);
    let undo = world.propose_undo(entry, None);
    assert_eq!(drifted(&world, undo), ["#1 title"]);
    assert!(world.decide(undo, &[1], Verdict::Confirmed).is_err());
    assert_eq!(value(&world, 1, "title"), json!("Yours"));
    // A field that nobody touched goes back beside one that somebody did.
    let (_, entry) = world.make(&[update(1, "notes", json!("n"))]);
    world.make(&[update(1, "title", json!("Theirs"))]);
    world.undo(entry);
    assert_eq!((value(&world, 1, "notes"), value(&world, 1, "title")), (json!(""), json!("Theirs")));
}

/// TODOS.md 9 "State per date", 15: what changed one element of a list is taken back without the
/// others, and only the element's own later change is in the way.
#[test]
fn an_element_goes_back_beside_others_that_changed_since() {
    let series = json!({ "id": 1, "title": "Gym", "scheduledFor": "2026-11-16", "recurrence": { "type": "daily" }, "labels": ["Z", "a"],
        "checklist": [{ "id": "L1", "title": "Shoes" }, { "id": "L2", "title": "Towel" }] });
    let of = |op: &str, date: &str| json!({ "op": op, "id": 1, "occurrenceDate": date });
    let completed = |date: &str| {
        let mut op = of("complete_occurrence", date);
        op["completed"] = json!(true);
        op
    };
    let moved = |date: &str| {
        let mut op = of("move_occurrence", date);
        op["to"] = json!({ "date": "2026-12-24" });
        op
    };
    let (skipped, labelled) = (|date: &str| of("skip_occurrence", date), |l: &str| update(1, "labels_add", json!([l])));
    let (unlabelled, ticked) =
        (|l: &str| update(1, "labels_remove", json!([l])), |l: &str| update(1, "checklist_check", json!([l])));
    let added = |l: &str| update(1, "checklist_add", json!([l]));
    for (first, second, again) in [
        (completed("2026-11-17"), completed("2026-11-18"), skipped("2026-11-17")),
        (skipped("2026-11-17"), completed("2026-11-18"), completed("2026-11-17")),
        (moved("2026-11-17"), skipped("2026-11-19"), skipped("2026-11-17")),
        (labelled("b"), labelled("c"), unlabelled("b")),
        (unlabelled("z"), labelled("c"), labelled("z")),
        (ticked("L1"), ticked("L2"), update(1, "checklist_uncheck", json!(["L1"]))),
        (added("Water"), ticked("L2"), ticked("Water")),
    ] {
        let case = format!("{first} then {second}");
        let alone = {
            let mut world = World::new(todos(std::slice::from_ref(&series)));
            world.make(std::slice::from_ref(&second));
            content(&world.todos)
        };
        let mut world = World::new(todos(std::slice::from_ref(&series)));
        let (_, entry) = world.make(std::slice::from_ref(&first));
        world.make(std::slice::from_ref(&second));
        let both = content(&world.todos);
        let undo = world.propose_undo(entry, None);
        assert_eq!(drifted(&world, undo), [""; 0], "{case}");
        world.sign_all(undo);
        let undone = world.apply(undo);
        let state = |todos: &std::collections::BTreeMap<TodoId, countersign_core::todo::Todo>| {
            Field::ALL.map(|field| todos[&TodoId(1)].get(field))
        };
        assert_eq!(state(&content(&world.todos)), state(&alone), "{case}");
        world.undo(undone);
        assert_eq!(state(&content(&world.todos)), state(&both), "{case}: and back again");
        // The same element changed since is in the way.
        let (_, entry) = {
            world = World::new(todos(std::slice::from_ref(&series)));
            world.make(std::slice::from_ref(&first))
        };
        world.make(std::slice::from_ref(&again));
        let undo = world.propose_undo(entry, None);
        assert_eq!(drifted(&world, undo).len(), 1, "{case}, {again}");
        assert!(world.decide(undo, &[1], Verdict::Confirmed).is_err(), "{case}");
    }
}

/// Elements that would not bring a list back as it was are not used.
#[test]
fn a_list_put_in_another_order_comes_back_in_its_own() {
    let lines = json!([{ "id": "L1", "title": "a" }, { "id": "L2", "title": "b" }, { "id": "L3", "title": "c" }]);
    let mut world =
        World::new(todos(&[json!({ "id": 1, "title": "t", "labels": ["c", "a", "B"], "checklist": lines })]));
    let before = content(&world.todos);
    let turned = json!([{ "id": "L3", "title": "c" }, { "id": "L1", "title": "a" }]);
    let (_, entry) = world.make(&[update(1, "checklist", turned), update(1, "labels", json!(["b", "x"]))]);
    world.undo(entry);
    let state = |of: &std::collections::BTreeMap<TodoId, countersign_core::todo::Todo>| {
        Field::ALL.map(|field| of[&TodoId(1)].get(field))
    };
    assert_eq!(state(&content(&world.todos)), state(&before));
}

#[test]
fn a_made_todo_that_was_changed_since_stays() {
    let mut world = World::new(plain(0));
    let (_, entry) = world.make(&[json!({ "op": "create", "title": "New" })]);
    world.make(&[update(1, "notes", json!("precious"))]);
    let undo = world.propose_undo(entry, None);
    assert_eq!(drifted(&world, undo), ["#1 notes"]);
    assert!(world.decide(undo, &[1], Verdict::Confirmed).is_err());
}

/// What took itself back leaves an undo nothing to do to its todo: the undo is known to whoever goes back over both.
#[test]
fn what_was_undone_is_so_again_when_a_rewind_over_its_undo_is_undone() {
    let mut world = World::new(plain(0));
    world.make(&[json!({ "op": "create", "title": "A" })]);
    let a = world.todos.iter().next().unwrap().id;
    let complete = |completed: bool| json!({ "op": "complete", "id": a.0, "completed": completed });
    let ops = [json!({ "op": "create", "title": "B" }), complete(true), complete(false)];
    let (set, entry) = world.make(&ops);
    world.undo(entry);
    let undone = |world: &World| (1..=3).all(|n| world.status(set, n) == ItemStatus::Undone);
    assert!(undone(&world));
    let rewind = world.propose_rewind(Seq(0));
    world.sign_all(rewind);
    let entry = world.apply(rewind);
    assert!(undone(&world), "gone with its undo");
    world.undo(entry);
    assert!(undone(&world), "as before the rewind");
    world.check_fold();
}

/// Several items of an entry on one todo are taken back by one inverse, and all of them count as undone.
#[test]
fn several_items_on_one_todo() {
    let mut world = World::new(plain(2));
    let ops = [
        update(1, "title", json!("A")),
        update(1, "title", json!("B")),
        json!({ "op": "bulk_update", "where": { "ids": [1, 2] }, "set": { "priority": "low" } }),
    ];
    let (set, entry) = world.make(&ops);
    let undo = world.propose_undo(entry, None);
    assert_eq!(world.set(undo).items.len(), 2, "one per todo");
    let of_two = world.set(undo).items.iter().find(|i| i.base.contains_key(&TodoId(2))).unwrap().n;
    world.sign(undo, &[of_two]);
    world.apply(undo);
    assert_eq!(
        world.statuses(set),
        [ItemStatus::Applied, ItemStatus::Applied, ItemStatus::Applied, ItemStatus::Undone]
    );
    world.sign_all(undo);
    world.apply(undo);
    assert_eq!(world.statuses(set), [ItemStatus::Undone; 4]);
    assert_eq!(value(&world, 1, "title"), json!("Todo 1"));
    assert_eq!(world.propose_undo(entry, None), SetId(3));
    assert_eq!(world.set(SetId(3)).items, [], "nothing of it stands");
}

/// An item with several targets is undone when all of them are.
#[test]
fn a_part_of_an_item_is_not_the_item() {
    let mut world = World::new(plain(12));
    let (set, entry) =
        world.make(&[json!({ "op": "bulk_update", "where": { "all": true }, "set": { "priority": "high" } })]);
    let undo = world.propose_undo(entry, None);
    world.sign(undo, &[1, 2, 3]);
    world.apply(undo);
    assert_eq!(world.status(set, 1), ItemStatus::Applied);
    world.sign_all(undo);
    let undone = world.apply(undo);
    assert_eq!(world.status(set, 1), ItemStatus::Undone);
    // Redo one of the last nine: it is no longer undone as a whole.
    let redo = world.propose_undo(undone, Some(&[12]));
    world.sign_all(redo);
    world.apply(redo);
    assert_eq!(
        (world.status(set, 1), world.status(undo, 12), world.status(undo, 1)),
        (ItemStatus::Applied, ItemStatus::Undone, ItemStatus::Applied)
    );
    world.check_fold();
}

#[test]
fn what_another_item_did_in_between_is_in_the_way() {
    let mut world = World::new(plain(1));
    let title = |t: &str| update(1, "title", json!(t));
    let (_, entry) = world.make(&[title("B"), title("C"), title("D")]);
    let undo = world.propose_undo(entry, Some(&[1, 3]));
    assert_eq!(drifted(&world, undo), ["#1 title"], "taking back B and D would take C with them");
    let last = world.propose_undo(entry, Some(&[2, 3]));
    world.sign_all(last);
    world.apply(last);
    assert_eq!(value(&world, 1, "title"), json!("B"));
    // There and back again, with somebody else's change in the middle.
    let mut world = World::new(plain(1));
    let (_, entry) = world.make(&[title("B"), title("C"), title("Todo 1")]);
    let undo = world.propose_undo(entry, Some(&[1, 3]));
    assert_eq!(drifted(&world, undo), ["#1 title"]);
}

/// Taking back a change and a later deletion leaves what others did between them.
#[test]
fn back_from_deletion_with_what_others_did() {
    let mut world = World::new(plain(1));
    let ops =
        [update(1, "title", json!("Mine")), update(1, "notes", json!("yours")), json!({ "op": "delete", "id": 1 })];
    let (set, entry) = world.make(&ops);
    let undo = world.propose_undo(entry, Some(&[1, 3]));
    world.sign_all(undo);
    world.apply(undo);
    assert_eq!((value(&world, 1, "title"), value(&world, 1, "notes")), (json!("Todo 1"), json!("yours")));
    assert_eq!(world.statuses(set), [ItemStatus::Undone, ItemStatus::Applied, ItemStatus::Undone]);
    assert_eq!(world.todos.todo(TodoId(1)).unwrap().version, 4, "a version never names two states");
}

/// Where others changed the same field before it went, theirs is what comes back.
#[test]
fn back_from_deletion_with_their_title() {
    let mut world = World::new(plain(1));
    let ops =
        [update(1, "title", json!("Mine")), update(1, "title", json!("Yours")), json!({ "op": "delete", "id": 1 })];
    let (_, entry) = world.make(&ops);
    let undo = world.propose_undo(entry, Some(&[1, 3]));
    world.sign_all(undo);
    world.apply(undo);
    assert_eq!(value(&world, 1, "title"), json!("Yours"));
}

#[test]
fn undo_redo_undo() {
    let mut world = World::new(plain(1));
    let (set, first) = world.make(&[update(1, "title", json!("B"))]);
    let mut entry = first;
    let mut sets = vec![set];
    for step in 0..6 {
        let (undo, next) = world.undo(entry);
        sets.push(undo);
        entry = next;
        let stands = step % 2 == 1;
        assert_eq!(value(&world, 1, "title"), json!(if stands { "B" } else { "Todo 1" }));
        // The newest stands, the one before is undone, and so on in turn.
        let statuses: Vec<_> = sets.iter().rev().map(|s| world.status(*s, 1)).collect();
        let expected: Vec<_> =
            (0..sets.len()).map(|n| if n % 2 == 0 { ItemStatus::Applied } else { ItemStatus::Undone }).collect();
        assert_eq!(statuses, expected);
    }
    world.check_fold();
}

/// An undo that was edited into something else takes nothing back.
#[test]
fn an_edited_undo_is_no_undo() {
    let mut world = World::new(plain(1));
    let (set, entry) = world.make(&[update(1, "title", json!("B"))]);
    let undo = world.propose_undo(entry, None);
    world.edit(undo, 1, Edit::Replace(json!({ "op": "create", "title": "Other" }))).unwrap();
    world.sign_all(undo);
    world.apply(undo);
    assert_eq!((world.status(set, 1), value(&world, 1, "title")), (ItemStatus::Applied, json!("B")));
}

#[test]
fn rewinding_over_an_undo() {
    let mut world = World::new(plain(1));
    let (set, first) = world.make(&[update(1, "title", json!("B"))]);
    let (undo, _) = world.undo(first);
    let rewind = world.propose_rewind(first);
    world.sign_all(rewind);
    let entry = world.apply(rewind);
    assert_eq!(value(&world, 1, "title"), json!("B"));
    assert_eq!((world.status(set, 1), world.status(undo, 1)), (ItemStatus::Applied, ItemStatus::Undone));
    world.undo(entry);
    assert_eq!(
        (world.status(set, 1), world.status(undo, 1), world.status(rewind, 1)),
        (ItemStatus::Undone, ItemStatus::Applied, ItemStatus::Undone)
    );
    world.check_fold();
}

/// Only what a rewind took back counts as undone: not the part that was not signed, nor what came
/// between its proposal and its application.
#[test]
fn a_part_of_a_rewind() {
    let mut world = World::new(plain(3));
    let (one, _) = world.make(&[update(1, "title", json!("B"))]);
    let (two, _) = world.make(&[update(2, "title", json!("B"))]);
    let rewind = world.propose_rewind(Seq(0));
    let (three, _) = world.make(&[update(3, "title", json!("B"))]);
    let first = world.set(rewind).items.iter().find(|i| i.base.contains_key(&TodoId(1))).unwrap().n;
    world.sign(rewind, &[first]);
    world.apply(rewind);
    assert_eq!(
        [one, two, three].map(|s| world.status(s, 1)),
        [ItemStatus::Undone, ItemStatus::Applied, ItemStatus::Applied]
    );
    assert_eq!([1, 2, 3].map(|id| value(&world, id, "title")), [json!("Todo 1"), json!("B"), json!("B")]);
}

#[test]
fn rewinding_over_a_deletion() {
    let mut world = World::new(plain(1));
    let (_, first) = world.make(&[update(1, "title", json!("B"))]);
    world.make(&[update(1, "title", json!("C"))]);
    world.make(&[json!({ "op": "delete", "id": 1 })]);
    let rewind = world.propose_rewind(first);
    world.sign_all(rewind);
    world.apply(rewind);
    assert_eq!(value(&world, 1, "title"), json!("B"));
    assert_eq!(world.todos.todo(TodoId(1)).unwrap().version, 4, "after the versions 1, 2 and 3");
}

#[test]
fn a_rewind_too_goes_over_nobody() {
    let mut world = World::new(plain(1));
    world.make(&[update(1, "title", json!("B"))]);
    let rewind = world.propose_rewind(Seq(0));
    world.sign_all(rewind);
    world.make(&[update(1, "title", json!("C"))]);
    assert!(matches!(world.try_apply(rewind, ApplyMode::Atomic), Err(Refused::Drifted(_))));
    assert_eq!(value(&world, 1, "title"), json!("C"));
}

/// While a series does not repeat, its dates are none: what a set did to them in between builds on how it left them.
#[test]
fn a_series_that_ended_and_began_again_in_one_set_is_taken_back() {
    let gym = json!({
        "id": 1, "title": "Gym", "scheduledFor": "2026-11-23", "recurrence": { "type": "daily" },
        "skippedDates": ["2026-12-03"], "moved": { "2026-12-04": { "date": "2026-12-05", "time": null } },
    });
    let mut world = World::new(todos(&[gym]));
    let before = content(&world.todos);
    let (set, entry) = world.make(&[
        update(1, "recurrence", json!({ "type": "none" })),
        update(1, "recurrence", json!({ "type": "daily" })),
    ]);
    assert_eq!(world.statuses(set), [ItemStatus::Applied; 2]);
    assert_eq!(value(&world, 1, "skippedDates"), json!([]));
    let undo = world.propose_undo(entry, None);
    assert_eq!(drifted(&world, undo), Vec::<String>::new());
    world.sign_all(undo);
    world.apply(undo);
    assert_eq!(content(&world.todos), before);
}
