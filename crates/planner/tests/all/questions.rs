//! Questions about the list: each finds just the todos that meet all it says, in five languages, and what of it is no
//! condition is told.

use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Answer, Context, Decision, interpret, reply};

const LIST: &str = include_str!("../data/questions.json");
const QUESTIONS: &str = include_str!("../data/questions.txt");
const ELSEWHERE: &str = include_str!("../data/questions_elsewhere.txt");

fn clock() -> Clock {
    Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York")
}

fn list() -> Todos {
    let todos: Vec<Todo> = serde_json::from_str(LIST).expect("a list of todos");
    Todos::new(todos)
}

/// `none`, `3,4`, `labels …`, `unread …`; `silent` where it is no question about the list.
fn told(answer: &Answer) -> String {
    if !answer.unread.is_empty() {
        return format!("unread {}", answer.unread.join(" "));
    }
    match &answer.asked {
        Some(asked) if asked.labels.is_some() => {
            format!("labels {}", asked.labels.clone().unwrap_or_default().join(", "))
        }
        asked if answer.answer_ids.is_empty() => if asked.is_some() { "none" } else { "silent" }.to_owned(),
        _ => answer.answer_ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
    }
}

fn check(table: &str, hear: impl Fn(&str, &Todos) -> Answer) -> usize {
    let todos = list();
    let rows: Vec<(&str, &str)> = table
        .lines()
        .filter(|l| !l.is_empty() && !l.starts_with('#'))
        .map(|l| l.split_once(" => ").expect("a question => its answer"))
        .collect();
    let mut wrong = Vec::new();
    for (question, want) in &rows {
        let answer = hear(question, &todos);
        assert!(answer.ops.is_empty(), "a question orders nothing: {question}");
        let got = if answer.decision == Decision::Chat { told(&answer) } else { format!("{:?}", answer.decision) };
        if got != *want {
            wrong.push(format!("{question} => {got} (want {want})"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
    rows.len()
}

#[test]
fn a_question_finds_what_meets_all_its_conditions() {
    let rows = check(QUESTIONS, |said, todos| interpret(said, todos, &clock(), &Context::default()));
    assert!(rows >= 80, "{rows}");
}

#[test]
fn a_question_in_another_language_finds_the_same() {
    let rows = check(ELSEWHERE, |said, todos| interpret(said, todos, &clock(), &Context::default()));
    assert!(rows >= 40, "{rows}");
}

#[test]
fn what_was_not_read_is_said() {
    let todos = list();
    let said = |text: &str| reply(&interpret(text, &todos, &clock(), &Context::default()), &todos, clock().now.date());
    assert_eq!(
        said("do I have anything purple due friday"),
        "“purple” in that question tells me nothing about your todos, so nothing was looked up. Say it in other words."
    );
    assert_eq!(said("list my labels"), "Labels in use: home, travel, work.");
    assert_eq!(said("any meetings tomorrow?"), "Nothing is called “meetings”, due on Sun 2026-11-22.");
    assert!(
        said("how many tasks are not labelled work or home?")
            .starts_with("6 todos are not labelled work or home:\n- #")
    );
}
