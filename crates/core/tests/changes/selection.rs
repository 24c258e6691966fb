//! The three selection laws: what is not signed does not happen, what is signed happens, and the
//! order in which independent items are signed is nobody's business.

use crate::laws::cases;
use crate::strategies::{all_todos, any_operations, any_todos, independent_operations};
use crate::world::{World, content, draft, moment};
use countersign_core::change_set::execute::Execution;
use countersign_core::change_set::{ItemStatus, SetStatus, Verdict};
use countersign_core::effect::Working;
use countersign_core::ids::TodoId;
use countersign_core::wire::ApplyMode;
use proptest::prelude::*;
use serde_json::{Value, json};

/// The todos without what depends on when they were made: numbers and uids of new ones, ids of
/// new checklist lines, versions.
pub(crate) fn shapes(world: &World) -> Vec<String> {
    let known = TodoId(crate::strategies::TODOS);
    let mut all: Vec<String> = content(&world.todos)
        .into_values()
        .map(|todo| {
            let mut value = serde_json::to_value(&todo).unwrap();
            if todo.id > known {
                value["id"] = Value::Null;
                value["uid"] = Value::Null;
            }
            for line in value["checklist"].as_array_mut().unwrap() {
                if !line["id"].as_str().unwrap().starts_with("Line") {
                    line["id"] = json!("new");
                }
            }
            value.to_string()
        })
        .collect();
    all.sort();
    all
}

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn nothing_signed_nothing_changed(todos in any_todos(), ops in any_operations(), verdict in 0..3) {
        let mut world = World::new(todos);
        let before = world.todos.iter().cloned().collect::<Vec<_>>();
        let set = world.propose(&ops);
        let all: Vec<u32> = world.set(set).items.iter().map(|i| i.n).collect();
        match verdict {
            0 => {}
            1 => world.decide(set, &all, Verdict::Rejected).unwrap(),
            _ => world.decide(set, &all, Verdict::Deferred).unwrap(),
        }
        let (_, done) = world.try_apply(set, ApplyMode::Atomic).unwrap();
        prop_assert_eq!(done, Execution::default());
        prop_assert_eq!(world.todos.iter().cloned().collect::<Vec<_>>(), before);
    }

    #[test]
    fn all_signed_is_all_carried_out(todos in any_todos(), ops in any_operations()) {
        let mut world = World::new(todos.clone());
        let set = world.propose(&ops);
        world.sign_all(set);
        let items = world.set(set).items.clone();
        let mut fresh = world.fresh(set);
        let mut working = Working::new(&todos);
        let expected: Vec<_> = items
            .iter()
            .filter(|i| i.status == ItemStatus::Confirmed)
            .map(|i| working.run(i.n, i.op.as_ref().unwrap(), moment(), &mut fresh).unwrap_or_default())
            .collect();
        let (_, done) = world.try_apply(set, ApplyMode::BestEffort).unwrap();
        prop_assert_eq!(done.outcomes.into_iter().map(|o| o.changes).collect::<Vec<_>>(), expected);
        prop_assert!(world.set(set).status != SetStatus::PartiallyResolved, "all was decided and carried out");
    }

    /// Independent: no item reads or writes a todo that another one does. Then some now and the
    /// rest later is all at once, in whatever order.
    #[test]
    fn some_then_the_rest(todos in all_todos(), ops in independent_operations(), pick in any::<u8>()) {
        let mut at_once = World::new(todos.clone());
        at_once.make(&ops);
        let mut in_turn = World::new(todos);
        let set = in_turn.propose(&ops);
        let waiting: Vec<u32> = in_turn.set(set).items.iter().filter(|i| i.status == ItemStatus::Pending).map(|i| i.n).collect();
        let (first, rest): (Vec<u32>, Vec<u32>) = waiting.into_iter().partition(|n| pick >> n & 1 == 1);
        for part in [first, rest] {
            in_turn.sign(set, &part);
            in_turn.try_apply(set, ApplyMode::BestEffort).unwrap();
        }
        prop_assert_eq!(shapes(&in_turn), shapes(&at_once));
        prop_assert_eq!(in_turn.statuses(set), at_once.statuses(set));
    }

    /// Turning some down and signing the rest is a set in which they never were.
    #[test]
    fn rejected_is_never_proposed(todos in all_todos(), ops in independent_operations(), pick in any::<u8>()) {
        let mut world = World::new(todos.clone());
        let set = world.propose(&ops);
        let no: Vec<u32> = (1..=7).filter(|n| pick >> n & 1 == 1).collect();
        world.decide(set, &no, Verdict::Rejected).unwrap();
        world.sign_all(set);
        world.try_apply(set, ApplyMode::BestEffort).unwrap();
        let kept: Vec<Value> = (1..).zip(&ops).filter(|(n, _)| !no.contains(n)).map(|(_, op)| op.clone()).collect();
        let mut without = World::new(todos);
        without.make(&kept);
        prop_assert_eq!(shapes(&world), shapes(&without));
    }

    /// The digest is the operation's and its base's: proposed twice it is the same, for another
    /// operation or other values under it another one.
    #[test]
    fn the_digest_binds(todos in all_todos(), other in all_todos(), ops in independent_operations()) {
        let facts = |op: &Value, todos| {
            let set = draft(std::slice::from_ref(op), todos);
            let item = set.items.into_iter().next().unwrap();
            let bound = json!([item.op.as_ref().map(|op| op.to_value()), item.base]);
            (bound.to_string(), item.digest)
        };
        let all: Vec<_> = ops.iter().flat_map(|op| [facts(op, &todos), facts(op, &other)]).collect();
        for (bound, digest) in &all {
            prop_assert_eq!(digest.len(), 32);
            for (other_bound, other_digest) in &all {
                prop_assert_eq!(bound == other_bound, digest == other_digest);
            }
        }
    }
}
