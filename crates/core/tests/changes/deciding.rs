//! Verdicts, statuses, expiry, what a set needs before it is applied.

use crate::world::{World, draft, plain, todos, user};
use countersign_core::change_set::execute::{CONFIRM_DELETES, CONFIRM_UPDATES, Refused};
use countersign_core::change_set::propose::{EXPIRES_AFTER_DAYS, Proposal};
use countersign_core::change_set::review::{Edit, Refusal, decide, expire, settle, summary, undecided};
use countersign_core::change_set::{ChangeItem, ItemStatus, SetStatus, Source, Verdict};
use countersign_core::ids::TodoId;
use countersign_core::ledger::Event;
use countersign_core::todos::{Todos, View};
use countersign_core::wire::{ApplyMode, ConfirmCounts};
use serde_json::{Value, json};

#[test]
fn the_status_of_a_set_follows_from_its_items() {
    use ItemStatus::*;
    let check = |items: &[ItemStatus], expected: SetStatus| {
        let ops: Vec<Value> = items.iter().map(|_| json!({ "op": "create", "title": "x" })).collect();
        let mut set = draft(&ops, &Todos::default());
        for (item, status) in set.items.iter_mut().zip(items) {
            item.status = *status;
        }
        settle(&mut set, crate::world::now());
        assert_eq!((set.status, set.resolved_at.is_some()), (expected, expected == SetStatus::Resolved), "{items:?}");
    };
    for pending in [&[Pending][..], &[Pending, Pending], &[Pending, Invalid], &[Invalid], &[]] {
        check(pending, SetStatus::Pending);
    }
    for partly in [
        &[Pending, Rejected][..],
        &[Confirmed],
        &[Confirmed, Invalid],
        &[Applied, Pending],
        &[Deferred],
        &[Deferred, Applied],
        &[Failed, Pending],
        &[Applied, Rejected, Failed],
        &[Undone, Pending],
        &[Unknown],
        &[Applied, Unknown],
    ] {
        check(partly, SetStatus::PartiallyResolved);
    }
    for resolved in [&[Applied][..], &[Rejected], &[Rejected, Rejected], &[Applied, Invalid], &[Retracted], &[Undone]] {
        check(resolved, SetStatus::Resolved);
    }
}

/// Editing the invalid item frees what waits for it: there is something left to decide.
#[test]
fn a_set_of_an_invalid_item_and_what_waits_for_it_is_open() {
    let ops = [json!({ "op": "create", "title": "" }), json!({ "op": "create", "title": "x" })];
    let mut set = draft(&ops, &Todos::default());
    set.items[1].needs = vec![1];
    let settled = |set: &mut countersign_core::change_set::ChangeSet| {
        settle(set, crate::world::now());
        set.status
    };
    assert_eq!((set.items[0].status, settled(&mut set)), (ItemStatus::Invalid, SetStatus::Pending));
    set.items[0].status = ItemStatus::Rejected;
    assert_eq!(settled(&mut set), SetStatus::Resolved, "what waits for an item that was turned down falls with it");
}

#[test]
fn who_can_be_decided() {
    use ItemStatus::*;
    let open = [Pending, Deferred, Confirmed, Rejected, Failed, Unknown];
    for status in [
        Invalid, Pending, Confirmed, Rejected, Deferred, Retracted, Applying, Applied, Failed, Unknown, Undone, Expired,
    ] {
        for (verdict, becomes) in [
            (Verdict::Confirmed, Confirmed),
            (Verdict::Rejected, Rejected),
            (Verdict::Deferred, Deferred),
            (Verdict::Retracted, Retracted),
            (Verdict::Undecided, Pending),
        ] {
            let mut set = draft(&[json!({ "op": "create", "title": "x" })], &Todos::default());
            set.items[0].status = status;
            if status == Invalid {
                set.items[0].problems.push(countersign_core::problem::Problem::new("invalid_title", "no title"));
            }
            let before = set.items[0].digest.clone();
            let digest = set.items[0].shown_digest();
            // What was shown before it was cut off decides nothing.
            assert_eq!(digest != before, status == Unknown, "{status:?}");
            if status == Unknown {
                let stale = [(1, before)];
                let got = decide(&mut set, &stale, verdict, None, &user(), &Todos::default(), crate::world::moment());
                assert!(matches!(got, Err(Refusal::Stale { n: 1 })), "{verdict:?}");
            }
            let got =
                decide(&mut set, &[(1, digest)], verdict, None, &user(), &Todos::default(), crate::world::moment());
            let expected = match status {
                Invalid if verdict == Verdict::Confirmed => None,
                Invalid if verdict == Verdict::Undecided => Some(Invalid),
                Invalid => Some(becomes),
                _ if open.contains(&status) => Some(becomes),
                _ => None,
            };
            assert_eq!(got.is_ok(), expected.is_some(), "{status:?} {verdict:?}");
            assert_eq!(set.items[0].status, expected.unwrap_or(status), "{status:?} {verdict:?}");
            assert_eq!(set.items[0].decided_at.is_some(), expected.is_some() && verdict != Verdict::Undecided);
        }
    }
}

