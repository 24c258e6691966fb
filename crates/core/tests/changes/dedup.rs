//! What an agent may propose again: the layers one by one, and what holds for any proposals.

use crate::laws::cases;
use crate::strategies::{any_operations, any_todos, independent_operations};
use crate::world::{World, moment, todo};
use countersign_core::change_set::propose::{NewSet, Proposal, propose};
use countersign_core::change_set::{ChangeSet, ItemStatus, Source, Verdict};
use countersign_core::dedup::{
    Memory, Past, SET_SIZE, Screened, fingerprint_in, fingerprint_of, pack, screen, without,
};
use countersign_core::file::{FileKey, FilePath, WorkspaceId};
use countersign_core::ids::SetId;
use countersign_core::operation::{Operation, Target};
use countersign_core::settings::DefaultUntil;
use countersign_core::todos::Todos;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn proposals(ops: &[Value]) -> Vec<Proposal> {
    ops.iter().map(|v| Proposal::parse(v, "")).collect()
}

fn set_of(kept: Vec<Proposal>, todos: &Todos) -> ChangeSet {
    let source = Source::Wake { agent: "a".into(), about: None };
    let new = NewSet {
        id: SetId(1),
        run: None,
        session: None,
        source,
        title: String::new(),
        preselect: false,
        default_until: DefaultUntil::None,
    };
    propose(new, kept, todos, moment())
}

fn codes(screened: &Screened) -> Vec<&'static str> {
    screened.judged.iter().map(|j| j.refused.as_ref().map_or("kept", |r| r.code())).collect()
}

fn some_todos() -> Todos {
    Todos::new([
        todo(json!({ "id": 1, "title": "Buy milk", "priority": "low" })),
        todo(json!({ "id": 2, "title": "Pay rent", "scheduledFor": "2026-11-20" })),
        todo(json!({ "id": 3, "title": "Old thing", "status": "done" })),
    ])
}

/// The same value with the keys of every object turned around.
fn turned(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            Value::Object(map.iter().rev().map(|(k, v)| (k.clone(), turned(v))).collect::<Map<_, _>>())
        }
        Value::Array(list) => Value::Array(list.iter().map(turned).collect()),
        plain => plain.clone(),
    }
}

#[test]
fn each_layer_refuses_in_its_words() {
    let todos = some_todos();
    let mut memory = Memory::default();
    let shape = |v: Value| fingerprint_of(&Proposal::parse(&v, "").op.unwrap().to_value());
    let past = |verdict| Past { verdict, expired: false, reason: Some("wrong-value".into()) };
    memory.recall(shape(json!({ "op": "update", "id": 1, "priority": "high" })), past(Verdict::Rejected));
    memory.recall(shape(json!({ "op": "update", "id": 1, "notes": "n" })), past(Verdict::Deferred));
    memory.recall(
        shape(json!({ "op": "update", "id": 1, "estimate": 5 })),
        Past { expired: true, ..past(Verdict::Undecided) },
    );
    memory.recall(shape(json!({ "op": "update", "id": 1, "estimate": 6 })), past(Verdict::Retracted));
    memory.recall(shape(json!({ "op": "update", "id": 1, "estimate": 7 })), past(Verdict::Confirmed));
    memory.recall(shape(json!({ "op": "update", "id": 1, "estimate": 8 })), past(Verdict::Undecided));
    let screened = screen(
        proposals(&[
            json!({ "op": "update", "id": 1, "priority": "low" }),
            json!({ "op": "create", "title": " buy  MILK" }),
            json!({ "op": "create", "title": "Old thing" }),
            json!({ "op": "update", "id": 1, "priority": "high" }),
            json!({ "op": "update", "id": 1, "notes": "n" }),
            json!({ "op": "update", "id": 1, "estimate": 5 }),
            json!({ "op": "update", "id": 1, "estimate": 6 }),
            json!({ "op": "update", "id": 1, "estimate": 7 }),
            json!({ "op": "update", "id": 1, "estimate": 8 }),
            json!({ "op": "update", "id": 1, "estimate": 8 }),
            json!({ "op": "complete", "id": 77 }),
            json!({ "op": "update", "id": 2, "notes": "one" }),
            json!({ "op": "update", "id": 2, "notes": "two" }),
            json!({ "op": "paint", "id": 2 }),
        ]),
        &mut memory,
        &todos,
        moment(),
    );
    assert_eq!(
        codes(&screened),
        [
            "no_effect",
            "title_exists",
            "kept",
            "rejected_before",
            "deferred_before",
            "expired_before",
            "kept",
            "kept",
            "kept",
            "waits_already",
            "invalid",
            "kept",
            "same_text",
            "invalid",
        ]
    );
    let said: Vec<String> = screened.judged.iter().filter_map(|j| j.refused.as_ref()).map(|r| r.message()).collect();
    assert_eq!(said[1], "Todo #1 has this title and is open. Change that one, or choose another title.");
    assert_eq!(said[2], "The user rejected exactly this: “wrong value”. Do not propose it again.");
    assert!(said[6].contains("there is no todo #77"), "{}", said[6]);
}

