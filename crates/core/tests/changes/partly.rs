//! Sets of which only a part is signed: what is shown of that part is what it comes to without the rest.

use crate::laws::cases;
use crate::strategies::{any_operations, any_todos};
use crate::world::{World, draft, plain, todos};
use countersign_core::change_set::propose::EXPLODE_UP_TO;
use countersign_core::change_set::review::preview;
use countersign_core::change_set::{ChangeSet, ItemStatus, Verdict};
use countersign_core::ids::TodoId;
use countersign_core::ledger::Event;
use countersign_core::todos::View;
use countersign_core::wire::{ApplyMode, FieldChange, TodoPreview};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn needs(set: &ChangeSet) -> Vec<(u32, Vec<u32>)> {
    set.items.iter().map(|item| (item.n, item.needs.clone())).collect()
}

/// Label, and the first field before and after, of an item as it is shown.
fn shown(world: &World, set: countersign_core::ids::SetId, n: u32) -> (String, Value, Value) {
    let view = world.view(set);
    let item = view.items.iter().find(|item| item.n == n).unwrap();
    let field = &item.preview[0].fields[0];
    (item.label.clone(), field.before.clone(), field.after.clone())
}

#[test]
fn what_is_signed_alone_is_named_and_shown_without_what_is_not() {
    for reject in [false, true] {
        let mut world = World::new(todos(&[json!({ "id": 1, "title": "base" })]));
        let set = world.propose(&[
            json!({ "op": "update", "id": 1, "title": "one" }),
            json!({ "op": "update", "id": 1, "title": "two" }),
        ]);
        let of_two = |name: &str| (format!("Change “{name}”: title “two”"), json!(name), json!("two"));
        assert_eq!(shown(&world, set, 2), of_two("one"), "while both wait, the second comes after the first");
        if reject {
            world.decide(set, &[1], Verdict::Rejected).unwrap();
            assert_eq!(shown(&world, set, 2), of_two("base"));
        }
        world.sign(set, &[2]);
        assert_eq!(shown(&world, set, 2), of_two("base"), "signed alone, it is shown alone");
        let named = |event: &Event| match event {
            Event::Decided { items, .. } => items.iter().map(|d| d.label.clone()).collect(),
            Event::Applied { items, .. } => items.iter().map(|o| o.label.clone()).collect(),
            _ => Vec::new(),
        };
        let last = |world: &World| named(&world.entries.last().unwrap().event);
        assert_eq!(last(&world), [of_two("base").0], "what was signed");
        world.apply(set);
        assert_eq!(last(&world), [of_two("base").0], "what was done");
        let view = world.view(set);
        assert_eq!(view.items[1].label, of_two("base").0, "and so it stays");
        world.check_fold();
    }
}

#[test]
fn an_item_is_named_by_the_todo_as_it_is_called_now() {
    let mut world = World::new(plain(2));
    let set =
        world.propose(&[json!({ "op": "complete", "id": 1 }), json!({ "op": "update", "id": 2, "priority": "high" })]);
    world.sign(set, &[2]);
    for id in [1, 2] {
        world.make(&[json!({ "op": "update", "id": id, "title": format!("Passport {id}") })]);
    }
    let labels = ["Complete “Passport 1”", "Change “Passport 2”: high priority"];
    assert_eq!(world.view(set).items.iter().map(|item| item.label.as_str()).collect::<Vec<_>>(), labels);
    world.sign(set, &[1]);
    let Event::Decided { items, .. } = &world.entries.last().unwrap().event else { panic!() };
    assert_eq!(items[0].label, labels[0], "what was signed");
    let entry = world.apply(set);
    assert_eq!(world.outcomes(entry).1.iter().map(|o| o.label.as_str()).collect::<Vec<_>>(), labels, "what was done");
}

