//! What no part of a plan accounts for, and what is accounted for by where it stands.

use countersign_core::ids::TodoId;
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Answer, Context, Decision, interpret};

fn clock() -> Clock {
    Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York")
}

fn todos() -> Todos {
    let titles = ["Renew passport", "Buy printer ink", "Feed the cat", "Clean out the garage", "Dinner with Hiro"];
    let made = |(n, title): (i64, &&str)| {
        Todo::new(TodoId(n), String::new(), (*title).to_owned(), jiff::Timestamp::UNIX_EPOCH)
    };
    Todos::new((1..).zip(titles.iter()).map(made))
}

fn answer(text: &str) -> Answer {
    interpret(text, &todos(), &clock(), &Context::default())
}

/// The titles of what a sentence makes, with what is at no default.
fn made(text: &str) -> Vec<String> {
    let ops = answer(text).ops;
    let line = |value: serde_json::Value| {
        let all = value.as_object().unwrap().iter().filter(|(key, _)| *key != "op");
        let said = all.map(|(_, v)| v.as_str().map_or(v.to_string(), str::to_owned));
        said.collect::<Vec<_>>().join(" | ")
    };
    ops.iter().map(|op| line(op.to_value())).collect()
}

#[test]
fn a_plan_that_leaves_words_over_names_them() {
    for (text, left) in [
        ("pay rent early this month, on the 27th", "early"),
        ("move the passport to friday with the blue folder", "blue folder"),
        ("delete the ink, the zebra", "zebra"),
    ] {
        let answer = answer(text);
        let said = answer.left_over.join(" ");
        assert!(answer.decision != Decision::Plan || said.contains(left), "{text}: {:?}", answer);
    }
}

#[test]
fn what_a_plan_is_made_of_is_not_left_over() {
    for text in [
        "move the passport to friday",
        "please renew the passport by friday 5pm, high",
        "buy stamps tomorrow",
        "delete the ink, the neighbor had some left",
        "no dinner with Hiro, skip it, he's out of town",
        "move everything to monday except the garage",
        "push the passport back two days",
        "call mom friday about the party",
        "move dinner with Hiro to 8",
        "move dinner with Hiro to 20:00",
        "add vitamin a",
        "buy vitamin a",
        "add plan a",
    ] {
        let answer = answer(text);
        assert!(answer.left_over.is_empty(), "{text}: {:?}", answer.left_over);
    }
}

#[test]
fn words_of_a_date_are_no_words_about_the_list() {
    for text in ["pick up bread day after tomorrow", "pick up the parcel next week"] {
        assert_eq!(answer(text).decision, Decision::Plan, "{text}");
    }
    assert_ne!(answer("plan next week").decision, Decision::Plan);
}

#[test]
fn what_is_known_to_be_so_is_no_condition() {
    let text = "if the passport still isn't done, move it to feb 1";
    assert!(!countersign_planner::interpret::is_conditional(text, &todos(), &clock()));
    for text in ["if the passport isn't here by friday, move it", "if it rains, delete the garage"] {
        assert!(countersign_planner::interpret::is_conditional(text, &todos(), &clock()), "{text}");
    }
}

#[test]
fn what_is_written_short_is_read_and_a_title_keeps_its_letters() {
    assert_eq!(made("delete dinner w/ Hiro"), ["5"]);
    let groceries = answer("add groceries w/ checklist: milk, rice");
    assert_eq!(groceries.ops[0].to_value()["title"], "groceries");
    assert_eq!(answer("add lunch w/ Tom").ops[0].to_value()["title"], "lunch w/ Tom");
}

#[test]
fn an_errand_behind_one_that_has_its_date_is_another() {
    let titles = |text: &str| -> Vec<String> {
        answer(text).ops.iter().map(|op| op.to_value()["title"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(titles("call mom friday 5pm and buy milk"), ["call mom", "buy milk"]);
    assert_eq!(titles("buy milk and eggs friday"), ["buy milk and eggs"]);
    assert_eq!(titles("call mom and buy milk on friday").len(), 1);
}

#[test]
fn asking_whether_is_no_order() {
    for text in ["should i move the garage to thursday", "why'd you delete the garage"] {
        let answer = answer(text);
        assert!(answer.decision == Decision::Chat && answer.wondered, "{text}: {:?}", answer.decision);
    }
}

#[test]
fn hours_and_days_that_are_said_twice_are_asked_about() {
    for text in ["call bob 8 tomorrow morning", "call bob friday noon 3pm", "inspector visit 3/4 at 10am"] {
        assert_ne!(answer(text).decision, Decision::Plan, "{text}");
    }
    assert_eq!(made("call bob dec 5 or so"), ["call bob | 2026-12-05"]);
}