#[test]
fn a_finding_that_was_turned_down_is_not_told_again_with_another_date() {
    let todos = some_todos();
    let move_to = |date: &str| Proposal {
        topic: Some("overdue:2:2026-11-20".into()),
        ..Proposal::parse(&json!({ "op": "update", "id": 2, "scheduledFor": date }), "late")
    };
    let mut memory = Memory::default();
    let first = screen(vec![move_to("2026-11-21")], &mut memory, &todos, moment());
    assert_eq!(codes(&first), ["kept"]);
    // The next day it waits undecided: the new one takes its place.
    let mut set = set_of(first.kept, &todos);
    let mut memory = Memory::default();
    memory.waits(&set);
    let next = screen(vec![move_to("2026-11-22")], &mut memory, &todos, moment());
    assert_eq!((codes(&next), next.judged[0].replaces.map(|at| at.n)), (vec!["kept"], Some(1)));
    // Signed, or put off, it stays as it is.
    set.items[0].status = ItemStatus::Confirmed;
    let mut memory = Memory::default();
    memory.waits(&set);
    assert_eq!(codes(&screen(vec![move_to("2026-11-22")], &mut memory, &todos, moment())), ["waits_already"]);
    let mut memory = Memory::default();
    memory.recall("overdue:2:2026-11-20", Past { verdict: Verdict::Rejected, expired: false, reason: None });
    assert_eq!(codes(&screen(vec![move_to("2026-11-22")], &mut memory, &todos, moment())), ["rejected_before"]);
}

#[test]
fn what_depends_on_a_refused_proposal_is_refused_with_it_and_numbers_follow() {
    let todos = some_todos();
    let ops = [
        json!({ "op": "create", "title": "Buy milk" }),
        json!({ "op": "update", "id": "@1", "priority": "high" }),
        json!({ "op": "create", "title": "Trip" }),
        json!({ "op": "update", "id": "@3", "priority": "high" }),
    ];
    let screened = screen(proposals(&ops), &mut Memory::default(), &todos, moment());
    assert_eq!(codes(&screened), ["title_exists", "needs_refused", "kept", "kept"]);
    let targets: Vec<_> = screened.kept.iter().map(|p| p.op.as_ref().unwrap().target()).collect();
    assert_eq!(targets, [None, Some(Target::New(1))]);
    // The placeholder stands for what is made: the shape is the same wherever it stands.
    let set = set_of(screened.kept, &todos);
    let mut memory = Memory::default();
    memory.waits(&set);
    let again = screen(proposals(&ops), &mut memory, &todos, moment());
    assert_eq!(codes(&again), ["title_exists", "needs_refused", "waits_already", "needs_refused"]);
    assert_eq!(screened.judged[3].fingerprint, fingerprint_in(&set, &set.items[1]));
}

#[test]
fn what_belongs_together_is_not_divided() {
    let create = |n: usize| json!({ "op": "create", "title": format!("T{n}") });
    let mut ops: Vec<Value> = (1..=25).map(create).collect();
    ops.push(json!({ "op": "update", "id": "@10", "priority": "high" }));
    let sizes = |room| pack(proposals(&ops), room).iter().map(Vec::len).collect::<Vec<_>>();
    assert_eq!(sizes(SET_SIZE), [9, 10, 7]);
    assert_eq!(sizes(0), [0, 9, 10, 7]);
    let bins = pack(proposals(&ops), SET_SIZE);
    let at: Vec<_> =
        bins.iter().map(|b| b.iter().filter_map(|p| p.op.as_ref().unwrap().target()).collect::<Vec<_>>()).collect();
    assert_eq!(at, [vec![], vec![Target::New(1)], vec![]]);
}

