//! Sets said in every order of words: quantifiers, conditions, exceptions and verbs are combined, and what is to be
//! changed is computed from the todos.

use super::{clock, world};
use countersign_core::todo::{Priority, Status, Todo};
use countersign_core::todos::Todos;
use countersign_planner::interpret::{Context, Decision, interpret};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn ops(said: &str, todos: &Todos) -> Vec<Value> {
    let answer = interpret(said, todos, &clock(), &Context::default());
    if answer.decision == Decision::Plan { answer.ops.iter().map(|op| op.to_value()).collect() } else { Vec::new() }
}

/// The open one-off todos that operations change, and how.
fn changed(ops: &[Value], todos: &Todos) -> (BTreeSet<i64>, BTreeSet<String>) {
    let (mut ids, mut hows) = (BTreeSet::new(), BTreeSet::new());
    for op in ops {
        let set = op["where"]["ids"].as_array().into_iter().flatten().filter_map(Value::as_i64);
        ids.extend(op["id"].as_i64().into_iter().chain(set).filter(|id| plain(todos, *id)));
        let how = |key: &str| op.get(key).or_else(|| op["set"].get(key)).map(|v| format!("{key}={v}"));
        hows.extend(["scheduledFor", "priority", "completed"].into_iter().filter_map(how));
    }
    (ids, hows)
}

fn plain(todos: &Todos, id: i64) -> bool {
    todos.iter().any(|t| t.id.0 == id && !t.recurrence.is_repeating() && t.status != Status::Done)
}

type Holds = fn(&Todo) -> bool;

/// In front of the noun.
const BEFORE: [(&str, Holds); 4] = [
    ("work", |t| t.labels.contains(&"work".to_owned())),
    ("high priority", |t| t.priority == Priority::High),
    ("low-priority", |t| t.priority == Priority::Low),
    ("undated", |t| t.scheduled_for.is_none() && t.due_date.is_none()),
];

/// Behind it.
const BEHIND: [(&str, Holds); 6] = [
    ("tagged work", |t| t.labels.contains(&"work".to_owned())),
    ("with the label errands", |t| t.labels.contains(&"errands".to_owned())),
    ("that is high priority", |t| t.priority == Priority::High),
    ("that has no date", |t| t.scheduled_for.is_none() && t.due_date.is_none()),
    ("that isn't labelled work", |t| !t.labels.contains(&"work".to_owned())),
    ("tagged work or health", |t| t.labels.iter().any(|l| l == "work" || l == "health")),
];

/// Orders with what they do.
const ORDERS: [(&str, &str); 8] = [
    ("move ~ to friday", "scheduledFor=\"2026-11-27\""),
    ("please push ~ to friday", "scheduledFor=\"2026-11-27\""),
    ("~ can wait until friday", "scheduledFor=\"2026-11-27\""),
    ("set ~ to medium priority", "priority=\"medium\""),
    ("~ should be medium priority", "priority=\"medium\""),
    ("bump ~ to medium", "priority=\"medium\""),
    ("mark ~ as done", "completed=true"),
    ("~ can be ticked off", "completed=true"),
];

fn sets() -> Vec<(String, Holds)> {
    let mut out = Vec::new();
    for (words, holds) in BEFORE {
        for front in ["all # tasks", "all my # tasks", "the # ones", "every # task"] {
            out.push((front.replace('#', words), holds));
        }
    }
    for (words, holds) in BEHIND {
        for front in ["everything #", "anything #"] {
            out.push((front.replace('#', words), holds));
        }
    }
    out
}

fn check(said: &str, todos: &Todos, holds: &dyn Fn(&Todo) -> bool, how: &str, wrong: &mut Vec<String>) {
    let want: BTreeSet<i64> = todos.iter().filter(|t| plain(todos, t.id.0) && holds(t)).map(|t| t.id.0).collect();
    let got = ops(said, todos);
    let (ids, hows) = changed(&got, todos);
    if ids != want || !hows.iter().all(|h| h == how) || hows.is_empty() {
        wrong.push(format!("{said}\n    {} for {want:?}", json!(got)));
    }
}

