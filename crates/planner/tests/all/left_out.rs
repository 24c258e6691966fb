//! What is left out of what is said, what is said of the next one as well, and what a wish about a day is not.

use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Answer, Batch, Context, Decision, HistoryOp, Turn, interpret};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn clock() -> Clock {
    Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York")
}

fn todos() -> Todos {
    let all = json!([
        {"id":1,"title":"Swim","scheduledFor":"2026-11-02","labels":["health"],"recurrence":{"type":"weekly","byDay":["MO","WE","FR"]}},
        {"id":2,"title":"Read Deep Work","labels":["reading"]},
        {"id":3,"title":"Board meeting","scheduledFor":"2026-11-25","priority":"high","labels":["work"]},
        {"id":4,"title":"Email Ann about the audit","scheduledFor":"2026-11-23","labels":["work"]},
        {"id":5,"title":"Email Bob about the audit","scheduledFor":"2026-11-24","labels":["work"]},
        {"id":6,"title":"Buy rice","labels":["errands"]},
        {"id":7,"title":"Buy brown rice","scheduledFor":"2026-11-22","labels":["errands"]},
        {"id":8,"title":"Send receipt to Initech","scheduledFor":"2026-11-23","labels":["work"]},
        {"id":9,"title":"Send receipt to Umbrella","scheduledFor":"2026-11-23","labels":["work"]},
        {"id":10,"title":"Mow the lawn","labels":["home"]},
        {"id":11,"title":"Mop the floor","scheduledFor":"2026-11-22","labels":["home"]},
        {"id":12,"title":"Pay gas bill","dueDate":"2026-11-25","labels":["home"]},
        {"id":13,"title":"New bike","priority":"low"},
        {"id":14,"title":"Fix the fence","scheduledFor":"2026-11-19","labels":["home"]},
        {"id":15,"title":"Team picnic","scheduledFor":"2026-11-27","labels":["work"]},
    ]);
    let Value::Array(all) = all else { unreachable!() };
    Todos::new(all.into_iter().map(|todo| serde_json::from_value::<Todo>(todo).unwrap()))
}

fn answer(text: &str) -> Answer {
    interpret(text, &todos(), &clock(), &Context::default())
}

/// The last answer of a conversation in which every order was proposed.
fn talk(messages: &[&str]) -> Answer {
    let mut ctx = Context::default();
    let (last, before) = messages.split_last().unwrap();
    for message in before {
        let answer = interpret(message, &todos(), &clock(), &ctx);
        ctx.proposed = answer.decision == Decision::Plan;
        ctx.turns.push(Turn { role: "user".into(), text: (*message).into() });
    }
    interpret(last, &todos(), &clock(), &ctx)
}

/// What an answer does, an operation as `op id` with its date or level.
fn done(answer: &Answer) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for op in &answer.ops {
        let value = op.to_value();
        let set = if value["set"].is_object() { value["set"].clone() } else { value.clone() };
        let name = value["op"].as_str().unwrap().trim_start_matches("bulk_").to_owned();
        let ids = match value["where"]["ids"].as_array() {
            Some(ids) => ids.clone(),
            None => vec![value["id"].clone()],
        };
        let said: Vec<String> = ["occurrenceDate", "scheduledFor", "dueDate", "priority"]
            .iter()
            .filter_map(|key| {
                Some(format!(
                    " {}{}",
                    if *key == "dueDate" { "due " } else { "" },
                    set[*key].as_str()?.trim_start_matches("2026-")
                ))
            })
            .collect();
        out.extend(ids.iter().map(|id| format!("{name} {id}{}", said.concat())));
    }
    out
}

