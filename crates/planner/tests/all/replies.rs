//! Answers to the question which todos are meant: several by their places, all but some, an order about some of them.

use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Answer, Context, Decision, interpret, reply as told};
use serde_json::json;

fn todos() -> Todos {
    let todo = |(id, title): (i64, &str)| serde_json::from_value::<Todo>(json!({ "id": id, "title": title })).unwrap();
    let standup = json!({"id": 5, "title": "Stand-up", "scheduledFor": "2026-11-02",
        "recurrence": {"type": "weekly", "byDay": ["MO", "TU", "WE", "TH", "FR"]}});
    let titles = [
        (1, "Call the dentist"),
        (2, "Call the plumber"),
        (13, "Email Anna about the budget"),
        (14, "Email Tom about the offsite"),
    ];
    Todos::new(titles.into_iter().map(todo).chain([serde_json::from_value(standup).unwrap()]))
}

/// What `text` makes of the question which of `options` is meant by `instruction`.
fn reply(text: &str, options: &[i64], instruction: &str) -> Answer {
    let clock = Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York");
    let clarify = json!({ "question": "Which one do you mean?", "options": options, "instruction": instruction });
    let context: Context = serde_json::from_value(json!({ "clarify": clarify })).unwrap();
    interpret(text, &todos(), &clock, &context)
}

/// The kind and the todo of each operation.
fn done(answer: &Answer) -> Vec<(String, i64)> {
    let each = |op: &serde_json::Value| {
        let one = op["id"].as_i64().into_iter();
        let ids = one.chain(op["where"]["ids"].as_array().into_iter().flatten().filter_map(|id| id.as_i64()));
        let kind = op["op"].as_str().unwrap_or_default().trim_start_matches("bulk_").to_owned();
        ids.map(|id| (kind.clone(), id)).collect::<Vec<_>>()
    };
    answer.ops.iter().flat_map(|op| each(&op.to_value())).collect()
}

#[test]
fn several_are_chosen_by_their_places_and_all_but_some() {
    let three = [1, 13, 14].as_slice();
    let two = [13, 14].as_slice();
    for (text, options, want) in [
        ("1, 2", two, [13, 14].as_slice()),
        ("1 2", two, &[13, 14]),
        ("1-2", three, &[1, 13]),
        ("1 to 3", three, &[1, 13, 14]),
        ("the first to the third", three, &[1, 13, 14]),
        ("the first two", three, &[1, 13]),
        ("the last 2", three, &[13, 14]),
        ("the middle one", three, &[13]),
        ("the emails", three, &[13, 14]),
        ("both except anna", two, &[14]),
        ("all but the second", two, &[13]),
        ("all but the first", three, &[13, 14]),
        ("all except the last", three, &[1, 13]),
        ("all except anna", three, &[1, 14]),
        ("everything except the dentist", three, &[13, 14]),
        ("all of them apart from the last one", three, &[1, 13]),
        ("the emails but not tom", three, &[13]),
        ("not anna", two, &[14]),
        ("not anna, the other one", two, &[14]),
        ("the other one, not tom", two, &[13]),
    ] {
        let answer = reply(text, options, "delete the email");
        let want: Vec<(String, i64)> = want.iter().map(|id| ("delete".to_owned(), *id)).collect();
        assert_eq!(done(&answer), want, "{text}: {answer:?}");
    }
}

#[test]
fn what_does_not_say_which_is_asked_again() {
    for (text, options) in [
        ("not anna", [1, 13, 14].as_slice()),
        ("the other one", &[13, 14]),
        ("the middle one", &[13, 14]),
        ("all but bob", &[13, 14]),
        ("1 to 4", &[1, 13, 14]),
        // Numbers of their own, at other places.
        ("1 to 2", &[2, 1]),
        ("complete the third one", &[13, 14]),
    ] {
        let answer = reply(text, options, "delete the email");
        assert_eq!((answer.decision, answer.options.len()), (Decision::Clarify, options.len()), "{text}: {answer:?}");
    }
    for text in ["not sure", "all except anna and tom", "not anna or tom, delete nothing"] {
        assert!(reply(text, &[13, 14], "delete the email").ops.is_empty(), "{text}");
    }
}

#[test]
fn an_order_about_those_offered_is_about_them() {
    for (text, want) in [
        ("complete the second one", vec![("complete", 14)]),
        ("delete the last one", vec![("delete", 14)]),
        ("complete both", vec![("complete", 13), ("complete", 14)]),
        ("move both of them to friday", vec![("update", 13), ("update", 14)]),
        ("move the first one to friday", vec![("update", 13)]),
    ] {
        let answer = reply(text, &[13, 14], "delete the email");
        let want: Vec<(String, i64)> = want.into_iter().map(|(kind, id)| (kind.to_owned(), id)).collect();
        assert_eq!(done(&answer), want, "{text}: {answer:?}");
    }
    // What names something else is new.
    assert_eq!(done(&reply("delete the dentist call", &[13, 14], "complete the email")), [("delete".to_owned(), 1)]);
}

#[test]
fn a_question_that_is_let_be_is_told_as_one() {
    for text in ["never mind", "none", "cancel that", "forget it", "neither", "nein"] {
        let answer = reply(text, &[13, 14], "delete the email");
        let said = told(&answer, &todos(), jiff::civil::date(2026, 11, 21));
        assert_eq!(
            (answer.decision, said.as_str()),
            (Decision::Chat, "The question is dropped. Nothing changes."),
            "{text}"
        );
    }
}

#[test]
fn a_condition_that_the_list_answers_is_looked_up() {
    let clock = Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York");
    let say = |text: &str| interpret(text, &todos(), &clock, &Context::default());
    for text in ["complete the dentist call if it's overdue", "delete the dentist call unless it's still open"] {
        let answer = say(text);
        let said = told(&answer, &todos(), clock.now.date());
        assert_eq!(
            (done(&answer), said.as_str()),
            (Vec::new(), "The condition is not met. Nothing changes."),
            "{text}"
        );
    }
    for text in ["complete the dentist call if it has no date", "complete the dentist call unless it's overdue"] {
        assert_eq!(done(&say(text)), [("complete".to_owned(), 1)], "{text}");
    }
    // What the list does not know stays a condition.
    for text in ["complete the dentist call if it rains", "delete the dentist call if it's overdue and it rains"] {
        assert!(say(text).ops.is_empty(), "{text}");
    }
}