#[test]
fn all_or_none_and_only_what_was_shown() {
    let todos = plain(3);
    let mut set = draft(
        &[json!({ "op": "complete", "id": 1 }), json!({ "op": "delete", "id": 2 }), json!({ "op": "delete", "id": 9 })],
        &todos,
    );
    let digest = |n: u32| set.item(n).unwrap().digest.clone();
    let (one, two, three) = (digest(1), digest(2), digest(3));
    let before = set.clone();
    let mut check = |items: &[(u32, &str)], matches: fn(&Refusal) -> bool| {
        let items: Vec<(u32, String)> = items.iter().map(|(n, d)| (*n, (*d).to_owned())).collect();
        let refusal =
            decide(&mut set, &items, Verdict::Confirmed, None, &user(), &todos, crate::world::moment()).unwrap_err();
        assert!(matches(&refusal), "{refusal:?}");
        assert_eq!(set, before);
    };
    check(&[(1, &one), (2, &one)], |r| matches!(r, Refusal::Stale { n: 2 }));
    check(&[(1, &one), (2, "")], |r| matches!(r, Refusal::Stale { n: 2 }));
    check(&[(1, &one), (7, &two)], |r| matches!(r, Refusal::NoItem(7)));
    check(
        &[(1, &one), (3, &three)],
        |r| matches!(r, Refusal::Invalid { n: 3, problems } if problems[0].code == "id_not_found"),
    );
}

#[test]
fn what_is_too_old_cannot_be_signed() {
    let mut world = World::new(plain(3));
    let set = world.propose(&[json!({ "op": "complete", "id": 1 }), json!({ "op": "complete", "id": 2 })]);
    let resolved = world.propose(&[json!({ "op": "complete", "id": 3 })]);
    world.decide(resolved, &[1], Verdict::Rejected).unwrap();
    world.sign(set, &[1]);
    world.later(EXPIRES_AFTER_DAYS - 1);
    world.sign(set, &[2]);
    world.decide(set, &[2], Verdict::Undecided).unwrap();
    world.later(1);
    let view = world.view(set);
    assert_eq!(
        (view.status, view.items.iter().map(|i| i.status).collect::<Vec<_>>()),
        (SetStatus::Expired, vec![ItemStatus::Expired; 2])
    );
    assert_eq!(world.decide(set, &[2], Verdict::Confirmed), Err(Refusal::Expired));
    assert_eq!(world.edit(set, 2, Edit::Rebase), Err(Refusal::Expired));
    assert!(matches!(world.try_apply(set, ApplyMode::Atomic), Err(Refused::Expired)));
    assert!(matches!(world.try_apply(set, ApplyMode::BestEffort), Err(Refused::Expired)));
    // What was turned down in time stays so, and cannot be signed later either.
    assert_eq!(world.view(resolved).status, SetStatus::Resolved);
    assert_eq!(world.decide(resolved, &[1], Verdict::Confirmed), Err(Refusal::Expired));
    assert_eq!(world.edit(resolved, 1, Edit::Rebase), Err(Refusal::Expired));

    let mut noted = world.set(set).clone();
    noted.items[0].status = ItemStatus::Applied;
    expire(&mut noted);
    assert_eq!(
        (noted.status, noted.items[0].status, noted.items[1].status),
        (SetStatus::Expired, ItemStatus::Applied, ItemStatus::Expired)
    );
}