fn all_do(rows: &[(&str, &[&str])]) {
    let mut wrong = Vec::new();
    for (text, right) in rows {
        let answer = talk(&text.split(" || ").collect::<Vec<_>>());
        let right: BTreeSet<String> = right.iter().map(|one| (*one).to_owned()).collect();
        if answer.decision != Decision::Plan || done(&answer) != right {
            wrong.push(format!(
                "{text}\n  right {right:?}\n    got {:?} {:?} {:?}",
                answer.decision,
                done(&answer),
                answer.question
            ));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn days_that_are_left_out_are_not_skipped() {
    all_do(&[
        ("skip swim on monday and wednesday but not friday", &["skip_occurrence 1 11-23", "skip_occurrence 1 11-25"]),
        ("skip swim monday but not wednesday", &["skip_occurrence 1 11-23"]),
        ("skip swim on wednesday, not monday", &["skip_occurrence 1 11-25"]),
        ("skip swim next week but not on friday", &["skip_occurrence 1 11-23", "skip_occurrence 1 11-25"]),
        ("cancel swim on monday and keep it on wednesday", &["skip_occurrence 1 11-23"]),
        ("skip swim on monday || no, wednesday", &["skip_occurrence 1 11-25"]),
    ]);
}

#[test]
fn a_label_that_is_left_out_is_all_that_have_it() {
    let work = [3, 4, 5, 8, 9, 15];
    for text in
        ["delete everything except work", "complete everything except work", "delete everything but the work todos"]
    {
        let answer = answer(text);
        let touched = done(&answer);
        assert!(!touched.is_empty(), "{text}: {:?}", answer.question);
        for id in work {
            assert!(!touched.iter().any(|one| one.ends_with(&format!(" {id}"))), "{text}: #{id}");
        }
        assert!(touched.iter().any(|one| one.ends_with(" 2")), "{text}: {touched:?}");
    }
    for text in ["make work high priority", "delete work", "move work to monday"] {
        let answer = answer(text);
        assert_eq!(answer.decision, Decision::Clarify, "{text}: {:?}", done(&answer));
        assert!(answer.options.contains(&countersign_core::ids::TodoId(2)), "{text}: {:?}", answer.options);
    }
}

#[test]
fn two_conditions_are_both_heard() {
    all_do(&[
        (
            "make todos without a due date and without a date low priority",
            &["update 2 low", "update 6 low", "update 10 low", "update 13 low"],
        ),
        ("set all todos that have no label and no date to high", &["update 13 high"]),
        ("complete all todos that are high priority or overdue", &["complete 3", "complete 14"]),
    ]);
}

#[test]
fn what_is_left_out_by_name_stays() {
    all_do(&[
        ("complete all errands except buy rice", &["complete 7"]),
        ("complete all work todos except the receipts", &["complete 3", "complete 4", "complete 5", "complete 15"]),
        ("move everything on monday except the receipts to wednesday", &["update 4 11-25"]),
        ("complete initech but not umbrella", &["complete 8"]),
        ("delete mow the lawn but not mop the floor", &["delete 10"]),
        ("set the receipts to high priority", &["update 8 high", "update 9 high"]),
        ("move the audit emails to friday", &["update 4 11-27", "update 5 11-27"]),
    ]);
}

#[test]
fn a_deadline_stays_a_deadline() {
    all_do(&[
        (
            "set the due date of the bike to dec 1 and the lawn to dec 2",
            &["update 13 due 12-01", "update 10 due 12-02"],
        ),
        (
            "set mop the floor's due date to monday and team picnic's to tuesday",
            &["update 11 due 11-23", "update 15 due 11-24"],
        ),
        ("pay gas bill is due on december 7 || make that december 4", &["update 12 due 12-04"]),
        ("when is the gas bill due? || make that friday", &["update 12 due 11-27"]),
        ("move team picnic to monday || not this monday, the one after", &["update 15 11-30"]),
        ("move mop the floor to december 8 || not that tuesday, the next", &["update 11 12-15"]),
        ("move mop the floor to monday || i mean the monday after", &["update 11 11-30"]),
    ]);
}

#[test]
fn a_wish_about_a_day_or_a_change_deletes_nothing() {
    for text in [
        "i don't want team picnic on friday",
        "i don't want the board meeting on november 25",
        "we don't want to move the board meeting",
        "move team picnic to monday || i don't want it on tuesday",
        "move team picnic to monday || i don't want to change it",
    ] {
        let answer = talk(&text.split(" || ").collect::<Vec<_>>());
        assert!(answer.ops.is_empty(), "{text}: {:?}", done(&answer));
    }
    all_do(&[("i don't want team picnic any more", &["delete 15"])]);
}

/// A change of the history; `here` = this conversation asked for it.
fn change(batch: &str, op: &str, ids: &[i64], here: bool) -> Batch {
    let before = |id: &i64| todos().iter().find(|t| t.id.0 == *id).cloned();
    let op = |id: &i64| HistoryOp {
        op: op.into(),
        id: Some(countersign_core::ids::TodoId(*id)),
        before: before(id),
        ..HistoryOp::default()
    };
    Batch { batch: batch.into(), ops: ids.iter().map(op).collect(), here, ..Batch::default() }
}

#[test]
fn a_place_counts_what_the_conversation_did() {
    let all: Vec<i64> = (1..=15).collect();
    let ctx = Context {
        history: vec![
            change("1", "create", &all, false),
            change("2", "complete", &[6], true),
            change("3", "complete", &[7], true),
        ],
        ..Context::default()
    };
    let taken = |text: &str| -> Vec<String> {
        let answer = interpret(text, &todos(), &clock(), &ctx);
        answer.ops.iter().map(|op| op.to_value()["batch"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(taken("undo the first one"), ["2"]);
    assert_eq!(taken("undo the second one"), ["3"]);
    assert_eq!(taken("undo the brown rice one"), ["3"]);
    let asked = interpret("undo the rice one", &todos(), &clock(), &ctx);
    assert_eq!(asked.decision, Decision::Clarify);
    assert_eq!(asked.sections[0].options.len(), 2);
    // A large change of before is no answer to a place.
    let old = Context { history: vec![change("1", "create", &all, false)], ..Context::default() };
    assert_eq!(interpret("undo the first one", &todos(), &clock(), &old).decision, Decision::Clarify);
}
