//! What is said to a question: an answer in words, the todo that was left out, or something else altogether.

use crate::findings::home;
use crate::talks::wrong;

const TABLE: &str = include_str!("../data/answered.txt");

#[test]
fn an_answer_is_told_from_what_stands_by_itself() {
    let wrong = wrong(TABLE, 30, &home());
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