#[test]
fn an_item_waits_for_the_one_it_needs() {
    let ops = [
        json!({ "op": "create", "title": "Trip" }),
        json!({ "op": "set_status", "id": "@1", "status": "in_progress" }),
    ];
    let mut world = World::new(Todos::default());
    let set = world.propose(&ops);
    assert_eq!(world.item(set, 2).needs, [1]);
    world.sign(set, &[2]);
    assert!(
        matches!(world.try_apply(set, ApplyMode::Atomic), Err(Refused::Failed(items)) if items[0].1.code == "blocked")
    );
    world.decide(set, &[1], Verdict::Rejected).unwrap();
    let shown = world.view(set).items.remove(1);
    assert_eq!((shown.status, shown.rejected_with), (ItemStatus::Rejected, Some(1)));
    assert_eq!(world.decide(set, &[2], Verdict::Confirmed), Err(Refusal::Blocked { n: 2, needs: 1 }));
    world.sign(set, &[1]);
    let entry = world.apply(set);
    assert_eq!(world.statuses(set), [ItemStatus::Applied; 2]);
    let made = world.item(set, 1).created.unwrap();
    assert_eq!(serde_json::to_value(world.todos.todo(made).unwrap().status).unwrap(), json!("in_progress"));
    // One todo was made, so one thing is taken back, for both items.
    let undo = world.propose_undo(entry, None);
    assert_eq!(world.set(undo).items.len(), 1);
    world.undo(entry);
    assert_eq!(world.statuses(set), [ItemStatus::Undone; 2]);
}

/// A line of the inbox names the first of what is left to do, and says whether more of that follows.
#[test]
fn a_line_says_that_more_follows_only_where_it_does() {
    let ops: Vec<Value> = ["A", "B", "C", "D", "E"].iter().map(|t| json!({ "op": "create", "title": t })).collect();
    let mut proposals: Vec<Proposal> = ops.iter().map(|op| Proposal::parse(op, "said so")).collect();
    proposals[2].needs = vec![2];
    let mut world = World::new(Todos::default());
    let set = world.put(Source::Request, proposals);
    let line = |world: &World| {
        let said = summary(world.set(set));
        (said.does.join(" "), said.does_more)
    };
    let named = |titles: &str| titles.split(' ').map(|t| format!("Add “{t}”")).collect::<Vec<_>>().join(" ");
    assert_eq!(line(&world), (named("A B C"), 2));
    world.decide(set, &[1], Verdict::Rejected).unwrap();
    assert_eq!(line(&world), (named("B C D"), 1));
    // The third falls with it.
    world.decide(set, &[2], Verdict::Rejected).unwrap();
    assert_eq!(line(&world), (named("D E"), 0));
    world.decide(set, &[4], Verdict::Deferred).unwrap();
    assert_eq!(line(&world), (named("D E"), 0), "what is put off may still be done");
    let told = serde_json::to_value(summary(world.set(set))).unwrap();
    assert_eq!(told.get("does_more"), None, "{told}");
}