proptest! {
    #![proptest_config(cases(96))]

    /// The order of keys is nobody's business; any other value is another shape.
    #[test]
    fn a_fingerprint_is_of_the_content(ops in any_operations()) {
        for op in ops.iter().filter(|op| op.is_object()) {
            prop_assert_eq!(fingerprint_of(op), fingerprint_of(&turned(op)));
            let mut other = op.clone();
            other["notes"] = json!("something else entirely");
            prop_assert_ne!(fingerprint_of(op), fingerprint_of(&other));
        }
    }

    /// What waits is never put before the person twice, and what was rejected or put off never again.
    #[test]
    fn nothing_is_proposed_twice(todos in any_todos(), ops in independent_operations(), verdict in 0..3) {
        let first = screen(proposals(&ops), &mut Memory::default(), &todos, moment());
        prop_assert_eq!(first.kept.len(), first.judged.iter().filter(|j| j.refused.is_none()).count());
        let set = set_of(first.kept.clone(), &todos);
        let mut memory = Memory::default();
        match verdict {
            0 => memory.waits(&set),
            n => for item in &set.items {
                let verdict = if n == 1 { Verdict::Rejected } else { Verdict::Deferred };
                memory.recall(fingerprint_in(&set, item), Past { verdict, expired: false, reason: None });
            }
        }
        let kept = first.judged.iter().filter(|j| j.refused.is_none()).map(|j| ops[j.request].clone());
        let again = screen(proposals(&kept.collect::<Vec<_>>()), &mut memory, &todos, moment());
        prop_assert!(again.kept.is_empty(), "{:?}", again.judged);
    }

    /// Whatever is kept can be done in the order given, and packing loses nothing.
    #[test]
    fn what_is_kept_can_be_done(todos in any_todos(), ops in any_operations(), room in 0..=SET_SIZE) {
        let screened = screen(proposals(&ops), &mut Memory::default(), &todos, moment());
        let set = set_of(screened.kept.clone(), &todos);
        prop_assert!(set.items.iter().all(|i| i.status == ItemStatus::Pending), "{:?}", set.items);
        let n = screened.kept.len();
        let bins = pack(screened.kept, room);
        prop_assert_eq!(bins.iter().map(Vec::len).sum::<usize>(), n);
        for bin in bins {
            for (at, proposal) in bin.iter().enumerate() {
                if let Some(Target::New(n)) = proposal.op.as_ref().unwrap().target() {
                    let maker = &bin[n as usize - 1];
                    prop_assert!((n as usize) <= at && matches!(maker.op, Ok(Operation::Create(_))));
                }
            }
        }
    }

    /// What needs an item that was turned down cannot be signed, whatever the order, and opens with it again.
    #[test]
    fn dependents_fall_and_rise_with_what_they_need(makers in 1..5_u32, of in proptest::collection::vec(0..5_u32, 1..6), down in proptest::collection::vec(any::<bool>(), 5)) {
        let mut ops: Vec<Value> = (1..=makers).map(|n| json!({ "op": "create", "title": format!("T{n}") })).collect();
        ops.extend(of.iter().map(|m| json!({ "op": "update", "id": format!("@{}", m % makers + 1), "estimate": 5 + m })));
        let mut world = World::new(Todos::default());
        let set = world.propose(&ops);
        let rejected: Vec<u32> = (1..=makers).filter(|n| down[*n as usize - 1]).collect();
        world.decide(set, &rejected, Verdict::Rejected).unwrap();
        for (at, m) in of.iter().enumerate() {
            let (n, maker) = (makers + at as u32 + 1, m % makers + 1);
            let falls = rejected.contains(&maker);
            let shown = world.view(set).items[n as usize - 1].status;
            prop_assert_eq!(shown == ItemStatus::Rejected, falls, "{}", n);
            prop_assert_eq!(world.decide(set, &[n], Verdict::Confirmed).is_err(), falls);
            if falls {
                world.decide(set, &[maker, n], Verdict::Confirmed).unwrap();
                world.decide(set, &[maker], Verdict::Rejected).unwrap();
            }
        }
    }
}

#[test]
fn what_was_turned_down_is_known_by_its_words_and_a_label_in_any_company() {
    let todos = some_todos();
    let mut memory = Memory::default();
    let op = |v: Value| Proposal::parse(&v, "").op.unwrap();
    memory.turned_down(&op(json!({ "op": "update", "id": 1, "labels_add": ["Foo", "bar"] })), "Label x", None);
    memory.turned_down(&op(json!({ "op": "create", "title": "Buy  Soap" })), "Add \u{201c}Buy  Soap\u{201d}", None);
    for (value, want) in [
        (json!({ "op": "update", "id": 1, "labels_add": ["foo"] }), "rejected_before"),
        (json!({ "op": "update", "id": 1, "labels_add": ["FOO", "new"] }), "rejected_before"),
        (json!({ "op": "update", "id": 1, "labels": [" bar "] }), "rejected_before"),
        (json!({ "op": "update", "id": 1, "labels_add": ["new"] }), "kept"),
        (json!({ "op": "update", "id": 2, "labels_add": ["foo"] }), "kept"),
        (json!({ "op": "create", "title": "buy soap" }), "rejected_before"),
        (json!({ "op": "create", "title": "buy soaps" }), "kept"),
    ] {
        assert_eq!(
            codes(&screen(proposals(std::slice::from_ref(&value)), &mut memory.clone(), &todos, moment())),
            [want],
            "{value}"
        );
    }
}