#[test]
fn a_set_is_the_same_in_every_order_of_words() {
    let todos = world();
    let mut wrong = Vec::new();
    for (set, holds) in sets() {
        for (order, how) in ORDERS {
            check(&order.replace('~', &set), &todos, &holds, how, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_is_left_out_stays_wherever_it_is_named() {
    let todos = world();
    let mut wrong = Vec::new();
    for (set, holds) in [
        ("all work tasks", BEFORE[0].1),
        ("everything tagged work", BEHIND[0].1),
        ("everything that is high priority", BEHIND[2].1),
    ] {
        for (order, how) in [
            ("move ~ except the report to friday", "scheduledFor=\"2026-11-27\""),
            ("move ~ to friday except the report", "scheduledFor=\"2026-11-27\""),
            ("set ~ other than the report to medium priority", "priority=\"medium\""),
            ("set ~ to medium priority, but not the report", "priority=\"medium\""),
            ("~ except the report to medium", "priority=\"medium\""),
        ] {
            let holds = |t: &Todo| holds(t) && t.id.0 != 2;
            check(&order.replace('~', set), &todos, &holds, how, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_label_is_a_noun_and_days_may_be_several() {
    let todos = world();
    let errands: Holds = |t| t.labels.contains(&"errands".to_owned());
    let mut wrong = Vec::new();
    for said in ["all errands to friday pls", "errands to friday please", "push my errands to friday"] {
        check(said, &todos, &errands, "scheduledFor=\"2026-11-27\"", &mut wrong);
    }
    let days: Holds = |t| {
        t.scheduled_for.is_some_and(|d| d == jiff::civil::date(2026, 11, 23) || d == jiff::civil::date(2026, 11, 24))
    };
    for said in [
        "move everything on the 23rd and the 24th to friday",
        "move whatever is on monday and tuesday to friday",
        "push everything I had planned for monday and tuesday to friday",
    ] {
        check(said, &todos, &days, "scheduledFor=\"2026-11-27\"", &mut wrong);
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_set_of_which_nothing_is_said_changes_nothing() {
    let todos = world();
    for said in ["all work tasks due this week", "everything tagged work, maybe", "all the purple tasks to friday"] {
        assert!(ops(said, &todos).iter().all(|op| op["op"] == "create"), "{said}: {:?}", ops(said, &todos));
    }
}

#[test]
fn names_with_dates_beside_one_another_are_moves() {
    let todos = world();
    let names = [(14, "novel"), (9, "passport"), (16, "slides")];
    let days = [("sunday", "2026-11-22"), ("tuesday", "2026-11-24"), ("december 3", "2026-12-03")];
    let mut wrong = Vec::new();
    for joint in [", ", " and ", "; "] {
        for turn in 0..3 {
            let parts: Vec<String> = (0..3).map(|n| format!("{} {}", names[n].1, days[(n + turn) % 3].0)).collect();
            let said = parts.join(joint);
            let got = ops(&said, &todos);
            let holds = got.len() == 3
                && (0..3).all(|n| {
                    got.iter().any(|op| op["id"] == names[n].0 && op["scheduledFor"] == days[(n + turn) % 3].1)
                });
            if !holds {
                wrong.push(format!("{said}\n    {}", json!(got)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn earlier_and_later_count_from_the_date_that_is() {
    let todos = world();
    for (said, date) in [
        ("the dentist has to happen a week earlier", "2026-11-17"),
        ("the dentist needs to be a day later", "2026-11-25"),
        ("move the dentist to one day later", "2026-11-25"),
        ("move the dentist to the following week", "2026-12-01"),
    ] {
        let got = ops(said, &todos);
        assert!(matches!(got.as_slice(), [op] if op["id"] == 1 && op["scheduledFor"] == date), "{said}: {got:?}");
    }
}
