//! Answers with more words than the question offers, and what is never taken for an order.

use super::{ops, reply, say};
use countersign_planner::interpret::{Context, Decision};
use serde_json::{Value, json};

/// The one thing a message comes to.
fn plan(text: &str) -> Vec<Value> {
    let answer = say(text, &Context::default());
    assert_eq!(answer.decision, Decision::Plan, "{text}: {:?} {:?}", answer.decision, answer.question);
    ops(&answer)
}

#[test]
fn a_day_is_that_of_the_question_before_it_is_any_other() {
    let rows = [
        ("move dentist to feb 30", "2027-02-28", "sunday|the 28th|february|the earlier one|feb 28|28"),
        ("move dentist to feb 30", "2027-03-01", "monday|the 1st|march|the later one|mar 1"),
        ("wash the car nov 31", "2026-11-30", "monday|the 30th|november"),
        ("wash the car nov 31", "2026-12-01", "tuesday|the 1st|december"),
        ("move dentist to friday dec 25 2027", "2027-12-25", "saturday|the 25th|dec 25"),
        ("move dentist to friday dec 25 2027", "2027-12-24", "friday|the 24th|dec 24"),
        ("move dentist to 5/6", "2027-05-06", "may|in may|the one in may|the 6th"),
        ("move dentist to 5/6", "2027-06-05", "june|in june|the one in june|the 5th"),
    ];
    for (instruction, day, answers) in rows {
        for answer in answers.split('|') {
            let after = reply(instruction, answer);
            assert_eq!(ops(&after)[0]["scheduledFor"], day, "{instruction} | {answer}");
        }
    }
    let after = ops(&reply("move dentist to tomorrow at 25:00", "3pm"));
    assert_eq!((&after[0]["scheduledFor"], &after[0]["timeOfDay"]), (&json!("2026-11-22"), &json!("15:00")));
}

#[test]
fn a_choice_may_bring_a_date_in_every_language() {
    let languages = [
        ("move email to friday", "the second one|the 2nd|second one", ["on tuesday", "on monday", "but on thursday"]),
        (
            "verschiebe email auf freitag",
            "die zweite|nur die zweite",
            ["am Dienstag", "am Montag", "aber am Donnerstag"],
        ),
        ("mueve email al viernes", "el segundo|solo el segundo", ["el martes", "el lunes", "pero el jueves"]),
        ("déplace email à vendredi", "la deuxième|seulement la deuxième", ["mardi", "lundi", "mais jeudi"]),
        ("mută email pe vineri", "a doua|doar a doua", ["marți", "luni", "dar joi"]),
    ];
    for (instruction, choices, dates) in languages {
        for choice in choices.split('|') {
            let plain = ops(&reply(instruction, choice));
            assert_eq!(json!(plain), json!([{"op": "update", "id": 14, "scheduledFor": "2026-11-27"}]), "{choice}");
            for (date, day) in dates.iter().zip(["2026-11-24", "2026-11-23", "2026-11-26"]) {
                let said = format!("{choice} {date}");
                let after = ops(&reply(instruction, &said));
                assert_eq!(json!(after), json!([{"op": "update", "id": 14, "scheduledFor": day}]), "{said}");
            }
        }
    }
}

#[test]
fn an_answer_makes_no_todo() {
    let questions = ["move email to friday", "complete email", "move gym to wednesday", "buy milk"];
    let answers = "both on monday|the first tomorrow|just monday|only friday|yes tomorrow|yes but tomorrow|add another|create|\
        the one tomorrow|first one on monday and second on tuesday|die beiden|weder noch|el otro|l'autre|cealaltă|\
        mai târziu|más tarde|al doilea|later|back|all three";
    for question in questions {
        for answer in answers.split('|') {
            let after = reply(question, answer.trim());
            let made: Vec<Value> = ops(&after).into_iter().filter(|op| op["op"] == "create").collect();
            let own = made.iter().all(|op| question == "buy milk" && op["title"] == "buy milk");
            assert!(own, "{question} | {answer}: {made:?}");
        }
    }
    // What is plainly something new is.
    for said in ["add buy bread", "buy bread tomorrow", "remind me to call mum"] {
        let after = reply("move email to friday", said);
        assert_eq!(ops(&after)[0]["op"], "create", "{said}");
    }
}

#[test]
fn a_repetition_keeps_its_stretch_and_its_exceptions() {
    let stretches = [
        ("in december", "2026-12-31"),
        ("during december", "2026-12-31"),
        ("in january", "2027-01-31"),
        ("next year", "2027-12-31"),
        ("between dec 1 and dec 31", "2026-12-31"),
    ];
    for core in ["every monday", "every day", "every weekday", "every friday at 5pm"] {
        for (stretch, until) in stretches {
            let made = plan(&format!("wash dog {core} {stretch}"));
            assert_eq!(made[0]["recurrence"]["until"], until, "{core} {stretch}");
            assert_eq!(made[0]["title"], "wash dog", "{core} {stretch}");
        }
    }
    for link in ["except", "but", "but not", "without", "excluding", "save"] {
        for (day, short) in [("sunday", "SU"), ("friday", "FR"), ("tuesday", "TU")] {
            let made = plan(&format!("wash dog every day {link} {day}"));
            let days = made[0]["recurrence"]["byDay"].as_array().cloned().unwrap_or_default();
            assert!(days.len() == 6 && !days.contains(&json!(short)), "{link} {day}: {made:?}");
            assert_eq!(made[0]["title"], "wash dog", "{link} {day}");
        }
    }
    for said in ["except christmas", "but not in december", "over christmas"] {
        let answer = say(&format!("wash dog every day {said}"), &Context::default());
        assert_eq!(answer.decision, Decision::Clarify, "{said}: {:?}", ops(&answer));
    }
    for (said, interval) in [("every 2 mondays", 2), ("every two fridays", 2), ("every sixth monday", 6)] {
        let made = plan(&format!("wash dog {said}"));
        assert_eq!(made[0]["recurrence"]["interval"], interval, "{said}");
        assert_eq!(made[0]["title"], "wash dog", "{said}");
    }
}