/// Items one by one: the later ones were shown on what the earlier ones leave, and find just that.
#[test]
fn a_later_item_builds_on_what_an_earlier_one_left() {
    let base = [json!({ "id": 1, "title": "base" })];
    let propose = |world: &mut World| {
        world.propose(&[
            json!({ "op": "update", "id": 1, "title": "one" }),
            json!({ "op": "update", "id": 1, "title": "two" }),
            json!({ "op": "delete", "id": 1 }),
        ])
    };
    let mut world = World::new(todos(&base));
    let set = propose(&mut world);
    let told = shown(&world, set, 2);
    for n in 1..=3 {
        world.sign(set, &[n]);
        world.apply(set);
        if n == 1 {
            assert_eq!(shown(&world, set, 2), told, "it is shown as before");
        }
    }
    assert!(world.todos.todo(TodoId(1)).is_none());
    world.check_fold();
    // What somebody else changes in between is drift, before the first is applied and after.
    for before in [true, false] {
        let mut world = World::new(todos(&base));
        let set = propose(&mut world);
        let other = |world: &mut World| world.make(&[json!({ "op": "update", "id": 1, "title": "other" })]).1;
        if before {
            let _ = other(&mut world);
            assert!(world.decide(set, &[1], Verdict::Confirmed).is_err());
        } else {
            world.sign(set, &[1]);
            world.apply(set);
            let _ = other(&mut world);
        }
        assert!(world.decide(set, &[2], Verdict::Confirmed).is_err(), "{before}");
        assert_eq!(world.view(set).items[1].status, ItemStatus::Drifted, "{before}");
        world.check_fold();
    }
    // An earlier one that comes after a later one does not find what it was shown on.
    let mut world = World::new(todos(&base));
    let set = propose(&mut world);
    world.sign(set, &[2]);
    world.apply(set);
    assert_eq!(world.view(set).items[0].status, ItemStatus::Drifted);
}

proptest! {
    #![proptest_config(cases(256))]

    /// Applied one by one in their order, the items of a set come to what they come to together.
    #[test]
    fn one_by_one_is_as_together(all in any_todos(), ops in any_operations()) {
        let mut together = World::new(all.clone());
        let set = together.propose(&ops);
        let waiting: Vec<u32> =
            together.set(set).items.iter().filter(|i| i.status == ItemStatus::Pending).map(|i| i.n).collect();
        if waiting.len() != together.set(set).items.len() || waiting.is_empty() {
            return Ok(());
        }
        together.sign(set, &waiting);
        let Ok(_) = together.try_apply(set, ApplyMode::Atomic) else { return Ok(()) };
        let mut single = World::new(all);
        let set = single.propose(&ops);
        for n in waiting {
            single.sign(set, &[n]);
            single.apply(set);
        }
        let said = |world: &World| -> Vec<_> {
            let all = world.todos.iter();
            all.map(|t| (t.title.clone(), t.status, t.scheduled_for, t.labels.clone(), t.recurrence.clone())).collect()
        };
        prop_assert_eq!(said(&single), said(&together));
        single.check_fold();
    }
}

/// Without numbers of todos that are made here: they are provisional before.
fn bare(mut preview: TodoPreview, known: &BTreeSet<TodoId>) -> TodoPreview {
    preview.id = preview.id.filter(|id| known.contains(id));
    for field in &mut preview.fields {
        if field.field == "checklist" {
            (field.before, field.after) = (Value::Null, Value::Null);
        }
    }
    preview
}

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn what_is_shown_of_a_part_is_what_it_does(todos in any_todos(), ops in any_operations(), pick in any::<u8>()) {
        let known: BTreeSet<TodoId> = todos.iter().map(|todo| todo.id).collect();
        let mut world = World::new(todos);
        let set = world.propose(&ops);
        let numbers: Vec<u32> = world.set(set).items.iter().map(|item| item.n).collect();
        for n in numbers.into_iter().filter(|n| pick & (1 << (n % 8)) != 0) {
            // What has defects cannot be signed.
            let _ = world.decide(set, &[n], Verdict::Confirmed);
        }
        let view = world.view(set);
        let shown: Vec<(u32, String, Vec<TodoPreview>)> = view
            .items
            .into_iter()
            .filter(|item| item.status == ItemStatus::Confirmed)
            .map(|item| (item.n, item.label, item.preview.into_iter().map(|one| bare(one, &known)).collect()))
            .collect();
        let Ok((_, done)) = world.try_apply(set, ApplyMode::Atomic) else { return Ok(()) };
        let came: Vec<(u32, String, Vec<TodoPreview>)> = done
            .outcomes
            .iter()
            .map(|o| (o.n, o.label.clone(), o.changes.iter().take(10).map(preview).map(|one| bare(one, &known)).collect()))
            .collect();
        prop_assert_eq!(came, shown);
    }
}