#[test]
fn what_needs_a_rejected_item_falls_with_it_at_any_depth_and_rises_with_it() {
    let ops = [
        json!({ "op": "create", "title": "Trip" }),
        json!({ "op": "update", "id": "@1", "priority": "high" }),
        json!({ "op": "create", "title": "Pack" }),
        json!({ "op": "create", "title": "Rent" }),
    ];
    let mut proposals: Vec<Proposal> = ops.iter().map(|op| Proposal::parse(op, "said so")).collect();
    proposals[2].needs = vec![2];
    let mut world = World::new(Todos::default());
    let set = world.put(Source::Request, proposals);
    world.sign(set, &[3]);
    world.decide(set, &[1], Verdict::Rejected).unwrap();
    // It is remembered of what was signed, with the reason; a decision taken back gives back what was said before (B-6).
    let said = |world: &World| match &world.entries.last().unwrap().event {
        Event::Decided { items, .. } => {
            items.iter().map(|d| (d.n, d.verdict, d.with, d.reason.clone())).collect::<Vec<_>>()
        }
        other => panic!("{other:?}"),
    };
    let why = || Some("because".to_owned());
    let fell = |n: u32| (n, Verdict::Rejected, Some(1), why());
    assert_eq!(said(&world), [(1, Verdict::Rejected, None, why()), fell(3)], "nobody said a word of the second");
    let shown = world.view(set);
    let with = |n: usize| (shown.items[n - 1].status, shown.items[n - 1].rejected_with);
    assert_eq!(with(1), (ItemStatus::Rejected, None), "the person's own verdict");
    assert_eq!((with(2), with(3)), ((ItemStatus::Rejected, Some(1)), (ItemStatus::Rejected, Some(1))));
    assert_eq!(
        (with(4), shown.blast.creates, shown.status),
        ((ItemStatus::Pending, None), 1, SetStatus::PartiallyResolved)
    );
    assert_eq!((summary(world.set(set)).open, summary(world.set(set)).signed), (1, 0));
    assert_eq!(undecided(world.set(set)).iter().map(|d| d.n).collect::<Vec<_>>(), [4], "nobody left these undecided");
    assert_eq!(world.decide(set, &[3], Verdict::Confirmed), Err(Refusal::Blocked { n: 3, needs: 2 }));
    // What was signed before and fell is not in the way of the rest, and is not carried out.
    world.sign(set, &[4]);
    world.apply(set);
    assert_eq!(world.set(set).status, SetStatus::Resolved);
    assert_eq!(world.todos.iter().count(), 1);
    world.decide(set, &[1], Verdict::Undecided).unwrap();
    let rose: Vec<_> = said(&world).into_iter().map(|(n, verdict, with, _)| (n, verdict, with)).collect();
    let (undecided, signed) = (Verdict::Undecided, Verdict::Confirmed);
    assert_eq!(rose, [(1, undecided, None), (3, signed, Some(1))]);
    let risen = world.view(set);
    let statuses: Vec<ItemStatus> = risen.items.iter().map(|i| i.status).collect();
    assert_eq!(statuses, [ItemStatus::Pending, ItemStatus::Pending, ItemStatus::Confirmed, ItemStatus::Applied]);
    assert_eq!(risen.status, SetStatus::PartiallyResolved);
    world.sign(set, &[1, 2]);
    world.apply(set);
    assert_eq!(world.todos.iter().count(), 3);
}

#[test]
fn at_n_is_the_nth_operation_of_the_request() {
    // The bulk operation becomes three items; what the second operation makes is the fourth.
    let ops = [
        json!({ "op": "bulk_complete", "where": { "all": true } }),
        json!({ "op": "create", "title": "Next" }),
        json!({ "op": "update", "id": "@2", "priority": "high" }),
    ];
    let mut world = World::new(plain(3));
    let (set, _) = world.make(&ops);
    assert_eq!(world.statuses(set), [ItemStatus::Applied; 5]);
    assert_eq!(world.item(set, 5).needs, [4]);
    assert_eq!(
        serde_json::to_value(world.item(set, 5).op.as_ref().unwrap()).unwrap(),
        json!({ "op": "update", "id": "@4", "priority": "high" })
    );
    assert_eq!(world.set(set).items.iter().map(|i| i.request).collect::<Vec<_>>(), [0, 0, 0, 1, 2]);

    for (op, code) in [
        (json!({ "op": "delete", "id": "@1" }), "needs_missing_item"),
        (json!({ "op": "delete", "id": "@2" }), "needs_missing_item"),
        (json!({ "op": "delete", "id": "@99" }), "needs_missing_item"),
    ] {
        let set = draft(&[op], &plain(1));
        assert_eq!((set.items[0].status, set.items[0].problems[0].code.as_ref()), (ItemStatus::Invalid, code));
    }
}

/// A condition also meets what earlier operations of the request make; that has no number yet.
#[test]
fn many_and_what_is_made_with_them() {
    for there in [0, 3, 12] {
        let mut world = World::new(plain(there));
        let set = world.propose(&[
            json!({ "op": "create", "title": "New" }),
            json!({ "op": "bulk_update", "where": { "all": true }, "set": { "priority": "high" } }),
        ]);
        world.sign_all(set);
        world.apply(set);
        assert_eq!(world.todos.len() as i64, there + 1);
        assert!(world.todos.iter().all(|t| t.get(countersign_core::todo::Field::Priority) == json!("high")), "{there}");
        world.check_fold();
    }
}

