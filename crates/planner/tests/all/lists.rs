//! What is said of a list that was just shown: all of it but some, the rest of it, several by their places; and a question with an
//! order beside it.

use crate::findings::line;
use crate::following::talked;
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::interpret::reply;

const TABLE: &str = include_str!("../data/lists.txt");
const TODOS: &str = include_str!("../data/following.json");

fn todos() -> Todos {
    Todos::new(serde_json::from_str::<Vec<Todo>>(TODOS).unwrap())
}

#[test]
fn a_list_that_was_shown_is_what_the_next_message_is_about() {
    let rows: Vec<(&str, &str)> = TABLE
        .lines()
        .filter(|row| !row.starts_with('#') && !row.is_empty())
        .map(|row| row.rsplit_once(" => ").unwrap())
        .collect();
    assert!(rows.len() >= 50, "{} rows", rows.len());
    let mut wrong = Vec::new();
    for (row, right) in rows {
        let answer = talked(&row.split(" || ").collect::<Vec<_>>(), &todos()).0;
        let told: Vec<String> = answer.answer_ids.iter().map(|id| id.0.to_string()).collect();
        let told =
            if answer.ops.is_empty() || told.is_empty() { String::new() } else { format!(" tells {}", told.join(",")) };
        let got = format!("{}{told}", line(&answer));
        if got != right {
            wrong.push(format!("{row}\n  right {right}\n    got {got}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_was_asked_stands_in_front_of_what_is_proposed() {
    let answer = talked(&["what's overdue? and move the dentist to friday"], &todos()).0;
    let said = reply(&answer, &todos());
    let (told, proposed) = said.split_once("\n\n").unwrap();
    assert!(told.starts_with("3 todos:\n- #8 “Tax return”"), "{said}");
    assert!(proposed.starts_with("1 change proposed: "), "{said}");
}
