//! Edits before signing: excluded targets, rebasing, other arguments.

use crate::world::{World, plain, todos};
use countersign_core::change_set::review::{Edit, Refusal};
use countersign_core::change_set::{ItemStatus, SetStatus};
use countersign_core::ids::{SetId, TodoId};
use countersign_core::todo::Field;
use countersign_core::todos::View;
use serde_json::{Value, json};

fn many() -> (World, SetId) {
    let mut world = World::new(plain(13));
    let set =
        world.propose(&[json!({ "op": "bulk_update", "where": { "text": "todo" }, "set": { "priority": "high" } })]);
    (world, set)
}

fn ids(world: &World, set: SetId) -> Vec<i64> {
    world.item(set, 1).op.as_ref().unwrap().predicate().unwrap().ids.as_ref().unwrap().iter().map(|id| id.0).collect()
}

fn targets(exclude: &[i64], include: &[i64]) -> Edit {
    let ids = |list: &[i64]| list.iter().map(|id| TodoId(*id)).collect();
    Edit::Targets { exclude: ids(exclude), include: ids(include) }
}

fn code(result: Result<(), Refusal>) -> String {
    match result {
        Err(Refusal::BadEdit(problems)) => {
            assert!(problems.iter().all(|p| !p.hint.is_empty()));
            problems[0].code.to_string()
        }
        other => panic!("{other:?}"),
    }
}

fn merge(args: Value) -> Edit {
    Edit::Merge(args.as_object().cloned().unwrap())
}

#[test]
fn up_to_ten_are_items_of_their_own() {
    for (count, items) in [(1, 1), (10, 10), (11, 1)] {
        let mut world = World::new(plain(count));
        let set = world.propose(&[json!({ "op": "bulk_delete", "where": { "all": true } })]);
        assert_eq!(world.set(set).items.len(), items, "{count}");
        assert_eq!(world.item(set, 1).targets.len(), if items == 1 && count > 1 { 11 } else { 0 });
    }
}

