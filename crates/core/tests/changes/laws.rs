//! What holds for any todos and any operations: preview = effect, apply ∘ undo = identity, rewind
//! restores, the fold of the events is the state.

use crate::strategies::{all_todos, any_operations, any_single, any_todos, independent_operations};
use crate::world::{World, content, draft, moment};
use countersign_core::change_set::execute::dry_run;
use countersign_core::change_set::review::{preview, view};
use countersign_core::change_set::{ItemStatus, Verdict};
use countersign_core::effect::{Fresh, Working};
use countersign_core::ids::Seq;
use countersign_core::operation::Operation;
use countersign_core::todos::{Todos, View};
use countersign_core::wire::ApplyMode;
use proptest::prelude::*;
use serde_json::json;

/// So many cases, unless `PROPTEST_CASES` asks for another number.
pub(crate) fn cases(n: u32) -> ProptestConfig {
    let usual = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_some() { usual } else { ProptestConfig { cases: n, ..usual } }
}

proptest! {
    #![proptest_config(cases(96))]

    /// What the review shows of the items that wait is what applying them does, item by item.
    #[test]
    fn preview_is_effect(todos in any_todos(), ops in any_operations()) {
        let mut set = draft(&ops, &todos);
        let shown = view(&set, &todos, moment());
        for item in set.items.iter_mut().filter(|i| i.status == ItemStatus::Pending) {
            item.status = ItemStatus::Confirmed;
        }
        let mut fresh = Fresh::provisional();
        let done = countersign_core::change_set::execute::execute(&set, ApplyMode::BestEffort, &todos, moment(), &mut fresh).unwrap();
        for outcome in &done.outcomes {
            let item = shown.items.iter().find(|i| i.n == outcome.n).unwrap();
            prop_assert_eq!(&item.preview, &outcome.changes.iter().take(10).map(preview).collect::<Vec<_>>());
            prop_assert_eq!(item.preview_total, outcome.changes.len() as u64);
        }
        let blast = (shown.blast.creates, shown.blast.updates, shown.blast.deletes);
        let counts = done.counts();
        prop_assert_eq!(blast, (done.changes.iter().filter(|c| c.before.is_none()).count() as u64, counts.updates, counts.deletes));
        if done.outcomes.iter().all(|o| o.ok) {
            prop_assert_eq!(dry_run(&set, &todos, moment()).unwrap(), done);
        }
    }

    /// A dry run, a review or a refusal leaves the todos alone, and an item that changes something
    /// changes version and time, one that does not is no change.
    #[test]
    fn a_change_is_a_change(todos in any_todos(), op in any_single((1..=7_i64).prop_map(|n| json!(n)))) {
        let Ok(op) = countersign_core::operation::parse::operation(&op) else { return Ok(()) };
        let mut working = Working::new(&todos);
        let Ok(changes) = working.run(1, &op, moment(), &mut Fresh::provisional()) else { return Ok(()) };
        for change in &changes {
            prop_assert_eq!(change.before.as_ref(), todos.todo(change.id));
            if let (Some(before), Some(after)) = (&change.before, &change.after) {
                prop_assert!(!before.diff(after).is_empty());
                prop_assert_eq!(after.version, before.version + 1);
                prop_assert_eq!(after.updated_at, moment().now);
                prop_assert_eq!((after.id, &after.uid, after.created_at, &after.extra), (before.id, &before.uid, before.created_at, &before.extra));
                prop_assert!(!(after.recurrence.is_repeating() && after.completed()), "a series is never done");
                prop_assert!(!after.recurrence.is_repeating() || after.scheduled_for.is_some(), "a series has a start");
            }
        }
        // Idempotent (S0-77): what adds no line and counts from no day comes to nothing the second time.
        let adds = matches!(&op, Operation::Update { set, .. } if !set.checklist_add.is_empty() || set.checklist.is_some());
        if !adds && !matches!(op, Operation::Delete { .. }) && let Ok(again) = working.run(2, &op, moment(), &mut Fresh::provisional()) {
            prop_assert_eq!(again, vec![]);
        }
    }

    /// Undoing an entry restores everything but version and time; redoing it comes to the state
    /// after it; the items' statuses follow.
    #[test]
    fn undo_is_the_inverse_of_apply(todos in any_todos(), ops in any_operations()) {
        let mut world = World::new(todos);
        let before = content(&world.todos);
        let versions: Vec<_> = world.todos.iter().map(|t| (t.id, t.version)).collect();
        let (set, entry) = world.make(&ops);
        let after = content(&world.todos);
        let did: Vec<u32> = world.outcomes(entry).1.iter().filter(|o| o.ok && !o.changes.is_empty()).map(|o| o.n).collect();
        let standing = world.statuses(set);

        let (undo, undone) = world.undo(entry);
        prop_assert_eq!(&content(&world.todos), &before);
        for (id, version) in versions {
            prop_assert!(world.todos.todo(id).unwrap().version >= version, "a version never goes back");
        }
        if before != after {
            prop_assert!(did.iter().any(|n| world.status(set, *n) == ItemStatus::Undone));
        }

        let (_, _) = world.undo(undone);
        prop_assert_eq!(&content(&world.todos), &after);
        prop_assert_eq!(world.statuses(set), standing);
        prop_assert!(world.statuses(undo).iter().all(|s| *s == ItemStatus::Undone));
        world.check_fold();
    }

    /// Items with nothing in common can be taken back one by one: what is left is what the others do.
    #[test]
    fn undo_of_some_leaves_the_others(todos in all_todos(), ops in independent_operations(), pick in any::<u8>()) {
        let mut world = World::new(todos.clone());
        let (set, entry) = world.make(&ops);
        let some: Vec<u32> = (1..=7).filter(|n| pick >> n & 1 == 1).collect();
        let undo = world.propose_undo(entry, Some(&some));
        world.sign_all(undo);
        world.apply(undo);

        let mut others = World::new(todos);
        let alone = others.propose(&ops);
        let rest: Vec<u32> = others.set(alone).items.iter().filter(|i| i.status == ItemStatus::Pending && !some.contains(&i.n)).map(|i| i.n).collect();
        others.sign(alone, &rest);
        others.try_apply(alone, ApplyMode::BestEffort).unwrap();
        prop_assert_eq!(crate::selection::shapes(&world), crate::selection::shapes(&others));
        for outcome in world.outcomes(entry).1 {
            if outcome.ok && !outcome.changes.is_empty() {
                let expected = if some.contains(&outcome.n) { ItemStatus::Undone } else { ItemStatus::Applied };
                prop_assert_eq!(world.status(set, outcome.n), expected);
            }
        }
    }

    /// Undoing some items of any set either refuses, or comes to a state from which redoing leads
    /// back: nothing that the other items did is lost.
    #[test]
    fn undo_of_some_never_overwrites(todos in any_todos(), ops in any_operations(), pick in any::<u8>()) {
        let mut world = World::new(todos);
        let (_, entry) = world.make(&ops);
        let after = content(&world.todos);
        let some: Vec<u32> = (1..=8).filter(|n| pick >> (n - 1) & 1 == 1).collect();
        let undo = world.propose_undo(entry, Some(&some));
        let signable: Vec<u32> = world.view(undo).items.iter().filter(|i| i.status == ItemStatus::Pending).map(|i| i.n).collect();
        for n in world.set(undo).items.iter().map(|i| i.n).filter(|n| !signable.contains(n)).collect::<Vec<_>>() {
            prop_assert!(world.decide(undo, &[n], Verdict::Confirmed).is_err(), "drifted: cannot be signed");
        }
        world.sign(undo, &signable);
        let undone = world.apply(undo);
        world.undo(undone);
        prop_assert_eq!(content(&world.todos), after);
    }

    /// Going back to any entry restores the todos of then exactly, gives the items of before the
    /// statuses they had, and can itself be undone.
    #[test]
    fn rewind_restores(todos in any_todos(), requests in proptest::collection::vec(any_operations(), 1..4), to in any::<prop::sample::Index>(), undos in any::<u8>()) {
        let mut world = World::new(todos);
        let start = world.todos.clone();
        let mut statuses = Vec::new();
        for (at, ops) in requests.iter().enumerate() {
            let (_, entry) = world.make(ops);
            if undos >> at & 1 == 1 {
                world.undo(entry);
            }
            statuses.push((Seq(world.entries.len() as i64), all_statuses(&world)));
        }
        let end = content(&world.todos);
        let ended = all_statuses(&world);
        let mut marks = vec![(Seq(0), Vec::new())];
        marks.extend(statuses);
        let (to, then) = marks[to.index(marks.len())].clone();
        let was = usize::try_from(to.0).unwrap().checked_sub(1).map_or(&start, |at| &world.snapshots[at]);
        let was = content(was);

        let rewind = world.propose_rewind(to);
        world.sign_all(rewind);
        let entry = world.apply(rewind);
        prop_assert_eq!(&content(&world.todos), &was);
        let standing: Vec<_> = world.todos.iter().map(|t| t.id).collect();
        prop_assert_eq!(standing.len(), was.len());
        let kept = all_statuses(&world);
        for (of, status) in &then {
            if *status == ItemStatus::Applied || *status == ItemStatus::Undone {
                let is = kept.iter().find(|(o, _)| o == of).unwrap().1;
                prop_assert_eq!(is, *status, "{:?} as it was then", of);
            }
        }

        let (_, _) = world.undo(entry);
        prop_assert_eq!(&content(&world.todos), &end);
        for (of, status) in ended {
            prop_assert_eq!(all_statuses(&world).iter().find(|(o, _)| *o == of).unwrap().1, status, "{:?} as before the rewind", of);
        }
        world.check_fold();
    }

    /// Todos and sets survive being written and read.
    #[test]
    fn json_round_trip(todos in any_todos(), ops in any_operations()) {
        let text = serde_json::to_string(&todos.iter().collect::<Vec<_>>()).unwrap();
        let read: Vec<countersign_core::todo::Todo> = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(&todos.iter().cloned().collect::<Vec<_>>(), &read);
        let set = draft(&ops, &todos);
        let read_set: countersign_core::change_set::ChangeSet = serde_json::from_str(&serde_json::to_string(&set).unwrap()).unwrap();
        prop_assert_eq!(&read_set, &set);
        // Proposed again on what was read, everything is bound the same.
        let again = draft(&ops, &Todos::new(read));
        prop_assert_eq!(again, set);
    }
}

type Statuses = Vec<((i64, u32), ItemStatus)>;

fn all_statuses(world: &World) -> Statuses {
    world.projection.sets.values().flat_map(|s| s.items.iter().map(|i| ((s.id.0, i.n), i.status))).collect()
}