#[test]
fn a_target_that_an_earlier_item_brought_needs_it() {
    let bring = json!({ "op": "update", "id": 1, "labels_add": ["old"] });
    let sweep = json!({ "op": "bulk_delete", "where": { "labels": ["old"] } });
    let mut world = World::new(todos(&[
        json!({ "id": 1, "title": "a" }),
        json!({ "id": 2, "title": "b", "labels": ["old"] }),
        json!({ "id": 3, "title": "c" }),
    ]));
    let set = world.propose(&[bring.clone(), sweep.clone()]);
    assert_eq!(needs(world.set(set)), [(1, vec![]), (2, vec![]), (3, vec![1])]);
    world.decide(set, &[1], Verdict::Rejected).unwrap();
    assert!(world.decide(set, &[3], Verdict::Confirmed).is_err(), "it falls with what it needs");
    world.sign(set, &[2]);
    world.apply(set);
    assert_eq!(world.todos.iter().map(|todo| todo.id.0).collect::<Vec<_>>(), [1, 3]);

    // Together they do what was shown.
    let mut world = World::new(plain(1));
    let (set, _) = world.make(&[bring.clone(), sweep.clone()]);
    assert_eq!((world.statuses(set), world.todos.iter().count()), (vec![ItemStatus::Applied; 2], 0));

    // Only what brings it about is needed, not whatever else is about the same todo.
    let retitled = json!({ "op": "update", "id": 1, "title": "other" });
    let set = draft(&[retitled.clone(), bring.clone(), sweep.clone()], &plain(1));
    assert_eq!(needs(&set)[2], (3, vec![2]));
    // What takes part and what turns it off and on again.
    let off = json!({ "op": "update", "id": 1, "labels_remove": ["old"] });
    let set = draft(&[bring.clone(), off, bring, sweep], &plain(1));
    assert_eq!(needs(&set)[3], (4, vec![3]));
}

#[test]
fn of_many_targets_those_that_an_earlier_item_brought_stand_apart() {
    let many = i64::try_from(EXPLODE_UP_TO).unwrap() + 1;
    let brought: Vec<i64> = (1..=many).collect();
    let mut all: Vec<Value> = brought.iter().map(|n| json!({ "id": n, "title": format!("t {n}") })).collect();
    all.extend((many + 1..=2 * many).map(|n| json!({ "id": n, "title": format!("t {n}"), "priority": "high" })));
    let set = draft(
        &[
            json!({ "op": "bulk_update", "where": { "ids": brought }, "set": { "priority": "high" } }),
            json!({ "op": "bulk_complete", "where": { "priority": ["high"] } }),
        ],
        &todos(&all),
    );
    assert_eq!(needs(&set), [(1, vec![]), (2, vec![]), (3, vec![1])]);
    let targets = |n: u32| set.item(n).unwrap().targets.iter().map(|target| target.id.0).collect::<Vec<_>>();
    assert_eq!((targets(2), targets(3)), ((many + 1..=2 * many).collect(), (1..=many).collect()));
}

/// What one of a pair of operations could do to the same todo.
fn pairs() -> Vec<Value> {
    let update = |key: &str, value: Value| json!({ "op": "update", "id": 1, key: value });
    let occurrence = |op: &str| json!({ "op": op, "id": 1, "occurrenceDate": "2026-12-03" });
    vec![
        update("title", json!("N")),
        update("labels", json!(["a"])),
        update("labels_add", json!(["z"])),
        update("labels_remove", json!(["k"])),
        update("checklist", json!(["s1", "s2"])),
        update("checklist_add", json!(["s3"])),
        update("checklist_check", json!(["c1"])),
        update("checklist_uncheck", json!(["c1"])),
        update("scheduledFor", json!("2026-12-05")),
        update("scheduledFor", json!(null)),
        update("timeOfDay", json!("09:00")),
        update("recurrence", json!({ "type": "weekly" })),
        update("recurrence", json!({ "type": "daily" })),
        update("recurrence", json!({ "type": "none" })),
        update("dueDate", json!("2026-12-09")),
        json!({ "op": "complete", "id": 1 }),
        json!({ "op": "complete", "id": 1, "completed": false }),
        json!({ "op": "set_status", "id": 1, "status": "blocked", "reason": "r" }),
        json!({ "op": "set_status", "id": 1, "status": "in_progress" }),
        json!({ "op": "delete", "id": 1 }),
        occurrence("complete_occurrence"),
        occurrence("skip_occurrence"),
        json!({ "op": "move_occurrence", "id": 1, "occurrenceDate": "2026-12-03", "to": { "date": "2026-12-04" } }),
        json!({ "op": "bulk_complete", "where": { "ids": [1] } }),
        json!({ "op": "bulk_update", "where": { "ids": [1] }, "set": { "labels_add": ["y"] } }),
    ]
}

