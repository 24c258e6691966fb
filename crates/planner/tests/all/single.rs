//! Single sentences as they are typed and pasted: refusals, lists, labels, boxes, days, by what they change.

use crate::kept::differing;
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Answer, Context, Decision, interpret};
use serde_json::{Value, json};

#[test]
fn sentences_are_done_as_they_say_or_asked_about() {
    let (count, wrong) = differing(include_str!("../data/single.txt"), &Context::default());
    assert!(wrong.is_empty(), "{} of {count} rows differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= 35, "{count} rows");
}

fn todos() -> Todos {
    let list = [
        json!({"id": 1, "title": "Gym", "scheduledFor": "2026-11-23", "timeOfDay": "18:00",
            "recurrence": {"type": "weekly", "interval": 1, "byDay": ["MO", "WE", "FR"]}}),
        json!({"id": 2, "title": "Budget meeting", "scheduledFor": "2026-11-25"}),
        json!({"id": 3, "title": "Retro meeting", "scheduledFor": "2026-12-03"}),
        json!({"id": 6, "title": "Buy milk", "labels": ["errands"]}),
        json!({"id": 7, "title": "Buy oat milk", "labels": ["errands"]}),
        json!({"id": 8, "title": "Return library books", "labels": ["errands"]}),
        json!({"id": 10, "title": "Pay electricity bill", "labels": ["home"]}),
        json!({"id": 12, "title": "File tax return"}),
        json!({"id": 39, "title": "Buy new laptop"}),
    ];
    Todos::new(list.into_iter().map(|todo| serde_json::from_value::<Todo>(todo).unwrap()))
}

fn read(text: &str) -> Answer {
    let clock = Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York");
    interpret(text, &todos(), &clock, &Context::default())
}

fn ops(text: &str) -> Vec<Value> {
    let answer = read(text);
    assert_eq!(answer.decision, Decision::Plan, "{text}: {answer:?}");
    answer.ops.iter().map(|op| op.to_value()).collect()
}

#[test]
fn each_todo_gets_the_label_that_is_its_own() {
    let added = |id: u32, label: &str| json!({"op": "update", "id": id, "labels_add": [label]});
    for said in ["add label a to #6 and b to #7", "add the label a to #6 and the label b to #7"] {
        assert_eq!(ops(said), [added(6, "a"), added(7, "b")], "{said}");
    }
    for said in [
        "remove the errands label from #6 and add it to #10",
        "remove errands from #6 and add it to #10",
        "take the label errands off #6 and put it on #10",
    ] {
        let removed = json!({"op": "update", "id": 6, "labels_remove": ["errands"]});
        assert_eq!(ops(said), [removed, added(10, "errands")], "{said}");
    }
}

#[test]
fn what_numbers_are_left_out_of_is_the_set_behind_them() {
    assert_eq!(
        ops("complete all but #6 and #7 from errands"),
        [json!({"op": "bulk_complete", "where": {"ids": [8]}, "completed": true})]
    );
    // Of a name it may say which of that name are meant.
    assert_eq!(read("complete all but the milk from errands").decision, Decision::Clarify);
}

#[test]
fn a_due_date_goes_on_to_the_next_name() {
    assert_eq!(
        ops("set the tax return to be due friday and the laptop on monday"),
        [
            json!({"op": "update", "id": 12, "dueDate": "2026-11-27"}),
            json!({"op": "update", "id": 39, "dueDate": "2026-11-23"})
        ]
    );
}

#[test]
fn another_weekday_is_one_more_of_the_series() {
    for (said, days) in [
        ("add saturday to gym", json!(["MO", "WE", "FR", "SA"])),
        ("add tuesday and saturday to gym", json!(["MO", "TU", "WE", "FR", "SA"])),
        ("remove monday from gym", json!(["WE", "FR"])),
        ("take mondays and fridays off gym", json!(["WE"])),
        ("entferne den Montag aus gym", json!(["WE", "FR"])),
        ("quita el lunes de gym", json!(["WE", "FR"])),
        ("retire lundi de gym", json!(["WE", "FR"])),
        ("scoate luni din gym", json!(["WE", "FR"])),
    ] {
        let ops = ops(said);
        assert_eq!((ops.len(), &ops[0]["id"], &ops[0]["recurrence"]["byDay"]), (1, &json!(1), &days), "{said}");
    }
    // What does not repeat by the week, and how long "for now" is, is asked.
    // So is what is left of a series without all of its days.
    for said in ["add saturday to budget meeting", "no gym for now", "remove monday, wednesday and friday from gym"] {
        assert_eq!(read(said).decision, Decision::Clarify, "{said}");
    }
    // One date of it is no weekday.
    for said in ["remove next monday from gym", "annule le gym de lundi"] {
        assert_eq!(ops(said)[0]["op"], "skip_occurrence", "{said}");
    }
}

#[test]
fn a_question_without_a_verb_keeps_its_day() {
    let ids = |text: &str| read(text).answer_ids.into_iter().map(|id| id.0).collect::<Vec<_>>();
    assert_eq!(ids("meetings tomorrow?"), Vec::<i64>::new());
    assert_eq!(ids("meetings on wednesday?"), [2]);
    assert_eq!(ids("meetings?"), [2, 3]);
}

#[test]
fn a_ticked_box_is_done_and_an_empty_one_is_to_do() {
    assert_eq!(ops("* [x] buy glue"), [json!({"op": "create", "title": "buy glue", "status": "done"})]);
    assert_eq!(ops("- [ ] buy glue"), [json!({"op": "create", "title": "buy glue"})]);
    let answer = read("- [ ] buy glue\n- [x] Buy milk\n- [ ] Buy oat milk");
    let ops: Vec<Value> = answer.ops.iter().map(|op| op.to_value()).collect();
    assert_eq!(
        ops,
        [json!({"op": "create", "title": "buy glue"}), json!({"op": "complete", "id": 6, "completed": true})]
    );
    assert_eq!(answer.warnings, ["possible_duplicate"]);
    // Which day of a series, and whether it is the todo of another name, a box does not tell.
    for said in ["- [x] gym", "- [x] library books"] {
        assert_eq!(read(said).decision, Decision::Unsure, "{said}");
    }
}
