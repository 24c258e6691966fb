//! Shapes of everyday sentences: what takes back a part, what stands under a head, what a field loses, names that look
//! like times.

use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::{self, Clock, What};
use countersign_planner::interpret::{Answer, Context, Decision, interpret};
use serde_json::{Value, json};

fn clock() -> Clock {
    Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York")
}

fn todos() -> Todos {
    let all = json!([
        {"id":1,"title":"Dentist appointment","scheduledFor":"2026-11-24","timeOfDay":"15:00","labels":["health"]},
        {"id":2,"title":"Grant report","scheduledFor":"2026-11-25","labels":["work"]},
        {"id":3,"title":"Call Bob","scheduledFor":"2026-11-23"},
        {"id":4,"title":"Groceries","checklist":[{"id":"a","title":"milk"},{"id":"b","title":"eggs"}]},
        {"id":5,"title":"Clean the garage","scheduledFor":"2026-11-22","estimate":120},
        {"id":6,"title":"Gym","scheduledFor":"2026-11-03","recurrence":{"type":"weekly","byDay":["TU","TH"]}},
        {"id":7,"title":"Landing page copy","scheduledFor":"2026-11-20","labels":["work","web"]},
        {"id":9,"title":"Stats problem set 7","labels":["stats"]},
        {"id":10,"title":"Stats problem set 8","labels":["stats"]},
        {"id":11,"title":"Show apartment 2B","scheduledFor":"2026-11-22"},
        {"id":12,"title":"Show apartment 4D","scheduledFor":"2026-11-22"},
        {"id":13,"title":"Laternen basteln"},
        {"id":14,"title":"Essay on Bovary","checklist":[{"id":"c","title":"draft"}]},
    ]);
    let Value::Array(all) = all else { unreachable!() };
    Todos::new(all.into_iter().map(|todo| serde_json::from_value::<Todo>(todo).unwrap()))
}

fn answer(text: &str) -> Answer {
    interpret(text, &todos(), &clock(), &Context::default())
}

/// Each operation is as wanted: what is named there is so, and nothing is left over.
fn does(text: &str, wanted: &[Value]) {
    let answer = answer(text);
    let ops: Vec<Value> = answer.ops.iter().map(|op| op.to_value()).collect();
    assert_eq!(ops.len(), wanted.len(), "{text}: {ops:?} {:?}", answer.question);
    for (op, want) in ops.iter().zip(wanted) {
        for (key, value) in want.as_object().unwrap() {
            let said = match &op[key] {
                Value::Array(lines) if key == "checklist" => lines.iter().map(|line| line["title"].clone()).collect(),
                other => other.clone(),
            };
            assert_eq!(said, *value, "{text}: {key}");
        }
    }
    assert!(answer.left_over.is_empty(), "{text}: {:?}", answer.left_over);
}

fn made(text: &str, title: &str, rest: Value) {
    let mut want = json!({"op": "create", "title": title});
    want.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
    does(text, &[want]);
}

#[test]
fn a_number_with_its_letter_is_a_name_and_no_hour() {
    made("pay the bill for unit 3A", "pay the bill for unit 3A", json!({}));
    made("unit 3a inspection friday", "unit 3a inspection", json!({"scheduledFor": "2026-11-27"}));
    made("haircut 3p", "haircut", json!({"timeOfDay": "15:00"}));
    made("call Ann at 3P tomorrow", "call Ann", json!({"timeOfDay": "15:00"}));
}

#[test]
fn what_is_taken_back_is_the_part_that_is_put_right() {
    made("remind me to email Jon, no, Joan about the lease", "email Joan about the lease", json!({}));
    made("remind me to buy a ticket for Ann, no, for Bob", "buy a ticket for Bob", json!({}));
    made("add buy milk, no, oat milk", "buy oat milk", json!({}));
    made("add buy milk, no wait, call Sam", "call Sam", json!({}));
    does("move the dentist to wed no thurs", &[json!({"id": 1, "scheduledFor": "2026-11-26"})]);
    does("move the dentist to fri sorry sat", &[json!({"id": 1, "scheduledFor": "2026-11-28"})]);
    does("move the dentist to 12:30 wait 1pm", &[json!({"id": 1, "timeOfDay": "13:00"})]);
}

