//! Conversations of several messages: what goes on from the message before, what answers a question, and what does not.

use crate::findings::line;
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Answer, Context, Decision, Pending, Turn, interpret, reply};

const TODOS: &str = include_str!("../data/following.json");
const TABLE: &str = include_str!("../data/following.txt");

fn clock() -> Clock {
    Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York")
}

/// What the last of several messages comes to. Nothing is signed between them; a question waits until it is answered,
/// as in `engine::turns`.
fn said(messages: &[&str], todos: &Todos) -> Answer {
    let mut ctx = Context::default();
    let mut last = None;
    for text in messages {
        let answer = interpret(text, todos, &clock(), &ctx);
        let told = reply(&answer, todos, &clock());
        let turn = |role: &str, text: &str| Turn { role: role.to_owned(), text: text.to_owned() };
        ctx.turns.extend([turn("user", text), turn("assistant", &told)]);
        if answer.decision == Decision::Clarify {
            let before = ctx.clarify.take().filter(|_| answer.answers_pending);
            let (instruction, answers) = match before {
                Some(p) => (p.instruction, p.answers.into_iter().chain([(*text).to_owned()]).collect()),
                None => ((*text).to_owned(), Vec::new()),
            };
            let question = answer.question.clone().unwrap_or_default();
            ctx.clarify = Some(Pending { question, options: answer.options.clone(), instruction, answers });
        } else if answer.answers_pending {
            ctx.clarify = None;
        }
        last = Some(answer);
    }
    last.unwrap()
}

#[test]
fn a_message_goes_on_from_the_one_before() {
    let todos = Todos::new(serde_json::from_str::<Vec<Todo>>(TODOS).unwrap());
    let rows: Vec<(&str, &str)> = TABLE
        .lines()
        .filter(|row| !row.starts_with('#') && !row.is_empty())
        .map(|row| row.rsplit_once(" => ").unwrap())
        .collect();
    assert!(rows.len() >= 90, "{} rows", rows.len());
    let wrong: Vec<String> = rows
        .into_iter()
        .map(|(row, right)| (row, right, line(&said(&row.split(" || ").collect::<Vec<_>>(), &todos))))
        .filter(|(_, right, got)| right != got)
        .map(|(row, right, got)| format!("{row}\n  right {right}\n    got {got}"))
        .collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