#[test]
fn what_does_not_fit_behind_what_waits_goes_with_all_that_needs_it() {
    let todos = some_todos();
    let ops = [
        json!({ "op": "create", "title": "A" }),
        json!({ "op": "create", "title": "B" }),
        json!({ "op": "update", "id": "@2", "priority": "high" }),
        json!({ "op": "update", "id": "@1", "priority": "low" }),
        json!({ "op": "update", "id": 2, "priority": "low" }),
    ];
    let screened = screen(proposals(&ops), &mut Memory::default(), &todos, moment());
    let problem = countersign_core::problem::Problem::new("invalid_op", "no");
    let left = without(screened, &[(0, vec![problem])].into());
    assert_eq!(codes(&left), ["invalid", "kept", "kept", "needs_refused", "kept"]);
    let targets: Vec<Option<Target>> = left.kept.iter().map(|p| p.op.as_ref().unwrap().target()).collect();
    assert_eq!(targets, [None, Some(Target::New(1)), Some(Target::Todo(countersign_core::ids::TodoId(2)))]);
}

#[test]
fn nobody_asked_so_no_agent_decides_for_the_user() {
    let code = |v: Value| {
        let op = Proposal::parse(&v, "").op.unwrap_or_else(|e| panic!("{v}: {e:?}"));
        countersign_core::unasked::refusal(&op).map(|p| p.code.to_string()).unwrap_or_default()
    };
    for (value, want) in [
        (json!({ "op": "complete", "id": 1 }), "status_of_the_user"),
        (json!({ "op": "complete", "id": 3, "completed": false }), ""),
        (json!({ "op": "set_status", "id": 1, "status": "done" }), "status_of_the_user"),
        (json!({ "op": "set_status", "id": 1, "status": "rejected" }), "status_of_the_user"),
        (json!({ "op": "set_status", "id": 1, "status": "blocked", "reason": "rain" }), ""),
        (json!({ "op": "set_status", "id": 1, "status": "groomed" }), ""),
        (json!({ "op": "update", "id": 1, "completed": true }), "status_of_the_user"),
        (json!({ "op": "bulk_complete", "where": { "overdue": true } }), "status_of_the_user"),
        (json!({ "op": "bulk_delete", "where": { "all": true } }), "invalid_where_all"),
        (json!({ "op": "bulk_update", "where": { "all": true }, "set": { "priority": "low" } }), "invalid_where_all"),
        (json!({ "op": "bulk_update", "where": { "overdue": true }, "set": { "priority": "low" } }), ""),
        (json!({ "op": "update", "id": 1, "labels": ["a", "b", "c", "d"] }), "invalid_labels"),
        (json!({ "op": "update", "id": 1, "labels": [] }), "invalid_labels"),
        (json!({ "op": "update", "id": 1, "labels_add": ["a", "b", "c"] }), ""),
        (json!({ "op": "create", "title": "x", "labels": ["a", "b", "c", "d"] }), "invalid_labels"),
        (json!({ "op": "complete_occurrence", "id": 1, "occurrenceDate": "2026-11-20" }), ""),
        (json!({ "op": "delete", "id": 1 }), ""),
    ] {
        assert_eq!(code(value.clone()), want, "{value}");
    }
}

/// The label of an edit says how many lines change, and not which.
#[test]
fn another_edit_of_a_file_that_waits_is_another_change() {
    let todos = some_todos();
    let edit = |content: &str| {
        let at = FileKey { workspace: WorkspaceId("w".into()), path: FilePath::parse("conf.txt").unwrap() };
        let content = content.to_owned();
        let (mode, proposed, attributes) = (None, None, None);
        let op = Operation::WriteFile {
            at,
            content,
            bytes: 4,
            mode,
            new: false,
            added: 1,
            removed: 1,
            proposed,
            attributes,
        };
        Proposal::of(op, "why")
    };
    let mut memory = Memory::default();
    let first = screen(vec![edit("aa")], &mut memory, &todos, moment());
    let mut memory = Memory::default();
    memory.waits(&set_of(first.kept, &todos));
    let next = screen(vec![edit("bb"), edit("aa")], &mut memory, &todos, moment());
    assert_eq!(codes(&next), ["kept", "waits_already"]);
    let mut memory = Memory::default();
    memory.turned_down(edit("aa").op.as_ref().unwrap(), "Edit conf.txt, +1 −1", None);
    let next = screen(vec![edit("bb"), edit("aa")], &mut memory, &todos, moment());
    assert_eq!(codes(&next), ["kept", "rejected_before"]);
}