#[test]
fn a_row_of_numbers_is_each_of_them() {
    for (verb, op) in [("delete", "delete"), ("complete", "complete")] {
        for link in ["to", "until", "through", "-"] {
            let ids: Vec<Value> = plan(&format!("{verb} #1 {link} #3")).iter().map(|o| o["id"].clone()).collect();
            assert_eq!(json!(ids), json!([1, 2, 3]), "{verb} {link}");
            assert!(plan(&format!("{verb} #1 {link} #3")).iter().all(|o| o["op"] == op));
        }
    }
    for said in ["lösche #1 bis #3", "supprime #1 à #3", "borra #1 a #3", "șterge #1 până la #3"] {
        assert_eq!(plan(said).len(), 3, "{said}");
    }
}

#[test]
fn what_is_wondered_or_taken_back_is_not_done() {
    let orders = ["delete the dentist", "complete buy milk", "move dentist to friday", "add wash dog tomorrow"];
    for order in orders {
        for end in [", never mind", ", cancel that", ". wait, no", ", forget it", " - scratch that", " never mind"] {
            let answer = say(&format!("{order}{end}"), &Context::default());
            assert_eq!(answer.decision, Decision::Chat, "{order}{end}: {:?}", ops(&answer));
        }
        for front in ["is it ok to", "is it okay to", "would it be ok to", "is it possible to", "i was going to"] {
            let answer = say(&format!("{front} {order}"), &Context::default());
            assert!(answer.ops.is_empty(), "{front} {order}: {:?}", ops(&answer));
        }
    }
    for verb in ["lösche", "verschieb", "supprime", "borra", "șterge", "ajoute", "crea", "añade", "erstelle", "create"]
    {
        let answer = say(verb, &Context::default());
        assert_eq!(answer.decision, Decision::Clarify, "{verb}: {:?}", ops(&answer));
    }
}

#[test]
fn a_shift_with_to_counts_from_the_todo() {
    for (said, day) in [
        ("one day later", "2026-11-25"),
        ("a week later", "2026-12-01"),
        ("a day earlier", "2026-11-23"),
        ("two days later", "2026-11-26"),
    ] {
        for to in ["", "to "] {
            assert_eq!(plan(&format!("move dentist {to}{said}"))[0]["scheduledFor"], day, "{to}{said}");
        }
    }
    assert_eq!(plan("move the report to an hour later")[0]["timeOfDay"], "15:00");
}

#[test]
fn a_second_field_is_of_the_same_todo() {
    for (first, second, key, value) in [
        ("date to dec 1", "due date to dec 5", "dueDate", "2026-12-05"),
        ("time to 5pm", "date to dec 1", "scheduledFor", "2026-12-01"),
        ("due date to dec 5", "date to dec 1", "scheduledFor", "2026-12-01"),
    ] {
        let made = plan(&format!("set dentist's {first} and {second}"));
        assert!(made.len() == 1 && made[0]["id"] == 1 && made[0][key] == value, "{first} {second}: {made:?}");
    }
}

#[test]
fn a_number_of_a_thing_stays_in_its_title() {
    let numbers = ["1.2.26", "6.12.25", "12/25", "11/26", "10:15", "9:30"];
    for thing in ["version", "kernel", "order", "invoice", "room", "gate", "size", "chapter"] {
        for number in numbers {
            let title = format!("{thing} {number}");
            assert_eq!(json!(plan(&format!("add {title}"))), json!([{"op": "create", "title": title}]));
        }
    }
    for title in ["1:50 plan drawing", "9:16 video format", "2 minute noodles", "6 hour ratchet", "5 o'clock shadow"] {
        assert_eq!(json!(plan(&format!("add {title}"))), json!([{"op": "create", "title": title}]));
    }
    // The same figures are a time and a length where they say so.
    let made = plan("add a 45 minute call with raj at 10:15");
    assert_eq!((&made[0]["title"], &made[0]["estimate"]), (&json!("call with raj"), &json!(45)));
    assert_eq!(made[0]["timeOfDay"], "10:15");
}

#[test]
fn a_time_that_no_clock_shows_is_asked_about_and_one_the_clocks_skip_is_told() {
    for time in ["24h", "25 o'clock", "14am", "25:00", "12:75"] {
        let answer = say(&format!("call bob tomorrow at {time}"), &Context::default());
        assert_eq!(answer.decision, Decision::Clarify, "{time}: {:?}", ops(&answer));
    }
    let clock =
        countersign_planner::dates::Clock::new(jiff::civil::date(2027, 3, 13).at(10, 0, 0, 0), "America/New_York");
    for said in ["add call tomorrow at 2:30am", "move dentist to tomorrow at 2:30am"] {
        let answer = countersign_planner::interpret::interpret(said, &super::todos(), &clock, &Context::default());
        assert!(answer.warnings.iter().any(|w| w == "clock_change"), "{said}: {:?}", answer.warnings);
    }
}