#[test]
fn more_than_so_many_need_a_second_yes() {
    let check = |ops: &[Value], deletes: u64, updates: u64, asks: bool| {
        let mut world = World::new(plain(200));
        let (_, entry) = {
            let id = world.propose(ops);
            world.sign_all(id);
            (id, world.try_apply(id, ApplyMode::Atomic).unwrap())
        };
        assert_eq!(
            (entry.1.counts(), entry.1.needs_confirmation(false)),
            (ConfirmCounts { deletes, updates, sensitive: Vec::new() }, asks),
            "{ops:?}"
        );
    };
    let singles = |op: &str, ids: std::ops::RangeInclusive<i64>| -> Vec<Value> {
        ids.map(|id| json!({ "op": op, "id": id })).collect()
    };
    let bulk =
        |op: &str, ids: std::ops::RangeInclusive<i64>| json!({ "op": op, "where": { "ids": ids.collect::<Vec<_>>() } });
    assert_eq!((CONFIRM_DELETES, CONFIRM_UPDATES), (20, 50));
    check(&singles("delete", 1..=20), 20, 0, false);
    check(&singles("delete", 1..=21), 21, 0, true);
    check(&[bulk("bulk_delete", 1..=20)], 20, 0, false);
    // Single deletes count together with the targets of a bulk one (R11).
    check(&[vec![bulk("bulk_delete", 1..=15)], singles("delete", 16..=20)].concat(), 20, 0, false);
    check(&[vec![bulk("bulk_delete", 1..=15)], singles("delete", 16..=21)].concat(), 21, 0, true);
    check(&[vec![bulk("bulk_complete", 1..=45)], singles("complete", 46..=50)].concat(), 0, 50, false);
    check(&[vec![bulk("bulk_complete", 1..=45)], singles("complete", 46..=51)].concat(), 0, 51, true);
    check(&[bulk("bulk_complete", 1..=45), bulk("bulk_delete", 46..=60)], 15, 45, false);
    // Changed and then deleted is deleted; changed twice is changed once.
    check(&[bulk("bulk_complete", 1..=30), bulk("bulk_delete", 1..=12)], 12, 18, false);
    check(
        &[
            bulk("bulk_complete", 1..=30),
            json!({ "op": "bulk_update", "where": { "ids": (1..=30).collect::<Vec<_>>() }, "set": { "priority": "low" } }),
        ],
        0,
        30,
        false,
    );
    let creates: Vec<Value> = (0..60).map(|n| json!({ "op": "create", "title": format!("New {n}") })).collect();
    check(&creates, 0, 0, false);
}

#[test]
fn all_or_nothing_when_one_cannot() {
    let ops = [
        json!({ "op": "delete", "id": 1 }),
        json!({ "op": "update", "id": 2, "scheduledFor": "2026-11-23", "recurrence": { "type": "daily" } }),
        json!({ "op": "skip_occurrence", "id": 2, "occurrenceDate": "2026-11-24" }),
    ];
    let mut world = World::new(plain(2));
    let set = world.propose(&ops);
    world.sign(set, &[1, 3]);
    let before: Vec<_> = world.todos.iter().cloned().collect();
    let refused = world.try_apply(set, ApplyMode::Atomic).unwrap_err();
    assert!(
        matches!(&refused, Refused::Failed(items) if items.len() == 1 && items[0].0 == 3 && items[0].1.code == "blocked"),
        "{refused:?}"
    );
    assert_eq!(world.todos.iter().cloned().collect::<Vec<_>>(), before);
    world.try_apply(set, ApplyMode::BestEffort).unwrap();
    assert_eq!(world.statuses(set), [ItemStatus::Applied, ItemStatus::Pending, ItemStatus::Failed]);
    assert!(world.todos.todo(TodoId(1)).is_none());
}