/// What is seen of one todo: whether it is there before and after, and the values that it gets.
type Effect = (bool, bool, Vec<(String, Value)>);

/// What is seen of a preview; of labels and lines those that come and go.
fn seen(shown: &[TodoPreview]) -> Vec<Effect> {
    let labels = |value: &Value| -> BTreeSet<String> {
        value.as_array().into_iter().flatten().map(|label| label.as_str().unwrap().to_owned()).collect()
    };
    let value = |field: &FieldChange| match field.field.as_str() {
        "labels" => {
            let (before, after) = (labels(&field.before), labels(&field.after));
            json!([after.difference(&before).collect::<Vec<_>>(), before.difference(&after).collect::<Vec<_>>()])
        }
        "checklist" => {
            let lines = |value: &Value| value.as_array().cloned().unwrap_or_default();
            let had = |all: &[Value], line: &Value, ticked: bool| {
                all.iter().any(|one| one["title"] == line["title"] && (!ticked || one["checked"] == line["checked"]))
            };
            let (before, after) = (lines(&field.before), lines(&field.after));
            let told = |line: &Value| json!([line["title"], line["checked"]]);
            let came: Vec<Value> = after.iter().filter(|line| !had(&before, line, true)).map(told).collect();
            let went: Vec<&Value> =
                before.iter().filter(|line| !had(&after, line, false)).map(|line| &line["title"]).collect();
            json!([came, went])
        }
        _ => field.after.clone(),
    };
    // An occurrence is done, skipped or moved, whatever it was before.
    let no_more =
        |field: &FieldChange| field.after == json!([]) && field.field.ends_with("Dates") || field.after == json!({});
    // Of what goes all goes.
    let stays = |one: &&TodoPreview| one.after_exists;
    let fields = |one: &TodoPreview| {
        Some(one)
            .filter(stays)
            .iter()
            .flat_map(|one| &one.fields)
            .filter(|f| !no_more(f))
            .map(|f| (f.field.clone(), value(f)))
            .collect()
    };
    shown.iter().map(|one| (one.before_exists, one.after_exists, fields(one))).collect()
}

#[test]
fn an_item_that_needs_no_other_does_without_it_what_was_shown_with_it() {
    let (mut alone, mut bound) = (0, 0);
    for repeats in [json!({ "type": "none" }), json!({ "type": "daily" })] {
        for (first, second) in
            pairs().iter().flat_map(|first| pairs().into_iter().map(move |second| (first.clone(), second)))
        {
            let base = json!({
                "id": 1, "title": "T", "labels": ["k"], "checklist": [{ "id": "c", "title": "c1", "checked": false }],
                "scheduledFor": "2026-12-01", "recurrence": repeats,
            });
            let mut world = World::new(todos(&[base]));
            let set = world.propose(&[first.clone(), second.clone()]);
            let view = world.view(set);
            if view.items.iter().any(|item| !item.problems.is_empty()) || view.items.len() != 2 {
                continue;
            }
            let shown = view.items[1].preview.clone();
            if view.items[1].needs == [1] {
                bound += 1;
                assert!(world.decide(set, &[2], Verdict::Confirmed).is_ok(), "{first} {second}");
                assert!(world.try_apply(set, ApplyMode::Atomic).is_err(), "{first} {second}");
                continue;
            }
            world.sign(set, &[2]);
            let (_, done) =
                world.try_apply(set, ApplyMode::Atomic).unwrap_or_else(|e| panic!("{first} {second}: {e:?}"));
            let came: Vec<TodoPreview> = done.outcomes[0].changes.iter().map(preview).collect();
            assert_eq!(seen(&came), seen(&shown), "{first} {second}");
            alone += 1;
        }
    }
    assert!(alone > 500 && bound > 50, "{alone} {bound}");
}