#[test]
fn a_second_time_is_asked_about() {
    assert_eq!(answer("call tim noon 3pm").decision, Decision::Clarify);
}

#[test]
fn things_under_a_head_are_todos_or_the_lines_of_a_checklist() {
    let tomorrow = |title: &str| json!({"op": "create", "title": title, "scheduledFor": "2026-11-22"});
    does("things to do tomorrow: iron shirts, call grandma", &[tomorrow("iron shirts"), tomorrow("call grandma")]);
    made("packing list: socks, shirts, charger", "packing list", json!({"checklist": ["socks", "shirts", "charger"]}));
    made("new checklist Diaper bag: wipes, pacifiers", "Diaper bag", json!({"checklist": ["wipes", "pacifiers"]}));
    does("groceries: milk, eggs, bread", &[json!({"id": 4, "checklist_add": ["bread"]})]);
    does("todo: wash car, todo: feed cat", &["wash car", "feed cat"].map(|title| json!({"title": title})));
    does("1. email Sue\n2. print handouts", &["email Sue", "print handouts"].map(|title| json!({"title": title})));
    // A list of things that says nothing of a list is one title, or asked about.
    assert!(answer("add milk, eggs and bread").ops.len() <= 1);
    assert!(answer("Anna: yes, no, maybe").ops.is_empty());
}

#[test]
fn a_field_can_be_emptied_in_many_words() {
    does("no date any more for call bob", &[json!({"id": 3, "scheduledFor": null})]);
    does("no time for the dentist", &[json!({"id": 1, "timeOfDay": null})]);
    does("no estimate for the garage", &[json!({"id": 5, "estimate": null})]);
    does("unlabel the dentist", &[json!({"id": 1, "labels_remove": ["health"]})]);
    does("take the label off the dentist", &[json!({"id": 1, "labels_remove": ["health"]})]);
    does("strip all labels from landing page copy", &[json!({"id": 7, "labels": []})]);
    assert_eq!(answer("unlabel landing page copy").decision, Decision::Clarify, "which of two");
}

#[test]
fn lines_of_a_checklist_are_told_behind_its_name() {
    does("in the groceries list tick off milk and eggs", &[json!({"id": 4, "checklist_check": ["milk", "eggs"]})]);
    does(
        "on the bovary essay check off draft and add proofread to the checklist",
        &[json!({"id": 14, "checklist_check": ["draft"], "checklist_add": ["proofread"]})],
    );
}

#[test]
fn both_are_two_and_a_name_in_the_singular_is_one() {
    let moved = |id: i64| json!({"id": id, "scheduledFor": "2026-11-23"});
    does("push both apartment showings back a day", &[moved(11), moved(12)]);
    assert_ne!(answer("push both dentist appointments back a day").decision, Decision::Plan);
    let friday = |id: i64| json!({"id": id, "scheduledFor": "2026-11-27"});
    does("move both the dentist and the grant report to friday", &[friday(1), friday(2)]);
    assert_eq!(answer("the stats problem set is due thursday now").decision, Decision::Clarify);
}

#[test]
fn what_is_written_short_is_put_right_and_accounted_for() {
    made("pay gas bill b4 fri", "pay gas bill", json!({"dueDate": "2026-11-27"}));
    made("renew domain next mo", "renew domain", json!({"scheduledFor": "2026-12-01"}));
    made("listen to rock n roll friday", "listen to rock n roll", json!({"scheduledFor": "2026-11-27"}));
    made("reminder for monday at 6am drop off the badge", "drop off the badge", json!({"scheduledFor": "2026-11-23"}));
}

#[test]
fn the_length_and_the_time_that_were_are_left_behind() {
    does("garage is gonna take an hour and a half not 120 minutes", &[json!({"id": 5, "estimate": 90})]);
    does("dentist's at 2pm now not 3", &[json!({"id": 1, "timeOfDay": "14:00"})]);
    does(
        "forgot to do the landing page yesterday, move it to monday",
        &[json!({"id": 7, "scheduledFor": "2026-11-23"})],
    );
}

#[test]
fn a_period_may_be_all_of_it() {
    for phrase in ["all next week", "the whole of next week", "all of next week", "next week"] {
        assert!(matches!(dates::whole(phrase, &clock()), Some(What::Range { .. })), "{phrase}");
    }
    assert!(dates::find("buy all week planners", &clock()).is_empty());
}