#[test]
fn a_series_is_said_to_begin_on_the_day_it_begins() {
    let there = todos(&[
        json!({ "id": 1, "title": "Water plants", "scheduledFor": "2026-11-23", "recurrence": { "type": "weekly", "byDay": ["MO"] } }),
        json!({ "id": 2, "title": "Call mom", "scheduledFor": "2026-11-23" }),
    ]);
    let weekly = json!({ "type": "weekly", "byDay": ["MO"] });
    for (op, label, stored, warned) in [
        (
            json!({ "op": "update", "id": 1, "scheduledFor": "2026-12-02" }),
            "Change “Water plants”: date Mon 2026-12-07",
            "2026-12-07",
            true,
        ),
        (
            json!({ "op": "update", "id": 1, "scheduledFor": "2026-11-30" }),
            "Change “Water plants”: date Mon 2026-11-30",
            "2026-11-30",
            false,
        ),
        (
            json!({ "op": "update", "id": 2, "scheduledFor": "2026-12-02" }),
            "Change “Call mom”: date Wed 2026-12-02",
            "2026-12-02",
            false,
        ),
        (
            json!({ "op": "update", "id": 2, "scheduledFor": "2026-12-02", "recurrence": weekly }),
            "Change “Call mom”: date Mon 2026-12-07, repeats every Monday",
            "2026-12-07",
            true,
        ),
        (
            json!({ "op": "create", "title": "Bins", "scheduledFor": "2026-11-27", "recurrence": weekly }),
            "Add “Bins”: date Mon 2026-11-30, repeats every Monday",
            "2026-11-30",
            true,
        ),
        (
            json!({ "op": "create", "title": "Bins", "scheduledFor": "2026-11-30", "recurrence": weekly }),
            "Add “Bins”: date Mon 2026-11-30, repeats every Monday",
            "2026-11-30",
            false,
        ),
    ] {
        let set = draft(std::slice::from_ref(&op), &there);
        let item = &set.items[0];
        assert_eq!(item.label, label);
        let codes: Vec<&str> = item.warnings.iter().map(|w| w.code.as_ref()).collect();
        assert_eq!(codes, if warned { vec!["begins_later"] } else { vec![] }, "{op}");
        let mut world = World::new(there.clone());
        world.make(&[op]);
        let date = stored.parse().unwrap();
        assert!(
            world.todos.iter().any(|todo| label.contains(&todo.title) && todo.scheduled_for == Some(date)),
            "{label}"
        );
    }
}

#[test]
fn nothing_destructive_or_doubtful_is_marked_beforehand() {
    let there = todos(&[
        json!({ "id": 1, "title": "Pay rent" }),
        json!({ "id": 2, "title": "Gym", "scheduledFor": "2026-11-23", "recurrence": { "type": "daily" }, "completedDates": ["2026-11-23"] }),
        json!({ "id": 3, "title": "Call mom" }),
    ]);
    for (op, marked, warnings) in [
        (json!({ "op": "complete", "id": 1 }), true, vec![]),
        (json!({ "op": "create", "title": "Other" }), true, vec![]),
        (json!({ "op": "create", "title": "pay  RENT!" }), false, vec!["possible_duplicate"]),
        (json!({ "op": "delete", "id": 1 }), false, vec![]),
        (json!({ "op": "update", "id": 2, "recurrence": { "type": "none" } }), false, vec!["clears_completed_dates"]),
        (
            json!({ "op": "skip_occurrence", "id": 2, "occurrenceDate": "2026-11-23" }),
            false,
            vec!["clears_completed_dates"],
        ),
        (json!({ "op": "skip_occurrence", "id": 2, "occurrenceDate": "2026-11-24" }), true, vec![]),
        (
            json!({ "op": "complete_occurrence", "id": 2, "occurrenceDate": "2026-11-23", "completed": false }),
            false,
            vec![],
        ),
        (json!({ "op": "complete", "id": 1, "completed": false }), false, vec!["no_effect"]),
        (json!({ "op": "bulk_complete", "where": { "all": true } }), false, vec!["repeating_excluded"]),
        (json!({ "op": "bulk_delete", "where": { "ids": [1, 2] } }), false, vec!["deletes_series"]),
        (json!({ "op": "bulk_delete", "where": { "ids": [2], "repeating": true } }), false, vec![]),
        (json!({ "op": "bulk_delete", "where": { "ids": [1] } }), false, vec![]),
        (json!({ "op": "complete", "id": 2 }), false, vec![]),
    ] {
        let set = draft(std::slice::from_ref(&op), &there);
        let item = &set.items[0];
        assert_eq!(
            (item.preselected, item.warnings.iter().map(|w| w.code.as_ref()).collect::<Vec<_>>()),
            (marked, warnings),
            "{op}"
        );
        // One operation is marked as a whole.
        assert!(set.items.iter().all(|item| item.preselected == marked), "{op}");
        assert!(
            item.warnings
                .iter()
                .chain(&item.problems)
                .all(|w| !w.hint.is_empty() && !w.hint.starts_with("Correct the request")),
            "{op}"
        );
    }
}