#[test]
fn targets_left_out_stay_as_they_are() {
    let (mut world, set) = many();
    let first = world.item(set, 1).digest.clone();
    world.sign(set, &[1]);
    world.edit(set, 1, targets(&[2, 3], &[])).unwrap();
    assert_eq!(world.status(set, 1), ItemStatus::Pending, "it must be decided again");
    assert_eq!((world.set(set).status, world.set(set).version), (SetStatus::Pending, 2));
    assert_ne!(world.item(set, 1).digest, first);
    assert_eq!(world.item(set, 1).label, "Change 11 todos: high priority");
    world.edit(set, 1, targets(&[], &[3])).unwrap();
    assert_eq!(ids(&world, set), [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    world.edit(set, 1, targets(&[], &[2])).unwrap();
    assert_eq!(world.item(set, 1).digest, first, "the same again is the same again");
    world.edit(set, 1, targets(&[2], &[])).unwrap();
    // What happens to one that was left out is no drift.
    world.make(&[json!({ "op": "update", "id": 2, "priority": "low" })]);
    world.sign(set, &[1]);
    world.apply(set);
    let high = |id: i64| world.todos.todo(TodoId(id)).unwrap().get(Field::Priority) == json!("high");
    assert_eq!((1..=13).map(high).collect::<Vec<_>>(), (1..=13).map(|id| id != 2).collect::<Vec<_>>());
}

#[test]
fn what_stays_keeps_its_base() {
    let (mut world, set) = many();
    world.make(&[json!({ "op": "update", "id": 5, "priority": "low" })]);
    world.edit(set, 1, targets(&[1], &[])).unwrap();
    assert_eq!(world.view(set).items[0].status, ItemStatus::Drifted, "excluding another one hides no drift");
    world.edit(set, 1, targets(&[5], &[])).unwrap();
    assert_eq!(world.view(set).items[0].status, ItemStatus::Pending);
}

#[test]
fn edits_of_targets_that_are_refused() {
    let (mut world, set) = many();
    let all: Vec<i64> = (1..=13).collect();
    assert_eq!(code(world.edit(set, 1, targets(&all, &[]))), "no_targets");
    assert_eq!(code(world.edit(set, 1, targets(&[99], &[]))), "id_not_found");
    let single = world.propose(&[json!({ "op": "complete", "id": 1 })]);
    assert_eq!(code(world.edit(single, 1, targets(&[1], &[]))), "no_targets");
}

#[test]
fn rebasing() {
    let (mut world, set) = many();
    world.edit(set, 1, targets(&[4], &[])).unwrap();
    world.make(&[json!({ "op": "delete", "id": 1 }), json!({ "op": "update", "id": 2, "priority": "low" })]);
    assert_eq!(world.view(set).items[0].status, ItemStatus::Drifted);
    world.edit(set, 1, Edit::Rebase).unwrap();
    assert_eq!(
        ids(&world, set),
        [2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13],
        "gone ones are dropped, the excluded one stays so"
    );
    world.sign(set, &[1]);
    world.apply(set);

    let (mut world, set) = many();
    world.make(&[json!({ "op": "bulk_delete", "where": { "all": true } })]);
    assert_eq!(code(world.edit(set, 1, Edit::Rebase)), "no_targets");

    // A condition that met nothing looks again.
    let mut world = World::new(plain(0));
    let set = world.propose(&[json!({ "op": "bulk_delete", "where": { "all": true } })]);
    assert_eq!(world.item(set, 1).problems[0].code, "no_targets");
    world.make(&[json!({ "op": "create", "title": "One" })]);
    world.edit(set, 1, Edit::Rebase).unwrap();
    assert_eq!((world.status(set, 1), ids(&world, set)), (ItemStatus::Pending, vec![1]));
}

/// What an item was about is gone: made for what there is now, it says what became of it, and is called as before.
#[test]
fn rebasing_on_what_is_gone() {
    for (op, label, message) in [
        (
            json!({ "op": "update", "id": 1, "title": "B" }),
            "Change “Todo 1”: title “B”",
            "#1 has been deleted meanwhile.",
        ),
        (json!({ "op": "delete", "id": 1 }), "Delete “Todo 1”", "#1 has been deleted already."),
    ] {
        let mut world = World::new(plain(1));
        let set = world.propose(&[op]);
        let called = world.item(set, 1).label.clone();
        assert_eq!(called, label);
        world.make(&[json!({ "op": "delete", "id": 1 })]);
        assert_eq!(world.view(set).items[0].status, ItemStatus::Drifted);
        world.edit(set, 1, Edit::Rebase).unwrap();
        let item = world.item(set, 1);
        let problems: Vec<(&str, &str)> = item.problems.iter().map(|p| (p.code.as_ref(), p.message.as_str())).collect();
        assert_eq!((item.status, problems), (ItemStatus::Invalid, vec![("gone", message)]));
        assert_eq!(item.label, called);
    }
    // What was never there has no such story.
    let mut world = World::new(plain(0));
    let set = world.propose(&[json!({ "op": "delete", "id": 7 })]);
    assert_eq!(world.item(set, 1).problems[0].code, "id_not_found");
}

/// A condition that comes by an edit is frozen like any other (R3).
#[test]
fn a_condition_by_edit_is_frozen() {
    let by_replace = Edit::Replace(json!({ "op": "bulk_delete", "where": { "priority": "medium" } }));
    let by_merge = merge(json!({ "where": { "priority": "medium" } }));
    for (op, edit) in [
        (json!({ "op": "complete", "id": 1 }), by_replace.clone()),
        (json!({ "op": "bulk_delete", "where": { "all": true } }), by_replace),
        (json!({ "op": "bulk_delete", "where": { "all": true } }), by_merge),
    ] {
        let mut world = World::new(plain(12));
        world.make(&[json!({ "op": "update", "id": 12, "priority": "low" })]);
        let set = world.propose(&[op]);
        world.edit(set, 1, edit).unwrap();
        assert_eq!(ids(&world, set), (1..=11).collect::<Vec<_>>());
        assert_eq!((world.item(set, 1).targets.len(), world.item(set, 1).base.len()), (11, 11));
        world.make(&[json!({ "op": "create", "title": "Later" })]);
        world.sign(set, &[1]);
        world.apply(set);
        assert_eq!(world.todos.iter().map(|t| t.id.0).collect::<Vec<_>>(), [12, 13]);
    }
}

#[test]
fn merging_into_many() {
    let (mut world, set) = many();
    world.edit(set, 1, targets(&[1], &[])).unwrap();
    world.edit(set, 1, merge(json!({ "set": { "priority": "low" } }))).unwrap();
    assert_eq!(ids(&world, set), (2..=13).collect::<Vec<_>>());
    assert_eq!(world.item(set, 1).targets.len(), 13, "what was left out can still be taken in again");
    // Dates leave series out, and say so.
    world.make(&[json!({ "op": "update", "id": 2, "scheduledFor": "2026-11-23", "recurrence": { "type": "daily" } })]);
    world.edit(set, 1, merge(json!({ "set": { "scheduledFor": "2026-12-01" } }))).unwrap();
    assert_eq!(ids(&world, set), (3..=13).collect::<Vec<_>>());
    assert_eq!(world.item(set, 1).warnings.iter().map(|w| w.code.as_ref()).collect::<Vec<_>>(), ["repeating_excluded"]);
}

#[test]
fn other_arguments() {
    let check = |op: Value, edit: Edit, expected: Result<Value, &str>| {
        let mut world = World::new(todos(&[json!({ "id": 1, "title": "One", "dueDate": "2026-11-23" })]));
        let set = world.propose(std::slice::from_ref(&op));
        match (world.edit(set, 1, edit), expected) {
            (Ok(()), Ok(op)) => {
                assert_eq!(serde_json::to_value(world.item(set, 1).op.as_ref().unwrap()).unwrap(), op);
                assert_eq!((world.status(set, 1), world.item(set, 1).raw.as_ref()), (ItemStatus::Pending, None));
            }
            (got, Err(expected)) => assert_eq!(code(got), expected, "{op}"),
            (got, expected) => panic!("{op}: {got:?}, not {expected:?}"),
        }
    };
    let create = json!({ "op": "create", "title": "New", "scheduledFor": "2026-11-23", "priority": "high" });
    check(
        create.clone(),
        merge(json!({ "title": "Newer" })),
        Ok(json!({ "op": "create", "title": "Newer", "scheduledFor": "2026-11-23", "priority": "high" })),
    );
    check(
        create.clone(),
        merge(json!({ "scheduledFor": null, "priority": null })),
        Ok(json!({ "op": "create", "title": "New" })),
    );
    check(create.clone(), merge(json!({ "op": "delete" })), Err("invalid_op"));
    check(create.clone(), merge(json!({ "colour": "red" })), Err("unknown_field"));
    check(create, merge(json!({ "title": "" })), Err("invalid_title"));
    check(
        json!({ "op": "update", "id": 1, "priority": "low" }),
        merge(json!({ "dueDate": null })),
        Ok(json!({ "op": "update", "id": 1, "dueDate": null, "priority": "low" })),
    );
    check(
        json!({ "op": "update", "id": 1, "priority": "low" }),
        Edit::Replace(json!({ "op": "delete", "id": 1 })),
        Ok(json!({ "op": "delete", "id": 1 })),
    );
    check(
        json!({ "op": "delete", "id": 1 }),
        Edit::Replace(json!({ "op": "revive", "todo": { "id": 9, "title": "x" } })),
        Err("invalid_op"),
    );
    // What could not be read can be mended, or told whole.
    check(
        json!({ "op": "update", "id": 1 }),
        merge(json!({ "priority": "low" })),
        Ok(json!({ "op": "update", "id": 1, "priority": "low" })),
    );
    for unreadable in [Value::Null, json!("complete 1")] {
        check(unreadable.clone(), Edit::Rebase, Err("invalid_operation"));
        check(unreadable.clone(), merge(json!({ "id": 1 })), Err("invalid_operation"));
        check(
            unreadable,
            Edit::Replace(json!({ "op": "complete", "id": 1 })),
            Ok(json!({ "op": "complete", "id": 1, "completed": true })),
        );
    }
}

/// Two people editing one item: the second one has not seen the first one's edit.
#[test]
fn a_stale_edit_is_refused() {
    let mut world = World::new(plain(1));
    for op in [json!({ "op": "delete", "id": 1 }), json!("nonsense")] {
        let id = world.propose(&[op]);
        let mut set = world.set(id).clone();
        let shown = set.items[0].digest.clone();
        assert_eq!(shown.len(), 32);
        let replace = |title: &str| Edit::Replace(json!({ "op": "create", "title": title }));
        countersign_core::change_set::review::edit(&mut set, 1, &shown, replace("a"), &world.todos, world.moment)
            .unwrap();
        assert_eq!(
            countersign_core::change_set::review::edit(&mut set, 1, &shown, replace("b"), &world.todos, world.moment),
            Err(Refusal::Stale { n: 1 })
        );
    }
}