#[test]
fn calling_off_is_an_order_about_what_is_there_and_else_something_to_do() {
    for text in ["Zahnarzttermin absagen", "sag den Termin ab", "annuler le rendez-vous", "cancelar la cita"] {
        does(text, &[json!({"op": "delete", "id": 1})]);
    }
    made("Kino absagen", "Kino absagen", json!({}));
}

#[test]
fn an_arrow_points_to_what_a_todo_gets() {
    does("grant report -> tuesday", &[json!({"op": "update", "id": 2, "scheduledFor": "2026-11-24"})]);
    does("dentist → high", &[json!({"op": "update", "id": 1, "priority": "high"})]);
    does("all stats stuff => tuesday", &[json!({"op": "bulk_update", "where": {"ids": [9, 10]}})]);
    let next = answer("next gym -> friday, just that one");
    assert!(next.ops.iter().all(|op| op.to_value()["op"] == "move_occurrence"), "{next:?}");
}

#[test]
fn a_field_behind_a_name_is_emptied_and_not_the_todo() {
    let undated = json!({"op": "update", "id": 2, "scheduledFor": null});
    does("grant report: drop the date", std::slice::from_ref(&undated));
    does("grant report, clear the date, someday", &[undated]);
}

#[test]
fn lines_of_a_list_may_each_be_done() {
    does("groceries: milk done, eggs done", &[json!({"op": "update", "id": 4, "checklist_check": ["milk", "eggs"]})]);
}

#[test]
fn a_deed_of_last_night_is_of_the_day_before() {
    let clock = Clock::new(jiff::civil::date(2026, 11, 20).at(10, 0, 0, 0), "America/New_York");
    let said = interpret("did the gym last night", &todos(), &clock, &Context::default());
    let ops: Vec<Value> = said.ops.iter().map(|op| op.to_value()).collect();
    assert_eq!(ops.len(), 1, "{said:?}");
    assert_eq!(ops[0]["occurrenceDate"], "2026-11-19");
}

#[test]
fn the_hour_that_a_todo_has_is_told_not_to_be_meant() {
    does("dentist 4pm not 3", &[json!({"op": "update", "id": 1, "timeOfDay": "16:00"})]);
    // It is not at five: which is meant is asked.
    assert_ne!(answer("dentist 4pm not 5").decision, Decision::Plan);
}

#[test]
fn what_is_kept_may_be_moved_instead() {
    let moved = json!({"op": "update", "id": 2, "scheduledFor": "2026-11-30"});
    does("delete the grant report, actually no keep it, just move it to nov 30", &[moved]);
    assert!(answer("delete the grant report, actually no keep it").ops.is_empty());
}

#[test]
fn formal_orders_are_orders() {
    made("put in an evening walk for tuesday", "evening walk", json!({"scheduledFor": "2026-11-24"}));
    made("every 2nd and 16th pay the cleaner", "pay the cleaner", json!({"scheduledFor": "2026-12-02"}));
    made(
        "make a note that I should call the plumber on monday",
        "call the plumber",
        json!({"scheduledFor": "2026-11-23"}),
    );
    does(
        "Would you be so good as to move the grant report to Monday week?",
        &[json!({"op": "update", "id": 2, "scheduledFor": "2026-11-30"})],
    );
    does(
        "There shall be no gym on Tuesday.",
        &[json!({"op": "skip_occurrence", "id": 6, "occurrenceDate": "2026-11-24"})],
    );
    does("The gym is to come to an end after the tenth of December.", &[json!({"op": "update", "id": 6})]);
}

#[test]
fn a_verb_in_two_parts_is_no_part_of_a_title() {
    made("Bitte trag ein: am Freitag um halb neun abends Kekse backen", "Kekse backen", json!({"timeOfDay": "20:30"}));
    made("trag mir ein: Kekse backen am Freitag", "Kekse backen", json!({"scheduledFor": "2026-11-27"}));
}

#[test]
fn a_deadline_behind_a_name_is_the_todos() {
    does(
        "Laternen basteln, ändere die Frist auf 3. Dezember",
        &[json!({"op": "update", "id": 13, "dueDate": "2026-12-03"})],
    );
    // Nothing is called so: no todo is made of the order.
    assert!(answer("le parapluie rouge, change l'échéance au 3 décembre").ops.is_empty());
}