#[test]
fn what_one_set_makes_twice_or_changes_and_deletes_is_said() {
    let there = todos(&[json!({ "id": 1, "title": "Pay rent" }), json!({ "id": 2, "title": "Call mom" })]);
    let bins = json!({ "op": "create", "title": "Bins", "scheduledFor": "2026-11-30" });
    let delete = json!({ "op": "delete", "id": 1 });
    for (ops, said) in [
        ([bins.clone(), bins.clone()], vec!["made_twice"]),
        ([bins.clone(), json!({ "op": "create", "title": "Bins", "scheduledFor": "2026-12-01" })], vec![]),
        ([json!({ "op": "update", "id": 1, "title": "Rent" }), delete.clone()], vec!["changed_and_deleted"]),
        ([json!({ "op": "complete", "id": 1 }), delete.clone()], vec!["changed_and_deleted"]),
        ([json!({ "op": "update", "id": 2, "title": "Mom" }), delete.clone()], vec![]),
        ([bins, json!({ "op": "delete", "id": 2 })], vec![]),
    ] {
        let set = draft(&ops, &there);
        let codes = |item: &ChangeItem| item.warnings.iter().map(|w| w.code.to_string()).collect::<Vec<_>>();
        assert_eq!(
            (codes(&set.items[0]), codes(&set.items[1])),
            (vec![], said.iter().map(ToString::to_string).collect()),
            "{ops:?}"
        );
        assert!(set.items[0].preselected, "{ops:?}");
        assert!(said.is_empty() || !set.items[1].preselected, "{ops:?}");
        assert!(set.items[1].warnings.iter().all(|w| w.message.contains("by item 1") && !w.hint.is_empty()));
    }
}

#[test]
fn what_is_put_off_or_out_of_date_is_no_part_of_what_applying_would_do() {
    let ops = [
        json!({ "op": "create", "title": "New" }),
        json!({ "op": "update", "id": 1, "title": "Rent" }),
        json!({ "op": "delete", "id": 2 }),
        json!({ "op": "update", "id": "@1", "priority": "high" }),
    ];
    let mut world = World::new(todos(&[json!({ "id": 1, "title": "Pay rent" }), json!({ "id": 2, "title": "Call" })]));
    let set = world.propose(&ops);
    let would = |world: &World| {
        let blast = world.view(set).blast;
        (blast.creates, blast.updates, blast.deletes)
    };
    assert_eq!(would(&world), (1, 1, 1));
    world.decide(set, &[1, 3], Verdict::Deferred).unwrap();
    assert_eq!(would(&world), (0, 1, 0), "nor what needs it");
    world.decide(set, &[1, 3], Verdict::Undecided).unwrap();
    world.make(&[json!({ "op": "update", "id": 1, "title": "Rent for may" })]);
    assert_eq!(world.view(set).items[1].status, ItemStatus::Drifted);
    assert_eq!(would(&world), (1, 0, 1), "nor what is out of date");
    world.decide(set, &[2], Verdict::Rejected).unwrap();
    assert_eq!(would(&world), (1, 0, 1));
}

#[test]
fn what_takes_lines_off_a_checklist_is_looked_at_first() {
    let lines = json!([{ "id": "a", "title": "socks" }, { "id": "b", "title": "shirt" }]);
    let there = todos(&[json!({ "id": 1, "title": "Pack", "checklist": lines })]);
    for (change, risky) in [
        (json!({ "checklist": [{ "id": "a", "title": "socks" }] }), true),
        (json!({ "checklist": [{ "title": "socks" }], "checklist_add": ["hat"] }), true),
        (json!({ "checklist": [] }), true),
        (json!({ "checklist": [{ "title": "shirt" }, { "title": "socks" }] }), false),
        (json!({ "checklist": [{ "id": "a", "title": "warm socks" }, { "id": "b", "title": "shirt" }] }), false),
        (json!({ "checklist_add": ["hat"] }), false),
        (json!({ "checklist_check": ["socks"] }), false),
    ] {
        let mut op = json!({ "op": "update", "id": 1 });
        op.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let set = draft(std::slice::from_ref(&op), &there);
        assert_eq!(set.items[0].preselected, !risky, "{op}");
    }
}

#[test]
fn a_status_is_said_as_on_the_wire() {
    use countersign_core::change_set::ItemStatus::{
        Applied, Applying, Blocked, Confirmed, Deferred, Drifted, Expired, Failed, Invalid, Pending, Rejected,
        Retracted, Undone, Unknown,
    };
    for status in [
        Invalid, Pending, Confirmed, Rejected, Deferred, Retracted, Drifted, Blocked, Applying, Applied, Failed,
        Unknown, Undone, Expired,
    ] {
        assert_eq!(serde_json::to_value(status).unwrap(), status.name());
    }
}
